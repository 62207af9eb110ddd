"""Tests the explorer in a headless browser.

usage: explorer.py ADDRESS [SHARE [FOLDER [SCENE...]]]

Every scene is a function that starts with a fresh page. SHARE is 1/1 for all scenes, 1/2 and 2/2 if two browsers
share them. Prints failures; screenshots of some scenes go to FOLDER. If the variable AXE is the path of axe.min.js, scenes
of accessibility run it, too. FOLDERS is the address of a server with the folders nim-tiers and chomp-tiers; without it, as
for the static site, which has no folders, their scene is left out.
"""

import json
import os
import sys
import tempfile
import time
import traceback

from selenium import webdriver
from selenium.common.exceptions import (ElementClickInterceptedException, ElementNotInteractableException,
                                        StaleElementReferenceException)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

address = sys.argv[1]
share, shares = map(int, sys.argv[2].split("/")) if len(sys.argv) > 2 else (1, 1)
folder = sys.argv[3] if len(sys.argv) > 3 and sys.argv[3] != "" else None
PATIENCE = int(os.environ.get("PATIENCE", "90"))  # seconds: other tests run at the same time

options = webdriver.ChromeOptions()
for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
               "--force-prefers-reduced-motion"):  # the program replies without a pause
    options.add_argument(option)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
browser.set_script_timeout(PATIENCE)
NOT_YET = (ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException, IndexError,
           StopIteration)


# ---- helpers ----


def mouse():
    """Returns pointer actions that take a few frames each."""
    return ActionChains(browser, duration=40)


def resize(width, height, mobile=False):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def get(name):
    return browser.find_element(By.ID, name)


def find(selector):
    return browser.find_elements(By.CSS_SELECTOR, selector)


def seen(selector):
    return browser.execute_script(
        "return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility({ checkVisibilityCSS: true }));",
        selector)


def text(name):
    """Returns the visible text of an element, in one request, because most waiting is for this."""
    return browser.execute_script(
        "const e = document.getElementById(arguments[0]); return e.checkVisibility() ? e.innerText.trim() : '';", name)


def expect(what, got, wanted):
    if got != wanted:
        print(f"{what}: got {got!r}, expected {wanted!r}")


