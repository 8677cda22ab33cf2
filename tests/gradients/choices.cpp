#include "choices.h"

namespace touchstone::gradients {

std::vector<Chooser> all_choosers() {
  std::vector<Chooser> out;
  for (const auto family :
       {choices::attention, choices::convolution, choices::elementwise, choices::fourier,
        choices::indexing, choices::losses, choices::movement, choices::normalization,
        choices::pooling, choices::products, choices::reduction, choices::scan, choices::softmax}) {
    const std::vector<Chooser> more = family();
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

const Chooser* chooser_of(std::string_view operation) {
  static const std::vector<Chooser> all = all_choosers();
  for (const Chooser& chooser : all) {
    if (chooser.operation == operation) return &chooser;
  }
  return nullptr;
}

}  // namespace touchstone::gradients
