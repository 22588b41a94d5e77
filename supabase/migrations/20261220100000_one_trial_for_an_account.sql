-- An account has no second trial, not even when the one who paid has left.

create table private.past_subscribers (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  first_at timestamptz not null default now()
);

alter table private.past_subscribers enable row level security;

comment on table private.past_subscribers is
'The accounts for which someone has subscribed. They have no second trial, not even when the one who paid has left.';
comment on column private.past_subscribers.account_id is 'The account.';
comment on column private.past_subscribers.first_at is 'When someone first subscribed for it.';

insert into private.past_subscribers (account_id, first_at)
select member.account_id, min(coalesce(plan.started_at, plan.created_at))
from public.account_members as member join public.subscriptions as plan on plan.user_id = member.user_id
where member.role in ('owner', 'billing') and plan.stripe_subscription_id is not null
group by member.account_id;

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

create trigger keep_subscribers after insert or update of stripe_subscription_id on public.subscriptions
for each row when (new.stripe_subscription_id is not null) execute function private.keep_subscribers();

create or replace function private.had_plan(p_account uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from private.past_subscribers as past where past.account_id = p_account) or exists (
    select from public.account_members as member join public.subscriptions as plan on plan.user_id = member.user_id
    where member.account_id = p_account and member.role in ('owner', 'billing') and plan.stripe_subscription_id is not null
  )
$$;

comment on function private.had_plan(uuid) is 'Whether someone has ever subscribed for this account, or one of its people for another one. Only the first subscription has a trial.';
