-- Holidays have names.

alter table public.agency_settings add column holiday_names jsonb not null default '{}'
check (jsonb_typeof(holiday_names) = 'object' and octet_length(holiday_names::text) <= 100000);

comment on column public.agency_settings.holiday_names is 'The name of each holiday by its date: {"2026-12-25": "Christmas Day"}.';

grant update (holiday_names) on public.agency_settings to authenticated;
