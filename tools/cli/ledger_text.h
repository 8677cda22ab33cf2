#pragma once

#include <string>

#include "touchstone/audit/ledger_writer.h"
#include "touchstone/format/json.h"

namespace touchstone::cli {

/// "ledger.jsonl: 5 entries", root and signers of a ledger that was written, a line each.
[[nodiscard]] std::string written_text(const RecordedLedger& ledger);
[[nodiscard]] JsonObject written_json(const RecordedLedger& ledger);

/// Prints one or the other.
void print_written(const RecordedLedger& ledger, bool json);

/// The public keys in whose name it is signed.
[[nodiscard]] JsonArray signers_json(const Checkpoint& checkpoint);
[[nodiscard]] std::string signers_text(const Checkpoint& checkpoint);

}  // namespace touchstone::cli
