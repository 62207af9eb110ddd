/* A GAME or an EXPRESSION is text: it is parsed once and then opened as a digraph or as a compound.
 * docs/rules.md and docs/compounds.md describe the notation. */

#ifndef GRUNDY_GAME_H
#define GRUNDY_GAME_H

#include <grundy/base.h>
#include <grundy/certificate.h>
#include <grundy/component.h>
#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/explore.h>
#include <grundy/heap.h>
#include <grundy/ordinal.h>
#include <grundy/promise.h>
#include <grundy/rules.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/tiers.h>
#include <grundy/vector.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- kinds of games and their names -------------------------------------------------------- */

/* A kind of game: a file, rules in Lua, a heap game and so on. docs/adding-a-kind-of-game.md shows
 * how to add one to the library. */
typedef struct grundy_game_kind grundy_game_kind;

/* A description of a kind of game. */
typedef struct grundy_game_description {
  const char *name;     /* "gallery" */
  const char *notation; /* "NAME[:ARGUMENTS][@POSITION]" */
  const char *example;  /* "wythoff:3,5" */
  const char *summary;  /* one line */
  bool is_file;         /* its name is the path of a file */
  bool is_rules;        /* it is explored: see grundy_rules_check */
  bool is_digraph;      /* grundy_game_open opens it; other kinds are only for expressions */
  bool has_start;       /* play begins at a start unless @POSITION says otherwise */
  bool is_folder;       /* it is a folder of solved tiers: see grundy_tiers_open */
} grundy_game_description;

/* Returns the kind with this index, in the order in which they are tried; NULL past the last. */
GRUNDY_API const grundy_game_kind *grundy_game_kind_at(size_t index);

/* Returns the description of a kind; it is static. */
GRUNDY_API const grundy_game_description *grundy_game_kind_describe(const grundy_game_kind *kind);

/* A parsed GAME: "wythoff:3,5" is the name wythoff with the arguments 3,5. */
typedef struct grundy_game_name {
  const grundy_game_kind *kind;
  const char *text;      /* the whole text; borrowed */
  size_t length;         /* bytes of the text that are the name or the path; it may have colons */
  const char *arguments; /* the rest of the text after a colon; "" if there is none */
} grundy_game_name;

/* Parses a GAME without opening anything. Any text names a game: if it is nothing else, it is a
 * file. */
GRUNDY_API grundy_game_name grundy_game_parse(const char *text);

/* Calls `visit` with every path that a text names, inside operators and quotations, too: files,
 * folders of tiers, and the arguments of rules, which may be files. The text is a GAME or an
 * EXPRESSION. Opens nothing; a tablebase or a folder may name further files. GRUNDY_BAD_INPUT if
 * the text is wrong; then some paths may have been visited. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_game_files(const char *text, bool is_expression,
                                                           void (*visit)(void *context,
                                                                         const char *path),
                                                           void *context, grundy_error *error);

/* ---- opening -------------------------------------------------------------------------------- */

