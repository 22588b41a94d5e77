import { clsx } from "clsx";
import { proTests } from "~/content/tier-pages/pro.ts";
import site from "../site.module.css";
import styles from "./pro-drawings.module.css";

/** A lead's answers decide its route: a call, a text, or nurture. */
export function ScoreTree() {
  return (
    <div className={styles.scoreTree}>
      <p>
        <span>Nurture</span>
        <span>Text</span>
        <b>Call</b>
      </p>
      <svg viewBox="0 0 240 128" preserveAspectRatio="none" aria-hidden="true">
        <path d="M120 128V92C120 48 28 70 28 6M120 92V6" />
        <path className={styles.scoreHot} d="M120 128V92C120 48 212 70 212 6" />
      </svg>
      <p className={styles.scoreAnswers}>
        <span className={site.num}>0–3</span>
        <span className={site.num}>4–6</span>
        <b className={site.num}>7–10</b>
      </p>
    </div>
  );
}

/** The scale of the drawing, in bookings per hundred visitors. */
const LOW = 3;
const SPAN = 2.4;
const place = (rate: number) => `${(((rate - LOW) / SPAN) * 100).toFixed(1)}%`;

/** Four finished tests on one scale: the rate before and after each change. */
export function TestRecord() {
  return (
    <div className={styles.testRecord}>
      {proTests.map(({ what, before, after, kept }) => (
        <p key={what} className={kept ? styles.testKept : styles.testDropped}>
          <span>{what}</span>
          <span className={styles.testScale}>
            <i
              style={{
                insetInlineStart: place(Math.min(before, after)),
                inlineSize: `${((Math.abs(after - before) / SPAN) * 100).toFixed(1)}%`,
              }}
            />
            <b style={{ insetInlineStart: place(before) }} />
            <b className={styles.testAfter} style={{ insetInlineStart: place(after) }} />
          </span>
          <span className={clsx(site.num, styles.num)}>
            {after > before ? "+" : "−"}
            {Math.abs(after - before).toFixed(1)}
          </span>
          <span>{kept ? "kept" : "dropped"}</span>
        </p>
      ))}
      <p className={styles.testKey}>Bookings per 100 visitors, open to filled</p>
    </div>
  );
}

const WEEKS = [1, 2, 3, 4];
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"];

/** Four reports and one call: a month of working days. */
export function MonthOfReports() {
  return (
    <div className={styles.reportMonth}>
      {DAYS.map((day) => (
        <span key={day}>{day}</span>
      ))}
      {WEEKS.flatMap((week) =>
        DAYS.map((day) => {
          const what = day === "Mon" ? "Report" : week === 4 && day === "Thu" ? "Call" : "";
          return (
            <i
              key={`${week} ${day}`}
              className={clsx(
                styles.monthCell,
                what === "Report" && styles.monthReport,
                what === "Call" && styles.monthCall,
              )}
            >
              {what}
            </i>
          );
        }),
      )}
    </div>
  );
}
