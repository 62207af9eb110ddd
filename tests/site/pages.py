"""Tests what the static site adds to the explorer: its size and speed, visits without a network, and embedded games; and the npm
package in a page.

usage: pages.py SITE PACKAGE [PICTURES]

Prints failures. PACKAGE is the folder of the npm package. PICTURES is a folder for screenshots. If the variable AXE is the path of axe.min.js, the pages are
checked with it, too.
"""

import gzip
import os
import re
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from static_server import StaticServer

SITE = os.path.realpath(sys.argv[1])
PACKAGE = os.path.realpath(sys.argv[2])
PICTURES = sys.argv[3] if len(sys.argv) > 3 else None
PATIENCE = int(os.environ.get("PATIENCE", "90"))  # seconds
MOST_BYTES = 5_000_000  # of the whole site, compressed

failures = []


def expect(what, got, wanted):
    if got != wanted:
        failures.append(f"{what}: got {got!r}, expected {wanted!r}")


def start_browser():
    options = webdriver.ChromeOptions()
    for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   "--force-prefers-reduced-motion"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    browser.set_script_timeout(PATIENCE)
    return browser


browser = start_browser()


def resize(width, height, mobile=False):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def script(text, *given):
    return browser.execute_script(text, *given)


def until(what, condition):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.03)
    failures.append(f"{what}: not within {PATIENCE} seconds")
    return False


def until_ready():
    until("the page is ready", lambda: script("return document.body?.dataset.ready === 'true'"))


def picture(name):
    if PICTURES is not None:
        time.sleep(0.5)
        browser.save_screenshot(f"{PICTURES}/{name}.png")


def violations():
    axe = os.environ.get("AXE")
    if axe is None:
        return []
    script(open(axe, encoding="utf-8").read())
    return browser.execute_async_script("""
        const done = arguments[0];
        axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
          done(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(n => n.html.slice(0, 120)).join(" | ")}`)));""")


# ---- tests ----


def the_site_is_small():
    total = 0
    for name in os.listdir(SITE):
        with open(os.path.join(SITE, name), "rb") as file:
            total += len(gzip.compress(file.read(), 9))
    expect("the compressed site is at most 5 MB", total <= MOST_BYTES, True)
    print(f"the site has {total / 1e6:.2f} MB with gzip", file=sys.stderr)


def no_page_asks_other_sites():
    for name in os.listdir(SITE):
        if not name.endswith((".html", ".css")):
            continue
        with open(os.path.join(SITE, name), encoding="utf-8") as file:
            found = re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?/[^"')]*""", file.read())
        expect(f"addresses in {name} that are not relative", found, [])


def the_first_answer_comes(server):
    """Says how long it takes: the best of three visits, each with an empty cache."""
    taken = []
    for _ in range(3):
        browser.execute_cdp_cmd("Network.clearBrowserCache", {})
        browser.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": server.address.rstrip("/"), "storageTypes": "all"})
        browser.get("about:blank")
        browser.get(server.address)
        until("an answer", lambda: script("return document.getElementById('status')?.textContent.startsWith('7 positions')"))
        taken.append(script("return performance.now() / 1000"))
    print(f"first answer after {min(taken):.2f} s", file=sys.stderr)


def it_works_without_a_network(server):
    browser.get(server.address)
    until_ready()
    until("all files are kept", lambda: browser.execute_async_script("""
        const done = arguments[0];
        navigator.serviceWorker.ready.then(({ active }) => done(active !== null));"""))
    link = script("return location.href")
    server.stop()
    browser.get("about:blank")
    browser.get(link)
    until_ready()
    until("an answer", lambda: script("return document.getElementById('status').textContent.startsWith('7 positions')"))
    until("the graph", lambda: script("return document.querySelectorAll('#graph .node').length") == 7)
    browser.get(server.address + "embed.html")
    until_embedded(4)


