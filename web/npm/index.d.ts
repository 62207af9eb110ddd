/* The declarations of the package. scripts/contract writes index.d.ts from this file and `grundy help --contract`. */

/** A game as text, in one of the formats that grundy reads. */
export interface TextGame {
  /** The default is "edges". */
  format?: "edges" | "dot" | "graphml" | "lua";
  text: string;
  /** Arguments of rules in Lua, separated by commas. */
  args?: string;
  /** Digraphs that the arguments of rules name, such as "board.edges". */
  files?: Record<string, string>;
}

/** A game that comes with grundy, such as { gallery: "chomp", args: "3,4" }. */
export interface GalleryGame {
  gallery: string;
  args?: string;
  files?: Record<string, string>;
}

/** A move [from, to]; or [position], if there are no moves to it or from it. */
export type Pair = readonly [string | number, string | number] | readonly [string | number];

/** A string is an edge list: one move per line, such as "a b\nb c". A list has pairs of positions, such as [["a", "b"], ["b", "c"]]. */
export type Game = string | readonly Pair[] | TextGame | GalleryGame | OpenGame;

/** A part of a sum: a position of a game, a Nim heap, or heaps of a heap game. */
export type Component =
  | { game: Game; position: string; times?: number }
  | { nim: number; times?: number }
  | { heap: string; size: number | number[]; times?: number };

/** A game with a position, by default its first one; the components of a sum; or an expression, such as "nim:3 + kayles:7". */
export type Place = string | { game: Game; position?: string } | OpenGame | Component | Component[];

/** How far a call is. */
export interface Progress {
  state: string;
  /** Since the call began to run. */
  seconds: number | null;
  /** What is being done, such as "exploring". */
  phase: string | null;
  /** The positions found or solved so far. */
  positions: number | null;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborting it rejects the call and stops its work. */
  signal?: AbortSignal;
  /** Gets the progress of a long call, several times a second. */
  onProgress?: (progress: Progress) => void;
}

/** What a program is loaded from; an address is relative to the page, in Node.js to the current folder. */
export type WasmSource = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/**
 * Loads the program. It is optional: the first call loads it, too.
 *
 *   wasm    grundy.wasm from elsewhere, such as the file "grundy/grundy.wasm" of the package
 *   worker  the address of a copy of "grundy/worker.js", for pages whose policy forbids workers from blob: addresses
 */
export function init(options?: { wasm?: WasmSource | Promise<WasmSource>; worker?: string | URL }): Promise<void>;

/** Loads a game into a worker of its own and keeps it there. */
export function open(game: Game, options?: { signal?: AbortSignal }): Promise<OpenGame>;

/** A move of a match: the position moved to, or what it changes in a sum. */
export type MatchMove = string | { component: number; position: string }[];

/** A solution as text, as `solve` writes it with `to`. */
export interface SolutionText {
  /** The default is "tsv". */
  format?: "tsv" | "csv" | "json";
  text: string;
}

/** An error that the program reports: a wrong game, a wrong argument, or a limit. */
export class GrundyError extends Error {
  /** Why, for programs, such as "syntax", "input", "usage", "memory" or "time". */
  readonly reason: string;
  /** What to do about it; null if there is no hint. */
  readonly hint: string | null;
  /** The file, line and column of the mistake; null if none is concerned. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The exit code of the command. */
  readonly code: number;
  /** How many positions had been found when a limit was reached; null if that is not known. */
  readonly positions: number | null;
}

/** Lists the games that come with grundy. */
export function examples(): Promise<
  { name: string; title: string; group: string; game: TextGame | GalleryGame; usage?: string }[]
>;
/** Returns the version of grundy. */
export function version(): Promise<string>;
/** Runs any command, such as run(["heap", "kayles", "--max", "50"]), with files in memory. */
export function run(
  args: string[],
  options?: {
    files?: Record<string, Uint8Array | string>;
    stdin?: Uint8Array | string;
    signal?: AbortSignal;
    onStdout?: (bytes: Uint8Array) => void;
    /** Gets complete lines. */
    onStderr?: (line: string) => void;
  },
): Promise<{ code: number; stdout: Uint8Array; stderr: string; files: Record<string, Uint8Array> }>;

/** All functions: import grundy from "grundy". */
declare const grundy: typeof import("./index.js");
export default grundy;

/** P: the previous player wins; N: the next player wins; D: a draw; A and B: that player wins; null: not known. */
export type Outcome = "P" | "N" | "D" | "A" | "B" | null;

/** An infinite value with its set K. */
export interface Infinite {
  /** The set K; null if it is not known. */
  infinite: number[] | null;
  /** The set C of a half or a moon, in games with extra turns; inf: the player wins at once. */
  c?: Count[];
}

/** A transfinite number. */
export interface Ordinal {
  /** An ordinal number, such as w*2+5. */
  ordinal: string;
}

/** A nimber, an infinite value or a transfinite nimber; null: not known. */
export type Value = number | Infinite | Ordinal | null;

/** A number of moves; null: not known or not defined. */
export type Count = number | Ordinal | null;

/** What a player gets; null: not known. */
export type Verdict = "win" | "draw" | "loss" | null;

/** A limit that was reached. */
export interface Limit {
  /** Which limit, as in errors: memory, time, too-many and others. */
  reason: string;
  /** The same in words. */
  message: string;
}

