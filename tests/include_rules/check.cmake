# Checks the rule in the file RULE with the compiler: see tests.cmake.
cmake_minimum_required(VERSION 3.22)
include("${RULE}")
list(REMOVE_ITEM include_directories "")
list(TRANSFORM include_directories PREPEND "-I")
get_filename_component(work "${RULE}" DIRECTORY)
set(source "${work}/${library}.cpp")

# Runs the compiler in a MODE over a file that includes `ARGN`; what it said goes to `output`.
function(compile result mode)
  list(TRANSFORM ARGN REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE lines)
  list(JOIN lines "" text)
  file(WRITE "${source}" "${text}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C
      "${compiler}" -std=c++20 -ffp-contract=off ${mode} ${include_directories} "${source}"
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(${result} ${status} PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

# The headers of a library, as others include them.
function(headers_of name result)
  file(GLOB found RELATIVE "${headers}/${name}" "${headers}/${name}/touchstone/${name}/*.h")
  if(NOT found)
    message(FATAL_ERROR "${name} has no header to try")
  endif()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# The twin of every failure below: the library sees its own headers, all of them, and those that it
# may see. So a header that another library does not find exists, and compiles.
headers_of(${library} allowed)
foreach(other IN LISTS may)
  headers_of(${other} found)
  list(GET found 0 first)
  list(APPEND allowed ${first})
endforeach()
compile(status -fsyntax-only ${allowed})
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${library} should compile with ${allowed}:\n${output}")
endif()

# No header of ours includes a third party's.
compile(status -M ${allowed})
string(REPLACE "${headers}/" "" output "${output}")
set(third_parties "nlohmann|openssl|onnx|google|CLI|fmt|hwy|rapidcheck|gtest|gmock|benchmark|torch")
if(output MATCHES "[^ ]*/(include/(${third_parties})/|(mpfr|gmp|z3|cadical|cuda)[^/ ]*\\.h)[^ ]*")
  message(SEND_ERROR "the headers of ${library} include ${CMAKE_MATCH_0}")
endif()

foreach(other IN LISTS never)
  headers_of(${other} found)
  list(GET found 0 first)
  compile(status -fsyntax-only ${first})
  if(status EQUAL 0)
    message(SEND_ERROR "${library} must not see ${first}, and does")
  elseif(NOT output MATCHES "${first}('|: No such file)")
    message(SEND_ERROR "${library} does not compile with ${first} for another reason:\n${output}")
  endif()
endforeach()
