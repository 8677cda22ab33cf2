#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pattern.h"
#include "permitted.h"
#include "semantics.h"
#include "table.h"
#include "words.h"

namespace touchstone::ptx {
namespace {

const std::multimap<std::string_view, std::uint16_t>& rows_by_mnemonic() {
  static const std::multimap<std::string_view, std::uint16_t> index = [] {
    std::multimap<std::string_view, std::uint16_t> made;
    for (std::size_t row = 0; row < patterns().size(); ++row) {
      made.emplace(patterns()[row].mnemonic, static_cast<std::uint16_t>(row));
    }
    return made;
  }();
  return index;
}

std::vector<std::string_view> split(std::string_view opcode) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from <= opcode.size();) {
    const std::size_t to = std::min(opcode.find('.', from), opcode.size());
    parts.push_back(opcode.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

const Word* word_in(const Element& element, std::string_view text) {
  const auto at = std::find_if(element.words.begin(), element.words.end(),
                               [text](const Word& word) { return word.text == text; });
  return at == element.words.end() ? nullptr : &*at;
}

/// The first place that is free and takes this modifier, a type only the first free place of types.
std::optional<std::size_t> place_of(const Pattern& pattern, const std::vector<bool>& used,
                                    std::string_view modifier) {
  bool type_seen = false;
  for (std::size_t index = 0; index < pattern.elements.size(); ++index) {
    if (used[index]) continue;
    const Element& element = pattern.elements[index];
    if (type_seen && element.is_type) continue;
    if (word_in(element, modifier) != nullptr) return index;
    type_seen = type_seen || element.is_type;
  }
  return std::nullopt;
}

std::optional<Form> matched(const Row& row, const Pattern& pattern,
                            const std::vector<std::string_view>& parts) {
  std::vector<bool> used(pattern.elements.size(), false);
  Form form = row.base;
  for (std::size_t part = 1; part < parts.size(); ++part) {
    const std::optional<std::size_t> place = place_of(pattern, used, parts[part]);
    if (!place) return std::nullopt;
    used[*place] = true;
    const Element& element = pattern.elements[*place];
    apply(*word_in(element, parts[part]), element.second, form);
  }
  for (std::size_t index = 0; index < used.size(); ++index) {
    if (!used[index] && !pattern.elements[index].optional) return std::nullopt;
  }
  if (!permitted(form)) return std::nullopt;
  return form;
}

/// The word of this place that the form has: one that leaves it as it is and, where the place may
/// be empty, says more than the row does.
std::string_view word_of(const Element& element, const Form& form, const Form& base) {
  for (const Word& word : element.words) {
    Form with = form;
    apply(word, element.second, with);
    Form alone = base;
    apply(word, element.second, alone);
    if (with == form && !(element.optional && alone == base)) return word.text;
  }
  return {};
}

}  // namespace

Result<Form> resolve(std::string_view opcode) {
  const std::vector<std::string_view> parts = split(opcode);
  const auto [first, last] = rows_by_mnemonic().equal_range(parts.front());
  if (first == last) {
    return unavailable({}, "the instruction " + printable(parts.front()) +
                               " is not in the semantics table (opcode " + printable(opcode) + ")");
  }
  for (auto row = first; row != last; ++row) {
    if (const auto form = matched(rows()[row->second], patterns()[row->second], parts)) {
      return *form;
    }
  }
  for (std::size_t part = 1; part < parts.size(); ++part) {
    if (!lies_beyond_the_table(parts.front(), parts[part])) continue;
    return unavailable({}, "the modifier ." + printable(parts[part]) + " of " + printable(opcode) +
                               " is not in the semantics table");
  }
  return unreadable({}, "PTX has no instruction " + printable(opcode));
}

std::string text_of(const Form& form) {
  const Pattern& pattern = patterns().at(form.entry);
  const Form& base = rows()[form.entry].base;
  std::string text(pattern.mnemonic);
  for (const Element& element : pattern.elements) {
    const std::string_view word = word_of(element, form, base);
    if (!word.empty()) text.append(".").append(word);
  }
  return text;
}

}  // namespace touchstone::ptx
