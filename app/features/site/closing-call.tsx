import { brand } from "~/content/brand.ts";
import { ActionLink } from "./action-link.tsx";
import { Rise } from "./rise.tsx";
import { Stars } from "./stars.tsx";

type Props = {
  headline: string;
  text: string;
  /** What happens after the visitor has written, in order. */
  steps?: readonly { when: string; what: string }[];
  action?: { label: string; href: string };
};

const APPLY = { label: "Start your application", href: "/contact#application" };

/** The last band of a page, on ink: one sentence, one thing to do, and what comes of it. */
export function ClosingCall({ headline, text, steps, action = APPLY }: Props) {
  return (
    <section className="closing-call ink-band on-ink" aria-labelledby="closing-title">
      <Stars />
      <Rise className="rise-closing" width={760} height={620} lines={23} hot={15} />
      <div className="wrap">
        <h2 className="title-hero" id="closing-title">
          {headline}
        </h2>
        <p className="lead">{text}</p>
        <p className="actions">
          <ActionLink href={action.href} weight="primary">
            {action.label}
          </ActionLink>
          <ActionLink href={`mailto:${brand.email}`} weight="text">
            {brand.email}
          </ActionLink>
        </p>
        {steps ? (
          <ol className="closing-steps">
            {steps.map(({ when, what }) => (
              <li key={when}>
                <b>{when}</b>
                {what}
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </section>
  );
}
