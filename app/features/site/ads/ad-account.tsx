import { clsx } from "clsx";
import { adAccount } from "~/content/tier-pages/ads.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./ad-account.module.css";

/** Three running ads with their costs, budget and fee. */
export function AdAccount() {
  const { client, period, ads, budget } = adAccount;
  return (
    <div
      className={panel.panel}
      role="img"
      aria-label="An ad account with three ads: the best booked 14 calls, the last one ends Monday; on $3,000 of ad spend, the fee is $450"
    >
      <div className={panel.bar}>
        <b>Ads</b>
        <span>{period}</span>
        <span className={panel.end}>{client}</span>
      </div>
      <div className={styles.frames}>
        {ads.map(({ words, format, perLead, booked, state, ...ad }) => (
          <div key={words} className={clsx(styles.frame, "best" in ad && styles.best)}>
            <p className={styles.words}>{words}</p>
            <p className={styles.format}>
              {format}
              <span>{state}</span>
            </p>
            <p className={styles.result}>
              <b className={clsx(site.figure, styles.figure)}>{booked}</b> booked
              <span className={site.num}>{perLead} a lead</span>
            </p>
          </div>
        ))}
      </div>
      <div className={styles.budget}>
        <p>
          <b className={clsx(site.figure, styles.figure)}>{budget.spend}</b>
          {budget.note}
        </p>
        <p>
          <b className={clsx(site.figure, styles.figure)}>{budget.fee}</b>
          {budget.feeNote}
        </p>
      </div>
    </div>
  );
}
