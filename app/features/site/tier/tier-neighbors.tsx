import { clsx } from "clsx";
import { comparison } from "~/content/tier-comparison.ts";
import { type Tier, tiers } from "~/content/tiers.ts";
import { formatDollars } from "../../../../domain/money.ts";
import { ActionLink } from "../action-link.tsx";
import { FunnelRule } from "../funnel-rule.tsx";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./tier-neighbors.module.css";

/** A tier between its neighbors below and above. Empty for a service outside the stairs. */
export function TierNeighbors({ path }: { path: string }) {
  const here = tiers.findIndex(({ href }) => href === path);
  const current = tiers[here];
  if (!current) return null;
  const first = Math.min(Math.max(here - 1, 0), tiers.length - 3);
  const shown = tiers.slice(first, first + 3);
  const rows: { what: string; value: (tier: Tier) => string; figure?: true }[] = [
    { what: "For offers of", value: ({ offers }) => offers, figure: true },
    { what: "Setup", value: ({ price }) => formatDollars(price.setupCents / 100), figure: true },
    { what: "Monthly", value: ({ price }) => formatDollars(price.monthlyCents / 100), figure: true },
    ...comparison
      .filter((row) => new Set(shown.map(({ id }) => row[id])).size > 1)
      .map((row) => ({ what: row.what, value: ({ id }: Tier) => row[id] })),
  ];
  const title = `${current.name} next to its neighbors`;
  return (
    <>
      <Section labelledBy="neighbors-title">
        {/* A table header must not contain a heading, so a visually hidden one comes before it. */}
        <h2 className={site.visuallyHidden} id="neighbors-title">
          {title}
        </h2>
        <table className={styles.neighbors}>
          <thead>
            <tr>
              <th className={styles.title} scope="col">
                {title}
              </th>
              {shown.map((tier) => (
                <th key={tier.id} scope="col" className={tier === current ? styles.here : undefined}>
                  {tier === current ? tier.name : <a href={tier.href}>{tier.name}</a>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ what, value, figure }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                {shown.map((tier) => (
                  <td
                    key={tier.id}
                    data-tier={tier.name}
                    className={clsx(tier === current && styles.here, value(tier) === "None" && styles.none)}
                  >
                    {figure ? <span className={site.num}>{value(tier)}</span> : value(tier)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles.all}>
          <ActionLink href="/pricing#compare" weight="text">
            Compare all five funnels
          </ActionLink>
        </p>
      </Section>
      <FunnelRule />
    </>
  );
}
