import { brand } from "~/content/brand.ts";
import styles from "./brand-link.module.css";
import { SiteMark } from "./site-mark.tsx";

/** Mark and name of the agency, in header and footer. */
export function BrandLink() {
  return (
    <a className={styles.brand} href="/" aria-label={`${brand.name}, home`}>
      <SiteMark />
      {brand.name}
    </a>
  );
}
