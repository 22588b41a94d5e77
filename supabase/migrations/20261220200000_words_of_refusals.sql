-- Refusals say things in the words of the screens.

create or replace function private.refuse_unsettled(p_account uuid, p_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  owed bigint;
  agreed bigint;
  running bigint;
  held text[];
begin
  if exists (select from private.client_members as rest where rest.account_id = p_account and rest.user_id <> p_user_id) then return; end if;
  select count(*) filter (where invoice.is_open), count(*) filter (where invoice.status = 'active' and invoice.owed_amount > 0) into owed, agreed
  from private.shown_invoices as invoice where invoice.account_id = p_account;
  select count(*) into running from public.retainers as retainer where retainer.account_id = p_account and retainer.status in ('active', 'paused');
  held := array_remove(array[
    case when owed > 0 then format('%s open %s', owed, case owed when 1 then 'invoice' else 'invoices' end) end,
    case when agreed > 0 then format('%s active %s', agreed, case agreed when 1 then 'invoice' else 'invoices' end) end,
    case when running > 0 then format('%s ongoing %s', running, case running when 1 then 'retainer' else 'retainers' end) end
  ], null);
  if held <> '{}' then
    perform private.refuse('account_in_use', 'PT409',
      regexp_replace(array_to_string(held, ', '), ', ([^,]*)$', ' and \1') || ' must be settled before the last person leaves',
      p_more => jsonb_build_object('invoices', owed + agreed, 'retainers', running));
  end if;
end
$$;

comment on function private.refuse_unsettled(uuid, uuid) is
'Refuses that the last person leaves an account while it has open or agreed invoices or running retainers, because nobody would be billed for them.';

create or replace function private.refuse_while_billed(p_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  held text[];
begin
  select array_remove(array[
    case when billed.invoices > 0 then format('%s open %s', billed.invoices, case billed.invoices when 1 then 'invoice' else 'invoices' end) end,
    case when billed.agreed > 0 then format('%s active %s', billed.agreed, case billed.agreed when 1 then 'invoice' else 'invoices' end) end,
    case when billed.retainers > 0 then format('%s ongoing %s', billed.retainers, case billed.retainers when 1 then 'retainer' else 'retainers' end) end,
    case when billed.has_plan then 'a paid Premium plan' end
  ], null) into held from private.billed_items(p_user_id) as billed;
  if held <> '{}' then
    perform private.refuse(
      'client_still_billed', 'PT409',
      format('They still have %s as a client. Settle or end these first.', regexp_replace(array_to_string(held, ', '), ', ([^,]*)$', ' and \1'))
    );
  end if;
end
$$;

comment on function private.refuse_while_billed(uuid) is
'Refuses to end someone''s time as a client while open or agreed invoices, running retainers or a paid plan name them: nobody could see or pay them.';

create or replace function private.lend_rep(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_open_account(p_account_id);
  if not exists (select from public.user_roles as held where held.user_id = p_user_id and held.role = 'sales' and held.status = 'active') then
    perform private.refuse('assignee_not_active', '22023', 'Only active sales reps can be added', 'user_id');
  end if;
  insert into public.account_loans (account_id, user_id, lent_by) values (p_account_id, p_user_id, auth.uid()) on conflict do nothing;
end
$$;

create or replace function private.end_loan(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.account_loans as loan where loan.account_id = p_account_id and loan.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This rep no longer works in the account'); end if;
  perform private.release_leads(p_account_id, p_user_id);
end
$$;

create or replace function private.check_member() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.account_id = private.agency_account() then
    perform private.refuse('agency_has_roles', '22023', 'This person works for the agency. Change their role instead.', 'account_id');
  end if;
  return new;
end
$$;

comment on function private.check_member() is 'Trigger: only clients'' accounts have members and lent sales people.';

create or replace function private.archive_account(p_account_id uuid, p_archived boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  running constant jsonb := private.account_running(p_account_id);
  problems text;
begin
  perform private.require_admin();
  perform private.require_managed_account(p_account_id);
  if p_archived then
    select string_agg(format('%s %s', running ->> kind.name, case running ->> kind.name when '1' then kind.one else kind.many end), ' and ' order by kind.place)
    into problems
    from (values
      (1, 'invoices', 'open invoice', 'open invoices'), (2, 'agreed', 'active invoice', 'active invoices'),
      (3, 'retainers', 'active retainer', 'active retainers'), (4, 'domains', 'published page with a custom domain', 'published pages with a custom domain')
    ) as kind (place, name, one, many)
    where (running ->> kind.name)::bigint > 0;
    if problems is not null then
      perform private.refuse('account_in_use', 'PT409', problems || ' must be settled first',
        p_more => running - array['drafts', 'bookings']);
    end if;
  end if;
  update public.accounts as account set archived_at = case when p_archived then coalesce(account.archived_at, now()) end
  where account.id = p_account_id;
end
$$;

create or replace function private.account_of_lead(p_lead public.leads, p_email text) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  account uuid := p_lead.client_account_id;
begin
  if p_lead.account_id <> private.agency_account() then
    perform private.refuse('lead_not_won', 'PT409', 'Only a won lead of the agency can become a client');
  end if;
  if account is null then
    -- A client who buys again keeps the account that they own.
    select member.account_id into account from auth.users as person
    join public.account_members as member on member.user_id = person.id and member.role = 'owner'
    join public.accounts as held on held.id = member.account_id and held.archived_at is null
    where lower(person.email) = lower(btrim(p_email)) and person.email_confirmed_at is not null
    order by member.created_at, member.account_id limit 1;
  end if;
  -- So does one who was invited and has not joined yet.
  if account is null then
    select open.account_id into account from public.invitations as open join public.accounts as held on held.id = open.account_id
    where open.email = lower(btrim(p_email)) and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
      and open.expires_at > now() and held.archived_at is null and private.first_owner(held.id) is null
    order by open.created_at, open.account_id limit 1;
  end if;
  if account is null then
    account := private.create_client_account(left(coalesce(nullif(btrim(p_lead.company), ''), private.lead_title(p_lead)), 200));
    if p_email is not null then perform public.invite_member(account, p_email, 'owner'); end if;
  end if;
  update public.leads as won set client_account_id = account where won.id = p_lead.id and won.client_account_id is distinct from account;
  perform private.close_handoffs(p_lead.id, format(
    '%s set up the client: %s.', coalesce(private.person_name(auth.uid()), 'An admin'), (select held.name from public.accounts as held where held.id = account)
  ));
  return account;
end
$$;

comment on function private.account_of_lead(public.leads, text) is
'The account of a lead that becomes a client: the one that it became before, else the one that a client with this address owns or is invited to own, else a new one whose owner is invited. Links both, and closes the lead''s hand-off.';

create or replace function private.create_account_from_lead(p_lead_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  lead public.leads;
  made uuid;
begin
  perform private.require_admin();
  perform private.require_lead(p_lead_id);
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  if lead.stage <> 'won' then
    perform private.refuse('lead_not_won', 'PT409', 'Only a won lead of the agency can become a client');
  end if;
  made := private.account_of_lead(lead, lead.email);
  return (select jsonb_build_object('id', account.id, 'slug', account.slug, 'name', account.name) from public.accounts as account where account.id = made);
end
$$;

create or replace function private.invoice_statement(p_from date, p_until date, p_client_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  client constant uuid := private.portal_client(p_client_id);
  accounts constant uuid[] := private.portal_accounts(p_client_id);
  own_currencies constant text[] := private.currencies_of(accounts);
  zone constant text := private.agency_zone();
begin
  if client is null then perform private.refuse('client_only', '42501', 'Only a client has a statement'); end if;
  if not private.client_has_premium(client) then
    perform private.refuse('premium_only', '42501', 'Statements are part of Premium');
  end if;
  if p_from is null or p_until is null or p_until < p_from then
    perform private.refuse('period_invalid', '22023', 'The last day can''t be before the first day', 'until');
  end if;
  return (
    -- An active invoice is agreed, and can't be paid yet. It is owed from the day on which it opens for payment, as in the portal.
    with own as (
      select invoice.*, coalesce((
          select max(event.created_at) from public.invoice_events as event where event.invoice_id = invoice.id and event.kind = 'opened'
        ), invoice.issued_at, invoice.created_at) as charged_at
      from public.invoices as invoice
      where (invoice.client_id = client or invoice.account_id = any (accounts)) and invoice.status not in ('draft', 'active') and not exists (
        -- Canceled before it opened for payment, so it was never owed.
        select from public.invoice_events as event where event.invoice_id = invoice.id and event.kind = 'withdrawn'
          and not exists (select from public.payments as entry where entry.invoice_id = invoice.id and entry.kind <> 'removed')
      )
    ), forgiven as (
      -- A paid invoice stays paid when money goes back. What went back beyond too much money is charged no more, the latest first.
      select entry.id, least(entry.amount, greatest(own.amount - own.credited_amount - own.kept_amount - coalesce(sum(entry.amount) over (
        partition by own.id order by entry.occurred_at desc, entry.id desc rows between unbounded preceding and 1 preceding
      ), 0), 0)) as amount
      from own join public.payments as entry on entry.invoice_id = own.id and entry.kind = 'refund' and entry.currency = own.currency
      where own.status = 'paid'
    ), entries as (
      select own.charged_at as at, 1 as place, own.id, own.invoice_number as document, 'invoice' as kind, own.description as text, own.currency,
        own.amount as charged, 0 as paid, 0 as credited, 0 as refunded
      from own
      union all
      -- A credit of an agreed invoice counts from when it opens.
      select greatest(credit.created_at, own.charged_at), 2, credit.id, own.invoice_number, 'credit', credit.reason, own.currency, 0, 0, credit.amount, 0
      from own join public.invoice_credits as credit on credit.invoice_id = own.id and credit.removed_at is null
      union all
      -- In the currency that came in, which may be another one than the invoice's.
      select entry.occurred_at, 3, entry.id, own.invoice_number, case when entry.is_duplicate then 'duplicate' else entry.kind end,
        case entry.kind when 'refund' then (
          select event.note from public.invoice_events as event
          where event.payment_id = entry.id and event.kind = 'refunded' order by event.created_at desc limit 1
        ) end, entry.currency, 0, case entry.kind when 'payment' then entry.amount else 0 end, coalesce(forgiven.amount, 0),
        case entry.kind when 'refund' then entry.amount when 'reversal' then -entry.amount else 0 end
      from own join public.payments as entry on entry.invoice_id = own.id and entry.kind <> 'removed'
      left join forgiven on forgiven.id = entry.id
      union all
      -- Paid before the ledger existed.
      select (own.paid_date + time '23:59') at time zone zone, 3, own.id, own.invoice_number, 'payment', null, own.currency, 0,
        own.amount - own.credited_amount, 0, 0
      from own
      where own.status = 'paid' and own.paid_date is not null
        and not exists (
          select from public.payments as entry where entry.invoice_id = own.id and entry.currency = own.currency and entry.kind = 'payment'
        )
      union all
      -- A void invoice is owed no more. Credits have taken their part before.
      select coalesce((
          select max(event.created_at) from public.invoice_events as event where event.invoice_id = own.id and event.kind = 'voided'
        ), own.charged_at), 4, own.id, own.invoice_number, 'void', null, own.currency, 0, 0, own.amount - own.credited_amount, 0
      from own where own.status = 'void' and own.amount <> own.credited_amount
    ), running as (
      -- Invoices that were issued together are in the order of their numbers: INV-999 before INV-1000.
      select entry.*, (entry.at at time zone zone)::date as day,
        sum(entry.charged + entry.refunded - entry.paid - entry.credited) over (
          partition by entry.currency order by entry.at, entry.place, length(entry.document), entry.document, entry.id rows unbounded preceding
        ) as balance
      from entries as entry
    ), opening as (
      select distinct on (earlier.currency) earlier.currency, earlier.balance from running as earlier
      where earlier.day < p_from order by earlier.currency, earlier.at desc, earlier.place desc,
        length(earlier.document) desc, earlier.document desc, earlier.id desc
    )
    select jsonb_build_object('agreed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'day', agreed.day, 'document', agreed.document, 'text', agreed.text, 'amount', agreed.amount, 'currency', agreed.currency
      ) order by agreed.day, length(agreed.document), agreed.document), '[]')
      from (
        select (coalesce(invoice.issued_at, invoice.created_at) at time zone zone)::date as day, invoice.invoice_number as document,
          invoice.description as text, invoice.amount - invoice.credited_amount as amount, invoice.currency
        from public.invoices as invoice
        where (invoice.client_id = client or invoice.account_id = any (accounts)) and invoice.status = 'active'
      ) as agreed
      where agreed.day <= p_until
    ), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'day', line.day, 'document', line.document, 'kind', line.kind, 'text', line.text, 'charged', line.charged, 'paid', line.paid,
      'credited', line.credited, 'refunded', line.refunded, 'balance', line.balance, 'currency', line.currency
    ) order by line.currency = any (own_currencies) desc, line.currency, line.at nulls first, line.place, length(line.document), line.document, line.id), '[]'))
    from (
      select null::timestamptz as at, 0 as place, null::uuid as id, p_from as day, null as document, 'opening' as kind, null as text,
        opening.currency, 0 as charged, 0 as paid, 0 as credited, 0 as refunded, opening.balance
      from opening where opening.balance <> 0
      union all
      select running.at, running.place, running.id, running.day, running.document, running.kind, running.text, running.currency,
        running.charged, running.paid, running.credited, running.refunded, running.balance
      from running where running.day between p_from and p_until
    ) as line
  );
