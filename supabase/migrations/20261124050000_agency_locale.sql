alter table public.agency_settings add column locale text not null default 'en-US' check (char_length(locale) <= 6 and locale ~ '^[a-z]{2,3}-[A-Z]{2}$');
comment on column public.agency_settings.locale is 'How emails and PDF files write dates, numbers and money, such as en-US or de-DE.';
grant update (locale) on public.agency_settings to authenticated;
