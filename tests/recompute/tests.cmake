# Recomputes traces from the ONNX file. Included by tests/CMakeLists.txt.
find_program(touchstone_python NAMES python3 HINTS /usr/bin NO_DEFAULT_PATH)
set(can_recompute OFF)
if(touchstone_python)
  execute_process(COMMAND "${touchstone_python}" -c "import numpy, onnx"
    RESULT_VARIABLE import_status OUTPUT_QUIET ERROR_QUIET)
  if(import_status EQUAL 0)
    set(can_recompute ON)
  endif()
endif()
if(NOT can_recompute)
  message(STATUS "/usr/bin/python3 with numpy and onnx was not found: the tests recompute.* do not "
    "exist in this build (Debian: python3-numpy python3-onnx)")
  return()
endif()

set(recompute_source "${PROJECT_SOURCE_DIR}/tests/recompute")
set(recompute_folder "${CMAKE_CURRENT_BINARY_DIR}/recompute")
add_test(NAME recompute.make_models
  COMMAND "${touchstone_python}" -B "${recompute_source}/make_models.py"
    "${recompute_folder}/models")
set_tests_properties(recompute.make_models PROPERTIES LABELS fast FIXTURES_SETUP recompute_models)

# touchstone_recompute_tests(MODEL FILE [FAULTY op …] [ARGUMENTS a …]): the program stays within
# every bound; of the mutant's nodes those of the FAULTY operations do not, and no other.
function(touchstone_recompute_tests model file)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FAULTY;ARGUMENTS")
  list(JOIN arg_FAULTY "," faulty)
  set(check "${touchstone_python}" -B "${recompute_source}/check.py")
  set(folder "${recompute_folder}/${model}")
  add_test(NAME recompute.${model}
    COMMAND ${check} $<TARGET_FILE:touchstone> "${file}" "${folder}" ${arg_ARGUMENTS})
  add_test(NAME recompute.fault.${model}
    COMMAND ${check} $<TARGET_FILE:mutant_faulty_definitions> "${file}" "${folder}.fault"
      "--faulty=${faulty}" ${arg_ARGUMENTS})
  set_tests_properties(recompute.${model} recompute.fault.${model} PROPERTIES LABELS fast)
endfunction()

# The recomputation itself: what it answers on traces that were altered.
add_test(NAME recompute.altered_traces
  COMMAND "${touchstone_python}" -B "${recompute_source}/altered_traces.py"
    $<TARGET_FILE:touchstone> "${recompute_folder}/models" "${recompute_folder}/altered_traces")
set_tests_properties(recompute.altered_traces PROPERTIES
  LABELS fast FIXTURES_REQUIRED recompute_models)

set(faulty_in_batch_norm batch_norm)
set(faulty_in_layout concat)
set(faulty_in_products linear matmul)
foreach(model IN ITEMS
    batch_norm convolutions gather layout products reductions slices softmax_axis)
  touchstone_recompute_tests(${model} "${recompute_folder}/models/${model}.onnx"
    FAULTY ${faulty_in_${model}} ARGUMENTS --inputs "${recompute_folder}/models")
  set_tests_properties(recompute.${model} recompute.fault.${model} PROPERTIES
    FIXTURES_REQUIRED recompute_models)
endforeach()

# In vit_ibp_3_3_8 the variances are at least 43: twice an epsilon of 1e-5 moves a result by less
# than one rounding, so its batch_norm nodes stay within their bounds.
set(faulty_in_acasxu_1_1 matmul)
set(faulty_in_mnist_fc_256x2 linear)
set(faulty_in_cifar_deep_kw linear)
set(faulty_in_vit_ibp_3_3_8 concat linear matmul)
set(arguments_of_vit_ibp_3_3_8 --shape batch_size=2)
if(have_models)
  foreach(model IN LISTS shared_models)
    touchstone_recompute_tests(${model} "${models_dir}/${model}.onnx"
      FAULTY ${faulty_in_${model}} ARGUMENTS ${arguments_of_${model}})
  endforeach()
endif()
