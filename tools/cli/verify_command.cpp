#include "commands.h"
#include "output.h"
#include "verdict_json.h"
#include "verdict_text.h"

namespace touchstone::cli {

int verify_command(const VerifyOptions& options) {
  const auto loss = loss_named(options.loss);
  if (!loss) return report_failure(loss.error(), options.json);
  if (*loss != Loss::own && options.request.demand != Demand::training) {
    return report_failure(
        unreadable("--loss", "a loss belongs to training", "give --training, or leave it out"),
        options.json);
  }
  VerifyRequest request = options.request;
  request.loss = *loss;
  const auto verification = [&] {
    const Progress progress("verifying " + printable(request.model.string()));
    return verify(request);
  }();
  if (!verification) return report_failure(verification.error(), options.json);
  if (options.json) {
    print_json(verdict_json(*verification));
  } else {
    print(verdict_text(*verification, {options.nodes, options.show_backend,
                                       options.nodes ? "--json" : "--nodes · --json"}));
  }
  return verification->gated.verdict.accepted ? status_yes : exit_status(Failure::rejected);
}

}  // namespace touchstone::cli
