# Compiles for another Linux, GRUNDY_TARGET: x86_64-linux-musl, for instance. scripts/dependencies has made
# the compiler and the libraries. Programs for musl are static. CMake includes this file several times.

set(GRUNDY_TARGET x86_64-linux-musl CACHE STRING "A target of scripts/dependencies")
set(GRUNDY_DEPENDENCIES ${CMAKE_CURRENT_LIST_DIR}/../../build/dependencies/${GRUNDY_TARGET}
    CACHE PATH "The folder that scripts/dependencies has filled")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES GRUNDY_TARGET GRUNDY_DEPENDENCIES)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR ${GRUNDY_TARGET})
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${GRUNDY_DEPENDENCIES}/bin/cc)
foreach(tool AR RANLIB STRIP OBJCOPY READELF NM)
  string(TOLOWER ${tool} name)
  set(CMAKE_${tool} /usr/bin/${CMAKE_SYSTEM_PROCESSOR}-linux-gnu-${name})
endforeach()
if(GRUNDY_TARGET MATCHES "musl$")
  set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
endif()
set(CMAKE_FIND_ROOT_PATH ${GRUNDY_DEPENDENCIES})
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(ENV{PKG_CONFIG_LIBDIR} ${GRUNDY_DEPENDENCIES}/lib/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")
# Tests run in an emulator if the processor is another one.
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL CMAKE_HOST_SYSTEM_PROCESSOR)
  set(CMAKE_CROSSCOMPILING_EMULATOR
      /usr/bin/qemu-${CMAKE_SYSTEM_PROCESSOR};-L;/usr/${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
endif()
