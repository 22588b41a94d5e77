import { useState } from "react";
import { AttachedFiles } from "~/shared/attachments/attached-files.tsx";
import type { FilesById } from "~/shared/attachments/request-files.ts";
import { ClientLink } from "~/shared/client-link.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { Conversation, showLinkedRequest } from "~/shared/requests/conversation.tsx";
import { ReplyForm } from "~/shared/requests/reply-form.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { changeRequestTypes } from "../../../../domain/change-requests.ts";
import { answerRequest, type ChangeRequest, type RequestStatus, setRequestStatus, type WonLead } from "./api.ts";
import { AssigneeMenu } from "./assignee-menu.tsx";
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
  const { status, business_name, client_name, request_type, message, created_at, waits_since, answers } = request;
  const [answering, setAnswering] = useState(false);
  const changeStatus = useAction({
    action: (next: RequestStatus) => setRequestStatus(request, next),
    successMessage: (_, next) => (next === "closed" ? "Request closed" : "Request reopened"),
    errorMessage: "Couldn't update the request",
    invalidates: [queryKeys.changeRequests()],
  });
  // To close what nobody answered leaves the client without a word, so that is asked first.
  const [asksClose, setAsksClose] = useState(false);
  const isUnanswered = status === "open" && !handoff && answers.at(-1)?.from_client !== false;
  const isReplied = status === "open" && answers.at(-1)?.from_client;
  const kind = handoff ? HANDOFF_LABEL : changeRequestTypes[request_type];
  // A hand-off is from someone of the team.
  const [role, tone] = handoff ? (["sales", "sales"] as const) : (["client", "client"] as const);
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
              {handoff ? (
                client_name
              ) : (
                <ClientLink id={request.user_id} className="underline">
                  {client_name}
                </ClientLink>
              )}{" "}
              · {kind}{" "}
              <span className="whitespace-nowrap">
                · <TimeAgo at={created_at} />
              </span>
              {/* A reply after an answer started the wait again. */}
              {isReplied && waits_since && waits_since !== created_at && (
                <>
                  {" "}
                  · replied <TimeAgo at={waits_since} />
                </>
              )}
            </p>
          </div>
          <div className="flex flex-wrap justify-end gap-1.5">
            {isReplied && <Chip tone={tone}>{handoff ? "note added" : "client replied"}</Chip>}
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
                {author ?? client_name} <Chip tone={tone}>{role}</Chip>
              </>
            ) : (
              (author ?? "Your agency")
            )
          }
          filesLabelOf={({ from_client }) => (from_client ? `Files from ${client_name}` : "Files of the reply")}
        />
        {answering ? (
          <AnswerForm request={request} onClose={() => setAnswering(false)} />
        ) : (
          <div className="flex flex-wrap items-center gap-2">
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
              onClick={() =>
                isUnanswered ? setAsksClose(true) : void changeStatus.run(status === "closed" ? "open" : "closed")
              }
            >
              <span>{status === "closed" ? "Reopen" : "Close"}</span>
            </Button>
            <AssigneeMenu request={request} />
          </div>
        )}
        <ConfirmDialog
          open={asksClose}
          onClose={() => setAsksClose(false)}
          title="Close this request without a reply?"
          description={`${client_name} gets no email. They see it as closed in their portal, and you can reopen it.`}
          confirmLabel="Close request"
          variant="primary"
          onConfirm={() => void changeStatus.run("closed")}
        />
      </Card>
    </li>
  );
}

type ReplyProps = { request: ChangeRequest; onClose: () => void };

/** The answer to one request. */
function AnswerForm({ request, onClose }: ReplyProps) {
  const [seen, setSeen] = useState(request);
  const isNewer = request.updated_at !== seen.updated_at;
  return (
    <ReplyForm
      requestId={request.id}
      noun="reply"
      label={`Reply to ${request.client_name}`}
      hint={`Emailed to ${request.user_email} and shown in their portal.`}
      send={(text, answerId) => answerRequest(seen, answerId, text)}
      successMessage={`Reply sent to ${request.user_email}`}
      errorMessage="Couldn't send the reply"
      onAccept={isNewer ? () => setSeen(request) : undefined}
      onClose={onClose}
    />
  );
}
