# The committed PTX is what the pinned compiler writes. Where that compiler is not here the script
# says so with status 3, and the test is reported as skipped.
find_program(TOUCHSTONE_NVCC nvcc HINTS /usr/local/cuda/bin)
if(TOUCHSTONE_NVCC)
  add_test(NAME native_cuda.ptx_is_reproduced
    COMMAND "${PROJECT_SOURCE_DIR}/tools/build_ptx.sh" --check)
  set_tests_properties(native_cuda.ptx_is_reproduced PROPERTIES LABELS slow SKIP_RETURN_CODE 3
    ENVIRONMENT "NVCC=${TOUCHSTONE_NVCC}")
else()
  message(STATUS "There is no nvcc: that the committed PTX is what it writes is not tested here")
endif()
