-- A payer can't leave two accounts at the same moment and go on paying for nothing. Whoever left an account adds no file to its requests.
-- Days that no email can show are refused. A plain member is billed for nothing, named or not. An invitation to an archived account is closed.

create function private.lock_plan(p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('plan ' || p_user_id, 0))
$$;

comment on function private.lock_plan(uuid) is
'Makes everyone wait who takes another account from this person''s plan at the same moment. Otherwise each would count on the other account.';

create function private.require_near_day(p_day date, p_label text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_day > private.agency_day() + 3660 then
    perform private.refuse('date_too_far', '22023', format('%s is too far in the future', p_label), private.field_name(p_label));
  end if;
  if p_day < private.agency_day() - 3660 then
    perform private.refuse('date_too_old', '22023', format('%s is too far in the past', p_label), private.field_name(p_label));
  end if;
end
$$;

comment on function private.require_near_day(date, text) is
'Refuses a day that is more than ten years away, such as infinity, which no email and no PDF can show. No day is fine.';

create or replace function private.remove_member(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  plan jsonb;
  -- Asked before they are gone.
  unhosted constant text[] := private.only_host_of(p_user_id, p_account_id);
  released bigint;
begin
  -- Everybody may leave by themselves.
  if p_user_id is distinct from auth.uid() or private.account_role_of_caller(p_account_id) is null then
    perform private.require_managed_account(p_account_id);
  end if;
  perform from public.accounts as account where account.id = p_account_id for no key update;
  perform private.refuse_unsettled(p_account_id, p_user_id);
  perform private.lock_plan(p_user_id);
  plan := private.plan_of_member(p_account_id, p_user_id);
  perform private.refuse_payer(plan, p_user_id);
  delete from public.account_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  released := private.release_leads(p_account_id, p_user_id);
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
  if p_user_id is distinct from auth.uid() then
    perform private.announce_removed_member(p_account_id, p_user_id);
  else
    perform private.announce_left_member(p_account_id, p_user_id, released, unhosted);
  end if;
end
$$;

create or replace function private.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  status public.role_status;
  role_before public.account_role;
  plan jsonb;
begin
  perform private.require_open_account(p_account_id);
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  select member.status, member.role into status, role_before
  from private.client_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if status is null then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  if status <> 'active' then perform private.refuse('client_not_active', 'PT409', 'This person isn''t an active client'); end if;
  if p_role = 'member' then
    perform private.lock_plan(p_user_id);
    plan := private.plan_of_member(p_account_id, p_user_id);
    perform private.refuse_payer(plan, p_user_id);
  end if;
  update public.account_members as member set role = p_role where member.account_id = p_account_id and member.user_id = p_user_id;
  if p_role = 'billing' then perform private.release_leads(p_account_id, p_user_id); end if;
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
  -- Someone who is an owner or a billing contact again brings the plan back. The waiting emails about its loss are withdrawn.
  if role_before = 'member' and p_role <> 'member' and private.has_premium(p_account_id) then
    perform private.withdraw_mail('premium-ended:' || p_account_id), private.withdraw_mail(format('premium-kept:%s:%s', p_account_id, p_user_id));
  end if;
  perform private.announce_member_role(p_account_id, p_user_id, role_before, p_role);
end
$$;

create or replace function private.may_attach_to_request(p_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select case
    when split_part(p_name, '/', 2) = 'request' then private.folder_id(p_name) is not null and not exists (
      select from public.change_requests as request
      where request.id = private.folder_id(p_name) and (request.user_id <> (select auth.uid()) or private.sender_left(request))
    ) and private.has_any_active_role()
    -- A reply that is not sent yet.
    else private.folder_id(substr(p_name, 38)) is not null and exists (
      select from public.change_requests as request
      where request.id = private.folder_id(p_name) and request.user_id = (select auth.uid()) and not private.sender_left(request)
    ) and private.is_unsent_file(p_name) and private.has_active_role('client')
  end
$$;

comment on function private.may_attach_to_request(text) is
'Whether a file is for a new request, for one that the caller sent, or for a reply to it, and the caller may send that. Not for a request of an account that the caller left.';

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
    -- Someone who left all accounts is still billed themselves.
    if private.account_of_client(person) is null then return person; end if;
    return private.person_to_bill(person, private.account_of_client(person));
  end if;
  -- An owner who joins at this moment comes before or after, never between.
  select held.* into account from public.accounts as held where held.id = p_account_id and held.kind = 'client' for no key update;
  if account.id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found', 'client_id'); end if;
  perform private.refuse_archived(p_account_id);
  if person is null then person := private.first_owner(p_account_id);
  elsif not exists (
    select from private.client_members as member
    where member.account_id = p_account_id and member.user_id = person and member.role in ('owner', 'billing')
  ) then
    perform private.refuse('client_not_active', '22023', 'This person isn''t an owner or a billing contact of the account', 'client_id');
  end if;
  if person is not null then perform private.require_client(person); end if;
  return person;
end
$$;

comment on function private.person_to_bill(uuid, uuid) is
'The person whom a draft names: the given one, else the first owner of the account, else null, because nobody has joined it yet. Without an account, it is the person''s own. Locks the account. Refuses people who are not active clients, or not owners or billing contacts of it, and archived accounts.';

create or replace function private.invitation_end(p_token text) returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when private.is_archived(held.account_id) then 'closed'
    when held.revoked_at is not null then 'replaced'
  end
  from public.invitations as held
  where held.token_hash = sha256(convert_to(left(coalesce(p_token, ''), 200), 'UTF8')) and held.accepted_at is null
    and case when held.revoked_at is null then held.expires_at > now() else exists (
      select from public.invitations as newer
      where newer.email = held.email and newer.account_id is not distinct from held.account_id
        and newer.created_at >= held.created_at and newer.id <> held.id
        and newer.accepted_at is null and newer.revoked_at is null and newer.expires_at > now()
    ) end
$$;

create or replace function private.require_period(p_from date, p_until date) returns void
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

create or replace function private.create_invoice(
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

create or replace function private.update_draft_invoice(
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

create or replace function private.require_due_date(p_due date) returns void
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

create or replace function private.end_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz, p_last_day date) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
  changed_at timestamptz;
  term_end date;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  term_end := private.term_end(held.start_date, held.duration_months);
  if p_last_day is null or p_last_day < private.agency_day() then
    perform private.refuse('date_in_past', '22023', 'The last day can''t be in the past', 'end_date');
  end if;
  if term_end is null then perform private.require_near_day(p_last_day, 'End date'); end if;
  -- If the term has passed but the retainer hasn't ended, as with a draft, it can still end today.
  if term_end is not null and p_last_day > greatest(term_end, private.agency_day()) then
    perform private.refuse('end_after_term', '22023', 'The last day is after its term. Change the term to go on longer.', 'end_date');
  end if;
  -- What is due by today is owed, even when today is the last day.
  perform private.issue_due_charges(held.id);
  update public.retainers as retainer
  set status = case when held.client_id is null or p_last_day < held.start_date then 'canceled' when p_last_day = private.agency_day() then 'completed' else held.status end,
    end_date = greatest(least(p_last_day, term_end), held.start_date)
  where retainer.id = held.id
  returning retainer.updated_at into changed_at;
  return changed_at;
end
$$;
