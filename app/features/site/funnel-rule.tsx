import styles from "./funnel-rule.module.css";
import site from "./site.module.css";

/** The divider between two plain sections on paper: a hairline that dips into the neck of the logo, with the lead above it. */
export function FunnelRule() {
  return (
    <div className={site.wrap}>
      <div className={styles.rule}>
        <svg viewBox="0 0 40 18" width="40" height="18" aria-hidden="true">
          <path d="M0 .5h4c7 0 12 5 12 17M24 17.5c0-12 5-17 12-17h4" />
          <circle cx="20" cy="4.5" r="2" />
        </svg>
      </div>
    </div>
  );
}
