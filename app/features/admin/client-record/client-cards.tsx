import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { accountRole } from "~/shared/accounts/account-roles.ts";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { ClientLink } from "~/shared/client-link.tsx";
import { fullName } from "~/shared/display-name.ts";
import type { StoredSubscription } from "~/shared/load-subscription.ts";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip, HealthChip } from "~/ui/chip.tsx";
import { Link } from "~/ui/link.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { mailLink } from "../../../../domain/mail-link.ts";
import { isInTrial } from "../../../../domain/subscription.ts";
import { dayIn, localZone } from "../../../../domain/zoned-time.ts";
import { isArchivedOnly } from "../lib/person-accounts.ts";
import { CancelPlanButton, KeepPlanButton } from "../lib/plan-change.tsx";
import type { ClientDetails, ClientRecord } from "./api.ts";
import { planText } from "./plan-text.ts";

/** The person, the accounts that they belong to, and the other people of these accounts. */
export function PeopleCard({ client }: { client: ClientRecord }) {
  const { email, accounts, colleagues, created_at, last_active, email_confirmed } = client;
  return (
    <Side title="People">
      <Person userId={client.id} name={fullName(client, email)}>
        <a href={mailLink(email)} className="tap truncate hover:underline">
          {email}
        </a>
      </Person>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-line-soft border-t px-4 py-3 text-13">
        <dt className="text-ink-3">Email</dt>
        <dd className="text-right">{email_confirmed ? "Confirmed" : "Not confirmed yet"}</dd>
        <dt className="text-ink-3">Last active</dt>
        <dd className="text-right">{last_active ? <TimeAgo at={last_active} /> : "Never"}</dd>
        <dt className="text-ink-3">Client since</dt>
        <dd className="text-right">{formatDay(created_at)}</dd>
      </dl>
      {accounts.map(({ id, name, role, is_archived }) => (
        <p key={id} className="flex items-center gap-3 border-line-soft border-t px-4 py-3 text-13">
          <Link asChild className="-mx-1 -my-1 min-w-0 flex-1 truncate px-1 py-1">
            <RouterLink to={`/admin/accounts/${id}`}>{name}</RouterLink>
          </Link>
          {is_archived && accounts.length > 1 && <Chip>Archived</Chip>}
          <span className="shrink-0 text-ink-3 text-xs">{accountRole(role)?.label}</span>
        </p>
      ))}
      {colleagues.map(({ id, name, email: address }) => (
        <div key={id} className="border-line-soft border-t">
          <Person userId={id} name={<ClientLink id={id}>{name}</ClientLink>} avatar={name}>
            <span className="truncate">{address}</span>
          </Person>
        </div>
      ))}
    </Side>
  );
}

type PersonProps = { userId: string; name: ReactNode; avatar?: string; children: ReactNode };

function Person({ userId, name, avatar, children }: PersonProps) {
  return (
    <div className="flex min-w-0 items-center gap-3 px-4 py-3">
      <PersonAvatar userId={userId} name={avatar ?? String(name)} size={24} />
      <div className="grid min-w-0 text-13">
        {/* The padding leaves room for the focus ring of a linked name. */}
        <span className="-mx-1 -my-1 truncate px-1 py-1 font-medium">{name}</span>
        <span className="flex min-w-0 text-ink-3 text-xs">{children}</span>
      </div>
    </div>
  );
}

type DashboardProps = {
  dashboard: ClientDetails["dashboard"];
  /** Someone who left for the team sees no dashboard. */
  isClient: boolean;
};

export function DashboardCard({ dashboard, isClient }: DashboardProps) {
  const manage = (
    <Link asChild subtle className="ml-auto text-13">
      <RouterLink to={`/admin?tab=dashboards${dashboard ? `&q=${dashboard.id}` : ""}`}>Manage</RouterLink>
    </Link>
  );
  if (!dashboard)
    return (
      <Side title="Dashboard" action={manage}>
        <p className="px-4 py-3 text-13 text-ink-3">
          No dashboard yet.{isClient && " The client sees a note until you add one."}
        </p>
      </Side>
    );
  const { dashboard_title, notion_database_url, health_status, access_count, last_accessed } = dashboard;
  return (
    <Side title="Dashboard" action={manage}>
      <div className="grid gap-1.5 px-4 py-3 text-13">
        <div className="flex items-center justify-between gap-3">
          <a
            href={notion_database_url}
            target="_blank"
            rel="noopener noreferrer"
            className="tap flex min-w-0 items-center gap-1.5 font-medium hover:underline"
          >
            <span className="truncate">{dashboard_title}</span>
            <ExternalLink aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
          <HealthChip health={health_status} />
        </div>
        <p className="text-ink-3 text-xs">
          {formatCount(access_count)} {access_count === 1 ? "view" : "views"}
          {last_accessed && (
            <>
              , the last one <TimeAgo at={last_accessed} />
            </>
          )}
        </p>
      </div>
    </Side>
  );
}

export function PlanCard({ plan, client }: { plan: StoredSubscription; client: ClientRecord }) {
  const region = useBillingRegion();
  const end = plan.gift?.until;
  const grant = {
    email: client.email,
    until: end ? dayIn(Date.parse(end), region.timeZone ?? localZone()) : "",
    accounts: client.money_of.map(({ name }) => name),
  };
  const payer = { id: client.id, name: fullName(client, client.email), inTrial: isInTrial(plan, new Date()) };
  return (
    <Side
      title="Plan"
      action={
        (plan.gift || !isArchivedOnly(client.accounts)) && (
          <Link asChild subtle className="ml-auto text-13">
            <RouterLink to="/settings?section=premium" state={grant}>
              {plan.gift ? "Change end date" : "Give Premium"}
            </RouterLink>
          </Link>
        )
      }
    >
      <div className="grid gap-1 px-4 py-3 text-13">
        <p className="font-medium">{plan.subscribed ? "Premium" : "Free"}</p>
        <p className="text-ink-3 text-xs">{planText(plan, new Date(), region)}</p>
        {/* Complimentary Premium and the plan of a colleague end elsewhere. */}
        {plan.subscribed && plan.isOwn && !plan.isOverride && (
          <div className="mt-1.5">
            {plan.ending ? <KeepPlanButton payer={payer} /> : <CancelPlanButton payer={payer} end={plan.end} />}
          </div>
        )}
      </div>
    </Side>
  );
}

function Side({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Card role="region" aria-label={title} className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>{title}</CardTitle>
        {action}
      </CardHeader>
      {children}
    </Card>
  );
}
