import { clsx } from "clsx";
import { consulting, quoteScales } from "~/content/tier-pages/consulting.ts";
import { ActionLink, Actions } from "../action-link.tsx";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./quote.module.css";

/** Custom pricing (spec §2): what a quote depends on, with an example on each scale. */
export function Quote() {
  return (
    <Section id="quote" labelledBy="quote-title" tone="band">
      <div className={styles.quote}>
        <div>
          <h2 className={site.title} id="quote-title">
            {consulting.quote.headline}
          </h2>
          <p className={clsx(site.body, styles.body)}>{consulting.quote.text}</p>
          <Actions>
            <ActionLink href="#application" weight="outlined">
              Get Your Custom Quote
            </ActionLink>
          </Actions>
        </div>
        <div className={styles.sheet}>
          <p className={styles.head}>
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
          <p className={styles.total}>
            <b>One number, on one page</b>
            <span>after one call</span>
          </p>
        </div>
      </div>
    </Section>
  );
}
