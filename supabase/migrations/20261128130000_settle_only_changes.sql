-- A repeated report of a payment changed the version of its invoice, so the admin who had it open was refused.

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
begin
  select * into strict invoice from public.invoices as held where held.id = p_invoice_id for update;
  select coalesce(sum(credit.amount), 0) into credited from public.invoice_credits as credit where credit.invoice_id = p_invoice_id;
  -- In the order of the provider's own clock. The invoice is paid when payments and credits, less refunds, first reach its
  -- amount. A later payment is too much. A refund takes back only what was received before it.
  with movements as (
    select entry.id, entry.kind, entry.occurred_at, entry.provider_ref as reference, entry.amount,
      case entry.kind when 'refund' then -entry.amount else entry.amount end as net, 0 as credit
    from public.payments as entry
    where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency
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
    coalesce(sum(entry.amount) filter (where entry.kind = 'payment'), 0), count(*) filter (where entry.is_duplicate)
  into refunded, received, duplicates
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
        -- A late report of a refund may show that the invoice was never paid.
        when invoice.status = 'paid' and received > 0 then 'pending'
        else invoice.status
      end as status,
      case
        when settled_at is not null then private.agency_day(settled_at)
        when invoice.status = 'paid' and received > 0 then null
        else invoice.paid_date
      end as paid_date,
      case
        when exists (select from private.checkouts as tried where tried.invoice_id = p_invoice_id and tried.disputed)
          then 'disputed'::public.invoice_attention
        when foreign_money then 'other_currency'
        when invoice.status = 'void' and received > refunded then 'paid_though_canceled'
        when settled_at is not null and received - refunded > invoice.amount - credited
          then case when duplicates > 0 then 'paid_twice'::public.invoice_attention else 'overpaid' end
        when invoice.status <> 'void' and settled_at is null and received > refunded then 'paid_in_part'
        when refunded > received then 'refunded_too_much'
      end as needs_attention
  ) as next
  where held.id = p_invoice_id
    and (held.status, held.paid_date, held.credited_amount, held.received_amount, held.refunded_amount, held.needs_attention)
      is distinct from (next.status, next.paid_date, credited, received, greatest(refunded, 0), next.needs_attention);
end
$$;
