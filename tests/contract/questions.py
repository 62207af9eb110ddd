"""The same questions through every front end have the same answers, member by member.

usage: questions.py GRUNDY FOLDER http | python | npm PACKAGE

Compares the command with that front end. PACKAGE is the folder of an installed npm package, and Python must
find the module. A front end is a function that takes an operation and a
request, and returns an object: the answer, {"error": ...}, or {"text": ...} if the answer is not JSON.
"""

import json
import os
import re
import subprocess
import sys

sys.path.insert(0, "tests/web")
from server import Server, demand  # noqa: E402

grundy, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
RING = {"format": "edges", "text": open("examples/ring.edges").read()}
PAYOFFS = {"format": "edges", "text": open("examples/payoffs.edges").read()}
WRONG = {"format": "edges", "text": "a b\na b c\n"}
CHAIN = {"format": "edges", "text": "".join(f"{i} {i + 1}\n" for i in range(3000))}
LARGE = {"gallery": "wythoff", "args": "50,50"}
SOLUTION = subprocess.run([grundy, "solve", "examples/ring.edges", "--to", "tsv", "--quiet"], capture_output=True, check=True,
                          text=True).stdout
FALSE = SOLUTION.replace("\tN\t", "\tP\t", 1)

# Each operation with an answer, a limit and a bad input.
QUESTIONS = [
    ("solve", "answer", {"game": RING, "columns": ["outcome", "grundy", "remoteness"]}),
    ("solve", "limit", {"game": LARGE, "max_positions": 100}),
    ("solve", "bad", {"game": WRONG}),
    ("solve", "bad", {"game": RING, "columns": "nothing"}),
    ("solve", "answer", {"game": RING, "to": "tsv"}),
    ("value", "answer", {"expression": "nim:3 + kayles:7"}),
    ("value", "answer", {"game": RING, "position": "c"}),
    ("value", "answer", {"expression": "nim:3 + nim:5", "misere": True}),
    ("value", "limit", {"expression": "wythoff:50,50", "max_positions": 10}),
    ("value", "bad", {"expression": "nim:x"}),
    ("best", "answer", {"game": RING, "position": "b"}),  # an N-position
    ("best", "answer", {"game": RING, "position": "a"}),  # a P-position
    ("best", "answer", {"game": RING, "position": "c", "all_moves": True}),  # a draw
    ("best", "answer", {"components": [{"game": RING, "position": "d"}, {"nim": 2, "times": 2}], "operator": "+"}),
    ("best", "answer", {"components": [{"nim": 3}, {"nim": 2}], "operator": "&", "misere": True}),
    ("match", "answer", {"components": [{"nim": 1}, {"nim": 2}], "moves": [[{"component": 2, "position": "0"}]]}),
    *(("match", "answer", {"components": [{"nim": 9}, {"nim": 4}], "moves": [[{"component": 1, "position": "8"}]], "reply": level,
                           "seed": seed}) for level in ("easy", "fair", "perfect") for seed in (1, 2, 3, 4)),
    *(("match", "answer", {"game": PAYOFFS, "position": "a1", "moves": [], "reply": "fair", "seed": seed}) for seed in (1, 2, 3, 4)),
    ("record", "answer", {"record": "game nim:1 + nim:2\n1. 2 0  # a comment\n2. 1 0\n1. 2 1\n"}),
    ("record", "bad", {"record": "game nim:3\n1. 4\n", "expression": "nim:3"}),
    ("best", "limit", {"game": LARGE, "max_positions": 10}),
    ("best", "bad", {"game": RING, "position": "z"}),
    ("why", "answer", {"game": RING, "position": "c", "depth": 2}),
    ("why", "limit", {"game": LARGE, "max_positions": 10}),
    ("why", "bad", {"game": RING, "position": "z"}),
    ("trace", "answer", {"game": RING}),
    ("trace", "limit", {"game": CHAIN}),
    ("trace", "bad", {"game": WRONG}),
    ("draw", "answer", {"game": RING, "to": "dot", "highlight": ["a", "b"]}),
    ("draw", "limit", {"game": CHAIN}),
    ("draw", "bad", {"game": RING, "around": "z"}),
    ("heap", "answer", {"code": "kayles", "max": 30}),
    ("heap", "limit", {"code": "kayles", "max": 30, "stop_at_period": True}),
    ("heap", "bad", {"code": "0.7!"}),
    ("vector", "answer", {"vectors": "vector{(1,0)*,(0,1)*,(1,1)*}:5,6"}),
    ("vector", "answer", {"vectors": "vector{(1,0)*,(0,1)*}:5,6", "misere": True, "slice": "x,x"}),
    ("vector", "limit", {"vectors": "vector{(1,0)*,(0,1)*}:50,60", "max_positions": 100}),
    ("vector", "bad", {"vectors": "vector{(1,0)*,(0,0)}:5,6"}),
    ("sweep", "answer", {"game": "nim:1..3"}),
    ("sweep", "limit", {"game": "wythoff:20..21,20", "max_positions": 10}),
    ("sweep", "bad", {"game": "nim:1.."}),
    ("law", "answer", {"game": {"gallery": "wythoff", "args": "5,5"}, "law": "G <= a + b"}),
    ("law", "answer", {"game": {"gallery": "wythoff", "args": "4,4"}, "law": "G <= a + b - 1"}),  # false
    ("law", "limit", {"game": LARGE, "law": "G <= a + b", "max_positions": 10}),
    ("law", "bad", {"game": RING, "law": "G <="}),
    ("info", "answer", {"game": RING}),
    ("info", "answer", {"game": {"gallery": "cram", "args": "3,3"}}),  # positions come apart
    ("info", "limit", {"game": LARGE, "max_positions": 100}),
    ("info", "bad", {"game": {"gallery": "no-such-game"}}),
    ("verify", "answer", {"game": RING, "solution": {"text": SOLUTION}}),
    ("verify", "limit", {"game": LARGE, "solution": {"text": SOLUTION}, "max_positions": 100}),
    ("verify", "answer", {"game": RING, "solution": {"text": FALSE}}),
    ("verify", "bad", {"game": RING, "solution": {"text": "vertex\n\n"}}),
]

