import { clsx } from "clsx";
import type { SampleLead } from "~/content/sample-clinic.ts";
import site from "../site.module.css";
import { ClockRing } from "./clock-ring.tsx";
import styles from "./pipeline-board.module.css";

const ICONS = {
  message: "M1.8 2.5h10.4v7H6l-2.8 2.3V9.5H1.8z",
  calendar: "M1.8 3.2h10.4v9H1.8zM1.8 6h10.4M4.6 1.4v3M9.4 1.4v3",
  check: "m2.5 7.5 3 3 6-7",
};

/** A lead on the board: who, how much, from where, and what happened last. */
export function LeadCard({ lead }: { lead: SampleLead }) {
  const { icon, text, at, clock } = lead.status;
  return (
    <div className={clsx(styles.leadCard, lead.hot && styles.leadCardHot)}>
      <p className={styles.leadWho}>
        <b>{lead.name}</b>
        <span className={site.num}>${lead.dollars.toLocaleString("en-US")}</span>
      </p>
      <p className={styles.leadSource}>{lead.source}</p>
      <p className={styles.leadStatus}>
        {icon === "clock" ? (
          <ClockRing seconds={clock ?? 0} hot={lead.hot ?? false} />
        ) : (
          <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
            <path d={ICONS[icon]} />
          </svg>
        )}
        {text}
        <span className={site.num} data-clock={lead.hot ? clock : undefined}>
          {at}
        </span>
      </p>
    </div>
  );
}
