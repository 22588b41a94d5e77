import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { AttachedFiles } from "~/shared/attachments/attached-files.tsx";
import { UploadsFailed } from "~/shared/attachments/attachment-uploads.ts";
import { AttachmentsField } from "~/shared/attachments/attachments-field.tsx";
import type { FilesById } from "~/shared/attachments/request-files.ts";
import { useAttachments } from "~/shared/attachments/use-attachments.ts";
import { ClientLink } from "~/shared/client-link.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { Conversation, showLinkedRequest } from "~/shared/requests/conversation.tsx";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { answerFilePath } from "../../../../domain/files.ts";
import { answerRequest, type ChangeRequest, type RequestStatus, setRequestStatus, type WonLead } from "./api.ts";
import { HANDOFF_LABEL, HandoffButton, HandoffLead } from "./handoff.tsx";

const TONES: Record<RequestStatus, ChipTone> = { open: "warn", answered: "ok", closed: "neutral" };

type RequestProps = {
  request: ChangeRequest;
  files: FilesById | undefined;
  /** The won lead whose client is to be set up. */
  handoff?: WonLead | undefined;
};

/** One request with its conversation and actions. */
export function RequestCard({ request, files, handoff }: RequestProps) {
  const { status, business_name, client_name, request_type, message, created_at, answers } = request;
  const [answering, setAnswering] = useState(false);
  const changeStatus = useAction({
    action: (next: RequestStatus) => setRequestStatus(request, next),
    successMessage: (_, next) => (next === "closed" ? "Request closed" : "Request reopened"),
    errorMessage: "Couldn't update the request",
    invalidates: [queryKeys.changeRequests()],
  });
  const isReplied = status === "open" && answers.at(-1)?.from_client;
  const kind = handoff ? HANDOFF_LABEL : request_type.replaceAll("_", " ");
  return (
    <li id={`request-${request.id}`} ref={showLinkedRequest} className="scroll-mt-6">
      <Card
        className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5 phone:p-4"
        role="group"
        aria-label={`Request from ${business_name}`}
      >
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="wrap-anywhere font-semibold text-sm">{business_name}</p>
            <p className="wrap-anywhere text-13 text-ink-3">
              <ClientLink id={request.user_id} className="underline">
                {client_name}
              </ClientLink>{" "}
              · {kind} · <TimeAgo at={created_at} />
            </p>
          </div>
          <div className="flex flex-wrap justify-end gap-1.5">
            {isReplied && <Chip tone="client">client replied</Chip>}
            <Chip tone={TONES[status]}>{status}</Chip>
          </div>
        </div>
        <p className="wrap-anywhere max-w-[75ch] whitespace-pre-line text-sm">{message}</p>
        {handoff && <HandoffLead lead={handoff} />}
        <AttachedFiles files={files?.get(request.id)} label={`Files from ${business_name}`} />
        <Conversation
          entries={answers}
          files={files}
          authorOf={({ author, from_client }) =>
            from_client ? (
              <>
                {author ?? client_name} <Chip tone="client">client</Chip>
              </>
            ) : (
              (author ?? "Your agency")
            )
          }
          filesLabelOf={({ from_client }) => (from_client ? `Files from ${client_name}` : "Files of the reply")}
        />
        {answering ? (
          <ReplyForm request={request} onClose={() => setAnswering(false)} />
        ) : (
          <div className="flex flex-wrap gap-2">
            {handoff && <HandoffButton lead={handoff} />}
            <Button onClick={() => setAnswering(true)} aria-label={`Reply to ${business_name}`}>
              {answers.some(({ from_client }) => !from_client) && !isReplied ? "Reply again" : "Reply"}
            </Button>
            <Button
              variant="ghost"
              loading={changeStatus.busy}
              aria-label={
                status === "closed" ? `Reopen request from ${business_name}` : `Close request from ${business_name}`
              }
              onClick={() => void changeStatus.run(status === "closed" ? "open" : "closed")}
            >
              <span>{status === "closed" ? "Reopen" : "Close"}</span>
            </Button>
          </div>
        )}
      </Card>
    </li>
  );
}

type ReplyProps = { request: ChangeRequest; onClose: () => void };

/** The answer to one request. Its text survives every failure. Ctrl+Enter sends it. */
function ReplyForm({ request, onClose }: ReplyProps) {
  const [answer, setAnswer] = useState("");
  const [error, setError] = useState<string>();
  const [seen, setSeen] = useState(request);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector("textarea")?.focus();
  }, []);
  const attachments = useAttachments((answerId, name) => answerFilePath(request.id, answerId, name));
  const { message } = attachments;
  const { run, busy, problem, setProblem } = useAction({
    action: async (text: string) => {
      await message.finish();
      await answerRequest(seen, message.messageId, text);
      message.release();
    },
    explain: (error) => (error instanceof UploadsFailed ? error.message : null),
    successMessage: `Reply sent to ${request.user_email}`,
    errorMessage: "Couldn't send the reply",
    showProblem: "inline",
    invalidates: [queryKeys.changeRequests()],
    onSuccess: onClose,
  });
  const send = () => {
    if (answer.trim()) return void run(answer);
    setError("Enter a reply");
    form.current?.querySelector("textarea")?.focus();
  };
  const isDirty = answer.trim() !== "" || attachments.uploads.items.length > 0;
  const [isAsking, setAsking] = useState(false);
  const newer = request.updated_at !== seen.updated_at;
  return (
    <>
      <form
        ref={form}
        noValidate
        {...attachments.formProps}
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
        }}
      >
        {problem && (
          <Banner
            tone={newer ? "warn" : "bad"}
            role="alert"
            title={problem}
            action={
              newer && (
                <Button
                  onClick={() => {
                    setSeen(request);
                    setProblem(null);
                  }}
                >
                  OK, continue
                </Button>
              )
            }
          />
        )}
        <Field label={`Reply to ${request.client_name}`} error={error}>
          <Textarea
            rows={4}
            maxLength={10_000}
            value={answer}
            onChange={(event) => {
              setAnswer(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
        <AttachmentsField attachments={attachments} />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" loading={busy}>
            <span>Send reply</span>
          </Button>
          <Button variant="ghost" onClick={() => (isDirty ? setAsking(true) : onClose())}>
            Cancel
          </Button>
          <span className="text-ink-3 text-xs">Emailed to {request.user_email} and shown in their portal.</span>
        </div>
      </form>
      {isDirty && <UnsavedChangesPrompt />}
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
