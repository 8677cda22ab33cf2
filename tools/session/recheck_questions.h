#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "recheck.h"
#include "touchstone/plan/planner.h"

/// For use inside this folder: what an entry of a ledger would have to be derived from.
namespace touchstone {

/// Where an entry stands without any checker being run.
struct SettledEntry {
  RecheckStanding standing{};
  std::string text;
};

/// Why no checker of this build, in this version, concludes what the entry says; nothing where one
/// does.
[[nodiscard]] std::optional<SettledEntry> settled_by_checkers(
    const Evidence& entry, std::span<const CheckerAbility> checkers);

/// What it was made for that is no more: artifact, meaning, checker version or loaded file, of
/// which `now` has the present ones. Nothing where it is comparable.
[[nodiscard]] std::optional<SettledEntry> settled_by_digests(const Evidence& entry,
                                                             const Evidence& now);

/// Turns entries about capsules of the registry into obligations of classes, each once.
class RecheckQuestions {
 public:
  /// `all` are the entries of every ledger: those that state operands witness that there are uses
  /// with their attributes.
  RecheckQuestions(std::shared_ptr<const Registry> registry, std::span<const Evidence* const> all,
                   const Digest& loaded_file);

  /// The position of the entry's question among `wanted`, or where it stands without one. The entry
  /// is taken as a text from a file: an impossible use is answered, not computed.
  [[nodiscard]] std::variant<std::size_t, SettledEntry> ask(const Evidence& entry);

  [[nodiscard]] std::span<const NodeClass> classes() const { return classes_; }
  [[nodiscard]] std::span<const PlannedObligation> wanted() const { return wanted_; }

 private:
  [[nodiscard]] std::optional<SettledEntry> impossible(const Evidence& entry,
                                                       const Capsule& capsule) const;
  [[nodiscard]] std::uint32_t class_of(const Evidence& entry, const Capsule& capsule);

  std::shared_ptr<const Registry> registry_;
  std::vector<CheckerAbility> checkers_;
  Digest loaded_file_;
  std::set<std::string> witnessed_;  ///< use_key of operation and attributes
  std::map<std::string, Meanings> meanings_;
  std::map<std::tuple<std::string, bool, bool, std::string>, std::uint32_t> known_classes_;
  std::map<std::pair<std::uint32_t, Claim>, std::size_t> known_questions_;
  std::vector<NodeClass> classes_;
  std::vector<PlannedObligation> wanted_;
};

}  // namespace touchstone
