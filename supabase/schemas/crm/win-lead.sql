-- Wins a lead in one step: the stage, the client's account, their dashboard and a retainer. The account exists right away. Its
-- dashboard and draft retainer name nobody until the owner accepts the invitation (private.name_prepared).

create table private.client_setups (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  batch_id uuid not null references public.lead_batches (id) on delete cascade,
  outcome text not null check (outcome in ('set_up', 'handed_over')),
  -- The draft and the dashboard that this setup made.
  retainer_id uuid references public.retainers (id) on delete set null,
  created_at timestamptz not null default now(),
  dashboard_id uuid references public.client_dashboards (id) on delete set null
);

comment on table private.client_setups is
'Won leads whose client is set up or was handed over to the admins, once while the lead stays won.';

create index client_setups_batch_id_idx on private.client_setups (batch_id);
create index client_setups_retainer_id_idx on private.client_setups (retainer_id);
create index client_setups_dashboard_id_idx on private.client_setups (dashboard_id);

alter table private.client_setups enable row level security;

create function private.validate_client_setup(p_dashboard jsonb, p_retainer jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_dashboard is not null then
    perform private.require_name(p_dashboard ->> 'business_name', 'Business name');
    perform private.require_https_url(p_dashboard ->> 'notion_url');
  end if;
  if p_retainer is not null then
    perform private.require_text(p_retainer ->> 'name', 'Name', 200);
    perform private.require_retainer((p_retainer ->> 'monthly_amount')::integer, (p_retainer ->> 'duration_months')::integer);
    perform private.require_currency(p_retainer ->> 'currency');
    if (p_retainer ->> 'start_date')::date is null then perform private.refuse('required', '22023', 'Start date is required', 'start_date'); end if;
  end if;
end
$$;

comment on function private.validate_client_setup(jsonb, jsonb) is 'Refuses (22023) an invalid dashboard or retainer.';

create function private.apply_client_setup(p_lead_id uuid, p_client uuid, p_account uuid, p_dashboard jsonb, p_retainer jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  person constant uuid := private.person_to_bill(p_client, p_account);
  begins date := (p_retainer ->> 'start_date')::date;
  months integer := (p_retainer ->> 'duration_months')::integer;
  board uuid;
  draft uuid;
begin
  if p_dashboard is not null then
    insert into public.client_dashboards (user_id, account_id, business_name, notion_database_url, dashboard_title)
    values (coalesce(person::text, 'imported-user'), p_account, private.require_name(p_dashboard ->> 'business_name', 'Business name'),
      private.require_https_url(p_dashboard ->> 'notion_url'), 'Lead Dashboard')
    on conflict do nothing returning id into board;
  end if;
  if p_retainer is not null then
    -- A draft issues no invoices until an admin activates it.
    insert into public.retainers (
      client_id, account_id, retainer_name, status, monthly_amount, currency, start_date, duration_months, end_date, charges_from
    )
    values (
      person, p_account, private.require_text(p_retainer ->> 'name', 'Name', 200), 'pending', (p_retainer ->> 'monthly_amount')::integer,
      private.require_currency(p_retainer ->> 'currency'), begins, months, (begins + make_interval(months => months))::date - 1,
      greatest(begins, private.agency_day())
    ) returning id into draft;
  end if;
  update private.client_setups as done set retainer_id = draft, dashboard_id = board where done.lead_id = p_lead_id;
end
$$;

comment on function private.apply_client_setup(uuid, uuid, uuid, jsonb, jsonb) is
'Gives a client, or an account that nobody has joined yet, a dashboard and a draft retainer, and notes both in the lead''s setup. An existing dashboard stays.';

create function private.record_client_setup(p_lead public.leads, p_batch_id uuid, p_outcome text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- A lead may be in Won before anybody sets up the client, so this records the setup itself. An admin may still set up a
  -- client that a sales person handed over.
  insert into private.client_setups (lead_id, batch_id, outcome) values (p_lead.id, p_batch_id, p_outcome)
  on conflict (lead_id) do update set batch_id = excluded.batch_id, outcome = excluded.outcome, created_at = now()
  where client_setups.outcome = 'handed_over' and excluded.outcome <> 'handed_over'
    -- The account of an earlier setup was deleted.
    or p_lead.client_account_id is null and excluded.outcome = 'set_up';
  if not found then
    perform private.refuse(
      'client_set_up', 'PT409',
      private.lead_title(p_lead) || case p_outcome when 'handed_over' then ' was already handed over or set up as a client'
      else ' was already set up as a client' end
    );
  end if;
end
$$;

comment on function private.record_client_setup(public.leads, uuid, text) is
'Records that the client of a won lead is set up or handed over to the admins. PT409: already done.';

create function private.cancel_client_setup() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  setup private.client_setups;
begin
  delete from private.client_setups as done where done.lead_id = new.id returning done.* into setup;
  -- Deletes only a draft that nobody used or changed. Everything else belongs to the client by now.
  delete from public.retainers as retainer
  where retainer.id = setup.retainer_id and retainer.status = 'pending' and retainer.updated_at = retainer.created_at
    and not exists (select from public.retainer_charges as charge where charge.retainer_id = retainer.id);
  delete from public.client_dashboards as board where board.id = setup.dashboard_id and board.owner_id is null;
  perform private.close_handoffs(new.id, 'This deal is no longer won, so no client needs to be set up.');
  -- Nobody hears of a deal that was undone while its email waited.
  delete from private.outbox as mail
  where mail.status = 'queued' and mail.attempts = 0 and starts_with(mail.dedupe_key, format('won-deal-handed-off:%s:', new.id));
  return null;
end
$$;

comment on function private.cancel_client_setup() is
'Trigger: a lead that leaves Won loses the untouched draft of its retainer, the dashboard while nobody has joined the account, and its open hand-off with the email that still waits.';

create trigger cancel_client_setup after update of stage on public.leads
for each row when (old.stage = 'won' and new.stage <> 'won') execute function private.cancel_client_setup();

create function private.request_client_setup(p_lead public.leads, p_caller uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  insert into public.change_requests (user_id, user_email, business_name, request_type, message, lead_id)
  select p_caller, person.email, coalesce(nullif(btrim(p_lead.company), ''), private.lead_title(p_lead)),
    'general_inquiry', format('Won: %s (%s). Please set up the client account, dashboard and retainer.',
      private.lead_title(p_lead), coalesce(p_lead.email, 'no email')), p_lead.id
  from auth.users as person where person.id = p_caller;
  perform private.notify_users(
    private.leaders_of(private.agency_account()), 'won-deal-handed-off', p_lead.id || ':' || clock_timestamp(),
    private.lead_mail_data(p_lead.id) || jsonb_build_object('by', coalesce(private.person_name(p_caller), 'A sales rep')),
    -- As long as the toast offers to undo it.
    now() + interval '10 seconds'
  );
end
$$;

comment on function private.request_client_setup(public.leads, uuid) is
'Asks the admins, in their requests and by email, to set up a client that a sales person won.';

create function private.win_lead(
  p_batch_id uuid, p_lead_id uuid, p_value_cents bigint, p_account jsonb, p_dashboard jsonb, p_retainer jsonb
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  is_admin boolean := private.has_active_role('admin');
  address text := nullif(lower(btrim(p_account ->> 'email')), '');
  won public.leads;
  client uuid;
  client_account uuid;
  outcome text := 'won';
begin
  select lead.* into won from public.leads as lead where lead.id = p_lead_id and private.may_see_lead(lead) for update;
  -- Checked behind the lock, so that the second of two equal requests finds what the first did.
  if exists (select from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller) then
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'known');
  end if;
  if won.id is null then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  if won.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if won.stage = 'won' and p_account is null then
    perform private.refuse('lead_won', 'PT409', format('%s is already won', private.lead_title(won)));
  end if;
  perform public.change_leads(p_batch_id, array[p_lead_id],
    '{"stage": "won"}'::jsonb || case when p_value_cents is null then '{}' else jsonb_build_object('value_cents', p_value_cents) end);
  if p_account is null then return jsonb_build_object('batch_id', p_batch_id, 'outcome', outcome); end if;
  perform private.record_client_setup(won, p_batch_id, case when is_admin then 'set_up' else 'handed_over' end);
  if not is_admin then
    perform private.request_client_setup(won, caller);
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'handed_over');
  end if;
  perform private.validate_client_setup(p_dashboard, p_retainer);
  -- An unconfirmed account proves nothing, so the invitation replaces it.
  select account.id into client from auth.users as account
  where lower(account.email) = address and account.email_confirmed_at is not null;
  if client is not null then
    if not exists (
      select from public.user_roles as held where held.user_id = client and held.role = 'client' and held.status = 'active'
    ) then
      perform private.refuse('account_not_client', 'PT409', 'This address belongs to an account that isn''t a client');
    end if;
    perform private.account_of_lead(won, address);
    perform private.apply_client_setup(p_lead_id, client, null, p_dashboard, p_retainer);
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'granted', 'account_id', private.account_of_client(client));
  end if;
  client_account := private.account_of_lead(won, address);
  -- The account may be older than this setup, and its owner was then invited by another address or not at all.
  if address is not null and not exists (
    select from public.invitations as open
    where open.account_id = client_account and open.email = address and open.accepted_at is null and open.revoked_at is null and open.expires_at > now()
  ) then
    perform public.invite_member(client_account, address, 'owner');
  end if;
  perform private.apply_client_setup(p_lead_id, null, client_account, p_dashboard, p_retainer);
  return jsonb_build_object(
    'batch_id', p_batch_id, 'outcome', case when address is null then 'prepared' else 'invited' end, 'account_id', client_account
  );
end
$$;

create function public.win_lead(
  p_batch_id uuid, p_lead_id uuid, p_value_cents bigint default null, p_account jsonb default null, p_dashboard jsonb default null,
  p_retainer jsonb default null
) returns jsonb
language sql volatile
set search_path = ''
return private.win_lead(p_batch_id, p_lead_id, p_value_cents, p_account, p_dashboard, p_retainer);

comment on function public.win_lead(uuid, uuid, bigint, jsonb, jsonb, jsonb) is
'Wins a lead and sets up the client, all or nothing: { batch_id, outcome, account_id (when an admin sets it up) }. account { email (optional for an admin) }, dashboard { business_name, notion_url }, retainer { name, monthly_amount, currency, start_date, duration_months }. Outcomes for an admin: invited (the rest is prepared and names the owner when they join) or granted (the client exists and gets the rest now), or prepared (without an address; the owner is invited later). For a sales person: handed_over to the admins. A known batch id does nothing. PT404: no such lead. PT409: the client is already set up, the lead is already won or merged, or the account with this address is not a client''s. 22023, 42501.';

grant execute on function public.win_lead(uuid, uuid, bigint, jsonb, jsonb, jsonb) to authenticated;
grant execute on function private.win_lead(uuid, uuid, bigint, jsonb, jsonb, jsonb) to authenticated;
