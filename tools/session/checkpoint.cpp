#include "checkpoint.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "touchstone/op/vocabulary.h"

namespace touchstone {

namespace {

constexpr std::string_view format_name = "touchstone.checkpoint";
constexpr std::string_view format_version = "1";

std::string setting_key(const std::string& name) { return "configuration/" + name; }

std::string moment_prefix(std::size_t k) { return "moment" + std::to_string(k + 1) + "/"; }

Digest digest_of_settings(const Configuration& configuration) {
  Sha256 hash;
  for (const auto& [name, value] : configuration) hash.text(name).text(value);
  return hash.finish();
}

/// Of all that write_checkpoint keeps of a state.
Digest digest_of_state(const TrainingState& state, const std::vector<std::string>& parameters) {
  Sha256 hash;
  hash.u64(static_cast<std::uint64_t>(state.optimizer.steps()));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    hash.text(parameters[i]).digest(digest_of(state.parameters[i]));
    for (const auto& moment : state.optimizer.moments()) hash.digest(digest_of(moment[i]));
  }
  return hash.finish();
}

using Texts = std::map<std::string, std::string>;

Result<std::string> text_at(const Texts& texts, const std::string& name) {
  const auto found = texts.find(name);
  if (found == texts.end()) {
    return unreadable("__metadata__", "there is no '" + name + "'", "this is no checkpoint");
  }
  return found->second;
}

Result<void> check_text(const Texts& texts, const std::string& name, std::string_view expected,
                        const std::string& reason) {
  const auto found = text_at(texts, name);
  if (!found) return found.error();
  if (*found == expected) return {};
  return rejected("__metadata__." + name, reason);
}

/// A cosine without a length of its own ends with the run, which was then shorter or longer.
std::string remedy_for(const std::string& name, const std::string& found, const RunIdentity& run) {
  const auto falls = std::pair<std::string, std::string>("decay", "cosine");
  const bool cosine = std::ranges::find(run.configuration, falls) != run.configuration.end();
  if (name != "decay period" || !cosine) return {};
  return "give --schedule cosine:" + printable(found, 40);
}

Result<void> check_run(const Texts& texts, const RunIdentity& run) {
  if (auto checked = check_text(texts, "model", run.model.hex(),
                                "the checkpoint is of another model, loss or choice of parameters");
      !checked) {
    return checked;
  }
  if (auto checked =
          check_text(texts, "data", run.data.hex(), "the checkpoint was made with other data");
      !checked) {
    return checked;
  }
  for (const auto& [name, value] : run.configuration) {
    const auto found = text_at(texts, setting_key(name));
    if (!found) return found.error();
    if (*found == value) continue;
    std::string reason = "the checkpoint was made with ";
    reason.append(name).append(" ").append(printable(*found)).append(", not ").append(value);
    return rejected("__metadata__", std::move(reason), remedy_for(name, *found, run));
  }
  return check_text(texts, "configuration_digest", digest_of_settings(run.configuration).hex(),
                    "the checkpoint was made with other settings");
}

/// That there are no other texts than write_checkpoint writes.
Result<void> check_names(const Texts& texts, const RunIdentity& run) {
  std::set<std::string> known{
      "format", "version", "steps", "model", "data", "state", "configuration_digest"};
  for (const auto& [name, value] : run.configuration) known.insert(setting_key(name));
  for (const auto& [name, value] : texts) {
    if (known.contains(name)) continue;
    return unreadable("__metadata__." + printable(name, 60), "no checkpoint has this");
  }
  return {};
}

Result<Texts> read_texts(std::string_view bytes) {
  const auto metadata = read_safetensors_metadata(bytes);
  if (!metadata) return metadata.error();
  Texts out;
  for (const auto& [name, value] : *metadata) out.emplace(name, value);
  const auto format = text_at(out, "format");
  if (!format) return format.error();
  const auto version = text_at(out, "version");
  if (!version) return version.error();
  if (*format != format_name) {
    return unreadable("__metadata__.format",
                      "it is '" + printable(*format) + "', not " + std::string(format_name));
  }
  if (*version != format_version) {
    return unavailable("__metadata__.version",
                       "version '" + printable(*version) + "' of checkpoints cannot be read here",
                       "this build reads version " + std::string(format_version));
  }
  return out;
}

Result<std::int64_t> read_steps(const Texts& texts) {
  const auto text = text_at(texts, "steps");
  if (!text) return text.error();
  std::int64_t steps = -1;
  const char* const end = text->data() + text->size();
  const auto [stopped, error] = std::from_chars(text->data(), end, steps);
  if (error == std::errc{} && stopped == end && steps >= 0 && std::to_string(steps) == *text) {
    return steps;
  }
  return unreadable("__metadata__.steps", "it is '" + printable(*text) + "', no number of steps");
}

/// The tensors "PREFIX NAME" of all parameters, in order, taken out of `found`.
Result<std::vector<Tensor>> take(std::map<std::string, Tensor>& found, const std::string& prefix,
                                 const TrainingGraph& training) {
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < training.parameters.size(); ++i) {
    const std::string name = prefix + training.parameters[i];
    const auto at = found.find(name);
    if (at == found.end()) return unreadable({}, "there is no tensor '" + printable(name) + "'");
    if (at->second.type() != training.initial[i].type()) {
      return unreadable({}, "tensor '" + printable(name) + "' is " + at->second.type().text() +
                                ", the parameter " + training.initial[i].type().text());
    }
    out.push_back(std::move(at->second));
    found.erase(at);
  }
  return out;
}

}  // namespace

