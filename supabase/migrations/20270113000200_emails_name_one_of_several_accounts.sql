-- Emails about money and requests name the account to people who belong to several.

create function private.account_among_several(p_user_id uuid, p_account_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.name from public.accounts as account
  where account.id = p_account_id and exists (
    select from private.client_members as member where member.user_id = p_user_id and member.account_id <> p_account_id
  )
$$;

comment on function private.account_among_several(uuid, uuid) is
'The name of an account in an email to a person who belongs to others, too. Null for everybody else, who need no name.';

create or replace function private.enqueue_invoice_mail(p_invoice_id uuid, p_template text, p_key text, p_extra jsonb default '{}') returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('invoice:%s:%s', invoice.id, p_key), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', p_template,
    -- Invoices, credits and receipts have the document attached; other emails do not need it.
    'attachInvoice', case when p_template in ('invoice-issued', 'invoice-copy', 'payment-received', 'invoice-credited') then invoice.id end,
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'forAccount', private.account_among_several(invoice.client_id, invoice.account_id),
      'invoiceId', invoice.id, 'number', invoice.invoice_number,
      'description', coalesce(nullif(btrim(left(invoice.description, 500)), ''), 'Marketing services'),
      'amount', (invoice.amount - invoice.credited_amount)::text, 'currency', invoice.currency, 'due', invoice.due_date, 'paid', invoice.paid_date,
      'state', (select state.shown from private.shown_invoices as state where state.id = invoice.id)
    ) || p_extra
  )))
  from public.invoices as invoice cross join lateral private.mail_recipient(invoice.client_id) as person (row)
  where invoice.id = p_invoice_id
$$;

comment on function private.enqueue_invoice_mail(uuid, text, text, jsonb) is
'Queues an email about an invoice to its client, once for each key.';

create or replace function private.announce_payment_failure(p_invoice_id uuid, p_reason text) returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.enqueue_payment_failure(format('invoice:%s', invoice.id), invoice.client_id, array[invoice.id], jsonb_strip_nulls(jsonb_build_object(
    'forAccount', private.account_among_several(invoice.client_id, invoice.account_id),
    'invoiceId', invoice.id, 'number', invoice.invoice_number, 'amount', invoice.owed_amount::text, 'currency', invoice.currency,
    'reason', left(p_reason, 300)
  )))
  from public.invoices as invoice where invoice.id = p_invoice_id and invoice.status in ('pending', 'overdue')
$$;

create or replace function private.announce_retainer_charges() returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('retainer:%s:renewing:%s', retainer.id, charge.day), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'retainer-renewing',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', person.row ->> 'name', 'forAccount', private.account_among_several(retainer.client_id, retainer.account_id),
      'retainer', retainer.retainer_name, 'amount', retainer.monthly_amount::text, 'currency', retainer.currency, 'charge', charge.day
    ))
  ))
  from public.retainers as retainer
  cross join lateral private.open_charges(retainer, private.agency_day() + 1, private.agency_day() + 3) as charge (day)
  cross join lateral private.mail_recipient(retainer.client_id) as person (row)
  where charge.day > retainer.start_date
$$;

comment on function private.announce_retainer_charges() is 'Job: emails clients three days before a retainer renews, once for each charge.';

create or replace function private.announce_retainer_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  terms constant jsonb := jsonb_build_object('amount', new.monthly_amount::text, 'status', new.status, 'ends', new.end_date);
  -- A change that the client was not told yet counts from what they know.
  untold constant jsonb := private.withdraw_mail('retainer-changed:' || new.id);
  known constant jsonb := case
    when untold is null then jsonb_build_object('amount', old.monthly_amount::text, 'status', old.status, 'ends', old.end_date)
    else jsonb_build_object('amount', untold ->> 'amountBefore', 'status', untold ->> 'statusBefore', 'ends', untold ->> 'endsBefore')
  end;
begin
  if terms = known or private.client_status(new.client_id) is distinct from 'active' then return null; end if;
  perform public.enqueue_outbox('mail', format('retainer-changed:%s:%s', new.id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'retainer-changed', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'forAccount', private.account_among_several(new.client_id, new.account_id),
      'retainer', new.retainer_name, 'currency', new.currency,
      'amount', terms ->> 'amount', 'status', terms ->> 'status', 'ends', terms ->> 'ends',
      'amountBefore', known ->> 'amount', 'statusBefore', known ->> 'status', 'endsBefore', known ->> 'ends',
      'charge', (
        select charge.day from private.open_charges(new, private.agency_day() + 1, greatest(new.start_date, private.agency_day()) + 400) as charge (day)
        order by charge.day limit 1
      )
    ))
  ), now() + interval '10 seconds')
  from private.mail_recipient(new.client_id) as reader (row);
  return null;
end
$$;

comment on function private.announce_retainer_change() is
'Trigger: emails the client what someone changed about a retainer that has begun or is agreed: its amount, a pause, or its last day. Not what is undone right away.';

create or replace function private.answer_change_request(
  p_request_id uuid, p_expected_updated_at timestamptz, p_answer text, p_answer_id uuid
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.change_requests;
  words text;
  asked record;
begin
  perform private.require_admin();
  -- A repeated request, because the answer was lost.
  if exists (select from public.change_request_answers as said where said.id = p_answer_id and said.request_id = p_request_id) then return; end if;
  words := private.require_text(p_answer, 'Answer', 10000);
  held := private.lock_request(p_request_id, p_expected_updated_at);
  -- The time after the lock, so that times are in the order of the conversation.
  insert into public.change_request_answers (id, request_id, body, author_id, created_at)
  values (p_answer_id, held.id, words, auth.uid(), clock_timestamp());
  update public.change_requests as request set status = 'answered' where request.id = held.id;
  -- Whoever answers takes what nobody has taken.
  insert into public.request_assignments (request_id, user_id, assigned_by)
  select held.id, auth.uid(), auth.uid() where auth.uid() = any (private.leaders_of(private.agency_account()))
  on conflict (request_id) do nothing;
  select coalesce(said.body, held.message) as words, coalesce(said.id::text, 'request') as folder into asked
  from (values (held.id)) as answered (id) left join lateral (
    select reply.id, reply.body from public.change_request_answers as reply
    where reply.request_id = answered.id and reply.from_client order by reply.created_at desc limit 1
  ) as said on true;
  perform public.enqueue_outbox('mail', format('request:%s:answer:%s', held.id, p_answer_id), jsonb_build_object(
    -- Their current address, which may differ from the one in the request.
    'to', coalesce((select account.email from auth.users as account where account.id = held.user_id), held.user_email),
    'template', 'request-answered',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', (select profile.first_name from public.profiles as profile where profile.user_id = held.user_id),
      'forAccount', private.account_among_several(held.user_id, held.account_id), 'requestId', held.id,
      -- What the client wrote last.
      'question', left(asked.words, 2000), 'answer', words,
      'files', private.attached_names(held.id, p_answer_id::text), 'askedFiles', private.attached_names(held.id, asked.folder)
    ))
  ));
end
$$;
