"""A stable canvas: nothing moves unless the reader moves it, and everything can be undone."""

from selenium.webdriver.common.keys import Keys

from browser import (browser, call_module, click, click_at, drag, expect, fill, find, game_text, get, mode, names_drawn, open_game,
                     open_page, places, press, resize, seen, text, tool, until, until_at, until_drawn, until_equal, until_still, violations)


def reload_page():
    """Reloads the page as soon as the address belongs to what it shows."""
    until_kept()
    browser.refresh()
    until("the page is ready", lambda: browser.execute_script("return document.body?.dataset.ready === 'true';"))
    until_drawn()


def until_kept():
    """Waits until the browser keeps the current state: the record of this tab is that of the address and of the text."""
    until("everything is kept", lambda: call_module("""
        const { openStorage, tabId } = await import("./storage.js");
        const kept = await (await openStorage()).get("undo", tabId());
        done(kept?.address === location.hash && document.body.dataset.kept === "true");"""))


def apart(one, other):
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def nothing_moves(before, after):
    """Returns the positions that are elsewhere, on the screen."""
    return {name: (at, after.get(name)) for name, at in before.items() if name not in after or apart(at, after[name]) > 1}


def a_position_appears_where_the_click_was():
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        resize(width, height, mobile=width < 600)
        open_page()
        until_still()
        before = places()
        x, y = (before["c"][0] + before["g"][0]) // 2 + 10, (before["c"][1] + before["g"][1]) // 2
        tool("position")
        expect(f"choosing a tool moves nothing, {width}", nothing_moves(before, places()), {})
        click_at(x, y)
        until("it is drawn", lambda: "h" in names_drawn())
        until_still()
        after = places()
        expect(f"where it appears, {width}", apart(after["h"], (x, y)) <= 2, True)
        expect(f"nothing else moves, {width}", nothing_moves(before, after), {})
        for name in ("move", "delete", "select"):
            tool(name)
            expect(f"the tool {name} moves nothing, {width}", nothing_moves(after, places()), {})
        click("#answers")
        until("no legend", lambda: not get("legend").is_displayed())
        until_still()
        expect(f"hiding the answers moves nothing, {width}", nothing_moves(after, places()), {})


def the_first_position_and_the_sixtieth():
    open_page()
    fill("")
    until("an empty graph", lambda: text("graph-empty").startswith("No positions yet."))
    until_drawn()
    until("nothing can be set up", lambda: not get("open-position").is_enabled())
    expect("an empty game can be used by everybody", violations(), [])
    tool("position")
    box = get("graph").rect
    at = (int(box["x"] + 150), int(box["y"] + 120))
    click_at(*at)
    until("the first position", lambda: names_drawn() == ["a"])
    until_still()
    expect("it is where the click was", apart(places()["a"], at) <= 2, True)
    fill("".join(f"v{i} v{i + 1}\n" for i in range(58)))
    until_equal("59 positions", lambda: len(names_drawn()), 59)
    click("#zoom-fit")
    until_still()
    before = places()
    corner = (int(box["x"] + 12), int(box["y"] + 12))
    until_drawn()
    click_at(*corner)
    until_equal("the sixtieth hides nothing", lambda: len(names_drawn()), 60)
    until_still()
    expect("and moves nothing", nothing_moves(before, places()), {})


def a_position_next_to_a_neighbourhood():
    """In a large game, of which a part is shown, a new position is where the click was, and the part stays."""
    open_page()
    fill("".join(f"{i} {(i * 7 + 3) % 300}\n{i} {(i * 5 + 1) % 300}\n" for i in range(300)))
    until("a part is drawn", lambda: "of 300 positions" in text("graph-note"))
    until_still()
    before = places()
    box = get("graph").rect
    x, y = next((x, y) for x in range(int(box["x"]) + 60, int(box["x"] + box["width"]) - 60, 20)
                for y in range(int(box["y"]) + 60, int(box["y"] + box["height"]) - 60, 20)
                if all(apart((x, y), at) > 60 for at in before.values()))
    tool("position")
    click_at(x, y)
    until("a new position", lambda: game_text().endswith("\n300\n"))
    until("it is drawn", lambda: "300" in names_drawn())
    until_still()
    expect("it is where the click was", apart(places()["300"], (x, y)) <= 2, True)
    expect("nothing else moves", nothing_moves(before, places()), {})


