#include "capsule_kernel.h"

#include <map>

#include "touchstone/format/json.h"
#include "touchstone/interpreter/attributes_json.h"
#include "touchstone/native_cuda/launch.h"
#include "touchstone/ptx_device/machine_launch.h"

namespace touchstone {

namespace {

using Family = std::vector<std::vector<Shape>>;

/// Rows, contracted length and columns on both sides of the tiles: 4 rows decide between the
/// kernels, 64 by 64 elements are a tile, and 16 a step.
struct Product {
  std::int64_t rows;
  std::int64_t inner;
  std::int64_t columns;
};
constexpr std::array<Product, 6> products{
    {{1, 1, 1}, {4, 17, 129}, {5, 15, 63}, {63, 16, 65}, {64, 33, 64}, {65, 17, 66}}};

Family product_family(Op op) {
  Family out;
  for (const Product& p : products) {
    if (op == Op::matmul) {
      out.push_back({Shape::of({p.rows, p.inner}), Shape::of({p.inner, p.columns})});
      continue;
    }
    const Shape weight = Shape::of({p.columns, p.inner});
    out.push_back({Shape::of({p.rows, p.inner}), weight});
    out.push_back({Shape::of({p.rows, p.inner}), weight, Shape::of({p.columns})});
  }
  return out;
}

/// Blocks have 256 threads; operands of equal shapes, of one element, and broadcast.
Family pointwise_family() {
  Family out;
  for (const std::int64_t n : {1, 255, 256, 257}) out.push_back({Shape::of({n}), Shape::of({n})});
  out.push_back({Shape::of({5, 257}), Shape()});
  out.push_back({Shape::of({5, 1}), Shape::of({67})});
  out.push_back({Shape::of({2, 1, 3, 1}), Shape::of({5, 1, 7})});
  return out;
}

/// Lanes are 128 and chunks 4096 elements.
Family sum_family() {
  Family out;
  for (const std::int64_t n : {1, 127, 128, 129, 300, 4096, 4097}) {
    out.push_back({Shape::of({2, n})});
  }
  return out;
}

Family family_of(Op op) {
  switch (op) {
    case Op::linear:
    case Op::matmul: return product_family(op);
    case Op::reduce_sum: return sum_family();
    case Op::relu: {
      Family out;
      for (const std::int64_t n : {1, 255, 256, 257, 1000}) out.push_back({Shape::of({n})});
      return out;
    }
    default: return pointwise_family();
  }
}

/// The PTX files of one build, each read once.
class ReadFiles {
 public:
  explicit ReadFiles(const KernelFiles& files) : files_(files) {}

  Result<ReadCode> read(const std::string& name) {
    const auto known = known_.find(name);
    if (known != known_.end()) return known->second;
    const auto text = native_cuda::bytes_of(files_.files(), name);
    if (!text) return unavailable({}, "there is no PTX file " + name);
    auto code = read_code(std::string(*text), name);
    if (code) known_.emplace(name, *code);
    return code;
  }

 private:
  const KernelFiles& files_;
  std::map<std::string, ReadCode> known_;
};

Result<void> ask(std::vector<LaunchQuestion>& out, const Capsule& capsule,
                 const Attributes& attributes, const std::vector<Shape>& shapes, ReadFiles& files) {
  std::vector<TensorType> operands;
  for (const Shape& shape : shapes) operands.push_back({ElementType::float32, shape});
  const auto result = infer(operation(capsule.op), attributes, operands);
  if (!result) return result.error();
  const auto plan = native_cuda::launch_plan(capsule.op, attributes, operands);
  if (!plan) return plan.error().inside(capsule.name);
  if (plan->launches.size() != 1) {
    return unavailable(capsule.name,
                       "launches no kernel here, so there is nothing to prove of one");
  }
  const native_cuda::Launch& launch = plan->launches.front();
  for (const std::string& name : native_cuda::names_for_targets(launch.file)) {
    auto code = files.read(name);
    if (!code) return code.error();
    out.push_back({name, std::move(*code), operands, *result,
                   machine_launch(launch, operands.size()), std::nullopt});
  }
  return {};
}

}  // namespace

Result<void> check_has_ptx(const Capsule& capsule) {
  if (capsule.provider == Provider::native_cuda && !native_cuda::is_view(capsule.op)) return {};
  return unavailable(capsule.name, "it has no PTX that could be proved",
                     "touchstone capsules list names those that have: native_cuda.…");
}

Result<Attributes> attributes_for(const Capsule& capsule, const std::string& json) {
  const Operation& op = operation(capsule.op);
  if (json.empty()) {
    return complete(
        op, capsule.op == Op::reduce_sum ? Attributes{{"axes", Integers{1}}} : Attributes());
  }
  const auto parsed = parse_json(json);
  if (!parsed) return parsed.error().inside("--attributes");
  const auto given = attributes_from_json(JsonCursor(*parsed, "--attributes"), op);
  if (!given) return given.error();
  return complete(op, *given);
}

Result<std::vector<LaunchQuestion>> questions_of(const Capsule& capsule,
                                                 const Attributes& attributes,
                                                 const std::vector<std::vector<Shape>>& shapes,
                                                 const KernelFiles& files) {
  ReadFiles read(files);
  std::vector<LaunchQuestion> out;
  for (const auto& each : shapes.empty() ? family_of(capsule.op) : shapes) {
    if (auto asked = ask(out, capsule, attributes, each, read); !asked) return asked.error();
  }
  return out;
}

}  // namespace touchstone
