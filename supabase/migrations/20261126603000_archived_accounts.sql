-- An archived account is read only; archiving names what runs. The record of an account begins with its money.

create function private.require_open_account(p_account uuid) returns public.accounts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant public.accounts := private.require_managed_account(p_account);
begin
  if account.archived_at is not null then
    perform private.refuse('account_archived', 'PT409', 'This account is archived. Restore it first.');
  end if;
  return account;
end
$$;

comment on function private.require_open_account(uuid) is
'Locks and returns an account that the caller manages and may change. PT404: there is none. PT409 (account_archived): it is archived.';

create function private.account_last_activity(p_account_id uuid) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select greatest(
    (select max(lead.last_activity_at) from public.leads as lead where lead.account_id = p_account_id),
    (select max(lead.created_at) from public.leads as lead where lead.account_id = p_account_id),
    (
      select max(session.updated_at) from public.account_members as member join auth.sessions as session on session.user_id = member.user_id
      where member.account_id = p_account_id
    )
  )
$$;

comment on function private.account_last_activity(uuid) is
'When something last happened in an account: a lead came in, someone worked on one, or a member was signed in. Null when nothing has.';

create function private.account_money(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with open as (
    select invoice.* from private.shown_invoices as invoice
    where invoice.account_id = p_account_id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
  )
  select jsonb_build_object(
    'balance', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount, 'invoices', sums.invoices,
        'overdue', sums.overdue, 'overdue_amount', sums.overdue_amount) order by sums.currency)
      from (
        select open.currency, sum(open.owed_amount) as amount, count(*) as invoices, count(*) filter (where open.shown = 'overdue') as overdue,
          coalesce(sum(open.owed_amount) filter (where open.shown = 'overdue'), 0) as overdue_amount
        from open group by open.currency
      ) as sums
    ), '[]'),
    'invoices', coalesce((
      select jsonb_agg(jsonb_build_object('id', first.id, 'number', first.invoice_number, 'amount', first.owed_amount, 'currency', first.currency,
        'due', first.due_date, 'status', first.shown) order by first.due_date, first.id)
      from (select open.* from open order by open.due_date, open.id limit 5) as first
    ), '[]'),
    'retainers', coalesce((
      select jsonb_agg(jsonb_build_object('id', first.id, 'name', first.retainer_name, 'amount', first.monthly_amount, 'currency', first.currency,
        'status', first.status) order by first.status, first.created_at, first.id)
      from (
        select retainer.* from public.retainers as retainer
        where retainer.account_id = p_account_id and retainer.client_id is not null and retainer.status in ('active', 'paused')
        order by retainer.status, retainer.created_at, retainer.id limit 5
      ) as first
    ), '[]')
  )
$$;

comment on function private.account_money(uuid) is
'What an account owes and pays: {balance: [{currency, amount, invoices, overdue, overdue_amount}], invoices: [{id, number, amount, currency, due, status}] (the first 5 due), retainers: [{id, name, amount, currency, status}] (5)}.';

create function private.account_running(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'invoices', (
      select count(*) from public.invoices as invoice
      where invoice.account_id = p_account_id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
    ),
    'retainers', (select count(*) from public.retainers as retainer where retainer.account_id = p_account_id and retainer.status = 'active'),
    'domains', (
      select count(*) from public.landing_pages as page
      where page.account_id = p_account_id and page.status = 'published' and page.custom_domain is not null
    ),
    'drafts', (select count(*) from public.invoices as invoice where invoice.account_id = p_account_id and invoice.status = 'draft')
      + (select count(*) from public.retainers as retainer where retainer.account_id = p_account_id and retainer.status = 'pending'),
    'bookings', (
      select count(*) from public.bookings as booking
      where booking.account_id = p_account_id and booking.state = 'booked' and booking.ends_at > now()
    )
  )
$$;

comment on function private.account_running(uuid) is
'How much of an account still runs: {invoices, retainers, domains: must end before it is archived; drafts, bookings: stay}.';

create or replace function private.invite_member(p_account_id uuid, p_email text, p_role public.account_role) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant public.accounts := private.require_open_account(p_account_id);
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

create or replace function private.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_open_account(p_account_id);
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  update public.account_members as member set role = p_role where member.account_id = p_account_id and member.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
end
$$;

