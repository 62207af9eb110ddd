"""Scenes: home, which newcomers see first; the sizes of games on their cards; how games are won."""

import glob
import pathlib
import re

from selenium.webdriver.common.keys import Keys

from browser import (browser, choose, click, expect, find, get, is_open, mode, open_game, open_page, picture, press, press_button, resize, seen, text,
                     tool, unfold, until, until_drawn, until_equal, value, violations)
from scenes.german import german_browser


def width():
    return browser.execute_script("return document.documentElement.scrollWidth")


def newcomers_see_home():
    """Home is first; whoever comes back with a game returns to it, and home is one click away."""
    open_page(home=True)
    until("home", lambda: is_open("games"))
    expect("what this is", "grundy solves games for two: it says who wins, how, and why" in text("games"), True)
    expect("the heading has the focus", browser.execute_script("return document.activeElement.id"), "games-title")
    expect("home can be used by everybody", violations(), [])
    press_button("#games .size", "3,4,5")
    until("Nim with three heaps", lambda: not is_open("games") and text("status").startswith("48 positions"))
    expect("its name", text("game-title"), "Nim 3,4,5")
    until("its address", lambda: "#" in browser.current_url)
    browser.refresh()
    until("the page is ready", lambda: browser.execute_script("return document.body?.dataset.ready === 'true';"))
    until_drawn()
    expect("it is back, without home", (is_open("games"), text("game-title")), (False, "Nim 3,4,5"))
    click("#open-home")
    until("home again", lambda: is_open("games"))


def cards_say_how_one_wins():
    open_page(home=True)
    until("home", lambda: is_open("games"))
    cards = {e.get_attribute("data-name"): e.text for e in find("#games .card")}
    games = [name for name in {pathlib.Path(file).stem for file in glob.glob("games/*.*")} if name in cards]
    expect("all games of the gallery", len(games) >= 28, True)
    expect("how one wins", [name for name in games if re.search(r"\b(wins?|loses?)\b", cards[name]) is None], [])
    expect("the rules of Nim", "A player who cannot move loses, so whoever takes the last counter wins." in cards["nim"], True)
    expect("Chomp is reduced", "Reduced: a bar and its reflection" in cards["chomp"], True)
    press_button("#games .size", "4 × 5")
    until("Chomp", lambda: text("status").startswith("98 positions"))
    expect("the poisoned square", "poisoned: a player who is left with only that square loses." in text("about"), True)


def nim_of_any_size():
    """Heaps that are too large to explore are a sum, which theory answers."""
    open_page(home=True)
    until("home", lambda: is_open("games"))
    for size, message in (("2000000000000000", "at most 1,125,899,906,842,623 counters"), ("1000000000, 5, 999999999", "")):
        get("door-heaps").clear()
        get("door-heaps").send_keys(size, Keys.ENTER)
        if message:
            until("too large", lambda: message in text("door-said"))
    until("a match", lambda: not is_open("games") and text("play-first") == "I move first" and "1,000,000,000" in text("others"))
    mode("explore")
    until("its value", lambda: "0 ⊕ 1000000000 ⊕ 5 ⊕ 999999999 = 1018." in text("addition"))
    until("its reason", lambda: "the heap of 999,999,994 is worth 999999994, the heap of 5 is worth 5, the heap of 999,999,999 is worth 999999999,"
          " together 0." in text("addition"))
    picture("nim-of-any-size")


def another_game_starts_afresh():
    """The tool, misère play, sums, complaints about them and the place in the text stay with the game before."""
    open_page()
    tool("move")
    until("its hint", lambda: text("tool-hint").startswith("Drag from a position"))
    mode("play")
    until_equal("no hint in a mode without tools", lambda: text("tool-hint"), "")
    mode("explore")
    until("the hint again", lambda: text("tool-hint").startswith("Drag from a position"))
    choose("misere", "misere")
    unfold("sum-drawer")
    get("sum-size").send_keys("x", Keys.ENTER)
    until("a complaint", lambda: "is not a whole number" in text("sum-problem"))
    browser.execute_script("document.getElementById('theory').open = true; document.getElementById('inspector').scrollTo(0, 10000);")
    expect("far below", browser.execute_script("return document.getElementById('inspector').scrollTop > 0"), True)
    open_game("chomp")
    until("Chomp", lambda: "bite c2" in text("moves"))
    expect("the tool", [e.get_attribute("data-value") for e in find("#tools [aria-checked=true]")], ["select"])
    expect("normal play, no complaint, the beginning of the text",
           (value("misere"), text("sum-problem"), browser.execute_script("return document.getElementById('inspector').scrollTop")), ("", "", 0))
    expect("how one wins", "poisoned" in text("about"), True)
    choose("misere", "misere")
    until("how one wins in misère play", lambda: "poisoned" not in text("about") and "Bite a square" in text("about"))
    browser.execute_script("document.activeElement.blur()")
    press("t")
    until_equal("a game without a text", lambda: browser.execute_script("return document.activeElement.innerText"), "Text of the game")


def home_on_all_screens():
    for theme in ("light", "dark"):
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
        for wide, high in ((1440, 900), (1024, 768), (390, 844)):
            resize(wide, high, mobile=wide < 600)
            open_page(home=True)
            until("home", lambda: is_open("games"))
            expect(f"home fits {wide}", width(), wide)
            expect(f"axe, {theme}, {wide}", violations(), [])
            picture(f"home-{wide}-{theme}")
            browser.execute_script("document.querySelector('#games-list section:nth-of-type(2)').scrollIntoView();")
            picture(f"home-{wide}-{theme}-cards")
            browser.execute_script("document.getElementById('games').close();")
            expect(f"the name stays, {wide}", [e.text for e in seen("h1")], ["grundy"])
            picture(f"name-{wide}-{theme}")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def home_in_german():
    with german_browser():
        open_page(home=True)
        until("home", lambda: is_open("games"))
        until_equal("the doors", lambda: [e.text for e in seen("#doors strong")], ["Spielen", "Lernen", "Ein Spiel machen"])
        english = re.compile(r"\b(the|player|wins?|loses?|Reduced)\b")
        cards = [e.text for e in find("#games .card")]
        expect("no English card", [card for card in cards if english.search(card)], [])
        expect("Nim", any("wer den letzten Stein nimmt, gewinnt also." in card for card in cards), True)
        picture("home-german")
        press_button("#games .size", "3,4,5")
        until("Nim", lambda: not is_open("games") and "Nimm beliebig viele Steine" in text("about"))
        expect("the heap stays", get("game-title").text, "Nim 3,4,5")
        click("#moves button")
        until("the history has whole moves", lambda: browser.execute_script("""
            const words = [...document.querySelectorAll("#history span")];
            return words.some(e => e.textContent.includes("Haufen")) &&
              words.every(e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight);"""))


SCENES = [
    newcomers_see_home,
    cards_say_how_one_wins,
    nim_of_any_size,
    another_game_starts_afresh,
    home_on_all_screens,
    home_in_german,
]
