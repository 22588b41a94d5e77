-- Contact messages, from the remote function or, when that fails, from a visitor's own insert.

create function private.upsert_lead_from_contact(p_contact public.contacts, p_language text default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update public.contacts as sent
  set lead_id = private.upsert_lead(
    private.agency_account(), jsonb_build_object('email', p_contact.email, 'first_name', p_contact.first_name, 'last_name', p_contact.last_name,
      'company', p_contact.company, 'ad_spend', p_contact.ad_spend, 'goals', p_contact.goals, 'tier_interest', p_contact.interests),
    private.parse_touch('contact', to_jsonb(p_contact) || jsonb_build_object('language', p_language)), 'Agreed to a reply to their contact form message', p_contact.is_spam,
    jsonb_build_object('form', 'contact', 'contact_id', p_contact.id))
  where sent.id = p_contact.id;
  if not p_contact.is_spam then
    perform private.enqueue_form_mails('contact', p_contact.id, p_contact.email, p_contact.first_name, jsonb_build_object(
      'name', p_contact.first_name || ' ' || p_contact.last_name, 'email', p_contact.email, 'company', p_contact.company,
      'adSpend', p_contact.ad_spend, 'interests', array_to_string(p_contact.interests, ', '), 'goals', p_contact.goals,
      'traffic', p_contact.traffic_type, 'campaign', p_contact.utm_campaign, 'utmSource', p_contact.utm_source,
      'landingPage', p_contact.landing_page));
  end if;
end
$$;

comment on function private.upsert_lead_from_contact(public.contacts, text) is
'Creates or updates the lead of a contact message and queues its emails.';

create function private.process_direct_contact() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.upsert_lead_from_contact(new);
  return null;
end
$$;

comment on function private.process_direct_contact() is 'Trigger: processes a message that a visitor inserted.';

-- Does not run for inserts of the database's owner: submit_contact, demo data and restored backups process leads themselves.
create trigger process_direct_contact after insert on public.contacts
for each row when (current_user in ('anon', 'authenticated')) execute function private.process_direct_contact();

create function private.submit_contact(p_contact jsonb, p_address text, p_is_spam boolean) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  stored public.contacts;
begin
  insert into public.contacts (
    submission_id, first_name, last_name, email, company, ad_spend, goals, interests, utm_source, utm_medium, utm_campaign,
    utm_term, utm_content, referrer_url, landing_page, traffic_type, session_id, ip_hash, is_spam
  )
  select
    sent.submission_id, sent.first_name, sent.last_name, sent.email, sent.company, sent.ad_spend, sent.goals, sent.interests,
    sent.utm_source, sent.utm_medium, sent.utm_campaign, sent.utm_term, sent.utm_content, sent.referrer_url, sent.landing_page,
    sent.traffic_type, sent.session_id, private.hash_ip(p_address), p_is_spam
  from jsonb_populate_record(null::public.contacts, p_contact) as sent
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (select known.id from public.contacts as known where known.submission_id = (p_contact ->> 'submission_id')::uuid);
  end if;
  perform private.upsert_lead_from_contact(stored, p_contact ->> 'language');
  return stored.id;
end
$$;

create function public.submit_contact(p_contact jsonb, p_address text default null, p_is_spam boolean default false) returns uuid
language sql volatile
set search_path = ''
return private.submit_contact(p_contact, p_address, p_is_spam);

comment on function public.submit_contact(jsonb, text, boolean) is
'Stores a contact message, its lead and its emails. A known submission_id changes nothing. Returns the message''s id.';

grant execute on function public.submit_contact(jsonb, text, boolean) to service_role;
grant execute on function private.submit_contact(jsonb, text, boolean) to service_role;
