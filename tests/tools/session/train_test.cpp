#include "touchstone/session/train.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "touchstone/format/safetensors.h"
#include "touchstone/host/file.h"
#include "touchstone/session/session.h"

namespace touchstone {
namespace {

using testing::HasSubstr;

TensorType floats(std::initializer_list<std::int64_t> extents) {
  return {ElementType::float32, Shape::of(extents)};
}

/// Multiples of 1/16 in [−1, 1].
Tensor some(std::initializer_list<std::int64_t> extents, std::int64_t salt) {
  const Shape shape = Shape::of(extents);
  std::vector<float> values;
  for (std::int64_t i = 0; i < shape.element_count(); ++i) {
    values.push_back(static_cast<float>((i * 7 + salt * 5) % 33 - 16) / 16);
  }
  return Tensor::of(shape, values);
}

/// Two layers for batches of points, to which mse is appended.
Graph small_model(float first = 0, std::int64_t batch = 5, std::int64_t width = 8) {
  GraphBuilder builder;
  const ValueId x = *builder.add_input("x", floats({batch, 3}));
  const ValueId w1 = *builder.add_parameter("w1", some({width, 3}, 1));
  const std::vector<float> biases(static_cast<std::size_t>(width), first);
  const ValueId b1 = *builder.add_parameter("b1", Tensor::of(Shape::of({width}), biases));
  const ValueId h = *builder.add_node("h", Op::linear, {}, {x, w1, b1});
  const ValueId a = *builder.add_node("a", Op::relu, {}, {h});
  const ValueId w2 = *builder.add_parameter("w2", some({1, width}, 2));
  builder.mark_output(*builder.add_node("y", Op::linear, {}, {a, w2}));
  return *std::move(builder).finish({});
}

/// The first coordinate of each point less half the third.
Tensor targets_of(const Tensor& points) {
  std::vector<float> out;
  for (std::size_t i = 0; i + 2 < points.floats().size(); i += 3) {
    out.push_back(points.floats()[i] - points.floats()[i + 2] / 2);
  }
  return Tensor::of(Shape::of({points.shape()[0], 1}), out);
}

std::vector<Tensor> points_and_targets(const Tensor& points) {
  return {points, targets_of(points)};
}

/// A model verified for training, with examples: 23 unless said otherwise.
struct Ready {
  TrainingGraph training;
  Verification verification;
  std::optional<Examples> examples;

  explicit Ready(const Graph& model = small_model(), std::int64_t salt = 3, std::int64_t count = 23)
      : Ready(model, points_and_targets(some({count, 3}, salt))) {}

