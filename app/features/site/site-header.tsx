import { clsx } from "clsx";
import { mainNavigation } from "~/content/navigation.ts";
import { AccountLink } from "./account-link.tsx";
import { BrandLink } from "./brand-link.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
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
