#include "generalised.h"

#include <map>
#include <unordered_map>

#include "cone.h"
#include "remade_term.h"

namespace touchstone::ptx {

namespace {

constexpr unsigned on_left = 1;
constexpr unsigned on_right = 2;
constexpr unsigned on_both = 3;

class Generalisation {
 public:
  explicit Generalisation(Symbols& symbols) : symbols_(&symbols) {}

  /// Finds the terms of either side down to those that both have; false if there are too many.
  [[nodiscard]] bool explore(const TermPair& pair, std::size_t most);
  /// The term over free words.
  [[nodiscard]] TermId of(TermId root);
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::size_t terms() const { return is_word_.size(); }

 private:
  [[nodiscard]] TermId made(TermId term);

  Symbols* symbols_;
  std::unordered_map<TermId, bool> is_word_;  // of the terms that were explored: whether cut here
  std::unordered_map<TermId, TermId> made_;
  std::size_t words_ = 0;
};

bool Generalisation::explore(const TermPair& pair, std::size_t most) {
  // From the latest term down: when one is reached, everything that is made of it was.
  std::map<TermId, unsigned> waiting{{pair.left, on_left}};
  waiting[pair.right] |= on_right;
  while (!waiting.empty()) {
    const auto [term, sides] = *std::prev(waiting.end());
    waiting.erase(std::prev(waiting.end()));
    const TermNode& node = symbols_->arena().nodes()[term];
    const bool cut = node.kind == TermKind::input || (sides == on_both && !is_constant(node.kind) &&
                                                      width_of(*symbols_, node) == 32);
    is_word_.emplace(term, cut);
    if (is_word_.size() > most) return false;
    if (cut) continue;
    const OperandTerms parts = parts_of(*symbols_, node);
    for (const TermId part : parts.all()) waiting[part] |= sides;
  }
  return true;
}

TermId Generalisation::made(TermId term) {
  if (is_word_.at(term)) return symbols_->input(0, static_cast<std::uint32_t>(words_++));
  const TermNode node = symbols_->arena().nodes()[term];
  OperandTerms parts = parts_of(*symbols_, node);
  for (std::size_t i = 0; i < parts.count; ++i) parts.ids[i] = made_.at(parts.ids[i]);
  return remade(*symbols_, node, parts);
}

TermId Generalisation::of(TermId root) {
  std::vector<TermId> stack{root};
  while (!stack.empty()) {
    const TermId term = stack.back();
    const std::size_t waiting = stack.size();
    if (!made_.contains(term) && !is_word_.at(term)) {
      const OperandTerms parts = parts_of(*symbols_, symbols_->arena().nodes()[term]);
      for (std::size_t i = parts.count; i-- > 0;) {
        if (!made_.contains(parts.ids[i])) stack.push_back(parts.ids[i]);
      }
    }
    if (stack.size() > waiting) continue;
    stack.pop_back();
    if (!made_.contains(term)) made_.emplace(term, made(term));
  }
  return made_.at(root);
}

}  // namespace

std::optional<Generalised> generalised(Symbols& symbols, const TermPair& pair, std::size_t terms) {
  Generalisation general(symbols);
  if (!general.explore(pair, terms)) return std::nullopt;
  Generalised out;
  out.pair.left = general.of(pair.left);
  out.pair.right = general.of(pair.right);
  out.words = general.words();
  out.terms = general.terms();
  return out;
}

}  // namespace touchstone::ptx
