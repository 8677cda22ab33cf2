#include "permitted.h"

namespace touchstone::ptx {
namespace {

bool vector_permitted(const Form& form) {
  const unsigned bits = form.vector * bits_of(form.type);
  if (bits <= 128) return form.vector < 8;
  const bool in_global = form.space == Space::global || form.space == Space::generic;
  return in_global && bits == 256 && (bits_of(form.type) == 32 || form.vector == 4);
}

/// Whether every value of `source` is one of `target`.
bool includes(Type target, Type source) {
  if (is_signed(source) && !is_signed(target)) return false;
  const unsigned target_bits = bits_of(target) - (is_signed(target) ? 1 : 0);
  const unsigned source_bits = bits_of(source) - (is_signed(source) ? 1 : 0);
  return target_bits >= source_bits;
}

}  // namespace

bool permitted(const Form& form) {
  if ((form.rule == Rule::load || form.rule == Rule::store) && form.vector > 1) {
    return vector_permitted(form);
  }
  if (form.rule == Rule::convert && form.saturate && !is_float(form.type) &&
      !is_float(form.source)) {
    return !includes(form.type, form.source);
  }
  return true;
}

}  // namespace touchstone::ptx
