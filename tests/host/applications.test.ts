import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openProtocol, post } from "../support/protocol.ts";
import { applicationLead, contactBody, newPerson, openSubmissions } from "../support/submissions.ts";

let given: Awaited<ReturnType<typeof openSubmissions>>;
beforeAll(async () => {
  given = await openSubmissions();
});
afterAll(() => given.protocol.close());

describe("send-application-email", () => {
  const source = {
    submitted_at: "2026-11-20T10:00:00.000Z",
    page_url: "https://upfunnel.example/consulting",
    referrer_url: "https://www.google.com/",
    utm_source: "google",
    utm_medium: "cpc",
    utm_campaign: "calls",
    user_agent: "Mozilla/5.0",
    ip_hash: "",
  };

  test("accepts {source, lead}, and computes the address hash itself", async () => {
    const lead = applicationLead({
      website: "reyes.example",
      role: "Owner",
      avg_deal_size: "$1,200",
      timeline: "30–60 days",
      notes: "Two rooms,\nthree people.",
      best_contact: "SMS",
      phone: "+1 212 555 0100",
    });
    expect((await given.send("application", { source, lead })).reply).toEqual({ success: true });
    const { ip_hash: _empty, submitted_at: _when, ...told } = source;
    const stored = await given.one("select * from public.applications where email = $1", [lead.email]);
    expect(stored).toMatchObject({ ...lead, ...told, website: "https://reyes.example" });
    expect(stored?.ip_hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await given.protocol.mails(lead.email)).map(({ template }) => template)).toEqual([
      "application-confirmation",
    ]);
  });

  test("stores the full visit data in the lead's history", async () => {
    const lead = applicationLead();
    await given.send("application", {
      lead,
      source: { ...source, traffic_type: "paid_ads", landing_page: "/pro", utm_term: "x" },
    });
    const [activity] = await given.rows(
      "select payload from public.lead_activities activity join public.leads lead on lead.id = lead_id where email = $1",
      [lead.email],
    );
    expect(activity?.payload).toMatchObject({ form: "application", traffic_type: "paid_ads", landing_page: "/pro" });
  });

  test("accepts a missing or unknown source", async () => {
    for (const strange of [undefined, null, "x", { submitted_at: "yesterday", page_url: 7 }])
      expect((await given.send("application", { lead: applicationLead(), source: strange })).status).toBe(200);
  });

  test("names the missing required fields in the specification's words", async () => {
    for (const body of [{}, { source }, { lead: {} }]) {
      const { status, reply } = await given.send("application", body);
      expect(status).toBe(400);
      expect(reply).toMatchObject({
        title: "Please complete all required fields",
        error: "All starred (*) fields are required.",
      });
      expect(Object.keys(reply.fields ?? {})).toEqual([
        "full_name",
        "email",
        "company",
        "target_new_clients_per_month",
      ]);
    }
  });

  test("refuses an invalid website and an invalid lead", async () => {
    const { reply } = await given.send("application", { lead: applicationLead({ website: "my shop" }), source });
    expect(reply).toMatchObject({
      title: "Please check the highlighted fields",
      fields: { website: expect.any(String) },
    });
    expect((await given.send("application", { lead: "Dana" })).reply.fields).toHaveProperty("lead");
  });

  test("refuses a missing phone number for SMS, and figures that are not numbers, at their fields", async () => {
    const answers = { best_contact: "SMS", target_new_clients_per_month: "-3", avg_deal_size: "lots" };
    const { status, reply } = await given.send("application", { lead: applicationLead(answers), source });
    expect(status).toBe(400);
    expect(reply.title).toBe("Please check the highlighted fields");
    expect(Object.keys(reply.fields ?? {}).sort()).toEqual(["avg_deal_size", "phone", "target_new_clients_per_month"]);
  });

  const confirmed = async (email: string) => {
    const [mail] = await given.rows(
      "select payload -> 'data' as data from private.outbox where payload ->> 'to' = $1",
      [email],
    );
    return mail?.data;
  };

  test("confirms what was sent", async () => {
    const sent = {
      company: "Reyes Studio",
      notes: "We sell 10,000 courses.",
      website: "https://www.reyes.example/shop",
    };
    const lead = applicationLead({ ...sent, email: `${randomUUID()}@reyes.example` });
    await given.send("application", { lead, source });
    expect(await confirmed(lead.email)).toMatchObject({
      company: sent.company,
      words: sent.notes,
      website: "reyes.example",
    });
    const message = contactBody({ email: `${randomUUID()}@example.com`, company: "Ember", goals: "Ten calls a week" });
    await given.send("contact", message);
    expect(await confirmed(message.email)).toMatchObject({ company: "Ember", words: "Ten calls a week" });
  });

  test.each(["Look at http://spam.example", "Look at spam.example/now", "Write to me@spam", "Call 555-0100 200"])(
    "repeats choices and figures, but no words like: %s",
    async (words) => {
      const lead = applicationLead({ phone: "+1 212 555 0100", company: words, notes: words, website: "spam.example" });
      await given.send("application", { lead, source });
      const data = await confirmed(lead.email);
      expect(data).toMatchObject({ phone: "+1 212 555 0100", target: "10" });
      expect(JSON.stringify(data)).not.toMatch(/spam|555-0100/);
    },
  );

  test("stores and marks spam", async () => {
    const lead = applicationLead();
    expect((await given.send("application", { lead, source, topic: "x" })).status).toBe(200);
    expect(await given.one("select is_spam from public.applications where email = $1", [lead.email])).toEqual({
      is_spam: true,
    });
    expect(await given.protocol.mails(lead.email)).toEqual([]);
  });
});

describe("the direct insert", () => {
  const row = <More extends object>(more: More) => ({
    first_name: "Dana",
    last_name: "Reyes",
    email: newPerson(),
    goals: "Ten calls a week",
    status: "new" as const,
    source: "website_form",
    ...more,
  });

  test("becomes a lead and emails like every message, once per id", async () => {
    const sent = row({ submission_id: randomUUID(), interests: ["Pro Funnel"], traffic_type: "organic" as const });
    const visitor = given.protocol.client();
    expect((await visitor.from("contacts").insert(sent)).error).toBeNull();
    expect((await visitor.from("contacts").insert(sent)).error?.code).toBe("23505");
    const again = contactBody({ submission_id: sent.submission_id, email: sent.email });
    expect((await given.send("contact", again)).status).toBe(200);
    expect(await given.rows("select from public.leads where email = $1", [sent.email])).toHaveLength(1);
    expect(await given.protocol.mails(sent.email)).toHaveLength(1);
  });

  test("is limited per address", async () => {
    const limited = await openProtocol({ rateLimitScale: 1 / 60 });
    const insert = async (path: string, address: string) => {
      const answer = await limited.send(path, post({ email: "nobody" }), address);
      return answer.status;
    };
    expect(await insert("/rest/v1/contacts", "192.0.2.1")).toBe(400);
    expect(await insert("/rest/v1/contacts", "192.0.2.1")).toBe(429);
    expect(await insert("/rest/v1/contacts", "192.0.2.2")).toBe(400);
    expect(await insert("/rest/v1/%63ontacts", "192.0.2.1")).toBe(400);
    expect(await insert("/rest/v1/leads", "192.0.2.1")).not.toBe(429);
    await limited.close();
  });
});
