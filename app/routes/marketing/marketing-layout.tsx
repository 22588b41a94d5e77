import { Outlet, useLocation } from "react-router";
import { brand } from "~/content/brand.ts";
import { SiteFrame } from "~/features/site/site-frame.tsx";
import { preloadedFonts } from "~/ui/fonts.ts";

/** The site ships no React: its pages are HTML, CSS and one small module (docs/architecture.md). */
export const handle = { js: false };

export function links() {
  return [
    ...preloadedFonts.map((href) => ({
      rel: "preload",
      href,
      as: "font",
      type: "font/woff2",
      crossOrigin: "anonymous" as const,
    })),
    { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
    { rel: "icon", href: "/icon-192.png", type: "image/png", sizes: "192x192" },
    { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
    { rel: "manifest", href: "/site.webmanifest" },
  ];
}

/** The frame of every public page. A page's own `meta` adds to this one's theme colour. */
export default function MarketingLayout() {
  const { pathname } = useLocation();
  return (
    <>
      <meta name="theme-color" content={brand.chrome.ink} />
      <SiteFrame path={pathname}>
        <Outlet />
      </SiteFrame>
    </>
  );
}
