import { useInfiniteQuery } from "@tanstack/react-query";
import { Building2, CircleDashed } from "lucide-react";
import { memo, useId } from "react";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { sourceText } from "~/ui/source-icon.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { type Grouping, type Lead, type LeadGroup, moreLeadsQuery } from "./api.ts";

type Props = { by: Grouping; group: LeadGroup; query: string };

/** A group with its count and its five newest leads. The last line loads the rest (spec §2), a page at a time. */
export const LeadGroupCard = memo(function LeadGroupCard({ by, group, query }: Props) {
  const titleId = useId();
  const more = useInfiniteQuery(moreLeadsQuery(by, group, query));
  const leads = [...group.shown, ...(more.data?.pages.flat() ?? [])];
  const left = group.leads - leads.length;
  const open = () => void (more.data ? more.fetchNextPage() : more.refetch());
  return (
    <Card role="group" aria-labelledby={titleId} className="overflow-hidden">
      <CardHeader className="border-b-0 bg-sunken">
        <GroupIcon by={by} group={group} />
        <CardTitle id={titleId}>{group.name}</CardTitle>
        <span className="num ml-auto shrink-0 text-13 text-ink-2">
          {formatCount(group.leads)} {group.leads === 1 ? "lead" : "leads"}
        </span>
      </CardHeader>
      <ul aria-labelledby={titleId}>
        <LeadRows by={by} leads={leads} />
      </ul>
      {left > 0 && (
        <div className="flex items-center gap-3 border-line-soft border-t px-1 py-1">
          <Button
            variant="ghost"
            loading={more.isFetching}
            onClick={open}
            aria-label={`... and ${formatCount(left)} more leads for ${group.name}`}
          >
            <span>... and {formatCount(left)} more leads</span>
          </Button>
          {more.isError && (
            <span role="alert" className="text-bad-fg text-xs">
              Couldn't load more leads. Try again.
            </span>
          )}
        </div>
      )}
    </Card>
  );
});

function GroupIcon({ by, group }: Omit<Props, "query">) {
  if (by === "owner" && group.key !== "") return <PersonAvatar userId={group.key} name={group.name} size={24} />;
  const Icon = by === "owner" ? CircleDashed : Building2;
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />;
}

/** One line for each lead. The group's heading shows the company or owner, so each line shows only the other one. */
function LeadRows({ by, leads }: { by: Grouping; leads: Lead[] }) {
  return leads.map((lead) => (
    <li
      key={lead.id}
      className="grid min-h-10 grid-cols-[minmax(0,1.4fr)_minmax(0,1.4fr)_minmax(0,1fr)_7rem_7rem] items-center gap-x-4 border-line-soft border-t px-4 py-1 text-13 hover:bg-hover phone:grid-cols-[minmax(0,1fr)_auto] phone:gap-y-0.5 phone:py-2.5"
    >
      <span className="truncate font-medium phone:text-sm">{leadName({ ...lead, company: null })}</span>
      <span className="truncate text-ink-2 phone:hidden" title={lead.email ?? undefined}>
        {lead.email ?? "–"}
      </span>
      <span className="truncate text-ink-2 phone:order-3 phone:text-xs">
        {by === "owner" ? lead.company || "No Company" : lead.owner}
      </span>
      <span className="truncate text-ink-3 text-xs phone:order-4 phone:text-right">{sourceText(lead.source)}</span>
      <TimeAgo at={lead.created_at} className="whitespace-nowrap text-right text-ink-3 text-xs" />
    </li>
  ));
}
