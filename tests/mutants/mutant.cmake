# A mutant is the program with known faults in its definitions, to see that checks find them.
#
# Faulty copies of headers are put first on the include path of copies of the few sources that read
# definitions. Their objects come before the libraries on the linker's command line, so that it
# takes no other definition of the same symbols from those.

# touchstone_fault(MUTANT HEADER FROM TO): in this header, named from the root, TO stands for FROM,
# which must occur exactly once. Before touchstone_mutant.
function(touchstone_fault mutant header from to)
  set(variable "fault_text_${mutant}/${header}")
  if(NOT DEFINED "${variable}")
    file(READ "${PROJECT_SOURCE_DIR}/${header}" "${variable}")
    set_property(DIRECTORY APPEND PROPERTY
      CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${header}")
    set("fault_headers_${mutant}" ${fault_headers_${mutant}} ${header} PARENT_SCOPE)
  endif()
  set(text "${${variable}}")
  string(FIND "${text}" "${from}" first)
  string(FIND "${text}" "${from}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "mutant ${mutant}: ${header} must contain this exactly once:\n${from}")
  endif()
  string(REPLACE "${from}" "${to}" text "${text}")
  set("${variable}" "${text}" PARENT_SCOPE)
endfunction()

# touchstone_mutant(NAME SOURCES a.cpp … OPTIONS -f …): the program `mutant_NAME`, with these
# sources, named from the root, compiled with its faults and after all other options with these.
function(touchstone_mutant name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;OPTIONS")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/mutants/${name}")
  foreach(faulty IN LISTS fault_headers_${name})
    get_filename_component(library_folder "${faulty}" DIRECTORY)
    get_filename_component(library "${library_folder}" NAME)
    set(copies "${folder}/include/touchstone/${library}")
    file(GLOB headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
      "${PROJECT_SOURCE_DIR}/${library_folder}/*.h")
    list(REMOVE_ITEM headers ${fault_headers_${name}})
    foreach(header IN LISTS headers)
      get_filename_component(file "${header}" NAME)
      configure_file("${PROJECT_SOURCE_DIR}/${header}" "${copies}/${file}" COPYONLY)
    endforeach()
    get_filename_component(file "${faulty}" NAME)
    file(GENERATE OUTPUT "${copies}/${file}" CONTENT "${fault_text_${name}/${faulty}}")
  endforeach()

  # $<TARGET_OBJECTS> rather than the source: `main` is compiled once.
  add_executable(mutant_${name} $<TARGET_OBJECTS:touchstone>)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(file "${source}" NAME)
    get_filename_component(source_folder "${source}" DIRECTORY)
    configure_file("${PROJECT_SOURCE_DIR}/${source}" "${folder}/${file}" COPYONLY)
    target_sources(mutant_${name} PRIVATE "${folder}/${file}")
    set_source_files_properties("${folder}/${file}" PROPERTIES
      INCLUDE_DIRECTORIES "${folder}/include;${PROJECT_SOURCE_DIR}/${source_folder}"
      COMPILE_OPTIONS "${arg_OPTIONS}")
  endforeach()
  target_link_libraries(mutant_${name} PRIVATE touchstone_cli touchstone_build_flags)
  set_target_properties(mutant_${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/mutants")
endfunction()
