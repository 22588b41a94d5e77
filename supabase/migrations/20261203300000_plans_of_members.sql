-- A person whose renewing plan gives an account its Premium stays an owner or billing contact until it is canceled. Whoever removes
-- them or makes them a member sees what stops.

drop function private.plan_of_account(uuid);

create function private.plan_of_account(p_account uuid, p_without uuid default null)
returns table (payer uuid, is_gift boolean, since timestamptz, ends_at timestamptz, trial_end timestamptz, is_ending boolean)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
  select found.* from (
    select plan.user_id, false, plan.started_at, plan.subscription_end, plan.trial_end, plan.cancel_at_period_end
    from public.account_members as member join public.subscriptions as plan on plan.user_id = member.user_id
    where member.account_id = p_account and member.role in ('owner', 'billing') and member.user_id is distinct from p_without
      and plan.subscribed and plan.subscription_tier = 'premium'
      and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
    union all
    select member.user_id, true, gift.created_at, gift.expires_at, null, false
    from public.account_members as member join auth.users as person on person.id = member.user_id
    join public.premium_overrides as gift on gift.email = lower(person.email)
    where member.account_id = p_account and member.role in ('owner', 'billing') and member.user_id is distinct from p_without
      and person.email_confirmed_at is not null and coalesce(gift.expires_at, 'infinity') > now()
  ) as found (payer, is_gift, since, ends_at, trial_end, is_ending)
  -- If several people pay, the plan is as good as the best one.
  order by found.is_gift, found.is_ending, found.since, found.payer limit 1;
end
$$;

comment on function private.plan_of_account(uuid, uuid) is
'The premium plan of an account that is in force, and the owner or billing person who pays for it or has it as a gift. No row on the free plan. With p_without, the plan that would be in force without this person.';

