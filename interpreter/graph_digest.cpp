#include "graph_digest.h"

namespace touchstone {

namespace {

void hash_ids(const std::vector<ValueId>& ids, Sha256& hash) {
  hash.u64(ids.size());
  for (const ValueId id : ids) hash.u32(static_cast<std::uint32_t>(id));
}

void hash_value(const Value& value, Sha256& hash) {
  hash.text(value.name).text(value.type.text()).u8(value.constant ? 1 : 0);
  if (value.constant) hash.digest(digest_of(*value.constant));
}

}  // namespace

Digest digest_of(const Graph& graph) {
  Sha256 hash;
  hash.u64(graph.values.size());
  for (const Value& value : graph.values) hash_value(value, hash);
  hash.u64(graph.nodes.size());
  for (const Node& node : graph.nodes) {
    hash.text(node.id).text(operation(node.op).name);
    node.attributes.hash_into(hash);
    hash_ids(node.inputs, hash);
    hash.u32(static_cast<std::uint32_t>(node.output));
  }
  hash_ids(graph.inputs, hash);
  hash_ids(graph.outputs, hash);
  return hash.finish();
}

}  // namespace touchstone
