/* Worksheets as HTML. */

#include "draw/worksheet.h"

#include <grundy/value.h>

#include "base/alloc.h"
#include "base/error.h"
#include "draw/board.h"
#include "explore/impl.h"
#include "format/entries.h"
#include "text/markup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is being written: a page of a variant. */
struct page {
  grundy_worksheet *sheet;
  const grundy_worksheet_variant *variant;
  grundy_picture picture; /* to find best moves */
  grundy_written columns[GRUNDY_COLUMN_COUNT];
  int column_count;
  bool is_blank; /* of answers */
  FILE *out;
};

static void put_escaped(FILE *out, const char *text) {
  grundy_write_xml(out, text, strlen(text), "&<>");
}

/* ---- words ------------------------------------------------------------------------------- */

static const char *heading_of(const grundy_worksheet_words *words, grundy_columns column) {
  switch (column) {
  case GRUNDY_COLUMN_OUTCOME:
  case GRUNDY_COLUMN_MISERE:
    return words->heading_outcome;
  case GRUNDY_COLUMN_REMOTENESS:
  case GRUNDY_COLUMN_MISERE_REMOTENESS:
    return words->heading_remoteness;
  case GRUNDY_COLUMN_GRUNDY:
    return words->heading_value;
  case GRUNDY_COLUMN_DISTANCE:
    return words->heading_distance;
  case GRUNDY_COLUMN_GUARANTEE:
    return words->heading_guarantee;
  case GRUNDY_COLUMN_CAP:
    return words->heading_cap;
  case GRUNDY_COLUMN_COUNTER:
    return words->heading_counter;
  default:
    return grundy_column_describe(column)->name;
  }
}

static bool has_infinite_values(const grundy_worksheet_variant *variant) {
  const uint32_t *values = grundy_solution_numbers(variant->solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t v = 0; v < grundy_digraph_order(variant->g); v++)
    if (values[v] == GRUNDY_INFINITY) return true;
  return false;
}

/* Returns what is to be written into a column. */
static const char *question_of(const struct page *page, grundy_columns column) {
  const grundy_worksheet_words *words = page->sheet->words;
  switch (column) {
  case GRUNDY_COLUMN_OUTCOME:
  case GRUNDY_COLUMN_MISERE:
    return grundy_game_is_coloured(grundy_digraph_type(page->variant->g)) ? words->outcome_coloured
                                                                          : words->outcome;
  case GRUNDY_COLUMN_REMOTENESS:
    return words->remoteness;
  case GRUNDY_COLUMN_MISERE_REMOTENESS:
    return words->misere_remoteness;
  case GRUNDY_COLUMN_GRUNDY:
    return has_infinite_values(page->variant) ? words->infinite_value : words->value;
  case GRUNDY_COLUMN_GUARANTEE:
    return words->guarantee;
  case GRUNDY_COLUMN_CAP:
    return words->cap;
  case GRUNDY_COLUMN_DISTANCE:
    return words->distance;
  case GRUNDY_COLUMN_J:
    return words->values_of_followers;
  case GRUNDY_COLUMN_COUNTER:
    return words->counter;
  default:
    return grundy_column_describe(column)->summary;
  }
}

/* ---- answers ------------------------------------------------------------------------------ */

/* Returns whether a blank page has the entry: players, and how play ends. */
static bool is_given(const struct page *page, uint32_t v, grundy_columns column) {
  const grundy_digraph *g = page->variant->g;
  const grundy_outcome *outcomes = grundy_digraph_outcomes(g);
  return column == GRUNDY_COLUMN_PLAYER ||
         (outcomes != NULL && outcomes[v] != GRUNDY_OUTCOME_NONE) ||
         (grundy_digraph_type(g) == GRUNDY_GAME_PAYOFFS &&
          grundy_digraph_followers(g, v).count == 0);
}

static grundy_status put_answer(const struct page *page, uint32_t v, const grundy_written *column,
                                grundy_error *error) {
  static const grundy_style style = {"", "∞", "–", "{", "}", "{}", "?", "≤ ", "", NULL};
  const grundy_solution *solution = page->variant->solution;
  if (page->is_blank && !is_given(page, v, column->column)) return GRUNDY_OK;
  if (column->column == GRUNDY_COLUMN_GRUNDY) {
    grundy_value_write(grundy_solution_value(solution, v), false, page->out);
    return GRUNDY_OK;
  }
  char *text = grundy_alloc(grundy_entry_room(solution, column, v) + 1, 1);
  if (text == NULL) return grundy_fail_memory(error);
  *grundy_put_entry(text, solution, column, v, &style) = '\0';
  put_escaped(page->out, text);
  free(text);
  return GRUNDY_OK;
}

static void put_name(const struct page *page, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  put_escaped(page->out, grundy_digraph_name(page->variant->g, v, scratch));
}

