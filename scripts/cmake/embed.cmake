# Embeds files in a C file as arrays; the C file is generated again when one of them changes.
#
#   grundy_embed(<out.c> <table> <files...>)
#
# <out.c> defines `const struct embedded_file <table>[]` (src/platform/embedded.h): the name, bytes and
# length of every file, in the given order, then an entry without a name. To compile it, add
# ${PROJECT_SOURCE_DIR}/src/platform to the include folders.
#
# The generating script is this same file.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(GRUNDY_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

  function(grundy_embed out table)
    string(REPLACE ";" "|" files "${ARGN}")
    add_custom_command(
      OUTPUT ${out}
      COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DTABLE=${table} -DFILES=${files}
              -P ${GRUNDY_EMBED_SCRIPT}
      DEPENDS ${ARGN} ${GRUNDY_EMBED_SCRIPT}
      COMMENT "Embedding files in ${table}"
      VERBATIM)
  endfunction()
  return()
endif()

string(REPLACE "|" ";" files "${FILES}")
set(arrays "")
set(entries "")
set(number 0)
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME)
  file(READ ${file} bytes HEX)
  string(LENGTH "${bytes}" length)
  math(EXPR length "${length} / 2")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char file${number}[] = {${bytes}0};\n")
  string(APPEND entries "    {\"${name}\", file${number}, ${length}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUT}.new "#include <embedded.h>\n\n\
extern const struct embedded_file ${TABLE}[];\n\n\
${arrays}\n\
const struct embedded_file ${TABLE}[] = {\n${entries}    {0, 0, 0},\n};\n")
file(RENAME ${OUT}.new ${OUT})
