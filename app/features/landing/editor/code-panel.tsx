import { useState } from "react";
import { Banner } from "~/ui/banner.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import type { Block } from "../../../../domain/landing/block-types.ts";
import { MAX_LENGTHS } from "../lib/landing-draft.ts";
import { CodeEditor, type Warning } from "./code-editor.tsx";
import { draftProblems } from "./draft.ts";
import type { EditorState } from "./use-editor.ts";

type Props = {
  editor: EditorState;
  /** The blocks that the HTML came from, and their HTML. */
  blocksBackup: { blocks: Block[]; html: string } | null;
};

const FILES = [
  { name: "content", label: "HTML", language: "html" },
  { name: "custom_css", label: "CSS", language: "css" },
  { name: "custom_js", label: "JavaScript", language: "javascript" },
] as const;

/** An edit of the HTML replaces the blocks with handwritten HTML. Undo restores the blocks. */
export function CodePanel({ editor, blocksBackup }: Props) {
  const { history, set } = editor;
  const { draft } = history;
  const [warnings, setWarnings] = useState<Warning[]>([]);
  const problems = draftProblems(draft);
  const write = (name: (typeof FILES)[number]["name"], text: string) => {
    if (name !== "content") return set({ [name]: text }, name);
    set({ content: text, blocks: blocksBackup?.html === text ? blocksBackup.blocks : null }, name);
  };
  return (
    <div className="grid min-w-0 gap-3">
      <Tabs defaultValue="content">
        <TabsList aria-label="Page files">
          {FILES.map(({ name, label }) => (
            <TabsTrigger key={name} value={name}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {FILES.map(({ name, label, language }) => (
          <TabsContent key={name} value={name} className="grid min-w-0 gap-2 pt-3">
            {name === "content" && <BlocksNotice editor={editor} blocksBackup={blocksBackup} />}
            <CodeEditor
              label={label}
              language={language}
              value={draft[name]}
              onChange={(text) => write(name, text)}
              onWarnings={name === "content" ? setWarnings : undefined}
            />
            <p className={problems[name] ? "text-bad-fg text-xs" : "text-ink-3 text-xs"}>
              {problems[name] ?? `${formatCount(draft[name].length)} of ${formatCount(MAX_LENGTHS[name])} characters`}
            </p>
            {name === "content" && <Warnings warnings={warnings} />}
            {name === "custom_js" && (
              <p className="text-ink-3 text-xs">
                Runs isolated from the portal, without cookies or storage. On a custom domain, it can use that domain’s.
              </p>
            )}
          </TabsContent>
        ))}
      </Tabs>
    </div>
  );
}

function BlocksNotice({ editor, blocksBackup }: Props) {
  if (editor.history.draft.blocks)
    return (
      <Banner tone="info" title="This HTML comes from blocks">
        If you edit it here, the page stays the same but you can no longer edit it as blocks. Undo your edit to get the
        blocks back. To add your own markup and keep the blocks, use an HTML block.
      </Banner>
    );
  if (!blocksBackup) return null;
  return (
    <Banner tone="warn" title="Edited by hand">
      Undo your edits to get the blocks back.
    </Banner>
  );
}

function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  return (
    <div role="status">
      {warnings.length > 0 && (
        <Banner
          tone="warn"
          title={
            warnings.length === 1 ? "1 tag isn't closed correctly" : `${warnings.length} tags aren't closed correctly`
          }
        >
          <ul className="grid gap-0.5">
            {warnings.slice(0, 5).map(({ line, text }) => (
              <li key={`${line}:${text}`}>
                Line {line}: {text}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}
