"""Every call of the API returns the output of the command and conforms to docs/openapi.json.

usage: api.py GRUNDY FOLDER
"""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import jsonschema
from server import Server, demand, edges

grundy, folder = sys.argv[1:]
document = json.load(open("docs/openapi.json"))
solution = json.load(open("docs/solution.schema.json"))
RING = open("examples/ring.edges").read()
COLOURED = open("examples/two-coloured.edges").read()
names = ["-x", "--json", 'say "a"', "back\\slash", "a@b + nim:3", "π ∞", "*", "{x}", "../up", "a,b", "0", "'"]


def schema_of(kind, path, status=None):
    """Returns the schema of a body, with the components that it refers to."""
    item = document["paths"][path]["post"]
    content = item["requestBody"] if kind == "request" else item["responses"][status]
    if "$ref" in content:
        content = document["components"]["responses"][content["$ref"].split("/")[-1]]
    schema = content["content"].get("application/json", {}).get("schema")
    return schema and {**schema, "components": document["components"]}


def start_command(*words, files=None):
    """Starts the command in its own folder with these files."""
    place = os.path.join(folder, "games")
    os.makedirs(place, exist_ok=True)
    for name, text in (files or {}).items():
        with open(os.path.join(place, name), "w") as file:
            file.write(text)
    return subprocess.Popen([grundy, *words], cwd=place, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def check_answer(name, body, status, data):
    jsonschema.validate(body, schema_of("request", "/api/" + name))
    schema = schema_of("answer", "/api/" + name, str(status))
    if schema and not isinstance(data, bytes):
        jsonschema.validate(data, schema)


def same(server, name, body, words, files):
    """Checks that the call and the command, run at the same time, give the same result."""
    process = start_command(*words, files=files)
    status, headers, data = server.ask("POST", "/api/" + name, body)
    printed, _ = process.communicate()
    demand(status == 200 and process.returncode in (0, 1), name, body, status, process.returncode, data[:300])
    demand(data == printed, name, body, data[:300], printed[:300])
    demand(headers["Content-Type"] in document["paths"]["/api/" + name]["post"]["responses"]["200"]["content"],
           name, headers["Content-Type"])
    if headers["Content-Type"] == "application/json":
        check_answer(name, body, status, json.loads(data))
    return data


def all_at_once(check, things):
    """Runs as many checks at a time as there are CPUs; exceptions are raised here."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(check, things))


def calls_return_the_output_of_commands(server):
    for text in (RING, COLOURED, "a\n", "", "a a\n", "1 2\n2 1\n2 3\n"):
        game, files = edges(text), {"game1.edges": text}
        for columns in (None, "all", "outcome"):
            data = same(server, "solve", {"game": game, **({"columns": columns} if columns else {})},
                        ["solve", "game1.edges", "--json", *(["--columns", columns] if columns else [])], files)
            jsonschema.validate(json.loads(data), solution)
        same(server, "info", {"game": game}, ["info", "game1.edges", "--json"], files)
        same(server, "convert", {"game": game, "to": "dot"}, ["convert", "game1.edges", "-", "--to", "dot"], files)
        same(server, "solve", {"game": game, "to": "csv"}, ["solve", "game1.edges", "--to", "csv"], files)
        same(server, "draw", {"game": game, "to": "dot"}, ["draw", "game1.edges", "--to", "dot"], files)
    game, files = edges(RING), {"game1.edges": RING}
    same(server, "trace", {"game": game}, ["trace", "game1.edges", "--json"], files)
    same(server, "why", {"game": game, "position": "b", "depth": 3},
         ["why", "game1.edges@b", "--depth", "3", "--json"], files)
    same(server, "draw", {"game": game, "layout": "circo", "palette": "safe", "legend": True, "highlight": ["a", "b"],
                          "columns": "remoteness", "around": "a", "radius": 1},
         ["draw", "game1.edges", "--to", "svg", "--layout", "circo", "--palette", "safe", "--legend", "--highlight",
          "a,b", "--columns", "remoteness", "--around", "a", "--radius", "1"], files)
    same(server, "best", {"components": [{"game": game, "position": "a", "times": 2}, {"nim": 5},
                                         {"heap": "kayles", "size": 7}, {"heap": "0.137", "size": [2, 3]}],
                          "operator": "+", "all_moves": True},
         ["best", "2*game1.edges@a + nim:5 + kayles:7 + 0.137:2,3", "--json", "--all-moves"], files)
    same(server, "best", {"components": [{"nim": 1}, {"nim": 2}], "operator": "&", "misere": True},
         ["best", "nim:1 & nim:2", "--json", "--misere"], {})
    same(server, "best", {"components": [{"game": edges(COLOURED), "position": "a1"}]},
         ["best", "game1.edges@a1", "--json"], {"game1.edges": COLOURED})
    same(server, "solve", {"game": {"gallery": "wythoff", "args": "2,3"}}, ["solve", "wythoff:2,3", "--json"], {})
    script = open("games/wythoff.lua").read()
    same(server, "solve", {"game": {"format": "lua", "text": script, "args": "2,3"}},
         ["solve", "game1.lua:2,3", "--json"], {"game1.lua": script})
    same(server, "why", {"game": {"gallery": "wythoff", "args": "2,3"}, "position": "1,2"},
         ["why", '"wythoff:2,3"@"1,2"', "--json"], {})
    same(server, "why", {"components": [{"game": game, "position": "b"}, {"nim": 3}]},
         ["why", "game1.edges@b + nim:3", "--json"], files)
    same(server, "why", {"game": game, "position": "b", "misere": True},
         ["why", "game1.edges@b", "--misere", "--json"], files)


def moves_and_matches_are_those_of_commands(server):
    for name in ("tic-tac-toe", "pong-hau-ki", "chomp", "welter", "northcott", "quixo"):
        args = "3" if name == "quixo" else ""
        word = f'"{name}:{args}"' if args else f'"{name}"'
        same(server, "best", {"game": {"gallery": name, "args": args}, "all_moves": True},
             ["best", word, "--all-moves", "--json"], {})
    files = {"game1.edges": RING}
    same(server, "best", {"game": edges(RING), "position": "b", "turn": "second"},
         ["best", '"game1.edges"@"b"', "--turn", "second", "--json"], files)
    same(server, "best", {"game": edges(COLOURED), "position": "a1"}, ["best", '"game1.edges"@"a1"', "--json"],
         {"game1.edges": COLOURED})
    payoffs = open("examples/payoffs.edges").read()
    same(server, "match", {"game": edges(payoffs), "position": "a1", "reply": "perfect", "infinite": 1.5},
         ["match", '"game1.edges"@"a1"', "--reply", "perfect", "--infinite", "1.5", "--json"], {"game1.edges": payoffs})
    same(server, "match", {"components": [{"nim": 3}, {"nim": 5}, {"heap": "kayles", "size": [2, 3]}], "misere": True,
                           "moves": [[{"component": 2, "position": "4"}]], "reply": "fair", "seed": 7},
         ["match", "nim:3 + nim:5 + kayles:2,3", "2 4", "--misere", "--reply", "fair", "--seed", "7", "--json"], {})
    same(server, "match", {"game": edges(RING), "position": "b", "moves": ["c", "d", "c", "d", "e"], "reply": "easy"},
         ["match", '"game1.edges"@"b"', "c", "d", "c", "d", "e", "--reply", "easy", "--json"], files)
    for moves, number in ((["z"], 1), (["c", "g"], 2)):
        body = {"game": edges(RING), "position": "b", "moves": moves, "reply": "perfect"}
        status, data = server.post("match", body)
        check_answer("match", body, status, data)
        demand(status == 200 and not data["legal"] and data["illegal"]["number"] == number, data)
        demand(len(data["history"]) == number - 1 and len(data["positions"]) == number, data)
    for body, words in [({"game": edges("a b"), "components": [{"nim": 3}]}, "the body has "),
                        ({}, "the body has "),
                        ({"game": edges("a b"), "moves": [3]}, "'moves' contains an item that is not a position"),
                        ({"game": edges("a b"), "moves": [[]]}, "'moves' contains an item that is not a position"),
                        ({"game": edges("a b"), "moves": "b"}, "'moves' is not a list of at most 1000 moves"),
                        ({"game": edges("a b"), "reply": "mean"}, "'reply' is not one of perfect, fair, easy"),
                        ({"components": [{"nim": 0.5}]}, "'nim' is not a whole number from 0 to 9223372036854775807"),
                        ({"components": [{"nim": -1}]}, "'nim' is not a whole number from 0 to 9223372036854775807"),
                        ({"components": [{"nim": ""}]}, "'nim' is not a whole number from 0 to 9223372036854775807")]:
        status, data = server.post("match", body)
        demand(status == 400 and data["error"]["message"].startswith(words), body, data)
        demand(data["error"]["reason"] == "request", data)


def folders_are_looked_up(server, parent):
    """The command runs in the folder of the server, where the same names mean the same folders."""
    for game in ("nim tiers", "chomp-tiers"):
        word = f'"{game}/"'
        for name in ("best", "match"):
            body = {"game": {"folder": game}}
            status, data = server.post(name, body)
            check_answer(name, body, status, data)
            wanted = subprocess.run([grundy, name, word, "--json"], cwd=parent, capture_output=True, check=True).stdout
            demand(status == 200 and data == json.loads(wanted), game, name, data)
        for name in ("solve", "info", "trace", "draw", "convert"):
            status, data = server.post(name, {"game": {"folder": game}})
            demand(status == 422 and data["error"]["reason"] == "limit" and "serve look" in data["error"]["message"], data)
    status, data = server.post("why", {"game": {"folder": "nim tiers"}, "position": "6"})
    demand(status == 200 and "the move to 4" in json.dumps(data), data)
    status, data = server.post("best", {"components": [{"game": {"folder": "nim tiers"}, "position": "6"},
                                                       {"game": {"folder": "chomp-tiers"}, "position": "4,4,4"}, {"nim": 3}]})
    demand(status == 200 and data["value"] == 2 ^ 9 ^ 3, data)
    for game, words in [({"folder": "other"}, "the server does not offer a folder 'other'"),
                        ({"folder": "../chomp-tiers"}, "the server does not offer a folder '../chomp-tiers'"),
                        ({"folder": "chomp-tiers/"}, "the server does not offer a folder 'chomp-tiers/'"),
                        ({"folder": "chomp-tiers", "args": "3"}, "'game' has an unknown member 'args'"),
                        ({"folder": 3}, "'folder' is not a string")]:
        status, data = server.post("best", {"game": game, "all_moves": True})
        demand(status == 400 and data["error"]["message"].startswith(words), game, data)
    body = {"components": [{"game": {"format": "lua", "text": "return {}", "files": {"board.edges": "a b"}}, "position": "a"},
                           {"game": {"folder": "board-tiers"}, "position": "a"}]}
    status, data = server.post("best", body)
    demand(status == 400 and "'files' cannot contain 'board.edges'" in data["error"]["message"], data)


def worksheets_and_blank_pictures_are_made(server):
    files = {"game1.edges": RING}
    data = same(server, "draw", {"game": edges(RING), "worksheet": True, "title": "A <ring>", "palette": "safe", "columns": "outcome"},
                ["draw", "--worksheet", "game1.edges", "--title", "A <ring>", "--palette", "safe", "--columns", "outcome"], files)
    same(server, "draw", {"worksheet": True, "level": "easy", "seed": 7}, ["draw", "--worksheet", "--level", "easy", "--seed", "7"], files)
    same(server, "draw", {"game": edges(RING), "worksheet": True, "misere": True, "part": "questions"},
         ["draw", "--worksheet", "game1.edges", "--misere", "--part", "questions"], files)
    demand(b"<h1>A &lt;ring></h1>" in data or b"<h1>A &lt;ring&gt;</h1>" in data, data[:500])
    same(server, "draw", {"game": edges(RING), "blank": True, "current": "b"},
         ["draw", "game1.edges", "--to", "svg", "--blank", "--current", "b"], files)
    same(server, "draw", {"game": edges(RING), "to": "png", "scale": 2},
         ["draw", "game1.edges", "--to", "png", "--scale", "2"], files)


def requests_can_be_watched_and_cancelled(server):
    endless = "return {start = function() return 0 end, moves = function(n) return {n + 1, 2 * n} end}"
    body = {"game": {"format": "lua", "text": endless}}
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(server.ask, "POST", "/api/solve", body, {"X-Grundy-Job": "job-1"})
        deadline = time.monotonic() + 60
        seen = {}
        while time.monotonic() < deadline and not seen.get("positions"):
            status, seen = server.post("progress", {"job": "job-1"})
            check_answer("progress", {"job": "job-1"}, status, seen)
            time.sleep(0.05)
        demand(seen["state"] == "running" and seen["phase"] == "exploring" and seen["seconds"] > 0, seen)
        status, data = server.post("cancel", {"job": "job-1"})
        check_answer("cancel", {"job": "job-1"}, status, data)
        demand(status == 200 and data == {"cancelled": True}, data)
        status, _, data = asked.result(timeout=60)
    error = json.loads(data)["error"]
    check_answer("solve", body, status, json.loads(data))
    demand(status == 422 and error["reason"] == "cancelled" and error["positions"] >= seen["positions"], error)
    demand(server.post("cancel", {"job": "job-1"})[1] == {"cancelled": False})
    demand(server.post("progress", {"job": "job-1"})[1]["state"] == "unknown")
    for name in ("", "a b", "x" * 65, "-a", "ä"):
        status, data = server.post("cancel", {"job": name})
        demand(status == 400 and data["error"]["reason"] == "request", name, data)
    status, _, data = server.ask("POST", "/api/info", {"game": edges("a b")}, {"X-Grundy-Job": "a b"})
    demand(status == 400 and json.loads(data)["error"]["reason"] == "request", data)


def names_are_not_interpreted(server):
    """Names that look like options, expressions or paths are just names."""
    graph = {"format": "dot", "text": "digraph {%s}" % ";".join(
        "%s -> end" % json.dumps(name, ensure_ascii=False).replace("\\\\", "\\") for name in names)}
    status, data = server.post("solve", {"game": graph})
    demand(status == 200 and data["position"][0] == "-x", data)

    def is_only_a_name(name):
        demand(name in names, name)
        status, why = server.post("why", {"game": graph, "position": name})
        demand(status == 200 and why["position"] == name, name, why)
        status, best = server.post("best", {"components": [{"game": graph, "position": name}, {"nim": 2}], "all_moves": True})
        demand(status == 200 and best["value"] == 3, name, best)
        step = {"component": 1, "from": name, "to": "end", "words": None, "reduced": "end"}
        demand(step in [m["steps"][0] for m in best["moves"]], name, best)
        status, data = server.post("draw", {"game": graph, "around": name, "radius": 1, "highlight": [name, "end"]})
        demand(status == 200, name, data)

    all_at_once(is_only_a_name, (name for name in data["position"] if name != "end"))


def positions_and_moves_in_pictures_have_ids(server):
    status, data = server.post("draw", {"game": edges("a b\nb a\nb c\n")})
    text = data.decode()
    demand(all(f'<g id="{one}"' in text for one in ("v-0", "v-1", "v-2", "e-0-1", "e-1-0", "e-1-2")), text)
    status, data = server.post("draw", {"game": edges("a b\n"), "to": "png", "mono": True})
    demand(status == 200 and data.startswith(b"\x89PNG"), data[:100])


def errors_have_file_line_and_column(server):
    for body, name, status, want in [
        ({"game": edges("a b\n\na b c\n")}, "solve", 400,
         {"file": "game1.edges", "line": 3, "column": 5, "code": 3, "reason": "syntax"}),
        ({"game": {"format": "dot", "text": "digraph {\n a -> \n}"}}, "info", 400,
         {"file": "game1.dot", "code": 3, "reason": "syntax"}),
        ({"game": edges("a , b\n")}, "solve", 400, {"line": 1, "column": 3, "reason": "syntax"}),
        ({"game": edges("a b"), "position": "z"}, "why", 400,
         {"file": "expression", "code": 3, "reason": "no-position"}),
        ({"game": edges("a b"), "columns": "nothing"}, "solve", 400, {"code": 2, "reason": "usage"}),
        ({"game": edges(COLOURED)}, "trace", 422, {"code": 6, "reason": "undefined"}),
        ({"game": edges("\n".join(f"{i} {i + 1}" for i in range(300)))}, "trace", 422, {"code": 4, "reason": "too-many"}),
        ({"game": edges("\n".join(f"{i} {i + 1}" for i in range(3000)))}, "draw", 422, {"code": 4, "reason": "picture"}),
        ({"game": {"gallery": "no-such-game"}}, "solve", 400, {"code": 3, "reason": "no-game"}),
        ({"game": {"gallery": "wythoff", "args": "3,-1"}}, "solve", 400, {"code": 3, "reason": "arguments"}),
        ({"game": {"gallery": "wythoff", "args": "3,"}}, "solve", 400, {"code": 3, "reason": "arguments"}),
        ({"game": {"gallery": "wythoff", "args": "3,99999999999999999999"}}, "solve", 400, {"reason": "arguments"}),
        ({"game": {"gallery": "quixo", "args": "99"}}, "solve", 400, {"code": 3, "reason": "arguments"}),
        ({"game": {"format": "lua", "text": "return 3"}}, "solve", 400, {"code": 3, "reason": "rules"}),
        ({"game": {"gallery": "tic-tac-toe"}, "position": "XXX/XXX/XXX"}, "best", 400, {"reason": "not-reached"}),
    ]:
        got, data = server.post(name, body)
        demand(got == status, name, body, got, data)
        check_answer(name, body, got, data)
        demand({**data["error"], **want} == data["error"] and data["error"]["message"], name, want, data)
    for name, body, words in [
        ("solve", {"game": edges("a b"), "colums": "all"}, "the body has an unknown member 'colums'; known members: "),
        ("solve", {"game": edges("a b"), "columns": "nothing"}, "--columns: unknown column 'nothing'; expected "),
        ("solve", {"game": edges("a\0b")}, "a string contains a NUL; \\u0000 is not allowed"),
        ("solve", {"ga\0me": 1}, "a string contains a NUL; \\u0000 is not allowed"),
        ("draw", {"game": edges("a b"), "radius": -1}, "'radius' needs 'around'"),
        ("draw", {"game": edges("a b"), "around": "a", "radius": -1}, "'radius' is not a whole number "),
    ]:
        got, data = server.post(name, body)
        demand(got == 400 and data["error"]["message"].startswith(words), body, data)
        demand("--help" not in data["error"]["message"], data)


def static_resources_are_served(server):
    status, headers, data = server.ask("GET", "/api/version")
    demand(status == 200 and set(json.loads(data)) == {"grundy"}, data)
    for header, value in [("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
                          ("Cross-Origin-Resource-Policy", "same-origin")]:
        demand(headers[header] == value, header)
    demand("default-src 'none'" in headers["Content-Security-Policy"], headers)
    status, headers, data = server.ask("HEAD", "/api/version")
    demand(status == 200 and data == b"", status)
    status, _, data = server.ask("GET", "/api/examples")
    examples = json.loads(data)["examples"]
    schema = document["paths"]["/api/examples"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema.validate({"examples": examples}, {**schema, "components": document["components"]})
    demand([one["name"] for one in examples[:2]] == ["ring.edges", "wythoff"], examples[:2])
    demand(examples[0]["game"] == edges(RING) and examples[1]["game"] == {"gallery": "wythoff", "args": "3,5"})
    demand({"opened", "papers", "gallery"} == {one["group"] for one in examples}, examples)

    def is_offered(one):
        status, data = server.post("info", {"game": one["game"], "no_split": True})
        demand(status == 200 and data["positions"] > 0, one["name"], data)
        demand(len(one["title"]) > 5 or one["group"] == "opened", one["title"])
        demand(("usage" in one) == (one["group"] == "gallery"), one)

    all_at_once(is_offered, examples)
    for name in os.listdir("web/page") if os.path.isdir("web/page") else []:
        status, headers, data = server.ask("GET", "/" + ("" if name == "index.html" else name))
        demand(status == 200 and data == open(f"web/page/{name}", "rb").read(), name, status)


with Server(grundy, folder, "examples/ring.edges", "wythoff:3,5", "--time", "600") as server:
    calls_return_the_output_of_commands(server)
    names_are_not_interpreted(server)
    moves_and_matches_are_those_of_commands(server)
    worksheets_and_blank_pictures_are_made(server)
    requests_can_be_watched_and_cancelled(server)
    positions_and_moves_in_pictures_have_ids(server)
    errors_have_file_line_and_column(server)
    static_resources_are_served(server)

COUNTERS = """
local function fewer(n)
  local to = {}
  for i = 1, math.min(n, 3) do to[i] = n - i end
  return to
end
return { args = { "n=20" }, start = function(n) return n end, moves = fewer, count = function() return 1 end,
  rank = function(n) return n, 0 end, unrank = function(n) return n end, tiers = fewer }
"""

parent = os.path.join(folder, "parent")
os.makedirs(parent)
with open(os.path.join(parent, "counters.lua"), "w") as file:
    file.write(COUNTERS)
with open(os.path.join(parent, "board.edges"), "w") as file:
    file.write("a b\nb c\nc a\nc d\n")
for game, name in (("counters.lua:20", "nim tiers"), ("chomp:3,4", "chomp-tiers"), ("annihilation:board.edges", "board-tiers")):
    subprocess.run([grundy, "solve", game, "--tiers", name, *([] if name == "board-tiers" else ["--columns", "outcome,grundy,remoteness"])],
                   cwd=parent, capture_output=True, check=True)
os.chdir(parent)
with Server(grundy, folder, "nim tiers", "./chomp-tiers/", "board-tiers", "--time", "600") as server:
    folders_are_looked_up(server, parent)
