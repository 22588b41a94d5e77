-- A retainer's service period ends the day before its next charge, also after a short month.

create function private.charge_period_end(p_start date, p_day date) returns date
language sql immutable
set search_path = ''
as $$
  -- A charge is always in the month that it counts, so the months between the two days give its number.
  select (p_start + make_interval(
    months => ((extract(year from p_day) - extract(year from p_start)) * 12 + extract(month from p_day) - extract(month from p_start))::integer + 1
  ))::date - 1
$$;

comment on function private.charge_period_end(date, date) is
'The last day that a retainer''s charge pays for: the day before its next one, so that no day is left out or billed twice after a short month.';

create or replace function private.issue_charge(p_retainer public.retainers, p_day date) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  issued uuid := gen_random_uuid();
  until constant date := private.charge_period_end(p_retainer.start_date, p_day);
  period constant text := private.day_range_text(p_day, until);
begin
  -- The primary key decides. The second of two concurrent calls waits here and then finds the row.
  insert into public.retainer_charges (retainer_id, charge_date, invoice_id) values (p_retainer.id, p_day, issued)
  on conflict (retainer_id, charge_date) do nothing;
  if not found then return null; end if;
  insert into public.invoices (id, client_id, account_id, invoice_number, description, amount, currency, due_date, service_from, service_until)
  values (
    issued, p_retainer.client_id, p_retainer.account_id, private.next_invoice_number(), p_retainer.retainer_name || ', ' || period, p_retainer.monthly_amount, p_retainer.currency,
    -- Counts from today, so that a late invoice is not overdue on arrival.
    private.agency_day() + (select settings.payment_days from public.agency_settings as settings), p_day, until
  );
  insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount)
  values (issued, 1, p_retainer.retainer_name || ', ' || period, 1, p_retainer.monthly_amount);
  update public.invoices as invoice set status = 'pending' where invoice.id = issued;
  insert into public.invoice_events (invoice_id, kind, note, amount) values (issued, 'issued', p_retainer.retainer_name, p_retainer.monthly_amount);
  return issued;
end
$$;
