create table public.retainer_charges (
  retainer_id uuid not null references public.retainers (id) on delete restrict,
  charge_date date not null,
  invoice_id uuid not null unique references public.invoices (id) on delete restrict deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (retainer_id, charge_date)
);

comment on table public.retainer_charges is 'Which invoice a retainer issued for which day, one for each.';
comment on column public.retainer_charges.retainer_id is 'The retainer.';
comment on column public.retainer_charges.charge_date is 'The first day of the charged month.';
comment on column public.retainer_charges.invoice_id is 'The invoice.';
comment on column public.retainer_charges.created_at is 'When it was issued.';

create index retainers_status_idx on public.retainers (status);

alter table public.retainer_charges enable row level security;

call private.require_sufficient_sessions('public.retainer_charges');

grant select on public.retainer_charges to service_role, authenticated;

create policy "Admins read all retainer charges" on public.retainer_charges
for select to authenticated using ((select private.has_active_role('admin')));

create function private.day_range_text(p_from date, p_until date) returns text
language sql stable
set search_path = ''
as $$
  select case
    when settings.locale ~ '-(US|CA|PH|CN|JP|KR)$' then
      to_char(p_from, case when same.year then 'Mon FMDD' else 'Mon FMDD, YYYY' end) || ' – '
      || to_char(p_until, case when same.month then 'FMDD, YYYY' else 'Mon FMDD, YYYY' end)
    else
      to_char(p_from, case when same.month then 'FMDD' when same.year then 'FMDD Mon' else 'FMDD Mon YYYY' end) || ' – '
      || to_char(p_until, 'FMDD Mon YYYY')
    end
  from public.agency_settings as settings
  cross join lateral (
    select date_trunc('year', p_from) = date_trunc('year', p_until) as year, date_trunc('month', p_from) = date_trunc('month', p_until) as month
  ) as same
$$;

comment on function private.day_range_text(date, date) is
'Days in the words of an invoice, as formatDayRange writes them: Nov 12 – Dec 11, 2026 in the regions that write the month first (domain/format-locale.ts), or 12 Nov – 11 Dec 2026.';

create function private.charge_period_end(p_start date, p_day date) returns date
language sql immutable
set search_path = ''
as $$
  -- A charge is always in the month that it counts, so the months between the two days give its number.
  select (p_start + make_interval(
    months => ((extract(year from p_day) - extract(year from p_start)) * 12 + extract(month from p_day) - extract(month from p_start))::integer + 1
  ))::date - 1
$$;

comment on function private.charge_period_end(date, date) is
'The last day that a retainer''s charge pays for: the day before its next one, so that no day is left out or billed twice after a short month.';

create function private.issue_charge(p_retainer public.retainers, p_day date) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  issued uuid := gen_random_uuid();
  until constant date := private.charge_period_end(p_retainer.start_date, p_day);
  period constant text := private.day_range_text(p_day, until);
begin
  -- The primary key decides. The second of two concurrent calls waits here and then finds the row.
  insert into public.retainer_charges (retainer_id, charge_date, invoice_id) values (p_retainer.id, p_day, issued)
  on conflict (retainer_id, charge_date) do nothing;
  if not found then return null; end if;
  insert into public.invoices (id, client_id, account_id, invoice_number, description, amount, currency, due_date, service_from, service_until)
  values (
    issued, p_retainer.client_id, p_retainer.account_id, private.next_invoice_number(), p_retainer.retainer_name || ', ' || period, p_retainer.monthly_amount, p_retainer.currency,
    -- Counts from today, so that a late invoice is not overdue on arrival.
    private.agency_day() + (select settings.payment_days from public.agency_settings as settings), p_day, until
  );
  insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount)
  values (issued, 1, p_retainer.retainer_name || ', ' || period, 1, p_retainer.monthly_amount);
  update public.invoices as invoice set status = 'pending' where invoice.id = issued;
  insert into public.invoice_events (invoice_id, kind, note, amount) values (issued, 'issued', p_retainer.retainer_name, p_retainer.monthly_amount);
  return issued;
end
$$;

comment on function private.issue_charge(public.retainers, date) is
'Sends the invoice of one retainer for one day, once; null when it was already sent.';

create function private.open_charges(p_retainer public.retainers, p_from date, p_until date) returns setof date
language sql stable
set search_path = ''
as $$
  select charge.day
  from private.charge_dates(
    p_retainer.start_date, p_retainer.end_date, p_retainer.duration_months,
    greatest(p_retainer.charges_from, p_retainer.start_date, p_from), p_until
  ) as charge (day)
  where p_retainer.status = 'active' and p_retainer.monthly_amount > 0
    and not exists (
      select from public.retainer_charges as done where done.retainer_id = p_retainer.id and done.charge_date = charge.day
    )
  order by charge.day
$$;

