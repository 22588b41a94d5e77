-- What visitors do on a page, without cookies and without words: how far they scroll, where they click, how fast the page was,
-- and who leaves at once. Only visitors whose view was counted today can report, each once for each page.

create type public.landing_width as enum ('phone', 'tablet', 'desktop');

comment on type public.landing_width is 'How wide a visitor''s window is: under 640 pixels, under 1,024, or wider.';

create table public.landing_visits (
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  day date not null,
  version integer not null,
  width public.landing_width not null,
  visits bigint not null default 0 check (visits >= 0),
  bounced bigint not null default 0 check (bounced between 0 and visits),
  depths bigint[] not null default array_fill(0, array[10]) check (cardinality(depths) = 10),
  speeds bigint[] not null default array_fill(0, array[4]) check (cardinality(speeds) = 4),
  account_id uuid not null default private.agency_account() references public.accounts (id),
  primary key (page_id, day, version, width)
);

comment on table public.landing_visits is 'What visitors did on landing pages, in sums.';
comment on column public.landing_visits.page_id is 'The page.';
comment on column public.landing_visits.day is 'The day, in the agency''s zone.';
comment on column public.landing_visits.version is 'The version that they saw.';
comment on column public.landing_visits.width is 'How wide their window was.';
comment on column public.landing_visits.visits is 'Visitors whose browser reported their visit. Browsers without scripts do not.';
comment on column public.landing_visits.bounced is 'Those who left within ten seconds without a click.';
comment on column public.landing_visits.depths is 'How many saw at least the first, second, … tenth part of the page''s height.';
comment on column public.landing_visits.speeds is 'How many saw the largest part of the first screen within 1 second, 2.5 seconds, 4 seconds, and later.';
comment on column public.landing_visits.account_id is 'The page''s account.';

