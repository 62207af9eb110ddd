"""The members of answers and their types; scripts/contract writes this file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ._answer import Answer

if TYPE_CHECKING:
    from ._values import Ordinal, Value


class LimitAnswer(Answer):
    """A limit that was reached."""

    reason: str  #: Which limit, as in errors: memory, time, too-many and others.
    message: str  #: The same in words.


class StepAnswer(Answer):
    """What a move changes in one component."""

    component: int  #: The component that it changes, from 1.
    to: str  #: Its position after.
    kind: str | None  #: The kind of the move, in games with extra turns.
    words: str | None  #: The move in words, if the rules have them.
    reduced: str  #: The position that stands for `to` and its mirror images.
    path: tuple[Answer, ...] | None  #: What the move changes on the board.
    cells: tuple[object, ...] | None  #: The cells of the board after it.
    heaps: tuple[int, ...] | None  #: The heaps after it.


class MoveAnswer(Answer):
    """A move, with what is known about the position that it leads to."""

    steps: tuple[StepAnswer, ...]  #: What the move changes.
    verdict: Literal["win", "draw", "loss"] | None  #: What the player who makes it gets.
    best: bool  #: Whether it is one of the best moves.
    payoff: float | None  #: What B pays to A, in games with payoffs.
    outcome: Literal["P", "N", "D", "A", "B"] | None  #: Who wins; null if that is not known.
    value: Value | Ordinal | None  #: The value; null if it is not known.
    remoteness: float | Ordinal | None  #: How many moves play takes if the winner hurries.
    distance: float | Ordinal | None  #: How many moves play takes if both players delay or hurry, see docs/theory.md.
    ends: Literal["proved", "not known"] | None  #: Whether winning play is known to end; null if nobody wins.


class ComponentInfoAnswer(Answer):
    """A component of a position."""

    source: str  #: The game.
    position: str  #: The name of its position.
    reduced: str  #: The position that stands for it and its mirror images.
    board: Answer | None  #: The board, if the rules have one.


class FactAnswer(Answer):
    """A fact, with its sentence."""

    kind: str  #: What the fact is about, in a word that stays the same.
    sentence: str  #: The fact in English.

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> object: ...


class BinAnswer(Answer):
    """A bin of a histogram."""

    to: int  #: The largest one.
    positions: int  #: How many positions have that many moves.


class DegreesAnswer(Answer):
    """How many moves positions have."""

    min: int | None  #: The smallest number of moves.
    mean: float | None  #: The mean.
    max: int | None  #: The largest number of moves; null in an empty game.
    histogram: tuple[BinAnswer, ...]  #: How many positions have how many moves.


class StrongComponentsAnswer(Answer):
    """The strong components of a graph."""

    count: int  #: The number of strong components.
    largest: int  #: The number of positions in the largest one.
    cyclic: int  #: How many contain a cycle.


class InfoAnswer(Answer):
    """The size and structure of a game."""

    positions: int | None  #: The number of positions; null if parts were explored.
    parts: int | None  #: The number of parts, if positions come apart.
    moves: int  #: The number of moves.
    moves_to_one_part: int | None  #: Moves from a part to one part.
    moves_to_sums: int | None  #: Moves from a part to several parts.
    frontier: int | None  #: Positions of a window that were not explored.
    sinks: int | None  #: Positions without moves; this and what follows: null for parts.
    sources: int | None  #: Positions that no move leads to.
    isolated: int | None  #: Positions that are both.
    loops: int | None  #: Moves from a position to itself.
    moves_out: DegreesAnswer | None  #: Moves from each position.
    moves_in: DegreesAnswer | None  #: Moves to each position.
    components: StrongComponentsAnswer | None  #: Strong components of the graph.
    acyclic: bool | None  #: Whether play always ends; null: not known.
    solve_bytes: int | None  #: The memory that solving takes.
    solve_lean_bytes: int | None  #: The same if outcomes and values are enough.
    solve_scratch_bytes: int | None  #: The same with moves in files.


class FindingAnswer(Answer):
    """What was found about a column."""

    column: str | None  #: The column of the solution; null if the finding is not about one.
    verdict: Literal["right", "wrong", "not checked", "remark"]  #: What was found.
    kind: str | None  #: What is wrong, in a word that stays the same.
    position: str | None  #: Where.
    expected: float | str | None  #: What the entry should be, if one entry is wrong.
    found: float | str | None  #: What it is.
    message: str  #: The finding in words.


class VerificationAnswer(Answer):
    """The result of checking a solution."""

    right: bool | None  #: Whether the solution is right; null: nothing could be checked.
    findings: tuple[FindingAnswer, ...]  #: What was found about each column.


class EvaluationAnswer(Answer):
    """What is known about a position."""

    outcome: Literal["P", "N", "D", "A", "B"] | None  #: Who wins; null if that is not known.
    value: Value | Ordinal | None  #: The value; null if it is not known.
    remoteness: float | Ordinal | None  #: How many moves play takes if the winner hurries.
    distance: float | Ordinal | None  #: How many moves play takes if both players delay or hurry, see docs/theory.md.
    ends: Literal["proved", "not known"] | None  #: Whether winning play is known to end; null if nobody wins.
    limit: LimitAnswer | None  #: The limit that was reached.
    positions: int  #: The positions that were explored or searched.
    searched: bool  #: Whether the answer was found by a search.


class ByAnswer(Answer):
    """How something is known."""

    theorem: str | None  #: The theorem.
    positions: int | None  #: The number of positions that were searched.


class ReasonsAnswer(Answer):
    """How each member of an evaluation is known."""

    outcome: ByAnswer | None  #: How the outcome is known.
    value: ByAnswer | None  #: How the value is known.
    remoteness: ByAnswer | None  #: How the remoteness is known.
    distance: ByAnswer | None  #: How the distance is known.


class StrategyAnswer(Answer):
    """How soon an aim is reached, and by which move."""

    payoff: float | None  #: What A gets; null: nothing can be guaranteed.
    moves: float | Ordinal | None  #: Within how many moves.
    to: str | None  #: The position to move to; null if there is no move.


class GuaranteesAnswer(Answer):
    """What the players can be sure of, in games with players."""

    abe: str | None  #: What A can be sure of.
    barbara: str | None  #: What B can be sure of.
    guarantee: StrategyAnswer | None  #: The most that A can be sure of.
    cap: StrategyAnswer | None  #: The least that B can hold A to.
    q1: StrategyAnswer | None  #: Remoteness, A's aim being to win.
    q0: StrategyAnswer | None  #: Remoteness, A's aim being a draw or better.
    qm1: StrategyAnswer | None  #: Remoteness, A's aim being an end.
    q2: StrategyAnswer | None  #: Remoteness, B's aim being an end.
    qv: StrategyAnswer | None  #: Remoteness, A's aim being the given payoff or more.


class BestAnswer(Answer):
    """A position and its best moves, or all moves."""

    turn: Literal["first", "second"]  #: Who is to move: the player who began, or the other one.
    player: Literal["A", "B"] | None  #: The player to move in games with players.
    over: bool  #: Whether there is no move.
    occurrences: int  #: How often this position has occurred in the match.
    verdict: Literal["win", "draw", "loss"] | None  #: What the player to move gets.
    payoff: float | None  #: What B pays to A, in games with payoffs.
    outcome: Literal["P", "N", "D", "A", "B"] | None  #: Who wins; null if that is not known.
    value: Value | Ordinal | None  #: The value; null if it is not known.
    remoteness: float | Ordinal | None  #: How many moves play takes if the winner hurries.
    distance: float | Ordinal | None  #: How many moves play takes if both players delay or hurry, see docs/theory.md.
    ends: Literal["proved", "not known"] | None  #: Whether winning play is known to end; null if nobody wins.
    components: tuple[ComponentInfoAnswer, ...]  #: The components of the position.
    by: ReasonsAnswer  #: The theorem or the search by which each member is known.
    limit: LimitAnswer | None  #: The limit that was reached.
    rests_on: str | None  #: What else the answer rests on.
    guarantees: GuaranteesAnswer | None  #: What each player can force, in games with players.
    move_count: float | Ordinal | None  #: The number of moves.
    complete: bool  #: Whether all moves that were asked for are listed.
    moves: tuple[MoveAnswer, ...]  #: The best moves, or all; the first one is recommended.
    boards: tuple[object, ...] | None  #: The boards of the positions that were asked for, or null.


class ExplanationAnswer(Answer):
    """Why a position is won, lost or drawn."""

    position: str  #: The position that is explained.
    reduced: bool  #: Whether it stands for its mirror images, too.
    draw: FactAnswer | None  #: How a draw is kept; null at other positions.
    paragraphs: tuple[tuple[FactAnswer, ...], ...]  #: Facts that explain it, by paragraphs.


class TraceAnswer(Answer):
    """A run of the labelling algorithm, step by step."""

    label: int  #: The column of the labels.
    headings: tuple[str, ...]  #: The columns.
    positions: tuple[str, ...]  #: The names of the positions.
    steps: tuple[FactAnswer, ...]  #: What the algorithm does, one step after the other.


class IllegalAnswer(Answer):
    """A move that is not legal."""

    number: int  #: Which move of the match, from 1.
    move: str  #: The move as it was given.
    message: str  #: Why it is not legal.


class MatchPositionAnswer(Answer):
    """A position of a match."""

    turn: Literal["first", "second"]  #: Who is to move: the player who began, or the other one.
    player: Literal["A", "B"] | None  #: The player to move in games with players.
    over: bool  #: Whether there is no move.
    occurrences: int  #: How often this position has occurred in the match.
    verdict: Literal["win", "draw", "loss"] | None  #: What the player to move gets.
    payoff: float | None  #: What B pays to A, in games with payoffs.
    outcome: Literal["P", "N", "D", "A", "B"] | None  #: Who wins; null if that is not known.
    value: Value | Ordinal | None  #: The value; null if it is not known.
    remoteness: float | Ordinal | None  #: How many moves play takes if the winner hurries.
    distance: float | Ordinal | None  #: How many moves play takes if both players delay or hurry, see docs/theory.md.
    ends: Literal["proved", "not known"] | None  #: Whether winning play is known to end; null if nobody wins.
    components: tuple[ComponentInfoAnswer, ...]  #: The components of the position.


class TurnAnswer(Answer):
    """A move of a match."""

    number: int  #: The number of the move, from 1.
    by: Literal["first", "second"]  #: Who made it.
    reply: bool  #: Whether it is the reply of the computer.
    effect: str | None  #: What the move did, in a word that stays the same.
    better: MoveAnswer | None  #: A better move.
    steps: tuple[StepAnswer, ...]  #: What the move changed.
    verdict: Literal["win", "draw", "loss"] | None  #: What the player who made it gets.
    best: bool  #: Whether it was one of the best moves.
    payoff: float | None  #: What B pays to A, in games with payoffs.
    outcome: Literal["P", "N", "D", "A", "B"] | None  #: Who wins; null if that is not known.
    value: Value | Ordinal | None  #: The value; null if it is not known.
    remoteness: float | Ordinal | None  #: How many moves play takes if the winner hurries.
    distance: float | Ordinal | None  #: How many moves play takes if both players delay or hurry, see docs/theory.md.
    ends: Literal["proved", "not known"] | None  #: Whether winning play is known to end; null if nobody wins.
    sentence: str  #: The same in words.


class MatchAnswer(Answer):
    """A match so far."""

    legal: bool  #: Whether all moves are legal.
    illegal: IllegalAnswer | None  #: The first move that is not legal.
    winner: Literal["first", "second", "draw"] | None  #: Who has won; null: it is not over.
    turn: Literal["first", "second"]  #: Who is to move: the player who began, or the other one.
    player: Literal["A", "B"] | None  #: The player to move in games with players.
    over: bool  #: Whether there is no move.
    occurrences: int  #: How often this position has occurred in the match.
    verdict: Literal["win", "draw", "loss"] | None  #: What the player to move gets.
    payoff: float | None  #: What B pays to A, in games with payoffs.
    outcome: Literal["P", "N", "D", "A", "B"] | None  #: Who wins; null if that is not known.
    value: Value | Ordinal | None  #: The value; null if it is not known.
    remoteness: float | Ordinal | None  #: How many moves play takes if the winner hurries.
    distance: float | Ordinal | None  #: How many moves play takes if both players delay or hurry, see docs/theory.md.
    ends: Literal["proved", "not known"] | None  #: Whether winning play is known to end; null if nobody wins.
    components: tuple[ComponentInfoAnswer, ...]  #: The components of the position.
    positions: tuple[MatchPositionAnswer, ...]  #: The positions of the match, from the first one on.
    history: tuple[TurnAnswer, ...]  #: The moves of the match.
    move_count: float | Ordinal | None  #: The number of moves from the last position.
    complete: bool  #: Whether all of them are listed.
    moves: tuple[MoveAnswer, ...]  #: The moves from the last position.


class RecordPlayerAnswer(Answer):
    """A player in a record."""

    kind: Literal["computer", "person"]  #: Who plays.
    name: str  #: The level of the computer, or the name of the person; may be empty.


class RecordMoveAnswer(Answer):
    """A move in a record."""

    number: int  #: How many moves lead here from the start, with this one.
    parent: int  #: The move before it: an index in the list, from 1; 0: the start.
    by: Literal["first", "second"]  #: Who makes it.
    text: str  #: The move, as the record has it.
    comment: str  #: The comment; may be empty.
    steps: tuple[StepAnswer, ...]  #: What the move changes.


class MatchRecordAnswer(Answer):
    """The record of a match."""

    game: str  #: The game that the record names.
    misere: bool  #: Whether the last player loses.
    first: RecordPlayerAnswer  #: The player who begins.
    second: RecordPlayerAnswer  #: The other player.
    result: Literal["first", "second", "draw"] | None  #: Who has won; null: not given.
    comment: str  #: The comment at the start; may be empty.
    moves: tuple[RecordMoveAnswer, ...]  #: The moves; a move comes after its parent, the main line first.
    text: str  #: The record in its usual form.


class HeapsAnswer(Answer):
    """The values of a heap game."""

    code: str  #: The code of the game.
    max: int | None  #: The largest heap.
    limit: LimitAnswer | None  #: The limit that was reached.
    values: tuple[float | Ordinal, ...] | None  #: The values of the heaps from 0 on; loony heaps have inf.
    period: Answer | None  #: The period that was proved.
    rare: Answer | None  #: How the values split into common and rare ones.
    play: Literal["normal", "misere"] | None  #: How a sum of heaps is played, or misere play.
    outcomes: tuple[Literal["P", "N", "D", "A", "B"] | None, ...] | None  #: The outcomes of the heaps in misere play.
    order: int | None  #: The number of elements of the misere quotient.
    p_order: int | None  #: How many of them are in P.
    tame: bool | None  #: Whether it is the quotient of heaps of Nim.
    wild_at: int | None  #: The first heap with which it is not; null: none.
    lower_bound: int | None  #: If a limit was reached: a bound on the order with one heap more.
    generators: tuple[Answer, ...] | None  #: The heaps that generate the quotient, with their names.
    relations: tuple[Answer, ...] | None  #: The relations that define it: words of generators.
    p: tuple[str, ...] | None  #: The elements in P, as words of generators.
    phi: tuple[str, ...] | str | None  #: The values of the heaps, or of a sum, as words.
    growth: tuple[Answer, ...] | None  #: The heaps at which the quotient grows, with its new order.
    winning_moves: tuple[Answer, ...] | None  #: The winning moves of a sum of heaps in misere play.


class VectorsAnswer(Answer):
    """The values or outcomes of a game on vectors."""

    game: str  #: The game.
    shape: tuple[int, ...]  #: How many positions there are in each direction.
    period: Answer | None  #: The period that was proved, if it was asked for.
    values: tuple[int, ...] | None  #: The values, in the order of arrays of C; null: outcomes only.
    outcomes: tuple[Literal["P", "N", "D", "A", "B"] | None, ...] | None  #: The outcomes in the same order; null: values.


class RowAnswer(Answer):
    """A game of a sweep."""

    game: str  #: The game.
    arguments: Answer  #: The numbers and texts that the ranges and lists stand for.
    outcome: Literal["P", "N", "D", "A", "B"] | None  #: Who wins; null if that is not known.
    value: Value | Ordinal | None  #: The value; null if it is not known.
    remoteness: float | Ordinal | None  #: How many moves play takes if the winner hurries.
    distance: float | Ordinal | None  #: How many moves play takes if both players delay or hurry, see docs/theory.md.
    ends: Literal["proved", "not known"] | None  #: Whether winning play is known to end; null if nobody wins.
    rounds: float | Ordinal | None  #: In which round play ends, if that was asked for.
    period: Answer | None  #: Of a row: the period that was proved.
    largest: float | Ordinal | None  #: Of a row: its largest value.
    quotient: Answer | None  #: Of all heaps in misere play: what is known about their quotient.
    limit: LimitAnswer | None  #: The limit that was reached.


class SweepAnswer(Answer):
    """Many games of one family."""

    game: str  #: The expression.
    games: int  #: The number of games.
    unanswered: int  #: How many have no answer.
    rows: tuple[RowAnswer, ...]  #: One game each.


class ExceptionAnswer(Answer):
    """A position at which a law does not hold."""

    position: str  #: The position.
    outcome: Literal["P", "N", "D", "A", "B"] | None  #: Its outcome.
    value: Value | Ordinal | None  #: Its value.
    claim: Value | Ordinal | None  #: What a closed form gives.


class TestedAnswer(Answer):
    """A law in one game."""

    game: str  #: The game.
    holds: bool | None  #: Whether the law holds there; null: it says nothing about the game.
    finding: str  #: holds, fails, not confirmed, or empty: the premise holds nowhere.
    tested: int  #: The number of positions that were tested; of if A then C, those at which A holds.
    silent: int  #: Positions at which a closed form gives no value.
    outside: int  #: Positions at which the law reads another one that is not in the table; not tested.
    vacuous: int  #: Positions at which the premise of the law does not hold.
    exceptions: int  #: Positions at which it does not hold.
    up_to_symmetry: bool  #: Whether only representatives were tested.
    fields: Answer  #: The smallest and the largest value of each field.
    listed: tuple[ExceptionAnswer, ...]  #: The smallest exceptions.


class LawAnswer(Answer):
    """Whether a law holds for all positions of a game."""

    game: str  #: The game, or a sweep.
    law: str  #: The law.
    holds: bool | None  #: Whether it holds everywhere; null: it says nothing about the game.
    finding: str  #: holds, fails, not confirmed, or empty: the premise holds nowhere.
    tested: int  #: The number of positions that were tested; of if A then C, those at which A holds.
    silent: int  #: Positions at which a closed form gives no value.
    outside: int  #: Positions at which the law reads another one that is not in the table; not tested.
    vacuous: int  #: Positions at which the premise of the law does not hold.
    exceptions: int  #: Positions at which it does not hold.
    up_to_symmetry: bool  #: Whether only representatives were tested.
    counterexample: ExceptionAnswer | None  #: The smallest exception of the first game that has one.
    games: tuple[TestedAnswer, ...]  #: The same for each game.


#: The classes of members that are answers or lists of answers.
NESTED: dict[tuple[type[Answer], str], type[Answer]] = {
    (MoveAnswer, "steps"): StepAnswer,
    (DegreesAnswer, "histogram"): BinAnswer,
    (InfoAnswer, "moves_out"): DegreesAnswer,
    (InfoAnswer, "moves_in"): DegreesAnswer,
    (InfoAnswer, "components"): StrongComponentsAnswer,
    (VerificationAnswer, "findings"): FindingAnswer,
    (EvaluationAnswer, "limit"): LimitAnswer,
    (ReasonsAnswer, "outcome"): ByAnswer,
    (ReasonsAnswer, "value"): ByAnswer,
    (ReasonsAnswer, "remoteness"): ByAnswer,
    (ReasonsAnswer, "distance"): ByAnswer,
    (GuaranteesAnswer, "guarantee"): StrategyAnswer,
    (GuaranteesAnswer, "cap"): StrategyAnswer,
    (GuaranteesAnswer, "q1"): StrategyAnswer,
    (GuaranteesAnswer, "q0"): StrategyAnswer,
    (GuaranteesAnswer, "qm1"): StrategyAnswer,
    (GuaranteesAnswer, "q2"): StrategyAnswer,
    (GuaranteesAnswer, "qv"): StrategyAnswer,
    (BestAnswer, "components"): ComponentInfoAnswer,
    (BestAnswer, "by"): ReasonsAnswer,
    (BestAnswer, "limit"): LimitAnswer,
    (BestAnswer, "guarantees"): GuaranteesAnswer,
    (BestAnswer, "moves"): MoveAnswer,
    (ExplanationAnswer, "draw"): FactAnswer,
    (ExplanationAnswer, "paragraphs"): FactAnswer,
    (TraceAnswer, "steps"): FactAnswer,
    (MatchPositionAnswer, "components"): ComponentInfoAnswer,
    (TurnAnswer, "better"): MoveAnswer,
    (TurnAnswer, "steps"): StepAnswer,
    (MatchAnswer, "illegal"): IllegalAnswer,
    (MatchAnswer, "components"): ComponentInfoAnswer,
    (MatchAnswer, "positions"): MatchPositionAnswer,
    (MatchAnswer, "history"): TurnAnswer,
    (MatchAnswer, "moves"): MoveAnswer,
    (RecordMoveAnswer, "steps"): StepAnswer,
    (MatchRecordAnswer, "first"): RecordPlayerAnswer,
    (MatchRecordAnswer, "second"): RecordPlayerAnswer,
    (MatchRecordAnswer, "moves"): RecordMoveAnswer,
    (HeapsAnswer, "limit"): LimitAnswer,
    (RowAnswer, "limit"): LimitAnswer,
    (SweepAnswer, "rows"): RowAnswer,
    (TestedAnswer, "listed"): ExceptionAnswer,
    (LawAnswer, "counterexample"): ExceptionAnswer,
    (LawAnswer, "games"): TestedAnswer,
}
