import { type DatabaseLocation, openConnection } from "../server/database/connect.ts";
import { query } from "../server/database/query.ts";

/**
 * Adds leads, their history and running clocks before a host starts, because only one process may use the database at a
 * time. The leads are the agency's, or spread over so many accounts of clients (bench-1, bench-2, …), one after the other. The
 * leads of an account are the same beside any number of other accounts.
 */
export async function addCrmRows(
  location: DatabaseLocation,
  leads: number,
  activities: number,
  accounts = 0,
): Promise<void> {
  const connection = await openConnection(location);
  await query(connection, "set statement_timeout = 0");
  if ("url" in location) await query(connection, "set maintenance_work_mem = '512MB'");
  const id = (number: string) => `('c0000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
  // Indexes are created after the rows, which takes a tenth of the time.
  const indexes = await query<{ name: string; definition: string }>(
    connection,
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid in ('public.leads'::regclass, 'public.lead_activities'::regclass, 'private.lead_words'::regclass) and not i.indisprimary and not i.indisunique`,
  );
  for (const { name } of indexes) await query(connection, `drop index ${name}`);
  // Which lead of which account it is.
  const [nth, account] = accounts > 0 ? [`(n / ${accounts})`, `(n % ${accounts})`] : ["n", "0"];
  const statements = [
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     select ${id("n")}, 'rep' || n || '@bench.example', now(), '{}'::jsonb from generate_series(1, 20) as made (n)`,
    `insert into public.user_roles (user_id, role, status)
     select ${id("n")}, 'sales', 'active' from generate_series(1, 20) as made (n) on conflict do nothing`,
    `insert into public.accounts (id, name, slug, time_zone)
     select ${id("65536 + n")}, 'Client ' || n, 'bench-' || n, 'America/Los_Angeles' from generate_series(1, ${accounts}) as made (n)`,
    ...chunks(leads).map(
      ([from, to]) => `insert into public.leads (
         id, account_id, user_id, first_name, last_name, email, phone, company, source, stage, stage_entered_at, tags, value_cents, goals, created_at,
         last_activity_at, next_task_at, next_task_kind, next_task_title, response_seconds, first_touch
       )
       select ${id("(4096 + n)")}, ${accounts > 0 ? id(`65537 + ${account}`) : "private.agency_account()"}, case when n % 3 > 0 then ${id("1 + random.a % 20")} end,
         (array['Anna', 'Bert', 'Clara', 'Dan', 'Eva', 'Frida', 'Gus', 'Nadia', 'Owen', 'Priya', 'Sofia', 'Tyrell'])[1 + random.b % 12],
         (array['Rahimi', 'Holt', 'Okafor', 'Brandt', 'Kallio', 'Meyer', 'Lund', 'Feld'])[1 + random.c % 8]
           || chr(97 + random.d % 26) || chr(97 + random.e % 26),
         'lead' || ${nth} || coalesce('of' || nullif(${account}, 0), '') || '@mail' || ${nth} % 50 || '.example', '+1503' || lpad((random.f % 10000000)::text, 7, '0'), 'Company ' || random.g % 20011,
         (array['website_form', 'referral', 'social_media', 'landing_page', 'other'])[1 + random.h % 5]::public.lead_source,
         (array['new', 'attempting', 'connected', 'qualified', 'call_booked', 'proposal', 'won'])[1 + random.i % 7],
         now() - (random.b % 2000000) * interval '1 second',
         case when random.j % 5 = 0 then array['tag' || random.k % 30] else '{}' end, case when random.l % 4 > 0 then random.a % 2000000 end,
         repeat('More clients please. ', 5), now() - ${nth} * interval '${accounts > 0 ? "3 hours" : "3 minutes"}',
         case when random.e % 3 > 0 then now() - (random.d % 5000000) * interval '1 second' end,
         task.due_at, case when task.due_at is not null then 'call' end, case when task.due_at is not null then 'Call again' end,
         case when random.i % 2 = 0 then random.c % 900 end, jsonb_build_object('utm_campaign', 'campaign' || random.g % 40)
       from generate_series(${from}, ${to}) as made (n)
       cross join lateral (
         select ${[..."abcdefghijkl"].map((letter) => `abs(hashint8((${nth} + ${account} * 1000000::bigint) * 31 + ${letter.charCodeAt(0)})) as ${letter}`).join(", ")}
       ) as random
       cross join lateral (
         select case when random.f % 4 = 0 then now() + ((random.h % 1000000) - 500000) * interval '1 second' end as due_at
       ) as task`,
    ),
    `insert into public.lead_clocks (lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, source)
     select lead.id, now(), now(), 300, now() + interval '3 minutes', now() + interval '5 minutes', now() + interval '10 minutes', lead.source
     from public.leads as lead where lead.stage = 'new' and lead.clock_due_at is null and lead.created_at > now() - interval '2 days'`,
    "update public.leads as lead set clock_due_at = clock.due_at from public.lead_clocks as clock where clock.lead_id = lead.id",
    ...chunks(activities).map(
      ([from, to]) => `insert into public.lead_activities (lead_id, kind, actor_id, occurred_at, payload)
       select ${id(`(4097 + n % ${leads})`)}, case when ${nth} % 5 = 0 then 'stage_change' else 'form' end, ${id(`1 + ${nth} % 20`)},
         now() - ${nth} * interval '30 seconds',
         case when ${nth} % 5 = 0 then jsonb_build_object('from', 'connected', 'to', 'qualified', 'seconds', ${nth} % 900000) else '{}' end
       from generate_series(${from}, ${to}) as made (n)`,
    ),
    ...indexes.map(({ definition }) => definition),
    "select private.refresh_stage_figures()",
  ];
  for (const statement of statements) await query(connection, statement);
  await connection.close();
}

/** Statement triggers keep all rows of a statement in memory, so rows are added in chunks. */
function chunks(rows: number, size = 50_000): [number, number][] {
  return Array.from({ length: Math.ceil(rows / size) }, (_, at) => [at * size + 1, Math.min(rows, (at + 1) * size)]);
}
