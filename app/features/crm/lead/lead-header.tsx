import { Hand, Mail, MessageSquare, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "~/ui/avatar.tsx";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { sourceText } from "~/ui/source-icon.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { MoreMenu } from "./lead-menu.tsx";
import { LeadNotices } from "./lead-notices.tsx";
import { StageBar } from "./stage-bar.tsx";

type Props = {
  lead: LeadDetail;
  /** The heading, as its place needs it: the page's, or a dialog's title. */
  title: (name: string) => ReactNode;
  onEmail: () => void;
  onText: () => void;
  /** What stands at the end: open as a page, close. */
  end?: ReactNode;
};

/** In a narrow place the buttons stand below the name, one beside the other. */
const WIDE_BELOW =
  "@max-[499px]/lead:order-last @max-[499px]/lead:w-full phone:order-last phone:w-full phone:[&>button:not([aria-haspopup])]:flex-1";

/** Who it is, how to reach them, and how far they are. */
export function LeadHeader({ lead, title, onEmail, onText, end }: Props) {
  const actions = useLeadActions();
  const name = leadName(lead);
  const live = lead.merged_into === null;
  const facts = [lead.company !== name && lead.company, sourceText(lead.source)].filter(Boolean).join(" · ");
  return (
    <header className="grid grid-cols-1 gap-3 border-line border-b px-5 py-3.5 phone:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar name={name} size={40} />
        <div className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
          {title(name)}
          <p className="break-words text-13 text-ink-3">
            {facts} · <TimeAgo at={lead.created_at} />
          </p>
        </div>
        <div className={cn("flex flex-wrap items-center gap-2", live && WIDE_BELOW)}>
          {live && (
            <>
              {!lead.owner_id && (
                <Button onClick={() => void actions.claim(lead)}>
                  <Hand aria-hidden="true" /> Claim
                </Button>
              )}
              <Button onClick={onText} className="@max-[599px]/lead:hidden phone:inline-flex">
                <MessageSquare aria-hidden="true" /> SMS
              </Button>
              <Button onClick={onEmail} className="@max-[599px]/lead:hidden phone:inline-flex">
                <Mail aria-hidden="true" /> E-mail
              </Button>
              <Button
                variant={end ? "default" : "primary"}
                disabled={!lead.phone}
                title={lead.phone ? undefined : "There is no phone number"}
                onClick={() => void actions.claimAndAnswer(lead)}
              >
                <Phone aria-hidden="true" /> Call
              </Button>
            </>
          )}
          <MoreMenu lead={lead} onEmail={onEmail} onText={onText} />
        </div>
        {end && <div className="ml-auto flex items-center">{end}</div>}
      </div>
      {live && <StageBar lead={lead} />}
      <LeadNotices lead={lead} />
    </header>
  );
}
