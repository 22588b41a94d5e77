import { expect, test } from "vitest";
import { emptyLead, isContact, leadProblems, newLeadLabel, toLead } from "./lead-input.ts";

const typed = (fields: object) => ({ ...emptyLead(""), ...fields });

test("A lead needs a name, a company or contact details", () => {
  expect(leadProblems(typed({ goals: "More clients", value: "100" }), "usd")).toEqual({
    first_name: "Enter a name, a company or contact details",
  });
  for (const field of ["first_name", "last_name", "company"])
    expect(leadProblems(typed({ [field]: "Ana" }), "usd")).toBeNull();
  expect(leadProblems(emptyLead("Ana Silva"), "usd")).toBeNull();
});

test("A new lead begins with what the search did not find, in the field that it belongs to", () => {
  for (const [searched, fields] of [
    ["Ana Maria Silva", { first_name: "Ana", last_name: "Maria Silva" }],
    [" ana@silva.example ", { email: "ana@silva.example" }],
    ["+1 (503) 555-0148", { phone: "+1 (503) 555-0148" }],
    ["5035550148 ext 12", { phone: "5035550148 ext 12" }],
    ["Studio 54", { first_name: "Studio", last_name: "54" }],
    ["12", { first_name: "12" }],
    ["2026-12-01", { first_name: "2026-12-01" }],
    ["12/1/2026", { first_name: "12/1/2026" }],
    ["01.12.2026", { first_name: "01.12.2026" }],
    ["503-555-0148", { phone: "503-555-0148" }],
    ["  ", {}],
  ] as const) {
    expect(emptyLead(searched)).toEqual(typed(fields));
    expect(isContact(searched)).toBe("email" in fields || "phone" in fields);
  }
});

test("What a search did not find names the new lead, or is its contact", () => {
  expect(["", "Ana Silva", "ana@silva.example", "2026-12-01"].map(newLeadLabel)).toEqual([
    "New lead",
    "New lead named “Ana Silva”",
    "New lead with “ana@silva.example”",
    "New lead named “2026-12-01”",
  ]);
});

test("A problem names its field, and all problems are named at once", () => {
  for (const [field, value] of [
    ["email", "ana"],
    ["phone", "123"],
    ["value", "much"],
    ["value", "-5"],
  ] as const)
    expect(Object.keys(leadProblems(typed({ first_name: "Ana", [field]: value }), "usd") ?? {})).toEqual([field]);
  const all = leadProblems(typed({ email: "ana", phone: "123", value: "much" }), "usd");
  expect(Object.keys(all ?? {})).toEqual(["email", "phone", "value"]);
});

test("The value is stored in the smallest unit of the agency's currency, and blank fields are omitted", () => {
  const lead = typed({ first_name: " Ana ", value: "$4,450.50", phone: " " });
  expect(toLead(lead, "usd")).toEqual({ first_name: "Ana", value_cents: 445_050 });
  expect(toLead(typed({ company: "Sable", value: "4450", source: "referral", mine: false }), "jpy")).toEqual({
    company: "Sable",
    value_cents: 4450,
    source: "referral",
    user_id: null,
  });
});
