/* Lesson 2 in German: P-positions and N-positions. */

/** @type {LessonTexts} */
export default {
  title: "Geh rückwärts",
  pages: [
    { words: `Wer gewinnt, wenn beide so gut wie möglich spielen? Fang am Ende an. Bei 0 kann der Spieler am Zug nicht ziehen und
        hat verloren.

        Jetzt einen Schritt zurück: Ein einziger Stein ist noch da. Wer gewinnt bei 1?`,
      hint: "Was macht der Spieler am Zug?",
      right: "Richtig: Der Spieler am Zug nimmt den Stein, und der Gegner kann nicht mehr ziehen." },
    { words: `Auch bei 2 gewinnt der Spieler am Zug: Er nimmt beide Steine. Wer gewinnt bei 3?`,
      hint: "Sieh dir beide Züge an. Wer ist danach am Zug?",
      right: "Richtig: Beide Züge führen zu einer Stellung, in der der Gegner gewinnt." },
    { words: `Das ist schon die ganze Regel:

        | Eine Stellung ist *verloren*, wenn jeder Zug von ihr zu einer gewonnenen Stellung führt.
        | Eine Stellung ist *gewonnen*, wenn ein Zug von ihr zu einer verlorenen Stellung führt.

        Verlorene Stellungen heißen *P-Stellungen*, denn der vorige Spieler gewinnt (auf Englisch: *previous*). Gewonnene heißen
        *N-Stellungen*: Der nächste Spieler gewinnt (*next*). Deine Strategie ist immer dieselbe: Zieh zu einer P-Stellung.` },
    { words: `Ein anderes Spiel: Nimm einen oder drei Steine. Geh von 0 aus rückwärts und sag voraus, wer bei 6 gewinnt.`,
      hint: "0 ist verloren, also sind 1 und 3 gewonnen. Was ist mit 2, 4 und 5?",
      right: "Richtig. Hier sind alle geraden Zahlen verloren und alle ungeraden gewonnen." },
    { words: `Jetzt veränderst du ein Spiel. In diesem ist 3 verloren. Füge einen Zug hinzu, sodass 3 gewonnen ist: Wähle „+ Zug“,
        klicke auf 3 und dann dorthin, wohin der Zug führen soll.`,
      hint: "Eine Stellung ist gewonnen, wenn ein Zug von ihr zu einer verlorenen Stellung führt. Welche andere Stellung ist verloren?",
      right: "Richtig: Jetzt hat 3 einen Zug zu einer verlorenen Stellung." },
  ],
};
