-- Rules that several functions wrote out are functions of their own now. Nothing behaves differently.

drop function private.currencies_of(uuid[]);

create function private.refuse_archived(p_account_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if private.is_archived(p_account_id) then
    perform private.refuse('account_archived', 'PT409', 'This account is archived. Restore it first.', 'client_id');
  end if;
end
$$;

comment on function private.refuse_archived(uuid) is 'Refuses to bill an archived account: PT409 (account_archived).';

create function private.accounts_to_rejoin(p_user_id uuid) returns table (account_id uuid, name text, role public.account_role)
language sql stable
set search_path = ''
as $$
  select account.id, account.name, member.role
  from public.account_members as member join public.accounts as account on account.id = member.account_id
  where member.user_id = p_user_id and account.archived_at is null
    and not exists (select from public.user_roles as held where held.user_id = p_user_id and held.role = 'client')
$$;

comment on function private.accounts_to_rejoin(uuid) is
'The open accounts that a person who left for the team belongs to again as a client, and their role in each. None for a client.';

create function private.managed_plans(p_user_id uuid) returns table (account_id uuid, payer uuid, customer text)
language sql stable security definer
set search_path = ''
as $$
  select account.id, plan.payer, paid.stripe_customer_id
  from unnest(private.accounts_of(p_user_id, 'owner', 'billing')) as account (id)
  cross join lateral private.plan_of_account(account.id) as plan
  join public.subscriptions as paid on paid.user_id = plan.payer and paid.stripe_customer_id is not null
  where not plan.is_gift and private.may_manage_plan(p_user_id, plan.payer)
$$;

comment on function private.managed_plans(uuid) is
'The paid plans of a person''s accounts that they may manage: who pays, and the payment provider''s customer.';

create or replace function private.person_to_bill(p_client_id uuid, p_account_id uuid) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  account public.accounts;
  person uuid := p_client_id;
begin
  if p_account_id is null then
    perform private.require_client(person);
    perform private.refuse_archived(private.account_of_client(person));
    return person;
  end if;
  -- An owner who joins at this moment comes before or after, never between.
  select held.* into account from public.accounts as held where held.id = p_account_id and held.kind = 'client' for no key update;
  if account.id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found', 'client_id'); end if;
  perform private.refuse_archived(p_account_id);
  if person is null then person := private.first_owner(p_account_id);
  elsif not exists (
    select from private.client_members as member
    where member.account_id = p_account_id and member.user_id = person and member.role in ('owner', 'billing')
  ) then
    perform private.refuse('client_not_active', '22023', 'This person isn''t an owner or a billing contact of the account', 'client_id');
  end if;
  if person is not null then perform private.require_client(person); end if;
  return person;
end
$$;

comment on function private.person_to_bill(uuid, uuid) is
'The person whom a draft names: the given one, else the first owner of the account, else null, because nobody has joined it yet. Locks the account. Refuses people who are not active clients, or not owners or billing contacts of it, and archived accounts.';

create or replace function private.require_named(p_client_id uuid, p_account_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform private.refuse_archived(p_account_id);
  if p_client_id is null then
    perform private.refuse(
      'owner_missing', 'PT409', 'No one has joined this account yet. Invite its owner, and continue when they have joined.',
      p_more => jsonb_build_object('account_id', p_account_id)
    );
  end if;
end
$$;

comment on function private.require_named(uuid, uuid) is 'Refuses to bill for an account that nobody has joined yet, and for an archived one, whose people could not see the invoice.';

create or replace function private.premium_regained(p_user_id uuid) returns table (account_id uuid, name text)
language sql stable
set search_path = ''
as $$
  select back.account_id, back.name from private.accounts_to_rejoin(p_user_id) as back
  where private.brings_premium(back.account_id, p_user_id, back.role)
  order by lower(back.name), back.account_id
$$;

comment on function private.premium_regained(uuid) is
'The open accounts on the free plan that have Premium again when this person, who left for the team, becomes a client again.';

create or replace function private.managed_payer(p_user_id uuid, p_account_id uuid) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  payer uuid;
begin
  if p_account_id is null then return p_user_id; end if;
  select plan.payer into payer from private.managed_plans(p_user_id) as plan where plan.account_id = p_account_id;
  if payer is null then perform private.refuse('plan_not_managed', '42501', 'You can''t manage the plan of this account'); end if;
  return payer;
end
$$;

comment on function private.managed_payer(uuid, uuid) is
'Who pays for the plan that an account has, for a person who may manage it; the person themselves without an account. 42501 (plan_not_managed): the account is unknown or none of theirs, nobody pays for its plan, or they may not see everything that the payer pays for.';

create or replace function private.plan_customers(p_user_id uuid) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array(select distinct plan.customer from private.managed_plans(p_user_id) as plan where plan.payer <> p_user_id)
$$;

create or replace function private.count_billed_items(p_user_id uuid)
returns table (invoices bigint, agreed bigint, retainers bigint, has_plan boolean, premium text[], rejoins text[])
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select billed.*, array(
      select given.name from private.premium_through(p_user_id) as given
      union all select regained.name from private.premium_regained(p_user_id) as regained
    ),
    array(select back.name from private.accounts_to_rejoin(p_user_id) as back order by lower(back.name), back.account_id)
  from private.billed_items(p_user_id) as billed;
end
$$;

create or replace function private.announce_left_member(p_account uuid, p_user_id uuid, p_leads bigint, p_unhosted text[]) returns void
language sql volatile
set search_path = ''
as $$
  select private.enqueue_account_mail(
    owner.user_id, 'member-left', format('member-left:%s:%s:%s:%s', account.id, p_user_id, owner.user_id, clock_timestamp()),
    jsonb_strip_nulls(jsonb_build_object(
      'who', private.person_name(p_user_id), 'business', account.name, 'slug', account.slug,
      'leads', nullif(p_leads, 0)::text, 'unhosted', nullif(array_to_string(p_unhosted, E'\n'), '')
    ))
  )
  from public.accounts as account
  join private.client_members as owner on owner.account_id = account.id and owner.role = 'owner' and owner.status = 'active'
  where account.id = p_account
$$;

comment on function private.announce_left_member(uuid, uuid, bigint, text[]) is
'Emails the owners of an account that a person left it by themselves, how many of their leads became unassigned, and which meeting types have no host now.';

create or replace function private.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  status public.role_status;
  role_before public.account_role;
  plan jsonb;
begin
  perform private.require_open_account(p_account_id);
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  select member.status, member.role into status, role_before
  from private.client_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if status is null then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  if status <> 'active' then perform private.refuse('client_not_active', 'PT409', 'This person isn''t an active client'); end if;
  if p_role = 'member' then
    plan := private.plan_of_member(p_account_id, p_user_id);
    perform private.refuse_payer(plan, p_user_id);
  end if;
  update public.account_members as member set role = p_role where member.account_id = p_account_id and member.user_id = p_user_id;
  if p_role = 'billing' then perform private.release_leads(p_account_id, p_user_id); end if;
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
  -- Someone who is an owner or a billing contact again brings the plan back. The waiting emails about its loss are withdrawn.
  if role_before = 'member' and p_role <> 'member' and private.has_premium(p_account_id) then
    perform private.withdraw_mail('premium-ended:' || p_account_id), private.withdraw_mail(format('premium-kept:%s:%s', p_account_id, p_user_id));
  end if;
  perform private.announce_member_role(p_account_id, p_user_id, role_before, p_role);
end
$$;

create or replace function private.open_invitation(p_token text, p_email text default null) returns public.invitations
language sql stable security definer
set search_path = ''
as $$
  select invitation from public.invitations as invitation
  where invitation.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8'))
    and invitation.accepted_at is null and invitation.revoked_at is null and invitation.expires_at > now()
    and (p_email is null or invitation.email = lower(p_email))
    and not private.is_archived(invitation.account_id)
$$;

comment on function private.open_invitation(text, text) is
'The open invitation of a token, and of an address if one is given; a row of nulls when there is none. An invitation to an archived account isn''t open until the account is restored.';

create or replace function private.invitation_end(p_token text) returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when exists (
      select from public.invitations as newer
      where newer.email = held.email and newer.account_id is not distinct from held.account_id
        and newer.created_at >= held.created_at and newer.id <> held.id
        and newer.accepted_at is null and newer.revoked_at is null and newer.expires_at > now()
    ) and held.revoked_at is not null then 'replaced'
    when held.revoked_at is null and held.expires_at > now() and private.is_archived(held.account_id) then 'closed'
  end
  from public.invitations as held
  where held.token_hash = sha256(convert_to(left(coalesce(p_token, ''), 200), 'UTF8')) and held.accepted_at is null
$$;

create or replace function private.portal_rights(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with mine as (
    select member.account_id, member.user_id, member.role, account.name, account.slug,
      exists (select from private.client_members as other where other.account_id = member.account_id and other.user_id <> member.user_id)
      or exists (select from public.invoices as invoice where invoice.account_id = member.account_id and invoice.client_id <> member.user_id)
      or exists (select from public.retainers as retainer where retainer.account_id = member.account_id and retainer.client_id <> member.user_id)
      or exists (
        select from public.change_requests as request
        where request.account_id = member.account_id and request.user_id <> member.user_id and not request.is_deletion
      )
      or exists (
        select from public.client_dashboards as board
        where board.account_id = member.account_id and board.owner_id is distinct from member.user_id
      ) as is_shared
    from private.client_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = (select private.portal_client(p_client_id)) and account.archived_at is null
  )
  select jsonb_build_object(
    'accounts', coalesce(jsonb_agg(jsonb_build_object('id', mine.account_id, 'name', mine.name, 'slug', mine.slug, 'role', mine.role)
      order by lower(mine.name), mine.account_id), '[]'),
    'sees_money', coalesce(bool_or(mine.role in ('owner', 'billing')), true),
    'sees_work', coalesce(bool_or(mine.role in ('owner', 'member')), true),
    'money', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'billing')), '[]'),
    'work', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'member')), '[]'),
    'is_billed', coalesce(bool_or(mine.user_id = private.first_owner(mine.account_id)), false) or exists (
      select from public.invoices as invoice
      where invoice.client_id = (select private.portal_client(p_client_id)) and invoice.status in ('pending', 'overdue', 'active')
    ) or exists (
      select from public.retainers as retainer
      where retainer.client_id = (select private.portal_client(p_client_id)) and retainer.status in ('pending', 'active', 'paused')
    ),
    'billed_to', coalesce((
      select jsonb_agg(jsonb_build_object('id', billed.id, 'name', private.person_name(billed.id)) order by lower(private.person_name(billed.id)), billed.id)
      from (
        select invoice.client_id as id from public.invoices as invoice
        where invoice.status <> 'draft' and (
          invoice.client_id = (select private.portal_client(p_client_id))
          or invoice.account_id in (select one.account_id from mine as one where one.role in ('owner', 'billing'))
        )
        union
        select private.first_owner(one.account_id) from mine as one where one.role in ('owner', 'billing')
      ) as billed
      where billed.id is not null and not exists (select from private.archived_billing_identities as gone where gone.account_id = billed.id)
    ), '[]'),
    'has_plan', exists (
      select from public.subscriptions as plan where plan.user_id = (select private.portal_client(p_client_id)) and plan.subscribed
    ),
    'owners', coalesce((
      select jsonb_agg(jsonb_build_object('name', private.person_name(owner.id), 'email', person.email, 'accounts', owner.accounts)
        order by owner.since, owner.id)
      from (
        select found.user_id as id, min(found.created_at) as since, jsonb_agg(found.account_id order by found.account_id) as accounts
        from private.client_members as found
        where found.role = 'owner' and found.status = 'active' and found.user_id <> (select private.portal_client(p_client_id))
          and found.account_id in (select one.account_id from mine as one)
        group by found.user_id
      ) as owner join auth.users as person on person.id = owner.id
    ), '[]'),
    'senders', coalesce((
      select jsonb_object_agg(sent.user_id, private.person_name(sent.user_id)) from (
        select distinct request.user_id from public.change_requests as request
        where request.user_id <> (select private.portal_client(p_client_id)) and not request.is_deletion
          and request.account_id in (select one.account_id from mine as one where one.role in ('owner', 'member'))
      ) as sent
    ), '{}'),
    'senders_left', coalesce((
      select jsonb_agg(jsonb_build_object('account_id', sent.account_id, 'user_id', sent.user_id) order by sent.account_id, sent.user_id) from (
        select distinct request.account_id, request.user_id from public.change_requests as request
        where request.account_id in (select one.account_id from mine as one where one.role in ('owner', 'member')) and private.sender_left(request)
      ) as sent
    ), '[]'),
    'left', coalesce((
      select jsonb_agg(jsonb_build_object('id', account.id, 'name', account.name) order by lower(account.name), account.id)
      from public.accounts as account where account.id in (
        select request.account_id from public.change_requests as request
        where request.user_id = (select private.portal_client(p_client_id)) and private.sender_left(request)
      )
    ), '[]')
  )
  from mine
  having private.is_session_sufficient()
$$;

create or replace function private.end_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz, p_last_day date) returns timestamptz
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

comment on function public.client_balance(uuid) is
'What the caller and the accounts whose money they see, or for an admin the named client, have to pay by currency, and how far one account is set up (one that they own, else one where they are a member, else one that they are a billing contact of): {due: [{currency, amount, invoices, overdue, overdue_amount, next_due, invoice_ids: the first 50, oldest due first}], later: [{currency, amount, invoices, due}] of active invoices, which can''t be paid yet, setup: {account_id (null without one), email_confirmed, dashboard, first_invoice, kickoff, today}}. Amounts in the smallest unit.';
