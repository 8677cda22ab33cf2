#pragma once

#include <bit>
#include <cstdint>

#include "lanes.h"

/// The loops themselves, in a nameless namespace: compiled once for every x86-64 and once with AVX2
/// and FMA allowed, without ever sharing a function.
namespace touchstone::ptx {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

/// PTX's NaN: what every arithmetic result that is NaN looks like.
inline u32 bits_of_result(float x) { return x != x ? 0x7FFFFFFFU : std::bit_cast<u32>(x); }

inline bool is_negative(float x) { return (std::bit_cast<u32>(x) >> 31U) != 0; }

template <class To, class From, class F>
void map1(void* d, const void* a, const void*, const void*) {
  auto* out = static_cast<To*>(d);
  const auto* x = static_cast<const From*>(a);
  for (unsigned l = 0; l < lane_count; ++l) out[l] = F::of(x[l]);
}

template <class To, class From, class F>
void map2(void* d, const void* a, const void* b, const void*) {
  auto* out = static_cast<To*>(d);
  const auto* x = static_cast<const From*>(a);
  const auto* y = static_cast<const From*>(b);
  for (unsigned l = 0; l < lane_count; ++l) out[l] = F::of(x[l], y[l]);
}

/// Of a 64-bit value and a shift amount of 32 bits.
template <class F>
void shift64(void* d, const void* a, const void* b, const void*) {
  auto* out = static_cast<u64*>(d);
  const auto* x = static_cast<const u64*>(a);
  const auto* y = static_cast<const u32*>(b);
  for (unsigned l = 0; l < lane_count; ++l) out[l] = F::of(x[l], y[l]);
}

template <class To, class From, class Third, class F>
void map3(void* d, const void* a, const void* b, const void* c) {
  auto* out = static_cast<To*>(d);
  const auto* x = static_cast<const From*>(a);
  const auto* y = static_cast<const From*>(b);
  const auto* z = static_cast<const Third*>(c);
  for (unsigned l = 0; l < lane_count; ++l) out[l] = F::of(x[l], y[l], z[l]);
}

template <class From, class F>
void test(void* d, const void* a, const void* b, const void*) {
  const auto* x = static_cast<const From*>(a);
  const auto* y = static_cast<const From*>(b);
  u32 out = 0;
  for (unsigned l = 0; l < lane_count; ++l) out |= static_cast<u32>(F::of(x[l], y[l])) << l;
  *static_cast<u32*>(d) = out;
}

template <class T>
void choose(void* d, const void* a, const void* b, const void* c) {
  auto* out = static_cast<T*>(d);
  const auto* x = static_cast<const T*>(a);
  const auto* y = static_cast<const T*>(b);
  const u32 mask = *static_cast<const u32*>(c);
  for (unsigned l = 0; l < lane_count; ++l) out[l] = ((mask >> l) & 1U) != 0 ? x[l] : y[l];
}

struct Same {
  template <class T>
  static T of(T x) {
    return x;
  }
};
struct Not {
  template <class T>
  static T of(T x) {
    return static_cast<T>(~x);
  }
};
struct Minus {
  template <class T>
  static T of(T x) {
    return static_cast<T>(T{0} - x);
  }
};
struct ToU64 {
  static u64 of(u32 x) { return x; }
};
struct ToS64 {
  static u64 of(u32 x) { return static_cast<u64>(i64{static_cast<i32>(x)}); }
};
struct ToU32 {
  static u32 of(u64 x) { return static_cast<u32>(x); }
};
struct Add {
  template <class T>
  static T of(T x, T y) {
    return static_cast<T>(x + y);
  }
};
struct Sub {
  template <class T>
  static T of(T x, T y) {
    return static_cast<T>(x - y);
  }
};
struct Mul {
  template <class T>
  static T of(T x, T y) {
    return static_cast<T>(x * y);
  }
};
struct Mad {
  template <class T>
  static T of(T x, T y, T z) {
    return static_cast<T>(x * y + z);
  }
};
struct WideU {
  static u64 of(u32 x, u32 y) { return u64{x} * y; }
};
struct WideS {
  static u64 of(u32 x, u32 y) {
    return static_cast<u64>(i64{static_cast<i32>(x)} * i64{static_cast<i32>(y)});
  }
};
struct MadWideU {
  static u64 of(u32 x, u32 y, u64 z) { return WideU::of(x, y) + z; }
};
struct MadWideS {
  static u64 of(u32 x, u32 y, u64 z) { return WideS::of(x, y) + z; }
};
struct And {
  template <class T>
  static T of(T x, T y) {
    return x & y;
  }
};
struct Or {
  template <class T>
  static T of(T x, T y) {
    return x | y;
  }
};
struct Xor {
  template <class T>
  static T of(T x, T y) {
    return x ^ y;
  }
};
struct Left {
  static u32 of(u32 x, u32 y) { return y > 31 ? 0 : x << y; }
};
struct RightU {
  static u32 of(u32 x, u32 y) { return y > 31 ? 0 : x >> y; }
};
struct RightS {
  static u32 of(u32 x, u32 y) {
    return static_cast<u32>(static_cast<i32>(x) >> (y > 31 ? 31U : y));
  }
};
struct Left64 {
  static u64 of(u64 x, u32 y) { return y > 63 ? 0 : x << y; }
};
struct RightU64 {
  static u64 of(u64 x, u32 y) { return y > 63 ? 0 : x >> y; }
};
struct RightS64 {
  static u64 of(u64 x, u32 y) {
    return static_cast<u64>(static_cast<i64>(x) >> (y > 63 ? 63U : y));
  }
};
struct Least {
  template <class T>
  static T of(T x, T y) {
    return y < x ? y : x;
  }
};
struct Greatest {
  template <class T>
  static T of(T x, T y) {
    return x < y ? y : x;
  }
};

struct Equal {
  template <class T>
  static bool of(T x, T y) {
    return x == y;
  }
};
struct Unequal {
  template <class T>
  static bool of(T x, T y) {
    return x != y;
  }
};
struct Less {
  template <class T>
  static bool of(T x, T y) {
    return x < y;
  }
};
struct AtMost {
  template <class T>
  static bool of(T x, T y) {
    return x <= y;
  }
};
struct Greater {
  template <class T>
  static bool of(T x, T y) {
    return x > y;
  }
};
struct AtLeast {
  template <class T>
  static bool of(T x, T y) {
    return x >= y;
  }
};
struct OrderedUnequal {
  static bool of(float x, float y) { return x < y || x > y; }
};
struct EqualOrNan {
  static bool of(float x, float y) { return !(x < y || x > y); }
};
struct LessOrNan {
  static bool of(float x, float y) { return !(x >= y); }
};
struct AtMostOrNan {
  static bool of(float x, float y) { return !(x > y); }
};
struct GreaterOrNan {
  static bool of(float x, float y) { return !(x <= y); }
};
struct AtLeastOrNan {
  static bool of(float x, float y) { return !(x < y); }
};
struct Numbers {
  static bool of(float x, float y) { return x == x && y == y; }
};
struct SomeNan {
  static bool of(float x, float y) { return x != x || y != y; }
};

/// The same on the bits of numbers, as registers hold them.
template <class F>
struct OnBits {
  static auto of(u32 x, u32 y) { return F::of(std::bit_cast<float>(x), std::bit_cast<float>(y)); }
  static auto of(u32 x, u32 y, u32 z) {
    return F::of(std::bit_cast<float>(x), std::bit_cast<float>(y), std::bit_cast<float>(z));
  }
};

struct AddF {
  static u32 of(float x, float y) { return bits_of_result(x + y); }
};
struct SubF {
  static u32 of(float x, float y) { return bits_of_result(x - y); }
};
struct MulF {
  static u32 of(float x, float y) { return bits_of_result(x * y); }
};
template <class Fma>
struct FmaF {
  static u32 of(float x, float y, float z) { return bits_of_result(Fma::fma(x, y, z)); }
};
/// 9.7.3 "min", "max": a NaN operand is dropped, and −0 < +0.
struct MaxF {
  static u32 of(float x, float y) {
    const float more = x == y ? (is_negative(x) ? y : x) : (x > y ? x : y);
    return bits_of_result(x != x ? y : (y != y ? x : more));
  }
};
struct MinF {
  static u32 of(float x, float y) {
    const float less = x == y ? (is_negative(x) ? x : y) : (x < y ? x : y);
    return bits_of_result(x != x ? y : (y != y ? x : less));
  }
};
struct MaxNanF {
  static u32 of(float x, float y) { return x != x || y != y ? 0x7FFFFFFFU : MaxF::of(x, y); }
};
struct MinNanF {
  static u32 of(float x, float y) { return x != x || y != y ? 0x7FFFFFFFU : MinF::of(x, y); }
};

template <class T>
LaneFunction comparison(Compare compare) {
  switch (compare) {
    case Compare::eq: return test<T, Equal>;
    case Compare::ne: return test<T, Unequal>;
    case Compare::lt: return test<T, Less>;
    case Compare::le: return test<T, AtMost>;
    case Compare::gt: return test<T, Greater>;
    case Compare::ge: return test<T, AtLeast>;
    default: return nullptr;
  }
}

inline LaneFunction float_comparison(Compare compare) {
  switch (compare) {
    case Compare::eq: return test<u32, OnBits<Equal>>;
    case Compare::lt: return test<u32, OnBits<Less>>;
    case Compare::le: return test<u32, OnBits<AtMost>>;
    case Compare::gt: return test<u32, OnBits<Greater>>;
    case Compare::ge: return test<u32, OnBits<AtLeast>>;
    case Compare::ne: return test<u32, OnBits<OrderedUnequal>>;
    case Compare::equ: return test<u32, OnBits<EqualOrNan>>;
    case Compare::neu: return test<u32, OnBits<Unequal>>;
    case Compare::ltu: return test<u32, OnBits<LessOrNan>>;
    case Compare::leu: return test<u32, OnBits<AtMostOrNan>>;
    case Compare::gtu: return test<u32, OnBits<GreaterOrNan>>;
    case Compare::geu: return test<u32, OnBits<AtLeastOrNan>>;
    case Compare::num: return test<u32, OnBits<Numbers>>;
    case Compare::nan: return test<u32, OnBits<SomeNan>>;
    default: return nullptr;
  }
}

inline LaneFunction comparison_loop(const Form& form) {
  if (form.logic != Logic::none || form.flush) return nullptr;
  switch (form.type) {
    case Type::f32: return float_comparison(form.compare);
    case Type::s32: return comparison<i32>(form.compare);
    case Type::b32:
    case Type::u32: return comparison<u32>(form.compare);
    case Type::s64: return comparison<i64>(form.compare);
    case Type::b64:
    case Type::u64: return comparison<u64>(form.compare);
    default: return nullptr;
  }
}

template <class Fma>
LaneFunction float_loop(const Form& form) {
  const bool nearest = form.rounding == Rounding::none || form.rounding == Rounding::rn;
  if (form.flush || form.saturate || form.absolute || form.approximate || !nearest) return nullptr;
  switch (form.rule) {
    case Rule::add: return map2<u32, u32, OnBits<AddF>>;
    case Rule::subtract: return map2<u32, u32, OnBits<SubF>>;
    case Rule::multiply: return map2<u32, u32, OnBits<MulF>>;
    case Rule::fused_multiply_add: return map3<u32, u32, u32, OnBits<FmaF<Fma>>>;
    case Rule::maximum:
      return form.nan ? map2<u32, u32, OnBits<MaxNanF>> : map2<u32, u32, OnBits<MaxF>>;
    case Rule::minimum:
      return form.nan ? map2<u32, u32, OnBits<MinNanF>> : map2<u32, u32, OnBits<MinF>>;
    default: return nullptr;
  }
}

inline LaneFunction integer_loop(const Form& form, bool is_signed) {
  if (form.saturate) return nullptr;
  switch (form.rule) {
    case Rule::add: return map2<u32, u32, Add>;
    case Rule::subtract: return map2<u32, u32, Sub>;
    case Rule::negate: return map1<u32, u32, Minus>;
    case Rule::minimum: return is_signed ? map2<i32, i32, Least> : map2<u32, u32, Least>;
    case Rule::maximum: return is_signed ? map2<i32, i32, Greatest> : map2<u32, u32, Greatest>;
    case Rule::multiply:
      if (form.part == Part::lo) return map2<u32, u32, Mul>;
      if (form.part == Part::wide) return is_signed ? map2<u64, u32, WideS> : map2<u64, u32, WideU>;
      return nullptr;
    case Rule::multiply_add:
      if (form.part == Part::lo) return map3<u32, u32, u32, Mad>;
      if (form.part == Part::wide) {
        return is_signed ? map3<u64, u32, u64, MadWideS> : map3<u64, u32, u64, MadWideU>;
      }
      return nullptr;
    case Rule::conjunction: return map2<u32, u32, And>;
    case Rule::disjunction: return map2<u32, u32, Or>;
    case Rule::exclusive_or: return map2<u32, u32, Xor>;
    case Rule::complement: return map1<u32, u32, Not>;
    case Rule::shift_left: return map2<u32, u32, Left>;
    case Rule::shift_right: return is_signed ? map2<u32, u32, RightS> : map2<u32, u32, RightU>;
    default: return nullptr;
  }
}

inline LaneFunction wide_loop(const Form& form, bool is_signed) {
  if (form.saturate) return nullptr;
  switch (form.rule) {
    case Rule::add: return map2<u64, u64, Add>;
    case Rule::subtract: return map2<u64, u64, Sub>;
    case Rule::minimum: return is_signed ? map2<i64, i64, Least> : map2<u64, u64, Least>;
    case Rule::maximum: return is_signed ? map2<i64, i64, Greatest> : map2<u64, u64, Greatest>;
    case Rule::multiply: return form.part == Part::lo ? map2<u64, u64, Mul> : nullptr;
    case Rule::multiply_add: return form.part == Part::lo ? map3<u64, u64, u64, Mad> : nullptr;
    case Rule::conjunction: return map2<u64, u64, And>;
    case Rule::disjunction: return map2<u64, u64, Or>;
    case Rule::exclusive_or: return map2<u64, u64, Xor>;
    case Rule::complement: return map1<u64, u64, Not>;
    case Rule::shift_left: return shift64<Left64>;
    case Rule::shift_right: return is_signed ? shift64<RightS64> : shift64<RightU64>;
    default: return nullptr;
  }
}

inline LaneFunction conversion_loop(const Form& form) {
  if (form.saturate || is_float(form.type) || is_float(form.source)) return nullptr;
  const unsigned to = bits_of(form.type);
  const unsigned from = bits_of(form.source);
  if (to == 64 && from == 32) {
    return is_signed(form.source) ? map1<u64, u32, ToS64> : map1<u64, u32, ToU64>;
  }
  if (to == 32 && from == 64) return map1<u32, u64, ToU32>;
  if (to == 32 && from == 32) return map1<u32, u32, Same>;
  if (to == 64 && from == 64) return map1<u64, u64, Same>;
  return nullptr;
}

template <class Fma>
LaneFunction loop_for(const Form& form) {
  const unsigned bits = bits_of(form.type);
  switch (form.rule) {
    case Rule::move:
      if (form.vector != 1) return nullptr;
      if (bits == 64) return map1<u64, u64, Same>;
      return bits == 32 ? map1<u32, u32, Same> : nullptr;
    case Rule::convert: return conversion_loop(form);
    case Rule::set_predicate: return comparison_loop(form);
    case Rule::select:
      if (bits == 64) return choose<u64>;
      return bits == 32 ? choose<u32> : nullptr;
    default: break;
  }
  if (form.type == Type::f32) return float_loop<Fma>(form);
  if (is_float(form.type)) return nullptr;
  if (bits == 32) return integer_loop(form, is_signed(form.type));
  return bits == 64 ? wide_loop(form, is_signed(form.type)) : nullptr;
}

}  // namespace
}  // namespace touchstone::ptx
