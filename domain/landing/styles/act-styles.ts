import type { StylePart } from "./style-part.ts";

const PANEL = "background:var(--surface);border:1px solid var(--line);border-radius:calc(var(--corner) + 8px)";
const TICK = `content:"";flex:none;width:.8em;height:.4em;border:solid currentColor;border-width:0 0 2px 2px;transform:translateY(-.2em) rotate(-45deg)`;

/** Comparisons, countdowns, bookings, places and footers. */
export const ACT_STYLES: readonly StylePart[] = [
  {
    marker: "lp-comparison",
    css: `.lp-compare{width:100%;margin-top:2.5rem;border-collapse:separate;border-spacing:0;table-layout:fixed;text-align:left;font-variant-numeric:tabular-nums}
.lp-compare :is(th,td){padding:clamp(.8rem,1.8vw,1.15rem) clamp(.6rem,2vw,1.5rem);vertical-align:top;line-height:1.4;font-weight:400}
.lp-compare :is(th,td):first-child{padding-left:0;width:34%}
.lp-compare thead th{font:600 1.0625rem/1.3 var(--text);border-bottom:2px solid var(--ink)}
.lp-compare thead td{border-bottom:2px solid var(--ink)}
.lp-compare tbody :is(th,td){border-bottom:1px solid var(--line)}
.lp-compare tbody th{color:var(--soft)}
.lp-compare td:nth-child(2){font-weight:600}
.lp-compare td:nth-child(3){color:var(--soft)}
.lp-comparison :is(.lp-yes,.lp-no)::before{display:inline-block;margin-right:.55em;vertical-align:.12em}
.lp-comparison .lp-yes::before{${TICK};color:var(--good)}
.lp-comparison .lp-no::before{content:"";width:.75em;height:2px;background:var(--control);vertical-align:.28em}
.lp-section.lp-comparison .lp-note{margin-top:1.25rem}
.lp-v-comparison-column .lp-compare thead :is(th,td){border-bottom:0}
.lp-v-comparison-column .lp-compare :is(td,th):nth-child(2){background:var(--surface);border-inline:1px solid var(--line)}
.lp-v-comparison-column .lp-compare thead th:nth-child(2){border-top:3px solid var(--accent);border-radius:calc(var(--corner) + 4px) calc(var(--corner) + 4px) 0 0}
.lp-v-comparison-column .lp-compare tbody tr:last-child td:nth-child(2){border-radius:0 0 calc(var(--corner) + 4px) calc(var(--corner) + 4px)}
.lp-v-comparison-column .lp-compare tbody tr:last-child :is(th,td):nth-child(odd){border-bottom:0}
.lp-sides{display:grid;gap:1.25rem;margin-top:2.5rem}
.lp-sides>div{padding:clamp(1.5rem,3vw,2.25rem);border:1px solid var(--line);border-radius:calc(var(--corner) + 8px)}
.lp-sides .lp-side-of-ours{background:var(--surface);border-color:var(--accent);box-shadow:inset 0 3px 0 var(--accent)}
.lp-side-list{display:grid;margin-top:1.1rem!important}
.lp-side-list li{display:grid;gap:.15rem;padding:.85rem 0;border-top:1px solid var(--line)}
.lp-side-list b{font-size:.94rem;font-weight:400;color:var(--soft)}
.lp-side-of-ours .lp-side-list span{font-weight:600}
@media (min-width:48rem){.lp-sides{grid-template-columns:repeat(2,minmax(0,1fr))}}`,
  },
  {
    marker: "lp-countdown",
    css: `.lp-clock{margin-top:2rem}
.lp-section .lp-until{font-weight:600}
.lp-section .lp-then{margin-top:.25rem;color:var(--soft)}
.lp-digits{display:flex;gap:clamp(1rem,3.5vw,2.5rem);height:7rem}
.lp-digits span{display:grid;align-content:start;gap:.35rem}
.lp-digits b{font:600 clamp(2.5rem,1.6rem + 3.6vw,4rem)/1 var(--display);letter-spacing:-.03em;font-variant-numeric:tabular-nums}
.lp-digits small{font-size:.875rem;color:var(--soft)}
.lp-countdown .lp-button{margin-top:1.75rem}
.lp-over{display:none}
.lp-section .lp-over{margin-top:1.5rem;font-size:1.25rem;font-weight:600}
.lp-countdown[data-over] .lp-over{display:block}
.lp-countdown[data-over] :is(.lp-clock,.lp-button){display:none}
.lp-centered .lp-clock,.lp-centered .lp-over,.lp-centered.lp-countdown{text-align:center}
.lp-centered .lp-digits{justify-content:center}
.lp-v-countdown-tiles .lp-digits{gap:clamp(.5rem,1.5vw,1rem);height:7.5rem}
.lp-v-countdown-tiles .lp-digits span{width:clamp(4.25rem,18vw,7rem);height:6.5rem;align-content:center;justify-items:center;${PANEL};border-radius:var(--corner)}
.lp-v-countdown-tiles .lp-digits b{font-size:clamp(2rem,1.4rem + 2.2vw,2.75rem)}
.lp-section.lp-v-countdown-bar{padding-block:clamp(1.25rem,2.5vw,1.75rem)}
.lp-v-countdown-bar h2{font-size:1.25rem;line-height:1.3}
.lp-v-countdown-bar .lp-intro{margin-top:.2rem;font-size:1rem}
.lp-v-countdown-bar .lp-clock{margin-top:.75rem}
.lp-v-countdown-bar .lp-digits{gap:.9rem;height:2.25rem}
.lp-v-countdown-bar .lp-digits span{display:flex;align-items:baseline;gap:.3rem}
.lp-v-countdown-bar .lp-digits b{font-size:1.625rem}
.lp-v-countdown-bar :is(.lp-until,.lp-then){font-size:.94rem}
.lp-section.lp-v-countdown-bar .lp-then{margin-top:0}
.lp-v-countdown-bar .lp-button{margin-top:1rem}
.lp-v-countdown-bar .lp-over{margin-top:.5rem;font-size:1rem}
@media (max-width:27rem){.lp-v-countdown-bar .lp-digits{height:3.5rem}.lp-v-countdown-bar .lp-digits span{display:grid;gap:0}}
@media (scripting:enabled){.lp-countdown:not([data-over]) .lp-clock:not(:has(.lp-digits))::before{content:"";display:block;height:7rem}.lp-v-countdown-tiles:not([data-over]) .lp-clock.lp-clock:not(:has(.lp-digits))::before{height:7.5rem}.lp-v-countdown-bar:not([data-over]) .lp-clock.lp-clock:not(:has(.lp-digits))::before{height:2.25rem}}
@media (scripting:enabled) and (max-width:27rem){.lp-v-countdown-bar:not([data-over]) .lp-clock.lp-clock:not(:has(.lp-digits))::before{height:3.5rem}}
@media (min-width:64rem){.lp-v-countdown-bar:not(.lp-centered) .lp-wrap{display:grid;grid-template-columns:minmax(0,1fr) auto auto;column-gap:clamp(1.5rem,4vw,3rem);align-items:center}.lp-v-countdown-bar:not(.lp-centered) .lp-wrap>:is(h2,.lp-intro,.lp-over){grid-column:1}.lp-v-countdown-bar:not(.lp-centered) .lp-wrap>:is(.lp-clock,.lp-button){grid-column:2;grid-row:1/span 3;margin-top:0}.lp-v-countdown-bar:not(.lp-centered) .lp-wrap>.lp-button{grid-column:3}}`,
  },
  {
    marker: "lp-booking",
    css: `.lp-book{display:grid;gap:1.75rem}
.lp-book-act{display:grid;gap:1.1rem;justify-items:start;align-content:center}
.lp-booking .lp-points{padding:0;border:0}
.lp-v-booking-card .lp-book{max-width:44rem;margin-inline:auto;padding:clamp(2rem,5vw,4rem) clamp(1.5rem,5vw,4rem);text-align:center;${PANEL}}
.lp-v-booking-card :is(.lp-book-act){justify-items:center}
.lp-v-booking-card .lp-intro{margin-inline:auto}
.lp-v-booking-card .lp-points{text-align:left}
.lp-v-booking-split .lp-book-act{padding:clamp(1.5rem,3vw,2.25rem);${PANEL}}
.lp-v-booking-split .lp-book-act .lp-button{width:100%}
.lp-v-booking-split .lp-points+.lp-button{margin-top:.5rem}
.lp-centered .lp-book{justify-items:center;text-align:center}
.lp-centered .lp-book-act{justify-items:center}
.lp-centered .lp-points{text-align:left}
@media (min-width:56rem){.lp-booking:not(.lp-v-booking-card,.lp-centered) .lp-book{grid-template-columns:minmax(0,1.4fr) minmax(16rem,.8fr);column-gap:clamp(2rem,5vw,4.5rem);align-items:center}.lp-booking:not(.lp-v-booking-card,.lp-v-booking-split,.lp-centered) .lp-book-act{justify-items:end;text-align:right}.lp-booking:not(.lp-v-booking-card,.lp-v-booking-split,.lp-centered) .lp-points{text-align:left}}`,
  },
  {
    marker: "lp-map",
    // A click on the drawing or the picture opens the map, too. The words beside it can still be selected.
    css: `.lp-section:not(.lp-v-map-split) .lp-place{position:relative}
.lp-section:not(.lp-v-map-split,.lp-v-map-line) .lp-place .lp-button::after{content:"";position:absolute;inset:0}
.lp-place-facts :is(h3,address,dl){position:relative;z-index:1}
.lp-place{display:grid;margin-top:2.25rem;overflow:hidden;${PANEL}}
.lp-place-view{position:relative;min-height:13rem;background:var(--sunken);overflow:hidden}
.lp-place-view img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
.lp-streets{position:absolute;inset:0;background:linear-gradient(62deg,transparent 46%,var(--line) 46% 50%,transparent 50%),linear-gradient(62deg,transparent 78%,var(--line) 78% 80%,transparent 80%),linear-gradient(152deg,transparent 30%,var(--line) 30% 32.5%,transparent 32.5%),linear-gradient(152deg,transparent 64%,var(--line) 64% 68%,transparent 68%),linear-gradient(62deg,transparent 16%,var(--line) 16% 18%,transparent 18%)}
.lp-streets::before{content:"";position:absolute;left:calc(50% - 1.125rem);top:calc(50% - 2.6rem);width:2.25rem;height:2.25rem;border-radius:50% 50% 50% 0;background:var(--accent);transform:rotate(-45deg)}
.lp-streets::after{content:"";position:absolute;left:calc(50% - .4rem);top:calc(50% - 1.85rem);width:.8rem;height:.8rem;border-radius:50%;background:var(--onAccent)}
.lp-place-facts{display:grid;align-content:center;justify-items:start;gap:1rem;padding:clamp(1.5rem,4vw,3rem)}
.lp-place-facts h3{font-size:1.375rem}
.lp-place address{font-style:normal;line-height:1.6}
.lp-place dl{display:grid;gap:.3rem;width:100%;padding-top:1rem!important;border-top:1px solid var(--line)}
.lp-place dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1.5rem}
.lp-place dt{color:var(--soft)}
.lp-place dd{font-variant-numeric:tabular-nums}
.lp-v-map-line .lp-place{border:0;border-radius:0;background:none;border-top:1px solid var(--line);overflow:visible}
.lp-v-map-line .lp-place-view{display:none}
.lp-v-map-line .lp-place-facts{padding:1.75rem 0 0}
.lp-v-map-line .lp-place dl{border:0;padding:0!important}
.lp-section.lp-v-map-split{padding-block:0}
.lp-v-map-split .lp-wrap{max-width:none;padding:0;display:grid}
.lp-v-map-split :is(h2,.lp-intro){padding-inline:clamp(1.25rem,4vw,2.5rem)}
.lp-v-map-split h2{padding-top:clamp(2.5rem,6vw,4.5rem)}
.lp-v-map-split .lp-place{border-width:1px 0 0;border-radius:0;background:none}
.lp-centered .lp-place{text-align:left}
.lp-centered.lp-v-map-split .lp-intro{padding-bottom:2.25rem}
@media (min-width:56rem){.lp-place{grid-template-columns:minmax(0,1.2fr) minmax(0,.8fr)}.lp-v-map-line .lp-place{grid-template-columns:minmax(0,1fr)}.lp-v-map-line .lp-place-facts{grid-template-columns:minmax(0,1fr) minmax(0,1fr) minmax(0,1.2fr) auto;gap:1rem clamp(1.5rem,3vw,3rem);align-items:start}.lp-v-map-line .lp-place-facts .lp-button{grid-column:4}.lp-section.lp-v-map-split .lp-wrap.lp-wrap{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);grid-template-rows:auto auto 1fr}.lp-v-map-split .lp-wrap>:is(h2,.lp-intro){grid-column:2;padding-inline:clamp(2rem,5vw,4.5rem)}.lp-v-map-split .lp-place{display:contents}.lp-v-map-split .lp-place-view{grid-column:1;grid-row:1/span 4;min-height:30rem}.lp-v-map-split .lp-place-facts{grid-column:2;align-content:start;padding:1.75rem clamp(2rem,5vw,4.5rem) clamp(3rem,6vw,5rem)}}`,
  },
  {
    marker: "lp-footer",
    css: `.lp-section.lp-footer.lp-footer{padding-block:clamp(2.25rem,5vw,3.75rem) clamp(1.5rem,3vw,2.25rem);border-top:1px solid var(--line)}
.lp-footer:is(.lp-on-ink,.lp-on-accent,.lp-on-tint){border-top:0}
.lp-footer-top{display:grid;gap:1.75rem clamp(2rem,5vw,4rem)}
.lp-section .lp-footer-name{font:600 1.25rem/1.3 var(--display);letter-spacing:-.015em}
.lp-footer .lp-card-text{max-width:44ch}
.lp-footer-top>*{min-width:0}
.lp-footer address{overflow-wrap:anywhere;font-style:normal;line-height:1.75;color:var(--soft)}
.lp-footer a{display:inline-block;padding-block:.15rem;color:inherit;text-decoration:none}
.lp-footer :is(address,.lp-card-text) a{text-decoration:underline}
.lp-footer a:hover{color:var(--link);text-decoration:underline}
.lp-section .lp-footer-links{display:grid;align-content:start;gap:.25rem}
.lp-legal{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 2rem;margin-top:clamp(1.75rem,4vw,3rem);padding-top:1.25rem;border-top:1px solid var(--line);font-size:.94rem;color:var(--soft)}
.lp-section .lp-legal-links{display:flex;flex-wrap:wrap;gap:.35rem 1.5rem}
@media (pointer:coarse){.lp-footer a{padding-block:.6rem}}
.lp-v-footer-stack{text-align:center}
.lp-v-footer-stack .lp-footer-top{justify-items:center}
.lp-v-footer-stack .lp-card-text{margin-inline:auto}
.lp-v-footer-stack .lp-footer-links{display:flex;flex-wrap:wrap;justify-content:center;gap:.35rem 1.75rem}
.lp-v-footer-stack .lp-legal{justify-content:center}
.lp-footer.lp-centered{text-align:center}
.lp-footer.lp-centered .lp-card-text{margin-inline:auto}
.lp-footer.lp-centered .lp-footer-top{justify-items:center}
.lp-footer.lp-centered :is(.lp-legal,.lp-footer-links,.lp-legal-links){display:flex;flex-wrap:wrap;justify-content:center;gap:.35rem 1.5rem}
@media (min-width:48rem){.lp-footer:not(.lp-v-footer-stack,.lp-centered) .lp-footer-top{grid-template-columns:minmax(0,1.4fr) auto auto;justify-content:space-between}.lp-footer:not(.lp-v-footer-stack,.lp-v-footer-columns,.lp-centered) .lp-footer-links{display:flex;flex-wrap:wrap;gap:.35rem 1.5rem;align-content:start}.lp-v-footer-columns:not(.lp-centered) .lp-footer-top{grid-template-columns:minmax(0,1.5fr) minmax(0,1fr) fit-content(45%);column-gap:clamp(1.5rem,4vw,4rem)}}`,
  },
];