/* Returns 1 if the player who began is to move, as far as the game says it. */
static int turn_at(const struct page *page, uint32_t v) {
  const uint8_t *players = grundy_digraph_players(page->variant->g);
  return players != NULL && players[v] == 'B' ? 2 : 1;
}

/* Writes the board of the sheet, which is that of position v; its name if there is none. */
static void paint_board(const struct page *page, uint32_t v) {
  if (page->sheet->board->kind == GRUNDY_BOARD_NONE)
    put_name(page, v);
  else
    grundy_board_paint(page->sheet->board, grundy_look_of(page->sheet->options.palette),
                       (grundy_board_view){.is_small = true}, page->out);
}

static grundy_status put_board(const struct page *page, uint32_t v, grundy_error *error) {
  grundy_status status =
      grundy_position_board(page->variant->g, v, turn_at(page, v), page->sheet->board, error);
  if (status == GRUNDY_OK) paint_board(page, v);
  return status;
}

/* Writes the board after the move from v, as v lies on its card. */
static grundy_status put_board_after(const struct page *page, uint32_t v, uint32_t follower,
                                     grundy_error *error) {
  grundy_status status = grundy_follower_board(page->variant->g, v, follower,
                                               turn_at(page, follower), page->sheet->board, error);
  if (status == GRUNDY_OK) paint_board(page, follower);
  return status;
}

/* Writes the best moves: all of their names, or the boards of the first ones. */
static grundy_status put_best_moves(const struct page *page, uint32_t v, grundy_error *error) {
  enum { MOST_BOARDS = 2 };
  const grundy_vertices row = grundy_digraph_followers(page->variant->g, v);
  const bool boards = page->sheet->options.show == GRUNDY_WORKSHEET_BOARDS;
  uint32_t count = 0;
  grundy_status status = GRUNDY_OK;
  if (page->is_blank) return GRUNDY_OK;
  for (uint64_t i = 0; i < row.count && status == GRUNDY_OK; i++) {
    if (!grundy_picture_is_best(&page->picture, v, row.at[i])) continue;
    count++;
    if (boards && count > MOST_BOARDS) continue;
    if (!boards && count > 1) (void)fputs(", ", page->out);
    if (boards)
      status = put_board_after(page, v, row.at[i], error);
    else
      put_name(page, row.at[i]);
  }
  if (boards && count > MOST_BOARDS) {
    (void)putc(' ', page->out);
    (void)fprintf(page->out, page->sheet->words->more, (unsigned)(count - MOST_BOARDS));
  }
  if (count == 0) (void)fputs(page->sheet->words->none, page->out);
  return status;
}

/* ---- tables and cards ---------------------------------------------------------------------- */

static uint32_t asked_count(const struct page *page) {
  return page->variant->asked == NULL ? grundy_digraph_order(page->variant->g)
                                      : page->variant->count;
}

static uint32_t asked_at(const struct page *page, uint32_t i) {
  return page->variant->asked == NULL ? i : page->variant->asked[i];
}

static grundy_status put_table(const struct page *page, grundy_error *error) {
  const grundy_worksheet_words *words = page->sheet->words;
  grundy_status status = GRUNDY_OK;
  (void)fprintf(page->out, "<table>\n<thead>\n<tr><th>%s</th>", words->position);
  for (int c = 0; c < page->column_count; c++)
    (void)fprintf(page->out, "<th>%s</th>", heading_of(words, page->columns[c].column));
  if (page->sheet->options.best_moves) (void)fprintf(page->out, "<th>%s</th>", words->best_move);
  (void)fputs("</tr>\n</thead>\n", page->out);
  for (uint32_t i = 0; i < asked_count(page) && status == GRUNDY_OK; i++) {
    const uint32_t v = asked_at(page, i);
    (void)fputs("<tr><th>", page->out);
    put_name(page, v);
    (void)fputs("</th>", page->out);
    for (int c = 0; c < page->column_count && status == GRUNDY_OK; c++) {
      (void)fputs("<td>", page->out);
      status = put_answer(page, v, &page->columns[c], error);
      (void)fputs("</td>", page->out);
    }
    if (page->sheet->options.best_moves && status == GRUNDY_OK) {
      (void)fputs("<td>", page->out);
      status = put_best_moves(page, v, error);
      (void)fputs("</td>", page->out);
    }
    (void)fputs("</tr>\n", page->out);
  }
  (void)fputs("</table>\n", page->out);
  return status;
}

