-- A client who joined the agency's team is no member of their accounts until they are a client again. A deactivated client stays one.

create view private.client_members with (security_invoker = true) as
select member.account_id, member.user_id, member.role, member.created_at, held.status
from public.account_members as member join public.user_roles as held on held.user_id = member.user_id and held.role = 'client';

comment on view private.client_members is
'The members of accounts as everyone sees and counts them: people who are clients, with the status of that role. A client who joined the agency''s team keeps the row in account_members, so that they belong to the account again when they are a client again.';

create or replace view private.person_businesses with (security_invoker = true) as
select profile.user_id, joined.names as account_names,
  case when joined.user_id is not null or client.user_id is null then nullif(btrim(profile.company), '') end as company
from public.profiles as profile
left join (
  select member.user_id, string_agg(account.name, ', ' order by account.name, account.id) as names
  from private.client_members as member join public.accounts as account on account.id = member.account_id
  group by member.user_id
) as joined on joined.user_id = profile.user_id
left join public.user_roles as client on client.user_id = profile.user_id and client.role = 'client' and client.status <> 'pending';

create or replace function private.keep_an_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Two owners who leave at the same moment take turns.
  perform from public.accounts as account where account.id = old.account_id for no key update;
  -- An account that is deleted takes its members along.
  if not found then return null; end if;
  if exists (select from private.client_members as rest where rest.account_id = old.account_id)
    and not exists (select from private.client_members as rest where rest.account_id = old.account_id and rest.role = 'owner')
  then
    perform private.refuse('last_owner', 'PT409', 'Make someone else an owner first: an account needs one');
  end if;
  return null;
end
$$;

create or replace function private.account_role_of_caller(p_account uuid) returns public.account_role
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select member.role from private.client_members as member join public.accounts as account on account.id = member.account_id
    where member.account_id = p_account and member.user_id = auth.uid() and member.status = 'active' and account.archived_at is null
  );
end
$$;

create or replace function private.account_people(p_account_id uuid) returns jsonb
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
        'money', case when member.user_id = auth.uid() or private.manages_account(p_account_id) then private.money_of_member(p_account_id, member.user_id) end
      ) order by member.role, member.created_at, member.user_id)
      from private.client_members as member join auth.users as person on person.id = member.user_id where member.account_id = p_account_id
    ), '[]'),
    'lent', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', loan.user_id, 'name', private.person_name(loan.user_id), 'email', person.email, 'since', loan.created_at,
        'is_active', exists (
          select from public.user_roles as held where held.user_id = loan.user_id and held.role in ('sales', 'admin') and held.status = 'active'
        )
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

create or replace function private.account_last_activity(p_account_id uuid) returns timestamptz
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

create or replace function private.list_accounts(
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
      select found.*, leads.*, answers.median, owed.owed, owed.late, activity.last_at, people.members, people.people
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
        'last_activity_at', measured.last_at, 'created_at', measured.created_at, 'archived_at', measured.archived_at,
        'health', private.account_health(measured.unanswered, measured.late::bigint, measured.last_at, measured.created_at, measured.archived_at is not null),
        'reasons', to_jsonb(private.account_reasons(measured.unanswered, measured.late::bigint))
      ) order by measured.place), '[]'),
      'total', coalesce(max(measured.total), 0)
    ) from measured
  );
end
$$;

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
  if exists (select from private.client_members as member where member.account_id = account.id and member.user_id = person) then
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
declare
  status public.role_status;
  plan jsonb;
begin
  perform private.require_open_account(p_account_id);
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  select member.status into status from private.client_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if status is null then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  if status <> 'active' then perform private.refuse('client_not_active', 'PT409', 'This person isn''t an active client'); end if;
  if p_role = 'member' then
    plan := private.plan_of_member(p_account_id, p_user_id);
    perform private.refuse_payer(plan, p_user_id);
  end if;
  update public.account_members as member set role = p_role where member.account_id = p_account_id and member.user_id = p_user_id;
  if p_role = 'billing' then perform private.release_leads(p_account_id, p_user_id); end if;
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
end
$$;

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
    case when running > 0 then format('%s running %s', running, case running when 1 then 'retainer' else 'retainers' end) end
  ], null);
  if held <> '{}' then
    perform private.refuse('account_in_use', 'PT409',
      regexp_replace(array_to_string(held, ', '), ', ([^,]*)$', ' and \1') || ' must be settled before the last person leaves',
      p_more => jsonb_build_object('invoices', owed + agreed, 'retainers', running));
  end if;
end
$$;

