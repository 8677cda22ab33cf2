# One test per way of using Touchstone from another project. Included by the root.
foreach(way IN ITEMS find_package fetch_content add_subdirectory)
  add_test(NAME consumer.${way} COMMAND ${CMAKE_COMMAND}
    -DWAY=${way} "-DCHECKOUT=${PROJECT_SOURCE_DIR}" "-DBUILD=${PROJECT_BINARY_DIR}"
    "-DWORK=${PROJECT_BINARY_DIR}/tests/consumer/${way}" "-DGENERATOR=${CMAKE_GENERATOR}"
    "-DCOMPILER=${CMAKE_CXX_COMPILER}" "-DSANITIZE=${TOUCHSTONE_SANITIZE}"
    -P "${CMAKE_CURRENT_LIST_DIR}/check.cmake")
  set_tests_properties(consumer.${way} PROPERTIES LABELS slow)
endforeach()
