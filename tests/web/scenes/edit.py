"""Scenes: a game is typed, opened and changed by the tools."""

import os
import tempfile

from selenium.webdriver.common.keys import Keys

from browser import (EDITOR, RING, address, browser, call_module, choose, click, click_at, drag, expect, fill, find,
                     game_text, get, is_open, mode, names_drawn, node_class, open_game, open_page, picture,
                     places, press, press_button, text, tool, unfold, until, until_at, until_drawn, until_equal,
                     until_still, value, verdict)


def a_game_is_typed():
    open_page()
    fill("x -> y\ny z\n")
    until_equal("positions", names_drawn, ["x", "y", "z"])
    until("the status", lambda: text("status").startswith("3 positions: 2 P-positions, 1 N-position"))
    press(Keys.CONTROL, "z")
    until("undo", lambda: len(names_drawn()) == 7)
    click("#redo")
    until("redo", lambda: len(names_drawn()) == 3)
    fill("digraph { p -> q; q -> p }")
    until_equal("DOT is recognized", lambda: (names_drawn(), value("format")), (["p", "q"], "dot"))
    choose("format", "edges")
    until_equal("it becomes an edge list", game_text, "p\nq\np q\nq p\n")
    choose("format", "lua")
    until("sample rules", lambda: text("status").startswith("11 positions"))
    unfold("text-drawer")
    expect("the previous game is not lost", get("said-undo").is_displayed(), True)
    get("arguments").send_keys("12")
    until("arguments", lambda: text("status").startswith("13 positions"))


def an_error_is_shown_at_its_line():
    open_page()
    fill("a b\nb c d\nc a\n")
    until("the error", lambda: "third word" in text("error"))
    expect("the last graph stays", len(names_drawn()), 7)
    click("#error button")
    until("the text is open", lambda: is_open("text-drawer"))
    chosen = call_module(EDITOR + "const { from, to } = view.state.selection.main; done(view.state.sliceDoc(from, to));")
    expect("the rest of the line is selected", chosen, "d")
    marks = "return document.getElementById('text').shadowRoot.querySelectorAll('.cm-lint-marker-error').length"
    until_equal("a mark next to the line", lambda: browser.execute_script(marks), 1)
    picture("error")
    press(Keys.BACKSPACE)
    until_equal("the error is corrected", names_drawn, ["a", "b", "c"])
    expect("no error", get("error").is_displayed(), False)
    fill("a,b\n")
    until("a hint", lambda: "write: a b" in text("said") or "a b" in text("error"))


def files_are_opened():
    open_page()
    unfold("text-drawer")
    browser.execute_script("document.getElementById('file').hidden = false")
    with tempfile.TemporaryDirectory() as home:
        def open_file(name, content):
            path = os.path.join(home, name)
            with open(path, "wb") as file:
                file.write(content)
            get("file").send_keys(path)

        open_file("picture.png", b"\x89PNG\r\n\0\0")
        until("no text file", lambda: "picture.png is not a text file." in text("said"))
        expect("the game stays", [len(names_drawn()), text("game-title")], [7, "Ring"])
        open_file("table.csv", b"a,b\nb,c\n")
        until("commas", lambda: "For a move from a to b, write: a b" in text("said"))
        open_file("chain.dot", b"digraph { x -> y; y -> z }")
        until_equal("DOT", names_drawn, ["x", "y", "z"])
        expect("its title", text("game-title"), "chain.dot")
        open_file("empty.edges", b"")
        until_equal("an empty file", verdict, "The game has no positions yet.")
        open_file("broken.edges", b"a b\nb c d\n")
        until("a broken file", lambda: text("error").startswith("line 2"))


def the_tools_change_the_game():
    open_page()
    fill(RING)
    until_drawn()
    before = places()
    tool("position")
    x, y = before["g"][0], before["g"][1] + 90
    click_at(x, y)
    until("a new position", lambda: game_text().endswith("f a\nh\n"))
    until("it is drawn", lambda: "h" in names_drawn())
    until_still()
    after = places()
    expect("it is where the click was", max(abs(after["h"][0] - x), abs(after["h"][1] - y)) <= 2, True)
    expect("nothing else moves", {k: v for k, v in after.items() if k != "h"}, before)
    tool("move")
    drag(after["h"], after["g"])
    until("a new move", lambda: game_text().endswith("h\nh g\n"))
    drag(after["h"], (after["h"][0] + 120, after["h"][1] + 30))
    until("a new position with a move", lambda: game_text().endswith("h g\nh i\n"))
    until("it is drawn", lambda: "i" in names_drawn())
    until_drawn()
    tool("select")
    click_at(*places()["i"], twice=True)
    until("a field for the name", lambda: len(find(".rename")) == 1)
    press(Keys.CONTROL, "a")
    press("exit", Keys.ENTER)
    until("renamed, not removed", lambda: game_text().endswith("h g\nh exit\n"))
    until("its name", lambda: "exit" in names_drawn())
    until_at("exit")
    until_drawn()
    start = places()["exit"]
    drag(start, (start[0] - 40, start[1] - 60))
    until("moved", lambda: abs(places()["exit"][1] - start[1] + 60) <= 3)
    tool("delete")
    click_at(*places()["exit"])
    until("deleted", lambda: game_text().endswith("h g\nh\n") or game_text().endswith("h g\n"))
    until_drawn()
    click_at(*edge_middle("h", "g"))
    until("the move is deleted", lambda: "h g" not in game_text())
    expect("a message says so", "Removed the move h → g." in text("said-words"), True)
    click("#undo")
    until("undo", lambda: "h g" in game_text())


