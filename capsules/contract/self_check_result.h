#pragma once

#include <cstdint>
#include <string>

#include "claim.h"
#include "touchstone/op/attributes.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// Whether the compiled readings of an operation (the forward pass, for contract `value`; all its
/// vector-Jacobian products, for `vjp`) gave the definition's bits, in this process. Stored
/// identity evidence counts only beside one of these.
struct SelfCheckResult {
  Op op{};
  Attributes attributes;
  Contract contract = Contract::value;
  std::int64_t vectors = 0;
  std::int64_t equal = 0;
  std::string first_mismatch;  ///< empty when none

  [[nodiscard]] bool passed() const { return vectors > 0 && vectors == equal; }
};

}  // namespace touchstone
