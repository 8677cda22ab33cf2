#pragma once

#include <cstdint>

#include "touchstone/audit/report.h"

/// Reports for tests of the page, made by hand.
namespace touchstone::page_test {

/// An accepted transformer-like model of about a hundred nodes, with residual branches.
[[nodiscard]] Report transformer_report();
/// The same, rejected: a failing case, a waiver, missing and inadmissible evidence, a ledger,
/// evidence of every kind and changes.
[[nodiscard]] Report troubled_report();
/// The same with every text hostile: markup, scripts, quotes, controls, overrides of direction,
/// a name of a million bytes.
[[nodiscard]] Report hostile_report();
/// `nodes` nodes in 1,000 uses, each with three pieces of evidence, every tenth node reading far
/// back.
[[nodiscard]] Report large_report(std::uint32_t nodes);

}  // namespace touchstone::page_test
