#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "capsule.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// All capsules of one build, in a fixed order. Made once, from the declarations in the source.
class Registry {
 public:
  /// Errors (defect): two capsules of one name or of one (operation, dtype, provider, device); a
  /// claim about another capsule or operation, in the wrong contract field, or made twice; a
  /// forward capsule without a shape, layout or value claim.
  [[nodiscard]] static Result<Registry> create(std::vector<Capsule> capsules);

  [[nodiscard]] std::span<const Capsule> capsules() const { return capsules_; }
  [[nodiscard]] const Capsule* find(std::string_view name) const;

 private:
  std::vector<Capsule> capsules_;
};

}  // namespace touchstone
