"""Scenes: what is shared opens exactly as it was, from a link or a file, in a page that knows nothing else."""

import json

from browser import (address, browser, click, close_dialog, drag, expect, fill, find, get, mode, names_drawn, node_class, open_dialog,
                     open_page, places, take, text, until, until_at, until_equal, until_still, value, verdict, violations)
from scenes.pictures import keep_downloads, open_builder, seen_centres


def share(hidden=False):
    """Returns the link of the dialog."""
    open_dialog("share")
    until("the link", lambda: value("link").startswith(address))
    if hidden:
        link = value("link")
        click("#share-hidden")
        until("another link", lambda: value("link") != link)
    link = value("link")
    if hidden:
        click("#share-hidden")
    close_dialog("share")
    return link


def open_elsewhere(link):
    """Opens a link as another browser would: nothing is kept there."""
    browser.execute_script("localStorage.clear(); sessionStorage.clear()")
    browser.execute_async_script("""
        const done = arguments[0], request = indexedDB.deleteDatabase("grundy");
        request.onsuccess = request.onerror = request.onblocked = () => done();""")
    open_page(link)


def layout():
    """Returns the distances of all positions from the first one, on the stage."""
    until_still()
    centres = seen_centres()
    x, y = next(iter(centres.values()))
    return {name: (round(a - x), round(b - y)) for name, (a, b) in sorted(centres.items())}


def links_restore_the_stage():
    open_page()
    fill("u v\nv w\nv v\nw u\n")
    until_equal("the game", names_drawn, ["u", "v", "w"])
    until_still()
    x, y = places()["u"]
    drag((x, y), (x + 90, y + 40))
    click("#graph .node[data-name='v']")
    until_at("v")
    before, link, hidden = layout(), share(), share(hidden=True)
    expect("a short link", len(link) < 300, True)
    open_elsewhere(link)
    until_at("v")
    expect("the same layout", layout(), before)
    until("with answers", lambda: node_class("v")[1] != "blank")
    expect("the same state", share(), link)
    open_elsewhere(hidden)
    until_at("v")
    expect("the same layout without answers", layout(), before)
    until("without answers", lambda: node_class("v")[1] == "blank" and "Who wins from here?" in verdict())
    expect("the same state without answers", share(), hidden)


def links_restore_a_match():
    open_page()
    mode("play")
    click("#levels [data-value=perfect]")
    click("#play-first")
    until("your turn", lambda: text("turn") == "Your turn.")
    take("c", "play-moves")
    until("a reply", lambda: len(find("#transcript li")) == 2)
    link, said = share(), text("transcript")
    open_elsewhere(link)
    until_equal("the moves of the match", lambda: text("transcript"), said)
    until_at("d")
    expect("the same state", share(), link)


def large_games_become_files():
    open_page()
    fill("".join(f"p{i}x{i * i % 99991} p{i + 1}x{(i + 1) * (i + 1) % 99991}\n" for i in range(1500)))
    until("the game", lambda: text("status").startswith("1,501 positions"))
    keep_downloads()
    open_dialog("share")
    until("an explanation", lambda: "Send a file instead" in text("file-note"))
    expect("no link", get("link-row").is_displayed(), False)
    click("#share-hidden")
    browser.execute_script("window.kept = []")
    click("#save-page")
    until("the file", lambda: browser.execute_script("return window.kept.length") == 1)
    saved = browser.execute_script("return window.kept[0][3]")
    expect("it has the game", json.loads(saved)["answers"], False)
    open_elsewhere(address)
    until_equal("the example", names_drawn, list("abcdefg"))
    browser.execute_script("""
        const data = new DataTransfer();
        data.items.add(new File([arguments[0]], "large.grundy.json"));
        for (const name of ["dragover", "drop"])
          document.body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }));""", saved)
    until("the game is open", lambda: text("status").startswith("1,501 positions"))
    expect("answers are hidden", [get("answers").is_selected(), len(find("#graph .node.outcome-P"))], [False, 0])


def everybody_can_build_worksheets():
    open_page()
    until_equal("the game", names_drawn, list("abcdefg"))
    open_dialog("share")
    expect("share", violations(), [])
    open_builder()
    for theme in ("light", "dark"):
        browser.execute_script("document.documentElement.dataset.light = arguments[0]", theme)
        expect(f"the builder, {theme}", violations(), [])


SCENES = [links_restore_the_stage, links_restore_a_match, large_games_become_files, everybody_can_build_worksheets]
