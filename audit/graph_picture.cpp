#include "graph_picture.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "grade_mark.h"
#include "graph_rails.h"
#include "report_heading.h"

namespace touchstone {

namespace {

constexpr std::uint32_t rails_drawn = 24;
constexpr std::size_t rows_per_block = 24;
constexpr std::int64_t row_height = 26;
constexpr std::int64_t rail_width = 18;
/// Of one character of the picture's monospaced 12 px type, with some air.
constexpr double character_width = 7.4;
constexpr std::size_t op_characters = 28;
constexpr std::size_t name_characters = 44;
constexpr std::size_t name_characters_of_a_phone = 16;
constexpr std::size_t type_characters = 30;

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80;
  }));
}

/// The end of a name, which says more than its beginning, in at most `limit` characters.
std::string tail(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  std::size_t at = text.size();
  std::size_t left = limit - 1;
  while (at > 0 && left > 0 && text.size() - at < 4 * limit) {
    --at;
    if ((static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80) --left;
  }
  return at == 0 ? std::string(text) : "…" + std::string(text.substr(at));
}

std::string head(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  std::size_t at = 0;
  while (at < text.size() && at < 4 * limit && characters(text.substr(0, at + 1)) < limit) ++at;
  return std::string(text.substr(0, at)) + "…";
}

/// As they are drawn: what would not be seen is spelled out, which takes more.
std::size_t drawn_characters(const std::string& text) {
  const std::string markup = Html().text(text).take();
  std::size_t out = 0;
  for (std::size_t at = 0; at < markup.size(); ++at) {
    // An entity is one character.
    if (markup[at] == '&') at = markup.find(';', at);
    if ((static_cast<unsigned char>(markup[at]) & 0xC0U) != 0x80) ++out;
  }
  return out;
}

/// Where the columns begin, in user units.
struct Columns {
  std::int64_t number = 0;  ///< its right end
  std::int64_t op = 0;
  std::int64_t type = 0;
  std::int64_t name = 0;
  std::int64_t width = 0;
};

Columns columns_of(const Report& report, std::uint32_t rails) {
  std::size_t op = 0;
  std::size_t type = 0;
  for (const ReportUse& use : report.uses) {
    op = std::max(op, drawn_characters(head(use.op, op_characters)));
    type = std::max(type, drawn_characters(head(use.result, type_characters)));
  }
  std::size_t name = 0;
  for (const ReportNode& node : report.nodes) {
    name = std::max(name, drawn_characters(tail(node.id, name_characters)));
  }
  const auto wide = [](std::size_t count) {
    return static_cast<std::int64_t>(static_cast<double>(count) * character_width) + 16;
  };
  Columns out;
  out.number = 14 + rail_width * rails + wide(std::to_string(report.nodes.size()).size());
  out.op = out.number + 14;
  out.type = out.op + wide(op);
  out.name = out.type + wide(type);
  out.width = out.name + wide(name);
  return out;
}

class Picture {
 public:
  Picture(Html& html, const Report& report)
      : html_(html),
        report_(report),
        rails_(rails_of(report.nodes)),
        drawn_(std::min(rails_.count, rails_drawn)),
        columns_(columns_of(report, drawn_ + (rails_.count > drawn_ ? 1 : 0))),
        occupant_(drawn_, none) {}

  void write() {
    for (std::size_t first = 0; first < report_.nodes.size(); first += rows_per_block) {
      write_block(first, std::min(report_.nodes.size(), first + rows_per_block));
    }
    if (rails_.count <= drawn_) return;
    html_.raw("<p class=\"note\">Up to ").thousands(rails_.count);
    html_.raw(" values are needed at once; ").number(drawn_);
    html_.raw(" of them have a rail. The table below names all that a node reads.</p>\n");
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  [[nodiscard]] static std::int64_t y_of(std::size_t row) {
    return static_cast<std::int64_t>(row) * row_height + row_height / 2;
  }
  /// What has no rail of its own stands in the column right of all rails.
  [[nodiscard]] std::int64_t x_of(std::uint32_t node) const {
    return 14 + rail_width * static_cast<std::int64_t>(std::min(rails_.rail[node], drawn_));
  }
  [[nodiscard]] bool has_rail(std::uint32_t node) const { return rails_.rail[node] < drawn_; }

  void write_block(std::size_t first, std::size_t end) {
    const auto height = static_cast<std::int64_t>(end - first) * row_height;
    html_.raw("<svg class=\"rows\" viewBox=\"0 0 ").number(columns_.width).raw(" ");
    html_.number(height).raw("\" width=\"").number(columns_.width).raw("\" height=\"");
    html_.number(height).raw("\" role=\"group\" aria-label=\"Nodes ");
    html_.number(static_cast<std::int64_t>(first)).raw(" to ");
    html_.number(static_cast<std::int64_t>(end) - 1).raw("\">\n");
    write_rails(first, end);
    for (std::size_t n = first; n < end; ++n) {
      write_row(static_cast<std::uint32_t>(n), y_of(n - first));
    }
    html_.raw("</svg>\n");
  }

  /// The rails of a block: those that come in at its top, and what its nodes add.
  void write_rails(std::size_t first, std::size_t end) {
    html_.raw("<path class=\"rail\" aria-hidden=\"true\" d=\"");
    std::vector<std::int64_t> begins(drawn_, 0);
    for (std::size_t row = first; row < end; ++row) {
      const auto n = static_cast<std::uint32_t>(row);
      const std::int64_t y = y_of(row - first);
      for (const std::uint32_t input : report_.nodes[n].inputs) {
        if (!has_rail(input)) continue;
        const bool ends = rails_.last_use[input] == n;
        if (ends) {
          write_line(x_of(input), begins[rails_.rail[input]], y - row_height / 2);
          occupant_[rails_.rail[input]] = none;
        }
        write_branch(x_of(input), x_of(n), y);
      }
      if (rails_.last_use[n] != n && has_rail(n)) {
        occupant_[rails_.rail[n]] = n;
        begins[rails_.rail[n]] = y;
      }
    }
    const std::int64_t bottom = static_cast<std::int64_t>(end - first) * row_height;
    for (std::uint32_t rail = 0; rail < drawn_; ++rail) {
      if (occupant_[rail] == none) continue;
      write_line(x_of(occupant_[rail]), begins[rail], bottom);
    }
    html_.raw("\"/>\n");
  }

  void write_line(std::int64_t x, std::int64_t from, std::int64_t to) {
    if (from >= to) return;
    html_.raw("M").number(x).raw(" ").number(from).raw("V").number(to);
  }

  void write_branch(std::int64_t from, std::int64_t to, std::int64_t y) {
    const std::int64_t top = y - row_height / 2;
    html_.raw("M").number(from).raw(" ").number(top);
    if (from == to) {
      html_.raw("V").number(y);
      return;
    }
    html_.raw("C").number(from).raw(" ").number(y).raw(" ").number(to).raw(" ").number(top);
    html_.raw(" ").number(to).raw(" ").number(y);
  }

  void write_row(std::uint32_t n, std::int64_t y) {
    const ReportNode& node = report_.nodes[n];
    const ReportUse& use = report_.uses.at(node.use);
    const bool alone = node.inputs.empty() && rails_.last_use[n] == n;
    const bool source = node.inputs.empty() && !alone;
    const bool sink = rails_.last_use[n] == n && !alone;
    const std::string name = tail(node.id, name_characters);
    html_.raw("<a href=\"#node-").number(n).raw("\" aria-label=\"").number(n).raw(": ").text(name);
    html_.raw(", ").text(head(use.op, op_characters)).raw(", grade ");
    html_.text(shown_grade(report_, use));
    if (source) html_.raw(", reads no other node");
    if (sink) html_.raw(", read by no other node");
    html_.raw(": opens its row\"><rect y=\"").number(y - row_height / 2).raw("\" width=\"");
    html_.number(columns_.width).raw("\" height=\"").number(row_height).raw("\"/>");
    write_ends(x_of(n), y, source, sink);
    html_.raw("<use href=\"#mark-")
        .raw(mark_of(shown_grade(report_, use)).css)
        .raw("\" x=\"")
        .number(x_of(n));
    html_.raw("\" y=\"").number(y).raw("\"/>");
    write_cell("<text class=\"i\" x=\"", columns_.number, y, std::to_string(n));
    write_cell("<text class=\"o\" x=\"", columns_.op, y, head(use.op, op_characters));
    write_cell("<text class=\"t\" x=\"", columns_.type, y, head(use.result, type_characters));
    write_name(y, name);
    html_.raw("</a>\n");
  }

  /// A tick above a node that reads no other, and one below a node that no other reads.
  void write_ends(std::int64_t x, std::int64_t y, bool source, bool sink) {
    if (source) {
      html_.raw("<path class=\"end\" d=\"M").number(x - 4).raw(" ").number(y - 12).raw("h8\"/>");
    }
    if (sink) {
      html_.raw("<path class=\"end\" d=\"M").number(x - 4).raw(" ").number(y + 12).raw("h8\"/>");
    }
  }

  void write_cell(Markup begin, std::int64_t x, std::int64_t y, std::string_view text) {
    html_.raw(begin).number(x).raw("\" y=\"").number(y + 4).raw("\">").text(text).raw("</text>");
  }

  /// The end of a long name tells more than its beginning, which a narrow screen leaves out.
  void write_name(std::int64_t y, std::string_view name) {
    const std::size_t shown = tail(name, name_characters_of_a_phone).size();
    const std::size_t cut = characters(name) <= name_characters_of_a_phone
                                ? 0
                                : name.size() - (shown - std::string_view("…").size());
    html_.raw("<text x=\"").number(columns_.name).raw("\" y=\"").number(y + 4).raw("\">");
    if (cut > 0) {
      html_.raw("<tspan class=\"far\">").text(name.substr(0, cut)).raw("</tspan>");
      html_.raw("<tspan class=\"near\">…</tspan>");
    }
    html_.text(name.substr(cut)).raw("</text>");
  }

  Html& html_;
  const Report& report_;
  const GraphRails rails_;
  const std::uint32_t drawn_;
  const Columns columns_;
  std::vector<std::uint32_t> occupant_;  ///< per rail: the node whose value it carries
};

}  // namespace

void write_graph_picture(Html& html, const Report& report) { Picture(html, report).write(); }

}  // namespace touchstone
