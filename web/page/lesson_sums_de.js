/* Lesson 6 in German: sums and the nim-sum. */

/** @type {LessonTexts} */
export default {
  title: "Mehrere Haufen",
  pages: [
    { words: `Bei *Nim* gibt es mehrere Haufen. Wenn du am Zug bist, wähle einen Haufen und nimm beliebig viele Steine davon, aber
        mindestens einen. Wer den letzten Stein nimmt, gewinnt.

        Hier sind zwei gleiche Haufen. Wer gewinnt?`,
      hint: "Was auch immer der eine mit einem Haufen macht: Was kann der andere mit dem anderen Haufen machen?",
      right: "Richtig: Der zweite Spieler macht jeden Zug nach und hat so immer eine Antwort." },
    { words: `Zwei Haufen, die nicht gleich sind. Mach den Zug, der gewinnt.`,
      hint: "Du weißt schon, wer bei zwei gleichen Haufen gewinnt.",
      right: "Richtig: Jetzt sind die Haufen gleich, und der Gegner ist am Zug." },
    { words: `Bei drei Haufen schreibst du die Zahlen im Zweiersystem untereinander und zählst die Einsen in jeder Spalte:

        | 1 = 0 0 1
        | 2 = 0 1 0
        | 3 = 0 1 1

        Hier hat jede Spalte eine gerade Anzahl von Einsen. Das ist die *Nim-Summe* 0, und dann verliert der Spieler am Zug: Jeder
        Zug verändert eine Spalte, und der Gegner kann sie reparieren.` },
    { words: `Wer gewinnt bei Haufen aus 1, 4 und 5 Steinen?`,
      hint: "1 = 001, 4 = 100, 5 = 101. Zähle die Einsen in jeder Spalte.",
      right: "Richtig: Jede Spalte hat zwei Einsen oder keine." },
    { words: `Mach einen gewinnenden Zug bei Haufen aus 3, 4 und 5 Steinen.`,
      hint: "3 = 011, 4 = 100, 5 = 101. Die mittlere Spalte hat nur eine Eins: Verändere den Haufen, zu dem sie gehört, und repariere " +
        "auch die letzte Spalte.",
      right: "Richtig: Jetzt sind alle Spalten gerade." },
  ],
};
