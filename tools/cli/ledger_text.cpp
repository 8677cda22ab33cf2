#include "ledger_text.h"

#include "output.h"
#include "text_table.h"
#include "touchstone/core/counted.h"

namespace touchstone::cli {

JsonArray signers_json(const Checkpoint& checkpoint) {
  JsonArray out;
  for (const CheckpointSignature& signature : checkpoint.signatures) {
    out.push_back(signature.key.text());
  }
  return out;
}

std::string signers_text(const Checkpoint& checkpoint) {
  if (checkpoint.signatures.empty()) {
    return "The checkpoint is unsigned: it shows accidental edits only.\n";
  }
  std::string out;
  for (const CheckpointSignature& signature : checkpoint.signatures) {
    out += "signed by " + signature.key.text() + "\n";
  }
  return out;
}

std::string written_text(const RecordedLedger& ledger) {
  return printable(ledger.file.string()) + ": " +
         with_thousands(static_cast<std::int64_t>(ledger.checkpoint.size)) + " entries\nroot " +
         ledger.checkpoint.root.hex() + "\n" + signers_text(ledger.checkpoint);
}

JsonObject written_json(const RecordedLedger& ledger) {
  return JsonObject{{"ledger", ledger.file.string()},
                    {"entries", Json::integer(static_cast<std::int64_t>(ledger.checkpoint.size))},
                    {"root", ledger.checkpoint.root.hex()},
                    {"time", ledger.checkpoint.time},
                    {"counter_evidence",
                     Json::integer(static_cast<std::int64_t>(ledger.checkpoint.counter_evidence))},
                    {"signed_by", signers_json(ledger.checkpoint)}};
}

void print_written(const RecordedLedger& ledger, bool json) {
  if (json) {
    print_json(written_json(ledger));
  } else {
    print(written_text(ledger));
  }
}

}  // namespace touchstone::cli
