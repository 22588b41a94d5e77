-- A won lead becomes one account, by whichever way an admin sets up its client, and what waits for the owner's invitation belongs
-- to that account.

create function private.account_of_lead(p_lead public.leads, p_email text) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  account uuid := p_lead.client_account_id;
begin
  if p_lead.account_id <> private.agency_account() then
    perform private.refuse('lead_not_won', 'PT409', 'Only a won lead of the agency becomes a client');
  end if;
  -- A second click opens the same account.
  if account is not null then return account; end if;
  -- A client who buys again keeps the account that they own.
  select member.account_id into account from auth.users as person
  join public.account_members as member on member.user_id = person.id and member.role = 'owner'
  join public.accounts as held on held.id = member.account_id and held.archived_at is null
  where lower(person.email) = lower(btrim(p_email)) and person.email_confirmed_at is not null
  order by member.created_at, member.account_id limit 1;
  if account is null then
    account := private.create_client_account(left(coalesce(nullif(btrim(p_lead.company), ''), private.lead_title(p_lead)), 200));
    if p_email is not null then perform public.invite_member(account, p_email, 'owner'); end if;
  end if;
  update public.leads as won set client_account_id = account where won.id = p_lead.id;
  return account;
end
$$;

comment on function private.account_of_lead(public.leads, text) is
'The account of a lead that becomes a client: the one that it became before, else the one that a client with this address owns, else a new one whose owner is invited. Links both.';

create or replace function public.create_account_from_lead(p_lead_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  lead public.leads;
  made uuid;
begin
  perform private.require_admin();
  perform private.require_lead(p_lead_id);
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  if lead.stage <> 'won' then
    perform private.refuse('lead_not_won', 'PT409', 'Only a won lead of the agency becomes a client');
  end if;
  made := private.account_of_lead(lead, lead.email);
  return (select jsonb_build_object('id', account.id, 'slug', account.slug, 'name', account.name) from public.accounts as account where account.id = made);
end
$$;

comment on function public.create_account_from_lead(uuid) is
'Makes the account of a won lead, links both for ever, and invites the lead as its owner: {id, slug, name}. A second call returns the same account, and a client who buys again keeps theirs. Admins only. PT404: no such lead. PT409 (lead_not_won): not won yet.';

create or replace function public.account_record(p_account_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account public.accounts;
begin
  perform private.require_admin();
  select held.* into account from public.accounts as held where held.id = p_account_id;
  if account.id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found'); end if;
  return private.account_json(account) || jsonb_build_object(
    'people', public.account_people(account.id),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('id', page.id, 'title', page.title, 'slug', page.slug, 'status', page.status, 'domain', page.custom_domain)
        order by page.created_at desc)
      from (select * from public.landing_pages as one where one.account_id = account.id order by one.created_at desc limit 50) as page
    ), '[]'),
    'leads', (select coalesce(sum(total.leads), 0) from private.lead_totals as total where total.account_id = account.id),
    'unanswered', (
      select count(*) from public.leads as lead
      where lead.account_id = account.id and lead.clock_due_at is not null and private.is_live(lead) and lead.erased_at is null
    ),
    -- What a won lead's setup gives the owner as soon as they join.
    'waiting', coalesce((
      select jsonb_agg(jsonb_build_object('email', setup.email, 'retainer', setup.retainer ->> 'name', 'has_dashboard', setup.dashboard is not null,
        'problem', setup.problem) order by setup.created_at)
      from private.pending_client_setups as setup join public.leads as lead on lead.id = setup.lead_id
      where lead.client_account_id = account.id and setup.fulfilled_at is null
    ), '[]'),
    'from_lead', (
      select jsonb_build_object('id', lead.id, 'name', private.lead_title(lead)) from public.leads as lead
      where lead.client_account_id = account.id order by lead.closed_at limit 1
    )
  );
end
$$;

comment on function public.account_record(uuid) is
'One account for admins: {id, slug, name, ..., people: see account_people, pages: [{id, title, slug, status, domain}], leads, unanswered, waiting: [{email, retainer (its name), has_dashboard, problem}], from_lead: {id, name}}. PT404: no such account.';

