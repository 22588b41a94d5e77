-- An invoice that is sent again says what is owed now, which may be nothing.

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
      'name', person.row ->> 'name', 'invoiceId', invoice.id, 'number', invoice.invoice_number,
      'description', coalesce(nullif(btrim(left(invoice.description, 500)), ''), 'Marketing services'),
      'amount', (invoice.amount - invoice.credited_amount)::text, 'currency', invoice.currency, 'due', invoice.due_date, 'paid', invoice.paid_date,
      'method', private.payment_method(invoice.id)
    ) || p_extra
  )))
  from public.invoices as invoice cross join lateral private.mail_recipient(invoice.client_id) as person (row)
  where invoice.id = p_invoice_id
$$;

create or replace function private.email_invoice(p_invoice_id uuid, p_kind text) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  pause interval;
  latest timestamptz;
  number bigint;
begin
  perform private.require_admin();
  if p_kind is null or p_kind not in ('resent', 'reminded') then
    perform private.refuse('unknown_email', '22023', 'An invoice is sent again or reminded about', 'kind');
  end if;
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice'); end if;
  if held.status = 'draft' then perform private.refuse('invoice_is_draft', 'PT409', 'This invoice is still a draft'); end if;
  if p_kind = 'reminded' and held.status not in ('pending', 'overdue') then
    perform private.refuse('invoice_not_open', 'PT409', 'Only an open invoice needs a reminder');
  end if;
  perform private.require_client(held.client_id);
  pause := case p_kind when 'reminded' then interval '24 hours' else interval '10 minutes' end;
  select max(event.created_at), count(*) into latest, number from public.invoice_events as event
  where event.invoice_id = held.id and event.kind = p_kind;
  if latest > now() - pause then
    perform private.refuse(
      'emailed_recently', 'PT409',
      case p_kind when 'reminded' then 'A reminder went out less than 24 hours ago' else 'The invoice was sent less than 10 minutes ago' end
    );
  end if;
  if number >= 20 then perform private.refuse('emailed_too_often', 'PT409', 'This invoice was emailed 20 times. Call the client instead.'); end if;
  perform private.record_invoice_event(held.id, p_kind);
  -- The log has what an admin sends by hand, too.
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
  select person.id, person.email, 'insert', 'invoice_events', held.id::text, private.subject_of(to_jsonb(held)),
    jsonb_build_object('invoice_id', held.id, 'client_id', held.client_id, 'kind', p_kind)
  from auth.users as person where person.id = auth.uid();
  perform private.enqueue_invoice_mail(
    held.id, case p_kind when 'reminded' then 'invoice-reminder' else 'invoice-copy' end, format('%s:%s', p_kind, number + 1),
    jsonb_build_object('owed', held.owed_amount::text, 'state', coalesce(held.refund, (
      select state.shown from private.shown_invoices as state where state.id = held.id
    )))
  );
  return now();
end
$$;