create index landing_visits_account_id_idx on public.landing_visits (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_visits
for each row execute function private.take_account_of_page();

create table public.landing_clicks (
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  version integer not null,
  width public.landing_width not null,
  block smallint not null check (block between 0 and 199),
  x smallint not null check (x between 0 and 19),
  y smallint not null check (y between 0 and 9),
  clicks bigint not null default 0 check (clicks >= 0),
  account_id uuid not null default private.agency_account() references public.accounts (id),
  primary key (page_id, version, width, block, x, y)
);

comment on table public.landing_clicks is 'Where visitors clicked, in cells of a block. No words and no addresses.';
comment on column public.landing_clicks.page_id is 'The page.';
comment on column public.landing_clicks.version is 'The version that they saw.';
comment on column public.landing_clicks.width is 'How wide their window was.';
comment on column public.landing_clicks.block is 'The place of the block on the page, from 0.';
comment on column public.landing_clicks.x is 'The column of the block, of 20.';
comment on column public.landing_clicks.y is 'The row of the block, of 10.';
comment on column public.landing_clicks.clicks is 'How many clicks.';
comment on column public.landing_clicks.account_id is 'The page''s account.';

create index landing_clicks_account_id_idx on public.landing_clicks (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_clicks
for each row execute function private.take_account_of_page();

alter table public.landing_visits enable row level security;

call private.require_sufficient_sessions('public.landing_visits');

alter table public.landing_clicks enable row level security;

call private.require_sufficient_sessions('public.landing_clicks');

grant select, insert, update, delete on public.landing_visits, public.landing_clicks to service_role;
grant select on public.landing_visits, public.landing_clicks to authenticated;

create policy "People read the visits of their account's pages" on public.landing_visits
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read the clicks on their account's pages" on public.landing_clicks
for select to authenticated using (account_id = (select private.pages_workspace()));

create function private.record_landing_visits(p_visits jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today constant date := private.agency_day();
  salt constant text := private.daily_ip_salt();
begin
  with asked as (
    select distinct on (page.id, digest.visitor) page.id as page_id, (entry.value ->> 'version')::integer as version,
      (entry.value ->> 'width')::public.landing_width as width, (entry.value ->> 'depth')::integer as depth,
      (entry.value ->> 'bounced')::boolean as bounced, (entry.value ->> 'speed')::integer as speed, entry.value -> 'clicks' as clicks,
      digest.visitor
    from jsonb_array_elements(p_visits) as entry
    join public.landing_pages as page on page.id = (entry.value ->> 'page_id')::uuid
    cross join lateral (
      select left(encode(sha256(convert_to(salt || split_part(entry.value ->> 'visitor', E'\n', 1), 'UTF8')), 'hex'), 20)
        || right(encode(sha256(convert_to(salt || (entry.value ->> 'visitor'), 'UTF8')), 'hex'), 44) as visitor
    ) as digest
    order by page.id, digest.visitor
  ), told as (
    update private.landing_visitors as held set has_told = true from asked
    where held.day = today and held.page_id = asked.page_id and held.visitor = asked.visitor and not held.has_told
    returning asked.*, held.test_id
  ), clicked as (
    insert into public.landing_clicks as held (page_id, version, width, block, x, y, clicks)
    select told.page_id, told.version, told.width, (cell.value ->> 0)::smallint, (cell.value ->> 1)::smallint, (cell.value ->> 2)::smallint, count(*)
    from told cross join lateral jsonb_array_elements(told.clicks) as cell
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (page_id, version, width, block, x, y) do update set clicks = held.clicks + excluded.clicks
  ), tested as (
    insert into public.landing_test_visits as held (test_id, version, page_id, visits, bounced, speeds)
    select told.test_id, told.version, told.page_id, count(*), count(*) filter (where told.bounced),
      array(select count(*) filter (where each.speed = part) from unnest(array_agg(told.speed)) as each (speed) cross join generate_series(0, 3) as part group by part order by part)
    from told join public.landing_test_variants as variant on variant.test_id = told.test_id and variant.version = told.version
    group by told.test_id, told.version, told.page_id order by told.test_id, told.version
    on conflict (test_id, version) do update
    set visits = held.visits + excluded.visits, bounced = held.bounced + excluded.bounced, speeds = private.sum_of_lists(held.speeds, excluded.speeds)
  )
  insert into public.landing_visits as held (page_id, day, version, width, visits, bounced, depths, speeds)
  select told.page_id, today, told.version, told.width, count(*), count(*) filter (where told.bounced),
    array(select count(*) filter (where each.depth >= part) from unnest(array_agg(told.depth)) as each (depth) cross join generate_series(1, 10) as part group by part order by part),
    array(select count(*) filter (where each.speed = part) from unnest(array_agg(told.speed)) as each (speed) cross join generate_series(0, 3) as part group by part order by part)
  from told group by told.page_id, told.version, told.width
  order by told.page_id, told.version, told.width
  on conflict (page_id, day, version, width) do update
  set visits = held.visits + excluded.visits, bounced = held.bounced + excluded.bounced,
    depths = private.sum_of_lists(held.depths, excluded.depths), speeds = private.sum_of_lists(held.speeds, excluded.speeds);
end
$$;

create function private.sum_of_lists(p_one bigint[], p_other bigint[]) returns bigint[]
language sql immutable
set search_path = ''
as $$
  select array_agg(coalesce(pair.one, 0) + coalesce(pair.other, 0) order by pair.place)
  from unnest(p_one, p_other) with ordinality as pair (one, other, place)
$$;

comment on function private.sum_of_lists(bigint[], bigint[]) is 'The sums of two lists of numbers, place by place.';

create function public.record_landing_visits(p_visits jsonb) returns void
language sql volatile
set search_path = ''
return private.record_landing_visits(p_visits);

comment on function public.record_landing_visits(jsonb) is
'Adds visits: a list of {page_id, version, visitor: address, newline, browser; width, depth 1–10, bounced, speed 0–3 or null, clicks: [[block, x, y]]}. Counts visitors whose view was counted today, once for each page, also with the test that they are in. The host has checked the values.';

create function public.landing_visit_sums(p_page_id uuid, p_from date, p_to date)
returns table (by text, key text, visits bigint, bounced bigint, depths bigint[], speeds bigint[])
language sql stable
set search_path = ''
as $$
  with parts as (
    select held.version, held.width, held.visits, held.bounced, held.depths, held.speeds from public.landing_visits as held
    where held.page_id = p_page_id and held.day between p_from and p_to
  ), named as (
    select label.by, label.key, label.place, parts.* from parts cross join lateral (values
      ('total', 'all', 0), ('version', parts.version::text, -parts.version),
      ('width', parts.width::text, array_position(enum_range(null::public.landing_width), parts.width))
    ) as label (by, key, place)
  )
  select named.by, named.key, sum(named.visits)::bigint, sum(named.bounced)::bigint,
    array(select sum(one.depths[at])::bigint from named as one cross join generate_series(1, 10) as at where one.by = named.by and one.key = named.key group by at order by at),
    array(select sum(one.speeds[at])::bigint from named as one cross join generate_series(1, 4) as at where one.by = named.by and one.key = named.key group by at order by at)
  from named group by named.by, named.key
  order by named.by, min(named.place)
$$;

comment on function public.landing_visit_sums(uuid, date, date) is
'What visitors did on a page between two days in the agency''s zone: one row for all, each version and each width. Nothing for people who don''t read the page.';

create function private.landing_day_start(p_day date) returns timestamptz
language sql stable security definer
set search_path = ''
as $$ select private.day_start(p_day) $$;

comment on function private.landing_day_start(date) is 'When a day of a page''s figures begins. Its readers may not read the agency''s settings.';

create function public.landing_day_start(p_day date) returns timestamptz
language sql stable
set search_path = ''
return private.landing_day_start(p_day);

comment on function public.landing_day_start(date) is 'When a day of a page''s figures begins, in the agency''s zone.';

grant execute on function public.landing_day_start(date) to authenticated;
grant execute on function private.landing_day_start(date) to authenticated;

create function public.landing_funnel(p_page_id uuid, p_from date, p_to date)
returns table (
  by text, key text, visitors bigint, people bigint, qualified bigint, booked bigint, won bigint, won_cents numeric
)
language sql stable
set search_path = ''
as $$
  with steps as (
    select stage.key, stage.position from public.pipeline_stages as stage
  ), person as (
    -- A person counts once, with the first form. Someone who was a lead before counts as a person only.
    select distinct on (coalesce(form.lead_id, form.id)) form.version, form.source, lead.stage, lead.reached, lead.value_cents,
      coalesce(lead.created_at >= (select public.landing_day_start(p_from)), false) as is_new
    from public.landing_submissions as form left join public.leads as lead on lead.id = form.lead_id
    where form.page_id = p_page_id and not form.is_spam and not coalesce(lead.is_spam, false)
      and form.created_at >= (select public.landing_day_start(p_from)) and form.created_at < (select public.landing_day_start(p_to + 1))
    order by coalesce(form.lead_id, form.id), form.created_at
  ), counted as (
    select held.version, held.source, held.visitors, 0 as people, 0 as qualified, 0 as booked, 0 as won, 0::numeric as cents
    from public.landing_views as held where held.page_id = p_page_id and held.day between p_from and p_to
    union all
    select person.version, person.source, 0, 1,
      (person.is_new and person.reached >= (select steps.position from steps where steps.key = 'qualified'))::integer,
      (person.is_new and person.reached >= (select steps.position from steps where steps.key = 'call_booked'))::integer,
      (person.is_new and person.stage = 'won')::integer, case when person.is_new and person.stage = 'won' then coalesce(person.value_cents, 0) else 0 end
    from person
  )
  select case when grouping(counted.source) = 0 then 'source' when grouping(counted.version) = 0 then 'version' else 'total' end,
    coalesce(counted.source, counted.version::text, 'all'), coalesce(sum(counted.visitors), 0)::bigint, coalesce(sum(counted.people), 0)::bigint,
    coalesce(sum(counted.qualified), 0)::bigint, coalesce(sum(counted.booked), 0)::bigint, coalesce(sum(counted.won), 0)::bigint, coalesce(sum(counted.cents), 0)
  from counted group by grouping sets ((), (counted.source), (counted.version)) having count(*) > 0
  order by 1, 3 desc, 2
$$;

comment on function public.landing_funnel(uuid, date, date) is
'From visitors to won deals, for a page, its sources and its versions, between two days in the agency''s zone, as far as the caller sees the page''s figures, forms and leads. A person counts once. Qualified, booked and won count new leads only.';

revoke execute on function private.sum_of_lists(bigint[], bigint[]) from public;

grant execute on function public.record_landing_visits(jsonb) to service_role;
grant execute on function private.record_landing_visits(jsonb) to service_role;
grant execute on function public.landing_visit_sums(uuid, date, date) to authenticated;
grant execute on function public.landing_funnel(uuid, date, date) to authenticated;
