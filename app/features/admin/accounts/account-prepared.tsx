import { Link as RouterLink } from "react-router";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Link } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { invoiceDescription } from "../../../../domain/invoices.ts";
import type { AccountRecord } from "./api.ts";

/** The drafts of an account that no one has joined yet. Its first owner gets them. */
export function PreparedCard({ account: { name, prepared, archived_at } }: { account: AccountRecord }) {
  const { invoices, retainers } = prepared;
  if (invoices.length + retainers.length === 0) return null;
  return (
    <Card role="region" aria-label="Drafts for the owner" className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>Drafts for the owner</CardTitle>
      </CardHeader>
      <p className="px-4 pt-3 text-ink-3 text-xs">
        {archived_at
          ? "These drafts stay. You can send them after you restore the account and its owner has joined."
          : "These drafts are waiting for the owner. You can send them once the owner has joined."}
      </p>
      <ul className="max-h-96 divide-y divide-line-soft overflow-y-auto">
        {invoices.map(({ id, description, ...money }) => (
          <Draft
            key={id}
            to={`/admin/billing/${id}`}
            title={invoiceDescription(description)}
            kind="Invoice"
            {...money}
          />
        ))}
        {retainers.map(({ id, name: title, ...money }) => (
          <Draft
            key={id}
            to={`/admin/billing?tab=retainers&q=${encodeURIComponent(name)}&retainer=${id}`}
            title={title}
            kind="Monthly retainer"
            {...money}
          />
        ))}
      </ul>
    </Card>
  );
}

type DraftProps = { to: string; title: string; kind: string; amount: number; currency: string };

function Draft({ to, title, kind, amount, currency }: DraftProps) {
  return (
    <li className="flex min-h-11 items-center gap-4 px-4 py-2 text-13">
      <span className="grid min-w-0 flex-1">
        <Link asChild className="truncate font-medium">
          <RouterLink to={to}>{title}</RouterLink>
        </Link>
        <span className="truncate text-ink-3 text-xs">{kind}</span>
      </span>
      <Money cents={amount} currency={currency} />
    </li>
  );
}
