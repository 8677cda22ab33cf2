#include "flow_graph.h"

#include <algorithm>

namespace touchstone::ptx {

namespace {

using BlockId = std::uint32_t;
constexpr BlockId unknown = UINT32_MAX;

bool ends_block(const Step& step) {
  return step.kind == StepKind::branch || step.kind == StepKind::jump_table ||
         step.kind == StepKind::exit || step.kind == StepKind::trap;
}

/// Basic blocks, and one block beyond the last for the end of the kernel.
struct Blocks {
  std::vector<std::uint32_t> first;         ///< first step of each
  std::vector<std::vector<BlockId>> after;  ///< successors
  std::vector<std::vector<BlockId>> before;
  std::vector<BlockId> of_step;
  [[nodiscard]] BlockId end() const { return static_cast<BlockId>(first.size()); }
};

void each_target(const Step& step, std::span<const std::uint32_t> targets, auto&& visit) {
  if (step.kind == StepKind::branch) visit(step.target);
  if (step.kind != StepKind::jump_table) return;
  for (std::uint32_t i = 0; i < step.target_count; ++i) visit(targets[step.target + i]);
}

/// Whether control may go on to the next step.
bool falls_through(const Step& step) {
  if (step.kind == StepKind::branch) return step.source_count > 0;
  return step.kind != StepKind::jump_table && step.kind != StepKind::exit &&
         step.kind != StepKind::trap;
}

Blocks blocks_of(std::span<const Step> steps, std::span<const std::uint32_t> targets) {
  Blocks out;
  const std::size_t count = steps.size();
  std::vector<bool> leads(count + 1, false);
  if (count > 0) leads[0] = true;
  for (std::size_t i = 0; i < count; ++i) {
    each_target(steps[i], targets, [&](std::uint32_t t) { leads[t] = true; });
    if (ends_block(steps[i])) leads[i + 1] = true;
  }
  out.of_step.resize(count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (leads[i]) out.first.push_back(static_cast<std::uint32_t>(i));
    out.of_step[i] = static_cast<BlockId>(out.first.size() - 1);
  }
  out.of_step[count] = out.end();
  out.after.resize(out.first.size() + 1);
  out.before.resize(out.first.size() + 1);
  for (BlockId b = 0; b < out.end(); ++b) {
    const std::size_t last = (b + 1 < out.end() ? out.first[b + 1] : count) - 1;
    auto link = [&](std::uint32_t step) { out.after[b].push_back(out.of_step[step]); };
    each_target(steps[last], targets, link);
    if (falls_through(steps[last])) link(static_cast<std::uint32_t>(last + 1));
    if (steps[last].kind == StepKind::exit || steps[last].kind == StepKind::trap) {
      link(static_cast<std::uint32_t>(count));
    }
    for (const BlockId to : out.after[b]) out.before[to].push_back(b);
  }
  return out;
}

/// Blocks from which the end can be reached, in postorder of the reversed graph.
std::vector<BlockId> reversed_postorder(const Blocks& blocks) {
  std::vector<BlockId> out;
  std::vector<std::uint8_t> seen(blocks.before.size(), 0);
  std::vector<std::pair<BlockId, std::size_t>> stack{{blocks.end(), 0}};
  seen[blocks.end()] = 1;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    if (next == blocks.before[block].size()) {
      out.push_back(block);
      stack.pop_back();
      continue;
    }
    const BlockId to = blocks.before[block][next++];
    if (seen[to] != 0) continue;
    seen[to] = 1;
    stack.emplace_back(to, 0);
  }
  return out;
}

/// The immediate post-dominator of each block; `unknown` where no path leads to the end.
std::vector<BlockId> post_dominators(const Blocks& blocks) {
  const std::vector<BlockId> order = reversed_postorder(blocks);
  std::vector<std::uint32_t> rank(blocks.before.size(), 0);
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  std::vector<BlockId> out(blocks.before.size(), unknown);
  out[blocks.end()] = blocks.end();
  auto common = [&](BlockId x, BlockId y) {
    while (x != y) {
      while (rank[x] < rank[y]) x = out[x];
      while (rank[y] < rank[x]) y = out[y];
    }
    return x;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t n = order.size(); n-- > 0;) {
      const BlockId block = order[n];
      if (block == blocks.end()) continue;
      BlockId meet = unknown;
      for (const BlockId to : blocks.after[block]) {
        if (out[to] == unknown) continue;
        meet = meet == unknown ? to : common(meet, to);
      }
      if (out[block] != meet) {
        out[block] = meet;
        changed = true;
      }
    }
  }
  return out;
}

}  // namespace

std::vector<std::uint32_t> joins_of(std::span<const Step> steps,
                                    std::span<const std::uint32_t> targets) {
  const Blocks blocks = blocks_of(steps, targets);
  const std::vector<BlockId> dominators = post_dominators(blocks);
  std::vector<std::uint32_t> out(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!ends_block(steps[i]) && blocks.of_step[i + 1] == blocks.of_step[i]) {
      out[i] = static_cast<std::uint32_t>(i + 1);
      continue;
    }
    const BlockId join = dominators[blocks.of_step[i]];
    out[i] = join == unknown || join == blocks.end() ? no_join : blocks.first[join];
  }
  return out;
}

}  // namespace touchstone::ptx
