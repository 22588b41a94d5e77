-- A form from another email address with a lead's phone number keeps its sender's name in the history.

create or replace function private.upsert_lead(
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
