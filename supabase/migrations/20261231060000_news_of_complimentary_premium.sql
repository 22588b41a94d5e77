-- The end of complimentary Premium that was announced, or another end date, was never told, so the sent email stayed false.

alter table public.premium_overrides add column is_announced boolean not null default false;

comment on column public.premium_overrides.is_announced is 'Whether an email told the client about it, so that another end or its removal is told, too.';

update public.premium_overrides as gift set is_announced = true
where exists (
  select from private.outbox as mail
  where mail.dedupe_key like 'premium-given:%' and mail.status <> 'failed' and mail.payload ->> 'to' = gift.email and mail.created_at >= gift.created_at
);

drop function private.announce_gift(text, timestamptz, boolean);

create function private.unsent_news_of_gift(p_email text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  waiting jsonb;
begin
  with gone as (
    delete from private.outbox as mail
    where (mail.dedupe_key like 'premium-given:%' or mail.dedupe_key like 'premium-changed:%' or mail.dedupe_key like 'premium-withdrawn:%')
      and mail.status = 'queued' and mail.payload ->> 'to' = p_email
    returning mail.payload
  )
  select jsonb_build_object('is_told', gone.payload ->> 'template' <> 'premium-given', 'until', gone.payload #> '{data,was}') into waiting
  from gone limit 1;
  return waiting;
end
$$;

comment on function private.unsent_news_of_gift(text) is
'Removes the email about complimentary Premium that hasn''t left, and returns what the client knows without it: {is_told, until: the last day, or null for no end}. Null when none waits.';

create function private.announce_gift(p_email text, p_template text, p_data jsonb) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('%s:%s:%s', p_template, person.id, clock_timestamp()), jsonb_build_object(
    'to', lower(person.email), 'template', p_template, 'data', jsonb_strip_nulls(p_data || jsonb_build_object(
      'name', reader.row ->> 'name', 'stays', case when p_template = 'premium-withdrawn' and private.client_has_premium(person.id) then 'true' end
    ))
  ), now() + interval '10 seconds')
  from auth.users as person cross join lateral private.mail_recipient(person.id) as reader (row)
  where lower(person.email) = p_email and person.email_confirmed_at is not null
    and (p_template <> 'premium-given' or not private.pays_for_premium(p_email))
    and exists (select from public.user_roles as held where held.user_id = person.id and held.role = 'client' and held.status = 'active');
  return found;
end
$$;

comment on function private.announce_gift(text, text, jsonb) is
'Emails a client about their complimentary Premium, when the admin is no longer offered to undo it, and says whether there was someone to tell: who pays learns nothing of a new one.';

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
begin
  perform private.require_admin();
  address := private.require_address(p_email);
  if p_expires_at <= now() then perform private.refuse('gift_ended', '22023', 'The end date must be in the future', 'expires_at'); end if;
  select gift.* into held from public.premium_overrides as gift where gift.email = address for update;
  if held.email is null then
    -- One that the same admin ended within the last minute goes on.
    select (entry.before ->> 'created_at')::timestamptz into given_at from public.audit_log as entry
    where entry.table_name = 'premium_overrides' and entry.row_id = address and entry.action = 'delete' and entry.actor_id = auth.uid()
      and entry.happened_at > now() - interval '1 minute' and coalesce((entry.before ->> 'expires_at')::timestamptz, 'infinity') > now()
    order by entry.id desc limit 1;
  end if;
  unsent := private.unsent_news_of_gift(address);
  is_told := coalesce((unsent ->> 'is_told')::boolean, held.is_announced and coalesce(held.expires_at, 'infinity') > now(), false);
  told_until := case when unsent is null then private.agency_day(held.expires_at) else (unsent ->> 'until')::date end;
  if is_told then
    if told_until is distinct from until then
      perform private.announce_gift(address, 'premium-changed', jsonb_build_object('until', until, 'was', told_until));
    end if;
  -- Another end of one that was never announced is no news.
  elsif unsent is not null or held.email is null or held.expires_at <= now() then
    is_told := private.announce_gift(address, 'premium-given', jsonb_build_object('until', until));
  end if;
  insert into public.premium_overrides (email, expires_at, created_at, is_announced) values (address, p_expires_at, coalesce(given_at, now()), is_told)
  on conflict (email) do update set expires_at = excluded.expires_at, is_announced = excluded.is_announced;
  return jsonb_build_object('had', held.email is not null, 'had_until', held.expires_at, 'pays', private.pays_for_premium(address));
end
$$;

create or replace function public.set_premium_override(p_email text, p_expires_at timestamptz default null) returns jsonb
language sql volatile
set search_path = ''
return private.set_premium_override(p_email, p_expires_at);

comment on function public.set_premium_override(text, timestamptz) is
'Gives an address free premium, until a date or forever: {had: it had an override before, had_until: the earlier end, pays: they pay for Premium now, so nothing changes yet}. A client gets an email about a new one and, once that has left, about another end. Admins only.';

create or replace function private.delete_premium_override(p_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  ended public.premium_overrides;
  unsent jsonb;
begin
  perform private.require_admin();
  delete from public.premium_overrides as gift where gift.email = lower(btrim(p_email)) returning gift.* into ended;
  if not found then perform private.refuse('gift_not_found', 'PT404', 'Override not found'); end if;
  unsent := private.unsent_news_of_gift(ended.email);
  -- Its end was announced with it.
  if ended.expires_at <= now() then return; end if;
  if coalesce((unsent ->> 'is_told')::boolean, ended.is_announced) then
    perform private.announce_gift(ended.email, 'premium-withdrawn', jsonb_build_object(
      'was', case when unsent is null then to_jsonb(private.agency_day(ended.expires_at)) else unsent -> 'until' end
    ));
  end if;
end
$$;

create or replace function public.delete_premium_override(p_email text) returns void
language sql volatile
set search_path = ''
return private.delete_premium_override(p_email);

comment on function public.delete_premium_override(text) is 'Ends the free premium of an address, and emails a client who was told about it. Admins only. PT404: it has none.';
