import { lazy, Suspense } from "react";
import { useUrlState } from "~/shared/use-url-state.ts";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { BlocksPanel } from "./blocks-panel.tsx";
import { PagePanel } from "./page-panel.tsx";
import { PreviewPane } from "./preview-pane.tsx";
import { useBlocks } from "./use-blocks.ts";
import type { EditorState } from "./use-editor.ts";

/** Lazy, because CodeMirror is large. */
const CodePanel = lazy(() => import("./code-panel.tsx").then(({ CodePanel }) => ({ default: CodePanel })));

const VIEWS = [
  { value: "blocks", label: "Blocks" },
  { value: "code", label: "Code" },
  { value: "page", label: "Page" },
] as const;

/** The draft on the left and the preview on the right, or one at a time on narrow screens. */
export function EditPanel({ editor }: { editor: EditorState }) {
  const { read, change } = useUrlState();
  const blocks = useBlocks(editor);
  // Narrow screens have no room for both, so the preview becomes a view.
  const narrow = !useMediaQuery("(width >= 64rem)");
  const phone = useMediaQuery(PHONE_QUERY);
  const views = narrow ? [...VIEWS, { value: "preview", label: "Preview" } as const] : VIEWS;
  const viewParam = views.find(({ value }) => value === read("view"))?.value;
  const view = viewParam ?? (editor.history.draft.blocks ? "blocks" : "code");
  const preview = (
    <PreviewPane draft={editor.history.draft} selected={blocks.open} onSelect={blocks.setOpen} phone={phone} />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(340px,432px)_minmax(0,1fr)]">
      <section aria-label="Page editor" className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 p-4">
        <SegmentedControl
          legend="What to edit"
          options={views}
          value={view}
          onChange={(next) => change({ view: next })}
          className="w-full [&>label]:flex-1"
        />
        {view === "blocks" && <BlocksPanel editor={editor} blocks={blocks} onCode={() => change({ view: "code" })} />}
        {view === "code" && (
          <Suspense
            fallback={<Skeleton className="h-96 rounded-card" role="status" aria-label="Loading code editor" />}
          >
            <CodePanel editor={editor} blocksBackup={blocks.parked} />
          </Suspense>
        )}
        {view === "page" && <PagePanel editor={editor} />}
        {view === "preview" && preview}
      </section>
      {!narrow && (
        <section
          aria-label="Preview"
          className="sticky top-[calc(var(--bar)+3.25rem)] h-[calc(100dvh-var(--bar)-3.25rem)] min-w-0 border-line border-l bg-sunken"
        >
          {preview}
        </section>
      )}
    </div>
  );
}