/** What a move changes in one component. */
export interface Step {
  /** The component that it changes, from 1. */
  component: number;
  /** Its position before. */
  from: string;
  /** Its position after. */
  to: string;
  /** The kind of the move, in games with extra turns. */
  kind?: string;
  /** The move in words, if the rules have them. */
  words: string | null;
  /** The position that stands for `to` and its mirror images. */
  reduced: string;
  /** What the move changes on the board. */
  path?: Record<string, unknown>[];
  /** The cells of the board after it. */
  cells?: unknown[];
  /** The heaps after it. */
  heaps?: number[];
}

/** A move, with what is known about the position that it leads to. */
export interface Move {
  /** What the move changes. */
  steps: Step[];
  /** What the player who makes it gets. */
  verdict: Verdict;
  /** Whether it is one of the best moves. */
  best: boolean;
  /** What B pays to A, in games with payoffs. */
  payoff?: number | null;
  /** Who wins; null if that is not known. */
  outcome: Outcome;
  /** The value; null if it is not known. */
  value: Value;
  /** How many moves play takes if the winner hurries. */
  remoteness: Count;
  /** How many moves play takes if both players delay or hurry, see docs/theory.md. */
  distance: Count;
  /** Whether winning play is known to end; null if nobody wins. */
  ends: "proved" | "not known" | null;
}

/** A component of a position. */
export interface ComponentInfo {
  /** The game. */
  source: string;
  /** The name of its position. */
  position: string;
  /** The position that stands for it and its mirror images. */
  reduced: string;
  /** The board, if the rules have one. */
  board: Record<string, unknown> | null;
}

/** A fact, with its sentence. */
export interface Fact {
  /** What the fact is about, in a word that stays the same. */
  kind: string;
  /** The fact in English. */
  sentence: string;
  /** The positions, moves, values and numbers of the fact. */
  [name: string]: unknown;
}

/** The columns of a solved game, all in the same order. */
export interface Solution {
  /** The names of the positions. */
  position?: string[];
  /** The same for parts, if positions come apart. */
  part?: string[];
  /** The outcomes. */
  outcome?: Outcome[];
  /** The values, with the sets of infinite ones. */
  value?: Value[];
  /** The values as numbers: Infinity for infinite ones, NaN if a value is not known. */
  grundy?: Float64Array;
  /** The remoteness of each position: Infinity for draws. */
  remoteness?: Float64Array;
  /** Other columns, see 'grundy help columns': numbers are a Float64Array, with Infinity, and NaN for what is not known. */
  [name: string]: Float64Array | unknown[] | undefined;
}

/** A bin of a histogram. */
export interface Bin {
  /** The smallest number of moves in this bin. */
  from: number;
  /** The largest one. */
  to: number;
  /** How many positions have that many moves. */
  positions: number;
}

/** How many moves positions have. */
export interface Degrees {
  /** The smallest number of moves. */
  min: number | null;
  /** The mean. */
  mean: number | null;
  /** The largest number of moves; null in an empty game. */
  max: number | null;
  /** How many positions have how many moves. */
  histogram: Bin[];
}

/** The strong components of a graph. */
export interface StrongComponents {
  /** The number of strong components. */
  count: number;
  /** The number of positions in the largest one. */
  largest: number;
  /** How many contain a cycle. */
  cyclic: number;
}

/** The size and structure of a game. */
export interface Info {
  /** The number of positions; null if parts were explored. */
  positions: number | null;
  /** The number of parts, if positions come apart. */
  parts: number | null;
  /** The number of moves. */
  moves: number;
  /** Moves from a part to one part. */
  moves_to_one_part: number | null;
  /** Moves from a part to several parts. */
  moves_to_sums: number | null;
  /** Positions of a window that were not explored. */
  frontier: number | null;
  /** Positions without moves; this and what follows: null for parts. */
  sinks: number | null;
  /** Positions that no move leads to. */
  sources: number | null;
  /** Positions that are both. */
  isolated: number | null;
  /** Moves from a position to itself. */
  loops: number | null;
  /** Moves from each position. */
  moves_out: Degrees | null;
  /** Moves to each position. */
  moves_in: Degrees | null;
  /** Strong components of the graph. */
  components: StrongComponents | null;
  /** Whether play always ends; null: not known. */
  acyclic: boolean | null;
  /** The memory that solving takes. */
  solve_bytes: number | null;
  /** The same if outcomes and values are enough. */
  solve_lean_bytes: number | null;
  /** The same with moves in files. */
  solve_scratch_bytes: number | null;
}

/** What was found about a column. */
export interface Finding {
  /** The column of the solution; null if the finding is not about one. */
  column: string | null;
  /** What was found. */
  verdict: "right" | "wrong" | "not checked" | "remark";
  /** What is wrong, in a word that stays the same. */
  kind: string | null;
  /** Where. */
  position: string | null;
  /** What the entry should be, if one entry is wrong. */
  expected: number | string | null;
  /** What it is. */
  found: number | string | null;
  /** The finding in words. */
  message: string;
}

/** The result of checking a solution. */
export interface Verification {
  /** Whether the solution is right; null: nothing could be checked. */
  right: boolean | null;
  /** What was found about each column. */
  findings: Finding[];
}

