-- What was prepared for an account names its first owner as soon as they join, and owners and billing people of an account see and
-- pay its invoices. Replaces private.pending_client_setups.

drop function public.create_invoice(uuid, text, date, text, jsonb, uuid, date, date);
drop function public.update_draft_invoice(uuid, timestamptz, uuid, text, date, text, jsonb, date, date);
drop function public.create_retainer(uuid, text, text, integer, text, date, integer, uuid);
drop function public.open_invoice_checkout(uuid, uuid);
drop function public.search_billable_clients(text, integer);
drop function public.search_client_dashboards(text, text, integer, integer);
drop function private.enqueue_combined_receipt(uuid, uuid[]);
drop function private.apply_client_setup(uuid, jsonb, jsonb);
drop trigger apply_pending_client_setups on public.invitations;
drop function private.apply_pending_client_setups();
drop trigger take_account_of_client on public.payments;

create function private.first_owner(p_account uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select member.user_id from public.account_members as member where member.account_id = p_account and member.role = 'owner'
  order by member.created_at, member.user_id limit 1
$$;

comment on function private.first_owner(uuid) is 'The person whom an account''s new invoices and retainers name; null until an owner has joined.';

create or replace function private.take_account_of_client() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := private.parse_uuid(to_jsonb(new) ->> tg_argv[0]);
begin
  -- A person of two accounts keeps the one that was chosen. What is prepared for an account names nobody yet.
  if new.account_id is not null and (
    person is null and (tg_op = 'INSERT' or private.first_owner(new.account_id) is null)
    or exists (select from public.account_members as member where member.account_id = new.account_id and member.user_id = person)
  ) then
    return new;
  end if;
  -- An imported dashboard may name nobody and belong to no account.
  new.account_id := private.account_of_client(person);
  return new;
end
$$;

comment on function private.take_account_of_client() is
'Trigger: a row keeps the account that was chosen for it, if its person belongs to it or it names nobody yet, and else belongs to the account of the person that it names. The argument is the column with the person.';

create function private.accounts_of(p_user_id uuid, variadic p_roles public.account_role[]) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(
    select member.account_id from public.account_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = p_user_id and member.role = any (p_roles) and account.archived_at is null and exists (
      select from public.user_roles as held where held.user_id = p_user_id and held.role = 'client' and held.status = 'active'
    )
  );
end
$$;

comment on function private.accounts_of(uuid, public.account_role[]) is 'The open accounts in which an active client has one of these roles.';

create function private.name_prepared() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Everything that prepares something holds this lock, too, so that nothing stays without a name.
  perform from public.accounts as account where account.id = new.account_id for no key update;
  -- A person who joins two accounts at the same moment still gets one dashboard.
  perform from auth.users as person where person.id = new.user_id for no key update;
  update public.invoices as draft set client_id = new.user_id where draft.account_id = new.account_id and draft.client_id is null;
  update public.retainers as draft set client_id = new.user_id
  where draft.account_id = new.account_id and draft.client_id is null and draft.status = 'pending';
  -- A person has one dashboard of their own. Another account's stays with that account, whose people see it.
  update public.client_dashboards as board set user_id = new.user_id::text
  where board.account_id = new.account_id and board.owner_id is null
    and not exists (select from public.client_dashboards as own where own.owner_id = new.user_id);
  return null;
end
$$;

comment on function private.name_prepared() is
'Trigger: what was prepared for an account names its first owner as soon as they join. A later owner finds nothing without a name.';

create function private.hand_over() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  heir uuid;
begin
  perform from public.accounts as account where account.id = old.account_id for no key update;
  -- An account that is deleted takes its members along.
  if not found then return null; end if;
  heir := private.first_owner(old.account_id);
  update public.invoices as draft set client_id = heir
  where draft.account_id = old.account_id and draft.client_id = old.user_id and draft.status = 'draft'
    and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id);
  update public.retainers as retainer set client_id = heir
  where retainer.account_id = old.account_id and retainer.client_id = old.user_id
    and (retainer.status = 'pending' or heir is not null and retainer.status in ('active', 'paused'));
  update public.client_dashboards as board
  set user_id = case
    when exists (select from public.client_dashboards as own where own.owner_id = heir) then 'imported-user'
    else coalesce(heir::text, 'imported-user')
  end
  where board.account_id = old.account_id and board.owner_id = old.user_id;
  return null;
end
$$;

comment on function private.hand_over() is
'Trigger: drafts, retainers and the dashboard of an account name its first owner when their person leaves; after the last person, what has not begun names nobody again. A sent invoice keeps its person.';

create function private.person_to_bill(p_client_id uuid, p_account_id uuid) returns uuid
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
    perform private.refuse('account_archived', 'PT409', 'This account is archived. Reopen it first.', 'client_id');
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

create function private.refuse_unsettled(p_account uuid, p_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  owed bigint;
  running bigint;
begin
  if exists (select from public.account_members as rest where rest.account_id = p_account and rest.user_id <> p_user_id) then return; end if;
  select count(*) into owed from public.invoices as invoice
  where invoice.account_id = p_account and invoice.status in ('pending', 'overdue', 'active') and invoice.owed_amount > 0;
  select count(*) into running from public.retainers as retainer where retainer.account_id = p_account and retainer.status in ('active', 'paused');
  if owed > 0 or running > 0 then
    perform private.refuse('account_in_use', 'PT409', concat_ws(' and ',
      case when owed > 0 then format('%s open %s', owed, case owed when 1 then 'invoice' else 'invoices' end) end,
      case when running > 0 then format('%s running %s', running, case running when 1 then 'retainer' else 'retainers' end) end
    ) || ' must be settled before the last person leaves', p_more => jsonb_build_object('invoices', owed, 'retainers', running));
  end if;
end
$$;

comment on function private.refuse_unsettled(uuid, uuid) is
'Refuses that the last person leaves an account while it has open invoices or running retainers, because nobody would be billed for them.';

create or replace function public.remove_member(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- Everybody may leave by themselves.
  if p_user_id is distinct from auth.uid() or private.account_role_of_caller(p_account_id) is null then
    perform private.require_managed_account(p_account_id);
  end if;
  perform from public.accounts as account where account.id = p_account_id for no key update;
  perform private.refuse_unsettled(p_account_id, p_user_id);
  delete from public.account_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  -- Leads that wait are nobody's again, so that a colleague sees them.
  update public.leads as lead set user_id = null
  where lead.account_id = p_account_id and lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost');
end
$$;

comment on function public.remove_member(uuid, uuid) is
'Takes a person out of an account, or lets the caller leave it. Their open leads become unowned, and their drafts and retainers name an owner who stays. PT404: no such account or member. PT409: make someone else an owner first (last_owner), or settle open invoices and end retainers before the last person leaves (account_in_use).';

create or replace function public.account_record(p_account_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account public.accounts;
begin
  perform private.require_admin();
  select held.* into account from public.accounts as held where held.id = p_account_id;
  if account.id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found'); end if;
  return private.account_json(account) || jsonb_build_object(
    'people', public.account_people(account.id),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('id', page.id, 'title', page.title, 'slug', page.slug, 'status', page.status, 'domain', page.custom_domain)
        order by page.created_at desc)
      from (select * from public.landing_pages as one where one.account_id = account.id order by one.created_at desc limit 50) as page
    ), '[]'),
    'leads', (select coalesce(sum(total.leads), 0) from private.lead_totals as total where total.account_id = account.id),
    'unanswered', (
      select count(*) from public.leads as lead
      where lead.account_id = account.id and lead.clock_due_at is not null and private.is_live(lead) and lead.erased_at is null
    ),
    -- What names nobody yet.
    'prepared', jsonb_build_object(
      'invoices', coalesce((
        select jsonb_agg(jsonb_build_object('id', draft.id, 'description', draft.description, 'amount', draft.amount, 'currency', draft.currency)
          order by draft.created_at desc, draft.id)
        from (
          select one.* from public.invoices as one where one.account_id = account.id and one.client_id is null order by one.created_at desc limit 50
        ) as draft
      ), '[]'),
      'retainers', coalesce((
        select jsonb_agg(jsonb_build_object('id', draft.id, 'name', draft.retainer_name, 'amount', draft.monthly_amount, 'currency', draft.currency)
          order by draft.created_at desc, draft.id)
        from (
          select one.* from public.retainers as one where one.account_id = account.id and one.client_id is null and one.status = 'pending'
          order by one.created_at desc limit 50
        ) as draft
      ), '[]')
    ),
    'dashboard', (
      select jsonb_build_object('id', board.id, 'business_name', board.business_name, 'title', board.dashboard_title, 'url', board.notion_database_url,
        'is_prepared', board.owner_id is null)
      from public.client_dashboards as board where board.account_id = account.id order by board.owner_id is null, board.created_at limit 1
    ),
    'from_lead', (
      select jsonb_build_object('id', lead.id, 'name', private.lead_title(lead)) from public.leads as lead
      where lead.client_account_id = account.id order by lead.closed_at limit 1
    )
  );
