# The colours of pictures are those of the page. This reads them from the blocks ":root" of its style,
# those of the light page.
#
#   grundy_colours(<out.h> <style.css>)
#
# <out.h> is a list of COLOUR(palette, member, "#rrggbb") for src/draw/look.c.

set(GRUNDY_COLOURS ink mark node-ink edge unknown-fill unknown-line blank-fill blank-line good-fill
                   neutral-fill bad-fill good-line neutral-line bad-line)
set(GRUNDY_BOARD_COLOURS soft sheet well grid-line first second piece-line coin chocolate covered)

# Sets a variable colour_<name> for each colour of the block with this selector.
macro(grundy_colours_read selector style)
  string(FIND "${style}" "\n${selector} {" begin)
  if(begin LESS 0)
    message(FATAL_ERROR "style.css has no block ${selector}")
  endif()
  string(SUBSTRING "${style}" ${begin} -1 block)
  string(FIND "${block}" "}" end)
  string(SUBSTRING "${block}" 0 ${end} block)
  foreach(name ${GRUNDY_COLOURS} ${GRUNDY_BOARD_COLOURS})
    if(block MATCHES "--${name}: (#[0-9a-f]+)")
      set(colour_${name} ${CMAKE_MATCH_1})
    endif()
  endforeach()
endmacro()

function(grundy_colours out path)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} style)
  string(REGEX REPLACE "[][;]" "'" style "${style}") # characters with a meaning in lists
  set(entries "")
  foreach(palette PLAIN SAFE MONO)
    grundy_colours_read(":root" "${style}")
    string(TOLOWER ${palette} selector)
    if(NOT palette STREQUAL PLAIN)
      grundy_colours_read(":root'data-palette=\"${selector}\"'" "${style}")
    endif()
    foreach(name ${GRUNDY_COLOURS})
      string(REPLACE "-" "_" member ${name})
      if(name MATCHES "^([a-z]+)-(fill|line)$")
        string(TOUPPER "${CMAKE_MATCH_2}[GRUNDY_RATING_${CMAKE_MATCH_1}]" member)
        string(REGEX REPLACE "^(FILL|LINE)" "${CMAKE_MATCH_2}" member ${member})
      endif()
      string(APPEND entries "COLOUR(${palette}, ${member}, \"${colour_${name}}\")\n")
    endforeach()
    foreach(name ${GRUNDY_BOARD_COLOURS})
      string(REPLACE "-" "_" member ${name})
      string(TOUPPER ${member} member)
      string(APPEND entries "COLOUR(${palette}, board[GRUNDY_COLOUR_${member}], \"${colour_${name}}\")\n")
    endforeach()
  endforeach()
  file(GENERATE OUTPUT ${out} CONTENT "${entries}")
endfunction()
