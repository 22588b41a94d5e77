-- The email about a canceled plan said that Premium continues through the day on which the plan ends, with another plan that ends then.

create or replace function private.premium_after(p_account uuid, p_payer uuid, p_end timestamptz) returns table (is_gift boolean, until timestamptz)
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
  -- Texts name days. What ends some hours later on the same day keeps nothing that they could tell.
  where case when p_end > now() then private.agency_day(found.until) > private.agency_day(p_end) else found.until > now() end
  order by found.until desc, found.is_gift limit 1;
end
$$;

comment on function private.premium_after(uuid, uuid, timestamptz) is
'What keeps Premium for an account on the days after the plan of this payer ends, or now if it has ended: complimentary Premium, also their own, or the plan of another person, and until when (infinity without an end). No row if nothing does.';
