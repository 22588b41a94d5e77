-- The list of all invoices can be narrowed to a client and to the days on which invoices were sent. Each row has its version, so that
-- several drafts can be sent or deleted from the list.

drop function public.search_invoices(text, text, text, boolean, integer, integer);
drop function private.search_invoices(text, text, text, boolean, integer, integer);

create or replace view private.shown_invoices with (security_invoker = true) as
select invoice.id, invoice.client_id, invoice.account_id, invoice.invoice_number, invoice.status, invoice.currency, invoice.amount,
  invoice.refunded_amount, invoice.owed_amount, invoice.due_date, invoice.paid_date, invoice.created_at, invoice.needs_attention,
  invoice.search_text, dated.shown, invoice.credited_amount, invoice.received_amount, invoice.kept_amount, invoice.refund,
  coalesce(invoice.refund, dated.shown) as readable, invoice.issued_at
from public.invoices as invoice
cross join lateral (
  select case when invoice.status = 'pending' and invoice.due_date < (select private.agency_day()) then 'overdue' else invoice.status::text end as shown
) as dated;

create or replace function private.name_of_client(p_client uuid) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(nullif(profile.company, ''), private.name_or_email(profile.first_name, profile.last_name, person.email::text))
  from auth.users as person left join public.profiles as profile on profile.user_id = person.id where person.id = p_client
  union all
  select account.name from public.accounts as account where account.id = p_client and account.kind = 'client'
$$;

comment on function private.name_of_client(uuid) is 'The company or name of a person, or the name of a client''s account. Null for anything else.';

create or replace function private.search_invoices(
  p_query text, p_status text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, p_client uuid, p_from date, p_until date
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
  if p_client is not null then
    -- A person stands for the accounts that they belong to, whose invoices may name a colleague.
    searched := searched || format(' and (held.client_id = %L or held.account_id = any (%L::uuid[]))', p_client, (
      select array_agg(member.account_id) || p_client from public.account_members as member where member.user_id = p_client
    ));
  end if;
  if p_from is not null then searched := searched || format(' and held.issued_at >= %L::timestamptz', private.day_start(p_from)); end if;
  if p_until is not null then searched := searched || format(' and held.issued_at < %L::timestamptz', private.day_start(p_until + 1)); end if;
  -- Only names from these lists reach the statement.
  wanted := case p_status
    when 'all' then 'true' when 'open' then 'found.shown in (''pending'', ''overdue'')' when 'attention' then 'found.attention'
    when 'draft' then 'found.shown = ''draft''' when 'pending' then 'found.shown = ''pending''' when 'overdue' then 'found.shown = ''overdue'''
    when 'paid' then 'found.readable in (''paid'', ''partly refunded'')' when 'refunded' then 'found.refund is not null' when 'void' then 'found.shown = ''void''' when 'active' then 'found.shown = ''active'''
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
        'today', $1, 'client', $4,
        'rows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', page.id, 'invoice_number', page.invoice_number, 'status', page.shown, 'description', page.description, 'amount', page.amount,
            'credited_amount', page.credited_amount, 'received_amount', page.received_amount,
            'refunded_amount', page.refunded_amount, 'kept_amount', page.kept_amount, 'refund', page.refund, 'owed_amount', page.owed_amount,
            'currency', page.currency, 'due_date', page.due_date, 'paid_date', page.paid_date, 'issued_at', page.issued_at,
            'needs_attention', page.needs_attention, 'client_id', page.client_id,
            'client_name', coalesce(private.name_or_email(page.first_name, page.last_name, page.email), page.account_name),
            'client_company', page.company, 'client_email', page.email, 'account_id', page.account_id, 'updated_at', page.updated_at
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
            'paid', coalesce(sum(tally.number) filter (where tally.readable in ('paid', 'partly refunded')), 0),
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
  ) into answer using today, least(greatest(p_limit, 1), 200), greatest(p_offset, 0), private.name_of_client(p_client);
  return answer;
end
$$;

create or replace function public.search_invoices(
  p_query text default '', p_status text default 'all', p_sort text default 'created', p_descending boolean default true,
  p_limit integer default 50, p_offset integer default 0, p_client uuid default null, p_from date default null, p_until date default null
) returns jsonb
language sql stable
set search_path = ''
return private.search_invoices(p_query, p_status, p_sort, p_descending, p_limit, p_offset, p_client, p_from, p_until);

comment on function public.search_invoices(text, text, text, boolean, integer, integer, uuid, date, date) is
'For admins: a page of invoices whose number, description or client matches every word, of the account p_client, or of the person p_client and their accounts, and sent from p_from to p_until in the agency''s time zone: {rows, client: the name of p_client, total, sums: [{currency, amount: billed, without credits, drafts and canceled invoices, received: less refunds, refunded, owed: of open invoices, later: of active ones, which can''t be paid yet, drafts}], counts, today}. A draft without a client has client_id null and the name of its account. Status: all, open, draft, pending, overdue, paid, refunded (also in part), void, active, attention. Sort: created, due, amount, number, client.';

grant execute on function public.search_invoices(text, text, text, boolean, integer, integer, uuid, date, date) to authenticated;
grant execute on function private.search_invoices(text, text, text, boolean, integer, integer, uuid, date, date) to authenticated;