  Ready(const Graph& model, const std::vector<Tensor>& data)
      : training(*training_graph(model, {.loss = Loss::mse})) {
    VerifyRequest request;
    request.demand = Demand::training;
    verification = *verify(training.graph, request);
    examples = *Examples::create(training, *batch_plan(training), data);
  }
  [[nodiscard]] Result<Trained> train(const TrainingOptions& options,
                                      const StepObserver& observe = {}) const {
    return touchstone::train(*verification.gated.accepted, training, *examples, options, observe);
  }
};

const Ready& ready() {
  static const Ready made;
  return made;
}

TrainingOptions options_of(UpdateRule rule) {
  TrainingOptions out;
  out.optimizer = {
      .rule = rule, .momentum = rule == UpdateRule::sgd ? 0.5F : 0.0F, .weight_decay = 0.01F};
  out.learning_rate = {.base = 0.02F, .warmup = 2, .decay = Decay::cosine, .period = 20};
  out.clip = 1.0F;
  out.steps = 12;
  out.seed = 9;
  return out;
}

class TrainFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("touchstone_train_" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
};

TEST(EpochOrder, VisitsEveryExampleOnce) {
  for (const std::int64_t count : {0, 1, 2, 7, 100}) {
    std::vector<std::int64_t> order = epoch_order(count, 1, 0);
    std::sort(order.begin(), order.end());
    std::vector<std::int64_t> expected(static_cast<std::size_t>(count));
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(order, expected);
  }
}

TEST(EpochOrder, FollowsFromSeedAndEpochAlone) {
  EXPECT_EQ(epoch_order(50, 1, 2), epoch_order(50, 1, 2));
  EXPECT_NE(epoch_order(50, 1, 2), epoch_order(50, 2, 2));
  EXPECT_NE(epoch_order(50, 1, 2), epoch_order(50, 1, 3));
}

TEST(EpochOrder, FavoursNoOrder) {
  // Each of 6 orders of three is expected 1,000 times, with a standard deviation of 29.
  std::map<std::vector<std::int64_t>, int> seen;
  for (std::int64_t epoch = 0; epoch < 6000; ++epoch) ++seen[epoch_order(3, 5, epoch)];
  EXPECT_EQ(seen.size(), 6U);
  for (const auto& [order, times] : seen) EXPECT_NEAR(times, 1000, 5 * 29);
}

TEST(Train, MakesTheLossSmaller) {
  TrainingOptions options;
  options.learning_rate.base = 0.05F;
  options.steps = 60;
  std::vector<float> losses;
  const auto trained = ready().train(options, [&](std::int64_t step, float loss) {
    EXPECT_EQ(step, static_cast<std::int64_t>(losses.size()));
    losses.push_back(loss);
  });
  ASSERT_TRUE(trained.ok()) << trained.error().text();
  ASSERT_EQ(losses.size(), 60U);
  // Of the last epoch against the first, four batches each.
  EXPECT_LT(std::accumulate(losses.end() - 4, losses.end(), 0.0F),
            std::accumulate(losses.begin(), losses.begin() + 4, 0.0F) / 2);
  EXPECT_EQ(trained->dropped, 3);
  EXPECT_EQ(trained->digest, parameters_digest(ready().training.parameters, trained->parameters));
}

TEST(Train, ThreadsChangeNoBit) {
  // Large enough that values and gradients are computed in several shares.
  const Ready large(small_model(0, 50, 64), 3, 120);
  for (const UpdateRule rule : {UpdateRule::sgd, UpdateRule::adam, UpdateRule::adamw}) {
    TrainingOptions options = options_of(rule);
    options.threads = 1;
    const Digest one = large.train(options)->digest;
    for (unsigned threads = 2; threads <= 8; ++threads) {
      options.threads = threads;
      EXPECT_EQ(large.train(options)->digest, one) << threads;
    }
    options.seed = 10;
    EXPECT_NE(large.train(options)->digest, one);
  }
}

TEST_F(TrainFiles, ResumesToTheSameBits) {
  for (const UpdateRule rule : {UpdateRule::sgd, UpdateRule::adam, UpdateRule::adamw}) {
    const TrainingOptions whole = options_of(rule);
    const Digest expected = ready().train(whole)->digest;
    for (const std::int64_t at : {1, 4, 7, 11, 12}) {
      TrainingOptions first = whole;
      first.steps = at;
      first.checkpoint = file("state.safetensors");
      ASSERT_TRUE(ready().train(first).ok());
      TrainingOptions second = whole;
      second.resume = file("state.safetensors");
      const auto resumed = ready().train(second);
      ASSERT_TRUE(resumed.ok()) << resumed.error().text();
      EXPECT_EQ(resumed->resumed_at, at);
      EXPECT_EQ(resumed->digest, expected);
    }
  }
}

TEST_F(TrainFiles, WritesCheckpointsOnTheWay) {
  TrainingOptions options = options_of(UpdateRule::adam);
  options.checkpoint = file("state.safetensors");
  options.checkpoint_every = 5;
  std::vector<std::string> steps;
  ASSERT_TRUE(ready()
                  .train(options,
                         [&](std::int64_t, float) {
                           const auto bytes = read_file(file("state.safetensors"));
                           if (!bytes) return;
                           for (const auto& [name, text] : *read_safetensors_metadata(*bytes)) {
                             if (name == "steps") steps.push_back(text);
                           }
                         })
                  .ok());
  EXPECT_THAT(steps, testing::ElementsAre("5", "5", "5", "5", "5", "10", "10"));
}

TEST_F(TrainFiles, RefusesTheCheckpointOfAnotherRun) {
  TrainingOptions options = options_of(UpdateRule::sgd);
  options.steps = 4;
  options.checkpoint = file("state.safetensors");
  ASSERT_TRUE(ready().train(options).ok());
  options.checkpoint.reset();
  options.resume = file("state.safetensors");
  options.steps = 5;
  EXPECT_TRUE(ready().train(options).ok());

  const auto refusal = [](const Ready& of, const TrainingOptions& with) {
    const auto trained = of.train(with);
    EXPECT_FALSE(trained.ok());
    return trained.ok() ? Diagnostic{} : trained.error();
  };
  TrainingOptions other = options;
  other.optimizer.momentum = 0.25F;
  EXPECT_THAT(refusal(ready(), other).reason, HasSubstr("momentum 0.5, not 0.25"));
  EXPECT_EQ(refusal(ready(), other).kind, Failure::rejected);
  other = options;
  other.seed = 1;
  EXPECT_THAT(refusal(ready(), other).reason, HasSubstr("seed 9, not 1"));
  EXPECT_THAT(refusal(Ready(small_model(0.5F)), options).reason, HasSubstr("another model"));
  EXPECT_THAT(refusal(Ready(small_model(), 4), options).reason, HasSubstr("other data"));
  other = options;
  other.steps = 3;
  EXPECT_THAT(refusal(ready(), other).reason, HasSubstr("stands at step 4"));
}

TEST_F(TrainFiles, RefusesWhatIsNoCheckpoint) {
  TrainingOptions options = options_of(UpdateRule::adam);
  options.steps = 2;
  options.checkpoint = file("state.safetensors");
  ASSERT_TRUE(ready().train(options).ok());
  const std::string good = *read_file(*options.checkpoint);
  auto tensors = *read_safetensors(good);
  const SafetensorsMetadata texts = *read_safetensors_metadata(good);
  options.checkpoint.reset();
  options.resume = file("bad.safetensors");

  const auto refused = [&](const std::string& bytes) {
    EXPECT_TRUE(write_file(file("bad.safetensors"), bytes).ok());
    return !ready().train(options).ok();
  };
  EXPECT_FALSE(refused(good));
  EXPECT_TRUE(refused(good.substr(0, good.size() / 2)));
  EXPECT_TRUE(refused(""));
  EXPECT_TRUE(refused(write_safetensors(tensors)));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    SafetensorsMetadata changed = texts;
    changed[i].second += "0";
    const bool later = texts[i].first == "steps";  // 20 steps: past the last
    EXPECT_TRUE(refused(write_safetensors(tensors, changed))) << texts[i].first << later;
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_TRUE(refused(write_safetensors(tensors, changed))) << texts[i].first;
  }
  const auto with_steps = [&](const std::string& steps) {
    SafetensorsMetadata changed = texts;
    for (auto& [name, text] : changed) {
      if (name == "steps") text = steps;
    }
    return write_safetensors(tensors, changed);
  };
  EXPECT_FALSE(refused(with_steps("2")));
  for (const char* steps : {"1", "02", "+2", "2 ", "0"}) EXPECT_TRUE(refused(with_steps(steps)));
  for (const char* name : {"note", "configuration/other", "configuration"}) {
    SafetensorsMetadata changed = texts;
    changed.emplace_back(name, "1");
    EXPECT_TRUE(refused(write_safetensors(tensors, changed))) << name;
  }
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    auto changed = tensors;
    std::vector<float> values(changed[i].second.floats().begin(), changed[i].second.floats().end());
    values[0] += 1;
    changed[i].second = Tensor::of(changed[i].second.shape(), values);
    EXPECT_TRUE(refused(write_safetensors(changed, texts))) << tensors[i].first;
  }
  auto more = tensors;
  more.emplace_back("parameter/other", some({1}, 1));
  EXPECT_TRUE(refused(write_safetensors(more, texts)));
  more = tensors;
  more.pop_back();
  EXPECT_TRUE(refused(write_safetensors(more, texts)));
  more = tensors;
  more[0].second = some({2}, 1);
  EXPECT_TRUE(refused(write_safetensors(more, texts)));
}

