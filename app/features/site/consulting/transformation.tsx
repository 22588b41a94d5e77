import { transformation } from "~/content/tier-pages/consulting.ts";
import "./transformation.css";

/** Four lines (spec §2), from what is to what will be. */
export function Transformation() {
  return (
    <section className="section" aria-labelledby="transformation-title">
      <div className="wrap">
        <h2 className="transformation-title" id="transformation-title">
          What changes
        </h2>
        <ul className="transformation">
          {transformation.map(({ from, to }) => (
            <li key={from}>
              <span className="transformation-from">{from}</span> <span className="transformation-to">to</span>{" "}
              <b>{to}</b>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
