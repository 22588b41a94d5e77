import { UserCheck } from "lucide-react";
import { ADMIN_TEXTS } from "~/shared/admin-messages.ts";
import { LoadFailure } from "~/shared/load-failure.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { RoleChip, StatusChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { awaitingApproval } from "./list-people.ts";
import { useDecidePendingRole } from "./use-decide-pending-role.ts";
import { usePeople } from "./use-people.ts";

/** Pending sign-ups with Approve and Reject (spec §2, §4), who waits longest first. */
export function ApprovalsList() {
  const people = usePeople();
  const decide = useDecidePendingRole();
  if (people.isPending) return <TableSkeleton label="Loading the sign-ups" />;
  if (people.isError)
    return <LoadFailure text={ADMIN_TEXTS.loadFailed} error={people.error} onRetry={() => void people.refetch()} />;
  const waiting = awaitingApproval(people.data);
  if (waiting.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<UserCheck />}
          title="Nobody is waiting"
          text="Sales sign-ups appear here until you approve or reject them."
        />
      </Card>
    );
  return (
    <Card>
      <ul aria-label="Pending sign-ups">
        {waiting.map(({ person, role, since }) => {
          const busy = decide.isPending && decide.variables.userId === person.userId;
          const settle = (status: "active" | "inactive") => decide.mutate({ userId: person.userId, status });
          return (
            <li
              key={`${person.userId}-${role}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-b px-4 py-3 last:border-b-0"
            >
              <div className="min-w-0 flex-1 basis-48">
                <p className="truncate text-sm font-medium">{person.name}</p>
                <p className="truncate text-xs text-ink-3">
                  {person.company ?? "No company"} · signed up <TimeAgo at={since} />
                </p>
              </div>
              <span className="flex gap-1.5">
                <RoleChip role={role} />
                <StatusChip status="pending" />
              </span>
              <span className="flex gap-2">
                <Button
                  variant="ghost"
                  disabled={busy}
                  onClick={() => settle("inactive")}
                  aria-label={`Reject ${person.name}`}
                >
                  Reject
                </Button>
                <Button disabled={busy} onClick={() => settle("active")} aria-label={`Approve ${person.name}`}>
                  Approve
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
