/* Lesson 7 in German: Sprague–Grundy values. */

/** @type {LessonTexts} */
export default {
  title: "Werte",
  pages: [
    { words: `Jede Stellung eines Spiels, das endet, ist so gut wie ein Nim-Haufen. Die Größe dieses Haufens ist ihr *Wert*. Die Regel:

        | Der Wert ist die kleinste der Zahlen 0, 1, 2, …, zu der kein Zug führt.

        Bei 0 gibt es keine Züge: Der Wert ist 0. Von 1 führt ein Zug zum Wert 0, also hat 1 den Wert 1. Von 2 führen Züge zu den
        Werten 0 und 1, also hat 2 den Wert 2. Welchen Wert hat 3?`,
      hint: "Von 3 führen Züge nach 2 und nach 1. Was ist die kleinste Zahl, die unter ihren Werten nicht vorkommt?",
      right: "Richtig: Die Werte 2 und 1 kommen vor, 0 nicht. Eine Stellung hat genau dann den Wert 0, wenn sie verloren ist." },
    { words: `Welchen Wert hat 5?`,
      hint: "3 hat den Wert 0. Finde zuerst den Wert von 4.",
      right: "Richtig: 4 hat den Wert 1, 3 hat den Wert 0, und die kleinste fehlende Zahl ist 2." },
    { words: `Neben den fünf Steinen liegt ein Nim-Haufen aus 2 Steinen, von dem man beliebig viele nehmen darf. Ein Zug wird in einem
        der beiden Spiele gemacht. Wer gewinnt?`,
      hint: "Die fünf Steine haben den Wert 2. Also ist das so gut wie zwei Nim-Haufen.",
      right: "Richtig: 2 und 2 sind gleich, und der zweite Spieler kann sie immer wieder gleich machen." },
    { words: `Jetzt hat der Haufen 3 Steine. Mach den Zug, der gewinnt, in einem der beiden Spiele. Alle Züge stehen in der Liste.`,
      hint: "Mach die beiden Werte gleich.",
      right: "Richtig: Jetzt haben beide Spiele denselben Wert." },
  ],
};
