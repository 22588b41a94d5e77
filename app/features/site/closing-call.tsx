import { clsx } from "clsx";
import { brand } from "~/content/brand.ts";
import { ActionLink, Actions } from "./action-link.tsx";
import styles from "./closing-call.module.css";
import { InkBand } from "./ink-band.tsx";
import { ClosingRise } from "./rise.tsx";
import site from "./site.module.css";

type Props = {
  headline: string;
  text: string;
  /** The steps after the visitor writes, in order. */
  steps?: readonly { when: string; what: string }[];
  action?: { label: string; href: string };
};

const APPLY = { label: "Start your application", href: "/contact#application" };

/** The last band of a page, on ink: one sentence, one action, and its result. */
export function ClosingCall({ headline, text, steps, action = APPLY }: Props) {
  return (
    <InkBand className={styles.call} labelledBy="closing-title">
      <ClosingRise />
      <div className={site.wrap}>
        <h2 className={site.heroTitle} id="closing-title">
          {headline}
        </h2>
        <p className={clsx(site.lead, styles.lead)}>{text}</p>
        <Actions className={styles.actions}>
          <ActionLink href={action.href} weight="primary">
            {action.label}
          </ActionLink>
          <ActionLink href={`mailto:${brand.email}`} weight="text">
            {brand.email}
          </ActionLink>
        </Actions>
        {steps ? (
          <ol className={styles.steps}>
            {steps.map(({ when, what }) => (
              <li key={when}>
                <b>{when}</b>
                {what}
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </InkBand>
  );
}
