import { useState } from "react";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { withdrawRequest } from "../lib/publish-requests.ts";
import { ReviewDialog } from "../pages/review-dialog.tsx";
import { type EditorState, hasChanges, isWaiting } from "./use-editor.ts";

/** Where a request to publish is: what an admin has to do, or what its client can do. */
export function RequestNotice({ editor }: { editor: EditorState }) {
  const workspace = useLandingWorkspace();
  const { request } = editor.page;
  if (request?.state === "waiting")
    return workspace?.isAdmin ? <Review editor={editor} /> : <Waiting editor={editor} />;
  if (request?.state === "declined" && hasChanges(editor))
    return (
      <Banner tone="bad" title="This page needs a change before it goes live">
        <span className="wrap-anywhere whitespace-pre-line">{request.note}</span>
      </Banner>
    );
  return null;
}

function Waiting({ editor }: { editor: EditorState }) {
  const { page, refresh } = editor;
  const withdraw = useAction({
    action: async () => {
      await withdrawRequest(page.id);
      await refresh();
    },
    successMessage: "Request withdrawn",
    errorMessage: "Couldn't withdraw the request",
  });
  return (
    <Banner
      tone="info"
      title={
        <>
          Sent for approval, <TimeAgo at={page.request?.at ?? ""} />
        </>
      }
      action={
        <Button size="sm" loading={withdraw.busy} onClick={() => void withdraw.run()}>
          <span>Withdraw</span>
        </Button>
      }
    >
      {isWaiting(editor)
        ? "The page goes live when your agency approves it."
        : "Your edits since then aren't part of it. Send the page again to include them."}
    </Banner>
  );
}

function Review({ editor: { page, refresh } }: { editor: EditorState }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Banner
        tone="warn"
        title={`${page.accountName} asks to publish this page`}
        action={
          <Button size="sm" onClick={() => setOpen(true)}>
            Review
          </Button>
        }
      />
      <ReviewDialog
        page={{ id: page.id, title: page.draft.title, accountName: page.accountName }}
        open={open}
        onClose={() => setOpen(false)}
        onAnswered={refresh}
      />
    </>
  );
}
