# touchstone_embed_digest(TARGET TEMPLATE path FOLDERS a b … [FILES x y …])
#
# Adds to a library a source that holds the digest of all sources of these folders, of these files,
# and of the compiler and flags they are compiled with.
function(touchstone_embed_digest target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TEMPLATE" "FOLDERS;FILES")
  set(sources ${arg_FILES})
  foreach(folder IN LISTS arg_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
      "${PROJECT_SOURCE_DIR}/${folder}/*.h" "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
    list(APPEND sources ${found})
  endforeach()

  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  get_directory_property(directory_options COMPILE_OPTIONS)
  get_directory_property(directory_definitions COMPILE_DEFINITIONS)
  set(flags ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_SYSTEM_PROCESSOR} -std=c++20
    ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} -ffp-contract=off
    ${directory_options} ${directory_definitions})
  if(TOUCHSTONE_SANITIZE)
    list(APPEND flags -fsanitize=${TOUCHSTONE_SANITIZE})
  endif()
  if(CMAKE_INTERPROCEDURAL_OPTIMIZATION)
    list(APPEND flags -flto)
  endif()
  list(JOIN flags " " flags)

  get_filename_component(name "${arg_TEMPLATE}" NAME_WLE)
  set(output "${PROJECT_BINARY_DIR}/generated/${target}_${name}")
  list(TRANSFORM sources PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE depends)
  set(script "${PROJECT_SOURCE_DIR}/cmake/artifact.cmake")
  set(template "${PROJECT_SOURCE_DIR}/${arg_TEMPLATE}")
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DROOT=${PROJECT_SOURCE_DIR}" "-DSOURCES=${sources}" "-DFLAGS=${flags}"
      "-DTEMPLATE=${template}" "-DOUTPUT=${output}" -P "${script}"
    DEPENDS ${depends} "${script}" "${template}"
    COMMENT "Hashing the sources of ${target}" VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()

set(definition_folders specs/core specs/number specs/op)
touchstone_embed_digest(touchstone_reference TEMPLATE capsules/reference/artifact.cpp.in
  FILES capsules/reference/kernels.h capsules/reference/kernels.cpp
    capsules/reference/kernel_tables.h capsules/reference/reference_kernel.h
    capsules/reference/hardware_kernels.cpp capsules/reference/exact_kernels.cpp
  FOLDERS ${definition_folders})
touchstone_embed_digest(touchstone_native_cuda TEMPLATE capsules/native_cuda/view_artifact.cpp.in
  FILES capsules/native_cuda/launch.h capsules/native_cuda/launch.cpp)
touchstone_embed_digest(touchstone_discharge TEMPLATE checkers/discharge/version.cpp.in
  FOLDERS checkers/index checkers/self_check checkers/ptx
    checkers/ptx_device checkers/smt checkers/discharge capsules/native_cuda specs/term
    ${definition_folders})
