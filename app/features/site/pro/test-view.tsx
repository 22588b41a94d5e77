import { clsx } from "clsx";
import { proTest } from "~/content/tier-pages/pro.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import { RateLines } from "./rate-lines.tsx";
import styles from "./test-view.module.css";

/** An A/B test on its tenth day: two versions, their samples, and the line that decides. */
export function TestView() {
  const { name, day, client, versions, verdict, decision } = proTest;
  return (
    <div
      className={panel.panel}
      role="img"
      aria-label="An A/B test: version B books 5.6 percent of its visitors, version A 4.1 percent"
    >
      <div className={panel.bar}>
        <b>{name}</b>
        <span>{day}</span>
        <span className={panel.end}>{client}</span>
      </div>
      <div className={styles.versions}>
        {versions.map(({ letter, from, headline, text, button, sample, rate }) => (
          <div key={letter} className={clsx(styles.version, letter === "B" && styles.second)}>
            <p className={styles.versionName}>
              <i />
              <b>{letter}</b> {from}
            </p>
            <div className={styles.versionPage}>
              <b>{headline}</b>
              <p>{text}</p>
              <span>{button}</span>
            </div>
            <p className={styles.versionRate}>
              {sample}
              <b className={clsx(site.figure, styles.figure)}>{rate}</b>
            </p>
          </div>
        ))}
      </div>
      <RateLines />
      <p className={styles.verdict}>
        {verdict}
        <span className={styles.when}>{decision}</span>
      </p>
    </div>
  );
}
