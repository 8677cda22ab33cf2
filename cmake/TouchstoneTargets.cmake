# touchstone_library(NAME FOLDER path DEPENDS a b … LINK x y …)
#
# One static library per folder. Its include path holds its own folder, under the name
# touchstone/NAME, and the folders of its declared dependencies, and nothing else of this tree:
# #include "touchstone/number/fma.h" compiles only where `number` is a dependency.
include(GNUInstallDirs)
set_property(GLOBAL PROPERTY TOUCHSTONE_LIBRARIES "")

# Makes `folder` reachable as touchstone/NAME below ${PROJECT_BINARY_DIR}/include/NAME.
function(touchstone_include_folder name folder)
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/include/${name}/touchstone")
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${folder}"
    "${PROJECT_BINARY_DIR}/include/${name}/touchstone/${name}" SYMBOLIC)
endfunction()

function(touchstone_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER" "DEPENDS;LINK;EXCLUDE")
  set(folder "${PROJECT_SOURCE_DIR}/${arg_FOLDER}")
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  foreach(excluded IN LISTS arg_EXCLUDE)
    list(REMOVE_ITEM sources "${folder}/${excluded}")
  endforeach()
  set(target touchstone_${name})
  set(includes "${PROJECT_BINARY_DIR}/include/${name}")
  touchstone_include_folder(${name} ${arg_FOLDER})

  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:touchstone_build_flags> ${arg_LINK})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    target_link_libraries(${target} INTERFACE ${arg_LINK})
  endif()
  add_library(Touchstone::${name} ALIAS ${target})
  target_compile_features(${target} ${scope} cxx_std_20)
  # The meaning of our headers depends on it, so everyone who includes them gets it too.
  target_compile_options(${target} ${scope} -ffp-contract=off)
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${includes}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  foreach(dependency IN LISTS arg_DEPENDS)
    target_link_libraries(${target} ${scope} touchstone_${dependency})
  endforeach()

  install(TARGETS ${target} EXPORT TouchstoneTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY "${folder}/" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/touchstone/${name}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.json")
  set_property(GLOBAL APPEND PROPERTY TOUCHSTONE_LIBRARIES ${target})
endfunction()
