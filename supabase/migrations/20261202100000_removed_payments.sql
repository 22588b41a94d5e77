-- An admin can remove a payment that they recorded by mistake.

alter table public.payments drop constraint payments_kind_check;
alter table public.payments add constraint payments_kind_check check (kind in ('payment', 'refund', 'reversal', 'removed'));

comment on table public.payments is 'The ledger of payments and refunds. Rows are only added. One that an admin recorded by mistake stays, as removed.';
comment on column public.payments.kind is
'payment: money came in. refund: money went back. reversal: a refund failed, so the money stayed. removed: an admin recorded this payment by mistake, so it counts nowhere.';

alter table public.invoice_events drop constraint invoice_events_kind_check;
alter table public.invoice_events add constraint invoice_events_kind_check check (
  kind in ('created', 'sent', 'marked_paid', 'voided', 'credited', 'refunded', 'issued', 'resent', 'reminded', 'opened', 'withdrawn', 'payment_removed')
);

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
  select coalesce(sum(credit.amount), 0) into credited from public.invoice_credits as credit where credit.invoice_id = p_invoice_id;
  -- In the order of the provider's own clock. The invoice is paid when payments and credits, less refunds, first reach its
  -- amount. A later payment is too much. A refund takes back only what was received before it.
  with movements as (
    select entry.id, entry.kind, entry.occurred_at, entry.provider_ref as reference, entry.amount,
      case entry.kind when 'refund' then -entry.amount else entry.amount end as net, 0 as credit
    from public.payments as entry
    where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency and entry.kind <> 'removed'
    union all
    select credit.id, 'credit', credit.created_at, credit.id::text, credit.amount, 0, credit.amount
    from public.invoice_credits as credit where credit.invoice_id = p_invoice_id
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
      from own join public.invoice_credits as credit on credit.invoice_id = own.id
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
          select jsonb_build_object('at', removal.created_at, 'reason', removal.note, 'actor', private.full_name(profile.first_name, profile.last_name))
          from public.invoice_events as removal left join public.profiles as profile on profile.user_id = removal.actor_id
          where removal.payment_id = entry.id and removal.kind = 'payment_removed'
        )
      ) order by entry.occurred_at, entry.created_at)
      from public.payments as entry
      left join public.invoice_events as event on event.payment_id = entry.id and event.kind <> 'payment_removed'
      where entry.invoice_id = held.id
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

create or replace function private.record_invoice_payment(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_paid_on date, p_method text, p_reference text, p_payment_id uuid
) returns public.invoice_status
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  known uuid;
  reference constant text := nullif(btrim(p_reference), '');
begin
  perform private.require_admin();
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  -- A repeated request, because the answer was lost.
  select entry.invoice_id into known from public.payments as entry where entry.provider_ref = private.manual_reference(p_payment_id);
  if known = held.id then return held.status; end if;
  if known is not null then perform private.refuse('id_taken', 'PT409', 'Another payment already has this ID', 'id'); end if;
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if held.status not in ('pending', 'overdue') then
    perform private.refuse('invoice_not_open', 'PT409', 'Payments can only be recorded for open invoices');
  end if;
  if p_amount is null or p_amount < 1 then perform private.refuse('amount_not_positive', '22023', 'The amount must be more than zero', 'amount'); end if;
  if p_amount > held.owed_amount then
    perform private.refuse('amount_too_large', '22023', 'The payment is more than the amount due', 'amount');
  end if;
  if char_length(reference) > 200 then perform private.refuse('too_long', '22001', 'Reference is longer than 200 characters', 'reference'); end if;
  if exists (
    select from private.checkouts as tried
    where tried.invoice_id = held.id and tried.status = 'complete' and tried.created_at > now() - interval '7 days'
  ) and held.received_amount <= held.refunded_amount then
    perform private.refuse(
      'payment_on_its_way', 'PT409',
      'The client just paid by card. The payment will be recorded automatically when it arrives.'
    );
  end if;
  -- An open payment page asks for the whole amount.
  perform private.close_checkouts(held.id);
  perform private.record_manual_payment(held, 'payment', p_amount, p_paid_on, p_method, reference, p_payment_id);
  select * into held from public.invoices as invoice where invoice.id = held.id;
  -- The key has the payment, because a removed one may be followed by another.
  if held.status = 'paid' then perform private.enqueue_invoice_mail(held.id, 'payment-received', format('payment-received:%s', p_payment_id));
  else
    perform private.enqueue_invoice_mail(held.id, 'payment-received', format('payment-received:%s', p_payment_id),
      jsonb_build_object('amount', p_amount::text, 'owed', held.owed_amount::text));
  end if;
  return held.status;
