import type { Accent, AccentShades } from "../../domain/accent.ts";

type Fonts = { text: string } | undefined;

/** The product's own shades, where the account has none. */
const OWN: Accent = {
  light: { fill: "#f5702a", hover: "#ee661f", press: "#e35d17", on: "#1a0d05", ink: "#a83c0b", tint: "#fff0e7" },
  dark: { fill: "#ff8040", hover: "#ff9158", press: "#f5702a", on: "#1a0d05", ink: "#ffa877", tint: "#2a1b13" },
};

const shades = ({ fill, hover, on, ink, tint }: AccentShades) =>
  `--fill:${fill};--hover:${hover};--on:${on};--accent:${ink};--tint:${tint}`;

const LIGHT =
  "--page:#fbfaf7;--card:#fff;--line:#e3e0d8;--control:#8d8a83;--ink:#0b0c10;--soft:#44464f;--bad:#a51d28;--badbg:#fdf0ee";
const DARK =
  "--page:#0b0c10;--card:#14161c;--line:#272a33;--control:#747a88;--ink:#f4f2ee;--soft:#bcbfc9;--bad:#ff9d9d;--badbg:#2b1518";

/** The fallback has the metrics of the real font, so that nothing moves when it arrives. */
const FALLBACK =
  '@font-face{font-family:"Text Stand-in";src:local("Arial"),local("ArialMT"),local("Liberation Sans"),local("Arimo");size-adjust:100.67%;ascent-override:99.34%;descent-override:24.83%;line-gap-override:0%}';

