-- Everyone who gets emails about leads can turn them off, and gets one email for a form, with its answers.

create or replace function private.notification_kind(p_template text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when p_template in ('lead-clock-warning', 'lead-clock-breached') then 'lead-clock'
    when p_template in ('request-arrived', 'request-reply') then 'client-request'
    when p_template in ('lead-arrived', 'landing-alert') then 'lead-arrived'
    when p_template in ('payment-received', 'retainer-renewing', 'trial-ending', 'sign-up-waiting') then p_template
  end
$$;

comment on function private.notification_kind(text) is 'The notification choice that controls an email template. Null for emails that are always sent.';

drop trigger skip_unwanted_mail on private.outbox;

create trigger skip_unwanted_mail before insert on private.outbox
for each row when (new.kind = 'mail' and private.notification_kind(new.payload ->> 'template') is not null)
execute function private.skip_unwanted_mail();

comment on column public.notification_choices.kind is
'Which emails, as private.notification_kind names them. Invoices, failures, escalations and security news are always sent.';

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
  confirmations bigint;
begin
  -- The team's emails about the lead have the answers, too, so nobody of the team gets a second email.
  update private.outbox as news
  set payload = jsonb_set(news.payload, '{data}', news.payload -> 'data' || jsonb_build_object('form', p_form, 'answers', answers::text))
  from unnest(private.team_of(p_account) || private.leaders_of(p_account) || private.leaders_of(private.agency_account())) as reader (id)
  where news.dedupe_key = format('lead-arrived:%s:%s', p_id, reader.id);
  perform public.enqueue_outbox('mail', format('%s:%s:agency', p_form, p_id) || case when reader.place > 1 then ':' || reader.place else '' end,
    jsonb_build_object('to', reader.address, 'template', p_form || '-alert', 'data', account || answers))
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

comment on function private.enqueue_form_mails(text, uuid, text, text, jsonb, uuid) is
'Queues emails: the answers to the account, unless that reader gets an email about the new lead with the answers, and a confirmation to the sender. It repeats choices and figures, so that a typo is noticed, and no free text, because the address may be a stranger''s.';
