-- The list of clients' accounts can be narrowed to a plan, and to accounts that owe money.

drop function public.list_accounts(text, boolean, integer, integer, text, boolean);
drop function private.list_accounts(text, boolean, text, boolean, integer, integer);

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
          select from public.account_members as member join auth.users as person on person.id = member.user_id
          where member.account_id = account.id
            and strpos(lower(concat_ws(' ', person.email, private.person_name(member.user_id))), word.text) > 0
        )
      )
      and case p_balance
        when 'owed' then exists (
          select from public.invoices as invoice
          where invoice.account_id = account.id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
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

create function public.list_accounts(
  p_query text default '', p_archived boolean default false, p_limit integer default 50, p_offset integer default 0,
  p_sort text default 'name', p_descending boolean default false, p_plan text default '', p_balance text default ''
) returns jsonb
language sql stable
set search_path = ''
return private.list_accounts(p_query, p_archived, p_sort, p_descending, p_limit, p_offset, p_plan, p_balance);

comment on function public.list_accounts(text, boolean, integer, integer, text, boolean, text, text) is
'For admins: a page of clients'' accounts whose name, or a member''s name or address, contains every word: {rows: [{id, slug, name, is_premium, members, people: [{id, name}] (the first 3, owners first), leads_month, median_seconds (of 30 days; null without answers), owed: [{currency, amount}], last_activity_at, created_at, archived_at, health: see private.account_health, reasons: see private.account_reasons}], total}. Sort: name, owed, active (the last activity). p_plan: free or premium. p_balance: owed (open invoices), overdue (open invoices past their due date).';

grant execute on function public.list_accounts(text, boolean, integer, integer, text, boolean, text, text) to authenticated;
grant execute on function private.list_accounts(text, boolean, text, boolean, integer, integer, text, text) to authenticated;
