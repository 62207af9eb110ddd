"""Scenes: matches on the graph and on boards."""

import time

from selenium.webdriver.common.keys import Keys

from browser import (browser, click, click_place, expect, fill, find, get, history, mode, moves, names_drawn,
                     node_class, open_game, open_page, picture, press, press_button, seen, take, text, unfold, until,
                     until_at, until_drawn, until_equal, verdict)


def a_match_on_the_graph():
    open_page()
    mode("play")
    unfold("table-drawer")
    expect("answers are hidden in the graph", [node_class(name)[1] for name in "bgc"], ["blank"] * 3)
    expect("and in the table", [e.text for e in seen("#grid [role=columnheader]")], ["position"])
    expect("and in the legend", get("legend").is_displayed(), False)
    expect("and in the status", text("status"), "7 positions.")
    click("#levels [data-value=perfect]")
    click("#play-first")
    until("your turn", lambda: text("turn") == "Your turn.")
    take("c", "play-moves")
    until("a reply", lambda: len(find("#transcript li")) == 2)
    until_equal("the mistake is named", lambda: text("mistake").split("\n")[0], "That gives the win away.")
    press_button("#mistake button", "Why?")
    until("it is explained", lambda: "b → g wins" in text("mistake"))
    picture("mistake")
    time.sleep(1)  # the address is written after a pause
    browser.refresh()
    until("the page is ready", lambda: browser.execute_script("return document.body?.dataset.ready === 'true';"))
    until("the match is kept", lambda: len(find("#transcript li")) == 2 and "Your turn" in text("turn"))
    until_at("d")
    until_drawn()
    mode("explore")
    click("#graph .node[data-name='f']")
    until_at("f")
    mode("play")
    until_at("d")
    press_button("#mistake button", "Try again")
    until_at("b")
    until("your turn again", lambda: len(find("#transcript li")) == 0 and text("turn") == "Your turn.")
    click("#graph .node[data-name='e']")
    until("no such move", lambda: "There is no move to e." in text("said"))
    click("#hint")
    until("a hint", lambda: "hint" in node_class("g"))
    click("#graph .node[data-name='g']")
    until_equal("the end", lambda: text("turn"), "You win after 1 move!")
    expect("the verdict on the move", "keeps the win" in text("transcript"), True)
    click("#play-again")
    until("again", lambda: text("turn") == "Your turn." and len(find("#transcript li")) == 0)
    click("#leave-match")
    until("no match", lambda: get("setup").is_displayed())


def two_people_play_on_one_screen():
    open_page()
    mode("play")
    click("#levels [data-value=person]")
    until("nobody chooses who is first", lambda: text("play-first") == "Start" and not get("play-second").is_displayed())
    click("#play-first")
    until_equal("the first player", lambda: text("turn"), "The first player's turn.")
    take("c", "play-moves")
    until_equal("the second player", lambda: text("turn"), "The second player's turn.")
    until("the win is gone", lambda: "gives the win away" in text("mistake"))
    take("d", "play-moves")
    until_equal("the first player again", lambda: text("turn"), "The first player's turn.")
    until("a move to e", lambda: browser.execute_script("""
        const move = document.querySelector("#play-moves .move[data-to=e]");
        move?.click();
        if (move !== null) document.getElementById("hint").click();
        return move !== null;"""))
    until("a hint that was asked for before the moves are known", lambda: "The marked move wins." in text("said"))
    take("g", "play-moves")
    until("the end", lambda: text("turn") == "The second player wins after 4 moves.")
    expect("where it was decided", text("decision"), "The first player gave the draw away with move 3.")
    expect("who moved", [e.text.split(" ")[0] for e in seen("#transcript strong")], ["First", "Second", "First", "Second"])
    picture("two-people")
    press_button("#transcript button", "Look")
    until_at("b")
    until("the answers", lambda: "The player to move wins" in verdict())


