import { GitMerge } from "lucide-react";
import { Link } from "react-router";
import { useWorkspace } from "~/shared/workspace-context.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useChangeLeads } from "../lib/change-leads.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail, MergeInfo } from "../lib/lead-types.ts";
import { CreateAccountButton } from "../won/create-account-button.tsx";
import { HandoffNotice } from "./handoff-notice.tsx";
import { OtherLead, UndoMergeButton } from "./merge-parts.tsx";

/** Notices at the top of a lead that is merged, archived or lost. */
export function LeadNotices({ lead }: { lead: LeadDetail }) {
  const { run, busy } = useChangeLeads({ canRetry: true });
  // Only admins can erase people.
  const isAdmin = useLeadActions().erase !== undefined;
  const isWorkspace = useWorkspace() !== null;
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
  if (lead.stage === "won" && !isWorkspace) return <WonNotice lead={lead} isAdmin={isAdmin} />;
  return null;
}

/** The account that a won lead became, or the way to it. */
function WonNotice({ lead, isAdmin }: { lead: LeadDetail; isAdmin: boolean }) {
  const { setUpClient } = useLeadActions();
  const { client_account_id: account } = lead;
  // One of an earlier win, which was undone, says nothing about this one.
  const isOfThisWin = Date.parse(lead.handoff?.created_at ?? "") >= Date.parse(lead.stage_entered_at);
  const handoff = isOfThisWin ? lead.handoff : null;
  if (handoff && handoff.status !== "closed")
    return (
      <HandoffNotice
        handoff={handoff}
        action={
          isAdmin && (
            <Button size="sm" onClick={() => setUpClient(lead)}>
              Set up client
            </Button>
          )
        }
      />
    );
  if (!account && isAdmin)
    return (
      <Banner
        tone="ok"
        title="Won. The client has no account yet"
        action={<CreateAccountButton lead={lead} size="sm" />}
      >
        {lead.email
          ? `We'll invite ${lead.email} as its owner.`
          : "Add an email address first, or invite the owner on the account's page."}
      </Banner>
    );
  if (!account)
    return (
      <Banner
        tone="ok"
        title={handoff ? "Won. An admin closed the hand-off" : "Won. Next, an admin sets up the client"}
        action={
          !handoff && (
            <Button size="sm" onClick={() => setUpClient(lead)}>
              Hand off to an admin
            </Button>
          )
        }
      />
    );
  return (
    <Banner
      tone="ok"
      title="Won. This lead is a client now"
      action={
        isAdmin && (
          <Button size="sm" asChild>
            <Link to={`/admin/accounts/${account}`}>Open account</Link>
          </Button>
        )
      }
    >
      {handoff?.answers.at(-1)?.body}
    </Banner>
  );
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
