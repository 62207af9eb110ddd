// Types of the page, for comments of the form @param {Solved} solved; checked by scripts/check-style.

/** A game as the API takes it: a text, the name of a gallery game, or that of a folder of tiers. */
interface Game {
  format?: string;
  text?: string;
  gallery?: string;
  args?: string;
  files?: Record<string, string>;
  folder?: string;
}

interface Example {
  name: string;
  title: string;
  group: string;
  game: Game;
  usage?: string;
  rules?: string;
}

/** A further game in a sum: a Nim heap, a heap game, or a game with a position. */
interface Component {
  nim?: number;
  heap?: string;
  size?: string;
  game?: Game;
  title?: string;
  position?: string | null;
}

type Point = { x: number; y: number };
type Size = { width: number; height: number };
type NodeBox = Point & Size;

/** A visited position; `parent` is the number of the entry before it, -1 for the first. */
interface Visit {
  position: string;
  parent: number;
  jump?: boolean;
  words?: string;
  others?: Component[];
  /** The move that led here, if moves have kinds. */
  made?: { component: number; to: string; kind: string };
  /** The steps of that move, unless it moves the first game alone. */
  move?: { component: number; position: string }[];
  comment?: string;
}
interface Walk {
  entries: Visit[];
  at: number;
}

interface View {
  layout: string;
  scope: string;
  radius: number;
  palette: string;
}

/** A match that is being played; `moves` as /api/match takes them. */
interface Match {
  first: "you" | "program";
  level: string;
  seed: number;
  start: { position: string; others: Component[] };
  moves: any[];
  agreed?: boolean;
}

interface Shared {
  game: Game;
  title: string;
  mode: "explore" | "play" | "algorithm";
  stage: string;
  answers: boolean;
  misere: boolean;
  history: Walk;
  others: Component[];
  operator: string;
  view: View;
  places: Record<string, [number, number]>;
  course: string;
  step: number;
  match: Match | null;
  table: { sort: string; descending: boolean; filter: string };
  lesson: string;
  page: number;
}

interface State extends Shared {
  /** The name of the record in which the browser keeps this game; null until the reader changes it. */
  own: string | null;
  solved: Solved | null;
  error: any;
  busy: boolean;
  look: Look | null;
  worths: any[] | null;
  scene: Scene | null;
  winner: "you" | "program" | "draw" | "";
}

/** What the reader of a lesson is asked. */
type Task =
  | { kind: "outcome" | "remoteness" }
  | { kind: "value"; of?: string }
  | { kind: "move"; best?: boolean }
  | { kind: "change"; goal: Record<string, string | number> }
  | { kind: "match"; draw?: boolean };

/** A page of a lesson; its game is an edge list, a game of the gallery, or else the ring. */
interface LessonPage {
  game?: string;
  places?: Record<string, [number, number]>;
  gallery?: string;
  args?: string;
  example?: "ring";
  at?: string;
  others?: Component[];
  answers?: boolean;
  words: string;
  task?: Task;
  hint?: string;
  right?: string;
}
interface Lesson {
  name: string;
  title: string;
  pages: LessonPage[];
}
/** A lesson in another language: only its texts, page by page. */
interface LessonTexts {
  title: string;
  pages: Pick<LessonPage, "words" | "hint" | "right">[];
}

interface Store {
  state: State;
  change(patch: Partial<State>): void;
  adjust(key: keyof State, patch: object): void;
  listen(keys: (keyof State)[], call: (state: State, keys: string[]) => void): void;
  edit(game: Game, patch?: Partial<State> & { typed?: boolean }): void;
  undo(): boolean;
  redo(): boolean;
  canUndo(): boolean;
  canRedo(): boolean;
  shared(): Shared;
  /** Returns the newest steps of undo and redo, to be kept; those are plain objects. */
  undoSteps(): UndoSteps;
  /** Replaces all steps of undo and redo. */
  setUndoSteps(steps: UndoSteps): void;
}

/** What undo restores; the last four if the step opened another game. The scene is not kept when the page is reloaded. */
type UndoStep = Pick<State, "game" | "title" | "places" | "history" | "own"> &
  Partial<Pick<State, "scene" | "others" | "operator" | "misere" | "stage">>;
interface UndoSteps {
  past: UndoStep[];
  future: UndoStep[];
}

/** Shows a message for a while, with a button for undo if it offers that. */
type Say = (words: string, offersUndo?: boolean) => void;

/** The columns of a solved game; entries of the answer are arrays with one entry per position. */
interface Solved {
  game: Game;
  /** Limits of requests about its positions, if they are answered by a closed form. */
  limits?: { max_positions: number };
  /** Adds what an answer of /api/best says, if positions are looked up one by one. */
  learn?(answer: any): void;
  answer: Record<string, any[]>;
  names: string[];
  columns: string[];
  order: number;
  summary: string;
  numberOf(name: string | null): number;
  has(name: string | null): boolean;
  text(column: string, v: number): string;
  outcome(v: number, misere: boolean): string;
  remoteness(v: number, misere: boolean): number | "inf" | null;
  player(v: number): string | undefined;
}

/** A move from the current position. `result` is for the player who makes it. */
interface MoveInfo {
  to: string;
  vertex: string;
  outcome: string;
  result: "wins" | "loses" | "draws" | "";
  best: boolean;
  words: string;
  steps: any[];
  /** The name of its kind, in games with kinds of moves. */
  kind?: string;
  /** The rest of the turn with best play, if the same player moves again. */
  then: string;
}

/** What the program says about the current position. */
interface Look {
  /** The game that the position belongs to, and the others of the sum. */
  game?: Game;
  others?: Component[];
  position: string;
  vertex: string;
  outcome: string;
  player?: string;
  payoff: number | null;
  remoteness: number | "inf" | null;
  value: any;
  turn: string;
  over: boolean;
  moves: MoveInfo[];
  complete: boolean;
  moveCount: number;
  board: any;
  components: any[];
  isSum: boolean;
}

interface SceneNode extends Point {
  name: string;
  more: boolean;
  /** The value, for which there is room even if it is not shown. */
  value?: string;
  /** Its board, if it has one. */
  picture?: { width: number, height: number, svg: string };
}
interface SceneEdge {
  from: string;
  to: string;
  bend: number;
  /** Of a move from a position to itself: its direction, in eighths of a turn from upwards. */
  turn?: number;
  kind?: string;
  /** good, neutral or bad, and perhaps best, in normal play. */
  quality?: string;
}
/** What the graph shows: positions with their places, and moves. */
interface Scene {
  key: string;
  nodes: Map<string, SceneNode>;
  edges: SceneEdge[];
  around: string | null;
  /** How many moves away positions of a neighbourhood are at most. */
  radius?: number;
  /** Pixels of the smallest text of positions. */
  smallest?: number;
  /** What shapes and lines mean, for saved pictures. */
  legend: import("../page/paint.js").LegendRow[];
}
