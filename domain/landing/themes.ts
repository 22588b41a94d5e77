import { BRAND_THEME, brandCorners, brandFonts, type LandingBrand, PLAIN_BRAND } from "./brand.ts";
import { brandColors } from "./brand-colors.ts";
import { type FontFiles, fontStyles, type PageFonts, THEME_FONTS } from "./fonts.ts";
import { blockStyles } from "./styles/block-styles.ts";
import { BLOCK_CSS } from "./theme-blocks.ts";
import { type Colors, EMBER, GROUNDS, INK, isDark, onGround, PAPER, WARM } from "./theme-colors.ts";

export type Theme = {
  name: string;
  about: string;
  scheme: string;
  light: Colors;
  dark?: Colors;
  corner: string;
  /** The corners of fields and of the buttons of handwritten forms. */
  field: string;
};

/** The themes, by their stored name (spec §3: 'default'). */
export const THEMES: Record<string, Theme> = {
  default: {
    name: "Paper",
    about: "Clean and light. Dark if the visitor's system is.",
    scheme: "light dark",
    light: PAPER,
    dark: INK,
    corner: "10px",
    field: "8px",
  },
  ink: { name: "Ink", about: "Always dark", scheme: "dark", light: INK, corner: "10px", field: "8px" },
  warm: {
    name: "Warm",
    about: "Soft and rounded. Dark if the visitor's system is.",
    scheme: "light dark",
    light: WARM,
    dark: EMBER,
    corner: "18px",
    field: "8px",
  },
  [BRAND_THEME]: {
    name: "Your brand",
    about: "Your colors, fonts, and footer. Changes with your brand.",
    scheme: "light dark",
    light: PAPER,
    dark: INK,
    ...brandCorners(PLAIN_BRAND),
  },
};

const variables = (colors: Colors) =>
  Object.entries(colors)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");

const BASE = `*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--page);color:var(--ink);font:17px/1.6 var(--text);overflow-wrap:break-word}
h1,h2,h3{font-family:var(--display);line-height:1.12;letter-spacing:-.02em;margin:0 0 .6em;text-wrap:balance;font-weight:600}
h1{font-size:clamp(2.25rem,1.5rem + 3.6vw,4rem)}
h2{font-size:clamp(1.6rem,1.25rem + 1.6vw,2.4rem)}
h3{font-size:1.15rem;letter-spacing:-.01em}
p,ul,ol,dl,figure,blockquote{margin:0 0 1rem}
a{color:var(--link);text-underline-offset:.18em}
img,video,svg,iframe{max-width:100%}
img,video{height:auto}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
.page-head{max-width:62rem;margin:0 auto;padding:clamp(2.5rem,8vw,5.5rem) 1.5rem clamp(1.25rem,3vw,2.5rem)}
.page-head p{color:var(--soft);font-size:1.2rem;max-width:56ch;margin:0}
input:not([type=hidden],[type=checkbox],[type=radio],[type=range],[type=color],[type=submit]),select,textarea{display:block;width:100%;min-height:48px;padding:.65rem .8rem;font:inherit;color:var(--ink);background:var(--surface);border:1px solid var(--control);border-radius:var(--field)}
textarea{min-height:7rem;resize:vertical}
[data-lead-form] button:not([type=button],.lp-button),[data-lead-form] input[type=submit]{min-height:48px;padding:.7rem 1.5rem;border:0;border-radius:var(--field);background:var(--accent);color:var(--onAccent);font:600 1rem/1.3 var(--text);cursor:pointer}
[hidden]{display:none!important}
[data-sending] button{opacity:.7}
[aria-invalid=true]{border-color:var(--bad)!important}
.lead-trap{position:absolute!important;left:-9999px!important;width:1px;height:1px;overflow:hidden}
.lead-message{display:none;margin:0 0 1rem;padding:1rem 1.15rem;border:1px solid currentColor;border-radius:var(--corner);color:var(--good);background:var(--surface);font-weight:600;scroll-margin:2rem}
.lead-problem{color:var(--bad)}
.lead-message:target,.lead-shown{display:block}
.lead-sent:target~[data-lead-form]{display:none}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}*,::before,::after{animation-duration:.01ms!important;transition:none!important}}
`;

