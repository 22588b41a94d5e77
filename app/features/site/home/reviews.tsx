import { type Review, reviews } from "~/content/reviews.ts";
import styles from "./results.module.css";

/** Three clients in their own words; the first one at length, with what changed. */
export function Reviews() {
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