end
$$;

comment on function public.account_record(uuid) is
'One account for admins: {id, slug, name, ..., people: see account_people, pages: [{id, title, slug, status, domain}], leads, unanswered, prepared (what names nobody yet, the newest 50): {invoices: [{id, description, amount, currency}], retainers: [{id, name, amount, currency}]}, dashboard: {id, business_name, title, url, is_prepared} or null, from_lead: {id, name}}. Amounts in the smallest unit. PT404: no such account.';

create or replace function private.account_of_lead(p_lead public.leads, p_email text) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  account uuid := p_lead.client_account_id;
begin
  if p_lead.account_id <> private.agency_account() then
    perform private.refuse('lead_not_won', 'PT409', 'Only a won lead of the agency becomes a client');
  end if;
  -- A second click opens the same account.
  if account is not null then return account; end if;
  -- A client who buys again keeps the account that they own.
  select member.account_id into account from auth.users as person
  join public.account_members as member on member.user_id = person.id and member.role = 'owner'
  join public.accounts as held on held.id = member.account_id and held.archived_at is null
  where lower(person.email) = lower(btrim(p_email)) and person.email_confirmed_at is not null
  order by member.created_at, member.account_id limit 1;
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
  update public.leads as won set client_account_id = account where won.id = p_lead.id;
  return account;
end
$$;

comment on function private.account_of_lead(public.leads, text) is
'The account of a lead that becomes a client: the one that it became before, else the one that a client with this address owns or is invited to own, else a new one whose owner is invited. Links both.';

create function private.take_account_of_invoice() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  select invoice.account_id into new.account_id from public.invoices as invoice where invoice.id = new.invoice_id;
  return new;
end
$$;

comment on function private.take_account_of_invoice() is 'Trigger: a payment belongs to the account of its invoice.';

