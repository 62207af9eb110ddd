/* The messages in German: what english.c says in English. Learners are addressed with "du". */

#include "facts/impl.h"

#define LEVEL_WORDS                                                                                \
  "{level:"                                                                                        \
  "bounded-win=ein Sieg|"                                                                          \
  "bounded-draw=mindestens ein Remis am Ende|"                                                     \
  "draw=nicht zu verlieren, auch wenn das Spiel vielleicht nie endet|"                             \
  "draw/bounded-loss=nicht zu verlieren, auch wenn das Spiel vielleicht nie endet; oder sonst "    \
  "ein vielleicht verlorenes Ende|"                                                                \
  "bounded-loss=ein vielleicht verlorenes Ende|"                                                   \
  "nichts}"
#define AT_LEAST "{player:A=mindestens|höchstens}"
#define PLAY "{misere:true= im Misère-Spiel|}"
#define REMOTENESS "die {misere:true=Misère-|}Remoteness {remoteness}"
#define TO_VALUES                                                                                   \
  "{complete:true=Züge führen|Unter anderem führen Züge} {followers:1=zum Wert|zu den Werten} " \
  "{followers,values}"
#define SEARCH "wie eine Suche in {states:1=einem Zustand|{states} Zuständen} zeigt"
#define PASS "Stufe {level}, Durchgang {pass}: {position} "
#define REST "Stufe {level}, der Rest: {position} "

