import { type FormEvent, useEffect, useRef, useState } from "react";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { Textarea } from "~/ui/textarea.tsx";
import { answerFilePath } from "../../../domain/files.ts";
import { UploadsFailed } from "../attachments/attachment-uploads.ts";
import { AttachmentsField } from "../attachments/attachments-field.tsx";
import { useAttachments } from "../attachments/use-attachments.ts";
import { isQuotaReached } from "../problem-text.ts";
import { queryKeys } from "../query-keys.ts";
import { UnsavedChangesPrompt } from "../unsaved-changes-prompt.tsx";
import { useAction } from "../use-action.ts";

type Props = {
  requestId: string;
  /** What the text is: "Your reply". */
  label: string;
  /** 'reply' or 'note', in the form's texts. */
  noun: "reply" | "note";
  /** Where the text goes, beside the buttons. */
  hint?: string;
  withFiles?: boolean;
  /** Stores the text, once for each id. */
  send: (text: string, id: string) => Promise<unknown>;
  successMessage: string;
  errorMessage: string;
  /** Continues after someone else changed the request. Undefined when no one has. */
  onAccept?: (() => void) | undefined;
  /** Whether the form has something that isn't sent, for a page that can hide the form. */
  onUnsent?: (isUnsent: boolean) => void;
  onClose: () => void;
};

/** What someone says about a request. The text survives every failure. Ctrl+Enter sends it. */
export function ReplyForm({
  requestId,
  label,
  noun,
  hint,
  withFiles = true,
  send,
  onAccept,
  onUnsent,
  onClose,
  ...texts
}: Props) {
  const [words, setWords] = useState("");
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector("textarea")?.focus();
  }, []);
  const attachments = useAttachments((id, name) => answerFilePath(requestId, id, name));
  const { message, uploads } = attachments;
  const { run, busy, problem, setProblem } = useAction({
    ...texts,
    action: async (text: string) => {
      await message.finish();
      await send(text, message.messageId);
      message.release();
    },
    explain: (refused) => (refused instanceof UploadsFailed ? refused.message : null),
    // The words stay in their field, so that they can be sent another day.
    handleError: (refused) => {
      if (!isQuotaReached(refused)) return false;
      setError(refused.message);
      return true;
    },
    showProblem: "inline",
    invalidates: [queryKeys.changeRequests(), queryKeys.crm()],
    onSuccess: onClose,
  });
  const submit = () => {
    if (words.trim()) return void run(words);
    setError(`Enter a ${noun}`);
    form.current?.querySelector("textarea")?.focus();
  };
  const hasContent = words.trim() !== "" || uploads.items.length > 0;
  const isUnsent = hasContent && !busy;
  // While it is being sent, too: a refusal has to find the words.
  useEffect(() => {
    if (!hasContent || !onUnsent) return;
    onUnsent(true);
    return () => onUnsent(false);
  }, [hasContent, onUnsent]);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <form
        ref={form}
        noValidate
        {...(withFiles && attachments.formProps)}
        className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={submitOnModEnter}
      >
        {problem && (
          <Banner
            tone={onAccept ? "warn" : "bad"}
            role="alert"
            title={problem}
            action={
              onAccept && (
                <Button
                  onClick={() => {
                    onAccept();
                    setProblem(null);
                  }}
                >
                  OK, continue
                </Button>
              )
            }
          />
        )}
        <Field label={label} error={error}>
          <Textarea
            rows={4}
            maxLength={10_000}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
        {withFiles && <AttachmentsField attachments={attachments} />}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" loading={busy}>
            <span>Send {noun}</span>
          </Button>
          <Button type="button" variant="ghost" onClick={() => (isUnsent ? setAsking(true) : onClose())}>
            Cancel
          </Button>
          {hint && <span className="wrap-anywhere text-ink-3 text-xs">{hint}</span>}
        </div>
      </form>
      {isUnsent && <UnsavedChangesPrompt />}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Discard this ${noun}?`}
        description="It hasn't been sent."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        onConfirm={onClose}
      />
    </>
  );
}
