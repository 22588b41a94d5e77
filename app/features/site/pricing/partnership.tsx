import { clsx } from "clsx";
import { pricing } from "~/content/pricing-copy.ts";
import { formatDollars } from "../../../../domain/money.ts";
import { ActionLink, Actions } from "../action-link.tsx";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./partnership.module.css";

/** An example month of the profit share of spec §9. */
export function Partnership() {
  const { share, headline, text, note, example } = pricing.partnership;
  const additional = example.profitCents - example.baselineCents;
  const ours = (additional * share) / 100;
  const yours = additional - ours;
  const lines = [
    { what: "Profit this month", amount: formatDollars(example.profitCents / 100) },
    { what: "Agreed baseline", amount: `−${formatDollars(example.baselineCents / 100)}` },
    { what: "Additional profit", amount: formatDollars(additional / 100) },
    { what: "Setup and monthly fees", amount: formatDollars(0 / 100) },
    { what: `You pay us ${share}%`, amount: formatDollars(ours / 100) },
  ];
  const parts = [
    { name: "Your baseline", cents: example.baselineCents },
    { name: "Yours to keep", cents: yours },
    { name: "Ours", cents: ours },
  ];
  return (
    <Section labelledBy="partnership-title" tone="band" id="performance-partnership">
      <div className={styles.partner}>
        <div className={styles.words}>
          <p className={styles.share} aria-hidden="true">
            {share}%
          </p>
          <h2 className={site.title} id="partnership-title">
            {headline}
          </h2>
          <p className={clsx(site.body, styles.body)}>{text}</p>
          <Actions className={styles.actions}>
            <ActionLink href="/contact" weight="outlined">
              Ask about a partnership
            </ActionLink>
          </Actions>
        </div>
        <div className={styles.month}>
          <h3>An example month</h3>
          <div
            className={styles.stack}
            role="img"
            aria-label={parts.map(({ name, cents }) => `${name} ${formatDollars(cents / 100)}`).join(", ")}
          >
            {parts.map(({ name, cents }) => (
              <span key={name} style={{ flexGrow: cents }}>
                {name}
              </span>
            ))}
          </div>
          <dl className={styles.ledger}>
            {lines.map(({ what, amount }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{amount}</dd>
              </div>
            ))}
          </dl>
          <p className={site.note}>{note}</p>
        </div>
      </div>
    </Section>
  );
}
