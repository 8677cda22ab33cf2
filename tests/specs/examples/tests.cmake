# The examples that the program carries. Included by tests/CMakeLists.txt.
if(TOUCHSTONE_PYTHON)
  add_test(NAME examples.reproducible COMMAND ${TOUCHSTONE_PYTHON}
    "${CMAKE_CURRENT_LIST_DIR}/check.py" "${PROJECT_SOURCE_DIR}/specs/examples")
  set_tests_properties(examples.reproducible PROPERTIES LABELS fast)
endif()
