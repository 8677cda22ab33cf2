# Installs the package that find_package(Touchstone) reads. Included last, when every library of
# the tree exists: the third-party packages a static library needs are read off its link libraries.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# How the installed package finds the owner of each third-party target, by the target's name.
set(touchstone_package_of_OpenSSL [[find_dependency(OpenSSL)]])
set(touchstone_package_of_Threads [[find_dependency(Threads)]])
set(touchstone_package_of_nlohmann_json [[find_dependency(nlohmann_json)]])
set(touchstone_package_of_CLI11 [[find_dependency(CLI11)]])
set(touchstone_package_of_protobuf [[find_dependency(Protobuf)]])
set(touchstone_package_of_onnx_proto [[find_dependency(Protobuf)]] [[find_dependency(ONNX CONFIG)]])

# The lines that find everything the libraries of this tree link, each once.
function(touchstone_dependency_lines result)
  get_property(libraries GLOBAL PROPERTY TOUCHSTONE_LIBRARIES)
  set(lines "")
  foreach(library IN LISTS libraries)
    get_target_property(links ${library} INTERFACE_LINK_LIBRARIES)
    if(NOT links)
      continue()
    endif()
    foreach(link IN LISTS links)
      string(REGEX REPLACE [[^\$<LINK_ONLY:(.*)>$]] [[\1]] link "${link}")
      if(link MATCHES [[^(-|\$<BUILD_INTERFACE:|Touchstone::|touchstone_)]])
        continue()
      elseif(NOT link MATCHES "::" AND NOT TARGET "${link}")
        continue()  # a library by its linker name, such as dl
      elseif(link MATCHES "^PkgConfig::(.+)$")
        set(prefix ${CMAKE_MATCH_1})
        string(TOLOWER ${prefix} module)
        list(APPEND lines "find_dependency(PkgConfig)"
          "pkg_check_modules(${prefix} REQUIRED IMPORTED_TARGET ${module})")
        continue()
      endif()
      string(REGEX REPLACE "::.*" "" owner "${link}")
      if(NOT DEFINED touchstone_package_of_${owner})
        message(FATAL_ERROR "${library} links ${link}: cmake/TouchstoneInstall.cmake must say how "
          "an installed Touchstone finds it")
      endif()
      list(APPEND lines "${touchstone_package_of_${owner}}")
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES lines)
  list(JOIN lines "\n" lines)
  set(${result} "${lines}" PARENT_SCOPE)
endfunction()

touchstone_dependency_lines(TOUCHSTONE_DEPENDENCIES)
set(touchstone_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Touchstone)
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/TouchstoneConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/TouchstoneConfig.cmake"
  INSTALL_DESTINATION ${touchstone_package_folder})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/TouchstoneConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(EXPORT TouchstoneTargets NAMESPACE Touchstone:: DESTINATION ${touchstone_package_folder})
install(FILES
  "${PROJECT_BINARY_DIR}/TouchstoneConfig.cmake"
  "${PROJECT_BINARY_DIR}/TouchstoneConfigVersion.cmake"
  DESTINATION ${touchstone_package_folder})