/* Opens a game as a digraph: reads a file, or explores rules. The start of rules is vertex 0, and
 * vertices are numbered in breadth-first order. `options` may be NULL. GRUNDY_BAD_INPUT if a file
 * or rules are wrong, with GRUNDY_REASON_NO_GAME if there is neither such a file nor such a game in
 * the gallery; GRUNDY_UNABLE past a limit. Rules in C are explored by all threads; the result is
 * the same for any number of threads. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_game_open(const char *text,
                                                          const grundy_open_options *options,
                                                          grundy_digraph **g, grundy_error *error);

/* Opens a game whose name has already been parsed, as grundy_game_open does. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_game_open_name(const grundy_game_name *name,
                                                               const grundy_open_options *options,
                                                               grundy_digraph **g,
                                                               grundy_error *error);

/* Explores rules that are part of the calling program. `arguments` is what would follow the colon
 * of a GAME, separated by commas; NULL or "" if there is nothing. The digraph uses the rules to
 * name its positions, so they must exist as long as the digraph. Such a game cannot be stored as a
 * tablebase. GRUNDY_BAD_INPUT if the rules lack a required member or reject the arguments. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_game_from_rules(const grundy_rules *rules,
                                                                const char *arguments,
                                                                const grundy_open_options *options,
                                                                grundy_digraph **g,
                                                                grundy_error *error);

/* Rules given by a function and a context pointer. */
typedef struct grundy_callback_rules {
  size_t size;       /* sizeof(grundy_callback_rules) */
  const char *title; /* one line, for messages; NULL: "callback" */
  uint32_t bytes;    /* of a position, from 1 to GRUNDY_RULES_MAX_POSITION */
  const void *start; /* the position where play starts; it is copied */

  /* Emits every position that a move leads to, as `moves` of grundy_rules does. */
  void (*moves)(void *context, const void *position, grundy_emit emit, void *to);

  /* Optional. Writes the name of a position, as `show` of grundy_rules does; any thread may call
   * it. By default the name is the bytes of the position as numbers, separated by commas. */
  size_t (*show)(void *context, const void *position, char *text, size_t size);

  void *context; /* passed to both */
  bool parallel; /* several threads may call `moves` at the same time */
} grundy_callback_rules;

/* Explores rules given by a callback, as grundy_game_from_rules does. The functions and the context
 * must exist as long as the digraph. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_game_from_callback(const grundy_callback_rules *rules, const grundy_open_options *options,
                          grundy_digraph **g, grundy_error *error);

/* Returns the path of the shared object with rules whose code the calling thread is running, and in
 * *function the member of grundy_rules that it is in ("moves"), or "dlopen" or "dlclose"; NULL if
 * it is not running such code. For handlers of signals such as SIGSEGV. Async-signal-safe. */
GRUNDY_API const char *grundy_rules_running(const char **function);

/* Tests the rules on the positions near the start and on random plays, which depend only on the
 * seed. Broken promises are not a failure: they are in the findings. `options` may be NULL.
 * GRUNDY_BAD_INPUT if the text does not name rules, or if the rules cannot be opened. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_rules_check(const char *text, const grundy_rules_check_options *options,
                   grundy_rules_finding findings[GRUNDY_PROMISE_COUNT], grundy_error *error);

/* Opens rules with ranks, finds their tiers and an order in which these can be solved. If the text
 * is a folder that grundy_tiers_solve has written, opens the rules that it names, a shared object
 * only if options->libraries, and uses the files of the folder, as grundy_tiers_read does.
 * GRUNDY_BAD_INPUT if the text does not name rules, or if their tiers lead back to themselves;
 * GRUNDY_UNABLE if the rules have no ranks. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_tiers_open(const char *text,
                                                           const grundy_open_options *options,
                                                           grundy_tiers **tiers,
                                                           grundy_error *error);

/* ---- the gallery ------------------------------------------------------------------------ */

/* Rules that the library knows by name. All texts are static. */
typedef struct grundy_gallery_entry {
  char name[32];
  const char *file;   /* the name of its source in games/ */
  const char *source; /* `length` bytes and a NUL */
  size_t length;
} grundy_gallery_entry;

/* Finds the entry with this index, from 0, in the order of the names; false past the last. */
GRUNDY_API bool grundy_gallery(size_t index, grundy_gallery_entry *entry);

/* How a game of the gallery describes itself, truncated to the size of the members. */
typedef struct grundy_gallery_description {
  char title[128];     /* one line for people */
  char arguments[128]; /* what follows the colon: "ROWS,COLUMNS"; "" if nothing */
  uint32_t setup;      /* moves with which the game is set up, before the first round */
  char rules[640];     /* how one moves and how one wins: the first paragraph of the file */
} grundy_gallery_description;

