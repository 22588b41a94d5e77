-- The audit log says which admin refunded money to a card, as it does for refunds by hand.
create or replace function private.note_card_refund(p_entry_id uuid, p_request jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  entry public.payments;
  admin auth.users;
begin
  select * into entry from public.payments as held where held.id = p_entry_id;
  select * into admin from auth.users as account where account.id::text = p_request ->> 'admin_id';
  insert into public.invoice_events (invoice_id, kind, note, method, amount, payment_id, actor_id)
  values (entry.invoice_id, 'refunded', left(p_request ->> 'reason', 1000), 'Card', entry.amount, entry.id, admin.id);
  -- The provider reports it without anyone signed in, so the trigger writes no entry.
  if admin.id is not null then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
    select admin.id, admin.email, 'insert', 'payments', entry.id::text, private.subject_of(added.row), added.row
    from (select to_jsonb(entry) || jsonb_build_object('method', 'Card') as row) as added;
  end if;
  perform private.enqueue_invoice_mail(entry.invoice_id, 'invoice-refunded', format('refunded:%s', entry.id),
    jsonb_build_object('refunded', entry.amount::text, 'reason', p_request ->> 'reason', 'method', 'Card'));
end
$$;

comment on function private.note_card_refund(uuid, jsonb) is
'Records who refunded an entry of the ledger to the card and why, also in the audit log, and emails the client.';
