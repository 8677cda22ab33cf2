#pragma once

#include <string>

#include "html.h"

namespace touchstone {

/// The style sheet and the script of a report's page, which are all that its policy lets run.
[[nodiscard]] Markup page_style();
[[nodiscard]] Markup page_script();

/// The page's Content-Security-Policy (CSP level 3): nothing is fetched, and no style or script
/// runs but those two, named by their SHA-256.
[[nodiscard]] std::string content_security_policy();

}  // namespace touchstone
