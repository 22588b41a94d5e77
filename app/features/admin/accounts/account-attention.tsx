import { ChevronRight } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { AccountRecord } from "./api.ts";

type Task = { to: string; text: string; chip: string; tone: ChipTone; isOtherApp?: boolean };

/** What waits for someone in an account, each with the list that shows it. Hidden when nothing waits. */
export function AttentionCard({ account }: { account: AccountRecord }) {
  const tasks = tasksOf(account);
  if (tasks.length === 0) return null;
  return (
    <Card role="region" aria-label="Needs attention" className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>Needs attention</CardTitle>
      </CardHeader>
      <ul className="divide-y divide-line-soft">
        {tasks.map(({ to, text, chip, tone, isOtherApp }) => {
          const content = (
            <>
              <span className="min-w-0 flex-1">{text}</span>
              <Chip tone={tone}>{chip}</Chip>
              <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
            </>
          );
          const className = "flex min-h-11 items-center gap-3 px-4 py-2 text-13 text-ink no-underline hover:bg-hover";
          return (
            <li key={to}>
              {/* Another account is another page load, so that nothing of this page reaches it. */}
              {isOtherApp ? (
                <a href={to} className={className}>
                  {content}
                </a>
              ) : (
                <RouterLink to={to} className={className}>
                  {content}
                </RouterLink>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function tasksOf({ name, slug, archived_at, late_leads, open_requests, money }: AccountRecord): Task[] {
  if (archived_at) return [];
  const query = encodeURIComponent(name);
  const overdue = money.balance.filter((one) => one.overdue > 0);
  const late = overdue.reduce((sum, one) => sum + one.overdue, 0);
  const sums = overdue.map((one) => formatMoney({ amount: one.overdue_amount, currency: one.currency })).join(" + ");
  const tasks: (Task | false)[] = [
    late > 0 && {
      to: `/admin/billing?q=${query}&status=overdue`,
      text: `${countOf(late, "invoice is", "invoices are")} past the due date: ${sums}`,
      chip: "overdue",
      tone: "bad",
    },
    late_leads > 0 && {
      to: `/workspace/${slug}`,
      text: `${countOf(late_leads, "lead has", "leads have")} waited past the response target`,
      chip: "waiting",
      tone: "warn",
      isOtherApp: true,
    },
    open_requests > 0 && {
      to: `/admin/requests?q=${query}&status=open`,
      text: `${countOf(open_requests, "request is", "requests are")} waiting for a reply`,
      chip: "open",
      tone: "warn",
    },
  ];
  return tasks.filter((task) => task !== false);
}

const countOf = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;
