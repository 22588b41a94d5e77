import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { RequestNotice } from "./request-notice.tsx";
import { useSaves } from "./use-autosave.ts";
import type { EditorState } from "./use-editor.ts";

/** The reasons why the draft is not saved, and the offer to restore a copy from a crashed tab. */
export function EditorNotices({ editor, className }: { editor: EditorState; className?: string }) {
  const { copy, restoreCopy, discardCopy } = editor;
  const { state } = useSaves(editor.save);
  const notices = [
    <RequestNotice key="request" editor={editor} />,
    state.kind === "conflict" && <Conflict key="conflict" editor={editor} problem={state.problem} />,
    state.kind === "refused" && (
      <Banner key="refused" tone="bad" role="alert" title={`Not saved: ${state.problem}`}>
        Your edits are kept here and in this browser. They're saved as soon as you fix this.
      </Banner>
    ),
    copy && (
      <Banner
        key="copy"
        tone="warn"
        title={
          <>
            This browser has unsaved edits from <TimeAgo at={copy.at} />
          </>
        }
        action={
          <div className="flex gap-1.5 phone:[&>*]:flex-1">
            <Button size="sm" variant="ghost" onClick={discardCopy}>
              Discard
            </Button>
            <Button size="sm" onClick={restoreCopy}>
              Restore
            </Button>
          </div>
        }
      >
        If you restore them, Undo returns to the saved draft.
      </Banner>
    ),
  ].filter(Boolean);
  return <div className={cn("grid gap-2 px-4 not-empty:py-3", className)}>{notices}</div>;
}

function Conflict({ editor, problem }: { editor: EditorState; problem: string }) {
  const keepMine = useAction({ action: editor.keepLocal, errorMessage: "Couldn't load the page" });
  const showTheirs = useAction({ action: editor.loadStored, errorMessage: "Couldn't load the page" });
  return (
    <Banner
      tone="bad"
      role="alert"
      title={problem}
      action={
        <div className="flex gap-1.5 phone:[&>*]:flex-1">
          <Button size="sm" loading={keepMine.busy} onClick={() => void keepMine.run()}>
            <span>Overwrite with mine</span>
          </Button>
          <Button size="sm" loading={showTheirs.busy} onClick={() => void showTheirs.run()}>
            <span>Load saved version</span>
          </Button>
        </div>
      }
    >
      Nothing was overwritten. If you load the saved version, Undo restores yours.
    </Banner>
  );
}
