import { adAccount } from "~/content/tier-pages/ads.ts";
import "./ad-account.css";

/** Three ads as they run, what each costs, and what the budget and the fee come to. */
export function AdAccount() {
  const { client, period, ads, budget } = adAccount;
  return (
    <div
      className="panel"
      role="img"
      aria-label="An ad account with three ads: the best books 14 calls, the last ends on Monday; of $3,000 ad spend the fee is $450"
    >
      <div className="panel-bar">
        <b>Ads</b>
        <span>{period}</span>
        <span className="panel-end">{client}</span>
      </div>
      <div className="ad-frames">
        {ads.map(({ words, format, perLead, booked, state, ...ad }) => (
          <div key={words} className={"best" in ad ? "ad-frame ad-frame-best" : "ad-frame"}>
            <p className="ad-words">{words}</p>
            <p className="ad-format">
              {format}
              <span>{state}</span>
            </p>
            <p className="ad-result">
              <b className="figure">{booked}</b> booked
              <span className="num">{perLead} a lead</span>
            </p>
          </div>
        ))}
      </div>
      <div className="ad-budget">
        <p>
          <b className="figure">{budget.spend}</b>
          {budget.note}
        </p>
        <p>
          <b className="figure">{budget.fee}</b>
          {budget.feeNote}
        </p>
      </div>
    </div>
  );
}
