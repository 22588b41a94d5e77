import { useState } from "react";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { returnsFocusToHeading } from "~/ui/keep-focus.ts";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { withdrawRequest } from "../lib/publish-requests.ts";
import { ReviewDialog } from "../pages/review-dialog.tsx";
import { type EditorState, liveUrl, useHasChanges, useIsWaiting } from "./use-editor.ts";

/** Where a request to publish is: what an admin has to do, or what its client can do. */
export function RequestNotice({ editor }: { editor: EditorState }) {
  const workspace = useLandingWorkspace();
  const changed = useHasChanges(editor);
  const { request } = editor.page;
  if (request?.state === "waiting")
    return workspace?.isAdmin ? <Review editor={editor} account={workspace.slug} /> : <Waiting editor={editor} />;
  if (request?.state === "declined" && changed)
    return (
      <Banner tone="bad" role="alert" title="This page needs a change before it goes live">
        <span className="wrap-anywhere whitespace-pre-line">{request.note}</span>
      </Banner>
    );
  return editor.answer.isApproved ? <Approved editor={editor} /> : null;
}

/** Only where someone waited for it. Later, the page's state says that it is live. */
function Approved({ editor: { page, answer } }: { editor: EditorState }) {
  return (
    <Banner
      tone="ok"
      role="status"
      title="Your agency approved this page"
      action={
        <div className="flex gap-1.5 phone:[&>*]:flex-1">
          <Button size="sm" variant="ghost" onClick={answer.dismiss}>
            Dismiss
          </Button>
          <Button size="sm" asChild>
            <a href={liveUrl(page)} target="_blank" rel="noopener">
              View page
            </a>
          </Button>
        </div>
      }
    >
      Version {page.version} is live.
    </Banner>
  );
}

function Waiting({ editor }: { editor: EditorState }) {
  const { page, refresh } = editor;
  const isWaiting = useIsWaiting(editor);
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
      {isWaiting
        ? "The page goes live when your agency approves it."
        : "Your edits since then aren't part of it. Send the page again to include them."}
    </Banner>
  );
}

function Review({ editor: { page, refresh }, account }: { editor: EditorState; account: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Banner
        ref={returnsFocusToHeading}
        tone="warn"
        title={`${page.accountName} asks to publish this page`}
        action={
          <Button size="sm" onClick={() => setOpen(true)}>
            Review
          </Button>
        }
      />
      <ReviewDialog
        page={{
          id: page.id,
          title: page.draft.title,
          account,
          accountName: page.accountName,
          version: page.version,
          status: page.status,
        }}
        open={open}
        onClose={() => setOpen(false)}
        onAnswered={refresh}
      />
    </>
  );
}
