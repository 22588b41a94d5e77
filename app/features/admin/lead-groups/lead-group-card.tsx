import { Building2, CircleDashed } from "lucide-react";
import { memo, useId } from "react";
import { Avatar } from "~/ui/avatar.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { LeadRows } from "./lead-rows.tsx";
import type { Grouping, LeadGroup } from "./list-lead-groups.ts";
import { useMoreLeads } from "./use-lead-groups.ts";

const count = new Intl.NumberFormat("en");

type Props = { by: Grouping; group: LeadGroup; query: string };

/** A group with its count and its newest five leads; the last line opens the rest (spec §2), a page at a time. */
export const LeadGroupCard = memo(function LeadGroupCard({ by, group, query }: Props) {
  const titleId = useId();
  const more = useMoreLeads(by, group, query);
  const leads = [...group.shown, ...(more.data?.pages.flat() ?? [])];
  const left = group.leads - leads.length;
  const open = () => void (more.data ? more.fetchNextPage() : more.refetch());
  return (
    <Card role="group" aria-labelledby={titleId} className="overflow-hidden">
      <CardHeader className="border-b-0 bg-sunken">
        <GroupIcon by={by} group={group} />
        <CardTitle id={titleId}>{group.name}</CardTitle>
        <span className="num ml-auto shrink-0 text-13 text-ink-2">
          {count.format(group.leads)} {group.leads === 1 ? "lead" : "leads"}
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
            aria-label={`... and ${count.format(left)} more leads of ${group.name}`}
          >
            <span>... and {count.format(left)} more leads</span>
          </Button>
          {more.isError && (
            <span role="alert" className="text-bad-fg text-xs">
              They could not be loaded. Try again.
            </span>
          )}
        </div>
      )}
    </Card>
  );
});

function GroupIcon({ by, group }: Omit<Props, "query">) {
  if (by === "owner" && group.key !== "") return <Avatar name={group.name} size={24} />;
  const Icon = by === "owner" ? CircleDashed : Building2;
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />;
}
