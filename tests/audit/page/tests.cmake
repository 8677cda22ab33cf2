# The report's page in a browser, and the programs that it prints. Included by tests/CMakeLists.txt.
if(TOUCHSTONE_SANITIZE)
  message(STATUS "under sanitizers the tests page.* do not exist: the page is the same")
  return()
endif()
add_executable(make_pages audit/page/make_pages.cpp)
target_link_libraries(make_pages PRIVATE touchstone_build_flags touchstone_page_samples)
set(page_folder "${CMAKE_CURRENT_BINARY_DIR}/pages")
file(MAKE_DIRECTORY "${page_folder}")
add_test(NAME page.make COMMAND make_pages "${page_folder}")
set_tests_properties(page.make PROPERTIES LABELS slow FIXTURES_SETUP pages)

if(TOUCHSTONE_PYTHON)
  add_test(NAME page.commands COMMAND ${TOUCHSTONE_PYTHON} -B
    "${CMAKE_CURRENT_LIST_DIR}/commands.py" $<TARGET_FILE:touchstone>
    "${PROJECT_SOURCE_DIR}/specs/examples/mlp.json")
  set_tests_properties(page.commands PROPERTIES LABELS slow)
else()
  message(STATUS "python3 was not found in /usr/bin: the test page.commands does not exist in this "
    "build")
endif()

find_program(TOUCHSTONE_OPENSSL NAMES openssl)
if(TOUCHSTONE_PYTHON AND TOUCHSTONE_OPENSSL)
  add_test(NAME page.programs COMMAND ${TOUCHSTONE_PYTHON} -B
    "${CMAKE_CURRENT_LIST_DIR}/programs.py" $<TARGET_FILE:touchstone>
    "${page_folder}/transformer.html" "${PROJECT_SOURCE_DIR}/specs/examples/mlp/model.json")
  set_tests_properties(page.programs PROPERTIES LABELS slow FIXTURES_REQUIRED pages)
else()
  message(STATUS "python3 in /usr/bin and openssl were not both found: the test page.programs does "
    "not exist in this build")
endif()

find_program(TOUCHSTONE_CHROMIUM NAMES chromium chromium-browser google-chrome)
find_program(TOUCHSTONE_PDFTOTEXT NAMES pdftotext)
if(NOT TOUCHSTONE_PYTHON OR NOT TOUCHSTONE_CHROMIUM OR NOT TOUCHSTONE_PDFTOTEXT)
  message(STATUS "python3 in /usr/bin, chromium and pdftotext were not all found: the tests "
    "page.in_browser.* do not exist in this build (Debian: chromium poppler-utils)")
  return()
endif()
set(in_browser ${TOUCHSTONE_PYTHON} -B "${CMAKE_CURRENT_LIST_DIR}/in_browser.py"
  "${TOUCHSTONE_CHROMIUM}" "${TOUCHSTONE_PDFTOTEXT}")
foreach(page IN ITEMS transformer troubled hostile large)
  add_test(NAME page.in_browser.${page} COMMAND ${in_browser} "${page_folder}/${page}.html")
  set_tests_properties(page.in_browser.${page} PROPERTIES
    LABELS slow FIXTURES_REQUIRED pages RUN_SERIAL ON)
endforeach()

# The reports that people get: of a real model, and of every capsule.
set(page_arguments_vit "${models_dir}/vit_ibp_3_3_8.onnx" --shape batch_size=1)
set(page_arguments_registry --registry)
set(real_pages registry)
if(have_models)
  list(APPEND real_pages vit)
endif()
foreach(page IN LISTS real_pages)
  add_test(NAME page.report.${page} COMMAND touchstone audit report ${page_arguments_${page}}
    --at 2026-01-31 -o "${page_folder}/${page}.html")
  set_tests_properties(page.report.${page} PROPERTIES LABELS slow FIXTURES_SETUP page_of_${page})
  add_test(NAME page.in_browser.${page} COMMAND ${in_browser} "${page_folder}/${page}.html")
  set_tests_properties(page.in_browser.${page} PROPERTIES
    LABELS slow FIXTURES_REQUIRED page_of_${page} RUN_SERIAL ON)
endforeach()
