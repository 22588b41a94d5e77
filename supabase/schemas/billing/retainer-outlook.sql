-- What saving a retainer does, before it is saved, and its Undo after.

create function private.term_end(p_start date, p_months integer) returns date
language sql immutable
set search_path = ''
as $$
  select (p_start + make_interval(months => p_months))::date - 1
$$;

comment on function private.term_end(date, integer) is 'The last day of a retainer''s term; null without one.';

create function private.running_month(p_retainer public.retainers) returns date
language sql stable
set search_path = ''
as $$
  select max(charge.day)
  from private.agency_day() as today (day)
  cross join lateral private.charge_dates(
    p_retainer.start_date, p_retainer.end_date, p_retainer.duration_months, greatest(p_retainer.start_date, today.day - 31), today.day
  ) as charge (day)
  where private.charge_period_end(p_retainer.start_date, charge.day) >= today.day and coalesce(p_retainer.end_date, today.day) >= today.day
$$;

comment on function private.running_month(public.retainers) is
'The first day of the month of a retainer that today is in; null before its start and after its end.';

create function private.retainer_as_saved(
  p_held public.retainers, p_start date, p_months integer, p_status public.retainer_status, p_bill_month date
) returns public.retainers
language plpgsql stable
set search_path = ''
as $$
declare
  saved public.retainers := p_held;
  today constant date := private.agency_day();
  moved constant boolean := p_start is distinct from p_held.start_date;
begin
  saved.start_date := p_start;
  saved.duration_months := p_months;
  saved.status := p_status;
  if moved or p_months is distinct from p_held.duration_months then
    saved.end_date := private.term_end(p_start, p_months);
  end if;
  if moved then saved.charges_from := greatest(p_start, today);
  -- A pause is never charged afterwards.
  elsif p_status = 'active' and p_held.status <> 'active' then saved.charges_from := greatest(p_held.charges_from, today);
  end if;
  if p_bill_month is not null then
    if p_status <> 'active' or p_bill_month is distinct from private.running_month(saved) then
      perform private.refuse('month_not_running', 'PT409', 'The month that you chose to bill is no longer the current one. Check the form again.');
    end if;
    -- It is due from now on, so it is issued once, like any other month.
    saved.charges_from := least(saved.charges_from, p_bill_month);
  end if;
  return saved;
end
$$;

comment on function private.retainer_as_saved(public.retainers, date, integer, public.retainer_status, date) is
'A retainer as it is after saving these values, whose issued charges then follow from the row. Null stands for a new one. With the first day of the month that runs now, that month is charged, too; any other day is refused.';

create function private.charged_month(p_start date, p_day date) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('from', p_day, 'until', private.charge_period_end(p_start, p_day)) where p_day is not null
$$;

comment on function private.charged_month(date, date) is 'A charge''s month as {from, until}; null without a day.';

