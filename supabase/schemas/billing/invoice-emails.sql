-- What an admin can do with a sent invoice besides decisions about money: email it again, remind, and copy it to a new draft.

create function private.email_invoice(p_invoice_id uuid, p_kind text) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  pause interval;
  latest timestamptz;
  number bigint;
begin
  perform private.require_admin();
  if p_kind is null or p_kind not in ('resent', 'reminded') then
    perform private.refuse('unknown_email', '22023', 'An invoice is sent again or reminded about', 'kind');
  end if;
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice'); end if;
  if held.status = 'draft' then perform private.refuse('invoice_is_draft', 'PT409', 'This invoice is still a draft'); end if;
  if p_kind = 'reminded' and held.status not in ('pending', 'overdue') then
    perform private.refuse('invoice_not_open', 'PT409', 'You can only send a reminder for an open invoice');
  end if;
  perform private.require_client(held.client_id);
  pause := case p_kind when 'reminded' then interval '24 hours' else interval '10 minutes' end;
  select max(event.created_at), count(*) into latest, number from public.invoice_events as event
  where event.invoice_id = held.id and event.kind = p_kind;
  if latest > now() - pause then
    perform private.refuse(
      'emailed_recently', 'PT409',
      case p_kind when 'reminded' then 'A reminder went out less than 24 hours ago' else 'The invoice was sent less than 10 minutes ago' end
    );
  end if;
  if number >= 20 then perform private.refuse('emailed_too_often', 'PT409', 'This invoice has already been emailed 20 times. Call the client instead.'); end if;
  perform private.record_invoice_event(held.id, p_kind);
  -- The log has what an admin sends by hand, too.
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
  select person.id, person.email, 'insert', 'invoice_events', held.id::text, private.subject_of(to_jsonb(held)),
    jsonb_build_object('invoice_id', held.id, 'client_id', held.client_id, 'kind', p_kind)
  from auth.users as person where person.id = auth.uid();
  perform private.enqueue_invoice_mail(
    held.id, case p_kind when 'reminded' then 'invoice-reminder' else 'invoice-copy' end, format('%s:%s', p_kind, number + 1),
    jsonb_build_object('owed', held.owed_amount::text, 'state', coalesce(held.refund, (
      select state.shown from private.shown_invoices as state where state.id = held.id
    )))
  );
  return now();
end
$$;

create function public.email_invoice(p_invoice_id uuid, p_kind text) returns timestamptz
language sql volatile
set search_path = ''
return private.email_invoice(p_invoice_id, p_kind);

comment on function public.email_invoice(uuid, text) is
'Emails a sent invoice to its client again (resent, at most every 10 minutes) or reminds the client of an open one (reminded, at most once a day); each at most 20 times.';

create function private.duplicate_invoice(p_invoice_id uuid, p_new_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  lines jsonb;
begin
  perform private.require_admin();
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice'); end if;
  select jsonb_agg(jsonb_build_object('description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount,
    'is_discount', line.is_discount) order by line.position)
  into lines from public.invoice_lines as line where line.invoice_id = held.id;
  -- A person who has left the account, or is a member now, is not billed for it again.
  return public.create_invoice(
    case when held.account_id is null or exists (
      select from private.client_members as member
      where member.account_id = held.account_id and member.user_id = held.client_id and member.role in ('owner', 'billing')
    ) then held.client_id end, held.description, private.agency_day() + (select settings.payment_days from public.agency_settings as settings), held.currency,
    coalesce(lines, jsonb_build_array(jsonb_build_object(
      'description', coalesce(nullif(btrim(left(held.description, 500)), ''), 'Marketing services'), 'quantity', 1, 'unit_amount', held.amount
    ))),
    p_new_id, null, null, held.account_id
  );
end
$$;

create function public.duplicate_invoice(p_invoice_id uuid, p_new_id uuid default gen_random_uuid()) returns uuid
language sql volatile
set search_path = ''
return private.duplicate_invoice(p_invoice_id, p_new_id);

comment on function public.duplicate_invoice(uuid, uuid) is
'Creates a draft with the client, description, currency and lines of an invoice, due after the usual time, and returns its id. A repeated id creates nothing.';

grant execute on function public.email_invoice(uuid, text) to authenticated;
grant execute on function private.email_invoice(uuid, text) to authenticated;
grant execute on function public.duplicate_invoice(uuid, uuid) to authenticated;
grant execute on function private.duplicate_invoice(uuid, uuid) to authenticated;
