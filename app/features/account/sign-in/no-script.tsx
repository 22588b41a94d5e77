import { brand } from "~/content/brand.ts";
import { Banner } from "~/ui/banner.tsx";

/** In place of the forms, which can't work without JavaScript. */
export function NoScript() {
  return (
    <noscript>
      <Banner tone="warn" title="Signing in requires JavaScript">
        Turn on JavaScript in your browser's settings, then reload this page. If you can't, email us at{" "}
        <a className="underline underline-offset-2" href={`mailto:${brand.email}`}>
          {brand.email}
        </a>
        .
      </Banner>
    </noscript>
  );
}
