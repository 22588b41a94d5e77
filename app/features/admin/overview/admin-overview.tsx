import { useQuery } from "@tanstack/react-query";
import { CircleAlert, type LucideIcon, MessagesSquare, PanelsTopLeft, Receipt, UserCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { LoadError } from "~/shared/load-error.tsx";
import { adminOverviewQuery } from "~/shared/shell/admin-counts.ts";
import { waitingPagesQuery } from "~/shared/waiting-pages.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { Link } from "~/ui/link.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { waitingWorkQuery } from "./api.ts";

/** The header figures, and a banner while sign-ups are pending (spec §2 Admin dashboard). */
export function AdminOverview({ onReview }: { onReview: () => void }) {
  const overview = useQuery(adminOverviewQuery());
  if (overview.isError && !overview.data)
    return <LoadError text={ADMIN_TEXTS.loadFailed} error={overview.error} onRetry={() => void overview.refetch()} />;
  const data = overview.data;
  const pending = data?.pending_approvals ?? 0;
  const figure = (value: number | undefined, to: string) =>
    value === undefined ? undefined : (
      <Link asChild className="rounded-xs no-underline hover:underline">
        <RouterLink to={to} replace={to.startsWith("?")} preventScrollReset>
          {formatCount(value)}
        </RouterLink>
      </Link>
    );
  return (
    <>
      <StatGroup>
        <Stat label="Total Users" value={figure(data?.total_users, "?tab=users")} note={data && "with an account"} />
        <Stat
          label="Pending Approvals"
          value={figure(data?.pending_approvals, "?tab=approvals")}
          note={data && "sign-ups to review"}
        />
        <Stat
          label="Total Leads"
          value={figure(data?.total_leads, "/crm/leads")}
          note={data && "excluding archived and spam"}
        />
        <Stat
          label="Companies"
          value={figure(data?.companies, "?tab=leads&by=client")}
          note={data && "across all leads"}
        />
      </StatGroup>
      {pending > 0 && (
        <Banner
          tone="warn"
          icon={<UserCheck size={16} aria-hidden="true" />}
          title={`${pending} sales ${pending === 1 ? "sign-up is" : "sign-ups are"} waiting for your approval`}
          action={<Button onClick={onReview}>Review</Button>}
        />
      )}
      <WaitingWork />
    </>
  );
}

/** What waits for an admin, each with its list: overdue money in red, then the work of every day. Nothing when nothing waits. */
function WaitingWork() {
  const { data } = useQuery(waitingWorkQuery);
  const { data: pages = 0 } = useQuery(waitingPagesQuery);
  if (!data) return null;
  const { overdue, open_requests, to_open } = data;
  const invoices = overdue.reduce((sum, one) => sum + one.invoices, 0);
  if (invoices + to_open + open_requests + pages === 0) return null;
  return (
    <Card>
      <nav aria-label="Waiting for you" className="flex flex-wrap items-center gap-x-6 px-4 py-2 text-13">
        {invoices > 0 && (
          <Waits to="/admin/billing?status=overdue" Icon={CircleAlert} className="font-medium text-bad-fg">
            {countOf(invoices, "overdue invoice")}: {overdue.map((sum) => formatMoney(sum)).join(" + ")}
          </Waits>
        )}
        {to_open > 0 && (
          <Waits to="/admin/billing?status=active" Icon={Receipt}>
            {countOf(to_open, "invoice")} to open for payment
          </Waits>
        )}
        {open_requests > 0 && (
          <Waits to="/admin/requests?status=open" Icon={MessagesSquare}>
            {countOf(open_requests, "open request")}
          </Waits>
        )}
        {pages > 0 && (
          <Waits to="/admin/landing-pages?accounts=*waiting" Icon={PanelsTopLeft}>
            {countOf(pages, "landing page")} to approve
          </Waits>
        )}
      </nav>
    </Card>
  );
}

type WaitsProps = { to: string; Icon: LucideIcon; className?: string; children: ReactNode };

function Waits({ to, Icon, className, children }: WaitsProps) {
  return (
    <RouterLink
      to={to}
      className={cn("hit inline-flex items-center gap-2 rounded-xs py-1.5 hover:underline phone:min-h-11", className)}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span>{children}</span>
    </RouterLink>
  );
}

const countOf = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
