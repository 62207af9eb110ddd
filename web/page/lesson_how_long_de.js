/* Lesson 5 in German: remoteness. */

/** @type {LessonTexts} */
export default {
  title: "Wie lange dauert es?",
  pages: [
    { words: `Der Gewinner will schnell gewinnen, und der Verlierer will lange durchhalten. Wenn beide das tun, heißt die Zugzahl bis
        zum Ende *Remoteness* (auf Deutsch etwa: Entfernung).

        Bei g ist sie 0, denn das Spiel ist zu Ende. Wie viele Züge dauert es von e aus?`,
      hint: "Der Gewinner beeilt sich.",
      right: "Richtig: ein Zug, nach g." },
    { words: `Wie viele Züge dauert es von f aus?`,
      hint: "Verfolge das Spiel: von f nach a, und dann?",
      right: "Richtig: f, a, b, g. Die Remoteness ist ungerade, wo der Spieler am Zug gewinnt, und gerade, wo er verliert." },
    { words: `Mach ein eigenes Spiel: Wer bei a am Zug ist, soll gewinnen, und es soll genau fünf Züge dauern. Die Züge beider
        Spieler zählen.`,
      hint: "Eine Möglichkeit: ein Weg aus fünf Pfeilen hintereinander.",
      right: "Richtig!" },
    { words: `Jetzt kannst du jedes einzelne Spiel lösen, das sich so zeichnen lässt. Wenn du willst, hör hier auf, öffne ein Spiel
        und spiele.

        In den nächsten Lektionen geht es um mehrere Spiele zugleich. Dafür brauchen wir Zahlen.` },
  ],
};