/* Describes a game of the gallery; this runs its script, if it has one. GRUNDY_BAD_INPUT with
 * GRUNDY_REASON_NO_GAME if the gallery has no game with this name. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_gallery_describe(
    const char *name, grundy_gallery_description *description, grundy_error *error);

/* Describes the rules of a GAME, whatever follows their colon, without starting a game. For rules
 * in a shared object, which is not loaded, all texts are "". GRUNDY_BAD_INPUT if the text does not
 * name rules. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_rules_describe(
    const char *text, grundy_gallery_description *description, grundy_error *error);

/* ---- games as components ------------------------------------------------------------------- */

/* The components from which programs can build compounds themselves. Others, such as coins,
 * ordinals and heaps of taking-and-breaking games, are available in expressions. */

/* A solved digraph. Positions are its vertices. The solution has the columns grundy, k, counter,
 * remoteness and distance, and for misère play also misere_remoteness. For a game without values it
 * has the default columns of grundy_solve; such a game is standalone. */
typedef struct grundy_solved {
  const grundy_digraph *g;
  const grundy_solution *solution;
  const uint32_t *values, *counter, *remoteness, *misere_remoteness, *distance;
  bool has_choice; /* an entailed player may have a choice of answers */
} grundy_solved;

/* Returns a view of a digraph and its solution, both of which are borrowed. */
GRUNDY_API grundy_solved grundy_solved_view(const grundy_digraph *g,
                                            const grundy_solution *solution);

/* Makes a component of a solved digraph; `solved` is borrowed. In a two-coloured game the outcome
 * and the remoteness are those of the player to move: N if that player can force a win, with the
 * number of moves it takes. In a game with payoffs they are not known. */
GRUNDY_API grundy_component grundy_component_digraph(grundy_solved *solved);

/* A heap of Nim [Bou01]. Positions are the sizes of heaps, at most GRUNDY_NIM_MAX_HEAP. */
GRUNDY_API grundy_component grundy_component_nim(void);

/* ---- expressions --------------------------------------------------------------------------- */

/* A position of several games, such as ring.dot@a + 2*nim:5 + "my game.edges"@"b 1": the games,
 * each opened and solved once, and their compound. If a game is named without a position, play
 * begins at the start of its rules, or at the first position of its file. */
typedef struct grundy_expression grundy_expression;

/* How to open an expression. */
typedef struct grundy_expression_options {
  size_t size; /* sizeof(grundy_expression_options) */
  grundy_play play;
  const grundy_monitor *monitor; /* may be NULL; must live as long as the expression, since heap
                                    games call it whenever they list moves */

  /* Opens a game as a digraph, which then belongs to the expression; NULL: use
   * grundy_game_open_name. With this a program can use digraphs of its own in expressions, under
   * any names. closed_limit is for the member of the same name of grundy_open_options. If it is not
   * 0, rules may be explored by parts, and if the function then returns GRUNDY_UNABLE, the
   * expression uses a closed form of the rules instead. */
  grundy_status (*read)(void *context, const grundy_game_name *name, uint64_t closed_limit,
                        grundy_digraph **g, grundy_error *error);
  void *context;

  /* For a game with payoffs, which must be the only game: as in grundy_solve_options. If a payoff
   * is known, the solution has the column qv. */
  bool payoff_known, infinite_known;
  double payoff, infinite;

  /* Positions of rules with `canon` are not reduced by symmetry, so that moves look on the board as
   * the rules make them. What is known about a position is looked up at its representative, which
   * `reduce` of the component finds: a vertex of the solved digraph. */
  bool unreduced;

  /* A folder of tiers may name a shared object, which is then loaded. */
  bool libraries;

  /* `read` may give a window of a game, see grundy_digraph_frontier, if it is the only game. Then
   * the compound is empty, because it would take the window for the whole game. */
  bool windows;

  /* Rules with `swap` are explored for both players even if they are the only game, so that their
   * component can be added to a sum. In sums they always are. */
  bool swaps;
} grundy_expression_options;

/* The largest nesting depth of parentheses. */
enum { GRUNDY_EXPRESSION_MAX_DEPTH = 100 };