TAKEN = {"moves", "game", "position", "components", "operator", "expression", "code", "vectors", "law", "solution", "record"}


# ---- the command ----------------------------------------------------------------------------


def game_word(game, number, files):
    """Returns the argument GAME, and adds its file."""
    if "gallery" in game:
        return game["gallery"] + (":" + game["args"] if "args" in game else "")
    files[f"game{number}.{game['format']}"] = game["text"]
    return f"game{number}.{game['format']}"


def component_word(component, number, files):
    times = f"{component['times']}*" if "times" in component else ""
    if "nim" in component:
        return f"{times}nim:{component['nim']}"
    position = f'@"{component["position"]}"' if "position" in component else ""
    return f'{times}"{game_word(component["game"], number, files)}"{position}'


def command_line(operation, body):
    """Returns the words and the files of the command that answers the request."""
    files, words = {}, [operation]
    if "record" in body:
        files["record.txt"] = body["record"]
        words.append("record.txt")
    if "expression" in body:
        words.append(body["expression"])
    elif "components" in body:
        parts = [component_word(c, i + 1, files) for i, c in enumerate(body["components"])]
        words.append(f" {body.get('operator', '+')} ".join(parts))
    elif operation in ("best", "match", "value", "why"):
        words.append(component_word(body, 1, files))
    elif operation == "sweep":
        words.append(body["game"])
    elif "game" in body:
        words.append(game_word(body["game"], 1, files))
    words += [body[name] for name in ("code", "vectors", "law") if name in body]
    words += [", ".join(f'{step["component"]} "{step["position"]}"' for step in move) for move in body.get("moves", [])]
    if "solution" in body:
        files["game-solution.tsv"] = body["solution"]["text"]
        words.append("game-solution.tsv")
    for name, value in body.items():
        if name in TAKEN:
            continue
        option = "--" + name.replace("_", "-")
        if isinstance(value, list):
            value = ",".join(f'"{one}"' if name == "highlight" else str(one) for one in value)
        words.append(option if value is True else f"{option}={value}")
    if operation == "draw" and "to" not in body:
        words.append("--to=svg")
    return words + ([] if "to" in body or operation == "draw" else ["--json"]), files


