"""Scenes: a position on the stage, its neighbours, the algorithm."""

from selenium.webdriver.common.keys import Keys

from browser import (browser, choose, click, expect, fill, find, game_text, get, history, is_open, mode, moves,
                     names_drawn, node, node_class, open_game, open_page, picture, places, press, press_button, seen,
                     take, text, unfold, until, until_at, until_drawn, until_equal, until_still, verdict,
                     violations)


def the_page_starts_at_a_won_position():
    open_page()
    until_at("b")
    until("the verdict in words", lambda: "The player to move wins" in verdict() and
          "Move to g: the opponent is stuck." in verdict())
    until_equal("its moves", moves, [["g", "wins"], ["c", "draws"]])
    expect("the legend", text("legend").split("\n"), ["the player to move wins", "the player to move loses", "a draw", "➞", "best move", "current position"])
    expect("drawers are closed", [is_open("text-drawer"), is_open("table-drawer"), is_open("why-box")], [False] * 3)
    expect("colours", [node_class(name)[1] for name in "bgc"], ["good", "bad", "neutral"])
    picture("desktop-light")
    unfold("theory")
    expect("every symbol is explained", all(word in text("theory-list") for word in ("N", "P", "D", "∞(K)", "ν", "σ")), True)
    expect("explanations are complete", "How many moves the play takes" in text("theory-list"), True)
    click("#verdict .term")
    expect("a tooltip", "Next player" in text("tip"), True)
    press(Keys.ESCAPE)
    expect("no tooltip", get("tip").is_displayed(), False)


def one_position_rules_everything():
    open_page()
    click("#graph .node[data-name='c']")
    until_at("c")
    until("the inspector follows", lambda: "A draw" in verdict())
    unfold("table-drawer")
    until_equal("the table follows", lambda: [e.text for e in seen("#grid .active .name")], ["c"])
    take("d")
    until_at("d")
    until_equal("the history", history, ["b", "→ c", "→ d"])
    click("#back")
    until_at("c")
    browser.execute_script("document.activeElement.blur()")
    press(Keys.ARROW_LEFT)
    until_at("b")
    take("g")
    until_at("g")
    until_equal("the line", history, ["b", "→ g"])
    until_equal("the other line is a branch", lambda: [e.text for e in seen("#history .branch")], ["or c"])
    until("no moves", lambda: "There is no move, and a player who cannot move loses." in verdict())
    press_button("#history .branch", "or c")
    until_at("c")
    press(Keys.ARROW_RIGHT)
    until_at("d")
    press_button("#grid [data-index] .name", "f")
    until_at("f")
    until_equal("a jump", history, ["b", "→ c", "→ d", "⇢ f"])


def a_draw_is_explained():
    open_page()
    click("#graph .node[data-name='c']")
    until("the sentence", lambda: "You can stay: c → d → c … Leaving to e lets the opponent win, so nobody leaves." in verdict())
    stays = "return [...document.querySelectorAll('#graph .edge.stay')].map(e => e.dataset.from + e.dataset.to).sort()"
    until_equal("the cycle is highlighted", lambda: browser.execute_script(stays), ["cd", "dc"])
    until_equal("the legend explains it", lambda: text("legend").split("\n")[-2:], ["keeps the draw", "gives the draw away"])
    expect("the exit is crossed out", browser.execute_script("""
        return [...document.querySelectorAll("#graph .edge")].filter(e => e.querySelector(".cross") !== null).map(e => e.dataset.from + e.dataset.to);"""), ["de"])
    picture("draw")
    click("#answers")
    until("answers are hidden", lambda: "Who wins from here?" in verdict())
    expect("no cycle", browser.execute_script(stays), [])
    until("it is not in the legend", lambda: "draw away" not in text("legend"))
    press_button("#verdict button", "The opponent")
    until("a wrong guess", lambda: "Not so." in verdict())
    press_button("#verdict button", "Nobody")
    until("a right guess", lambda: "Right!" in verdict())


