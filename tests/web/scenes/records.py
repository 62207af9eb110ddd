"""Scenes: branches, comments and records of matches, and positions that are set up."""

from selenium.webdriver.common.by import By

from browser import (browser, click, click_place, close_dialog, expect, find, get, history, is_open, mode, open_game,
                     open_page, picture, resize, seen, take, text, until, until_at, until_drawn, until_equal,
                     value, violations)


def set_text(name, words):
    """Writes a text into a field as a reader who pastes it."""
    browser.execute_script("const f = document.getElementById(arguments[0]); f.value = arguments[1];"
                           "f.dispatchEvent(new Event('input', { bubbles: true }));", name, words)


def open_record():
    click("#open-record")
    until("the record", lambda: is_open("record"))


def branches_of_a_match_are_kept():
    open_page()
    mode("play")
    click("#levels [data-value=person]")
    click("#play-first")
    until_equal("the first player", lambda: text("turn"), "The first player's turn.")
    take("c", "play-moves")
    until_at("c")
    take("d", "play-moves")
    until_at("d")
    until_equal("the first player again", lambda: text("turn"), "The first player's turn.")
    click("#take-back")
    until_at("c")
    until("one move", lambda: len(find("#transcript li")) == 1)
    click("#take-back")
    until_at("b")
    take("g", "play-moves")
    until("the end", lambda: "The first player wins" in text("turn"))
    until("the other line is offered", lambda: [e.text for e in seen("#history .branch")] == ["or → c"] or
          [e.text for e in seen("#history .branch")] == ["or c"])
    click("#history .branch")
    until_at("c")
    until("the match goes on there", lambda: text("turn") == "The second player's turn." and len(find("#transcript li")) == 1)
    click("#forward")
    until_at("d")
    until("and the next move is the old one", lambda: len(find("#transcript li")) == 2)
    browser.refresh()
    until("the page is ready", lambda: browser.execute_script("return document.body?.dataset.ready === 'true';"))


def comments_and_records_are_kept():
    open_page()
    take("c")
    until_at("c")
    click("#open-comment")
    until("a field", lambda: get("comment").is_displayed())
    get("comment").send_keys("Not the best move.")
    click("#back")
    until_at("b")
    until("the comment is in the list", lambda: [e.text for e in seen("#history .comment")] == ["Not the best move."])
    take("g")
    until_at("g")
    picture("history-comments")
    open_record()
    until_equal("the record", lambda: value("record-text"), "game ring.edges@b\n1. g\n1. c  # Not the best move.\n")
    expect("axe", violations(), [])
    picture("record")
    click("#copy-record")
    until("it is copied", lambda: text("record-said") == "The record was copied.")
    set_text("record-text", "game ring.edges@b\n1. c\n2. g\n")
    click("#read-record")
    until_equal("a move that is not allowed", lambda: text("record-said"), "Move 2, 'g', is not allowed: no move from c to g.")
    set_text("record-text", "game ring.edges@b\nfirst person\nsecond computer perfect\n1. c # one\n2. d\n3. e\n2. d\n")
    click("#read-record")
    until_equal("a branch twice", lambda: text("record-said"), "This repeats the move in line 5.")
    set_text("record-text", "game ring.edges@b\nfirst person\nsecond computer perfect\n# start\n1. c # one\n2. d\n3. c\n1. g\n")
    click("#read-record")
    until("it is read", lambda: not is_open("record"))
    until_at("c")
    expect("the line", history(), ["b", "→ c", "→ d", "→ c"])
    expect("its branch", [e.text for e in seen("#history .branch")], ["or g"])
    expect("its comments", [e.text for e in seen("#history .comment")], ["start", "one"])
    browser.refresh()
    until("the page is ready", lambda: browser.execute_script("return document.body?.dataset.ready === 'true';"))


