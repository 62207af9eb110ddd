/* Lesson 8 in German: infinite values. */

/** @type {LessonTexts} */
export default {
  title: "Unendliche Werte",
  pages: [
    { words: `Und was ist mit Spielen, die im Kreis gehen? Manche Stellungen haben auch dann Zahlen: g hat 0, und a auch, denn von b
        kann der Gegner immer nach g weiterziehen. Welchen Wert hat f?`,
      hint: "Von f gibt es nur einen Zug, nach a.",
      right: "Richtig: die kleinste Zahl außer 0." },
    { words: `Und welchen Wert hat e?`,
      hint: "Von e führen Züge nach g und nach f.",
      right: "Richtig: 0 und 1 kommen vor, also ist es 2." },
    { words: `Das Remis d kann keine Zahl wert sein, denn kein Nim-Haufen ist ein Remis. Sein Wert ist *unendlich*. Aber was neben
        anderen Spielen passiert, hängt von den Zahlen ab, zu denen Züge führen. Von d ist das nur der Wert von e, also 2, denn
        c ist selbst ein Remis. Wir schreiben ∞{2}.

        Merk dir den Wert von d und denk dann über b nach: Von dort führt ein Zug nach g mit dem Wert 0 und einer nach c. Welchen
        Wert hat *b*?`,
      hint: "Er ist auch unendlich, wegen c. In den Klammern steht die Menge der Zahlen, zu denen Züge führen.",
      right: "Richtig: ∞{0}. Die 0 in der Menge sagt, dass der Spieler am Zug gewinnen kann." },
    { words: `Jetzt liegt neben d mit dem Wert ∞{2} ein Haufen aus 2 Steinen. Wer gewinnt?`,
      hint: "Angenommen, der Spieler am Zug zieht von d nach e. Dort ist der Wert 2.",
      right: "Richtig: Nach dem Zug nach e sind zwei gleiche Werte übrig. Der Haufen hat aus einem Remis einen Sieg gemacht." },
    { words: `Und neben einem Haufen aus 1 Stein?`,
      hint: "Hilft jetzt ein Zug nach e? Was können beide Spieler sonst tun?",
      right: "Richtig: Neben einem Haufen aus 2 Steinen ist es ein Sieg, neben jedem anderen Haufen ein Remis. Das bedeutet ∞{2}." },
  ],
};
