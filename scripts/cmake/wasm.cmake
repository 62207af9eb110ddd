# The command in WebAssembly: grundy.wasm and its loader grundy.mjs, for web/wasm/command.mjs.

set(WASM_FUNCTIONS
    main malloc free web_call_new web_call_free web_call_word web_call_variable web_call_file
    web_call_file_bytes web_call_file_length web_call_progress web_call_finish web_call_status
    web_call_type web_call_bytes web_call_length)
list(TRANSFORM WASM_FUNCTIONS PREPEND _)
string(REPLACE ";" "," WASM_FUNCTIONS "${WASM_FUNCTIONS}")

# Headers of installed rules: there are none.
target_compile_definitions(grundy_templates PUBLIC GRUNDY_INCLUDE_FROM_BIN="" GRUNDY_INCLUDE_FROM_BUILD=""
                                                   GRUNDY_INCLUDE_INSTALLED="")
target_link_options(grundy_command PRIVATE
  -sMODULARIZE=1 -sEXPORT_ES6=1 -sEXPORT_NAME=createGrundy
  # Workers and Node run code for pages, too; command.mjs loads the module for all of them.
  -sENVIRONMENT=web
  -sINVOKE_RUN=0 -sEXIT_RUNTIME=1 -sFORCE_FILESYSTEM=1
  -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB
  -sEXPORTED_FUNCTIONS=${WASM_FUNCTIONS}
  -sEXPORTED_RUNTIME_METHODS=FS,ENV,callMain,UTF8ToString,stringToUTF8,lengthBytesUTF8
  # src/platform/wasm.c limits memory.
  LINKER:--wrap=sbrk)
set_target_properties(grundy_command PROPERTIES SUFFIX .mjs)
configure_file(web/wasm/command.mjs command.mjs COPYONLY)
configure_file(${GRUNDY_WASM_DEPENDENCIES}/licences.txt licences.txt COPYONLY)
# Debian's emcc finds its modules, whatever node runs.
set_property(TARGET grundy_command PROPERTY RULE_LAUNCH_LINK
             "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
