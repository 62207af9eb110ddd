"""Names with spaces, answers by theory, and errors that say what to do."""

import time

from selenium.webdriver.common.keys import Keys

from browser import (browser, click, close_dialog, expect, fill, find, game_text, get, mode, names_drawn, node,
                     open_dialog, open_game, open_page, press, seen, take, text, unfold, until, until_at, until_drawn,
                     until_equal, verdict)
from scenes.canvas import reload_page


def names_contain_spaces():
    open_page()
    until_drawn()
    until("a key arrives at g", lambda: node("g").send_keys(Keys.F2) is None and find(".rename"))
    press(Keys.CONTROL, "a")
    press('the "way" out', Keys.ENTER)
    until("the text quotes it", lambda: 'b "the \\"way\\" out"\n' in game_text())
    until("its name", lambda: 'the "way" out' in names_drawn())
    take('the "way" out')
    until_at('the "way" out')
    until("it is lost", lambda: "The player to move loses" in verdict())
    reload_page()
    until_at('the "way" out')
    fill('"my start" -> "my end"\n')
    until_equal("typed", names_drawn, ["my end", "my start"])
    fill('a "b c\n')
    until("an open quotation mark", lambda: "quotation mark that is not closed" in text("error"))


def large_heaps_are_answered_by_theory():
    open_page()
    open_game("nim")
    until("heaps", lambda: len(seen("#board .counter")) == 9)
    unfold("text-drawer")
    get("arguments").send_keys(Keys.CONTROL, "a", Keys.NULL, "40,50,60")
    until("at once", lambda: text("status").startswith("Answered by a formula"))
    until("the verdict", lambda: "The player to move wins" in verdict())
    until("a winning move", lambda: "wins" in text("moves"))
    mode("play")
    click("#play-first")
    until("your turn", lambda: text("turn").startswith("Your turn"))
    click("#play-moves .move")
    until("a reply", lambda: len(find("#transcript li")) == 2)


def an_endless_loop_names_its_line():
    open_page()
    fill("return {\n  start = function() return 3 end,\n  moves = function(p)\n    while true do\n      p = p + 1\n    end\n  end,\n}\n")
    until("the line", lambda: text("error").startswith(("line 4", "line 5")) and "endless loop" in text("error"))
    expect("the status", text("status").startswith("The text has an error."), True)


def the_end_of_a_lost_match():
    open_page()
    until_at("b")
    mode("play")
    click("#levels [data-value=perfect]")
    click("#play-second")
    until_equal("lost", lambda: text("turn"), "The computer wins after 1 move.")
    until_equal("why", lambda: text("repetition"), "You have no move.")
    expect("nothing is left to end", get("leave-match").is_displayed(), False)
    time.sleep(1)  # the address is written after a pause
    here = browser.current_url
    click("#see-answers")
    until("the answers", lambda: "The player to move loses" in verdict())
    until("their address", lambda: browser.current_url != here)
    browser.back()
    until_equal("Back returns to the match", lambda: text("turn"), "The computer wins after 1 move.")
    expect("with its move", len(find("#transcript li")), 1)


def the_console_stays_empty():
    """Messages of any level, such as refused styles, would be listed."""
    browser.get_log("browser")
    open_page()
    unfold("text-drawer")
    browser.execute_script("document.getElementById('text').focus()")
    press(Keys.CONTROL, "f")
    press(Keys.ESCAPE)
    fill("a b\nb c d\n")
    until("an error", lambda: "third word" in text("error"))
    click("#undo")
    until_drawn()
    for name in ("games", "share", "view", "help"):
        open_dialog(name)
        close_dialog(name)
    open_game("tic-tac-toe")
    until("a board", lambda: len(seen("#board .place.target")) == 9)
    said = [entry["message"] for entry in browser.get_log("browser") if "status of 4" not in entry["message"]]
    expect("the console", said, [])


SCENES = [
    names_contain_spaces,
    large_heaps_are_answered_by_theory,
    an_endless_loop_names_its_line,
    the_end_of_a_lost_match,
    the_console_stays_empty,
]
