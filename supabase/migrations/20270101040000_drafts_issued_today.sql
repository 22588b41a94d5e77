-- The PDF of a draft shows today as its day, like the preview.

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
    -- A draft is issued when it is sent: today, as far as anyone knows.
    'issued', private.agency_day(case when invoice.status = 'draft' then now() else coalesce(invoice.issued_at, invoice.created_at) end), 'due', invoice.due_date, 'paid', invoice.paid_date, 'payments', private.payments_of(invoice.id),
    'refunds', private.refunds_of(invoice.id),
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
      'company', coalesce(billed.company, private.billed_company(invoice.client_id, invoice.account_id)),
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
