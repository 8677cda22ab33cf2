#include "registry_of.h"

#include <stdexcept>

#include "touchstone/native_cuda/capsules.h"
#include "touchstone/reference/capsules.h"

namespace touchstone {

std::shared_ptr<const Registry> registry_of(const KernelFiles& files) {
  std::vector<Capsule> capsules = reference_capsules();
  for (Capsule& capsule : native_cuda_capsules(files.files())) {
    capsules.push_back(std::move(capsule));
  }
  auto made = Registry::create(std::move(capsules));
  if (!made) throw std::logic_error(made.error().text());
  return std::make_shared<const Registry>(std::move(*made));
}

}  // namespace touchstone
