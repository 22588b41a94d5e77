create index contacts_lead_id_idx on public.contacts (lead_id);
create index applications_lead_id_idx on public.applications (lead_id);

create table private.ip_salts (
  day date primary key,
  salt text not null check (char_length(salt) between 32 and 100)
);

comment on table private.ip_salts is
'Today''s salt for hashes of IP addresses. Without yesterday''s salt, its hashes cannot be traced back.';

alter table private.ip_salts enable row level security;

create function private.daily_ip_salt() returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today date := private.agency_day();
  daily text;
begin
  select kept.salt into daily from private.ip_salts as kept where kept.day = today;
  if daily is null then
    delete from private.ip_salts as old where old.day < today;
    insert into private.ip_salts (day, salt)
    values (today, gen_random_uuid()::text || gen_random_uuid()::text) on conflict (day) do nothing;
    select kept.salt into daily from private.ip_salts as kept where kept.day = today;
  end if;
  return daily;
end
$$;

comment on function private.daily_ip_salt() is 'Today''s salt, by the agency''s day. The first caller of a day makes it and deletes older ones.';

create function private.hash_ip(p_address text) returns text
language sql volatile security definer
set search_path = ''
as $$
  select case when p_address <> '' then encode(sha256(convert_to(private.daily_ip_salt() || p_address, 'UTF8')), 'hex') end
$$;

comment on function private.hash_ip(text) is
'A hash that tells floods from one IP address apart within a day, and says nothing afterwards.';

create function private.repeatable_words(p_words text) returns text
language sql immutable
set search_path = ''
as $$
  select btrim(p_words) where char_length(p_words) <= 2000
    and p_words !~* '(://|www[.]|@|[[:alnum:]][.．。][[:alpha:]]{2,}|([[:digit:]][ ().-]*){7})'
$$;

comment on function private.repeatable_words(text) is
'A stranger''s words that an email to an address that nobody confirmed may repeat; null if they are long or have a link, an address or a phone number.';

create function private.enqueue_form_mails(
  p_form text, p_id uuid, p_email text, p_name text, p_answers jsonb, p_account uuid default private.agency_account()
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  addresses constant text[] := private.account_addresses(p_account);
  account constant jsonb := private.mail_account_data(p_account);
  answers constant jsonb := jsonb_strip_nulls(p_answers);
  lead constant uuid := coalesce(
    (select sent.lead_id from public.contacts as sent where sent.id = p_id),
    (select sent.lead_id from public.applications as sent where sent.id = p_id),
    (select sent.lead_id from public.landing_submissions as sent where sent.id = p_id)
  );
  confirmations bigint;
begin
  -- The team's emails about the lead have the answers, too, so nobody of the team gets a second email.
  update private.outbox as news
  set payload = jsonb_set(news.payload, '{data}', news.payload -> 'data' || jsonb_build_object('form', p_form, 'answers', answers::text))
  from unnest(private.team_of(p_account) || private.leaders_of(p_account) || private.leaders_of(private.agency_account())) as reader (id)
  where news.dedupe_key = format('lead-arrived:%s:%s', p_id, reader.id);
  perform public.enqueue_outbox('mail', format('%s:%s:agency', p_form, p_id) || case when reader.place > 1 then ':' || reader.place else '' end,
    jsonb_build_object('to', reader.address, 'template', p_form || '-alert',
      'data', account || answers || jsonb_strip_nulls(jsonb_build_object('leadId', lead))))
  from unnest(addresses) with ordinality as reader (address, place)
  where not exists (
    select from auth.users as person join private.outbox as news on news.dedupe_key = format('lead-arrived:%s:%s', p_id, person.id)
    where lower(person.email) = lower(reader.address)
  );
  -- Limits confirmations, so that nobody can fill a stranger's mailbox through this form.
  select count(*) into confirmations from private.outbox as sent
  where sent.kind = 'mail' and lower(sent.payload ->> 'to') = lower(p_email) and sent.created_at > now() - interval '1 day'
    and sent.payload ->> 'template' like '%-confirmation';
  if confirmations < 5 then
    perform public.enqueue_outbox('mail', format('%s:%s:sender', p_form, p_id),
      jsonb_build_object('to', p_email, 'template', p_form || '-confirmation',
        'data', account || jsonb_build_object('name', p_name, 'agencyEmail', addresses[1]) || (
          select coalesce(jsonb_object_agg(answer.key, answer.value), '{}') from jsonb_each(jsonb_strip_nulls(p_answers)) as answer
          where answer.key in ('bestContact', 'phone', 'timeline', 'target', 'dealSize', 'adSpend', 'interests'))
        -- What a client's visitors write may be about their health, so only the agency's own forms repeat words.
        || case when p_form <> 'landing' then jsonb_strip_nulls(jsonb_build_object(
          'company', private.repeatable_words(answers ->> 'company'),
          'words', private.repeatable_words(coalesce(answers ->> 'goals', answers ->> 'notes')),
          -- The recipient's own site is no advertisement.
          'website', (
            select site.host from substring(lower(answers ->> 'website') from '^(?:https?://)?(?:www[.])?([^/:?#]+)') as site (host)
            where right('.' || split_part(lower(p_email), '@', 2), char_length(site.host) + 1) = '.' || site.host
          ),
          'callsAt', (select '/book/' || account.slug from public.accounts as account
            where account.id = p_account and private.booking_types(account.slug) -> 'types' <> '[]')
        )) else '{}' end));
  end if;
end
$$;

comment on function private.enqueue_form_mails(text, uuid, text, text, jsonb, uuid) is
'Queues emails: the answers to the account, unless that reader gets an email about the new lead with the answers, and a confirmation to the sender. It repeats the answers, so that a typo is noticed, but no links, because the address may be a stranger''s.';
