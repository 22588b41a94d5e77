import { firstMonth } from "~/content/stories/story-figures.ts";
import { formatDollars } from "../../../../domain/money.ts";
import styles from "./payback-chart.module.css";

const DAYS = 30;
const MAX_AMOUNT = 4_500;
const LEVELS = [0, 1_000, 2_000, 3_000, 4_000];

const x = (day: number): number => Math.round((day / DAYS) * 1000) / 10;
const y = (dollars: number): number => Math.round((1 - dollars / MAX_AMOUNT) * 1000) / 10;

const days = Array.from({ length: DAYS + 1 }, (_, day) => {
  const adDays = Math.max(0, day - firstMonth.adsFrom + 1);
  return {
    day,
    paid: firstMonth.fee + adDays * firstMonth.adsADay,
    sold: firstMonth.soldOn.filter((on) => on <= day).length * firstMonth.place,
  };
});
const paidBack = days.find(({ paid, sold }) => sold >= paid);
const last = days.at(-1);

const paidLine = `M${days.map(({ day, paid }) => `${x(day)} ${y(paid)}`).join("L")}`;
const soldLine = `M0 ${y(0)}${days.map(({ day, sold }) => `H${x(day)}V${y(sold)}`).join("")}`;

/** Money in and money out, day by day, until the second line crosses the first. */
export function PaybackChart() {
  return (
    <div
      className={styles.payback}
      role="img"
      aria-label={`Thirty days: $${firstMonth.fee} on day 0, $${last?.paid} paid by day 30; sales overtake the cost on day ${paidBack?.day} and reach $${last?.sold}`}
    >
      <p className={styles.key}>
        <span className={styles.keySold}>Spots sold</span>
        <span>Setup, monthly fee, and ads</span>
      </p>
      <div className={styles.plot}>
        {LEVELS.map((dollars) => (
          <span key={dollars} className={styles.level} style={{ insetBlockStart: `${y(dollars)}%` }}>
            {formatDollars(dollars)}
          </span>
        ))}
        <div className={styles.area}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={soldLine} />
            <path className={styles.paid} d={paidLine} />
          </svg>
          <i
            className={styles.crossing}
            style={{ insetInlineStart: `${x(paidBack?.day ?? 0)}%`, insetBlockStart: `${y(paidBack?.sold ?? 0)}%` }}
          />
          <span
            className={styles.noteCrossing}
            style={{ insetInlineStart: `${x(paidBack?.day ?? 0)}%`, insetBlockStart: `${y(paidBack?.sold ?? 0)}%` }}
          >
            Day {paidBack?.day}: paid back
          </span>
          <b style={{ insetBlockStart: `${y(last?.sold ?? 0)}%` }}>{formatDollars(last?.sold ?? 0)}</b>
          <b style={{ insetBlockStart: `${y(last?.paid ?? 0)}%` }}>{formatDollars(last?.paid ?? 0)}</b>
        </div>
      </div>
      <p className={styles.days}>
        <span>0</span>
        <span style={{ insetInlineStart: `${x(4)}%` }}>Day 4, live</span>
        <span style={{ insetInlineStart: `${x(15)}%` }}>15</span>
        <span style={{ insetInlineStart: "100%" }}>30</span>
      </p>
    </div>
  );
}
