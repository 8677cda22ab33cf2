#include "touchstone/interpreter/graph.h"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(GraphBuilder, ARandomNodeDrawsFromItsOwnSequence) {
  const Attributes given{{"shape", Integers{2}}, {"seed", std::int64_t{1}}};
  Attributes named = given;
  named.set("stream", std::string("shared"));
  GraphBuilder builder;
  for (const auto& [id, attributes] :
       {std::pair{"first", given}, {"second", given}, {"third", named}}) {
    const auto node = builder.add_node(id, Op::rand_uniform, attributes, {});
    ASSERT_TRUE(node.ok()) << node.error().text();
    builder.mark_output(*node);
  }
  const auto graph = std::move(builder).finish({});
  ASSERT_TRUE(graph.ok());
  EXPECT_EQ(graph->nodes[0].attributes.text("stream"), "first");
  EXPECT_EQ(graph->nodes[1].attributes.text("stream"), "second");
  EXPECT_EQ(graph->nodes[2].attributes.text("stream"), "shared");
}

TEST(GraphBuilder, AMaskIsAValueOfTheGraphAndAnIntegerIsNot) {
  GraphBuilder builder;
  const TensorType floats{ElementType::float32, Shape::of({2})};
  const TensorType integers{ElementType::int64, Shape::of({2})};
  const ValueId x = *builder.add_input("x", floats);
  const ValueId n = *builder.add_input("n", integers);
  const auto mask = builder.add_node("mask", Op::less, {}, {x, x});
  ASSERT_TRUE(mask.ok()) << mask.error().text();
  EXPECT_EQ(builder.value(*mask).type.element, ElementType::boolean);
  EXPECT_TRUE(builder.add_node("chosen", Op::where, {}, {*mask, x, x}).ok());
  const auto sum = builder.add_node("sum", Op::add, {}, {n, n});
  ASSERT_FALSE(sum.ok());
  EXPECT_NE(sum.error().text().find("int64"), std::string::npos);
  const auto compared = builder.add_node("compared", Op::less, {}, {n, n});
  ASSERT_FALSE(compared.ok());
  EXPECT_NE(compared.error().text().find("int64"), std::string::npos);
}

}  // namespace
}  // namespace touchstone
