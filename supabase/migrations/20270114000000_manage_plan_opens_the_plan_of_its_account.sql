-- "Manage plan" names the account whose plan it opens. The database chose one by the person alone, which was the wrong one for people who
-- pay for a plan and manage that of a colleague, or who have several paying colleagues.

drop function public.note_plan_page(uuid);
drop function private.note_plan_page(uuid);
drop function public.plan_customer(uuid);
drop function private.plan_customer(uuid);


create function private.managed_payer(p_user_id uuid, p_account_id uuid) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  payer uuid;
begin
  if p_account_id is null then return p_user_id; end if;
  select plan.payer into payer
  from unnest(private.accounts_of(p_user_id, 'owner', 'billing')) as account (id)
  cross join lateral private.plan_of_account(account.id) as plan
  join public.subscriptions as paid on paid.user_id = plan.payer and paid.stripe_customer_id is not null
  where account.id = p_account_id and not plan.is_gift and private.may_manage_plan(p_user_id, plan.payer);
  if payer is null then perform private.refuse('plan_not_managed', '42501', 'You can''t manage the plan of this account'); end if;
  return payer;
end
$$;

comment on function private.managed_payer(uuid, uuid) is
'Who pays for the plan that an account has, for a person who may manage it; the person themselves without an account. 42501 (plan_not_managed): the account is unknown or none of theirs, nobody pays for its plan, or they may not see everything that the payer pays for.';

create function private.plan_customer(p_user_id uuid, p_account_id uuid default null) returns text
language sql stable security definer
set search_path = ''
as $$
  select plan.stripe_customer_id
  from private.managed_payer(p_user_id, p_account_id) as payer (id) left join public.subscriptions as plan on plan.user_id = payer.id
$$;

create function public.plan_customer(p_user_id uuid, p_account_id uuid default null) returns text
language sql stable
set search_path = ''
return private.plan_customer(p_user_id, p_account_id);

comment on function public.plan_customer(uuid, uuid) is
'Whose page at the payment provider this person opens to manage the plan of an account, or their own plan without one. Null before the first payment. 42501 (plan_not_managed).';

create function private.plan_customers(p_user_id uuid) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array(
    select distinct paid.stripe_customer_id
    from unnest(private.accounts_of(p_user_id, 'owner', 'billing')) as account (id)
    cross join lateral private.plan_of_account(account.id) as plan
    join public.subscriptions as paid on paid.user_id = plan.payer
    where plan.payer <> p_user_id and not plan.is_gift and paid.stripe_customer_id is not null and private.may_manage_plan(p_user_id, plan.payer)
  )
$$;

create function public.plan_customers(p_user_id uuid) returns text[]
language sql stable
set search_path = ''
return private.plan_customers(p_user_id);

comment on function public.plan_customers(uuid) is
'The payment provider''s customers of the colleagues whose plans this person may manage.';

create function private.note_plan_page(p_user_id uuid, p_account_id uuid default null) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into private.plan_page_visits (payer, user_id)
  select payer.id, p_user_id from private.managed_payer(p_user_id, p_account_id) as payer (id)
  on conflict (payer, user_id) do update set opened_at = now()
$$;

create function public.note_plan_page(p_user_id uuid, p_account_id uuid default null) returns void
language sql volatile
set search_path = ''
return private.note_plan_page(p_user_id, p_account_id);

comment on function public.note_plan_page(uuid, uuid) is
'Notes that this person opened the payment provider''s page of the plan of an account, or of their own (public.plan_customer). 42501 (plan_not_managed).';

create or replace function private.account_plans(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', account.id, 'name', account.name, 'role', member.role, 'had_plan', private.had_plan(account.id),
    'checkout', case when account.id = any (checkout.accounts) then jsonb_build_object('has_trial', checkout.has_trial) end,
    'premium', (
      select jsonb_build_object('payer', private.person_name(plan.payer), 'payer_id', plan.payer, 'is_own', plan.payer = member.user_id, 'is_gift', plan.is_gift,
        'since', plan.since, 'ends_at', plan.ends_at, 'trial_end', plan.trial_end, 'is_ending', plan.is_ending,
        'may_manage', not plan.is_gift and member.role in ('owner', 'billing') and private.may_manage_plan(member.user_id, plan.payer),
        'after', case when plan.is_ending then (
          select jsonb_build_object('is_gift', rest.is_gift, 'until', nullif(rest.until, 'infinity'))
          from private.premium_after(account.id, plan.payer, coalesce(plan.ends_at, plan.trial_end)) as rest
        ) end)
      from private.plan_of_account(account.id) as plan
    )
  ) order by lower(account.name), account.id), '[]')
  from (
    select asked.id, asked.free as accounts, private.has_trial(asked.free) as has_trial
    from (select person.id, private.free_accounts(person.id) as free from (select private.portal_client(p_client_id) as id) as person) as asked
  ) as checkout
  join public.account_members as member on member.user_id = checkout.id join public.accounts as account on account.id = member.account_id
  where account.archived_at is null and private.is_session_sufficient()
$$;

create or replace function public.account_plans(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.account_plans(p_client_id);

comment on function public.account_plans(uuid) is
'The plans of the open accounts of the caller, or for an admin of the named client: [{id, name, role, had_plan, checkout: {has_trial} if a subscription of this person would be for the account, else null, premium: {payer, payer_id: the same for all accounts that one plan is for, is_own, is_gift, since, ends_at, trial_end, is_ending, may_manage, after: {is_gift, until: null without an end}, which keeps Premium when this plan was canceled, or null} or null on the free plan}].';

grant execute on function public.plan_customer(uuid, uuid) to service_role;
grant execute on function private.plan_customer(uuid, uuid) to service_role;
grant execute on function public.plan_customers(uuid) to service_role;
grant execute on function private.plan_customers(uuid) to service_role;
grant execute on function public.note_plan_page(uuid, uuid) to service_role;
grant execute on function private.note_plan_page(uuid, uuid) to service_role;
