#include "capsules.h"

#include <string>

#include "artifact.h"
#include "kernels.h"

namespace touchstone {

namespace {

Capsule capsule_for(const Operation& operation, const KernelSet& kernels) {
  Capsule out;
  out.name = "reference." + std::string(operation.name);
  out.op = operation.op;
  out.refines = operation.op;
  out.provider = Provider::reference;
  out.device = Device::cpu;
  out.artifact = reference_artifact();
  out.artifact.symbol = kernel_symbol(operation.op, kernels.fma);
  out.launch = "any number of threads, each a share of the outermost loop";
  out.summary = std::string(operation.formula);
  out.provenance =
      "the definition in specs/op, compiled at binary32 with " + std::string(kernels.fma) + " fma";
  out.assumptions = {AssumptionId::defs, AssumptionId::import, AssumptionId::exec};
  out.vjp_mode = operation.differentiable ? VjpMode::tape : VjpMode::none;
  for (const Obligation obligation : all_obligations) {
    if (contract_of(obligation) == Contract::vjp && !operation.differentiable) continue;
    out.claims.push_back({out.name, operation.op, contract_of(obligation), obligation});
  }
  return out;
}

}  // namespace

std::vector<Capsule> reference_capsules() {
  const KernelSet kernels = native_kernels();
  std::vector<Capsule> out;
  for (const Operation& operation : vocabulary()) out.push_back(capsule_for(operation, kernels));
  return out;
}

}  // namespace touchstone