/* Writes a card: the number, who moves, the board, and a line for every answer. */
static grundy_status put_card(const struct page *page, uint32_t number, uint32_t v,
                              grundy_error *error) {
  const grundy_worksheet_words *words = page->sheet->words;
  const uint8_t *players = grundy_digraph_players(page->variant->g);
  (void)fprintf(page->out, "<li><p class=\"number\">%" PRIu32, number);
  if (players != NULL) {
    (void)fputs(" <span>", page->out);
    (void)fprintf(page->out, words->to_move, players[v]);
    (void)fputs("</span>", page->out);
  }
  (void)fputs("</p>\n<div class=\"board\">", page->out);
  grundy_status status = put_board(page, v, error);
  (void)fputs("</div>\n<dl>\n", page->out);
  for (int c = 0; c < page->column_count && status == GRUNDY_OK; c++) {
    if (page->columns[c].column == GRUNDY_COLUMN_PLAYER) continue;
    (void)fprintf(page->out, "<dt>%s</dt><dd>", heading_of(words, page->columns[c].column));
    status = put_answer(page, v, &page->columns[c], error);
    (void)fputs("</dd>\n", page->out);
  }
  if (page->sheet->options.best_moves && status == GRUNDY_OK) {
    (void)fprintf(page->out, "<dt>%s</dt><dd>", words->best_move);
    status = put_best_moves(page, v, error);
    (void)fputs("</dd>\n", page->out);
  }
  (void)fputs("</dl></li>\n", page->out);
  return status;
}

static grundy_status put_cards(const struct page *page, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  (void)fputs("<ol class=\"cards\">\n", page->out);
  for (uint32_t i = 0; i < asked_count(page) && status == GRUNDY_OK; i++)
    status = put_card(page, i + 1, asked_at(page, i), error);
  (void)fputs("</ol>\n", page->out);
  return status;
}

/* ---- pages --------------------------------------------------------------------------------- */

/* Writes the picture without what precedes the element svg, and without ids: a page has several
 * pictures with the same ones. */
static void put_picture(FILE *out, const char *picture) {
  static const char group[] = "<g id=\"";
  const char *at = picture == NULL ? NULL : strstr(picture, "<svg");
  while (at != NULL && *at != '\0') {
    if (strncmp(at, group, strlen(group)) != 0) {
      (void)putc(*at++, out);
      continue;
    }
    (void)fputs("<g", out);
    at += strlen(group);
    at += strcspn(at, "\"") + 1;
  }
}

static void put_heading(const struct page *page) {
  const grundy_worksheet *sheet = page->sheet;
  const char *title = sheet->options.title;
  (void)fputs("<h1>", page->out);
  put_escaped(page->out, title == NULL ? sheet->words->worksheet : title);
  if (sheet->count > 1)
    (void)fprintf(page->out, " · %c", (char)('A' + (page->variant - sheet->variants)));
  if (!page->is_blank) (void)fprintf(page->out, ": %s", sheet->words->solution);
  (void)fputs("</h1>\n", page->out);
}

/* Writes the rules in words, and how play ends where they do not say it. */
static grundy_status put_rules(const struct page *page, grundy_error *error) {
  const grundy_worksheet *sheet = page->sheet;
  const grundy_worksheet_words *words = sheet->words;
  const grundy_digraph *g = page->variant->g;
  const char *ending = grundy_worksheet_is_misere(sheet) ? words->misere : words->loses;
  (void)fputs("<p>", page->out);
  bool has_words, is_complete;
  grundy_status status =
      grundy_worksheet_put_rules(sheet->options.game, words, grundy_worksheet_is_misere(sheet),
                                 &has_words, &is_complete, page->out, error);
  if (status != GRUNDY_OK) return status;
  if (!has_words) (void)fputs(words->token, page->out);
  if (grundy_digraph_type(g) == GRUNDY_GAME_PAYOFFS)
    ending = words->payoffs;
  else if (grundy_digraph_outcomes(g) != NULL)
    ending = has_words ? "" : words->ends;
  else if (is_complete)
    ending = "";
  (void)fprintf(page->out, "%s%s</p>\n<p>%s</p>\n<ul>\n", ending[0] == '\0' ? "" : " ", ending,
                sheet->options.show == GRUNDY_WORKSHEET_BOARDS ? words->fill_cards
                                                               : words->fill_table);
  for (int c = 0; c < page->column_count; c++) {
    const grundy_columns column = page->columns[c].column;
    if (column == GRUNDY_COLUMN_PLAYER && sheet->options.show == GRUNDY_WORKSHEET_BOARDS) continue;
    (void)fprintf(page->out, "<li><b>%s</b>: %s</li>\n", heading_of(words, column),
                  question_of(page, column));
  }
  if (sheet->options.best_moves)
    (void)fprintf(page->out, "<li><b>%s</b>: %s</li>\n", words->best_move, words->best_question);
  (void)fputs("</ul>\n", page->out);
  return GRUNDY_OK;
}

