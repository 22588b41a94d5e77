import { useQuery } from "@tanstack/react-query";
import { Archive, ArchiveRestore, UserRoundX } from "lucide-react";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { Link } from "react-router";
import { LoadError } from "~/shared/load-error.tsx";
import { crmPath } from "~/shared/workspace.ts";
import { Button } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatLongDay } from "../../../../domain/format-date.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { isLeadNotFound, teamQuery } from "../lib/api.ts";
import { useChangeLeads } from "../lib/change-leads.ts";
import { type UnsentText, unsentTexts } from "../lib/drafts.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { newOwnerSince } from "../lib/new-owners.ts";
import { UnsentTexts } from "./unsent-texts.tsx";

/** Replaces a lead that cannot be shown. It does not reveal whether the lead exists. */
export function LeadProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isLeadNotFound(error))
    return (
      <div className="p-4">
        <LoadError text="Couldn't load the lead" error={error} onRetry={onRetry} />
      </div>
    );
  return (
    <div role="alert">
      <EmptyState
        icon={<UserRoundX />}
        title="Lead not found"
        text="It may have been deleted or reassigned. Reps only see their own leads and unowned ones."
        className="py-16"
      >
        <Button asChild>
          <Link to={crmPath()}>Go to Today</Link>
        </Button>
      </EmptyState>
    </div>
  );
}

type GoneProps = {
  /** The lead as it was read last, and when that was. */
  lead: LeadDetail;
  readAt: number;
};

/** Replaces an open lead that the user no longer sees. What they typed stays, because no one else has it. */
export function GoneLead({ lead, readAt }: GoneProps) {
  const { data: team = [] } = useQuery(teamQuery);
  const [texts, setTexts] = useState<UnsentText[]>([]);
  useLayoutEffect(() => {
    setTexts(unsentTexts(lead.id));
  }, [lead.id]);
  const owner = newOwnerSince(lead.id, readAt);
  const given = team.find(({ user_id }) => user_id === owner?.id)?.name;
  const reason = owner?.name
    ? `${owner.name} claimed it.`
    : given
      ? `You assigned it to ${given}.`
      : "This lead was assigned to someone else or deleted.";
  return (
    <div className="grid gap-5 px-4 py-16">
      <div role="alert">
        <EmptyState
          icon={<UserRoundX />}
          title={`You can no longer see ${leadName(lead)}`}
          text={`${reason} Reps only see their own leads and unowned ones.`}
          className="py-0"
        >
          <Button asChild>
            <Link to={crmPath()}>Go to Today</Link>
          </Button>
        </EmptyState>
      </div>
      <UnsentTexts texts={texts} />
    </div>
  );
}

/** Replaces a lead whose person was erased. Such a lead only counts in figures. */
export function ErasedLead({ lead, end }: { lead: LeadDetail; end?: ReactNode }) {
  const { run, busy } = useChangeLeads({ canRetry: true });
  const day = formatLongDay(lead.erasure?.at ?? lead.erased_at ?? lead.now);
  const archived = lead.archived_at !== null;
  return (
    <>
      {end && <div className="flex justify-end border-line border-b px-3 py-2">{end}</div>}
      <EmptyState
        icon={<UserRoundX />}
        title={`This person was erased on ${day}${lead.erasure?.by ? ` by ${lead.erasure.by}` : ""}`}
        text={
          archived
            ? "Their data was deleted. This lead is archived and no longer counted."
            : "Their data was deleted. The lead is still counted, so your reports don't change. Archive it to remove it from the board and from counts."
        }
        className="py-16"
      >
        {lead.merged_into === null && (
          <Button
            loading={busy}
            onClick={() =>
              run({
                leadIds: [lead.id],
                changes: { archived: !archived },
                text: archived ? "Lead restored" : "Lead archived",
              })
            }
          >
            {archived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
            {archived ? "Restore" : "Archive"}
          </Button>
        )}
      </EmptyState>
    </>
  );
}

export function LeadSkeleton() {
  return (
    <div role="status" aria-label="Loading the lead">
      <div className="grid gap-3 border-line border-b px-5 py-3.5">
        <div className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="grid gap-2">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="w-60" />
          </div>
        </div>
        <Skeleton className="h-[26px] w-full" />
      </div>
      <div className="grid gap-3.5 p-5">
        {[1, 2, 3, 4, 5, 6].map((line) => (
          <div key={line} className="flex gap-8">
            <Skeleton className="w-20" />
            <Skeleton className="w-48" />
          </div>
        ))}
      </div>
    </div>
  );
}
