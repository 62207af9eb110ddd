/* The rules of the gallery's games in German: how one moves and how one wins. The page has the same
 * sentences in web/page/games_german.js, and tests/web/page/worksheets.test.js compares them. */

#include "draw/worksheet.h"

#include <string.h>

static const struct {
  const char *name, *rules;
} games[] = {
    {"annihilation", "Annihilation: Ziehe einen Stein entlang einer Kante; trifft er auf einen "
                     "anderen, verschwinden beide. Wer nicht ziehen kann, verliert."},
    {"chomp",
     "Chomp: Beiß ein Stück von einer Tafel Schokolade ab, mit allem, was darunter und rechts "
     "davon liegt. Das Stück oben links ist vergiftet: Wem nur noch dieses bleibt, der verliert."},
    {"coin-rows", "Münzreihen: Nimm benachbarte Münzen aus einer Reihe, höchstens so viele, wie "
                  "erlaubt sind; was links und rechts der Lücke bleibt, sind dann zwei Reihen. Wer "
                  "nicht ziehen kann, verliert; wer die letzte Münze nimmt, gewinnt also."},
    {"cops-and-robber",
     "Räuber und Gendarm: Erst wählen die Gendarmen (Spieler A) Knoten eines Graphen, dann der "
     "Räuber (Spieler B); danach zieht jeder Gendarm entlang einer Kante oder bleibt stehen, dann "
     "der Räuber ebenso, und so weiter. Die Gendarmen gewinnen, wenn einer von ihnen den Räuber "
     "trifft; wird er nie gefangen, ist es ein Remis."},
    {"cram", "Cram: Bedecke zwei benachbarte freie Felder eines Bretts mit einem Dominostein, "
             "stehend oder liegend. Wer nicht ziehen kann, verliert."},
    {"dodgem", "Dodgem: Fahre mit einem deiner Autos ein Feld nach vorn oder zur Seite, nie "
               "zurück, auf ein freies Feld oder, nach vorn, vom Brett; die Autos von A fahren "
               "nach rechts, die von B nach oben. Wer alle seine Autos vom Brett gefahren hat, "
               "gewinnt, und auch, wer nicht ziehen kann."},
    {"euclid",
     "Euklid: Zieh ein Vielfaches der kleineren von zwei Zahlen von der größeren ab, sodass beide "
     "positiv bleiben. Wer zwei gleiche Zahlen vorfindet, kann nicht ziehen und verliert."},
    {"fair-shares", "Gerechte Teile und ungleiche Paare: Teile einen Haufen Mandeln in zwei oder "
                    "mehr gleiche Haufen, oder vereinige zwei ungleiche. Wer nur Haufen aus einer "
                    "Mandel vorfindet, kann nicht ziehen und verliert."},
    {"graph-kayles", "Kayles auf einem Graphen: Nimm einen Knoten oder zwei benachbarte. Wer nicht "
                     "ziehen kann, verliert; wer den letzten Knoten nimmt, gewinnt also."},
    {"kotzig",
     "Kotzigs Nim: Lege einen Stein auf einen freien Platz eines Kreises, eine erlaubte Zahl von "
     "Plätzen im Uhrzeigersinn hinter dem letzten. Wer keinen legen kann, verliert."},
    {"mancala", "Mancala: Nimm alle Steine aus einer deiner Mulden und säe sie einzeln in die "
                "folgenden; sind danach in der letzten, einer gegnerischen, zwei oder drei, so "
                "schlägst du diese. Wer so viele Steine schlägt, wie er braucht, gewinnt."},
    {"mu-torere", "Mu torere: Ziehe einen deiner Steine auf den freien Punkt: am Ring entlang, aus "
                  "der Mitte, oder in die Mitte, wenn auf dem Ring neben deinem Stein einer des "
                  "Gegners liegt. Wer nicht ziehen kann, verliert."},
    {"nim", "Nim: Nimm beliebig viele Steine von einem Haufen, mindestens einen. Wer nicht ziehen "
            "kann, verliert; wer den letzten Stein nimmt, gewinnt also."},
    {"nimstring",
     "Nimstring: Schneide einen Faden durch, der Münzen verbindet; wer den letzten Faden einer "
     "Münze durchschneidet, muss noch einmal ziehen. Wer nicht ziehen kann, verliert."},
    {"nimstring-grid",
     "Nimstring auf einem Gitter: Ziehe eine Linie zwischen zwei benachbarten Punkten; wer ein "
     "Kästchen schließt, muss noch einmal ziehen. Wer nicht ziehen kann, verliert."},
    {"nine-mens-morris",
     "Mühle: Setze deine Steine abwechselnd mit dem Gegner auf freie Punkte; dann ziehe einen "
     "entlang einer Linie zum nächsten Punkt, oder mit drei Steinen zu jedem freien; eine Mühle, "
     "drei Steine auf einer Linie, nimmt dem Gegner einen Stein. Wer weniger als drei Steine hat, "
     "verliert, und auch, wer nicht ziehen kann."},
    {"node-kayles", "Knoten-Kayles: Nimm einen Knoten eines Graphen mit allen seinen Nachbarn. Wer "
                    "nicht ziehen kann, verliert; wer den letzten Knoten nimmt, gewinnt also."},
    {"node-kayles-grid",
     "Knoten-Kayles auf einem Gitter: Nimm ein Feld mit den Feldern daneben. Wer nicht ziehen "
     "kann, verliert; wer das letzte Feld nimmt, gewinnt also."},
    {"northcott",
     "Northcotts Spiel: Ziehe einen deiner Steine in seiner Reihe vor oder zurück, beliebig weit, "
     "aber nicht über den Stein des Gegners. Wer nicht ziehen kann, verliert."},
    {"pong-hau-ki", "Pong hau k'i: Ziehe einen deiner beiden Steine entlang einer Linie auf den "
                    "freien der fünf Punkte. Wer nicht ziehen kann, verliert."},
    {"quixo",
     "Quixo: Nimm vom Rand des Bretts einen leeren Würfel oder einen von dir, gib ihm dein Zeichen "
     "und schieb ihn an einem anderen Ende seiner Zeile oder Spalte wieder hinein. Eine Reihe "
     "deiner Zeichen gewinnt, aber ein Zug, der eine Reihe des Gegners vollendet, verliert."},
    {"subtraction", "Subtraktionsspiel: Nimm eine erlaubte Zahl von Steinen von einem Haufen, ohne "
                    "weitere Angabe 1, 2 oder 3. Wer nicht ziehen kann, verliert."},
    {"three-mens-morris",
     "Dreierreihe: Setze deine drei Steine abwechselnd mit dem Gegner auf neun Punkte; dann ziehe "
     "einen entlang einer Linie zum nächsten Punkt, wenn er frei ist. Drei deiner Steine in einer "
     "Reihe gewinnen, und auch, wer den Gegner blockiert, gewinnt."},
    {"tic-tac-toe",
     "Tic-Tac-Toe: Setze dein Zeichen, X (Spieler A) oder O (Spieler B), auf ein freies Feld. Drei "
     "deiner Zeichen in einer Reihe gewinnen; ein volles Brett ohne solche Reihe ist ein Remis."},
    {"tripiece", "Tripiece: Ziehe eine Figur beliebig viele Felder nach oben oder links; auf der "
                 "Diagonale x + y = 3 darf ein Dreieck auch an ihr entlangziehen, und wessen "
                 "Quadrat dort ankommt, darf noch einmal ziehen. Wer nicht ziehen kann, verliert."},
    {"welter", "Welters Spiel: Ziehe eine Münze auf ein leeres Feld mit einer kleineren Nummer. "
               "Wer nicht ziehen kann, weil die Münzen auf den ersten Feldern liegen, verliert."},
    {"wind-up", "Aufziehuhr: Drehe den Zeiger einer Uhr um eine erlaubte Zahl von Stunden zurück; "
                "er darf über 0 hinweg. Wer den Zeiger auf 0 vorfindet, kann nicht ziehen und "
                "verliert; wer ihn auf 0 dreht, gewinnt also."},
    {"wythoff",
     "Wythoffs Spiel: Nimm beliebig viele Steine von einem von zwei Haufen, oder von beiden gleich "
     "viele. Wer nicht ziehen kann, verliert; wer den letzten Stein nimmt, gewinnt also."},
};

const char *grundy_worksheet_german_rules(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof games / sizeof *games; i++)
    if (strncmp(games[i].name, name, length) == 0 && games[i].name[length] == '\0')
      return games[i].rules;
  return NULL;
}
