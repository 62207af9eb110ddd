/* Lesson 10 in German: matches against the computer. */

/** @type {LessonTexts} */
export default {
  title: "Prüfung",
  pages: [
    { words: `Drei Partien gegen den Computer, der perfekt spielt. Die erste: Nim mit Haufen aus 3, 4 und 5 Steinen. Du fängst an.`,
      hint: "Lass in jeder Spalte eine gerade Anzahl von Einsen übrig.",
      right: "Du hast bei Nim gewonnen." },
    { words: `Die zweite: Tic-Tac-Toe. Gegen einen perfekten Spieler gewinnt dabei niemand, also genügt ein Remis.`,
      right: "Ein Remis: Du hast gehalten, was du hattest." },
    { words: `Die letzte: der Ring bei d mit dem Wert ∞{2} neben einem Haufen aus 2 Steinen. Fang an und gewinne ein Spiel, das ohne
        den Haufen ein Remis wäre.`,
      hint: "Mach die Werte gleich. Und wenn der Gegner zu einem unendlichen Wert flieht, dann mach seinen Zug rückgängig, indem du " +
        "zum alten Wert zurückziehst.",
      right: "Du hast eine Summe von Spielen mit Zyklen gewonnen. Mehr kann dieser Kurs dir nicht beibringen." },
  ],
};
