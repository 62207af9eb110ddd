"""Scenes: saved pictures are what the stage shows."""

import xml.etree.ElementTree as tree

from browser import (browser, click, expect, fill, find, get, names_drawn, open_game, open_page, picture, press_button, text, until,
                     until_equal, until_still)

SVG = "{http://www.w3.org/2000/svg}"


def keep_downloads():
    """Keeps what the page saves or prints, from now on, in window.kept."""
    browser.execute_script("""
        window.kept = [];
        const make = URL.createObjectURL;
        URL.createObjectURL = blob => {
          blob.arrayBuffer().then(bytes => window.kept.push([blob.type, new TextDecoder("latin1").decode(bytes.slice(0, 8)), bytes.byteLength,
            new TextDecoder().decode(bytes)]));
          return make(blob);
        };
        window.print = () => window.kept.push(["print", getComputedStyle(document.getElementById("print-sheet")).display, 0,
          document.getElementById("print-sheet").innerHTML]);""")


def saved(group, name):
    """Presses a button of the dialog and returns what it saves."""
    browser.execute_script("window.kept = []")
    press_button(f"#export-{group} button", name)
    count = 2 if name.startswith("PNG") else 1  # a PNG is made from an SVG
    until(f"{name} is made", lambda: browser.execute_script("return window.kept.length") == count)
    return browser.execute_script("return window.kept.at(-1)")


def drawn_in(svg):
    """Returns the centres of positions by their names, and the classes of moves by their ends, in a saved picture."""
    groups = list(tree.fromstring(svg.encode()).iter(SVG + "g"))
    shapes = {g.get("data-position"): next(r for r in g if r.get("class") == "shape") for g in groups if g.get("data-position")}
    centres = {name: (float(r.get("x")) + float(r.get("width")) / 2, float(r.get("y")) + float(r.get("height")) / 2)
               for name, r in shapes.items()}
    return centres, {g.get("data-from") + g.get("data-to"): g.get("class") for g in groups if g.get("data-from")}


def seen_centres():
    """Returns the centres of positions on the stage, in the same units."""
    return browser.execute_script("""
        const scale = document.querySelector("#graph .nodes").getScreenCTM().a;
        return Object.fromEntries([...document.querySelectorAll("#graph .node")].map(e => {
          const box = e.querySelector(".shape").getBoundingClientRect();
          return [e.dataset.name, [(box.x + box.width / 2) / scale, (box.y + box.height / 2) / scale]];
        }));""")


def pictures_show_what_the_stage_shows():
    open_page()
    until_equal("the game", names_drawn, list("abcdefg"))
    browser.execute_script("""
        const node = [...document.querySelectorAll("#graph .node")].find(e => e.dataset.name === "g");
        const box = node.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        const send = (name, dx, dy) => node.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerId: 1, button: 0, isPrimary: true,
          clientX: x + dx, clientY: y + dy }));
        send("pointerdown", 0, 0); send("pointermove", 40, 30); send("pointermove", 60, 70); send("pointerup", 60, 70);""")
    until_still()
    keep_downloads()
    click("#open-share")
    kind, _, _, svg = saved("pictures", "SVG")
    expect("its type", kind, "image/svg+xml")
    centres, moves = drawn_in(svg)
    seen = seen_centres()
    apart = {name: (round(x - seen[name][0]), round(y - seen[name][1])) for name, (x, y) in centres.items()}
    expect("all positions", sorted(centres), list("abcdefg"))
    expect("at their places, except for the corner", len(set(apart.values())), 1)
    expect("good moves", moves["bg"], "edge good best")
    expect("values", "∞{0}" in svg, True)
    expect("no style of the page is needed", "var(--" in svg, False)
    click("#picture-answers")
    _, moves = drawn_in(saved("pictures", "SVG")[3])
    expect("no answers", set(moves.values()), {"edge"})
    expect("PNG", saved("pictures", "PNG 2×")[1][1:4], "PNG")
    expect("the other PNG", saved("pictures", "PNG")[0], "image/png")
    what, _, _, sheet = saved("pictures", "Print, PDF")
    expect("printed", [what, "data-position" in sheet], ["print", True])
    expect("nothing is left of it", get("print-sheet").get_attribute("innerHTML"), "")
    expect("there is no board", get("share-board").is_displayed(), False)


def pictures_have_the_colours_of_the_day():
    open_page()
    until_equal("the game", names_drawn, list("abcdefg"))
    browser.execute_script("document.documentElement.dataset.light = 'dark'")
    keep_downloads()
    click("#open-share")
    click("#picture-legend")
    svg = saved("pictures", "SVG")[3]
    expect("a light sheet", 'class="sheet"' in svg and 'fill="#ffffff"' in svg, True)
    expect("light positions", 'fill="#c3e8c4"' in svg, True)
    expect("a legend", "P: the previous player wins" in svg, True)
    expect("the page stays dark", browser.execute_script("return document.documentElement.dataset.light"), "dark")


