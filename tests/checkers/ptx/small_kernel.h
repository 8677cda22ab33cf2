#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "touchstone/ptx/machine.h"
#include "touchstone/ptx/parser.h"
#include "touchstone/ptx/program.h"

/// Kernels written by hand in tests.
namespace touchstone::ptx {

/// A module with one kernel `k`, of these parameters ("u64 x, u64 y, u32 n") and body. It has the
/// registers %p0–%p9, %r0–%r19, %f0–%f19, %d0–%d19 (64 bits) and whatever `declarations` add.
inline std::string module_text(const std::string& parameters, const std::string& body,
                               const std::string& declarations = {}) {
  std::string list;
  std::size_t at = 0;
  while (at < parameters.size()) {
    const std::size_t end = std::min(parameters.find(',', at), parameters.size());
    const std::size_t first = parameters.find_first_not_of(' ', at);
    list += (list.empty() ? "" : ", ") + (".param ." + parameters.substr(first, end - first));
    at = end + 1;
  }
  return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(" + list +
         ")\n{\n.reg .pred %p<10>;\n.reg .b32 %r<20>;\n.reg .f32 %f<20>;\n.reg .b64 %d<20>;\n" +
         declarations + "\n" + body + "\nret;\n}\n";
}

inline Program small_program(const std::string& text) {
  auto module = parse(text);
  if (!module) throw std::runtime_error(module.error().text());
  auto program = program_of(std::make_shared<const Module>(std::move(*module)), "k");
  if (!program) throw std::runtime_error(program.error().text());
  return std::move(*program);
}

inline Buffer words_buffer(std::string name, std::vector<std::uint32_t> words,
                           bool writable = false) {
  Buffer out;
  out.name = std::move(name);
  out.bytes = 4 * words.size();
  out.writable = writable;
  out.words = std::move(words);
  return out;
}

inline Buffer empty_buffer(std::string name, std::size_t words) {
  Buffer out;
  out.name = std::move(name);
  out.bytes = 4 * words;
  out.writable = true;
  return out;
}

inline Buffer symbol_buffer(std::string name, std::uint32_t operand, std::size_t words) {
  Buffer out;
  out.name = std::move(name);
  out.bytes = 4 * words;
  out.symbol = operand;
  return out;
}

inline Argument pointer(std::uint32_t buffer, std::uint64_t offset = 0) { return {buffer, offset}; }
inline Argument scalar(std::uint64_t value) { return {std::nullopt, value}; }

}  // namespace touchstone::ptx
