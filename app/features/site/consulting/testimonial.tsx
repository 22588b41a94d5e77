import { clsx } from "clsx";
import { testimonial } from "~/content/tier-pages/consulting.ts";
import section from "../section.module.css";
import site from "../site.module.css";
import styles from "./testimonial.module.css";

/** One client, in their words, with the figure that changed. */
export function Testimonial() {
  const { words, name, client, change } = testimonial;
  return (
    <section className={section.section} aria-label="What a client says">
      <figure className={clsx(site.wrap, styles.testimonial)}>
        <blockquote>“{words}”</blockquote>
        <figcaption>
          <b>{name}</b>
          {client}
          <span className={styles.change}>
            {change.what}
            <span>
              <s className={site.figure}>{change.before}</s> <span className={site.visuallyHidden}>to</span>
              <b className={clsx(styles.after, site.figure)}>{change.after}</b>
            </span>
          </span>
        </figcaption>
      </figure>
    </section>
  );
}
