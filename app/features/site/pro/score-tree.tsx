import site from "../site.module.css";
import styles from "./pro-drawings.module.css";

/** A lead's answers decide which way it goes: a call, a text, or nurture. */
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
