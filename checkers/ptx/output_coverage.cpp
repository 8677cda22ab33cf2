#include "output_coverage.h"

namespace touchstone::ptx {

namespace {

struct Found {
  std::size_t count = 0;
  std::size_t first = 0;

  void add(std::size_t output) {
    if (count++ == 0) first = output;
  }
};

std::string counted(const Found& found, const OutputName& name, const std::string& what) {
  std::string out = name(found.first) + " " + what;
  if (found.count > 1) {
    out += ", and so are " + std::to_string(found.count - 1) + " more";
  }
  return out;
}

}  // namespace

std::vector<Defect> coverage_defects(const Program& program, const Execution& execution,
                                     std::span<const OutputWord> outputs, const OutputName& name) {
  Found none;
  Found several;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::vector<std::uint8_t>& writers = execution.buffers[outputs[i].buffer].writers;
    const std::uint8_t count =
        outputs[i].word < writers.size() ? writers[outputs[i].word] : std::uint8_t{0};
    if (count == 0) none.add(i);
    if (count > 1) several.add(i);
  }
  std::vector<Defect> out;
  const Function* kernel = program.module->find(program.kernel);
  if (none.count != 0) {
    Defect defect;
    defect.kind = DefectKind::unwritten_output;
    defect.what = counted(none, name, "is never written");
    if (kernel != nullptr) defect.place = kernel->place;
    out.push_back(std::move(defect));
  }
  if (several.count != 0) {
    Defect defect;
    defect.kind = DefectKind::doubly_written_output;
    defect.what = counted(several, name, "is written by more than one thread");
    defect.place = place_of(execution, outputs[several.first]);
    out.push_back(std::move(defect));
  }
  return out;
}

Place place_of(const Execution& execution, const OutputWord& output) {
  const std::vector<Place>& stores = execution.buffers[output.buffer].stores;
  return output.word < stores.size() ? stores[output.word] : Place{};
}

}  // namespace touchstone::ptx
