import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Story } from "~/content/stories/success-stories.ts";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./story-section.module.css";

type Props = {
  story: Story;
  tone?: "paper" | "band";
  /** The picture is square, so the text is beside it. */
  tall?: boolean;
  children: ReactNode;
};

/** One story: the problem, the picture, what changed, the source of the figures, and the client's quote. */
export function StorySection({ story, tone, tall, children }: Props) {
  const { id, client, business, tier, headline, paragraphs, changes, window, source, review } = story;
  return (
    <Section labelledBy={`${id}-title`} id={id} tone={tone}>
      <article className={clsx(styles.story, tall && styles.tall)}>
        <div className={styles.head}>
          <h2 className={site.title} id={`${id}-title`}>
            {headline}
          </h2>
          <p className={styles.who}>
            <b>{client}</b> {business}, on <a href={tier.href}>{tier.name}</a>
          </p>
        </div>
        <div className={styles.text}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <figure className={styles.picture}>
          {children}
          <figcaption className={site.note}>
            <b>Window:</b> {window}. <b>Source:</b> {source}.
          </figcaption>
        </figure>
        <dl className={styles.changes}>
          {changes.map(({ what, before, after }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                <span>{before}</span>
                <svg viewBox="0 0 18 8" width="18" height="8" role="img" aria-label="then">
                  <path d="M0 4h16M13 1l3 3-3 3" />
                </svg>
                {after}
              </dd>
            </div>
          ))}
        </dl>
        {review ? (
          <figure className={styles.review}>
            <blockquote>“{review.words}”</blockquote>
            <figcaption>
              {review.name}, {client}
            </figcaption>
          </figure>
        ) : null}
      </article>
    </Section>
  );
}
