#include "commands.h"
#include "ledger_text.h"
#include "output.h"

namespace touchstone::cli {

int audit_sign_command(const AuditSignOptions& options) {
  const auto key = SigningKey::read(options.key);
  if (!key) return report_failure(key.error(), options.json);
  const auto written = sign_ledger(options.ledger, *key);
  if (!written) return report_failure(written.error(), options.json);
  print_written(*written, options.json);
  return status_yes;
}

}  // namespace touchstone::cli
