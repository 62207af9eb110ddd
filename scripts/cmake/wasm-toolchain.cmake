# Compiles to WebAssembly with Debian's package emscripten, and with the libraries that
# scripts/dependencies has compiled. CMake includes this file several times.

include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(GRUNDY_WASM_DEPENDENCIES ${CMAKE_CURRENT_LIST_DIR}/../../build/dependencies/wasm
    CACHE PATH "The folder that scripts/dependencies has filled")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES GRUNDY_WASM_DEPENDENCIES)
set(ENV{PKG_CONFIG_LIBDIR} ${GRUNDY_WASM_DEPENDENCIES}/lib/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")
