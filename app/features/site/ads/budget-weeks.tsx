import { budgetWeeks } from "~/content/tier-pages/ads.ts";
import site from "../site.module.css";
import styles from "./budget-weeks.module.css";

const NAMES = ["A", "B", "C", "D", "E"];

/** Four weeks with the same budget. Each Monday's decisions move the next week's money. */
export function BudgetWeeks() {
  return (
    <ol className={styles.weeks}>
      {budgetWeeks.map(({ week, shares, decision }) => (
        <li key={week}>
          <div className={styles.bar}>
            {shares.map((dollars, ad) =>
              dollars > 0 ? (
                <p key={NAMES[ad]} data-ad={NAMES[ad]} style={{ flexGrow: dollars }}>
                  <b>{NAMES[ad]}</b>
                  <span className={site.num}>${dollars}</span>
                </p>
              ) : null,
            )}
          </div>
          <h3>{week}</h3>
          <p>{decision}</p>
        </li>
      ))}
    </ol>
  );
}
