import { Building2, ChevronRight } from "lucide-react";
import { accountPath, type MyAccount } from "~/shared/workspace-query.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import type { Role } from "../../../../domain/roles.ts";

const ROLES: Record<MyAccount["role"], string> = {
  owner: "Owner",
  member: "Member",
  billing: "Billing",
  lent: "Rep from the agency",
  staff: "Your agency",
};

type Props = {
  accounts: MyAccount[];
  /** The slug of an account that a link led to, and that the user can't enter, or not anymore. */
  closed: string | null;
  role: Role | null;
  home: string;
};

/** The accounts that the user may work in. Each opens as a page load of its own. */
export function AccountsScreen({ accounts, closed, role, home }: Props) {
  const asked = accounts.find(({ slug }) => slug === closed);
  const reason = closed === null ? null : whyClosed(closed, asked, role);
  // The way on leads to the agency already.
  const listed = reason?.way ? accounts.filter(({ kind }) => kind === "client") : accounts;
  return (
    <>
      {reason && (
        <Banner
          tone={reason.tone ?? "warn"}
          role="status"
          title={reason.title ?? "You can't open this workspace"}
          action={
            reason.way && (
              <Button size="sm" asChild>
                <a href={reason.way.to}>{reason.way.label}</a>
              </Button>
            )
          }
        >
          {reason.text}
        </Banner>
      )}
      {listed.length === 0 && !reason?.way && (
        <Card>
          <EmptyState
            icon={<Building2 />}
            title="No open workspace"
            text="An account's owner can invite you: the invitation arrives by email. If your account was archived, the agency can restore it."
          >
            <Button asChild>
              <a href={home}>Go to your home page</a>
            </Button>
          </EmptyState>
        </Card>
      )}
      {listed.length > 0 && (
        <Card>
          <ul className="divide-y divide-line-soft">
            {listed.map((account) => (
              <li key={account.id}>
                <AccountLink account={account} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

type Reason = {
  title?: string;
  tone?: "info";
  text: string;
  /** The way on, where the list below has none. */
  way?: { to: string; label: string };
};

function whyClosed(closed: string, account: MyAccount | undefined, role: Role | null): Reason {
  if (account?.role === "billing")
    return {
      text: `As a billing contact of ${account.name}, you see its invoices and plan on your home page. An owner can give you a role that also works with leads.`,
    };
  if (account?.kind === "agency")
    return {
      title: `${account.name} has no workspace of its own`,
      tone: "info",
      text: "Its leads, calls, and reports are under Sales. Workspaces are for its clients.",
      way: { to: "/crm", label: "Open Sales" },
    };
  if (role === "admin")
    return {
      title: "No account has this address",
      text: `No client's account is called “${closed.slice(0, 60)}”. The link may have a typo, or the account was deleted.`,
      way: { to: "/admin/accounts", label: "See all accounts" },
    };
  if (role === "sales")
    return {
      text: "You don't work in this client's account, or it was archived. An admin can add you as a rep.",
      way: { to: "/crm", label: "Open Sales" },
    };
  return {
    text: "It was archived, or you no longer belong to it. Its owner can invite you again, and the agency can restore it.",
  };
}

function AccountLink({ account }: { account: MyAccount }) {
  const { name, kind, role, is_premium } = account;
  return (
    <a
      href={accountPath(account)}
      className="flex min-h-14 items-center gap-3 px-5 py-3 hover:bg-hover focus-visible:-outline-offset-2 phone:px-4"
    >
      <Building2 aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere block font-medium text-sm">{name}</span>
        <span className="block text-13 text-ink-3">
          {ROLES[role]}
          {kind === "client" && ` · ${is_premium ? "Premium" : "Free plan"}`}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
    </a>
  );
}
