#pragma once

#include <array>
#include <vector>

#include "vocabulary.h"

/// The operations of each family: their names, operands, attributes, shape rules, class shapes and
/// work. `<family>.h` holds the definitions.
namespace touchstone::words {

[[nodiscard]] std::vector<Operation> attention();
[[nodiscard]] std::vector<Operation> comparison();
[[nodiscard]] std::vector<Operation> convolution();
[[nodiscard]] std::vector<Operation> elementwise();
[[nodiscard]] std::vector<Operation> fourier();
[[nodiscard]] std::vector<Operation> functions();
[[nodiscard]] std::vector<Operation> indexing();
[[nodiscard]] std::vector<Operation> losses();
[[nodiscard]] std::vector<Operation> movement();
[[nodiscard]] std::vector<Operation> normalization();
[[nodiscard]] std::vector<Operation> pooling();
[[nodiscard]] std::vector<Operation> products();
[[nodiscard]] std::vector<Operation> random();
[[nodiscard]] std::vector<Operation> reduction();
[[nodiscard]] std::vector<Operation> scan();
[[nodiscard]] std::vector<Operation> softmax();
[[nodiscard]] std::vector<Operation> unary();

inline constexpr std::array families{attention, comparison, convolution, elementwise, fourier,
                                     functions, indexing,   losses,      movement,    normalization,
                                     pooling,   products,   random,      reduction,   scan,
                                     softmax,   unary};

}  // namespace touchstone::words
