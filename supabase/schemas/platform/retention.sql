-- How long records are kept that accumulate by themselves. Admins choose within bounds, and the purges read it.

create table public.retention_settings (
  kind text primary key check (kind ~ '^[a-z][a-z_]{0,49}$'),
  position integer not null unique,
  label text not null check (char_length(label) <= 60),
  holds text not null check (char_length(holds) <= 300),
  reason text not null check (char_length(reason) <= 300),
  keep_days integer not null,
  default_days integer not null,
  min_days integer not null check (min_days > 0),
  max_days integer not null,
  updated_at timestamptz not null default now(),
  check (keep_days between min_days and max_days),
  check (default_days between min_days and max_days)
);

comment on table public.retention_settings is 'For how many days each kind of record is kept.';
comment on column public.retention_settings.kind is 'The kind of record.';
comment on column public.retention_settings.position is 'Its place in the list.';
comment on column public.retention_settings.label is 'Its name on the screen.';
comment on column public.retention_settings.holds is 'What these records contain.';
comment on column public.retention_settings.reason is 'Why the default is what it is.';
comment on column public.retention_settings.keep_days is 'For how many days they are kept.';
comment on column public.retention_settings.default_days is 'The days in a new installation.';
comment on column public.retention_settings.min_days is 'The fewest days.';
comment on column public.retention_settings.max_days is 'The most days.';
comment on column public.retention_settings.updated_at is 'When the row last changed.';

insert into public.retention_settings (position, kind, label, holds, reason, default_days, keep_days, min_days, max_days) values
(1, 'audit_log', 'Audit log',
  'Every change an admin makes, with the values before and after.',
  'Two years cover questions about last year''s invoices and roles.', 730, 730, 90, 3650),
(2, 'auth_log', 'Sign-in log',
  'Sign-ups, sign-ins, sign-outs and password changes, with email and IP addresses.',
  'A break-in is usually noticed within three months.', 90, 90, 30, 730),
(3, 'sessions', 'Ended sessions',
  'Ended sessions and replaced sign-in tokens.',
  'Replaced tokens are kept as long as a session can last, so stolen copies are still recognized.', 30, 30, 14, 365),
(4, 'email_log', 'Email log',
  'Recipient, subject and time of delivered emails. Their content is removed on delivery.',
  'A month is enough to answer whether an email was sent.', 30, 30, 7, 365),
(5, 'failed_emails', 'Failed emails',
  'Emails that couldn''t be delivered, with their content so you can resend them. Their links expire after 8 days.',
  'Three months leave time to notice and fix a delivery problem.', 90, 90, 7, 365),
(6, 'import_rows', 'Rows of imported files',
  'The rows of finished imports. You can undo an import only while its rows are kept. Leads aren''t affected.',
  'Mistakes in a file usually show within a month.', 30, 30, 1, 365);

create trigger touch_updated_at before update on public.retention_settings
for each row execute function private.touch_updated_at();

alter table public.retention_settings enable row level security;

call private.require_sufficient_sessions('public.retention_settings');

grant select, insert, update, delete on public.retention_settings to service_role;
grant select, update (keep_days) on public.retention_settings to authenticated;

create policy "Admins read the retention settings" on public.retention_settings
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Admins change the retention settings" on public.retention_settings
for update to authenticated
using ((select private.has_active_role('admin'))) with check ((select private.has_active_role('admin')));

call private.watch('public.retention_settings', 'kind');

create function private.retention_cutoff(p_kind text) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  days integer;
begin
  select setting.keep_days into days from public.retention_settings as setting where setting.kind = p_kind;
  -- Without a setting nothing is deleted.
  if days is null then perform private.refuse('unknown_retention', 'P0001', format('There is no retention setting %s', p_kind)); end if;
  return now() - make_interval(days => days);
end
$$;

comment on function private.retention_cutoff(text) is 'Records of this kind from before this time are deleted.';
