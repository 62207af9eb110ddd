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

/** A string is an edge list: one move per line, such as "a b\nb c". */
export type Game = string | TextGame | GalleryGame;

/** A part of a sum: a position of a game, a Nim heap, or heaps of a heap game. */
export type Component =
  | { game: Game; position: string; times?: number }
  | { nim: number; times?: number }
  | { heap: string; size: number | number[]; times?: number };

/** P: the previous player wins; N: the next player wins; D: a draw; A and B: that player wins. */
export type Outcome = "P" | "N" | "D" | "A" | "B";

/** A whole number, or "inf". */
export type Extended = number | "inf";

/** The columns of a solved game: arrays with one entry per position, in the order of `vertex`. */
export interface Solution {
  vertex: string[];
  outcome?: (Outcome | null)[];
  grundy?: (Extended | null)[];
  /** The set K of an infinite value; null for finite values. */
  k?: (number[] | null)[];
  remoteness?: (Extended | null)[];
  player?: ("A" | "B")[];
  [column: string]: unknown[] | undefined;
}

/** The value of a position: a nimber, or infinity with its set K. */
export type Value = { nimber: Extended } | { infinite: unknown } | { ordinal: unknown };

export interface Explanation {
  position: string;
  /** How a draw is kept; null if the position is not a draw. */
  draw?: {
    sentence: string;
    path: string[];
    cycle: string[];
    exits: { from: string; to: string }[];
    ends: boolean;
  } | null;
  paragraphs: { sentence: string; details: string[] }[][];
}

export interface SumMove {
  outcome?: Outcome;
  value?: Value;
  remoteness?: unknown;
  moves: { component: number; from: string; to: string; words?: string }[];
}

/** What is known about a sum; values that are not known are omitted. */
export interface Evaluation {
  outcome?: Outcome;
  value?: Value;
  remoteness?: unknown;
  distance?: unknown;
  /** The theorem or the search by which each value is known. */
  by: Record<string, string>;
  /** The limit that was reached. */
  unknown?: string;
  complete: boolean;
  /** Best moves; the first one is recommended. */
  moves: SumMove[];
  all_moves_complete?: boolean;
  all_moves?: SumMove[];
}

export interface Step {
  component: number;
  from: string;
  to: string;
  reduced: string;
  words?: string;
  path?: unknown[];
}

export interface PositionInfo {
  turn: "first" | "second";
  player: "A" | "B" | null;
  over: boolean;
  occurrences: number;
  verdict: "win" | "draw" | "loss" | null;
  payoff?: number | null;
  outcome: Outcome | null;
  remoteness: Extended | null;
  components: { source: string; position: string; reduced: string; board: unknown }[];
}

export interface MoveList extends PositionInfo {
  move_count: unknown;
  complete: boolean;
  moves: {
    verdict: "win" | "draw" | "loss" | null;
    outcome: Outcome | null;
    remoteness: Extended | null;
    best: boolean;
    steps: Step[];
  }[];
}

export interface MatchReport extends MoveList {
  legal: boolean;
  illegal: { number: number; move: string; message: string } | null;
  winner: "first" | "second" | "draw" | null;
  positions: PositionInfo[];
  history: {
    number: number;
    by: "first" | "second";
    reply: boolean;
    verdict: string | null;
    steps: Step[];
    sentence: string;
    better: { steps: Step[] } | null;
  }[];
}

/** A game with a position, by default its first one, or the components of a sum. */
export type Place = { game: Game; position?: string } | Component[];

export interface MoveOptions {
  /** How moves in a sum are made: in one component (default), in all, or in one or more. */
  operator?: "+" | "&" | "|";
  turn?: "first" | "second";
  misere?: boolean;
  /** What B pays to A if play does not end. */
  infinite?: number;
}

/** A move of a match: the position moved to, or what it changes in a sum. */
export type MatchMove = string | { component: number; position: string }[];

/** Names of columns, or "all". */
export type Columns = string | string[];

export interface DrawOptions {
  /** The default is "svg". */
  format?: "svg" | "dot";
  layout?: "auto" | "dot" | "circo" | "neato" | "fdp" | "sfdp" | "twopi";
  palette?: "plain" | "safe" | "mono";
  columns?: Columns;
  legend?: boolean;
  /** Leaves out colours and values. */
  blank?: boolean;
  highlight?: string[];
  current?: string;
  around?: string;
  radius?: number;
}

/** An error that the program reports: a wrong game, a wrong argument, or a limit. */
export class GrundyError extends Error {
  /** The file, line and column of the mistake; "" and 0 if there are none. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The exit code of the command. */
  readonly code: number;
  /** A word for programs, such as "syntax", "input", "memory" or "limit". */
  readonly reason: string;
  /** How many positions had been found when a limit was reached; null if that is not known. */
  readonly positions: number | null;
}

/** Solves a game: outcomes, values and remoteness of all positions. */
export function solve(game: Game, options?: { columns?: Columns; infinite?: number }): Promise<Solution>;
/** Returns the size of a game, its cycles and more. */
export function info(game: Game): Promise<Record<string, unknown>>;
/** Explains in sentences why a position is won, lost or drawn. */
export function why(game: Game, position: string, options?: { depth?: number; infinite?: number }): Promise<Explanation>;
/** Returns the steps of the algorithm that labels a game. */
export function trace(game: Game, options?: { algorithm?: "auto" | "acyclic" | "general" }): Promise<Record<string, unknown>>;
/** Evaluates a sum and finds its best moves. */
export function best(
  components: Component | Component[],
  options?: {
    operator?: "+" | "&" | "|";
    misere?: boolean;
    allMoves?: boolean;
    maxPositions?: number;
    infinite?: number;
  },
): Promise<Evaluation>;
/** Lists the moves from a position. */
export function moves(place: Place, options?: MoveOptions): Promise<MoveList>;
/** Judges the moves of a match; with `reply` the program makes the next one. */
export function match(
  place: Place,
  moves?: MatchMove[],
  options?: MoveOptions & { reply?: "perfect" | "fair" | "easy"; seed?: number },
): Promise<MatchReport>;
/** Draws a solved game. */
export function draw(game: Game, options?: DrawOptions): Promise<string>;
/** Returns a page in HTML with a blank drawing, a table to fill in, and the solution. */
export function worksheet(
  game: Game,
  options?: {
    title?: string;
    layout?: DrawOptions["layout"];
    palette?: DrawOptions["palette"];
    columns?: Columns;
    misere?: boolean;
    part?: "all" | "questions" | "solution";
  },
): Promise<string>;
/** Converts a game to another format. */
export function convert(game: Game, to?: "edges" | "dot" | "graphml"): Promise<string>;
/** Returns the solution as text. */
export function table(
  game: Game,
  options?: { format?: "tsv" | "csv" | "json"; columns?: Columns; infinite?: number },
): Promise<string>;
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
    onStdout?: (bytes: Uint8Array) => void;
    /** Gets complete lines. */
    onStderr?: (line: string) => void;
  },
): Promise<{ code: number; stdout: Uint8Array; stderr: string; files: Record<string, Uint8Array> }>;