def worksheets_have_the_layout_of_the_stage():
    open_page()
    until_equal("the game", names_drawn, list("abcdefg"))
    until_still()
    keep_downloads()
    click("#open-share")
    seen = drawn_in(saved("pictures", "SVG")[3])[0]
    open_builder()
    page = saved_sheet()
    blank, solved = ["<svg " + part[:part.index("</svg>") + 6] for part in page.split("<svg ")[1:]]
    expect("answers are on the second page only", ["edge good" in blank, "edge good" in solved], [False, True])
    expect("no id occurs twice", " id=" in blank + solved, False)
    for part in (blank, solved):
        apart = [abs(a - b) for name, at in drawn_in(part)[0].items() for a, b in zip(at, seen[name])]
        expect("the places of the stage", [len(apart), max(apart) < 0.2], [14, True])
    choose("sheet-part", "questions")
    questions = saved_sheet()
    expect("questions alone", [questions.count("<svg "), "edge good" in questions], [1, False])


def open_builder():
    """Opens the builder of worksheets from the dialog Share."""
    click("#open-worksheet")
    until("the builder", lambda: get("worksheet").is_displayed() and not get("share").is_displayed())
    until_made()


def until_made():
    until("the preview", lambda: get("sheet-preview").get_attribute("aria-busy") == "false")


def choose(name, chosen):
    """Sets an option of the builder and waits for the preview."""
    browser.execute_script("""
        const field = document.getElementById(arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event("input", { bubbles: true }));""", name, chosen)
    until_made()


def seen_sheet(selector):
    """Returns the texts of the elements of the preview."""
    return browser.execute_script("""
        return [...document.getElementById("sheet-preview").shadowRoot.querySelectorAll(arguments[0])].map(e => e.textContent)""", selector)


def saved_sheet():
    browser.execute_script("window.kept = []")
    click("#sheet-save")
    until("the worksheet is saved", lambda: browser.execute_script("return window.kept.length") == 1)
    return browser.execute_script("return window.kept[0][3]")


def worksheets_are_built():
    open_page()
    open_game("chomp")
    until("the board", lambda: len(find("#board svg")) > 0 and get("board").is_displayed())
    keep_downloads()
    click("#open-share")
    open_builder()
    expect("the rules in words", ["poison" in seen_sheet("p")[1], "token" in "".join(seen_sheet("p"))], [True, False])
    expect("boards", len(browser.execute_script("return [...document.getElementById('sheet-preview').shadowRoot.querySelectorAll('.board svg')]")), 18)
    click("#sheet-columns input[value=best]")
    click("#sheet-columns input[value=grundy]")
    until_equal("columns", lambda: seen_sheet("section:first-child li:first-child dt"), ["outcome", "remoteness", "best move"])
    choose("sheet-variants", "3")
    until_equal("variants", lambda: len(seen_sheet("section")), 6)
    expect("their headings", [words.rpartition(" · ")[2] for words in seen_sheet("h1")], ["A", "B", "C", "A: solution", "B: solution", "C: solution"])
    first = saved_sheet()
    choose("sheet-seed", "7")
    until("other positions", lambda: saved_sheet() != first)
    choose("sheet-seed", "")
    until("the same bytes", lambda: saved_sheet() == first)
    choose("sheet-paper", "letter")
    until("the paper", lambda: "size: letter" in saved_sheet())
    picture("worksheet")
    browser.execute_script("document.documentElement.dataset.light = 'dark'")
    picture("worksheet-dark")
    browser.execute_script("window.kept = []")
    click("#sheet-print")
    until("it is printed", lambda: browser.execute_script("return window.kept.length") == 1)
    expect("nothing is left of it", [get("print-sheet").get_attribute("innerHTML"), browser.execute_script("return document.adoptedStyleSheets.length")], ["", 0])
    choose("sheet-variants", "27")
    until("a wrong number", lambda: "a whole number from 1 to 26" in text("sheet-said") and not get("sheet-save").is_enabled())
    choose("sheet-variants", "2")
    choose("sheet-game", "random")
    choose("sheet-level", "medium")
    until_equal("random games", lambda: (len(seen_sheet("section > svg")), seen_sheet("h1")[0]), (4, "Worksheet · A"))
    choose("sheet-exercises", "3")
    until("too few", lambda: "at least 4 in a random game" in text("sheet-said"))


def boards_can_be_saved():
    open_page()
    open_game("chomp")
    until("the board", lambda: len(find("#board svg")) > 0 and get("board").is_displayed())
    keep_downloads()
    click("#open-share")
    kind, _, _, svg = saved("boards", "SVG")
    root = tree.fromstring(svg.encode())
    expect("it is a picture", [kind, root.tag], ["image/svg+xml", SVG + "svg"])
    expect("it needs no style", ["class=" in svg, "var(--" in svg], [False, False])
    expect("it is painted", len({e.get("fill") for e in root.iter() if e.get("fill")}) > 2, True)
    expect("PNG", saved("boards", "PNG")[1][1:4], "PNG")


def values_are_inside_of_positions():
    open_page()
    fill("a b\nb a\nb c\nc c\n")
    until_equal("the game", names_drawn, ["a", "b", "c"])
    click("#numbers summary")
    until("values", lambda: find("#graph .node .value"))
    outside = """
        return [...document.querySelectorAll("#graph .node")].filter(e => {
          const box = e.querySelector(".shape").getBoundingClientRect(), value = e.querySelector(".value").getBoundingClientRect();
          return value.left < box.left || value.right > box.right || value.top < box.top || value.bottom > box.bottom;
        }).length;"""
    until_equal("all are inside", lambda: browser.execute_script(outside), 0)


SCENES = [
    pictures_show_what_the_stage_shows,
    pictures_have_the_colours_of_the_day,
    worksheets_have_the_layout_of_the_stage,
    worksheets_are_built,
    boards_can_be_saved,
    values_are_inside_of_positions,
]
