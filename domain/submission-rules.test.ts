import { expect, test } from "vitest";
import { applicationProblems, websiteAddress } from "./submission-rules.ts";

test.each([
  ["https://reyes.example/about", "https://reyes.example/about"],
  ["reyes.example", "https://reyes.example"],
  ["www.reyes.example/a?b=c", "https://www.reyes.example/a?b=c"],
  ["HTTP://reyes.example", "HTTP://reyes.example"],
  ["reyes", ""],
  ["my shop", ""],
  ["javascript:alert(1)", ""],
  ["ftp://reyes.example", ""],
])("a website typed as %s is read as %s", (typed, address) => {
  expect(websiteAddress(typed)).toBe(address);
});

test("SMS and calls need a phone number, and what is typed there must be one", () => {
  expect(applicationProblems({ best_contact: "Email" })).toEqual({});
  for (const best_contact of ["SMS", "Phone"]) {
    expect(applicationProblems({ best_contact, phone: " " })).toHaveProperty("phone");
    expect(applicationProblems({ best_contact, phone: "123" })).toHaveProperty("phone");
    expect(applicationProblems({ best_contact, phone: "(503) 555-0148" })).toEqual({});
  }
  expect(applicationProblems({ best_contact: "Email", phone: "call me" })).toHaveProperty("phone");
});

test("figures are positive numbers, with or without words around them", () => {
  const problems = (typed: string) =>
    Object.keys(applicationProblems({ target_new_clients_per_month: typed, avg_deal_size: typed }));
  for (const typed of ["10", "8–12", "8-12", "about 20", "$1,200", "$1.5k", "€ 900"])
    expect(problems(typed)).toEqual([]);
  for (const typed of ["-3", "−3", "0", "$0.00", "lots"]) expect(problems(typed)).toHaveLength(2);
});
