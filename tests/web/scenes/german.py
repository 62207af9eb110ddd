"""Scenes: the page in German."""

import contextlib

from browser import (browser, choose, click, close_dialog, expect, get, open_dialog, open_page, picture, take, text, until,
                     until_equal, value)


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


def language_is_chosen():
    open_page()
    expect("English by default", (language(), text("open-view"), value("language")), ("en", "View", "auto"))
    open_dialog("view")
    choose("language", "de")
    until_loaded_in("de")
    expect("it is kept", (text("open-view"), value("language")), ("Ansicht", "de"))
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


SCENES = [language_is_chosen, a_lesson_in_german]
