-- An open invoice is one that can be paid and on which something is due, everywhere. Agreed ones are counted apart.

create or replace view private.shown_invoices with (security_invoker = true) as
select invoice.id, invoice.client_id, invoice.account_id, invoice.invoice_number, invoice.status, invoice.currency, invoice.amount,
  invoice.refunded_amount, invoice.owed_amount, invoice.due_date, invoice.paid_date, invoice.created_at, invoice.needs_attention,
  invoice.search_text, dated.shown, invoice.credited_amount, invoice.received_amount, invoice.kept_amount, invoice.refund,
  coalesce(invoice.refund, dated.shown) as readable, invoice.issued_at,
  invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0 as is_open
from public.invoices as invoice
cross join lateral (
  select case when invoice.status = 'pending' and invoice.due_date < (select private.agency_day()) then 'overdue' else invoice.status::text end as shown
) as dated;

comment on view private.shown_invoices is
'Invoices with their status as people see it (shown): a pending one is overdue from the day after its due date, by the agency''s day, even before the daily job has stored it. readable is the word for it on screens and paper, which says when money went back. is_open is the only meaning of an open invoice: it can be paid, and something is due. An agreed one (active) isn''t open.';

drop function public.count_billed_items(uuid);

drop function private.count_billed_items(uuid);

drop function private.billed_items(uuid);

create function private.billed_items(p_user_id uuid) returns table (invoices bigint, agreed bigint, retainers bigint, has_plan boolean)
language sql stable
set search_path = ''
as $$
  select
    (select count(*) from private.shown_invoices as invoice where invoice.client_id = p_user_id and invoice.is_open),
    (select count(*) from public.invoices as invoice where invoice.client_id = p_user_id and invoice.status = 'active'),
    (select count(*) from public.retainers as retainer where retainer.client_id = p_user_id and retainer.status in ('active', 'paused')),
    exists (
      select from public.subscriptions as plan
      where plan.user_id = p_user_id and plan.subscribed and plan.stripe_subscription_id is not null
    )
$$;

comment on function private.billed_items(uuid) is
'What names a person as the client and goes on: open invoices, agreed ones that can''t be paid yet (active), running retainers, and whether they pay for a plan.';

create function private.count_billed_items(p_user_id uuid) returns table (invoices bigint, agreed bigint, retainers bigint, has_plan boolean)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select billed.* from private.billed_items(p_user_id) as billed;
end
$$;

create function public.count_billed_items(p_user_id uuid) returns table (invoices bigint, agreed bigint, retainers bigint, has_plan boolean)
language sql stable
set search_path = ''
return private.count_billed_items(p_user_id);

comment on function public.count_billed_items(uuid) is
'How many open invoices, agreed invoices that can''t be paid yet (active), and running retainers name a person as the client, and whether they pay for a plan. Admins only.';

grant execute on function public.count_billed_items(uuid) to authenticated;

grant execute on function private.count_billed_items(uuid) to authenticated;

create or replace function private.refuse_while_billed(p_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  held text[];
begin
  select array_remove(array[
    case when billed.invoices > 0 then format('%s open %s', billed.invoices, case billed.invoices when 1 then 'invoice' else 'invoices' end) end,
    case when billed.agreed > 0 then format('%s active %s', billed.agreed, case billed.agreed when 1 then 'invoice' else 'invoices' end) end,
    case when billed.retainers > 0 then format('%s running %s', billed.retainers, case billed.retainers when 1 then 'retainer' else 'retainers' end) end,
    case when billed.has_plan then 'a paid Premium plan' end
  ], null) into held from private.billed_items(p_user_id) as billed;
  if held <> '{}' then
    perform private.refuse(
      'client_still_billed', 'PT409',
      format('They still have %s as a client. Settle or end this first.', regexp_replace(array_to_string(held, ', '), ', ([^,]*)$', ' and \1'))
    );
  end if;
end
$$;

comment on function private.refuse_while_billed(uuid) is
'Refuses to end someone''s time as a client while open or agreed invoices, running retainers or a paid plan name them: nobody could see or pay them.';

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
  if exists (select from public.account_members as rest where rest.account_id = p_account and rest.user_id <> p_user_id) then return; end if;
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

comment on function private.refuse_unsettled(uuid, uuid) is
'Refuses that the last person leaves an account while it has open or agreed invoices or running retainers, because nobody would be billed for them.';

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
          select from public.account_members as member join auth.users as person on person.id = member.user_id
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
    ), '[]'),
    'paid', figures.found -> 'paid', 'paid_invoices', figures.found -> 'paid_invoices'
  )
  from private.billing_figures(null, array[p_account_id]) as figures (found)
