#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "docket.h"

namespace touchstone {

/// For use inside this folder: which waivers let which obligations pass.
class WaiverDesk {
 public:
  WaiverDesk(const Docket& docket, const Profile& profile);

  /// Lets an obligation pass that is not served, if waivers do: one for what is missing or
  /// inadmissible, and one for each of the refutations otherwise. Where there are some and they do
  /// not, the result says why.
  void consider(ObligationResult& result, const NodeClass& node,
                const std::vector<std::size_t>& refutations);

  /// Moves what was used into the verdict, and says of the others why they were not.
  void report_to(Verdict& verdict, const Plan& plan) const;

 private:
  [[nodiscard]] std::optional<std::string> unusable(const Waiver& waiver) const;
  [[nodiscard]] const Digest& digest_of(std::size_t evidence);
  void waive_refutations(ObligationResult& result, const std::vector<std::size_t>& candidates,
                         const std::vector<std::size_t>& refutations);
  void waive_absence(ObligationResult& result, const std::vector<std::size_t>& candidates);
  [[nodiscard]] std::string why_idle(std::size_t waiver, const Plan& plan) const;

  const Docket& docket_;
  const Profile& profile_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_subject_;
  std::unordered_map<std::size_t, Digest> digests_;
  std::vector<bool> used_;
};

}  // namespace touchstone
