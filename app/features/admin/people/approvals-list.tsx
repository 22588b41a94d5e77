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
import { AccessDialog } from "./access-dialog.tsx";
import { type Person, peopleQuery } from "./api.ts";
import { RejectDialog } from "./person-dialogs.tsx";

const PENDING_FILTER = { query: "", role: "", status: "pending", sort: "created", descending: false } as const;
const FALLBACK_ROLE = { role: "sales", since: "" } as const;

/** Pending sign-ups with Approve and Reject (spec §2, §4), oldest first. */
export function ApprovalsList() {
  const people = useInfiniteQuery(peopleQuery(PENDING_FILTER));
  const [asked, setAsked] = useState<{ person: Person; decision: "approve" | "reject" } | null>(null);
  const close = () => setAsked(null);
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
          <SignUp key={person.userId} person={person} onDecide={(decision) => setAsked({ person, decision })} />
        ))}
      </ul>
      {people.hasNextPage && (
        <div className="border-line-soft border-t px-4 py-2.5">
          <Button size="sm" loading={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {asked?.decision === "reject" && <RejectDialog person={asked.person} onClose={close} />}
      {asked?.decision === "approve" && <AccessDialog person={asked.person} change="approve" onClose={close} />}
    </Card>
  );
}

function SignUp({ person, onDecide }: { person: Person; onDecide: (decision: "approve" | "reject") => void }) {
  const { name, email, roles } = person;
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
        <Button variant="ghost" onClick={() => onDecide("reject")} aria-label={`Reject ${name}`}>
          Reject
        </Button>
        <Button onClick={() => onDecide("approve")} aria-label={`Approve ${name}`}>
          Approve
        </Button>
      </span>
    </li>
  );
}
