"""Scenes: sums, the gallery, games on vectors, misère quotients, folders of tiers."""

import os
import time

from selenium.webdriver.common.keys import Keys

from browser import (browser, choose, click, click_place, expect, fill, find, game_text, get, history, mode, mouse,
                     names_drawn, node_class, open_game, open_page, picture, press, press_button, resize, seen, take, text, unfold, until,
                     until_at, until_equal, value, verdict, violations)


def several_games_at_once():
    open_page()
    unfold("sum-drawer")
    for wrong in ("", "-1", "1000000000000000000", "x"):
        get("sum-size").send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.BACKSPACE, wrong, Keys.ENTER)
        until(f"'{wrong}' is rejected", lambda: text("sum-problem") != "")
        expect("what was typed is not changed", value("sum-size"), wrong)
    get("sum-size").send_keys(Keys.CONTROL, "a", Keys.NULL, "3", Keys.ENTER)
    until("a heap", lambda: len(seen("#others > li")) == 2)
    until("the verdict on the sum", lambda: "2 games" in verdict() and "A draw" in verdict())
    until("its reason", lambda: "You can stay: \"b, 3\" → \"c, 3\"" in verdict())
    choose("operator", "&")
    until("moves in both games", lambda: "Play Ring: b → c, Nim heap: 3 → 0, or one of 3 others: after that" in verdict())
    choose("operator", "+")
    until("the sum again", lambda: "A draw" in verdict())
    take("Nim heap: 3 → 0")
    until("a move in the sum", lambda: len(history()) == 2)
    click("#back")
    until("back in the sum", lambda: "3" in text("others"))
    click("#others button")
    until("the game alone", lambda: not get("others").is_displayed() and "Position b" in verdict())
    expect("the focus is kept", browser.switch_to.active_element.get_attribute("id"), "sum-size")


def sums_are_added_digit_by_digit():
    open_page()
    click("#graph .node[data-name='d']")
    until("an infinite value", lambda: text("beside").startswith("∞{2} next to a heap of"))
    press_button("#beside button", "1")
    until("a draw", lambda: "∞{2} ⊕ 1 = ∞{3}. 0 is not in the set: a draw." in text("addition"))
    press_button("#beside button", "2")
    until("a win", lambda: "∞{2} ⊕ 2 = ∞{0}. 0 is in the set" in text("addition"))
    until("no position is cut off", lambda: browser.execute_script("""
        const frame = document.getElementById("graph").getBoundingClientRect();
        const boxes = [...document.querySelectorAll("#graph .node")].map(e => e.getBoundingClientRect());
        return boxes.length > 0 && boxes.every(({ top, bottom }) => top >= frame.top && bottom <= frame.bottom);"""))
    until("its reason", lambda: "After Ring: d → e: e is worth 2, the heap of 2 is worth 2, together 0." in text("addition"))
    picture("beside")
    press_button("#beside button", "0")
    until("alone again", lambda: "You can stay" in verdict() and not get("addition").is_displayed())
    click("#graph .node[data-name='e']")
    until_at("e")
    unfold("sum-drawer")
    for size in ("3", "5"):
        get("sum-size").clear()
        get("sum-size").send_keys(size)
        click("#sum-form button")
    until_equal("the table", lambda: [e.text for e in seen("#sum-table tr")],
                ["game value in binary", "Ring e 2 0 1 0", "Nim heap 3 3 0 1 1", "Nim heap 5 5 1 0 1", "together 4 1 ▲ 0 0"])
    until("the move that repairs it", lambda: "After Nim heap: 5 → 1: e is worth 2, the heap of 3 is worth 3, the heap of 1 is worth 1, together 0." in text("addition"))
    until_equal("panels with values", lambda: [e.text for e in seen("#others .worth")], ["value 2", "value 3", "value 5"])
    widths = browser.execute_script("return [...document.querySelectorAll('#others > li')].map(e => Math.round(e.offsetWidth));")
    expect("equal panels", len(set(widths)), 1)
    expect("a sum", violations(), [])
    picture("addition")
    for theme in ("light", "dark"):
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
        for wide, high in ((1440, 900), (1024, 768), (390, 844)):
            resize(wide, high, mobile=wide < 600)
            expect(f"the sum fits {wide}", browser.execute_script("return document.documentElement.scrollWidth"), wide)
            get("others").location_once_scrolled_into_view
            picture(f"sum-{wide}-{theme}")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    resize(1440, 900)
    get("sum-size").clear()
    get("sum-size").send_keys("1000000000000")
    click("#sum-form button")
    until("a heap of any size", lambda: "2 ⊕ 3 ⊕ 5 ⊕ 1000000000000 = 1000000000004." in text("addition"))
    picture("addition-large")
    click("#answers")
    until("no answers", lambda: not get("addition").is_displayed() and not seen("#others .worth"))


def halves_are_not_added_as_infinite_values():
    """In games with kinds of moves: h is won next to every heap but one of two counters."""
    open_page()
    fill("h +> x\nh loop\nloop loop\nx y\ny z\nx z\n")
    until_equal("the game", lambda: len(names_drawn()), 5)
    until_at("h")
    until("the verdict", lambda: "The player to move wins" in verdict())
    expect("no heaps next to it", get("beside").is_displayed(), False)
    unfold("sum-drawer")
    unfold("numbers")
    for size, words, half in ((3, "The player to move wins", 1), (2, "A draw", 0)):
        get("sum-size").send_keys(Keys.CONTROL, "a", Keys.NULL, str(size), Keys.ENTER)
        until("the sum", lambda: "2 games" in verdict() and words in verdict())
        until("its value", lambda: f"half({half})" in text("numbers-list"))
        time.sleep(0.5)  # values of the components would be asked for now
        expect("no addition", get("addition").is_displayed(), False)
        picture(f"half-{half}")
        click("#others button")
        until("alone", lambda: not get("others").is_displayed())


def three_doors():
    open_page()
    click("#open-games")
    until_equal("the doors", lambda: [e.text for e in seen("#doors strong")], ["Play", "Learn", "Make a game"])
    expect("the doors can be used by everybody", violations(), [])
    picture("doors")
    get("door-heaps").clear()
    get("door-heaps").send_keys("two", Keys.ENTER)
    until("an explanation", lambda: "such as 3,4,5" in text("door-said"))
    get("door-heaps").clear()
    get("door-heaps").send_keys("2, 5", Keys.ENTER)
    until("Nim", lambda: not get("games").is_displayed() and text("play-first") == "I move first" and len(seen("#board .place")) == 2)
    click("#open-games")
    press_button("#doors button", "Start")
    until("a lesson", lambda: seen("#lesson"))
    click("#open-games")
    press_button("#doors button", "New game")
    until("an empty game", lambda: seen("#graph-empty") and game_text() == "" and not seen("#lesson"))


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
    several_games_at_once,
    sums_are_added_digit_by_digit,
    halves_are_not_added_as_infinite_values,
    three_doors,
    games_can_be_opened,
    vectors_are_pictured,
    misere_quotients_are_multiplied,
]
if "FOLDERS" in os.environ:
    SCENES.append(folders_of_tiers_are_looked_up)