create function private.require_named(p_client_id uuid, p_account_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_client_id is null then
    perform private.refuse(
      'owner_missing', 'PT409', 'No one has joined this account yet. Invite its owner, and continue when they have joined.',
      p_more => jsonb_build_object('account_id', p_account_id)
    );
  end if;
end
$$;

comment on function private.require_named(uuid, uuid) is 'Refuses to bill for an account that nobody has joined yet.';

create or replace function public.create_invoice(
  p_client_id uuid, p_description text, p_due_date date, p_currency text, p_lines jsonb, p_invoice_id uuid default gen_random_uuid(),
  p_service_from date default null, p_service_until date default null, p_account_id uuid default null
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  person uuid;
begin
  perform private.require_admin();
  person := private.person_to_bill(p_client_id, p_account_id);
  perform private.require_period(p_service_from, p_service_until);
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  insert into public.invoices (id, client_id, account_id, invoice_number, description, amount, currency, due_date, service_from, service_until)
  values (
    p_invoice_id, person, p_account_id, private.draft_number(p_invoice_id), nullif(btrim(p_description), ''), 0, private.require_currency(p_currency),
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

comment on function public.create_invoice(uuid, text, date, text, jsonb, uuid, date, date, uuid) is
'Creates a draft for an active client, or for the account p_account_id (its first owner, or nobody yet), from lines {description, quantity, unit_amount in the smallest unit} and returns its id. A repeated id creates nothing. Sending it draws its number.';

create or replace function public.update_draft_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_client_id uuid, p_description text, p_due_date date, p_currency text, p_lines jsonb,
  p_service_from date default null, p_service_until date default null, p_account_id uuid default null
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
  perform private.require_period(p_service_from, p_service_until);
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

comment on function public.update_draft_invoice(uuid, timestamptz, uuid, text, date, text, jsonb, date, date, uuid) is
'Replaces the content of a draft, for a client or an account as in create_invoice, and returns its new updated_at. PT409: it was sent or changed since the caller read it.';

create or replace function public.send_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz) returns text
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

comment on function public.send_invoice(uuid, timestamptz) is
'Sends a draft: draws its number, which it returns, makes it pending, and emails it to the client. It needs an amount and a due date that has not passed. PT409 (owner_missing): nobody has joined its account yet.';

create or replace function public.duplicate_invoice(p_invoice_id uuid, p_new_id uuid default gen_random_uuid()) returns uuid
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
  select jsonb_agg(jsonb_build_object('description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount) order by line.position)
  into lines from public.invoice_lines as line where line.invoice_id = held.id;
  -- A person who has left the account is not billed for it again.
  return public.create_invoice(
    case when held.account_id is null or exists (
      select from public.account_members as member where member.account_id = held.account_id and member.user_id = held.client_id
    ) then held.client_id end, held.description, private.agency_day() + (select settings.payment_days from public.agency_settings as settings), held.currency,
    coalesce(lines, jsonb_build_array(jsonb_build_object(
      'description', coalesce(nullif(btrim(left(held.description, 500)), ''), 'Marketing services'), 'quantity', 1, 'unit_amount', held.amount
    ))),
    p_new_id, null, null, held.account_id
  );
end
$$;

create function private.pays(p_client uuid, p_account uuid, p_person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce(p_client = p_person or p_account = any (private.accounts_of(p_person, 'owner', 'billing')), false)
$$;

comment on function private.pays(uuid, uuid, uuid) is
'Whether a person may pay an invoice of a client and an account: the one that it names, and the owners and billing people of the account.';

create function public.may_pay_invoice(p_invoice_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_session_sufficient() and exists (
    select from public.invoices as invoice
    where invoice.id = p_invoice_id and invoice.status <> 'draft' and private.pays(invoice.client_id, invoice.account_id, (select auth.uid()))
  )
$$;

comment on function public.may_pay_invoice(uuid) is 'Whether the caller may pay an invoice, and see how its payment went.';

create or replace function public.open_invoice_checkout(p_invoice_id uuid, p_client_id uuid)
returns table (
  attempt integer, session_id text, url text, replaces text, amount integer, currency text, invoice_number text, description text, email text, client_id uuid
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
  where held.id = p_invoice_id and private.pays(held.client_id, held.account_id, p_client_id) and held.status <> 'draft' for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  if invoice.status = 'paid' then perform private.refuse('invoice_paid', 'PT409', 'This invoice is already paid'); end if;
  if invoice.status not in ('pending', 'overdue') or invoice.owed_amount < 1 then
    perform private.refuse('invoice_not_payable', 'PT409', 'This invoice can''t be paid');
  end if;
  select * into latest from private.checkouts as tried
  where tried.invoice_id = p_invoice_id order by tried.attempt desc limit 1;
  if latest.status in ('opening', 'open') and latest.combined_id is not null then
    outdated := private.replace_checkouts(array[p_invoice_id]) ->> 0;
    latest.status := 'expired';
  end if;
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
    (select account.email::text from auth.users as account where account.id = invoice.client_id), invoice.client_id;
end
$$;

comment on function public.open_invoice_checkout(uuid, uuid) is
'Starts or resumes the attempt to pay an invoice that p_client_id may pay; `replaces` is a session for another amount. email and client_id are those of the person that the invoice names, so that colleagues share one page. PT404: an invoice that this person may not pay, or none. PT409: it is paid or cannot be paid.';

create or replace function public.invoice_document(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'number', case when invoice.invoice_number = private.draft_number(invoice.id) then 'Draft' else invoice.invoice_number end,
    'id', invoice.id, 'status', private.shown_invoice_status(invoice.status, invoice.due_date, private.agency_day()), 'currency', invoice.currency, 'description', invoice.description,
    -- A retainer's invoice from before the period was stored has its charge day.
    'period', coalesce(
      case when invoice.service_from is not null then jsonb_build_object('from', invoice.service_from, 'until', invoice.service_until) end,
      (
        select jsonb_build_object('from', charge.charge_date, 'until', (charge.charge_date + interval '1 month')::date - 1)
        from public.retainer_charges as charge where charge.invoice_id = invoice.id
      )
    ),
    'issued', private.agency_day(coalesce(invoice.issued_at, invoice.created_at)), 'due', invoice.due_date, 'paid', invoice.paid_date,
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
    -- An invoice that was paid before the ledger existed counts as received in full.
    'received', case
      when invoice.status = 'paid' and invoice.received_amount = 0 then invoice.amount - invoice.credited_amount
      else invoice.received_amount
    end,
    'owed', case when invoice.status = 'draft' then invoice.amount else invoice.owed_amount end,
    'agency', (
      select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
        'taxId', settings.tax_id, 'terms', settings.payment_terms)
      from public.agency_settings as settings
    ),
    'client', jsonb_build_object(
      'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text), prepared.name),
      'company', coalesce(billed.company, profile.company),
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

create function public.invoice_recipient(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select public.invoice_document(p_invoice_id) -> 'client'
  where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

comment on function public.invoice_recipient(uuid) is
'To whom an invoice is addressed, as on paper, for colleagues of that person who may pay it and for admins: {name, company, address, taxId, email}, or null.';

create or replace function public.open_combined_checkout(p_invoice_ids uuid[], p_client_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  asked constant uuid[] := array(select distinct id from unnest(p_invoice_ids) as id where id is not null);
  found_ids uuid[];
  lines jsonb;
  shares jsonb;
  total bigint;
  currencies text[];
  page private.combined_checkouts;
  replaces jsonb := '[]';
begin
  if cardinality(asked) not between 1 and 50 then
    perform private.refuse('too_many_invoices', '22023', 'Choose from 1 to 50 invoices', 'invoices');
  end if;
  with held as materialized (
    select invoice.* from public.invoices as invoice
    where invoice.id = any (asked) and private.pays(invoice.client_id, invoice.account_id, p_client_id) and invoice.status <> 'draft'
    order by invoice.id for update
  ), payable as (
    select held.*, row_number() over (order by held.due_date nulls last, held.created_at, held.id) as place
    from held where held.status in ('pending', 'overdue') and held.owed_amount > 0
  )
  select (select array_agg(held.id) from held),
    jsonb_agg(jsonb_build_object(
      'invoice_id', payable.id, 'client_id', payable.client_id, 'invoice_number', payable.invoice_number, 'amount', payable.owed_amount,
      'description', coalesce(nullif(btrim(left(payable.description, 500)), ''), 'Marketing services')
    ) order by payable.place),
    jsonb_object_agg(payable.id, payable.owed_amount), sum(payable.owed_amount), array_agg(distinct payable.currency)
  into found_ids, lines, shares, total, currencies
  from payable;
  if coalesce(cardinality(found_ids), 0) <> cardinality(asked) then
    perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice');
  end if;
  -- Paid and canceled invoices are left out. Nothing is charged for them.
  if lines is null then perform private.refuse('invoice_paid', 'PT409', 'These invoices are paid'); end if;
  if cardinality(currencies) > 1 then
    perform private.refuse('currencies_differ', '22023', 'Invoices in different currencies are paid one by one', 'invoices');
  end if;
  if total > 99999999 then
    perform private.refuse('amount_too_large', '22023', 'This is more than one payment can hold. Pay these invoices one by one.', 'invoices');
  end if;
  select combined.* into page from private.combined_checkouts as combined
  where combined.id in (
      select tried.combined_id from private.checkouts as tried where tried.invoice_id = (lines -> 0 ->> 'invoice_id')::uuid
    )
    and (combined.expires_at is null or combined.expires_at > now() + interval '1 minute')
    and shares = (
      select jsonb_object_agg(tried.invoice_id, tried.amount) from private.checkouts as tried
      where tried.combined_id = combined.id and tried.status in ('opening', 'open')
    )
  order by combined.created_at desc limit 1;
  if not found then
    replaces := private.replace_checkouts(array(select (line ->> 'invoice_id')::uuid from jsonb_array_elements(lines) as line));
    insert into private.combined_checkouts (client_id, amount, currency) values ((lines -> 0 ->> 'client_id')::uuid, total, currencies[1]) returning * into page;
    insert into private.checkouts (invoice_id, attempt, amount, currency, combined_id, place)
    select (line.body ->> 'invoice_id')::uuid,
      1 + coalesce((select max(tried.attempt) from private.checkouts as tried where tried.invoice_id = (line.body ->> 'invoice_id')::uuid), 0),
      (line.body ->> 'amount')::integer, page.currency, page.id, line.place
    from jsonb_array_elements(lines) with ordinality as line (body, place);
  end if;
  return jsonb_build_object(
    'combined_id', page.id, 'url', page.url, 'replaces', replaces, 'amount', page.amount, 'currency', page.currency, 'lines', lines,
    'client_id', page.client_id, 'email', (select account.email from auth.users as account where account.id = page.client_id)
  );
end
$$;

comment on function public.open_combined_checkout(uuid[], uuid) is
'Starts or resumes a payment of several invoices that p_client_id may pay: {combined_id, url, replaces: [sessions to close], amount, currency, client_id and email (of the person that the oldest one names), lines: [{invoice_id, client_id, invoice_number, description, amount}]}, oldest due first. Invoices that are paid or canceled are left out. PT404: one is not theirs to pay. PT409: nothing is left to pay.';

create or replace function private.enqueue_combined_receipt(p_combined_id uuid, p_invoice_ids uuid[], p_client_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('combined:%s:payment-received:%s', page.id, p_client_id), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'payment-received',
    -- More files would make an email that some servers refuse. Each invoice has its PDF in the portal.
    'attachInvoices', case when paid.number <= 10 then paid.ids end,
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'amount', paid.total::text, 'currency', page.currency, 'invoices', paid.number::text,
      'number', paid.numbers, 'paid', paid.day, 'lines', paid.lines::text
    )
  )))
  from private.combined_checkouts as page
  cross join lateral (
    select count(*) as number, sum(share.amount) as total, max(share.paid_date) as day,
      to_jsonb(array_agg(share.id order by share.place)) as ids, string_agg(share.invoice_number, ', ' order by share.place) as numbers,
      jsonb_agg(jsonb_build_object('number', share.invoice_number, 'description', share.description, 'amount', share.amount) order by share.place) as lines
    from (
      select invoice.id, invoice.invoice_number, invoice.paid_date, tried.place,
        coalesce(nullif(btrim(left(invoice.description, 200)), ''), 'Marketing services') as description,
        (
          select coalesce(sum(entry.amount), 0) from public.payments as entry
          where entry.invoice_id = invoice.id and entry.combined_id = page.id and entry.kind = 'payment'
        ) as amount
      from private.checkouts as tried join public.invoices as invoice on invoice.id = tried.invoice_id
      where tried.combined_id = page.id and invoice.id = any (p_invoice_ids)
    ) as share
  ) as paid
  cross join lateral private.mail_recipient(p_client_id) as person (row)
  where page.id = p_combined_id
$$;

comment on function private.enqueue_combined_receipt(uuid, uuid[], uuid) is
'Queues one receipt for the invoices of a payment that name this person: the total and what it paid.';

create or replace function public.record_combined_checkout(p_checkout jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page private.combined_checkouts;
  members uuid[];
  member uuid;
  paid_before uuid[];
  paid_now uuid[];
  entry jsonb;
  receipt record;
begin
  select combined.* into page from private.combined_checkouts as combined where combined.id = (p_checkout ->> 'combined_id')::uuid;
  if not found then perform private.refuse('checkout_not_found', 'PT404', 'There is no such payment'); end if;
  with held as materialized (
    select invoice.id, invoice.status from public.invoices as invoice
    where invoice.id in (select tried.invoice_id from private.checkouts as tried where tried.combined_id = page.id)
    order by invoice.id for update
  )
  select array_agg(held.id), coalesce(array_agg(held.id) filter (where held.status = 'paid'), '{}') into members, paid_before from held;
  update private.combined_checkouts as combined set session_id = coalesce(combined.session_id, p_checkout ->> 'session_id')
  where combined.id = page.id;
  update private.checkouts as tried
  set status = case when tried.status in ('complete', 'expired') and p_checkout ->> 'status' = 'open' then tried.status else p_checkout ->> 'status' end,
    checked_at = now(), disputed = tried.disputed or (p_checkout ->> 'disputed')::boolean
  where tried.combined_id = page.id and (tried.status <> 'complete' or (p_checkout ->> 'disputed')::boolean and not tried.disputed);
  for entry in
    select body from jsonb_array_elements(p_checkout -> 'entries') with ordinality as given (body, number)
    order by (body ->> 'occurred_at')::timestamptz, number
  loop
    -- The shares of an entry are written together, once. Every writer holds the locks of the invoices.
    continue when exists (
      select from public.payments as known where known.combined_id = page.id and starts_with(known.provider_ref, (entry ->> 'ref') || '/')
    );
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, combined_id)
    select split.invoice_id, invoice.client_id, entry ->> 'kind', split.amount, lower(entry ->> 'currency'),
      (entry ->> 'ref') || '/' || split.invoice_id, (entry ->> 'occurred_at')::timestamptz, page.id
    from (
      select * from private.split_payment(page.id, (entry ->> 'amount')::integer) where entry ->> 'kind' = 'payment'
      union all
      select * from private.split_refund(page.id, (entry ->> 'amount')::integer) where entry ->> 'kind' = 'refund'
      union all
      -- A refund that failed comes back to the invoices that it was taken from.
      select refund.invoice_id, refund.amount from public.payments as refund
      where entry ->> 'kind' = 'reversal' and refund.combined_id = page.id and refund.kind = 'refund'
        and starts_with(refund.provider_ref, replace(entry ->> 'ref', ':reversed', '') || '/')
    ) as split join public.invoices as invoice on invoice.id = split.invoice_id;
    foreach member in array members loop
      perform private.settle_invoice(member);
    end loop;
  end loop;
  foreach member in array members loop
    perform private.settle_invoice(member);
  end loop;
  paid_now := array(
    select invoice.id from public.invoices as invoice
    where invoice.id = any (members) and invoice.status = 'paid' and not invoice.id = any (paid_before)
  );
  -- Whoever paid, each receipt goes to the person that its invoices name.
  for receipt in
    select invoice.client_id, array_agg(invoice.id) as ids from public.invoices as invoice where invoice.id = any (paid_now) group by invoice.client_id
  loop
    if cardinality(receipt.ids) = 1 then perform private.enqueue_invoice_mail(receipt.ids[1], 'payment-received', 'payment-received');
    else perform private.enqueue_combined_receipt(page.id, receipt.ids, receipt.client_id);
    end if;
  end loop;
  return (select jsonb_object_agg(invoice.id, invoice.status) from public.invoices as invoice where invoice.id = any (members));
end
$$;

create function private.portal_accounts(p_client_id uuid) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select private.accounts_of(private.portal_client(p_client_id), 'owner', 'billing')
$$;

comment on function private.portal_accounts(uuid) is
'The accounts whose money the portal shows to that person beside what names them: they are an owner or a billing person there.';

create or replace function public.list_upcoming_charges(p_days integer default 31, p_client_id uuid default null)
returns table (retainer_id uuid, retainer_name text, charge_date date, amount integer, currency text)
language sql stable security definer
set search_path = ''
as $$
  select retainer.id, retainer.retainer_name, charge.day, retainer.monthly_amount, retainer.currency
  from public.retainers as retainer
  cross join private.agency_day() as today (day)
  cross join lateral private.charge_dates(
    retainer.start_date, retainer.end_date, retainer.duration_months, today.day + 1, today.day + least(greatest(p_days, 1), 366)
  ) as charge (day)
  where retainer.status = 'active' and (
    retainer.client_id = (select private.portal_client(p_client_id)) or retainer.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
  )
  order by charge.day, retainer.retainer_name
$$;

comment on function public.list_upcoming_charges(integer, uuid) is
'What the active retainers of the caller, and of accounts whose money they see, will charge in the next p_days days (1 to 366), soonest first. Admins may name a client. Amounts in the smallest unit.';

create or replace function public.client_figures(p_client_id uuid default null) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with own as (
    select invoice.*, ledger.net,
      private.shown_invoice_status(invoice.status, invoice.due_date, private.agency_day()) as shown
    from public.invoices as invoice
    left join lateral (
      -- Null for an invoice that was never paid through the provider.
      select sum(case entry.kind when 'refund' then -entry.amount else entry.amount end) as net
      from public.payments as entry where entry.invoice_id = invoice.id and entry.currency = invoice.currency
    ) as ledger on true
    where (
      invoice.client_id = (select private.portal_client(p_client_id)) or invoice.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
    ) and invoice.status <> 'draft'
  ), running as (
    select * from public.retainers as retainer
    where (
      retainer.client_id = (select private.portal_client(p_client_id)) or retainer.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
    ) and retainer.status = 'active'
  )
  select jsonb_build_object(
    'paid', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.currency)
      from (
        select own.currency, sum(coalesce(own.net, case when own.status = 'paid' then own.amount - own.refunded_amount else 0 end)) as amount
        from own group by own.currency
      ) as sums where sums.amount <> 0
    ), '[]'),
    'paid_invoices', (select count(*) from own where own.status = 'paid'),
    'paid_since', (select min(own.paid_date) from own where own.status = 'paid'),
    'invoices', (select count(*) from own),
    'by_status', coalesce((
      select jsonb_object_agg(counts.shown, counts.number)
      from (select own.shown, count(*) as number from own group by own.shown) as counts
    ), '{}'),
    'active_retainers', (select count(*) from running),
    'monthly', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.currency)
      from (select running.currency, sum(running.monthly_amount) as amount from running group by running.currency) as sums
    ), '[]')
  )
$$;

comment on function public.client_figures(uuid) is
'The billing of the caller and of accounts whose money they see in figures, or for an admin those of the named client: {paid: [{currency, amount}], paid_invoices, paid_since, invoices, by_status, active_retainers, monthly}. paid is what came in minus what went back (spec §2 Total Paid). Amounts in the smallest unit.';

create or replace function public.client_balance(p_client_id uuid default null) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with today as (
    select private.agency_day() as day
  ), own as (
    select invoice.*, private.is_overdue(invoice.status, invoice.due_date, today.day) or invoice.status = 'overdue' as late
    from public.invoices as invoice cross join today
    where (
      invoice.client_id = (select private.portal_client(p_client_id)) or invoice.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
    ) and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
  )
  select jsonb_build_object(
    'due', coalesce((
      select jsonb_agg(jsonb_build_object(
        'currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number, 'overdue', sums.late, 'overdue_amount', sums.late_amount,
        'next_due', sums.next_due, 'invoice_ids', to_jsonb(sums.ids[1:50])
      ) order by sums.amount desc)
      from (
        select own.currency, sum(own.owed_amount) as amount, count(*) as number, count(*) filter (where own.late) as late,
          coalesce(sum(own.owed_amount) filter (where own.late), 0) as late_amount, min(own.due_date) as next_due,
          array_agg(own.id order by own.due_date nulls last, own.created_at, own.id) as ids
        from own group by own.currency
      ) as sums
    ), '[]'),
    'later', coalesce((
      select jsonb_agg(jsonb_build_object('currency', ahead.currency, 'amount', ahead.amount, 'invoices', ahead.number, 'due', ahead.due)
        order by ahead.amount desc)
      from (
        select invoice.currency, sum(invoice.owed_amount) as amount, count(*) as number, min(invoice.due_date) as due
        from public.invoices as invoice
        where (
          invoice.client_id = (select private.portal_client(p_client_id)) or invoice.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
        ) and invoice.status = 'active' and invoice.owed_amount > 0
        group by invoice.currency
      ) as ahead
    ), '[]'),
    'setup', (
      select jsonb_build_object(
        'email_confirmed', account.email_confirmed_at is not null,
        'dashboard', exists (
          select from public.client_dashboards as board
          where board.owner_id = account.id or board.account_id = any (private.accounts_of(account.id, 'owner', 'member'))
        ),
        'first_invoice', (
          select min(private.agency_day(coalesce(invoice.issued_at, invoice.created_at)))
          from public.invoices as invoice
          where (invoice.client_id = account.id or invoice.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])) and invoice.status <> 'draft'
        ),
        'kickoff', (
          select min(retainer.start_date) from public.retainers as retainer
          where (retainer.client_id = account.id or retainer.account_id = any ((select private.portal_accounts(p_client_id))::uuid[]))
            and retainer.status <> 'canceled'
        ),
        'today', today.day
      )
      from auth.users as account cross join today where account.id = (select private.portal_client(p_client_id))
    )
  )
