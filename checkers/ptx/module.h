#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "form.h"
#include "touchstone/core/result.h"

namespace touchstone::ptx {

/// Where an instruction stands: the line of the PTX file, and what .loc says of it.
struct Place {
  std::uint32_t line = 0;         ///< 1-based line of the PTX text; 0 is no place
  std::uint32_t source_file = 0;  ///< number of a .file; 0 where there is no line information
  std::uint32_t source_line = 0;
  bool operator==(const Place&) const = default;
};

/// Position in Function::registers, Function::variables or Module::variables and the like.
using RegisterId = std::uint32_t;

struct Register {
  std::string name;  ///< "%r12", or a scope's own name
  Type type{};
};

/// A variable in memory: shared, local, constant, global or param.
struct Variable {
  std::string name;
  Space space{};
  std::uint32_t alignment = 1;
  std::uint64_t bytes = 0;  ///< 0 for `extern .shared x[]`, which the launch sizes
  bool external = false;
  Type element{};                  ///< of a parameter: its declared type
  std::vector<std::byte> initial;  ///< empty: zero in constant and global space, nothing elsewhere
};

/// 6.3 special registers.
enum class Special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  lanemask_eq,
  lanemask_lt,
  lanemask_le,
  lanemask_gt,
  lanemask_ge,
  clock,  ///< not a function of the launch: an error where it is read
  clock64,
  smid,
  nsmid,
  gridid,
  dynamic_smem_size,
  total_smem_size,
};
[[nodiscard]] std::string_view name_of(Special special);

enum class OperandKind : std::uint8_t {
  none,       ///< "_", a result that is dropped
  reg,        ///< `id`
  immediate,  ///< `bits`, as wide as the instruction's type wants; an address [16] also is one
  special,    ///< `special`
  variable,   ///< the address of variable `id` plus `offset`
  address,    ///< [register `id` + offset], or [variable `id` + offset] where `of_variable`
  label,      ///< instruction number `id`
  vector,     ///< `elements`
  function,   ///< function number `id`, of a call or of a mov that takes its address
};

/// Which list a variable's id counts in.
enum class Owner : std::uint8_t {
  module,     ///< Module::variables
  function,   ///< Function::variables
  parameter,  ///< Function::parameters
  result,     ///< Function::results
};

struct Operand {
  OperandKind kind = OperandKind::none;
  std::uint32_t id = 0;
  Owner owner{};             ///< of a variable
  bool of_variable = false;  ///< of an address
  bool negated = false;      ///< "!%p": a predicate operand taken negated
  Special special{};
  std::int64_t offset = 0;
  std::uint64_t bits = 0;
  std::vector<Operand> elements;
};

/// 9.3 "Predicated Execution": the instruction is carried out where the predicate is as wanted.
struct Guard {
  RegisterId predicate = 0;
  bool negated = false;
};

struct Instruction {
  Form form;
  std::optional<Guard> guard;
  /// In the order written: results first. A call's are {results, function, arguments}, the two
  /// lists as vectors of variables; where the function is a register, a fourth of kind `none`
  /// stands for the prototype. brx.idx has its index and a vector of labels. A mov of a vector has
  /// `form.vector` as its length.
  std::vector<Operand> operands;
  /// shfl, setp and match may write a predicate beside their result ("%r1|%p2").
  std::optional<Operand> second_result;
  Place place;
};

struct Function {
  std::string name;
  bool entry = false;             ///< a kernel
  bool defined = true;            ///< false: declared only
  std::vector<Variable> results;  ///< of a device function: return parameters
  std::vector<Variable> parameters;
  std::vector<Register> registers;
  std::vector<Variable> variables;                ///< local, shared and param variables of the body
  std::vector<Instruction> body;                  ///< falls off its end as `ret`
  std::array<std::uint32_t, 3> max_block{};       ///< .maxntid; 0 where absent
  std::array<std::uint32_t, 3> required_block{};  ///< .reqntid
  Place place;
};

/// One PTX file.
struct Module {
  std::string version;              ///< "9.0"
  std::string target;               ///< "sm_80"
  std::vector<std::string> files;   ///< by .file number; [0] is empty
  std::vector<Variable> variables;  ///< global, constant and shared variables of the module
  std::vector<Function> functions;

  [[nodiscard]] const Function* find(std::string_view name) const;
  /// "line 41 (kernel.cu:12)"
  [[nodiscard]] std::string text_of(const Place& place) const;
};

}  // namespace touchstone::ptx
