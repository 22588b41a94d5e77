-- Imported pages. Whoever imports a page says that it is theirs. This is stored before anything is fetched.

create table public.landing_imports (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id),
  address text check (char_length(address) <= 2048),
  agreed_by uuid references auth.users (id) on delete set null,
  agreed_at timestamptz not null default now()
);

comment on table public.landing_imports is 'Who said that a page is theirs and may be copied, before it was imported.';
comment on column public.landing_imports.id is 'The import.';
comment on column public.landing_imports.account_id is 'The account that imported it.';
comment on column public.landing_imports.address is 'Where the page is; null when its HTML was pasted.';
comment on column public.landing_imports.agreed_by is 'Who said so.';
comment on column public.landing_imports.agreed_at is 'When.';

create index landing_imports_account_id_idx on public.landing_imports (account_id, agreed_at desc);
create index landing_imports_agreed_by_idx on public.landing_imports (agreed_by);

alter table public.landing_imports enable row level security;

call private.require_sufficient_sessions('public.landing_imports');

grant select, insert, update, delete on public.landing_imports to service_role;
grant select on public.landing_imports to authenticated;

create policy "People read the imports of their account" on public.landing_imports
for select to authenticated using (account_id = (select private.pages_workspace()));

create function private.begin_landing_import(p_address text) returns uuid
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

create function public.begin_landing_import(p_address text default null) returns uuid
language sql volatile
set search_path = ''
return private.begin_landing_import(p_address);

comment on function public.begin_landing_import(text) is
'Stores that the caller says that a page is theirs and may be copied. For people who write pages. PT429: more than 60 in an hour.';

grant execute on function public.begin_landing_import(text) to authenticated;
grant execute on function private.begin_landing_import(text) to authenticated;
