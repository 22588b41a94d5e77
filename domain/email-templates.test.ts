import fc from "fast-check";
import { expect, test } from "vitest";
import { fillTemplate, STARTER_TEMPLATES, toTemplate, unknownPlaceholder } from "./email-templates.ts";

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
  expect(unknown.subject).toBe("Your request, there");
  expect(unknown.body).toContain("I have a few ideas for your business.");
  expect(fillTemplate(text("{{ first_name }} {{price}}"), values).body).toBe("Ann {{price}}");
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
  ["Hi {{ first_name }} of {{company}}", null],
  ["Hi {{name}}", "{{name}}"],
  ["{{first_name}} {{First_Name}}", "{{First_Name}}"],
  ["{{}}", "{{}}"],
  ["{{toString}}", "{{toString}}"],
  ["{first_name}", null],
])("%s has the unknown placeholder %s", (given, unknown) => {
  expect(unknownPlaceholder(given)).toBe(unknown);
});
