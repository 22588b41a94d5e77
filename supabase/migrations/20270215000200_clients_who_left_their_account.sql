-- The admins' page of an invoice says that its client is no longer in the account that it bills.

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
    'client_status', private.client_status(held.client_id),
    'is_archived', private.is_archived(held.account_id),
    'has_left', held.account_id is not null and held.client_id is not null and not exists (
      select from private.client_members as member where member.account_id = held.account_id and member.user_id = held.client_id
    ),
    -- A draft of an account that nobody has joined yet names nobody.
    'client', (
      select jsonb_build_object(
        'id', account.id, 'account_id', held.account_id, 'email', account.email,
        'company', coalesce(billed.company, private.billed_company(held.client_id, held.account_id)),
        'has_account', held.account_id is not null, 'for_account', private.account_among_several(held.client_id, held.account_id),
        'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text))
      )
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.archived_billing_identities as billed on billed.account_id = account.id where account.id = held.client_id
      union all
      select jsonb_build_object('id', null, 'account_id', prepared.id, 'email', (
        select open.email from public.invitations as open
        where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
        order by open.created_at desc limit 1
      ), 'company', null, 'has_account', true, 'name', prepared.name)
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
        'payer', case when entry.payer_id <> held.client_id then private.person_name(entry.payer_id) end,
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

comment on function public.invoice_for_admin(uuid) is
'For admins: an invoice with its client, client_status (see private.client_status), whether that client is no longer in the account that it bills (has_left), lines, ledger, credits, payments that paid others, too (together), events, the retainer that issued it, and whether a payment page is open; null when there is no such invoice.';
