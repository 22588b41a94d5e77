import { clsx } from "clsx";
import type { Fit } from "~/content/fit.ts";
import action from "../action-link.module.css";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./fit-list.module.css";

type Props = {
  /** The section's name for screen readers. Visually, the two columns have their own headings. */
  title: string;
  fit: Fit;
  yesHeading?: string;
  notNowHeading?: string;
};

/** Yes / Not Now (spec §2): an honest list avoids pointless calls. */
export function FitList({ title, fit, yesHeading = "Yes", notNowHeading = "Not Now" }: Props) {
  return (
    <Section label={title} insideClassName={styles.fit}>
      <h2 className={site.visuallyHidden}>{title}</h2>
      <FitColumn className={styles.yes} heading={yesHeading} mark="m1.5 7.5 3.5 3.5 7.5-8" items={fit.yes} />
      <FitColumn className={styles.not} heading={notNowHeading} mark="M2 7h10" items={fit.notNow} />
    </Section>
  );
}

type ColumnProps = { className: string | undefined; heading: string; mark: string; items: readonly string[] };

function FitColumn({ className, heading, mark, items }: ColumnProps) {
  return (
    <div className={className}>
      <h3>{heading}</h3>
      <ul data-more="">
        {items.map((item) => (
          <li key={item}>
            <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
              <path d={mark} />
            </svg>
            {item}
          </li>
        ))}
      </ul>
      <button type="button" className={clsx(action.text, styles.more)} data-more-button="" hidden>
        More
      </button>
    </div>
  );
}
