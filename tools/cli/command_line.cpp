#include "command_line.h"

#include <CLI/CLI.hpp>
#include <array>

#include "audit_arguments.h"
#include "gate_arguments.h"
#include "ledger_arguments.h"
#include "number_range.h"
#include "subcommand.h"
#include "touchstone/cli/version.h"

namespace touchstone::cli {

namespace {

/// Options as CLI11 fills them, before they become a command.
struct Parsed {
  VerifyOptions verify;
  RunOptions run;
  TrainOptions train;
  std::array<QuickstartOptions, 3> quickstarts;
  ImportOptions import;
  ProveOptions prove;
  CapsulesListOptions capsules_list;
  CapsulesShowOptions capsules_show;
  CapsulesWhyOptions capsules_why;
  CapsulesCheckOptions capsules_check;
  AuditOptions audit;
  DoctorOptions doctor;
  std::vector<std::string> shapes;
};

void add_verify(CLI::App& root, Parsed& parsed) {
  CLI::App* app =
      add_command(root, "verify", "Gate a model on the evidence for its kernels",
                  "  touchstone verify --profile strict model.json\n"
                  "  touchstone verify --shape batch_size=1 --nodes model.onnx\n"
                  "  touchstone verify --training model.json\n"
                  "  touchstone verify --training --loss cross_entropy model.json\n"
                  "  touchstone verify --profile mine.json --waivers waivers.json model.json\n"
                  "  touchstone verify --at 2026-01-31 model.json\n"
                  "  touchstone verify --profile checked_cpu --record ledger.jsonl model.json\n"
                  "  touchstone verify --profile checked_cpu --evidence recorded "
                  "--ledger ledger.jsonl model.json\n");
  add_gate_options(app, parsed.verify.request, parsed.shapes)->required();
  CLI::Option* const record = add_path(app, "--record", parsed.verify.request.record,
                                       "Append what was derived to this ledger");
  add_signing_key(app, parsed.verify.request.signing_key)->needs(record);
  add_training(app, parsed.verify.request);
  app->add_option(
         "--loss", parsed.verify.loss,
         "With --training: gate what train gates, the loss included: cross_entropy, mse, or "
         "own, the model as it is")
      ->capture_default_str();
  app->add_option("--class-axis", parsed.verify.request.class_axis,
                  "Axis of the output that holds the classes")
      ->capture_default_str();
  app->add_flag("--nodes", parsed.verify.nodes, "A row for every node");
  app->add_flag("--show-backend", parsed.verify.show_backend,
                "Print the capsule of each operation");
  add_json(app, parsed.verify.json);
}

void add_run(CLI::App& root, Parsed& parsed) {
  CLI::App* app = add_command(root, "run", "Verify a model, then compute its outputs",
                              "  touchstone run model.json --input x.npy --output y.npy\n"
                              "  touchstone run model.onnx --input a=a.npy --input b=b.json "
                              "--output out.safetensors\n"
                              "  touchstone run model.json --input x.npy --trace trace/\n");
  add_gate_options(app, parsed.run.request, parsed.shapes)->required();
  app->add_option(
         "--input", parsed.run.inputs,
         "Input tensor, FILE or NAME=FILE: .npy (C order), .safetensors (by input name), or .json: "
         "{\"NAME\": {\"dtype\", \"shape\", \"data\"}} or plain lists; repeatable")
      ->allow_extra_args(false);
  app->add_option("--output", parsed.run.output,
                  "Write the outputs to this file (.npy, .safetensors, .json)");
  app->add_option("--trace", parsed.run.trace,
                  "Write each node's inputs and output to this folder");
  app->add_flag("--show-backend", parsed.run.show_backend, "Print the capsule of each operation");
  add_json(app, parsed.run.json);
}

void add_training_run(CLI::App* app, TrainingRun& run) {
  TrainingTexts& t = run.settings;
  app->add_option("--steps", t.steps, "Steps, one batch each")->capture_default_str();
  app->add_option("--seed", t.seed, "Seed of the order of examples")->capture_default_str();
  app->add_option("--output", run.output, "Write the trained model to this model.json");
  app->add_flag("--show-backend", run.show_backend, "Print the capsule of each operation");
  add_json(app, run.json);
}

void add_train(CLI::App& root, Parsed& parsed) {
  CLI::App* app = add_command(
      root, "train", "Verify a model and its gradients, then train it",
      "  touchstone train model.json --data table.csv --loss cross_entropy --output trained.json\n"
      "  touchstone train model.json --data x.npy --target y.npy --loss mse --optimizer adam\n"
      "  touchstone train model.json --data x.npy --target y.npy --loss mse --steps 1000 \\\n"
      "      --checkpoint state.safetensors --checkpoint-every 100\n"
      "  touchstone train model.json --data x.npy --target y.npy --loss mse --steps 2000 \\\n"
      "      --resume state.safetensors --checkpoint state.safetensors\n");
  TrainOptions& o = parsed.train;
  TrainingTexts& t = o.run.settings;
  add_gate_options(app, o.run.request, parsed.shapes)->required();
  app->add_option(
         "--data", o.files.data,
         "Examples, FILE or NAME=FILE: .npy (leading axis: examples) or .csv (a line each; "
         "the first may name the columns); repeatable")
      ->required()
      ->allow_extra_args(false);
  app->add_option("--target", o.files.target, "What the model should give, .npy");
  app->add_option("--target-column", o.files.target_column,
                  "Column of the .csv that holds the target, name or number; default: the last");
  app->add_option("--loss", o.loss,
                  "cross_entropy (int64 classes), mse, or own: the model's output is the loss")
      ->capture_default_str();
  app->add_option("--class-axis", o.class_axis, "Axis of the output that holds the classes")
      ->capture_default_str();
  app->add_option("--freeze", o.frozen,
                  "Parameter that keeps its value; repeatable. Statistics of batch_norm always do")
      ->allow_extra_args(false);
  app->add_option("--optimizer", t.optimizer, "sgd, adam or adamw")->capture_default_str();
  app->add_option("--learning-rate", t.learning_rate, "Default: 0.01 for sgd, otherwise 0.001");
  app->add_option("--momentum", t.momentum, "Momentum of sgd")->capture_default_str();
  app->add_flag("--nesterov", t.nesterov, "Nesterov's momentum");
  app->add_option("--weight-decay", t.weight_decay, "Weight decay")->capture_default_str();
  app->add_option("--clip", t.clip, "Greatest norm of all gradients together");
  app->add_option("--schedule", t.schedule,
                  "Of the learning rate: constant, cosine[:STEPS], steps:STEPS:FACTOR")
      ->capture_default_str();
  app->add_option("--warmup", t.warmup, "Steps over which the learning rate rises first")
      ->capture_default_str();
  app->add_option("--checkpoint", t.checkpoint, "Write the state to this file after the last step");
  app->add_option("--checkpoint-every", t.checkpoint_every, "And after every so many steps")
      ->capture_default_str();
  app->add_option("--resume", t.resume, "Go on from this checkpoint");
  add_training_run(app, o.run);
}

void add_quickstarts(CLI::App& root, Parsed& parsed) {
  constexpr std::array<std::array<const char*, 2>, 3> examples{
      {{"mlp", "Train a small perceptron to tell two spirals apart"},
       {"cnn", "Train a small convolutional network to tell drawn glyphs apart"},
       {"transformer", "Train a small transformer to continue a text"}}};
  for (std::size_t i = 0; i < examples.size(); ++i) {
    QuickstartOptions& o = parsed.quickstarts[i];
    o.example = examples[i][0];
    const std::string name = "quickstart_" + o.example;
    CLI::App* app = add_command(root, name.c_str(), examples[i][1],
                                ("  touchstone " + name + " --device cpu --steps 10\n").c_str());
    o.run.settings.optimizer = "adam";
    o.run.settings.learning_rate = "0.01";
    add_profile(app, o.run.request);
    add_threads(app, o.run.request);
    add_training_run(app, o.run);
  }
}

void add_import(CLI::App& root, Parsed& parsed) {
  CLI::App* app = add_command(
      root, "import", "Write a model as model.json and safetensors, symbolic dimensions fixed",
      "  touchstone import model.onnx -o model.json\n"
      "  touchstone import --shape batch_size=1 model.onnx -o model.json\n");
  app->add_option("model", parsed.import.model, "Model: .onnx or .json")->required();
  app->add_option("-o,--output", parsed.import.output, "The model.json to write")->required();
  add_shapes(app, parsed.shapes);
  add_json(app, parsed.import.json);
}

void add_prove(CLI::App& root, Parsed& parsed) {
  CLI::App* app = add_command(
      root, "prove", "Prove that a GPU kernel computes an operation, or show the defect",
      "  touchstone prove kernel.json\n"
      "  touchstone prove kernel.json --record ledger.jsonl\n"
      "  touchstone prove kernel.json --save-input input.safetensors\n"
      "  touchstone prove kernel.json --reference other.ptx\n"
      "  touchstone prove --capsule native_cuda.matmul --shapes 64x128,128x64\n");
  ProveOptions& o = parsed.prove;
  add_path(app, "manifest", o.request.manifest,
           "Kernel manifest, .json: PTX or CUDA source, operation, shapes, launch, arguments");
  app->add_option("--capsule", o.request.capsule, "Prove a kernel of this build instead");
  app->add_option("--shapes", o.shapes,
                  "Shapes of the capsule's operands, such as 64x128,128x64; repeatable. Default: a "
                  "family around the edges of its tiles")
      ->allow_extra_args(false);
  app->add_option("--attributes", o.request.attributes,
                  "Attributes of the capsule's operation, such as '{\"axes\": [0]}'");
  add_path(app, "--kernels", o.request.kernels, "Read the capsule's PTX from this folder")
      ->type_name("FOLDER");
  add_path(
      app, "--reference", o.request.reference,
      "Compare with this kernel (a manifest, or PTX launched alike) and not with the definition");
  CLI::Option* const record =
      add_path(app, "--record", o.request.record, "Append the evidence to this ledger");
  add_signing_key(app, o.request.signing_key)->needs(record);
  add_time(app, o.request.at, "With which the evidence is dated");
  app->add_option("--save-input", o.save_input,
                  "Write the input that refutes to this file (.safetensors, .npy, .json)");
  app->add_option("--budget", o.request.budget,
                  "Instructions that the threads of one launch may execute together")
      ->capture_default_str();
  app->add_option("--jobs", o.request.threads,
                  "Launches judged at once; 0: one per hardware thread")
      ->capture_default_str();
  add_json(app, o.json);
}

void add_capsules(CLI::App& root, Parsed& parsed) {
  CLI::App* group = add_command(root, "capsules", "Show the implementations this build has",
                                "  touchstone capsules list\n"
                                "  touchstone capsules show reference.matmul\n"
                                "  touchstone capsules why model.json\n");
  group->require_subcommand(1);
  CLI::App* list =
      add_command(*group, "list", "All capsules", "  touchstone capsules list --json\n");
  add_json(list, parsed.capsules_list.json);
  CLI::App* show = add_command(*group, "show", "One capsule's record",
                               "  touchstone capsules show reference.matmul\n");
  show->add_option("name", parsed.capsules_show.name, "Name of the capsule")->required();
  add_json(show, parsed.capsules_show.json);
  CLI::App* why =
      add_command(*group, "why", "Which capsule serves each operation of a model, and why",
                  "  touchstone capsules why --profile strict model.json\n");
  add_plan_options(why, parsed.capsules_why.request, parsed.shapes)->required();
  add_training(why, parsed.capsules_why.request);
  add_json(why, parsed.capsules_why.json);
  CLI::App* check =
      add_command(*group, "check", "That every capsule's sources, digest and symbol exist",
                  "  touchstone capsules check --sources .\n");
  check->add_option("--sources", parsed.capsules_check.sources, "Root of the source tree")
      ->required();
  add_json(check, parsed.capsules_check.json);
}

void add_doctor(CLI::App& root, Parsed& parsed) {
  CLI::App* app = add_command(root, "doctor", "What this machine offers, and what is missing",
                              "  touchstone doctor\n  touchstone doctor --json\n");
  add_json(app, parsed.doctor.json);
}

Command chosen(const CLI::App& root, Parsed& parsed, Bindings bindings) {
  const auto with_run = [&](auto options) {
    options.run.request.bindings = bindings;
    return options;
  };
  const auto with = [&](auto options) {
    options.request.bindings = bindings;
    return options;
  };
  const CLI::App* first = root.get_subcommands().front();
  const std::string name = first->get_name();
  if (name == "verify") return with(parsed.verify);
  if (name == "run") return with(parsed.run);
  if (name == "train") return with_run(parsed.train);
  for (QuickstartOptions& quickstart : parsed.quickstarts) {
    if (name == "quickstart_" + quickstart.example) return quickstart;
  }
  if (name == "doctor") return parsed.doctor;
  if (name == "prove") return parsed.prove;
  if (name == "import") {
    parsed.import.bindings = std::move(bindings);
    return parsed.import;
  }
  const std::string second = first->get_subcommands().front()->get_name();
  if (name == "audit") return chosen_audit(second, parsed.audit, bindings);
  if (second == "list") return parsed.capsules_list;
  if (second == "show") return parsed.capsules_show;
  if (second == "check") return parsed.capsules_check;
  return with(parsed.capsules_why);
}

/// The help of the innermost subcommand named.
std::string help_of(const CLI::App& root) {
  const CLI::App* app = &root;
  std::string before;
  while (!app->get_subcommands().empty()) {
    before += (before.empty() ? "" : " ") + app->get_name();
    app = app->get_subcommands().front();
  }
  return app->help(before);
}

}  // namespace

Result<std::variant<Command, Answer>> parse_command_line(
    const std::vector<std::string>& arguments) {
  CLI::App root(
      "Whether a neural network's kernels compute what the model means, with the evidence",
      "touchstone");
  root.footer(
      "Examples:\n  touchstone quickstart_mlp\n"
      "  touchstone verify --profile strict model.json\n"
      "  touchstone run model.json --input x.npy\n  touchstone doctor\n");
  root.set_version_flag("--version", std::string(version));
  root.require_subcommand(1);
  Parsed parsed;
  add_verify(root, parsed);
  add_run(root, parsed);
  add_train(root, parsed);
  add_quickstarts(root, parsed);
  add_import(root, parsed);
  add_prove(root, parsed);
  add_capsules(root, parsed);
  add_audit(root, parsed.audit, parsed.shapes);
  add_doctor(root, parsed);
  refuse_numbers_beyond_range(root);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    root.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    return std::variant<Command, Answer>(Answer{help_of(root)});
  } catch (const CLI::CallForVersion&) {
    return std::variant<Command, Answer>(Answer{"touchstone " + std::string(version) + "\n"});
  } catch (const CLI::ParseError& error) {
    return unreadable("usage", printable(error.what(), 400), "see --help");
  }
  auto bindings = bindings_of(parsed.shapes);
  if (!bindings) return bindings.error();
  return std::variant<Command, Answer>(chosen(root, parsed, std::move(*bindings)));
}

}  // namespace touchstone::cli
