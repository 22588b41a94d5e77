import { EMAIL } from "../booking-answers.ts";
import { FILE_RULES } from "../files.ts";
import { EXTENSION, NUMBER } from "../phone.ts";
import { MAX_FORM_FILE_BYTES, MAX_FORM_FILES } from "./form-files.ts";
import { FIELD_PROBLEMS, FILE_PROBLEMS } from "./form-problems.ts";

/**
 * Checks the files of a field by what the page says: `accept`, also on pages that were published before. What a browser can't tell, the
 * server decides by the content.
 */
const FILE_CHECK = `const said=${JSON.stringify(FILE_PROBLEMS)};
const fileProblem=c=>{const a=c.accept.toLowerCase().split(","),kinds=a.filter(x=>x.includes("/")),image=x=>x.startsWith("image/");
const fits=f=>{const t=f.type.toLowerCase(),end=(f.name.toLowerCase().match(/[.][a-z0-9]+$/)||[""])[0];return !c.accept||a.includes(t)||a.includes(end===".jpeg"?".jpg":end)||!t&&!end||t.startsWith("text/")&&a.includes("text/plain")};
for(const f of c.files){if(!fits(f))return said[kinds.every(image)?"pictures":kinds.some(image)?"any":"documents"];if(!f.size)return said.empty;if(f.size>${FILE_RULES.submissions.maxBytes})return said.size}
let count=0,bytes=0;for(const o of c.form.querySelectorAll("input[type=file]")){if(!o.disabled)for(const f of o.files){count++;bytes+=f.size}if(o===c)break}
return !c.files.length?"":count>${MAX_FORM_FILES}?said.count:bytes>${MAX_FORM_FILE_BYTES}?said.total:""};`;

/** The rules of `invalidAnswer` (form-rules.ts) for what is typed. A test compares them. */
export const TYPED_CHECK = `const isEmail=t=>${EMAIL}.test(t),isPhone=t=>{const n=t.replace(${EXTENSION},"").replace(/[^0-9]/g,"").length;return ${NUMBER}.test(t)&&n>=7&&n<=17};`;

/**
 * The script of a form's fields. It says at each field what is wrong with it, also what the server refused, shows one step at a time, names a chosen file with a button that removes it, and hides fields by the rule
 * of `shownFields` (form-rules.ts). Without it, browsers check the fields, and all steps and fields show. Like the form script, it
 * uses no storage.
 */
