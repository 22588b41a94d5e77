-- The plan of an account. The payment provider knows people, so one of its owners or billing people pays for it, or has it as a gift.

create table private.plan_checkouts (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  claim uuid not null
);

create index plan_checkouts_user_id_idx on private.plan_checkouts (user_id);

alter table private.plan_checkouts enable row level security;

comment on table private.plan_checkouts is 'Who opened the newest page to subscribe for an account. All earlier pages are closed.';
comment on column private.plan_checkouts.account_id is 'The account.';
comment on column private.plan_checkouts.user_id is 'Who opened the page.';
comment on column private.plan_checkouts.claim is 'Names this opening. A later one replaces it.';

create table private.past_subscribers (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  first_at timestamptz not null default now()
);

alter table private.past_subscribers enable row level security;

comment on table private.past_subscribers is
'The accounts for which someone has subscribed. They have no second trial, not even when the one who paid has left.';
comment on column private.past_subscribers.account_id is 'The account.';
comment on column private.past_subscribers.first_at is 'When someone first subscribed for it.';

create table private.plan_page_visits (
  payer uuid not null references auth.users (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  opened_at timestamptz not null default now(),
  by_agency boolean not null default false,
  primary key (payer, user_id)
);

create index plan_page_visits_user_id_idx on private.plan_page_visits (user_id);

alter table private.plan_page_visits enable row level security;

comment on table private.plan_page_visits is
'Who last opened the provider''s page of whose plan, and when. The provider doesn''t say who canceled a plan, and colleagues and admins can.';
comment on column private.plan_page_visits.payer is 'Who pays for the plan.';
comment on column private.plan_page_visits.user_id is 'Who opened the page.';
comment on column private.plan_page_visits.opened_at is 'When they last opened it.';
comment on column private.plan_page_visits.by_agency is 'An admin who canceled the plan, or kept it, for the client.';

create function private.keep_subscribers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.past_subscribers (account_id)
  select account.id from unnest(private.accounts_of(new.user_id, 'owner', 'billing')) as account (id)
  on conflict do nothing;
  return null;
end
$$;

comment on function private.keep_subscribers() is 'Trigger: remembers for which accounts a person subscribed.';

create trigger keep_subscribers after insert on public.subscriptions
for each row when (new.stripe_subscription_id is not null) execute function private.keep_subscribers();

-- Each sync writes the same plan again, when its payer may belong to accounts for which they didn't subscribe.
create trigger keep_later_subscribers after update of stripe_subscription_id on public.subscriptions
for each row when (new.stripe_subscription_id is not null and old.stripe_subscription_id is distinct from new.stripe_subscription_id)
execute function private.keep_subscribers();

create function private.plan_of_account(p_account uuid, p_without uuid default null)
returns table (payer uuid, is_gift boolean, since timestamptz, ends_at timestamptz, trial_end timestamptz, is_ending boolean)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
  select found.* from (
    select plan.user_id, false, plan.started_at, plan.subscription_end, plan.trial_end, plan.cancel_at_period_end
    from private.client_members as member join public.subscriptions as plan on plan.user_id = member.user_id
    where member.account_id = p_account and member.role in ('owner', 'billing') and member.user_id is distinct from p_without
      and plan.subscribed and plan.subscription_tier = 'premium'
      and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
    union all
    select member.user_id, true, gift.created_at, gift.expires_at, null, false
    from private.client_members as member join auth.users as person on person.id = member.user_id
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

create function private.premium_after(p_account uuid, p_payer uuid, p_end timestamptz) returns table (is_gift boolean, until timestamptz)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
  select found.is_gift, found.until from (
    select false, case when plan.cancel_at_period_end then coalesce(plan.subscription_end, plan.trial_end, 'infinity') else 'infinity' end
    from private.client_members as member join public.subscriptions as plan on plan.user_id = member.user_id
    where member.account_id = p_account and member.role in ('owner', 'billing') and member.user_id <> p_payer
      and plan.subscribed and plan.subscription_tier = 'premium'
      and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
    union all
    select true, coalesce(gift.expires_at, 'infinity')
    from private.client_members as member join auth.users as person on person.id = member.user_id
    join public.premium_overrides as gift on gift.email = lower(person.email)
    where member.account_id = p_account and member.role in ('owner', 'billing') and person.email_confirmed_at is not null
  ) as found (is_gift, until)
  -- Texts name days. What ends some hours later on the same day keeps nothing that they could tell.
  where case when p_end > now() then private.agency_day(found.until) > private.agency_day(p_end) else found.until > now() end
  order by found.until desc, found.is_gift limit 1;
end
$$;

comment on function private.premium_after(uuid, uuid, timestamptz) is
'What keeps Premium for an account on the days after the plan of this payer ends, or now if it has ended: complimentary Premium, also their own, or the plan of another person, and until when (infinity without an end). No row if nothing does.';

create function private.has_own_premium(p_user_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.subscriptions as plan
    where plan.user_id = p_user_id and plan.subscribed and plan.subscription_tier = 'premium'
      and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
  ) or exists (
    select from auth.users as person join public.premium_overrides as gift on gift.email = lower(person.email)
    where person.id = p_user_id and person.email_confirmed_at is not null and coalesce(gift.expires_at, 'infinity') > now()
  );
end
$$;

comment on function private.has_own_premium(uuid) is
'Whether a person pays for a plan that is in force, or has complimentary Premium. The accounts that they own or are a billing contact of have Premium through them then.';

create function private.client_has_premium(p_client_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.has_premium(private.account_of_client(p_client_id)) or exists (
    select from unnest(private.accounts_of(p_client_id, 'owner', 'billing')) as account (id) where private.has_premium(account.id)
  ) or private.has_own_premium(p_client_id);
end
$$;

comment on function private.client_has_premium(uuid) is
'Whether a client has premium: through their account or any other whose money they see, or by a plan or gift of their own, which they keep when they leave it.';

create function private.brings_premium(p_account uuid, p_user_id uuid, p_role public.account_role) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_role in ('owner', 'billing') and private.has_own_premium(p_user_id) and not private.has_premium(p_account)
$$;

comment on function private.brings_premium(uuid, uuid, public.account_role) is
'Whether an account on the free plan gets Premium when this person joins it with this role.';

create function private.had_plan(p_account uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from private.past_subscribers as past where past.account_id = p_account) or exists (
    select from public.account_members as member join public.subscriptions as plan on plan.user_id = member.user_id
    where member.account_id = p_account and member.role in ('owner', 'billing') and plan.stripe_subscription_id is not null
  )
$$;

comment on function private.had_plan(uuid) is 'Whether someone has ever subscribed for this account, or one of its people for another one. Only the first subscription has a trial.';

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

create function private.may_manage_plan(p_user_id uuid, p_payer uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  -- The provider's page shows everything that the payer paid. So a colleague needs the money of all accounts of the payer.
  select p_user_id = p_payer or not exists (
    select from public.account_members as paid
    where paid.user_id = p_payer and not (paid.account_id = any (private.accounts_of(p_user_id, 'owner', 'billing')))
  )
$$;

comment on function private.may_manage_plan(uuid, uuid) is
'Whether a person may open the payment provider''s page of the one who pays: their own, or that of a colleague whose accounts are all theirs, too.';

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

create function private.plan_of_member(p_account uuid, p_user_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('is_gift', plan.is_gift, 'ends_at', coalesce(plan.ends_at, plan.trial_end), 'is_ending', plan.is_ending,
    'in_trial', coalesce(plan.trial_end > now(), false), 'stops', rest.payer is null,
    -- The free plan shows the newest 50.
    'hides_leads', exists (
      select from public.leads as lead where lead.account_id = p_account and lead.archived_at is null and not lead.is_spam offset 50
    ),
    'kept_until', case when rest.is_gift or rest.is_ending then coalesce(rest.ends_at, rest.trial_end) end,
    -- Otherwise the account would lose its plan, and the person would go on paying for nothing.
    'must_end', not private.has_active_role('admin') and not plan.is_gift and not plan.is_ending and coalesce(rest.is_gift or rest.is_ending, true)
      and others.ids = '{}',
    'has_others', not plan.is_gift and others.ids <> '{}',
    'others', case when not plan.is_gift and (
      p_user_id = auth.uid() or private.has_active_role('admin') or others.ids <@ private.accounts_of(auth.uid(), 'owner', 'billing', 'member')
    ) then (select jsonb_agg(account.name order by lower(account.name), account.id) from public.accounts as account where account.id = any (others.ids)) end,
    'may_manage', not plan.is_gift and private.may_manage_plan(auth.uid(), p_user_id))
  from private.plan_of_account(p_account) as plan left join private.plan_of_account(p_account, p_user_id) as rest on true
  cross join lateral (select array_remove(private.accounts_by_plan(p_user_id), p_account) as ids) as others
  where plan.payer = p_user_id
$$;

comment on function private.plan_of_member(uuid, uuid) is
'The plan that an account has through a person, and what happens to it when they leave or become a member: {is_gift, ends_at, is_ending, in_trial: nothing is paid yet, stops: the account is free then, hides_leads: it has more than the newest 50 leads, which the free plan shows, kept_until: the end of the other plan that keeps Premium, null without an end, must_end: they can''t before it is canceled, another person pays, or it gives another account Premium, too (an admin may do it), has_others: it goes on for other accounts, others: their names, null without any and for those who don''t see all of them, may_manage: the caller may cancel it}. Null for everyone else.';

create function private.lock_plan(p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('plan ' || p_user_id, 0))
$$;

comment on function private.lock_plan(uuid) is
'Makes everyone wait who takes another account from this person''s plan at the same moment. Otherwise each would count on the other account.';

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
'Refuses that a person leaves an account or becomes a member while it has Premium through them, and they would go on paying for nothing (private.plan_of_member).';

create function private.premium_through(p_user_id uuid) returns table (account_id uuid, name text, plan jsonb)
language sql stable
set search_path = ''
as $$
  select account.id, account.name, given.plan
  from private.client_members as member join public.accounts as account on account.id = member.account_id
  cross join lateral (select private.plan_of_member(account.id, p_user_id) as plan) as given
  where member.user_id = p_user_id and account.archived_at is null and (given.plan ->> 'stops')::boolean
  order by lower(account.name), account.id
$$;

comment on function private.premium_through(uuid) is
'The open accounts that have Premium only through this person, and their plan there (private.plan_of_member).';

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

create function private.premium_regained(p_user_id uuid) returns table (account_id uuid, name text)
language sql stable
set search_path = ''
as $$
  select back.account_id, back.name from private.accounts_to_rejoin(p_user_id) as back
  where private.brings_premium(back.account_id, p_user_id, back.role)
  order by lower(back.name), back.account_id
$$;

comment on function private.premium_regained(uuid) is
'The open accounts on the free plan that have Premium again when this person, who left for the team, becomes a client again.';

create function private.announce_regained_plan(p_account uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('member-rejoined:%s:%s:%s:%s', account.id, p_user_id, owner.user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'member-joined', 'data', jsonb_build_object(
      'name', reader.row ->> 'name', 'who', private.person_name(p_user_id), 'role', joined.role, 'business', account.name, 'slug', account.slug,
      'rejoined', 'true', 'premium', 'true'
    )
  ), now() + interval '10 seconds')
  from public.accounts as account
  join private.client_members as joined on joined.account_id = account.id and joined.user_id = p_user_id
  join private.client_members as owner on owner.account_id = account.id and owner.role = 'owner' and owner.status = 'active' and owner.user_id <> p_user_id
  cross join lateral private.mail_recipient(owner.user_id) as reader (row)
  where account.id = p_account
$$;

comment on function private.announce_regained_plan(uuid, uuid) is
'Emails the other owners of an account that it has Premium again through a person who is a client again, once the admin is no longer offered to undo that.';

create function private.announce_lost_plan(p_account uuid, p_user_id uuid, p_plan jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if (p_plan ->> 'stops')::boolean then
    perform public.enqueue_outbox('mail', format('premium-ended:%s:%s:%s', p_account, owner.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'premium-ended', 'data', jsonb_build_object(
        'name', person.row ->> 'name', 'names', private.account_names(array[p_account]), 'payer', private.person_name(p_user_id),
        'why', case when exists (
          select from private.client_members as stays where stays.account_id = p_account and stays.user_id = p_user_id
        ) then 'member' else 'left' end
      )
    ), now() + interval '10 seconds')
    from private.client_members as owner cross join lateral private.mail_recipient(owner.user_id) as person (row)
    where owner.account_id = p_account and owner.role = 'owner';
  end if;
  if not (p_plan ->> 'is_gift')::boolean and not (p_plan ->> 'is_ending')::boolean then
    perform public.enqueue_outbox('mail', format('premium-kept:%s:%s:%s', p_account, p_user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', 'premium-kept', 'data', jsonb_strip_nulls(jsonb_build_object(
        'name', person.row ->> 'name', 'ends', private.agency_day((p_plan ->> 'ends_at')::timestamptz),
        'isTrial', case when (p_plan ->> 'in_trial')::boolean then 'true' end,
        'left', (select account.name from public.accounts as account where account.id = p_account),
        'names', private.account_names(private.accounts_by_plan(p_user_id))
      ))
    ), now() + interval '10 seconds')
    from private.mail_recipient(p_user_id) as person (row);
  end if;
end
$$;

comment on function private.announce_lost_plan(uuid, uuid, jsonb) is
'After a person whose plan an account had left it, became a member or joined the agency''s team: emails its owners when the account is on the free plan now, and why, and the person when their plan goes on, and for which other accounts.';

create function private.account_plans(p_client_id uuid) returns jsonb
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
  join private.client_members as member on member.user_id = checkout.id join public.accounts as account on account.id = member.account_id
  where account.archived_at is null and private.is_session_sufficient()
$$;

create function public.account_plans(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.account_plans(p_client_id);

comment on function public.account_plans(uuid) is
'The plans of the open accounts of the caller, or for an admin of the named client: [{id, name, role, had_plan, checkout: {has_trial} if a subscription of this person would be for the account, else null, premium: {payer, payer_id: the same for all accounts that one plan is for, is_own, is_gift, since, ends_at, trial_end, is_ending, may_manage, after: {is_gift, until: null without an end}, which keeps Premium when this plan was canceled, or null} or null on the free plan}].';

create function private.accounts_to_subscribe(p_user_id uuid) returns uuid[]
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

create function private.claim_plan_checkout(p_user_id uuid) returns jsonb
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

create function public.claim_plan_checkout(p_user_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.claim_plan_checkout(p_user_id);

comment on function public.claim_plan_checkout(uuid) is
'Begins a subscription for the accounts of this person that are on the free plan: {claim, has_trial, others: the provider''s customers whose open pages must close first}. 42501 (plan_not_yours), PT409 (plan_exists).';

create function private.check_plan_checkout(p_user_id uuid, p_claim uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.accounts_to_subscribe(p_user_id);
  if not exists (select from private.plan_checkouts as held where held.claim = p_claim)
    or exists (
      select from private.plan_checkouts as later
      where later.claim <> p_claim and not private.has_premium(later.account_id)
        and later.account_id = any (private.accounts_of(p_user_id, 'owner', 'billing'))
    )
  then
    perform private.refuse('plan_checkout_replaced', 'PT409', 'A colleague opened the payment page just now');
  end if;
end
$$;

create function public.check_plan_checkout(p_user_id uuid, p_claim uuid) returns void
language sql volatile
set search_path = ''
return private.check_plan_checkout(p_user_id, p_claim);

comment on function public.check_plan_checkout(uuid, uuid) is
'Refuses when this claim no longer allows a subscription. 42501 (plan_not_yours), PT409 (plan_exists; plan_checkout_replaced: a colleague claimed it later).';

create function private.close_plan_checkouts(p_account_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  with ended as (
    delete from private.plan_checkouts as held where held.account_id = p_account_id returning held.user_id, held.claim
  )
  select public.enqueue_outbox(
    'close_plan_page', format('plan-page:%s:close', ended.claim),
    jsonb_build_object('customer', payer.stripe_customer_id), now(), 12
  )
  from ended join public.subscriptions as payer on payer.user_id = ended.user_id and payer.stripe_customer_id is not null
  where not exists (
    select from private.plan_checkouts as other where other.claim = ended.claim and other.account_id <> p_account_id
  )
$$;

comment on function private.close_plan_checkouts(uuid) is
'Ends the opening of a page to subscribe for this account: one that is about to open is refused, and an open one is closed at the provider, unless it is for another account, too.';

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

create function private.managed_payer(p_user_id uuid, p_account_id uuid) returns uuid
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
  select array(select distinct plan.customer from private.managed_plans(p_user_id) as plan where plan.payer <> p_user_id)
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
  on conflict (payer, user_id) do update set opened_at = clock_timestamp()
$$;

create function public.note_plan_page(p_user_id uuid, p_account_id uuid default null) returns void
language sql volatile
set search_path = ''
return private.note_plan_page(p_user_id, p_account_id);

comment on function public.note_plan_page(uuid, uuid) is
'Notes that this person opened the payment provider''s page of the plan of an account, or of their own (public.plan_customer). 42501 (plan_not_managed).';

create function private.plan_page_visitor(p_payer uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.person_name(visit.user_id) from private.plan_page_visits as visit
  where visit.payer = p_payer and visit.user_id <> p_payer and not visit.by_agency and visit.opened_at > now() - interval '1 hour' and not exists (
    select from private.plan_page_visits as own
    where own.payer = p_payer and own.user_id = p_payer and own.opened_at > now() - interval '1 hour'
  )
  order by visit.opened_at desc limit 1
$$;

comment on function private.plan_page_visitor(uuid) is
'The colleague who opened the page of this person''s plan in the last hour; null if the person did, too.';

create function private.plan_admin(p_payer uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select newest.user_id from (
    select visit.user_id, visit.by_agency, visit.opened_at from private.plan_page_visits as visit
    where visit.payer = p_payer order by visit.opened_at desc limit 1
  ) as newest
  where newest.by_agency and newest.opened_at > now() - interval '1 hour'
$$;

comment on function private.plan_admin(uuid) is
'The admin who canceled or kept a person''s plan just now; null if someone opened the provider''s page after that.';

create function private.begin_plan_change(p_client_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  plan public.subscriptions;
begin
  perform private.require_admin();
  select * into plan from public.subscriptions as held
  where held.user_id = p_client_id and held.subscribed and held.stripe_customer_id is not null and held.stripe_subscription_id is not null;
  if not found then perform private.refuse('plan_not_found', 'PT404', 'This person has no plan at the payment provider'); end if;
  insert into private.plan_page_visits (payer, user_id, by_agency, opened_at) values (p_client_id, auth.uid(), true, clock_timestamp())
  on conflict (payer, user_id) do update set by_agency = true, opened_at = clock_timestamp();
  return jsonb_build_object('customer', plan.stripe_customer_id, 'subscription', plan.stripe_subscription_id);
end
$$;

create function public.begin_plan_change(p_client_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.begin_plan_change(p_client_id);

comment on function public.begin_plan_change(uuid) is
'Before an admin cancels a client''s plan at the payment provider, or keeps it: {customer, subscription}. The email and the audit log then say that the agency did it. Admins only. PT404 (plan_not_found).';

grant execute on function public.begin_plan_change(uuid) to authenticated;
grant execute on function private.begin_plan_change(uuid) to authenticated;
grant execute on function public.account_plans(uuid) to authenticated;
grant execute on function private.account_plans(uuid) to authenticated;
grant execute on function public.claim_plan_checkout(uuid) to service_role;
grant execute on function private.claim_plan_checkout(uuid) to service_role;
grant execute on function public.check_plan_checkout(uuid, uuid) to service_role;
grant execute on function private.check_plan_checkout(uuid, uuid) to service_role;
grant execute on function public.plan_customer(uuid, uuid) to service_role;
grant execute on function private.plan_customer(uuid, uuid) to service_role;
grant execute on function public.plan_customers(uuid) to service_role;
grant execute on function private.plan_customers(uuid) to service_role;
grant execute on function public.note_plan_page(uuid, uuid) to service_role;
grant execute on function private.note_plan_page(uuid, uuid) to service_role;
