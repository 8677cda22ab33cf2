#pragma once

#include "command_line.h"

namespace touchstone::cli {

/// Each carries out one command, prints its answer and returns the exit status.
int verify_command(const VerifyOptions& options);
int run_command(const RunOptions& options);
int train_command(const TrainOptions& options);
int quickstart_command(const QuickstartOptions& options);
int import_command(const ImportOptions& options);
int prove_command(const ProveOptions& options);
int capsules_list_command(const CapsulesListOptions& options);
int capsules_show_command(const CapsulesShowOptions& options);
int capsules_why_command(const CapsulesWhyOptions& options);
int capsules_check_command(const CapsulesCheckOptions& options);
int audit_check_command(const AuditCheckOptions& options);
int audit_append_command(const AuditAppendOptions& options);
int audit_sign_command(const AuditSignOptions& options);
int audit_merge_command(const AuditMergeOptions& options);
int audit_prune_command(const AuditPruneOptions& options);
int audit_diff_command(const AuditDiffOptions& options);
int audit_report_command(const AuditReportOptions& options);
int audit_recheck_command(const AuditRecheckOptions& options);
int audit_explain_command(const AuditExplainOptions& options);
int doctor_command(const DoctorOptions& options);

/// Parses and carries out. Exceptions are bugs of ours: they end with a sentence and status 70.
int run_command_line(const std::vector<std::string>& arguments);

}  // namespace touchstone::cli
