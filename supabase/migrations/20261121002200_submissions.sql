-- From a form to a lead: what was sent, the lead that it becomes and the e-mails about it are one transaction. The remote
-- functions call submit_contact and submit_application; a message inserted directly (spec §7 Fallback) ends in the same rule.

alter table public.contacts
  add column lead_id uuid references public.leads (id) on delete set null,
  add column is_spam boolean not null default false;
alter table public.applications
  add column lead_id uuid references public.leads (id) on delete set null,
  add column is_spam boolean not null default false;

comment on column public.contacts.lead_id is 'The lead that it became, or added to.';
comment on column public.contacts.is_spam is 'Looks like spam: kept, but nobody was written to.';
comment on column public.applications.lead_id is 'The lead that it became, or added to.';
comment on column public.applications.is_spam is 'Looks like spam: kept, but nobody was written to.';

create index contacts_lead_id_idx on public.contacts (lead_id);
create index applications_lead_id_idx on public.applications (lead_id);

create table private.address_salts (
  day date primary key,
  salt text not null check (char_length(salt) between 32 and 100)
);

comment on table private.address_salts is 'Today''s salt for hashes of addresses. With yesterday''s salt goes the way back to the address.';

alter table private.address_salts enable row level security;

create function private.todays_salt() returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'UTC')::date;
  daily text;
begin
  select kept.salt into daily from private.address_salts as kept where kept.day = today;
  if daily is null then
    delete from private.address_salts as old where old.day < today;
    insert into private.address_salts (day, salt)
    values (today, gen_random_uuid()::text || gen_random_uuid()::text) on conflict (day) do nothing;
    select kept.salt into daily from private.address_salts as kept where kept.day = today;
  end if;
  return daily;
end
$$;

comment on function private.todays_salt() is 'Made by whoever needs it first on a day (UTC); the salts of days before are forgotten then.';

create function private.hash_address(p_address text) returns text
language sql volatile security definer
set search_path = ''
as $$
  select case when p_address <> '' then encode(sha256(convert_to(private.todays_salt() || p_address, 'UTF8')), 'hex') end
$$;

comment on function private.hash_address(text) is 'Tells floods from one address apart within a day, and nothing afterwards.';

create function private.file_lead(
  p_email text, p_first_name text, p_last_name text, p_company text, p_is_spam boolean, p_activity jsonb
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_id uuid;
begin
  -- Two submissions of one person at the same moment take turns, so that the second finds the first one's lead.
  perform pg_advisory_xact_lock(hashtextextended('lead of ' || lower(p_email), 0));
  select lead.id into found_id from public.leads as lead where lower(lead.email) = lower(p_email)
  order by lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id limit 1;
  if found_id is null then
    insert into public.leads (first_name, last_name, email, company, source, is_spam)
    values (p_first_name, p_last_name, p_email, p_company, 'website_form', p_is_spam)
    returning id into found_id;
  elsif not p_is_spam then
    -- Whoever writes again is back: out of the archive, and out of the spam.
    update public.leads as lead
    set first_name = coalesce(nullif(btrim(lead.first_name), ''), p_first_name),
      last_name = coalesce(nullif(btrim(lead.last_name), ''), p_last_name),
      company = coalesce(nullif(btrim(lead.company), ''), p_company),
      archived_at = null, is_spam = false
    where lead.id = found_id;
  end if;
  insert into public.lead_activities (lead_id, kind, payload)
  values (found_id, 'form', jsonb_strip_nulls(p_activity || jsonb_build_object('spam', nullif(p_is_spam, false))));
  return found_id;
end
$$;

comment on function private.file_lead(text, text, text, text, boolean, jsonb) is
'The lead of this e-mail address, new or known, with one more form in its history.';

create function private.enqueue_form_mails(p_form text, p_id uuid, p_email text, p_name text, p_answers jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  agency text := (select settings.email from public.agency_settings as settings);
begin
  perform public.enqueue_outbox('mail', format('%s:%s:agency', p_form, p_id),
    jsonb_build_object('to', agency, 'template', p_form || '-alert', 'data', jsonb_strip_nulls(p_answers)));
  perform public.enqueue_outbox('mail', format('%s:%s:sender', p_form, p_id),
    jsonb_build_object('to', p_email, 'template', p_form || '-confirmation',
      'data', jsonb_build_object('name', p_name, 'agencyEmail', agency)));
end
$$;

comment on function private.enqueue_form_mails(text, uuid, text, text, jsonb) is
'Two e-mails: what was sent goes to the agency, a confirmation to the sender.';
