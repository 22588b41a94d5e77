-- The bodies of public functions that cross rights move to the private schema. The public ones are thin and run as the caller.

create function private.invite_member(p_account_id uuid, p_email text, p_role public.account_role) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant public.accounts := private.require_managed_account(p_account_id);
  address constant text := lower(btrim(p_email));
  token constant text := encode(sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')), 'hex');
  person uuid;
  invited uuid;
begin
  if address is null or char_length(address) > 320 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address', 'email');
  end if;
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  select known.id into person from auth.users as known where lower(known.email) = address and known.email_confirmed_at is not null;
  if exists (select from public.account_members as member where member.account_id = account.id and member.user_id = person) then
    perform private.refuse('already_member', 'PT409', 'This person is already in the account. Change their role instead.', 'email');
  end if;
  -- A sign-up that nobody confirmed blocks the invitation. A fresh one stays: its person may just be reading the email, and a client
  -- must not be able to stop the sign-ups of strangers.
  if exists (
    select from auth.users as old where lower(old.email) = address and old.email_confirmed_at is null and old.created_at < now() - interval '1 day'
  ) then
    perform private.remove_unconfirmed_account(address);
  end if;
  -- A new invitation to the same account ends the earlier link.
  update public.invitations as earlier set revoked_at = now()
  where earlier.email = address and earlier.account_id = account.id and earlier.accepted_at is null and earlier.revoked_at is null;
  insert into public.invitations (email, role, token_hash, invited_by, account_id, account_role)
  values (address, 'client', sha256(convert_to(token, 'UTF8')), auth.uid(), account.id, p_role) returning id into invited;
  perform public.enqueue_outbox('mail', format('invitation:%s', invited), jsonb_build_object(
    'to', address, 'template', 'account-invitation', 'data', jsonb_build_object(
      'token', token, 'business', account.name, 'role', p_role, 'known', (person is not null)::text, 'by', private.person_name(auth.uid())
    )
  ));
  return invited;
end
$$;

create or replace function public.invite_member(p_account_id uuid, p_email text, p_role public.account_role) returns uuid
language sql volatile
set search_path = ''
return private.invite_member(p_account_id, p_email, p_role);

create function private.revoke_member_invitation(p_account_id uuid, p_invitation_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_managed_account(p_account_id);
  update public.invitations as open set revoked_at = now()
  where open.id = p_invitation_id and open.account_id = p_account_id and open.accepted_at is null and open.revoked_at is null;
  if not found then perform private.refuse('invitation_ended', 'PT409', 'This invitation was already used or revoked'); end if;
end
$$;

create or replace function public.revoke_member_invitation(p_account_id uuid, p_invitation_id uuid) returns void
language sql volatile
set search_path = ''
return private.revoke_member_invitation(p_account_id, p_invitation_id);

create function private.join_account(p_token text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Someone without a confirmed address has none, and no invitation is for them.
  invitation constant public.invitations := private.open_invitation(left(p_token, 200), coalesce(private.confirmed_email(), ''));
  slug text;
begin
  perform private.require_sufficient_session();
  if auth.uid() is null or invitation.account_id is null then
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired, or is for another address. Ask for a new one.');
  end if;
  if private.is_staff() then
    perform private.refuse('account_not_client', 'PT409', 'People of the agency can''t be members of a client''s account');
  end if;
  perform from public.invitations as held
  where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null for update;
  if not found then
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired, or is for another address. Ask for a new one.');
  end if;
  perform private.add_member(invitation.account_id, auth.uid(), invitation.account_role, invitation.invited_by);
  insert into public.user_roles (user_id, role, status) values (auth.uid(), 'client', 'active') on conflict (user_id, role) do nothing;
  -- Last, because what waits for the invitation belongs to the account.
  update public.invitations as held set accepted_at = now(), accepted_by = auth.uid() where held.id = invitation.id;
  select account.slug into slug from public.accounts as account where account.id = invitation.account_id;
  return slug;
end
$$;

create or replace function public.join_account(p_token text) returns text
language sql volatile
set search_path = ''
return private.join_account(p_token);

create function private.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_managed_account(p_account_id);
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  update public.account_members as member set role = p_role where member.account_id = p_account_id and member.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
end
$$;

create or replace function public.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language sql volatile
set search_path = ''
return private.set_member_role(p_account_id, p_user_id, p_role);

create function private.remove_member(p_account_id uuid, p_user_id uuid) returns void
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

create or replace function public.remove_member(p_account_id uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.remove_member(p_account_id, p_user_id);

create function private.lend_rep(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_managed_account(p_account_id);
  if not exists (select from public.user_roles as held where held.user_id = p_user_id and held.role = 'sales' and held.status = 'active') then
    perform private.refuse('assignee_not_active', '22023', 'Only active sales people can be lent', 'user_id');
  end if;
  insert into public.account_loans (account_id, user_id, lent_by) values (p_account_id, p_user_id, auth.uid()) on conflict do nothing;
end
$$;

create or replace function public.lend_rep(p_account_id uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.lend_rep(p_account_id, p_user_id);

create function private.end_loan(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.account_loans as loan where loan.account_id = p_account_id and loan.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer lent to the account'); end if;
  update public.leads as lead set user_id = null
  where lead.account_id = p_account_id and lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost');
end
$$;

create or replace function public.end_loan(p_account_id uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.end_loan(p_account_id, p_user_id);

create function private.mail_account(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', account.name, 'slug', account.slug, 'email', (private.account_addresses(account.id))[1],
    'logo', private.logo_json(account), 'accent', account.accent)
  from public.accounts as account where account.id = p_account_id and account.kind = 'client'
$$;

create or replace function public.mail_account(p_account_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.mail_account(p_account_id);

create function private.my_accounts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  perform private.require_sufficient_session();
  return coalesce((
    select jsonb_agg(private.account_json(account) || jsonb_build_object('role', mine.role) order by account.kind, lower(account.name), account.id)
    from public.accounts as account join (
      select member.account_id, member.role::text as role from public.account_members as member
      where member.user_id = caller and private.has_active_role('client')
      union all
      select loan.account_id, 'lent' from public.account_loans as loan where loan.user_id = caller and private.has_active_role('sales')
      union all
      select private.agency_account(), 'staff' where private.is_staff()
    ) as mine on mine.account_id = account.id
    where account.archived_at is null
  ), '[]');
end
$$;

create or replace function public.my_accounts() returns jsonb
language sql stable
set search_path = ''
return private.my_accounts();

create function private.workspace_state() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account public.accounts;
begin
  select held.* into account from public.accounts as held where held.id = private.workspace();
  if account.id is null then return null; end if;
  return private.account_json(account) || jsonb_build_object(
    'role', coalesce(private.account_role_of_caller(account.id)::text, case
      when private.has_active_role('admin') then 'admin' when account.kind = 'agency' then 'staff' else 'lent' end),
    'may_write', private.is_premium_workspace(), 'manages_workspace', private.manages_workspace(), 'sees_all_leads', private.sees_all_leads()
  );
end
$$;

create or replace function public.workspace_state() returns jsonb
language sql stable
set search_path = ''
return private.workspace_state();

create function private.record_workspace_visit() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  -- People of the agency in a client's account. Clients in their own leave no entry.
  if not private.is_staff() or private.workspace() = private.agency_account() then return; end if;
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject)
  select person.id, person.email, 'view', 'accounts', private.workspace()::text, null
  from auth.users as person where person.id = auth.uid();
end
$$;

create or replace function public.record_workspace_visit() returns void
language sql volatile
set search_path = ''
return private.record_workspace_visit();

create function private.account_people(p_account_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not (
    private.has_active_role('admin') or private.account_role_of_caller(p_account_id) is not null and private.has_active_role('client')
    or p_account_id <> private.agency_account() and private.may_enter(p_account_id)
  ) then
    perform private.refuse('account_not_found', 'PT404', 'Account not found');
  end if;
  return jsonb_build_object(
    'may_manage', private.manages_account(p_account_id),
    'members', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', member.user_id, 'name', private.person_name(member.user_id), 'email', person.email, 'role', member.role, 'since', member.created_at
      ) order by member.role, member.created_at, member.user_id)
      from public.account_members as member join auth.users as person on person.id = member.user_id where member.account_id = p_account_id
    ), '[]'),
    'lent', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', loan.user_id, 'name', private.person_name(loan.user_id), 'email', person.email, 'since', loan.created_at
      ) order by loan.created_at, loan.user_id)
      from public.account_loans as loan join auth.users as person on person.id = loan.user_id where loan.account_id = p_account_id
    ), '[]'),
    'invitations', case when private.manages_account(p_account_id) then coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', open.id, 'email', open.email, 'role', open.account_role, 'created_at', open.created_at, 'expires_at', open.expires_at
      ) order by open.created_at desc)
      from public.invitations as open where open.account_id = p_account_id and open.accepted_at is null and open.revoked_at is null
    ), '[]') else '[]' end
  );
end
$$;

create or replace function public.account_people(p_account_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.account_people(p_account_id);

create function private.list_accounts(p_query text, p_archived boolean, p_limit integer, p_offset integer)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words constant text[] := regexp_split_to_array(lower(btrim(coalesce(left(p_query, 200), ''))), '\s+');
  month constant timestamptz := date_trunc('month', now() at time zone private.agency_zone()) at time zone private.agency_zone();
begin
  perform private.require_admin();
  return (
    with found as (
      select account.*, count(*) over () as total from public.accounts as account
      where account.kind = 'client' and (account.archived_at is not null) = coalesce(p_archived, false) and not exists (
        select from unnest(words) as word (text) where word.text <> '' and strpos(lower(account.name), word.text) = 0 and not exists (
          select from public.account_members as member join auth.users as person on person.id = member.user_id
          where member.account_id = account.id
            and strpos(lower(concat_ws(' ', person.email, private.person_name(member.user_id))), word.text) > 0
        )
      )
      order by lower(account.name), account.id limit least(greatest(coalesce(p_limit, 50), 1), 200) offset greatest(coalesce(p_offset, 0), 0)
    ), measured as (
      select found.*, leads.*, answers.median, owed.owed, owed.late, activity.last_at, people.members
      from found
      cross join lateral (
        select count(*) filter (where lead.created_at >= month) as leads_month,
          count(*) filter (where lead.clock_due_at < now() and lead.erased_at is null) as unanswered
        from public.leads as lead where lead.account_id = found.id and lead.archived_at is null and not lead.is_spam
      ) as leads
      cross join lateral (
        select round(percentile_cont(0.5) within group (order by clock.response_seconds)) as median from public.lead_clocks as clock
        where clock.account_id = found.id and clock.arrived_at >= now() - interval '30 days' and clock.state = 'answered'
      ) as answers
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.currency), '[]') as owed,
          coalesce(sum(sums.late), 0) as late
        from (
          select invoice.currency, sum(invoice.owed_amount) as amount,
            count(*) filter (where private.shown_invoice_status(invoice.status, invoice.due_date, private.agency_day()) = 'overdue') as late
          from public.invoices as invoice
          where invoice.account_id = found.id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
          group by invoice.currency
        ) as sums
      ) as owed
      cross join lateral (
        select greatest(
          (select max(lead.last_activity_at) from public.leads as lead where lead.account_id = found.id),
          (select max(lead.created_at) from public.leads as lead where lead.account_id = found.id),
          (
            select max(session.updated_at) from public.account_members as member join auth.sessions as session on session.user_id = member.user_id
            where member.account_id = found.id
          )
        ) as last_at
      ) as activity
      cross join lateral (
        select count(*) as members from public.account_members as member where member.account_id = found.id
      ) as people
    )
    select jsonb_build_object(
      'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', measured.id, 'slug', measured.slug, 'name', measured.name, 'is_premium', private.has_premium(measured.id),
        'members', measured.members, 'leads_month', measured.leads_month, 'median_seconds', measured.median, 'owed', measured.owed,
        'last_activity_at', measured.last_at, 'created_at', measured.created_at, 'archived_at', measured.archived_at,
        'health', private.account_health(measured.unanswered, measured.late::bigint, measured.last_at, measured.archived_at is not null)
      ) order by lower(measured.name), measured.id), '[]'),
      'total', coalesce(max(measured.total), 0)
    ) from measured
  );
end
$$;

create or replace function public.list_accounts(p_query text default '', p_archived boolean default false, p_limit integer default 50, p_offset integer default 0)
returns jsonb
language sql stable
set search_path = ''
return private.list_accounts(p_query, p_archived, p_limit, p_offset);

create function private.account_record(p_account_id uuid) returns jsonb
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
      where lead.account_id = account.id and lead.clock_due_at is not null and lead.archived_at is null and not lead.is_spam and lead.erased_at is null
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

create or replace function public.account_record(p_account_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.account_record(p_account_id);

create function private.create_account(p_name text, p_owner_email text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  name constant text := btrim(regexp_replace(p_name, '\s+', ' ', 'g'));
  made uuid;
begin
  perform private.require_admin();
  if coalesce(name, '') = '' or char_length(name) > 200 then
    perform private.refuse('required', '22023', 'Enter a name of up to 200 characters', 'name');
  end if;
  made := private.create_client_account(name);
  if btrim(coalesce(p_owner_email, '')) <> '' then perform public.invite_member(made, p_owner_email, 'owner'); end if;
  return (select jsonb_build_object('id', account.id, 'slug', account.slug) from public.accounts as account where account.id = made);
end
$$;

create or replace function public.create_account(p_name text, p_owner_email text default null) returns jsonb
language sql volatile
set search_path = ''
return private.create_account(p_name, p_owner_email);

create function private.update_account(p_account_id uuid, p_changes jsonb, p_seen timestamptz) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account public.accounts := private.require_managed_account(p_account_id);
  allowed constant text[] := array['name', 'time_zone', 'currency', 'working_hours', 'holidays', 'speed_to_lead_minutes',
    'logo', 'logo_width', 'logo_height', 'logo_plate', 'accent'];
  unknown text;
begin
  if jsonb_typeof(p_changes) is distinct from 'object' or p_changes = '{}' then
    perform private.refuse('nothing_to_change', '22023', 'Nothing to change');
  end if;
  select key into unknown from jsonb_object_keys(p_changes) as key where key <> all (allowed) limit 1;
  if unknown is not null then perform private.refuse('unknown_field', '22023', format('Unknown field %s', left(unknown, 40))); end if;
  if p_seen is not null and account.updated_at <> p_seen then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed this account');
  end if;
  if p_changes ? 'name' and (btrim(coalesce(p_changes ->> 'name', '')) = '' or char_length(p_changes ->> 'name') > 200) then
    perform private.refuse('required', '22023', 'Enter a name of up to 200 characters', 'name');
  end if;
  if p_changes ? 'time_zone' and not exists (select from pg_catalog.pg_timezone_names as zone where zone.name = p_changes ->> 'time_zone') then
    perform private.refuse('unknown_choice', '22023', 'Choose a time zone', 'time_zone');
  end if;
  if p_changes ->> 'accent' !~ '^#[0-9a-f]{6}$' then
    perform private.refuse('color_invalid', '22023', 'Enter a color such as #1f6feb', 'accent');
  end if;
  account := jsonb_populate_record(account, p_changes);
  update public.accounts as held
  set name = btrim(account.name), time_zone = account.time_zone, currency = account.currency, working_hours = account.working_hours,
    holidays = account.holidays, speed_to_lead_minutes = account.speed_to_lead_minutes, logo = account.logo, logo_width = account.logo_width,
    logo_height = account.logo_height, logo_plate = account.logo_plate, accent = account.accent
  where held.id = account.id;
end
$$;

create or replace function public.update_account(p_account_id uuid, p_changes jsonb, p_seen timestamptz default null) returns void
language sql volatile
set search_path = ''
return private.update_account(p_account_id, p_changes, p_seen);

create function private.archive_account(p_account_id uuid, p_archived boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  owed bigint;
  domains bigint;
begin
  perform private.require_admin();
  perform private.require_managed_account(p_account_id);
  if p_archived then
    select count(*) into owed from public.invoices as invoice
    where invoice.account_id = p_account_id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0;
    select count(*) into domains from public.landing_pages as page
    where page.account_id = p_account_id and page.status = 'published' and page.custom_domain is not null;
    if owed > 0 or domains > 0 then
      perform private.refuse('account_in_use', 'PT409', concat_ws(' and ',
        case when owed > 0 then format('%s open %s', owed, case owed when 1 then 'invoice' else 'invoices' end) end,
        case when domains > 0 then format('%s published %s on a domain of its own', domains, case domains when 1 then 'page' else 'pages' end) end
      ) || ' must be settled first', p_more => jsonb_build_object('invoices', owed, 'domains', domains));
    end if;
  end if;
  update public.accounts as account set archived_at = case when p_archived then coalesce(account.archived_at, now()) end
  where account.id = p_account_id;
end
$$;

create or replace function public.archive_account(p_account_id uuid, p_archived boolean) returns void
language sql volatile
set search_path = ''
return private.archive_account(p_account_id, p_archived);

create function private.create_account_from_lead(p_lead_id uuid) returns jsonb
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
    perform private.refuse('lead_not_won', 'PT409', 'Only a won lead of the agency becomes a client');
  end if;
  made := private.account_of_lead(lead, lead.email);
  return (select jsonb_build_object('id', account.id, 'slug', account.slug, 'name', account.name) from public.accounts as account where account.id = made);
end
$$;

create or replace function public.create_account_from_lead(p_lead_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.create_account_from_lead(p_lead_id);

create function private.search_invoices(
  p_query text, p_status text, p_sort text, p_descending boolean, p_limit integer, p_offset integer
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
          -- Only pending invoices can be late. A call for each of the others would take most of the time.
          case when held.status = 'pending' then private.shown_invoice_status(held.status, held.due_date, $1) else held.status::text end as shown
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
      select account.id, lower(coalesce(nullif(profile.company, ''), profile.first_name, account.email::text)) as name
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
    ) as client on client.id = found.client_id $join$ else '' end,
    sorted, case when p_descending then 'desc' else 'asc' end
  ) into answer using today, least(greatest(p_limit, 1), 200), greatest(p_offset, 0);
  return answer;
end
$$;

create or replace function public.search_invoices(
  p_query text default '', p_status text default 'all', p_sort text default 'created', p_descending boolean default true,
  p_limit integer default 50, p_offset integer default 0
) returns jsonb
language sql stable
set search_path = ''
return private.search_invoices(p_query, p_status, p_sort, p_descending, p_limit, p_offset);

create function private.search_retainers(p_query text, p_status text, p_limit integer, p_offset integer)
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
      where lower(held.retainer_name) || ' ' || lower(concat_ws(' ', profile.first_name, profile.last_name, profile.company, account.email))
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

create or replace function public.search_retainers(p_query text default '', p_status text default 'all', p_limit integer default 50, p_offset integer default 0)
returns jsonb
language sql stable
set search_path = ''
return private.search_retainers(p_query, p_status, p_limit, p_offset);

create function private.search_billable_clients(p_query text, p_limit integer, p_accounts boolean)
returns table (id uuid, name text, company text, email text, account_id uuid)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  words constant text[] := private.search_words(p_query);
begin
  perform private.require_admin();
  return query select found.id, coalesce(found.account_name, private.name_or_email(found.first_name, found.last_name, found.email)),
    found.company, found.email, found.account_id
  from (
    select account.id, profile.first_name, profile.last_name, profile.company, account.email::text as email, null::uuid as account_id,
      null as account_name, lower(coalesce(nullif(profile.company, ''), profile.first_name, account.email::text)) as place
    from public.user_roles as held
    join auth.users as account on account.id = held.user_id
    left join public.profiles as profile on profile.user_id = held.user_id
    where held.role = 'client' and held.status = 'active' and not exists (
      select from unnest(words) as word (pattern)
      where lower(concat_ws(' ', profile.first_name, profile.last_name, profile.company, account.email)) not like word.pattern
    )
    union all
    -- Nobody has joined these yet.
    select null, null, null, null, invited.email, prepared.id, prepared.name, lower(prepared.name)
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

create or replace function public.search_billable_clients(p_query text default '', p_limit integer default 8, p_accounts boolean default false)
returns table (id uuid, name text, company text, email text, account_id uuid)
language sql stable
set search_path = ''
return private.search_billable_clients(p_query, p_limit, p_accounts);

create function private.invoice_for_admin(p_invoice_id uuid) returns jsonb
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

create or replace function public.invoice_for_admin(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_for_admin(p_invoice_id);

create function private.list_upcoming_charges(p_days integer, p_client_id uuid)
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

create or replace function public.list_upcoming_charges(p_days integer default 31, p_client_id uuid default null)
returns table (retainer_id uuid, retainer_name text, charge_date date, amount integer, currency text)
language sql stable
set search_path = ''
return private.list_upcoming_charges(p_days, p_client_id);

create function private.client_figures(p_client_id uuid) returns jsonb
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
    ), '[]'),
    'is_premium', private.has_premium(private.account_of_client(private.portal_client(p_client_id)))
  )
$$;

create or replace function public.client_figures(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.client_figures(p_client_id);

create function private.client_balance(p_client_id uuid) returns jsonb
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

create or replace function public.client_balance(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.client_balance(p_client_id);

create function private.agency_contact() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
    'tax_id', settings.tax_id, 'currency', settings.currency, 'time_zone', settings.time_zone, 'logo', private.agency_logo())
  from public.agency_settings as settings
  where private.is_session_sufficient()
$$;

create or replace function public.agency_contact() returns jsonb
language sql stable
set search_path = ''
return private.agency_contact();

create function private.announce_trial_end(p_user_id uuid, p_trial_end timestamptz, p_run_at timestamptz) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('trial-ending:%s:%s', plan.user_id, p_trial_end::date), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'trial-ending',
    'data', jsonb_build_object('name', person.row ->> 'name', 'ends', private.agency_day(p_trial_end), 'canceled', plan.cancel_at_period_end::text)
  ), p_run_at)
  from public.subscriptions as plan cross join lateral private.mail_recipient(plan.user_id) as person (row)
  where plan.user_id = p_user_id and plan.subscribed
$$;

create or replace function public.announce_trial_end(p_user_id uuid, p_trial_end timestamptz, p_run_at timestamptz default now()) returns void
language sql volatile
set search_path = ''
return private.announce_trial_end(p_user_id, p_trial_end, p_run_at);

create function private.announce_plan_start(p_user_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('premium-started:%s:%s', plan.user_id, plan.stripe_subscription_id), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'premium-started',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', person.row ->> 'name', 'trialEnds', case when plan.trial_end > now() then private.agency_day(plan.trial_end) end,
      'renews', private.agency_day(plan.subscription_end)
    ))
  ))
  from public.subscriptions as plan cross join lateral private.mail_recipient(plan.user_id) as person (row)
  -- The provider repeats its messages, also long after the start.
  where plan.user_id = p_user_id and plan.subscribed and plan.started_at > now() - interval '1 day'
$$;

