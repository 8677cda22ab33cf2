#include "simplify_inputs.h"

#include <algorithm>
#include <array>

namespace touchstone::ptx {

namespace {

/// From simple to less simple; anything else is less simple still.
constexpr std::array<std::uint32_t, 10> simple_values{
    0x00000000U,  // +0
    0x3F800000U,  // 1
    0xBF800000U,  // -1
    0x40000000U,  // 2
    0x40400000U,  // 3
    0x80000000U,  // -0
    0x7F800000U,  // +inf
    0xFF800000U,  // -inf
    0x7FC00000U,  // NaN
    0x00000001U,
};

std::size_t rank_of(std::uint32_t bits) {
  return static_cast<std::size_t>(std::find(simple_values.begin(), simple_values.end(), bits) -
                                  simple_values.begin());
}

class Simplifier {
 public:
  Simplifier(InputValues inputs, const StillFails& still_fails, std::size_t width,
             std::size_t questions)
      : inputs_(std::move(inputs)), still_fails_(&still_fails), width_(width), left_(questions) {}

  /// Sets stretches of elements to +0, long ones first.
  void clear(std::span<const InputElement> elements) {
    for (std::size_t length = elements.size(); length > 0 && left_ > 0; length /= 2) {
      std::vector<std::span<const InputElement>> stretches;
      for (std::size_t at = 0; at < elements.size(); at += length) {
        const auto part = elements.subspan(at, std::min(length, elements.size() - at));
        if (!std::all_of(part.begin(), part.end(),
                         [&](const InputElement& e) { return value(e) == 0; })) {
          stretches.push_back(part);
        }
      }
      clear_stretches(stretches);
    }
  }

  /// Puts simpler values in place of one element's.
  void round(const InputElement& element) {
    const std::size_t rank = rank_of(value(element));
    std::vector<InputValues> trials;
    for (std::size_t i = 0; i < rank; ++i) {
      trials.push_back(inputs_);
      trials.back()[element.operand][element.element] = simple_values[i];
    }
    for (std::size_t from = 0; from < trials.size(); from += width_) {
      const std::size_t to = std::min(trials.size(), from + width_);
      if (take_first({trials.begin() + static_cast<std::ptrdiff_t>(from),
                      trials.begin() + static_cast<std::ptrdiff_t>(to)}) < to - from) {
        return;
      }
    }
  }

  [[nodiscard]] std::uint32_t value(const InputElement& e) const {
    return inputs_[e.operand][e.element];
  }
  [[nodiscard]] bool exhausted() const { return left_ == 0; }
  [[nodiscard]] InputValues take() && { return std::move(inputs_); }

 private:
  void clear_stretches(const std::vector<std::span<const InputElement>>& stretches) {
    std::size_t at = 0;
    while (at < stretches.size() && left_ > 0) {
      const std::size_t count = std::min(width_, stretches.size() - at);
      std::vector<InputValues> trials(count, inputs_);
      for (std::size_t i = 0; i < count; ++i) {
        for (const InputElement& e : stretches[at + i]) trials[i][e.operand][e.element] = 0;
      }
      // After the first that still fails, the others are other trials.
      at += std::min(take_first(std::move(trials)) + 1, count);
    }
  }

  /// The number of the first trial that still fails, which is kept; their count if none does.
  std::size_t take_first(std::vector<InputValues> trials) {
    const std::size_t count = trials.size();
    if (left_ == 0) return count;
    --left_;
    const std::vector<bool> fails = (*still_fails_)(trials);
    const auto first = std::find(fails.begin(), fails.end(), true);
    const auto number = static_cast<std::size_t>(first - fails.begin());
    if (number < count) inputs_ = std::move(trials[number]);
    return std::min(number, count);
  }

  InputValues inputs_;
  const StillFails* still_fails_;
  std::size_t width_;
  std::size_t left_;
};

}  // namespace

InputValues simplified(InputValues inputs, std::span<const InputElement> relevant,
                       const StillFails& still_fails, std::size_t width, std::size_t questions) {
  InputValues bare = inputs;
  for (std::vector<std::uint32_t>& operand : bare) operand.assign(operand.size(), 0);
  for (const InputElement& e : relevant) {
    bare[e.operand][e.element] = inputs[e.operand][e.element];
  }
  if (still_fails({bare}).front()) inputs = std::move(bare);
  Simplifier simplifier(std::move(inputs), still_fails, width, questions);
  simplifier.clear(relevant);
  for (const InputElement& element : relevant) {
    if (simplifier.exhausted()) break;
    if (simplifier.value(element) != 0) simplifier.round(element);
  }
  return std::move(simplifier).take();
}

}  // namespace touchstone::ptx
