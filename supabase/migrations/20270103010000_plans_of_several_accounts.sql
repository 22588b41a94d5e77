-- The screen says what the checkout does for a person with several accounts: one subscription is for all of them, and has a trial only if all are new.

create function private.free_accounts(p_user_id uuid) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select array(
    select account.id from unnest(private.accounts_of(p_user_id, 'owner', 'billing')) as account (id) where not private.has_premium(account.id)
  )
$$;

comment on function private.free_accounts(uuid) is
'The accounts that a subscription of this person would be for: those on the free plan that they own or are a billing contact of. One subscription is for all of them.';

create function private.has_trial(p_free uuid[]) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_free <> '{}' and not exists (select from unnest(p_free) as account (id) where private.had_plan(account.id))
$$;

comment on function private.has_trial(uuid[]) is
'Whether a subscription for these accounts (private.free_accounts) starts with a free trial: none of them had a plan. The screen and the checkout both ask here.';

create or replace function private.account_plans(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', account.name, 'role', member.role, 'had_plan', private.had_plan(account.id),
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
'The plans of the open accounts of the caller, or for an admin of the named client: [{name, role, had_plan, checkout: {has_trial} if a subscription of this person would be for the account, else null, premium: {payer, payer_id: the same for all accounts that one plan is for, is_own, is_gift, since, ends_at, trial_end, is_ending, may_manage, after: {is_gift, until: null without an end}, which keeps Premium when this plan was canceled, or null} or null on the free plan}].';

create or replace function private.accounts_to_subscribe(p_user_id uuid) returns uuid[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  theirs constant uuid[] := private.accounts_of(p_user_id, 'owner', 'billing');
  free uuid[];
begin
  -- Two people who subscribe at the same moment take turns.
  perform from public.accounts as account where account.id = any (theirs) order by account.id for no key update;
  if theirs = '{}' then
    perform private.refuse('plan_not_yours', '42501', 'Only an owner or a billing contact of the account can subscribe');
  end if;
  free := private.free_accounts(p_user_id);
  if free = '{}' then perform private.refuse('plan_exists', 'PT409', 'Your account already has Premium'); end if;
  return free;
end
$$;

comment on function private.accounts_to_subscribe(uuid) is
'Locks the accounts whose plan this person decides about, and returns those on the free plan. 42501 (plan_not_yours): there are none. PT409 (plan_exists): all have premium.';

create or replace function private.claim_plan_checkout(p_user_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  free constant uuid[] := private.accounts_to_subscribe(p_user_id);
  mine constant uuid := gen_random_uuid();
begin
  insert into private.plan_checkouts (account_id, user_id, claim) select account.id, p_user_id, mine from unnest(free) as account (id)
  on conflict (account_id) do update set user_id = excluded.user_id, claim = excluded.claim;
  return jsonb_build_object(
    'claim', mine,
    'has_trial', private.has_trial(free),
    'others', coalesce((
      select jsonb_agg(distinct plan.stripe_customer_id)
      from public.account_members as member join public.subscriptions as plan on plan.user_id = member.user_id
      where member.account_id = any (free) and member.user_id <> p_user_id and plan.stripe_customer_id is not null
    ), '[]')
  );
end
$$;
