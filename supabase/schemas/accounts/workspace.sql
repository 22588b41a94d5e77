-- The workspace of a request: the account whose leads and pages it is about. The request names its slug in the header x-account;
-- without one it is the agency's. Every policy and every function about leads asks here, so nothing else decides what belongs to whom.

-- In plpgsql, because a call of an SQL function takes three times as long, and every statement calls these.
create function private.account_role_of_caller(p_account uuid) returns public.account_role
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select member.role from private.client_members as member join public.accounts as account on account.id = member.account_id
    where member.account_id = p_account and member.user_id = auth.uid() and member.status = 'active' and account.archived_at is null
  );
end
$$;

comment on function private.account_role_of_caller(uuid) is 'The caller''s role in a client''s account; null when they are no active client in it, or it is archived.';

create function private.may_enter(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if p_account is null then return false; end if;
  if private.has_active_role('admin') then return exists (select from public.accounts as account where account.id = p_account); end if;
  if private.has_active_role('sales') then
    return p_account = private.agency_account() or exists (
      select from public.account_loans as loan join public.accounts as account on account.id = loan.account_id
      where loan.account_id = p_account and loan.user_id = auth.uid() and account.archived_at is null
    );
  end if;
  return coalesce(private.account_role_of_caller(p_account) in ('owner', 'member'), false) and private.has_active_role('client');
end
$$;

comment on function private.may_enter(uuid) is
'Whether the caller may work in an account: admins in every one, sales people in the agency''s and in those that they are lent to, owners and members in their own.';

create function private.workspace() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  named constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-account';
  account constant uuid := case when named is null then private.agency_account()
    else (select held.id from public.accounts as held where held.slug = named) end;
begin
  return case when private.may_enter(account) then account end;
end
$$;

comment on function private.workspace() is
'The account that this request works in: the one whose slug is in the header x-account, else the agency''s. Null when the caller may not enter it, so that nothing matches.';

create function private.account_for_insert() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce(private.workspace(), private.agency_account());
end
$$;

comment on function private.account_for_insert() is
'The account of a row that names none: the workspace; the agency''s for the product itself. The policies of each table decide whether the caller may write it.';

create function private.accounts_of_caller() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  return array(
    select member.account_id from public.account_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = caller and account.archived_at is null and private.has_active_role('client')
    union
    select loan.account_id from public.account_loans as loan join public.accounts as account on account.id = loan.account_id
    where loan.user_id = caller and account.archived_at is null and private.has_active_role('sales')
    union
    select private.agency_account() where private.has_active_role('sales')
  );
end
$$;

comment on function private.accounts_of_caller() is
'The accounts that the caller belongs to or is lent to, without archived ones. Admins may enter every account beside.';

create function private.today_accounts(p_workspace uuid) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lent uuid[];
begin
  if p_workspace = private.agency_account() then
    lent := array(
      select loan.account_id from public.account_loans as loan join public.accounts as account on account.id = loan.account_id
      where loan.user_id = auth.uid() and account.archived_at is null order by loan.account_id
    );
    if lent <> '{}' and private.has_active_role('sales') and not private.has_active_role('admin') then return p_workspace || lent; end if;
  end if;
  return array[p_workspace];
end
$$;

comment on function private.today_accounts(uuid) is
'The accounts whose work the caller does from their workspace, the workspace first: sales people at home also have the accounts that they are lent to.';

create function private.has_premium(p_account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from private.plan_of_account(p_account));
end
$$;

comment on function private.has_premium(uuid) is
'Whether a client''s account has premium: an owner or its billing person pays for it, is in the trial, or has it as a gift (premium_overrides).';

create function private.is_staff() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_active_role('admin') or private.has_active_role('sales');
end
$$;

comment on function private.is_staff() is 'Whether the caller is an active sales person or admin of the agency.';

create function private.is_premium_workspace() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.is_staff() or private.has_premium(private.workspace());
end
$$;

comment on function private.is_premium_workspace() is
'Whether the caller may use premium in the workspace. The agency''s staff always may. Free accounts read their leads.';

create function private.sees_all_leads() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_active_role('admin') or coalesce(private.account_role_of_caller(private.workspace()) in ('owner', 'member'), false);
end
$$;

comment on function private.sees_all_leads() is
'Whether the caller sees all leads of the workspace: admins, and the people of a client. Sales people see their own and unowned ones.';

create function private.manages_workspace() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_active_role('admin') or coalesce(private.account_role_of_caller(private.workspace()) = 'owner', false);
end
$$;

comment on function private.manages_workspace() is
'Whether the caller decides for everybody in the workspace: admins, and the owners of a client''s account.';

create function private.visible_since() returns timestamptz
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if private.is_premium_workspace() then return '-infinity'; end if;
  return coalesce((
    select min(newest.created_at) from (
      select lead.created_at from public.leads as lead
      where lead.account_id = private.workspace() and lead.archived_at is null and not lead.is_spam order by lead.created_at desc, lead.id desc limit 50
    ) as newest
  ), '-infinity');
end
$$;

comment on function private.visible_since() is
'Since when leads have to have arrived for the caller to see them in full: a free account sees its newest 50.';

create function private.require_team() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if private.workspace() is null then
    if nullif(current_setting('request.headers', true), '')::jsonb ? 'x-account' then
      perform private.refuse('account_left', '42501', 'You no longer work in this account');
    end if;
    perform private.refuse('team_only', '42501', 'Only the sales team can do this');
  end if;
  return auth.uid();
end
$$;

comment on function private.require_team() is
'Returns the caller''s id. 42501: the caller may not enter the workspace; account_left when the request names one, whether it exists or not.';

create function private.require_premium() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
begin
  if not private.is_premium_workspace() then
    perform private.refuse('premium_only', '42501', 'Leads are read-only on your plan. With Premium, you can work with them.');
  end if;
  return caller;
end
$$;

comment on function private.require_premium() is
'Returns the caller''s id. 42501: the caller may not enter the workspace (team_only), or its plan is free (premium_only).';

create function private.team_of(p_account uuid) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(person.id order by person.id), '{}') from (
    select held.user_id as id from public.user_roles as held
    where p_account = private.agency_account() and held.role = 'sales' and held.status = 'active'
    union
    select member.user_id from public.account_members as member
    join public.user_roles as held on held.user_id = member.user_id and held.role = 'client' and held.status = 'active'
    where member.account_id = p_account and member.role in ('owner', 'member')
    union
    select loan.user_id from public.account_loans as loan
    join public.user_roles as held on held.user_id = loan.user_id and held.role = 'sales' and held.status = 'active'
    where loan.account_id = p_account
  ) as person