create or replace function private.lend_rep(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.require_open_account(p_account_id);
  if not exists (select from public.user_roles as held where held.user_id = p_user_id and held.role = 'sales' and held.status = 'active') then
    perform private.refuse('assignee_not_active', '22023', 'Only active sales people can be lent', 'user_id');
  end if;
  insert into public.account_loans (account_id, user_id, lent_by) values (p_account_id, p_user_id, auth.uid()) on conflict do nothing;
end
$$;

create or replace function private.join_account(p_token text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Someone without a confirmed address has none, and no invitation is for them.
  invitation constant public.invitations := private.open_invitation(left(p_token, 200), coalesce(private.confirmed_email(), ''));
  slug text;
begin
  perform private.require_sufficient_session();
  if auth.uid() is not null and private.is_staff() then
    perform private.refuse('account_not_client', 'PT409', 'People who work for the agency can''t be members of a client''s account');
  end if;
  if auth.uid() is null or invitation.account_id is null then
    -- Whoever used it and still belongs to the account goes there again.
    select account.slug into slug
    from public.invitations as used join public.accounts as account on account.id = used.account_id
    join public.account_members as member on member.account_id = used.account_id and member.user_id = used.accepted_by
    where used.token_hash = sha256(convert_to(left(p_token, 200), 'UTF8')) and used.accepted_by = auth.uid();
    if slug is not null then return slug; end if;
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired, or it was sent to a different address. Ask for a new one.');
  end if;
  perform from public.invitations as held
  where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null for update;
  if not found then
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired, or it was sent to a different address. Ask for a new one.');
  end if;
  perform private.add_member(invitation.account_id, auth.uid(), invitation.account_role, invitation.invited_by);
  insert into public.user_roles (user_id, role, status) values (auth.uid(), 'client', 'active') on conflict (user_id, role) do nothing;
  -- Last, because what waits for the invitation belongs to the account.
  update public.invitations as held set accepted_at = now(), accepted_by = auth.uid() where held.id = invitation.id;
  select account.slug into slug from public.accounts as account where account.id = invitation.account_id;
  return slug;
end
$$;

create or replace function private.update_account(p_account_id uuid, p_changes jsonb, p_seen timestamptz) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account public.accounts := private.require_open_account(p_account_id);
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

create or replace function private.list_accounts(p_query text, p_archived boolean, p_limit integer, p_offset integer)
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
            count(*) filter (where invoice.shown = 'overdue') as late
          from private.shown_invoices as invoice
          where invoice.account_id = found.id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
          group by invoice.currency
        ) as sums
      ) as owed
      cross join lateral (select private.account_last_activity(found.id) as last_at) as activity
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

create or replace function private.account_record(p_account_id uuid) returns jsonb
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
    'money', private.account_money(account.id),
    'running', private.account_running(account.id),
    'health', (
      select private.account_health(
        (
          select count(*) from public.leads as lead where lead.account_id = account.id and lead.clock_due_at < now()
            and lead.archived_at is null and not lead.is_spam and lead.erased_at is null
        ),
        (
          select count(*) from private.shown_invoices as late
          where late.account_id = account.id and late.status in ('pending', 'overdue') and late.owed_amount > 0 and late.shown = 'overdue'
        ),
        private.account_last_activity(account.id), account.archived_at is not null
      )
    ),
    'last_activity_at', private.account_last_activity(account.id),
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
      (1, 'invoices', 'open invoice', 'open invoices'), (2, 'retainers', 'active retainer', 'active retainers'),
      (3, 'domains', 'published page on a domain of its own', 'published pages on a domain of their own')
    ) as kind (place, name, one, many)
    where (running ->> kind.name)::bigint > 0;
    if problems is not null then
      perform private.refuse('account_in_use', 'PT409', problems || ' must be settled first',
        p_more => jsonb_build_object('invoices', running -> 'invoices', 'retainers', running -> 'retainers', 'domains', running -> 'domains'));
    end if;
  end if;
  update public.accounts as account set archived_at = case when p_archived then coalesce(account.archived_at, now()) end
  where account.id = p_account_id;
end
$$;

comment on function public.account_record(uuid) is
'One account for admins: {id, slug, name, ..., people: see account_people, money: see private.account_money, running: see private.account_running, health: see private.account_health, last_activity_at, pages: [{id, title, slug, status, domain}], leads, unanswered, prepared (what names nobody yet, the newest 50): {invoices: [{id, description, amount, currency}], retainers: [{id, name, amount, currency}]}, dashboard: {id, business_name, title, url, is_prepared} or null, from_lead: {id, name}}. Amounts in the smallest unit. PT404: no such account.';

comment on function public.archive_account(uuid, boolean) is
'Closes the workspace of an account, or opens it again; nothing in it is lost. Admins only. PT404: no such account. PT409 (account_in_use): open invoices, active retainers, or published pages on its own domains.';
