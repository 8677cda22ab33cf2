// onnx_node_tests FOLDER OUTCOMES [--write]: judges the cases of ONNX's backend tests in FOLDER,
// prints a table by operator and the reasons for which cases are not read, and compares every
// outcome with the file OUTCOMES, or writes that file. Status 0 if all are as they should be and no
// case is wrong, 1 otherwise, 2 on misuse.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "node_case.h"

namespace {

using namespace touchstone::onnx_node_tests;

/// The names of the cases, by outcome.
using Outcomes = std::map<std::string, std::set<std::string>>;

void print_table(const std::vector<Judged>& cases) {
  struct Counts {
    int passed = 0;
    int all = 0;
  };
  std::map<std::string, Counts> table;
  Counts total;
  for (const Judged& judged : cases) {
    for (Counts* counts : {&table[judged.operators], &total}) {
      ++counts->all;
      if (judged.outcome.kind == Outcome::Kind::passed) ++counts->passed;
    }
  }
  std::cout << "passed / cases\n";
  for (const auto& [operators, counts] : table) {
    std::cout << counts.passed << " / " << counts.all << "  " << operators << "\n";
  }
  std::cout << total.passed << " / " << total.all << "  all\n\n";
}

Outcomes outcomes_of(const std::vector<Judged>& cases) {
  Outcomes out;
  for (const Judged& judged : cases) out[judged.outcome.text()].insert(judged.name);
  return out;
}

/// Each outcome on a line, its cases on indented lines below.
void write(std::ostream& stream, const Outcomes& outcomes) {
  for (const auto& [outcome, names] : outcomes) {
    stream << outcome << "\n";
    for (const std::string& name : names) stream << "  " << name << "\n";
  }
}

std::map<std::string, std::string> by_name(const Outcomes& outcomes) {
  std::map<std::string, std::string> out;
  for (const auto& [outcome, names] : outcomes) {
    for (const std::string& name : names) out[name] = outcome;
  }
  return out;
}

Outcomes read_outcomes(std::istream& stream) {
  Outcomes out;
  std::string outcome;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("  ")) {
      out[outcome].insert(line.substr(2));
    } else {
      outcome = line;
    }
  }
  return out;
}

/// Prints what differs; whether nothing does.
bool agree(const Outcomes& found, const Outcomes& expected) {
  const auto now = by_name(found);
  auto before = by_name(expected);
  bool same = true;
  for (const auto& [name, outcome] : now) {
    const auto known = before.extract(name);
    const std::string was = known ? known.mapped() : "unknown";
    if (was == outcome) continue;
    std::cout << name << "\n  now:    " << outcome << "\n  before: " << was << "\n";
    same = false;
  }
  for (const auto& [name, outcome] : before) {
    std::cout << name << " is not in the suite\n";
    same = false;
  }
  return same;
}

bool none_wrong(const std::vector<Judged>& cases) {
  bool none = true;
  for (const Judged& judged : cases) {
    if (judged.outcome.kind != Outcome::Kind::wrong) continue;
    std::cout << judged.name << " " << judged.outcome.text() << "\n";
    none = false;
  }
  return none;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  const bool writes = words.size() == 3 && words[2] == "--write";
  if (words.size() != 2 && !writes) {
    std::cerr << "usage: onnx_node_tests FOLDER OUTCOMES [--write]\n";
    return 2;
  }
  std::vector<Judged> cases;
  for (const auto& folder : cases_of(words[0])) cases.push_back(judge(folder));
  const Outcomes outcomes = outcomes_of(cases);
  print_table(cases);
  write(std::cout, outcomes);
  std::cout << "\n";
  if (cases.empty()) {
    std::cout << "there are no cases in " << words[0] << "\n";
    return 2;
  }
  const bool right = none_wrong(cases);
  if (writes) {
    std::ofstream file(words[1]);
    write(file, outcomes);
    return right && file ? 0 : 1;
  }
  std::ifstream file(words[1]);
  return agree(outcomes, read_outcomes(file)) && right ? 0 : 1;
}
