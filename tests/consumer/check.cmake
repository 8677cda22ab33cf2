# Builds and runs the consumer in one WAY, from nothing, in the folder WORK.
cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE "${WORK}")
# The consumer's own choice, made below, and not what this build happened to be started with.
foreach(name IN ITEMS CMAKE_CXX_COMPILER_LAUNCHER CXXFLAGS LDFLAGS)
  unset(ENV{${name}})
endforeach()

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE output)
  set(output "${output}" PARENT_SCOPE)
endfunction()

set(arguments -DWAY=${WAY} "-DTOUCHSTONE_CHECKOUT=${CHECKOUT}" -DCMAKE_BUILD_TYPE=Release
  "-DCMAKE_CXX_COMPILER=${COMPILER}" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
if(WAY STREQUAL "find_package")
  # Installed in one place and moved to another: the package must not remember where it was made.
  run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/staged")
  file(RENAME "${WORK}/staged" "${WORK}/prefix")
  list(APPEND arguments "-DCMAKE_PREFIX_PATH=${WORK}/prefix")
  if(SANITIZE)
    list(APPEND arguments "-DCMAKE_CXX_FLAGS=-fsanitize=${SANITIZE}")
  endif()
endif()

run(${CMAKE_COMMAND} -G ${GENERATOR} -S "${CHECKOUT}/tests/consumer" -B "${WORK}/build" ${arguments})
run(${CMAKE_COMMAND} --build "${WORK}/build" --target consumer)
function(expect_output of)
  file(READ "${CHECKOUT}/tests/consumer/${of}" expected)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "the consumer printed\n${output}and should have printed\n${expected}")
  endif()
endfunction()

run("${WORK}/build/consumer")
expect_output(expected.txt)
if(WAY STREQUAL "find_package")
  run(${CMAKE_COMMAND} --build "${WORK}/build" --target session)
  run("${WORK}/build/session" "${CHECKOUT}/specs/examples/mlp.json")
  expect_output(expected_session.txt)
endif()

# Our choices for our own build are not forced on others; what our headers mean is.
file(READ "${WORK}/build/compile_commands.json" commands)
file(GLOB_RECURSE rules "${WORK}/build/*.ninja")
foreach(file IN LISTS rules)  # compile_commands.json leaves compiler launchers out
  file(READ "${file}" text)
  string(APPEND commands "${text}")
endforeach()
foreach(unwanted IN ITEMS -Werror ccache _test.cpp)
  string(FIND "${commands}" "${unwanted}" at)
  if(NOT at EQUAL -1)
    message(FATAL_ERROR "the consumer's build contains ${unwanted}")
  endif()
endforeach()
string(REGEX MATCH "\"command\": \"[^\n]*main\\.cpp[^\n]*" own_command "${commands}")
if(NOT own_command MATCHES "-ffp-contract=off" OR own_command MATCHES "-Wconversion")
  message(FATAL_ERROR "the consumer's own file is compiled with other flags than it should:\n"
    "${own_command}")
endif()
