-- The accounts of a person, the people of an account, and the admin's list of accounts.

create function private.logo_json(p_account public.accounts) returns jsonb
language sql immutable
set search_path = ''
as $$
  select case when p_account.logo is not null then jsonb_build_object(
    'name', p_account.logo, 'width', p_account.logo_width, 'height', p_account.logo_height, 'plate', p_account.logo_plate
  ) end
$$;

comment on function private.logo_json(public.accounts) is 'An account''s logo as {name, width, height, plate}; null without one.';

create function private.account_json(p_account public.accounts) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_account.id, 'slug', p_account.slug, 'name', p_account.name, 'kind', p_account.kind, 'time_zone', p_account.time_zone,
    'currency', p_account.currency, 'working_hours', p_account.working_hours, 'holidays', to_jsonb(p_account.holidays),
    'speed_to_lead_minutes', p_account.speed_to_lead_minutes, 'created_at', p_account.created_at, 'updated_at', p_account.updated_at,
    'archived_at', p_account.archived_at, 'is_premium', p_account.kind = 'agency' or private.has_premium(p_account.id), 'requires_approval', p_account.requires_approval,
    'logo', private.logo_json(p_account), 'accent', p_account.accent
  )
$$;

comment on function private.account_json(public.accounts) is 'An account as its own people and admins see it.';

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

create function public.my_accounts() returns jsonb
language sql stable
set search_path = ''
return private.my_accounts();

comment on function public.my_accounts() is
'The accounts of the caller, the agency''s first: [{id, slug, name, kind, ..., is_premium, role}]. role is owner, member, billing, lent (a sales person in a client''s account) or staff (the agency''s own). Admins may also enter every other account.';

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

create function public.workspace_state() returns jsonb
language sql stable
set search_path = ''
return private.workspace_state();

comment on function public.workspace_state() is
'The account that the request works in, and what the caller may do there: {id, slug, name, ..., is_premium, role, may_write, manages_workspace, sees_all_leads}. Null when the caller may not enter it.';

create function private.record_workspace_visit() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.workspace();
begin
  perform private.require_team();
  -- People of the agency in a client's account. Clients in their own leave no entry.
  if not private.is_staff() or account = private.agency_account() then return; end if;
  -- A visit is many pages. Another one begins an hour after the last entry.
  if exists (
    select from public.audit_log as entry
    where entry.table_name = 'accounts' and entry.row_id = account::text and entry.action = 'view' and entry.actor_id = auth.uid()
      and entry.happened_at > clock_timestamp() - interval '1 hour'
  ) then return; end if;
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject)
  select person.id, person.email, 'view', 'accounts', account::text, null
  from auth.users as person where person.id = auth.uid();
end
$$;

create function public.record_workspace_visit() returns void
language sql volatile
set search_path = ''
return private.record_workspace_visit();

comment on function public.record_workspace_visit() is
'Notes in the audit log that a person of the agency entered a client''s workspace, at most once an hour. 42501: the caller may not enter it.';

create function private.money_of_member(p_account_id uuid, p_user_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'invoices', (
      select count(*) from private.shown_invoices as invoice
      where invoice.account_id = p_account_id and invoice.client_id = p_user_id and invoice.is_open
    ),
    'agreed', (
      select count(*) from public.invoices as invoice
      where invoice.account_id = p_account_id and invoice.client_id = p_user_id and invoice.status = 'active' and invoice.owed_amount > 0
    ),
    'retainers', (
      select count(*) from public.retainers as retainer
      where retainer.account_id = p_account_id and retainer.client_id = p_user_id and retainer.status in ('active', 'paused')
    ),
    -- Only the agency sees what isn't sent yet.
    'drafts', case when private.has_active_role('admin') then (
      select count(*) from public.invoices as draft
      where draft.account_id = p_account_id and draft.client_id = p_user_id and draft.status = 'draft'
        and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id)
    ) + (
      select count(*) from public.retainers as retainer
      where retainer.account_id = p_account_id and retainer.client_id = p_user_id and retainer.status = 'pending'
    ) else 0 end,
    'signs_in', exists (
      select from public.user_roles as held where held.user_id = p_user_id and held.role = 'client' and held.status = 'active'
    ),
    'heir', private.person_name(private.first_owner(p_account_id, p_user_id))
  )
$$;

