import type { ReactNode } from "react";
import { Link } from "react-router";
import { Banner } from "~/ui/banner.tsx";
import { Money } from "~/ui/money.tsx";
import { lostPremium } from "../../../domain/lost-premium.ts";
import { type ErasedRowCounts, type ErasurePreview, erasedText, type Obstacle } from "./erasures.ts";

/** The result of the dry run: the person, what is deleted, and what stays and why. */
export function ErasureDetails({ preview }: { preview: ErasurePreview }) {
  const goes = preview.found.filter(({ treatment }) => treatment === "deleted");
  const emptied = preview.found.filter(({ treatment }) => treatment === "cleared");
  const stays = preview.found.filter(({ treatment }) => treatment === "kept");
  return (
    <div className="grid gap-4">
      <Together preview={preview} />
      <Rows title="Kept" rows={stays} />
      <Rows title="Deleted" rows={goes} />
      <Rows title="Cleared" hint="Kept, without any personal data." rows={emptied} />
    </div>
  );
}

/** All leads and accounts of one person. */
function Together({ preview: { leads, accounts, team_accounts, premium } }: { preview: ErasurePreview }) {
  return (
    <Section title={`Same person: ${erasedText(leads.length, accounts.length)}`}>
      <ul className="grid gap-1 text-13 text-ink-2">
        {leads.map(({ id, name, email, merged }) => (
          <li key={id} className="wrap-anywhere">
            Lead {name}
            {email && email !== name && `, ${email}`}
            {merged && " (merged)"}
          </li>
        ))}
        {accounts.map(({ id, email }) => (
          <li key={id} className="wrap-anywhere">
            Sign-in {email}
          </li>
        ))}
      </ul>
      {premium.length > 0 && <p className="wrap-anywhere text-13 text-ink-2">{lostPremium(premium)}</p>}
      {team_accounts.length > 0 && (
        <Banner
          tone="warn"
          title={`${team_accounts.map(({ email }) => email).join(", ")} won't be erased`}
          className="mt-1"
        >
          <p>This is a team account. If it's the same person, erase it in User Management.</p>
        </Banner>
      )}
    </Section>
  );
}

function Rows({ title, hint, rows }: { title: string; hint?: string; rows: ErasedRowCounts[] }) {
  if (rows.length === 0) return null;
  return (
    <Section title={title} hint={hint}>
      <ul className="grid text-13">
        {rows.map(({ table, label, count, reason }) => (
          <li
            key={`${table} ${label}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line-soft border-t py-1.5 first:border-t-0"
          >
            <span>{label}</span>
            <span className="font-mono text-ink-2 tabular-nums">{count}</span>
            {reason && <span className="text-ink-3 text-xs">{reason}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Section({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h3 className="font-medium text-13">{title}</h3>
      {hint && <p className="text-ink-3 text-xs">{hint}</p>}
      {children}
    </section>
  );
}

/** What must be done first, with a link to each invoice. */
export function Obstacles({ obstacles }: { obstacles: Obstacle[] }) {
  return (
    <div role="alert" className="grid gap-2">
      {obstacles.map((obstacle) => (
        <Banner key={obstacle.code} tone="bad" title={obstacle.text}>
          {obstacle.items.length > 0 && (
            <ul className="grid gap-1">
              {obstacle.items.map((item) => (
                <li key={item.id}>
                  <Link
                    className="font-medium underline underline-offset-2"
                    to={
                      obstacle.code === "open_invoices" ? `/admin/billing/${item.id}` : "/admin/billing?tab=retainers"
                    }
                  >
                    {item.label}
                  </Link>
                  {item.amount !== undefined && item.currency && (
                    <>
                      {" "}
                      <Money inText cents={item.amount} currency={item.currency} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Banner>
      ))}
    </div>
  );
}
