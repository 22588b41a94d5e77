import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { Link } from "~/ui/link.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { setRequestStatus } from "./decide-request.ts";
import { ReplyForm } from "./reply-form.tsx";
import type { RequestListItem, RequestStatus } from "./search-requests.ts";

const TONES: Record<RequestStatus, ChipTone> = { open: "warn", answered: "ok", closed: "neutral" };

/** One request: who asks what, what was answered, and what to do about it. */
export function RequestCard({ request }: { request: RequestListItem }) {
  const { status, business_name, client_name, user_email, request_type, message, created_at, answers } = request;
  const [answering, setAnswering] = useState(false);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const settle = useSingleFlight(async (next: RequestStatus) => {
    setBusy(true);
    try {
      await setRequestStatus(request, next);
      toast.success(next === "closed" ? "Request closed" : "Request is open again");
    } catch (error) {
      toast.error(problemText(error, "The request was not changed"));
    } finally {
      await client.invalidateQueries({ queryKey: queryKeys.changeRequests() });
      setBusy(false);
    }
  });
  const kind = request_type.replaceAll("_", " ");
  return (
    <li>
      <Card className="grid gap-3 p-5 phone:p-4" role="group" aria-label={`Request of ${business_name}`}>
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="wrap-anywhere font-semibold text-sm">{business_name}</p>
            <p className="wrap-anywhere text-13 text-ink-3">
              <Link asChild>
                <RouterLink to={`/admin/billing?q=${encodeURIComponent(user_email)}`}>{client_name}</RouterLink>
              </Link>{" "}
              · {kind} · <TimeAgo at={created_at} />
            </p>
          </div>
          <Chip tone={TONES[status]}>{status}</Chip>
        </div>
        <p className="wrap-anywhere max-w-[75ch] whitespace-pre-line text-sm">{message}</p>
        {answers.map((answer) => (
          <blockquote key={answer.id} className="grid gap-1 border-line-strong border-l-2 pl-3 text-sm">
            <p className="wrap-anywhere max-w-[75ch] whitespace-pre-line text-ink-2">{answer.body}</p>
            <footer className="text-ink-3 text-xs">
              {answer.author ?? "The agency"} · <TimeAgo at={answer.created_at} />
            </footer>
          </blockquote>
        ))}
        {answering ? (
          <ReplyForm request={request} onClose={() => setAnswering(false)} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setAnswering(true)} aria-label={`Answer ${business_name}`}>
              {answers.length > 0 ? "Answer again" : "Answer"}
            </Button>
            <Button
              variant="ghost"
              loading={busy}
              aria-label={
                status === "closed"
                  ? `Open the request of ${business_name} again`
                  : `Close the request of ${business_name}`
              }
              onClick={() => void settle(status === "closed" ? "open" : "closed")}
            >
              <span>{status === "closed" ? "Open again" : "Close"}</span>
            </Button>
          </div>
        )}
      </Card>
    </li>
  );
}
