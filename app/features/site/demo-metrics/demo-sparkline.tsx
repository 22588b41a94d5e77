import { SPARKLINE } from "../../../../domain/sparkline.ts";
import site from "../site.module.css";
import styles from "./demo-metrics.module.css";

const { width, height, points } = SPARKLINE;
const sampleDays = Array.from({ length: points }, (_, day) => day);

/**
 * The chart of 14 days (spec §9: 280 × 80). Its values are random and come from the site's script (app/islands/sparkline.ts);
 * until then, and without scripts, the place holds its baseline with a mark for each day.
 */
export function DemoSparkline({ base, range }: { base: number; range: number }) {
  return (
    <div className={styles.sparkline} data-spark={`${base} ${range}`}>
      <p>
        Leads a day, last 14 days
        <span className={site.num} data-spark-last="" />
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label="Leads a day over 14 days, a random line for demonstration"
      >
        <path
          d={`M5 ${height - 0.5}H${width - 5}${sampleDays.map((day) => `M${5 + Math.round((day * (width - 10)) / (points - 1))}.5 ${height - 5}v5`).join("")}`}
        />
        <polyline />
        <circle cx={width - 5} cy="-20" r="4" />
      </svg>
    </div>
  );
}
