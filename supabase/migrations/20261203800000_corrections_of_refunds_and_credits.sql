-- A refund or credit that an admin recorded by mistake is removed and restored like a payment.

alter table public.invoice_credits add column removed_at timestamptz;

comment on table public.invoice_credits is
'Credit notes: what was taken off an invoice before it was paid. Rows are only added. One that an admin recorded by mistake stays, as removed.';
comment on column public.invoice_credits.removed_at is 'When it was removed because it was recorded by mistake, so it counts nowhere; null for all others.';
grant select (removed_at) on public.invoice_credits to authenticated;

alter table public.invoice_events add column credit_id uuid references public.invoice_credits (id) on delete cascade;

alter table public.invoice_events drop constraint invoice_events_kind_check;
alter table public.invoice_events add constraint invoice_events_kind_check check (kind in ('created', 'sent', 'marked_paid', 'voided', 'credited', 'refunded', 'issued', 'resent', 'reminded', 'opened', 'withdrawn', 'payment_removed', 'refund_removed', 'credit_removed'));

comment on column public.invoice_events.credit_id is 'The credit that it added, removed or restored; null for credits from before the column.';

create index invoice_events_credit_id_idx on public.invoice_events (credit_id);
drop index public.invoice_events_removals_idx;
create index invoice_events_corrections_idx on public.invoice_events (payment_id) where kind in ('payment_removed', 'refund_removed', 'credit_removed');

comment on column public.payments.kind is
'payment: money came in. refund: money went back. reversal: a refund failed, so the money stayed. removed: an admin recorded this payment or refund by mistake, so it counts nowhere.';

drop function private.record_invoice_event(uuid, text, text, text, integer, uuid);

