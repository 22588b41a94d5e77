import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ChevronDown, Eye, Plus, UserX } from "lucide-react";
import { Fragment } from "react";
import { Link as RouterLink } from "react-router";
import { fullName } from "~/shared/display-name.ts";
import { tabTitle } from "~/shared/page-meta.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Chip, RoleChip, StatusChip } from "~/ui/chip.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Link } from "~/ui/link.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { formatMoney, type Money } from "../../../../domain/money.ts";
import { colleagueRole, isArchivedOnly } from "../lib/person-accounts.ts";
import { RecordSkeleton } from "../lib/record-skeleton.tsx";
import { type ClientDetails, type ClientRecord, clientQuery } from "./api.ts";
import { ClientActivity } from "./client-activity.tsx";
import { DashboardCard, PeopleCard, PlanCard } from "./client-cards.tsx";
import { InvoicesCard, RequestsCard, RetainersCard } from "./client-lists.tsx";

const NEW_INVOICE = "/admin/billing/new";

/** /admin/clients/:clientId: everything about one client, with links to the screens where it changes. */
export function ClientScreen({ clientId }: { clientId: string }) {
  const query = useQuery(clientQuery(clientId));
  return (
    <QueryBoundary
      query={query}
      errorMessage="The client couldn't be loaded"
      skeleton={<RecordSkeleton label="Loading the client" />}
    >
      {(details) => (details ? <Page details={details} /> : <NotFound />)}
    </QueryBoundary>
  );
}

function Page({ details }: { details: ClientDetails }) {
  const { client } = details;
  const isActive = client.roles.some(({ role, status }) => role === "client" && status === "active");
  const isClient = client.roles.some(({ role }) => role === "client");
  const isArchived = isArchivedOnly(client.accounts);
  return (
    <>
      <title>{tabTitle(clientName(client))}</title>
      <BackToClients />
      <PageHeader
        level={2}
        title={clientName(client)}
        chips={
          <>
            {client.roles.map(({ role, status }) => (
              <span key={role} className="flex gap-1.5">
                <RoleChip role={role} />
                {status !== "active" && <StatusChip status={status} />}
              </span>
            ))}
            {isArchived && <Chip>Archived</Chip>}
          </>
        }
        description={<Whose client={client} />}
        actions={
          isActive && (
            <>
              <Button asChild>
                <RouterLink to={`/admin/clients/${client.id}/portal`}>
                  <Eye aria-hidden="true" />
                  View as client
                </RouterLink>
              </Button>
              {!isArchived && <NewInvoice client={client} />}
            </>
          )
        }
      />
      <WhoseNote client={client} />
      <Figures details={details} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_260px] xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-5">
          <InvoicesCard details={details} />
          <RetainersCard details={details} />
          <RequestsCard details={details} />
          <ClientActivity client={client} />
        </div>
        <div className="grid min-w-0 gap-5">
          <PeopleCard client={client} />
          <DashboardCard dashboard={details.dashboard} isClient={isClient} />
          <PlanCard plan={details.plan} client={details.client} />
        </div>
      </div>
    </>
  );
}

