"""A program that uses the module, for type checkers: lines with "error" in a comment are wrong, and no others."""

import numpy
from numpy.typing import NDArray

import grundy

g = grundy.Game([("a", "b"), ("b", "c")])
s = g.solve()
name: str = g.positions[0]
values: NDArray[numpy.uint32] = s.grundy
lost: NDArray[numpy.bool_] = s.outcome == "P"
value: grundy.Value | None = s["a"].value
far: float | None = grundy.open("wythoff:3,5").solve()["1,2"].distance
total: grundy.Compound = grundy.nim(3) + grundy.nim(5) + 2
verdict: str | None = total.best(all_moves=True)[0].verdict
heap: grundy.NamedPosition = grundy.heap("kayles", 3)
kayles: grundy.HeapGame = grundy.heap("kayles")
numbers: grundy.Game[int] = grundy.explore(9, lambda n: [n - 1] if n else [])
arrays: grundy.Game[int] = grundy.Game(numpy.array([[0, 1]]))
elements: tuple[str, ...] | None = kayles.quotient().p
grown: tuple[grundy.Answer, ...] | None = kayles.quotient().growth
holds: bool | None = grundy.law("nim:3,3", "G == a ~ b").holds
outcomes: list[str | None] = [found.outcome for found in s.values()]
g.solve(memory="1G")
s.outcom  # error
s["a"].valu  # error
g.solv()  # error
total.evaluate().outcme  # error
grundy.law("nim:3,3", "G == a ~ b").hold  # error
grundy.opne("x")  # error
grundy.nim("3")  # error
grundy.Value(3) + 4  # error
wrong: NDArray[numpy.float64] = s.grundy  # error
