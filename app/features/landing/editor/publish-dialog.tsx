import { lazy, Suspense, useRef, useState } from "react";
import { isConflict } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { publishPage } from "../lib/api.ts";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { prepareSizes } from "../pictures/api.ts";
import { useRunningTest } from "../tests/api.ts";
import type { LoadedPage } from "./api.ts";
import { LeadsLine } from "./leads-line.tsx";
import { Changes } from "./publish-changes.tsx";
import type { PointPlace } from "./publish-points.tsx";
import { PublishedPanel } from "./published-panel.tsx";
import type { EditorState } from "./use-editor.ts";

/** Lazy, because it knows the words of all templates. */
const PublishPoints = lazy(() => import("./publish-points.tsx").then((module) => ({ default: module.PublishPoints })));

type Props = { editor: EditorState; open: boolean; onClose: () => void };

/** Shows what changes for visitors, then saves and publishes the draft. */
export function PublishDialog({ editor, open, onClose }: Props) {
  const { read, change } = useUrlState();
  const shown = useRef<PointPlace | null>(null);
  const show = (place: PointPlace) => {
    shown.current = place;
    if (read("tab") || read("view")) change({ tab: "", view: "" });
    onClose();
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        onCloseAutoFocus={(event) => {
          if (!shown.current) return void setTimeout(keepFocus);
          // The field that has to change takes the focus, which it can't before the dialog is gone.
          event.preventDefault();
          editor.select(shown.current.block, shown.current.field);
          shown.current = null;
        }}
      >
        <PublishForm editor={editor} onClose={onClose} onShow={show} />
      </DialogContent>
    </Dialog>
  );
}

/** Once a page is published, the button that opened the dialog is disabled and takes no focus. */
function keepFocus() {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>("[data-editor-bar] [aria-haspopup=menu]")?.focus();
}

function PublishForm({ editor, onClose, onShow }: Omit<Props, "open"> & { onShow: (place: PointPlace) => void }) {
  const { page, save, refresh } = editor;
  const asks = useLandingWorkspace()?.needsApproval === true;
  const running = useRunningTest(page.id);
  const [done, setDone] = useState<{ page: LoadedPage; version: number } | null>(null);
  // A request waits for an admin, so it stops no test.
  const stops = running !== undefined && !asks;
  const publish = useAction({
    action: async () => {
      if (!(await save.flush())) return null;
      const version = await publishPage(page.id, save.seen(), stops ? running.id : undefined).catch((error) => {
        if (isConflict(error)) void refresh().catch(() => undefined);
        throw error;
      });
      return { version, now: await refresh() };
    },
    errorMessage: "Couldn't publish the page",
    showProblem: "inline",
    // A test that someone else just started appears, and the button offers to stop it.
    invalidates: [queryKeys.landingTests(page.id)],
    onSuccess: (published) => {
      if (!published) return;
      if (published.version === 0) {
        toast.success("Sent for approval", { description: "We publish it when an admin approves it, and email you." });
        onClose();
        return;
      }
      void prepareSizes(published.now?.draft.content ?? "");
      setDone({ page: published.now ?? page, version: published.version });
    },
  });
  const submit = async () => {
    const sent = await publish.run();
    if (sent && !sent.answer)
      publish.setProblem("Your edits couldn't be saved, so nothing was published. Close this dialog to see why.");
  };
  const live = page.status === "published";
  if (done) return <PublishedPanel {...done} />;
  return (
    <>
      <DialogTitle>{asks ? "Send for approval?" : live ? "Publish these changes?" : "Publish this page?"}</DialogTitle>
      <DialogDescription>{consequence({ asks, live })}</DialogDescription>
      {publish.problem && <Banner tone="bad" role="alert" title={publish.problem} />}
      {stops && (
        <Banner tone="warn" title="A test is running on this page">
          Publishing stops it. Its results stay under Tests.
        </Banner>
      )}
      {page.version > 0 ? <Changes page={page} draft={editor.history.draft} /> : <FirstPublish editor={editor} />}
      <LeadsLine content={editor.history.draft.content} />
      <Suspense>
        <PublishPoints
          draft={editor.history.draft}
          heading={asks ? "Before you send it" : "Before you publish"}
          onShow={onShow}
        />
      </Suspense>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button variant="primary" loading={publish.busy} onClick={() => void submit()}>
          <span>{publishLabel({ asks, live, stops })}</span>
        </Button>
      </DialogFooter>
    </>
  );
}

function publishLabel({ asks, live, stops }: { asks: boolean; live: boolean; stops: boolean }): string {
  if (asks) return "Send for approval";
  if (stops) return "Stop the test and publish";
  return live ? "Publish changes" : "Publish page";
}

function consequence({ asks, live }: { asks: boolean; live: boolean }): string {
  if (asks) return "Your agency checks the page before visitors see it. We email you the answer.";
  if (live) return "Visitors will see them within a second.";
  return "Anyone with the link will be able to open it within a second.";
}

function FirstPublish({ editor }: { editor: EditorState }) {
  const { draft } = editor.history;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-13">
      <dt className="text-ink-3">URL</dt>
      <dd className="wrap-anywhere">
        {location.host}/landing/{draft.slug}
      </dd>
      <dt className="text-ink-3">Title</dt>
      <dd className="wrap-anywhere">{draft.title}</dd>
    </dl>
  );
}
