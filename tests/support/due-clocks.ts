/**
 * Adds leads, and clocks whose warnings are due one after the other. $1: how many. $2: the seconds from now to the first. $3:
 * the seconds between two.
 */
export const ADD_DUE_CLOCKS = [
  `update public.agency_settings set time_zone = 'UTC', working_hours = (
     select jsonb_object_agg(day, '["00:00", "24:00"]'::jsonb) from unnest(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) as day)`,
  `with added as (
     insert into public.leads (first_name, source) select 'Due ' || n, 'website_form' from generate_series(1, $1::int) as n returning id
   )
   select private.start_lead_clock(added.id, now(), 'website_form') from added`,
  `with numbered as (
     select clock.id, now() + make_interval(secs => $1::float8 + $2::float8 * row_number() over (order by clock.id)) as at
     from public.lead_clocks as clock join public.leads as lead on lead.id = clock.lead_id where lead.first_name like 'Due %'
   ), moved as (
     update public.lead_clocks as clock set warn_at = numbered.at from numbered where clock.id = numbered.id
   )
   update private.outbox as job set run_at = numbered.at, dedupe_key = job.dedupe_key || ':due' from numbered
   where job.kind = 'lead_clock' and job.payload ->> 'clockId' = numbered.id::text and job.payload ->> 'event' = 'warned'`,
] as const;

/** How many of these warnings ran, and the longest delay of one in seconds. */
export const DUE_CLOCK_DELAYS = `select count(*) filter (where job.status = 'done')::int as done, count(*)::int as added,
    coalesce(max(extract(epoch from job.done_at - job.run_at)), 0)::float8 as longest
  from private.outbox as job where job.dedupe_key like '%:due'`;
