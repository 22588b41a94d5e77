import { Archive, ArchiveRestore, UserRoundX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import type { LeadDetail } from "../lib/lead-types.ts";
import { useChangeLeads } from "../lib/use-change-leads.ts";

/** In the place of a lead whose person was erased: what is left is a number in the figures. */
export function ErasedLead({ lead, end }: { lead: LeadDetail; end?: ReactNode }) {
  const { mutate, isPending } = useChangeLeads();
  const day = new Date(lead.erasure?.at ?? lead.erased_at ?? lead.now).toLocaleDateString(undefined, {
    dateStyle: "long",
  });
  const archived = lead.archived_at !== null;
  return (
    <>
      {end && <div className="flex justify-end border-line border-b px-3 py-2">{end}</div>}
      <EmptyState
        icon={<UserRoundX />}
        title={`This person was erased on ${day}${lead.erasure?.by ? ` by ${lead.erasure.by}` : ""}`}
        text={
          archived
            ? "Nothing about them is left. This lead is archived and counts nowhere."
            : "Nothing about them is left. The lead still counts, so that figures stay as they were. Archive it to take it off the board and out of the counts."
        }
        className="py-16"
      >
        {lead.merged_into === null && (
          <Button
            loading={isPending}
            onClick={() =>
              mutate({
                leadIds: [lead.id],
                changes: { archived: !archived },
                text: archived ? "The lead counts again" : "The lead is archived",
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