static const char *const messages[GRUNDY_FACT_KIND_COUNT] = {
    [GRUNDY_FACT_TERMINAL] = "{position} ist eine {misere:true=N-Stellung im Misère-Spiel|"
                             "P-Stellung}: Es gibt keinen Zug, und wer nicht ziehen kann, "
                             "{misere:true=gewinnt|verliert}.",
    [GRUNDY_FACT_END] =
        "{position} ist {outcome:"
        "P=eine P-Stellung: Das Spiel ist zu Ende, und wer zuletzt gezogen hat, gewinnt|"
        "N=eine N-Stellung: Das Spiel ist zu Ende, und wer zuletzt gezogen hat, verliert|"
        "ein Remis: Das Spiel ist zu Ende}.",
    [GRUNDY_FACT_N_POSITION] =
        "{position} ist eine N-Stellung" PLAY ": Der Zug nach {to} führt zu einer P-Stellung.",
    [GRUNDY_FACT_P_POSITION] =
        "{position} ist eine P-Stellung" PLAY ": Jeder Zug führt zu einer N-Stellung.",
    [GRUNDY_FACT_ANSWER] = "Die Antwort auf den Zug nach {to} ist {to} -> {reply}: Sie führt zu "
                           "einer P-Stellung.",
    [GRUNDY_FACT_LOSING_END] = "Der Zug nach {to} beendet das Spiel, und wer ihn macht, verliert.",
    [GRUNDY_FACT_MORE_ANSWERS] = "{count:1=Ein weiterer Zug wird|{count} weitere Züge werden} "
                                 "genauso beantwortet.",
    [GRUNDY_FACT_DRAW] = "{position} ist ein Remis" PLAY ": Kein Zug führt zu einer P-Stellung, "
                         "und der Zug nach {to} führt zu einem Remis.",
    [GRUNDY_FACT_STAYING] =
        "{ends:true=Das Spiel kann mit einem Remis enden|Du kannst bleiben}: {line,line}"
        "{goes_on:true= …|}{ends:true=.|} {leaving:0=Kein Zug von dort lässt den Gegner gewinnen.|"
        "Wer nach {others:0={leaving,or}|{leaving,commas} oder {others:1=einer anderen Stellung|"
        "{others} anderen Stellungen}} zieht, lässt den Gegner gewinnen; deshalb geht niemand "
        "weg.}",

    [GRUNDY_FACT_INFINITE_REMOTENESS] = "{position} hat unendliche {misere:true=Misère-|}"
                                        "Remoteness: Niemand kann einen Sieg erzwingen.",
    [GRUNDY_FACT_END_REMOTENESS] = "{position} hat " REMOTENESS ": Das Spiel ist zu Ende.",
    [GRUNDY_FACT_FASTEST_WIN] = "{position} hat " REMOTENESS ": Am schnellsten gewinnt der Zug "
                                "nach {to}, mit der kleinsten geraden Remoteness, "
                                "{to_remoteness}.",
    [GRUNDY_FACT_LONGEST_RESISTANCE] = "{position} hat " REMOTENESS ": Jeder Zug führt zu einer "
                                       "Stellung mit ungerader Remoteness, und den längsten "
                                       "Widerstand leistet {to} mit der Remoteness "
                                       "{to_remoteness}.",
    [GRUNDY_FACT_BEST_PLAY] = "Bestes Spiel: {line,line}{moves:null= und so weiter|, {moves} "
                              "{moves:1=Zug|Züge}}.",

    [GRUNDY_FACT_FINITE_VALUE] = "{position} hat den Wert {value}: {followers:0=Kein Zug|" TO_VALUES
                                 ", und keiner} führt zum Wert {value}.",
    [GRUNDY_FACT_REVERSIBLE] = "Der Zug nach {to} mit dem Wert {to_value} lässt sich durch {to} -> "
                               "{back} umkehren: Der Wert ist wieder {value}{counter:null=|, und "
                               "der Zähler ist {counter}, kleiner als {less_than}}.",
    [GRUNDY_FACT_MORE_REVERSIBLE] = "{count:1=Ein weiterer Zug lässt|{count} weitere Züge lassen} "
                                    "sich genauso umkehren.",
    [GRUNDY_FACT_INFINITE_VALUE] = "{position} hat den Wert {value}: {followers:0=Kein Zug führt "
                                   "zu einem endlichen Wert|" TO_VALUES
                                   "{complete:true=, aber zu keinem anderen endlichen Wert|}}.",
    [GRUNDY_FACT_IRREVERSIBLE] = "{missing}, der kleinste fehlende Wert, kann es nicht sein: Der "
                                 "Zug nach {to} mit dem Wert {to_value} lässt sich nicht umkehren, "
                                 "denn kein Zug von {to} führt zum Wert {missing}.",

    [GRUNDY_FACT_UNKNOWN_OUTCOME] = "Der {misere:true=Misère-|}Ausgang von {position} ist nicht "
                                    "bekannt: Er hängt von Stellungen außerhalb des Fensters ab. "
                                    "Von keinem Zug ist bekannt, dass er zu einer P-Stellung "
                                    "führt.",
    [GRUNDY_FACT_UNKNOWN_MOVE] = "Der Zug nach {to} führt zu einer Stellung, die nicht bekannt "
                                 "ist.",
    [GRUNDY_FACT_MORE_UNKNOWN] = "{count:1=Ein weiterer Zug führt zu einer Stellung, die nicht "
                                 "bekannt ist|{count} weitere Züge führen zu Stellungen, die nicht "
                                 "bekannt sind}.",
    [GRUNDY_FACT_FRONTIER] = "{position} liegt am Rand: Ein Zug von dort verlässt das Fenster.",
    [GRUNDY_FACT_LEAVING_WINDOW] = "Das Spiel kann das Fenster verlassen: {complete:true=|"
                                   "{position} -> ... -> }{line,line}. {last} liegt am Rand, und "
                                   "ein Zug von dort verlässt das Fenster.",
    [GRUNDY_FACT_CERTAIN_REMOTENESS] = "{position} hat " REMOTENESS ", und nichts außerhalb des "
                                       "Fensters kann das ändern.",
    [GRUNDY_FACT_REMOTENESS_BOUND] = "{position} hat höchstens " REMOTENESS ": Vielleicht kann der "
                                     "Gewinner außerhalb des Fensters schneller gewinnen.",
    [GRUNDY_FACT_UNKNOWN_VALUE] = "Der Wert von {position} ist nicht bekannt: Er hängt von "
                                  "Stellungen außerhalb des Fensters ab.",
    [GRUNDY_FACT_CERTAIN_DRAW] = "{position} hat einen unendlichen Wert, denn es ist ein Remis, "
                                 "was auch immer außerhalb des Fensters liegt.",

    [GRUNDY_FACT_PLAYERS_END] = "In {position} ist das Spiel zu Ende: {outcome:D=Es ist ein Remis|"
                                "{outcome} gewinnt}.",
    [GRUNDY_FACT_PLAYERS_WIN] = "In {position} ist {mover} am Zug, und {winner} gewinnt: {to:null="
                                "Jeder Zug|Der Zug nach {to}} führt zu einem Sieg von {winner}.",
    [GRUNDY_FACT_FORCED_WIN] = "{winner} kann ihn in höchstens {moves} {moves:1=Zug|Zügen} "
                               "erzwingen.",
    [GRUNDY_FACT_PLAYERS_DRAW] = "In {position} ist {mover} am Zug, und niemand kann einen Sieg "
                                 "erzwingen: Kein Zug führt zu einem Sieg von {mover}, und der Zug "
                                 "nach {to} verhindert einen Sieg von {opponent}.",
    [GRUNDY_FACT_LEVEL] = "In {position} ist für {player} sicher: " LEVEL_WORDS
                          "{moves:null=| in höchstens {moves} {moves:1=Zug|Zügen}}.",
    [GRUNDY_FACT_PAYOFF_END] = "In {position} ist das Spiel zu Ende: A bekommt {payoff}.",
    [GRUNDY_FACT_MOVER] = "In {position} ist {mover} am Zug.",
    [GRUNDY_FACT_NO_PAYOFF] = "In {position} ist für {player} nichts sicher: Der Gegner kann "
                              "verhindern, dass das Spiel endet.",
    [GRUNDY_FACT_PAYOFF] = "In {position} ist für {player} eine Auszahlung von " AT_LEAST
                           " {payoff} sicher: {to:null=Jeder Zug führt zu " AT_LEAST
                           " so viel|Der Zug nach {to} führt dazu}.",

    [GRUNDY_FACT_PARTS] = "{position,bare} ist die Summe von {others:0={parts,parts}|"
                          "{parts,some parts} und {others:1=einem weiteren Teil|{others} weiteren "
                          "Teilen}}.",
    [GRUNDY_FACT_SUM_P_POSITION] = "{position,bare} ist eine P-Stellung: Der Wert ist 0, also "
                                   "führt kein Zug zum Wert 0.",
    [GRUNDY_FACT_SUM_N_POSITION] = "{position,bare} ist eine N-Stellung{to:null=|: Der Zug nach "
                                   "{to,bare} führt zum Wert 0, zu einer P-Stellung}.",
    [GRUNDY_FACT_SUM_DRAW] = "{position,bare} ist ein Remis: Der Wert ist unendlich, und kein Zug "
                             "führt zum Wert 0.",
    [GRUNDY_FACT_TURN_COMPONENT] = "Komponente {number} hat in {position,bare} den Wert {value}.",
    [GRUNDY_FACT_TURN_VALUE] = "Durch Addition hat {position,bare} den Wert {value}.",
    [GRUNDY_FACT_TURN_WIN] = "{position,bare} ist eine N-Stellung{states:0=|, " SEARCH
                             "}: Die Zugfolge {turn} {at_once:true=gewinnt sofort|{nimbers:true="
                             "führt zu Nimbern mit der Nim-Summe 0|führt zu einer P-Stellung}}.",
    [GRUNDY_FACT_TURN_LOSS] = "{position,bare} ist eine P-Stellung{states:0=: Die Komponenten sind "
                              "Nimber mit der Nim-Summe 0|, " SEARCH "}.",
    [GRUNDY_FACT_TURN_DRAW] = "{position,bare} ist ein Remis{states:0=: Keine Komponente gewinnt "
                              "sofort, und keine Zugfolge führt zu Nimbern mit der Nim-Summe 0|"
                              ", " SEARCH ": Wer antworten muss, darf wählen}.{turn:null=| Die "
                              "Zugfolge {turn} hält das Remis.}",
    [GRUNDY_FACT_SUM_VALUE] = "{position,bare} hat den Wert {value}: {followers:0=Kein Zug|Züge "
                              "führen {value:1=zum Wert|zu den Werten} {up_to:null="
                              "{followers,bare values}|{followers,some bare values} bis {up_to}}, "
                              "und keiner} führt zum Wert {value}.",
    [GRUNDY_FACT_SUM_INFINITE_VALUE] = "{position,bare} hat den Wert {value}: {is_empty:true=Kein "
                                       "Zug führt zu einem endlichen Wert|Das sind die endlichen "
                                       "Werte, zu denen Züge führen}.",

    [GRUNDY_FACT_MISERE_PRODUCT] =
        "Im Misère-Quotienten {periodic:true=aller Haufen|der Haufen 0 bis {heaps}}, der die "
        "Ordnung {order} hat und von den Haufen {generators} erzeugt wird, ist {position,bare} "
        "gleich {trivial:true=|{factors} = }{product}, und das liegt {lost:true=in P: Wer am Zug "
        "ist, verliert|nicht in P: Wer am Zug ist, gewinnt}.",
    [GRUNDY_FACT_MISERE_WIN] = "Der Zug nach {to,bare} führt zu einem Element von P.",

    [GRUNDY_FACT_LAW] = "{position,bare} ist nach dem bewiesenen Gesetz eine {outcome:P=P-Stellung|"
                        "N-Stellung}{value:null=| mit dem Wert {value}}: Der Automat mit {states} "
                        "{states:1=Zustand|Zuständen} liest die Ziffern {numeration:zeckendorf=in "
                        "Zeckendorf-Form|im System {numeration}}.",
    [GRUNDY_FACT_LAW_MOVE] = "Der Zug nach {to,bare} führt nach demselben Gesetz zu einer "
                             "P-Stellung.",

    [GRUNDY_FACT_SYMMETRY] = "Symmetrische Stellungen haben denselben Namen. Deshalb scheint ein "
                             "Zug manchmal das Brett zu drehen.",
    [GRUNDY_FACT_UNEXPLAINED] = "{count:1=Eine weitere Stellung ist ein Grund, der hier nicht "
                                "erklärt wird|{count} weitere Stellungen sind Gründe, die hier "
                                "nicht erklärt werden}.",

    [GRUNDY_FACT_STARTING_QUEUE] = "Stellungen ohne Züge bekommen die Marke 0 und kommen in die "
                                   "Warteschlange.",
    [GRUNDY_FACT_LEAVING_QUEUE] = "{position} verlässt die Warteschlange{predecessors:0=; kein Zug "
                                  "führt dorthin| und jedes Succ}.",
    [GRUNDY_FACT_ENTERING_QUEUE] = "Succ[{position}] ist leer: Die kleinste Zahl, die nicht in "
                                   "{labels} liegt, ist {label}.",
    [GRUNDY_FACT_QUEUE] = "Warteschlange:{queue:0= leer| {queue,spaces}}.",
    [GRUNDY_FACT_NO_LABELS] =
        "Keine Stellung hat eine Marke. Stufe i gibt einer Stellung die Marke i, wenn C1 und C2 "
        "gelten. C1: Kein Zug führt zur Marke i. C2: Jeder Nachfolger ohne endliche Marke hat "
        "einen Zug zur Marke i. Wenn keine solche Stellung mehr übrig ist, bekommt der Rest die "
        "Marke ∞, wenn C3 gilt: Noch immer führt kein Zug zur Marke i. Der "
        "Zähler c nummeriert die endlichen Marken in der Reihenfolge, in der sie vergeben werden.",
    [GRUNDY_FACT_FINITE_LABEL] = PASS "erfüllt C1 und C2 und bekommt die Marke {label} und den "
                                      "Zähler {counter}.",
    [GRUNDY_FACT_C1_FAILS] = PASS "verletzt C1: Der Zug nach {to} führt zur Marke {level}.",
    [GRUNDY_FACT_C2_FAILS] = PASS "verletzt C2: {to} hat {to_label:null=keine Marke|die Marke ∞}, "
                                  "und kein Zug von {to} führt zur Marke {level}.",
    [GRUNDY_FACT_INFINITE_LABEL] = REST "erfüllt C3: Kein Zug führt zur Marke {level}. Die "
                                        "Stellung bekommt die Marke ∞.",
    [GRUNDY_FACT_C3_FAILS] = REST "verletzt C3: Der Zug nach {to} führt zur Marke {level}. Die "
                                  "Stellung wartet auf die nächste Stufe.",
    [GRUNDY_FACT_LEVEL_ENDS] = "Stufe {level} ist zu Ende: {left} ohne Marke.",
    [GRUNDY_FACT_ALL_LABELLED] = "Jede Stellung hat eine Marke.",

    [GRUNDY_FACT_OUTCOME] = "{outcome:P=eine P-Stellung|N=eine N-Stellung|D=ein Remis|"
                            "A=ein Sieg von A|B=ein Sieg von B|eine Stellung}",
    [GRUNDY_FACT_HEADING] =
        "{heading:position=Stellung|first=die erste "
        "Stellung|outcome=Ausgang|value=Wert|remoteness=Remoteness|distance=Distanz|"
        "by=durch|unknown=nicht bekannt|rests-on=beruht auf|player=Spieler|A=A bekommt|B=B gibt|"
        "over=das Spiel ist zu Ende|best-move=bester Zug|all-moves=alle Züge|"
        "one-of-many=einer von vielen|und andere}",
    [GRUNDY_FACT_ORIGIN] = "{positions:null={theorem:null=die Komponente selbst|"
                           "{cited:true=Satz |}{theorem}}|Suche in {positions} Stellungen}",
    [GRUNDY_FACT_LEADS_TO] = "führt zu {outcome:P=einer P-Stellung|N=einer N-Stellung|"
                             "D=einem Remis|A=einem Sieg von A|B=einem Sieg von B|einer Stellung}",
    [GRUNDY_FACT_LEADS_TO_PAYOFFS] = "führt zu Spieler {player}{guarantee:null=|, A bekommt "
                                     "mindestens {guarantee}}{cap:null=|, B gibt höchstens {cap}}",
    [GRUNDY_FACT_GUARANTEE] =
        "ist sicher: " LEVEL_WORDS "{moves:null=| in höchstens {moves} {moves:1=Zug|Zügen}}",
    [GRUNDY_FACT_GUARANTEED_PAYOFF] =
        AT_LEAST " {payoff:null=nichts|{payoff} {moves:null=notfalls, indem das Spiel nie endet|in "
                 "höchstens {moves} {moves:1=Zug|Zügen}}}{to:null={mover:null=|, was auch immer "
                 "{mover} zieht}|, durch den Zug nach {to,bare}}",
    [GRUNDY_FACT_STRATEGY] = "{remoteness}{to:null=|, {how:keep=gehalten |delay=hinausgezögert |}"
                             "durch den Zug nach {to,bare}}",
    [GRUNDY_FACT_MAY_NOT_END] = "Es ist nicht bekannt, wie man das Spiel beendet: Wenn es Zyklen "
                                "hat, kann es trotz bester Züge ewig dauern.",
    [GRUNDY_FACT_MOVES] =
        "{outcome:P=jeder Zug verliert; {known:true=der erste von diesen leistet "
        "den längsten Widerstand|welcher den längsten Widerstand leistet, ist "
        "nicht bekannt}|D=Züge, die das Remis {after:D=halten|verschenken}|"
        "gewinnende Züge; {known:true=der erste ist der sicherste|wie schnell sie "
        "gewinnen, ist nicht bekannt}}",
    [GRUNDY_FACT_BEST_MOVE] =
        "{outcome:P=jeder Zug verliert{endless:true=; es gibt unendlich viele, und keiner leistet "
        "den längsten Widerstand|}|D=ein Zug hält das Remis, wenn der Gegner danach keinen Sieg "
        "erzwingen kann|ein Zug gewinnt, wenn er zu einer {player:null=P-Stellung führt"
        "{misere:true=|: zum Wert 0 in einer Summe, zu einer geraden kleinsten Remoteness, wenn "
        "alle Komponenten zugleich ziehen, zu lauter P-Stellungen, wenn beliebig viele ziehen}|"
        "Stellung führt, die der Spieler am Zug gewinnt}}",

    [GRUNDY_FACT_TURN] = "{player:null=Wer am Zug ist,|{player} ist am Zug und} {verdict:win=kann "
                         "gewinnen|loss=verliert gegen bestes Spiel|kann ein Remis halten}.",
    [GRUNDY_FACT_MATCH_OVER] = "Das Spiel ist zu Ende: {verdict:win=Wer am Zug ist, gewinnt|"
                               "loss=Wer zuletzt gezogen hat, gewinnt|Es ist ein Remis}.",
    [GRUNDY_FACT_TURN_PAYOFF] = "Wer am Zug ist, hat {payoff:null=nichts|eine Auszahlung von "
                                "{payoff} an A} sicher.",
    [GRUNDY_FACT_MATCH_PAYOFF] = "Das Spiel ist zu Ende{payoff:null=|: eine Auszahlung von "
                                 "{payoff} an A}.",
    [GRUNDY_FACT_MOVE_MADE] =
        "{move} {effect:keeps-win=hält den Sieg fest|keeps-draw=hält das Remis|loses=verliert, wie "
        "jeder Zug|gives-win-away=verschenkt den Sieg: Jetzt {draws:true=ist es ein Remis|kann der "
        "Gegner gewinnen}|gives-draw-away=verschenkt das Remis: Jetzt kann der Gegner gewinnen|"
        "ist gezogen}.{better:null=| {better} {effect:gives-draw-away=hält das Remis|gewinnt}.}",
};

static const grundy_list_form forms[] = {
    {"or", ", ", " oder ", "{position}"},
    {"commas", ", ", ", ", "{position}"},
    {"line", " -> ", " -> ", "{position}"},
    {"spaces", " ", " ", "{position}"},
    {"values", ", ", " und ", "{value} ({position})"},
    {"bare values", ", ", " und ", "{value}{position:null=| ({position,bare})}"},
    {"some bare values", ", ", ", ", "{value}{position:null=| ({position,bare})}"},
    {"parts", ", ", " und ", "{position,bare} (Wert {value})"},
    {"some parts", ", ", ", ", "{position,bare} (Wert {value})"},
    {0},
};

const grundy_wording grundy_german = {
    .code = "de", .messages = messages, .forms = forms, .quotes = {"„", "“"}};