end
$$;

create or replace function private.email_invoice(p_invoice_id uuid, p_kind text) returns timestamptz
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

create or replace function private.hand_over_call(p_booking_id uuid, p_giver uuid, p_taker uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  known constant public.booking_events := (
    select noted from public.booking_events as noted
    where noted.booking_id = p_booking_id and noted.account_id = private.workspace() and noted.event = 'reassigned' order by noted.id desc limit 1
  );
  booking public.bookings;
begin
  -- A request that comes twice. Who gave the call away may not see it any more.
  if known.actor_id = caller and known.payload ->> 'from' = p_giver::text and known.payload ->> 'to' = p_taker::text then return false; end if;
  booking := private.require_call(p_booking_id);
  perform private.require_open_booking(booking, caller);
  if booking.starts_at <= clock_timestamp() then perform private.refuse('booking_over', 'PT409', 'This call has started'); end if;
  -- All of them in one step, so that two people who give each other calls don't wait in a circle.
  perform private.lock_hosts(private.booked_hosts(booking.id) || p_taker);
  if not private.may_hand_over(booking) then
    perform private.refuse('leaders_only', '42501', 'Only the host, the lead''s owner, and the account''s owners and admins can hand over this call');
  end if;
  if p_giver is null or p_giver <> all (private.booked_hosts(booking.id)) then
    perform private.refuse('outdated', 'PT409', 'This call has another host now');
  end if;
  if not private.may_hand_over(booking, p_giver) then
    perform private.refuse('leaders_only', '42501', 'A host can only hand over their own part of a call');
  end if;
  if p_taker is null or p_taker <> all (private.takers_of_call(booking)) then
    perform private.refuse('assignee_not_active', 'PT409', 'This person can''t take the call', 'taker');
  end if;
  perform private.give_call(booking, p_giver, p_taker);
  return true;
end
$$;

create or replace function private.move_booking(
  p_booking uuid, p_starts_at timestamptz, p_actor uuid, p_undone bigint default null
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(p_booking);
  shift constant interval := p_starts_at - booking.starts_at;
begin
  perform private.require_open_booking(booking, p_actor);
  if p_starts_at = booking.starts_at then return false; end if;
  if p_actor is null then
    if booking.meeting_type_id is null then
      perform private.refuse('slot_not_free', 'PT409', 'Calls of this type can no longer be moved', 'starts_at');
    end if;
    perform private.require_slot(booking.meeting_type_id, p_starts_at, p_booking);
  elsif p_starts_at is null or not isfinite(p_starts_at) or p_starts_at <= clock_timestamp() then
    -- The team may promise a time outside of its hours.
    perform private.refuse('slot_passed', 'PT409', 'This time has passed', 'starts_at');
  end if;
  begin
    update public.booking_hosts as host set during = tstzrange(lower(host.during) + shift, upper(host.during) + shift)
    where host.booking_id = p_booking;
  exception when exclusion_violation then
    perform private.refuse_taken(p_booking, p_starts_at, 'starts_at');
  end;
  update public.bookings as moved
  set starts_at = moved.starts_at + shift, ends_at = moved.ends_at + shift, sequence = moved.sequence + 1
  where moved.id = p_booking;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (p_booking, booking.account_id, 'rescheduled', p_actor, jsonb_strip_nulls(jsonb_build_object(
    'from', booking.starts_at, 'to', p_starts_at, 'sequence', booking.sequence + 1, 'undone', p_undone
  )));
  perform private.send_booking_mails(p_booking, 'rescheduled', booking.starts_at, p_actor is not null and p_undone is null);
  return true;
end
$$;

comment on function private.move_booking(uuid, timestamptz, uuid, bigint) is
'Moves a call for its visitor (no actor: to free times of its hosts) or for a person of the account (to any time in the future at which its hosts have no other call). p_undone: they take back this event. False: it was there already. PT404, PT409: slot_taken, slot_not_free, slot_passed, booking_cancelled, booking_over.';

create or replace function private.parse_meeting_type(p_type jsonb) returns public.meeting_types
language plpgsql stable security definer
set search_path = ''
as $$
declare
  type public.meeting_types;
  questions constant jsonb := coalesce(p_type -> 'questions', '[]');
begin
  if jsonb_typeof(p_type) is distinct from 'object' then perform private.refuse('required', '22023', 'Enter a name', 'name'); end if;
  if coalesce(btrim(p_type ->> 'name'), '') = '' then perform private.refuse('required', '22023', 'Enter a name', 'name'); end if;
  if char_length(btrim(p_type ->> 'name')) > 100 then perform private.refuse('too_long', '22023', 'Use up to 100 characters', 'name'); end if;
  if coalesce(p_type ->> 'slug', '') !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or char_length(p_type ->> 'slug') > 60 then
    perform private.refuse('slug_invalid', '22023', 'Use lowercase letters, digits and hyphens, up to 60 characters', 'slug');
  end if;
  if char_length(p_type ->> 'description') > 2000 then perform private.refuse('too_long', '22023', 'Use up to 2,000 characters', 'description'); end if;
  if char_length(p_type ->> 'location_details') > 500 then perform private.refuse('too_long', '22023', 'Use up to 500 characters', 'location_details'); end if;
  if p_type ->> 'location' = 'video' and coalesce(p_type ->> 'location_details', '') !~ '^https://[^\s]+$' then
    perform private.refuse('url_invalid', '22023', 'Enter the link of the video call, starting with https://', 'location_details');
  end if;
  if p_type ->> 'location' = 'place' and coalesce(btrim(p_type ->> 'location_details'), '') = '' then
    perform private.refuse('required', '22023', 'Enter the address', 'location_details');
  end if;
  if jsonb_typeof(questions) <> 'array' or jsonb_array_length(questions) > 20 or octet_length(questions::text) > 20000
    or exists (select from jsonb_array_elements(questions) as question where not private.check_question(question))
    or (select count(*) <> count(distinct lower(btrim(question ->> 'label'))) or count(*) <> count(distinct question ->> 'id')
      from jsonb_array_elements(questions) as question)
  then
    perform private.refuse('questions_invalid', '22023', 'Give each question its own label, and each dropdown its options', 'questions');
  end if;
  begin
    type := jsonb_populate_record(null::public.meeting_types, p_type - array[
      'id', 'account_id', 'created_at', 'updated_at', 'questions', 'reminders', 'bookable_days', 'bookable_from', 'bookable_until'
    ]);
    type.reminders := array(
      select distinct each.value::integer from jsonb_array_elements_text(coalesce(p_type -> 'reminders', '[]')) as each order by 1 desc
    );
  exception when data_exception or invalid_text_representation then
    perform private.refuse('number_invalid', '22023', 'Enter whole numbers');
  end;
  type.name := btrim(type.name);
  type.questions := questions;
  type.description := coalesce(type.description, '');
  type.location := coalesce(type.location, 'phone');
  type.location_details := coalesce(btrim(type.location_details), '');
  type.assignment := coalesce(type.assignment, 'pool');
  type.is_active := coalesce(type.is_active, true);
  if coalesce(type.minutes, 0) not between 5 and 480 then perform private.refuse('number_invalid', '22023', 'A call takes 5 to 480 minutes', 'minutes'); end if;
  if coalesce(type.buffer_before, -1) not between 0 and 240 then perform private.refuse('number_invalid', '22023', 'Enter 0 to 240 minutes', 'buffer_before'); end if;
  if coalesce(type.buffer_after, -1) not between 0 and 240 then perform private.refuse('number_invalid', '22023', 'Enter 0 to 240 minutes', 'buffer_after'); end if;
  if coalesce(type.step_minutes, 0) not in (5, 10, 15, 20, 30, 60) then perform private.refuse('number_invalid', '22023', 'Choose how often calls can begin', 'step_minutes'); end if;
  if coalesce(type.notice_minutes, -1) not between 0 and 43200 then perform private.refuse('number_invalid', '22023', 'Enter up to 30 days', 'notice_minutes'); end if;
  if coalesce(type.horizon_days, 0) not between 1 and 365 then perform private.refuse('number_invalid', '22023', 'Enter 1 to 365 days', 'horizon_days'); end if;
  if type.daily_limit not between 1 and 100 then perform private.refuse('number_invalid', '22023', 'Enter 1 to 100 calls, or leave it blank', 'daily_limit'); end if;
  select hours.days, hours.starts, hours.ends into type.bookable_days, type.bookable_from, type.bookable_until
  from private.parse_bookable_hours(p_type, type.minutes) as hours;
  if cardinality(type.reminders) > 10 or not (5 <= all (type.reminders) and 20160 >= all (type.reminders)) then
    perform private.refuse('number_invalid', '22023', 'Choose up to 10 reminders, 5 minutes to 14 days ahead', 'reminders');
  end if;
  return type;
end
$$;

comment on function private.parse_meeting_type(jsonb) is 'A meeting type as a person wrote it. 22023: what is wrong, with the field.';

create or replace function private.save_rota(p_user_id uuid, p_rota jsonb, p_seen timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  is_leader constant boolean := coalesce(private.manages_workspace(), false);
  account constant uuid := private.workspace();
  known public.rotas;
  stored timestamptz;
begin
  if p_user_id is null or not (p_user_id = any (private.team_of(account))) then
    perform private.refuse('person_not_found', 'PT404', 'Person not found on the team');
  end if;
  if not is_leader and p_user_id <> caller then perform private.refuse('admin_only', '42501', 'Only an admin or owner can do this'); end if;
  perform pg_advisory_xact_lock(hashtextextended(format('rota of %s in %s', p_user_id, account), 0));
  select held.* into known from public.rotas as held where held.account_id = account and held.user_id = p_user_id for update;
  if known.updated_at is distinct from p_seen then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed these hours');
  end if;
  if p_rota is null and is_leader then
    delete from public.rotas as held where held.account_id = account and held.user_id = p_user_id;
    return null;
  end if;
  perform private.check_shift_hours(p_rota -> 'hours');
  if not exists (select from pg_catalog.pg_timezone_names as zone where zone.name = p_rota ->> 'time_zone') then
    perform private.refuse('unknown_choice', '22023', 'Choose a time zone', 'time_zone');
  end if;
  if is_leader and (
    coalesce(p_rota ->> 'capacity', '1') !~ '^\d{1,4}$' or coalesce((p_rota ->> 'capacity')::integer, 1) not between 1 and 1000
  ) then
    perform private.refuse('number_out_of_range', '22023', 'Enter a number from 1 to 1,000, or leave it blank for no limit', 'capacity');
  end if;
  if is_leader and (coalesce(p_rota ->> 'weight', '') !~ '^\d{1,3}$' or (p_rota ->> 'weight')::integer > 100) then
    perform private.refuse('number_out_of_range', '22023', 'Enter a number from 0 to 100', 'weight');
  end if;
  insert into public.rotas as held (account_id, user_id, time_zone, hours, capacity, weight)
  values (
    account, p_user_id, p_rota ->> 'time_zone', p_rota -> 'hours',
    case when is_leader then (p_rota ->> 'capacity')::integer end, case when is_leader then (p_rota ->> 'weight')::integer else 1 end
  )
  on conflict (account_id, user_id) do update set time_zone = excluded.time_zone, hours = excluded.hours,
    -- People set their own hours; how much they get is for those who lead.
    capacity = case when is_leader then excluded.capacity else held.capacity end,
    weight = case when is_leader then excluded.weight else held.weight end
  returning held.updated_at into stored;
  return stored;
end
$$;

create or replace function private.check_shift_hours(p_hours jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  time_of_day constant text := '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
  day record;
  pair record;
  last_end text;
begin
  if jsonb_typeof(p_hours) is distinct from 'object' then perform private.refuse('hours_invalid', '22023', 'Enter the hours of each day', 'hours'); end if;
  for day in select * from jsonb_each(p_hours) as each (name, ranges) loop
    if day.name <> all (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) or jsonb_typeof(day.ranges) <> 'array' or jsonb_array_length(day.ranges) > 6 then
      perform private.refuse('hours_invalid', '22023', 'Enter up to 6 shifts for each day from Monday to Sunday', 'hours');
    end if;
    last_end := '';
    for pair in
      select one.value ->> 0 as starts, one.value ->> 1 as ends, jsonb_typeof(one.value) = 'array' and jsonb_array_length(one.value) = 2 as is_pair
      from jsonb_array_elements(day.ranges) as one (value) order by one.value ->> 0
    loop
      if pair.is_pair is not true or coalesce(pair.starts !~ time_of_day or pair.ends !~ time_of_day or pair.starts >= pair.ends, true) then
        perform private.refuse('hours_invalid', '22023', 'End each shift after its start', day.name);
      end if;
      if pair.starts < last_end then perform private.refuse('hours_overlap', '22023', 'Shifts on the same day can''t overlap', day.name); end if;
      last_end := pair.ends;
    end loop;
  end loop;
end
$$;

comment on function private.check_shift_hours(jsonb) is 'Refuses hours that are no shifts, or overlap. Same rule as shiftProblems in domain/shifts.ts.';

create or replace function private.set_booking_outcome(p_booking_id uuid, p_outcome text, p_seen text default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  booking public.bookings;
  lead public.leads;
  next_stage text;
  last_event public.booking_events;
  was_told boolean := false;
begin
  if p_outcome is null or p_outcome not in ('held', 'no_show', 'rescheduled', 'reopened') then
    perform private.refuse('unknown_outcome', '22023', 'Unknown outcome', 'outcome');
  end if;
  booking := private.require_call(p_booking_id);
  select held.* into lead from public.leads as held where held.id = private.kept_lead(booking.lead_id);
  if p_outcome = 'reopened' then
    if booking.state = 'booked' then return jsonb_build_object('state', booking.state, 'again', true, 'was_told', false); end if;
    select noted.* into last_event from public.booking_events as noted
    where noted.booking_id = booking.id and noted.event in ('held', 'no_show', 'cancelled') order by noted.id desc limit 1;
    if booking.state = 'cancelled' and not coalesce(last_event.payload ? 'invited', false) then
      perform private.refuse('booking_cancelled', 'PT409', 'This call was canceled');
    end if;
    begin
      update public.bookings as undone set state = 'booked', decided_at = null, decided_by = null where undone.id = booking.id;
    exception when exclusion_violation then
      perform private.refuse_taken(booking.id, booking.starts_at);
    end;
    -- Only the stage that the outcome set goes back, not one that a person chose since.
    if lead.stage = last_event.payload ->> 'stage_to' then
      perform private.restore_stage(lead.id, last_event.payload);
    end if;
    insert into public.booking_events (booking_id, account_id, event, actor_id) values (booking.id, booking.account_id, 'reopened', caller);
    delete from private.outbox as mail
    where mail.dedupe_key = any (private.outcome_mails(booking, last_event.id)) and mail.status = 'queued' and mail.attempts = 0;
    return jsonb_build_object('state', 'booked', 'again', false, 'was_told', exists (
      select from private.outbox as mail where mail.dedupe_key = any (private.outcome_mails(booking, last_event.id))
    ));
  end if;
  if booking.state <> 'booked' then
    if booking.state::text = p_outcome or booking.state = 'cancelled' and p_outcome = 'rescheduled' then
      return jsonb_build_object('state', booking.state, 'again', true, 'was_told', false);
    end if;
    if p_seen is distinct from booking.state::text then
      perform private.refuse('booking_decided', 'PT409', 'Someone already recorded the outcome of this call');
    end if;
    -- The wrong outcome goes back first, with the stage that it set.
    was_told := (private.set_booking_outcome(p_booking_id, 'reopened') ->> 'was_told')::boolean;
    booking := private.require_call(p_booking_id);
    select held.* into lead from public.leads as held where held.id = lead.id;
  end if;
  if booking.starts_at > now() then perform private.refuse('call_in_future', '22023', 'This call hasn''t started yet', 'outcome'); end if;
  update public.bookings as decided
  set state = (case p_outcome when 'rescheduled' then 'cancelled' else p_outcome end)::public.booking_state, decided_at = now(), decided_by = caller
  where decided.id = booking.id returning * into booking;
  if p_outcome = 'held' and lead.stage = 'call_booked' and lead.erased_at is null then
    select following.key into next_stage from public.pipeline_stages as following
    join public.pipeline_stages as booked on booked.key = 'call_booked'
    where following.position > booked.position and following.key not in ('won', 'lost') order by following.position limit 1;
    if next_stage is not null then update public.leads as moved set stage = next_stage where moved.id = lead.id; end if;
  end if;
  if p_outcome = 'held' then
    update public.leads as met set last_activity_at = greatest(met.last_activity_at, booking.starts_at) where met.id = lead.id;
  end if;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (booking.id, booking.account_id, case p_outcome when 'rescheduled' then 'cancelled' else p_outcome end, caller,
    case when next_stage is not null then private.stage_before(lead) || jsonb_build_object('stage_to', next_stage) else '{}' end
    || case when p_outcome = 'rescheduled' then '{"invited": true}' else '{}' end::jsonb);
  if p_outcome in ('no_show', 'rescheduled') and lead.erased_at is null then
    perform private.enqueue_booking_mail(booking, case p_outcome when 'no_show' then 'booking-missed' else 'booking-rebook' end, (
      select count(*) from public.booking_events as noted where noted.booking_id = booking.id
    )::text, p_run_at => private.booking_mail_time(true));
  end if;
  return jsonb_build_object('state', booking.state, 'again', false, 'was_told', was_told);
end
$$;

create or replace function private.undo_lead_batch(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  is_admin boolean := private.sees_all_leads();
  batch public.lead_batches;
  restored integer;
  total integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and found.account_id = private.workspace() and (found.actor_id = caller or private.manages_workspace()) for update;
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', 'Change not found'); end if;
  if batch.kind <> 'change' then perform private.refuse('not_undoable', '22023', 'This change can''t be undone here'); end if;
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
  return jsonb_strip_nulls(jsonb_build_object('restored', restored, 'kept', total - restored, 'accounts', case when private.has_active_role('admin') then (
    -- Its owner may have the invitation already, so the account of a lead that is no longer won stays.
    select jsonb_agg(jsonb_build_object('id', account.id, 'name', account.name, 'is_invited', exists (
      select from public.invitations as open
      where open.account_id = account.id and open.accepted_at is null and open.revoked_at is null and open.expires_at > now()
    )) order by account.name, account.id)
    from public.accounts as account where account.archived_at is null and account.id in (
      select lead.client_account_id from private.lead_batch_rows as noted join public.leads as lead on lead.id = noted.lead_id
      where noted.batch_id = p_batch_id and noted.after ->> 'stage' = 'won' and lead.stage <> 'won'
    )
  ) end));
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
  if p_batch.actor_id is distinct from auth.uid() and not private.manages_workspace() then
    return 'Only an admin or the person who merged these leads can unmerge them';
  end if;
  if p_batch.undone_at is not null then return 'These leads were already unmerged'; end if;
  select lead.* into kept from public.leads as lead where lead.id = (p_batch.changes ->> 'keep')::uuid;
  select lead.* into other from public.leads as lead where lead.id = (p_batch.changes ->> 'other')::uuid;
  if kept.id is null or other.id is null then return 'One of these leads no longer exists'; end if;
  if not (private.may_see_lead(kept) and private.may_see_lead(other)) then
    return 'One of these leads now belongs to a colleague. An admin can unmerge them';
  end if;
  if other.merged_into = kept.id then return null; end if;
  if kept.merged_into is not null and other.merged_into = kept.merged_into then
    return 'The merged lead has since been merged into another lead. Undo that merge first';
  end if;
  return 'These leads are no longer merged';
end
$$;

comment on function private.merge_obstacle(public.lead_batches) is
'Why the caller cannot undo this merge now, as people read it; null when they can.';

create or replace function private.prepare_lead_import(p_import_id uuid, p_rows integer) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if current_import.status <> 'staging' then return; end if;
  if current_import.rows <> p_rows or p_rows = 0 then
    perform private.refuse('rows_missing', 'PT409', 'Some rows of the file weren''t received');
  end if;
  update public.lead_imports as one set status = 'ready' where one.id = p_import_id;
end
$$;

create or replace function private.check_landing_variants(p_variants jsonb, p_live integer) returns void
language plpgsql immutable
set search_path = ''
as $$
declare
  weights integer;
begin
  if p_variants is null or jsonb_typeof(p_variants) <> 'array' or jsonb_array_length(p_variants) not between 2 and 5
    or exists (select from jsonb_array_elements(p_variants) as variant where jsonb_typeof(variant.value) <> 'object') then
    perform private.refuse('test_invalid', '22023', 'A test compares 2 to 5 versions', 'variants');
  end if;
  if exists (
    select from jsonb_array_elements(p_variants) as variant
    where jsonb_typeof(variant.value -> 'weight') is distinct from 'number' or (variant.value ->> 'weight') !~ '^[1-9][0-9]?$'
  ) then
    perform private.refuse('test_invalid', '22023', 'Every version needs a whole percentage from 1 to 99', 'weights');
  end if;
  select sum((variant.value ->> 'weight')::integer) into weights from jsonb_array_elements(p_variants) as variant;
  if weights <> 100 then
    perform private.refuse('test_invalid', '22023', format('The percentages add up to %s. They must add up to 100.', weights), 'weights');
  end if;
  if exists (
    select from jsonb_array_elements(p_variants) as variant
    where jsonb_typeof(variant.value -> 'label') is distinct from 'string' or btrim(variant.value ->> 'label') = ''
      or char_length(btrim(variant.value ->> 'label')) > 40
  ) or (select count(distinct lower(btrim(variant.value ->> 'label'))) from jsonb_array_elements(p_variants) as variant)
    < jsonb_array_length(p_variants) then
    perform private.refuse('test_invalid', '22023', 'Give each version a different name of at most 40 characters', 'labels');
  end if;
  -- A version without a number is the draft.
  if exists (
    select from jsonb_array_elements(p_variants) as variant
    where coalesce(jsonb_typeof(variant.value -> 'version'), 'null') <> 'null' and coalesce(variant.value ->> 'version', '') !~ '^[1-9][0-9]{0,8}$'
  ) or (select count(distinct coalesce(variant.value ->> 'version', 'draft')) from jsonb_array_elements(p_variants) as variant)
    < jsonb_array_length(p_variants) then
    perform private.refuse('test_invalid', '22023', 'Choose different versions', 'versions');
  end if;
  if (p_variants -> 0 ->> 'version') is distinct from p_live::text then
    perform private.refuse('outdated', 'PT409', 'Another version is live now. Review the test and start it again.', 'versions');
  end if;
end
$$;

comment on function private.check_landing_variants(jsonb, integer) is
'Refuses variants that cannot be tested: 2 to 5 versions [{version, weight, label}], the live one first, whole percentages that add up to 100.';

create or replace function private.require_premium() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
begin
  if not private.is_premium_workspace() then
    perform private.refuse('premium_only', '42501', 'Leads are read-only on your plan. With Premium, you can work with them.');
  end if;
  return caller;
end
$$;

comment on function private.require_premium() is
'Returns the caller''s id. 42501: the caller may not enter the workspace (team_only), or its plan is free (premium_only).';

create or replace function private.require_page_writer(p_page_id uuid default null) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_pages();
begin
  if not private.writes_pages_of(account) then
    perform private.refuse('premium_only', '42501', 'Landing pages are read-only on your plan. With Premium, you can write and publish them.');
  end if;
  if p_page_id is not null
    and not exists (select from public.landing_pages as page where page.id = p_page_id and page.account_id = account) then
    perform private.refuse('page_not_found', 'PT404', 'This page was deleted');
  end if;
  return account;
end
$$;

comment on function private.require_page_writer(uuid) is
'Returns the workspace. 42501: the caller doesn''t read its landing pages (pages_only), or its plan is free (premium_only). PT404: the given page is not one of them.';

create or replace function private.person_to_bill(p_client_id uuid, p_account_id uuid) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  account public.accounts;
  person uuid := p_client_id;
begin
  if p_account_id is null then
    perform private.require_client(person);
    return person;
  end if;
  -- An owner who joins at this moment comes before or after, never between.
  select held.* into account from public.accounts as held where held.id = p_account_id and held.kind = 'client' for no key update;
  if account.id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found', 'client_id'); end if;
  if account.archived_at is not null then
    perform private.refuse('account_archived', 'PT409', 'This account is archived. Restore it first.', 'client_id');
  end if;
  if person is null then person := private.first_owner(p_account_id);
  elsif not exists (select from public.account_members as member where member.account_id = p_account_id and member.user_id = person) then
    perform private.refuse('client_not_active', '22023', 'This person isn''t in the account', 'client_id');
  end if;
  if person is not null then perform private.require_client(person); end if;
  return person;
end
$$;

comment on function private.person_to_bill(uuid, uuid) is
'The person whom a draft names: the given one, else the first owner of the account, else null, because nobody has joined it yet. Locks the account. Refuses people who are not active clients of it, and archived accounts.';

create or replace function private.retainer_as_saved(
  p_held public.retainers, p_start date, p_months integer, p_status public.retainer_status, p_bill_month date
) returns public.retainers
language plpgsql stable
set search_path = ''
as $$
declare
  saved public.retainers := p_held;
  today constant date := private.agency_day();
  moved constant boolean := p_start is distinct from p_held.start_date;
begin
  saved.start_date := p_start;
  saved.duration_months := p_months;
  saved.status := p_status;
  if moved or p_months is distinct from p_held.duration_months then
    saved.end_date := (p_start + make_interval(months => p_months))::date - 1;
  end if;
  if moved then saved.charges_from := greatest(p_start, today);
  -- A pause is never charged afterwards.
  elsif p_status = 'active' and p_held.status <> 'active' then saved.charges_from := greatest(p_held.charges_from, today);
  end if;
  if p_bill_month is not null then
    if p_status <> 'active' or p_bill_month is distinct from private.running_month(saved) then
      perform private.refuse('month_not_running', 'PT409', 'The month that you chose to bill is no longer the current one. Check the form again.');
    end if;
    -- It is due from now on, so it is issued once, like any other month.
    saved.charges_from := least(saved.charges_from, p_bill_month);
  end if;
  return saved;
end
$$;

comment on function private.retainer_as_saved(public.retainers, date, integer, public.retainer_status, date) is
'A retainer as it is after saving these values, whose issued charges then follow from the row. Null stands for a new one. With the first day of the month that runs now, that month is charged, too; any other day is refused.';

create or replace function private.require_period(p_from date, p_until date) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if (p_from is null) <> (p_until is null) or p_until < p_from then
    perform private.refuse('period_invalid', '22023', 'Enter the first and the last day of the service period, in that order', 'service_until');
  end if;
end
$$;

comment on function private.require_period(date, date) is 'Refuses a service period with one day, or that ends before it begins.';

create or replace function private.checked_routing(p_account uuid, p_routing jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lists constant text[] := array['source', 'tier', 'page', 'campaign', 'language', 'area'];
  team constant uuid[] := private.team_of(p_account);
  pools jsonb := coalesce(p_routing -> 'pools', '[]');
  rules jsonb := coalesce(p_routing -> 'rules', '[]');
  one record;
  part record;
  kept jsonb := '[]';
  field text;
begin
  if jsonb_typeof(pools) <> 'array' or jsonb_typeof(rules) <> 'array' or jsonb_array_length(pools) > 20 or jsonb_array_length(rules) > 50
    or octet_length(p_routing::text) > 60000
  then
    perform private.refuse('routing_invalid', '22023', 'An account has at most 20 pools and 50 rules');
  end if;
  for one in select * from jsonb_array_elements(pools) with ordinality as pool (body, place) loop
    field := format('pools.%s', one.place - 1);
    if private.parse_uuid(one.body ->> 'id') is null or coalesce(jsonb_typeof(one.body -> 'people'), '') <> 'array'
      or jsonb_array_length(one.body -> 'people') > 200
    then
      perform private.refuse('routing_invalid', '22023', 'A pool has an id, a name and up to 200 people', field);
    end if;
    if btrim(coalesce(one.body ->> 'name', '')) = '' or char_length(one.body ->> 'name') > 60 then
      perform private.refuse('required', '22023', 'Name each pool in up to 60 characters', field);
    end if;
    if exists (
      select from jsonb_array_elements(kept) as before (body)
      where lower(before.body ->> 'name') = lower(btrim(one.body ->> 'name')) or before.body ->> 'id' = one.body ->> 'id'
    ) then
      perform private.refuse('name_taken', '22023', 'Give each pool a different name', field);
    end if;
    -- Someone who left the team meanwhile is left out, so that the rest can be saved.
    kept := kept || jsonb_build_array(jsonb_build_object('id', one.body -> 'id', 'name', btrim(one.body ->> 'name'), 'people', (
      select coalesce(jsonb_agg(person.id order by person.place), '[]') from (
        select given.id, min(given.place) as place from jsonb_array_elements_text(one.body -> 'people') with ordinality as given (id, place)
        where private.parse_uuid(given.id) = any (team) group by given.id
      ) as person
    )));
    -- Its leads would be nobody's, although a rule or a form gives them to someone.
    if kept -> -1 -> 'people' = '[]' then
      perform private.refuse('required', '22023', 'Choose at least one person for each pool', field);
    end if;
  end loop;
  pools := kept;
  kept := '[]';
  for one in select * from jsonb_array_elements(rules) with ordinality as rule (body, place) loop
    field := format('rules.%s', one.place - 1);
    if private.parse_uuid(one.body ->> 'id') is null or jsonb_typeof(coalesce(one.body -> 'when', '{}')) <> 'object' then
      perform private.refuse('routing_invalid', '22023', 'A rule has an id, conditions and a pool or a person', field);
    end if;
    for part in select * from jsonb_each(coalesce(one.body -> 'when', '{}')) as each (name, value) loop
      if part.name = any (lists) then
        if jsonb_typeof(part.value) <> 'array' or jsonb_array_length(part.value) > 20 or exists (
          select from jsonb_array_elements(part.value) as word (value)
          where jsonb_typeof(word.value) <> 'string' or btrim(word.value #>> '{}') = '' or char_length(word.value #>> '{}') > 200
            or part.name = 'area' and word.value #>> '{}' !~ '^\+?[\d \-()]{1,20}$'
        ) then
          perform private.refuse('routing_invalid', '22023', case part.name when 'area' then 'Enter area codes such as 503 or +49 30'
            else 'Each condition has up to 20 words' end, field);
        end if;
      elsif part.name not in ('value_from', 'value_to') or part.value::text !~ '^\d{1,13}$' then
        perform private.refuse('routing_invalid', '22023', 'Unknown condition', field);
      end if;
    end loop;
    if (one.body -> 'when' ->> 'value_from')::bigint > (one.body -> 'when' ->> 'value_to')::bigint then
      perform private.refuse('routing_invalid', '22023', 'The lowest value is above the highest', field);
    end if;
    if private.pool_of(pools, one.body -> 'to' ->> 'pool') is null
      and not coalesce(private.parse_uuid(one.body -> 'to' ->> 'person') = any (team), false)
    then
      perform private.refuse('unknown_choice', '22023', 'Choose a pool or a person on the team', field);
    end if;
    kept := kept || jsonb_build_array(jsonb_build_object('id', one.body -> 'id', 'when', coalesce(one.body -> 'when', '{}'), 'to',
      case when one.body -> 'to' ? 'pool' then jsonb_build_object('pool', one.body -> 'to' -> 'pool')
        else jsonb_build_object('person', one.body -> 'to' -> 'person') end));
  end loop;
  if coalesce(p_routing ->> 'offer_percent', '10') !~ '^\d{1,3}$' or coalesce((p_routing ->> 'offer_percent')::integer, 10) not between 10 and 150 then
    perform private.refuse('number_out_of_range', '22023', 'Enter a share from 10 to 150 percent', 'offer_percent');
  end if;
  return jsonb_build_object('pools', pools, 'rules', kept, 'offer_percent', p_routing -> 'offer_percent');
end
$$;

comment on function private.checked_routing(uuid, jsonb) is 'Pools and rules as they are stored. Refuses what is wrong, with its place as the field: rules.0.';

create or replace function private.metadata_name(metadata jsonb, field text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  given text := nullif(btrim(metadata ->> field), '');
begin
  if given is not null and jsonb_typeof(metadata -> field) <> 'string' then
    perform private.refuse('not_a_text', '22023', format('%s must be text', field), private.field_name(field));
  end if;
  if char_length(given) > 100 then
    perform private.refuse('too_long', '22001', format('%s is longer than 100 characters', field), private.field_name(field));
  end if;
  return given;
end
$$;

comment on function private.metadata_name(jsonb, text) is
'A trimmed name from the sign-up metadata, or null. Refuses other types and long texts.';
