import { blockStyles } from "./styles/block-styles.ts";
import { BLOCK_CSS } from "./theme-blocks.ts";
import { type Colours, EMBER, GROUNDS, INK, isDark, onGround, PAPER, WARM } from "./theme-colors.ts";

export type Theme = { name: string; about: string; scheme: string; light: Colours; dark?: Colours; corner: string };

/** The themes, by their stored name (spec §3: 'default'). */
export const THEMES: Record<string, Theme> = {
  default: {
    name: "Paper",
    about: "Clean and light. Dark if the visitor's system is.",
    scheme: "light dark",
    light: PAPER,
    dark: INK,
    corner: "10px",
  },
  ink: { name: "Ink", about: "Always dark", scheme: "dark", light: INK, corner: "10px" },
  warm: {
    name: "Warm",
    about: "Soft and rounded. Dark if the visitor's system is.",
    scheme: "light dark",
    light: WARM,
    dark: EMBER,
    corner: "18px",
  },
};

const variables = (colours: Colours) =>
  Object.entries(colours)
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
input:not([type=hidden],[type=checkbox],[type=radio],[type=range],[type=color],[type=submit]),select,textarea{display:block;width:100%;min-height:48px;padding:.65rem .8rem;font:inherit;color:var(--ink);background:var(--surface);border:1px solid var(--control);border-radius:8px}
textarea{min-height:7rem;resize:vertical}
[data-lead-form] button:not([type=button]),[data-lead-form] input[type=submit]{min-height:48px;padding:.7rem 1.5rem;border:0;border-radius:8px;background:var(--accent);color:var(--onAccent);font:600 1rem/1.3 var(--text);cursor:pointer}
[data-sending] button{opacity:.7}
[aria-invalid=true]{border-color:var(--bad)!important}
.lead-trap{position:absolute!important;left:-9999px!important;width:1px;height:1px;overflow:hidden}
.lead-message{display:none;margin:0 0 1rem;padding:1rem 1.15rem;border:1px solid currentColor;border-radius:var(--corner);color:var(--good);background:var(--surface);font-weight:600;scroll-margin:2rem}
.lead-problem{color:var(--bad)}
.lead-message:target,.lead-shown{display:block}
.lead-sent:target~[data-lead-form]{display:none}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}*,::before,::after{animation-duration:.01ms!important;transition-duration:.01ms!important}}
`;

/** Fallback fonts with the same metrics, so that nothing shifts when the fonts load. */
const FALLBACK_FACES = `@font-face{font-family:"Display Stand-in";src:local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold"),local("Arimo Bold");size-adjust:100.1%;ascent-override:99.9%;descent-override:24.98%;line-gap-override:0%}
@font-face{font-family:"Text Stand-in";src:local("Arial"),local("ArialMT"),local("Liberation Sans"),local("Arimo");size-adjust:100.67%;ascent-override:99.34%;descent-override:24.83%;line-gap-override:0%}
`;

/** The theme with this name; the default for an unknown one. */
export const themeOf = (name: string): Theme =>
  (Object.hasOwn(THEMES, name) ? THEMES[name] : undefined) ?? (THEMES.default as Theme);

/** The grounds that sections of the content have, in the theme's colors. */
function groundStyles({ light, dark }: Theme, content: string | null): string {
  return GROUNDS.filter((ground) => content === null || content.includes(`lp-on-${ground}`))
    .map((ground) => {
      const rule = (colours: Colours) =>
        `.lp-section.lp-on-${ground}.lp-on-${ground}{color-scheme:${isDark(colours) ? "dark" : "light"};${variables(colours)};background:var(--page);color:var(--ink)}\n`;
      const night = dark && `@media (prefers-color-scheme:dark){${rule(onGround(ground, dark, dark)).trim()}}\n`;
      return rule(onGround(ground, light, dark ?? light)) + (night ?? "");
    })
    .join("");
}

/**
 * A theme as a style sheet. An unknown name gives the default. `fonts` are the fonts' addresses, if there are any. Only the
 * styles that `content` uses are in it; all of them if it is null, as in the editor, where blocks come and go.
 */
export function themeCss(name: string, fonts?: { display: string; text: string }, content: string | null = ""): string {
  const theme = themeOf(name);
  const face = (family: string, address: string) =>
    `@font-face{font-family:"${family}";src:url("${address}") format("woff2");font-weight:300 800;font-display:swap}\n`;
  const faces = fonts ? FALLBACK_FACES + face("Funnel Display", fonts.display) + face("Funnel Sans", fonts.text) : "";
  const display = fonts ? '"Funnel Display","Display Stand-in",' : "";
  const text = fonts ? '"Funnel Sans","Text Stand-in",' : "";
  const root = `:root{color-scheme:${theme.scheme};${variables(theme.light)};--corner:${theme.corner};--display:${display}system-ui,sans-serif;--text:${text}system-ui,sans-serif}\n`;
  const dark = theme.dark ? `@media (prefers-color-scheme:dark){:root{${variables(theme.dark)}}}\n` : "";
  return faces + root + dark + BASE + BLOCK_CSS + groundStyles(theme, content) + blockStyles(content);
}
