import { testimonial } from "~/content/tier-pages/consulting.ts";
import "./testimonial.css";

/** One client, in their words, with the figure that changed. */
export function Testimonial() {
  const { words, name, client, change } = testimonial;
  return (
    <section className="section" aria-label="What a client says">
      <figure className="wrap testimonial">
        <blockquote>“{words}”</blockquote>
        <figcaption>
          <b>{name}</b>
          {client}
          <span className="testimonial-change">
            {change.what}
            <span>
              <s className="figure">{change.before}</s> <span className="visually-hidden">to</span>
              <b className="testimonial-after figure">{change.after}</b>
            </span>
          </span>
        </figcaption>
      </figure>
    </section>
  );
}
