#include "special_registers.h"

#include <array>
#include <cstddef>

namespace touchstone::ptx {

namespace {

/// In the order of `Special`.
constexpr std::array<std::string_view, 27> names{
    "%tid.x",
    "%tid.y",
    "%tid.z",
    "%ntid.x",
    "%ntid.y",
    "%ntid.z",
    "%ctaid.x",
    "%ctaid.y",
    "%ctaid.z",
    "%nctaid.x",
    "%nctaid.y",
    "%nctaid.z",
    "%laneid",
    "%warpid",
    "%nwarpid",
    "%lanemask_eq",
    "%lanemask_lt",
    "%lanemask_le",
    "%lanemask_gt",
    "%lanemask_ge",
    "%clock",
    "%clock64",
    "%smid",
    "%nsmid",
    "%gridid",
    "%dynamic_smem_size",
    "%total_smem_size",
};
static_assert(static_cast<std::size_t>(Special::total_smem_size) + 1 == names.size());

constexpr std::array<std::string_view, 15> other_beginnings{"%envreg",
                                                            "%pm",
                                                            "%clock_hi",
                                                            "%globaltimer",
                                                            "%clusterid",
                                                            "%nclusterid",
                                                            "%cluster_",
                                                            "%is_explicit_cluster",
                                                            "%reserved_smem",
                                                            "%aggr_smem",
                                                            "%current_graph_exec",
                                                            "%tid",
                                                            "%ntid",
                                                            "%ctaid",
                                                            "%nctaid"};

}  // namespace

std::string_view name_of(Special special) { return names[static_cast<std::size_t>(special)]; }

std::optional<Special> special_named(std::string_view name) {
  if (name.empty() || name[0] != '%') return std::nullopt;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Special>(i);
  }
  return std::nullopt;
}

Type type_of(Special special) {
  return special == Special::clock64 || special == Special::gridid ? Type::u64 : Type::u32;
}

bool is_other_special(std::string_view name) {
  for (const std::string_view beginning : other_beginnings) {
    if (name.starts_with(beginning)) return true;
  }
  return false;
}

}  // namespace touchstone::ptx
