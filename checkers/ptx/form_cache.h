#pragma once

#include <map>
#include <string_view>

#include "semantics.h"

namespace touchstone::ptx {

struct KnownForm {
  Form form;
  Signature signature;
};

/// The semantics table's answers for the opcodes of one text, each asked once. Opcodes are views
/// into the text.
class FormCache {
 public:
  /// Lives as long as the cache. Errors: those of `resolve`.
  [[nodiscard]] Result<const KnownForm*> find(std::string_view opcode);

 private:
  std::map<std::string_view, KnownForm> known_;
};

}  // namespace touchstone::ptx
