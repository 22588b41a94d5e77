import { budgetWeeks } from "~/content/tier-pages/ads.ts";
import "./budget-weeks.css";

const NAMES = ["A", "B", "C", "D", "E"];

/** Four weeks with the same budget: what is decided on each Monday decides where the next week's money is. */
export function BudgetWeeks() {
  return (
    <ol className="budget-weeks">
      {budgetWeeks.map(({ week, shares, decision }) => (
        <li key={week}>
          <div className="budget-bar">
            {shares.map((dollars, ad) =>
              dollars > 0 ? (
                <p key={NAMES[ad]} className={`budget-ad-${NAMES[ad]}`} style={{ flexGrow: dollars }}>
                  <b>{NAMES[ad]}</b>
                  <span className="num">${dollars}</span>
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
