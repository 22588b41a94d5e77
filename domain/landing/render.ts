import { BRAND_THEME, faviconAddress, type LandingBrand, renderBrandFooter, renderBrandTop } from "./brand.ts";
import { COUNTDOWN_SCRIPT } from "./countdown.ts";
import { type FontFiles, loadedFonts } from "./fonts.ts";
import { FORM_FIELDS_SCRIPT } from "./form-fields-script.ts";
import { FORM_SCRIPT, PREVIEW_FORM_SCRIPT } from "./form-script.ts";
import { escapeHtml } from "./markup.ts";
import { withoutEmptyFields } from "./missing-options.ts";
import type { LandingPage } from "./page.ts";
import { scanContent } from "./scan-content.ts";
import { themeCss, themeFonts } from "./themes.ts";
import { visitScript } from "./visit-report.ts";
import { wireForms } from "./wire-forms.ts";

export type RenderOptions = {
  /** The page's canonical public address. */
  address: string;
  /** The target of its forms. */
  formAction: string;
  /** Where visitors book a call with the page's account, if it offers any. */
  callAt?: string | undefined;
  /** Drafts are hidden from search engines, and their forms send nothing. */
  preview?: boolean;
  /** The addresses of the fonts' files. Without them, system fonts are used. */
  fonts?: FontFiles | undefined;
  /** The brand of the page's account, for pages that follow it. */
  brand?: LandingBrand | null | undefined;
  /** Where the files of the brand are: "" for the page's own host. */
  storage?: string;
  /** In the editor, blocks and looks come and go, so all styles are there, and no block runs a script. */
  isEdited?: boolean;
};

/**
 * Renders a landing page as a whole document (spec §2, §4). The host, previews and the editor all use it. The content
 * stays as written. Only marked forms get what they need to submit, fields that no one can answer are left out, and elements left open at
 * its end are closed.
 */
export function renderLandingPage(page: LandingPage, options: RenderOptions): string {
  const stored = withoutEmptyFields(page.content);
  const { forms, hasHeading, hasMain, hasFooter, closing } = scanContent(stored);
  const target = { action: options.formAction, pageId: page.id, version: page.version, callAt: options.callAt };
  const content = wireForms(stored, forms, target) + closing;
  const counts = page.content.includes("data-countdown") && !options.isEdited;
  const scripts = [
    forms.length === 0
      ? ""
      : `${options.preview ? PREVIEW_FORM_SCRIPT : FORM_SCRIPT}${options.isEdited ? "" : fieldsScript(page.content)}`,
    counts ? COUNTDOWN_SCRIPT : "",
    options.preview ? "" : visitScript(page.version),
    escapeScript(page.custom_js ?? ""),
  ].filter(Boolean);
  const body = page.hide_title && hasHeading ? content : renderHead(page) + content;
  const brand = page.theme === BRAND_THEME ? options.brand : null;
  // In the editor, a footer block may come and go, and the styles decide.
  const footer = brand && (options.isEdited || !hasFooter) ? renderBrandFooter(brand) : "";
  const css = themeCss(page.theme, { fonts: options.fonts, content: options.isEdited ? null : page.content, brand });
  return `<!doctype html>
<html lang="en">
<head>
${renderMeta(page, { ...options, brand })}
<style>${escapeStyle(css)}</style>
${page.custom_css ? `<style>${escapeStyle(page.custom_css)}</style>\n` : ""}</head>
<body>
${brand ? renderBrandTop(brand, options.storage ?? "") : ""}${hasMain ? body : `<main>\n${body}\n</main>`}
${footer}${scripts.map((script) => `<script>${script}</script>\n`).join("")}</body>
</html>
`;
}

/** Pages without a form from blocks need no script for its fields. */
function fieldsScript(content: string): string {
  return content.includes('class="lp-fields"') ? `;${FORM_FIELDS_SCRIPT}` : "";
}

function renderHead({ title, description }: LandingPage): string {
  const text = description ? `\n<p>${escapeHtml(description)}</p>` : "";
  return `<header class="page-head">\n<h1>${escapeHtml(title)}</h1>${text}\n</header>\n`;
}

function renderMeta(
  page: LandingPage,
  { address, preview, fonts = {}, brand = null, storage = "" }: RenderOptions,
): string {
  const favicon = brand && faviconAddress(brand, storage);
  const title = escapeHtml(page.title);
  const description = escapeHtml(page.description || page.title);
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    preview ? '<meta name="robots" content="noindex">' : `<link rel="canonical" href="${escapeHtml(address)}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${escapeHtml(address)}">`,
    '<meta name="twitter:card" content="summary">',
    // Browsers would request /favicon.ico, which a custom domain does not have.
    favicon ? `<link rel="icon" type="image/png" href="${escapeHtml(favicon)}">` : '<link rel="icon" href="data:,">',
    ...loadedFonts(themeFonts(page.theme, brand), fonts).map(
      (href) => `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(href)}" crossorigin>`,
    ),
  ].join("\n");
}

/** Style sheets are raw text, so only their own end tag could end them early. In CSS `\/` means `/`. */
function escapeStyle(css: string): string {
  return css.replace(/<\/(?=style)/gi, "<\\/");
}

/** The same for scripts. After `<!--` and `<script`, their end tag would lose its meaning. */
function escapeScript(js: string): string {
  const closed = js.replace(/<\/(?=script)/gi, "<\\/");
  return /<!--/.test(closed) && /<script/i.test(closed) ? closed.replace(/<!--/g, "<\\!--") : closed;
}
