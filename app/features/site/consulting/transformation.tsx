import { transformation } from "~/content/tier-pages/consulting.ts";
import { Section } from "../section.tsx";
import styles from "./transformation.module.css";

/** Four lines (spec §2), from what is to what will be. */
export function Transformation() {
  return (
    <Section labelledBy="transformation-title">
      <h2 className={styles.title} id="transformation-title">
        What changes
      </h2>
      <ul className={styles.lines}>
        {transformation.map(({ from, to }) => (
          <li key={from}>
            <span className={styles.from}>{from}</span> <span className={styles.to}>to</span> <b>{to}</b>
          </li>
        ))}
      </ul>
    </Section>
  );
}