def it_works_without_a_network_from_a_host_that_redirects():
    with StaticServer(SITE, redirects=True) as server:
        browser.get(server.address + "embed.html")
        until_embedded(4)
        until("all files are kept", lambda: browser.execute_async_script("""
            const done = arguments[0];
            navigator.serviceWorker.ready.then(({ active }) => done(active !== null));"""))
        server.stop()
        for name in ("embed", "embed.html"):
            browser.get("about:blank")
            browser.get(server.address + name)
            until_embedded(4)


def until_embedded(count):
    until(f"{count} embedded games", lambda: script(
        "return document.querySelectorAll('grundy-game[data-ready]').length") == count)


def inside(number, selector, body):
    """Runs JavaScript with the elements `found` inside an embedded game."""
    return script(f"""
        const root = document.querySelectorAll("grundy-game")[arguments[0]].shadowRoot;
        const found = [...root.querySelectorAll(arguments[1])];
        {body}""", number, selector)


def click_position(number, name):
    inside(number, ".node", f"""found.find(e => e.dataset.position === "{name}").dispatchEvent(
        new MouseEvent("click", {{ bubbles: true }}));""")


def press_button(number, words):
    inside(number, "button", f"""found.find(e => e.textContent === "{words}" && !e.hidden).click();""")


def words_in(number, selector):
    return inside(number, selector, "return found.map(e => e.textContent).join('\\n');")


def examples_are_live(where):
    until_embedded(4)
    expect(f"{where}: no errors", [words_in(number, ".wrong") for number in range(4)], [""] * 4)
    expect(f"{where}: positions", [inside(number, ".node", "return found.length") for number in (0, 1)], [7, 8])
    until(f"{where}: the draw is explained", lambda: "You can stay: c → d → c" in words_in(0, ".why"))
    click_position(0, "b")
    until(f"{where}: why on click", lambda: "b is an N-position" in words_in(0, ".why") or "b is N" in words_in(0, ".why"))
    expect(f"{where}: outcomes", inside(0, ".node.outcome-D", "return found.map(e => e.dataset.position).sort()"), ["c", "d"])
    expect(f"{where}: a blank drawing", inside(1, "[data-value]", "return found.length"), 0)
    press_button(1, "Play first")
    until(f"{where}: your move", lambda: "You are at 7" in words_in(1, "[role=status]"))
    click_position(1, "3")
    until(f"{where}: not a move", lambda: "There is no move to 3." in words_in(1, "[role=status]"))
    click_position(1, "6")
    until(f"{where}: the program replies", lambda: "Your move" in words_in(1, "[role=status]")
          and "You are at 7" not in words_in(1, "[role=status]"))
    press_button(1, "End the match")
    expect(f"{where}: a board", inside(2, ".board .place", "return found.length"), 15)
    expect(f"{where}: rows of the table", inside(3, "tbody tr", "return found.length") > 3, True)


def a_match_that_ends_at_once_leaves_the_drawing(server):
    browser.get(server.address + "embed.html")
    until_embedded(4)
    script("document.querySelector('grundy-game').setAttribute('show', 'drawing values play')")
    until("a button", lambda: "Play first" in words_in(0, "button"))
    inside(0, "button", """
        for (const words of ["Play first", "End the match"]) found.find(e => e.textContent === words).click();""")
    time.sleep(1)  # a match that goes on would hide the values
    until("values are shown", lambda: inside(0, "[data-value]", "return found.length") > 0)


def embedded_games(server):
    browser.get(server.address + "embed.html")
    examples_are_live("embed.html")
    picture("embed")
    expect("accessibility of embed.html", violations(), [])
    resize(390, 844, mobile=True)
    expect("as wide as a phone", script("return document.documentElement.scrollWidth"), 390)
    picture("embed-phone")
    resize(1280, 900)


def place_at(place):
    """Returns the middle of a place of the board, which is scrolled into view, in the window."""
    return inside(2, f'[data-place="{place}"] .spot', """
        found[0].scrollIntoView({ block: "center" });
        const { x, y, width, height } = found[0].getBoundingClientRect();
        return [x + width / 2, y + height / 2];""")