comment on function private.open_charges(public.retainers, date, date) is
'The days between two dates for which a retainer has an invoice still to issue. Lists of coming charges and the job that issues them both read it.';

create function private.tells_retainer_change(p_old public.retainers, p_new public.retainers) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(p_old.client_id = p_new.client_id, false) and p_old.status <> 'pending' and p_new.status <> 'pending'
    and (
      p_old.monthly_amount <> p_new.monthly_amount or p_old.end_date is distinct from p_new.end_date
      -- A retainer whose last day passes is completed without news.
      or p_old.status <> p_new.status and p_new.status in ('active', 'paused', 'canceled')
    )
$$;

comment on function private.tells_retainer_change(public.retainers, public.retainers) is
'Whether a change of a retainer is news for its client: see private.announce_retainer_change.';

create function private.announce_retainer_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  terms constant jsonb := jsonb_build_object('amount', new.monthly_amount::text, 'status', new.status, 'ends', new.end_date);
  untold jsonb;
  known jsonb;
begin
  if not private.tells_retainer_change(old, new) then return null; end if;
  -- A change that the client was not told yet counts from what they know.
  untold := private.withdraw_mail('retainer-changed:' || new.id);
  known := case
    when untold is null then jsonb_build_object('amount', old.monthly_amount::text, 'status', old.status, 'ends', old.end_date)
    else jsonb_build_object('amount', untold ->> 'amountBefore', 'status', untold ->> 'statusBefore', 'ends', untold ->> 'endsBefore')
  end;
  if terms = known or private.client_status(new.client_id) is distinct from 'active' then return null; end if;
  perform public.enqueue_outbox('mail', format('retainer-changed:%s:%s', new.id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'retainer-changed', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'forAccount', private.account_among_several(new.client_id, new.account_id),
      'retainer', new.retainer_name, 'currency', new.currency,
      'amount', terms ->> 'amount', 'status', terms ->> 'status', 'ends', terms ->> 'ends',
      'amountBefore', known ->> 'amount', 'statusBefore', known ->> 'status', 'endsBefore', known ->> 'ends',
      'charge', (
        select charge.day from private.open_charges(new, private.agency_day() + 1, greatest(new.start_date, private.agency_day()) + 400) as charge (day)
        order by charge.day limit 1
      )
    ))
  ), now() + interval '10 seconds')
  from private.mail_recipient(new.client_id) as reader (row);
  return null;
end
$$;

comment on function private.announce_retainer_change() is
'Trigger: emails the client what someone changed about a retainer that has begun or is agreed: its amount, a pause, or its last day. Not what is undone right away.';

create trigger announce_retainer_change after update on public.retainers
for each row execute function private.announce_retainer_change();

create function private.due_charges(p_retainer public.retainers) returns setof date
language sql stable
set search_path = ''
as $$
  select charge.day
  from private.open_charges(p_retainer, p_retainer.start_date, private.agency_day()) as charge (day)
  -- A client who cannot read invoices gets none. They follow when the client can again.
  where exists (
    select from public.user_roles as held where held.user_id = p_retainer.client_id and held.role = 'client' and held.status = 'active'
  )
  order by charge.day
$$;

comment on function private.due_charges(public.retainers) is 'The days up to today whose invoice a retainer has not issued yet.';

create function private.issue_due_charges(p_retainer_id uuid) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.retainers;
  day date;
  issued integer := 0;
begin
  -- Reads the row under a lock, because somebody may have just ended or changed the retainer.
  select * into held from public.retainers as retainer where retainer.id = p_retainer_id for update;
  for day in select * from private.due_charges(held) loop
    if private.issue_charge(held, day) is not null then issued := issued + 1; end if;
  end loop;
  return issued;
end
$$;

comment on function private.issue_due_charges(uuid) is 'Sends every invoice that a retainer has to issue by today; returns how many.';

create function private.issue_retainer_invoices() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  due uuid;
begin
  for due in
    select retainer.id from public.retainers as retainer
    where retainer.status = 'active' and exists (select from private.due_charges(retainer)) order by retainer.created_at, retainer.id
  loop
    -- A retainer that fails does not stop the others, and is tried again.
    begin
      perform private.issue_due_charges(due);
    exception when others then
      raise warning 'Retainer % issued no invoice: %', due, sqlerrm;
    end;
  end loop;
  update public.retainers as retainer set status = 'completed'
  where retainer.status = 'active' and not exists (select from private.due_charges(retainer))
    and (
      retainer.end_date < private.agency_day()
      or (retainer.start_date + make_interval(months => retainer.duration_months))::date <= private.agency_day()
    );
end
$$;

comment on function private.issue_retainer_invoices() is
'Job: issues the invoices of all retainers up to today, including missed days, and completes retainers that have ended.';

insert into private.scheduled_jobs (name, job_function, run_every) values ('issue retainer invoices', 'issue_retainer_invoices', interval '15 minutes');