create or replace function public.announce_plan_start(p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.announce_plan_start(p_user_id);

create function private.open_combined_checkout(p_invoice_ids uuid[], p_client_id uuid) returns jsonb
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

create or replace function public.open_combined_checkout(p_invoice_ids uuid[], p_client_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.open_combined_checkout(p_invoice_ids, p_client_id);

create function private.save_combined_session(
  p_combined_id uuid, p_session_id text, p_url text, p_expires_at timestamptz
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update private.combined_checkouts as combined set session_id = p_session_id, url = p_url, expires_at = p_expires_at
  where combined.id = p_combined_id;
  update private.checkouts as tried set status = 'open', expires_at = p_expires_at
  where tried.combined_id = p_combined_id and tried.status = 'opening';
  return not exists (select from private.checkouts as tried where tried.combined_id = p_combined_id and tried.status <> 'open');
end
$$;

create or replace function public.save_combined_session(p_combined_id uuid, p_session_id text, p_url text, p_expires_at timestamptz) returns boolean
language sql volatile
set search_path = ''
return private.save_combined_session(p_combined_id, p_session_id, p_url, p_expires_at);

create function private.record_combined_checkout(p_checkout jsonb) returns jsonb
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

create or replace function public.record_combined_checkout(p_checkout jsonb) returns jsonb
language sql volatile
set search_path = ''
return private.record_combined_checkout(p_checkout);

create function private.announce_combined_failure(p_combined_id uuid, p_reason text) returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.enqueue_payment_failure(format('combined:%s', page.id), page.client_id, members.ids, jsonb_build_object(
    'amount', page.amount::text, 'currency', page.currency, 'reason', left(p_reason, 300), 'invoices', members.number::text,
    'number', members.numbers
  ))
  from private.combined_checkouts as page
  cross join lateral (
    select count(*) as number, array_agg(invoice.id) as ids, string_agg(invoice.invoice_number, ', ' order by tried.place) as numbers,
      bool_or(invoice.status in ('pending', 'overdue')) as is_open
    from private.checkouts as tried join public.invoices as invoice on invoice.id = tried.invoice_id where tried.combined_id = page.id
  ) as members
  where page.id = p_combined_id and members.is_open
$$;

create or replace function public.announce_combined_failure(p_combined_id uuid, p_reason text) returns void
language sql volatile
set search_path = ''
return private.announce_combined_failure(p_combined_id, p_reason);

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

create or replace function public.checkout_to_close(p_invoice_id uuid, p_attempt integer)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, created_at timestamptz, combined_id uuid)
language sql stable
set search_path = ''
return private.checkout_to_close(p_invoice_id, p_attempt);

create function private.mark_invoice_paid(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_paid_on date, p_method text, p_note text
) returns void
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

create or replace function public.mark_invoice_paid(p_invoice_id uuid, p_expected_updated_at timestamptz, p_paid_on date, p_method text, p_note text) returns void
language sql volatile
set search_path = ''
return private.mark_invoice_paid(p_invoice_id, p_expected_updated_at, p_paid_on, p_method, p_note);

create function private.void_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz, p_reason text) returns void
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

create or replace function public.void_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz, p_reason text) returns void
language sql volatile
set search_path = ''
return private.void_invoice(p_invoice_id, p_expected_updated_at, p_reason);

create function private.credit_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text, p_method text, p_on date
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

create or replace function public.credit_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text, p_method text default null, p_on date default null
) returns text
language sql volatile
set search_path = ''
return private.credit_invoice(p_invoice_id, p_expected_updated_at, p_amount, p_reason, p_method, p_on);

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

create or replace function public.create_invoice(
  p_client_id uuid, p_description text, p_due_date date, p_currency text, p_lines jsonb, p_invoice_id uuid default gen_random_uuid(),
  p_service_from date default null, p_service_until date default null, p_account_id uuid default null
) returns uuid
language sql volatile
set search_path = ''
return private.create_invoice(
  p_client_id, p_description, p_due_date, p_currency, p_lines, p_invoice_id, p_service_from, p_service_until, p_account_id
);

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

create or replace function public.update_draft_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_client_id uuid, p_description text, p_due_date date, p_currency text, p_lines jsonb,
  p_service_from date default null, p_service_until date default null, p_account_id uuid default null
) returns timestamptz
language sql volatile
set search_path = ''
return private.update_draft_invoice(
  p_invoice_id, p_expected_updated_at, p_client_id, p_description, p_due_date, p_currency, p_lines, p_service_from,
  p_service_until, p_account_id
);

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

create or replace function public.delete_draft_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz) returns void
language sql volatile
set search_path = ''
return private.delete_draft_invoice(p_invoice_id, p_expected_updated_at);

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

create or replace function public.send_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz) returns text
language sql volatile
set search_path = ''
return private.send_invoice(p_invoice_id, p_expected_updated_at);

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
    perform private.refuse('invoice_not_open', 'PT409', 'Only an open invoice needs a reminder');
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
  if number >= 20 then perform private.refuse('emailed_too_often', 'PT409', 'This invoice was emailed 20 times. Call the client instead.'); end if;
  perform private.record_invoice_event(held.id, p_kind);
  perform private.enqueue_invoice_mail(
    held.id, case p_kind when 'reminded' then 'invoice-reminder' else 'invoice-issued' end, format('%s:%s', p_kind, number + 1),
    jsonb_build_object('owed', held.owed_amount::text, 'overdue', private.is_overdue(held.status, held.due_date, private.agency_day())::text)
  );
  return now();
end
$$;

create or replace function public.email_invoice(p_invoice_id uuid, p_kind text) returns timestamptz
language sql volatile
set search_path = ''
return private.email_invoice(p_invoice_id, p_kind);

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

create or replace function public.duplicate_invoice(p_invoice_id uuid, p_new_id uuid default gen_random_uuid()) returns uuid
language sql volatile
set search_path = ''
return private.duplicate_invoice(p_invoice_id, p_new_id);

create function private.invoice_document(p_invoice_id uuid) returns jsonb
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

