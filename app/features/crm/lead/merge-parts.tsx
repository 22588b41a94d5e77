import { Split } from "lucide-react";
import type { MouseEvent } from "react";
import { Link as RouterLink } from "react-router";
import { crmPath } from "~/shared/workspace.ts";
import { Button } from "~/ui/button.tsx";
import { Link } from "~/ui/link.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail, MergeInfo } from "../lib/lead-types.ts";
import { useOpenLead } from "../lib/open-lead.ts";
import type { TimelineEvent } from "./api.ts";
import { LeadSection } from "./section.tsx";

type Other = Pick<MergeInfo, "other_id" | "other_name">;

/** The other lead of a merge. In the drawer, the link opens that lead's drawer. It is plain text if the user may not see the lead. */
export function OtherLead({ merge: { other_id: id, other_name: name } }: { merge: Other }) {
  const { leadId, show } = useOpenLead();
  if (!id) return name ?? "another lead";
  const stay = (event: MouseEvent) => {
    if (!leadId || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    show(id);
  };
  return (
    <Link asChild>
      <RouterLink to={crmPath(`/leads/${id}`)} onClick={stay} className="wrap-anywhere">
        {name}
      </RouterLink>
    </Link>
  );
}

type UndoMergeProps = {
  merge: Pick<MergeInfo, "batch_id" | "obstacle">;
  kept: string;
  other: string;
  className?: string;
};

/** Undoes a merge. Renders nothing when the user may not undo it, or when it is already undone. */
export function UndoMergeButton({ merge: { batch_id: batchId, obstacle }, kept, other, className }: UndoMergeProps) {
  const { undoMerge } = useLeadActions();
  if (!batchId || obstacle) return null;
  return (
    <Button
      size="sm"
      className={className}
      aria-label={`Unmerge ${kept} and ${other}`}
      onClick={() => undoMerge({ batchId, kept, other })}
    >
      <Split aria-hidden="true" /> Unmerge
    </Button>
  );
}

/** Lists the leads that were merged into this one. */
export function MergedLeads({ lead, className }: { lead: LeadDetail; className?: string }) {
  if (lead.merges.length === 0) return null;
  return (
    <LeadSection title="Merged into this lead" className={className}>
      <ul className="grid gap-2.5 text-13">
        {lead.merges.map((merge) => (
          <li key={merge.batch_id} className="flex items-start gap-2.5">
            <div className="min-w-0 flex-1">
              <p>
                <OtherLead merge={merge} />
              </p>
              <p className="text-ink-3 text-xs">
                by {merge.by ?? "a former colleague"}, {merge.at && <TimeAgo at={merge.at} />}
              </p>
              {merge.obstacle && <p className="text-ink-3 text-xs">{merge.obstacle}.</p>}
            </div>
            <UndoMergeButton merge={merge} kept={leadName(lead)} other={merge.other_name ?? "the other lead"} />
          </li>
        ))}
      </ul>
    </LeadSection>
  );
}

/** Describes a merge or its undo as a phrase that follows the actor's name. */
export function MergeEvent({ event }: { event: TimelineEvent }) {
  const merge = mergeOf(event);
  const other = <OtherLead merge={merge} />;
  const { what, was } = event.payload;
  if (what === "undone")
    return was === "merged" ? <>unmerged this lead from {other}</> : <>unmerged {other} from this lead</>;
  return (
    <>
      {what === "merged" ? <>merged this lead into {other}</> : <>merged {other} into this lead</>}
      {merge.undone_at && <span className="text-ink-3">, unmerged since</span>}
    </>
  );
}

export function mergeOf({ payload }: TimelineEvent): MergeInfo {
  return payload as MergeInfo;
}