TEST(Train, StopsWhenTheLossIsNotFinite) {
  TrainingOptions options;
  options.learning_rate.base = 1e30F;
  const auto trained = ready().train(options);
  ASSERT_FALSE(trained.ok());
  EXPECT_EQ(trained.error().kind, Failure::rejected);
  EXPECT_THAT(trained.error().place, HasSubstr("step "));
}

/// y = x · w with the mean square of y − target as its loss: one weight, so that the values of each
/// step are known.
Ready one_weight(float weight, float point) {
  GraphBuilder builder;
  const ValueId x = *builder.add_input("x", floats({1}));
  const ValueId w = *builder.add_parameter("w", Tensor::of(Shape::of({1}), std::vector{weight}));
  builder.mark_output(*builder.add_node("y", Op::mul, {}, {x, w}));
  return Ready(*std::move(builder).finish({}), {Tensor::of(Shape::of({1}), std::vector{point}),
                                                Tensor::of(Shape::of({1}), std::vector{0.0F})});
}

TEST_F(TrainFiles, StopsWhenAGradientIsNotFinite) {
  // The loss is 2^126, and its gradient 2 · 2^63 · 2^64.
  TrainingOptions options;
  options.steps = 1;
  options.learning_rate.base = 0;
  options.checkpoint = file("state.safetensors");
  const auto trained = one_weight(0.5F, 0x1p64F).train(options);
  ASSERT_FALSE(trained.ok());
  EXPECT_EQ(trained.error().kind, Failure::rejected);
  EXPECT_EQ(trained.error().place, "step 0");
  EXPECT_THAT(trained.error().reason, HasSubstr("gradient of parameter 'w'"));
  EXPECT_FALSE(std::filesystem::exists(*options.checkpoint));
  EXPECT_TRUE(one_weight(0.5F, 0x1p63F).train(options).ok());
}