comment on function private.money_of_member(uuid, uuid) is
'What of an account names a person, and what becomes of it when they leave or become a member (private.hand_over): {invoices (open), agreed (active invoices, which can''t be paid yet): stay in their name; retainers, drafts (for admins, 0 for others): name the heir then; signs_in: whether they see and pay what stays; heir: an owner who stays, or null}.';

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
        'id', member.user_id, 'name', private.person_name(member.user_id), 'email', person.email, 'role', member.role, 'status', member.status, 'since', member.created_at,
        'plan', case when member.user_id = auth.uid() or private.manages_account(p_account_id) then private.plan_of_member(p_account_id, member.user_id) end,
        'open_leads', case when member.user_id = auth.uid() or private.manages_account(p_account_id) then (
          select count(*) from public.leads as lead
          where lead.account_id = p_account_id and lead.user_id = member.user_id
            and lead.archived_at is null and not lead.is_spam and lead.stage not in ('won', 'lost')
        ) end,
        'money', case when member.user_id = auth.uid() or private.manages_account(p_account_id) then private.money_of_member(p_account_id, member.user_id) end,
        'only_host_of', case when member.user_id = auth.uid() or private.manages_account(p_account_id)
          then private.only_host_of(member.user_id, p_account_id) else '{}' end
      ) order by member.role, member.created_at, member.user_id)
      from private.client_members as member join auth.users as person on person.id = member.user_id where member.account_id = p_account_id
    ), '[]'),
    'lent', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', loan.user_id, 'name', private.person_name(loan.user_id), 'email', person.email, 'since', loan.created_at,
        'is_active', exists (
          select from public.user_roles as held where held.user_id = loan.user_id and held.role in ('sales', 'admin') and held.status = 'active'
        ),
        -- An admin stays a host without the loan.
        'only_host_of', case when (loan.user_id = auth.uid() or private.manages_account(p_account_id)) and not exists (
          select from public.user_roles as held where held.user_id = loan.user_id and held.role = 'admin' and held.status = 'active'
        ) then private.only_host_of(loan.user_id, p_account_id) else '{}' end
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

