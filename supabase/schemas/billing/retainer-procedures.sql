-- Admins create, change and end retainers.

create function private.require_retainer(p_amount integer, p_months integer) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if p_amount is null or p_amount < 1 then
    perform private.refuse('amount_not_positive', '22023', 'The monthly amount must be more than zero', 'monthly_amount');
  end if;
  if p_amount > 99999999 then
    perform private.refuse(
      'amount_too_large', '22023',
      'The monthly amount is above the payment limit (99,999,999 of the smallest currency unit)',
      'monthly_amount'
    );
  end if;
  if p_months not between 1 and 1200 then perform private.refuse('term_invalid', '22023', 'The term must be 1 to 1,200 months', 'term_months'); end if;
end
$$;

comment on function private.require_retainer(integer, integer) is 'Refuses an invalid amount or term.';

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
'Creates a retainer for an active client, or for the account p_account_id, and returns its id. While nobody has joined the account, it is a draft that an admin activates later. It issues an invoice on its first day and on the same day of every month, from today on. It issues none for months before today, except for the one that runs now if p_bill_month is its first day. PT409: month_not_running. 22023: its term has ended (term_ended).';

create function private.lock_retainer(p_retainer_id uuid, p_expected timestamptz) returns public.retainers
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.retainers;
begin
  select * into held from public.retainers as retainer where retainer.id = p_retainer_id for update;
  if not found then perform private.refuse('retainer_not_found', 'PT404', 'Retainer not found'); end if;
  perform private.refuse_outdated(p_expected, held.updated_at);
  if held.status in ('completed', 'canceled') then perform private.refuse('retainer_ended', 'PT409', 'This retainer has ended'); end if;
  return held;
end
$$;

comment on function private.lock_retainer(uuid, timestamptz) is 'Locks a retainer as the caller saw it. Refuses changed and ended ones.';

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
'Changes, pauses or resumes a retainer and returns its new updated_at. Issued invoices stay. With p_bill_month, the first day of the month that runs now, that month is billed, too. PT409: it changed since the caller read it, has ended, that month doesn''t run now (month_not_running), or nobody has joined its account yet (owner_missing). 22023: a draft begins, and its person isn''t an active client (client_not_active), or its term has ended (term_ended). A paused one keeps a term that ended in the meantime.';

create function private.end_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz, p_last_day date) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
  changed_at timestamptz;
  term_end date;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  term_end := private.term_end(held.start_date, held.duration_months);
  if p_last_day is null or p_last_day < private.agency_day() then
    perform private.refuse('date_in_past', '22023', 'The last day can''t be in the past', 'end_date');
  end if;
  if term_end is null then perform private.require_near_day(p_last_day, 'End date'); end if;
  -- If the term has passed but the retainer hasn't ended, as with a draft, it can still end today.
  if term_end is not null and p_last_day > greatest(term_end, private.agency_day()) then
    perform private.refuse('end_after_term', '22023', 'The last day is after its term. Change the term to go on longer.', 'end_date');
  end if;
  -- What is due by today is owed, even when today is the last day.
  perform private.issue_due_charges(held.id);
  update public.retainers as retainer
  set status = case when held.client_id is null or p_last_day < held.start_date then 'canceled' when p_last_day = private.agency_day() then 'completed' else held.status end,
    end_date = greatest(least(p_last_day, term_end), held.start_date)
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
'Sets a retainer''s last day, today or later, and returns its new updated_at. No invoice is issued for a later day. A retainer that has not begun by then is canceled. 22023: the day is over (date_in_past), or after the term (end_after_term).';

create function private.continue_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
  changed_at timestamptz;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  update public.retainers as retainer set end_date = private.term_end(held.start_date, held.duration_months)
  where retainer.id = held.id
  returning retainer.updated_at into changed_at;
  perform private.issue_due_charges(held.id);
  return changed_at;
end
$$;

create function public.continue_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz) returns timestamptz
language sql volatile
set search_path = ''
return private.continue_retainer(p_retainer_id, p_expected_updated_at);

comment on function public.continue_retainer(uuid, timestamptz) is
'Removes the last day that was set for a retainer, and returns its new updated_at. It then ends with its term, or not at all.';

grant execute on function public.create_retainer(uuid, text, text, integer, text, date, integer, uuid, uuid, date) to authenticated;
grant execute on function private.create_retainer(uuid, text, text, integer, text, date, integer, uuid, uuid, date) to authenticated;
grant execute on function public.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status, date) to authenticated;
grant execute on function private.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status, date) to authenticated;
grant execute on function public.end_retainer(uuid, timestamptz, date) to authenticated;
grant execute on function private.end_retainer(uuid, timestamptz, date) to authenticated;
grant execute on function public.continue_retainer(uuid, timestamptz) to authenticated;
grant execute on function private.continue_retainer(uuid, timestamptz) to authenticated;
