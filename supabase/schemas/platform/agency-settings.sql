-- The agency's own details, which invoices, emails, working hours and schedules use. There is exactly one row.

create table public.agency_settings (
  id boolean primary key default true check (id),
  agency_name text not null default 'Upfunnel' check (btrim(agency_name) <> '' and char_length(agency_name) <= 200),
  email text not null default 'hello@example.com' check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  phone text check (char_length(phone) <= 50),
  address text check (char_length(address) <= 1000),
  time_zone text not null default 'America/New_York' check (
    char_length(time_zone) <= 100 and (timestamptz '2000-01-01 00:00+00' at time zone time_zone) is not null
  ),
  working_hours jsonb not null default
  '{"mon": ["09:00", "18:00"], "tue": ["09:00", "18:00"], "wed": ["09:00", "18:00"], "thu": ["09:00", "18:00"], "fri": ["09:00", "18:00"]}'
  check (jsonb_typeof(working_hours) = 'object' and octet_length(working_hours::text) <= 2000),
  holidays date[] not null default '{}' check (cardinality(holidays) <= 500),
  speed_to_lead_minutes integer not null default 5 check (speed_to_lead_minutes between 1 and 1440),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  invoice_prefix text not null default 'INV-' check (char_length(invoice_prefix) <= 20),
  next_invoice_number integer not null default 1 check (next_invoice_number > 0),
  session_days integer not null default 30 check (session_days between 1 and 365),
  session_idle_days integer not null default 14 check (session_idle_days between 1 and 365),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  payment_days integer not null default 14 check (payment_days between 0 and 365),
  -- Second factors (spec §4, §7): a session without a required one can read and write nothing. The factors themselves are in
  -- auth.mfa_factors.
  require_factor_of_admins boolean not null default false,
  require_factor_of_sales boolean not null default false,
  tax_id text check (char_length(tax_id) <= 50),
  payment_terms text check (char_length(payment_terms) <= 500),
  holiday_names jsonb not null default '{}'
  check (jsonb_typeof(holiday_names) = 'object' and octet_length(holiday_names::text) <= 100000),
  locale text not null default 'en-US' check (char_length(locale) <= 6 and locale ~ '^[a-z]{2,3}-[A-Z]{2}$'),
  logo text check (char_length(logo) <= 512),
  logo_width integer check (logo_width between 1 and 2000),
  logo_height integer check (logo_height between 1 and 2000),
  logo_plate boolean not null default false,
  accent text check (char_length(accent) <= 7 and accent ~ '^#[0-9a-f]{6}$'),
  constraint agency_settings_logo_size check ((logo is null) = (logo_width is null) and (logo is null) = (logo_height is null))
);

comment on table public.agency_settings is 'The agency''s own details, in a single row.';
comment on column public.agency_settings.id is 'Always true: there is one row.';
comment on column public.agency_settings.agency_name is 'The name on invoices and emails.';
comment on column public.agency_settings.email is 'The address that clients write to.';
comment on column public.agency_settings.phone is 'The number that clients call.';
comment on column public.agency_settings.address is 'The postal address on invoices.';
comment on column public.agency_settings.time_zone is 'IANA name. It decides working hours, due dates and schedules.';
comment on column public.agency_settings.working_hours is 'From and to for each day (mon to sun), in local time; a missing day is free.';
comment on column public.agency_settings.holidays is 'Days without working hours.';
comment on column public.agency_settings.speed_to_lead_minutes is 'The promised response time for leads, in working minutes.';
comment on column public.agency_settings.currency is 'For new invoices: three letters, ISO 4217, in lower case.';
comment on column public.agency_settings.invoice_prefix is 'The beginning of invoice numbers.';
comment on column public.agency_settings.next_invoice_number is 'The number of the next invoice.';
comment on column public.agency_settings.session_days is 'How many days after sign-in a session ends.';
comment on column public.agency_settings.session_idle_days is 'After how many unused days a session ends.';
comment on column public.agency_settings.created_at is 'When the product was set up.';
comment on column public.agency_settings.updated_at is 'When the row last changed.';
comment on column public.agency_settings.payment_days is
'How many days clients have to pay an invoice that a retainer issues. The editor suggests it for other invoices.';
comment on column public.agency_settings.require_factor_of_admins is
'Whether admins need a second factor. Without one they reach only their security settings.';
comment on column public.agency_settings.require_factor_of_sales is
'Whether sales people need a second factor. Without one they reach only their security settings.';
comment on column public.agency_settings.locale is 'How emails and PDF files write dates, numbers and money, such as en-US or de-DE.';
comment on column public.agency_settings.holiday_names is 'The name of each holiday by its date: {"2026-12-25": "Christmas Day"}.';

comment on column public.agency_settings.tax_id is 'The tax or VAT number on invoices.';
comment on column public.agency_settings.payment_terms is 'How and when to pay, printed on invoices.';
comment on column public.agency_settings.logo is 'The name of the logo''s file in the bucket brand; null for the built-in mark.';
comment on column public.agency_settings.logo_width is 'The logo''s width in pixels.';
comment on column public.agency_settings.logo_height is 'The logo''s height in pixels.';
comment on column public.agency_settings.logo_plate is 'Whether the logo gets a white plate on dark backgrounds, because it is hard to see there.';
comment on column public.agency_settings.accent is 'The color of buttons and links as #rrggbb; null for the product''s.';

insert into public.agency_settings default values;

create trigger touch_updated_at before update on public.agency_settings
for each row execute function private.touch_updated_at();

alter table public.agency_settings enable row level security;

call private.require_sufficient_sessions('public.agency_settings');

grant select, insert, update, delete on public.agency_settings to service_role;
grant select,
  update (
    agency_name, email, phone, address, time_zone, working_hours, holidays, speed_to_lead_minutes, currency,
    invoice_prefix, next_invoice_number, session_days, session_idle_days, locale
  )
on public.agency_settings to authenticated;

grant update (holiday_names, logo, logo_width, logo_height, logo_plate, accent) on public.agency_settings to authenticated;

create function private.agency_zone() returns text
language sql stable
set search_path = ''
as $$
  select coalesce((select settings.time_zone from public.agency_settings as settings), 'UTC')
$$;

comment on function private.agency_zone() is 'The agency''s time zone.';

create function private.agency_day(moment timestamptz default now()) returns date
language sql stable
set search_path = ''
as $$
  select (moment at time zone private.agency_zone())::date
$$;

comment on function private.agency_day(timestamptz) is 'The date in the agency''s time zone.';

create function private.day_start(p_day date) returns timestamptz
language sql stable
set search_path = ''
as $$
  select p_day::timestamp at time zone private.agency_zone()
$$;

comment on function private.day_start(date) is 'When a day begins in the agency''s time zone.';

create policy "Admins read the agency's settings" on public.agency_settings
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Admins change the agency's settings" on public.agency_settings
for update to authenticated
using ((select private.has_active_role('admin'))) with check ((select private.has_active_role('admin')));