/** What is known about a position. */
export interface Evaluation {
  /** Who wins; null if that is not known. */
  outcome: Outcome;
  /** The value; null if it is not known. */
  value: Value;
  /** How many moves play takes if the winner hurries. */
  remoteness: Count;
  /** How many moves play takes if both players delay or hurry, see docs/theory.md. */
  distance: Count;
  /** Whether winning play is known to end; null if nobody wins. */
  ends: "proved" | "not known" | null;
  /** The limit that was reached. */
  limit: Limit | null;
  /** The positions that were explored or searched. */
  positions: number;
  /** Whether the answer was found by a search. */
  searched: boolean;
  /** What the answer rests on. */
  [name: string]: unknown;
}

/** How something is known. */
export interface By {
  /** The theorem. */
  theorem: string | null;
  /** The number of positions that were searched. */
  positions: number | null;
}

/** How each member of an evaluation is known. */
export interface Reasons {
  /** How the outcome is known. */
  outcome: By | null;
  /** How the value is known. */
  value: By | null;
  /** How the remoteness is known. */
  remoteness: By | null;
  /** How the distance is known. */
  distance: By | null;
}

/** How soon an aim is reached, and by which move. */
export interface Strategy {
  /** What A gets; null: nothing can be guaranteed. */
  payoff?: number | null;
  /** Within how many moves. */
  moves: Count;
  /** The position to move to; null if there is no move. */
  to: string | null;
}

/** What the players can be sure of, in games with players. */
export interface Guarantees {
  /** What A can be sure of. */
  abe?: string;
  /** What B can be sure of. */
  barbara?: string;
  /** The most that A can be sure of. */
  guarantee?: Strategy;
  /** The least that B can hold A to. */
  cap?: Strategy;
  /** Remoteness, A's aim being to win. */
  q1?: Strategy;
  /** Remoteness, A's aim being a draw or better. */
  q0?: Strategy;
  /** Remoteness, A's aim being an end. */
  "q-1"?: Strategy;
  /** Remoteness, B's aim being an end. */
  q2?: Strategy;
  /** Remoteness, A's aim being the given payoff or more. */
  qv?: Strategy;
}

/** A position and its best moves, or all moves. */
export interface Best {
  /** Who is to move: the player who began, or the other one. */
  turn: "first" | "second";
  /** The player to move in games with players. */
  player: "A" | "B" | null;
  /** Whether there is no move. */
  over: boolean;
  /** How often this position has occurred in the match. */
  occurrences: number;
  /** What the player to move gets. */
  verdict: Verdict;
  /** What B pays to A, in games with payoffs. */
  payoff?: number | null;
  /** Who wins; null if that is not known. */
  outcome: Outcome;
  /** The value; null if it is not known. */
  value: Value;
  /** How many moves play takes if the winner hurries. */
  remoteness: Count;
  /** How many moves play takes if both players delay or hurry, see docs/theory.md. */
  distance: Count;
  /** Whether winning play is known to end; null if nobody wins. */
  ends: "proved" | "not known" | null;
  /** The components of the position. */
  components: ComponentInfo[];
  /** The theorem or the search by which each member is known. */
  by: Reasons;
  /** The limit that was reached. */
  limit: Limit | null;
  /** What else the answer rests on. */
  rests_on: string | null;
  /** What each player can force, in games with players. */
  guarantees: Guarantees | null;
  /** The number of moves. */
  move_count: Count;
  /** Whether all moves that were asked for are listed. */
  complete: boolean;
  /** The best moves, or all; the first one is recommended. */
  moves: Move[];
  /** The boards of the positions that were asked for, or null. */
  boards?: unknown[];
}

/** Why a position is won, lost or drawn. */
export interface Explanation {
  /** The position that is explained. */
  position: string;
  /** Whether it stands for its mirror images, too. */
  reduced: boolean;
  /** How a draw is kept; null at other positions. */
  draw: Fact | null;
  /** Facts that explain it, by paragraphs. */
  paragraphs: Fact[][];
}

/** A run of the labelling algorithm, step by step. */
export interface Trace {
  /** The column of the labels. */
  label: number;
  /** The columns. */
  headings: string[];
  /** The names of the positions. */
  positions: string[];
  /** What the algorithm does, one step after the other. */
  steps: Fact[];
}

/** A move that is not legal. */
export interface Illegal {
  /** Which move of the match, from 1. */
  number: number;
  /** The move as it was given. */
  move: string;
  /** Why it is not legal. */
  message: string;
}

/** A position of a match. */
export interface MatchPosition {
  /** Who is to move: the player who began, or the other one. */
  turn: "first" | "second";
  /** The player to move in games with players. */
  player: "A" | "B" | null;
  /** Whether there is no move. */
  over: boolean;
  /** How often this position has occurred in the match. */
  occurrences: number;
  /** What the player to move gets. */
  verdict: Verdict;
  /** What B pays to A, in games with payoffs. */
  payoff?: number | null;
  /** Who wins; null if that is not known. */
  outcome: Outcome;
  /** The value; null if it is not known. */
  value: Value;
  /** How many moves play takes if the winner hurries. */
  remoteness: Count;
  /** How many moves play takes if both players delay or hurry, see docs/theory.md. */
  distance: Count;
  /** Whether winning play is known to end; null if nobody wins. */
  ends: "proved" | "not known" | null;
  /** The components of the position. */
  components: ComponentInfo[];
}

