/* What the library knows about the commands; scripts/contract writes this file. */

/* Members of answers that are Infinity if the command prints "inf". */
export const COUNTS = ["distance", "largest", "move_count", "moves", "remoteness", "rounds"];

/* Members that are lists of these. */
export const LISTS_OF_COUNTS = ["c", "remoteness", "values"];

/** @type {Record<string, { arguments: string[], options: string[] }>} */
export const OPERATIONS = {
  solve: { arguments: ["game"],
    options: ["to", "columns", "where", "sort", "payoff", "infinite", "reduce", "algorithm", "no_split", "max_positions", "window"] },
  verify: { arguments: ["game", "solution"],
    options: ["payoff", "infinite", "no_split", "max_positions", "window"] },
  value: { arguments: ["place"],
    options: ["operator", "columns", "misere", "max_positions"] },
  sweep: { arguments: ["game"],
    options: ["columns", "misere", "each", "max_positions"] },
  info: { arguments: ["game"],
    options: ["no_split", "max_positions", "window"] },
  why: { arguments: ["place"],
    options: ["operator", "depth", "infinite", "misere", "no_split", "max_positions", "window", "language"] },
  trace: { arguments: ["game"],
    options: ["algorithm", "language", "max_positions"] },
  draw: { arguments: ["game"],
    options: ["to", "columns", "palette", "mono", "layout", "overlap", "legend", "blank", "no_boards", "board", "scale", "current", "highlight", "around", "radius", "worksheet", "title", "part", "misere", "best_moves", "show", "level", "exercises", "variants", "seed", "paper", "no_name", "language", "infinite", "max_positions", "window"] },
  best: { arguments: ["place"],
    options: ["operator", "turn", "infinite", "misere", "max_positions", "payoff", "all", "all_moves", "boards", "no_split"] },
  match: { arguments: ["place", "moves"],
    options: ["operator", "reply", "seed", "turn", "infinite", "misere", "max_positions", "language"] },
  record: { arguments: ["record"],
    options: ["expression", "max_positions"] },
  convert: { arguments: ["game"],
    options: ["to", "max_positions"] },
  heap: { arguments: ["code"],
    options: ["max", "stop_at_period", "rare", "misere", "quotient", "max_elements", "genus", "heaps", "to", "max_positions"] },
  vector: { arguments: ["vectors"],
    options: ["outcomes", "misere", "slice", "period", "to", "max_positions"] },
  law: { arguments: ["game", "law"],
    options: ["where", "max_exceptions", "max_positions"] },
};
