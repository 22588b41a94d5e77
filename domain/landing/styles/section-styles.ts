import type { StylePart } from "./style-part.ts";

/** Spacing, alignment and visibility. The class is doubled, so that it wins over the section's own rules. */
export const SECTION_STYLES: readonly StylePart[] = [
  // Only in the editor.
  {
    marker: "lp-missing",
    css: ".lp-section .lp-missing{max-width:34rem;margin:1.25rem auto 0 0;padding:.9rem 1.15rem;border:1px dashed var(--control);border-radius:var(--corner);font-size:.94rem;color:var(--soft)}",
  },
  { marker: "lp-tight", css: `.lp-section.lp-tight.lp-tight{padding-block:clamp(1.75rem,4vw,3rem)}` },
  { marker: "lp-roomy", css: `.lp-section.lp-roomy.lp-roomy{padding-block:clamp(5.5rem,13vw,10.5rem)}` },
  { marker: "lp-phone-only", css: `@media (min-width:48rem){.lp-section.lp-phone-only.lp-phone-only{display:none}}` },
  { marker: "lp-wide-only", css: `@media (max-width:47.99rem){.lp-section.lp-wide-only.lp-wide-only{display:none}}` },
  {
    marker: "lp-centered",
    css: `.lp-section.lp-centered.lp-centered.lp-centered .lp-wrap{display:block}
.lp-centered :is(h1,h2,.lp-eyebrow,.lp-lead,.lp-intro,.lp-prose,.lp-note){text-align:center;margin-inline:auto}
.lp-centered :is(.lp-hero-words,.lp-picture-words){margin-inline:auto;text-align:center}
.lp-centered :is(.lp-prose,.lp-intro,.lp-lead) ul{width:fit-content;margin-inline:auto;text-align:left}
.lp-centered.lp-centered :is(.lp-prose,.lp-questions,.lp-fields,.lp-cards,.lp-offers,.lp-figure,.lp-thread,.lp-report,.lp-image,.lp-player){margin-top:clamp(1.75rem,3.5vw,2.75rem)!important;margin-inline:auto}
.lp-centered.lp-centered :is(.lp-prose,.lp-intro){max-width:46rem}
.lp-centered.lp-text .lp-prose{margin-top:1.25rem!important}
.lp-centered.lp-centered :is(.lp-fields,.lp-thread,.lp-report){max-width:36rem}
.lp-centered.lp-form .lp-wrap>:is(.lead-message,.lead-call){max-width:36rem;margin-inline:auto}
.lp-centered.lp-centered :is(.lp-questions,.lp-quotes:not(:has(>li+li))){max-width:52rem}
.lp-centered.lp-centered .lp-offers:not(:has(>li+li)){max-width:34rem}
.lp-centered .lp-offers{justify-content:center}
.lp-centered .lp-figure{justify-items:center}
.lp-centered .lp-fields .lp-button{justify-self:stretch}`,
  },
];
