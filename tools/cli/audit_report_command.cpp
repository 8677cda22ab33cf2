#include "commands.h"
#include "destination.h"
#include "output.h"
#include "touchstone/audit/report_html.h"
#include "touchstone/audit/report_json.h"
#include "touchstone/audit/report_markdown.h"
#include "touchstone/cli/version.h"
#include "touchstone/host/file.h"
#include "touchstone/session/report.h"

namespace touchstone::cli {

namespace {

/// The report in the form that the file's extension names: .json, .md or .html.
std::string written(const Report& made, const std::string& extension) {
  if (extension == ".json") return report_json(made);
  if (extension == ".md") return report_markdown(made);
  return report_html(made);
}

/// What is wrong with the question, before anything is read.
Result<ReportRequest> request_of(const AuditReportOptions& options) {
  ReportRequest out = options.request;
  out.version = version;
  const auto loss = loss_named(options.loss);
  if (!loss) return loss.error();
  out.question.loss = *loss;
  if (*loss != Loss::own && out.question.demand != Demand::training) {
    return unreadable("--loss", "a loss belongs to training", "give --training, or leave it out");
  }
  if (out.registry != out.question.model.empty()) {
    return unreadable(
        {}, out.registry ? "--registry reports on no model" : "there is no model to report on",
        "give a model or --registry");
  }
  if (out.registry && (out.question.device || out.question.demand == Demand::training ||
                       !out.question.bindings.empty())) {
    return unreadable("--registry", "every capsule is judged for its own device, at its own shapes",
                      "leave out --device, --shape and --training");
  }
  return out;
}

/// Every file that the question names.
std::vector<std::filesystem::path> files_read(const ReportRequest& request) {
  const VerifyRequest& question = request.question;
  std::vector<std::filesystem::path> out{question.model, question.profile};
  for (const std::filesystem::path& ledger : question.ledgers) {
    out.push_back(ledger);
    out.push_back(checkpoint_path(ledger));
  }
  for (const auto& each : {question.keys, question.accepted, question.waivers, request.since}) {
    if (each) out.push_back(*each);
  }
  return out;
}

void say(const Report& made, const std::string& file, const std::string& bytes, bool json) {
  const std::string digest = sha256(bytes).hex();
  const char* const verdict = made.accepted ? "accepted" : "rejected";
  if (json) {
    print_json(
        JsonObject{{"report", file},
                   {"sha256", digest},
                   {"verdict", verdict},
                   {"sentence", made.sentence},
                   {"counter_evidence",
                    Json::integer(static_cast<std::int64_t>(made.counter_evidence.size()))},
                   {"changes", Json::integer(static_cast<std::int64_t>(made.changes.size()))}});
    return;
  }
  print((made.accepted ? "ACCEPTED  " : "REJECTED  ") + printable(made.sentence, 4000) + "\n" +
        printable(file) + "  sha256 " + digest + "\n");
}

}  // namespace

int audit_report_command(const AuditReportOptions& options) {
  const std::string extension = std::filesystem::path(options.output).extension().string();
  if (extension != ".html" && extension != ".md" && extension != ".json") {
    return report_failure(
        unreadable("--output", "the extension '" + printable(extension) + "' is no report's",
                   "reports are .html, .md or .json files"),
        options.json);
  }
  const auto request = request_of(options);
  if (!request) return report_failure(request.error(), options.json);
  const std::vector<std::filesystem::path> read = files_read(*request);
  if (auto writable = check_destination(options.output, read); !writable) {
    return report_failure(writable.error(), options.json);
  }
  const auto made = [&] {
    const Progress progress(request->registry
                                ? "judging every capsule"
                                : "verifying " + printable(request->question.model.string()));
    return report(*request);
  }();
  if (!made) return report_failure(made.error(), options.json);
  if (made->model) {
    std::vector<std::filesystem::path> referred;
    for (const ReportFile& file : made->model->files) {
      referred.push_back(request->question.model.parent_path() / file.name);
    }
    if (auto apart = check_destination(options.output, referred); !apart) {
      return report_failure(apart.error(), options.json);
    }
  }
  const std::string bytes = written(*made, extension);
  if (auto done = write_file(options.output, bytes); !done) {
    return report_failure(done.error(), options.json);
  }
  say(*made, options.output, bytes, options.json);
  return made->accepted ? status_yes : exit_status(Failure::rejected);
}

}  // namespace touchstone::cli