def until(what, condition):
    """Waits for a condition; elements may be replaced, hidden or covered meanwhile."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if condition():
                return True
        except NOT_YET:
            pass
        time.sleep(0.03)
    print(f"{what}: not within {PATIENCE} seconds")
    return False


def until_equal(what, call, wanted):
    last = [None]

    def is_equal():
        last[0] = call()
        return last[0] == wanted

    if not until(what, is_equal):
        print(f"  got {last[0]!r}, expected {wanted!r}")


def value(name):
    return browser.execute_script("return document.getElementById(arguments[0]).value;", name)


def choose(name, wanted):
    browser.execute_script(
        "const e = document.getElementById(arguments[0]); e.value = arguments[1];"
        "e.dispatchEvent(new Event('change', { bubbles: true }));", name, wanted)


def click(selector):
    """Clicks the first such element, which may be replaced before it is clicked."""
    def click_first():
        find(selector)[0].click()
        return True

    until(f"a click on {selector}", click_first)


def press(*keys):
    """Types keys as a person does: they go to the element that has the focus when they arrive. Control is held down."""
    actions = ActionChains(browser)
    if keys[0] == Keys.CONTROL:
        actions.key_down(Keys.CONTROL).send_keys(*keys[1:]).key_up(Keys.CONTROL)
    else:
        actions.send_keys(*keys)
    actions.perform()


EDITOR = """
    const { EditorView } = await import("./codemirror.js");
    const view = EditorView.findFromDOM(document.getElementById("text").shadowRoot.querySelector(".cm-editor"));
    """


def fill(text):
    """Replaces the text of the game."""
    call_module(EDITOR + "view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: %s } }); done();"
                % json.dumps(text))


def game_text():
    return call_module(EDITOR + "done(view.state.doc.toString());")


def names_drawn():
    return sorted(browser.execute_script("return [...document.querySelectorAll('#graph .node')].map(e => e.dataset.name);"))


def node(name):
    """Returns a position of the graph; one that is not drawn yet raises IndexError, for which until waits."""
    return browser.execute_script(
        "return [...document.querySelectorAll('#graph .node')].filter(e => e.dataset.name === arguments[0]);", name)[0]


def node_class(name):
    return browser.execute_script(
        "return [...document.querySelectorAll('#graph .node')].find(e => e.dataset.name === arguments[0])"
        "?.getAttribute('class').split(' ') ?? [];", name)


def places():
    """Returns where positions are on the screen."""
    return browser.execute_script("""
        return Object.fromEntries([...document.querySelectorAll("#graph .node")].map(e => {
          const box = e.querySelector(".shape").getBoundingClientRect();
          return [e.dataset.name, [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]];
        }));""")


def click_at(x, y, twice=False):
    pointer = mouse()
    pointer.w3c_actions.pointer_action.move_to_location(x, y)
    (pointer.double_click() if twice else pointer.click()).perform()


def drag(start, end):
    pointer = mouse()
    pointer.w3c_actions.pointer_action.move_to_location(*start)
    pointer.click_and_hold()
    for share in (0.3, 0.7, 1):
        pointer.w3c_actions.pointer_action.move_to_location(
            round(start[0] + share * (end[0] - start[0])), round(start[1] + share * (end[1] - start[1])))
    pointer.release().perform()


def open_page(at=address):
    browser.get("about:blank")
    browser.get(at)
    until("the page is ready", lambda: browser.execute_script("return document.body?.dataset.ready === 'true';"))
    until_drawn()


def until_drawn():
    """Waits until the graph belongs to the text."""
    until("the graph is there", lambda: browser.execute_script(
        "return document.getElementById('graph').ariaBusy === 'false' && document.querySelector('.stale') === null;"))


def until_still():
    """Waits until the graph belongs to the text and no longer moves."""
    until_drawn()
    last = [None]

    def is_still():
        before, last[0] = last[0], places()
        time.sleep(0.2)
        return before == last[0]

    until("the graph is still", is_still)


def until_at(name):
    """Waits until a position is the current one everywhere."""
    until_equal(f"the current position is {name}", lambda: browser.execute_script("return document.body.dataset.here"), name)


def mode(name):
    click(f"#modes [data-value={name}]")


def tool(name):
    click(f"#tools [data-value={name}]")


def is_open(name):
    return browser.execute_script("return document.getElementById(arguments[0]).open", name)


def unfold(name):
    """Opens a drawer or a section of the inspector."""
    browser.execute_script("document.getElementById(arguments[0]).open = true", name)


def verdict():
    return text("verdict")


def moves(panel="moves"):
    return [e.text.replace("→", "").split() for e in seen(f"#{panel} .move")]


def take(name, panel="moves"):
    """Clicks a move in a list."""
    def click():
        found = [e for e in seen(f"#{panel} .move") if e.get_attribute("data-to") == name]
        if found:
            found[0].click()
        return bool(found)

    until(f"the move to {name}", click)


def press_button(selector, words):
    """Clicks the element whose text begins so; the page may replace it meanwhile."""
    def click():
        next(b for b in seen(selector) if b.text.startswith(words)).click()
        return True

    until(f"the button {words}", click)


def history():
    return [e.text for e in seen("#history .visit")]


def open_game(name):
    click("#open-games")
    until("the games", lambda: get("games").is_displayed())
    click(f"#games [data-name='{name}']")
    until("the list is closed", lambda: not get("games").is_displayed())


def click_place(number, which=None):
    """Clicks a place of the board, or a counter of a pile."""
    selector = f"#board .place[data-place='{number}']" + (f" .counter[data-counter='{which}']" if which is not None else " .spot")
    browser.execute_script(
        "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', { bubbles: true }));", selector)


def picture(name):
    if folder is not None:
        time.sleep(0.6)
        browser.save_screenshot(f"{folder}/{name}.png")


def call_module(body):
    """Runs JavaScript that can import modules of the page; `done` gets the result."""
    return browser.execute_async_script(
        "const done = arguments[0]; (async () => { %s })().catch(e => done(String(e)));" % body)


RING = "a b\nb c\nb g\nc d\nd c\nd e\ne f\ne g\nf a\n"


# ---- scenes ----


def the_page_starts_at_a_won_position():
    open_page()
    until_at("b")
    until("the verdict in words", lambda: "The player to move wins" in verdict() and
          "Move to g: the opponent is stuck." in verdict())
    expect("its moves", moves(), [["g", "wins"], ["c", "draws"]])
    expect("the legend", text("legend").split("\n"), ["the player to move wins", "the player to move loses", "a draw", "➞", "best move", "current position"])
    expect("drawers are closed", [is_open("text-drawer"), is_open("table-drawer"), is_open("why-box")], [False] * 3)
    expect("colours", [node_class(name)[1] for name in "bgc"], ["good", "bad", "neutral"])
    picture("desktop-light")
    unfold("theory")
    expect("every symbol is explained", all(word in text("theory-list") for word in ("N", "P", "D", "∞K", "ν", "σ")), True)
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
    expect("the exit is crossed out", browser.execute_script("""
        return [...document.querySelectorAll("#graph .edge")].filter(e =>
          getComputedStyle(e.querySelector(".cross")).display !== "none").map(e => e.dataset.from + e.dataset.to);"""), ["de"])
    picture("draw")
    click("#answers")
    until("answers are hidden", lambda: "Who wins from here?" in verdict())
    expect("no cycle", browser.execute_script(stays), [])
    press_button("#verdict button", "The opponent")
    until("a wrong guess", lambda: "Not so." in verdict())
    press_button("#verdict button", "Nobody")
    until("a right guess", lambda: "Right!" in verdict())


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
    expect("the previous game is not lost", "undo restores it" in text("said"), True)
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
    expect("a message says so", "Removed the move h → g." in text("said"), True)
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
        len(find("#board .place[data-place='0'] .mark.first")), len(find("#board .mark.second"))], [1, 1])
    expect("moves have names", text("transcript").split("\n")[0], "You a3")
    browser.execute_script("document.activeElement.blur()")
    press("g")
    press(Keys.ENTER)
    until("a move by keys", lambda: len(find("#transcript li")) >= 3)
    mode("explore")
    open_game("nim")
    until("piles", lambda: len(seen("#board .counter")) == 9)
    until("answers", lambda: len(seen("#board .counter.good")) == 1)
    click_place(2, 2)
    until("three are taken", lambda: len(seen("#board .counter")) == 6)
    until("lost", lambda: "The player to move loses" in verdict())
    until_equal("the history", history, ["start", "→ take 3 from pile 3"])


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
    until("piles", lambda: len(seen("#board .counter")) == 8)
    click_place(0, 0)
    until("several moves are meant", lambda: len(seen("#board .choices button")) == 2)
    until("a click on the second choice", lambda: seen("#board .choices button")[1].click() is None)
    until("from both piles", lambda: len(seen("#board .counter")) == 2)
    click("#stages [data-value=graph]")
    until("the graph of the same game", lambda: get("graph").is_displayed() and len(find("#graph .node.here")) == 1)
    open_game("chomp")
    until("chocolate", lambda: len(seen("#board .chocolate")) == 12)


def several_pieces_are_put_at_once():
    open_page()
    open_game("cram")
    until("a board", lambda: len(seen("#board .place.target")) == 20)
    until("both cells are named", lambda: ["a3", "and", "a2", "wins"] in moves())
    click_place(19)
    until_equal("either cell can be clicked", lambda: [e.text for e in seen("#board .choices button")],
                ["d1 and e1", "e2 and e1"])
    open_game("node-kayles-grid")
    until("the cell that is taken comes first", lambda: ["b4,", "a4,", "c4", "and", "b3", "loses"] in moves())
    open_game("fair-shares")
    until("piles are split", lambda: ["split", "pile", "1", "into", "6", "piles", "of", "1", "wins"] in moves())
    open_game("cops-and-robber")
    until("the player is named", lambda: "Cop (blue) to move" in verdict())
    expect("points have names", sorted(e.text for e in seen("#board .label")), list("abcde"))


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


def games_with_players_and_payoffs():
    open_page()
    fill(open("examples/two-coloured.edges", encoding="utf-8").read())
    until("a draw", lambda: "A draw" in verdict() and "A to move" in verdict())
    expect("the legend", "A wins" in text("legend"), True)
    expect("no misère play", get("rule").is_displayed(), False)
    mode("play")
    click("#play-first")
    until_equal("the player", lambda: text("turn"), "Your turn, as A.")
    mode("explore")
    fill(open("examples/payoffs.edges", encoding="utf-8").read())
    until("payoffs", lambda: "A gets" in verdict())
    expect("no match is left", browser.execute_script("return document.getElementById('match').hidden"), True)
    for other in (lambda: open_game("tic-tac-toe"),
                  lambda: fill(open("examples/two-coloured.edges", encoding="utf-8").read())):
        open_page()
        choose("misere", "misere")
        until("misère play", lambda: node_class("g")[1] == "good")
        other()
        until("a game without misère play", lambda: "to move" in verdict() and "A draw" in verdict())
        expect("no error", [text("error"), text("said")], ["", ""])


def several_games_at_once():
    open_page()
    unfold("sum-drawer")
    for wrong in ("", "-1", "99999999999", "x"):
        get("sum-size").send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.BACKSPACE, wrong, Keys.ENTER)
        until(f"'{wrong}' is rejected", lambda: text("sum-problem") != "")
        expect("what was typed is not changed", value("sum-size"), wrong)
    get("sum-size").send_keys(Keys.CONTROL, "a", Keys.NULL, "3", Keys.ENTER)
    until("a heap", lambda: len(seen("#others > li")) == 1)
    until("the verdict on the sum", lambda: "2 games" in verdict() and "A draw" in verdict())
    until("its reason", lambda: "You can stay: \"b, 3\" → \"c, 3\"" in verdict())
    choose("operator", "&")
    until("moves in both games", lambda: "Play Ring: b → c, nim: 3 → 0, or one of 3 others: after that" in verdict())
    choose("operator", "+")
    until("the sum again", lambda: "A draw" in verdict())
    take("nim: 3 → 0")
    until("a move in the sum", lambda: len(history()) == 2)
    click("#back")
    until("back in the sum", lambda: "3" in text("others"))
    click("#others button")
    until("the game alone", lambda: not get("others").is_displayed() and "Position b" in verdict())
    expect("the focus is kept", browser.switch_to.active_element.get_attribute("id"), "sum-size")


def games_can_be_opened():
    open_page()
    click("#open-games")
    until("the games", lambda: get("games").is_displayed())
    cards = [e.get_attribute("data-name") for e in find("#games .card")]
    expect("the first ones", cards[:4], ["nim", "tic-tac-toe", "chomp", "ring"])
    expect("the papers, then families", [e.text for e in find("#games h3")][-2:], ["From the papers", "Whole families"])
    picture("games")
    press(Keys.ESCAPE)
    open_game("smith")
    until_equal("the game of a paper", names_drawn, ["V1", "V2", "V3"])
    open_game("subtraction")
    until("a game of the gallery", lambda: text("status").startswith("21 positions"))
    unfold("text-drawer")
    expect("it has no text", get("text").is_displayed(), False)
    get("arguments").send_keys(Keys.CONTROL, "a", Keys.NULL, "5,1,2")
    until("other arguments", lambda: text("status").startswith("6 positions"))
    get("arguments").send_keys(Keys.CONTROL, "a", Keys.NULL, "x")
    until("wrong arguments", lambda: get("error").is_displayed())
    open_game("node-kayles")
    until("a graph", lambda: game_text() == "a b\nb c\nc d\nd a\na e\nb e\n")
    fill("a b\n")
    until("another graph", lambda: text("status").startswith("2 positions") or text("status").startswith("3 positions"))


def pixel(x, y):
    """Returns the colour of the picture of vectors at a point of its frame."""
    return browser.execute_script("""
        const canvas = document.getElementById("vectors-canvas"), scale = devicePixelRatio;
        return [...canvas.getContext("2d").getImageData(arguments[0] * scale, arguments[1] * scale, 1, 1).data].slice(0, 3);""",
                                  x, y)


def vectors_are_pictured():
    open_page()
    open_game("vectors")
    until("the picture", lambda: text("vectors-said") == "0,0: value 0, the player to move loses")
    picture("vectors")
    fill_vectors("vector{(1,0)*,(0,1)*,(1,1)*}:3,5")
    until_equal("6 columns and 4 rows fit", lambda: text("vectors-said"), "0,0: value 0, the player to move loses")
    frame = get("vectors-frame")
    browser.execute_script("arguments[0].focus()", frame)
    press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    until_equal("a lost position", lambda: text("vectors-said"), "1,2: value 0, the player to move loses")
    width, height = frame.size["width"], frame.size["height"]
    z = min(width / 6, height / 4, 40)
    at = lambda row, column: ((width - 6 * z) / 2 + (column + 0.1) * z, (height - 4 * z) / 2 + (row + 0.1) * z)
    expect("P-positions are red", pixel(*at(0, 0)), [0xd6, 0x27, 0x28])
    share = 4 * 254 // 6  # the largest value of the picture is 6
    expect("the value 4", pixel(*at(0, 4)), [255 - share * most // 255 for most in (224, 175, 95)])
    x, y = at(3, 5)
    mouse().move_to_element_with_offset(frame, int(x + z / 2 - width / 2), int(y + z / 2 - height / 2)).perform()
    until_equal("the value under the pointer", lambda: text("vectors-said"), "3,5: value 0, the player to move loses")
    picture("vectors-small")
    beyond = (width - 6 * z) / 2 - 5, height / 2 - 5
    expect("nothing left of the picture", pixel(*beyond), [0, 0, 0])
    click("#vectors-in")
    until("larger cells", lambda: pixel(*beyond) != [0, 0, 0])
    fill_vectors("vector{(1,0)*,(0,1)*,(1,1)*:3,5")
    until("the error", lambda: "expected" in text("vectors-said") or "}" in text("vectors-said"))
    fill_vectors("vector{(1,0,0)*,(0,1,0)*,(0,0,1)*}:3,5,7")
    until("a slice is needed", lambda: "Slice" in text("vectors-said"))
    get("vectors-slice").send_keys("x,y,7", Keys.ENTER)
    until("a plane", lambda: text("vectors-said") == "0,0: value 7, the player to move wins")
    expect("the dialog", violations(), [])


def misere_quotients_are_multiplied():
    open_page()
    open_game("quotients")
    until_equal("Kayles", lambda: text("quotients-said"), "The quotient of all heaps has 40 elements, 9 of them in P, and is "
                "wild. Its values repeat with period 12 from heap 71 on.")
    until("a product", lambda: text("quotients-product").startswith("2 + 3 + 5 is "))
    expect("heap 1 is in P", find("#quotients-values li")[1].get_attribute("class"), "bad")
    get("quotients-heaps").send_keys(Keys.CONTROL, "a", Keys.NULL, "2,2", Keys.ENTER)
    until_equal("a lost sum", lambda: text("quotients-product"), "2 + 2 is b2: the player to move loses.")
    picture("quotients")
    get("quotients-code").send_keys(Keys.CONTROL, "a", Keys.NULL, "0.8x!", Keys.ENTER)
    until("an error", lambda: "unexpected" in text("quotients-said").lower())
    expect("no table", get("quotients-body").is_displayed(), False)
    choose("quotients-known", "0.123")
    until("another game", lambda: "has 20 elements, 5 of them in P" in text("quotients-said"))
    expect("the dialog", violations(), [])


def fill_vectors(game):
    get("vectors-text").clear()
    get("vectors-text").send_keys(game, Keys.ENTER)
    until("the answer", lambda: get("vectors-frame").get_attribute("aria-busy") is None)


def links_and_exports():
    open_page()
    fill("u v\nv w\n")
    until_equal("the game", names_drawn, ["u", "v", "w"])
    click("#graph .node[data-name='v']")
    until_at("v")
    click("#open-share")
    until("the link", lambda: value("link").startswith(address))
    students = value("link")
    expect("a local address is mentioned", "only on this computer" in text("local-note"), True)
    click("#audiences [data-value=answers]")
    until("another link", lambda: value("link") != students)
    answers = value("link")
    expect("the link does not contain the token", "token" in answers, False)
    expect("the embed code", value("embed").split("\n")[1:4], ['<grundy-game position="v">', "u v", "v w"])
    press_button("#share .row button", "Copy embed code")
    until("it is copied", lambda: text("share-said") == "The embed code was copied.")
    click("#picture-answers")
    for name in ("SVG", "PNG", "PNG 2×", "TSV", "JSON", "Worksheet", "Questions"):
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


def another_game_is_laid_out_anew():
    open_page()
    open_game("annihilation")  # it has positions with the names of the ring
    until_equal("the game", lambda: len(names_drawn()), 16)
    until_still()
    frame = browser.execute_script("const box = document.getElementById('graph').getBoundingClientRect();"
                                   "return [box.left, box.top, box.right, box.bottom];")
    outside = [name for name, (x, y) in places().items()
               if not (frame[0] < x < frame[2] and frame[1] < y < frame[3])]
    expect("positions outside of the stage", outside, [])


def damaged_links_are_reported():
    open_page(f"{address}#zdamaged")
    expect("a message says so", text("said"), "This link is damaged; the example Ring is shown instead.")
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


def focused_label():
    return browser.execute_script("return document.activeElement.getAttribute('aria-label') ?? ''")


def everything_by_keyboard():
    open_page()
    body = browser.find_element(By.TAG_NAME, "body")
    body.send_keys("?")
    until("help", lambda: get("help").is_displayed())
    expect("its heading has the focus", browser.switch_to.active_element.get_attribute("id"), "help-title")
    press(Keys.ESCAPE)
    until("no help", lambda: not get("help").is_displayed())
    body.send_keys("g")
    until("a position has the focus", lambda: focused_label().startswith("b, the player to move wins"))
    press(Keys.ARROW_RIGHT)
    until("the next one", lambda: focused_label().startswith(("c,", "g,")))
    press(Keys.ENTER)
    until("walked", lambda: len(history()) == 2)
    here = focused_label()[0]
    press("m")
    press(Keys.ARROW_RIGHT)
    there = focused_label()[0]
    press("m")
    until("a move is added or removed", lambda: (f"{here} {there}\n" in game_text()) != (f"{here} {there}\n" in RING))
    until_drawn()
    press("n")
    until("a new position", lambda: "h" in names_drawn())
    until_drawn()
    browser.execute_script("arguments[0].focus()", node("h"))
    press(Keys.F2)
    until("a field for the name", lambda: len(find(".rename")) == 1)
    press(Keys.CONTROL, "a")
    press("k", Keys.ENTER)
    until("renamed", lambda: "k" in names_drawn())
    until("it keeps the focus", lambda: focused_label().startswith("k"))
    press(Keys.DELETE)
    until("the position is removed", lambda: "k" not in names_drawn())
    until("the focus stays in the graph", lambda: browser.execute_script(
        "return document.activeElement.closest('#graph') !== null"))
    press(Keys.CONTROL, "z")
    until("undo", lambda: "k" in names_drawn())
    browser.execute_script("document.activeElement.blur()")
    body.send_keys("i")
    until("the table", lambda: len(seen("#grid .name")) > 4)
    press(Keys.END, Keys.ENTER)
    until("walked through the table", lambda: len(history()) >= 3)
    press("a")
    until("the algorithm", lambda: text("step-count").startswith("1 / "))
    press("]")
    until("a step", lambda: text("step-count").startswith("2 / "))
    press("e")
    until("explore", lambda: get("verdict").is_displayed())
    press("h")
    until("answers are hidden", lambda: "Who wins from here?" in verdict())
    press("t")
    until("the text has the focus", lambda: browser.switch_to.active_element.get_attribute("id") == "text")
    focus = "return document.activeElement.id"
    press(Keys.TAB)
    until("Tab leaves the text", lambda: browser.execute_script(focus) != "text")


def tab_order_leaves_the_graph():
    open_page()
    until("the current position", lambda: find("#graph .node.here"))
    browser.execute_script("document.querySelector('#graph .node.here').focus()")
    press(Keys.TAB)
    expect("Tab goes on to a control", browser.execute_script("return document.activeElement !== document.body"), True)
    expect("outside of the graph", browser.execute_script("return document.activeElement.closest('#graph') === null"), True)


def violations():
    """Runs axe-core on the page as it is."""
    axe = os.environ.get("AXE")
    if axe is None:
        return []
    browser.execute_script(open(axe, encoding="utf-8").read())
    return browser.execute_async_script("""
        const done = arguments[0];
        axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
          done(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(n => n.html.slice(0, 120)).join(" | ")}`)));""")


def everybody_can_use_it():
    open_page()
    nameless = browser.execute_script("""
        return [...document.querySelectorAll("button, input, select, [role=button], [role=grid]")]
          .filter(e => !(e.textContent.trim() || e.getAttribute("aria-label") || e.getAttribute("title") ||
                         e.getAttribute("aria-labelledby") || e.labels?.length > 0))
          .map(e => e.outerHTML);""")
    expect("controls without a name", nameless, [])
    twice = browser.execute_script("""
        const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
        return ids.filter((id, i) => ids.indexOf(id) !== i);""")
    expect("ids that occur twice", twice, [])
    for drawer in ("text-drawer", "table-drawer", "sum-drawer", "why-box", "numbers", "theory"):
        unfold(drawer)
    until("the table", lambda: len(seen("#grid .name")) > 4)
    for theme in ("light", "dark"):
        choose("theme", theme)
        for name in ("explore", "play", "algorithm"):
            mode(name)
            time.sleep(0.5)
            expect(f"{name}, {theme}", violations(), [])
        mode("explore")
    for button in ("open-games", "open-share", "open-help", "open-view"):
        click(f"#{button}")
        expect(button, violations(), [])
        press(Keys.ESCAPE)
    open_game("tic-tac-toe")
    until("a board", lambda: len(seen("#board .place.target")) == 9)
    expect("a board", violations(), [])
    choose("theme", "auto")


def light_and_dark():
    open_page()
    paper = "return getComputedStyle(document.body).backgroundColor"
    light = browser.execute_script(paper)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                            {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    until("follows the system", lambda: browser.execute_script(paper) != light)
    dark = browser.execute_script(paper)
    picture("desktop-dark")
    choose("theme", "light")
    expect("follows the reader's choice", browser.execute_script(paper), light)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    choose("theme", "dark")
    expect("the same dark", browser.execute_script(paper), dark)
    choose("theme", "auto")
    fill_of = "return getComputedStyle(document.querySelector('#graph .node.bad .shape')).fill"
    before = browser.execute_script(fill_of)
    choose("palette", "safe")
    until("the palette", lambda: browser.execute_script(fill_of) != before)


def drawers_do_not_cover_the_stage():
    open_page()
    for drawer in ("text-drawer", "table-drawer", "sum-drawer"):
        unfold(drawer)
    until("the table", lambda: len(seen("#grid .name")) > 4)
    bottoms = browser.execute_script("""
        return ["stage", "inspector", "graph"].map(id => document.getElementById(id).getBoundingClientRect().bottom);""")
    top = browser.execute_script("return document.querySelector('footer').getBoundingClientRect().top")
    expect("the stage is above the drawers", max(bottoms) <= top, True)
    expect("the stage has room", get("stage").size["height"] >= 300, True)


def a_phone_has_room_for_fingers():
    resize(390, 844, mobile=True)
    open_page()
    for name in ("explore", "play", "algorithm"):
        mode(name)
        expect(f"{name} is as wide as the phone", browser.execute_script("return document.documentElement.scrollWidth"), 390)
        small = browser.execute_script("""
            return [...document.querySelectorAll("button, summary, select, #graph .node .touch")]
              .filter(e => e.checkVisibility() && !e.matches(".term, #intro select"))
              .map(e => [e.textContent, e.getBoundingClientRect()]).filter(([, box]) => box.height < 43.5)
              .map(([words, box]) => `${words} ${Math.round(box.height)}`);""")
        expect(f"small targets in {name}", small, [])
        picture(f"phone-{name}")
    mode("explore")
    for drawer in ("text-drawer", "table-drawer", "sum-drawer"):
        unfold(drawer)
    until("the table", lambda: len(seen("#grid .name")) > 4)
    expect("drawers are as wide as the phone", browser.execute_script("return document.documentElement.scrollWidth"), 390)
    click("#sum-form button")
    until("a heap of three counters", lambda: len(seen("#others .counter")) == 3)
    expect("it is not cut", browser.execute_script("""
        const card = document.querySelector("#others .other");
        return card.getBoundingClientRect().bottom <= document.getElementById("legend").getBoundingClientRect().top;"""), True)
    click("#others button")
    for button, name in (("open-share", "share"), ("open-view", "view"), ("open-games", "games"), ("open-help", "help")):
        click(f"#{button}")
        expect(f"{name} is not too wide", browser.execute_script(
            "const e = document.getElementById(arguments[0]); return e.scrollWidth - e.clientWidth;", name), 0)
        press(Keys.ESCAPE)
    click("#graph .node[data-name='c']")
    until("the explanation appears", lambda: "You can stay" in verdict())
    open_game("tic-tac-toe")
    until("a board", lambda: len(seen("#board .place.target")) == 9)
    picture("phone-board")
    resize(1440, 900)


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


def folders_of_tiers_are_looked_up():
    """A second server offers a folder whose rules have no board, and one whose rules have one."""
    open_page(os.environ["FOLDERS"])
    until_at("20")
    until("the verdict", lambda: "The player to move loses" in verdict())
    expect("the status", text("status"), "Solved tier by tier; positions are looked up when you come to them.")
    until_equal("moves are drawn", lambda: sorted(names_drawn()), ["17", "18", "19", "20"])
    expect("nobody chooses misère play", get("rule").is_displayed(), False)
    take("18")
    until_at("18")
    until("a won position", lambda: "The player to move wins" in verdict())
    until_equal("its moves are drawn", lambda: sorted(names_drawn()), ["15", "16", "17", "18"])
    until("colours", lambda: "bad" in node_class("16") and "good" in node_class("18"))
    unfold("table-drawer")
    until_equal("the positions that were seen", lambda: text("rows-count"), "6 of 6 positions")
    expect("its heading", text("table-count"), "seen so far (6)")
    unfold("why-box")
    until("an explanation", lambda: "18 is an N-position: the move to 16" in text("why"))
    unfold("text-drawer")
    expect("it has no text", get("text").is_displayed(), False)
    expect("a note", text("gallery-note").startswith("nim-tiers is a folder of tiers."), True)
    mode("algorithm")
    until("no course", lambda: "nothing to watch" in text("step-note"))
    mode("explore")
    open_game("chomp-tiers")
    until("a board", lambda: len(seen("#board .place.target")) == 11)
    mode("play")
    click("#play-first")
    until("your turn", lambda: text("turn").startswith("Your turn"))
    click_place(11)
    until("a reply", lambda: len(find("#transcript li")) == 2)
    until("your turn again", lambda: text("turn").startswith("Your turn"))


SCENES = [
    the_page_starts_at_a_won_position,
    one_position_rules_everything,
    a_draw_is_explained,
    a_game_is_typed,
    an_error_is_shown_at_its_line,
    files_are_opened,
    the_tools_change_the_game,
    text_keeps_its_size,
    rules_and_dot_become_an_edge_list_first,
    a_match_on_the_graph,
    a_draw_is_offered_after_repetitions,
    the_smallest_games,
    boards_are_played,
    pieces_move_from_place_to_place,
    several_pieces_are_put_at_once,
    the_algorithm_on_the_same_stage,
    kinds_of_moves_have_arrows_of_their_own,
    games_with_players_and_payoffs,
    several_games_at_once,
    games_can_be_opened,
    vectors_are_pictured,
    misere_quotients_are_multiplied,
    links_and_exports,
    back_returns_to_the_game_and_mode_before,
    another_game_is_laid_out_anew,
    damaged_links_are_reported,
    long_work_can_be_cancelled,
    everything_by_keyboard,
    tab_order_leaves_the_graph,
    everybody_can_use_it,
    light_and_dark,
    drawers_do_not_cover_the_stage,
    a_phone_has_room_for_fingers,
    large_games_have_a_neighbourhood_and_a_table,
]
if "FOLDERS" in os.environ:
    SCENES.append(folders_of_tiers_are_looked_up)


def is_wrong(entry):
    """Returns whether a log entry is an error. Wrong games are answered with 400 or 422, which the browser logs."""
    return entry["level"] == "SEVERE" and "status of 4" not in entry["message"]


def main():
    wanted = sys.argv[4:]
    expect("unknown scenes", set(wanted) - {scene.__name__ for scene in SCENES}, set())
    resize(1440, 900)
    for scene in SCENES[share - 1::shares]:
        if wanted and scene.__name__ not in wanted:
            continue
        try:
            scene()
        except Exception as error:  # run the other scenes anyway
            line = next(f.lineno for f in traceback.extract_tb(error.__traceback__) if f.name == scene.__name__)
            print(f"{scene.__name__}, line {line}: {type(error).__name__}: {str(error).splitlines()[0]}")
        wrong = [entry["message"] for entry in browser.get_log("browser") if is_wrong(entry)]
        expect(f"{scene.__name__}: errors of the page", wrong, [])


try:
    main()
finally:
    browser.quit()
