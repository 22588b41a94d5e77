import type { StylePart } from "./style-part.ts";

/** The other looks of features, reviews, prices, questions and forms. */
export const PROOF_STYLES: readonly StylePart[] = [
  {
    marker: "lp-v-features-",
    css: `.lp-section:is(.lp-v-features-list,.lp-v-features-open).lp-section .lp-cards.lp-cards.lp-cards{grid-template-columns:minmax(0,1fr);gap:0;background:none;border:0;border-radius:0;overflow:visible}
:is(.lp-v-features-list,.lp-v-features-open) .lp-cards.lp-cards.lp-cards>li{grid-column:auto;padding:0;background:none}
.lp-section.lp-v-features-list.lp-section .lp-cards.lp-cards.lp-cards{border-top:1px solid var(--line)}
.lp-v-features-list .lp-cards.lp-cards.lp-cards>li{padding:clamp(1.25rem,2.5vw,1.875rem) 0;border-bottom:1px solid var(--line)}
.lp-v-features-list h3{font-size:1.3125rem}
.lp-section.lp-v-features-open.lp-section .lp-cards.lp-cards.lp-cards{gap:clamp(2rem,4vw,3.25rem)}
.lp-v-features-open .lp-cards>li::before{content:"";display:block;width:2.5rem;height:3px;margin-bottom:1.25rem;border-radius:2px;background:var(--accent)}
.lp-v-features-open h3{font-size:1.375rem}
.lp-centered.lp-v-features-open .lp-cards>li{text-align:center}
.lp-centered.lp-v-features-open .lp-cards>li::before{margin-inline:auto}
@media (min-width:48rem){.lp-v-features-list .lp-cards>li{display:grid;grid-template-columns:minmax(0,.8fr) minmax(0,1.2fr);column-gap:clamp(2rem,5vw,4.5rem)}.lp-v-features-list .lp-card-text{margin-top:.15rem}.lp-section.lp-v-features-open.lp-section .lp-cards.lp-cards.lp-cards{grid-template-columns:repeat(auto-fit,minmax(15rem,1fr))}.lp-section.lp-v-features-open.lp-section .lp-cards.lp-cards.lp-cards:has(>li:nth-child(5)){grid-template-columns:repeat(3,minmax(0,1fr))}.lp-section.lp-v-features-open.lp-section .lp-cards.lp-cards.lp-cards:has(>li:nth-child(4):last-child){grid-template-columns:repeat(2,minmax(0,1fr))}}`,
  },
  {
    marker: "lp-v-reviews-",
    css: `.lp-section:is(.lp-v-reviews-stage,.lp-v-reviews-wall).lp-section .lp-wrap.lp-wrap{display:block}
:is(.lp-v-reviews-stage,.lp-v-reviews-wall) .lp-cards.lp-cards.lp-cards{margin-top:2.5rem!important;background:none;border:0;border-radius:0;overflow:visible}
.lp-v-reviews-stage{text-align:center}
.lp-v-reviews-stage h2{font:500 1.0625rem/1.4 var(--text);letter-spacing:0;color:var(--soft)}
.lp-section.lp-v-reviews-stage .lp-cards.lp-cards.lp-cards{grid-template-columns:minmax(0,1fr);gap:clamp(2.5rem,6vw,4.5rem);margin-top:1.5rem!important}
.lp-v-reviews-stage .lp-cards>li{padding:0;background:none}
.lp-v-reviews-stage blockquote{max-width:26ch;margin-inline:auto;font-size:clamp(1.625rem,1.1rem + 2.4vw,2.875rem);line-height:1.2;letter-spacing:-.025em;text-wrap:balance}
.lp-v-reviews-stage blockquote::before{content:"\\201C";display:block;height:.5em;font-size:2em;line-height:1;color:var(--link)}
.lp-v-reviews-stage figcaption{justify-content:center}
.lp-v-reviews-wall .lp-cards.lp-cards.lp-cards{display:block}
.lp-v-reviews-wall .lp-cards>li{break-inside:avoid;margin-bottom:1.25rem;padding:clamp(1.25rem,2.5vw,1.75rem);border:1px solid var(--line);border-radius:calc(var(--corner) + 4px)}
.lp-v-reviews-wall blockquote{font:400 1.0625rem/1.55 var(--text);letter-spacing:0}
.lp-v-reviews-wall figcaption{display:grid;gap:0;margin-top:1rem;padding-top:1rem;border-top:1px solid var(--line)}
.lp-centered.lp-v-reviews-wall .lp-cards.lp-cards.lp-cards{max-width:none}
@media (min-width:40rem){.lp-v-reviews-wall .lp-cards.lp-cards.lp-cards:has(>li+li){columns:2;column-gap:1.25rem}}
@media (min-width:64rem){.lp-v-reviews-wall .lp-cards.lp-cards.lp-cards:has(>li:nth-child(3)){columns:3}}`,
  },
  {
    marker: "lp-v-pricing-",
    css: `.lp-section:is(.lp-v-pricing-joined,.lp-v-pricing-rows).lp-section .lp-wrap.lp-wrap.lp-wrap{display:block}
.lp-section:is(.lp-v-pricing-joined,.lp-v-pricing-rows) .lp-offers.lp-offers{margin-top:2.5rem!important;gap:0;background:var(--surface);border:1px solid var(--line);border-radius:calc(var(--corner) + 8px);overflow:hidden}
:is(.lp-v-pricing-joined,.lp-v-pricing-rows) .lp-offers>li{max-width:none}
:is(.lp-v-pricing-joined,.lp-v-pricing-rows) .lp-offer{border:0;border-radius:0;background:none}
:is(.lp-v-pricing-joined,.lp-v-pricing-rows) .lp-offers>li+li{border-top:1px solid var(--line)}
.lp-v-pricing-joined .lp-marked{box-shadow:inset 0 4px 0 var(--accent)}
.lp-v-pricing-rows .lp-marked{box-shadow:inset 4px 0 0 var(--accent)}
.lp-section.lp-v-pricing-rows .lp-offers.lp-offers{grid-template-columns:minmax(0,1fr)}
.lp-v-pricing-rows .lp-price strong{font-size:clamp(1.75rem,1.5rem + 1vw,2.25rem)}
.lp-v-pricing-rows .lp-points{border-top:0;padding-top:0}
@media (min-width:48rem){.lp-v-pricing-joined .lp-offers>li+li{border-top:0;border-left:1px solid var(--line)}}
@media (min-width:56rem){.lp-v-pricing-rows .lp-offer{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.3fr) auto;gap:.5rem clamp(1.5rem,4vw,3.5rem);align-items:start}.lp-v-pricing-rows .lp-offer>*{grid-column:1}.lp-v-pricing-rows .lp-points{grid-column:2;grid-row:1/span 4}.lp-v-pricing-rows .lp-offer>.lp-button{grid-column:3;grid-row:1/span 4;align-self:center;margin-top:0}}`,
  },
  {
    marker: "lp-v-faq-",
    css: `.lp-section:is(.lp-v-faq-cards,.lp-v-faq-open).lp-section .lp-wrap.lp-wrap{display:block}
.lp-section:is(.lp-v-faq-cards,.lp-v-faq-open).lp-section .lp-questions.lp-questions{margin-top:2.25rem!important;border:0}
.lp-v-faq-cards .lp-questions{display:grid;gap:.75rem}
.lp-v-faq-cards .lp-questions details{padding:.25rem clamp(1rem,2.5vw,1.5rem);background:var(--surface);border:1px solid var(--line);border-radius:var(--corner)}
.lp-v-faq-open .lp-questions.lp-questions{display:grid;gap:clamp(1.75rem,3.5vw,2.75rem) clamp(2rem,5vw,4rem);max-width:none}
.lp-answer h3{font-size:1.125rem;margin-bottom:.5rem}
.lp-answer>:not(h3){color:var(--soft);max-width:60ch}
.lp-answer>:not(h3)+:not(h3),.lp-answer>div>*+*{margin-top:.9em!important}
.lp-answer ul{display:grid;gap:.5rem}
.lp-answer li{position:relative;padding-left:1.25rem}
.lp-answer li::before{content:"";position:absolute;left:2px;top:.7em;width:.5rem;height:2px;background:var(--link)}
.lp-centered.lp-v-faq-open .lp-answer{text-align:center}
.lp-centered.lp-v-faq-open .lp-answer>*{margin-inline:auto}
@media (min-width:48rem){.lp-v-faq-open .lp-questions{grid-template-columns:repeat(2,minmax(0,1fr))}}`,
  },
  {
    marker: "lp-v-form-",
    css: `.lp-v-form-card .lp-fields{padding:clamp(1.5rem,3.5vw,2.5rem);background:var(--surface);border:1px solid var(--line);border-radius:calc(var(--corner) + 8px);box-shadow:0 1.5rem 3.5rem -2rem rgb(0 0 0/.3)}
.lp-v-form-card .lp-fields :is(input,select,textarea){background-color:var(--page)}
.lp-section.lp-v-form-column.lp-section .lp-wrap.lp-wrap{display:block;max-width:50rem}
.lp-v-form-column.lp-form .lp-wrap>.lead-message{max-width:none}
.lp-section.lp-v-form-column .lp-fields.lp-fields{margin-top:2rem!important;max-width:none}
@media (min-width:40rem){.lp-v-form-column .lp-fields{grid-template-columns:repeat(2,minmax(0,1fr));align-items:end}.lp-v-form-column .lp-fields>:not(.lp-field),.lp-v-form-column .lp-field:has(textarea),.lp-v-form-column .lp-choices,.lp-v-form-column .lp-field:last-of-type:nth-of-type(odd){grid-column:1/-1}.lp-v-form-column .lp-fields>.lp-button{justify-self:start}}`,
  },
];
