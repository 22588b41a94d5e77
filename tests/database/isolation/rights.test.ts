import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import type { Person } from "../../support/database-persons.ts";
import { A, AGENCY, B, CALLERS, INSIDERS, idOf } from "../../support/isolation/tenants.ts";
import { tryAll } from "../../support/isolation/try-calls.ts";
import { type Filled, fillDatabase } from "../../support/isolation/two-accounts.ts";

/** Who asks, and the account that they name in the header. */
const KINDS: Record<string, [person: Person | undefined, slug: string | null]> = {
  owner: [CALLERS["A's owner"]?.person, A.slug],
  member: [CALLERS["A's member"]?.person, A.slug],
  billing: [CALLERS["A's billing person"]?.person, A.slug],
  "B's owner in A": [INSIDERS["B's owner"]?.person, A.slug],
  "lent rep": [CALLERS["a rep lent to A"]?.person, A.slug],
  "lent, at home": [CALLERS["a rep lent to A"]?.person, null],
  "ended loan": [CALLERS["a rep whose loan to B ended"]?.person, B.slug],
  removed: [CALLERS["a person removed from B"]?.person, B.slug],
  "free owner": [CALLERS["a free account's owner"]?.person, "zqfff"],
  anon: [{ id: null, email: "" }, A.slug],
};

const id = (row: number) => `'${idOf(A, row)}'`;

/** Each table has three rows of A, five of B, three of the free account and three of the agency. */
const STATEMENTS: Record<string, string> = {
  accounts: "select id from public.accounts",
  "rename the account": "update public.accounts set name = 'x'",
  members: "select user_id from public.account_members",
  "make oneself owner": "update public.account_members set role = 'owner'",
  loans: "select user_id from public.account_loans",
  "end loans": "delete from public.account_loans",
  leads: "select id from public.leads",
  "change leads": "update public.leads set company = 'x'",
  "add a lead": "insert into public.leads (first_name) values ('x')",
  activities: "select id from public.lead_activities",
  tasks: "select id from public.lead_tasks",
  "plan a task": `insert into public.lead_tasks (lead_id, title, due_at) values (${id(2)}, 'x', now())`,
  "finish tasks": "update public.lead_tasks set done_at = now()",
  "delete tasks": "delete from public.lead_tasks",
  clocks: "select id from public.lead_clocks",
  "clock events": "select id from public.lead_clock_events",
  "pinned entries": "select activity_id from public.lead_pins",
  "views of one's own and shared": "select id from public.lead_views",
  "email templates": "select id from public.email_templates",
  "save a template": "select public.save_email_template(gen_random_uuid(), 'x', 'x', 'x')",
  imports: "select id from public.lead_imports",
  batches: "select id from public.lead_batches",
  "lost reasons": "select id from public.lost_reasons",
  "rename lost reasons": "update public.lost_reasons set label = label || 'x'",
  invoices: "select id from public.invoices",
  "pay invoices": "update public.invoices set status = 'paid'",
  "invoice lines": "select id from public.invoice_lines",
  retainers: "select id from public.retainers",
  payments: "select id from public.payments",
  dashboards: "select id from public.client_dashboards",
  requests: "select id from public.change_requests",
  answers: "select id from public.change_request_answers",
  "files of requests": "select id from storage.objects where bucket_id = 'attachments'",
  "landing pages": "select id from public.landing_pages",
  "change pages": "update public.landing_pages set title = 'x'",
  "page forms": "select id from public.landing_submissions",
  stages: "select key from public.pipeline_stages where key = 'new'",
  "leads on Today": "select distinct jsonb_path_query(public.crm_today(), '$.*.rows[*].id')",
  notifications: "select jsonb_array_elements(public.crm_notifications())",
};