$$;

create or replace function private.account_running(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'invoices', (select count(*) from private.shown_invoices as invoice where invoice.account_id = p_account_id and invoice.is_open),
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
    'health', private.account_health(late_leads, late_invoices, last_at, account.created_at, account.archived_at is not null),
    'last_activity_at', last_at,
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

create or replace function private.client_owed(p_client_id uuid, p_accounts uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number, 'overdue', sums.late
  ) order by sums.currency), '[]')
  from (
    select invoice.currency, sum(invoice.owed_amount) as amount, count(*) as number,
      count(*) filter (where invoice.shown = 'overdue') as late
    from private.shown_invoices as invoice
    where (invoice.client_id = p_client_id or invoice.account_id = any (p_accounts)) and invoice.is_open
    group by invoice.currency
  ) as sums
$$;

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

create or replace function private.erasure_obstacles(p_person private.erased_person) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', found.code, 'text', found.words, 'items', found.items) order by found.place), '[]')
  from (
    select 1 as place, 'self' as code, 'You can''t erase yourself. Ask another admin.' as words, '[]'::jsonb as items
    where auth.uid() = any ((p_person).accounts)
    union all
    select 2, 'last_admin', 'This is the last active admin. Make someone else an admin first.', '[]'
    where exists (
      select from public.user_roles as held
      where held.user_id = any ((p_person).accounts) and held.role = 'admin' and held.status = 'active'
    ) and not exists (
      select from public.user_roles as other
      where other.user_id <> all ((p_person).accounts) and other.role = 'admin' and other.status = 'active'
    )
    union all
    select 3, 'open_invoices', 'These invoices aren''t settled. Collect, credit or cancel them first.', jsonb_agg(jsonb_build_object(
      'id', invoice.id, 'label', invoice.invoice_number, 'amount', invoice.owed_amount,
      'currency', invoice.currency
    ) order by invoice.created_at, invoice.id)
    from public.invoices as invoice
    where invoice.client_id = any ((p_person).accounts) and invoice.status in ('pending', 'overdue', 'active') having count(*) > 0
    union all
    select 4, 'running_retainers', 'These retainers haven''t ended. End them first.', jsonb_agg(jsonb_build_object(
      'id', retainer.id, 'label', retainer.retainer_name
    ) order by retainer.created_at, retainer.id)
    from public.retainers as retainer
    where retainer.client_id = any ((p_person).accounts) and retainer.status in ('active', 'paused') having count(*) > 0
    union all
    select 5, 'paid_plan', 'The Premium plan is still active at the payment provider. Cancel it there first.', '[]'
    where exists (
      select from public.subscriptions as plan
      where plan.user_id = any ((p_person).accounts) and plan.subscribed and plan.stripe_subscription_id is not null
    )
    union all
    select 6, 'open_leads', format('This person owns %s open %s. Deactivate them first to reassign the leads.',
      count(*), case count(*) when 1 then 'lead' else 'leads' end), '[]'
    from public.leads as lead
    where lead.user_id = any ((p_person).accounts) and lead.id <> all ((p_person).leads) and lead.archived_at is null
      and lead.erased_at is null and lead.stage not in ('won', 'lost') having count(*) > 0
  ) as found
$$;
