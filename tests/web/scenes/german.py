"""Scenes: the page in German."""

import contextlib

from browser import (browser, call_module, choose, click, close_dialog, expect, get, mode, open_dialog, open_game, open_page,
                     picture, press_button, resize, seen, take, text, unfold, until, until_at, until_drawn, until_equal, value,
                     verdict, violations)


@contextlib.contextmanager
def german_browser():
    """Has the browser ask for German, and forgets afterwards what was chosen."""
    agent = browser.execute_script("return navigator.userAgent")
    browser.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "de-AT,en"})
    try:
        yield
    finally:
        browser.execute_script("localStorage.removeItem('grundy-language')")
        browser.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "en-US"})


def language():
    return browser.execute_script("return document.documentElement.lang")


def until_loaded_in(code):
    until_equal(f"the page is loaded in {code}", lambda: browser.execute_script(
        "return document.body?.dataset.ready === 'true' ? document.documentElement.lang : ''"), code)
    browser.execute_script("document.getElementById('games').close()")


def language_is_chosen():
    open_page()
    expect("English by default", (language(), text("open-view"), value("language")), ("en", "View", "auto"))
    open_dialog("view")
    choose("language", "de")
    until_loaded_in("de")
    expect("it is kept", (text("open-view"), value("language")), ("Ansicht", "de"))
    expect("the style is the same", browser.execute_script("return getComputedStyle(document.getElementById('modes')).display"), "flex")
    open_dialog("view")
    expect("the dialog, too", get("view-title").text, "Ansicht")
    close_dialog("view")
    choose("language", "auto")
    until_loaded_in("en")
    with german_browser():
        open_page()
        expect("as the browser asks", (language(), text("open-view"), value("language")), ("de", "Ansicht", "auto"))
        choose("language", "en")
        until_loaded_in("en")
        expect("unless another one is chosen", (text("open-view"), value("language")), ("View", "en"))
    open_page()
    until("English again", lambda: language() == "en")


def a_lesson_in_german():
    with german_browser():
        open_page()
        click("#open-lessons")
        until_equal("the lesson", lambda: text("lesson-title"), "Nimm den letzten Stein")
        expect("its words", "Fünf Steine liegen auf einem Tisch." in text("lesson-words"), True)
        picture("lesson-german")
        click("#lesson-next")
        click("#lesson-next")
        take("2")
        until("a hint", lambda: "ob er nun einen nimmt oder zwei" in text("lesson-said"))
        take("3")
        until("the answer is right", lambda: "du nimmst den Rest" in text("lesson-said"))
    open_page()


# Texts that are seen or read aloud: those of the catalogue that are still English, and others with English words.
ENGLISH = r"""
    const { GERMAN } = await import("./german.js");
    const isEnglish = text => (GERMAN[text] !== undefined && GERMAN[text] !== text) ||
      /\b(the|of|is|are|and|with|from|wins|loses|draws?|moves?|player|position)\b/i.test(text.replace(/„[^“]*“|Strings and Coins/g, ""));
    const isSeen = element => element !== null && element.closest("[translate=no], [lang=en], script, style, #text, noscript") === null &&
      element.checkVisibility({ checkVisibilityCSS: true });
    const found = [document.title];
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [data-term]"))
      for (const name of ["aria-label", "title", "placeholder", "data-term"])
        if (element.hasAttribute(name) && isSeen(element)) found.push(element.getAttribute(name));
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      if (isSeen(text.parentElement)) found.push(text.nodeValue);
    done([...new Set(found.map(text => text.trim().replace(/\s+/g, " ")).filter(isEnglish))]);
"""


def expect_german(where):
    """Expects that no English is left on the screen, and that it fits into windows of all sizes."""
    expect(f"English texts: {where}", call_module(ENGLISH), [])
    expect(f"accessible: {where}", violations(), [])
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        resize(width, height, mobile=width < 500)
        picture(f"german-{where.replace(' ', '-')}-{width}")
        expect(f"{where} is not wider than {width} pixels", browser.execute_script(
            "return document.documentElement.scrollWidth <= innerWidth &&"
            "  [...document.querySelectorAll('dialog[open]')].every(e => e.scrollWidth <= e.clientWidth)"), True)
    resize(1440, 900)


