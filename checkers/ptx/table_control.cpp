#include <array>

#include "table.h"

namespace touchstone::ptx {

// PTX ISA 9.0, 9.7.12, 9.7.13 and 9.7.19: control, barriers and fences.
std::span<const Row> control_rows() {
  static constexpr std::array<Row, 18> part = {{
      {{"bar{.block}.sync", "9.7.13.1",
        "Waits for b threads, or all of the block, to arrive at barrier a, and orders their "
        "accesses.",
        ""},
       {.rule = Rule::barrier, .aligned = true}},
      {{"bar{.block}.arrive", "9.7.13.1", "Arrives at barrier a, for b threads, without waiting.",
        ""},
       {.rule = Rule::barrier_arrive, .aligned = true}},
      {{"bar{.block}.red.popc.u32", "9.7.13.1",
        "Waits as sync does; the result is the number of threads whose predicate is true.", ""},
       {.rule = Rule::barrier_reduce, .aligned = true}},
      {{"bar{.block}.red.and|or.pred", "9.7.13.1",
        "Waits as sync does; the result is whether the predicate is true in all or in any of the "
        "threads.",
        ""},
       {.rule = Rule::barrier_reduce, .aligned = true}},
      {{"barrier{.block}.sync{.aligned}", "9.7.13.1",
        "Waits for b threads, or all of the block, to arrive at barrier a, and orders their "
        "accesses.",
        ""},
       {.rule = Rule::barrier}},
      {{"barrier{.block}.arrive{.aligned}", "9.7.13.1",
        "Arrives at barrier a, for b threads, without waiting.", ""},
       {.rule = Rule::barrier_arrive}},
      {{"barrier{.block}.red.popc{.aligned}.u32", "9.7.13.1",
        "Waits as sync does; the result is the number of threads whose predicate is true.", ""},
       {.rule = Rule::barrier_reduce}},
      {{"barrier{.block}.red.and|or{.aligned}.pred", "9.7.13.1",
        "Waits as sync does; the result is whether the predicate is true in all or in any of the "
        "threads.",
        ""},
       {.rule = Rule::barrier_reduce}},
      {{"membar.cta|gl|sys", "9.7.13.4", "The same as fence.sc of this scope.", ""},
       {.rule = Rule::fence, .order = Order::sequential}},
      {{"fence{.sc|acq_rel|acquire|release}.scope", "9.7.13.4",
        "Orders this thread's accesses before it against those after it, as seen by the scope "
        "(8.7, 8.8).",
        ""},
       {.rule = Rule::fence, .order = Order::acquire_release}},
      {{"bra{.uni}", "9.7.12.3", "Goes on at the label.", ""}, {.rule = Rule::branch}},
      {{"brx.idx{.uni}", "9.7.12.4",
        "Goes on at the label of this position in the list; an index beyond it is undefined.", ""},
       {.rule = Rule::branch_indexed}},
      {{"call{.uni}", "9.7.12.5", "Runs the function and goes on after it.", ""},
       {.rule = Rule::call}},
      {{"ret{.uni}", "9.7.12.6", "Returns to the caller; in a kernel the thread ends.", ""},
       {.rule = Rule::ret}},
      {{"exit", "9.7.12.7", "The thread ends.", ""}, {.rule = Rule::exit}},
      {{"trap", "9.7.19.4", "The launch is aborted.", ""}, {.rule = Rule::trap}},
      {{"nanosleep.u32", "9.7.19.2", "Waits, without effect on values.", ""},
       {.rule = Rule::nanosleep}},
      {{"pmevent{.mask}", "9.7.19.3", "Counts an event, without effect on values.", ""},
       {.rule = Rule::no_operation}},
  }};
  return part;
}

}  // namespace touchstone::ptx
