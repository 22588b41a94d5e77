import { arrivalsAnswer, outcomesAnswer, responsesAnswer } from "../../../app/features/crm/analytics/api.ts";
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
       case when lead.stage = 'lost' then (select id from public.lost_reasons limit 1) end,
       '{"utm_campaign": "spring"}', 100, $1
     from (values
       ('won@x.example', 'won', '2026-03-20T12:00:00Z'),
       ('lost@x.example', 'lost', '2026-03-20T12:00:00Z'),
       ('open@x.example', 'proposal', null)
     ) as lead (email, stage, closed)`,
    [people["active sales"].id],
  );
}

const cases: AnswerCase[] = [
  { name: "crm_analytics", schema: arrivalsAnswer, as: "admin", args: () => PERIOD, prepare: addMarchLeads },
  { name: "crm_outcomes", schema: outcomesAnswer, as: "admin", args: () => PERIOD, prepare: addMarchLeads },
  { name: "crm_outcomes", schema: outcomesAnswer, as: "active sales", args: () => PERIOD, prepare: addMarchLeads },
  { name: "crm_responses", schema: responsesAnswer, as: "admin", args: () => PERIOD, prepare: addMarchLeads },
];

checkAnswers("CRM figures", cases);
