import type { StylePart } from "./style-part.ts";

/** The other looks of hero, text, picture and video. */
export const OPENING_STYLES: readonly StylePart[] = [
  {
    marker: "lp-v-hero-stage",
    css: `.lp-section.lp-v-hero-stage .lp-wrap.lp-wrap{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;gap:clamp(2.5rem,6vw,4.5rem)}
.lp-v-hero-stage .lp-hero-words{display:grid;justify-items:center;max-width:58rem;text-align:center}
.lp-v-hero-stage.lp-v-hero-stage h1,.lp-v-hero-stage.lp-v-hero-stage h2{font-size:clamp(2.625rem,1.1rem + 6.2vw,5.5rem);line-height:1;letter-spacing:-.038em}
.lp-v-hero-stage .lp-lead{max-width:44ch;text-wrap:pretty}
.lp-v-hero-stage .lp-image{width:100%}
.lp-v-hero-stage .lp-image img{aspect-ratio:4/3}
.lp-v-hero-stage :is(.lp-thread,.lp-report){width:min(100%,35rem);box-shadow:0 1.5rem 3.5rem -1.5rem rgb(0 0 0/.28)}
@media (min-width:48rem){.lp-v-hero-stage .lp-image img{aspect-ratio:21/9}}`,
  },
  {
    marker: "lp-v-hero-frame",
    css: `.lp-section.lp-v-hero-frame.lp-v-hero-frame{padding-block:clamp(.75rem,2vw,1.5rem)}
.lp-v-hero-frame .lp-wrap{width:calc(100% - 2*clamp(.75rem,2vw,1.5rem));max-width:86rem;padding:clamp(2.5rem,6vw,5.5rem) clamp(1.5rem,5vw,5rem);background:var(--sunken);border-radius:calc(var(--corner)*1.5 + 8px);overflow:hidden}
.lp-v-hero-frame:not(.lp-hero-split) .lp-hero-words{max-width:none}
.lp-v-hero-frame:not(.lp-hero-split) h1{font-size:clamp(2.5rem,1.2rem + 5.2vw,5.25rem);text-wrap:balance}
.lp-v-hero-frame:not(.lp-hero-split) .lp-lead{max-width:60ch}
.lp-v-hero-frame :is(.lp-thread,.lp-report){align-self:center}
@media (max-width:55.99rem){.lp-v-hero-frame:has(.lp-image) .lp-wrap{padding-bottom:0}.lp-v-hero-frame .lp-image{margin-inline:calc(-1*clamp(1.5rem,5vw,5rem))}.lp-v-hero-frame .lp-image img{border-radius:0}}
@media (min-width:56rem){.lp-section.lp-v-hero-frame:has(.lp-image) .lp-wrap{padding-block:0;padding-right:0;align-items:stretch}.lp-v-hero-frame:has(.lp-image) .lp-hero-words{align-self:center;padding-block:clamp(4rem,8vw,7.5rem)}.lp-v-hero-frame .lp-image{position:relative;min-height:24rem}.lp-v-hero-frame .lp-image img{position:absolute;inset:0;height:100%;aspect-ratio:auto;border-radius:0}}`,
  },
  {
    marker: "lp-v-text-",
    css: `.lp-section.lp-v-text-column.lp-v-text-column .lp-wrap{display:block;max-width:50rem}
.lp-v-text-column.lp-v-text-column .lp-prose{margin-top:1.5rem!important;max-width:46rem}
.lp-v-text-column .lp-prose>p:first-child{font-size:clamp(1.25rem,1.15rem + .6vw,1.5rem);line-height:1.5;color:var(--ink)}
.lp-section.lp-v-text-panel.lp-v-text-panel .lp-wrap{display:block}
.lp-v-text-panel h2{max-width:24ch}
.lp-v-text-panel.lp-v-text-panel .lp-prose{margin-top:2rem!important;max-width:none;padding:clamp(1.5rem,4vw,3rem);background:var(--surface);border:1px solid var(--line);border-top:3px solid var(--accent);border-radius:calc(var(--corner) + 4px)}
.lp-v-text-panel .lp-prose>*{break-inside:avoid}
@media (min-width:56rem){.lp-v-text-panel .lp-prose:has(>*+*){columns:2;column-gap:clamp(2rem,5vw,4rem)}.lp-v-text-panel .lp-prose>ul:only-child{display:block}}`,
  },
  {
    marker: "lp-v-picture-",
    css: `.lp-v-picture-frame .lp-figure{padding:clamp(.5rem,1.2vw,.875rem);background:var(--surface);border:1px solid var(--line);border-radius:calc(var(--corner) + 12px);box-shadow:0 1.25rem 3rem -1.5rem rgb(0 0 0/.25)}
.lp-v-picture-frame .lp-figure img{border-radius:calc(var(--corner) + 2px)}
.lp-v-picture-frame .lp-figure figcaption{padding:0 .5rem .35rem}
.lp-v-picture-bleed .lp-wrap{max-width:none;padding-inline:0}
.lp-v-picture-bleed .lp-picture-words{width:100%;max-width:70rem;margin-inline:auto;padding-inline:clamp(1.25rem,4vw,2.5rem)}
.lp-v-picture-bleed .lp-figure img{width:100%;border-radius:0}
.lp-v-picture-bleed .lp-figure figcaption{padding-inline:clamp(1.25rem,4vw,2.5rem)}
.lp-v-picture-bleed.lp-side-wide .lp-whole img{aspect-ratio:21/9}
@media (min-width:56rem){.lp-v-picture-bleed:is(.lp-side-left,.lp-side-right) .lp-picture-words{max-width:36rem}.lp-v-picture-bleed.lp-side-left .lp-picture-words{margin-left:0}.lp-v-picture-bleed.lp-side-right .lp-picture-words{margin-right:0}}`,
  },
  {
    marker: "lp-v-video-",
    css: `.lp-v-video-frame .lp-player{box-sizing:border-box;padding:clamp(.5rem,1.6vw,1.125rem);background:var(--surface);border:1px solid var(--line);border-radius:calc(var(--corner) + 14px);box-shadow:0 1.5rem 3.5rem -1.75rem rgb(0 0 0/.35)}
@media (min-width:56rem){.lp-v-video-beside:not(.lp-centered) .lp-wrap:has(h2){display:grid;grid-template-columns:minmax(0,.7fr) minmax(0,1.3fr);column-gap:clamp(2rem,5vw,4.5rem);align-items:center}.lp-v-video-beside:not(.lp-centered) .lp-wrap:has(h2) .lp-player{margin-top:0}.lp-v-video-beside .lp-wrap>h2:first-child{align-self:center}}`,
  },
];
