#include "commands.h"
#include "output.h"
#include "text_table.h"
#include "touchstone/audit/ledger_merge.h"
#include "touchstone/core/counted.h"

namespace touchstone::cli {

namespace {

/// Lines that are told one by one.
constexpr std::size_t most_told = 20;

Json lines_json(const std::vector<std::uint64_t>& lines) {
  JsonArray out;
  for (const std::uint64_t line : lines) {
    out.push_back(Json::integer(static_cast<std::int64_t>(line)));
  }
  return out;
}

std::string lines_text(const std::string& file, const std::vector<std::uint64_t>& lines) {
  std::string out =
      with_thousands(static_cast<std::int64_t>(lines.size())) + " only in " + printable(file);
  for (std::size_t i = 0; i < lines.size() && i < most_told; ++i) {
    out += (i == 0 ? ": lines " : ", ") + std::to_string(lines[i]);
  }
  return out + (lines.size() > most_told ? ", …\n" : "\n");
}

std::string relation_of(const LedgerDifference& d, const AuditDiffOptions& o) {
  const std::string a = printable(o.a);
  const std::string b = printable(o.b);
  if (d.a_extends_b && d.b_extends_a) return "They have the same entries.\n";
  if (d.b_extends_a) return b + " extends " + a + ".\n";
  if (d.a_extends_b) return a + " extends " + b + ".\n";
  return "Neither extends the other: touchstone audit merge joins them.\n";
}

}  // namespace

int audit_diff_command(const AuditDiffOptions& options) {
  const auto difference = difference_of(options.a, options.b);
  if (!difference) return report_failure(difference.error(), options.json);
  const LedgerDifference& d = *difference;
  const auto common = static_cast<std::int64_t>(d.common);
  if (options.json) {
    print_json(JsonObject{{"a", options.a},
                          {"b", options.b},
                          {"common", Json::integer(common)},
                          {"only_a", lines_json(d.only_a)},
                          {"only_b", lines_json(d.only_b)},
                          {"b_extends_a", Json::boolean(d.b_extends_a)},
                          {"a_extends_b", Json::boolean(d.a_extends_b)}});
  } else {
    print(with_thousands(common) + " entries in common at the beginning\n" +
          lines_text(options.a, d.only_a) + lines_text(options.b, d.only_b) +
          relation_of(d, options));
  }
  return d.a_extends_b && d.b_extends_a ? status_yes : exit_status(Failure::rejected);
}

}  // namespace touchstone::cli
