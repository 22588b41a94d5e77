import { queryOptions, useQuery } from "@tanstack/react-query";
import { runQuery } from "~/shared/api.ts";
import { AttachedFiles, FilesNotice } from "~/shared/attachments/attached-files.tsx";
import { type FilesById, useRequestFiles } from "~/shared/attachments/request-files.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { changeRequestTypes } from "../../../../domain/change-requests.ts";

const TONES: Record<string, ChipTone> = { open: "warn", answered: "ok" };

/** A client's requests and their answers. Hidden until the first request exists. */
export function MyRequests({ userId }: { userId: string }) {
  const requests = useQuery(myRequestsQuery(userId));
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
            <CardHeader>
              <CardTitle id="my-requests">Your requests</CardTitle>
            </CardHeader>
            <FilesNotice files={files} />
            <ul>
              {list.map((request) => (
                <Request key={request.id} request={request} files={files.data} />
              ))}
            </ul>
          </Card>
        )
      }
    </QueryBoundary>
  );
}

type RequestProps = { request: MyRequest; files: FilesById | undefined };

function Request({ request, files }: RequestProps) {
  const { id, request_type, message, status, created_at, change_request_answers } = request;
  const answers = change_request_answers.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  return (
    <li className="grid gap-2 border-line-soft border-b px-4 py-3.5 last:border-b-0">
      <div className="flex items-center justify-between gap-3">
        <p className="text-13 text-ink-3">
          {changeRequestTypes[request_type]} · <TimeAgo at={created_at} />
        </p>
        <Chip tone={TONES[status] ?? "neutral"}>{status}</Chip>
      </div>
      <p className="wrap-anywhere max-w-[75ch] whitespace-pre-line text-sm">{message}</p>
      <AttachedFiles files={files?.get(id)} label="Files of your request" />
      {answers.map((answer) => (
        <blockquote key={answer.id} className="grid gap-1 border-line-strong border-l-2 pl-3">
          <p className="wrap-anywhere max-w-[75ch] whitespace-pre-line text-ink-2 text-sm">{answer.body}</p>
          <AttachedFiles files={files?.get(answer.id)} label="Files of the answer" />
          <footer className="text-ink-3 text-xs">
            Answered <TimeAgo at={answer.created_at} />
          </footer>
        </blockquote>
      ))}
    </li>
  );
}

const MAX_REQUESTS = 20;

/** A client's own requests with their answers, newest first. */
const listMyRequests = (userId: string) =>
  runQuery((db) =>
    db
      .from("change_requests")
      .select("id, request_type, message, status, created_at, change_request_answers(id, body, created_at)")
      .eq("user_id", userId)
      .order("created_at", { ascending: false })
      .limit(MAX_REQUESTS),
  );

const myRequestsQuery = (userId: string) =>
  queryOptions({ queryKey: queryKeys.myRequests(userId), queryFn: () => listMyRequests(userId) });

type MyRequest = Awaited<ReturnType<typeof listMyRequests>>[number];
