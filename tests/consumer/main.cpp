// What another project may do with Touchstone's headers: hash, ask for a meaning, and read the
// definitions at binary32 in a translation unit of its own, under its own flags.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "touchstone/core/digest.h"
#include "touchstone/core/tensor.h"
#include "touchstone/number/binary32.h"
#include "touchstone/number/environment.h"
#include "touchstone/op/definitions.h"
#include "touchstone/op/memory_domain.h"
#include "touchstone/term/meaning.h"

namespace {

using namespace touchstone;

template <class Fma>
struct Domain32 : MemoryDomain<Binary32<Fma>, Truth> {
  [[nodiscard]] Binary32<Fma> constant(float value) const { return {value}; }
  [[nodiscard]] Truth truth(bool value) const { return {value}; }
};

std::vector<float> seeded(std::int64_t count) {
  std::vector<float> out;
  std::uint32_t state = 42;
  for (std::int64_t i = 0; i < count; ++i) {
    state = state * 1664525U + 1013904223U;
    out.push_back(std::bit_cast<float>((state & 0x007FFFFFU) | ((120U + (state >> 28U)) << 23U)));
  }
  return out;
}

template <Op op, class Fma>
Digest result_of(const Attributes& given, const std::vector<Shape>& shapes) {
  const FloatEnvironment environment;
  const Attributes attributes = *complete(operation(op), given);
  std::vector<TensorType> types;
  std::vector<std::vector<float>> storage;
  Operands<Domain32<Fma>> x;
  for (const Shape& shape : shapes) {
    types.push_back({ElementType::float32, shape});
    storage.push_back(seeded(shape.element_count()));
    x.values.emplace_back(shape, reinterpret_cast<const Binary32<Fma>*>(storage.back().data()));
  }
  const TensorType type = *infer(operation(op), attributes, types);
  std::vector<float> result(static_cast<std::size_t>(type.shape.element_count()));
  const View<Binary32<Fma>> out(type.shape, reinterpret_cast<Binary32<Fma>*>(result.data()));
  define<op>(Domain32<Fma>{}, attributes, Pass::forward(), Part{}, x, Target<Domain32<Fma>>(out));
  return digest_of(Tensor::of(type.shape, result));
}

template <Op op>
void show(const char* name, const Attributes& given, const std::vector<Shape>& shapes) {
  std::printf("%s meaning %s\n", name,
              meaning_digest(op, *complete(operation(op), given)).hex().c_str());
  std::printf("%s exact %s\n", name, result_of<op, ExactFma>(given, shapes).hex().c_str());
  // A processor without the instruction prints what it has; the line must be the same.
  const Digest native = has_hardware_fma() ? result_of<op, HardwareFma>(given, shapes)
                                           : result_of<op, ExactFma>(given, shapes);
  std::printf("%s native %s\n", name, native.hex().c_str());
}

}  // namespace

int main() {
  const Shape five = Shape::of({5});
  std::puts(sha256("abc").hex().c_str());
  show<Op::matmul>("matmul", {}, {Shape::of({9, 40}), Shape::of({40, 7})});
  show<Op::conv>("conv", {{"strides", Integers{2}}}, {Shape::of({2, 3, 20}), Shape::of({4, 3, 5})});
  show<Op::batch_norm>("batch_norm", {}, {Shape::of({4, 5, 30}), five, five, five, five});
  show<Op::softmax>("softmax", {}, {Shape::of({3, 200})});
}
