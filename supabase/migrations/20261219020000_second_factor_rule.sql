-- The question before someone removes their last app knows whether the agency requires one. A free plan has no date.
create function private.second_factor_required(p_user_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.agency_settings as settings
    join public.user_roles as held
      on (held.role = 'admin' and settings.require_factor_of_admins) or (held.role = 'sales' and settings.require_factor_of_sales)
    where held.user_id = p_user_id and held.status = 'active'
  )
$$;

comment on function private.second_factor_required(uuid) is 'Whether the agency requires a second factor of a person.';

create or replace function private.second_factor_state() returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null then return 'none'; end if;
  if exists (select from auth.mfa_factors as factor where factor.user_id = caller and factor.status = 'verified') then
    return case auth.jwt() ->> 'aal' when 'aal2' then 'given' else 'needed' end;
  end if;
  return case when private.second_factor_required(caller) then 'required' else 'none' end;
end
$$;

create function private.must_have_second_factor() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  return private.second_factor_required(auth.uid());
end
$$;

create function public.must_have_second_factor() returns boolean
language sql stable
set search_path = ''
return private.must_have_second_factor();

comment on function public.must_have_second_factor() is 'Whether the agency requires a second factor of the caller.';




create or replace function private.account_plans(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', account.name, 'role', member.role, 'had_plan', private.had_plan(account.id),
    'premium', (
      select jsonb_build_object('payer', private.person_name(plan.payer), 'is_own', plan.payer = member.user_id, 'is_gift', plan.is_gift,
        'since', plan.since, 'ends_at', plan.ends_at, 'trial_end', plan.trial_end, 'is_ending', plan.is_ending,
        'may_manage', not plan.is_gift and member.role in ('owner', 'billing') and private.may_manage_plan(member.user_id, plan.payer))
      from private.plan_of_account(account.id) as plan
    )
  ) order by lower(account.name), account.id), '[]')
  from public.account_members as member join public.accounts as account on account.id = member.account_id
  where member.user_id = (select private.portal_client(p_client_id)) and account.archived_at is null and private.is_session_sufficient()
$$;

grant execute on function public.must_have_second_factor() to authenticated;
grant execute on function private.must_have_second_factor() to authenticated;

comment on function public.account_plans(uuid) is
'The plans of the open accounts of the caller, or for an admin of the named client: [{name, role, had_plan, premium: {payer, is_own, is_gift, since, ends_at, trial_end, is_ending, may_manage} or null on the free plan}].';
