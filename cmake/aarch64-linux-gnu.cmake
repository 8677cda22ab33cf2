# Cross-compiles static programs for AArch64 Linux with Debian's cross compiler and the :arm64
# packages of the libraries. Static, so that qemu-aarch64 runs them without a foreign root.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(OPENSSL_USE_STATIC_LIBS ON)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
find_program(TOUCHSTONE_QEMU qemu-aarch64)
set(CMAKE_CROSSCOMPILING_EMULATOR ${TOUCHSTONE_QEMU})