/** A move of a match. */
export interface Turn {
  /** The number of the move, from 1. */
  number: number;
  /** Who made it. */
  by: "first" | "second";
  /** Whether it is the reply of the computer. */
  reply: boolean;
  /** What the move did, in a word that stays the same. */
  effect: string | null;
  /** A better move. */
  better: Move | null;
  /** What the move changed. */
  steps: Step[];
  /** What the player who made it gets. */
  verdict: Verdict;
  /** Whether it was one of the best moves. */
  best: boolean;
  /** What B pays to A, in games with payoffs. */
  payoff?: number | null;
  /** Who wins; null if that is not known. */
  outcome: Outcome;
  /** The value; null if it is not known. */
  value: Value;
  /** How many moves play takes if the winner hurries. */
  remoteness: Count;
  /** How many moves play takes if both players delay or hurry, see docs/theory.md. */
  distance: Count;
  /** Whether winning play is known to end; null if nobody wins. */
  ends: "proved" | "not known" | null;
  /** The same in words. */
  sentence: string;
}

/** A match so far. */
export interface Match {
  /** Whether all moves are legal. */
  legal: boolean;
  /** The first move that is not legal. */
  illegal: Illegal | null;
  /** Who has won; null: it is not over. */
  winner: "first" | "second" | "draw" | null;
  /** Who is to move: the player who began, or the other one. */
  turn: "first" | "second";
  /** The player to move in games with players. */
  player: "A" | "B" | null;
  /** Whether there is no move. */
  over: boolean;
  /** How often this position has occurred in the match. */
  occurrences: number;
  /** What the player to move gets. */
  verdict: Verdict;
  /** What B pays to A, in games with payoffs. */
  payoff?: number | null;
  /** Who wins; null if that is not known. */
  outcome: Outcome;
  /** The value; null if it is not known. */
  value: Value;
  /** How many moves play takes if the winner hurries. */
  remoteness: Count;
  /** How many moves play takes if both players delay or hurry, see docs/theory.md. */
  distance: Count;
  /** Whether winning play is known to end; null if nobody wins. */
  ends: "proved" | "not known" | null;
  /** The components of the position. */
  components: ComponentInfo[];
  /** The positions of the match, from the first one on. */
  positions: MatchPosition[];
  /** The moves of the match. */
  history: Turn[];
  /** The number of moves from the last position. */
  move_count: Count;
  /** Whether all of them are listed. */
  complete: boolean;
  /** The moves from the last position. */
  moves: Move[];
}

/** A player in a record. */
export interface RecordPlayer {
  /** Who plays. */
  kind: "computer" | "person";
  /** The level of the computer, or the name of the person; may be empty. */
  name: string;
}

/** A move in a record. */
export interface RecordMove {
  /** How many moves lead here from the start, with this one. */
  number: number;
  /** The move before it: an index in the list, from 1; 0: the start. */
  parent: number;
  /** Who makes it. */
  by: "first" | "second";
  /** The move, as the record has it. */
  text: string;
  /** The comment; may be empty. */
  comment: string;
  /** What the move changes. */
  steps: Step[];
}

/** The record of a match. */
export interface MatchRecord {
  /** The game that the record names. */
  game: string;
  /** Whether the last player loses. */
  misere: boolean;
  /** The player who begins. */
  first: RecordPlayer;
  /** The other player. */
  second: RecordPlayer;
  /** Who has won; null: not given. */
  result: "first" | "second" | "draw" | null;
  /** The comment at the start; may be empty. */
  comment: string;
  /** The moves; a move comes after its parent, the main line first. */
  moves: RecordMove[];
  /** The record in its usual form. */
  text: string;
}

/** The values of a heap game. */
export interface Heaps {
  /** The code of the game. */
  code: string;
  /** The largest heap. */
  max?: number;
  /** The limit that was reached. */
  limit?: Limit | null;
  /** The values of the heaps from 0 on; loony heaps have inf. */
  values?: Count[];
  /** The period that was proved. */
  period?: Record<string, unknown> | null;
  /** How the values split into common and rare ones. */
  rare?: Record<string, unknown> | null;
  /** How a sum of heaps is played, or misere play. */
  play?: "normal" | "misere";
  /** The outcomes of the heaps in misere play. */
  outcomes?: Outcome[];
  /** The number of elements of the misere quotient. */
  order?: number;
  /** How many of them are in P. */
  p_order?: number;
  /** Whether it is the quotient of heaps of Nim. */
  tame?: boolean;
  /** The first heap with which it is not; null: none. */
  wild_at?: number | null;
  /** If a limit was reached: a bound on the order with one heap more. */
  lower_bound?: number;
  /** The heaps that generate the quotient, with their names. */
  generators?: Record<string, unknown>[];
  /** The relations that define it: words of generators. */
  relations?: Record<string, unknown>[];
  /** The elements in P, as words of generators. */
  p?: string[];
  /** The values of the heaps, or of a sum, as words. */
  phi?: string[] | string;
  /** The heaps at which the quotient grows, with its new order. */
  growth?: Record<string, unknown>[];
  /** The winning moves of a sum of heaps in misere play. */
  winning_moves?: Record<string, unknown>[];
  /** More about a misere quotient, genera, or the outcome of a sum of heaps. */
  [name: string]: unknown;
}

