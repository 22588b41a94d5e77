import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** CodeMirror in the portal's tokens, which follow the theme by themselves. */
export const codeTheme = EditorView.theme({
  "&": { backgroundColor: "var(--surface)", color: "var(--ink)", fontSize: "12.5px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--mono)",
    lineHeight: "1.6",
    minHeight: "20rem",
    maxHeight: "calc(100dvh - 22rem)",
    overflow: "auto",
  },
  ".cm-content": { caretColor: "var(--ink)", padding: "10px 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-3)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--press)",
  },
  ".cm-selectionMatch, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-tint)" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-textfield, .cm-button": { background: "var(--surface)", color: "var(--ink)", borderColor: "var(--line-strong)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
  },
  ".cm-foldPlaceholder": { background: "var(--mute-bg)", border: "none", color: "var(--ink-2)" },
});

/** Few colours, each AA on the surface. */
export const codeColors = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword, tags.definitionKeyword], color: "var(--info-fg)" },
  { tag: [tags.attributeName, tags.propertyName], color: "var(--accent-ink)" },
  { tag: [tags.string, tags.attributeValue], color: "var(--ok-fg)" },
  { tag: [tags.number, tags.bool, tags.unit, tags.color], color: "var(--role-admin-fg)" },
  { tag: tags.comment, color: "var(--ink-3)", fontStyle: "italic" },
  { tag: [tags.angleBracket, tags.bracket, tags.punctuation], color: "var(--ink-3)" },
  { tag: tags.invalid, color: "var(--bad-fg)" },
]);
