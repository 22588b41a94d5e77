import { stories } from "~/content/stories/success-stories.ts";
import styles from "./story-index.module.css";

/** The page's stories in four lines: client, offer and change. */
export function StoryIndex() {
  return (
    <ol className={styles.index}>
      {stories.map(({ id, client, business, tier, changes: [{ what, before, after }] }) => (
        <li key={id}>
          <a href={`#${id}`}>{client}</a>
          <span className={styles.business}>
            {business}, on {tier.name}
          </span>
          <span className={styles.what}>{what}</span>
          <span className={styles.figures}>
            <span>{before}</span>
            <svg viewBox="0 0 18 8" width="18" height="8" role="img" aria-label="then">
              <path d="M0 4h16M13 1l3 3-3 3" />
            </svg>
            <b>{after}</b>
          </span>
        </li>
      ))}
    </ol>
  );
}