def the_smallest_games():
    open_page()
    fill("a\n")
    until("one position", lambda: "There is no move" in verdict())
    expect("the legend is complete", text("legend").split("\n"), ["the player to move loses", "current position"])
    mode("play")
    until("no match is possible", lambda: text("setup-words").startswith("There is no move from the current position."))
    expect("the buttons", [get(name).is_enabled() for name in ("play-first", "play-second")], [False] * 2)
    mode("explore")
    fill("a a\n")
    until("a loop", lambda: "You can stay: a → a" in verdict())
    until_drawn()
    mode("play")
    until("a match is possible", lambda: get("play-first").is_enabled())
    fill("")
    until_equal("no positions", lambda: text("setup-words"), "The game has no positions yet.")
    mode("explore")
    until_equal("the verdict", verdict, "The game has no positions yet.")
    expect("what to do", text("graph-empty").startswith("No positions yet."), True)


def kinds_of_moves_have_arrows_of_their_own():
    """An edge list with kinds of moves is drawn, edited, explored and played move by move."""
    game = "a +> b # again\na -> c\nb -> c\nb => c\nc !> d\nc -> d\n"
    open_page()
    fill(game)
    until_equal("all arrows", lambda: browser.execute_script(
        "return [...document.querySelectorAll('#graph .edge')].map(e => e.dataset.from + e.dataset.to + e.dataset.kind).sort();"),
        ["abcarry-on", "acordinary", "bclocal", "bcordinary", "cdentailing", "cdordinary"])
    until_equal("the legend", lambda: [e.text.split(":")[0] for e in seen("#legend .kind")],
                ["ordinary move", "carry-on move", "local carry-on move", "entailing move"])
    until("a click goes to a", lambda: node("a").click() or browser.execute_script("return document.body.dataset.here") == "a")
    until("the same player moves again", lambda: ["b", "and", "move", "again", "wins"] in moves())
    picture("kinds")
    until("a key arrives at c", lambda: node("c").send_keys(Keys.F2) is None)
    until("a name is asked for", lambda: seen(".rename"))
    press(Keys.CONTROL, "a")
    press("z", Keys.ENTER)
    until_equal("kinds are kept", game_text, game.replace("c", "z"))
    mode("algorithm")
    until("no course", lambda: "kinds of moves" in text("step-note"))
    mode("play")
    click("#play-first")
    until("your turn", lambda: text("turn") == "Your turn.")
    click("#play-moves [data-to=b]")
    until("still your turn", lambda: len(seen("#transcript li")) == 1 and text("turn") == "Your turn." and len(seen("#play-moves button")) == 2)
    until("which kind", lambda: node("z").click() or "several kinds" in text("said"))


def the_algorithm_on_the_same_stage():
    open_page()
    mode("algorithm")
    until_equal("the first course", lambda: text("step-count"), "1 / 8")
    expect("nothing is labelled", {node_class(name)[1] for name in "abcdefg"}, {"blank"})
    click("#step-forward")
    until("a step", lambda: "g has no moves" in text("step-note") and node_class("g")[1] == "bad")
    get("slider").send_keys(Keys.END)
    until_equal("the end", lambda: text("step-count"), "8 / 8")
    last = [node_class(name)[1] for name in "abcdefg"]
    click("#courses [data-value=values]")
    until("tests that fail are folded", lambda: text("step-count").startswith("1 / ") and int(text("step-count").split()[2]) < 20)
    click("#every-test")
    until_equal("the second course", lambda: text("step-count"), "1 / 35")
    for _ in range(4):
        click("#step-forward")
    until_equal("conditions are marked", lambda: [e.text[:2] for e in seen("#conditions .marked")], ["C1", "C2"])
    get("slider").send_keys(Keys.END)
    until_equal("the end of values", lambda: text("step-count"), "35 / 35")
    expect("sets K", "{2}" in text("trace-table"), True)
    until_equal("the same colours", lambda: [node_class(name)[1] for name in "abcdefg"], last)
    picture("algorithm")
    mode("explore")
    until_equal("the same when exploring", lambda: [node_class(name)[1] for name in "abcdefg"], last)
    mode("algorithm")
    click("#step-first")
    choose("speed", "500")
    click("#step-play")
    until("it plays by itself", lambda: int(text("step-count").split()[0]) >= 3)
    click("#step-play")
    choose("misere", "misere")
    mode("explore")
    until("misère", lambda: node_class("g")[1] == "good" and node_class("b")[1] == "neutral")
    click("#graph .node[data-name='g']")
    until("the words agree with the colours", lambda: "in misère play that wins" in verdict())
    unfold("why-box")
    until("why, in misère play", lambda: "g is an N-position in misere play" in text("why"))


