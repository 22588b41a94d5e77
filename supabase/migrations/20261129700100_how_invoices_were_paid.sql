-- Clients and admins see how an invoice was paid.

alter table public.payments add column method text check (char_length(method) <= 50);

comment on column public.payments.method is
'How the money moved, as an admin recorded it, or the card, such as ''Visa ending in 4242''. Null: a card of which nothing is known.';

update public.payments as entry set method = event.method
from public.invoice_events as event where event.payment_id = entry.id and entry.provider_ref like 'manual:%';

create function private.payment_method(p_invoice_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select case when entry.provider_ref like 'manual:%' then entry.method else coalesce(entry.method, 'Card') end
  from public.payments as entry where entry.invoice_id = p_invoice_id and entry.kind = 'payment'
  order by entry.occurred_at desc, entry.created_at desc limit 1
$$;

comment on function private.payment_method(uuid) is 'How the last payment of an invoice was made, as far as it is known.';

create or replace function private.enqueue_invoice_mail(p_invoice_id uuid, p_template text, p_key text, p_extra jsonb default '{}') returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('invoice:%s:%s', invoice.id, p_key), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', p_template,
    -- Invoices, credits and receipts have the document attached; other emails do not need it.
    'attachInvoice', case when p_template in ('invoice-issued', 'payment-received', 'invoice-credited') then invoice.id end,
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'invoiceId', invoice.id, 'number', invoice.invoice_number,
      'description', coalesce(nullif(btrim(left(invoice.description, 500)), ''), 'Marketing services'),
      'amount', (invoice.amount - invoice.credited_amount)::text, 'currency', invoice.currency, 'due', invoice.due_date, 'paid', invoice.paid_date,
      'method', private.payment_method(invoice.id)
    ) || p_extra
  )))
  from public.invoices as invoice cross join lateral private.mail_recipient(invoice.client_id) as person (row)
  where invoice.id = p_invoice_id
$$;

comment on function private.enqueue_invoice_mail(uuid, text, text, jsonb) is
'Queues an email about an invoice to its client, once for each key.';

create or replace function private.record_checkout(p_checkout jsonb) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invoice public.invoices;
  was_paid boolean;
  entry jsonb;
  recorded uuid;
begin
  select * into invoice from public.invoices as held where held.id = (p_checkout ->> 'invoice_id')::uuid for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  was_paid := invoice.status = 'paid';
  update private.checkouts as tried
  set status = p_checkout ->> 'status', checked_at = now(), session_id = coalesce(tried.session_id, p_checkout ->> 'session_id')
  where tried.invoice_id = invoice.id and tried.status <> 'complete'
    and (tried.session_id = p_checkout ->> 'session_id' or tried.attempt = (p_checkout ->> 'attempt')::integer);
  if (p_checkout ->> 'disputed')::boolean then
    update private.checkouts as tried set disputed = true
    where tried.invoice_id = invoice.id and tried.session_id = p_checkout ->> 'session_id' and not tried.disputed;
  end if;
  for entry in select * from jsonb_array_elements(p_checkout -> 'entries') loop
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, method)
    values (
      invoice.id, invoice.client_id, entry ->> 'kind', (entry ->> 'amount')::integer, lower(entry ->> 'currency'),
      entry ->> 'ref', (entry ->> 'occurred_at')::timestamptz, left(entry ->> 'method', 50)
    )
    on conflict (provider_ref) do nothing returning id into recorded;
    if found and entry ? 'request' then perform private.note_card_refund(recorded, entry -> 'request'); end if;
  end loop;
  perform private.settle_invoice(invoice.id);
  select * into invoice from public.invoices as held where held.id = invoice.id;
  if invoice.status = 'paid' and not was_paid then
    perform private.enqueue_invoice_mail(invoice.id, 'payment-received', 'payment-received');
  end if;
  return invoice.status;
end
$$;

create or replace function public.record_checkout(p_checkout jsonb) returns text
language sql volatile
set search_path = ''
return private.record_checkout(p_checkout);

