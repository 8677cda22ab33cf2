#include "meaning.h"

#include <bit>
#include <stdexcept>
#include <string>

#include "touchstone/number/turns.h"
#include "touchstone/op/class_shapes.h"
#include "touchstone/op/definitions.h"
#include "touchstone/op/geometry.h"
#include "touchstone/op/memory_domain.h"

namespace touchstone {

namespace {

struct TermDomain : MemoryDomain<Term, TermBool> {
  TermArena* arena = nullptr;
  [[nodiscard]] Term constant(float value) const {
    return {arena, arena->make({TermKind::constant, std::bit_cast<std::uint32_t>(value)})};
  }
  [[nodiscard]] TermBool truth(bool value) const {
    return {arena, arena->make({TermKind::truth, value ? 1U : 0U})};
  }
  [[nodiscard]] Term turn_cosine(std::int64_t k, std::int64_t n) const {
    return constant(touchstone::turn_cosine(k, n));
  }
  [[nodiscard]] Term turn_sine(std::int64_t k, std::int64_t n) const {
    return constant(touchstone::turn_sine(k, n));
  }
};

template <class T>
std::vector<T> input_terms(TermArena& arena, std::uint32_t operand, const Shape& shape) {
  std::vector<T> out;
  for (std::int64_t i = 0; i < shape.element_count(); ++i) {
    out.push_back({&arena, arena.make({TermKind::input, operand, static_cast<TermId>(i)})});
  }
  return out;
}

std::vector<std::int64_t> integer_values(OperandKind kind, const ClassInstance& instance,
                                         const Shape& shape) {
  std::vector<std::int64_t> out;
  for (std::int64_t j = 0; j < shape.element_count(); ++j) {
    if (kind == OperandKind::counter) {
      out.push_back(1);
      continue;
    }
    const Shape& indexed = instance.operands[0].shape;
    const std::int64_t length = indexed[indexed_axis(instance.attributes, indexed)];
    out.push_back(class_shapes::index_value(j, length));
  }
  return out;
}

TensorType result_type(Op op, const ClassInstance& instance) {
  auto type = infer(operation(op), instance.attributes, instance.operands);
  if (!type) throw std::logic_error("a class shape is refused: " + type.error().text());
  return *type;
}

/// The operands of a reading, as terms of its arena or at fixed values.
struct TermOperands {
  std::vector<std::vector<Term>> values;
  std::vector<std::vector<TermBool>> masks;
  Operands<TermDomain> views;

  TermOperands(TermArena& arena, const std::vector<TensorType>& types,
               const std::vector<std::vector<std::int64_t>>& index_operands) {
    values.resize(types.size());
    masks.resize(types.size());
    for (std::size_t i = 0; i < types.size(); ++i) {
      const Shape& shape = types[i].shape;
      const auto number = static_cast<std::uint32_t>(i);
      if (types[i].element == ElementType::int64) {
        views.indices.emplace_back(shape, index_operands[i].data());
      } else if (types[i].element == ElementType::boolean) {
        masks[i] = input_terms<TermBool>(arena, number, shape);
        views.masks.emplace_back(shape, masks[i].data());
      } else {
        values[i] = input_terms<Term>(arena, number, shape);
        views.values.emplace_back(shape, values[i].data());
      }
    }
  }
};

template <class T>
void take_outputs(const std::vector<T>& result, std::vector<TermId>& outputs) {
  for (const T& term : result) {
    if (term.arena == nullptr) throw std::logic_error("a definition leaves an output unwritten");
    outputs.push_back(term.id);
  }
}

SymbolicReading read_at(Op op, const ClassInstance& instance, Pass pass) {
  SymbolicReading out;
  out.instance = instance;
  out.pass = pass;
  out.types = types_of(pass, instance.operands, result_type(op, instance));
  const std::vector<TensorType>& types = out.types.operands;
  out.index_operands.resize(types.size());
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i].element != ElementType::int64) continue;
    out.index_operands[i] = integer_values(operation(op).operand(i).kind, instance, types[i].shape);
  }
  out.outputs =
      definition_terms(out.arena, op, instance.attributes, pass, out.types, out.index_operands);
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

std::vector<TermId> definition_terms(TermArena& arena, Op op, const Attributes& attributes,
                                     Pass pass, const PassTypes& types,
                                     const std::vector<std::vector<std::int64_t>>& index_operands) {
  const TermOperands x(arena, types.operands, index_operands);
  TermDomain domain;
  domain.arena = &arena;
  const Shape& shape = types.result.shape;
  const auto count = static_cast<std::size_t>(shape.element_count());
  const bool statements = types.result.element == ElementType::boolean;
  std::vector<Term> values(statements ? 0 : count);
  std::vector<TermBool> masks(count - values.size());
  Target<TermDomain> target = View<Term>(shape, values.data());
  if (statements) target = View<TermBool>(shape, masks.data());
  define(domain, op, attributes, pass, Part{}, x.views, target);
  std::vector<TermId> out;
  out.reserve(count);
  take_outputs(values, out);
  take_outputs(masks, out);
  return out;
}

std::vector<SymbolicReading> symbolic_readings(Op op, const Attributes& attributes) {
  std::vector<SymbolicReading> out;
  for (const ClassInstance& instance : operation(op).class_instances(attributes)) {
    out.push_back(read_at(op, instance, Pass::forward()));
  }
  return out;
}

std::vector<SymbolicReading> symbolic_vjp_readings(Op op, const Attributes& attributes) {
  std::vector<SymbolicReading> out;
  for (const ClassInstance& instance : gradient_instances(operation(op), attributes)) {
    for (const Pass pass : vjp_passes(operation(op), instance.operands)) {
      out.push_back(read_at(op, instance, pass));
    }
  }
  return out;
}

namespace {

Digest digest_of_readings(std::string_view kind, Op op, const Attributes& attributes,
                          const std::vector<SymbolicReading>& readings) {
  Sha256 hash;
  hash.text(kind).u64(semantics_version).text(operation(op).name);
  attributes.hash_into(hash);
  hash.u64(readings.size());
  for (const SymbolicReading& reading : readings) {
    reading.instance.attributes.hash_into(hash);
    hash.u64(reading.types.operands.size());
    for (const TensorType& type : reading.types.operands) hash_type(hash, type);
    hash_type(hash, reading.types.result);
    hash_terms(hash, reading);
  }
  return hash.finish();
}

}  // namespace

Digest meaning_digest(Op op, const Attributes& attributes,
                      const std::vector<SymbolicReading>& readings) {
  return digest_of_readings("touchstone meaning", op, attributes, readings);
}

Digest meaning_digest(Op op, const Attributes& attributes) {
  return meaning_digest(op, attributes, symbolic_readings(op, attributes));
}

Digest vjp_meaning_digest(Op op, const Attributes& attributes,
                          const std::vector<SymbolicReading>& readings) {
  return digest_of_readings("touchstone vjp meaning", op, attributes, readings);
}

Digest vjp_meaning_digest(Op op, const Attributes& attributes) {
  return vjp_meaning_digest(op, attributes, symbolic_vjp_readings(op, attributes));
}

}  // namespace touchstone
