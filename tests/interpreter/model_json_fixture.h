#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "touchstone/host/file.h"
#include "touchstone/interpreter/model_json.h"

namespace touchstone {

using Bindings = std::vector<std::pair<std::string, std::int64_t>>;

/// A folder for one test's model files.
class ModelJson : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "touchstone-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = std::filesystem::canonical(name);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::filesystem::path file(const std::string& name = "model.json") const {
    return folder_ / name;
  }
  [[nodiscard]] Result<Graph> read(std::string_view text, const Bindings& bindings = {}) const {
    return read_model_json(text, file(), bindings);
  }
  /// A model with one input x, float32 [2,3], and these nodes.
  [[nodiscard]] static std::string model(const std::string& nodes,
                                         const std::string& outputs = R"(["y"])",
                                         const std::string& more = {}) {
    return R"({"format":"touchstone.model","version":1,)" + more +
           R"("inputs":[{"name":"x","dtype":"float32","shape":[2,3]}],"nodes":)" + nodes +
           R"(,"outputs":)" + outputs + "}";
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace touchstone
