#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "form.h"

namespace touchstone::ptx {

/// What a modifier sets. `nothing` is for words that are part of a name ("sync") or hints (".ca").
enum class Field : std::uint8_t {
  nothing,
  type,  ///< the first type of an opcode is Form::type, the second Form::source
  rounding,
  compare,
  logic,
  part,
  update,
  lanes,
  shift,
  scope,
  space,
  order,
  property,
  bytes,
  vector,
  flush,
  saturate,
  relu,
  approximate,
  full_range,
  nan,
  absolute,
  xor_sign,
  is_volatile,
  non_coherent,
  cache_policy,
  uniform,
  aligned,
  wrap
};

/// One modifier of a pattern and what it means there.
struct Word {
  std::string_view text;
  Field field = Field::nothing;
  std::uint8_t value = 0;
};

/// Gives the form this meaning. `second` says that a type is the opcode's second one.
void apply(const Word& word, bool second, Form& form);

/// The words that a pattern's element stands for: those of a class ("rnd"), or the alternatives
/// themselves ("lo|hi").
[[nodiscard]] std::vector<Word> words_of(std::string_view element);

/// A name that patterns use for several words, for the documentation.
struct WordClass {
  std::string_view name;
  std::string_view words;        ///< "rn|rz|rm|rp"
  Field field = Field::nothing;  ///< what the words mean here where it is not their usual meaning
};
[[nodiscard]] const std::vector<WordClass>& word_classes();

/// Whether PTX has this modifier of this mnemonic for forms that the table lacks: carries, packed
/// integers, tensor formats, clusters.
[[nodiscard]] bool lies_beyond_the_table(std::string_view mnemonic, std::string_view modifier);

}  // namespace touchstone::ptx