def point_at(actions, place):
    x, y = place_at(place)
    actions.w3c_actions.pointer_action.move_to_location(int(x), int(y))
    return actions


def touch(*places):
    """Clicks on places of the board."""
    for place in places:
        point_at(ActionChains(browser, duration=40), place).click().perform()


def piece_at(place):
    return inside(2, f'[data-place="{place}"]', "return found[0].getAttribute('aria-label');").split(": ")[1]


CAR, UP = "car that drives right", "car that drives up"


def a_board_is_walked_and_played(server):
    """Dodgem, in the third example: by clicks, by dragging and with keys; then in a match."""
    browser.get(server.address + "embed.html")
    until_embedded(4)
    expect("verdicts", inside(2, ".answer.arrow", "return found.length"), 3)
    until("the player is named", lambda: words_in(2, ".why h3") == "Dark wins")
    touch(0, 1)
    until("clicks move a car", lambda: piece_at(1) == CAR and piece_at(0) == "empty")
    expect("the last move is marked", inside(2, ".place.last", "return found.map(e => e.dataset.place)"), ["0", "1"])
    press_button(2, "Take back")
    until("the move is taken back", lambda: piece_at(0) == CAR)
    drag = point_at(ActionChains(browser, duration=40), 3).click_and_hold()
    point_at(drag, 4).release().perform()
    until("a car is dragged", lambda: piece_at(4) == CAR and piece_at(3) == "empty")
    until("a losing move is explained", lambda: words_in(2, ".why h3") == "Light wins")
    press_button(2, "Start over")
    until("the first position", lambda: piece_at(3) == CAR)
    inside(2, '[data-place="0"]', "found[0].focus();")
    ActionChains(browser).send_keys(Keys.ENTER, Keys.ARROW_RIGHT, Keys.ENTER).perform()
    until("keys move a car", lambda: piece_at(1) == CAR)
    expect("the focus stays on the board", inside(2, ".place", "return root.activeElement.dataset.place"), "1")
    press_button(2, "Play first")
    until("the match begins where the reader is", lambda: words_in(2, ".match [role=status]") == "Your move." and piece_at(1) == CAR)
    expect("no verdicts in a match", inside(2, ".answer", "return found.length"), 0)
    expect("no list of moves: they are made on the board", inside(2, ".match .row button", "return found.filter(e => !e.hidden).length"), 1)
    touch(7, 4)
    until("the computer replies", lambda: piece_at(4) == UP and [piece_at(1), piece_at(3)] != [CAR] * 2)
    press_button(2, "End the match")
    until("the walk goes on", lambda: inside(2, ".answer.arrow", "return found.length") > 0 and piece_at(1) == CAR and piece_at(7) == UP)
    press_button(2, "Start over")
    until("the first position again", lambda: piece_at(0) == CAR)
    press_button(2, "Play first")
    until("the match begins", lambda: words_in(2, ".match [role=status]") == "Your move.")
    touch(0, 1)
    until("the computer replies", lambda: piece_at(1) == CAR and [piece_at(7), piece_at(8)] != [UP] * 2)


def a_match_begins_at_the_chosen_position(server):
    """On a graph: where the reader has clicked, unless nobody can move there."""
    browser.get(server.address + "embed.html")
    until_embedded(4)
    for chosen, start in (("5", "5"), ("0", "7")):
        click_position(1, chosen)
        press_button(1, "Play first")
        until(f"a match from {start}", lambda: f"You are at {start}." in words_in(1, "[role=status]"))
        press_button(1, "End the match")
        expect("the choice stays", inside(1, ".node.selected", "return found.map(e => e.dataset.position)"), [chosen])


