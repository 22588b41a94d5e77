import { consulting } from "~/content/tier-pages/consulting.ts";
import { ActionLink } from "../action-link.tsx";
import { Stars } from "../stars.tsx";
import { PlanSheet } from "./plan-sheet.tsx";
import "./consulting-hero.css";

/** The first band: what consulting comes to, and the plan itself, as it hangs on the wall. */
export function ConsultingHero() {
  return (
    <div className="consulting-hero ink-band under-bars on-ink">
      <Stars />
      <div className="wrap consulting-hero-grid">
        <div className="consulting-copy">
          <h1 className="title-hero">{consulting.headline}</h1>
          <p className="lead">{consulting.lead}</p>
          <p className="actions">
            <ActionLink href="#application" weight="primary">
              Start Your Consultation
            </ActionLink>
            <ActionLink href="#quote" weight="text">
              How it is priced
            </ActionLink>
          </p>
        </div>
        <PlanSheet />
      </div>
    </div>
  );
}