/** The values or outcomes of a game on vectors. */
export interface Vectors {
  /** The game. */
  game: string;
  /** How many positions there are in each direction. */
  shape: number[];
  /** The period that was proved, if it was asked for. */
  period: Record<string, unknown> | null;
  /** The values, in the order of arrays of C; null: outcomes only. */
  values: number[] | null;
  /** The outcomes in the same order; null: values. */
  outcomes: Outcome[] | null;
}

/** A game of a sweep. */
export interface Row {
  /** The game. */
  game: string;
  /** The numbers and texts that the ranges and lists stand for. */
  arguments: Record<string, unknown>;
  /** Who wins; null if that is not known. */
  outcome: Outcome;
  /** The value; null if it is not known. */
  value: Value;
  /** How many moves play takes if the winner hurries. */
  remoteness: Count;
  /** How many moves play takes if both players delay or hurry, see docs/theory.md. */
  distance: Count;
  /** Whether winning play is known to end; null if nobody wins. */
  ends: "proved" | "not known" | null;
  /** In which round play ends, if that was asked for. */
  rounds?: Count;
  /** Of a row: the period that was proved. */
  period?: Record<string, unknown> | null;
  /** Of a row: its largest value. */
  largest?: Count;
  /** Of all heaps in misere play: what is known about their quotient. */
  quotient?: Record<string, unknown>;
  /** The limit that was reached. */
  limit: Limit | null;
}

/** Many games of one family. */
export interface Sweep {
  /** The expression. */
  game: string;
  /** The number of games. */
  games: number;
  /** How many have no answer. */
  unanswered: number;
  /** One game each. */
  rows: Row[];
}

/** A position at which a law does not hold. */
export interface Exception {
  /** The position. */
  position: string;
  /** Its outcome. */
  outcome: Outcome;
  /** Its value. */
  value: Value;
  /** What a closed form gives. */
  claim?: Value;
}

/** A law in one game. */
export interface Tested {
  /** The game. */
  game: string;
  /** Whether the law holds there; null: it says nothing about the game. */
  holds: boolean | null;
  /** holds, fails, not confirmed, or empty: the premise holds nowhere. */
  finding: string;
  /** The number of positions that were tested; of if A then C, those at which A holds. */
  tested: number;
  /** Positions at which a closed form gives no value. */
  silent: number;
  /** Positions at which the law reads another one that is not in the table; not tested. */
  outside: number;
  /** Positions at which the premise of the law does not hold. */
  vacuous: number;
  /** Positions at which it does not hold. */
  exceptions: number;
  /** Whether only representatives were tested. */
  up_to_symmetry: boolean;
  /** The smallest and the largest value of each field. */
  fields: Record<string, unknown>;
  /** The smallest exceptions. */
  listed: Exception[];
}

/** Whether a law holds for all positions of a game. */
export interface Law {
  /** The game, or a sweep. */
  game: string;
  /** The law. */
  law: string;
  /** Whether it holds everywhere; null: it says nothing about the game. */
  holds: boolean | null;
  /** holds, fails, not confirmed, or empty: the premise holds nowhere. */
  finding: string;
  /** The number of positions that were tested; of if A then C, those at which A holds. */
  tested: number;
  /** Positions at which a closed form gives no value. */
  silent: number;
  /** Positions at which the law reads another one that is not in the table; not tested. */
  outside: number;
  /** Positions at which the premise of the law does not hold. */
  vacuous: number;
  /** Positions at which it does not hold. */
  exceptions: number;
  /** Whether only representatives were tested. */
  up_to_symmetry: boolean;
  /** The smallest exception of the first game that has one. */
  counterexample: Exception | null;
  /** The same for each game. */
  games: Tested[];
}

export interface SolveOptions extends CallOptions {
  /** compute these columns, separated by commas, or all (default: see below) */
  columns?: string | (string | number)[];
  /** only positions where this is true, such as 'outcome == P and a <= b' */
  where?: string;
  /** sort by columns, fields or name; - before a key sorts downwards */
  sort?: string;
  /** in a game with payoffs: compute the column qv, the remoteness if A wants to get at least VALUE */
  payoff?: number;
  /** in a game with payoffs: what an infinite play is worth to A */
  infinite?: number;
  /** solve through the quotient (see grundy quotient): the same columns, except that the counter may differ */
  reduce?: boolean;
  /** how to find values if there are cycles: auto, counting or lazy; the values are the same, but the counter may differ (default: auto, which chooses the faster one) */
  algorithm?: "auto" | "counting" | "lazy";
  /** explore positions, not the parts that they come apart into (see docs/splitting.md) */
  noSplit?: boolean;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit) (at least 1) */
  maxPositions?: number;
  /** explore only N positions of rules, and print ? for what others could change (at least 1) */
  window?: number;
}
/** Outcome, value and remoteness of every position: `grundy solve`. */
export function solve(game: Game, options?: SolveOptions & { to?: "json" }): Promise<Solution>;
export function solve(game: Game, options: SolveOptions & { to: "table" | "tsv" | "csv" | "bfile" | "latex" | "typst" }): Promise<string>;
export function solve(game: Game, options: SolveOptions & { to: "npz" }): Promise<Uint8Array>;

