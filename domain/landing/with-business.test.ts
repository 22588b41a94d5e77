import { expect, test } from "vitest";
import type { Template } from "./template.ts";
import { serviceTemplates, tradeTemplates } from "./templates.ts";
import { cityOf, namedAfter, withBusiness } from "./with-business.ts";

const OWN = {
  name: "Smile & Co",
  phone: "(971) 234-5678",
  email: "us@smile.dental",
  address: "1 Main Street\nSalem, OR",
};
const dentist = tradeTemplates.find(({ id }) => id === "dentist") as Template;
const wordsOf = ({ blocks }: Pick<Template, "blocks">) => JSON.stringify(blocks);

test("A page takes the business's phone, email and address, in texts, links, the map and the footer", () => {
  const words = wordsOf(withBusiness(dentist, OWN));
  expect(words).toContain("Call us: [(971) 234-5678](tel:+19712345678)");
  expect(words).toContain(String.raw`"contact":"1 Main Street\nSalem, OR\n(971) 234-5678\nus@smile.dental"`);
  expect(words).toContain('"href":"tel:+19712345678"');
  expect(words).toContain(String.raw`"address":"1 Main Street\nSalem, OR"`);
});

test("A page is called as the business, without the sample's legal form and city", () => {
  const page = namedAfter(withBusiness(dentist, OWN), OWN);
  expect(namedAfter(dentist, { name: " " })).toBe(dentist);
  expect([page.id, page.title]).toEqual(["Smile & Co", `Smile & Co: ${dentist.title}`]);
  expect(wordsOf(page)).toContain('"eyebrow":"Smile & Co, Salem"');
  expect(wordsOf(page)).not.toMatch(/PLLC|Portland/);
});

test.each([
  ["100 Example Street\nPortland, OR 97209", "Portland"],
  ["41 Harbor Lane, Oakland CA 94607", "Oakland"],
  ["1 Main Street\nSalem, OR", "Salem"],
  ["5 Rue Cler, 75007 Paris", ""],
  ["9 Pier Street", ""],
  ["", ""],
])("The city of %j is %j", (address, city) => {
  expect(cityOf(address)).toBe(city);
});

test("A page's description for search engines names the business's city and name, too", () => {
  const plumber = tradeTemplates.find(({ id }) => id === "home-services") as Template;
  expect(withBusiness(plumber, OWN).description).toMatch(/^Leaks, water heaters, and heating in Salem and nearby\./);
  const named = { ...dentist, description: "Harbor Street Dental in Portland" };
  expect(withBusiness(named, OWN).description).toBe("Smile & Co in Salem");
});

test("What is unknown stays the sample's", () => {
  const words = wordsOf(withBusiness(dentist, { email: OWN.email, phone: " ", address: null }));
  expect(words).toContain("Call us: [(503) 555-0148](tel:+15035550148)");
  expect(words).toContain(String.raw`Portland, OR 97209\n(503) 555-0148\nus@smile.dental`);
  expect(words).toContain("Harbor Street Dental");
  expect(withBusiness(dentist, {})).toBe(dentist);
});

test("Signs of patterns are only signs, and what is filled in is not replaced again", () => {
  const words = wordsOf(withBusiness(dentist, { name: "$& (503) 555-0148", phone: "$1 971 234 5678" }));
  expect(words).toContain('"legal":"$& (503) 555-0148"');
  expect(words).not.toContain("$& $1");
});

test.each([...tradeTemplates, ...serviceTemplates])(
  "$id has none of its sample's details when all are known",
  (template) => {
    const words = wordsOf(withBusiness(template, OWN));
    expect(words).not.toMatch(/555-01|55501|@[\w.]+\.example|Example (Street|Drive)/);
  },
);
