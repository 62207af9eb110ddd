// What the page uses of web/page/codemirror.js, which is a bundle without types.
export const Annotation: any, bracketMatching: any, Compartment: any, defaultKeymap: any, drawSelection: any;
export const EditorState: any, EditorView: any, highlightActiveLine: any, highlightActiveLineGutter: any;
export const HighlightStyle: any, keymap: any, lineNumbers: any, lintGutter: any, lua: any, search: any;
export const searchKeymap: any, setDiagnostics: any, StreamLanguage: any, syntaxHighlighting: any, tags: any, xml: any;