$$;

comment on function public.client_balance(uuid) is
'What the caller and the accounts whose money they see, or for an admin the named client, have to pay by currency, and how far their account is set up: {due: [{currency, amount, invoices, overdue, overdue_amount, next_due, invoice_ids: the first 50, oldest due first}], later: [{currency, amount, invoices, due}] of active invoices, which can''t be paid yet, setup: {email_confirmed, dashboard, first_invoice, kickoff, today}}. Amounts in the smallest unit.';

create or replace function public.agency_contact() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
    'currency', settings.currency, 'time_zone', settings.time_zone, 'logo', private.agency_logo())
  from public.agency_settings as settings
  where private.is_session_sufficient()
$$;

comment on function public.agency_contact() is
'Who sends the invoices and answers questions about them: {name, email, phone, address, currency, time_zone, logo: {name, width, height, plate} or null}. Billing days are days in that zone. For everybody who is signed in.';

create function private.matching_accounts(p_pattern text) returns uuid[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(account.id), '{}') from public.accounts as account
  where account.kind = 'client' and lower(account.name) like p_pattern
$$;

comment on function private.matching_accounts(text) is 'Clients'' accounts whose name matches a pattern.';

create or replace function public.search_invoices(
  p_query text default '', p_status text default 'all', p_sort text default 'created', p_descending boolean default true,
  p_limit integer default 50, p_offset integer default 0
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.agency_day();
  pattern text;
  searched text := 'true';
  wanted text;
  sorted text;
  answer jsonb;
begin
  perform private.require_admin();
  foreach pattern in array private.search_words(p_query) loop
    searched := searched || format(
      ' and (held.search_text like %L or held.client_id = any (%L::uuid[]) or held.client_id is null and held.account_id = any (%L::uuid[]))',
      pattern, private.matching_clients(pattern), private.matching_accounts(pattern)
    );
  end loop;
  -- Only names from these lists reach the statement.
  wanted := case p_status
    when 'all' then 'true' when 'open' then 'found.shown in (''pending'', ''overdue'')' when 'attention' then 'found.attention'
    when 'draft' then 'found.shown = ''draft''' when 'pending' then 'found.shown = ''pending''' when 'overdue' then 'found.shown = ''overdue'''
    when 'paid' then 'found.shown = ''paid''' when 'void' then 'found.shown = ''void''' when 'active' then 'found.shown = ''active'''
  end;
  sorted := case p_sort
    when 'created' then 'found.created_at' when 'due' then 'found.due_date' when 'amount' then 'found.amount' when 'number' then 'found.invoice_number'
    when 'client' then 'coalesce(client.name, lower(prepared.name))'
  end;
  if wanted is null or sorted is null then perform private.refuse('unknown_filter', '22023', 'There is no such filter or order'); end if;
  execute format(
    $sql$
      -- A search runs once. Without words, counting and paging each have their own best plan.
      with found as %1$s (
        select held.id, held.client_id, held.account_id, held.currency, held.amount, held.created_at, held.due_date, held.invoice_number,
          held.owed_amount as owed, held.needs_attention is not null as attention,
          private.shown_invoice_status(held.status, held.due_date, $1) as shown
        from public.invoices as held where %2$s
      ), tally as materialized (
        select found.currency, found.shown, found.attention, %3$s as chosen, count(*) as number, sum(found.amount) as amount, sum(found.owed) as owed
        from found group by 1, 2, 3, 4
      ), picked as materialized (
        select found.id, found.shown, row_number() over () as place
        from (
          select found.id, found.shown from found %4$s where %3$s order by %5$s %6$s nulls last, found.id limit $2 offset $3
        ) as found
      ), page as (
        select held.*, profile.first_name, profile.last_name, profile.company, account.email, prepared.name as account_name, picked.shown, picked.place
        from picked join public.invoices as held on held.id = picked.id
        left join auth.users as account on account.id = held.client_id
        left join public.accounts as prepared on prepared.id = held.account_id
        left join public.profiles as profile on profile.user_id = held.client_id
      )
      select jsonb_build_object(
        'today', $1,
        'rows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', page.id, 'invoice_number', page.invoice_number, 'status', page.shown, 'description', page.description, 'amount', page.amount,
            'credited_amount', page.credited_amount, 'currency', page.currency, 'due_date', page.due_date, 'paid_date', page.paid_date,
            'needs_attention', page.needs_attention, 'client_id', page.client_id,
            'client_name', coalesce(private.name_or_email(page.first_name, page.last_name, page.email), page.account_name),
            'client_company', page.company, 'client_email', page.email, 'account_id', page.account_id
          ) order by page.place) from page
        ), '[]'),
        'total', (select coalesce(sum(tally.number), 0) from tally where tally.chosen),
        'sums', coalesce((
          select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount, 'owed', sums.owed) order by sums.amount desc)
          from (
            select tally.currency, sum(tally.amount) filter (where tally.shown <> 'void') as amount,
              coalesce(sum(tally.owed), 0) as owed
            from tally where tally.chosen group by tally.currency
          ) as sums where sums.amount is not null
        ), '[]'),
        'counts', (
          select jsonb_build_object(
            'all', coalesce(sum(tally.number), 0),
            'open', coalesce(sum(tally.number) filter (where tally.shown in ('pending', 'overdue')), 0),
            'overdue', coalesce(sum(tally.number) filter (where tally.shown = 'overdue'), 0),
            'draft', coalesce(sum(tally.number) filter (where tally.shown = 'draft'), 0),
            'active', coalesce(sum(tally.number) filter (where tally.shown = 'active'), 0),
            'paid', coalesce(sum(tally.number) filter (where tally.shown = 'paid'), 0),
            'void', coalesce(sum(tally.number) filter (where tally.shown = 'void'), 0),
            'attention', coalesce(sum(tally.number) filter (where tally.attention), 0)
          ) from tally
        )
      )
    $sql$,
    case when searched = 'true' then 'not materialized' else 'materialized' end, searched, wanted,
    case when p_sort = 'client' then $join$ left join public.accounts as prepared on prepared.id = found.account_id left join (
      select account.id, private.client_order(profile.company, profile.first_name, account.email::text) as name
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
    ) as client on client.id = found.client_id $join$ else '' end,
    sorted, case when p_descending then 'desc' else 'asc' end
  ) into answer using today, least(greatest(p_limit, 1), 200), greatest(p_offset, 0);
  return answer;