TEST_F(TrainFiles, StopsWhenAParameterIsNotFinite) {
  // The last step alone overflows, and no loss comes after it. The gradient is 2 · 2^60.
  TrainingOptions options;
  options.steps = 1;
  options.learning_rate.base = 0x1p67F;
  options.checkpoint = file("state.safetensors");
  const auto trained = one_weight(1, 0x1p30F).train(options);
  ASSERT_FALSE(trained.ok());
  EXPECT_EQ(trained.error().kind, Failure::rejected);
  EXPECT_EQ(trained.error().place, "step 0");
  EXPECT_THAT(trained.error().reason, HasSubstr("parameter 'w' is no finite"));
  EXPECT_FALSE(std::filesystem::exists(*options.checkpoint));
  options.learning_rate.base = 0x1p66F;
  EXPECT_TRUE(one_weight(1, 0x1p30F).train(options).ok());
}

TEST(Train, RefusesToClipWhatHasNoNorm) {
  // The gradient is 2^65, its square exceeds binary32.
  TrainingOptions options;
  options.steps = 1;
  options.learning_rate.base = 0;
  EXPECT_TRUE(one_weight(1, 0x1p32F).train(options).ok());
  options.clip = 1.0F;
  const auto trained = one_weight(1, 0x1p32F).train(options);
  ASSERT_FALSE(trained.ok());
  EXPECT_EQ(trained.error().kind, Failure::rejected);
  EXPECT_THAT(trained.error().reason, HasSubstr("norm"));
  EXPECT_TRUE(one_weight(1, 0x1p31F).train(options).ok());
}

TEST(Train, TakesOnlyThePlanOfThisGraphForTraining) {
  VerifyRequest request;
  const auto inference = *verify(ready().training.graph, request);
  ASSERT_TRUE(inference.gated.accepted.has_value());
  const auto forward = train(*inference.gated.accepted, ready().training, *ready().examples, {});
  EXPECT_EQ(forward.error().kind, Failure::rejected);
  const Ready other(small_model(0.5F));
  const auto foreign =
      train(*other.verification.gated.accepted, ready().training, *ready().examples, {});
  EXPECT_EQ(foreign.error().kind, Failure::rejected);
}

TEST(Examples, RefuseWhatTheModelDoesNotTake) {
  const TrainingGraph& training = ready().training;
  const BatchPlan plan = *batch_plan(training);
  const auto refused = [&](std::vector<Tensor> tensors) {
    return !Examples::create(training, plan, std::move(tensors)).ok();
  };
  EXPECT_FALSE(refused({some({5, 3}, 1), some({5, 1}, 1)}));
  EXPECT_TRUE(refused({some({4, 3}, 1), some({4, 1}, 1)}));
  EXPECT_TRUE(refused({some({6, 3}, 1), some({5, 1}, 1)}));
  EXPECT_TRUE(refused({some({6, 2}, 1), some({6, 1}, 1)}));
  EXPECT_TRUE(refused({some({6, 3}, 1), some({6}, 1)}));
  EXPECT_TRUE(refused({some({6, 3}, 1)}));
  EXPECT_TRUE(refused({some({6, 3}, 1), some({6, 1}, 1), some({6, 1}, 1)}));
}

