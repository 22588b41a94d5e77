-- A retainer's invoice writes its days as the rest of the invoice does: the year once.

create function private.day_range_text(p_from date, p_until date) returns text
language sql stable
set search_path = ''
as $$
  select case
    when settings.locale ~ '-(US|CA|PH|CN|JP|KR)$' then
      to_char(p_from, case when same.year then 'Mon FMDD' else 'Mon FMDD, YYYY' end) || ' – '
      || to_char(p_until, case when same.month then 'FMDD, YYYY' else 'Mon FMDD, YYYY' end)
    else
      to_char(p_from, case when same.month then 'FMDD' when same.year then 'FMDD Mon' else 'FMDD Mon YYYY' end) || ' – '
      || to_char(p_until, 'FMDD Mon YYYY')
    end
  from public.agency_settings as settings
  cross join lateral (
    select date_trunc('year', p_from) = date_trunc('year', p_until) as year, date_trunc('month', p_from) = date_trunc('month', p_until) as month
  ) as same
$$;

comment on function private.day_range_text(date, date) is
'Days in the words of an invoice, as formatDayRange writes them: Nov 12 – Dec 11, 2026 in the regions that write the month first (domain/format-locale.ts), or 12 Nov – 11 Dec 2026.';

create or replace function private.issue_charge(p_retainer public.retainers, p_day date) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  issued uuid := gen_random_uuid();
  period constant text := private.day_range_text(p_day, (p_day + interval '1 month')::date - 1);
begin
  -- The primary key decides. The second of two concurrent calls waits here and then finds the row.
  insert into public.retainer_charges (retainer_id, charge_date, invoice_id) values (p_retainer.id, p_day, issued)
  on conflict (retainer_id, charge_date) do nothing;
  if not found then return null; end if;
  insert into public.invoices (id, client_id, account_id, invoice_number, description, amount, currency, due_date, service_from, service_until)
  values (
    issued, p_retainer.client_id, p_retainer.account_id, private.next_invoice_number(), p_retainer.retainer_name || ', ' || period, p_retainer.monthly_amount, p_retainer.currency,
    -- Counts from today, so that a late invoice is not overdue on arrival.
    private.agency_day() + (select settings.payment_days from public.agency_settings as settings), p_day, (p_day + interval '1 month')::date - 1
  );
  insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount)
  values (issued, 1, p_retainer.retainer_name || ', ' || period, 1, p_retainer.monthly_amount);
  update public.invoices as invoice set status = 'pending' where invoice.id = issued;
  insert into public.invoice_events (invoice_id, kind, note, amount) values (issued, 'issued', p_retainer.retainer_name, p_retainer.monthly_amount);
  return issued;
end
$$;

drop function private.day_text(date);
