import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { isConflict } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { publishPage } from "../lib/api.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { prepareSizes } from "../pictures/api.ts";
import { stopTest, useRunningTest } from "../tests/api.ts";
import { versionQuery } from "./api.ts";
import { LeadsLine, PublishPoints } from "./publish-points.tsx";
import { blockExcerpt, blockTitle } from "./use-blocks.ts";
import { type EditorState, liveUrl } from "./use-editor.ts";

type Props = { editor: EditorState; open: boolean; onClose: () => void };

/** Shows what changes for visitors, then saves and publishes the draft. */
export function PublishDialog({ editor, open, onClose }: Props) {
  const { read, change } = useUrlState();
  const shown = useRef<"here" | "in another view" | null>(null);
  const show = (block: string) => {
    editor.select(block);
    shown.current = read("tab") || read("view") === "preview" ? "in another view" : "here";
    change({ tab: "", view: "" });
    onClose();
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        onCloseAutoFocus={(event) => {
          // Someone who chose a point goes on at its block. Narrow screens have no outline beside the page.
          const block = shown.current && document.querySelector<HTMLElement>("[data-block-head][aria-current]");
          // The view that opens takes the focus.
          if (block || shown.current === "in another view") event.preventDefault();
          block?.focus();
          shown.current = null;
        }}
      >
        <PublishForm editor={editor} onClose={onClose} onShow={show} />
      </DialogContent>
    </Dialog>
  );
}

function PublishForm({ editor, onClose, onShow }: Omit<Props, "open"> & { onShow: (block: string) => void }) {
  const { page, save, refresh } = editor;
  const asks = useLandingWorkspace()?.needsApproval === true;
  const running = useRunningTest(page.id);
  // A request waits for an admin, so it stops no test.
  const stops = running !== undefined && !asks;
  const publish = useAction({
    action: async () => {
      if (!(await save.flush())) return null;
      if (stops) await stopTest(running.id);
      const version = await publishPage(page.id, save.seen()).catch((error) => {
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
      toast.success(`Version ${published.version} is live`, {
        action: {
          label: "View page",
          onClick: () => window.open(liveUrl(published.now ?? page), "_blank", "noopener"),
        },
      });
      onClose();
    },
  });
  const submit = async () => {
    const done = await publish.run();
    if (done && !done.answer)
      publish.setProblem("Your edits couldn't be saved, so nothing was published. Close this dialog to see why.");
  };
  const live = page.status === "published";
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
      {page.version > 0 ? <Changes editor={editor} /> : <FirstPublish editor={editor} />}
      <LeadsLine content={editor.history.draft.content} />
      <PublishPoints draft={editor.history.draft} onShow={onShow} />
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

/** Compares the draft with the published version. */
function Changes({ editor: { page, history } }: { editor: EditorState }) {
  const live = useQuery(versionQuery(page.id, page.version));
  if (live.isError) return <p className="text-13 text-ink-3">Couldn't load the live version for comparison.</p>;
  if (!live.data) return <Skeleton className="h-16" />;
  const changes = draftChanges(live.data, history.draft);
  if (changes.length === 0)
    return (
      <p className="text-13 text-ink-2">
        {page.status === "published"
          ? `No changes since version ${page.version}, which is live.`
          : `No changes since version ${page.version}, the last one that was live.`}
      </p>
    );
  return (
    <section aria-label="Changes" className="grid gap-1.5">
      <h3 className="font-medium text-13">Since version {page.version}</h3>
      <ul className="grid max-h-64 gap-1.5 overflow-y-auto text-13" tabIndex={-1}>
        {changes.map(({ what, detail }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={place} className="wrap-anywhere grid grid-cols-[6.5rem_1fr] gap-2">
            <span className="font-medium">{what}</span>
            <span className="text-ink-2">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Change = { what: string; detail: string };

const TEXT_FIELDS = [
  ["title", "Title"],
  ["description", "Description"],
  ["slug", "URL"],
  ["theme", "Theme"],
] as const;
const CODE_FIELDS = [
  ["custom_css", "CSS"],
  ["custom_js", "JavaScript"],
] as const;

/** The differences between the published version and the draft. */
function draftChanges(live: LandingDraft, draft: LandingDraft): Change[] {
  const changes: Change[] = [];
  for (const [name, what] of TEXT_FIELDS)
    if (live[name] !== draft[name]) changes.push({ what, detail: `${quote(live[name])} → ${quote(draft[name])}` });
  if (live.hide_title !== draft.hide_title)
    changes.push({ what: "Title and description", detail: draft.hide_title ? "hidden" : "shown" });
  if (live.content !== draft.content) {
    if (live.blocks && draft.blocks) changes.push(...blockChanges(live, draft));
    else changes.push({ what: "Content", detail: lineChanges(live.content, draft.content) });
  }
  for (const [name, what] of CODE_FIELDS)
    if (live[name] !== draft[name]) changes.push({ what, detail: lineChanges(live[name], draft[name]) });
  return changes;
}

const quote = (text: string) => (text ? `“${text}”` : "nothing");

function blockChanges({ blocks: before }: LandingDraft, { blocks: after }: LandingDraft): Change[] {
  const old = before ?? [];
  const now = after ?? [];
  const changes: Change[] = [];
  for (const block of now) {
    const was = old.find(({ id }) => id === block.id);
    if (!was) changes.push({ what: blockTitle(block), detail: verbText("added", blockExcerpt(block)) });
    else if (JSON.stringify(sorted(was)) !== JSON.stringify(sorted(block)))
      changes.push({ what: blockTitle(block), detail: verbText("changed", blockExcerpt(block)) });
  }
  for (const block of old)
    if (!now.some(({ id }) => id === block.id))
      changes.push({ what: blockTitle(block), detail: verbText("removed", blockExcerpt(block)) });
  const stayed = (list: typeof old, other: typeof old) =>
    list.filter(({ id }) => other.some((each) => each.id === id)).map(({ id }) => id);
  if (stayed(old, now).join() !== stayed(now, old).join()) changes.push({ what: "Order", detail: "blocks moved" });
  return changes;
}

const verbText = (verb: string, words: string) => (words ? `${verb}: ${words}` : verb);
/** Sorts an object's fields, because the database does not keep their order. */
const sorted = (block: object) => Object.entries(block).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Counts added and removed lines. Moved lines do not count. */
function lineChanges(before: string, after: string): string {
  const left = new Map<string, number>();
  for (const line of before.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of after.split("\n")) {
    const many = left.get(line) ?? 0;
    if (many > 0) left.set(line, many - 1);
    else added += 1;
  }
  const removed = [...left.values()].reduce((sum, many) => sum + many, 0);
  if (added === 0 && removed === 0) return "lines moved";
  return `${lines(added)} added, ${lines(removed)} removed`;
}

const lines = (many: number) => (many === 1 ? "1 line" : `${many} lines`);
