import { clsx } from "clsx";
import { pricing } from "~/content/pricing-copy.ts";
import { ActionLink, Actions } from "../action-link.tsx";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import { wholeDollars } from "../whole-dollars.ts";
import styles from "./partnership.module.css";

/** The profit share of spec §9, counted out for a month. */
export function Partnership() {
  const { share, headline, text, note, example } = pricing.partnership;
  const additional = example.profitCents - example.baselineCents;
  const ours = (additional * share) / 100;
  const yours = additional - ours;
  const lines = [
    { what: "Profit, this month", amount: wholeDollars(example.profitCents) },
    { what: "Agreed baseline", amount: `−${wholeDollars(example.baselineCents)}` },
    { what: "Additional profit", amount: wholeDollars(additional) },
    { what: "Setup and monthly fee", amount: wholeDollars(0) },
    { what: `You pay us, ${share}%`, amount: wholeDollars(ours) },
  ];
  const parts = [
    { name: "Your baseline", cents: example.baselineCents },
    { name: "Yours on top", cents: yours },
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
              Ask for a partnership
            </ActionLink>
          </Actions>
        </div>
        <div className={styles.month}>
          <h3>An example month</h3>
          <div
            className={styles.stack}
            role="img"
            aria-label={parts.map(({ name, cents }) => `${name} ${wholeDollars(cents)}`).join(", ")}
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
