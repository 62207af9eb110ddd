"""Executes notebooks and prints what went wrong; writes them with their outputs as pages if a folder is given.

usage: notebooks.py [--pages FOLDER] NOTEBOOK...
"""

import pathlib
import sys

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError


def is_picture(data):
    return "image/png" in data or "<img" in data.get("text/html", "")


def main(arguments):
    folder = None
    if arguments[:1] == ["--pages"]:
        folder, arguments = pathlib.Path(arguments[1]), arguments[2:]
    failed = False
    for path in arguments:
        notebook = nbformat.read(path, as_version=4)
        if any(cell.get("outputs") for cell in notebook.cells):
            print(f"{path}: has outputs; clear them before committing it")
            failed = True
        try:
            NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
        except CellExecutionError as error:
            print(f"{path}: {error}")
            failed = True
            continue
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        pictures = sum(is_picture(output.get("data", {})) for output in outputs)
        print(f"{path}: {len(outputs)} outputs, {pictures} of them pictures")
        if folder is not None:
            from nbconvert import HTMLExporter

            page, _ = HTMLExporter().from_notebook_node(notebook)
            (folder / (pathlib.Path(path).stem + ".html")).write_text(page)
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
