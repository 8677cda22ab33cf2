#pragma once

#include <span>

#include "html.h"
#include "report_index.h"
#include "shared_fields.h"

/// For use inside this folder: fields that a page says once for many (shared_fields.h).
namespace touchstone {

/// A field's text, as its kind asks for: assumptions and commands as links, digests as code.
void write_field_text(Html& html, const ReportIndex& index, const Field& field);

/// A list of what is shared, nothing if that is nothing; fields that `of_all` shares are left out.
/// One that only some
/// entries have says so.
void write_shared(Html& html, const ReportIndex& index, std::span<const Field> fields,
                  std::span<const SharedField> shared, std::span<const SharedField> of_all);

/// What is left to say of one entry, a line "label: text" per field.
void write_own_fields(Html& html, const ReportIndex& index, std::span<const Field> fields,
                      std::span<const SharedField> of_all, std::span<const SharedField> of_group);

}  // namespace touchstone
