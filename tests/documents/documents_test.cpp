#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path root = TOUCHSTONE_SOURCE_DIR;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file;
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// What a page names between backticks.
std::set<std::string> quoted(const std::string& page) {
  std::set<std::string> out;
  const std::regex quotes("`([^`\n]+)`");
  for (std::sregex_iterator at(page.begin(), page.end(), quotes), end; at != end; ++at) {
    out.insert((*at)[1]);
  }
  return out;
}

/// Sources, schemas and build files outside the tests that contain this word.
std::vector<std::string> files_with(const std::string& word) {
  std::vector<std::string> out;
  const std::regex whole("\\b" + word + "\\b");
  for (const char* folder : {"specs", "interpreter", "capsules", "checkers", "audit", "tools"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp" && extension != ".json") continue;
      const std::string relative = fs::relative(entry.path(), root).string();
      if (relative.starts_with("specs/examples/")) continue;
      if (std::regex_search(text_of(entry.path()), whole)) out.push_back(relative);
    }
  }
  return out;
}

/// Whether a page names this file: by its path, as one of a family, or by its folder.
bool named(const std::set<std::string>& names, const std::string& file,
           const std::string& own_folder) {
  for (const std::string& name : names) {
    if (name == file || (name.find('.') == std::string::npos && file.starts_with(name + "/"))) {
      return true;
    }
    std::string pattern = std::regex_replace(name, std::regex("\\."), "\\.");
    pattern = std::regex_replace(pattern, std::regex("<[a-z]+>"), "[a-z_0-9]+");
    if (name.find('<') == std::string::npos) continue;
    // A pattern without a folder is about the page's own.
    const std::string whole =
        name.find('/') == std::string::npos ? own_folder + "/" + pattern : pattern;
    if (std::regex_match(file, std::regex(whole))) return true;
  }
  return false;
}

void expect_true(const fs::path& page, const std::vector<std::string>& words) {
  const std::set<std::string> names = quoted(text_of(root / page));
  const std::string own_folder = page.parent_path().string();
  for (const std::string& name : names) {
    if (name.find('/') == std::string::npos || name.find_first_of("<* =(") != std::string::npos) {
      continue;
    }
    EXPECT_TRUE(fs::exists(root / name) || fs::exists(root / own_folder / name) ||
                fs::exists(root / "specs" / name))
        << page << " names " << name << ", which is not there";
  }
  for (const std::string& word : words) {
    const std::vector<std::string> files = files_with(word);
    EXPECT_GT(files.size(), 1U) << word;
    for (const std::string& file : files) {
      EXPECT_TRUE(named(names, file, own_folder))
          << file << " knows " << word << ", and " << page << " does not name it";
    }
  }
}

TEST(Documents, AddingAnOperationNamesEveryFileThatKnowsOne) {
  expect_true("specs/op/README.md", {"rms_norm", "log_softmax", "selective_scan"});
}

TEST(Documents, AddingAPlatformNamesEveryFileThatKnowsOne) {
  expect_true("capsules/README.md", {"openblas", "ptx_sim"});
}

TEST(Documents, AFileThatIsNotNamedWouldBeFound) {
  EXPECT_FALSE(named({"specs/op/vocabulary.h"}, "specs/op/words.h", "specs/op"));
  EXPECT_TRUE(named({"specs/op/words.h"}, "specs/op/words.h", "specs/op"));
  EXPECT_TRUE(named({"<family>.h"}, "specs/op/softmax.h", "specs/op"));
  EXPECT_FALSE(named({"<family>.h"}, "checkers/index/softmax.h", "specs/op"));
  EXPECT_FALSE(named({"<family>.h"}, "specs/op/softmax.cpp", "specs/op"));
  EXPECT_TRUE(named({"interpreter/onnx/map_<family>.cpp"}, "interpreter/onnx/map_losses.cpp", ""));
  EXPECT_FALSE(named({"interpreter/onnx/map_<family>.cpp"}, "interpreter/onnx/node.cpp", ""));
  EXPECT_TRUE(named({"checkers/self_check"}, "checkers/self_check/elementary.cpp", "specs/op"));
}

}  // namespace
