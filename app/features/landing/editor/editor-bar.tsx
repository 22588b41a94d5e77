import {
  ArrowLeft,
  Check,
  CloudOff,
  Ellipsis,
  ExternalLink,
  EyeOff,
  LoaderCircle,
  Redo2,
  TriangleAlert,
  Undo2,
} from "lucide-react";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "~/ui/alert-dialog.tsx";
import { Button } from "~/ui/button.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { unpublishPage } from "../lib/api.ts";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { PageStatus } from "../lib/page-status.tsx";
import { pagesPath } from "../lib/pages-path.ts";
import { stopTest, useRunningTest } from "../tests/api.ts";
import { PublishDialog } from "./publish-dialog.tsx";
import type { SaveState } from "./use-autosave.ts";
import { type EditorState, hasChanges, isWaiting, liveUrl } from "./use-editor.ts";

export function EditorBar({ editor }: { editor: EditorState }) {
  const [confirming, setConfirming] = useState<"publish" | "unpublish" | null>(null);
  const { page, history, save } = editor;
  const live = page.status === "published";
  const changed = hasChanges(editor);
  const asks = useLandingWorkspace()?.needsApproval === true;
  const waits = asks && isWaiting(editor);
  return (
    <div className="sticky top-(--bar) z-10 flex min-h-13 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-page px-4 py-1.5 phone:static">
      <Button variant="ghost" size="icon" asChild className="-ml-2">
        <RouterLink to={pagesPath()} aria-label="Back to landing pages">
          <ArrowLeft aria-hidden="true" />
        </RouterLink>
      </Button>
      <h2 className="min-w-0 max-w-[36ch] truncate font-display font-semibold text-base tracking-tight phone:w-[calc(100%-3.5rem)] xl:max-w-[52ch] phone:max-w-none">
        {history.draft.title || "Untitled page"}
      </h2>
      <PageStatus status={page.status} version={page.version} hasChanges={changed} request={page.request?.state} />
      <SaveStatus state={save.state} />
      <div className="ml-auto flex items-center gap-1 phone:w-full phone:[&>:last-child]:ml-auto">
        <IconButton label="Undo" disabled={!history.canUndo} onClick={history.undo}>
          <Undo2 aria-hidden="true" />
        </IconButton>
        <IconButton label="Redo" disabled={!history.canRedo} onClick={history.redo}>
          <Redo2 aria-hidden="true" />
        </IconButton>
        {live && (
          <Button variant="ghost" asChild className="phone:hidden">
            <a href={liveUrl(page)} target="_blank" rel="noopener">
              <ExternalLink aria-hidden="true" />
              View live page
            </a>
          </Button>
        )}
        {live && (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="ghost" size="icon" aria-label="More actions">
                <Ellipsis aria-hidden="true" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              <DropdownMenuItem asChild className="md:hidden">
                <a href={liveUrl(page)} target="_blank" rel="noopener">
                  <ExternalLink aria-hidden="true" />
                  View live page
                </a>
              </DropdownMenuItem>
              <DropdownMenuItem variant="danger" onSelect={() => setConfirming("unpublish")}>
                <EyeOff aria-hidden="true" />
                Unpublish
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        )}
        <Button variant="primary" disabled={(live && !changed) || waits} onClick={() => setConfirming("publish")}>
          {publishLabel({ live, changed, asks, waits })}
        </Button>
      </div>
      <PublishDialog editor={editor} open={confirming === "publish"} onClose={() => setConfirming(null)} />
      <UnpublishDialog editor={editor} open={confirming === "unpublish"} onClose={() => setConfirming(null)} />
    </div>
  );
}

type PublishState = { live: boolean; changed: boolean; asks: boolean; waits: boolean };

function publishLabel({ live, changed, asks, waits }: PublishState): string {
  if (live && !changed) return "Up to date";
  if (waits) return "Sent for approval";
  if (asks) return "Send for approval";
  return live ? "Publish changes" : "Publish";
}

const STATES = {
  saved: { text: "Saved", Icon: Check, tone: "text-ink-3" },
  waiting: { text: "Saving…", Icon: LoaderCircle, tone: "text-ink-3" },
  saving: { text: "Saving…", Icon: LoaderCircle, tone: "text-ink-3" },
  offline: { text: "Offline, saved in this browser", Icon: CloudOff, tone: "text-warn-fg" },
  conflict: { text: "Not saved", Icon: TriangleAlert, tone: "text-bad-fg" },
  refused: { text: "Not saved", Icon: TriangleAlert, tone: "text-bad-fg" },
};

/** Whether the draft is saved. Screen readers announce changes. */
function SaveStatus({ state }: { state: SaveState }) {
  const { text, Icon, tone } = STATES[state.kind];
  const working = state.kind === "saving" || state.kind === "waiting";
  return (
    <p role="status" className={`inline-flex items-center gap-1.5 whitespace-nowrap text-xs ${tone}`}>
      <Icon aria-hidden="true" className={`size-3.5 ${working ? "animate-spin still:animate-none" : ""}`} />
      {text}
    </p>
  );
}

type Props = { editor: EditorState; open: boolean; onClose: () => void };

function UnpublishDialog({ editor: { page, refresh }, open, onClose }: Props) {
  const running = useRunningTest(page.id);
  const unpublish = useAction({
    action: async () => {
      if (running) await stopTest(running.id);
      await unpublishPage(page.id);
      await refresh();
    },
    successMessage: "The page is unpublished",
    errorMessage: "Couldn't unpublish the page",
    invalidates: [queryKeys.landingTests(page.id)],
  });
  return (
    <AlertDialog open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>Unpublish this page?</AlertDialogTitle>
        <AlertDialogDescription>
          Visitors see “Page not found or not published”, on its custom domain too. You keep the draft, versions, and
          statistics, and you can publish again anytime.
          {running && " The test that is running stops; its results stay."}
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep it live</AlertDialogCancel>
          <AlertDialogAction onClick={() => void unpublish.run()}>
            {running ? "Stop the test and unpublish" : "Unpublish"}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
