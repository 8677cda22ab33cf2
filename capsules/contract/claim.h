#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// The four contracts of a capsule.
enum class Contract : std::uint8_t {
  shape,   ///< every access in bounds, every output element written once, nothing else written
  layout,  ///< operands and result are read and written under the declared convention
  value,   ///< the result refines the definition
  vjp,     ///< the same for the gradient
};
inline constexpr std::array all_contracts{Contract::shape, Contract::layout, Contract::value,
                                          Contract::vjp};
/// Those that inference asks of every operation. Training also asks for the vjp contract.
inline constexpr std::array forward_contracts{Contract::shape, Contract::layout, Contract::value};

/// The statements that can be proved of a capsule. Each belongs to one contract. Those of the vjp
/// contract are about the gradients of all value operands, together.
enum class Obligation : std::uint8_t {
  in_bounds_once,       ///< shape: accesses inside operands, each element written exactly once
  dense_row_major,      ///< layout: dense row-major buffers of the declared element types
  bit_exact,            ///< value: the definition's bits for every input, NaN being one value
  vjp_in_bounds_once,   ///< vjp: the same three, of the gradients
  vjp_dense_row_major,  ///< vjp
  vjp_bit_exact,        ///< vjp
};
inline constexpr std::array all_obligations{
    Obligation::in_bounds_once,     Obligation::dense_row_major,     Obligation::bit_exact,
    Obligation::vjp_in_bounds_once, Obligation::vjp_dense_row_major, Obligation::vjp_bit_exact};

/// Whether it says that bits are the definition's, of values or of gradients.
[[nodiscard]] constexpr bool claims_bits(Obligation obligation) {
  return obligation == Obligation::bit_exact || obligation == Obligation::vjp_bit_exact;
}

[[nodiscard]] std::string_view name_of(Contract contract);
[[nodiscard]] std::optional<Contract> contract_named(std::string_view name);

/// "shape.in_bounds_once", "value.bit_exact", "vjp.bit_exact"
[[nodiscard]] std::string_view name_of(Obligation obligation);
[[nodiscard]] std::optional<Obligation> obligation_named(std::string_view name);
/// One sentence.
[[nodiscard]] std::string_view sentence_of(Obligation obligation);
[[nodiscard]] Contract contract_of(Obligation obligation);

/// The statements that a contract consists of.
[[nodiscard]] std::vector<Obligation> obligations_in(Contract contract);

/// What one capsule promises in one contract field. A claim whose obligation belongs to another
/// contract than the field it stands in is an error wherever it is read.
struct Claim {
  std::string capsule;
  Op op{};
  Contract contract{};
  Obligation obligation{};

  auto operator<=>(const Claim&) const = default;
};

}  // namespace touchstone
