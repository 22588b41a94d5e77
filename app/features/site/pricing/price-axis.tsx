import { clsx } from "clsx";
import type { CSSProperties } from "react";
import { type Tier, tiers } from "~/content/tiers.ts";
import { formatDollars } from "../../../../domain/money.ts";
import site from "../site.module.css";
import { offerRange, placeOnScale } from "./offer-range.ts";
import styles from "./price-axis.module.css";

const TICKS = [100, 200, 500, 1000, 2000, 5000];

/** Which funnel suits which price: five ranges on one logarithmic scale, most expensive first. */
export function PriceAxis() {
  return (
    <div className={styles.axis}>
      <svg className={styles.grid} aria-hidden="true">
        {TICKS.map((dollars) => (
          <line key={dollars} x1={`${placeOnScale(dollars)}%`} x2={`${placeOnScale(dollars)}%`} y1="0" y2="100%" />
        ))}
      </svg>
      <ol>
        {tiers.toReversed().map((tier) => (
          <AxisRow key={tier.id} tier={tier} />
        ))}
      </ol>
      <div className={styles.scale} aria-hidden="true">
        <span>Your offer</span>
        <div className={styles.track}>
          {TICKS.map((dollars) => (
            <span key={dollars} style={{ insetInlineStart: `${placeOnScale(dollars)}%` }}>
              {formatDollars(dollars)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** One range. Its figures are beside the line where there is room: on the right in the lower half, on the left above. */
function AxisRow({ tier: { name, href, offers, popular } }: { tier: Tier }) {
  const { from, to } = offerRange(offers);
  const start = placeOnScale(from);
  const end = to === undefined ? 100 : placeOnScale(to);
  return (
    <li className={clsx(popular && styles.popular, end > 80 && styles.late)}>
      <a href={href}>{name}</a>
      <div className={styles.track}>
        <i
          className={to === undefined ? styles.open : undefined}
          style={{ insetInlineStart: `${start}%`, inlineSize: `${Math.round((end - start) * 100) / 100}%` }}
        />
        <span
          className={clsx(site.num, styles.offers)}
          style={{ "--line-start": `${start}%`, "--line-end": `${end}%` } as CSSProperties}
        >
          {offers}
        </span>
      </div>
    </li>
  );
}