def the_next_label_is_predicted():
    open_page()
    mode("algorithm")
    until("the course", lambda: text("step-count").startswith("1 / "))
    click("#predict-label")
    until_equal("a question", lambda: text("step-note"), "g gets its label next. Who wins from there?")
    expect("no label before the answer", node_class("g")[1], "blank")
    click("#predictions [data-value=N]")
    until_equal("a wrong answer", lambda: text("step-note"), "No. Look where the moves from g lead.")
    click("#predictions [data-value=P]")
    until("the next question", lambda: text("step-count").startswith("2 / ") and "gets its label next" in text("step-note"))
    until_equal("the label", lambda: node_class("g")[1], "bad")
    picture("prediction")
    click("#step-last")
    until("no more questions", lambda: not get("predictions").is_displayed())


def waves_reach_every_size():
    open_page()
    mode("algorithm")
    click("#courses [data-value=waves]")
    until_equal("nothing is known", lambda: (text("step-count"), {node_class(name)[1] for name in "abcdefg"}), ("1 / 6", {"blank"}))
    click("#predict")
    until("a question", lambda: "Which position" in text("step-note"))
    until("a wrong prediction", lambda: node("b").click() or "Not b" in text("step-note"))
    until("a right prediction", lambda: node("g").click() or text("step-count") == "2 / 6")
    until("g has its label", lambda: node_class("g")[1] == "bad" and node_class("b")[1] == "blank")
    unfold("table-drawer")
    until_equal("no answers before they are found", lambda: [e.text for e in seen("#grid .header button")], ["position"])
    click("#predict")
    get("slider").send_keys(Keys.END)
    until("what is left", lambda: "No wave reaches the other 2 positions" in text("step-note") and node_class("c")[1] == "neutral")
    expect("histograms", [e.get_attribute("aria-label") for e in seen(".histogram")],
           ["Positions by remoteness: 0: 1, 1: 2, 2: 1, 3: 1, ∞: 2", "Positions by value: 0: 2, 1: 1, 2: 1, ∞: 3"])
    expect("waves", violations(), [])
    picture("waves")
    fill("".join(f"{i} {i - 1}\n{i} {i // 2}\n" for i in range(1, 5000)))
    until("cells", lambda: seen("#cells canvas") and not text("step-count").endswith(" 6"))
    get("slider").send_keys(Keys.HOME)
    expect("no single steps", [b.get_attribute("disabled") for b in seen("#courses button")], ["true", "true", None])
    for _ in range(9):
        click("#step-forward")
    until("a wave", lambda: text("step-note").startswith("Wave 8: "))
    click("#waves")
    until("a cell has a name", lambda: "wave" in text("step-note") or "no label yet" in text("step-note"))
    picture("cells")
    open_game("tic-tac-toe")
    until_equal("the legend of all positions", lambda: text("legend").split("\n"), ["A wins", "B wins", "a draw"])
    open_game("dodgem")
    until("games with players have waves", lambda: seen("#cells canvas"))
    click("#step-forward")
    until("who wins", lambda: "wins" in text("step-note"))
    mode("explore")
    until("the stage is back", lambda: not seen("#cells canvas") and seen("#board .place"))


