/** The wrap of a form beside its heading, while a message shows above the form. */
const WITH_MESSAGE = ".lp-form .lp-wrap:has(>.lead-shown,>.lead-message:target)";

/**
 * The message is above the form, and the heading is directly above its text, whichever is taller: the row between them takes the
 * difference.
 */
const MESSAGE_ROWS = `${WITH_MESSAGE}{grid-template-rows:auto 1fr auto}${WITH_MESSAGE}>h2:first-child~.lp-intro{grid-row:2/4}${WITH_MESSAGE}>h2:first-child~.lead-message{grid-row:1/3;align-self:end}${WITH_MESSAGE}>h2:first-child~.lp-fields{grid-row:3}.lp-form:not(.lp-v-form-column,.lp-centered) .lp-wrap>.lead-message{margin:0 0 1.25rem;max-width:none}`;

/** The styles of a page's blocks, in its theme's colors. */
export const BLOCK_CSS = `.lp-section{padding:clamp(3.5rem,8vw,6.5rem) 0}
.lp-section:nth-of-type(even){background:var(--sunken)}
.lp-wrap{max-width:70rem;margin:0 auto;padding:0 clamp(1.25rem,4vw,2.5rem)}
.page-head{max-width:70rem;padding-inline:clamp(1.25rem,4vw,2.5rem)}
.lp-section h2{font-size:clamp(1.875rem,1.4rem + 1.9vw,2.75rem);line-height:1.1;margin:0}
.lp-section h3{margin:0;line-height:1.3}
.lp-section p{margin:0;text-wrap:pretty}
.lp-section li{text-wrap:pretty}
.lp-section ul,.lp-section figure,.lp-section blockquote,.lp-section dl,.lp-section dd{list-style:none;margin:0;padding:0}
.lp-intro,.lp-prose{margin-top:1rem;font-size:1.125rem;line-height:1.6;color:var(--soft);max-width:60ch}
.lp-prose>*+*,.lp-intro>*+*,.lp-lead>*+*,.lp-card-text>*+*,.lp-questions details>*+*+*,.lp-quotes blockquote>*+*{margin-top:.9em!important}
.lp-section .lp-note{font-size:.94rem;color:var(--soft)}
.lp-intro a[href^="tel:"]{white-space:nowrap}
.lp-button{display:inline-flex;align-items:center;justify-content:center;min-height:52px;padding:.7rem 1.6rem;border:1px solid transparent;border-radius:calc(var(--corner) - 2px);background:var(--accent);color:var(--onAccent);font:600 1.0625rem/1.3 var(--text);text-align:center;text-decoration:none;cursor:pointer;transition:transform .15s ease-out}
.lp-button:hover{transform:translateY(-1px)}
.lp-quiet{background:transparent;color:var(--ink);border-color:var(--control)}
.lp-hero,.lp-section.lp-hero:nth-of-type(even){padding:clamp(4rem,9vw,8rem) 0;background:var(--page);color:var(--ink)}
.lp-hero h1{font-size:clamp(2.5rem,1.35rem + 4.6vw,4.25rem);line-height:1.04;letter-spacing:-.03em;margin:0}
.lp-hero-words{max-width:47rem}
.lp-section .lp-eyebrow{color:var(--link);font-weight:500;font-size:1rem;margin-bottom:1.15rem}
.lp-lead{margin-top:1.4rem;font-size:clamp(1.125rem,1.05rem + .35vw,1.3125rem);line-height:1.55;color:var(--soft);max-width:46ch}
.lp-hero .lp-button{margin-top:2rem}
.lp-hero .lp-note{margin-top:1rem}
.lp-hero-split .lp-wrap{display:grid;gap:clamp(2.5rem,6vw,4.5rem)}
.lp-thread,.lp-report{background:var(--surface);border:1px solid var(--line);border-radius:calc(var(--corner) + 8px);overflow:hidden}
.lp-thread figcaption,.lp-report figcaption{padding:.9rem 1.3rem;border-bottom:1px solid var(--line);font-size:.9rem;color:var(--soft)}
.lp-thread ul{display:grid;gap:1rem;padding:1.3rem}
.lp-thread li{display:grid;gap:.3rem;justify-items:start;justify-self:start;max-width:86%}
.lp-thread li p{padding:.7rem 1rem;border-radius:18px 18px 18px 5px;background:var(--sunken);line-height:1.45}
.lp-thread small{font-size:.8125rem;color:var(--soft)}
.lp-thread .lp-ours{justify-items:end;justify-self:end}
.lp-thread .lp-ours p{border-radius:18px 18px 5px;background:var(--accent);color:var(--onAccent)}
.lp-report dl{padding:.3rem 1.3rem}
.lp-report dl div{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;padding:.85rem 0}
.lp-report dl div+div{border-top:1px solid var(--line)}
.lp-report dt{color:var(--soft)}
.lp-report dd{font:500 1.375rem/1.2 var(--text);font-variant-numeric:tabular-nums;letter-spacing:-.02em;white-space:nowrap}
.lp-report dl div:last-child dd{color:var(--link)}
.lp-image img{display:block;width:100%;aspect-ratio:4/3;object-fit:cover;border-radius:calc(var(--corner) + 8px)}
.lp-figure{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem;justify-items:start}
.lp-figure img{display:block;object-fit:cover;border-radius:calc(var(--corner) + 8px)}
.lp-landscape img{width:100%;aspect-ratio:16/9}
.lp-square img{width:100%;aspect-ratio:1}
.lp-portrait img{width:100%;aspect-ratio:4/5}
.lp-figure figcaption{font-size:.94rem;color:var(--soft)}
.lp-picture .lp-wrap{display:grid;grid-template-columns:minmax(0,1fr);gap:clamp(1.5rem,4vw,2.5rem)}
.lp-prose ul,.lp-intro ul,.lp-lead ul,.lp-card-text ul,.lp-questions ul,.lp-points{display:grid;gap:.75rem}
.lp-prose li,.lp-intro li,.lp-lead li,.lp-card-text li,.lp-questions li,.lp-points li{position:relative;padding-left:1.75rem}
.lp-prose li::before,.lp-intro li::before,.lp-lead li::before,.lp-card-text li::before,.lp-questions li::before,.lp-points li::before{content:"";position:absolute;left:2px;top:.45em;width:12px;height:6px;border:solid var(--link);border-width:0 0 2px 2px;transform:rotate(-45deg)}
.lp-section .lp-cards{display:grid;gap:1px;margin-top:2.5rem;background:var(--line);border:1px solid var(--line);border-radius:calc(var(--corner) + 4px);overflow:hidden}
.lp-cards>li{padding:clamp(1.4rem,3vw,2rem);background:var(--surface)}
.lp-card-text{margin-top:.6rem;line-height:1.6;color:var(--soft)}
.lp-quotes blockquote{font:500 clamp(1.25rem,1.1rem + .7vw,1.625rem)/1.4 var(--display);letter-spacing:-.012em;max-width:40ch}
.lp-quotes figcaption{display:flex;flex-wrap:wrap;gap:.2rem .8rem;margin-top:1.4rem;font-size:.94rem;color:var(--soft)}
.lp-quotes cite{font-style:normal;font-weight:600;color:var(--ink)}
.lp-section .lp-offers{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;margin-top:2.5rem}
.lp-offers>li{display:grid;max-width:34rem}
.lp-offers>li:only-child{max-width:none}
.lp-offer{display:flex;flex-direction:column;gap:1.2rem;padding:clamp(1.5rem,3vw,2.25rem);background:var(--surface);border:1px solid var(--line);border-radius:calc(var(--corner) + 8px)}
.lp-marked{border-color:var(--accent)}
.lp-offer>.lp-button{margin-top:auto}
.lp-section .lp-price{display:flex;align-items:baseline;flex-wrap:wrap;gap:.25rem .65rem;color:var(--soft)}
.lp-price strong{font:600 clamp(2.5rem,2rem + 1.5vw,3.25rem)/1 var(--display);color:var(--ink);letter-spacing:-.03em;font-variant-numeric:tabular-nums}
.lp-offer-text{color:var(--soft)}
.lp-section .lp-points{padding-top:1.2rem;border-top:1px solid var(--line)}
.lp-questions{margin-top:2.25rem;max-width:52rem;border-top:1px solid var(--line)}
.lp-questions details{border-bottom:1px solid var(--line);padding:.25rem 0}
.lp-questions summary{position:relative;list-style:none;cursor:pointer;font-weight:600;min-height:48px;padding:1rem 2.5rem 1rem 0;line-height:1.45}
.lp-questions summary::-webkit-details-marker{display:none}
.lp-questions summary::after{content:"";position:absolute;right:.4rem;top:1.35rem;width:9px;height:9px;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg)}
.lp-questions [open] summary::after{transform:translateY(5px) rotate(225deg)}
.lp-questions details>:not(summary){max-width:64ch;color:var(--soft)}
.lp-questions details>:last-child:not(summary){padding-bottom:1.1rem}
.lp-player{display:block;width:100%;aspect-ratio:16/9;margin-top:2.25rem;border:0;border-radius:calc(var(--corner) + 8px);background:#14151a}
.lp-fields{max-width:35rem;display:grid;gap:1.2rem;margin-top:1.75rem}
.lp-field label{display:block;font-weight:500;margin-bottom:.4rem}
.lp-field small{font-size:.875rem;font-weight:400;color:var(--soft)}
.lp-field .lp-hint{display:block;margin:-.2rem 0 .4rem}
.lp-field .lp-problem{display:block;margin:.4rem 0 0;font-weight:500;color:var(--bad)}
.lp-field select{appearance:none;padding-right:2.75rem;background-image:linear-gradient(45deg,transparent 50%,currentcolor 50%),linear-gradient(-45deg,transparent 50%,currentcolor 50%);background-position:right 1.375rem center,right 1rem center;background-size:.4rem .4rem;background-repeat:no-repeat}
.lp-field input[type=file]{padding:.45rem .5rem}.lp-field ::file-selector-button{margin:0 .8rem 0 0;padding:.35rem .9rem;border:1px solid var(--control);border-radius:6px;background:var(--sunken);color:var(--ink);font:500 .9375rem/1.4 var(--text);cursor:pointer}
.lp-file{display:flex;flex-wrap:wrap;align-items:center;gap:0 .6rem;margin-top:.25rem;font-size:.875rem;color:var(--soft);overflow-wrap:anywhere}.lp-file button{min-height:2.75rem;padding:0 .4rem;border:0;background:none;color:var(--link);font:inherit;font-weight:500;text-decoration:underline;cursor:pointer}
.lp-check{display:grid;grid-template-columns:auto 1fr;gap:0 .7rem;align-items:start}.lp-check label{margin:0}.lp-check input{width:1.25rem!important;min-height:1.25rem!important;height:1.25rem;margin:.15rem 0 0;padding:0!important;accent-color:var(--accent)}.lp-check .lp-problem{grid-column:2}.lp-check .lp-hint{grid-column:2;margin:.2rem 0 0}
.lp-choices{min-width:0;margin:0;padding:0;border:0}.lp-choices legend{padding:0;font-weight:500;margin-bottom:.4rem}.lp-choices label{display:flex;gap:.7rem;align-items:flex-start;margin:0;padding:.3rem 0;font-weight:400}.lp-choices input{flex:none;width:1.25rem!important;min-height:1.25rem!important;height:1.25rem;margin:.15rem 0 0;padding:0!important;accent-color:var(--accent)}
.lp-step{display:grid;gap:1.2rem;min-width:0;margin:0;padding:0;border:0}.lp-step+.lp-step{margin-top:1rem}.lp-step>legend{padding:0 0 1rem;font:600 1.25rem/1.3 var(--display)}
.lp-section .lp-progress{margin:0;font:600 1.125rem/1.35 var(--display)}.lp-progress:not([hidden])~.lp-step>legend{position:absolute;width:1px;height:1px;padding:0;overflow:hidden;clip-path:inset(50%)}.lp-progress~.lp-step{margin-top:0}.lp-step-row{display:flex;flex-wrap:wrap;gap:.75rem}
.lp-form .lp-wrap>.lead-message{margin:1.75rem 0 0;max-width:35rem}.lp-form .lead-call{margin-top:1rem}
@media (min-width:48rem){.lp-section .lp-cards:not(.lp-quotes){grid-template-columns:repeat(auto-fit,minmax(15rem,1fr))}.lp-section .lp-cards:not(.lp-quotes):has(>li:nth-child(4):last-child){grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))}.lp-section .lp-cards:not(.lp-quotes):has(>li:nth-child(5)){grid-template-columns:repeat(6,minmax(0,1fr))}.lp-cards:not(.lp-quotes):has(>li:nth-child(5))>li{grid-column:span 2}.lp-cards:not(.lp-quotes):has(>li:nth-child(5))>li:nth-child(3n+1):last-child{grid-column:1/-1}.lp-cards:not(.lp-quotes):has(>li:nth-child(5))>li:nth-child(3n+2):last-child,.lp-cards:not(.lp-quotes):has(>li:nth-child(5))>li:nth-child(3n+1):nth-last-child(2){grid-column:span 3}.lp-section .lp-quotes:has(>li+li){grid-template-columns:repeat(auto-fit,minmax(19rem,1fr))}.lp-section .lp-offers{grid-template-columns:repeat(auto-fit,minmax(17rem,1fr))}}
@media (min-width:56rem){.lp-picture:is(.lp-side-left,.lp-side-right):has(.lp-picture-words):has(.lp-figure) .lp-wrap{grid-template-columns:repeat(2,minmax(0,1fr));align-items:center;column-gap:clamp(2rem,5vw,4.5rem)}.lp-side-left .lp-figure{order:-1}.lp-hero-split .lp-wrap{grid-template-columns:minmax(0,1.15fr) minmax(0,.85fr);align-items:center}.lp-hero-split h1{font-size:clamp(2.75rem,1rem + 4vw,3.75rem)}.lp-pricing:not(:has(.lp-offers>li+li)) .lp-wrap,.lp-form .lp-wrap,.lp-reviews:not(:has(.lp-cards>li+li)) .lp-wrap,.lp-faq .lp-wrap,.lp-text .lp-wrap{display:grid;grid-template-columns:minmax(0,.8fr) minmax(0,1.2fr);column-gap:clamp(2rem,5vw,4.5rem);align-content:start}.lp-wrap>h2:first-child,.lp-pricing .lp-intro,.lp-form .lp-intro{grid-column:1;align-self:start}.lp-wrap>h2:first-child~:not(.lp-intro){grid-column:2}.lp-text .lp-prose,.lp-faq .lp-questions,.lp-pricing .lp-offers:not(:has(>li+li)),.lp-reviews .lp-cards:not(:has(>li+li)),.lp-form .lp-fields{margin-top:0!important;max-width:none}.lp-wrap>h2:first-child~:is(.lp-offers,.lp-questions,.lp-cards,.lp-prose,.lp-fields){grid-row:1/span 9}${MESSAGE_ROWS}}
@media (max-width:30rem){.lp-button{width:100%}}
@media (prefers-reduced-motion:reduce){.lp-button:hover{transform:none}}
`;
