-- The form of a retainer says what saving sends, an admin can bill the month that runs now, and changes can be undone.
drop function public.create_retainer(uuid, text, text, integer, text, date, integer, uuid, uuid);
drop function private.create_retainer(uuid, text, text, integer, text, date, integer, uuid, uuid);
drop function public.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status);
drop function private.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status);
drop function public.end_retainer(uuid, timestamptz, date);
drop function private.end_retainer(uuid, timestamptz, date);

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
    saved.end_date := (p_start + make_interval(months => p_months))::date - 1;
  end if;
  if moved then saved.charges_from := greatest(p_start, today);
  -- A pause is never charged afterwards.
  elsif p_status = 'active' and p_held.status <> 'active' then saved.charges_from := greatest(p_held.charges_from, today);
  end if;
  if p_bill_month is not null then
    if p_status <> 'active' or p_bill_month is distinct from private.running_month(saved) then
      perform private.refuse('month_not_running', 'PT409', 'The month that you chose to bill doesn''t run now. Check the form again.');
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
    or p_start_date is null or p_start_date not between today - 3660 and today + 3660
      and p_start_date is distinct from held.start_date
    or held.start_date <> p_start_date and p_start_date < today then
    return null;
  end if;
  -- The amount is required, and decides nothing else here.
  held.monthly_amount := 1;
  saved := private.retainer_as_saved(held, p_start_date, p_duration_months, p_status, null);
  running := private.running_month(saved);
  if exists (select from public.retainer_charges as done where done.retainer_id = held.id and done.charge_date = running) then billed := running; end if;
  if billed is not null or running >= saved.charges_from then running := null; end if;
  if p_bill_month = running then saved := private.retainer_as_saved(held, p_start_date, p_duration_months, p_status, p_bill_month); end if;
  last_day := least(saved.end_date, (p_start_date + make_interval(months => p_duration_months))::date - 1);
  due := array(select charge.day from private.open_charges(saved, p_start_date, today) as charge (day));
  coming := array(
    select charge.day
    from private.open_charges(saved, today + 1, coalesce(last_day, greatest(today, saved.charges_from, p_start_date) + 70)) as charge (day)
  );
  return jsonb_build_object(
    'is_first', not exists (select from public.retainer_charges as done where done.retainer_id = held.id),
    'can_read', exists (
      select from public.user_roles as role where role.user_id = held.client_id and role.role = 'client' and role.status = 'active'
    ),
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
'For admins: what saving a retainer with these values sends, or creating one for p_client_id; null if it isn''t active or would be refused. {is_first: none was sent before; can_read: whether the client gets invoices now; due: the months that saving bills; next: the first month after; others: how many follow it, null without an end; last_charge: the last day of a charge; running: the month that runs now and isn''t billed unless p_bill_month is its first day; billed: the month that runs now, if it was billed; ended_on: its last day, if that has passed; has_past: whether months that are over stay unbilled}. Months are {from, until}.';

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

create function private.create_retainer(
  p_client_id uuid, p_name text, p_description text, p_monthly_amount integer, p_currency text, p_start_date date,
  p_duration_months integer, p_retainer_id uuid, p_account_id uuid, p_bill_month date
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  known uuid;
  person uuid;
  agreed public.retainers;
begin
  perform private.require_admin();
  person := private.person_to_bill(p_client_id, p_account_id);
  perform private.require_retainer(p_monthly_amount, p_duration_months);
  if p_start_date is null then perform private.refuse('required', '22023', 'Start date is required', 'start_date'); end if;
  if p_start_date not between private.agency_day() - 3660 and private.agency_day() + 3660 then
    perform private.refuse('date_too_far', '22023', 'The start date is too far in the future', 'start_date');
  end if;
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  -- Without a person it waits as a draft.
  agreed := private.retainer_as_saved(
    null, p_start_date, p_duration_months, case when person is null then 'pending' else 'active' end::public.retainer_status, p_bill_month
  );
  insert into public.retainers (
    id, client_id, account_id, status, retainer_name, description, monthly_amount, currency, start_date, duration_months, end_date, charges_from
  )
  values (
    p_retainer_id, person, p_account_id, agreed.status, private.require_text(p_name, 'Name', 200), nullif(btrim(p_description), ''),
    p_monthly_amount, private.require_currency(p_currency), agreed.start_date, agreed.duration_months, agreed.end_date, agreed.charges_from
  )
  on conflict (id) do nothing;
  if not found then
    -- A repeated request, because the answer was lost.
    select retainer.id into known from public.retainers as retainer where retainer.id = p_retainer_id and retainer.client_id is not distinct from person;
    if known is null then perform private.refuse('id_taken', 'PT409', 'Another retainer already has this ID', 'id'); end if;
    return known;
  end if;
  perform private.issue_due_charges(p_retainer_id);
  return p_retainer_id;
end
$$;

create function public.create_retainer(
  p_client_id uuid, p_name text, p_description text, p_monthly_amount integer, p_currency text, p_start_date date, p_duration_months integer default null,
  p_retainer_id uuid default gen_random_uuid(), p_account_id uuid default null, p_bill_month date default null
) returns uuid
language sql volatile
set search_path = ''
return private.create_retainer(
  p_client_id, p_name, p_description, p_monthly_amount, p_currency, p_start_date, p_duration_months, p_retainer_id, p_account_id, p_bill_month
);

comment on function public.create_retainer(uuid, text, text, integer, text, date, integer, uuid, uuid, date) is
'Creates a retainer for an active client, or for the account p_account_id, and returns its id. While nobody has joined the account, it is a draft that an admin activates later. It issues an invoice on its first day and on the same day of every month, from today on. It issues none for months before today, except for the one that runs now if p_bill_month is its first day. PT409: month_not_running.';

create function private.update_retainer(
  p_retainer_id uuid, p_expected_updated_at timestamptz, p_name text, p_description text, p_monthly_amount integer,
  p_start_date date, p_duration_months integer, p_status public.retainer_status, p_bill_month date
) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
  agreed public.retainers;
  changed_at timestamptz;
  moved boolean;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  perform private.require_retainer(p_monthly_amount, p_duration_months);
  if p_status not in ('pending', 'active', 'paused') then
    perform private.refuse('end_date_required', '22023', 'Choose the retainer''s last day', 'end_date');
  end if;
  if p_status <> 'pending' then perform private.require_named(held.client_id, held.account_id); end if;
  if p_status <> 'pending' and held.status = 'pending' then perform private.require_client(held.client_id); end if;
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  moved := p_start_date is distinct from held.start_date;
  if moved and (
    -- A draft waits as long as it takes.
    p_start_date is null or held.status <> 'pending' and held.start_date < private.agency_day()
    or exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)
  ) then
    perform private.refuse('retainer_begun', 'PT409', 'This retainer has started, so its start date can''t change', 'start_date');
  end if;
  if moved and p_start_date not between private.agency_day() and private.agency_day() + 3660 then
    perform private.refuse('date_out_of_range', '22023', 'The start date is in the past or too far in the future', 'start_date');
  end if;
  agreed := private.retainer_as_saved(held, p_start_date, p_duration_months, p_status, p_bill_month);
  update public.retainers as retainer
  set retainer_name = private.require_text(p_name, 'Name', 200), description = nullif(btrim(p_description), ''),
    monthly_amount = p_monthly_amount, start_date = agreed.start_date, duration_months = agreed.duration_months, status = agreed.status,
    end_date = agreed.end_date, charges_from = agreed.charges_from
  where retainer.id = held.id
  returning retainer.updated_at into changed_at;
  perform private.issue_due_charges(held.id);
  return changed_at;
end
$$;

create function public.update_retainer(
  p_retainer_id uuid, p_expected_updated_at timestamptz, p_name text, p_description text, p_monthly_amount integer, p_start_date date,
  p_duration_months integer, p_status public.retainer_status, p_bill_month date default null
) returns timestamptz
language sql volatile
set search_path = ''
return private.update_retainer(
  p_retainer_id, p_expected_updated_at, p_name, p_description, p_monthly_amount, p_start_date, p_duration_months, p_status, p_bill_month
);

comment on function public.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status, date) is
'Changes, pauses or resumes a retainer and returns its new updated_at. Issued invoices stay. With p_bill_month, the first day of the month that runs now, that month is billed, too. PT409: it changed since the caller read it, has ended, that month doesn''t run now (month_not_running), or nobody has joined its account yet (owner_missing). 22023: a draft begins, and its person isn''t an active client (client_not_active).';