end
$$;

comment on function public.search_invoices(text, text, text, boolean, integer, integer) is
'For admins: a page of invoices whose number, description or client matches every word: {rows, total, sums: [{currency, amount, owed}], counts, today}. A draft without a client has client_id null and the name of its account. Status: all, open, draft, pending, overdue, paid, void, active, attention. Sort: created, due, amount, number, client.';

create or replace function public.search_retainers(p_query text default '', p_status text default 'all', p_limit integer default 50, p_offset integer default 0)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words constant text[] := private.search_words(p_query);
  answer jsonb;
begin
  perform private.require_admin();
  if p_status not in ('all', 'active', 'paused', 'ended') then perform private.refuse('unknown_filter', '22023', 'There is no such filter'); end if;
  with found as materialized (
    select held.*, profile.first_name, profile.last_name, profile.company, account.email::text as email, prepared.name as account_name,
      case when held.status in ('completed', 'canceled') then 'ended' when held.status in ('paused', 'pending') then 'paused' else 'active' end as kind
    from public.retainers as held
    left join auth.users as account on account.id = held.client_id
    left join public.profiles as profile on profile.user_id = held.client_id
    left join public.accounts as prepared on prepared.id = held.account_id
    where not exists (
      select from unnest(words) as word (pattern)
      where lower(held.retainer_name) || ' ' || private.client_text(profile.first_name, profile.last_name, profile.company, account.email::text)
        || case when held.client_id is null then lower(prepared.name) else '' end not like word.pattern
    )
  ), chosen as materialized (
    select * from found where p_status = 'all' or found.kind = p_status
  ), page as (
    select * from chosen order by chosen.kind = 'ended', chosen.created_at desc, chosen.id
    limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0)
  )
  select jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', page.id, 'retainer_name', page.retainer_name, 'description', page.description, 'status', page.status, 'monthly_amount', page.monthly_amount,
        'currency', page.currency, 'start_date', page.start_date, 'end_date', page.end_date, 'duration_months', page.duration_months,
        'updated_at', page.updated_at, 'client_id', page.client_id, 'client_company', page.company, 'client_email', page.email,
        'account_id', page.account_id, 'client_name', coalesce(private.name_or_email(page.first_name, page.last_name, page.email), page.account_name),
        'next_charge', case when page.status = 'active' then (
          select min(charge.day)
          from private.charge_dates(
            page.start_date, page.end_date, page.duration_months, greatest(page.charges_from, private.agency_day()),
            greatest(page.start_date, private.agency_day()) + 40
          ) as charge (day)
          where not exists (select from public.retainer_charges as done where done.retainer_id = page.id and done.charge_date = charge.day)
        ) end,
        'invoices', (select count(*) from public.retainer_charges as done where done.retainer_id = page.id)
      ) order by page.kind = 'ended', page.created_at desc, page.id) from page
    ), '[]'),
    'total', (select count(*) from chosen),
    'sums', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.amount desc)
      from (select chosen.currency, sum(chosen.monthly_amount) as amount from chosen where chosen.kind = 'active' group by chosen.currency) as sums
    ), '[]'),
    'counts', (
      select jsonb_build_object(
        'all', count(*), 'active', count(*) filter (where found.kind = 'active'), 'paused', count(*) filter (where found.kind = 'paused'),
        'ended', count(*) filter (where found.kind = 'ended')
      ) from found
    )
  ) into answer;
  return answer;
