-- A test's warnings compare the visits of its own visitors. Until now they took every visit since the day on which the test began,
-- also of earlier visitors and of other sources. Visits, clicks and sums move with their page.

alter table private.landing_visitors add column test_id uuid;

comment on column private.landing_visitors.test_id is 'The test that counts the visitor; null without one.';

create table public.landing_test_visits (
  test_id uuid not null,
  version integer not null,
  visits bigint not null default 0 check (visits >= 0),
  bounced bigint not null default 0 check (bounced between 0 and visits),
  speeds bigint[] not null default array_fill(0, array[4]) check (cardinality(speeds) = 4),
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  account_id uuid not null default private.agency_account() references public.accounts (id),
  primary key (test_id, version),
  foreign key (test_id, version) references public.landing_test_variants (test_id, version) on delete cascade
);

comment on table public.landing_test_visits is 'What the visitors of tests did, in sums. Its visitors are those of landing_test_views whose browser reported their visit.';
comment on column public.landing_test_visits.test_id is 'The test.';
comment on column public.landing_test_visits.version is 'The variant that the visitors saw.';
comment on column public.landing_test_visits.visits is 'Visitors whose browser reported their visit.';
comment on column public.landing_test_visits.bounced is 'Those who left within ten seconds without a click.';
comment on column public.landing_test_visits.speeds is 'How many saw the largest part of the first screen within 1 second, 2.5 seconds, 4 seconds, and later.';
comment on column public.landing_test_visits.page_id is 'The page.';
comment on column public.landing_test_visits.account_id is 'The page''s account.';

