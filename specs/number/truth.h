#pragma once

namespace touchstone {

/// A statement that holds or not, as it lies in memory in a boolean tensor. Not a C++ bool, so that
/// no definition can branch on one.
struct Truth {
  bool value = false;

  friend Truth both(Truth x, Truth y) { return {x.value && y.value}; }
  friend Truth either(Truth x, Truth y) { return {x.value || y.value}; }
  friend Truth opposite(Truth x) { return {!x.value}; }
};

static_assert(sizeof(Truth) == 1);

}  // namespace touchstone
