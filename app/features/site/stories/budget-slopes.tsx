import { adBudgets } from "~/content/stories/story-figures.ts";
import { formatPercent } from "../../../../domain/format-count.ts";
import { unitedStates } from "../../../../domain/format-locale.ts";
import { formatDollars } from "../../../../domain/money.ts";
import styles from "./budget-slopes.module.css";

const MAX_BUDGET = 2_800;

/** The vertical position of an amount, in percent from the top. */
const place = (dollars: number): number => Math.round((1 - dollars / MAX_BUDGET) * 1000) / 10;

const kept = adBudgets.filter(({ after }) => after.spent > 0);
const stopped = adBudgets.filter(({ after }) => after.spent === 0);

/** Changes in the ad budget: a line for each ad, from its June budget to its August budget. */
export function BudgetSlopes() {
  return (
    <div
      className={styles.slopes}
      role="img"
      aria-label={`Spend by ad, June to August: ${adBudgets.map(({ ad, before, after }) => `${ad} ${formatDollars(before.spent)} to ${formatDollars(after.spent)}`).join(", ")}`}
    >
      <p className={styles.months}>
        <b>June</b>
        <span>Monthly spend, by ad</span>
        <b>August</b>
      </p>
      <div className={styles.plot}>
        <div className={styles.before}>
          {adBudgets.map(({ ad, before, best }) => (
            <p
              key={ad}
              className={best ? styles.best : undefined}
              style={{ insetBlockStart: `${place(before.spent)}%` }}
            >
              {ad} <span>{formatDollars(before.spent)}</span>
            </p>
          ))}
        </div>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {adBudgets.map(({ ad, before, after, best }) => (
            <path
              key={ad}
              className={best ? styles.best : after.spent === 0 ? styles.stopped : undefined}
              d={`M0 ${place(before.spent)}L100 ${place(after.spent)}`}
            />
          ))}
        </svg>
        <div className={styles.after}>
          {kept.map(({ ad, after, best }) => (
            <p
              key={ad}
              className={best ? styles.best : undefined}
              style={{ insetBlockStart: `${place(after.spent)}%` }}
            >
              <span>{formatDollars(after.spent)}</span> {ad}
            </p>
          ))}
          <p style={{ insetBlockStart: "100%" }}>
            <span>{formatDollars(0)}</span> {stopped.map(({ ad }) => ad).join(", ")}
          </p>
        </div>
      </div>
      <SlopeSum month="before" />
      <SlopeSum month="after" />
    </div>
  );
}

/** The month's spend and its results, summed from the lines above. */
function SlopeSum({ month }: { month: "before" | "after" }) {
  const spent = adBudgets.reduce((sum, ad) => sum + ad[month].spent, 0);
  const sold = adBudgets.reduce((sum, ad) => sum + ad[month].sold, 0);
  return (
    <p className={styles.sum}>
      <b>{month === "before" ? "June" : "August"}</b>
      <span>{formatDollars(spent)} spent</span>
      <span>{formatDollars(sold)} sold</span>
      <b>{formatPercent(sold / spent, 0, unitedStates)}</b>
    </p>
  );
}
