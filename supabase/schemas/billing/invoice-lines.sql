create function private.line_amount(p_quantity numeric, p_unit_amount numeric) returns numeric
language sql immutable
set search_path = ''
return round(p_quantity * p_unit_amount);

comment on function private.line_amount(numeric, numeric) is
'The price of a line in the currency''s smallest unit. Half a unit is rounded up, and a discount like a price. lineAmount in domain/invoice-lines.ts is the same.';

create table public.invoice_lines (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references public.invoices (id) on delete cascade,
  position integer not null check (position between 1 and 200),
  description text not null check (btrim(description) <> '' and char_length(description) <= 500),
  quantity numeric(8, 2) not null default 1 check (quantity between 0.01 and 100000),
  unit_amount integer not null check (unit_amount between -1000000000 and 1000000000),
  amount integer not null generated always as (private.line_amount(quantity, unit_amount)::integer) stored,
  is_discount boolean not null default false,
  unique (invoice_id, position) deferrable initially deferred,
  constraint price_or_discount check (case when is_discount then unit_amount <= 0 else unit_amount >= 0 end)
);

comment on table public.invoice_lines is 'The lines of an invoice. An invoice without lines has one line with its description and amount.';
comment on column public.invoice_lines.id is 'The line.';
comment on column public.invoice_lines.invoice_id is 'The invoice.';
comment on column public.invoice_lines.position is 'Its place, from 1.';
comment on column public.invoice_lines.description is 'What it is for.';
comment on column public.invoice_lines.quantity is 'How many, with at most two decimals.';
comment on column public.invoice_lines.unit_amount is 'The price of one, in the currency''s smallest unit; zero or less for a discount.';
comment on column public.invoice_lines.amount is 'Quantity times unit amount, rounded to the smallest unit.';
comment on column public.invoice_lines.is_discount is 'Whether it lowers the total. Only such a line has a price below zero.';

alter table public.invoice_lines enable row level security;

call private.require_sufficient_sessions('public.invoice_lines');

grant select, insert, update, delete on public.invoice_lines to service_role;
grant select on public.invoice_lines to authenticated;

create policy "Who reads an invoice reads its lines" on public.invoice_lines
for select to authenticated
using (exists (select from public.invoices as invoice where invoice.id = invoice_id));

create function private.sync_invoice_amount() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  held uuid := coalesce(new.invoice_id, old.invoice_id);
  stands public.invoice_status;
begin
  if tg_op = 'UPDATE' and new.invoice_id <> old.invoice_id then
    perform private.refuse('line_moved', 'PT409', 'A line can''t move to another invoice');
  end if;
  select invoice.status into stands from public.invoices as invoice where invoice.id = held for update;
  -- The invoice is being deleted together with its lines.
  if not found then return null; end if;
  if stands <> 'draft' then
    perform private.refuse('invoice_not_draft', 'PT409', 'The lines of a sent invoice can''t be changed');
  end if;
  update public.invoices as invoice
  set amount = (select coalesce(sum(line.amount), 0) from public.invoice_lines as line where line.invoice_id = held)
  where invoice.id = held;
  return null;
end
$$;

comment on function private.sync_invoice_amount() is
'Trigger: keeps a draft''s amount equal to the sum of its lines, and refuses changes to the lines of sent invoices.';

create trigger sync_invoice_amount after insert or update or delete on public.invoice_lines
for each row execute function private.sync_invoice_amount();

create function private.issue_invoice() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.status <> 'draft' and new.issued_at is null then
    new.issued_at := case when tg_op = 'INSERT' then new.created_at else now() end;
  end if;
  return new;
end
$$;

comment on function private.issue_invoice() is 'Trigger: records when an invoice was sent.';

create trigger issue_invoice before insert or update of status on public.invoices
for each row execute function private.issue_invoice();

create function private.announce_invoice() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.enqueue_invoice_mail(new.id, 'invoice-issued', case when old.status = 'active' then 'opened' else 'issued' end);
  return null;
end
$$;

comment on function private.announce_invoice() is
'Trigger: emails the client about a new invoice, once, and again when an agreed one opens for payment.';

create trigger announce_new_invoice after insert on public.invoices
for each row when (new.status = 'pending') execute function private.announce_invoice();

