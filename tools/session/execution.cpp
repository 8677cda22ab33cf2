#include "execution.h"

#include "touchstone/host/threads.h"
#include "touchstone/ptx_device/simulated_execution.h"
#include "touchstone/reference/execution.h"

namespace touchstone {

namespace {

Result<Tensor> run_pass(const Plan& plan, std::size_t number, const Node& node, Pass pass,
                        const TensorType& result, std::span<const Tensor> operands,
                        unsigned threads) {
  const Capsule& capsule = *plan.classes[plan.class_of_node[number]].capsule;
  if (capsule.provider == Provider::native_cuda && capsule.device == Device::ptx_sim) {
    // An accepted plan was judged on these very bytes: other ones would have refuted its capsules.
    return execute_simulated(node.op, node.attributes, result, operands,
                             native_cuda::committed_files());
  }
  if (capsule.provider != Provider::reference) {
    return unavailable({}, "nothing here runs capsule " + capsule.name);
  }
  return execute(native_kernels(), node.op, node.attributes, pass, result, operands, threads);
}

}  // namespace

unsigned threads_or_all(unsigned threads) { return threads == 0 ? hardware_threads() : threads; }

NodeRunner node_runner(const AcceptedPlan& accepted, unsigned threads) {
  return [&plan = accepted.plan(), workers = threads_or_all(threads)](
             std::size_t number, const Node& node, const TensorType& result,
             std::span<const Tensor> operands) {
    return run_pass(plan, number, node, Pass::forward(), result, operands, workers);
  };
}

VjpRunner vjp_runner(const AcceptedPlan& accepted, unsigned threads) {
  return [&plan = accepted.plan(), workers = threads_or_all(threads)](
             std::size_t number, const Node& node, Pass pass, const TensorType& gradient,
             std::span<const Tensor> operands) {
    return run_pass(plan, number, node, pass, gradient, operands, workers);
  };
}

}  // namespace touchstone
