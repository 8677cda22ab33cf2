#include "shell.h"

#include <limits>

#include "diagnostic.h"
#include "unseen.h"

namespace touchstone {

namespace {

bool shows_as_it_is(std::string_view text) {
  return unseen_spelled_out(printable(text, std::numeric_limits<std::size_t>::max())) == text;
}

void append_octal(std::string& out, unsigned char byte) {
  out += '\\';
  out += static_cast<char>('0' + (byte >> 6U));
  out += static_cast<char>('0' + (byte >> 3U & 7U));
  out += static_cast<char>('0' + (byte & 7U));
}

/// In ASCII alone.
std::string spelled_out(std::string_view text) {
  std::string out = "$'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte > 0x7E || c == '\'' || c == '\\') {
      append_octal(out, byte);
    } else {
      out += c;
    }
  }
  return out + "'";
}

}  // namespace

std::string shell_quoted(std::string_view text) {
  if (!shows_as_it_is(text)) return spelled_out(text);
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string shell_file(std::string_view name) {
  return shell_quoted(name.starts_with('-') ? "./" + std::string(name) : std::string(name));
}

}  // namespace touchstone
