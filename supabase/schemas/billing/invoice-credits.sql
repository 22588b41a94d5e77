create function private.close_checkouts(p_invoice_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  with closed as (
    update private.checkouts as tried set status = 'expired'
    where tried.invoice_id = p_invoice_id and tried.status in ('opening', 'open')
    returning tried.invoice_id, tried.attempt
  )
  select public.enqueue_outbox(
    'close_checkout', format('checkout:%s:%s:close', closed.invoice_id, closed.attempt),
    jsonb_build_object('invoiceId', closed.invoice_id, 'attempt', closed.attempt), now(), 12
  ) from closed
$$;

comment on function private.close_checkouts(uuid) is
'Ends every attempt to pay an invoice: no new page opens for it, and the provider is told to close the open one.';

create function public.checkout_to_close(p_invoice_id uuid, p_attempt integer)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, created_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select tried.invoice_id, tried.attempt, tried.session_id, plan.stripe_customer_id, tried.created_at
  from private.checkouts as tried
  join public.invoices as invoice on invoice.id = tried.invoice_id
  left join public.subscriptions as plan on plan.user_id = invoice.client_id
  where tried.invoice_id = p_invoice_id and tried.attempt = p_attempt
$$;

comment on function public.checkout_to_close(uuid, integer) is
'For the outbox: a payment attempt whose page has to be closed at the provider.';

grant execute on function public.checkout_to_close(uuid, integer) to service_role;
