-- Imports of an account that begin in the same moment are counted one after the other, so that the limit holds.

create or replace function private.begin_landing_import(p_address text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
  made uuid;
begin
  perform private.lock_quota('landing_imports', account::text);
  if (
    select count(*) from public.landing_imports as past where past.account_id = account and past.agreed_at > now() - interval '1 hour'
  ) >= 60 then
    perform private.refuse('too_many_imports', 'PT429', 'You imported 60 pages in an hour. Try again later.');
  end if;
  insert into public.landing_imports (account_id, address, agreed_by) values (account, nullif(btrim(p_address), ''), auth.uid()) returning id into made;
  return made;
end
$$;