TEST(Examples, RefuseWhatIsNotFinite) {
  const TrainingGraph& training = ready().training;
  const BatchPlan plan = *batch_plan(training);
  for (const float bad :
       {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
        std::numeric_limits<float>::quiet_NaN()}) {
    std::vector<float> values(15, 1.0F);
    values[7] = std::numeric_limits<float>::max();
    const auto good = Tensor::of(Shape::of({5, 3}), values);
    EXPECT_TRUE(Examples::create(training, plan, {good, some({5, 1}, 1)}).ok());
    values[7] = bad;
    const auto points = Tensor::of(Shape::of({5, 3}), values);
    const auto refused = Examples::create(training, plan, {points, some({5, 1}, 1)});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().place, "input 'x', element 7");
    std::vector<float> targets(5, bad);
    EXPECT_FALSE(
        Examples::create(training, plan, {good, Tensor::of(Shape::of({5, 1}), targets)}).ok());
  }
}

TEST(Examples, RefuseWhatIsNoClass) {
  for (const std::int64_t axis : {1, 0}) {
    GraphBuilder builder;
    const ValueId x = *builder.add_input("x", floats({5, 5}));
    const ValueId w = *builder.add_parameter("w", some({5}, 1));
    builder.mark_output(*builder.add_node("y", Op::mul, {}, {x, w}));
    const Graph model = *std::move(builder).finish({});
    const TrainingGraph training =
        *training_graph(model, {.loss = Loss::cross_entropy, .class_axis = axis});
    const BatchPlan plan = *batch_plan(training);
    const auto create = [&](std::vector<std::int64_t> classes) {
      return Examples::create(training, plan,
                              {some({5, 5}, 1), Tensor::of(Shape::of({5}), classes)});
    };
    EXPECT_TRUE(create({0, 1, 2, 3, 4}).ok());
    for (const std::int64_t bad : {-1, 5}) {
      const auto refused = create({0, 1, bad, 3, 4});
      ASSERT_FALSE(refused.ok());
      EXPECT_EQ(refused.error().place, "input 'target', element 2");
      EXPECT_THAT(refused.error().reason, HasSubstr(std::to_string(bad) + " is outside"));
    }
  }
}

/// Dropout: y = x · w · mask, with the step as an input of its own.
TEST(Train, GivesRandomSourcesTheirStep) {
  GraphBuilder builder;
  const ValueId x = *builder.add_input("x", floats({4, 6}));
  const ValueId step = *builder.add_input("step", {ElementType::int64, Shape()});
  const ValueId w = *builder.add_parameter("w", some({6}, 2));
  const ValueId noise = *builder.add_node(
      "noise", Op::rand_uniform,
      {{"shape", Integers{4, 6}}, {"seed", std::int64_t{1}}, {"stream", std::string("noise")}},
      {step});
  const ValueId product = *builder.add_node("product", Op::mul, {}, {x, w});
  builder.mark_output(*builder.add_node("y", Op::mul, {}, {product, noise}));
  const Graph model = *std::move(builder).finish({});
  const TrainingGraph training = *training_graph(model, {.loss = Loss::mse});
  VerifyRequest request;
  request.demand = Demand::training;
  const auto verification = *verify(training.graph, request);
  ASSERT_TRUE(verification.gated.accepted.has_value());
  const auto examples =
      Examples::create(training, *batch_plan(training), {some({4, 6}, 1), some({4, 6}, 2)});
  ASSERT_TRUE(examples.ok()) << examples.error().text();
  std::vector<float> losses;
  TrainingOptions options;
  options.learning_rate.base = 0;
  options.steps = 3;
  ASSERT_TRUE(train(*verification.gated.accepted, training, *examples, options,
                    [&](std::int64_t, float loss) { losses.push_back(loss); })
                  .ok());
  // Nothing changes but the order of examples and the noise of each step.
  EXPECT_NE(losses[0], losses[1]);
  EXPECT_NE(losses[1], losses[2]);
}

}  // namespace
}  // namespace touchstone
