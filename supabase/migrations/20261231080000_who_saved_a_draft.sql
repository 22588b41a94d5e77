-- An admin with a draft in two tabs read that someone else changed it.

create or replace function private.lock_draft(p_invoice_id uuid, p_expected timestamptz) returns public.invoices
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.invoices;
  author uuid;
begin
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  if held.status <> 'draft' then
    perform private.refuse('outdated', 'PT409', 'This invoice was already sent and is no longer a draft');
  end if;
  if p_expected is null or p_expected <> held.updated_at then
    -- Only the last change counts. One that the product made itself isn't in the log.
    select entry.actor_id into author from public.audit_log as entry
    where entry.named_ids @> array[p_invoice_id] and entry.table_name in ('invoices', 'invoice_lines')
      and entry.happened_at >= held.updated_at - interval '5 seconds'
    order by entry.id desc limit 1;
    perform private.refuse('outdated', 'PT409', case
      when author = auth.uid() then 'You just saved this draft somewhere else'
      when author is null then 'Someone just changed this draft'
      else format('%s just saved this draft', private.person_name(author))
    end);
  end if;
  return held;
end
$$;

comment on function private.lock_draft(uuid, timestamptz) is 'Locks a draft as the caller saw it. Refuses sent, changed and deleted ones. PT409 names the person who saved it since then, or says that it was the caller somewhere else.';