def a_match_on_a_board_ends(server):
    """One domino on a board of two cells: the match is over, and its last position is shown."""
    browser.get(server.address + "embed.html")
    until_embedded(4)
    script("""const game = document.querySelectorAll("grundy-game")[2];
        for (const [name, value] of [["gallery", "cram"], ["args", "1,2"], ["show", "drawing play"]]) game.setAttribute(name, value);""")
    until("two cells", lambda: inside(2, ".place", "return found.length") == 2)
    press_button(2, "Play first")
    until("the match begins", lambda: words_in(2, ".match [role=status]") == "Your move.")
    touch(0, 1)
    until("you win", lambda: "You win after 1 move!" in words_in(2, ".match [role=status]"))
    expect("the last position", [piece_at(0), piece_at(1)], ["covered", "covered"])
    press_button(2, "Start over")
    until("the first position", lambda: piece_at(0) == "empty")


def a_match_begins_before_a_step_arrives(server):
    """A step of the walk that was asked for, but has not arrived, is left out: it would be a move of the match."""
    browser.get(server.address + "embed.html")
    until_embedded(4)
    inside(2, "button, .place .spot", """
        const click = e => e.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        for (const place of [0, 1]) click(root.querySelector(`[data-place="${place}"] .spot`));
        found.find(e => e.textContent === "Play first").click();""")
    until("the match begins", lambda: words_in(2, ".match [role=status]") == "Your move.")
    expect("where the reader was", [piece_at(0), piece_at(1)], [CAR, "empty"])
    time.sleep(1)
    press_button(2, "End the match")
    expect("the walk has no other step", [piece_at(0), piece_at(1)], [CAR, "empty"])


def the_view_is_chosen(server):
    browser.get(server.address + "embed.html")
    until_embedded(4)
    script("document.querySelectorAll('grundy-game')[3].setAttribute('view', 'board')")
    until("a board", lambda: inside(3, ".board", "return found.length") == 1 and inside(3, ".node", "return found.length") == 0)
    script("document.querySelectorAll('grundy-game')[0].setAttribute('view', 'board')")
    until("no board", lambda: words_in(0, ".wrong") == "The game has no board; view can be auto or graph.")
    script("document.querySelectorAll('grundy-game')[0].setAttribute('view', 'table')")
    until("an unknown view", lambda: "View has the unknown word 'table'" in words_in(0, ".wrong"))


def prefer(scheme):
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def themes_are_followed(server):
    def background(number):
        return inside(number, ".box", "return getComputedStyle(found[0]).backgroundColor")

    prefer("light")
    browser.get(server.address + "embed.html")
    until_embedded(4)
    light, dark = background(0), background(2)
    expect("two colours", light != dark, True)
    prefer("dark")
    until("the system is followed", lambda: [background(number) for number in range(4)] == [dark] * 4)
    expect("accessibility in the dark", violations(), [])
    script("document.querySelector('grundy-game').setAttribute('theme', 'light')")
    until("the attribute is stronger", lambda: background(0) == light)
    until_embedded(4)
    picture("embed-dark")
    prefer("light")
    until("light again", lambda: [background(number) for number in range(4)] == [light, light, dark, light])


def a_match_is_won():
    """After embedded_games, on the same page: from 7, taking one counter wins."""
    press_button(1, "Play first")
    until("your move", lambda: "You are at 7" in words_in(1, "[role=status]"))
    for _ in range(3):
        here = int(re.search(r"at (\d)", words_in(1, "[role=status]")).group(1))
        press_button(1, str(here - here % 3 if here % 3 else here - 1))
        until("the program moves", lambda: f"at {here}." not in words_in(1, "[role=status]"))
        if "win" in words_in(1, "[role=status]"):
            break
    expect("you win", "You win" in words_in(1, "[role=status]"), True)


