import { Building2, ChevronRight } from "lucide-react";
import type { MyAccount } from "~/shared/workspace-query.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";

const ROLES: Record<MyAccount["role"], string> = {
  owner: "Owner",
  member: "Member",
  billing: "Billing",
  lent: "Rep from the agency",
  staff: "Your agency",
};

type Props = {
  accounts: MyAccount[];
  /** The slug of an account that a link led to, and that the user can't enter, or not any more. */
  closed: string | null;
  home: string;
};

/** The accounts that the user may work in. Each opens as a page load of its own. */
export function AccountsScreen({ accounts, closed, home }: Props) {
  return (
    <>
      {closed !== null && (
        <Banner tone="warn" role="status" title="You can't open this workspace">
          {whyClosed(accounts.find(({ slug }) => slug === closed))}
        </Banner>
      )}
      {accounts.length === 0 ? (
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
      ) : (
        <Card>
          <ul className="divide-y divide-line-soft">
            {accounts.map((account) => (
              <li key={account.id}>
                <AccountLink account={account} home={home} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

const whyClosed = (account: MyAccount | undefined) =>
  account?.role === "billing"
    ? `As a billing contact of ${account.name}, you see its invoices and plan on your home page. An owner can give you a role that also works with leads.`
    : "It was archived, or you no longer belong to it. Its owner can invite you again, and the agency can restore it.";

function AccountLink({ account: { slug, name, kind, role, is_premium }, home }: { account: MyAccount; home: string }) {
  const to = kind === "agency" ? "/crm" : role === "billing" ? home : `/workspace/${slug}`;
  return (
    <a
      href={to}
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
