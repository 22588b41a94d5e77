-- The texts that people read, in plain American English. Old rows keep the words with which they were written.

update private.quotas as quota set message = worded.message, advice = coalesce(worded.advice, quota.advice)
from (values
  ('request_answers', 'You can send %s replies a day.', null),
  ('lead_history', 'You can add %s entries to lead timelines a day.', null),
  ('lead_tasks', 'You can add %s tasks a day.', null),
  ('import_rows', 'You can upload %s rows a day.', null),
  ('import_bytes', 'You can upload %s bytes a day.', null),
  ('dashboard_import_entries', 'You can upload %s dashboards a day.', null),
  ('invoice_credits', 'You can issue %s credits a day.', null),
  ('premium_overrides', 'You can grant Premium to %s addresses a day.', null),
  ('landing_saves', 'You can save landing page drafts %s times a day.', null),
  ('landing_previews', 'You can create %s preview links a day.', null),
  ('lead_views', 'You can keep %s views.', 'Delete one you no longer need.'),
  ('lost_reasons', 'You can have %s lost reasons.', 'Rename one you no longer need.'),
  ('landing_pages_held', 'You can have %s landing pages.', 'Delete one you no longer need.'),
  ('landing_draft_bytes', 'Landing page drafts can use %s bytes in total.', 'Delete a page you no longer need.'),
  ('landing_versions', 'A page can keep %s versions.', 'Duplicate the page and continue with the copy.'),
  ('landing_history_bytes', 'The versions of a page can use %s bytes in total.', 'Duplicate the page and continue with the copy.'),
  ('landing_previews_open', 'A page can have %s active preview links.', 'Revoke one you no longer need.')
) as worded (kind, message, advice) where quota.kind = worded.kind;

update public.retention_settings as setting set holds = worded.holds, reason = worded.reason
from (values
  ('audit_log', 'Every change an admin makes, with the values before and after.', 'Two years cover questions about last year''s invoices and roles.'),
  ('sessions', 'Ended sessions and replaced sign-in tokens.', 'Replaced tokens are kept as long as a session can last, so stolen copies are still recognized.'),
  ('failed_emails', 'Emails that couldn''t be delivered, with their content so you can resend them. Their links expire after 8 days.', 'Three months leave time to notice and fix a delivery problem.'),
  ('import_rows', 'The rows of finished imports. You can undo an import only while its rows are kept. Leads aren''t affected.', 'Mistakes in a file usually show within a month.')
) as worded (kind, holds, reason) where setting.kind = worded.kind;

update public.lost_reasons as reason set label = 'Chose a competitor'
where reason.label = 'Went with somebody else'
  and not exists (select from public.lost_reasons as other where lower(other.label) = lower('Chose a competitor'));

create or replace function private.lock_sent_invoice(p_invoice_id uuid, p_expected timestamptz) returns public.invoices
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.invoices;
begin
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  if held.status = 'draft' then perform private.refuse('invoice_is_draft', 'PT409', 'This invoice is still a draft'); end if;
  perform private.refuse_outdated(p_expected, held.updated_at);
  return held;
end
$$;