create function public.account_people(p_account_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.account_people(p_account_id);

comment on function public.account_people(uuid) is
'The people of an account: {may_manage, members: [{id, name, email, role, status (of their role as a client), since, plan, open_leads: how many they own, money, only_host_of: names of meeting types}], lent: [{id, name, email, since, is_active: whether they work for the agency now, only_host_of}], invitations: [{id, email, role, created_at, expires_at}]}. Invitations, and plans (private.plan_of_member), leads, money (private.money_of_member) and meeting types (private.only_host_of) of others, only for those who manage it. PT404: not an account of the caller.';

create function private.account_reasons(p_unanswered bigint, p_overdue bigint, p_left_at timestamptz) returns text[]
language sql immutable
set search_path = ''
as $$
  select array_remove(array[
    case when p_overdue > 0 then 'overdue' end, case when p_unanswered > 0 then 'waiting' end, case when p_left_at is not null then 'empty' end
  ], null)
$$;

comment on function private.account_reasons(bigint, bigint, timestamptz) is
'What an account needs someone for, the worst first: overdue (an invoice is), waiting (a lead is past its target), empty (everyone left it: private.last_left_at).';

create function private.account_health(
  p_unanswered bigint, p_overdue bigint, p_left_at timestamptz, p_last timestamptz, p_created timestamptz, p_archived boolean
) returns text
language sql stable
set search_path = ''
as $$
  select case
    when p_archived then 'archived'
    else coalesce((private.account_reasons(p_unanswered, p_overdue, p_left_at))[1], case
      when p_last >= now() - interval '30 days' then 'good'
      when p_created >= now() - interval '30 days' then 'new'
      else 'quiet'
    end)
  end
$$;

comment on function private.account_health(bigint, bigint, timestamptz, timestamptz, timestamptz, boolean) is
'How an account does: archived, else its worst reason (private.account_reasons), else good (something happened in 30 days), new (made in 30 days, nothing happened yet), else quiet.';

create function private.account_last_activity(p_account_id uuid) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select greatest(
    (select max(lead.last_activity_at) from public.leads as lead where lead.account_id = p_account_id),
    (select max(lead.created_at) from public.leads as lead where lead.account_id = p_account_id),
    (
      select max(greatest(person.last_sign_in_at, (
        select max(session.updated_at) from auth.sessions as session where session.user_id = person.id
      )))
      from private.client_members as member join auth.users as person on person.id = member.user_id
      where member.account_id = p_account_id
    )
  )
$$;

comment on function private.account_last_activity(uuid) is
'When something last happened in an account: a lead came in, someone worked on one, or a member was signed in. Null when nothing has.';

create function private.list_accounts(
  p_query text, p_archived boolean, p_sort text, p_descending boolean, p_limit integer, p_offset integer, p_plan text, p_balance text
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words constant text[] := regexp_split_to_array(lower(btrim(coalesce(left(p_query, 200), ''))), '\s+');
  month constant timestamptz := date_trunc('month', now() at time zone private.agency_zone()) at time zone private.agency_zone();
begin
  perform private.require_admin();
  if p_sort not in ('name', 'owed', 'active') then
    perform private.refuse('unknown_order', '22023', format('Accounts can''t be sorted by %s', left(p_sort, 50)));
  end if;
  if p_plan not in ('', 'free', 'premium') then
    perform private.refuse('unknown_filter', '22023', format('No plan is named %s', left(p_plan, 50)));
  end if;
  if p_balance not in ('', 'owed', 'overdue') then
    perform private.refuse('unknown_filter', '22023', format('Accounts can''t be filtered by the balance %s', left(p_balance, 50)));
  end if;
  return (
    with matched as (
      select account.*, case p_sort
          -- Across currencies, which is enough for an order.
          when 'owed' then (
            select coalesce(sum(invoice.owed_amount), 0) from public.invoices as invoice
            where invoice.account_id = account.id and invoice.status in ('pending', 'overdue')
          )
          when 'active' then coalesce(extract(epoch from private.account_last_activity(account.id)), 0)
        end as measure
      from public.accounts as account
      where account.kind = 'client' and (account.archived_at is not null) = coalesce(p_archived, false) and not exists (
        select from unnest(words) as word (text) where word.text <> '' and strpos(lower(account.name), word.text) = 0 and not exists (
          select from private.client_members as member join auth.users as person on person.id = member.user_id
          where member.account_id = account.id
            and strpos(lower(concat_ws(' ', person.email, private.person_name(member.user_id))), word.text) > 0
        )
      )
      and case p_balance
        when 'owed' then exists (
          select from private.shown_invoices as invoice where invoice.account_id = account.id and invoice.is_open
        )
        when 'overdue' then exists (
          select from private.shown_invoices as invoice
          where invoice.account_id = account.id and invoice.shown = 'overdue' and invoice.owed_amount > 0
        )
        else true
      end
      and case p_plan when 'premium' then private.has_premium(account.id) when 'free' then not private.has_premium(account.id) else true end
    ), found as (
      select matched.*, count(*) over () as total, row_number() over (
        order by case when p_descending then -matched.measure else matched.measure end,
          case when p_sort = 'name' and p_descending then lower(matched.name) end desc, lower(matched.name), matched.id
      ) as place
      from matched order by place limit least(greatest(coalesce(p_limit, 50), 1), 200) offset greatest(coalesce(p_offset, 0), 0)
    ), measured as (
      select found.*, leads.*, answers.median, owed.owed, owed.late, activity.last_at, people.members, people.people,
        private.last_left_at(found.id) as left_at, case when people.members = 0 then (
          select jsonb_build_object('email', open.email, 'expires_at', open.expires_at) from private.owner_invitation(found.id) as open
        ) end as invited
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
        select coalesce(jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.amount desc, sums.currency), '[]') as owed,
          coalesce(sum(sums.late), 0) as late
        from (
          select invoice.currency, sum(invoice.owed_amount) as amount,
            count(*) filter (where invoice.shown = 'overdue') as late
          from private.shown_invoices as invoice
          where invoice.account_id = found.id and invoice.is_open
          group by invoice.currency
        ) as sums
      ) as owed
      cross join lateral (select private.account_last_activity(found.id) as last_at) as activity
      cross join lateral (
        select count(*) as members, coalesce(jsonb_agg(jsonb_build_object('id', named.user_id, 'name', named.name) order by named.place) filter (where named.place <= 3), '[]') as people
        from (
          select member.user_id, private.person_name(member.user_id) as name, row_number() over (order by member.role <> 'owner', member.created_at, member.user_id) as place
          from private.client_members as member where member.account_id = found.id
        ) as named
      ) as people
    )
    select jsonb_build_object(
      'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', measured.id, 'slug', measured.slug, 'name', measured.name, 'is_premium', private.has_premium(measured.id),
        'members', measured.members, 'people', measured.people, 'leads_month', measured.leads_month, 'median_seconds', measured.median, 'owed', measured.owed,
        'last_activity_at', measured.last_at, 'last_left_at', measured.left_at, 'invited', measured.invited, 'created_at', measured.created_at, 'archived_at', measured.archived_at,
        'health', private.account_health(measured.unanswered, measured.late::bigint, measured.left_at, measured.last_at, measured.created_at, measured.archived_at is not null),
        'reasons', to_jsonb(private.account_reasons(measured.unanswered, measured.late::bigint, measured.left_at))
      ) order by measured.place), '[]'),
      'total', coalesce(max(measured.total), 0)
    ) from measured
  );
