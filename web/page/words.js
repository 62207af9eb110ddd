/* What the program says in words of its command line, in words of this page. */

const PHRASES = [
  [/; --around POSITION --radius \d+ draws a part$/, '; "near by" above the drawing shows a part'],
  [/; --memory allows (.+)$/, "; the server gives $1 to a request"],
  [/^--[a-z]+: /, ""],
  [/\bgame\d+\.(edges|dot|graphml|lua)\b/g, "the game"],
];

/* A line of the digraph that rules are played on: "board.edges:2:5: a third word". */
const IN_BOARD = /^[\w-]+\.(?:edges|dot|graphml):(\d+)(?::(\d+))?: (.*)$/;

/* An error of the API as the page tells it. */
export function retold({ message, line = 0, column = 0, code = 0 }) {
  const board = message.match(IN_BOARD);
  if (board !== null)
    [line, column, message] = [Number(board[1]), Number(board[2] ?? 0), board[3]];
  for (const [phrase, words] of PHRASES) message = message.replace(phrase, words);
  return { message, line, column, code };
}

/* Words that stand by themselves. */
export const sentence = words =>
  words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
