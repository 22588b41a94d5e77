import {
  Archive,
  ArchiveRestore,
  CalendarPlus,
  Ellipsis,
  Hand,
  Link2,
  Mail,
  MessageSquare,
  Phone,
  UserRoundPlus,
} from "lucide-react";
import type { ReactNode } from "react";
import { useLeadActions } from "~/shared/crm/lead-actions.ts";
import { type LeadDetail, leadName } from "~/shared/crm/lead-shape.ts";
import { useChangeLeads } from "~/shared/crm/use-change-leads.ts";
import { toast } from "~/shared/toast.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuShortcut,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { sourceText } from "~/ui/source-icon.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
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

/** Who it is, how to reach them, and how far they are. */
export function LeadHeader({ lead, title, onEmail, onText, end }: Props) {
  const actions = useLeadActions();
  const name = leadName(lead);
  const facts = [lead.company !== name && lead.company, sourceText(lead.source).toLowerCase()]
    .filter(Boolean)
    .join(" · ");
  return (
    <header className="grid gap-3 border-line border-b px-5 py-3.5 phone:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar name={name} size={40} />
        <div className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
          {title(name)}
          <p className="break-words text-13 text-ink-3">
            {facts} · <TimeAgo at={lead.created_at} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 @max-[599px]/lead:order-last @max-[599px]/lead:w-full phone:order-last phone:w-full phone:[&>button:not([aria-haspopup])]:flex-1">
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
            onClick={() => void actions.claimAndCall(lead)}
          >
            <Phone aria-hidden="true" /> Call
          </Button>
          <MoreMenu lead={lead} onEmail={onEmail} onText={onText} />
        </div>
        {end && <div className="flex items-center">{end}</div>}
      </div>
      <StageBar lead={lead} />
      <Notices lead={lead} />
    </header>
  );
}

function MoreMenu({ lead, onEmail, onText }: { lead: LeadDetail; onEmail: () => void; onText: () => void }) {
  const actions = useLeadActions();
  const { mutate } = useChangeLeads();
  const archived = lead.archived_at !== null;
  const name = leadName(lead);
  const archive = () =>
    mutate({
      leadIds: [lead.id],
      changes: { archived: !archived },
      text: archived ? `${name} is back` : `${name} is archived`,
    });
  const copy = () =>
    navigator.clipboard
      .writeText(new URL(`/crm/leads/${lead.id}`, location.href).href)
      .then(() => toast.success("Link copied"))
      .catch(() => toast.error("The link could not be copied"));
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="More">
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => actions.assign([lead])}>
          <UserRoundPlus aria-hidden="true" /> Assign… <DropdownMenuShortcut>A</DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => actions.addTask(lead)}>
          <CalendarPlus aria-hidden="true" /> Add task… <DropdownMenuShortcut>T</DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onText}>
          <MessageSquare aria-hidden="true" /> Log an SMS
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onEmail}>
          <Mail aria-hidden="true" /> Write an e-mail <DropdownMenuShortcut>E</DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void copy()}>
          <Link2 aria-hidden="true" /> Copy link
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={archive} disabled={lead.merged_into !== null}>
          {archived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
          {archived ? "Restore" : "Archive"}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** What one must know before doing anything: merged, archived, lost. */
function Notices({ lead }: { lead: LeadDetail }) {
  const { mutate, isPending } = useChangeLeads();
  if (lead.merged_into)
    return (
      <Banner
        title={`This lead was merged into ${lead.merged_into_name}`}
        action={
          <Button size="sm" asChild>
            <a href={`/crm/leads/${lead.merged_into}`}>Open that lead</a>
          </Button>
        }
      />
    );
  if (lead.archived_at)
    return (
      <Banner
        title="This lead is archived"
        action={
          <Button
            size="sm"
            loading={isPending}
            onClick={() =>
              mutate({ leadIds: [lead.id], changes: { archived: false }, text: `${leadName(lead)} is back` })
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
