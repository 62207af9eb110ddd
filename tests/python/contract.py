"""The functions of the module are those of the contract: parameters, defaults, types and explanations."""

import inspect
import json
import sys
import unittest

import grundy

with open(sys.argv[1]) as file:
    CONTRACT = json.load(file)

#: Parameters that say what a question is about: in Python that is the object or the first argument.
SUBJECTS = {"game", "position", "components", "operator", "expression", "code", "solution", "moves", "heaps", "vectors", "law", "record"}
#: Parameters that have another name in Python. A game is split only if that is asked for, because most methods need
#: positions; a picture has a format; a reply has a level.
NAMES = {"no_split": "split", "to": "format", "reply": "level"}
#: What Python has in another form: `HeapGame.misere`, `HeapGame.quotient`, `play(first=1)`, and conditions on arrays or DataFrames.
OTHERWISE = {("heap", "misere"), ("heap", "quotient"), ("match", "turn"), ("solve", "where")}
#: Parameters that only Python has.
ONLY_IN_PYTHON = {"self", "text", "format", "progress", "libraries", "unreduced", "caption", "play", "memory", "scratch",
                  "gpu", "checkpoint", "table", "certificate", "first", "split", "level", "law",
                  "numeration", "target"}
TYPES = {"boolean": "bool", "integer": "int", "number": "float", "string": "str", "choice": "str", "words": "str"}
#: Defaults that differ in form only: None stands for a default that depends on other parameters.
DEPENDS = {("heap", "max")}


def functions_of(operation):
    found = []
    spaces = [grundy] + [getattr(grundy, name) for name in grundy.__all__ if inspect.isclass(getattr(grundy, name))]
    for space in spaces:
        for name in dir(space):
            function = inspect.getattr_static(space, name, None)
            if operation in getattr(function, "operations", ()) and function not in found:
                found.append(function)
    return found


class Contract(unittest.TestCase):
    def operations(self):
        for operation in CONTRACT["operations"]:
            exposed = [p for p in operation["parameters"] if "python" in p["front_ends"]]
            if exposed:
                yield operation["name"], [p for p in exposed if p["name"] not in SUBJECTS]

    def test_every_operation_is_a_function(self):
        for operation, _ in self.operations():
            with self.subTest(operation):
                self.assertTrue(functions_of(operation))

    def test_every_parameter_exists_with_its_default_type_and_explanation(self):
        for operation, parameters in self.operations():
            functions = dict.fromkeys([*functions_of(operation), grundy.open])
            signatures = [(f, inspect.signature(f).parameters) for f in functions]
            for p in parameters:
                if (operation, p["name"]) in OTHERWISE:
                    continue
                with self.subTest(operation=operation, parameter=p["name"]):
                    name = NAMES.get(p["name"], p["name"])
                    having = [(f, found[name]) for f, found in signatures if name in found]
                    if len(having) > 1:  # games are opened by a function of its own
                        having = [(f, found) for f, found in having if f is not grundy.open]
                    self.assertTrue(having, "no function has it")
                    for function, found in having:
                        self.check(operation, p, function, found)

    def check(self, operation, p, function, found):
        if p["name"] not in NAMES:
            default = p.get("default", False if p["type"] == "boolean" else None)
            if (operation, p["name"]) not in DEPENDS and not isinstance(found.default, tuple):
                self.assertEqual(found.default, default, function)
            self.assertIn(p["help"], " ".join(function.__doc__.split()))
        if p["type"] in TYPES and p["name"] != "no_split":
            self.assertRegex(str(found.annotation), TYPES[p["type"]] + "|Hashable")

    def test_no_function_has_other_parameters(self):
        for operation, _ in self.operations():
            exposed = {p["name"] for o in CONTRACT["operations"] for p in o["parameters"]}
            for function in functions_of(operation):
                with self.subTest(operation=operation, function=function.__qualname__):
                    own = set(inspect.signature(function).parameters) - exposed - SUBJECTS - ONLY_IN_PYTHON
                    self.assertEqual(own, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