create or replace function public.invoice_document(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_document(p_invoice_id);

create function private.invoice_recipient(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select public.invoice_document(p_invoice_id) -> 'client'
  where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

create or replace function public.invoice_recipient(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_recipient(p_invoice_id);

create function private.agency_today() returns date
language sql stable security definer
set search_path = ''
as $$ select private.agency_day() $$;

create or replace function public.agency_today() returns date
language sql stable
set search_path = ''
return private.agency_today();

create function private.may_pay_invoice(p_invoice_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_session_sufficient() and exists (
    select from public.invoices as invoice
    where invoice.id = p_invoice_id and invoice.status <> 'draft' and private.pays(invoice.client_id, invoice.account_id, (select auth.uid()))
  )
$$;

create or replace function public.may_pay_invoice(p_invoice_id uuid) returns boolean
language sql stable
set search_path = ''
return private.may_pay_invoice(p_invoice_id);

create function private.open_invoice_checkout(p_invoice_id uuid, p_client_id uuid)
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

create or replace function public.open_invoice_checkout(p_invoice_id uuid, p_client_id uuid)
returns table (
  attempt integer, session_id text, url text, replaces text, amount integer, currency text, invoice_number text, description text, email text, client_id uuid
)
language sql volatile
set search_path = ''
return private.open_invoice_checkout(p_invoice_id, p_client_id);

create function private.save_checkout_session(
  p_invoice_id uuid, p_attempt integer, p_session_id text, p_url text, p_expires_at timestamptz
) returns boolean
language sql volatile security definer
set search_path = ''
as $$
  update private.checkouts as tried
  set session_id = p_session_id, url = p_url, expires_at = p_expires_at,
    status = case when tried.status = 'opening' then 'open' else tried.status end
  where tried.invoice_id = p_invoice_id and tried.attempt = p_attempt
  returning tried.status = 'open'
$$;

create or replace function public.save_checkout_session(
  p_invoice_id uuid, p_attempt integer, p_session_id text, p_url text, p_expires_at timestamptz
) returns boolean
language sql volatile
set search_path = ''
return private.save_checkout_session(p_invoice_id, p_attempt, p_session_id, p_url, p_expires_at);

create function private.record_checkout(p_checkout jsonb) returns text
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

create or replace function public.record_checkout(p_checkout jsonb) returns text
language sql volatile
set search_path = ''
return private.record_checkout(p_checkout);

create function private.announce_payment_failure(p_invoice_id uuid, p_reason text) returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.enqueue_payment_failure(format('invoice:%s', invoice.id), invoice.client_id, array[invoice.id], jsonb_build_object(
    'invoiceId', invoice.id, 'number', invoice.invoice_number, 'amount', invoice.owed_amount::text, 'currency', invoice.currency,
    'reason', left(p_reason, 300)
  ))
  from public.invoices as invoice where invoice.id = p_invoice_id and invoice.status in ('pending', 'overdue')
$$;

create or replace function public.announce_payment_failure(p_invoice_id uuid, p_reason text) returns void
language sql volatile
set search_path = ''
return private.announce_payment_failure(p_invoice_id, p_reason);

create function private.prepare_payment_failure(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select (job.payload -> 'data') - 'invoiceIds'
  from private.outbox as job
  where job.id = p_id and not exists (
    select from public.invoices as invoice
    where invoice.id in (
        select given.id::uuid from jsonb_array_elements_text(job.payload #> '{data,invoiceIds}') as given (id)
      )
      and invoice.status not in ('pending', 'overdue')
  )
$$;

create or replace function public.prepare_payment_failure(p_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.prepare_payment_failure(p_id);

create function private.claim_unfinished_checkouts(p_limit integer)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, combined_id uuid)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- The provider drops a page after a day, so an attempt that never got one has ended.
  update private.checkouts as tried set status = 'expired', checked_at = now()
  from private.checkouts as held left join private.combined_checkouts as combined on combined.id = held.combined_id
  where tried.invoice_id = held.invoice_id and tried.attempt = held.attempt and held.status = 'opening'
    and coalesce(held.session_id, combined.session_id) is null and held.created_at < now() - interval '25 hours';
  return query
    with due as (
      select tried.invoice_id, tried.attempt from private.checkouts as tried
      where tried.status in ('opening', 'open') and tried.created_at < now() - interval '30 seconds'
        -- The first invoice of a page stands for all of them.
        and coalesce(tried.place, 1) = 1
        -- Older attempts are checked less often.
        and (tried.checked_at is null or tried.checked_at < now() - greatest(interval '30 seconds', (now() - tried.created_at) / 20))
      order by tried.checked_at nulls first, tried.created_at
      limit least(greatest(p_limit, 1), 500) for update skip locked
    ), claimed as (
      update private.checkouts as tried set checked_at = now()
      from due where tried.invoice_id = due.invoice_id and tried.attempt = due.attempt
      returning tried.invoice_id, tried.attempt, tried.session_id, tried.combined_id
    )
    select claimed.invoice_id, claimed.attempt, coalesce(claimed.session_id, combined.session_id), plan.stripe_customer_id,
      claimed.combined_id
    from claimed
    join public.invoices as invoice on invoice.id = claimed.invoice_id
    left join private.combined_checkouts as combined on combined.id = claimed.combined_id
    left join public.subscriptions as plan on plan.user_id = invoice.client_id;
end
$$;

create or replace function public.claim_unfinished_checkouts(p_limit integer default 50)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, combined_id uuid)
language sql volatile
set search_path = ''
return private.claim_unfinished_checkouts(p_limit);

create function private.list_stale_subscriptions(p_limit integer) returns setof text
language sql stable security definer
set search_path = ''
as $$
  select plan.stripe_customer_id from public.subscriptions as plan
  where plan.subscribed and plan.stripe_customer_id is not null and plan.subscription_end < now()
    and plan.updated_at < now() - interval '10 minutes'
  order by plan.subscription_end
  limit least(greatest(p_limit, 1), 500)
$$;

create or replace function public.list_stale_subscriptions(p_limit integer default 50) returns setof text
language sql stable
set search_path = ''
return private.list_stale_subscriptions(p_limit);

create function private.record_payment_event(p_id text, p_type text, p_occurred_at timestamptz) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  insert into private.payment_events as event (id, type, occurred_at) values (p_id, p_type, p_occurred_at)
  on conflict (id) do nothing;
  return exists (select from private.payment_events as event where event.id = p_id and event.handled_at is null);
end
$$;

create or replace function public.record_payment_event(p_id text, p_type text, p_occurred_at timestamptz) returns boolean
language sql volatile
set search_path = ''
return private.record_payment_event(p_id, p_type, p_occurred_at);

create function private.finish_payment_event(p_id text) returns void
language sql volatile security definer
set search_path = ''
as $$ update private.payment_events as event set handled_at = now() where event.id = p_id $$;

create or replace function public.finish_payment_event(p_id text) returns void
language sql volatile
set search_path = ''
return private.finish_payment_event(p_id);

create function private.create_retainer(
  p_client_id uuid, p_name text, p_description text, p_monthly_amount integer, p_currency text, p_start_date date,
  p_duration_months integer, p_retainer_id uuid, p_account_id uuid
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

create or replace function public.create_retainer(
  p_client_id uuid, p_name text, p_description text, p_monthly_amount integer, p_currency text, p_start_date date, p_duration_months integer default null,
  p_retainer_id uuid default gen_random_uuid(), p_account_id uuid default null
) returns uuid
language sql volatile
set search_path = ''
return private.create_retainer(
  p_client_id, p_name, p_description, p_monthly_amount, p_currency, p_start_date, p_duration_months, p_retainer_id, p_account_id
);

create function private.update_retainer(
  p_retainer_id uuid, p_expected_updated_at timestamptz, p_name text, p_description text, p_monthly_amount integer,
  p_start_date date, p_duration_months integer, p_status public.retainer_status
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

create or replace function public.update_retainer(
  p_retainer_id uuid, p_expected_updated_at timestamptz, p_name text, p_description text, p_monthly_amount integer, p_start_date date,
  p_duration_months integer, p_status public.retainer_status
) returns timestamptz
language sql volatile
set search_path = ''
return private.update_retainer(
  p_retainer_id, p_expected_updated_at, p_name, p_description, p_monthly_amount, p_start_date, p_duration_months, p_status
);

create function private.end_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz, p_last_day date) returns void
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

create or replace function public.end_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz, p_last_day date) returns void
language sql volatile
set search_path = ''
return private.end_retainer(p_retainer_id, p_expected_updated_at, p_last_day);

create function private.invoice_statement(p_from date, p_until date, p_client_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  client constant uuid := private.portal_client(p_client_id);
  zone constant text := private.agency_zone();
begin
  if client is null then perform private.refuse('client_only', '42501', 'Only a client has a statement'); end if;
  if not private.has_premium(private.account_of_client(client)) then
    perform private.refuse('premium_only', '42501', 'Statements are a part of Premium');
  end if;
  if p_from is null or p_until is null or p_until < p_from then
    perform private.refuse('period_invalid', '22023', 'The last day must not be before the first day', 'until');
  end if;
  return (
    with own as (
      select invoice.*, coalesce(invoice.issued_at, invoice.created_at) as charged_at from public.invoices as invoice
      where invoice.client_id = client and invoice.status <> 'draft'
    ), entries as (
      select own.charged_at as at, 1 as place, own.id, own.invoice_number as document, 'invoice' as kind, own.description as text, own.currency,
        own.amount as charged, 0 as paid, 0 as credited, 0 as refunded
      from own
      union all
      select credit.created_at, 2, credit.id, own.invoice_number, 'credit', credit.reason, own.currency, 0, 0, credit.amount, 0
      from own join public.invoice_credits as credit on credit.invoice_id = own.id
      union all
      -- In the currency that came in, which may be another one than the invoice's.
      select entry.occurred_at, 3, entry.id, own.invoice_number, case when entry.is_duplicate then 'duplicate' else entry.kind end, null,
        entry.currency, 0, case entry.kind when 'payment' then entry.amount else 0 end, 0,
        case entry.kind when 'refund' then entry.amount when 'reversal' then -entry.amount else 0 end
      from own join public.payments as entry on entry.invoice_id = own.id
      union all
      -- Paid before the ledger existed.
      select (own.paid_date + time '23:59') at time zone zone, 3, own.id, own.invoice_number, 'payment', null, own.currency, 0,
        own.amount - own.credited_amount, 0, 0
      from own
      where own.status = 'paid' and own.paid_date is not null
        and not exists (select from public.payments as entry where entry.invoice_id = own.id and entry.currency = own.currency)
      union all
      -- A void invoice is owed no more. Credits have taken their part before.
      select coalesce((
          select max(event.created_at) from public.invoice_events as event where event.invoice_id = own.id and event.kind = 'voided'
        ), own.charged_at), 4, own.id, own.invoice_number, 'void', null, own.currency, 0, 0, own.amount - own.credited_amount, 0
      from own where own.status = 'void' and own.amount <> own.credited_amount
    ), running as (
      select entry.*, (entry.at at time zone zone)::date as day,
        sum(entry.charged + entry.refunded - entry.paid - entry.credited) over (
          partition by entry.currency order by entry.at, entry.place, entry.id rows unbounded preceding
        ) as balance
      from entries as entry
    ), opening as (
      select distinct on (earlier.currency) earlier.currency, earlier.balance from running as earlier
      where earlier.day < p_from order by earlier.currency, earlier.at desc, earlier.place desc, earlier.id desc
    )
    select jsonb_build_object('rows', coalesce(jsonb_agg(jsonb_build_object(
      'day', line.day, 'document', line.document, 'kind', line.kind, 'text', line.text, 'charged', line.charged, 'paid', line.paid,
      'credited', line.credited, 'refunded', line.refunded, 'balance', line.balance, 'currency', line.currency
    ) order by line.currency, line.at nulls first, line.place, line.id), '[]'))
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

create or replace function public.invoice_statement(p_from date, p_until date, p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.invoice_statement(p_from, p_until, p_client_id);

create function private.crm_analytics(p_from date, p_to date, p_scope text, p_owner text, p_source text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  zone text := private.account_zone(private.workspace());
  period record := private.analytics_period(p_from, p_to);
  bounds timestamptz[];
  first_week date := date_trunc('week', p_from::timestamp)::date;
  answer jsonb;
begin
  bounds := private.week_bounds(p_from, p_to);
  with cell as materialized (
    -- One scan of the leads. Everything below adds up these few sums.
    select width_bucket(lead.created_at, bounds) as week, lead.source, lead.reached,
      lead.stage not in ('won', 'lost') as is_open, count(*) as leads
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins and lead.created_at < period.ends
    group by 1, 2, 3, 4
  ), stage as materialized (
    select stage.key, stage.label, stage.position from public.pipeline_stages as stage where stage.key <> 'lost'
  ), campaign as (
    -- Text filters ignore case, so this figure has to ignore it too: it opens a filtered list.
    select min(lead.first_touch ->> 'utm_campaign') as name, count(*) as leads,
      count(*) filter (where lead.stage = 'won') as won, count(*) filter (where lead.stage in ('won', 'lost')) as closed
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins and lead.created_at < period.ends
      and lead.first_touch ->> 'utm_campaign' <> ''
    group by lower(lead.first_touch ->> 'utm_campaign') order by 2 desc, 1 limit 12
  )
  select jsonb_build_object(
    'from', p_from, 'to', p_to, 'zone', zone,
    'weeks', (select jsonb_agg(first_week + (n - 1) * 7 order by n) from generate_series(1, cardinality(bounds) - 1) as n),
    'new', (select coalesce(sum(cell.leads), 0) from cell),
    'new_before', (
      select count(*) from private.counted_leads as lead
      where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
        and lead.created_at >= period.begins_before and lead.created_at < period.begins
    ),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('week', first_week + (sums.week - 1) * 7, 'source', sums.source, 'leads', sums.leads) order by sums.week, sums.source), '[]')
      from (select cell.week, cell.source, sum(cell.leads) as leads from cell group by 1, 2) as sums
    ),
    'stages', (select jsonb_agg(jsonb_build_object('key', stage.key, 'label', stage.label, 'position', stage.position) order by stage.position) from stage),
    'cohorts', (
      select coalesce(jsonb_agg(jsonb_build_object('week', first_week + (sums.week - 1) * 7, 'stages', sums.stages) order by sums.week), '[]')
      from (
        select per.week, jsonb_object_agg(per.key, jsonb_build_object('reached', per.reached, 'moving', per.moving)) as stages
        from (
          select cell.week, stage.key,
            coalesce(sum(cell.leads) filter (where cell.reached >= stage.position), 0) as reached,
            -- These leads may still reach the stage.
            coalesce(sum(cell.leads) filter (where cell.is_open and cell.reached < stage.position), 0) as moving
          from cell cross join stage group by 1, 2
        ) as per group by per.week
      ) as sums
    ),
    'campaigns', (
      select coalesce(jsonb_agg(jsonb_build_object('name', campaign.name, 'leads', campaign.leads, 'won', campaign.won, 'closed', campaign.closed)
        order by campaign.leads desc, campaign.name), '[]') from campaign
    )
  ) into answer;
  return answer;
end
$$;

create or replace function public.crm_analytics(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language sql stable
set search_path = ''
return private.crm_analytics(p_from, p_to, p_scope, p_owner, p_source);

create function private.crm_board_column(p_stage text, p_scope text, p_filter jsonb, p_after jsonb, p_limit integer) returns jsonb
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

create or replace function public.crm_board_column(
  p_stage text, p_scope text default 'all', p_filter jsonb default null, p_after jsonb default null, p_limit integer default 30
) returns jsonb
language sql stable
set search_path = ''
return private.crm_board_column(p_stage, p_scope, p_filter, p_after, p_limit);

create function private.crm_board_totals(p_scope text, p_filter jsonb)
returns table (stage text, leads bigint, value_cents bigint)
language sql stable security definer
set search_path = ''
as $$
  select total.stage, total.leads, total.value_cents from private.total_by_stage(p_scope, p_filter) as total
$$;

create or replace function public.crm_board_totals(p_scope text default 'all', p_filter jsonb default null)
returns table (stage text, leads bigint, value_cents bigint)
language sql stable
set search_path = ''
return private.crm_board_totals(p_scope, p_filter);

create function private.crm_board(p_scope text, p_filter jsonb, p_limit integer) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text := private.lead_scope_sql(p_scope, p_filter);
  told boolean := private.has_kept_totals(p_filter);
  wanted integer := least(greatest(coalesce(p_limit, 12), 1), 100);
  totals jsonb;
begin
  if told then
    select jsonb_object_agg(total.stage, jsonb_build_object('leads', total.leads, 'value_cents', total.value_cents)) into totals
    from private.total_by_stage(p_scope, p_filter) as total;
  end if;
  return jsonb_build_object(
    'currency', private.account_currency(private.workspace()),
    'as_of', (select min(figure.as_of) from private.stage_figures as figure where figure.account_id = private.workspace()),
    'columns', (
      select jsonb_agg(
        jsonb_build_object(
          'stage', stage.key, 'label', stage.label, 'rots_after_days', stage.rots_after_days,
          'leads', case when told then coalesce((totals -> stage.key ->> 'leads')::bigint, 0) end,
          'value_cents', case when told then coalesce((totals -> stage.key ->> 'value_cents')::bigint, 0) end,
          'median_seconds', figure.median_seconds, 'entered', coalesce(figure.entered, 0), 'moved_on', coalesce(figure.moved_on, 0),
          'cards', case when stage.key in ('won', 'lost') then null
            else private.lead_page_json(condition, private.board_order(stage.key), null, wanted) end
        ) order by stage.position
      )
      from public.pipeline_stages as stage left join private.stage_figures as figure
        on figure.account_id = private.workspace() and figure.stage = stage.key
    )
  );
end
$$;

create or replace function public.crm_board(p_scope text default 'all', p_filter jsonb default null, p_limit integer default 12) returns jsonb
language sql stable
set search_path = ''
return private.crm_board(p_scope, p_filter, p_limit);

create function private.change_leads(p_batch_id uuid, p_lead_ids uuid[], p_changes jsonb, p_seen_version integer) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
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
    select batch.* into known from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller and batch.account_id = private.workspace();
    if known.id is null then perform private.refuse('id_taken', '42501', 'This change belongs to someone else'); end if;
    return jsonb_build_object('batch_id', known.id, 'changed', known.leads, 'skipped', cardinality(p_lead_ids) - known.leads);
  end if;
  if p_seen_version is not null then
    -- Somebody else's lead gets the same answer as a missing one, because its version is private too.
    select lead.version into current_version from public.leads as lead
    where lead.id = p_lead_ids[1] and private.may_see_lead(lead) for update;
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

create or replace function public.change_leads(
  p_batch_id uuid, p_lead_ids uuid[], p_changes jsonb, p_seen_version integer default null
) returns jsonb
language sql volatile
set search_path = ''
return private.change_leads(p_batch_id, p_lead_ids, p_changes, p_seen_version);

create function private.undo_lead_batch(p_batch_id uuid) returns jsonb
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

create or replace function public.undo_lead_batch(p_batch_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_lead_batch(p_batch_id);

create function private.claim_lead(p_lead_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  holder uuid;
begin
  -- The row lock decides. When two people claim at the same moment, the second one reads the first one's name.
  select lead.user_id into holder from public.leads as lead
  where lead.id = p_lead_id and lead.account_id = private.workspace() and lead.merged_into is null and lead.erased_at is null for update;
  if not found then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  if holder is null then
    update public.leads as lead set user_id = caller where lead.id = p_lead_id;
    holder := caller;
  end if;
  return jsonb_build_object('claimed', holder = caller, 'owner_id', holder, 'owner_name', private.owner_name(holder::text));
end
$$;

create or replace function public.claim_lead(p_lead_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.claim_lead(p_lead_id);

create function private.start_call(p_lead_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
begin
  perform private.require_lead(p_lead_id);
  insert into private.calls_in_progress (lead_id, user_id) values (p_lead_id, caller)
  on conflict (lead_id) do update set user_id = excluded.user_id, begun_at = excluded.begun_at;
end
$$;

create or replace function public.start_call(p_lead_id uuid) returns void
language sql volatile
set search_path = ''
return private.start_call(p_lead_id);

create function private.run_clock_event(p_clock_id uuid, p_event text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
  lead public.leads;
  moment timestamptz;
  people uuid[];
begin
  if p_event not in ('warned', 'breached', 'escalated') then
    perform private.refuse('unknown_clock_event', '22023', 'A clock is warned, breached or escalated');
  end if;
  -- Escalations take turns, so that each one sees which rep the one before asked.
  if p_event = 'escalated' then perform pg_advisory_xact_lock(hashtextextended('next free rep ' || (
    select held.account_id from public.lead_clocks as held where held.id = p_clock_id
  ), 0)); end if;
  select found.* into lead from public.leads as found
  where found.id = (select held.lead_id from public.lead_clocks as held where held.id = p_clock_id) for no key update;
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id for update;
  if clock.id is null or clock.state in ('answered', 'dropped') then return false; end if;
  moment := case p_event when 'warned' then clock.warn_at when 'breached' then clock.due_at else clock.escalate_at end;
  if moment is null or moment > now() then
    -- The working hours changed after the job was queued, or the database's clock went back. In the second case this job waits on.
    perform private.enqueue_clock_jobs(clock);
    update private.outbox as job
    set status = 'queued', run_at = moment, attempts = 0, locked_by = null, locked_until = null, is_lease_questioned = false
    where job.kind = 'lead_clock' and job.status = 'running' and job.dedupe_key like format('lead_clock:%s:%s:%s:%%', clock.id, p_event, extract(epoch from moment));
    return false;
  end if;
  if not private.record_clock_event(clock, p_event, moment, null, jsonb_build_object(
    'owner', case when p_event = 'escalated' then lead.user_id end
  )) then return false; end if;
  update public.lead_clocks as held set state = p_event
  where held.id = clock.id and array_position(array['running', 'warned', 'breached', 'escalated'], held.state)
    < array_position(array['running', 'warned', 'breached', 'escalated'], p_event);
  -- An erased lead still counts in the figures, but nobody gets an email about it.
  if lead.erased_at is not null then return true; end if;
  if p_event = 'escalated' then
    perform private.escalate_clock(clock, lead);
  elsif p_event = 'breached' or clock.due_at > now() then
    -- A warning that runs after the breach, because no host ran meanwhile, is not worth an email.
    people := case
      when private.is_on_team(lead.user_id, lead.account_id) then array[lead.user_id]
      else private.team_of(lead.account_id)
    end;
    perform private.notify_users(people, case p_event when 'warned' then 'lead-clock-warning' else 'lead-clock-breached' end, clock.id::text,
      private.lead_mail_data(lead.id) || jsonb_build_object('clockId', clock.id, 'target', clock.target_seconds::text,
        'left', floor(private.working_seconds_between(now(), clock.due_at, private.calendar_of(clock.account_id)))::text));
  end if;
  return true;
end
$$;

create or replace function public.run_clock_event(p_clock_id uuid, p_event text) returns boolean
language sql volatile
set search_path = ''
return private.run_clock_event(p_clock_id, p_event);

create function private.prepare_lead_alert(p_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  letter jsonb := (select job.payload from private.outbox as job where job.id = p_id and job.kind = 'mail');
  template text := letter ->> 'template';
  facts jsonb := letter -> 'data';
  reader uuid := (select account.id from auth.users as account where lower(account.email) = lower(letter ->> 'to'));
  lead public.leads;
  clock public.lead_clocks;
begin
  select found.* into lead from public.leads as found where found.id = (facts ->> 'leadId')::uuid;
  select found.* into clock from public.lead_clocks as found where found.id = (facts ->> 'clockId')::uuid;
  -- Nobody needs to answer any more. A merged lead is archived.
  if lead.id is null or (lead.archived_at is not null or lead.is_spam) or lead.erased_at is not null or clock.state in ('answered', 'dropped') then return null; end if;
  if template = 'lead-clock-escalated' then
    if facts ->> 'part' = 'rep' and lead.user_id <> reader then return null; end if;
    -- These facts are about the moment of the escalation.
    return private.lead_mail_data(lead.id) - 'owner' || facts;
  end if;
  -- A colleague has claimed it.
  if private.is_on_team(lead.user_id, lead.account_id) and lead.user_id is distinct from reader then return null; end if;
  -- The next email says more.
  if template = 'lead-clock-warning' and clock.due_at <= now() or template = 'lead-clock-breached' and clock.state = 'escalated' then
    return null;
  end if;
  return facts - 'owner' || private.lead_mail_data(lead.id) || jsonb_strip_nulls(jsonb_build_object(
    'mine', case when lead.user_id = reader then 'true' end,
    'left', case when template = 'lead-clock-warning' then floor(private.working_seconds_between(now(), clock.due_at, private.calendar_of(clock.account_id)))::text end
  ));
end
$$;

create or replace function public.prepare_lead_alert(p_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.prepare_lead_alert(p_id);

create function private.create_lead(p_id uuid, p_lead jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  fields jsonb;
  made public.leads;
  taken public.leads;
  columns constant text[] := array(select known.field from private.lead_fields as known);
begin
  if p_id is null or p_lead is null or jsonb_typeof(p_lead) <> 'object' then
    perform private.refuse('nothing_to_save', '22023', 'There is no lead to save');
  end if;
  select lead.* into taken from public.leads as lead where lead.id = p_id;
  if found then
    if not private.may_see_lead(taken) then perform private.refuse('id_taken', '42501', 'This lead belongs to someone else'); end if;
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
    'insert into public.leads (id, account_id, %s) select ($1).id, private.workspace(), %s',
    private.columns_sql(columns, '%1$I'), private.columns_sql(columns, '($1).%1$I')
  ) using made;
  insert into public.lead_activities (lead_id, kind, actor_id, payload)
  values (p_id, 'created', caller, jsonb_build_object('source', made.source));
  return jsonb_build_object('id', p_id, 'created', true);
end
$$;

create or replace function public.create_lead(p_id uuid, p_lead jsonb) returns jsonb
language sql volatile
set search_path = ''
return private.create_lead(p_id, p_lead);

create function private.lead_duplicates(p_lead_id uuid) returns table (
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
  select one.* into lead from public.leads as one where one.id = p_lead_id and private.may_see_lead(one);
  if lead.id is null then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  return query
  with found as materialized (
    select like_it.id, array_agg(like_it.why order by like_it.why)::text[] as same from (
      (select one.id, 'email' as why from public.leads as one
       where one.account_id = lead.account_id and lower(one.email) = lower(lead.email) and one.id <> lead.id and one.merged_into is null limit 20)
      union all
      (select one.id, 'phone' from public.leads as one
       where one.account_id = lead.account_id and one.phone_key = lead.phone_key and one.id <> lead.id and one.merged_into is null limit 20)
      union all
      (select one.id, 'name' from public.leads as one
       where one.account_id = lead.account_id and private.lead_name_key(one.first_name, one.last_name, one.company)
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
  cross join lateral (select private.may_see_lead(one) as full_rights) as seen
  where not one.is_spam
  order by cardinality(found.same) desc, one.archived_at is not null, one.created_at, one.id limit 20;
end
$$;

create or replace function public.lead_duplicates(p_lead_id uuid) returns table (
  id uuid, name text, company text, email text, phone text, stage text, owner_id uuid, owner_name text, created_at timestamptz,
  is_archived boolean, same text[], may_merge boolean
)
language sql stable
set search_path = ''
return private.lead_duplicates(p_lead_id);

create function private.export_leads(p_filter jsonb, p_after jsonb, p_limit integer)
returns setof jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  -- The same leads as in the list: live ones, unless the filter asks for archived leads or spam.
  condition constant text := private.lead_scope_sql('all', nullif(p_filter, '{}'));
begin
  return query execute format($page$
    select jsonb_build_object(
      'id', page.id, %2$s,
      'stage', stage.label, 'value', page.value_cents, 'currency', account.currency,
      'owner', case when page.user_id is null then null else private.owner_name(page.user_id::text) end,
      'lost_reason', reason.label, 'next_task_at', page.next_task_at, 'next_task_title', page.next_task_title,
      'response_seconds', page.response_seconds, 'utm_source', page.first_touch ->> 'utm_source',
      'utm_campaign', page.first_touch ->> 'utm_campaign', 'last_activity_at', page.last_activity_at,
      'created_at', page.created_at, 'closed_at', page.closed_at
    )
    from (
      select lead.* from public.leads as lead
      where %1$s and ($1 is null or (lead.created_at, lead.id) < (($1 ->> 'created_at')::timestamptz, ($1 ->> 'id')::uuid))
      order by lead.created_at desc, lead.id desc limit $2
    ) as page
    join public.accounts as account on account.id = page.account_id
    join public.pipeline_stages as stage on stage.key = page.stage
    left join public.lost_reasons as reason on reason.id = page.lost_reason_id
    order by page.created_at desc, page.id desc
  $page$, condition, private.columns_sql(array(
    select known.field from private.lead_fields as known where known.is_fact
  ), '%1$L, page.%1$I')) using p_after, least(greatest(p_limit, 1), 2000);
end
$$;

create or replace function public.export_leads(p_filter jsonb default null, p_after jsonb default null, p_limit integer default 1000)
returns setof jsonb
language sql volatile
set search_path = ''
return private.export_leads(p_filter, p_after, p_limit);

create function private.lead_ids_matching(p_scope text, p_filter jsonb) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text;
  ids uuid[];
begin
  perform private.require_premium();
  condition := private.lead_scope_sql(p_scope, p_filter);
  execute format('select array_agg(found.id) from (select lead.id from public.leads as lead where %s limit 10001) as found', condition) into ids;
  if cardinality(ids) > 10000 then
    perform private.refuse('too_many_leads', '22023', 'You can change up to 10,000 leads at a time. Narrow the filter.');
  end if;
  return coalesce(ids, '{}');
end
$$;

create or replace function public.lead_ids_matching(p_scope text default 'all', p_filter jsonb default null) returns uuid[]
language sql stable
set search_path = ''
return private.lead_ids_matching(p_scope, p_filter);

create function private.lead_page(p_lead_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead public.leads := private.require_lead(p_lead_id);
begin
  return private.shown_lead(lead) || jsonb_build_object(
    'now', now(),
    'currency', private.account_currency(lead.account_id),
    'zone', private.account_zone(lead.account_id),
    'agency_name', (select account.name from public.accounts as account where account.id = lead.account_id),
    'lost_reason', (select reason.label from public.lost_reasons as reason where reason.id = lead.lost_reason_id),
    'clock', private.clock_json(lead.id),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'event', event.event, 'at', event.happened_at,
        'actor_name', private.person_name(event.actor_id), 'payload', event.payload) order by event.id)
      from (
        select latest.* from public.lead_clock_events as latest where latest.lead_id = lead.id order by latest.id desc limit 50
      ) as event
    ), '[]'),
    'tasks', coalesce((
      select jsonb_agg(jsonb_build_object('id', task.id, 'kind', task.kind, 'title', task.title, 'due_at', task.due_at) order by task.due_at, task.id)
      from (
        select open.* from public.lead_tasks as open where open.lead_id = lead.id and open.done_at is null order by open.due_at, open.id limit 20
      ) as task
    ), '[]'),
    'stage_history', coalesce((
      select jsonb_agg(jsonb_build_object('stage', moved.payload ->> 'from', 'seconds', moved.payload -> 'seconds', 'left_at', moved.occurred_at)
        order by moved.occurred_at)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'stage_change' order by activity.occurred_at desc limit 50
      ) as moved
    ), '[]'),
    'owner_history', coalesce((
      select jsonb_agg(jsonb_build_object('from', private.person_name(private.parse_uuid(given.payload ->> 'from')),
        'to', private.person_name(private.parse_uuid(given.payload ->> 'to')), 'by', private.person_name(given.actor_id), 'at', given.occurred_at)
        order by given.occurred_at desc)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'assignment' order by activity.occurred_at desc limit 20
      ) as given
    ), '[]'),
    'merge', private.lead_merge_json(lead), 'merges', private.lead_merges_json(lead.id), 'last_change', private.last_change(lead.id),
    'erasure', private.erasure_of(lead.id)
  );
end
$$;

create or replace function public.lead_page(p_lead_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.lead_page(p_lead_id);

create function private.stage_medians() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  return coalesce((
    select jsonb_object_agg(past.stage, past.median) from (
      select moved.payload ->> 'from' as stage,
        round(percentile_cont(0.5) within group (order by (moved.payload ->> 'seconds')::numeric)) as median
      from (
        select activity.payload from public.lead_activities as activity
        where activity.account_id = private.workspace() and activity.kind = 'stage_change' and jsonb_typeof(activity.payload -> 'seconds') = 'number'
        order by activity.occurred_at desc limit 5000
      ) as moved
      where moved.payload ->> 'from' is not null group by 1
    ) as past
  ), '{}');
end
$$;

create or replace function public.stage_medians() returns jsonb
language sql stable
set search_path = ''
return private.stage_medians();

create function private.list_lead_tags(p_query text, p_limit integer) returns table (tag text, leads bigint)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := private.sees_all_leads();
  asked text := private.tag_key(left(coalesce(p_query, ''), 100));
begin
  return query
  select (array_agg(used.tag order by used.leads desc, used.tag))[1], sum(used.leads)::bigint
  from (
    select kept.tag, kept.key, sum(kept.leads) as leads from private.lead_tags as kept
    where kept.account_id = private.workspace() and (everyone or kept.owner in (caller::text, '')) and (asked = '' or strpos(kept.key, asked) > 0)
    group by kept.tag, kept.key
  ) as used
  group by used.key
  order by used.key = asked desc, starts_with(used.key, asked) desc, sum(used.leads) desc, used.key
  limit least(greatest(coalesce(p_limit, 20), 1), 100);
end
$$;

create or replace function public.list_lead_tags(p_query text default '', p_limit integer default 20) returns table (tag text, leads bigint)
language sql stable
set search_path = ''
return private.list_lead_tags(p_query, p_limit);

create function private.list_lead_groups(
  p_by text, p_query text, p_limit integer, p_offset integer
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
      where counted.account_id = private.agency_account() and counted.kind = p_by and counted.leads > 0
      order by counted.leads desc, counted.key limit groups_wanted offset skipped
    )
    select page.key, case p_by when 'owner' then private.owner_name(page.key) else page.key end, page.leads, true,
      (
        select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
        from private.latest_leads(p_by, page.key, null, null, 5) as lead
      ),
      (select count(*) from private.lead_counts as counted
        where counted.account_id = private.agency_account() and counted.kind = p_by and counted.leads > 0)
    from page order by page.leads desc, page.key;
    return;
  end if;
  return query
  with found as materialized (
    select * from private.find_leads(private.agency_account(), p_by, p_query)
  ), named as (
    -- A group whose own name matches shows all its leads.
    select counted.key, counted.leads from private.lead_counts as counted
    left join public.profiles as profile on p_by = 'owner' and profile.user_id::text = counted.key
    where counted.account_id = private.agency_account() and counted.kind = p_by and counted.leads > 0 and strpos(
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

create or replace function public.list_lead_groups(
  p_by text, p_query text default '', p_limit integer default 10, p_offset integer default 0
) returns table (key text, name text, leads bigint, whole boolean, shown jsonb, total_groups bigint)
language sql stable
set search_path = ''
return private.list_lead_groups(p_by, p_query, p_limit, p_offset);

create function private.list_group_leads(
  p_by text, p_key text, p_query text, p_before timestamptz, p_before_id uuid, p_limit integer
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
    select match.id from private.find_leads(private.agency_account(), p_by, p_query) as match
    where match.key = p_key and (
      p_before is null or (match.created_at, match.id) < (p_before, coalesce(p_before_id, '00000000-0000-0000-0000-000000000000'))
    )
    order by match.created_at desc, match.id desc limit leads_wanted
  )
  select private.admin_lead_json(one) from found join public.leads as one on one.id = found.id
  order by one.created_at desc, one.id desc;
end
$$;

create or replace function public.list_group_leads(
  p_by text, p_key text, p_query text default '', p_before timestamptz default null, p_before_id uuid default null,
  p_limit integer default 25
) returns setof jsonb
language sql stable
set search_path = ''
return private.list_group_leads(p_by, p_key, p_query, p_before, p_before_id, p_limit);

create function private.list_leads(p_scope text, p_filter jsonb, p_sort text, p_after jsonb, p_limit integer) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- private.filter_search_sql needs to know the order.
  perform set_config('upfunnel.leads_by', ltrim(coalesce(p_sort, ''), '-'), true);
  return private.lead_page_json(
    private.lead_scope_sql(p_scope, p_filter), private.lead_order(coalesce(p_sort, '-arrived')), nullif(p_after, 'null'),
    least(greatest(coalesce(p_limit, 50), 1), 200)
  ) || jsonb_build_object('currency', private.account_currency(private.workspace()));
end
$$;

create or replace function public.list_leads(
  p_scope text default 'all', p_filter jsonb default null, p_sort text default '-arrived', p_after jsonb default null,
  p_limit integer default 50
) returns jsonb
language sql stable
set search_path = ''
return private.list_leads(p_scope, p_filter, p_sort, p_after, p_limit);

create function private.count_leads_matching(p_scope text, p_filter jsonb)
returns table (leads bigint, value_cents bigint)
language sql stable security definer
set search_path = ''
as $$
  select coalesce(sum(total.leads), 0)::bigint, coalesce(sum(total.value_cents), 0)::bigint
  from private.total_by_stage(p_scope, p_filter) as total
$$;

create or replace function public.count_leads_matching(p_scope text default 'all', p_filter jsonb default null)
returns table (leads bigint, value_cents bigint)
language sql stable
set search_path = ''
return private.count_leads_matching(p_scope, p_filter);

create function private.log_activity(
  p_id uuid, p_lead_id uuid, p_kind text, p_body text, p_outcome text, p_occurred_at timestamptz, p_claim boolean, p_next jsonb,
  p_seconds integer, p_stage text
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
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
  -- Locks the lead, but never another account's, so that of two people who log at the same moment the second sees the first one's claim.
  select found.* into lead from public.leads as found where found.id = p_lead_id and found.account_id = private.workspace() for update;
  if lead.id is not null and p_claim and lead.user_id <> caller and not private.may_see_lead(lead) then
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

create or replace function public.log_activity(
  p_id uuid, p_lead_id uuid, p_kind text, p_body text default null, p_outcome text default null, p_occurred_at timestamptz default null,
  p_claim boolean default false, p_next jsonb default null, p_seconds integer default null, p_stage text default null
) returns jsonb
language sql volatile
set search_path = ''
return private.log_activity(p_id, p_lead_id, p_kind, p_body, p_outcome, p_occurred_at, p_claim, p_next, p_seconds, p_stage);

create function private.finish_task(p_task_id uuid, p_next jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_premium();
  select open.* into task from public.lead_tasks as open
  where open.id = p_task_id and open.account_id = private.workspace() for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as done set done_at = now() where done.id = p_task_id and done.done_at is null;
  if p_next is not null then perform private.create_task(task.lead_id, p_next); end if;
  return jsonb_build_object('lead_id', task.lead_id, 'again', task.done_at is not null);
end
$$;

create or replace function public.finish_task(p_task_id uuid, p_next jsonb default null) returns jsonb
language sql volatile
set search_path = ''
return private.finish_task(p_task_id, p_next);

create function private.send_lead_email(p_id uuid, p_lead_id uuid, p_subject text, p_body text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  lead public.leads;
  known public.lead_activities;
  claims boolean;
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
    'data', private.mail_account_data(lead.account_id) || jsonb_build_object(
      'subject', btrim(p_subject), 'text', btrim(p_body), 'replyTo', (private.account_addresses(lead.account_id))[1])));
  return jsonb_build_object('id', p_id, 'again', false, 'claimed', claims, 'finished', finished.title);
end
$$;

create or replace function public.send_lead_email(p_id uuid, p_lead_id uuid, p_subject text, p_body text) returns jsonb
language sql volatile
set search_path = ''
return private.send_lead_email(p_id, p_lead_id, p_subject, p_body);

create function private.merge_leads(p_batch_id uuid, p_keep_id uuid, p_other_id uuid, p_fields jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
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

create or replace function public.merge_leads(p_batch_id uuid, p_keep_id uuid, p_other_id uuid, p_fields jsonb default '{}') returns jsonb
language sql volatile
set search_path = ''
return private.merge_leads(p_batch_id, p_keep_id, p_other_id, p_fields);

create function private.order_lost_reasons(p_ids uuid[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_premium();
  if not private.manages_workspace() then perform private.refuse('admin_only', '42501', 'Only an admin or owner can do this'); end if;
  lock table public.lost_reasons in share row exclusive mode;
  if (select array_agg(reason.id order by reason.id) from public.lost_reasons as reason where reason.account_id = private.workspace())
    is distinct from (select array_agg(wanted.id order by wanted.id) from unnest(p_ids) as wanted (id))
  then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed the lost reasons');
  end if;
  update public.lost_reasons as reason set position = wanted.place
  from unnest(p_ids) with ordinality as wanted (id, place)
  where reason.id = wanted.id and reason.account_id = private.workspace() and reason.position <> wanted.place;
end
$$;

create or replace function public.order_lost_reasons(p_ids uuid[]) returns void
language sql volatile
set search_path = ''
return private.order_lost_reasons(p_ids);

create function private.crm_outcomes(p_from date, p_to date, p_scope text, p_owner text, p_source text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  -- Reps see the money of the leads that they can see: their own and unowned ones.
  has_money boolean := p_scope = 'mine' or private.sees_all_leads();
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  with closed as materialized (
    select lead.closed_at >= period.begins as is_now, lead.stage, lead.lost_reason_id, count(*) as leads,
      sum(lead.value_cents) filter (where has_money) as value_cents
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.closed_at >= period.begins_before and lead.closed_at < period.ends
      and lead.stage in ('won', 'lost')
    group by 1, 2, 3
  ), rate as materialized (
    -- How many of all leads that ever reached a stage, and were closed within the last year, were won.
    select stage.key, sum(past.leads) filter (where past.stage = 'won') as won, sum(past.leads) as closed
    from public.pipeline_stages as stage join (
      select lead.reached, lead.stage, count(*) as leads from private.counted_leads as lead
      where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
        and lead.closed_at >= now() - interval '365 days' and lead.stage in ('won', 'lost')
      group by 1, 2
    ) as past on past.reached >= stage.position
    group by stage.key
  ), pipe as materialized (
    select lead.stage, count(*) as leads, count(*) filter (where quiet.long) as stalled,
      coalesce(sum(lead.value_cents), 0) as value_cents, count(lead.value_cents) as valued,
      coalesce(sum(lead.value_cents) filter (where quiet.long), 0) as stalled_cents
    from private.counted_leads as lead join public.pipeline_stages as stage on stage.key = lead.stage
    cross join lateral (
      select coalesce(greatest(lead.last_activity_at, lead.stage_entered_at) < now() - stage.rots_after_days * interval '1 day', false) as long
    ) as quiet
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.stage not in ('won', 'lost')
    group by 1
  )
  select jsonb_build_object(
    'has_money', has_money,
    'currency', private.account_currency(private.workspace()),
    'won', coalesce((select sum(closed.leads) from closed where closed.is_now and closed.stage = 'won'), 0),
    'lost', coalesce((select sum(closed.leads) from closed where closed.is_now and closed.stage = 'lost'), 0),
    'won_before', coalesce((select sum(closed.leads) from closed where not closed.is_now and closed.stage = 'won'), 0),
    'lost_before', coalesce((select sum(closed.leads) from closed where not closed.is_now and closed.stage = 'lost'), 0),
    'won_cents', (select sum(closed.value_cents) from closed where closed.is_now and closed.stage = 'won'),
    'won_cents_before', (select sum(closed.value_cents) from closed where not closed.is_now and closed.stage = 'won'),
    'lost_reasons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', sums.id, 'label', sums.label, 'leads', sums.leads) order by sums.leads desc, sums.label), '[]')
      from (
        select reason.id, coalesce(reason.label, 'No reason') as label, sum(closed.leads) as leads
        from closed left join public.lost_reasons as reason on reason.id = closed.lost_reason_id
        where closed.is_now and closed.stage = 'lost' group by 1, 2
      ) as sums
    ),
    'open', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'stage', stage.key, 'label', stage.label, 'position', stage.position, 'rots_after_days', stage.rots_after_days, 'leads', coalesce(pipe.leads, 0),
        'stalled', coalesce(pipe.stalled, 0), 'valued', case when has_money then coalesce(pipe.valued, 0) end,
        'value_cents', case when has_money then coalesce(pipe.value_cents, 0) end,
        'stalled_cents', case when has_money then coalesce(pipe.stalled_cents, 0) end,
        'won', coalesce(rate.won, 0), 'closed', coalesce(rate.closed, 0),
        -- Unknown until a lead that reached the stage has closed.
        'forecast_cents', case when has_money and rate.closed > 0 then round(coalesce(pipe.value_cents, 0) * coalesce(rate.won, 0) / rate.closed) end
      ) order by stage.position), '[]')
      from public.pipeline_stages as stage left join pipe on pipe.stage = stage.key left join rate on rate.key = stage.key
      where stage.key not in ('won', 'lost')
    )
  ) into answer;
  return answer;
end
$$;

create or replace function public.crm_outcomes(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language sql stable
set search_path = ''
return private.crm_outcomes(p_from, p_to, p_scope, p_owner, p_source);

create function private.crm_pulse(p_seen bigint) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := private.sees_all_leads();
  account constant uuid := private.workspace();
  accounts uuid[];
  change bigint := (select moved.last_value from private.crm_change as moved);
begin
  if change = p_seen then return jsonb_build_object('change', change); end if;
  accounts := private.today_accounts(account);
  return jsonb_build_object(
    'change', change, 'now', now(),
    'target_seconds', private.account_target(account),
    'calendar', private.calendar_of(account),
    'leads', (
      select coalesce(sum(total.leads), 0) from private.lead_totals as total
      where total.account_id = account and (everyone or total.owner in (caller::text, ''))
    ),
    'unanswered', (
      select count(*) from public.leads as lead
      where lead.account_id = any (accounts) and lead.clock_due_at is not null and lead.archived_at is null and not lead.is_spam and lead.erased_at is null
        -- The same leads as on Today, so that both numbers agree.
        and (everyone or lead.user_id is null or lead.user_id = caller)
    ),
    'overdue', (
      select count(*) from public.leads as lead
      where lead.account_id = any (accounts) and lead.next_task_at < now() and lead.stage <> 'lost' and lead.archived_at is null and not lead.is_spam
        and (everyone or lead.user_id is null or lead.user_id = caller)
    ),
    'newest', (
      select jsonb_build_object('id', lead.id, 'first_name', lead.first_name, 'last_name', lead.last_name, 'company', lead.company,
        'email', lead.email,
        'source', lead.source, 'arrived_at', lead.arrived_at,
        'account', case when lead.account_id <> account then private.mark_of_account(lead.account_id) end)
      from (
        select waiting.*, clock.arrived_at from public.leads as waiting
        join public.lead_clocks as clock on clock.lead_id = waiting.id and clock.state not in ('answered', 'dropped')
        where waiting.account_id = any (accounts) and waiting.clock_due_at is not null and waiting.archived_at is null and not waiting.is_spam and waiting.erased_at is null
          and (everyone or waiting.user_id is null or waiting.user_id = caller)
        order by clock.arrived_at desc limit 1
      ) as lead
    ),
    'team', private.team_medians(account)
  );
end
$$;

create or replace function public.crm_pulse(p_seen bigint default null) returns jsonb
language sql volatile
set search_path = ''
return private.crm_pulse(p_seen);

create function private.crm_notifications() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  account constant uuid := private.workspace();
begin
  return coalesce((
    select jsonb_agg(to_jsonb(news) - 'account_id' || jsonb_build_object(
      'account', case when news.account_id <> account then private.mark_of_account(news.account_id) end,
      'is_read',
      -- Nothing is left to do for a lead that was answered. That a colleague got the caller's lead stays news.
      news.new_owner_name is null and clock.state in ('answered', 'dropped')
      or exists (select from private.read_notifications as seen where seen.user_id = caller and seen.event_id = news.id)
    ) order by news.at desc, news.id desc)
    from private.notifications_of(caller, private.sees_all_leads()) as news
    join public.lead_clock_events as event on event.id = news.id
    join public.lead_clocks as clock on clock.id = event.clock_id
  ), '[]');
end
$$;

create or replace function public.crm_notifications() returns jsonb
language sql stable
set search_path = ''
return private.crm_notifications();

create function private.mark_notifications_read(p_ids bigint[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  insert into private.read_notifications (user_id, event_id)
  select caller, news.id from private.notifications_of(caller, private.sees_all_leads()) as news where news.id = any (p_ids)
  on conflict do nothing;
end
$$;

create or replace function public.mark_notifications_read(p_ids bigint[]) returns void
language sql volatile
set search_path = ''
return private.mark_notifications_read(p_ids);

create function private.response_stats(p_from timestamptz, p_to timestamptz, p_by text) returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer, booked bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  zone text := private.account_zone(private.workspace());
  target integer := private.account_target(private.workspace());
begin
  perform private.require_team();
  -- A free account sees the last 30 days.
  if coalesce(p_from, '-infinity') < private.account_day_start(private.workspace(), -31) then perform private.require_premium(); end if;
  if p_by is null or p_by not in ('all', 'rep', 'source', 'hour') then
    perform private.refuse('unknown_group', '22023', 'Responses can be grouped by all, rep, source or hour');
  end if;
  return query
  with clock as materialized (
    select each.state, each.response_seconds, each.target_seconds, each.due_at, each.booked_at is not null as is_booked,
      case p_by
        when 'all' then 'all'
        -- An answered lead counts for the person who answered, a waiting one for its owner.
        when 'rep' then coalesce((case each.state when 'answered' then each.answered_by else each.owner_id end)::text, '')
        when 'source' then each.source::text
        else extract(hour from each.arrived_at at time zone zone)::integer::text
      end as key
    from public.lead_clocks as each
    where each.account_id = private.workspace() and (each.state <> 'dropped' or each.booked_at is not null) and each.arrived_at >= coalesce(p_from, '-infinity') and each.arrived_at < coalesce(p_to, 'infinity')
  ), figures as (
    select clock.key, count(*) filter (where not clock.is_booked) as leads, count(*) filter (where clock.is_booked) as booked, count(*) filter (where clock.state = 'answered') as answered,
      percentile_disc(0.5) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as median,
      percentile_disc(0.9) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as p90,
      count(*) filter (where clock.state = 'answered' and clock.response_seconds <= clock.target_seconds) as "within",
      -- A lead that still has time is neither within the target nor over it.
      count(*) filter (where clock.state = 'answered' or not clock.is_booked and clock.due_at < now()) as decided
    from clock group by clock.key
  ), group_key (key, place) as (
    select 'all', 0 where p_by = 'all'
    union all select member.id::text, 0 from unnest(private.team_of(private.workspace())) as member (id) where p_by = 'rep'
    union all select source.value::text, source.place::integer
      from unnest(enum_range(null::public.lead_source)) with ordinality as source (value, place) where p_by = 'source'
    union all select hour.value::text, hour.value from generate_series(0, 23) as hour (value) where p_by = 'hour'
    union all select figures.key, 1 from figures where p_by = 'rep' and figures.key not in (
      select member.id::text from unnest(private.team_of(private.workspace())) as member (id)
    )
  )
  select group_key.key,
    case p_by when 'all' then 'Everyone' when 'rep' then private.owner_name(group_key.key)
      when 'source' then private.source_label(group_key.key::public.lead_source) else lpad(group_key.key, 2, '0') || ':00' end as label,
    coalesce(figures.leads, 0), coalesce(figures.answered, 0), figures.median, figures.p90,
    case when figures.leads > 0 then figures."within" end, case when figures.leads > 0 then figures.decided end, target,
    coalesce(figures.booked, 0)
  from group_key left join figures on figures.key = group_key.key
  order by group_key.place, case when p_by = 'rep' then private.owner_name(group_key.key) end collate "C", group_key.key;
end
$$;

create or replace function public.response_stats(
  p_from timestamptz default null, p_to timestamptz default null, p_by text default 'all'
) returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer, booked bigint
)
language sql stable
set search_path = ''
return private.response_stats(p_from, p_to, p_by);

create function private.response_stats_today() returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer, booked bigint
)
language sql stable security definer
set search_path = ''
as $$
  select stats.* from public.response_stats(private.account_day_start(private.workspace())) as stats
$$;

create or replace function public.response_stats_today() returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer, booked bigint
)
language sql stable
set search_path = ''
return private.response_stats_today();

create function private.crm_responses(p_from date, p_to date, p_scope text, p_owner text, p_source text) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- Enough to sort a year of leads in memory instead of on disk.
set work_mem = '16MB'
as $$
declare
  caller uuid := private.require_team();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  zone text := private.account_zone(private.workspace());
  target integer := private.account_target(private.workspace());
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  -- A free account sees the last 30 days.
  if period.begins < private.account_day_start(private.workspace(), -31) then perform private.require_premium(); end if;
  with asking as materialized (
    select lead.response_seconds as seconds, coalesce(lead.answer_target_seconds, target) as target,
      -- An answered lead counts for the person who answered, a waiting one for its owner.
      case when lead.response_seconds is null then lead.user_id else lead.answered_by end as rep,
      lead.source, extract(hour from lead.created_at at time zone zone)::integer as hour
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins and lead.created_at < period.ends
      and (lead.response_seconds is not null or lead.clock_due_at is not null)
  ), stat as materialized (
    select grouping(asking.rep, asking.hour, asking.source) as kind, asking.rep, asking.hour, asking.source, count(*) as leads,
      count(asking.seconds) as answered, count(*) filter (where asking.seconds <= asking.target) as within,
      percentile_cont(array[0.5, 0.9]) within group (order by asking.seconds) as at
    from asking group by grouping sets ((), (asking.rep), (asking.hour), (asking.source))
  ), bin as materialized (
    select width_bucket(asking.seconds, array[60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 900, 1800]) as bin, count(*) as leads
    from asking where asking.seconds is not null group by 1
  ), earlier as materialized (
    select count(*) as answered, round(percentile_cont(0.5) within group (order by lead.response_seconds)) as median
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins_before and lead.created_at < period.begins
      and lead.response_seconds is not null
  )
  select jsonb_build_object(
    'target_seconds', target,
    'all', (select jsonb_build_object('leads', stat.leads, 'answered', stat.answered, 'within', stat.within, 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
      from stat where stat.kind = 7),
    'median_before', (select earlier.median from earlier),
    'answered_before', (select earlier.answered from earlier),
    'histogram', (
      select jsonb_agg(coalesce(bin.leads, 0) order by n) from generate_series(0, 12) as n left join bin on bin.bin = n
    ),
    'reps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'leads', coalesce(stat.leads, 0),
        'answered', coalesce(stat.answered, 0), 'within', coalesce(stat.within, 0), 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
        order by stat.at[1] nulls last, person.name), '[]')
      from (
        select known.id, private.owner_name(known.id::text) as name from (
          -- The rep who was asked for is listed even without an answer.
          select member.id from unnest(private.team_of(private.workspace())) as member (id) where owners is null
          union select owner.id::uuid from unnest(owners) as owner (id) where owner.id <> ''
          union select stat.rep from stat where stat.kind = 3 and stat.rep is not null and stat.answered > 0
        ) as known
      ) as person left join stat on stat.kind = 3 and stat.rep = person.id
    ),
    'hours', (
      select coalesce(jsonb_agg(jsonb_build_object('hour', stat.hour, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.hour), '[]') from stat where stat.kind = 5
    ),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('source', stat.source, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.at[1] nulls last, stat.source), '[]') from stat where stat.kind = 6
    )
  ) into answer;
  return answer;
end
$$;

create or replace function public.crm_responses(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language sql stable
set search_path = ''
return private.crm_responses(p_from, p_to, p_scope, p_owner, p_source);

create function private.start_lead_import(p_import_id uuid, p_duplicates text) returns void
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

create or replace function public.start_lead_import(p_import_id uuid, p_duplicates text default 'skip') returns void
language sql volatile
set search_path = ''
return private.start_lead_import(p_import_id, p_duplicates);

create function private.cancel_lead_import(p_import_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if current_import.status not in ('staging', 'ready', 'running') then return; end if;
  update public.lead_imports as one set status = 'canceled', finished_at = now() where one.id = p_import_id;
end
$$;

create or replace function public.cancel_lead_import(p_import_id uuid) returns void
language sql volatile
set search_path = ''
return private.cancel_lead_import(p_import_id);

create function private.undo_lead_import(p_import_id uuid) returns void
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

create or replace function public.undo_lead_import(p_import_id uuid) returns void
language sql volatile
set search_path = ''
return private.undo_lead_import(p_import_id);

create function private.search_leads(p_query text, p_limit integer)
returns table (id uuid, name text, company text, email text, phone text, stage text, owner_name text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  caller uuid := private.require_team();
  is_admin boolean := private.sees_all_leads();
  since constant timestamptz := private.visible_since();
  wanted integer := least(greatest(coalesce(p_limit, 8), 1), 50);
  asked text := btrim(left(coalesce(p_query, ''), 100));
  found_ids uuid[];
begin
  if asked !~ '[[:alnum:]]' then return; end if;
  found_ids := array(
    select private.find_phone_ids(asked, is_admin, caller, wanted)
    union select private.find_lead_ids(private.words_query(asked), is_admin, caller, 200)
  );
  if cardinality(found_ids) < wanted then
    found_ids := array(
      select unnest(found_ids) union
      select private.find_lead_ids(private.similar_words_query(asked), is_admin, caller, 200)
    );
  end if;
  return query
  select lead.id, private.full_name(lead.first_name, lead.last_name), lead.company, lead.email,
    lead.phone, lead.stage, private.owner_name(coalesce(lead.user_id::text, ''))
  from public.leads as lead
  cross join lateral (select lower(concat_ws(' ', lead.first_name, lead.last_name, lead.email, lead.company)) as words) as known
  where lead.id = any (found_ids) and lead.created_at >= since
  order by extensions.word_similarity(lower(asked), known.words) desc, lead.created_at desc, lead.id
  limit wanted;
end
$$;

create or replace function public.search_leads(p_query text, p_limit integer default 8)
returns table (id uuid, name text, company text, email text, phone text, stage text, owner_name text)
language sql stable
set search_path = ''
return private.search_leads(p_query, p_limit);

create function private.create_lead_import(p_import_id uuid, p_file_name text, p_headers text[], p_mapping jsonb, p_defaults jsonb)
returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  owner_wanted uuid := (p_defaults ->> 'owner_id')::uuid;
begin
  if p_mapping is null or jsonb_typeof(p_mapping) <> 'array' or jsonb_array_length(p_mapping) <> cardinality(p_headers) then
    perform private.refuse('mapping_incomplete', '22023', 'Every column needs its place in the mapping', 'mapping');
  end if;
  if owner_wanted is not null and not private.is_on_team(owner_wanted, private.workspace()) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active team members');
  end if;
  if coalesce(p_defaults ->> 'stage', 'new') = 'lost'
    or not exists (select from public.pipeline_stages as stage where stage.key = coalesce(p_defaults ->> 'stage', 'new')) then
    perform private.refuse('unknown_stage', '22023', 'New leads can''t start in this stage');
  end if;
  -- Deletes imports that were abandoned for a day.
  delete from public.lead_imports as old
  where old.actor_id = caller and old.account_id = private.workspace() and old.status in ('staging', 'ready') and old.created_at < now() - interval '1 day';
  insert into public.lead_imports (id, actor_id, file_name, headers, mapping, owner_id, stage, source)
  values (
    p_import_id, caller, left(coalesce(nullif(btrim(p_file_name), ''), 'file.csv'), 255), p_headers, p_mapping, owner_wanted,
    coalesce(p_defaults ->> 'stage', 'new'), coalesce(p_defaults ->> 'source', 'other')::public.lead_source
  ) on conflict (id) do nothing;
  if not exists (select from public.lead_imports as one where one.id = p_import_id and one.actor_id = caller and one.account_id = private.workspace()) then
    perform private.refuse('id_taken', '42501', 'This import belongs to someone else');
  end if;
end
$$;

create or replace function public.create_lead_import(p_import_id uuid, p_file_name text, p_headers text[], p_mapping jsonb, p_defaults jsonb)
returns void
language sql volatile
set search_path = ''
return private.create_lead_import(p_import_id, p_file_name, p_headers, p_mapping, p_defaults);

create function private.stage_lead_import(p_import_id uuid, p_from_row integer, p_rows jsonb) returns jsonb
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
    where named.owner is not null and private.import_owner(current_import.account_id, named.owner) is null
  ), stages as materialized (
    select named.stage from (select distinct given.fields ->> 'stage' as stage from given) as named
    where named.stage is not null and private.import_stage(named.stage) is null
  ), checked as materialized (
    select given.row_no, given.fields, nullif(left(concat_ws('; ', given.problem,
      case when owners.owner is not null then format('Owner: no active team member is named %s', left(owners.owner, 80)) end,
      case when stages.stage is not null then format('Stage: no stage is named %s', left(stages.stage, 80)) end
    ), 500), '') as problem
    from given left join owners on owners.owner = given.fields ->> 'owner' left join stages on stages.stage = given.fields ->> 'stage'
  ), keyed as materialized (
    select checked.*, case when checked.problem is null then lower(checked.fields ->> 'email') end as email_key,
      case when checked.problem is null then private.phone_key(checked.fields ->> 'phone') end as phone_key
    from checked
  ), there as materialized (
    select known.* from private.find_leads(current_import.account_id, emails, phones) as known
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

create or replace function public.stage_lead_import(p_import_id uuid, p_from_row integer, p_rows jsonb) returns jsonb
language sql volatile
set search_path = ''
return private.stage_lead_import(p_import_id, p_from_row, p_rows);

create function private.prepare_lead_import(p_import_id uuid, p_rows integer) returns void
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

create or replace function public.prepare_lead_import(p_import_id uuid, p_rows integer) returns void
language sql volatile
set search_path = ''
return private.prepare_lead_import(p_import_id, p_rows);

create function private.lead_import_problems(p_import_id uuid, p_after_row integer, p_limit integer)
returns table (row_no integer, problem text, fields jsonb)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.lock_own_lead_import(p_import_id);
  return query
  select bad.row_no, bad.problem, bad.fields from private.lead_import_rows as bad
  where bad.import_id = p_import_id and bad.problem is not null and bad.row_no > coalesce(p_after_row, 0)
  order by bad.row_no limit least(greatest(p_limit, 1), 2000);
end
$$;

create or replace function public.lead_import_problems(p_import_id uuid, p_after_row integer default 0, p_limit integer default 100)
returns table (row_no integer, problem text, fields jsonb)
language sql volatile
set search_path = ''
return private.lead_import_problems(p_import_id, p_after_row, p_limit);

create function private.lead_import_matches(p_import_id uuid, p_after_row integer, p_limit integer)
returns table (row_no integer, fields jsonb, repeats integer, lead_id uuid, lead_name text, owner_name text, matched_by text)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.lock_own_lead_import(p_import_id);
  return query
  select known.row_no, known.fields, case when known.lead_id is null then known.repeats end,
    case when seen.full_rights then lead.id end,
    case when seen.full_rights then private.lead_title(lead) end,
    case when lead.user_id is not null then private.owner_name(lead.user_id::text) end,
    case when by_email.lead_id is not null or known.email_key = earlier.email_key then 'email' else 'phone' end
  from (
    select staged.* from private.lead_import_rows as staged
    where staged.import_id = p_import_id and staged.problem is null and staged.row_no > coalesce(p_after_row, 0)
      and (staged.lead_id is not null or staged.repeats is not null)
    order by staged.row_no limit least(greatest(p_limit, 1), 2000)
  ) as known
  left join public.leads as lead on lead.id = known.lead_id
  left join lateral (select private.may_see_lead(lead) as full_rights) as seen on lead.id is not null
  left join lateral private.find_leads(private.workspace(), array[known.email_key], array[]::text[]) as by_email on by_email.lead_id = known.lead_id
  left join private.lead_import_rows as earlier
    on known.lead_id is null and earlier.import_id = p_import_id and earlier.row_no = known.repeats
  order by known.row_no;
end
$$;

create or replace function public.lead_import_matches(p_import_id uuid, p_after_row integer default 0, p_limit integer default 100)
returns table (row_no integer, fields jsonb, repeats integer, lead_id uuid, lead_name text, owner_name text, matched_by text)
language sql volatile
set search_path = ''
return private.lead_import_matches(p_import_id, p_after_row, p_limit);

create function private.last_lead_mapping(p_headers text[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
begin
  return (
    select one.mapping from public.lead_imports as one where one.actor_id = caller and one.account_id = private.workspace() and one.headers = p_headers
    order by one.created_at desc limit 1
  );
end
$$;

create or replace function public.last_lead_mapping(p_headers text[]) returns jsonb
language sql stable
set search_path = ''
return private.last_lead_mapping(p_headers);

create function private.submit_application(p_application jsonb, p_origin jsonb, p_address text, p_is_spam boolean) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  stored public.applications;
begin
  perform private.check_application(p_application);
  insert into public.applications (
    submission_id, full_name, email, company, website, role, target_new_clients_per_month, avg_deal_size, timeline, notes,
    best_contact, phone, submitted_at, page_url, referrer_url, utm_source, utm_medium, utm_campaign, user_agent, ip_hash, is_spam
  )
  select
    sent.submission_id, sent.full_name, sent.email, sent.company, sent.website, sent.role, sent.target_new_clients_per_month,
    sent.avg_deal_size, sent.timeline, sent.notes, sent.best_contact, sent.phone, sent.submitted_at, sent.page_url,
    sent.referrer_url, sent.utm_source, sent.utm_medium, sent.utm_campaign, sent.user_agent, private.hash_ip(p_address),
    p_is_spam
  from jsonb_populate_record(null::public.applications, p_application) as sent
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (
      select known.id from public.applications as known where known.submission_id = (p_application ->> 'submission_id')::uuid
    );
  end if;
  perform private.upsert_lead_from_application(stored, coalesce(p_origin, '{}'));
  return stored.id;
end
$$;

create or replace function public.submit_application(
  p_application jsonb, p_origin jsonb default '{}', p_address text default null, p_is_spam boolean default false
) returns uuid
language sql volatile
set search_path = ''
return private.submit_application(p_application, p_origin, p_address, p_is_spam);

create function private.submit_contact(p_contact jsonb, p_address text, p_is_spam boolean) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  stored public.contacts;
begin
  insert into public.contacts (
    submission_id, first_name, last_name, email, company, ad_spend, goals, interests, utm_source, utm_medium, utm_campaign,
    utm_term, utm_content, referrer_url, landing_page, traffic_type, session_id, ip_hash, is_spam
  )
  select
    sent.submission_id, sent.first_name, sent.last_name, sent.email, sent.company, sent.ad_spend, sent.goals, sent.interests,
    sent.utm_source, sent.utm_medium, sent.utm_campaign, sent.utm_term, sent.utm_content, sent.referrer_url, sent.landing_page,
    sent.traffic_type, sent.session_id, private.hash_ip(p_address), p_is_spam
  from jsonb_populate_record(null::public.contacts, p_contact) as sent
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (select known.id from public.contacts as known where known.submission_id = (p_contact ->> 'submission_id')::uuid);
  end if;
  perform private.upsert_lead_from_contact(stored);
  return stored.id;
end
$$;

create or replace function public.submit_contact(p_contact jsonb, p_address text default null, p_is_spam boolean default false) returns uuid
language sql volatile
set search_path = ''
return private.submit_contact(p_contact, p_address, p_is_spam);

create function private.list_team() returns table (user_id uuid, name text, role public.app_role)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
  select distinct on (held.user_id) held.user_id, private.owner_name(held.user_id::text), held.role
  from public.user_roles as held
  where held.status = 'active' and (held.user_id = any (private.team_of(private.workspace())) or held.role = 'admin')
    -- A person of the agency has the role that counts for it.
    and (held.role <> 'client' or private.workspace() <> private.agency_account())
  order by held.user_id, held.role;
end
$$;

create or replace function public.list_team() returns table (user_id uuid, name text, role public.app_role)
language sql stable
set search_path = ''
return private.list_team();

create function private.lead_timeline(
  p_lead_id uuid, p_kinds text[], p_before timestamptz, p_before_id text, p_limit integer
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead public.leads := private.require_lead(p_lead_id);
  every uuid[] := array(select private.leads_within(lead.id));
  most integer := least(greatest(coalesce(p_limit, 30), 1), 100);
  answer jsonb;
begin
  select coalesce(jsonb_agg(private.event_json(event.id, event.lead_id, event.kind, event.body, event.at, event.actor_id, event.payload)
    || jsonb_build_object('pinned', exists (
      select from public.lead_pins as pin where pin.activity_id = private.parse_uuid(event.id)
    ), 'is_retracted', private.is_retracted(private.parse_uuid(event.id))) order by event.at desc, event.id desc), '[]')
  into answer
  from (
    select past.* from private.timeline_of(every, p_kinds, p_before, coalesce(p_before_id, ''), most + 1) as past
    order by past.at desc, past.id desc limit most + 1
  ) as event;
  return jsonb_build_object('rows', case when jsonb_array_length(answer) > most then answer - most else answer end,
    'more', jsonb_array_length(answer) > most)
    || case when p_before is not null then '{}'::jsonb else jsonb_build_object(
      'total', (select count(*) from public.lead_activities as activity where activity.lead_id = any (every) and (p_kinds is null or activity.kind = any (p_kinds))
          and (activity.kind <> 'merge' or not private.is_duplicate_merge_event(activity.payload, every)))
        + (select count(*) from public.lead_clock_events as event where event.lead_id = any (every) and (p_kinds is null or 'clock' = any (p_kinds))),
      'pinned', coalesce((
        select jsonb_agg(private.event_json(activity.id::text, activity.lead_id, activity.kind, activity.body, activity.occurred_at,
          activity.actor_id, activity.payload) || jsonb_build_object('pinned', true, 'pinned_by', private.person_name(pin.pinned_by),
          'is_retracted', private.is_retracted(activity.id))
          order by pin.created_at desc)
        from public.lead_pins as pin join public.lead_activities as activity on activity.id = pin.activity_id
        where pin.lead_id = any (every)
      ), '[]')) end;
end
$$;

create or replace function public.lead_timeline(
  p_lead_id uuid, p_kinds text[] default null, p_before timestamptz default null, p_before_id text default null, p_limit integer default 30
) returns jsonb
language sql stable
set search_path = ''
return private.lead_timeline(p_lead_id, p_kinds, p_before, p_before_id, p_limit);

create function private.crm_today(p_scope text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := coalesce(p_scope, 'mine') = 'all' and private.sees_all_leads();
  account public.accounts;
  accounts uuid[];
begin
  if coalesce(p_scope, 'mine') not in ('mine', 'all') then
    perform private.refuse('unknown_owner', '22023', 'Unknown scope');
  end if;
  select own.* into account from public.accounts as own where own.id = private.workspace();
  accounts := private.today_accounts(account.id);
  return jsonb_build_object(
    'now', now(), 'target_seconds', account.speed_to_lead_minutes * 60, 'zone', account.time_zone, 'currency', account.currency,
    'response', private.response_today(),
    'unanswered', private.queue_section(accounts, 'lead.clock_due_at is not null', 'clock_due_at', caller, everyone),
    -- Tasks of a lost lead are hidden until the lead comes back.
    'overdue', private.queue_section(accounts, 'lead.next_task_at < now() and lead.stage <> ''lost''', 'next_task_at', caller, everyone),
    'due_today', private.queue_section(
      accounts, 'lead.next_task_at >= now() and lead.next_task_at < %L and lead.stage <> ''lost''', 'next_task_at', caller, everyone
    ),
    'no_next_step', private.queue_section(
      accounts, 'lead.next_task_at is null and lead.clock_due_at is null and lead.stage not in (''won'', ''lost'')',
      'stage_entered_at', caller, everyone
    ),
    'accounts', (
      select coalesce(jsonb_agg(private.mark_of_account(lent.id) || jsonb_build_object(
        'currency', private.account_currency(lent.id), 'calendar', private.calendar_of(lent.id)
      ) order by lent.place), '[]')
      from unnest(accounts[2:]) with ordinality as lent (id, place)
    )
  );
end
$$;

create or replace function public.crm_today(p_scope text default 'mine') returns jsonb
language sql stable
set search_path = ''
return private.crm_today(p_scope);

create function private.run_lead_import(p_import_id uuid, p_limit integer) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports;
  handled integer := 0;
begin
  select one.* into current_import from public.lead_imports as one where one.id = p_import_id for update;
  -- After the last row, so that nobody waits for the statistics to see that an import is done.
  if current_import.status = 'done' then perform private.analyze_leads(); end if;
  if not found or current_import.status not in ('running', 'undoing') then return jsonb_build_object('over', true, 'handled', 0); end if;
  if not private.is_on_team(case current_import.status when 'running' then current_import.actor_id else current_import.undone_by end, current_import.account_id) then
    update public.lead_imports as one set status = 'failed', finished_at = now(), problem = case current_import.status
      when 'running' then 'The person who started this import is no longer active' else 'The person who undid this import is no longer active' end
    where one.id = p_import_id;
    return jsonb_build_object('over', true, 'handled', 0);
  end if;
  -- The chosen owner may have left since the file was read. Then new leads are unowned.
  if not private.is_on_team(current_import.owner_id, current_import.account_id) then current_import.owner_id := null; end if;
  handled := case current_import.status
    when 'running' then private.run_import_batch(current_import, least(greatest(p_limit, 1), 5000))
    else private.undo_import_batch(current_import, least(greatest(p_limit, 1), 5000))
  end;
  return jsonb_build_object('over', handled = 0 and current_import.status = 'undoing', 'handled', handled);
end
$$;

create or replace function public.run_lead_import(p_import_id uuid, p_limit integer) returns jsonb
language sql volatile
set search_path = ''
return private.run_lead_import(p_import_id, p_limit);

create function private.undo_log_activity(p_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  logged public.lead_activities;
  lead public.leads;
begin
  select found.* into logged from public.lead_activities as found
  where found.id = p_id and found.actor_id = caller and private.is_human_activity(found.kind);
  if logged.id is null then perform private.refuse('activity_not_found', 'PT404', 'Entry not found'); end if;
  perform from public.leads as held where held.id = logged.lead_id and held.account_id = private.workspace() for update;
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

create or replace function public.undo_log_activity(p_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_log_activity(p_id);

create function private.reopen_task(p_task_id uuid, p_planned uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_premium();
  select done.* into task from public.lead_tasks as done
  where done.id = p_task_id and done.account_id = private.workspace() for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as open set done_at = null where open.id = p_task_id and open.done_at is not null;
  delete from public.lead_tasks as next
  where next.id = p_planned and next.lead_id = task.lead_id and next.done_at is null and next.created_by = auth.uid()
    and next.updated_at = next.created_at;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create or replace function public.reopen_task(p_task_id uuid, p_planned uuid default null) returns jsonb
language sql volatile
set search_path = ''
return private.reopen_task(p_task_id, p_planned);

create function private.undo_lead_merge(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  batch public.lead_batches;
  obstacle text;
  quiet constant text[] := array[
    'reached', 'last_activity_at', 'first_touch', 'last_touch', 'stage_entered_at', 'closed_at', 'consent_text'
  ];
  keep_id uuid;
  other_id uuid;
  noted private.lead_batch_rows;
  back jsonb;
  changed_since integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and found.account_id = private.workspace() and found.kind = 'merge'
    and (found.actor_id = caller or private.manages_workspace());
  -- Only people who may undo a merge learn that it exists.
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', private.merge_obstacle(null)); end if;
  obstacle := private.merge_obstacle(batch);
  if obstacle is not null then perform private.refuse('merge_not_undoable', 'PT409', obstacle); end if;
  keep_id := (batch.changes ->> 'keep')::uuid;
  other_id := (batch.changes ->> 'other')::uuid;
  perform private.lock_lead_pair(keep_id, other_id);
  select found.* into batch from public.lead_batches as found where found.id = p_batch_id for update;
  -- Checked again behind the lock.
  obstacle := private.merge_obstacle(batch);
  if obstacle is not null then perform private.refuse('merge_not_undoable', 'PT409', obstacle); end if;
  select row.* into noted from private.lead_batch_rows as row where row.batch_id = p_batch_id and row.lead_id = keep_id;
  -- Field by field: fields that somebody changed since stay.
  select coalesce(jsonb_object_agg(field.key, field.value) filter (where current_row.lead -> field.key is not distinct from noted.after -> field.key), '{}'),
    count(*) filter (where current_row.lead -> field.key is distinct from noted.after -> field.key and field.key <> all (quiet))
  into back, changed_since
  from jsonb_each(noted.before) as field, (select to_jsonb(lead) as lead from public.leads as lead where lead.id = keep_id) as current_row;
  back := private.restored_stage(keep_id, noted.before, back, batch.created_at);
  if back ->> 'user_id' is not null and not private.is_on_team((back ->> 'user_id')::uuid, batch.account_id) then
    back := back - 'user_id';
    changed_since := changed_since + 1;
  end if;
  perform private.write_leads(array(
    select jsonb_populate_record(lead, back) from public.leads as lead where lead.id = keep_id
  ));
  select row.* into noted from private.lead_batch_rows as row where row.batch_id = p_batch_id and row.lead_id = other_id;
  update public.leads as lead set merged_into = null, archived_at = (noted.before ->> 'archived_at')::timestamptz where lead.id = other_id;
  update public.leads as lead set merged_into = other_id
  where lead.merged_into = keep_id and lead.id in (select id::uuid from jsonb_array_elements_text(batch.changes -> 'merged_before') as id);
  update public.lead_tasks as task set lead_id = other_id
  where task.lead_id = keep_id and task.id in (select id::uuid from jsonb_array_elements_text(batch.changes -> 'tasks') as id);
  perform private.split_clocks(keep_id, other_id, batch.changes -> 'clock', (batch.changes ->> 'answered')::uuid, caller);
  perform private.sync_lead_clock(lead_id) from unnest(array[keep_id, other_id]) as lead_id;
  insert into public.lead_activities (lead_id, kind, actor_id, payload) values
  (keep_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'undone', 'was', 'kept', 'lead_id', other_id)),
  (other_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'undone', 'was', 'merged', 'lead_id', keep_id));
  update public.lead_batches as done set undone_at = now() where done.id = p_batch_id;
  return jsonb_build_object('restored', 2, 'kept', changed_since);
end
$$;

create or replace function public.undo_lead_merge(p_batch_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_lead_merge(p_batch_id);

create function private.win_lead(
  p_batch_id uuid, p_lead_id uuid, p_value_cents bigint, p_account jsonb, p_dashboard jsonb, p_retainer jsonb
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

create or replace function public.win_lead(
  p_batch_id uuid, p_lead_id uuid, p_value_cents bigint default null, p_account jsonb default null, p_dashboard jsonb default null,
  p_retainer jsonb default null
) returns jsonb
language sql volatile
set search_path = ''
return private.win_lead(p_batch_id, p_lead_id, p_value_cents, p_account, p_dashboard, p_retainer);

create function private.working_calendar() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  return private.calendar_of(private.workspace());
end
$$;

create or replace function public.working_calendar() returns jsonb
language sql stable
set search_path = ''
return private.working_calendar();

create function private.can_set_up_admin() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select (select private.is_setup_account()) and not exists (
    select from public.user_roles as held where held.user_id = (select auth.uid()) and held.role = 'admin'
  )
$$;

create or replace function public.can_set_up_admin() returns boolean
language sql stable
set search_path = ''
return private.can_set_up_admin();

create function private.set_admin_setup_email(p_email text) returns void
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

create or replace function public.set_admin_setup_email(p_email text) returns void
language sql volatile
set search_path = ''
return private.set_admin_setup_email(p_email);

create function private.invite_user(p_email text, p_role public.app_role) returns uuid
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
  where earlier.email = address and earlier.account_id is null and earlier.accepted_at is null and earlier.revoked_at is null;
  insert into public.invitations (email, role, token_hash, invited_by)
  values (address, p_role, sha256(convert_to(token, 'UTF8')), auth.uid()) returning id into invited;
  perform public.enqueue_outbox('mail', format('invitation:%s', invited), jsonb_build_object(
    'to', address, 'template', 'invitation', 'data', jsonb_build_object('token', token, 'role', p_role)
  ));
  return invited;
end
$$;

create or replace function public.invite_user(p_email text, p_role public.app_role) returns uuid
language sql volatile
set search_path = ''
return private.invite_user(p_email, p_role);

create function private.revoke_invitation(p_invitation_id uuid) returns void
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

create or replace function public.revoke_invitation(p_invitation_id uuid) returns void
language sql volatile
set search_path = ''
return private.revoke_invitation(p_invitation_id);

create function private.find_invitation(p_token text) returns table (email text, role public.app_role)
language sql stable security definer
set search_path = ''
as $$
  select found.email, found.role from private.open_invitation(left(p_token, 200)) as found where found.id is not null
$$;

create or replace function public.find_invitation(p_token text) returns table (email text, role public.app_role)
language sql stable
set search_path = ''
return private.find_invitation(p_token);

create function private.list_own_sessions()
returns table (id uuid, created_at timestamptz, last_active timestamptz, user_agent text, is_current boolean)
language sql stable security definer
set search_path = ''
as $$
  select session.id, session.created_at, greatest(session.updated_at, session.created_at), left(session.user_agent, 500),
    session.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions as session
  join private.live_sessions as live using (id)
  where session.user_id = auth.uid() and (select private.is_session_sufficient())
  order by 5 desc, 3 desc
$$;

create or replace function public.list_own_sessions()
returns table (id uuid, created_at timestamptz, last_active timestamptz, user_agent text, is_current boolean)
language sql stable
set search_path = ''
return private.list_own_sessions();

create function private.end_own_session(p_session_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  delete from auth.sessions as session where session.id = p_session_id and session.user_id = auth.uid();
  if not found then perform private.refuse('session_not_found', 'PT404', 'This session already ended'); end if;
end
$$;

create or replace function public.end_own_session(p_session_id uuid) returns void
language sql volatile
set search_path = ''
return private.end_own_session(p_session_id);

create function private.cancel_email_change() returns void
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

create or replace function public.cancel_email_change() returns void
language sql volatile
set search_path = ''
return private.cancel_email_change();

create function private.reject_user(p_user_id uuid, p_reason text) returns void
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

create or replace function public.reject_user(p_user_id uuid, p_reason text default null) returns void
language sql volatile
set search_path = ''
return private.reject_user(p_user_id, p_reason);

create function private.deactivate_user(p_user_id uuid, p_reassign_to uuid, p_unassign boolean) returns integer
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

create or replace function public.deactivate_user(p_user_id uuid, p_reassign_to uuid default null, p_unassign boolean default false) returns integer
language sql volatile
set search_path = ''
return private.deactivate_user(p_user_id, p_reassign_to, p_unassign);

create function private.reactivate_user(p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.user_roles as held set status = 'active' where held.user_id = p_user_id and held.status = 'inactive';
  if not found then perform private.refuse('not_inactive', 'PT409', 'This person isn''t inactive'); end if;
end
$$;

create or replace function public.reactivate_user(p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.reactivate_user(p_user_id);

create function private.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid, p_unassign boolean
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

create or replace function public.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid default null, p_unassign boolean default false
) returns integer
language sql volatile
set search_path = ''
return private.change_user_role(p_user_id, p_role, p_reassign_to, p_unassign);

create function private.search_people(
  p_query text, p_role public.app_role, p_status public.role_status, p_sort text, p_descending boolean, p_limit integer,
  p_offset integer
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
    left join private.lead_counts as owned
      on owned.account_id = private.agency_account() and owned.kind = 'open' and owned.key = profile.user_id::text
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

create or replace function public.search_people(
  p_query text default '', p_role public.app_role default null, p_status public.role_status default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 50, p_offset integer default 0
) returns table (
  user_id uuid, first_name text, last_name text, email text, company text, roles jsonb, last_active timestamptz,
  open_leads bigint, created_at timestamptz, has_second_factor boolean, total bigint
)
language sql stable
set search_path = ''
return private.search_people(p_query, p_role, p_status, p_sort, p_descending, p_limit, p_offset);

create function private.create_recovery_codes() returns text[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  codes text[];
begin
  if private.second_factor_state() <> 'given' then
    perform private.refuse('second_factor_required', '42501', 'Enter the code from your authenticator app first');
  end if;
  perform 1 from auth.users as account where account.id = caller for update;
  delete from private.recovery_codes as held where held.user_id = caller;
  codes := array(select private.random_recovery_code() from generate_series(1, 10));
  insert into private.recovery_codes (user_id, code_hash)
  select caller, private.hash_recovery_code(caller, code) from unnest(codes) as code;
  perform private.note_recovery_codes(caller, 'insert', '{"left": 10}');
  perform private.enqueue_account_mail(caller, 'recovery-codes-created', format('recovery-codes:%s:%s', caller, clock_timestamp()));
  return codes;
end
$$;

create or replace function public.create_recovery_codes() returns text[]
language sql volatile
set search_path = ''
return private.create_recovery_codes();

create function private.recovery_codes_left() returns integer
language sql stable security definer
set search_path = ''
as $$
  select count(*)::integer from private.recovery_codes as held
  where held.user_id = auth.uid() and held.used_at is null and private.is_session_sufficient()
$$;

create or replace function public.recovery_codes_left() returns integer
language sql stable
set search_path = ''
return private.recovery_codes_left();

create or replace function public.second_factor_state() returns text
language sql stable
set search_path = ''
return private.second_factor_state();

create function private.reset_second_factors(p_user_id uuid) returns void
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

create or replace function public.reset_second_factors(p_user_id uuid) returns void
language sql volatile
set search_path = ''
return private.reset_second_factors(p_user_id);

create or replace function public.check_request() returns void
language sql stable
set search_path = ''
return private.check_request();

create function private.withdraw_publish_request(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_page_writer(p_page_id);
  perform private.settle_publish_request(p_page_id, 'withdrawn', null);
end
$$;

create or replace function public.withdraw_publish_request(p_page_id uuid) returns void
language sql volatile
set search_path = ''
return private.withdraw_publish_request(p_page_id);

create function private.answer_publish_request(p_page_id uuid, p_seen timestamptz, p_approved boolean, p_note text) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  request public.landing_publish_requests;
  asked public.landing_drafts;
  note constant text := nullif(btrim(coalesce(p_note, '')), '');
begin
  perform private.require_admin();
  -- The draft first, as publishing locks it first, too.
  perform from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  select held.* into request from public.landing_publish_requests as held where held.page_id = p_page_id for update;
  if request.page_id is null or request.state <> 'waiting' then
    perform private.refuse('request_not_waiting', 'PT409', 'This request was already answered or withdrawn');
  end if;
  if request.requested_at is distinct from p_seen then
    perform private.refuse('outdated', 'PT409', 'The client sent a newer version of this page. Review that one.');
  end if;
  if p_approved then
    asked := jsonb_populate_record(null::public.landing_drafts, request.draft);
    asked.page_id := p_page_id;
    return private.publish_landing_draft(asked, request.rolled_back_to);
  end if;
  if note is null then perform private.refuse('required', '22023', 'Say what has to change', 'note'); end if;
  perform private.check_landing_text('The note', note, 1000);
  perform private.settle_publish_request(p_page_id, 'declined', note);
  return 0;
end
$$;

create or replace function public.answer_publish_request(p_page_id uuid, p_seen timestamptz, p_approved boolean, p_note text default null) returns integer
language sql volatile
set search_path = ''
return private.answer_publish_request(p_page_id, p_seen, p_approved, p_note);

create function private.set_page_approval(p_account_id uuid, p_required boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_required is null then perform private.refuse('required', '22023', 'Choose whether publishing needs approval'); end if;
  update public.accounts as account set requires_approval = p_required where account.id = p_account_id and account.kind = 'client';
  if not found then perform private.refuse('account_not_found', 'PT404', 'Account not found'); end if;
end
$$;

create or replace function public.set_page_approval(p_account_id uuid, p_required boolean) returns void
language sql volatile
set search_path = ''
return private.set_page_approval(p_account_id, p_required);

create function private.add_landing_domain(p_page_id uuid, p_domain text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  name text := lower(regexp_replace(btrim(coalesce(p_domain, '')), '^https?://|[/?#].*$|\.$', '', 'gi'));
  known public.landing_domains;
  added uuid;
  account uuid;
begin
  account := private.require_page_writer(p_page_id);
  name := rtrim(name, '.');
  if char_length(name) > 253 or name !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$' then
    perform private.refuse('domain_invalid', '22023', 'Enter a domain such as offer.example.com, without a port or path', 'domain');
  end if;
  select held.* into known from public.landing_domains as held where held.domain = name;
  if known.page_id = p_page_id then return known.id; end if;
  if known.id is not null then
    perform private.refuse(
      'domain_taken', 'PT409',
      -- Another account's title is none of the caller's business.
      coalesce(
        format('The page “%s” uses this domain. Remove it there first.', (
          select draft.title from public.landing_drafts as draft where draft.page_id = known.page_id and draft.account_id = account
        )),
        'Another account uses this domain'
      ),
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

create or replace function public.add_landing_domain(p_page_id uuid, p_domain text) returns uuid
language sql volatile
set search_path = ''
return private.add_landing_domain(p_page_id, p_domain);

create function private.remove_landing_domain(p_domain_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
begin
  delete from public.landing_domains as gone where gone.id = p_domain_id and gone.account_id = account;
end
$$;

create or replace function public.remove_landing_domain(p_domain_id uuid) returns void
language sql volatile
set search_path = ''
return private.remove_landing_domain(p_domain_id);

create function private.record_landing_domain_check(p_domain_id uuid, p_txt text, p_points_here boolean, p_problem text)
returns public.landing_domain_state
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_domains;
  serving boolean;
begin
  select known.* into held from public.landing_domains as known where known.id = p_domain_id for update;
  if not found then return null; end if;
  serving := held.state in ('verified', 'live');
  held.checked_at := now();
  held.problem := left(p_problem, 1000);
  if p_txt = 'found' then
    held.missing_since := null;
    -- A check that could not find out where the domain points does not change a live one.
    held.state := case when p_points_here then 'live' when p_points_here is null and held.state = 'live' then 'live' else 'verified' end;
  elsif p_txt in ('missing', 'wrong') and not serving then
    held.state := 'failed';
  elsif p_txt in ('missing', 'wrong') then
    held.missing_since := coalesce(held.missing_since, now());
    if held.missing_since <= now() - interval '3 days' then
      held.state := 'failed';
      perform private.notify_domain_status(held, 'landing-domain-stopped');
    else
      perform private.notify_domain_status(held, 'landing-domain-missing');
    end if;
  end if;
  update public.landing_domains as noted
  set state = held.state, problem = held.problem, checked_at = held.checked_at, missing_since = held.missing_since
  where noted.id = held.id;
  return held.state;
end
$$;

create or replace function public.record_landing_domain_check(p_domain_id uuid, p_txt text, p_points_here boolean, p_problem text)
returns public.landing_domain_state
language sql volatile
set search_path = ''
return private.record_landing_domain_check(p_domain_id, p_txt, p_points_here, p_problem);

create function private.may_check_landing_domain(p_domain_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce((select private.writes_pages_of(known.account_id) from public.landing_domains as known where known.id = p_domain_id),
    private.has_active_role('admin'));
end
$$;

create or replace function public.may_check_landing_domain(p_domain_id uuid) returns boolean
language sql stable
set search_path = ''
return private.may_check_landing_domain(p_domain_id);

create function private.move_landing_page(p_page_id uuid, p_account_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  -- The draft first, as saving and publishing do.
  perform from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  if not found then perform private.refuse('page_not_found', 'PT404', 'This page was deleted'); end if;
  if not exists (select from public.accounts as account where account.id = p_account_id and account.archived_at is null) then
    perform private.refuse('account_not_found', 'PT404', 'Account not found', 'account_id');
  end if;
  update public.landing_pages as page set account_id = p_account_id where page.id = p_page_id and page.account_id <> p_account_id;
  -- The new account learns no name of the former one.
  if found then update public.landing_drafts as draft set updated_by = auth.uid() where draft.page_id = p_page_id; end if;
end
$$;

create or replace function public.move_landing_page(p_page_id uuid, p_account_id uuid) returns void
language sql volatile
set search_path = ''
return private.move_landing_page(p_page_id, p_account_id);

create function private.search_landing_pictures(p_query text, p_limit integer, p_offset integer)
returns table (
  name text, bytes bigint, alt text, is_decorative boolean, width integer, height integer, focus_x integer, focus_y integer,
  created_at timestamptz, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.pages_workspace();
begin
  return query
  select file.name, (file.metadata ->> 'size')::bigint, picture.alt, picture.is_decorative, picture.width, picture.height, picture.focus_x,
    picture.focus_y, file.created_at, count(*) over ()
  from storage.objects as file left join public.landing_pictures as picture on picture.name = file.name
  where file.bucket_id = 'landing' and (account = private.agency_account() or starts_with(file.name, account || '/'))
    and private.picture_account(file.name) = account
    and strpos(lower(concat_ws(' ', file.name, picture.alt)), lower(left(btrim(coalesce(p_query, '')), 200))) > 0
  order by file.created_at desc, file.name
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0);
end
$$;

create or replace function public.search_landing_pictures(p_query text default '', p_limit integer default 60, p_offset integer default 0)
returns table (
  name text, bytes bigint, alt text, is_decorative boolean, width integer, height integer, focus_x integer, focus_y integer,
  created_at timestamptz, total bigint
)
language sql stable
set search_path = ''
return private.search_landing_pictures(p_query, p_limit, p_offset);

create function private.landing_picture_uses(p_name text) returns table (page_id uuid, title text, is_live boolean)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_pages();
begin
  return query
  select draft.page_id, draft.title, page.is_live
  from public.landing_drafts as draft cross join lateral (
    select coalesce(bool_or(strpos(concat(live.content, live.custom_css, live.custom_js), private.picture_address(p_name)) > 0), false) as is_live
    from public.landing_pages as live where live.id = draft.page_id and live.status = 'published'
  ) as page
  where draft.account_id = account
    and (page.is_live or strpos(concat(draft.content, draft.custom_css, draft.custom_js), private.picture_address(p_name)) > 0)
  order by draft.title, draft.page_id;
end
$$;

create or replace function public.landing_picture_uses(p_name text) returns table (page_id uuid, title text, is_live boolean)
language sql stable
set search_path = ''
return private.landing_picture_uses(p_name);

create function private.create_landing_preview(p_page_id uuid, p_hours integer) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Two random ids have 244 random bits.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require_page_writer(p_page_id);
  if p_hours is null or p_hours not between 1 and 720 then
    perform private.refuse('duration_invalid', '22023', 'A preview link can last 1 to 720 hours', 'hours');
  end if;
  insert into public.landing_previews (page_id, token_hash, expires_at, created_by)
  values (p_page_id, sha256(convert_to(token, 'UTF8')), now() + make_interval(hours => p_hours), auth.uid());
  return token;
end
$$;

create or replace function public.create_landing_preview(p_page_id uuid, p_hours integer) returns text
language sql volatile
set search_path = ''
return private.create_landing_preview(p_page_id, p_hours);

create function private.revoke_landing_preview(p_preview_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
begin
  update public.landing_previews as link set revoked_at = now()
  where link.id = p_preview_id and link.account_id = account and link.revoked_at is null;
  if not found and not exists (select from public.landing_previews as link where link.id = p_preview_id and link.account_id = account) then
    perform private.refuse('preview_not_found', 'PT404', 'Link not found');
  end if;
end
$$;

create or replace function public.revoke_landing_preview(p_preview_id uuid) returns void
language sql volatile
set search_path = ''
return private.revoke_landing_preview(p_preview_id);

create function private.duplicate_landing_page(p_page_id uuid, p_id uuid) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  free text;
begin
  perform private.require_page_writer(p_page_id);
  held := private.lock_landing_draft(p_page_id, null);
  if exists (select from public.landing_pages as page where page.id = p_id) then
    return (select known.slug from public.landing_drafts as known where known.page_id = p_id and known.account_id = held.account_id);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('landing slugs', 0));
  select candidate.slug into free from (
    select rtrim(left(held.slug, 90), '-') || '-copy' || case when round = 1 then '' else '-' || round end as slug, round
    from generate_series(1, 10000) as round
  ) as candidate
  where not exists (select from public.landing_drafts as other where other.slug = candidate.slug)
    and not exists (select from public.landing_pages as other where other.slug = candidate.slug)
  order by candidate.round limit 1;
  perform public.create_landing_page(p_id, free, jsonb_build_object(
    'title', left(held.title, 193) || ' (copy)', 'description', held.description, 'hide_title', held.hide_title, 'content', held.content, 'blocks', held.blocks,
    'theme', held.theme, 'custom_css', held.custom_css, 'custom_js', held.custom_js));
  return free;
end
$$;

create or replace function public.duplicate_landing_page(p_page_id uuid, p_id uuid) returns text
language sql volatile
set search_path = ''
return private.duplicate_landing_page(p_page_id, p_id);

create function private.delete_landing_page(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
  page public.landing_pages;
begin
  select held.* into page from public.landing_pages as held where held.id = p_page_id and held.account_id = account for update;
  if not found then return; end if;
  if page.status = 'published' then perform private.refuse('page_published', 'PT409', 'Unpublish the page first. Visitors can still see it.'); end if;
  delete from public.landing_pages as gone where gone.id = p_page_id;
end
$$;

create or replace function public.delete_landing_page(p_page_id uuid) returns void
language sql volatile
set search_path = ''
return private.delete_landing_page(p_page_id);

create function private.landing_cache_version() returns bigint
language sql stable security definer
set search_path = ''
as $$ select coalesce((select held.stamp from private.landing_cache_version as held), 0) $$;

create or replace function public.landing_cache_version() returns bigint
language sql stable
set search_path = ''
return private.landing_cache_version();

create function private.landing_index() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'stamp', public.landing_cache_version(),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('id', page.id, 'slug', page.slug, 'domain', page.custom_domain))
      from public.landing_pages as page where page.status = 'published'), '[]'),
    'domains', coalesce((select jsonb_agg(known.domain) from public.landing_domains as known), '[]')
  )
$$;

create or replace function public.landing_index() returns jsonb
language sql stable
set search_path = ''
return private.landing_index();

create function private.landing_page_to_serve(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', page.id, 'slug', page.slug, 'version', page.version, 'title', page.title, 'description', page.description, 'hide_title', page.hide_title,
    'content', page.content, 'theme', page.theme, 'custom_css', page.custom_css, 'custom_js', page.custom_js,
    'custom_domain', page.custom_domain, 'updated_at', page.updated_at)
  from public.landing_pages as page where page.id = p_id and page.status = 'published'
$$;

create or replace function public.landing_page_to_serve(p_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.landing_page_to_serve(p_id);

create function private.landing_preview_to_serve(p_token text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', draft.page_id, 'slug', draft.slug, 'version', 0, 'title', draft.title, 'description', draft.description, 'hide_title', draft.hide_title,
    'content', draft.content, 'theme', draft.theme, 'custom_css', draft.custom_css, 'custom_js', draft.custom_js)
  from public.landing_previews as link join public.landing_drafts as draft on draft.page_id = link.page_id
  where link.token_hash = sha256(convert_to(p_token, 'UTF8')) and link.revoked_at is null and link.expires_at > now()
$$;

create or replace function public.landing_preview_to_serve(p_token text) returns jsonb
language sql stable
set search_path = ''
return private.landing_preview_to_serve(p_token);

create function private.submit_landing_form(p_form jsonb, p_address text, p_is_spam boolean) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.landing_pages;
  stored public.landing_submissions;
  told jsonb := coalesce(p_form -> 'answers', '{}');
begin
  select served.* into page from public.landing_pages as served
  where served.id = (p_form ->> 'page_id')::uuid and served.status = 'published';
  if not found then perform private.refuse('page_not_found', 'PT404', 'Page not found or not published'); end if;
  insert into public.landing_submissions (page_id, version, answers, utm, source, referrer_url, submission_id, ip_hash, is_spam)
  values (
    page.id,
    -- A visitor may have opened an earlier version, and answers that one.
    case when (p_form ->> 'version')::integer between 1 and page.version then (p_form ->> 'version')::integer else page.version end,
    told, coalesce(p_form -> 'utm', '{}'), coalesce(nullif(p_form ->> 'source', ''), 'direct'), p_form ->> 'referrer_url',
    (p_form ->> 'submission_id')::uuid, private.hash_ip(p_address), p_is_spam
  )
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (select known.id from public.landing_submissions as known where known.submission_id = (p_form ->> 'submission_id')::uuid);
  end if;
  update public.landing_submissions as sent
  set lead_id = private.upsert_lead_from_landing_form(page.account_id, p_form, jsonb_build_object(
    'form', 'landing_page', 'landing_page_id', page.id, 'page_title', page.title, 'slug', page.slug, 'version', stored.version,
    'submission_id', stored.id, 'source', stored.source, 'utm', nullif(stored.utm, '{}'::jsonb), 'referrer_url', left(stored.referrer_url, 500),
    -- The lead's history gets short answers. The submission keeps all of them.
    'answers', case when octet_length(told::text) <= 15000 then told else (
      select jsonb_object_agg(answer.key, left(answer.value, 200))
      from (select * from jsonb_each_text(told) order by key limit 20) as answer
    ) end
  ), p_is_spam)
  where sent.id = stored.id;
  if not p_is_spam then
    perform private.enqueue_form_mails('landing', stored.id, p_form ->> 'email', p_form ->> 'first_name', jsonb_build_object(
      'name', private.name_or_email(p_form ->> 'first_name', p_form ->> 'last_name', p_form ->> 'email'),
      'email', p_form ->> 'email', 'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'message', p_form ->> 'message',
      'page', page.title, 'source', stored.source, 'campaign', stored.utm ->> 'utm_campaign',
      'more', (
        select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key)
        from jsonb_each_text(told) as answer
        where answer.key not in ('email', 'name', 'first_name', 'last_name', 'company', 'phone', 'message')
      )), page.account_id);
  end if;
  return stored.id;
end
$$;

create or replace function public.submit_landing_form(p_form jsonb, p_address text default null, p_is_spam boolean default false) returns uuid
language sql volatile
set search_path = ''
return private.submit_landing_form(p_form, p_address, p_is_spam);

create function private.record_landing_views(p_views jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'UTC')::date;
  salt text := private.daily_ip_salt();
begin
  -- Deletes old visitors in small parts, so that the first views of a day do not wait.
  delete from private.landing_visitors as old
  where old.ctid = any (array(select past.ctid from private.landing_visitors as past where past.day < today limit 1000));
  with asked as (
    -- Ignores pages that were deleted since.
    select page.id as page_id, (entry.value ->> 'version')::integer as version, left(entry.value ->> 'source', 255) as named,
      (entry.value ->> 'views')::bigint as views, entry.value -> 'visitors' as visitors
    from jsonb_array_elements(p_views) as entry
    join public.landing_pages as page on page.id = (entry.value ->> 'page_id')::uuid
  ), held as (
    select counted.page_id, count(*) as ways, sum(counted.visitors) as visitors from public.landing_views as counted
    where counted.day = today and counted.page_id in (select asked.page_id from asked) group by 1
  ), seen as (
    -- Invented sources must not fill the table: after 500 a day, new ones count as other.
    select asked.page_id, asked.version, asked.views, asked.visitors,
      case when known.page_id is not null or coalesce(held.ways, 0)
          + row_number() over (partition by asked.page_id, known.page_id is null order by asked.named) <= 500
        then asked.named else 'other' end as source
    from asked left join held on held.page_id = asked.page_id
    left join public.landing_views as known
      on known.page_id = asked.page_id and known.day = today and known.version = asked.version and known.source = asked.named
  ), people as (
    select distinct on (seen.page_id, who.value) seen.page_id, seen.version, seen.source, digest.address,
      digest.address || right(digest.whole, 44) as visitor
    from seen cross join lateral jsonb_array_elements_text(seen.visitors) as who
    cross join lateral (
      select left(encode(sha256(convert_to(salt || split_part(who.value, E'\n', 1), 'UTF8')), 'hex'), 20) collate "C" as address,
        encode(sha256(convert_to(salt || who.value, 'UTF8')), 'hex') as whole
    ) as digest
    where who.value <> ''
    order by seen.page_id, who.value, seen.version desc, seen.source
  ), newcomers as (
    select people.page_id, people.address, people.visitor, row_number() over (partition by people.page_id) as of_page,
      row_number() over (partition by people.page_id, people.address) as of_address
    -- Written so that each is looked up by index. A join would compare all visitors of the day.
    from people where (
      select true from private.landing_visitors as known
      where known.day = today and known.page_id = people.page_id and known.visitor = people.visitor
    ) is null
  ), neighbours as (
    select each.page_id, each.address, (
      select count(*) from private.landing_visitors as known where known.day = today and known.page_id = each.page_id
        and known.visitor >= each.address and known.visitor < each.address || 'g'
    ) as held
    from (select distinct newcomers.page_id, newcomers.address from newcomers) as each
  ), fresh as (
    -- Limits visitors to 200 of one address and 50,000 of a page. Beyond that only the view counts.
    insert into private.landing_visitors (day, page_id, visitor)
    select today, newcomers.page_id, newcomers.visitor from newcomers
    join neighbours on neighbours.page_id = newcomers.page_id and neighbours.address = newcomers.address
    left join held on held.page_id = newcomers.page_id
    where neighbours.held + newcomers.of_address <= 200 and coalesce(held.visitors, 0) + newcomers.of_page <= 50000
    on conflict do nothing
    returning page_id, visitor
  ), added as (
    select people.page_id, people.version, people.source, count(*) as visitors
    from people join fresh on fresh.page_id = people.page_id and fresh.visitor = people.visitor
    group by 1, 2, 3
  )
  insert into public.landing_views as held (page_id, day, version, source, views, visitors)
  select seen.page_id, today, seen.version, seen.source, sum(seen.views), coalesce(max(added.visitors), 0)
  from seen left join added on added.page_id = seen.page_id and added.version = seen.version and added.source = seen.source
  group by 1, 2, 3, 4
  order by 1, 3, 4
  on conflict (page_id, day, version, source) do update
  set views = held.views + excluded.views, visitors = held.visitors + excluded.visitors;
end
$$;

create or replace function public.record_landing_views(p_views jsonb) returns void
language sql volatile
set search_path = ''
return private.record_landing_views(p_views);

create function private.landing_page_stats(p_page_id uuid, p_from date, p_to date)
returns table (by text, key text, views bigint, visitors bigint, submissions bigint, conversion numeric)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  -- First, so that the answer does not depend on the plan of the query.
  account constant uuid := private.require_pages();
begin
  if not exists (select from public.landing_pages as page where page.id = p_page_id and page.account_id = account) then
    perform private.refuse('page_not_found', 'PT404', 'This page was deleted');
  end if;
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

create or replace function public.landing_page_stats(p_page_id uuid, p_from date, p_to date)
returns table (by text, key text, views bigint, visitors bigint, submissions bigint, conversion numeric)
language sql stable
set search_path = ''
return private.landing_page_stats(p_page_id, p_from, p_to);

create function private.list_landing_pages(p_everywhere boolean)
returns table (
  id uuid, slug text, title text, status public.landing_page_status, version integer, has_changes boolean, domain_id uuid, domain text,
  domain_state public.landing_domain_state, views bigint, visitors bigint, submissions bigint, conversion numeric,
  updated_at timestamptz, updated_by text, published_at timestamptz, account_id uuid, account_slug text, account_name text,
  request_state public.publish_request_state, requested_at timestamptz, request_note text
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  since date := (now() at time zone 'UTC')::date - 29;
  workspace uuid;
begin
  if p_everywhere then perform private.require_admin(); else workspace := private.require_pages(); end if;
  return query
  select page.id, draft.slug, draft.title, page.status, page.version, draft.revision is distinct from draft.published_revision,
    own.id, own.domain, own.state, seen.views, seen.visitors, sent.submissions, private.landing_rate(sent.submissions, seen.visitors),
    draft.updated_at, coalesce(private.person_name(draft.updated_by), 'Someone'), live.published_at,
    account.id, account.slug, account.name, request.state, request.requested_at, request.note
  from public.landing_pages as page
  join public.accounts as account on account.id = page.account_id
  join public.landing_drafts as draft on draft.page_id = page.id
  left join public.landing_publish_requests as request on request.page_id = page.id
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
  where p_everywhere or page.account_id = workspace
  order by coalesce(request.state = 'waiting', false) desc, draft.updated_at desc, page.id
  limit 1000;
end
$$;

create or replace function public.list_landing_pages(p_everywhere boolean default false)
returns table (
  id uuid, slug text, title text, status public.landing_page_status, version integer, has_changes boolean, domain_id uuid, domain text,
  domain_state public.landing_domain_state, views bigint, visitors bigint, submissions bigint, conversion numeric,
  updated_at timestamptz, updated_by text, published_at timestamptz, account_id uuid, account_slug text, account_name text,
  request_state public.publish_request_state, requested_at timestamptz, request_note text
)
language sql stable
set search_path = ''
return private.list_landing_pages(p_everywhere);

create function private.create_landing_page(p_id uuid, p_slug text, p_draft jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  draft public.landing_drafts;
  account constant uuid := private.require_page_writer();
begin
  if p_id is null then perform private.refuse('required', '22023', 'A page needs an id', 'id'); end if;
  draft := private.parse_landing_draft(coalesce(p_draft, '{}') || jsonb_build_object('slug', p_slug), null);
  -- Blocks start with a heading of their own.
  draft.hide_title := coalesce(draft.hide_title, draft.blocks is not null);
  -- A repeated request creates one page.
  if exists (select from public.landing_pages as page where page.id = p_id) then
    return (select known.revision from public.landing_drafts as known where known.page_id = p_id and known.account_id = account);
  end if;
  perform private.require_free_slug(p_id, draft.slug);
  insert into public.landing_pages (id, slug, title, theme, account_id) values (p_id, draft.slug, draft.title, draft.theme, account);
  update public.landing_drafts as begun
  set description = draft.description, hide_title = draft.hide_title, content = draft.content, blocks = draft.blocks, custom_css = draft.custom_css,
    custom_js = draft.custom_js, updated_by = auth.uid()
  where begun.page_id = p_id;
  return 1;
end
$$;

create or replace function public.create_landing_page(p_id uuid, p_slug text, p_draft jsonb) returns integer
language sql volatile
set search_path = ''
return private.create_landing_page(p_id, p_slug, p_draft);

create function private.save_landing_draft(p_page_id uuid, p_seen_revision integer, p_draft jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  draft public.landing_drafts;
begin
  perform private.require_page_writer(p_page_id);
  held := private.lock_landing_draft(p_page_id, null);
  draft := private.parse_landing_draft(p_draft, held);
  -- A repeated request, or nothing changed: it is already saved.
  if draft = held then return held.revision; end if;
  perform private.lock_landing_draft(p_page_id, coalesce(p_seen_revision, -1));
  if draft.slug <> held.slug then
    perform private.require_free_slug(p_page_id, draft.slug);
    -- A page that was never published gives up its old slug.
    update public.landing_pages as page set slug = draft.slug where page.id = p_page_id and page.version = 0;
  end if;
  update public.landing_pages as page set title = draft.title where page.id = p_page_id and page.version = 0 and page.title <> draft.title;
  update public.landing_drafts as saved
  set slug = draft.slug, title = draft.title, description = draft.description, hide_title = draft.hide_title, content = draft.content, blocks = draft.blocks,
    theme = draft.theme, custom_css = draft.custom_css, custom_js = draft.custom_js, revision = held.revision + 1, updated_by = auth.uid()
  where saved.page_id = p_page_id;
  return held.revision + 1;
end
$$;

create or replace function public.save_landing_draft(p_page_id uuid, p_seen_revision integer, p_draft jsonb) returns integer
language sql volatile
set search_path = ''
return private.save_landing_draft(p_page_id, p_seen_revision, p_draft);

create function private.publish_landing_page(p_page_id uuid, p_seen_revision integer) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  live public.landing_pages;
  account constant uuid := private.require_page_writer(p_page_id);
begin
  held := private.lock_landing_draft(p_page_id, coalesce(p_seen_revision, -1));
  select page.* into live from public.landing_pages as page where page.id = p_page_id;
  -- A repeated request: the page is already live.
  if live.status = 'published' and held.published_revision = held.revision then return live.version; end if;
  if private.needs_approval(account) then
    perform private.request_publishing(held, null);
    return 0;
  end if;
  return private.publish_landing_draft(held, null);
end
$$;

create or replace function public.publish_landing_page(p_page_id uuid, p_seen_revision integer) returns integer
language sql volatile
set search_path = ''
return private.publish_landing_page(p_page_id, p_seen_revision);

create function private.unpublish_landing_page(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_page_writer(p_page_id);
  update public.landing_pages as page set status = 'draft' where page.id = p_page_id and page.status = 'published';
end
$$;

create or replace function public.unpublish_landing_page(p_page_id uuid) returns void
language sql volatile
set search_path = ''
return private.unpublish_landing_page(p_page_id);

create function private.roll_back_landing_page(p_page_id uuid, p_number integer) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  past public.landing_page_versions;
  account constant uuid := private.require_page_writer(p_page_id);
begin
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
  if private.needs_approval(account) then
    perform private.request_publishing(held, p_number);
    return 0;
  end if;
  return private.publish_landing_draft(held, p_number);
end
$$;

create or replace function public.roll_back_landing_page(p_page_id uuid, p_number integer) returns integer
language sql volatile
set search_path = ''
return private.roll_back_landing_page(p_page_id, p_number);

create function private.list_admin_overview()
returns table (total_users bigint, pending_approvals bigint, total_leads bigint, companies bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select
    (select count(*) from public.profiles),
    (select count(*) from public.user_roles as held where held.status = 'pending'),
    (select coalesce(sum(counted.leads), 0)::bigint from private.lead_counts as counted where counted.account_id = private.agency_account() and counted.kind = 'owner'),
    (select count(*) from private.lead_counts as counted where counted.account_id = private.agency_account() and counted.kind = 'company' and counted.leads > 0);
end
$$;

create or replace function public.list_admin_overview()
returns table (total_users bigint, pending_approvals bigint, total_leads bigint, companies bigint)
language sql stable
set search_path = ''
return private.list_admin_overview();

create function private.list_admin_emails() returns setof public.admin_emails
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select * from public.admin_emails as entry order by entry.email;
end
$$;

create or replace function public.list_admin_emails() returns setof public.admin_emails
language sql stable
set search_path = ''
return private.list_admin_emails();

create function private.list_premium_overrides() returns setof public.premium_overrides
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select * from public.premium_overrides as gift order by gift.created_at desc, gift.email;
end
$$;

create or replace function public.list_premium_overrides() returns setof public.premium_overrides
language sql stable
set search_path = ''
return private.list_premium_overrides();

create function private.set_admin_email(p_email text, p_is_active boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.admin_emails (email, is_active) values (private.require_address(p_email), p_is_active)
  on conflict (email) do update set is_active = excluded.is_active where admin_emails.is_active <> excluded.is_active;
end
$$;

create or replace function public.set_admin_email(p_email text, p_is_active boolean) returns void
language sql volatile
set search_path = ''
return private.set_admin_email(p_email, p_is_active);

create function private.set_premium_override(p_email text, p_expires_at timestamptz) returns void
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

create or replace function public.set_premium_override(p_email text, p_expires_at timestamptz default null) returns void
language sql volatile
set search_path = ''
return private.set_premium_override(p_email, p_expires_at);

create function private.delete_premium_override(p_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.premium_overrides as gift where gift.email = lower(btrim(p_email));
  if not found then perform private.refuse('gift_not_found', 'PT404', 'Override not found'); end if;
end
$$;

create or replace function public.delete_premium_override(p_email text) returns void
language sql volatile
set search_path = ''
return private.delete_premium_override(p_email);

create function private.search_email_log(p_query text, p_status text, p_limit integer, p_offset integer) returns table (
  id uuid, recipient text, template text, subject text, status text, attempts integer, last_error text, created_at timestamptz,
  done_at timestamptz, total bigint, failure text
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select job.id, job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject', shown.status, job.attempts, job.last_error,
    job.created_at, job.done_at, count(*) over (), job.failure
  from private.outbox as job
  cross join lateral (values (case when job.result ? 'skipped' then 'skipped' else job.status end)) as shown (status)
  where job.kind = 'mail' and (p_status is null or shown.status = p_status)
    and (coalesce(p_query, '') = '' or strpos(lower(concat_ws(' ', job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject')), lower(left(p_query, 200))) > 0)
  order by job.created_at desc, job.id
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0);
end
$$;

create or replace function public.search_email_log(
  p_query text default '', p_status text default null, p_limit integer default 50, p_offset integer default 0
) returns table (
  id uuid, recipient text, template text, subject text, status text, attempts integer, last_error text, created_at timestamptz,
  done_at timestamptz, total bigint, failure text
)
language sql stable
set search_path = ''
return private.search_email_log(p_query, p_status, p_limit, p_offset);

create function private.retry_email(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  recipient text;
begin
  perform private.require_admin();
  if exists (select from private.outbox as job where job.id = p_id and job.payload ? 'redacted') then
    perform private.refuse('link_ended', '22023', 'This email can''t be resent because its link has expired');
  end if;
  update private.outbox as job
  set status = 'queued', run_at = now(), attempts = 0, locked_by = null, locked_until = null, failure = null, give_up_at = now() + interval '4 days'
  where job.id = p_id and job.kind = 'mail' and job.status = 'failed'
  returning job.payload ->> 'to' into recipient;
  if not found then perform private.refuse('email_not_failed', 'PT409', 'Only failed emails can be resent'); end if;
  perform private.note_resent(p_id::text, 1, left(recipient, 320));
end
$$;

create or replace function public.retry_email(p_id uuid) returns void
language sql volatile
set search_path = ''
return private.retry_email(p_id);

create function private.count_failed_emails() returns table (resendable bigint, unconfirmed bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select count(*) filter (where private.is_resendable(job)), count(*) filter (where job.failure = 'unconfirmed')
  from private.outbox as job where job.kind = 'mail' and job.status = 'failed';
end
$$;

create or replace function public.count_failed_emails() returns table (resendable bigint, unconfirmed bigint)
language sql stable
set search_path = ''
return private.count_failed_emails();

create function private.resend_failed_emails(p_id uuid) returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  number bigint;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('resend failed emails', 0));
  select (entry.after ->> 'emails')::bigint into number from public.audit_log as entry
  where entry.table_name = 'outbox' and entry.row_id = p_id::text;
  if found then return number; end if;
  update private.outbox as job
  set status = 'queued', run_at = now(), attempts = 0, locked_by = null, locked_until = null, failure = null, give_up_at = now() + interval '4 days'
  where job.status = 'failed' and private.is_resendable(job);
  get diagnostics number = row_count;
  perform private.note_resent(p_id::text, number);
  return number;
end
$$;

create or replace function public.resend_failed_emails(p_id uuid) returns bigint
language sql volatile
set search_path = ''
return private.resend_failed_emails(p_id);

create function private.restore_audit_entry(p_entry_id bigint) returns void
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

create or replace function public.restore_audit_entry(p_entry_id bigint) returns void
language sql volatile
set search_path = ''
return private.restore_audit_entry(p_entry_id);

create function private.preview_erasure(p_kind text, p_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person private.erased_person;
begin
  perform private.require_admin();
  perform private.require_person(p_kind, p_id);
  person := private.person_to_erase(p_kind, p_id);
  return jsonb_build_object(
    'confirm_with', private.erasure_label(p_kind, p_id),
    'leads', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', lead.id, 'name', private.lead_title(lead), 'email', lead.email, 'merged', lead.merged_into is not null
      ) order by lead.created_at, lead.id), '[]') from public.leads as lead where lead.id = any (person.leads)
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'email', account.email) order by account.created_at, account.id), '[]')
      from auth.users as account where account.id = any (person.accounts)
    ),
    -- Accounts of the team with the same address stay.
    'team_accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'email', account.email) order by account.created_at, account.id), '[]')
      from auth.users as account
      where lower(account.email) = any (person.emails) and account.id <> all (person.accounts) and private.is_team_account(account.id)
    ),
    'obstacles', private.erasure_obstacles(person),
    'found', private.count_erased(person)
  );
end
$$;

create or replace function public.preview_erasure(p_kind text, p_id uuid) returns jsonb
language sql stable
set search_path = ''
set statement_timeout = '2min'
return private.preview_erasure(p_kind, p_id);

create function private.erase_person(p_kind text, p_id uuid, p_confirmation text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
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

create or replace function public.erase_person(p_kind text, p_id uuid, p_confirmation text) returns jsonb
language sql volatile
set search_path = ''
set statement_timeout = '2min'
return private.erase_person(p_kind, p_id, p_confirmation);

create function private.mail_status()
returns table (stopped_since timestamptz, waiting bigint, problem text)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  provider private.mail_providers;
  overdue_since timestamptz;
  last_sent timestamptz;
begin
  perform private.require_admin();
  select known.* into provider from private.mail_providers as known order by known.checked_at desc limit 1;
  select min(job.run_at) into overdue_since from private.outbox as job
  where job.kind = 'mail' and job.status in ('queued', 'running') and job.run_at <= now() - interval '3 minutes';
  select max(job.done_at) into last_sent from private.outbox as job where job.kind = 'mail' and job.status = 'done';
  -- Without a failure, emails may still not leave: a server that answers nothing, or nobody who sends.
  if not private.is_closed(provider) and (overdue_since is null or last_sent > now() - interval '3 minutes') then return; end if;
  return query
  select least(provider.failing_since, overdue_since, now()), waiting_mail.number, provider.problem
  from (
    select count(*) as number from private.outbox as job where job.kind = 'mail' and job.status in ('queued', 'running')
  ) as waiting_mail where waiting_mail.number > 0;
end
$$;

create or replace function public.mail_status()
returns table (stopped_since timestamptz, waiting bigint, problem text)
language sql stable
set search_path = ''
return private.mail_status();

create function private.enqueue_outbox(
  p_kind text, p_dedupe_key text, p_payload jsonb, p_run_at timestamptz, p_max_attempts integer
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  job_id uuid;
begin
  insert into private.outbox (kind, dedupe_key, payload, run_at, max_attempts)
  values (p_kind, private.outbox_key(p_dedupe_key), coalesce(p_payload, '{}'), coalesce(p_run_at, now()), coalesce(p_max_attempts, 8))
  on conflict (dedupe_key) do nothing
  returning id into job_id;
  if job_id is null then
    select job.id into job_id from private.outbox as job where job.dedupe_key = private.outbox_key(p_dedupe_key);
  end if;
  return job_id;
end
$$;

create or replace function public.enqueue_outbox(
  p_kind text, p_dedupe_key text, p_payload jsonb, p_run_at timestamptz default now(), p_max_attempts integer default 8
) returns uuid
language sql volatile
set search_path = ''
return private.enqueue_outbox(p_kind, p_dedupe_key, p_payload, p_run_at, p_max_attempts);

create function private.claim_outbox(
  p_worker text, p_limit integer, p_lease_seconds integer, p_kinds text[], p_provider text
) returns table (id uuid, kind text, dedupe_key text, payload jsonb, attempts integer, max_attempts integer)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  -- Longer leases would count as times from a wrong clock (private.heal_outbox).
  lease constant interval := make_interval(secs => least(greatest(p_lease_seconds, 1), 600));
  how_many constant integer := private.allowed_sends(p_provider, least(greatest(p_limit, 0), 1000), lease);
begin
  -- A worker that lives gets time to renew its lease, because only the clock or the database may have been away.
  update private.outbox as job
  set is_lease_questioned = true, locked_until = now() + lease / 2, run_at = least(job.run_at, now())
  where job.id in (
    select late.id from private.outbox as late
    where late.status = 'running' and late.locked_until <= now() and not late.is_lease_questioned
      and (p_kinds is null or late.kind = any (p_kinds))
    for update skip locked
  );
  -- A job whose workers all died is not tried again.
  update private.outbox as job
  set status = 'failed', locked_by = null, locked_until = null, is_lease_questioned = false, last_error = 'The last worker never came back'
  where job.id in (
    select stuck.id from private.outbox as stuck
    where stuck.status = 'running' and stuck.locked_until <= now() and stuck.is_lease_questioned and stuck.attempts >= stuck.max_attempts
      and (p_kinds is null or stuck.kind = any (p_kinds))
    for update skip locked
  );
  return query
  with due as materialized (
    select waiting.id from private.outbox as waiting
    where waiting.status in ('queued', 'running') and waiting.run_at <= now()
      and (waiting.status = 'queued' or waiting.locked_until <= now() and waiting.is_lease_questioned)
      and (p_kinds is null or waiting.kind = any (p_kinds))
    order by waiting.run_at
    limit how_many
    for update skip locked
  )
  update private.outbox as job
  set status = 'running', attempts = job.attempts + 1, locked_by = p_worker, locked_until = now() + lease, is_lease_questioned = false
  from due where job.id = due.id
  returning job.id, job.kind, job.dedupe_key, job.payload, job.attempts, job.max_attempts;
end
$$;

create or replace function public.claim_outbox(
  p_worker text, p_limit integer default 10, p_lease_seconds integer default 60, p_kinds text[] default null,
  p_provider text default null
) returns table (id uuid, kind text, dedupe_key text, payload jsonb, attempts integer, max_attempts integer)
language sql volatile
set search_path = ''
return private.claim_outbox(p_worker, p_limit, p_lease_seconds, p_kinds, p_provider);

create function private.renew_outbox(p_id uuid, p_worker text, p_lease_seconds integer) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update private.outbox as job
  set locked_until = now() + make_interval(secs => least(greatest(p_lease_seconds, 1), 600)), is_lease_questioned = false
  where job.id = p_id and job.status = 'running' and job.locked_by = p_worker;
  return found;
end
$$;

create or replace function public.renew_outbox(p_id uuid, p_worker text, p_lease_seconds integer default 60) returns boolean
language sql volatile
set search_path = ''
return private.renew_outbox(p_id, p_worker, p_lease_seconds);

create function private.release_outbox(p_id uuid, p_worker text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update private.outbox as job
  set status = 'queued', attempts = greatest(job.attempts - 1, 0), locked_by = null, locked_until = null, is_lease_questioned = false
  where job.id = p_id and job.status = 'running' and job.locked_by = p_worker;
  return found;
end
$$;

create or replace function public.release_outbox(p_id uuid, p_worker text) returns boolean
language sql volatile
set search_path = ''
return private.release_outbox(p_id, p_worker);

create function private.complete_outbox(p_id uuid, p_worker text, p_result jsonb, p_provider text)
returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  was_theirs boolean;
begin
  update private.outbox as job
  set status = 'done', result = p_result, done_at = now(), locked_by = null, locked_until = null, is_lease_questioned = false,
    last_error = null, failure = null,
    -- A mailer has the email now. The content stays only for the local inbox, whose results have html.
    payload = case when job.kind = 'mail' and not coalesce(p_result ? 'html', false)
      then private.without_content(job.payload) else job.payload end
  where job.id = p_id and job.status = 'running' and job.locked_by = p_worker;
  was_theirs := found;
  perform private.note_sent(p_provider);
  return was_theirs;
end
$$;

create or replace function public.complete_outbox(p_id uuid, p_worker text, p_result jsonb default null, p_provider text default null)
returns boolean
language sql volatile
set search_path = ''
return private.complete_outbox(p_id, p_worker, p_result, p_provider);

create function private.fail_outbox(
  p_id uuid, p_worker text, p_error text, p_failure text, p_provider text, p_problem text, p_time_scale double precision
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  job private.outbox;
  gives_up boolean;
begin
  if p_failure = 'away' then perform private.note_not_sent(p_provider, p_problem, p_time_scale); end if;
  select held.* into job from private.outbox as held
  where held.id = p_id and held.status = 'running' and held.locked_by = p_worker for update;
  if not found then return false; end if;
  gives_up := case
    when p_failure in ('refused', 'unconfirmed') then true
    when p_failure in ('away', 'deferred') then now() >= coalesce(job.give_up_at, job.created_at + interval '4 days')
    else job.attempts >= job.max_attempts
  end;
  update private.outbox as failed
  set status = case when gives_up then 'failed' else 'queued' end,
    failure = case when gives_up then case when p_failure in ('refused', 'unconfirmed') then p_failure when p_failure is not null then 'gave_up' end end,
    -- While a provider is away, nothing is wrong with the email: it is not counted, and goes to the end of the queue.
    attempts = failed.attempts - case when p_failure = 'away' and not gives_up then 1 else 0 end,
    run_at = case when p_failure = 'away' then clock_timestamp()
      else now() + p_time_scale * least(interval '5 seconds' * power(2, least(failed.attempts, 20) - 1), interval '1 hour') end,
    last_error = left(p_error, 2000), locked_by = null, locked_until = null, is_lease_questioned = false
  where failed.id = p_id;
  return true;
end
$$;

create or replace function public.fail_outbox(
  p_id uuid, p_worker text, p_error text, p_failure text default null, p_provider text default null, p_problem text default null,
  p_time_scale double precision default 1
) returns boolean
language sql volatile
set search_path = ''
return private.fail_outbox(p_id, p_worker, p_error, p_failure, p_provider, p_problem, p_time_scale);

create function private.list_outbox_messages(p_limit integer)
returns table (
  id uuid, payload jsonb, result jsonb, status text, attempts integer, last_error text, created_at timestamptz, done_at timestamptz
)
language sql stable security definer
set search_path = ''
as $$
  select job.id, job.payload, job.result, job.status, job.attempts, job.last_error, job.created_at, job.done_at
  from private.outbox as job where job.kind = 'mail'
  order by job.created_at desc, job.id
  limit least(greatest(p_limit, 0), 1000)
$$;

create or replace function public.list_outbox_messages(p_limit integer default 100)
returns table (
  id uuid, payload jsonb, result jsonb, status text, attempts integer, last_error text, created_at timestamptz, done_at timestamptz
)
language sql stable
set search_path = ''
return private.list_outbox_messages(p_limit);

create function private.hit_rate_limit(p_key text, p_limit integer, p_window_seconds integer)
returns table (allowed boolean, retry_after_seconds integer)
language sql volatile security definer
set search_path = ''
as $$
  insert into private.rate_limits as counter (key, hits, resets_at)
  values (p_key, 1, clock_timestamp() + make_interval(secs => p_window_seconds))
  on conflict (key) do update set
    hits = case when private.is_window_over(counter.resets_at, make_interval(secs => p_window_seconds))
      then 1 else least(counter.hits, 1000000000) + 1 end,
    resets_at = case when private.is_window_over(counter.resets_at, make_interval(secs => p_window_seconds))
      then excluded.resets_at else counter.resets_at end
  returning
    counter.hits <= p_limit,
    case when counter.hits <= p_limit then 0
      else greatest(1, ceil(extract(epoch from counter.resets_at - clock_timestamp())))::integer end
$$;

create or replace function public.hit_rate_limit(p_key text, p_limit integer, p_window_seconds integer)
returns table (allowed boolean, retry_after_seconds integer)
language sql volatile
set search_path = ''
return private.hit_rate_limit(p_key, p_limit, p_window_seconds);

create function private.run_scheduled_jobs() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  job private.scheduled_jobs;
  zone text := private.agency_zone();
  failure text;
  ran integer := 0;
begin
  perform private.heal_outbox();
  perform private.heal_schedules();
  for job in
    select due.* from private.scheduled_jobs as due where due.next_run_at <= now()
    order by due.next_run_at for update skip locked
  loop
    failure := null;
    -- A failed job rolls back only its own work, and runs again at its next time.
    begin
      execute format('select private.%I()', job.job_function);
    exception when others then
      failure := left(sqlerrm, 2000);
    end;
    update private.scheduled_jobs as done
    set last_run_at = now(), last_error = failure,
      next_run_at = case when job.run_every is not null then now() + job.run_every
        else private.next_daily_run(job.daily_at, zone) end
    where done.name = job.name;
    ran := ran + 1;
  end loop;
  return ran;
end
$$;

create or replace function public.run_scheduled_jobs() returns integer
language sql volatile
set search_path = ''
return private.run_scheduled_jobs();

create function private.schema_version() returns text
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (select max(version) from supabase_migrations.schema_migrations);
end
$$;

create or replace function public.schema_version() returns text
language sql stable
set search_path = ''
return private.schema_version();

create function private.client_record(p_client_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'id', profile.user_id, 'first_name', profile.first_name, 'last_name', profile.last_name, 'email', account.email,
    'company', nullif(btrim(profile.company), ''), 'created_at', profile.created_at,
    'email_confirmed', account.email_confirmed_at is not null,
    'last_active', greatest(
      (select max(session.updated_at) from auth.sessions as session where session.user_id = profile.user_id), account.last_sign_in_at
    ),
    'roles', coalesce((
      select jsonb_agg(jsonb_build_object('role', held.role, 'status', held.status, 'since', held.created_at) order by held.role)
      from public.user_roles as held where held.user_id = profile.user_id
    ), '[]'),
    'colleagues', coalesce((
      select jsonb_agg(jsonb_build_object('id', near.user_id, 'name', near.name, 'email', near.email) order by near.name)
      from (
        select other.user_id, private.person_name(other.user_id) as name, address.email::text as email
        from public.profiles as other join auth.users as address on address.id = other.user_id
        where lower(btrim(other.company)) = lower(btrim(profile.company)) and btrim(profile.company) <> ''
          and other.user_id <> profile.user_id and other.erased_at is null
          and exists (select from public.user_roles as held where held.user_id = other.user_id and held.role = 'client')
        order by other.created_at limit 20
      ) as near
    ), '[]'),
    'owed', private.client_owed(profile.user_id),
    'figures', public.client_figures(profile.user_id),
    'invoices', (select count(*) from public.invoices as invoice where invoice.client_id = profile.user_id),
    'requests', (select count(*) from public.change_requests as request where request.user_id = profile.user_id),
    'open_requests', private.open_requests(profile.user_id)
  ) into found
  from public.profiles as profile join auth.users as account on account.id = profile.user_id
  where profile.user_id = p_client_id and profile.erased_at is null;
  if found is null then perform private.refuse('person_not_found', 'PT404', 'There is no such person'); end if;
  return found;
end
$$;

create or replace function public.client_record(p_client_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.client_record(p_client_id);

create function private.search_clients(
  p_query text, p_sort text, p_descending boolean, p_limit integer, p_offset integer
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    with page as materialized (
      select found.*, row_number() over () as place
      from public.search_people(p_query, 'client', null, p_sort, p_descending, least(p_limit, 200), p_offset) as found
    )
    select jsonb_build_object(
      'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', page.user_id, 'name', private.name_or_email(page.first_name, page.last_name, page.email), 'email', page.email,
        'company', nullif(btrim(page.company), ''),
        'status', (select held.status from public.user_roles as held where held.user_id = page.user_id and held.role = 'client'),
        'owed', private.client_owed(page.user_id), 'monthly', public.client_figures(page.user_id) -> 'monthly',
        'open_requests', private.open_requests(page.user_id), 'last_active', page.last_active, 'created_at', page.created_at
      ) order by page.place), '[]'),
      'total', coalesce(max(page.total), 0)
    ) from page
  );
end
$$;

create or replace function public.search_clients(
  p_query text default '', p_sort text default 'company', p_descending boolean default false, p_limit integer default 50, p_offset integer default 0
) returns jsonb
language sql stable
set search_path = ''
return private.search_clients(p_query, p_sort, p_descending, p_limit, p_offset);

create function private.record_client_view(p_client_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  viewed text;
begin
  perform private.require_admin();
  select account.email into viewed
  from auth.users as account join public.user_roles as held on held.user_id = account.id
  where account.id = p_client_id and held.role = 'client' and held.status = 'active';
  if not found then perform private.refuse('person_not_found', 'PT404', 'There is no such client'); end if;
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject)
  select account.id, account.email, 'view', 'profiles', p_client_id::text, viewed
  from auth.users as account where account.id = auth.uid();
end
$$;

create or replace function public.record_client_view(p_client_id uuid) returns void
language sql volatile
set search_path = ''
return private.record_client_view(p_client_id);

create function private.record_dashboard_access(p_dashboard_id uuid) returns void
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

create or replace function public.record_dashboard_access(p_dashboard_id uuid) returns void
language sql volatile
set search_path = ''
return private.record_dashboard_access(p_dashboard_id);

create function private.stage_dashboard_import(p_import_id uuid, p_entries jsonb) returns integer
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

create or replace function public.stage_dashboard_import(p_import_id uuid, p_entries jsonb) returns integer
language sql volatile
set search_path = ''
return private.stage_dashboard_import(p_import_id, p_entries);

create function private.check_dashboard_import(p_import_id uuid) returns table ("position" integer, problem text)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.lock_own_dashboard_import(p_import_id);
  return query
  select warning."position", warning.problem from private.import_warnings(p_import_id) as warning
  order by warning."position";
end
$$;

create or replace function public.check_dashboard_import(p_import_id uuid) returns table ("position" integer, problem text)
language sql volatile
set search_path = ''
return private.check_dashboard_import(p_import_id);

create function private.finish_dashboard_import(p_import_id uuid, p_left_out integer[]) returns integer
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

create or replace function public.finish_dashboard_import(p_import_id uuid, p_left_out integer[] default '{}') returns integer
language sql volatile
set search_path = ''
return private.finish_dashboard_import(p_import_id, p_left_out);

create function private.discard_dashboard_import(p_import_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.dashboard_imports as one
  where one.id = p_import_id and one.admin_id = (select auth.uid()) and one.finished_at is null;
end
$$;

create or replace function public.discard_dashboard_import(p_import_id uuid) returns void
language sql volatile
set search_path = ''
return private.discard_dashboard_import(p_import_id);

create function private.assign_client_dashboard(
  client_email text, business_name text, notion_url text, dashboard_title text
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  created uuid;
begin
  perform private.require_admin();
  insert into public.client_dashboards (user_id, business_name, notion_database_url, dashboard_title)
  values (
    private.account_of_email(assign_client_dashboard.client_email)::text,
    private.require_name(assign_client_dashboard.business_name, 'Business name'),
    private.require_https_url(assign_client_dashboard.notion_url),
    private.require_name(coalesce(assign_client_dashboard.dashboard_title, 'Lead Dashboard'), 'Dashboard title')
  )
  returning id into created;
  return created;
exception when unique_violation then
  perform private.refuse(
    'client_has_dashboard', '23505',
    format('The client %s already has a dashboard', left(assign_client_dashboard.client_email, 320)),
    'client_email'
  );
end
$$;

create or replace function public.assign_client_dashboard(
  client_email text, business_name text, notion_url text, dashboard_title text default 'Lead Dashboard'
) returns uuid
language sql volatile
set search_path = ''
return private.assign_client_dashboard(client_email, business_name, notion_url, dashboard_title);

create function private.prepare_client_dashboard(
  p_account_id uuid, p_business_name text, p_notion_url text, p_dashboard_title text
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

create or replace function public.prepare_client_dashboard(
  p_account_id uuid, p_business_name text, p_notion_url text, p_dashboard_title text default 'Lead Dashboard'
) returns uuid
language sql volatile
set search_path = ''
return private.prepare_client_dashboard(p_account_id, p_business_name, p_notion_url, p_dashboard_title);

create function private.delete_client_dashboard(dashboard_id uuid) returns void
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

create or replace function public.delete_client_dashboard(dashboard_id uuid) returns void
language sql volatile
set search_path = ''
return private.delete_client_dashboard(dashboard_id);

create function private.update_client_dashboard(
  dashboard_id uuid, new_business_name text, new_notion_url text, new_dashboard_title text, expected_updated_at timestamptz,
  new_client_email text
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

create or replace function public.update_client_dashboard(
  dashboard_id uuid, new_business_name text, new_notion_url text, new_dashboard_title text,
  expected_updated_at timestamptz default null, new_client_email text default null
) returns void
language sql volatile
set search_path = ''
return private.update_client_dashboard(
  dashboard_id, new_business_name, new_notion_url, new_dashboard_title, expected_updated_at, new_client_email
);

create function private.portal_rights(p_client_id uuid) returns jsonb
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

create or replace function public.portal_rights(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.portal_rights(p_client_id);

create function private.answer_change_request(
  p_request_id uuid, p_expected_updated_at timestamptz, p_answer text, p_answer_id uuid
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.change_requests;
  words text;
begin
  perform private.require_admin();
  -- A repeated request, because the answer was lost.
  if exists (select from public.change_request_answers as said where said.id = p_answer_id and said.request_id = p_request_id) then return; end if;
  words := private.require_text(p_answer, 'Answer', 10000);
  held := private.lock_request(p_request_id, p_expected_updated_at);
  insert into public.change_request_answers (id, request_id, body, author_id) values (p_answer_id, held.id, words, auth.uid());
  update public.change_requests as request set status = 'answered' where request.id = held.id;
  perform public.enqueue_outbox('mail', format('request:%s:answer:%s', held.id, p_answer_id), jsonb_build_object(
    -- Their current address, which may differ from the one in the request.
    'to', coalesce((select account.email from auth.users as account where account.id = held.user_id), held.user_email),
    'template', 'request-answered',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', (select profile.first_name from public.profiles as profile where profile.user_id = held.user_id),
      'question', left(held.message, 2000), 'answer', words,
      'files', private.attached_names(held.id, p_answer_id::text), 'askedFiles', private.attached_names(held.id, 'request')
    ))
  ));
end
$$;

create or replace function public.answer_change_request(
  p_request_id uuid, p_expected_updated_at timestamptz, p_answer text, p_answer_id uuid default gen_random_uuid()
) returns void
language sql volatile
set search_path = ''
return private.answer_change_request(p_request_id, p_expected_updated_at, p_answer, p_answer_id);

create function private.set_change_request_status(
  p_request_id uuid, p_expected_updated_at timestamptz, p_status public.change_request_status
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.change_requests;
begin
  perform private.require_admin();
  if p_status is null then perform private.refuse('required', '22023', 'Status is required', 'status'); end if;
  held := private.lock_request(p_request_id, p_expected_updated_at);
  update public.change_requests as request set status = p_status where request.id = held.id;
end
$$;

create or replace function public.set_change_request_status(p_request_id uuid, p_expected_updated_at timestamptz, p_status public.change_request_status) returns void
language sql volatile
set search_path = ''
return private.set_change_request_status(p_request_id, p_expected_updated_at, p_status);

create function private.search_change_requests(p_query text, p_status text, p_limit integer, p_offset integer)
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
      where lower(request.message || ' ' || request.business_name || ' ') || lower(concat_ws(' ', profile.first_name, profile.last_name, profile.company, request.user_email))
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

create or replace function public.search_change_requests(p_query text default '', p_status text default 'all', p_limit integer default 50, p_offset integer default 0)
returns jsonb
language sql stable
set search_path = ''
return private.search_change_requests(p_query, p_status, p_limit, p_offset);

create function private.search_client_dashboards(p_query text, p_sort text, p_limit integer, p_offset integer) returns table (
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

create or replace function public.search_client_dashboards(
  p_query text default '', p_sort text default 'newest', p_limit integer default 25, p_offset integer default 0
) returns table (
  id uuid, user_id text, original_user_id text, client_email text, business_name text, dashboard_title text, notion_database_url text,
  health_status public.dashboard_health, access_count integer, last_accessed timestamptz, created_at timestamptz,
  updated_at timestamptz, total bigint, account_id uuid, account_name text
)
language sql stable
set search_path = ''
return private.search_client_dashboards(p_query, p_sort, p_limit, p_offset);

create function private.list_removed_files() returns table (bucket_id text, name text)
language sql stable security definer
set search_path = ''
as $$
  select file.bucket_id, file.name from private.removed_files as file order by 1, 2 limit 500
$$;

create or replace function public.list_removed_files() returns table (bucket_id text, name text)
language sql stable
set search_path = ''
return private.list_removed_files();

create function private.forget_removed_files(p_bucket_id text, p_names text[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  delete from private.removed_files as file where file.bucket_id = p_bucket_id and file.name = any (p_names)
$$;

create or replace function public.forget_removed_files(p_bucket_id text, p_names text[]) returns void
language sql volatile
set search_path = ''
return private.forget_removed_files(p_bucket_id, p_names);

create function private.list_request_files(p_request_ids uuid[]) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'request_id', request.id, 'answer_id', said.id, 'path', file.name,
    'name', private.attached_name(file.name, file.user_metadata),
    'size', private.file_bytes(file.metadata), 'type', coalesce(file.metadata ->> 'mimetype', 'application/octet-stream')
  ) order by file.created_at, file.name), '[]')
  from public.change_requests as request
  -- The operators of the index, which holds paths byte by byte. 0 follows the slash.
  join storage.objects as file on file.name operator(pg_catalog.~>=~) (request.id || '/')
    and file.name operator(pg_catalog.~<~) (request.id || '0') and file.bucket_id = 'attachments'
  left join public.change_request_answers as said on said.request_id = request.id and said.id::text = split_part(file.name, '/', 2)
  where request.id = any (p_request_ids[1:200]) and (
    request.user_id = (select auth.uid()) and (select private.has_any_active_role()) or (select private.has_active_role('admin'))
    or request.account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
  ) and (said.id is not null or split_part(file.name, '/', 2) = 'request')
$$;

create or replace function public.list_request_files(p_request_ids uuid[]) returns jsonb
language sql stable
set search_path = ''
return private.list_request_files(p_request_ids);

grant execute on function private.invite_member(uuid, text, public.account_role) to authenticated;
grant execute on function private.revoke_member_invitation(uuid, uuid) to authenticated;
grant execute on function private.join_account(text) to authenticated;
grant execute on function private.set_member_role(uuid, uuid, public.account_role) to authenticated;
grant execute on function private.remove_member(uuid, uuid) to authenticated;
grant execute on function private.lend_rep(uuid, uuid) to authenticated;
grant execute on function private.end_loan(uuid, uuid) to authenticated;
grant execute on function private.mail_account(uuid) to service_role;
grant execute on function private.my_accounts() to authenticated;
grant execute on function private.workspace_state() to authenticated;
grant execute on function private.record_workspace_visit() to authenticated;
grant execute on function private.account_people(uuid) to authenticated;
grant execute on function private.list_accounts(text, boolean, integer, integer) to authenticated;
grant execute on function private.account_record(uuid) to authenticated;
grant execute on function private.create_account(text, text) to authenticated;
grant execute on function private.update_account(uuid, jsonb, timestamptz) to authenticated;
grant execute on function private.archive_account(uuid, boolean) to authenticated;
grant execute on function private.create_account_from_lead(uuid) to authenticated;
grant execute on function private.search_invoices(text, text, text, boolean, integer, integer) to authenticated;
grant execute on function private.search_retainers(text, text, integer, integer) to authenticated;
grant execute on function private.search_billable_clients(text, integer, boolean) to authenticated;
grant execute on function private.invoice_for_admin(uuid) to authenticated;
grant execute on function private.list_upcoming_charges(integer, uuid) to authenticated;
grant execute on function private.agency_contact() to authenticated;
grant execute on function private.client_figures(uuid) to authenticated;
grant execute on function private.client_balance(uuid) to authenticated;
grant execute on function private.announce_plan_start(uuid) to service_role;
grant execute on function private.announce_trial_end(uuid, timestamptz, timestamptz) to service_role;
grant execute on function private.open_combined_checkout(uuid[], uuid) to service_role;
grant execute on function private.save_combined_session(uuid, text, text, timestamptz) to service_role;
grant execute on function private.record_combined_checkout(jsonb) to service_role;
grant execute on function private.announce_combined_failure(uuid, text) to service_role;
grant execute on function private.checkout_to_close(uuid, integer) to service_role;
grant execute on function private.mark_invoice_paid(uuid, timestamptz, date, text, text) to authenticated;
grant execute on function private.void_invoice(uuid, timestamptz, text) to authenticated;
grant execute on function private.credit_invoice(uuid, timestamptz, integer, text, text, date) to authenticated;
grant execute on function private.create_invoice(uuid, text, date, text, jsonb, uuid, date, date, uuid) to authenticated;
grant execute on function private.update_draft_invoice(uuid, timestamptz, uuid, text, date, text, jsonb, date, date, uuid) to authenticated;
grant execute on function private.delete_draft_invoice(uuid, timestamptz) to authenticated;
grant execute on function private.send_invoice(uuid, timestamptz) to authenticated;
grant execute on function private.email_invoice(uuid, text) to authenticated;
grant execute on function private.duplicate_invoice(uuid, uuid) to authenticated;
grant execute on function private.invoice_document(uuid) to service_role;
grant execute on function private.invoice_recipient(uuid) to authenticated;
grant execute on function private.agency_today() to authenticated;
grant execute on function private.may_pay_invoice(uuid) to authenticated;
grant execute on function private.open_invoice_checkout(uuid, uuid) to service_role;
grant execute on function private.save_checkout_session(uuid, integer, text, text, timestamptz) to service_role;
grant execute on function private.record_checkout(jsonb) to service_role;
grant execute on function private.announce_payment_failure(uuid, text) to service_role;
grant execute on function private.prepare_payment_failure(uuid) to service_role;
grant execute on function private.claim_unfinished_checkouts(integer) to service_role;
grant execute on function private.list_stale_subscriptions(integer) to service_role;
grant execute on function private.record_payment_event(text, text, timestamptz) to service_role;
grant execute on function private.finish_payment_event(text) to service_role;
grant execute on function private.create_retainer(uuid, text, text, integer, text, date, integer, uuid, uuid) to authenticated;
grant execute on function private.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status) to authenticated;
grant execute on function private.end_retainer(uuid, timestamptz, date) to authenticated;
grant execute on function private.invoice_statement(date, date, uuid) to authenticated;
grant execute on function private.crm_analytics(date, date, text, text, text) to authenticated;
grant execute on function private.crm_board_column(text, text, jsonb, jsonb, integer) to authenticated;
grant execute on function private.crm_board_totals(text, jsonb) to authenticated;
grant execute on function private.crm_board(text, jsonb, integer) to authenticated;
grant execute on function private.change_leads(uuid, uuid[], jsonb, integer) to authenticated;
grant execute on function private.undo_lead_batch(uuid) to authenticated;
grant execute on function private.claim_lead(uuid) to authenticated;
grant execute on function private.start_call(uuid) to authenticated;
grant execute on function private.run_clock_event(uuid, text) to service_role;
grant execute on function private.prepare_lead_alert(uuid) to service_role;
grant execute on function private.create_lead(uuid, jsonb) to authenticated;
grant execute on function private.lead_duplicates(uuid) to authenticated;
grant execute on function private.export_leads(jsonb, jsonb, integer) to authenticated;
grant execute on function private.lead_ids_matching(text, jsonb) to authenticated;
grant execute on function private.lead_page(uuid) to authenticated;
grant execute on function private.stage_medians() to authenticated;
grant execute on function private.list_lead_tags(text, integer) to authenticated;
grant execute on function private.list_lead_groups(text, text, integer, integer) to authenticated;
grant execute on function private.list_group_leads(text, text, text, timestamptz, uuid, integer) to authenticated;
grant execute on function private.list_leads(text, jsonb, text, jsonb, integer) to authenticated;
grant execute on function private.count_leads_matching(text, jsonb) to authenticated;
grant execute on function private.log_activity(uuid, uuid, text, text, text, timestamptz, boolean, jsonb, integer, text) to authenticated;
grant execute on function private.finish_task(uuid, jsonb) to authenticated;
grant execute on function private.send_lead_email(uuid, uuid, text, text) to authenticated;
grant execute on function private.merge_leads(uuid, uuid, uuid, jsonb) to authenticated;
grant execute on function private.order_lost_reasons(uuid[]) to authenticated;
grant execute on function private.crm_outcomes(date, date, text, text, text) to authenticated;
grant execute on function private.crm_pulse(bigint) to authenticated;
grant execute on function private.crm_notifications() to authenticated;
grant execute on function private.mark_notifications_read(bigint[]) to authenticated;
grant execute on function private.response_stats(timestamptz, timestamptz, text) to authenticated;
grant execute on function private.response_stats_today() to authenticated;
grant execute on function private.crm_responses(date, date, text, text, text) to authenticated;
grant execute on function private.start_lead_import(uuid, text) to authenticated;
grant execute on function private.cancel_lead_import(uuid) to authenticated;
grant execute on function private.undo_lead_import(uuid) to authenticated;
grant execute on function private.search_leads(text, integer) to authenticated;
grant execute on function private.create_lead_import(uuid, text, text[], jsonb, jsonb) to authenticated;
grant execute on function private.stage_lead_import(uuid, integer, jsonb) to authenticated;
grant execute on function private.prepare_lead_import(uuid, integer) to authenticated;
grant execute on function private.lead_import_problems(uuid, integer, integer) to authenticated;
grant execute on function private.lead_import_matches(uuid, integer, integer) to authenticated;
grant execute on function private.last_lead_mapping(text[]) to authenticated;
grant execute on function private.submit_application(jsonb, jsonb, text, boolean) to service_role;
grant execute on function private.submit_contact(jsonb, text, boolean) to service_role;
grant execute on function private.list_team() to authenticated;
grant execute on function private.lead_timeline(uuid, text[], timestamptz, text, integer) to authenticated;
grant execute on function private.crm_today(text) to authenticated;
grant execute on function private.run_lead_import(uuid, integer) to service_role;
grant execute on function private.undo_log_activity(uuid) to authenticated;
grant execute on function private.reopen_task(uuid, uuid) to authenticated;
grant execute on function private.undo_lead_merge(uuid) to authenticated;
grant execute on function private.win_lead(uuid, uuid, bigint, jsonb, jsonb, jsonb) to authenticated;
grant execute on function private.working_calendar() to authenticated;
grant execute on function private.can_set_up_admin() to authenticated;
grant execute on function private.set_admin_setup_email(text) to service_role;
grant execute on function private.invite_user(text, public.app_role) to authenticated;
grant execute on function private.revoke_invitation(uuid) to authenticated;
grant execute on function private.find_invitation(text) to anon, authenticated;
grant execute on function private.list_own_sessions() to authenticated;
grant execute on function private.end_own_session(uuid) to authenticated;
grant execute on function private.cancel_email_change() to authenticated;
grant execute on function private.reject_user(uuid, text) to authenticated;
grant execute on function private.deactivate_user(uuid, uuid, boolean) to authenticated;
grant execute on function private.reactivate_user(uuid) to authenticated;
grant execute on function private.change_user_role(uuid, public.app_role, uuid, boolean) to authenticated;
grant execute on function private.search_people(text, public.app_role, public.role_status, text, boolean, integer, integer) to authenticated;
grant execute on function private.create_recovery_codes() to authenticated;
grant execute on function private.recovery_codes_left() to authenticated;
grant execute on function private.second_factor_state() to authenticated;
grant execute on function private.reset_second_factors(uuid) to authenticated;
grant execute on function private.check_request() to anon, authenticated, service_role;
grant execute on function private.withdraw_publish_request(uuid) to authenticated;
grant execute on function private.answer_publish_request(uuid, timestamptz, boolean, text) to authenticated;
grant execute on function private.set_page_approval(uuid, boolean) to authenticated;
grant execute on function private.may_check_landing_domain(uuid) to authenticated;
grant execute on function private.add_landing_domain(uuid, text) to authenticated;
grant execute on function private.remove_landing_domain(uuid) to authenticated;
grant execute on function private.record_landing_domain_check(uuid, text, boolean, text) to service_role;
grant execute on function private.move_landing_page(uuid, uuid) to authenticated;
grant execute on function private.search_landing_pictures(text, integer, integer) to authenticated;
grant execute on function private.landing_picture_uses(text) to authenticated;
grant execute on function private.create_landing_preview(uuid, integer) to authenticated;
grant execute on function private.revoke_landing_preview(uuid) to authenticated;
grant execute on function private.duplicate_landing_page(uuid, uuid) to authenticated;
grant execute on function private.delete_landing_page(uuid) to authenticated;
grant execute on function private.landing_cache_version() to service_role;
grant execute on function private.landing_index() to service_role;
grant execute on function private.landing_page_to_serve(uuid) to service_role;
grant execute on function private.landing_preview_to_serve(text) to service_role;
grant execute on function private.submit_landing_form(jsonb, text, boolean) to service_role;
grant execute on function private.record_landing_views(jsonb) to service_role;
grant execute on function private.landing_page_stats(uuid, date, date) to authenticated;
grant execute on function private.list_landing_pages(boolean) to authenticated;
grant execute on function private.create_landing_page(uuid, text, jsonb) to authenticated;
grant execute on function private.save_landing_draft(uuid, integer, jsonb) to authenticated;
grant execute on function private.publish_landing_page(uuid, integer) to authenticated;
grant execute on function private.unpublish_landing_page(uuid) to authenticated;
grant execute on function private.roll_back_landing_page(uuid, integer) to authenticated;
grant execute on function private.list_admin_overview() to authenticated;
grant execute on function private.count_failed_emails() to authenticated;
grant execute on function private.resend_failed_emails(uuid) to authenticated;
grant execute on function private.set_admin_email(text, boolean) to authenticated;
grant execute on function private.set_premium_override(text, timestamptz) to authenticated;
grant execute on function private.delete_premium_override(text) to authenticated;
grant execute on function private.search_email_log(text, text, integer, integer) to authenticated;
grant execute on function private.retry_email(uuid) to authenticated;
grant execute on function private.list_admin_emails() to authenticated;
grant execute on function private.list_premium_overrides() to authenticated;
grant execute on function private.restore_audit_entry(bigint) to authenticated;
grant execute on function private.preview_erasure(text, uuid) to authenticated;
grant execute on function private.erase_person(text, uuid, text) to authenticated;
grant execute on function private.mail_status() to authenticated;
grant execute on function private.enqueue_outbox(text, text, jsonb, timestamptz, integer) to service_role;
grant execute on function private.claim_outbox(text, integer, integer, text[], text) to service_role;
grant execute on function private.renew_outbox(uuid, text, integer) to service_role;
grant execute on function private.release_outbox(uuid, text) to service_role;
grant execute on function private.complete_outbox(uuid, text, jsonb, text) to service_role;
grant execute on function private.fail_outbox(uuid, text, text, text, text, text, double precision) to service_role;
grant execute on function private.list_outbox_messages(integer) to service_role;
grant execute on function private.hit_rate_limit(text, integer, integer) to service_role;
grant execute on function private.run_scheduled_jobs() to service_role;
grant execute on function private.schema_version() to service_role;
grant execute on function private.client_record(uuid) to authenticated;
grant execute on function private.search_clients(text, text, boolean, integer, integer) to authenticated;
grant execute on function private.record_client_view(uuid) to authenticated;
grant execute on function private.record_dashboard_access(uuid) to authenticated;
grant execute on function private.stage_dashboard_import(uuid, jsonb) to authenticated;
grant execute on function private.check_dashboard_import(uuid) to authenticated;
grant execute on function private.finish_dashboard_import(uuid, integer[]) to authenticated;
grant execute on function private.discard_dashboard_import(uuid) to authenticated;
grant execute on function private.assign_client_dashboard(text, text, text, text) to authenticated;
grant execute on function private.prepare_client_dashboard(uuid, text, text, text) to authenticated;
grant execute on function private.delete_client_dashboard(uuid) to authenticated;
grant execute on function private.update_client_dashboard(uuid, text, text, text, timestamptz, text) to authenticated;
grant execute on function private.portal_rights(uuid) to authenticated;
grant execute on function private.answer_change_request(uuid, timestamptz, text, uuid) to authenticated;
grant execute on function private.set_change_request_status(uuid, timestamptz, public.change_request_status) to authenticated;
grant execute on function private.search_change_requests(text, text, integer, integer) to authenticated;
grant execute on function private.search_client_dashboards(text, text, integer, integer) to authenticated;
grant execute on function private.list_removed_files() to service_role;
grant execute on function private.forget_removed_files(text, text[]) to service_role;
grant execute on function private.list_request_files(uuid[]) to authenticated;

-- Nothing calls these any more.
drop function private.client_text(text, text, text, text);
drop function private.client_order(text, text, text);
drop function private.analytics_leads(text[], text);
drop function private.lead_fields();
drop function private.is_live(public.leads);
drop function private.lead_text(text, text, text, text);
drop function private.lead_search_words(public.leads);
drop function private.names_person(text, private.erased_person);
