#include "html.h"

#include <algorithm>

#include "touchstone/core/counted.h"
#include "touchstone/core/diagnostic.h"
#include "touchstone/core/digest.h"

namespace touchstone {

namespace {

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
}

}  // namespace

Html& Html::raw(Markup markup) {
  out_ += markup.view();
  return *this;
}

Html& Html::number(std::int64_t number) {
  out_ += std::to_string(number);
  return *this;
}

Html& Html::thousands(std::int64_t number) {
  out_ += with_thousands(number);
  return *this;
}

Html& Html::counted(std::int64_t count, Markup noun) {
  thousands(count);
  out_ += ' ';
  out_ += noun.view();
  if (count != 1) out_ += 's';
  return *this;
}

Html& Html::text(std::string_view text, std::size_t limit) {
  std::size_t shown = std::min(text.size(), limit);
  // Not within a character: its bytes after the first are 10xxxxxx, three at most.
  for (int i = 0; i < 3 && shown > 0 && shown < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[shown]) & 0xC0U) != 0x80) break;
    --shown;
  }
  append_escaped(out_, printable(text.substr(0, shown), 4 * limit + 4));
  if (shown == text.size()) return *this;
  out_ += "… (" + with_thousands(static_cast<std::int64_t>(text.size())) + " bytes, SHA-256 " +
          sha256(text).hex() + ")";
  return *this;
}

}  // namespace touchstone
