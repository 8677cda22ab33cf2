#include "training_run.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>

#include "destination.h"
#include "output.h"
#include "touchstone/host/file.h"
#include "touchstone/interpreter/model_json.h"
#include "touchstone/op/attributes.h"
#include "touchstone/session/train.h"
#include "verdict_json.h"
#include "verdict_text.h"

namespace touchstone::cli {

namespace {

std::string shown(float loss) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6f", static_cast<double>(loss));
  return text.data();
}

/// A job with everything that is read before the verdict.
struct Prepared {
  TrainingOptions options;
  TrainingGraph training;
  BatchPlan batches;
  Examples examples;
  std::vector<std::string> tables;
};

/// Of a file that need not be written.
Result<void> check_given(const std::optional<std::filesystem::path>& output,
                         const std::vector<std::filesystem::path>& read) {
  return output ? check_destination(*output, std::span(read)) : Result<void>();
}

Result<Prepared> prepare(const TrainingJob& job, const TrainingRun& run) {
  auto options = read_training_options(run.settings);
  if (!options) return options.error();
  options->threads = run.request.threads;
  auto training = training_graph(job.model, job.choice);
  if (!training) return training.error().in_file(job.model.origin.file);
  const auto batches = batch_plan(*training);
  if (!batches) return batches.error().in_file(job.model.origin.file);
  std::vector<std::filesystem::path> read{job.model.origin.file};
  const FileReader reader = [&](const std::filesystem::path& file) {
    read.push_back(file);
    return job.read(file);
  };
  auto examples =
      read_examples(*training, *batches, job.choice.loss != Loss::own, job.files, reader);
  if (!examples) return examples.error();
  if (auto checked = check_given(run.output, read); !checked) return checked.error();
  if (auto checked = check_given(options->checkpoint, read); !checked) {
    return checked.error();
  }
  if (auto checked = check_files(*training, examples->examples, *options); !checked) {
    return checked.error();
  }
  return Prepared{*std::move(options), *std::move(training), *batches,
                  std::move(examples->examples), std::move(examples->tables)};
}

std::int64_t number_count(const std::vector<Tensor>& parameters) {
  std::int64_t out = 0;
  for (const Tensor& parameter : parameters) out += parameter.shape().element_count();
  return out;
}

std::string_view reason_of(KeptBecause why) {
  switch (why) {
    case KeptBecause::frozen: return "frozen";
    case KeptBecause::statistics: return "statistics of data";
    case KeptBecause::unreached: return "reached by no gradient of the loss";
  }
  return {};
}

/// A line of the parameters that train, and one for each reason to keep others.
std::string parameter_lines(const TrainingGraph& training) {
  std::string out = "\ntrained: " + shortened(training.parameters);
  for (const KeptBecause why :
       {KeptBecause::frozen, KeptBecause::statistics, KeptBecause::unreached}) {
    std::vector<std::string> names;
    for (const KeptParameter& kept : training.kept) {
      if (kept.why == why) names.push_back(kept.name);
    }
    if (names.empty()) continue;
    out += "\nkept, " + std::string(reason_of(why)) + ": " + shortened(names);
  }
  return out;
}

JsonArray trained_json(const TrainingGraph& training) {
  JsonArray out;
  for (const std::string& name : training.parameters) out.push_back(name);
  return out;
}

JsonArray kept_json(const TrainingGraph& training) {
  JsonArray out;
  for (const KeptParameter& kept : training.kept) {
    out.push_back(JsonObject{{"name", kept.name}, {"reason", reason_of(kept.why)}});
  }
  return out;
}

std::string task_line(const Prepared& p, const TrainingRun& run) {
  std::string out = "training " + std::to_string(p.training.parameters.size()) + " parameters (" +
                    std::to_string(number_count(p.training.initial)) + " numbers) by " +
                    run.settings.optimizer + " on " + std::to_string(p.examples.count()) +
                    " examples in batches of " + std::to_string(p.batches.size);
  const std::int64_t dropped = p.examples.count() % p.batches.size;
  if (dropped > 0) {
    out += ";\neach epoch leaves " + std::to_string(dropped) +
           " examples out, which make no whole batch";
  }
  out += parameter_lines(p.training);
  for (const std::string& table : p.tables) out += "\n" + table;
  return out + "\n\n";
}

/// Prints about ten of the losses as they come, and keeps all.
class LossLog {
 public:
  LossLog(std::int64_t steps, bool quiet)
      : steps_(steps), every_(std::max<std::int64_t>(steps / 10, 1)), quiet_(quiet) {}

