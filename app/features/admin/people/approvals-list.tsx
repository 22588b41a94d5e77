import { useInfiniteQuery } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import { useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { RoleChip, StatusChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Table, TableActions, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { AccessDialog } from "./access-dialog.tsx";
import { type Person, peopleQuery } from "./api.ts";
import { RejectDialog } from "./person-dialogs.tsx";
import { PersonName } from "./person-row.tsx";

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
  return (
    <>
      {waiting.length > 0 ? (
        <Card className="overflow-hidden">
          <Table aria-label="Pending sign-ups" cards>
            <TableHeader>
              <TableRow>
                <TableHead>Name</TableHead>
                <TableHead>Email</TableHead>
                <TableHead>Role</TableHead>
                <TableHead>Signed up</TableHead>
                <TableHead>
                  <span className="sr-only">Actions</span>
                </TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {waiting.map((person) => (
                <SignUp key={person.userId} person={person} onDecide={(decision) => setAsked({ person, decision })} />
              ))}
            </TableBody>
          </Table>
          {people.hasNextPage && (
            <div className="border-line-soft border-t px-4 py-2.5">
              <Button size="sm" loading={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </Card>
      ) : (
        <Card>
          <EmptyState
            icon={<UserCheck />}
            title="No pending sign-ups"
            text="Sales sign-ups appear here until you approve or reject them."
          />
        </Card>
      )}
      {/* A question stays when its sign-up was the last one and a colleague answers it. */}
      {asked?.decision === "reject" && <RejectDialog person={asked.person} onClose={close} />}
      {asked?.decision === "approve" && <AccessDialog person={asked.person} change="approve" onClose={close} />}
    </>
  );
}

function SignUp({ person, onDecide }: { person: Person; onDecide: (decision: "approve" | "reject") => void }) {
  const { name, email, roles } = person;
  const { role, since } = roles.find(({ status }) => status === "pending") ?? FALLBACK_ROLE;
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell className="max-w-72 phone:order-1 phone:max-w-none">
        <PersonName person={person} />
      </TableCell>
      <TableCell hideOnPhone className="max-w-64 truncate text-ink-2">
        {email}
      </TableCell>
      <TableCell className="phone:order-2 phone:justify-self-end">
        <span className="flex gap-1.5">
          <RoleChip role={role} />
          <StatusChip status="pending" />
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 phone:order-3 phone:text-left phone:text-xs phone:even:text-left">
        <span className="md:hidden">Signed up </span>
        <TimeAgo at={since} />
      </TableCell>
      <TableCell pinned className="z-1 w-px phone:relative phone:order-4 phone:w-auto">
        <TableActions>
          <Button size="sm" variant="ghost" onClick={() => onDecide("reject")} aria-label={`Reject ${name}`}>
            Reject
          </Button>
          <Button size="sm" onClick={() => onDecide("approve")} aria-label={`Approve ${name}`}>
            Approve
          </Button>
        </TableActions>
      </TableCell>
    </TableRow>
  );
}
