#include "report_command.h"

#include "shell.h"

namespace touchstone {

namespace {

class Command {
 public:
  void option(const std::string& name, const std::string& value) {
    text_ += " " + name + " " + shell_quoted(value);
  }
  void file(const std::string& name, const std::filesystem::path& file) {
    option(name, file.filename().string());
  }
  void file(const std::string& name, const std::optional<std::filesystem::path>& given) {
    if (given) file(name, *given);
  }
  void word(const std::string& word) { text_ += " " + word; }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_ = "touchstone audit report";
};

void add_model(Command& command, const VerifyRequest& question) {
  for (const auto& [name, length] : question.bindings) {
    command.option("--shape", name + "=" + std::to_string(length));
  }
  if (question.device) command.option("--device", *question.device);
  if (question.demand != Demand::training) return;
  command.word("--training");
  if (question.loss != Loss::own) command.option("--loss", std::string(name_of(question.loss)));
  if (question.class_axis != VerifyRequest().class_axis) {
    command.option("--class-axis", std::to_string(question.class_axis));
  }
}

std::string mode_text(EvidenceMode mode) {
  switch (mode) {
    case EvidenceMode::automatic: return "auto";
    case EvidenceMode::recorded: return "recorded";
    case EvidenceMode::derive: return "derive";
  }
  return {};
}

}  // namespace

std::string report_command(const ReportRequest& request) {
  const VerifyRequest& question = request.question;
  Command command;
  // A profile of this build has a name; any other is a file, which is named by its path.
  const bool of_file = question.profile.find_first_of("/.") != std::string::npos;
  const std::filesystem::path profile(question.profile);
  command.option("--profile", of_file ? profile.filename().string() : question.profile);
  command.option("--at", question.at);
  command.option("--evidence", mode_text(question.mode));
  if (question.mode != EvidenceMode::derive) {
    for (const auto& ledger : question.ledgers) command.file("--ledger", ledger);
    command.file("--keys", question.keys);
    command.file("--accepted", question.accepted);
  }
  command.file("--waivers", question.waivers);
  if (question.budget != VerifyRequest().budget) {
    command.option("--budget", std::to_string(question.budget));
  }
  if (!question.kernels.empty()) command.file("--kernels", question.kernels);
  command.file("--since", request.since);
  if (!request.registry) add_model(command, question);
  command.option("-o", "report.html");
  if (request.registry) {
    command.word("--registry");
  } else {
    // A name that begins with a dash is no option.
    const std::string model = question.model.filename().string();
    command.word(shell_quoted(model.rfind('-', 0) == 0 ? "./" + model : model));
  }
  return command.text();
}

}  // namespace touchstone
