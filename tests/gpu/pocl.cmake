# Tests of the room gpu run on the CPU, with pocl, whatever GPUs the machine has.

if(NOT GRUNDY_GPU)
  return()
endif()

# In place of libOpenCL.so.1: it passes calls on to the real one, or makes them fail. Programs that are
# linked with it use it, and others if LD_LIBRARY_PATH has its folder.
find_library(OPENCL_LOADER NAMES libOpenCL.so.1 REQUIRED)
add_library(opencl_shim SHARED gpu/shim/shim.c)
set_target_properties(opencl_shim PROPERTIES OUTPUT_NAME OpenCL SOVERSION 1
                      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/shim)
target_compile_definitions(opencl_shim PRIVATE _GNU_SOURCE REAL_OPENCL="${OPENCL_LOADER}")
target_include_directories(opencl_shim PRIVATE gpu/shim ${PROJECT_SOURCE_DIR}/src
                           ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src/platform)
# The command is run with it, whether it has sanitizers or not.
target_compile_options(opencl_shim PRIVATE -fno-sanitize=all)
target_link_options(opencl_shim PRIVATE -fno-sanitize=all)
target_link_libraries(opencl_shim PRIVATE ${CMAKE_DL_LIBS})
grundy_gpu_use(opencl_shim)
target_link_options(test_gpu_failures PRIVATE LINKER:--no-as-needed)
target_link_libraries(test_gpu_failures PRIVATE opencl_shim)

# Compiled kernels are kept in the build folder, by pocl and by our library.
set(POCL_ENVIRONMENT
    POCL_CACHE_DIR=${PROJECT_BINARY_DIR}/pocl XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/cache
    LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/gpu/leaks.txt:print_suppressions=0
    OPENCL_SHIM=${CMAKE_CURRENT_BINARY_DIR}/shim)
file(GLOB icd /etc/OpenCL/vendors/pocl.icd)
if(icd)
  list(APPEND POCL_ENVIRONMENT OCL_ICD_VENDORS=${icd})
endif()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/pocl ${PROJECT_BINARY_DIR}/cache)

get_property(tests DIRECTORY PROPERTY TESTS)
foreach(test ${tests})
  if(test MATCHES "^gpu/|^docs/gpu.md$|^faults/functions$|/agreement$")
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT ${POCL_ENVIRONMENT})
  endif()
endforeach()
# Every family of games on the device takes minutes.
set_tests_properties(gpu/families PROPERTIES LABELS long)
foreach(test ${tests})
  if(test MATCHES "^gpu/")
    set_tests_properties(${test} PROPERTIES TIMEOUT 3600)
  endif()
endforeach()
# It needs no device; pocl would make it slow.
set_property(TEST base/units APPEND PROPERTY ENVIRONMENT OCL_ICD_VENDORS=/nowhere)

# These include gpu/opencl.h.
get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
list(FILTER targets INCLUDE REGEX "^test_gpu_")
foreach(target ${targets})
  grundy_gpu_use(${target})
endforeach()