create or replace function private.record_invoice_event(
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

create or replace function private.settle_invoice(p_invoice_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  invoice public.invoices;
  credited bigint;
  settled_at timestamptz;
  refunded bigint;
  duplicates bigint;
  received bigint;
  foreign_money boolean;
  in_ledger boolean;
begin
  select * into strict invoice from public.invoices as held where held.id = p_invoice_id for update;
  select coalesce(sum(credit.amount), 0) into credited from public.invoice_credits as credit where credit.invoice_id = p_invoice_id and credit.removed_at is null;
  -- In the order of the provider's own clock. The invoice is paid when payments and credits, less refunds, first reach its
  -- amount. A later payment is too much. A refund takes back only what was received before it.
  with movements as (
    select entry.id, entry.kind, entry.occurred_at, entry.provider_ref as reference, entry.amount,
      case entry.kind when 'refund' then -entry.amount else entry.amount end as net, 0 as credit
    from public.payments as entry
    where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency and entry.kind <> 'removed'
    union all
    select credit.id, 'credit', credit.created_at, credit.id::text, credit.amount, 0, credit.amount
    from public.invoice_credits as credit where credit.invoice_id = p_invoice_id and credit.removed_at is null
  ), summed as (
    select movement.*, sum(movement.net) over until_here as net_until_here, sum(movement.credit) over until_here as credited_until_here
    from movements as movement
    window until_here as (order by movement.occurred_at, movement.reference rows unbounded preceding)
  ), ordered as (
    select movement.id, movement.kind, movement.amount,
      movement.credited_until_here + movement.net_until_here - least(min(movement.net_until_here) over until_here, 0) as covered,
      max(movement.occurred_at) filter (where movement.kind = 'payment') over until_here as last_paid_at
    from summed as movement
    window until_here as (order by movement.occurred_at, movement.reference rows unbounded preceding)
  ), marked as (
    update public.payments as entry set is_duplicate = ordered.covered - ordered.amount >= invoice.amount
    from ordered
    where ordered.kind = 'payment' and entry.id = ordered.id
      and entry.is_duplicate <> (ordered.covered - ordered.amount >= invoice.amount)
  )
  select min(ordered.last_paid_at) into settled_at from ordered where ordered.covered >= invoice.amount;
  select coalesce(sum(case entry.kind when 'refund' then entry.amount when 'reversal' then -entry.amount end), 0),
    coalesce(sum(entry.amount) filter (where entry.kind = 'payment'), 0), count(*) filter (where entry.is_duplicate),
    count(*) filter (where entry.kind in ('payment', 'removed')) > 0
  into refunded, received, duplicates, in_ledger
  from public.payments as entry where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency;
  foreign_money := exists (
    select from public.payments as entry where entry.invoice_id = p_invoice_id and entry.currency <> invoice.currency
  );
  -- A canceled invoice stays canceled. Money that arrives later has to be sent back.
  if invoice.status = 'void' then settled_at := null; end if;
  -- The same report, again, leaves the version that people see as it is.
  update public.invoices as held
  set status = next.status, paid_date = next.paid_date, credited_amount = credited, received_amount = received,
    refunded_amount = greatest(refunded, 0), needs_attention = next.needs_attention
  from (
    select case
        when settled_at is not null then 'paid'
        -- A late report of a refund may show that the invoice was never paid, and a payment may be removed.
        when invoice.status = 'paid' and in_ledger then 'pending'
        else invoice.status
      end as status,
      case
        when settled_at is not null then private.agency_day(settled_at)
        when invoice.status = 'paid' and in_ledger then null
        else invoice.paid_date
      end as paid_date,
      case
        when exists (select from private.checkouts as tried where tried.invoice_id = p_invoice_id and tried.disputed)
          then 'disputed'::public.invoice_attention
        when foreign_money then 'other_currency'
        when invoice.status = 'void' and received > refunded then 'paid_though_canceled'
        when settled_at is not null and received - refunded > invoice.amount - credited
          then case when duplicates > 0 then 'paid_twice'::public.invoice_attention else 'overpaid' end
        -- An admin who records a part knows that the rest is still due.
        when invoice.status <> 'void' and settled_at is null and received > refunded and exists (
          select from public.payments as entry
          where entry.invoice_id = p_invoice_id and entry.kind = 'payment' and entry.provider_ref not like 'manual:%'
        ) then 'paid_in_part'
        when refunded > received then 'refunded_too_much'
      end as needs_attention
  ) as next
  where held.id = p_invoice_id
    and (held.status, held.paid_date, held.credited_amount, held.received_amount, held.refunded_amount, held.needs_attention)
      is distinct from (next.status, next.paid_date, credited, received, greatest(refunded, 0), next.needs_attention);
end
$$;

comment on function private.settle_invoice(uuid) is
'The only function that makes an invoice paid. It derives the state from the ledger. The same rows give the same state in any order.';

create or replace function private.invoice_statement(p_from date, p_until date, p_client_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  client constant uuid := private.portal_client(p_client_id);
  zone constant text := private.agency_zone();
begin
  if client is null then perform private.refuse('client_only', '42501', 'Only a client has a statement'); end if;
  if not private.has_premium(private.account_of_client(client)) then
    perform private.refuse('premium_only', '42501', 'Statements are a part of Premium');
  end if;
  if p_from is null or p_until is null or p_until < p_from then
    perform private.refuse('period_invalid', '22023', 'The last day must not be before the first day', 'until');
  end if;
  return (
    -- An active invoice is agreed, and can't be paid yet. It is owed from the day on which it opens for payment, as in the portal.
    with own as (
      select invoice.*, coalesce((
          select max(event.created_at) from public.invoice_events as event where event.invoice_id = invoice.id and event.kind = 'opened'
        ), invoice.issued_at, invoice.created_at) as charged_at
      from public.invoices as invoice
      where invoice.client_id = client and invoice.status not in ('draft', 'active') and not exists (
        -- Canceled before it opened for payment, so it was never owed.
        select from public.invoice_events as event where event.invoice_id = invoice.id and event.kind = 'withdrawn'
          and not exists (select from public.payments as entry where entry.invoice_id = invoice.id and entry.kind <> 'removed')
      )
    ), entries as (
      select own.charged_at as at, 1 as place, own.id, own.invoice_number as document, 'invoice' as kind, own.description as text, own.currency,
        own.amount as charged, 0 as paid, 0 as credited, 0 as refunded
      from own
      union all
      -- A credit of an agreed invoice counts from when it opens.
      select greatest(credit.created_at, own.charged_at), 2, credit.id, own.invoice_number, 'credit', credit.reason, own.currency, 0, 0, credit.amount, 0
      from own join public.invoice_credits as credit on credit.invoice_id = own.id and credit.removed_at is null
      union all
      -- In the currency that came in, which may be another one than the invoice's.
      select entry.occurred_at, 3, entry.id, own.invoice_number, case when entry.is_duplicate then 'duplicate' else entry.kind end, null,
        entry.currency, 0, case entry.kind when 'payment' then entry.amount else 0 end, 0,
        case entry.kind when 'refund' then entry.amount when 'reversal' then -entry.amount else 0 end
      from own join public.payments as entry on entry.invoice_id = own.id and entry.kind <> 'removed'
      union all
      -- Paid before the ledger existed.
      select (own.paid_date + time '23:59') at time zone zone, 3, own.id, own.invoice_number, 'payment', null, own.currency, 0,
        own.amount - own.credited_amount, 0, 0
      from own
      where own.status = 'paid' and own.paid_date is not null
        and not exists (select from public.payments as entry where entry.invoice_id = own.id and entry.currency = own.currency)
      union all
      -- A void invoice is owed no more. Credits have taken their part before.
      select coalesce((
          select max(event.created_at) from public.invoice_events as event where event.invoice_id = own.id and event.kind = 'voided'
        ), own.charged_at), 4, own.id, own.invoice_number, 'void', null, own.currency, 0, 0, own.amount - own.credited_amount, 0
      from own where own.status = 'void' and own.amount <> own.credited_amount
    ), running as (
      -- Invoices that were issued together are in the order of their numbers: INV-999 before INV-1000.
      select entry.*, (entry.at at time zone zone)::date as day,
        sum(entry.charged + entry.refunded - entry.paid - entry.credited) over (
          partition by entry.currency order by entry.at, entry.place, length(entry.document), entry.document, entry.id rows unbounded preceding
        ) as balance
      from entries as entry
    ), opening as (
      select distinct on (earlier.currency) earlier.currency, earlier.balance from running as earlier
      where earlier.day < p_from order by earlier.currency, earlier.at desc, earlier.place desc,
        length(earlier.document) desc, earlier.document desc, earlier.id desc
    )
    select jsonb_build_object('agreed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'day', agreed.day, 'document', agreed.document, 'text', agreed.text, 'amount', agreed.amount, 'currency', agreed.currency
      ) order by agreed.day, length(agreed.document), agreed.document), '[]')
      from (
        select (coalesce(invoice.issued_at, invoice.created_at) at time zone zone)::date as day, invoice.invoice_number as document,
          invoice.description as text, invoice.amount - invoice.credited_amount as amount, invoice.currency
        from public.invoices as invoice where invoice.client_id = client and invoice.status = 'active'
      ) as agreed
      where agreed.day <= p_until
    ), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'day', line.day, 'document', line.document, 'kind', line.kind, 'text', line.text, 'charged', line.charged, 'paid', line.paid,
      'credited', line.credited, 'refunded', line.refunded, 'balance', line.balance, 'currency', line.currency
    ) order by line.currency, line.at nulls first, line.place, length(line.document), line.document, line.id), '[]'))
    from (
      select null::timestamptz as at, 0 as place, null::uuid as id, p_from as day, null as document, 'opening' as kind, null as text,
        opening.currency, 0 as charged, 0 as paid, 0 as credited, 0 as refunded, opening.balance
      from opening where opening.balance <> 0
      union all
      select running.at, running.place, running.id, running.day, running.document, running.kind, running.text, running.currency,
        running.charged, running.paid, running.credited, running.refunded, running.balance
      from running where running.day between p_from and p_until
    ) as line
  );
