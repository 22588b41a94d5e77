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

/** The frame of every public page. */
export default function MarketingLayout() {
  // Pages are rendered at build time with a slash at the end, which no address of the site has.
  const path = useLocation().pathname.replace(/(?<=.)\/$/, "");
  return (
    <>
      {/* React puts it into the head. */}
      <meta name="theme-color" content={brand.chrome.ink} />
      <SiteFrame path={path}>
        <Outlet />
      </SiteFrame>
    </>
  );
}
