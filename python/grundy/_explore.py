"""A page that explores a small game: its drawing, its values, the reasons, and a match against the computer.

Everything is computed before, so that the page needs neither a server nor the network.
"""

from __future__ import annotations

import html
import json
from collections.abc import Hashable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _arguments
from ._display import board
from ._errors import UnableError
from ._pictures import small_picture

if TYPE_CHECKING:
    from ._game import Game

_MOST = 2000  # positions of a page


class Explorer:
    """A page with a game to click on and to play. Notebooks show it; :meth:`save` writes it to a
    file that any browser opens.

    >>> import grundy
    >>> page = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")]).explore()
    >>> page, "<grundy-game" in page.to_html()
    (Explorer of a game with 3 positions and 3 moves, True)
    """

    game: Game[Any]  #: the game that it shows

    def __init__(self, game: Game[Any], position: Hashable | None, values: bool) -> None:
        game._require(whole=True)
        if game._graph.kinds() is not None:
            raise UnableError("explore does not support carry-on and entailing moves yet; use `grundy serve`")
        if not 0 < len(game) <= _MOST:
            raise UnableError(f"explore shows games with 1 to {_MOST:,} positions, and this one has {len(game):,}")
        self.game = game
        self._start = 0 if position is None else game.number(position)
        self._values = _arguments.flag("values", values)

    def _data(self) -> dict[str, Any]:
        game, positions = self.game, []
        for number in range(len(game)):
            at = game._position(number)
            followers = game._core.followers(number)
            best = at.best() if followers else ()
            drawn = board(at)
            positions.append({
                "name": at.name, "facts": at._facts(), "why": str(at.why()), "to": followers,
                "best": best[0]._steps[0][2] if best else None, "player": at.player if game.players is not None else None,
                "result": at.outcome, "board": None if drawn is None else drawn._repr_svg_()})
        picture = small_picture(game)
        return {"positions": positions, "start": self._start, "values": self._values,
                "drawing": None if picture is None else picture._repr_svg_()}

    def to_html(self) -> str:
        """Returns the page."""
        # A script ends at the first "</", whatever it contains.
        data = json.dumps(self._data(), ensure_ascii=False).replace("</", "<\\/")
        return _PAGE.replace("@DATA@", data)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the page to a file."""
        Path(_arguments.path("path", path)).write_text(self.to_html(), encoding="utf-8")

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.to_html())}" sandbox="allow-scripts" title="a game to explore" '
                'style="width: 100%; height: 34em; border: 0"></iframe>')

    def __repr__(self) -> str:
        return f"Explorer of a {str(self.game)[0].lower()}{str(self.game)[1:]}"


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A game</title>
<style>
:root { color-scheme: light; font: 15px/1.45 system-ui, sans-serif; }
body { margin: .5em; background: #fff; color: #1a1a1a; }
grundy-game { display: flex; flex-wrap: wrap; gap: 1.2em; }
.drawing { flex: 1 1 20em; min-width: 12em; }
.drawing svg { max-width: 100%; max-height: 29em; height: auto; }
.side { flex: 1 1 18em; max-width: 44em; }
h2 { font-size: 1.15em; margin: 0 0 .3em; overflow-wrap: anywhere; }
p { margin: .4em 0; }
.why { white-space: pre-wrap; color: #333; }
button { font: inherit; padding: .2em .7em; margin: 0 .35em .35em 0; border: 1px solid #888; border-radius: .35em;
  background: #f4f4f4; cursor: pointer; }
button:hover { background: #e4ecf7; }
:focus-visible { outline: 3px solid #1f5fbf; outline-offset: 1px; }
.node { cursor: pointer; }
.node.here .shape { stroke: #2c51c6; stroke-width: 3.5; }
.playing .node .shape { fill: #fff; stroke: #6b717c; stroke-dasharray: none; }
.playing .node .ring { display: none; }
.playing .node text ~ text { display: none; }
.playing .edge .line { stroke: #8d939e; stroke-width: 1.4; stroke-dasharray: none; }
.playing .edge .head { fill: #8d939e; }
.playing .edge .open { stroke: #8d939e; }
</style></head><body>
<script type="application/json" id="data">@DATA@</script>
<grundy-game></grundy-game>
<script>
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
function make(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
customElements.define("grundy-game", class extends HTMLElement {
  connectedCallback() {
    this.at = data.start;
    this.match = null;
    this.drawing = make("div", { className: "drawing" });
    this.name = make("h2", {});
    this.board = make("div", {});
    this.facts = make("p", {});
    this.moves = make("div", {});
    this.why = make("p", { className: "why" });
    this.status = make("p", {});
    this.status.setAttribute("role", "status");
    this.buttons = make("div", {});
    this.append(this.drawing, make("div", { className: "side" },
      this.name, this.board, this.facts, this.status, this.moves, this.buttons, this.why));
    if (data.drawing !== null) this.draw();
    this.show();
  }
  draw() {
    this.drawing.innerHTML = data.drawing;
    this.nodes = new Map(data.positions.map(({ name }, number) => [name, number]));
    for (const node of this.drawing.querySelectorAll(".node[data-position]")) {
      const number = this.nodes.get(node.dataset.position);
      node.setAttribute("tabindex", "0");
      node.setAttribute("role", "button");
      node.setAttribute("aria-label", node.dataset.position);
      const pick = () => this.pick(number);
      node.addEventListener("click", (event) => { event.preventDefault(); pick(); });
      node.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(); }
      });
    }
  }
  pick(number) {
    if (this.match === null) this.at = number;
    else if (!data.positions[this.at].to.includes(number)) return;
    else { this.move(number); return; }
    this.show();
  }
  begin(you) {
    this.match = { you, turn: "you", past: [] };
    if (you === "second") { this.match.turn = "computer"; this.reply(); }
    this.show();
  }
  move(number) {
    this.match.past.push(this.at);
    this.at = number;
    this.match.turn = "computer";
    this.reply();
    this.show();
  }
  reply() {
    const { best } = data.positions[this.at];
    if (best === null) return;
    this.match.past.push(this.at);
    this.at = best;
    this.match.turn = "you";
    this.match.last = data.positions[best].name;
  }
  undo() {
    const { past } = this.match;
    if (this.match.turn === "you") past.pop();
    const back = past.pop();
    if (back !== undefined) this.at = back;
    this.match.turn = "you";
    this.match.last = null;
    this.show();
  }
  words(now) {
    if (this.match === null) return "";
    if (now.to.length > 0) return (this.match.last ? `The computer moved to ${this.match.last}. ` : "") + "Your move:";
    const mover = this.match.turn;
    const drawn = now.result === "D" || now.result === null;
    const wins = now.player === null ? now.result === "N" : now.result === now.player;
    if (drawn) return "Play is over: a draw.";
    return (mover === "you") === wins ? "Play is over: you have won." : "Play is over: the computer has won.";
  }
  show() {
    const now = data.positions[this.at], playing = this.match !== null;
    const values = data.values && !playing;
    this.classList.toggle("playing", playing || !data.values);
    this.name.textContent = now.name;
    this.board.innerHTML = now.board ?? "";
    this.facts.textContent = values ? now.facts : "";
    this.why.textContent = values ? now.why : "";
    this.status.textContent = this.words(now);
    this.moves.replaceChildren(...now.to.map((number) =>
      make("button", { textContent: `→ ${data.positions[number].name}`, onclick: () => this.pick(number) })));
    this.buttons.replaceChildren(...(playing
      ? [make("button", { textContent: "Take back", onclick: () => this.undo() }),
         make("button", { textContent: "End the match", onclick: () => { this.match = null; this.show(); } })]
      : [make("button", { textContent: "Play first", onclick: () => this.begin("first") }),
         make("button", { textContent: "Play second", onclick: () => this.begin("second") }),
         make("button", { textContent: "To the start", onclick: () => this.pick(data.start) })]));
    for (const node of this.drawing.querySelectorAll(".node[data-position]"))
      node.classList.toggle("here", node.dataset.position === now.name);
    this.dataset.ready = "";
  }
});
</script></body></html>
"""
