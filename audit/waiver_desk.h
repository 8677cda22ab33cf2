#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "docket.h"

namespace touchstone {

/// For use inside this folder: which waivers let which obligations pass.
class WaiverDesk {
 public:
  WaiverDesk(const Docket& docket, const Profile& profile);

  /// Lets an obligation pass that is not served, if waivers do: one where no failing case of it is
  /// known, and one for each of them otherwise, those at other shapes included, since they take
  /// away the evidence that speaks of all. `refutations` are those of this use. Where there are
  /// waivers and they do not let it pass, the result says why.
  void consider(ObligationResult& result, const NodeClass& node,
                const std::vector<std::size_t>& refutations);

  /// Moves what was used into the verdict, and says of the others why they were not.
  void report_to(Verdict& verdict, const Plan& plan) const;

 private:
  [[nodiscard]] std::optional<std::string> unusable(const Waiver& waiver) const;
  [[nodiscard]] const Digest& finding_at(std::size_t evidence);
  void waive_findings(ObligationResult& result, const std::vector<std::size_t>& candidates,
                      const std::vector<std::size_t>& refutations,
                      std::span<const std::size_t> everywhere);
  /// The waiver for this finding among the candidates, or why there is none that may be used.
  [[nodiscard]] std::variant<std::size_t, std::string> waiver_for(
      std::size_t finding, const std::vector<std::size_t>& candidates);
  void waive_absence(ObligationResult& result, const std::vector<std::size_t>& candidates);
  [[nodiscard]] std::string why_idle(std::size_t waiver, const Plan& plan) const;

  const Docket& docket_;
  const Profile& profile_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_subject_;
  std::unordered_map<std::size_t, Digest> findings_;
  std::vector<bool> used_;
};

}  // namespace touchstone
