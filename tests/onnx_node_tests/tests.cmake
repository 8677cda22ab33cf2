# ONNX's own backend tests, one model and recorded tensors per case. Included by tests/CMakeLists.txt.
find_path(TOUCHSTONE_ONNX_TESTDATA node/test_abs/model.onnx PATHS /usr/share/libonnx-testdata/data
  NO_DEFAULT_PATH DOC "Data of ONNX's backend tests")
if(NOT TOUCHSTONE_ONNX_TESTDATA)
  message(STATUS "The data of ONNX's backend tests was not found (Debian: libonnx-testdata; or set "
    "TOUCHSTONE_ONNX_TESTDATA): the tests onnx_node_tests.* do not exist in this build")
  return()
endif()

add_executable(onnx_node_tests onnx_node_tests/main.cpp onnx_node_tests/node_case.cpp)
target_link_libraries(onnx_node_tests PRIVATE touchstone_build_flags
  touchstone_core touchstone_host touchstone_op touchstone_interpreter touchstone_onnx
  touchstone_reference onnx_proto protobuf::libprotobuf)
add_test(NAME onnx_node_tests.node COMMAND onnx_node_tests "${TOUCHSTONE_ONNX_TESTDATA}/node"
  "${PROJECT_SOURCE_DIR}/tests/onnx_node_tests/outcomes.txt")
set_tests_properties(onnx_node_tests.node PROPERTIES LABELS fast)
