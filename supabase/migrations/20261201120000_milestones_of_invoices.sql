-- The client's page of an invoice says when it opened for payment and when it was canceled.

create function private.invoice_milestones(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', event.id, 'kind', case event.kind when 'opened' then 'opened' else 'canceled' end, 'at', event.created_at,
      -- The client reads it in the email, too.
      'reason', case when event.kind <> 'opened' then event.note end
    ) order by event.created_at, event.id)
    from public.invoice_events as event where event.invoice_id = p_invoice_id and event.kind in ('opened', 'voided', 'withdrawn')
  ), '[]')
  where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

create function public.invoice_milestones(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_milestones(p_invoice_id);

comment on function public.invoice_milestones(uuid) is
'When an invoice opened for payment and was canceled, oldest first, for people who may pay it and for admins: [{id, kind: opened or canceled, at, reason of a cancellation}]. Null for all others.';

grant execute on function public.invoice_milestones(uuid) to authenticated;
grant execute on function private.invoice_milestones(uuid) to authenticated;
