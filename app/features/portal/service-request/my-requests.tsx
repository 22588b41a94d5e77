import { queryOptions, useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { runQuery } from "~/shared/api.ts";
import { AttachedFiles, FilesNotice } from "~/shared/attachments/attached-files.tsx";
import { type FilesById, useRequestFiles } from "~/shared/attachments/request-files.ts";
import { AccountFilter, usePortalAccounts } from "~/shared/portal-accounts.tsx";
import { type PortalRights, portalRightsQuery, sharedRows } from "~/shared/portal-rights.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { Conversation, showLinkedRequest } from "~/shared/requests/conversation.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { LinkedText } from "~/ui/linked-text.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { changeRequestTypes, replyDue } from "../../../../domain/change-requests.ts";
import { formatDayTime } from "../../../../domain/format-date.ts";
import { Reply } from "./reply.tsx";

const TONES: Record<string, ChipTone> = { open: "warn", answered: "ok" };

/** The requests of a client and their account, with their answers. Hidden until the first request exists. */
export function MyRequests({ userId }: { userId: string }) {
  const requests = useQuery(myRequestsQuery(userId));
  const portal = usePortalAccounts(userId, "work");
  const { data: rights } = useQuery(portalRightsQuery(userId));
  const { chosen } = portal;
  const files = useRequestFiles((requests.data ?? []).map(({ id }) => id));
  return (
    <QueryBoundary
      query={requests}
      errorMessage="Your requests couldn't be loaded"
      skeleton={<TableSkeleton label="Loading your requests" />}
    >
      {(list) =>
        list.length > 0 && (
          <Card role="region" aria-labelledby="my-requests">
            <CardHeader className="phone:flex-wrap phone:py-2.5">
              <CardTitle id="my-requests">Your requests</CardTitle>
              <AccountFilter {...portal} className="ml-auto" />
            </CardHeader>
            <FilesNotice files={files} />
            <ul>
              {ofAccount(list, chosen?.id).map((request) => (
                <Request
                  key={request.id}
                  request={request}
                  account={portal.nameOf(request.account_id)}
                  left={request.user_id === userId ? leftOf(request, rights) : null}
                  by={request.user_id === userId ? null : senderOf(request, rights)}
                  files={files.data}
                />
              ))}
            </ul>
            {ofAccount(list, chosen?.id).length === 0 && (
              <p className="px-4 py-6 text-center text-13 text-ink-3">
                {portal.ask
                  ? `Only owners and members see the requests of ${chosen?.name}.`
                  : "There are no requests for this account."}
              </p>
            )}
          </Card>
        )
      }
    </QueryBoundary>
  );
}

type Sender = { name: string; email: string; hasLeft: boolean };

const senderOf = ({ account_id, user_id, user_email }: MyRequest, rights: PortalRights | undefined): Sender => ({
  name: rights?.senders[user_id] ?? user_email,
  email: user_email,
  hasLeft: rights?.senders_left.some((one) => one.account_id === account_id && one.user_id === user_id) ?? false,
});

/** Who gets the answer by email besides the page (private.answer_readers). */
const howAnswered = (by: Sender | null, left: string | null): string => {
  if (left) return "here";
  if (!by) return "here and by email";
  return `here and by email to ${by.hasLeft ? "the account's owners" : by.name}`;
};

/** The name of the account that the user sent a request for and no longer belongs to. */
const leftOf = ({ account_id, is_deletion }: MyRequest, rights: PortalRights | undefined): string | null =>
  (!is_deletion && rights?.left.find(({ id }) => id === account_id)?.name) || null;

const ofAccount = (list: MyRequest[], accountId: string | undefined) =>
  accountId ? list.filter(({ account_id }) => account_id === accountId) : list;

type RequestProps = {
  request: MyRequest;
  /** The account that it is for, if the client has several. */
  account: string | null;
  /** The same if the client no longer belongs to it, so that they can't reply. */
  left: string | null;
  /** A colleague who sent it. Only they can reply. */
  by: Sender | null;
  files: FilesById | undefined;
};

function Request({ request, account, left, by, files }: RequestProps) {
  const { id, request_type, message, status, created_at, change_request_answers } = request;
  const contact = useAgencyContact().data;
  const agency = contact?.name ?? "Your agency";
  const said = change_request_answers.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  const isAnswered = said.some(({ from_client }) => !from_client);
  const isReplied = status === "open" && said.at(-1)?.from_client && isAnswered;
  return (
    <li
      id={`request-${id}`}
      ref={showLinkedRequest}
      className="grid scroll-mt-6 gap-2 border-line-soft border-b px-4 py-3.5 last:border-b-0"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="text-13 text-ink-3">
          {changeRequestTypes[request_type]} · <TimeAgo at={created_at} />
          {(account ?? left) && <span className="wrap-anywhere"> · {account ?? left}</span>}
          {by && (
            <span className="wrap-anywhere">
              {" "}
              · from <SenderName sender={by} />
            </span>
          )}
        </p>
        <Chip tone={TONES[status] ?? "neutral"} className="max-w-1/2 shrink">
          <span className="truncate">{isReplied ? `open, ${by?.name ?? "you"} replied` : status}</span>
        </Chip>
      </div>
      <p className="wrap-anywhere max-w-[75ch] whitespace-pre-line text-sm">
        <LinkedText text={message} />
      </p>
      <AttachedFiles files={files?.get(id)} label="Files of your request" />
      <Conversation
        entries={said}
        files={files}
        authorOf={({ from_client }) => (from_client ? by ? <SenderName sender={by} /> : "You" : agency)}
        filesLabelOf={({ from_client }) => (from_client ? "Files of the reply" : "Files of the answer")}
      />
      <Waiting due={replyDue(request, said)} email={contact?.email} how={howAnswered(by, left)} />
      {status === "closed" && !isAnswered ? null : left ? (
        <p className="wrap-anywhere text-13 text-ink-3">You no longer belong to {left}, so you can't reply here.</p>
      ) : by === null ? (
        <Reply request={request} />
      ) : (
        <p className="wrap-anywhere text-13 text-ink-3">
          {by.hasLeft ? (
            <>
              <SenderName sender={by} /> has left the account, so no one can reply here. To continue, send a new
              request.
            </>
          ) : (
            <>
              Only <SenderName sender={by} /> can reply here.
            </>
          )}
        </p>
      )}
    </li>
  );
}

function SenderName({ sender: { name, email } }: { sender: Sender }) {
  return <span title={name === email ? undefined : email}>{name}</span>;
}

/** What happens next with a request that waits for the agency. */
function Waiting({ due, email, how }: { due: Date | null; email: string | undefined; how: string }) {
  if (!due) return null;
  const isLate = due < new Date();
  return (
    <p className="flex items-center gap-1.5 text-13 text-ink-2">
      <Clock aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
      {isLate
        ? `Our reply is late, sorry. ${email ? `Please email ${email}.` : ""}`
        : `We'll reply ${how} before ${formatDayTime(due)}, your time.`}
    </p>
  );
}

const MAX_REQUESTS = 20;

/** The requests of a client and of the accounts whose work they see, with their answers, newest first. */
async function listMyRequests(userId: string) {
  // An admin who views the portal as a client could read what a colleague's portal doesn't show.
  const shared = await sharedRows(userId, "work", "user_id", "is_deletion.is.false");
  return runQuery((db) => {
    const found = db
      .from("change_requests")
      .select(
        "id, account_id, user_id, user_email, is_deletion, request_type, message, status, created_at, change_request_answers(id, body, created_at, from_client, reopens)",
      );
    return (shared ? found.or(shared) : found.eq("user_id", userId))
      .order("created_at", { ascending: false })
      .limit(MAX_REQUESTS);
  });
}

const myRequestsQuery = (userId: string) =>
  queryOptions({ queryKey: queryKeys.myRequests(userId), queryFn: () => listMyRequests(userId) });

type MyRequest = Awaited<ReturnType<typeof listMyRequests>>[number];
