# Every vjp against the derivative of its forward definition. Included by tests/CMakeLists.txt.
#   gradients_test --gtest_filter='*/conv'              one operation at few choices
#   gradients_thousand_test --gtest_filter='*/conv'     at a thousand
file(GLOB gradient_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/*.cpp")
list(FILTER gradient_sources EXCLUDE REGEX "_test\\.cpp$")
add_library(gradient_checks STATIC ${gradient_sources})
target_link_libraries(gradient_checks PUBLIC touchstone_core touchstone_number touchstone_op
  PkgConfig::MPFR GTest::gtest PRIVATE touchstone_build_flags)
# Two files read the whole vocabulary; what takes the time at run time is MPFR.
target_compile_options(gradient_checks PRIVATE $<$<CONFIG:Release>:-O1>)

touchstone_tests(gradients FOLDER gradients DEPENDS core number op LINK gradient_checks)
touchstone_tests(gradients_thousand FOLDER gradients/thousand LABEL slow
  DEPENDS core number op LINK gradient_checks)
