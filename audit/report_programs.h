#pragma once

#include "html.h"

/// Short Python programs that a report's page prints for readers who have nothing but Python 3 and
/// OpenSSL's command. A test takes them from a page and runs them.
namespace touchstone {

/// MODEL [REFERRED…]: the digest of a model, as reports give it, and that of each file.
[[nodiscard]] Markup model_digest_program();
/// LEDGER [LEAF…]: size and Merkle root of a ledger (RFC 6962, section 2.1), and which line of it
/// has this leaf hash.
[[nodiscard]] Markup ledger_root_program();
/// CHECKPOINT KEY: writes the bytes that were signed (DSSE's pre-authentication encoding), each
/// signature and the public key, for OpenSSL to verify.
[[nodiscard]] Markup checkpoint_program();

}  // namespace touchstone
