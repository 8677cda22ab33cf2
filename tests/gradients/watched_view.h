#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "mpfr_number.h"
#include "touchstone/op/view.h"

namespace touchstone::gradients {

/// A wrong way to read a tensor.
struct Misreading {
  enum class Kind : std::uint8_t {
    none,
    shifted,     ///< one position further along `axis`, the first after the last
    first_only,  ///< zero except at the first position along `axis`
  };
  Kind kind = Kind::none;
  std::size_t axis = 0;
};

/// A view for reading, right or wrong. Numbers read through it are watched.
template <class T>
class WatchedView {
 public:
  WatchedView(const Shape& shape, const T* data, Misreading misreading, TermWatch* watch)
      : view_(shape, data), misreading_(misreading), watch_(watch) {}

  [[nodiscard]] const Shape& shape() const { return view_.shape(); }

  T operator()(Index i) const {
    if (misreading_.kind != Misreading::Kind::none) {
      std::int64_t& entry = i[misreading_.axis];
      if (misreading_.kind == Misreading::Kind::first_only && entry != 0) return T{};
      if (misreading_.kind == Misreading::Kind::shifted) entry = (entry + 1) % length();
    }
    if constexpr (std::is_same_v<T, MpfrNumber>) {
      return view_(i).watched_by(watch_);
    } else {
      return view_(i);
    }
  }

  class Line {
   public:
    Line(const WatchedView& view, const Index& at, std::size_t axis)
        : view_(&view), at_(at), axis_(axis) {}
    T operator()(std::int64_t k) const {
      Index i = at_;
      i[axis_] = k;
      return (*view_)(i);
    }

   private:
    const WatchedView* view_;
    Index at_;
    std::size_t axis_;
  };
  [[nodiscard]] Line line(const Index& at, std::size_t axis) const { return {*this, at, axis}; }

 private:
  [[nodiscard]] std::int64_t length() const { return view_.shape()[misreading_.axis]; }

  View<const T> view_;
  Misreading misreading_;
  TermWatch* watch_;
};

}  // namespace touchstone::gradients
