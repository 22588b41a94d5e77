import { Reply as ReplyIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { rpc } from "~/shared/api.ts";
import { UploadsFailed } from "~/shared/attachments/attachment-uploads.ts";
import { AttachmentsField } from "~/shared/attachments/attachments-field.tsx";
import { useAttachments } from "~/shared/attachments/use-attachments.ts";
import { isQuotaReached } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { useActionForm } from "~/shared/use-action-form.ts";
import { useViewAs } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { answerFilePath } from "../../../../domain/files.ts";

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
  if (open) return <ReplyForm requestId={id} onClose={close} />;
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
      {status === "closed" && <span className="text-ink-3 text-xs">A reply opens this request again.</span>}
    </div>
  );
}

const replySchema = z.object({
  reply: z
    .string()
    .check(z.trim(), z.minLength(1, "Enter a reply"), z.maxLength(10_000, "Use at most 10,000 characters")),
});

function ReplyForm({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const attachments = useAttachments((replyId, name) => answerFilePath(requestId, replyId, name));
  const { message, uploads } = attachments;
  const { props, errors, busy, dirty, element } = useActionForm({
    schema: replySchema,
    action: async ({ reply }) => {
      await message.finish();
      await rpc("reply_to_change_request", { p_request_id: requestId, p_body: reply, p_reply_id: message.messageId });
      message.release();
    },
    successMessage: "Reply sent",
    errorMessage: "Your reply wasn't sent",
    explain: (error) => (error instanceof UploadsFailed ? error.message : null),
    // The words stay in their field, so that the client can send them another day.
    fieldErrors: (error) => (isQuotaReached(error) ? { reply: error.message } : undefined),
    invalidates: [queryKeys.changeRequests()],
    onSuccess: onClose,
  });
  useEffect(() => {
    element.current?.querySelector("textarea")?.focus();
  }, [element]);
  const isUnsent = (dirty || uploads.items.length > 0) && !busy;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <form {...props} {...attachments.formProps} className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3 pt-1">
        <Field label="Your reply" error={errors.reply}>
          <Textarea
            name="reply"
            rows={4}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) element.current?.requestSubmit();
            }}
          />
        </Field>
        <AttachmentsField attachments={attachments} />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" loading={busy}>
            <span>Send reply</span>
          </Button>
          <Button type="button" variant="ghost" onClick={() => (isUnsent ? setAsking(true) : onClose())}>
            Cancel
          </Button>
        </div>
      </form>
      {isUnsent && <UnsavedChangesPrompt />}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Discard this reply?"
        description="It hasn't been sent."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        onConfirm={onClose}
      />
    </>
  );
}
