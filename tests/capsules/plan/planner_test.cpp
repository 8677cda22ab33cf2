#include "touchstone/plan/planner.h"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

Capsule capsule(std::string name, Op op, Provider provider = Provider::reference) {
  Capsule out;
  out.name = std::move(name);
  out.op = op;
  out.refines = op;
  out.provider = provider;
  out.device = Device::cpu;
  for (const Obligation o : all_obligations) {
    if (contract_of(o) != Contract::vjp) out.claims.push_back({out.name, op, contract_of(o), o});
  }
  return out;
}

std::shared_ptr<const Graph> two_relus_and_an_add() {
  GraphBuilder builder;
  const TensorType type{ElementType::float32, Shape::of({2})};
  const ValueId x = *builder.add_input("x", type);
  const ValueId a = *builder.add_node("a", Op::relu, {}, {x});
  const ValueId b = *builder.add_node("b", Op::relu, {}, {a});
  builder.mark_output(*builder.add_node("c", Op::add, {}, {a, b}));
  return std::make_shared<const Graph>(*std::move(builder).finish({}));
}

/// The same with its gradient computed in this way.
Capsule trainable(std::string name, Op op, VjpMode mode = VjpMode::tape) {
  Capsule out = capsule(std::move(name), op);
  out.vjp_mode = mode;
  for (const Obligation o : all_obligations) {
    if (contract_of(o) == Contract::vjp) out.claims.push_back({out.name, op, contract_of(o), o});
  }
  return out;
}

Plan plan_with(std::vector<Capsule> capsules, const std::string& profile = "strict") {
  auto registry = std::make_shared<const Registry>(*Registry::create(std::move(capsules)));
  return make_plan(two_relus_and_an_add(), registry, *profile_named(profile), Device::cpu);
}

