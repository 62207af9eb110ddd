/* A trace as one page that needs nothing else: the drawn game, the table, and a slider. */

#include <grundy/draw.h>

#include "base/alloc.h"
#include "base/error.h"
#include "explain/trace.h"

#include <string.h>

static const char head[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>grundy trace</title>\n"
    "<style>\n"
    "body { font: 16px/1.45 \"DejaVu Sans\", Verdana, sans-serif; margin: 1em auto; max-width: "
    "75em;"
    " padding: 0 1em; color: #222; background: #fff; }\n"
    "header { position: sticky; top: 0; background: #fff; padding: .5em 0; "
    "border-bottom: 1px solid #ccc; }\n"
    "#controls { display: flex; gap: .5em; align-items: center; }\n"
    "#slider { flex: 1; }\n"
    "button { font: inherit; min-width: 2.6em; }\n"
    "#note { min-height: 3em; margin: .5em 0 0; }\n"
    "main { display: flex; flex-wrap: wrap; gap: 2em; align-items: flex-start; margin-top: 1em; }\n"
    "#picture { max-width: 100%; overflow: auto; }\n"
    "#picture svg { max-width: 100%; height: auto; }\n"
    "table { border-collapse: collapse; }\n"
    "th, td { border: 1px solid #bbb; padding: .15em .6em; text-align: left; }\n"
    "td.changed { background: #fff3b0; }\n"
    "tr.focus th { outline: 3px solid #1f4fd8; outline-offset: -3px; }\n"
    "</style>\n"
    "</head>\n"
    "<body>\n"
    "<header>\n"
    "<div id=\"controls\">\n"
    "<button id=\"first\" aria-label=\"first step\">|&lt;</button>\n"
    "<button id=\"back\" aria-label=\"one step back\">&lt;</button>\n"
    "<input id=\"slider\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"step\">\n"
    "<button id=\"forward\" aria-label=\"one step forward\">&gt;</button>\n"
    "<button id=\"last\" aria-label=\"last step\">&gt;|</button>\n"
    "<span id=\"count\"></span>\n"
    "</div>\n"
    "<p id=\"note\" aria-live=\"polite\"></p>\n"
    "</header>\n"
    "<main>\n"
    "<div id=\"picture\">\n";

static const char middle[] = "</div>\n"
                             "<table><thead><tr id=\"headings\"><th></th></tr></thead>"
                             "<tbody id=\"rows\"></tbody></table>\n"
                             "</main>\n"
                             "<script type=\"application/json\" id=\"trace\">\n";

static const char tail[] =
    "</script>\n"
    "<script>\n"
    "\"use strict\";\n"
    "const trace = JSON.parse(document.getElementById(\"trace\").textContent);\n"
    "const get = id => document.getElementById(id);\n"
    "const cells = [];\n"
    "for (const heading of trace.headings) {\n"
    "  const th = document.createElement(\"th\");\n"
    "  th.textContent = heading;\n"
    "  get(\"headings\").append(th);\n"
    "}\n"
    "trace.names.forEach((name, v) => {\n"
    "  const row = get(\"rows\").insertRow();\n"
    "  const th = document.createElement(\"th\");\n"
    "  th.textContent = name;\n"
    "  row.append(th);\n"
    "  cells[v] = trace.headings.map(() => row.insertCell());\n"
    "});\n"
    "const colour = label => label === \"\" || label === \"\\u03bd\" ? \"white\"\n"
    "  : label === \"0\" ? \"#ff9f94\" : label === \"\\u221e\" ? \"#ffe97f\" : \"#9fdf9f\";\n"
    "function show(step) {\n"
    "  const table = trace.names.map(() => trace.headings.map(() => \"\"));\n"
    "  const changed = new Set();\n"
    "  trace.steps.slice(0, step + 1).forEach((s, i) => s.changes.forEach(([v, c, text]) => {\n"
    "    if (i === step && i > 0 && table[v][c] !== text) changed.add(v + \",\" + c);\n"
    "    table[v][c] = text;\n"
    "  }));\n"
    "  const focus = trace.steps[step].focus;\n"
    "  table.forEach((row, v) => {\n"
    "    row.forEach((text, c) => {\n"
    "      cells[v][c].textContent = text;\n"
    "      cells[v][c].classList.toggle(\"changed\", changed.has(v + \",\" + c));\n"
    "    });\n"
    "    cells[v][0].parentNode.classList.toggle(\"focus\", v === focus);\n"
    "    const node = get(\"v-\" + v);\n"
    "    if (node === null) return;\n"
    "    const label = row[trace.label], shape = node.querySelector(\"ellipse\");\n"
    "    shape.setAttribute(\"fill\", colour(label));\n"
    "    shape.setAttribute(\"stroke\", v === focus ? \"#1f4fd8\" : \"black\");\n"
    "    shape.setAttribute(\"stroke-width\", v === focus ? 4 : 1);\n"
    "    node.querySelectorAll(\"text\")[1].textContent = label;\n"
    "  });\n"
    "  get(\"note\").textContent = trace.steps[step].note;\n"
    "  get(\"count\").textContent = (step + 1) + \" / \" + trace.steps.length;\n"
    "  get(\"slider\").value = step;\n"
    "  history.replaceState(null, \"\", \"#\" + (step + 1));\n"
    "}\n"
    "const last = trace.steps.length - 1;\n"
    "const now = () => Number(get(\"slider\").value);\n"
    "const go = step => show(Math.max(0, Math.min(last, step)));\n"
    "get(\"slider\").max = last;\n"
    "get(\"slider\").addEventListener(\"input\", () => go(now()));\n"
    "get(\"first\").addEventListener(\"click\", () => go(0));\n"
    "get(\"back\").addEventListener(\"click\", () => go(now() - 1));\n"
    "get(\"forward\").addEventListener(\"click\", () => go(now() + 1));\n"
    "get(\"last\").addEventListener(\"click\", () => go(last));\n"
    "document.addEventListener(\"keydown\", event => {\n"
    "  if (event.target === get(\"slider\")) return;\n"
    "  const step = { ArrowLeft: now() - 1, ArrowRight: now() + 1, Home: 0, End: last "
    "}[event.key];\n"
    "  if (step === undefined) return;\n"
    "  event.preventDefault();\n"
    "  go(step);\n"
    "});\n"
    "go((parseInt(location.hash.slice(1), 10) || 1) - 1);\n"
    "</script>\n"
    "</body>\n"
    "</html>\n";

/* ---- the picture ------------------------------------------------------------------------------
 */

/* Without the declarations that stand before the element. */
static void put_element(const char *svg, FILE *out) {
  const char *element = strstr(svg, "<svg");
  if (element != NULL) fputs(element, out);
}

static grundy_status put_picture(const grundy_trace *t, FILE *out, grundy_error *error) {
  grundy_solution *nothing = NULL;
  grundy_draw_options options = {.size = sizeof options, .caption = "ν"};
  char *svg = NULL;
  size_t size = 0;
  grundy_status status = grundy_solution_new(grundy_digraph_order(t->g), &nothing, error);
  if (status != GRUNDY_OK) return status;
  FILE *memory = open_memstream(&svg, &size);
  if (memory == NULL) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = grundy_draw(t->g, nothing, "svg", &options, memory, error);
  bool kept = memory != NULL && fclose(memory) == 0;
  if (status == GRUNDY_OK && !kept) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) put_element(svg, out);
  free(svg);
  grundy_solution_free(nothing);
  return status;
}

grundy_status grundy_trace_html(const grundy_trace *t, FILE *out, grundy_error *error) {
  fputs(head, out);
  grundy_status status = put_picture(t, out, error);
  if (status != GRUNDY_OK) return status;
  fputs(middle, out);
  grundy_trace_json(t, out);
  fputs(tail, out);
  return GRUNDY_OK;
}
