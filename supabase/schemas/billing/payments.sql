create table private.combined_checkouts (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references auth.users (id) on delete restrict,
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  session_id text unique check (char_length(session_id) <= 255),
  url text check (char_length(url) <= 5000),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  payer_id uuid references auth.users (id) on delete set null
);

comment on column private.combined_checkouts.client_id is 'The person that the oldest of its invoices names.';
comment on column private.combined_checkouts.payer_id is 'Who opened the page to pay. Null after several people opened it.';

comment on table private.combined_checkouts is
'Payment pages for several invoices. Each of these invoices has a row in private.checkouts with its share.';

create index combined_checkouts_client_id_idx on private.combined_checkouts (client_id, created_at desc);
create index combined_checkouts_payer_id_idx on private.combined_checkouts (payer_id);

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references public.invoices (id) on delete restrict,
  client_id uuid not null references auth.users (id) on delete restrict,
  kind text not null check (kind in ('payment', 'refund', 'reversal', 'removed')),
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  provider_ref text not null unique check (provider_ref <> '' and char_length(provider_ref) <= 255),
  is_duplicate boolean not null default false,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  combined_id uuid references private.combined_checkouts (id) on delete restrict,
  account_id uuid references public.accounts (id),
  method text check (char_length(method) <= 50),
  payer_id uuid references auth.users (id) on delete set null
);

comment on table public.payments is 'The ledger of payments and refunds. Rows are only added. One that an admin recorded by mistake stays, as removed.';
comment on column public.payments.id is 'The entry of the ledger.';
comment on column public.payments.invoice_id is 'The invoice that it belongs to.';
comment on column public.payments.client_id is 'The client.';
comment on column public.payments.kind is
'payment: money came in. refund: money went back. reversal: a refund failed, so the money stayed. removed: an admin recorded this payment or refund by mistake, so it counts nowhere.';
comment on column public.payments.amount is 'Always positive, in the currency''s smallest unit.';
comment on column public.payments.currency is 'Three letters, ISO 4217, in lower case.';
comment on column public.payments.provider_ref is 'The payment provider''s own reference; each is recorded once.';
comment on column public.payments.is_duplicate is 'Whether it pays an invoice that was already paid in full, and has to be sent back.';
comment on column public.payments.occurred_at is 'When the provider says it happened.';
comment on column public.payments.method is
'How the money moved, as an admin recorded it, or the card, such as ''Visa ending in 4242''. Null: a card of which nothing is known.';
comment on column public.payments.account_id is 'The account of the invoice.';
comment on column public.payments.payer_id is
'Who paid online, also of a refund of it. Null if several people opened the payment page, and for what an admin recorded.';

create index payments_account_id_idx on public.payments (account_id, created_at desc);

create function private.take_account_of_invoice() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  select invoice.account_id into new.account_id from public.invoices as invoice where invoice.id = new.invoice_id;
  return new;
end
$$;

comment on function private.take_account_of_invoice() is 'Trigger: a payment belongs to the account of its invoice.';

create trigger take_account_of_invoice before insert or update of invoice_id on public.payments
for each row execute function private.take_account_of_invoice();

comment on column public.payments.created_at is 'When it was recorded.';
comment on column public.payments.combined_id is 'The payment of several invoices that it is a share of; null for a payment of its own.';

create index payments_invoice_id_idx on public.payments (invoice_id, occurred_at);
create index payments_occurred_at_idx on public.payments (occurred_at desc) where kind = 'payment';
create index payments_client_id_idx on public.payments (client_id, occurred_at desc);
create index payments_combined_id_idx on public.payments (combined_id) where combined_id is not null;
create index payments_payer_id_idx on public.payments (payer_id) where payer_id is not null;

alter table public.payments enable row level security;

call private.require_sufficient_sessions('public.payments');

grant select, insert, update on public.payments to service_role;
grant select on public.payments to authenticated;

create policy "Clients read their account's payments, and admins all" on public.payments
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or (client_id = (select auth.uid()) and (select private.has_active_role('client'))
    or account_id = any ((select private.accounts_as('owner', 'billing'))::uuid[]))
);

create table private.checkouts (
  invoice_id uuid not null references public.invoices (id) on delete cascade,
  attempt integer not null check (attempt > 0),
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  session_id text unique check (char_length(session_id) <= 255),
  url text check (char_length(url) <= 5000),
  status text not null default 'opening' check (status in ('opening', 'open', 'complete', 'expired')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  checked_at timestamptz,
  disputed boolean not null default false,
  combined_id uuid references private.combined_checkouts (id) on delete cascade,
  place integer check (place > 0),
  payer_id uuid references auth.users (id) on delete set null,
  check ((combined_id is null) = (place is null)),
  primary key (invoice_id, attempt)
);

comment on column private.checkouts.payer_id is
'Who opened the page to pay this invoice alone. Null after several people opened it, and on a page of several invoices.';

comment on table private.checkouts is
'Every attempt to pay an invoice. Written before the provider is asked: its number is the idempotency key, so that an interrupted attempt is found again.';

create index checkouts_payer_id_idx on private.checkouts (payer_id);
create index checkouts_combined_id_idx on private.checkouts (combined_id) where combined_id is not null;
create index checkouts_unfinished_idx on private.checkouts (created_at) where status in ('opening', 'open');

create table private.payment_events (
  id text primary key check (char_length(id) <= 255),
  type text not null check (char_length(type) <= 100),
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz
);

comment on table private.payment_events is 'The provider''s messages by their id. Each is handled once.';

create index payment_events_received_at_idx on private.payment_events (received_at);

alter table private.checkouts enable row level security;

alter table private.combined_checkouts enable row level security;

alter table private.payment_events enable row level security;

create function private.purge_payment_events() returns void
language sql volatile
set search_path = ''
as $$
  delete from private.payment_events as event where event.received_at < now() - interval '90 days'
$$;

comment on function private.purge_payment_events() is 'Job: deletes messages after 90 days. The provider repeats them for only a few days.';

insert into private.scheduled_jobs (name, job_function, daily_at) values ('purge payment events', 'purge_payment_events', '03:45');
