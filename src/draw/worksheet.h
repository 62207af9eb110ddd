/* Shared by the files that make worksheets: worksheet.c asks and solves, worksheet_variants.c makes
 * variants and chooses positions, worksheet_page.c writes HTML, worksheet_words.c has the words. */

#ifndef GRUNDY_SRC_DRAW_WORKSHEET_H
#define GRUNDY_SRC_DRAW_WORKSHEET_H

#include <grundy/board.h>
#include <grundy/draw.h>

#include "draw/impl.h"

/* ---- words ---- */

/* The words of a language. Those with a %s are for fprintf. */
typedef struct grundy_worksheet_words {
  const char *language; /* "en" */
  const char *worksheet, *solution, *name, *date;
  const char *position, *player, *best_move, *none, *more; /* more: "and %u more" */
  const char *token;                                       /* the rules of a graph */
  const char *loses, *misere, *ends, *payoffs;             /* how play ends */
  const char *here;                                        /* before the arguments of rules */
  const char *fill_table, *fill_cards;
  const char *to_move; /* "%c to move" */
  const char *outcome, *outcome_coloured, *remoteness, *misere_remoteness, *value, *infinite_value,
      *guarantee, *cap, *distance, *values_of_followers, *counter; /* what these columns mean */
  const char *best_question;
  const char *heading_outcome, *heading_remoteness, *heading_value, *heading_distance,
      *heading_guarantee, *heading_cap, *heading_counter;
} grundy_worksheet_words;

const grundy_worksheet_words *grundy_worksheet_words_of(grundy_language language);

/* Returns the rules of the gallery's game with this name in German; NULL if there is none. */
const char *grundy_worksheet_german_rules(const char *name, size_t length);

/* Writes the rules of a game in words, or else what they call themselves, followed by the
 * arguments; *is_known is false if the text does not name rules, or these have no title. If
 * `is_misere`, rules that say how one wins in normal play are cut after their first sentence.
 * *is_complete is whether the words say how one wins. Fails as grundy_rules_describe does. */
grundy_status grundy_worksheet_put_rules(const char *game, const grundy_worksheet_words *words,
                                         bool is_misere, bool *is_known, bool *is_complete,
                                         FILE *out, grundy_error *error);

/* ---- variants ---- */

/* A variant: a game with the positions that it asks about. */
typedef struct grundy_worksheet_variant {
  const grundy_digraph *g; /* owned if it is not the game of the sheet */
  grundy_solution *solution;
  grundy_solution *shown; /* in pictures, and for best moves; NULL: solution */
  uint32_t *asked;        /* `count` vertices; NULL: all */
  uint32_t count;
  char *blank, *solved; /* pictures of the graph; NULL: none */
} grundy_worksheet_variant;

/* A worksheet. */
typedef struct grundy_worksheet {
  grundy_worksheet_options options;
  const grundy_digraph *g; /* NULL: every variant is random */
  const grundy_worksheet_words *words;
  grundy_columns columns; /* to ask for */
  grundy_worksheet_variant *variants;
  uint32_t count;
  grundy_board *board; /* scratch */
} grundy_worksheet;

/* Makes the digraph of g in which the vertices are in random order and called a, b, c … or, if
 * there are more than 26, 1, 2, 3 …. */
grundy_status grundy_worksheet_rename(const grundy_digraph *g, grundy_random *random,
                                      grundy_digraph **renamed, grundy_error *error);

/* Makes a random connected game of this level in which not all positions have the same outcome;
 * `order` 0: as many positions as the level has. */
grundy_status grundy_worksheet_random(grundy_worksheet_level level, uint32_t order,
                                      grundy_random *random, grundy_digraph **g,
                                      grundy_error *error);

/* Chooses the positions that a variant asks about, as the options say: with moves, as far as there
 * are enough, and all outcomes as often as possible. GRUNDY_BAD_ARGUMENT if the game has too
 * few positions. */
grundy_status grundy_worksheet_choose(const grundy_worksheet *sheet,
                                      grundy_worksheet_variant *variant, grundy_random *random,
                                      grundy_error *error);

/* ---- the page ---- */

static inline bool grundy_worksheet_is_misere(const grundy_worksheet *sheet) {
  return sheet->options.play == GRUNDY_MISERE_PLAY;
}

/* Writes the page. Fails if rules fail to draw a board, or memory runs out. */
grundy_status grundy_worksheet_put(grundy_worksheet *sheet, FILE *out, grundy_error *error);

#endif
