"""Checks the documents of a folder.   usage: links.py ROOT

- Relative links lead to files, and their anchors to headings.
- docs/README.md, the index, links every other document in docs/ exactly once, by its title; README.md links the index.
- Titles are unique.
- A document ends with links to the previous and next document of its part of the index and to the index. Documents
  that a program writes are in a section of the index called "Generated pages" and have no such line.

Prints one line per problem and exits with 1 if there is one.
"""

import re
import sys
from collections import Counter
from pathlib import Path

LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]*)\)")
problems = []


def report(path, text):
    problems.append(f"{path.relative_to(root)}: {text}")


def prose(path):
    """The lines of a document without its code blocks."""
    fenced = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield line


def headings(path):
    return [line.lstrip("#").strip() for line in prose(path) if re.match(r"#+ ", line)]


def title(path):
    return headings(path)[0] if headings(path) else ""


def anchors(path):
    """The anchors that GitHub and GitLab give to the headings."""
    seen = Counter()
    for heading in headings(path):
        text = LINK.sub(r"\1", heading).replace("`", "").lower()
        anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        yield f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor
        seen[anchor] += 1


def links(path):
    for line in prose(path):
        for text, target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if not re.match(r"[a-z]+:", target):
                yield text, target


def check_links(path):
    for _, target in links(path):
        file, _, anchor = target.partition("#")
        there = path.parent / file if file else path
        if not there.exists():
            report(path, f"{file} does not exist")
        elif anchor and anchor not in anchors(there):
            report(path, f"{file} has no heading #{anchor}")


def parts_of(index):
    """The sections of the index, each a list of pairs: text and target of the link that an item begins with."""
    parts, name = {}, ""
    for line in prose(index):
        if re.match(r"##+ ", line):
            name = line.lstrip("#").strip()
        if line.startswith("- ["):
            parts.setdefault(name, []).append(LINK.search(line).groups())
    return parts


def check_index(index, documents, parts):
    listed = Counter(target for part in parts.values() for _, target in part)
    for path in documents:
        if path != index and listed[path.name] != 1:
            report(index, f"lists {path.name} {listed[path.name]} times instead of once")
    for part in parts.values():
        for text, target in part:
            path = index.parent / target
            if path.exists() and text != title(path):
                report(index, f"calls {target} '{text}', but its title is '{title(path)}'")
    if "docs/README.md" not in [target for _, target in links(root / "README.md")]:
        report(root / "README.md", "no link to docs/README.md")


def footer(pages, at):
    def link(label, name):
        return f"{label}: [{title(docs / name)}]({name})"

    parts = [link("Previous", pages[at - 1])] if at > 0 else []
    parts.append("[All documents](README.md)")
    parts += [link("Next", pages[at + 1])] if at + 1 < len(pages) else []
    return " · ".join(parts)


def check_footers(parts):
    for name, part in parts.items():
        pages = [target for _, target in part if (docs / target).exists()]
        for at, page in enumerate(pages):
            lines = (docs / page).read_text(encoding="utf-8").rstrip().splitlines()
            has = lines[-1]
            if name == "Generated pages":
                continue
            if lines[-3:-1] != ["---", ""] or has != footer(pages, at):
                report(docs / page, f"ends with '{has}'; expected, after '---' and an empty line: {footer(pages, at)}")


def check_titles(documents):
    for name, times in Counter(title(path) for path in documents).items():
        if times > 1:
            problems.append(f"the title '{name}' is used {times} times")


root = Path(sys.argv[1])
docs = root / "docs"
documents = sorted(docs.glob("*.md"))
for path in sorted(root.glob("*.md")) + documents + sorted(root.glob("bench/results/*.md")):
    check_links(path)
index = docs / "README.md"
parts = parts_of(index)
check_index(index, documents, parts)
check_footers(parts)
check_titles(documents)
print("\n".join(problems))
sys.exit(1 if problems else 0)
