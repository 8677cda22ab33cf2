#include <array>
#include <chrono>

#include "commands.h"
#include "output.h"
#include "touchstone/cli/version.h"
#include "touchstone/host/library.h"
#include "touchstone/host/machine.h"
#include "touchstone/host/program.h"
#include "touchstone/host/threads.h"
#include "touchstone/number/correctly_rounded.h"
#include "touchstone/reference/kernels.h"

namespace touchstone::cli {

namespace {

struct Finding {
  std::string what;
  bool found = false;
  std::string detail;  ///< where and which version, or what its absence costs and the remedy
};

/// The first line a program prints when asked for its version.
std::string first_line_of(const std::filesystem::path& program) {
  const std::array<std::string, 1> arguments{"--version"};
  const auto text = run_program(program, arguments, std::chrono::seconds(5));
  if (!text) return "no version: " + text.error().reason;
  return printable(std::string_view(*text).substr(0, text->find('\n')));
}

/// What the toolkit's programs say of themselves, several lines of which one names the release.
std::string release_of(const std::filesystem::path& program) {
  const std::array<std::string, 1> arguments{"--version"};
  const auto text = run_program(program, arguments, std::chrono::seconds(5));
  if (!text) return "no version: " + text.error().reason;
  const auto at = text->find("release ");
  if (at == std::string::npos) return "no version";
  return printable(std::string_view(*text).substr(at, text->find('\n', at) - at));
}

Finding program(std::string_view name, std::string_view absence) {
  const auto path = find_program(name);
  if (!path) return {std::string(name), false, std::string(absence)};
  return {std::string(name), true, path->string() + ", " + first_line_of(*path)};
}

/// A program of the CUDA toolkit, which its installer does not put on PATH.
Finding toolkit_program(std::string_view name, std::string_view absence) {
  const std::string installed = "/usr/local/cuda/bin/" + std::string(name);
  const auto path = find_program(name);
  const auto found = path ? path : find_program(installed);
  if (!found) return {std::string(name), false, std::string(absence)};
  return {std::string(name), true, found->string() + ", " + release_of(*found)};
}

Finding library(std::string_view what, std::span<const std::string_view> sonames,
                std::string_view absence) {
  const auto path = find_library(sonames);
  if (!path) return {std::string(what), false, std::string(absence)};
  return {std::string(what), true, path->string()};
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out.empty() ? "none known" : out;
}

std::vector<Finding> findings() {
  static constexpr std::array<std::string_view, 1> driver{"libcuda.so.1"};
  static constexpr std::array<std::string_view, 2> torch{"libtorch_cpu.so", "libtorch.so"};
  return {
      {"processor", true,
       architecture() + ", " + std::to_string(hardware_threads()) + " threads; " +
           joined(instruction_sets())},
      {"fma", true, std::string(native_kernels().fma) + " in the kernels in use"},
      {"MPFR", true, mpfr_library_version()},
      program("g++", "needed to build from source only; apt-get install g++"),
      program("clang++", "needed for the sanitizer tests only; apt-get install clang"),
      program("z3", "kernels whose proof needs a lemma stay undecided; apt-get install z3"),
      program("cvc5", "kernels whose proof needs a lemma stay undecided; apt-get install cvc5"),
      toolkit_program("nvcc",
                      "prove takes PTX but no CUDA source; it comes with NVIDIA's CUDA toolkit"),
      toolkit_program("ptxas", "nothing here needs it; it comes with NVIDIA's CUDA toolkit"),
      library("CUDA driver", driver,
              "nothing here runs kernels on a GPU yet; it comes with NVIDIA's driver"),
      library("LibTorch", torch, "no capsule of this build needs it; apt-get install libtorch-dev"),
  };
}

}  // namespace

int doctor_command(const DoctorOptions& options) {
  const std::vector<Finding> all = findings();
  if (options.json) {
    JsonArray items;
    for (const Finding& each : all) {
      items.push_back(JsonObject{
          {"what", each.what}, {"found", Json::boolean(each.found)}, {"detail", each.detail}});
    }
    print_json(JsonObject{{"version", version}, {"findings", items}});
    return status_yes;
  }
  print("touchstone " + std::string(version) + "\n");
  for (const Finding& each : all) {
    print("  " + each.what + std::string(13 - std::min<std::size_t>(each.what.size(), 12), ' ') +
          (each.found ? "found    " : "missing  ") + each.detail + "\n");
  }
  return status_yes;
}

}  // namespace touchstone::cli
