import { useQuery } from "@tanstack/react-query";
import { FileQuestionMark } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link as RouterLink } from "react-router";
import { LoadError } from "~/shared/load-error.tsx";
import { tabTitle } from "~/shared/page-meta.ts";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { landingWorkspaceQuery } from "../lib/landing-workspace.ts";
import { pagesPath } from "../lib/pages-path.ts";
import { type LoadedPage, pageQuery } from "./api.ts";
import { EditView } from "./edit-view.tsx";
import { EditorBar } from "./editor-bar.tsx";
import { EditorNotices } from "./editor-notices.tsx";
import { EditorTabs, TabsSkeleton, tabNamed } from "./editor-tabs.tsx";
import { PageView } from "./page-view.tsx";
import { ShownPage } from "./preview-pane.tsx";
import { PreviewsPanel } from "./previews-panel.tsx";
import { type PageWidth, ScaledPage } from "./scaled-page.tsx";
import { useSaves } from "./use-autosave.ts";
import { type EditorState, useEditor } from "./use-editor.ts";

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

/** The URL keeps the view. The draft stays in memory while another view is open. */
function Editor({ page: first }: { page: LoadedPage }) {
  const editor = useEditor(first);
  const { read, change } = useUrlState();
  const [width, setWidth] = useState<PageWidth>("1280");
  const tab = tabNamed(read("tab"));
  useEditorShortcuts(editor);
  return (
    <div className="fixed inset-0 z-20 flex flex-col bg-page">
      <title>{tabTitle(editor.history.draft.title || "Untitled page")}</title>
      <UnsavedEdits editor={editor} />
      <EditorBar editor={editor} width={width} onWidth={setWidth} />
      {tab && <EditorTabs editor={editor} tab={tab} />}
      {!tab && read("view") === "preview" && <PreviewView editor={editor} width={width} />}
      {!tab && read("view") !== "preview" && <EditView editor={editor} width={width} />}
      <Sheet open={read("tab") === "previews"} onOpenChange={(open) => !open && change({ tab: "" })}>
        <SheetContent aria-describedby={undefined}>
          <SheetHeader>
            <SheetTitle>Share</SheetTitle>
          </SheetHeader>
          <SheetBody>
            <PreviewsPanel page={editor.page} slug={editor.page.liveSlug} />
          </SheetBody>
        </SheetContent>
      </Sheet>
    </div>
  );
}

function UnsavedEdits({ editor }: { editor: EditorState }) {
  return useSaves(editor.save).dirty && <UnsavedChangesPrompt allowSearchChanges />;
}

/** The page as visitors see it. */
function PreviewView({ editor, width }: { editor: EditorState; width: PageWidth }) {
  return (
    <section aria-label="Preview" className="flex min-h-0 flex-1 flex-col bg-sunken">
      <EditorNotices editor={editor} />
      <div className={width === "1280" ? "min-h-0 flex-1" : "min-h-0 flex-1 p-4"}>
        <ScaledPage width={width} fill>
          <ShownPage draft={editor.history.draft} />
        </ScaledPage>
      </div>
    </section>
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

/** The bar, and the shape of what the URL opens: a tab, the preview, or the page between its two panels. */
export function EditorSkeleton() {
  const { read } = useUrlState();
  return (
    <div role="status" aria-label="Loading page" className="fixed inset-0 z-20 flex flex-col bg-page">
      <div className="flex h-13 shrink-0 items-center gap-3 border-line border-b px-4 phone:h-18">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="ml-auto h-8 w-24" />
      </div>
      {tabNamed(read("tab")) ? <TabsSkeleton /> : <CanvasSkeleton isAlone={read("view") === "preview"} />}
    </div>
  );
}

function CanvasSkeleton({ isAlone }: { isAlone: boolean }) {
  return (
    <div className="flex min-h-0 flex-1">
      {!isAlone && (
        <div className="grid w-62 content-start gap-2 border-line border-r p-3 max-lg:hidden">
          {["a", "b", "c", "d", "e"].map((name) => (
            <Skeleton key={name} className="h-11 rounded-card" />
          ))}
        </div>
      )}
      <div className="flex-1 bg-sunken" />
      {!isAlone && <div className="w-76 border-line border-l max-xl:hidden" />}
    </div>
  );
}
