#pragma once

namespace CLI {
class App;
}

namespace touchstone::cli {

/// Makes every option of whole numbers, of the subcommands too, refuse a number beyond 64 bits,
/// which CLI11 alone reads as the greatest there is.
void refuse_numbers_beyond_range(CLI::App& app);

}  // namespace touchstone::cli