create function private.plan_of_member(p_account uuid, p_user_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('is_gift', plan.is_gift, 'ends_at', coalesce(plan.ends_at, plan.trial_end), 'is_ending', plan.is_ending, 'stops', rest.payer is null,
    -- Otherwise the account would lose its plan, and the person would go on paying for it.
    'must_end', not private.has_active_role('admin') and not plan.is_gift and not plan.is_ending and coalesce(rest.is_gift or rest.is_ending, true),
    'may_manage', not plan.is_gift and private.may_manage_plan(auth.uid(), p_user_id))
  from private.plan_of_account(p_account) as plan left join private.plan_of_account(p_account, p_user_id) as rest on true
  where plan.payer = p_user_id
$$;

comment on function private.plan_of_member(uuid, uuid) is
'The plan that an account has through a person, and what happens to it when they leave or become a member: {is_gift, ends_at, is_ending, stops: the account is free then, must_end: they can''t before it is canceled or another person pays (an admin may do it), may_manage: the caller may cancel it}. Null for everyone else.';

create function private.refuse_payer(p_plan jsonb, p_user_id uuid) returns void
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
'Refuses that a person leaves an account or becomes a member while it has Premium through them and the plan renews (private.plan_of_member).';

create function private.announce_lost_plan(p_account uuid, p_user_id uuid, p_plan jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if (p_plan ->> 'stops')::boolean then
    perform public.enqueue_outbox('mail', format('premium-ended:%s:%s', owner.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'premium-ended', 'data', jsonb_build_object('name', person.row ->> 'name')
    ))
    from public.account_members as owner cross join lateral private.mail_recipient(owner.user_id) as person (row)
    where owner.account_id = p_account and owner.role = 'owner';
  end if;
  if not (p_plan ->> 'is_gift')::boolean and not (p_plan ->> 'is_ending')::boolean then
    perform public.enqueue_outbox('mail', format('premium-kept:%s:%s', p_user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'premium-kept', 'data', jsonb_strip_nulls(jsonb_build_object(
        'name', person.row ->> 'name', 'ends', private.agency_day((p_plan ->> 'ends_at')::timestamptz),
        'left', (select account.name from public.accounts as account where account.id = p_account)
      ))
    ))
    from private.mail_recipient(p_user_id) as person (row);
  end if;
end
$$;

comment on function private.announce_lost_plan(uuid, uuid, jsonb) is
'After a person whose plan an account had left it or became a member: emails its owners when the account is on the free plan now, and the person when their plan goes on.';

create or replace function private.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  plan jsonb;
begin
  perform private.require_open_account(p_account_id);
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  if p_role = 'member' then
    plan := private.plan_of_member(p_account_id, p_user_id);
    perform private.refuse_payer(plan, p_user_id);
  end if;
  update public.account_members as member set role = p_role where member.account_id = p_account_id and member.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
end
$$;

comment on function public.set_member_role(uuid, uuid, public.account_role) is
'Changes what a member may do. For owners and admins. PT404: no such account or member. PT409: the account would have no owner (last_owner), or the person pays for its plan (member_pays_for_plan).';

create or replace function private.remove_member(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  plan jsonb;
begin
  -- Everybody may leave by themselves.
  if p_user_id is distinct from auth.uid() or private.account_role_of_caller(p_account_id) is null then
    perform private.require_managed_account(p_account_id);
  end if;
  perform from public.accounts as account where account.id = p_account_id for no key update;
  perform private.refuse_unsettled(p_account_id, p_user_id);
  plan := private.plan_of_member(p_account_id, p_user_id);
  perform private.refuse_payer(plan, p_user_id);
  delete from public.account_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  -- Leads that wait are nobody's again, so that a colleague sees them.
  update public.leads as lead set user_id = null
  where lead.account_id = p_account_id and lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost');
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
end
$$;

comment on function public.remove_member(uuid, uuid) is
'Takes a person out of an account, or lets the caller leave it. Their open leads become unowned, and their drafts and retainers name an owner who stays. PT404: no such account or member. PT409: make someone else an owner first (last_owner), settle open invoices and end retainers before the last person leaves (account_in_use), or cancel the plan that they pay for (member_pays_for_plan).';

create or replace function private.account_people(p_account_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not (
    private.has_active_role('admin') or private.account_role_of_caller(p_account_id) is not null and private.has_active_role('client')
    or p_account_id <> private.agency_account() and private.may_enter(p_account_id)
  ) then
    perform private.refuse('account_not_found', 'PT404', 'Account not found');
  end if;
  return jsonb_build_object(
    'may_manage', private.manages_account(p_account_id),
    'members', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', member.user_id, 'name', private.person_name(member.user_id), 'email', person.email, 'role', member.role, 'since', member.created_at,
        'plan', case when member.user_id = auth.uid() or private.manages_account(p_account_id) then private.plan_of_member(p_account_id, member.user_id) end
      ) order by member.role, member.created_at, member.user_id)
      from public.account_members as member join auth.users as person on person.id = member.user_id where member.account_id = p_account_id
    ), '[]'),
    'lent', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', loan.user_id, 'name', private.person_name(loan.user_id), 'email', person.email, 'since', loan.created_at
      ) order by loan.created_at, loan.user_id)
      from public.account_loans as loan join auth.users as person on person.id = loan.user_id where loan.account_id = p_account_id
    ), '[]'),
    'invitations', case when private.manages_account(p_account_id) then coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', open.id, 'email', open.email, 'role', open.account_role, 'created_at', open.created_at, 'expires_at', open.expires_at
      ) order by open.created_at desc)
      from public.invitations as open where open.account_id = p_account_id and open.accepted_at is null and open.revoked_at is null
    ), '[]') else '[]' end
  );
end
$$;

comment on function public.account_people(uuid) is
'The people of an account: {may_manage, members: [{id, name, email, role, since, plan}], lent: [{id, name, email, since}], invitations: [{id, email, role, created_at, expires_at}]}. Invitations and plans (private.plan_of_member) of others only for those who manage it. PT404: not an account of the caller.';
