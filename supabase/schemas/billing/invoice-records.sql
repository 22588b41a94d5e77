grant update (payment_days, tax_id, payment_terms) on public.agency_settings to authenticated;

create table public.invoice_credits (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references public.invoices (id) on delete restrict,
  amount integer not null check (amount > 0),
  reason text not null check (btrim(reason) <> '' and char_length(reason) <= 1000),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);

comment on table public.invoice_credits is
'Credit notes: what was taken off an invoice before it was paid. Rows are only added. One that an admin recorded by mistake stays, as removed.';
comment on column public.invoice_credits.id is 'The credit.';
comment on column public.invoice_credits.invoice_id is 'The invoice that it reduces.';
comment on column public.invoice_credits.amount is 'The credited amount, in the invoice''s currency and its smallest unit.';
comment on column public.invoice_credits.reason is 'The reason, which the client reads.';
comment on column public.invoice_credits.created_by is 'The admin.';
comment on column public.invoice_credits.created_at is 'When.';
comment on column public.invoice_credits.removed_at is 'When it was removed because it was recorded by mistake, so it counts nowhere; null for all others.';

create index invoice_credits_invoice_id_idx on public.invoice_credits (invoice_id, created_at);
create index invoice_credits_created_by_idx on public.invoice_credits (created_by);

create table public.invoice_events (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references public.invoices (id) on delete cascade,
  kind text not null check (kind in ('created', 'sent', 'marked_paid', 'voided', 'credited', 'refunded', 'issued', 'resent', 'reminded', 'opened', 'withdrawn', 'payment_removed', 'refund_removed', 'credit_removed')),
  note text check (char_length(note) <= 1000),
  method text check (char_length(method) <= 50),
  amount integer,
  payment_id uuid references public.payments (id) on delete cascade,
  actor_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  credit_id uuid references public.invoice_credits (id) on delete cascade
);

comment on table public.invoice_events is 'What admins and retainers did with an invoice. Rows are only added. For admins only.';
comment on column public.invoice_events.id is 'The event.';
comment on column public.invoice_events.invoice_id is 'The invoice.';
comment on column public.invoice_events.kind is 'What was done; issued comes from a retainer.';
comment on column public.invoice_events.note is 'Why, in the admin''s words.';
comment on column public.invoice_events.method is 'How money moved that was recorded by hand.';
comment on column public.invoice_events.amount is 'How much, in the invoice''s currency and its smallest unit.';
comment on column public.invoice_events.payment_id is 'The ledger row that it wrote.';
comment on column public.invoice_events.actor_id is 'The admin; null for a schedule.';
comment on column public.invoice_events.created_at is 'When.';
comment on column public.invoice_events.credit_id is 'The credit that it added, removed or restored; null for credits from before the column.';

create index invoice_events_invoice_id_idx on public.invoice_events (invoice_id, created_at);
create index invoice_events_payment_id_idx on public.invoice_events (payment_id);
create index invoice_events_actor_id_idx on public.invoice_events (actor_id);
create index invoice_events_credit_id_idx on public.invoice_events (credit_id);
-- Refunds, credits and removals are few. The audit log searches their reasons.
create index invoice_events_reasons_idx on public.invoice_events (payment_id) where kind in ('refunded', 'credited', 'payment_removed', 'refund_removed', 'credit_removed');

-- Tax law requires that invoices name their recipient. Nothing else of an erased client stays.
create table private.archived_billing_identities (
  account_id uuid primary key references auth.users (id) on delete restrict,
  name text not null check (char_length(name) <= 320),
  company text check (char_length(company) <= 200),
  erased_at timestamptz not null default now(),
  address text check (char_length(address) <= 1000),
  tax_id text check (char_length(tax_id) <= 50)
);

comment on table private.archived_billing_identities is
'The name, company, address and tax number on the invoices of erased clients. Kept for tax law, and shown on those invoices only.';

alter table private.archived_billing_identities enable row level security;

alter table public.invoice_credits enable row level security;

call private.require_sufficient_sessions('public.invoice_credits');

alter table public.invoice_events enable row level security;

call private.require_sufficient_sessions('public.invoice_events');

grant select, insert on public.invoice_credits, public.invoice_events to service_role;
grant select (id, invoice_id, amount, reason, created_at, removed_at) on public.invoice_credits to authenticated;
grant select on public.invoice_events to authenticated;

create policy "Who reads an invoice reads its credits" on public.invoice_credits
for select to authenticated
using (exists (select from public.invoices as invoice where invoice.id = invoice_id));

create policy "Admins read all invoice events" on public.invoice_events
for select to authenticated using ((select private.has_active_role('admin')));

create function private.record_invoice_event(
  p_invoice_id uuid, p_kind text, p_note text default null, p_method text default null, p_amount integer default null, p_payment_id uuid default null,
  p_credit_id uuid default null
) returns void
language sql volatile
set search_path = ''
as $$
  insert into public.invoice_events (invoice_id, kind, note, method, amount, payment_id, actor_id, credit_id)
  values (p_invoice_id, p_kind, nullif(btrim(p_note), ''), nullif(btrim(p_method), ''), p_amount, p_payment_id, auth.uid(), p_credit_id)
$$;

comment on function private.record_invoice_event(uuid, text, text, text, integer, uuid, uuid) is 'Records what the caller did with an invoice.';

create function private.pad_invoice_number(p_number integer) returns text
language sql immutable
set search_path = ''
as $$ select lpad(p_number::text, greatest(4, char_length(p_number::text)), '0') $$;

comment on function private.pad_invoice_number(integer) is '7 becomes 0007. Longer numbers are not cut off.';

create function private.next_invoice_number() returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  drawn text;
begin
  -- The row lock makes callers take turns. Numbers that an earlier counter used are skipped.
  loop
    update public.agency_settings as settings set next_invoice_number = settings.next_invoice_number + 1
    returning settings.invoice_prefix || private.pad_invoice_number(settings.next_invoice_number - 1) into drawn;
    exit when not exists (select from public.invoices as invoice where invoice.invoice_number = drawn);
  end loop;
  return drawn;
end
$$;

comment on function private.next_invoice_number() is
'Draws the next number. A failed transaction gives it back, so that sent invoices have no gaps.';

create function private.draft_number(p_invoice_id uuid) returns text
language sql immutable
set search_path = ''
as $$ select 'draft ' || p_invoice_id $$;

comment on function private.draft_number(uuid) is 'The placeholder for a number until the invoice is sent.';
