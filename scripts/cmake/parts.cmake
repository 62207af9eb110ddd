# Parts that a build can lack. Their files have counterparts NAME_none.c, which say that the part is
# missing, or do without it.

# The files that belong to a part, and the counterparts of some of them.
set(GRUNDY_THREADS_FILES src/base/threads.c)
set(GRUNDY_GRAPHVIZ_FILES src/base/child.c src/draw/libgvc.c src/draw/librsvg.c src/draw/raster.c
                          src/draw/render.c)
set(GRUNDY_LINE_EDITING_FILES cli/libedit.c cli/line_editor.c)
set(GRUNDY_SERVER_FILES web/cache.c web/child.c web/connections.c web/folder.c web/head.c web/http.c
                        web/jobs.c web/libmicrohttpd.c web/listen.c web/server.c)
# gpu_none.c is the counterpart of the whole room.
file(GLOB GRUNDY_GPU_FILES CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
     ${PROJECT_SOURCE_DIR}/src/gpu/*.c)
list(REMOVE_ITEM GRUNDY_GPU_FILES src/gpu/gpu_none.c)
# A system without processes has no virtual memory either.
set(GRUNDY_PROCESSES ON)
if(EMSCRIPTEN)
  set(GRUNDY_PROCESSES OFF)
endif()
set(GRUNDY_PROCESSES_FILES src/base/region.c)

# grundy_choose_files(<list>): removes from a list of files those of parts that this build lacks, and
# the counterparts of those that it has.
function(grundy_choose_files list)
  set(files ${${list}})
  foreach(part THREADS GRAPHVIZ LINE_EDITING SERVER GPU PROCESSES)
    foreach(file ${GRUNDY_${part}_FILES})
      set(present ${PROJECT_SOURCE_DIR}/${file})
      string(REGEX REPLACE "[.]c$" "_none.c" absent ${present})
      if(GRUNDY_${part})
        list(REMOVE_ITEM files ${absent})
      else()
        list(REMOVE_ITEM files ${present})
      endif()
    endforeach()
  endforeach()
  set(${list} ${files} PARENT_SCOPE)
endfunction()

# The operating system, for the library and for the command. Only files of the platform need more than
# POSIX.
set(portable OFF)
if(NOT EMSCRIPTEN AND NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(portable ON)
endif()
option(GRUNDY_PORTABLE "Use only POSIX, as on systems other than Linux" ${portable})
option(GRUNDY_SHARED_OBJECTS "Load rules in C from files" ON)
if(EMSCRIPTEN)
  set(GRUNDY_SHARED_OBJECTS OFF)
  set(PLATFORM_SOURCES wasm cookie_stream)
elseif(GRUNDY_PORTABLE)
  add_compile_definitions(GRUNDY_PORTABLE)
  set(PLATFORM_SOURCES posix portable portable_events)
else()
  set(PLATFORM_SOURCES posix linux linux_events linux_memory cookie_stream)
endif()
if(GRUNDY_SHARED_OBJECTS)
  list(APPEND PLATFORM_SOURCES libraries)
else()
  list(APPEND PLATFORM_SOURCES libraries_none)
endif()
list(TRANSFORM PLATFORM_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/src/platform/)
list(TRANSFORM PLATFORM_SOURCES APPEND .c)
foreach(name linux linux_events linux_memory cookie_stream)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/platform/${name}.c PROPERTIES COMPILE_DEFINITIONS _GNU_SOURCE)
endforeach()
if(APPLE)
  add_compile_definitions(_DARWIN_C_SOURCE) # for MAP_ANONYMOUS
endif()
