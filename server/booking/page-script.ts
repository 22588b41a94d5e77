import { DRAFT_PREFIX } from "./form-script.ts";

/**
 * The script of all booking pages; the one with the form has one more (form-script.ts). It shows times in the visitor's own zone, and
 * a call that moves in the zone that it was booked in. It changes days and months without a new page, and moves through the month
 * with the arrow keys. A refused form leaves the history, so that a step back after the booking does not show it again,
 * and a reload does not send it again. A chosen zone shows at once, so the button beside it goes. Times have 24 hours where the
 * browser's language writes them so, until the visitor changes it for this visit. On a phone, a tap on a day shows its times, which
 * are below the month. Without the script, everything is a link or a form.
 */
export const BOOKING_SCRIPT = `(()=>{const q=(s,n=document)=>n.querySelector(s),main=q("main");document.documentElement.dataset.script="";
const store=(...v)=>{try{return v.length?sessionStorage.setItem("clock",v[0]):sessionStorage.getItem("clock")}catch{}};
let h24=(store()||(/^h2/.test(new Intl.DateTimeFormat(navigator.language.split("@")[0],{hour:"numeric"}).resolvedOptions().hourCycle)?"24":"12"))==="24";
const clock=n=>{const w=document.createTreeWalker(n,4);while(w.nextNode()){const t=w.currentNode;t.own??=t.data;
t.data=h24?t.own.replace(/\\b(\\d{1,2}):(\\d\\d)\\s([AP])M\\b/g,(_,h,m,a)=>String(h%12+(a==="P")*12).padStart(2,"0")+":"+m):t.own}
for(const b of n.querySelectorAll("[data-clock]"))b.setAttribute("aria-pressed",b.dataset.clock==="24"===h24)};clock(main);
main.addEventListener("click",e=>{const b=e.target.closest("[data-clock]");if(b){h24=b.dataset.clock==="24";store(b.dataset.clock);clock(main)}});
const load=async(url,push,focus)=>{main.setAttribute("aria-busy","true");try{const r=await fetch(url,{headers:{Accept:"text/html"}});if(!r.ok)throw 0;
const next=q("main",new DOMParser().parseFromString(await r.text(),"text/html"));if(!next)throw 0;clock(next);main.replaceChildren(...next.childNodes);
if(push)history.pushState(0,"",url);else history.replaceState(history.state,"",url);const f=focus&&q(focus);if(f)f.focus()}catch{location.href=url}finally{main.removeAttribute("aria-busy")}};
const days=()=>[...main.querySelectorAll("td a")],dayOf=a=>Date.parse(a.dataset.day)/864e5;
main.addEventListener("click",e=>{const a=e.target.closest("a[data-swap]");if(!a||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey||e.button)return;e.preventDefault();
const tap=a.dataset.day&&e.detail&&matchMedia("(max-width:47.99rem)").matches;
load(a.href,1,a.dataset.day?'[data-day="'+a.dataset.day+'"]':'[data-swap="'+a.dataset.swap+'"],td a[aria-current],h2').then(()=>{const t=tap&&q("[aria-labelledby=times]");
if(t)t.scrollIntoView({block:"nearest",behavior:matchMedia("(prefers-reduced-motion:reduce)").matches?"auto":"smooth"})})});
main.addEventListener("change",e=>{if(e.target.name==="zone"&&e.target.form)load("?"+new URLSearchParams(new FormData(e.target.form)),1,"[name=zone]")});
main.addEventListener("keydown",e=>{const a=e.target.closest("td a");if(!a||e.metaKey||e.ctrlKey||e.altKey)return;const all=days(),i=all.indexOf(a),d=dayOf(a);
const to={ArrowRight:()=>all[i+1]||"next",ArrowLeft:()=>all[i-1]||"previous",
ArrowDown:()=>all.find(b=>dayOf(b)>=d+7)||"next",ArrowUp:()=>all.findLast(b=>dayOf(b)<=d-7)||"previous",
Home:()=>q("a",a.closest("tr")),End:()=>[...a.closest("tr").querySelectorAll("a")].pop(),PageDown:()=>"next",PageUp:()=>"previous"}[e.key];
if(!to)return;e.preventDefault();const t=to();if(typeof t!=="string")return t&&t.focus();const m=q('[data-swap="'+t+'"]');if(m)load(m.href,1,"td a[aria-current],h2")});
addEventListener("popstate",()=>load(location.href,0));
let sent;document.addEventListener("submit",e=>{if(e.target.method!=="post")return;if(sent)e.preventDefault();sent=1;setTimeout(()=>sent=0,8e3)});
const z=q("[data-zone]"),own=Intl.DateTimeFormat().resolvedOptions().timeZone;
if(z&&own&&z.dataset.zone!==own){const u=new URL(location.href);if(!u.searchParams.has("zone")&&!u.searchParams.has("move")){u.searchParams.set("zone",own);load(u.href,0)}}
const w=q("[data-wrong] [aria-invalid]")||q(".alert");if(w)w.focus();
const f=q(".ask form");if(f&&!location.search){const u=new URLSearchParams;for(const n of["at","zone","after","page"]){const c=q("[type=hidden][name="+n+"]",f);if(c)u.set(n,c.value)}history.replaceState(0,"","?"+u)}
if(!f&&/^\\/booking\\//.test(location.pathname))try{for(const k of Object.keys(sessionStorage))if(k.startsWith(${JSON.stringify(DRAFT_PREFIX)}))sessionStorage.removeItem(k)}catch{}})()`;
