import { Link } from "react-router";
import { crmPath } from "~/shared/workspace.ts";
import { Chip } from "~/ui/chip.tsx";
import { clockNow } from "~/ui/clock-ticker.ts";
import { cn } from "~/ui/cn.ts";
import { rowLinkClasses } from "~/ui/link.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatTime } from "../../../../domain/format-date.ts";
import { AccountChip } from "../lib/account-chip.tsx";
import { callSearch } from "../lib/calls.ts";
import { dueText } from "../lib/crm-format.ts";
import { KindIcon } from "../lib/outcome-icon.tsx";
import type { HostedCall, Today } from "./api.ts";

/** The calls that the user holds with leads of colleagues. Such a lead isn't in their sections, so each row opens the call. */
export function HostedCalls({ day }: { day: Today }) {
  return (
    <section aria-labelledby="today-calls">
      <div className="sticky top-0 z-2 flex h-8 items-center gap-2 border-line-soft border-y bg-sunken px-4 text-xs phone:top-14 phone:h-9">
        <h2 id="today-calls" className="scroll-mt-14 font-semibold phone:scroll-mt-0">
          Your calls
        </h2>
        <span className="font-medium font-mono text-2xs text-ink-3">{formatCount(day.calls.length)}</span>
        <span className="min-w-0 truncate text-ink-3">with leads of colleagues</span>
      </div>
      <ul>
        {day.calls.map((call) => (
          <HostedCallRow key={call.id} call={call} day={day} />
        ))}
      </ul>
    </section>
  );
}

function HostedCallRow({ call, day }: { call: HostedCall; day: Today }) {
  const account = day.accounts.find(({ id }) => id === call.account_id);
  const now = clockNow();
  const asks = Date.parse(call.ends_at) < now;
  const search = callSearch(call);
  const name = <span className="wrap-anywhere @max-[519px]/queue:text-[15px]/5">{call.name}</span>;
  const classes = `min-w-0 font-medium ${rowLinkClasses}`;
  return (
    <li className="relative flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-line-soft border-b px-4 py-2 pl-11 text-13 hover:bg-hover @max-[519px]/queue:pl-4">
      <span
        className={cn(
          "w-[84px] whitespace-nowrap font-medium font-mono text-[12.5px]/4 tabular-nums tracking-tighter [word-spacing:-.28em]",
          asks && "text-warn-fg",
        )}
      >
        {Date.parse(call.starts_at) > now ? formatTime(call.starts_at) : asks ? dueText(call.ends_at, now) : "now"}
      </span>
      {account ? (
        // Another account is another page load.
        <a href={`/workspace/${account.slug}/calls${search}`} className={classes}>
          {name}
        </a>
      ) : (
        <Link to={crmPath(`/calls${search}`)} className={classes}>
          {name}
        </Link>
      )}
      {account && <AccountChip account={account} />}
      {asks && <Chip tone="warn">Outcome?</Chip>}
      <span className="ml-auto flex min-w-0 items-center gap-1.5 text-ink-2 @max-[519px]/queue:ml-0 @max-[519px]/queue:w-full">
        <KindIcon kind={call.location === "phone" ? "call" : "meeting"} className="size-3.5 shrink-0 text-ink-3" />
        <span className="min-w-0 truncate">
          {call.title}
          {call.owner && <span className="text-ink-3">, {call.owner}'s lead</span>}
        </span>
      </span>
    </li>
  );
}