end
$$;

create or replace function public.search_billable_clients(p_query text default '', p_limit integer default 8, p_accounts boolean default false)
returns table (id uuid, name text, company text, email text, account_id uuid)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  words constant text[] := private.search_words(p_query);
begin
  perform private.require_admin();
  return query select found.id, found.name, found.company, found.email, found.account_id from (
    select account.id, private.name_or_email(profile.first_name, profile.last_name, account.email::text) as name, profile.company,
      account.email::text as email, null::uuid as account_id,
      private.client_order(profile.company, profile.first_name, account.email::text) as place
    from public.user_roles as held
    join auth.users as account on account.id = held.user_id
    left join public.profiles as profile on profile.user_id = held.user_id
    where held.role = 'client' and held.status = 'active' and not exists (
      select from unnest(words) as word (pattern)
      where private.client_text(profile.first_name, profile.last_name, profile.company, account.email::text) not like word.pattern
    )
    union all
    -- Nobody has joined these yet.
    select null, prepared.name, null, invited.email, prepared.id, lower(prepared.name)
    from public.accounts as prepared
    left join lateral (
      select open.email from public.invitations as open
      where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
      order by open.created_at desc limit 1
    ) as invited on true
    where p_accounts and prepared.kind = 'client' and prepared.archived_at is null
      and not exists (select from public.account_members as member where member.account_id = prepared.id and member.role = 'owner')
      and not exists (
        select from unnest(words) as word (pattern) where lower(prepared.name || ' ' || coalesce(invited.email, '')) not like word.pattern
      )
  ) as found
  order by found.place, found.id, found.account_id
  limit least(greatest(p_limit, 1), 50);
end
$$;

comment on function public.search_billable_clients(text, integer, boolean) is
'For admins: active clients whose name, company or address matches every word; with p_accounts also accounts that nobody owns yet (id null, account_id, and the invited address as email).';

create or replace function public.invoice_for_admin(p_invoice_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'invoice', to_jsonb(held) - 'search_text' || jsonb_build_object(
      'status', private.shown_invoice_status(held.status, held.due_date, private.agency_day())
    ),
    'today', private.agency_day(),
    -- A draft of an account that nobody has joined yet names nobody.
    'client', (
      select jsonb_build_object(
        'id', account.id, 'account_id', held.account_id, 'email', account.email, 'company', coalesce(billed.company, profile.company),
        'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text))
      )
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.archived_billing_identities as billed on billed.account_id = account.id where account.id = held.client_id
      union all
      select jsonb_build_object('id', null, 'account_id', prepared.id, 'email', (
        select open.email from public.invitations as open
        where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
        order by open.created_at desc limit 1
      ), 'company', null, 'name', prepared.name)
      from public.accounts as prepared where prepared.id = held.account_id and held.client_id is null
    ),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', line.id, 'description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount, 'amount', line.amount
      ) order by line.position) from public.invoice_lines as line where line.invoice_id = held.id
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', entry.id, 'kind', entry.kind, 'amount', entry.amount, 'currency', entry.currency, 'is_duplicate', entry.is_duplicate,
        'occurred_at', entry.occurred_at, 'by_hand', entry.provider_ref like 'manual:%', 'reference', split_part(entry.provider_ref, '/', 1),
        'method', event.method, 'note', event.note
      ) order by entry.occurred_at, entry.created_at)
      from public.payments as entry left join public.invoice_events as event on event.payment_id = entry.id where entry.invoice_id = held.id
    ), '[]'),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', event.id, 'kind', event.kind, 'note', event.note, 'method', event.method, 'amount', event.amount, 'created_at', event.created_at,
        'actor', private.full_name(profile.first_name, profile.last_name)
      ) order by event.created_at)
      from public.invoice_events as event left join public.profiles as profile on profile.user_id = event.actor_id where event.invoice_id = held.id
    ), '[]'),
    'retainer', (
      select jsonb_build_object('id', retainer.id, 'name', retainer.retainer_name, 'charge_date', charge.charge_date)
      from public.retainer_charges as charge join public.retainers as retainer on retainer.id = charge.retainer_id where charge.invoice_id = held.id
    ),
    'paying', exists (
      select from private.checkouts as tried where tried.invoice_id = held.id and tried.status = 'open' and tried.expires_at > now()
    )
  ) into answer
  from public.invoices as held where held.id = p_invoice_id;
  return answer;
end
$$;

create or replace function public.create_retainer(
  p_client_id uuid, p_name text, p_description text, p_monthly_amount integer, p_currency text, p_start_date date, p_duration_months integer default null,
  p_retainer_id uuid default gen_random_uuid(), p_account_id uuid default null
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  known uuid;
  person uuid;
begin
  perform private.require_admin();
  person := private.person_to_bill(p_client_id, p_account_id);
  perform private.require_retainer(p_monthly_amount, p_duration_months);
  if p_start_date is null then perform private.refuse('required', '22023', 'Start date is required', 'start_date'); end if;
  if p_start_date not between private.agency_day() - 3660 and private.agency_day() + 3660 then
    perform private.refuse('date_too_far', '22023', 'The start date is too far in the future', 'start_date');
  end if;
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  insert into public.retainers (
    id, client_id, account_id, status, retainer_name, description, monthly_amount, currency, start_date, duration_months, end_date, charges_from
  )
  values (
    -- Without a person it waits as a draft.
    p_retainer_id, person, p_account_id, case when person is null then 'pending' else 'active' end::public.retainer_status, private.require_text(p_name, 'Name', 200), nullif(btrim(p_description), ''), p_monthly_amount,
    private.require_currency(p_currency), p_start_date, p_duration_months,
    (p_start_date + make_interval(months => p_duration_months))::date - 1, greatest(p_start_date, private.agency_day())
  )
  on conflict (id) do nothing;
  if not found then
    -- A repeated request, because the answer was lost.
    select retainer.id into known from public.retainers as retainer where retainer.id = p_retainer_id and retainer.client_id is not distinct from person;
    if known is null then perform private.refuse('id_taken', 'PT409', 'Another retainer already has this ID', 'id'); end if;
    return known;
  end if;
  perform private.issue_due_charges(p_retainer_id);
  return p_retainer_id;
end
$$;

comment on function public.create_retainer(uuid, text, text, integer, text, date, integer, uuid, uuid) is
'Creates a retainer for an active client, or for the account p_account_id, and returns its id. While nobody has joined the account, it is a draft that an admin activates later. It issues an invoice on its first day and on the same day of every month, from today on. It issues none for months before today.';

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
  if p_status <> 'pending' then perform private.require_named(held.client_id, held.account_id); end if;
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  moved := p_start_date is distinct from held.start_date;
  if moved and (
    -- A draft waits as long as it takes.
    p_start_date is null or held.status <> 'pending' and held.start_date < private.agency_day()
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

comment on function public.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status) is
'Changes, pauses or resumes a retainer and returns its new updated_at. Issued invoices stay. PT409: it changed since the caller read it, has ended, or nobody has joined its account yet (owner_missing).';

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
  set status = case when held.client_id is null or p_last_day < held.start_date then 'canceled' when p_last_day = private.agency_day() then 'completed' else held.status end,
    end_date = greatest(p_last_day, held.start_date)
  where retainer.id = held.id;
end
$$;

create or replace function private.issue_charge(p_retainer public.retainers, p_day date) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  issued uuid := gen_random_uuid();
  period constant text := to_char(p_day, 'FMDD Mon YYYY') || ' – ' || to_char((p_day + interval '1 month')::date - 1, 'FMDD Mon YYYY');
begin
  -- The primary key decides. The second of two concurrent calls waits here and then finds the row.
  insert into public.retainer_charges (retainer_id, charge_date, invoice_id) values (p_retainer.id, p_day, issued)
  on conflict (retainer_id, charge_date) do nothing;
  if not found then return null; end if;
  insert into public.invoices (id, client_id, account_id, invoice_number, description, amount, currency, due_date, service_from, service_until)
  values (
    issued, p_retainer.client_id, p_retainer.account_id, private.next_invoice_number(), p_retainer.retainer_name || ', ' || period, 0, p_retainer.currency,
    -- Counts from today, so that a late invoice is not overdue on arrival.
    private.agency_day() + (select settings.payment_days from public.agency_settings as settings), p_day, (p_day + interval '1 month')::date - 1
  );
  insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount)
  values (issued, 1, p_retainer.retainer_name || ', ' || period, 1, p_retainer.monthly_amount);
  update public.invoices as invoice set status = 'pending' where invoice.id = issued;
  insert into public.invoice_events (invoice_id, kind, note, amount) values (issued, 'issued', p_retainer.retainer_name, p_retainer.monthly_amount);
  return issued;
