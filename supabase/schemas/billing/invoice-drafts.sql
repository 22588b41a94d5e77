-- Creating, changing, deleting and sending invoices. Admins read the messages.

create function private.refuse_outdated(p_expected timestamptz, p_found timestamptz) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if p_expected is null or p_expected <> p_found then
    perform private.refuse('outdated', 'PT409', 'Someone else changed this. Nothing was overwritten. Review the latest version and try again.');
  end if;
end
$$;

comment on function private.refuse_outdated(timestamptz, timestamptz) is
'Refuses a change when somebody else changed the row since the caller read it.';

create function private.client_status(p_client_id uuid) returns public.role_status
language sql stable security definer
set search_path = ''
as $$
  select held.status from public.user_roles as held where held.user_id = p_client_id and held.role = 'client'
$$;

comment on function private.client_status(uuid) is
'Whether a person is an active client, who gets invoices (private.require_client), was deactivated or waits for approval. Null: they are no client, such as someone who joined the team or was erased.';

create function private.require_client(p_client_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- Whoever changes their role at this moment comes before or after (private.change_user_role), never between.
  perform from public.user_roles as held
  where held.user_id = p_client_id and held.role = 'client' and held.status = 'active' for share;
  if not found then
    perform private.refuse('client_not_active', '22023', 'This person isn''t an active client', 'client_id');
  end if;
end
$$;

comment on function private.require_client(uuid) is
'Refuses a person who is not an active client, because they could not read their invoice. They stay one until the transaction ends.';

create function private.require_named(p_client_id uuid, p_account_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform private.refuse_archived(p_account_id);
  if p_client_id is null then
    perform private.refuse(
      'owner_missing', 'PT409', 'No one has joined this account yet. Invite its owner, and continue when they have joined.',
      p_more => jsonb_build_object('account_id', p_account_id)
    );
  end if;
end
$$;

comment on function private.require_named(uuid, uuid) is 'Refuses to bill for an account that nobody has joined yet, and for an archived one, whose people could not see the invoice.';

create function private.is_near_day(p_day date) returns boolean
language sql stable
set search_path = ''
as $$
  select p_day between private.agency_day() - interval '10 years' and private.agency_day() + interval '10 years'
$$;

comment on function private.is_near_day(date) is 'Whether a day is within ten years of today, by the calendar. Same rule as domain/retainer-days.ts.';

create function private.require_near_day(p_day date, p_label text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if private.is_near_day(p_day) then return; end if;
  if p_day > private.agency_day() then
    perform private.refuse('date_too_far', '22023', format('%s is too far in the future', p_label), private.field_name(p_label));
  end if;
  if p_day < private.agency_day() then
    perform private.refuse('date_too_old', '22023', format('%s is too far in the past', p_label), private.field_name(p_label));
  end if;
end
$$;

comment on function private.require_near_day(date, text) is
'Refuses a day that is more than ten years away, such as infinity, which no email and no PDF can show. No day is fine.';

create function private.require_period(p_from date, p_until date) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if (p_from is null) <> (p_until is null) or p_until < p_from then
    perform private.refuse('period_invalid', '22023', 'Enter the first and the last day of the service period, in that order', 'service_until');
  end if;
  perform private.require_near_day(p_from, 'Service from'), private.require_near_day(p_until, 'Service until');
end
$$;

comment on function private.require_period(date, date) is 'Refuses a service period with one day, one that ends before it begins, and one that is more than ten years away.';

create function private.require_currency(p_given text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  if lower(btrim(coalesce(p_given, ''))) !~ '^[a-z]{3}$' then
    perform private.refuse('currency_invalid', '22023', 'The currency must be a three-letter code, such as usd', 'currency');
  end if;
  return lower(btrim(p_given));
end
$$;

comment on function private.require_currency(text) is 'The currency in lower case. Refuses everything but three letters.';

create function private.require_text(p_given text, p_label text, p_max_length integer) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  if btrim(coalesce(p_given, '')) = '' then
    perform private.refuse('required', '22023', format('%s is required', p_label), private.field_name(p_label));
  end if;
  if char_length(btrim(p_given)) > p_max_length then
    perform private.refuse('too_long', '22001', format('%s is longer than %s characters', p_label, p_max_length), private.field_name(p_label));
  end if;
  return btrim(p_given);
end
$$;

comment on function private.require_text(text, text, integer) is 'The trimmed text. Refuses empty and long texts.';

create function private.require_invoice_lines(p_lines jsonb) returns integer
language plpgsql immutable
set search_path = ''
as $$
declare
  wrong bigint;
  total numeric;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) > 200 then
    perform private.refuse('lines_invalid', '22023', 'The lines must be a list of at most 200', 'lines');
  end if;
  select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
  where jsonb_typeof(line.body) is distinct from 'object'
    or btrim(coalesce(line.body ->> 'description', '')) = '' or char_length(line.body ->> 'description') > 500
    or coalesce(line.body ->> 'quantity', '') !~ '^[0-9]{1,6}(\.[0-9]{1,2})?$' or coalesce(line.body ->> 'unit_amount', '') !~ '^-?[0-9]{1,9}$'
    or coalesce(line.body ->> 'is_discount', 'false') not in ('true', 'false');
  if wrong is null then
    select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
    where (line.body ->> 'quantity')::numeric not between 0.01 and 100000;
  end if;
  if wrong is not null then
    perform private.refuse(
      'line_invalid', '22023',
      format('Line %s needs a description (up to 500 characters), a quantity from 0.01 to 100,000 with at most two decimals, and an amount', wrong),
      'lines'
    );
  end if;
  select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
  where sign((line.body ->> 'unit_amount')::integer) = case when (line.body ->> 'is_discount')::boolean then 1 else -1 end;
  if wrong is not null then
    perform private.refuse(
      'line_sign_wrong', '22023', format('Line %s: a price can''t be below zero, and a discount can''t be above zero', wrong), 'lines'
    );
  end if;
  select coalesce(sum(private.line_amount((line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::numeric)), 0) into total
  from jsonb_array_elements(p_lines) as line (body);
  if total < 0 then perform private.refuse('total_below_zero', '22023', 'The total can''t be negative', 'lines'); end if;
  if total > 99999999 or exists (
    select from jsonb_array_elements(p_lines) as line (body)
    where abs(private.line_amount((line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::numeric)) > 2000000000
  ) then
    perform private.refuse('total_too_large', '22023', 'The total is above the payment limit (99,999,999 of the smallest currency unit)', 'lines');
  end if;
  return total;
end
$$;

comment on function private.require_invoice_lines(jsonb) is
'The total of a list of lines {description, quantity, unit_amount, is_discount (false without it)}. Refuses the first wrong line by its number.';

create function private.write_invoice_lines(p_invoice_id uuid, p_lines jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- The trigger on the lines sets the amount, but does not run for an invoice without lines.
  update public.invoices as invoice set amount = 0 where invoice.id = p_invoice_id and jsonb_array_length(p_lines) = 0;
  -- In one statement, so that the trigger sees all new lines: the audit log gets one change of the amount, not one to zero and back.
  with replaced as (delete from public.invoice_lines as line where line.invoice_id = p_invoice_id returning line.id)
  insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount, is_discount)
  select p_invoice_id, line.position, btrim(line.body ->> 'description'), (line.body ->> 'quantity')::numeric, (line.body ->> 'unit_amount')::integer,
    coalesce((line.body ->> 'is_discount')::boolean, false)
  from jsonb_array_elements(p_lines) with ordinality as line (body, position)
  -- Counting them deletes them before the first insert.
  where (select count(*) from replaced) >= 0;
end
$$;

comment on function private.write_invoice_lines(uuid, jsonb) is 'Replaces a draft''s lines with lines that private.require_invoice_lines accepts.';

create function private.create_invoice(
  p_client_id uuid, p_description text, p_due_date date, p_currency text, p_lines jsonb, p_invoice_id uuid, p_service_from date,
  p_service_until date, p_account_id uuid
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  person uuid;
  total integer;
begin
  perform private.require_admin();
  person := private.person_to_bill(p_client_id, p_account_id);
  perform private.require_period(p_service_from, p_service_until), private.require_near_day(p_due_date, 'Due date');
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  total := private.require_invoice_lines(p_lines);
  -- With its amount from the start, so that the audit log gets one entry.
  insert into public.invoices (id, client_id, account_id, invoice_number, description, amount, currency, due_date, service_from, service_until)
  values (
    p_invoice_id, person, p_account_id, private.draft_number(p_invoice_id), nullif(btrim(p_description), ''), total, private.require_currency(p_currency),
    p_due_date, p_service_from, p_service_until
  )
  on conflict (id) do nothing;
  if not found then
    -- A repeated request, because the answer was lost. The caller's own id names the existing invoice.
    select * into held from public.invoices as invoice where invoice.id = p_invoice_id;
    if held.client_id is distinct from person or not exists (
      select from public.invoice_events as event where event.invoice_id = p_invoice_id and event.kind = 'created' and event.actor_id = auth.uid()
    ) then
      perform private.refuse('id_taken', 'PT409', 'Another invoice already has this ID', 'id');
    end if;
    return p_invoice_id;
  end if;
  perform private.write_invoice_lines(p_invoice_id, p_lines);
  perform private.record_invoice_event(p_invoice_id, 'created');
  return p_invoice_id;
end
$$;

create function public.create_invoice(
  p_client_id uuid, p_description text, p_due_date date, p_currency text, p_lines jsonb, p_invoice_id uuid default gen_random_uuid(),
  p_service_from date default null, p_service_until date default null, p_account_id uuid default null
) returns uuid
language sql volatile
set search_path = ''
return private.create_invoice(
  p_client_id, p_description, p_due_date, p_currency, p_lines, p_invoice_id, p_service_from, p_service_until, p_account_id
);

comment on function public.create_invoice(uuid, text, date, text, jsonb, uuid, date, date, uuid) is
'Creates a draft for an active client, or for the account p_account_id (its first owner, or nobody yet), from lines {description, quantity, unit_amount in the smallest unit, is_discount: true if it is zero or less} and returns its id. A repeated id creates nothing. Sending it draws its number.';

create function private.lock_draft(p_invoice_id uuid, p_expected timestamptz) returns public.invoices
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

create function private.update_draft_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_client_id uuid, p_description text, p_due_date date, p_currency text,
  p_lines jsonb, p_service_from date, p_service_until date, p_account_id uuid
) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  changed_at timestamptz;
  person uuid;
begin
  perform private.require_admin();
  -- The account comes first, in the order of an owner who joins.
  person := private.person_to_bill(p_client_id, p_account_id);
  perform private.lock_draft(p_invoice_id, p_expected_updated_at);
  perform private.require_period(p_service_from, p_service_until), private.require_near_day(p_due_date, 'Due date');
  perform private.require_invoice_lines(p_lines);
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  update public.invoices as invoice
  set client_id = person, account_id = coalesce(p_account_id, invoice.account_id), description = nullif(btrim(p_description), ''), due_date = p_due_date, currency = private.require_currency(p_currency),
    service_from = p_service_from, service_until = p_service_until
  where invoice.id = p_invoice_id;
  perform private.write_invoice_lines(p_invoice_id, p_lines);
  select invoice.updated_at into changed_at from public.invoices as invoice where invoice.id = p_invoice_id;
  return changed_at;
end
$$;

create function public.update_draft_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_client_id uuid, p_description text, p_due_date date, p_currency text, p_lines jsonb,
  p_service_from date default null, p_service_until date default null, p_account_id uuid default null
) returns timestamptz
language sql volatile
set search_path = ''
return private.update_draft_invoice(
  p_invoice_id, p_expected_updated_at, p_client_id, p_description, p_due_date, p_currency, p_lines, p_service_from,
  p_service_until, p_account_id
);

comment on function public.update_draft_invoice(uuid, timestamptz, uuid, text, date, text, jsonb, date, date, uuid) is
'Replaces the content of a draft, for a client or an account as in create_invoice, and returns its new updated_at. PT409: it was sent or changed since the caller read it.';

create function private.delete_draft_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.lock_draft(p_invoice_id, p_expected_updated_at);
  delete from public.invoices as invoice where invoice.id = p_invoice_id;
end
$$;

create function public.delete_draft_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz) returns void
language sql volatile
set search_path = ''
return private.delete_draft_invoice(p_invoice_id, p_expected_updated_at);

comment on function public.delete_draft_invoice(uuid, timestamptz) is
'Deletes a draft. restore_draft_invoice undoes it. PT409: it was sent or changed since the caller read it.';

create function private.restore_draft_invoice(p_invoice_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  gone public.audit_log;
  was public.invoices;
  person uuid;
begin
  perform private.require_admin();
  -- A repeated request, because the answer was lost.
  if exists (select from public.invoices as invoice where invoice.id = p_invoice_id) then return; end if;
  select * into gone from public.audit_log as entry
  where entry.table_name = 'invoices' and entry.row_id = p_invoice_id::text and entry.action = 'delete' and entry.before ->> 'status' = 'draft'
  order by entry.id desc limit 1;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  was := jsonb_populate_record(null::public.invoices, gone.before);
  -- A person who has left the account meanwhile, or is a member now, is not billed for it. Its first owner is, as for drafts that were there when they left.
  person := private.person_to_bill(case
    when was.account_id is null or exists (
      select from private.client_members as member
      where member.account_id = was.account_id and member.user_id = was.client_id and member.role in ('owner', 'billing')
    ) then was.client_id
  end, was.account_id);
  insert into public.invoices (
    id, client_id, account_id, invoice_number, description, amount, currency, due_date, service_from, service_until, created_at
  ) values (
    was.id, person, was.account_id, private.draft_number(was.id), was.description, was.amount, was.currency, was.due_date, was.service_from,
    was.service_until, was.created_at
  ) on conflict (id) do nothing;
  if not found then return; end if;
  insert into public.invoice_lines (id, invoice_id, position, description, quantity, unit_amount, is_discount)
  select line.id, line.invoice_id, line.position, line.description, line.quantity, line.unit_amount, line.is_discount
  from public.audit_log as entry cross join lateral jsonb_populate_record(null::public.invoice_lines, entry.before) as line
  where entry.write_id = gone.write_id and entry.table_name = 'invoice_lines' and entry.action = 'delete' and line.invoice_id = was.id;
  insert into public.invoice_events (invoice_id, kind, actor_id, created_at)
  select was.id, 'created', (select account.id from auth.users as account where account.id = entry.actor_id), entry.happened_at
  from public.audit_log as entry
  where entry.table_name = 'invoices' and entry.row_id = was.id::text and entry.action = 'insert' order by entry.id limit 1;
end
$$;

create function public.restore_draft_invoice(p_invoice_id uuid) returns void
language sql volatile
set search_path = ''
return private.restore_draft_invoice(p_invoice_id);

comment on function public.restore_draft_invoice(uuid) is
'Undoes the deletion of a draft: it is there again with its client, lines, dates and description, from the audit log. A repeated call does nothing. Admins only. PT404: no admin deleted such a draft within the audit log''s retention period, or its client was erased. 22023 (client_not_active), PT409 (account_archived): its client or account can''t be billed any more.';

create function private.require_due_date(p_due date) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_due is null then perform private.refuse('required', '22023', 'Add a due date before you send the invoice', 'due_date'); end if;
  if p_due < private.agency_day() then
    perform private.refuse('due_date_passed', '22023', 'The due date has passed. Choose a later date.', 'due_date');
  end if;
  perform private.require_near_day(p_due, 'Due date');
end
$$;

comment on function private.require_due_date(date) is 'Refuses an invoice that a client gets without a due date, with one that has passed, or that is more than ten years away.';

create function private.send_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
begin
  perform private.require_admin();
  held := private.lock_draft(p_invoice_id, p_expected_updated_at);
  perform private.require_named(held.client_id, held.account_id);
  perform private.require_client(held.client_id);
  if held.amount < 1 then
    perform private.refuse('invoice_empty', '22023', 'You can''t send an empty invoice. Add a line with an amount.', 'lines');
  end if;
  perform private.require_due_date(held.due_date);
  if held.invoice_number = private.draft_number(held.id) then
    held.invoice_number := private.next_invoice_number();
  end if;
  update public.invoices as invoice set invoice_number = held.invoice_number, status = 'pending' where invoice.id = p_invoice_id;
  perform private.record_invoice_event(p_invoice_id, 'sent', null, null, held.amount);
  return held.invoice_number;
end
$$;

create function public.send_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz) returns text
language sql volatile
set search_path = ''
return private.send_invoice(p_invoice_id, p_expected_updated_at);

comment on function public.send_invoice(uuid, timestamptz) is
'Sends a draft: draws its number, which it returns, makes it pending, and emails it to the client. It needs an amount and a due date that has not passed. PT409: nobody has joined its account yet (owner_missing), or the account is archived (account_archived).';

grant execute on function public.create_invoice(uuid, text, date, text, jsonb, uuid, date, date, uuid) to authenticated;
grant execute on function private.create_invoice(uuid, text, date, text, jsonb, uuid, date, date, uuid) to authenticated;
grant execute on function public.update_draft_invoice(uuid, timestamptz, uuid, text, date, text, jsonb, date, date, uuid) to authenticated;
grant execute on function private.update_draft_invoice(uuid, timestamptz, uuid, text, date, text, jsonb, date, date, uuid) to authenticated;
grant execute on function public.delete_draft_invoice(uuid, timestamptz) to authenticated;
grant execute on function private.delete_draft_invoice(uuid, timestamptz) to authenticated;
grant execute on function public.restore_draft_invoice(uuid) to authenticated;
grant execute on function private.restore_draft_invoice(uuid) to authenticated;
grant execute on function public.send_invoice(uuid, timestamptz) to authenticated;
grant execute on function private.send_invoice(uuid, timestamptz) to authenticated;
