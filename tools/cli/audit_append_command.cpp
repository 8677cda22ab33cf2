#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "ledger_text.h"
#include "output.h"
#include "touchstone/host/machine.h"
#include "touchstone/session/ledgers_read.h"

namespace touchstone::cli {

namespace {

constexpr std::size_t piece_size = std::size_t{1} << 20U;
/// Standard input is held in memory, so that the ledger is not locked while its writer thinks.
constexpr std::size_t most_input = std::size_t{256} << 20U;

Result<std::string> read_standard_input() {
  std::string out;
  std::string piece(piece_size, '\0');
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), stdin)) {
    if (out.size() + got > most_input) {
      return unreadable("standard input",
                        "it is longer than " + std::to_string(most_input) + " bytes",
                        "append from a file");
    }
    out.append(piece, 0, got);
  }
  if (std::ferror(stdin) != 0) return unreadable("standard input", "it cannot be read");
  return out;
}

/// The texts of all files, one after the other. Each ends with a newline, or what follows it would
/// not stand on its own line: a missing one makes the line invalid, and is said.
TextSource texts_of(const std::vector<std::string>& files, const std::string& input) {
  return [&files, &input](const PieceVisitor& visit) -> Result<void> {
    for (const std::string& file : files) {
      auto read = file == "-" ? visit(input) : read_in_pieces(file, visit);
      if (!read) return read.error().in_file(file);
    }
    return {};
  };
}

}  // namespace

int audit_append_command(const AuditAppendOptions& options) {
  const auto key = read_signing_key(options.key);
  if (!key) return report_failure(key.error(), options.json);
  const auto inputs = std::count(options.statements.begin(), options.statements.end(), "-");
  if (inputs > 1) {
    return report_failure(unreadable("-", "standard input can be read once", "name it once"),
                          options.json);
  }
  std::string input;
  if (inputs == 1) {
    auto read = read_standard_input();
    if (!read) return report_failure(read.error(), options.json);
    input = *std::move(read);
  }
  const auto written = append_lines(options.ledger, texts_of(options.statements, input), utc_now(),
                                    {*key ? &**key : nullptr, {}});
  if (!written) return report_failure(written.error(), options.json);
  print_written(*written, options.json);
  return status_yes;
}

}  // namespace touchstone::cli
