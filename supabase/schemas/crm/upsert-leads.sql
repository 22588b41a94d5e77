-- Each person who sends forms is one lead, found by email or phone, however often they write. Their clock starts.

create function private.find_lead(p_account uuid, p_email text, p_phone text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_id uuid;
  kept_id uuid;
  wanted_key text := private.phone_key(p_phone);
begin
  -- Two submissions of one person at the same moment take turns, so that the second finds the first one's lead. Locks are taken
  -- in a fixed order, so that two people with each other's address and number cannot deadlock.
  perform pg_advisory_xact_lock(wanted.lock) from (
    select distinct hashtextextended('lead of ' || named.name, 0) as lock
    from unnest(array[lower(p_email), 'phone ' || wanted_key]) as named (name) where named.name is not null order by 1
  ) as wanted;
  loop
    select lead.id into found_id from public.leads as lead where lead.account_id = p_account and lower(lead.email) = lower(p_email)
    order by lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id limit 1;
    if found_id is null and wanted_key is not null then
      select lead.id into found_id from public.leads as lead where lead.account_id = p_account and lead.phone_key = wanted_key
      order by lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id limit 1;
    end if;
    if found_id is null then return null; end if;
    for hops in 1 .. 20 loop
      select lead.merged_into into kept_id from public.leads as lead where lead.id = found_id;
      exit when kept_id is null;
      found_id := kept_id;
    end loop;
    begin
      select lead.merged_into into kept_id from public.leads as lead where lead.id = found_id for no key update;
      if found and kept_id is null then return found_id; end if;
      perform private.refuse('lead_vanished', 'UF001', 'Merged or deleted at this very moment');
    exception when sqlstate 'UF001' then
      -- Searches again. The exception releases the lock, because a person who merges the kept lead may wait for it.
      null;
    end;
  end loop;
end
$$;

comment on function private.find_lead(uuid, text, text) is
'The lead of an account with this email address, else with this phone number however it is written; for a merged lead, the kept one. It is locked, and others who search for it wait.';

create function private.parse_touch(p_form text, p_sent jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when octet_length(touch::text) <= 18000 then touch else jsonb_build_object('at', now(), 'form', p_form) end
  from (select jsonb_strip_nulls(jsonb_build_object(
    'at', now(), 'form', p_form,
    'utm_source', p_sent ->> 'utm_source', 'utm_medium', p_sent ->> 'utm_medium', 'utm_campaign', p_sent ->> 'utm_campaign',
    'utm_term', p_sent ->> 'utm_term', 'utm_content', p_sent ->> 'utm_content', 'traffic_type', p_sent ->> 'traffic_type',
    'language', left(p_sent ->> 'language', 35),
    'referrer', left(p_sent ->> 'referrer_url', 1000), 'page', left(p_sent ->> 'landing_page', 1000), 'address', left(p_sent ->> 'page_url', 1000)
  )) as touch) as read
$$;

comment on function private.parse_touch(text, jsonb) is 'Where a visitor came from, as far as the form says.';

create function private.merged_offers(p_kept text[], p_added text[]) returns text[]
language sql immutable
set search_path = ''
as $$
  -- Offers that do not fit are dropped, so that the message itself is not refused.
  select case when cardinality(joined.list) <= 20 and octet_length(joined.list::text) <= 2000 then joined.list else p_kept end
  from (
    select array(
      select offer from unnest(p_kept || coalesce(p_added, '{}')) with ordinality as each (offer, place)
      group by offer order by min(place)
    )
  ) as joined (list)
$$;

comment on function private.merged_offers(text[], text[]) is 'Each offer once, in the order in which they were asked about.';

create function private.upsert_lead(
  p_account uuid, p_person jsonb, p_touch jsonb, p_consent text, p_is_spam boolean, p_activity jsonb, p_source public.lead_source default 'website_form',
  p_is_routed boolean default true
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  sent public.leads := jsonb_populate_record(null::public.leads, p_person - 'id' - 'phone_key' - 'account_id');
  lead_id uuid;
  is_new boolean;
  sent_fields jsonb := to_jsonb(sent);
  filled public.leads;
  known jsonb;
  other_email text;
  -- The form itself may name a person or a pool.
  named constant jsonb := jsonb_strip_nulls(jsonb_build_object('to', p_activity -> 'to'));
  is_routing constant boolean := p_is_routed and not p_is_spam and (named <> '{}' or exists (
    select from public.lead_routing as routing where routing.account_id = p_account and routing.rules <> '[]'
  ));
  route jsonb;
begin
  if is_routing then perform private.lock_routing(p_account); end if;
  lead_id := private.find_lead(p_account, sent.email, sent.phone);
  is_new := lead_id is null;
  if is_routing and is_new then route := private.route_lead(p_account, null, private.routing_facts(sent, p_source, p_touch) || named); end if;
  if is_new then
    insert into public.leads (account_id, email, source, is_spam, user_id)
    values (p_account, sent.email, p_source, p_is_spam, (route ->> 'person')::uuid) returning id into lead_id;
  elsif not p_is_spam then
    select sent.email into other_email from public.leads as lead where lead.id = lead_id and lower(lead.email) <> lower(sent.email);
  end if;
  if is_new or not p_is_spam then
    -- Fills only blank fields, so what the team wrote stays. A lead that writes again leaves the archive and the spam.
    select lead.* into filled from public.leads as lead where lead.id = lead_id;
    known := to_jsonb(filled);
    filled := jsonb_populate_record(filled, (
      select jsonb_object_agg(fact, coalesce(nullif(btrim(known ->> fact), ''), sent_fields ->> fact))
      from unnest(private.lead_facts_of_kind('word', 'text')) as fact
    ));
    filled.tier_interest := private.merged_offers(filled.tier_interest, sent.tier_interest);
    -- Consent is for one address. A lead that is found by phone and writes from another address agrees to that one, not to the
    -- known one.
    if other_email is null and filled.consent_at is null then filled.consent_text := p_consent; end if;
    if other_email is null then filled.consent_at := coalesce(filled.consent_at, now()); end if;
    filled.first_touch := coalesce(filled.first_touch, p_touch);
    filled.last_touch := p_touch;
    -- An archived lead keeps its owner, who may have left since.
    if not private.is_on_team(filled.user_id, p_account) then filled.user_id := null; end if;
    if is_routing and not is_new then
      -- What they ask about now decides.
      route := private.route_lead(p_account, filled, private.routing_facts(
        jsonb_populate_record(filled, jsonb_build_object('tier_interest', coalesce(sent.tier_interest, filled.tier_interest))), p_source, p_touch
      ) || named);
      filled.user_id := coalesce((route ->> 'person')::uuid, filled.user_id);
    end if;
    filled.archived_at := null;
    filled.is_spam := p_is_spam;
    perform private.write_leads(array[filled]);
  end if;
  insert into public.lead_activities (lead_id, kind, payload) values (lead_id, 'form', jsonb_strip_nulls(
    -- A lead that is found by its phone number may be somebody else, such as a colleague. The history says who wrote.
    p_activity || jsonb_build_object('spam', nullif(p_is_spam, false), 'email', other_email,
      'name', case when other_email is not null then nullif(btrim(concat_ws(' ', sent.first_name, sent.last_name)), '') end)
  ));
  if not p_is_spam then
    perform private.start_lead_clock(lead_id, now(), p_source);
    if route is not null then perform private.record_routing(lead_id, route); end if;
    perform private.notify_lead_arrival(lead_id, is_new, coalesce(p_activity ->> 'contact_id', p_activity ->> 'application_id', p_activity ->> 'submission_id'));
  end if;
  return lead_id;
end
$$;

comment on function private.upsert_lead(uuid, jsonb, jsonb, text, boolean, jsonb, public.lead_source, boolean) is
'Creates or updates the account''s lead of this person and adds the form to its history. Spam does not change a known lead, starts no clock and sends no email. p_is_routed: whether the account''s rules decide who gets it.';

create function private.notify_lead_arrival(p_lead_id uuid, p_is_new boolean, p_key text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  lead constant public.leads := (select held from public.leads as held where held.id = p_lead_id);
  people uuid[] := private.team_of(lead.account_id);
begin
  -- Other reps could not open a colleague's lead.
  if private.is_on_team(lead.user_id, lead.account_id) then people := array[lead.user_id]; end if;
  perform private.notify_users(people, 'lead-arrived', p_key, private.lead_mail_data(p_lead_id) || jsonb_strip_nulls(jsonb_build_object(
    'returning', case when not p_is_new then 'true' end,
    'clockId', (
      select clock.id from public.lead_clocks as clock where clock.lead_id = p_lead_id and clock.state not in ('answered', 'dropped')
    ),
    'target', private.account_target(lead.account_id)::text
  )));
end
$$;

comment on function private.notify_lead_arrival(uuid, boolean, text) is
'Emails the account''s team about a new lead, or the owner about a lead that wrote again, once for each submission.';
