-- The status of invoices as people see it is a view, which the planner merges, so that lists of many invoices call nothing for each.
-- The reminder of an invoice that the daily job has marked as overdue says that it is.

create view private.shown_invoices with (security_invoker = true) as
select invoice.id, invoice.client_id, invoice.account_id, invoice.invoice_number, invoice.status, invoice.currency, invoice.amount,
  invoice.refunded_amount, invoice.owed_amount, invoice.due_date, invoice.paid_date, invoice.created_at, invoice.needs_attention,
  invoice.search_text,
  case when invoice.status = 'pending' and invoice.due_date < (select private.agency_day()) then 'overdue' else invoice.status::text end as shown
from public.invoices as invoice;

comment on view private.shown_invoices is
'Invoices with their status as people see it (shown): a pending one is overdue from the day after its due date, by the agency''s day, even before the daily job has stored it.';

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

create or replace function private.search_invoices(
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
          held.shown
        from private.shown_invoices as held where %2$s
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
          select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount, 'owed', sums.owed, 'later', sums.later) order by sums.amount desc)
          from (
            select tally.currency, sum(tally.amount) filter (where tally.shown <> 'void') as amount,
              coalesce(sum(tally.owed) filter (where tally.shown in ('pending', 'overdue')), 0) as owed,
              coalesce(sum(tally.owed) filter (where tally.shown = 'active'), 0) as later
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

create or replace function private.invoice_for_admin(p_invoice_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'invoice', to_jsonb(held) - 'search_text' || jsonb_build_object(
      'status', (select state.shown from private.shown_invoices as state where state.id = held.id)
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

create or replace function private.billing_figures(p_client_id uuid, p_accounts uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  with own as (
    select invoice.*, ledger.net
    from private.shown_invoices as invoice
    left join lateral (
      -- Null for an invoice that was never paid through the provider.
      select sum(case entry.kind when 'refund' then -entry.amount else entry.amount end) as net
      from public.payments as entry where entry.invoice_id = invoice.id and entry.currency = invoice.currency
    ) as ledger on true
    where (invoice.client_id = p_client_id or invoice.account_id = any (p_accounts)) and invoice.status <> 'draft'
  ), running as (
    select * from public.retainers as retainer
    where (retainer.client_id = p_client_id or retainer.account_id = any (p_accounts)) and retainer.status = 'active'
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
    ), '[]')
  )
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

create or replace function private.email_invoice(p_invoice_id uuid, p_kind text) returns timestamptz
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
    jsonb_build_object('owed', held.owed_amount::text, 'overdue', (
      select (state.shown = 'overdue')::text from private.shown_invoices as state where state.id = held.id
    ))
  );
  return now();
end
$$;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'number', case when invoice.invoice_number = private.draft_number(invoice.id) then 'Draft' else invoice.invoice_number end,
    'id', invoice.id, 'status', (select state.shown from private.shown_invoices as state where state.id = invoice.id),
    'currency', invoice.currency, 'description', invoice.description,
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

create or replace function private.mark_overdue_invoices() returns void
language sql volatile
set search_path = ''
as $$
  update public.invoices as invoice set status = 'overdue' from private.shown_invoices as late
  where late.id = invoice.id and late.shown = 'overdue' and invoice.status = 'pending'
$$;

create or replace function private.client_owed(p_client_id uuid) returns jsonb
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
    where invoice.client_id = p_client_id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
    group by invoice.currency
  ) as sums
$$;

drop function private.shown_invoice_status(public.invoice_status, date, date);

drop function private.is_overdue(public.invoice_status, date, date);