comment on function public.record_checkout(jsonb) is
'Stores what the provider answered about one session ({session_id, invoice_id, attempt, status, disputed, entries: [{kind, amount, currency, ref, occurred_at, method, request}]}), updates the invoice''s state and returns it.';

create or replace function private.record_manual_payment(
  p_invoice public.invoices, p_kind text, p_amount integer, p_on date, p_method text, p_note text, p_payment_id uuid
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  entry uuid;
begin
  if p_on is null or p_on > private.agency_day() then
    perform private.refuse('date_in_future', '22023', 'The date can''t be in the future', 'paid_at');
  end if;
  if p_on < private.agency_day() - 3660 then perform private.refuse('date_too_old', '22023', 'The date is too far in the past', 'paid_at'); end if;
  insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, method)
  values (p_invoice.id, p_invoice.client_id, p_kind, p_amount, p_invoice.currency, private.manual_reference(p_payment_id), private.moment_on_day(p_on),
    private.require_text(p_method, 'Method', 50))
  returning id into entry;
  perform private.record_invoice_event(
    p_invoice.id, case p_kind when 'payment' then 'marked_paid' else 'refunded' end, p_note, private.require_text(p_method, 'Method', 50), p_amount, entry
  );
  perform private.settle_invoice(p_invoice.id);
end
$$;

comment on function private.record_manual_payment(public.invoices, text, integer, date, text, text, uuid) is
'Adds money that moved outside the provider to the ledger, with method and note, and updates the invoice''s state.';

create or replace function private.enqueue_combined_receipt(p_combined_id uuid, p_invoice_ids uuid[], p_client_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('combined:%s:payment-received:%s', page.id, p_client_id), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'payment-received',
    -- More files would make an email that some servers refuse. Each invoice has its PDF in the portal.
    'attachInvoices', case when paid.number <= 10 then paid.ids end,
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'amount', paid.total::text, 'currency', page.currency, 'invoices', paid.number::text,
      'number', paid.numbers, 'paid', paid.day,
      'method', private.payment_method((paid.ids ->> 0)::uuid), 'lines', paid.lines::text
    )
  )))
  from private.combined_checkouts as page
  cross join lateral (
    select count(*) as number, sum(share.amount) as total, max(share.paid_date) as day,
      to_jsonb(array_agg(share.id order by share.place)) as ids, string_agg(share.invoice_number, ', ' order by share.place) as numbers,
      jsonb_agg(jsonb_build_object('number', share.invoice_number, 'description', share.description, 'amount', share.amount) order by share.place) as lines
    from (
      select invoice.id, invoice.invoice_number, invoice.paid_date, tried.place,
        coalesce(nullif(btrim(left(invoice.description, 200)), ''), 'Marketing services') as description,
        (
          select coalesce(sum(entry.amount), 0) from public.payments as entry
          where entry.invoice_id = invoice.id and entry.combined_id = page.id and entry.kind = 'payment'
        ) as amount
      from private.checkouts as tried join public.invoices as invoice on invoice.id = tried.invoice_id
      where tried.combined_id = page.id and invoice.id = any (p_invoice_ids)
    ) as share
  ) as paid
  cross join lateral private.mail_recipient(p_client_id) as person (row)
  where page.id = p_combined_id
$$;

comment on function private.enqueue_combined_receipt(uuid, uuid[], uuid) is
'Queues one receipt for the invoices of a payment that name this person: the total and what it paid.';

