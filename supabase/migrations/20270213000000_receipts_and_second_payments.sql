-- The database answers who gets a receipt. A second payment that went back leaves its invoice paid, and its email says so.

create or replace function private.note_card_refund(p_entry_id uuid, p_request jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  entry public.payments;
  admin auth.users;
begin
  select * into entry from public.payments as held where held.id = p_entry_id;
  select * into admin from auth.users as account where account.id::text = p_request ->> 'admin_id';
  insert into public.invoice_events (invoice_id, kind, note, method, amount, payment_id, actor_id)
  values (entry.invoice_id, 'refunded', left(p_request ->> 'reason', 1000), 'Card', entry.amount, entry.id, admin.id);
  -- The provider reports it without anyone signed in, so the trigger writes no entry.
  if admin.id is not null then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
    select admin.id, admin.email, 'insert', 'payments', entry.id::text, private.subject_of(added.row), added.row
    from (select to_jsonb(entry) || jsonb_build_object('method', 'Card') as row) as added;
  end if;
  -- The person on the invoice, and whose card it is.
  perform private.enqueue_invoice_mail(
    entry.invoice_id, 'invoice-refunded', format('refunded:%s', entry.id),
    jsonb_build_object('refunded', entry.amount::text, 'reason', p_request ->> 'reason', 'method', 'Card')
      || case when entry.payer_id <> reader.id then jsonb_build_object('payer', private.person_name(entry.payer_id)) else '{}' end
      || case when billed.is_paid then jsonb_build_object('staysPaid', case when billed.is_second then 'second' else 'true' end) else '{}' end
      -- Someone who left the account would find no invoice.
      || case when not private.pays(billed.client_id, billed.account_id, reader.id) then jsonb_build_object('noPage', 'true') else '{}' end,
    reader.id
  )
  from (select entry.client_id as id union select entry.payer_id) as reader
  cross join lateral (
    -- The invoice's own amounts don't count this entry yet.
    select invoice.client_id, invoice.account_id, invoice.status = 'paid' and (
      select sum(case when held.kind in ('payment', 'reversal') then held.amount when held.kind = 'refund' then -held.amount end)
      from public.payments as held where held.invoice_id = invoice.id and held.currency = invoice.currency
    ) >= invoice.amount - invoice.credited_amount as is_paid,
      exists (select from public.payments as held where held.invoice_id = invoice.id and held.is_duplicate) as is_second
    from public.invoices as invoice where invoice.id = entry.invoice_id
  ) as billed
  where reader.id is not null;
end
$$;

comment on function private.note_card_refund(uuid, jsonb) is
'Records who refunded an entry of the ledger to the card and why, also in the audit log, and emails the client and whoever had paid.';

create function private.receipt_people(p_payment_ids uuid[]) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  -- The queued emails answer it, so a person who turned them off isn't named. The keys are those of enqueue_receipt,
  -- enqueue_second_payment and enqueue_combined_receipt.
  select jsonb_build_object(
    'isYou', coalesce(bool_or(person.id = (select auth.uid())), false),
    'others', coalesce(jsonb_agg(person.name order by person.name, person.id) filter (where person.id <> (select auth.uid())), '[]')
  )
  from (
    select distinct reader.id, private.person_name(reader.id) as name
    from public.payments as entry
    cross join lateral (select entry.client_id as id union select entry.payer_id) as reader
    join auth.users as account on account.id = reader.id
    join private.outbox as mail on lower(mail.payload ->> 'to') = lower(account.email) and mail.dedupe_key in (
      format('invoice:%s:payment-received:%s', entry.invoice_id, entry.id),
      format('invoice:%s:payment-received:%s:%s', entry.invoice_id, entry.id, reader.id),
      format('invoice:%s:paid-twice:%s', entry.invoice_id, entry.id),
      format('invoice:%s:paid-twice:%s:%s', entry.invoice_id, entry.id, reader.id),
      format('combined:%s:payment-received:%s', entry.combined_id, reader.id)
    )
    where entry.id = any (p_payment_ids) and public.may_pay_invoice(entry.invoice_id)
  ) as person
$$;

create function public.receipt_people(p_payment_ids uuid[]) returns jsonb
language sql stable
set search_path = ''
return private.receipt_people(p_payment_ids);

comment on function public.receipt_people(uuid[]) is
'Who gets an email about these payments: {isYou, others: [name]}. Counts only payments of invoices that the caller may pay.';

grant execute on function public.receipt_people(uuid[]) to authenticated;
grant execute on function private.receipt_people(uuid[]) to authenticated;

-- The view lets go of the column, because its expression can only be replaced with it.
create or replace view private.shown_invoices with (security_invoker = true) as
select invoice.id, invoice.client_id, invoice.account_id, invoice.invoice_number, invoice.status, invoice.currency, invoice.amount,
  invoice.refunded_amount, invoice.owed_amount, invoice.due_date, invoice.paid_date, invoice.created_at, invoice.needs_attention,
  invoice.search_text, dated.shown, invoice.credited_amount, invoice.received_amount, invoice.kept_amount, null::text as refund,
  dated.shown as readable, invoice.issued_at,
  invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0 as is_open
from public.invoices as invoice
cross join lateral (
  select case when invoice.status = 'pending' and invoice.due_date < (select private.agency_day()) then 'overdue' else invoice.status::text end as shown
) as dated;

alter table public.invoices drop column refund;

alter table public.invoices add column refund text generated always as (
  case
    when status = 'paid' and refunded_amount > 0
      and case when received_amount = 0 then amount - credited_amount else received_amount end - refunded_amount < amount - credited_amount
    then case
      when case when received_amount = 0 then amount - credited_amount else received_amount end > refunded_amount then 'partly refunded'
      else 'refunded'
    end
  end
) stored check (refund in ('partly refunded', 'refunded'));

comment on column public.invoices.refund is 'How a paid invoice reads of which less is kept than its own amount, less credits, because money went back: refunded or partly refunded; null for all others. Nothing else decides it.';

create or replace view private.shown_invoices with (security_invoker = true) as
select invoice.id, invoice.client_id, invoice.account_id, invoice.invoice_number, invoice.status, invoice.currency, invoice.amount,
  invoice.refunded_amount, invoice.owed_amount, invoice.due_date, invoice.paid_date, invoice.created_at, invoice.needs_attention,
  invoice.search_text, dated.shown, invoice.credited_amount, invoice.received_amount, invoice.kept_amount, invoice.refund,
  coalesce(invoice.refund, dated.shown) as readable, invoice.issued_at,
  invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0 as is_open
from public.invoices as invoice
cross join lateral (
  select case when invoice.status = 'pending' and invoice.due_date < (select private.agency_day()) then 'overdue' else invoice.status::text end as shown
) as dated;
