"""Tests the explorer in a headless browser.

usage: explorer.py ADDRESS [SHARE [FOLDER [SCENE...]]]

Every scene is a function in scenes/ that starts with a fresh page. SHARE is 1/1 for all scenes, 1/2 and 2/2 for
the two halves of them. Prints failures; screenshots of some scenes go to FOLDER. If the variable AXE is the path of axe.min.js, scenes
of accessibility run it, too. FOLDERS is the address of a server with the folders nim-tiers and chomp-tiers; without it, as
for the static site, which has no folders, their scene is left out. A scene that fails is played a second time, more
patiently, which counts.
"""

import contextlib
import io
import sys
import traceback

from browser import PATIENCE, be_patient, browser, expect, resize, share, shares
from scenes import boards, canvas, edit, errors, everybody, german, graph, home, keep, lessons, pictures, play, records, several, sharing

SCENES = [scene for part in (graph, edit, canvas, keep, errors, play, records, boards, several, lessons, home, everybody, german, pictures, sharing)
          for scene in part.SCENES]


def is_wrong(entry):
    """Returns whether a log entry is an error. Wrong games are answered with 400 or 422, which the browser logs."""
    return entry["level"] == "SEVERE" and "status of 4" not in entry["message"]


def play_scene(scene, seconds):
    """Plays a scene, with so many seconds for each thing to happen, and returns what failed, in words."""
    resize(1440, 900)
    be_patient(seconds)
    with contextlib.redirect_stdout(io.StringIO()) as said:
        try:
            scene()
        except Exception as error:  # play the other scenes anyway
            line = next(f.lineno for f in traceback.extract_tb(error.__traceback__) if f.name == scene.__name__)
            print(f"{scene.__name__}, line {line}: {type(error).__name__}: {str(error).splitlines()[0]}")
        wrong = [entry["message"] for entry in browser.get_log("browser") if is_wrong(entry)]
        expect(f"{scene.__name__}: errors of the page", wrong, [])
    return said.getvalue()


def main():
    wanted = sys.argv[4:]
    expect("unknown scenes", set(wanted) - {scene.__name__ for scene in SCENES}, set())
    for scene in SCENES[share - 1::shares]:
        if wanted and scene.__name__ not in wanted:
            continue
        failed = play_scene(scene, PATIENCE // 2)
        if failed:  # once more, in case the machine was too busy
            print(f"{scene.__name__} failed once: {failed}", file=sys.stderr)
            failed = play_scene(scene, PATIENCE)
        print(failed, end="")


try:
    main()
finally:
    browser.quit()
