/* The types of the answers that commands print with --json, for `grundy help --contract`. */

#include "answer_types.h"

#include <stddef.h>

#include "program.h"

/* What is known about a position; these members are part of several types. */
#define EVALUATION                                                                                 \
  {"outcome", "Outcome", "Who wins; null if that is not known."},                                  \
      {"value", "Value", "The value; null if it is not known."},                                   \
      {"remoteness", "Count", "How many moves play takes if the winner hurries."},                 \
      {"distance", "Count",                                                                        \
       "How many moves play takes if both players delay or hurry, see "                            \
       "docs/theory.md."},                                                                         \
  {                                                                                                \
    "ends", "\"proved\" | \"not known\" | null",                                                   \
        "Whether winning play is known to end; null if nobody wins."                               \
  }

/* A position in a match. */
#define PLACE                                                                                      \
  {"turn", "\"first\" | \"second\"", "Who is to move: the player who began, or the other one."},   \
      {"player", "\"A\" | \"B\" | null", "The player to move in games with players."},             \
      {"over", "boolean", "Whether there is no move."},                                            \
      {"occurrences", "integer", "How often this position has occurred in the match."},            \
      {"verdict", "Verdict", "What the player to move gets."},                                     \
      {"payoff?", "number | null", "What B pays to A, in games with payoffs."}, EVALUATION, {      \
    "components", "ComponentInfo[]", "The components of the position."                             \
  }

static const struct answer_member infinite[] = {
    {"infinite", "integer[] | null", "The set K; null if it is not known."},
    {"c?", "Count[]",
     "The set C of a half or a moon, in games with extra turns; inf: the player wins at once."},
    {0}};
static const struct answer_member ordinal[] = {
    {"ordinal", "string", "An ordinal number, such as w*2+5."}, {0}};
static const struct answer_member limit[] = {
    {"reason", "string", "Which limit, as in errors: memory, time, too-many and others."},
    {"message", "string", "The same in words."},
    {0}};
static const struct answer_member error[] = {
    {"reason", "string", "Why, in a word that stays the same."},
    {"message", "string", "What is wrong, in one line."},
    {"hint", "string | null", "What to do about it."},
    {"file", "string | null", "The file, or game1.edges and so on in requests."},
    {"line", "integer | null", "The line in it, from 1."},
    {"column", "integer | null", "The column in characters, from 1."},
    {"code", "integer", "The exit code of the command."},
    {"positions", "integer | null",
     "At least this many positions were found before a limit was reached."},
    {0}};
static const struct answer_member failure[] = {{"error", "Error", "What went wrong."}, {0}};
static const struct answer_member step[] = {
    {"component", "integer", "The component that it changes, from 1."},
    {"from", "string", "Its position before."},
    {"to", "string", "Its position after."},
    {"kind?", "string", "The kind of the move, in games with extra turns."},
    {"words", "string | null", "The move in words, if the rules have them."},
    {"reduced", "string", "The position that stands for `to` and its mirror images."},
    {"path?", "object[]", "What the move changes on the board."},
    {"cells?", "unknown[]", "The cells of the board after it."},
    {"heaps?", "integer[]", "The heaps after it."},
    {0}};
static const struct answer_member move[] = {
    {"steps", "Step[]", "What the move changes."},
    {"verdict", "Verdict", "What the player who makes it gets."},
    {"best", "boolean", "Whether it is one of the best moves."},
    {"payoff?", "number | null", "What B pays to A, in games with payoffs."},
    EVALUATION,
    {0}};
static const struct answer_member component[] = {
    {"source", "string", "The game."},
    {"position", "string", "The name of its position."},
    {"reduced", "string", "The position that stands for it and its mirror images."},
    {"board", "object | null", "The board, if the rules have one."},
    {0}};
static const struct answer_member solution[] = {
    {"position?", "string[]", "The names of the positions; the other members are in this order."},
    {"part?", "string[]", "The same for parts, if positions come apart."},
    {"outcome?", "Outcome[]", "The outcomes."},
    {"value?", "Value[]", "The values."},
    {"remoteness?", "Count[]", "The remoteness of each position."},
    {"*", "unknown[]", "Other columns, see 'grundy help columns'."},
    {0}};