create or replace function private.record_manual_payment(p_invoice public.invoices, p_kind text, p_amount integer, p_on date, p_method text, p_note text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  entry uuid;
begin
  if p_on is null or p_on > private.agency_day() then
    perform private.refuse('date_in_future', '22023', 'The date can''t be in the future', 'paid_at');
  end if;
  if p_on < private.agency_day() - 3660 then perform private.refuse('date_too_old', '22023', 'The date is too far in the past', 'paid_at'); end if;
  insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
  values (p_invoice.id, p_invoice.client_id, p_kind, p_amount, p_invoice.currency, 'manual:' || gen_random_uuid(), private.moment_on_day(p_on))
  returning id into entry;
  perform private.record_invoice_event(
    p_invoice.id, case p_kind when 'payment' then 'marked_paid' else 'refunded' end, p_note, private.require_text(p_method, 'Method', 50), p_amount, entry
  );
  perform private.settle_invoice(p_invoice.id);
end
$$;

create or replace function public.mark_invoice_paid(p_invoice_id uuid, p_expected_updated_at timestamptz, p_paid_on date, p_method text, p_note text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
begin
  perform private.require_admin();
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if held.status not in ('pending', 'overdue') then
    perform private.refuse('invoice_not_open', 'PT409', 'Only open invoices can be marked as paid');
  end if;
  if exists (
    select from private.checkouts as tried
    where tried.invoice_id = held.id and tried.status = 'complete' and tried.created_at > now() - interval '7 days'
  ) and held.received_amount <= held.refunded_amount then
    perform private.refuse(
      'payment_on_its_way', 'PT409',
      'The client just paid by card. The payment will be recorded automatically when it arrives.'
    );
  end if;
  perform private.close_checkouts(held.id);
  perform private.record_manual_payment(
    held, 'payment', held.owed_amount, p_paid_on, p_method, private.require_text(p_note, 'Note', 1000)
  );
  perform private.enqueue_invoice_mail(held.id, 'payment-received', 'payment-received');
end
$$;

create or replace function public.void_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz, p_reason text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  reason text := private.require_text(p_reason, 'Reason', 1000);
begin
  perform private.require_admin();
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if held.status not in ('pending', 'overdue') then
    perform private.refuse('invoice_not_open', 'PT409', 'Only open invoices can be canceled');
  end if;
  if held.received_amount > held.refunded_amount then
    perform private.refuse('invoice_partly_paid', 'PT409', 'Part of this invoice is paid. Credit the rest instead, so the payment stays linked to an invoice.');
  end if;
  perform private.close_checkouts(held.id);
  update public.invoices as invoice set status = 'void' where invoice.id = held.id;
  perform private.record_invoice_event(held.id, 'voided', reason, null, held.amount);
  perform private.enqueue_invoice_mail(held.id, 'invoice-canceled', 'canceled', jsonb_build_object('reason', reason));
end
$$;

create or replace function public.credit_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text, p_method text default null, p_on date default null
) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  reason text := private.require_text(p_reason, 'Reason', 1000);
  most integer;
  credit uuid;
begin
  perform private.require_admin();
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if p_amount is null or p_amount < 1 then perform private.refuse('amount_not_positive', '22023', 'The amount must be more than zero', 'amount'); end if;
  if held.status in ('pending', 'overdue') then
    most := held.owed_amount;
    if p_amount > most or (p_amount = most and held.received_amount <= held.refunded_amount) then
      perform private.refuse('amount_too_large', '22023', 'The credit must be less than the balance due. To write off the full balance, cancel the invoice.', 'amount');
    end if;
    perform private.close_checkouts(held.id);
    insert into public.invoice_credits (invoice_id, amount, reason, created_by) values (held.id, p_amount, reason, auth.uid()) returning id into credit;
    perform private.record_invoice_event(held.id, 'credited', reason, null, p_amount);
    perform private.settle_invoice(held.id);
    perform private.enqueue_invoice_mail(held.id, 'invoice-credited', format('credited:%s', credit),
      jsonb_build_object('credited', p_amount::text, 'reason', reason));
    return 'credited';
  end if;
  if held.status = 'paid' and not exists (
    select from public.payments as entry where entry.invoice_id = held.id and entry.kind = 'payment'
  ) then
    -- The invoice was paid before the ledger existed, so its amount came in.
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
    values (
      held.id, held.client_id, 'payment', held.amount - held.credited_amount, held.currency, 'manual:' || gen_random_uuid(),
      private.moment_on_day(coalesce(held.paid_date, private.agency_day()))
    );
  end if;
  perform private.settle_invoice(held.id);
  select * into held from public.invoices as invoice where invoice.id = held.id;
  most := held.received_amount - held.refunded_amount;
  if held.status not in ('paid', 'void') or most < 1 then
    perform private.refuse('nothing_to_refund', 'PT409', 'There is nothing to refund on this invoice');
  end if;
  if p_amount > most then perform private.refuse('amount_too_large', '22023', 'The refund is more than the amount received for this invoice', 'amount'); end if;
  perform private.record_manual_payment(held, 'refund', p_amount, coalesce(p_on, private.agency_day()), p_method, reason);
  perform private.enqueue_invoice_mail(held.id, 'invoice-refunded', format('refunded:%s', gen_random_uuid()),
    jsonb_build_object('refunded', p_amount::text, 'reason', reason));
  return 'refunded';
end
$$;

create or replace function private.refuse_outdated(p_expected timestamptz, p_found timestamptz) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if p_expected is null or p_expected <> p_found then
    perform private.refuse('outdated', 'PT409', 'Someone else changed this. Nothing was overwritten. Review the latest version and try again.');
  end if;
end
$$;

create or replace function private.require_client(p_client_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (
    select from public.user_roles as held where held.user_id = p_client_id and held.role = 'client' and held.status = 'active'
  ) then
    perform private.refuse('client_not_active', '22023', 'This person isn''t an active client', 'client_id');
  end if;
end
$$;

create or replace function private.require_currency(p_given text) returns text
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

create or replace function private.write_invoice_lines(p_invoice_id uuid, p_lines jsonb) returns void
language plpgsql volatile
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
    or coalesce(line.body ->> 'quantity', '') !~ '^[0-9]{1,6}$' or coalesce(line.body ->> 'unit_amount', '') !~ '^-?[0-9]{1,9}$';
  if wrong is null then
    select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
    where (line.body ->> 'quantity')::integer not between 1 and 100000;
  end if;
  if wrong is not null then
    perform private.refuse(
      'line_invalid', '22023',
      format('Line %s needs a description (up to 500 characters), a whole quantity from 1 to 100,000 and an amount', wrong),
      'lines'
    );
  end if;
  select coalesce(sum((line.body ->> 'quantity')::numeric * (line.body ->> 'unit_amount')::numeric), 0) into total
  from jsonb_array_elements(p_lines) as line (body);
  if total < 0 then perform private.refuse('total_below_zero', '22023', 'The total can''t be negative', 'lines'); end if;
  if total > 99999999 or exists (
    select from jsonb_array_elements(p_lines) as line (body)
    where abs((line.body ->> 'quantity')::numeric * (line.body ->> 'unit_amount')::numeric) > 2000000000
  ) then
    perform private.refuse('total_too_large', '22023', 'The total is above the payment limit (99,999,999 of the smallest currency unit)', 'lines');
  end if;
  delete from public.invoice_lines as line where line.invoice_id = p_invoice_id;
  -- The trigger on the lines sets the amount, but does not run for an invoice without lines.
  update public.invoices as invoice set amount = 0 where invoice.id = p_invoice_id and jsonb_array_length(p_lines) = 0;
  insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount)
  select p_invoice_id, line.position, btrim(line.body ->> 'description'), (line.body ->> 'quantity')::integer, (line.body ->> 'unit_amount')::integer
  from jsonb_array_elements(p_lines) with ordinality as line (body, position);
end
$$;

create or replace function public.create_invoice(
  p_client_id uuid, p_description text, p_due_date date, p_currency text, p_lines jsonb, p_invoice_id uuid default gen_random_uuid()
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
begin
  perform private.require_admin();
  perform private.require_client(p_client_id);
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  insert into public.invoices (id, client_id, invoice_number, description, amount, currency, due_date)
  values (p_invoice_id, p_client_id, private.draft_number(p_invoice_id), nullif(btrim(p_description), ''), 0, private.require_currency(p_currency), p_due_date)
  on conflict (id) do nothing;
  if not found then
    -- A repeated request, because the answer was lost. The caller's own id names the existing invoice.
    select * into held from public.invoices as invoice where invoice.id = p_invoice_id;
    if held.client_id is distinct from p_client_id or not exists (
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

create or replace function private.lock_draft(p_invoice_id uuid, p_expected timestamptz) returns public.invoices
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.invoices;
begin
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  if held.status <> 'draft' then
    perform private.refuse('outdated', 'PT409', 'This invoice was already sent and is no longer a draft');
  end if;
  perform private.refuse_outdated(p_expected, held.updated_at);
  return held;
end
$$;

create or replace function public.send_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
begin
  perform private.require_admin();
  held := private.lock_draft(p_invoice_id, p_expected_updated_at);
  perform private.require_client(held.client_id);
  if held.amount < 1 then
    perform private.refuse('invoice_empty', '22023', 'You can''t send an empty invoice. Add a line with an amount.', 'lines');
  end if;
  if held.due_date is null then perform private.refuse('required', '22023', 'Add a due date before you send the invoice', 'due_date'); end if;
  if held.due_date < private.agency_day() then
    perform private.refuse('due_date_passed', '22023', 'The due date has passed. Choose a later date.', 'due_date');
  end if;
  if held.invoice_number = private.draft_number(held.id) then
    held.invoice_number := private.next_invoice_number();
  end if;
  update public.invoices as invoice set invoice_number = held.invoice_number, status = 'pending' where invoice.id = p_invoice_id;
  perform private.record_invoice_event(p_invoice_id, 'sent', null, null, held.amount);
  return held.invoice_number;
end
$$;

create or replace function private.sync_invoice_amount() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  held uuid := coalesce(new.invoice_id, old.invoice_id);
  stands public.invoice_status;
begin
  if tg_op = 'UPDATE' and new.invoice_id <> old.invoice_id then
    perform private.refuse('line_moved', 'PT409', 'A line can''t move to another invoice');
  end if;
  select invoice.status into stands from public.invoices as invoice where invoice.id = held for update;
  -- The invoice is being deleted together with its lines.
  if not found then return null; end if;
  if stands <> 'draft' then
    perform private.refuse('invoice_not_draft', 'PT409', 'The lines of a sent invoice can''t be changed');
  end if;
  update public.invoices as invoice
  set amount = (select coalesce(sum(line.amount), 0) from public.invoice_lines as line where line.invoice_id = held)
  where invoice.id = held;
  return null;
end
$$;

create or replace function private.refuse_used_invoice_number() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  used bigint;
begin
  select max(substr(invoice.invoice_number, char_length(new.invoice_prefix) + 1)::bigint) into used
  from public.invoices as invoice
  where starts_with(invoice.invoice_number, new.invoice_prefix)
    and substr(invoice.invoice_number, char_length(new.invoice_prefix) + 1) ~ '^[0-9]{1,15}$';
  if new.next_invoice_number <= used then
    perform private.refuse(
      'invoice_number_used', 'PT409',
      'This invoice number is already used',
      'next_invoice_number',
      p_more => jsonb_build_object('lowest', used + 1)
    );
  end if;
  return new;
end
$$;

create or replace function public.open_invoice_checkout(p_invoice_id uuid, p_client_id uuid)
returns table (
  attempt integer, session_id text, url text, replaces text, amount integer, currency text, invoice_number text, description text, email text
)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  invoice public.invoices;
  latest private.checkouts;
  outdated text;
begin
  select * into invoice from public.invoices as held
  where held.id = p_invoice_id and held.client_id = p_client_id and held.status <> 'draft' for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  if invoice.status = 'paid' then perform private.refuse('invoice_paid', 'PT409', 'This invoice is already paid'); end if;
  if invoice.status not in ('pending', 'overdue') or invoice.owed_amount < 1 then
    perform private.refuse('invoice_not_payable', 'PT409', 'This invoice can''t be paid');
  end if;
  select * into latest from private.checkouts as tried
  where tried.invoice_id = p_invoice_id order by tried.attempt desc limit 1;
  if latest.status in ('opening', 'open') and (latest.amount, latest.currency) <> (invoice.owed_amount, invoice.currency) then
    outdated := latest.session_id;
    update private.checkouts as tried set status = 'expired' where tried.invoice_id = p_invoice_id and tried.attempt = latest.attempt;
    latest.status := 'expired';
  end if;
  if latest.status is null or latest.status in ('complete', 'expired')
    or (latest.status = 'open' and latest.expires_at < now() + interval '1 minute') then
    insert into private.checkouts (invoice_id, attempt, amount, currency)
    values (p_invoice_id, coalesce(latest.attempt, 0) + 1, invoice.owed_amount, invoice.currency)
    returning * into latest;
  end if;
  return query select latest.attempt, latest.session_id, latest.url, outdated, invoice.owed_amount, invoice.currency,
    invoice.invoice_number, coalesce(nullif(btrim(invoice.description), ''), 'Marketing services'),
    (select account.email::text from auth.users as account where account.id = p_client_id);
end
$$;

create or replace function public.record_checkout(p_checkout jsonb) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invoice public.invoices;
  was_paid boolean;
  entry jsonb;
begin
  select * into invoice from public.invoices as held where held.id = (p_checkout ->> 'invoice_id')::uuid for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  was_paid := invoice.status = 'paid';
  update private.checkouts as tried
  set status = p_checkout ->> 'status', checked_at = now(), session_id = coalesce(tried.session_id, p_checkout ->> 'session_id')
  where tried.invoice_id = invoice.id and tried.status <> 'complete'
    and (tried.session_id = p_checkout ->> 'session_id' or tried.attempt = (p_checkout ->> 'attempt')::integer);
  if (p_checkout ->> 'disputed')::boolean then
    update private.checkouts as tried set disputed = true
    where tried.invoice_id = invoice.id and tried.session_id = p_checkout ->> 'session_id' and not tried.disputed;
  end if;
  for entry in select * from jsonb_array_elements(p_checkout -> 'entries') loop
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
    values (
      invoice.id, invoice.client_id, entry ->> 'kind', (entry ->> 'amount')::integer, lower(entry ->> 'currency'),
      entry ->> 'ref', (entry ->> 'occurred_at')::timestamptz
    )
    on conflict (provider_ref) do nothing;
  end loop;
  perform private.settle_invoice(invoice.id);
  select * into invoice from public.invoices as held where held.id = invoice.id;
  if invoice.status = 'paid' and not was_paid then
    perform private.enqueue_invoice_mail(invoice.id, 'payment-received', 'payment-received');
  end if;
  return invoice.status;
end
$$;

create or replace function private.require_retainer(p_amount integer, p_months integer) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if p_amount is null or p_amount < 1 then
    perform private.refuse('amount_not_positive', '22023', 'The monthly amount must be more than zero', 'monthly_amount');
  end if;
  if p_amount > 99999999 then
    perform private.refuse(
      'amount_too_large', '22023',
      'The monthly amount is above the payment limit (99,999,999 of the smallest currency unit)',
      'monthly_amount'
    );
  end if;
  if p_months not between 1 and 1200 then perform private.refuse('term_invalid', '22023', 'The term must be 1 to 1,200 months', 'term_months'); end if;
end
$$;

create or replace function public.create_retainer(
  p_client_id uuid, p_name text, p_description text, p_monthly_amount integer, p_currency text, p_start_date date, p_duration_months integer default null,
  p_retainer_id uuid default gen_random_uuid()
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  known uuid;
begin
  perform private.require_admin();
  perform private.require_client(p_client_id);
  perform private.require_retainer(p_monthly_amount, p_duration_months);
  if p_start_date is null then perform private.refuse('required', '22023', 'Start date is required', 'start_date'); end if;
  if p_start_date not between private.agency_day() - 3660 and private.agency_day() + 3660 then
    perform private.refuse('date_too_far', '22023', 'The start date is too far in the future', 'start_date');
  end if;
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  insert into public.retainers (
    id, client_id, retainer_name, description, monthly_amount, currency, start_date, duration_months, end_date, charges_from
  )
  values (
    p_retainer_id, p_client_id, private.require_text(p_name, 'Name', 200), nullif(btrim(p_description), ''), p_monthly_amount,
    private.require_currency(p_currency), p_start_date, p_duration_months,
    (p_start_date + make_interval(months => p_duration_months))::date - 1, greatest(p_start_date, private.agency_day())
  )
  on conflict (id) do nothing;
  if not found then
    -- A repeated request, because the answer was lost.
    select retainer.id into known from public.retainers as retainer where retainer.id = p_retainer_id and retainer.client_id = p_client_id;
    if known is null then perform private.refuse('id_taken', 'PT409', 'Another retainer already has this ID', 'id'); end if;
    return known;
  end if;
  perform private.issue_due_charges(p_retainer_id);
  return p_retainer_id;
end
$$;

create or replace function private.lock_retainer(p_retainer_id uuid, p_expected timestamptz) returns public.retainers
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.retainers;
begin
  select * into held from public.retainers as retainer where retainer.id = p_retainer_id for update;
  if not found then perform private.refuse('retainer_not_found', 'PT404', 'Retainer not found'); end if;
  perform private.refuse_outdated(p_expected, held.updated_at);
  if held.status in ('completed', 'canceled') then perform private.refuse('retainer_ended', 'PT409', 'This retainer has ended'); end if;
  return held;
end
$$;

create or replace function public.update_retainer(
  p_retainer_id uuid, p_expected_updated_at timestamptz, p_name text, p_description text, p_monthly_amount integer, p_start_date date,
  p_duration_months integer, p_status public.retainer_status
) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
  changed_at timestamptz;
  moved boolean;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  perform private.require_retainer(p_monthly_amount, p_duration_months);
  if p_status not in ('pending', 'active', 'paused') then
    perform private.refuse('end_date_required', '22023', 'Choose the retainer''s last day', 'end_date');
  end if;
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  moved := p_start_date is distinct from held.start_date;
  if moved and (
    p_start_date is null or held.start_date < private.agency_day()
    or exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)
  ) then
    perform private.refuse('retainer_begun', 'PT409', 'This retainer has started, so its start date can''t change', 'start_date');
  end if;
  if moved and p_start_date not between private.agency_day() and private.agency_day() + 3660 then
    perform private.refuse('date_out_of_range', '22023', 'The start date is in the past or too far in the future', 'start_date');
  end if;
  update public.retainers as retainer
  set retainer_name = private.require_text(p_name, 'Name', 200), description = nullif(btrim(p_description), ''),
    monthly_amount = p_monthly_amount, start_date = p_start_date, duration_months = p_duration_months, status = p_status,
    end_date = case
      when moved or p_duration_months is distinct from held.duration_months
        then (p_start_date + make_interval(months => p_duration_months))::date - 1
      else held.end_date
    end,
    charges_from = case
      when moved then greatest(p_start_date, private.agency_day())
      -- A pause is never charged afterwards.
      when p_status = 'active' and held.status <> 'active' then greatest(held.charges_from, private.agency_day())
      else held.charges_from
    end
  where retainer.id = held.id
  returning retainer.updated_at into changed_at;
  perform private.issue_due_charges(held.id);
  return changed_at;
end
$$;

create or replace function public.end_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz, p_last_day date) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  if p_last_day is null or p_last_day < private.agency_day() then
    perform private.refuse('date_in_past', '22023', 'The last day can''t be in the past', 'end_date');
  end if;
  -- What is due by today is owed, even when today is the last day.
  perform private.issue_due_charges(held.id);
  update public.retainers as retainer
  set status = case when p_last_day < held.start_date then 'canceled' when p_last_day = private.agency_day() then 'completed' else held.status end,
    end_date = greatest(p_last_day, held.start_date)
  where retainer.id = held.id;
end
$$;

create or replace function private.analytics_period(
  p_from date, p_to date, out begins timestamptz, out ends timestamptz, out begins_before timestamptz
)
language plpgsql stable
set search_path = ''
as $$
begin
  if p_from is null or p_to is null or p_from > p_to then perform private.refuse('period_reversed', '22023', 'The period ends before it starts'); end if;
  if p_to - p_from > 1100 then perform private.refuse('period_too_long', '22023', 'A period can cover up to three years'); end if;
  begins := private.day_start(p_from);
  ends := private.day_start(p_to + 1);
  begins_before := private.day_start(p_from - (p_to - p_from + 1));
end
$$;

create or replace function private.requested_owners(p_scope text, p_owner text, p_caller uuid) returns text[]
language plpgsql immutable
set search_path = ''
as $$
declare
  owner constant text := case p_owner when 'me' then p_caller::text when 'none' then '' else p_owner end;
begin
  if p_scope is null or p_scope not in ('team', 'mine') then
    perform private.refuse('unknown_owner', '22023', 'The scope must be team or mine', 'owner');
  end if;
  if owner !~ '^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})?$' then
    perform private.refuse('unknown_owner', '22023', 'An owner is an account, me or none', 'owner');
  end if;
  if p_scope = 'team' then return case when owner is not null then array[owner] end; end if;
  return case when owner is null then array[p_caller::text, ''] when owner in (p_caller::text, '') then array[owner] else '{}' end;
end
$$;

create or replace function public.crm_board_column(
  p_stage text, p_scope text default 'all', p_filter jsonb default null, p_after jsonb default null, p_limit integer default 30
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text := private.lead_scope_sql(p_scope, p_filter);
begin
  if not exists (select from public.pipeline_stages as stage where stage.key = p_stage) then
    perform private.refuse('unknown_stage', '22023', 'Stage not found', 'stage');
  end if;
  return private.lead_page_json(condition, private.board_order(p_stage), nullif(p_after, 'null'), least(greatest(coalesce(p_limit, 30), 1), 200));
end
$$;

create or replace function private.require_team() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not (private.has_active_role('sales') or private.has_active_role('admin')) then
    perform private.refuse('team_only', '42501', 'Only the sales team can do this');
  end if;
  return auth.uid();
end
$$;

create or replace function private.parse_changes(p_changes jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  allowed constant text[] := array(select known.field from private.lead_fields() as known)
    || array['archived', 'is_spam', 'add_tags', 'remove_tags', 'consent'];
  unknown text;
begin
  if p_changes is null or jsonb_typeof(p_changes) <> 'object' or p_changes = '{}' then
    perform private.refuse('nothing_to_change', '22023', 'Nothing to change');
  end if;
  select key into unknown from jsonb_object_keys(p_changes) as key where key <> all (allowed) limit 1;
  if unknown is not null then
    perform private.refuse('unknown_field', '22023', format('Unknown field %s', left(unknown, 40)));
  end if;
  if p_changes ->> 'stage' = 'lost' and p_changes ->> 'lost_reason_id' is null then
    perform private.refuse('lost_reason_required', '22023', 'Choose a lost reason', 'lost_reason_id');
  end if;
  if p_changes ? 'stage' and not exists (select from public.pipeline_stages as stage where stage.key = p_changes ->> 'stage') then
    perform private.refuse('unknown_stage', '22023', 'Stage not found', 'stage');
  end if;
  if p_changes ->> 'user_id' is not null and not private.is_on_team((p_changes ->> 'user_id')::uuid) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active team members', 'user_id');
  end if;
  if btrim(p_changes ->> 'phone') <> '' and not private.is_phone_number(p_changes ->> 'phone') then
    perform private.refuse('phone_invalid', '22023', 'Enter a valid phone number, such as +1 503 555 0148', 'phone');
  end if;
  if jsonb_typeof(p_changes -> 'consent') <> 'null' and not (
    jsonb_typeof(p_changes -> 'consent') = 'string' and char_length(btrim(p_changes ->> 'consent')) between 1 and 200
  ) then
    perform private.refuse('consent_unexplained', '22023', 'Describe how they agreed, in up to 200 characters');
  end if;
  return p_changes;
end
$$;

create or replace function private.apply_changes(lead public.leads, p_changes jsonb) returns public.leads
language plpgsql stable
set search_path = ''
as $$
declare
  changed public.leads;
begin
  changed := jsonb_populate_record(lead, p_changes - array['archived', 'add_tags', 'remove_tags', 'consent']);
  if p_changes ? 'archived' then
    changed.archived_at := case when (p_changes ->> 'archived')::boolean then coalesce(lead.archived_at, now()) end;
  end if;
  if p_changes ? 'consent' then
    changed.consent_at := case when p_changes ->> 'consent' is not null then now() end;
    changed.consent_text := 'Agreed to calls and messages, given ' || btrim(p_changes ->> 'consent');
  end if;
  if p_changes ? 'add_tags' or p_changes ? 'remove_tags' then
    changed.tags := array(
      select tag from (
        select unnest(lead.tags) as tag
        union select btrim(added) from jsonb_array_elements_text(coalesce(p_changes -> 'add_tags', '[]')) as added where btrim(added) <> ''
      ) as every where tag not in (select jsonb_array_elements_text(coalesce(p_changes -> 'remove_tags', '[]')))
      order by tag
    );
  end if;
  return changed;
end
$$;

create or replace function public.change_leads(
  p_batch_id uuid, p_lead_ids uuid[], p_changes jsonb, p_seen_version integer default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  changes jsonb := private.parse_changes(p_changes);
  known public.lead_batches;
  current_version integer;
  changed_count integer;
begin
  if p_batch_id is null or cardinality(p_lead_ids) not between 1 and 1000 then
    perform private.refuse('too_many_leads', '22023', 'You can change 1 to 1,000 leads at a time');
  end if;
  if changes ? 'consent' and cardinality(p_lead_ids) > 1 then
    perform private.refuse('consent_for_one_lead', '22023', 'Consent is recorded for one lead at a time');
  end if;
  insert into public.lead_batches (id, actor_id, kind, changes) values (p_batch_id, caller, 'change', changes)
  on conflict (id) do nothing returning * into known;
  if known.id is null then
    select batch.* into known from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller;
    if known.id is null then perform private.refuse('id_taken', '42501', 'This change belongs to someone else'); end if;
    return jsonb_build_object('batch_id', known.id, 'changed', known.leads, 'skipped', cardinality(p_lead_ids) - known.leads);
  end if;
  if p_seen_version is not null then
    -- Somebody else's lead gets the same answer as a missing one, because its version is private too.
    select lead.version into current_version from public.leads as lead
    where lead.id = p_lead_ids[1] and private.may_see_lead(lead.user_id) for update;
    if current_version is distinct from p_seen_version then
      perform private.refuse('outdated', 'PT409', 'Someone else just changed this lead');
    end if;
  end if;
  changed_count := private.apply_batch_changes(p_batch_id, p_lead_ids, changes);
  update public.lead_batches as batch set leads = changed_count where batch.id = p_batch_id;
  perform private.consume_quota('lead_changes', caller::text);
  return jsonb_build_object('batch_id', p_batch_id, 'changed', changed_count, 'skipped', cardinality(p_lead_ids) - changed_count);
end
$$;

create or replace function public.undo_lead_batch(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  is_admin boolean := private.has_active_role('admin');
  batch public.lead_batches;
  restored integer;
  total integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and (found.actor_id = caller or is_admin) for update;
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', 'Change not found'); end if;
  if batch.kind <> 'change' then perform private.refuse('not_undoable', '22023', 'This change has to be undone in another way'); end if;
  if batch.undone_at is not null then perform private.refuse('already_undone', 'PT409', 'This was already undone'); end if;
  select count(*) into total from private.lead_batch_rows as noted where noted.batch_id = p_batch_id;
  -- Locks first, because somebody may be working with one of the leads right now.
  perform from public.leads as lead
  where lead.id = any (array(select noted.lead_id from private.lead_batch_rows as noted where noted.batch_id = p_batch_id))
  order by lead.id for update;
  -- Leads that somebody changed later stay as they are. write_leads also restores stage_entered_at, reached and closed_at, so
  -- that an undone mistake leaves no trace in the figures.
  select count(*) into restored from private.write_leads(array(
    select jsonb_populate_record(lead, noted.before)
    from private.lead_batch_rows as noted join public.leads as lead on lead.id = noted.lead_id
    where noted.batch_id = p_batch_id and noted.before is not null and lead.merged_into is null
      and private.is_unchanged_since(to_jsonb(lead), noted.after)
      and private.can_undo_change(lead, noted.before, noted.after, caller, is_admin, batch.created_at)
  ));
  update public.lead_batches as done set undone_at = now() where done.id = p_batch_id;
  return jsonb_build_object('restored', restored, 'kept', total - restored);
end
$$;

create or replace function public.claim_lead(p_lead_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  holder uuid;
begin
  -- The row lock decides. When two people claim at the same moment, the second one reads the first one's name.
  select lead.user_id into holder from public.leads as lead where lead.id = p_lead_id and lead.merged_into is null and lead.erased_at is null for update;
  if not found then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  if holder is null then
    update public.leads as lead set user_id = caller where lead.id = p_lead_id;
    holder := caller;
  end if;
  return jsonb_build_object('claimed', holder = caller, 'owner_id', holder, 'owner_name', private.owner_name(holder::text));
end
$$;

create or replace function private.refuse_known_lead(p_email text, p_phone text) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  known public.leads;
begin
  select lead.* into known from public.leads as lead
  where lead.merged_into is null and not lead.is_spam and (
    lower(lead.email) = lower(nullif(btrim(p_email), '')) or lead.phone_key = private.phone_key(p_phone)
  )
  order by lead.archived_at is not null, not private.may_see_lead(lead.user_id), lead.created_at desc limit 1;
  if known.id is null then return; end if;
  if not private.may_see_lead(known.user_id) then
    perform private.refuse(
      'lead_known', 'PT409',
      format('%s already has a lead with this email address or phone number', private.owner_name(known.user_id::text))
    );
  end if;
  perform private.refuse(
    'lead_known', 'PT409',
    format('%s already has this %s%s', private.lead_title(known), case when lower(known.email) = lower(btrim(p_email)) then 'email address' else 'phone number' end, case when known.archived_at is null then '' else ' (archived)' end),
    p_more => jsonb_build_object('lead_id', known.id)
  );
end
$$;

create or replace function public.create_lead(p_id uuid, p_lead jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  fields jsonb;
  made public.leads;
  owner uuid;
  columns constant text[] := array(select known.field from private.lead_fields() as known);
begin
  if p_id is null or p_lead is null or jsonb_typeof(p_lead) <> 'object' then
    perform private.refuse('nothing_to_save', '22023', 'There is no lead to save');
  end if;
  select lead.user_id into owner from public.leads as lead where lead.id = p_id;
  if found then
    if not private.may_see_lead(owner) then perform private.refuse('id_taken', '42501', 'This lead belongs to someone else'); end if;
    return jsonb_build_object('id', p_id, 'created', false);
  end if;
  fields := private.parse_changes(p_lead - 'anyway');
  if fields ?| array['archived', 'is_spam', 'add_tags', 'remove_tags', 'consent'] then
    perform private.refuse('lead_fields_fixed', '22023', 'A new lead can''t be archived, marked as spam or have consent');
  end if;
  select jsonb_object_agg(field.key, case when jsonb_typeof(field.value) = 'string' and btrim(field.value #>> '{}') = '' then 'null'::jsonb
    when jsonb_typeof(field.value) = 'string' then to_jsonb(btrim(field.value #>> '{}')) else field.value end)
  into fields from jsonb_each(fields) as field;
  if not private.identifies_lead(fields) then
    perform private.refuse('lead_unreachable', '22023', 'Enter a name, email address, phone number or company');
  end if;
  if not coalesce((p_lead ->> 'anyway')::boolean, false) then
    perform private.refuse_known_lead(fields ->> 'email', fields ->> 'phone');
  end if;
  made := jsonb_populate_record(
    null::public.leads,
    jsonb_build_object('tags', '{}'::text[], 'tier_interest', '{}'::text[], 'stage', 'new', 'source', 'other') || jsonb_strip_nulls(fields)
      || jsonb_build_object('id', p_id, 'user_id', case when fields ? 'user_id' then fields ->> 'user_id' else caller::text end)
  );
  execute format(
    'insert into public.leads (id, %s) select ($1).id, %s',
    private.columns_sql(columns, '%1$I'), private.columns_sql(columns, '($1).%1$I')
  ) using made;
  insert into public.lead_activities (lead_id, kind, actor_id, payload)
  values (p_id, 'created', caller, jsonb_build_object('source', made.source));
  return jsonb_build_object('id', p_id, 'created', true);
end
$$;

create or replace function public.lead_duplicates(p_lead_id uuid) returns table (
  id uuid, name text, company text, email text, phone text, stage text, owner_id uuid, owner_name text, created_at timestamptz,
  is_archived boolean, same text[], may_merge boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  lead public.leads;
begin
  perform private.require_team();
  select one.* into lead from public.leads as one where one.id = p_lead_id and private.may_see_lead(one.user_id);
  if lead.id is null then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  return query
  with found as materialized (
    select like_it.id, array_agg(like_it.why order by like_it.why)::text[] as same from (
      (select one.id, 'email' as why from public.leads as one
       where lower(one.email) = lower(lead.email) and one.id <> lead.id and one.merged_into is null limit 20)
      union all
      (select one.id, 'phone' from public.leads as one
       where one.phone_key = lead.phone_key and one.id <> lead.id and one.merged_into is null limit 20)
      union all
      (select one.id, 'name' from public.leads as one
       where private.lead_name_key(one.first_name, one.last_name, one.company)
           = private.lead_name_key(lead.first_name, lead.last_name, lead.company)
         and private.lead_name_key(one.first_name, one.last_name, one.company) is not null
         and one.id <> lead.id and one.merged_into is null limit 20)
    ) as like_it group by like_it.id
  )
  select one.id,
    case when seen.full_rights then private.full_name(one.first_name, one.last_name) end,
    case when seen.full_rights then one.company end, case when seen.full_rights then one.email end,
    case when seen.full_rights then one.phone end, case when seen.full_rights then one.stage end,
    one.user_id, case when one.user_id is null then null else private.owner_name(one.user_id::text) end,
    one.created_at, one.archived_at is not null, found.same, seen.full_rights and lead.merged_into is null
  from found join public.leads as one on one.id = found.id
  cross join lateral (select private.may_see_lead(one.user_id) as full_rights) as seen
  where not one.is_spam
  order by cardinality(found.same) desc, one.archived_at is not null, one.created_at, one.id limit 20;
end
$$;

create or replace function private.filter_moment(p_value text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if p_value ~ '^[+-]\d{1,4}d$' then
    return format('(now() + interval %L)', rtrim(p_value, 'd') || ' days');
  elsif p_value = 'now' then
    return 'now()';
  elsif p_value ~ '^\d{4}-\d{2}-\d{2}$' then
    -- Days begin at midnight in the agency's time zone.
    return format('%L::timestamptz', private.day_start(p_value::date));
  elsif p_value ~ '^\d{4}-\d{2}-\d{2}[T ][0-9:.]{4,15}(Z|[+-]\d{2}(:?\d{2})?)$' then
    return format('%L::timestamptz', p_value::timestamptz);
  end if;
  perform private.refuse('day_invalid', '22023', format('Not a valid date: %s', left(p_value, 40)));
exception when datetime_field_overflow or invalid_datetime_format then
  perform private.refuse('day_invalid', '22023', format('Not a valid date: %s', left(p_value, 40)));
end
$$;

create or replace function private.filter_literals(p_kind text, p_field text, p_value jsonb) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  every jsonb := case jsonb_typeof(p_value) when 'array' then p_value else jsonb_build_array(p_value) end;
  one jsonb;
  said text;
  literals text[] := '{}';
begin
  if p_value is null or jsonb_array_length(every) not between 1 and 200 then
    perform private.refuse('filter_invalid', '22023', format('%s needs a value to compare with', p_field));
  end if;
  for one in select value from jsonb_array_elements(every) as value loop
    said := one #>> '{}';
    if jsonb_typeof(one) not in ('string', 'number', 'boolean') or char_length(said) > 500
      or p_kind = 'number' and (said !~ '^-?\d{1,15}$')
      or p_kind = 'truth' and said not in ('true', 'false')
      or p_kind = 'owner' and said !~ '^(me|none|[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})$'
      or p_kind = 'id' and said !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
      or p_field = 'stage' and not exists (select from public.pipeline_stages as stage where stage.key = said)
      or p_field = 'source' and not exists (
        select from pg_catalog.unnest(pg_catalog.enum_range(null::public.lead_source)) as known where known::text = said
      )
    then
      perform private.refuse('filter_invalid', '22023', format('%s can''t be compared with %s', p_field, left(one::text, 40)));
    end if;
    literals := literals || format('%L', case
      when p_kind in ('word', 'text') then lower(said) when p_kind = 'owner' and said = 'me' then auth.uid()::text else said
    end);
  end loop;
  return literals;
end
$$;

create or replace function private.filter_rule_sql(p_rule jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  named text := p_rule ->> 'field';
  says text := p_rule ->> 'is';
  value jsonb := p_rule -> 'value';
  kind text;
  what text;
  literals text[];
  listed text;
  digits constant text := left(regexp_replace(coalesce(value #>> '{}', ''), '[^0-9]', '', 'g'), 15);
begin
  select known.kind, known.expression into kind, what from private.filter_fields() as known where known.field = named;
  if kind is null then perform private.refuse('unknown_field', '22023', format('Leads have no field %s', left(coalesce(named, ''), 40))); end if;
  if kind = 'search' and says in ('eq', 'contains') and jsonb_typeof(value) = 'string' then
    return private.filter_search_sql(left(value #>> '{}', 200));
  end if;
  if says in ('empty', 'filled') and kind not in ('search', 'truth') then
    return format(case
      when kind = 'list' then '(%s %s ''{}'')' when kind in ('word', 'text') then '(coalesce(%s, '''') %s '''')' else '(%s is %s null)' end,
      what, case when kind in ('list', 'word', 'text') then case says when 'empty' then '=' else '<>' end
        else case says when 'empty' then '' else 'not' end end);
  end if;
  if says = 'within_days' and kind in ('moment', 'coming') and value #>> '{}' ~ '^\d{1,4}$' then
    return case kind when 'moment' then format('(%s >= now() - interval %L and %1$s <= now())', what, (value #>> '{}') || ' days')
      else format('(%s <= now() + interval %L and %1$s >= now())', what, (value #>> '{}') || ' days') end;
  end if;
  if says in ('before', 'after') and kind in ('moment', 'coming') then
    return format('(%s %s %s)', what, case says when 'before' then '<' else '>=' end, private.filter_moment(coalesce(value #>> '{}', '')));
  end if;
  if (says in ('eq', 'not', 'in') and kind in ('word', 'text', 'choice', 'id', 'owner', 'list', 'number', 'truth'))
    or (says in ('over', 'under') and kind = 'number') or (says = 'contains' and kind in ('word', 'text', 'list'))
  then
    literals := private.filter_literals(kind, named, value);
    if says in ('eq', 'over', 'under') and cardinality(literals) > 1 or says = 'contains' and kind <> 'list' and cardinality(literals) > 1 then
      perform private.refuse('filter_invalid', '22023', format('%s takes one value', named));
    end if;
    listed := array_to_string(literals, ', ');
    return case
      when kind = 'list' then format('(%slead.%s <> ''{}'' and lead.%2$s && array[%s]::text[])', case says when 'not' then 'not ' || '(' else '' end, named, listed)
        || case says when 'not' then ')' else '' end
      when says in ('over', 'under') then format('(%s %s %s)', what, case says when 'over' then '>' else '<' end, listed)
      -- An index finds beginnings and ends of numbers, so contains means those.
      when says = 'contains' and named = 'phone' and digits ~ '^\d{4}' then private.filter_phone_sql(digits)
      when says = 'contains' then format('(%sstrpos(lower(%s), %s) > 0)',
        case kind when 'word' then private.filter_within_sql(value #>> '{}') else '' end, what, listed)
      when kind = 'owner' then format('(%s(%s))', case says when 'not' then 'not ' else '' end, concat_ws(' or ',
        case when '''none''' = any (literals) then what || ' is null' end,
        case when array_remove(literals, '''none''') <> '{}'
          then format('(%1$s is not null and %1$s in (%2$s))', what, array_to_string(array_remove(literals, '''none'''), ', ')) end))
      when says = 'not' then format('(coalesce(%s not in (%s), true))', case when kind in ('word', 'text') then format('lower(%s)', what) else what end, listed)
      when kind = 'word' and says = 'eq' then format('(%s%s = %s)', (
          -- The word index narrows the leads down first: a lead with this value has its words too.
          select case when words <> ''::tsquery then private.filter_words_sql(words) || ' and ' else '' end
          from (select private.words_query(value #>> '{}') as words) as made
        ), format('lower(%s)', what), listed)
      else format('(%s in (%s))', case when kind in ('word', 'text') then format('lower(%s)', what) else what end, listed)
    end;
  end if;
  perform private.refuse('filter_invalid', '22023', format('%s doesn''t support %s', named, left(coalesce(says, 'anything'), 40)));
end
$$;

create or replace function private.filter_group_sql(p_group jsonb, p_depth integer) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  rule jsonb;
  conditions text[] := '{}';
begin
  if jsonb_typeof(p_group) <> 'object' or coalesce(p_group ->> 'op', '') not in ('and', 'or')
    or jsonb_typeof(p_group -> 'rules') is distinct from 'array' or p_depth > 3
  then
    perform private.refuse('filter_invalid', '22023', 'A filter must be a group of rules, with groups up to three levels deep');
  end if;
  for rule in select value from jsonb_array_elements(p_group -> 'rules') as value loop
    if jsonb_typeof(rule) <> 'object' then
      perform private.refuse('filter_invalid', '22023', 'A rule needs a field, an operator and a value');
    end if;
    conditions := conditions || case when rule ? 'rules' then private.filter_group_sql(rule, p_depth + 1) else private.filter_rule_sql(rule) end;
  end loop;
  return coalesce('(' || nullif(array_to_string(conditions, format(' %s ', p_group ->> 'op')), '') || ')', 'true');
end
$$;

create or replace function private.lead_filter_sql(p_filter jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if p_filter is null or p_filter in ('null', '{}') then return 'true'; end if;
  if octet_length(p_filter::text) > 50000 or (select count(*) from jsonb_path_query(p_filter, '$.**.field')) > 50 then
    perform private.refuse('filter_too_long', '22023', 'A filter can have up to 50 rules');
  end if;
  return private.filter_group_sql(p_filter, 1);
end
$$;

create or replace function private.lead_scope_sql(p_scope text, p_filter jsonb) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  if coalesce(p_scope, 'all') not in ('all', 'mine', 'unowned') then
    perform private.refuse('unknown_owner', '22023', 'The scope must be all, mine or unowned');
  end if;
  return concat_ws(' and ',
    case when jsonb_path_exists(coalesce(p_filter, '{}'), '$.**.field ? (@ == "archived" || @ == "is_spam")') then 'lead.merged_into is null'
      else 'private.is_live(lead)' end,
    case when p_scope = 'mine' then format('lead.user_id = %L', caller) when p_scope = 'unowned' then 'lead.user_id is null'
      when not private.has_active_role('admin') then format('(lead.user_id = %L or lead.user_id is null)', caller) end,
    nullif(private.lead_filter_sql(p_filter), 'true')
  );
end
$$;

create or replace function private.lock_own_lead_import(p_import_id uuid) returns public.lead_imports
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  found_import public.lead_imports;
begin
  select one.* into found_import from public.lead_imports as one
  where one.id = p_import_id and (one.actor_id = caller or private.has_active_role('admin')) for update;
  if not found then perform private.refuse('import_not_found', 'PT404', 'Import not found'); end if;
  return found_import;
end
$$;

create or replace function private.lead_fields() returns table (field text, label text, kind text, max_length integer, is_fact boolean)
language sql immutable parallel safe
as $$
  values
    ('first_name', 'First name', 'word', 100, true),
    ('last_name', 'Last name', 'word', 100, true),
    ('email', 'Email', 'word', 320, true),
    ('phone', 'Phone', 'text', 50, true),
    ('company', 'Company', 'word', 200, true),
    ('website', 'Website', 'text', 2048, true),
    ('role', 'Role', 'text', 100, true),
    ('job_title', 'Job title', 'text', 100, true),
    ('ad_spend', 'Ad spend', 'text', 100, true),
    ('target_clients', 'New clients', 'text', 100, true),
    ('deal_size', 'Deal size', 'text', 100, true),
    ('timeline', 'Timeline', 'text', 100, true),
    ('best_contact', 'Best contact', 'text', 100, true),
    ('goals', 'Goals', 'text', 10000, true),
    ('tags', 'Tags', 'list', 4000, true),
    ('tier_interest', 'Interested in', 'list', 2000, true),
    ('value_cents', 'Value', 'number', null, true),
    ('source', 'Source', 'choice', null, true),
    ('stage', 'Stage', 'choice', null, false),
    ('user_id', 'Owner', 'owner', null, false),
    ('lost_reason_id', 'Lost reason', 'id', null, false),
    ('lost_note', 'Lost note', 'text', 1000, false)
$$;

create or replace function public.lead_ids_matching(p_scope text default 'all', p_filter jsonb default null) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text;
  ids uuid[];
begin
  perform private.require_team();
  condition := private.lead_scope_sql(p_scope, p_filter);
  execute format('select array_agg(found.id) from (select lead.id from public.leads as lead where %s limit 10001) as found', condition) into ids;
  if cardinality(ids) > 10000 then
    perform private.refuse('too_many_leads', '22023', 'You can change up to 10,000 leads at a time. Narrow the filter.');
  end if;
  return coalesce(ids, '{}');
end
$$;

create or replace function private.require_lead(p_lead_id uuid) returns public.leads
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found_lead public.leads;
begin
  perform private.require_team();
  select lead.* into found_lead from public.leads as lead where lead.id = p_lead_id;
  -- Only the owner and admins may know whether a lead exists.
  if found_lead.id is null or not private.may_see_lead(found_lead.user_id) then
    perform private.refuse('lead_not_found', 'PT404', 'Lead not found');
  end if;
  return found_lead;
end
$$;

create or replace function private.lead_title(p_lead public.leads) returns text
language sql stable
set search_path = ''
as $$
  select left(coalesce(
    private.full_name(p_lead.first_name, p_lead.last_name), nullif(btrim(p_lead.company), ''), p_lead.email, p_lead.phone,
    'Unnamed lead'
  ), 200)
$$;

create or replace function public.list_lead_groups(
  p_by text, p_query text default '', p_limit integer default 10, p_offset integer default 0
) returns table (key text, name text, leads bigint, whole boolean, shown jsonb, total_groups bigint)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted text := lower(btrim(left(coalesce(p_query, ''), 200)));
  groups_wanted integer := least(greatest(coalesce(p_limit, 10), 1), 50);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
begin
  perform private.require_admin();
  if p_by is null or p_by not in ('owner', 'company') then
    perform private.refuse('unknown_group', '22023', 'Leads can be grouped by owner or company');
  end if;
  if wanted = '' then
    return query
    with page as materialized (
      select counted.key, counted.leads from private.lead_counts as counted
      where counted.kind = p_by and counted.leads > 0
      order by counted.leads desc, counted.key limit groups_wanted offset skipped
    )
    select page.key, case p_by when 'owner' then private.owner_name(page.key) else page.key end, page.leads, true,
      (
        select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
        from private.latest_leads(p_by, page.key, null, null, 5) as lead
      ),
      (select count(*) from private.lead_counts as counted where counted.kind = p_by and counted.leads > 0)
    from page order by page.leads desc, page.key;
    return;
  end if;
  return query
  with found as materialized (
    select * from private.find_leads(p_by, p_query)
  ), named as (
    -- A group whose own name matches shows all its leads.
    select counted.key, counted.leads from private.lead_counts as counted
    left join public.profiles as profile on p_by = 'owner' and profile.user_id::text = counted.key
    where counted.kind = p_by and counted.leads > 0 and strpos(
      lower(case
        when p_by = 'company' then counted.key when counted.key = '' then 'Unassigned'
        else coalesce(profile.first_name, '') || ' ' || coalesce(profile.last_name, '')
      end), wanted
    ) > 0
  ), matched as (
    select found.key, count(*) as leads from found group by found.key
  ), groups as (
    select coalesce(named.key, matched.key) as key, coalesce(named.leads, matched.leads) as leads, named.key is not null as whole
    from named full join matched on matched.key = named.key
  ), page as materialized (
    select groups.key, groups.leads, groups.whole, count(*) over () as total_groups from groups
    order by groups.leads desc, groups.key limit groups_wanted offset skipped
  ), ranked as materialized (
    select found.id, found.key, row_number() over (partition by found.key collate "C" order by found.created_at desc, found.id desc) as rank
    from found where found.key in (select page.key from page where not page.whole)
  )
  select page.key, case p_by when 'owner' then private.owner_name(page.key) else page.key end, page.leads, page.whole,
    case when page.whole then (
      select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
      from private.latest_leads(p_by, page.key, null, null, 5) as lead
    ) else (
      select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
      from ranked join public.leads as lead on lead.id = ranked.id where ranked.key = page.key and ranked.rank <= 5
    ) end,
    page.total_groups
  from page order by page.leads desc, page.key;
end
$$;

create or replace function public.list_group_leads(
  p_by text, p_key text, p_query text default '', p_before timestamptz default null, p_before_id uuid default null,
  p_limit integer default 25
) returns setof jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  leads_wanted integer := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  if p_by is null or p_by not in ('owner', 'company') then
    perform private.refuse('unknown_group', '22023', 'Leads can be grouped by owner or company');
  end if;
  if btrim(coalesce(p_query, '')) = '' then
    return query
    select private.admin_lead_json(one) from private.latest_leads(p_by, p_key, p_before, p_before_id, leads_wanted) as one
    order by one.created_at desc, one.id desc;
    return;
  end if;
  return query
  with found as materialized (
    select match.id from private.find_leads(p_by, p_query) as match
    where match.key = p_key and (
      p_before is null or (match.created_at, match.id) < (p_before, coalesce(p_before_id, '00000000-0000-0000-0000-000000000000'))
    )
    order by match.created_at desc, match.id desc limit leads_wanted
  )
  select private.admin_lead_json(one) from found join public.leads as one on one.id = found.id
  order by one.created_at desc, one.id desc;
end
$$;

create or replace function private.lead_order(p_sort text) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  direction constant text := case when p_sort like '-%' then 'desc' else 'asc' end;
  sorted_by constant text := ltrim(p_sort, '-');
  what constant text := case sorted_by
    when 'name' then 'lower(private.full_name(lead.first_name, lead.last_name))'
    when 'company' then 'nullif(lower(btrim(lead.company)), '''')'
    when 'value' then 'lead.value_cents' when 'next_step' then 'lead.next_task_at' when 'last_activity' then 'lead.last_activity_at'
    when 'response' then 'lead.response_seconds' when 'clock' then 'lead.clock_due_at' end;
  kind constant text := case when sorted_by in ('name', 'company') then 'text' when sorted_by in ('value', 'response') then 'bigint' else 'timestamptz' end;
begin
  if sorted_by = 'arrived' then return array[['true', 'lead.created_at', kind, direction, direction]]; end if;
  if sorted_by = 'stage' then
    return (
      select array_agg(array[format('lead.stage = %L', stage.key), 'lead.stage_entered_at', kind, 'desc', 'asc']
        order by case direction when 'asc' then stage.position else -stage.position end)
      from public.pipeline_stages as stage
    );
  end if;
  if what is null then perform private.refuse('unknown_order', '22023', format('Leads can''t be sorted by %s', left(sorted_by, 40))); end if;
  return array[[what || ' is not null', what, kind, direction, direction], [what || ' is null', 'lead.created_at', 'timestamptz', 'desc', 'desc']];
end
$$;

create or replace function public.log_activity(
  p_id uuid, p_lead_id uuid, p_kind text, p_body text default null, p_outcome text default null, p_occurred_at timestamptz default null,
  p_claim boolean default false, p_next jsonb default null, p_seconds integer default null, p_stage text default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  lead public.leads;
  happened timestamptz := least(coalesce(p_occurred_at, now()), now());
  known public.lead_activities;
  claims boolean;
  finished public.lead_tasks;
  planned uuid;
begin
  if p_id is null or not coalesce(private.is_human_activity(p_kind), false) then
    perform private.refuse('unknown_activity', '22023', 'You can only log calls, emails, texts, meetings and notes', 'kind');
  end if;
  if p_outcome is not null and p_outcome !~ '^[a-z][a-z_]{0,39}$' then
    perform private.refuse('unknown_outcome', '22023', 'Unknown outcome', 'outcome');
  end if;
  if p_kind = 'note' and coalesce(btrim(p_body), '') = '' then
    perform private.refuse('note_required', '22023', 'Enter a note', 'body');
  end if;
  if char_length(p_body) > 10000 then perform private.refuse('too_long', '22023', 'Use up to 10,000 characters', 'body'); end if;
  if not isfinite(happened) or happened < '1970-01-01' then perform private.refuse('required', '22023', 'Enter a valid time', 'occurred_at'); end if;
  if p_seconds not between 0 and 86400 then perform private.refuse('duration_invalid', '22023', 'A call can last up to one day', 'duration_seconds'); end if;
  -- Locks the lead, so that of two people who log at the same moment the second sees the first one's claim.
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  if lead.id is not null and p_claim and lead.user_id <> caller and not private.may_see_lead(lead.user_id) then
    perform private.refuse('lead_claimed', 'PT409', format('%s already claimed this lead', private.owner_name(lead.user_id::text)));
  end if;
  lead := private.require_lead(p_lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  select activity.* into known from public.lead_activities as activity where activity.id = p_id;
  if known.id is not null then
    if known.actor_id is distinct from caller or known.lead_id <> p_lead_id then
      perform private.refuse('id_taken', '42501', 'Someone else logged this');
    end if;
    return jsonb_build_object('id', p_id, 'claimed', lead.user_id = caller, 'finished', (
      select task.title from public.lead_tasks as task where task.id = private.parse_uuid(known.payload ->> 'finished')
    ), 'again', true);
  end if;
  claims := p_claim and lead.user_id is null;
  if claims then update public.leads as own set user_id = caller where own.id = lead.id; end if;
  finished := private.complete_matching_task(p_lead_id, p_kind, happened);
  if p_next is not null then planned := private.create_task(lead.id, p_next); end if;
  insert into public.lead_activities (id, lead_id, kind, body, actor_id, occurred_at, payload)
  values (p_id, lead.id, p_kind, nullif(btrim(p_body), ''), caller, happened, jsonb_strip_nulls(jsonb_build_object(
    'outcome', p_outcome, 'seconds', p_seconds, 'claimed', nullif(claims, false), 'finished', finished.id, 'planned', planned
  )));
  if p_stage is not null and p_stage <> lead.stage then
    perform public.change_leads(p_id, array[lead.id], jsonb_build_object('stage', p_stage));
  end if;
  return jsonb_build_object('id', p_id, 'claimed', claims or coalesce(lead.user_id = caller, false), 'finished', finished.title, 'again', false);
end
$$;

create or replace function private.create_task(p_lead_id uuid, p_task jsonb) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  task_id uuid := coalesce(private.parse_uuid(p_task ->> 'id'), gen_random_uuid());
  title text := btrim(coalesce(p_task ->> 'title', ''));
begin
  if title = '' or char_length(title) > 200 then
    perform private.refuse('task_title_required', '22023', 'Enter a task of up to 200 characters', 'title');
  end if;
  if p_task ->> 'due_at' is null or not (p_task ->> 'due_at')::timestamptz between '1970-01-01' and '2199-12-31' then
    perform private.refuse('required', '22023', 'Enter a due date', 'due_at');
  end if;
  if coalesce(p_task ->> 'kind', 'call') not in ('call', 'email', 'sms', 'meeting', 'other') then
    perform private.refuse('unknown_task_kind', '22023', 'Unknown task type', 'kind');
  end if;
  insert into public.lead_tasks (id, lead_id, kind, title, due_at, created_by)
  values (task_id, p_lead_id, coalesce(p_task ->> 'kind', 'call'), title, (p_task ->> 'due_at')::timestamptz, auth.uid())
  on conflict (id) do nothing;
  return task_id;
end
$$;

create or replace function public.finish_task(p_task_id uuid, p_next jsonb default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_team();
  select open.* into task from public.lead_tasks as open where open.id = p_task_id for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as done set done_at = now() where done.id = p_task_id and done.done_at is null;
  if p_next is not null then perform private.create_task(task.lead_id, p_next); end if;
  return jsonb_build_object('lead_id', task.lead_id, 'again', task.done_at is not null);
end
$$;

create or replace function public.send_lead_email(p_id uuid, p_lead_id uuid, p_subject text, p_body text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  lead public.leads;
  known public.lead_activities;
  claims boolean;
  settings public.agency_settings;
  finished public.lead_tasks;
begin
  perform private.require_lead(p_lead_id);
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  claims := lead.user_id is null;
  if p_id is null or coalesce(btrim(p_subject), '') = '' or coalesce(btrim(p_body), '') = '' then
    perform private.refuse('required', '22023', 'Enter a subject and a message');
  end if;
  if char_length(p_subject) > 200 or char_length(p_body) > 10000 then
    perform private.refuse('too_long', '22023', 'Use up to 200 characters in the subject and 10,000 in the message');
  end if;
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if lead.email is null then perform private.refuse('lead_without_email', '22023', 'This lead has no email address'); end if;
  if lead.consent_at is null then perform private.refuse('lead_without_consent', '22023', 'This lead hasn''t agreed to be emailed'); end if;
  select activity.* into known from public.lead_activities as activity where activity.id = p_id;
  if known.id is not null then
    if known.actor_id is distinct from caller then perform private.refuse('id_taken', '42501', 'Someone else sent this'); end if;
    return jsonb_build_object('id', p_id, 'again', true);
  end if;
  perform private.require_quota('lead_emails', caller::text), private.require_quota('lead_emails_to_one', private.address_key(lead.email));
  select own.* into settings from public.agency_settings as own;
  -- As a call does, an email claims the lead and moves it out of New.
  if claims then update public.leads as own set user_id = caller where own.id = lead.id; end if;
  finished := private.complete_matching_task(p_lead_id, 'email', now());
  insert into public.lead_activities (id, lead_id, kind, body, actor_id, payload)
  values (p_id, lead.id, 'email', btrim(p_body), caller, jsonb_strip_nulls(jsonb_build_object(
    'subject', btrim(p_subject), 'to', lead.email, 'outcome', 'sent', 'claimed', nullif(claims, false), 'finished', finished.id)));
  if lead.stage = 'new' and exists (select from public.pipeline_stages as stage where stage.key = 'attempting') then
    perform public.change_leads(p_id, array[lead.id], '{"stage": "attempting"}');
  end if;
  perform private.consume_quota('lead_emails', caller::text);
  perform private.consume_quota('lead_emails_to_one', private.address_key(lead.email));
  perform public.enqueue_outbox('mail', format('lead-message:%s', p_id), jsonb_build_object(
    'to', lead.email, 'template', 'lead-message',
    'data', jsonb_build_object('subject', btrim(p_subject), 'text', btrim(p_body), 'replyTo', settings.email)));
  return jsonb_build_object('id', p_id, 'again', false, 'claimed', claims, 'finished', finished.title);
end
$$;

create or replace function private.merge_obstacle(p_batch public.lead_batches) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  kept public.leads;
  other public.leads;
begin
  if p_batch.actor_id is distinct from auth.uid() and not private.has_active_role('admin') then
    return 'Only an admin or the person who merged these leads can unmerge them';
  end if;
  if p_batch.undone_at is not null then return 'These leads were already unmerged'; end if;
  select lead.* into kept from public.leads as lead where lead.id = (p_batch.changes ->> 'keep')::uuid;
  select lead.* into other from public.leads as lead where lead.id = (p_batch.changes ->> 'other')::uuid;
  if kept.id is null or other.id is null then return 'One of these leads no longer exists'; end if;
  if not (private.may_see_lead(kept.user_id) and private.may_see_lead(other.user_id)) then
    return 'One of these leads now belongs to a colleague. An admin can unmerge them';
  end if;
  if other.merged_into = kept.id then return null; end if;
  if kept.merged_into is not null and other.merged_into = kept.merged_into then
    return 'The merged lead was since merged into another lead. Undo that merge first';
  end if;
  return 'These leads are no longer merged';
end
$$;

create or replace function private.lead_merge_json(p_lead public.leads) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if p_lead.merged_into is null then return null; end if;
  return coalesce((
    select private.merge_json(batch.id, p_lead.merged_into)
    from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
    where noted.lead_id = p_lead.id and batch.kind = 'merge' and batch.undone_at is null and batch.changes ->> 'other' = p_lead.id::text
    order by batch.created_at desc, batch.id limit 1
  ), private.merge_json(null, p_lead.merged_into) || jsonb_build_object('obstacle', 'The details of this merge are no longer available'));
end
$$;

create or replace function private.lock_lead_pair(p_one uuid, p_other uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_count integer;
begin
  if p_one is null or p_other is null or p_one = p_other then
    perform private.refuse('same_lead', '22023', 'Choose two different leads to merge');
  end if;
  -- Locks in the order of ids, so that two people who merge the same pair in opposite directions cannot deadlock.
  perform from public.leads as lead where lead.id in (p_one, p_other) order by lead.id for update;
  select count(*) into found_count from public.leads as lead where lead.id in (p_one, p_other) and private.may_see_lead(lead.user_id);
  if found_count <> 2 then perform private.refuse('lead_not_found', 'PT404', 'Leads not found'); end if;
end
$$;

create or replace function public.merge_leads(p_batch_id uuid, p_keep_id uuid, p_other_id uuid, p_fields jsonb default '{}') returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  known public.lead_batches;
  keep public.leads;
  other public.leads;
  merged public.leads;
  after_keep public.leads;
  after_other public.leads;
  done jsonb;
begin
  if p_batch_id is null then perform private.refuse('required', '22023', 'The merge needs an id', 'id'); end if;
  perform private.lock_lead_pair(p_keep_id, p_other_id);
  select batch.* into known from public.lead_batches as batch where batch.id = p_batch_id;
  if known.id is not null then
    if known.actor_id is distinct from caller or known.kind <> 'merge' then
      perform private.refuse('id_taken', '42501', 'This change belongs to someone else');
    end if;
    return jsonb_build_object('batch_id', known.id, 'kept_id', known.changes ->> 'keep');
  end if;
  select lead.* into keep from public.leads as lead where lead.id = p_keep_id;
  select lead.* into other from public.leads as lead where lead.id = p_other_id;
  if keep.merged_into is not null or other.merged_into is not null then
    perform private.refuse('outdated', 'PT409', 'Someone else just merged one of these leads');
  end if;
  if keep.erased_at is not null or other.erased_at is not null then perform private.refuse('person_erased', 'PT409', 'This person was erased'); end if;
  if keep.archived_at is not null then perform private.refuse('lead_archived', 'PT409', 'The lead you''re keeping is archived. Restore it first.'); end if;
  merged := private.merged_lead(keep, other, coalesce(p_fields, '{}'));
  done := jsonb_build_object(
    'keep', p_keep_id, 'other', p_other_id, 'fields', coalesce(p_fields, '{}'),
    'clock', private.merge_open_clocks(p_keep_id, p_other_id, caller),
    'tasks', (select coalesce(jsonb_agg(task.id), '[]') from (
      select one.id from public.lead_tasks as one where one.lead_id = p_other_id order by one.due_at limit 1000) as task),
    'merged_before', (select coalesce(jsonb_agg(lead.id), '[]') from public.leads as lead where lead.merged_into = p_other_id)
  );
  insert into public.lead_batches (id, actor_id, kind, changes, leads) values (p_batch_id, caller, 'merge', done, 2);
  update public.lead_tasks as task set lead_id = p_keep_id where task.lead_id = p_other_id;
  update public.leads as lead set merged_into = p_keep_id where lead.merged_into = p_other_id;
  update public.leads as lead
  set merged_into = p_keep_id, archived_at = coalesce(lead.archived_at, now()) where lead.id = p_other_id
  returning lead.* into after_other;
  merged.reached := greatest(keep.reached, other.reached);
  merged.last_activity_at := greatest(keep.last_activity_at, other.last_activity_at);
  merged.first_touch := case when other.created_at < keep.created_at then coalesce(other.first_touch, keep.first_touch)
    else coalesce(keep.first_touch, other.first_touch) end;
  merged.last_touch := case when other.created_at > keep.created_at then coalesce(other.last_touch, keep.last_touch)
    else coalesce(keep.last_touch, other.last_touch) end;
  select written.* into after_keep from private.write_leads(array[merged]) as written;
  done := done || jsonb_build_object('answered', private.answer_merged_clock(p_keep_id));
  update public.lead_batches as batch set changes = done where batch.id = p_batch_id;
  perform private.sync_lead_clock(lead_id) from unnest(array[p_keep_id, p_other_id]) as lead_id;
  insert into private.lead_batch_rows (batch_id, lead_id, before, after) values
  (p_batch_id, p_keep_id,
    private.changed_fields(to_jsonb(keep), to_jsonb(after_keep)) || private.derived_fields(to_jsonb(keep), to_jsonb(after_keep)),
    private.changed_fields(to_jsonb(after_keep), to_jsonb(keep)) || private.derived_fields(to_jsonb(after_keep), to_jsonb(keep))),
  (p_batch_id, p_other_id, jsonb_build_object('archived_at', other.archived_at), jsonb_build_object('archived_at', after_other.archived_at));
  insert into public.lead_activities (lead_id, kind, actor_id, payload) values
  (p_keep_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'kept', 'lead_id', p_other_id)),
  (p_other_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'merged', 'lead_id', p_keep_id));
  return jsonb_build_object('batch_id', p_batch_id, 'kept_id', p_keep_id);
end
$$;

create or replace function public.order_lost_reasons(p_ids uuid[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  lock table public.lost_reasons in share row exclusive mode;
  if (select array_agg(reason.id order by reason.id) from public.lost_reasons as reason)
    is distinct from (select array_agg(wanted.id order by wanted.id) from unnest(p_ids) as wanted (id))
  then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed the lost reasons');
  end if;
  update public.lost_reasons as reason set position = wanted.place
  from unnest(p_ids) with ordinality as wanted (id, place)
  where reason.id = wanted.id and reason.position <> wanted.place;
end
$$;

create or replace function public.response_stats(
  p_from timestamptz default null, p_to timestamptz default null, p_by text default 'all'
) returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  zone text := private.agency_zone();
  target integer := (select settings.speed_to_lead_minutes * 60 from public.agency_settings as settings);
begin
  perform private.require_team();
  if p_by is null or p_by not in ('all', 'rep', 'source', 'hour') then
    perform private.refuse('unknown_group', '22023', 'Responses can be grouped by all, rep, source or hour');
  end if;
  return query
  with clock as materialized (
    select each.state, each.response_seconds, each.target_seconds, each.due_at,
      case p_by
        when 'all' then 'all'
        -- An answered lead counts for the person who answered, a waiting one for its owner.
        when 'rep' then coalesce((case each.state when 'answered' then each.answered_by else each.owner_id end)::text, '')
        when 'source' then each.source::text
        else extract(hour from each.arrived_at at time zone zone)::integer::text
      end as key
    from public.lead_clocks as each
    where each.state <> 'dropped' and each.arrived_at >= coalesce(p_from, '-infinity') and each.arrived_at < coalesce(p_to, 'infinity')
  ), figures as (
    select clock.key, count(*) as leads, count(*) filter (where clock.state = 'answered') as answered,
      percentile_disc(0.5) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as median,
      percentile_disc(0.9) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as p90,
      count(*) filter (where clock.state = 'answered' and clock.response_seconds <= clock.target_seconds) as "within",
      -- A lead that still has time is neither within the target nor over it.
      count(*) filter (where clock.state = 'answered' or clock.due_at < now()) as decided
    from clock group by clock.key
  ), group_key (key, place) as (
    select 'all', 0 where p_by = 'all'
    union all select held.user_id::text, 0 from public.user_roles as held where p_by = 'rep' and held.role = 'sales' and held.status = 'active'
    union all select source.value::text, source.place::integer
      from unnest(enum_range(null::public.lead_source)) with ordinality as source (value, place) where p_by = 'source'
    union all select hour.value::text, hour.value from generate_series(0, 23) as hour (value) where p_by = 'hour'
    union all select figures.key, 1 from figures where p_by = 'rep' and figures.key not in (
      select held.user_id::text from public.user_roles as held where held.role = 'sales' and held.status = 'active'
    )
  )
  select group_key.key,
    case p_by when 'all' then 'Everybody' when 'rep' then private.owner_name(group_key.key)
      when 'source' then private.source_label(group_key.key::public.lead_source) else lpad(group_key.key, 2, '0') || ':00' end as label,
    coalesce(figures.leads, 0), coalesce(figures.answered, 0), figures.median, figures.p90,
    case when figures.leads > 0 then figures."within" end, case when figures.leads > 0 then figures.decided end, target
  from group_key left join figures on figures.key = group_key.key
  order by group_key.place, case when p_by = 'rep' then private.owner_name(group_key.key) end collate "C", group_key.key;
end
$$;

create or replace function private.run_import_batch(p_import public.lead_imports, p_limit integer) returns integer
language plpgsql volatile security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  first_row integer := p_import.at_row + 1;
  last_row integer := p_import.at_row + p_limit;
  breaks_at integer;
  one_row integer;
  broken text;
  done record;
begin
  select max(staged.row_no) into one_row from private.lead_import_rows as staged where staged.import_id = p_import.id and staged.row_no >= first_row;
  if one_row is null then
    update public.lead_imports as one set status = 'done', finished_at = now(), at_row = p_import.at_row where one.id = p_import.id;
    perform private.analyze_leads();
    return 0;
  end if;
  last_row := least(last_row, one_row);
  if p_import.duplicates = 'update' then
    -- A second row for the same lead belongs to a later batch.
    select min(staged.row_no) into breaks_at from (
      select held.row_no, held.repeats >= first_row
        or held.lead_id is not null and row_number() over (partition by held.lead_id order by held.row_no) > 1
        or held.repeats is not null and row_number() over (partition by held.repeats order by held.row_no) > 1 as is_second
      from private.lead_import_rows as held
      where held.import_id = p_import.id and held.row_no between first_row and last_row and held.problem is null
    ) as staged where staged.is_second;
    last_row := coalesce(breaks_at - 1, last_row);
  end if;
  begin
    perform private.write_import_rows(p_import, first_row, last_row);
  exception when others then
    -- One bad row fails the batch. Row by row, the others get through and the bad one is marked.
    for one_row in first_row .. last_row loop
      begin
        perform private.write_import_rows(p_import, one_row, one_row);
      exception when others then
        get stacked diagnostics broken = constraint_name;
        update private.lead_import_rows as staged
        set outcome = 'failed', problem = coalesce(
          (
            select format('%s: over the limit for one lead, including existing values', known.label)
            from private.lead_fields() as known where known.kind = 'list' and broken = format('leads_%s_check', known.field)
          ),
          left(sqlerrm, 500)
        )
        where staged.import_id = p_import.id and staged.row_no = one_row;
      end;
    end loop;
  end;
  select count(*) filter (where staged.outcome = 'created') as created, count(*) filter (where staged.outcome = 'updated') as updated,
    count(*) filter (where staged.outcome = 'skipped') as skipped, count(*) filter (where staged.outcome = 'failed') as failed
  into done from private.lead_import_rows as staged where staged.import_id = p_import.id and staged.row_no between first_row and last_row;
  update public.lead_imports as one
  set at_row = last_row, handled = one.handled + last_row - first_row + 1, created = one.created + done.created,
    updated = one.updated + done.updated, skipped = one.skipped + done.skipped, failed = one.failed + done.failed
  where one.id = p_import.id;
  return last_row - first_row + 1;
end
$$;

create or replace function public.start_lead_import(p_import_id uuid, p_duplicates text default 'skip') returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if p_duplicates is null or p_duplicates not in ('skip', 'update', 'create') then
    perform private.refuse('unknown_choice', '22023', 'Choose to skip, update or create duplicates', 'duplicates');
  end if;
  if current_import.status in ('running', 'done') then return; end if;
  if current_import.status <> 'ready' then perform private.refuse('import_started', 'PT409', 'This import can no longer be started'); end if;
  update public.lead_imports as one set status = 'running', duplicates = p_duplicates, started_at = now(), handled = 0, at_row = 0
  where one.id = p_import_id;
  perform public.enqueue_outbox('lead_import', format('lead_import:%s:run', p_import_id), jsonb_build_object('importId', p_import_id));
end
$$;

create or replace function public.undo_lead_import(p_import_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if current_import.status in ('undoing', 'undone') then return; end if;
  if current_import.status not in ('done', 'canceled', 'failed') then
    perform private.refuse('import_running', 'PT409', 'Stop the import before you undo it');
  end if;
  if current_import.rows_purged_at is not null then
    perform private.refuse('import_purged', 'PT409', 'This import''s rows were deleted, so it can no longer be undone');
  end if;
  update public.lead_imports as one set status = 'undoing', handled = 0, undone_by = auth.uid() where one.id = p_import_id;
  -- Each try is a job with a key of its own, so that a failed undo can run again. The locked status allows one at a time.
  perform public.enqueue_outbox('lead_import', format('lead_import:%s:undo:%s', p_import_id, gen_random_uuid()), jsonb_build_object('importId', p_import_id));
end
$$;

create or replace function private.import_problem(p_fields jsonb) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  names constant text[] := private.lead_facts_of_kind('word', 'text', 'list');
  longest constant integer[] := private.longest_of_kind('word', 'text', 'list');
  said text;
  problem text := case
    when p_fields ->> 'problem' is not null then left(p_fields ->> 'problem', 500)
    when not private.identifies_lead(p_fields)
      then 'Add a name, email, phone or company'
    when p_fields ->> 'email' !~ '^[^@\s]+@[^@\s]+$' or char_length(p_fields ->> 'email') > 320 then 'Email: not a valid address'
  end;
begin
  if problem is not null then return problem; end if;
  for place in 1 .. cardinality(names) loop
    said := p_fields ->> names[place];
    if octet_length(said) > longest[place] then
      problem := private.length_problem(names[place], said);
      if problem is not null then return problem; end if;
    end if;
  end loop;
  return case
    when char_length(p_fields ->> 'note') > 10000 then 'Note: longer than 10,000 characters'
    when char_length(p_fields ->> 'lost_reason') > 1000 then 'Lost reason: longer than 1,000 characters'
    when concat_ws(' ', p_fields ->> 'created_at', p_fields ->> 'closed_at') ~ 'T\S*[+-](1[5-9]|[2-9]\d)(:?\d\d)?(\s|$)'
      then 'Created or closed: invalid time zone'
    when p_fields ->> 'created_at' !~ '^(19[7-9]|20\d|21\d)\d-\d\d-\d\d' then 'Created: not a date between 1970 and 2199'
    when p_fields ->> 'closed_at' !~ '^(19[7-9]|20\d|21\d)\d-\d\d-\d\d' then 'Closed: not a date between 1970 and 2199'
  end;
end
$$;

create or replace function public.create_lead_import(p_import_id uuid, p_file_name text, p_headers text[], p_mapping jsonb, p_defaults jsonb)
returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  owner_wanted uuid := (p_defaults ->> 'owner_id')::uuid;
begin
  if p_mapping is null or jsonb_typeof(p_mapping) <> 'array' or jsonb_array_length(p_mapping) <> cardinality(p_headers) then
    perform private.refuse('mapping_incomplete', '22023', 'Every column needs its place in the mapping', 'mapping');
  end if;
  if owner_wanted is not null and not private.is_on_team(owner_wanted) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active team members');
  end if;
  if coalesce(p_defaults ->> 'stage', 'new') = 'lost'
    or not exists (select from public.pipeline_stages as stage where stage.key = coalesce(p_defaults ->> 'stage', 'new')) then
    perform private.refuse('unknown_stage', '22023', 'New leads can''t start in this stage');
  end if;
  -- Deletes imports that were abandoned for a day.
  delete from public.lead_imports as old
  where old.actor_id = caller and old.status in ('staging', 'ready') and old.created_at < now() - interval '1 day';
  insert into public.lead_imports (id, actor_id, file_name, headers, mapping, owner_id, stage, source)
  values (
    p_import_id, caller, left(coalesce(nullif(btrim(p_file_name), ''), 'file.csv'), 255), p_headers, p_mapping, owner_wanted,
    coalesce(p_defaults ->> 'stage', 'new'), coalesce(p_defaults ->> 'source', 'other')::public.lead_source
  ) on conflict (id) do nothing;
  if not exists (select from public.lead_imports as one where one.id = p_import_id and one.actor_id = caller) then
    perform private.refuse('id_taken', '42501', 'This import belongs to someone else');
  end if;
end
$$;

create or replace function public.stage_lead_import(p_import_id uuid, p_from_row integer, p_rows jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
-- Statistics are always out of date while a table grows by thousands of rows a second. These settings read rows by index and
-- each list once.
set enable_seqscan = off
set jit = off
set enable_nestloop = off
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
  added record;
  emails text[];
  phones text[];
begin
  if current_import.status <> 'staging' then perform private.refuse('import_checked', 'PT409', 'This import was already checked'); end if;
  if p_from_row is null or p_from_row < 1 or jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > 2000 then
    perform private.refuse('rows_invalid', '22023', 'Rows come as an array of at most 2,000', 'rows');
  end if;
  if p_from_row > 500000 then perform private.refuse('file_too_large', '22023', 'A file can have up to 500,000 rows'); end if;
  perform private.consume_quota('import_rows', auth.uid()::text, jsonb_array_length(p_rows));
  perform private.consume_quota('import_bytes', auth.uid()::text, pg_column_size(p_rows));
  select array_agg(distinct lower(item.fields ->> 'email')) filter (where item.fields ->> 'email' is not null),
    array_agg(distinct private.phone_key(item.fields ->> 'phone')) filter (where item.fields ->> 'phone' is not null)
  into emails, phones from jsonb_array_elements(p_rows) as item (fields);
  with given as materialized (
    select p_from_row + (item.place - 1)::integer as row_no, item.fields,
      case when jsonb_typeof(item.fields) = 'object' then private.import_problem(item.fields) else 'Not a valid row' end as problem
    from jsonb_array_elements(p_rows) with ordinality as item (fields, place)
  ), owners as materialized (
    select named.owner from (select distinct given.fields ->> 'owner' as owner from given) as named
    where named.owner is not null and private.import_owner(named.owner) is null
  ), stages as materialized (
    select named.stage from (select distinct given.fields ->> 'stage' as stage from given) as named
    where named.stage is not null and private.import_stage(named.stage) is null
  ), checked as materialized (
    select given.row_no, given.fields, coalesce(given.problem, case
      when owners.owner is not null then format('Owner: no active team member is named %s', left(owners.owner, 80))
      when stages.stage is not null then format('Stage: no stage is named %s', left(stages.stage, 80))
    end) as problem
    from given left join owners on owners.owner = given.fields ->> 'owner' left join stages on stages.stage = given.fields ->> 'stage'
  ), keyed as materialized (
    select checked.*, case when checked.problem is null then lower(checked.fields ->> 'email') end as email_key,
      case when checked.problem is null then private.phone_key(checked.fields ->> 'phone') end as phone_key
    from checked
  ), there as materialized (
    select known.* from private.find_leads(emails, phones) as known
  ), earlier as materialized (
    -- Written so that only the index on the keys fits. The index on the rows would read the whole import.
    select stored.email_key, null as phone_key, min(stored.row_no) as row_no from private.lead_import_rows as stored
    where stored.email_key = any (emails) and stored.import_id is not distinct from p_import_id and stored.row_no + 0 < p_from_row group by 1
    union all
    select null, stored.phone_key, min(stored.row_no) from private.lead_import_rows as stored
    where stored.phone_key = any (phones) and stored.import_id is not distinct from p_import_id and stored.row_no + 0 < p_from_row group by 2
  ), within as materialized (
    select keyed.*, min(keyed.row_no) over (partition by keyed.email_key) as first_email,
      min(keyed.row_no) over (partition by keyed.phone_key) as first_phone,
      coalesce(there_mail.lead_id, there_phone.lead_id) as lead_id,
      least(earlier_mail.row_no, earlier_phone.row_no) as repeats
    from keyed left join there as there_mail on there_mail.email_key = keyed.email_key
    left join there as there_phone on there_phone.phone_key = keyed.phone_key
    left join earlier as earlier_mail on earlier_mail.email_key = keyed.email_key
    left join earlier as earlier_phone on earlier_phone.phone_key = keyed.phone_key
  ), staged as (
    insert into private.lead_import_rows (import_id, row_no, fields, email_key, phone_key, problem, lead_id, repeats)
    select p_import_id, within.row_no,
      case when within.problem is null then within.fields - 'problem' else private.shortened_fields(within.fields) end, within.email_key, within.phone_key, within.problem, within.lead_id,
      least(
        within.repeats, case when within.email_key is not null then nullif(within.first_email, within.row_no) end,
        case when within.phone_key is not null then nullif(within.first_phone, within.row_no) end
      )
    from within
    on conflict (import_id, row_no) do nothing
    returning problem, lead_id, repeats
  )
  select count(*)::integer as rows, count(staged.problem)::integer as wrong,
    (count(*) filter (where staged.lead_id is not null))::integer as known,
    (count(*) filter (where staged.lead_id is null and staged.repeats is not null))::integer as repeated
  into added from staged;
  update public.lead_imports as one
  set rows = one.rows + added.rows, wrong = one.wrong + added.wrong, known = one.known + added.known, repeated = one.repeated + added.repeated
  where one.id = p_import_id returning one.* into current_import;
  return jsonb_build_object('rows', current_import.rows, 'wrong', current_import.wrong, 'known', current_import.known,
    'repeated', current_import.repeated);
end
$$;

create or replace function public.prepare_lead_import(p_import_id uuid, p_rows integer) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if current_import.status <> 'staging' then return; end if;
  if current_import.rows <> p_rows or p_rows = 0 then
    perform private.refuse('rows_missing', 'PT409', 'Some rows of the file didn''t arrive');
  end if;
  update public.lead_imports as one set status = 'ready' where one.id = p_import_id;
end
$$;

create or replace function private.upsert_lead_from_application(p_application public.applications, p_origin jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  whole_name text := btrim(regexp_replace(p_application.full_name, '\s+', ' ', 'g'));
begin
  update public.applications as sent
  set lead_id = private.upsert_lead(
    jsonb_build_object('email', p_application.email, 'first_name', left(split_part(whole_name, ' ', 1), 100),
      'last_name', nullif(left(substr(whole_name, strpos(whole_name || ' ', ' ') + 1), 100), ''), 'phone', p_application.phone,
      'company', p_application.company, 'website', p_application.website, 'role', p_application.role,
      'target_clients', p_application.target_new_clients_per_month, 'deal_size', p_application.avg_deal_size,
      'timeline', p_application.timeline, 'best_contact', p_application.best_contact, 'goals', p_application.notes),
    private.parse_touch('application', p_origin || jsonb_strip_nulls(to_jsonb(p_application))),
    'Agreed to a reply to their application, by the channel they chose', p_application.is_spam,
    p_origin || jsonb_build_object('form', 'application', 'application_id', p_application.id))
  where sent.id = p_application.id;
  if not p_application.is_spam then
    perform private.enqueue_form_mails('application', p_application.id, p_application.email, split_part(whole_name, ' ', 1),
      jsonb_build_object(
        'name', whole_name, 'email', p_application.email, 'company', p_application.company, 'website', p_application.website,
        'role', p_application.role, 'target', p_application.target_new_clients_per_month,
        'dealSize', p_application.avg_deal_size, 'timeline', p_application.timeline, 'notes', p_application.notes,
        'bestContact', p_application.best_contact, 'phone', p_application.phone, 'page', p_application.page_url,
        'campaign', p_application.utm_campaign, 'utmSource', p_application.utm_source, 'traffic', p_origin ->> 'traffic_type'));
  end if;
end
$$;

create or replace function private.upsert_lead_from_contact(p_contact public.contacts) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update public.contacts as sent
  set lead_id = private.upsert_lead(
    jsonb_build_object('email', p_contact.email, 'first_name', p_contact.first_name, 'last_name', p_contact.last_name,
      'company', p_contact.company, 'ad_spend', p_contact.ad_spend, 'goals', p_contact.goals, 'tier_interest', p_contact.interests),
    private.parse_touch('contact', to_jsonb(p_contact)), 'Agreed to a reply to their contact form message', p_contact.is_spam,
    jsonb_build_object('form', 'contact', 'contact_id', p_contact.id))
  where sent.id = p_contact.id;
  if not p_contact.is_spam then
    perform private.enqueue_form_mails('contact', p_contact.id, p_contact.email, p_contact.first_name, jsonb_build_object(
      'name', p_contact.first_name || ' ' || p_contact.last_name, 'email', p_contact.email, 'company', p_contact.company,
      'adSpend', p_contact.ad_spend, 'interests', array_to_string(p_contact.interests, ', '), 'goals', p_contact.goals,
      'traffic', p_contact.traffic_type, 'campaign', p_contact.utm_campaign, 'utmSource', p_contact.utm_source,
      'landingPage', p_contact.landing_page));
  end if;
end
$$;

create or replace function public.crm_today(p_scope text default 'mine') returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := coalesce(p_scope, 'mine') = 'all' and private.has_active_role('admin');
  settings public.agency_settings;
  tomorrow timestamptz := private.tomorrow();
begin
  if coalesce(p_scope, 'mine') not in ('mine', 'all') then
    perform private.refuse('unknown_owner', '22023', 'Unknown scope');
  end if;
  select own.* into settings from public.agency_settings as own;
  return jsonb_build_object(
    'now', now(), 'target_seconds', settings.speed_to_lead_minutes * 60, 'zone', settings.time_zone, 'currency', settings.currency,
    'response', private.response_today(),
    'unanswered', private.queue_section('lead.clock_due_at is not null', 'clock_due_at', caller, everyone),
    -- Tasks of a lost lead are hidden until the lead comes back.
    'overdue', private.queue_section('lead.next_task_at < now() and lead.stage <> ''lost''', 'next_task_at', caller, everyone),
    'due_today', private.queue_section(
      format('lead.next_task_at >= now() and lead.next_task_at < %L and lead.stage <> ''lost''', tomorrow), 'next_task_at', caller, everyone
    ),
    'no_next_step', private.queue_section(
      'lead.next_task_at is null and lead.clock_due_at is null and lead.stage not in (''won'', ''lost'')',
      'stage_entered_at', caller, everyone
    )
  );
end
$$;

create or replace function public.run_lead_import(p_import_id uuid, p_limit integer) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports;
  handled integer := 0;
begin
  select one.* into current_import from public.lead_imports as one where one.id = p_import_id for update;
  if not found or current_import.status not in ('running', 'undoing') then return jsonb_build_object('over', true, 'handled', 0); end if;
  if not private.is_on_team(case current_import.status when 'running' then current_import.actor_id else current_import.undone_by end) then
    update public.lead_imports as one set status = 'failed', finished_at = now(), problem = case current_import.status
      when 'running' then 'The person who started this import is no longer active' else 'The person who undid this import is no longer active' end
    where one.id = p_import_id;
    return jsonb_build_object('over', true, 'handled', 0);
  end if;
  -- The chosen owner may have left since the file was read. Then new leads are unowned.
  if not private.is_on_team(current_import.owner_id) then current_import.owner_id := null; end if;
  handled := case current_import.status
    when 'running' then private.run_import_batch(current_import, least(greatest(p_limit, 1), 5000))
    else private.undo_import_batch(current_import, least(greatest(p_limit, 1), 5000))
  end;
  return jsonb_build_object('over', handled = 0, 'handled', handled);
end
$$;

create or replace function public.undo_log_activity(p_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  logged public.lead_activities;
  lead public.leads;
begin
  select found.* into logged from public.lead_activities as found
  where found.id = p_id and found.actor_id = caller and private.is_human_activity(found.kind);
  if logged.id is null then perform private.refuse('activity_not_found', 'PT404', 'Entry not found'); end if;
  perform from public.leads as held where held.id = logged.lead_id for update;
  lead := private.require_lead(logged.lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if logged.kind = 'email' and logged.payload ? 'to' then
    perform private.refuse('email_sent', '22023', 'You can''t undo a sent email');
  end if;
  insert into public.lead_retractions (activity_id, lead_id, retracted_by) values (p_id, lead.id, caller) on conflict do nothing;
  if not found then perform private.refuse('already_undone', 'PT409', 'This was already undone'); end if;
  if logged.created_at < now() - interval '1 day' then
    perform private.refuse('too_late_to_undo', '22023', 'You can only undo entries for one day');
  end if;
  perform private.reopen_clock(clock_id, p_id) from private.clocks_answered_by(lead.id, p_id) as clock_id;
  if exists (select from public.lead_batches as batch where batch.id = p_id and batch.actor_id = caller and batch.undone_at is null) then
    perform public.undo_lead_batch(p_id);
  end if;
  update public.lead_tasks as task set done_at = null
  where task.id = private.parse_uuid(logged.payload ->> 'finished') and task.lead_id = lead.id and task.done_by = caller;
  delete from public.lead_tasks as task
  where task.id = private.parse_uuid(logged.payload ->> 'planned') and task.lead_id = lead.id and task.done_at is null
    and task.created_by = caller and task.updated_at = task.created_at;
  update public.leads as held
  set last_activity_at = (
      select max(activity.occurred_at) from public.lead_activities as activity
      where activity.lead_id in (select private.leads_within(lead.id)) and activity.actor_id is not null
        and private.is_human_activity(activity.kind) and not private.is_retracted(activity.id)
    ),
    -- A caller who went on working with the lead keeps it.
    user_id = case when held.user_id = caller and logged.payload ? 'claimed' and not exists (
      select from public.lead_activities as later
      where later.lead_id = lead.id and later.created_at > logged.created_at and private.is_human_activity(later.kind)
        and not private.is_retracted(later.id)
    ) then null else held.user_id end
  where held.id = lead.id;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create or replace function public.reopen_task(p_task_id uuid, p_planned uuid default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_team();
  select done.* into task from public.lead_tasks as done where done.id = p_task_id for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as open set done_at = null where open.id = p_task_id and open.done_at is not null;
  delete from public.lead_tasks as next
  where next.id = p_planned and next.lead_id = task.lead_id and next.done_at is null and next.created_by = auth.uid()
    and next.updated_at = next.created_at;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create or replace function private.record_client_setup(p_lead public.leads, p_batch_id uuid, p_outcome text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- A lead may be in Won before anybody sets up the client, so this records the setup itself. An admin may still set up a
  -- client that a sales person handed over.
  insert into private.client_setups (lead_id, batch_id, outcome) values (p_lead.id, p_batch_id, p_outcome)
  on conflict (lead_id) do update set batch_id = excluded.batch_id, outcome = excluded.outcome, created_at = now()
  where client_setups.outcome = 'handed_over' and excluded.outcome <> 'handed_over';
  if not found then
    perform private.refuse(
      'client_set_up', 'PT409',
      private.lead_title(p_lead) || case p_outcome when 'handed_over' then ' was already handed over or set up as a client'
      else ' was already set up as a client' end
    );
  end if;
end
$$;

create or replace function private.request_client_setup(p_lead public.leads, p_caller uuid) returns void
language sql volatile
set search_path = ''
as $$
  insert into public.change_requests (user_id, user_email, business_name, request_type, message)
  select p_caller, person.email, coalesce(nullif(btrim(p_lead.company), ''), private.lead_title(p_lead)),
    'general_inquiry', format('Won: %s (%s). Please set up the client account, dashboard and retainer: /crm/leads/%s',
      private.lead_title(p_lead), coalesce(p_lead.email, 'no email'), p_lead.id)
  from auth.users as person where person.id = p_caller
$$;

create or replace function public.win_lead(
  p_batch_id uuid, p_lead_id uuid, p_value_cents bigint default null, p_account jsonb default null, p_dashboard jsonb default null,
  p_retainer jsonb default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  is_admin boolean := private.has_active_role('admin');
  address text := lower(btrim(p_account ->> 'email'));
  won public.leads;
  client uuid;
  outcome text := 'won';
begin
  select lead.* into won from public.leads as lead where lead.id = p_lead_id and private.may_see_lead(lead.user_id) for update;
  -- Checked behind the lock, so that the second of two equal requests finds what the first did.
  if exists (select from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller) then
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'known');
  end if;
  if won.id is null then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  if won.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if won.stage = 'won' and p_account is null then
    perform private.refuse('lead_won', 'PT409', format('%s is already won', private.lead_title(won)));
  end if;
  perform public.change_leads(p_batch_id, array[p_lead_id],
    '{"stage": "won"}'::jsonb || case when p_value_cents is null then '{}' else jsonb_build_object('value_cents', p_value_cents) end);
  if p_account is null then return jsonb_build_object('batch_id', p_batch_id, 'outcome', outcome); end if;
  perform private.record_client_setup(won, p_batch_id, case when is_admin then 'set_up' else 'handed_over' end);
  if not is_admin then
    perform private.request_client_setup(won, caller);
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'handed_over');
  end if;
  perform private.validate_client_setup(p_dashboard, p_retainer);
  -- An unconfirmed account proves nothing, so the invitation replaces it.
  select account.id into client from auth.users as account
  where lower(account.email) = address and account.email_confirmed_at is not null;
  if client is not null then
    if not exists (
      select from public.user_roles as held where held.user_id = client and held.role = 'client' and held.status = 'active'
    ) then
      perform private.refuse('account_not_client', 'PT409', 'This address belongs to an account that isn''t a client');
    end if;
    update private.client_setups as done set retainer_id = private.apply_client_setup(client, p_dashboard, p_retainer)
    where done.lead_id = p_lead_id;
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'granted');
  end if;
  perform public.invite_user(address, 'client');
  insert into private.pending_client_setups (batch_id, lead_id, email, dashboard, retainer, requested_by)
  values (p_batch_id, p_lead_id, address, p_dashboard, p_retainer, caller)
  on conflict (email) where fulfilled_at is null do update
  set batch_id = excluded.batch_id, lead_id = excluded.lead_id, dashboard = excluded.dashboard, retainer = excluded.retainer,
    requested_by = excluded.requested_by, created_at = now(), problem = null;
  return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'invited');
end
$$;

create or replace function public.set_admin_setup_email(p_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted text := lower(btrim(p_email));
begin
  if coalesce(wanted, '') = '' then
    delete from private.settings as setting where setting.key = 'admin_setup_email';
    return;
  end if;
  if char_length(wanted) > 320 or wanted !~ '^[^@\s]+@[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', format('The admin setup address isn''t a valid email address: %s', left(wanted, 100)));
  end if;
  insert into private.settings (key, value) values ('admin_setup_email', wanted)
  on conflict (key) do update set value = excluded.value where settings.value <> excluded.value;
end
$$;

create or replace function public.invite_user(p_email text, p_role public.app_role) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  address text := lower(btrim(p_email));
  -- Three UUIDs have 366 random bits; their hash keeps 256 of them.
  token text := encode(sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')), 'hex');
  invited uuid;
begin
  perform private.require_admin();
  if address is null or char_length(address) > 320 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address', 'email');
  end if;
  if exists (select from auth.users as account where lower(account.email) = address and account.email_confirmed_at is not null) then
    perform private.refuse('account_exists', 'PT409', 'This person already has an account. Change their role instead.', 'email');
  end if;
  perform private.remove_unconfirmed_account(address);
  -- A new invitation ends the earlier link.
  update public.invitations as earlier set revoked_at = now()
  where earlier.email = address and earlier.accepted_at is null and earlier.revoked_at is null;
  insert into public.invitations (email, role, token_hash, invited_by)
  values (address, p_role, sha256(convert_to(token, 'UTF8')), auth.uid()) returning id into invited;
  perform public.enqueue_outbox('mail', format('invitation:%s', invited), jsonb_build_object(
    'to', address, 'template', 'invitation', 'data', jsonb_build_object('token', token, 'role', p_role)
  ));
  return invited;
end
$$;

create or replace function public.revoke_invitation(p_invitation_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.invitations as open set revoked_at = now()
  where open.id = p_invitation_id and open.accepted_at is null and open.revoked_at is null;
  if not found then perform private.refuse('invitation_ended', 'PT409', 'This invitation was already used or revoked'); end if;
end
$$;

create or replace function private.check_invitation() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if (private.open_invitation(new.raw_user_meta_data ->> 'invitation_token', new.email)).id is null then
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired. Ask for a new one.');
  end if;
  return new;
end
$$;

create or replace function private.protect_last_admin() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if old.role <> 'admin' or old.status <> 'active' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and new.role = 'admin' and new.status = 'active' and new.user_id = old.user_id then
    return new;
  end if;
  -- A snapshot taken before the lock would not show the other demotion.
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    perform private.refuse('isolation_unsupported', '25001', 'Admins are removed in read committed transactions only');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.protect_last_admin', 0));
  if not exists (
    select from public.user_roles as other
    where other.role = 'admin' and other.status = 'active' and other.user_id <> old.user_id
  ) then
    perform private.refuse('last_admin', 'PT409', 'The last active admin can''t be removed, demoted or deactivated');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

create or replace function public.end_own_session(p_session_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  delete from auth.sessions as session where session.id = p_session_id and session.user_id = auth.uid();
  if not found then perform private.refuse('session_not_found', 'PT404', 'This session already ended'); end if;
end
$$;

create or replace function public.cancel_email_change() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  update auth.users as account
  set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_sent_at = null,
    email_change_confirm_status = 0
  where account.id = auth.uid() and coalesce(account.email_change, '') <> '';
  if not found then perform private.refuse('email_change_not_found', 'PT404', 'There is no pending address change to cancel'); end if;
end
$$;

create or replace function public.reject_user(p_user_id uuid, p_reason text default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if char_length(p_reason) > 500 then perform private.refuse('too_long', '22001', 'The reason is longer than 500 characters', 'reason'); end if;
  perform set_config('app.reject_reason', coalesce(btrim(p_reason), ''), true);
  update public.user_roles as held set status = 'inactive' where held.user_id = p_user_id and held.status = 'pending';
  if not found then perform private.refuse('already_decided', 'PT409', 'Another admin already reviewed this sign-up'); end if;
end
$$;

create or replace function private.reassign_leads(p_from uuid, p_to uuid, p_unassign boolean) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  held bigint := (select count(*) from public.leads as lead where lead.user_id = p_from and lead.archived_at is null);
begin
  if held = 0 then return 0; end if;
  if p_to is null and not coalesce(p_unassign, false) then
    perform private.refuse(
      'leads_unassigned', 'PT409',
      format('They have %s open leads. Choose a new owner, or leave the leads unassigned.', held),
      p_more => jsonb_build_object('leads', held)
    );
  end if;
  if p_to is not null and (p_to = p_from or not exists (
    select from public.user_roles as taker
    where taker.user_id = p_to and taker.status = 'active' and taker.role in ('sales', 'admin')
  )) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active sales reps and admins', 'reassign_to');
  end if;
  update public.leads as lead set user_id = p_to where lead.user_id = p_from and lead.archived_at is null;
  return held;
end
$$;

create or replace function public.deactivate_user(p_user_id uuid, p_reassign_to uuid default null, p_unassign boolean default false) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer;
begin
  perform private.require_admin();
  if p_user_id = auth.uid() then perform private.refuse('own_account', 'PT409', 'You can''t deactivate yourself'); end if;
  update public.user_roles as held set status = 'inactive' where held.user_id = p_user_id and held.status <> 'inactive';
  if not found then perform private.refuse('already_inactive', 'PT409', 'This person has no active access'); end if;
  moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign);
  perform private.end_access(p_user_id);
  return moved;
end
$$;

create or replace function public.reactivate_user(p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.user_roles as held set status = 'active' where held.user_id = p_user_id and held.status = 'inactive';
  if not found then perform private.refuse('not_inactive', 'PT409', 'This person isn''t inactive'); end if;
end
$$;

create or replace function public.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid default null, p_unassign boolean default false
) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer := 0;
begin
  perform private.require_admin();
  if not exists (select from auth.users as account where account.id = p_user_id) then
    perform private.refuse('person_not_found', 'PT404', 'Person not found');
  end if;
  if p_user_id = auth.uid() and p_role <> 'admin' then
    perform private.refuse('own_account', 'PT409', 'You can''t remove your own admin role');
  end if;
  insert into public.user_roles as held (user_id, role, status) values (p_user_id, p_role, 'active')
  on conflict (user_id, role) do update set status = 'active' where held.status <> 'active';
  if p_role = 'client' then moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign); end if;
  if p_role <> 'admin' and exists (
    select from public.user_roles as held where held.user_id = p_user_id and held.role = 'admin'
  ) then
    perform private.end_access(p_user_id);
  end if;
  delete from public.user_roles as held where held.user_id = p_user_id and held.role <> p_role;
  return moved;
end
$$;

create or replace function public.search_people(
  p_query text default '', p_role public.app_role default null, p_status public.role_status default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 50, p_offset integer default 0
) returns table (
  user_id uuid, first_name text, last_name text, email text, company text, roles jsonb, last_active timestamptz,
  open_leads bigint, created_at timestamptz, has_second_factor boolean, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  asked text := lower(btrim(coalesce(left(p_query, 200), '')));
  words text[] := regexp_split_to_array(asked, '\s+');
begin
  perform private.require_admin();
  if p_sort not in ('name', 'email', 'company', 'role', 'status', 'active', 'leads', 'created') then
    perform private.refuse('unknown_order', '22023', format('People can''t be sorted by %s', left(p_sort, 50)));
  end if;
  return query
  with seen as (
    select session.user_id, max(session.updated_at) as at from auth.sessions as session group by session.user_id
  ), found as (
    select profile.user_id, profile.first_name, profile.last_name, account.email::text as email, profile.company,
      greatest(seen.at, account.last_sign_in_at) as last_active, coalesce(owned.leads, 0) as open_leads, profile.created_at,
      case p_sort
        when 'name' then lower(concat_ws(' ', profile.first_name, profile.last_name))
        when 'email' then account.email when 'company' then lower(profile.company)
        when 'role' then (select min(held.role)::text from public.user_roles as held where held.user_id = profile.user_id)
        when 'status' then (select min(held.status)::text from public.user_roles as held where held.user_id = profile.user_id)
      end as word,
      case p_sort when 'active' then greatest(seen.at, account.last_sign_in_at) when 'created' then profile.created_at end as moment,
      case p_sort when 'leads' then coalesce(owned.leads, 0) end as number
    from public.profiles as profile
    join auth.users as account on account.id = profile.user_id
    left join private.lead_counts as owned on owned.kind = 'owner' and owned.key = profile.user_id::text
    left join seen on seen.user_id = profile.user_id
    where profile.erased_at is null
      and (p_role is null and p_status is null or exists (
        select from public.user_roles as held
        where held.user_id = profile.user_id and (p_role is null or held.role = p_role) and (p_status is null or held.status = p_status)
      ))
      and (asked = '' or not exists (
        select from unnest(words) as word (text)
        where strpos(lower(concat_ws(' ', profile.first_name, profile.last_name, account.email, profile.company)), word.text) = 0
      ))
  ), page as (
    select found.*, count(*) over () as total,
      row_number() over (
        order by
          case when not p_descending then found.word end asc nulls last, case when p_descending then found.word end desc nulls last,
          case when not p_descending then found.moment end asc nulls last, case when p_descending then found.moment end desc nulls last,
          case when not p_descending then found.number end asc, case when p_descending then found.number end desc nulls last,
          found.user_id
      ) as place
    from found order by place
    limit least(greatest(p_limit, 1), 5000) offset greatest(p_offset, 0)
  )
  select page.user_id, page.first_name, page.last_name, page.email, page.company,
    coalesce((
      select jsonb_agg(jsonb_build_object('role', held.role, 'status', held.status, 'since', held.created_at) order by held.role)
      from public.user_roles as held where held.user_id = page.user_id
    ), '[]'),
    page.last_active, page.open_leads, page.created_at,
    exists (select from auth.mfa_factors as factor where factor.user_id = page.user_id and factor.status = 'verified'),
    page.total
  from page order by page.place;
end
$$;

create or replace function private.require_sufficient_session() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_session_sufficient() then
    perform private.refuse('second_factor_required', '42501', 'Enter the code from your authenticator app first');
  end if;
end
$$;

create or replace function private.check_factor_requirement() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null and private.second_factor_state() <> 'given' then
    perform private.refuse('own_factor_first', 'PT409', 'Set up two-step sign-in for your own account first, and sign in with it');
  end if;
  return new;
end
$$;

create or replace function public.reset_second_factors(p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_user_id = auth.uid() then
    perform private.refuse('own_factor_in_settings', 'PT409', 'Remove your own authenticator apps in your security settings');
  end if;
  if private.remove_second_factors(p_user_id) = 0 then
    perform private.refuse('factor_not_found', 'PT404', 'This person doesn''t use two-step sign-in');
  end if;
end
$$;

create or replace function private.require_confirmed_account() returns trigger
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if exists (
    select from auth.users as account
    where account.id = (to_jsonb(new) ->> tg_argv[0])::uuid and account.email_confirmed_at is null
  ) then
    perform private.refuse('email_unconfirmed', 'PT409', 'This person hasn''t confirmed their email address yet');
  end if;
  return null;
end
$$;

create or replace function public.add_landing_domain(p_page_id uuid, p_domain text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  name text := lower(regexp_replace(btrim(coalesce(p_domain, '')), '^https?://|[/?#].*$|\.$', '', 'gi'));
  known public.landing_domains;
  added uuid;
begin
  perform private.require_admin();
  name := rtrim(name, '.');
  if char_length(name) > 253 or name !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$' then
    perform private.refuse('domain_invalid', '22023', 'Enter a domain such as offer.example.com, without a port or path', 'domain');
  end if;
  if not exists (select from public.landing_pages as page where page.id = p_page_id) then
    perform private.refuse('page_not_found', 'PT404', 'This page was deleted');
  end if;
  select held.* into known from public.landing_domains as held where held.domain = name;
  if known.page_id = p_page_id then return known.id; end if;
  if known.id is not null then
    perform private.refuse(
      'domain_taken', 'PT409',
      format('The page “%s” uses this domain. Remove it there first.', (select draft.title from public.landing_drafts as draft where draft.page_id = known.page_id)),
      'domain'
    );
  end if;
  if exists (select from public.landing_domains as held where held.page_id = p_page_id) then
    perform private.refuse('page_has_domain', 'PT409', 'This page already has a domain. Remove it first.');
  end if;
  insert into public.landing_domains (page_id, domain) values (p_page_id, name) on conflict do nothing returning id into added;
  if added is null then perform private.refuse('domain_taken', 'PT409', 'Someone else just added this domain', 'domain'); end if;
  return added;
end
$$;

create or replace function public.create_landing_preview(p_page_id uuid, p_hours integer) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Two random ids have 244 random bits.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require_admin();
  if p_hours is null or p_hours not between 1 and 720 then
    perform private.refuse('duration_invalid', '22023', 'A preview link can last 1 to 720 hours', 'hours');
  end if;
  if not exists (select from public.landing_pages as page where page.id = p_page_id) then
    perform private.refuse('page_not_found', 'PT404', 'This page was deleted');
  end if;
  insert into public.landing_previews (page_id, token_hash, expires_at, created_by)
  values (p_page_id, sha256(convert_to(token, 'UTF8')), now() + make_interval(hours => p_hours), auth.uid());
  return token;
end
$$;

create or replace function public.revoke_landing_preview(p_preview_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.landing_previews as link set revoked_at = now() where link.id = p_preview_id and link.revoked_at is null;
  if not found and not exists (select from public.landing_previews as link where link.id = p_preview_id) then
    perform private.refuse('preview_not_found', 'PT404', 'Link not found');
  end if;
end
$$;

create or replace function public.delete_landing_page(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.landing_pages;
begin
  perform private.require_admin();
  select held.* into page from public.landing_pages as held where held.id = p_page_id for update;
  if not found then return; end if;
  if page.status = 'published' then perform private.refuse('page_published', 'PT409', 'Unpublish the page first. Visitors can still see it.'); end if;
  delete from public.landing_pages as gone where gone.id = p_page_id;
end
$$;

create or replace function public.landing_page_stats(p_page_id uuid, p_from date, p_to date)
returns table (by text, key text, views bigint, visitors bigint, submissions bigint, conversion numeric)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('period_invalid', '22023', 'Choose a start and end date, up to three years apart');
  end if;
  return query
  with seen as (
    select held.day, held.source, held.version, held.views, held.visitors, 0::bigint as submissions
    from public.landing_views as held where held.page_id = p_page_id and held.day between p_from and p_to
    union all
    select (sent.created_at at time zone 'UTC')::date, sent.source, sent.version, 0, 0, 1
    from public.landing_submissions as sent
    where sent.page_id = p_page_id and not sent.is_spam
      and sent.created_at >= p_from::timestamp at time zone 'UTC' and sent.created_at < (p_to + 1)::timestamp at time zone 'UTC'
  ), grouped as (
    select case when grouping(seen.day) = 0 then 'day' when grouping(seen.source) = 0 then 'source'
        when grouping(seen.version) = 0 then 'version' else 'total' end as by,
      coalesce(seen.day::text, seen.source, seen.version::text, 'all') as key,
      sum(seen.views)::bigint as views, sum(seen.visitors)::bigint as visitors, sum(seen.submissions)::bigint as submissions
    from seen group by grouping sets ((), (seen.day), (seen.source), (seen.version))
  ), complete as (
    select grouped.* from grouped where grouped.views is not null
    union all
    -- Days without visits are listed too.
    select 'day', quiet.day::date::text, 0, 0, 0 from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') as quiet (day)
    where not exists (select from grouped where grouped.by = 'day' and grouped.key = quiet.day::date::text)
    union all
    select 'total', 'all', 0, 0, 0 where not exists (select from seen)
  )
  select complete.by, complete.key, complete.views, complete.visitors, complete.submissions,
    private.landing_rate(complete.submissions, complete.visitors)
  from complete
  order by complete.by, case when complete.by = 'day' then complete.key end, case when complete.by = 'version' then complete.key::integer end desc,
    complete.visitors desc, complete.key;
end
$$;

create or replace function private.check_landing_text(p_label text, p_text text, p_max integer) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if char_length(p_text) > p_max then
    perform private.refuse(
      'too_long', '22023',
      format('%s has %s characters. The limit is %s.', p_label, ltrim(to_char(char_length(p_text), '999,999,999,999')), ltrim(to_char(p_max, '999,999,999,999'))),
      private.field_name(p_label)
    );
  end if;
end
$$;

create or replace function private.parse_landing_draft(p_draft jsonb, p_held public.landing_drafts) returns public.landing_drafts
language plpgsql stable
set search_path = ''
as $$
declare
  draft public.landing_drafts := p_held;
begin
  if p_draft is null or jsonb_typeof(p_draft) <> 'object' then
    perform private.refuse('draft_invalid', '22023', 'A draft must be an object with its fields');
  end if;
  -- Reads only the fields that people write. Missing fields stay as they are.
  draft.slug := case when p_draft ? 'slug' then btrim(p_draft ->> 'slug') else draft.slug end;
  draft.title := case when p_draft ? 'title' then btrim(p_draft ->> 'title') else draft.title end;
  draft.description := case when p_draft ? 'description' then nullif(btrim(p_draft ->> 'description'), '') else draft.description end;
  if p_draft ? 'hide_title' then
    if jsonb_typeof(p_draft -> 'hide_title') <> 'boolean' then
      perform private.refuse('draft_invalid', '22023', 'hide_title must be true or false', 'hide_title');
    end if;
    draft.hide_title := (p_draft ->> 'hide_title')::boolean;
  end if;
  draft.content := case when p_draft ? 'content' then coalesce(p_draft ->> 'content', '') else coalesce(draft.content, '') end;
  draft.blocks := case when p_draft ? 'blocks' then nullif(p_draft -> 'blocks', 'null'::jsonb) else draft.blocks end;
  draft.theme := coalesce(case when p_draft ? 'theme' then p_draft ->> 'theme' else draft.theme end, 'default');
  draft.custom_css := case when p_draft ? 'custom_css' then nullif(p_draft ->> 'custom_css', '') else draft.custom_css end;
  draft.custom_js := case when p_draft ? 'custom_js' then nullif(p_draft ->> 'custom_js', '') else draft.custom_js end;
  if coalesce(draft.slug, '') !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then
    perform private.refuse(
      'slug_invalid', '22023',
      'The address can only have lowercase letters, digits and single hyphens, such as free-consultation',
      'slug'
    );
  end if;
  perform private.check_landing_text('The address', draft.slug, 100);
  if coalesce(draft.title, '') = '' then perform private.refuse('required', '22023', 'The page needs a title', 'title'); end if;
  perform private.check_landing_text('The title', draft.title, 200);
  perform private.check_landing_text('The description', draft.description, 1000);
  perform private.check_landing_text('The content', draft.content, 500000);
  perform private.check_landing_text('The CSS', draft.custom_css, 100000);
  perform private.check_landing_text('The JavaScript', draft.custom_js, 100000);
  if draft.blocks is not null and jsonb_typeof(draft.blocks) <> 'array' then
    perform private.refuse('draft_invalid', '22023', 'Blocks must be a list', 'blocks');
  end if;
  if octet_length(draft.blocks::text) > 4000000 then perform private.refuse('blocks_too_large', '22023', 'The blocks are larger than 4 MB', 'blocks'); end if;
  if draft.theme !~ '^[a-z][a-z0-9-]{0,49}$' then perform private.refuse('unknown_theme', '22023', 'Unknown theme', 'theme'); end if;
  return draft;
end
$$;

create or replace function private.lock_landing_draft(p_page_id uuid, p_seen_revision integer) returns public.landing_drafts
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.landing_drafts;
begin
  select draft.* into held from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  if not found then perform private.refuse('page_not_found', 'PT404', 'This page was deleted'); end if;
  if p_seen_revision is not null and held.revision <> p_seen_revision then
    perform private.refuse(
      'outdated', 'PT409',
      format('%s just saved this page', coalesce(private.person_name(held.updated_by), 'Someone')),
      p_more => jsonb_build_object('revision', held.revision, 'updated_at', held.updated_at)
    );
  end if;
  return held;
end
$$;

create or replace function public.unpublish_landing_page(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.landing_pages as page set status = 'draft' where page.id = p_page_id and page.status = 'published';
  if not found and not exists (select from public.landing_pages as page where page.id = p_page_id) then
    perform private.refuse('page_not_found', 'PT404', 'This page was deleted');
  end if;
end
$$;

create or replace function public.roll_back_landing_page(p_page_id uuid, p_number integer) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  past public.landing_page_versions;
begin
  perform private.require_admin();
  held := private.lock_landing_draft(p_page_id, null);
  select version.* into past from public.landing_page_versions as version where version.page_id = p_page_id and version.number = p_number;
  if not found then perform private.refuse('version_not_found', 'PT404', format('Version %s not found', p_number)); end if;
  -- The slug stays, because restoring a text must not break links.
  update public.landing_drafts as restored
  set title = past.title, description = past.description, hide_title = past.hide_title, content = past.content, blocks = past.blocks, theme = past.theme,
    custom_css = past.custom_css, custom_js = past.custom_js, revision = held.revision + 1, updated_by = auth.uid()
  where restored.page_id = p_page_id
  returning restored.* into held;
  held.slug := (select page.slug from public.landing_pages as page where page.id = p_page_id);
  return private.publish_landing_draft(held, p_number);
end
$$;

create or replace function private.require_address(p_email text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  address text := lower(btrim(p_email));
begin
  if address is null or char_length(address) > 320 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address');
  end if;
  return address;
end
$$;

create or replace function public.set_premium_override(p_email text, p_expires_at timestamptz default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_expires_at <= now() then perform private.refuse('gift_ended', '22023', 'The end date must be in the future', 'expires_at'); end if;
  insert into public.premium_overrides (email, expires_at) values (private.require_address(p_email), p_expires_at)
  on conflict (email) do update set expires_at = excluded.expires_at;
end
$$;

create or replace function public.delete_premium_override(p_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.premium_overrides as gift where gift.email = lower(btrim(p_email));
  if not found then perform private.refuse('gift_not_found', 'PT404', 'Override not found'); end if;
end
$$;

create or replace function public.retry_email(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if exists (select from private.outbox as job where job.id = p_id and job.payload ? 'redacted') then
    perform private.refuse('link_ended', '22023', 'This email can''t be resent because its link has expired');
  end if;
  update private.outbox as job
  set status = 'queued', run_at = now(), attempts = 0, locked_by = null, locked_until = null
  where job.id = p_id and job.kind = 'mail' and job.status = 'failed';
  if not found then perform private.refuse('email_not_failed', 'PT409', 'Only failed emails can be resent'); end if;
end
$$;

create or replace function private.protect_fixed_stages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.is_fixed and (new.label, new.position, new.is_fixed) <> (old.label, old.position, old.is_fixed) or new.key <> old.key then
    perform private.refuse('fixed_stage', 'PT409', 'You can''t rename or move New, Won and Lost');
  end if;
  return new;
end
$$;

create or replace function public.restore_audit_entry(p_entry_id bigint) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  entry public.audit_log;
  target regclass;
  keys text[];
  columns text;
  now_is jsonb;
begin
  perform private.require_admin();
  select * into entry from public.audit_log as held where held.id = p_entry_id;
  if not found then perform private.refuse('entry_not_found', 'PT404', 'Entry not found'); end if;
  -- Other tables cannot simply be restored: an invoice was sent, a payment made or a role granted.
  if entry.table_name not in ('client_dashboards', 'premium_overrides', 'agency_settings', 'retainers', 'landing_pages')
    or entry.action = 'insert' or entry.before is null then
    perform private.refuse('entry_not_restorable', 'PT409', 'This change can''t be reverted here');
  end if;
  target := format('public.%I', entry.table_name)::regclass;
  select array_agg(part.attname::text order by place.number) into keys
  from pg_catalog.pg_index as idx
  cross join lateral unnest(idx.indkey) with ordinality as place (attnum, number)
  join pg_catalog.pg_attribute as part on part.attrelid = idx.indrelid and part.attnum = place.attnum
  where idx.indrelid = target and idx.indisprimary;
  select string_agg(format('%I', part.attname), ', ' order by part.attnum) into columns
  from pg_catalog.pg_attribute as part
  where part.attrelid = target and part.attnum > 0 and not part.attisdropped and part.attgenerated = '' and part.attname <> 'updated_at';
  execute format('select to_jsonb(held) from %s as held where private.row_key(to_jsonb(held), $1) = $2 for update', target)
  into now_is using keys, entry.row_id;
  if entry.action = 'delete' then
    if now_is is not null then perform private.refuse('entry_there_already', 'PT409', 'It already exists'); end if;
    execute format('insert into %s (%s) select %s from jsonb_populate_record(null::%s, $1)', target, columns, columns, target)
    using entry.before;
    return;
  end if;
  if now_is is null then perform private.refuse('entry_deleted_since', 'PT409', 'It has since been deleted'); end if;
  if now_is - 'updated_at' <> entry.after - 'updated_at' then
    perform private.refuse('outdated', 'PT409', 'It has changed since. Revert the later change first.');
  end if;
  execute format(
    'update %s as held set (%s) = (select %s from jsonb_populate_record(null::%s, $1)) where private.row_key(to_jsonb(held), $2) = $3',
    target, columns, columns, target
  ) using entry.before, keys, entry.row_id;
end
$$;

create or replace function private.require_person(p_kind text, p_id uuid) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  gone timestamptz;
begin
  if p_kind is null or p_kind not in ('lead', 'account') or p_id is null then
    perform private.refuse('person_required', '22023', 'A lead or an account is erased');
  end if;
  if p_kind = 'lead' then
    select lead.erased_at into gone from public.leads as lead where lead.id = p_id;
  else
    select profile.erased_at into gone from auth.users as account left join public.profiles as profile on profile.user_id = account.id
    where account.id = p_id;
  end if;
  if not found then perform private.refuse('person_not_found', 'PT404', 'Person not found'); end if;
  if gone is not null then perform private.refuse('person_erased', 'PT409', 'This person was already erased'); end if;
end
$$;

create or replace function private.erasure_obstacles(p_person private.erased_person) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', found.code, 'text', found.words, 'items', found.items) order by found.place), '[]')
  from (
    select 1 as place, 'self' as code, 'You can''t erase yourself. Ask another admin.' as words, '[]'::jsonb as items
    where auth.uid() = any ((p_person).accounts)
    union all
    select 2, 'last_admin', 'This is the last active admin. Make someone else an admin first.', '[]'
    where exists (
      select from public.user_roles as held
      where held.user_id = any ((p_person).accounts) and held.role = 'admin' and held.status = 'active'
    ) and not exists (
      select from public.user_roles as other
      where other.user_id <> all ((p_person).accounts) and other.role = 'admin' and other.status = 'active'
    )
    union all
    select 3, 'open_invoices', 'These invoices are open. Collect, credit or cancel them first.', jsonb_agg(jsonb_build_object(
      'id', invoice.id, 'label', invoice.invoice_number, 'amount', invoice.owed_amount,
      'currency', invoice.currency
    ) order by invoice.created_at, invoice.id)
    from public.invoices as invoice
    where invoice.client_id = any ((p_person).accounts) and invoice.status in ('pending', 'overdue', 'active') having count(*) > 0
    union all
    select 4, 'running_retainers', 'These retainers haven''t ended. End them first.', jsonb_agg(jsonb_build_object(
      'id', retainer.id, 'label', retainer.retainer_name
    ) order by retainer.created_at, retainer.id)
    from public.retainers as retainer
    where retainer.client_id = any ((p_person).accounts) and retainer.status in ('active', 'paused') having count(*) > 0
    union all
    select 5, 'paid_plan', 'The Premium plan is still active at the payment provider. Cancel it there first.', '[]'
    where exists (
      select from public.subscriptions as plan
      where plan.user_id = any ((p_person).accounts) and plan.subscribed and plan.stripe_subscription_id is not null
    )
    union all
    select 6, 'open_leads', format('This person owns %s open %s. Deactivate them first to reassign the leads.',
      count(*), case count(*) when 1 then 'lead' else 'leads' end), '[]'
    from public.leads as lead
    where lead.user_id = any ((p_person).accounts) and lead.id <> all ((p_person).leads) and lead.archived_at is null
      and lead.erased_at is null and lead.stage not in ('won', 'lost') having count(*) > 0
  ) as found
$$;

create or replace function public.erase_person(p_kind text, p_id uuid, p_confirmation text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
set statement_timeout = '2min'
as $$
declare
  person private.erased_person;
  obstacles jsonb;
  erasure uuid;
begin
  perform private.require_admin();
  -- Erasures take turns. A caller who waited may no longer be an admin, and the person may be gone.
  perform pg_advisory_xact_lock(hashtextextended('private.erase_person', 0));
  perform private.require_admin();
  perform private.require_person(p_kind, p_id);
  perform private.lock_person(private.find_person(p_kind, p_id));
  -- Read again behind the locks, because somebody may have merged a lead or changed an address meanwhile.
  person := private.person_to_erase(p_kind, p_id);
  perform private.lock_person(person);
  if lower(btrim(p_confirmation)) is distinct from lower(btrim(private.erasure_label(p_kind, p_id))) then
    perform private.refuse('confirmation_wrong', '22023', 'The confirmation doesn''t match this person''s email address or name', 'confirmation');
  end if;
  obstacles := private.erasure_obstacles(person);
  if obstacles <> '[]' then
    perform private.refuse('erasure_blocked', 'PT409', obstacles -> 0 ->> 'text', p_more => jsonb_build_object('obstacles', obstacles));
  end if;
  insert into private.erasures (kind, leads, accounts, erased_by)
  values (p_kind, person.leads, person.accounts, auth.uid()) returning id into erasure;
  perform private.archive_billing_identities(person.accounts);
  perform private.apply_erasure_rules(person);
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, after)
  select auth.uid(), (select account.email from auth.users as account where account.id = auth.uid()), 'insert', 'erasures', erasure::text,
    jsonb_build_object('kind', p_kind, 'tombstone', p_id, 'leads', cardinality(person.leads), 'accounts', cardinality(person.accounts));
  update private.erasures as done set finished_at = now() where done.id = erasure;
  return jsonb_build_object('erasure_id', erasure, 'leads', cardinality(person.leads), 'accounts', cardinality(person.accounts));
end
$$;

create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (private.names_person(held.payload::text || ' ' || held.dedupe_key, $1)
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or private.names_person(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text), $1)$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'Entries stay with their time and author. Their content is removed.'),
    -- Entries about others stay. Only the person's address goes.
    (21, 'public.audit_log', 'held.actor_id = any (($1).accounts)', 'cleared', '{"actor_email": "null"}', null, null),
    (30, 'private.lead_import_rows', $w$held.lead_id = any (($1).leads) or held.email_key = any (($1).emails)
      -- Offices share phone numbers, so a number alone does not identify a person.
      or held.lead_id is null and held.email_key is null and held.phone_key = any (($1).phones) and exists (
        select from public.leads as own where own.id = any (($1).leads)
          and lower(concat_ws(' ', own.first_name, own.last_name)) = lower(concat_ws(' ', held.fields ->> 'first_name', held.fields ->> 'last_name')))$w$, 'cleared',
      '{"fields": "''{}''", "email_key": "null", "phone_key": "null", "before": "null", "after": "null", "lead_id": "null", "problem": "case when held.outcome is null or held.problem is not null then ''Erased'' end"}',
      'Rows of imported files', null),
    (40, 'public.lead_batches', $w$exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id = any (($1).leads))
      and (held.kind = 'merge' or not exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id <> all (($1).leads)))$w$,
      'cleared', '{"changes": "''{}''", "undone_at": "coalesce(held.undone_at, now())"}', 'Changes that could be undone', null),
    (50, 'private.lead_batch_rows', $w$held.lead_id = any (($1).leads) or exists (
      select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
      where noted.batch_id = held.batch_id and batch.kind = 'merge' and noted.lead_id = any (($1).leads))$w$, 'deleted', '{}',
      'Undo copies, including merges', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (110, 'private.pending_client_setups', 'held.lead_id = any (($1).leads) or held.email = any (($1).emails)', 'deleted', '{}', 'Pending client setups', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and private.names_person(held.answers::text, $1)$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Landing page submissions', 'The submission still counts in page reports. All answers are removed.'),
    -- When the last person of a company or campaign is erased, its name leaves earlier tombstones too.
    (155, 'public.leads', $w$held.erased_at is not null and held.company is not null
      and exists (select from public.leads as own where own.id = any (($1).leads) and own.company = held.company)$w$, 'cleared',
      '{"company": "private.neutral_company(held.company, $1)"}', null, null),
    (156, 'public.leads', $w$held.erased_at is not null and held.first_touch is not null and exists (select from public.leads as own
      where own.id = any (($1).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(held.first_touch ->> 'utm_campaign'))$w$, 'cleared',
      '{"first_touch": "private.neutral_touch(held.first_touch, $1)"}', null, null),
    (160, 'public.leads', 'held.id = any (($1).leads)', 'cleared',
      (
        select jsonb_object_agg(known.field, case known.kind when 'list' then '''{}''' else 'null' end)
        from private.lead_fields() as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words)', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and private.names_person(asked.message, $1))$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Replies to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and private.names_person(held.message, $1)$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or private.names_person(held.business_name, $1) then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (250, 'public.retainers', $w$held.client_id = any (($1).accounts) and held.status = 'pending'
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id and draft.client_id = any (($1).accounts)
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$held.client_id = any (($1).accounts) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Invoice drafts', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, including the client''s name and company',
      'Required by tax law, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Invoice lines', 'Part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Invoice credits', 'Part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'Invoice history', 'Required by tax law.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', 'held.client_id = any (($1).accounts)', 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
      'Invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'private.names_person(held.key, $1)', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$private.names_person(held.payload::text, $1)
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Accounts', 'The account ID stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_totals', 'counts'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'the agency''s pages'),
    ('public.landing_drafts', 'the agency''s pages'),
    ('public.landing_page_versions', 'the agency''s pages'),
    ('public.landing_pages', 'the agency''s pages'),
    ('public.landing_previews', 'hashes of links to the agency''s pages'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own')
  ) as entry (column_name, reason)
$$;

create or replace function private.limit_user_metadata() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Signed-in people write this themselves, and every answer about the account contains it.
  if octet_length(new.raw_user_meta_data::text) > 10000 then
    perform private.refuse('metadata_too_large', '22001', 'Account details can use up to 10,000 bytes');
  end if;
  return new;
end
$$;

create or replace function public.record_dashboard_access(p_dashboard_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  if private.is_restricted_to_pending() or not exists (
    select from public.client_dashboards as dashboard
    where dashboard.id = p_dashboard_id and dashboard.owner_id = (select auth.uid())
  ) then
    perform private.refuse('dashboard_not_found', 'PT404', format('You have no dashboard with the ID %s', p_dashboard_id));
  end if;
  -- One statement checks and counts. The second of two concurrent visits waits for the row and then finds it fresh.
  update public.client_dashboards as dashboard
  set access_count = dashboard.access_count + 1, last_accessed = now()
  where dashboard.id = p_dashboard_id and dashboard.owner_id = (select auth.uid())
    and (dashboard.last_accessed is null or dashboard.last_accessed <= now() - interval '1 minute');
end
$$;

create or replace function private.lock_own_dashboard_import(p_import_id uuid) returns private.dashboard_imports
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_import private.dashboard_imports;
begin
  perform private.require_admin();
  select * into found_import from private.dashboard_imports as one
  where one.id = p_import_id and one.admin_id = (select auth.uid()) for update;
  if not found then
    perform private.refuse('import_not_found', 'PT404', format('No import with the ID %s', p_import_id));
  end if;
  -- A job deletes the entries of imports that are older than a day, some before others.
  if found_import.finished_at is null and found_import.started_at < now() - interval '1 day' then
    perform private.refuse('import_expired', 'PT409', 'This import has expired. Choose the file again.');
  end if;
  return found_import;
end
$$;

create or replace function public.stage_dashboard_import(p_import_id uuid, p_entries jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  staged integer;
begin
  perform private.require_admin();
  if jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) > 2000 then
    perform private.refuse('rows_invalid', '22023', 'Entries must be an array of up to 2,000');
  end if;
  -- Deletes imports that were abandoned for a day.
  delete from private.dashboard_imports as one where one.started_at < now() - interval '1 day' and one.finished_at is null;
  insert into private.dashboard_imports (id, admin_id) values (p_import_id, (select auth.uid())) on conflict do nothing;
  if (private.lock_own_dashboard_import(p_import_id)).finished_at is not null then
    return 0;
  end if;
  insert into private.dashboard_import_entries (import_id, "position", user_id, business_name, notion_database_url, dashboard_title)
  select p_import_id, entry."position", entry.user_id, entry.business_name, entry.notion_database_url, entry.dashboard_title
  from jsonb_to_recordset(p_entries) as entry (
    "position" integer, user_id text, business_name text, notion_database_url text, dashboard_title text
  )
  on conflict do nothing;
  get diagnostics staged = row_count;
  if (select count(*) from private.dashboard_import_entries as entry where entry.import_id = p_import_id) > 50000 then
    perform private.refuse('file_too_large', '22023', 'An import can have up to 50,000 entries');
  end if;
  return staged;
end
$$;

create or replace function public.finish_dashboard_import(p_import_id uuid, p_left_out integer[] default '{}') returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import private.dashboard_imports := private.lock_own_dashboard_import(p_import_id);
  added integer;
begin
  if current_import.finished_at is not null then
    return current_import.imported;
  end if;
  delete from private.dashboard_import_entries as entry
  where entry.import_id = p_import_id and entry."position" = any (p_left_out);
  -- Each account gets its first dashboard. Other dashboards have no account and keep the user_id of the file.
  insert into public.client_dashboards (user_id, original_user_id, business_name, notion_database_url, dashboard_title)
  select coalesce(entry.taker::text, 'imported-user'),
    case when entry.taker is null and entry.user_id <> 'imported-user' then entry.user_id end,
    entry.business_name, entry.notion_database_url, entry.dashboard_title
  from (
    select waiting.*, case
      when owned.id is null and row_number() over (partition by person.id order by waiting."position") = 1 then person.id
    end as taker
    from private.dashboard_import_entries as waiting
    left join auth.users as person on person.id::text = lower(waiting.user_id) and person.email_confirmed_at is not null
    left join public.client_dashboards as owned on owned.owner_id = person.id
    where waiting.import_id = p_import_id
  ) as entry
  order by entry."position";
  get diagnostics added = row_count;
  delete from private.dashboard_import_entries as entry where entry.import_id = p_import_id;
  update private.dashboard_imports as one set finished_at = now(), imported = added where one.id = p_import_id;
  return added;
exception when unique_violation then
  perform private.refuse('dashboard_taken', 'PT409', 'One of the accounts just got a dashboard');
end
$$;

create or replace function private.require_admin() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.has_active_role('admin') then
    perform private.refuse('admin_only', '42501', 'Only an admin can do this');
  end if;
end
$$;

create or replace function private.require_https_url(given text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  url text := btrim(given);
  name constant text := '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
begin
  if coalesce(url, '') = '' then
    perform private.refuse('required', '22023', 'URL is required', 'url');
  end if;
  if char_length(url) > 2048 then
    perform private.refuse('too_long', '22001', 'The URL is longer than 2048 characters', 'url');
  end if;
  if url !~* '^https://' then
    perform private.refuse('url_not_https', '22023', 'The URL must start with https://', 'url');
  end if;
  if url ~ '^[^/]*//[^/?#]*@' then
    perform private.refuse('url_with_credentials', '22023', 'The URL can''t contain a username or password', 'url');
  end if;
  if url !~* ('^https://(' || name || '\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])(:[0-9]{1,5})?([/?#][^\s\\[:cntrl:]]*)?$') then
    perform private.refuse('url_invalid', '22023', 'Enter a valid URL', 'url');
  end if;
  return url;
end
$$;

create or replace function private.account_of_email(given text) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  select person.id into account from auth.users as person
  where lower(person.email) = lower(btrim(given))
  order by person.created_at limit 1;
  if account is null then
    perform private.refuse('account_not_found', 'PT404', format('No account with the email %s', left(coalesce(given, ''), 320)), 'client_email');
  end if;
  return account;
end
$$;

create or replace function public.delete_client_dashboard(dashboard_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.client_dashboards as dashboard where dashboard.id = dashboard_id;
  if not found then
    perform private.refuse('dashboard_not_found', 'PT404', format('No dashboard with the ID %s', dashboard_id));
  end if;
end
$$;

create or replace function public.update_client_dashboard(
  dashboard_id uuid, new_business_name text, new_notion_url text, new_dashboard_title text,
  expected_updated_at timestamptz default null, new_client_email text default null
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.client_dashboards;
  client_email text := nullif(btrim(new_client_email), '');
begin
  perform private.require_admin();
  select dashboard.* into held from public.client_dashboards as dashboard
  where dashboard.id = dashboard_id for update;
  if not found then
    perform private.refuse('dashboard_not_found', 'PT404', format('No dashboard with the ID %s', dashboard_id));
  end if;
  if held.updated_at <> expected_updated_at then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed this dashboard');
  end if;
  if client_email is not null and held.owner_id is not null then
    perform private.refuse('dashboard_has_account', '22023', 'This dashboard already belongs to an account', 'client_email');
  end if;
  update public.client_dashboards as dashboard
  set user_id = case when client_email is null then dashboard.user_id else private.account_of_email(client_email)::text end,
    business_name = private.require_name(new_business_name, 'Business name'),
    notion_database_url = private.require_https_url(new_notion_url),
    dashboard_title = private.require_name(new_dashboard_title, 'Dashboard title'),
    health_status = case when dashboard.notion_database_url = btrim(new_notion_url) then dashboard.health_status else 'unknown' end
  where dashboard.id = dashboard_id;
exception when unique_violation then
  perform private.refuse('client_has_dashboard', '23505', format('The client %s already has a dashboard', left(client_email, 320)), 'client_email');
end
$$;

create or replace function private.lock_request(p_request_id uuid, p_expected timestamptz) returns public.change_requests
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.change_requests;
begin
  select * into held from public.change_requests as request where request.id = p_request_id for update;
  if not found then perform private.refuse('request_not_found', 'PT404', 'Request not found'); end if;
  perform private.refuse_outdated(p_expected, held.updated_at);
  return held;
end
$$;

create or replace function public.search_change_requests(p_query text default '', p_status text default 'all', p_limit integer default 50, p_offset integer default 0)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words constant text[] := private.search_words(p_query);
  answer jsonb;
begin
  perform private.require_admin();
  if p_status not in ('all', 'open', 'answered', 'closed') then perform private.refuse('unknown_filter', '22023', 'Unknown filter'); end if;
  with found as materialized (
    select request.id, request.status::text as status, request.created_at
    from public.change_requests as request
    left join public.profiles as profile on profile.user_id = request.user_id
    where not exists (
      select from unnest(words) as word (pattern)
      where lower(request.message || ' ' || request.business_name || ' ') || private.client_text(profile.first_name, profile.last_name, profile.company, request.user_email)
        not like word.pattern
    )
  ), chosen as materialized (
    select * from found where p_status = 'all' or found.status = p_status
  ), page as (
    select request.*, profile.first_name, profile.last_name, profile.company, account.email
    from (
      -- Open requests come first, the oldest on top. The others follow, newest first.
      select chosen.id, row_number() over (
        order by chosen.status <> 'open', case when chosen.status = 'open' then chosen.created_at end, chosen.created_at desc, chosen.id
      ) as place from chosen order by place limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0)
    ) as placed
    join public.change_requests as request on request.id = placed.id
    join auth.users as account on account.id = request.user_id
    left join public.profiles as profile on profile.user_id = request.user_id
  )
  select jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', page.id, 'user_id', page.user_id, 'user_email', page.email, 'business_name', page.business_name, 'request_type', page.request_type,
        'message', page.message, 'status', page.status, 'created_at', page.created_at, 'updated_at', page.updated_at,
        'client_name', private.name_or_email(page.first_name, page.last_name, page.email), 'client_company', page.company,
        'answers', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', said.id, 'body', said.body, 'created_at', said.created_at,
            'author', private.full_name(author.first_name, author.last_name)
          ) order by said.created_at)
          from public.change_request_answers as said left join public.profiles as author on author.user_id = said.author_id
          where said.request_id = page.id
        ), '[]')
      ) order by page.status <> 'open', case when page.status = 'open' then page.created_at end, page.created_at desc, page.id) from page
    ), '[]'),
    'total', (select count(*) from chosen),
    'counts', (
      select jsonb_build_object(
        'all', count(*), 'open', count(*) filter (where found.status = 'open'), 'answered', count(*) filter (where found.status = 'answered'),
        'closed', count(*) filter (where found.status = 'closed')
      ) from found
    )
  ) into answer;
  return answer;
end
$$;

CREATE OR REPLACE FUNCTION public.list_landing_pages()
 RETURNS TABLE(id uuid, slug text, title text, status landing_page_status, version integer, has_changes boolean, domain_id uuid, domain text, domain_state landing_domain_state, views bigint, visitors bigint, submissions bigint, conversion numeric, updated_at timestamp with time zone, updated_by text, published_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since date := (now() at time zone 'UTC')::date - 29;
begin
  perform private.require_admin();
  return query
  select page.id, draft.slug, draft.title, page.status, page.version, draft.revision is distinct from draft.published_revision,
    own.id, own.domain, own.state, seen.views, seen.visitors, sent.submissions, private.landing_rate(sent.submissions, seen.visitors),
    draft.updated_at, coalesce(private.person_name(draft.updated_by), 'Someone'), live.published_at
  from public.landing_pages as page
  join public.landing_drafts as draft on draft.page_id = page.id
  left join public.landing_domains as own on own.page_id = page.id
  left join public.landing_page_versions as live on live.page_id = page.id and live.number = page.version
  cross join lateral (
    select coalesce(sum(held.views), 0)::bigint as views, coalesce(sum(held.visitors), 0)::bigint as visitors
    from public.landing_views as held where held.page_id = page.id and held.day >= since
  ) as seen
  cross join lateral (
    select count(*) as submissions from public.landing_submissions as form
    where form.page_id = page.id and not form.is_spam and form.created_at >= since::timestamp at time zone 'UTC'
  ) as sent
  order by draft.updated_at desc, page.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.response_stats(p_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to timestamp with time zone DEFAULT NULL::timestamp with time zone, p_by text DEFAULT 'all'::text)
 RETURNS TABLE(key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, within bigint, decided bigint, target_seconds integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  zone text := private.agency_zone();
  target integer := (select settings.speed_to_lead_minutes * 60 from public.agency_settings as settings);
begin
  perform private.require_team();
  if p_by is null or p_by not in ('all', 'rep', 'source', 'hour') then
    perform private.refuse('unknown_group', '22023', 'Responses can be grouped by all, rep, source or hour');
  end if;
  return query
  with clock as materialized (
    select each.state, each.response_seconds, each.target_seconds, each.due_at,
      case p_by
        when 'all' then 'all'
        -- An answered lead counts for the person who answered, a waiting one for its owner.
        when 'rep' then coalesce((case each.state when 'answered' then each.answered_by else each.owner_id end)::text, '')
        when 'source' then each.source::text
        else extract(hour from each.arrived_at at time zone zone)::integer::text
      end as key
    from public.lead_clocks as each
    where each.state <> 'dropped' and each.arrived_at >= coalesce(p_from, '-infinity') and each.arrived_at < coalesce(p_to, 'infinity')
  ), figures as (
    select clock.key, count(*) as leads, count(*) filter (where clock.state = 'answered') as answered,
      percentile_disc(0.5) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as median,
      percentile_disc(0.9) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as p90,
      count(*) filter (where clock.state = 'answered' and clock.response_seconds <= clock.target_seconds) as "within",
      -- A lead that still has time is neither within the target nor over it.
      count(*) filter (where clock.state = 'answered' or clock.due_at < now()) as decided
    from clock group by clock.key
  ), group_key (key, place) as (
    select 'all', 0 where p_by = 'all'
    union all select held.user_id::text, 0 from public.user_roles as held where p_by = 'rep' and held.role = 'sales' and held.status = 'active'
    union all select source.value::text, source.place::integer
      from unnest(enum_range(null::public.lead_source)) with ordinality as source (value, place) where p_by = 'source'
    union all select hour.value::text, hour.value from generate_series(0, 23) as hour (value) where p_by = 'hour'
    union all select figures.key, 1 from figures where p_by = 'rep' and figures.key not in (
      select held.user_id::text from public.user_roles as held where held.role = 'sales' and held.status = 'active'
    )
  )
  select group_key.key,
    case p_by when 'all' then 'Everyone' when 'rep' then private.owner_name(group_key.key)
      when 'source' then private.source_label(group_key.key::public.lead_source) else lpad(group_key.key, 2, '0') || ':00' end as label,
    coalesce(figures.leads, 0), coalesce(figures.answered, 0), figures.median, figures.p90,
    case when figures.leads > 0 then figures."within" end, case when figures.leads > 0 then figures.decided end, target
  from group_key left join figures on figures.key = group_key.key
  order by group_key.place, case when p_by = 'rep' then private.owner_name(group_key.key) end collate "C", group_key.key;
end
$function$;