const RIGHTS = `
                                | owner   | member  | billing | B's owner in A | lent rep | lent, at home | ended loan | removed | free owner | anon
  accounts                      | 1       | 1       | 1       | 1              | 2        | 2             | 1          | 0       | 1          | refused
  rename the account            | refused | refused | refused | refused        | refused  | refused       | refused    | refused | refused    | refused
  members                       | 3       | 3       | 3       | 3              | 3        | 3             | 0          | 0       | 3          | refused
  make oneself owner            | refused | refused | refused | refused        | refused  | refused       | refused    | refused | refused    | refused
  loans                         | 1       | 1       | 1       | 1              | 1        | 1             | 0          | 0       | 0          | refused
  end loans                     | refused | refused | refused | refused        | refused  | refused       | refused    | refused | refused    | refused
  leads                         | 3       | 3       | 0       | 0              | 1        | 1             | 0          | 0       | 3          | refused
  change leads                  | 0       | 0       | 0       | 0              | 1        | 1             | 0          | 0       | 0          | refused
  add a lead                    | refused | refused | refused | refused        | 1        | 1             | refused    | refused | refused    | refused
  activities                    | 3       | 3       | 0       | 0              | 1        | 1             | 0          | 0       | 3          | refused
  tasks                         | 3       | 3       | 0       | 0              | 1        | 1             | 0          | 0       | 3          | refused
  plan a task                   | 1       | 1       | refused | refused        | 1        | refused       | refused    | refused | refused    | refused
  finish tasks                  | 3       | 3       | 0       | 0              | 1        | 1             | 0          | 0       | 0          | refused
  delete tasks                  | 3       | 3       | 0       | 0              | 1        | 1             | 0          | 0       | 0          | refused
  clocks                        | 3       | 3       | 0       | 0              | 1        | 1             | 0          | 0       | 3          | refused
  clock events                  | 3       | 3       | 0       | 0              | 1        | 1             | 0          | 0       | 3          | refused
  pinned entries                | 3       | 3       | 0       | 0              | 1        | 1             | 0          | 0       | 3          | refused
  views of one's own and shared | 2       | 3       | 0       | 0              | 2        | 2             | 0          | 0       | 2          | refused
  email templates               | 3       | 3       | 0       | 0              | 3        | 3             | 0          | 0       | 3          | refused
  save a template               | 1       | 1       | refused | refused        | 1        | 1             | refused    | refused | refused    | refused
  imports                       | 3       | 1       | 0       | 0              | 0        | 0             | 0          | 0       | 3          | refused
  batches                       | 3       | 1       | 0       | 0              | 0        | 0             | 0          | 0       | 3          | refused
  lost reasons                  | 3       | 3       | 0       | 0              | 3        | 9             | 0          | 0       | 3          | refused
  rename lost reasons           | 3       | 0       | 0       | 0              | 0        | 0             | 0          | 0       | 0          | refused
  invoices                      | 2       | 0       | 2       | 2              | 0        | 0             | 0          | 0       | 2          | refused
  pay invoices                  | refused | refused | refused | refused        | refused  | refused       | refused    | refused | refused    | refused
  invoice lines                 | 2       | 0       | 2       | 2              | 0        | 0             | 0          | 0       | 2          | refused
  retainers                     | 3       | 1       | 3       | 3              | 0        | 0             | 0          | 0       | 3          | refused
  payments                      | 3       | 1       | 3       | 3              | 0        | 0             | 0          | 0       | 3          | refused
  dashboards                    | 3       | 3       | 1       | 3              | 0        | 0             | 0          | 0       | 3          | refused
  requests                      | 3       | 3       | 1       | 3              | 0        | 0             | 0          | 0       | 3          | refused
  answers                       | 3       | 3       | 1       | 3              | 0        | 0             | 0          | 0       | 3          | refused
  files of requests             | 2       | 2       | 1       | 2              | 0        | 0             | 0          | 0       | 2          | 0
  landing pages                 | 0       | 0       | 0       | 0              | 0        | 0             | 0          | 0       | 0          | 0
  change pages                  | refused | refused | refused | refused        | refused  | refused       | refused    | refused | refused    | refused
  page forms                    | 3       | 3       | 0       | 0              | 0        | 0             | 0          | 0       | 3          | refused
  stages                        | 1       | 1       | 0       | 0              | 1        | 1             | 0          | 0       | 1          | refused
  leads on Today                | 2       | 1       | refused | refused        | 1        | 2             | refused    | refused | 2          | refused
  notifications                 | 3       | 3       | refused | refused        | 1        | 2             | refused    | refused | 3          | refused
`;

const table = (text: string) => {
  const [heading = [], ...lines] = text
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const kinds = heading.filter(Boolean);
  return lines.map(([statement = "", ...cells]) => ({
    statement,
    cells: kinds.map((kind, at) => `${kind}: ${cells[at]}`),
  }));
};

const all = databases();
describe.each(process.env.EVERY_DATABASE === "1" ? all : all.slice(0, 1))(
  "Rights in accounts, on $name",
  ({ open }) => {
    let filled: Filled;
    beforeAll(async () => {
      filled = await fillDatabase(await open());
    });
    afterAll(async () => {
      await filled.db.run("rollback");
      await filled.db.close();
    });

    test.each(table(RIGHTS))("$statement", async ({ statement, cells }) => {
      const found: string[] = [];
      for (const [kind, [person, slug]] of Object.entries(KINDS)) {
        const [done] = await tryAll(filled.db, { person: person ?? { id: null, email: "" }, hidden: [AGENCY] }, slug, [
          STATEMENTS[statement] ?? "",
        ]);
        const { code, message, count } = done ?? { code: "nothing", message: "ran", count: 0 };
        found.push(`${kind}: ${code === "42501" ? "refused" : code === "ZZ001" ? count : `${code} ${message}`}`);
      }
      expect(found).toEqual(cells);
    });
  },
);
