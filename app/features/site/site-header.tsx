import { brand } from "~/content/brand.ts";
import { mainNavigation } from "~/content/navigation.ts";
import { AccountLink } from "./account-link.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { SiteMark } from "./site-mark.tsx";
import "./site-header.css";

/** The sticky bar: brand, the navbar's anchors (spec §2), Login or Dashboard. */
export function SiteHeader({ path }: { path: string }) {
  return (
    <header className="site-header on-ink">
      <div className="wrap site-bar">
        <a className="brand" href="/" aria-label={`${brand.name}, home`}>
          <SiteMark />
          {brand.name}
        </a>
        <nav className="main-navigation" aria-label="Main">
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
