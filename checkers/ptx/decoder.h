#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "decoded.h"
#include "module.h"
#include "touchstone/core/result.h"

namespace touchstone::ptx {

/// Flattens one kernel into steps: device functions are inlined where they are called, registers,
/// constants and special registers become slots, and variables addresses. A guarded instruction
/// becomes a branch around it, so that only branches have conditions.
class Decoder {
 public:
  explicit Decoder(const Module& module) : module_(module) {}

  /// Errors: unavailable, with the line.
  [[nodiscard]] Result<DecodedKernel> decode(const Function& kernel);

 private:
  /// One function being inlined: where its registers and variables are.
  struct Frame {
    const Function* function = nullptr;
    std::uint32_t number = 0;  ///< of the inlining, 0 for the kernel itself
    std::vector<SlotId> registers;
    std::vector<std::uint64_t> parameters;  ///< offsets in parameter or local space
    std::vector<std::uint64_t> results;
    std::vector<std::uint64_t> variables;  ///< offsets in their spaces
    std::vector<std::uint32_t> step_of;    ///< of each instruction, and one beyond the last
  };
  static constexpr std::uint32_t pending = 1U << 31U;  ///< a target that is still an instruction
  static Diagnostic not_executed(const Place& place, const std::string& what,
                                 std::string remedy = {});
  static Width width_of(Type type);

  struct Address {
    SlotId base = no_slot;
    std::int64_t offset = 0;
    Space space{};
  };

  Result<void> inline_function(Frame& frame, std::uint32_t depth);
  Result<void> instruction(Frame& frame, const Instruction& i, std::uint32_t depth);
  Result<void> call(Frame& frame, const Instruction& i, std::uint32_t depth);
  Result<std::vector<SlotId>> vector_slots(const Frame& frame, const Operand& operand, Type type,
                                           const Place& place);
  Result<void> value(const Frame& frame, const Instruction& i, Step step);
  Result<void> memory(const Frame& frame, const Instruction& i, Step step);
  Result<std::vector<SlotId>> data_slots(const Frame& frame, const Instruction& i,
                                         std::size_t address);
  Result<void> lanes(const Frame& frame, const Instruction& i, Step step);
  Result<void> jump_table(const Frame& frame, const Instruction& i, Step step);
  Result<Address> address(const Frame& frame, const Operand& operand, const Place& place);
  [[nodiscard]] std::uint64_t variable_offset(const Frame& frame, const Operand& operand) const;
  [[nodiscard]] const Variable& variable_of(const Frame& frame, const Operand& operand) const;
  [[nodiscard]] std::uint64_t variable_address(const Frame& frame, const Operand& operand) const;

  void place_variables(Frame& frame);
  std::uint64_t place(const Variable& variable);
  void place_shared(const Function& kernel);
  void drop_unread_results();
  [[nodiscard]] std::vector<const Function*> called_from(const Function& kernel) const;
  void open_frame(Frame& frame, const Function& function);
  void resolve_targets(const Frame& frame, std::size_t first);

  SlotId new_slot(Width width);
  SlotId constant(Width width, std::uint64_t bits);
  SlotId special(Special which, Width width);
  Result<SlotId> source(const Frame& frame, const Operand& operand, Type type, const Place& place);
  void add_source(Step& step, SlotId slot, const Operand& operand);
  void list(Step& step, const std::vector<SlotId>& slots);
  Step& emit(Step step);

  const Module& module_;
  DecodedKernel out_;
  std::uint32_t frames_ = 0;
  std::map<std::pair<Width, std::uint64_t>, SlotId> constants_;
  std::map<std::pair<Special, Width>, SlotId> specials_;
  std::map<const Variable*, std::uint64_t> shared_at_;
  std::vector<const Function*> open_;  ///< functions being inlined, outermost first
};

}  // namespace touchstone::ptx
