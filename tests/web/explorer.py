"""Tests the explorer in a headless browser.

usage: explorer.py ADDRESS [SHARE [FOLDER [SCENE...]]]

Every scene is a function that starts with a fresh page. SHARE is 1/1 for all scenes, 1/2 and 2/2 if two browsers
share them. Prints failures; screenshots of some scenes go to FOLDER.
"""

import sys
import time
import traceback

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

address = sys.argv[1]
share, shares = map(int, sys.argv[2].split("/")) if len(sys.argv) > 2 else (1, 1)
folder = sys.argv[3] if len(sys.argv) > 3 else None
PATIENCE = 90  # seconds: other tests run at the same time

options = webdriver.ChromeOptions()
for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
               "--force-prefers-reduced-motion"):  # the program replies without a pause
    options.add_argument(option)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
browser.set_script_timeout(PATIENCE)


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
    """Waits for a condition; elements may be replaced meanwhile."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if condition():
                return True
        except (StaleElementReferenceException, IndexError):
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


def press(*keys):
    """Sends keys to the focused element, which may be replaced before they arrive."""
    def send():
        browser.switch_to.active_element.send_keys(*keys)
        return True

    until("an element has the focus", send)


def write(text):
    """Replaces the game as a reader would: selects all and types."""
    get("text").send_keys(Keys.CONTROL, "a", Keys.NULL, text)


def fill(text):
    """Replaces the game at once; for long games."""
    browser.execute_script(
        "const t = document.getElementById('text'); t.value = arguments[0];"
        "t.dispatchEvent(new Event('input', { bubbles: true }));", text)


def names_drawn():
    return browser.execute_script(
        "return [...document.querySelectorAll('#picture .node text:first-of-type')].map(e => e.textContent);")


def node(name):
    return browser.execute_script(
        "return [...document.querySelectorAll('#picture .node')]"
        ".find(e => e.querySelector('text').textContent === arguments[0]);", name)


def open_page(at=address):
    browser.get("about:blank")
    browser.get(at)
    until("the page is ready", is_ready)
    until_drawn()
    until_answered()


def until_drawn():
    """Waits until the drawing belongs to the text."""
    until("the drawing is there", lambda: not is_busy("picture"))


def until_answered():
    """Waits until the board is evaluated."""
    until("the board is answered", lambda: not is_busy("board"))


def is_busy(name):
    return browser.execute_script("return document.getElementById(arguments[0]).ariaBusy !== 'false';", name)


def is_ready():
    return browser.execute_script("return document.body?.dataset.ready === 'true';")


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


def the_logic_of_modules():
    open_page()
    expect("fragments are decoded", call_module("""
        const { encodeFragment, decodeFragment } = await import("./fragment.js");
        const view = { game: { format: "edges", text: "ä b\\n∞ c # é\\n" }, step: 7, x: "a".repeat(5000) };
        const fragment = await encodeFragment(view);
        const back = await decodeFragment("#" + fragment);
        done([JSON.stringify(back) === JSON.stringify(view), fragment.length < 300,
              /^[\\w-]+$/.test(fragment), await decodeFragment("#zdamaged"), await decodeFragment("")]);
        """), [True, True, True, None, None])
    expect("decoded addresses are checked", call_module("""
        const { cleanShared, firstShared } = await import("./state.js");
        const clean = cleanShared({ game: 5, position: {}, step: "x", view: { radius: "2", layout: "circo" },
          board: { operator: "?", components: [null, 3, { nim: 4 }, { position: 5 }, { position: "a" }] } });
        const { files } = cleanShared({ game: { gallery: "node-kayles", files: { "board.edges": 5 } } }).game;
        done([files === undefined, clean.game.format, clean.position, clean.step, clean.view.radius, clean.view.layout,
              clean.board.operator, JSON.stringify(clean.board.components)]);
        """), [True, "edges", None, 0, 2, "circo", "+", '[{"nim":4},{"position":"a"}]'])
    expect("edge lists are edited", call_module("""
        const e = await import("./edges.js");
        const text = "# ring\\na b # there\\nb c\\n@ c outcome=N\\n";
        done([e.addMove(text, "c", "a"), e.addMove(text, "a", "b"), e.removeMove(text, "b", "c"),
              e.removeMove(text, "a", "b"), e.removePosition(text, "b"), e.removePosition(text, "c"),
              e.addPosition("", "x"), e.freshName(["a", "b"]), e.freshName(["3", "10"]), e.freshName(["v1", "xy"]),
              e.parseEdges(text).names.join(), e.parseEdges("a b\\na b\\na a\\n").moves]);
        """), ["# ring\na b # there\nb c\n@ c outcome=N\nc a\n", "# ring\na b # there\nb c\n@ c outcome=N\n",
               "# ring\na b # there\n@ c outcome=N\n", "# ring\na\nb c\n@ c outcome=N\n",
               "# ring\na\n@ c outcome=N\n", "# ring\na b # there\n", "x\n", "c", "11", "v2", "a,b,c", 2])
    expect("formats are recognized", call_module("""
        const { formatOf } = await import("./editor.js");
        done([formatOf("a b", "edges"), formatOf("strict digraph x { a -> b }", "edges"), formatOf("a b", "dot"),
              formatOf("<?xml version='1.0'?>", "edges"), formatOf("", "lua"), formatOf("return {\\n}", "edges"),
              formatOf("graph b", "edges")]);
        """), ["edges", "dot", "edges", "graphml", "lua", "lua", "edges"])
    expect("rows are sorted and filtered", call_module("""
        const { filterRows, sortRows } = await import("./rows.js");
        const columns = { vertex: ["10", "9", "ab", "a"], outcome: ["N", "P", "D", "N"],
                          grundy: [2, 0, "inf", 1], counter: [3, 0, null, 1] };
        const shown = [["10", "N", "2", "3"], ["9", "P", "0", "0"], ["ab", "D", "∞{0}", ""], ["a", "N", "1", "1"]];
        const names = Object.keys(columns);
        const text = (column, row) => shown[row][names.indexOf(column)];
        const filter = query => [...filterRows(4, query, columns, text)].join();
        const sort = (column, descending) => [...sortRows([0, 1, 2, 3], columns[column],
          { text: row => text(column, row), descending })].join();
        done([filter("outcome=N"), filter("value>=1"), filter("grundy=inf"), filter("value<1 outcome!=N"), filter("A"),
              filter("name~b"), filter(""), filter("zz"), sort("grundy", false), sort("grundy", true),
              sort("vertex", false), sort("counter", false), sort("outcome", false)]);
        """), ["0,3", "0,2,3", "2", "1", "2,3", "2", "0,1,2,3", "", "1,3,0,2", "2,0,3,1", "1,0,3,2", "2,1,3,0",
               "2,0,3,1"])
    expect("messages are reworded for the page", call_module("""
        const { formatMessage, sentence } = await import("./messages.js");
        const format = message => { const e = formatMessage({ message }); return [e.message, e.line, e.column].join("|"); };
        done([format("9 moves are too many; --around POSITION --radius 2 draws a part"), format("--around: no position 'z'"),
              format("out of memory; --memory allows 1.0 GiB"), format("game2.dot has no position 'z'"),
              format("board.edges:2:5: a third word"), sentence("no such game"), sentence("Enough!")]);
        """), ['9 moves are too many; "nearby" above the drawing shows a part|0|0', "no position 'z'|0|0",
               "out of memory; the server allows 1.0 GiB per request|0|0", "the game has no position 'z'|0|0",
               "a third word|2|5", "No such game.", "Enough!"])
    expect("problems of filters", call_module("""
        const { filterProblem } = await import("./rows.js");
        const columns = { vertex: [], outcome: [], grundy: [] };
        const problem = query => filterProblem(query, columns);
        done([problem("bogus=3"), problem("value>"), problem("value>=abc"), problem("ab value>=2 outcome=N value<inf")]);
        """), ['There is no column bogus; "bogus=3" is searched in names.', "value> is incomplete.",
               "value>=abc: abc is not a number.", ""])
    expect("a million rows", call_module("""
        const { filterRows, sortRows } = await import("./rows.js");
        const count = 1e6, grundy = Array.from({ length: count }, (_, i) => i * 7919 % 1000);
        const vertex = grundy.map((_, i) => String(i));
        const text = (column, row) => column === "vertex" ? vertex[row] : String(grundy[row]);
        const rows = filterRows(count, "value>=500", { vertex, grundy }, text);
        const sorted = sortRows(rows, grundy, { text: row => text("grundy", row), descending: true });
        done([rows.length, grundy[sorted[0]], grundy[sorted[499999]], sorted[0] < sorted[1]]);
        """), [500000, 999, 500, True])


def a_game_is_typed():
    open_page()
    picture("desktop-light")
    write("x y\ny z\n")
    until_equal("positions", lambda: sorted(names_drawn()), ["x", "y", "z"])
    until("the summary", lambda: text("summary").startswith("3 positions. 2 P-positions, 1 N-position. 0 infinite values"))
    until_equal("the board follows", lambda: seen("#components .place select")[0].get_property("value"), "x")
    press(Keys.CONTROL, "z")
    until("undo", lambda: len(names_drawn()) == 7)
    get("redo").click()
    until("redo", lambda: len(names_drawn()) == 3)
    write("digraph { p -> q; q -> p }")
    until_equal("DOT is recognized", lambda: (sorted(names_drawn()), value("format")), (["p", "q"], "dot"))
    choose("format", "edges")
    until_equal("it becomes an edge list", lambda: value("text"), "p\nq\np q\nq p\n")
    choose("format", "lua")
    expect("the previous game is not lost", "undo restores it" in text("said"), True)
    until("sample rules", lambda: text("summary").startswith("11 positions"))


def an_error_is_shown_at_its_line():
    open_page()
    write("a b\nb c d\nc a\n")
    until("the error", lambda: "a third word" in text("error"))
    expect("its line", find("#error button")[0].text, "line 2")
    until_equal("its line in the gutter", lambda: [e.text for e in find("#gutter .wrong")], ["2"])
    expect("the last drawing stays", len(names_drawn()), 7)
    picture("error")
    find("#error button")[0].click()
    chosen = browser.execute_script("const t = document.getElementById('text');"
                                    "return t.value.slice(t.selectionStart, t.selectionEnd);")
    expect("the rest of the line is selected", chosen, "d")
    press(Keys.BACKSPACE)
    until_equal("the error is corrected", lambda: sorted(names_drawn()), ["a", "b", "c"])
    expect("no error", get("error").is_displayed(), False)


def a_game_is_edited_by_mouse():
    open_page()
    fill(RING)
    until_drawn()
    mouse().drag_and_drop(node("a"), node("c")).perform()
    until("a new move", lambda: value("text").endswith("f a\na c\n"))
    until("it is drawn", lambda: len(find("#picture .edge")) == 10)
    until_drawn()
    mouse().move_to_element_with_offset(get("picture"), -150, -150).double_click().perform()
    until("a new position", lambda: value("text").endswith("a c\nh\n"))
    until("it is drawn", lambda: "h" in names_drawn())
    until_drawn()
    mouse().double_click(node("g")).perform()
    until("the position is removed", lambda: "g" not in value("text"))
    until("it is no longer drawn", lambda: "g" not in names_drawn())
    for wanted in ("h\n", "a c\n", "f a\n"):
        get("undo").click()
        until(f"undo up to {wanted!r}", lambda: value("text").endswith(wanted))
    expect("everything is as before", value("text"), RING)
    until_drawn()
    mouse().click(node("d")).perform()
    until("the explanation appears", lambda: "d is a draw" in text("inspector"))
    until_equal("the walk", lambda: text("walk").split(), ["d"])
    seen("#inspector .chip")[0].click()
    until_equal("the walk goes on", lambda: text("walk").split(), ["d", "→", "c"])


def an_explanation_appears_if_requested_twice():
    """The pointer rests on a position, and a click selects it before its explanation arrives."""
    open_page()
    browser.execute_script("""
        const plain = window.fetch;
        window.fetch = async (path, options) => {
          if (path.endsWith("why"))
            await new Promise((done, refuse) => {
              setTimeout(done, 600);
              options.signal?.addEventListener("abort", () => refuse(options.signal.reason));
            });
          return plain(path, options);
        };""")
    mouse().move_to_element(node("b")).perform()
    time.sleep(0.3)
    node("b").click()
    until("the explanation appears", lambda: "b is an N-position" in text("inspector"))


def edge_centre(number):
    """Returns a point of the page in the middle of a drawn move."""
    return browser.execute_script("""
        const path = document.querySelectorAll("#picture .edge")[arguments[0]].querySelector("path.hit");
        const at = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
        return [Math.round(at.x), Math.round(at.y)];""", number)


def a_move_is_removed_by_a_double_click():
    open_page()
    expect("nothing to undo", get("undo").is_enabled(), False)
    fill("a b\n")
    until("two positions", lambda: sorted(names_drawn()) == ["a", "b"])
    until_drawn()
    pointer = mouse()
    pointer.w3c_actions.pointer_action.move_to_location(*edge_centre(0))
    pointer.double_click().perform()
    until_equal("the move is removed", lambda: value("text"), "a\nb\n")
    expect("a message says so", text("said"), "Removed the move a → b. Undo restores it.")
    until_drawn()
    get("undo").click()
    until_equal("undo", lambda: value("text"), "a b\n")
    expect("the message disappears", text("said"), "")
    until_drawn()
    mouse().drag_and_drop(node("b"), node("a")).perform()
    until("a new move", lambda: value("text") == "a b\nb a\n")
    until_equal("a message says so", lambda: text("said"), "Added the move b → a. Undo removes it.")
    until_equal("no largest of infinite values", lambda: text("summary"), "2 positions. 2 draws. 2 infinite values.")


def a_text_in_dot_becomes_an_edge_list_first():
    open_page()
    fill("digraph { p -> q }")
    until("DOT", lambda: sorted(names_drawn()) == ["p", "q"])
    until_drawn()
    mouse().drag_and_drop(node("q"), node("p")).perform()
    until_equal("the text", lambda: value("text"), "p\nq\np q\nq p\n")
    expect("the format", value("format"), "edges")
    get("undo").click()
    get("undo").click()
    until_equal("undo", lambda: value("text"), "digraph { p -> q }")


def clear_board():
    while True:
        until_answered()
        buttons = seen("#components .title button")
        if not buttons:
            return
        buttons[0].click()
        until("the component is removed", lambda: len(seen("#components .title button")) < len(buttons))


def add_nim(size):
    count = len(seen("#components > li"))
    get("add-nim").click()
    until("the heap is added", lambda: len(seen("#components > li")) == count + 1)
    until_answered()
    field = seen("#components > li input")[-1]
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(str(size), Keys.ENTER)
    until_answered()


def verdict():
    return text("verdict")


def play_to_the_end(pick):
    """Plays a match; `pick` clicks a move. Before an evaluation arrives, it may be your turn without any moves."""
    def is_over():
        return " after " in verdict()

    for _ in range(60):
        until("a turn or an end", lambda: is_over() or
              ("Your turn" in verdict() and len(seen("#components .chip:not(:disabled)")) > 0))
        if is_over():
            return
        made = len(find("#transcript li"))
        pick()
        until("the answer", lambda: len(find("#transcript li")) >= made + 2 or " after " in verdict())


def a_won_sum_of_three_games_is_won():
    open_page()
    add_nim(3)
    add_nim(5)
    until("the sum", lambda: "the next player wins" in verdict() and "value\n6" in verdict())
    until_equal("its best moves", lambda: [e.text for e in seen("#components .chip.best")], ["★ 3"])
    until("its list", lambda: "nim: 5 → 3" in text("best"))
    get("play-me").click()
    until("your turn", lambda: "Your turn" in verdict())
    expect("best moves are hidden", len(seen("#components .chip.best")), 0)

    def best():
        get("hint").click()
        until("a hint", lambda: len(seen("#components .chip.best")) > 0)
        seen("#components .chip.best")[0].click()

    best()
    until("the answer", lambda: len(find("#transcript li")) == 2)
    until("your turn again", lambda: "Your turn" in verdict())
    picture("board")
    get("take-back").click()
    until("taken back", lambda: len(find("#transcript li")) == 0)
    until_equal("the heaps", lambda: [e.get_property("value") for e in seen("#components input")], ["3", "5"])
    play_to_the_end(best)
    expect("the end", "You win" in verdict(), True)
    picture("won")
    get("again").click()
    until("again", lambda: "Your turn" in verdict() and len(find("#transcript li")) == 0)
    until_equal("the heaps again", lambda: [e.get_property("value") for e in seen("#components input")], ["3", "5"])
    get("leave").click()
    expect("no match", get("transcript-box").is_displayed(), False)


def a_lost_position_is_lost():
    open_page()
    clear_board()
    add_nim(2)
    add_nim(2)
    until("lost", lambda: "the previous player wins" in verdict() and "value\n0" in verdict())
    get("play-me").click()
    play_to_the_end(lambda: seen("#components .chip:not(:disabled)")[0].click())
    expect("the end", "The program wins" in verdict(), True)
    expect("the transcript", find("#transcript li")[0].text.startswith("You 1 nim: 2 → "), True)


def a_match_needs_a_move():
    open_page()
    fill("a\n")
    until("no moves", lambda: "no moves" in text("components"))
    until_answered()
    expect("no match", get("play-me").is_enabled() or get("play-program").is_enabled(), False)
    fill("a b\n")
    until("a match", lambda: get("play-me").is_enabled())
    fill("")
    until("the reason", lambda: verdict() == "The game has no positions yet.")
    expect("no match without positions", get("play-me").is_enabled(), False)
    choose("palette", "safe")
    expect("the reason stays", verdict(), "The game has no positions yet.")
    fill(open("examples/two-coloured.edges", encoding="utf-8").read())
    until("a match by itself", lambda: get("play-me").is_enabled())
    add_nim(3)
    until("a reason", lambda: len(seen("#verdict .wrong")) == 1)
    expect("no match of a game that cannot be in a sum", get("play-me").is_enabled(), False)


def a_draw_is_offered_after_three_repetitions():
    open_page()
    fill("a b\nb c\nc d\nd a\n")
    until("a draw", lambda: "a draw" in verdict())
    until_answered()
    get("play-me").click()
    for turn in range(8):
        until("your turn", lambda: len(find("#transcript li")) == 2 * turn and "Your turn" in verdict())
        until("a move", lambda: len(seen("#components .chip:not(:disabled)")) == 1)
        expect(f"the offer at turn {turn}", get("agree").is_displayed(), turn >= 5)
        seen("#components .chip:not(:disabled)")[0].click()
    until("your turn", lambda: len(find("#transcript li")) == 16 and get("agree").is_displayed())
    get("agree").click()
    until_equal("the end", lambda: "A draw after" in verdict(), True)


def compounds_of_other_kinds():
    open_page()
    clear_board()
    add_nim(2)
    choose("add-other", "kayles:7")
    until("the sum", lambda: "value\n0" in verdict())
    choose("operator", "&")
    until("conjunctive", lambda: "remoteness\n1" in verdict())
    until_answered()
    chips = seen("#components > li")[0].find_elements(By.CSS_SELECTOR, ".chip")
    expect("a move needs all its parts", get("make-move").is_enabled(), False)
    chips[0].click()
    until("picked", lambda: len(seen(".chip[aria-pressed=true]")) == 1)
    expect("one part of two is not enough", get("make-move").is_enabled(), False)
    seen("#components > li")[1].find_elements(By.CSS_SELECTOR, ".chip")[0].click()
    until("both", lambda: get("make-move").is_enabled())
    get("make-move").click()
    until("moved", lambda: "the previous player wins" in verdict())
    choose("operator", "+")
    clear_board()
    add_nim(1)
    until("normal", lambda: "the next player wins" in verdict())
    get("misere").click()
    until("misère", lambda: "the previous player wins" in verdict())


def games_with_players_are_played():
    open_page()
    fill(open("examples/two-coloured.edges", encoding="utf-8").read())
    until("a draw", lambda: "a draw; A to move" in verdict())
    until_answered()
    expect("moves are coloured for A", [e.get_attribute("class") for e in seen("#components .chip")],
           ["chip bad", "chip neutral best"])
    get("play-me").click()
    until_equal("the player", verdict, "Your turn, as A.")
    play_to_the_end(lambda: seen("#components .chip:not(:disabled)")[-1].click())
    expect("the end", verdict(), "A draw after 2 moves.")
    get("again").click()
    until("again", lambda: "Your turn" in verdict() and len(find("#transcript li")) == 0)
    play_to_the_end(lambda: seen("#components .chip:not(:disabled)")[0].click())
    expect("the mistake is named", "gives away the draw" in text("transcript"), True)
    fill(open("examples/payoffs.edges", encoding="utf-8").read())
    until("the match is over", lambda: "The match ended" in verdict() and "A gets at least" in verdict())
    until_answered()
    get("play-me").click()
    play_to_the_end(lambda: seen("#components .chip:not(:disabled)")[-1].click())
    expect("the payoff", verdict().startswith("The match ended after "), True)
    expect("no mistake was made", find("#transcript em"), [])
    get("again").click()
    until("again", lambda: "Your turn" in verdict() and len(find("#transcript li")) == 0)
    play_to_the_end(lambda: seen("#components .chip:not(:disabled)")[0].click())
    expect("the mistake is named", find("#transcript em")[0].text, ": lowers A's guarantee from 1 to -1.5")


def the_slider_goes_through_the_algorithm():
    open_page()
    until("the trace", lambda: text("step-count") == "1 / 35")
    expect("the note", text("step-note"), "No position has a label.")
    get("step-forward").click()
    until_equal("a step", lambda: text("step-count"), "2 / 35")
    get("slider").send_keys(Keys.END)
    until_equal("the end", lambda: text("step-count"), "35 / 35")
    cells = [row.find_elements(By.TAG_NAME, "td")[0].text for row in find("#trace-table tbody tr")]
    expect("labels", cells, ["0", "∞", "∞", "0", "∞", "2", "1"])
    until_equal("labels of the picture", lambda: [e.text for e in find("#trace-picture .node text:last-of-type")],
                ["0", "∞", "∞", "0", "∞", "2", "1"])
    get("slider").send_keys(Keys.ARROW_LEFT)
    until_equal("back", lambda: text("step-count"), "34 / 35")
    picture("trace")


def a_shared_address_opens_the_same_view():
    open_page()
    fill("u v\nv w\n")
    until("the game", lambda: sorted(names_drawn()) == ["u", "v", "w"])
    mouse().click(node("v")).perform()
    until("chosen", lambda: "v is an N-position" in text("inspector"))
    get("tab-table").click()
    get("filter").send_keys("outcome=P")
    until_equal("rows", lambda: [e.text for e in seen("#grid .name")], ["u", "w"])
    seen("#inspector .chip")[0].click()
    until_equal("the walk", lambda: text("walk").split(), ["u", "→", "v", "→", "w"])
    add_nim(4)
    get("open-share").click()
    until("the link", lambda: value("link").startswith(address))
    link = value("link")
    expect("the link does not contain the token", "token" in link, False)
    first = browser.current_window_handle
    browser.switch_to.new_window("window")
    resize(1440, 900)
    browser.get(link)
    until_equal("the game there", lambda: (value("text"), sorted(names_drawn())), ("u v\nv w\n", ["u", "v", "w"]))
    until("the position there", lambda: "w is a P-position" in text("inspector"))
    until_equal("the walk there", lambda: text("walk").split(), ["u", "→", "v", "→", "w"])
    until_equal("the rows there", lambda: [e.text for e in seen("#grid .name")], ["u", "w"])
    until_equal("the heap there", lambda: [e.get_property("value") for e in seen("#components input")], ["4"])
    browser.close()
    browser.switch_to.window(first)
    for name in ("SVG", "PNG", "TSV", "JSON"):
        next(b for b in seen("#exports button") if b.text == name).click()
        until(f"{name} is saved", lambda: "Saved " in text("share-said"))
    picture("share")
    press(Keys.ESCAPE)
    until("closed", lambda: not get("share").is_displayed())


def a_damaged_link_is_reported():
    open_page(f"{address}#zdamaged")
    expect("a message says so", text("said"), "This link is damaged; the example ring is shown instead.")
    open_page(f"{address}#text")
    expect("the id of an element is not damaged", text("said"), "")


def a_game_that_is_too_large_is_not_wrong():
    open_page()
    fill("return {\n  start = function() return string.rep('x', 2000000000) end,\n  moves = function() return {} end,\n}\n")
    until("parts of another game are dimmed", lambda: len(find("#picture.stale, #components.stale")) == 2)
    until_equal("a limit", lambda: text("error"),
                "This game is too large to solve here: out of memory; the server allows 1.0 GiB per request")
    expect("the summary", text("summary").startswith("This game is too large to solve here; "), True)
    get("undo").click()
    until("the game before", lambda: text("summary").startswith("7 positions") and find(".stale") == [])


def everything_by_keyboard():
    open_page()
    body = browser.find_element(By.TAG_NAME, "body")
    body.send_keys("?")
    until("help", lambda: get("help").is_displayed())
    expect("its heading has the focus", browser.switch_to.active_element.get_attribute("id"), "help-title")
    press(Keys.ESCAPE)
    until("no help", lambda: not get("help").is_displayed())
    press("g")
    expect("the text has the focus", browser.switch_to.active_element.get_attribute("id"), "text")
    press(Keys.CONTROL, "a")
    press(Keys.NULL)
    press(RING)
    expect("the text", value("text"), RING)
    until_drawn()
    press(Keys.TAB)
    browser.execute_script("document.activeElement.blur()")
    body.send_keys("d")
    focused = "return document.activeElement.getAttribute('aria-label') ?? ''"
    until("a position has the focus", lambda: browser.execute_script(focused).startswith("a, outcome P, value 0"))
    press(Keys.ARROW_DOWN)
    until("the next one", lambda: browser.execute_script(focused).startswith("b, outcome N"))
    until("the explanation appears", lambda: "b is an N-position" in text("inspector"))
    press(Keys.ENTER)
    until_equal("walked", lambda: text("walk").split(), ["a", "→", "b"])
    press("m")
    press(Keys.ARROW_UP)
    press("m")
    until("a new move", lambda: value("text").endswith("f a\nb a\n"))
    until("it is drawn", lambda: len(find("#picture .edge")) == 10)
    until("the focus stays there", lambda: browser.execute_script(focused).startswith("b, "))
    press("n")
    until("a new position", lambda: value("text").endswith("b a\nh\n"))
    until("it has the focus", lambda: browser.execute_script(focused).startswith("h, "))
    press(Keys.DELETE)
    until("the position is removed", lambda: value("text").endswith("b a\n"))
    press(Keys.CONTROL, "z")
    until("undo", lambda: value("text").endswith("b a\nh\n"))
    browser.execute_script("document.activeElement.blur()")
    body.send_keys("p")
    until("the table", lambda: len(seen("#grid .name")) > 4)
    press(Keys.END)
    press(Keys.ENTER)
    until_equal("walked through the table", lambda: text("walk").split(), ["h"])
    press("t")
    until("the slider", lambda: browser.switch_to.active_element.get_attribute("id") == "slider")
    until("a trace", lambda: text("step-count").startswith("1 / "))
    press("]")
    until("a step", lambda: text("step-count").startswith("2 / "))
    press("b")
    expect("the board", browser.execute_script("return document.activeElement.closest('#components') !== null"), True)
    tab_to("add-nim")
    press(Keys.ENTER)
    until("a heap", lambda: len(seen("#components > li")) == 2)
    until_answered()
    tab_to("play-me", back=True)
    press(Keys.ENTER)
    until("your turn", lambda: "Your turn" in verdict())
    press("b")
    is_chip = "return document.activeElement.classList.contains('chip')"
    for _ in range(5):
        if not browser.execute_script(is_chip):
            press(Keys.TAB)
    press(Keys.ENTER)
    until("the answer", lambda: len(find("#transcript li")) == 2 and "Your turn" in verdict())
    until("the focus is on a move again", lambda: browser.execute_script(is_chip))
    press("h")
    until("a hint", lambda: "Best move:" in verdict())
    press("u")
    until("taken back", lambda: len(find("#transcript li")) == 0)


def tab_to(name, back=False):
    """Presses Tab until an element has the focus."""
    for _ in range(60):
        if browser.switch_to.active_element.get_attribute("id") == name:
            return
        press(Keys.SHIFT + Keys.TAB if back else Keys.TAB)
    print(f"the Tab key does not reach {name}")


def every_control_has_a_name():
    open_page()
    nameless = browser.execute_script("""
        return [...document.querySelectorAll("button, input, select, textarea, [role=button], [role=grid]")]
          .filter(e => !(e.textContent.trim() || e.getAttribute("aria-label") || e.getAttribute("title") ||
                         e.getAttribute("aria-labelledby") || e.labels?.length > 0))
          .map(e => e.outerHTML);""")
    expect("controls without a name", nameless, [])
    twice = browser.execute_script("""
        const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
        return ids.filter((id, i) => ids.indexOf(id) !== i);""")
    expect("ids that occur twice", twice, [])


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
    fill_of = "return getComputedStyle(document.querySelector('#picture .node.bad ellipse')).fill"
    before = browser.execute_script(fill_of)
    choose("palette", "safe")
    until("the palette", lambda: browser.execute_script(fill_of) != before)
    choose("palette", "mono")
    until("shapes", lambda: len(find("#picture .node polygon")) > 0)


def a_phone_shows_one_section_at_a_time():
    resize(390, 844, mobile=True)
    open_page()
    wide = "return document.documentElement.scrollWidth"
    for section in ("game", "board", "below", "drawing"):
        find(f"#sections [data-section={section}]")[0].click()
        expect("sections", [e.get_attribute("id") for e in seen("main > section")], [section])
        expect(f"{section} is as wide as the phone", browser.execute_script(wide), 390)
        picture(f"phone-{section}")
    node("b").click()
    until("the explanation appears", lambda: "b is an N-position" in text("inspector"))
    get("open-help").click()
    expect("help begins at its top", get("help").get_property("scrollTop"), 0)
    picture("phone-help")
    resize(1440, 900)


def large_games_have_a_neighbourhood_and_a_table():
    open_page()
    count = 20000
    fill("".join(f"{i} {i - 1}\n{i} {i // 2}\n" for i in range(1, count)))
    until("the summary", lambda: text("summary").startswith("20,000 positions"))
    until("a part is drawn", lambda: "of 20,000 positions" in text("picture-note"))
    expect("it is small", len(find("#picture .node")) < 100, True)
    expect("the beginning of the text is read-only",
           (value("text").count("\n"), get("text").get_property("readOnly")), (999, True))
    get("tab-table").click()
    until_equal("rows", lambda: text("rows-count"), "20,000 of 20,000 positions")
    expect("only visible rows", len(find("#grid [data-index]")) < 60, True)
    press(Keys.TAB)
    browser.execute_script("document.getElementById('grid').focus()")
    press(Keys.END)
    until_equal("the last row", lambda: seen("#grid .active .name")[0].text, "19999")
    press(Keys.ENTER)
    until("it is drawn", lambda: "19999" in names_drawn())
    next(b for b in seen("#grid .header button") if b.text.startswith("remoteness")).click()
    press(Keys.ENTER)
    until("sorted", lambda: find("#grid [aria-sort=descending]") != [])
    get("filter").send_keys("outcome=P remoteness<=2")
    until("filtered", lambda: not text("rows-count").startswith("20,000 of"))
    picture("table")
    find("#long-note button")[0].click()
    until_equal("an empty, editable text", lambda: (value("text"), get("text").get_property("readOnly")), ("", False))
    get("undo").click()
    until("all of it is restored", lambda: "of 39,999 lines" in text("long-note"))
    until("solved again", lambda: text("summary").startswith("20,000 positions"))


def open_example(name):
    find("#examples summary")[0].click()
    next(b for b in seen("#examples li button") if b.find_element(By.TAG_NAME, "strong").text == name).click()


def examples_can_be_opened():
    open_page()
    open_example("smith")
    until("the game of a paper", lambda: sorted(names_drawn()) == ["V1", "V2", "V3"])
    expect("the list is closed", seen("#examples-list"), [])
    open_example("wythoff")
    until("a game of the gallery", lambda: text("summary").startswith("18 positions"))
    expect("it has no text", get("text").is_displayed(), False)
    get("arguments").send_keys(Keys.CONTROL, "a")
    get("arguments").send_keys("2,2")
    until("other arguments", lambda: text("summary").startswith("6 positions"))
    until_drawn()
    mouse().drag_and_drop(node("0,0"), node("2,2")).perform()
    until("it becomes an edge list", lambda: value("text").endswith("0,0 2,2\n"))
    until("with a cycle", lambda: "infinite values" in text("summary") and len(names_drawn()) == 6)
    get("undo").click()
    get("undo").click()
    until("undo", lambda: value("arguments") == "2,2" and not get("text").is_displayed())


def smallest_label():
    """Returns the size in pixels of the smallest label in pictures of cards and of the trace."""
    return browser.execute_script("""
        const labels = document.querySelectorAll(".card .view text, #trace-picture text");
        return Math.min(...[...labels].map(e => e.getScreenCTM().a * e.getAttribute("font-size")));""")


def labels_of_small_pictures_are_readable():
    open_page()
    open_example("wythoff")
    until("both pictures", lambda: len(find(".card .view .node")) == 18 and len(find("#trace-picture .node")) == 18)
    expect("labels have 9 pixels", round(smallest_label()) >= 9, True)
    in_sight = browser.execute_script("""
        const at = document.querySelector(".card .here").getBoundingClientRect();
        const frame = document.querySelector(".card .view").getBoundingClientRect();
        return at.left >= frame.left && at.right <= frame.right && at.top >= frame.top && at.bottom <= frame.bottom;""")
    expect("the position is visible", in_sight, True)


def rules_are_played_on_a_graph_that_can_be_changed():
    open_page()
    open_example("node-kayles")
    until("the game", lambda: "graph:graph" in text("gallery-note"))
    expect("its graph", value("text"), "a b\nb c\nc d\nd a\na e\nb e\n")
    fill("a b\nb c x\n")
    until("its error", lambda: text("error").startswith("line 2 a third word; expected "))
    get("undo").click()
    until("undo", lambda: value("text").endswith("b e\n") and text("error") == "")
    fill("a b\n")
    until("another graph", lambda: text("summary").startswith("2 positions"))
    open_example("tic-tac-toe")
    until("a game without arguments", lambda: not get("arguments-row").is_displayed())
    expect("and without text", get("text").is_displayed(), False)


def games_given_by_rules():
    open_page()
    choose("format", "lua")
    fill("return {\n  start = function(n) return n or 7 end,\n  moves = function(p)\n    local to = {}\n"
         "    for i = 1, math.min(p, 3) do to[i] = p - i end\n    return to\n  end,\n}\n")
    until("eight positions", lambda: text("summary").startswith("8 positions"))
    get("arguments").send_keys("11")
    until("twelve positions", lambda: text("summary").startswith("12 positions"))
    until("they are drawn", lambda: len(names_drawn()) == 12)
    fill("return {\n  start = function() return 1 end,\n  moves = 5 5\n}\n")
    until("the error", lambda: get("error").is_displayed())
    expect("its line", [e.text for e in find("#error button")], ["line 3"])


SCENES = [
    the_logic_of_modules,
    a_game_is_typed,
    an_error_is_shown_at_its_line,
    a_game_is_edited_by_mouse,
    an_explanation_appears_if_requested_twice,
    a_move_is_removed_by_a_double_click,
    a_text_in_dot_becomes_an_edge_list_first,
    a_won_sum_of_three_games_is_won,
    a_lost_position_is_lost,
    a_match_needs_a_move,
    a_draw_is_offered_after_three_repetitions,
    compounds_of_other_kinds,
    games_with_players_are_played,
    the_slider_goes_through_the_algorithm,
    a_shared_address_opens_the_same_view,
    a_damaged_link_is_reported,
    a_game_that_is_too_large_is_not_wrong,
    everything_by_keyboard,
    every_control_has_a_name,
    light_and_dark,
    a_phone_shows_one_section_at_a_time,
    large_games_have_a_neighbourhood_and_a_table,
    examples_can_be_opened,
    labels_of_small_pictures_are_readable,
    rules_are_played_on_a_graph_that_can_be_changed,
    games_given_by_rules,
]


def is_wrong(entry):
    """Returns whether a log entry is an error. Wrong games are answered with 400 or 422, which the browser logs."""
    return entry["level"] == "SEVERE" and "status of 4" not in entry["message"]


def main():
    wanted = sys.argv[4:]
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
