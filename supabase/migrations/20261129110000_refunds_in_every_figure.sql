-- One rule decides what was kept of an invoice and how it reads after a refund. Lists, counts, sums and the PDF read it.

alter table public.invoices
  add column kept_amount integer not null generated always as (
    case when status = 'paid' and received_amount = 0 then amount - credited_amount else received_amount end - refunded_amount
  ) stored,
  add column refund text generated always as (
    case when status = 'paid' and refunded_amount > 0 then
      case
        when case when received_amount = 0 then amount - credited_amount else received_amount end > refunded_amount then 'partly refunded'
        else 'refunded'
      end
    end
  ) stored check (refund in ('partly refunded', 'refunded'));

comment on column public.invoices.kept_amount is 'What came in less what went back, in the currency''s smallest unit. Nothing else computes it.';
comment on column public.invoices.refund is 'How a paid invoice reads whose money went back: refunded or partly refunded; null for all others. Nothing else decides it.';


create or replace view private.shown_invoices with (security_invoker = true) as
select invoice.id, invoice.client_id, invoice.account_id, invoice.invoice_number, invoice.status, invoice.currency, invoice.amount,
  invoice.refunded_amount, invoice.owed_amount, invoice.due_date, invoice.paid_date, invoice.created_at, invoice.needs_attention,
  invoice.search_text, dated.shown, invoice.credited_amount, invoice.received_amount, invoice.kept_amount, invoice.refund,
  coalesce(invoice.refund, dated.shown) as readable
from public.invoices as invoice
cross join lateral (
  select case when invoice.status = 'pending' and invoice.due_date < (select private.agency_day()) then 'overdue' else invoice.status::text end as shown
) as dated;

comment on view private.shown_invoices is
'Invoices with their status as people see it (shown): a pending one is overdue from the day after its due date, by the agency''s day, even before the daily job has stored it. readable is the word for it on screens and paper, which says when money went back.';


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
    when 'paid' then 'found.readable = ''paid''' when 'refunded' then 'found.refund is not null' when 'void' then 'found.shown = ''void''' when 'active' then 'found.shown = ''active'''
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
          held.shown, held.readable, held.refund, held.amount - held.credited_amount as billed, held.kept_amount as received, held.refunded_amount as refunded
        from private.shown_invoices as held where %2$s
      ), tally as materialized (
        select found.currency, found.shown, found.readable, found.attention, %3$s as chosen, count(*) as number, sum(found.billed) as billed,
          sum(found.received) as received, sum(found.refunded) as refunded, sum(found.owed) as owed
        from found group by 1, 2, 3, 4, 5
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
            'credited_amount', page.credited_amount, 'received_amount', page.received_amount,
            'refunded_amount', page.refunded_amount, 'kept_amount', page.kept_amount, 'refund', page.refund, 'owed_amount', page.owed_amount,
            'currency', page.currency, 'due_date', page.due_date, 'paid_date', page.paid_date,
            'needs_attention', page.needs_attention, 'client_id', page.client_id,
            'client_name', coalesce(private.name_or_email(page.first_name, page.last_name, page.email), page.account_name),
            'client_company', page.company, 'client_email', page.email, 'account_id', page.account_id
          ) order by page.place) from page
        ), '[]'),
        'total', (select coalesce(sum(tally.number), 0) from tally where tally.chosen),
        'sums', coalesce((
          select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount, 'received', sums.received,
            'refunded', sums.refunded, 'owed', sums.owed, 'later', sums.later, 'drafts', sums.drafts) order by sums.amount desc, sums.currency)
          from (
            select tally.currency, coalesce(sum(tally.billed) filter (where tally.shown not in ('draft', 'void')), 0) as amount,
              sum(tally.received) as received, sum(tally.refunded) as refunded,
              coalesce(sum(tally.owed) filter (where tally.shown in ('pending', 'overdue')), 0) as owed,
              coalesce(sum(tally.owed) filter (where tally.shown = 'active'), 0) as later,
              coalesce(sum(tally.billed) filter (where tally.shown = 'draft'), 0) as drafts
            from tally where tally.chosen group by tally.currency
          ) as sums where sums.amount <> 0 or sums.received <> 0 or sums.refunded <> 0 or sums.drafts <> 0
        ), '[]'),
        'counts', (
          select jsonb_build_object(
            'all', coalesce(sum(tally.number), 0),
            'open', coalesce(sum(tally.number) filter (where tally.shown in ('pending', 'overdue')), 0),
            'overdue', coalesce(sum(tally.number) filter (where tally.shown = 'overdue'), 0),
            'draft', coalesce(sum(tally.number) filter (where tally.shown = 'draft'), 0),
            'active', coalesce(sum(tally.number) filter (where tally.shown = 'active'), 0),
            'paid', coalesce(sum(tally.number) filter (where tally.readable = 'paid'), 0),
            'refunded', coalesce(sum(tally.number) filter (where tally.readable in ('refunded', 'partly refunded')), 0),
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

comment on function public.search_invoices(text, text, text, boolean, integer, integer) is
'For admins: a page of invoices whose number, description or client matches every word: {rows, total, sums: [{currency, amount: billed, without credits, drafts and canceled invoices, received: less refunds, refunded, owed: of open invoices, later: of active ones, which can''t be paid yet, drafts}], counts, today}. A draft without a client has client_id null and the name of its account. Status: all, open, draft, pending, overdue, paid, refunded (also in part), void, active, attention. Sort: created, due, amount, number, client.';


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
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.currency)
      from (
        select own.currency, sum(own.kept_amount) as amount from own group by own.currency
      ) as sums where sums.amount <> 0
    ), '[]'),
    'paid_invoices', (select count(*) from own where own.status = 'paid' and own.kept_amount > 0),
    'paid_since', (select min(own.paid_date) from own where own.status = 'paid' and own.kept_amount > 0),
    'invoices', (select count(*) from own),
    'by_status', coalesce((
      select jsonb_object_agg(counts.readable, counts.number)
      from (select own.readable, count(*) as number from own group by own.readable) as counts
    ), '{}'),
    'active_retainers', (select count(*) from running),
    'monthly', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.currency)
      from (select running.currency, sum(running.monthly_amount) as amount from running group by running.currency) as sums
    ), '[]')
  )
$$;

comment on function private.billing_figures(uuid, uuid[]) is
'The billing in figures of what names a client, and of these accounts: all of client_figures but is_premium.';

comment on function public.client_figures(uuid) is
'The billing of the caller and of accounts whose money they see in figures, or for an admin those of the named client: {paid: [{currency, amount}], paid_invoices, paid_since, invoices, by_status, active_retainers, monthly, is_premium: the plan of the client''s account}. paid is what came in minus what went back (spec §2 Total Paid), paid_invoices counts those whose money was not all sent back, and by_status counts the words that people read. Amounts in the smallest unit.';


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
    'received', invoice.kept_amount + invoice.refunded_amount, 'kept', invoice.kept_amount, 'refund', invoice.refund,
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
