import { type Review, reviews } from "~/content/reviews.ts";

/** Three clients in their own words; the first one at length, with what changed. */
export function Reviews() {
  return (
    <div className="reviews">
      {reviews.map((review) => (
        <figure key={review.name}>
          <blockquote>“{review.words}”</blockquote>
          <figcaption>
            <b>{review.name}</b>
            {review.client}, on {review.tier}
          </figcaption>
          {review.changes ? <Changes changes={review.changes} /> : null}
        </figure>
      ))}
    </div>
  );
}

function Changes({ changes }: { changes: NonNullable<Review["changes"]> }) {
  return (
    <dl className="changes">
      {changes.map(({ what, before, after }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <span className="change-before">{before}</span>
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
