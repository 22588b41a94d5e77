import { traffic } from "~/content/tier-pages/ads.ts";
import site from "../site.module.css";
import styles from "./ads-drawings.module.css";

const maximum = traffic[0].clicks;

/** Clicks of a week, by where they come from. */
export function TrafficBars() {
  return (
    <div className={styles.trafficBars}>
      {traffic.map(({ from, clicks }) => (
        <p key={from}>
          <span>{from}</span>
          <span className={site.num}>{clicks}</span>
          <i style={{ inlineSize: `${Math.round((clicks / maximum) * 100)}%` }} />
        </p>
      ))}
    </div>
  );
}