static const struct answer_member degrees[] = {
    {"min", "integer | null", "The smallest number of moves."},
    {"mean", "number | null", "The mean."},
    {"max", "integer | null", "The largest number of moves; null in an empty game."},
    {"histogram", "Bin[]", "How many positions have how many moves."},
    {0}};
static const struct answer_member bin[] = {
    {"from", "integer", "The smallest number of moves in this bin."},
    {"to", "integer", "The largest one."},
    {"positions", "integer", "How many positions have that many moves."},
    {0}};
static const struct answer_member strong[] = {
    {"count", "integer", "The number of strong components."},
    {"largest", "integer", "The number of positions in the largest one."},
    {"cyclic", "integer", "How many contain a cycle."},
    {0}};
static const struct answer_member info[] = {
    {"positions", "integer | null", "The number of positions; null if parts were explored."},
    {"parts", "integer | null", "The number of parts, if positions come apart."},
    {"moves", "integer", "The number of moves."},
    {"moves_to_one_part", "integer | null", "Moves from a part to one part."},
    {"moves_to_sums", "integer | null", "Moves from a part to several parts."},
    {"frontier", "integer | null", "Positions of a window that were not explored."},
    {"sinks", "integer | null", "Positions without moves; this and what follows: null for parts."},
    {"sources", "integer | null", "Positions that no move leads to."},
    {"isolated", "integer | null", "Positions that are both."},
    {"loops", "integer | null", "Moves from a position to itself."},
    {"moves_out", "Degrees | null", "Moves from each position."},
    {"moves_in", "Degrees | null", "Moves to each position."},
    {"components", "StrongComponents | null", "Strong components of the graph."},
    {"acyclic", "boolean | null", "Whether play always ends; null: not known."},
    {"solve_bytes", "integer | null", "The memory that solving takes."},
    {"solve_lean_bytes", "integer | null", "The same if outcomes and values are enough."},
    {"solve_scratch_bytes", "integer | null", "The same with moves in files."},
    {0}};
static const struct answer_member finding[] = {
    {"column", "string | null",
     "The column of the solution; null if the finding is not about one."},
    {"verdict", "\"right\" | \"wrong\" | \"not checked\" | \"remark\"", "What was found."},
    {"kind", "string | null", "What is wrong, in a word that stays the same."},
    {"position", "string | null", "Where."},
    {"expected", "number | string | null", "What the entry should be, if one entry is wrong."},
    {"found", "number | string | null", "What it is."},
    {"message", "string", "The finding in words."},
    {0}};
static const struct answer_member verification[] = {
    {"right", "boolean | null", "Whether the solution is right; null: nothing could be checked."},
    {"findings", "Finding[]", "What was found about each column."},
    {0}};
static const struct answer_member evaluation[] = {
    EVALUATION,
    {"limit", "Limit | null", "The limit that was reached."},
    {"positions", "integer", "The positions that were explored or searched."},
    {"searched", "boolean", "Whether the answer was found by a search."},
    {"*", "unknown", "What the answer rests on."},
    {0}};
static const struct answer_member by[] = {
    {"theorem", "string | null", "The theorem."},
    {"positions", "integer | null", "The number of positions that were searched."},
    {0}};
static const struct answer_member reasons[] = {
    {"outcome", "By | null", "How the outcome is known."},
    {"value", "By | null", "How the value is known."},
    {"remoteness", "By | null", "How the remoteness is known."},
    {"distance", "By | null", "How the distance is known."},
    {0}};
static const struct answer_member strategy[] = {
    {"payoff?", "number | null", "What A gets; null: nothing can be guaranteed."},
    {"moves", "Count", "Within how many moves."},
    {"to", "string | null", "The position to move to; null if there is no move."},
    {0}};
static const struct answer_member guarantees[] = {
    {"abe?", "string", "What A can be sure of."},
    {"barbara?", "string", "What B can be sure of."},
    {"guarantee?", "Strategy", "The most that A can be sure of."},
    {"cap?", "Strategy", "The least that B can hold A to."},
    {"q1?", "Strategy", "Remoteness, A's aim being to win."},
    {"q0?", "Strategy", "Remoteness, A's aim being a draw or better."},
    {"q-1?", "Strategy", "Remoteness, A's aim being an end."},
    {"q2?", "Strategy", "Remoteness, B's aim being an end."},
    {"qv?", "Strategy", "Remoteness, A's aim being the given payoff or more."},
    {0}};
