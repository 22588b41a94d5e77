import { Reply as ReplyIcon } from "lucide-react";
import { useRef, useState } from "react";
import { rpc } from "~/shared/api.ts";
import { ReplyForm } from "~/shared/requests/reply-form.tsx";
import { useViewAs } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";

type Props = { request: { id: string; status: string; message: string } };

/** A button that opens the form for a reply below the conversation. */
export function Reply({ request: { id, status, message } }: Props) {
  const [open, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const viewedAs = useViewAs();
  const close = () => {
    wasOpen.current = true;
    setOpen(false);
  };
  if (open)
    return (
      <ReplyForm
        requestId={id}
        noun="reply"
        label="Your reply"
        send={(text, replyId) =>
          rpc("reply_to_change_request", { p_request_id: id, p_body: text, p_reply_id: replyId })
        }
        successMessage="Reply sent"
        errorMessage="Your reply wasn't sent"
        onClose={close}
      />
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="sm"
        disabled={viewedAs !== null}
        aria-label={`Reply: ${message.slice(0, 80)}`}
        // The form that had the focus is gone.
        ref={(button) => {
          if (button && wasOpen.current) button.focus();
          wasOpen.current = false;
        }}
        onClick={() => setOpen(true)}
      >
        <ReplyIcon aria-hidden="true" />
        Reply
      </Button>
      {status === "closed" && <span className="text-ink-3 text-xs">A reply reopens this request.</span>}
    </div>
  );
}