end
$$;

create or replace function private.invoice_for_admin(p_invoice_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'invoice', to_jsonb(held) - 'search_text' || jsonb_build_object(
      'status', (select state.shown from private.shown_invoices as state where state.id = held.id)
    ),
    'today', private.agency_day(),
    -- A draft of an account that nobody has joined yet names nobody.
    'client', (
      select jsonb_build_object(
        'id', account.id, 'account_id', held.account_id, 'email', account.email, 'company', coalesce(billed.company, profile.company),
        'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text))
      )
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.archived_billing_identities as billed on billed.account_id = account.id where account.id = held.client_id
      union all
      select jsonb_build_object('id', null, 'account_id', prepared.id, 'email', (
        select open.email from public.invitations as open
        where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
        order by open.created_at desc limit 1
      ), 'company', null, 'name', prepared.name)
      from public.accounts as prepared where prepared.id = held.account_id and held.client_id is null
    ),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', line.id, 'description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount, 'amount', line.amount,
        'is_discount', line.is_discount
      ) order by line.position) from public.invoice_lines as line where line.invoice_id = held.id
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', entry.id, 'kind', entry.kind, 'amount', entry.amount, 'currency', entry.currency, 'is_duplicate', entry.is_duplicate,
        'occurred_at', entry.occurred_at, 'by_hand', entry.provider_ref like 'manual:%', 'reference', split_part(entry.provider_ref, '/', 1),
        'method', event.method, 'card', case when entry.provider_ref not like 'manual:%' then entry.method end, 'note', event.note,
        'removal', (
          select jsonb_build_object('of', split_part(removal.kind, '_', 1), 'at', removal.created_at, 'reason', removal.note, 'actor', private.full_name(profile.first_name, profile.last_name))
          from public.invoice_events as removal left join public.profiles as profile on profile.user_id = removal.actor_id
          where removal.payment_id = entry.id and removal.kind in ('payment_removed', 'refund_removed')
        )
      ) order by entry.occurred_at, entry.created_at)
      from public.payments as entry
      left join public.invoice_events as event on event.payment_id = entry.id and event.kind not in ('payment_removed', 'refund_removed')
      where entry.invoice_id = held.id
    ), '[]'),
    'credits', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', credit.id, 'amount', credit.amount, 'reason', credit.reason, 'created_at', credit.created_at,
        'removal', (
          select jsonb_build_object('of', split_part(removal.kind, '_', 1), 'at', removal.created_at, 'reason', removal.note, 'actor', private.full_name(profile.first_name, profile.last_name))
          from public.invoice_events as removal left join public.profiles as profile on profile.user_id = removal.actor_id
          where removal.credit_id = credit.id and removal.kind = 'credit_removed' and credit.removed_at is not null
          order by removal.created_at desc limit 1
        )
      ) order by credit.created_at, credit.id)
      from public.invoice_credits as credit where credit.invoice_id = held.id
    ), '[]'),
    'together', private.paid_together(held.id),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', event.id, 'kind', event.kind, 'note', event.note, 'method', event.method, 'amount', event.amount, 'created_at', event.created_at,
        'actor', private.full_name(profile.first_name, profile.last_name)
      ) order by event.created_at)
      from public.invoice_events as event left join public.profiles as profile on profile.user_id = event.actor_id where event.invoice_id = held.id
    ), '[]'),
    'retainer', (
      select jsonb_build_object('id', retainer.id, 'name', retainer.retainer_name, 'charge_date', charge.charge_date)
      from public.retainer_charges as charge join public.retainers as retainer on retainer.id = charge.retainer_id where charge.invoice_id = held.id
    ),
    'paying', exists (
      select from private.checkouts as tried where tried.invoice_id = held.id and tried.status = 'open' and tried.expires_at > now()
    )
  ) into answer
  from public.invoices as held where held.id = p_invoice_id;
  return answer;