static grundy_status put_section(struct page *page, grundy_error *error) {
  const grundy_worksheet_variant *variant = page->variant;
  const grundy_worksheet_words *words = page->sheet->words;
  const grundy_draw_options shown = {.size = sizeof shown};
  const grundy_solution *solution = variant->shown != NULL ? variant->shown : variant->solution;
  page->column_count = grundy_written_of(variant->solution, page->sheet->columns, page->columns);
  if (!grundy_picture_new(variant->g, solution, &shown, &page->picture))
    return grundy_fail_memory(error);
  (void)fputs("<section>\n", page->out);
  if (page->is_blank && !page->sheet->options.no_name)
    (void)fprintf(page->out, "<p class=\"lines\"><span>%s</span><span>%s</span></p>\n", words->name,
                  words->date);
  put_heading(page);
  grundy_status status = page->is_blank ? put_rules(page, error) : GRUNDY_OK;
  put_picture(page->out, page->is_blank ? variant->blank : variant->solved);
  if (status == GRUNDY_OK)
    status = page->sheet->options.show == GRUNDY_WORKSHEET_BOARDS ? put_cards(page, error)
                                                                  : put_table(page, error);
  (void)fputs("</section>\n", page->out);
  grundy_picture_free(&page->picture);
  return status;
}

static const char style[] =
    "body { font: 10.5pt/1.35 \"DejaVu Sans\", Verdana, sans-serif; color: #000; background: #fff; "
    "max-width: 180mm; margin: 1em auto; padding: 0 1em }\n"
    "h1 { font-size: 16pt; margin: 0 0 .3em }\n"
    ".lines { display: flex; gap: 8mm; margin: 0 0 6mm }\n"
    ".lines span { flex: 2; border-bottom: 1px solid #555; color: #333 }\n"
    ".lines span + span { flex: 1 }\n"
    "p, ul { margin: .4em 0 }\n"
    "section > svg { display: block; max-width: 100%; max-height: 105mm; margin: 1em auto }\n"
    "table { border-collapse: collapse; margin: 1em auto }\n"
    "th, td { border: 1px solid #555; padding: .25em .8em; min-width: 4em; text-align: left; "
    "height: 1.4em }\n"
    "tr { break-inside: avoid }\n"
    ".cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(52mm, 1fr)); gap: "
    "4mm; "
    "list-style: none; margin: 1em 0; padding: 0 .3mm }\n"
    ".cards > li { border: 1px solid #999; border-radius: 2mm; padding: 1.5mm 3mm; break-inside: "
    "avoid }\n"
    ".number { margin: 0; font-weight: bold }\n"
    ".number span { font-weight: normal; color: #333 }\n"
    ".board { text-align: center }\n"
    ".board svg { max-width: 100%; width: auto; height: 18mm; margin: .5mm 0 }\n"
    "dl { display: grid; grid-template-columns: max-content 1fr; gap: .7mm 2mm; margin: 1mm 0 0; "
    "font-size: 9.5pt }\n"
    "dd { margin: 0; border-bottom: 1px solid #999; min-height: 1.4em; font-weight: bold }\n"
    "dd svg { width: auto; height: 13mm; max-width: 42%; margin: 0 2mm 1mm 0; vertical-align: "
    "middle }\n"
    "section + section { break-before: page }\n"
    "@media print { body { margin: 0; padding: 0; max-width: none } }\n";

grundy_status grundy_worksheet_put(grundy_worksheet *sheet, FILE *out, grundy_error *error) {
  static const char *const papers[] = {"A4", "letter"};
  static const int rows[] = {10, 8}; /* of a table that has room below a picture of usual size */
  const bool is_letter = sheet->options.paper == GRUNDY_WORKSHEET_LETTER;
  const char *title = sheet->options.title;
  grundy_status status = GRUNDY_OK;
  (void)fprintf(out,
                "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<title>",
                sheet->words->language);
  put_escaped(out, title == NULL ? sheet->words->worksheet : title);
  (void)fprintf(out,
                "</title>\n<style>\n@page { size: %s; margin: 15mm }\n"
                "section:has(tbody tr:nth-child(%d)) > svg { max-height: 75mm }\n"
                "%s</style>\n</head>\n<body>\n",
                papers[is_letter], rows[is_letter] + 1, style);
  for (int is_solution = 0; is_solution <= 1; is_solution++) {
    if (sheet->options.part ==
        (is_solution != 0 ? GRUNDY_WORKSHEET_QUESTIONS : GRUNDY_WORKSHEET_SOLUTION))
      continue;
    for (uint32_t i = 0; i < sheet->count && status == GRUNDY_OK; i++) {
      struct page page = {
          .sheet = sheet, .variant = &sheet->variants[i], .is_blank = is_solution == 0, .out = out};
      status = put_section(&page, error);
    }
  }
  (void)fputs("</body>\n</html>\n", out);
  return status;
}
