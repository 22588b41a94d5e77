import { clsx } from "clsx";
import { companyNavigation, mainNavigation, serviceNavigation } from "~/content/navigation.ts";
import { BrandLink } from "./brand-link.tsx";
import site from "./site.module.css";
import styles from "./site-header.module.css";

/** The sticky bar: brand, the navbar's anchors (spec §2), Login or Dashboard. */
export function SiteHeader({ path }: { path: string }) {
  return (
    <header className={clsx(styles.header, "on-ink")}>
      <div className={clsx(site.wrap, styles.bar)}>
        <BrandLink />
        <nav className={styles.mainNavigation} aria-label="Main">
          {mainNavigation.map(({ label, href }) => (
            <a key={href} href={href} aria-current={href === path ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <AccountLink />
        <MobileMenu path={path} />
      </div>
    </header>
  );
}

/**
 * Login, or Dashboard for a user with a stored session (spec §2). Both words reserve the space, so that nothing moves when the
 * site's script runs. Without it the link says Login, and /auth redirects signed-in users.
 */
function AccountLink() {
  return (
    <a className={styles.link} href="/auth" data-account="">
      <span data-account-word="login">Login</span>
      <span data-account-word="dashboard">Dashboard</span>
    </a>
  );
}

/** The phone menu. It opens and closes without scripts. */
function MobileMenu({ path }: { path: string }) {
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
