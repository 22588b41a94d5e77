import { randomUUID } from "node:crypto";
import { arrivalsAnswer, outcomesAnswer, responsesAnswer } from "../../../app/features/crm/analytics/api.ts";
import { mappingAnswer } from "../../../app/features/crm/import/api.ts";
import { mergeAnswer } from "../../../app/features/crm/merge/api.ts";
import { createdAnswer } from "../../../app/features/crm/new-lead/api.ts";
import { newsAnswer } from "../../../app/features/crm/shell/api.ts";
import { todayAnswer } from "../../../app/features/crm/today/api.ts";
import { winAnswer } from "../../../app/features/crm/won/api.ts";
import { type AnswerCase, checkAnswers } from "../../support/check-answers.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import type { World } from "../../support/database-world.ts";

const PERIOD = { p_from: "2026-03-01", p_to: "2026-03-31" };

/** Leads of March 2026: won, lost and open, with values, a campaign and response times. */
async function addMarchLeads(db: TestDatabase, { people }: World) {
  await db.run(
    `insert into public.leads
       (user_id, email, stage, created_at, closed_at, value_cents, lost_reason_id, first_touch, response_seconds, answered_by)
     select $1, lead.email, lead.stage, '2026-03-02T12:00:00Z', lead.closed::timestamptz, 1000,
       case when lead.stage = 'lost' then (select id from public.lost_reasons where account_id = '00000000-0000-4000-8000-000000000001' limit 1) end,
       '{"utm_campaign": "spring"}', 100, $1
     from (values
       ('won@x.example', 'won', '2026-03-20T12:00:00Z'),
       ('lost@x.example', 'lost', '2026-03-20T12:00:00Z'),
       ('open@x.example', 'proposal', null)
     ) as lead (email, stage, closed)`,
    [people["active sales"].id],
  );
}

/** A lead that waits for a response, with its arrival event, and a lead with a due task. */
async function addWork(db: TestDatabase, { people, ids }: World) {
  const sales = people["active sales"].id;
  await db.run(
    `insert into public.leads (id, user_id, first_name, email, last_touch, tier_interest)
     values ('00000000-0000-4000-8000-00000000000a', $1, 'Ann', 'ann@x.example', '{"utm_source": "news"}', '{Pro}')`,
    [sales],
  );
  await db.run(
    `with clock as (
       insert into public.lead_clocks (lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, source)
       select '00000000-0000-4000-8000-00000000000a', now(), now(), 300, now() + interval '3 minutes', now() + interval '5 minutes',
         now() + interval '10 minutes', 'website_form'
       returning id, lead_id
     )
     insert into public.lead_clock_events (clock_id, lead_id, event, happened_at)
     select id, lead_id, 'started', now() from clock on conflict do nothing`,
  );
  await db.run("select private.sync_lead_clock('00000000-0000-4000-8000-00000000000a')");
  await db.run(
    "insert into public.lead_tasks (lead_id, kind, title, due_at) values ($1, 'call', 'Call', now() - interval '1 hour')",
    [ids["lead of sales"]],
  );
}

const addImport = (db: TestDatabase, { people }: World) =>
  db.run(
    `insert into public.lead_imports (id, actor_id, file_name, headers, mapping)
     values (gen_random_uuid(), $1, 'b.csv', '{Name,Other}', '["name", null]')`,
    [people["active sales"].id],
  );

const OTHER_LEAD = "00000000-0000-4000-8000-00000000000b";
const addOtherLead = (db: TestDatabase, { people }: World) =>
  db.run("insert into public.leads (id, user_id, first_name) values ($1, $2, 'Ann')", [
    OTHER_LEAD,
    people["active sales"].id,
  ]);

const cases: AnswerCase[] = [
  { name: "crm_analytics", schema: arrivalsAnswer, as: "admin", args: () => PERIOD, prepare: addMarchLeads },
  { name: "crm_outcomes", schema: outcomesAnswer, as: "admin", args: () => PERIOD, prepare: addMarchLeads },
  // Sales people do not see the team's money.
  { name: "crm_outcomes", schema: outcomesAnswer, as: "active sales", args: () => PERIOD, prepare: addMarchLeads },
  { name: "crm_responses", schema: responsesAnswer, as: "admin", args: () => PERIOD, prepare: addMarchLeads },
  { name: "crm_today", schema: todayAnswer, as: "admin", args: () => ({ p_scope: "all" }), prepare: addWork },
  { name: "crm_notifications", schema: newsAnswer, as: "active sales", prepare: addWork },
  {
    name: "last_lead_mapping",
    schema: mappingAnswer,
    as: "active sales",
    args: () => ({ p_headers: ["Name", "Other"] }),
    prepare: addImport,
  },
  {
    name: "merge_leads",
    schema: mergeAnswer,
    as: "active sales",
    args: ({ ids }) => ({ p_batch_id: randomUUID(), p_keep_id: ids["lead of sales"], p_other_id: OTHER_LEAD }),
    prepare: addOtherLead,
  },
  {
    name: "create_lead",
    schema: createdAnswer,
    as: "active sales",
    args: () => ({ p_id: randomUUID(), p_lead: JSON.stringify({ first_name: "Ann" }) }),
  },
  {
    name: "win_lead",
    schema: winAnswer,
    as: "active sales",
    args: ({ ids }) => ({
      p_batch_id: randomUUID(),
      p_lead_id: ids["lead of sales"],
      p_account: JSON.stringify({ email: "ann@example.com" }),
    }),
  },
];

checkAnswers("CRM figures", cases);
