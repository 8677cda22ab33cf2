#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "meanings.h"
#include "touchstone/ptx/parser.h"
#include "touchstone/ptx/prover.h"

/// Small kernels written by hand, and what is asked of them.
namespace touchstone::ptx {

/// A kernel `k` of so many pointers, which are in %rd1, %rd2, …; %r1 is the thread's number.
inline std::string kernel_text(int pointers, std::string_view body) {
  std::string out = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(";
  for (int i = 0; i < pointers; ++i) {
    out += (i == 0 ? "" : ", ") + (".param .u64 p" + std::to_string(i));
  }
  out +=
      ")\n{\n"
      ".reg .pred %p<8>;\n.reg .b32 %r<16>;\n.reg .f32 %f<32>;\n.reg .b64 %rd<24>;\n"
      "mov.u32 %r1, %tid.x;\n";
  for (int i = 0; i < pointers; ++i) {
    const std::string to = "%rd" + std::to_string(i + 1);
    out += "ld.param.u64 " + to + ", [p" + std::to_string(i) + "];\n";
    out += "cvta.to.global.u64 " + to + ", " + to + ";\n";
  }
  return out + std::string(body) + "\nret;\n}\n";
}

/// A kernel of one thread for each element: its operands are in %f1, %f2, …, and `body` leaves the
/// result in %f0.
inline std::string pointwise_text(int operands, std::string_view body) {
  std::string out = "mul.wide.u32 %rd9, %r1, 4;\n";
  for (int i = 1; i <= operands + 1; ++i) {
    const std::string pointer = "%rd" + std::to_string(i);
    out += "add.s64 " + pointer + ", " + pointer + ", %rd9;\n";
    if (i <= operands) {
      out += "ld.global.f32 %f" + std::to_string(i) + ", [" + pointer + "];\n";
    }
  }
  out += body;
  out += "\nst.global.f32 [%rd" + std::to_string(operands + 1) + "], %f0;\n";
  return kernel_text(operands + 1, out);
}

inline Program program_from(const std::string& text, std::string_view kernel = "k") {
  auto module = parse(text);
  if (!module) {
    ADD_FAILURE() << module.error().text();
    return {};
  }
  auto program = program_of(std::make_shared<const Module>(std::move(*module)), kernel);
  if (!program) {
    ADD_FAILURE() << program.error().text();
    return {};
  }
  return std::move(*program);
}

/// One block of so many threads, with buffers 0 … pointers − 1 as arguments.
inline Launch launch_of(int pointers, std::uint32_t threads) {
  Launch out;
  out.kernel = "k";
  out.block = {threads, 1, 1};
  for (int i = 0; i < pointers; ++i) {
    out.arguments.push_back({static_cast<std::uint32_t>(i), 0});
  }
  return out;
}

/// A judge that counts what it is asked, and always says the same.
class JudgeDouble {
 public:
  explicit JudgeDouble(LemmaAnswer answer) : answer_(answer) {}
  [[nodiscard]] LemmaJudge judge() {
    return [this](const Lemma& lemma) {
      asked_.push_back(lemma);
      return answer_;
    };
  }
  [[nodiscard]] const std::vector<Lemma>& asked() const { return asked_; }

 private:
  LemmaAnswer answer_;
  std::vector<Lemma> asked_;
};

inline Proof proof_of(const std::string& text, const Launch& launch, const Meant& meant,
                      const LemmaJudge& judge = {}, const ProofLimits& limits = {}) {
  const Program program = program_from(text);
  if (!program.code) return {};
  auto proof = prove(program, launch, meant, judge, limits);
  if (!proof) {
    ADD_FAILURE() << proof.error().text();
    return {};
  }
  return std::move(*proof);
}

/// Of a pointwise kernel at operands of `count` elements.
inline Proof pointwise_proof(Op op, int operands, std::string_view body, std::uint32_t count = 37,
                             const LemmaJudge& judge = {}) {
  const std::vector<TensorType> types(static_cast<std::size_t>(operands), floats({count}));
  return proof_of(pointwise_text(operands, body), launch_of(operands + 1, count),
                  meant_of(op, types), judge);
}

/// What a proof says, for the message of a failing test.
inline std::string told(const Proof& proof) {
  std::string out = proof.reason + " " + proof.open_term;
  for (const Defect& defect : proof.defects) {
    out += " " + std::string(name_of(defect.kind)) + ": " + defect.what;
  }
  return out;
}

}  // namespace touchstone::ptx
