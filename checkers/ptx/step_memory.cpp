#include <algorithm>

#include "addresses.h"
#include "engine.h"

namespace touchstone::ptx {

namespace {

std::uint64_t low_mask(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

/// A narrow value in a wider register: 9.7.9.8 "ld" extends it by its sign or by zeros.
std::uint64_t extended(std::uint64_t bits, Type type, Width width) {
  const unsigned size = bits_of(type);
  const unsigned to = width == Width::wide ? 64 : 32;
  if (!is_signed(type) || size >= to || ((bits >> (size - 1)) & 1U) == 0) return bits;
  return (bits | ~low_mask(size)) & low_mask(to);
}

bool is_term(const WordRef& word) { return word.term != nullptr && *word.term != 0; }

}  // namespace

/// In a proof a variable of the module counts only if nothing but this file gives it its value. The
/// constants that cudaMemcpyToSymbol could still change are taken as loaded (README.md).
bool Engine::is_known_at_launch(const Variable& variable) const {
  if (variable.external) return false;
  return symbols_ == nullptr || variable.space == Space::constant;
}

std::optional<std::uint64_t> Engine::address_of(const Warp& warp, const Step& step, unsigned lane) {
  const auto offset = static_cast<std::uint64_t>(step.offset);
  const SlotId base = step.source[0];
  if (base == no_slot) return offset;
  const LaneSet one = LaneSet{1} << lane;
  if ((warp.registers.defined(base) & one) == 0) {
    report(DefectKind::uninitialised_read, warp, step, lane,
           "the address is a register that nothing has written");
    full_ = true;
    return std::nullopt;
  }
  if ((warp.registers.terms(base) & one) != 0) {
    stop(step, "an address that depends on data");
    return std::nullopt;
  }
  // An address in a 32-bit register is one of a window of 4 GiB, in which sums wrap.
  const std::uint64_t sum = warp.registers.get(base, lane) + offset;
  return warp.registers.width(base) == Width::word ? sum & 0xFFFFFFFFU : sum;
}

/// Resolves a generic, global or constant address to the space and the buffer it lies in. False,
/// and a stop, where a proof must not know what is there.
bool Engine::find_buffer(const Step& step, std::uint64_t address, Reach& out) {
  const std::uint64_t region = region_of(address);
  const bool generic = out.space == Space::generic;
  if (generic && region == region_shared) {
    out.space = Space::shared;
    return true;
  }
  if (generic && (region == region_local || region == region_parameters)) {
    out.space = region == region_local ? Space::local : Space::param;
    return true;
  }
  out.space = Space::global;
  const std::uint64_t module_at = region - first_module_region;
  if (region >= first_module_region && module_at < module_buffers_.size()) {
    out.buffer = &global_[buffers_.size() + module_at];
    const Variable& variable = program_.module->variables[module_at];
    if (is_known_at_launch(variable)) return true;
    stop(step,
         "the variable " + printable(variable.name) +
             ", whose value the host, another file or an earlier launch may have set; pass it "
             "as an argument, or make it a constant");
    return false;
  }
  if (region >= first_buffer_region && region - first_buffer_region < buffers_.size()) {
    out.buffer = &global_[region - first_buffer_region];
  }
  return true;
}

std::uint64_t Engine::bytes_in(const Reach& where) const {
  if (where.buffer != nullptr) return where.buffer->what().bytes;
  switch (where.space) {
    case Space::shared: return code_.dynamic_at + launch_.dynamic_shared_bytes;
    case Space::local: return code_.local_bytes;
    case Space::param: return code_.parameter_bytes;
    default: return 0;
  }
}

/// Which words an access of `bytes` (at most 8) at this address touches; nothing, and a report,
/// where that is no memory of the launch.
std::optional<Engine::Reach> Engine::reach(Warp& warp, const Step& step, unsigned lane,
                                           std::uint64_t address, unsigned bytes) {
  Reach out;
  out.space = step.form.space;
  std::uint64_t offset = address;
  if (out.space == Space::generic || out.space == Space::global || out.space == Space::constant) {
    offset = offset_of(address);
    if (!find_buffer(step, address, out)) return std::nullopt;
  }
  out.word_number = offset / 4;
  out.shift = static_cast<unsigned>(offset % 4);
  const std::uint64_t size = bytes_in(out);
  if (offset > size || bytes > size - offset) {
    report_out_of_bounds(warp, step, lane, out, address, bytes);
    return std::nullopt;
  }
  if (offset % bytes != 0) {
    report(DefectKind::misaligned, warp, step, lane,
           "the address of " + describe(out) + " is no multiple of " + std::to_string(bytes) +
               " bytes");
    full_ = true;
    return std::nullopt;
  }
  for (unsigned w = 0; 4 * w < bytes; ++w) {
    const std::uint64_t i = out.word_number + w;
    if (out.buffer != nullptr) {
      out.words[w] = out.buffer->at(i);
    } else if (out.space == Space::shared) {
      out.words[w] = shared_.at(i);
    } else if (out.space == Space::local) {
      out.words[w] = warp.local.at(i * lane_count + lane);
    } else {
      out.words[w] = parameters_.at(i);
    }
  }
  if (out.buffer != nullptr && out.buffer->bytes_held() > limits_.memory_bytes) {
    stop(step, "the pages of " + describe(out) + " pass the limit of memory");
    return std::nullopt;
  }
  return out;
}

/// Enters the access of some bytes of one word in its records, and reports what it conflicts with.
void Engine::note(Warp& warp, const Step& step, unsigned lane, const Reach& where, unsigned w,
                  NewAccess access, bool is_write) {
  AccessRecord* record = where.words[w].record;
  if (record == nullptr) return;
  auto enter = [&](AccessRecord& in) {
    return is_write ? note_write(in, access) : note_read(in, access);
  };
  std::optional<Conflict> conflict;
  const bool whole = access.width >= 4;
  ByteRecords& byte_records = where.buffer != nullptr ? global_bytes_ : shared_bytes_;
  std::array<AccessRecord, 4>* split = byte_records.empty() && whole ? nullptr
                                       : whole                       ? byte_records.find(record)
                                                                     : &byte_records.of(record);
  if (split == nullptr) {
    conflict = enter(*record);
  } else {
    for (unsigned b = 0; b < 4; ++b) {
      if (!whole && (b < where.shift || b >= where.shift + access.width)) continue;
      if (auto found = enter((*split)[b])) conflict = found;
    }
    record->write[0] = (*split)[where.shift].write[0];
  }
  if (conflict) report_race(warp, step, lane, *conflict, is_write, where);
}

std::optional<Engine::Value> Engine::load(Warp& warp, const Step& step, unsigned lane,
                                          const Reach& from, unsigned bytes, bool is_atomic) {
  Value out;
  const unsigned mask = bytes >= 4 ? 0xFU : ((1U << bytes) - 1) << from.shift;
  std::array<TermId, 2> terms{};
  bool any_term = false;
  for (unsigned w = 0; 4 * w < bytes; ++w) {
    const WordRef& word = from.words[w];
    if ((*word.valid & mask) != mask) {
      report(DefectKind::uninitialised_read, warp, step, lane,
             "reads " + describe(from) + ", which nothing has written");
      full_ = true;
      return std::nullopt;
    }
    if (!is_atomic) {
      note(warp, step, lane, from, w,
           {now(warp, step, lane), static_cast<std::uint8_t>(bytes), false, false}, false);
    }
    if (symbols_ != nullptr && from.buffer != nullptr && from.buffer->what().symbol &&
        *word.term == 0) {
      *word.term = symbols_->input(*from.buffer->what().symbol,
                                   static_cast<std::uint32_t>(from.word_number + w)) +
                   1;
    }
    out.bits |= std::uint64_t{*word.bits} << (32 * w);
    if (is_term(word)) any_term = true;
  }
  if (any_term) {
    if (bytes < 4) {
      stop(step, "reads a part of a word that depends on data");
      return std::nullopt;
    }
    for (unsigned w = 0; 4 * w < bytes; ++w) {
      const WordRef& word = from.words[w];
      terms[w] = is_term(word) ? *word.term - 1 : symbols_->word(*word.bits);
    }
    out.term = bytes == 8 ? symbols_->pair(terms[0], terms[1]) : terms[0];
    return out;
  }
  out.bits = (out.bits >> (8 * from.shift)) & low_mask(8 * bytes);
  return out;
}

void Engine::keep(const WordRef& word, unsigned lane) {
  if (undo_ == nullptr) return;
  undo_->push_back({word, *word.bits, *word.valid, *word.term, counted(word), lane});
}

void Engine::restore(const Undo& state) {
  *state.word.bits = state.bits;
  *state.word.valid = state.valid;
  *state.word.term = state.term;
  if (state.word.writers != nullptr) *state.word.writers = state.writers;
}

namespace {

/// 0, 1 or several threads that have written a word, from what is on record of the last ones.
std::uint8_t writers_after(const WordRef& word, const Access& at, bool is_atomic) {
  if (is_atomic) return 2;
  if (*word.writers == 0) return 1;
  const Access& last = word.record->write[0];
  return last.none() || last.thread == at.thread ? *word.writers : std::uint8_t{2};
}

}  // namespace

/// What word `w` holds once this value is stored; parts of words are not of terms.
Engine::Stored Engine::word_to_store(const Reach& to, unsigned w, unsigned bytes,
                                     const Value& value) {
  Stored out;
  out.bits = static_cast<std::uint32_t>(value.bits >> (32 * w));
  if (value.term) {
    TermId part = *value.term;
    if (bytes == 8) part = w == 0 ? symbols_->low(part) : symbols_->high(part);
    const TermNode& node = symbols_->arena().nodes()[part];
    if (is_plain_constant(node)) {
      out.bits = node.a;
    } else {
      out.bits = 0;
      out.term = part + 1;
    }
  }
  if (bytes < 4) {
    const WordRef& word = to.words[w];
    const auto mask = static_cast<std::uint32_t>(low_mask(8 * bytes) << (8 * to.shift));
    out.bits = (*word.bits & ~mask) | ((out.bits << (8 * to.shift)) & mask);
    out.valid = static_cast<std::uint8_t>(*word.valid | (((1U << bytes) - 1) << to.shift));
  }
  return out;
}

bool Engine::store(Warp& warp, const Step& step, unsigned lane, const Reach& to, unsigned bytes,
                   const Value& value, bool is_atomic) {
  if (to.space == Space::param || (to.buffer != nullptr && !to.buffer->what().writable)) {
    report(DefectKind::read_only_store, warp, step, lane,
           "stores to " + describe(to) + ", which is not the result");
    full_ = true;
    return false;
  }
  const Access at = now(warp, step, lane);
  for (unsigned w = 0; 4 * w < bytes; ++w) {
    const WordRef& word = to.words[w];
    if (bytes < 4 && (value.term || is_term(word))) {
      stop(step, "stores a part of a word that depends on data");
      return false;
    }
    const Stored next = word_to_store(to, w, bytes, value);
    keep(word, lane);
    const TermId old = word.term == nullptr ? 0 : *word.term;
    // On one side of a data-dependent branch the word may come to hold another value than it does
    // now.
    const bool same =
        depth_ == 0 && *word.valid == next.valid && *word.bits == next.bits && old == next.term;
    if (word.writers != nullptr) *word.writers = writers_after(word, at, is_atomic);
    note(warp, step, lane, to, w, {at, static_cast<std::uint8_t>(bytes), is_atomic, same}, true);
    *word.bits = next.bits;
    *word.valid = next.valid;
    if (word.term != nullptr) *word.term = next.term;
  }
  return true;
}

/// Whether a thread reads these words of shared memory with nothing to be said of it.
bool Engine::is_plain_shared_read(const Access& at, std::uint32_t address, std::uint32_t count) {
  const std::uint64_t bytes = std::uint64_t{4} * count;
  const std::uint64_t size = code_.dynamic_at + launch_.dynamic_shared_bytes;
  if (address % bytes != 0 || address + bytes > size) return false;
  const std::span<const std::uint8_t> valid = shared_.valid();
  const std::span<const TermId> terms = shared_.terms();
  for (std::size_t w = address / 4; w < address / 4 + count; ++w) {
    if (valid[w] != 0xF || (!terms.empty() && terms[w] != 0)) return false;
    AccessRecord& record = shared_.records()[w];
    if (!is_known_read(record, at, 4) && note_read(record, {at, 4, false, false})) return false;
  }
  return true;
}

/// Loads whole words from shared memory in the lanes where nothing is to be said of it: inside,
/// aligned, written, bits, and read in order. The lanes that are left go the long way.
LaneSet Engine::load_shared_words(Warp& warp, const Step& step, LaneSet group) {
  Registers& registers = warp.registers;
  const SlotId base = step.source[0];
  if (!shared_bytes_.empty() || step.list_count > 4) return group;
  std::array<std::uint32_t*, 4> results{};
  for (std::uint32_t e = 0; e < step.list_count; ++e) {
    const SlotId slot = code_.lists[step.lists + e];
    if (slot == no_slot || slot == base || registers.width(slot) != Width::word) return group;
    results[e] = static_cast<std::uint32_t*>(registers.data(slot));
  }
  const std::uint32_t* bases = nullptr;
  if (base != no_slot) {
    if (registers.width(base) != Width::word) return group;
    if ((registers.terms(base) & group) != 0 || (group & ~registers.defined(base)) != 0)
      return group;
    bases = static_cast<const std::uint32_t*>(registers.data(base));
  }
  const std::span<const std::uint32_t> bits = shared_.bits();
  const std::uint32_t count = step.list_count;
  Access at = now(warp, step, 0);
  const std::uint32_t first_thread = at.thread;
  LaneSet done = 0;
  each_lane(group, [&](unsigned l) {
    const std::uint32_t address =
        (bases == nullptr ? 0 : bases[l]) + static_cast<std::uint32_t>(step.offset);
    at.thread = first_thread + l;
    if (!is_plain_shared_read(at, address, count)) return;
    for (std::uint32_t e = 0; e < count; ++e) results[e][l] = bits[address / 4 + e];
    done |= LaneSet{1} << l;
  });
  for (std::uint32_t e = 0; e < count; ++e) {
    registers.wrote(code_.lists[step.lists + e], done, done);
  }
  return group & ~done;
}

/// 6.4.1 "Addresses as operands": a vector lies at a multiple of its whole size.
bool Engine::is_aligned_vector(const Warp& warp, const Step& step, unsigned lane,
                               std::uint64_t address) {
  const std::uint64_t bytes = std::uint64_t{bits_of(step.form.type) / 8} * step.list_count;
  if (step.list_count < 2 || address % bytes == 0) return true;
  report(
      DefectKind::misaligned, warp, step, lane,
      "the address of a vector of " + std::to_string(bytes) + " bytes is no multiple of its size");
  full_ = true;
  return false;
}

void Engine::load_step(Warp& warp, const Step& step, LaneSet group) {
  const unsigned bytes = bits_of(step.form.type) / 8;
  if (bytes == 4 && step.form.space == Space::shared) group = load_shared_words(warp, step, group);
  each_lane(group, [&](unsigned l) {
    if (ended()) return;
    const auto address = address_of(warp, step, l);
    if (!address) return;
    if (!is_aligned_vector(warp, step, l, *address)) return;
    std::array<Value, 8> values{};
    for (std::uint32_t e = 0; e < step.list_count; ++e) {
      const auto from = reach(warp, step, l, *address + std::uint64_t{bytes} * e, bytes);
      if (!from) return;
      if (step.form.non_coherent && from->buffer != nullptr && from->buffer->what().writable) {
        return stop(step, "ld.global.nc of " + describe(*from) +
                              ", which the kernel may write: PTX fixes no value");
      }
      const auto value = load(warp, step, l, *from, bytes, false);
      if (!value) return;
      values[e] = *value;
    }
    for (std::uint32_t e = 0; e < step.list_count; ++e) {
      const SlotId slot = code_.lists[step.lists + e];
      if (slot != no_slot) set_loaded(warp, step, slot, l, values[e]);
    }
  });
}

void Engine::set_loaded(Warp& warp, const Step& step, SlotId slot, unsigned lane,
                        const Value& value) {
  Registers& registers = warp.registers;
  const Width width = registers.width(slot);
  if (!value.term) {
    registers.set(slot, lane, extended(value.bits, step.form.type, width));
  } else if (width == Width::wide && bits_of(step.form.type) < 64) {
    if (is_signed(step.form.type)) return stop(step, "widens a word that depends on data");
    registers.set_term(slot, lane, symbols_->pair(*value.term, symbols_->word(0)));
  } else {
    registers.set_term(slot, lane, *value.term);
  }
}

/// What a register holds, as far as an access of this many bytes takes it.
std::optional<Engine::Value> Engine::stored(Warp& warp, const Step& step, SlotId slot,
                                            unsigned lane, unsigned bytes) {
  Registers& registers = warp.registers;
  const LaneSet one = LaneSet{1} << lane;
  if ((registers.defined(slot) & one) == 0) {
    report(DefectKind::uninitialised_read, warp, step, lane,
           "stores a register that nothing has written");
    full_ = true;
    return std::nullopt;
  }
  Value out;
  if ((registers.terms(slot) & one) == 0) {
    out.bits = registers.get(slot, lane) & low_mask(8 * bytes);
    return out;
  }
  out.term = registers.term(slot, lane);
  if (registers.width(slot) == Width::wide && bytes == 4) out.term = symbols_->low(*out.term);
  return out;
}

void Engine::store_step(Warp& warp, const Step& step, LaneSet group) {
  const unsigned bytes = bits_of(step.form.type) / 8;
  each_lane(group, [&](unsigned l) {
    if (ended()) return;
    const auto address = address_of(warp, step, l);
    if (!address) return;
    if (!is_aligned_vector(warp, step, l, *address)) return;
    for (std::uint32_t e = 0; e < step.list_count; ++e) {
      const auto value = stored(warp, step, code_.lists[step.lists + e], l, bytes);
      if (!value) return;
      const auto to = reach(warp, step, l, *address + std::uint64_t{bytes} * e, bytes);
      if (!to || !store(warp, step, l, *to, bytes, *value, false)) return;
    }
  });
}

/// 9.7.13.5 "atom", "red": lanes one after the other, in ascending order. What that order decides
/// is noted, since PTX leaves it open.
void Engine::atomic_step(Warp& warp, const Step& step, LaneSet group) {
  if (depth_ > 0) return stop(step, "an atomic update that depends on data");
  const Form& form = step.form;
  const unsigned bytes = bits_of(form.type) / 8;
  each_lane(group, [&](unsigned l) {
    if (ended()) return;
    const auto address = address_of(warp, step, l);
    if (!address) return;
    const auto at = reach(warp, step, l, *address, bytes);
    if (!at) return;
    const auto old = load(warp, step, l, *at, bytes, true);
    if (!old) return;
    std::array<Value, 2> data{};
    for (std::uint32_t e = 0; e < step.list_count && e < data.size(); ++e) {
      const auto value = stored(warp, step, code_.lists[step.lists + e], l, bytes);
      if (!value) return;
      data[e] = *value;
    }
    if (old->term || data[0].term || data[1].term) {
      return stop(step, "an atomic update of a value that depends on data");
    }
    const WordRef& word = at->words[0];
    const bool commutes = !is_float(form.type) && form.update != Update::exchange &&
                          form.update != Update::compare_exchange;
    const Access me = now(warp, step, l);
    if (word.record != nullptr && !word.record->write[0].none() &&
        !happens_before(word.record->write[0], me) && !(commutes && step.result == no_slot) &&
        !out_.order_dependent) {
      out_.order_dependent =
          Stop{"the order in which threads update " + describe(*at) + " is not fixed by PTX",
               step.place};
    }
    Value result;
    result.bits = updated(form, old->bits, data[0].bits, data[1].bits, at->space);
    if (!store(warp, step, l, *at, bytes, result, true)) return;
    if (step.result != no_slot) warp.registers.set(step.result, l, old->bits);
  });
}

}  // namespace touchstone::ptx
