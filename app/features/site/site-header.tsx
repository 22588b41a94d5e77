import "./site-header.css";
import { brand } from "~/content/brand.ts";
import { navbarLinks } from "~/content/navigation.ts";
import { BrandMark } from "./brand-mark.tsx";
import { FunnelNav } from "./funnel-nav.tsx";

/**
 * The sticky header (spec §2): brand, anchors, Login or Dashboard. Both links are there and a small script shows the one
 * that fits, so that nothing shifts; without scripts it is Login. On a phone the anchors live in a native disclosure.
 */
export function SiteHeader({ current }: { current: string }) {
  return (
    <header className="site-header on-ink">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <div className="site-wrap site-bar">
        <a className="site-brand" href="/">
          <BrandMark />
          {brand.name}
        </a>
        <nav className="site-nav" aria-label="Main">
          {navbarLinks.map(({ label, href }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </nav>
        <SessionLink className="site-login" />
        <details className="site-menu">
          <summary aria-label="Menu">
            <span aria-hidden="true" />
          </summary>
          <nav aria-label="Menu">
            {navbarLinks.map(({ label, href }) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
            <SessionLink />
          </nav>
        </details>
      </div>
      <FunnelNav current={current} />
    </header>
  );
}

function SessionLink({ className }: { className?: string }) {
  return (
    <span className={className} data-session-link>
      <a href="/auth" data-when="out">
        Login
      </a>
      <a href="/dashboard" data-when="in" hidden>
        Dashboard
      </a>
    </span>
  );
}
