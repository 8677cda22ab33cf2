// The ONNX reader holds at most 64 MiB + 256 times the size of the model.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../../specs/format/counted_memory.h"
#include "onnx_model.h"

namespace touchstone::onnx_test {
namespace {

using ::testing::HasSubstr;

/// A model that is valid before `edit` adds to it.
template <class Edit>
std::string bytes_of(Edit edit) {
  Model model(13);
  model.input("x", {2}).output("y");
  model.node("Relu", {"x"}, {"y"});
  edit(model);
  return model.bytes();
}

std::string bounded_verdict(const std::string& name, const std::string& bytes) {
  std::string out;
  expect_bounded(name, bytes, [&](const std::string& text) {
    out = verdict(read_onnx(text, "model.onnx", {}));
  });
  return out;
}

TEST(MemoryBound, CountsWhatProtobufAllocates) {
  const std::string bytes = bytes_of([](Model& model) {
    for (int i = 0; i < 1000; ++i) model.graph().add_node();
  });
  const std::size_t peak = peak_of([&] { onnx::ModelProto().ParseFromString(bytes); });
  EXPECT_GE(peak, 1000 * sizeof(onnx::NodeProto));
}

TEST(MemoryBound, HoldsForNodes) {
  const std::string empty = bytes_of([](Model& model) {
    for (int i = 0; i < 1'000'000; ++i) model.graph().add_node();
  });
  EXPECT_THAT(bounded_verdict("empty nodes", empty), HasSubstr("it has no operator"));
  const std::string valid = bytes_of([](Model& model) {
    for (int i = 0; i < 50'000; ++i) model.node("Relu", {"x"}, {std::to_string(i)});
  });
  EXPECT_EQ(bounded_verdict("nodes", valid), "ok");
}

TEST(MemoryBound, HoldsForComposedNodes) {
  const auto products = [](const char* right) {
    return bytes_of([&](Model& model) {
      model.initializer("w", float_tensor({2, 2}, {1, 2, 3, 4}));
      for (int i = 0; i < 20'000; ++i) {
        model.node("Gemm", {"w", "w", right}, {std::to_string(i)}).set("alpha", 2.0F);
      }
    });
  };
  EXPECT_EQ(bounded_verdict("products", products("w")), "ok");
  EXPECT_THAT(bounded_verdict("products of nothing", products("v")), HasSubstr("is no input"));
}

/// Operators of which each becomes many operations, and long names that all of these bear.
TEST(MemoryBound, HoldsForIntermediateValues) {
  const auto reductions = [](int count, const std::string& name) {
    return bytes_of([&](Model& model) {
      for (int i = 0; i < count; ++i) {
        model.node("ReduceLogSumExp", {"x"}, {name + std::to_string(i)});
      }
    });
  };
  EXPECT_EQ(bounded_verdict("reductions", reductions(1'000, "r")), "ok");
  EXPECT_THAT(bounded_verdict("many reductions", reductions(50'000, "r")),
              HasSubstr("unavailable: model.onnx: node #"));
  const std::string long_name(100'000, 'n');
  EXPECT_THAT(bounded_verdict("reductions of long names", reductions(50, long_name)),
              HasSubstr("too many intermediate values together"));
  const std::string sum = bytes_of(
      [&](Model& model) { model.node("Sum", Names(100'000, "x"), {std::string(1'000, 's')}); });
  EXPECT_THAT(bounded_verdict("a sum", sum), HasSubstr("too many intermediate values together"));
}

/// Outputs whose names the file holds.
TEST(MemoryBound, HoldsForOutputs) {
  const std::string split = bytes_of([](Model& model) {
    Names outputs;
    for (int i = 0; i < 100'000; ++i) outputs.push_back(std::to_string(i));
    std::vector<std::int64_t> lengths(outputs.size(), 0);
    lengths.front() = 2;
    model.list("lengths", lengths);
    model.node("Split", {"x", "lengths"}, outputs);
  });
  EXPECT_EQ(bounded_verdict("outputs", split), "ok");
}

TEST(MemoryBound, HoldsForValueInfos) {
  const std::string empty = bytes_of([](Model& model) {
    for (int i = 0; i < 1'000'000; ++i) model.graph().add_value_info();
  });
  EXPECT_THAT(bounded_verdict("empty value infos", empty), HasSubstr("an entry has no name"));
  const std::string valid = bytes_of([](Model& model) {
    for (int i = 0; i < 200'000; ++i) {
      set_type(*model.graph().add_value_info(), "z", onnx::TensorProto::FLOAT, {1, "n"});
    }
  });
  EXPECT_EQ(bounded_verdict("value infos", valid), "ok");
}

TEST(MemoryBound, HoldsForInitializers) {
  const std::string empty = bytes_of([](Model& model) {
    for (int i = 0; i < 500'000; ++i) model.graph().add_initializer();
  });
  EXPECT_THAT(bounded_verdict("empty initializers", empty), HasSubstr("it has no name"));
  const std::string valid = bytes_of([](Model& model) {
    for (int i = 0; i < 100'000; ++i) model.list(std::to_string(i), {});
  });
  EXPECT_EQ(bounded_verdict("initializers", valid), "ok");
}

TEST(MemoryBound, HoldsForLongFields) {
  constexpr std::size_t count = 4'000'000;
  const std::string dimensions = bytes_of(
      [](Model& model) { model.initializer("w", integer_tensor(Extents(count, 1), {1})); });
  EXPECT_THAT(bounded_verdict("dimensions", dimensions), HasSubstr("axes"));
  const std::string claimed = bytes_of(
      [](Model& model) { model.initializer("w", integer_tensor({std::int64_t{1} << 50U}, {1})); });
  EXPECT_THAT(bounded_verdict("claimed elements", claimed), HasSubstr("holds 1 elements"));
  const std::string elements =
      bytes_of([](Model& model) { model.list("w", std::vector<std::int64_t>(count, 1)); });
  EXPECT_EQ(bounded_verdict("elements", elements), "ok");
  const std::string attribute = bytes_of(
      [](Model& model) { model.node("Constant", {}, {"c"}).set("value_ints", Extents(count, 1)); });
  EXPECT_EQ(bounded_verdict("attribute", attribute), "ok");
}

TEST(MemoryBound, HoldsForAttributes) {
  const auto attributes = [](int count) {
    return bytes_of([&](Model& model) {
      NodeHandle node = model.node("Flatten", {"x"}, {"z"});
      node.set("axis", 1);
      for (int i = 1; i < count; ++i) node.proto().add_attribute();
    });
  };
  EXPECT_EQ(bounded_verdict("attribute of one node", attributes(1)), "ok");
  EXPECT_THAT(bounded_verdict("empty attributes", attributes(500'000)),
              HasSubstr("an attribute has no name"));
}

/// Graphs inside attributes, `depth` of them, in each of `count` nodes.
std::string nested(int depth, int count) {
  return bytes_of([&](Model& model) {
    for (int i = 0; i < count; ++i) {
      NodeHandle node = model.node("Relu", {"x"}, {std::to_string(i)});
      onnx::NodeProto* inner = &node.proto();
      for (int level = 0; level < depth; ++level) {
        inner = inner->add_attribute()->mutable_g()->add_node();
      }
    }
  });
}

TEST(MemoryBound, HoldsForNesting) {
  EXPECT_EQ(bounded_verdict("no graphs", nested(0, 20'000)), "ok");
  EXPECT_THAT(bounded_verdict("nested graphs", nested(30, 20'000)), HasSubstr("unreadable: "));
  EXPECT_THAT(bounded_verdict("graphs nested too deeply", nested(1000, 100)),
              HasSubstr("nested too deeply"));
}

/// Fields that this build's schema does not know.
TEST(MemoryBound, HoldsForUnknownFields) {
  constexpr int metadata_props = 16;
  const auto fields = [](int number) {
    return bytes_of([&](Model& model) {
      auto& unknown = *model.graph().GetReflection()->MutableUnknownFields(&model.graph());
      for (int i = 0; i < 500'000; ++i) unknown.AddLengthDelimited(number, {});
    });
  };
  EXPECT_EQ(bounded_verdict("newer fields", fields(metadata_props)), "ok");
  EXPECT_THAT(bounded_verdict("fields unknown", fields(99)), HasSubstr("is not one of ONNX's"));
}

}  // namespace
}  // namespace touchstone::onnx_test
