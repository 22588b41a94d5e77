import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { AttachedFiles } from "~/shared/attachments/attached-files.tsx";
import type { FilesById } from "~/shared/attachments/request-files.ts";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { ClientLink } from "~/shared/client-link.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { Conversation, showLinkedRequest } from "~/shared/requests/conversation.tsx";
import { ReplyForm } from "~/shared/requests/reply-form.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Link } from "~/ui/link.tsx";
import { LinkedText } from "~/ui/linked-text.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { changeRequestTypes } from "../../../../domain/change-requests.ts";
import { formatNames } from "../../../../domain/format-list.ts";
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

type RowProps = RequestProps & { isOpen: boolean; onToggle: () => void };

/** A line of the list: who asks, what they said last, and since when. It opens the conversation below it. */
export function RequestRow({ isOpen, onToggle, ...shown }: RowProps) {
  const { id, status, business_name, client_name, created_at, waits_since, message, answers, assignee } = shown.request;
  const last = answers.at(-1);
  const isReplied = status === "open" && last?.from_client;
  const isHandoff = shown.handoff !== undefined;
  const panelId = `thread-${id}`;
  // A folded conversation keeps the reply that someone writes.
  const [hasUnsent, setUnsent] = useState(false);
  return (
    <li id={`request-${id}`} ref={showLinkedRequest} className="scroll-mt-6 border-line-soft border-b last:border-b-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form. */}
      <div role="group" aria-label={`Request from ${business_name}`}>
        <h2>
          <button
            type="button"
            data-request-row
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={onToggle}
            className={cn(
              "grid w-full grid-cols-[8px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 px-4 py-2.5 text-left text-13 hover:bg-sunken focus-visible:-outline-offset-2",
              isOpen && "bg-sunken",
            )}
          >
            <span aria-hidden="true" className={cn("mt-1.5 size-2 rounded-full", status === "open" && "bg-accent")} />
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className={cn("max-w-full truncate", status === "open" ? "font-semibold" : "font-medium")}>
                {business_name}
              </span>
              <span className="max-w-full truncate text-ink-3">{client_name}</span>
            </span>
            <span className="flex items-center justify-end gap-x-2.5 gap-y-1 md:row-span-2 md:self-start phone:flex-col-reverse phone:items-end">
              <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
                {!isOpen && hasUnsent && <Chip tone="warn">unsent reply</Chip>}
                {isReplied && (
                  <Chip tone={isHandoff ? "sales" : "client"}>{isHandoff ? "note added" : "client replied"}</Chip>
                )}
                <Chip tone={TONES[status]}>{status}</Chip>
                <span className="flex w-5 justify-center phone:w-auto phone:empty:hidden">
                  {assignee && (
                    <span title={`Assigned to ${assignee.name}`} className="flex">
                      <PersonAvatar userId={assignee.id} name={assignee.name} size={20} />
                      <span className="sr-only">Assigned to {assignee.name}</span>
                    </span>
                  )}
                </span>
              </span>
              <span className="flex items-center justify-end whitespace-nowrap text-ink-3 text-xs md:min-w-24">
                <TimeAgo at={waits_since ?? last?.created_at ?? created_at} />
                <ChevronRight
                  aria-hidden="true"
                  className={cn("ml-1 size-4 shrink-0 transition-transform", isOpen && "rotate-90")}
                />
              </span>
            </span>
            {!isOpen && (
              <span className="col-start-2 min-w-0 truncate text-ink-3 phone:col-end-4 phone:mt-1">
                <span className="text-ink-2">{kindOf(shown)}: </span>
                {last && !last.from_client && `${last.author ?? "Your agency"} replied: `}
                {(last?.body ?? message).replace(/\s+/g, " ")}
              </span>
            )}
          </button>
        </h2>
        {(isOpen || hasUnsent) && <Thread id={panelId} isHidden={!isOpen} onUnsent={setUnsent} {...shown} />}
      </div>
    </li>
  );
}

const kindOf = ({ request, handoff }: RequestProps) =>
  handoff ? HANDOFF_LABEL : changeRequestTypes[request.request_type];