end
$$;

comment on function public.invoice_for_admin(uuid) is
'For admins: an invoice with its client, lines, ledger, credits, payments that paid others, too (together), events, the retainer that issued it, and whether a payment page is open; null when there is no such invoice.';

create or replace function private.require_credit(p_invoice public.invoices, p_amount integer) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if p_amount > p_invoice.owed_amount
    or (p_amount = p_invoice.owed_amount and p_invoice.received_amount <= p_invoice.refunded_amount) then
    perform private.refuse('amount_too_large', '22023', 'The credit must be less than the balance due. To write off the full balance, cancel the invoice.', 'amount');
  end if;
end
$$;

comment on function private.require_credit(public.invoices, integer) is
'Refuses a credit of more than an invoice owes, and one of all of it while no money is kept, because that is a cancellation.';

create or replace function private.apply_credit(p_credit public.invoice_credits, p_mail_key text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform private.record_invoice_event(p_credit.invoice_id, 'credited', p_credit.reason, null, p_credit.amount, null, p_credit.id);
  perform private.settle_invoice(p_credit.invoice_id);
  perform private.enqueue_invoice_mail(p_credit.invoice_id, 'invoice-credited', p_mail_key,
    jsonb_build_object('credited', p_credit.amount::text, 'reason', p_credit.reason));
end
$$;

comment on function private.apply_credit(public.invoice_credits, text) is 'Counts a credit that was just stored: its event, the invoice''s state, and the email to the client.';

create or replace function private.record_refund(
  p_invoice_id uuid, p_amount integer, p_on date, p_method text, p_reason text, p_payment_id uuid
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.invoices;
  most integer;
begin
  perform private.settle_invoice(p_invoice_id);
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id;
  most := held.received_amount - held.refunded_amount;
  if held.status not in ('paid', 'void') or most < 1 then
    perform private.refuse('nothing_to_refund', 'PT409', 'There is nothing to refund on this invoice');
  end if;
  if p_amount > most then perform private.refuse('amount_too_large', '22023', 'The refund is more than the amount received for this invoice', 'amount'); end if;
  perform private.record_manual_payment(held, 'refund', p_amount, p_on, p_method, p_reason, p_payment_id);
  perform private.enqueue_invoice_mail(held.id, 'invoice-refunded', format('refunded:%s', p_payment_id),
    jsonb_build_object('refunded', p_amount::text, 'reason', p_reason, 'method', p_method));
end
$$;

comment on function private.record_refund(uuid, integer, date, text, text, uuid) is
'Records money that was sent back outside the provider, at most what is kept, and emails the client.';

create or replace function private.credit_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text, p_method text, p_on date
) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  reason text := private.require_text(p_reason, 'Reason', 1000);
  credit public.invoice_credits;
begin
  perform private.require_admin();
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if p_amount is null or p_amount < 1 then perform private.refuse('amount_not_positive', '22023', 'The amount must be more than zero', 'amount'); end if;
  if held.status in ('pending', 'overdue', 'active') then
    perform private.require_credit(held, p_amount);
    perform private.close_checkouts(held.id);
    insert into public.invoice_credits (invoice_id, amount, reason, created_by) values (held.id, p_amount, reason, auth.uid()) returning * into credit;
    perform private.apply_credit(credit, format('credited:%s', credit.id));
    return 'credited';
  end if;
  if held.status = 'paid' and not exists (
    select from public.payments as entry where entry.invoice_id = held.id and entry.kind = 'payment'
  ) then
    -- The invoice was paid before the ledger existed, so its amount came in.
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
    values (
      held.id, held.client_id, 'payment', held.amount - held.credited_amount, held.currency, private.manual_reference(gen_random_uuid()),
      private.moment_on_day(coalesce(held.paid_date, private.agency_day()))
    );
  end if;
  perform private.record_refund(held.id, p_amount, coalesce(p_on, private.agency_day()), p_method, reason, gen_random_uuid());
  return 'refunded';
end
$$;

create or replace function private.is_still_removed(p_payment_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select not exists (select from public.payments as again where again.provider_ref = private.manual_reference(p_payment_id))
$$;

comment on function private.is_still_removed(uuid) is 'Whether a removed payment or refund was not recorded again since.';

create or replace function private.invoice_milestones(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', event.id, 'kind', case when event.kind in ('voided', 'withdrawn') then 'canceled' else event.kind end, 'at', event.created_at,
      -- The client reads it in the email, too.
      'reason', case when event.kind <> 'opened' then event.note end,
      'amount', case when event.kind in ('payment_removed', 'refund_removed', 'credit_removed') then event.amount end
    ) order by event.created_at, event.id)
    from public.invoice_events as event left join public.invoice_credits as credit on credit.id = event.credit_id
    where event.invoice_id = p_invoice_id and case event.kind
      when 'opened' then true when 'voided' then true when 'withdrawn' then true
      -- What was recorded again is no mistake any more.
      when 'payment_removed' then private.is_still_removed(event.payment_id) when 'refund_removed' then private.is_still_removed(event.payment_id)
      when 'credit_removed' then event.created_at >= credit.removed_at
    end
  ), '[]')
  where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

