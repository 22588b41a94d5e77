import fc from "fast-check";
import { expect, test } from "vitest";
import { readAskedQuestions } from "./asked-questions.ts";
import { readFormRules } from "./form-rules.ts";
import { renderForm } from "./render-form.ts";
import { templateBlock } from "./template.ts";

const KINDS = ["text", "message", "choice", "choices", "check", "phone", "company", "name", "date", "file"];
/** Labels of a form's fields. A blank one has a name of its own, and spaces are those of a page. */
const label = fc
  .string({ minLength: 1, maxLength: 40 })
  .map((text) => text.replace(/[\s*\0]+/g, " ").trim() || "Answer");

test("the questions of a form block are its labels, in its order", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ label, kind: fc.constantFrom(...KINDS), needed: fc.boolean() })), (items) => {
      const email = { label: "Email", kind: "email", needed: true };
      const all = [...items.map((item) => ({ ...item, options: "One\nTwo", hint: "Help" })), email];
      const asked = readFormRules(renderForm(templateBlock("form", { items: all }), 0), 1)?.asked;
      expect(asked?.map(({ question }) => question)).toEqual(all.map((item) => item.label));
    }),
  );
});

test("the questions of an author's own form are its labels, by place or id, and not the words of choices", () => {
  const html = `<label for="a">First &amp; last *</label><input id=a name=who>
    <label>Budget <select name=budget><option>Little</option></select></label>
    <label><input type=checkbox name=ok> I agree</label>
    <label><input type=radio name=size value=s> Small</label><label><input type=radio name=size value=l> Large</label>
    <label><input type=checkbox name=pets> Dog</label><label><input type=checkbox name=pets> Cat</label>
    <input name=city aria-label="Your city"><textarea name=more><label>No</label></textarea>
    <script>"<label>No</label>"</script></form><label>After <input name=after></label>`;
  expect(readAskedQuestions(html)).toEqual([
    { name: "who", question: "First & last" },
    { name: "budget", question: "Budget" },
    { name: "ok", question: "I agree" },
    { name: "size", question: "" },
    { name: "pets", question: "" },
    { name: "city", question: "Your city" },
    { name: "more", question: "" },
  ]);
});

test("a legend is the question of boxes with one name, not of a step or of several questions", () => {
  const radios = (name: string) =>
    `<label><input type=radio name=${name} value=1> One</label><label><input type=radio name=${name}> Two</label>`;
  const html = `<fieldset data-step><legend>Step title</legend>
    <fieldset><legend>Size <small>optional</small></legend>${radios("size")}</fieldset></fieldset>
    <fieldset data-step><legend>Only boxes</legend>${radios("alone")}</fieldset>
    <fieldset><legend>Both</legend>${radios("one")}${radios("two")}</fieldset>
    <fieldset data-choices><legend>Pets</legend><label><input type=checkbox name=pets> Dog</label></fieldset>
    <fieldset><legend>Terms</legend><label><input type=checkbox name=ok> I agree</label></fieldset>`;
  expect(readAskedQuestions(html)).toEqual([
    { name: "size", question: "Size" },
    { name: "alone", question: "" },
    { name: "one", question: "" },
    { name: "two", question: "" },
    { name: "pets", question: "Pets" },
    { name: "ok", question: "I agree" },
  ]);
});

test("The name of an answer keeps every letter of its question, without its accent", () => {
  const labels = ["Größe", "Quel âge avez-vous ?", "Łódź?", "…"];
  const form = templateBlock("form", { items: labels.map((label) => ({ label, kind: "line" })) });
  expect(readFormRules(renderForm(form, 0), 1)?.asked.map(({ name }) => name)).toEqual([
    "grosse",
    "quel_age_avez_vous",
    "lodz",
    "answer",
    "email",
  ]);
});
