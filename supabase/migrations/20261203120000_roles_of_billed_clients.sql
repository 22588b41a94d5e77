-- Someone becomes staff before or after an invoice or a retainer names them as the client, never at the same moment.

create or replace function private.require_client(p_client_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- Whoever changes their role at this moment comes before or after (private.change_user_role), never between.
  perform from public.user_roles as held
  where held.user_id = p_client_id and held.role = 'client' and held.status = 'active' for share;
  if not found then
    perform private.refuse('client_not_active', '22023', 'This person isn''t an active client', 'client_id');
  end if;
end
$$;

comment on function private.require_client(uuid) is
'Refuses a person who is not an active client, because they could not read their invoice. They stay one until the transaction ends.';

create or replace function private.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid, p_unassign boolean
) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer := 0;
  was_client boolean;
begin
  perform private.require_admin();
  if not exists (select from auth.users as account where account.id = p_user_id) then
    perform private.refuse('person_not_found', 'PT404', 'Person not found');
  end if;
  if p_user_id = auth.uid() and p_role <> 'admin' then
    perform private.refuse('own_account', 'PT409', 'You can''t remove your own admin role');
  end if;
  -- An invoice or a retainer that names them at this moment comes before or after (private.require_client).
  perform from public.user_roles as held where held.user_id = p_user_id and held.role = 'client' for update;
  was_client := found and p_role <> 'client';
  if was_client then perform private.refuse_while_billed(p_user_id); end if;
  insert into public.user_roles as held (user_id, role, status) values (p_user_id, p_role, 'active')
  on conflict (user_id, role) do update set status = 'active' where held.status <> 'active';
  -- An admin or a sales rep may keep their leads. A client can't.
  if p_role = 'client' or p_reassign_to is not null or coalesce(p_unassign, false) then
    moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign);
  end if;
  if p_role <> 'admin' and exists (
    select from public.user_roles as held where held.user_id = p_user_id and held.role = 'admin'
  ) then
    perform private.end_access(p_user_id);
  end if;
  delete from public.user_roles as held where held.user_id = p_user_id and held.role <> p_role;
  -- Their open leads in clients' accounts become nobody's, as when a person leaves an account.
  if was_client then
    with freed as (
      update public.leads as lead set user_id = null
      where lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost')
        and not private.is_on_team(p_user_id, lead.account_id)
      returning lead.is_spam
    )
    select moved + count(*) filter (where not freed.is_spam) into moved from freed;
  end if;
  return moved;
end
$$;

create or replace function private.update_retainer(
  p_retainer_id uuid, p_expected_updated_at timestamptz, p_name text, p_description text, p_monthly_amount integer,
  p_start_date date, p_duration_months integer, p_status public.retainer_status
) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
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
  update public.retainers as retainer
  set retainer_name = private.require_text(p_name, 'Name', 200), description = nullif(btrim(p_description), ''),
    monthly_amount = p_monthly_amount, start_date = p_start_date, duration_months = p_duration_months, status = p_status,
    end_date = case
      when moved or p_duration_months is distinct from held.duration_months
        then (p_start_date + make_interval(months => p_duration_months))::date - 1
      else held.end_date
    end,
    charges_from = case
      when moved then greatest(p_start_date, private.agency_day())
      -- A pause is never charged afterwards.
      when p_status = 'active' and held.status <> 'active' then greatest(held.charges_from, private.agency_day())
      else held.charges_from
    end
  where retainer.id = held.id
  returning retainer.updated_at into changed_at;
  perform private.issue_due_charges(held.id);
  return changed_at;
end
$$;

comment on function public.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status) is
'Changes, pauses or resumes a retainer and returns its new updated_at. Issued invoices stay. PT409: it changed since the caller read it, has ended, or nobody has joined its account yet (owner_missing). 22023: a draft begins, and its person isn''t an active client (client_not_active).';
