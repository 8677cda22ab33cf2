#pragma once

#include <string>

#include "report.h"

namespace touchstone {

/// The command that makes this report again, in a folder that holds every file that it names:
/// files stand without their folders. `request` holds the time for which expiry is decided.
[[nodiscard]] std::string report_command(const ReportRequest& request);

}  // namespace touchstone
