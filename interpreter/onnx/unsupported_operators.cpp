#include "unsupported_operators.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace touchstone::onnx_reading {

namespace {

struct Reason {
  std::string_view text;
  std::vector<std::string_view> operators;
};

std::span<const Reason> reasons() {
  static const std::array all{
      Reason{"it holds graphs for control flow; models are straight-line", {"If", "Loop", "Scan"}},
      Reason{"a recurrence over time is not in the vocabulary; unroll it before exporting",
             {"GRU", "LSTM", "RNN"}},
      Reason{"it works on sequences, maps or optional values; only tensors are supported",
             {"ConcatFromSequence", "Optional", "OptionalGetElement", "OptionalHasElement",
              "SequenceAt", "SequenceConstruct", "SequenceEmpty", "SequenceErase", "SequenceInsert",
              "SequenceLength", "SequenceMap", "SplitToSequence"}},
      Reason{
          "it works on text",
          {"RegexFullMatch", "StringConcat", "StringNormalizer", "StringSplit", "TfIdfVectorizer"}},
      Reason{"it decodes a file format", {"ImageDecoder"}},
      Reason{"it computes with quantised numbers; models are float32",
             {"ConvInteger", "DequantizeLinear", "DynamicQuantizeLinear", "MatMulInteger",
              "QLinearConv", "QLinearMatMul", "QuantizeLinear"}},
      Reason{"it computes with the bits of integers, which no operation of the vocabulary does",
             {"BitShift", "BitwiseAnd", "BitwiseNot", "BitwiseOr", "BitwiseXor"}},
      Reason{
          "its result holds integers that depend on values, which no operation of the vocabulary "
          "computes",
          {"ArgMax", "ArgMin", "NonMaxSuppression", "TopK"}},
      Reason{"the shape of its result depends on values", {"Compress", "NonZero", "Unique"}},
      Reason{
          "which elements it reads or writes depends on values in a way that the vocabulary does "
          "not have",
          {"DeformConv", "GridSample", "Hardmax", "MaxRoiPool", "MaxUnpool", "ReverseSequence",
           "RoiAlign"}},
      Reason{"indices outside the depth give rows of their own, while the vocabulary's operations "
             "refuse them",
             {"OneHot"}},
      Reason{"ONNX leaves the generator, and without a seed the result, to the runtime",
             {"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform",
              "RandomUniformLike"}},
      Reason{"rounding to integers and remainders are not in the vocabulary",
             {"Ceil", "Floor", "Mod", "Round"}},
      Reason{"inverse trigonometric and hyperbolic functions are not in the vocabulary, and "
             "compositions of what is would lose most digits near 0 or 1",
             {"Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh"}},
      Reason{"cumulative sums and products are not in the vocabulary",
             {"CumSum", "Det", "ReduceProd"}},
      Reason{"sums over windows of powers are not in the vocabulary", {"LpPool"}},
      Reason{"it computes sampling positions in floating point, whose rounding is the runtime's "
             "choice, and interpolates, which is not in the vocabulary",
             {"AffineGrid", "Resize", "Upsample"}},
      Reason{"its result is a constant whose rounding is the runtime's choice; export it as an "
             "initializer",
             {"BlackmanWindow", "HammingWindow", "HannWindow", "MelWeightMatrix"}}};
  return all;
}

}  // namespace

std::optional<std::string_view> why_unsupported(std::string_view name) {
  for (const Reason& reason : reasons()) {
    if (std::ranges::find(reason.operators, name) != reason.operators.end()) return reason.text;
  }
  return std::nullopt;
}

}  // namespace touchstone::onnx_reading
