-- The export of all data reads every account, with the pages that aren't published and everyone's absences.
create function private.count_account_rows(p_table text) returns table (account_id uuid, rows bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (
    select from pg_catalog.pg_attribute as held
    where held.attrelid = to_regclass(format('public.%I', left(p_table, 63))) and held.attname = 'account_id' and not held.attisdropped
  ) then
    perform private.refuse('unknown_table', '22023', 'This table has no accounts');
  end if;
  return query execute format(
    'select held.account_id, count(*) from public.%I as held where held.account_id is not null group by held.account_id order by held.account_id', p_table
  );
end
$$;

create function public.count_account_rows(p_table text) returns table (account_id uuid, rows bigint)
language sql stable
set search_path = ''
return private.count_account_rows(p_table);

comment on function public.count_account_rows(text) is
'How many rows of a table each account has, without those that have none. The export of all data asks it, so that it reads a table only in accounts with rows. Admins only. 22023: the table has no accounts.';

grant execute on function public.count_account_rows(text) to authenticated;
grant execute on function private.count_account_rows(text) to authenticated;

drop policy "Everybody reads published landing pages" on public.landing_pages;

create policy "Visitors read published landing pages" on public.landing_pages
for select to anon using (status = 'published');

create policy "People read published landing pages, and admins all" on public.landing_pages
for select to authenticated using (status = 'published' or (select private.has_active_role('admin')));

drop policy "People read absences of their workspace's team and their own" on public.absences;

create policy "People read absences of their workspace's team and their own, and admins all" on public.absences
for select to authenticated using (
  user_id = (select auth.uid()) or user_id = any ((select private.colleagues())::uuid[]) or (select private.has_active_role('admin'))
);

drop policy "People read the admin entry of their own confirmed address" on public.admin_emails;

create policy "People read the admin entry of their own confirmed address, and admins all" on public.admin_emails
for select to authenticated using (email = (select private.confirmed_email()) or (select private.has_active_role('admin')));
