// The parts of CodeMirror 6 that the page uses, as one module; scripts/bundle-codemirror makes
// web/page/codemirror.js from this file.
export { Annotation, Compartment, EditorState } from "@codemirror/state";
export {
  drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers,
  placeholder,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export {
  bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting,
} from "@codemirror/language";
export { lintGutter, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { lua } from "@codemirror/legacy-modes/mode/lua";
export { xml } from "@codemirror/legacy-modes/mode/xml";
export { tags } from "@lezer/highlight";
