import { expect, test } from "vitest";
import { answerParts } from "../../../app/features/crm/analytics/answer-parts.ts";
import type {
  AnalyticsParams,
  Arrivals,
  CallFigures,
  CallGroup,
  Outcomes,
  Responses,
} from "../../../app/features/crm/analytics/api.ts";
import {
  answered,
  answeredAtHour,
  answeredBy,
  answeredIn,
  bookedCall,
  callCame,
  fromPage,
  fromSource,
  lostFor,
  ofCallType,
  ofCampaign,
  ofOwner,
  reached,
  rowLinks,
} from "../../../app/features/crm/analytics/row-links.ts";
import { outcomeAs, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

/**
 * Leads of two reps and of no one, in addition to the world's: with repeated requests, answered by a colleague,
 * archived after the answer, campaigns in two spellings, won, lost with and without a reason, stalled, and at the edges
 * of the period.
 */
async function addLeads(db: TestDatabase, sales: Person, other: Person): Promise<void> {
  await db.run("delete from public.leads");
  await db.run("update public.agency_settings set time_zone = 'America/New_York', speed_to_lead_minutes = 5");
  await db.run(
    `insert into public.leads (email, user_id, source, stage, created_at, stage_entered_at, last_activity_at, closed_at, value_cents, lost_reason_id, first_touch)
     select 'row' || n || '@x.example', case n % 3 when 0 then $1::uuid when 1 then $2::uuid end,
       (enum_range(null::public.lead_source))[1 + n % 5], made.stage, made.at, made.at, case n % 2 when 0 then made.at + interval '1 hour' end,
       case when made.stage in ('won', 'lost') then made.at + interval '2 days' end, n * 100,
       case when made.stage = 'lost' and n % 4 > 0 then (select id from public.lost_reasons where account_id = '00000000-0000-4000-8000-000000000001' order by position offset n % 2 limit 1) end,
       case n % 4 when 0 then '{"utm_campaign": "Spring"}'::jsonb when 1 then '{"utm_campaign": "spring"}' when 2 then '{"utm_campaign": ""}' end
     from generate_series(1, 120) as n
     cross join lateral (
       select (select stage.key from public.pipeline_stages as stage order by stage.position offset n % 8 limit 1) as stage,
         date_trunc('day', now()) - n * interval '11 hours' as at
     ) as made`,
    [sales.id, other.id],
  );
  await db.run(
    `insert into public.lead_clocks (lead_id, arrived_at, target_seconds, state, due_at, answered_at, answered_by, response_seconds, source, owner_id)
     select lead.id, lead.created_at + again * interval '3 days', 300, made.state, lead.created_at, case when made.state = 'answered' then lead.created_at end,
       case when made.state = 'answered' then (case when made.n % 7 = 0 then $2::uuid else $1::uuid end) end,
       case when made.state = 'answered' then made.n * 17 % 2000 end, lead.source, lead.user_id
     from public.leads as lead
     cross join lateral (select (regexp_match(lead.email, '\\d+'))[1]::integer as n) as number
     cross join generate_series(0, case when number.n % 6 = 0 then 1 else 0 end) as again
     cross join lateral (
       select number.n + again * 31 as n, case when number.n % 5 = 0 and again = 0 and number.n % 6 > 0 then 'running' else 'answered' end as state
     ) as made
     where number.n % 9 > 0`,
    [sales.id, other.id],
  );
  await db.run("select private.sync_lead_clock(id) from public.leads");
  await db.run("update public.leads set archived_at = now() where email in ('row12@x.example', 'row25@x.example')");
  await addCalls(db);
}

/**
 * Calls of every fourth lead, in every state, of three types of which one is deleted, and on two pages. Some leads booked instead of
 * an answer, and some calls are those of a lead that was merged.
 */
async function addCalls(db: TestDatabase): Promise<void> {
  await db.run(
    "insert into public.meeting_types (account_id, slug, name) select private.agency_account(), 'rows-' || n, 'Call ' || n from generate_series(1, 3) as n",
  );
  await db.run(
    `insert into public.leads (email, first_name, merged_into, archived_at) select 'merged-' || lead.email, 'Merged', lead.id, now()
     from public.leads as lead where lead.email in ('row5@x.example', 'row8@x.example', 'row9@x.example')`,
  );
  await db.run(
    `insert into public.bookings (account_id, meeting_type_id, lead_id, state, starts_at, ends_at, name, email, time_zone, title, location, submission_id, page_id, created_at)
     select lead.account_id, type.id, lead.id, (enum_range(null::public.booking_state))[1 + (n + again) % 4], at.starts, at.starts + interval '30 minutes', 'A', lead.email,
       'UTC', 'A', 'video', gen_random_uuid(), case when n % 8 = 0 then (select id from public.landing_pages order by slug offset n % 16 / 8 limit 1) end, at.starts
     from public.leads as lead
     cross join lateral (select (regexp_match(lead.email, '\\d+'))[1]::integer as n) as number
     cross join generate_series(0, case when n % 12 = 0 then 1 else 0 end) as again
     cross join lateral (select timestamptz '2026-01-01 00:00Z' + (n + 200 * again) * interval '1 hour' as starts) as at
     join public.meeting_types as type on type.slug = 'rows-' || 1 + (n + again) % 3
     where n % 4 = 0 or lead.email like 'merged-%'`,
  );
  await db.run("delete from public.meeting_types where slug = 'rows-3'");
  await db.run(
    `insert into public.landing_submissions (page_id, version, lead_id, answers, is_spam)
     select (select id from public.landing_pages order by slug desc limit 1), 1, lead.id, '{}', lead.email like '%7@x.example' from public.leads as lead
     where (regexp_match(lead.email, '\\d+'))[1]::integer % 7 = 0`,
  );
  await db.run(
    `insert into public.lead_clocks (lead_id, arrived_at, target_seconds, state, due_at, booked_at, source)
     select lead.id, lead.created_at, 300, 'dropped', lead.created_at, lead.created_at, lead.source from public.leads as lead
     where (regexp_match(lead.email, '\\d+'))[1]::integer % 18 = 0 or lead.email = 'merged-row9@x.example'`,
  );
}

/** The parts of each figure sum to the whole. */
function expectSums(arrivals: Arrivals, responses: Responses, calls: CallFigures): void {
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  expect(sum(answerParts(responses).map(({ count }) => count))).toBe(arrivals.new);
  expect([responses.new, calls.all.leads, calls.before.leads]).toEqual([
    arrivals.new,
    arrivals.new,
    arrivals.new_before,
  ]);
  const { all } = calls;
  expect(all.held + all.no_show + all.ahead + all.cancelled).toBe(all.booked);
  for (const groups of [calls.sources, calls.reps, calls.pages, calls.types])
    for (const count of ["booked", "held", "no_show", "ahead", "cancelled"] as const)
      expect(sum(groups.map((group) => group[count]))).toBe(all[count]);
  for (const groups of [calls.sources, calls.reps, calls.pages])
    expect(sum(groups.map(({ leads }) => leads))).toBe(all.leads);
}

onEveryDatabase("The leads behind each figure", (given) => {
  type Look = { who: Person; scope: AnalyticsParams["scope"]; owner?: string; source?: string };

  /** Each figure with its address, and the number of leads that the address shows to the same person. */
  const compare = async (db: TestDatabase, { who, scope, owner = "", source = "" }: Look) => {
    const today = new Date().toISOString().slice(0, 10);
    const from = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
    const asked: AnalyticsParams = { from, to: today, scope, owner, source, canOpenLeads: true };
    const ask = async <Answer>(name: string) =>
      (
        await runAs<{ answer: Answer }>(db, who, `select public.${name}($1, $2, $3, $4, $5) as answer`, [
          from,
          today,
          scope,
          owner || null,
          source || null,
        ])
      ).answer;
    const arrivals = await ask<Arrivals>("crm_analytics");
    const outcomes = await ask<Outcomes>("crm_outcomes");
    const responses = await ask<Responses>("crm_responses");
    const calls = await ask<CallFigures>("crm_calls");
    const links = rowLinks(asked);
    type Figure = [name: string, count: number, link: string | null];
    const figures: Figure[] = [
      ["new", arrivals.new, links.arrived()],
      ["answered", responses.all.answered, links.arrived(answered)],
      ...answerParts(responses).map((part) => [part.text, part.count, links.arrived(...part.rules)] satisfies Figure),
      ["all with a call", calls.all.booked, links.arrived(bookedCall)],
      ["calls ahead", calls.all.ahead, links.arrived(callCame("booked"))],
      ["canceled calls", calls.all.cancelled, links.arrived(callCame("cancelled"))],
      ...(
        [
          [calls.sources, (key) => fromSource(key ?? "")],
          [calls.reps, ofOwner],
          [calls.pages, fromPage],
        ] satisfies [CallGroup[], (key: string | null) => ReturnType<typeof fromPage>][]
      ).flatMap(([groups, ruleOf]) =>
        groups.flatMap(({ key, name, leads, booked, held, no_show }) => [
          [`leads of ${name}`, leads, links.arrived(ruleOf(key))] satisfies Figure,
          [`calls of ${name}`, booked, links.arrived(ruleOf(key), bookedCall)] satisfies Figure,
          [
            `decided of ${name}`,
            held + no_show,
            links.arrived(ruleOf(key), callCame("held", "no_show")),
          ] satisfies Figure,
        ]),
      ),
      ...calls.types.flatMap(({ key, name, booked, held }) => [
        [`calls of type ${name}`, booked, links.arrived(ofCallType(key), bookedCall)] satisfies Figure,
        [`held of type ${name}`, held, links.arrived(ofCallType(key), callCame("held"))] satisfies Figure,
      ]),
      ["closed", outcomes.won + outcomes.lost, links.closed(["won", "lost"])],
      ["won", outcomes.won, links.closed(["won"])],
      ...arrivals.sources.map(
        (one) =>
          [`${one.week} ${one.source}`, one.leads, links.week(one.week, fromSource(one.source))] satisfies Figure,
      ),
      ...arrivals.cohorts.flatMap(({ week, stages }) =>
        arrivals.stages.map(
          ({ key, position }) =>
            [`${week} ${key}`, stages[key]?.reached ?? 0, links.week(week, reached(position))] satisfies Figure,
        ),
      ),
      ...arrivals.campaigns.map((one) => [one.name, one.leads, links.arrived(ofCampaign(one.name))] satisfies Figure),
      ...outcomes.lost_reasons.map(
        (one) => [one.label, one.leads, links.closed(["lost"], lostFor(one.id))] satisfies Figure,
      ),
      ...outcomes.open.map((one) => [`${one.stage} open`, one.leads, links.open(one)] satisfies Figure),
      ...outcomes.open.flatMap((one) =>
        one.rots_after_days === null
          ? []
          : [[`${one.stage} stalled`, one.stalled, links.stalled(one)] satisfies Figure],
      ),
      ...outcomes.open.map((one) => [`${one.stage} decided`, one.closed, links.decided(one.position)] satisfies Figure),
      ...[0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 900, 1800].map(
        (edge, at, edges) =>
          [
            `bar ${edge}`,
            responses.histogram[at] ?? 0,
            links.arrived(...answeredIn(edge, edges[at + 1] ?? null)),
          ] satisfies Figure,
      ),
      ...responses.hours.map(
        (one) => [`hour ${one.hour}`, one.answered, links.arrived(...answeredAtHour(one.hour))] satisfies Figure,
      ),
      ...responses.sources.map(
        (one) => [one.source, one.answered, links.arrived(fromSource(one.source), answered)] satisfies Figure,
      ),
      ...responses.reps.map((one) => [one.name, one.answered, links.arrived(answeredBy(one.id))] satisfies Figure),
    ];
    const filters = figures.map(([, , link]) => new URL(link ?? "", "http://x").searchParams.get("filter"));
    const { rows } = await outcomeAs<{ leads: number }>(
      db,
      who,
      `select (select found.leads::integer from public.count_leads_matching('all', asked.filter::jsonb) as found) as leads
       from unnest($1::text[]) with ordinality as asked (filter, place) order by asked.place`,
      [filters],
    );
    const counted = figures.map(([name], at): [string, number | undefined] => [name, rows[at]?.leads]);
    expectSums(arrivals, responses, calls);
    return { told: figures.map(([name, count]): [string, number] => [name, count]), counted };
  };

  test.each<["admin" | "active sales", AnalyticsParams["scope"], string, string]>([
    ["admin", "team", "", ""],
    ["admin", "team", "other active sales", ""],
    ["admin", "team", "", "referral"],
    ["active sales", "mine", "", ""],
    ["active sales", "mine", "active sales", ""],
    ["active sales", "mine", "none", "other"],
  ])("match its count: %s, %s, owner “%s”, source “%s”", async (kind, scope, owner, source) => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      await addLeads(db, sales, other);
      const id = owner === "" || owner === "none" ? owner : (world.people[owner as "active sales"].id ?? "");
      const { told, counted } = await compare(db, { who: world.people[kind], scope, owner: id, source });
      expect(counted).toEqual(told);
      expect(told.filter(([, leads]) => leads > 0).length).toBeGreaterThan(source ? 15 : 30);
    });
  });

  test("have no link if the person may not see all of them", () => {
    const asked = {
      from: "2026-01-01",
      to: "2026-01-31",
      scope: "team",
      owner: "",
      source: "",
      canOpenLeads: false,
    } as const;
    const links = rowLinks(asked);
    expect([links.arrived(), links.week("2026-01-05"), links.closed(["won"]), links.decided(3), links.open()]).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });
});
