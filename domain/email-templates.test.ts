import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fillTemplate,
  placeholderProblem,
  STARTER_TEMPLATES,
  toTemplate,
  unfilledProblem,
  unknownPlaceholder,
} from "./email-templates.ts";

const values = {
  first_name: "Ann",
  company: "Ann's Bakery (Est. 1990)",
  agency: "Upfunnel",
  sender: "Jonas Whitfield",
};
const text = (body: string) => ({ subject: "", body });

test("a template says what is known of the lead, and general words otherwise", () => {
  const [first] = STARTER_TEMPLATES;
  if (!first) throw new Error("There are starter templates");
  const known = fillTemplate(first, values);
  expect(known.subject).toBe("Your request, Ann");
  expect(known.body).toContain("Thanks for reaching out to Upfunnel. I have a few ideas for Ann's Bakery (Est. 1990).");
  const unknown = fillTemplate(first, { first_name: null, company: "", agency: "Upfunnel", sender: "Jonas" });
  expect(unknown.subject).toBe("Your request");
  expect(unknown.body).toContain("I have a few ideas for your business.");
  expect(fillTemplate(text("{{ first_name }} {{price}}"), values).body).toBe("Ann {{price}}");
});

test.each([
  ["{{first_name}}, a question", "A question"],
  ["{{ first_name }}: élan and {{company}}", "Élan and your business"],
  ["{{first_name}} - {{first_name}}, 3 ideas", "3 ideas"],
  ["Thanks, {{first_name}}, and see you", "Thanks, and see you"],
  ["Are you free , {{first_name}}?", "Are you free?"],
  ["Hi {{first_name}}, a question", "Hi there, a question"],
  ["{{company}}, {{first_name}}", "Your business"],
  ["{{first_name}}, {{company}} can grow", "Your business can grow"],
  ["Hi {{first_name}},\n\n{{first_name}}, are you free?\n{{sender}}", "Hi there,\n\nAre you free?\n"],
])("without a first name, %j says %j", (written, said) => {
  expect(fillTemplate({ subject: written, body: written }, {})).toEqual({ subject: said, body: said });
});

test("without a first name, no line begins with the word for it or with a comma, and no comma is before the word", () => {
  const part = fc.constantFrom(
    "{{first_name}}",
    "{{ first_name }}",
    ",",
    ", ",
    " ",
    "\n",
    "a question",
    "Hi ",
    "?",
    " – ",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const written = parts.join("");
      const { subject } = fillTemplate({ subject: written, body: "" }, {});
      expect(subject).not.toMatch(/^[^\S\n]*there/m);
      expect(subject).not.toMatch(/,[^\S\n]*there/);
      // A known name is always said.
      const known = fillTemplate({ subject: written, body: "" }, { first_name: "Ann" }).subject;
      expect(known.split("Ann").length).toBe(written.split("first_name").length);
    }),
  );
});

test("a text becomes a template: whole words only, and the longest value first", () => {
  const said = text("Hi Ann,\nAnn's Bakery (Est. 1990) sells more with Upfunnel. Annual plan? Hannah\nJonas Whitfield");
  expect(toTemplate(said, values).body).toBe(
    "Hi {{first_name}},\n{{company}} sells more with {{agency}}. Annual plan? Hannah\n{{sender}}",
  );
  expect(toTemplate(said, { first_name: null, company: " " })).toEqual(said);
});

test("a template of any text says the same to the same lead", () => {
  const word = fc.oneof(
    fc.constantFrom("Ann", "Bo", "Ann Lee", "C++", "$1", "$&", "a|b", "Zoë"),
    fc.string({ maxLength: 6 }),
  );
  const given = fc.record({ first_name: word, company: word, agency: word, sender: word });
  fc.assert(
    fc.property(
      given,
      fc.array(fc.oneof(word, fc.constantFrom(" ", ",", ".", "\n")), { maxLength: 12 }),
      (held, parts) => {
        const said = { subject: parts.slice(0, 3).join(""), body: parts.join("") };
        // Braces in the text itself or in a value may look like a placeholder.
        fc.pre(![said.subject, said.body, ...Object.values(held)].some((one) => /[{}]/.test(one)));
        expect(fillTemplate(toTemplate(said, held), held)).toEqual(said);
      },
    ),
  );
});

test.each([
  ["Hi {{first_name}}", null],
  ["Hi {{ first_name }} of {{\tcompany\n}}", null],
  ["Hi {{name}}", "{{name}}"],
  ["{{first_name}} {{First_Name}}", "{{First_Name}}"],
  ["{{}}", "{{}}"],
  ["{{toString}}", "{{toString}}"],
  ["{{first name}}", "{{first name}}"],
  ["{{first-name}}", "{{first-name}}"],
  ["{{vorname.de}}", "{{vorname.de}}"],
  ["{{ {x} }}", "{{ {x} }}"],
  ["{first_name}", "{first_name}"],
  ["{ Company }", "{ Company }"],
  ["{{first_name}", "{{first_name}"],
  ["{{{first_name}}}", "{{{first_name}}}"],
  ["{{first_name}} {{a}b}} {{c}}", "{{a}b}}"],
  ["a {b} } {{ c", null],
])("%j has the unknown placeholder %j", (given, unknown) => {
  expect(unknownPlaceholder(given)).toBe(unknown);
});

test.each([
  ["{{first name}}", "first_name"],
  ["{{FirstName}}", "first_name"],
  ["{{name}}", "first_name"],
  ["{{frist_name}}", "first_name"],
  ["{company}", "company"],
  ["{{company name}}", "company"],
  ["{{sendr}}", "sender"],
  ["{{agencies}}", null],
  ["{{vorname.de}}", null],
  ["{{}}", null],
])("the problem with %s offers %s", (written, near) => {
  const hint = near === null ? "" : `. Did you mean {{${near}}}?`;
  expect(placeholderProblem(`Hi ${written}`)).toBe(`${written} isn't a placeholder, so the lead would read it${hint}`);
});

test.each([
  ["Hi {{first_name}}", "{{first_name}} isn't filled in, so the lead would read it. Write their first name instead."],
  ["{ agency } {{x}}", "{ agency } isn't filled in, so the lead would read it. Write your company's name instead."],
  ["{{vorname}} {{first_name}}", "{{vorname}} isn't filled in, so the lead would read it"],
  ["Hi Ann {smile} }}", null],
])("the problem with sending %j is %j", (written, problem) => {
  expect(unfilledProblem(written)).toBe(problem);
});

test("a template without a problem leaves no placeholder in an email", () => {
  const part = fc.constantFrom("{", "}", "{{", "}}", "first_name", "company", "price", " ", "\n", ",", "Hi");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const written = parts.join("");
      fc.pre(placeholderProblem(written) === null);
      const { body } = fillTemplate(text(written), { first_name: "Ann", company: "Bakery" });
      expect(unfilledProblem(body)).toBeNull();
    }),
  );
});

test("a long text in braces is shortened", () => {
  expect(placeholderProblem(`{{${"x".repeat(100)}}}`)).toMatch(/^\{\{x{57}… isn't a placeholder/);
});
