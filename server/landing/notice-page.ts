import type { FontFiles } from "../../domain/landing/fonts.ts";
import { escapeHtml } from "../../domain/landing/markup.ts";
import { themeCss } from "../../domain/landing/themes.ts";

/** Spec §8. */
export const NOT_FOUND = "Page not found or not published";
export const FAILED = "Failed to load page";

const EXPLANATIONS: Record<string, string> = {
  [NOT_FOUND]: "Check the address for typos. The page may also have been taken down.",
  "This call can't be booked": "Check the address for typos. This call may no longer be offered.",
  "Booking not found": "Check the address for typos. The link in your latest email is the right one.",
  "Too many requests": "Please wait a minute, then load the page again.",
  "This form can't be sent from another site": "Open the page itself and send the form there.",
  "This form can't be read": "Please go back and send it again.",
  [FAILED]: "Something went wrong on our end. Please try again in a moment.",
};

const CSS = `body{min-height:100vh;min-height:100svh;display:grid;place-items:center}
main{padding:2rem 1.5rem;max-width:36rem}
h1{font-size:clamp(2rem,1.5rem + 2vw,3rem)}
p{color:var(--soft);margin:0}
a{display:inline-flex;margin-top:2rem;align-items:center;min-height:48px;padding:.7rem 1.5rem;border-radius:8px;background:var(--accent);color:var(--onAccent);font-weight:600;text-decoration:none}`;

/** Renders the notice that replaces a landing page, in the site's style. On a client's domain it has no link to us. */
export function renderNotice(title: string, fonts: FontFiles, homeHref: string | null): string {
  const home = homeHref ? `\n<a href="${escapeHtml(homeHref)}">Go to our home page</a>` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${themeCss("default", { fonts })}${CSS}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${EXPLANATIONS[title] ?? ""}</p>${home}
</main>
</body>
</html>
`;
}
