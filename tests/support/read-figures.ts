import { outcomeAs, runAs } from "./database-calls.ts";
import type { Person } from "./database-persons.ts";
import type { Session } from "./database-session.ts";

const DAYS = "current_date - 30, current_date + 1";
const OF_THE_TEAM = [
  ...["team", "mine"].flatMap((scope) => [
    `public.crm_analytics(${DAYS}, '${scope}')`,
    `public.crm_outcomes(${DAYS}, '${scope}')`,
    `public.crm_responses(${DAYS}, '${scope}')`,
  ]),
  "public.stage_medians()",
  "public.crm_board_totals()",
];
const TABLES = [
  ...["all", "rep", "source", "hour"].map((by) => `public.response_stats(null, null, '${by}')`),
  "public.count_leads_matching()",
];
const STORED = {
  totals: "select owner, stage, leads, value_cents from private.lead_totals where leads <> 0 order by 1, 2",
  owners: "select key, leads from private.lead_counts where kind = 'owner' and leads <> 0 order by 1",
  companies: "select leads from private.lead_counts where kind = 'company' and leads <> 0 order by 1",
  sources: "select source, count(*) from public.leads group by 1 order by 1",
  clocks:
    "select state, count(*), sum(response_seconds), sum(target_seconds) from public.lead_clocks group by 1 order by 1",
  activities: "select kind, count(*) from public.lead_activities group by 1 order by 1",
  forms: "select page_id, is_spam, count(*) from public.landing_submissions group by 1, 2 order by 1, 2",
  money: `select status, count(*), sum(amount), sum(received_amount), sum(credited_amount), sum(refunded_amount)
    from public.invoices where status <> 'draft' group by 1 order by 1`,
  ledger: "select kind, count(*), sum(amount) from public.payments group by 1 order by 1",
  retainers:
    "select status, count(*), sum(monthly_amount) from public.retainers where status <> 'pending' group by 1 order by 1",
};

/** Every figure that the product shows to these people. */
export async function readFigures(db: Session, people: Person[]): Promise<Record<string, unknown>> {
  const figures: Record<string, unknown> = {};
  for (const [at, person] of people.entries()) {
    for (const call of OF_THE_TEAM)
      figures[`${at} ${call}`] = (await runAs<{ answer: unknown }>(db, person, `select ${call} as answer`)).answer;
    for (const call of TABLES) figures[`${at} ${call}`] = (await outcomeAs(db, person, `select * from ${call}`)).rows;
  }
  const [admin] = people;
  if (admin) figures.overview = (await outcomeAs(db, admin, "select * from public.list_admin_overview()")).rows;
  for (const [name, statement] of Object.entries(STORED)) figures[name] = (await db.run(statement)).rows;
  return figures;
}