/* The largest heap of a heap game in an expression. */
#define GRUNDY_EXPRESSION_MAX_HEAP UINT64_C(10000000)

/* A game take{…}:N is refused if its positions times the numbers in its set are more than this. */
#define GRUNDY_EXPRESSION_MAX_TAKE_MOVES (UINT64_C(1) << 26)

/* Parses the text, then opens and solves its games. GRUNDY_BAD_INPUT with the file "expression",
 * line 1 and the column if the text is wrong or a game has no such position, or with the place in a
 * file or in rules if these are wrong; GRUNDY_UNABLE past a limit, with the column, too. `options`
 * may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_expression_open(const char *text, const grundy_expression_options *options,
                       grundy_expression **expression, grundy_error *error);

/* ---- many expressions ---------------------------------------------------------------------- */

/* What is known about the position of an expression. */
typedef struct grundy_answer {
  size_t index;         /* of the expression */
  grundy_status status; /* GRUNDY_OK; or GRUNDY_UNABLE or GRUNDY_OUT_OF_MEMORY if a limit ended the
                           work, and nothing is known */
  grundy_error error;   /* the limit */
  grundy_evaluation evaluation; /* what was not asked for may be unknown; K and ordinals live until
                                   the callback returns */
  bool has_value;       /* false: in misère play, and if terminal positions have other outcomes */
  uint64_t positions;   /* of rules or a file: how many were searched or explored; otherwise 0 */
  bool was_searched;    /* depth first; otherwise all positions of rules were explored */
  const char *reason;   /* why rules were explored all the same, a static text; NULL: because of the
                           columns, or they were not */
  bool is_table_kept;   /* the table in the file has more entries than the search could keep in
                           memory, and was not replaced */
  const char *rests_on; /* as grundy_compound_rests_on returns it; NULL: nothing else */
  const char *same_as;  /* what was evaluated instead, such as 0.137:100 for node-kayles:path:100
                           and nim:3 + nim:4 for nim:3,4; NULL: none */
} grundy_answer;

/* How to evaluate many expressions. */
typedef struct grundy_evaluate_options {
  size_t size; /* sizeof(grundy_evaluate_options) */
  grundy_play play;
  grundy_columns columns; /* of outcome, grundy, k, remoteness and distance; 0: outcome, grundy and
                             k. In normal play rules are searched for the first three */
  uint64_t limit;         /* on the positions of each expression; 0: no limit */
  uint64_t memory;        /* bytes for all positions that are in memory at a time; 0: no limit */
  double seconds;         /* for each expression; 0: no limit */
  const grundy_monitor *monitor; /* may be NULL */

  /* Called with each answer when it is found, by any thread, but one at a time. If it fails, so
   * does the call, with this status and error. */
  grundy_status (*answered)(void *context, const grundy_answer *answer, grundy_error *error);
  void *context;

  /* For a single expression that is rules alone, in normal play and without remoteness and
   * distance; GRUNDY_BAD_ARGUMENT otherwise. */
  const char *table; /* a file with the table of an earlier search of the same rules, which the
                        search goes on from if it exists, and replaces when it ends, also if a
                        limit or the monitor ends it, unless it has more entries; NULL: none */
  const char *certificate; /* a file for the proof of the answer, see grundy_certificate_verify;
                              NULL: none. If it or the table cannot be written after the search,
                              the answer is given to `answered` before the call fails */

  const char *law; /* a certificate of an automaton (<grundy/automaton.h>), which is checked; the
                      expressions are then positions alone, such as "3,5", in normal play, with
                      outcome and value; NULL: none */
} grundy_evaluate_options;

