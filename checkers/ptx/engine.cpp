#include "engine.h"

#include <algorithm>

#include "addresses.h"

namespace touchstone::ptx {

namespace {

/// The module's own variables in global and constant memory, as buffers in the module's order.
std::vector<Buffer> buffers_of(const Module& module, bool symbolic) {
  std::vector<Buffer> out;
  for (const Variable& variable : module.variables) {
    Buffer buffer;
    buffer.name = variable.name;
    buffer.bytes = variable.bytes;
    // What outlives the launch would make the next one another function, so no proof stores to it.
    buffer.writable = variable.space == Space::global && !symbolic;
    if (variable.space != Space::shared) {
      buffer.words.assign((variable.bytes + 3) / 4, 0);
      for (std::size_t i = 0; i < variable.initial.size(); ++i) {
        buffer.words[i / 4] |= std::to_integer<std::uint32_t>(variable.initial[i]) << (i % 4 * 8);
      }
    }
    out.push_back(std::move(buffer));
  }
  return out;
}

}  // namespace

Engine::Engine(const Program& program, const Launch& launch, std::span<const Buffer> buffers,
               Symbols* symbols, const MachineLimits& limits)
    : program_(program),
      code_(*program.code),
      launch_(launch),
      buffers_(buffers),
      symbols_(symbols),
      limits_(limits),
      module_buffers_(buffers_of(*program.module, symbols != nullptr)),
      shared_((code_.dynamic_at + launch.dynamic_shared_bytes + 3) / 4, symbols != nullptr, true),
      parameters_((code_.parameter_bytes + 3) / 4, false, false),
      threads_(launch.block[0] * launch.block[1] * launch.block[2]) {
  for (const Buffer& buffer : buffers_) global_.emplace_back(buffer, symbols != nullptr);
  for (const Buffer& buffer : module_buffers_) global_.emplace_back(buffer, symbols != nullptr);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const Argument& argument = launch.arguments[i];
    const std::uint64_t value =
        argument.buffer ? address_in(first_buffer_region + *argument.buffer, argument.value)
                        : argument.value;
    const std::uint64_t bytes = std::min<std::uint64_t>(8, program.parameters[i].bytes);
    for (std::uint64_t b = 0; b < bytes; ++b) {
      const std::uint64_t at = code_.parameter_at[i] + b;
      const WordRef word = parameters_.at(at / 4);
      *word.bits |= static_cast<std::uint32_t>((value >> (8 * b)) & 0xFFU) << (at % 4 * 8);
      *word.valid |= static_cast<std::uint8_t>(1U << (at % 4));
    }
  }
}

void Engine::run() {
  std::vector<Warp> warps((threads_ + lane_count - 1) / lane_count,
                          Warp(code_, symbols_ != nullptr));
  for (block_[2] = 0; block_[2] < launch_.grid[2]; ++block_[2]) {
    for (block_[1] = 0; block_[1] < launch_.grid[1]; ++block_[1]) {
      for (block_[0] = 0; block_[0] < launch_.grid[0]; ++block_[0]) {
        run_block(warps);
        if (ended()) return finish();
        ++block_number_;
      }
    }
  }
  finish();
}

void Engine::run_block(std::vector<Warp>& warps) {
  block_time_ = 0;
  exit_step_ = UINT32_MAX;
  shared_.clear();
  shared_bytes_.clear();
  const Warp fresh = [&] {
    Warp out(code_, symbols_ != nullptr);
    for (const ConstantSlot& constant : code_.constants) {
      for (unsigned l = 0; l < lane_count; ++l) out.registers.set(constant.slot, l, constant.bits);
    }
    return out;
  }();
  for (std::uint32_t w = 0; w < warps.size(); ++w) {
    warps[w] = fresh;
    warps[w].number = w;
    const std::uint32_t lanes = std::min(lane_count, threads_ - w * lane_count);
    warps[w].present = lanes == lane_count ? all_lanes : (LaneSet{1} << lanes) - 1;
    for (const SpecialSlot& special : code_.specials) {
      for (unsigned l = 0; l < lane_count; ++l) {
        warps[w].registers.set(special.slot, l, special_value(special.special, w * lane_count + l));
      }
    }
  }
  while (step_on(warps)) {
    if (ended()) return;
    pass_barrier(warps);
    if (ended()) return;
  }
}

