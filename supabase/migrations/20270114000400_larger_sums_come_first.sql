-- Sums of several currencies have one order for everyone. They began with the currencies of the reader's accounts, which differ between people.

create or replace function private.currencies_of(p_accounts uuid[]) returns text[]
language sql stable
set search_path = ''
as $$
  select array(select account.currency from public.accounts as account where account.id = any (p_accounts))
$$;

comment on function private.currencies_of(uuid[]) is 'The currencies of accounts. A statement begins with these.';

create or replace function private.billing_figures(p_client_id uuid, p_accounts uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  with own as (
    select invoice.* from private.shown_invoices as invoice
    where (invoice.client_id = p_client_id or invoice.account_id = any (p_accounts)) and invoice.status <> 'draft'
  ), running as (
    select * from public.retainers as retainer
    where (retainer.client_id = p_client_id or retainer.account_id = any (p_accounts)) and retainer.status = 'active'
  )
  select jsonb_build_object(
    'paid', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount)
        order by sums.amount desc, sums.currency)
      from (
        select own.currency, sum(own.kept_amount) as amount from own group by own.currency
      ) as sums where sums.amount <> 0
    ), '[]'),
    'paid_invoices', (select count(*) from own where own.kept_amount > 0),
    'paid_since', (
      select min(coalesce(own.paid_date, (
        select private.agency_day(min(entry.occurred_at)) from public.payments as entry
        where entry.invoice_id = own.id and entry.kind = 'payment' and entry.currency = own.currency
      )))
      from own where own.kept_amount > 0
    ),
    'invoices', (select count(*) from own),
    'by_status', coalesce((
      select jsonb_object_agg(counts.readable, counts.number)
      from (select own.readable, count(*) as number from own group by own.readable) as counts
    ), '{}'),
    'active_retainers', (select count(*) from running),
    'monthly', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount)
        order by sums.amount desc, sums.currency)
      from (select running.currency, sum(running.monthly_amount) as amount from running group by running.currency) as sums
    ), '[]')
  )
$$;

comment on function private.billing_figures(uuid, uuid[]) is
'The billing in figures of what names a client, and of these accounts: all of client_figures but is_premium.';

create or replace function public.client_figures(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.client_figures(p_client_id);

comment on function public.client_figures(uuid) is
'The billing of the caller and of accounts whose money they see in figures, or for an admin those of the named client: {paid: [{currency, amount}], paid_invoices, paid_since, invoices, by_status, active_retainers, monthly, is_premium: see private.client_has_premium}. Sums of several currencies begin with the largest, as everywhere. paid is what came in minus what went back (spec §2 Total Paid), paid_invoices counts those that paid comes from, also while a part is open, and by_status counts the words that people read. Amounts in the smallest unit.';

create or replace function private.client_balance(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with today as (
    select private.agency_day() as day
  ), own as (
    select invoice.*, invoice.shown = 'overdue' as late
    from private.shown_invoices as invoice
    where (
      invoice.client_id = (select private.portal_client(p_client_id)) or invoice.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
    ) and invoice.is_open
  )
  select jsonb_build_object(
    'due', coalesce((
      select jsonb_agg(jsonb_build_object(
        'currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number, 'overdue', sums.late, 'overdue_amount', sums.late_amount,
        'next_due', sums.next_due, 'invoice_ids', to_jsonb(sums.ids[1:50])
      ) order by sums.amount desc, sums.currency)
      from (
        select own.currency, sum(own.owed_amount) as amount, count(*) as number, count(*) filter (where own.late) as late,
          coalesce(sum(own.owed_amount) filter (where own.late), 0) as late_amount, min(own.due_date) as next_due,
          array_agg(own.id order by own.due_date nulls last, own.created_at, own.id) as ids
        from own group by own.currency
      ) as sums
    ), '[]'),
    'later', coalesce((
      select jsonb_agg(jsonb_build_object('currency', ahead.currency, 'amount', ahead.amount, 'invoices', ahead.number, 'due', ahead.due)
        order by ahead.amount desc, ahead.currency)
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

create or replace function private.account_money(p_account_id uuid) returns jsonb
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
        'last_activity_at', measured.last_at, 'created_at', measured.created_at, 'archived_at', measured.archived_at,
        'health', private.account_health(measured.unanswered, measured.late::bigint, measured.last_at, measured.created_at, measured.archived_at is not null),
        'reasons', to_jsonb(private.account_reasons(measured.unanswered, measured.late::bigint))
      ) order by measured.place), '[]'),
      'total', coalesce(max(measured.total), 0)
    ) from measured
  );
end
$$;

create or replace function private.client_owed(p_client_id uuid, p_accounts uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number, 'overdue', sums.late
  ) order by sums.amount desc, sums.currency), '[]')
  from (
    select invoice.currency, sum(invoice.owed_amount) as amount, count(*) as number,
      count(*) filter (where invoice.shown = 'overdue') as late
    from private.shown_invoices as invoice
    where (invoice.client_id = p_client_id or invoice.account_id = any (p_accounts)) and invoice.is_open
    group by invoice.currency
  ) as sums
$$;

comment on function private.client_owed(uuid, uuid[]) is
'What a client and these accounts owe: [{currency, amount, invoices, overdue}], open invoices only, in the smallest unit.';
