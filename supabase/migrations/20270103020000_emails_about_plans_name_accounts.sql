-- Emails about a plan name its accounts, why a colleague's account lost it, and the colleague who opened the page where it was canceled.

create table private.plan_page_visits (
  payer uuid not null references auth.users (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  opened_at timestamptz not null default now(),
  primary key (payer, user_id)
);

create index plan_page_visits_user_id_idx on private.plan_page_visits (user_id);

alter table private.plan_page_visits enable row level security;

comment on table private.plan_page_visits is
'Who last opened the provider''s page of whose plan, and when. The provider doesn''t say who canceled a plan, and colleagues can.';
comment on column private.plan_page_visits.payer is 'Who pays for the plan.';
comment on column private.plan_page_visits.user_id is 'Who opened the page.';
comment on column private.plan_page_visits.opened_at is 'When they last opened it.';

create function private.account_names(p_accounts uuid[]) returns text
language sql stable security definer
set search_path = ''
as $$
  select string_agg(account.name, E'\n' order by lower(account.name), account.id) from public.accounts as account where account.id = any (p_accounts)
$$;

comment on function private.account_names(uuid[]) is 'The names of these accounts, each on a line, for emails.';

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
        'left', (select account.name from public.accounts as account where account.id = p_account)
      ))
    ))
    from private.mail_recipient(p_user_id) as person (row);
  end if;
end
$$;

comment on function private.announce_lost_plan(uuid, uuid, jsonb) is
'After a person whose plan an account had left it or became a member: emails its owners when the account is on the free plan now, and why, and the person when their plan goes on.';

create function private.note_plan_page(p_user_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into private.plan_page_visits (payer, user_id)
  select plan.user_id, p_user_id from public.subscriptions as plan where plan.stripe_customer_id = private.plan_customer(p_user_id)
  on conflict (payer, user_id) do update set opened_at = now()
$$;

create function public.note_plan_page(p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.note_plan_page(p_user_id);

comment on function public.note_plan_page(uuid) is
'Notes that this person opened the payment provider''s page of the plan that they manage (public.plan_customer).';

create function private.plan_page_visitor(p_payer uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select private.person_name(visit.user_id) from private.plan_page_visits as visit
  where visit.payer = p_payer and visit.user_id <> p_payer and visit.opened_at > now() - interval '1 hour' and not exists (
    select from private.plan_page_visits as own
    where own.payer = p_payer and own.user_id = p_payer and own.opened_at > now() - interval '1 hour'
  )
  order by visit.opened_at desc limit 1
$$;

comment on function private.plan_page_visitor(uuid) is
'The colleague who opened the page of this person''s plan in the last hour; null if the person did, too.';

create or replace function private.left_by_plan(p_plan public.subscriptions) returns jsonb
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
    )) else '{}' end || jsonb_build_object('names', private.account_names(
      case when bool_and(rest.until is not null) then accounts else array_agg(one.id) filter (where rest.until is null) end
    ))
    from unnest(accounts) as one (id) left join lateral private.premium_after(
      one.id, p_plan.user_id, case when p_plan.subscribed then coalesce(p_plan.subscription_end, p_plan.trial_end) end
    ) as rest on true
  );
end
$$;

comment on function private.left_by_plan(public.subscriptions) is
'What a plan that was canceled or has ended leaves behind, for emails: {accounts, keptUntil, names}. accounts: none (its payer decides about no account), gift (complimentary Premium keeps Premium for all their accounts, until the day keptUntil if it has an end), premium (other plans do); without accounts, an account is on the free plan afterwards. names: of the accounts that keep Premium, or else of those that are on the free plan afterwards, each on a line.';

create or replace function private.announce_plan_end() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  template constant text := case when not new.subscribed then 'premium-ended' when new.cancel_at_period_end then 'premium-canceled' else 'premium-kept' end;
  decided constant uuid[] := private.accounts_of(new.user_id, 'owner', 'billing');
begin
  perform public.enqueue_outbox('mail', format('%s:%s:%s', template, new.user_id, clock_timestamp()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', template,
    'data', jsonb_strip_nulls(jsonb_build_object('name', person.row ->> 'name', 'ends', private.agency_day(new.subscription_end),
      'isTrial', case when new.trial_end > now() then 'true' end,
      'colleague', case template when 'premium-canceled' then private.plan_page_visitor(new.user_id) end)) || private.left_by_plan(new)
  ))
  from private.mail_recipient(new.user_id) as person (row);
  if not new.subscribed then
    -- Their workspace is read-only now.
    perform public.enqueue_outbox('mail', format('%s:%s:%s', template, owner.user_id, clock_timestamp()), jsonb_build_object(
      'to', person.row ->> 'to', 'template', template, 'data', jsonb_build_object(
        'name', person.row ->> 'name', 'names', private.account_names(owner.accounts), 'payer', private.person_name(new.user_id), 'why', 'ended'
      )
    ))
    from (
      select member.user_id, array_agg(member.account_id) as accounts from public.account_members as member
      where member.account_id = any (decided) and member.role = 'owner' and member.user_id <> new.user_id
        and not private.has_premium(member.account_id)
      group by member.user_id
    ) as owner cross join lateral private.mail_recipient(owner.user_id) as person (row);
  end if;
  return null;
end
$$;

comment on function private.announce_plan_end() is
'Trigger: emails a person when they cancel their plan, keep it after all, or it has ended. Each change is emailed once, however often the provider reports it. The other owners of an account that is on the free plan now read that its plan has ended, and whose it was. A cancellation names the colleague who opened the plan''s page shortly before. What the plan leaves behind is in the email, too (private.left_by_plan).';

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
      'names', private.account_names(private.accounts_of(plan.user_id, 'owner', 'billing'))
    ))
  ))
  from public.subscriptions as plan cross join lateral private.mail_recipient(plan.user_id) as person (row)
  -- The provider repeats its messages, also long after the start.
  where plan.user_id = p_user_id and plan.subscribed and plan.started_at > now() - interval '1 day'
$$;

create or replace function public.announce_plan_start(p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.announce_plan_start(p_user_id);

comment on function public.announce_plan_start(uuid) is
'Emails a person that their plan has started: for which accounts it is, until when it is free, and when it renews. Once for each subscription.';

grant execute on function public.note_plan_page(uuid) to service_role;
grant execute on function private.note_plan_page(uuid) to service_role;
