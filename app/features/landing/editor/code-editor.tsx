import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import { javascript } from "@codemirror/lang-javascript";
import {
  bracketMatching,
  ensureSyntaxTree,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, linter, lintGutter } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";

export type Warning = { line: number; text: string };

type Props = {
  label: string;
  language: "html" | "css" | "javascript";
  value: string;
  onChange: (text: string) => void;
  /** Called with unclosed tags shortly after the last keystroke. */
  onWarnings?: ((warnings: Warning[]) => void) | undefined;
};

const LANGUAGES = {
  html: () => html({ selfClosingTags: true }),
  css,
  javascript,
};

/** CodeMirror as a controlled input. Changes from outside, such as undo, keep the cursor position. */
export function CodeEditor({ label, language, value, onChange, onWarnings }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ value, onChange, onWarnings });
  latest.current = { value, onChange, onWarnings };

  useEffect(() => {
    if (!place.current) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          foldGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          // Keyboard users leave the editor with Escape, then Tab.
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
          LANGUAGES[language](),
          syntaxHighlighting(codeColors),
          codeTheme,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": label }),
          language === "html" ? [lintGutter(), linter((shown) => warn(shown), { delay: 400 })] : [],
          EditorView.updateListener.of((update) => {
            const text = update.state.doc.toString();
            if (update.docChanged && text !== latest.current.value) latest.current.onChange(text);
          }),
        ],
      }),
    });
    function warn(shown: EditorView) {
      const found = findOpenTags(shown.state);
      latest.current.onWarnings?.(
        found.map(({ from, message }) => ({ line: shown.state.doc.lineAt(from).number, text: message })),
      );
      return found;
    }
    view.current = editor;
    return () => editor.destroy();
  }, [label, language]);

  useEffect(() => {
    const editor = view.current;
    const shown = editor?.state.doc.toString();
    if (editor && shown !== undefined && shown !== value)
      editor.dispatch({ changes: { from: 0, to: shown.length, insert: value } });
  }, [value]);

  return (
    <div
      ref={place}
      className="min-w-0 overflow-hidden rounded-ctl border border-line-strong focus-within:outline-2 focus-within:outline-focus"
    />
  );
}

/** Uses the portal's design tokens, which follow the theme. */
const codeTheme = EditorView.theme({
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

/** Each color has AA contrast on the surface. */
const codeColors = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword, tags.definitionKeyword], color: "var(--info-fg)" },
  { tag: [tags.attributeName, tags.propertyName], color: "var(--accent-ink)" },
  { tag: [tags.string, tags.attributeValue], color: "var(--ok-fg)" },
  { tag: [tags.number, tags.bool, tags.unit, tags.color], color: "var(--role-admin-fg)" },
  { tag: tags.comment, color: "var(--ink-3)", fontStyle: "italic" },
  { tag: [tags.angleBracket, tags.bracket, tags.punctuation], color: "var(--ink-3)" },
  { tag: tags.invalid, color: "var(--bad-fg)" },
]);

const TIMEOUT_MS = 300;
const MAX_DIAGNOSTICS = 50;
/** HTML closes these elements implicitly, so they need no end tag. */
const SELF_CLOSING = /^(p|li|dt|dd|option|optgroup|tr|td|th|thead|tbody|tfoot|colgroup|rp|rt|html|head|body)$/i;

/** Unclosed tags, and end tags without a start tag. */
function findOpenTags(state: EditorState): Diagnostic[] {
  const tree = ensureSyntaxTree(state, state.doc.length, TIMEOUT_MS);
  const found: Diagnostic[] = [];
  tree?.iterate({
    enter(node) {
      if (found.length >= MAX_DIAGNOSTICS) return false;
      if (node.name === "MismatchedCloseTag" || node.name === "NoMatchCloseTag") {
        const text = state.sliceDoc(node.from, Math.min(node.to, node.from + 40));
        found.push({
          from: node.from,
          to: node.to,
          severity: "warning",
          message: `${text} has no opening tag`,
        });
        return false;
      }
      if (node.name !== "Element") return true;
      const open = node.node.getChild("OpenTag");
      const name = open?.getChild("TagName");
      if (!open || !name || node.node.getChild("CloseTag")) return true;
      const tag = state.sliceDoc(name.from, name.to);
      if (!SELF_CLOSING.test(tag))
        found.push({ from: open.from, to: open.to, severity: "warning", message: `<${tag}> has no closing tag` });
      return true;
    },
  });
  return found;
}