export interface VerifyOptions extends CallOptions {
  /** in a game with payoffs: compute the column qv, the remoteness if A wants to get at least VALUE */
  payoff?: number;
  /** in a game with payoffs: what an infinite play is worth to A */
  infinite?: number;
  /** explore positions, not the parts that they come apart into (see docs/splitting.md) */
  noSplit?: boolean;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit) (at least 1) */
  maxPositions?: number;
  /** explore only N positions of rules, and print ? for what others could change (at least 1) */
  window?: number;
}
/** Check a solution independently: `grundy verify`. */
export function verify(game: Game, solution: SolutionText | string, options?: VerifyOptions): Promise<Verification>;

export interface ValueOptions extends CallOptions {
  /** how moves in components are made: in one, in all, or in one or more (default: "+") */
  operator?: "+" | "&" | "|";
  /** the columns, separated by commas: outcome, grundy, k, remoteness, distance (default: "outcome,grundy") */
  columns?: string | (string | number)[];
  /** misere play: the last player loses */
  misere?: boolean;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit) (at least 1) */
  maxPositions?: number;
}
/** Who wins one position, and its value; look up positions: `grundy value`. */
export function value(place: Place, options?: ValueOptions): Promise<Evaluation>;

export interface SweepOptions extends CallOptions {
  /** the columns, separated by commas: outcome, grundy, k, remoteness, distance, rounds (half the remaining moves, without those that set the game up); of rows: preperiod, period, saltus, largest */
  columns?: string | (string | number)[];
  /** misere play: the last player loses */
  misere?: boolean;
  /** spend at most SECONDS on each game; then its row has a ? */
  each?: number;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit; of rows: 1e5 values) (at least 1) */
  maxPositions?: number;
}
/** Evaluate many games, one per value of a range or a list: `grundy sweep`. */
export function sweep(game: string, options?: SweepOptions): Promise<Sweep>;

export interface InfoOptions extends CallOptions {
  /** explore positions, not the parts that they come apart into (see docs/splitting.md) */
  noSplit?: boolean;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit) (at least 1) */
  maxPositions?: number;
  /** explore only N positions of rules, and print ? for what others could change (at least 1) */
  window?: number;
}
/** Size, degrees and components of a game: `grundy info`. */
export function info(game: Game, options?: InfoOptions): Promise<Info>;

export interface WhyOptions extends CallOptions {
  /** how moves in components are made: in one, in all, or in one or more (default: "+") */
  operator?: "+" | "&" | "|";
  /** also explain the positions given as reasons, and so on, N levels deep, at most 1000 positions (default: 1) (at least 0) */
  depth?: number;
  /** in a game with payoffs: what an infinite play is worth to A */
  infinite?: number;
  /** misere play: the last player loses */
  misere?: boolean;
  /** explore positions, not the parts that they come apart into (see docs/splitting.md) */
  noSplit?: boolean;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit) (at least 1) */
  maxPositions?: number;
  /** explore only N positions of rules, and print ? for what others could change (at least 1) */
  window?: number;
  /** the language of sentences: en (English) or de (German) (default: en) */
  language?: "en" | "de";
}
/** Explain why a position is won, lost or drawn: `grundy why`. */
export function why(place: Place, options?: WhyOptions): Promise<Explanation>;

export interface TraceOptions extends CallOptions {
  /** acyclic (with a queue, for games without cycles), general (level by level) or auto (default: auto, which is acyclic if there are no cycles) */
  algorithm?: "auto" | "acyclic" | "general";
  /** the language of sentences: en (English) or de (German) (default: en) */
  language?: "en" | "de";
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit) (at least 1) */
  maxPositions?: number;
}
/** Run the algorithm step by step: `grundy trace`. */
export function trace(game: Game, options?: TraceOptions): Promise<Trace>;