end
$$;

create function private.remove_invoice_payment(p_payment_id uuid, p_expected_updated_at timestamptz, p_reason text) returns public.invoice_status
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
      where event.payment_id = entry.id and event.kind = 'payment_removed' and event.actor_id = auth.uid() and event.note = reason
    ) then
      return held.status;
    end if;
    perform private.refuse('payment_removed', 'PT409', 'This payment was already removed');
  end if;
  if entry.kind <> 'payment' or entry.provider_ref not like 'manual:%' then
    perform private.refuse('payment_not_by_hand', 'PT409', 'Only a payment that an admin recorded can be removed');
  end if;
  held := private.lock_sent_invoice(held.id, p_expected_updated_at);
  -- What was sent back by hand may have come from this payment.
  if held.received_amount - entry.amount < held.refunded_amount or exists (
    select from public.payments as back where back.invoice_id = held.id and back.kind = 'refund' and back.provider_ref like 'manual:%'
  ) then
    perform private.refuse('payment_refunded', 'PT409', 'This payment stays because a refund was recorded after it');
  end if;
  -- An open payment page asks for what was due until now.
  perform private.close_checkouts(held.id);
  update public.payments as known set kind = 'removed', is_duplicate = false where known.id = entry.id;
  perform private.record_invoice_event(held.id, 'payment_removed', reason, entry.method, entry.amount, entry.id);
  perform private.settle_invoice(held.id);
  select * into held from public.invoices as invoice where invoice.id = held.id;
  perform private.enqueue_invoice_mail(held.id, 'payment-removed', format('payment-removed:%s', entry.id), jsonb_build_object(
    'removed', entry.amount::text, 'owed', held.owed_amount::text, 'reason', reason
  ));
  return held.status;
end
$$;

create function public.remove_invoice_payment(p_payment_id uuid, p_expected_updated_at timestamptz, p_reason text) returns public.invoice_status
language sql volatile
set search_path = ''
return private.remove_invoice_payment(p_payment_id, p_expected_updated_at, p_reason);

comment on function public.remove_invoice_payment(uuid, timestamptz, text) is
'Removes a payment that an admin recorded by mistake: it stays in the ledger as removed and counts nowhere. Closes open payment pages, emails the client what is due and why, and returns the invoice''s status. A repeated request of the same admin with the same reason does nothing. PT404: no such payment. PT409: the invoice changed since the caller read it, or the payment was already removed (payment_removed), came through the provider or is a refund (payment_not_by_hand), or a refund was recorded by hand (payment_refunded).';

create or replace function private.invoice_milestones(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', event.id, 'kind', case when event.kind in ('opened', 'payment_removed') then event.kind else 'canceled' end, 'at', event.created_at,
      -- The client reads it in the email, too.
      'reason', case when event.kind <> 'opened' then event.note end,
      'amount', case when event.kind = 'payment_removed' then event.amount end
    ) order by event.created_at, event.id)
    from public.invoice_events as event where event.invoice_id = p_invoice_id and event.kind in ('opened', 'voided', 'withdrawn', 'payment_removed')
  ), '[]')
  where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

comment on function public.invoice_milestones(uuid) is
'When an invoice opened for payment, was canceled, and lost a payment that was recorded by mistake, oldest first, for people who may pay it and for admins: [{id, kind: opened, canceled or payment_removed, at, reason of a cancellation or removal, amount of a removed payment}]. Null for all others.';

grant execute on function public.remove_invoice_payment(uuid, timestamptz, text) to authenticated;
grant execute on function private.remove_invoice_payment(uuid, timestamptz, text) to authenticated;
