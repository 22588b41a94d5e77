import { Handshake } from "lucide-react";
import { type ReactNode, useState } from "react";
import { rpc } from "~/shared/api.ts";
import { Conversation } from "~/shared/requests/conversation.tsx";
import { ReplyForm } from "~/shared/requests/reply-form.tsx";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import type { Handoff } from "../lib/lead-types.ts";

type Props = {
  handoff: Handoff;
  /** For admins: the next step. */
  action: ReactNode;
};

/** A won lead that waits for an admin, with its notes. The person who handed it off can add some until it is done. */
export function HandoffNotice({ handoff: { id, by, created_at, is_own: isOwn, answers }, action }: Props) {
  const [writing, setWriting] = useState(false);
  const who = isOwn ? "You" : (by ?? "A former colleague");
  return (
    <div className="grid gap-2">
      <Banner
        tone="warn"
        icon={<Handshake aria-hidden="true" />}
        title={`Won. ${who} handed this deal off`}
        action={
          action ||
          (isOwn && !writing && (
            <Button size="sm" onClick={() => setWriting(true)}>
              Add a note
            </Button>
          ))
        }
      >
        <TimeAgo at={created_at} />
        {isOwn && " · An admin sets up the client. This notice goes away when it's done."}
      </Banner>
      {(answers.length > 0 || writing) && (
        <Card className="grid gap-3 p-3.5">
          <Conversation
            entries={answers}
            files={undefined}
            authorOf={({ author }) => author ?? "An admin"}
            filesLabelOf={() => "Files"}
          />
          {writing && (
            <ReplyForm
              requestId={id}
              noun="note"
              label="Note for the admins"
              hint="Your admins get it by email and see it in the request."
              withFiles={false}
              send={(text, noteId) =>
                rpc("reply_to_change_request", { p_request_id: id, p_body: text, p_reply_id: noteId })
              }
              successMessage="Note sent"
              errorMessage="Your note wasn't sent"
              onClose={() => setWriting(false)}
            />
          )}
        </Card>
      )}
    </div>
  );
}
