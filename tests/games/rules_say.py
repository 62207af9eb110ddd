"""The rules of every game of the gallery say how one moves, how one wins, and whether the game is reduced."""

import json
import pathlib
import re
import subprocess
import sys

WINS = re.compile(r"\b(wins?|loses?)\b")
REDUCES = re.compile(r"^\s*\.?canon = |seen_by = ", re.MULTILINE)
OTHER_WORDS = re.compile(r"\b(piles?|Blue|Red|programs?)\b")


def mistakes(title, rules, source):
    """Lists what is wrong with the rules of a game: with nothing, for a text that says all."""
    play, _, reduced = rules.partition(" Reduced: ")
    head = title.partition(": ")[0] + ": "
    sentences = play.split(". ")  # worksheets about misère play have the first one
    return [message for is_wrong, message in (
        (not play.startswith(head), f"the rules do not begin with '{head}'"),
        (len(sentences) != 2, f"{len(sentences)} sentences; expected one about moves and one about winning"),
        (not WINS.search(sentences[-1]), "the last sentence does not say who wins or loses"),
        (not rules.endswith("."), "the rules do not end with a full stop: they may be too long"),
        (bool(REDUCES.search(source)) and not reduced, "the game is reduced and does not say how"),
        (OTHER_WORDS.search(rules) is not None, "heap, Dark, Light and computer are our words"),
    ) if is_wrong]


def main():
    grundy = sys.argv[1]
    good = "Nim: take counters from one heap. A player who cannot move loses."
    assert mistakes("Nim: take", good, "") == []
    for bad, source in (("Chomp: " + good[5:], ""), ("Nim: take counters from one heap.", ""),
                        ("Nim: take counters. Play goes on.", ""), (good[:-1], ""), (good, "  canon = sorted,"),
                        (good.replace("heap", "pile"), "")):
        assert mistakes("Nim: take", bad, source) != [], bad
    run = subprocess.run([grundy, "rules", "list", "--json"], capture_output=True, text=True, check=True)
    games = json.loads(run.stdout)
    found = []
    for game in games:
        source = subprocess.run([grundy, "rules", "show", game["name"]], capture_output=True, text=True, check=True).stdout
        found += [f"{game['name']}: {message}" for message in mistakes(game["title"], game["rules"], source)]
    german = pathlib.Path("web/page/games_german.js").read_text(encoding="utf-8")
    told = set(re.findall(r'^  "?([a-z-]+)"?: \[', german, re.MULTILINE))
    found += [f"{name}: only the English or only the German rules exist" for name in told ^ {game["name"] for game in games}]
    if found or len(games) < 28:
        sys.exit("\n".join(found) or "games are missing")


main()
