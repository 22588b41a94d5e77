import { clsx } from "clsx";
import type { ReactNode } from "react";
import { FunnelNavigation } from "./funnel-navigation.tsx";
import site from "./site.module.css";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

type Props = { path: string; children: ReactNode };

/** Header, funnel navigation and footer of every page. The first band of a page is ink and extends under both bars. */
export function SiteFrame({ path, children }: Props) {
  return (
    <div className={clsx(site.site, "on-paper")}>
      <a className={site.skipLink} href="#main">
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
