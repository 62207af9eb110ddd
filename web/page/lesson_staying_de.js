/* Lesson 4 in German: why a draw is a draw. */

/** @type {LessonTexts} */
export default {
  title: "Warum ein Remis ein Remis ist",
  pages: [
    { words: `Wie können wir sicher sein, dass bei c niemand gewinnt? Geh vom Ende aus rückwärts und schreib an die Stellungen
        „gewonnen“ oder „verloren“, solange es geht. Manche Stellungen bleiben übrig: hier c und d.

        Eine Stellung, die übrig bleibt, hat keinen Zug zu einer verlorenen, sonst wäre sie gewonnen. Sie hat aber einen Zug zu
        einer anderen, die übrig bleibt. Sonst würden alle ihre Züge zu gewonnenen Stellungen führen, und sie wäre verloren. Also
        können beide Spieler ewig bei diesen Stellungen *bleiben*.` },
    { words: `Du bist bei d. Mach einen Zug, mit dem du nicht verlierst.`,
      hint: "Wer gewinnt bei e? Wer gewinnt bei c?",
      right: "Richtig: Der Zug zurück nach c hält das Remis. Bei e gewinnt der Gegner." },
    { words: `Hier geht das Spiel ewig im Kreis. Füge eine Stellung und einen Zug hinzu, sodass a kein Remis mehr ist. Es gibt
        mehrere Wege.`,
      hint: "Füge mit „+ Stellung“ eine Stellung hinzu. Was passiert, wenn ein Zug von a zu ihr führt? Und was, wenn einer von b zu ihr führt?",
      right: "Richtig. Sobald es ein Ende gibt, kann man jemanden dorthin schicken." },
  ],
};
