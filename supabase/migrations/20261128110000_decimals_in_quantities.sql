-- An invoice line may have 1.5 hours. Its price is rounded to the currency's smallest unit by one function.

create function private.line_amount(p_quantity numeric, p_unit_amount numeric) returns numeric
language sql immutable
set search_path = ''
return round(p_quantity * p_unit_amount);

comment on function private.line_amount(numeric, numeric) is
'The price of a line in the currency''s smallest unit. Half a unit is rounded up, and a discount like a price. lineAmount in domain/invoice-lines.ts is the same.';

alter table public.invoice_lines drop column amount;
alter table public.invoice_lines drop constraint invoice_lines_quantity_check;
alter table public.invoice_lines alter column quantity type numeric(8, 2);
alter table public.invoice_lines add constraint invoice_lines_quantity_check check (quantity between 0.01 and 100000);
alter table public.invoice_lines add column amount integer not null generated always as (private.line_amount(quantity, unit_amount)::integer) stored;

comment on column public.invoice_lines.quantity is 'How many, with at most two decimals.';
comment on column public.invoice_lines.amount is 'Quantity times unit amount, rounded to the smallest unit.';

create or replace function private.write_invoice_lines(p_invoice_id uuid, p_lines jsonb) returns void
language plpgsql volatile
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
    or coalesce(line.body ->> 'quantity', '') !~ '^[0-9]{1,6}(\.[0-9]{1,2})?$' or coalesce(line.body ->> 'unit_amount', '') !~ '^-?[0-9]{1,9}$';
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
  select coalesce(sum(private.line_amount((line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::numeric)), 0) into total
  from jsonb_array_elements(p_lines) as line (body);
  if total < 0 then perform private.refuse('total_below_zero', '22023', 'The total can''t be negative', 'lines'); end if;
  if total > 99999999 or exists (
    select from jsonb_array_elements(p_lines) as line (body)
    where abs(private.line_amount((line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::numeric)) > 2000000000
  ) then
    perform private.refuse('total_too_large', '22023', 'The total is above the payment limit (99,999,999 of the smallest currency unit)', 'lines');
  end if;
  delete from public.invoice_lines as line where line.invoice_id = p_invoice_id;
  -- The trigger on the lines sets the amount, but does not run for an invoice without lines.
  update public.invoices as invoice set amount = 0 where invoice.id = p_invoice_id and jsonb_array_length(p_lines) = 0;
  insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount)
  select p_invoice_id, line.position, btrim(line.body ->> 'description'), (line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::integer
  from jsonb_array_elements(p_lines) with ordinality as line (body, position);
end
$$;
