import styles from "./annotated-page.module.css";

/** Three portraits as a photographer would hang them: shapes, not faces. */
export function Portraits() {
  return (
    <svg className={styles.portraits} viewBox="0 0 360 136" width="360" height="136" aria-hidden="true">
      <rect width="112" height="136" rx="3" className={styles.portraitA} />
      <rect x="124" width="112" height="136" rx="3" className={styles.portraitB} />
      <rect x="248" width="112" height="136" rx="3" className={styles.portraitC} />
      <path
        className={styles.portraitDark}
        d="M14 136c2-34 18-46 42-46s40 12 42 46zM56 82a20 24 0 1 1 0-48 20 24 0 0 1 0 48z"
      />
      <path
        className={styles.portraitLight}
        d="M140 136c0-38 12-52 36-54s46 20 46 54zM174 76a19 23 0 1 1 4-46 19 23 0 0 1-4 46z"
      />
      <path
        className={styles.portraitDark}
        d="M258 136c6-30 22-40 48-40 22 0 38 12 42 40zM300 90a21 25 0 1 1 6-50 21 25 0 0 1-6 50z"
      />
    </svg>
  );
}