def pages_of_teachers():
    """The examples of docs/embed.md in a page of another site, which loads the script from here."""
    with open("docs/embed.md", encoding="utf-8") as file:
        examples = re.findall(r"^```html\n(.*?)^```$", file.read(), re.M | re.S)
    expect("examples in docs/embed.md", len(examples), 4)
    with tempfile.TemporaryDirectory() as folder, StaticServer(folder) as teacher, StaticServer(SITE, True) as site:
        for name, source in (("other.html", site.address), ("same.html", "grundy/")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as page:
                page.write(f'<!DOCTYPE html><html lang="en"><title>Lesson</title><link rel="icon" href="data:,">'
                           f'<script type="module" src="{source}grundy-game.js"></script>{"".join(examples)}')
        os.symlink(SITE, os.path.join(folder, "grundy"))
        for name in ("same.html", "other.html"):
            browser.get(teacher.address + name)
            examples_are_live(name)


def games_are_rendered_again(server):
    browser.get(server.address + "embed.html")
    until_embedded(4)
    set_game = """
        const game = document.querySelector("grundy-game");
        game.removeAttribute("position");
        for (const [name, value] of Object.entries(arguments[1])) game.setAttribute(name, value);
        game.textContent = arguments[0];"""
    script(set_game, "x y\ny z\n", {})
    until("another game", lambda: inside(0, ".node", "return found.map(e => e.dataset.position).sort()") == ["x", "y", "z"])
    script("document.querySelector('grundy-game').setAttribute('label', 'Three positions')")
    until("another label", lambda: inside(0, "svg", "return found.map(e => e.getAttribute('aria-label'))") == ["Three positions"])
    script(set_game, "x y\nx y z\n", {})
    until("an error with its line", lambda: words_in(0, ".wrong").startswith("Line 2: "))
    script(set_game, "x y\n", {"show": "drawing wrong"})
    until("an unknown word", lambda: "unknown word 'wrong'" in words_in(0, ".wrong"))
    script(set_game, "x y\n", {"show": "drawing", "position": "q"})
    until("an unknown position", lambda: "no position 'q'" in words_in(0, ".wrong"))
    script(set_game, "<b> &amp;\n", {"show": "drawing", "position": "<b>"})
    until("names are not HTML", lambda: inside(0, ".node", "return found.map(e => e.dataset.position)") == ["<b>", "&amp;"])


def the_package_works_in_a_page():
    with tempfile.TemporaryDirectory() as folder, StaticServer(folder) as server:
        with open(os.path.join(folder, "page.html"), "w", encoding="utf-8") as page:
            page.write('<!DOCTYPE html><title>Program</title><link rel="icon" href="data:,">')
        os.symlink(PACKAGE, os.path.join(folder, "grundy"))
        browser.get(server.address + "page.html")
        got = browser.execute_async_script("""
            const done = arguments[0];
            import("./grundy/index.js").then(async ({ draw, GrundyError, solve }) => {
              const { outcome } = await solve("a b\\nb c\\n");
              const svg = await draw("a b\\n");
              const error = await solve("a b c\\n").catch(thrown => thrown);
              done([outcome, svg.includes('data-position="a"'), error instanceof GrundyError, error.line]);
            }).catch(thrown => done(String(thrown)));""")
        expect("the functions in a page", got, [["P", "N", "P"], True, True, 1])


def main():
    the_site_is_small()
    no_page_asks_other_sites()
    with StaticServer(SITE) as server:
        resize(1280, 900)
        the_first_answer_comes(server)
        embedded_games(server)
        a_match_is_won()
        games_are_rendered_again(server)
        a_match_that_ends_at_once_leaves_the_drawing(server)
        a_board_is_walked_and_played(server)
        a_match_begins_at_the_chosen_position(server)
        a_match_on_a_board_ends(server)
        a_match_begins_before_a_step_arrives(server)
        the_view_is_chosen(server)
        themes_are_followed(server)
        expect("requests for files that are missing", [path for path in server.requests if not os.path.exists(
            SITE + path.split("?")[0])], [])
        it_works_without_a_network(server)
    it_works_without_a_network_from_a_host_that_redirects()
    pages_of_teachers()
    the_package_works_in_a_page()
    wrong = [entry["message"] for entry in browser.get_log("browser")
             if entry["level"] == "SEVERE" and "ERR_CONNECTION_REFUSED" not in entry["message"]]
    expect("errors of the pages", wrong, [])
    for failure in failures:
        print(failure)
    return 1 if failures else 0


try:
    code = main()
finally:
    browser.quit()
sys.exit(code)
