-- What clients owe. Amounts are integers in the currency's smallest unit (spec §9). Financial history outlives an account, so
-- an account with invoices or retainers cannot simply be deleted.

create type public.invoice_status as enum ('draft', 'pending', 'paid', 'overdue', 'active', 'void');

comment on type public.invoice_status is 'The state of an invoice.';

create type public.invoice_attention as enum (
  'disputed', 'other_currency', 'paid_though_canceled', 'paid_twice', 'overpaid', 'paid_in_part', 'refunded_too_much'
);

comment on type public.invoice_attention is 'Why a person should look at an invoice''s payments.';

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  client_id uuid references auth.users (id) on delete restrict,
  invoice_number text not null unique check (btrim(invoice_number) <> '' and char_length(invoice_number) <= 50),
  status public.invoice_status not null default 'draft',
  description text check (char_length(description) <= 5000),
  amount integer not null check (amount >= 0),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  due_date date,
  paid_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The state of an invoice (paid, refunded) is derived from the ledger in public.payments, so the order, number and loss of
  -- provider messages do not matter.
  refunded_amount integer not null default 0 check (refunded_amount >= 0),
  needs_attention public.invoice_attention,
  issued_at timestamptz,
  credited_amount integer not null default 0 check (credited_amount >= 0),
  received_amount integer not null default 0 check (received_amount >= 0),
  -- A draft is not owed yet. A paid invoice stays paid when money goes back.
  owed_amount integer not null generated always as (
    case when status in ('pending', 'overdue', 'active')
      then greatest(amount - credited_amount - greatest(received_amount - refunded_amount, 0), 0)
      else 0
    end
  ) stored,
  search_text text check (char_length(search_text) <= 6000)
generated always as (lower(invoice_number || ' ' || coalesce(description, 'Marketing services'))) stored,
  service_from date,
  service_until date,
  account_id uuid references public.accounts (id),
  -- An invoice that was paid before the ledger existed counts as received in full.
  kept_amount integer not null generated always as (
    case when status = 'paid' and received_amount = 0 then amount - credited_amount else received_amount end - refunded_amount
  ) stored,
  refund text generated always as (
    -- A second payment that went back leaves the invoice paid.
    case
      when status = 'paid' and refunded_amount > 0
        and case when received_amount = 0 then amount - credited_amount else received_amount end - refunded_amount < amount - credited_amount
      then case
        when case when received_amount = 0 then amount - credited_amount else received_amount end > refunded_amount then 'partly refunded'
        else 'refunded'
      end
    end
  ) stored check (refund in ('partly refunded', 'refunded')),
  check (service_until >= service_from),
  constraint invoices_prepared check (client_id is not null or account_id is not null and status = 'draft')
);

comment on table public.invoices is 'Invoices to clients.';
comment on column public.invoices.id is 'The invoice.';
comment on column public.invoices.client_id is 'The client who owes it; null for a draft of an account that nobody has joined yet.';
comment on column public.invoices.invoice_number is 'The number printed on it; each is used once.';
comment on column public.invoices.status is 'Its state. The client does not see drafts.';
comment on column public.invoices.description is 'What it is for; shown as Marketing services when empty.';
comment on column public.invoices.amount is 'In cents, or the currency''s smallest unit.';
comment on column public.invoices.currency is 'Three letters, ISO 4217, in lower case.';
comment on column public.invoices.due_date is 'The last day to pay, in the agency''s time zone.';
comment on column public.invoices.paid_date is 'The day of payment, in the agency''s time zone.';
comment on column public.invoices.account_id is 'The account that it belongs to; null for people without one.';

create index invoices_account_id_idx on public.invoices (account_id, created_at desc);

create trigger take_account_of_client before insert or update of client_id on public.invoices
for each row execute function private.take_account_of_client('client_id');

comment on column public.invoices.created_at is 'When it was created.';
comment on column public.invoices.updated_at is 'When the row last changed.';
comment on column public.invoices.refunded_amount is 'What went back to the client, in the currency''s smallest unit; derived from the ledger.';
comment on column public.invoices.needs_attention is 'Why a person should look at its payments; null when nothing is wrong.';
comment on column public.invoices.issued_at is 'When it was sent to the client; null for a draft.';
comment on column public.invoices.credited_amount is
'What the agency took off before it was paid; the printed amount stays. Derived from the credits.';
comment on column public.invoices.received_amount is 'What came in, before refunds, in the invoice''s currency; derived from the ledger.';
comment on column public.invoices.owed_amount is 'What the client still owes, in the currency''s smallest unit. Nothing else computes it.';
comment on column public.invoices.kept_amount is 'What came in less what went back, in the currency''s smallest unit. Nothing else computes it.';
comment on column public.invoices.refund is 'How a paid invoice reads of which less is kept than its own amount, less credits, because money went back: refunded or partly refunded; null for all others. Nothing else decides it.';
comment on column public.invoices.search_text is 'The text that a search finds an invoice by, apart from its client.';

comment on column public.invoices.service_from is 'The first day of the service that it bills; null if that is not said.';
comment on column public.invoices.service_until is 'The last day of the service that it bills.';

create index invoices_client_id_created_at_idx on public.invoices (client_id, created_at desc);
create index invoices_created_at_idx on public.invoices (created_at desc);
create index invoices_status_due_date_idx on public.invoices (status, due_date);

create trigger touch_updated_at before update on public.invoices
for each row execute function private.touch_updated_at();

create trigger require_confirmed_account after insert or update of client_id on public.invoices
for each row execute function private.require_confirmed_account('client_id');

alter table public.invoices enable row level security;

call private.require_sufficient_sessions('public.invoices');

grant select, insert, update, delete on public.invoices to service_role;
grant select on public.invoices to authenticated;

create policy "Clients read their account's invoices, and admins all" on public.invoices
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or (client_id = (select auth.uid()) and (select private.has_active_role('client'))
    or account_id = any ((select private.accounts_as('owner', 'billing'))::uuid[])) and status <> 'draft'
);
