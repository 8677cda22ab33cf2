#include "kernel_code.h"

#include <chrono>
#include <optional>

#include "touchstone/host/file.h"
#include "touchstone/host/program.h"
#include "touchstone/host/scratch_folder.h"

namespace touchstone {

namespace {

constexpr std::chrono::minutes compile_limit{2};

std::optional<std::filesystem::path> find_nvcc() {
  const auto found = find_program("nvcc");
  return found ? found : find_program("/usr/local/cuda/bin/nvcc");
}

Result<std::string> compiled(const KernelCode& code) {
  const std::string shown = printable(code.file.native());
  const auto nvcc = find_nvcc();
  if (!nvcc) {
    return unavailable({}, "compiling CUDA source needs nvcc, which is not found",
                       "install NVIDIA's CUDA toolkit, or name the PTX instead (\"ptx\")")
        .in_file(shown);
  }
  auto folder = ScratchFolder::create();
  if (!folder) return folder.error();
  const std::filesystem::path output = folder->path() / "kernel.ptx";
  std::vector<std::string> arguments{"-ptx", "-fmad=false",  "-lineinfo", "-arch=" + code.target,
                                     "-o",   output.string()};
  arguments.insert(arguments.end(), code.flags.begin(), code.flags.end());
  arguments.push_back(code.file.string());
  const auto said = run_program(*nvcc, arguments, compile_limit);
  if (!said && said.error().kind == Failure::undecided) return said.error().in_file(shown);
  if (!said) return unreadable({}, "nvcc refuses it: " + said.error().reason).in_file(shown);
  return read_file(output);
}

}  // namespace

Result<std::string> ptx_of(const KernelCode& code) {
  return code.cuda ? compiled(code) : read_file(code.file);
}

}  // namespace touchstone