static const struct answer_member best[] = {
    PLACE,
    {"by", "Reasons", "The theorem or the search by which each member is known."},
    {"limit", "Limit | null", "The limit that was reached."},
    {"rests_on", "string | null", "What else the answer rests on."},
    {"guarantees", "Guarantees | null", "What each player can force, in games with players."},
    {"move_count", "Count", "The number of moves."},
    {"complete", "boolean", "Whether all moves that were asked for are listed."},
    {"moves", "Move[]", "The best moves, or all; the first one is recommended."},
    {"boards?", "unknown[]", "The boards of the positions that were asked for, or null."},
    {0}};
static const struct answer_member fact[] = {
    {"kind", "string", "What the fact is about, in a word that stays the same."},
    {"sentence", "string", "The fact in English."},
    {"*", "unknown", "The positions, moves, values and numbers of the fact."},
    {0}};
static const struct answer_member explanation[] = {
    {"position", "string", "The position that is explained."},
    {"reduced", "boolean", "Whether it stands for its mirror images, too."},
    {"draw", "Fact | null", "How a draw is kept; null at other positions."},
    {"paragraphs", "Fact[][]", "Facts that explain it, by paragraphs."},
    {0}};
static const struct answer_member trace[] = {
    {"label", "integer", "The column of the labels."},
    {"headings", "string[]", "The columns."},
    {"positions", "string[]", "The names of the positions."},
    {"steps", "Fact[]", "What the algorithm does, one step after the other."},
    {0}};
static const struct answer_member illegal[] = {
    {"number", "integer", "Which move of the match, from 1."},
    {"move", "string", "The move as it was given."},
    {"message", "string", "Why it is not legal."},
    {0}};
static const struct answer_member place[] = {PLACE, {0}};
static const struct answer_member turn[] = {
    {"number", "integer", "The number of the move, from 1."},
    {"by", "\"first\" | \"second\"", "Who made it."},
    {"reply", "boolean", "Whether it is the reply of the computer."},
    {"effect", "string | null", "What the move did, in a word that stays the same."},
    {"better", "Move | null", "A better move."},
    {"steps", "Step[]", "What the move changed."},
    {"verdict", "Verdict", "What the player who made it gets."},
    {"best", "boolean", "Whether it was one of the best moves."},
    {"payoff?", "number | null", "What B pays to A, in games with payoffs."},
    EVALUATION,
    {"sentence", "string", "The same in words."},
    {0}};
static const struct answer_member match[] = {
    {"legal", "boolean", "Whether all moves are legal."},
    {"illegal", "Illegal | null", "The first move that is not legal."},
    {"winner", "\"first\" | \"second\" | \"draw\" | null", "Who has won; null: it is not over."},
    PLACE,
    {"positions", "MatchPosition[]", "The positions of the match, from the first one on."},
    {"history", "Turn[]", "The moves of the match."},
    {"move_count", "Count", "The number of moves from the last position."},
    {"complete", "boolean", "Whether all of them are listed."},
    {"moves", "Move[]", "The moves from the last position."},
    {0}};
static const struct answer_member record_player[] = {
    {"kind", "\"computer\" | \"person\"", "Who plays."},
    {"name", "string", "The level of the computer, or the name of the person; may be empty."},
    {0}};
static const struct answer_member record_move[] = {
    {"number", "integer", "How many moves lead here from the start, with this one."},
    {"parent", "integer", "The move before it: an index in the list, from 1; 0: the start."},
    {"by", "\"first\" | \"second\"", "Who makes it."},
    {"text", "string", "The move, as the record has it."},
    {"comment", "string", "The comment; may be empty."},
    {"steps", "Step[]", "What the move changes."},
    {0}};
