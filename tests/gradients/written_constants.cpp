#include "written_constants.h"

#include <vector>

namespace touchstone::gradients {

namespace {

struct WrittenConstant {
  float nearest;
  MpfrNumber meant;
};

std::vector<WrittenConstant> written_constants() {
  const MpfrNumber one(1.0);
  const MpfrNumber two(2.0);
  const MpfrNumber millionth = one / MpfrNumber(1e6);
  std::vector<WrittenConstant> out;
  for (const MpfrNumber& meant : {
           two / sqrt(MpfrNumber::pi()),         // erf′
           sqrt(one / two),                      // gelu
           rsqrt(two * MpfrNumber::pi()),        // gelu′
           sqrt(two / MpfrNumber::pi()),         // gelu, tanh form
           MpfrNumber(44715) * millionth,        // the same
           MpfrNumber(3.0 * 44715) * millionth,  // its derivative
       }) {
    out.push_back({meant.nearest_float(), meant});
  }
  return out;
}

}  // namespace

MpfrNumber meant_by(float constant) {
  static const std::vector<WrittenConstant> all = written_constants();
  for (const WrittenConstant& written : all) {
    if (written.nearest == constant) return written.meant;
  }
  return MpfrNumber(constant);
}

}  // namespace touchstone::gradients
