#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/ptx/pattern.h"
#include "touchstone/ptx/semantics.h"

namespace touchstone::ptx {
namespace {

/// An opcode of this pattern, its alternatives and optional places chosen at random.
std::string random_opcode(const Pattern& pattern, std::mt19937& random) {
  std::string opcode(pattern.mnemonic);
  for (const Element& element : pattern.elements) {
    const std::size_t choices = element.words.size() + (element.optional ? 1 : 0);
    const std::size_t choice = random() % choices;
    if (choice == element.words.size()) continue;
    opcode.append(".").append(element.words[choice].text);
  }
  return opcode;
}

TEST(Resolve, EveryEntryIsReachedByAnOpcode) {
  for (std::size_t entry = 0; entry < entries().size(); ++entry) {
    const std::string opcode = plainest_opcode(patterns()[entry]);
    const auto form = resolve(opcode);
    ASSERT_TRUE(form.ok()) << opcode;
    EXPECT_EQ(form->entry, entry) << opcode << " is read as " << entries()[form->entry].pattern;
  }
}

TEST(Resolve, TextOfAFormIsReadAsThatForm) {
  std::mt19937 random(20261130);
  std::size_t read = 0;
  for (const Pattern& pattern : patterns()) {
    for (int round = 0; round < 200; ++round) {
      const std::string opcode = random_opcode(pattern, random);
      const auto form = resolve(opcode);
      if (!form.ok()) continue;  // a combination that `permitted` refuses
      const auto again = resolve(text_of(*form));
      ASSERT_TRUE(again.ok()) << opcode << " is written " << text_of(*form);
      EXPECT_EQ(*again, *form) << opcode << " is written " << text_of(*form);
      ++read;
    }
  }
  EXPECT_GT(read, 100 * patterns().size());
}

TEST(Resolve, OpcodesAreWrittenAsTheManualOrdersThem) {
  const std::vector<std::array<std::string_view, 2>> cases = {
      {"fma.rn.ftz.f32", "fma.rn.ftz.f32"},
      {"add.f32.rn", "add.rn.f32"},
      {"add.ftz.rn.f32", "add.rn.ftz.f32"},
      {"cvt.f64.bf16", "cvt.f64.bf16"},
      {"cvt.s8.f32.rpi", "cvt.rpi.s8.f32"},
      {"ld.global.ca.f32", "ld.global.f32"},
      {"ld.global.L1::evict_last.L2::128B.v4.f32", "ld.global.v4.f32"},
      {"ld.weak.global.u32", "ld.global.u32"},
      {"ld.global.relaxed.gpu.u32", "ld.relaxed.gpu.global.u32"},
      {"ld.global.volatile.u32", "ld.volatile.global.u32"},
      {"ld.shared::cta.u32", "ld.shared.u32"},
      {"atom.relaxed.gpu.global.add.u32", "atom.global.add.u32"},
      {"atom.add.acquire.cta.shared.u32", "atom.acquire.cta.shared.add.u32"},
      {"fence.acq_rel.gpu", "fence.gpu"},
      {"setp.lt.and.ftz.f32", "setp.lt.and.ftz.f32"},
      {"bar.cta.sync", "bar.sync"},
      {"shf.l.clamp.b32", "shf.l.clamp.b32"},
      {"max.NaN.ftz.f32", "max.ftz.NaN.f32"},
      {"prmt.b32.f4e", "prmt.b32.f4e"},
      {"cvta.to.global.u64", "cvta.to.global.u64"},
      {"brx.idx.uni", "brx.idx.uni"},
  };
  for (const auto& [read, written] : cases) {
    const auto form = resolve(read);
    ASSERT_TRUE(form.ok()) << read;
    EXPECT_EQ(text_of(*form), written) << read;
  }
}

/// Each refused opcode beside one that differs in a modifier and is read.
TEST(Resolve, RefusesWhatPtxLacks) {
  const std::vector<std::array<std::string_view, 2>> cases = {
      {"add.f33", "add.f32"},
      {"add", "add.f32"},
      {"add.", "add.f32"},
      {"add..f32", "add.f32"},
      {"add.f32.f32", "add.f32"},
      {"add.rn.rz.f32", "add.rn.f32"},
      {"add.rni.f32", "add.rn.f32"},
      {"add.ftz.f64", "add.ftz.f32"},
      {"add.sat.u32", "add.sat.s32"},
      {"add.rz.f16", "add.rn.f16"},
      {"fma.f32", "fma.rn.f32"},
      {"fma.rn.s32", "fma.rn.f32"},
      {"mad.wide.s64", "mad.wide.s32"},
      {"mul.s32", "mul.lo.s32"},
      {"mad.f32", "mad.rn.f32"},
      {"div.f32", "div.rn.f32"},
      {"div.approx.f64", "div.rn.f64"},
      {"div.rn.s32", "div.s32"},
      {"sqrt.f32", "sqrt.rn.f32"},
      {"ex2.f32", "ex2.approx.f32"},
      {"tanh.approx.ftz.f32", "tanh.approx.f32"},
      {"neg.u32", "neg.s32"},
      {"abs.u32", "abs.s32"},
      {"min.relu.u32", "min.relu.s32"},
      {"min.xorsign.f32", "min.xorsign.abs.f32"},
      {"shl.u32", "shl.b32"},
      {"and.u32", "and.b32"},
      {"popc.u32", "popc.b32"},
      {"shf.l.b32", "shf.l.wrap.b32"},
      {"shf.wrap.b32", "shf.r.wrap.b32"},
      {"setp.lt.b32", "setp.eq.b32"},
      {"setp.lo.s32", "setp.lo.u32"},
      {"setp.ltu.s32", "setp.ltu.f32"},
      {"setp.lt.ftz.f64", "setp.lt.ftz.f32"},
      {"setp.f32", "setp.lt.f32"},
      {"selp.pred", "selp.b32"},
      {"cvt.f32.s32", "cvt.rn.f32.s32"},
      {"cvt.s32.f32", "cvt.rzi.s32.f32"},
      {"cvt.rn.s32.f32", "cvt.rni.s32.f32"},
      {"cvt.rn.f64.f32", "cvt.f64.f32"},
      {"cvt.f32.f64", "cvt.rn.f32.f64"},
      {"cvt.rn.f32.f32", "cvt.rni.f32.f32"},
      {"cvt.ftz.f64.f64", "cvt.ftz.f32.f32"},
      {"cvt.sat.s32.u8", "cvt.sat.u8.s32"},
      {"cvt.sat.s64.u32", "cvt.sat.s64.u64"},
      {"cvt.rn.sat.bf16.f32", "cvt.rn.sat.f16.f32"},
      {"cvt.rni.u32.u64", "cvt.u32.u64"},
      {"cvt.rm.f16x2.f32", "cvt.rz.f16x2.f32"},
      {"ld.f16", "ld.b16"},
      {"ld.global", "ld.global.f32"},
      {"ld.global.v3.f32", "ld.global.v4.f32"},
      {"ld.shared.v4.f64", "ld.global.v4.f64"},
      {"ld.global.v8.f64", "ld.global.v8.f32"},
      {"ld.shared.v8.f32", "ld.v8.f32"},
      {"ld.shared.nc.f32", "ld.global.nc.f32"},
      {"ld.relaxed.f32", "ld.relaxed.gpu.f32"},
      {"ld.release.gpu.f32", "ld.acquire.gpu.f32"},
      {"ld.relaxed.gpu.const.f32", "ld.relaxed.gpu.global.f32"},
      {"ld.volatile.gpu.f32", "ld.volatile.f32"},
      {"ld.shared.L2::cache_hint.f32", "ld.global.L2::cache_hint.f32"},
      {"st.const.f32", "st.global.f32"},
      {"st.acquire.gpu.f32", "st.release.gpu.f32"},
      {"st.global.nc.f32", "st.global.f32"},
      {"st.ca.f32", "st.wb.f32"},
      {"atom.global.add.s64", "atom.global.add.u64"},
      {"atom.global.inc.s32", "atom.global.inc.u32"},
      {"atom.global.add.f16", "atom.global.add.noftz.f16"},
      {"atom.local.add.u32", "atom.shared.add.u32"},
      {"red.global.exch.b32", "atom.global.exch.b32"},
      {"red.acquire.gpu.add.u32", "red.release.gpu.add.u32"},
      {"shfl.bfly.b32", "shfl.sync.bfly.b32"},
      {"shfl.sync.b32", "shfl.sync.idx.b32"},
      {"vote.sync.all.b32", "vote.sync.ballot.b32"},
      {"redux.sync.add.b32", "redux.sync.and.b32"},
      {"bar.sync.aligned", "barrier.sync.aligned"},
      {"membar.cluster", "membar.gl"},
      {"fence.sc", "fence.sc.gpu"},
      {"bra.f32", "bra.uni"},
      {"exit.uni", "exit"},
      {"isspacep.generic", "isspacep.global"},
      {"cvta.global.f32", "cvta.global.u64"},
      {"lop3.b64", "lop3.b32"},
      {"mul24.u32", "mul24.lo.u32"},
      {"bfe.b32", "bfe.u32"},
      {"bfind.b32", "bfind.u32"},
      {"testp.f32", "testp.normal.f32"},
      {"slct.b32.u32", "slct.b32.s32"},
  };
  for (const auto& [refused, read] : cases) {
    const auto form = resolve(refused);
    ASSERT_FALSE(form.ok()) << refused;
    EXPECT_EQ(form.error().kind, Failure::unreadable) << refused;
    EXPECT_NE(form.error().reason.find(refused), std::string::npos) << form.error().reason;
    EXPECT_TRUE(resolve(read).ok()) << read;
  }
}

/// What PTX has and the table lacks is said to be so, by name.
TEST(Resolve, SaysWhatTheTableLacks) {
  const std::vector<std::array<std::string_view, 2>> cases = {
      {"wmma.load.a.sync.aligned.row.m16n16k16.global.f16", "wmma"},
      {"wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", "wmma"},
      {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", "mma"},
      {"wgmma.fence.sync.aligned", "wgmma"},
      {"tcgen05.commit", "tcgen05"},
      {"ldmatrix.sync.aligned.m8n8.x1.shared.b16", "ldmatrix"},
      {"cp.async.cg.shared.global", "cp"},
      {"cp.async.bulk.tensor.1d.shared::cluster.global.tile", "cp"},
      {"mbarrier.init.b64", "mbarrier"},
      {"tex.2d.v4.f32.f32", "tex"},
      {"addc.u32", "addc"},
      {"madc.hi.cc.u32", "madc"},
      {"vabsdiff4.u32.u32.u32", "vabsdiff4"},
      {"add.cc.u32", ".cc"},
      {"lop3.and.b32", ".and"},
      {"mad.lo.cc.u32", ".cc"},
      {"add.u16x2", ".u16x2"},
      {"ld.global.b128", ".b128"},
      {"ld.shared::cluster.u32", ".shared::cluster"},
      {"ld.mmio.relaxed.sys.u32", ".mmio"},
      {"atom.global.add.v4.f32", ".v4"},
      {"cvt.rn.satfinite.e4m3x2.f32", ".satfinite"},
      {"cvt.rna.tf32.f32", ".tf32"},
      {"fence.proxy.alias", ".proxy"},
      {"barrier.cluster.arrive", ".cluster"},
  };
  for (const auto& [opcode, name] : cases) {
    const auto form = resolve(opcode);
    ASSERT_FALSE(form.ok()) << opcode;
    EXPECT_EQ(form.error().kind, Failure::unavailable) << opcode;
    EXPECT_NE(form.error().reason.find(name), std::string::npos) << form.error().reason;
  }
  EXPECT_FALSE(resolve("").ok());
  EXPECT_FALSE(resolve("nonsense\n\x1b[2J").ok());
}

/// What nvcc 13.0 writes for ordinary kernels, for sm_75 to sm_120.
TEST(Resolve, ReadsWhatNvccWrites) {
  for (const std::string_view opcode : {"ld.param.u32",
                                        "ld.param.u64",
                                        "ld.param.f32",
                                        "mov.u32",
                                        "mov.u64",
                                        "mov.b32",
                                        "mov.b64",
                                        "mov.f32",
                                        "mov.pred",
                                        "cvta.to.global.u64",
                                        "add.s32",
                                        "sub.s64",
                                        "add.s16",
                                        "mul.lo.s64",
                                        "mul.wide.s32",
                                        "mad.lo.s32",
                                        "mad.lo.s64",
                                        "mad.wide.u32",
                                        "div.s32",
                                        "div.u32",
                                        "div.s64",
                                        "neg.s32",
                                        "shl.b32",
                                        "shl.b64",
                                        "shr.s32",
                                        "shr.u32",
                                        "shr.u64",
                                        "and.b32",
                                        "or.pred",
                                        "not.pred",
                                        "bfi.b64",
                                        "shf.l.wrap.b32",
                                        "popc.b32",
                                        "clz.b32",
                                        "brev.b32",
                                        "bfind.shiftamt.u32",
                                        "setp.eq.s16",
                                        "setp.ne.b32",
                                        "setp.lt.s64",
                                        "setp.gt.u64",
                                        "setp.ltu.f32",
                                        "setp.neu.ftz.f32",
                                        "setp.num.f32",
                                        "selp.b16",
                                        "selp.f32",
                                        "fma.rn.f32",
                                        "fma.rn.ftz.f32",
                                        "fma.rm.f32",
                                        "add.f32",
                                        "add.rn.f32",
                                        "max.ftz.f32",
                                        "abs.f32",
                                        "neg.f32",
                                        "copysign.f32",
                                        "div.rn.f32",
                                        "div.approx.ftz.f32",
                                        "rcp.rn.f32",
                                        "rcp.approx.ftz.f32",
                                        "sqrt.rn.f32",
                                        "sqrt.approx.ftz.f32",
                                        "rsqrt.approx.f32",
                                        "ex2.approx.ftz.f32",
                                        "lg2.approx.ftz.f32",
                                        "sin.approx.ftz.f32",
                                        "cos.approx.ftz.f32",
                                        "tanh.approx.f32",
                                        "mul.f64",
                                        "div.rn.f64",
                                        "fma.rn.f16x2",
                                        "cvt.s64.s32",
                                        "cvt.u64.u32",
                                        "cvt.rn.f32.s32",
                                        "cvt.rn.f64.s64",
                                        "cvt.rn.f32.f64",
                                        "cvt.rni.f32.f32",
                                        "cvt.rni.s32.f32",
                                        "cvt.rzi.s32.f32",
                                        "cvt.sat.f32.f32",
                                        "cvt.f32.bf16",
                                        "cvt.rn.bf16.f32",
                                        "ld.global.f64",
                                        "ld.global.nc.v4.f32",
                                        "st.global.v2.f32",
                                        "ld.volatile.global.u32",
                                        "ld.shared.v4.u32",
                                        "st.local.u32",
                                        "atom.shared.add.f32",
                                        "atom.global.inc.u32",
                                        "membar.gl",
                                        "bar.sync",
                                        "barrier.sync",
                                        "bar.warp.sync",
                                        "shfl.sync.bfly.b32",
                                        "vote.sync.ballot.b32",
                                        "activemask.b32",
                                        "redux.sync.add.s32",
                                        "match.any.sync.b32",
                                        "elect.sync",
                                        "bra",
                                        "bra.uni",
                                        "brx.idx",
                                        "call.uni",
                                        "ret",
                                        "exit",
                                        "trap",
                                        "nanosleep.u32",
                                        "isspacep.global",
                                        "prefetch.global.L2"}) {
    EXPECT_TRUE(resolve(opcode).ok()) << opcode;
  }
}

TEST(Resolve, FillsInWhatOrdersMemory) {
  EXPECT_EQ(resolve("ld.global.u32")->order, Order::weak);
  EXPECT_EQ(resolve("ld.acquire.cta.global.u32")->order, Order::acquire);
  EXPECT_EQ(resolve("ld.acquire.cta.global.u32")->scope, Scope::cta);
  EXPECT_EQ(resolve("ld.volatile.shared.u32")->order, Order::relaxed);
  EXPECT_TRUE(resolve("ld.volatile.shared.u32")->is_volatile);
  EXPECT_EQ(resolve("st.release.sys.u32")->order, Order::release);
  EXPECT_EQ(resolve("atom.global.add.u32")->order, Order::relaxed);
  EXPECT_EQ(resolve("atom.global.add.u32")->scope, Scope::gpu);
  EXPECT_EQ(resolve("atom.acq_rel.cta.add.u32")->order, Order::acquire_release);
  EXPECT_EQ(resolve("membar.gl")->order, Order::sequential);
  EXPECT_EQ(resolve("membar.gl")->scope, Scope::gpu);
  EXPECT_EQ(resolve("fence.cta")->order, Order::acquire_release);
  EXPECT_TRUE(resolve("bar.sync")->aligned);
  EXPECT_FALSE(resolve("barrier.sync")->aligned);
  EXPECT_TRUE(resolve("cvta.shared.u64")->to_generic);
  EXPECT_FALSE(resolve("cvta.to.shared.u64")->to_generic);
}

TEST(Table, EveryEntryHasASectionAndARule) {
  std::set<std::string_view> patterns_seen;
  for (const Entry& entry : entries()) {
    EXPECT_TRUE(entry.section.starts_with("9.7.")) << entry.pattern;
    EXPECT_TRUE(entry.rule.ends_with('.')) << entry.pattern;
    EXPECT_TRUE(patterns_seen.insert(entry.pattern).second) << entry.pattern;
  }
}

TEST(Table, BoundedFormsHaveAnError) {
  for (std::size_t index = 0; index < entries().size(); ++index) {
    const auto form = resolve(plainest_opcode(patterns()[index]));
    ASSERT_TRUE(form.ok());
    EXPECT_EQ(exactness_of(*form) == Exactness::bounded, !entries()[index].error.empty())
        << entries()[index].pattern;
  }
}

TEST(Table, ExactnessIsThatOfTheManual) {
  EXPECT_EQ(exactness_of(*resolve("add.f32")), Exactness::fusable);
  EXPECT_EQ(exactness_of(*resolve("mul.ftz.f32")), Exactness::fusable);
  EXPECT_EQ(exactness_of(*resolve("sub.f64")), Exactness::fusable);
  EXPECT_EQ(exactness_of(*resolve("add.f16x2")), Exactness::fusable);
  EXPECT_EQ(exactness_of(*resolve("add.rn.f32")), Exactness::exact);
  EXPECT_EQ(exactness_of(*resolve("add.s32")), Exactness::exact);
  EXPECT_EQ(exactness_of(*resolve("fma.rn.f32")), Exactness::exact);
  EXPECT_EQ(exactness_of(*resolve("div.rn.f32")), Exactness::exact);
  EXPECT_EQ(exactness_of(*resolve("div.full.f32")), Exactness::bounded);
  EXPECT_EQ(exactness_of(*resolve("ex2.approx.f32")), Exactness::bounded);
  EXPECT_EQ(exactness_of(*resolve("ld.global.f32")), Exactness::effect);
  EXPECT_EQ(exactness_of(*resolve("bar.sync")), Exactness::effect);
}

TEST(Table, KnowsWhichNanIsOpen) {
  for (const std::string_view open :
       {"add.rn.f32", "fma.rn.f32", "abs.f32", "neg.f32", "neg.f64", "max.NaN.f32", "cvt.f32.bf16",
        "cvt.rn.f32.f64", "ex2.approx.f32", "min.f16x2", "cvt.rni.f32.f32"}) {
    EXPECT_TRUE(nan_is_open(*resolve(open))) << open;
  }
  for (const std::string_view closed :
       {"mov.f32", "selp.f32", "slct.f32.s32", "copysign.f32", "abs.f64", "cvt.sat.f32.f32",
        "add.sat.f32", "cvt.rn.f32.s32", "setp.lt.f32", "set.lt.f32.f32", "testp.normal.f32",
        "cvt.rzi.s32.f32", "rcp.approx.ftz.f64", "ld.global.f32", "add.s32"}) {
    EXPECT_FALSE(nan_is_open(*resolve(closed))) << closed;
  }
}

}  // namespace
}  // namespace touchstone::ptx
