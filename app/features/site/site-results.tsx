import "./site-results.css";

/** Marketing claims of spec §9, and nothing beyond them. Sample content until the owner's own numbers replace them. */
const CLAIMS = [
  { figure: "2–10x", means: "return within 30 days" },
  { figure: "94%", means: "client retention" },
  { figure: "340%", means: "average return on ad spend" },
] as const;

/** The claims, large and plain. */
export function SiteResults() {
  return (
    <section className="site-section sunken" id="results">
      <div className="site-wrap">
        <h2 className="site-h2">Numbers clients let us print.</h2>
        <dl className="claims">
          {CLAIMS.map(({ figure, means }) => (
            <div key={figure}>
              <dt>{means}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
        <p className="site-small">Your own will differ. They stand on your dashboard, with the audit trail behind each one.</p>
      </div>
    </section>
  );
}