/** The theme with this name; the default for an unknown one. Only the theme of the brand depends on the account's brand. */
function themeOf(name: string, brand: LandingBrand | null = null): Theme {
  const theme = (Object.hasOwn(THEMES, name) ? THEMES[name] : undefined) ?? (THEMES.default as Theme);
  if (name !== BRAND_THEME || !brand) return theme;
  const { dark: _, ...rest } = theme;
  const colors = brandColors(brand);
  const scheme = colors.dark ? "light dark" : isDark(colors.light) ? "dark" : "light";
  return { ...rest, ...colors, ...brandCorners(brand), scheme };
}

/** The fonts of a page with this theme. */
export const themeFonts = (name: string, brand: LandingBrand | null = null): PageFonts =>
  name === BRAND_THEME && brand ? brandFonts(brand) : THEME_FONTS;

/** What the brand puts above and below a page. */
const BRAND_CSS = `.brand-top{max-width:70rem;margin:0 auto;padding:clamp(1.1rem,2.5vw,1.75rem) clamp(1.25rem,4vw,2.5rem) 0}
.brand-top img{display:block}
.brand-foot{border-top:1px solid var(--line);color:var(--soft);font-size:.9375rem}
.brand-foot>div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:1.25rem clamp(2rem,5vw,4rem);max-width:70rem;margin:0 auto;padding:clamp(1.75rem,4vw,2.5rem) clamp(1.25rem,4vw,2.5rem)}
.brand-foot p,.brand-foot ul,.brand-foot address{margin:0;padding:0;font-style:normal}
.brand-foot .brand-name{font-weight:600;color:var(--ink)}
.brand-foot ul{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;list-style:none;align-content:start}
.brand-foot a{display:inline-block;padding-block:.15rem;color:inherit}
.brand-foot a:hover{color:var(--link)}
@media (pointer:coarse){.brand-foot a{padding-block:.6rem}}
`;
/** A logo that is hard to see on dark gets a white plate there. */
const PLATE_CSS = ".brand-plate{box-sizing:content-box;padding:6px 10px;background:#fff;border-radius:var(--field)}\n";
/** In the editor, footer blocks come and go. */
const EDITED_BRAND_CSS = "body:has(footer:not(.brand-foot,blockquote *,article *))>.brand-foot{display:none}\n";

/** The grounds that sections of the content have, in the theme's colors. */
function groundStyles({ light, dark }: Theme, content: string | null): string {
  return GROUNDS.filter((ground) => content === null || content.includes(`lp-on-${ground}`))
    .map((ground) => {
      const rule = (colors: Colors) =>
        `.lp-section.lp-on-${ground}.lp-on-${ground}{color-scheme:${isDark(colors) ? "dark" : "light"};${variables(colors)};background:var(--page);color:var(--ink)}\n`;
      const night = dark && `@media (prefers-color-scheme:dark){${rule(onGround(ground, dark, dark)).trim()}}\n`;
      return rule(onGround(ground, light, dark ?? light)) + (night ?? "");
    })
    .join("");
}

function aroundCss({ light, dark }: Theme, isEdited: boolean): string {
  const plate = dark ? `@media (prefers-color-scheme:dark){${PLATE_CSS.trim()}}\n` : isDark(light) ? PLATE_CSS : "";
  return BRAND_CSS + plate + (isEdited ? EDITED_BRAND_CSS : "");
}

type Look = {
  /** The addresses of the fonts' files. Without them, system fonts are used. */
  fonts?: FontFiles | undefined;
  /** Only the styles that this content uses are there; all of them if it is null, as in the editor, where blocks come and go. */
  content?: string | null;
  /** The brand of the page's account. */
  brand?: LandingBrand | null | undefined;
};

/** A theme as a style sheet. An unknown name gives the default. */
export function themeCss(name: string, { fonts = {}, content = "", brand = null }: Look = {}): string {
  const theme = themeOf(name, brand);
  const { faces, display, text } = fontStyles(themeFonts(name, brand), fonts);
  const root = `:root{color-scheme:${theme.scheme};${variables(theme.light)};--corner:${theme.corner};--field:${theme.field};--display:${display};--text:${text}}\n`;
  const dark = theme.dark ? `@media (prefers-color-scheme:dark){:root{${variables(theme.dark)}}}\n` : "";
  const around = name === BRAND_THEME && brand ? aroundCss(theme, content === null) : "";
  return faces + root + dark + BASE + around + BLOCK_CSS + groundStyles(theme, content) + blockStyles(content);
}
