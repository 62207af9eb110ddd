# Finds libraries with pkg-config, and prepares those that are loaded when they are first needed
# (src/platform/lazy_library.h).

option(GRUNDY_LAZY_LIBRARIES
       "Load Graphviz, libmicrohttpd and libedit when they are first needed" ON)

# grundy_find_modules(<modules...>): makes the target PkgConfig::<module> for each of them, or fails
# and lists all that are missing.
function(grundy_find_modules)
  set(missing "")
  foreach(module ${ARGN})
    pkg_check_modules(${module} QUIET IMPORTED_TARGET ${module})
    if(NOT ${module}_FOUND)
      string(APPEND missing " ${module}")
    endif()
  endforeach()
  if(missing)
    message(FATAL_ERROR "pkg-config does not find these libraries:${missing}\n"
                        "docs/dependencies.md has the names of their packages.")
  endif()
endfunction()

# Sets <out> to the name under which the dynamic linker knows lib<file>, or to "".
function(grundy_soname module file out)
  set(${out} "" PARENT_SCOPE)
  get_target_property(path PkgConfig::${module} INTERFACE_LINK_LIBRARIES)
  list(FILTER path INCLUDE REGEX "/lib${file}[.]so$")
  if(CMAKE_READELF AND EXISTS "${path}")
    execute_process(COMMAND ${CMAKE_READELF} -d ${path} OUTPUT_VARIABLE section ERROR_QUIET)
    if(section MATCHES "\\(SONAME\\)[^[]*\\[([^]]*)\\]")
      set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
    endif()
  endif()
endfunction()

# grundy_lazy_libraries(<module> <file> <module> <file> ...): makes the target lazy_<file> for code
# that calls lib<file> through a table. The target has the include folders of the module and defines
# LIB<FILE>_SONAME; or, if GRUNDY_LAZY_LIBRARIES is off, it links the library as usual. If the soname
# of one library is not known, as on systems without ELF, the option is turned off.
function(grundy_lazy_libraries)
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest module file)
    string(TOUPPER LIB${file} name)
    grundy_soname(${module} ${file} soname)
    if(GRUNDY_LAZY_LIBRARIES AND NOT soname)
      message(STATUS "the soname of lib${file} is not known: all libraries are linked as usual")
      set(GRUNDY_LAZY_LIBRARIES OFF)
    endif()
    add_library(lazy_${file} INTERFACE)
    target_include_directories(lazy_${file} INTERFACE
      $<TARGET_PROPERTY:PkgConfig::${module},INTERFACE_INCLUDE_DIRECTORIES>)
    target_compile_options(lazy_${file} INTERFACE
      $<TARGET_PROPERTY:PkgConfig::${module},INTERFACE_COMPILE_OPTIONS>)
    target_compile_definitions(lazy_${file} INTERFACE ${name}_SONAME="${soname}")
  endwhile()
  set(GRUNDY_LAZY_LIBRARIES ${GRUNDY_LAZY_LIBRARIES} PARENT_SCOPE)
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest module file)
    if(GRUNDY_LAZY_LIBRARIES)
      target_compile_definitions(lazy_${file} INTERFACE GRUNDY_LAZY_LIBRARIES)
      target_link_libraries(lazy_${file} INTERFACE Threads::Threads ${CMAKE_DL_LIBS})
    else()
      target_link_libraries(lazy_${file} INTERFACE PkgConfig::${module})
    endif()
  endwhile()
endfunction()
