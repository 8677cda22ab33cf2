#include "planted_faults.h"

#include "readings.h"

namespace touchstone::gradients {

namespace {

constexpr double effect = 0x1p-80;
constexpr std::int64_t dropped_terms = 4;

/// One vjp of one case, its right gradient and the derivative that judges it.
class Planting {
 public:
  Planting(const GradientCase& at, const Numbers& result, Pass pass, FaultCounts& counts)
      : at_(at),
        result_(result),
        pass_(pass),
        counts_(counts),
        derivative_(derivative_of(at, pass.value())) {
    right_ = vjp_at_mpfr(at, result, pass, {}, right_terms_);
  }

  [[nodiscard]] const Numbers& right() const { return right_; }
  [[nodiscard]] const TermWatch& right_terms() const { return right_terms_; }

  void plant(FaultKind kind, const VjpFault& fault, TermWatch watch) {
    judge(kind, vjp_at_mpfr(at_, result_, pass_, fault, watch));
  }

  void judge(FaultKind kind, const Numbers& faulty) {
    FaultCount& count = counts_[static_cast<std::size_t>(kind)];
    const Numbers& direction = at_.directions[pass_.value()];
    MpfrNumber change;
    for (std::size_t i = 0; i < faulty.size(); ++i) {
      change = change + abs((faulty[i] - right_[i]) * direction[i]);
    }
    if ((change / derivative_.magnitude).nearest_double() <= effect) {
      ++count.without_effect;
      return;
    }
    const Disagreement apart = compare(at_, pass_.value(), derivative_, faulty);
    ++count.planted;
    count.found_by_dual += apart.by_dual() ? 1 : 0;
    count.found_by_difference += apart.by_difference() ? 1 : 0;
    count.found_by_both += apart.by_dual() && apart.by_difference() ? 1 : 0;
  }

 private:
  const GradientCase& at_;
  const Numbers& result_;
  Pass pass_;
  FaultCounts& counts_;
  Derivative derivative_;
  Numbers right_;
  TermWatch right_terms_;
};

void plant_misreadings(const GradientCase& at, Planting& planting) {
  const std::vector<Shape> tensors = tensors_of_vjp(at);
  const std::size_t cotangent = at.values.size() + 1;
  for (std::size_t tensor = 0; tensor < tensors.size(); ++tensor) {
    for (std::size_t axis = 0; axis < tensors[tensor].rank(); ++axis) {
      if (tensors[tensor][axis] < 2) continue;
      planting.plant(FaultKind::wrong_position, {tensor, {Misreading::Kind::shifted, axis}},
                     TermWatch());
      if (tensor != cotangent) continue;
      planting.plant(FaultKind::unrepeated, {tensor, {Misreading::Kind::first_only, axis}},
                     TermWatch());
    }
  }
}

}  // namespace

void plant_faults(const GradientCase& at, const Numbers& result, Pass pass, FaultCounts& counts) {
  Planting planting(at, result, pass, counts);
  if (planting.right().empty()) return;
  Draw draw(at.operation->name, ~at.number);

  Numbers unwritten = planting.right();
  unwritten[static_cast<std::size_t>(
      draw.between(0, static_cast<std::int64_t>(unwritten.size()) - 1))] = MpfrNumber();
  planting.judge(FaultKind::unwritten, unwritten);

  const TermWatch& terms = planting.right_terms();
  for (std::int64_t i = 0; i < dropped_terms && terms.count() > 0; ++i) {
    planting.plant(FaultKind::dropped_term, {},
                   TermWatch::dropping(draw.between(0, terms.count() - 1)));
  }
  if (terms.additions() > 0) {
    planting.plant(FaultKind::first_terms, {}, TermWatch::first_only());
  }
  plant_misreadings(at, planting);
}

}  // namespace touchstone::gradients