def positions_made_by_key_are_in_view():
    open_page()
    until_at("b")
    for _ in range(6):
        click("#zoom-in")
    browser.execute_script("document.activeElement.blur()")
    press("g")
    for name in "hi":
        until_still()
        press("n")
        until(f"{name} has the focus", lambda: browser.execute_script("return document.activeElement.dataset.name") == name)
        box = get("graph").rect
        x, y = places()[name]
        expect(f"{name} is in view", box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"], True)


def dragging_is_undone():
    open_page()
    until_still()
    before = places()
    drag(before["g"], (before["g"][0] + 90, before["g"][1] - 50))
    until("moved", lambda: apart(places()["g"], (before["g"][0] + 90, before["g"][1] - 50)) <= 2)
    click("#undo")
    until("back where it was", lambda: apart(places()["g"], before["g"]) <= 1)
    expect("nothing else moves", nothing_moves(before, places()), {})
    click("#redo")
    until("moved again", lambda: apart(places()["g"], before["g"]) > 40)
    moved = places()
    click("#open-view")
    click("#tidy")
    press(Keys.ESCAPE)
    until("tidied up", lambda: places() != moved)
    until_still()
    click("#undo")
    until("tidying up is undone", lambda: len(places()) == 7 and nothing_moves(moved, places()) == {})


def undo_survives_a_reload():
    open_page()
    until_still()
    before = places()
    tool("position")
    click_at(before["g"][0], before["g"][1] + 80)
    until("a new position", lambda: "h" in names_drawn())
    until_still()
    tool("select")
    start = places()["h"]
    drag(start, (start[0] + 70, start[1] + 10))
    until("moved", lambda: apart(places()["h"], start) > 40)
    reload_page()
    until("the same game", lambda: "h" in names_drawn())
    until("undo is possible", lambda: get("undo").is_enabled())
    click("#undo")
    until_still()
    until("the position is back", lambda: apart(places()["h"], start) <= 3)
    click("#undo")
    until("the position is gone", lambda: "h" not in names_drawn())
    click("#redo")
    until("and returns", lambda: "h" in names_drawn())


def messages_are_short_and_go():
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        resize(width, height, mobile=width < 600)
        open_page()
        until_still()
        tool("delete")
        click_at(*places()["g"])
        until_equal("what was done", lambda: text("said-words"), "Removed g.")
        expect(f"it leaves the legend free, {width}", browser.execute_script("""
            const said = document.getElementById("said").getBoundingClientRect();
            return [...document.querySelectorAll("#legend li, #tools button")].map(e => e.getBoundingClientRect())
              .some(box => box.left < said.right && said.left < box.right && box.top < said.bottom && said.top < box.bottom);"""), False)
        click("#said-undo")
        until("undone", lambda: "g" in names_drawn())
        expect("the message is gone", get("said").is_displayed(), False)
        until_still()
        click_at(*places()["g"])
        until_equal("once more", lambda: text("said-words"), "Removed g.")
        click("#undo")
        until("it goes with any undo", lambda: not get("said").is_displayed())


def another_game_shows_nothing_of_the_old_one():
    open_page()
    until_at("b")
    browser.execute_script("""
        window.old = [];
        new MutationObserver(() => {
          const isNew = document.getElementById("game-title").textContent === "Chomp";
          const verdict = document.getElementById("verdict").textContent;
          const nodes = [...document.querySelectorAll("#graph .node")].map(e => e.dataset.name);
          if (isNew && (verdict.includes("Position b") || nodes.includes("b")))
            requestAnimationFrame(() => requestAnimationFrame(() => {
              if (document.querySelector("#graph .node[data-name='b']") !== null) window.old.push("node b");
              if (document.getElementById("verdict").textContent.includes("Position b")) window.old.push("verdict");
            }));
        }).observe(document.body, { childList: true, subtree: true, characterData: true });""")
    open_game("chomp")
    until("the board", lambda: len(seen("#board .chocolate")) == 12)
    expect("what was left", browser.execute_script("return window.old"), [])
    fill_and_fail()


def fill_and_fail():
    """A file with an error shows the error, and neither the graph nor the verdict of the game before."""
    open_page()
    until_at("b")
    call_module("""
        const given = new DataTransfer();
        given.items.add(new File(["a b c\\n"], "broken.edges"));
        const input = document.getElementById("file");
        input.files = given.files;
        input.dispatchEvent(new Event("change"));
        done();""")
    until("the error", lambda: text("error").startswith("line 1"))
    until_equal("no position", names_drawn, [])
    expect("no verdict", text("verdict"), "")
    expect("the status", text("status"), "The text has an error.")
    mode("play")
    mode("algorithm")
    mode("explore")
    expect("no board", find("#board:not([hidden])"), [])


SCENES = [
    a_position_appears_where_the_click_was,
    the_first_position_and_the_sixtieth,
    a_position_next_to_a_neighbourhood,
    positions_made_by_key_are_in_view,
    dragging_is_undone,
    undo_survives_a_reload,
    messages_are_short_and_go,
    another_game_shows_nothing_of_the_old_one,
]
