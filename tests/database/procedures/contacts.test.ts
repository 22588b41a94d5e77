import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson } from "../../support/database-persons.ts";

const message = { first_name: "Ann", last_name: "Lee", email: "ann@example.com", goals: "More calls" };

const texts = [
  ...Object.keys(message),
  "company",
  "ad_spend",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "referrer_url",
  "landing_page",
  "session_id",
];

onEveryDatabase("A contact message", (given) => {
  const send = (values: Record<string, unknown>) => {
    const { db, world } = given();
    const row = { ...message, ...values };
    const marks = Object.keys(row).map((_, at) => `$${at + 1}`);
    return asPerson(
      db,
      world.people.anon,
      `insert into public.contacts (${Object.keys(row)}) values (${marks})`,
      Object.values(row),
    );
  };

  test("is stored with all fields of the form and the traffic data", async () => {
    const traffic = {
      utm_source: "google",
      traffic_type: "paid_ads",
      landing_page: "https://example.com/",
      session_id: "s-1",
    };
    const form = { company: "Acme", ad_spend: "$5,000 - $15,000", interests: ["Base Funnel", "Not sure yet"] };
    expect(
      (
        await send({
          ...form,
          ...traffic,
          status: "new",
          source: "website_form",
          submission_id: "6d3ef5a0-0000-4000-8000-000000000001",
        })
      ).count,
    ).toBe(1);
  });

  test.each(texts)("with a megabyte in %s is refused", async (column) => {
    const long = column === "email" ? `${"x".repeat(1_000_000)}@example.com` : "x".repeat(1_000_000);
    await expect(send({ [column]: long })).rejects.toMatchObject({ code: "23514" });
  });

  test.each([
    ["a blank first name", { first_name: " " }],
    ["a blank last name", { last_name: "" }],
    ["blank goals", { goals: "  " }],
    ["no email address", { email: "ann" }],
    ["two addresses", { email: "ann@example.com, lee@example.com" }],
    ["too many interests", { interests: Array.from({ length: 21 }, () => "x") }],
    ["over-long interests", { interests: ["x".repeat(3000)] }],
  ])("with %s is refused", async (_, values) => {
    await expect(send(values)).rejects.toMatchObject({ code: "23514" });
  });

  test.each(["first_name", "last_name", "email", "goals"])("without %s is refused", async (column) => {
    await expect(send({ [column]: null })).rejects.toMatchObject({ code: "23502" });
  });

  test("keeps hostile text as text", async () => {
    const { db } = given();
    const goals = `'); drop table public.contacts; -- <script>alert(1)</script>`;
    expect((await send({ goals })).count).toBe(1);
    expect((await db.run("select from public.contacts")).count).toBe(1);
  });
});
