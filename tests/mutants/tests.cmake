# Programs with known faults, and what must find them. The tests that need numpy are in
# tests/recompute. Included by tests/CMakeLists.txt.
include("${CMAKE_CURRENT_LIST_DIR}/mutant.cmake")

set(binary32_readings capsules/reference/hardware_kernels.cpp capsules/reference/exact_kernels.cpp)
# The bits do not depend on the level, and a mutant's speed does not matter.
set(quick_to_compile -O1)

# One fault each in four operations, in the definitions themselves: the interpreter and the terms
# both change, so they still agree with each other, and nothing in the program can tell. What tells
# is the recomputation from the ONNX file (recompute.fault.*) and the change of the meanings.
set(faulty_ops batch_norm concat linear matmul)
touchstone_fault(faulty_definitions specs/op/products.h
  [[sum : sum + (*bias)(Index{j});]] [[sum : sum;]])
touchstone_fault(faulty_definitions specs/op/products.h
  [[out(i) = chain(d, length, row, column);]] [[out(i) = chain(d, length - 1, row, column);]])
touchstone_fault(faulty_definitions specs/op/movement.h
  [[out(i) = operands[operand](j);]]
  [[j[axis] = (j[axis] + 1) % operands[operand].shape()[axis];
    out(i) = operands[operand](j);]])
touchstone_fault(faulty_definitions specs/op/normalization.h
  [[use.d.constant(use.attributes.real("epsilon"))]]
  [[use.d.constant(2.0F * use.attributes.real("epsilon"))]])
touchstone_mutant(faulty_definitions SOURCES ${binary32_readings} specs/term/meaning.cpp
  OPTIONS ${quick_to_compile})

# The others leave the definitions alone and compute them wrongly at binary32: the self-check must
# reject every operation whose bits can change, and no other. Which those are:
#
# plus_zero: x + y as (y + x) + 0 differs where the sum is −0, that is where both are −0 (an exact
# cancellation is +0). `add`: its operands may be. `linear`, `conv`: the bias may be −0, and so may
# the chain, though it starts from +0, when a tiny negative product underflows in it. `batch_norm`:
# the scaled value and the bias may both be −0. `reduce_mean`: all summed elements may be −0.
# `softmax` sums exponentials, none below +0. `matmul` only fuses, `sub` only subtracts, and the
# other operations do neither.
set(plus_zero_ops add batch_norm conv linear reduce_mean)
touchstone_fault(plus_zero specs/number/binary32.h
  [[{x.value + y.value}]] [[{(y.value + x.value) + 0.0F}]])
touchstone_mutant(plus_zero SOURCES ${binary32_readings} OPTIONS ${quick_to_compile})

# split_fma: two roundings instead of one, with either kind of fma. `matmul`, `linear` and `conv`
# are the operations whose definitions fuse.
set(split_fma_ops conv linear matmul)
touchstone_fault(split_fma specs/number/binary32.h
  [[{Fma::fma(x.value, y.value, z.value)}]] [[{x.value * y.value + z.value}]])
touchstone_mutant(split_fma SOURCES ${binary32_readings} OPTIONS ${quick_to_compile})

# contracted: the compiler may fuse a product with the sum it goes into. Only `batch_norm` has one:
# (…) · scale + bias. A bias is added to the result of an fma; `softmax` and `reduce_mean` divide
# sums; exp is compiled elsewhere. GCC does fuse it. Clang fuses within a basic block only, and here
# the bias is found in between, as under a sanitizer: such a build computes the right bits.
set(contracted_ops batch_norm)
set(contracted_options -ffp-contract=fast -O2)
set(can_contract ON)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR TOUCHSTONE_SANITIZE)
  set(can_contract OFF)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND contracted_options -mfma)
  file(STRINGS /proc/cpuinfo has_fma REGEX "^flags.* fma( |$)" LIMIT_COUNT 1)
  if(NOT has_fma)
    set(can_contract OFF)
  endif()
endif()
if(can_contract)
  touchstone_mutant(contracted SOURCES ${binary32_readings} OPTIONS ${contracted_options})
else()
  message(STATUS "The test mutants.contracted does not exist in this build: it needs GCC without "
    "sanitizers, and a processor with the fma instruction")
endif()

# What the index checker reads: `gather` one element further along, `relu` written twice, the last
# element of each row of the softmax family not written.
set(misplaced_ops gather relu softmax)
touchstone_fault(misplaced specs/op/indexing.h [[with(wrapped)]] [[with(wrapped + 1)]])
touchstone_fault(misplaced specs/op/unary.h
  [[out(i) = maximum(use.value(0)(i), use.d.constant(0.0F));]]
  [[out(i) = use.d.constant(0.0F);
      out(i) = maximum(use.value(0)(i), use.d.constant(0.0F));]])
touchstone_fault(misplaced specs/op/softmax.h
  [[for (const S& value : values) line(j++) = value;]]
  [[for (std::size_t n = 0; n + 1 < values.size(); ++n) line(j++) = values[n];]])
touchstone_mutant(misplaced SOURCES checkers/index/index_checker.cpp OPTIONS ${quick_to_compile})

# touchstone_mutant_test(NAME COMMAND word …)
function(touchstone_mutant_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "COMMAND")
  add_test(NAME mutants.${name} COMMAND "${touchstone_python}" -B
    "${PROJECT_SOURCE_DIR}/tests/mutants/check.py" ${arg_COMMAND})
  set_tests_properties(mutants.${name} PROPERTIES LABELS fast)
endfunction()

find_program(touchstone_python NAMES python3 HINTS /usr/bin NO_DEFAULT_PATH)
if(NOT touchstone_python)
  message(STATUS "There is no /usr/bin/python3: the tests mutants.* do not exist in this build")
  return()
endif()
set(mutants_folder "${CMAKE_CURRENT_BINARY_DIR}/mutants")
foreach(mutant IN ITEMS plus_zero split_fma contracted)
  if(TARGET mutant_${mutant})
    touchstone_mutant_test(${mutant} COMMAND rejected $<TARGET_FILE:touchstone>
      $<TARGET_FILE:mutant_${mutant}> "${mutants_folder}/${mutant}" ${${mutant}_ops})
  endif()
endforeach()
touchstone_mutant_test(misplaced COMMAND misplaced $<TARGET_FILE:touchstone>
  $<TARGET_FILE:mutant_misplaced> "${mutants_folder}/misplaced" ${misplaced_ops})
touchstone_mutant_test(faulty_meanings COMMAND meanings $<TARGET_FILE:touchstone>
  $<TARGET_FILE:mutant_faulty_definitions> "${mutants_folder}/faulty_meanings" ${faulty_ops})
touchstone_mutant_test(stale_evidence COMMAND stale $<TARGET_FILE:touchstone>
  $<TARGET_FILE:mutant_faulty_definitions> "${mutants_folder}/stale_evidence" ${faulty_ops})