create or replace function private.record_combined_checkout(p_checkout jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page private.combined_checkouts;
  members uuid[];
  member uuid;
  paid_before uuid[];
  paid_now uuid[];
  entry jsonb;
  receipt record;
begin
  select combined.* into page from private.combined_checkouts as combined where combined.id = (p_checkout ->> 'combined_id')::uuid;
  if not found then perform private.refuse('checkout_not_found', 'PT404', 'There is no such payment'); end if;
  with held as materialized (
    select invoice.id, invoice.status from public.invoices as invoice
    where invoice.id in (select tried.invoice_id from private.checkouts as tried where tried.combined_id = page.id)
    order by invoice.id for update
  )
  select array_agg(held.id), coalesce(array_agg(held.id) filter (where held.status = 'paid'), '{}') into members, paid_before from held;
  update private.combined_checkouts as combined set session_id = coalesce(combined.session_id, p_checkout ->> 'session_id')
  where combined.id = page.id;
  update private.checkouts as tried
  set status = case when tried.status in ('complete', 'expired') and p_checkout ->> 'status' = 'open' then tried.status else p_checkout ->> 'status' end,
    checked_at = now(), disputed = tried.disputed or (p_checkout ->> 'disputed')::boolean
  where tried.combined_id = page.id and (tried.status <> 'complete' or (p_checkout ->> 'disputed')::boolean and not tried.disputed);
  for entry in
    select body from jsonb_array_elements(p_checkout -> 'entries') with ordinality as given (body, number)
    order by (body ->> 'occurred_at')::timestamptz, number
  loop
    -- The shares of an entry are written together, once. Every writer holds the locks of the invoices.
    continue when exists (
      select from public.payments as known where known.combined_id = page.id and starts_with(known.provider_ref, (entry ->> 'ref') || '/')
    );
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, combined_id, method)
    select split.invoice_id, invoice.client_id, entry ->> 'kind', split.amount, lower(entry ->> 'currency'),
      (entry ->> 'ref') || '/' || split.invoice_id, (entry ->> 'occurred_at')::timestamptz, page.id, left(entry ->> 'method', 50)
    from (
      select * from private.split_payment(page.id, (entry ->> 'amount')::integer) where entry ->> 'kind' = 'payment'
      union all
      select * from private.split_refund(page.id, (entry ->> 'amount')::integer)
      where entry ->> 'kind' = 'refund' and not coalesce((entry #>> '{request,invoice_id}')::uuid = any (members), false)
      union all
      -- A refund that an admin started on one of the invoices is that invoice's.
      select (entry #>> '{request,invoice_id}')::uuid, (entry ->> 'amount')::integer
      where entry ->> 'kind' = 'refund' and (entry #>> '{request,invoice_id}')::uuid = any (members)
      union all
      -- A refund that failed comes back to the invoices that it was taken from.
      select refund.invoice_id, refund.amount from public.payments as refund
      where entry ->> 'kind' = 'reversal' and refund.combined_id = page.id and refund.kind = 'refund'
        and starts_with(refund.provider_ref, replace(entry ->> 'ref', ':reversed', '') || '/')
    ) as split join public.invoices as invoice on invoice.id = split.invoice_id;
    if entry ->> 'kind' = 'refund' and entry ? 'request' then
      perform private.note_card_refund(share.id, entry -> 'request')
      from public.payments as share where share.combined_id = page.id and starts_with(share.provider_ref, (entry ->> 'ref') || '/');
    end if;
    foreach member in array members loop
      perform private.settle_invoice(member);
    end loop;
  end loop;
  foreach member in array members loop
    perform private.settle_invoice(member);
  end loop;
  paid_now := array(
    select invoice.id from public.invoices as invoice
    where invoice.id = any (members) and invoice.status = 'paid' and not invoice.id = any (paid_before)
  );
  -- Whoever paid, each receipt goes to the person that its invoices name.
  for receipt in
    select invoice.client_id, array_agg(invoice.id) as ids from public.invoices as invoice where invoice.id = any (paid_now) group by invoice.client_id
  loop
    if cardinality(receipt.ids) = 1 then perform private.enqueue_invoice_mail(receipt.ids[1], 'payment-received', 'payment-received');
    else perform private.enqueue_combined_receipt(page.id, receipt.ids, receipt.client_id);
    end if;
  end loop;
  return (select jsonb_object_agg(invoice.id, invoice.status) from public.invoices as invoice where invoice.id = any (members));
end
$$;

create or replace function public.record_combined_checkout(p_checkout jsonb) returns jsonb
language sql volatile
set search_path = ''
return private.record_combined_checkout(p_checkout);

comment on function public.record_combined_checkout(jsonb) is
'Stores what the provider answered about a session for several invoices ({session_id, combined_id, status, disputed, entries: [{kind, amount, currency, ref, occurred_at, method, request}]}), splits each entry over the invoices, and returns their states by id.';

create or replace function private.invoice_for_admin(p_invoice_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'invoice', to_jsonb(held) - 'search_text' || jsonb_build_object(
      'status', (select state.shown from private.shown_invoices as state where state.id = held.id)
    ),
    'today', private.agency_day(),
    -- A draft of an account that nobody has joined yet names nobody.
    'client', (
      select jsonb_build_object(
        'id', account.id, 'account_id', held.account_id, 'email', account.email, 'company', coalesce(billed.company, profile.company),
        'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text))
      )
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.archived_billing_identities as billed on billed.account_id = account.id where account.id = held.client_id
      union all
      select jsonb_build_object('id', null, 'account_id', prepared.id, 'email', (
        select open.email from public.invitations as open
        where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
        order by open.created_at desc limit 1
      ), 'company', null, 'name', prepared.name)
      from public.accounts as prepared where prepared.id = held.account_id and held.client_id is null
    ),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', line.id, 'description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount, 'amount', line.amount
      ) order by line.position) from public.invoice_lines as line where line.invoice_id = held.id
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', entry.id, 'kind', entry.kind, 'amount', entry.amount, 'currency', entry.currency, 'is_duplicate', entry.is_duplicate,
        'occurred_at', entry.occurred_at, 'by_hand', entry.provider_ref like 'manual:%', 'reference', split_part(entry.provider_ref, '/', 1),
        'method', event.method, 'card', case when entry.provider_ref not like 'manual:%' then entry.method end, 'note', event.note
      ) order by entry.occurred_at, entry.created_at)
      from public.payments as entry left join public.invoice_events as event on event.payment_id = entry.id where entry.invoice_id = held.id
    ), '[]'),
    'together', private.paid_together(held.id),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', event.id, 'kind', event.kind, 'note', event.note, 'method', event.method, 'amount', event.amount, 'created_at', event.created_at,
        'actor', private.full_name(profile.first_name, profile.last_name)
      ) order by event.created_at)
      from public.invoice_events as event left join public.profiles as profile on profile.user_id = event.actor_id where event.invoice_id = held.id
    ), '[]'),
    'retainer', (
      select jsonb_build_object('id', retainer.id, 'name', retainer.retainer_name, 'charge_date', charge.charge_date)
      from public.retainer_charges as charge join public.retainers as retainer on retainer.id = charge.retainer_id where charge.invoice_id = held.id
    ),
    'paying', exists (
      select from private.checkouts as tried where tried.invoice_id = held.id and tried.status = 'open' and tried.expires_at > now()
    )
  ) into answer
  from public.invoices as held where held.id = p_invoice_id;
  return answer;
