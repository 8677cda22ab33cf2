#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "decoded.h"
#include "machine.h"
#include "memory.h"
#include "program.h"
#include "warp.h"

namespace touchstone::ptx {

/// One run of one launch. Steps are carried out by warps, one block after the other; see README.md
/// for why this schedule speaks for all.
class Engine {
 public:
  Engine(const Program& program, const Launch& launch, std::span<const Buffer> buffers,
         Symbols* symbols, const MachineLimits& limits);

  void run();
  [[nodiscard]] Execution take() { return std::move(out_); }

 private:
  /// What a load or store reaches: consecutive words, and the first byte in the first of them.
  struct Reach {
    std::array<WordRef, 2> words{};
    unsigned shift = 0;
    PagedBuffer* buffer = nullptr;  ///< of global memory
    std::uint64_t word_number = 0;
    Space space{};  ///< global, shared, local or param, never generic
  };
  /// The value of one element: bits, or a term.
  struct Value {
    std::uint64_t bits = 0;
    std::optional<TermId> term;
  };
  /// A word that one side of a data-dependent branch wrote, as it was before.
  struct Undo {
    WordRef word;
    std::uint32_t bits = 0;
    std::uint8_t valid = 0;
    TermId term = 0;
    std::uint8_t writers = 0;
    unsigned lane = 0;
  };

  // Blocks (engine.cpp)
  void run_block(std::vector<Warp>& warps);
  [[nodiscard]] std::uint64_t special_value(Special which, std::uint32_t thread) const;
  [[nodiscard]] bool step_on(std::vector<Warp>& warps);
  void pass_barrier(std::vector<Warp>& warps);
  void finish();
  void take_buffer(std::size_t number);
  [[nodiscard]] bool check_barrier(const Warp& warp, const Warp* ended_early);
  void report_divergence(const Warp& warp, const Step& step, unsigned first);
  void report_ended(const Warp& warp, const Step& step, unsigned first, const Warp& ended_early);
  [[nodiscard]] bool ended() const { return out_.stop.has_value() || full_; }

  // Control (control.cpp)
  void run_lanes(Warp& warp, LaneSet lanes, std::uint32_t stop);
  void run_group(Warp& warp, LaneSet group, std::uint32_t until, std::uint32_t stop);
  [[nodiscard]] bool carry_out(Warp& warp, const Step& step, LaneSet group);
  [[nodiscard]] static std::optional<bool> common_choice(const Warp& warp, const Step& step,
                                                         LaneSet group);
  [[nodiscard]] bool active_mask_step(Warp& warp, const Step& step, LaneSet group);
  void arrive(Warp& warp, const Step& step, LaneSet group);
  void branch(Warp& warp, const Step& step, LaneSet group);
  void jump(Warp& warp, const Step& step, LaneSet group);
  void exit_lanes(Warp& warp, const Step& step, LaneSet group);
  void free_held(Warp& warp, LaneSet lanes);
  void pass_warp_barrier(Warp& warp, const Step& step, LaneSet group);
  [[nodiscard]] bool agree_on_barrier(const Warp& warp, const Step& step, LaneSet group);

  // Data-dependent branches (fork.cpp)
  /// What one side leaves: registers, and every word it wrote as it is then and as it was before.
  struct Side {
    Registers registers;
    LaneSet exited = 0;
    std::map<std::uint32_t*, std::pair<Undo, Undo>> written;
    bool shared_words = false;  ///< several threads wrote one of them
  };
  void fork(Warp& warp, const Step& step, LaneSet lanes);
  [[nodiscard]] Side run_side(Warp& warp, LaneSet lanes, std::uint32_t from, std::uint32_t join);
  void merge_registers(Warp& warp, const Side& taken, LaneSet lanes,
                       const std::array<TermId, lane_count>& conditions);
  void merge_word(const Step& step, const Undo& before, const Undo& yes, const Undo& no,
                  const std::array<TermId, lane_count>& conditions);
  void merge_memory(const Step& step, const Side& taken, const Side& other,
                    const std::array<TermId, lane_count>& conditions);

  // Values (step_value.cpp)
  void value_step(Warp& warp, const Step& step, LaneSet group);
  void together(Warp& warp, const Step& step, LaneSet group, LaneSet defined);
  void one_lane(Warp& warp, const Step& step, unsigned lane, bool known);
  void symbolic_lanes(Warp& warp, const Step& step, LaneSet lanes);
  void pack_step(Warp& warp, const Step& step, LaneSet group);
  void unpack_step(Warp& warp, const Step& step, LaneSet group);
  void address_step(Warp& warp, const Step& step, LaneSet group);
  [[nodiscard]] LaneSet operands_defined(const Warp& warp, const Step& step) const;
  [[nodiscard]] std::uint64_t operand(const Warp& warp, const Step& step, unsigned i,
                                      unsigned lane) const;
  [[nodiscard]] TermId term_of(const Registers& registers, SlotId slot, unsigned lane);
  void set_term(Registers& registers, SlotId slot, unsigned lane, TermId term);
  /// Whether its bits are fixed.
  [[nodiscard]] static bool is_plain_constant(const TermNode& node);

