# Compiles to WebAssembly with Debian's package emscripten, and with the libraries that
# scripts/wasm-dependencies has compiled. CMake includes this file several times.

include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(GRUNDY_WASM_DEPENDENCIES ${CMAKE_CURRENT_LIST_DIR}/../../build/wasm-dependencies
    CACHE PATH "The folder that scripts/wasm-dependencies has filled")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES GRUNDY_WASM_DEPENDENCIES)
set(ENV{PKG_CONFIG_LIBDIR} ${GRUNDY_WASM_DEPENDENCIES}/lib/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")
