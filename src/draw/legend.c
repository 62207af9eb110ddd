/* What the shapes and lines of a picture mean. */

#include "digraph/kinds.h"
#include "draw/impl.h"

#include <string.h>

static void add(grundy_scene *scene, grundy_legend_row row) {
  scene->legend[scene->legend_count++] = row;
}

/* Adds what a rating means for positions and for moves. */
static void add_rating(grundy_scene *scene, grundy_rating rating, const char *position,
                       const char *move) {
  add(scene, (grundy_legend_row){.text = position,
                                 .edge_text = move,
                                 .has_node = true,
                                 .is_answer = true,
                                 .rating = rating});
}

static void add_kinds(grundy_scene *scene, const grundy_digraph *g) {
  static const char *const texts[GRUNDY_MOVE_KINDS] = {
      "an ordinary move",
      "a carry-on move: the same player moves again anywhere",
      "a local carry-on move: the same player moves again here",
      "an entailing move: the opponent must answer here",
  };
  const uint8_t *kinds = grundy_digraph_kinds(g);
  unsigned all = 0;
  for (uint64_t e = 0; kinds != NULL && e < grundy_digraph_size(g); e++) all |= kinds[e];
  for (uint32_t i = 0; i < GRUNDY_MOVE_KINDS; i++)
    if ((all >> i & 1) != 0)
      add(scene, (grundy_legend_row){.text = texts[i],
                                     .has_edge = true,
                                     .rating = GRUNDY_RATING_BLANK,
                                     .arrow = (grundy_arrow)i});
}

/* Adds what outcomes mean, or, in a game with payoffs, what numbers mean. */
static void add_outcomes(grundy_scene *scene, const grundy_digraph *g) {
  if (grundy_digraph_type(g) == GRUNDY_GAME_PAYOFFS) {
    add(scene, (grundy_legend_row){.text = "≥ what A can be sure to get, ≤ what B can hold A to",
                                   .is_answer = true,
                                   .rating = GRUNDY_RATING_BLANK});
  } else if (grundy_game_is_coloured(grundy_digraph_type(g))) {
    add_rating(scene, GRUNDY_RATING_GOOD, "A wins", "a move that keeps a win");
    add_rating(scene, GRUNDY_RATING_NEUTRAL, "draw", "a move to a draw");
    add_rating(scene, GRUNDY_RATING_BAD, "B wins", "a move that lets the other player win");
  } else if (grundy_digraph_kinds(g) != NULL) {
    add_rating(scene, GRUNDY_RATING_GOOD, "N: the player to move wins", "a good move");
    add_rating(scene, GRUNDY_RATING_NEUTRAL, "D: a draw", "a move to D");
    add_rating(scene, GRUNDY_RATING_BAD, "P: the player to move loses", "a bad move");
  } else {
    add_rating(scene, GRUNDY_RATING_GOOD, "N: the next player wins", "a move to P, a good one");
    add_rating(scene, GRUNDY_RATING_NEUTRAL, "D: a draw", "a move to D");
    add_rating(scene, GRUNDY_RATING_BAD, "P: the previous player wins", "a move to N, a bad one");
  }
  if (grundy_game_is_window(grundy_digraph_type(g))) {
    add_rating(scene, GRUNDY_RATING_UNKNOWN, "?: not known in this window",
               "a move to such a position");
    add(scene, (grundy_legend_row){
                   .text = "≤: an upper bound", .is_answer = true, .rating = GRUNDY_RATING_BLANK});
  }
  add(scene, (grundy_legend_row){.text = "a best move",
                                 .has_edge = true,
                                 .is_answer = true,
                                 .is_best = true,
                                 .rating = GRUNDY_RATING_GOOD});
}

/* Adds what explains the draw of the current position. */
static void add_draw(grundy_scene *scene) {
  add(scene, (grundy_legend_row){.text = "a move that keeps the draw",
                                 .has_edge = true,
                                 .is_answer = true,
                                 .is_stay = true,
                                 .rating = GRUNDY_RATING_NEUTRAL});
  add(scene, (grundy_legend_row){.text = "a move that gives the draw away",
                                 .has_edge = true,
                                 .is_answer = true,
                                 .is_exit = true,
                                 .rating = GRUNDY_RATING_BAD});
}

/* Returns the text of a legend in German; worksheets have no others. */
static const char *in_german(const char *text) {
  static const char *const texts[][2] = {
      {"≥ what A can be sure to get, ≤ what B can hold A to",
       "≥ was A sicher bekommt, ≤ mehr lässt B nicht zu"},
      {"A wins", "A gewinnt"},
      {"a move that keeps a win", "ein Zug, der den Sieg hält"},
      {"draw", "remis"},
      {"a move to a draw", "ein Zug zu einem Remis"},
      {"B wins", "B gewinnt"},
      {"a move that lets the other player win", "ein Zug, nach dem der andere gewinnt"},
      {"N: the next player wins", "N: Der Spieler am Zug gewinnt"},
      {"a move to P, a good one", "ein Zug nach P, ein guter"},
      {"D: a draw", "D: remis"},
      {"a move to D", "ein Zug nach D"},
      {"P: the previous player wins", "P: Der Spieler am Zug verliert"},
      {"a move to N, a bad one", "ein Zug nach N, ein schlechter"},
      {"a best move", "ein bester Zug"},
      {"B moves here", "hier zieht B"},
  };
  for (size_t i = 0; text != NULL && i < sizeof texts / sizeof *texts; i++)
    if (strcmp(texts[i][0], text) == 0) return texts[i][1];
  return text;
}

void grundy_picture_add_legend(const grundy_picture *p, grundy_scene *scene) {
  bool has_more = scene->node_count == 0 && p->options->vertices != NULL;
  for (uint64_t i = 0; i < scene->node_count; i++) has_more |= scene->nodes[i].has_more;
  if (!p->options->blank) add_outcomes(scene, p->g);
  if (p->kept != NULL) add_draw(scene);
  add_kinds(scene, p->g);
  if (grundy_game_is_coloured(grundy_digraph_type(p->g)))
    add(scene, (grundy_legend_row){.text = "B moves here",
                                   .has_node = true,
                                   .is_square = true,
                                   .rating = GRUNDY_RATING_BLANK});
  if (has_more)
    add(scene, (grundy_legend_row){.text = "some moves are not shown",
                                   .has_node = true,
                                   .has_more = true,
                                   .rating = GRUNDY_RATING_BLANK});
  for (int i = 0; i < scene->legend_count && p->options->language == GRUNDY_GERMAN; i++) {
    scene->legend[i].text = in_german(scene->legend[i].text);
    scene->legend[i].edge_text = in_german(scene->legend[i].edge_text);
  }
}
