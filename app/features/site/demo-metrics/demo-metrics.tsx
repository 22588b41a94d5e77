import { demoCards, demoMetrics, demoVariant } from "../../../../domain/demo-metrics.ts";
import { SPARKLINE } from "../../../../domain/sparkline.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./demo-metrics.module.css";

type Props = {
  /** The page's path, which chooses the variant (spec §2). */
  path: string;
  headline: string;
};

/** Four cards and a sparkline with the demo values of spec §9. */
export function DemoMetrics({ path, headline }: Props) {
  const variant = demoVariant(path);
  const { chartBase, chartRange } = demoMetrics[variant];
  return (
    <Section labelledBy="demo-title" id="demo">
      <SectionHead id="demo-title" headline={headline}>
        <p className={styles.note}>
          These metrics are for demonstration only and refresh periodically. Each figure is a separate example, not part
          of one account. Real client dashboards show real data with audit trails.
        </p>
      </SectionHead>
      <div className={styles.metrics}>
        <dl>
          {demoCards(variant).map(({ label, value }) => (
            <div key={label} className={styles.card}>
              <dt>{label}</dt>
              <dd className={site.figure}>{value}</dd>
            </div>
          ))}
        </dl>
        <DemoSparkline base={chartBase} range={chartRange} />
      </div>
    </Section>
  );
}

const { width, height, points } = SPARKLINE;
const sampleDays = Array.from({ length: points }, (_, day) => day);

/**
 * The chart of 14 days (spec §9: 280 × 80). The site's script generates its random values (app/islands/sparkline.ts). Until then,
 * and without scripts, it shows a baseline with a mark for each day.
 */
function DemoSparkline({ base, range }: { base: number; range: number }) {
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