create or replace function private.account_of_client(p_user_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select member.account_id from private.client_members as member where member.user_id = p_user_id
  order by member.role, member.created_at, member.account_id limit 1
$$;

create or replace function private.first_owner(p_account uuid, p_without uuid default null) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select member.user_id from private.client_members as member
  where member.account_id = p_account and member.role = 'owner' and member.user_id is distinct from p_without
  order by member.created_at, member.user_id limit 1
$$;

create or replace function private.search_people(
  p_query text, p_role public.app_role, p_status public.role_status, p_sort text, p_descending boolean, p_limit integer,
  p_offset integer, p_user_id uuid
) returns table (
  user_id uuid, first_name text, last_name text, email text, company text, roles jsonb, last_active timestamptz,
  open_leads bigint, created_at timestamptz, has_second_factor boolean, only_owner_of text[], total bigint, agency_leads bigint
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
  if p_sort not in ('name', 'email', 'company', 'role', 'status', 'active', 'leads', 'created', 'owed') then
    perform private.refuse('unknown_order', '22023', format('People can''t be sorted by %s', left(p_sort, 50)));
  end if;
  return query
  with seen as (
    select session.user_id, max(session.updated_at) as at from auth.sessions as session group by session.user_id
  ), owned as (
    select counted.key, sum(counted.leads)::bigint as leads,
      coalesce(sum(counted.leads) filter (where counted.account_id = private.agency_account()), 0)::bigint as agency_leads
    from private.lead_counts as counted where counted.kind = 'open' group by counted.key
  ), found as (
    select profile.user_id, profile.first_name, profile.last_name, account.email::text as email,
      coalesce(business.account_names, business.company) as company,
      greatest(seen.at, account.last_sign_in_at) as last_active, coalesce(owned.leads, 0) as open_leads,
      coalesce(owned.agency_leads, 0) as agency_leads, profile.created_at,
      case p_sort
        when 'name' then lower(concat_ws(' ', profile.first_name, profile.last_name))
        when 'email' then account.email when 'company' then lower(coalesce(business.account_names, business.company))
        when 'role' then (select min(held.role)::text from public.user_roles as held where held.user_id = profile.user_id)
        when 'status' then (select min(held.status)::text from public.user_roles as held where held.user_id = profile.user_id)
      end as word,
      case p_sort when 'active' then greatest(seen.at, account.last_sign_in_at) when 'created' then profile.created_at end as moment,
      case p_sort
        when 'leads' then coalesce(owned.leads, 0)
        -- Across currencies, which is enough for an order.
        when 'owed' then (
          select coalesce(sum(invoice.owed_amount), 0)::bigint from public.invoices as invoice
          where invoice.client_id = profile.user_id and invoice.status in ('pending', 'overdue')
        )
      end as number
    from public.profiles as profile
    join auth.users as account on account.id = profile.user_id
    join private.person_businesses as business on business.user_id = profile.user_id
    left join owned on owned.key = profile.user_id::text
    left join seen on seen.user_id = profile.user_id
    where profile.erased_at is null and (p_user_id is null or profile.user_id = p_user_id)
      and (p_role is null and p_status is null or exists (
        select from public.user_roles as held
        where held.user_id = profile.user_id and (p_role is null or held.role = p_role) and (p_status is null or held.status = p_status)
      ))
      and (asked = '' or not exists (
        select from unnest(words) as word (text)
        where strpos(lower(concat_ws(
          ' ', profile.first_name, profile.last_name, account.email, coalesce(business.account_names, business.company)
        )), word.text) = 0
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
    array(
      select account.name from private.client_members as own join public.accounts as account on account.id = own.account_id
      where own.user_id = page.user_id and own.role = 'owner' and account.archived_at is null and not exists (
        select from private.client_members as other
        where other.account_id = own.account_id and other.role = 'owner' and other.status = 'active' and other.user_id <> own.user_id
      )
      order by account.name, account.id
    ),
    page.total, page.agency_leads
  from page order by page.place;
end
$$;

create or replace function private.accounts_of_person(p_user_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'name', account.name, 'role', member.role) order by account.name, account.id), '[]')
  from private.client_members as member join public.accounts as account on account.id = member.account_id
  where member.user_id = p_user_id
$$;

create or replace function private.client_record(p_client_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'id', profile.user_id, 'first_name', profile.first_name, 'last_name', profile.last_name, 'email', account.email,
    'company', business.company, 'created_at', profile.created_at,
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
        where other.user_id <> profile.user_id and other.erased_at is null and exists (
          select from private.client_members as own join private.client_members as theirs on theirs.account_id = own.account_id
          where own.user_id = profile.user_id and theirs.user_id = other.user_id
        )
        order by other.created_at limit 20
      ) as near
    ), '[]'),
    -- The same money as in the portal of the client.
    'owed', private.client_owed(profile.user_id, private.portal_accounts(profile.user_id)),
    'figures', private.client_figures(profile.user_id) - 'is_premium',
    'money_of', coalesce((
      select jsonb_agg(jsonb_build_object('id', held.id, 'name', held.name) order by held.name, held.id)
      from public.accounts as held where held.id = any (private.portal_accounts(profile.user_id))
    ), '[]'),
    'accounts', private.accounts_of_person(profile.user_id),
    'requests', (select count(*) from public.change_requests as request where request.user_id = profile.user_id),
    'open_requests', private.open_requests(profile.user_id)
  ) into found
  from public.profiles as profile join auth.users as account on account.id = profile.user_id
  join private.person_businesses as business on business.user_id = profile.user_id
  where profile.user_id = p_client_id and profile.erased_at is null;
  if found is null then perform private.refuse('person_not_found', 'PT404', 'There is no such person'); end if;
  return found;
