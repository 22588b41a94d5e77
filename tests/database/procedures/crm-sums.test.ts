import fc from "fast-check";
import { expect, test } from "vitest";
import { answerParts } from "../../../app/features/crm/analytics/answer-parts.ts";
import type { Arrivals, Responses } from "../../../app/features/crm/analytics/api.ts";
import { createClientAccount, enter } from "../../support/client-accounts.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const DAY = 86_400_000;
const SOURCES = ["website_form", "landing_page", "referral", "other"] as const;
/** What can have happened to a lead's requests. Several may have come, and a lead may be put away. */
const leads = fc.array(
  fc.record({
    daysAgo: fc.nat(70),
    isOwned: fc.boolean(),
    source: fc.constantFrom(...SOURCES),
    clocks: fc.array(fc.constantFrom("answered", "dropped", "booked"), { maxLength: 2 }),
    isWaiting: fc.boolean(),
    putAway: fc.constantFrom(null, null, null, "archived", "spam", "merged"),
  }),
  { minLength: 4, maxLength: 14 },
);
const looks = fc.record({
  from: fc.integer({ min: 10, max: 75 }),
  days: fc.nat(75),
  scope: fc.constantFrom("team", "mine"),
  owner: fc.constantFrom(null, null, "none", "me"),
  source: fc.constantFrom(null, null, null, ...SOURCES),
});
/** Leads that were answered, are booked, need nothing, and so many that wait. */
const everyKind = (waiting: number) =>
  [["answered"], ["booked"], ["dropped"], [], ...Array.from({ length: waiting }, () => [])].map((clocks, at) => ({
    daysAgo: 1,
    isOwned: true,
    source: SOURCES[0],
    clocks: clocks as ("answered" | "dropped" | "booked")[],
    isWaiting: at > 3,
    putAway: null,
  }));
const WHOLE_TEAM = { from: 60, days: 60, scope: "team", owner: null, source: null } as const;
const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);

async function addLeads(db: TestDatabase, account: string, owner: string | null, given: unknown): Promise<void> {
  await db.run(
    `with made as (
       insert into public.leads (account_id, email, user_id, source, created_at, archived_at, is_spam)
       select $1, 'sum' || at || '@x.example', case when "isOwned" then $2::uuid end, source::public.lead_source, now() - make_interval(days => "daysAgo"),
         case when "putAway" = 'archived' then now() end, coalesce("putAway" = 'spam', false)
       from jsonb_to_recordset($3::text::jsonb) as lead (at integer, "isOwned" boolean, source text, "daysAgo" integer, "putAway" text)
       returning id, email, created_at, source
     )
     insert into public.lead_clocks (account_id, lead_id, arrived_at, target_seconds, state, due_at, answered_at, response_seconds, booked_at, source)
     select $1, made.id, made.created_at + clock.place * interval '1 hour', 300, case clock.state when 'booked' then 'dropped' else clock.state end, made.created_at,
       case clock.state when 'answered' then made.created_at end, case clock.state when 'answered' then 60 end, case clock.state when 'booked' then made.created_at end, made.source
     from made join jsonb_array_elements($3::text::jsonb) as lead on made.email = format('sum%s@x.example', lead ->> 'at')
     cross join lateral (
       select state, place from jsonb_array_elements_text(lead -> 'clocks') with ordinality as each (state, place)
       union all select 'running', 9 where (lead ->> 'isWaiting')::boolean and lead ->> 'putAway' is null
     ) as clock`,
    [account, owner, JSON.stringify(given)],
  );
  // A merged lead's requests count for the one that is kept.
  await db.run(
    `update public.leads as lead set merged_into = kept.id, archived_at = now()
     from (select id from public.leads where account_id = $1 and archived_at is null and not is_spam order by id limit 1) as kept
     where lead.account_id = $1 and lead.id <> kept.id and lead.email in (
       select format('sum%s@x.example', given ->> 'at') from jsonb_array_elements($2::text::jsonb) as given where given ->> 'putAway' = 'merged'
     )`,
    [account, JSON.stringify(given)],
  );
  await db.run("select private.sync_lead_clock(id) from public.leads where account_id = $1", [account]);
}

onEveryDatabase("What became of new leads", (given) => {
  test("sums to all of them, in every account, period and scope", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const client = await createClientAccount(db, "Sums Clinic");
      const agency = "00000000-0000-4000-8000-000000000001";
      const places = [
        { account: agency, slug: null, person: world.people["active sales"] },
        { account: client.id, slug: client.slug, person: client.owner },
      ];
      const seen = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(leads, fc.array(looks, { minLength: 1, maxLength: 3 }), fc.nat(1), async (made, asked, at) => {
          const { account, slug, person } = places[at] as (typeof places)[number];
          await db.run("savepoint before_case");
          await db.run("delete from public.leads");
          await addLeads(
            db,
            account,
            person.id,
            made.map((lead, number) => ({ ...lead, at: number })),
          );
          for (const { from, days, scope, owner, source } of asked) {
            await enter(db, person, slug);
            const { rows } = await db.run<{ arrivals: Arrivals; responses: Responses }>(
              `select public.crm_analytics($1, $2, $3, $4, $5) as arrivals, public.crm_responses($1, $2, $3, $4, $5) as responses`,
              [day(from), day(Math.max(from - days, 0)), scope, owner, source],
            );
            await becomeOwner(db);
            const [answer] = rows;
            if (!answer) throw new Error("No answer");
            const parts = answerParts(answer.responses);
            expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(answer.arrivals.new);
            expect(answer.responses.new).toBe(answer.arrivals.new);
            for (const { text, count } of parts) seen.set(text, (seen.get(text) ?? 0) + count);
          }
          await db.run("rollback to savepoint before_case");
        }),
        {
          numRuns: 40,
          examples: [
            [everyKind(1), [WHOLE_TEAM], 0],
            [everyKind(2), [WHOLE_TEAM], 0],
          ],
        },
      );
      // Leads of every kind took part: answered, waiting (in both words), booked and without a need.
      expect(seen.size).toBe(5);
    });
  });
});
