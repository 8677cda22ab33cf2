#include <cstdio>

#include "commands.h"
#include "ledger_text.h"
#include "output.h"
#include "touchstone/host/machine.h"
#include "touchstone/session/ledgers_read.h"

namespace touchstone::cli {

namespace {

constexpr std::size_t piece_size = std::size_t{1} << 20U;

Result<void> read_standard_input(const PieceVisitor& visit) {
  std::string piece(piece_size, '\0');
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), stdin)) {
    if (auto taken = visit(std::string_view(piece).substr(0, got)); !taken) return taken;
  }
  if (std::ferror(stdin) != 0) return unreadable("standard input", "it cannot be read");
  return {};
}

/// The texts of all files, one after the other. Each ends with a newline, or what follows it would
/// not stand on its own line: a missing one makes the line invalid, and is said.
TextSource texts_of(const std::vector<std::string>& files) {
  return [&files](const PieceVisitor& visit) -> Result<void> {
    for (const std::string& file : files) {
      auto read = file == "-" ? read_standard_input(visit) : read_in_pieces(file, visit);
      if (!read) return read.error().in_file(file);
    }
    return {};
  };
}

}  // namespace

int audit_append_command(const AuditAppendOptions& options) {
  const auto key = read_signing_key(options.key);
  if (!key) return report_failure(key.error(), options.json);
  const auto written = append_lines(options.ledger, texts_of(options.statements), utc_now(),
                                    {*key ? &**key : nullptr, {}});
  if (!written) return report_failure(written.error(), options.json);
  if (options.json) {
    print_json(written_json(*written));
  } else {
    print(written_text(*written));
  }
  return status_yes;
}

}  // namespace touchstone::cli