def exploring_in_german():
    with german_browser():
        open_page()
        until("the verdict", lambda: "Der Spieler am Zug gewinnt" in verdict())
        for name in ("numbers", "theory", "why-box", "table-drawer", "sum-drawer", "text-drawer"):
            unfold(name)
        until("reasons", lambda: len(seen("#why li")) > 0)
        until("rows", lambda: len(seen("#grid .name")) > 4)
        expect_german("exploring")
        browser.execute_script("document.getElementById('filter').value = 'Ausgang=N';"
                               "document.getElementById('filter').dispatchEvent(new Event('input'))")
        until_equal("a filter in German", lambda: text("rows-count"), "3 von 7 Stellungen")
        take("c")
        until_at("c")
        until("a draw is explained", lambda: "remis" in verdict().lower())
        expect_german("a draw")
        click("#answers-row")
        until("a question", lambda: "Wer gewinnt von hier aus?" in verdict())
        expect_german("hidden answers")


def dialogs_in_german():
    with german_browser():
        open_page()
        for name in ("games", "view", "share", "help"):
            open_dialog(name)
            expect_german(name)
            close_dialog(name)
        for name in ("vectors", "quotients"):
            open_dialog("games")
            click(f"#games [data-name='{name}']")
            until(f"{name} is open", lambda: get(name).is_displayed())
            until(f"{name} is filled", lambda: text(f"{name}-said") != "")
            expect_german(name)
            close_dialog(name)
        for name in browser.execute_script("return [...document.querySelectorAll('dialog')].map(({ id }) => id)"):
            browser.execute_script("document.getElementById(arguments[0]).showModal()", name)
            expect(f"English texts: {name}", call_module(ENGLISH), [])
            browser.execute_script("document.getElementById(arguments[0]).close()", name)


def games_in_german():
    with german_browser():
        open_page()
        open_game("nim")
        until("heaps", lambda: len(seen("#board .counter")) == 9)
        until("moves", lambda: any("nimm 3 von Haufen 3" in e.text for e in seen("#moves .move")))
        expect_german("nim")
        unfold("sum-drawer")
        choose("sum-kind", "kayles")
        click("#sum-form button")
        until("a move in a heap", lambda: any("Kayles: nimm 2 von 3, es bleiben 1" in e.text for e in seen("#moves .move")))
        until("the addition", lambda: "Das ist nicht 0, also gewinnt der Spieler am Zug." in text("addition"))
        expect_german("a sum")
        open_game("cops-and-robber")
        until("the player is named", lambda: "Gendarm (dunkel) am Zug" in verdict())
        expect_german("cops-and-robber")


def a_match_in_german():
    with german_browser():
        open_page()
        mode("play")
        expect_german("before a match")
        click("#levels [data-value=person]")
        click("#play-first")
        until_equal("the first player", lambda: text("turn"), "Der erste Spieler ist am Zug.")
        take("c", "play-moves")
        until("the win is gone", lambda: "Das verschenkt den Sieg." in text("mistake"))
        press_button("#mistake button", "Warum?")
        until("the library says why in German", lambda: "Sieg" in text("mistake") and "Das verschenkt" not in text("mistake"))
        expect_german("a match")
        for name in ("d", "e", "g"):
            until("a turn", lambda: "am Zug" in text("turn"))
            take(name, "play-moves")
        until_equal("the end", lambda: text("turn"), "Der zweite Spieler gewinnt nach 4 Zügen.")
        expect_german("the end of a match")


def algorithms_in_german():
    with german_browser():
        open_page()
        mode("algorithm")
        for course, note in (("who", "Noch hat keine Stellung eine Marke"), ("values", ""), ("waves", "Noch ist nichts bekannt")):
            click(f"#courses [data-value={course}]")
            until(f"the course {course}", lambda: text("step-count").startswith("1 / ") and note in text("step-note"))
            click("#step-forward")
            until("a step", lambda: text("step-count").startswith("2 / "))
            until_drawn()
            expect_german(f"course {course}")


SCENES = [language_is_chosen, a_lesson_in_german, exploring_in_german, dialogs_in_german, games_in_german, a_match_in_german,
          algorithms_in_german]
