# The program as its user meets it. Included by tests/CMakeLists.txt.
find_program(TOUCHSTONE_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(TOUCHSTONE_PYTHON AND NOT TOUCHSTONE_SANITIZE)
  add_test(NAME cli.command_line COMMAND ${TOUCHSTONE_PYTHON}
    "${CMAKE_CURRENT_LIST_DIR}/command_line.py" $<TARGET_FILE:touchstone>
    "${PROJECT_SOURCE_DIR}/specs/examples")
  set_tests_properties(cli.command_line PROPERTIES LABELS fast)
  add_test(NAME cli.hostile COMMAND ${TOUCHSTONE_PYTHON}
    "${CMAKE_CURRENT_LIST_DIR}/hostile.py" $<TARGET_FILE:touchstone>
    "${PROJECT_SOURCE_DIR}/specs/examples")
  set_tests_properties(cli.hostile PROPERTIES LABELS fast)
  add_test(NAME cli.prove COMMAND ${TOUCHSTONE_PYTHON}
    "${CMAKE_CURRENT_LIST_DIR}/prove.py" $<TARGET_FILE:touchstone>
    "${PROJECT_SOURCE_DIR}/specs/examples/kernels" "${PROJECT_SOURCE_DIR}/capsules/native_cuda/ptx")
  set_tests_properties(cli.prove PROPERTIES LABELS fast)
  add_test(NAME cli.ledger COMMAND ${TOUCHSTONE_PYTHON}
    "${CMAKE_CURRENT_LIST_DIR}/ledger.py" $<TARGET_FILE:touchstone>
    "${PROJECT_SOURCE_DIR}/specs/examples")
  set_tests_properties(cli.ledger PROPERTIES LABELS fast)
  add_test(NAME cli.recheck COMMAND ${TOUCHSTONE_PYTHON}
    "${CMAKE_CURRENT_LIST_DIR}/recheck.py" $<TARGET_FILE:touchstone>
    "${PROJECT_SOURCE_DIR}/specs/examples")
  set_tests_properties(cli.recheck PROPERTIES LABELS fast)
  add_test(NAME cli.flips COMMAND ${TOUCHSTONE_PYTHON}
    "${CMAKE_CURRENT_LIST_DIR}/flips.py" $<TARGET_FILE:touchstone> "${PROJECT_SOURCE_DIR}")
  set_tests_properties(cli.flips PROPERTIES LABELS slow)
  add_test(NAME cli.fresh_machine COMMAND ${TOUCHSTONE_PYTHON}
    "${CMAKE_CURRENT_LIST_DIR}/fresh_machine.py" $<TARGET_FILE:touchstone>
    "${PROJECT_SOURCE_DIR}/specs/examples")
  set_tests_properties(cli.fresh_machine PROPERTIES LABELS slow)
  add_test(NAME cli.training COMMAND ${TOUCHSTONE_PYTHON}
    "${CMAKE_CURRENT_LIST_DIR}/training.py" $<TARGET_FILE:touchstone>
    "${PROJECT_SOURCE_DIR}/specs/examples")
  set_tests_properties(cli.training PROPERTIES LABELS fast)
  add_test(NAME cli.training_digests COMMAND ${TOUCHSTONE_PYTHON}
    "${CMAKE_CURRENT_LIST_DIR}/training_digests.py" $<TARGET_FILE:touchstone>
    "${CMAKE_CURRENT_LIST_DIR}/training_digests.txt")
  set_tests_properties(cli.training_digests PROPERTIES LABELS slow)
  if(have_models)
    foreach(model IN LISTS shared_models)
      set(bindings "")
      if(model STREQUAL "vit_ibp_3_3_8")
        set(bindings batch_size=2)
      endif()
      add_test(NAME cli.shared_models.${model} COMMAND ${TOUCHSTONE_PYTHON}
        "${CMAKE_CURRENT_LIST_DIR}/shared_models.py" $<TARGET_FILE:touchstone>
        "${models_dir}/${model}.onnx" ${bindings})
      set_tests_properties(cli.shared_models.${model} PROPERTIES LABELS fast)
    endforeach()
  endif()
elseif(NOT TOUCHSTONE_SANITIZE)
  message(STATUS "python3 is not in /usr/bin: the command line's tests do not exist")
else()
  message(STATUS "under sanitizers the command line's tests, which bound memory, do not exist")
endif()
