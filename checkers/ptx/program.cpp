#include "program.h"

#include <algorithm>

#include "decoder.h"

namespace touchstone::ptx {

Result<Program> program_of(std::shared_ptr<const Module> module, std::string_view kernel) {
  const Function* function = module->find(kernel);
  if (function == nullptr || !function->entry || !function->defined) {
    std::string known;
    for (const Function& f : module->functions) {
      if (f.entry && f.defined) known += (known.empty() ? "" : ", ") + printable(f.name);
    }
    return unreadable({}, "there is no kernel " + printable(kernel),
                      known.empty() ? "the file has no kernel" : "kernels: " + known);
  }
  auto code = Decoder(*module).decode(*function);
  if (!code) return code.error();
  Program out;
  out.kernel = std::string(kernel);
  out.parameters = function->parameters;
  out.code = std::make_shared<const DecodedKernel>(std::move(*code));
  out.module = std::move(module);
  return out;
}

}  // namespace touchstone::ptx
