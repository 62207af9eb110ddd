"""Answers requests with the Python module, for questions.py.

Reads lines of JSON: an operation, its request, and the words of the command that answers it, in the
folder with its files. Prints an answer per line.
"""

import functools
import json
import os
import pathlib
import sys
from operator import add, and_, or_

import grundy


def given(body, *names):
    """Returns those parameters that the request has."""
    return {name: body[name] for name in names if name in body}


def opened(body, words):
    return grundy.open(words[1], **given(body, "max_positions"))


def one_place(component, game):
    if "nim" in component:
        return grundy.nim(component["nim"]) * component.get("times", 1)
    if "position" in component:
        return grundy.position(f'"{game}"@"{component["position"]}"')
    found = grundy.open(game, **given(component, "max_positions"))
    return found.at(found.positions[0])


def place(body, words):
    """Returns the position that a request asks about."""
    if "components" in body:
        operator = body.get("operator", "+")
        games = [word.split("@")[0].split("*")[-1] for word in words[1].replace('"', "").split(f" {operator} ")]
        places = map(one_place, body["components"], games)
        return functools.reduce({"+": add, "&": and_, "|": or_}[operator], places)
    return one_place(body, words[1].split("@")[0].strip('"'))


def match(body, words):
    played = place(body, words).play()
    for move in body["moves"]:
        played.push({step["component"]: step["position"] for step in move})
    if "reply" in body:
        played.reply(body["reply"], body["seed"])
    return played.report().to_dict()


def solve(body, words):
    solution = opened(body, words).solve(**given(body, "columns"))
    if "to" not in body:
        return solution.to_dict()
    path = "solution." + body["to"]
    solution.save(path)
    with open(path) as file:
        return {"text": file.read()}


def draw(body, words):
    return {"text": opened(body, words).draw(body.get("to", "svg"), **given(body, "highlight", "around")).text}


ANSWERS = {
    "solve": solve,
    "value": lambda body, words: grundy.value(words[1], **given(body, "max_positions", "misere")).to_dict(),
    "best": lambda body, words: place(body, words).best(**given(body, "all_moves", "misere")).to_dict(),
    "match": match,
    "record": lambda body, words: grundy.record(pathlib.Path("record.txt"), body.get("expression")).to_dict(),
    "why": lambda body, words: place(body, words).why(**given(body, "depth")).to_dict(),
    "trace": lambda body, words: opened(body, words).trace().to_dict(),
    "draw": draw,
    "heap": lambda body, words: grundy.heap(body["code"]).solve(**given(body, "max", "stop_at_period")).to_dict(),
    "vector": lambda body, words: grundy.vector(body["vectors"], **given(body, "misere", "max_positions")).to_dict(
        **given(body, "slice")),
    "sweep": lambda body, words: grundy.sweep(body["game"], **given(body, "max_positions")).to_dict(),
    "law": lambda body, words: grundy.law(words[1], body["law"], **given(body, "max_positions")).to_dict(),
    "info": lambda body, words: grundy.info(words[1], **given(body, "max_positions")).to_dict(),
    "verify": lambda body, words: opened(body, words).read_solution(words[2]).verify().to_dict(),
}

os.chdir(sys.argv[1])
for line in sys.stdin:
    operation, request, words_of_command = json.loads(line)
    try:
        answer = ANSWERS[operation](request, words_of_command)
    except grundy.Error as error:
        answer = error.to_dict()
    print(json.dumps(answer), flush=True)