end
$$;

create function public.prepare_client_dashboard(
  p_account_id uuid, p_business_name text, p_notion_url text, p_dashboard_title text default 'Lead Dashboard'
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  person uuid;
  created uuid;
begin
  perform private.require_admin();
  if p_account_id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found'); end if;
  person := private.person_to_bill(null, p_account_id);
  -- A person has one dashboard of their own. That of a second account belongs to the account alone.
  if exists (select from public.client_dashboards as own where own.owner_id = person and own.account_id is distinct from p_account_id) then
    person := null;
  end if;
  if exists (select from public.client_dashboards as one where one.account_id = p_account_id and (one.owner_id is null or one.owner_id = person)) then
    perform private.refuse('client_has_dashboard', '23505', 'This account already has a dashboard');
  end if;
  insert into public.client_dashboards (user_id, account_id, business_name, notion_database_url, dashboard_title)
  values (
    coalesce(person::text, 'imported-user'), p_account_id, private.require_name(p_business_name, 'Business name'),
    private.require_https_url(p_notion_url), private.require_name(coalesce(p_dashboard_title, 'Lead Dashboard'), 'Dashboard title')
  )
  returning id into created;
  return created;
end
$$;

comment on function public.prepare_client_dashboard(uuid, text, text, text) is
'Gives an account a dashboard and returns its id. It names the first owner, or nobody until one joins. Admins only. Errors: 42501, PT404 unknown account, PT409 archived, 22023 bad input, 22001 too long, 23505 has one.';

create or replace function public.record_dashboard_access(p_dashboard_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  if private.is_restricted_to_pending() or not exists (
    select from public.client_dashboards as dashboard
    where dashboard.id = p_dashboard_id and (
      dashboard.owner_id = (select auth.uid()) or dashboard.account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
    )
  ) then
    perform private.refuse('dashboard_not_found', 'PT404', format('You have no dashboard with the ID %s', p_dashboard_id));
  end if;
  -- One statement checks and counts. The second of two concurrent visits waits for the row and then finds it fresh.
  update public.client_dashboards as dashboard
  set access_count = dashboard.access_count + 1, last_accessed = now()
  where dashboard.id = p_dashboard_id
    and (dashboard.last_accessed is null or dashboard.last_accessed <= now() - interval '1 minute');
end
$$;

comment on function public.record_dashboard_access(uuid) is
'Counts a visit of the caller to their own dashboard or that of their account, at most one a minute. PT404: not theirs, or the account is restricted.';

create or replace function public.search_client_dashboards(
  p_query text default '', p_sort text default 'newest', p_limit integer default 25, p_offset integer default 0
) returns table (
  id uuid, user_id text, original_user_id text, client_email text, business_name text, dashboard_title text, notion_database_url text,
  health_status public.dashboard_health, access_count integer, last_accessed timestamptz, created_at timestamptz,
  updated_at timestamptz, total bigint, account_id uuid, account_name text
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted text := lower(btrim(left(coalesce(p_query, ''), 200)));
  rows_wanted integer := least(greatest(coalesce(p_limit, 25), 1), 100);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
begin
  perform private.require_admin();
  if p_sort is null or p_sort not in ('newest', 'oldest', 'name', 'name_desc', 'views', 'views_asc') then
    perform private.refuse('unknown_order', '22023', format('Unknown order %s', left(p_sort, 40)));
  end if;
  -- One pass finds and counts. The wide columns are read only for the page.
  return query
  with found as materialized (
    select dashboard.id, lower(dashboard.business_name) as name, dashboard.access_count as views, dashboard.created_at
    from public.client_dashboards as dashboard
    where wanted = '' or strpos(lower(dashboard.business_name), wanted) > 0
      or strpos(lower(dashboard.dashboard_title), wanted) > 0 or starts_with(dashboard.id::text, wanted)
      or starts_with(lower(dashboard.original_user_id), wanted)
      or dashboard.owner_id in (select person.id from auth.users as person where starts_with(lower(person.email), wanted))
      or dashboard.owner_id is null and dashboard.account_id in (
        select account.id from public.accounts as account where strpos(lower(account.name), wanted) > 0
      )
  ), page as materialized (
    select found.id, row_number() over (
      order by case when p_sort = 'views' then found.views end desc, case when p_sort = 'views_asc' then found.views end,
        case when p_sort = 'name' then found.name end, case when p_sort = 'name_desc' then found.name end desc,
        case when p_sort = 'oldest' then found.created_at end, found.created_at desc, found.id
    ) as place
    from found order by place limit rows_wanted offset skipped
  )
  select shown.id, shown.user_id, shown.original_user_id, person.email::text, shown.business_name, shown.dashboard_title, shown.notion_database_url,
    shown.health_status, shown.access_count, shown.last_accessed, shown.created_at, shown.updated_at, (select count(*) from found),
    shown.account_id, account.name
  from page
  join public.client_dashboards as shown on shown.id = page.id
  left join auth.users as person on person.id = shown.owner_id
  left join public.accounts as account on account.id = shown.account_id
  order by page.place;
end
$$;

comment on function public.search_client_dashboards(text, text, integer, integer) is
'Dashboards whose business name or title contains the words, or whose id, original user_id or client email begins with them, or that wait for an owner of an account with such a name, with the total on each row. Admins only. Errors: 42501, 22023 unknown order.';

create function public.portal_rights(p_client_id uuid default null) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with mine as (
    select member.account_id, member.role,
      exists (select from public.account_members as other where other.account_id = member.account_id and other.user_id <> member.user_id)
      or exists (select from public.invoices as invoice where invoice.account_id = member.account_id and invoice.client_id <> member.user_id)
      or exists (select from public.retainers as retainer where retainer.account_id = member.account_id and retainer.client_id <> member.user_id)
      or exists (
        select from public.client_dashboards as board
        where board.account_id = member.account_id and board.owner_id is distinct from member.user_id
      ) as is_shared
    from public.account_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = (select private.portal_client(p_client_id)) and account.archived_at is null
  )
  select jsonb_build_object(
    'sees_money', coalesce(bool_or(mine.role in ('owner', 'billing')), true),
    'sees_work', coalesce(bool_or(mine.role in ('owner', 'member')), true),
    'money', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'billing')), '[]'),
    'work', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'member')), '[]'),
    'owners', coalesce((
      select jsonb_agg(jsonb_build_object('name', private.person_name(owner.user_id), 'email', person.email) order by owner.created_at, owner.user_id)
      from public.account_members as owner join auth.users as person on person.id = owner.user_id
      where owner.role = 'owner' and owner.user_id <> (select private.portal_client(p_client_id))
        and owner.account_id in (select one.account_id from mine as one)
    ), '[]')
  )
  from mine
  having private.is_session_sufficient()
$$;

comment on function public.portal_rights(uuid) is
'What the portal of the caller, or for an admin of the named client, shows beside the rows that name them: {sees_money, sees_work, money: [accounts that they share and whose invoices and retainers they see], work: [accounts that they share and whose requests and dashboard they see], owners: [{name, email}] whom they can ask}. A person without an account sees what names them.';