create function private.end_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz, p_last_day date) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
  changed_at timestamptz;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  if p_last_day is null or p_last_day < private.agency_day() then
    perform private.refuse('date_in_past', '22023', 'The last day can''t be in the past', 'end_date');
  end if;
  -- What is due by today is owed, even when today is the last day.
  perform private.issue_due_charges(held.id);
  update public.retainers as retainer
  set status = case when held.client_id is null or p_last_day < held.start_date then 'canceled' when p_last_day = private.agency_day() then 'completed' else held.status end,
    end_date = greatest(p_last_day, held.start_date)
  where retainer.id = held.id
  returning retainer.updated_at into changed_at;
  return changed_at;
end
$$;

create function public.end_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz, p_last_day date) returns timestamptz
language sql volatile
set search_path = ''
return private.end_retainer(p_retainer_id, p_expected_updated_at, p_last_day);

comment on function public.end_retainer(uuid, timestamptz, date) is
'Sets a retainer''s last day, today or later, and returns its new updated_at. No invoice is issued for a later day. A retainer that has not begun by then is canceled.';

grant execute on function public.create_retainer(uuid, text, text, integer, text, date, integer, uuid, uuid, date) to authenticated;
grant execute on function private.create_retainer(uuid, text, text, integer, text, date, integer, uuid, uuid, date) to authenticated;
grant execute on function public.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status, date) to authenticated;
grant execute on function private.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status, date) to authenticated;
grant execute on function public.end_retainer(uuid, timestamptz, date) to authenticated;
grant execute on function private.end_retainer(uuid, timestamptz, date) to authenticated;
