-- A refund never makes a paid invoice due again: it is dated no earlier than what paid the invoice, and comes after it in the ledger.
create function private.coverage_of(p_invoice_id uuid)
returns table (id uuid, kind text, amount integer, occurred_at timestamptz, covered bigint, last_paid_at timestamptz)
language sql stable
set search_path = ''
as $$
  -- In the order of the provider's own clock. A refund takes back only what was received before it.
  with movements as (
    select entry.id, entry.kind, entry.occurred_at, entry.provider_ref as reference, entry.amount,
      case entry.kind when 'refund' then -entry.amount else entry.amount end as net, 0 as credit
    from public.payments as entry join public.invoices as invoice on invoice.id = entry.invoice_id
    where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency and entry.kind <> 'removed'
    union all
    select credit.id, 'credit', credit.created_at, credit.id::text, credit.amount, 0, credit.amount
    from public.invoice_credits as credit where credit.invoice_id = p_invoice_id and credit.removed_at is null
  ), summed as (
    select movement.*, sum(movement.net) over until_here as net_until_here, sum(movement.credit) over until_here as credited_until_here
    from movements as movement
    window until_here as (order by movement.occurred_at, movement.reference rows unbounded preceding)
  )
  select movement.id, movement.kind, movement.amount, movement.occurred_at,
    movement.credited_until_here + movement.net_until_here - least(min(movement.net_until_here) over until_here, 0),
    max(movement.occurred_at) filter (where movement.kind = 'payment') over until_here
  from summed as movement
  window until_here as (order by movement.occurred_at, movement.reference rows unbounded preceding)
$$;

comment on function private.coverage_of(uuid) is
'The payments, refunds and credits of an invoice in their order, each with what they cover of its amount until then, and the last payment until then.';

create function private.fully_paid_at(p_invoice_id uuid) returns timestamptz
language sql stable
set search_path = ''
as $$
  select min(step.occurred_at) from private.coverage_of(p_invoice_id) as step
  where step.covered >= (select invoice.amount from public.invoices as invoice where invoice.id = p_invoice_id)
$$;

comment on function private.fully_paid_at(uuid) is
'When payments and credits, less refunds, first reached the amount of an invoice; null if they never did.';

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
  taken_back bigint;
begin
  select * into strict invoice from public.invoices as held where held.id = p_invoice_id for update;
  select coalesce(sum(credit.amount), 0) into credited from public.invoice_credits as credit where credit.invoice_id = p_invoice_id and credit.removed_at is null;
  -- The invoice is paid when payments and credits, less refunds, first reach its amount. A later payment is too much.
  with ordered as materialized (
    select step.* from private.coverage_of(p_invoice_id) as step
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
  -- What admins removed as a mistake.
  select coalesce(sum(gone.amount), 0) into taken_back
  from (
    select entry.amount from public.payments as entry
    where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency and entry.kind = 'removed' and private.is_still_removed(entry.id)
      and exists (select from public.invoice_events as event where event.payment_id = entry.id and event.kind = 'payment_removed')
    union all
    select credit.amount from public.invoice_credits as credit where credit.invoice_id = p_invoice_id and credit.removed_at is not null
  ) as gone;
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
        -- An admin who records a part, or removes one, knows that the rest is still due.
        when invoice.status <> 'void' and settled_at is null and received > refunded and received + credited + taken_back < invoice.amount and exists (
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

create or replace function private.record_manual_payment(
  p_invoice public.invoices, p_kind text, p_amount integer, p_on date, p_method text, p_note text, p_payment_id uuid
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  entry uuid;
begin
  if p_on is null or p_on > private.agency_day() then
    perform private.refuse('date_in_future', '22023', 'The date can''t be in the future', 'paid_at');
  end if;
  if p_on < private.agency_day() - 3660 then perform private.refuse('date_too_old', '22023', 'The date is too far in the past', 'paid_at'); end if;
  insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, method)
  values (p_invoice.id, p_invoice.client_id, p_kind, p_amount, p_invoice.currency, private.manual_reference(p_payment_id),
    -- A refund comes after what paid the invoice, or else it would make the invoice due again.
    case when p_kind = 'refund' and p_invoice.status = 'paid'
      then greatest(private.moment_on_day(p_on), private.fully_paid_at(p_invoice.id) + interval '1 microsecond') else private.moment_on_day(p_on) end,
    private.require_text(p_method, 'Method', 50))
  returning id into entry;
  perform private.record_invoice_event(
    p_invoice.id, case p_kind when 'payment' then 'marked_paid' else 'refunded' end, p_note, private.require_text(p_method, 'Method', 50), p_amount, entry
  );
  perform private.settle_invoice(p_invoice.id);
end
$$;

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
  came_in date;
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
  came_in := private.agency_day(case when held.status = 'paid' then private.fully_paid_at(held.id)
    else (select min(entry.occurred_at) from public.payments as entry where entry.invoice_id = held.id and entry.kind = 'payment') end);
  if p_on < came_in then
    perform private.refuse('refund_before_payment', '22023', format(
      case when held.status = 'paid' then 'The invoice was fully paid on %s. Choose that day or a later one.'
        else 'The money came in on %s. Choose that day or a later one.' end, to_char(came_in, 'Mon FMDD, YYYY')
    ), 'paid_at');
  end if;
  perform private.record_refund(held.id, p_amount, coalesce(p_on, private.agency_day()), p_method, reason, gen_random_uuid());
  return 'refunded';
end
$$;
comment on function public.credit_invoice(uuid, timestamptz, integer, text, text, date) is
'Takes part of an invoice back. While it is unpaid, a credit note lowers what is owed (returns credited). After money has arrived, the ledger records money that was sent back outside the provider (returns refunded), not before the day on which a paid invoice was fully paid, or of the first payment of a canceled one (refund_before_payment). The client reads the reason.';
