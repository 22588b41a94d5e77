-- All owners of an account read that its plan has ended.
create or replace function private.announce_plan_end() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  template constant text := case when not new.subscribed then 'premium-ended' when new.cancel_at_period_end then 'premium-canceled' else 'premium-kept' end;
  accounts constant uuid[] := private.accounts_of(new.user_id, 'owner', 'billing');
  account text;
begin
  if accounts = '{}' then account := 'none';
  elsif not new.subscribed and not exists (select from unnest(accounts) as one (id) where not private.has_premium(one.id)) then account := 'premium';
  end if;
  perform public.enqueue_outbox('mail', format('%s:%s:%s', template, new.user_id, clock_timestamp()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', template,
    'data', jsonb_strip_nulls(jsonb_build_object('name', person.row ->> 'name', 'ends', private.agency_day(new.subscription_end),
      'isTrial', case when new.trial_end > now() then 'true' end, 'account', account))
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
'Trigger: emails a person when they cancel their plan, keep it after all, or it has ended. Each change is emailed once, however often the provider reports it. The other owners of an account that is on the free plan now read that its plan has ended. account says what the plan leaves behind: none (they decide about no account), premium (their accounts have it through others), and else the free plan.';
