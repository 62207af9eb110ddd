/* The editor of the text: CodeMirror, in a shadow root, because there it needs no inline styles. */

import {
  bracketMatching, Compartment, defaultKeymap, drawSelection, EditorState, EditorView,
  highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, search, searchKeymap,
  setDiagnostics, lintGutter, Annotation,
} from "./codemirror.js";
import { t } from "./language.js";
import { highlighting } from "./languages.js";
import { smallestChange } from "./texts.js";

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--sheet)", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-gutters": { backgroundColor: "var(--well)", color: "var(--soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent) !important" },
  ".cm-panels": { backgroundColor: "var(--well)", color: "var(--ink)" },
  ".cm-textfield": { backgroundColor: "var(--sheet)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-button": {
    backgroundImage: "none", backgroundColor: "var(--sheet)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-tooltip": { backgroundColor: "var(--sheet)", color: "var(--ink)", borderColor: "var(--line)" },
});

/**
 * @param {any} host
 * @param {(text: string) => void} typed
 */
export function createCodeEditor(host, typed) {
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  const language = new Compartment(), access = new Compartment();
  const ours = Annotation.define(); /* changes that the reader did not type */
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      extensions: [
        lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), drawSelection(),
        bracketMatching(), search({ top: true }), lintGutter(), theme,
        keymap.of([...defaultKeymap, ...searchKeymap]),
        language.of(highlighting("edges")), access.of([]),
        EditorView.contentAttributes.of({
          "aria-label": t("The game as text"), spellcheck: "false", autocapitalize: "off" }),
        EditorView.updateListener.of((/** @type {any} */ update) => {
          const isTyped = update.transactions.every((/** @type {any} */ one) => !one.annotation(ours));
          if (update.docChanged && isTyped) typed(update.state.doc.toString());
        }),
      ],
    }),
  });
  let format = "edges";

  const editor = {
    text: () => view.state.doc.toString(),
    /** @param {string} text */
    setText(text) {
      const before = editor.text();
      if (before === text) return;
      view.dispatch({ changes: smallestChange(before, text), annotations: ours.of(true) });
    },
    /** @param {string} wanted */
    setFormat(wanted) {
      if (wanted === format) return;
      format = wanted;
      view.dispatch({ effects: language.reconfigure(highlighting(wanted)) });
    },
    /** Marks the line of an error; null: none.
     * @param {{ line: number, column: number, message: string } | null} error
     */
    markError(error) {
      const { doc } = view.state;
      if (error === null || error.line < 1 || error.line > doc.lines)
        return view.dispatch(setDiagnostics(view.state, []));
      const { from, to } = doc.line(error.line);
      const start = Math.min(to, from + Math.max(0, error.column - 1));
      view.dispatch(setDiagnostics(view.state, [
        { from: start, to: Math.max(start, to), severity: "error", message: error.message }]));
    },
    /**
     * Selects the rest of a line from a column on.
     * @param {number} line
     * @param {number} column
     */
    goToLine(line, column) {
      const { from, to } = view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line)));
      const at = Math.min(to, from + Math.max(0, column - 1));
      view.dispatch({ selection: { anchor: at, head: to }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
  };
  return editor;
}