create function private.retainer_outlook(
  p_start_date date, p_duration_months integer, p_status public.retainer_status, p_retainer_id uuid, p_client_id uuid, p_bill_month date
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.agency_day();
  held public.retainers;
  saved public.retainers;
  running date;
  billed date;
  last_day date;
  due date[];
  coming date[];
begin
  perform private.require_admin();
  if p_retainer_id is null then held.client_id := p_client_id;
  else
    select * into held from public.retainers as retainer where retainer.id = p_retainer_id;
    if not found then perform private.refuse('retainer_not_found', 'PT404', 'Retainer not found'); end if;
  end if;
  -- Values that saving refuses send nothing.
  if held.status in ('completed', 'canceled') or p_status is distinct from 'active' or coalesce(p_duration_months not between 1 and 1200, false)
    or p_start_date is null or not private.is_near_day(p_start_date) and p_start_date is distinct from held.start_date
    or held.start_date <> p_start_date and p_start_date < today then
    return null;
  end if;
  -- The amount is required, and decides nothing else here.
  held.monthly_amount := 1;
  saved := private.retainer_as_saved(held, p_start_date, p_duration_months, p_status, null);
  if private.has_ended_term(held, saved) then return null; end if;
  running := private.running_month(saved);
  if exists (select from public.retainer_charges as done where done.retainer_id = held.id and done.charge_date = running) then billed := running; end if;
  if billed is not null or running >= saved.charges_from then running := null; end if;
  if p_bill_month = running then saved := private.retainer_as_saved(held, p_start_date, p_duration_months, p_status, p_bill_month); end if;
  last_day := least(saved.end_date, private.term_end(p_start_date, p_duration_months));
  due := array(select charge.day from private.open_charges(saved, p_start_date, today) as charge (day));
  coming := array(
    select charge.day
    from private.open_charges(saved, today + 1, coalesce(last_day, greatest(today, saved.charges_from, p_start_date) + 70)) as charge (day)
  );
  return jsonb_build_object(
    'is_first', not exists (select from public.retainer_charges as done where done.retainer_id = held.id),
    'client_status', private.client_status(held.client_id),
    'due', (
      select coalesce(jsonb_agg(private.charged_month(p_start_date, charge.day) order by charge.day), '[]') from unnest(due) as charge (day)
    ),
    'next', private.charged_month(p_start_date, coming[1]),
    'others', case when last_day is not null then greatest(cardinality(coming) - 1, 0) end,
    'last_charge', case when last_day is not null then coming[cardinality(coming)] end,
    'running', private.charged_month(p_start_date, running),
    'billed', private.charged_month(p_start_date, billed),
    'ended_on', case when last_day < today then last_day end,
    'has_past', exists (
      select from private.charge_dates(p_start_date, saved.end_date, p_duration_months, p_start_date, today - 1) as charge (day)
      where private.charge_period_end(p_start_date, charge.day) < today
        and not exists (select from public.retainer_charges as done where done.retainer_id = held.id and done.charge_date = charge.day)
        and charge.day < saved.charges_from
    )
  );
end
$$;

create function public.retainer_outlook(
  p_start_date date, p_duration_months integer default null, p_status public.retainer_status default 'active',
  p_retainer_id uuid default null, p_client_id uuid default null, p_bill_month date default null
) returns jsonb
language sql stable
set search_path = ''
return private.retainer_outlook(p_start_date, p_duration_months, p_status, p_retainer_id, p_client_id, p_bill_month);

comment on function public.retainer_outlook(date, integer, public.retainer_status, uuid, uuid, date) is
'For admins: what saving a retainer with these values sends, or creating one for p_client_id; null if it isn''t active or would be refused. {is_first: none was sent before; client_status: see private.client_status, because only an active client gets invoices; due: the months that saving bills; next: the first month after; others: how many follow it, null without an end; last_charge: the last day of a charge; running: the month that runs now and isn''t billed unless p_bill_month is its first day; billed: the month that runs now, if it was billed; ended_on: its last day, if that has passed; has_past: whether months that are over stay unbilled}. Months are {from, until}.';

create function private.undo_retainer_change(p_retainer_id uuid, p_expected_updated_at timestamptz) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
  entry bigint;
begin
  perform private.require_admin();
  select * into held from public.retainers as retainer where retainer.id = p_retainer_id for update;
  if not found then perform private.refuse('retainer_not_found', 'PT404', 'Retainer not found'); end if;
  perform private.refuse_outdated(p_expected_updated_at, held.updated_at);
  select log.id into entry from public.audit_log as log
  where log.table_name = 'retainers' and log.row_id = p_retainer_id::text and log.action = 'update'
    and (log.after ->> 'updated_at')::timestamptz = held.updated_at
  order by log.id desc limit 1;
  if entry is null then perform private.refuse('entry_not_found', 'PT404', 'Entry not found'); end if;
  perform private.restore_audit_entry(entry);
end
$$;

create function public.undo_retainer_change(p_retainer_id uuid, p_expected_updated_at timestamptz) returns void
language sql volatile
set search_path = ''
return private.undo_retainer_change(p_retainer_id, p_expected_updated_at);

comment on function public.undo_retainer_change(uuid, timestamptz) is
'Takes back the change that gave a retainer this updated_at, as Revert in the audit log does. Invoices that it sent stay, and their months aren''t billed again. Admins only. PT409: it has changed since.';

grant execute on function public.retainer_outlook(date, integer, public.retainer_status, uuid, uuid, date) to authenticated;
grant execute on function private.retainer_outlook(date, integer, public.retainer_status, uuid, uuid, date) to authenticated;
grant execute on function public.undo_retainer_change(uuid, timestamptz) to authenticated;
grant execute on function private.undo_retainer_change(uuid, timestamptz) to authenticated;