const AFTER_REACTIVATION = " once they're reactivated";

type ThreadProps = RequestProps & { id: string; isHidden: boolean; onUnsent: (isUnsent: boolean) => void };

/** The conversation of a request and its actions. */
function Thread({ id: panelId, isHidden, onUnsent, request, files, handoff }: ThreadProps) {
  const { status, business_name, client_name, is_deactivated, message, created_at, waits_since, answers, account } =
    request;
  const left = leftText(request);
  const [answering, setAnswering] = useState(false);
  const changeStatus = useAction({
    action: (next: RequestStatus) => setRequestStatus(request, next),
    successMessage: (_, next) => (next === "closed" ? "Request closed" : "Request reopened"),
    errorMessage: "Couldn't update the request",
    invalidates: [queryKeys.changeRequests()],
  });
  // To close what no one answered leaves the client without a word, so that is asked first.
  const [asksClose, setAsksClose] = useState(false);
  const isUnanswered = status === "open" && !handoff && answers.at(-1)?.from_client !== false;
  const isReplied = status === "open" && answers.at(-1)?.from_client;
  // A hand-off is from someone of the team.
  const [role, tone] = handoff ? (["sales", "sales"] as const) : (["client", "client"] as const);
  return (
    <div
      id={panelId}
      className={cn("grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pt-2.5 pb-4 md:pl-9", isHidden && "hidden")}
    >
      <p className="wrap-anywhere text-13 text-ink-3">
        {handoff ? (
          client_name
        ) : (
          <ClientLink id={request.user_id} className="underline">
            {client_name}
          </ClientLink>
        )}
        {account && account.name !== business_name && (
          <>
            {" for "}
            <Link asChild>
              <RouterLink to={`/admin/accounts/${account.id}`}>{account.name}</RouterLink>
            </Link>
          </>
        )}{" "}
        {is_deactivated && <Chip>deactivated</Chip>} · {kindOf({ request, files, handoff })}{" "}
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
      {left && <p className="wrap-anywhere text-13 text-ink-2">{left}</p>}
      <p className="wrap-anywhere max-w-[75ch] whitespace-pre-line text-sm">
        <LinkedText text={message} />
      </p>
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
        <AnswerForm request={request} onUnsent={onUnsent} onClose={() => setAnswering(false)} />
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
        description={`${client_name} gets no email. They see it as closed in their portal${is_deactivated ? AFTER_REACTIVATION : ""}, and you can reopen it.`}
        confirmLabel="Close request"
        variant="primary"
        onConfirm={() => void changeStatus.run("closed")}
      />
    </div>
  );
}

/** That a client left the account of their request, and who gets the answer; null while they belong to it. */
function leftText({ has_left, client_name, account, user_email, answered_to }: ChangeRequest): string | null {
  if (!has_left || !account) return null;
  const readers = answered_to.includes(user_email) ? "" : ` Your answer is emailed to ${formatNames(answered_to)}.`;
  return `${client_name} has left ${account.name} and can't reply here.${readers}`;
}

type ReplyProps = { request: ChangeRequest; onUnsent: (isUnsent: boolean) => void; onClose: () => void };

/** The answer to one request. */
function AnswerForm({ request, onUnsent, onClose }: ReplyProps) {
  const [seen, setSeen] = useState(request);
  const isNewer = request.updated_at !== seen.updated_at;
  return (
    <ReplyForm
      requestId={request.id}
      noun="reply"
      label={`Reply to ${request.client_name}`}
      hint={`Emailed to ${formatNames(request.answered_to)} and shown in their portal${request.is_deactivated ? AFTER_REACTIVATION : ""}.`}
      send={(text, answerId) => answerRequest(seen, answerId, text)}
      successMessage={`Reply sent to ${formatNames(request.answered_to)}`}
      errorMessage="Couldn't send the reply"
      onAccept={isNewer ? () => setSeen(request) : undefined}
      onUnsent={onUnsent}
      onClose={onClose}
    />
  );
}
