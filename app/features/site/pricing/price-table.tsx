import { clsx } from "clsx";
import { monthBuys, pricing } from "~/content/pricing-copy.ts";
import { type Tier, tiers } from "~/content/tiers.ts";
import { formatDollars } from "../../../../domain/money.ts";
import { ActionLink } from "../action-link.tsx";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./price-table.module.css";

/** The pricing table of spec §9. Some cells repeat names and labels for narrow screens only. */
export function PriceTable() {
  const { custom } = pricing;
  return (
    <Section labelledBy="prices">
      <h2 className={site.visuallyHidden} id="prices">
        {pricing.table}
      </h2>
      <table className={styles.table} aria-labelledby="prices">
        <thead>
          <tr>
            <th scope="col">Funnel</th>
            <th scope="col">For offers of</th>
            <th scope="col" className={styles.right}>
              One-time setup
            </th>
            <th scope="col" className={styles.right}>
              Monthly
            </th>
            <th scope="col">What you get</th>
            <th scope="col" className={styles.go}>
              <span className={site.visuallyHidden}>Page</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier) => (
            <PriceRow key={tier.id} tier={tier} />
          ))}
          <tr>
            <th scope="row">
              <a href="/contact">{custom.name}</a>
            </th>
            <td className={clsx(styles.offers, styles.words)}>{custom.offers}</td>
            <td className={clsx(styles.right, styles.quote)} colSpan={2}>
              {custom.price}
            </td>
            <td className={styles.buys}>{custom.includes}</td>
            <td className={styles.go}>
              <ActionLink className={styles.link} href="/contact" weight="text">
                Get a quote
              </ActionLink>
            </td>
          </tr>
        </tbody>
      </table>
    </Section>
  );
}

function PriceRow({ tier: { id, name, href, offers, price, popular } }: { tier: Tier }) {
  return (
    <tr className={popular ? styles.popular : undefined}>
      <th scope="row">
        <a href={href}>{name}</a>
        {popular ? <span className={styles.flag}>Most popular</span> : null}
      </th>
      <td className={clsx(styles.offers, site.num)}>{offers}</td>
      <td className={clsx(styles.right, styles.figure)} data-label="One-time setup">
        {formatDollars(price.setupCents / 100)}
      </td>
      <td className={clsx(styles.right, styles.figure)} data-label="Monthly">
        {formatDollars(price.monthlyCents / 100)}
      </td>
      <td className={styles.buys}>{monthBuys[id]}</td>
      <td className={styles.go}>
        <ActionLink className={styles.link} href={href} weight="text">
          See {name}
        </ActionLink>
      </td>
    </tr>
  );
}
