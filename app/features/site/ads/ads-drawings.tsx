import { conversion, places, traffic } from "~/content/tier-pages/ads.ts";
import site from "../site.module.css";
import styles from "./ads-drawings.module.css";

const mostClicks = traffic[0].clicks;

/** A week's clicks by source. */
export function TrafficBars() {
  return (
    <div className={styles.trafficBars}>
      {traffic.map(({ from, clicks }) => (
        <p key={from}>
          <span>{from}</span>
          <span className={site.num}>{clicks}</span>
          <i style={{ inlineSize: `${Math.round((clicks / mostClicks) * 100)}%` }} />
        </p>
      ))}
    </div>
  );
}

const HEIGHT = 132;
const WIDTH = 300;
const STEP = WIDTH / (conversion.length - 1);
const firstCount = conversion[0].count;

/** Clicks that become forms that become calls. The width shows the count. */
export function ConversionTaper() {
  const half = conversion.map(({ count }) => (count / firstCount) * (HEIGHT / 2));
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

/** A real limit: the seats of a course, counted from the calendar. */
export function PlacesLeft() {
  const all = Array.from({ length: places.total }, (_, place) => place);
  return (
    <div className={styles.placesLeft}>
      <p>
        {places.label}
        <b>{places.total - places.taken} left</b>
      </p>
      <div>
        {all.map((place) => (
          <i key={place} className={place < places.taken ? styles.placeTaken : undefined} />
        ))}
      </div>
    </div>
  );
}
