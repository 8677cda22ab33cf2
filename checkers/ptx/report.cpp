// What the machine says of what it found.
#include <string>

#include "addresses.h"
#include "engine.h"

namespace touchstone::ptx {

void Engine::stop(const Step& step, std::string reason) {
  if (!out_.stop) out_.stop = Stop{std::move(reason), step.place};
}

ThreadId Engine::thread_id(std::uint32_t thread) const {
  const auto& b = launch_.block;
  return {block_, {thread % b[0], thread / b[0] % b[1], thread / b[0] / b[1]}};
}

ThreadId Engine::thread_of(const Access& access) const {
  ThreadId out = thread_id(access.thread & ((1U << Access::thread_bits) - 1));
  const std::uint32_t block = access.block();
  const auto& g = launch_.grid;
  out.block = {block % g[0], block / g[0] % g[1], block / g[0] / g[1]};
  return out;
}

Access Engine::now(const Warp& warp, const Step& step, unsigned lane) const {
  return {(block_number_ << Access::thread_bits) | (warp.number * lane_count + lane),
          (block_time_ << Access::warp_time_bits) | warp.warp_time, number_of(step)};
}

void Engine::report(DefectKind kind, const Warp& warp, const Step& step, unsigned lane,
                    std::string what) {
  if (!reported_.emplace(kind, number_of(step)).second) return;
  Defect defect;
  defect.kind = kind;
  defect.what = std::move(what);
  defect.place = step.place;
  defect.thread = thread_id(warp.number * lane_count + lane);
  out_.defects.push_back(std::move(defect));
  full_ = full_ || out_.defects.size() >= limits_.defects;
}

void Engine::report_race(const Warp& warp, const Step& step, unsigned lane,
                         const Conflict& conflict, bool is_write, const Reach& where) {
  const bool other_block = conflict.with.block() != block_number_;
  if (other_block && fenced_) {
    return stop(step, "accesses of different blocks to " + describe(where) +
                          " beside fences, whose order is not modelled");
  }
  if (!other_block && warp.partly_ordered && conflict.with.warp() == now(warp, step, lane).warp()) {
    return stop(step, "accesses of one warp to " + describe(where) +
                          " beside a barrier of some of its threads, whose order is not modelled");
  }
  const DefectKind kind =
      conflict.mixed_width ? DefectKind::mixed_width_race : DefectKind::data_race;
  const std::size_t known = out_.defects.size();
  report(
      kind, warp, step, lane,
      std::string(is_write ? "writes " : "reads ") + describe(where) +
          (conflict.is_write ? ", which another thread writes" : ", which another thread reads") +
          (conflict.mixed_width ? " with another width" : "") + ", and nothing orders the two");
  if (out_.defects.size() == known) return;
  out_.defects.back().other = code_.steps[conflict.with.step].place;
  out_.defects.back().other_thread = thread_of(conflict.with);
}

void Engine::report_out_of_bounds(const Warp& warp, const Step& step, unsigned lane,
                                  const Reach& where, std::uint64_t address, unsigned bytes) {
  const bool is_load = step.kind == StepKind::load;
  std::string what = is_load ? "reads " : "writes ";
  what += std::to_string(bytes) + " bytes at ";
  const std::uint64_t region = region_of(address);
  if (where.buffer != nullptr) {
    what += "byte " + std::to_string(offset_of(address)) + " of " +
            printable(where.buffer->what().name) + ", which has " +
            std::to_string(where.buffer->what().bytes);
  } else if (where.space == Space::shared) {
    what += "byte " + std::to_string(offset_of(address)) + " of shared memory, which has " +
            std::to_string(code_.dynamic_at + launch_.dynamic_shared_bytes);
  } else if (region + 1 >= first_buffer_region &&
             region + 1 - first_buffer_region < buffers_.size()) {
    what += std::to_string((std::uint64_t{1} << region_shift) - offset_of(address)) +
            " bytes before " + printable(buffers_[region + 1 - first_buffer_region].name);
  } else {
    what += "an address where the launch has no memory";
  }
  report(DefectKind::out_of_bounds, warp, step, lane, what);
  full_ = true;
}

std::string Engine::describe(const Reach& where) const {
  const std::string word = std::to_string(where.word_number);
  if (where.buffer != nullptr) return printable(where.buffer->what().name) + "[" + word + "]";
  switch (where.space) {
    case Space::shared: return "word " + word + " of shared memory";
    case Space::local: return "word " + word + " of local memory";
    default: return "word " + word + " of parameter memory";
  }
}

}  // namespace touchstone::ptx
