import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { DomainPanel } from "./domain-panel.tsx";
import { EditPanel } from "./edit-panel.tsx";
import { EditorBar } from "./editor-bar.tsx";
import { EditorNotices } from "./editor-notices.tsx";
import type { LoadedPage } from "./load-page.ts";
import { PreviewsPanel } from "./previews-panel.tsx";
import { StatsPanel } from "./stats-panel.tsx";
import { useEditor } from "./use-editor.ts";
import { useEditorShortcuts } from "./use-editor-shortcuts.ts";
import { VersionsPanel } from "./versions-panel.tsx";

const TABS = [
  { value: "write", label: "Write" },
  { value: "versions", label: "Versions" },
  { value: "previews", label: "Preview links" },
  { value: "stats", label: "Statistics" },
  { value: "domain", label: "Domain" },
] as const;

/** The workbench of one page. The tab is part of the address; what is written stays while one looks at the others. */
export function Editor({ page: first }: { page: LoadedPage }) {
  const editor = useEditor(first);
  const { read, change } = useUrlState();
  const tab = TABS.find(({ value }) => value === read("tab"))?.value ?? "write";
  useEditorShortcuts(editor);
  return (
    <>
      {editor.save.dirty && <UnsavedChangesPrompt allowSearchChanges />}
      <EditorBar editor={editor} />
      <EditorNotices editor={editor} />
      <Tabs value={tab} onValueChange={(next) => change({ tab: next === "write" ? "" : next })}>
        <TabsList aria-label="This page" className="px-4">
          {TABS.map(({ value, label }) => (
            <TabsTrigger key={value} value={value}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="write">
          <EditPanel editor={editor} />
        </TabsContent>
        <TabsContent value="versions" className="mx-auto w-full max-w-wrap p-4 md:p-6">
          <VersionsPanel editor={editor} />
        </TabsContent>
        <TabsContent value="previews" className="mx-auto w-full max-w-wrap p-4 md:p-6">
          <PreviewsPanel page={editor.page} slug={editor.page.liveSlug} />
        </TabsContent>
        <TabsContent value="stats" className="mx-auto w-full max-w-wrap p-4 md:p-6">
          <StatsPanel page={editor.page} />
        </TabsContent>
        <TabsContent value="domain" className="mx-auto w-full max-w-wrap p-4 md:p-6">
          <DomainPanel page={editor.page} onChanged={() => void editor.refresh()} />
        </TabsContent>
      </Tabs>
    </>
  );
}
