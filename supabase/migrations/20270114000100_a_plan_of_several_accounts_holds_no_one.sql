-- Someone whose plan also gives another account Premium may leave, be removed or become a member: they don't go on paying for nothing.

create function private.accounts_by_plan(p_payer uuid) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select array(
    select account.id from unnest(private.accounts_of(p_payer, 'owner', 'billing')) as account (id)
    cross join lateral private.plan_of_account(account.id) as plan where plan.payer = p_payer and not plan.is_gift
  )
$$;

comment on function private.accounts_by_plan(uuid) is
'The accounts that have Premium through the plan that this person pays for. Those that have a colleague''s plan stay with that.';

create or replace function private.plan_of_member(p_account uuid, p_user_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('is_gift', plan.is_gift, 'ends_at', coalesce(plan.ends_at, plan.trial_end), 'is_ending', plan.is_ending,
    'in_trial', coalesce(plan.trial_end > now(), false), 'stops', rest.payer is null,
    -- Otherwise the account would lose its plan, and the person would go on paying for nothing.
    'must_end', not private.has_active_role('admin') and not plan.is_gift and not plan.is_ending and coalesce(rest.is_gift or rest.is_ending, true)
      and private.accounts_by_plan(p_user_id) <@ array[p_account],
    'may_manage', not plan.is_gift and private.may_manage_plan(auth.uid(), p_user_id))
  from private.plan_of_account(p_account) as plan left join private.plan_of_account(p_account, p_user_id) as rest on true
  where plan.payer = p_user_id
$$;

comment on function private.plan_of_member(uuid, uuid) is
'The plan that an account has through a person, and what happens to it when they leave or become a member: {is_gift, ends_at, is_ending, in_trial: nothing is paid yet, stops: the account is free then, must_end: they can''t before it is canceled, another person pays, or it gives another account Premium, too (an admin may do it), may_manage: the caller may cancel it}. Null for everyone else.';

create or replace function private.refuse_payer(p_plan jsonb, p_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if (p_plan ->> 'must_end')::boolean then
    perform private.refuse('member_pays_for_plan', 'PT409', format(
      '%s for Premium. Cancel the plan first.', case p_user_id when auth.uid() then 'You pay' else private.person_name(p_user_id) || ' pays' end
    ));
  end if;
end
$$;

comment on function private.refuse_payer(jsonb, uuid) is
'Refuses that a person leaves an account or becomes a member while it has Premium through them, and they would go on paying for nothing (private.plan_of_member).';

create or replace function private.announce_lost_plan(p_account uuid, p_user_id uuid, p_plan jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if (p_plan ->> 'stops')::boolean then
    perform public.enqueue_outbox('mail', format('premium-ended:%s:%s', owner.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'premium-ended', 'data', jsonb_build_object(
        'name', person.row ->> 'name', 'names', private.account_names(array[p_account]), 'payer', private.person_name(p_user_id),
        'why', case when exists (
          select from public.account_members as stays where stays.account_id = p_account and stays.user_id = p_user_id
        ) then 'member' else 'left' end
      )
    ))
    from public.account_members as owner cross join lateral private.mail_recipient(owner.user_id) as person (row)
    where owner.account_id = p_account and owner.role = 'owner';
  end if;
  if not (p_plan ->> 'is_gift')::boolean and not (p_plan ->> 'is_ending')::boolean then
    perform public.enqueue_outbox('mail', format('premium-kept:%s:%s', p_user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'premium-kept', 'data', jsonb_strip_nulls(jsonb_build_object(
        'name', person.row ->> 'name', 'ends', private.agency_day((p_plan ->> 'ends_at')::timestamptz),
        'isTrial', case when (p_plan ->> 'in_trial')::boolean then 'true' end,
        'left', (select account.name from public.accounts as account where account.id = p_account),
        'names', private.account_names(private.accounts_by_plan(p_user_id))
      ))
    ))
    from private.mail_recipient(p_user_id) as person (row);
  end if;
end
$$;

comment on function private.announce_lost_plan(uuid, uuid, jsonb) is
'After a person whose plan an account had left it or became a member: emails its owners when the account is on the free plan now, and why, and the person when their plan goes on, and for which other accounts.';

create or replace function private.announce_plan_start(p_user_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('premium-started:%s:%s', plan.user_id, plan.stripe_subscription_id), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'premium-started',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', person.row ->> 'name', 'trialEnds', case when plan.trial_end > now() then private.agency_day(plan.trial_end) end,
      'renews', private.agency_day(plan.subscription_end),
      'names', private.account_names(private.accounts_by_plan(plan.user_id))
    ))
  ))
  from public.subscriptions as plan cross join lateral private.mail_recipient(plan.user_id) as person (row)
  -- The provider repeats its messages, also long after the start.
  where plan.user_id = p_user_id and plan.subscribed and plan.started_at > now() - interval '1 day'
$$;
