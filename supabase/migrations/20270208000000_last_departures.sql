-- Admins read that everyone left an account.

create table private.last_departures (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  left_at timestamptz not null default now()
);

alter table private.last_departures enable row level security;

comment on table private.last_departures is 'Accounts that everyone has left. Such a row stays when someone joins again, and means nothing until they leave.';
comment on column private.last_departures.account_id is 'The account.';
comment on column private.last_departures.left_at is 'When its last person left.';

create function private.note_last_departure() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.last_departures (account_id)
  select account.id from public.accounts as account
  where account.id = old.account_id and not exists (select from public.account_members as rest where rest.account_id = account.id)
  on conflict (account_id) do update set left_at = excluded.left_at;
  return null;
end
$$;

comment on function private.note_last_departure() is 'Trigger: remembers when the last person left an account.';

create function private.last_left_at(p_account_id uuid) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select gone.left_at from private.last_departures as gone
  where gone.account_id = p_account_id and not exists (select from public.account_members as member where member.account_id = p_account_id)
$$;

comment on function private.last_left_at(uuid) is 'When the last person left an account that has no one now; null if no one has joined, or someone is in it.';

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
        'last_activity_at', measured.last_at, 'last_left_at', private.last_left_at(measured.id), 'created_at', measured.created_at, 'archived_at', measured.archived_at,
        'health', private.account_health(measured.unanswered, measured.late::bigint, measured.last_at, measured.created_at, measured.archived_at is not null),
        'reasons', to_jsonb(private.account_reasons(measured.unanswered, measured.late::bigint))
      ) order by measured.place), '[]'),
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
    'health', private.account_health(late_leads, late_invoices, last_at, account.created_at, account.archived_at is not null),
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

create trigger note_last_departure after delete on public.account_members
for each row execute function private.note_last_departure();

comment on function public.list_accounts(text, boolean, integer, integer, text, boolean, text, text) is
'For admins: a page of clients'' accounts whose name, or a member''s name or address, contains every word: {rows: [{id, slug, name, is_premium, members, people: [{id, name}] (the first 3, owners first), leads_month, median_seconds (of 30 days; null without answers), owed: [{currency, amount}], last_activity_at, last_left_at: see private.last_left_at, created_at, archived_at, health: see private.account_health, reasons: see private.account_reasons}], total}. Sort: name, owed, active (the last activity). p_plan: free or premium. p_balance: owed (open invoices), overdue (open invoices past their due date).';

comment on function public.account_record(uuid) is
'One account for admins: {id, slug, name, ..., people: see account_people, money: see private.account_money, running: see private.account_running, plan: {payer_id, payer, is_gift, ends_at, trial_end, is_ending} or null on the free plan, health: see private.account_health, last_activity_at, last_left_at: see private.last_left_at, late_leads (past their target), open_requests, pages: [{id, title, slug, status, domain}], leads, unanswered, prepared (what names nobody yet, the newest 50): {invoices: [{id, description, amount, currency}], retainers: [{id, name, amount, currency}]}, dashboard: {id, business_name, title, url, is_prepared} or null, from_lead: {id, name}}. Amounts in the smallest unit. PT404: no such account.';
