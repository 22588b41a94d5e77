import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { renderStatement as Render } from "../../supabase/functions/_shared/invoices/render-statement.tsx";
import type { StatementDocument } from "../../supabase/functions/_shared/invoices/statement-document.ts";
import { openPayments } from "../support/payments.ts";
import { pdfText } from "../support/pdf-text.ts";

type Someone = { id: string; token: string };
let world: Awaited<ReturnType<typeof openPayments>>;
let ann: Someone;
let free: Someone;
let admin: Someone;

const PERIOD = { from: "2000-01-01", until: "2100-01-01" };

beforeAll(async () => {
  world = await openPayments();
  ann = await world.newClient("ann@example.com");
  free = await world.newClient("free@example.com");
  admin = await world.newClient("boss@example.com");
  await world.rows("update public.user_roles set role = 'admin' where user_id = $1", [admin.id]);
  await world.rows("insert into public.premium_overrides (email) values ('ann@example.com')");
});
afterAll(() => world.close());

const ask = (of: Someone, caller: Someone | null, more: Record<string, unknown> = {}) =>
  world.call("statement-pdf", { client_id: of.id, ...PERIOD, is_of_several: false, ...more }, caller?.token);

test("a client with Premium and an admin get the file, and nobody else does", async () => {
  expect((await ask(ann, ann)).reply).toEqual({ empty: true });
  await world.newInvoice(ann.id, 5000);
  await world.newInvoice(ann.id, 7000);
  for (const caller of [ann, admin]) {
    const { response } = await ask(ann, caller);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(response.headers.get("content-disposition")).toContain("statement-2000-01-01-to-2100-01-01.pdf");
    expect(await response.text()).toBe("%PDF 2");
  }
  expect(await ask(free, free)).toMatchObject({ status: 403, reply: { code: "premium_only" } });
  expect(await ask(ann, free)).toMatchObject({ status: 403, reply: { code: "client_only" } });
  expect((await ask(ann, null)).status).toBe(401);
  expect(await ask(ann, ann, { account_id: "00000000-0000-4000-8000-000000000000" })).toMatchObject({ status: 404 });
});

test("wrong days are refused, and so are more lines than a PDF takes", async () => {
  expect(await ask(ann, ann, { until: "1999-01-01" })).toMatchObject({
    status: 400,
    reply: { code: "period_invalid" },
  });
  for (const wrong of [{ from: "2026-02-30" }, { until: "tomorrow" }, { client_id: "ann" }, { account_id: 1 }])
    expect(await ask(ann, ann, wrong), JSON.stringify(wrong)).toMatchObject({
      status: 400,
      reply: { code: "bad_request" },
    });
  await world.rows(
    `insert into public.invoices (client_id, invoice_number, status, amount, due_date)
     select $1, 'L-' || n, 'pending', 100, current_date from generate_series(1, 500) as n`,
    [ann.id],
  );
  expect(await ask(ann, ann)).toMatchObject({ status: 422, reply: { code: "statement_too_long" } });
});

const line = (given: Partial<StatementDocument["rows"][number]>): StatementDocument["rows"][number] => ({
  ...{ day: "2026-11-03", document: "INV-1", kind: "invoice", text: "Ads", currency: "usd", account: "Ember" },
  ...{ charged: 0, paid: 0, credited: 0, refunded: 0, balance: 0 },
  ...given,
});

test("the file says who, when, each line, and the balance of each account and currency", async () => {
  const built = pathToFileURL("build/documents/render-statement.js").href;
  const { renderStatement } = (await import(built)) as { renderStatement: typeof Render };
  const statement: StatementDocument = {
    agency: { name: "Agency", email: "hello@agency.example", phone: null, taxId: null, address: null, terms: null },
    client: { name: "Priya", company: "Dental", email: "p@dental.example", address: null, taxId: null },
    period: { from: "2026-11-01", until: "2026-11-30" },
    rows: [
      line({ kind: "opening", document: null, text: null, balance: 12_300, day: "2026-11-01" }),
      line({ charged: 50_000, balance: 62_300 }),
      line({ kind: "payment", text: null, paid: 62_300, day: "2026-11-05" }),
      line({ account: "North", currency: "eur", paid: 7_700, balance: -7_700, kind: "payment", document: "INV-7" }),
    ],
    agreed: [
      { day: "2026-11-20", document: "INV-9", text: "Launch", amount: 4_500, currency: "usd", account: "Ember" },
    ],
    isOfSeveral: true,
  };
  const textOf = async (more: Partial<StatementDocument> = {}) =>
    pdfText(Buffer.from(await renderStatement({ ...statement, ...more }, "build/client/pdf-fonts"))).replaceAll(
      /\s+/g,
      " ",
    );
  const text = await textOf();
  for (const words of [
    ...["Statement", "Dental", "Priya", "Ember, USD", "North, EUR", "Balance before this period", "INV-1 · Ads"],
    ...["$500.00", "$623.00", "Balance on November 30, 2026", "$0.00", "In your favor", "€77.00", "-€77.00"],
    ...["Not included, because not open for payment yet", "INV-9 · Ember · Launch", "$45.00"],
  ])
    expect(text).toContain(words);
  for (const words of ["Credited", "Refunded"]) expect(text).not.toContain(words);
  const one = await textOf({ rows: statement.rows.slice(0, 3), isOfSeveral: false });
  expect(one).not.toContain("USD");
  expect(one).not.toContain("Ember,");
});
