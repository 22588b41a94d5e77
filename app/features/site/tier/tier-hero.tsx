import type { ReactNode } from "react";
import type { TierPageText } from "~/content/tier-pages/tier-page.ts";
import { ActionLink } from "../action-link.tsx";
import { Rise } from "../rise.tsx";
import { Stars } from "../stars.tsx";
import { TierHeadline } from "./tier-headline.tsx";
import "../product-view.css";
import "./tier-hero.css";

type Props = { page: TierPageText; children: ReactNode };

/** The first band of a tier page: its headline, the price note, and one instrument of the product at work. */
export function TierHero({ page, children }: Props) {
  const { headline, lead, terms } = page;
  return (
    <div className="tier-hero ink-band under-bars on-ink">
      <Stars />
      <Rise className="rise-tier" width={900} height={860} lines={25} hot={17} />
      <div className="wrap tier-hero-grid">
        <div className="tier-copy">
          <h1 className="title-hero">
            <TierHeadline text={headline} />
          </h1>
          <p className="lead">{lead}</p>
          <p className="actions">
            <ActionLink href="/contact#application" weight="primary">
              Start your application
            </ActionLink>
            <ActionLink href="/pricing" weight="text">
              Compare the prices
            </ActionLink>
          </p>
          <dl className="tier-terms">
            {terms.map(({ label, figure }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="figure">{figure}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="tier-picture on-paper">{children}</div>
      </div>
    </div>
  );
}
