"""What notebooks show: tables and texts in HTML."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ._errors import Error
from ._solution import _count

if TYPE_CHECKING:
    from ._pictures import Picture
    from ._position import Explanation, Match, Moves, Playable, Position

_ROWS = 30  # of a table that notebooks show
_DRAWN = 10_000  # positions of a game whose surroundings notebooks show
_COLOURS = {"P": "#fbc9c1", "N": "#c3e8c4", "D": "#fde9a3", "win": "#c3e8c4", "draw": "#fde9a3", "loss": "#fbc9c1"}


def table(head: Sequence[str], rows: Iterable[Sequence[str]], more: int = 0) -> str:
    """Returns a table; cells are HTML."""
    names = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    lines = ["<tr>" + "".join(f'<td style="text-align: left; padding: .1em .6em">{cell}</td>' for cell in row) + "</tr>" for row in rows]
    if more:
        lines.append(f'<tr><td colspan="{len(head)}">… and {more:,} more</td></tr>')
    return f"<table><thead><tr>{names}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def badge(word: str | None) -> str:
    """Returns a word on a colour, which is that of pictures."""
    if word is None:
        return "?"
    colour = _COLOURS.get(word, "#ddd")
    return (f'<span style="background: {colour}; color: #000; padding: 0 .4em; border-radius: .3em">'
            f"{html.escape(word)}</span>")


def board(position: Position[Any]) -> Picture | None:
    """Returns the board of a position, if the rules draw one."""
    try:
        return position.game.draw(board=position.key)
    except Error:
        return None


def of_position(position: Position[Any]) -> str:
    """Shows a position of a game: its board or its surroundings, and what is known about it."""
    followers = [position.game._position(number) for number in position.game._core.followers(position.number)]
    rows = [[html.escape(at.name), badge(at.outcome), html.escape(at._facts())] for at in followers[:_ROWS]]
    shown = _surroundings(position) if len(position.game) <= _DRAWN else board(position)
    listed = table(["move to", "", "where"], rows, len(followers) - len(rows)) if rows else "<p>no move</p>"
    return (f"<p><b>{html.escape(position.name)}</b> {badge(position.outcome)} {html.escape(position._facts())}</p>"
            f"{_html_of(shown)}{listed}")


def _surroundings(position: Position[Any]) -> Picture | None:
    try:
        return position.draw(1)
    except Error:
        return board(position)


def _html_of(picture: Picture | None) -> str:
    return "" if picture is None else picture._repr_html_() or ""


def of_playable(place: Playable) -> str:
    """Shows a position of one game or of several, with its value and its best moves."""
    parts = [[str(number + 1), html.escape(str(leaf)), html.escape(_value(leaf))]
             for number, leaf in enumerate(place._leaves()[:_ROWS])]
    found = place._known
    text = f"<p><b>{html.escape(str(place))}</b> {badge(found.outcome)} {html.escape(repr(found))}</p>"
    if len(place._leaves()) > 1:
        text += table(["component", "position", "value"], parts, len(place._leaves()) - len(parts))
    return text


def _value(leaf: Playable) -> str:
    value = leaf.value
    return "" if value is None else str(value)


def of_moves(moves: Moves) -> str:
    """Shows moves with what each is worth."""
    rows = [[html.escape(str(move)), badge(move.verdict), badge(move.outcome),
             "" if move.value is None else html.escape(str(move.value)),
             "" if move.remoteness is None else html.escape(_number(move.remoteness)), "★" if move.best else ""]
            for move in moves[:_ROWS]]
    head = ["move", "for the mover", "leads to", "value", "remoteness", "best"]
    known = [column for column in range(len(head)) if column in (0, 2) or any(row[column] not in ("", "?") for row in rows)]
    return table([head[column] for column in known], ([row[column] for column in known] for row in rows),
                 len(moves) - len(rows))


def _number(number: object) -> str:
    return "∞" if number == float("inf") else str(number)


def of_explanation(why: Explanation) -> str:
    """Shows sentences, with their details under them."""
    lines = []
    for line in why.split("\n"):
        inside = html.escape(line.strip())
        lines.append(f'<p style="margin: .2em 0 .2em {"2em" if line.startswith("  ") else "0"}">{inside}</p>')
    return "".join(lines)


def of_match(match: Match) -> str:
    """Shows a match: the position, whose turn it is, and the moves so far."""
    from ._position import Position

    state = ("play is over, " + ("a draw" if match.winner is None else f"player {match.winner} has won")
             if match.is_over else f"player {match.turn} to move")
    rows = []
    for number, turn in enumerate(match.report().history[-_ROWS:]):
        rows.append([str(max(0, len(match) - _ROWS) + number + 1), html.escape(turn.by),
                     html.escape(", ".join(f"{step.to_dict()['from']} → {step.to}" for step in turn.steps)),
                     badge(turn.verdict), html.escape(turn.effect or "")])
    listed = table(["", "player", "move", "for the mover", "effect"], rows) if rows else ""
    boards = "".join(_html_of(board(leaf)) for leaf in match.position._leaves() if isinstance(leaf, Position))
    return (f"<p><b>{html.escape(str(match.position))}</b> after {_count(len(match), 'move')}: {state}</p>"
            f"{boards}{listed}")
