"""Scenes: the course."""

from selenium.webdriver.common.keys import Keys

from browser import (browser, click, expect, fill, game_text, get, open_page, picture, press_button, seen, take,
                     text, until, until_equal, verdict, violations)


def start_the_course():
    open_page()
    browser.execute_script("localStorage.clear()")
    open_page()
    click("#open-lessons")
    until("the lessons", lambda: seen("#lesson"))


def page_is(lesson, page):
    until_equal(f"{lesson}, page {page}", lambda: (text("lesson-title"), text("lesson-count").split(" of ")[0]),
                (lesson, f"page {page}"))
    until("it is solved", lambda: browser.execute_script(
        "return document.getElementById('graph').ariaBusy === 'false' && document.querySelector('.stale') === null;"))


def answer(outcome):
    click(f"#lesson-task [data-outcome={outcome}]")


def write(words):
    until("a field", lambda: seen("#lesson-answer"))
    get("lesson-answer").clear()
    get("lesson-answer").send_keys(words, Keys.ENTER)


def said(words):
    until_equal("the reply", lambda: words in text("lesson-said"), True)


def go_on():
    click("#lesson-next")


def the_course_from_outcomes_to_infinite_values():
    """Every task of every lesson but the matches, with the answers that its words lead to."""
    start_the_course()
    page_is("Take the last counter", 1)
    expect("no answers", "good" in browser.execute_script("return document.querySelector('#graph .node').getAttribute('class')"), False)
    picture("lesson")
    go_on()
    page_is("Take the last counter", 2)
    go_on()
    page_is("Take the last counter", 3)
    take("2")
    said("Not quite.")
    take("3")
    said("you take the rest")
    go_on()
    outcomes("Walk backwards", {1: "N", 2: "P", 4: "P"}, 5)
    add_move("3 0\n")
    said("a move to a lost position")
    go_on()
    outcomes("Draws", {1: "N", 2: "P", 3: "D", 4: "D"}, 5)
    add_move("d a\n")
    said("c is now lost")
    until("c is lost", lambda: "bad" in browser.execute_script(
        "return document.querySelector('#graph .node[data-name=c]').getAttribute('class')"))
    go_on()
    page_is("Why a draw is a draw", 1)
    until("the draw is explained", lambda: "You can stay" in verdict())
    go_on()
    page_is("Why a draw is a draw", 2)
    take("e")
    said("Not quite.")
    take("c")
    said("keeps the draw")
    go_on()
    page_is("Why a draw is a draw", 3)
    add_move("b c\n")
    said("Once there is a place to be stuck")
    go_on()
    for page, moves in ((1, "1"), (2, "3")):
        page_is("How long does it take?", page)
        write("7")
        said("Not quite.")
        write(moves)
        said("Right")
        go_on()
    page_is("How long does it take?", 3)
    fill("a b\nb c\nc d\nd e\ne f\n")
    said("Right!")
    for lesson in (1, 2):
        go_on()
    page_is("Several heaps", 1)


def outcomes(lesson, wanted, last):
    """Predicts outcomes, first wrongly, and goes on to the last page."""
    for page in range(1, last):
        page_is(lesson, page)
        if page in wanted:
            answer({"N": "D", "P": "N", "D": "P"}[wanted[page]])
            said("Not quite.")
            answer(wanted[page])
            said("Right")
        go_on()
    page_is(lesson, last)


def add_move(line):
    until("the text is there", lambda: game_text() != "")
    fill(game_text() + line)


def the_course_on_sums_and_values():
    start_the_course()
    choose_lesson("sums")
    outcomes("Several heaps", {1: "P"}, 2)
    press_button("#moves .move", "→\ntake 1 from heap 2")
    said("Not quite.")
    press_button("#moves .move", "→\ntake 3 from heap 2")
    said("the heaps are equal")
    go_on()
    outcomes_from("Several heaps", 3, {4: "P"}, 5)
    press_button("#moves .move", "→\ntake 2 from heap 1")
    said("all columns are even")
    go_on()
    values("Values", {1: "0", 2: "2"})
    page_is("Values", 3)
    answer("P")
    said("always make them equal again")
    go_on()
    page_is("Values", 4)
    press_button("#moves .move", "→\nNim heap: 3 → 2")
    said("the same value now")
    go_on()
    values("Infinite values", {1: "1", 2: "2", 3: "inf(0)"})
    outcomes_from("Infinite values", 4, {4: "N"}, 5)
    answer("D")
    said("This is what ∞{2} means")
    picture("lesson-infinite")
    expect("the course", violations(), [])
    go_on()
    page_is("A win that ends", 1)
    take("V1")
    said("Not quite.")
    take("V3")
    said("again and again")
    expect("lessons that are done", [words.endswith("✓") for words in browser.execute_script(
        "return [...document.getElementById('lesson-choice').options].map(o => o.text)")],
           [False] * 5 + [True] * 3 + [False] * 2)
    click("#lesson-close")
    until("the course is closed", lambda: not seen("#lesson") and "The player to move" in verdict())


def choose_lesson(name):
    browser.execute_script(
        "const e = document.getElementById('lesson-choice'); e.value = arguments[0];"
        "e.dispatchEvent(new Event('change', { bubbles: true }));", name)


def outcomes_from(lesson, start, wanted, last):
    for page in range(start, last):
        page_is(lesson, page)
        if page in wanted:
            answer(wanted[page])
            said("Right")
        go_on()
    page_is(lesson, last)


def values(lesson, wanted):
    for page, value in wanted.items():
        page_is(lesson, page)
        write("9")
        said("Not quite.")
        write(value)
        said("Right")
        go_on()


def a_match_is_an_examination():
    start_the_course()
    page_is("Take the last counter", 1)
    go_on()
    page_is("Take the last counter", 2)
    click("#levels [data-value=perfect]")
    click("#play-first")
    for name in ("3", "0"):
        until("your turn", lambda: text("turn").startswith("Your turn"))
        take(name, "play-moves")
    said("Well played!")


SCENES = [
    the_course_from_outcomes_to_infinite_values,
    the_course_on_sums_and_values,
    a_match_is_an_examination,
]
