/* Lesson 1 in German: a game is a graph. */

/** @type {LessonTexts} */
export default {
  title: "Nimm den letzten Stein",
  pages: [
    { words: `Fünf Steine liegen auf einem Tisch. Zwei Spieler nehmen abwechselnd einen oder zwei davon. Wer den letzten Stein
        nimmt, gewinnt.

        Die Kreise sind die *Stellungen*: wie viele Steine noch da sind. Die Pfeile sind die *Züge*. Bei 0 gibt es keinen Zug,
        und wer nicht ziehen kann, verliert.` },
    { words: `Spiele gegen den Computer und fang an. Du kannst gewinnen. Wenn du verlierst, spiel noch einmal.`,
      right: "Gut gespielt!" },
    { words: `Vier Steine sind noch da, und du bist am Zug. Welcher Zug gewinnt? Klicke auf die Stellung, zu der du ziehen willst.`,
      hint: "Lass so viele Steine übrig, dass der Gegner nicht gewinnen kann, ob er nun einen nimmt oder zwei.",
      right: "Richtig. Von 3 zieht der Gegner nach 1 oder 2, und du nimmst den Rest." },
  ],
};
