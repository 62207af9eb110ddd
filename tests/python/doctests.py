"""Runs the examples in the docstrings of all modules of the package grundy and in documents.

usage: doctests.py DOCUMENT...
"""

import doctest
import importlib
import inspect
import pkgutil
import sys

import grundy


def run_document(path):
    """Runs the examples in a Markdown file; the lines that begin and end code are left out."""
    with open(path, encoding="utf-8") as file:
        lines = ["" if line.startswith("```") else line.rstrip("\n") for line in file]
    examples = doctest.DocTestParser().get_doctest("\n".join(lines) + "\n", {}, path, path, 0)
    runner = doctest.DocTestRunner()
    runner.run(examples)
    return runner.summarize()


def undocumented():
    """Yields public classes and functions without a docstring."""
    for name in grundy.__all__:
        found = getattr(grundy, name)
        if (inspect.isclass(found) or inspect.isfunction(found)) and not found.__doc__:
            yield name


def main(documents):
    failed = attempted = 0
    names = ["grundy"] + [f"grundy.{info.name}" for info in pkgutil.iter_modules(grundy.__path__)]
    for name in names:
        if name != "grundy._core":
            result = doctest.testmod(importlib.import_module(name))
            failed, attempted = failed + result.failed, attempted + result.attempted
    for path in documents:
        result = run_document(path)
        failed, attempted = failed + result.failed, attempted + result.attempted
    for name in undocumented():
        print(f"grundy.{name} has no docstring")
        failed += 1
    print(f"{attempted} examples")
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