end
$$;

create or replace function private.portal_rights(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with mine as (
    select member.account_id, member.user_id, member.role, account.name, account.slug,
      exists (select from private.client_members as other where other.account_id = member.account_id and other.user_id <> member.user_id)
      or exists (select from public.invoices as invoice where invoice.account_id = member.account_id and invoice.client_id <> member.user_id)
      or exists (select from public.retainers as retainer where retainer.account_id = member.account_id and retainer.client_id <> member.user_id)
      or exists (select from public.change_requests as request where request.account_id = member.account_id and request.user_id <> member.user_id)
      or exists (
        select from public.client_dashboards as board
        where board.account_id = member.account_id and board.owner_id is distinct from member.user_id
      ) as is_shared
    from public.account_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = (select private.portal_client(p_client_id)) and account.archived_at is null
  )
  select jsonb_build_object(
    'accounts', coalesce(jsonb_agg(jsonb_build_object('id', mine.account_id, 'name', mine.name, 'slug', mine.slug, 'role', mine.role)
      order by lower(mine.name), mine.account_id), '[]'),
    'sees_money', coalesce(bool_or(mine.role in ('owner', 'billing')), true),
    'sees_work', coalesce(bool_or(mine.role in ('owner', 'member')), true),
    'money', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'billing')), '[]'),
    'work', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'member')), '[]'),
    'is_billed', coalesce(bool_or(mine.user_id = private.first_owner(mine.account_id)), false) or exists (
      select from public.invoices as invoice
      where invoice.client_id = (select private.portal_client(p_client_id)) and invoice.status in ('pending', 'overdue', 'active')
    ) or exists (
      select from public.retainers as retainer
      where retainer.client_id = (select private.portal_client(p_client_id)) and retainer.status in ('pending', 'active', 'paused')
    ),
    'billed_to', coalesce((
      select jsonb_agg(jsonb_build_object('id', billed.id, 'name', private.person_name(billed.id)) order by lower(private.person_name(billed.id)), billed.id)
      from (
        select invoice.client_id as id from public.invoices as invoice
        where invoice.status <> 'draft' and (
          invoice.client_id = (select private.portal_client(p_client_id))
          or invoice.account_id in (select one.account_id from mine as one where one.role in ('owner', 'billing'))
        )
        union
        select private.first_owner(one.account_id) from mine as one where one.role in ('owner', 'billing')
      ) as billed
      where billed.id is not null and not exists (select from private.archived_billing_identities as gone where gone.account_id = billed.id)
    ), '[]'),
    'has_plan', exists (
      select from public.subscriptions as plan where plan.user_id = (select private.portal_client(p_client_id)) and plan.subscribed
    ),
    'owners', coalesce((
      select jsonb_agg(jsonb_build_object('name', private.person_name(owner.user_id), 'email', person.email) order by owner.created_at, owner.user_id)
      from private.client_members as owner join auth.users as person on person.id = owner.user_id
      where owner.role = 'owner' and owner.status = 'active' and owner.user_id <> (select private.portal_client(p_client_id))
        and owner.account_id in (select one.account_id from mine as one)
    ), '[]'),
    'senders', coalesce((
      select jsonb_object_agg(sent.user_id, private.person_name(sent.user_id)) from (
        select distinct request.user_id from public.change_requests as request
        where request.user_id <> (select private.portal_client(p_client_id))
          and request.account_id in (select one.account_id from mine as one where one.role in ('owner', 'member'))
      ) as sent
    ), '{}'),
    'senders_left', coalesce((
      select jsonb_agg(jsonb_build_object('account_id', sent.account_id, 'user_id', sent.user_id) order by sent.account_id, sent.user_id) from (
        select distinct request.account_id, request.user_id from public.change_requests as request
        where request.account_id in (select one.account_id from mine as one where one.role in ('owner', 'member'))
          and not exists (
            select from private.client_members as member where member.account_id = request.account_id and member.user_id = request.user_id
          )
      ) as sent
    ), '[]')
  )
  from mine
  having private.is_session_sufficient()
$$;

