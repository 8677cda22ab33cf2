# Embeds the digest of the reference kernels' sources and flags in touchstone_reference.
file(GLOB artifact_headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
  "${PROJECT_SOURCE_DIR}/specs/core/*.h" "${PROJECT_SOURCE_DIR}/specs/core/shape.cpp"
  "${PROJECT_SOURCE_DIR}/specs/number/*.h" "${PROJECT_SOURCE_DIR}/specs/number/correctly_rounded.cpp"
  "${PROJECT_SOURCE_DIR}/specs/op/*.h" "${PROJECT_SOURCE_DIR}/specs/op/geometry.cpp"
  "${PROJECT_SOURCE_DIR}/specs/op/index_space.cpp")
set(artifact_sources capsules/reference/kernels.h capsules/reference/kernels.cpp ${artifact_headers})

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} -ffp-contract=off" artifact_flags)
set(artifact_flags
  "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_SYSTEM_PROCESSOR} ${artifact_flags}")

set(artifact_cpp "${PROJECT_BINARY_DIR}/reference_artifact.cpp")
list(TRANSFORM artifact_sources PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE artifact_depends)
add_custom_command(OUTPUT "${artifact_cpp}"
  COMMAND ${CMAKE_COMMAND} "-DROOT=${PROJECT_SOURCE_DIR}" "-DSOURCES=${artifact_sources}"
    "-DFLAGS=${artifact_flags}" "-DOUTPUT=${artifact_cpp}"
    -P "${PROJECT_SOURCE_DIR}/cmake/artifact.cmake"
  DEPENDS ${artifact_depends} "${PROJECT_SOURCE_DIR}/cmake/artifact.cmake"
  COMMENT "Hashing the reference kernels' sources" VERBATIM)
target_sources(touchstone_reference PRIVATE "${artifact_cpp}")
