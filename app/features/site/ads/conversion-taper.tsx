import { conversion } from "~/content/tier-pages/ads.ts";
import site from "../site.module.css";
import styles from "./ads-drawings.module.css";

const HEIGHT = 132;
const WIDTH = 300;
const STEP = WIDTH / (conversion.length - 1);
const maximum = conversion[0].count;

/** Clicks that become forms that become calls: as thick as they are many. */
export function ConversionTaper() {
  const half = conversion.map(({ count }) => (count / maximum) * (HEIGHT / 2));
  const edge = (side: 1 | -1) => half.map((size, index) => `${index * STEP},${HEIGHT / 2 + side * size}`);
  const clicks = edge(-1);
  const below = edge(1).reverse();
  return (
    <div className={styles.conversionTaper}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polygon points={[...clicks, ...below].join(" ")} />
      </svg>
      <p>
        {conversion.map(({ step, count }) => (
          <span key={step}>
            <b className={site.figure}>{count}</b>
            {step}
          </span>
        ))}
      </p>
    </div>
  );
}
