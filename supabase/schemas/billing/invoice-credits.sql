create function private.end_checkouts(p_invoice_ids uuid[])
returns table (invoice_id uuid, attempt integer, session_id text)
language sql volatile
set search_path = ''
as $$
  -- A page for several invoices ends for all of them.
  with ended as (
    update private.checkouts as tried set status = 'expired'
    where tried.status in ('opening', 'open') and (
      tried.invoice_id = any (p_invoice_ids) or tried.combined_id in (
        select other.combined_id from private.checkouts as other
        where other.invoice_id = any (p_invoice_ids) and other.status in ('opening', 'open')
      )
    )
    returning tried.invoice_id, tried.attempt, tried.session_id, tried.combined_id
  )
  select distinct on (coalesce(ended.combined_id, ended.invoice_id), case when ended.combined_id is null then ended.attempt end)
    ended.invoice_id, ended.attempt, coalesce(ended.session_id, combined.session_id)
  from ended left join private.combined_checkouts as combined on combined.id = ended.combined_id
  order by coalesce(ended.combined_id, ended.invoice_id), case when ended.combined_id is null then ended.attempt end, ended.invoice_id
$$;

comment on function private.end_checkouts(uuid[]) is
'Ends every attempt to pay these invoices, also together with others. Returns one row for each page, with its session if it has one.';

create function private.enqueue_close_checkout(p_invoice_id uuid, p_attempt integer) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox(
    'close_checkout', format('checkout:%s:%s:close', p_invoice_id, p_attempt),
    jsonb_build_object('invoiceId', p_invoice_id, 'attempt', p_attempt), now(), 12
  )
$$;

comment on function private.enqueue_close_checkout(uuid, integer) is 'Queues a job that closes a payment page at the provider.';

create function private.close_checkouts(p_invoice_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select private.enqueue_close_checkout(ended.invoice_id, ended.attempt) from private.end_checkouts(array[p_invoice_id]) as ended
$$;

comment on function private.close_checkouts(uuid) is
'Ends every attempt to pay an invoice: no new page opens for it, and the provider is told to close the open one.';

create function private.checkout_to_close(p_invoice_id uuid, p_attempt integer)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, created_at timestamptz, combined_id uuid)
language sql stable security definer
set search_path = ''
as $$
  select tried.invoice_id, tried.attempt, coalesce(tried.session_id, combined.session_id), plan.stripe_customer_id, tried.created_at,
    tried.combined_id
  from private.checkouts as tried
  join public.invoices as invoice on invoice.id = tried.invoice_id
  left join private.combined_checkouts as combined on combined.id = tried.combined_id
  left join public.subscriptions as plan on plan.user_id = invoice.client_id
  where tried.invoice_id = p_invoice_id and tried.attempt = p_attempt
$$;

create function public.checkout_to_close(p_invoice_id uuid, p_attempt integer)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, created_at timestamptz, combined_id uuid)
language sql stable
set search_path = ''
return private.checkout_to_close(p_invoice_id, p_attempt);

comment on function public.checkout_to_close(uuid, integer) is
'For the outbox: a payment attempt whose page has to be closed at the provider.';

grant execute on function public.checkout_to_close(uuid, integer) to service_role;
grant execute on function private.checkout_to_close(uuid, integer) to service_role;
