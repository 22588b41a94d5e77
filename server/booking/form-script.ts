import { answerProblem, EMAIL } from "../../domain/booking-answers.ts";
import { fillControls } from "../../domain/form-draft.ts";
import { EXTENSION, NUMBER, phoneProblem } from "../../domain/phone.ts";
import { invalidEmailText, requiredFieldText } from "../../domain/submission-rules.ts";

/** Above the form when answers are wrong. */
export const FIELDS_WRONG = { title: "Please check the highlighted fields", text: "Nothing has been booked yet." };

/** The notice above a form. The host and the page's script draw the same one. */
export const alertContent = ({ title, text }: typeof FIELDS_WRONG) => `<p><b>${title}</b></p><p>${text}</p>`;

/** The rules of the domain under their own names. Node runs the source, so a function's text is a script. */
const RULES = `const ${[
  `EMAIL=${EMAIL},NUMBER=${NUMBER},EXTENSION=${EXTENSION}`,
  ...Object.entries({ invalidEmailText, requiredFieldText }).map(([name, text]) => `${name}=${JSON.stringify(text)}`),
].join()};${phoneProblem}
${answerProblem}
${fillControls}`;

/** Where the tab keeps what is typed into a form until the call is booked. */
export const DRAFT_PREFIX = "form:book";

/**
 * Marks wrong answers before the form is sent, says so above the form, and puts the focus on the first one. A wrong answer is checked again with each change.
 * Its page's script comes later, and sees only what is sent. What is typed stays in this tab until the call is booked, even when the
 * visitor reloads the page or chooses another time; what the host sent wins. Ctrl+Enter sends from any field.
 */
export const FORM_SCRIPT = `(()=>{${RULES}
const ALERT=${JSON.stringify(alertContent(FIELDS_WRONG))};
const controls=[...document.querySelectorAll(".ask .field :is(input,select,textarea)")],draft=${JSON.stringify(DRAFT_PREFIX)}+location.pathname;
try{fillControls(controls.filter(c=>!c.value),JSON.parse(sessionStorage.getItem(draft))||[])}catch{}
document.addEventListener("input",()=>{try{sessionStorage.setItem(draft,JSON.stringify(controls.map(c=>[c.name,c.value])))}catch{}});
const check=f=>{const c=f.querySelector("input,select,textarea"),id=c.id+"-wrong",old=f.querySelector(".wrong");
const wrong=answerProblem(c.value.trim(),{kind:c.type,isRequired:c.required,maxLength:c.maxLength>0?c.maxLength:Infinity});
if(old&&old.textContent===wrong)return c;if(old)old.remove();f.toggleAttribute("data-wrong",!!wrong);
if(!wrong){c.removeAttribute("aria-invalid");c.removeAttribute("aria-describedby");return null}
c.setAttribute("aria-invalid","true");c.setAttribute("aria-describedby",id);
f.append(Object.assign(document.createElement("p"),{id,className:"wrong",textContent:wrong}));return c};
document.addEventListener("input",e=>{const f=e.target.closest(".field[data-wrong]");if(!f)return;check(f);
const ask=f.closest(".ask"),alert=ask&&ask.querySelector(".alert");if(alert&&alert.innerHTML===ALERT&&!ask.querySelector(".wrong"))alert.remove()});
document.addEventListener("keydown",e=>{const f=e.target.closest(".ask")&&e.target.form;if(e.key!=="Enter"||!(e.ctrlKey||e.metaKey)||!f)return;
e.preventDefault();f.requestSubmit()});
document.addEventListener("submit",e=>{const c=[...e.target.querySelectorAll(".field")].map(check).find(c=>c);
const ask=e.target.closest(".ask");if(!c||!ask)return;e.preventDefault();e.stopImmediatePropagation();
if(!ask.querySelector(".alert"))ask.prepend(Object.assign(document.createElement("div"),{className:"alert",role:"alert",innerHTML:ALERT}));
c.focus()})})()`;
