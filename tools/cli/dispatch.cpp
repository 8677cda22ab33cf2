#include <exception>
#include <new>

#include "commands.h"
#include "output.h"

namespace touchstone::cli {

namespace {

struct Dispatch {
  int operator()(const VerifyOptions& o) const { return verify_command(o); }
  int operator()(const RunOptions& o) const { return run_command(o); }
  int operator()(const TrainOptions& o) const { return train_command(o); }
  int operator()(const QuickstartOptions& o) const { return quickstart_command(o); }
  int operator()(const ImportOptions& o) const { return import_command(o); }
  int operator()(const ProveOptions& o) const { return prove_command(o); }
  int operator()(const CapsulesListOptions& o) const { return capsules_list_command(o); }
  int operator()(const CapsulesShowOptions& o) const { return capsules_show_command(o); }
  int operator()(const CapsulesWhyOptions& o) const { return capsules_why_command(o); }
  int operator()(const CapsulesCheckOptions& o) const { return capsules_check_command(o); }
  int operator()(const AuditCheckOptions& o) const { return audit_check_command(o); }
  int operator()(const AuditAppendOptions& o) const { return audit_append_command(o); }
  int operator()(const AuditSignOptions& o) const { return audit_sign_command(o); }
  int operator()(const AuditMergeOptions& o) const { return audit_merge_command(o); }
  int operator()(const AuditPruneOptions& o) const { return audit_prune_command(o); }
  int operator()(const AuditDiffOptions& o) const { return audit_diff_command(o); }
  int operator()(const AuditReportOptions& o) const { return audit_report_command(o); }
  int operator()(const AuditRecheckOptions& o) const { return audit_recheck_command(o); }
  int operator()(const AuditExplainOptions& o) const { return audit_explain_command(o); }
  int operator()(const DoctorOptions& o) const { return doctor_command(o); }
};

}  // namespace

int run_command_line(const std::vector<std::string>& arguments) {
  try {
    const auto parsed = parse_command_line(arguments);
    if (!parsed) return report_failure(parsed.error(), false);
    int status = status_yes;
    if (const auto* answer = std::get_if<Answer>(&*parsed)) {
      print(answer->text);
    } else {
      status = std::visit(Dispatch{}, std::get<Command>(*parsed));
    }
    if (answer_written()) return status;
    return report_failure(unreadable("standard output", "the answer could not be written"), false);
  } catch (const std::bad_alloc&) {
    return report_failure(unavailable({}, "this machine has not enough memory for that"), false);
  } catch (const std::exception& bug) {
    return report_failure({Failure::defect,
                           {},
                           {},
                           "a bug of touchstone: " + std::string(bug.what()),
                           "please report it with the command that shows it"},
                          false);
  }
}

}  // namespace touchstone::cli
