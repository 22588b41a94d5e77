import { companyNavigation, mainNavigation, serviceNavigation } from "~/content/navigation.ts";

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
    <details className="mobile-menu" data-menu="">
      <summary aria-label="Menu">
        <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
          <path className="menu-line-1" d="M2 6h14" />
          <path className="menu-line-2" d="M2 12h14" />
        </svg>
      </summary>
      <nav className="menu-panel" aria-label="Menu">
        <div className="menu-main">{mainNavigation.map(link)}</div>
        <div className="menu-more">{[...serviceNavigation, ...more].map(link)}</div>
      </nav>
    </details>
  );
}
