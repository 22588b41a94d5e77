-- The history of an invoice says what counts again, so that nobody reads it as new money.
create function private.is_restored(p_event public.invoice_events) returns boolean
language sql stable
set search_path = ''
as $$
  select p_event.kind in ('marked_paid', 'refunded') and exists (
      select from public.payments as entry
      join public.payments as removed on removed.invoice_id = entry.invoice_id and entry.provider_ref = private.manual_reference(removed.id)
      where entry.id = p_event.payment_id and removed.kind = 'removed'
    )
    or p_event.kind = 'credited' and exists (
      select from public.invoice_events as earlier
      where earlier.credit_id = p_event.credit_id and earlier.kind = 'credit_removed' and earlier.created_at < p_event.created_at
    )
$$;

comment on function private.is_restored(public.invoice_events) is
'Whether an entry of an invoice''s history says that a payment, refund or credit counts again that an admin had removed.';

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
        'actor', private.full_name(profile.first_name, profile.last_name), 'restored', private.is_restored(event)
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
