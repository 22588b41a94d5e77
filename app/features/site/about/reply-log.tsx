import { clsx } from "clsx";
import { replies } from "~/content/about-copy.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./reply-log.module.css";

/** Spec §9: the response promise. The scale of the log ends there. */
const PROMISED_HOURS = 24;
const TICKS = [0, 6, 12, 18, 24];

const slowest = Math.max(...replies.map(({ minutes }) => minutes));

/** The agency's own inbox, drawn: each message and its response time, against the promise. */
export function ReplyLog() {
  return (
    <div
      className={clsx(panel.panel, styles.log, "on-paper")}
      role="img"
      aria-label={`The last ${replies.length} messages to us: one has waited six minutes so far, the longest waited ${duration(slowest)}, and every reply came within 24 hours`}
    >
      <div className={panel.bar}>
        <b>Inbox</b>
        <span className={styles.count}>{replies.length} messages since Saturday</span>
        <span className={panel.end}>Promise: {PROMISED_HOURS} h</span>
      </div>
      <div className={clsx(styles.row, styles.head)}>
        <span>Received</span>
        <span>From</span>
        <span>About</span>
        <span>Answered by</span>
        <span className={styles.scale}>
          {TICKS.map((hour) => (
            <i key={hour} style={{ insetInlineStart: `${(hour / PROMISED_HOURS) * 100}%` }}>
              {hour} h
            </i>
          ))}
        </span>
        <span>Waited</span>
      </div>
      {replies.map(({ at, from, about, by, minutes, open }) => (
        <div key={at} className={clsx(styles.row, open && styles.open)}>
          <span className={site.num}>{at}</span>
          <b>{from}</b>
          <span>{about}</span>
          <span>{by}</span>
          <span className={styles.track}>
            <i style={{ inlineSize: `${Math.max(0.8, (minutes / 60 / PROMISED_HOURS) * 100)}%` }} />
          </span>
          <span className={clsx(site.num, styles.waited)}>{duration(minutes)}</span>
        </div>
      ))}
    </div>
  );
}

/** Readable minutes: "18 min", "21h 30m". */
function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours}h` : `${hours}h ${String(rest).padStart(2, "0")}m`;
}