export const FORM_FIELDS_SCRIPT = `(()=>{const texts=${JSON.stringify(FIELD_PROBLEMS)};${FILE_CHECK}${TYPED_CHECK}
const make=(f,tag,text,put)=>{const e=document.createElement(tag);e.textContent=text;f[put](e);return e};
const first=c=>{const g=c.closest(".lp-choices");return g?g.querySelector("input"):c};
const problem=c=>{const v=c.validity,t=c.value.trim(),g=c.closest(".lp-choices"),k=g?g.querySelector("[data-required]")&&!g.querySelector(":checked")?"select-one":"":v.typeMismatch&&c.type==="email"||t&&(c.type==="email"&&!isEmail(t)||c.type==="tel"&&!isPhone(t))?c.type:c.required&&(v.valueMissing||!t)?c.type in texts?c.type:"text":"",file=c.type==="file"&&!k?fileProblem(c):"";return k?texts[k]:file||(v.valid?"":c.validationMessage)};
const say=(c,text)=>{const g=c.closest(".lp-choices"),p=c.closest(".lp-field"),hint=p.querySelector(".lp-hint");let e=p.querySelector(".lp-problem");if(text){e=e||make(p,"small","","append");e.className="lp-problem";e.id=c.id+"-problem";if(e.textContent!==text)e.textContent=text;c.setAttribute("aria-invalid","true")}else{if(e)e.remove();e=null;c.removeAttribute("aria-invalid")}
const ids=[hint,e].filter(Boolean).map(x=>x.id).join(" ");const d=g||c;ids?d.setAttribute("aria-describedby",ids):d.removeAttribute("aria-describedby");return text};
const wrong=c=>say(c,problem(c));
const size=b=>{const k=Math.max(1,Math.round(b/1024));return k<1000?k+" kB":Math.round(b/104857.6)/10+" MB"};
const name=c=>{const p=c.closest(".lp-field"),x=c.files[0],old=p&&p.querySelector(".lp-file");if(old)old.remove();if(!p||!x)return;
const e=document.createElement("span");e.className="lp-file";make(e,"span",x.name+" ("+size(x.size)+")","append");const b=make(e,"button","Remove","append");b.type="button";b.setAttribute("aria-label","Remove "+x.name);
b.onclick=()=>{c.value="";say(c,"");c.focus();c.dispatchEvent(new Event("input",{bubbles:true}))};c.after(e)};
const lower=t=>(t||"").trim().toLowerCase();
for(const f of document.querySelectorAll("form.lp-fields")){const asked=[...f.querySelectorAll("[data-when]")],steps=[...f.querySelectorAll("[data-step]")];
const value=n=>[...f.querySelectorAll('[name="'+CSS.escape(n)+'"]')].filter(c=>!c.disabled&&(c.type!=="checkbox"||c.checked)).map(c=>c.value).join(", ");
const names=()=>f.querySelectorAll(".lp-field input[type=file]").forEach(name);
const apply=()=>{for(const c of asked){const v=lower(value(c.dataset.when)),on="is"in c.dataset?v===lower(c.dataset.is):v.includes(lower(c.dataset.has));c.disabled=!on;c.closest(".lp-field").hidden=!on;c.required=on&&"required"in c.dataset&&!c.closest(".lp-choices")}};
const many=steps.length>1,parts=many?steps:[f];let cur=parts[0],draw=()=>{},live=()=>parts,next;f.noValidate=true;
const filled=s=>[...s.querySelectorAll(".lp-field")].some(p=>!p.hidden),begin=()=>{cur=parts.find(filled)||parts[0]};
const bad=s=>[...s.querySelectorAll(".lp-field :is(input,select,textarea)")].filter(c=>!c.disabled&&c===first(c)&&wrong(c))[0];
if(many){const send=f.querySelector("[type=submit]"),row=make(f,"div","","append"),said=make(f,"p","","prepend");
row.className="lp-step-row";said.className="lp-progress";said.tabIndex=-1;
const back=make(row,"button","Back","append");next=make(row,"button","Next","append");back.type=next.type="button";back.className="lp-button lp-quiet";next.className="lp-button";send.before(row);row.append(send);
live=()=>steps.filter(s=>s===cur||filled(s));
draw=()=>{const l=live(),i=l.indexOf(cur),title=cur.querySelector(":scope>legend");for(const s of steps)s.hidden=s!==cur;const t="Step "+(i+1)+" of "+l.length+(title?": "+title.textContent:"");if(said.textContent!==t)said.textContent=t;said.hidden=l.length<2;back.hidden=i<1;send.hidden=i<l.length-1;next.hidden=!send.hidden};
const go=by=>{const l=live();cur=l[l.indexOf(cur)+by]||cur;draw();said.focus()};
back.onclick=()=>go(-1);next.onclick=()=>{const b=bad(cur);b?b.focus():go(1)}}
f.addEventListener("submit",e=>{if(next&&!next.hidden){e.preventDefault();next.click();return}for(const s of live()){const b=bad(s);if(b){e.preventDefault();cur=s;draw();b.focus();return}}});
f.addEventListener("lead-field",e=>{const c=first(e.target),p=c.closest(".lp-field"),s=c.closest("[data-step]");if(!p||p.hidden)return;e.preventDefault();if(many&&s){cur=s;draw()}say(c,e.detail)});
f.addEventListener("reset",()=>setTimeout(()=>{names();apply();begin();draw()}));
f.addEventListener("input",e=>{const c=first(e.target);if(c.closest(".lp-field [aria-invalid]")||c.type==="file"&&c.files.length&&c.closest(".lp-field"))wrong(c);if(c.type==="file"){name(c);for(const o of f.querySelectorAll(".lp-field input[type=file][aria-invalid]"))wrong(o)}apply();draw()});names();apply();begin();draw()}})()`;
