# touchstone_embed_files(TARGET HEADER path NAMESPACE name TYPE name FUNCTION name
#   FOLDER path FILES a b …)
#
# Adds to a library a source that holds these files of the folder, byte for byte, behind the function
# that the header declares, as a span of the header's TYPE {name, bytes}.
function(touchstone_embed_files target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;NAMESPACE;TYPE;FUNCTION;FOLDER" "FILES")
  set(folder "${PROJECT_SOURCE_DIR}/${arg_FOLDER}")
  set(output "${PROJECT_BINARY_DIR}/generated/${target}_${arg_FUNCTION}.cpp")
  set(script "${PROJECT_SOURCE_DIR}/cmake/embed.cmake")
  list(TRANSFORM arg_FILES PREPEND "${folder}/" OUTPUT_VARIABLE depends)
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DFOLDER=${folder}" "-DFILES=${arg_FILES}" "-DHEADER=${arg_HEADER}"
      "-DNAMESPACE=${arg_NAMESPACE}" "-DTYPE=${arg_TYPE}" "-DFUNCTION=${arg_FUNCTION}"
      "-DOUTPUT=${output}" -P "${script}"
    DEPENDS ${depends} "${script}"
    COMMENT "Embedding files of ${arg_FOLDER}" VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