def edge_middle(start, end):
    return browser.execute_script("""
        const edge = [...document.querySelectorAll("#graph .edge")].find(e => e.dataset.from === arguments[0] && e.dataset.to === arguments[1]);
        const path = edge.querySelector(".touch");
        const at = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
        return [Math.round(at.x), Math.round(at.y)];""", start, end)


def text_keeps_its_size():
    open_page()
    sizes = """return [...document.querySelectorAll("#graph .name")].map(e => e.getScreenCTM().a * e.getAttribute("font-size"));"""
    for button in ["zoom-out"] * 8 + ["zoom-in"] * 16:
        click(f"#{button}")
        until("text has 11 to 18 pixels", lambda: all(10.9 <= size <= 18.1 for size in browser.execute_script(sizes)))
    click("#zoom-fit")


def rules_and_dot_become_an_edge_list_first():
    open_page()
    fill("digraph { p -> q }")
    until_equal("DOT", names_drawn, ["p", "q"])
    until_still()
    tool("move")
    drag(places()["q"], places()["p"])
    until_equal("the text", game_text, "p\nq\np q\nq p\n")
    click("#undo")
    click("#undo")
    until_equal("undo", game_text, "digraph { p -> q }")


def links_and_exports():
    open_page()
    fill("u v\nv w\n")
    until_equal("the game", names_drawn, ["u", "v", "w"])
    click("#graph .node[data-name='v']")
    until_at("v")
    click("#open-share")
    until("the link", lambda: value("link").startswith(address))
    answers = value("link")
    expect("a local address is mentioned", "only on this computer" in text("local-note"), True)
    click("#share-hidden")
    until("another link", lambda: value("link") != answers)
    students = value("link")
    click("#share-hidden")
    until("the first link", lambda: value("link") == answers)
    expect("the link does not contain the token", "token" in answers, False)
    expect("the embed code", value("embed").split("\n")[1:4], ['<grundy-game position="v">', "u v", "v w"])
    press_button("#share .row button", "Copy embed code")
    until("it is copied", lambda: text("share-said") == "The embed code was copied.")
    click("#picture-answers")
    for name in ("SVG", "PNG", "PNG 2×", "TSV", "JSON", "Save as a file"):
        press_button("#share .row button", name)
        until(f"{name} is saved", lambda: "Saved " in text("share-said"))
    picture("share")
    press(Keys.ESCAPE)
    until("closed", lambda: not get("share").is_displayed())
    open_page(answers)
    until_at("v")
    until("with answers", lambda: "The player to move wins" in verdict())
    open_page(students)
    until_at("v")
    until("without answers", lambda: "Who wins from here?" in verdict() and node_class("v")[1] == "blank")


def count_addresses():
    """Counts the addresses that the page adds to those of the browser's Back button, from now on."""
    browser.execute_script("""
        window.added = 0;
        const { pushState } = history;
        history.pushState = (...entry) => { window.added++; pushState.apply(history, entry); };""")


def addresses_added():
    return browser.execute_script("return window.added")


def back_returns_to_the_game_and_mode_before():
    open_page()
    click("#graph .node[data-name='c']")
    until_at("c")
    count_addresses()
    open_game("smith")
    until_equal("another game", names_drawn, ["V1", "V2", "V3"])
    until_equal("the address of the game", addresses_added, 1)
    mode("play")
    until_equal("the address of the mode", addresses_added, 2)
    browser.back()
    until("the mode before", lambda: get("explore-panel").is_displayed() and text("game-title") == "Smith's three positions")
    browser.back()
    until("the game before", lambda: text("game-title") == "Ring" and len(names_drawn()) == 7)
    until_at("c")
    browser.forward()
    until("forward", lambda: text("game-title") == "Smith's three positions")
    until_equal("the other game again", names_drawn, ["V1", "V2", "V3"])
    for _ in range(5):  # faster than the address is written
        browser.back()
        browser.forward()
    until_equal("after hurrying to and fro", names_drawn, ["V1", "V2", "V3"])
    browser.back()
    until("the first game is still there", lambda: text("game-title") == "Ring" and len(names_drawn()) == 7)


def damaged_links_are_reported():
    open_page(f"{address}#zdamaged")
    expect("a message says so", text("said"), "This link is damaged. The example Ring is shown instead.")
    open_page(f"{address}#stage")
    expect("the id of an element is not damaged", text("said"), "")


def long_work_can_be_cancelled():
    open_page()
    fill("return {\n  start = function() return 0 end,\n  moves = function(p) return { p + 1, p + 2 } end,\n}\n")
    until("the progress", lambda: get("progress").is_displayed() and "found so far" in text("progress-words"))
    click("#cancel")
    until("cancelled", lambda: text("status").startswith("Cancelled."))
    expect("how far it was", "positions had been found" in text("status"), True)
    click("#undo")
    until("the game before", lambda: text("status").startswith("7 positions") and find(".stale") == [])
    fill("return {\n  start = function() return string.rep('x', 2000000000) end,\n  moves = function() return {} end,\n}\n")
    until("a limit is not an error of the text", lambda: text("status").startswith("This game is too large to solve here"))
    click("#undo")
    until("no old note is left", lambda: text("status").startswith("7 positions"))


SCENES = [
    a_game_is_typed,
    an_error_is_shown_at_its_line,
    files_are_opened,
    the_tools_change_the_game,
    text_keeps_its_size,
    rules_and_dot_become_an_edge_list_first,
    links_and_exports,
    back_returns_to_the_game_and_mode_before,
    damaged_links_are_reported,
    long_work_can_be_cancelled,
]
