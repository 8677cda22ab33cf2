#include "permitted.h"

namespace touchstone::ptx {
namespace {

bool may_be_global(const Form& form) {
  return form.space == Space::global || form.space == Space::generic;
}

bool vector_permitted(const Form& form) {
  const unsigned bits = form.vector * bits_of(form.type);
  if (bits <= 128) return form.vector < 8;
  return may_be_global(form) && bits == 256 && (bits_of(form.type) == 32 || form.vector == 4);
}

/// Whether every value of `source` is one of `target`.
bool includes(Type target, Type source) {
  if (is_signed(source) && !is_signed(target)) return false;
  const unsigned target_bits = bits_of(target) - (is_signed(target) ? 1 : 0);
  const unsigned source_bits = bits_of(source) - (is_signed(source) ? 1 : 0);
  return target_bits >= source_bits;
}

bool saturation_permitted(Type target, Type source) {
  if (target == Type::bf16 || source == Type::bf16) return false;
  return is_float(target) || is_float(source) || !includes(target, source);
}

}  // namespace

bool permitted(const Form& form) {
  if (form.cache_policy && !may_be_global(form)) return false;
  if (form.rule == Rule::load || form.rule == Rule::store) {
    return form.vector == 1 || vector_permitted(form);
  }
  return form.rule != Rule::convert || !form.saturate ||
         saturation_permitted(form.type, form.source);
}

}  // namespace touchstone::ptx
