-- A used invoice number cannot be the next one, because two invoices must not have the same number.

create function private.refuse_used_invoice_number() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  used bigint;
begin
  select max(substr(invoice.invoice_number, char_length(new.invoice_prefix) + 1)::bigint) into used
  from public.invoices as invoice
  where starts_with(invoice.invoice_number, new.invoice_prefix)
    and substr(invoice.invoice_number, char_length(new.invoice_prefix) + 1) ~ '^[0-9]{1,15}$';
  if new.next_invoice_number <= used then
    perform private.refuse(
      'invoice_number_used', 'PT409',
      'This invoice number is already used',
      'next_invoice_number',
      p_more => jsonb_build_object('lowest', used + 1)
    );
  end if;
  return new;
end
$$;

comment on function private.refuse_used_invoice_number() is
'Trigger: the next number must be above all used numbers of its prefix. Refuses with invoice_number_used, which names the lowest possible number.';

-- Issuing an invoice adds one. That alone does not need a search through all invoices.
create trigger refuse_used_invoice_number before update on public.agency_settings
for each row when (
  new.invoice_prefix <> old.invoice_prefix
  or new.next_invoice_number not in (old.next_invoice_number, old.next_invoice_number + 1)
)
execute function private.refuse_used_invoice_number();
