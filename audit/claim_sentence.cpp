#include "claim_sentence.h"

#include <algorithm>

namespace touchstone {

namespace {

bool claims(const Capsule& capsule, Obligation obligation) {
  return std::any_of(capsule.claims.begin(), capsule.claims.end(),
                     [&](const Claim& claim) { return claim.obligation == obligation; });
}

/// Who computes gradients, in words.
std::string gradients_by(VjpMode mode) {
  switch (mode) {
    case VjpMode::none: return "nobody";
    case VjpMode::tape: return "the definition's vector-Jacobian products, called by our tape";
    case VjpMode::backend: return "the capsule's own kernels, called by our tape";
    case VjpMode::external_autograd: return "another framework's tape";
  }
  return {};
}

}  // namespace

std::string claim_sentence(const Capsule& capsule, Demand demand) {
  std::string out = capsule.name + " promises";
  const std::string definition =
      "the definition of " + std::string(operation(capsule.refines).name);
  std::string how;
  if (claims(capsule, Obligation::in_bounds_once)) {
    how += ", with every access in bounds and every element of the result written exactly once";
  }
  if (claims(capsule, Obligation::dense_row_major)) {
    how += ", on dense row-major buffers";
  }
  if (claims(capsule, Obligation::bit_exact)) {
    out += " the bits of " + definition + " for every input, NaN being one value" + how;
  } else {
    out += " nothing about values" + how;
  }
  if (demand == Demand::training && claims(capsule, Obligation::vjp_bit_exact)) {
    out += "; and the same of its gradients, computed by " + gradients_by(capsule.vjp_mode);
  }
  return out + ".";
}

std::string numerics_sentence(const Capsule& capsule) {
  const Numerics& n = capsule.numerics;
  return "Rounding " + std::string(n.rounding) + "; subnormals " + std::string(n.subnormals) +
         "; contraction " + std::string(n.contraction) + "; reduction order " +
         std::string(n.reduction_order) + ".";
}

}  // namespace touchstone
