-- When an invoice is overdue. domain/invoices.ts has the same rule for pages that read the table.

create function private.is_overdue(p_status public.invoice_status, p_due_date date, p_today date) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return p_status = 'pending' and p_due_date < p_today;
end
$$;

comment on function private.is_overdue(public.invoice_status, date, date) is
'Whether an invoice is overdue on a day of the agency: from the day after its due date, while it is pending.';

create function private.shown_invoice_status(p_status public.invoice_status, p_due_date date, p_today date) returns text
language plpgsql stable parallel safe
set search_path = ''
as $$
begin
  return case when private.is_overdue(p_status, p_due_date, p_today) then 'overdue' else p_status::text end;
end
$$;

comment on function private.shown_invoice_status(public.invoice_status, date, date) is
'The status as people see it: overdue even before the daily job has stored it.';

create function private.mark_overdue_invoices() returns void
language sql volatile
set search_path = ''
as $$
  update public.invoices as invoice set status = 'overdue'
  where private.is_overdue(invoice.status, invoice.due_date, private.agency_day())
$$;

comment on function private.mark_overdue_invoices() is 'Job: stores which invoices are overdue.';

insert into private.scheduled_jobs (name, job_function, daily_at) values ('mark overdue invoices', 'mark_overdue_invoices', '00:01');
