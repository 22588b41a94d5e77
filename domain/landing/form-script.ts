import { MIN_HUMAN_MS } from "../submission-rules.ts";
import { FORM_PROBLEMS } from "./form-problems.ts";

/**
 * The script that submits marked forms without leaving the page. It adds the visit's source and duration, and shows the
 * result in place of the form. Autofill can be faster than MIN_HUMAN_MS, so it waits until then: a person's answers must not count as
 * spam. A refused field of a form block says itself what is wrong (form-fields-script.ts). Ctrl+Enter sends from any field. Programs are told by the hidden field, or by a duration that the script would never send. Without the script, browsers submit the form themselves. It must not use storage,
 * cookies or an origin, because the page has none.
 */
export const FORM_SCRIPT = `(()=>{const began=Date.now(),all=()=>document.querySelectorAll("form[data-lead-form]");
const field=(f,n,v)=>{let i=f.querySelector('input[type=hidden][name="'+n+'"]');if(!i){i=document.createElement("input");i.type="hidden";i.name=n;f.append(i)}i.value=v};
const id=()=>{const b=crypto.getRandomValues(new Uint8Array(16));b[6]=b[6]&15|64;b[8]=b[8]&63|128;const h=[...b].map(x=>x.toString(16).padStart(2,"0")).join("");return h.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/,"$1-$2-$3-$4-$5")};
for(const f of all()){field(f,"_id",id());field(f,"_query",location.search.slice(0,2000));field(f,"_referrer",document.referrer.slice(0,2000))}
document.addEventListener("keydown",e=>{const f=e.target.form;if(e.key==="Enter"&&(e.ctrlKey||e.metaKey)&&f&&f.hasAttribute("data-lead-form")){e.preventDefault();f.requestSubmit()}});
document.addEventListener("submit",async e=>{const f=e.target;if(!(f instanceof HTMLFormElement)||!f.hasAttribute("data-lead-form")||e.defaultPrevented)return;
e.preventDefault();if(f.dataset.sending)return;f.dataset.sending="1";let t=Date.now()-began;if(t>=0&&t<${MIN_HUMAN_MS}){await new Promise(r=>setTimeout(r,${MIN_HUMAN_MS}-t));t=${MIN_HUMAN_MS}}field(f,"_elapsed",t);
const n=f.querySelector("input[name=_form]"),end=n&&n.value>1?"-"+n.value:"";
const show=code=>{const near=[];for(let p=f.previousElementSibling;p&&p.classList.contains("lead-message");p=p.previousElementSibling)near.push(p);for(const p of near){const on=p.id===code+end;p.classList.toggle("lead-shown",on);if(on){p.setAttribute("role",code==="sent"?"status":"alert");p.focus()}}};
try{let data=new FormData(f,e.submitter);if(f.enctype!=="multipart/form-data"){const all=data;data=new URLSearchParams();for(const[k,v]of all)if(typeof v==="string")data.append(k,v)}
const r=await fetch(f.dataset.leadAction,{method:"POST",body:data,headers:{Accept:"application/json"},credentials:"omit",referrerPolicy:"no-referrer-when-downgrade"});
const a=await r.json().catch(()=>({}));if(r.ok){if(/^(https?:|[/](?![/]))/i.test(a.next)){location.assign(a.next);return}show("sent");if(/^[/]book[/?]/.test(a.book)){const l=document.createElement("a");l.href=a.book;l.textContent="Book a call";const p=document.createElement("p");p.className="lead-call";p.append(l);f.after(p)}f.hidden=true;f.reset();f.dispatchEvent(new CustomEvent("lead-sent",{bubbles:true}))}else{const code=${JSON.stringify(Object.keys(FORM_PROBLEMS))}.includes(a.problem)?a.problem:"failed",refused=Object.entries(a.fields||{}).reverse();let m,said=refused.length>0;
for(const[n,text]of refused){const c=f.querySelector('[name="'+CSS.escape(n)+'"]');if(!c){said=false;continue}m=c;if(c.dispatchEvent(new CustomEvent("lead-field",{bubbles:true,cancelable:true,detail:text}))){said=false;c.setAttribute("aria-invalid","true");c.addEventListener("input",()=>c.removeAttribute("aria-invalid"),{once:true})}}
show(said?"":"problem-"+code);if(m)m.focus()}}
catch{show("problem-failed")}finally{delete f.dataset.sending}})})()`;

/** In a preview, the form only says that nothing was sent. */
export const PREVIEW_FORM_SCRIPT = `document.addEventListener("submit",e=>{const f=e.target;if(!(f instanceof HTMLFormElement)||!f.hasAttribute("data-lead-form")||e.defaultPrevented)return;e.preventDefault();const p=f.previousElementSibling;let s=f.querySelector("[data-preview-note]");if(!s){s=document.createElement("p");s.dataset.previewNote="";s.setAttribute("role","status");s.textContent="This is a preview. Nothing was sent.";f.append(s)}})`;
