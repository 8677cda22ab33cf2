#include "capsules.h"

#include <stdexcept>

#include "launch.h"
#include "view_artifact.h"

namespace touchstone {

namespace {

using native_cuda::PtxFile;

/// What people need to know of the kernels of one operation.
struct Description {
  std::string_view kernels;
  std::string_view launch;
};

Description description_of(Op op) {
  constexpr std::string_view pointwise =
      "blocks of 256 threads, a thread an element; a broadcast result has fewer than 2^32 "
      "elements and at most 6 axes after neighbours that go on as one are joined";
  constexpr std::string_view product =
      "above 4 rows blocks of 256 threads, each 64 x 64 elements in steps of 16 of the contracted "
      "index; otherwise blocks of 128 threads, a thread an element; no axis beyond 2^31 - 1";
  constexpr std::string_view view = "none: the result is the operand's buffer";
  switch (op) {
    case Op::add: return {"add, add_scalar, add_broadcast_3, add_broadcast_6", pointwise};
    case Op::mul: return {"mul, mul_scalar, mul_broadcast_3, mul_broadcast_6", pointwise};
    case Op::sub: return {"sub, sub_scalar, sub_broadcast_3, sub_broadcast_6", pointwise};
    case Op::relu: return {"relu", "blocks of 256 threads, a thread an element"};
    case Op::linear:
      return {"linear_tiled, linear_bias_tiled, linear_few_rows, linear_bias_few_rows", product};
    case Op::matmul: return {"matmul_tiled, matmul_few_rows", product};
    case Op::reduce_sum:
      return {"reduce_sum",
              "a block of 128 threads, the lanes of the canonical sum, for each element of the "
              "result; at most 2^36 elements of neighbouring axes are summed"};
    case Op::flatten:
    case Op::reshape: return {{}, view};
    default: throw std::logic_error("not served by native CUDA kernels");
  }
}

std::string kernel_file(Op op) { return std::string(operation(op).name) + ".ptx"; }

Digest digest_of_file(std::span<const PtxFile> files, const std::string& name) {
  const auto bytes = bytes_of(files, name);
  if (!bytes) throw std::logic_error("there is no PTX file " + name);
  return sha256(*bytes);
}

/// Digested as cmake/artifact.cmake digests sources: the flags, then each file's digest and path.
Artifact ptx_artifact(Op op, std::span<const PtxFile> files) {
  Artifact out;
  out.flags = native_cuda::build_flags();
  out.symbol = description_of(op).kernels;
  std::string manifest = out.flags + "\n";
  for (const std::string& name : native_cuda::names_for_targets(kernel_file(op))) {
    out.sources.push_back("capsules/native_cuda/ptx/" + name);
    manifest += digest_of_file(files, name).hex() + "  " + out.sources.back() + "\n";
  }
  out.digest = sha256(manifest);
  return out;
}

std::optional<std::string> refuses(Op op, const Attributes& attributes,
                                   std::span<const TensorType> operands) {
  return native_cuda::refusal(op, attributes, operands);
}

Capsule capsule_for(Op op, Device device, std::span<const PtxFile> files) {
  const bool simulated = device == Device::ptx_sim;
  const bool view = native_cuda::is_view(op);
  Capsule out;
  out.name = "native_cuda." + std::string(operation(op).name) + (simulated ? ".ptx_sim" : "");
  out.op = op;
  out.refines = op;
  out.provider = Provider::native_cuda;
  out.device = device;
  out.artifact = view ? native_cuda::view_artifact() : ptx_artifact(op, files);
  out.launch = description_of(op).launch;
  out.runtime_support = simulated ? RuntimeSupport::executable : RuntimeSupport::not_wired;
  out.summary = std::string(operation(op).formula);
  out.provenance = view ? "the launch rule in capsules/native_cuda"
                        : "capsules/native_cuda/kernels/" + std::string(operation(op).name) +
                              ".cu, compiled to PTX for sm_80 and for sm_100";
  out.assumptions = {AssumptionId::defs, AssumptionId::import, AssumptionId::exec};
  if (!simulated && !view) {
    out.assumptions.insert(out.assumptions.end(), {AssumptionId::ptxas, AssumptionId::gpu});
  }
  out.refuses = refuses;
  for (const Obligation obligation : all_obligations) {
    const Contract contract = contract_of(obligation);
    if (contract != Contract::vjp) out.claims.push_back({out.name, op, contract, obligation});
  }
  return out;
}

}  // namespace

std::vector<Capsule> native_cuda_capsules(std::span<const PtxFile> files) {
  std::vector<Capsule> out;
  for (const Device device : {Device::cuda, Device::ptx_sim}) {
    for (const Op op : native_cuda::served_operations) {
      out.push_back(capsule_for(op, device, files));
    }
  }
  return out;
}

std::vector<PtxDifference> ptx_differences(std::span<const PtxFile> files) {
  std::vector<PtxDifference> out;
  for (const Capsule& capsule : native_cuda_capsules(files)) {
    if (native_cuda::is_view(capsule.op)) continue;
    for (const std::string& name : native_cuda::names_for_targets(kernel_file(capsule.op))) {
      const auto declared = native_cuda::declared_digest(name);
      if (!declared) throw std::logic_error("the list of digests does not name " + name);
      const Digest found = digest_of_file(files, name);
      if (found != *declared) out.push_back({capsule.name, name, *declared, found});
    }
  }
  return out;
}

}  // namespace touchstone
