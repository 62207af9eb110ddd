# GRUNDY_CORE_ONLY: the rooms that solve and verify digraphs, as a static library, and the part of the
# benchmark that measures them. It needs a C compiler and libc, so it can be built on machines where
# nothing can be installed; with the headers of OpenCL it can also use the GPU. Rooms that read files,
# rules, the command and the server are left out.

set(CORE_SOURCES src/text/cursor.c src/text/numbers.c src/text/text.c src/text/utf8.c)
foreach(room base value digraph solution model solve verify morphism gpu)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${room}/*.c)
  list(APPEND CORE_SOURCES ${sources})
endforeach()
# For files that these rooms do not write; it needs xxHash.
list(FILTER CORE_SOURCES EXCLUDE REGEX "/base/checked_stream[.]c$")
grundy_choose_files(CORE_SOURCES)
list(APPEND CORE_SOURCES ${PLATFORM_SOURCES})
grundy_gpu_kernels(GPU_KERNELS)
add_library(grundy_static STATIC ${CORE_SOURCES} ${GPU_KERNELS})
target_include_directories(grundy_static PUBLIC ${PROJECT_SOURCE_DIR}/include
                                         PRIVATE ${PROJECT_SOURCE_DIR}/src
                                                 ${PROJECT_SOURCE_DIR}/src/platform)
grundy_gpu_use(grundy_static)
target_compile_definitions(grundy_static PRIVATE GRUNDY_VERSION="${PROJECT_VERSION}"
                                         PUBLIC GRUNDY_CORE_ONLY)
target_link_libraries(grundy_static PUBLIC Threads::Threads m ${CMAKE_DL_LIBS})
set_target_properties(grundy_static PROPERTIES OUTPUT_NAME grundy)
add_subdirectory(bench)