const RULES = `*{box-sizing:border-box}
body{display:flex;flex-direction:column;min-height:100vh;min-height:100svh;margin:0;background:var(--page);color:var(--ink);font:400 1rem/1.5 var(--text);-webkit-text-size-adjust:100%}
header,main,footer{width:100%;max-width:74.5rem;margin:0 auto;padding:0 1.25rem}
header{padding-block:1.25rem}
footer{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;padding-block:1.25rem;font-size:.875rem;color:var(--soft);overflow-wrap:anywhere}
footer a{color:inherit}
.brand{display:flex;align-items:center;gap:.5rem;margin:0;font-weight:600;font-size:1.125rem;overflow-wrap:anywhere}
.brand img{display:block;max-width:100%}
.plate{background:#fff;border-radius:6px;padding:4px 8px;box-sizing:content-box}
main{flex:1}
h1{font-size:clamp(1.625rem,1.4rem + 1vw,2rem);line-height:1.2;letter-spacing:-.01em;margin:0 0 1rem;overflow-wrap:anywhere;text-wrap:balance}
h2{font-size:1.125rem;line-height:1.4;margin:0 0 .75rem}
p{margin:0 0 .75rem;overflow-wrap:anywhere}
.missed{font-weight:600}
.soft,.facts{color:var(--soft)}
.facts{list-style:none;padding:0;margin:0 0 1rem;display:flex;flex-wrap:wrap;gap:.5rem 1.25rem}
.facts li{display:flex;align-items:center;gap:.5rem}
.facts span{min-width:0;overflow-wrap:anywhere}
.facts svg{width:20px;height:20px;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linejoin:round}
.text{max-width:42rem;color:var(--soft);white-space:pre-line}
.card{max-width:40rem;margin:0 auto 1rem;display:grid;gap:1.25rem}
.card>*,.card h2,.card p{margin:0}
.card section{display:grid;gap:.75rem;padding-top:1.25rem;border-top:1px solid var(--line)}
@media (min-width:48rem){.card{padding:2.5rem;background:var(--card);border:1px solid var(--line);border-radius:16px}}
.card .call+section{padding:0;border:0}
.state{display:grid;place-items:center;width:3.5rem;height:3.5rem;border-radius:50%;background:var(--tint);color:var(--accent)}
.state svg{width:1.75rem;height:1.75rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.state[data-state=check]{background:var(--fill);color:var(--on)}
.state[data-state=cross]{background:var(--badbg);color:var(--bad)}
.call{display:grid;grid-template-columns:auto minmax(0,1fr);gap:1rem 1.25rem;align-items:center;padding:1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--card)}
.call .facts{grid-column:1/-1;display:grid;gap:.5rem;margin:0;padding-top:1rem;border-top:1px solid var(--line);overflow-wrap:anywhere}
.call .day{font-weight:600}
.call span{white-space:nowrap}
.call li span{white-space:normal}
.call[data-off] .day,.call[data-off] .day+p{text-decoration:line-through;color:var(--soft)}
.leaf{width:4.25rem;border:1px solid var(--line);border-radius:10px;overflow:hidden;text-align:center;line-height:1.2}
.leaf span{display:block;padding:.2rem 0;background:var(--fill);color:var(--on);font-size:.8125rem;font-weight:600}
.leaf b{display:block;padding:.35rem 0;font-size:1.625rem}
.next{margin:0;padding-left:1.375rem;display:grid;gap:.5rem}
.next ::marker{color:var(--soft)}
.narrow{max-width:44rem;margin:0 auto;padding:.5rem 0 1rem}
.choose,.sheet{display:grid;gap:1.5rem}
@media (min-width:48rem){.sheet{gap:0;background:var(--card);border:1px solid var(--line);border-radius:16px}.sheet>*{padding:2rem}.about{border-bottom:1px solid var(--line)}.choose{grid-template-columns:minmax(0,25rem) minmax(0,1fr);gap:2.5rem}.ask{width:100%;max-width:40rem}}
@media (min-width:70rem){.sheet{grid-template-columns:20rem minmax(0,1fr);min-height:36rem}.about{border:0;border-right:1px solid var(--line)}.facts{display:grid}}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.button,button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:.7rem 1.5rem;border:0;border-radius:8px;background:var(--fill);color:var(--on);font:600 1rem/1.3 var(--text);text-decoration:none;cursor:pointer;text-align:center}
.button:hover,button:hover{background:var(--hover)}
.plain{background:none;color:var(--ink);border:1px solid var(--control)}
.plain:hover{background:var(--tint)}
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin:1.25rem 0 0}
.month{display:flex;align-items:center;justify-content:space-between;gap:.5rem;margin-bottom:.5rem}
.month h2{margin:0}
.dated{display:flex;align-items:center;justify-content:space-between;gap:.75rem;min-height:44px;margin-bottom:.5rem}
.dated h2{margin:0;text-wrap:balance}
.clocks{display:none;flex:none}
[data-script] .clocks{display:flex}
.clocks button{min-height:44px;padding:0 .75rem;border:1px solid var(--line);border-radius:8px 0 0 8px;background:none;color:var(--soft);font-weight:400;font-size:.875rem}
.clocks button+button{border-radius:0 8px 8px 0;margin-left:-1px}
.clocks button:hover{background:var(--tint)}
.clocks [aria-pressed=true]{border-color:var(--control);background:var(--tint);color:var(--ink);font-weight:600;position:relative}
.month span{display:flex;gap:.25rem}
.month a,.month i{display:grid;place-items:center;width:44px;height:44px;border-radius:8px;text-decoration:none;color:var(--ink);font-style:normal;font-size:1.5rem;line-height:1}
.month a:hover{background:var(--tint)}
.month i{color:var(--control);opacity:.5}
table{width:100%;border-collapse:collapse;table-layout:fixed;font-variant-numeric:tabular-nums}
th{font-weight:500;font-size:.8125rem;color:var(--soft);padding:.25rem 0;text-align:center}
td{padding:2px;text-align:center;height:48px}
td a,td i{display:grid;place-items:center;height:44px;border-radius:8px;font-style:normal}
td i{color:var(--soft);opacity:.8}
td a{background:var(--tint);color:var(--ink);font-weight:600;text-decoration:none;border:1px solid var(--line)}
td a:hover{border-color:var(--control)}
.today{text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:5px}
td a[aria-current]{background:var(--fill);color:var(--on);border-color:var(--fill)}
h3{font-size:.875rem;font-weight:600;color:var(--soft);margin:0 0 .5rem}
.times{list-style:none;margin:0 0 1.25rem;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(6rem,1fr));gap:.5rem}
.times a{display:grid;place-items:center;min-height:48px;border:1px solid var(--control);border-radius:8px;color:var(--ink);font-weight:600;text-decoration:none;font-variant-numeric:tabular-nums;background:var(--card)}
.times a:hover{background:var(--tint);border-color:var(--fill)}
label,legend{display:block;font-weight:600;margin-bottom:.375rem;padding:0}
label small{font-weight:400;color:var(--soft);font-size:.875rem}
input,select,textarea{width:100%;min-height:48px;padding:.6rem .8rem;border:1px solid var(--control);border-radius:8px;background:var(--card);color:var(--ink);font:400 1rem/1.4 var(--text)}
textarea{min-height:7rem;resize:vertical}
.field{margin:0 0 1.125rem;max-width:30rem}
.field[data-wrong] input,.field[data-wrong] select,.field[data-wrong] textarea{border-color:var(--bad);border-width:2px}
.wrong{color:var(--bad);font-size:.875rem;margin:.375rem 0 0}
.alert{background:var(--badbg);border-left:3px solid var(--bad);border-radius:4px 8px 8px 4px;padding:.875rem 1rem;margin:1rem 0}
.alert:first-child{margin-top:0}
.alert p:last-child{margin:0}
fieldset{border:0;padding:0;margin:0 0 1.25rem;min-width:0}
.slots{display:grid;gap:.5rem}
.slots label{display:flex;gap:.75rem;align-items:center;min-height:48px;padding:.5rem .875rem;border:1px solid var(--control);border-radius:8px;font-weight:400;margin:0;cursor:pointer}
.slots input{width:1.25rem;min-height:1.25rem;height:1.25rem;flex:none;accent-color:var(--accent)}
.trap{position:absolute;left:-9999px}
.zone{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin-top:1.25rem;max-width:30rem}
.zone div{flex:1 1 14rem;min-width:0}
.zone label{font-size:.875rem}
[data-script] .zone button{display:none}
.when{font-size:1.125rem;font-weight:600;text-wrap:balance}h2.when:focus{outline:0}
@media (max-width:29.99rem){.ask form>button{width:100%}}
.back{margin-bottom:1.75rem}
.types{list-style:none;padding:0;margin:1.25rem 0 0;display:grid;gap:.75rem}
.types a{display:block;padding:1.125rem 1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--card);color:var(--ink);text-decoration:none}
.types a:hover{border-color:var(--control)}
.types b{display:block;font-size:1.125rem}
[aria-busy=true]{opacity:.6}
@media (prefers-reduced-motion:no-preference){[aria-busy]{transition:opacity .15s}}`;

/** The style of the booking pages: the product's paper and ink with the account's color, by the system's theme. */
export function bookingCss(fonts: Fonts, accent: Accent | null): string {
  const { light, dark } = accent ?? OWN;
  const face = fonts
    ? `${FALLBACK}@font-face{font-family:"Funnel Sans";src:url("${fonts.text}") format("woff2");font-weight:300 800;font-display:swap}`
    : "";
  const text = fonts ? '"Funnel Sans","Text Stand-in",' : "";
  return `${face}:root{color-scheme:light dark;${LIGHT};${shades(light)};--text:${text}system-ui,sans-serif}
@media (prefers-color-scheme:dark){:root{${DARK};${shades(dark)}}}
${RULES}`;
}