end
$$;

create function public.list_accounts(
  p_query text default '', p_archived boolean default false, p_limit integer default 50, p_offset integer default 0,
  p_sort text default 'name', p_descending boolean default false, p_plan text default '', p_balance text default ''
) returns jsonb
language sql stable
set search_path = ''
return private.list_accounts(p_query, p_archived, p_sort, p_descending, p_limit, p_offset, p_plan, p_balance);

comment on function public.list_accounts(text, boolean, integer, integer, text, boolean, text, text) is
'For admins: a page of clients'' accounts whose name, or a member''s name or address, contains every word: {rows: [{id, slug, name, is_premium, members, people: [{id, name}] (the first 3, owners first), leads_month, median_seconds (of 30 days; null without answers), owed: [{currency, amount}], last_activity_at, last_left_at: see private.last_left_at, invited: {email, expires_at} of private.owner_invitation or null, only without members, created_at, archived_at, health: see private.account_health, reasons: see private.account_reasons}], total}. Sort: name, owed, active (the last activity). p_plan: free or premium. p_balance: owed (open invoices), overdue (open invoices past their due date).';

create function private.account_money(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with open as (
    select invoice.* from private.shown_invoices as invoice where invoice.account_id = p_account_id and invoice.is_open
  )
  select jsonb_build_object(
    'balance', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount, 'invoices', sums.invoices,
        'overdue', sums.overdue, 'overdue_amount', sums.overdue_amount) order by sums.amount desc, sums.currency)
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
    ), '[]'),
    'paid', figures.found -> 'paid', 'paid_invoices', figures.found -> 'paid_invoices',
    'later', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.amount desc, sums.currency)
      from (
        select invoice.currency, sum(invoice.owed_amount) as amount from public.invoices as invoice
        where invoice.account_id = p_account_id and invoice.status = 'active' and invoice.owed_amount > 0
        group by invoice.currency
      ) as sums
    ), '[]')
  )
  from private.billing_figures(null, array[p_account_id]) as figures (found)
$$;

comment on function private.account_money(uuid) is
'What an account owes, pays and has paid: {paid: [{currency, amount}], paid_invoices: see client_figures, balance: [{currency, amount, invoices, overdue, overdue_amount}], invoices: [{id, number, amount, currency, due, status}] (the first 5 due), retainers: [{id, name, amount, currency, status}] (5), later: [{currency, amount}] of active invoices, which can''t be paid yet}.';

create function private.payers_to_cancel(p_account_id uuid) returns table (id uuid, in_trial boolean)
language sql stable security definer
set search_path = ''
as $$
  select member.user_id, coalesce(plan.trial_end > now(), false)
  from private.client_members as member join public.subscriptions as plan on plan.user_id = member.user_id
  where member.account_id = p_account_id and member.role in ('owner', 'billing')
    and plan.subscribed and plan.subscription_tier = 'premium' and plan.subscription_status = 'active'
    and not plan.cancel_at_period_end and coalesce(plan.subscription_end, plan.trial_end, 'infinity') > now()
    and private.accounts_by_plan(member.user_id) <@ array[p_account_id]
$$;

comment on function private.payers_to_cancel(uuid) is
'The people of an account whose plan renews and gives no other open account Premium, so they would go on paying for nothing once it is archived; in_trial: nothing is paid yet.';

