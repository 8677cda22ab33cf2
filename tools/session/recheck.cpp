#include "recheck.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "derivation.h"
#include "execution.h"
#include "loaded_file.h"
#include "recheck_questions.h"
#include "registry_of.h"
#include "touchstone/core/counted.h"
#include "touchstone/host/machine.h"
#include "touchstone/number/environment.h"

namespace touchstone {

namespace {

std::string names_of(const std::vector<AssumptionId>& ids) {
  std::string out;
  for (const AssumptionId id : std::set<AssumptionId>(ids.begin(), ids.end())) {
    out += (out.empty() ? "" : " ") + std::string(assumption(id).name);
  }
  return out;
}

std::string text_of(const std::optional<double>& margin) {
  return margin ? std::to_string(*margin) : "none";
}

std::string text_of(const std::optional<Digest>& digest) { return digest ? digest->hex() : "none"; }

/// One thing that evidence says, as it was recorded and as it is now.
struct Field {
  std::string_view name;
  std::string then;
  std::string now;
};

/// Everything that evidence says, but for when it was made and how to repeat it, and what it was
/// made for, which settles whether it is comparable at all.
std::vector<Field> fields_of(const Evidence& then, const Evidence& now) {
  return {{"outcome", std::string(name_of(then.outcome)), std::string(name_of(now.outcome))},
          {"kind", std::string(name_of(then.kind)), std::string(name_of(now.kind))},
          {"checker", then.checker.name, now.checker.name},
          {"checker version", then.checker.version, now.checker.version},
          {"scope", then.scope.text(), now.scope.text()},
          {"loaded file", text_of(then.loaded_file), text_of(now.loaded_file)},
          {"cases", std::to_string(then.cases), std::to_string(now.cases)},
          {"discarded cases", std::to_string(then.discarded), std::to_string(now.discarded)},
          {"margin", text_of(then.margin), text_of(now.margin)},
          {"assumptions", names_of(then.assumptions), names_of(now.assumptions)},
          {"detail", then.detail, now.detail}};
}

bool decided(const Evidence& e) {
  return e.outcome == Outcome::passed || e.outcome == Outcome::failed;
}

std::string found_now(const Evidence& now) {
  return std::string(name_of(now.outcome)) + " now: " + now.detail;
}

SettledEntry compared(const Evidence& then, const Evidence& now) {
  if (auto settled = settled_by_digests(then, now)) return std::move(*settled);
  if (!decided(now)) return {RecheckStanding::undecided, found_now(now)};
  if (!decided(then)) {
    return {RecheckStanding::undecided, "the entry was " + std::string(name_of(then.outcome)) +
                                            " itself and says nothing; " + found_now(now)};
  }
  std::string text;
  for (const Field& field : fields_of(then, now)) {
    if (field.then == field.now) continue;
    text += (text.empty() ? "" : "; ") + std::string(field.name) + " was recorded as '" +
            field.then + "', now it is '" + field.now + "'";
  }
  if (!text.empty()) return {RecheckStanding::differs, std::move(text)};
  return {RecheckStanding::confirmed,
          (now.outcome == Outcome::failed ? "still fails: " : "passes again: ") + now.detail};
}

/// The evidence of the kernels whose manifests were given.
class UserKernels {
 public:
  static Result<UserKernels> proved(const RecheckRequest& request) {
    UserKernels out;
    out.checkers_ = checker_abilities();
    for (const std::filesystem::path& manifest : request.manifests) {
      ProveRequest asked;
      asked.manifest = manifest;
      asked.budget = request.kernel_budget;
      asked.threads = request.threads;
      const auto proof = prove(asked);
      if (!proof) return proof.error();
      if (!out.capsules_.insert(proof->capsule).second) {
        return unreadable("--manifest", "two manifests describe " + printable(proof->capsule),
                          "give the one that the ledger is about");
      }
      out.evidence_.insert(out.evidence_.end(), proof->evidence.begin(), proof->evidence.end());
    }
    return out;
  }

  [[nodiscard]] bool has(const std::string& capsule) const { return capsules_.contains(capsule); }

  /// Requires that it has the entry's capsule.
  [[nodiscard]] SettledEntry compare(const Evidence& entry) const {
    if (auto settled = settled_by_checkers(entry, checkers_)) return std::move(*settled);
    const auto about = [&](const Evidence& e) { return e.claim.capsule == entry.claim.capsule; };
    const Evidence& any = *std::find_if(evidence_.begin(), evidence_.end(), about);
    if (auto settled = settled_by_digests(entry, any)) return std::move(*settled);
    const auto same = std::find_if(evidence_.begin(), evidence_.end(), [&](const Evidence& e) {
      return e.claim == entry.claim && e.scope == entry.scope;
    });
    if (same != evidence_.end()) return compared(entry, *same);
    return {RecheckStanding::unrepeatable, "its manifest states no case of this scope"};
  }

