"""A headless browser with the explorer, and what scenes ask of it; see explorer.py for the arguments."""

import json
import os
import sys
import time

from selenium import webdriver
from selenium.common.exceptions import (ElementClickInterceptedException, ElementNotInteractableException,
                                        StaleElementReferenceException, TimeoutException)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

address = sys.argv[1]
share, shares = map(int, sys.argv[2].split("/")) if len(sys.argv) > 2 else (1, 1)
folder = sys.argv[3] if len(sys.argv) > 3 and sys.argv[3] != "" else None
PATIENCE = int(os.environ.get("PATIENCE", "240"))  # seconds: other tests run at the same time

options = webdriver.ChromeOptions()
for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
               "--accept-lang=en-US", "--force-prefers-reduced-motion"):  # the program replies without a pause
    options.add_argument(option)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
browser.set_script_timeout(PATIENCE)
patience = PATIENCE
NOT_YET = (ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException, IndexError,
           StopIteration)


def be_patient(seconds):
    """Sets how long `until` waits."""
    global patience
    patience = seconds


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


def holds_within(seconds, condition):
    """Waits for a condition; elements may be replaced, hidden or covered meanwhile."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return True
        except NOT_YET:
            pass
        time.sleep(0.03)
    return False


def until(what, condition):
    if holds_within(patience, condition):
        return True
    print(f"{what}: not within {patience} seconds")
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


def point_at(what, target, is_shown):
    """Points at an element, again if need be, until something is shown: an element that replaces it does not notice the pointer."""
    def points():
        mouse().move_to_element(find("h1")[0]).move_to_element(target()).perform()
        return holds_within(1, is_shown)

    until(what, points)


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


def load(at):
    """Loads a page, again if need be: ChromeDriver sometimes waits for a page that has long been loaded."""
    browser.set_page_load_timeout(PATIENCE // 8)
    try:
        browser.get(at)
    except TimeoutException as error:
        print(f"{at} failed once: {error.msg}", file=sys.stderr)
        browser.set_page_load_timeout(PATIENCE)
        browser.get(at)


def open_page(at=address, home=False):
    """Opens the page, and leaves home, which newcomers see first, unless `home`."""
    load("about:blank")
    load(at)
    until("the page is ready", lambda: browser.execute_script("return document.body?.dataset.ready === 'true';"))
    if not home:
        browser.execute_script("document.getElementById('games').close();")
    until_drawn()


def until_drawn():
    """Waits until the graph belongs to the text."""
    until("the graph is there", lambda: browser.execute_script(
        "return document.getElementById('graph').ariaBusy === 'false' && document.querySelector('.stale') === null;"))


def until_still():
    """Waits until the graph belongs to the text and does not move for a tenth of a second."""
    until_drawn()
    until("the graph is still", lambda: browser.execute_async_script("""
        const done = arguments[0], where = () => JSON.stringify([...document.querySelectorAll("#graph .node .shape")].map(e => {
          const { x, y, width, height } = e.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        }));
        const before = where();
        setTimeout(() => requestAnimationFrame(() => done(where() === before)), 100);"""))


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


def focused_label():
    return browser.execute_script("return document.activeElement.getAttribute('aria-label') ?? ''")


def history():
    return [e.text for e in seen("#history .visit")]


def open_game(name):
    """Opens a game by its card. If the list has been open, it is not shown again, because drawing all cards takes long."""
    if browser.execute_script("""
        const card = document.querySelector(`#games [data-name="${arguments[0]}"]`);
        card?.click();
        return card !== null;""", name):
        return
    click("#open-games")
    until("the games", lambda: get("games").is_displayed())
    click(f"#games [data-name='{name}']")
    until("the list is closed", lambda: not get("games").is_displayed())


def open_dialog(name):
    """Opens the dialog of a button in the header; some are filled before they are shown."""
    click(f"#open-{name}")
    until(f"{name} is open", lambda: get(name).is_displayed())


def close_dialog(name):
    press(Keys.ESCAPE)
    until(f"{name} is closed", lambda: not get(name).is_displayed())


def click_place(number, which=None):
    """Clicks a place of the board, or a counter of a heap."""
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