export interface DrawOptions extends CallOptions {
  /** the format to write: svg, png, pdf, dot, tikz, or json, the scene (default: by the ending of FILE) */
  to?: "svg" | "png" | "pdf" | "dot" | "tikz" | "json";
  /** show these columns next to the value, such as remoteness,counter,distance; in a worksheet, ask for these (default: outcome, grundy and remoteness, as far as the game has them; guarantee and cap in a game with payoffs) */
  columns?: string | (string | number)[];
  /** plain (P red, D yellow, N green), safe (for the colour-blind) or mono (shapes and lines instead of colours) (default: plain) */
  palette?: "plain" | "safe" | "mono";
  /** the same as --palette mono */
  mono?: boolean;
  /** the layout of Graphviz: dot (in layers), circo, neato, fdp, sfdp, twopi or auto (default: auto, which is dot for small games and sfdp for larger ones) */
  layout?: "auto" | "dot" | "circo" | "neato" | "fdp" | "sfdp" | "twopi";
  /** how layouts with springs keep positions apart, in the words of Graphviz: prism, scale, true (not at all) or auto (default: auto, which is prism where it exists) */
  overlap?: "auto" | "prism" | "scale" | "true";
  /** explain the colours, shapes and lines */
  legend?: boolean;
  /** show no values, outcomes and best moves: a picture to fill in */
  blank?: boolean;
  /** show names in place of the boards that rules draw */
  noBoards?: boolean;
  /** draw only the board of POSITION, as svg, png, pdf or json; the game is not solved */
  board?: string;
  /** make a png N times as wide and high, 1 to 8 (default: 1) (from 1 to 8) */
  scale?: number;
  /** outline POSITION as the current one, with the class `current` in an svg */
  current?: string;
  /** outline these positions, separated by commas; put names that contain commas in double quotes if they could be misread: '3,5,"0,0"' */
  highlight?: string[];
  /** draw only the positions near POSITION */
  around?: string;
  /** draw positions up to N moves away (default: 2) (at least 0) */
  radius?: number;
  /** write an HTML page to print: a picture without answers, a table to fill in and, on the next page, the solution */
  worksheet?: boolean;
  /** the heading of the worksheet */
  title?: string;
  /** write all of the worksheet, or only the questions or the solution, for a file of its own (default: "all") */
  part?: "all" | "questions" | "solution";
  /** ask about misere play: the player who makes the last move loses */
  misere?: boolean;
  /** ask for a best move, too */
  bestMoves?: boolean;
  /** show positions as boards, as names in a table, or as the whole graph with a table (default: "auto") */
  show?: "auto" | "graph" | "boards" | "names";
  /** ask only about the third of the positions that is decided soonest (easy), the next one or the last one (hard); without GAME, how large random games are and whether they have cycles (default: "any") */
  level?: "any" | "easy" | "medium" | "hard";
  /** ask about N random positions (default: all of a graph, otherwise 9); without GAME, make random games with N positions (from 1 to 100) */
  exercises?: number;
  /** make N worksheets, A, B, C and so on, each with its own solution: they ask about other positions, and graphs have other names and places (default: 1) (from 1 to 26) */
  variants?: number;
  /** the seed of everything random: the same seed makes the same worksheet (default: 1) (at least 1) */
  seed?: number;
  /** the paper to print on: a4 or letter (default: "a4") */
  paper?: "a4" | "letter";
  /** leave out the lines for a name and a date */
  noName?: boolean;
  /** the language of the worksheet: en (English) or de (German) (default: en) */
  language?: "en" | "de";
  /** in a game with payoffs: what an infinite play is worth to A */
  infinite?: number;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit) (at least 1) */
  maxPositions?: number;
  /** explore only N positions of rules, and print ? for what others could change (at least 1) */
  window?: number;
}
/** Draw a solved game: `grundy draw`. */
export function draw(game: Game, options?: DrawOptions): Promise<string>;

export interface BestOptions extends CallOptions {
  /** how moves in components are made: in one, in all, or in one or more (default: "+") */
  operator?: "+" | "&" | "|";
  /** who is to move at this position: first, the player who began, or second; boards show the view of the first player (default: "first") */
  turn?: "first" | "second";
  /** in a game with payoffs: what an infinite play is worth to A */
  infinite?: number;
  /** misere play: the last player loses */
  misere?: boolean;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit, and 20e6 in a search; 0: do not search) (at least 0) */
  maxPositions?: number;
  /** in a game with payoffs: compute the column qv, the remoteness if A wants to get at least VALUE */
  payoff?: number;
  /** list all best moves, at most 10,000 */
  all?: boolean;
  /** then list all moves, good and bad, with the position that each leads to, at most 10,000; and draw the boards of the position */
  allMoves?: boolean;
  /** also draw the boards of these positions of the first game, separated by commas */
  boards?: string[];
  /** explore positions, not the parts that they come apart into (see docs/splitting.md) */
  noSplit?: boolean;
}
/** Who wins a sum of games, and the best moves: `grundy best`. */
export function best(place: Place, options?: BestOptions): Promise<Best>;

export interface MatchOptions extends CallOptions {
  /** how moves in components are made: in one, in all, or in one or more (default: "+") */
  operator?: "+" | "&" | "|";
  /** add a move of the computer at this level: perfect; fair: one move in four is random, unless the end is near; or easy: half of the moves are random */
  reply?: "perfect" | "fair" | "easy";
  /** the seed of random moves; the same match always gets the same reply (at least 0) */
  seed?: number;
  /** who is to move at this position: first, the player who began, or second; boards show the view of the first player (default: "first") */
  turn?: "first" | "second";
  /** in a game with payoffs: what an infinite play is worth to A */
  infinite?: number;
  /** misere play: the last player loses */
  misere?: boolean;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit, and 20e6 in a search; 0: do not search) (at least 0) */
  maxPositions?: number;
  /** the language of sentences: en (English) or de (German) (default: en) */
  language?: "en" | "de";
}
/** Referee a match, and answer its last move: `grundy match`. */
export function match(place: Place, moves?: MatchMove[], options?: MatchOptions): Promise<Match>;

export interface RecordOptions extends CallOptions {
  /** instead of a game: an expression, as the command takes it */
  expression?: string;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit) (at least 0) */
  maxPositions?: number;
}
/** Check the record of a match: `grundy record`. */
export function record(record: string, options?: RecordOptions): Promise<MatchRecord>;

export interface ConvertOptions extends CallOptions {
  /** the format to write (default: "edges") */
  to?: "edges" | "dot" | "graphml" | "mtx" | "npz";
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit) (at least 1) */
  maxPositions?: number;
}
/** Convert a game to another format: `grundy convert`. */
export function convert(game: Game, options?: ConvertOptions): Promise<string>;

