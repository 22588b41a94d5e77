import type { ReactNode } from "react";
import { FunnelNavigation } from "./funnel-navigation.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
// The system that every page is built from, in one file for the browser: a stylesheet per part would cost a request each.
import "./site-frame.css";
import "./site-type.css";
import "./section.css";
import "./action-link.css";
import "./ink-band.css";
import "./rise.css";
import "./closing-call.css";
import "./funnel-rule.css";
import "./not-found.css";

type Props = { path: string; children: ReactNode };

/** Header, funnel navigation and footer around every page of the site. The first band of a page is ink and lies under both bars. */
export function SiteFrame({ path, children }: Props) {
  return (
    <div className="site on-paper">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <SiteHeader path={path} />
      <FunnelNavigation path={path} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter path={path} />
    </div>
  );
}
