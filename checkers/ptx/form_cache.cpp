#include "form_cache.h"

#include <utility>

namespace touchstone::ptx {

Result<const KnownForm*> FormCache::find(std::string_view opcode) {
  const auto found = known_.find(opcode);
  if (found != known_.end()) return &found->second;
  const Result<Form> form = resolve(opcode);
  if (!form) return form.error();
  KnownForm known{*form, signature_of(*form)};
  return &known_.emplace(opcode, std::move(known)).first->second;
}

}  // namespace touchstone::ptx
