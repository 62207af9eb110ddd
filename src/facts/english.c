/* The kinds of facts, with their messages in English. messages.c says how messages are written. */

#include "facts/impl.h"

#define LEVEL_WORDS                                                                                \
  "{level:"                                                                                        \
  "bounded-win=a win|"                                                                             \
  "bounded-draw=a drawn end or better|"                                                            \
  "draw=not to lose, though play may never end|"                                                   \
  "draw/bounded-loss=not to lose, though play may never end; or else an end, perhaps lost|"        \
  "bounded-loss=an end, perhaps lost|"                                                             \
  "nothing}"
#define OUTCOME_WORDS                                                                              \
  "{outcome:P=a P-position|N=an N-position|D=a draw|A=a win for A|B=a win for B|a position}"
#define AT_LEAST "{player:A=at least|at most}"
#define MOVES "move{moves:1=|s}"
#define PLAY "{misere:true= in misere play|}"
#define REMOTENESS "{misere:true=misere |}remoteness"
#define TO_VALUES                                                                                  \
  "{complete:true=moves|among others, moves} lead to value{followers:1=|s} {followers,values}"
#define PASS "Level {level}, pass {pass}: {position} "
#define REST "Level {level}, the rest: {position} "

enum { SENTENCE = false, DETAIL = true };

