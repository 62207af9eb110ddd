/* Lesson 9 in German: a strategy that ends. */

/** @type {LessonTexts} */
export default {
  title: "Ein Sieg, der endet",
  pages: [
    { words: `Von V2 führen beide Züge zu einer verlorenen Stellung. Also sollten beide gewinnen. Aber einer davon bringt dich nicht
        weiter. Mach den Zug, mit dem du wirklich gewinnst.`,
      hint: "Was macht der Gegner bei V1? Und bei V3?",
      right: "Richtig. Von V1 käme der Gegner zurück nach V2, immer wieder, und niemand würde je gewinnen." },
    { words: `Werte sagen, welche Züge gut sind, aber nicht, welche davon weiterbringen. Dagegen hilft eine zweite Zahl, der *Zähler*:
        Jede Stellung bekommt einen, wenn ihr Wert gefunden wird. Wer gewinnt und immer zu einer guten Stellung mit kleinerem
        Zähler zieht, kann nicht ewig im Kreis gehen, denn eine Zahl kann nicht ewig kleiner werden.

        Öffne „Zahlen“, um die Zähler einer Stellung zu sehen. In einem einzelnen Spiel hilft auch die Remoteness, in Summen nur
        der Zähler.` },
    { words: `Spiele von f aus und fang an. Du kannst gewinnen. Der Ring hindert dich nicht daran, im Kreis zu gehen. Deinem Gegner
        wäre das nur recht.`,
      right: "Gut gespielt: Dein Sieg hat geendet." },
  ],
};