comment on function public.invoice_milestones(uuid) is
'When an invoice opened for payment, was canceled, and lost a payment, refund or credit that was recorded by mistake and not again since, oldest first, for people who may pay it and for admins: [{id, kind: opened, canceled, payment_removed, refund_removed or credit_removed, at, reason of a cancellation or removal, amount that was removed}]. Null for all others.';

create or replace function private.remove_invoice_payment(p_payment_id uuid, p_expected_updated_at timestamptz, p_reason text) returns public.invoice_status
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  entry public.payments;
  reason text := private.require_text(p_reason, 'Reason', 1000);
begin
  perform private.require_admin();
  select invoice.* into held from public.invoices as invoice
  where invoice.id = (select known.invoice_id from public.payments as known where known.id = p_payment_id) for update;
  if not found then perform private.refuse('payment_not_found', 'PT404', 'Payment not found'); end if;
  select * into strict entry from public.payments as known where known.id = p_payment_id;
  if entry.kind = 'removed' then
    -- A repeated request, because the answer was lost.
    if exists (
      select from public.invoice_events as event
      where event.payment_id = entry.id and event.kind in ('payment_removed', 'refund_removed') and event.actor_id = auth.uid() and event.note = reason
    ) then
      return held.status;
    end if;
    perform private.refuse('payment_removed', 'PT409', 'This was already removed');
  end if;
  if entry.kind not in ('payment', 'refund') or entry.provider_ref not like 'manual:%' then
    perform private.refuse('payment_not_by_hand', 'PT409', 'Only a payment or refund that an admin recorded can be removed');
  end if;
  held := private.lock_sent_invoice(held.id, p_expected_updated_at);
  -- What was sent back by hand may have come from this payment.
  if entry.kind = 'payment' and (held.received_amount - entry.amount < held.refunded_amount or exists (
    select from public.payments as back where back.invoice_id = held.id and back.kind = 'refund' and back.provider_ref like 'manual:%'
  )) then
    perform private.refuse('payment_refunded', 'PT409', 'This payment stays because a refund was recorded after it');
  end if;
  -- An open payment page asks for what was due until now.
  perform private.close_checkouts(held.id);
  update public.payments as known set kind = 'removed', is_duplicate = false where known.id = entry.id;
  perform private.record_invoice_event(held.id, format('%s_removed', entry.kind), reason, entry.method, entry.amount, entry.id);
  perform private.settle_invoice(held.id);
  select * into held from public.invoices as invoice where invoice.id = held.id;
  perform private.enqueue_invoice_mail(held.id, format('%s-removed', entry.kind), format('%s-removed:%s', entry.kind, entry.id), jsonb_build_object(
    'removed', entry.amount::text, 'owed', held.owed_amount::text, 'reason', reason
  ));
  return held.status;
