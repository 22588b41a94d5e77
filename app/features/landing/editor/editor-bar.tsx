import { ArrowLeft, Ellipsis, ExternalLink, Eye, EyeOff, PenLine, Redo2, Share2, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { PageStatus } from "../lib/page-status.tsx";
import { pagesPath } from "../lib/pages-path.ts";
import { useRunningTest } from "../tests/api.ts";
import { TABS } from "./editor-tabs.tsx";
import { PageWidths } from "./page-widths.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { SaveStatus } from "./save-status.tsx";
import type { PageWidth } from "./scaled-page.tsx";
import { UnpublishDialog } from "./unpublish-dialog.tsx";
import { type EditorState, liveUrl, useHasChanges, useIsWaiting } from "./use-editor.ts";

type Props = { editor: EditorState; width: PageWidth; onWidth: (width: PageWidth) => void };

/** The top of the editor: the page's name and state, and what can be done with the page as a whole. */
export function EditorBar({ editor, width, onWidth }: Props) {
  const [confirming, setConfirming] = useState<"publish" | "unpublish" | null>(null);
  const { read, change } = useUrlState();
  const { page, history } = editor;
  const live = page.status === "published";
  const isEditing = read("tab") === "" || read("tab") === "previews";
  const isPreview = isEditing && read("view") === "preview";
  return (
    <header
      data-editor-bar=""
      className="flex h-13 shrink-0 items-center gap-2 border-line border-b bg-page px-3 phone:h-auto phone:flex-wrap phone:gap-x-1 phone:gap-y-0 phone:px-2 phone:py-1"
    >
      <Button variant="ghost" size="icon" asChild>
        <RouterLink to={pagesPath()} aria-label="Back to landing pages">
          <ArrowLeft aria-hidden="true" />
        </RouterLink>
      </Button>
      <div className="grid min-w-0 flex-1 phone:contents">
        <h1
          title={history.draft.title}
          className="min-w-0 truncate font-display font-semibold text-sm leading-5 tracking-tight phone:flex-1"
        >
          {history.draft.title || "Untitled page"}
        </h1>
        <span className="flex items-center gap-2 phone:order-last phone:basis-full phone:px-2">
          <Status editor={editor} />
          <SaveStatus save={editor.save} />
        </span>
      </div>
      {isEditing && <PageWidths width={width} onChange={onWidth} className="phone:hidden touch:[&>label]:h-9" />}
      <div className="flex flex-1 items-center justify-end gap-1 phone:flex-none">
        <IconButton label="Undo" disabled={!history.canUndo} onClick={history.undo}>
          <Undo2 aria-hidden="true" />
        </IconButton>
        <IconButton label="Redo" disabled={!history.canRedo} onClick={history.redo} className="phone:hidden">
          <Redo2 aria-hidden="true" />
        </IconButton>
        <Button
          variant="ghost"
          aria-pressed={isPreview}
          aria-label="Preview"
          className="max-lg:w-8 max-lg:p-0 phone:hidden"
          onClick={() => change({ tab: "", view: isPreview ? "" : "preview" })}
        >
          {isPreview ? <PenLine aria-hidden="true" /> : <Eye aria-hidden="true" />}
          <span className="max-lg:sr-only">{isPreview ? "Edit" : "Preview"}</span>
        </Button>
        <Button
          variant="ghost"
          aria-label="Share"
          className="max-lg:w-8 max-lg:p-0 phone:hidden"
          onClick={() => change({ tab: "previews" })}
        >
          <Share2 aria-hidden="true" />
          <span className="max-lg:sr-only">Share</span>
        </Button>
        {TABS.filter(({ isFrequent }) => isFrequent).map(({ value, label }) => (
          <Button
            key={value}
            variant="ghost"
            aria-current={read("tab") === value ? "page" : undefined}
            className="max-xl:hidden"
            onClick={() => change({ tab: value })}
          >
            {label}
          </Button>
        ))}
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="icon" aria-label="More actions">
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem disabled={!history.canRedo} onSelect={history.redo} className="md:hidden">
              <Redo2 aria-hidden="true" />
              Redo
            </DropdownMenuItem>
            <DropdownMenuItem
              className="md:hidden"
              onSelect={() => change({ tab: "", view: isPreview ? "" : "preview" })}
            >
              {isPreview ? <PenLine aria-hidden="true" /> : <Eye aria-hidden="true" />}
              {isPreview ? "Edit" : "Preview"}
            </DropdownMenuItem>
            <DropdownMenuItem className="md:hidden" onSelect={() => change({ tab: "previews" })}>
              <Share2 aria-hidden="true" />
              Share
            </DropdownMenuItem>
            {TABS.map(({ value, label, Icon }) => (
              <DropdownMenuItem key={value} onSelect={() => change({ tab: value === "write" ? "" : value })}>
                <Icon aria-hidden="true" />
                {label}
              </DropdownMenuItem>
            ))}
            {live && (
              <>
                <DropdownMenuSeparator />
                <DropdownMenuItem asChild>
                  <a href={liveUrl(page)} target="_blank" rel="noopener">
                    <ExternalLink aria-hidden="true" />
                    View live page
                  </a>
                </DropdownMenuItem>
                <DropdownMenuItem variant="danger" onSelect={() => setConfirming("unpublish")}>
                  <EyeOff aria-hidden="true" />
                  Unpublish
                </DropdownMenuItem>
              </>
            )}
          </DropdownMenuContent>
        </DropdownMenu>
        <PublishButton editor={editor} onClick={() => setConfirming("publish")} />
      </div>
      <PublishDialog editor={editor} open={confirming === "publish"} onClose={() => setConfirming(null)} />
      <UnpublishDialog editor={editor} open={confirming === "unpublish"} onClose={() => setConfirming(null)} />
    </header>
  );
}

function Status({ editor }: { editor: EditorState }) {
  const { id, status, version, request } = editor.page;
  const isTesting = useRunningTest(id) !== undefined;
  const hasChanges = useHasChanges(editor);
  return <PageStatus {...{ status, version, hasChanges, isTesting }} request={request?.state} />;
}

function PublishButton({ editor, onClick }: { editor: EditorState; onClick: () => void }) {
  const changed = useHasChanges(editor);
  const isWaiting = useIsWaiting(editor);
  const asks = useLandingWorkspace()?.needsApproval === true;
  const live = editor.page.status === "published";
  const waits = asks && isWaiting;
  return (
    <Button variant="primary" className="ml-1" disabled={(live && !changed) || waits} onClick={onClick}>
      <PublishLabel {...{ live, changed, asks, waits }} />
    </Button>
  );
}

type PublishState = { live: boolean; changed: boolean; asks: boolean; waits: boolean };

/** On a phone, one word leaves room for the page's name. */
function PublishLabel({ live, changed, asks, waits }: PublishState) {
  if (live && !changed) return <>Up to date</>;
  const [verb, rest] = asks ? [waits ? "Sent" : "Send", "for approval"] : ["Publish", live ? "changes" : ""];
  return (
    <span>
      {verb}
      {rest && <span className="phone:sr-only"> {rest}</span>}
    </span>
  );
}