  void note(std::int64_t step, float loss, Progress& progress) {
    losses_.push_back(loss);
    const std::int64_t number = step + 1;
    progress.say("step " + std::to_string(number) + " of " + std::to_string(steps_) + ", loss " +
                 shown(loss));
    const bool listed = losses_.size() == 1 || number % every_ == 0 || number == steps_;
    if (quiet_ || !listed) return;
    progress.wipe();
    std::string text = std::to_string(number);
    text.insert(0, text.size() < 8 ? 8 - text.size() : 0, ' ');
    print_now("  step" + text + "   loss " + shown(loss) + "\n");
  }
  [[nodiscard]] const std::vector<float>& losses() const { return losses_; }

 private:
  std::int64_t steps_;
  std::int64_t every_;
  bool quiet_;
  std::vector<float> losses_;
};

Json result_json(const Verification& v, const Prepared& p, const TrainingRun& run,
                 const Trained& trained, const std::vector<float>& losses) {
  JsonArray list;
  for (const float loss : losses) list.push_back(Json::real(loss));
  JsonObject out{{"format", "touchstone.train"},
                 {"version", Json::integer(1)},
                 {"verdict", "accepted"},
                 {"profile", v.plan.profile.name},
                 {"device", name_of(v.plan.device)},
                 {"model_digest", v.plan.graph->origin.digest.hex()},
                 {"parameters", Json::integer(number_count(trained.parameters))},
                 {"trained", trained_json(p.training)},
                 {"kept", kept_json(p.training)},
                 {"examples", Json::integer(p.examples.count())},
                 {"batch", Json::integer(p.batches.size)},
                 {"dropped_per_epoch", Json::integer(trained.dropped)},
                 {"steps", Json::integer(p.options.steps)},
                 {"resumed_at", Json::integer(trained.resumed_at)},
                 {"losses", std::move(list)},
                 {"parameters_digest", trained.digest.hex()}};
  if (run.show_backend) out.emplace_back("verification", verdict_json(v));
  return out;
}

std::string result_text(const Trained& trained, const std::vector<float>& losses,
                        const TrainingRun& run, const std::string& next) {
  std::string out;
  if (losses.empty()) {
    out += "the checkpoint stands at the last step already\n";
  } else {
    out += "\nloss " + shown(losses.front()) + " → " + shown(losses.back()) + "\n";
  }
  out += "parameters  digest " + trained.digest.hex() + "\n";
  if (run.settings.checkpoint && !losses.empty()) {
    out += "checkpoint written to " + printable(*run.settings.checkpoint) + "\n";
  }
  if (run.output) out += "trained model written to " + printable(*run.output) + "\n";
  if (!next.empty()) out += "Next: " + next + "\n";
  return out;
}

/// Trains what was accepted and writes the model.
Result<Trained> train_and_write(const TrainingJob& job, const TrainingRun& run, const Prepared& p,
                                const AcceptedPlan& accepted, LossLog& log) {
  const auto trained = [&] {
    Progress progress("training");
    return train(accepted, p.training, p.examples, p.options,
                 [&](std::int64_t step, float loss) { log.note(step, loss, progress); });
  }();
  if (!trained || !run.output) return trained;
  const Graph model = with_parameters(job.model, p.training.parameters, trained->parameters);
  if (auto written = write_model_json(model, *run.output); !written) return written.error();
  return trained;
}

}  // namespace

int carry_out(const TrainingJob& job, const TrainingRun& run) {
  if (auto runs = check_device_runs(run.request); !runs) {
    return report_failure(runs.error(), run.json);
  }
  const auto prepared = prepare(job, run);
  if (!prepared) return report_failure(prepared.error(), run.json);
  VerifyRequest request = run.request;
  request.demand = Demand::training;
  request.loss = job.choice.loss;
  request.class_axis = job.choice.class_axis;
  const auto verification = [&] {
    const Progress progress("verifying for training");
    return verify(prepared->training.graph, request);
  }();
  if (!verification) return report_failure(verification.error(), run.json);
  const bool accepted = verification->gated.accepted.has_value();
  if (!run.json) {
    print_now(model_line(job.model) + brief_verdict_text(*verification, run.show_backend));
  } else if (!accepted) {
    print_json(verdict_json(*verification));
  }
  if (!accepted) return exit_status(Failure::rejected);
  if (!run.json) print_now(task_line(*prepared, run));
  LossLog log(prepared->options.steps, run.json);
  const auto trained = train_and_write(job, run, *prepared, *verification->gated.accepted, log);
  if (!trained) return report_failure(trained.error(), run.json);
  if (run.json) {
    print_json(result_json(*verification, *prepared, run, *trained, log.losses()));
  } else {
    print(result_text(*trained, log.losses(), run, job.next));
  }
  return status_yes;
}

}  // namespace touchstone::cli