end
$$;

comment on function public.remove_invoice_payment(uuid, timestamptz, text) is
'Removes a payment or refund that an admin recorded by mistake: it stays in the ledger as removed and counts nowhere. Closes open payment pages, emails the client what is due and why, and returns the invoice''s status. A repeated request of the same admin with the same reason does nothing. PT404: no such payment. PT409: the invoice changed since the caller read it, or the entry was already removed (payment_removed) or came through the provider (payment_not_by_hand), or a refund was recorded by hand after the payment (payment_refunded).';

create or replace function private.restore_invoice_payment(p_payment_id uuid) returns public.invoice_status
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  entry public.payments;
  held public.invoices;
  origin public.invoice_events;
begin
  perform private.require_admin();
  select * into entry from public.payments as known where known.id = p_payment_id;
  if not found then perform private.refuse('payment_not_found', 'PT404', 'Payment not found'); end if;
  if entry.kind <> 'removed' then perform private.refuse('payment_not_removed', 'PT409', 'This payment wasn''t removed'); end if;
  select * into held from public.invoices as invoice where invoice.id = entry.invoice_id for update;
  select * into origin from public.invoice_events as event where event.payment_id = entry.id and event.kind in ('marked_paid', 'refunded');
  -- The removed row stays. Its id makes the new one unique, so it is recorded again only once.
  if origin.kind is distinct from 'refunded' then
    return private.record_invoice_payment(
      held.id, held.updated_at, entry.amount, private.agency_day(entry.occurred_at), entry.method, origin.note, entry.id
    );
  end if;
  if private.is_still_removed(entry.id) then
    perform private.record_refund(held.id, entry.amount, private.agency_day(entry.occurred_at), entry.method, origin.note, entry.id);
  end if;
  return (select invoice.status from public.invoices as invoice where invoice.id = held.id);
end
$$;

comment on function public.restore_invoice_payment(uuid) is
'Undoes the removal of a payment or refund: records it again as a new entry of the ledger, with its amount, day, method and note, emails the client, and returns the invoice''s status. A repeated call records nothing. Admins only. PT404: no such payment. PT409: it wasn''t removed (payment_not_removed), or the invoice is no longer open (invoice_not_open), is being paid by card (payment_on_its_way), or has nothing to refund (nothing_to_refund). 22023: less than its amount is due, or was received (amount_too_large).';

