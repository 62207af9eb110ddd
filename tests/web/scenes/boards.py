"""Scenes: moves made on boards, and boards as pictures of positions."""

from selenium.webdriver.common.keys import Keys

from browser import (browser, click, click_place, expect, find, focused_label, history, mode, mouse, moves, open_game,
                     open_page, picture, point_at, press, resize, seen, unfold, until, until_equal, until_still, verdict, violations)

PICTURED = ("annihilation", "chomp", "coin-rows", "cops-and-robber", "cram", "dodgem", "euclid", "fair-shares", "graph-kayles", "kotzig",
            "mancala", "mu-torere", "nim", "nimstring", "nimstring-grid", "node-kayles", "node-kayles-grid", "northcott",
            "pong-hau-ki", "quixo", "subtraction", "three-mens-morris", "tic-tac-toe", "tripiece", "welter", "wind-up", "wythoff")


def spot(number):
    return find(f"#board .place[data-place='{number}'] .spot")[0]


def drag_over(*numbers):
    """Drags from the first place over the others, and waits at each."""
    action = mouse().move_to_element(spot(numbers[0])).click_and_hold()
    for number in numbers[1:]:
        action = action.move_to_element(spot(number))
    action.release().perform()


def classes(number):
    return find(f"#board .place[data-place='{number}']")[0].get_attribute("class").split()


def goals():
    return sorted(int(e.get_attribute("data-place")) for e in seen("#board .place.goal"))


def pieces_at(number):
    return [e.get_attribute("data-piece") for e in find(f"#board .place[data-place='{number}'] .piece")]


def last_places():
    return sorted(int(e.get_attribute("data-place")) for e in find("#board .place.last"))


def a_piece_is_dragged_or_clicked_twice():
    open_page()
    open_game("dodgem")
    until("a board with exits", lambda: len(seen("#board .place")) == 9 + 6 and len(seen("#board .place.exit")) == 6)
    until("every move has an arrow", lambda: len(seen("#board .answer.arrow")) == 3)
    expect("wins and losses differ by more than colour", browser.execute_script("""
        const style = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
        return style("#board .arrow.bad .ring", "stroke") !== style("#board .arrow.good .ring", "stroke");"""), True)
    click_place(3)
    until_equal("its targets are marked", goals, [4, 6])
    until("only its verdicts", lambda: len(seen("#board .answer.arrow")) == 0 and len(seen("#board .answer")) == 2)
    click_place(3)
    until_equal("a second click puts it down", goals, [])
    drag_over(0, 1)
    until_equal("the car was dragged", lambda: [pieces_at(0), pieces_at(1)], [[], ["X"]])
    until_equal("the last move is marked", last_places, [0, 1])
    drag_over(7, 8)
    until_equal("nothing moves to a taken place", lambda: [len(history()), pieces_at(7)], [2, ["O"]])
    click_place(7)
    until("a target", lambda: 4 in goals())
    click_place(4)
    until_equal("the opponent moved by two clicks", lambda: [len(history()), pieces_at(4)], [3, ["O"]])
    click("#back")
    until_equal("the last move, after going back", last_places, [0, 1])


def pieces_leave_through_exits():
    open_page()
    open_game("dodgem")
    until("a board", lambda: len(seen("#board .place.target")) > 0)
    for start, end in ((0, 1), (7, 4), (1, 2), (4, 1)):
        until(f"{start} can move", lambda: "target" in classes(start))
        click_place(start)
        until(f"{end} can be reached", lambda: end in goals())
        click_place(end)
        until(f"{end} is taken", lambda: pieces_at(end) != [])
    until("the car is at the edge", lambda: "target" in classes(2))
    click_place(2)
    until_equal("it is only picked up", lambda: [len(history()), "selected" in classes(2)], [5, True])
    exits = [place for place in goals() if place >= 9]
    expect("one exit", len(exits), 1)
    expect("it is named", find(f"#board .place[data-place='{exits[0]}']")[0].get_attribute("aria-label"), "exit: to the right")
    click_place(exits[0])
    until_equal("it left the board", lambda: [len(history()), pieces_at(2)], [6, []])
    until("in words", lambda: "c3 → exit" in history()[-1])


