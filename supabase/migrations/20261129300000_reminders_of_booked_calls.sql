-- The page of a booked call says which reminders its visitor gets, and the email about a form leads to its lead.

create function private.reminders_ahead(p_booking public.bookings) returns integer[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(distinct ahead.minutes order by ahead.minutes desc), '{}')
  from unnest(coalesce(
    (select type.reminders from public.meeting_types as type where type.id = p_booking.meeting_type_id), '{1440,60}'
  )) as ahead (minutes)
  where p_booking.starts_at - make_interval(mins => ahead.minutes) > now()
$$;

comment on function private.reminders_ahead(public.bookings) is
'The reminders that the visitor of a call still gets, in minutes before it, the earliest first.';

create or replace function private.enqueue_booking_jobs(p_booking public.bookings) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- The keys contain the sequence, so that a call that was moved gets new jobs and the old ones find nothing to do.
  perform public.enqueue_outbox('booking', format('booking:%s:%s:reminder:%s', p_booking.id, p_booking.sequence, ahead.minutes),
    jsonb_build_object('bookingId', p_booking.id, 'sequence', p_booking.sequence, 'event', 'reminder', 'minutes', ahead.minutes),
    p_booking.starts_at - make_interval(mins => ahead.minutes))
  from unnest(private.reminders_ahead(p_booking)) as ahead (minutes);
  perform public.enqueue_outbox('booking', format('booking:%s:%s:outcome', p_booking.id, p_booking.sequence),
    jsonb_build_object('bookingId', p_booking.id, 'sequence', p_booking.sequence, 'event', 'outcome'),
    p_booking.ends_at + interval '10 minutes');
end
$$;

create or replace function private.managed_booking(p_key uuid, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = booking.meeting_type_id);
begin
  return jsonb_build_object(
    'account', private.booking_account_json(booking.account_id),
    'type', case when type.id is not null then private.booking_type_json(type) end,
    'can_rebook', coalesce(type.is_active, false),
    'booking', private.booking_mail_data(booking) || jsonb_build_object(
      'state', booking.state, 'timeZone', booking.time_zone, 'isOver', booking.state in ('held', 'no_show') or booking.starts_at <= clock_timestamp(),
      'minutes', extract(epoch from booking.ends_at - booking.starts_at)::integer / 60, 'reminders', to_jsonb(private.reminders_ahead(booking))
    )
  ) || case when p_from is not null and p_to is not null and type.id is not null and booking.state = 'booked' and booking.starts_at > clock_timestamp()
    then private.times_json(type.id, p_from, p_to, booking.id) else '{}' end;
end
$$;

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
          where answer.key in ('bestContact', 'phone', 'timeline', 'target', 'dealSize', 'adSpend', 'interests'))));
  end if;
end
$$;
