#include "operator_table.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "touchstone/interpreter/onnx_operators.h"
#include "unsupported_operators.h"

namespace touchstone::onnx_reading {

namespace {

std::vector<OperatorForm> make_table() {
  std::vector<OperatorForm> out;
  for (const auto family : families::all) {
    for (OperatorForm& form : family()) out.push_back(std::move(form));
  }
  std::sort(out.begin(), out.end(), [](const OperatorForm& a, const OperatorForm& b) {
    return std::tie(a.name, a.since) < std::tie(b.name, b.since);
  });
  return out;
}

std::string all_names() {
  std::string out;
  std::string_view previous;
  for (const OperatorForm& form : operator_table()) {
    if (form.name == previous) continue;
    if (!out.empty()) out += ", ";
    out += form.name;
    previous = form.name;
  }
  return out;
}

}  // namespace

std::span<const OperatorForm> operator_table() {
  static const std::vector<OperatorForm> table = make_table();
  return table;
}

Result<const OperatorForm*> find_form(std::string_view name, int opset) {
  const OperatorForm* oldest = nullptr;
  for (const OperatorForm& form : operator_table()) {
    if (form.name != name) continue;
    if (form.since <= opset && opset <= form.until) return &form;
    if (oldest == nullptr) oldest = &form;
  }
  const std::string shown = "operator " + printable(name);
  if (oldest != nullptr) {
    return unreadable(
        {}, shown + " is not in opset " + std::to_string(opset) + "; it came with " +
                (opset < oldest->since ? "opset " + std::to_string(oldest->since)
                                       : "an earlier opset, and a later one withdrew it"));
  }
  if (const auto reason = why_unsupported(name)) {
    return unavailable({}, shown + " is not supported: " + std::string(*reason),
                       "the supported ones are " + all_names());
  }
  return unreadable({}, shown + " is not one of ONNX's");
}

}  // namespace touchstone::onnx_reading
