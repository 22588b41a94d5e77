import { followUp } from "~/content/sample-report.ts";

/** The five touches of the follow-up, drawn as the product lists them. */
export function FollowUpView() {
  return (
    <div
      className="panel follow-up"
      role="img"
      aria-label="A follow-up of five touches over six days, ended by any reply"
    >
      <div className="panel-bar">
        <b>Follow-up, no reply yet</b>
        <span className="panel-end">5 touches</span>
      </div>
      <div className="touches">
        {followUp.map(({ at, by, words, stop }) => (
          <p key={at} className={stop ? "touch-stop" : undefined}>
            <span className="num">{at}</span>
            <b>{by}</b>
            <span>{words}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
