import { GitMerge } from "lucide-react";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useChangeLeads } from "../lib/change-leads.ts";
import type { LeadDetail, MergeInfo } from "../lib/lead-types.ts";
import { OtherLead, UndoMergeButton } from "./merge-parts.tsx";

/** Notices at the top of a lead that is merged, archived or lost. */
export function LeadNotices({ lead }: { lead: LeadDetail }) {
  const { run, busy } = useChangeLeads();
  if (lead.merge) return <MergedNotice lead={lead} merge={lead.merge} />;
  if (lead.archived_at)
    return (
      <Banner
        title="This lead is archived"
        action={
          <Button
            size="sm"
            loading={busy}
            onClick={() =>
              run({ leadIds: [lead.id], changes: { archived: false }, text: `Restored ${leadName(lead)}` })
            }
          >
            Restore
          </Button>
        }
      />
    );
  if (lead.stage === "lost")
    return (
      <Banner title={`Lost: ${lead.lost_reason ?? "no reason given"}`}>
        {lead.lost_note && <p>{lead.lost_note}</p>}
      </Banner>
    );
  return null;
}

function MergedNotice({ lead, merge }: { lead: LeadDetail; merge: MergeInfo }) {
  return (
    <Banner
      icon={<GitMerge aria-hidden="true" />}
      title={
        <>
          This lead was merged into <OtherLead merge={merge} />
        </>
      }
      action={<UndoMergeButton merge={merge} kept={merge.other_name ?? "the other lead"} other={leadName(lead)} />}
    >
      <p>
        {merge.at && (
          <>
            By {merge.by ?? "a former colleague"}, <TimeAgo at={merge.at} />.{" "}
          </>
        )}
        This copy is read-only. Work on the other lead instead.
      </p>
      {merge.obstacle && <p>{merge.obstacle}.</p>}
    </Banner>
  );
}
