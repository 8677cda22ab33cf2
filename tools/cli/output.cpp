#include "output.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "touchstone/host/machine.h"

namespace touchstone::cli {

namespace {

constexpr int standard_error = 2;

void write_to(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

Json failure_json(const Diagnostic& why, int status) {
  return JsonObject{{"error", JsonObject{{"status", Json::integer(status)},
                                         {"file", why.file},
                                         {"place", why.place},
                                         {"reason", why.reason},
                                         {"remedy", why.remedy}}}};
}

}  // namespace

int exit_status(Failure kind) {
  switch (kind) {
    case Failure::rejected: return 1;
    case Failure::unreadable: return 2;
    case Failure::unavailable: return 3;
    case Failure::undecided: return 4;
    case Failure::defect: return 70;
  }
  return 70;
}

bool answer_written() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

void print(std::string_view text) { write_to(stdout, text); }

void print_now(std::string_view text) {
  print(text);
  std::fflush(stdout);
}

void print_json(const Json& json) { print(write_json(json, JsonStyle::indented)); }

int report_failure(const Diagnostic& why, bool json) {
  const int status = exit_status(why.kind);
  if (json) {
    print_json(failure_json(why, status));
  } else {
    // What was answered before stands before the failure, also where both go to one file.
    std::fflush(stdout);
    write_to(stderr, "touchstone: " + printable(why.text(), 4000) + "\n");
  }
  return status;
}

std::string shortened(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    out += (i > 0 ? ", " : "") + printable(names[i]);
  }
  if (names.size() > most) out += " and " + std::to_string(names.size() - most) + " more";
  return out;
}

Progress::Progress(std::string_view what) : shown_(is_terminal(standard_error)) { show(what); }

Progress::~Progress() { wipe(); }

void Progress::say(std::string_view what) {
  if (shown_ && std::chrono::steady_clock::now() - last_ >= std::chrono::milliseconds(50))
    show(what);
}

void Progress::show(std::string_view what) {
  wipe();
  if (shown_) write_to(stderr, std::string(what) + " …");
  last_ = std::chrono::steady_clock::now();
}

void Progress::wipe() const {
  if (shown_) write_to(stderr, "\r\033[K");
}

}  // namespace touchstone::cli