export interface HeapOptions extends CallOptions {
  /** compute heaps 0 to N (default: 99; 20 with --misere; 30 with --quotient; 2^26 with --stop-at-period, 2^16 for quotients) (from 0 to 2147483646) */
  max?: number;
  /** stop as soon as a period is proved; exit code 4 if none is proved up to N */
  stopAtPeriod?: boolean;
  /** also report how the values split into common and rare ones (only table and JSON) */
  rare?: boolean;
  /** misere play: the last player loses; finds outcomes, by search. If a limit ends the search, what was found is written, and the exit code is 4 */
  misere?: boolean;
  /** compute the misere quotient, exactly: its order, generators and relations, the set P and the value Phi(n) of every heap. A sum is a P-position exactly if the product of the values of its heaps is in P. If a limit ends the work, what was found is written with a lower bound on the order, and the exit code is 4 */
  quotient?: boolean;
  /** stop when a misere quotient has more than N elements, with exit code 4 (default: 10000; for a sum of heaps 3000, and then the sum is searched) (from 1 to 4294967294) */
  maxElements?: number;
  /** find the genus of every heap instead: its value, and the misere values of the heap plus 0, 1, 2 ... heaps of Nim with two beans; wild heaps are marked */
  genus?: boolean;
  /** find the outcome of a sum of heaps, such as 3,4,5, instead of all heaps; in misere play also its winning moves, if the misere quotient of its heaps is found */
  heaps?: string | (string | number)[];
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: 5e6) (at least 1) */
  maxPositions?: number;
}
/** Compute nim-values of heap games and prove periods: `grundy heap`. */
export function heap(code: string, options?: HeapOptions & { to?: "json" }): Promise<Heaps>;
export function heap(code: string, options: HeapOptions & { to: "table" | "tsv" | "csv" | "bfile" | "latex" | "typst" }): Promise<string>;
export function heap(code: string, options: HeapOptions & { to: "npz" }): Promise<Uint8Array>;

export interface VectorOptions extends CallOptions {
  /** outcomes instead of values: one byte per position, and faster */
  outcomes?: boolean;
  /** misere play: the last player loses; finds outcomes */
  misere?: boolean;
  /** write only a line or a plane: 3,x is a row, x,3 a column, x,x the diagonal, x,y,0 a plane (default: all) */
  slice?: string;
  /** also prove the period of a row, chosen by --slice, for all columns (only table and JSON); exit code 4 if none is proved from --max-positions values (default: 2^24) */
  period?: boolean;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit) (at least 1) */
  maxPositions?: number;
}
/** Compute values of games on vectors, by the million: `grundy vector`. */
export function vector(vectors: string, options?: VectorOptions & { to?: "json" }): Promise<Vectors>;
export function vector(vectors: string, options: VectorOptions & { to: "table" | "tsv" | "csv" | "bfile" | "latex" | "typst" }): Promise<string>;
export function vector(vectors: string, options: VectorOptions & { to: "npz" }): Promise<Uint8Array>;

export interface LawOptions extends CallOptions {
  /** only positions where this is true, such as 'outcome == P and a <= b' */
  where?: string;
  /** list at most N exceptions; all are counted (default: 100) (at least 0) */
  maxExceptions?: number;
  /** stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 (default: no limit) (at least 1) */
  maxPositions?: number;
}
/** Test a conjecture at the positions of a game: `grundy law`. */
export function law(game: Game, law: string, options?: LawOptions): Promise<Law>;

/** A game that is loaded once and kept, in a worker of its own. */
export interface OpenGame {
  /** Outcome, value and remoteness of every position: `grundy solve`. */
  solve(options?: SolveOptions & { to?: "json" }): Promise<Solution>;
  solve(options: SolveOptions & { to: "table" | "tsv" | "csv" | "bfile" | "latex" | "typst" }): Promise<string>;
  solve(options: SolveOptions & { to: "npz" }): Promise<Uint8Array>;
  /** Check a solution independently: `grundy verify`. */
  verify(solution: SolutionText | string, options?: VerifyOptions): Promise<Verification>;
  /** Who wins one position, and its value; look up positions: `grundy value`. */
  value(position?: string | number, options?: ValueOptions): Promise<Evaluation>;
  value(options?: ValueOptions): Promise<Evaluation>;
  /** Size, degrees and components of a game: `grundy info`. */
  info(options?: InfoOptions): Promise<Info>;
  /** Explain why a position is won, lost or drawn: `grundy why`. */
  why(position?: string | number, options?: WhyOptions): Promise<Explanation>;
  why(options?: WhyOptions): Promise<Explanation>;
  /** Run the algorithm step by step: `grundy trace`. */
  trace(options?: TraceOptions): Promise<Trace>;
  /** Draw a solved game: `grundy draw`. */
  draw(options?: DrawOptions): Promise<string>;
  /** Who wins a sum of games, and the best moves: `grundy best`. */
  best(position?: string | number, options?: BestOptions): Promise<Best>;
  best(options?: BestOptions): Promise<Best>;
  /** Referee a match, and answer its last move: `grundy match`. */
  match(position?: string | number, moves?: MatchMove[], options?: MatchOptions): Promise<Match>;
  /** Convert a game to another format: `grundy convert`. */
  convert(options?: ConvertOptions): Promise<string>;
  /** Test a conjecture at the positions of a game: `grundy law`. */
  law(law: string, options?: LawOptions): Promise<Law>;
  /** Ends the worker. Calls that run are rejected; a later call starts it again. */
  close(): void;
}
