#include "statement.h"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "field_reader.h"
#include "touchstone/format/json.h"
#include "touchstone/format/tensor_json.h"
#include "touchstone/interpreter/attributes_json.h"

namespace touchstone {

namespace {

Json digest_json(const Digest& digest) { return JsonObject{{"sha256", digest.hex()}}; }

Json subject(std::string_view name, const Digest& digest) {
  return JsonObject{{"name", name}, {"digest", digest_json(digest)}};
}

Json scope_json(const Scope& scope) {
  Json attributes = attributes_to_json(scope.attributes);
  if (!scope.operands) return JsonObject{{"attributes", attributes}, {"operands", "any"}};
  JsonArray operands;
  for (const TensorType& type : *scope.operands) {
    operands.push_back(
        JsonObject{{"dtype", name_of(type.element)}, {"shape", shape_to_json(type.shape)}});
  }
  return JsonObject{{"attributes", attributes}, {"operands", operands}};
}

/// JSON has no number that is none. Infinities are bugs of whoever measured.
Json margin_json(double margin) { return std::isnan(margin) ? Json("NaN") : Json::real64(margin); }

Json predicate_json(const Evidence& e) {
  JsonArray assumptions;
  for (const AssumptionId id : e.assumptions) assumptions.push_back(assumption(id).name);
  JsonObject out{{"claim", JsonObject{{"capsule", e.claim.capsule},
                                      {"op", operation(e.claim.op).name},
                                      {"contract", name_of(e.claim.contract)},
                                      {"obligation", name_of(e.claim.obligation)}}},
                 {"kind", name_of(e.kind)},
                 {"outcome", name_of(e.outcome)},
                 {"scope", scope_json(e.scope)},
                 {"meaning", digest_json(e.meaning)},
                 {"checker", JsonObject{{"name", e.checker.name}, {"version", e.checker.version}}},
                 {"cases", Json::integer(e.cases)},
                 {"discarded", Json::integer(e.discarded)},
                 {"assumptions", assumptions},
                 {"date", e.date},
                 {"repeat", e.repeat},
                 {"detail", e.detail}};
  if (e.margin) out.emplace_back("margin", margin_json(*e.margin));
  if (e.expires) out.emplace_back("expires", *e.expires);
  return out;
}

Result<Digest> digest_field(const JsonCursor& cursor) {
  const auto fields = cursor.fields({"sha256"});
  if (!fields) return fields.error();
  return hex_field(fields->at("sha256"));
}

std::optional<Op> op_named(std::string_view name) {
  const Operation* found = find_operation(name);
  if (found == nullptr) return std::nullopt;
  return found->op;
}

/// Complete: every attribute of the operation is there.
Result<Attributes> attributes_field(const JsonCursor& cursor, const Operation& op) {
  auto out = attributes_from_json(cursor, op);
  if (out && out->values().size() != op.attributes.size()) {
    return cursor.refuse("an attribute of " + std::string(op.name) + " is missing");
  }
  return out;
}

Result<TensorType> type_field(const JsonCursor& cursor) {
  const auto fields = cursor.fields({"dtype", "shape"});
  if (!fields) return fields.error();
  const auto element = element_type_from_json(fields->at("dtype"));
  if (!element) return element.error();
  const auto shape = shape_from_json(fields->at("shape"));
  if (!shape) return shape.error();
  return TensorType{*element, *shape};
}

Result<Scope> scope_field(const JsonCursor& cursor, const Operation& op) {
  const auto fields = cursor.fields({"attributes", "operands"});
  if (!fields) return fields.error();
  Scope out;
  auto attributes = attributes_field(fields->at("attributes"), op);
  if (!attributes) return attributes.error();
  out.attributes = std::move(*attributes);
  const JsonCursor& operands = fields->at("operands");
  if (const auto any = operands.text(); any && *any == "any") return out;
  const auto items = operands.items();
  if (!items) return items.error();
  out.operands.emplace();
  for (const JsonCursor& item : *items) {
    const auto type = type_field(item);
    if (!type) return type.error();
    out.operands->push_back(*type);
  }
  return out;
}

Result<std::vector<AssumptionId>> assumptions_field(const JsonCursor& cursor) {
  const auto items = cursor.items();
  if (!items) return items.error();
  std::vector<AssumptionId> out;
  for (const JsonCursor& item : *items) {
    const auto id = named_field(item, &assumption_named);
    if (!id) return id.error();
    out.push_back(*id);
  }
  return out;
}

Result<std::optional<double>> margin_field(const JsonCursor& cursor) {
  if (const auto text = cursor.text(); text && *text == "NaN") {
    return std::optional(std::numeric_limits<double>::quiet_NaN());
  }
  const auto number = cursor.real64();
  if (!number) return number.error();
  return std::optional(*number);
}

void read_claim(FieldReader& reader, const JsonCursor& cursor, Claim& claim) {
  const auto fields = cursor.fields({"capsule", "op", "contract", "obligation"});
  if (!fields) return reader.fail(fields.error());
  reader.take(claim.capsule, text_field(fields->at("capsule")));
  reader.take(claim.op, named_field(fields->at("op"), &op_named));
  reader.take(claim.contract, named_field(fields->at("contract"), &contract_named));
  reader.take(claim.obligation, named_field(fields->at("obligation"), &obligation_named));
}

void read_checker(FieldReader& reader, const JsonCursor& cursor, CheckerName& checker) {
  const auto fields = cursor.fields({"name", "version"});
  if (!fields) return reader.fail(fields.error());
  reader.take(checker.name, text_field(fields->at("name")));
  reader.take(checker.version, text_field(fields->at("version")));
}

/// The fields that version 2 added.
void read_additions(FieldReader& reader, const JsonFields& fields, Evidence& e) {
  reader.take(e.discarded, count_field(fields.at("discarded")));
  if (const auto margin = fields.find("margin")) reader.take(e.margin, margin_field(*margin));
  if (const auto expires = fields.find("expires")) {
    reader.take(e.expires.emplace(), time_field(*expires));
  }
}

Result<JsonFields> predicate_fields(const JsonCursor& cursor, int version) {
  if (version == 1) {
    return cursor.fields({"claim", "kind", "outcome", "scope", "meaning", "checker", "cases",
                          "assumptions", "date", "repeat", "detail"});
  }
  return cursor.fields({"claim", "kind", "outcome", "scope", "meaning", "checker", "cases",
                        "discarded", "assumptions", "date", "repeat", "detail"},
                       {"margin", "expires"});
}

void read_predicate(FieldReader& reader, const JsonCursor& cursor, int version, Evidence& e) {
  const auto fields = predicate_fields(cursor, version);
  if (!fields) return reader.fail(fields.error());
  read_claim(reader, fields->at("claim"), e.claim);
  reader.take(e.kind, named_field(fields->at("kind"), &evidence_kind_named));
  reader.take(e.outcome, named_field(fields->at("outcome"), &outcome_named));
  reader.take(e.scope, scope_field(fields->at("scope"), operation(e.claim.op)));
  reader.take(e.meaning, digest_field(fields->at("meaning")));
  read_checker(reader, fields->at("checker"), e.checker);
  reader.take(e.cases, count_field(fields->at("cases")));
  reader.take(e.assumptions, assumptions_field(fields->at("assumptions")));
  reader.take(e.date, time_field(fields->at("date")));
  reader.take(e.repeat, text_field(fields->at("repeat")));
  reader.take(e.detail, text_field(fields->at("detail")));
  if (version > 1) read_additions(reader, *fields, e);
}

/// The first subject is the capsule's artifact; the second, if any, the loaded file.
void read_subjects(FieldReader& reader, const JsonCursor& cursor, Evidence& e) {
  const auto items = cursor.items();
  if (!items) return reader.fail(items.error());
  if (items->empty() || items->size() > 2) {
    return reader.fail(cursor.refuse("expected the artifact and at most the loaded file"));
  }
  for (std::size_t i = 0; i < items->size(); ++i) {
    const auto fields = (*items)[i].fields({"name", "digest"});
    if (!fields) return reader.fail(fields.error());
    const std::string expected = i == 0 ? e.claim.capsule : "loaded file";
    std::string name;
    reader.take(name, text_field(fields->at("name")));
    if (name != expected) {
      return reader.fail(fields->at("name").refuse("expected '" + printable(expected) + "'"));
    }
    Digest digest;
    reader.take(digest, digest_field(fields->at("digest")));
    if (i == 0) e.artifact = digest;
    if (i == 1) e.loaded_file = digest;
  }
}

}  // namespace

std::string statement_of(const Evidence& evidence) {
  JsonArray subjects{subject(evidence.claim.capsule, evidence.artifact)};
  if (evidence.loaded_file) subjects.push_back(subject("loaded file", *evidence.loaded_file));
  return write_json(JsonObject{{"_type", statement_type},
                               {"subject", subjects},
                               {"predicateType", evidence_predicate_type},
                               {"predicate", predicate_json(evidence)}},
                    JsonStyle::compact);
}

Digest finding_digest(Evidence evidence) {
  evidence.date.clear();
  evidence.repeat.clear();
  return sha256(statement_of(evidence));
}

std::string margin_text(double margin) {
  return std::isnan(margin) ? "NaN" : write_json(Json::real64(margin), JsonStyle::compact);
}

Result<Statement> parse_statement(std::string_view statement) {
  const auto json = parse_json(statement, {16, longest_statement});
  if (!json) return json.error();
  const auto fields = JsonCursor(*json).fields({"_type", "subject", "predicateType", "predicate"});
  if (!fields) return fields.error();
  const auto type = fields->at("_type").text();
  if (!type) return type.error();
  if (*type != statement_type) {
    return fields->at("_type").refuse("expected " + std::string(statement_type));
  }
  const auto predicate = fields->at("predicateType").text();
  if (!predicate) return predicate.error();
  if (*predicate != evidence_predicate_type && *predicate != evidence_predicate_type_1) {
    return fields->at("predicateType").refuse("expected " + std::string(evidence_predicate_type));
  }
  const bool newest = *predicate == evidence_predicate_type;
  Statement out;
  out.predicate_type = newest ? evidence_predicate_type : evidence_predicate_type_1;
  FieldReader reader;
  read_predicate(reader, fields->at("predicate"), newest ? 2 : 1, out.evidence);
  read_subjects(reader, fields->at("subject"), out.evidence);
  if (reader.fault()) return *reader.fault();
  return out;
}

Result<Evidence> evidence_of(std::string_view statement) {
  auto out = parse_statement(statement);
  if (!out) return out.error();
  return std::move(out->evidence);
}

}  // namespace touchstone
