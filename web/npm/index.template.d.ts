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
