import { demoCards, demoMetrics, demoVariant } from "../../../../domain/demo-metrics.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./demo-metrics.module.css";
import { DemoSparkline } from "./demo-sparkline.tsx";

type Props = {
  /** The page's path, which chooses the variant (spec §2). */
  path: string;
  headline: string;
};

/** Four cards and a sparkline, with the demo values of spec §9. */
export function DemoMetrics({ path, headline }: Props) {
  const variant = demoVariant(path);
  const { chartBase, chartRange } = demoMetrics[variant];
  return (
    <Section labelledBy="demo-title" id="demo">
      <SectionHead id="demo-title" headline={headline}>
        <p className={styles.note}>
          These metrics are for demonstration only and refresh periodically. Real client dashboards show real data with
          audit trails.
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
