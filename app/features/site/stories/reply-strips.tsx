import { clsx } from "clsx";
import type { CSSProperties } from "react";
import { firstReplies } from "~/content/stories/story-figures.ts";
import styles from "./reply-strips.module.css";

/** A day in minutes, divided into columns on a logarithmic scale, because early minutes matter more than late ones. */
const DAY = 1440;
const COLUMNS = 48;
const TICKS = [
  { minutes: 1, text: "1 min" },
  { minutes: 5, text: "5 min" },
  { minutes: 30, text: "30 min" },
  { minutes: 120, text: "2 h" },
  { minutes: 360, text: "6 h" },
  { minutes: DAY, text: "24 h" },
];

const column = (minutes: number): number => Math.round((Math.log(minutes) / Math.log(DAY)) * (COLUMNS - 1));

/** Every lead of two weeks as a dot at its first response time. */
export function ReplyStrips() {
  return (
    <div
      className={styles.strips}
      role="img"
      aria-label="In March, first replies took from 14 minutes to 23 hours, half of them over six hours; in May, all but two came within five minutes"
    >
      <Strip name="March" minutes={firstReplies.before} median={360} note="half over 6 h" />
      <Strip name="May" minutes={firstReplies.after} median={2} note="half within 2 min" now />
      <p className={styles.scale}>
        {TICKS.map(({ minutes, text }) => (
          <span key={text} style={{ insetInlineStart: `${place(column(minutes))}%` }}>
            {text}
          </span>
        ))}
      </p>
    </div>
  );
}

type StripProps = { name: string; minutes: readonly number[]; median: number; note: string; now?: boolean };

function Strip({ name, minutes, median, note, now }: StripProps) {
  const heights = new Map<number, number>();
  for (const value of minutes) heights.set(column(value), (heights.get(column(value)) ?? 0) + 1);
  return (
    <div className={clsx(styles.strip, now && styles.now)}>
      <p className={styles.name}>
        <b>{name}</b> {minutes.length} leads
      </p>
      <div className={styles.plot} style={{ "--most": Math.max(...heights.values()) } as CSSProperties}>
        <i className={styles.median} style={{ insetInlineStart: `${place(column(median))}%` }}>
          <span>{note}</span>
        </i>
        {[...heights].map(([at, count]) => (
          <i
            key={at}
            className={styles.dots}
            style={{ insetInlineStart: `${place(at)}%`, "--count": count } as CSSProperties}
          />
        ))}
      </div>
    </div>
  );
}

function place(at: number): number {
  return Math.round((at / (COLUMNS - 1)) * 10_000) / 100;
}
