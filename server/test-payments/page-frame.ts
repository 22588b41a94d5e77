import { html, raw } from "hono/html";
import { formatDay } from "../../domain/format-date.ts";
import type { Region } from "../../domain/format-locale.ts";
import { formatMoney } from "../../domain/money.ts";

type Markup = ReturnType<typeof html>;

const FONT = "/pdf-fonts/funnel-sans-latin";
const style = `
@font-face{font-family:Funnel;src:url(${FONT}-400-normal.woff)}@font-face{font-family:Funnel;font-weight:600;src:url(${FONT}-600-normal.woff)}
:root{color-scheme:light dark;--page:light-dark(#fbfaf7,#0b0c10);--surface:light-dark(#fff,#15161b);--line:light-dark(#e0ded6,#2c2e35);--edge:light-dark(#8b8980,#70737d);--ink:light-dark(#14151a,#f3f2ee);--quiet:light-dark(#5c5d64,#a5a6ad);--bad:light-dark(#b3261e,#f2a09a);--dark:#0b0c10}
*{box-sizing:border-box;margin:0}body{background:var(--page);color:var(--ink);font:15px/24px Funnel,ui-sans-serif,system-ui,sans-serif;font-variant-numeric:tabular-nums;min-height:100vh}
.split{display:grid;grid-template-columns:1fr 1fr;min-height:100vh}.order{background:var(--dark);color:#f3f2ee;padding:64px 8vw 48px;display:flex;flex-direction:column;gap:8px}.order .quiet,.order a{color:#a5a6ad}
.amount small{font-size:16px;letter-spacing:0;color:#a5a6ad}.pay{padding:64px 8vw 48px;max-width:640px}.amount{font-size:44px;line-height:52px;font-weight:600;letter-spacing:-.03em;margin:8px 0 16px}
h1{font-size:24px;line-height:32px;font-weight:600}h2{font-size:18px;margin-bottom:20px}.quiet{color:var(--quiet);font-size:14px;line-height:20px}
form{display:grid;gap:16px}label{display:grid;gap:6px;font-size:14px;font-weight:600}input{font:inherit;font-size:16px;padding:10px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--surface);color:inherit;width:100%;min-height:44px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:16px}button{font:inherit;font-size:16px;font-weight:600;min-height:48px;padding:0 20px;border-radius:8px;border:1px solid var(--ink);background:var(--ink);color:var(--page);cursor:pointer}button.plain{background:none;color:inherit}
:is(a,input,button):focus-visible{outline:2px solid currentColor;outline-offset:2px}.error{color:var(--bad);border:1px solid currentColor;border-radius:8px;padding:12px 14px}
table{border-collapse:collapse;width:100%;font-size:14px;margin-top:24px}td,th{text-align:left;padding:8px 0;border-bottom:1px solid var(--line);font-weight:400}td:last-child,th:last-child{text-align:right}th{color:var(--quiet)}
.note{border-top:1px solid var(--line);padding-top:16px;margin-top:24px}.row{display:flex;flex-wrap:wrap;gap:12px}.single{max-width:720px;margin:0 auto;padding:64px 24px}.single h1{margin-bottom:8px}.single section{border-top:1px solid var(--line);padding-top:20px;margin-top:24px}a{color:inherit}
@media(max-width:767px){.split{grid-template-columns:1fr;min-height:0}.order,.pay{padding:28px 20px}.amount{font-size:36px;line-height:44px}}`;

/** A page of the local payment server. It uses the product's font, no scripts and no other requests. */
export function pageFrame(title: string, body: Markup, status = 200): Response {
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${raw(style)}</style></head><body>${body}</body></html>`;
  return new Response(String(page), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; form-action *; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}

/** Formats an amount in the smallest unit of its currency. */
export function money(amount: number, currency: string): string {
  return formatMoney({ amount, currency });
}

/** The agency that gets the money. Its region says which day a moment is, as in the portal. */
export type Merchant = { name: string; region: Region };

/** Formats the day of a time of the test clock, in seconds, as the portal writes it. */
export const day = (seconds: number, region: Region): string => formatDay(new Date(seconds * 1000), region);
