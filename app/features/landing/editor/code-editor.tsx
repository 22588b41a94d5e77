import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, foldGutter, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { linter, lintGutter } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { codeColors, codeTheme } from "./code-theme.ts";
import { findOpenTags } from "./find-open-tags.ts";

export type Warning = { line: number; text: string };

type Props = {
  label: string;
  language: "html" | "css" | "javascript";
  value: string;
  onChange: (text: string) => void;
  /** Told which tags are not closed, a moment after the last letter. */
  onWarnings?: ((warnings: Warning[]) => void) | undefined;
};

const LANGUAGES = {
  html: () => html({ selfClosingTags: true }),
  css,
  javascript,
};

/** CodeMirror, with the text kept outside: what changes elsewhere (Undo, another's save) is put in without losing the place. */
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
          // Escape, then Tab leaves the editor: nobody is caught in it.
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
