"""Scenes: keyboards, screen readers, phones, light and dark."""

import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import (RING, browser, choose, click, close_dialog, expect, fill, find, focused_label, game_text, get, history,
                     mode, names_drawn, node, open_dialog, open_game, open_page, picture, press, resize, seen, text,
                     unfold, until, until_drawn, verdict, violations)


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
    until("the focus is on h", lambda: browser.execute_script("arguments[0].focus(); return true", node("h")))
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
    for name in ("games", "share", "help", "view"):
        open_dialog(name)
        expect(name, violations(), [])
        close_dialog(name)
    open_game("tic-tac-toe")
    until("a board", lambda: len(seen("#board .place.target")) == 9)
    expect("a board", violations(), [])
    choose("theme", "auto")


def stale_answers_are_legible():
    """While the text has an error, what is shown is about the text before."""
    open_page()
    unfold("table-drawer")
    until("the table", lambda: len(seen("#grid .name")) > 4)
    fill("a b\nb c d\n")
    until("an error", lambda: "third word" in text("error"))
    outline = "return getComputedStyle(document.getElementById('verdict')).outlineColor"
    for theme in ("light", "dark"):
        choose("theme", theme)
        browser.execute_script("document.getAnimations().forEach(each => each.finish())")
        faint = browser.execute_script("""
            return [...document.querySelectorAll(".stale")].filter(e => getComputedStyle(e).opacity !== "1").map(e => e.id);""")
        expect(f"nothing is faint, {theme}", faint, [])
        expect(f"old answers are marked, {theme}", [len(find(".stale")), browser.execute_script(outline)],
               [5, {"light": "rgb(93, 99, 110)", "dark": "rgb(164, 171, 184)"}[theme]])
        expect(f"axe, {theme}", violations(), [])
        picture(f"stale-{theme}")
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
    for name in ("share", "view", "games", "help"):
        open_dialog(name)
        expect(f"{name} is not too wide", browser.execute_script(
            "const e = document.getElementById(arguments[0]); return e.scrollWidth - e.clientWidth;", name), 0)
        close_dialog(name)
    click("#graph .node[data-name='c']")
    until("the explanation appears", lambda: "You can stay" in verdict())
    open_game("tic-tac-toe")
    until("a board", lambda: len(seen("#board .place.target")) == 9)
    picture("phone-board")
    resize(1440, 900)


SCENES = [
    everything_by_keyboard,
    tab_order_leaves_the_graph,
    everybody_can_use_it,
    stale_answers_are_legible,
    light_and_dark,
    drawers_do_not_cover_the_stage,
    a_phone_has_room_for_fingers,
]