/// Runs every warp as far as it gets by itself. Whether any is left that has not ended.
bool Engine::step_on(std::vector<Warp>& warps) {
  bool left = false;
  for (Warp& warp : warps) {
    run_lanes(warp, warp.present, no_join);
    if (ended()) return true;
    left = left || warp.live() != 0;
  }
  return left;
}

std::uint64_t Engine::special_value(Special which, std::uint32_t thread) const {
  const std::uint32_t lane = thread % lane_count;
  const std::uint32_t x = thread % launch_.block[0];
  const std::uint32_t y = thread / launch_.block[0] % launch_.block[1];
  const std::uint32_t z = thread / launch_.block[0] / launch_.block[1];
  switch (which) {
    case Special::tid_x: return x;
    case Special::tid_y: return y;
    case Special::tid_z: return z;
    case Special::ntid_x: return launch_.block[0];
    case Special::ntid_y: return launch_.block[1];
    case Special::ntid_z: return launch_.block[2];
    case Special::ctaid_x: return block_[0];
    case Special::ctaid_y: return block_[1];
    case Special::ctaid_z: return block_[2];
    case Special::nctaid_x: return launch_.grid[0];
    case Special::nctaid_y: return launch_.grid[1];
    case Special::nctaid_z: return launch_.grid[2];
    case Special::laneid: return lane;
    case Special::lanemask_eq: return std::uint64_t{1} << lane;
    case Special::lanemask_lt: return (std::uint64_t{1} << lane) - 1;
    case Special::lanemask_le: return (std::uint64_t{2} << lane) - 1;
    case Special::lanemask_gt: return ~((std::uint64_t{2} << lane) - 1) & all_lanes;
    case Special::lanemask_ge: return ~((std::uint64_t{1} << lane) - 1) & all_lanes;
    case Special::dynamic_smem_size: return launch_.dynamic_shared_bytes;
    case Special::total_smem_size: return 4 * shared_.count();
    default: return 0;  // the decoder refuses the others
  }
}

namespace {

/// Where the live lanes of a warp wait; nothing where they wait at different instructions.
std::optional<std::uint32_t> common_pc(const Warp& warp) {
  std::optional<std::uint32_t> out;
  bool same = true;
  each_lane(warp.at_barrier, [&](unsigned l) {
    same = same && (!out || *out == warp.pc[l]);
    out = warp.pc[l];
  });
  return same ? out : std::nullopt;
}

}  // namespace

void Engine::report_divergence(const Warp& warp, const Step& step, unsigned first) {
  report(DefectKind::barrier_divergence, warp, step, first,
         "the threads of a warp wait at different barriers, which an aligned barrier forbids");
  full_ = true;
  each_lane(warp.at_barrier, [&](unsigned l) {
    if (warp.pc[l] == warp.pc[first] || out_.defects.empty()) return;
    out_.defects.back().other = code_.steps[warp.pc[l]].place;
    out_.defects.back().other_thread = thread_id(warp.number * lane_count + l);
  });
}

void Engine::report_ended(const Warp& warp, const Step& step, unsigned first,
                          const Warp& ended_early) {
  report(DefectKind::exit_before_barrier, warp, step, first,
         "a thread of the block has ended before this barrier, which others execute");
  full_ = true;
  const LaneSet gone = ended_early.present & ended_early.exited;
  if (out_.defects.empty() || exit_step_ >= code_.steps.size()) return;
  out_.defects.back().other = code_.steps[exit_step_].place;
  out_.defects.back().other_thread = thread_id(ended_early.number * lane_count +
                                               static_cast<std::uint32_t>(std::countr_zero(gone)));
}

