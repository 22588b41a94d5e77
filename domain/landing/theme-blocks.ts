/** How the blocks of a page look, in the colours of its theme. */
export const BLOCK_CSS = `.lp-section{padding:clamp(3rem,8vw,6rem) 0}
.lp-section:nth-of-type(even){background:var(--sunken)}
.lp-wrap{max-width:70rem;margin:0 auto;padding:0 clamp(1.25rem,4vw,2.5rem)}
.lp-eyebrow{color:var(--link);font-weight:600;margin-bottom:1rem}
.lp-lead,.lp-intro{font-size:1.15rem;color:var(--soft);max-width:60ch}
.lp-intro{margin-bottom:2rem}
.lp-prose{max-width:65ch}
.lp-note{font-size:.94rem;color:var(--soft);margin:1rem 0 0}
.lp-button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:.7rem 1.5rem;border:1px solid transparent;border-radius:8px;background:var(--accent);color:var(--onAccent);font:600 1rem/1.3 var(--text);text-decoration:none;cursor:pointer;transition:transform .15s ease-out}
.lp-button:hover{transform:translateY(-1px)}
.lp-quiet{background:transparent;color:var(--ink);border-color:var(--control)}
.lp-hero-words>:last-child{margin-bottom:0}
.lp-hero h1{margin-bottom:.45em}
.lp-hero .lp-lead{margin-bottom:1.75rem}
.lp-cards,.lp-offers{list-style:none;padding:0;margin:2rem 0 0;display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr))}
.lp-cards>li,.lp-offer{background:var(--surface);border:1px solid var(--line);border-radius:var(--corner);padding:1.5rem}
.lp-offers>li{display:grid}
.lp-cards:has(>:nth-child(4):last-child){grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))}
.lp-offers:has(>:only-child){max-width:30rem}
.lp-quotes:has(>:only-child){max-width:46rem}
.lp-cards>li :last-child,.lp-card-text>:last-child{margin-bottom:0}
.lp-card-text{color:var(--soft)}
.lp-quotes figure{margin:0}
.lp-quotes blockquote{font-size:1.1rem;margin:0 0 1rem}
.lp-quotes figcaption{display:grid;color:var(--soft);font-size:.94rem}
.lp-quotes cite{font-style:normal;font-weight:600;color:var(--ink)}
.lp-offer{display:flex;flex-direction:column;align-items:flex-start}
.lp-offer .lp-button{margin-top:auto;width:100%}
.lp-marked{border:2px solid var(--accent)}
.lp-price{display:flex;align-items:baseline;flex-wrap:wrap;gap:.5rem;color:var(--soft)}
.lp-price strong{font:600 2.2rem/1.1 var(--display);color:var(--ink);letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.lp-points{padding-left:1.2rem;margin-bottom:1.5rem;list-style:disc}
.lp-points li{margin-bottom:.4rem}
.lp-questions{max-width:46rem}
.lp-questions details{border-bottom:1px solid var(--line);padding:.35rem 0}
.lp-questions summary{cursor:pointer;font-weight:600;min-height:48px;padding:.65rem 0}
.lp-questions details p{color:var(--soft)}
.lp-player{display:block;width:100%;aspect-ratio:16/9;border:0;border-radius:var(--corner);background:#14151a}
.lp-fields{max-width:34rem;display:grid;gap:1.1rem;margin-top:1.5rem}
.lp-field{margin:0}
.lp-field label{display:block;font-weight:600;margin-bottom:.35rem}
.lp-field small{font-weight:400;color:var(--soft)}
.lp-thread,.lp-report,.lp-image{margin:0;background:var(--surface);border:1px solid var(--line);border-radius:var(--corner);padding:1.25rem}
.lp-image{padding:0;overflow:hidden}
.lp-image img{display:block;width:100%;aspect-ratio:4/3;object-fit:cover}
.lp-thread figcaption,.lp-report figcaption{font-weight:600;padding-bottom:.9rem;margin-bottom:1rem;border-bottom:1px solid var(--line)}
.lp-thread ul{list-style:none;margin:0;padding:0;display:grid;gap:.7rem}
.lp-thread li{max-width:82%;justify-self:start}
.lp-thread li p{margin:0;padding:.6rem .85rem;border-radius:14px;background:var(--sunken);line-height:1.4}
.lp-thread small{display:block;color:var(--soft);font-size:.8rem;margin-top:.2rem}
.lp-thread .lp-ours{justify-self:end;text-align:right}
.lp-ours p{background:var(--accent)!important;color:var(--onAccent);text-align:left}
.lp-report dl{margin:0}
.lp-report dl div{display:flex;justify-content:space-between;gap:1rem;padding:.7rem 0;border-bottom:1px solid var(--line)}
.lp-report dl div:last-child{border:0;padding-bottom:0}
.lp-report dt{color:var(--soft)}
.lp-report dd{margin:0;font-weight:600;font-variant-numeric:tabular-nums}
@media (min-width:56rem){.lp-hero-split .lp-wrap{display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,.85fr);gap:clamp(2rem,5vw,4.5rem);align-items:center}}
@media (prefers-reduced-motion:reduce){.lp-button:hover{transform:none}}
`;
