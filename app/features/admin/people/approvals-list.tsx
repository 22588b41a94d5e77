import { useInfiniteQuery } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import { useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { RoleChip, StatusChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type Person, peopleQuery } from "./api.ts";
import { RejectDialog } from "./person-dialogs.tsx";
import { useDecidePendingRole } from "./use-person-actions.ts";

const PENDING_FILTER = { query: "", role: "", status: "pending", sort: "created", descending: false } as const;
const FALLBACK_ROLE = { role: "sales", since: "" } as const;

/** Pending sign-ups with Approve and Reject (spec §2, §4), oldest first. */
export function ApprovalsList() {
  const people = useInfiniteQuery(peopleQuery(PENDING_FILTER));
  const [rejected, setRejected] = useState<Person | null>(null);
  if (people.isPending) return <TableSkeleton label="Loading sign-ups" />;
  if (people.isError)
    return <LoadError text={ADMIN_TEXTS.loadFailed} error={people.error} onRetry={() => void people.refetch()} />;
  const waiting = people.data.pages.flatMap((page) => page.people);
  if (waiting.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<UserCheck />}
          title="No pending sign-ups"
          text="Sales sign-ups appear here until you approve or reject them."
        />
      </Card>
    );
  return (
    <Card>
      <ul aria-label="Pending sign-ups">
        {waiting.map((person) => (
          <SignUp key={person.userId} person={person} onReject={() => setRejected(person)} />
        ))}
      </ul>
      {people.hasNextPage && (
        <div className="border-line-soft border-t px-4 py-2.5">
          <Button size="sm" loading={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {rejected && <RejectDialog person={rejected} onClose={() => setRejected(null)} />}
    </Card>
  );
}

function SignUp({ person, onReject }: { person: Person; onReject: () => void }) {
  const decide = useDecidePendingRole();
  const { userId, name, email, roles } = person;
  const { role, since } = roles.find(({ status }) => status === "pending") ?? FALLBACK_ROLE;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-b px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="truncate text-xs text-ink-3">
          {email} · signed up <TimeAgo at={since} />
        </p>
      </div>
      <span className="flex gap-1.5">
        <RoleChip role={role} />
        <StatusChip status="pending" />
      </span>
      <span className="flex gap-2">
        <Button variant="ghost" disabled={decide.busy} onClick={onReject} aria-label={`Reject ${name}`}>
          Reject
        </Button>
        <Button
          disabled={decide.busy}
          onClick={() => void decide.run({ userId, status: "active" })}
          aria-label={`Approve ${name}`}
        >
          Approve
        </Button>
      </span>
    </li>
  );
}