def a_draw_is_offered_after_repetitions():
    open_page()
    fill("a b\nb c\nc d\nd a\n")
    until_at("b")
    until_equal("a cycle", lambda: len(names_drawn()), 4)
    until_drawn()
    mode("play")
    until("a match", lambda: get("play-first").is_enabled())
    click("#play-first")
    names = "abcd"
    for turn in range(4):
        until("your turn", lambda: len(find("#transcript li")) == 2 * turn and text("turn") == "Your turn.")
        until("it is announced", lambda: ("twice" in text("repetition")) == (turn in (2, 3)))
        take(names[(2 * turn + 2) % 4], "play-moves")
    until("a draw is offered", lambda: get("agree").is_displayed())
    click("#agree")
    until("the end", lambda: "A draw by agreement" in text("turn"))
    click("#see-answers")
    until("answers", lambda: "A draw" in verdict())


def boards_are_played():
    open_page()
    open_game("tic-tac-toe")
    until("a board", lambda: len(seen("#board .place.target")) == 9)
    until("whose turn", lambda: "Cross to move" in verdict() and "A draw" in verdict())
    picture("tic-tac-toe")
    mode("play")
    click("#play-first")
    until("your turn", lambda: text("turn") == "Your turn, as Cross.")
    expect("no answers on the board", seen("#board .answer"), [])
    click_place(0)
    until("a reply", lambda: len(find("#transcript li")) == 2 and "Your turn" in text("turn"))
    until_equal("pieces stay where they were put", lambda: [
        len(find("#board .place[data-place='0'] path.mark")), len(find("#board circle.mark"))], [1, 1])
    expect("moves have names", text("transcript").split("\n")[0], "You: a3")
    browser.execute_script("document.activeElement.blur()")
    press("g")
    press(Keys.ENTER)
    until("a move by keys", lambda: len(find("#transcript li")) >= 3)
    mode("explore")
    open_game("nim")
    until("heaps", lambda: len(seen("#board .counter")) == 9)
    until("answers", lambda: len(seen("#board .answer.good")) == 1)
    click_place(2, 2)
    until("three are taken", lambda: len(seen("#board .counter")) == 6)
    until("lost", lambda: "The player to move loses" in verdict())
    until_equal("the history", history, ["start", "→ take 3 from heap 3"])
    expect("names that are cut off can be read", [e.get_attribute("title") for e in seen("#history .visit")],
           ["start", "→ take 3 from heap 3"])


def pieces_move_from_place_to_place():
    open_page()
    open_game("pong-hau-ki")
    until("a board", lambda: len(seen("#board .place.target")) > 0)
    first = seen("#board .place.target")[0].get_attribute("data-place")
    click_place(first)
    until("it is selected", lambda: len(seen("#board .place.selected")) == 1)
    target = next(e for e in seen("#board .place.target") if e.get_attribute("data-place") != first)
    click_place(target.get_attribute("data-place"))
    until("moved", lambda: len(history()) == 2)
    open_game("wythoff")
    until("heaps", lambda: len(seen("#board .counter")) == 8)
    click_place(0, 0)
    until("several moves are meant", lambda: len(seen("#board .choices button")) == 2)
    until("a click on the second choice", lambda: seen("#board .choices button")[1].click() is None)
    until("from both heaps", lambda: len(seen("#board .counter")) == 2)
    click("#stages [data-value=graph]")
    until("the graph of the same game", lambda: get("graph").is_displayed() and len(find("#graph .node.here")) == 1)
    open_game("chomp")
    until("chocolate", lambda: len(seen("#board .chocolate")) == 12)


def several_pieces_are_put_at_once():
    open_page()
    open_game("cram")
    until("a board", lambda: len(seen("#board .place.target")) == 20)
    until("both cells are named", lambda: ["a3", "and", "a2", "wins"] in moves())
    open_game("node-kayles-grid")
    until("the cell that is taken", lambda: ["b4", "loses"] in moves())
    open_game("fair-shares")
    until("heaps are split", lambda: ["split", "heap", "1", "into", "6", "heaps", "of", "1", "wins"] in moves())
    open_game("cops-and-robber")
    until("the player is named", lambda: "Cop (dark) to move" in verdict())
    expect("points have names", sorted(e.text for e in seen("#board .label")), list("abcde"))


SCENES = [
    two_people_play_on_one_screen,
    a_match_on_the_graph,
    a_draw_is_offered_after_repetitions,
    boards_are_played,
    pieces_move_from_place_to_place,
    several_pieces_are_put_at_once,
]