def two_cells_are_covered():
    open_page()
    open_game("cram")
    until("a board", lambda: len(seen("#board .place.target")) == 20)
    until_equal("a ring on every domino", lambda: len(seen("#board .answer")), 31)
    click_place(7)
    until_equal("its neighbours are marked", goals, [2, 6, 8, 12])
    expect("nothing is covered yet", len(history()), 1)
    point_at("the ghost of the domino", lambda: spot(12),
             lambda: len(seen("#board .frame")) == 1 and len(find("#board .ghost .piece")) == 2)
    picture("cram-ghost")
    click_place(12)
    until_equal("covered by two clicks", lambda: [pieces_at(7), pieces_at(12), len(history())], [["#"], ["#"], 2])
    drag_over(0, 1)
    until_equal("covered by dragging over both", lambda: [pieces_at(0), pieces_at(1), len(history())], [["#"], ["#"], 3])
    drag_over(3, 5)
    until_equal("no domino", lambda: [pieces_at(3), len(history())], [[], 3])


def one_or_two_pins_are_taken():
    open_page()
    open_game("graph-kayles")
    until("a board", lambda: len(seen("#board .place.target")) == 5)
    click_place(0)
    until("both are possible", lambda: "selected" in classes(0) and len(goals()) == 3)
    expect("what a second click does", [e.text for e in seen("#board .note")], ["Click again to make this move, or go on."])
    click_place(0)
    until_equal("one pin", lambda: [pieces_at(0), len(history())], [[], 2])
    drag_over(1, 2)
    until_equal("two pins", lambda: [pieces_at(1), pieces_at(2), len(history())], [[], [], 3])


def lists_and_boards_point_at_each_other():
    open_page()
    open_game("pong-hau-ki")
    until("moves", lambda: len(moves()) > 0 and len(seen("#board .answer.arrow")) > 0)
    point_at("the listed move is on the board", lambda: seen("#moves .move")[0], lambda: len(seen("#board .ghost-arrow")) == 1)
    mouse().move_to_element(find("h1")[0]).perform()
    until("it is gone", lambda: len(seen("#board .ghost-arrow")) == 0)
    point_at("the move on the board is in the list",
             lambda: spot(next(int(e.get_attribute("data-place")) for e in seen("#board .place.target"))),
             lambda: len(seen("#moves .move.pointed")) >= 1)
    open_game("nim")
    until("heaps", lambda: len(seen("#board .counter")) == 9)
    point_at("a counter is a move", lambda: find("#board .place[data-place='2'] .counter[data-counter='2']")[0],
             lambda: [e.text.split("\n")[1] for e in seen("#moves .move.pointed")] == ["take 3 from heap 3"])


def a_click_on_an_old_board_makes_no_move():
    open_page()
    open_game("nim")
    until("moves", lambda: len(seen("#board .counter")) == 9 and len(moves()) > 0)
    browser.execute_script("""
        for (const place of [0, 1])
          document.querySelector(`#board .place[data-place='${place}'] .counter[data-counter='0']`)
            .dispatchEvent(new MouseEvent("click", { bubbles: true }));""")
    until("the move", lambda: len(seen("#board .counter")) == 8)
    expect("one move", history(), ["start", "→ take 1 from heap 1"])


def boards_by_keyboard():
    open_page()
    open_game("dodgem")
    until("a board", lambda: len(seen("#board .place.target")) > 0)
    browser.execute_script("document.querySelector(\"#board .place[tabindex='0']\").focus()")
    until_equal("the first car", focused_label, "a3: car that drives right")
    press(Keys.ENTER)
    until("it is picked up", lambda: goals() != [])
    press(Keys.ESCAPE)
    until("it is put down", lambda: goals() == [])
    press(Keys.ENTER, Keys.ARROW_RIGHT, Keys.ENTER)
    until_equal("it moved", lambda: [pieces_at(1), len(history())], [["X"], 2])
    expect("the board", violations(), [])


def every_card_with_a_board_opens_with_one():
    open_page()
    for name in PICTURED:
        open_game(name)
        until(f"{name} has a board", lambda: len(seen("#board .place.target")) > 0)
    open_game("mancala")
    until("two rows of pits", lambda: len(seen("#board.pits .spot, #board .pits .spot")) == 6)
    until("they are sown", lambda: ["sow", "a", "loses"] in moves())
    open_game("mu-torere")
    until_equal("points have numbers", lambda: sorted(e.text for e in seen("#board .label")), list("123456789"))