create function private.account_running(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'invoices', (select count(*) from private.shown_invoices as invoice where invoice.account_id = p_account_id and invoice.is_open),
    'agreed', (
      select count(*) from public.invoices as invoice
      where invoice.account_id = p_account_id and invoice.status = 'active' and invoice.owed_amount > 0
    ),
    'retainers', (select count(*) from public.retainers as retainer where retainer.account_id = p_account_id and retainer.status = 'active'),
    'domains', (
      select count(*) from public.landing_pages as page
      where page.account_id = p_account_id and page.status = 'published' and page.custom_domain is not null
    ),
    'plans', (select count(*) from private.payers_to_cancel(p_account_id)),
    'payers', coalesce((
      select jsonb_agg(jsonb_build_object('id', payer.id, 'name', private.person_name(payer.id), 'in_trial', payer.in_trial) order by private.person_name(payer.id), payer.id)
      from private.payers_to_cancel(p_account_id) as payer
    ), '[]'),
    'drafts', (select count(*) from public.invoices as invoice where invoice.account_id = p_account_id and invoice.status = 'draft')
      + (select count(*) from public.retainers as retainer where retainer.account_id = p_account_id and retainer.status = 'pending'),
    'bookings', (
      select count(*) from public.bookings as booking
      where booking.account_id = p_account_id and booking.state = 'booked' and booking.ends_at > now()
    )
  )
$$;

comment on function private.account_running(uuid) is
'How much of an account still runs: {invoices (open), agreed (active invoices, which can''t be paid yet), retainers, domains, plans (private.payers_to_cancel): must end before it is archived; payers of those plans: [{id, name, in_trial}]; drafts, bookings: stay}.';

create function private.account_record(p_account_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account public.accounts;
  last_at constant timestamptz := private.account_last_activity(p_account_id);
  late_leads bigint;
  late_invoices bigint;
begin
  perform private.require_admin();
  select held.* into account from public.accounts as held where held.id = p_account_id;
  if account.id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found'); end if;
  select count(*) into late_leads from public.leads as lead
  where lead.account_id = account.id and lead.clock_due_at < now() and lead.archived_at is null and not lead.is_spam and lead.erased_at is null;
  select count(*) into late_invoices from private.shown_invoices as late
  where late.account_id = account.id and late.is_open and late.shown = 'overdue';
  return private.account_json(account) || jsonb_build_object(
    'people', public.account_people(account.id),
    'money', private.account_money(account.id),
    'running', private.account_running(account.id),
    'plan', (
      select jsonb_build_object('payer_id', plan.payer, 'payer', private.person_name(plan.payer), 'is_gift', plan.is_gift,
        'ends_at', plan.ends_at, 'trial_end', plan.trial_end, 'is_ending', plan.is_ending)
      from private.plan_of_account(account.id) as plan
    ),
    'health', private.account_health(late_leads, late_invoices, private.last_left_at(account.id), last_at, account.created_at, account.archived_at is not null),
    'last_activity_at', last_at,
    'last_left_at', private.last_left_at(account.id),
    'late_leads', late_leads,
    'open_requests', (
      select count(*) from public.change_requests as request where request.account_id = account.id and request.status = 'open'
    ),
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
        'is_prepared', board.owner_id is null and private.first_owner(account.id) is null)
      from public.client_dashboards as board where board.account_id = account.id order by board.owner_id is null, board.created_at limit 1
    ),
    'from_lead', (
      select jsonb_build_object('id', lead.id, 'name', private.lead_title(lead)) from public.leads as lead
      where lead.client_account_id = account.id order by lead.closed_at limit 1
    )
  );
end
$$;

