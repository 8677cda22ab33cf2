#include "readings.h"
#include "touchstone/op/definitions.h"
#include "touchstone/op/view.h"
#include "turns.h"
#include "written_constants.h"

namespace touchstone::gradients {

namespace {

struct MpfrDomain {
  using Value = MpfrNumber;
  using Bool = Truth;
  using In = WatchedView<MpfrNumber>;
  using IndexIn = WatchedView<std::int64_t>;
  using MaskIn = WatchedView<Truth>;
  using Out = View<MpfrNumber>;
  using MaskOut = View<Truth>;

  TermWatch* watch = nullptr;

  [[nodiscard]] MpfrNumber constant(float x) const { return meant_by(x).watched_by(watch); }
  [[nodiscard]] Truth truth(bool x) const { return {x}; }
  [[nodiscard]] MpfrNumber turn_cosine(std::int64_t k, std::int64_t n) const {
    return turn(k, n).cosine.watched_by(watch);
  }
  [[nodiscard]] MpfrNumber turn_sine(std::int64_t k, std::int64_t n) const {
    return turn(k, n).sine.watched_by(watch);
  }
};

/// Makes the views of one reading, one tensor of which may be read wrongly.
class Views {
 public:
  Views(const VjpFault& fault, TermWatch* watch) : fault_(fault), watch_(watch) {}

  template <class T>
  WatchedView<T> next(const Shape& shape, const std::vector<T>& data) {
    const bool wrong = next_++ == fault_.tensor;
    return {shape, data.data(), wrong ? fault_.misreading : Misreading{}, watch_};
  }

 private:
  VjpFault fault_;
  TermWatch* watch_;
  std::size_t next_ = 0;
};

void add_others(const GradientCase& at, Views& views, Operands<MpfrDomain>& x) {
  const std::vector<Shape> indices = at.shapes(ElementType::int64);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    x.indices.push_back(views.next(indices[i], at.indices[i]));
  }
  const std::vector<Shape> masks = at.shapes(ElementType::boolean);
  for (std::size_t i = 0; i < masks.size(); ++i) {
    x.masks.push_back(views.next(masks[i], at.masks[i]));
  }
}

Numbers read(const GradientCase& at, Pass pass, const Operands<MpfrDomain>& x, const Shape& result,
             TermWatch* watch) {
  Numbers out(static_cast<std::size_t>(result.element_count()));
  const MpfrDomain d{watch};
  define(d, at.operation->op, at.attributes, pass, Part{}, x,
         Target<MpfrDomain>{View<MpfrNumber>(result, out.data())});
  for (MpfrNumber& number : out) number = number.watched_by(nullptr);
  return out;
}

}  // namespace

Numbers forward_at_mpfr(const GradientCase& at, const std::vector<Numbers>& values) {
  Views views({}, nullptr);
  Operands<MpfrDomain> x;
  const std::vector<Shape> shapes = at.shapes(ElementType::float32);
  for (std::size_t i = 0; i < values.size(); ++i) {
    x.values.push_back(views.next(shapes[i], values[i]));
  }
  add_others(at, views, x);
  return read(at, Pass::forward(), x, at.result.shape, nullptr);
}

Numbers vjp_at_mpfr(const GradientCase& at, const Numbers& result, Pass pass, const VjpFault& fault,
                    TermWatch& watch) {
  Views views(fault, &watch);
  Operands<MpfrDomain> x;
  const std::vector<Shape> shapes = at.shapes(ElementType::float32);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    x.values.push_back(views.next(shapes[i], at.values[i]));
  }
  x.values.push_back(views.next(at.result.shape, result));
  x.values.push_back(views.next(at.result.shape, at.cotangent));
  add_others(at, views, x);
  return read(at, pass, x, shapes[pass.value()], &watch);
}

std::vector<Shape> tensors_of_vjp(const GradientCase& at) {
  std::vector<Shape> out = at.shapes(ElementType::float32);
  out.insert(out.end(), 2, at.result.shape);
  for (const ElementType element : {ElementType::int64, ElementType::boolean}) {
    const std::vector<Shape> more = at.shapes(element);
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

}  // namespace touchstone::gradients
