/**
 * How blocks look: one style sheet for every theme, which gives it its colours, type and corners. It stands before the
 * theme and the page's own CSS, so that both can change anything with a plain class.
 */
export const BLOCK_STYLE = `
.lp-section{padding:clamp(56px,8vw,104px) clamp(20px,5vw,40px);background:var(--lp-page);color:var(--lp-ink)}
.lp-section:nth-of-type(even){background:var(--lp-sunken)}
.lp-wrap{max-width:1080px;margin:0 auto}
.lp-section *{box-sizing:border-box}
.lp-section h1,.lp-section h2,.lp-section h3{font-family:var(--lp-display);font-weight:600;text-wrap:balance;margin:0;color:inherit}
.lp-section h1{font-size:clamp(2.5rem,1.5rem + 4.2vw,4.25rem);line-height:1.05;letter-spacing:-.03em}
.lp-section h2{font-size:clamp(1.875rem,1.4rem + 1.9vw,2.75rem);line-height:1.1;letter-spacing:-.022em}
.lp-hero h2{font-size:clamp(2.25rem,1.5rem + 3vw,3.5rem)}
.lp-section h3{font-size:1.1875rem;line-height:1.3;letter-spacing:-.01em}
.lp-section p{margin:0;text-wrap:pretty}
.lp-section ul,.lp-section dl,.lp-section dd,.lp-section figure,.lp-section blockquote{margin:0;padding:0;list-style:none}
.lp-section a:focus-visible,.lp-section button:focus-visible,.lp-section summary:focus-visible,.lp-section input:focus-visible,.lp-section textarea:focus-visible,.lp-section select:focus-visible{outline:2px solid currentColor;outline-offset:3px}
.lp-intro{margin-top:16px;max-width:58ch;font-size:1.125rem;line-height:1.6;color:var(--lp-ink-2)}
.lp-eyebrow{font-size:.9375rem;font-weight:500;color:var(--lp-hero-accent);margin-bottom:20px}
.lp-section .lp-button{display:inline-flex;align-items:center;justify-content:center;min-height:52px;padding:12px 26px;border:1px solid transparent;border-radius:var(--lp-radius);background:var(--lp-accent);color:var(--lp-on-accent);font:600 1.0625rem/1.3 var(--lp-sans);text-decoration:none;text-align:center;cursor:pointer;transition:opacity .16s}
.lp-section .lp-button:hover{opacity:.9}
.lp-section .lp-quiet{background:transparent;border-color:var(--lp-line-strong);color:inherit}
.lp-note{font-size:.9375rem;color:var(--lp-ink-2)}
.lp-hero{background:var(--lp-hero-page);color:var(--lp-hero-ink);padding-block:clamp(64px,9vw,128px)}
.lp-section.lp-hero:nth-of-type(even){background:var(--lp-hero-page)}
.lp-hero .lp-lead{margin-top:24px;max-width:46ch;font-size:clamp(1.125rem,1.05rem + .35vw,1.3125rem);line-height:1.55;color:var(--lp-hero-ink-2)}
.lp-hero .lp-button{margin-top:36px}
.lp-hero .lp-note{margin-top:16px;color:var(--lp-hero-ink-2)}
.lp-hero-words{max-width:760px}
.lp-hero-split .lp-wrap{display:grid;gap:clamp(40px,6vw,72px);align-items:center}
.lp-hero figure{background:var(--lp-hero-surface);border:1px solid var(--lp-hero-line);border-radius:calc(var(--lp-radius) + 8px);color:var(--lp-hero-ink);overflow:hidden}
.lp-hero figcaption{padding:14px 20px;border-bottom:1px solid var(--lp-hero-line);font-size:.875rem;color:var(--lp-hero-ink-2)}
.lp-thread ul{display:grid;gap:14px;padding:20px!important}
.lp-thread li{display:grid;gap:4px;justify-items:start;max-width:86%}
.lp-thread li p{padding:11px 15px;border-radius:16px 16px 16px 4px;background:var(--lp-hero-line);font-size:1rem;line-height:1.45}
.lp-thread small{font-size:.8125rem;color:var(--lp-hero-ink-2)}
.lp-thread .lp-ours{justify-self:end;justify-items:end}
.lp-thread .lp-ours p{border-radius:16px 16px 4px 16px;background:var(--lp-accent);color:var(--lp-on-accent)}
.lp-report dl{padding:6px 20px!important}
.lp-report div{display:flex;gap:16px;justify-content:space-between;align-items:baseline;padding:13px 0}
.lp-report div+div{border-top:1px solid var(--lp-hero-line)}
.lp-report dt{color:var(--lp-hero-ink-2)}
.lp-report dd{font-size:1.375rem;font-weight:500;font-variant-numeric:tabular-nums;letter-spacing:-.02em}
.lp-report div:last-child dd{color:var(--lp-hero-accent)}
.lp-hero .lp-image{border:0;background:none}
.lp-image img{display:block;width:100%;aspect-ratio:4/3;object-fit:cover;border-radius:calc(var(--lp-radius) + 8px)}
.lp-prose,.lp-text .lp-prose{margin-top:24px;max-width:64ch;font-size:1.125rem;line-height:1.65;color:var(--lp-ink-2)}
.lp-prose>*+*,.lp-intro>*+*,.lp-lead>*+*,.lp-card-text>*+*{margin-top:1em!important}
.lp-prose ul,.lp-intro ul,.lp-lead ul,.lp-card-text ul,.lp-questions ul{display:grid;gap:14px}
.lp-prose li,.lp-intro li,.lp-lead li,.lp-card-text li,.lp-questions li,.lp-points li{position:relative;padding-left:28px}
.lp-prose li:before,.lp-intro li:before,.lp-lead li:before,.lp-card-text li:before,.lp-questions li:before,.lp-points li:before{content:"";position:absolute;left:2px;top:.42em;width:12px;height:6px;border:solid var(--lp-accent-ink);border-width:0 0 2px 2px;transform:rotate(-45deg)}
.lp-cards{display:grid;margin-top:40px!important;gap:1px;background:var(--lp-line);border:1px solid var(--lp-line);border-radius:calc(var(--lp-radius) + 4px);overflow:hidden}
.lp-cards>li{padding:clamp(22px,3vw,32px);background:var(--lp-surface)}
.lp-card-text{margin-top:10px;line-height:1.6;color:var(--lp-ink-2)}
.lp-quotes blockquote{font-family:var(--lp-display);font-size:clamp(1.1875rem,1.05rem + .6vw,1.5rem);line-height:1.4;letter-spacing:-.012em}
.lp-quotes figcaption{display:flex;flex-wrap:wrap;gap:4px 12px;margin-top:20px;font-size:.9375rem;color:var(--lp-ink-2)}
.lp-quotes cite{font-style:normal;font-weight:600;color:var(--lp-ink)}
.lp-offers{display:grid;gap:20px;margin-top:40px!important}
.lp-offers>li{display:grid;max-width:520px}
.lp-offer{display:grid;align-content:start;gap:18px;padding:clamp(24px,3vw,36px);border:1px solid var(--lp-line);border-radius:calc(var(--lp-radius) + 8px);background:var(--lp-surface)}
.lp-offer.lp-marked{border-color:var(--lp-accent)}
.lp-price{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:baseline;color:var(--lp-ink-2)}
.lp-price strong{font-family:var(--lp-display);font-size:clamp(2.5rem,2rem + 1.5vw,3.25rem);line-height:1;letter-spacing:-.03em;font-weight:600;color:var(--lp-ink)}
.lp-offer-text{color:var(--lp-ink-2)}
.lp-points{display:grid;gap:11px;padding-top:18px!important;border-top:1px solid var(--lp-line)}
.lp-questions{margin-top:36px;border-top:1px solid var(--lp-line)}
.lp-questions details{border-bottom:1px solid var(--lp-line);padding:4px 0}
.lp-questions summary{position:relative;padding:16px 40px 16px 0;font-weight:600;font-size:1.0625rem;line-height:1.45;cursor:pointer;list-style:none}
.lp-questions summary::-webkit-details-marker{display:none}
.lp-questions summary:after{content:"";position:absolute;right:6px;top:22px;width:9px;height:9px;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg)}
.lp-questions details[open] summary:after{transform:translateY(5px) rotate(225deg)}
.lp-questions details>:not(summary){max-width:64ch;padding-bottom:18px;line-height:1.65;color:var(--lp-ink-2)}
.lp-player{display:block;width:100%;aspect-ratio:16/9;margin-top:36px;border:0;border-radius:calc(var(--lp-radius) + 8px);background:#14151a}
.lp-section.lp-form{background:var(--lp-hero-page);color:var(--lp-hero-ink)}
.lp-form .lp-wrap{display:grid;gap:12px}
.lp-form .lp-intro{margin-top:4px;color:var(--lp-hero-ink-2)}
.lp-fields{display:grid;gap:20px;max-width:560px;margin-top:24px}
.lp-field{display:grid;gap:7px}
.lp-field label{font-weight:500}
.lp-field small{font-size:.875rem;font-weight:400;color:var(--lp-hero-ink-2)}
.lp-field input,.lp-field textarea,.lp-field select{width:100%;min-height:50px;padding:12px 14px;border:1px solid var(--lp-field-line);border-radius:var(--lp-radius);background:var(--lp-field);color:var(--lp-field-ink);font:400 1rem/1.5 var(--lp-sans)}
.lp-form .lp-button{margin-top:4px}
.lp-form .lp-note{color:var(--lp-hero-ink-2)}
@media(min-width:760px){.lp-hero-split .lp-wrap{grid-template-columns:minmax(0,1.15fr) minmax(0,.85fr)}.lp-hero-split h1{font-size:clamp(2.5rem,1rem + 4vw,3.75rem)}.lp-cards{grid-template-columns:repeat(auto-fit,minmax(240px,1fr))}.lp-offers{grid-template-columns:repeat(auto-fit,minmax(260px,1fr))}.lp-form .lp-wrap{grid-template-columns:minmax(0,1fr) minmax(0,1.1fr);column-gap:72px;align-content:start}.lp-form .lp-wrap>h2,.lp-form .lp-wrap>.lp-intro{grid-column:1}.lp-form .lp-wrap>form{grid-column:2;grid-row:1/span 8;margin-top:0;max-width:none}}
@media(max-width:480px){.lp-section .lp-button{width:100%}}
@media(prefers-reduced-motion:reduce){.lp-section .lp-button{transition:none}}
`;