create or replace function private.apply_client_setup(p_lead_id uuid, p_client uuid, p_account uuid, p_dashboard jsonb, p_retainer jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  person constant uuid := private.person_to_bill(p_client, p_account);
  begins date := (p_retainer ->> 'start_date')::date;
  months integer := (p_retainer ->> 'duration_months')::integer;
  board uuid;
  draft uuid;
begin
  if p_dashboard is not null then
    insert into public.client_dashboards (user_id, account_id, business_name, notion_database_url, dashboard_title)
    values (coalesce(person::text, 'imported-user'), p_account, private.require_name(p_dashboard ->> 'business_name', 'Business name'),
      private.require_https_url(p_dashboard ->> 'notion_url'), 'Lead Dashboard')
    on conflict do nothing returning id into board;
  end if;
  if p_retainer is not null then
    -- A draft issues no invoices until an admin activates it.
    insert into public.retainers (
      client_id, account_id, retainer_name, status, monthly_amount, currency, start_date, duration_months, end_date, charges_from
    )
    values (
      person, p_account, private.require_text(p_retainer ->> 'name', 'Name', 200), 'pending', (p_retainer ->> 'monthly_amount')::integer,
      private.require_currency(p_retainer ->> 'currency'), begins, months, (begins + make_interval(months => months))::date - 1,
      greatest(begins, private.agency_day())
    ) returning id into draft;
  end if;
  update private.client_setups as done set retainer_id = draft, dashboard_id = board where done.lead_id = p_lead_id;
end
$$;

comment on function private.apply_client_setup(uuid, uuid, uuid, jsonb, jsonb) is
'Gives a client, or an account that nobody has joined yet, a dashboard and a draft retainer, and notes both in the lead''s setup. An existing dashboard stays.';

create or replace function private.cancel_client_setup() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  setup private.client_setups;
begin
  delete from private.client_setups as done where done.lead_id = new.id returning done.* into setup;
  -- Deletes only a draft that nobody used or changed. Everything else belongs to the client by now.
  delete from public.retainers as retainer
  where retainer.id = setup.retainer_id and retainer.status = 'pending' and retainer.updated_at = retainer.created_at
    and not exists (select from public.retainer_charges as charge where charge.retainer_id = retainer.id);
  delete from public.client_dashboards as board where board.id = setup.dashboard_id and board.owner_id is null;
  return null;
end
$$;

comment on function private.cancel_client_setup() is
'Trigger: a lead that leaves Won loses the untouched draft of its retainer, and the dashboard while nobody has joined the account.';

create or replace function public.win_lead(
  p_batch_id uuid, p_lead_id uuid, p_value_cents bigint default null, p_account jsonb default null, p_dashboard jsonb default null,
  p_retainer jsonb default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  is_admin boolean := private.has_active_role('admin');
  address text := lower(btrim(p_account ->> 'email'));
  won public.leads;
  client uuid;
  client_account uuid;
  outcome text := 'won';
begin
  select lead.* into won from public.leads as lead where lead.id = p_lead_id and private.may_see_lead(lead) for update;
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
    perform private.account_of_lead(won, address);
    perform private.apply_client_setup(p_lead_id, client, null, p_dashboard, p_retainer);
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'granted', 'account_id', private.account_of_client(client));
  end if;
  client_account := private.account_of_lead(won, address);
  -- The account may be older than this setup, and its owner was then invited by another address or not at all.
  if not exists (
    select from public.invitations as open
    where open.account_id = client_account and open.email = address and open.accepted_at is null and open.revoked_at is null and open.expires_at > now()
  ) then
    perform public.invite_member(client_account, address, 'owner');
  end if;
  perform private.apply_client_setup(p_lead_id, null, client_account, p_dashboard, p_retainer);
  return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'invited', 'account_id', client_account);
end
$$;

comment on function public.win_lead(uuid, uuid, bigint, jsonb, jsonb, jsonb) is
'Wins a lead and sets up the client, all or nothing: { batch_id, outcome, account_id (when an admin sets it up) }. account { email }, dashboard { business_name, notion_url }, retainer { name, monthly_amount, currency, start_date, duration_months }. Outcomes for an admin: invited (the rest is prepared and names the owner when they join) or granted (the client exists and gets the rest now). For a sales person: handed_over to the admins. A known batch id does nothing. PT404: no such lead. PT409: the client is already set up, the lead is already won or merged, or the account with this address is not a client''s. 22023, 42501.';

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
      or held.table_name = 'accounts' and private.is_workspace_of(private.parse_uuid(held.row_id), $1)
      -- What was prepared for their account named nobody.
      or held.table_name in ('client_dashboards', 'invoices', 'retainers')
        and private.is_workspace_of(private.parse_uuid(coalesce(held.before, held.after) ->> 'account_id'), $1)
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
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or private.names_person(asked.message, $1))))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and private.names_person(asked.message, $1))$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Replies to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and private.names_person(held.message, $1)$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or private.names_person(held.business_name, $1) then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts) or held.owner_id is null and private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (242, 'private.recovery_codes', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    -- Drafts that were prepared for an account name nobody yet.
    (250, 'public.retainers', $w$(held.client_id = any (($1).accounts) and held.status = 'pending' or held.client_id is null and private.is_workspace_of(held.account_id, $1))
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id
      and (draft.client_id = any (($1).accounts) or draft.client_id is null and private.is_workspace_of(draft.account_id, $1))
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$(held.client_id = any (($1).accounts) or held.client_id is null and private.is_workspace_of(held.account_id, $1)) and held.status = 'draft'
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
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null, "address": null, "tax_id": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (262, 'private.combined_checkouts', 'held.client_id = any (($1).accounts)', 'cleared', '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'private.names_person(held.key, $1)', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$private.names_person(held.payload::text, $1)
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    -- The leads of the account are other people's. They stay, in an archived account without a name.
    (320, 'public.accounts', 'private.is_workspace_of(held.id, $1)', 'cleared',
      '{"name": "''Erased account''", "slug": "''erased-'' || held.id", "archived_at": "coalesce(held.archived_at, now())"}',
      'Workspaces of this person alone', 'The workspace is archived without its name. Its leads are other people.'),
    (325, 'public.account_members', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Memberships', null),
    (326, 'public.account_loans', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "billing_address": "null", "tax_id": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
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

create trigger name_prepared after insert or update of role on public.account_members
for each row when (new.role = 'owner') execute function private.name_prepared();

create trigger hand_over after delete on public.account_members for each row execute function private.hand_over();

create trigger take_account_of_invoice before insert or update of invoice_id on public.payments
for each row execute function private.take_account_of_invoice();

grant execute on function public.create_invoice(uuid, text, date, text, jsonb, uuid, date, date, uuid) to authenticated;
grant execute on function public.update_draft_invoice(uuid, timestamptz, uuid, text, date, text, jsonb, date, date, uuid) to authenticated;
grant execute on function public.create_retainer(uuid, text, text, integer, text, date, integer, uuid, uuid) to authenticated;
grant execute on function public.prepare_client_dashboard(uuid, text, text, text) to authenticated;
grant execute on function public.open_invoice_checkout(uuid, uuid) to service_role;
grant execute on function public.may_pay_invoice(uuid) to authenticated;
grant execute on function public.invoice_recipient(uuid) to authenticated;
grant execute on function public.search_billable_clients(text, integer, boolean) to authenticated;
grant execute on function public.search_client_dashboards(text, text, integer, integer) to authenticated;
grant execute on function public.portal_rights(uuid) to authenticated;

-- Setups that wait become drafts of their account. One from before accounts gets its account now, and its invitation joins it. A lead
-- that was erased has none.
do $$
declare
  setup record;
  lead public.leads;
  account uuid;
begin
  for setup in select * from private.pending_client_setups as open where open.fulfilled_at is null order by open.created_at for update loop
    select held.* into lead from public.leads as held where held.id = setup.lead_id;
    continue when lead.id is null or lead.erased_at is not null;
    account := lead.client_account_id;
    if account is null then
      account := private.create_client_account(left(coalesce(nullif(btrim(lead.company), ''), private.lead_title(lead)), 200));
      update public.leads as won set client_account_id = account where won.id = lead.id;
    end if;
    -- An invitation to a role alone would make another account.
    if private.first_owner(account) is null and not exists (
      select from public.invitations as open
      where open.account_id = account and open.email = setup.email and open.accepted_at is null and open.revoked_at is null
    ) then
      update public.invitations as open set account_id = account, account_role = 'owner'
      where open.email = setup.email and open.role = 'client' and open.account_id is null and open.accepted_at is null and open.revoked_at is null;
    end if;
    insert into private.client_setups (lead_id, batch_id, outcome) values (lead.id, setup.batch_id, 'set_up') on conflict (lead_id) do nothing;
    begin
      perform private.apply_client_setup(lead.id, null, account, setup.dashboard, setup.retainer);
    exception when others then
      -- Its account is archived, or its owner is inactive.
      raise warning 'The setup of the lead % was dropped: %', lead.id, sqlerrm;
    end;
  end loop;
end
$$;

drop table private.pending_client_setups;