 private:
  std::set<std::string> capsules_;
  std::vector<Evidence> evidence_;
  std::vector<CheckerAbility> checkers_;
};

Result<std::vector<Ledger>> ledgers_of(const RecheckRequest& request) {
  std::vector<Ledger> out;
  for (const std::filesystem::path& file : request.ledgers) {
    auto ledger = read_ledger(file);
    if (!ledger) return ledger.error();
    out.push_back(std::move(*ledger));
  }
  return out;
}

/// The items without their standings.
Result<Recheck> items_of(const std::vector<Ledger>& ledgers, const RecheckRequest& request) {
  Recheck out;
  for (const Ledger& ledger : ledgers) {
    out.pruned += ledger.pruned;
    for (std::size_t i = 0; i < ledger.entries.size(); ++i) {
      const Evidence& entry = ledger.entries[i];
      if (request.capsule && entry.claim.capsule != *request.capsule) {
        ++out.left_out;
        continue;
      }
      out.items.push_back({ledger.file,
                           ledger.lines[i],
                           ledger.leaves[static_cast<std::size_t>(ledger.lines[i] - 1)],
                           entry,
                           {},
                           {}});
    }
  }
  if (!out.items.empty()) return out;
  const std::string of_pruned =
      out.pruned == 0 ? ""
                      : "; " + counted(static_cast<std::int64_t>(out.pruned), "line") +
                            " pruned of their bodies";
  return request.capsule
             ? unreadable("--capsule", "no entry is about '" + printable(*request.capsule) + "'",
                          "touchstone capsules list names the capsules of this build")
             : unreadable({}, "there are no entries to recheck" + of_pruned, "name another ledger");
}

void settle(RecheckItem& item, SettledEntry settled) {
  item.standing = settled.standing;
  item.text = std::move(settled.text);
}

/// Position of the evidence that answers each question.
std::vector<std::size_t> answers_of(const std::vector<DerivedEvidence>& derived,
                                    std::size_t questions) {
  std::vector<std::size_t> out(questions);
  for (std::size_t i = 0; i < derived.size(); ++i) {
    for (const std::size_t question : derived[i].obligations) out[question] = i;
  }
  return out;
}

void settle_all(Recheck& out, const UserKernels& users, RecheckQuestions& questions,
                const KernelFiles& files, const Digest& code, const RecheckRequest& request) {
  std::vector<std::pair<RecheckItem*, std::size_t>> open;
  for (RecheckItem& item : out.items) {
    if (users.has(item.recorded.claim.capsule)) {
      settle(item, users.compare(item.recorded));
      continue;
    }
    auto asked = questions.ask(item.recorded);
    if (auto* const settled = std::get_if<SettledEntry>(&asked)) {
      settle(item, std::move(*settled));
    } else {
      open.emplace_back(&item, std::get<std::size_t>(asked));
    }
  }
  DerivationSettings settings;
  settings.context = {code, utc_now(), {}};
  settings.budget = request.budget;
  settings.budget_for = BudgetFor::each;
  settings.threads = request.threads;
  settings.progress = request.progress;
  const auto self_checks = run_self_checks(questions.classes(), threads_or_all(request.threads));
  const auto derived =
      derive(questions.classes(), questions.wanted(), self_checks, files, settings);
  const auto answers = answers_of(derived, questions.wanted().size());
  for (const auto& [item, question] : open) {
    settle(*item, compared(item->recorded, derived[answers[question]].evidence));
  }
}

}  // namespace

std::string_view name_of(RecheckStanding standing) {
  switch (standing) {
    case RecheckStanding::confirmed: return "confirmed";
    case RecheckStanding::differs: return "differs";
    case RecheckStanding::stale: return "stale";
    case RecheckStanding::undecided: return "undecided";
    case RecheckStanding::unrepeatable: return "unrepeatable";
  }
  return "unrepeatable";
}

std::size_t Recheck::count(RecheckStanding standing) const {
  return static_cast<std::size_t>(
      std::count_if(items.begin(), items.end(),
                    [&](const RecheckItem& item) { return item.standing == standing; }));
}

Result<Recheck> recheck(const RecheckRequest& request) {
  const FloatEnvironment environment;
  const auto ledgers = ledgers_of(request);
  if (!ledgers) return ledgers.error();
  auto out = items_of(*ledgers, request);
  if (!out) return out;
  KernelFiles files;
  if (!request.kernels.empty()) {
    auto read = KernelFiles::in(request.kernels);
    if (!read) return read.error();
    files = std::move(*read);
  }
  const auto loaded = loaded_file();
  if (!loaded) return loaded.error();
  const auto users = UserKernels::proved(request);
  if (!users) return users.error();
  std::vector<const Evidence*> all;
  for (const Ledger& ledger : *ledgers) {
    for (const Evidence& entry : ledger.entries) all.push_back(&entry);
  }
  RecheckQuestions questions(registry_of(files), all, loaded->digest);
  settle_all(*out, *users, questions, files, loaded->digest, request);
  return out;
}

}  // namespace touchstone