create or replace function public.win_lead(
  p_batch_id uuid, p_lead_id uuid, p_value_cents bigint default null, p_account jsonb default null, p_dashboard jsonb default null,
  p_retainer jsonb default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  is_admin boolean := private.has_active_role('admin');
  address text := lower(btrim(p_account ->> 'email'));
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
    update private.client_setups as done set retainer_id = private.apply_client_setup(client, p_dashboard, p_retainer)
    where done.lead_id = p_lead_id;
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'granted', 'account_id', private.account_of_client(client));
  end if;
  client_account := private.account_of_lead(won, address);
  -- The account may be older than this setup, and its owner was then invited by another address or not at all.
  if not exists (
    select from public.invitations as open
    where open.account_id = client_account and open.email = address and open.accepted_at is null and open.revoked_at is null and open.expires_at > now()
  ) then
    perform public.invite_member(client_account, address, 'owner');
  end if;
  insert into private.pending_client_setups (batch_id, lead_id, email, dashboard, retainer, requested_by)
  values (p_batch_id, p_lead_id, address, p_dashboard, p_retainer, caller)
  on conflict (email) where fulfilled_at is null do update
  set batch_id = excluded.batch_id, lead_id = excluded.lead_id, dashboard = excluded.dashboard, retainer = excluded.retainer,
    requested_by = excluded.requested_by, created_at = now(), problem = null;
  return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'invited', 'account_id', client_account);
end
$$;

comment on function public.win_lead(uuid, uuid, bigint, jsonb, jsonb, jsonb) is
'Wins a lead and sets up the client, all or nothing: { batch_id, outcome, account_id (when an admin sets it up) }. account { email }, dashboard { business_name, notion_url }, retainer { name, monthly_amount, currency, start_date, duration_months }. Outcomes for an admin: invited (the rest waits for the account) or granted (the account exists and gets the rest now). For a sales person: handed_over to the admins. A known batch id does nothing. PT404: no such lead. PT409: the client is already set up, the lead is already won or merged, or the account with this address is not a client''s. 22023, 42501.';

create or replace function private.accept_invitation() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invitation public.invitations := private.open_invitation(new.raw_user_meta_data ->> 'invitation_token', new.email);
begin
  perform from public.invitations as held where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null for update;
  if found then
    -- Before the role, so that the role finds an account and makes none.
    if invitation.account_id is not null then
      perform private.add_member(invitation.account_id, new.id, invitation.account_role, invitation.invited_by);
    end if;
    insert into public.user_roles (user_id, role, status) values (new.id, invitation.role, 'active')
    on conflict (user_id, role) do update set status = 'active';
    -- Last, because what waits for the invitation belongs to the account.
    update public.invitations as held set accepted_at = now(), accepted_by = new.id where held.id = invitation.id;
  end if;
  return null;
end
$$;

comment on function private.accept_invitation() is
'Trigger: a confirmed address gets the role that it was invited to, once, if the invitation is still open.';

create or replace function public.join_account(p_token text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invitation constant public.invitations := private.open_invitation(left(p_token, 200), private.confirmed_email());
  slug text;
begin
  perform private.require_sufficient_session();
  if auth.uid() is null or invitation.account_id is null then
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired, or is for another address. Ask for a new one.');
  end if;
  if private.is_staff() then
    perform private.refuse('account_not_client', 'PT409', 'People of the agency can''t be members of a client''s account');
  end if;
  perform from public.invitations as held
  where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null for update;
  if not found then
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired, or is for another address. Ask for a new one.');
  end if;
  perform private.add_member(invitation.account_id, auth.uid(), invitation.account_role, invitation.invited_by);
  insert into public.user_roles (user_id, role, status) values (auth.uid(), 'client', 'active')
  on conflict (user_id, role) do update set status = 'active';
  -- Last, because what waits for the invitation belongs to the account.
  update public.invitations as held set accepted_at = now(), accepted_by = auth.uid() where held.id = invitation.id;
  select account.slug into slug from public.accounts as account where account.id = invitation.account_id;
  return slug;
end
$$;

comment on function public.join_account(text) is
'Accepts an invitation to an account as a signed-in person with the invited address, and returns the account''s slug. 22023: the invitation has ended or is for another address. PT409: the caller works for the agency.';