create index landing_test_visits_page_id_idx on public.landing_test_visits (page_id);
create index landing_test_visits_account_id_idx on public.landing_test_visits (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_test_visits
for each row execute function private.take_account_of_page();

alter table public.landing_test_visits enable row level security;

call private.require_sufficient_sessions('public.landing_test_visits');

grant select, insert, update, delete on public.landing_test_visits to service_role;
grant select on public.landing_test_visits to authenticated;

create policy "People read what the visitors of their account's tests did" on public.landing_test_visits
for select to authenticated using (account_id = (select private.pages_workspace()));

create or replace function private.record_landing_views(p_views jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today date := private.agency_day();
  salt text := private.daily_ip_salt();
begin
  -- Deletes old visitors in small parts, so that the first views of a day do not wait.
  delete from private.landing_visitors as old
  where old.ctid = any (array(select past.ctid from private.landing_visitors as past where past.day < today limit 1000));
  with asked as (
    -- Ignores pages that were deleted since.
    select page.id as page_id, (entry.value ->> 'version')::integer as version, left(entry.value ->> 'source', 255) as named,
      (entry.value ->> 'views')::bigint as views, entry.value -> 'visitors' as visitors, test.id as test_id
    from jsonb_array_elements(p_views) as entry
    join public.landing_pages as page on page.id = (entry.value ->> 'page_id')::uuid
    left join public.landing_tests as test on test.id = (entry.value ->> 'test_id')::uuid and test.page_id = page.id and test.state = 'running'
  ), held as (
    select counted.page_id, count(*) as ways, sum(counted.visitors) as visitors from public.landing_views as counted
    where counted.day = today and counted.page_id in (select asked.page_id from asked) group by 1
  ), seen as (
    -- Invented sources must not fill the table: after 500 a day, new ones count as other.
    select asked.page_id, asked.version, asked.views, asked.visitors, asked.test_id,
      case when known.page_id is not null or coalesce(held.ways, 0)
          + row_number() over (partition by asked.page_id, known.page_id is null order by asked.named) <= 500
        then asked.named else 'other' end as source
    from asked left join held on held.page_id = asked.page_id
    left join public.landing_views as known
      on known.page_id = asked.page_id and known.day = today and known.version = asked.version and known.source = asked.named
  ), people as (
    select distinct on (seen.page_id, who.value) seen.page_id, seen.version, seen.source, seen.test_id, digest.address,
      digest.address || right(digest.whole, 44) as visitor
    from seen cross join lateral jsonb_array_elements_text(seen.visitors) as who
    cross join lateral (
      select left(encode(sha256(convert_to(salt || split_part(who.value, E'\n', 1), 'UTF8')), 'hex'), 20) collate "C" as address,
        encode(sha256(convert_to(salt || who.value, 'UTF8')), 'hex') as whole
    ) as digest
    where who.value <> ''
    order by seen.page_id, who.value, seen.version desc, seen.source
  ), newcomers as (
    select people.page_id, people.address, people.visitor, people.test_id, row_number() over (partition by people.page_id) as of_page,
      row_number() over (partition by people.page_id, people.address) as of_address
    -- Written so that each is looked up by index. A join would compare all visitors of the day.
    from people where (
      select true from private.landing_visitors as known
      where known.day = today and known.page_id = people.page_id and known.visitor = people.visitor
    ) is null
  ), neighbours as (
    select each.page_id, each.address, (
      select count(*) from private.landing_visitors as known where known.day = today and known.page_id = each.page_id
        and known.visitor >= each.address and known.visitor < each.address || 'g'
    ) as held
    from (select distinct newcomers.page_id, newcomers.address from newcomers) as each
  ), fresh as (
    -- Limits visitors to 200 of one address and 50,000 of a page. Beyond that only the view counts.
    insert into private.landing_visitors (day, page_id, visitor, test_id)
    select today, newcomers.page_id, newcomers.visitor, newcomers.test_id from newcomers
    join neighbours on neighbours.page_id = newcomers.page_id and neighbours.address = newcomers.address
    left join held on held.page_id = newcomers.page_id
    where neighbours.held + newcomers.of_address <= 200 and coalesce(held.visitors, 0) + newcomers.of_page <= 50000
    on conflict do nothing
    returning page_id, visitor
  ), added as (
    select people.page_id, people.version, people.source, people.test_id, count(*) as visitors
    from people join fresh on fresh.page_id = people.page_id and fresh.visitor = people.visitor
    group by 1, 2, 3, 4
  ), tested as (
    insert into public.landing_test_views as held (test_id, page_id, day, version, source, visitors)
    select added.test_id, added.page_id, today, added.version, added.source, added.visitors from added where added.test_id is not null
    order by 1, 4, 5
    on conflict (test_id, day, version, source) do update set visitors = held.visitors + excluded.visitors
  )
  insert into public.landing_views as held (page_id, day, version, source, views, visitors)
  select total.page_id, today, total.version, total.source, total.views, coalesce(arrived.visitors, 0)
  from (select seen.page_id, seen.version, seen.source, sum(seen.views) as views from seen group by 1, 2, 3) as total
  left join (select added.page_id, added.version, added.source, sum(added.visitors) as visitors from added group by 1, 2, 3) as arrived
    on arrived.page_id = total.page_id and arrived.version = total.version and arrived.source = total.source
  order by total.page_id, total.version, total.source
  on conflict (page_id, day, version, source) do update
  set views = held.views + excluded.views, visitors = held.visitors + excluded.visitors;
end
$$;

create or replace function private.record_landing_visits(p_visits jsonb) returns void
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

comment on function public.record_landing_visits(jsonb) is
'Adds visits: a list of {page_id, version, visitor: address, newline, browser; width, depth 1–10, bounced, speed 0–3 or null, clicks: [[block, x, y]]}. Counts visitors whose view was counted today, once for each page, also with the test that they are in. The host has checked the values.';

drop function public.landing_test_figures(uuid);

create function public.landing_test_figures(p_page_id uuid)
returns table (
  test_id uuid, version integer, visitors bigint, submissions bigint, qualified bigint, booked bigint, won bigint,
  revenue_cents numeric, revenue_squares numeric, visits bigint, bounced bigint, speeds bigint[]
)
language sql stable
set search_path = ''
as $$
  select variant.test_id, variant.version, seen.visitors, sent.submissions, sent.qualified, sent.booked, sent.won, sent.revenue_cents, sent.revenue_squares,
    coalesce(did.visits, 0), coalesce(did.bounced, 0), coalesce(did.speeds, array_fill(0::bigint, array[4]))
  from public.landing_test_variants as variant
  left join public.landing_test_visits as did on did.test_id = variant.test_id and did.version = variant.version
  join public.landing_tests as test on test.id = variant.test_id
  cross join lateral (
    select coalesce(sum(held.visitors), 0)::bigint as visitors from public.landing_test_views as held
    where held.test_id = variant.test_id and held.version = variant.version
  ) as seen
  cross join lateral (
    select count(*) as submissions,
      count(*) filter (where person.is_new and person.reached >= (select stage.position from public.pipeline_stages as stage where stage.key = 'qualified')) as qualified,
      count(*) filter (where person.is_new and person.reached >= (select stage.position from public.pipeline_stages as stage where stage.key = 'call_booked')) as booked,
      count(*) filter (where person.is_new and person.stage = 'won') as won,
      coalesce(sum(person.value_cents) filter (where person.is_new and person.stage = 'won'), 0)::numeric as revenue_cents,
      coalesce(sum(person.value_cents::numeric * person.value_cents) filter (where person.is_new and person.stage = 'won'), 0) as revenue_squares
    from (
      -- A person counts once for each variant. Someone who was a lead before the test counts as a submission only.
      select distinct on (coalesce(form.lead_id, form.id)) lead.stage, lead.reached, coalesce(lead.value_cents, 0) as value_cents,
        coalesce(lead.created_at >= test.started_at, false) as is_new
      from public.landing_submissions as form left join public.leads as lead on lead.id = form.lead_id
      where form.test_id = variant.test_id and form.version = variant.version and not form.is_spam and not coalesce(lead.is_spam, false)
      order by coalesce(form.lead_id, form.id)
    ) as person
  ) as sent
  where variant.page_id = p_page_id
  order by test.started_at desc, variant.test_id, variant.place
$$;

comment on function public.landing_test_figures(uuid) is
'The figures of each variant of a page''s tests since they began, as far as the caller sees the page, its forms and its leads: visitors, people who sent a form, and those of them who became a qualified lead, booked a call or were won, with the sum of their values and of its squares; and what visitors did: reported visits, those that ended right away, and how soon the first screen was there, in four steps.';

grant execute on function public.landing_test_figures(uuid) to authenticated;

create or replace function private.follow_page_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.landing_drafts as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_page_versions as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_domains as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_views as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_tests as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_test_variants as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_test_views as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_test_visits as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_visits as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_clicks as part set account_id = new.account_id where part.page_id = new.id;
  -- People of the other account may hold its preview links.
  update public.landing_previews as part set account_id = new.account_id, revoked_at = coalesce(part.revoked_at, now()) where part.page_id = new.id;
  delete from public.landing_publish_requests as part where part.page_id = new.id;
  return null;
end
$$;

update public.landing_visits as part set account_id = page.account_id
from public.landing_pages as page where page.id = part.page_id and page.account_id <> part.account_id;

update public.landing_clicks as part set account_id = page.account_id
from public.landing_pages as page where page.id = part.page_id and page.account_id <> part.account_id;
