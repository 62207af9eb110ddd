/* Tables in LaTeX and in Typst, names in them, and text in XML. */

#include "text/markup.h"

#include "text/print.h"

#include <inttypes.h>
#include <string.h>

static void begin_latex(uint64_t columns, const char *alignments, FILE *out) {
  (void)fprintf(out, "\\begin{tabular}{%s", alignments == NULL ? "r|" : alignments);
  for (uint64_t i = 1; alignments == NULL && i < columns; i++) (void)putc('r', out);
  (void)fputs("}\n", out);
}

static void begin_typst(uint64_t columns, const char *alignments, FILE *out) {
  (void)fprintf(out, "#table(\n  columns: %" PRIu64 ",\n  align: %s", columns,
                alignments == NULL ? "right" : "(");
  for (const char *a = alignments; a != NULL && *a != '\0'; a++)
    (void)fputs(*a == 'l' ? "left, " : *a == 'r' ? "right, " : "center, ", out);
  (void)fputs(alignments == NULL ? ",\n" : "),\n", out);
}

static const grundy_markup languages[] = {
    [GRUNDY_LATEX] = {.row = "",
                      .cell = "",
                      .between = " & ",
                      .end_cell = "",
                      .end_row = " \\\\\n",
                      .heading = "",
                      .end_heading = "",
                      .rule = "\\hline\n",
                      .end = "\\end{tabular}\n",
                      .corner = " $\\backslash$ ",
                      .underscore = "\\_",
                      .formula = "$",
                      .infinity = "\\infty",
                      .at_most = "\\le ",
                      .open = "\\{",
                      .close = "\\}",
                      .empty = "\\emptyset",
                      .begin = begin_latex},
    [GRUNDY_TYPST] = {.row = "  ",
                      .cell = "[",
                      .between = ", ",
                      .end_cell = "]",
                      .end_row = ",\n",
                      .heading = "  table.header(\n",
                      .end_heading = "  ),\n",
                      .rule = "",
                      .end = ")\n",
                      .corner = "/",
                      .underscore = "\\_",
                      .formula = "$",
                      .infinity = "infinity",
                      .at_most = "<= ",
                      .open = "{",
                      .close = "}",
                      .empty = "emptyset",
                      .begin = begin_typst},
};

const grundy_markup *grundy_markup_of(grundy_markup_language language) {
  return &languages[language];
}

/* ---- names ------------------------------------------------------------------------------- */

/* Returns the command of LaTeX for a character, or NULL if it needs none. */
static const char *latex_command(char c) {
  switch (c) {
  case '\\':
    return "\\textbackslash{}";
  case '~':
    return "\\textasciitilde{}";
  case '^':
    return "\\textasciicircum{}";
  case '|':
    return "\\textbar{}";
  case '<':
    return "\\textless{}";
  case '>':
    return "\\textgreater{}";
  default:
    return NULL;
  }
}

/* Returns the byte, or ? for control characters. */
static char visible(char c) {
  return (unsigned char)c < ' ' || c == 0x7f ? '?' : c;
}

char *grundy_put_latex(char *to, const char *text) {
  for (; *text != '\0'; text++) {
    const char *command = latex_command(*text);
    if (command != NULL) {
      to = grundy_put(to, command);
      continue;
    }
    if (strchr("{}$&#_%", *text) != NULL) *to++ = '\\';
    *to++ = visible(*text);
  }
  return to;
}

char *grundy_put_marked(char *to, const grundy_markup *markup, const char *name) {
  if (markup == &languages[GRUNDY_LATEX]) {
    /* After \\, which ends the row before, LaTeX reads * and [ as its arguments. */
    if (*name == '*' || *name == '[') to = grundy_put(to, "{}");
    return grundy_put_latex(to, name);
  }
  to = grundy_put(to, "#\""); /* a string literal, in which Typst sees no markup */
  for (; *name != '\0'; name++) {
    if (*name == '"' || *name == '\\') *to++ = '\\';
    *to++ = visible(*name);
  }
  return grundy_put(to, "\"");
}

void grundy_write_xml(FILE *out, const char *text, size_t length, const char *special) {
  for (const char *end = text + length; text < end; text++) {
    char c = *text;
    const char *entity = c == '&'    ? "&amp;"
                         : c == '<'  ? "&lt;"
                         : c == '>'  ? "&gt;"
                         : c == '"'  ? "&quot;"
                         : c == '\t' ? "&#9;"
                         : c == '\n' ? "&#10;"
                         : c == '\r' ? "&#13;"
                                     : NULL;
    if (entity != NULL && strchr(special, c) != NULL)
      (void)fputs(entity, out);
    else
      (void)putc(c, out);
  }
}
