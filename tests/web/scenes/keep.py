"""Nothing is lost: the browser keeps games, and games that are too long for a link are sent as files."""

import json
import os
import tempfile

from selenium.webdriver.common.keys import Keys

from browser import (address, browser, click, expect, fill, find, game_text, get, is_open, names_drawn, open_game, open_page, press, seen,
                     text, unfold, until, until_equal, violations)
from scenes.canvas import reload_page, until_kept


def my_games():
    return [e.text.split("\n")[0] for e in seen("#games .kept .open-game")]


def open_list():
    click("#open-games")
    until("the games", lambda: is_open("games"))


def forget_games():
    """Empties the browser's storage, so that a scene starts without games."""
    open_page()
    browser.execute_async_script("""
        const done = arguments[0];
        (async () => {
          const { openStorage } = await import("./storage.js");
          const storage = await openStorage();
          for (const { id } of await storage.all("games")) await storage.remove("games", id);
          done();
        })();""")


def games_are_kept_with_names():
    forget_games()
    open_list()
    expect("no games yet", [e.text for e in seen("#games h3")][0], "Start here")
    press(Keys.ESCAPE)
    fill("x y\ny z\n")
    until_equal("a game", names_drawn, ["x", "y", "z"])
    until_kept()
    open_list()
    until_equal("it is kept", my_games, ["My game"])
    click("#games .rename-game")
    until("a field", lambda: find("#games .kept input"))
    press(Keys.CONTROL, "a")
    press("Three in a row", Keys.ENTER)
    until_equal("renamed", my_games, ["Three in a row"])
    expect("the dialog stays open", is_open("games"), True)
    expect("axe", violations(), [])
    press(Keys.ESCAPE)
    until_equal("the title follows", lambda: text("game-title"), "Three in a row")
    open_game("smith")
    until_equal("another game", names_drawn, ["V1", "V2", "V3"])
    fill("p q\n")
    until_equal("a second game", names_drawn, ["p", "q"])
    until_kept()
    open_list()
    until_equal("two are kept, the newest first", my_games, ["My game", "Three in a row"])
    until("opened", lambda: seen("#games .kept .open-game")[1].click() is None)
    until_equal("the first game is back", names_drawn, ["x", "y", "z"])
    expect("with its name", text("game-title"), "Three in a row")
    fill("x y\ny z\nz w\n")
    until_equal("changed", names_drawn, ["w", "x", "y", "z"])
    until_kept()
    expect("it keeps its name", text("game-title"), "Three in a row")
    open_list()
    until_equal("no third one", my_games, ["Three in a row", "My game"])
    until("deleted", lambda: seen("#games .kept [aria-label='Delete My game']")[0].click() is None)
    until_equal("one is left", my_games, ["Three in a row"])
    click("#games .note button")
    until_equal("deleting is undone", lambda: sorted(my_games()), ["My game", "Three in a row"])


def large_games_survive_a_reload():
    open_page()
    game = "".join(f"{i * 7919 % 10007} {i * 104729 % 10007}\n" for i in range(6000))
    fill(game)
    until("the game", lambda: "positions" in text("graph-note"))
    until("its address", lambda: "#kept-" in browser.current_url)
    reload_page()
    until("the same text", lambda: game_text() == game)
    until("undo is possible", lambda: get("undo").is_enabled())
    click("#open-share")
    until("the dialog", lambda: is_open("share"))
    expect("no link", get("link").is_displayed(), False)
    expect("an explanation", "more than 8,000 characters" in text("file-note"), True)
    expect("axe", violations(), [])
    browser.execute_script("""
        window.saved = [];
        const { createObjectURL } = URL;
        URL.createObjectURL = blob => { blob.text().then(text => window.saved.push(text)); return createObjectURL.call(URL, blob); };""")
    click("#share-hidden")
    click("#save-page")
    until("a file", lambda: text("share-said").endswith(".grundy.json."))
    saved = browser.execute_script("return window.saved[0]")
    expect("it contains the game", json.loads(saved)["game"]["text"], game)
    press(Keys.ESCAPE)
    open_page()
    unfold("text-drawer")
    browser.execute_script("document.getElementById('file').hidden = false")
    with tempfile.TemporaryDirectory() as home:
        path = os.path.join(home, "large.grundy.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(saved)
        get("file").send_keys(path)
        until("the file is opened", lambda: game_text() == game)
    expect("without answers", get("answers").is_selected(), False)
    until_kept()
    open_page(f"{address}#kept-nothing")
    expect("a game of another browser", text("said-words"),
           "This address belongs to a game that another browser keeps. The example Ring is shown instead.")


def leaving_unsaved_work_warns():
    """If the browser refuses to keep games, closing the page asks; saving the text is enough not to be asked."""
    asks = """
        const event = new Event("beforeunload", { cancelable: true });
        window.dispatchEvent(event);
        return event.defaultPrevented;"""
    open_page()
    expect("an unchanged game", browser.execute_script(asks), False)
    fill("x y\n")
    until_equal("a game", names_drawn, ["x", "y"])
    until_kept()
    expect("a game that is kept", browser.execute_script(asks), False)
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument",
                                     {"source": "Object.defineProperty(window, 'indexedDB', { value: undefined });"})
    open_page()
    fill("x y\n")
    until_equal("a game that is not kept", names_drawn, ["x", "y"])
    until("closing the page asks", lambda: browser.execute_script(asks))
    open_list()
    until("the list says so", lambda: "only until the page is closed" in text("games"))
    until_equal("it has the game", my_games, ["My game"])
    press(Keys.ESCAPE)
    click("#open-share")
    until("saved", lambda: next(b for b in seen("#export-tables button") if b.text == "Game").click() is None)
    until("the file", lambda: text("share-said").startswith("Saved "))
    expect("then nothing is lost", browser.execute_script(asks), False)
    press(Keys.ESCAPE)
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script["identifier"]})


SCENES = [
    games_are_kept_with_names,
    large_games_survive_a_reload,
    leaving_unsaved_work_warns,
]
