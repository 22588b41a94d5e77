-- An account is a business whose leads, pages and people are kept apart from all others: the agency itself, and each client.

create type public.account_kind as enum ('agency', 'client');

comment on type public.account_kind is 'The agency is one account; every other account is a client of it.';

create table public.accounts (
  id uuid primary key default gen_random_uuid(),
  kind public.account_kind not null default 'client',
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  slug text not null unique check (char_length(slug) <= 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  time_zone text not null default 'America/New_York' check (
    char_length(time_zone) <= 100 and (timestamptz '2000-01-01 00:00+00' at time zone time_zone) is not null
  ),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  working_hours jsonb not null default
  '{"mon": ["09:00", "18:00"], "tue": ["09:00", "18:00"], "wed": ["09:00", "18:00"], "thu": ["09:00", "18:00"], "fri": ["09:00", "18:00"]}'
  check (jsonb_typeof(working_hours) = 'object' and octet_length(working_hours::text) <= 2000),
  holidays date[] not null default '{}' check (cardinality(holidays) <= 500),
  speed_to_lead_minutes integer not null default 5 check (speed_to_lead_minutes between 1 and 1440),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  requires_approval boolean not null default true,
  logo text check (char_length(logo) <= 512),
  logo_width integer check (logo_width between 1 and 2000),
  logo_height integer check (logo_height between 1 and 2000),
  logo_plate boolean not null default false,
  accent text check (char_length(accent) <= 7 and accent ~ '^#[0-9a-f]{6}$'),
  constraint accounts_agency_stays check (kind <> 'agency' or archived_at is null),
  constraint accounts_logo_size check ((logo is null) = (logo_width is null) and (logo is null) = (logo_height is null))
);

comment on table public.accounts is 'The agency and its clients. Leads, pages, clocks and people belong to one account.';
comment on column public.accounts.id is 'The account.';
comment on column public.accounts.kind is 'agency (exactly one) or client.';
comment on column public.accounts.name is 'The name of the business, which its emails and its workspace show.';
comment on column public.accounts.slug is 'Its name in /workspace/{slug}. It never changes, so that links stay valid.';
comment on column public.accounts.time_zone is 'IANA name. It decides working hours and the days of figures.';
comment on column public.accounts.currency is 'For the values of leads: three letters, ISO 4217, in lower case.';
comment on column public.accounts.working_hours is 'From and to for each day (mon to sun), in local time; a missing day is free.';
comment on column public.accounts.holidays is 'Days without working hours.';
comment on column public.accounts.speed_to_lead_minutes is 'The promised response time for leads, in working minutes.';
comment on column public.accounts.created_at is 'When the account was created.';
comment on column public.accounts.updated_at is 'When the row last changed.';
comment on column public.accounts.archived_at is 'When it was archived. Its workspace is then closed, and nothing in it is lost.';
comment on column public.accounts.requires_approval is 'Whether an admin approves what a client''s people publish. Admins publish directly.';
comment on column public.accounts.logo is 'The name of its logo''s file in the bucket brand, in the folder with its id; null without one.';
comment on column public.accounts.logo_width is 'The logo''s width in pixels.';
comment on column public.accounts.logo_height is 'The logo''s height in pixels.';
comment on column public.accounts.logo_plate is 'Whether the logo gets a white plate on dark backgrounds, because it is hard to see there.';
comment on column public.accounts.accent is 'Its color as #rrggbb; null for the product''s. Screens and emails derive readable shades from it (domain/accent.ts).';

create unique index accounts_one_agency_idx on public.accounts (kind) where kind = 'agency';
create index accounts_name_idx on public.accounts (lower(name), id);
create index accounts_created_at_idx on public.accounts (created_at desc, id);

create trigger touch_updated_at before update on public.accounts
for each row execute function private.touch_updated_at();

-- A constant, so that the planner knows it. The row is written with the table and never deleted.
create function private.agency_account() returns uuid
language sql immutable parallel safe
set search_path = ''
as $$ select '00000000-0000-4000-8000-000000000001'::uuid $$;

comment on function private.agency_account() is 'The agency''s own account.';

-- Rows about a lead start with it, until a trigger sets the lead's own account.
grant execute on function private.agency_account() to authenticated, service_role;

insert into public.accounts (id, kind, name, slug)
values ('00000000-0000-4000-8000-000000000001', 'agency', 'Upfunnel', 'agency');

create function private.keep_agency_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or (new.id, new.kind) is distinct from (old.id, old.kind) then
    perform private.refuse('agency_account_fixed', 'PT409', 'The agency''s own account can''t be deleted');
  end if;
  return new;
end
$$;

comment on function private.keep_agency_account() is 'Trigger: the agency''s account stays.';

create trigger keep_agency_account before delete or update of id, kind on public.accounts
for each row when (old.kind = 'agency') execute function private.keep_agency_account();

create function private.sync_agency_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.accounts as account
  set name = new.agency_name, time_zone = new.time_zone, currency = new.currency, working_hours = new.working_hours,
    holidays = new.holidays, speed_to_lead_minutes = new.speed_to_lead_minutes
  where account.kind = 'agency';
  return null;
end
$$;

comment on function private.sync_agency_account() is
'Trigger: the agency''s account follows the agency''s settings, which admins edit. Everything about leads reads the account.';

create trigger sync_agency_account
after insert or update of agency_name, time_zone, currency, working_hours, holidays, speed_to_lead_minutes on public.agency_settings
for each row execute function private.sync_agency_account();

create function private.slug_for(p_name text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- 'Söhne' is sohne, and 'Zoë''s' is zoes. Some letters have no accent that comes off, and not every database has a lower case for them. As in
  -- domain/slug.ts.
  plain text := regexp_replace(regexp_replace(regexp_replace(regexp_replace(translate(
    lower(regexp_replace(normalize(regexp_replace(coalesce(p_name, ''), '[''’‘ʼ´`]', '', 'g'), nfkd), '[\u0300-\u036f]', '', 'g')),
    'øØłŁđĐðÐı', 'oollddddi'
  ), '[ßẞ]', 'ss', 'g'), '[æÆ]', 'ae', 'g'), '[œŒ]', 'oe', 'g'), '[þÞ]', 'th', 'g');
  base text := left(btrim(regexp_replace(plain, '[^a-z0-9]+', '-', 'g'), '-'), 50);
  wanted text;
  number integer := 1;
begin
  base := coalesce(nullif(btrim(base, '-'), ''), 'client');
  wanted := base;
  -- Two accounts with one name take turns, so that the second one sees the first one's slug.
  perform pg_advisory_xact_lock(hashtextextended('account slug ' || base, 0));
  while exists (select from public.accounts as account where account.slug = wanted) loop
    number := number + 1;
    wanted := base || '-' || number;
  end loop;
  return wanted;
end
$$;

comment on function private.slug_for(text) is 'A free slug for an account with this name: the name in lower case without accents, with a number when it is taken.';

create function private.check_holidays() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  today constant date := (now() at time zone new.time_zone)::date;
  added constant date[] := array(select day from unnest(new.holidays) as day where day <> all (old.holidays));
begin
  if auth.uid() is null then return new; end if;
  if exists (select from unnest(added) as day where day > today + interval '10 years') then
    perform private.refuse('date_too_far', '22023', 'Choose holidays within the next 10 years', 'holidays');
  end if;
  -- Undo restores a day that has passed since it was added.
  if exists (
    select from unnest(added) as day where day < today and not exists (
      select from public.audit_log as entry
      where entry.table_name = tg_table_name and entry.row_id = to_jsonb(new) ->> 'id' and entry.before -> 'holidays' ? day::text
    )
  ) then
    perform private.refuse('date_in_past', '22023', 'Choose holidays from today on', 'holidays');
  end if;
  return new;
end
$$;

comment on function private.check_holidays() is
'Trigger: people add holidays from today until 10 years ahead, in the row''s time zone, or restore one that was there before. Holidays that have passed stay.';

-- The agency's account follows its settings.
create trigger check_holidays before update of holidays on public.accounts
for each row when (new.kind = 'client' and old.holidays is distinct from new.holidays) execute function private.check_holidays();

create trigger check_holidays before update of holidays on public.agency_settings
for each row when (old.holidays is distinct from new.holidays) execute function private.check_holidays();

create function private.check_account_logo() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.logo is not null and not exists (
    select from storage.objects as file
    where file.bucket_id = 'brand' and file.name = new.logo and private.folder_id(file.name) = new.id and file.metadata ->> 'mimetype' = 'image/png'
  ) then
    perform private.refuse('logo_not_found', '22023', 'The logo must be a PNG file that is stored', 'logo');
  end if;
  return new;
end
$$;

comment on function private.check_account_logo() is 'Trigger: an account''s logo is a stored PNG file in its own folder, because emails show no other format everywhere.';

create trigger check_account_logo before insert or update of logo on public.accounts
for each row execute function private.check_account_logo();

alter table public.accounts enable row level security;

call private.require_sufficient_sessions('public.accounts');

grant select, insert, update, delete on public.accounts to service_role;
grant select on public.accounts to authenticated;

create policy "People read the accounts that they may enter" on public.accounts
for select to authenticated
using (id = any ((select private.accounts_of_caller())::uuid[]) or (select private.has_active_role('admin')));

call private.watch('public.accounts', 'id');
