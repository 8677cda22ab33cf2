#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

/// Mostly short, with every radix and prime up to 30 among them.
std::int64_t transform_length(Draw& draw) {
  return draw.once_in(4) ? draw.between(1, 30) : draw.between(1, 12);
}

Choice rfft(Draw& draw) {
  Extents x = full_extents(draw, draw.between(0, 1));
  x.push_back(transform_length(draw));
  return {{}, {values(x)}};
}

Choice irfft(Draw& draw) {
  Extents x = full_extents(draw, draw.between(0, 1));
  const std::int64_t n = transform_length(draw);
  x.insert(x.end(), {n / 2 + 1, 2});
  return {{{"n", n}}, {values(x)}};
}

Choice spectral_conv(Draw& draw) {
  const std::int64_t n = transform_length(draw);
  const std::int64_t in = draw.between(1, 2);
  return {{},
          {values({draw.between(1, 2), in, n}),
           values({in, draw.between(1, 2), draw.between(1, n / 2 + 1), 2})}};
}

}  // namespace

std::vector<Chooser> fourier() {
  return {{"irfft", irfft}, {"rfft", rfft}, {"spectral_conv", spectral_conv}};
}

}  // namespace touchstone::gradients::choices
