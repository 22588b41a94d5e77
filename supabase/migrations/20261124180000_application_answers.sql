-- An applicant who wants a text or a call leaves a number, and the confirmation repeats choices and figures.

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

create or replace function public.submit_application(
  p_application jsonb, p_origin jsonb default '{}', p_address text default null, p_is_spam boolean default false
) returns uuid
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

create or replace function private.enqueue_form_mails(p_form text, p_id uuid, p_email text, p_name text, p_answers jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  agency text := (select settings.email from public.agency_settings as settings);
  confirmations bigint;
begin
  perform public.enqueue_outbox('mail', format('%s:%s:agency', p_form, p_id),
    jsonb_build_object('to', agency, 'template', p_form || '-alert', 'data', jsonb_strip_nulls(p_answers)));
  -- Limits confirmations, so that nobody can fill a stranger's mailbox through this form.
  select count(*) into confirmations from private.outbox as sent
  where sent.kind = 'mail' and lower(sent.payload ->> 'to') = lower(p_email) and sent.created_at > now() - interval '1 day'
    and sent.payload ->> 'template' like '%-confirmation';
  if confirmations < 5 then
    perform public.enqueue_outbox('mail', format('%s:%s:sender', p_form, p_id),
      jsonb_build_object('to', p_email, 'template', p_form || '-confirmation',
        'data', jsonb_build_object('name', p_name, 'agencyEmail', agency) || (
          select coalesce(jsonb_object_agg(answer.key, answer.value), '{}') from jsonb_each(jsonb_strip_nulls(p_answers)) as answer
          where answer.key in ('bestContact', 'phone', 'timeline', 'target', 'dealSize', 'adSpend', 'interests'))));
  end if;
end
$$;

comment on function private.enqueue_form_mails(text, uuid, text, text, jsonb) is
'Queues two emails: the answers to the agency, and a confirmation to the sender. It repeats choices and figures, so that a typo is noticed, and no free text, because the address may be a stranger''s.';
