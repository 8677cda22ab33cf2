#include "report_command.h"

#include "derivation.h"
#include "touchstone/core/shell.h"

namespace touchstone {

namespace {

class Command {
 public:
  void option(const std::string& name, const std::string& value) {
    text_ += " " + name + " " + shell_quoted(value);
  }
  void file(const std::string& name, const std::filesystem::path& file) {
    word(name + " " + shell_file(file.filename().string()));
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

}  // namespace

std::string report_command(const ReportRequest& request) {
  const VerifyRequest& question = request.question;
  Command command;
  command.word(question_options(question).substr(1));
  command.option("--at", question.at);
  command.word("--evidence " + std::string(name_of(question.mode)));
  if (question.mode != EvidenceMode::derive) {
    for (const auto& ledger : question.ledgers) command.file("--ledger", ledger);
    command.file("--keys", question.keys);
    command.file("--accepted", question.accepted);
  }
  command.file("--waivers", question.waivers);
  command.file("--since", request.since);
  if (!request.registry) add_model(command, question);
  command.word("-o report.html");
  if (request.registry) {
    command.word("--registry");
  } else {
    command.word(shell_file(question.model.filename().string()));
  }
  return command.text();
}

}  // namespace touchstone