/// Whether PTX guarantees the barrier at which this warp waits.
bool Engine::check_barrier(const Warp& warp, const Warp* ended_early) {
  const auto first = static_cast<unsigned>(std::countr_zero(warp.at_barrier));
  const Step& step = code_.steps[warp.pc[first]];
  if (step.form.aligned && !common_pc(warp)) {
    report_divergence(warp, step, first);
  } else if (step.form.aligned && ended_early != nullptr) {
    report_ended(warp, step, first, *ended_early);
  } else if (step.source_count > 1 && warp.registers.get(step.source[1], first) != threads_) {
    stop(step, "a barrier for a part of the block is not modelled");
  }
  return !ended();
}

/// Every live lane waits at a barrier of the block; lets them pass if it is one that PTX
/// guarantees.
void Engine::pass_barrier(std::vector<Warp>& warps) {
  std::optional<std::uint64_t> resource;
  const auto ended_early = std::find_if(warps.begin(), warps.end(), [](const Warp& warp) {
    return (warp.present & warp.exited) != 0;
  });
  for (const Warp& warp : warps) {
    if (warp.live() == 0) continue;
    if (!check_barrier(warp, ended_early == warps.end() ? nullptr : &*ended_early)) return;
    const auto first = static_cast<unsigned>(std::countr_zero(warp.at_barrier));
    const Step& step = code_.steps[warp.pc[first]];
    const std::uint64_t number =
        step.source_count > 0 ? warp.registers.get(step.source[0], first) : 0;
    if (resource && *resource != number) {
      report(DefectKind::deadlock, warp, step, first,
             "some threads wait at barrier " + std::to_string(*resource) + ", others at barrier " +
                 std::to_string(number) + ", and none can pass");
      full_ = true;
      return;
    }
    resource = number;
  }
  for (Warp& warp : warps) {
    each_lane(warp.at_barrier, [&](unsigned l) { ++warp.pc[l]; });
    warp.at_barrier = 0;
    warp.warp_time = 0;
    warp.partly_ordered = false;
  }
  constexpr std::uint32_t most = 1U << (32 - Access::warp_time_bits);
  if (++block_time_ == most) stop(code_.steps.front(), "more than a million barriers in one block");
}

void Engine::finish() {
  out_.buffers.resize(buffers_.size());
  for (std::size_t b = 0; b < buffers_.size(); ++b) {
    if (buffers_[b].writable) take_buffer(b);
  }
}

void Engine::take_buffer(std::size_t number) {
  FinalBuffer& final = out_.buffers[number];
  const std::uint64_t count = (buffers_[number].bytes + 3) / 4;
  if (count * 24 > limits_.memory_bytes) {
    if (!out_.stop) out_.stop = Stop{"the buffer " + buffers_[number].name + " is too large", {}};
    return;
  }
  final.words.assign(count, 0);
  final.writers.assign(count, 0);
  final.touched.assign(count, 0);
  final.stores.assign(count, {});
  if (symbols_ != nullptr) final.terms.assign(count, 0);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t page = i / PagedBuffer::page_words;
    Words* words = global_[number].touched(page);
    if (words == nullptr) {
      i = (page + 1) * PagedBuffer::page_words - 1;
      continue;
    }
    const WordRef word = words->at(i % PagedBuffer::page_words);
    const Access& last = word.record->write[0];
    final.words[i] = *word.bits;
    final.writers[i] = *word.valid == 0xF ? *word.writers : 0;
    final.touched[i] = last.none() ? 0 : 1;
    if (!last.none()) final.stores[i] = code_.steps[last.step].place;
    if (symbols_ != nullptr) {
      final.terms[i] = *word.term != 0 ? *word.term - 1 : symbols_->word(*word.bits);
    }
  }
}

}  // namespace touchstone::ptx
