import { useQuery } from "@tanstack/react-query";
import { FileQuestionMark } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link as RouterLink } from "react-router";
import { LoadError } from "~/shared/load-error.tsx";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { landingWorkspaceQuery } from "../lib/landing-workspace.ts";
import { pagesPath } from "../lib/pages-path.ts";
import { TestsPanel } from "../tests/tests-panel.tsx";
import { type LoadedPage, pageQuery } from "./api.ts";
import { DomainPanel } from "./domain-panel.tsx";
import { EditPanel } from "./edit-panel.tsx";
import { EditorBar } from "./editor-bar.tsx";
import { EditorNotices } from "./editor-notices.tsx";
import { PageView } from "./page-view.tsx";
import { PreviewsPanel } from "./previews-panel.tsx";
import { StatsPanel } from "./stats-panel.tsx";
import { type EditorState, useEditor } from "./use-editor.ts";
import { VersionsPanel } from "./versions-panel.tsx";

/** /admin/landing-pages/:pageId and /workspace/:account/pages/:pageId. Free accounts look at their pages. */
export function EditorScreen({ pageId }: { pageId: string }) {
  const page = useQuery(pageQuery(pageId));
  const workspace = useQuery(landingWorkspaceQuery);
  if (page.data && workspace.data)
    return workspace.data.may_write ? <Editor page={page.data} /> : <PageView page={page.data} />;
  if (page.isError || workspace.isError)
    return (
      <div className="p-4 md:p-6">
        <LoadError
          text="Couldn't load the page"
          error={page.error ?? workspace.error}
          onRetry={() => void (page.isError ? page : workspace).refetch()}
        />
      </div>
    );
  return page.data === null ? <NoPage /> : <EditorSkeleton />;
}

function NoPage() {
  return (
    <div className="p-4 md:p-6">
      <Card>
        <EmptyState
          icon={<FileQuestionMark />}
          title="Page not found"
          text="The link may be incomplete, or the page was deleted."
        >
          <Button asChild>
            <RouterLink to={pagesPath()}>View all landing pages</RouterLink>
          </Button>
        </EmptyState>
      </Card>
    </div>
  );
}

const TABS = [
  { value: "write", label: "Edit" },
  { value: "versions", label: "Versions" },
  { value: "previews", label: "Preview links" },
  { value: "stats", label: "Statistics" },
  { value: "tests", label: "Tests" },
  { value: "domain", label: "Domain" },
] as const;

/** The URL keeps the tab. The draft stays in memory while another tab is open. */
function Editor({ page: first }: { page: LoadedPage }) {
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
        <TabsList aria-label="This page" className="mx-0 bg-[length:100%_1px] px-2.5">
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
        <TabsContent value="tests" className="mx-auto w-full max-w-wrap p-4 md:p-6">
          <TestsPanel editor={editor} />
        </TabsContent>
        <TabsContent value="domain" className="mx-auto w-full max-w-wrap p-4 md:p-6">
          <DomainPanel page={editor.page} onChanged={() => void editor.refresh()} />
        </TabsContent>
      </Tabs>
    </>
  );
}

const TEXT_CONTROLS = "input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]";

/** ⌘S saves. ⌘Z and ⇧⌘Z undo and redo, except in text fields, which have their own. */
function useEditorShortcuts(editor: EditorState): void {
  const latest = useRef(editor);
  latest.current = editor;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      const key = event.key.toLowerCase();
      const typing = (event.target as HTMLElement | null)?.closest(TEXT_CONTROLS);
      const { history, save } = latest.current;
      if (key === "s") void save.flush();
      else if (key === "z" && !typing) event.shiftKey ? history.redo() : history.undo();
      else if (key === "y" && !typing) history.redo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

export function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading page">
      <div className="flex h-14 items-center gap-3 border-line border-b px-4">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="ml-auto h-8 w-24" />
      </div>
      <div className="grid lg:grid-cols-[minmax(340px,420px)_minmax(0,1fr)]">
        <div className="grid content-start gap-2 p-4">
          {["a", "b", "c", "d", "e"].map((name) => (
            <Skeleton key={name} className="h-11 rounded-card" />
          ))}
        </div>
        <div className="hidden border-line border-l bg-sunken p-6 lg:block">
          <Skeleton className="h-[70vh] rounded-card" />
        </div>
      </div>
    </div>
  );
}
