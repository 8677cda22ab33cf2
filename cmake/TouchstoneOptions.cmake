# What every target of this tree compiles with, and the options a user may set.

option(TOUCHSTONE_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(TOUCHSTONE_BENCHMARKS "Build the benchmarks" OFF)
option(TOUCHSTONE_EXHAUSTIVE "Build the tests of all 2^32 inputs, for this machine's processor" OFF)
option(TOUCHSTONE_FUZZERS "Build the fuzzers, with Clang" OFF)
option(TOUCHSTONE_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" ${PROJECT_IS_TOP_LEVEL})
set(TOUCHSTONE_SANITIZE "" CACHE STRING "Sanitizers to build with, such as address,undefined")

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

if(PROJECT_IS_TOP_LEVEL)
  find_program(TOUCHSTONE_CCACHE ccache)
  if(TOUCHSTONE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${TOUCHSTONE_CCACHE})
  endif()
endif()

add_library(touchstone_build_flags INTERFACE)
target_compile_options(touchstone_build_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  # GCC 12 warns of impossible overlaps inside std::string's operator+ (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<BOOL:${TOUCHSTONE_WARNINGS_AS_ERRORS}>:-Werror>)
if(TOUCHSTONE_SANITIZE)
  target_compile_options(touchstone_build_flags INTERFACE
    -fsanitize=${TOUCHSTONE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(touchstone_build_flags INTERFACE -fsanitize=${TOUCHSTONE_SANITIZE})
endif()
