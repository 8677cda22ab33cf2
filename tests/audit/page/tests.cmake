# The report's page in a browser. Included by tests/CMakeLists.txt.
add_executable(make_pages audit/page/make_pages.cpp)
target_link_libraries(make_pages PRIVATE touchstone_build_flags touchstone_page_samples)

find_program(TOUCHSTONE_CHROMIUM NAMES chromium chromium-browser google-chrome)
find_program(TOUCHSTONE_PDFTOTEXT NAMES pdftotext)
if(NOT TOUCHSTONE_PYTHON OR NOT TOUCHSTONE_CHROMIUM OR NOT TOUCHSTONE_PDFTOTEXT)
  message(STATUS "python3, chromium and pdftotext were not all found: the tests page.* do not exist "
    "in this build (Debian: python3 chromium poppler-utils)")
  return()
endif()
set(page_folder "${CMAKE_CURRENT_BINARY_DIR}/pages")
file(MAKE_DIRECTORY "${page_folder}")
add_test(NAME page.make COMMAND make_pages "${page_folder}")
set_tests_properties(page.make PROPERTIES LABELS slow FIXTURES_SETUP pages)
foreach(page transformer troubled hostile large)
  add_test(NAME page.${page} COMMAND ${TOUCHSTONE_PYTHON} -B
    "${CMAKE_CURRENT_SOURCE_DIR}/audit/page/in_browser.py" "${TOUCHSTONE_CHROMIUM}"
    "${TOUCHSTONE_PDFTOTEXT}" "${page_folder}/${page}.html")
  set_tests_properties(page.${page} PROPERTIES LABELS slow FIXTURES_REQUIRED pages RUN_SERIAL ON)
endforeach()