TEST(Planner, GroupsNodesThatLookAlike) {
  const Plan plan = plan_with({capsule("r.relu", Op::relu), capsule("r.add", Op::add)});
  ASSERT_EQ(plan.classes.size(), 2U);
  EXPECT_EQ(plan.classes[0].node_count, 2);
  EXPECT_EQ(plan.classes[0].capsule->name, "r.relu");
  EXPECT_EQ(plan.class_of_node, (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_EQ(obligations_of(plan).size(), 6U);
}

std::string refusal(std::vector<Capsule> capsules, const std::string& profile = "strict") {
  capsules.push_back(capsule("r.add", Op::add));
  const Plan plan = plan_with(std::move(capsules), profile);
  const NodeClass& relu = plan.classes[0];
  if (relu.capsule != nullptr) return "served";
  return relu.refusals.empty() ? "no candidate" : relu.refusals[0].reason;
}

TEST(Planner, GivesAReasonForEveryRejectedCandidate) {
  EXPECT_EQ(refusal({capsule("r.relu", Op::relu)}), "served");
  EXPECT_EQ(refusal({}), "no candidate");
  EXPECT_NE(refusal({capsule("o.relu", Op::relu, Provider::openblas)}).find("provider openblas"),
            std::string::npos);
  EXPECT_EQ(refusal({capsule("o.relu", Op::relu, Provider::openblas)}, "checked_cpu"), "served");

  Capsule other = capsule("c.relu", Op::relu);
  other.device = Device::cuda;
  EXPECT_EQ(refusal({other}), "runs on device cuda, not cpu");
  other = capsule("c.relu", Op::relu);
  other.dtype = ElementType::int64;
  EXPECT_EQ(refusal({other}), "computes with int64, not float32");
  other = capsule("c.relu", Op::relu);
  other.forward = false;
  EXPECT_EQ(refusal({other}), "has no forward kernel");
  for (const RuntimeSupport support : {RuntimeSupport::test_only, RuntimeSupport::planner_only}) {
    other = capsule("c.relu", Op::relu);
    other.runtime_support = support;
    EXPECT_EQ(refusal({other}), "is " + std::string(name_of(support)) + ", not executable");
  }
  other = capsule("c.relu", Op::relu);
  other.assumptions = {AssumptionId::cublas};
  EXPECT_NE(refusal({other}).find("rests on A-CUBLAS"), std::string::npos);
}

TEST(Planner, TheFirstThatMayServeWinsAndTheOthersAreTold) {
  const Plan plan =
      plan_with({capsule("r.relu", Op::relu), capsule("n.relu", Op::relu, Provider::native_cpu),
                 capsule("r.add", Op::add)});
  EXPECT_EQ(plan.classes[0].capsule->name, "r.relu");
  ASSERT_EQ(plan.classes[0].refusals.size(), 1U);
  EXPECT_EQ(plan.classes[0].refusals[0].capsule, "n.relu");
}

TEST(Planner, WhatNothingHereRunsIsJudgedAndNotRun) {
  Capsule relu = capsule("c.relu", Op::relu);
  EXPECT_TRUE(check_runnable(plan_with({relu, capsule("r.add", Op::add)})).ok());
  relu.runtime_support = RuntimeSupport::not_wired;
  EXPECT_EQ(refusal({relu}), "served");
  const Plan plan = plan_with({relu, capsule("r.add", Op::add)});
  EXPECT_EQ(obligations_of(plan).size(), 6U);
  const auto runnable = check_runnable(plan);
  ASSERT_FALSE(runnable.ok());
  EXPECT_EQ(runnable.error().kind, Failure::unavailable);
  EXPECT_EQ(runnable.error().reason,
            "capsule c.relu is not_wired: nothing in this build runs kernels on device cpu");
  EXPECT_EQ(check_runnable(plan_with({relu})).error().kind, Failure::unavailable);
}

TEST(Planner, ACapsuleMayRefuseAUseAndSaysWhy) {
  Capsule relu = capsule("c.relu", Op::relu);
  const auto refuses = [](Op op, const Attributes&,
                          std::span<const TensorType> operands) -> std::optional<std::string> {
    if (operands[0].shape.element_count() < 2) return std::nullopt;
    return std::string(operation(op).name) + " of " + operands[0].text() + " is too long";
  };
  relu.refuses = refuses;
  EXPECT_EQ(refusal({relu}), "relu of float32 [2] is too long");
  relu.refuses = [](Op, const Attributes&, std::span<const TensorType>) {
    return std::optional<std::string>();
  };
  EXPECT_EQ(refusal({relu}), "served");
}

/// How relu fares in training when this profile admits gradients of these owners.
std::string trained(const Capsule& relu, const std::set<VjpMode>& owners) {
  Profile profile = *profile_named("strict");
  profile.gradient_owners = owners;
  auto registry =
      std::make_shared<const Registry>(*Registry::create({relu, trainable("r.add", Op::add)}));
  const Plan plan =
      make_plan(two_relus_and_an_add(), registry, profile, Device::cpu, Demand::training);
  if (plan.classes[0].capsule == nullptr) return plan.classes[0].refusals.at(0).reason;
  return "served, " + std::to_string(obligations_of(plan).size()) + " obligations";
}

TEST(Planner, AForwardOnlyCapsuleServesInferenceAndNotTraining) {
  EXPECT_EQ(refusal({capsule("r.relu", Op::relu)}), "served");
  EXPECT_EQ(trained(capsule("r.relu", Op::relu), {VjpMode::tape}),
            "is forward-only, and training asks for its gradient");
  EXPECT_EQ(trained(trainable("r.relu", Op::relu), {VjpMode::tape}), "served, 12 obligations");
}

TEST(Planner, AProfileSaysWhoMayComputeGradients) {
  for (const VjpMode mode : {VjpMode::tape, VjpMode::backend, VjpMode::external_autograd}) {
    const Capsule relu = trainable("r.relu", Op::relu, mode);
    EXPECT_EQ(trained(relu, {mode, VjpMode::tape}), "served, 12 obligations") << name_of(mode);
    EXPECT_EQ(trained(relu, {}), "leaves its gradient to " + std::string(name_of(mode)) +
                                     ", which profile strict does not admit");
  }
}

TEST(Planner, NothingIsAskedOfWhatHasNoGradient) {
  GraphBuilder builder;
  const ValueId noise = *builder.add_node(
      "noise", Op::rand_uniform,
      {{"seed", std::int64_t{1}}, {"shape", Integers{2}}, {"stream", std::string("noise")}}, {});
  builder.mark_output(*builder.add_node("y", Op::relu, {}, {noise}));
  const auto graph = std::make_shared<const Graph>(*std::move(builder).finish({}));
  const auto registry = std::make_shared<const Registry>(*Registry::create(
      {capsule("r.rand_uniform", Op::rand_uniform), trainable("r.relu", Op::relu)}));
  const Plan plan =
      make_plan(graph, registry, *profile_named("strict"), Device::cpu, Demand::training);
  ASSERT_NE(plan.classes[0].capsule, nullptr);
  EXPECT_FALSE(plan.classes[0].vjp);
  EXPECT_TRUE(plan.classes[1].vjp);
  EXPECT_EQ(obligations_of(plan).size(), 3U + 6U);
}

TEST(Profiles, StrictAdmitsGradientsOfOurOwnTapeAndBackends) {
  const Profile strict = *profile_named("strict");
  EXPECT_TRUE(strict.gradient_owners.contains(VjpMode::tape));
  EXPECT_TRUE(strict.gradient_owners.contains(VjpMode::backend));
  EXPECT_FALSE(strict.gradient_owners.contains(VjpMode::external_autograd));
}

TEST(Profiles, AnswerUnknownAndUnservedNamesDifferently) {
  EXPECT_TRUE(profile_named("strict").ok());
  EXPECT_TRUE(profile_named("checked_cpu").ok());
  EXPECT_EQ(profile_named("stirct").error().kind, Failure::unreadable);
  for (const char* name :
       {"checked_cuda", "libtorch_forward_cpu", "libtorch_forward_cuda", "libtorch_autograd_cuda",
        "future_metal", "future_rocm", "future_webgpu", "future_wasm", "future_tpu",
        "future_trainium", "future_custom", "future_external"}) {
    const auto profile = profile_named(name);
    ASSERT_FALSE(profile.ok()) << name;
    EXPECT_EQ(profile.error().kind, Failure::unavailable) << name;
    EXPECT_FALSE(profile.error().reason.empty());
  }
}

TEST(Profiles, DevicesAreResolvedOrRefused) {
  const std::vector<Capsule> capsules{capsule("r.relu", Op::relu)};
  const Profile strict = *profile_named("strict");
  const Profile checked = *profile_named("checked_cpu");
  EXPECT_EQ(*resolve_device(strict, std::nullopt, capsules), Device::cpu);
  EXPECT_EQ(*resolve_device(checked, "cpu", capsules), Device::cpu);
  EXPECT_EQ(resolve_device(strict, "cuda", capsules).error().kind, Failure::unavailable);
  EXPECT_EQ(resolve_device(strict, "metal", capsules).error().kind, Failure::unavailable);
  EXPECT_EQ(resolve_device(strict, "gpu", capsules).error().kind, Failure::unreadable);
  EXPECT_EQ(profile_named("checked_cpu", "cuda").error().kind, Failure::unreadable);
  EXPECT_EQ(profile_named("checked_cuda", "cpu").error().kind, Failure::unreadable);
  EXPECT_EQ(profile_named("checked_cuda", "cuda").error().kind, Failure::unavailable);
  EXPECT_TRUE(profile_named("checked_cpu", "cpu").ok());
}

TEST(Profiles, StrictAdmitsProofsAndTheReferencesIdentityOnly) {
  const Profile strict = *profile_named("strict");
  EXPECT_TRUE(admits(strict, EvidenceKind::theorem, Provider::native_cuda));
  EXPECT_TRUE(admits(strict, EvidenceKind::checker, Provider::native_cuda));
  EXPECT_TRUE(admits(strict, EvidenceKind::identity, Provider::reference));
  EXPECT_FALSE(admits(strict, EvidenceKind::identity, Provider::native_cuda));
  for (const EvidenceKind kind :
       {EvidenceKind::replay, EvidenceKind::fuzz, EvidenceKind::test, EvidenceKind::guard,
        EvidenceKind::trusted, EvidenceKind::missing}) {
    EXPECT_FALSE(admits(strict, kind, Provider::reference)) << name_of(kind);
  }
}

}  // namespace
}  // namespace touchstone