/* Evaluates the position of every expression, in parallel. If an expression is rules alone, such as
 * kotzig:36,1,3@POSITION, the position is searched depth first with a table, and moves that do not
 * matter for the answer are not followed; the position need not be reachable from the start. If the
 * search meets a cycle, if the rules cannot parse the position, and for all other expressions, this
 * opens the expression and evaluates its compound; then the position must be reachable. Fails as
 * grundy_expression_open does if an expression is wrong; the error is that of the first one. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_expressions_evaluate(const char *const *texts, size_t count,
                            const grundy_evaluate_options *options, grundy_error *error);

/* Checks a certificate: a proof that grundy_expressions_evaluate has written, or one in JSON about
 * a whole game, from the rules alone. `text` is, for the first, an expression that is rules alone,
 * with a position unless it is the start; for one in JSON, the game, or NULL, because it is in the
 * file. `path` is the file, or "-" for standard input. A certificate that does not prove what it
 * says is not a failure: *report says so. GRUNDY_BAD_INPUT if the file is not a certificate, is
 * about another game, or the text is wrong. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_certificate_verify(
    const char *text, const char *path, const grundy_certificate_options *options,
    grundy_certificate_report *report, grundy_error *error);

/* ---- parts of expressions ------------------------------------------------------------------ */

/* Returns the columns for which a game of an expression is solved in this play; for a game without
 * values, those of grundy_solve_columns, and qv if a payoff is known. */
GRUNDY_API grundy_columns grundy_expression_columns(const grundy_digraph *g, grundy_play play,
                                                    bool payoff_known);

/* Frees the expression; NULL is allowed. */
GRUNDY_API void grundy_expression_free(grundy_expression *expression);

/* Returns the compound, to be evaluated and played; it belongs to the expression. */
GRUNDY_API grundy_compound *grundy_expression_compound(grundy_expression *expression);

/* Makes a digraph with all moves from some positions of a component that is a folder of tiers, and
 * a solution with what the folder says about these positions and their followers, including K.
 * vertices[i] becomes the vertex of positions[i]. Followers that are not among the positions have
 * no moves. GRUNDY_BAD_ARGUMENT if the component is something else; otherwise fails as
 * grundy_tiers_find does. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_expression_neighbourhood(
    grundy_expression *expression, uint32_t component, const uint64_t *positions, uint64_t count,
    uint32_t *vertices, grundy_digraph **g, grundy_solution **solution, grundy_error *error);

/* What an expression says about one of its components. The pointers belong to the expression. */
typedef struct grundy_expression_description {
  const char *source; /* the game as in the text, without the position: "ring.dot", "take{1,2}" */
  const grundy_solved *solved; /* its digraph with the solution; NULL if it is not a digraph */
  const grundy_digraph *parts; /* the digraph of parts, if it was explored by parts; else NULL */
  const grundy_solution *parts_solution; /* of `parts` */
  bool is_at_first; /* it begins at the first position of its file, as the text names none */
  bool is_reduced;  /* it is explored by rules whose `canon` lets one position represent several */
  bool is_window;   /* it is a window, and not in the compound */
  uint32_t vertex;  /* the position in a window */
} grundy_expression_description;

/* Describes a component, numbered from 0. */
GRUNDY_API grundy_expression_description
grundy_expression_describe(const grundy_expression *expression, uint32_t component);

/* ---- games on vectors ----------------------------------------------------------------------- */

/* What the text of a game on vectors says. */
typedef struct grundy_vector_game {
  grundy_vector_moves *moves;
  grundy_vector_position corner; /* the start */
  uint32_t passes, block;        /* of the operators around it */
  grundy_vector_position *terminal;
  uint64_t terminal_count;
} grundy_vector_game;

/* Parses vector{...}:POSITION, which terminal(GAME, ...) and then pass(GAME, N) or block(GAME, K)
 * may enclose. GRUNDY_BAD_INPUT if the text is not a game on vectors, GRUNDY_UNABLE with other
 * operators: then the game can only be explored. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_vector_game_parse(const char *text,
                                                                  grundy_vector_game *game,
                                                                  grundy_error *error);

/* Frees what the game owns. */
GRUNDY_API void grundy_vector_game_free(grundy_vector_game *game);

#ifdef __cplusplus
}
#endif

#endif
