# The program as its user meets it. Included by tests/CMakeLists.txt.
find_program(TOUCHSTONE_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(TOUCHSTONE_PYTHON AND NOT TOUCHSTONE_SANITIZE)
  add_test(NAME cli.command_line COMMAND ${TOUCHSTONE_PYTHON}
    "${CMAKE_CURRENT_LIST_DIR}/command_line.py" $<TARGET_FILE:touchstone>
    "${PROJECT_SOURCE_DIR}/specs/examples")
  set_tests_properties(cli.command_line PROPERTIES LABELS fast)
elseif(NOT TOUCHSTONE_SANITIZE)
  message(STATUS "python3 is not in /usr/bin: the command line's tests do not exist")
else()
  message(STATUS "under sanitizers the command line's tests, which bound memory, do not exist")
endif()
