-- Saving a draft replaces its lines in one statement, so the audit log shows no amount of zero in between.
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
