-- A name that is no table of ours is refused in every spelling, also that of an index and an empty one.
create or replace function private.count_account_rows(p_table text) returns table (account_id uuid, rows bigint)
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
