-- When an invoice is overdue. domain/invoices.ts has the same rule for pages that read the table.

create view private.shown_invoices with (security_invoker = true) as
select invoice.id, invoice.client_id, invoice.account_id, invoice.invoice_number, invoice.status, invoice.currency, invoice.amount,
  invoice.refunded_amount, invoice.owed_amount, invoice.due_date, invoice.paid_date, invoice.created_at, invoice.needs_attention,
  invoice.search_text, dated.shown, invoice.credited_amount, invoice.received_amount, invoice.kept_amount, invoice.refund,
  coalesce(invoice.refund, dated.shown) as readable, invoice.issued_at,
  invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0 as is_open
from public.invoices as invoice
cross join lateral (
  select case when invoice.status = 'pending' and invoice.due_date < (select private.agency_day()) then 'overdue' else invoice.status::text end as shown
) as dated;

comment on view private.shown_invoices is
'Invoices with their status as people see it (shown): a pending one is overdue from the day after its due date, by the agency''s day, even before the daily job has stored it. readable is the word for it on screens and paper, which says when money went back. is_open is the only meaning of an open invoice: it can be paid, and something is due. An agreed one (active) isn''t open.';

create function private.mark_overdue_invoices() returns void
language sql volatile
set search_path = ''
as $$
  update public.invoices as invoice set status = 'overdue' from private.shown_invoices as late
  where late.id = invoice.id and late.shown = 'overdue' and invoice.status = 'pending'
$$;

comment on function private.mark_overdue_invoices() is 'Job: stores which invoices are overdue.';

insert into private.scheduled_jobs (name, job_function, daily_at) values ('mark overdue invoices', 'mark_overdue_invoices', '00:01');