/** A new invoice for the client, and for which of their accounts, if they can be billed for several. */
function NewInvoice({ client }: { client: ClientRecord }) {
  const { id, company, email, money_of, accounts } = client;
  const [only] = money_of;
  const label = (
    <>
      <Plus aria-hidden="true" />
      New invoice
    </>
  );
  const person = { id, name: clientName(client), email };
  if (money_of.length < 2)
    return (
      <Button variant="primary" asChild>
        <RouterLink
          to={NEW_INVOICE}
          state={{
            client: {
              ...person,
              account_id: only?.id ?? null,
              company,
              ...(only && accounts.length > 1 && { company: only.name, for_account: only.name }),
            },
          }}
        >
          {label}
        </RouterLink>
      </Button>
    );
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="primary">
          {label}
          <ChevronDown aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {money_of.map((account) => (
          <DropdownMenuItem key={account.id} asChild>
            <RouterLink
              to={NEW_INVOICE}
              state={{
                client: { ...person, account_id: account.id, company: account.name, for_account: account.name },
              }}
            >
              For {account.name}
            </RouterLink>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** The accounts that the person belongs to, else the company of someone who waits for one, and their address. */
function Whose({ client }: { client: ClientRecord }) {
  const { accounts, company, email } = client;
  const business = accounts.length > 0 ? <AccountLinks accounts={accounts} /> : company;
  if (clientName(client) === email) return business;
  return (
    <>
      {business}
      {business && " · "}
      {email}
    </>
  );
}

/** Whose money and requests the figures have. A colleague who sees no money has their own only. */
function WhoseNote({ client }: { client: ClientRecord }) {
  const { accounts, money_of } = client;
  if (isArchivedOnly(accounts)) return <ArchivedNote accounts={accounts} />;
  if (money_of.length > 0)
    return (
      <p className="text-13 text-ink-2">
        Invoices and payments belong to <AccountLinks accounts={money_of} />. Requests are {clientName(client)}'s own.
      </p>
    );
  if (!colleagueRole(accounts)) return null;
  return (
    <p className="text-13 text-ink-2">
      These are this person's own invoices and requests. Their company's are in <AccountLinks accounts={accounts} />.
    </p>
  );
}

/** Why nothing can be billed to someone, and where that changes. Only owners and billing contacts get invoices. */
function ArchivedNote({ accounts }: Pick<ClientRecord, "accounts">) {
  const isOne = accounts.length === 1;
  const isBilled = accounts.some(({ role }) => role !== "member");
  return (
    <p className="text-13 text-ink-2">
      Their {isOne ? "account" : "accounts"} <AccountLinks accounts={accounts} /> {isOne ? "is" : "are"} archived.
      {isBilled && ` Restore ${isOne ? "it" : "one"} to bill them.`}
    </p>
  );
}

function AccountLinks({ accounts }: { accounts: readonly { id: string; name: string }[] }) {
  return accounts.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && (index < accounts.length - 1 ? ", " : accounts.length > 2 ? ", and " : " and ")}
      <Link asChild>
        <RouterLink to={`/admin/accounts/${id}`}>{name}</RouterLink>
      </Link>
    </Fragment>
  ));
}

function BackToClients() {
  return (
    <Link
      asChild
      className="-mb-2 inline-flex items-center gap-1.5 justify-self-start text-13 text-ink-2 no-underline phone:min-h-11"
    >
      <RouterLink to="/admin/clients">
        <ArrowLeft aria-hidden="true" className="size-3.5" />
        All clients
      </RouterLink>
    </Link>
  );
}

function clientName({ email, ...names }: ClientRecord): string {
  return fullName(names, email);
}

function Figures({ details: { client, plan } }: { details: ClientDetails }) {
  const { owed, figures } = client;
  const open = owed.reduce((sum, { invoices }) => sum + invoices, 0);
  const overdue = owed.reduce((sum, found) => sum + found.overdue, 0);
  return (
    <StatGroup>
      <Stat
        label="Balance due"
        value={sumText(owed)}
        note={
          overdue > 0 ? (
            <span className="font-medium text-bad-fg">{overdue} overdue</span>
          ) : (
            `${countText(open, "open invoice")}`
          )
        }
      />
      <Stat
        label="Total paid"
        value={sumText(figures.paid)}
        note={figures.paid_invoices === 0 ? "No paid invoices" : countText(figures.paid_invoices, "invoice")}
      />
      <Stat
        label="Active retainers"
        value={figures.active_retainers}
        note={figures.active_retainers > 0 ? `${sumText(figures.monthly)} a month` : "None"}
      />
      <Stat
        label="Open requests"
        value={client.open_requests}
        note={client.requests > 0 ? `${client.requests} in total` : "No requests yet"}
      />
      <Stat
        label="Plan"
        value={plan.subscribed ? "Premium" : "Free"}
        note={plan.isOverride ? "Complimentary" : undefined}
      />
    </StatGroup>
  );
}

function sumText(sums: readonly Money[]): string {
  return sums.length > 0 ? sums.map((sum) => formatMoney(sum)).join(" + ") : "–";
}

function countText(count: number, noun: string): string {
  return count === 0 ? `No ${noun}s` : `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function NotFound() {
  return (
    <Card>
      <EmptyState
        icon={<UserX />}
        title="Client not found"
        text="The address may be incomplete, or the account was deleted."
      >
        <Button asChild>
          <RouterLink to="/admin/clients">View all clients</RouterLink>
        </Button>
      </EmptyState>
    </Card>
  );
}