$$;

comment on function private.team_of(uuid) is
'Who answers the leads of an account: the agency''s sales people; a client''s owners and members, and the sales people lent to it.';

create function private.leaders_of(p_account uuid) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(person.id order by person.id), '{}') from (
    select held.user_id as id from public.user_roles as held
    where p_account = private.agency_account() and held.role = 'admin' and held.status = 'active'
    union
    select member.user_id from public.account_members as member
    join public.user_roles as held on held.user_id = member.user_id and held.role = 'client' and held.status = 'active'
    where member.account_id = p_account and member.role = 'owner'
  ) as person
$$;

comment on function private.leaders_of(uuid) is 'Whom an escalation tells: the agency''s admins, or the owners of a client''s account.';

create function private.is_on_team(p_user_id uuid, p_account uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_user_id = any (private.team_of(p_account)) or exists (
    select from public.user_roles as held where held.user_id = p_user_id and held.role = 'admin' and held.status = 'active'
  )
$$;

comment on function private.is_on_team(uuid, uuid) is 'Whether this person may own leads of the account: someone of its team, or an active admin.';

create function private.account_zone(p_account uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select coalesce((select account.time_zone from public.accounts as account where account.id = p_account), 'UTC')
$$;

comment on function private.account_zone(uuid) is 'The account''s time zone.';

create function private.account_currency(p_account uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.currency from public.accounts as account where account.id = p_account
$$;

comment on function private.account_currency(uuid) is 'The currency of the account''s leads, in lower case.';

create function private.account_target(p_account uuid) returns integer
language sql stable security definer
set search_path = ''
as $$
  select account.speed_to_lead_minutes * 60 from public.accounts as account where account.id = p_account
$$;

comment on function private.account_target(uuid) is 'The response time that the account promises its leads, in working seconds.';

create function private.account_day_start(p_account uuid, p_days integer default 0) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select ((now() at time zone zone.name)::date + p_days)::timestamp at time zone zone.name
  from private.account_zone(p_account) as zone (name)
$$;

comment on function private.account_day_start(uuid, integer) is 'When today, or the day that many days later, begins in the account''s time zone.';

create function private.workspace_day(p_day date) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select p_day::timestamp at time zone private.account_zone(private.workspace())
$$;

comment on function private.workspace_day(date) is 'When a day begins in the time zone of the workspace.';

create function private.take_account_of_lead() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  select lead.account_id into new.account_id from public.leads as lead where lead.id = new.lead_id;
  return new;
end
$$;

comment on function private.take_account_of_lead() is 'Trigger: what is about a lead belongs to the lead''s account.';

grant execute on function private.workspace() to authenticated;
grant execute on function private.account_for_insert() to authenticated, service_role;
grant execute on function private.accounts_of_caller() to authenticated;
grant execute on function private.sees_all_leads() to authenticated;
grant execute on function private.visible_since() to authenticated;
grant execute on function private.is_premium_workspace() to authenticated;
grant execute on function private.manages_workspace() to authenticated;
