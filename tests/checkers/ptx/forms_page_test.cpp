#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "touchstone/ptx/forms_page.h"
#include "touchstone/ptx/semantics.h"

namespace touchstone::ptx {
namespace {

TEST(FormsPage, IsTheOneInTheTree) {
  std::ifstream file(TOUCHSTONE_SOURCE_DIR "/checkers/ptx/FORMS.md");
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  const std::string printed = forms_page();
  if (committed == printed) return;
  const std::string path = ::testing::TempDir() + "FORMS.md";
  std::ofstream(path) << printed;
  ADD_FAILURE() << "checkers/ptx/FORMS.md is not what the table says; the page is now in " << path;
}

TEST(FormsPage, HasEveryEntryOnce) {
  const std::string page = forms_page();
  for (const Entry& entry : entries()) {
    const std::string line = "\n- `" + std::string(entry.pattern) + "` (";
    const std::size_t at = page.find(line);
    ASSERT_NE(at, std::string::npos) << entry.pattern;
    EXPECT_EQ(page.find(line, at + 1), std::string::npos) << entry.pattern;
  }
}

}  // namespace
}  // namespace touchstone::ptx
