#pragma once

#include <string>

namespace touchstone::ptx {

/// FORMS.md: the semantics table as a page for people, in Markdown.
[[nodiscard]] std::string forms_page();

}  // namespace touchstone::ptx
