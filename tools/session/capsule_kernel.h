#pragma once

#include <string>
#include <vector>

#include "kernel_files.h"
#include "launch_questions.h"
#include "touchstone/plan/capsule.h"

/// For use inside this folder: a kernel of this build, asked about by its capsule's name.
namespace touchstone {

/// Errors (unavailable): a capsule without PTX of its own.
[[nodiscard]] Result<void> check_has_ptx(const Capsule& capsule);

/// The attributes at which a capsule's kernels are proved: those given, or the ones that the family
/// of shapes below belongs to. Errors (unreadable): attributes that the operation does not have.
[[nodiscard]] Result<Attributes> attributes_for(const Capsule& capsule, const std::string& json);

/// Two questions for each tuple of operand shapes, one for each target; without shapes, for a
/// family around the edges of the kernels' tiles. Requires a capsule with PTX. Errors: a use that
/// its kernels do not serve (unavailable); shapes that the operation does not take (unreadable).
[[nodiscard]] Result<std::vector<LaunchQuestion>> questions_of(
    const Capsule& capsule, const Attributes& attributes,
    const std::vector<std::vector<Shape>>& shapes, const KernelFiles& files);

}  // namespace touchstone
