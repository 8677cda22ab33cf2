#include "pattern.h"

#include <algorithm>

#include "table.h"

namespace touchstone::ptx {
namespace {

Pattern pattern_of(std::string_view text) {
  Pattern pattern;
  const std::size_t end = std::min(text.find_first_of(".{"), text.size());
  pattern.mnemonic = text.substr(0, end);
  bool seen_type = false;
  for (std::size_t at = end; at < text.size();) {
    const bool optional = text[at] == '{';
    at += optional ? 2 : 1;
    const std::size_t to = std::min(text.find_first_of(".{}", at), text.size());
    Element element{words_of(text.substr(at, to - at)), optional, false, false};
    element.is_type = element.words.front().field == Field::type;
    element.second = element.is_type && seen_type;
    seen_type = seen_type || element.is_type;
    pattern.elements.push_back(std::move(element));
    at = optional ? to + 1 : to;
  }
  return pattern;
}

}  // namespace

const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> all = [] {
    std::vector<Pattern> read;
    for (const Row& row : rows()) read.push_back(pattern_of(row.entry.pattern));
    return read;
  }();
  return all;
}

std::string plainest_opcode(const Pattern& pattern) {
  std::string opcode(pattern.mnemonic);
  for (const Element& element : pattern.elements) {
    if (!element.optional) opcode.append(".").append(element.words.front().text);
  }
  return opcode;
}

}  // namespace touchstone::ptx
