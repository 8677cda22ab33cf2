#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "session.h"
#include "touchstone/audit/report.h"
#include "touchstone/core/result.h"

namespace touchstone {

struct ReportRequest {
  /// The question. For a report of the registry model, bindings, loss, demand and device are not
  /// looked at: every capsule is judged for its own device.
  VerifyRequest question;
  bool registry = false;
  std::optional<std::filesystem::path> since;  ///< an earlier report in JSON, to compare with
  std::string version;                         ///< of the program, as it is to be stated
};

/// Verifies, and reports what the verdict claims, rests on and leaves out. Equal requests at equal
/// times give equal reports, whatever the number of threads. A rejection is a report, not an error.
/// Errors: those of `verify`; an earlier report that cannot be read or is of another kind
/// (unreadable).
[[nodiscard]] Result<Report> report(const ReportRequest& request);

}  // namespace touchstone