create trigger announce_sent_invoice after update of status on public.invoices
for each row when (old.status in ('draft', 'active') and new.status = 'pending') execute function private.announce_invoice();

create function private.document_sender() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
    'taxId', settings.tax_id, 'terms', settings.payment_terms)
  from public.agency_settings as settings
$$;

comment on function private.document_sender() is 'The agency as invoices and statements print it: {name, email, phone, address, taxId, terms}.';

create function private.invoice_document(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'number', case when invoice.invoice_number = private.draft_number(invoice.id) then 'Draft' else invoice.invoice_number end,
    'id', invoice.id, 'status', (select state.shown from private.shown_invoices as state where state.id = invoice.id),
    'currency', invoice.currency, 'description', invoice.description,
    -- A retainer's invoice from before the period was stored has its charge day.
    'period', coalesce(
      case when invoice.service_from is not null then jsonb_build_object('from', invoice.service_from, 'until', invoice.service_until) end,
      (
        select jsonb_build_object('from', charge.charge_date, 'until', (charge.charge_date + interval '1 month')::date - 1)
        from public.retainer_charges as charge where charge.invoice_id = invoice.id
      )
    ),
    -- A draft is issued when it is sent: today, as far as anyone knows.
    'issued', private.agency_day(case when invoice.status = 'draft' then now() else coalesce(invoice.issued_at, invoice.created_at) end), 'due', invoice.due_date, 'paid', invoice.paid_date, 'payments', private.payments_of(invoice.id),
    'refunds', private.refunds_of(invoice.id),
    'lines', coalesce(
      (
        select jsonb_agg(jsonb_build_object(
          'position', line.position, 'description', line.description, 'quantity', line.quantity, 'unitAmount', line.unit_amount, 'amount', line.amount
        ) order by line.position)
        from public.invoice_lines as line where line.invoice_id = invoice.id
      ),
      jsonb_build_array(jsonb_build_object(
        'position', 1, 'description', coalesce(nullif(btrim(invoice.description), ''), 'Marketing services'),
        'quantity', 1, 'unitAmount', invoice.amount, 'amount', invoice.amount
      ))
    ),
    'total', invoice.amount, 'credited', invoice.credited_amount, 'refunded', invoice.refunded_amount,
    'received', invoice.kept_amount + invoice.refunded_amount, 'kept', invoice.kept_amount, 'refund', invoice.refund,
    'together', (
      select coalesce(jsonb_agg(share.body || jsonb_build_object('day', private.agency_day((share.body ->> 'occurred_at')::timestamptz)) order by share.place), '[]')
      from jsonb_array_elements(private.paid_together(invoice.id)) with ordinality as share (body, place)
    ),
    'owed', case when invoice.status = 'draft' then invoice.amount else invoice.owed_amount end,
    'agency', private.document_sender(),
    'client', jsonb_build_object(
      'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text), prepared.name),
      'company', coalesce(billed.company, private.billed_company(invoice.client_id, invoice.account_id)),
      'address', coalesce(billed.address, profile.billing_address), 'taxId', coalesce(billed.tax_id, profile.tax_id), 'email', case when billed.account_id is null then coalesce(account.email, '') else '' end
    )
  )
  from public.invoices as invoice
  left join auth.users as account on account.id = invoice.client_id
  left join public.accounts as prepared on prepared.id = invoice.account_id
  left join private.archived_billing_identities as billed on billed.account_id = invoice.client_id
  left join public.profiles as profile on profile.user_id = invoice.client_id
  where invoice.id = p_invoice_id
$$;

create function public.invoice_document(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_document(p_invoice_id);

comment on function public.invoice_document(uuid) is
'Everything that is printed on an invoice, or null. For our own functions only, which decide who gets it.';

create function private.invoice_recipient(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select public.invoice_document(p_invoice_id) -> 'client'
  where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

create function public.invoice_recipient(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_recipient(p_invoice_id);

comment on function public.invoice_recipient(uuid) is
'To whom an invoice is addressed, as on paper, for colleagues of that person who may pay it and for admins: {name, company, address, taxId, email}, or null.';

grant execute on function public.invoice_document(uuid) to service_role;
grant execute on function private.invoice_document(uuid) to service_role;
grant execute on function public.invoice_recipient(uuid) to authenticated;
grant execute on function private.invoice_recipient(uuid) to authenticated;