def colours_mean_outcomes():
    """Pieces of both sides, counters and squares have no colour: red, green and blue differ little."""
    open_page()
    for name in ("dodgem", "nim", "chomp", "cram", "northcott"):
        open_game(name)
        until("a board", lambda: len(seen("#board .place.target")) > 0)
        spread = browser.execute_script("""
            const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
            return Math.max(...[...document.querySelectorAll("#board .disc, #board .counter, #board .chocolate, #board .covered")].map(e => {
              canvas.fillStyle = getComputedStyle(e).fill;
              canvas.fillRect(0, 0, 1, 1);
              const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
              return Math.max(r, g, b) - Math.min(r, g, b);
            }), 0);""")
        expect(f"{name}: pieces are grey", spread < 48, True)


def positions_are_pictures():
    open_page()
    open_game("dodgem")
    until("a board", lambda: len(seen("#board .place.target")) == 2)
    click("#stages [data-value=graph]")
    until("the graph has boards at once", lambda: len(seen("#graph .node .board")) == len(seen("#graph .node")) > 5)
    open_game("tic-tac-toe")
    until("a board", lambda: len(seen("#board .place.target")) == 9)
    click_place(4)
    until("the history has boards", lambda: len(seen("#history .thumb")) == 2 and len(seen("#history .thumb .mark")) == 1)
    until_equal("and words", lambda: [entry.split()[-1] for entry in history()], ["start", "b2"])
    unfold("table-drawer")
    until("rows have boards", lambda: len(seen("#grid .thumb")) > 2 and len(seen("#grid .thumb .mark")) > 0)
    expect("names are still there for screen readers and filters",
           seen("#grid [data-index] .name")[0].get_attribute("aria-label").count("/"), 2)
    click("#stages [data-value=graph]")
    until("the graph has boards", lambda: len(seen("#graph .node .board .mark")) > 0)
    open_game("wind-up")
    until("a board", lambda: len(seen("#board .place.target")) > 0)
    mode("algorithm")
    until("the stage of the algorithm, too", lambda: len(seen("#graph .node .board")) == 10)
    click("#courses [data-value=values]")
    until("the table of the algorithm", lambda: len(seen("#trace-table .thumb")) == 10)
    mode("explore")
    expect("the position is not written out", "Position" in verdict(), False)
    expect("no violations", violations(), [])


def boards_in_the_graph_leave_each_other_free():
    """Whole games and neighbourhoods, which are smaller where positions have many moves."""
    open_page()
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        resize(width, height)
        for name in ("chomp", "cram", "dodgem", "mancala", "coin-rows", "kotzig", "nine-mens-morris"):
            open_game(name)
            until("a board", lambda: len(seen("#board .place.target")) > 0)
            click("#stages [data-value=graph]")
            until("boards", lambda: len(seen("#graph .node .board")) == len(seen("#graph .node")) > 3)
            until_still()
            expect(f"boards of {name} that overlap, at {width} pixels", browser.execute_script("""
                const boxes = [...document.querySelectorAll("#graph .node .shape")].map(e => e.getBoundingClientRect());
                return boxes.flatMap((a, i) => boxes.slice(0, i).filter(b => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;"""), 0)
            expect(f"boards of {name} that are cut off, at {width} pixels", browser.execute_script("""
                const frame = document.getElementById("graph").getBoundingClientRect();
                return [...document.querySelectorAll("#graph .node .shape")].map(e => e.getBoundingClientRect())
                  .filter(e => e.left < frame.left || e.right > frame.right || e.top < frame.top || e.bottom > frame.bottom).length;"""), 0)


SCENES = [
    a_piece_is_dragged_or_clicked_twice,
    pieces_leave_through_exits,
    two_cells_are_covered,
    one_or_two_pins_are_taken,
    lists_and_boards_point_at_each_other,
    a_click_on_an_old_board_makes_no_move,
    boards_by_keyboard,
    every_card_with_a_board_opens_with_one,
    colours_mean_outcomes,
    positions_are_pictures,
    boards_in_the_graph_leave_each_other_free,
]