static const struct answer_member record[] = {
    {"game", "string", "The game that the record names."},
    {"misere", "boolean", "Whether the last player loses."},
    {"first", "RecordPlayer", "The player who begins."},
    {"second", "RecordPlayer", "The other player."},
    {"result", "\"first\" | \"second\" | \"draw\" | null", "Who has won; null: not given."},
    {"comment", "string", "The comment at the start; may be empty."},
    {"moves", "RecordMove[]", "The moves; a move comes after its parent, the main line first."},
    {"text", "string", "The record in its usual form."},
    {0}};
static const struct answer_member heaps[] = {
    {"code", "string", "The code of the game."},
    {"max?", "integer", "The largest heap."},
    {"limit?", "Limit | null", "The limit that was reached."},
    {"values?", "Count[]", "The values of the heaps from 0 on; loony heaps have inf."},
    {"period?", "object | null", "The period that was proved."},
    {"rare?", "object | null", "How the values split into common and rare ones."},
    {"play?", "\"normal\" | \"misere\"", "How a sum of heaps is played, or misere play."},
    {"outcomes?", "Outcome[]", "The outcomes of the heaps in misere play."},
    {"order?", "integer", "The number of elements of the misere quotient."},
    {"p_order?", "integer", "How many of them are in P."},
    {"tame?", "boolean", "Whether it is the quotient of heaps of Nim."},
    {"wild_at?", "integer | null", "The first heap with which it is not; null: none."},
    {"lower_bound?", "integer", "If a limit was reached: a bound on the order with one heap more."},
    {"generators?", "object[]", "The heaps that generate the quotient, with their names."},
    {"relations?", "object[]", "The relations that define it: words of generators."},
    {"p?", "string[]", "The elements in P, as words of generators."},
    {"phi?", "string[] | string", "The values of the heaps, or of a sum, as words."},
    {"growth?", "object[]", "The heaps at which the quotient grows, with its new order."},
    {"winning_moves?", "object[]", "The winning moves of a sum of heaps in misere play."},
    {"*", "unknown", "More about a misere quotient, genera, or the outcome of a sum of heaps."},
    {0}};
static const struct answer_member vectors[] = {
    {"game", "string", "The game."},
    {"shape", "integer[]", "How many positions there are in each direction."},
    {"period", "object | null", "The period that was proved, if it was asked for."},
    {"values", "integer[] | null", "The values, in the order of arrays of C; null: outcomes only."},
    {"outcomes", "Outcome[] | null", "The outcomes in the same order; null: values."},
    {0}};
static const struct answer_member row[] = {
    {"game", "string", "The game."},
    {"arguments", "object", "The numbers and texts that the ranges and lists stand for."},
    EVALUATION,
    {"rounds?", "Count", "In which round play ends, if that was asked for."},
    {"period?", "object | null", "Of a row: the period that was proved."},
    {"largest?", "Count", "Of a row: its largest value."},
    {"quotient?", "object", "Of all heaps in misere play: what is known about their quotient."},
    {"limit", "Limit | null", "The limit that was reached."},
    {0}};
static const struct answer_member sweep[] = {{"game", "string", "The expression."},
                                             {"games", "integer", "The number of games."},
                                             {"unanswered", "integer", "How many have no answer."},
                                             {"rows", "Row[]", "One game each."},
                                             {0}};
static const struct answer_member tested[] = {
    {"game", "string", "The game."},
    {"holds", "boolean | null",
     "Whether the law holds there; null: it says nothing about the game."},
    {"finding", "string", "holds, fails, not confirmed, or empty: the premise holds nowhere."},
    {"tested", "integer",
     "The number of positions that were tested; of if A then C, those at which A holds."},
    {"silent", "integer", "Positions at which a closed form gives no value."},
    {"outside", "integer",
     "Positions at which the law reads another one that is not in the table; not tested."},
    {"vacuous", "integer", "Positions at which the premise of the law does not hold."},
    {"exceptions", "integer", "Positions at which it does not hold."},
    {"up_to_symmetry", "boolean", "Whether only representatives were tested."},
    {"fields", "object", "The smallest and the largest value of each field."},
    {"listed", "Exception[]", "The smallest exceptions."},
    {0}};
static const struct answer_member exception[] = {{"position", "string", "The position."},
                                                 {"outcome", "Outcome", "Its outcome."},
                                                 {"value", "Value", "Its value."},
                                                 {"claim?", "Value", "What a closed form gives."},
                                                 {0}};