def a_record_resumes_a_match_of_another_game():
    open_page()
    mode("play")
    open_record()
    set_text("record-text", "game nim:3,4\nfirst person\nsecond computer perfect\n1. 2,4\n2. 2,2\n")
    click("#read-record")
    until("it is read", lambda: not is_open("record"))
    until_equal("the match goes on", lambda: (text("turn"), len(find("#transcript li"))), ("Your turn.", 2))
    expect("its title is that of its card", text("game-title"), "Nim 3,4")
    expect("the opponent", find("#levels [aria-checked=true]")[0].get_attribute("data-value"), "perfect")
    open_record()
    until_equal("its record", lambda: value("record-text"),
                "game nim:3,4@3,4\nfirst person\nsecond computer perfect\n1. 2,4\n2. 2,2\n")
    set_text("record-text", "game other.edges@a\n1. b\n")
    click("#read-record")
    until_equal("a file that is not here", lambda: text("record-said"), "This record is about other.edges@a. Open that game first.")
    close_dialog("record")


def positions_are_set_up():
    open_page()
    open_game("tic-tac-toe")
    until("a board", lambda: len(seen("#board .place.target")) == 9)
    click("#open-position")
    until("the editor", lambda: is_open("position"))
    until("the start is a position", lambda: text("position-said") == "This is a position of the game.")
    expect("axe", violations(), [])
    places = lambda: browser.find_elements(By.CSS_SELECTOR, "#position-board .place")
    expect("places", len(places()), 9)
    places()[4].click()
    until_equal("a cross in the middle", lambda: value("position-text"), ".../.X./...")
    until("which can be reached", lambda: get("position-start").is_enabled())
    places()[0].click()
    until_equal("two crosses", lambda: value("position-text"), "X../.X./...")
    until("cannot be reached", lambda: "cannot be reached" in text("position-said") and not get("position-start").is_enabled())
    picture("position-editor")
    places()[0].click()
    until_equal("a nought", lambda: value("position-text"), "O../.X./...")
    until("a position again", lambda: get("position-start").is_enabled())
    click("#position-start")
    until("closed", lambda: not is_open("position"))
    until("the board shows it", lambda: len(find("#board .place[data-place='0'] circle.mark")) == 1)
    mode("play")
    until("a match may begin", lambda: get("play-first").is_enabled())
    click("#play-first")
    until("your turn", lambda: text("turn") == "Your turn, as Cross.")
    click_place(1)
    until("a reply", lambda: len(find("#transcript li")) == 2)


def a_position_is_set_up_before_the_game_is_solved():
    open_page(home=True)
    browser.execute_script("""
        document.querySelector("#games [data-name='tic-tac-toe']").click();
        document.getElementById("open-position").click();""")
    expect("the editor", is_open("position"), True)
    until_equal("the first position", lambda: value("position-text"), ".../.../...")
    until("it is checked", lambda: get("position-start").is_enabled())
    until_equal("the board", lambda: len(find("#position-board .place")), 9)
    close_dialog("position")
    browser.execute_script("""
        document.querySelector("#games [data-name='chomp']").click();
        document.getElementById("open-position").click();""")
    set_text("position-text", "4,3,3")
    until("what was written is checked", lambda: get("position-start").is_enabled())
    until_equal("with its board", lambda: len(find("#position-board .chocolate")), 10)
    expect("it stays", value("position-text"), "4,3,3")


def a_position_of_a_graph_is_chosen_by_its_name():
    open_page()
    click("#open-position")
    until("the editor", lambda: is_open("position"))
    set_text("position-text", "z")
    until("no such position", lambda: "has no position 'z'" in text("position-said"))
    set_text("position-text", "e")
    until("a position", lambda: get("position-start").is_enabled())
    click("#position-start")
    until_at("e")
    until_drawn()
    expect("the record begins there", history()[-1], "⇢ e")


def records_on_small_screens():
    resize(390, 844, mobile=True)
    open_page()
    take("c")
    open_record()
    until("the record", lambda: value("record-text").startswith("game ring.edges@b\n1. c"))
    expect("nothing is cut off", browser.execute_script("return document.documentElement.scrollWidth <= innerWidth;"), True)
    picture("record-small")
    close_dialog("record")
    open_game("tic-tac-toe")
    until("a board", lambda: len(seen("#board .place.target")) == 9)
    click("#open-position")
    until("the editor", lambda: is_open("position"))
    until("the start is a position", lambda: text("position-said") == "This is a position of the game.")
    picture("position-editor-small")


SCENES = [branches_of_a_match_are_kept, comments_and_records_are_kept, a_record_resumes_a_match_of_another_game, positions_are_set_up,
          a_position_is_set_up_before_the_game_is_solved, a_position_of_a_graph_is_chosen_by_its_name, records_on_small_screens]
