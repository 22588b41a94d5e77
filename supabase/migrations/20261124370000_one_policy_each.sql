-- One permissive policy for each table, verb and role: PostgreSQL runs every one that applies.

drop policy "People read their own roles" on public.user_roles;
drop policy "Admins read all roles" on public.user_roles;

create policy "People read their own roles, and admins all" on public.user_roles
for select to authenticated using (user_id = (select auth.uid()) or (select private.has_active_role('admin')));

drop policy "People read their own profile" on public.profiles;
drop policy "Admins read all profiles" on public.profiles;

create policy "People read their own profile, and admins all" on public.profiles
for select to authenticated using (user_id = (select auth.uid()) or (select private.has_active_role('admin')));

drop policy "Active people read their own subscription" on public.subscriptions;
drop policy "Admins read all subscriptions" on public.subscriptions;

create policy "Active people read their own subscription, and admins all" on public.subscriptions
for select to authenticated
using (
  (select private.has_active_role('admin')) or user_id = (select auth.uid()) and (select private.has_any_active_role())
);

drop policy "Clients send requests in their own name" on public.change_requests;
drop policy "The team sends requests in its own name" on public.change_requests;

create policy "Clients and the team send requests in their own name" on public.change_requests
for insert to authenticated
with check (
  user_id = (select auth.uid())
  and lower(user_email) = (select private.confirmed_email())
  and (select private.has_any_active_role())
);

drop policy "Admins read all premium overrides" on public.premium_overrides;
drop policy "People read the premium override of their own confirmed address" on public.premium_overrides;

create policy "People read their own premium override, and admins all" on public.premium_overrides
for select to authenticated using (email = (select private.confirmed_email()) or (select private.has_active_role('admin')));

-- Whether the caller may see pages is asked before the page is looked for.

create or replace function public.landing_page_stats(p_page_id uuid, p_from date, p_to date)
returns table (by text, key text, views bigint, visitors bigint, submissions bigint, conversion numeric)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  -- First, so that the answer does not depend on the plan of the query.
  account constant uuid := private.require_pages();
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
    select (sent.created_at at time zone 'UTC')::date, sent.source, sent.version, 0, 0, 1
    from public.landing_submissions as sent
    where sent.page_id = p_page_id and not sent.is_spam
      and sent.created_at >= p_from::timestamp at time zone 'UTC' and sent.created_at < (p_to + 1)::timestamp at time zone 'UTC'
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