create or replace function private.search_billable_clients(p_query text, p_limit integer, p_accounts boolean, p_everyone boolean)
returns table (id uuid, name text, company text, email text, account_id uuid, role public.account_role)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  words constant text[] := private.search_words(p_query);
begin
  perform private.require_admin();
  return query select found.id, coalesce(found.account_name, private.name_or_email(found.first_name, found.last_name, found.email)),
    found.company, found.email, found.account_id, found.role
  from (
    select account.id, profile.first_name, profile.last_name, profile.company, account.email::text as email, null::uuid as account_id,
      null as account_name, lower(coalesce(nullif(profile.company, ''), profile.first_name, account.email::text)) as place,
      -- It tells people of one account apart.
      (
        select min(member.role) from public.account_members as member
        where member.user_id = account.id and exists (
          select from private.client_members as other where other.account_id = member.account_id and other.user_id <> account.id
        )
      ) as role
    from public.user_roles as held
    join auth.users as account on account.id = held.user_id
    left join public.profiles as profile on profile.user_id = held.user_id
    where held.role = 'client' and held.status = 'active' and not exists (
      select from unnest(words) as word (pattern)
      where lower(concat_ws(' ', profile.first_name, profile.last_name, profile.company, account.email)) not like word.pattern
    )
    -- Whoever is only a member of an account sees no invoices of it, so the account's owner gets them.
    and (p_everyone or not coalesce((select bool_and(member.role = 'member') from public.account_members as member where member.user_id = account.id), false))
    union all
    -- Nobody has joined these yet.
    select null, null, null, null, invited.email, prepared.id, prepared.name, lower(prepared.name), null
    from public.accounts as prepared
    left join lateral (
      select open.email from public.invitations as open
      where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
      order by open.created_at desc limit 1
    ) as invited on true
    where p_accounts and prepared.kind = 'client' and prepared.archived_at is null
      and private.first_owner(prepared.id) is null
      and not exists (
        select from unnest(words) as word (pattern) where lower(prepared.name || ' ' || coalesce(invited.email, '')) not like word.pattern
      )
  ) as found
  order by found.place, found.role nulls first, found.id, found.account_id
  limit least(greatest(p_limit, 1), 50);
end
$$;

create or replace function private.restore_draft_invoice(p_invoice_id uuid) returns void
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
  -- A person who has left the account meanwhile is not billed for it. Its first owner is, as for drafts that were there when they left.
  person := private.person_to_bill(case
    when was.account_id is null or exists (
      select from private.client_members as member where member.account_id = was.account_id and member.user_id = was.client_id
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

create or replace function private.duplicate_invoice(p_invoice_id uuid, p_new_id uuid) returns uuid
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
  -- A person who has left the account is not billed for it again.
  return public.create_invoice(
    case when held.account_id is null or exists (
      select from private.client_members as member where member.account_id = held.account_id and member.user_id = held.client_id
    ) then held.client_id end, held.description, private.agency_day() + (select settings.payment_days from public.agency_settings as settings), held.currency,
    coalesce(lines, jsonb_build_array(jsonb_build_object(
      'description', coalesce(nullif(btrim(left(held.description, 500)), ''), 'Marketing services'), 'quantity', 1, 'unit_amount', held.amount
    ))),
    p_new_id, null, null, held.account_id
  );
end
$$;

create or replace function private.calendar_to_read(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('address', subscription.address, 'etag', subscription.etag, 'busy_until', subscription.busy_until,
    'time_zone', coalesce(rota.time_zone, private.account_zone(coalesce(home.account_id, private.agency_account()))))
  from public.calendar_subscriptions as subscription
  left join lateral (
    select held.* from public.rotas as held where held.user_id = subscription.user_id order by held.updated_at desc, held.account_id limit 1
  ) as rota on true
  left join lateral (
    select member.* from private.client_members as member
    where member.user_id = subscription.user_id order by member.created_at, member.account_id limit 1
  ) as home on true
  where subscription.id = p_id
$$;

comment on function private.account_role_of_caller(uuid) is 'The caller''s role in a client''s account; null when they are no active client in it, or it is archived.';

comment on function public.account_people(uuid) is
'The people of an account: {may_manage, members: [{id, name, email, role, status (of their role as a client), since, plan, open_leads: how many they own, money}], lent: [{id, name, email, since, is_active: whether they work for the agency now}], invitations: [{id, email, role, created_at, expires_at}]}. Invitations, and plans (private.plan_of_member), leads and money (private.money_of_member) of others, only for those who manage it. PT404: not an account of the caller.';

comment on function public.set_member_role(uuid, uuid, public.account_role) is
'Changes what a member may do. A billing contact''s open leads become unowned, and a new member''s drafts and retainers name an owner. For owners and admins. PT404: no such account or member. PT409: the account would have no owner (last_owner), the person pays for its plan (member_pays_for_plan), or they aren''t an active client now (client_not_active).';
