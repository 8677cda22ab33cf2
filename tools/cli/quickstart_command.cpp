#include <algorithm>
#include <stdexcept>

#include "commands.h"
#include "example_files.h"
#include "output.h"
#include "touchstone/interpreter/model_json.h"
#include "training_run.h"

namespace touchstone::cli {

namespace {

/// One of the examples, and where its data lie.
struct Quickstart {
  std::string_view name;
  std::string_view data;
  std::optional<std::string_view> target;
};

constexpr Quickstart quickstarts[] = {
    {"mlp", "mlp/data.csv", std::nullopt},
    {"cnn", "cnn/images.npy", "cnn/labels.npy"},
    {"transformer", "transformer/letters.npy", "transformer/next_letters.npy"},
};

std::string example_file(std::string_view name) {
  for (const EmbeddedFile& file : example_files()) {
    if (file.name == name) return std::string(file.bytes);
  }
  throw std::logic_error("no example file " + std::string(name));
}

const Quickstart& quickstart_named(std::string_view name) {
  return *std::find_if(std::begin(quickstarts), std::end(quickstarts),
                       [&](const Quickstart& q) { return q.name == name; });
}

Result<Graph> read_example(std::string_view name) {
  const std::string folder(name);
  const FileSource files = [&](std::string_view file) -> Result<ReferredFile> {
    const std::string path = folder + "/" + std::string(file);
    return ReferredFile{path, example_file(path)};
  };
  return read_model_json(example_file(folder + "/model.json"), folder + "/model.json", {}, files);
}

}  // namespace

int quickstart_command(const QuickstartOptions& options) {
  const Quickstart& chosen = quickstart_named(options.example);
  auto model = read_example(chosen.name);
  if (!model) return report_failure(model.error(), options.run.json);
  TrainingJob job;
  job.model = *std::move(model);
  job.choice.loss = Loss::cross_entropy;
  job.files.data = {std::string(chosen.data)};
  if (chosen.target) job.files.target = std::string(*chosen.target);
  job.read = [](const std::filesystem::path& file) -> Result<std::string> {
    return example_file(file.generic_string());
  };
  job.next = "--show-backend · --steps 200 · touchstone train --help";
  TrainingRun run = options.run;
  run.request.model = job.model.origin.file;
  return carry_out(job, run);
}

}  // namespace touchstone::cli
