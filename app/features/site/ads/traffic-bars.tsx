import { traffic } from "~/content/tier-pages/ads.ts";

const maximum = traffic[0].clicks;

/** Clicks of a week, by where they come from. */
export function TrafficBars() {
  return (
    <div className="traffic-bars">
      {traffic.map(({ from, clicks }) => (
        <p key={from}>
          <span>{from}</span>
          <span className="num">{clicks}</span>
          <i style={{ inlineSize: `${Math.round((clicks / maximum) * 100)}%` }} />
        </p>
      ))}
    </div>
  );
}
