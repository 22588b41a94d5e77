import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { become, becomeOwner, createPerson, type Person } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { headersOf } from "../../support/isolation/try-calls.ts";

/** To write 100,000 leads with all their indexes takes a minute, so the usual run has fewer. */
const ACCOUNTS = process.env.EVERY_DATABASE === "1" ? 200 : 40;
const LEADS = 500;
const SORTS = ["arrived", "name", "company", "value", "stage", "next_step", "last_activity", "response", "clock"];

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
};
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
const readBy = (plan: Plan) =>
  (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0)) *
  plan["Actual Loops"];

const all = databases();
describe.each(process.env.EVERY_DATABASE === "1" ? all : all.slice(-1))(
  `Beside ${ACCOUNTS} accounts, on $name`,
  ({ open }) => {
    let db: TestDatabase;
    let owner: Person;
    beforeAll(async () => {
      db = await open();
      await db.run("begin");
      owner = await createPerson(db, "owner");
      await db.run("set local statement_timeout = 0");
      await db.run("set local session_replication_role = replica");
      await db.run(
        `insert into public.accounts (name, slug) select 'Account ' || n, 'account-' || n from generate_series(1, $1::integer) as made (n)`,
        [ACCOUNTS],
      );
      await db.run(
        "update public.account_members set account_id = (select id from public.accounts where slug = 'account-7')",
      );
      await db.run(
        "insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status) values ($1, true, 'premium', 'active')",
        [owner.id],
      );
      await db.run(
        `insert into public.leads (account_id, first_name, last_name, company, phone, stage, value_cents, next_task_at, last_activity_at,
         response_seconds, clock_due_at, tags, created_at)
       select account.id, 'Lead ' || n % 97, 'Person ' || n % 61, 'Firm ' || n % 51, '+1 503 ' || lpad(n::text, 7, '0'),
         (array['new', 'connected', 'proposal'])[1 + n % 3], n * 7919 % 100000, now() + n * interval '1 minute',
         now() - n * interval '1 minute', n % 900, now() + n * interval '1 minute', array['tag' || n % 30], now() - n * interval '3 minutes'
       from public.accounts as account cross join generate_series(1, $1::integer) as made (n) where account.kind = 'client'`,
        [LEADS],
      );
      await db.run(
        `insert into public.lead_clocks (lead_id, account_id, arrived_at, started_at, target_seconds, state, answered_at, response_seconds, source)
         select lead.id, lead.account_id, lead.created_at, lead.created_at, 300, 'answered', lead.created_at, 60, lead.source from public.leads as lead`,
      );
      await db.run("set local session_replication_role = origin");
      // The words of the leads, as triggers keep them.
      await db.run(
        `insert into private.lead_words (account_id, word)
       select told.account_id, made.word from (
         select account_id, string_agg(concat_ws(' ', first_name, last_name, email, company), ' ') as words from public.leads group by account_id
       ) as told cross join lateral private.extract_words(told.words) as made (word) on conflict do nothing`,
      );
      await db.run("analyze public.leads, public.lead_clocks, private.lead_words");
      await db.run("analyze public.accounts");
    }, 300_000);
    afterAll(async () => {
      await db.run("rollback");
      await db.close();
    });

    /** What statements inside a function read of the leads and their clocks, from the counters of this transaction. */
    const READ = `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::integer as read from pg_stat_xact_user_tables
      where relid in ('public.leads'::regclass, 'public.lead_clocks'::regclass)`;
    const readDuring = async (statement: string, who: Person = owner, slug: string | null = "account-7") => {
      await db.run("select set_config('request.headers', $1, true)", [headersOf(slug)]);
      const before = (await db.run<{ read: number }>(READ)).rows[0]?.read ?? 0;
      await become(db, who);
      const { rows } = await db.run<{ answer: unknown }>(statement);
      await becomeOwner(db);
      const after = (await db.run<{ read: number }>(READ)).rows[0]?.read ?? 0;
      return { read: after - before, answer: JSON.stringify(rows) };
    };
    /** The pages of each index of words that this transaction read so far. */
    const pagesRead = async () =>
      (
        await db.run<{ pages: number }>(
          `select pg_stat_get_xact_blocks_fetched(index::regclass)::integer as pages from unnest(array[
             'public.leads_live_words_idx', 'private.lead_words_trigrams_idx', 'private.lead_words_pkey']) as index`,
        )
      ).rows.map(({ pages }) => pages);
    const CALLS: Record<string, string> = {
      "the board": "select public.crm_board() as answer",
      ...Object.fromEntries(
        SORTS.flatMap((sort) => [sort, `-${sort}`]).map((sort) => [
          `the leads page by ${sort}`,
          `select public.list_leads(p_sort => '${sort}') as answer`,
        ]),
      ),
      "a search": "select to_jsonb(found) as answer from public.search_leads('Person 60') as found",
      "a search for a common word": "select to_jsonb(found) as answer from public.search_leads('lead') as found",
      "a search for a phone number":
        "select to_jsonb(found) as answer from public.search_leads('503 0000042') as found",
      "a part of a company": `select public.list_leads(p_filter => '{"op": "and", "rules": [{"field": "company", "is": "contains", "value": "irm 49"}]}') as answer`,
      analytics: "select public.crm_analytics(current_date - 30, current_date) as answer",
      outcomes: "select public.crm_outcomes(current_date - 30, current_date) as answer",
      Today: "select public.crm_today('all') as answer",
    };

    test.each(Object.entries(CALLS))("%s reads no leads and no clocks of other accounts", async (_, statement) => {
      const { read, answer } = await readDuring(statement);
      expect(answer.length).toBeGreaterThan(40);
      // Some questions read the account's own leads several times, for several figures. The other accounts have many times more.
      expect(read).toBeLessThanOrEqual(LEADS * 12);
    });

    test("Today of a sales person reads the leads of the accounts that they are lent to, and else only the agency's", async () => {
      const readBy = async (who: Person) => {
        let read = 0;
        for (const call of ["crm_today()", "crm_pulse()", "crm_notifications()"])
          read += (await readDuring(`select public.${call} as answer`, who, null)).read;
        return read;
      };
      const [home, lent] = [await createPerson(db, "active sales"), await createPerson(db, "active sales")];
      await db.run(
        "insert into public.account_loans (account_id, user_id) select id, $1 from public.accounts where slug in ('account-7', 'account-8')",
        [lent.id],
      );
      // The agency has no leads here. The planner looks up the ends of an index.
      expect(await readBy(home)).toBeLessThanOrEqual(10);
      const read = await readBy(lent);
      expect(read).toBeGreaterThan(LEADS);
      expect(read).toBeLessThanOrEqual(2 * LEADS * 12);
    });

    test.each(["Person 60", "lead", "Persan", "503 0000042"])(
      "A search for %s reads no other account's words",
      async (asked) => {
        const before = await pagesRead();
        await readDuring(`select to_jsonb(found) as answer from public.search_leads('${asked}') as found`);
        const read = (await pagesRead()).map((after, at) => after - (before[at] ?? 0));
        // A word of one account is on a few pages. The trigrams of words are those of all accounts.
        expect(Math.max(...read)).toBeLessThanOrEqual(20);
        expect(read[1]).toBe(0);
      },
    );

    test("The words of a search alone find leads of one account", async () => {
      const words = (await db.run<{ sql: string }>("select private.lead_words_sql() as sql")).rows[0]?.sql;
      const { rows } = await db.run(
        `select count(*)::integer as leads, count(distinct lead.account_id)::integer as accounts
         from public.leads as lead cross join public.accounts as account
         where account.slug = 'account-7' and lead.archived_at is null and not lead.is_spam
           and ${words} @@ private.within_account(account.id, private.words_query('lead'))`,
      );
      expect(rows).toEqual([{ leads: LEADS, accounts: 1 }]);
    });

    test.each([
      "select id from public.leads where archived_at is null and not is_spam order by created_at desc, id desc limit 50",
    ])("%s reads the account's own rows", async (statement) => {
      await db.run("select set_config('request.headers', $1, true)", [headersOf("account-7")]);
      await become(db, owner);
      const { rows } = await db.run<{ "QUERY PLAN": { Plan: Plan }[] }>(`explain (analyze, format json) ${statement}`);
      await becomeOwner(db);
      const [plan] = rows[0]?.["QUERY PLAN"] ?? [];
      const scans = plan
        ? nodes(plan.Plan).filter((node) => node["Relation Name"] === "leads" || node["Index Name"])
        : [];
      expect(scans.length).toBeGreaterThan(0);
      expect(Math.max(...scans.map(readBy))).toBeLessThanOrEqual(LEADS);
    });
  },
);
