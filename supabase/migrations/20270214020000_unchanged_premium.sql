-- Complimentary Premium that is granted with the end date that it has writes nothing.

create or replace function private.set_premium_override(p_email text, p_expires_at timestamptz) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  address text;
  held public.premium_overrides;
  given_at timestamptz;
  unsent jsonb;
  -- What the client was told: whether they have it, and its last day.
  is_told boolean;
  told_until date;
  until constant date := private.agency_day(p_expires_at);
  plan public.subscriptions;
  answer jsonb;
begin
  perform private.require_admin();
  address := private.require_address(p_email);
  if p_expires_at <= now() then perform private.refuse('gift_ended', '22023', 'The end date must be in the future', 'expires_at'); end if;
  select gift.* into held from public.premium_overrides as gift where gift.email = address for update;
  plan := private.plan_of_email(address);
  answer := jsonb_build_object(
    'had', held.email is not null, 'had_until', held.expires_at, 'pays', plan.user_id is not null,
    'trial_ends', case when plan.trial_end > now() then private.agency_day(plan.trial_end) end,
    'plan_ends', case when plan.cancel_at_period_end then private.agency_day(plan.subscription_end) end
  );
  -- The same day again is no change.
  if held.email is not null and coalesce(held.expires_at, 'infinity') > now() and private.agency_day(held.expires_at) is not distinct from until then
    return answer;
  end if;
  if held.email is null then
    -- One that the same admin ended within the last minute goes on.
    select (entry.before ->> 'created_at')::timestamptz into given_at from public.audit_log as entry
    where entry.table_name = 'premium_overrides' and entry.row_id = address and entry.action = 'delete' and entry.actor_id = auth.uid()
      and entry.happened_at > now() - interval '1 minute' and coalesce((entry.before ->> 'expires_at')::timestamptz, 'infinity') > now()
    order by entry.id desc limit 1;
  end if;
  unsent := private.unsent_news_of_gift(address);
  is_told := coalesce((unsent ->> 'is_told')::boolean, private.is_known_gift(held) and coalesce(held.expires_at, 'infinity') > now(), false);
  told_until := case when unsent is null then private.agency_day(held.expires_at) else (unsent ->> 'until')::date end;
  if is_told then
    if told_until is distinct from until then
      perform private.announce_gift(address, 'premium-changed', jsonb_build_object('until', until, 'was', told_until));
    end if;
  -- Another end of one that they don't know of is no news.
  elsif unsent is not null or held.email is null or held.expires_at <= now() then
    is_told := private.announce_gift(address, 'premium-given', jsonb_build_object('until', until));
  end if;
  insert into public.premium_overrides (email, expires_at, created_at, is_announced) values (address, p_expires_at, coalesce(given_at, now()), is_told)
  on conflict (email) do update set expires_at = excluded.expires_at, is_announced = excluded.is_announced;
  return answer;
end
$$;

create or replace function public.set_premium_override(p_email text, p_expires_at timestamptz default null) returns jsonb
language sql volatile
set search_path = ''
return private.set_premium_override(p_email, p_expires_at);

comment on function public.set_premium_override(text, timestamptz) is
'Gives an address free premium, until a date or forever: {had: it had an override before, had_until: the earlier end, pays: they have a plan of their own, so nothing changes yet, trial_ends: the day on which its free trial becomes a paid plan, plan_ends: its last day if it was canceled}. A client gets an email about a new one and, once that has left, about another end. The same day again changes nothing. Admins only.';