create or replace function private.remove_invoice_credit(p_credit_id uuid, p_expected_updated_at timestamptz, p_reason text) returns public.invoice_status
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  credit public.invoice_credits;
  reason text := private.require_text(p_reason, 'Reason', 1000);
begin
  perform private.require_admin();
  select invoice.* into held from public.invoices as invoice
  where invoice.id = (select known.invoice_id from public.invoice_credits as known where known.id = p_credit_id) for update;
  if not found then perform private.refuse('credit_not_found', 'PT404', 'Credit not found'); end if;
  select * into strict credit from public.invoice_credits as known where known.id = p_credit_id;
  if credit.removed_at is not null then
    -- A repeated request, because the answer was lost.
    if exists (
      select from public.invoice_events as event
      where event.credit_id = credit.id and event.kind = 'credit_removed' and event.actor_id = auth.uid() and event.note = reason
        and event.created_at >= credit.removed_at
    ) then
      return held.status;
    end if;
    perform private.refuse('credit_removed', 'PT409', 'This credit was already removed');
  end if;
  held := private.lock_sent_invoice(held.id, p_expected_updated_at);
  if held.refunded_amount > 0 then
    perform private.refuse('credit_refunded', 'PT409', 'This credit stays because a refund was recorded after it');
  end if;
  -- A canceled invoice owes nothing, and one that was paid before the ledger existed has no payments that tell what is missing.
  if held.status not in ('pending', 'overdue', 'active', 'paid') or held.status = 'paid' and held.received_amount = 0 then
    perform private.refuse('invoice_not_open', 'PT409', 'Only a credit of an open or paid invoice can be removed');
  end if;
  -- An open payment page asks for what was due until now.
  perform private.close_checkouts(held.id);
  update public.invoice_credits as known set removed_at = now() where known.id = credit.id;
  perform private.record_invoice_event(held.id, 'credit_removed', reason, null, credit.amount, null, credit.id);
  perform private.settle_invoice(held.id);
  select * into held from public.invoices as invoice where invoice.id = held.id;
  perform private.enqueue_invoice_mail(held.id, 'credit-removed', private.credit_mail_key('credit-removed', credit.id), jsonb_build_object(
    'removed', credit.amount::text, 'owed', held.owed_amount::text, 'reason', reason, 'state', held.status
  ));
  return held.status;
end
$$;

create or replace function public.remove_invoice_credit(p_credit_id uuid, p_expected_updated_at timestamptz, p_reason text) returns public.invoice_status
language sql volatile
set search_path = ''
return private.remove_invoice_credit(p_credit_id, p_expected_updated_at, p_reason);

comment on function public.remove_invoice_credit(uuid, timestamptz, text) is
'Removes a credit that an admin recorded by mistake: it stays as removed and counts nowhere, so its amount is due again. Closes open payment pages, emails the client what is due and why, and returns the invoice''s status. A repeated request of the same admin with the same reason does nothing. Admins only. PT404: no such credit. PT409: the invoice changed since the caller read it, is canceled or was paid before the ledger existed (invoice_not_open), or money was sent back (credit_refunded), or the credit was already removed (credit_removed).';

