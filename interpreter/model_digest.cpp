#include "model_digest.h"

namespace touchstone {

Digest model_digest(const Digest& file, std::span<const Digest> referred) {
  if (referred.empty()) return file;
  Sha256 hash;
  hash.digest(file);
  for (const Digest& digest : referred) hash.digest(digest);
  return hash.finish();
}

}  // namespace touchstone
