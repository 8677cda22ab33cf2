#include "shared_fields_html.h"

#include <algorithm>

namespace touchstone {

namespace {

void write_assumptions(Html& html, const ReportIndex& index, std::string_view names) {
  bool first = true;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    const std::string_view name = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    if (!first) html.raw(" ");
    first = false;
    const auto known = index.assumption_named.find(name);
    if (known == index.assumption_named.end()) {
      html.text(name);
      continue;
    }
    html.raw("<a href=\"#assumption-").number(known->second).raw("\">").text(name).raw("</a>");
  }
}

void write_command(Html& html, const ReportIndex& index, std::string_view command) {
  const auto known = index.command_named.find(command);
  if (known == index.command_named.end()) return;
  const std::int64_t number = known->second;
  html.raw("<a href=\"#command-").number(number).raw("\">command ").number(number).raw("</a>");
}

void write_sources(Html& html, const ReportIndex& index, std::string_view list) {
  const auto known = index.source_list_named.find(list);
  if (known == index.source_list_named.end()) return;
  const auto files = static_cast<std::int64_t>(index.source_lists[known->second]->size());
  html.raw("<a href=\"#sources-").number(known->second).raw("\">list ").number(known->second);
  html.raw("</a>, ").counted(files, "file");
}

}  // namespace

void write_field_text(Html& html, const ReportIndex& index, const Field& field) {
  switch (field.kind) {
    case FieldKind::text: html.text(field.text, Html::long_limit); return;
    case FieldKind::code:
      html.raw("<code>").text(field.text, Html::long_limit).raw("</code>");
      return;
    case FieldKind::assumptions: write_assumptions(html, index, field.text); return;
    case FieldKind::command: write_command(html, index, field.text); return;
    case FieldKind::sources: write_sources(html, index, field.text); return;
  }
}

void write_shared(Html& html, const ReportIndex& index, std::span<const Field> fields,
                  std::span<const SharedField> shared, std::span<const SharedField> of_all) {
  bool any = false;
  for (std::size_t f = 0; f < shared.size(); ++f) {
    if (shared[f].text.empty() || (!of_all.empty() && !of_all[f].text.empty())) continue;
    if (!any) html.raw("<dl class=\"shared\">\n");
    any = true;
    html.raw("<div><dt>").text(fields[f].label);
    if (!shared[f].everywhere) html.raw(" (where a row says “as above”)");
    html.raw("</dt><dd>");
    write_field_text(html, index, {fields[f].label, fields[f].kind, shared[f].text});
    html.raw("</dd></div>\n");
  }
  if (any) html.raw("</dl>\n");
}

void write_own_fields(Html& html, const ReportIndex& index, std::span<const Field> fields,
                      std::span<const SharedField> of_all, std::span<const SharedField> of_group) {
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const FieldSaid said = said_of(fields[f], of_all[f], of_group[f]);
    if (said == FieldSaid::elsewhere) continue;
    html.raw("<p><span class=\"soft\">").text(fields[f].label).raw(":</span> ");
    if (said == FieldSaid::as_above) {
      html.raw("as above");
    } else {
      write_field_text(html, index, fields[f]);
    }
    html.raw("</p>\n");
  }
}

}  // namespace touchstone
