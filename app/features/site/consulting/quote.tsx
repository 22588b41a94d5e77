import { consulting, quoteScales } from "~/content/tier-pages/consulting.ts";
import { ActionLink } from "../action-link.tsx";
import { Section } from "../section.tsx";
import "./quote.css";

/** Custom pricing (spec §2): what a quote depends on, with an example's place on each scale. */
export function Quote() {
  return (
    <Section id="quote" labelledBy="quote-title" tone="band">
      <div className="quote">
        <div>
          <h2 className="title-2" id="quote-title">
            {consulting.quote.headline}
          </h2>
          <p className="body">{consulting.quote.text}</p>
          <p className="actions">
            <ActionLink href="#application" weight="outlined">
              Get Your Custom Quote
            </ActionLink>
          </p>
        </div>
        <div className="quote-sheet">
          <p className="quote-head">
            <b>What moves the price</b>
            <span>An example</span>
          </p>
          <dl>
            {quoteScales.map(({ what, from, to, share }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>
                  <span>{from}</span>
                  <i aria-hidden="true">
                    <b style={{ insetInlineStart: `${share}%` }} />
                  </i>
                  <span>{to}</span>
                </dd>
              </div>
            ))}
          </dl>
          <p className="quote-total">
            <b>One figure, on one page</b>
            <span>after one call</span>
          </p>
        </div>
      </div>
    </Section>
  );
}
