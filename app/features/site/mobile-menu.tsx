import { companyNavigation, mainNavigation, serviceNavigation } from "~/content/navigation.ts";
import styles from "./mobile-menu.module.css";

/** The menu of a phone: opens and closes without scripts. */
export function MobileMenu({ path }: { path: string }) {
  // Pricing and Contact are in the first group already.
  const more = companyNavigation.filter(({ href }) => !mainNavigation.some((link) => link.href === href));
  const link = ({ label, href }: { label: string; href: string }) => (
    <a key={href} href={href} aria-current={href === path ? "page" : undefined}>
      {label}
    </a>
  );
  return (
    <details className={styles.menu} data-menu="">
      <summary aria-label="Menu">
        <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
          <path className={styles.line1} d="M2 6h14" />
          <path className={styles.line2} d="M2 12h14" />
        </svg>
      </summary>
      <nav className={styles.panel} aria-label="Menu">
        <div className={styles.main}>{mainNavigation.map(link)}</div>
        <div className={styles.more}>{[...serviceNavigation, ...more].map(link)}</div>
      </nav>
    </details>
  );
}