end
$$;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'number', case when invoice.invoice_number = private.draft_number(invoice.id) then 'Draft' else invoice.invoice_number end,
    'id', invoice.id, 'status', (select state.shown from private.shown_invoices as state where state.id = invoice.id),
    'currency', invoice.currency, 'description', invoice.description,
    -- A retainer's invoice from before the period was stored has its charge day.
    'period', coalesce(
      case when invoice.service_from is not null then jsonb_build_object('from', invoice.service_from, 'until', invoice.service_until) end,
      (
        select jsonb_build_object('from', charge.charge_date, 'until', (charge.charge_date + interval '1 month')::date - 1)
        from public.retainer_charges as charge where charge.invoice_id = invoice.id
      )
    ),
    'issued', private.agency_day(coalesce(invoice.issued_at, invoice.created_at)), 'due', invoice.due_date, 'paid', invoice.paid_date, 'method', private.payment_method(invoice.id),
    'lines', coalesce(
      (
        select jsonb_agg(jsonb_build_object(
          'position', line.position, 'description', line.description, 'quantity', line.quantity, 'unitAmount', line.unit_amount, 'amount', line.amount
        ) order by line.position)
        from public.invoice_lines as line where line.invoice_id = invoice.id
      ),
      jsonb_build_array(jsonb_build_object(
        'position', 1, 'description', coalesce(nullif(btrim(invoice.description), ''), 'Marketing services'),
        'quantity', 1, 'unitAmount', invoice.amount, 'amount', invoice.amount
      ))
    ),
    'total', invoice.amount, 'credited', invoice.credited_amount, 'refunded', invoice.refunded_amount,
    'received', invoice.kept_amount + invoice.refunded_amount, 'kept', invoice.kept_amount, 'refund', invoice.refund,
    'together', (
      select coalesce(jsonb_agg(share.body || jsonb_build_object('day', private.agency_day((share.body ->> 'occurred_at')::timestamptz)) order by share.place), '[]')
      from jsonb_array_elements(private.paid_together(invoice.id)) with ordinality as share (body, place)
    ),
    'owed', case when invoice.status = 'draft' then invoice.amount else invoice.owed_amount end,
    'agency', (
      select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
        'taxId', settings.tax_id, 'terms', settings.payment_terms)
      from public.agency_settings as settings
    ),
    'client', jsonb_build_object(
      'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text), prepared.name),
      'company', coalesce(billed.company, profile.company),
      'address', coalesce(billed.address, profile.billing_address), 'taxId', coalesce(billed.tax_id, profile.tax_id), 'email', case when billed.account_id is null then coalesce(account.email, '') else '' end
    )
  )
  from public.invoices as invoice
  left join auth.users as account on account.id = invoice.client_id
  left join public.accounts as prepared on prepared.id = invoice.account_id
  left join private.archived_billing_identities as billed on billed.account_id = invoice.client_id
  left join public.profiles as profile on profile.user_id = invoice.client_id
  where invoice.id = p_invoice_id