def write_files(files):
    """Writes the files of a command and returns their folder."""
    place = os.path.join(folder, "command")
    os.makedirs(place, exist_ok=True)
    for name, text in files.items():
        with open(os.path.join(place, name), "w") as file:
            file.write(text)
    return place


def command(operation, body):
    words, files = command_line(operation, body)
    place = write_files(files)
    done = subprocess.run([grundy, *words], cwd=place, capture_output=True, text=True, check=False,
                          env={**os.environ, "GRUNDY_ERRORS": "json", "LC_ALL": "C.UTF-8"})
    demand(done.returncode >= 0, words, done.stderr)
    return read(done.stdout)


def read(text):
    last = text.rstrip("\n").rsplit("\n", 1)[-1]
    if last.startswith('{"error": '):
        return json.loads(last)
    try:
        return json.loads(text)
    except ValueError:
        return {"text": text}


# ---- other front ends -----------------------------------------------------------------------


def http(server):
    def ask(operation, body):
        _, _, data = server.ask("POST", "/api/" + operation, body)
        return read(data.decode())
    return ask


def npm(package):
    script = f'import {{ load }} from "{package}/command.js";\n' + """
      const [operation, body] = process.argv.slice(-2);
      const { createLayout } = await import("%s/layout.js");
      const answer = await (await load()).answer("/api/" + operation, body, { draw: await createLayout() });
      process.stdout.write(answer.body);
    """ % package

    def ask(operation, body):
        done = subprocess.run(["node", "--input-type=module", "-e", script, "--", operation, json.dumps(body)],
                              capture_output=True, text=True, check=True)
        return read(done.stdout)
    return ask


class Python:
    """Asks a process that answers with the module."""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "tests/contract/python_answers.py", write_files({})],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, operation, body):
        words, files = command_line(operation, body)
        write_files(files)
        self.process.stdin.write(json.dumps([operation, body, words]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        demand(line != "", "the module has ended", operation, body)
        return json.loads(line)


# ---- comparing ------------------------------------------------------------------------------


def differences(one, two, path=""):
    """Yields the places where two answers differ."""
    if isinstance(one, dict) and isinstance(two, dict):
        for name in sorted(set(one) | set(two)):
            if name not in one or name not in two:
                yield f"{path}.{name} is missing"
            else:
                yield from differences(one[name], two[name], f"{path}.{name}")
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for i, (a, b) in enumerate(zip(one, two)):
            yield from differences(a, b, f"{path}[{i}]")
    elif one != two:
        yield f"{path}: {one!r} is not {two!r}"


def has_limit(answer):
    """Returns whether some part of an answer names a limit that was reached."""
    if isinstance(answer, dict):
        return isinstance(answer.get("limit"), dict) or any(map(has_limit, answer.values()))
    return isinstance(answer, list) and any(map(has_limit, answer))


def kind_of(answer):
    code = answer.get("error", {}).get("code", 0)
    return "limit" if code == 4 or has_limit(answer) else "bad" if code in (2, 3) else "answer"


def without_hints(answer):
    """Removes what is about the command itself: names of options, hints, and positions that progress counts."""
    if "error" in answer:
        message = re.sub("^--[a-z-]+: ", "", answer["error"]["message"])
        answer["error"].update(message=message, hint=None, positions=None)
    return answer


def compare(name, ask, clean=lambda answer: answer):
    """Prints the differences between the command and a front end; returns their number."""
    wrong = 0
    for operation, kind, body in QUESTIONS:
        wanted = command(operation, body)
        demand(kind_of(wanted) == kind, operation, kind, body, wanted)
        for difference in differences(clean(wanted), clean(ask(operation, body))):
            print(f"{operation} {json.dumps(body)[:100]} in {name}: {difference}")
            wrong += 1
    return wrong


def main():
    name = sys.argv[3]
    if name == "http":
        with Server(grundy, folder, "--time", "600") as server:
            return compare(name, http(server))
    if name == "npm":
        return compare(name, npm(os.path.abspath(sys.argv[4])))
    demand(name == "python", "there is no front end", name)
    return compare(name, Python(), without_hints)


sys.exit(1 if main() else 0)
