#include <algorithm>

#include "launch_rules.h"
#include "merged_axes.h"

namespace touchstone::native_cuda {

namespace {

constexpr std::int64_t tile = 64;  ///< rows and columns that a block makes
constexpr std::uint32_t tile_threads = 256;
constexpr std::int64_t few_rows = 4;  ///< up to which a thread makes one element
constexpr std::uint32_t few_rows_threads = 128;

/// rows × length times length × columns.
struct Product {
  std::int64_t rows;
  std::int64_t length;
  std::int64_t columns;

  [[nodiscard]] bool has_few_rows() const { return rows <= few_rows; }
  /// Blocks of one matrix: of tiles, or of parts of rows.
  [[nodiscard]] std::int64_t row_blocks() const {
    return has_few_rows() ? rows : rounded_up_quotient(rows, tile);
  }
  [[nodiscard]] std::int64_t column_blocks() const {
    return rounded_up_quotient(columns, has_few_rows() ? few_rows_threads : tile);
  }
};

std::optional<Diagnostic> extent_fault(const Product& product) {
  const std::int64_t most = std::max({product.rows, product.length, product.columns});
  if (most <= most_blocks) return std::nullopt;
  return unavailable({}, "multiplies matrices with an axis of " + std::to_string(most) +
                             ", and the kernel counts to " + std::to_string(most_blocks));
}

Shape batch_of(const Shape& matrices) {
  return Shape::of(matrices.extents().part(0, matrices.rank() - 2));
}

}  // namespace

Result<Launch> matmul_launch(const Shape& a, const Shape& b, const Shape& out) {
  constexpr std::size_t batch_axes = 3;
  Product product{out[out.rank() - 2], a[a.rank() - 1], out[out.rank() - 1]};
  const std::int64_t a_size = product.rows * product.length;
  const std::int64_t b_size = product.length * product.columns;
  std::vector<MergedAxis> axes = merged_axes(batch_of(out), batch_of(a), batch_of(b));
  // Where every position has the same b, the rows of all of them are those of one matrix.
  if (axes.size() == 1 && axes[0].y == 0) {
    product.rows *= axes[0].extent;
    axes.clear();
  }
  if (axes.size() > batch_axes) {
    return unavailable({}, "broadcasts " + std::to_string(axes.size()) +
                               " batch axes that cannot be joined, and the kernel walks " +
                               std::to_string(batch_axes));
  }
  if (auto fault = extent_fault(product)) return *fault;
  axes = padded(std::move(axes), batch_axes);
  std::int64_t positions = 1;
  for (const MergedAxis& axis : axes) positions *= axis.extent;

  std::vector<Argument> arguments{operand(0),        operand(1),          result(),
                                  u32(product.rows), u32(product.length), u32(product.columns)};
  if (!product.has_few_rows()) arguments.push_back(u32(product.row_blocks()));
  arguments.push_back(u32(product.column_blocks()));
  const std::int64_t blocks = positions * product.row_blocks() * product.column_blocks();
  // They fit in 32 bits wherever the grid holds the blocks.
  arguments.insert(arguments.end(), {u32(axes[1].extent), u32(axes[2].extent)});
  for (const MergedAxis& axis : axes) arguments.push_back(u64(axis.x * a_size));
  for (const MergedAxis& axis : axes) arguments.push_back(u64(axis.y * b_size));
  return launch_of("matmul", product.has_few_rows() ? "matmul_few_rows" : "matmul_tiled", blocks,
                   product.has_few_rows() ? few_rows_threads : tile_threads, std::move(arguments));
}

Result<Launch> linear_launch(const Shape& x, const Shape& weight, bool has_bias) {
  const std::size_t last = x.rank() - 1;
  const Product product{Shape::of(x.extents().without(last)).element_count(), x[last], weight[0]};
  if (auto fault = extent_fault(product)) return *fault;
  const bool few = product.has_few_rows();
  std::vector<Argument> arguments{operand(0), operand(1)};
  if (has_bias) arguments.push_back(operand(2));
  arguments.push_back(result());
  if (!few) arguments.push_back(u32(product.rows));
  arguments.insert(arguments.end(),
                   {u32(product.length), u32(product.columns), u32(product.column_blocks())});
  return launch_of(
      "linear", std::string(has_bias ? "linear_bias" : "linear") + (few ? "_few_rows" : "_tiled"),
      product.row_blocks() * product.column_blocks(), few ? few_rows_threads : tile_threads,
      std::move(arguments));
}

}  // namespace touchstone::native_cuda
