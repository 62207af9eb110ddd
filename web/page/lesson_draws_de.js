/* Lesson 3 in German: draws. */

/** @type {LessonTexts} */
export default {
  title: "Remis",
  pages: [
    { words: `Jetzt gehen die Pfeile im Kreis. Du fängst irgendwo an, und vielleicht kommst du wieder dorthin zurück. Wenn das
        Spiel ewig weitergeht, gewinnt niemand: Es ist ein *Remis*.

        Bei g gibt es keinen Zug. Wer gewinnt bei b?`,
      hint: "Gibt es einen Zug zu einer Stellung, in der der Gegner nicht ziehen kann?",
      right: "Richtig: Der Spieler am Zug zieht nach g." },
    { words: `Wer gewinnt bei a?`,
      hint: "Von a gibt es nur einen Zug. Was kann der Gegner dann tun?",
      right: "Richtig: Der einzige Zug führt nach b, und bei b gewinnt der Gegner. Auch eine Stellung auf einem Zyklus kann " +
        "gewonnen oder verloren sein." },
    { words: `Und bei c? Nimm dir dafür Zeit.`,
      hint: "Von c muss man nach d ziehen. Von d kann man nach e ziehen oder zurück nach c. Wer gewinnt bei e?",
      right: "Richtig: niemand. Beide ziehen von c nach d und zurück, denn wer nach e zieht, verliert." },
    { words: `Ein kleineres Spiel: Wer gewinnt bei n?`,
      hint: "Geh von p aus rückwärts, so weit es geht. Was bleibt übrig?",
      right: "Richtig: p ist verloren, und o ist gewonnen. Also hat n keinen Zug zu einer verlorenen Stellung, aber einen nach m, " +
        "und von dort geht es zurück." },
    { words: `Verändere den Ring: Füge einen Zug hinzu, sodass d gewonnen ist.`,
      hint: "Welche Stellungen sind verloren? Ein Zug von d zu einer von ihnen genügt.",
      right: "Richtig. Und c ist jetzt verloren, denn der einzige Zug von dort führt nach d." },
  ],
};
