import type { ReactNode } from "react";
import type { Story } from "~/content/stories/success-stories.ts";
import { Section } from "../section.tsx";
import "./story-section.css";

type Props = { story: Story; tone?: "paper" | "band"; children: ReactNode };

/** One story: what was the matter, the picture, what changed, where the figures come from, and the client's own words. */
export function StorySection({ story, tone, children }: Props) {
  const { id, client, business, tier, headline, paragraphs, changes, window, source, review } = story;
  return (
    <Section labelledBy={`${id}-title`} id={id} tone={tone ?? "paper"}>
      <article className={`story story-of-${id}`}>
        <div className="story-head">
          <h2 className="title-2" id={`${id}-title`}>
            {headline}
          </h2>
          <p className="story-who">
            <b>{client}</b> {business}, on <a href={tier.href}>{tier.name}</a>
          </p>
        </div>
        <div className="story-text">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <figure className="story-picture">
          {children}
          <figcaption className="sample-note">
            <b>Window:</b> {window}. <b>Source:</b> {source}.
          </figcaption>
        </figure>
        <dl className="story-changes">
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
          <figure className="story-review">
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