def games_with_players_and_payoffs():
    open_page()
    fill(open("examples/two-coloured.edges", encoding="utf-8").read())
    until("a draw", lambda: "A draw" in verdict() and "A to move" in verdict())
    until("the legend", lambda: "A wins" in text("legend") and "B moves" in text("legend"))
    expect("no misère play", get("rule").is_displayed(), False)
    mode("play")
    click("#play-first")
    until_equal("the player", lambda: text("turn"), "Your turn, as A.")
    mode("explore")
    fill(open("examples/payoffs.edges", encoding="utf-8").read())
    until("payoffs", lambda: "A gets" in verdict())
    expect("nobody wins", get("question").is_displayed(), False)
    click("#answers")
    until("hidden answers", lambda: "A gets" not in verdict() and seen("#verdict button"))
    expect("and nobody is guessed", [e.text for e in seen("#verdict button")], ["Show the answers"])
    expect("the place alone", "Who wins" in verdict(), False)
    press_button("#verdict button", "Show")
    until("answers again", lambda: "A gets" in verdict())
    expect("no match is left", browser.execute_script("return document.getElementById('match').hidden"), True)
    for other in (lambda: open_game("tic-tac-toe"),
                  lambda: fill(open("examples/two-coloured.edges", encoding="utf-8").read())):
        open_page()
        choose("misere", "misere")
        until("misère play", lambda: node_class("g")[1] == "good")
        other()
        until("a game without misère play", lambda: "to move" in verdict() and "A draw" in verdict())
        expect("no error", [text("error"), text("said")], ["", ""])


def another_game_is_laid_out_anew():
    open_page()
    open_game("annihilation")  # it has positions with the names of the ring
    until_equal("the game", lambda: len(names_drawn()), 16)
    click("#stages [data-value=graph]")
    until("the graph", lambda: get("graph").is_displayed())
    until_still()
    frame = browser.execute_script("const box = document.getElementById('graph').getBoundingClientRect();"
                                   "return [box.left, box.top, box.right, box.bottom];")
    outside = [name for name, (x, y) in places().items()
               if not (frame[0] < x < frame[2] and frame[1] < y < frame[3])]
    expect("positions outside of the stage", outside, [])


def large_games_have_a_neighbourhood_and_a_table():
    open_page()
    count = 20000
    fill("".join(f"{i} {i - 1}\n{i} {i // 2}\n" for i in range(1, count)))
    until("the status", lambda: text("status").startswith("20,000 positions"))
    until("a part is drawn", lambda: "of 20,000 positions" in text("graph-note"))
    expect("it is small", len(find("#graph .node")) < 100, True)
    unfold("table-drawer")
    until_equal("rows", lambda: text("rows-count"), "20,000 of 20,000 positions")
    expect("only visible rows", len(find("#grid [data-index]")) < 60, True)
    browser.execute_script("document.getElementById('grid').focus()")
    press(Keys.END)
    until_equal("the last row", lambda: seen("#grid .active .name")[0].text, "19999")
    press(Keys.ENTER)
    until("it is drawn", lambda: "19999" in names_drawn())
    press_button("#grid .header button", "remoteness")
    press(Keys.ENTER)
    until("sorted", lambda: find("#grid [aria-sort=descending]") != [])
    get("filter").send_keys("outcome=P remoteness<=2")
    until("filtered", lambda: not text("rows-count").startswith("20,000 of"))
    picture("table")


SCENES = [
    the_page_starts_at_a_won_position,
    one_position_rules_everything,
    a_draw_is_explained,
    the_smallest_games,
    the_algorithm_on_the_same_stage,
    the_next_label_is_predicted,
    waves_reach_every_size,
    kinds_of_moves_have_arrows_of_their_own,
    games_with_players_and_payoffs,
    another_game_is_laid_out_anew,
    large_games_have_a_neighbourhood_and_a_table,
]
