-- An account that everyone left needs attention, and lists say so and who is invited.

drop function public.search_billable_clients(text, integer, boolean, boolean);
drop function private.search_billable_clients(text, integer, boolean, boolean);

create function private.owner_invitation(p_account_id uuid) returns table (email text, expires_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select open.email::text, open.expires_at from public.invitations as open
  where open.account_id = p_account_id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
  order by open.expires_at <= now(), open.created_at desc limit 1
$$;

comment on function private.owner_invitation(uuid) is
'The open invitation of an account''s owner: the newest one whose link works, else the newest.';

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

create or replace function public.list_accounts(
  p_query text default '', p_archived boolean default false, p_limit integer default 50, p_offset integer default 0,
  p_sort text default 'name', p_descending boolean default false, p_plan text default '', p_balance text default ''
) returns jsonb
language sql stable
set search_path = ''
return private.list_accounts(p_query, p_archived, p_sort, p_descending, p_limit, p_offset, p_plan, p_balance);

comment on function public.list_accounts(text, boolean, integer, integer, text, boolean, text, text) is
'For admins: a page of clients'' accounts whose name, or a member''s name or address, contains every word: {rows: [{id, slug, name, is_premium, members, people: [{id, name}] (the first 3, owners first), leads_month, median_seconds (of 30 days; null without answers), owed: [{currency, amount}], last_activity_at, last_left_at: see private.last_left_at, invited: {email, expires_at} of private.owner_invitation or null, only without members, created_at, archived_at, health: see private.account_health, reasons: see private.account_reasons}], total}. Sort: name, owed, active (the last activity). p_plan: free or premium. p_balance: owed (open invoices), overdue (open invoices past their due date).';

create or replace function private.account_record(p_account_id uuid) returns jsonb
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

create function private.search_billable_clients(p_query text, p_limit integer, p_accounts boolean, p_everyone boolean)
returns table (
  id uuid, name text, company text, email text, account_id uuid, role public.account_role, has_account boolean, for_account text, member text,
  everyone_left boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  words constant text[] := private.search_words(private.fold_text(p_query));
begin
  perform private.require_admin();
  return query select found.id, coalesce(found.account_name, private.name_or_email(found.first_name, found.last_name, found.email)),
    case when found.for_account is null then found.company else private.billed_company(found.id, found.account_id) end,
    found.email, found.account_id, found.role, found.has_account, found.for_account, found.member, found.everyone_left
  from (
    select account.id, profile.first_name, profile.last_name, business.company, account.email::text as email, chosen.account_id,
      null as account_name,
      private.fold_text(concat_ws(' ', profile.first_name, profile.last_name, business.company, coalesce(chosen.name, business.account_names), account.email)) as searched,
      lower(coalesce(chosen.name, business.company, profile.first_name, account.email::text)) as place,
      business.account_names is not null as has_account,
      -- What is found by its accounts says so.
      case when p_everyone then business.account_names else chosen.name end as for_account,
      -- It tells people of one account apart.
      coalesce(chosen.role, (
        select min(member.role) from public.account_members as member
        where member.user_id = account.id and exists (
          select from private.client_members as other where other.account_id = member.account_id and other.user_id <> account.id
        )
      )) as role, null as member, false as everyone_left
    from public.user_roles as held
    join auth.users as account on account.id = held.user_id
    left join public.profiles as profile on profile.user_id = held.user_id
    left join private.person_businesses as business on business.user_id = held.user_id
    -- Someone with several accounts is there once for each that they can be billed for.
    left join lateral (
      select member.account_id, joined.name, member.role
      from private.client_members as member join public.accounts as joined on joined.id = member.account_id
      where p_accounts and not p_everyone and member.user_id = account.id and member.role in ('owner', 'billing') and joined.archived_at is null
        and exists (select from private.client_members as other where other.user_id = member.user_id and other.account_id <> member.account_id)
    ) as chosen on true
    where held.role = 'client' and held.status = 'active'
    -- Whoever is only a member of an account sees no invoices of it, so the account's owner gets them.
    and (p_everyone or not coalesce((select bool_and(member.role = 'member') from public.account_members as member where member.user_id = account.id), false))
    union all
    -- Nobody has joined these yet, or everyone left.
    select null, null, null, null, invited.email, prepared.id, prepared.name, private.fold_text(concat_ws(' ', prepared.name, invited.email)),
      lower(prepared.name), true, null, null, null, private.last_left_at(prepared.id) is not null
    from public.accounts as prepared
    left join lateral private.owner_invitation(prepared.id) as invited on true
    where p_accounts and prepared.kind = 'client' and prepared.archived_at is null
      and private.first_owner(prepared.id) is null
    union all
    -- Someone who looks for a member finds the owner, who gets the invoices.
    select owner.id, named.first_name, named.last_name, joined.name, owner.email::text, joined.id, null,
      private.fold_text(concat_ws(' ', profile.first_name, profile.last_name, account.email)), lower(joined.name), true, joined.name, 'owner',
      private.name_or_email(profile.first_name, profile.last_name, account.email::text), false
    from private.client_members as member
    join public.accounts as joined on joined.id = member.account_id
    join auth.users as account on account.id = member.user_id
    join auth.users as owner on owner.id = private.first_owner(joined.id)
    left join public.profiles as profile on profile.user_id = account.id
    left join public.profiles as named on named.user_id = owner.id
    where p_accounts and not p_everyone and cardinality(words) > 0 and member.role = 'member' and joined.archived_at is null
      and exists (select from public.user_roles as held where held.user_id = owner.id and held.role = 'client' and held.status = 'active')
      and not exists (select from private.client_members as other where other.user_id = member.user_id and other.role <> 'member')
      -- Words that find the owner need no member.
      and exists (
        select from unnest(words) as word (pattern)
        where private.fold_text(concat_ws(' ', named.first_name, named.last_name, joined.name, owner.email)) not like word.pattern
      )
  ) as found
  where not exists (select from unnest(words) as word (pattern) where found.searched not like word.pattern)
  order by found.member is not null, not found.has_account, not private.begins_words(found.searched, words), found.place, found.role nulls first, found.id, found.account_id
  limit least(greatest(p_limit, 1), 50);
end
$$;

create function public.search_billable_clients(
  p_query text default '', p_limit integer default 8, p_accounts boolean default false, p_everyone boolean default false
)
returns table (
  id uuid, name text, company text, email text, account_id uuid, role public.account_role, has_account boolean, for_account text, member text,
  everyone_left boolean
)
language sql stable
set search_path = ''
return private.search_billable_clients(p_query, p_limit, p_accounts, p_everyone);

comment on function public.search_billable_clients(text, integer, boolean, boolean) is
'For admins: active clients who can get an invoice and whose name, company, accounts or address match every word; with p_accounts also accounts that nobody owns (id null, account_id, the invited address as email, and everyone_left), people with several accounts once for each that they own or are a billing contact of (account_id, and its name in for_account), and for people who are only members, whose name or address matches, the first owner of each of their accounts (member is the name of the one who was found), with p_everyone also people who see no invoices, everyone once, with the names of all their accounts in for_account. role is someone''s role where their account has several people. Those with words that begin with the typed ones come first, then owners. People without an account come after them, without the company that they left, and the owners of members come last.';

grant execute on function public.search_billable_clients(text, integer, boolean, boolean) to authenticated;
grant execute on function private.search_billable_clients(text, integer, boolean, boolean) to authenticated;

drop function private.account_health(bigint, bigint, timestamptz, timestamptz, boolean);
drop function private.account_reasons(bigint, bigint);
