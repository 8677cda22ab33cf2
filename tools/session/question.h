#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernel_files.h"
#include "session.h"

namespace touchstone {

/// For use inside this folder: the parts of a request that are checked before a model is read, so
/// that a wrong profile costs nothing.
struct Question {
  Profile profile;
  Device device{};
  KernelFiles files;
  std::shared_ptr<const Registry> registry;
  std::vector<Waiver> waivers;
  std::string at;               ///< a timestamp
  std::vector<ReadInput> read;  ///< from what files the above came, and the profile
};

/// Errors: a profile, device or time that there is not, or that contradict each other; files that
/// cannot be read or are not what they should be.
[[nodiscard]] Result<Question> question_of(const VerifyRequest& request);

}  // namespace touchstone
