-- A canceled or ended plan says what is true when complimentary Premium, or another plan, keeps Premium.

create function private.premium_after(p_account uuid, p_payer uuid, p_end timestamptz) returns table (is_gift boolean, until timestamptz)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
  select found.is_gift, found.until from (
    select false, case when plan.cancel_at_period_end then coalesce(plan.subscription_end, plan.trial_end, 'infinity') else 'infinity' end
    from public.account_members as member join public.subscriptions as plan on plan.user_id = member.user_id
    where member.account_id = p_account and member.role in ('owner', 'billing') and member.user_id <> p_payer
      and plan.subscribed and plan.subscription_tier = 'premium'
      and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
    union all
    select true, coalesce(gift.expires_at, 'infinity')
    from public.account_members as member join auth.users as person on person.id = member.user_id
    join public.premium_overrides as gift on gift.email = lower(person.email)
    where member.account_id = p_account and member.role in ('owner', 'billing') and person.email_confirmed_at is not null
  ) as found (is_gift, until)
  where found.until > greatest(p_end, now()) order by found.until desc, found.is_gift limit 1;
end
$$;

comment on function private.premium_after(uuid, uuid, timestamptz) is
'What keeps Premium for an account after the plan of this payer has ended at that time: complimentary Premium, also their own, or the plan of another person, and until when (infinity without an end). No row if nothing does.';

create or replace function private.account_plans(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', account.name, 'role', member.role, 'had_plan', private.had_plan(account.id),
    'premium', (
      select jsonb_build_object('payer', private.person_name(plan.payer), 'is_own', plan.payer = member.user_id, 'is_gift', plan.is_gift,
        'since', plan.since, 'ends_at', plan.ends_at, 'trial_end', plan.trial_end, 'is_ending', plan.is_ending,
        'may_manage', not plan.is_gift and member.role in ('owner', 'billing') and private.may_manage_plan(member.user_id, plan.payer),
        'after', case when plan.is_ending then (
          select jsonb_build_object('is_gift', rest.is_gift, 'until', nullif(rest.until, 'infinity'))
          from private.premium_after(account.id, plan.payer, coalesce(plan.ends_at, plan.trial_end)) as rest
        ) end)
      from private.plan_of_account(account.id) as plan
    )
  ) order by lower(account.name), account.id), '[]')
  from public.account_members as member join public.accounts as account on account.id = member.account_id
  where member.user_id = (select private.portal_client(p_client_id)) and account.archived_at is null and private.is_session_sufficient()
$$;

create or replace function public.account_plans(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.account_plans(p_client_id);

comment on function public.account_plans(uuid) is
'The plans of the open accounts of the caller, or for an admin of the named client: [{name, role, had_plan, premium: {payer, is_own, is_gift, since, ends_at, trial_end, is_ending, may_manage, after: {is_gift, until: null without an end}, which keeps Premium when this plan was canceled, or null} or null on the free plan}].';

create function private.left_by_plan(p_plan public.subscriptions) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  accounts constant uuid[] := private.accounts_of(p_plan.user_id, 'owner', 'billing');
begin
  if accounts = '{}' then return '{"accounts": "none"}'; end if;
  return (
    select case when bool_and(rest.until is not null) then jsonb_strip_nulls(jsonb_build_object(
      'accounts', case when bool_and(rest.is_gift) then 'gift' else 'premium' end,
      'keptUntil', case when min(rest.until) < 'infinity' then private.agency_day(min(rest.until)) end
    )) else '{}' end
    from unnest(accounts) as one (id) left join lateral private.premium_after(
      one.id, p_plan.user_id, case when p_plan.subscribed then coalesce(p_plan.subscription_end, p_plan.trial_end) end
    ) as rest on true
  );
end
$$;

comment on function private.left_by_plan(public.subscriptions) is
'What a plan that was canceled or has ended leaves behind, for emails: {accounts, keptUntil}. accounts: none (its payer decides about no account), gift (complimentary Premium keeps Premium for all their accounts, until the day keptUntil if it has an end), premium (other plans do); without accounts, an account is on the free plan afterwards.';

create or replace function private.announce_plan_end() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  template constant text := case when not new.subscribed then 'premium-ended' when new.cancel_at_period_end then 'premium-canceled' else 'premium-kept' end;
  accounts constant uuid[] := private.accounts_of(new.user_id, 'owner', 'billing');
begin
  perform public.enqueue_outbox('mail', format('%s:%s:%s', template, new.user_id, clock_timestamp()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', template,
    'data', jsonb_strip_nulls(jsonb_build_object('name', person.row ->> 'name', 'ends', private.agency_day(new.subscription_end),
      'isTrial', case when new.trial_end > now() then 'true' end)) || private.left_by_plan(new)
  ))
  from private.mail_recipient(new.user_id) as person (row);
  if not new.subscribed then
    -- Their workspace is read-only now.
    perform public.enqueue_outbox('mail', format('%s:%s:%s', template, owner.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', template, 'data', jsonb_build_object('name', person.row ->> 'name')
    ))
    from (
      select distinct member.user_id from public.account_members as member
      where member.account_id = any (accounts) and member.role = 'owner' and member.user_id <> new.user_id
        and not private.has_premium(member.account_id)
    ) as owner cross join lateral private.mail_recipient(owner.user_id) as person (row);
  end if;
  return null;
end
$$;

comment on function private.announce_plan_end() is
'Trigger: emails a person when they cancel their plan, keep it after all, or it has ended. Each change is emailed once, however often the provider reports it. The other owners of an account that is on the free plan now read that its plan has ended. What the plan leaves behind is in the email, too (private.left_by_plan).';

create or replace function private.announce_trial_end(p_user_id uuid, p_trial_end timestamptz, p_run_at timestamptz) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('trial-ending:%s:%s', plan.user_id, p_trial_end::date), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'trial-ending',
    'data', jsonb_build_object('name', person.row ->> 'name', 'ends', private.agency_day(p_trial_end), 'canceled', plan.cancel_at_period_end::text)
      || private.left_by_plan(plan)
  ), p_run_at)
  from public.subscriptions as plan cross join lateral private.mail_recipient(plan.user_id) as person (row)
  where plan.user_id = p_user_id and plan.subscribed
$$;
