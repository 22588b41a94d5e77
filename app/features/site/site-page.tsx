import "./site.css";
import type { ReactNode } from "react";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

type Props = { current: string; children: ReactNode };

/** The frame of every marketing page: header, the page, footer. `current` is the address in the funnel navigation. */
export function SitePage({ current, children }: Props) {
  return (
    <div className="site">
      <SiteHeader current={current} />
      <main id="content">{children}</main>
      <SiteFooter />
    </div>
  );
}