static const struct answer_member law[] = {
    {"game", "string", "The game, or a sweep."},
    {"law", "string", "The law."},
    {"holds", "boolean | null",
     "Whether it holds everywhere; null: it says nothing about the game."},
    {"finding", "string", "holds, fails, not confirmed, or empty: the premise holds nowhere."},
    {"tested", "integer",
     "The number of positions that were tested; of if A then C, those at which A holds."},
    {"silent", "integer", "Positions at which a closed form gives no value."},
    {"outside", "integer",
     "Positions at which the law reads another one that is not in the table; not tested."},
    {"vacuous", "integer", "Positions at which the premise of the law does not hold."},
    {"exceptions", "integer", "Positions at which it does not hold."},
    {"up_to_symmetry", "boolean", "Whether only representatives were tested."},
    {"counterexample", "Exception | null",
     "The smallest exception of the first game that has one."},
    {"games", "Tested[]", "The same for each game."},
    {0}};

const struct answer_type answer_types[] = {
    {"Outcome",
     "P: the previous player wins; N: the next player wins; D: a draw; A and B: that player wins; "
     "null: not known.",
     "\"P\" | \"N\" | \"D\" | \"A\" | \"B\" | null", NULL},
    {"Infinite", "An infinite value with its set K.", NULL, infinite},
    {"Ordinal", "A transfinite number.", NULL, ordinal},
    {"Value", "A nimber, an infinite value or a transfinite nimber; null: not known.",
     "integer | Infinite | Ordinal | null", NULL},
    {"Count", "A number of moves; null: not known or not defined.",
     "integer | \"inf\" | Ordinal | null", NULL},
    {"Verdict", "What a player gets; null: not known.", "\"win\" | \"draw\" | \"loss\" | null",
     NULL},
    {"Limit", "A limit that was reached.", NULL, limit},
    {"Error", "An error.", NULL, error},
    {"Failure", "What a command prints with --json if it fails.", NULL, failure},
    {"Step", "What a move changes in one component.", NULL, step},
    {"Move", "A move, with what is known about the position that it leads to.", NULL, move},
    {"ComponentInfo", "A component of a position.", NULL, component},
    {"Fact", "A fact, with its sentence.", NULL, fact},
    {"Solution", "The columns of a solved game.", NULL, solution},
    {"Bin", "A bin of a histogram.", NULL, bin},
    {"Degrees", "How many moves positions have.", NULL, degrees},
    {"StrongComponents", "The strong components of a graph.", NULL, strong},
    {"Info", "The size and structure of a game.", NULL, info},
    {"Finding", "What was found about a column.", NULL, finding},
    {"Verification", "The result of checking a solution.", NULL, verification},
    {"Evaluation", "What is known about a position.", NULL, evaluation},
    {"By", "How something is known.", NULL, by},
    {"Reasons", "How each member of an evaluation is known.", NULL, reasons},
    {"Strategy", "How soon an aim is reached, and by which move.", NULL, strategy},
    {"Guarantees", "What the players can be sure of, in games with players.", NULL, guarantees},
    {"Best", "A position and its best moves, or all moves.", NULL, best},
    {"Explanation", "Why a position is won, lost or drawn.", NULL, explanation},
    {"Trace", "A run of the labelling algorithm, step by step.", NULL, trace},
    {"Illegal", "A move that is not legal.", NULL, illegal},
    {"MatchPosition", "A position of a match.", NULL, place},
    {"Turn", "A move of a match.", NULL, turn},
    {"Match", "A match so far.", NULL, match},
    {"RecordPlayer", "A player in a record.", NULL, record_player},
    {"RecordMove", "A move in a record.", NULL, record_move},
    {"MatchRecord", "The record of a match.", NULL, record},
    {"Heaps", "The values of a heap game.", NULL, heaps},
    {"Vectors", "The values or outcomes of a game on vectors.", NULL, vectors},
    {"Row", "A game of a sweep.", NULL, row},
    {"Sweep", "Many games of one family.", NULL, sweep},
    {"Exception", "A position at which a law does not hold.", NULL, exception},
    {"Tested", "A law in one game.", NULL, tested},
    {"Law", "Whether a law holds for all positions of a game.", NULL, law},
    {0},
};
