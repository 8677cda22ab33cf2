#include <array>
#include <span>
#include <vector>

#include "commands.h"
#include "destination.h"
#include "output.h"
#include "touchstone/interpreter/model_json.h"
#include "verdict_text.h"

namespace touchstone::cli {

int import_command(const ImportOptions& options) {
  const std::filesystem::path output = options.output;
  if (output.extension() != ".json") {
    return report_failure(
        unreadable("-o", "the output's extension is not .json", "for example -o model.json")
            .in_file(output.string()),
        options.json);
  }
  const auto graph = read_model(options.model, options.bindings);
  if (!graph) return report_failure(graph.error(), options.json);
  // Large parameters go to a file beside it.
  std::filesystem::path beside = output;
  beside.replace_extension(".safetensors");
  const std::filesystem::path model = options.model;
  std::vector<std::filesystem::path> read{model};
  for (const ModelFile& file : graph->origin.files) read.push_back(model.parent_path() / file.name);
  for (const std::filesystem::path& each : {output, beside}) {
    if (auto writable = check_destination(each, read); !writable) {
      return report_failure(writable.error(), options.json);
    }
  }
  if (auto written = write_model_json(*graph, output); !written) {
    return report_failure(written.error(), options.json);
  }
  if (options.json) {
    print_json(
        JsonObject{{"written", output.string()},
                   {"nodes", Json::integer(static_cast<std::int64_t>(graph->nodes.size()))}});
  } else {
    print(model_line(*graph) + "written to " + printable(output.string()) +
          " (large parameters beside it in .safetensors)\n");
  }
  return status_yes;
}

}  // namespace touchstone::cli
