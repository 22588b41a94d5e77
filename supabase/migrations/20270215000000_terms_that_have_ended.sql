-- A retainer isn't saved with a term that has ended, whatever it was before. Days are near within ten years by the calendar.
drop function private.refuse_ended_term(date, integer);

create function private.is_near_day(p_day date) returns boolean
language sql stable
set search_path = ''
as $$
  select p_day between private.agency_day() - interval '10 years' and private.agency_day() + interval '10 years'
$$;

comment on function private.is_near_day(date) is 'Whether a day is within ten years of today, by the calendar. Same rule as domain/retainer-days.ts.';

create or replace function private.require_near_day(p_day date, p_label text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if private.is_near_day(p_day) then return; end if;
  if p_day > private.agency_day() then
    perform private.refuse('date_too_far', '22023', format('%s is too far in the future', p_label), private.field_name(p_label));
  end if;
  if p_day < private.agency_day() then
    perform private.refuse('date_too_old', '22023', format('%s is too far in the past', p_label), private.field_name(p_label));
  end if;
end
$$;

comment on function private.require_near_day(date, text) is
'Refuses a day that is more than ten years away, such as infinity, which no email and no PDF can show. No day is fine.';

create function private.has_ended_term(p_held public.retainers, p_saved public.retainers) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(private.term_end(p_saved.start_date, p_saved.duration_months) < private.agency_day(), false)
    and p_saved.status <> 'pending'
    and (
      p_saved.status = 'active' or p_held.status = 'pending'
      or (p_saved.start_date, p_saved.duration_months) is distinct from (p_held.start_date, p_held.duration_months)
    )
$$;

comment on function private.has_ended_term(public.retainers, public.retainers) is
'Whether a retainer would be saved with a term that has ended: it would send nothing. Null stands for a new one. A paused one keeps a term that ended in the meantime, and a draft waits. Same rule as termProblem in domain/retainer-days.ts.';

create function private.refuse_ended_term(p_held public.retainers, p_saved public.retainers) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if private.has_ended_term(p_held, p_saved) then
    perform private.refuse('term_ended', '22023', 'The term has ended already. Make it longer, or choose a later start date.', 'term_months');
  end if;
end
$$;

comment on function private.refuse_ended_term(public.retainers, public.retainers) is 'Refuses to save a retainer whose term has ended.';

create or replace function private.create_retainer(
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
  perform private.require_near_day(p_start_date, 'Start date');
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  -- Without a person it waits as a draft.
  agreed := private.retainer_as_saved(
    null, p_start_date, p_duration_months, case when person is null then 'pending' else 'active' end::public.retainer_status, p_bill_month
  );
  perform private.refuse_ended_term(null, agreed);
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

create or replace function private.update_retainer(
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
  if moved and p_start_date < private.agency_day() then
    perform private.refuse('date_in_past', '22023', 'The start date is in the past', 'start_date');
  end if;
  if moved then perform private.require_near_day(p_start_date, 'Start date'); end if;
  agreed := private.retainer_as_saved(held, p_start_date, p_duration_months, p_status, p_bill_month);
  perform private.refuse_ended_term(held, agreed);
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

create or replace function private.retainer_outlook(
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

comment on function public.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status, date) is
'Changes, pauses or resumes a retainer and returns its new updated_at. Issued invoices stay. With p_bill_month, the first day of the month that runs now, that month is billed, too. PT409: it changed since the caller read it, has ended, that month doesn''t run now (month_not_running), or nobody has joined its account yet (owner_missing). 22023: a draft begins, and its person isn''t an active client (client_not_active), or its term has ended (term_ended). A paused one keeps a term that ended in the meantime.';