std::string write_checkpoint(const TrainingState& state, const RunIdentity& run,
                             const std::vector<std::string>& parameters) {
  std::vector<NamedTensor> tensors;
  const auto& moments = state.optimizer.moments();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    tensors.emplace_back("parameter/" + parameters[i], state.parameters[i]);
    for (std::size_t k = 0; k < moments.size(); ++k) {
      tensors.emplace_back(moment_prefix(k) + parameters[i], moments[k][i]);
    }
  }
  SafetensorsMetadata texts{{"format", std::string(format_name)},
                            {"version", std::string(format_version)},
                            {"steps", std::to_string(state.optimizer.steps())},
                            {"model", run.model.hex()},
                            {"data", run.data.hex()},
                            {"state", digest_of_state(state, parameters).hex()}};
  for (const auto& [name, value] : run.configuration) {
    texts.emplace_back(setting_key(name), value);
  }
  texts.emplace_back("configuration_digest", digest_of_settings(run.configuration).hex());
  return write_safetensors(tensors, texts);
}

Result<TrainingState> read_checkpoint(std::string_view bytes, const RunIdentity& run,
                                      const TrainingGraph& training, const Optimizer& optimizer) {
  const auto texts = read_texts(bytes);
  if (!texts) return texts.error();
  if (auto checked = check_run(*texts, run); !checked) return checked.error();
  if (auto checked = check_names(*texts, run); !checked) return checked.error();
  const auto steps = read_steps(*texts);
  if (!steps) return steps.error();
  const auto tensors = read_safetensors(bytes);
  if (!tensors) return tensors.error();
  std::map<std::string, Tensor> found(tensors->begin(), tensors->end());
  auto parameters = take(found, "parameter/", training);
  if (!parameters) return parameters.error();
  std::vector<std::vector<Tensor>> moments;
  for (std::size_t k = 0; k < optimizer.moments(); ++k) {
    auto moment = take(found, moment_prefix(k), training);
    if (!moment) return moment.error();
    moments.push_back(*std::move(moment));
  }
  if (!found.empty()) {
    return unreadable({}, "tensor '" + printable(found.begin()->first) + "' belongs to nothing");
  }
  TrainingState out{*std::move(parameters),
                    OptimizerState::restored(optimizer, *steps, std::move(moments))};
  const auto written = text_at(*texts, "state");
  if (!written) return written.error();
  if (*written != digest_of_state(out, training.parameters).hex()) {
    return unreadable("__metadata__.state", "the steps or tensors are not those that were written",
                      "take another copy or an earlier checkpoint");
  }
  return out;
}

}  // namespace touchstone
