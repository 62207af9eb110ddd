/* The page in German: English texts and what they are in German, by module. The function t in language.js says what {name}
 * and {name:1=…|…} mean. Readers are addressed with "du". */

/** @type {Record<string, string>} */
export const GERMAN = {
  /* index.html: header */
  "grundy explorer": "grundy: Spiele erkunden",
  "Skip to the game": "Zum Spiel springen",
  "Open a game (O)": "Ein Spiel öffnen (O)",
  "Mode": "Modus",
  "Explore": "Erkunden",
  "Play": "Spielen",
  "Algorithm": "Algorithmus",
  "A course in ten lessons": "Ein Kurs in zehn Lektionen",
  "Learn": "Lernen",
  "Answers": "Lösung",
  "Page": "Seite",
  "Undo (Ctrl+Z)": "Rückgängig (Strg+Z)",
  "Undo": "Rückgängig",
  "Redo (Ctrl+Shift+Z)": "Wiederholen (Strg+Umschalt+Z)",
  "Redo": "Wiederholen",
  "Language, colours, theme, layout": "Sprache, Farben, Helligkeit, Anordnung",
  "View": "Ansicht",
  "Links, pictures, worksheets (S)": "Links, Bilder, Arbeitsblätter (S)",
  "Share": "Teilen",
  "Help (?)": "Hilfe (?)",
  "Help": "Hilfe",
  "Two players take turns moving a token along an arrow.":
    "Zwei Spieler ziehen abwechselnd eine Figur entlang eines Pfeils.",
  "A player who cannot move": "Wer nicht ziehen kann,",
  "loses": "verliert",
  "wins (misère)": "gewinnt (Misère)",
  "Who wins from here?": "Wer gewinnt von hier aus?",

  /* index.html: stage */
  "Stage": "Spielfläche",
  "Board or graph": "Brett oder Graph",
  "Board": "Brett",
  "Graph": "Graph",
  "Tool": "Werkzeug",
  "Select": "Auswählen",
  "+ Position": "+ Stellung",
  "+ Move": "+ Zug",
  "Delete": "Löschen",
  "Zoom": "Zoom",
  "Zoom out": "Verkleinern",
  "Show everything (0)": "Alles zeigen (0)",
  "Fit": "Einpassen",
  "Zoom in": "Vergrößern",
  "No positions yet. In Explore, choose “+ Position” and click here, or type a move such as “a b” under “Text of the game”.":
    "Noch keine Stellungen. Wähle unter „Erkunden“ das Werkzeug „+ Stellung“ und klicke hierher, " +
    "oder schreibe unter „Text des Spiels“ einen Zug wie „a b“.",
  "One cell per position, coloured wave by wave": "Ein Feld je Stellung, Welle für Welle gefärbt",
  "The games of the sum": "Die Spiele der Summe",
  "Legend": "Legende",

  /* index.html: next to the stage */
  "Position": "Stellung",
  "Cancel": "Abbrechen",
  "Lesson": "Lektion",
  "Leave the course": "Den Kurs verlassen",
  "Back": "Zurück",
  "Next": "Weiter",
  "Next to a heap": "Neben einem Haufen",
  "Moves": "Züge",
  "Why?": "Warum?",
  "Numbers": "Zahlen",
  "Theory": "Theorie",
  "A position is won, lost or drawn for the player to move. These letters and numbers say it exactly:":
    "Eine Stellung ist für den Spieler am Zug gewonnen, verloren oder remis. Diese Buchstaben und Zahlen sagen es genau:",
  "Your opponent": "Dein Gegner",
  "easy": "leicht",
  "fair": "mittel",
  "perfect": "perfekt",
  "a person": "zu zweit",
  "I move first": "Ich beginne",
  "The computer moves first": "Der Computer beginnt",
  "Agree on a draw": "Remis vereinbaren",
  "Hint": "Tipp",
  "Take back": "Zurücknehmen",
  "End the match": "Partie beenden",
  "Play again": "Noch einmal spielen",
  "Look at the answers": "Die Lösung ansehen",
  "Your moves": "Deine Züge",
  "The match": "Die Partie",
  "Course": "Kurs",
  "1. Who wins?": "1. Wer gewinnt?",
  "2. Values": "2. Werte",
  "3. Waves": "3. Wellen",
  "First step": "Erster Schritt",
  "One step back": "Einen Schritt zurück",
  "Play the steps": "Die Schritte abspielen",
  "One step forward": "Einen Schritt vor",
  "Last step": "Letzter Schritt",
  "Speed": "Tempo",
  "slow": "langsam",
  "normal": "normal",
  "fast": "schnell",
  "Step of the algorithm": "Schritt des Algorithmus",
  "At level i, a position gets the label i if C1 and C2 hold, and ∞ if C3 holds.":
    "Auf Stufe i erhält eine Stellung die Marke i, wenn C1 und C2 gelten, und ∞, wenn C3 gilt.",
  "show tests that fail, too": "auch Prüfungen zeigen, die scheitern",
  "Labels": "Marken",
  "predict the next wave": "die nächste Welle vorhersagen",
  "Positions visited": "Besuchte Stellungen",
  "Back (←)": "Zurück (←)",
  "Forward": "Vor",
  "Forward (→)": "Vor (→)",

  /* index.html: below the stage */
  "Text of the game": "Text des Spiels",
  "Format": "Format",
  "edge list": "Liste von Zügen",
  "rules in Lua": "Regeln in Lua",
  "Arguments": "Argumente",
  "Open a file…": "Datei öffnen …",
  "Game file": "Datei des Spiels",
  "All positions": "Alle Stellungen",
  "Filter": "Filter",
  "outcome=N value>=2 ab": "Ausgang=N Wert>=2 ab",
  "Several games at once": "Mehrere Spiele zugleich",
  "In a sum, each move is made in one of several games. Add games next to the one on the stage.":
    "In einer Summe zieht man jedes Mal in einem von mehreren Spielen. Stelle weitere Spiele neben das auf der Spielfläche.",
  "Game": "Spiel",
  "Counters": "Steine",
  "Add": "Hinzufügen",
  "Kind": "Art",

  /* index.html: dialogs */
  "Home: games, lessons, a game of your own": "Startseite: Spiele, Lektionen, ein eigenes Spiel",
  "Games": "Spiele",
  "Close": "Schließen",
  "grundy solves games for two: it says who wins, how, and why, even if play could go on forever.":
    "grundy löst Spiele für zwei: Es sagt, wer gewinnt, wie und warum, auch wenn eine Partie ewig dauern könnte.",
  "Games on vectors": "Spiele mit Vektoren",
  "A position is a vector of numbers, such as 3,5. A move subtracts one of the vectors in brackets, or, with a star, a multiple of it. The picture has one cell per position; red ones are lost for the player to move.":
    "Eine Stellung ist ein Vektor aus Zahlen, etwa 3,5. Ein Zug zieht einen der Vektoren in Klammern ab oder, wenn ein Stern dabeisteht, " +
    "ein Vielfaches davon. Das Bild hat ein Feld je Stellung; rote sind für den Spieler am Zug verloren.",
  "Example": "Beispiel",
  "Slice": "Schnitt",
  "outcomes only": "nur Ausgänge",
  "Show": "Zeigen",
  "Zoom of the picture": "Zoom des Bildes",
  "Save the picture as PNG, one pixel per position": "Das Bild als PNG speichern, ein Pixel je Stellung",
  "Picture; arrow keys move from cell to cell": "Bild; Pfeiltasten gehen von Feld zu Feld",
  "Misère quotients": "Misère-Quotienten",
  "In misère play the player who makes the last move loses. Every heap of a game has a value, a product of letters. Multiply the values of several heaps and simplify by the relations: the player to move loses exactly if the product is in P.":
    "Im Misère-Spiel verliert, wer den letzten Zug macht. Jeder Haufen eines Spiels hat einen Wert, ein Produkt aus Buchstaben. " +
    "Multipliziere die Werte mehrerer Haufen und vereinfache mit den Relationen: Der Spieler am Zug verliert genau dann, wenn das Produkt in P liegt.",
  "Code": "Code",
  "Multiply these heaps": "Diese Haufen",
  "Multiply": "Multiplizieren",
  "Values of heaps": "Werte der Haufen",
  "Values of heaps; red ones are in P": "Werte der Haufen; rote liegen in P",
  "Generators and relations": "Erzeuger und Relationen",
  "Generators": "Erzeuger",
  "Relations": "Relationen",
  "Language": "Sprache",
  "as the browser": "wie im Browser",
  "Theme": "Helligkeit",
  "as the system": "wie im System",
  "light": "hell",
  "dark": "dunkel",
  "Colours": "Farben",
  "green and red": "Grün und Rot",
  "colour-blind safe": "für Farbenblinde",
  "outlines only": "nur Umrisse",
  "Layout": "Anordnung",
  "automatic": "automatisch",
  "layers": "Schichten",
  "circles": "Kreise",
  "springs": "Federn",
  "rings": "Ringe",
  "for large graphs": "für große Graphen",
  "Shown part": "Ausschnitt",
  "what fits": "was hineinpasst",
  "the whole game": "das ganze Spiel",
  "nearby positions": "nahe Stellungen",
  "Moves to nearby positions": "Züge bis zu nahen Stellungen",
  "Tidy up the graph": "Den Graphen aufräumen",
  "Link": "Link",
  "without answers": "ohne Lösung",
  "Link and file open exactly what you see: the game, its layout, the current position, the match, and all choices. A file is opened by “Open a file…” or by dropping it on the page.":
    "Link und Datei öffnen genau das, was du siehst: das Spiel, seine Anordnung, die aktuelle Stellung, die Partie und alle Einstellungen. " +
    "Eine Datei öffnest du mit „Datei öffnen …“, oder du ziehst sie auf die Seite.",
  "with answers": "mit Lösung",
  "Copy": "Kopieren",
  "Save as a file": "Als Datei speichern",
  "This address works only on this computer. Others can open the link with their own grundy, after changing its beginning. The link contains the game; nothing is stored anywhere else.":
    "Diese Adresse gilt nur auf diesem Rechner. Andere können den Link mit ihrem eigenen grundy öffnen, wenn sie seinen Anfang ändern. " +
    "Der Link enthält das Spiel; sonst wird nirgends etwas gespeichert.",
  "In your own page": "Auf deiner eigenen Seite",
  "Embed code": "Code zum Einbetten",
  "Copy embed code": "Code kopieren",
  "HTML that shows this game in any web page, where readers can explore or play it. It needs the static page of grundy, which":
    "HTML, das dieses Spiel auf einer beliebigen Webseite zeigt, wo man es erkunden oder spielen kann. " +
    "Dazu gehört die statische Seite von grundy, die",
  "builds.": "erzeugt.",
  "Picture of the graph": "Bild des Graphen",
  "with a legend": "mit Legende",
  "Pictures": "Bilder",
  "Picture of the board": "Bild des Bretts",
  "Pictures of the board": "Bilder des Bretts",
  "For the classroom": "Für den Unterricht",
  "Make a worksheet…": "Arbeitsblatt erstellen …",
  "Worksheet": "Arbeitsblatt",
  "Title of the worksheet": "Überschrift",
  "Game of the worksheet": "Spiel",
  "this game": "dieses Spiel",
  "random games": "zufällige Spiele",
  "Show positions as": "Stellungen als",
  "what suits the game": "was zum Spiel passt",
  "the whole graph": "ganzer Graph",
  "boards": "Bretter",
  "names": "Namen",
  "What to fill in": "Auszufüllen",
  "Level of difficulty": "Schwierigkeit",
  "any position": "beliebige Stellungen",
  "medium": "mittel",
  "hard": "schwer",
  "Number of positions": "Anzahl der Stellungen",
  "auto": "automatisch",
  "Variants (A, B, C, …)": "Varianten (A, B, C, …)",
  "Seed": "Startzahl",
  "none": "keine",
  "Shuffle": "Mischen",
  "Paper": "Papier",
  "Pages": "Seiten",
  "questions and solutions": "Aufgaben und Lösungen",
  "questions": "Aufgaben",
  "solutions": "Lösungen",
  "lines for name and date": "Zeilen für Name und Datum",
  "Print, PDF": "Drucken, PDF",
  "Preview of the worksheet": "Vorschau des Arbeitsblatts",
  "Table, text, match": "Tabelle, Text, Partie",
  "Tables and texts": "Tabellen und Texte",
  "What you can do here": "Was du hier tun kannst",
  "Look at a game, play it, or watch how it is solved. Circles are positions, arrows are moves, and the ring is around the current position. Click another position or a move to go there; the text next to the graph says who wins from there, and why. The button with the name of the game offers other games.":
    "Sieh dir ein Spiel an, spiele es oder verfolge, wie es gelöst wird. Kreise sind Stellungen, Pfeile sind Züge, und der Ring umgibt " +
    "die aktuelle Stellung. Klicke auf eine andere Stellung oder auf einen Zug, um dorthin zu gehen; der Text neben dem Graphen sagt, " +
    "wer von dort aus gewinnt und warum. Der Knopf mit dem Namen des Spiels bietet andere Spiele an.",
  "A position is green if the player who is to move there can win, red if that player loses, and yellow if nobody can force a win. Arrows have the colour of what they do for the player who moves. Letters such as N, P and D, and numbers, are explained where they are underlined, and under Theory.":
    "Eine Stellung ist grün, wenn der Spieler, der dort am Zug ist, gewinnen kann, rot, wenn er verliert, und gelb, wenn niemand den " +
    "Gewinn erzwingen kann. Pfeile haben die Farbe dessen, was sie dem ziehenden Spieler bringen. Buchstaben wie N, P und D und Zahlen " +
    "werden erklärt, wo sie unterstrichen sind, und unter „Theorie“.",
  "The explorer needs JavaScript; all scripts come from this server.":
    "Diese Seite braucht JavaScript; alle Skripte kommen von diesem Server.",

  /* algorithm.js */
  "Pause": "Anhalten",
  "The game has no positions yet.": "Das Spiel hat noch keine Stellungen.",
  "Positions of this game are looked up one by one, so there is nothing to watch.":
    "Stellungen dieses Spiels werden einzeln nachgeschlagen; daher gibt es nichts zu verfolgen.",
  "The courses are about games in which the players alternate; this one has kinds of moves.":
    "In den Kursen geht es um Spiele, in denen sich die Spieler abwechseln; dieses hat Züge verschiedener Arten.",
  "This game has too many positions to watch; a million is the limit.":
    "Dieses Spiel hat zu viele Stellungen, um zuzusehen; die Grenze ist eine Million.",
  "This game has no outcomes, so there are no waves.": "Dieses Spiel hat keine Ausgänge, also auch keine Wellen.",
  "This course is about games in which both players have the same moves.":
    "In diesem Kurs geht es um Spiele, in denen beide Spieler dieselben Züge haben.",
  "Which position does the next wave reach? Click one.": "Welche Stellung erreicht die nächste Welle? Klicke eine an.",

  /* courses.js */
  "{names} and {n} others": "{names} und {n} weitere",
  "{name} has no moves, and in misère play that wins: {name} is an N-position.":
    "Von {name} aus gibt es keinen Zug, und im Misère-Spiel gewinnt das: {name} ist eine N-Stellung.",
  "{name} has no moves: the player to move loses. {name} is a P-position.":
    "Von {name} aus gibt es keinen Zug: Der Spieler am Zug verliert. {name} ist eine P-Stellung.",
  "{name} has a move to {to}, where the opponent loses: the player to move wins. {name} is an N-position.":
    "Von {name} gibt es einen Zug nach {to}, wo der Gegner verliert: Der Spieler am Zug gewinnt. {name} ist eine N-Stellung.",
  "{n:1=The only move|Every move} from {name} leads to a position where the opponent wins ({list}): the player to move loses. {name} is a P-position.":
    "{n:1=Der einzige Zug|Jeder Zug} von {name} führt zu einer Stellung, in der der Gegner gewinnt ({list}): " +
    "Der Spieler am Zug verliert. {name} ist eine P-Stellung.",
  "Every position has a label: nobody can play forever.": "Jede Stellung hat eine Marke: Niemand kann endlos weiterspielen.",
  "Every position has a label. Green: {green}. Red: {red}. Yellow: {yellow}.":
    "Jede Stellung hat eine Marke. Grün: {green}. Rot: {red}. Gelb: {yellow}.",
  "Nothing has a label yet. We go backwards, from the positions where play ends.":
    "Noch hat keine Stellung eine Marke. Wir gehen rückwärts, von den Stellungen aus, in denen das Spiel endet.",
  "No other position can be labelled P or N. From {names} both players can avoid losing: {n:1=it is a draw|they are draws}.":
    "Keine weitere Stellung kann mit P oder N markiert werden. Von {names} aus können beide Spieler die Niederlage vermeiden: " +
    "{n:1=Diese Stellung ist|Diese Stellungen sind} remis.",
  "no move leads to a position with the label i": "kein Zug führt zu einer Stellung mit der Marke i",
  "every follower without a finite label has a move to the label i":
    "jeder Nachfolger ohne endliche Marke hat einen Zug zur Marke i",
  "of the rest, no move leads to the label i: the label is ∞": "vom Rest führt kein Zug zur Marke i: die Marke ist ∞",

  /* waves.js */
  "Nothing is known yet. The first wave consists of the positions where play ends.":
    "Noch ist nichts bekannt. Die erste Welle besteht aus den Stellungen, in denen das Spiel endet.",
  "Every position is decided: nobody can play forever.": "Jede Stellung ist entschieden: Niemand kann endlos weiterspielen.",
  "No wave reaches the other {n} {n:1=position|positions}: neither player can force a win there.":
    "Keine Welle erreicht {n} {n:1=weitere Stellung|weitere Stellungen}: Dort kann keiner den Gewinn erzwingen.",
  "{player} wins {n}": "{player} gewinnt {n}",
  "Wave {wave}: {n} {n:1=position|positions}.": "Welle {wave}: {n} {n:1=Stellung|Stellungen}.",
  "Wave {wave}: {n} {n:1=position|positions} ({parts}), in at most {wave} {wave:1=move|moves}.":
    "Welle {wave}: {n} {n:1=Stellung|Stellungen} ({parts}), in höchstens {wave} {wave:1=Zug|Zügen}.",
  "Wave {wave}: {n} {n:1=position|positions}, where play ends.":
    "Welle {wave}: {n} {n:1=Stellung|Stellungen}, in {n:1=der|denen} das Spiel endet.",
  "Wave {wave}: {n} {n:1=position|positions} with a move to wave {before}: the player to move wins in {wave} {wave:1=move|moves}.":
    "Welle {wave}: {n} {n:1=Stellung|Stellungen} mit einem Zug in Welle {before}: Der Spieler am Zug gewinnt in " +
    "{wave} {wave:1=Zug|Zügen}.",
  "Wave {wave}: {n} {n:1=position|positions} from which every move leads to an earlier wave where the opponent wins: the player to move loses after {wave} {wave:1=move|moves}.":
    "Welle {wave}: {n} {n:1=Stellung|Stellungen}, von {n:1=der|denen} aus jeder Zug in eine frühere Welle führt, in der der Gegner " +
    "gewinnt: Der Spieler am Zug verliert nach {wave} {wave:1=Zug|Zügen}.",

  /* waves_view.js */
  "and {n} more": "und {n} weitere",
  "Positions by remoteness": "Stellungen nach der Zugzahl bis zum Ende (Remoteness)",
  "Positions by value": "Stellungen nach dem Wert",
  "{name} is in wave {wave}.": "{name} ist in Welle {wave}.",
  "{name} has no label yet.": "{name} hat noch keine Marke.",
  "{name} has its label already. Try another one.": "{name} hat schon eine Marke. Versuche eine andere Stellung.",
  "Not {name}: it cannot be decided yet. Try another one.":
    "Nicht {name}: Diese Stellung kann noch nicht entschieden werden. Versuche eine andere.",

  /* values_view.js */
  " – fails": " – gilt nicht",
  " – holds": " – gilt",

  /* help.js */
  "Everywhere": "Überall",
  "this list": "diese Liste",
  "Ctrl+Z, Ctrl+Shift+Z": "Strg+Z, Strg+Umschalt+Z",
  "undo and redo changes of the game": "Änderungen am Spiel rückgängig machen und wiederholen",
  "back and forward through the positions that you visited": "zurück und vor durch die Stellungen, die du besucht hast",
  "explore, play, algorithm": "Erkunden, Spielen, Algorithmus",
  "hide or show the answers": "die Lösung verbergen oder zeigen",
  "open a game": "ein Spiel öffnen",
  "share: a link, pictures, worksheets, tables": "teilen: Link, Bilder, Arbeitsblätter, Tabellen",
  "light or dark": "hell oder dunkel",
  "go to the stage, to the text, to the table of positions": "zur Spielfläche, zum Text, zur Tabelle der Stellungen gehen",
  "click, Enter": "Klick, Eingabetaste",
  "go to a position": "zu einer Stellung gehen",
  "arrow keys": "Pfeiltasten",
  "move between positions": "von Stellung zu Stellung gehen",
  "drag a position": "eine Stellung ziehen",
  "put it elsewhere; nothing else moves": "sie an einen anderen Platz legen; sonst bewegt sich nichts",
  "tool Position; N": "Werkzeug Stellung; N",
  "add a position": "eine Stellung hinzufügen",
  "tool Move; M, M": "Werkzeug Zug; M, M",
  "add a move: drag to another position, or to an empty place":
    "einen Zug hinzufügen: zu einer anderen Stellung oder an einen leeren Platz ziehen",
  "tool Delete; Delete": "Werkzeug Löschen; Entf",
  "delete a position or a move": "eine Stellung oder einen Zug löschen",
  "double-click; F2": "Doppelklick; F2",
  "rename a position": "eine Stellung umbenennen",
  "wheel, pinch, + − 0": "Mausrad, zwei Finger, + − 0",
  "zoom and fit": "vergrößern, verkleinern und einpassen",
  "drag the background, Shift+arrow keys": "den Hintergrund ziehen, Umschalt+Pfeiltasten",
  "pan": "den Ausschnitt verschieben",
  "put a piece, or take one and then choose where it goes": "einen Stein setzen, oder einen nehmen und dann sein Ziel wählen",
  "arrow keys, Escape": "Pfeiltasten, Esc",
  "move between places; let go of a piece": "von Feld zu Feld gehen; einen Stein loslassen",
  "[ and ]": "[ und ]",
  "one step back or forward": "einen Schritt zurück oder vor",
  "Space on ▶": "Leertaste auf ▶",
  "play and pause": "abspielen und anhalten",
  "Positions": "Stellungen",
  "arrow keys, Page Up, Page Down, Home, End, Enter": "Pfeiltasten, Bild auf, Bild ab, Pos1, Ende, Eingabetaste",
  "move through the rows, go to a position": "durch die Zeilen gehen, zu einer Stellung gehen",
  "outcome=N value>=2 remoteness<5 ab": "Ausgang=N Wert>=2 Remoteness<5 ab",
  "filter by conditions and parts of names": "nach Bedingungen und Teilen von Namen filtern",

  /* solved.js */
  "terminal distance": "längste Partie",
  "counter c": "Zähler c",
  "values of rests C": "Werte C der Reste",
  "misère outcome": "Ausgang im Misère-Spiel",
  "misère remoteness": "Remoteness im Misère-Spiel",
  "least H": "kleinstes H",
  "values of followers": "Werte der Nachfolger",
  "level of the draw": "Stufe des Remis",
  "remoteness in the level": "Remoteness in der Stufe",
  "remoteness in turns": "Remoteness in Zugfolgen",
  "distance in turns": "längste Partie in Zugfolgen",
  "A is sure of": "sicher für A",
  "B is sure of": "sicher für B",
  "… within": "… in Zügen",
  "A gets at least": "A bekommt mindestens",
  "B pays at most": "B zahlt höchstens",
  "position": "Stellung",
  "outcome": "Ausgang",
  "value": "Wert",
  "remoteness": "Remoteness",
  "distance": "Länge",
  "counter": "Zähler",
  "player": "Spieler",
  "misere": "Misère",
  "{n} {n:1=P-position|P-positions}": "{n} {n:1=P-Stellung|P-Stellungen}",
  "{n} {n:1=N-position|N-positions}": "{n} {n:1=N-Stellung|N-Stellungen}",
  "{n} {n:1=win|wins} for A": "{n}-mal gewinnt A",
  "{n} {n:1=win|wins} for B": "{n}-mal gewinnt B",
  "{n} {n:1=draw|draws}": "{n}-mal Remis",
  "{n} {n:1=position|positions}": "{n} {n:1=Stellung|Stellungen}",
  "Answered by a formula for the values; positions are looked up when you come to them":
    "Durch eine Formel für die Werte beantwortet; Stellungen werden nachgeschlagen, wenn du zu ihnen kommst",
  "Solved tier by tier; positions are looked up when you come to them":
    "Schicht für Schicht gelöst; Stellungen werden nachgeschlagen, wenn du zu ihnen kommst",

  /* table.js */
  " seen so far": " bisher gesehen",
  "{n} of {all} positions": "{n} von {all} Stellungen",

  /* rows.js */
  'There is no column {name}; "{term}" is searched in names.':
    "Es gibt keine Spalte {name}; „{term}“ wird in den Namen gesucht.",
  "{term} is incomplete.": "{term} ist unvollständig.",
  "{term}: {wanted} is not a number.": "{term}: {wanted} ist keine Zahl.",

  /* glossary.js */
  "N-position: the Next player, who is to move, wins.":
    "N-Stellung: Der nächste Spieler (englisch „next“), also der am Zug, gewinnt.",
  "P-position: the Previous player, who has just moved, wins; the player to move loses.":
    "P-Stellung: Der vorige Spieler (englisch „previous“), der gerade gezogen hat, gewinnt; der Spieler am Zug verliert.",
  "Draw: neither player can force a win, and play can go on forever.":
    "Remis (englisch „draw“): Keiner kann den Gewinn erzwingen, und das Spiel kann endlos dauern.",
  "Player A wins with best play.": "Spieler A gewinnt bei bestem Spiel.",
  "Player B wins with best play.": "Spieler B gewinnt bei bestem Spiel.",
  "The Sprague–Grundy value. A position with the finite value n behaves like a Nim heap of n counters in a sum; the value 0 is a P-position.":
    "Der Sprague-Grundy-Wert. Eine Stellung mit dem endlichen Wert n verhält sich in einer Summe wie ein Nim-Haufen aus n Steinen; " +
    "eine Stellung mit dem Wert 0 ist eine P-Stellung.",
  "An infinite value, such as ∞{0,2}: play can go on forever. K is the set of the finite values of the followers. If 0 is in K, the player to move can win.":
    "Ein unendlicher Wert, etwa ∞{0,2}: Das Spiel kann endlos dauern. K ist die Menge der endlichen Werte der Nachfolger. " +
    "Ist 0 in K, so kann der Spieler am Zug gewinnen.",
  "How many moves the play takes if the winner hurries and the loser delays. Odd: the player to move wins; even: loses; ∞: a draw.":
    "Die Zugzahl bis zum Ende, wenn der Gewinner eilt und der Verlierer zögert. Ungerade: Der Spieler am Zug gewinnt; " +
    "gerade: Er verliert; ∞: remis.",
  "The number of moves of the longest play; ∞ if there is an endless one.":
    "Die Zahl der Züge der längsten Partie; ∞, wenn es eine endlose gibt.",
  "The counter c numbers the positions in the order in which the algorithm gave them finite values. A player who wins chooses replies with smaller counters, so that the play comes to an end.":
    "Der Zähler c nummeriert die Stellungen in der Reihenfolge, in der ihnen der Algorithmus endliche Werte gab. Wer gewinnt, " +
    "wählt Antworten mit kleinerem Zähler, damit das Spiel zu Ende geht.",
  "The set C of the nimbers that the player can leave and still move elsewhere; ∞: the player wins at once.":
    "Die Menge C der Nim-Werte, die der Spieler zurücklassen kann, um dann noch anderswo zu ziehen; ∞: Der Spieler gewinnt sofort.",
  "ν (nu): the position has no label yet.": "ν (Ny): Die Stellung hat noch keine Marke.",
  "σ: the nim-sum, the sum of finite values in binary without carries. It is the value of a sum.":
    "σ: Die Nim-Summe, die Summe endlicher Werte im Zweiersystem ohne Übertrag. Sie ist der Wert einer Summe.",
  "The outcome in misère play, in which a player who cannot move wins.":
    "Der Ausgang im Misère-Spiel, in dem gewinnt, wer nicht ziehen kann.",
  "The remoteness in misère play.": "Die Zugzahl bis zum Ende im Misère-Spiel.",
  "The least H. Smith proves a finite value by numbers H that become smaller during the play, as the counter c does; these are the least ones. H is at least as large as the value and the remoteness.":
    "Das kleinste H. Smith beweist einen endlichen Wert durch Zahlen H, die wie der Zähler c während des Spiels kleiner werden; " +
    "dies sind die kleinsten. H ist mindestens so groß wie der Wert und die Remoteness.",
  "All values of the followers, ∞ included.": "Alle Werte der Nachfolger, auch ∞.",
  "How far a draw is from being won or lost; 0 where it is won or lost.":
    "Wie weit ein Remis davon entfernt ist, gewonnen oder verloren zu sein; 0, wo schon entschieden ist.",
  "The remoteness within the level of a draw.": "Die Zugzahl bis zum Ende innerhalb der Stufe eines Remis.",
  "How many turns the play takes if the winner hurries and the loser delays. Carry-on moves do not end a turn. Odd: the player to move wins; even: loses; ∞: a draw.":
    "Wie viele Zugfolgen das Spiel dauert, wenn der Gewinner eilt und der Verlierer zögert. Nach einem Folgezug ist derselbe Spieler noch " +
    "einmal dran, und die Zugfolge geht weiter. Ungerade: Der Spieler am Zug gewinnt; gerade: Er verliert; ∞: remis.",
  "The number of turns of the longest play; ∞ if there is an endless one.":
    "Die Zahl der Zugfolgen der längsten Partie; ∞, wenn es eine endlose gibt.",
  "F where a move leaves the window of the game that was explored, I elsewhere.":
    "F, wo ein Zug aus dem erkundeten Ausschnitt des Spiels herausführt, sonst I.",
  "What A can be sure to get.": "Was A sicher bekommt.",
  "What B can be sure not to exceed.": "Was B sicher nicht überschreitet.",

  /* solver.js */
  "reading": "Lesen",
  "exploring": "Erkunden",
  "evaluating": "Bewerten",
  "writing": "Schreiben",
  "working": "Rechnen",
  "Still {doing}.": "Noch in Arbeit: {doing}.",
  "Still {doing}, {n} {n:1=position|positions} found so far.":
    "Noch in Arbeit: {doing}; bisher {n} {n:1=Stellung|Stellungen} gefunden.",
  "The text has an error.": "Der Text enthält einen Fehler.",
  "Cancelled.": "Abgebrochen.",
  "This takes too long here.": "Das dauert hier zu lange.",
  "This game is too large to solve here: {message}.": "Dieses Spiel ist zu groß, um es hier zu lösen: {message}.",
  "{n} {n:1=position|positions} had been found.": "{n} {n:1=Stellung war|Stellungen waren} gefunden.",
  "The page still shows the last game that was solved.": "Die Seite zeigt noch das zuletzt gelöste Spiel.",

  /* graph.js */
  "Positions have the colours that they have without the other games.":
    "Stellungen haben die Farben, die sie ohne die anderen Spiele haben.",
  "The position {name} and its moves.": "Die Stellung {name} und ihre Züge.",
  "The current position and its moves.": "Die aktuelle Stellung und ihre Züge.",
  "the current one": "der aktuellen",
  "{shown} of {all} {all:1=position|positions}: those at most {radius} {radius:1=move|moves} from {name}. Those with a shadow have more moves.":
    "{shown} von {all} {all:1=Stellung|Stellungen}: die, die höchstens {radius} {radius:1=Zug|Züge} von {name} entfernt sind. " +
    "Die mit Schatten haben weitere Züge.",
  "Positions; arrow keys move between them": "Stellungen; Pfeiltasten gehen von einer zur anderen",

  /* games.js, game_words.js */
  "Opened with grundy serve": "Mit grundy serve geöffnet",
  "Start here": "Für den Anfang",
  "More games": "Weitere Spiele",
  "From the papers": "Aus den Veröffentlichungen",
  "Whole families": "Ganze Familien",
  "Sizes of {name}": "Größen von {name}",
  "Reduced: {words}": "Reduziert: {words}",
  "Ring": "Ring",
  "Walk along arrows; a player who cannot move loses, and some positions are draws.":
    "Geh entlang der Pfeile; wer nicht ziehen kann, verliert, und manche Stellungen sind remis.",
  "Fair shares, ten almonds": "Gerechte Teile, zehn Mandeln",
  "Fair shares, six almonds": "Gerechte Teile, sechs Mandeln",
  "Split a heap into equal ones, or unite two unequal ones.": "Teile einen Haufen in gleiche, oder vereinige zwei ungleiche.",
  "No classical value": "Kein klassischer Wert",
  "A loop, to which no ordinary value fits.": "Eine Schleife, zu der kein gewöhnlicher Wert passt.",
  "Two classical values": "Zwei klassische Werte",
  "A cycle of two, to which two sets of values fit.": "Ein Zyklus aus zwei Stellungen, zu dem zweierlei Werte passen.",
  "One value, the right one": "Ein Wert, der richtige",
  "A cycle whose only classical values are the general ones.": "Ein Zyklus, dessen einzige klassische Werte die allgemeinen sind.",
  "One value, a wrong one": "Ein Wert, ein falscher",
  "Classical values that say nothing about the play.": "Klassische Werte, die nichts über das Spiel sagen.",
  "A game without cycles": "Ein Spiel ohne Zyklen",
  "The example of Lorusso and Mottinelli.": "Das Beispiel von Lorusso und Mottinelli.",
  "Twenty chips": "Zwanzig Chips",
  "Take one to four chips from a heap of twenty.": "Nimm einen bis vier Chips von einem Haufen aus zwanzig.",
  "A small heap of Nim": "Ein kleiner Nim-Haufen",
  "The shortest game that is won at once.": "Das kürzeste Spiel, das man sofort gewinnt.",
  "Payoffs": "Auszahlungen",
  "Play ends with an amount that B pays to A.": "Am Ende zahlt B einen Betrag an A.",
  "Petersen's graph": "Der Petersen-Graph",
  "A board for games on graphs, here a game itself.": "Ein Brett für Spiele auf Graphen, hier selbst ein Spiel.",
  "Poker Nim": "Poker-Nim",
  "Nim with a bag from which counters come back.": "Nim mit einem Beutel, aus dem Steine zurückkommen.",
  "Smith's three positions": "Smiths drei Stellungen",
  "A win that must not be put off forever.": "Ein Sieg, den man nicht ewig aufschieben darf.",
  "Two colours": "Zwei Farben",
  "Abe and Barbara have different moves.": "Abe und Barbara haben verschiedene Züge.",

  /* sizes.js */
  "path of 7": "Weg aus 7",
  "cycle of 6": "Kreis aus 6",
  "grid 3 × 3": "Gitter 3 × 3",
  "one cop, cycle of 5": "ein Gendarm, Kreis aus 5",
  "one cop, grid 3 × 3": "ein Gendarm, Gitter 3 × 3",
  "two cops, grid 3 × 3": "zwei Gendarmen, Gitter 3 × 3",
  "along lines": "entlang der Linien",
  "to any point": "zu jedem Punkt",
  "round": "rund",
  "triangle": "Dreieck",
  "square|shape": "Quadrat",

  "Everything else is in the documents, which come with the source code of grundy: docs/README.md lists them, docs/learn.md is the theory in small steps, and docs/gallery.md has the games.":
    "Alles andere steht in den englischen Dokumenten, die zum Quelltext von grundy gehören: docs/README.md zählt sie auf, docs/learn.md ist die Theorie in kleinen Schritten, und docs/gallery.md hat die Spiele.",

  /* home.js */
  "Heaps": "Haufen",
  "Type the sizes of the heaps, such as 3,4,5.": "Gib die Größen der Haufen ein, zum Beispiel 3,4,5.",
  "Take counters from heaps; whoever takes the last one wins.": "Nimm Steine von Haufen; wer den letzten nimmt, gewinnt.",
  "Play Nim": "Nim spielen",
  "Ten lessons, from who wins to games that never end.": "Zehn Lektionen, von der Frage, wer gewinnt, bis zu Spielen, die nie enden.",
  "Start": "Los",
  "Make a game": "Ein Spiel machen",
  "Draw positions and moves, and see at once who wins.": "Zeichne Stellungen und Züge und sieh sofort, wer gewinnt.",
  "New game": "Neues Spiel",

  /* my_games.js */
  "{n} older {n:1=game|games}": "{n} {n:1=älteres Spiel|ältere Spiele}",
  "My game": "Mein Spiel",
  "{n} {n:1=line|lines}": "{n} {n:1=Zeile|Zeilen}",
  "My games": "Meine Spiele",
  "New name of {name}": "Neuer Name von {name}",
  "Deleted {name}.": "{name} wurde gelöscht.",
  "Rename": "Umbenennen",
  "Rename {name}": "{name} umbenennen",
  "Delete {name}": "{name} löschen",
  "This browser keeps games only until the page is closed. Save them as files, under Share.":
    "Dieser Browser behält Spiele nur, bis die Seite geschlossen wird. Speichere sie unter „Teilen“ als Dateien.",

  /* share.js */
  "There is no graph to save.": "Es gibt keinen Graphen zu speichern.",
  "There is no board to save.": "Es gibt kein Brett zu speichern.",
  "Saved {file}.": "{file} wurde gespeichert.",
  "There is no match to save.": "Es gibt keine Partie zu speichern.",
  "Transcript": "Mitschrift",
  "A link to this game would have more than {n} characters, and many programs cut such links. Send a file instead: it contains the game and the view, and “Open a file…”, next to the text of the game, opens it.":
    "Ein Link zu diesem Spiel hätte mehr als {n} Zeichen, und viele Programme schneiden solche Links ab. Schicke stattdessen eine Datei: " +
    "Sie enthält das Spiel und die Ansicht, und „Datei öffnen …“ neben dem Text des Spiels öffnet sie.",
  "The link was copied.": "Der Link wurde kopiert.",
  "The embed code was copied.": "Der Code zum Einbetten wurde kopiert.",

  /* graph_tools.js */
  "Click an empty place.": "Klicke auf einen leeren Platz.",
  "Drag from a position to another, or to an empty place.": "Ziehe von einer Stellung zu einer anderen oder an einen leeren Platz.",
  "Click a position or a move.": "Klicke auf eine Stellung oder einen Zug.",
  "A move from {name}: now choose where it leads.": "Ein Zug von {name}: Wähle nun, wohin er führt.",

  /* edits.js */
  "Added the move {move}.": "Der Zug {move} wurde hinzugefügt.",
  "Removed the move {move}.": "Der Zug {move} wurde entfernt.",
  "Added {name}.": "{name} wurde hinzugefügt.",
  "Added {name} and the move {move}.": "{name} und der Zug {move} wurden hinzugefügt.",
  "Removed {name}.": "{name} wurde entfernt.",
  "There is a position {name} already.": "Es gibt schon eine Stellung {name}.",
  "Renamed {from} to {to}.": "{from} heißt jetzt {to}.",

  /* code_editor.js, editor.js, texts.js */
  "The game as text": "Das Spiel als Text",
  "an edge list": "Liste von Zügen",
  "line {n}": "Zeile {n}",
  "This game cannot become an edge list: {message}": "Dieses Spiel kann keine Liste von Zügen werden: {message}",
  "The game is now an edge list.": "Das Spiel ist jetzt eine Liste von Zügen.",
  "Sample rules replace the game before.": "Beispielregeln ersetzen das vorige Spiel.",
  "The text is read as {format}.": "Der Text wird so gelesen: {format}.",
  " is a folder of tiers. The server looks up its positions; there is no text.":
    " ist ein Ordner von Schichten. Der Server schlägt Stellungen darin nach; einen Text gibt es nicht.",
  " comes with grundy. ": " gehört zu grundy. ",
  "Arguments and their defaults: {usage}. ": "Argumente und ihre Vorgaben: {usage}. ",
  "{name} is the graph below, which you can edit. ": "{name} ist der Graph unten, den du bearbeiten kannst. ",
  "Make it an edge list": "In eine Liste von Zügen umwandeln",
  "{file} is not a text file. The page opens edge lists, DOT, GraphML and rules in Lua.":
    "{file} ist keine Textdatei. Die Seite öffnet Listen von Zügen, DOT, GraphML und Regeln in Lua.",
  "Each of these lines is one position. For a move from {from} to {to}, write: {from} {to}":
    "Jede dieser Zeilen ist eine einzige Stellung. Für einen Zug von {from} nach {to} schreibe: {from} {to}",

  /* keeper.js, address.js */
  "its storage is full": "sein Speicher ist voll",
  "it refuses to store data": "er erlaubt das Speichern nicht",
  "The browser does not keep this game: {reason}. Save it as a file, under Share.":
    "Der Browser behält dieses Spiel nicht: {reason}. Speichere es unter „Teilen“ als Datei.",
  "This address belongs to a game that another browser keeps.": "Diese Adresse gehört zu einem Spiel in einem anderen Browser.",
  "This link is damaged.": "Dieser Link ist beschädigt.",
  "The game is unchanged.": "Das Spiel bleibt unverändert.",

  /* index.html, record_view.js: records of matches */
  "Comment": "Kommentar",
  "Comment on the current move": "Kommentar zum aktuellen Zug",
  "Record…": "Protokoll …",
  "Record": "Protokoll",
  "The moves with all branches and comments, as a small text. Keep it, send it, or change it and read it again; grundy play --continue goes on with it, too.":
    "Die Züge mit allen Varianten und Kommentaren, als kleiner Text. Behalte ihn, verschicke ihn, oder ändere ihn und lies ihn wieder ein; auch grundy play --continue setzt ihn fort.",
  "Text of the record": "Text des Protokolls",
  "Paste": "Einfügen",
  "Read this text": "Diesen Text einlesen",
  "File with a record": "Datei mit einem Protokoll",
  "The record was copied.": "Das Protokoll wurde kopiert.",
  "The record has no moves.": "Das Protokoll hat keine Züge.",
  "This record is about {game}. Open that game first.": "Dieses Protokoll gehört zu {game}. Öffne zuerst dieses Spiel.",
  "The browser does not allow this. Press Ctrl+V in the text.": "Der Browser erlaubt das nicht. Drücke Strg+V im Text.",

  /* index.html, algorithm.js: predictions */
  "predict the next label": "die nächste Marke vorhersagen",
  "The player to move wins": "Wer am Zug ist, gewinnt",
  "The player to move loses": "Wer am Zug ist, verliert",
  "No. Look where the moves from {name} lead.": "Nein. Schau, wohin die Züge von {name} führen.",
  "{name} gets its label next. Who wins from there?": "{name} bekommt als Nächstes eine Marke. Wer gewinnt von dort?",

  /* index.html, position_editor.js */
  "Set up…": "Aufstellen …",
  "Set up a position": "Eine Stellung aufstellen",
  "Begin here": "Hier beginnen",
  "First position": "Erste Stellung",
  "Click the places of the board until they are as you want them, or write the position. The rules check it.":
    "Klicke auf die Felder, bis sie so sind, wie du willst, oder schreibe die Stellung. Die Regeln prüfen sie.",
  "Write the position. The rules check it.": "Schreibe die Stellung. Die Regeln prüfen sie.",
  "Choose a position by its name.": "Wähle eine Stellung nach ihrem Namen.",
  "This is a position of the game, but it has no moves.": "Das ist eine Stellung des Spiels, aber sie hat keine Züge.",
  "This is a position of the game.": "Das ist eine Stellung des Spiels.",

  /* history_view.js, why.js */
  "or {name}": "oder {name}",
  "start": "Anfang",
  "there are no reasons for positions where the next move must be made in one of the games":
    "für Stellungen, in denen der nächste Zug in einem bestimmten Spiel gemacht werden muss, gibt es keine Begründung",

  /* kinds.js */
  "ordinary move": "gewöhnlicher Zug",
  "carry-on move: the same player moves again, anywhere": "Folgezug: Derselbe Spieler zieht noch einmal, wo er will",
  "and move again": "und zieh noch einmal",
  "local carry-on move: the same player moves again, here": "lokaler Folgezug: Derselbe Spieler zieht noch einmal, und zwar hier",
  "and move again here": "und zieh hier noch einmal",
  "entailing move: the opponent must answer here": "bindender Zug: Der Gegner muss hier antworten",
  "to be answered here": "muss hier beantwortet werden",

  /* state.js, sums.js */
  "sum": "Summe",
  "a move changes one game": "ein Zug ändert ein Spiel",
  "conjunctive": "konjunktiv",
  "a move changes every game": "ein Zug ändert jedes Spiel",
  "selective": "selektiv",
  "a move changes one or more games": "ein Zug ändert ein Spiel oder mehrere",
  "How many counters? Type a number.": "Wie viele Steine? Schreibe eine Zahl.",
  '"{size}" is not a number of counters, or numbers separated by commas.':
    "„{size}“ ist weder eine Zahl von Steinen noch eine Liste von Zahlen mit Kommas.",
  '"{size}" is not a whole number of counters.': "„{size}“ ist keine ganze Zahl von Steinen.",
  "A heap has at most {n} counters.": "Ein Haufen hat höchstens {n} Steine.",
  "Nim heap": "Nim-Haufen",
  "heap of {game}": "Haufen von {game}",

  /* sum_view.js, nim_sum.js */
  "game": "Spiel",
  "in binary": "im Zweiersystem",
  "together": "zusammen",
  "{value} next to a heap of": "{value} neben einem Haufen aus",
  "It is 0, so the player to move loses.": "Das ist 0, also verliert der Spieler am Zug.",
  "It is not 0, so the player to move wins.": "Das ist nicht 0, also gewinnt der Spieler am Zug.",
  "0 is in the set, so the player to move wins.": "0 ist in der Menge, also gewinnt der Spieler am Zug.",
  "0 is not in the set: a draw.": "0 ist nicht in der Menge: remis.",
  "Two infinite values cannot be balanced: a draw.": "Zwei unendliche Werte lassen sich nicht ausgleichen: remis.",
  "value {value}": "Wert {value}",
  "the heap of {n}": "der Haufen aus {n}",
  "{name} is worth {value}": "{name} ist {value} wert",
  "After {move}: {worth}, together 0.": "Nach {move}: {worth}, zusammen 0.",
  "and": "und",

  /* look.js, main.js */
  "Kayles": "Kayles",
  "Dawson's Chess": "Dawsons Schach",
  "Grundy's game": "Grundys Spiel",
  "Lasker's Nim": "Laskers Nim",
  "There are moves of several kinds to {name}: choose one from the list.":
    "Nach {name} führen Züge verschiedener Arten: Wähle einen aus der Liste.",
  "There is no move to {name}.": "Es gibt keinen Zug nach {name}.",
  "A picture of thousands of positions of Nim, Wythoff's game and their relatives.":
    "Ein Bild von Tausenden Stellungen von Nim, Wythoffs Spiel und ihren Verwandten.",
  "Who wins a sum of heaps if the last move loses: multiply and look up.":
    "Wer gewinnt eine Summe von Haufen, wenn der letzte Zug verliert? Multiplizieren und nachschlagen.",
  "The example Ring is shown instead.": "Stattdessen siehst du das Beispiel Ring.",

  /* stage.js */
  "keeps the draw": "hält das Remis",
  "gives the draw away": "verschenkt das Remis",

  /* grundy-game.js, embed_board.js and embed_match.js */
  "Solving …": "Ich löse das Spiel …",
  "Position {name}": "Stellung {name}",
  "Line {line}: ": "Zeile {line}: ",
  "the game has no positions": "das Spiel hat keine Stellungen",
  "the game has no position '{name}'": "das Spiel hat keine Stellung „{name}“",
  "{name} has the unknown word '{word}'; it knows {words}": "{name} kennt das Wort „{word}“ nicht, nur {words}",
  "the game has no board; view can be auto or graph": "das Spiel hat kein Brett; view kann auto oder graph sein",
  "this move wins": "dieser Zug gewinnt",
  "draws": "hält remis",
  "Start over": "Von vorn",
  "Play first": "Ich fange an",
  "Play second": "Der Computer fängt an",
  "Match": "Partie",
  "Your move.": "Du bist am Zug.",
  "You are at {position}. Your move:": "Du bist bei {position}. Dein Zug:",

  /* board_model.js */
  "exit": "hinaus",
  "heap {n}": "Haufen {n}",
  "point {n}": "Punkt {n}",
  "car that drives right": "Auto, das nach rechts fährt",
  "car that drives up": "Auto, das nach oben fährt",
  "chocolate": "Schokolade",
  "coin": "Münze",
  "cop": "Gendarm",
  "counter|piece": "Stein",
  "cross": "Kreuz",
  "diagonal": "Diagonale",
  "ground": "Boden",
  "hand": "Zeiger",
  "last counter": "letzter Stein",
  "nought": "Kreis",
  "pin": "Kegel",
  "poison": "Gift",
  "robber": "Räuber",
  "string": "Faden",
  "token": "Spielstein",
  "piece of the first player": "Stein des ersten Spielers",
  "piece of the second player": "Stein des zweiten Spielers",
  "square|chocolate": "Stück",
  "covered": "bedeckt",
  "poisoned square": "vergiftetes Stück",
  "used": "benutzt",
  "dot": "Punkt",
  "line": "Linie",
  "take {count} from heap {n}": "nimm {count} von Haufen {n}",
  "split heap {n} into {sizes}": "teile Haufen {n} in {sizes}",
  "unite heaps {names}": "vereinige die Haufen {names}",
  "a new heap of {count}": "ein neuer Haufen aus {count}",
  "put {count} on heap {n}": "lege {count} auf Haufen {n}",
  "sow {place}, capturing {n}": "säe {place} aus und schlage {n}",
  "sow {place}": "säe {place} aus",
  "{n} heaps of {count}": "{n} Haufen aus {count}",
  "bite {place}": "beiße {place} ab",
  "take {place}": "nimm {place}",
  "split {size} into {rest}": "teile {size} in {rest}",
  "take {taken} from {size}": "nimm {taken} von {size}",
  "take {taken} from {size} leaving {rest}": "nimm {taken} von {size}, es bleiben {rest}",
  "stay": "bleib stehen",
  "{move}, taking {places}": "{move} und nimm {places}",

  /* board.js, board_canvas.js, board_paint.js */
  "Which move?": "Welcher Zug?",
  "Click again to make this move, or go on.": "Klicke noch einmal, um diesen Zug zu machen, oder mach weiter.",
  "Board; arrow keys move between places": "Brett; Pfeiltasten gehen von Feld zu Feld",
  "to the top": "nach oben",
  "to the bottom": "nach unten",
  "to the left": "nach links",
  "to the right": "nach rechts",
  "{n} {n:1=counter|counters}": "{n} {n:1=Stein|Steine}",
  "empty": "leer",

  /* stage.js, decoration.js */
  "best move": "bester Zug",
  "current position": "aktuelle Stellung",
  "B moves": "B ist am Zug",
  "shown above": "oben gezeigt",
  "Remove {name}": "{name} entfernen",
  "{name}, no label yet": "{name}, noch ohne Marke",
  "{name} {note}, its label": "{name} {note}, ihre Marke",

  /* save_picture.js, edges.js, messages.js, api.js, answers.js */
  "the picture is too large for a PNG": "das Bild ist zu groß für ein PNG",
  "A position needs a name.": "Eine Stellung braucht einen Namen.",
  "A name has one line.": "Ein Name hat nur eine Zeile.",
  "the game": "das Spiel",
  '; "nearby positions" in the menu View shows a part': "; „nahe Stellungen“ im Menü „Ansicht“ zeigt einen Ausschnitt",
  "the answer has the status {status}": "die Antwort hat den Status {status}",
  "the server does not answer; is 'grundy serve' still running?":
    "der Server antwortet nicht; läuft „grundy serve“ noch?",
  "the program does not answer; please load the page again": "das Programm antwortet nicht; bitte lade die Seite neu",

  /* vectors.js, quotients.js */
  "Wythoff's game": "Wythoffs Spiel",
  "Nim with two heaps": "Nim mit zwei Haufen",
  "Wythoff's game, one move is forbidden": "Wythoffs Spiel, ein Zug ist verboten",
  "Wythoff's game with steeper diagonals": "Wythoffs Spiel mit steileren Diagonalen",
  "A subtraction game in the plane": "Ein Subtraktionsspiel in der Ebene",
  "value {n}": "Wert {n}",
  "choose a line or a plane under Slice, such as x,y,0": "wähle unter „Schnitt“ eine Gerade oder eine Ebene, etwa x,y,0",
  "Dawson's Kayles": "Dawsons Kayles",
  "Take one, two or three": "Nimm eins, zwei oder drei",
  "tame, like that of Nim": "zahm wie der von Nim",
  "wild": "wild",
  "The quotient of all heaps has {order} {order:1=element|elements}, {p} of them in P, and is {kind}.":
    "Der Quotient aller Haufen hat {order} {order:1=Element|Elemente}, davon {p} in P, und ist {kind}.",
  "The quotient of the heaps up to {max} has {order} {order:1=element|elements}, {p} of them in P, and is {kind}.":
    "Der Quotient der Haufen bis {max} hat {order} {order:1=Element|Elemente}, davon {p} in P, und ist {kind}.",
  "Its values repeat with period {length} from heap {start} on.":
    "Seine Werte wiederholen sich ab Haufen {start} mit der Periode {length}.",
  "With heap {n} it has at least {least} elements.": "Mit Haufen {n} hat er mindestens {least} Elemente.",
  "{name} is heap {heap}": "{name} ist Haufen {heap}",
  "{heap} to {parts}": "{heap} zu {parts}",
  "nothing": "nichts",
  " is ": " ist ",
  ", or ": " oder ",

  /* outcomes.js */
  "wins": "gewinnt",
  "the player to move wins": "der Spieler am Zug gewinnt",
  "the player to move loses": "der Spieler am Zug verliert",
  "a draw": "remis",
  "{player} wins": "{player} gewinnt",
  "or": "oder",
  "{move}, or the other one": "{move} (oder mache den anderen Zug)",
  "{move}, or one of {n} others": "{move} (oder mache einen von {n} anderen Zügen)",
  "Play {move}": "Spiele {move}",
  "Move to {move}": "Ziehe nach {move}",
  "{move}: the opponent is stuck.": "{move}: Der Gegner kann nicht mehr ziehen.",
  "{move} and move again: the opponent loses.": "{move} und zieh noch einmal: Der Gegner verliert.",
  "{move} and move again, {then}: the opponent loses.": "{move} und zieh noch einmal, {then}: Der Gegner verliert.",
  "{move}: after that the opponent loses, whatever they do.": "{move}: Danach verliert der Gegner, was er auch tut.",
  "Play ends here, with a draw.": "Das Spiel endet hier remis.",
  "There is no move, and in misère play that wins.": "Es gibt keinen Zug, und im Misère-Spiel gewinnt das.",
  "There is no move, and a player who cannot move loses.": "Es gibt keinen Zug, und wer nicht ziehen kann, verliert.",
  "Play ends here.": "Das Spiel endet hier.",
  "The only move lets the opponent win.": "Nach dem einzigen Zug gewinnt der Gegner.",
  "Each of the {n} moves lets the opponent win.": "Nach jedem der {n} Züge gewinnt der Gegner.",

  /* inspector.js */
  "to {name}": "nach {name}",
  "{n} more {n:1=move|moves}": "{n} {n:1=weiterer Zug|weitere Züge}",
  "and {n} that are not listed": "und {n}, die hier nicht stehen",
  "If both play well, nobody wins.": "Wenn beide gut spielen, gewinnt niemand.",
  "Both players can avoid losing, and play goes on forever.":
    "Beide Spieler können die Niederlage vermeiden, und das Spiel dauert endlos.",
  "{player} to move": "{player} am Zug",
  "{n} {n:1=game|games}": "{n} {n:1=Spiel|Spiele}",
  "The first player is to move": "Der erste Spieler ist am Zug",
  "The second player is to move": "Der zweite Spieler ist am Zug",
  "Unknown": "Unbekannt",
  "A gets {amount}": "A bekommt {amount}",
  "A gets at least {least}, at most {most}": "A bekommt mindestens {least}, höchstens {most}",
  "The player to move": "Der Spieler am Zug",
  "The opponent": "Der Gegner",
  "Nobody": "Niemand",
  "Right!": "Richtig!",
  "Not so. Try again, or look at the answer.": "Nein. Versuche es noch einmal oder sieh dir die Lösung an.",
  "Your guess": "Deine Vermutung",
  "Show the answers": "Die Lösung zeigen",
  "No moves": "Keine Züge",

  /* match.js */
  "That gives the win away.": "Das verschenkt den Sieg.",
  "That gives the draw away.": "Das verschenkt das Remis.",
  "The computer": "Der Computer",
  "The first player": "Der erste Spieler",
  "The second player": "Der zweite Spieler",
  "You": "Du",
  "Computer": "Computer",
  "First player": "Erster Spieler",
  "Second player": "Zweiter Spieler",
  "A draw by agreement after {n} {n:1=move|moves}.": "Vereinbartes Remis nach {n} {n:1=Zug|Zügen}.",
  "The match is over after {n} {n:1=move|moves}: A gets {amount}.":
    "Die Partie ist nach {n} {n:1=Zug|Zügen} zu Ende: A bekommt {amount}.",
  "A draw after {n} {n:1=move|moves}.": "Remis nach {n} {n:1=Zug|Zügen}.",
  "You win after {n} {n:1=move|moves}!": "Du gewinnst nach {n} {n:1=Zug|Zügen}!",
  "{name} wins after {n} {n:1=move|moves}.": "{name} gewinnt nach {n} {n:1=Zug|Zügen}.",
  "You had no chance: every position was lost.": "Du hattest keine Chance: Jede Stellung war verloren.",
  "{name} had no chance: every position was lost.": "{name} hatte keine Chance: Jede Stellung war verloren.",
  "You gave the win away with move {n}.": "Mit Zug {n} hast du den Sieg verschenkt.",
  "{name} gave the win away with move {n}.": "{name} hat mit Zug {n} den Sieg verschenkt.",
  "You gave the draw away with move {n}.": "Mit Zug {n} hast du das Remis verschenkt.",
  "{name} gave the draw away with move {n}.": "{name} hat mit Zug {n} das Remis verschenkt.",
  "The marked move wins.": "Der markierte Zug gewinnt.",
  "The marked move keeps the draw.": "Der markierte Zug hält das Remis.",
  "This position is lost. The marked move resists longest.":
    "Diese Stellung ist verloren. Der markierte Zug leistet am längsten Widerstand.",
  "You have no move, which wins in misère play.": "Du hast keinen Zug mehr; im Misère-Spiel gewinnt das.",
  "{name} has no move, which wins in misère play.": "{name} hat keinen Zug mehr; im Misère-Spiel gewinnt das.",
  "You have no move.": "Du hast keinen Zug mehr.",
  "{name} has no move.": "{name} hat keinen Zug mehr.",
  "This position has occurred twice.": "Diese Stellung ist zum zweiten Mal da.",
  "This position has occurred {n} times. You may agree on a draw.":
    "Diese Stellung ist zum {n}. Mal da. Ihr könnt Remis vereinbaren.",
  "keeps the win": "hält den Sieg",
  "gives the win away": "verschenkt den Sieg",

  /* play.js */
  "There is no move from the current position. Choose another one in Explore, and come back.":
    "Von der aktuellen Stellung gibt es keinen Zug. Wähle unter „Erkunden“ eine andere und komm zurück.",
  "Two people take turns at this screen, from the current position. The answers stay hidden.":
    "Zwei Personen ziehen abwechselnd an diesem Bildschirm, von der aktuellen Stellung aus. Die Lösung bleibt verborgen.",
  "Play against the computer from the current position. The answers stay hidden.":
    "Spiele von der aktuellen Stellung aus gegen den Computer. Die Lösung bleibt verborgen.",
  "Start|match": "Los",
  "The computer is thinking …": "Der Computer denkt nach …",
  "Your turn": "Du bist am Zug",
  "The first player's turn": "Der erste Spieler ist am Zug",
  "The second player's turn": "Der zweite Spieler ist am Zug",
  "{who}, as {player}.": "{who}, als {player}.",
  "Try again": "Noch einmal versuchen",
  "Look": "Ansehen",
  "Look at the position before move {n}": "Die Stellung vor Zug {n} ansehen",

  /* lesson_view.js */
  "Nobody: a draw": "Niemand: remis",
  "Value": "Wert",
  "3 or ∞{2}": "3 oder ∞{2}",
  "Write an infinite value": "Einen unendlichen Wert schreiben",
  "Check": "Prüfen",
  "Not quite.": "Nicht ganz.",
  "Try again.": "Versuche es noch einmal.",
  "page {n} of {all}": "Seite {n} von {all}",
  "Skip": "Überspringen",

  /* legend_words.js */
  "an ordinary move": "ein gewöhnlicher Zug",
  "a carry-on move: the same player moves again anywhere": "ein Folgezug: Derselbe Spieler zieht noch einmal, wo er will",
  "a local carry-on move: the same player moves again here": "ein lokaler Folgezug: Derselbe Spieler zieht hier noch einmal",
  "an entailing move: the opponent must answer here": "ein bindender Zug: Der Gegner muss hier antworten",
  "≥ what A can be sure to get, ≤ what B can hold A to": "≥ was A sicher bekommt, ≤ mehr lässt B nicht zu",
  "A wins": "A gewinnt",
  "a move that keeps a win": "ein Zug, der den Sieg hält",
  "draw": "remis",
  "a move to a draw": "ein Zug zu einem Remis",
  "B wins": "B gewinnt",
  "a move that lets the other player win": "ein Zug, nach dem der andere gewinnt",
  "N: the player to move wins": "N: Der Spieler am Zug gewinnt",
  "a good move": "ein guter Zug",
  "D: a draw": "D: remis",
  "a move to D": "ein Zug nach D",
  "P: the player to move loses": "P: Der Spieler am Zug verliert",
  "a bad move": "ein schlechter Zug",
  "N: the next player wins": "N: Der Spieler am Zug gewinnt",
  "a move to P, a good one": "ein Zug nach P, ein guter",
  "P: the previous player wins": "P: Der Spieler am Zug verliert",
  "a move to N, a bad one": "ein Zug nach N, ein schlechter",
  "?: not known in this window": "?: in diesem Ausschnitt nicht bekannt",
  "a move to such a position": "ein Zug zu einer solchen Stellung",
  "≤: an upper bound": "≤: eine obere Schranke",
  "a best move": "ein bester Zug",
  "B moves here": "hier zieht B",
  "some moves are not shown": "einige Züge sind nicht gezeigt",
  /* worksheet.js */
  "{name}: a whole number from {least} to {most}": "{name}: eine ganze Zahl von {least} bis {most}",
  "Choose something to fill in.": "Wähle etwas zum Ausfüllen aus.",
};