$$;

create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (lower(held.payload::text || ' ' || held.dedupe_key) ~ ($1).pattern
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or held.table_name = 'accounts' and private.is_workspace_of(private.parse_uuid(held.row_id), $1)
      -- What was prepared for their account named nobody.
      or held.table_name in ('client_dashboards', 'invoices', 'landing_brands', 'retainers')
        and private.is_workspace_of(private.parse_uuid(coalesce(held.before, held.after) ->> 'account_id'), $1)
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or lower(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text)) ~ ($1).pattern$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'Entries stay with their time and author. Their content is removed.'),
    -- Entries about others stay. Only the person's address goes.
    (21, 'public.audit_log', 'held.actor_id = any (($1).accounts)', 'cleared', '{"actor_email": "null"}', null, null),
    (30, 'private.lead_import_rows', $w$held.lead_id = any (($1).leads) or held.email_key = any (($1).emails)
      -- Offices share phone numbers, so a number alone does not identify a person.
      or held.lead_id is null and held.email_key is null and held.phone_key = any (($1).phones) and exists (
        select from public.leads as own where own.id = any (($1).leads)
          and lower(concat_ws(' ', own.first_name, own.last_name)) = lower(concat_ws(' ', held.fields ->> 'first_name', held.fields ->> 'last_name')))$w$, 'cleared',
      '{"fields": "''{}''", "email_key": "null", "phone_key": "null", "before": "null", "after": "null", "lead_id": "null", "problem": "case when held.outcome is null or held.problem is not null then ''Erased'' end"}',
      'Rows of imported files', null),
    (40, 'public.lead_batches', $w$exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id = any (($1).leads))
      and (held.kind = 'merge' or not exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id <> all (($1).leads)))$w$,
      'cleared', '{"changes": "''{}''", "undone_at": "coalesce(held.undone_at, now())"}', 'Changes that could be undone', null),
    (50, 'private.lead_batch_rows', $w$held.lead_id = any (($1).leads) or exists (
      select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
      where noted.batch_id = held.batch_id and batch.kind = 'merge' and noted.lead_id = any (($1).leads))$w$, 'deleted', '{}',
      'Undo copies, including merges', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (65, 'public.bookings', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"name": "''Erased person''", "email": "''''", "phone": "null", "answers": "''{}''", "location_details": "''''"}', 'Booked calls',
      'Time, type and outcome stay for reports.'),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (149, 'public.landing_submission_files', $w$exists (select from public.landing_submissions as sent where sent.id = held.submission_id
      and (sent.lead_id = any (($1).leads) or sent.lead_id is null and lower(sent.answers::text) ~ ($1).pattern))$w$, 'deleted', '{}',
      'Files sent with landing page forms', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and lower(held.answers::text) ~ ($1).pattern$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Landing page submissions', 'The submission still counts in page reports. All answers are removed.'),
    -- When the last person of a company or campaign is erased, its name leaves earlier tombstones too.
    (155, 'public.leads', $w$held.erased_at is not null and held.company is not null
      and exists (select from public.leads as own where own.id = any (($1).leads) and own.company = held.company)$w$, 'cleared',
      '{"company": "private.neutral_company(held.company, $1)"}', null, null),
    (156, 'public.leads', $w$held.erased_at is not null and held.first_touch is not null and exists (select from public.leads as own
      where own.id = any (($1).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(held.first_touch ->> 'utm_campaign'))$w$, 'cleared',
      '{"first_touch": "private.neutral_touch(held.first_touch, $1)"}', null, null),
    (160, 'public.leads', 'held.id = any (($1).leads)', 'cleared',
      (
        select jsonb_object_agg(known.field, case known.kind when 'list' then '''{}''' else 'null' end)
        from private.lead_fields as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words) and held.account_id in (select lead.account_id from public.leads as lead where lead.id = any (($1).leads))', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or lower(asked.message) ~ ($1).pattern))
        or exists (select from public.change_request_answers as said where said.request_id = private.folder_id(held.name)
          and said.id::text = split_part(held.name, '/', 2) and lower(said.body) ~ ($1).pattern))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (196, 'storage.objects', $w$held.bucket_id = 'brand' and private.is_workspace_of(private.folder_id(held.name), $1)$w$, 'deleted', '{}', 'Logos of such workspaces', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and (lower(asked.message) ~ ($1).pattern or lower(held.body) ~ ($1).pattern))$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Answers and replies about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and lower(held.message) ~ ($1).pattern$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or lower(held.business_name) ~ ($1).pattern then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts) or held.owner_id is null and private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (243, 'public.calendar_subscriptions', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Subscribed calendars', null),
    (244, 'private.calendar_feeds', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (245, 'public.rotas', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Working hours', null),
    (246, 'public.absences', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Absences', null),
    (247, 'private.pool_turns', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (242, 'private.recovery_codes', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    -- Drafts that were prepared for an account name nobody yet.
    (250, 'public.retainers', $w$(held.client_id = any (($1).accounts) and held.status = 'pending' or held.client_id is null and private.is_workspace_of(held.account_id, $1))
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id
      and (draft.client_id = any (($1).accounts) or draft.client_id is null and private.is_workspace_of(draft.account_id, $1))
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$(held.client_id = any (($1).accounts) or held.client_id is null and private.is_workspace_of(held.account_id, $1)) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Invoice drafts', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, including the client''s name and company',
      'Required by tax law, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Invoice lines', 'Part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Invoice credits', 'Part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'Invoice history', 'Required by tax law.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null, "method": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', 'held.client_id = any (($1).accounts)', 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
      'Invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null, "address": null, "tax_id": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (262, 'private.combined_checkouts', 'held.client_id = any (($1).accounts)', 'cleared', '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'lower(held.key) ~ ($1).pattern', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$lower(held.payload::text) ~ ($1).pattern
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    (319, 'public.landing_brands', 'private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Names and addresses under the pages of such workspaces', null),
    -- The leads of the account are other people's. They stay, in an archived account without a name.
    (320, 'public.accounts', 'private.is_workspace_of(held.id, $1)', 'cleared',
      '{"name": "''Erased account''", "slug": "''erased-'' || held.id", "archived_at": "coalesce(held.archived_at, now())", "logo": "null", "logo_width": "null", "logo_height": "null"}',
      'Workspaces of this person alone', 'The workspace is archived without its name. Its leads are other people.'),
    (325, 'public.account_members', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Memberships', null),
    (326, 'public.account_loans', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "billing_address": "null", "tax_id": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Accounts', 'The account ID stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;

comment on function private.erasure_rules() is
'For each table with rows of a person: which rows, whether they are deleted, cleared or kept, and the text for the screen.';
