import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./ink-band.module.css";

type Props = {
  /** Makes it a section with this heading. */
  labelledBy?: string;
  /** The first band of a page is under the header and funnel navigation. */
  underBars?: boolean;
  className?: string;
  children: ReactNode;
};

/** Hero and closing call: the ink bands with stars. */
export function InkBand({ labelledBy, underBars, className, children }: Props) {
  const Band = labelledBy ? "section" : "div";
  return (
    <Band
      className={clsx(styles.band, underBars && styles.underBars, "on-ink", className)}
      aria-labelledby={labelledBy}
      data-ink-band=""
    >
      {/* Behind the band's content. Without scripts it is plain ink. */}
      <div className={styles.stars} aria-hidden="true">
        <canvas data-stars="" />
      </div>
      {children}
    </Band>
  );
}
