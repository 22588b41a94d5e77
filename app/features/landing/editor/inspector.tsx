import { MousePointerClick } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { BLOCK_KINDS } from "../../../../domain/landing/block-kinds.ts";
import type { Block } from "../../../../domain/landing/block-types.ts";
import { BlockForm, type FieldGroup, fieldsOf, groupOf } from "./block-form.tsx";
import { FormState } from "./form-state.tsx";
import { Setting, WantedSettingProvider } from "./setting.tsx";
import { type Blocks, blockTitle } from "./use-blocks.ts";
import type { EditorState } from "./use-editor.ts";

/** Lazy, because CodeMirror is large. */
const BlockCode = lazy(() => import("./block-code.tsx").then(({ BlockCode }) => ({ default: BlockCode })));

const GROUPS = [
  { value: "content", label: "Content" },
  { value: "style", label: "Style" },
  { value: "visibility", label: "Visibility" },
] as const;
type Tab = FieldGroup | "code";

type Props = {
  blocks: Blocks;
  editor: EditorState;
  /** Someone is in the setting with this path. */
  onVisit: (path: string) => void;
};

/** The fields of the selected block. The open tab stays when another block is selected. */
export function Inspector({ blocks, editor, onVisit }: Props) {
  const { wanted } = editor;
  const [chosen, setTab] = useState<Tab>("content");
  const block = blocks.list.find(({ id }) => id === blocks.selected);
  const wantedTab = block && wanted ? tabOf(block, wanted.path) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever asks for a setting again sees it again.
  useEffect(() => {
    if (wantedTab) setTab(wantedTab);
  }, [wantedTab, wanted]);
  if (!block)
    return (
      <EmptyState
        icon={<MousePointerClick />}
        title="No block selected"
        text="Click a block on the page to change its content and style."
      />
    );
  const groups = GROUPS.filter(({ value }) => fieldsOf(block, value).length > 0);
  const tab = chosen === "code" || groups.some(({ value }) => value === chosen) ? chosen : (groups[0]?.value ?? "code");
  return (
    <WantedSettingProvider value={wanted}>
      <Tabs
        value={tab}
        onValueChange={(next) => setTab(next as Tab)}
        className="flex h-full min-h-0 flex-col"
        aria-label={blockTitle(block)}
        onFocus={({ target }) => {
          const path = target.closest<HTMLElement>("[data-setting]")?.dataset.setting;
          if (path) onVisit(path);
        }}
      >
        <h2 className="shrink-0 truncate px-4 pt-3 font-display font-semibold text-sm tracking-tight">
          {blockTitle(block)}
        </h2>
        <TabsList aria-label="Block settings" className="mx-0 shrink-0 bg-[length:100%_1px] px-2.5">
          {groups.map(({ value, label }) => (
            <TabsTrigger key={value} value={value} className="text-13">
              {label}
            </TabsTrigger>
          ))}
          <TabsTrigger value="code" className="text-13">
            Advanced
          </TabsTrigger>
        </TabsList>
        <div key={`${block.id} ${tab}`} className="min-h-0 flex-1 overflow-y-auto">
          {groups.map(({ value }) => (
            <TabsContent key={value} value={value} className="p-4">
              {block.type === "form" && value === "content" && (
                <FormState key={block.id} block={block} shown={editor.sentBlock} onShow={editor.showSent} />
              )}
              <BlockForm key={block.id} block={block} group={value} actions={blocks.actions} />
            </TabsContent>
          ))}
          <TabsContent value="code" className="p-4">
            <Suspense
              fallback={<Skeleton className="h-96 rounded-card" role="status" aria-label="Loading code editor" />}
            >
              <Setting path="html">
                <BlockCode key={block.id} block={block} blocks={blocks} />
              </Setting>
            </Suspense>
          </TabsContent>
        </div>
      </Tabs>
    </WantedSettingProvider>
  );
}

/** Where the setting of a field is. */
function tabOf(block: Block, path: string): Tab | null {
  const field = BLOCK_KINDS[block.type].fields.find(({ name }) => name === path.split(".")[0]);
  return field ? (field.kind === "code" ? "code" : groupOf(field)) : null;
}
