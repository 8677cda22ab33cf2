#pragma once

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

#include "diagnostic.h"

namespace touchstone {

/// A value, or the reason why there is none. `value()` and `operator*` require `ok()`,
/// `error()` requires the opposite.
template <class T>
class [[nodiscard]] Result {
 public:
  // Both conversions are implicit so that a function returns either its value or its reason.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Diagnostic why) : state_(std::in_place_index<1>, std::move(why)) {}

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] T& value() & {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  /// Of a temporary by value, so that `for (auto& x : *items())` does not dangle.
  [[nodiscard]] T value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  [[nodiscard]] T& operator*() & { return value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T operator*() && { return std::move(*this).value(); }
  [[nodiscard]] T* operator->() { return &value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }

  [[nodiscard]] const Diagnostic& error() const {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Diagnostic> state_;
};

/// Success without a value, or the reason of the failure.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Diagnostic why) : why_(std::move(why)) {}

  [[nodiscard]] bool ok() const { return !why_.has_value(); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] const Diagnostic& error() const {
    assert(why_.has_value());
    return *why_;
  }

 private:
  std::optional<Diagnostic> why_;
};

}  // namespace touchstone
