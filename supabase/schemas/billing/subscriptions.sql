-- The plan of a person. Only the payment functions write it.

create type public.subscription_tier as enum ('free', 'premium');

create type public.subscription_status as enum ('inactive', 'active');

comment on type public.subscription_tier is 'The plans.';
comment on type public.subscription_status is 'Whether the plan is in force.';

create table public.subscriptions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  subscribed boolean not null default false,
  subscription_tier public.subscription_tier not null default 'free',
  subscription_status public.subscription_status not null default 'inactive',
  subscription_end timestamptz,
  trial_end timestamptz,
  stripe_customer_id text unique check (char_length(stripe_customer_id) <= 255),
  stripe_subscription_id text unique check (char_length(stripe_subscription_id) <= 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancel_at_period_end boolean not null default false,
  started_at timestamptz
);

comment on table public.subscriptions is 'The plan of a person, as last heard from the payment provider; no row means free and inactive.';
comment on column public.subscriptions.user_id is 'The person.';
comment on column public.subscriptions.subscribed is 'Whether a plan is paid for, or in its trial.';
comment on column public.subscriptions.subscription_tier is 'free or premium.';
comment on column public.subscriptions.subscription_status is 'active or inactive.';
comment on column public.subscriptions.subscription_end is 'When the paid period ends.';
comment on column public.subscriptions.trial_end is 'When the free trial ends; null without a trial.';
comment on column public.subscriptions.stripe_customer_id is 'The person at the payment provider.';
comment on column public.subscriptions.stripe_subscription_id is 'The subscription at the payment provider.';
comment on column public.subscriptions.created_at is 'When the person first went to the payment provider.';
comment on column public.subscriptions.updated_at is 'When the row last changed.';
comment on column public.subscriptions.cancel_at_period_end is 'Whether it was canceled and lasts until subscription_end.';
comment on column public.subscriptions.started_at is 'When the subscription began; null before the first one.';

create trigger touch_updated_at before update on public.subscriptions
for each row execute function private.touch_updated_at();

create trigger require_confirmed_account after insert or update of user_id on public.subscriptions
for each row execute function private.require_confirmed_account('user_id');

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

create function private.announce_plan_end() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  template constant text := case when not new.subscribed then 'premium-ended' when new.cancel_at_period_end then 'premium-canceled' else 'premium-kept' end;
  decided constant uuid[] := private.accounts_of(new.user_id, 'owner', 'billing');
  admin constant uuid := case when new.subscribed then private.plan_admin(new.user_id) end;
begin
  -- The provider reports it without anyone signed in, so no other trigger writes an entry.
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before, after)
  select by_whom.id, by_whom.email, 'update', 'subscriptions', new.user_id::text, payer.email,
    jsonb_build_object('cancel_at_period_end', old.cancel_at_period_end), jsonb_build_object('cancel_at_period_end', new.cancel_at_period_end)
  from auth.users as by_whom, auth.users as payer
  where by_whom.id = admin and payer.id = new.user_id;
  perform public.enqueue_outbox('mail', format('%s:%s:%s', template, new.user_id, clock_timestamp()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', template,
    'data', jsonb_strip_nulls(jsonb_build_object('name', person.row ->> 'name', 'ends', private.agency_day(new.subscription_end),
      'isTrial', case when new.trial_end > now() then 'true' end,
      'byAgency', case when admin is not null then 'true' end,
      'colleague', case when template = 'premium-canceled' and admin is null then private.plan_page_visitor(new.user_id) end)) || private.left_by_plan(new)
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
'Trigger: emails a person when they cancel their plan, keep it after all, or it has ended. Each change is emailed once, however often the provider reports it. The other owners of an account that is on the free plan now read that its plan has ended, and whose it was. A cancellation names the colleague who opened the plan''s page shortly before. What an admin did (private.begin_plan_change) is in the audit log, and its email says so. What the plan leaves behind is in the email, too (private.left_by_plan).';

create trigger announce_plan_end after update of subscribed, cancel_at_period_end on public.subscriptions
for each row when (
  old.subscribed and (not new.subscribed or new.cancel_at_period_end is distinct from old.cancel_at_period_end)
) execute function private.announce_plan_end();

alter table public.subscriptions enable row level security;

call private.require_sufficient_sessions('public.subscriptions');

grant select, insert, update, delete on public.subscriptions to service_role;
grant select on public.subscriptions to authenticated;

create policy "Active people read their own subscription, and admins all" on public.subscriptions
for select to authenticated
using (
  (select private.has_active_role('admin')) or user_id = (select auth.uid()) and (select private.has_any_active_role())
);
