import { Hand, Mail, MessageSquare, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { sourceText } from "~/ui/source-icon.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useStages } from "../lib/api.ts";
import { prefersEmail } from "../lib/email-composer.tsx";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { MoreMenu } from "./lead-menu.tsx";
import { LeadNotices } from "./lead-notices.tsx";

type Props = {
  lead: LeadDetail;
  /** The heading of the page or the title of the dialog. */
  title: (name: string) => ReactNode;
  onEmail: () => void;
  onText: () => void;
  /** Buttons at the end, such as Close. */
  end?: ReactNode;
};

const BELOW_ON_PHONE = "phone:order-last phone:w-full phone:[&>button:not([aria-haspopup])]:flex-1";

/** The lead's name, ways to reach them, and the stage. In the drawer, which has buttons at the end, these ways are below the name. */
export function LeadHeader({ lead, title, onEmail, onText, end }: Props) {
  const actions = useLeadActions();
  const name = leadName(lead);
  const isReadOnly = useIsReadOnly();
  const live = lead.merged_into === null && !isReadOnly;
  const byEmail = prefersEmail(lead);
  const facts = [lead.company !== name && lead.company, sourceText(lead.source)].filter(Boolean).join(" · ");
  return (
    <header className="grid grid-cols-1 gap-3 border-line border-b px-5 py-3.5 phone:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar name={name} size={40} />
        <div className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
          {title(name)}
          <p className="wrap-anywhere text-13 text-ink-3">
            {facts} · <TimeAgo at={lead.created_at} />
          </p>
        </div>
        {end && (
          <div className="flex items-center self-start phone:order-first phone:-mt-1 phone:-mr-2 phone:-mb-2 phone:w-full phone:justify-end">
            {end}
          </div>
        )}
        <div className={cn("flex flex-wrap items-center gap-2", live && BELOW_ON_PHONE, end && "w-full")}>
          {live && (
            <>
              {!lead.owner_id && (
                <Button onClick={() => void actions.claim(lead)}>
                  <Hand aria-hidden="true" /> Claim
                </Button>
              )}
              {/* A phone has room for three buttons and the menu, which has the rest. */}
              <Button
                onClick={onText}
                disabled={!lead.phone}
                title={lead.phone ? undefined : "No phone number"}
                className={lead.owner_id && lead.phone ? "" : "phone:hidden"}
              >
                <MessageSquare aria-hidden="true" /> SMS
              </Button>
              <Button variant={byEmail ? "primary" : "default"} onClick={onEmail}>
                <Mail aria-hidden="true" /> Email
              </Button>
              <Button
                variant={byEmail ? "default" : "primary"}
                disabled={!lead.phone}
                className={lead.phone ? "" : "phone:hidden"}
                title={!lead.phone ? "No phone number" : lead.owner_id ? undefined : "Claims the lead, too"}
                onClick={() => void actions.claimAndAnswer(lead)}
              >
                <Phone aria-hidden="true" /> Call
              </Button>
            </>
          )}
          <MoreMenu lead={lead} onEmail={onEmail} onText={onText} />
        </div>
      </div>
      {lead.merged_into === null && <StageBar lead={lead} />}
      <LeadNotices lead={lead} />
    </header>
  );
}

/**
 * The stages of the pipeline. A click moves the lead. In a narrow container the names wrap into two rows of four, so that every
 * stage has its words.
 */
function StageBar({ lead }: { lead: LeadDetail }) {
  const { stages } = useStages();
  const { move } = useLeadActions();
  const isReadOnly = useIsReadOnly();
  const at = stages.findIndex(({ key }) => key === lead.stage);
  return (
    <fieldset disabled={lead.archived_at !== null || isReadOnly} className="@container/stages min-w-0">
      <legend className="sr-only">Stage</legend>
      <ol className="flex gap-0.5 @max-[719px]/stages:grid @max-[719px]/stages:grid-cols-4">
        {stages.map(({ key, label }, index) => {
          const current = index === at;
          const passed = index < at && lead.stage !== "lost";
          return (
            <li key={key} className={cn("min-w-0 flex-1 basis-0", key === "lost" && "ml-1.5 @max-[719px]/stages:ml-0")}>
              <button
                type="button"
                title={current ? label : `Move to ${label}`}
                aria-current={current ? "step" : undefined}
                aria-label={current ? `Stage: ${label}` : `Move to ${label}`}
                onClick={() => move([lead], key)}
                className={cn(
                  "grid h-[26px] w-full cursor-pointer place-items-center overflow-hidden whitespace-nowrap px-1 font-medium text-ink-3 text-xs disabled:cursor-default phone:h-11 touch:h-11",
                  "bg-mute-bg hover:text-ink focus-visible:relative focus-visible:z-1",
                  passed && "bg-press text-ink-2",
                  current && "bg-ink text-page hover:text-page",
                  index === 0 && "rounded-l-[7px]",
                  key === "won" && "rounded-r-[7px]",
                  key === "lost" && "rounded-[7px]",
                  "@max-[719px]/stages:rounded-sm",
                )}
              >
                <span className="max-w-full truncate">{label}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}
