#include "commands.h"
#include "output.h"
#include "touchstone/host/file.h"
#include "training_run.h"

namespace touchstone::cli {

int train_command(const TrainOptions& options) {
  const auto loss = loss_named(options.loss);
  if (!loss) return report_failure(loss.error(), options.run.json);
  auto model = read_model(options.run.request.model, options.run.request.bindings);
  if (!model) return report_failure(model.error(), options.run.json);
  TrainingJob job;
  job.model = *std::move(model);
  job.choice = {*loss, options.class_axis, {options.frozen.begin(), options.frozen.end()}};
  job.files = options.files;
  job.read = [](const std::filesystem::path& file) { return read_file(file); };
  return carry_out(job, options.run);
}

}  // namespace touchstone::cli
