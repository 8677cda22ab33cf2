#include <algorithm>

#include "capsule_sources.h"
#include "commands.h"
#include "output.h"

namespace touchstone::cli {

namespace {

Json operands_json(const Operation& op) {
  JsonArray out;
  for (std::size_t i = 0; i < op.operands.size(); ++i) {
    out.push_back(
        JsonObject{{"name", op.operands[i].name},
                   {"dtype", op.operands[i].kind == OperandKind::index ? "int64" : "float32"},
                   {"optional", Json::boolean(i >= op.min_operands)},
                   {"repeats", Json::boolean(op.variadic && i + 1 == op.operands.size())}});
  }
  return out;
}

Json attributes_json(const Operation& op) {
  JsonArray out;
  for (const AttributeSpec& spec : op.attributes) {
    JsonObject attribute{{"name", spec.name}, {"meaning", spec.meaning}};
    if (!spec.required) attribute.emplace_back("default", text_of(spec.fallback));
    out.push_back(std::move(attribute));
  }
  return out;
}

Json capsule_json(const Capsule& c) {
  JsonArray claims;
  for (const Claim& claim : c.claims) {
    claims.push_back(JsonObject{{"contract", name_of(claim.contract)},
                                {"obligation", name_of(claim.obligation)},
                                {"sentence", sentence_of(claim.obligation)}});
  }
  JsonArray rests_on;
  for (const AssumptionId id : c.assumptions) rests_on.push_back(assumption(id).name);
  return JsonObject{
      {"name", c.name},
      {"op", operation(c.op).name},
      {"spec", operation(c.refines).name},
      {"operands", operands_json(operation(c.op))},
      {"attributes", attributes_json(operation(c.op))},
      {"dtype", name_of(c.dtype)},
      {"provider", name_of(c.provider)},
      {"device", name_of(c.device)},
      {"artifact",
       JsonObject{{"sha256", c.artifact.digest.hex()},
                  {"symbol", c.artifact.symbol},
                  {"flags", c.artifact.flags},
                  {"sources", JsonArray(c.artifact.sources.begin(), c.artifact.sources.end())}}},
      {"launch", c.launch},
      {"forward", Json::boolean(c.forward)},
      {"vjp_mode", name_of(c.vjp_mode)},
      {"numerics", JsonObject{{"rounding", c.numerics.rounding},
                              {"subnormals", c.numerics.subnormals},
                              {"contraction", c.numerics.contraction},
                              {"reduction_order", c.numerics.reduction_order}}},
      {"runtime_support", name_of(c.runtime_support)},
      {"summary", c.summary},
      {"provenance", c.provenance},
      {"assumptions", rests_on},
      {"claims", claims}};
}

std::string_view kind_text(OperandKind kind) {
  switch (kind) {
    case OperandKind::index:
    case OperandKind::counter: return " (int64)";
    case OperandKind::mask: return " (bool)";
    case OperandKind::value_or_mask: return " (float32 or bool)";
    case OperandKind::value: break;
  }
  return "";
}

/// "x, weight, [bias]", "x …"
std::string operands_text(const Operation& op) {
  std::string out;
  for (std::size_t i = 0; i < op.operands.size(); ++i) {
    const std::string name(op.operands[i].name);
    out += (i > 0 ? ", " : "") + (i < op.min_operands ? name : "[" + name + "]");
    out += kind_text(op.operands[i].kind);
  }
  return out + (op.variadic ? " …" : "");
}

std::string line(std::string_view label, std::string_view text) {
  return "  " + std::string(label) + std::string(label.size() < 11 ? 11 - label.size() : 1, ' ') +
         std::string(text) + "\n";
}

std::string capsule_text(const Capsule& c) {
  const Operation& op = operation(c.op);
  std::string out = c.name + "\n" + line("op", op.name) + line("computes", c.summary) +
                    line("operands", operands_text(op));
  for (const AttributeSpec& spec : op.attributes) {
    const std::string fallback =
        spec.required ? " (required)" : " (default " + text_of(spec.fallback) + ")";
    out += line("attribute", std::string(spec.name) + fallback + ": " + std::string(spec.meaning));
  }
  out += line("dtype", name_of(c.dtype)) + line("provider", name_of(c.provider)) +
         line("device", name_of(c.device)) + line("support", name_of(c.runtime_support));
  out += line("artifact", "sha256 " + c.artifact.digest.hex()) + line("symbol", c.artifact.symbol) +
         line("flags", c.artifact.flags) + line("provenance", c.provenance) +
         line("launch", c.launch);
  out += line("vjp", name_of(c.vjp_mode));
  out += line("numerics", "rounding " + std::string(c.numerics.rounding) + "; subnormals " +
                              std::string(c.numerics.subnormals) + "; contraction " +
                              std::string(c.numerics.contraction));
  for (const Claim& claim : c.claims) {
    out += line(name_of(claim.contract), sentence_of(claim.obligation));
  }
  std::string rests_on;
  for (const AssumptionId id : c.assumptions) {
    rests_on += (rests_on.empty() ? "" : " ") + std::string(assumption(id).name);
  }
  return out + line("rests on", rests_on + "; evidence adds its own");
}

std::string why_text(const NodeClass& node) {
  std::string out = std::to_string(node.node_count) + " × " + std::string(operation(node.op).name) +
                    "  " + Scope{node.attributes, node.operands}.text() + "\n    ";
  out += node.capsule != nullptr ? "served by " + node.capsule->name : "served by none";
  for (const Refusal& refusal : node.refusals) {
    out += "\n    " + refusal.capsule + " " + refusal.reason;
  }
  return out + "\n";
}

Json why_json(const NodeClass& node) {
  JsonArray refusals;
  for (const Refusal& refusal : node.refusals) {
    refusals.push_back(JsonObject{{"capsule", refusal.capsule}, {"reason", refusal.reason}});
  }
  return JsonObject{{"nodes", Json::integer(node.node_count)},
                    {"op", operation(node.op).name},
                    {"uses", Scope{node.attributes, node.operands}.text()},
                    {"capsule", node.capsule != nullptr ? Json(node.capsule->name) : Json()},
                    {"refused", refusals}};
}

}  // namespace

int capsules_list_command(const CapsulesListOptions& options) {
  const auto registry = built_in_registry();
  if (options.json) {
    JsonArray all;
    for (const Capsule& capsule : registry->capsules()) all.push_back(capsule_json(capsule));
    print_json(JsonObject{{"capsules", all}});
    return status_yes;
  }
  std::size_t widest = 0;
  for (const Capsule& c : registry->capsules()) widest = std::max(widest, c.name.size());
  for (const Capsule& c : registry->capsules()) {
    print(c.name + std::string(widest - c.name.size() + 2, ' ') + std::string(name_of(c.device)) +
          "  " + std::string(name_of(c.dtype)) + "  " + std::string(name_of(c.runtime_support)) +
          "  " + c.summary + "\n");
  }
  return status_yes;
}

int capsules_show_command(const CapsulesShowOptions& options) {
  const auto registry = built_in_registry();
  const Capsule* capsule = registry->find(options.name);
  if (capsule == nullptr) {
    return report_failure(unreadable({}, "there is no capsule '" + printable(options.name) + "'",
                                     "touchstone capsules list names them"),
                          options.json);
  }
  if (options.json) {
    print_json(capsule_json(*capsule));
  } else {
    print(capsule_text(*capsule));
  }
  return status_yes;
}

int capsules_why_command(const CapsulesWhyOptions& options) {
  const auto planned = plan(options.request);
  if (!planned) return report_failure(planned.error(), options.json);
  const bool all_served = std::all_of(planned->classes.begin(), planned->classes.end(),
                                      [](const NodeClass& n) { return n.capsule != nullptr; });
  if (options.json) {
    JsonArray classes;
    for (const NodeClass& node : planned->classes) classes.push_back(why_json(node));
    print_json(JsonObject{{"profile", planned->profile.name}, {"classes", classes}});
  } else {
    for (const NodeClass& node : planned->classes) print(why_text(node));
  }
  return all_served ? status_yes : exit_status(Failure::rejected);
}

int capsules_check_command(const CapsulesCheckOptions& options) {
  const auto report = check_capsule_sources(*built_in_registry(), options.sources);
  if (!report) return report_failure(report.error(), options.json);
  if (options.json) {
    print_json(JsonObject{{"checked", Json::integer(report->checked)},
                          {"faults", JsonArray(report->faults.begin(), report->faults.end())}});
  } else {
    for (const std::string& fault : report->faults) print(fault + "\n");
    print(std::to_string(report->checked) + " capsules checked, " +
          std::to_string(report->faults.size()) + " faults\n");
  }
  return report->faults.empty() ? status_yes : exit_status(Failure::rejected);
}

}  // namespace touchstone::cli
