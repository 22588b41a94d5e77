import "./base.css";
import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import siteScript from "./islands/site.ts?worker&url";
import { useNonce } from "./shared/nonce.ts";
import { themeScript } from "./shared/theme.ts";
import { preloadedFonts } from "./ui/fonts.ts";

/** `handle = { js: false }` on a route makes its page load one small vanilla module instead of React. */
type PageHandle = { js?: boolean };

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const withoutReact = useMatches().some((match) => (match.handle as PageHandle | undefined)?.js === false);
  return (
    // The early script may set data-theme and data-sidebar before hydration.
    <html lang="en" data-theme={withoutReact ? "light" : undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {preloadedFonts.map((url) => (
          <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed string of ours, named by hash or nonce in the policy. */}
        {!withoutReact && <script nonce={nonce} dangerouslySetInnerHTML={{ __html: themeScript }} />}
        <Meta />
        <Links nonce={nonce} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        {children}
        {withoutReact ? (
          <script type="module" src={siteScript} nonce={nonce} />
        ) : (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
