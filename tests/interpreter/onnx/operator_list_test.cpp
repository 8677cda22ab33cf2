#include <gtest/gtest.h>

#include <set>
#include <string>

#include "touchstone/host/file.h"
#include "touchstone/onnx/operator_table.h"

namespace touchstone::onnx_test {
namespace {

/// The operators in the first column of the tables of interpreter/onnx/README.md.
std::multiset<std::string> listed_operators() {
  const auto text = read_file(TOUCHSTONE_SOURCE_DIR "/interpreter/onnx/README.md");
  std::multiset<std::string> out;
  if (!text) return out;
  for (std::size_t row = text->find("\n| "); row != std::string::npos;
       row = text->find("\n| ", row + 1)) {
    std::string cell = text->substr(row + 3, text->find(" | ", row + 3) - row - 3) + ", ";
    for (std::size_t comma = cell.find(", "); comma != std::string::npos; comma = cell.find(", ")) {
      out.insert(cell.substr(0, comma));
      cell.erase(0, comma + 2);
    }
  }
  out.erase("ONNX");
  out.erase("---");
  return out;
}

TEST(OperatorList, NamesEachOperatorThatIsReadOnce) {
  std::multiset<std::string> read;
  for (const auto& form : onnx_reading::operator_table()) {
    if (!read.contains(std::string(form.name))) read.emplace(form.name);
  }
  EXPECT_EQ(listed_operators(), read);
}

}  // namespace
}  // namespace touchstone::onnx_test
