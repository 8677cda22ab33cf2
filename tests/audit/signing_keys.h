#pragma once

#include "touchstone/audit/signature.h"

namespace touchstone {

/// Two keys for tests, made by `openssl genpkey -algorithm ed25519`; they protect nothing.