create function public.account_record(p_account_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.account_record(p_account_id);

comment on function public.account_record(uuid) is
'One account for admins: {id, slug, name, ..., people: see account_people, money: see private.account_money, running: see private.account_running, plan: {payer_id, payer, is_gift, ends_at, trial_end, is_ending} or null on the free plan, health: see private.account_health, last_activity_at, last_left_at: see private.last_left_at, late_leads (past their target), open_requests, pages: [{id, title, slug, status, domain}], leads, unanswered, prepared (what names nobody yet, the newest 50): {invoices: [{id, description, amount, currency}], retainers: [{id, name, amount, currency}]}, dashboard: {id, business_name, title, url, is_prepared} or null, from_lead: {id, name}}. Amounts in the smallest unit. PT404: no such account.';

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

create function public.create_account(p_name text, p_owner_email text default null) returns jsonb
language sql volatile
set search_path = ''
return private.create_account(p_name, p_owner_email);

comment on function public.create_account(text, text) is
'Makes an account for a client, and invites its owner if an address is given: {id, slug}. Admins only. 22023: no name, or not an address.';

create function private.update_account(p_account_id uuid, p_changes jsonb, p_seen timestamptz) returns void
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

create function public.update_account(p_account_id uuid, p_changes jsonb, p_seen timestamptz default null) returns void
language sql volatile
set search_path = ''
return private.update_account(p_account_id, p_changes, p_seen);

comment on function public.update_account(uuid, jsonb, timestamptz) is
'Changes an account: name, time_zone, currency, working_hours, holidays, speed_to_lead_minutes, logo (with logo_width, logo_height and logo_plate), accent. For its owners and admins. PT404: no such account. PT409: changed since p_seen (updated_at). 22023: what is wrong.';

create function private.archive_account(p_account_id uuid, p_archived boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  running jsonb;
  problems text;
begin
  perform private.require_admin();
  perform private.require_managed_account(p_account_id);
  if p_archived then
    perform private.lock_plan(payer.id) from (
      select member.user_id as id from private.client_members as member
      where member.account_id = p_account_id and member.role in ('owner', 'billing') order by member.user_id
    ) as payer;
    running := private.account_running(p_account_id);
    select string_agg(format('%s %s', running ->> kind.name, case running ->> kind.name when '1' then kind.one else kind.many end), ' and ' order by kind.place)
    into problems
    from (values
      (1, 'invoices', 'open invoice', 'open invoices'), (2, 'agreed', 'active invoice', 'active invoices'),
      (3, 'retainers', 'active retainer', 'active retainers'), (4, 'domains', 'published page with a custom domain', 'published pages with a custom domain'),
      (5, 'plans', 'plan that renews', 'plans that renew')
    ) as kind (place, name, one, many)
    where (running ->> kind.name)::bigint > 0;
    if problems is not null then
      perform private.refuse('account_in_use', 'PT409', problems || ' must be settled first',
        p_more => running - array['payers', 'drafts', 'bookings']);
    end if;
  end if;
  update public.accounts as account set archived_at = case when p_archived then coalesce(account.archived_at, now()) end
  where account.id = p_account_id;
  -- Last, because whoever opens a page locks the account first.
  if p_archived then perform private.close_plan_checkouts(p_account_id); end if;
end
$$;

create function public.archive_account(p_account_id uuid, p_archived boolean) returns void
language sql volatile
set search_path = ''
return private.archive_account(p_account_id, p_archived);

comment on function public.archive_account(uuid, boolean) is
'Closes the workspace of an account, or opens it again; nothing in it is lost. Admins only. PT404: no such account. PT409 (account_in_use): open or active invoices, active retainers, published pages on its own domains, or plans that renew and would cover no open account.';

create function private.account_of_lead(p_lead public.leads, p_email text) returns uuid
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
    perform private.refuse('lead_not_won', 'PT409', 'Only a won lead of the agency can become a client');
  end if;
  made := private.account_of_lead(lead, lead.email);
  return (select jsonb_build_object('id', account.id, 'slug', account.slug, 'name', account.name) from public.accounts as account where account.id = made);
end
$$;

create function public.create_account_from_lead(p_lead_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.create_account_from_lead(p_lead_id);

comment on function public.create_account_from_lead(uuid) is
'Makes the account of a won lead, links both for ever, and invites the lead as its owner: {id, slug, name}. A second call returns the same account, and a client who buys again keeps theirs. Admins only. PT404: no such lead. PT409 (lead_not_won): not won yet.';

grant execute on function public.my_accounts() to authenticated;
grant execute on function private.my_accounts() to authenticated;
grant execute on function public.workspace_state() to authenticated;
grant execute on function private.workspace_state() to authenticated;
grant execute on function public.record_workspace_visit() to authenticated;
grant execute on function private.record_workspace_visit() to authenticated;
grant execute on function public.account_people(uuid) to authenticated;
grant execute on function private.account_people(uuid) to authenticated;
grant execute on function public.list_accounts(text, boolean, integer, integer, text, boolean, text, text) to authenticated;
grant execute on function private.list_accounts(text, boolean, text, boolean, integer, integer, text, text) to authenticated;
grant execute on function public.account_record(uuid) to authenticated;
grant execute on function private.account_record(uuid) to authenticated;
grant execute on function public.create_account(text, text) to authenticated;
grant execute on function private.create_account(text, text) to authenticated;
grant execute on function public.update_account(uuid, jsonb, timestamptz) to authenticated;
grant execute on function private.update_account(uuid, jsonb, timestamptz) to authenticated;
grant execute on function public.archive_account(uuid, boolean) to authenticated;
grant execute on function private.archive_account(uuid, boolean) to authenticated;
grant execute on function public.create_account_from_lead(uuid) to authenticated;
grant execute on function private.create_account_from_lead(uuid) to authenticated;
