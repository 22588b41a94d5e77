-- Granting Premium says what it changes, and a client who gets it learns it by email.

create function private.pays_for_premium(p_email text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from auth.users as person join public.subscriptions as plan on plan.user_id = person.id
    where lower(person.email) = p_email and plan.subscribed and plan.subscription_tier = 'premium'
      and plan.subscription_status = 'active' and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
  )
$$;

comment on function private.pays_for_premium(text) is 'Whether the person with this address pays for Premium, so that complimentary Premium changes nothing for now.';

create function private.announce_gift(p_email text, p_until timestamptz, p_earlier timestamptz, p_is_new boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  is_waiting boolean;
begin
  -- A new end date corrects the email that nobody got yet.
  with waiting as (
    delete from private.outbox as mail
    where mail.dedupe_key like 'premium-given:%' and mail.status = 'queued' and mail.attempts = 0
      and mail.payload ->> 'to' = p_email
    returning mail.id
  )
  select count(*) > 0 into is_waiting from waiting;
  if not (p_is_new or is_waiting) then return; end if;
  perform public.enqueue_outbox('mail', concat_ws(':', 'premium-given', person.id, p_earlier), jsonb_build_object(
    'to', lower(person.email), 'template', 'premium-given', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'until', private.agency_day(p_until)
    ))
  ), now() + interval '10 seconds')
  from auth.users as person cross join lateral private.mail_recipient(person.id) as reader (row)
  where lower(person.email) = p_email and person.email_confirmed_at is not null and not private.pays_for_premium(p_email)
    and exists (select from public.user_roles as held where held.user_id = person.id and held.role = 'client' and held.status = 'active');
end
$$;

comment on function private.announce_gift(text, timestamptz, timestamptz, boolean) is
'Emails a client that they have complimentary Premium, once for each grant and not for another end date, when the admin is no longer offered to undo it. p_earlier: the end of an earlier grant.';

drop function public.set_premium_override(text, timestamptz);
drop function private.set_premium_override(text, timestamptz);

create function private.set_premium_override(p_email text, p_expires_at timestamptz) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  address text;
  held public.premium_overrides;
begin
  perform private.require_admin();
  address := private.require_address(p_email);
  if p_expires_at <= now() then perform private.refuse('gift_ended', '22023', 'The end date must be in the future', 'expires_at'); end if;
  select gift.* into held from public.premium_overrides as gift where gift.email = address for update;
  insert into public.premium_overrides (email, expires_at) values (address, p_expires_at)
  on conflict (email) do update set expires_at = excluded.expires_at;
  perform private.announce_gift(address, p_expires_at, held.expires_at, held.email is null or held.expires_at <= now());
  return jsonb_build_object('had', held.email is not null, 'had_until', held.expires_at, 'pays', private.pays_for_premium(address));
end
$$;

create function public.set_premium_override(p_email text, p_expires_at timestamptz default null) returns jsonb
language sql volatile
set search_path = ''
return private.set_premium_override(p_email, p_expires_at);

comment on function public.set_premium_override(text, timestamptz) is
'Gives an address free premium, until a date or forever: {had: it had an override before, had_until: the earlier end, pays: they pay for Premium now, so nothing changes yet}. A client gets an email about a new one. Admins only.';

grant execute on function public.set_premium_override(text, timestamptz) to authenticated;
grant execute on function private.set_premium_override(text, timestamptz) to authenticated;

create or replace function private.delete_premium_override(p_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.premium_overrides as gift where gift.email = lower(btrim(p_email));
  if not found then perform private.refuse('gift_not_found', 'PT404', 'Override not found'); end if;
  delete from private.outbox as mail
  where mail.dedupe_key like 'premium-given:%' and mail.payload ->> 'to' = lower(btrim(p_email)) and mail.status = 'queued' and mail.attempts = 0;
end
$$;
