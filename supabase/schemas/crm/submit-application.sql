-- Applications. Only the remote function sends them.

create function private.upsert_lead_from_application(p_application public.applications, p_origin jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  whole_name text := btrim(regexp_replace(p_application.full_name, '\s+', ' ', 'g'));
begin
  update public.applications as sent
  set lead_id = private.upsert_lead(
    private.agency_account(), jsonb_build_object('email', p_application.email, 'first_name', left(split_part(whole_name, ' ', 1), 100),
      'last_name', nullif(left(substr(whole_name, strpos(whole_name || ' ', ' ') + 1), 100), ''), 'phone', p_application.phone,
      'company', p_application.company, 'website', p_application.website, 'role', p_application.role,
      'target_clients', p_application.target_new_clients_per_month, 'deal_size', p_application.avg_deal_size,
      'timeline', p_application.timeline, 'best_contact', p_application.best_contact, 'goals', p_application.notes),
    private.parse_touch('application', p_origin || jsonb_strip_nulls(to_jsonb(p_application))),
    'Agreed to a reply to their application, by the channel they chose', p_application.is_spam,
    p_origin || jsonb_build_object('form', 'application', 'application_id', p_application.id))
  where sent.id = p_application.id;
  if not p_application.is_spam then
    perform private.enqueue_form_mails('application', p_application.id, p_application.email, split_part(whole_name, ' ', 1),
      jsonb_build_object(
        'name', whole_name, 'email', p_application.email, 'company', p_application.company, 'website', p_application.website,
        'role', p_application.role, 'target', p_application.target_new_clients_per_month,
        'dealSize', p_application.avg_deal_size, 'timeline', p_application.timeline, 'notes', p_application.notes,
        'bestContact', p_application.best_contact, 'phone', p_application.phone, 'page', p_application.page_url,
        'campaign', p_application.utm_campaign, 'utmSource', p_application.utm_source, 'traffic', p_origin ->> 'traffic_type'));
  end if;
end
$$;

comment on function private.upsert_lead_from_application(public.applications, jsonb) is
'Creates or updates the lead of an application and queues its emails.';

create function private.check_application(p_application jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  phone text := btrim(coalesce(p_application ->> 'phone', ''));
begin
  if phone = '' and p_application ->> 'best_contact' in ('SMS', 'Phone') then
    perform private.refuse('required', '22023', 'Enter a number, or choose email as best contact.', 'phone');
  end if;
  if phone <> '' and not private.is_phone_number(phone) then
    perform private.refuse('phone_invalid', '22023', 'Enter a phone number such as (503) 555-0148.', 'phone');
  end if;
end
$$;

comment on function private.check_application(jsonb) is
'Refuses an application whose number is missing or invalid. Same rule as applicationProblems in domain/submission-rules.ts.';

create function private.submit_application(p_application jsonb, p_origin jsonb, p_address text, p_is_spam boolean) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  stored public.applications;
begin
  perform private.check_application(p_application);
  insert into public.applications (
    submission_id, full_name, email, company, website, role, target_new_clients_per_month, avg_deal_size, timeline, notes,
    best_contact, phone, submitted_at, page_url, referrer_url, utm_source, utm_medium, utm_campaign, user_agent, ip_hash, is_spam
  )
  select
    sent.submission_id, sent.full_name, sent.email, sent.company, sent.website, sent.role, sent.target_new_clients_per_month,
    sent.avg_deal_size, sent.timeline, sent.notes, sent.best_contact, sent.phone, sent.submitted_at, sent.page_url,
    sent.referrer_url, sent.utm_source, sent.utm_medium, sent.utm_campaign, sent.user_agent, private.hash_ip(p_address),
    p_is_spam
  from jsonb_populate_record(null::public.applications, p_application) as sent
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (
      select known.id from public.applications as known where known.submission_id = (p_application ->> 'submission_id')::uuid
    );
  end if;
  perform private.upsert_lead_from_application(stored, coalesce(p_origin, '{}'));
  return stored.id;
end
$$;

create function public.submit_application(
  p_application jsonb, p_origin jsonb default '{}', p_address text default null, p_is_spam boolean default false
) returns uuid
language sql volatile
set search_path = ''
return private.submit_application(p_application, p_origin, p_address, p_is_spam);

comment on function public.submit_application(jsonb, jsonb, text, boolean) is
'Stores an application, its lead and its emails. A known submission_id changes nothing. Returns the application''s id.';

grant execute on function public.submit_application(jsonb, jsonb, text, boolean) to service_role;
grant execute on function private.submit_application(jsonb, jsonb, text, boolean) to service_role;
