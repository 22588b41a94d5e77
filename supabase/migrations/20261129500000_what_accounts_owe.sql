-- The list of accounts has every reason of their health, and the list of people says whose account owes.

create or replace function private.account_reasons(p_unanswered bigint, p_overdue bigint) returns text[]
language sql immutable
set search_path = ''
as $$
  select array_remove(array[case when p_overdue > 0 then 'overdue' end, case when p_unanswered > 0 then 'waiting' end], null)
$$;

comment on function private.account_reasons(bigint, bigint) is
'What an account needs someone for, the worst first: overdue (an invoice is), waiting (a lead is past its target).';

create or replace function private.account_health(p_unanswered bigint, p_overdue bigint, p_last timestamptz, p_created timestamptz, p_archived boolean) returns text
language sql stable
set search_path = ''
as $$
  select case
    when p_archived then 'archived'
    else coalesce((private.account_reasons(p_unanswered, p_overdue))[1], case
      when p_last >= now() - interval '30 days' then 'good'
      when p_created >= now() - interval '30 days' then 'new'
      else 'quiet'
    end)
  end
$$;

comment on function private.account_health(bigint, bigint, timestamptz, timestamptz, boolean) is
'How an account does: archived, else its worst reason (private.account_reasons), else good (something happened in 30 days), new (made in 30 days, nothing happened yet), else quiet.';

create or replace function private.list_accounts(p_query text, p_archived boolean, p_sort text, p_descending boolean, p_limit integer, p_offset integer)
returns jsonb
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
          select from public.account_members as member join auth.users as person on person.id = member.user_id
          where member.account_id = account.id
            and strpos(lower(concat_ws(' ', person.email, private.person_name(member.user_id))), word.text) > 0
        )
      )
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
          where invoice.account_id = found.id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
          group by invoice.currency
        ) as sums
      ) as owed
      cross join lateral (select private.account_last_activity(found.id) as last_at) as activity
      cross join lateral (
        select count(*) as members, coalesce(jsonb_agg(jsonb_build_object('id', named.user_id, 'name', named.name) order by named.place) filter (where named.place <= 3), '[]') as people
        from (
          select member.user_id, private.person_name(member.user_id) as name, row_number() over (order by member.role <> 'owner', member.created_at, member.user_id) as place
          from public.account_members as member where member.account_id = found.id
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

comment on function public.list_accounts(text, boolean, integer, integer, text, boolean) is
'For admins: a page of clients'' accounts whose name, or a member''s name or address, contains every word: {rows: [{id, slug, name, is_premium, members, people: [{id, name}] (the first 3, owners first), leads_month, median_seconds (of 30 days; null without answers), owed: [{currency, amount}], last_activity_at, created_at, archived_at, health: see private.account_health, reasons: see private.account_reasons}], total}. Sort: name, owed, active (the last activity).';

create or replace function private.owing_account(p_user_id uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select member.account_id from public.account_members as member
  where member.user_id = p_user_id and jsonb_array_length(private.client_owed(null, array[member.account_id])) > 0
  order by member.created_at, member.account_id limit 1
$$;

comment on function private.owing_account(uuid) is 'The first account of a person that owes money; null when none does.';

create or replace function private.search_clients(
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
        'owed', private.client_owed(page.user_id, '{}'), 'monthly', private.billing_figures(page.user_id, '{}') -> 'monthly', 'accounts', private.accounts_of_person(page.user_id),
        'open_requests', private.open_requests(page.user_id), 'last_active', page.last_active, 'created_at', page.created_at,
        'owing_account', private.owing_account(page.user_id)
      ) order by page.place), '[]'),
      'total', coalesce(max(page.total), 0)
    ) from page
  );
end
$$;

comment on function public.search_clients(text, text, boolean, integer, integer) is
'For admins: a page of clients whose name, address, company or account''s name contains every word: {rows: [{id, name, email, company, status, owed: see client_owed, monthly: [{currency, amount}], accounts: [{id, name, role}], open_requests, last_active, created_at, owing_account}], total}. Sums are of what names each person, so that colleagues do not count twice; owing_account is an account of theirs that owes, or null. Sort: see search_people.';
