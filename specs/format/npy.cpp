#include "npy.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tensor_bytes.h"

namespace touchstone {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
/// NumPy pads its header so that the data begin at a multiple of this.
constexpr std::size_t alignment = 64;

constexpr std::array<std::pair<std::string_view, ElementType>, 3> known_types{{
    {"<f4", ElementType::float32},
    {"<i8", ElementType::int64},
    {"|b1", ElementType::boolean},
}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether NumPy has such a dtype: byte order, kind, then a size, or a unit for times.
bool is_numpy_type(std::string_view descr) {
  if (descr.size() < 2) return false;
  const bool ordered = std::string_view("<>|=").find(descr[0]) != std::string_view::npos;
  const bool kind = std::string_view("biufcmMOSUV").find(descr[1]) != std::string_view::npos;
  const std::string_view size = descr.substr(2);
  const auto unit = std::find_if_not(size.begin(), size.end(), is_digit);
  return ordered && kind && (unit == size.end() || *unit == '[');
}

Result<ElementType> element_of(std::string_view descr) {
  for (const auto& [known, element] : known_types) {
    if (known == descr) return element;
  }
  const std::string shown = "dtype '" + printable(descr) + "'";
  if (is_numpy_type(descr)) {
    return unavailable("header", shown + " cannot be expressed by this build",
                       "save the array as '<f4', '<i8' or '|b1'");
  }
  return unreadable("header", "unknown " + shown, "save the array with numpy.save");
}

/// The dictionary as it stands in the file.
struct Header {
  std::optional<std::string_view> descr;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::int64_t>> shape;
};

/// Reads the subset of Python that NumPy writes, one token at a time.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  Result<Header> read() {
    if (!take('{')) return refuse("'{'");
    Header header;
    while (!take('}')) {
      if (auto entry = read_entry(header); !entry) return entry.error();
      if (!take(',')) {
        if (!take('}')) return refuse("',' or '}'");
        break;
      }
    }
    skip_spaces();
    if (!text_.empty()) return refuse("the end");
    if (!header.descr || !header.fortran_order || !header.shape) {
      return unreadable("header", "the header lacks one of descr, fortran_order and shape",
                        "save the array with numpy.save");
    }
    return header;
  }

 private:
  Result<void> read_entry(Header& header) {
    const auto key = take_text();
    if (!key) return refuse("a quoted name");
    if (!take(':')) return refuse("':'");
    if (*key == "descr" && !header.descr) return read_descr(header);
    if (*key == "fortran_order" && !header.fortran_order) return read_order(header);
    if (*key == "shape" && !header.shape) return read_shape(header);
    return unreadable("header", "\"" + printable(*key) + "\" is unknown or appears twice",
                      "save the array with numpy.save");
  }

  Result<void> read_descr(Header& header) {
    skip_spaces();
    if (text_.starts_with('[')) {
      return unavailable("header", "arrays of records cannot be expressed by this build",
                         "save each field as an array of its own");
    }
    header.descr = take_text();
    if (!header.descr) return refuse("a quoted dtype");
    return {};
  }

  Result<void> read_order(Header& header) {
    if (take_word("True")) {
      header.fortran_order = true;
    } else if (take_word("False")) {
      header.fortran_order = false;
    } else {
      return refuse("True or False");
    }
    return {};
  }

  Result<void> read_shape(Header& header) {
    if (!take('(')) return refuse("'('");
    std::vector<std::int64_t> extents;
    bool comma = true;
    while (!take(')')) {
      if (!comma) return refuse("',' or ')'");
      const auto extent = take_extent();
      if (!extent) return refuse("a dimension of at most 63 bits");
      extents.push_back(*extent);
      comma = take(',');
    }
    // To Python (3) is a number, not a tuple.
    if (extents.size() == 1 && !comma) return refuse("',' after the only dimension");
    header.shape = std::move(extents);
    return {};
  }

  void skip_spaces() {
    text_.remove_prefix(std::min(text_.find_first_not_of(" \n"), text_.size()));
  }

  bool take(char c) {
    skip_spaces();
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }

  bool take_word(std::string_view word) {
    skip_spaces();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }

  /// A quoted text without escapes.
  std::optional<std::string_view> take_text() {
    skip_spaces();
    if (!text_.starts_with('\'') && !text_.starts_with('"')) return std::nullopt;
    const std::size_t end = text_.find(text_[0], 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text_.substr(1, end - 1);
    if (inside.find('\\') != std::string_view::npos) return std::nullopt;
    text_.remove_prefix(end + 1);
    return inside;
  }

  std::optional<std::int64_t> take_extent() {
    skip_spaces();
    if (text_.empty() || !is_digit(text_[0])) return std::nullopt;
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text_.remove_prefix(static_cast<std::size_t>(stop - text_.data()));
    return value;
  }

  [[nodiscard]] Diagnostic refuse(const std::string& expected) const {
    const std::string found = text_.empty() ? "the end" : "\"" + printable(text_, 40) + "\"";
    return unreadable("header", "expected " + expected + ", found " + found,
                      "save the array with numpy.save");
  }

  std::string_view text_;
};

struct Sections {
  std::string_view header;
  std::string_view data;
};

Result<Sections> split(std::string_view bytes) {
  if (!bytes.starts_with(magic) || bytes.size() < magic.size() + 2) {
    return unreadable({}, "this is not an .npy file", "save the array with numpy.save");
  }
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned major = byte(magic.size());
  const unsigned minor = byte(magic.size() + 1);
  bytes.remove_prefix(magic.size() + 2);
  if (major < 1 || major > 3 || minor != 0) {
    return unavailable({},
                       "version " + std::to_string(major) + "." + std::to_string(minor) +
                           " of the .npy format is not known to this build",
                       "save the array as version 1.0, 2.0 or 3.0");
  }
  const std::size_t width = major == 1 ? 2 : 4;
  if (bytes.size() < width) return unreadable("header", "the file ends inside its header");
  std::size_t length = 0;
  for (std::size_t i = width; i-- > 0;) length = length << 8U | byte(i);
  bytes.remove_prefix(width);
  if (length > bytes.size()) {
    return unreadable("header",
                      "the header claims " + std::to_string(length) + " bytes, but only " +
                          std::to_string(bytes.size()) + " follow",
                      "check that the file is complete");
  }
  return Sections{bytes.substr(0, length), bytes.substr(length)};
}

std::string shape_text(const Shape& shape) {
  std::string out = "(";
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
    if (axis > 0) out += ", ";
    out += std::to_string(shape[axis]);
  }
  return out + (shape.rank() == 1 ? ",)" : ")");
}

std::string_view descr_of(ElementType type) {
  for (const auto& [descr, element] : known_types) {
    if (element == type) return descr;
  }
  throw std::logic_error("not an element type");
}

}  // namespace

Result<Tensor> read_npy(std::string_view bytes) {
  const auto sections = split(bytes);
  if (!sections) return sections.error();
  const auto header = HeaderReader(sections->header).read();
  if (!header) return header.error();
  const auto element = element_of(*header->descr);
  if (!element) return element.error();
  if (*header->fortran_order) {
    return unavailable("header", "Fortran order cannot be expressed by this build",
                       "save numpy.ascontiguousarray of the array");
  }
  const auto shape = Shape::create(*header->shape);
  if (!shape) return shape.error().inside("header");
  auto tensor = tensor_from_bytes({*element, *shape}, sections->data);
  if (!tensor) return tensor.error().inside("data");
  return tensor;
}

std::string write_npy(const Tensor& tensor) {
  std::string header = "{'descr': '";
  header += descr_of(tensor.type().element);
  header += "', 'fortran_order': False, 'shape': ";
  header += shape_text(tensor.shape()) + ", }";
  const std::size_t before = magic.size() + 4;
  const std::size_t unpadded = before + header.size() + 1;
  header.append((alignment - unpadded % alignment) % alignment, ' ');
  header += '\n';

  std::string out(magic);
  out += '\x01';
  out += '\x00';
  out += static_cast<char>(header.size() & 0xFFU);
  out += static_cast<char>(header.size() >> 8U);
  out += header;
  append_bytes(tensor, out);
  return out;
}

}  // namespace touchstone
