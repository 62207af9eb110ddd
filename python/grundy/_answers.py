"""Evaluations and reports."""

from __future__ import annotations

import math

from ._answer import Answer
from ._members import ByAnswer, EvaluationAnswer, VerificationAnswer
from ._values import Value

__all__ = ["Answer", "Evaluation", "Report"]

_OUTCOMES = {"P": "P-position", "N": "N-position", "D": "draw", "A": "A wins", "B": "B wins"}


class Evaluation(EvaluationAnswer):
    """Everything known about a position; None where something is not known.

    ``outcome`` is P, N or D, and in a game with players A, B or D; ``value`` a :class:`Value` or an
    :class:`Ordinal`; ``remoteness`` and ``distance``, the length of the longest play, an int,
    ``math.inf`` or an Ordinal. ``ends`` says whether a winner who always makes the first of the best
    moves is known to end play: ``"proved"`` or ``"not known"``. ``limit`` has the ``reason`` and the
    ``message`` of the limit that left something unknown. ``by`` says how each number was found: by a
    ``theorem``, or by a search of so many ``positions``.

    >>> import grundy
    >>> found = (grundy.nim(3) + grundy.nim(5)).evaluate()
    >>> found
    N-position, value 6, remoteness 7
    >>> found.ends, found.limit
    ('proved', None)
    """

    by: dict[str, ByAnswer | None]  #: how each number was found

    def __repr__(self) -> str:
        words = [_OUTCOMES[self.outcome] if self.outcome else "outcome not known"]
        if self.value is not None:
            words.append(f"value {self.value}")
        if self.remoteness is not None and self.remoteness != math.inf:
            words.append(f"remoteness {self.remoteness}")
        return ", ".join(words)


def evaluation(outcome: str | None, value: Value | None, remoteness: float | None = None,
               distance: float | None = None) -> Evaluation:
    """Returns an evaluation with what a solution says about a position."""
    return Evaluation({
        "outcome": outcome, "value": None if value is None else value.to_json(),
        "remoteness": "inf" if remoteness == math.inf else remoteness,
        "distance": "inf" if distance == math.inf else distance,
        "ends": None, "by": {}, "limit": None})


class Report(VerificationAnswer):
    """What verifying a solution found: ``right`` is whether no column is wrong, or None if nothing
    could be checked, and ``findings`` has a ``column``, a ``verdict`` (right, wrong, not checked or
    remark) and a ``message`` each; a wrong one also ``kind``, the condition that fails,
    ``position``, and the entries ``expected`` and ``found``.

    >>> import grundy
    >>> report = grundy.Game([("a", "b")]).solve().verify()
    >>> report.right, report.findings[0].column
    (True, 'outcome')
    """

    def __bool__(self) -> bool:
        return bool(self.right)

    def __str__(self) -> str:
        return "\n".join(f"{finding.column}: {finding.verdict}: {finding.message}"
                         for finding in self.findings)

    def __repr__(self) -> str:
        wrong = [str(finding.column) for finding in self.findings if finding.verdict == "wrong"]
        if self.right is None:
            return "Report: nothing could be checked"
        return f"Report: {'right' if self.right else 'wrong: ' + ', '.join(wrong)}"
