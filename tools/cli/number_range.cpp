#include "number_range.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <string>

namespace touchstone::cli {

namespace {

/// As CLI11 reads it: decimal, or with 0x or 0 before it.
std::string beyond_range(const std::string& text, bool is_signed) {
  errno = 0;
  if (is_signed) {
    static_cast<void>(std::strtoll(text.c_str(), nullptr, 0));
  } else {
    static_cast<void>(std::strtoull(text.c_str(), nullptr, 0));
  }
  return errno == ERANGE ? "the number " + text + " is out of range" : std::string();
}

}  // namespace

void refuse_numbers_beyond_range(CLI::App& app) {
  for (CLI::Option* const option : app.get_options()) {
    const std::string type = option->get_type_name();
    const bool is_signed = type.starts_with("INT");
    if (!is_signed && !type.starts_with("UINT")) continue;
    option->check([is_signed](const std::string& text) { return beyond_range(text, is_signed); });
  }
  for (CLI::App* const sub : app.get_subcommands([](CLI::App*) { return true; })) {
    refuse_numbers_beyond_range(*sub);
  }
}

}  // namespace touchstone::cli
