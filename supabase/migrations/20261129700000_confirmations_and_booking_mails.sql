-- Confirmations repeat what was sent and offer a call. Emails about calls say what comes next and lead to the calendar.

create function private.repeatable_words(p_words text) returns text
language sql immutable
set search_path = ''
as $$
  select btrim(p_words) where char_length(p_words) <= 2000
    and p_words !~* '(://|www[.]|@|[[:alnum:]][.．。][[:alpha:]]{2,}|([[:digit:]][ ().-]*){7})'
$$;

comment on function private.repeatable_words(text) is
'A stranger''s words that an email to an address that nobody confirmed may repeat; null if they are long or have a link, an address or a phone number.';

create or replace function private.enqueue_form_mails(
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

create or replace function private.send_booking_mails(p_booking uuid, p_event text, p_from timestamptz default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking constant public.bookings := (select held from public.bookings as held where held.id = p_booking);
  moved constant jsonb := jsonb_strip_nulls(jsonb_build_object('from', to_char(p_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
  -- A person of the team may have booked it in the visitor's name.
  booker constant uuid := case when p_event = 'booked' then (
    select noted.actor_id from public.booking_events as noted where noted.booking_id = p_booking and noted.event = 'booked' order by noted.id limit 1
  ) end;
  booked_by constant text := private.person_name(booker);
  sent bigint;
begin
  -- An erased person has no address.
  if booking.email = '' then return; end if;
  -- Nobody can fill a stranger's mailbox by booking for them.
  select count(*) into sent from private.outbox as mail
  where mail.kind = 'mail' and lower(mail.payload ->> 'to') = lower(booking.email) and mail.created_at > now() - interval '1 day'
    and mail.payload ->> 'template' like 'booking-%';
  if sent < 20 then
    perform public.enqueue_outbox('mail', format('booking:%s:%s:visitor', p_booking, booking.sequence), jsonb_build_object(
      'to', booking.email, 'template', 'booking-' || p_event, 'data', private.visitor_mail_data(booking) || moved || jsonb_strip_nulls(
        jsonb_build_object('bookedBy', booked_by, 'reminders', array_to_string(private.reminders_ahead(booking), ','))
      )
    ));
  end if;
  perform public.enqueue_outbox('mail', format('booking:%s:%s:host:%s', p_booking, booking.sequence, host.id), jsonb_build_object(
    'to', person.email, 'template', 'booking-host-' || p_event, 'data', private.booking_mail_data(booking) || moved || jsonb_strip_nulls(jsonb_build_object(
      'timeZone', coalesce(rota.time_zone, private.account_zone(booking.account_id)), 'hostEmail', person.email, 'leadId', booking.lead_id,
      'bookedBy', case when booker <> host.id then booked_by end,
      'answers', (select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key) from jsonb_each_text(booking.answers) as answer)
    ))
  ))
  from (select one.user_id as id from public.booking_hosts as one where one.booking_id = p_booking) as host
  join auth.users as person on person.id = host.id and coalesce(person.email, '') <> ''
  left join public.rotas as rota on rota.account_id = booking.account_id and rota.user_id = host.id
  order by host.id;
end
$$;

comment on function private.send_booking_mails(uuid, text, timestamptz) is
'Queues the emails about a booked, rescheduled or cancelled call to its visitor and its hosts, once for each change. p_from is the earlier time.';
