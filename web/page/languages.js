/* Highlighting of the texts of games, for CodeMirror. */

import { HighlightStyle, lua, StreamLanguage, syntaxHighlighting, tags, xml } from "./codemirror.js";
import { kindOfArrow } from "./kinds.js";

/* Edge lists: moves "a b", "a -> b" or, of other kinds, "a +> b", attributes "@ a player=A", comments. */
const edges = {
  name: "edges",
  startState: () => ({ words: 0, isAttribute: false }),
  /**
   * @param {any} stream
   * @param {any} state
   */
  token(stream, state) {
    if (stream.sol()) Object.assign(state, { words: 0, isAttribute: false });
    if (stream.eatSpace()) return null;
    if (stream.peek() === "#") {
      stream.skipToEnd();
      return "comment";
    }
    const [word] = stream.match(/^(?:"(?:\\["\\]|\\(?!["\\])|[^"\\])*"(?=\s|$)|\S+)/);
    if (kindOfArrow(word) !== "") return "operator";
    if (word === "@" && state.words === 0) {
      state.isAttribute = true;
      return "keyword";
    }
    state.words++;
    if (state.isAttribute && state.words > 1) return "attributeName";
    return state.words > 2 ? "invalid" : "variableName";
  },
};

const DOT_WORDS = /^(strict|digraph|graph|subgraph|node|edge)\b/i;

const dot = {
  name: "dot",
  startState: () => ({ isComment: false }),
  /**
   * @param {any} stream
   * @param {any} state
   */
  token(stream, state) {
    if (state.isComment || stream.match("/*")) {
      state.isComment = !stream.match(/^.*?\*\//);
      if (state.isComment) stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//") || (stream.sol() && stream.peek() === "#")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^(->|--|=)/)) return "operator";
    if (stream.match(DOT_WORDS)) return "keyword";
    if (stream.match(/^-?[\d.]+/)) return "number";
    if (stream.match(/^[\w\u0080-\uffff]+/)) return "variableName";
    stream.next();
    return "punctuation";
  },
};

const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.operator, tags.tagName], color: "var(--accent)" },
  { tag: [tags.string, tags.attributeValue], color: "var(--good-line)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--neutral-line)" },
  { tag: tags.attributeName, color: "var(--neutral-line)" },
  { tag: tags.invalid, color: "var(--wrong)" },
]);

const MODES = { edges, dot, lua, graphml: xml };

/**
 * Returns the extension that highlights a format.
 * @param {string} format
 */
export const highlighting = format => [
  StreamLanguage.define(/** @type {any} */ (MODES)[format] ?? edges), syntaxHighlighting(style)];
