# The room gpu, which calls OpenCL. Only its headers are needed: the loader of the system is opened
# at run time. CUDA has the headers, too.

find_path(OPENCL_HEADERS CL/cl.h HINTS /usr/local/cuda/include ENV CUDA_PATH PATH_SUFFIXES include)
set(found OFF)
if(OPENCL_HEADERS AND NOT EMSCRIPTEN)
  set(found ON)
endif()
option(GRUNDY_GPU "Solve games on GPUs with OpenCL (needs its headers)" ${found})
if(GRUNDY_GPU AND EMSCRIPTEN)
  message(FATAL_ERROR "GRUNDY_GPU: WebAssembly has no OpenCL")
endif()
if(GRUNDY_GPU AND NOT OPENCL_HEADERS)
  message(FATAL_ERROR "GRUNDY_GPU needs CL/cl.h (Debian: opencl-headers); "
                      "-DOPENCL_HEADERS=DIR says where it is")
endif()

# This library is always loaded on demand, whatever GRUNDY_LAZY_LIBRARIES says about others.
set_source_files_properties(src/gpu/opencl.c PROPERTIES COMPILE_DEFINITIONS GRUNDY_LAZY_LIBRARIES)

# grundy_gpu_kernels(<out>): embeds the kernels; sets <out> to the generated C file, or to nothing in
# builds without this part.
function(grundy_gpu_kernels out)
  set(${out} "" PARENT_SCOPE)
  if(GRUNDY_GPU)
    file(GLOB kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/gpu/*.cl)
    list(SORT kernels)
    list(PREPEND kernels ${PROJECT_SOURCE_DIR}/src/gpu/wave.h)
    grundy_embed(${PROJECT_BINARY_DIR}/gpu_kernels.c grundy_gpu_kernels ${kernels})
    set(${out} ${PROJECT_BINARY_DIR}/gpu_kernels.c PARENT_SCOPE)
  endif()
endfunction()

# grundy_gpu_use(<target>): lets a target compile files that include gpu/opencl.h.
function(grundy_gpu_use target)
  if(GRUNDY_GPU AND NOT OPENCL_HEADERS STREQUAL "/usr/include") # every compiler looks there
    target_include_directories(${target} SYSTEM PRIVATE ${OPENCL_HEADERS})
  endif()
endfunction()