create or replace function private.credit_mail_key(p_name text, p_credit_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select format('%s:%s:%s', p_name, p_credit_id, count(*)) from public.invoice_events as event where event.credit_id = p_credit_id
$$;

comment on function private.credit_mail_key(text, uuid) is
'The key of an email about a credit that was removed or restored. A credit can be removed more than once, and each time is told.';

create or replace function private.restore_invoice_credit(p_credit_id uuid) returns public.invoice_status
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  credit public.invoice_credits;
begin
  perform private.require_admin();
  select invoice.* into held from public.invoices as invoice
  where invoice.id = (select known.invoice_id from public.invoice_credits as known where known.id = p_credit_id) for update;
  if not found then perform private.refuse('credit_not_found', 'PT404', 'Credit not found'); end if;
  select * into strict credit from public.invoice_credits as known where known.id = p_credit_id;
  -- A repeated request, because the answer was lost.
  if credit.removed_at is null then return held.status; end if;
  if held.status not in ('pending', 'overdue', 'active') then
    perform private.refuse('invoice_not_open', 'PT409', 'Only open invoices can be credited');
  end if;
  perform private.require_credit(held, credit.amount);
  perform private.close_checkouts(held.id);
  update public.invoice_credits as known set removed_at = null where known.id = credit.id;
  perform private.apply_credit(credit, private.credit_mail_key('credited', credit.id));
  return (select invoice.status from public.invoices as invoice where invoice.id = held.id);
end
$$;

create or replace function public.restore_invoice_credit(p_credit_id uuid) returns public.invoice_status
language sql volatile
set search_path = ''
return private.restore_invoice_credit(p_credit_id);

comment on function public.restore_invoice_credit(uuid) is
'Undoes the removal of a credit: it counts again, the client gets the email about a credit, and the invoice''s status is returned. A repeated call does nothing. Admins only. PT404: no such credit. PT409: the invoice is no longer open (invoice_not_open). 22023: less than the credit is due now (amount_too_large).';

grant execute on function public.remove_invoice_credit(uuid, timestamptz, text) to authenticated;

grant execute on function private.remove_invoice_credit(uuid, timestamptz, text) to authenticated;

grant execute on function public.restore_invoice_credit(uuid) to authenticated;

grant execute on function private.restore_invoice_credit(uuid) to authenticated;

create or replace function private.audit_word_sql(p_pattern text) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  word constant text := p_pattern;
  money constant text := regexp_replace(regexp_replace(
    substring(p_pattern from '^%[$€£¥]?([0-9]{1,3}(?:[.,]?[0-9]{3})*(?:[.,][0-9]{2})?)[$€£¥]?%$'), '[.,]([0-9]{2})$', '#\1'
  ), '[.,]', '', 'g');
  texts text[] := array[word];
  ids uuid[];
  emails text[];
begin
  -- An amount is stored without the signs that make it readable.
  if money is not null then texts := texts || concat('%', E'\n', replace(money, '#', '.'), '%'); end if;
  texts := texts || array(
    select concat('%', E'\n', private.fold_text(replace(stage.key, '_', '\_')), E'\n%') from public.pipeline_stages as stage
    where private.fold_text(stage.label) like word
  );
  select array_agg(named.id), array_agg(named.email) filter (where named.email is not null) into ids, emails
  from (
    select profile.user_id as id, account.email::text as email
    from public.profiles as profile join auth.users as account on account.id = profile.user_id
    where private.fold_text(concat_ws(' ', profile.first_name, profile.last_name, account.email)) like word
    union all
    select account.id, null from public.accounts as account where account.kind = 'client' and private.fold_text(account.name) like word
    union all
    select request.id, null from public.change_requests as request where private.fold_text(request.business_name) like word
    union all
    select page.id, null from public.landing_pages as page join public.landing_drafts as draft on draft.page_id = page.id
    where private.fold_text(concat_ws(' ', page.title, page.slug, draft.title)) like word
    union all
    -- A number has digits. A word without any does not read all invoices.
    select invoice.id, null from public.invoices as invoice where word ~ '[0-9]' and lower(invoice.invoice_number) like word
    union all
    -- Why a payment, refund or credit was removed.
    select coalesce(event.payment_id, event.credit_id), null from public.invoice_events as event
    where event.kind in ('payment_removed', 'refund_removed', 'credit_removed') and private.fold_text(event.note) like word
  ) as named;
  return format('(%s%s%s)',
    (select string_agg(format('entry.search_text like %L', text), ' or ') from unnest(texts) as text),
    case when ids is not null then format(' or entry.named_ids && %L::uuid[]', ids) end,
    case when emails is not null then format(' or entry.subject = any (%L::text[])', emails) end
  );
end
$$;

comment on function private.audit_word_sql(text) is
'A condition on public.audit_log as entry: its text matches a pattern, or it refers to something whose name does, or to a payment, refund or credit that was removed for a reason that does.';

comment on function public.search_audit_log(text, text, text, uuid, timestamptz, timestamptz, text, uuid[], bigint, bigint, integer) is
'Admins only. Entries of the audit log with ids below p_below, newest first, that contain every word in their values or in the name of something that they refer to: people, accounts, invoices, requests, landing pages; or in the reason why a payment, refund or credit was removed. From p_from until before p_until. p_subject: the address of the person whom they are about; with p_accounts also entries of these accounts. p_write: only of this write.';
