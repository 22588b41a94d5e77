-- Days of landing pages are days in the agency's zone, as everywhere else. Days that were counted before stay as they are.

create or replace function private.daily_ip_salt() returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today date := private.agency_day();
  daily text;
begin
  select kept.salt into daily from private.ip_salts as kept where kept.day = today;
  if daily is null then
    delete from private.ip_salts as old where old.day < today;
    insert into private.ip_salts (day, salt)
    values (today, gen_random_uuid()::text || gen_random_uuid()::text) on conflict (day) do nothing;
    select kept.salt into daily from private.ip_salts as kept where kept.day = today;
  end if;
  return daily;
end
$$;

create or replace function private.purge_landing_visitors(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  delete from private.landing_visitors as old where old.ctid = any (array(
    select past.ctid from private.landing_visitors as past where past.day < private.agency_day() limit p_limit
  ));
  get diagnostics gone = row_count;
  delete from private.ip_salts as salt where salt.day < private.agency_day();
  return gone;
end
$$;

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
    select people.page_id, people.address, people.visitor, row_number() over (partition by people.page_id) as of_page,
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
    insert into private.landing_visitors (day, page_id, visitor)
    select today, newcomers.page_id, newcomers.visitor from newcomers
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

create or replace function private.landing_page_stats(p_page_id uuid, p_from date, p_to date)
returns table (by text, key text, views bigint, visitors bigint, submissions bigint, conversion numeric)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  -- First, so that the answer does not depend on the plan of the query.
  account constant uuid := private.require_pages();
  zone constant text := private.agency_zone();
begin
  if not exists (select from public.landing_pages as page where page.id = p_page_id and page.account_id = account) then
    perform private.refuse('page_not_found', 'PT404', 'This page was deleted');
  end if;
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('period_invalid', '22023', 'Choose a start and end date, up to three years apart');
  end if;
  return query
  with seen as (
    select held.day, held.source, held.version, held.views, held.visitors, 0::bigint as submissions
    from public.landing_views as held where held.page_id = p_page_id and held.day between p_from and p_to
    union all
    select (sent.created_at at time zone zone)::date, sent.source, sent.version, 0, 0, 1
    from public.landing_submissions as sent
    where sent.page_id = p_page_id and not sent.is_spam
      and sent.created_at >= p_from::timestamp at time zone zone and sent.created_at < (p_to + 1)::timestamp at time zone zone
  ), grouped as (
    select case when grouping(seen.day) = 0 then 'day' when grouping(seen.source) = 0 then 'source'
        when grouping(seen.version) = 0 then 'version' else 'total' end as by,
      coalesce(seen.day::text, seen.source, seen.version::text, 'all') as key,
      sum(seen.views)::bigint as views, sum(seen.visitors)::bigint as visitors, sum(seen.submissions)::bigint as submissions
    from seen group by grouping sets ((), (seen.day), (seen.source), (seen.version))
  ), complete as (
    select grouped.* from grouped where grouped.views is not null
    union all
    -- Days without visits are listed too.
    select 'day', quiet.day::date::text, 0, 0, 0 from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') as quiet (day)
    where not exists (select from grouped where grouped.by = 'day' and grouped.key = quiet.day::date::text)
    union all
    select 'total', 'all', 0, 0, 0 where not exists (select from seen)
  )
  select complete.by, complete.key, complete.views, complete.visitors, complete.submissions,
    private.landing_rate(complete.submissions, complete.visitors)
  from complete
  order by complete.by, case when complete.by = 'day' then complete.key end, case when complete.by = 'version' then complete.key::integer end desc,
    complete.visitors desc, complete.key;
end
$$;

create or replace function private.list_landing_pages(p_everywhere boolean)
returns table (
  id uuid, slug text, title text, status public.landing_page_status, version integer, has_changes boolean, domain_id uuid, domain text,
  domain_state public.landing_domain_state, views bigint, visitors bigint, submissions bigint, conversion numeric,
  updated_at timestamptz, updated_by text, published_at timestamptz, account_id uuid, account_slug text, account_name text,
  request_state public.publish_request_state, requested_at timestamptz, request_note text
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  since constant date := private.agency_day() - 29;
  since_start constant timestamptz := private.day_start(since);
  workspace uuid;
begin
  if p_everywhere then perform private.require_admin(); else workspace := private.require_pages(); end if;
  return query
  select page.id, draft.slug, draft.title, page.status, page.version, draft.revision is distinct from draft.published_revision,
    own.id, own.domain, own.state, seen.views, seen.visitors, sent.submissions, private.landing_rate(sent.submissions, seen.visitors),
    draft.updated_at, coalesce(private.person_name(draft.updated_by), 'Someone'), live.published_at,
    account.id, account.slug, account.name, request.state, request.requested_at, request.note
  from public.landing_pages as page
  join public.accounts as account on account.id = page.account_id
  join public.landing_drafts as draft on draft.page_id = page.id
  left join public.landing_publish_requests as request on request.page_id = page.id
  left join public.landing_domains as own on own.page_id = page.id
  left join public.landing_page_versions as live on live.page_id = page.id and live.number = page.version
  cross join lateral (
    select coalesce(sum(held.views), 0)::bigint as views, coalesce(sum(held.visitors), 0)::bigint as visitors
    from public.landing_views as held where held.page_id = page.id and held.day >= since
  ) as seen
  cross join lateral (
    select count(*) as submissions from public.landing_submissions as form
    where form.page_id = page.id and not form.is_spam and form.created_at >= since_start
  ) as sent
  where p_everywhere or page.account_id = workspace
  order by coalesce(request.state = 'waiting', false) desc, draft.updated_at desc, page.id
  limit 1000;
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
    returning asked.*
  ), clicked as (
    insert into public.landing_clicks as held (page_id, version, width, block, x, y, clicks)
    select told.page_id, told.version, told.width, (cell.value ->> 0)::smallint, (cell.value ->> 1)::smallint, (cell.value ->> 2)::smallint, count(*)
    from told cross join lateral jsonb_array_elements(told.clicks) as cell
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (page_id, version, width, block, x, y) do update set clicks = held.clicks + excluded.clicks
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

create or replace function public.landing_funnel(p_page_id uuid, p_from date, p_to date)
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

create or replace function private.tested_landing_version(p_page public.landing_pages, p_form jsonb, out version integer, out test_id uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  test public.landing_tests;
  claimed constant integer := (p_form ->> 'version')::integer;
  today constant date := private.agency_day();
begin
  select running.* into test from public.landing_tests as running
  where running.page_id = p_page.id and running.state = 'running' and coalesce(p_form ->> 'visitor', '') <> ''
    and (running.only_source is null or running.only_source = p_form ->> 'source');
  if test.id is null then
    -- A visitor may have opened an earlier version or the variant of a test that is over, and answers that one.
    version := case when claimed between 1 and p_page.version or exists (
      select from public.landing_test_variants as variant
      join public.landing_tests as past on past.id = variant.test_id and past.state = 'stopped'
      where variant.page_id = p_page.id and variant.version = claimed
    ) then claimed else p_page.version end;
    return;
  end if;
  version := private.assigned_landing_version(test.id, today, p_form ->> 'visitor');
  -- A page that was opened yesterday may be answered today. Any other variant is forged or was opened elsewhere: the form is kept, but
  -- it is not a result of the test.
  if claimed = version then
    test_id := test.id;
  elsif today > private.agency_day(test.started_at)
    and claimed = private.assigned_landing_version(test.id, today - 1, p_form ->> 'visitor') then
    version := claimed;
    test_id := test.id;
  end if;
end
$$;

create or replace function private.landing_page_to_serve(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', page.id, 'slug', page.slug, 'version', page.version, 'title', page.title, 'description', page.description, 'hide_title', page.hide_title,
    'content', page.content, 'theme', page.theme, 'custom_css', page.custom_css, 'custom_js', page.custom_js,
    'custom_domain', page.custom_domain, 'updated_at', page.updated_at,
    'account', (select account.slug from public.accounts as account where account.id = page.account_id),
    'brand', private.landing_brand_of(page.account_id),
    'test', (
      select jsonb_build_object('id', test.id, 'seed', secret.seed, 'only_source', test.only_source, 'zone', private.agency_zone(), 'variants', (
        select jsonb_agg(jsonb_build_object('weight', variant.weight, 'version', past.number, 'title', past.title, 'description', past.description,
          'hide_title', past.hide_title, 'content', past.content, 'theme', past.theme, 'custom_css', past.custom_css, 'custom_js', past.custom_js
        ) order by variant.place)
        from public.landing_test_variants as variant
        join public.landing_page_versions as past on past.page_id = variant.page_id and past.number = variant.version
        where variant.test_id = test.id
      ))
      from public.landing_tests as test join private.landing_test_seeds as secret on secret.test_id = test.id
      where test.page_id = page.id and test.state = 'running'
    ))
  from public.landing_pages as page where page.id = p_id and page.status = 'published'
$$;

comment on function private.daily_ip_salt() is 'Today''s salt, by the agency''s day. The first caller of a day makes it and deletes older ones.';
comment on column public.landing_views.day is 'The day, in the agency''s zone.';
comment on function public.landing_page_stats(uuid, date, date) is
'A page''s figures between two days in the agency''s zone: one row for the total, each day (also without visits), each source and each version. For people who read the page. PT404: no such page.';
comment on function public.list_landing_pages(boolean) is
'The workspace''s landing pages, or for admins those of every account, with the title and address of their draft, their domain, their figures of 30 days (in the agency''s zone, including today) and the last request to publish them. Waiting requests first; at most 1,000 pages. For people who read them.';
comment on column public.landing_visits.day is 'The day, in the agency''s zone.';
comment on function public.landing_visit_sums(uuid, date, date) is
'What visitors did on a page between two days in the agency''s zone: one row for all, each version and each width. Nothing for people who don''t read the page.';
comment on function public.landing_funnel(uuid, date, date) is
'From visitors to won deals, for a page, its sources and its versions, between two days in the agency''s zone, as far as the caller sees the page''s figures, forms and leads. A person counts once. Qualified, booked and won count new leads only.';
comment on column public.landing_test_views.day is 'The day, in the agency''s zone.';
comment on function private.assigned_landing_version(uuid, date, text) is
'The version that a visitor (address, newline, browser) sees in a test on a day of the agency: a hash, so that it stays the same all day without a cookie.';
