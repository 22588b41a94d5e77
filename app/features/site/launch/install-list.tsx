import { clsx } from "clsx";
import { launchInstall } from "~/content/tier-pages/launch.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./install-list.module.css";

/** An install from the client's view: six days, live on the fourth. */
export function InstallList() {
  const { client, days } = launchInstall;
  return (
    <div
      className={panel.panel}
      role="img"
      aria-label="A six-day install: three days are done, day 4 is live, two are open"
    >
      <div className={panel.bar}>
        <b>Install</b>
        <span>Day 4 of 6</span>
        <span className={panel.end}>{client}</span>
      </div>
      <div className={styles.list}>
        {days.map(({ day, what, detail, state }) => (
          <p key={day} className={state === "live" ? styles.live : state === "open" ? styles.open : undefined}>
            <span className={clsx(site.num, styles.num)}>{day}</span>
            <b>{what}</b>
            <span>{detail}</span>
            {state === "done" ? (
              <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
                <path d="m1.5 7.5 3.5 3.5 7.5-8" />
              </svg>
            ) : (
              <i>{state === "live" ? "Live" : "Open"}</i>
            )}
          </p>
        ))}
      </div>
    </div>
  );
}
