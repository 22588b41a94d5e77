import { Outlet, useLocation } from "react-router";
import { brand } from "~/content/brand.ts";
import { SiteFrame } from "~/features/site/site-frame.tsx";

/** The site ships no React: its pages are HTML, CSS and one small module (docs/architecture.md). */
export const handle = { js: false };

export function links() {
  return [
    { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
    { rel: "manifest", href: "/site.webmanifest" },
  ];
}

/** The layout of every public page. */
export default function MarketingLayout() {
  // Pages are rendered at build time with a trailing slash, but site URLs have none.
  const path = useLocation().pathname.replace(/(?<=.)\/$/, "");
  return (
    <>
      {/* React moves it to the head. */}
      <meta name="theme-color" content={brand.chrome.ink} />
      <SiteFrame path={path}>
        <Outlet />
      </SiteFrame>
    </>
  );
}
