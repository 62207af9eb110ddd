"""Prints the content of an SVG of `grundy draw` without its coordinates, one line per position, move or text.

usage: picture.py FILE.svg
"""

import sys
import xml.etree.ElementTree as tree

SVG = "{http://www.w3.org/2000/svg}"


def drawn(group):
    """Returns the shapes of a group with all attributes except coordinates, and its texts."""
    shapes, texts = [], []
    for element in group.iter():
        kind = element.tag.replace(SVG, "")
        if kind in ("rect", "path"):
            looks = [f"{key}={element.get(key)}" for key in ("fill", "stroke", "stroke-width", "stroke-dasharray", "rx")]
            shapes.append(element.get("class") + "(" + " ".join(look for look in looks if not look.endswith("=None")) + ")")
        elif kind == "text":
            texts.append(element.text)
    return " ".join(shapes), " | ".join(texts)


lines = []
for group in tree.parse(sys.argv[1]).getroot().iter(SVG + "g"):
    shapes, texts = drawn(group)
    lines.append(f"{group.get('class')} {group.get('id', '')}: {texts}: {shapes}")
print("\n".join(sorted(lines)))
