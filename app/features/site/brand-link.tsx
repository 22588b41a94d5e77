import { brand } from "~/content/brand.ts";
import styles from "./brand-link.module.css";

/** The agency's logo and name, in header and footer. */
export function BrandLink() {
  return (
    <a className={styles.brand} href="/" aria-label={`${brand.name}, home`}>
      <SiteMark />
      {brand.name}
    </a>
  );
}

const { walls, wallWidth, dot } = brand.mark;

/** The brand's logo, beside its name as text. */
function SiteMark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" aria-hidden="true">
      <path d={walls} stroke="currentColor" strokeWidth={wallWidth} />
      <circle cx={dot.x} cy={dot.y} r={dot.radius} fill="var(--accent)" />
    </svg>
  );
}
