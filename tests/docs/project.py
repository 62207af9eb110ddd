"""Checks the files of the project that are not code: prints what is wrong, and nothing if all is well.

usage: project.py      at the root of the project
"""

import os
import re

try:
    import yaml
except ImportError:  # then only the shape of the lines is checked
    yaml = None

DOCUMENTS = ["README.md", "CONTRIBUTING.md", ".github/SECURITY.md", ".github/CODE_OF_CONDUCT.md", "docs/versioning.md", "CHANGELOG.md",
             ".github/PULL_REQUEST_TEMPLATE.md", ".github/ISSUE_TEMPLATE/bug.md", ".github/ISSUE_TEMPLATE/idea.md",
             ".gitlab/issue_templates/Bug.md", ".gitlab/issue_templates/Idea.md",
             ".gitlab/merge_request_templates/Default.md"]
YAML = ["CITATION.cff", ".gitlab-ci.yml", ".github/workflows/test.yml",
        ".github/workflows/release.yml", ".github/ISSUE_TEMPLATE/config.yml"]
OTHERS = ["LICENSE", ".editorconfig", "debian/control", "debian/changelog", "debian/copyright"]

# The fields of the Citation File Format 1.2.0, of a citation and of an article among its references.
CFF_FIELDS = {"abstract", "authors", "cff-version", "commit", "contact", "date-released", "doi", "identifiers", "keywords",
              "license", "license-url", "message", "preferred-citation", "references", "repository",
              "repository-artifact", "repository-code", "title", "type", "url", "version"}
CFF_REQUIRED = {"authors", "cff-version", "message", "title"}
CFF_ARTICLE = {"type", "title", "authors", "journal", "volume", "issue", "year", "start", "end", "doi"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def found(pattern, path):
    match = re.search(pattern, read(path), re.MULTILINE)
    if match is None:
        print(f"{path}: nothing matches {pattern}")
        return None
    return match.group(1)


def check_links(path):
    for link in re.findall(r"\]\(([^)\s]+)\)", read(path)):
        target = link.split("#")[0]
        if target and not re.match(r"https?:|mailto:", target):
            if not os.path.exists(os.path.join(os.path.dirname(path), target)):
                print(f"{path}: {link} does not exist")


def check_lines(path, text):
    """What can be said about YAML without a parser: indentation by blanks, and lines that are keys, items or text."""
    scalar = None  # the indentation of a key with a block of text
    for number, line in enumerate(text.splitlines(), 1):
        indentation = len(line) - len(line.lstrip(" "))
        if "\t" in line:
            print(f"{path}:{number}: a tab")
        if not line.strip() or line.lstrip().startswith("#") or (scalar is not None and indentation > scalar):
            continue
        scalar = indentation if re.search(r": [|>]-?$", line) else None
        if not re.match(r" *(- )?[\w.$-]+:( .+)?$| *- .+$", line):
            print(f"{path}:{number}: neither a key nor an item")


def check_yaml(path, text):
    check_lines(path, text)
    if yaml is None:
        return None
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        print(f"{path}: {error}")
        return None


def check_citation():
    path = "CITATION.cff"
    fields = set(re.findall(r"^([\w-]+):", read(path), re.MULTILINE))
    for field in sorted(fields - CFF_FIELDS):
        print(f"{path}: {field} is not a field of a citation")
    for field in sorted(CFF_REQUIRED - fields):
        print(f"{path}: {field} is missing")
    if found(r"^cff-version: (.*)$", path) != "1.2.0":
        print(f"{path}: not version 1.2.0 of the format")
    citation = check_yaml(path, read(path))
    for reference in (citation or {}).get("references", []):
        for field in sorted(set(reference) - CFF_ARTICLE):
            print(f"{path}: {field} is not a field of an article")


def check_versions():
    version = found(r"^project\(grundy VERSION ([\d.]+)", "CMakeLists.txt")
    date = found(rf"^## {version} \((\d{{4}}-\d\d-\d\d)\)$", "CHANGELOG.md")
    for path, pattern, wanted in (("CITATION.cff", r"^version: (.*)$", version),
                                  ("CITATION.cff", r'^date-released: "(.*)"$', date),
                                  ("debian/changelog", r"^grundy \((.*)\) ", version),
                                  ("debian/changelog", r"^ -- (.*>)  ", found(r"^Maintainer: (.*)$", "debian/control")),
                                  ("debian/copyright", r"^Copyright: (.*)$", found(r"^Copyright \(c\) (.*)$", "LICENSE"))):
        if found(pattern, path) != wanted:
            print(f"{path}: {found(pattern, path)!r} instead of {wanted!r}")


def check_dependencies():
    """Every Debian package that install-packages installs is named in docs/dependencies.md."""
    text = read("docs/dependencies.md")
    lists = re.findall(r"(?:packages=\"\$packages|cross_compiler=')([^\"']*)", read("scripts/install-packages"))
    packages = {word for line in lists for word in line.split() if not word.startswith("$")}
    if "gcc" not in packages:
        print("scripts/install-packages: no lists of packages")
    for package in sorted(packages):
        if not re.search(rf"(?<![\w+-]){re.escape(package)}(?![\w+-])", text):
            print(f"docs/dependencies.md: {package} is missing")


def main():
    missing = [path for path in DOCUMENTS + YAML + OTHERS if not os.path.exists(path)]
    for path in missing:
        print(f"{path} is missing")
    if missing:
        return
    for path in DOCUMENTS:
        check_links(path)
        front = re.match(r"---\n(.*?\n)---\n", read(path), re.DOTALL)
        if front:
            check_yaml(path, front.group(1))
    for path in YAML:
        check_yaml(path, read(path))
    check_citation()
    check_versions()
    check_dependencies()


main()
