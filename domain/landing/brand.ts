import { readColor } from "../accent.ts";
import { fitInto } from "../logo.ts";
import { isWebAddress } from "../web-address.ts";
import { isFontName, type PageFonts, THEME_FONTS } from "./fonts.ts";
import { escapeHtml, linesOf } from "./markup.ts";

/** An account's brand as the database gives it (private.landing_brand_of). */
export type LandingBrand = {
  /** Colors as #rrggbb. Without one, the account's color, or those of the theme Paper. */
  accent: string | null;
  page: string | null;
  ink: string | null;
  heading_font: string;
  text_font: string;
  corner: string;
  shows_logo: boolean;
  /** The name of a file in the bucket landing. */
  favicon: string | null;
  business_name: string | null;
  /** Lines. */
  address: string | null;
  privacy_url: string | null;
  terms_url: string | null;
  legal_notice_url: string | null;
  account: BrandedAccount | null;
};

export type BrandedAccount = {
  name: string;
  accent: string | null;
  /** A file in the bucket brand. */
  logo: { name: string; width: number; height: number; plate: boolean } | null;
};

/** The name of the theme that follows the brand. */
export const BRAND_THEME = "brand";

/** The brand of an account that has saved none. */
export const PLAIN_BRAND: LandingBrand = {
  accent: null,
  page: null,
  ink: null,
  heading_font: THEME_FONTS.heading,
  text_font: THEME_FONTS.text,
  corner: "soft",
  shows_logo: false,
  favicon: null,
  business_name: null,
  address: null,
  privacy_url: null,
  terms_url: null,
  legal_notice_url: null,
  account: null,
};

export const CORNERS = ["sharp", "soft", "round"] as const;
export type Corner = (typeof CORNERS)[number];

/**
 * The corners of cards and of fields. Blocks add a few pixels to those of cards: below 0, CSS makes every sum 0, and a plain value
 * without a sum is ignored, which is 0, too.
 */
const CORNER_SIZES: Record<Corner, { corner: string; field: string }> = {
  sharp: { corner: "-99px", field: "0px" },
  soft: { corner: "10px", field: "8px" },
  round: { corner: "22px", field: "16px" },
};
export const brandCorners = ({ corner }: Pick<LandingBrand, "corner">) =>
  CORNER_SIZES[CORNERS.find((known) => known === corner) ?? "soft"];

/** The fonts of a brand. A font that is not known any more gives way to the theme's. */
export const brandFonts = ({ heading_font, text_font }: LandingBrand): PageFonts => ({
  heading: isFontName(heading_font) ? heading_font : THEME_FONTS.heading,
  text: isFontName(text_font) ? text_font : THEME_FONTS.text,
});

/** The color of a brand's buttons and links, if it or its account has one. */
export const brandAccent = ({ accent, account }: LandingBrand): string | null =>
  readColor(accent ?? "") ?? readColor(account?.accent ?? "");

const fileAddress = (storage: string, bucket: "brand" | "landing", name: string) =>
  `${storage}/storage/v1/object/public/${bucket}/${name.toWellFormed().split("/").map(encodeURIComponent).join("/")}`;

/** The address of a brand's icon. `storage` is where files are: "" for the page's own host. */
export const faviconAddress = ({ favicon }: LandingBrand, storage: string): string | null =>
  favicon ? fileAddress(storage, "landing", favicon) : null;

const LOGO_BOX = { width: 220, height: 48 };

/** The account's logo above a page, if the brand shows it. */
export function renderBrandTop({ shows_logo, account }: LandingBrand, storage: string): string {
  if (!shows_logo || !account?.logo) return "";
  const { name, width, height, plate } = account.logo;
  const size = fitInto(width, height, LOGO_BOX);
  const src = fileAddress(storage, "brand", name);
  return `<header class="brand-top"><img src="${escapeHtml(src)}" alt="${escapeHtml(account.name)}" width="${size.width}" height="${size.height}"${plate ? ' class="brand-plate"' : ""}></header>\n`;
}

const LINKS = [
  ["privacy_url", "Privacy policy"],
  ["terms_url", "Terms"],
  ["legal_notice_url", "Legal notice"],
] as const;

/** The business and its legal links below a page, if the brand has any. */
export function renderBrandFooter(brand: LandingBrand): string {
  const name = brand.business_name?.trim() ?? "";
  const lines = linesOf(brand.address ?? "");
  const links = LINKS.flatMap(([field, words]) => {
    const address = brand[field] ?? "";
    return isWebAddress(address) ? `<li><a href="${escapeHtml(address)}" rel="noopener">${words}</a></li>` : [];
  });
  if (!name && lines.length === 0 && links.length === 0) return "";
  const who = [
    name && `<p class="brand-name">${escapeHtml(name)}</p>`,
    lines.length > 0 && `<address>${lines.map(escapeHtml).join("<br>")}</address>`,
  ].filter(Boolean);
  return `<footer class="brand-foot"><div>\n${who.length > 0 ? `<div>${who.join("")}</div>\n` : ""}${
    links.length > 0 ? `<ul>${links.join("")}</ul>\n` : ""
  }</div></footer>\n`;
}
