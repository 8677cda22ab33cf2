#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "sample_reports.h"
#include "touchstone/audit/report_html.h"

/// make_pages FOLDER: writes the pages of the sample reports there, for a browser.
int main(int argc, char** argv) {
  using namespace touchstone;
  if (argc != 2) return 2;
  const std::vector<std::pair<std::string, Report>> reports{
      {"transformer", page_test::transformer_report()},
      {"troubled", page_test::troubled_report()},
      {"hostile", page_test::hostile_report()},
      {"large", page_test::large_report(10'000)}};
  for (const auto& [name, report] : reports) {
    const std::filesystem::path file = std::filesystem::path(argv[1]) / (name + ".html");
    std::ofstream out(file, std::ios::binary);
    out << report_html(report);
    if (!out.flush()) {
      std::fprintf(stderr, "cannot write %s\n", file.c_str());
      return 1;
    }
  }
  return 0;
}
