import "./base.css";
import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import siteScript from "./islands/site.ts?worker&url";
import { useNonce } from "./shared/nonce.ts";

/** `handle = { js: false }` on a route makes its page ship one small vanilla module in place of React. */
type PageHandle = { js?: boolean };

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const withoutReact = useMatches().some((match) => (match.handle as PageHandle | undefined)?.js === false);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links nonce={nonce} />
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
