import type { StylePart } from "./style-part.ts";

const ROUND = "border-radius:calc(var(--corner) + 4px)";
const PANEL = `background:var(--surface);border:1px solid var(--line);${ROUND}`;
/** The circle with a step's number. */
const NUMBER = `counter-increment:step;content:counter(step);display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:50%;background:var(--accent);color:var(--onAccent);font:600 1.0625rem/1 var(--text)`;

/** Columns, galleries, steps, logos and teams. */
export const LIST_STYLES: readonly StylePart[] = [
  {
    marker: "lp-marks-",
    css: `.lp-marks-dot.lp-marks-dot li::before{left:5px;top:.58em;width:0;height:0;border-width:3px;border-radius:50%;transform:none}
.lp-marks-cross.lp-marks-cross li::before{left:1px;top:.36em;width:14px;height:14px;border:0;background:linear-gradient(var(--soft),var(--soft)) center/100% 2px no-repeat,linear-gradient(var(--soft),var(--soft)) center/2px 100% no-repeat;transform:rotate(45deg);forced-color-adjust:none}`,
  },
  {
    marker: "lp-columns",
    css: `.lp-section .lp-column-list{display:grid;gap:clamp(2rem,4vw,3.25rem);margin-top:2.5rem}
.lp-column-list>li{display:grid;align-content:start;justify-items:start}
.lp-column-list img{display:block;width:100%;aspect-ratio:3/2;object-fit:cover;margin-bottom:1.35rem;${ROUND}}
.lp-column-list h3{font-size:1.375rem}
.lp-more{display:inline-flex;align-items:center;gap:.4em;min-height:44px;margin-top:.65rem;color:var(--link);font-weight:600;text-decoration:none}
.lp-more::after{content:"";width:.5em;height:.5em;border:solid currentColor;border-width:2px 2px 0 0;transform:rotate(45deg)}
.lp-more:hover{text-decoration:underline}
.lp-v-columns-lines .lp-column-list>li{padding-top:1.5rem;border-top:1px solid var(--line)}
.lp-v-columns-panels .lp-column-list{gap:1.25rem}
.lp-v-columns-panels .lp-column-list>li{padding:clamp(1.4rem,3vw,2.25rem);overflow:hidden;${PANEL}}
.lp-v-columns-panels img{width:calc(100% + 2*clamp(1.4rem,3vw,2.25rem));max-width:none;margin:calc(-1*clamp(1.4rem,3vw,2.25rem)) calc(-1*clamp(1.4rem,3vw,2.25rem)) 1.5rem;border-radius:0}
.lp-centered .lp-column-list>li{text-align:center;justify-items:center}
@media (min-width:48rem){.lp-section .lp-column-list{grid-template-columns:repeat(auto-fit,minmax(14rem,1fr))}}
@media (min-width:56rem){.lp-v-columns-lines .lp-column-list{column-gap:clamp(3rem,6vw,5rem)}.lp-v-columns-lines .lp-column-list>li{position:relative;padding:0;border-top:0}.lp-v-columns-lines .lp-column-list>li+li::before{content:"";position:absolute;inset:0 auto 0 calc(clamp(3rem,6vw,5rem)/-2);width:1px;background:var(--line)}}`,
  },
  {
    marker: "lp-gallery",
    css: `.lp-section .lp-gallery-list{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:clamp(.6rem,1.5vw,1.25rem);margin-top:2.25rem}
.lp-gallery-list img{display:block;width:100%;aspect-ratio:1;object-fit:cover;background:var(--line);${ROUND}}
.lp-gallery figcaption{margin-top:.55rem;font-size:.94rem;line-height:1.4;color:var(--soft)}
.lp-v-gallery-mosaic .lp-gallery-list:has(>li:nth-child(3))>li:first-child{grid-column:1/-1}
.lp-v-gallery-mosaic .lp-gallery-list:has(>li:nth-child(3))>li:first-child img{aspect-ratio:16/9}
.lp-strip{margin-top:2.25rem;margin-inline:calc(-1*clamp(1.25rem,4vw,2.5rem));padding-inline:clamp(1.25rem,4vw,2.5rem);padding-bottom:1rem;overflow-x:auto;scroll-snap-type:x proximity;scroll-padding-inline:clamp(1.25rem,4vw,2.5rem);scrollbar-width:thin;scrollbar-color:var(--control) transparent}
.lp-strip:focus-visible{outline-offset:-3px}
.lp-section .lp-strip .lp-gallery-list{display:flex;width:max-content;margin-top:0}
.lp-strip li{scroll-snap-align:start}
.lp-strip img{width:auto;height:clamp(15rem,42vw,26rem);max-width:min(84vw,40rem);aspect-ratio:auto}
.lp-strip figcaption{max-width:min(84vw,40rem)}
.lp-centered .lp-gallery figcaption{text-align:center}
@media (min-width:48rem){.lp-section .lp-gallery-list{grid-template-columns:repeat(3,minmax(0,1fr))}.lp-section .lp-gallery-list:has(>li:nth-child(4):last-child){grid-template-columns:repeat(4,minmax(0,1fr))}.lp-section .lp-gallery-list:has(>li:nth-child(2):last-child){grid-template-columns:repeat(2,minmax(0,1fr))}.lp-v-gallery-grid img{aspect-ratio:4/5}.lp-section.lp-v-gallery-mosaic .lp-gallery-list:has(>li:nth-child(3)).lp-gallery-list{grid-template-columns:repeat(4,minmax(0,1fr))}.lp-v-gallery-mosaic .lp-gallery-list:has(>li:nth-child(3))>li:first-child{grid-column:1/3;grid-row:1/3}.lp-v-gallery-mosaic .lp-gallery-list:has(>li:nth-child(3))>li:first-child figure{display:grid;grid-template-rows:minmax(0,1fr) auto;height:100%}.lp-v-gallery-mosaic .lp-gallery-list:has(>li:nth-child(3))>li:first-child img{aspect-ratio:1;height:100%}}`,
  },
  {
    marker: "lp-steps",
    css: `.lp-section .lp-step-list{list-style:none;counter-reset:step;display:grid;gap:2.25rem;margin:2.75rem 0 0;padding:0}
.lp-step-list h3{font-size:1.25rem}
.lp-section .lp-step-detail{margin-top:.25rem;font-size:.94rem;font-weight:500;color:var(--link)}
.lp-step-list>li{position:relative;padding-left:4.25rem}
.lp-step-list>li::before{${NUMBER};position:absolute;left:0;top:-.45rem}
.lp-step-list>li:not(:last-child)::after{content:"";position:absolute;left:calc(1.375rem - 1px);top:2.9rem;bottom:-1.45rem;width:2px;background:var(--line)}
.lp-v-steps-rail .lp-step-list{max-width:46rem}
.lp-v-steps-cards .lp-step-list{gap:1.25rem}
.lp-v-steps-cards .lp-step-list>li{padding:clamp(1.4rem,3vw,2rem);${PANEL}}
.lp-v-steps-cards .lp-step-list>li::before{position:static;margin-bottom:1.25rem}
.lp-v-steps-cards .lp-step-list>li::after{display:none}
.lp-centered .lp-step-list{margin-inline:auto}
@media (min-width:56rem){.lp-steps:not([class*=lp-v-steps]) .lp-step-list{grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:2rem}.lp-steps:not([class*=lp-v-steps]) .lp-step-list>li{padding:4.25rem 0 0}.lp-steps:not([class*=lp-v-steps]) .lp-step-list>li::before{top:0}.lp-steps:not([class*=lp-v-steps]) .lp-step-list>li:not(:last-child)::after{left:3.5rem;right:-1.25rem;top:calc(1.375rem - 1px);bottom:auto;width:auto;height:2px}.lp-centered.lp-steps:not([class*=lp-v-steps]) .lp-step-list>li{text-align:center}.lp-centered.lp-steps:not([class*=lp-v-steps]) .lp-step-list>li::before{left:calc(50% - 1.375rem)}.lp-centered.lp-steps:not([class*=lp-v-steps]) .lp-step-list>li:not(:last-child)::after{left:calc(50% + 2rem);right:calc(-50% + .25rem)}}
@media (min-width:48rem){.lp-v-steps-cards .lp-step-list{grid-template-columns:repeat(auto-fit,minmax(14rem,1fr))}}`,
  },
  {
    marker: "lp-logos",
    css: `.lp-section.lp-logos{padding-block:clamp(2.5rem,5vw,4rem)}
.lp-logos h2{font:500 1.0625rem/1.4 var(--text);letter-spacing:0;color:var(--soft);text-align:center}
.lp-section .lp-logo-list{display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:1.5rem clamp(2rem,5vw,4rem);margin-top:1.75rem}
.lp-logo-list>li{display:grid;place-items:center;min-height:2.75rem}
.lp-logo-list a{display:grid;place-items:center;min-height:2.75rem;color:inherit;text-decoration:none}
.lp-logo-list a:hover{text-decoration:underline}
.lp-logo-list img{display:block;width:auto;max-width:11rem;height:2.25rem;object-fit:contain}
.lp-logo-list span{font:600 1.25rem/1.2 var(--display);letter-spacing:-.015em;color:var(--soft);text-align:center}
.lp-section.lp-v-logos-grid .lp-logo-list,.lp-section.lp-v-logos-plates .lp-logo-list{display:grid;grid-template-columns:repeat(2,minmax(0,1fr))}
.lp-section.lp-v-logos-grid .lp-logo-list{gap:1px;border:1px solid var(--line);overflow:hidden;${ROUND}}
.lp-v-logos-grid .lp-logo-list>li{min-height:7rem;padding:1rem;background:var(--surface);box-shadow:0 0 0 1px var(--line)}
.lp-section.lp-v-logos-plates .lp-logo-list{gap:.75rem}
.lp-v-logos-plates .lp-logo-list>li{min-height:6rem;padding:1rem;background:#fff;${ROUND}}
.lp-v-logos-plates .lp-logo-list span{color:#26282e}
.lp-v-logos-plates .lp-logo-list a{color:#26282e}
@media (max-width:47.99rem){:is(.lp-v-logos-grid,.lp-v-logos-plates) .lp-logo-list>li:last-child:nth-child(odd){grid-column:1/-1}}
@media (min-width:48rem){.lp-section:is(.lp-v-logos-grid,.lp-v-logos-plates) .lp-logo-list{grid-template-columns:repeat(auto-fit,minmax(11rem,1fr))}}`,
  },
  {
    marker: "lp-team",
    css: `.lp-section .lp-team-list{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:clamp(1.5rem,3vw,2.5rem) clamp(1rem,2.5vw,2rem);margin-top:2.5rem}
.lp-team-list :is(img,.lp-initials){display:grid;place-items:center;width:100%;aspect-ratio:4/5;object-fit:cover;margin-bottom:1rem;background:var(--line);${ROUND}}
.lp-initials{font:600 clamp(1.75rem,4vw,2.75rem)/1 var(--display);letter-spacing:-.02em;color:var(--ink)}
.lp-section .lp-role{margin-top:.15rem;font-size:.94rem;color:var(--link);font-weight:500}
.lp-v-team-round .lp-team-list>li{text-align:center}
.lp-v-team-round .lp-team-list :is(img,.lp-initials){width:clamp(6.5rem,14vw,9rem);aspect-ratio:1;margin-inline:auto;border-radius:50%}
.lp-section.lp-v-team-rows .lp-team-list{grid-template-columns:minmax(0,1fr);gap:0;border-top:1px solid var(--line)}
.lp-v-team-rows .lp-team-list>li{display:grid;grid-template-columns:clamp(4.5rem,12vw,7rem) minmax(0,1fr);gap:clamp(1.1rem,3vw,2.25rem);align-items:start;padding:1.5rem 0;border-bottom:1px solid var(--line)}
.lp-v-team-rows .lp-team-list :is(img,.lp-initials){aspect-ratio:1;margin:0}
.lp-v-team-rows .lp-initials{font-size:1.5rem}
.lp-centered:not(.lp-v-team-rows) .lp-team-list>li{text-align:center}
@media (min-width:48rem){.lp-section:not(.lp-v-team-rows) .lp-team-list{grid-template-columns:repeat(auto-fit,minmax(11rem,1fr))}.lp-section:not(.lp-v-team-rows,.lp-v-team-round) .lp-team-list>li{max-width:21rem}}
@media (min-width:56rem){.lp-section.lp-v-team-rows .lp-team-list{grid-template-columns:repeat(2,minmax(0,1fr));column-gap:clamp(2rem,5vw,4.5rem)}}`,
  },
];