  // Memory (step_memory.cpp)
  void load_step(Warp& warp, const Step& step, LaneSet group);
  [[nodiscard]] LaneSet load_shared_words(Warp& warp, const Step& step, LaneSet group);
  void store_step(Warp& warp, const Step& step, LaneSet group);
  void atomic_step(Warp& warp, const Step& step, LaneSet group);
  [[nodiscard]] std::optional<std::uint64_t> address_of(const Warp& warp, const Step& step,
                                                        unsigned lane);
  [[nodiscard]] std::optional<Reach> reach(Warp& warp, const Step& step, unsigned lane,
                                           std::uint64_t address, unsigned bytes);
  [[nodiscard]] bool is_aligned_vector(const Warp& warp, const Step& step, unsigned lane,
                                       std::uint64_t address);
  [[nodiscard]] bool find_buffer(const Step& step, std::uint64_t address, Reach& out);
  [[nodiscard]] std::uint64_t bytes_in(const Reach& where) const;
  [[nodiscard]] bool is_plain_shared_read(const Access& at, std::uint32_t address,
                                          std::uint32_t count);
  struct Stored {
    std::uint32_t bits = 0;
    std::uint8_t valid = 0xF;
    TermId term = 0;
  };
  [[nodiscard]] Stored word_to_store(const Reach& to, unsigned w, unsigned bytes,
                                     const Value& value);
  [[nodiscard]] std::optional<Value> load(Warp& warp, const Step& step, unsigned lane,
                                          const Reach& from, unsigned bytes, bool is_atomic);
  [[nodiscard]] bool store(Warp& warp, const Step& step, unsigned lane, const Reach& to,
                           unsigned bytes, const Value& value, bool is_atomic);
  void set_loaded(Warp& warp, const Step& step, SlotId slot, unsigned lane, const Value& value);
  [[nodiscard]] std::optional<Value> stored(Warp& warp, const Step& step, SlotId slot,
                                            unsigned lane, unsigned bytes);
  void note(Warp& warp, const Step& step, unsigned lane, const Reach& where, unsigned w,
            NewAccess access, bool is_write);
  [[nodiscard]] bool is_known_at_launch(const Variable& variable) const;
  void keep(const WordRef& word, unsigned lane);
  void restore(const Undo& state);
  [[nodiscard]] static std::uint8_t counted(const WordRef& word) {
    return word.writers == nullptr ? std::uint8_t{0} : *word.writers;
  }

  // Warp operations (step_lanes.cpp)
  [[nodiscard]] bool meet(Warp& warp, const Step& step, LaneSet group, SlotId mask_slot);
  [[nodiscard]] bool lane_step(Warp& warp, const Step& step, LaneSet group);
  void shuffle_step(Warp& warp, const Step& step, LaneSet group);
  void vote_step(Warp& warp, const Step& step, LaneSet group);
  void match_step(Warp& warp, const Step& step, LaneSet group);
  void reduce_step(Warp& warp, const Step& step, LaneSet group);

  // Reports (report.cpp)
  void stop(const Step& step, std::string reason);
  void report(DefectKind kind, const Warp& warp, const Step& step, unsigned lane, std::string what);
  void report_race(const Warp& warp, const Step& step, unsigned lane, const Conflict& conflict,
                   bool is_write, const Reach& where);
  void report_out_of_bounds(const Warp& warp, const Step& step, unsigned lane, const Reach& where,
                            std::uint64_t address, unsigned bytes);
  [[nodiscard]] ThreadId thread_id(std::uint32_t thread_in_block) const;
  [[nodiscard]] ThreadId thread_of(const Access& access) const;
  [[nodiscard]] Access now(const Warp& warp, const Step& step, unsigned lane) const;
  [[nodiscard]] std::string describe(const Reach& where) const;
  [[nodiscard]] std::uint32_t number_of(const Step& step) const {
    return static_cast<std::uint32_t>(&step - program_.code->steps.data());
  }

  const Program& program_;
  const DecodedKernel& code_;
  const Launch& launch_;
  std::span<const Buffer> buffers_;
  Symbols* symbols_;
  const MachineLimits& limits_;

  std::vector<Buffer> module_buffers_;
  std::vector<PagedBuffer> global_;  ///< those of the launch, then those of the module
  Words shared_;
  Words parameters_;
  ByteRecords shared_bytes_;
  ByteRecords global_bytes_;
  std::array<std::uint32_t, 3> block_{};
  std::uint32_t block_number_ = 0;
  std::uint32_t block_time_ = 0;
  std::uint32_t threads_ = 0;  ///< of a block
  std::uint32_t exit_step_ = UINT32_MAX;
  std::uint64_t steps_ = 0;  ///< carried out by warps
  unsigned depth_ = 0;       ///< of data-dependent branches being carried out
  std::vector<Undo>* undo_ = nullptr;
  bool full_ = false;  ///< a defect after which nothing more can be said
  bool fenced_ = false;
  std::set<std::pair<DefectKind, std::uint32_t>> reported_;
  Execution out_;
};

}  // namespace touchstone::ptx
