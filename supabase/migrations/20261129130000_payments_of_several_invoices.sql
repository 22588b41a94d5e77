-- An invoice says which other invoices the same payment paid.

create or replace function private.paid_together(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'payment_id', entry.id, 'occurred_at', entry.occurred_at, 'numbers', others.numbers, 'more', others.more,
    'amount', case when others.more = 0 then others.total end, 'currency', entry.currency
  ) order by entry.occurred_at, entry.id), '[]')
  from public.payments as entry
  join public.invoices as paid on paid.id = entry.invoice_id
  cross join lateral (
    select coalesce(jsonb_agg(other.invoice_number order by other.invoice_number) filter (where near.is_shown and other.id <> paid.id), '[]') as numbers,
      count(*) filter (where not near.is_shown) as more, sum(share.amount) as total, count(*) as shares
    from public.payments as share
    join public.invoices as other on other.id = share.invoice_id
    -- Whoever reads this invoice reads those of the same person and account. Of others they learn no number and no amount.
    cross join lateral (
      select (other.client_id, other.account_id) is not distinct from (paid.client_id, paid.account_id) as is_shown
    ) as near
    where share.combined_id = entry.combined_id and share.kind = 'payment'
      and split_part(share.provider_ref, '/', 1) = split_part(entry.provider_ref, '/', 1)
  ) as others
  where entry.invoice_id = p_invoice_id and entry.kind = 'payment' and entry.combined_id is not null and others.shares > 1
$$;

comment on function private.paid_together(uuid) is
'The payments of an invoice that paid other invoices, too: [{payment_id, occurred_at, numbers of the others, more: how many others belong to another person or account, amount of the whole payment, null with more, currency}].';

create or replace function private.invoice_paid_together(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.paid_together(p_invoice_id) where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

create or replace function public.invoice_paid_together(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_paid_together(p_invoice_id);

comment on function public.invoice_paid_together(uuid) is
'The payments of an invoice that paid other invoices, too, for people who may pay it and for admins: see private.paid_together. Null for all others.';

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
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
    'issued', private.agency_day(coalesce(invoice.issued_at, invoice.created_at)), 'due', invoice.due_date, 'paid', invoice.paid_date,
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
    'agency', (
      select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
        'taxId', settings.tax_id, 'terms', settings.payment_terms)
      from public.agency_settings as settings
    ),
    'client', jsonb_build_object(
      'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text), prepared.name),
      'company', coalesce(billed.company, profile.company),
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
        'id', line.id, 'description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount, 'amount', line.amount
      ) order by line.position) from public.invoice_lines as line where line.invoice_id = held.id
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', entry.id, 'kind', entry.kind, 'amount', entry.amount, 'currency', entry.currency, 'is_duplicate', entry.is_duplicate,
        'occurred_at', entry.occurred_at, 'by_hand', entry.provider_ref like 'manual:%', 'reference', split_part(entry.provider_ref, '/', 1),
        'method', event.method, 'note', event.note
      ) order by entry.occurred_at, entry.created_at)
      from public.payments as entry left join public.invoice_events as event on event.payment_id = entry.id where entry.invoice_id = held.id
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
'For admins: an invoice with its client, lines, ledger, payments that paid others, too (together), events, the retainer that issued it, and whether a payment page is open; null when there is no such invoice.';

grant execute on function public.invoice_paid_together(uuid) to authenticated;
grant execute on function private.invoice_paid_together(uuid) to authenticated;
