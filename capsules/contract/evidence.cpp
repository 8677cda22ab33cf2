#include "evidence.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace touchstone {

namespace {

struct KindFacts {
  EvidenceKind kind;
  std::string_view name;
  Trust trust;
};

constexpr std::array<KindFacts, 9> kinds{{
    {EvidenceKind::theorem, "theorem", Trust::proved},
    {EvidenceKind::checker, "checker", Trust::proved},
    {EvidenceKind::identity, "identity", Trust::identity},
    {EvidenceKind::replay, "replay", Trust::checked},
    {EvidenceKind::fuzz, "fuzz", Trust::fuzzed},
    {EvidenceKind::test, "test", Trust::checked},
    {EvidenceKind::guard, "guard", Trust::checked},
    {EvidenceKind::trusted, "trusted", Trust::external},
    {EvidenceKind::missing, "missing", Trust::unsupported},
}};

constexpr std::array<std::string_view, 5> outcomes{"passed", "failed", "undecided", "timeout",
                                                   "skipped"};

}  // namespace

std::string_view name_of(EvidenceKind kind) { return kinds[static_cast<std::size_t>(kind)].name; }

std::optional<EvidenceKind> evidence_kind_named(std::string_view name) {
  for (const KindFacts& facts : kinds) {
    if (facts.name == name) return facts.kind;
  }
  return std::nullopt;
}

std::string_view name_of(Outcome outcome) { return outcomes[static_cast<std::size_t>(outcome)]; }

std::optional<Outcome> outcome_named(std::string_view name) {
  const auto found = std::find(outcomes.begin(), outcomes.end(), name);
  if (found == outcomes.end()) return std::nullopt;
  return static_cast<Outcome>(found - outcomes.begin());
}

bool Scope::covers(const Attributes& used, std::span<const TensorType> types) const {
  if (attributes != used) return false;
  return !operands || std::equal(operands->begin(), operands->end(), types.begin(), types.end());
}

std::string Scope::text() const {
  std::string out = attributes.summary();
  if (!out.empty()) out += "; ";
  if (!operands) return out + "any shapes";
  for (std::size_t i = 0; i < operands->size(); ++i) {
    out += (i > 0 ? ", " : "") + (*operands)[i].text();
  }
  return out;
}

std::string_view name_of(Trust trust) {
  switch (trust) {
    case Trust::unsupported: return "unsupported";
    case Trust::external: return "external";
    case Trust::fuzzed: return "fuzzed";
    case Trust::checked: return "checked";
    case Trust::identity: return "identity";
    case Trust::proved: return "proved";
  }
  throw std::logic_error("not a trust level");
}

Trust trust_of(const Evidence& evidence) {
  if (evidence.outcome != Outcome::passed || evidence.cases <= 0) return Trust::unsupported;
  return kinds[static_cast<std::size_t>(evidence.kind)].trust;
}

Trust weakest_trust(std::span<const Evidence> one_per_obligation) {
  if (one_per_obligation.empty()) return Trust::unsupported;
  Trust weakest = Trust::proved;
  for (const Evidence& evidence : one_per_obligation) {
    weakest = std::min(weakest, trust_of(evidence));
  }
  return weakest;
}

}  // namespace touchstone
