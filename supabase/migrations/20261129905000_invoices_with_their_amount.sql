-- A draft and a retainer's invoice have their amount from the start: the audit log said that they were created at zero, and then changed.

create function private.require_invoice_lines(p_lines jsonb) returns integer
language plpgsql immutable
set search_path = ''
as $$
declare
  wrong bigint;
  total numeric;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) > 200 then
    perform private.refuse('lines_invalid', '22023', 'The lines must be a list of at most 200', 'lines');
  end if;
  select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
  where jsonb_typeof(line.body) is distinct from 'object'
    or btrim(coalesce(line.body ->> 'description', '')) = '' or char_length(line.body ->> 'description') > 500
    or coalesce(line.body ->> 'quantity', '') !~ '^[0-9]{1,6}(\.[0-9]{1,2})?$' or coalesce(line.body ->> 'unit_amount', '') !~ '^-?[0-9]{1,9}$'
    or coalesce(line.body ->> 'is_discount', 'false') not in ('true', 'false');
  if wrong is null then
    select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
    where (line.body ->> 'quantity')::numeric not between 0.01 and 100000;
  end if;
  if wrong is not null then
    perform private.refuse(
      'line_invalid', '22023',
      format('Line %s needs a description (up to 500 characters), a quantity from 0.01 to 100,000 with at most two decimals, and an amount', wrong),
      'lines'
    );
  end if;
  select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
  where sign((line.body ->> 'unit_amount')::integer) = case when (line.body ->> 'is_discount')::boolean then 1 else -1 end;
  if wrong is not null then
    perform private.refuse(
      'line_sign_wrong', '22023', format('Line %s: a price can''t be below zero, and a discount can''t be above zero', wrong), 'lines'
    );
  end if;
  select coalesce(sum(private.line_amount((line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::numeric)), 0) into total
  from jsonb_array_elements(p_lines) as line (body);
  if total < 0 then perform private.refuse('total_below_zero', '22023', 'The total can''t be negative', 'lines'); end if;
  if total > 99999999 or exists (
    select from jsonb_array_elements(p_lines) as line (body)
    where abs(private.line_amount((line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::numeric)) > 2000000000
  ) then
    perform private.refuse('total_too_large', '22023', 'The total is above the payment limit (99,999,999 of the smallest currency unit)', 'lines');
  end if;
  return total;
end
$$;

comment on function private.require_invoice_lines(jsonb) is
'The total of a list of lines {description, quantity, unit_amount, is_discount (false without it)}. Refuses the first wrong line by its number.';

create or replace function private.write_invoice_lines(p_invoice_id uuid, p_lines jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- The trigger on the lines sets the amount, but does not run for an invoice without lines.
  update public.invoices as invoice set amount = 0 where invoice.id = p_invoice_id and jsonb_array_length(p_lines) = 0;
  -- In one statement, so that the trigger sees all new lines: the audit log gets one change of the amount, not one to zero and back.
  with replaced as (delete from public.invoice_lines as line where line.invoice_id = p_invoice_id returning line.id)
  insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount, is_discount)
  select p_invoice_id, line.position, btrim(line.body ->> 'description'), (line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::integer,
    coalesce((line.body ->> 'is_discount')::boolean, false)
  from jsonb_array_elements(p_lines) with ordinality as line (body, position)
  -- Counting them deletes them before the first insert.
  where (select count(*) from replaced) >= 0;
end
$$;

comment on function private.write_invoice_lines(uuid, jsonb) is 'Replaces a draft''s lines with lines that private.require_invoice_lines accepts.';

create or replace function private.create_invoice(
  p_client_id uuid, p_description text, p_due_date date, p_currency text, p_lines jsonb, p_invoice_id uuid, p_service_from date,
  p_service_until date, p_account_id uuid
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  person uuid;
  total integer;
begin
  perform private.require_admin();
  person := private.person_to_bill(p_client_id, p_account_id);
  perform private.require_period(p_service_from, p_service_until);
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  total := private.require_invoice_lines(p_lines);
  -- With its amount from the start, so that the audit log gets one entry.
  insert into public.invoices (id, client_id, account_id, invoice_number, description, amount, currency, due_date, service_from, service_until)
  values (
    p_invoice_id, person, p_account_id, private.draft_number(p_invoice_id), nullif(btrim(p_description), ''), total, private.require_currency(p_currency),
    p_due_date, p_service_from, p_service_until
  )
  on conflict (id) do nothing;
  if not found then
    -- A repeated request, because the answer was lost. The caller's own id names the existing invoice.
    select * into held from public.invoices as invoice where invoice.id = p_invoice_id;
    if held.client_id is distinct from person or not exists (
      select from public.invoice_events as event where event.invoice_id = p_invoice_id and event.kind = 'created' and event.actor_id = auth.uid()
    ) then
      perform private.refuse('id_taken', 'PT409', 'Another invoice already has this ID', 'id');
    end if;
    return p_invoice_id;
  end if;
  perform private.write_invoice_lines(p_invoice_id, p_lines);
  perform private.record_invoice_event(p_invoice_id, 'created');
  return p_invoice_id;
end
$$;

create or replace function private.update_draft_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_client_id uuid, p_description text, p_due_date date, p_currency text,
  p_lines jsonb, p_service_from date, p_service_until date, p_account_id uuid
) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  changed_at timestamptz;
  person uuid;
begin
  perform private.require_admin();
  -- The account comes first, in the order of an owner who joins.
  person := private.person_to_bill(p_client_id, p_account_id);
  perform private.lock_draft(p_invoice_id, p_expected_updated_at);
  perform private.require_period(p_service_from, p_service_until);
  perform private.require_invoice_lines(p_lines);
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  update public.invoices as invoice
  set client_id = person, account_id = coalesce(p_account_id, invoice.account_id), description = nullif(btrim(p_description), ''), due_date = p_due_date, currency = private.require_currency(p_currency),
    service_from = p_service_from, service_until = p_service_until
  where invoice.id = p_invoice_id;
  perform private.write_invoice_lines(p_invoice_id, p_lines);
  select invoice.updated_at into changed_at from public.invoices as invoice where invoice.id = p_invoice_id;
  return changed_at;
end
$$;

create or replace function private.issue_charge(p_retainer public.retainers, p_day date) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  issued uuid := gen_random_uuid();
  period constant text := to_char(p_day, 'FMDD Mon YYYY') || ' – ' || to_char((p_day + interval '1 month')::date - 1, 'FMDD Mon YYYY');
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
