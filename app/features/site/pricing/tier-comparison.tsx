import { clsx } from "clsx";
import { comparison, inclusions, sideBySide } from "~/content/tier-comparison.ts";
import { type Tier, tiers } from "~/content/tiers.ts";
import { formatDollars } from "../../../../domain/money.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./tier-comparison.module.css";

/** One row. True and false are a check mark and a dash. */
type Row = { what: string; value: (tier: Tier) => string | boolean; figure?: true };

const order = tiers.map(({ id }) => id);
const named = (what: string): Row => {
  const row = comparison.find((one) => one.what === what);
  return { what, value: ({ id }) => (row && row[id] !== "None" ? row[id] : false) };
};
const from = ({ what, from: lowest }: { what: string; from: Tier["id"] }): Row => ({
  what,
  value: ({ id }) => order.indexOf(id) >= order.indexOf(lowest),
});

const groups: readonly { name: string; rows: readonly Row[] }[] = [
  {
    name: sideBySide.groups.price,
    rows: [
      { what: "For offers of", value: ({ offers }) => offers, figure: true },
      { what: "Setup, once", value: ({ price }) => formatDollars(price.setupCents / 100), figure: true },
      { what: "Monthly", value: ({ price }) => formatDollars(price.monthlyCents / 100), figure: true },
    ],
  },
  {
    name: sideBySide.groups.pipeline,
    rows: [from(inclusions.page), named("Pipelines"), named("Calendars"), from(inclusions.routing)],
  },
  {
    name: sideBySide.groups.replies,
    rows: [
      from(inclusions.firstSms),
      from(inclusions.reminders),
      from(inclusions.followUp),
      from(inclusions.noShows),
      from(inclusions.scoring),
    ],
  },
  {
    name: sideBySide.groups.growth,
    rows: [named("Report"), named("A/B tests"), named("Strategy call"), named("Support")],
  },
];

/**
 * All tiers side by side. A phone shows two of them, which two groups of radio buttons choose: CSS hides the other columns, so it works
 * without JavaScript.
 */
export function TierComparison() {
  return (
    <Section id="compare" labelledBy="compare-title" className={styles.section}>
      <SectionHead id="compare-title" headline={sideBySide.headline}>
        <p className={site.body}>{sideBySide.text}</p>
      </SectionHead>
      <div className={styles.choices}>
        <TierChoice name="first" legend={sideBySide.first} chosen="base" />
        <TierChoice name="second" legend={sideBySide.second} chosen="pro" />
      </div>
      <table className={styles.table}>
        <caption className={site.visuallyHidden}>{sideBySide.caption}</caption>
        <thead>
          <tr>
            <td />
            {tiers.map(({ id, name, href, popular }) => (
              <th key={id} scope="col" data-tier={id} className={clsx(popular && styles.popular)}>
                <a href={href}>{name}</a>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ name, rows }) => (
          <tbody key={name}>
            <tr className={styles.group}>
              {/* It extends over the empty cells. A span would count the columns that a phone hides. */}
              <th scope="rowgroup">{name}</th>
              {tiers.map(({ id, popular }) => (
                <td key={id} data-tier={id} className={clsx(popular && styles.popular)} />
              ))}
            </tr>
            {rows.map((row) => (
              <tr key={row.what}>
                <th scope="row">{row.what}</th>
                {tiers.map((tier) => (
                  <Cell key={tier.id} tier={tier} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Section>
  );
}

function Cell({ tier, row: { value, figure } }: { tier: Tier; row: Row }) {
  const shown = value(tier);
  return (
    <td data-tier={tier.id} className={clsx(tier.popular && styles.popular)}>
      {typeof shown === "boolean" ? (
        <Mark included={shown} />
      ) : (
        <span className={clsx(figure && site.num)}>{shown}</span>
      )}
    </td>
  );
}

function Mark({ included }: { included: boolean }) {
  return (
    <>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className={included ? styles.yes : styles.no}>
        <path d={included ? "M3 8.5l3.2 3.2L13 5" : "M5 8h6"} />
      </svg>
      <span className={site.visuallyHidden}>{included ? sideBySide.included : sideBySide.missing}</span>
    </>
  );
}

function TierChoice({ name, legend, chosen }: { name: string; legend: string; chosen: Tier["id"] }) {
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      <div>
        {tiers.map((tier) => (
          <label key={tier.id}>
            <input
              type="radio"
              name={`compare-${name}`}
              value={tier.id}
              defaultChecked={tier.id === chosen}
              className={site.visuallyHidden}
            />
            {tier.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
