import { deriveAccent } from "../../domain/accent.ts";
import { brandMark } from "../../domain/brand-mark.ts";
import { escapeHtml } from "../../domain/landing/markup.ts";
import { fitInto } from "../../domain/logo.ts";
import { BOOKING_SCRIPT } from "./page-script.ts";
import { bookingCss } from "./page-style.ts";

export type BookingAccount = {
  slug: string;
  name: string;
  time_zone: string;
  is_agency: boolean;
  accent: string | null;
  logo: { name: string; width: number; height: number; plate: boolean } | null;
  /** The client's own privacy policy. */
  privacy_url: string | null;
  /** How visitors reach the account. */
  email: string | null;
  phone: string | null;
};

export type Frame = {
  account: BookingAccount;
  fonts: { text: string } | undefined;
  /** Where files of the storage are: our own host, or a hosted project. */
  storage: string;
  /** The agency's own site, which has its privacy policy. */
  site: string;
};

const LOGO_BOX = { width: 200, height: 40 };

/** A booking page between the account's logo or name and a footer, in its color. It works without the script. */
export function renderFrame(frame: Frame, title: string, body: string): string {
  const { account, fonts } = frame;
  const accent = account.accent ? deriveAccent(account.accent) : null;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(`Book a call with ${account.name}: pick a free time.`)}">
<title>${escapeHtml(title)} · ${escapeHtml(account.name)}</title>
<link rel="icon" href="data:,">
${fonts ? `<link rel="preload" href="${fonts.text}" as="font" type="font/woff2" crossorigin>\n` : ""}<style>${bookingCss(fonts, accent)}</style>
</head>
<body>
<header>${brandOf(frame)}</header>
<main>
${body}
</main>
${footerOf(frame)}
<script>${BOOKING_SCRIPT}</script>
</body>
</html>
`;
}

const { walls, wallWidth, dot } = brandMark;
const MARK = `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true"><path d="${walls}" stroke="currentColor" stroke-width="${wallWidth}"/><circle cx="${dot.x}" cy="${dot.y}" r="${dot.radius}" fill="var(--fill)"/></svg>`;

function brandOf({ account: { logo, name, is_agency: isAgency }, storage }: Frame): string {
  if (!logo) return `<p class="brand">${isAgency ? MARK : ""}${escapeHtml(name)}</p>`;
  const { width, height } = fitInto(logo.width, logo.height, LOGO_BOX);
  const address = `${storage}/storage/v1/object/public/brand/${logo.name.split("/").map(encodeURIComponent).join("/")}`;
  return `<p class="brand"><img src="${escapeHtml(address)}" alt="${escapeHtml(name)}" width="${width}" height="${height}"${logo.plate ? ' class="plate"' : ""}></p>`;
}

function footerOf({ account: { name, is_agency: isAgency, privacy_url: own }, site }: Frame): string {
  const privacy = isAgency ? `${site}/terms#data-and-privacy` : own;
  const link = privacy ? `<a href="${escapeHtml(privacy)}" rel="noopener">Privacy</a>` : "";
  return `<footer><span>${escapeHtml(name)}</span>${link}</footer>`;
}
