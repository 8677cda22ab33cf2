#include "meaning.h"

#include <bit>
#include <stdexcept>
#include <string>

#include "touchstone/op/class_instances.h"
#include "touchstone/op/definitions.h"
#include "touchstone/op/memory_domain.h"

namespace touchstone {

namespace {

struct TermDomain : MemoryDomain<Term> {
  TermArena* arena = nullptr;
  [[nodiscard]] Term constant(float value) const {
    return {arena, arena->make({TermKind::constant, std::bit_cast<std::uint32_t>(value)})};
  }
};

std::vector<Term> input_terms(TermArena& arena, std::uint32_t operand, const Shape& shape) {
  std::vector<Term> out;
  for (std::int64_t i = 0; i < shape.element_count(); ++i) {
    out.push_back({&arena, arena.make({TermKind::input, operand, static_cast<TermId>(i)})});
  }
  return out;
}

std::vector<std::int64_t> index_values(const Attributes& attributes, const Shape& x,
                                       const Shape& indices) {
  const std::int64_t length = x[axis_of(attributes, x)];
  std::vector<std::int64_t> out;
  for (std::int64_t j = 0; j < indices.element_count(); ++j) {
    out.push_back(class_instances::index_value(j, length));
  }
  return out;
}

TensorType result_type(Op op, const ClassInstance& instance) {
  auto type = infer(operation(op), instance.attributes, instance.operands);
  if (!type) throw std::logic_error("a class shape is refused: " + type.error().text());
  return *type;
}

SymbolicReading read_at(Op op, const ClassInstance& instance) {
  SymbolicReading out{instance, result_type(op, instance), {}, {}, {}};
  out.index_operands.resize(instance.operands.size());
  std::vector<std::vector<Term>> storage(instance.operands.size());
  Operands<TermDomain> x;
  for (std::size_t i = 0; i < instance.operands.size(); ++i) {
    const Shape& shape = instance.operands[i].shape;
    if (operation(op).operand(i).kind == OperandKind::index) {
      out.index_operands[i] = index_values(instance.attributes, instance.operands[0].shape, shape);
      x.indices.emplace_back(shape, out.index_operands[i].data());
    } else {
      storage[i] = input_terms(out.arena, static_cast<std::uint32_t>(i), shape);
      x.values.emplace_back(shape, storage[i].data());
    }
  }
  std::vector<Term> result(static_cast<std::size_t>(out.result.shape.element_count()));
  TermDomain domain;
  domain.arena = &out.arena;
  define(domain, op, instance.attributes, Part{}, x, View<Term>(out.result.shape, result.data()));
  for (const Term& term : result) {
    if (term.arena == nullptr) throw std::logic_error("a definition leaves an output unwritten");
    out.outputs.push_back(term.id);
  }
  return out;
}

/// Nodes in the order of their first visit from the outputs, operands from left to right.
struct VisitOrder {
  std::vector<TermId> order;
  std::vector<std::uint32_t> number;  ///< per term, 1-based; 0 for terms the outputs do not need
};

VisitOrder visit(const SymbolicReading& reading) {
  const auto nodes = reading.arena.nodes();
  VisitOrder out{{}, std::vector<std::uint32_t>(nodes.size(), 0)};
  std::vector<TermId> stack(reading.outputs.rbegin(), reading.outputs.rend());
  while (!stack.empty()) {
    const TermId id = stack.back();
    stack.pop_back();
    if (out.number[id] != 0) continue;
    out.order.push_back(id);
    out.number[id] = static_cast<std::uint32_t>(out.order.size());
    const TermNode& node = nodes[id];
    const unsigned operands = operand_count(node.kind);
    if (operands > 2) stack.push_back(node.c);
    if (operands > 1) stack.push_back(node.b);
    if (operands > 0) stack.push_back(node.a);
  }
  return out;
}

void append_u32(std::string& bytes, std::uint32_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift);
}

void hash_type(Sha256& hash, const TensorType& type) {
  hash.text(name_of(type.element)).u64(type.shape.rank());
  for (const std::int64_t extent : type.shape.extents().entries()) {
    hash.u64(static_cast<std::uint64_t>(extent));
  }
}

/// One record of 13 bytes per node; operands are numbers of the visit, leaves their payload.
void hash_terms(Sha256& hash, const SymbolicReading& reading) {
  const VisitOrder visited = visit(reading);
  std::string bytes;
  for (const TermId id : visited.order) {
    const TermNode& node = reading.arena.nodes()[id];
    const unsigned operands = operand_count(node.kind);
    bytes += static_cast<char>(node.kind);
    append_u32(bytes, operands > 0 ? visited.number[node.a] : node.a);
    append_u32(bytes, operands > 1 ? visited.number[node.b] : node.b);
    append_u32(bytes, operands > 2 ? visited.number[node.c] : node.c);
  }
  for (const TermId output : reading.outputs) append_u32(bytes, visited.number[output]);
  hash.u64(visited.order.size()).u64(reading.outputs.size()).raw(bytes);
}

}  // namespace

std::vector<SymbolicReading> symbolic_readings(Op op, const Attributes& attributes) {
  std::vector<SymbolicReading> out;
  for (const ClassInstance& instance : operation(op).class_instances(attributes)) {
    out.push_back(read_at(op, instance));
  }
  return out;
}

Digest meaning_digest(Op op, const Attributes& attributes,
                      const std::vector<SymbolicReading>& readings) {
  Sha256 hash;
  hash.text("touchstone meaning").u64(semantics_version).text(operation(op).name);
  attributes.hash_into(hash);
  hash.u64(readings.size());
  for (const SymbolicReading& reading : readings) {
    reading.instance.attributes.hash_into(hash);
    hash.u64(reading.instance.operands.size());
    for (const TensorType& type : reading.instance.operands) hash_type(hash, type);
    hash_type(hash, reading.result);
    hash_terms(hash, reading);
  }
  return hash.finish();
}

Digest meaning_digest(Op op, const Attributes& attributes) {
  return meaning_digest(op, attributes, symbolic_readings(op, attributes));
}

}  // namespace touchstone