const grundy_fact_info grundy_fact_kinds[GRUNDY_FACT_KIND_COUNT] = {
    [GRUNDY_FACT_TERMINAL] =
        {"terminal", SENTENCE, "position misere",
         "{position} is {misere:true=an N-position in misere play|a P-position}"
         ": it has no moves, and a player who cannot move "
         "{misere:true=wins|loses}."},
    [GRUNDY_FACT_END] = {"end", SENTENCE, "position outcome",
                         "{position} is {outcome:"
                         "P=a P-position: play is over, and the player who moved last wins|"
                         "N=an N-position: play is over, and the player who moved last loses|"
                         "a draw: play is over}."},
    [GRUNDY_FACT_N_POSITION] = {"n_position", SENTENCE, "position misere to",
                                "{position} is an N-position" PLAY
                                ": the move to {to} leads to a P-position."},
    [GRUNDY_FACT_P_POSITION] = {"p_position", SENTENCE, "position misere",
                                "{position} is a P-position" PLAY
                                ": every move leads to an N-position."},
    [GRUNDY_FACT_ANSWER] = {"answer", DETAIL, "to reply",
                            "The move to {to} is answered by {to} -> {reply}, which leads to a "
                            "P-position."},
    [GRUNDY_FACT_LOSING_END] = {"losing_end", DETAIL, "to",
                                "The move to {to} ends the play, and the player who makes it "
                                "loses."},
    [GRUNDY_FACT_MORE_ANSWERS] = {"more_answers", DETAIL, "count",
                                  "{count} more move{count:1= is|s are} answered in the same way."},
    [GRUNDY_FACT_DRAW] = {"draw", SENTENCE, "position misere to",
                          "{position} is a draw" PLAY
                          ": no move leads to a P-position, and the move to {to} leads to a draw."},
    [GRUNDY_FACT_STAYING] =
        {"staying", SENTENCE, "position path cycle exits ends line goes_on leaving others",
         "{ends:true=Play can end in a draw|You can stay}: {line,line}{goes_on:true= …|}"
         "{ends:true=.|} {leaving:0=No move from there lets the opponent win.|Leaving to "
         "{others:0={leaving,or}|{leaving,commas} or {others} other position{others:1=|s}} lets "
         "the opponent win, so nobody leaves.}"},

    [GRUNDY_FACT_INFINITE_REMOTENESS] = {"infinite_remoteness", SENTENCE, "position misere",
                                         "{position} has infinite " REMOTENESS
                                         ": neither player can force a win."},
    [GRUNDY_FACT_END_REMOTENESS] = {"end_remoteness", SENTENCE, "position misere remoteness",
                                    "{position} has " REMOTENESS " {remoteness}: play is over."},
    [GRUNDY_FACT_FASTEST_WIN] = {"fastest_win", SENTENCE,
                                 "position misere remoteness to to_remoteness",
                                 "{position} has " REMOTENESS
                                 " {remoteness}: the fastest win is the move to {to}, which has "
                                 "the least even remoteness, {to_remoteness}."},
    [GRUNDY_FACT_LONGEST_RESISTANCE] = {"longest_resistance", SENTENCE,
                                        "position misere remoteness to to_remoteness",
                                        "{position} has " REMOTENESS
                                        " {remoteness}: every move leads to a position of odd "
                                        "remoteness, and the longest resistance is {to}, with "
                                        "remoteness {to_remoteness}."},
    [GRUNDY_FACT_BEST_PLAY] = {"best_play", DETAIL, "line moves",
                               "Best play: {line,line}{moves:null= and so on|, {moves} " MOVES
                               "}."},

    [GRUNDY_FACT_FINITE_VALUE] = {"finite_value", SENTENCE, "position value followers complete",
                                  "{position} has value {value}: {followers:0=no move|" TO_VALUES
                                  ", and none} leads to value {value}."},
    [GRUNDY_FACT_REVERSIBLE] = {"reversible", DETAIL, "to to_value back value counter less_than",
                                "The move to {to}, of value {to_value}, can be reversed by {to} -> "
                                "{back}: the value is {value} again{counter:null=|, and the "
                                "counter is {counter}, less than {less_than}}."},
    [GRUNDY_FACT_MORE_REVERSIBLE] = {"more_reversible", DETAIL, "count",
                                     "{count} more move{count:1= is|s are} reversed in the same "
                                     "way."},
    [GRUNDY_FACT_INFINITE_VALUE] = {"infinite_value", SENTENCE, "position value followers complete",
                                    "{position} has value {value}: {followers:0=no move leads to a "
                                    "finite value|" TO_VALUES
                                    "{complete:true=, and to no other finite value|}}."},
    [GRUNDY_FACT_IRREVERSIBLE] = {"irreversible", DETAIL, "missing to to_value",
                                  "It cannot be {missing}, the least missing value: the move to "
                                  "{to}, of value {to_value}, cannot be reversed, since no move "
                                  "from {to} leads to value {missing}."},

    [GRUNDY_FACT_UNKNOWN_OUTCOME] = {"unknown_outcome", SENTENCE, "position misere",
                                     "The {misere:true=misere |}outcome of {position} is not "
                                     "known: it depends on positions outside the window. No move "
                                     "is known to lead to a P-position."},
    [GRUNDY_FACT_UNKNOWN_MOVE] = {"unknown_move", DETAIL, "to",
                                  "The move to {to} leads to a position that is not known."},
    [GRUNDY_FACT_MORE_UNKNOWN] = {"more_unknown", DETAIL, "count",
                                  "{count} more move{count:1= is|s are} to positions that are not "
                                  "known."},
    [GRUNDY_FACT_FRONTIER] = {"frontier", DETAIL, "position",
                              "{position} is on the frontier: a move from it leaves the window."},
    [GRUNDY_FACT_LEAVING_WINDOW] = {"leaving_window", DETAIL, "position line complete last",
                                    "Play can leave the window by {complete:true=|{position} -> "
                                    "... -> }{line,line}: {last} is on the frontier, and a move "
                                    "from it leaves the window."},
    [GRUNDY_FACT_CERTAIN_REMOTENESS] = {"certain_remoteness", SENTENCE,
                                        "position misere remoteness",
                                        "{position} has " REMOTENESS
                                        " {remoteness}, and nothing outside the window can change "
                                        "that."},
    [GRUNDY_FACT_REMOTENESS_BOUND] = {"remoteness_bound", SENTENCE, "position misere remoteness",
                                      "{position} has " REMOTENESS
                                      " at most {remoteness}: positions outside the window may "
                                      "allow the winner to win faster."},
    [GRUNDY_FACT_UNKNOWN_VALUE] = {"unknown_value", SENTENCE, "position",
                                   "The value of {position} is not known: it depends on positions "
                                   "outside the window."},
    [GRUNDY_FACT_CERTAIN_DRAW] = {"certain_draw", SENTENCE, "position",
                                  "{position} has an infinite value, because it is a draw, "
                                  "whatever is outside the window."},

    [GRUNDY_FACT_PLAYERS_END] = {"players_end", SENTENCE, "position outcome",
                                 "At {position} play is over: {outcome:D=it is a draw|{outcome} "
                                 "wins}."},
    [GRUNDY_FACT_PLAYERS_WIN] = {"players_win", SENTENCE, "position mover winner to",
                                 "At {position} {mover} moves, and {winner} wins: {to:null=every "
                                 "move|the move to {to}} leads to a win for {winner}."},
    [GRUNDY_FACT_FORCED_WIN] = {"forced_win", DETAIL, "winner moves",
                                "{winner} can force it within {moves} " MOVES "."},
    [GRUNDY_FACT_PLAYERS_DRAW] = {"players_draw", SENTENCE, "position mover opponent to",
                                  "At {position} {mover} moves, and neither player can force a "
                                  "win: no move leads to a win for {mover}, and the move to {to} "
                                  "avoids a win for {opponent}."},
    [GRUNDY_FACT_LEVEL] = {"level", SENTENCE, "position player level moves",
                           "At {position} {player} can be sure of: " LEVEL_WORDS
                           "{moves:null=| in at most {moves} " MOVES "}."},
    [GRUNDY_FACT_PAYOFF_END] = {"payoff_end", SENTENCE, "position payoff",
                                "At {position} play is over: A gets {payoff}."},
    [GRUNDY_FACT_MOVER] = {"mover", SENTENCE, "position mover", "At {position} {mover} moves."},
    [GRUNDY_FACT_NO_PAYOFF] = {"no_payoff", SENTENCE, "position player",
                               "{player} can be sure of nothing at {position}: the other player "
                               "can keep the play from ending."},
    [GRUNDY_FACT_PAYOFF] = {"payoff", SENTENCE, "position player payoff to",
                            "{player} can be sure of a payoff of " AT_LEAST
                            " {payoff} at {position}: {to:null=every move leads to " AT_LEAST
                            " that|the move to {to} leads to that}."},

    [GRUNDY_FACT_PARTS] = {"parts", SENTENCE, "position parts others",
                           "{position,bare} is the sum of {others:0={parts,parts}|"
                           "{parts,some parts} and {others} other part{others:1=|s}}."},
    [GRUNDY_FACT_SUM_P_POSITION] = {"sum_p_position", SENTENCE, "position",
                                    "{position,bare} is a P-position: its value is 0, so no move "
                                    "leads to value 0."},
    [GRUNDY_FACT_SUM_N_POSITION] = {"sum_n_position", SENTENCE, "position to",
                                    "{position,bare} is an N-position{to:null=|: the move to "
                                    "{to,bare} leads to value 0, a P-position}."},
    [GRUNDY_FACT_SUM_DRAW] = {"sum_draw", SENTENCE, "position",
                              "{position,bare} is a draw: its value is infinite, and no move leads "
                              "to value 0."},
    [GRUNDY_FACT_TURN_COMPONENT] = {"turn_component", SENTENCE, "number position value",
                                    "Component {number} at {position,bare} has value {value}."},
    [GRUNDY_FACT_TURN_VALUE] = {"turn_value", SENTENCE, "position value",
                                "By addition, {position,bare} has value {value}."},
    [GRUNDY_FACT_TURN_WIN] =
        {"turn_win", SENTENCE, "position turn at_once nimbers states",
         "{position,bare} is an N-position{states:0=|, by a search of {states} "
         "states}: the turn {turn} {at_once:true=wins at once|{nimbers:true="
         "leads to nimbers with nim-sum 0|leads to a P-position}}."},
    [GRUNDY_FACT_TURN_LOSS] = {"turn_loss", SENTENCE, "position states",
                               "{position,bare} is a P-position{states:0=: its components are "
                               "nimbers with nim-sum 0|, by a search of {states} states}."},
    [GRUNDY_FACT_TURN_DRAW] =
        {"turn_draw", SENTENCE, "position turn states",
         "{position,bare} is a draw{states:0=: no component wins at once, and "
         "no turn leads to nimbers with nim-sum 0|, by a search of {states} "
         "states: an entailed player may choose}. {turn:null=|The turn {turn} "
         "keeps the draw.}"},
    [GRUNDY_FACT_SUM_VALUE] = {"sum_value", SENTENCE, "position value followers up_to",
                               "{position,bare} has value {value}: {followers:0=no move|moves lead "
                               "to value{value:1=|s} {up_to:null={followers,bare values}|"
                               "{followers,some bare values} up to {up_to}}, and none} leads to "
                               "value {value}."},
    [GRUNDY_FACT_SUM_INFINITE_VALUE] = {"sum_infinite_value", SENTENCE, "position value is_empty",
                                        "{position,bare} has value {value}: {is_empty:true=no move "
                                        "leads to a finite value|these are the finite values to "
                                        "which moves lead}."},

    [GRUNDY_FACT_MISERE_PRODUCT] =
        {"misere_product", SENTENCE,
         "position order heaps periodic generators factors product trivial lost",
         "In the misere quotient of {periodic:true=all heaps|heaps 0 to {heaps}}, of order "
         "{order}, generated by the heaps {generators}, {position,bare} is "
         "{trivial:true=|{factors} = }{product}, which is "
         "{lost:true=in P: the player to move loses|not in P: the player to move wins}."},
    [GRUNDY_FACT_MISERE_WIN] = {"misere_win", SENTENCE, "position to",
                                "The move to {to,bare} leads to an element of P."},

    [GRUNDY_FACT_LAW] =
        {"law", SENTENCE, "position outcome value states numeration",
         "{position,bare} is {outcome:P=a P-position|an N-position}{value:null=|, with value "
         "{value},} by the proved law: the automaton, with {states} states, reads its digits in "
         "{numeration:zeckendorf=Zeckendorf form|{numeration}}."},
    [GRUNDY_FACT_LAW_MOVE] = {"law_move", SENTENCE, "position to",
                              "The move to {to,bare} leads to a P-position, by the same law."},

    [GRUNDY_FACT_SYMMETRY] = {"symmetry", SENTENCE, "",
                              "Positions are named up to symmetry, so a move may seem to turn the "
                              "board."},
    [GRUNDY_FACT_UNEXPLAINED] = {"unexplained", SENTENCE, "count",
                                 "{count} more position{count:1= is a reason that is|s are reasons "
                                 "that are} not explained here."},

    [GRUNDY_FACT_STARTING_QUEUE] = {"starting_queue", SENTENCE, "",
                                    "Positions without moves get the label 0 and enter the "
                                    "queue."},
    [GRUNDY_FACT_LEAVING_QUEUE] = {"leaving_queue", SENTENCE, "position predecessors",
                                   "{position} leaves the queue{predecessors:0=; no move leads to "
                                   "it| and every Succ}."},
    [GRUNDY_FACT_ENTERING_QUEUE] = {"entering_queue", DETAIL, "position labels label",
                                    "Succ[{position}] is empty: the least number that is not in "
                                    "{labels} is {label}."},
    [GRUNDY_FACT_QUEUE] = {"queue", DETAIL, "queue", "Queue:{queue:0= empty| {queue,spaces}}."},
    [GRUNDY_FACT_NO_LABELS] =
        {"no_labels", SENTENCE, "",
         "No position has a label. Level i gives the label i to a position if C1, no move leads to "
         "the label i, and C2, every follower without a finite label has a move to the label i. "
         "When none is left, it gives the label ∞ to the rest if C3, still no move leads to the "
         "label i. The counter c numbers the finite labels in the order in which they are given."},
    [GRUNDY_FACT_FINITE_LABEL] = {"finite_label", SENTENCE,
                                  "level pass position conditions holds label counter",
                                  PASS "satisfies C1 and C2: it gets the label {label} and the "
                                       "counter {counter}."},
    [GRUNDY_FACT_C1_FAILS] = {"c1_fails", SENTENCE, "level pass position conditions holds to",
                              PASS "fails C1: the move to {to} leads to the label {level}."},
    [GRUNDY_FACT_C2_FAILS] = {"c2_fails", SENTENCE,
                              "level pass position conditions holds to to_label",
                              PASS
                              "fails C2: {to} has {to_label:null=no label|the label ∞}, and no "
                              "move from {to} leads to the label {level}."},
    [GRUNDY_FACT_INFINITE_LABEL] = {"infinite_label", SENTENCE,
                                    "level position conditions holds label",
                                    REST "satisfies C3: no move leads to the label {level}. It "
                                         "gets the label ∞."},
    [GRUNDY_FACT_C3_FAILS] = {"c3_fails", SENTENCE, "level position conditions holds to",
                              REST "fails C3: the move to {to} leads to the label {level}. It "
                                   "waits for the next level."},
    [GRUNDY_FACT_LEVEL_ENDS] = {"level_ends", SENTENCE, "level left",
                                "Level {level} is over: {left} without a label."},
    [GRUNDY_FACT_ALL_LABELLED] = {"all_labelled", SENTENCE, "", "Every position has a label."},

    [GRUNDY_FACT_OUTCOME] = {"outcome", SENTENCE, "outcome", OUTCOME_WORDS},
    [GRUNDY_FACT_HEADING] =
        {"heading", SENTENCE, "heading",
         "{heading:position=position|first=the first "
         "position|outcome=outcome|value=value|remoteness=remoteness|distance=distance|"
         "by=by|unknown=not known|rests-on=rests on|player=player|A=A gets|B=B grants|over=play is "
         "over|"
         "best-move=best move|all-moves=all moves|one-of-many=one of many|and others}"},
    [GRUNDY_FACT_ORIGIN] = {"origin", SENTENCE, "positions cited theorem",
                            "{positions:null={theorem:null=the component by itself|"
                            "{cited:true=theorem |}{theorem}}|search of {positions} positions}"},
    [GRUNDY_FACT_LEADS_TO] = {"leads_to", SENTENCE, "outcome", "leads to " OUTCOME_WORDS},
    [GRUNDY_FACT_LEADS_TO_PAYOFFS] = {"leads_to_payoffs", SENTENCE, "player guarantee cap",
                                      "leads to player {player}{guarantee:null=|, A gets at least "
                                      "{guarantee}}{cap:null=|, B grants at most {cap}}"},
    [GRUNDY_FACT_GUARANTEE] = {"guarantee", SENTENCE, "level moves",
                               "can be sure of: " LEVEL_WORDS
                               "{moves:null=| in at most {moves} " MOVES "}"},
    [GRUNDY_FACT_GUARANTEED_PAYOFF] =
        {"guaranteed_payoff", SENTENCE, "player payoff moves to mover",
         AT_LEAST " {payoff:null=nothing|{payoff} {moves:null=if need be by playing forever|in at "
                  "most {moves} " MOVES
                  "}}{to:null={mover:null=|, whatever {mover} moves}|, by the "
                  "move to {to,bare}}"},
    [GRUNDY_FACT_STRATEGY] = {"strategy", SENTENCE, "remoteness how to",
                              "{remoteness}{to:null=|, {how:keep=kept |delay=delayed |}by the move "
                              "to {to,bare}}"},
    [GRUNDY_FACT_MAY_NOT_END] = {"may_not_end", SENTENCE, "",
                                 "It is not known how to end play: if the game has cycles, winning "
                                 "play may go on forever."},
    [GRUNDY_FACT_MOVES] = {"moves", SENTENCE, "outcome after known",
                           "{outcome:P=every move loses; {known:true=the first of these resists "
                           "longest|which resists longest is not known}|D=moves that {after:D=keep "
                           "the draw|throw the draw away}|winning moves; {known:true=the first is "
                           "the surest|how soon they win is not known}}"},
    [GRUNDY_FACT_BEST_MOVE] =
        {"best_move", SENTENCE, "outcome endless player misere",
         "{outcome:P=every move loses{endless:true=; there are infinitely many, and none resists "
         "longest|}|D=a move keeps the draw if the other player cannot force a win after it|a move "
         "wins if it leads to a {player:null=P-position{misere:true=|: value 0 in a sum, an even "
         "least remoteness in a conjunctive compound, a P-position in every component of a "
         "selective one}|position won by its player}}"},

    [GRUNDY_FACT_TURN] = {"turn", SENTENCE, "player verdict",
                          "The player to move{player:null=|, {player},} {verdict:win=can win|"
                          "loss=loses against best play|can hold a draw}."},
    [GRUNDY_FACT_MATCH_OVER] = {"match_over", SENTENCE, "verdict",
                                "Play is over: {verdict:win=the player to move wins|loss=the "
                                "player who moved last wins|it is a draw}."},
    [GRUNDY_FACT_TURN_PAYOFF] = {"turn_payoff", SENTENCE, "payoff",
                                 "The player to move can be sure of {payoff:null=nothing|a payoff "
                                 "of {payoff} to A}."},
    [GRUNDY_FACT_MATCH_PAYOFF] = {"match_payoff", SENTENCE, "payoff",
                                  "Play is over{payoff:null=|: a payoff of {payoff} to A}."},
    [GRUNDY_FACT_MOVE_MADE] =
        {"move_made", SENTENCE, "move effect draws better",
         "{move} {effect:keeps-win=keeps the win|keeps-draw=keeps the draw|loses=loses, as every "
         "move does|gives-win-away=gives the win away: now {draws:true=it is a draw|the opponent "
         "can win}|gives-draw-away=gives the draw away: now the opponent can win|is made}."
         "{better:null=| {better} {effect:gives-draw-away=keeps the draw|wins}.}"},
};

static const grundy_list_form forms[] = {
    {"or", ", ", " or ", "{position}"},
    {"commas", ", ", ", ", "{position}"},
    {"line", " -> ", " -> ", "{position}"},
    {"spaces", " ", " ", "{position}"},
    {"values", ", ", " and ", "{value} ({position})"},
    {"bare values", ", ", " and ", "{value}{position:null=| ({position,bare})}"},
    {"some bare values", ", ", ", ", "{value}{position:null=| ({position,bare})}"},
    {"parts", ", ", " and ", "{position,bare} (value {value})"},
    {"some parts", ", ", ", ", "{position,bare} (value {value})"},
    {0},
};

const grundy_wording grundy_english = {.code = "en", .forms = forms, .quotes = {"\"", "\""}};
