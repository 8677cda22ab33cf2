#include "claim.h"

#include <stdexcept>

namespace touchstone {

std::string_view name_of(Contract contract) {
  switch (contract) {
    case Contract::shape: return "shape";
    case Contract::layout: return "layout";
    case Contract::value: return "value";
    case Contract::vjp: return "vjp";
  }
  throw std::logic_error("not a contract");
}

std::optional<Contract> contract_named(std::string_view name) {
  for (const Contract contract : all_contracts) {
    if (name_of(contract) == name) return contract;
  }
  return std::nullopt;
}

std::string_view name_of(Obligation obligation) {
  switch (obligation) {
    case Obligation::in_bounds_once: return "shape.in_bounds_once";
    case Obligation::dense_row_major: return "layout.dense_row_major";
    case Obligation::bit_exact: return "value.bit_exact";
    case Obligation::vjp_in_bounds_once: return "vjp.in_bounds_once";
    case Obligation::vjp_dense_row_major: return "vjp.dense_row_major";
    case Obligation::vjp_bit_exact: return "vjp.bit_exact";
  }
  throw std::logic_error("not an obligation");
}

std::optional<Obligation> obligation_named(std::string_view name) {
  for (const Obligation obligation : all_obligations) {
    if (name_of(obligation) == name) return obligation;
  }
  return std::nullopt;
}

std::string_view sentence_of(Obligation obligation) {
  switch (obligation) {
    case Obligation::in_bounds_once:
      return "every access lies inside its operand and every output element is written exactly "
             "once";
    case Obligation::dense_row_major:
      return "operands and result are dense row-major buffers of the declared element types";
    case Obligation::bit_exact:
      return "the output has the definition's bits for every input, NaN being one value";
    case Obligation::vjp_in_bounds_once:
      return "computing each gradient, every access lies inside its operand and every element is "
             "written exactly once";
    case Obligation::vjp_dense_row_major:
      return "operands, cotangent and gradient are dense row-major buffers of the declared element "
             "types";
    case Obligation::vjp_bit_exact:
      return "each gradient has the bits of the definition's vector-Jacobian product for every "
             "input, NaN being one value";
  }
  throw std::logic_error("not an obligation");
}

Contract contract_of(Obligation obligation) {
  switch (obligation) {
    case Obligation::in_bounds_once: return Contract::shape;
    case Obligation::dense_row_major: return Contract::layout;
    case Obligation::bit_exact: return Contract::value;
    case Obligation::vjp_in_bounds_once:
    case Obligation::vjp_dense_row_major:
    case Obligation::vjp_bit_exact: return Contract::vjp;
  }
  throw std::logic_error("not an obligation");
}

std::vector<Obligation> obligations_in(Contract contract) {
  std::vector<Obligation> out;
  for (const Obligation obligation : all_obligations) {
    if (contract_of(obligation) == contract) out.push_back(obligation);
  }
  return out;
}

}  // namespace touchstone
