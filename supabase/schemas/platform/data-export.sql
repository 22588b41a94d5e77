-- An admin's export of all data reads the tables themselves, so row-level security decides what is in it. This only says where to look.

create function private.count_account_rows(p_table text) returns table (account_id uuid, rows bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (
    select from pg_catalog.pg_class as known join pg_catalog.pg_attribute as held on held.attrelid = known.oid
    where known.relnamespace = 'public'::regnamespace and known.relkind = 'r' and known.relname = p_table
      and held.attname = 'account_id' and not held.attisdropped
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
