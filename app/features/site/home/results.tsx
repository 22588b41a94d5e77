import { brand } from "~/content/brand.ts";
import { home } from "~/content/home-copy.ts";
import { type Review, reviews } from "~/content/reviews.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./results.module.css";

/** Claims (spec §9) and the three reviews (spec §2). */
export function Results() {
  return (
    <Section labelledBy="results-title" id="results">
      <SectionHead id="results-title" headline={home.results.headline}>
        <p className={site.body}>{home.results.text}</p>
      </SectionHead>
      <ul className={styles.claims}>
        {brand.claims.map(({ figure, meaning }) => (
          <li key={figure}>
            <span className={styles.claimFigure}>{figure}</span>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
      <Reviews />
    </Section>
  );
}

/** Three client quotes. The first one is long and shows what changed. */
function Reviews() {
  return (
    <div className={styles.reviews}>
      {reviews.map((review) => (
        <article key={review.name}>
          <blockquote>“{review.words}”</blockquote>
          <footer>
            <b>{review.name}</b>
            {review.client}, on {review.tier}
          </footer>
          {review.changes ? <Changes changes={review.changes} /> : null}
        </article>
      ))}
    </div>
  );
}

function Changes({ changes }: { changes: NonNullable<Review["changes"]> }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ what, before, after }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <span className={styles.changeBefore}>{before}</span>
            <svg viewBox="0 0 18 8" width="18" height="8" role="img" aria-label="now">
              <path d="M0 4h16M13 1l3 3-3 3" />
            </svg>
            {after}
          </dd>
        </div>
      ))}
    </dl>
  );
}
