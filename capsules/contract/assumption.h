#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace touchstone {

/// Everything a verdict can rest on without having checked it. The list is closed: evidence that
/// needs anything else cannot be written down.
enum class AssumptionId : std::uint8_t {
  defs,
  import,
  exec,
  checker,
  cxx,
  cpu,
  mpfr,
  smt,
  ptxas,
  gpu,
  signer,
  ledger,
  cublas,
  cufft,
  libtorch,
};

struct Assumption {
  AssumptionId id{};
  std::string_view name;  ///< "A-DEFS"
  std::string_view sentence;
  std::string_view why_believed;
  std::string_view removed_by;  ///< what would make it unnecessary
};

[[nodiscard]] std::span<const Assumption> assumptions();
[[nodiscard]] const Assumption& assumption(AssumptionId id);
[[nodiscard]] std::optional<AssumptionId> assumption_named(std::string_view name);

}  // namespace touchstone
