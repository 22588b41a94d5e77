-- Counts page views without cookies. A visitor is the day's hash of IP address and browser, which says nothing after the day's
-- salt is deleted. Days are the agency's, as the salts are.

create table public.landing_views (
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  day date not null,
  version integer not null,
  source text not null check (char_length(source) <= 255),
  views bigint not null default 0 check (views >= 0),
  visitors bigint not null default 0 check (visitors >= 0),
  account_id uuid not null default private.agency_account() references public.accounts (id),
  primary key (page_id, day, version, source)
);

comment on table public.landing_views is 'Views and unique visitors of landing pages.';
comment on column public.landing_views.page_id is 'The page.';
comment on column public.landing_views.day is 'The day, in the agency''s zone.';
comment on column public.landing_views.version is 'The version that was shown.';
comment on column public.landing_views.source is 'utm_source, else the host that the visitor came from, else direct.';
comment on column public.landing_views.views is 'How often it was shown; bots are not counted.';
comment on column public.landing_views.visitors is 'Visitors whose first view of the page on that day this was.';

comment on column public.landing_views.account_id is 'The page''s account.';

create index landing_views_account_id_idx on public.landing_views (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_views
for each row execute function private.take_account_of_page();

create table private.landing_visitors (
  day date not null,
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  -- Twenty digits for the IP address, the rest for the browser, so that visitors of one address are adjacent and can be
  -- limited.
  visitor text collate "C" not null check (char_length(visitor) <= 64),
  has_told boolean not null default false,
  test_id uuid,
  primary key (day, page_id, visitor)
);

comment on table private.landing_visitors is 'The visitors counted today. Rows of earlier days are deleted with their salt.';

comment on column private.landing_visitors.has_told is 'Whether the browser has reported what the visitor did (visits.sql).';
comment on column private.landing_visitors.test_id is 'The test that counts the visitor; null without one.';

create index landing_visitors_page_id_idx on private.landing_visitors (page_id);

alter table public.landing_views enable row level security;

call private.require_sufficient_sessions('public.landing_views');

alter table private.landing_visitors enable row level security;

grant select, insert, update, delete on public.landing_views to service_role;
grant select on public.landing_views to authenticated;

create policy "People read the views of their account's pages" on public.landing_views
for select to authenticated using (account_id = (select private.pages_workspace()));

create function private.record_landing_views(p_views jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
-- The visitors of a day come faster than their statistics, and then a plan would read all of them.
set enable_seqscan = off
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

create function public.record_landing_views(p_views jsonb) returns void
language sql volatile
set search_path = ''
return private.record_landing_views(p_views);

comment on function public.record_landing_views(jsonb) is
'Adds views: a list of {page_id, version, source, views, visitors: [address, newline, browser], test_id}. Visitors are hashed and counted once a day for each page, up to a limit, and with the running test that they are in.';

create function private.landing_rate(p_submissions numeric, p_visitors numeric) returns numeric
language sql immutable
set search_path = ''
as $$ select case when p_visitors > 0 then round(least(1, p_submissions / p_visitors), 6) end $$;

comment on function private.landing_rate(numeric, numeric) is 'Submissions divided by visitors, at most 1; null without visitors.';

create function private.landing_page_stats(p_page_id uuid, p_from date, p_to date)
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

create function public.landing_page_stats(p_page_id uuid, p_from date, p_to date)
returns table (by text, key text, views bigint, visitors bigint, submissions bigint, conversion numeric)
language sql stable
set search_path = ''
return private.landing_page_stats(p_page_id, p_from, p_to);

comment on function public.landing_page_stats(uuid, date, date) is
'A page''s figures between two days in the agency''s zone: one row for the total, each day (also without visits), each source and each version. For people who read the page. PT404: no such page.';

create function private.list_landing_pages(p_everywhere boolean)
returns table (
  id uuid, slug text, title text, status public.landing_page_status, version integer, has_changes boolean, domain_id uuid, domain text,
  domain_state public.landing_domain_state, views bigint, visitors bigint, submissions bigint, conversion numeric,
  updated_at timestamptz, updated_by text, published_at timestamptz, account_id uuid, account_slug text, account_name text,
  request_state public.publish_request_state, requested_at timestamptz, request_note text, is_testing boolean
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
    account.id, account.slug, account.name, request.state, request.requested_at, request.note,
    exists (select from public.landing_tests as test where test.page_id = page.id and test.state = 'running')
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

create function public.list_landing_pages(p_everywhere boolean default false)
returns table (
  id uuid, slug text, title text, status public.landing_page_status, version integer, has_changes boolean, domain_id uuid, domain text,
  domain_state public.landing_domain_state, views bigint, visitors bigint, submissions bigint, conversion numeric,
  updated_at timestamptz, updated_by text, published_at timestamptz, account_id uuid, account_slug text, account_name text,
  request_state public.publish_request_state, requested_at timestamptz, request_note text, is_testing boolean
)
language sql stable
set search_path = ''
return private.list_landing_pages(p_everywhere);

comment on function public.list_landing_pages(boolean) is
'The workspace''s landing pages, or for admins those of every account, with the title and address of their draft, their domain, their figures of 30 days (in the agency''s zone, including today), the last request to publish them, and whether a test runs on them. Waiting requests first; at most 1,000 pages. For people who read them.';

grant execute on function public.record_landing_views(jsonb) to service_role;
grant execute on function private.record_landing_views(jsonb) to service_role;
grant execute on function public.landing_page_stats(uuid, date, date) to authenticated;
grant execute on function private.landing_page_stats(uuid, date, date) to authenticated;
grant execute on function public.list_landing_pages(boolean) to authenticated;
grant execute on function private.list_landing_pages(boolean) to authenticated;
