import { demoCards, demoMetrics, demoVariant } from "../../../../domain/demo-metrics.ts";
import { Section, SectionHead } from "../section.tsx";
import { DemoSparkline } from "./demo-sparkline.tsx";
import "./demo-metrics.css";

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
        <p className="demo-note">
          These metrics are for demonstration only and refresh periodically. Real client dashboards show real data with
          audit trails.
        </p>
      </SectionHead>
      <div className="demo-metrics">
        <dl>
          {demoCards(variant).map(({ label, value }) => (
            <div key={label} className="demo-card">
              <dt>{label}</dt>
              <dd className="figure">{value}</dd>
            </div>
          ))}
        </dl>
        <DemoSparkline base={chartBase} range={chartRange} />
      </div>
    </Section>
  );
}
