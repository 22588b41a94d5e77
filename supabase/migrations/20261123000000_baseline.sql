-- The schema as it was first released. Written from supabase/schemas by `npm run db:baseline`.

create schema if not exists private;

comment on schema private is 'Tables and functions that the API does not expose.';

revoke all on schema private from public, anon, authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;

revoke all on all tables in schema public from public, anon, authenticated;

revoke all on all sequences in schema public from public, anon, authenticated;

revoke all on all routines in schema public from public, anon, authenticated;

alter default privileges in schema public revoke all on tables from public, anon, authenticated, service_role;

alter default privileges in schema public revoke all on sequences from public, anon, authenticated, service_role;

alter default privileges in schema public revoke all on functions from public, anon, authenticated, service_role;

alter default privileges revoke execute on functions from public;

create function private.touch_updated_at() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

comment on function private.touch_updated_at() is 'Trigger: sets updated_at.';

create function private.search_words(p_query text) returns text[]
language sql immutable
set search_path = ''
as $$
  select coalesce(array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}')
  from (
    select word from regexp_split_to_table(lower(left(coalesce(p_query, ''), 200)), '\s+') as word where word <> '' limit 6
  ) as words
$$;

comment on function private.search_words(text) is 'The first six words of a search as patterns for like.';

create function private.client_text(p_first text, p_last text, p_company text, p_email text) returns text
language sql immutable
-- No search_path of its own, so that the planner inlines it.
as $$ select lower(coalesce(p_first, '') || ' ' || coalesce(p_last, '') || ' ' || coalesce(p_company, '') || ' ' || coalesce(p_email, '')) $$;

comment on function private.client_text(text, text, text, text) is 'The text that a search finds a client by.';

create function private.client_order(p_company text, p_first text, p_email text) returns text
language sql immutable parallel safe
as $$
  select lower(coalesce(nullif(p_company, ''), p_first, p_email))
$$;

comment on function private.client_order(text, text, text) is
'What clients are sorted by: their company, else their first name, else their address.';

create function public.search_invoices(
  p_query text default '', p_status text default 'all', p_sort text default 'created', p_descending boolean default true,
  p_limit integer default 50, p_offset integer default 0
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
    searched := searched || format(' and (held.search_text like %L or held.client_id = any (%L::uuid[]))', pattern, private.matching_clients(pattern));
  end loop;
  -- Only names from these lists reach the statement.
  wanted := case p_status
    when 'all' then 'true' when 'open' then 'found.shown in (''pending'', ''overdue'')' when 'attention' then 'found.attention'
    when 'draft' then 'found.shown = ''draft''' when 'pending' then 'found.shown = ''pending''' when 'overdue' then 'found.shown = ''overdue'''
    when 'paid' then 'found.shown = ''paid''' when 'void' then 'found.shown = ''void''' when 'active' then 'found.shown = ''active'''
  end;
  sorted := case p_sort
    when 'created' then 'found.created_at' when 'due' then 'found.due_date' when 'amount' then 'found.amount' when 'number' then 'found.invoice_number'
    when 'client' then 'client.name'
  end;
  if wanted is null or sorted is null then perform private.refuse('unknown_filter', '22023', 'There is no such filter or order'); end if;
  execute format(
    $sql$
      -- A search runs once. Without words, counting and paging each have their own best plan.
      with found as %1$s (
        select held.id, held.client_id, held.currency, held.amount, held.created_at, held.due_date, held.invoice_number,
          held.owed_amount as owed, held.needs_attention is not null as attention,
          private.shown_invoice_status(held.status, held.due_date, $1) as shown
        from public.invoices as held where %2$s
      ), tally as materialized (
        select found.currency, found.shown, found.attention, %3$s as chosen, count(*) as number, sum(found.amount) as amount, sum(found.owed) as owed
        from found group by 1, 2, 3, 4
      ), picked as materialized (
        select found.id, found.shown, row_number() over () as place
        from (
          select found.id, found.shown from found %4$s where %3$s order by %5$s %6$s nulls last, found.id limit $2 offset $3
        ) as found
      ), page as (
        select held.*, profile.first_name, profile.last_name, profile.company, account.email, picked.shown, picked.place
        from picked join public.invoices as held on held.id = picked.id
        join auth.users as account on account.id = held.client_id
        left join public.profiles as profile on profile.user_id = held.client_id
      )
      select jsonb_build_object(
        'today', $1,
        'rows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', page.id, 'invoice_number', page.invoice_number, 'status', page.shown, 'description', page.description, 'amount', page.amount,
            'credited_amount', page.credited_amount, 'currency', page.currency, 'due_date', page.due_date, 'paid_date', page.paid_date,
            'needs_attention', page.needs_attention, 'client_id', page.client_id,
            'client_name', private.name_or_email(page.first_name, page.last_name, page.email),
            'client_company', page.company, 'client_email', page.email
          ) order by page.place) from page
        ), '[]'),
        'total', (select coalesce(sum(tally.number), 0) from tally where tally.chosen),
        'sums', coalesce((
          select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount, 'owed', sums.owed) order by sums.amount desc)
          from (
            select tally.currency, sum(tally.amount) filter (where tally.shown <> 'void') as amount,
              coalesce(sum(tally.owed), 0) as owed
            from tally where tally.chosen group by tally.currency
          ) as sums where sums.amount is not null
        ), '[]'),
        'counts', (
          select jsonb_build_object(
            'all', coalesce(sum(tally.number), 0),
            'open', coalesce(sum(tally.number) filter (where tally.shown in ('pending', 'overdue')), 0),
            'overdue', coalesce(sum(tally.number) filter (where tally.shown = 'overdue'), 0),
            'draft', coalesce(sum(tally.number) filter (where tally.shown = 'draft'), 0),
            'paid', coalesce(sum(tally.number) filter (where tally.shown = 'paid'), 0),
            'void', coalesce(sum(tally.number) filter (where tally.shown = 'void'), 0),
            'attention', coalesce(sum(tally.number) filter (where tally.attention), 0)
          ) from tally
        )
      )
    $sql$,
    case when searched = 'true' then 'not materialized' else 'materialized' end, searched, wanted,
    case when p_sort = 'client' then $join$ join (
      select account.id, private.client_order(profile.company, profile.first_name, account.email::text) as name
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
    ) as client on client.id = found.client_id $join$ else '' end,
    sorted, case when p_descending then 'desc' else 'asc' end
  ) into answer using today, least(greatest(p_limit, 1), 200), greatest(p_offset, 0);
  return answer;
end
$$;

comment on function public.search_invoices(text, text, text, boolean, integer, integer) is
'For admins: a page of invoices whose number, description or client matches every word: {rows, total, sums: [{currency, amount, owed}], counts, today}. Status: all, open, draft, pending, overdue, paid, void, active, attention. Sort: created, due, amount, number, client.';

create function public.search_retainers(p_query text default '', p_status text default 'all', p_limit integer default 50, p_offset integer default 0)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words constant text[] := private.search_words(p_query);
  answer jsonb;
begin
  perform private.require_admin();
  if p_status not in ('all', 'active', 'paused', 'ended') then perform private.refuse('unknown_filter', '22023', 'There is no such filter'); end if;
  with found as materialized (
    select held.*, profile.first_name, profile.last_name, profile.company, account.email::text as email,
      case when held.status in ('completed', 'canceled') then 'ended' when held.status in ('paused', 'pending') then 'paused' else 'active' end as kind
    from public.retainers as held
    join auth.users as account on account.id = held.client_id
    left join public.profiles as profile on profile.user_id = held.client_id
    where not exists (
      select from unnest(words) as word (pattern)
      where lower(held.retainer_name) || ' ' || private.client_text(profile.first_name, profile.last_name, profile.company, account.email::text) not like word.pattern
    )
  ), chosen as materialized (
    select * from found where p_status = 'all' or found.kind = p_status
  ), page as (
    select * from chosen order by chosen.kind = 'ended', chosen.created_at desc, chosen.id
    limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0)
  )
  select jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', page.id, 'retainer_name', page.retainer_name, 'description', page.description, 'status', page.status, 'monthly_amount', page.monthly_amount,
        'currency', page.currency, 'start_date', page.start_date, 'end_date', page.end_date, 'duration_months', page.duration_months,
        'updated_at', page.updated_at, 'client_id', page.client_id, 'client_company', page.company, 'client_email', page.email,
        'client_name', private.name_or_email(page.first_name, page.last_name, page.email),
        'next_charge', case when page.status = 'active' then (
          select min(charge.day)
          from private.charge_dates(
            page.start_date, page.end_date, page.duration_months, greatest(page.charges_from, private.agency_day()),
            greatest(page.start_date, private.agency_day()) + 40
          ) as charge (day)
          where not exists (select from public.retainer_charges as done where done.retainer_id = page.id and done.charge_date = charge.day)
        ) end,
        'invoices', (select count(*) from public.retainer_charges as done where done.retainer_id = page.id)
      ) order by page.kind = 'ended', page.created_at desc, page.id) from page
    ), '[]'),
    'total', (select count(*) from chosen),
    'sums', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.amount desc)
      from (select chosen.currency, sum(chosen.monthly_amount) as amount from chosen where chosen.kind = 'active' group by chosen.currency) as sums
    ), '[]'),
    'counts', (
      select jsonb_build_object(
        'all', count(*), 'active', count(*) filter (where found.kind = 'active'), 'paused', count(*) filter (where found.kind = 'paused'),
        'ended', count(*) filter (where found.kind = 'ended')
      ) from found
    )
  ) into answer;
  return answer;
end
$$;

comment on function public.search_retainers(text, text, integer, integer) is
'For admins: a page of retainers, running ones first, with their next charge: {rows, total, sums, counts}; sums are monthly, of running retainers. Status: all, active, paused, ended.';

create function public.search_billable_clients(p_query text default '', p_limit integer default 8)
returns table (id uuid, name text, company text, email text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  words constant text[] := private.search_words(p_query);
begin
  perform private.require_admin();
  return query
    select account.id, private.name_or_email(profile.first_name, profile.last_name, account.email::text), profile.company, account.email::text
    from public.user_roles as held
    join auth.users as account on account.id = held.user_id
    left join public.profiles as profile on profile.user_id = held.user_id
    where held.role = 'client' and held.status = 'active' and not exists (
      select from unnest(words) as word (pattern)
      where private.client_text(profile.first_name, profile.last_name, profile.company, account.email::text) not like word.pattern
    )
    order by private.client_order(profile.company, profile.first_name, account.email::text), account.id
    limit least(greatest(p_limit, 1), 50);
end
$$;

comment on function public.search_billable_clients(text, integer) is
'For admins: active clients whose name, company or address matches every word.';

create function public.invoice_for_admin(p_invoice_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'invoice', to_jsonb(held) - 'search_text' || jsonb_build_object(
      'status', private.shown_invoice_status(held.status, held.due_date, private.agency_day())
    ),
    'today', private.agency_day(),
    'client', (
      select jsonb_build_object(
        'id', account.id, 'email', account.email, 'company', coalesce(billed.company, profile.company),
        'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text))
      )
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.archived_billing_identities as billed on billed.account_id = account.id where account.id = held.client_id
    ),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', line.id, 'description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount, 'amount', line.amount
      ) order by line.position) from public.invoice_lines as line where line.invoice_id = held.id
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', entry.id, 'kind', entry.kind, 'amount', entry.amount, 'currency', entry.currency, 'is_duplicate', entry.is_duplicate,
        'occurred_at', entry.occurred_at, 'by_hand', entry.provider_ref like 'manual:%', 'reference', entry.provider_ref,
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

comment on function public.invoice_for_admin(uuid) is
'For admins: an invoice with its client, lines, ledger, events, the retainer that issued it, and whether a payment page is open; null when there is no such invoice.';

grant execute on function public.search_invoices(text, text, text, boolean, integer, integer) to authenticated;

grant execute on function public.search_retainers(text, text, integer, integer) to authenticated;

grant execute on function public.search_billable_clients(text, integer) to authenticated;

grant execute on function public.invoice_for_admin(uuid) to authenticated;

create function private.charge_dates(p_start date, p_end date, p_months integer, p_from date, p_until date) returns setof date
language sql immutable
set search_path = ''
as $$
  -- Counts from the first day each time, so that a short month does not shift later ones.
  select charge.day from (
    select (p_start + make_interval(months => number))::date as day
    from generate_series(
      greatest(0, (extract(year from p_from) - extract(year from p_start)) * 12 + extract(month from p_from) - extract(month from p_start) - 1)::integer,
      least(
        coalesce(p_months, 1200) - 1,
        ((extract(year from p_until) - extract(year from p_start)) * 12 + extract(month from p_until) - extract(month from p_start))::integer
      )
    ) as number
  ) as charge
  where charge.day between p_from and p_until and (p_end is null or charge.day <= p_end)
  order by charge.day
$$;

comment on function private.charge_dates(date, date, integer, date, date) is
'The days between two dates on which a retainer is charged: its first day and the same day of each later month, or the last day of a shorter month.';

create function private.refuse_outdated(p_expected timestamptz, p_found timestamptz) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if p_expected is null or p_expected <> p_found then
    perform private.refuse('outdated', 'PT409', 'Somebody changed this meanwhile. Nothing was overwritten: look at what it is now, and try again.');
  end if;
end
$$;

comment on function private.refuse_outdated(timestamptz, timestamptz) is
'Refuses a change when somebody else changed the row since the caller read it.';

create function private.require_client(p_client_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (
    select from public.user_roles as held where held.user_id = p_client_id and held.role = 'client' and held.status = 'active'
  ) then
    perform private.refuse('client_not_active', '22023', 'This person is not an active client', 'client_id');
  end if;
end
$$;

comment on function private.require_client(uuid) is
'Refuses a person who is not an active client, because they could not read their invoice.';

create function private.require_currency(p_given text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  if lower(btrim(coalesce(p_given, ''))) !~ '^[a-z]{3}$' then
    perform private.refuse('currency_invalid', '22023', 'The currency is three letters, such as usd', 'currency');
  end if;
  return lower(btrim(p_given));
end
$$;

comment on function private.require_currency(text) is 'The currency in lower case. Refuses everything but three letters.';

create function private.require_text(p_given text, p_label text, p_max_length integer) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  if btrim(coalesce(p_given, '')) = '' then
    perform private.refuse('required', '22023', format('%s is required', p_label), private.field_name(p_label));
  end if;
  if char_length(btrim(p_given)) > p_max_length then
    perform private.refuse('too_long', '22001', format('%s is longer than %s characters', p_label, p_max_length), private.field_name(p_label));
  end if;
  return btrim(p_given);
end
$$;

comment on function private.require_text(text, text, integer) is 'The trimmed text. Refuses empty and long texts.';

create function private.write_invoice_lines(p_invoice_id uuid, p_lines jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  wrong bigint;
  total numeric;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) > 200 then
    perform private.refuse('lines_invalid', '22023', 'The lines must be a list of at most 200', 'lines');
  end if;
  select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
  where jsonb_typeof(line.body) is distinct from 'object'
    or btrim(coalesce(line.body ->> 'description', '')) = '' or char_length(line.body ->> 'description') > 500
    or coalesce(line.body ->> 'quantity', '') !~ '^[0-9]{1,6}$' or coalesce(line.body ->> 'unit_amount', '') !~ '^-?[0-9]{1,9}$';
  if wrong is null then
    select min(line.position) into wrong from jsonb_array_elements(p_lines) with ordinality as line (body, position)
    where (line.body ->> 'quantity')::integer not between 1 and 100000;
  end if;
  if wrong is not null then
    perform private.refuse(
      'line_invalid', '22023',
      format('Line %s needs a description (at most 500 characters), a whole quantity from 1 to 100,000 and an amount', wrong),
      'lines'
    );
  end if;
  select coalesce(sum((line.body ->> 'quantity')::numeric * (line.body ->> 'unit_amount')::numeric), 0) into total
  from jsonb_array_elements(p_lines) as line (body);
  if total < 0 then perform private.refuse('total_below_zero', '22023', 'The total cannot be below zero', 'lines'); end if;
  if total > 99999999 or exists (
    select from jsonb_array_elements(p_lines) as line (body)
    where abs((line.body ->> 'quantity')::numeric * (line.body ->> 'unit_amount')::numeric) > 2000000000
  ) then
    perform private.refuse('total_too_large', '22023', 'The total is more than can be paid at once (99,999,999 of the smallest unit)', 'lines');
  end if;
  delete from public.invoice_lines as line where line.invoice_id = p_invoice_id;
  -- The trigger on the lines sets the amount, but does not run for an invoice without lines.
  update public.invoices as invoice set amount = 0 where invoice.id = p_invoice_id and jsonb_array_length(p_lines) = 0;
  insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount)
  select p_invoice_id, line.position, btrim(line.body ->> 'description'), (line.body ->> 'quantity')::integer, (line.body ->> 'unit_amount')::integer
  from jsonb_array_elements(p_lines) with ordinality as line (body, position);
end
$$;

comment on function private.write_invoice_lines(uuid, jsonb) is
'Replaces a draft''s lines with a list of {description, quantity, unit_amount}. Refuses the first wrong line by its number.';

create function public.update_draft_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_client_id uuid, p_description text, p_due_date date, p_currency text, p_lines jsonb
) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  changed_at timestamptz;
begin
  perform private.require_admin();
  perform private.lock_draft(p_invoice_id, p_expected_updated_at);
  perform private.require_client(p_client_id);
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  update public.invoices as invoice
  set client_id = p_client_id, description = nullif(btrim(p_description), ''), due_date = p_due_date, currency = private.require_currency(p_currency)
  where invoice.id = p_invoice_id;
  perform private.write_invoice_lines(p_invoice_id, p_lines);
  select invoice.updated_at into changed_at from public.invoices as invoice where invoice.id = p_invoice_id;
  return changed_at;
end
$$;

comment on function public.update_draft_invoice(uuid, timestamptz, uuid, text, date, text, jsonb) is
'Replaces the content of a draft and returns its new updated_at. PT409: it was sent or changed since the caller read it.';

create function public.delete_draft_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.lock_draft(p_invoice_id, p_expected_updated_at);
  delete from public.invoices as invoice where invoice.id = p_invoice_id;
end
$$;

comment on function public.delete_draft_invoice(uuid, timestamptz) is
'Deletes a draft. PT409: it was sent or changed since the caller read it.';

grant execute on function public.update_draft_invoice(uuid, timestamptz, uuid, text, date, text, jsonb) to authenticated;

grant execute on function public.delete_draft_invoice(uuid, timestamptz) to authenticated;

create function private.issue_invoice() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.status <> 'draft' and new.issued_at is null then
    new.issued_at := case when tg_op = 'INSERT' then new.created_at else now() end;
  end if;
  return new;
end
$$;

comment on function private.issue_invoice() is 'Trigger: records when an invoice was sent.';

create function private.announce_invoice() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.enqueue_invoice_mail(new.id, 'invoice-issued', 'issued');
  return null;
end
$$;

comment on function private.announce_invoice() is 'Trigger: emails the client about a new invoice, once.';

create function private.refuse_used_invoice_number() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  used bigint;
begin
  select max(substr(invoice.invoice_number, char_length(new.invoice_prefix) + 1)::bigint) into used
  from public.invoices as invoice
  where starts_with(invoice.invoice_number, new.invoice_prefix)
    and substr(invoice.invoice_number, char_length(new.invoice_prefix) + 1) ~ '^[0-9]{1,15}$';
  if new.next_invoice_number <= used then
    perform private.refuse(
      'invoice_number_used', 'PT409',
      'This invoice number is used already',
      'next_invoice_number',
      p_more => jsonb_build_object('lowest', used + 1)
    );
  end if;
  return new;
end
$$;

comment on function private.refuse_used_invoice_number() is
'Trigger: the next number must be above all used numbers of its prefix. Refuses with invoice_number_used, which names the lowest possible number.';

create function public.announce_payment_failure(p_invoice_id uuid, p_reason text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- A client who then paid with another card gets no email about the first one, and nobody gets ten emails for ten tries.
  if exists (select from public.invoices as invoice where invoice.id = p_invoice_id and invoice.status in ('pending', 'overdue')) then
    perform private.enqueue_invoice_mail(
      p_invoice_id, 'payment-failed', format('payment-failed:%s', private.agency_day()), jsonb_build_object('reason', left(p_reason, 300))
    );
  end if;
end
$$;

comment on function public.announce_payment_failure(uuid, text) is
'Emails a client that a payment failed, at most once a day for each open invoice.';

create function public.claim_unfinished_checkouts(p_limit integer default 50)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- The provider drops a page after a day, so an attempt that never got one is over.
  update private.checkouts as tried set status = 'expired', checked_at = now()
  where tried.status = 'opening' and tried.session_id is null and tried.created_at < now() - interval '25 hours';
  return query
    with due as (
      select tried.invoice_id, tried.attempt from private.checkouts as tried
      where tried.status in ('opening', 'open') and tried.created_at < now() - interval '30 seconds'
        -- Older attempts are checked less often.
        and (tried.checked_at is null or tried.checked_at < now() - greatest(interval '30 seconds', (now() - tried.created_at) / 20))
      order by tried.checked_at nulls first, tried.created_at
      limit least(greatest(p_limit, 1), 500) for update skip locked
    ), claimed as (
      update private.checkouts as tried set checked_at = now()
      from due where tried.invoice_id = due.invoice_id and tried.attempt = due.attempt
      returning tried.invoice_id, tried.attempt, tried.session_id
    )
    select claimed.invoice_id, claimed.attempt, claimed.session_id, plan.stripe_customer_id
    from claimed
    join public.invoices as invoice on invoice.id = claimed.invoice_id
    left join public.subscriptions as plan on plan.user_id = invoice.client_id;
end
$$;

comment on function public.claim_unfinished_checkouts(integer) is
'For the reconciler: payment attempts whose result is unknown, longest unchecked first. Open ones come up again later.';

create function public.record_payment_event(p_id text, p_type text, p_occurred_at timestamptz) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  insert into private.payment_events as event (id, type, occurred_at) values (p_id, p_type, p_occurred_at)
  on conflict (id) do nothing;
  return exists (select from private.payment_events as event where event.id = p_id and event.handled_at is null);
end
$$;

comment on function public.record_payment_event(text, text, timestamptz) is
'Stores a message by its id. Returns true while it still has to be handled.';

grant execute on function public.announce_payment_failure(uuid, text) to service_role;

grant execute on function public.claim_unfinished_checkouts(integer) to service_role;

grant execute on function public.record_payment_event(text, text, timestamptz) to service_role;

create table private.archived_billing_identities (
  account_id uuid primary key references auth.users (id) on delete restrict,
  name text not null check (char_length(name) <= 320),
  company text check (char_length(company) <= 200),
  erased_at timestamptz not null default now()
);

comment on table private.archived_billing_identities is
'The name and company on the invoices of erased clients. Kept for tax law, and shown on those invoices only.';

alter table private.archived_billing_identities enable row level security;

create function private.pad_invoice_number(p_number integer) returns text
language sql immutable
set search_path = ''
as $$ select lpad(p_number::text, greatest(4, char_length(p_number::text)), '0') $$;

comment on function private.pad_invoice_number(integer) is '7 becomes 0007. Longer numbers are not cut off.';

create function private.next_invoice_number() returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  drawn text;
begin
  -- The row lock makes callers take turns. Numbers that an earlier counter used are skipped.
  loop
    update public.agency_settings as settings set next_invoice_number = settings.next_invoice_number + 1
    returning settings.invoice_prefix || private.pad_invoice_number(settings.next_invoice_number - 1) into drawn;
    exit when not exists (select from public.invoices as invoice where invoice.invoice_number = drawn);
  end loop;
  return drawn;
end
$$;

comment on function private.next_invoice_number() is
'Draws the next number. A failed transaction gives it back, so that sent invoices have no gaps.';

create function private.draft_number(p_invoice_id uuid) returns text
language sql immutable
set search_path = ''
as $$ select 'draft ' || p_invoice_id $$;

comment on function private.draft_number(uuid) is 'The placeholder for a number until the invoice is sent.';

create type public.invoice_status as enum ('draft', 'pending', 'paid', 'overdue', 'active', 'void');

comment on type public.invoice_status is 'The state of an invoice.';

create type public.invoice_attention as enum (
  'disputed', 'other_currency', 'paid_though_canceled', 'paid_twice', 'overpaid', 'paid_in_part', 'refunded_too_much'
);

comment on type public.invoice_attention is 'Why a person should look at an invoice''s payments.';

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references auth.users (id) on delete restrict,
  invoice_number text not null unique check (btrim(invoice_number) <> '' and char_length(invoice_number) <= 50),
  status public.invoice_status not null default 'draft',
  description text check (char_length(description) <= 5000),
  amount integer not null check (amount >= 0),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  due_date date,
  paid_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The state of an invoice (paid, refunded) is derived from the ledger in public.payments, so the order, number and loss of
  -- provider messages do not matter.
  refunded_amount integer not null default 0 check (refunded_amount >= 0),
  needs_attention public.invoice_attention,
  issued_at timestamptz,
  credited_amount integer not null default 0 check (credited_amount >= 0),
  received_amount integer not null default 0 check (received_amount >= 0),
  -- A draft is not owed yet. A paid invoice stays paid when money goes back.
  owed_amount integer not null generated always as (
    case when status in ('pending', 'overdue', 'active')
      then greatest(amount - credited_amount - greatest(received_amount - refunded_amount, 0), 0)
      else 0
    end
  ) stored,
  search_text text check (char_length(search_text) <= 6000)
generated always as (lower(invoice_number || ' ' || coalesce(description, 'Marketing services'))) stored
);

comment on table public.invoices is 'Invoices to clients.';

comment on column public.invoices.id is 'The invoice.';

comment on column public.invoices.client_id is 'The client who owes it.';

comment on column public.invoices.invoice_number is 'The number printed on it; each is used once.';

comment on column public.invoices.status is 'Its state. The client does not see drafts.';

comment on column public.invoices.description is 'What it is for; shown as Marketing services when empty.';

comment on column public.invoices.amount is 'In cents, or the currency''s smallest unit.';

comment on column public.invoices.currency is 'Three letters, ISO 4217, in lower case.';

comment on column public.invoices.due_date is 'The last day to pay, in the agency''s time zone.';

comment on column public.invoices.paid_date is 'The day of payment, in the agency''s time zone.';

comment on column public.invoices.created_at is 'When it was created.';

comment on column public.invoices.updated_at is 'When the row last changed.';

comment on column public.invoices.refunded_amount is 'What went back to the client, in the currency''s smallest unit; derived from the ledger.';

comment on column public.invoices.needs_attention is 'Why a person should look at its payments; null when nothing is wrong.';

comment on column public.invoices.issued_at is 'When it was sent to the client; null for a draft.';

comment on column public.invoices.credited_amount is
'What the agency took off before it was paid; the printed amount stays. Derived from the credits.';

comment on column public.invoices.received_amount is 'What came in, before refunds, in the invoice''s currency; derived from the ledger.';

comment on column public.invoices.owed_amount is 'What the client still owes, in the currency''s smallest unit. Nothing else computes it.';

comment on column public.invoices.search_text is 'The text that a search finds an invoice by, apart from its client.';

create index invoices_client_id_created_at_idx on public.invoices (client_id, created_at desc);

create index invoices_created_at_idx on public.invoices (created_at desc);

create index invoices_status_due_date_idx on public.invoices (status, due_date);

create trigger touch_updated_at before update on public.invoices
for each row execute function private.touch_updated_at();

alter table public.invoices enable row level security;

grant select, insert, update, delete on public.invoices to service_role;

grant select on public.invoices to authenticated;

create function private.is_overdue(p_status public.invoice_status, p_due_date date, p_today date) returns boolean
language sql immutable parallel safe
as $$
  select p_status = 'pending' and p_due_date < p_today
$$;

comment on function private.is_overdue(public.invoice_status, date, date) is
'Whether an invoice is overdue on a day of the agency: from the day after its due date, while it is pending.';

create function private.shown_invoice_status(p_status public.invoice_status, p_due_date date, p_today date) returns text
language sql stable parallel safe
as $$
  select case when private.is_overdue(p_status, p_due_date, p_today) then 'overdue' else p_status::text end
$$;

comment on function private.shown_invoice_status(public.invoice_status, date, date) is
'The status as people see it: overdue even before the daily job has stored it.';

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references public.invoices (id) on delete restrict,
  client_id uuid not null references auth.users (id) on delete restrict,
  kind text not null check (kind in ('payment', 'refund', 'reversal')),
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  provider_ref text not null unique check (provider_ref <> '' and char_length(provider_ref) <= 255),
  is_duplicate boolean not null default false,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now()
);

comment on table public.payments is 'The ledger of payments and refunds. Rows are only added.';

comment on column public.payments.id is 'The entry of the ledger.';

comment on column public.payments.invoice_id is 'The invoice that it belongs to.';

comment on column public.payments.client_id is 'The client.';

comment on column public.payments.kind is
'payment: money came in. refund: money went back. reversal: a refund failed, so the money stayed.';

comment on column public.payments.amount is 'Always positive, in the currency''s smallest unit.';

comment on column public.payments.currency is 'Three letters, ISO 4217, in lower case.';

comment on column public.payments.provider_ref is 'The payment provider''s own reference; each is recorded once.';

comment on column public.payments.is_duplicate is 'Whether it pays an invoice that was already paid in full, and has to be sent back.';

comment on column public.payments.occurred_at is 'When the provider says it happened.';

comment on column public.payments.created_at is 'When it was recorded.';

create index payments_invoice_id_idx on public.payments (invoice_id, occurred_at);

create index payments_client_id_idx on public.payments (client_id, occurred_at desc);

alter table public.payments enable row level security;

grant select, insert, update on public.payments to service_role;

grant select on public.payments to authenticated;

create table private.checkouts (
  invoice_id uuid not null references public.invoices (id) on delete cascade,
  attempt integer not null check (attempt > 0),
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  session_id text unique check (char_length(session_id) <= 255),
  url text check (char_length(url) <= 5000),
  status text not null default 'opening' check (status in ('opening', 'open', 'complete', 'expired')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  checked_at timestamptz,
  disputed boolean not null default false,
  primary key (invoice_id, attempt)
);

comment on table private.checkouts is
'Every attempt to pay an invoice. Written before the provider is asked: its number is the idempotency key, so that an interrupted attempt is found again.';

create index checkouts_unfinished_idx on private.checkouts (created_at) where status in ('opening', 'open');

create table private.payment_events (
  id text primary key check (char_length(id) <= 255),
  type text not null check (char_length(type) <= 100),
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz
);

comment on table private.payment_events is 'The provider''s messages by their id. Each is handled once.';

create index payment_events_received_at_idx on private.payment_events (received_at);

alter table private.checkouts enable row level security;

alter table private.payment_events enable row level security;

create function private.purge_payment_events() returns void
language sql volatile
set search_path = ''
as $$
  delete from private.payment_events as event where event.received_at < now() - interval '90 days'
$$;

comment on function private.purge_payment_events() is 'Job: deletes messages after 90 days. The provider repeats them for only a few days.';

create function private.issue_retainer_invoices() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  due uuid;
begin
  for due in
    select retainer.id from public.retainers as retainer
    where retainer.status = 'active' and exists (select from private.due_charges(retainer)) order by retainer.created_at, retainer.id
  loop
    -- A retainer that fails does not stop the others, and is tried again.
    begin
      perform private.issue_due_charges(due);
    exception when others then
      raise warning 'Retainer % issued no invoice: %', due, sqlerrm;
    end;
  end loop;
  update public.retainers as retainer set status = 'completed'
  where retainer.status = 'active' and not exists (select from private.due_charges(retainer))
    and (
      retainer.end_date < private.agency_day()
      or (retainer.start_date + make_interval(months => retainer.duration_months))::date <= private.agency_day()
    );
end
$$;

comment on function private.issue_retainer_invoices() is
'Job: issues the invoices of all retainers up to today, including missed days, and completes retainers that have ended.';

create function private.require_retainer(p_amount integer, p_months integer) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if p_amount is null or p_amount < 1 then
    perform private.refuse('amount_not_positive', '22023', 'The monthly amount must be more than zero', 'monthly_amount');
  end if;
  if p_amount > 99999999 then
    perform private.refuse(
      'amount_too_large', '22023',
      'The monthly amount is more than can be paid at once (99,999,999 of the smallest unit)',
      'monthly_amount'
    );
  end if;
  if p_months not between 1 and 1200 then perform private.refuse('term_invalid', '22023', 'The term is from 1 to 1,200 months', 'term_months'); end if;
end
$$;

comment on function private.require_retainer(integer, integer) is 'Refuses an invalid amount or term.';

create function public.create_retainer(
  p_client_id uuid, p_name text, p_description text, p_monthly_amount integer, p_currency text, p_start_date date, p_duration_months integer default null,
  p_retainer_id uuid default gen_random_uuid()
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  known uuid;
begin
  perform private.require_admin();
  perform private.require_client(p_client_id);
  perform private.require_retainer(p_monthly_amount, p_duration_months);
  if p_start_date is null then perform private.refuse('required', '22023', 'Start date is required', 'start_date'); end if;
  if p_start_date not between private.agency_day() - 3660 and private.agency_day() + 3660 then
    perform private.refuse('date_too_far', '22023', 'The start date is too far away', 'start_date');
  end if;
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  insert into public.retainers (
    id, client_id, retainer_name, description, monthly_amount, currency, start_date, duration_months, end_date, charges_from
  )
  values (
    p_retainer_id, p_client_id, private.require_text(p_name, 'Name', 200), nullif(btrim(p_description), ''), p_monthly_amount,
    private.require_currency(p_currency), p_start_date, p_duration_months,
    (p_start_date + make_interval(months => p_duration_months))::date - 1, greatest(p_start_date, private.agency_day())
  )
  on conflict (id) do nothing;
  if not found then
    -- A repeated request, because the answer was lost.
    select retainer.id into known from public.retainers as retainer where retainer.id = p_retainer_id and retainer.client_id = p_client_id;
    if known is null then perform private.refuse('id_taken', 'PT409', 'There is another retainer with this id', 'id'); end if;
    return known;
  end if;
  perform private.issue_due_charges(p_retainer_id);
  return p_retainer_id;
end
$$;

comment on function public.create_retainer(uuid, text, text, integer, text, date, integer, uuid) is
'Creates a retainer for an active client and returns its id. It issues an invoice on its first day and on the same day of every month, from today on. It issues none for months before today.';

grant execute on function public.create_retainer(uuid, text, text, integer, text, date, integer, uuid) to authenticated;

create type public.retainer_status as enum ('pending', 'active', 'paused', 'completed', 'canceled');

comment on type public.retainer_status is 'The state of a retainer.';

create table public.retainers (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references auth.users (id) on delete restrict,
  retainer_name text not null check (btrim(retainer_name) <> '' and char_length(retainer_name) <= 200),
  status public.retainer_status not null default 'active',
  description text check (char_length(description) <= 5000),
  duration_months integer check (duration_months between 1 and 1200),
  monthly_amount integer not null check (monthly_amount >= 0),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  start_date date not null default current_date,
  end_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A job issues one invoice for each charge day, even when it runs late, twice or in parallel.
  charges_from date not null default (current_date + 1),
  check (end_date >= start_date)
);

comment on table public.retainers is 'Monthly agreements with clients.';

comment on column public.retainers.id is 'The retainer.';

comment on column public.retainers.client_id is 'The client.';

comment on column public.retainers.retainer_name is 'Its name.';

comment on column public.retainers.status is 'Its state.';

comment on column public.retainers.description is 'What it covers.';

comment on column public.retainers.duration_months is 'The agreed number of months; null without a limit.';

comment on column public.retainers.monthly_amount is 'In cents, or the currency''s smallest unit, for each month.';

comment on column public.retainers.currency is 'Three letters, ISO 4217, in lower case.';

comment on column public.retainers.start_date is 'The first day.';

comment on column public.retainers.end_date is 'The last day; null is shown as Ongoing.';

comment on column public.retainers.created_at is 'When it was created.';

comment on column public.retainers.updated_at is 'When the row last changed.';

comment on column public.retainers.charges_from is
'The first day for which it issues invoices itself. Days before it was entered here, and pauses, have none.';

create index retainers_client_id_created_at_idx on public.retainers (client_id, created_at desc);

create index retainers_created_at_idx on public.retainers (created_at desc);

create trigger touch_updated_at before update on public.retainers
for each row execute function private.touch_updated_at();

alter table public.retainers enable row level security;

grant select, insert, update, delete on public.retainers to service_role;

grant select on public.retainers to authenticated;

create type public.subscription_tier as enum ('free', 'premium');

create type public.subscription_status as enum ('inactive', 'active');

comment on type public.subscription_tier is 'The plans.';

comment on type public.subscription_status is 'Whether the plan is in force.';

create table public.subscriptions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  subscribed boolean not null default false,
  subscription_tier public.subscription_tier not null default 'free',
  subscription_status public.subscription_status not null default 'inactive',
  subscription_end timestamptz,
  trial_end timestamptz,
  stripe_customer_id text unique check (char_length(stripe_customer_id) <= 255),
  stripe_subscription_id text unique check (char_length(stripe_subscription_id) <= 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancel_at_period_end boolean not null default false
);

comment on table public.subscriptions is 'The plan of a person, as last heard from the payment provider; no row means free and inactive.';

comment on column public.subscriptions.user_id is 'The person.';

comment on column public.subscriptions.subscribed is 'Whether a plan is paid for, or in its trial.';

comment on column public.subscriptions.subscription_tier is 'free or premium.';

comment on column public.subscriptions.subscription_status is 'active or inactive.';

comment on column public.subscriptions.subscription_end is 'When the paid period ends.';

comment on column public.subscriptions.trial_end is 'When the free trial ends; null without a trial.';

comment on column public.subscriptions.stripe_customer_id is 'The person at the payment provider.';

comment on column public.subscriptions.stripe_subscription_id is 'The subscription at the payment provider.';

comment on column public.subscriptions.created_at is 'When the person first went to the payment provider.';

comment on column public.subscriptions.updated_at is 'When the row last changed.';

comment on column public.subscriptions.cancel_at_period_end is 'Whether it was canceled and lasts until subscription_end.';

create trigger touch_updated_at before update on public.subscriptions
for each row execute function private.touch_updated_at();

alter table public.subscriptions enable row level security;

grant select, insert, update, delete on public.subscriptions to service_role;

grant select on public.subscriptions to authenticated;

create function private.is_human_activity(p_kind text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select p_kind in ('call', 'email', 'sms', 'meeting', 'note')
$$;

comment on function private.is_human_activity(text) is
'Whether people log this kind. All of these but note are a response and stop the clock.';

create function private.record_lead_activity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Thousands of rows at once come from an import and have one kind, so each kind is checked once.
  if not exists (
    select from (select distinct added.kind from new_activities as added where added.actor_id is not null) as added
    where private.is_human_activity(added.kind)
  ) then
    return null;
  end if;
  update public.leads as lead set last_activity_at = greatest(lead.last_activity_at, latest.at)
  from (
    select added.lead_id, max(added.occurred_at) as at from new_activities as added
    where private.is_human_activity(added.kind) and added.actor_id is not null group by added.lead_id
  ) as latest
  where lead.id = latest.lead_id and (lead.last_activity_at is null or lead.last_activity_at < latest.at);
  return null;
end
$$;

comment on function private.record_lead_activity() is 'Trigger: keeps leads.last_activity_at.';

create function private.analytics_period(
  p_from date, p_to date, out begins timestamptz, out ends timestamptz, out begins_before timestamptz
)
language plpgsql stable
set search_path = ''
as $$
begin
  if p_from is null or p_to is null or p_from > p_to then perform private.refuse('period_reversed', '22023', 'The period ends before it begins'); end if;
  if p_to - p_from > 1100 then perform private.refuse('period_too_long', '22023', 'A period may have at most three years'); end if;
  begins := private.day_start(p_from);
  ends := private.day_start(p_to + 1);
  begins_before := private.day_start(p_from - (p_to - p_from + 1));
end
$$;

comment on function private.analytics_period(date, date) is
'When a period of days begins and ends, and when the equally long period before it begins. 22023: no period, or more than three years.';

create function private.requested_owners(p_scope text, p_owner text, p_caller uuid) returns text[]
language plpgsql immutable
set search_path = ''
as $$
declare
  owner constant text := case p_owner when 'me' then p_caller::text when 'none' then '' else p_owner end;
begin
  if p_scope is null or p_scope not in ('team', 'mine') then
    perform private.refuse('unknown_owner', '22023', 'Figures are of the team or of mine', 'owner');
  end if;
  if owner !~ '^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})?$' then
    perform private.refuse('unknown_owner', '22023', 'An owner is an account, me or none', 'owner');
  end if;
  if p_scope = 'team' then return case when owner is not null then array[owner] end; end if;
  return case when owner is null then array[p_caller::text, ''] when owner in (p_caller::text, '') then array[owner] else '{}' end;
end
$$;

comment on function private.requested_owners(text, text, uuid) is
'The owners whose leads are counted: ids, and '''' for unowned leads. Null counts everybody''s. Scope team: all owners, or the one asked for. Scope mine: the caller and unowned leads, or one of the two. 22023: no such scope or owner.';

create function public.crm_analytics(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  zone text := private.agency_zone();
  period record := private.analytics_period(p_from, p_to);
  bounds timestamptz[];
  first_week date := date_trunc('week', p_from::timestamp)::date;
  answer jsonb;
begin
  bounds := private.week_bounds(p_from, p_to);
  with cell as materialized (
    -- One scan of the leads. Everything below adds up these few sums.
    select width_bucket(lead.created_at, bounds) as week, lead.source, lead.reached,
      lead.stage not in ('won', 'lost') as is_open, count(*) as leads
    from private.analytics_leads(owners, p_source) as lead
    where lead.created_at >= period.begins and lead.created_at < period.ends
    group by 1, 2, 3, 4
  ), stage as materialized (
    select stage.key, stage.label, stage.position from public.pipeline_stages as stage where stage.key <> 'lost'
  ), campaign as (
    -- Text filters ignore case, so this figure has to ignore it too: it opens a filtered list.
    select min(lead.first_touch ->> 'utm_campaign') as name, count(*) as leads,
      count(*) filter (where lead.stage = 'won') as won, count(*) filter (where lead.stage in ('won', 'lost')) as closed
    from private.analytics_leads(owners, p_source) as lead
    where lead.created_at >= period.begins and lead.created_at < period.ends
      and lead.first_touch ->> 'utm_campaign' <> ''
    group by lower(lead.first_touch ->> 'utm_campaign') order by 2 desc, 1 limit 12
  )
  select jsonb_build_object(
    'from', p_from, 'to', p_to, 'zone', zone,
    'weeks', (select jsonb_agg(first_week + (n - 1) * 7 order by n) from generate_series(1, cardinality(bounds) - 1) as n),
    'new', (select coalesce(sum(cell.leads), 0) from cell),
    'new_before', (
      select count(*) from private.analytics_leads(owners, p_source) as lead
      where lead.created_at >= period.begins_before and lead.created_at < period.begins
    ),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('week', first_week + (sums.week - 1) * 7, 'source', sums.source, 'leads', sums.leads) order by sums.week, sums.source), '[]')
      from (select cell.week, cell.source, sum(cell.leads) as leads from cell group by 1, 2) as sums
    ),
    'stages', (select jsonb_agg(jsonb_build_object('key', stage.key, 'label', stage.label, 'position', stage.position) order by stage.position) from stage),
    'cohorts', (
      select coalesce(jsonb_agg(jsonb_build_object('week', first_week + (sums.week - 1) * 7, 'stages', sums.stages) order by sums.week), '[]')
      from (
        select per.week, jsonb_object_agg(per.key, jsonb_build_object('reached', per.reached, 'moving', per.moving)) as stages
        from (
          select cell.week, stage.key,
            coalesce(sum(cell.leads) filter (where cell.reached >= stage.position), 0) as reached,
            -- These leads may still reach the stage.
            coalesce(sum(cell.leads) filter (where cell.is_open and cell.reached < stage.position), 0) as moving
          from cell cross join stage group by 1, 2
        ) as per group by per.week
      ) as sums
    ),
    'campaigns', (
      select coalesce(jsonb_agg(jsonb_build_object('name', campaign.name, 'leads', campaign.leads, 'won', campaign.won, 'closed', campaign.closed)
        order by campaign.leads desc, campaign.name), '[]') from campaign
    )
  ) into answer;
  return answer;
end
$$;

comment on function public.crm_analytics(date, date, text, text, text) is
'New leads from p_from to p_to (days of the agency) and in the equally long period before, by week and source and by campaign, and how far the leads of each week came. Scope and owner as in private.requested_owners. For the team only (42501). 22023: invalid period or owner.';

grant execute on function public.crm_analytics(date, date, text, text, text) to authenticated;

create table private.stage_figures_seen (
  one boolean primary key default true check (one),
  change bigint,
  analyzed bigint not null default 0
);

comment on table private.stage_figures_seen is
'The value of crm_change at the last computation, and the number of leads at the last ANALYZE.';

alter table private.stage_figures_seen enable row level security;

insert into private.stage_figures_seen default values;

create function private.analyze_leads() returns void
language plpgsql volatile security definer
set search_path = ''
-- Samples 9,000 rows of each table. The default of 30,000 would stop everybody on the embedded database for two seconds.
set default_statistics_target = 30
as $$
declare
  leads_now bigint := coalesce((select sum(kept.leads) from private.lead_totals as kept), 0);
  known bigint := (select seen.analyzed from private.stage_figures_seen as seen);
begin
  if leads_now between known * 0.8 and known * 1.25 then return; end if;
  analyze public.leads, public.lead_clocks, public.lead_activities, public.lead_tasks, private.lead_words;
  update private.stage_figures_seen as seen set analyzed = leads_now;
end
$$;

comment on function private.analyze_leads() is
'Updates the planner''s statistics when the number of leads has changed by a quarter. Call it after an import.';

create function private.refresh_stage_figures() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  now_at bigint := (select change.last_value from private.crm_change as change);
begin
  if exists (
    select from private.stage_figures_seen as seen where seen.change = now_at
      and not exists (select from private.stage_figures as figure where figure.as_of < now() - interval '6 hours')
  ) then
    return;
  end if;
  insert into private.stage_figures (stage, median_seconds, entered, moved_on, as_of)
  select stage.key, stayed.median, coalesce(came.entered, 0), coalesce(came.moved_on, 0), now()
  from public.pipeline_stages as stage
  left join (
    select activity.payload ->> 'from' as stage,
      round(percentile_cont(0.5) within group (order by (activity.payload ->> 'seconds')::numeric))::bigint as median
    from public.lead_activities as activity
    where activity.kind = 'stage_change' and activity.occurred_at > now() - interval '90 days' group by 1
  ) as stayed on stayed.stage = stage.key
  left join lateral (
    select sum(counted.leads) filter (where counted.reached >= stage.position) as entered,
      sum(counted.leads) filter (where counted.reached > stage.position) as moved_on
    from (
      select lead.reached, count(*) as leads from public.leads as lead
      where private.is_live(lead) and lead.created_at > now() - interval '90 days' group by lead.reached
    ) as counted
  ) as came on stage.key <> 'lost'
  on conflict (stage) do update
  set median_seconds = excluded.median_seconds, entered = excluded.entered, moved_on = excluded.moved_on, as_of = excluded.as_of;
  update private.stage_figures_seen as seen set change = now_at;
  perform private.analyze_leads();
end
$$;

comment on function private.refresh_stage_figures() is
'Job: updates private.stage_figures when something changed, and the planner''s statistics.';

create function private.board_order(p_stage text) returns text[]
language sql immutable
set search_path = ''
as $$
  select case
    when p_stage in ('won', 'lost') then array[[format('lead.stage = %L', p_stage), 'lead.stage_entered_at', 'timestamptz', 'desc', 'asc']]
    else case p_stage when 'new' then array[
      ['lead.stage = ''new'' and lead.clock_due_at is not null', 'lead.clock_due_at', 'timestamptz', 'asc', 'asc']
    ] else '{}'::text[] end || array[
      [format('lead.stage = %L and lead.next_task_at is not null', p_stage) || case p_stage when 'new' then ' and lead.clock_due_at is null' else '' end,
        'lead.next_task_at', 'timestamptz', 'asc', 'asc'],
      [format('lead.stage = %L and lead.next_task_at is null', p_stage) || case p_stage when 'new' then ' and lead.clock_due_at is null' else '' end,
        'lead.stage_entered_at', 'timestamptz', 'desc', 'asc']
    ] end
$$;

comment on function private.board_order(text) is
'The sections in which a column is read. New starts with running clocks, the least time left first. Then come leads with a next step, then leads without one, the newest in the stage first.';

create function public.crm_board_column(
  p_stage text, p_scope text default 'all', p_filter jsonb default null, p_after jsonb default null, p_limit integer default 30
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text := private.lead_scope_sql(p_scope, p_filter);
begin
  if not exists (select from public.pipeline_stages as stage where stage.key = p_stage) then
    perform private.refuse('unknown_stage', '22023', 'There is no such stage', 'stage');
  end if;
  return private.lead_page_json(condition, private.board_order(p_stage), nullif(p_after, 'null'), least(greatest(coalesce(p_limit, 30), 1), 200));
end
$$;

comment on function public.crm_board_column(text, text, jsonb, jsonb, integer) is
'The next cards of a column: { rows, next }. Parameters as in list_leads.';

create function public.crm_board(p_scope text default 'all', p_filter jsonb default null, p_limit integer default 12) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text := private.lead_scope_sql(p_scope, p_filter);
  told boolean := private.has_kept_totals(p_filter);
  wanted integer := least(greatest(coalesce(p_limit, 12), 1), 100);
  totals jsonb;
begin
  if told then
    select jsonb_object_agg(total.stage, jsonb_build_object('leads', total.leads, 'value_cents', total.value_cents)) into totals
    from private.total_by_stage(p_scope, p_filter) as total;
  end if;
  return jsonb_build_object(
    'currency', (select settings.currency from public.agency_settings as settings),
    'as_of', (select min(figure.as_of) from private.stage_figures as figure),
    'columns', (
      select jsonb_agg(
        jsonb_build_object(
          'stage', stage.key, 'label', stage.label, 'rots_after_days', stage.rots_after_days,
          'leads', case when told then coalesce((totals -> stage.key ->> 'leads')::bigint, 0) end,
          'value_cents', case when told then coalesce((totals -> stage.key ->> 'value_cents')::bigint, 0) end,
          'median_seconds', figure.median_seconds, 'entered', coalesce(figure.entered, 0), 'moved_on', coalesce(figure.moved_on, 0),
          'cards', case when stage.key in ('won', 'lost') then null
            else private.lead_page_json(condition, private.board_order(stage.key), null, wanted) end
        ) order by stage.position
      )
      from public.pipeline_stages as stage left join private.stage_figures as figure on figure.stage = stage.key
    )
  );
end
$$;

comment on function public.crm_board(text, jsonb, integer) is
'The board in one call: { currency, as_of, columns: [{ stage, label, rots_after_days, leads, value_cents, median_seconds, entered, moved_on, cards: { rows, next } }] }. Won and Lost come without cards. leads and value_cents are null when the filter uses more than stage and owner; call crm_board_totals then. 42501, 22023.';

grant execute on function public.crm_board_column(text, text, jsonb, jsonb, integer) to authenticated;

grant execute on function public.crm_board(text, jsonb, integer) to authenticated;

create table public.lead_batches (
  id uuid primary key,
  actor_id uuid references auth.users (id) on delete set null,
  kind text not null check (kind in ('change', 'import', 'merge')),
  changes jsonb not null default '{}' check (octet_length(changes::text) <= 50000),
  leads integer not null default 0 check (leads >= 0),
  created_at timestamptz not null default now(),
  undone_at timestamptz
);

comment on table public.lead_batches is 'Changes of leads that can be undone as one.';

comment on column public.lead_batches.id is 'An id that the caller makes, so that a request sent twice changes leads once.';

comment on column public.lead_batches.actor_id is 'The person who made the change.';

comment on column public.lead_batches.kind is 'change, import or merge.';

comment on column public.lead_batches.changes is 'The requested changes.';

comment on column public.lead_batches.leads is 'How many leads it changed.';

comment on column public.lead_batches.created_at is 'When.';

comment on column public.lead_batches.undone_at is 'When it was undone.';

create index lead_batches_actor_id_idx on public.lead_batches (actor_id, created_at desc);

alter table public.lead_batches enable row level security;

grant select, insert, update, delete on public.lead_batches to service_role;

grant select on public.lead_batches to authenticated;

create function private.require_team() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not (private.has_active_role('sales') or private.has_active_role('admin')) then
    perform private.refuse('team_only', '42501', 'Only the sales team may do this');
  end if;
  return auth.uid();
end
$$;

comment on function private.require_team() is 'Returns the caller''s id. 42501: the caller is not an active sales person or admin.';

create function private.is_phone_number(p_phone text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select p_phone ~* '^\s*[-+0-9\s\u00a0().\/‐‑–]+((x|ext\.?|#)\s*[0-9]{1,6})?\s*$'
    and char_length(regexp_replace(regexp_replace(p_phone, '(x|ext\.?|#).*$', '', 'i'), '[^0-9]', '', 'g')) between 7 and 17
$$;

comment on function private.is_phone_number(text) is
'Whether a text is a phone number. Same rule as phoneProblem in domain/phone.ts. Forms accept any text.';

create function private.parse_changes(p_changes jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  allowed constant text[] := array(select known.field from private.lead_fields() as known)
    || array['archived', 'is_spam', 'add_tags', 'remove_tags', 'consent'];
  unknown text;
begin
  if p_changes is null or jsonb_typeof(p_changes) <> 'object' or p_changes = '{}' then
    perform private.refuse('nothing_to_change', '22023', 'There is nothing to change');
  end if;
  select key into unknown from jsonb_object_keys(p_changes) as key where key <> all (allowed) limit 1;
  if unknown is not null then
    perform private.refuse('unknown_field', '22023', format('Unknown field %s', left(unknown, 40)));
  end if;
  if p_changes ->> 'stage' = 'lost' and p_changes ->> 'lost_reason_id' is null then
    perform private.refuse('lost_reason_required', '22023', 'Say why the lead is lost', 'lost_reason_id');
  end if;
  if p_changes ? 'stage' and not exists (select from public.pipeline_stages as stage where stage.key = p_changes ->> 'stage') then
    perform private.refuse('unknown_stage', '22023', 'There is no such stage', 'stage');
  end if;
  if p_changes ->> 'user_id' is not null and not private.is_on_team((p_changes ->> 'user_id')::uuid) then
    perform private.refuse('assignee_not_active', '22023', 'Leads are given to active members of the team', 'user_id');
  end if;
  if btrim(p_changes ->> 'phone') <> '' and not private.is_phone_number(p_changes ->> 'phone') then
    perform private.refuse('phone_invalid', '22023', 'This is no phone number: it has 7 digits or more, such as +1 503 555 0148', 'phone');
  end if;
  if jsonb_typeof(p_changes -> 'consent') <> 'null' and not (
    jsonb_typeof(p_changes -> 'consent') = 'string' and char_length(btrim(p_changes ->> 'consent')) between 1 and 200
  ) then
    perform private.refuse('consent_unexplained', '22023', 'Say how they agreed, in up to 200 characters');
  end if;
  return p_changes;
end
$$;

comment on function private.parse_changes(jsonb) is 'Checks the changes that change_leads receives and returns them. 22023: what is wrong.';

create function private.apply_batch_changes(p_batch uuid, p_leads uuid[], p_changes jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  changed_count integer;
begin
  with was as materialized (
    select lead.* from public.leads as lead
    where lead.id = any (p_leads) and lead.merged_into is null and private.may_see_lead(lead.user_id)
      -- An erased lead can only be archived or restored.
      and (lead.erased_at is null or p_changes - 'archived' = '{}')
    order by lead.id for update
  ), wanted as materialized (
    select was.id, to_jsonb(was) as before, private.apply_changes(was::public.leads, p_changes) as as_asked from was
  ), done as (
    -- As triggers have changed the row.
    select written.id, wanted.before, to_jsonb(written) as after
    from private.write_leads(array(select wanted.as_asked from wanted)) as written join wanted on wanted.id = written.id
  ), noted as (
    insert into private.lead_batch_rows (batch_id, lead_id, before, after)
    select p_batch, found.id, found.before, found.after
    from (
      select done.id, private.changed_fields(done.before, done.after) as before, private.changed_fields(done.after, done.before) as after
      from done offset 0
    ) as found
    where found.after <> '{}'
    returning lead_id
  )
  select count(*) into changed_count from noted;
  return changed_count;
end
$$;

comment on function private.apply_batch_changes(uuid, uuid[], jsonb) is
'Changes the leads that the caller may change, records it in the batch, and returns how many changed.';

create function public.change_leads(
  p_batch_id uuid, p_lead_ids uuid[], p_changes jsonb, p_seen_version integer default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  changes jsonb := private.parse_changes(p_changes);
  known public.lead_batches;
  current_version integer;
  changed_count integer;
begin
  if p_batch_id is null or cardinality(p_lead_ids) not between 1 and 1000 then
    perform private.refuse('too_many_leads', '22023', 'Between 1 and 1,000 leads are changed at once');
  end if;
  if changes ? 'consent' and cardinality(p_lead_ids) > 1 then
    perform private.refuse('consent_for_one_lead', '22023', 'Consent is recorded for one lead at a time');
  end if;
  insert into public.lead_batches (id, actor_id, kind, changes) values (p_batch_id, caller, 'change', changes)
  on conflict (id) do nothing returning * into known;
  if known.id is null then
    select batch.* into known from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller;
    if known.id is null then perform private.refuse('id_taken', '42501', 'This change belongs to somebody else'); end if;
    return jsonb_build_object('batch_id', known.id, 'changed', known.leads, 'skipped', cardinality(p_lead_ids) - known.leads);
  end if;
  if p_seen_version is not null then
    -- Somebody else's lead gets the same answer as a missing one, because its version is private too.
    select lead.version into current_version from public.leads as lead
    where lead.id = p_lead_ids[1] and private.may_see_lead(lead.user_id) for update;
    if current_version is distinct from p_seen_version then
      perform private.refuse('outdated', 'PT409', 'Somebody else changed this lead meanwhile');
    end if;
  end if;
  changed_count := private.apply_batch_changes(p_batch_id, p_lead_ids, changes);
  update public.lead_batches as batch set leads = changed_count where batch.id = p_batch_id;
  perform private.consume_quota('lead_changes', caller::text);
  return jsonb_build_object('batch_id', p_batch_id, 'changed', changed_count, 'skipped', cardinality(p_lead_ids) - changed_count);
end
$$;

comment on function public.change_leads(uuid, uuid[], jsonb, integer) is
'Changes up to 1,000 leads: { batch_id, changed, skipped }. Skipped leads are those that the caller may not change, that are merged or erased, or that already have the values. Fields are columns of leads, and also archived (boolean), add_tags, remove_tags and, for one lead at a time, consent: how they agreed to receive email, or null to take that back. A known batch id changes nothing. PT409: the lead has another version than p_seen_version, or is not the caller''s. 22023: what is wrong with the changes. 42501: not on the team.';

create function private.is_unchanged_since(p_row jsonb, p_after jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select not exists (select from jsonb_each(p_after) as field where field.value is distinct from p_row -> field.key)
$$;

comment on function private.is_unchanged_since(jsonb, jsonb) is
'Whether a row still has these values. Compares one by one, because @> ignores what somebody added to a list.';

create function public.undo_lead_batch(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  is_admin boolean := private.has_active_role('admin');
  batch public.lead_batches;
  restored integer;
  total integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and (found.actor_id = caller or is_admin) for update;
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', 'There is no such change of yours'); end if;
  if batch.kind <> 'change' then perform private.refuse('not_undoable', '22023', 'This is undone in another way'); end if;
  if batch.undone_at is not null then perform private.refuse('already_undone', 'PT409', 'This was undone already'); end if;
  select count(*) into total from private.lead_batch_rows as noted where noted.batch_id = p_batch_id;
  -- Locks first, because somebody may be working with one of the leads right now.
  perform from public.leads as lead
  where lead.id = any (array(select noted.lead_id from private.lead_batch_rows as noted where noted.batch_id = p_batch_id))
  order by lead.id for update;
  -- Leads that somebody changed later stay as they are. write_leads also restores stage_entered_at, reached and closed_at, so
  -- that an undone mistake leaves no trace in the figures.
  select count(*) into restored from private.write_leads(array(
    select jsonb_populate_record(lead, noted.before)
    from private.lead_batch_rows as noted join public.leads as lead on lead.id = noted.lead_id
    where noted.batch_id = p_batch_id and noted.before is not null and lead.merged_into is null
      and private.is_unchanged_since(to_jsonb(lead), noted.after)
      and private.can_undo_change(lead, noted.before, noted.after, caller, is_admin, batch.created_at)
  ));
  update public.lead_batches as done set undone_at = now() where done.id = p_batch_id;
  return jsonb_build_object('restored', restored, 'kept', total - restored);
end
$$;

comment on function public.undo_lead_batch(uuid) is
'Undoes a change: { restored, kept }. Kept leads are those that somebody changed since, that belong to somebody else now, or whose former owner is no longer active. PT404: no such change of the caller. PT409: already undone.';

create function public.claim_lead(p_lead_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  holder uuid;
begin
  -- The row lock decides. When two people claim at the same moment, the second one reads the first one's name.
  select lead.user_id into holder from public.leads as lead where lead.id = p_lead_id and lead.merged_into is null and lead.erased_at is null for update;
  if not found then perform private.refuse('lead_not_found', 'PT404', 'There is no such lead'); end if;
  if holder is null then
    update public.leads as lead set user_id = caller where lead.id = p_lead_id;
    holder := caller;
  end if;
  return jsonb_build_object('claimed', holder = caller, 'owner_id', holder, 'owner_name', private.owner_name(holder::text));
end
$$;

comment on function public.claim_lead(uuid) is
'Gives an unowned lead to the caller: { claimed, owner_id, owner_name }. When somebody was faster, claimed is false and owner_name names them. PT404: no such lead.';

grant execute on function public.change_leads(uuid, uuid[], jsonb, integer) to authenticated;

grant execute on function public.undo_lead_batch(uuid) to authenticated;

grant execute on function public.claim_lead(uuid) to authenticated;

create function private.notification_kind(p_template text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when p_template in ('lead-clock-warning', 'lead-clock-breached') then 'lead-clock' else p_template end
$$;

comment on function private.notification_kind(text) is 'The notification choice that controls an email template.';

create function private.notify_users(p_people uuid[], p_template text, p_key text, p_data jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('%s:%s:%s', p_template, p_key, account.id),
    jsonb_build_object('to', account.email, 'template', p_template, 'data', p_data))
  from auth.users as account where account.id = any (p_people) and coalesce(account.email, '') <> '' order by account.id;
end
$$;

comment on function private.notify_users(uuid[], text, text, jsonb) is 'Queues one email to each of these people, once for each key.';

create function public.start_call(p_lead_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  perform private.require_lead(p_lead_id);
  insert into private.calls_in_progress (lead_id, user_id) values (p_lead_id, caller)
  on conflict (lead_id) do update set user_id = excluded.user_id, begun_at = excluded.begun_at;
end
$$;

comment on function public.start_call(uuid) is
'Records that the caller begins to answer a lead. For ten minutes an escalation does not take the lead away. It does not stop the clock. PT404: no such lead, or not the caller''s.';

grant execute on function public.start_call(uuid) to authenticated;

create function private.refuse_ledger_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and private.is_erasing() then return new; end if;
  -- Entries are deleted only together with their clock.
  if tg_op = 'DELETE' and not exists (select from public.lead_clocks as clock where clock.id = old.clock_id) then return old; end if;
  perform private.refuse('append_only', '42501', 'The ledger of the clock is only added to');
end
$$;

comment on function private.refuse_ledger_change() is 'Trigger: refuses changes to the ledger of clocks.';

create type public.traffic_type as enum ('paid_ads', 'organic', 'referral', 'direct');

create type public.submission_status as enum ('new', 'read', 'archived');

comment on type public.traffic_type is 'How a visitor came (spec §4).';

comment on type public.submission_status is 'Whether somebody has read a submission.';

create function private.lead_name_key(p_first_name text, p_last_name text, p_company text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  family text := regexp_replace(lower(p_last_name), '[^[:alnum:]]', '', 'g');
  firm text;
begin
  if coalesce(family, '') = '' then return null; end if;
  firm := substring(regexp_replace(lower(p_company), '^(the|die|der|das|la|le|el)\s+', '') from '[[:alnum:]]+');
  -- Initial, family name and first word of the company: Nadia Rahimi of Sable Interiors matches N. Rahimi of Sable.
  return left(regexp_replace(lower(coalesce(p_first_name, '')), '[^[:alnum:]]', '', 'g'), 1) || ' ' || family || ' ' || firm;
end
$$;

comment on function private.lead_name_key(text, text, text) is
'A key that leads with the same name and company share, however they are written; null without both.';

grant execute on function private.lead_name_key(text, text, text) to authenticated, service_role;

create function public.export_leads(p_filter jsonb default null, p_after jsonb default null, p_limit integer default 1000)
returns setof jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- The same leads as in the list: live ones, unless the filter asks for archived leads or spam.
  condition constant text := private.lead_scope_sql('all', nullif(p_filter, '{}'));
begin
  return query execute format($page$
    select jsonb_build_object(
      'id', page.id, %2$s,
      'stage', stage.label, 'value', page.value_cents, 'currency', settings.currency,
      'owner', case when page.user_id is null then null else private.owner_name(page.user_id::text) end,
      'lost_reason', reason.label, 'next_task_at', page.next_task_at, 'next_task_title', page.next_task_title,
      'response_seconds', page.response_seconds, 'utm_source', page.first_touch ->> 'utm_source',
      'utm_campaign', page.first_touch ->> 'utm_campaign', 'last_activity_at', page.last_activity_at,
      'created_at', page.created_at, 'closed_at', page.closed_at
    )
    from (
      select lead.* from public.leads as lead
      where %1$s and ($1 is null or (lead.created_at, lead.id) < (($1 ->> 'created_at')::timestamptz, ($1 ->> 'id')::uuid))
      order by lead.created_at desc, lead.id desc limit $2
    ) as page
    cross join public.agency_settings as settings
    join public.pipeline_stages as stage on stage.key = page.stage
    left join public.lost_reasons as reason on reason.id = page.lost_reason_id
    order by page.created_at desc, page.id desc
  $page$, condition, private.columns_sql(array(
    select known.field from private.lead_fields() as known where known.is_fact
  ), '%1$L, page.%1$I')) using p_after, least(greatest(p_limit, 1), 2000);
end
$$;

comment on function public.export_leads(jsonb, jsonb, integer) is
'The caller''s leads that match a filter, newest first, after the given created_at and id. 42501: not on the team. 22023: invalid filter.';

grant execute on function public.export_leads(jsonb, jsonb, integer) to authenticated;

create function private.filter_words_sql(p_words tsquery) returns text
language sql immutable
set search_path = ''
as $$
  select format('private.lead_search_words(lead) @@ %L::tsquery', p_words::text)
$$;

comment on function private.filter_words_sql(tsquery) is 'A condition that leads_live_words_idx answers.';

create function private.share_with_words(p_beginnings text[]) returns double precision
language sql stable
set search_path = ''
as $$
  select coalesce(sum(common.share), 0)
  from pg_catalog.pg_stats as kept
  cross join lateral unnest(kept.most_common_elems::text::text[], kept.most_common_elem_freqs[:cardinality(kept.most_common_elems::text::text[])])
    as common (word, share)
  where kept.schemaname = 'public' and kept.tablename = 'leads_live_words_idx'
    and exists (select from unnest(p_beginnings) as beginning where starts_with(common.word, beginning))
$$;

comment on function private.share_with_words(text[]) is
'The estimated share of live leads that have a word with one of these beginnings; 0 for words that are not common.';

create function private.filter_within_sql(p_text text) returns text
language plpgsql stable
set search_path = ''
-- A generic plan does not use the trigram index and reads all words.
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  few constant integer := 1000;
  part text;
  place bigint;
  holding text[];
  with_part tsquery;
  words tsquery;
  found uuid[];
begin
  for part, place in
    select split.word, split.place from regexp_split_to_table(lower(p_text), '[^[:alnum:]]+') with ordinality as split (word, place)
    where char_length(split.word) between 3 and 40 order by split.place limit 6
  loop
    holding := case when place = 1 then array(select known.word from private.lead_words as known where known.word like '%' || part || '%' limit 101) end;
    -- If many leads match, the first page fills quickly without the index.
    continue when cardinality(holding) > 100 or private.share_with_words(part || coalesce(holding, '{}')) > 0.01;
    select to_tsquery('simple'::regconfig, concat(quote_literal(part), ':*', string_agg(concat(' | ', quote_literal(held.word)), '')))
    into with_part from unnest(holding) as held (word);
    -- to_tsquery may return an empty query.
    if with_part <> ''::tsquery then words := coalesce(words && with_part, with_part); end if;
  end loop;
  if words is null then return ''; end if;
  found := array(select private.find_lead_ids(words, true, null, few + 1));
  if cardinality(found) > few then return private.filter_words_sql(words) || ' and '; end if;
  return format('(lead.id = any (%L::uuid[]) or not private.is_live(lead) and %s) and ', found, private.filter_words_sql(words));
end
$$;

comment on function private.filter_within_sql(text) is
'A condition, followed by "and", that narrows down the leads that can contain this text in their name, email or company. Empty when that does not help.';

create function private.phone_matches_sql(p_digits text) returns text
language sql immutable
set search_path = ''
as $$
  select format(
    '(lead.phone_key is not null and (lead.phone_key between %1$L and %2$L or lead.phone_key between %3$L and %4$L or reverse(lead.phone_key) between %5$L and %6$L))',
    p_digits, p_digits || nines, '1' || p_digits, '1' || p_digits || nines, reverse(p_digits), reverse(p_digits) || nines)
  from (values ('999999999999999')) as highest (nines)
$$;

comment on function private.phone_matches_sql(text) is
'A condition for phone numbers that begin or end with these digits, as in private.find_phone_ids.';

create function private.filter_search_sql(p_text text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  few constant integer := 500;
  is_admin constant boolean := private.has_active_role('admin');
  digits constant text := private.searched_digits(p_text);
  words tsquery := private.words_query(p_text);
  common boolean := (
    select coalesce(exp(sum(ln(greatest(private.share_with_words(array[word]), 0.00001)))), 0) > 0.01
    from regexp_split_to_table(lower(left(p_text, 200)), '[^[:alnum:]]+') as word where word <> ''
  );
  numbers uuid[] := array(select private.find_phone_ids(p_text, true, null, few + 1));
  many_numbers constant boolean := cardinality(numbers) > few;
  found uuid[] := '{}';
  ids text;
  ways text[] := '{}';
begin
  if p_text !~ '[[:alnum:]]' then return 'true'; end if;
  if not common then found := array(select private.find_lead_ids(words, true, null, few + 1)); end if;
  -- Similar words are tried only when the caller finds nothing. Leads of colleagues must not change the result.
  if not exists (
    select from public.leads as lead
    where lead.id = any (numbers || found) and (is_admin or lead.user_id is null or lead.user_id = auth.uid())
  ) and not (common and is_admin)
    and not ((common or cardinality(found) > few) and exists (select private.find_lead_ids(words, is_admin, auth.uid(), 1)))
    and not (many_numbers and exists (select private.find_phone_ids(p_text, is_admin, auth.uid(), 1)))
  then
    words := private.similar_words_query(p_text);
    common := false;
    found := array(select private.find_lead_ids(words, true, null, few + 1));
  end if;
  if many_numbers then
    ways := ways || private.phone_matches_sql(digits);
    numbers := '{}';
  end if;
  if common or cardinality(found) > few then
    ids := format('select lead.id from public.leads as lead where private.is_live(lead) and %s', private.filter_words_sql(words));
    ways := ways || case
      when current_setting('upfunnel.leads_by', true) in ('name', 'company') then format('lead.id = any (array(%s))', ids)
      when common then private.filter_words_sql(words) else format('coalesce(lead.id in (%s), false)', ids) end;
    found := '{}';
  end if;
  if numbers || found <> '{}' or ways = '{}' then ways := ways || format('lead.id = any (%L::uuid[])', numbers || found); end if;
  -- The ids cover live leads only. Archived leads and spam are matched by words and numbers.
  return format('(%s or not private.is_live(lead) and (%s))', array_to_string(ways, ' or '), concat_ws(' or ',
    private.filter_words_sql(words), case when char_length(digits) >= 4 and p_text !~ '[[:alpha:]]' then private.phone_matches_sql(digits) end));
end
$$;

comment on function private.filter_search_sql(text) is
'What the search box finds: beginnings of words or, when the caller sees no match, similar words. Digits find phone numbers.';

create function private.filter_phone_sql(p_digits text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  few constant integer := 500;
  found uuid[] := array(select private.find_phone_ids(p_digits, true, null, few + 1));
  matches constant text := private.phone_matches_sql(p_digits);
begin
  if cardinality(found) > few then return matches; end if;
  return format('(lead.id = any (%L::uuid[]) or not private.is_live(lead) and %s)', found, matches);
end
$$;

comment on function private.filter_phone_sql(text) is
'A condition for phone numbers that begin or end with these digits. A few matches are listed by lead id, which helps every sort order.';

create function private.filter_moment(p_value text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if p_value ~ '^[+-]\d{1,4}d$' then
    return format('(now() + interval %L)', rtrim(p_value, 'd') || ' days');
  elsif p_value = 'now' then
    return 'now()';
  elsif p_value ~ '^\d{4}-\d{2}-\d{2}$' then
    -- Days begin at midnight in the agency's time zone.
    return format('%L::timestamptz', private.day_start(p_value::date));
  elsif p_value ~ '^\d{4}-\d{2}-\d{2}[T ][0-9:.]{4,15}(Z|[+-]\d{2}(:?\d{2})?)$' then
    return format('%L::timestamptz', p_value::timestamptz);
  end if;
  perform private.refuse('day_invalid', '22023', format('This is not a day: %s', left(p_value, 40)));
exception when datetime_field_overflow or invalid_datetime_format then
  perform private.refuse('day_invalid', '22023', format('This is not a day: %s', left(p_value, 40)));
end
$$;

comment on function private.filter_moment(text) is 'A moment as SQL: an ISO day or time, now, or days from now such as -14d.';

create function private.filter_literals(p_kind text, p_field text, p_value jsonb) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  every jsonb := case jsonb_typeof(p_value) when 'array' then p_value else jsonb_build_array(p_value) end;
  one jsonb;
  said text;
  literals text[] := '{}';
begin
  if p_value is null or jsonb_array_length(every) not between 1 and 200 then
    perform private.refuse('filter_invalid', '22023', format('Say what %s is compared with', p_field));
  end if;
  for one in select value from jsonb_array_elements(every) as value loop
    said := one #>> '{}';
    if jsonb_typeof(one) not in ('string', 'number', 'boolean') or char_length(said) > 500
      or p_kind = 'number' and (said !~ '^-?\d{1,15}$')
      or p_kind = 'truth' and said not in ('true', 'false')
      or p_kind = 'owner' and said !~ '^(me|none|[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})$'
      or p_kind = 'id' and said !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
      or p_field = 'stage' and not exists (select from public.pipeline_stages as stage where stage.key = said)
      or p_field = 'source' and not exists (
        select from pg_catalog.unnest(pg_catalog.enum_range(null::public.lead_source)) as known where known::text = said
      )
    then
      perform private.refuse('filter_invalid', '22023', format('%s cannot be compared with %s', p_field, left(one::text, 40)));
    end if;
    literals := literals || format('%L', case
      when p_kind in ('word', 'text') then lower(said) when p_kind = 'owner' and said = 'me' then auth.uid()::text else said
    end);
  end loop;
  return literals;
end
$$;

comment on function private.filter_literals(text, text, jsonb) is
'The values of a rule, checked and quoted. 22023: a value does not fit its field.';

create function private.filter_rule_sql(p_rule jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  named text := p_rule ->> 'field';
  says text := p_rule ->> 'is';
  value jsonb := p_rule -> 'value';
  kind text;
  what text;
  literals text[];
  listed text;
  digits constant text := left(regexp_replace(coalesce(value #>> '{}', ''), '[^0-9]', '', 'g'), 15);
begin
  select known.kind, known.expression into kind, what from private.filter_fields() as known where known.field = named;
  if kind is null then perform private.refuse('unknown_field', '22023', format('Leads have no field %s', left(coalesce(named, ''), 40))); end if;
  if kind = 'search' and says in ('eq', 'contains') and jsonb_typeof(value) = 'string' then
    return private.filter_search_sql(left(value #>> '{}', 200));
  end if;
  if says in ('empty', 'filled') and kind not in ('search', 'truth') then
    return format(case
      when kind = 'list' then '(%s %s ''{}'')' when kind in ('word', 'text') then '(coalesce(%s, '''') %s '''')' else '(%s is %s null)' end,
      what, case when kind in ('list', 'word', 'text') then case says when 'empty' then '=' else '<>' end
        else case says when 'empty' then '' else 'not' end end);
  end if;
  if says = 'within_days' and kind in ('moment', 'coming') and value #>> '{}' ~ '^\d{1,4}$' then
    return case kind when 'moment' then format('(%s >= now() - interval %L and %1$s <= now())', what, (value #>> '{}') || ' days')
      else format('(%s <= now() + interval %L and %1$s >= now())', what, (value #>> '{}') || ' days') end;
  end if;
  if says in ('before', 'after') and kind in ('moment', 'coming') then
    return format('(%s %s %s)', what, case says when 'before' then '<' else '>=' end, private.filter_moment(coalesce(value #>> '{}', '')));
  end if;
  if (says in ('eq', 'not', 'in') and kind in ('word', 'text', 'choice', 'id', 'owner', 'list', 'number', 'truth'))
    or (says in ('over', 'under') and kind = 'number') or (says = 'contains' and kind in ('word', 'text', 'list'))
  then
    literals := private.filter_literals(kind, named, value);
    if says in ('eq', 'over', 'under') and cardinality(literals) > 1 or says = 'contains' and kind <> 'list' and cardinality(literals) > 1 then
      perform private.refuse('filter_invalid', '22023', format('%s is compared with one value', named));
    end if;
    listed := array_to_string(literals, ', ');
    return case
      when kind = 'list' then format('(%slead.%s <> ''{}'' and lead.%2$s && array[%s]::text[])', case says when 'not' then 'not ' || '(' else '' end, named, listed)
        || case says when 'not' then ')' else '' end
      when says in ('over', 'under') then format('(%s %s %s)', what, case says when 'over' then '>' else '<' end, listed)
      -- An index finds beginnings and ends of numbers, so contains means those.
      when says = 'contains' and named = 'phone' and digits ~ '^\d{4}' then private.filter_phone_sql(digits)
      when says = 'contains' then format('(%sstrpos(lower(%s), %s) > 0)',
        case kind when 'word' then private.filter_within_sql(value #>> '{}') else '' end, what, listed)
      when kind = 'owner' then format('(%s(%s))', case says when 'not' then 'not ' else '' end, concat_ws(' or ',
        case when '''none''' = any (literals) then what || ' is null' end,
        case when array_remove(literals, '''none''') <> '{}'
          then format('(%1$s is not null and %1$s in (%2$s))', what, array_to_string(array_remove(literals, '''none'''), ', ')) end))
      when says = 'not' then format('(coalesce(%s not in (%s), true))', case when kind in ('word', 'text') then format('lower(%s)', what) else what end, listed)
      when kind = 'word' and says = 'eq' then format('(%s%s = %s)', (
          -- The word index narrows the leads down first: a lead with this value has its words too.
          select case when words <> ''::tsquery then private.filter_words_sql(words) || ' and ' else '' end
          from (select private.words_query(value #>> '{}') as words) as made
        ), format('lower(%s)', what), listed)
      else format('(%s in (%s))', case when kind in ('word', 'text') then format('lower(%s)', what) else what end, listed)
    end;
  end if;
  perform private.refuse('filter_invalid', '22023', format('%s is not asked %s', named, left(coalesce(says, 'anything'), 40)));
end
$$;

comment on function private.filter_rule_sql(jsonb) is 'One rule of a filter as SQL. 22023: unknown field, operator or value.';

create function private.filter_group_sql(p_group jsonb, p_depth integer) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  rule jsonb;
  conditions text[] := '{}';
begin
  if jsonb_typeof(p_group) <> 'object' or coalesce(p_group ->> 'op', '') not in ('and', 'or')
    or jsonb_typeof(p_group -> 'rules') is distinct from 'array' or p_depth > 3
  then
    perform private.refuse('filter_invalid', '22023', 'A filter is a group of rules, with groups in it up to three deep');
  end if;
  for rule in select value from jsonb_array_elements(p_group -> 'rules') as value loop
    if jsonb_typeof(rule) <> 'object' then
      perform private.refuse('filter_invalid', '22023', 'A rule names a field, how it is compared, and a value');
    end if;
    conditions := conditions || case when rule ? 'rules' then private.filter_group_sql(rule, p_depth + 1) else private.filter_rule_sql(rule) end;
  end loop;
  return coalesce('(' || nullif(array_to_string(conditions, format(' %s ', p_group ->> 'op')), '') || ')', 'true');
end
$$;

comment on function private.filter_group_sql(jsonb, integer) is 'A group of a filter as SQL.';

create function private.lead_filter_sql(p_filter jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if p_filter is null or p_filter in ('null', '{}') then return 'true'; end if;
  if octet_length(p_filter::text) > 50000 or (select count(*) from jsonb_path_query(p_filter, '$.**.field')) > 50 then
    perform private.refuse('filter_too_long', '22023', 'A filter has up to 50 rules');
  end if;
  return private.filter_group_sql(p_filter, 1);
end
$$;

comment on function private.lead_filter_sql(jsonb) is
'A filter as a condition on public.leads as lead: {"op": "and"|"or", "rules": [{"field", "is", "value"} | group]}, up to 50 rules, three deep. 22023 says what is wrong.';

create function private.lead_scope_sql(p_scope text, p_filter jsonb) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  if coalesce(p_scope, 'all') not in ('all', 'mine', 'unowned') then
    perform private.refuse('unknown_owner', '22023', 'Leads are all, mine or unowned');
  end if;
  return concat_ws(' and ',
    case when jsonb_path_exists(coalesce(p_filter, '{}'), '$.**.field ? (@ == "archived" || @ == "is_spam")') then 'lead.merged_into is null'
      else 'private.is_live(lead)' end,
    case when p_scope = 'mine' then format('lead.user_id = %L', caller) when p_scope = 'unowned' then 'lead.user_id is null'
      when not private.has_active_role('admin') then format('(lead.user_id = %L or lead.user_id is null)', caller) end,
    nullif(private.lead_filter_sql(p_filter), 'true')
  );
end
$$;

comment on function private.lead_scope_sql(text, jsonb) is
'The whole condition on public.leads as lead for the caller: the leads that they may see, in scope all, mine or unowned, live unless the filter asks for archived leads or spam, and the filter. 42501: not on the team. 22023: invalid scope or filter.';

create function private.refuse_many_contacts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (select count(*) from added) > 1 then
    perform private.refuse('one_message_at_a_time', 'PT400', 'Send one message at a time');
  end if;
  return null;
end
$$;

comment on function private.refuse_many_contacts() is 'Trigger: visitors insert one message at a time.';

create function private.end_sessions_of_moved_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from auth.sessions as session where session.user_id = new.id;
  return new;
end
$$;

comment on function private.end_sessions_of_moved_account() is
'Trigger: a change of address ends every session. The confirmation starts a new one.';

create trigger end_sessions_of_moved_account after update of email on auth.users
for each row when (old.email is distinct from new.email) execute function private.end_sessions_of_moved_account();

create table private.lead_counts (
  -- 'owner': key is the owner's id, '' for unclaimed leads. 'company': key is the name, 'No Company' where it is blank.
  kind text not null check (kind in ('owner', 'company')),
  key text not null check (char_length(key) <= 200),
  leads bigint not null,
  primary key (kind, key)
);

comment on table private.lead_counts is 'How many live leads an owner or a company has.';

create index lead_counts_leads_idx on private.lead_counts (kind, leads desc, key);

alter table private.lead_counts enable row level security;

create function private.count_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select user_id, company, 1 as change from new_leads where private.is_live(new_leads)';
  removed constant text := 'select user_id, company, -1 from old_leads where private.is_live(old_leads)';
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_counts;
    return null;
  end if;
  -- Ordered by key, so that two statements that count the same groups cannot deadlock.
  execute format(
    $count$
      with lead (user_id, company, change) as (%s)
      insert into private.lead_counts (kind, key, leads)
      select grouped.kind, grouped.key, sum(grouped.change)
      from lead cross join lateral (values
        ('owner', coalesce(lead.user_id::text, ''), lead.change),
        ('company', coalesce(nullif(btrim(lead.company), ''), 'No Company'), lead.change)
      ) as grouped (kind, key, change)
      group by grouped.kind, grouped.key having sum(grouped.change) <> 0
      order by grouped.kind, grouped.key
      on conflict (kind, key) do update set leads = lead_counts.leads + excluded.leads
    $count$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  return null;
end
$$;

comment on function private.count_leads() is 'Trigger: keeps private.lead_counts.';

create function private.lead_fields() returns table (field text, label text, kind text, max_length integer, is_fact boolean)
language sql immutable parallel safe
as $$
  values
    ('first_name', 'First name', 'word', 100, true),
    ('last_name', 'Last name', 'word', 100, true),
    ('email', 'E-mail', 'word', 320, true),
    ('phone', 'Phone', 'text', 50, true),
    ('company', 'Company', 'word', 200, true),
    ('website', 'Website', 'text', 2048, true),
    ('role', 'Role', 'text', 100, true),
    ('job_title', 'Job title', 'text', 100, true),
    ('ad_spend', 'Ad spend', 'text', 100, true),
    ('target_clients', 'New clients', 'text', 100, true),
    ('deal_size', 'Deal size', 'text', 100, true),
    ('timeline', 'Timeline', 'text', 100, true),
    ('best_contact', 'Best contact', 'text', 100, true),
    ('goals', 'Goals', 'text', 10000, true),
    ('tags', 'Tags', 'list', 4000, true),
    ('tier_interest', 'Interested in', 'list', 2000, true),
    ('value_cents', 'Value', 'number', null, true),
    ('source', 'Source', 'choice', null, true),
    ('stage', 'Stage', 'choice', null, false),
    ('user_id', 'Owner', 'owner', null, false),
    ('lost_reason_id', 'Lost reason', 'id', null, false),
    ('lost_note', 'Note on the loss', 'text', 1000, false)
$$;

comment on function private.lead_fields() is
'The fields that people write about a lead. Filters compare by kind: word and text are texts, and the search index has the words. max_length counts characters, and bytes for a list. A fact is about the lead; the other fields say how far the sale is.';

create function private.lead_facts_of_kind(variadic p_kinds text[]) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(known.field), '{}') from private.lead_fields() as known where known.is_fact and known.kind = any (p_kinds)
$$;

comment on function private.lead_facts_of_kind(text[]) is 'The names of the facts of these kinds.';

create function private.longest_of_kind(variadic p_kinds text[]) returns integer[]
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(known.max_length), '{}') from private.lead_fields() as known where known.is_fact and known.kind = any (p_kinds)
$$;

comment on function private.longest_of_kind(text[]) is
'The greatest lengths of the facts of these kinds, in the order of private.lead_facts_of_kind.';

create function private.undoable_columns() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array_agg(known.field) || array[
    'archived_at', 'is_spam', 'consent_at', 'consent_text', 'stage_entered_at', 'reached', 'closed_at'
  ] from private.lead_fields() as known
$$;

comment on function private.undoable_columns() is 'The columns of a lead that a change can set and its undo restores.';

create function private.identifies_lead(p_fields jsonb) returns boolean
language sql immutable parallel safe
as $$
  select coalesce(p_fields ->> 'first_name', p_fields ->> 'last_name', p_fields ->> 'email', p_fields ->> 'phone', p_fields ->> 'company') is not null
$$;

comment on function private.identifies_lead(jsonb) is 'Whether fields say who a lead is: they have a name, an email address, a phone number or a company.';

create function private.columns_sql(p_columns text[], p_format text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select string_agg(format(p_format, part.name), ', ') from unnest(p_columns) as part (name)
$$;

comment on function private.columns_sql(text[], text) is
'The same piece of SQL for each column, joined by commas. %1$I stands for the column as an identifier, %1$L as a literal.';

create function private.words_query(p_query text) returns tsquery
language sql immutable
set search_path = ''
as $$
  select to_tsquery('simple'::regconfig, coalesce(string_agg('''' || word || ''':*', ' & '), ''))
  from regexp_split_to_table(lower(left(coalesce(p_query, ''), 200)), '[^[:alnum:]]+') as word where word <> ''
$$;

comment on function private.words_query(text) is 'Matches texts in which each of these words begins a word.';

create function public.lead_ids_matching(p_scope text default 'all', p_filter jsonb default null) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text;
  ids uuid[];
begin
  perform private.require_team();
  condition := private.lead_scope_sql(p_scope, p_filter);
  execute format('select array_agg(found.id) from (select lead.id from public.leads as lead where %s limit 10001) as found', condition) into ids;
  if cardinality(ids) > 10000 then
    perform private.refuse('too_many_leads', '22023', 'Up to 10,000 leads are changed at once: narrow the filter');
  end if;
  return coalesce(ids, '{}');
end
$$;

comment on function public.lead_ids_matching(text, jsonb) is
'The leads that match a filter and that the caller sees, up to 10,000. Scope and filter as in list_leads. 22023: more leads, or an invalid filter. 42501: not on the team.';

grant execute on function public.lead_ids_matching(text, jsonb) to authenticated;

create function private.parse_uuid(p_text text) returns uuid
language sql immutable
set search_path = ''
as $$
  select case when p_text ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then p_text::uuid end
$$;

comment on function private.parse_uuid(text) is 'The text as an id; null when it is not one.';

create function public.stage_medians() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  return coalesce((
    select jsonb_object_agg(past.stage, past.median) from (
      select moved.payload ->> 'from' as stage,
        round(percentile_cont(0.5) within group (order by (moved.payload ->> 'seconds')::numeric)) as median
      from (
        select activity.payload from public.lead_activities as activity
        where activity.kind = 'stage_change' and jsonb_typeof(activity.payload -> 'seconds') = 'number'
        order by activity.occurred_at desc limit 5000
      ) as moved
      where moved.payload ->> 'from' is not null group by 1
    ) as past
  ), '{}');
end
$$;

comment on function public.stage_medians() is
'Median seconds in each stage, from the team''s latest 5,000 moves. A stage that no lead has left is missing. 42501: not on the team.';

grant execute on function public.stage_medians() to authenticated;

create function private.derived_fields(p_row jsonb, p_other jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(p_row) as field
  where field.value is distinct from p_other -> field.key
    and field.key in ('reached', 'last_activity_at', 'first_touch', 'last_touch', 'consent_at', 'consent_text')
$$;

comment on function private.derived_fields(jsonb, jsonb) is
'The columns that the product keeps itself and that differ between two states of a lead.';

create function private.total_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select user_id, stage, 1 as change, coalesce(value_cents, 0) as value from new_leads where private.is_live(new_leads)';
  removed constant text := 'select user_id, stage, -1, -coalesce(value_cents, 0) from old_leads where private.is_live(old_leads)';
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_totals;
    return null;
  end if;
  -- Ordered by key, so that two statements that change the same totals cannot deadlock.
  execute format(
    $total$
      with lead (user_id, stage, change, value) as (%s)
      insert into private.lead_totals (owner, stage, leads, value_cents)
      select coalesce(lead.user_id::text, ''), lead.stage, sum(lead.change), sum(lead.value) from lead
      group by 1, 2 having sum(lead.change) <> 0 or sum(lead.value) <> 0 order by 1, 2
      on conflict (owner, stage) do update
      set leads = lead_totals.leads + excluded.leads, value_cents = lead_totals.value_cents + excluded.value_cents
    $total$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  return null;
end
$$;

comment on function private.total_leads() is 'Trigger: keeps private.lead_totals.';

create type public.lead_source as enum ('website_form', 'referral', 'social_media', 'landing_page', 'other');

comment on type public.lead_source is 'Where a lead comes from.';

create function private.phone_key(p_phone text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  -- Removes everything but digits. This takes half the time of a regular expression, and runs three times for each imported
  -- row.
  digits text := translate(p_phone, translate(p_phone, '0123456789', ''), '');
begin
  if digits like '00%' then digits := substr(digits, 3); end if;
  if char_length(digits) < 7 then return null; end if;
  -- Ten digits without a country code are a North American number, like the agency's own.
  if char_length(digits) = 10 and p_phone !~ '^\s*(\+|00)' then return '1' || digits; end if;
  return right(digits, 15);
end
$$;

comment on function private.phone_key(text) is
'The digits that identify a phone number however it is written; null for a text that is not one.';

create function private.write_lead_history() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed boolean;
begin
  -- execute makes a new plan for each statement. A plan for one lead would compare ten thousand with each other.
  execute $found$
    select exists (
      select from new_leads as now_row join old_leads as was on was.id = now_row.id
      where (now_row.stage, now_row.user_id, now_row.archived_at, now_row.consent_at)
        is distinct from (was.stage, was.user_id, was.archived_at, was.consent_at)
    )
  $found$ into changed;
  -- Statement triggers also run without rows. Without this line, this trigger and the one on the history would call each other
  -- forever.
  if not changed then return null; end if;
  execute $history$
    insert into public.lead_activities (lead_id, kind, actor_id, payload)
    select now_row.id, happened.kind, auth.uid(), happened.payload
    from new_leads as now_row join old_leads as was on was.id = now_row.id
    cross join lateral (values
      ('stage_change', now_row.stage <> was.stage, jsonb_build_object(
        'from', was.stage, 'to', now_row.stage, 'seconds', round(extract(epoch from now() - was.stage_entered_at)))),
      ('assignment', now_row.user_id is distinct from was.user_id, jsonb_build_object('from', was.user_id, 'to', now_row.user_id)),
      ('archive', was.archived_at is null and now_row.archived_at is not null and now_row.merged_into is null, '{}'),
      ('restore', was.archived_at is not null and now_row.archived_at is null, '{}'),
      -- The entry of a form already records the consent that it gave.
      ('consent', auth.uid() is not null and now_row.consent_at is distinct from was.consent_at,
        jsonb_strip_nulls(jsonb_build_object('given', now_row.consent_at is not null, 'text', now_row.consent_text)))
    ) as happened (kind, did, payload)
    where happened.did
  $history$;
  return null;
end
$$;

comment on function private.write_lead_history() is
'Trigger: writes changes of stage, owner, archive and consent into the lead''s history.';

create function public.list_lead_groups(
  p_by text, p_query text default '', p_limit integer default 10, p_offset integer default 0
) returns table (key text, name text, leads bigint, whole boolean, shown jsonb, total_groups bigint)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted text := lower(btrim(left(coalesce(p_query, ''), 200)));
  groups_wanted integer := least(greatest(coalesce(p_limit, 10), 1), 50);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
begin
  perform private.require_admin();
  if p_by is null or p_by not in ('owner', 'company') then
    perform private.refuse('unknown_group', '22023', 'Leads are grouped by owner or by company');
  end if;
  if wanted = '' then
    return query
    with page as materialized (
      select counted.key, counted.leads from private.lead_counts as counted
      where counted.kind = p_by and counted.leads > 0
      order by counted.leads desc, counted.key limit groups_wanted offset skipped
    )
    select page.key, case p_by when 'owner' then private.owner_name(page.key) else page.key end, page.leads, true,
      (
        select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
        from private.latest_leads(p_by, page.key, null, null, 5) as lead
      ),
      (select count(*) from private.lead_counts as counted where counted.kind = p_by and counted.leads > 0)
    from page order by page.leads desc, page.key;
    return;
  end if;
  return query
  with found as materialized (
    select * from private.find_leads(p_by, p_query)
  ), named as (
    -- A group whose own name matches shows all its leads.
    select counted.key, counted.leads from private.lead_counts as counted
    left join public.profiles as profile on p_by = 'owner' and profile.user_id::text = counted.key
    where counted.kind = p_by and counted.leads > 0 and strpos(
      lower(case
        when p_by = 'company' then counted.key when counted.key = '' then 'Unassigned'
        else coalesce(profile.first_name, '') || ' ' || coalesce(profile.last_name, '')
      end), wanted
    ) > 0
  ), matched as (
    select found.key, count(*) as leads from found group by found.key
  ), groups as (
    select coalesce(named.key, matched.key) as key, coalesce(named.leads, matched.leads) as leads, named.key is not null as whole
    from named full join matched on matched.key = named.key
  ), page as materialized (
    select groups.key, groups.leads, groups.whole, count(*) over () as total_groups from groups
    order by groups.leads desc, groups.key limit groups_wanted offset skipped
  ), ranked as materialized (
    select found.id, found.key, row_number() over (partition by found.key collate "C" order by found.created_at desc, found.id desc) as rank
    from found where found.key in (select page.key from page where not page.whole)
  )
  select page.key, case p_by when 'owner' then private.owner_name(page.key) else page.key end, page.leads, page.whole,
    case when page.whole then (
      select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
      from private.latest_leads(p_by, page.key, null, null, 5) as lead
    ) else (
      select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
      from ranked join public.leads as lead on lead.id = ranked.id where ranked.key = page.key and ranked.rank <= 5
    ) end,
    page.total_groups
  from page order by page.leads desc, page.key;
end
$$;

comment on function public.list_lead_groups(text, text, integer, integer) is
'Groups of leads by owner or company, the largest first, each with its count, its five newest leads and the number of groups. A search matches the beginnings of words in leads, and the names of groups; a group that matches by name counts all its leads (whole). Admins only. Errors: 42501, 22023.';

create function public.list_group_leads(
  p_by text, p_key text, p_query text default '', p_before timestamptz default null, p_before_id uuid default null,
  p_limit integer default 25
) returns setof jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  leads_wanted integer := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  if p_by is null or p_by not in ('owner', 'company') then
    perform private.refuse('unknown_group', '22023', 'Leads are grouped by owner or by company');
  end if;
  if btrim(coalesce(p_query, '')) = '' then
    return query
    select private.admin_lead_json(one) from private.latest_leads(p_by, p_key, p_before, p_before_id, leads_wanted) as one
    order by one.created_at desc, one.id desc;
    return;
  end if;
  return query
  with found as materialized (
    select match.id from private.find_leads(p_by, p_query) as match
    where match.key = p_key and (
      p_before is null or (match.created_at, match.id) < (p_before, coalesce(p_before_id, '00000000-0000-0000-0000-000000000000'))
    )
    order by match.created_at desc, match.id desc limit leads_wanted
  )
  select private.admin_lead_json(one) from found join public.leads as one on one.id = found.id
  order by one.created_at desc, one.id desc;
end
$$;

comment on function public.list_group_leads(text, text, text, timestamptz, uuid, integer) is
'The newest leads of one group that match the search, before a given one. Admins only. Errors: 42501, 22023.';

grant execute on function public.list_lead_groups(text, text, integer, integer) to authenticated;

grant execute on function public.list_group_leads(text, text, text, timestamptz, uuid, integer) to authenticated;

create function private.page_sql(p_condition text, p_section text[], p_at integer, p_after jsonb, p_limit integer) returns text
language sql immutable
set search_path = ''
as $$
  select format(
    'select lead.id, %1$s, (%2$s)::text from public.leads as lead where %3$s and %4$s%5$s order by %2$s %6$s, lead.id %7$s limit %8$s',
    p_at, p_section[2], p_condition, p_section[1],
    case
      when p_after is null then ''
      -- The same direction for both: one row comparison, which the index can start from.
      when p_section[4] = p_section[5] then format(' and (%s, lead.id) %s (%L::%s, %L::uuid)', p_section[2],
        case p_section[4] when 'asc' then '>' else '<' end, p_after ->> 'k', p_section[3], p_after ->> 'id')
      else format(' and %1$s %2$s= %3$L::%4$s and (%1$s %2$s %3$L::%4$s or lead.id %5$s %6$L::uuid)', p_section[2],
        case p_section[4] when 'asc' then '>' else '<' end, p_after ->> 'k', p_section[3],
        case p_section[5] when 'asc' then '>' else '<' end, p_after ->> 'id')
    end,
    p_section[4], p_section[5], p_limit
  )
$$;

comment on function private.page_sql(text, text[], integer, jsonb, integer) is
'The statement that reads the next leads of a section after a cursor.';

create function private.page_of_leads(p_condition text, p_sections text[], p_after jsonb, p_limit integer)
returns table (id uuid, section integer, key text)
language plpgsql stable
set search_path = ''
as $$
declare
  first_section integer := greatest(coalesce((p_after ->> 's')::integer, 1), 1);
  still integer := p_limit;
  got integer;
begin
  for at in first_section .. array_length(p_sections, 1) loop
    exit when still = 0;
    return query execute private.page_sql(
      p_condition, array(select part from unnest(p_sections[at:at]) as part), at, case when at = first_section then p_after end, still
    );
    get diagnostics got = row_count;
    still := still - got;
  end loop;
end
$$;

comment on function private.page_of_leads(text, text[], jsonb, integer) is
'The next leads that meet a condition, section after section, after a cursor { s, k, id }.';

create function private.lead_order(p_sort text) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  direction constant text := case when p_sort like '-%' then 'desc' else 'asc' end;
  sorted_by constant text := ltrim(p_sort, '-');
  what constant text := case sorted_by
    when 'name' then 'lower(private.full_name(lead.first_name, lead.last_name))'
    when 'company' then 'nullif(lower(btrim(lead.company)), '''')'
    when 'value' then 'lead.value_cents' when 'next_step' then 'lead.next_task_at' when 'last_activity' then 'lead.last_activity_at'
    when 'response' then 'lead.response_seconds' when 'clock' then 'lead.clock_due_at' end;
  kind constant text := case when sorted_by in ('name', 'company') then 'text' when sorted_by in ('value', 'response') then 'bigint' else 'timestamptz' end;
begin
  if sorted_by = 'arrived' then return array[['true', 'lead.created_at', kind, direction, direction]]; end if;
  if sorted_by = 'stage' then
    return (
      select array_agg(array[format('lead.stage = %L', stage.key), 'lead.stage_entered_at', kind, 'desc', 'asc']
        order by case direction when 'asc' then stage.position else -stage.position end)
      from public.pipeline_stages as stage
    );
  end if;
  if what is null then perform private.refuse('unknown_order', '22023', format('Leads are not sorted by %s', left(sorted_by, 40))); end if;
  return array[[what || ' is not null', what, kind, direction, direction], [what || ' is null', 'lead.created_at', 'timestamptz', 'desc', 'desc']];
end
$$;

comment on function private.lead_order(text) is
'The sections in which leads are read. Orders: arrived, name, company, value, stage, next_step, last_activity, response or clock; a leading - reverses them. 22023: no such order.';

create function private.lead_page_json(p_condition text, p_sections text[], p_after jsonb, p_limit integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  ids uuid[];
  last_one jsonb;
begin
  select array_agg(page.id order by page.at),
    (array_agg(jsonb_build_object('s', page.section, 'k', page.key, 'id', page.id) order by page.at desc))[1]
  into ids, last_one
  from (select *, row_number() over () as at from private.page_of_leads(p_condition, p_sections, p_after, p_limit)) as page;
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.lead_row_json(lead) order by wanted.at), '[]')
      from unnest(ids) with ordinality as wanted (id, at) join public.leads as lead on lead.id = wanted.id
    ),
    'next', case when cardinality(ids) = p_limit then last_one end
  );
end
$$;

comment on function private.lead_page_json(text, text[], jsonb, integer) is
'A page of leads: { rows, next }. next is the cursor of the next page, null at the end.';

create function public.list_leads(
  p_scope text default 'all', p_filter jsonb default null, p_sort text default '-arrived', p_after jsonb default null,
  p_limit integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- private.filter_search_sql needs to know the order.
  perform set_config('upfunnel.leads_by', ltrim(coalesce(p_sort, ''), '-'), true);
  return private.lead_page_json(
    private.lead_scope_sql(p_scope, p_filter), private.lead_order(coalesce(p_sort, '-arrived')), nullif(p_after, 'null'),
    least(greatest(coalesce(p_limit, 50), 1), 200)
  ) || jsonb_build_object('currency', (select settings.currency from public.agency_settings as settings));
end
$$;

comment on function public.list_leads(text, jsonb, text, jsonb, integer) is
'Leads a page at a time: { rows, next, currency }. Scope all, mine or unowned; filter as in docs/crm.md; p_after is next of the page before. Leads without the value that is sorted by come last. Reps see their own and unowned leads. 42501, 22023.';

create function private.has_kept_totals(p_filter jsonb) returns boolean
language sql stable
set search_path = ''
as $$
  select not exists (
    select from jsonb_path_query(coalesce(p_filter, '{}'), '$.**.field') as field where field #>> '{}' not in ('stage', 'owner')
  )
$$;

comment on function private.has_kept_totals(jsonb) is 'Whether private.lead_totals can count the leads of a filter.';

create function private.total_by_stage(p_scope text, p_filter jsonb) returns table (stage text, leads bigint, value_cents bigint)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text := private.lead_scope_sql(p_scope, p_filter);
begin
  return query execute case when private.has_kept_totals(p_filter) then
    -- Each total acts as one live lead with its owner and stage. The condition reads nothing else.
    'select kept.stage, sum(kept.leads)::bigint, sum(kept.value_cents)::bigint from private.lead_totals as kept
    cross join lateral jsonb_populate_record(
      null::public.leads, jsonb_build_object(''user_id'', nullif(kept.owner, ''''), ''stage'', kept.stage, ''is_spam'', false)
    ) as lead where ' || condition || ' group by kept.stage'
  else
    'select lead.stage, count(*), coalesce(sum(lead.value_cents), 0)::bigint from public.leads as lead where ' || condition || ' group by lead.stage'
  end;
end
$$;

comment on function private.total_by_stage(text, jsonb) is
'Count and value of the leads that match a filter, by stage, from private.lead_totals where possible.';

create function public.count_leads_matching(p_scope text default 'all', p_filter jsonb default null)
returns table (leads bigint, value_cents bigint)
language sql stable security definer
set search_path = ''
as $$
  select coalesce(sum(total.leads), 0)::bigint, coalesce(sum(total.value_cents), 0)::bigint
  from private.total_by_stage(p_scope, p_filter) as total
$$;

comment on function public.count_leads_matching(text, jsonb) is
'How many leads match a filter, exactly, and their value in cents. Scope and filter as in list_leads. 42501, 22023.';

grant execute on function public.list_leads(text, jsonb, text, jsonb, integer) to authenticated;

grant execute on function public.count_leads_matching(text, jsonb) to authenticated;

create function private.create_task(p_lead_id uuid, p_task jsonb) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  task_id uuid := coalesce(private.parse_uuid(p_task ->> 'id'), gen_random_uuid());
  title text := btrim(coalesce(p_task ->> 'title', ''));
begin
  if title = '' or char_length(title) > 200 then
    perform private.refuse('task_title_required', '22023', 'Say what is to be done, in up to 200 characters', 'title');
  end if;
  if p_task ->> 'due_at' is null or not (p_task ->> 'due_at')::timestamptz between '1970-01-01' and '2199-12-31' then
    perform private.refuse('required', '22023', 'Say when it is due', 'due_at');
  end if;
  if coalesce(p_task ->> 'kind', 'call') not in ('call', 'email', 'sms', 'meeting', 'other') then
    perform private.refuse('unknown_task_kind', '22023', 'There is no such kind of task', 'kind');
  end if;
  insert into public.lead_tasks (id, lead_id, kind, title, due_at, created_by)
  values (task_id, p_lead_id, coalesce(p_task ->> 'kind', 'call'), title, (p_task ->> 'due_at')::timestamptz, auth.uid())
  on conflict (id) do nothing;
  return task_id;
end
$$;

comment on function private.create_task(uuid, jsonb) is 'Plans { id?, kind, title, due_at } for a lead; a known id plans nothing.';

create function private.is_duplicate_merge_event(p_payload jsonb, p_leads uuid[]) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(p_payload ->> 'was', p_payload ->> 'what') = 'merged' and (p_payload ->> 'lead_id')::uuid = any (p_leads)
$$;

comment on function private.is_duplicate_merge_event(jsonb, uuid[]) is
'Whether a merge entry is from the lead that was merged away, while the kept lead''s entry, which says the same, is shown too.';

create function private.lock_lead_pair(p_one uuid, p_other uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_count integer;
begin
  if p_one is null or p_other is null or p_one = p_other then
    perform private.refuse('same_lead', '22023', 'Two different leads are merged');
  end if;
  -- Locks in the order of ids, so that two people who merge the same pair in opposite directions cannot deadlock.
  perform from public.leads as lead where lead.id in (p_one, p_other) order by lead.id for update;
  select count(*) into found_count from public.leads as lead where lead.id in (p_one, p_other) and private.may_see_lead(lead.user_id);
  if found_count <> 2 then perform private.refuse('lead_not_found', 'PT404', 'There are no such two leads of yours'); end if;
end
$$;

comment on function private.lock_lead_pair(uuid, uuid) is 'Locks two leads that the caller may see. PT404: the caller may not see both.';

create function private.answer_merged_clock(p_lead_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  waiting uuid := (select clock.id from public.lead_clocks as clock where clock.lead_id = p_lead_id and clock.state not in ('answered', 'dropped'));
begin
  if waiting is null then return null; end if;
  perform private.answer_clock(waiting);
  return (select clock.id from public.lead_clocks as clock where clock.id = waiting and clock.state = 'answered');
end
$$;

comment on function private.answer_merged_clock(uuid) is
'Stops a clock that the history of the other lead already answers. Returns it, for the undo.';

create function public.order_lost_reasons(p_ids uuid[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  lock table public.lost_reasons in share row exclusive mode;
  if (select array_agg(reason.id order by reason.id) from public.lost_reasons as reason)
    is distinct from (select array_agg(wanted.id order by wanted.id) from unnest(p_ids) as wanted (id))
  then
    perform private.refuse('outdated', 'PT409', 'The lost reasons changed meanwhile');
  end if;
  update public.lost_reasons as reason set position = wanted.place
  from unnest(p_ids) with ordinality as wanted (id, place)
  where reason.id = wanted.id and reason.position <> wanted.place;
end
$$;

comment on function public.order_lost_reasons(uuid[]) is
'Puts the lost reasons into this order; name all of them. Admins only (42501). PT409: others were added meanwhile.';

grant execute on function public.order_lost_reasons(uuid[]) to authenticated;

create function public.crm_outcomes(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  -- Reps see the money of the leads that they can see: their own and unowned ones.
  has_money boolean := p_scope = 'mine' or private.has_active_role('admin');
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  with closed as materialized (
    select lead.closed_at >= period.begins as is_now, lead.stage, lead.lost_reason_id, count(*) as leads,
      sum(lead.value_cents) filter (where has_money) as value_cents
    from private.analytics_leads(owners, p_source) as lead
    where lead.closed_at >= period.begins_before and lead.closed_at < period.ends
      and lead.stage in ('won', 'lost')
    group by 1, 2, 3
  ), rate as materialized (
    -- How many of all leads that ever reached a stage, and were closed within the last year, were won.
    select stage.key, sum(past.leads) filter (where past.stage = 'won') as won, sum(past.leads) as closed
    from public.pipeline_stages as stage join (
      select lead.reached, lead.stage, count(*) as leads from private.analytics_leads(owners, p_source) as lead
      where lead.closed_at >= now() - interval '365 days' and lead.stage in ('won', 'lost')
      group by 1, 2
    ) as past on past.reached >= stage.position
    group by stage.key
  ), pipe as materialized (
    select lead.stage, count(*) as leads, count(*) filter (where quiet.long) as stalled,
      coalesce(sum(lead.value_cents), 0) as value_cents, count(lead.value_cents) as valued,
      coalesce(sum(lead.value_cents) filter (where quiet.long), 0) as stalled_cents
    from private.analytics_leads(owners, p_source) as lead join public.pipeline_stages as stage on stage.key = lead.stage
    cross join lateral (
      select coalesce(greatest(lead.last_activity_at, lead.stage_entered_at) < now() - stage.rots_after_days * interval '1 day', false) as long
    ) as quiet
    where lead.stage not in ('won', 'lost')
    group by 1
  )
  select jsonb_build_object(
    'has_money', has_money,
    'currency', (select settings.currency from public.agency_settings as settings),
    'won', coalesce((select sum(closed.leads) from closed where closed.is_now and closed.stage = 'won'), 0),
    'lost', coalesce((select sum(closed.leads) from closed where closed.is_now and closed.stage = 'lost'), 0),
    'won_before', coalesce((select sum(closed.leads) from closed where not closed.is_now and closed.stage = 'won'), 0),
    'lost_before', coalesce((select sum(closed.leads) from closed where not closed.is_now and closed.stage = 'lost'), 0),
    'won_cents', (select sum(closed.value_cents) from closed where closed.is_now and closed.stage = 'won'),
    'won_cents_before', (select sum(closed.value_cents) from closed where not closed.is_now and closed.stage = 'won'),
    'lost_reasons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', sums.id, 'label', sums.label, 'leads', sums.leads) order by sums.leads desc, sums.label), '[]')
      from (
        select reason.id, coalesce(reason.label, 'No reason') as label, sum(closed.leads) as leads
        from closed left join public.lost_reasons as reason on reason.id = closed.lost_reason_id
        where closed.is_now and closed.stage = 'lost' group by 1, 2
      ) as sums
    ),
    'open', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'stage', stage.key, 'label', stage.label, 'position', stage.position, 'rots_after_days', stage.rots_after_days, 'leads', coalesce(pipe.leads, 0),
        'stalled', coalesce(pipe.stalled, 0), 'valued', case when has_money then coalesce(pipe.valued, 0) end,
        'value_cents', case when has_money then coalesce(pipe.value_cents, 0) end,
        'stalled_cents', case when has_money then coalesce(pipe.stalled_cents, 0) end,
        'won', coalesce(rate.won, 0), 'closed', coalesce(rate.closed, 0),
        -- Unknown until a lead that reached the stage has closed.
        'forecast_cents', case when has_money and rate.closed > 0 then round(coalesce(pipe.value_cents, 0) * coalesce(rate.won, 0) / rate.closed) end
      ) order by stage.position), '[]')
      from public.pipeline_stages as stage left join pipe on pipe.stage = stage.key left join rate on rate.key = stage.key
      where stage.key not in ('won', 'lost')
    )
  ) into answer;
  return answer;
end
$$;

comment on function public.crm_outcomes(date, date, text, text, text) is
'Won and lost leads from p_from to p_to and in the equally long period before, lost reasons, and the open pipeline now: value, stalled leads and forecast. The forecast is the value times the share of won leads among those that reached the stage and were closed within a year. Scope and owner as in private.requested_owners. Reps get null for the money of the team''s leads. 42501, 22023.';

grant execute on function public.crm_outcomes(date, date, text, text, text) to authenticated;

create function public.crm_pulse(p_seen bigint default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := private.has_active_role('admin');
  change bigint := (select moved.last_value from private.crm_change as moved);
begin
  if change = p_seen then return jsonb_build_object('change', change); end if;
  return jsonb_build_object(
    'change', change, 'now', now(),
    'target_seconds', (select settings.speed_to_lead_minutes * 60 from public.agency_settings as settings),
    'calendar', private.working_calendar(),
    'leads', (
      select coalesce(sum(total.leads), 0) from private.lead_totals as total
      where everyone or total.owner in (caller::text, '')
    ),
    'unanswered', (
      select count(*) from public.leads as lead
      where lead.clock_due_at is not null and private.is_live(lead) and lead.erased_at is null
        -- The same leads as on Today, so that both numbers agree.
        and (everyone or lead.user_id is null or lead.user_id = caller)
    ),
    'overdue', (
      select count(*) from public.leads as lead
      where lead.next_task_at < now() and lead.stage <> 'lost' and private.is_live(lead)
        and (everyone or lead.user_id is null or lead.user_id = caller)
    ),
    'newest', (
      select jsonb_build_object('id', lead.id, 'first_name', lead.first_name, 'last_name', lead.last_name, 'company', lead.company,
        'email', lead.email,
        'source', lead.source, 'arrived_at', lead.arrived_at)
      from (
        select waiting.*, clock.arrived_at from public.leads as waiting
        join public.lead_clocks as clock on clock.lead_id = waiting.id and clock.state not in ('answered', 'dropped')
        where waiting.clock_due_at is not null and private.is_live(waiting) and waiting.erased_at is null
          and (everyone or waiting.user_id is null or waiting.user_id = caller)
        order by clock.arrived_at desc limit 1
      ) as lead
    ),
    'team', private.team_medians()
  );
end
$$;

comment on function public.crm_pulse(bigint) is
'The number that grows with every change (crm_change) and, when it is not p_seen, the counts in the navigation: { change, now, target_seconds, calendar, leads, unanswered, overdue, newest, team }. 42501: not on the team.';

create function public.crm_notifications() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := private.has_active_role('admin');
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', news.id, 'event', news.event, 'at', news.happened_at, 'lead_id', news.lead_id, 'first_name', news.first_name,
      'last_name', news.last_name, 'email', news.email, 'company', news.company, 'new_owner_name', news.new_owner_name
    ) order by news.happened_at desc, news.id desc)
    from (
      select event.id, event.event, event.happened_at, event.lead_id, lead.first_name, lead.last_name, lead.company,
        case when seen.is_theirs then lead.email end as email,
        -- An escalation may give the caller's lead to somebody else. The caller sees the event and the new owner, but not the
        -- lead.
        case when not seen.is_theirs then private.person_name(clock.escalated_to) end as new_owner_name
      -- Reads only the latest events of the team. Older ones are in the history of each lead.
      from (
        select latest.* from public.lead_clock_events as latest order by latest.id desc limit 500
      ) as event
      join public.leads as lead on lead.id = event.lead_id
      join public.lead_clocks as clock on clock.id = event.clock_id
      cross join lateral (values (everyone or lead.user_id is null or lead.user_id = caller)) as seen (is_theirs)
      where event.event in ('started', 'breached', 'escalated') and private.is_live(lead) and lead.erased_at is null
        and (seen.is_theirs or event.event = 'escalated' and event.payload ->> 'owner' = caller::text and clock.escalated_to <> caller)
      order by event.id desc limit 20
    ) as news
  ), '[]');
end
$$;

comment on function public.crm_notifications() is
'The latest arrivals, breaches and escalations of leads that the caller sees, and the leads that escalations took from them (new_owner_name says who has them now), at most 20. 42501: not on the team.';

grant execute on function public.crm_pulse(bigint) to authenticated;

grant execute on function public.crm_notifications() to authenticated;

create function private.source_label(p_source public.lead_source) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case p_source when 'website_form' then 'Website form' when 'landing_page' then 'Landing page'
    when 'referral' then 'Referral' when 'social_media' then 'Social media' else 'Other' end
$$;

comment on function private.source_label(public.lead_source) is 'The name of a source on the screen.';

create function public.response_stats(
  p_from timestamptz default null, p_to timestamptz default null, p_by text default 'all'
) returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  zone text := private.agency_zone();
  target integer := (select settings.speed_to_lead_minutes * 60 from public.agency_settings as settings);
begin
  perform private.require_team();
  if p_by is null or p_by not in ('all', 'rep', 'source', 'hour') then
    perform private.refuse('unknown_group', '22023', 'Figures are grouped by all, rep, source or hour');
  end if;
  return query
  with clock as materialized (
    select each.state, each.response_seconds, each.target_seconds, each.due_at,
      case p_by
        when 'all' then 'all'
        -- An answered lead counts for the person who answered, a waiting one for its owner.
        when 'rep' then coalesce((case each.state when 'answered' then each.answered_by else each.owner_id end)::text, '')
        when 'source' then each.source::text
        else extract(hour from each.arrived_at at time zone zone)::integer::text
      end as key
    from public.lead_clocks as each
    where each.state <> 'dropped' and each.arrived_at >= coalesce(p_from, '-infinity') and each.arrived_at < coalesce(p_to, 'infinity')
  ), figures as (
    select clock.key, count(*) as leads, count(*) filter (where clock.state = 'answered') as answered,
      percentile_disc(0.5) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as median,
      percentile_disc(0.9) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as p90,
      count(*) filter (where clock.state = 'answered' and clock.response_seconds <= clock.target_seconds) as "within",
      -- A lead that still has time is neither within the target nor over it.
      count(*) filter (where clock.state = 'answered' or clock.due_at < now()) as decided
    from clock group by clock.key
  ), group_key (key, place) as (
    select 'all', 0 where p_by = 'all'
    union all select held.user_id::text, 0 from public.user_roles as held where p_by = 'rep' and held.role = 'sales' and held.status = 'active'
    union all select source.value::text, source.place::integer
      from unnest(enum_range(null::public.lead_source)) with ordinality as source (value, place) where p_by = 'source'
    union all select hour.value::text, hour.value from generate_series(0, 23) as hour (value) where p_by = 'hour'
    union all select figures.key, 1 from figures where p_by = 'rep' and figures.key not in (
      select held.user_id::text from public.user_roles as held where held.role = 'sales' and held.status = 'active'
    )
  )
  select group_key.key,
    case p_by when 'all' then 'Everybody' when 'rep' then private.owner_name(group_key.key)
      when 'source' then private.source_label(group_key.key::public.lead_source) else lpad(group_key.key, 2, '0') || ':00' end as label,
    coalesce(figures.leads, 0), coalesce(figures.answered, 0), figures.median, figures.p90,
    case when figures.leads > 0 then figures."within" end, case when figures.leads > 0 then figures.decided end, target
  from group_key left join figures on figures.key = group_key.key
  order by group_key.place, case when p_by = 'rep' then private.owner_name(group_key.key) end collate "C", group_key.key;
end
$$;

comment on function public.response_stats(timestamptz, timestamptz, text) is
'Response times in working seconds of leads that arrived in a time range: for all, or by rep, source or hour of arrival (in the agency''s time zone). Waiting leads are in leads, not in the percentiles. decided counts leads that were answered or are past their target; the share within the target is within / decided. Null means no data. For the team only (42501).';

grant execute on function public.response_stats(timestamptz, timestamptz, text) to authenticated;

create function public.crm_responses(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- Enough to sort a year of leads in memory instead of on disk.
set work_mem = '16MB'
as $$
declare
  caller uuid := private.require_team();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  zone text := private.agency_zone();
  target integer := (select settings.speed_to_lead_minutes * 60 from public.agency_settings as settings);
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  with asking as materialized (
    select lead.response_seconds as seconds, coalesce(lead.answer_target_seconds, target) as target,
      -- An answered lead counts for the person who answered, a waiting one for its owner.
      case when lead.response_seconds is null then lead.user_id else lead.answered_by end as rep,
      lead.source, extract(hour from lead.created_at at time zone zone)::integer as hour
    from private.analytics_leads(owners, p_source) as lead
    where lead.created_at >= period.begins and lead.created_at < period.ends
      and (lead.response_seconds is not null or lead.clock_due_at is not null)
  ), stat as materialized (
    select grouping(asking.rep, asking.hour, asking.source) as kind, asking.rep, asking.hour, asking.source, count(*) as leads,
      count(asking.seconds) as answered, count(*) filter (where asking.seconds <= asking.target) as within,
      percentile_cont(array[0.5, 0.9]) within group (order by asking.seconds) as at
    from asking group by grouping sets ((), (asking.rep), (asking.hour), (asking.source))
  ), bin as materialized (
    select width_bucket(asking.seconds, array[60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 900, 1800]) as bin, count(*) as leads
    from asking where asking.seconds is not null group by 1
  ), earlier as materialized (
    select count(*) as answered, round(percentile_cont(0.5) within group (order by lead.response_seconds)) as median
    from private.analytics_leads(owners, p_source) as lead
    where lead.created_at >= period.begins_before and lead.created_at < period.begins
      and lead.response_seconds is not null
  )
  select jsonb_build_object(
    'target_seconds', target,
    'all', (select jsonb_build_object('leads', stat.leads, 'answered', stat.answered, 'within', stat.within, 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
      from stat where stat.kind = 7),
    'median_before', (select earlier.median from earlier),
    'answered_before', (select earlier.answered from earlier),
    'histogram', (
      select jsonb_agg(coalesce(bin.leads, 0) order by n) from generate_series(0, 12) as n left join bin on bin.bin = n
    ),
    'reps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'leads', coalesce(stat.leads, 0),
        'answered', coalesce(stat.answered, 0), 'within', coalesce(stat.within, 0), 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
        order by stat.at[1] nulls last, person.name), '[]')
      from (
        select known.id, private.owner_name(known.id::text) as name from (
          -- The rep who was asked for is listed even without an answer.
          select held.user_id as id from public.user_roles as held where owners is null and held.role = 'sales' and held.status = 'active'
          union select owner.id::uuid from unnest(owners) as owner (id) where owner.id <> ''
          union select stat.rep from stat where stat.kind = 3 and stat.rep is not null and stat.answered > 0
        ) as known
      ) as person left join stat on stat.kind = 3 and stat.rep = person.id
    ),
    'hours', (
      select coalesce(jsonb_agg(jsonb_build_object('hour', stat.hour, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.hour), '[]') from stat where stat.kind = 5
    ),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('source', stat.source, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.at[1] nulls last, stat.source), '[]') from stat where stat.kind = 6
    )
  ) into answer;
  return answer;
end
$$;

comment on function public.crm_responses(date, date, text, text, text) is
'First responses to leads that arrived from p_from to p_to, in working seconds: all, histogram (0 to 10 minutes by the minute, to 15, to 30, more), by rep, by hour of arrival and by source. Unanswered leads are in leads and not in the times; null means no data. Scope and owner as in private.requested_owners. 42501, 22023.';

grant execute on function public.crm_responses(date, date, text, text, text) to authenticated;

create schema if not exists extensions;

grant usage on schema extensions to anon, authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;

create table private.lead_words (
  word text primary key check (char_length(word) between 3 and 40)
);

comment on table private.lead_words is 'The words in the names, addresses and companies of leads. A word may outlive its last lead.';

create index lead_words_trigrams_idx on private.lead_words using gin (word extensions.gin_trgm_ops);

alter table private.lead_words enable row level security;

create function private.lead_text(p_first text, p_last text, p_email text, p_company text) returns text
language sql immutable parallel safe
as $$
  select lower(coalesce(p_first, '') || ' ' || coalesce(p_last, '') || ' ' || coalesce(p_email, '') || ' ' || coalesce(p_company, ''))
$$;

comment on function private.lead_text(text, text, text, text) is 'What a lead is searched by, in lower case.';

create function private.extract_words(p_text text) returns setof text
language sql immutable parallel safe
set search_path = ''
as $$
  with pieces as materialized (
    -- ASCII signs separate nearly all words. The slow regular expression runs only for pieces with other characters.
    select distinct part.piece from string_to_table(
      translate(lower(p_text), '@._-+/,;:!?()&"#%*=<>[]{}|~^$\`''' || E'\t\r\n', repeat(' ', 35)), ' '
    ) as part (piece)
    where octet_length(part.piece) >= 3
  )
  select pieces.piece from pieces where octet_length(pieces.piece) = char_length(pieces.piece) and octet_length(pieces.piece) <= 40
  union
  select made.word from pieces cross join lateral regexp_split_to_table(pieces.piece, '[^[:alnum:]]+') as made (word)
  where octet_length(pieces.piece) > char_length(pieces.piece) and char_length(made.word) between 3 and 40
$$;

comment on function private.extract_words(text) is 'The words of 3 to 40 letters and digits in a text, each once.';

create function private.index_lead_words() returns trigger
language plpgsql security definer
set search_path = ''
-- A plan from a time with few words would be kept while an import adds thousands. It must not scan the table.
set enable_seqscan = off
as $$
declare
  whose constant text := case tg_op when 'INSERT' then 'select * from new_leads' else
    'select now_row.* from new_leads as now_row join old_leads as was on was.id = now_row.id
     where (now_row.first_name, now_row.last_name, now_row.email, now_row.company)
       is distinct from (was.first_name, was.last_name, was.email, was.company)' end;
  words text;
begin
  execute format('select string_agg(concat_ws('' '', lead.first_name, lead.last_name, lead.email, lead.company), '' '') from (%s) as lead', whose)
  into words;
  if words is null then return null; end if;
  -- Ordered, so that two statements that add the same words cannot deadlock.
  insert into private.lead_words (word)
  select made.word from private.extract_words(words) as made (word)
  -- A subquery for each word uses the index. A join would read all known words at every insert.
  where (select known.word from private.lead_words as known where known.word = made.word) is null
  order by made.word
  on conflict do nothing;
  return null;
end
$$;

comment on function private.index_lead_words() is 'Trigger: keeps private.lead_words.';

create function private.similar_words_query(p_query text) returns tsquery
language plpgsql stable
set search_path = ''
set pg_trgm.similarity_threshold = 0.25
as $$
declare
  part text;
  choices text;
  whole text := '';
begin
  for part in
    select word from regexp_split_to_table(lower(left(coalesce(p_query, ''), 100)), '[^[:alnum:]]+') as word where word <> '' limit 6
  loop
    -- Words of up to three letters have too few trigrams to compare.
    select string_agg('''' || near.word || '''', ' | ') into choices from (
      select known.word from private.lead_words as known
      where char_length(part) > 3 and known.word operator(extensions.%) part
      order by extensions.similarity(known.word, part) desc, known.word limit 20
    ) as near;
    whole := concat_ws(' & ', nullif(whole, ''), format('(''%s'':*%s)', part, coalesce(' | ' || choices, '')));
  end loop;
  return to_tsquery('simple'::regconfig, whole);
end
$$;

comment on function private.similar_words_query(text) is
'Matches texts that have, for each of these words, a word that begins with it or is similar to it.';

create function private.find_lead_ids(p_words tsquery, p_admin boolean, p_caller uuid, p_limit integer) returns setof uuid
language plpgsql stable
set search_path = ''
as $$
begin
  return query execute format(
    $sql$
      with found as materialized (
        select lead.id, lead.user_id from public.leads as lead
        where private.is_live(lead) and private.lead_search_words(lead) @@ %L::tsquery limit %s
      )
      select found.id from found where %L or found.user_id is null or found.user_id = %L limit %s
    $sql$, p_words::text, case when p_admin then p_limit else 5000 end, p_admin, p_caller, p_limit
  );
end
$$;

comment on function private.find_lead_ids(tsquery, boolean, uuid, integer) is 'The leads that match these words and that the caller sees.';

create function private.searched_digits(p_query text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  -- A text with letters is not a number, and three digits occur in too many numbers.
  select case when p_query !~ '[[:alpha:]]' and char_length(regexp_replace(p_query, '[^0-9]', '', 'g')) >= 4
    then left(regexp_replace(p_query, '[^0-9]', '', 'g'), 15) end
$$;

comment on function private.searched_digits(text) is 'The digits of a phone number that is searched for; null for other texts.';

create function private.find_phone_ids(p_query text, p_admin boolean, p_caller uuid, p_limit integer) returns setof uuid
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  digits text := private.searched_digits(p_query);
  nines constant text := '999999999999999';
  most constant integer := case when p_admin then p_limit else 5000 end;
begin
  if digits is null then return; end if;
  return query
  select distinct found.id from (
    (
      select lead.id, lead.user_id from public.leads as lead
      where lead.phone_key between digits and digits || nines and private.is_live(lead)
      order by lead.phone_key limit most
    ) union all (
      select lead.id, lead.user_id from public.leads as lead
      where lead.phone_key between '1' || digits and '1' || digits || nines and private.is_live(lead)
      order by lead.phone_key limit most
    ) union all (
      select lead.id, lead.user_id from public.leads as lead
      where lead.phone_key is not null and reverse(lead.phone_key) between reverse(digits) and reverse(digits) || nines
        and private.is_live(lead)
      order by reverse(lead.phone_key) limit most
    )
  ) as found
  where p_admin or found.user_id is null or found.user_id = p_caller
  limit p_limit;
end
$$;

comment on function private.find_phone_ids(text, boolean, uuid, integer) is
'Leads whose phone number begins or ends with these digits. Each kind of match reads its own part of an index; joined by "or", they would read all leads.';

create function public.search_leads(p_query text, p_limit integer default 8)
returns table (id uuid, name text, company text, email text, phone text, stage text, owner_name text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  caller uuid := private.require_team();
  is_admin boolean := private.has_active_role('admin');
  wanted integer := least(greatest(coalesce(p_limit, 8), 1), 50);
  asked text := btrim(left(coalesce(p_query, ''), 100));
  found_ids uuid[];
begin
  if asked !~ '[[:alnum:]]' then return; end if;
  found_ids := array(
    select private.find_phone_ids(asked, is_admin, caller, wanted)
    union select private.find_lead_ids(private.words_query(asked), is_admin, caller, 200)
  );
  if cardinality(found_ids) < wanted then
    found_ids := array(
      select unnest(found_ids) union
      select private.find_lead_ids(private.similar_words_query(asked), is_admin, caller, 200)
    );
  end if;
  return query
  select lead.id, private.full_name(lead.first_name, lead.last_name), lead.company, lead.email,
    lead.phone, lead.stage, private.owner_name(coalesce(lead.user_id::text, ''))
  from public.leads as lead
  cross join lateral private.lead_text(lead.first_name, lead.last_name, lead.email, lead.company) as known (words)
  where lead.id = any (found_ids)
  order by extensions.word_similarity(lower(asked), known.words) desc, lead.created_at desc, lead.id
  limit wanted;
end
$$;

comment on function public.search_leads(text, integer) is
'Leads by name, email, company or phone: beginnings of words first, then similar words, the best match first, up to p_limit (50). For the team only (42501). Reps find their own and unowned leads.';

grant execute on function public.search_leads(text, integer) to authenticated;

create function private.length_problem(p_field text, p_said text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select format(
    case known.kind when 'list' then '%s: more than %s characters' else '%s: longer than %s characters' end,
    known.label, to_char(known.max_length, 'FM999,999')
  )
  from private.lead_fields() as known
  where known.field = p_field and (known.kind = 'list' or char_length(p_said) > known.max_length)
$$;

comment on function private.length_problem(text, text) is
'The problem of a field that has more bytes than its limit; null when it does not have too many characters.';

create function private.import_problem(p_fields jsonb) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  names constant text[] := private.lead_facts_of_kind('word', 'text', 'list');
  longest constant integer[] := private.longest_of_kind('word', 'text', 'list');
  said text;
  problem text := case
    when p_fields ->> 'problem' is not null then left(p_fields ->> 'problem', 500)
    when not private.identifies_lead(p_fields)
      then 'Nothing says who this is: a name, e-mail, phone or company is needed'
    when p_fields ->> 'email' !~ '^[^@\s]+@[^@\s]+$' or char_length(p_fields ->> 'email') > 320 then 'E-mail: this is no address'
  end;
begin
  if problem is not null then return problem; end if;
  for place in 1 .. cardinality(names) loop
    said := p_fields ->> names[place];
    if octet_length(said) > longest[place] then
      problem := private.length_problem(names[place], said);
      if problem is not null then return problem; end if;
    end if;
  end loop;
  return case
    when char_length(p_fields ->> 'note') > 10000 then 'Note: longer than 10,000 characters'
    when char_length(p_fields ->> 'lost_reason') > 1000 then 'Lost reason: longer than 1,000 characters'
    when concat_ws(' ', p_fields ->> 'created_at', p_fields ->> 'closed_at') ~ 'T\S*[+-](1[5-9]|[2-9]\d)(:?\d\d)?(\s|$)'
      then 'Created or closed: there is no such time zone'
    when p_fields ->> 'created_at' !~ '^(19[7-9]|20\d|21\d)\d-\d\d-\d\d' then 'Created: not a day between 1970 and 2199'
    when p_fields ->> 'closed_at' !~ '^(19[7-9]|20\d|21\d)\d-\d\d-\d\d' then 'Closed: not a day between 1970 and 2199'
  end;
end
$$;

comment on function private.import_problem(jsonb) is 'What is wrong with a row by itself, as people read it; null when nothing is.';

create function private.shortened_fields(p_fields jsonb) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select case jsonb_typeof(p_fields) when 'object' then (
    select coalesce(jsonb_object_agg(field.key, case
      when octet_length(field.value::text) <= 1000 then field.value else to_jsonb(left(field.value #>> '{}', 1000)) end), '{}')
    from (select each.key, each.value from jsonb_each(p_fields) as each where each.key <> 'problem' limit 50) as field
  ) else '{}'::jsonb end
$$;

comment on function private.shortened_fields(jsonb) is
'What is kept of a row that cannot be imported: the first 1,000 characters of each field, so that one huge row does not stop the others.';

create function public.create_lead_import(p_import_id uuid, p_file_name text, p_headers text[], p_mapping jsonb, p_defaults jsonb)
returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  owner_wanted uuid := (p_defaults ->> 'owner_id')::uuid;
begin
  if p_mapping is null or jsonb_typeof(p_mapping) <> 'array' or jsonb_array_length(p_mapping) <> cardinality(p_headers) then
    perform private.refuse('mapping_incomplete', '22023', 'Every column needs its place in the mapping', 'mapping');
  end if;
  if owner_wanted is not null and not private.is_on_team(owner_wanted) then
    perform private.refuse('assignee_not_active', '22023', 'Leads are given to active members of the team');
  end if;
  if coalesce(p_defaults ->> 'stage', 'new') = 'lost'
    or not exists (select from public.pipeline_stages as stage where stage.key = coalesce(p_defaults ->> 'stage', 'new')) then
    perform private.refuse('unknown_stage', '22023', 'There is no such stage for new leads');
  end if;
  -- Deletes imports that were abandoned for a day.
  delete from public.lead_imports as old
  where old.actor_id = caller and old.status in ('staging', 'ready') and old.created_at < now() - interval '1 day';
  insert into public.lead_imports (id, actor_id, file_name, headers, mapping, owner_id, stage, source)
  values (
    p_import_id, caller, left(coalesce(nullif(btrim(p_file_name), ''), 'file.csv'), 255), p_headers, p_mapping, owner_wanted,
    coalesce(p_defaults ->> 'stage', 'new'), coalesce(p_defaults ->> 'source', 'other')::public.lead_source
  ) on conflict (id) do nothing;
  if not exists (select from public.lead_imports as one where one.id = p_import_id and one.actor_id = caller) then
    perform private.refuse('id_taken', '42501', 'This import belongs to somebody else');
  end if;
end
$$;

comment on function public.create_lead_import(uuid, text, text[], jsonb, jsonb) is
'Begins an import. A known id changes nothing. Defaults for new leads: owner_id, stage, source. 22023: what is wrong. 42501: not on the team, or somebody else''s import.';

create function public.lead_import_problems(p_import_id uuid, p_after_row integer default 0, p_limit integer default 100)
returns table (row_no integer, problem text, fields jsonb)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.lock_own_lead_import(p_import_id);
  return query
  select bad.row_no, bad.problem, bad.fields from private.lead_import_rows as bad
  where bad.import_id = p_import_id and bad.problem is not null and bad.row_no > coalesce(p_after_row, 0)
  order by bad.row_no limit least(greatest(p_limit, 1), 2000);
end
$$;

comment on function public.lead_import_problems(uuid, integer, integer) is
'The rows that cannot be imported, and why, in the order of the file.';

create function public.last_lead_mapping(p_headers text[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  return (
    select one.mapping from public.lead_imports as one where one.actor_id = caller and one.headers = p_headers
    order by one.created_at desc limit 1
  );
end
$$;

comment on function public.last_lead_mapping(text[]) is
'The mapping that the caller last used for a file with these columns; null when never.';

grant execute on function public.create_lead_import(uuid, text, text[], jsonb, jsonb) to authenticated;

grant execute on function public.lead_import_problems(uuid, integer, integer) to authenticated;

grant execute on function public.last_lead_mapping(text[]) to authenticated;

create function private.is_response(p_kind text, p_payload jsonb) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  -- An email or text message from the lead is logged too, but it is not an answer.
  select p_kind in ('call', 'meeting') or p_kind in ('email', 'sms') and coalesce(p_payload ->> 'direction', '') <> 'inbound'
$$;

comment on function private.is_response(text, jsonb) is 'Whether an activity that a person logged answers a lead.';

create function private.stop_clocks() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  leads uuid[];
  clock_id uuid;
begin
  -- Opening a lead, notes, stages and assignments never stop a clock.
  leads := array(
    select distinct added.lead_id from new_activities as added
    -- Checks each kind once before it checks rows, because an import adds thousands of one kind that is no response.
    where added.actor_id is not null and added.kind in (
        select known.kind from (select distinct one.kind from new_activities as one) as known where private.is_response(known.kind, '{}')
      )
      and private.is_response(added.kind, added.payload)
      and exists (
        select from public.lead_clocks as clock where clock.lead_id = added.lead_id and added.occurred_at >= clock.arrived_at
          and (clock.state <> 'answered' or added.occurred_at < clock.answered_at)
      )
  );
  if cardinality(leads) = 0 then return null; end if;
  -- Every function locks leads before their clocks, so that they cannot deadlock.
  perform from public.leads as lead where lead.id = any (leads) order by lead.id for no key update;
  for clock_id in
    select clock.id from public.lead_clocks as clock where clock.lead_id = any (leads) and clock.state <> 'dropped' order by clock.id
  loop
    perform private.answer_clock(clock_id);
  end loop;
  return null;
end
$$;

comment on function private.stop_clocks() is 'Trigger: a logged response stops the clock. An earlier one that is logged later corrects it.';

create table private.ip_salts (
  day date primary key,
  salt text not null check (char_length(salt) between 32 and 100)
);

comment on table private.ip_salts is
'Today''s salt for hashes of IP addresses. Without yesterday''s salt, its hashes cannot be traced back.';

alter table private.ip_salts enable row level security;

create function private.daily_ip_salt() returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'UTC')::date;
  daily text;
begin
  select kept.salt into daily from private.ip_salts as kept where kept.day = today;
  if daily is null then
    delete from private.ip_salts as old where old.day < today;
    insert into private.ip_salts (day, salt)
    values (today, gen_random_uuid()::text || gen_random_uuid()::text) on conflict (day) do nothing;
    select kept.salt into daily from private.ip_salts as kept where kept.day = today;
  end if;
  return daily;
end
$$;

comment on function private.daily_ip_salt() is 'Today''s salt (UTC). The first caller of a day makes it and deletes older ones.';

create function private.hash_ip(p_address text) returns text
language sql volatile security definer
set search_path = ''
as $$
  select case when p_address <> '' then encode(sha256(convert_to(private.daily_ip_salt() || p_address, 'UTF8')), 'hex') end
$$;

comment on function private.hash_ip(text) is
'A hash that tells floods from one IP address apart within a day, and says nothing afterwards.';

create function private.enqueue_form_mails(p_form text, p_id uuid, p_email text, p_name text, p_answers jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  agency text := (select settings.email from public.agency_settings as settings);
  confirmations bigint;
begin
  perform public.enqueue_outbox('mail', format('%s:%s:agency', p_form, p_id),
    jsonb_build_object('to', agency, 'template', p_form || '-alert', 'data', jsonb_strip_nulls(p_answers)));
  -- Limits confirmations, so that nobody can fill a stranger's mailbox through this form.
  select count(*) into confirmations from private.outbox as sent
  where sent.kind = 'mail' and lower(sent.payload ->> 'to') = lower(p_email) and sent.created_at > now() - interval '1 day'
    and sent.payload ->> 'template' like '%-confirmation';
  if confirmations < 5 then
    perform public.enqueue_outbox('mail', format('%s:%s:sender', p_form, p_id),
      jsonb_build_object('to', p_email, 'template', p_form || '-confirmation',
        'data', jsonb_build_object('name', p_name, 'agencyEmail', agency)));
  end if;
end
$$;

comment on function private.enqueue_form_mails(text, uuid, text, text, jsonb) is
'Queues two emails: the answers to the agency, and a confirmation to the sender.';

create function private.process_direct_contact() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.upsert_lead_from_contact(new);
  return null;
end
$$;

comment on function private.process_direct_contact() is 'Trigger: processes a message that a visitor inserted.';

create function private.set_task_completion() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.done_by := case when new.done_at is null then null when old.done_at is null then auth.uid() else old.done_by end;
  return new;
end
$$;

comment on function private.set_task_completion() is 'Trigger: records who finished a task.';

create function private.sync_next_task() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.set_next_task(array(select distinct changed.lead_id from new_tasks as changed));
  elsif tg_op = 'DELETE' then
    perform private.set_next_task(array(select distinct changed.lead_id from old_tasks as changed));
  else
    perform private.set_next_task(array(
      select changed.lead_id from new_tasks as changed union select changed.lead_id from old_tasks as changed
    ));
  end if;
  return null;
end
$$;

comment on function private.sync_next_task() is 'Trigger: keeps the next step of leads.';

create sequence private.crm_change as bigint;

comment on sequence private.crm_change is 'Grows with every statement that changes leads, tasks or their history.';

create function private.bump_crm_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform nextval('private.crm_change');
  return null;
end
$$;

comment on function private.bump_crm_change() is 'Trigger: tells open pages to load again.';

create function private.queue_section(p_where text, p_order text, p_caller uuid, p_everyone boolean) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  condition text := format(
    'private.is_live(lead) and lead.erased_at is null and %s%s', p_where,
    case when p_everyone then '' else ' and (lead.user_id = $1 or lead.user_id is null)' end
  );
  answer jsonb;
begin
  execute format(
    $section$
      select jsonb_build_object(
        'total', (select count(*) from public.leads as lead where %1$s),
        'rows', coalesce((
          select jsonb_agg(private.queue_lead_json(shown::public.leads) order by shown.%2$s, shown.id)
          from (select lead.* from public.leads as lead where %1$s order by lead.%2$s, lead.id limit 100) as shown
        ), '[]')
      )
    $section$, condition, p_order
  ) into answer using p_caller;
  return answer;
end
$$;

comment on function private.queue_section(text, text, uuid, boolean) is
'One section of Today: { total, rows }, at most 100 rows. Condition and order never come from a caller.';

create function private.restored_stage(p_keep_id uuid, p_before jsonb, p_back jsonb, p_since timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  own_way smallint;
begin
  if not (p_back ? 'stage') then
    p_back := p_back - array['lost_reason_id', 'lost_note', 'stage_entered_at', 'closed_at'];
  else
    -- The dates of the stage are restored with it, even when somebody moved the lead there and back meanwhile.
    p_back := p_back || coalesce((
      select jsonb_object_agg(field.key, field.value) from jsonb_each(p_before) as field where field.key in ('stage_entered_at', 'closed_at')
    ), '{}');
  end if;
  if not (p_before ? 'reached') then return p_back; end if;
  -- The progress of the other lead does not count, but moves since the merge do.
  select max(stage.position) into own_way from public.pipeline_stages as stage
  where stage.key <> 'lost' and stage.key in (
    select moved.payload ->> 'to' from public.lead_activities as moved
    where moved.lead_id = p_keep_id and moved.kind = 'stage_change' and moved.created_at > p_since
  );
  return p_back || jsonb_build_object('reached', greatest((p_before ->> 'reached')::smallint, own_way));
end
$$;

comment on function private.restored_stage(uuid, jsonb, jsonb, timestamptz) is
'The fields to restore on a kept lead, with stage_entered_at, reached and closed_at as if there had been no merge.';

create function private.find_lead(p_email text, p_phone text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_id uuid;
  kept_id uuid;
  wanted_key text := private.phone_key(p_phone);
begin
  -- Two submissions of one person at the same moment take turns, so that the second finds the first one's lead. Locks are taken
  -- in a fixed order, so that two people with each other's address and number cannot deadlock.
  perform pg_advisory_xact_lock(wanted.lock) from (
    select distinct hashtextextended('lead of ' || named.name, 0) as lock
    from unnest(array[lower(p_email), 'phone ' || wanted_key]) as named (name) where named.name is not null order by 1
  ) as wanted;
  loop
    select lead.id into found_id from public.leads as lead where lower(lead.email) = lower(p_email)
    order by lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id limit 1;
    if found_id is null and wanted_key is not null then
      select lead.id into found_id from public.leads as lead where lead.phone_key = wanted_key
      order by lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id limit 1;
    end if;
    if found_id is null then return null; end if;
    for hops in 1 .. 20 loop
      select lead.merged_into into kept_id from public.leads as lead where lead.id = found_id;
      exit when kept_id is null;
      found_id := kept_id;
    end loop;
    begin
      select lead.merged_into into kept_id from public.leads as lead where lead.id = found_id for no key update;
      if found and kept_id is null then return found_id; end if;
      perform private.refuse('lead_vanished', 'UF001', 'Merged or deleted at this very moment');
    exception when sqlstate 'UF001' then
      -- Searches again. The exception releases the lock, because a person who merges the kept lead may wait for it.
      null;
    end;
  end loop;
end
$$;

comment on function private.find_lead(text, text) is
'The lead with this email address, else with this phone number however it is written; for a merged lead, the kept one. It is locked, and others who search for it wait.';

create function private.parse_touch(p_form text, p_sent jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when octet_length(touch::text) <= 18000 then touch else jsonb_build_object('at', now(), 'form', p_form) end
  from (select jsonb_strip_nulls(jsonb_build_object(
    'at', now(), 'form', p_form,
    'utm_source', p_sent ->> 'utm_source', 'utm_medium', p_sent ->> 'utm_medium', 'utm_campaign', p_sent ->> 'utm_campaign',
    'utm_term', p_sent ->> 'utm_term', 'utm_content', p_sent ->> 'utm_content', 'traffic_type', p_sent ->> 'traffic_type',
    'referrer', left(p_sent ->> 'referrer_url', 1000), 'page', left(p_sent ->> 'landing_page', 1000), 'address', left(p_sent ->> 'page_url', 1000)
  )) as touch) as read
$$;

comment on function private.parse_touch(text, jsonb) is 'Where a visitor came from, as far as the form says.';

create function private.merged_offers(p_kept text[], p_added text[]) returns text[]
language sql immutable
set search_path = ''
as $$
  -- Offers that do not fit are dropped, so that the message itself is not refused.
  select case when cardinality(joined.list) <= 20 and octet_length(joined.list::text) <= 2000 then joined.list else p_kept end
  from (
    select array(
      select offer from unnest(p_kept || coalesce(p_added, '{}')) with ordinality as each (offer, place)
      group by offer order by min(place)
    )
  ) as joined (list)
$$;

comment on function private.merged_offers(text[], text[]) is 'Each offer once, in the order in which they were asked about.';

create function private.notify_lead_arrival(p_lead_id uuid, p_is_new boolean, p_key text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  owner_id uuid := (select lead.user_id from public.leads as lead where lead.id = p_lead_id);
  people uuid[] := private.active_users('sales');
begin
  -- Other reps could not open a colleague's lead.
  if owner_id = any (people || private.active_users('admin')) then people := array[owner_id]; end if;
  perform private.notify_users(people, 'lead-arrived', p_key, private.lead_mail_data(p_lead_id) || jsonb_strip_nulls(jsonb_build_object(
    'returning', case when not p_is_new then 'true' end,
    'target', (select (settings.speed_to_lead_minutes * 60)::text from public.agency_settings as settings)
  )));
end
$$;

comment on function private.notify_lead_arrival(uuid, boolean, text) is
'Emails the sales team about a new lead, or the owner about a lead that wrote again, once for each submission.';

create table public.lead_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 60),
  is_shared boolean not null default false,
  screen text not null default 'leads' check (screen in ('leads', 'board', 'today', 'analytics')),
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object' and octet_length(config::text) <= 50000),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.lead_views is 'Saved views, private or shared with the team.';

comment on column public.lead_views.id is 'The view.';

comment on column public.lead_views.owner_id is 'The person who saved it.';

comment on column public.lead_views.name is 'Its name.';

comment on column public.lead_views.is_shared is
'Whether the whole team can use it. Everybody sees in it only the leads that they may see.';

comment on column public.lead_views.screen is 'Where it is shown.';

comment on column public.lead_views.config is 'Scope, filter, sort and columns, as the page has them.';

comment on column public.lead_views.position is 'Its place among the views.';

comment on column public.lead_views.created_at is 'When it was saved first.';

comment on column public.lead_views.updated_at is 'When it last changed.';

create index lead_views_owner_id_idx on public.lead_views (owner_id, screen, position);

create index lead_views_shared_idx on public.lead_views (is_shared, screen, position);

create trigger touch_updated_at before update on public.lead_views for each row execute function private.touch_updated_at();

alter table public.lead_views enable row level security;

grant select, insert, update, delete on public.lead_views to service_role;

grant select, insert (id, name, is_shared, screen, config, position), update (name, is_shared, config, position), delete
on public.lead_views to authenticated;

create function private.validate_client_setup(p_dashboard jsonb, p_retainer jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_dashboard is not null then
    perform private.require_name(p_dashboard ->> 'business_name', 'Business name');
    perform private.require_https_url(p_dashboard ->> 'notion_url');
  end if;
  if p_retainer is not null then
    perform private.require_text(p_retainer ->> 'name', 'Name', 200);
    perform private.require_retainer((p_retainer ->> 'monthly_amount')::integer, (p_retainer ->> 'duration_months')::integer);
    perform private.require_currency(p_retainer ->> 'currency');
    if (p_retainer ->> 'start_date')::date is null then perform private.refuse('required', '22023', 'Start date is required', 'start_date'); end if;
  end if;
end
$$;

comment on function private.validate_client_setup(jsonb, jsonb) is 'Refuses (22023) an invalid dashboard or retainer.';

create function private.apply_client_setup(p_client uuid, p_dashboard jsonb, p_retainer jsonb) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  begins date := (p_retainer ->> 'start_date')::date;
  months integer := (p_retainer ->> 'duration_months')::integer;
  draft uuid;
begin
  if p_dashboard is not null then
    insert into public.client_dashboards (user_id, business_name, notion_database_url, dashboard_title)
    values (p_client::text, private.require_name(p_dashboard ->> 'business_name', 'Business name'),
      private.require_https_url(p_dashboard ->> 'notion_url'), 'Lead Dashboard')
    on conflict (owner_id) do nothing;
  end if;
  if p_retainer is not null then
    -- A draft issues no invoices until an admin activates it.
    insert into public.retainers (client_id, retainer_name, status, monthly_amount, currency, start_date, duration_months, end_date, charges_from)
    values (
      p_client, private.require_text(p_retainer ->> 'name', 'Name', 200), 'pending', (p_retainer ->> 'monthly_amount')::integer,
      private.require_currency(p_retainer ->> 'currency'), begins, months, (begins + make_interval(months => months))::date - 1,
      greatest(begins, private.agency_day())
    ) returning id into draft;
  end if;
  return draft;
end
$$;

comment on function private.apply_client_setup(uuid, jsonb, jsonb) is
'Gives a client a dashboard and a draft retainer, and returns the retainer''s id. An existing dashboard stays.';

create function private.cancel_client_setup() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  draft uuid;
begin
  delete from private.client_setups as done where done.lead_id = new.id returning done.retainer_id into draft;
  -- Deletes only a draft that nobody used or changed. Everything else belongs to the client by now.
  delete from public.retainers as retainer
  where retainer.id = draft and retainer.status = 'pending' and retainer.updated_at = retainer.created_at
    and not exists (select from public.retainer_charges as charge where charge.retainer_id = draft);
  delete from private.pending_client_setups as setup where setup.lead_id = new.id and setup.fulfilled_at is null;
  return null;
end
$$;

comment on function private.cancel_client_setup() is
'Trigger: a lead that leaves Won loses its waiting setup and the untouched draft of its retainer.';

create function private.working_range(p_day date, p_calendar jsonb) returns tstzrange
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  time_of_day constant text := '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
  hours jsonb := p_calendar -> 'hours' -> (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[extract(isodow from p_day)::integer];
  opens timestamptz;
  closes timestamptz;
begin
  -- A day without a valid pair of times is free. A mistake in the settings must not keep a lead from being stored.
  if (hours ->> 0) !~ time_of_day or (hours ->> 1) !~ time_of_day or hours ->> 0 is null or hours ->> 1 is null
    or hours ->> 0 >= hours ->> 1 or p_calendar -> 'holidays' ? to_char(p_day, 'YYYY-MM-DD')
  then
    return null;
  end if;
  -- A local time that a clock change skips uses the earlier offset. Of a repeated time the second counts.
  opens := (p_day + (hours ->> 0)::time) at time zone (p_calendar ->> 'timeZone');
  closes := (p_day + (hours ->> 1)::time) at time zone (p_calendar ->> 'timeZone');
  return case when opens < closes then tstzrange(opens, closes) end;
end
$$;

comment on function private.working_range(date, jsonb) is 'The opening hours of a local day; null on a free day.';

create function public.working_calendar() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  return private.working_calendar();
end
$$;

comment on function public.working_calendar() is
'The agency''s calendar: { timeZone, hours, holidays }, as in domain/working-time.ts. For the team only (42501).';

grant execute on function public.working_calendar() to authenticated;

create table public.admin_emails (
  email text primary key check (email = lower(email) and char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.admin_emails is 'Addresses whose confirmed owner may become an admin.';

comment on column public.admin_emails.email is 'The address, in lower case.';

comment on column public.admin_emails.is_active is 'False revokes the right and keeps the entry.';

comment on column public.admin_emails.created_at is 'When the address was added.';

comment on column public.admin_emails.updated_at is 'When the row last changed.';

create table public.premium_overrides (
  email text primary key check (email = lower(email) and char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.premium_overrides is 'Addresses that have premium without paying for it.';

comment on column public.premium_overrides.email is 'The address, in lower case.';

comment on column public.premium_overrides.expires_at is 'When it ends; null means never.';

comment on column public.premium_overrides.created_at is 'When it was given.';

comment on column public.premium_overrides.updated_at is 'When the row last changed.';

create table private.settings (
  key text primary key check (char_length(key) <= 100),
  value text not null check (char_length(value) <= 2000)
);

comment on table private.settings is 'What the deployment tells the database, such as admin_setup_email.';

create trigger touch_updated_at before update on public.admin_emails
for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.premium_overrides
for each row execute function private.touch_updated_at();

alter table public.admin_emails enable row level security;

alter table public.premium_overrides enable row level security;

alter table private.settings enable row level security;

create table private.used_admin_entitlements (
  email_hash bytea not null check (octet_length(email_hash) = 32),
  user_id uuid not null,
  used_at timestamptz not null default now(),
  -- Two accounts may have the same address one after the other, and each uses it up.
  primary key (email_hash, user_id)
);

comment on table private.used_admin_entitlements is
'Addresses that can no longer use Admin Setup: their account became an admin once, or lost its access before.';

comment on column private.used_admin_entitlements.email_hash is
'SHA-256 of the address in lower case. It is enough to recognize the address.';

comment on column private.used_admin_entitlements.user_id is 'The account that had the address.';

comment on column private.used_admin_entitlements.used_at is 'When the right ended.';

create index used_admin_entitlements_user_id_idx on private.used_admin_entitlements (user_id);

alter table private.used_admin_entitlements enable row level security;

create function private.email_hash(p_email text) returns bytea
language sql immutable
set search_path = ''
as $$ select sha256(convert_to(lower(p_email), 'UTF8')) $$;

comment on function private.email_hash(text) is 'A one-way hash of an address, the same in upper and lower case.';

create function public.set_admin_setup_email(p_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted text := lower(btrim(p_email));
begin
  if coalesce(wanted, '') = '' then
    delete from private.settings as setting where setting.key = 'admin_setup_email';
    return;
  end if;
  if char_length(wanted) > 320 or wanted !~ '^[^@\s]+@[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', format('The admin setup address is not an e-mail address: %s', left(wanted, 100)));
  end if;
  insert into private.settings (key, value) values ('admin_setup_email', wanted)
  on conflict (key) do update set value = excluded.value where settings.value <> excluded.value;
end
$$;

comment on function public.set_admin_setup_email(text) is
'Names the account that sees Admin Setup; null or an empty text names none. A used address has no effect.';

create function private.consume_entitlement(p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  insert into private.used_admin_entitlements (email_hash, user_id)
  select private.email_hash(account.email), account.id
  from auth.users as account where account.id = p_user_id and account.email is not null
  on conflict (email_hash, user_id) do nothing
$$;

comment on function private.consume_entitlement(uuid) is 'Ends the rights of an account''s current address for good.';

create function private.use_admin_entitlement() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.consume_entitlement(new.user_id);
  -- A new admin needs no approval any more.
  delete from public.user_roles as waiting where waiting.user_id = new.user_id and waiting.status = 'pending';
  return null;
end
$$;

comment on function private.use_admin_entitlement() is
'Trigger: becoming an admin uses up the right of the address, and ends the wait for approval.';

create function private.end_admin_entitlement() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.consume_entitlement(account.id)
  from auth.users as account
  where account.id = old.user_id and (old.role = 'admin' or exists (
    select from private.settings as setting where setting.key = 'admin_setup_email' and setting.value = lower(account.email)
  ));
  -- Covers every address that made the account an admin, so that changing the address and back gives nothing.
  update public.admin_emails as entry set is_active = false
  where entry.is_active and private.email_hash(entry.email) in (
    select used.email_hash from private.used_admin_entitlements as used where used.user_id = old.user_id
  );
  return null;
end
$$;

comment on function private.end_admin_entitlement() is
'Trigger: an account that loses the admin role or its access cannot become an admin by its address again.';

grant execute on function public.set_admin_setup_email(text) to service_role;

grant select, insert, update, delete on public.admin_emails, public.premium_overrides to service_role;

grant select on public.admin_emails, public.premium_overrides to authenticated;

create table private.email_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 320),
  kind text not null check (kind in ('signup', 'recovery', 'magiclink', 'email_change')),
  library_token text not null check (char_length(library_token) <= 255),
  guesses integer not null default 0 check (guesses >= 0),
  contested boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

comment on table private.email_links is 'What the links and codes in auth emails open, until they are used, replaced or expired.';

comment on column private.email_links.token_hash is 'SHA-256 of the link''s token; the token itself is in the email only.';

comment on column private.email_links.user_id is 'The account.';

comment on column private.email_links.email is 'The mailbox that it was sent to, in lower case.';

comment on column private.email_links.kind is 'What it does.';

comment on column private.email_links.library_token is 'The token by which the auth library knows it: a hash of the address and the code.';

comment on column private.email_links.guesses is 'How many times a code was tried.';

comment on column private.email_links.contested is
'Whether two passwords were chosen for this mailbox before it was confirmed. Then the link keeps neither.';

comment on column private.email_links.created_at is 'When it was sent.';

comment on column private.email_links.expires_at is 'When it expires.';

comment on column private.email_links.used_at is 'When it was used.';

create index email_links_user_id_idx on private.email_links (user_id, kind);

create index email_links_email_idx on private.email_links (email);

alter table private.email_links enable row level security;

create function private.store_email_link(
  p_token_hash bytea, p_user_id uuid, p_email text, p_kind text, p_library_token text, p_seconds integer
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  is_contested constant boolean := exists (
    select from private.email_links as link where link.user_id = p_user_id and link.kind = p_kind and link.contested
  );
begin
  -- Keeps one open link for each purpose. Expired links are deleted too, unless one marks the sign-up as contested.
  delete from private.email_links as link
  where link.user_id = p_user_id and (link.kind = p_kind or link.expires_at <= now() and not link.contested);
  insert into private.email_links (token_hash, user_id, email, kind, library_token, contested, expires_at)
  values (p_token_hash, p_user_id, lower(p_email), p_kind, p_library_token, is_contested, now() + make_interval(secs => p_seconds));
end
$$;

comment on function private.store_email_link(bytea, uuid, text, text, text, integer) is
'Stores a link that is about to be sent, in place of the earlier one.';

create function private.use_email_link(p_token_hash bytea, p_kind text)
returns table (user_id uuid, email text, library_token text, contested boolean)
language sql volatile
set search_path = ''
as $$
  update private.email_links as link set used_at = now()
  where link.token_hash = p_token_hash and link.kind = p_kind and link.used_at is null and link.expires_at > now()
  returning link.user_id, link.email, link.library_token, link.contested
$$;

comment on function private.use_email_link(bytea, text) is
'Uses up a link and returns what it opens; no row when it is unknown, of another kind, used or expired.';

create function private.attempt_email_code(p_email text, p_kinds text[], p_max integer)
returns table (token_hash bytea, kind text, library_token text)
language sql volatile
set search_path = ''
as $$
  update private.email_links as link set guesses = link.guesses + 1
  where link.email = lower(p_email) and link.kind = any (p_kinds) and link.used_at is null and link.expires_at > now()
    and link.guesses < p_max
  returning link.token_hash, link.kind, link.library_token
$$;

comment on function private.attempt_email_code(text, text[], integer) is
'Counts one try of a code against the open emails of an address, and returns those that may still be tried. After p_max tries the code is void; its link still works.';

create function private.clear_unconfirmed_password(p_user_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update auth.users as account set encrypted_password = null where account.id = p_user_id and account.email_confirmed_at is null;
  if found then delete from auth.sessions as session where session.user_id = p_user_id; end if;
end
$$;

comment on function private.clear_unconfirmed_password(uuid) is
'Runs before a recovery or one-time link confirms an account, because the person who chose its password may not own the mailbox.';

create function private.remove_unconfirmed_account(p_email text) returns void
language sql volatile
set search_path = ''
as $$
  delete from auth.users as account where lower(account.email) = lower(p_email) and account.email_confirmed_at is null
$$;

comment on function private.remove_unconfirmed_account(text) is
'Deletes an account whose address was never confirmed, with everything in it: the person who signed up may not own the address.';

create function public.revoke_invitation(p_invitation_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.invitations as open set revoked_at = now()
  where open.id = p_invitation_id and open.accepted_at is null and open.revoked_at is null;
  if not found then perform private.refuse('invitation_ended', 'PT409', 'This invitation was used or revoked already'); end if;
end
$$;

comment on function public.revoke_invitation(uuid) is 'Ends the link of an invitation. Admins only. PT409: it was already used or revoked.';

create function private.check_invitation() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if (private.open_invitation(new.raw_user_meta_data ->> 'invitation_token', new.email)).id is null then
    perform private.refuse('invitation_ended', '22023', 'This invitation has ended: ask for a new one');
  end if;
  return new;
end
$$;

comment on function private.check_invitation() is 'Trigger: a sign-up that names an invitation needs an open one for its own address.';

create trigger check_invitation before insert on auth.users
for each row when (new.raw_user_meta_data ->> 'invitation_token' is not null) execute function private.check_invitation();

grant execute on function public.revoke_invitation(uuid) to authenticated;

create function private.protect_last_admin() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if old.role <> 'admin' or old.status <> 'active' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and new.role = 'admin' and new.status = 'active' and new.user_id = old.user_id then
    return new;
  end if;
  -- A snapshot taken before the lock would not show the other demotion.
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    perform private.refuse('isolation_unsupported', '25001', 'Admins are removed in read committed transactions only');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.protect_last_admin', 0));
  if not exists (
    select from public.user_roles as other
    where other.role = 'admin' and other.status = 'active' and other.user_id <> old.user_id
  ) then
    perform private.refuse('last_admin', 'PT409', 'The last active admin cannot be removed, demoted or deactivated');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

comment on function private.protect_last_admin() is 'Trigger: refuses to remove the last active admin.';

create function private.refuse_truncate() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.refuse('append_only', 'PT409', 'Roles are never emptied as a whole');
end
$$;

comment on function private.refuse_truncate() is 'Trigger: truncating would bypass the guard of the last admin.';

create function private.full_name(p_first text, p_last text) returns text
language sql immutable parallel safe
as $$
  select nullif(btrim(coalesce(p_first, '') || ' ' || coalesce(p_last, '')), '')
$$;

comment on function private.full_name(text, text) is 'First and last name as one text; null when both are blank.';

create function private.name_or_email(p_first text, p_last text, p_email text) returns text
language sql immutable parallel safe
as $$
  select coalesce(private.full_name(p_first, p_last), p_email)
$$;

comment on function private.name_or_email(text, text, text) is 'What a person is called: their name, or their email address when they have not given one.';

create function public.end_own_session(p_session_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  delete from auth.sessions as session where session.id = p_session_id and session.user_id = auth.uid();
  if not found then perform private.refuse('session_not_found', 'PT404', 'This session has ended already'); end if;
end
$$;

comment on function public.end_own_session(uuid) is 'Ends another session of the caller. PT404: they have no such session.';

create table public.notification_choices (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (
    kind in ('payment-received', 'retainer-renewing', 'trial-ending', 'sign-up-waiting', 'lead-arrived', 'lead-clock')
  ),
  wanted boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, kind)
);

comment on table public.notification_choices is 'Which emails a person does not want, or wants again. Emails without a row are sent.';

comment on column public.notification_choices.user_id is 'The person.';

comment on column public.notification_choices.kind is
'The email''s template; lead-clock covers warnings and breaches. Invoices, failures, escalations and security news are always sent.';

comment on column public.notification_choices.wanted is 'Whether to send it.';

comment on column public.notification_choices.updated_at is 'When they last chose.';

create trigger touch_updated_at before update on public.notification_choices
for each row execute function private.touch_updated_at();

alter table public.notification_choices enable row level security;

grant select, insert, update, delete on public.notification_choices to service_role;

grant select, insert (user_id, kind, wanted), update (user_id, kind, wanted) on public.notification_choices to authenticated;

create policy "People read their own choices" on public.notification_choices
for select to authenticated using (user_id = (select auth.uid()));

create policy "People make their own choices" on public.notification_choices
for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own choices" on public.notification_choices
for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function private.skip_unwanted_mail() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.notification_choices as choice
    join auth.users as account on account.id = choice.user_id
    where not choice.wanted and choice.kind = private.notification_kind(new.payload ->> 'template')
      and lower(account.email) = lower(new.payload ->> 'to')
  ) then
    return null;
  end if;
  return new;
end
$$;

comment on function private.skip_unwanted_mail() is 'Trigger: does not queue an email that its reader does not want.';

create function private.notify_admins_of_sign_up() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('sign-up-waiting:%s:%s', new.id, admin.user_id), jsonb_build_object(
    'to', account.email, 'template', 'sign-up-waiting',
    'data', jsonb_build_object('who', new.email, 'waitingSince', private.agency_day())
  ))
  from public.user_roles as admin join auth.users as account on account.id = admin.user_id
  where admin.role = 'admin' and admin.status = 'active'
    and exists (select from public.user_roles as held where held.user_id = new.id and held.status = 'pending');
  return null;
end
$$;

comment on function private.notify_admins_of_sign_up() is
'Trigger: emails the admins when a person who needs approval has confirmed their address.';

create trigger notify_admins_of_sign_up after update of email_confirmed_at on auth.users
for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function private.notify_admins_of_sign_up();

grant execute on function public.end_own_session(uuid) to authenticated;

create function public.cancel_email_change() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  update auth.users as account
  set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_sent_at = null,
    email_change_confirm_status = 0
  where account.id = auth.uid() and coalesce(account.email_change, '') <> '';
  if not found then perform private.refuse('email_change_not_found', 'PT404', 'There is no change of address to take back'); end if;
end
$$;

comment on function public.cancel_email_change() is
'Cancels the caller''s change of address that waits for confirmation. PT404: none waits.';

revoke execute on function public.cancel_email_change() from public;

grant execute on function public.cancel_email_change() to authenticated;

create function private.notify_role_decision() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.enqueue_account_mail(
    new.user_id, case new.status when 'active' then 'sign-up-approved' else 'sign-up-rejected' end,
    format('decision:%s:%s:%s', new.user_id, new.role, clock_timestamp()),
    jsonb_strip_nulls(jsonb_build_object('role', new.role, 'reason', nullif(current_setting('app.reject_reason', true), '')))
  );
  return null;
end
$$;

comment on function private.notify_role_decision() is 'Trigger: emails a person whose approval was decided.';

create function public.reject_user(p_user_id uuid, p_reason text default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if char_length(p_reason) > 500 then perform private.refuse('too_long', '22001', 'The reason is longer than 500 characters', 'reason'); end if;
  perform set_config('app.reject_reason', coalesce(btrim(p_reason), ''), true);
  update public.user_roles as held set status = 'inactive' where held.user_id = p_user_id and held.status = 'pending';
  if not found then perform private.refuse('already_decided', 'PT409', 'Nothing is pending: another admin has already decided'); end if;
end
$$;

comment on function public.reject_user(uuid, text) is
'Rejects a pending sign-up and emails the reason, if there is one. Admins only. PT409: nothing is pending any more.';

create function private.reassign_leads(p_from uuid, p_to uuid, p_unassign boolean) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  held bigint := (select count(*) from public.leads as lead where lead.user_id = p_from and lead.archived_at is null);
begin
  if held = 0 then return 0; end if;
  if p_to is null and not coalesce(p_unassign, false) then
    perform private.refuse(
      'leads_unassigned', 'PT409',
      format('They have %s open leads: name who takes them, or leave them unassigned', held),
      p_more => jsonb_build_object('leads', held)
    );
  end if;
  if p_to is not null and (p_to = p_from or not exists (
    select from public.user_roles as taker
    where taker.user_id = p_to and taker.status = 'active' and taker.role in ('sales', 'admin')
  )) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can be given to active sales people and admins only', 'reassign_to');
  end if;
  update public.leads as lead set user_id = p_to where lead.user_id = p_from and lead.archived_at is null;
  return held;
end
$$;

comment on function private.reassign_leads(uuid, uuid, boolean) is
'Gives a person''s open leads to another person or to nobody, and returns how many.';

create function private.end_access(p_user_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  address text := (select lower(account.email) from auth.users as account where account.id = p_user_id);
begin
  -- Without this, the address would make them an admin again at the next sign-in.
  update public.admin_emails as entry set is_active = false where entry.email = address and entry.is_active;
  delete from auth.sessions as session where session.user_id = p_user_id;
end
$$;

comment on function private.end_access(uuid) is 'Ends every session, and the right to become an admin by address.';

create function public.deactivate_user(p_user_id uuid, p_reassign_to uuid default null, p_unassign boolean default false) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer;
begin
  perform private.require_admin();
  if p_user_id = auth.uid() then perform private.refuse('own_account', 'PT409', 'You cannot deactivate yourself'); end if;
  update public.user_roles as held set status = 'inactive' where held.user_id = p_user_id and held.status <> 'inactive';
  if not found then perform private.refuse('already_inactive', 'PT409', 'They have no access to end'); end if;
  moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign);
  perform private.end_access(p_user_id);
  return moved;
end
$$;

comment on function public.deactivate_user(uuid, uuid, boolean) is
'Ends a person''s access immediately, hands over their open leads, and returns how many. Admins only. PT409: oneself, the last active admin, no access, or open leads without a new owner.';

create function public.reactivate_user(p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.user_roles as held set status = 'active' where held.user_id = p_user_id and held.status = 'inactive';
  if not found then perform private.refuse('not_inactive', 'PT409', 'They are not inactive'); end if;
end
$$;

comment on function public.reactivate_user(uuid) is 'Restores the roles that were taken. Admins only. PT409: they are not inactive.';

grant execute on function public.reject_user(uuid, text) to authenticated;

grant execute on function public.deactivate_user(uuid, uuid, boolean) to authenticated;

grant execute on function public.reactivate_user(uuid) to authenticated;

create type public.app_role as enum ('admin', 'sales', 'client');

create type public.role_status as enum ('pending', 'active', 'inactive');

comment on type public.app_role is 'What a person may be (spec §6).';

comment on type public.role_status is 'Whether a role is in force (spec §4).';

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role public.app_role not null,
  status public.role_status not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, role)
);

comment on table public.user_roles is 'The roles that a person has asked for or holds. Only an active one gives rights.';

comment on column public.user_roles.user_id is 'The person.';

comment on column public.user_roles.role is 'admin, sales or client.';

comment on column public.user_roles.status is 'pending until an admin decides, then active or inactive.';

comment on column public.user_roles.created_at is 'When the role was asked for or given.';

comment on column public.user_roles.updated_at is 'When the row last changed.';

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  first_name text check (char_length(first_name) <= 100),
  last_name text check (char_length(last_name) <= 100),
  company text check (char_length(company) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  constraint profiles_erased_hold_nothing check (
  erased_at is null or (first_name = 'Erased' and last_name = 'person' and company is null)
)
);

comment on table public.profiles is 'What a person tells about themselves.';

comment on column public.profiles.user_id is 'The person.';

comment on column public.profiles.first_name is 'Given name.';

comment on column public.profiles.last_name is 'Family name.';

comment on column public.profiles.company is 'The company that the person works for.';

comment on column public.profiles.created_at is 'When the person signed up.';

comment on column public.profiles.updated_at is 'When the row last changed.';

comment on column public.profiles.erased_at is 'When the person was erased; the row stays as a tombstone.';

create index user_roles_status_role_idx on public.user_roles (status, role);

create index user_roles_created_at_idx on public.user_roles (created_at desc);

create index profiles_created_at_idx on public.profiles (created_at desc);

create trigger touch_updated_at before update on public.user_roles
for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.profiles
for each row execute function private.touch_updated_at();

alter table public.user_roles enable row level security;

alter table public.profiles enable row level security;

create function private.second_factor_state() returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null then return 'none'; end if;
  if exists (select from auth.mfa_factors as factor where factor.user_id = caller and factor.status = 'verified') then
    return case auth.jwt() ->> 'aal' when 'aal2' then 'given' else 'needed' end;
  end if;
  if exists (
    select from public.agency_settings as settings
    join public.user_roles as held
      on (held.role = 'admin' and settings.require_factor_of_admins) or (held.role = 'sales' and settings.require_factor_of_sales)
    where held.user_id = caller and held.status = 'active'
  ) then
    return 'required';
  end if;
  return 'none';
end
$$;

comment on function private.second_factor_state() is 'What the caller''s session owes: see public.second_factor_state().';

create function private.is_session_sufficient() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.second_factor_state() in ('none', 'given');
end
$$;

comment on function private.is_session_sufficient() is
'False while the session still has to give the caller''s second factor, or the agency requires one that the caller does not have.';

create function private.require_sufficient_session() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_session_sufficient() then
    perform private.refuse('second_factor_required', '42501', 'Enter the code of your second factor first');
  end if;
end
$$;

comment on function private.require_sufficient_session() is 'Refuses sessions that owe a second factor.';

create function private.has_active_role(wanted public.app_role) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.user_roles as held
    where held.user_id = (select auth.uid()) and held.role = wanted and held.status = 'active'
  ) and private.is_session_sufficient()
$$;

comment on function private.has_active_role(public.app_role) is
'Whether the caller holds this role, it is active, and the session gave the second factor that is required.';

create function private.has_any_active_role() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.user_roles as held where held.user_id = (select auth.uid()) and held.status = 'active'
  ) and private.is_session_sufficient()
$$;

comment on function private.has_any_active_role() is
'Whether the caller has an active role, and the session gave the second factor that is required.';

create function private.is_restricted_to_pending() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.user_roles as held where held.user_id = (select auth.uid()))
    and not private.has_any_active_role()
$$;

comment on function private.is_restricted_to_pending() is
'Whether the caller waits for approval or was denied access. An account without any role is not restricted.';

grant execute on function private.is_session_sufficient() to authenticated;

grant execute on function private.has_active_role(public.app_role) to authenticated;

grant execute on function private.has_any_active_role() to authenticated;

grant execute on function private.is_restricted_to_pending() to authenticated;

grant select, insert, update, delete on public.user_roles, public.profiles to service_role;

grant select, insert (user_id, role, status), update (status) on public.user_roles to authenticated;

grant select, insert (user_id, first_name, last_name, company), update (user_id, first_name, last_name, company)
on public.profiles to authenticated;

create policy "People read their own roles" on public.user_roles
for select to authenticated using (user_id = (select auth.uid()));

create policy "Admins read all roles" on public.user_roles
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Admins decide pending roles" on public.user_roles
for update to authenticated
using (status = 'pending' and (select private.has_active_role('admin')))
with check (status in ('active', 'inactive'));

create policy "People read their own profile" on public.profiles
for select to authenticated using (user_id = (select auth.uid()));

create policy "Admins read all profiles" on public.profiles
for select to authenticated using ((select private.has_active_role('admin')));

create policy "People create their own profile" on public.profiles
for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own profile" on public.profiles
for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function private.check_factor_requirement() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null and private.second_factor_state() <> 'given' then
    perform private.refuse('own_factor_first', 'PT409', 'Set up a second factor for your own account first, and sign in with it');
  end if;
  return new;
end
$$;

comment on function private.check_factor_requirement() is
'Trigger: only an admin who signed in with a second factor can require one, so that no admin locks themselves out.';

create function public.second_factor_state() returns text
language sql stable security definer
set search_path = ''
as $$ select private.second_factor_state() $$;

comment on function public.second_factor_state() is
'none: no factor, and none is required. given: the session gave it. needed: the caller has one, and the session must still give it. required: the agency requires one, and the caller has none. Sessions in needed and required can read and write nothing else.';

create function private.notify_factor_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- An admin's reset has an email of its own.
  if coalesce(current_setting('app.resetting_factors', true), '') <> old.user_id::text then
    perform private.enqueue_account_mail(
      old.user_id, case tg_op when 'UPDATE' then 'second-factor-added' else 'second-factor-removed' end,
      format('second-factor:%s:%s', lower(tg_op), old.id)
    );
  end if;
  return null;
end
$$;

comment on function private.notify_factor_change() is
'Trigger: emails people when a second factor is added to their account or removed from it.';

create trigger notify_factor_added after update of status on auth.mfa_factors
for each row when (old.status = 'unverified' and new.status = 'verified') execute function private.notify_factor_change();

create trigger notify_factor_removed after delete on auth.mfa_factors
for each row when (old.status = 'verified') execute function private.notify_factor_change();

create function private.remove_second_factors(p_user_id uuid) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  removed integer;
begin
  perform set_config('app.resetting_factors', p_user_id::text, true);
  with gone as (
    delete from auth.mfa_factors as factor where factor.user_id = p_user_id
    returning factor.id, factor.user_id, factor.friendly_name, factor.factor_type, factor.status, factor.created_at
  ), noted as (
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before)
    select auth.uid(), (select account.email from auth.users as account where account.id = auth.uid()),
      'delete', 'mfa_factors', gone.id::text, private.subject_of(to_jsonb(gone)), to_jsonb(gone)
    from gone returning 1
  )
  select count(*) into removed from noted;
  if removed = 0 then return 0; end if;
  delete from auth.sessions as session where session.user_id = p_user_id;
  perform private.enqueue_account_mail(
    p_user_id, 'second-factor-reset', format('second-factor-reset:%s:%s', p_user_id, clock_timestamp())
  );
  return removed;
end
$$;

comment on function private.remove_second_factors(uuid) is
'Removes all second factors of a person, ends their sessions, emails them and writes the audit log. Returns how many factors.';

create function public.reset_second_factors(p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_user_id = auth.uid() then
    perform private.refuse('own_factor_in_settings', 'PT409', 'Remove your own second factor in your security settings');
  end if;
  if private.remove_second_factors(p_user_id) = 0 then
    perform private.refuse('factor_not_found', 'PT404', 'They have no second factor');
  end if;
end
$$;

comment on function public.reset_second_factors(uuid) is
'Removes the second factors of a person who lost them, ends their sessions and emails them. Admins only. PT404: they have none. PT409: oneself.';

grant execute on function public.second_factor_state() to authenticated;

grant execute on function public.reset_second_factors(uuid) to authenticated;

create procedure private.require_sufficient_sessions(p_table regclass)
language plpgsql
set search_path = ''
as $$
begin
  execute format(
    'create policy "Sessions give the second factor that is asked of them" on %s as restrictive for all to authenticated
     using ((select private.is_session_sufficient())) with check ((select private.is_session_sufficient()))', p_table
  );
end
$$;

comment on procedure private.require_sufficient_sessions(regclass) is
'Closes a table to sessions that owe a second factor. Every public table has this policy, so call it for each new table.';

create function private.check_request() returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  claims jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
begin
  if coalesce(claims ->> 'role', 'anon') <> 'authenticated' then return; end if;
  if not exists (
    select from auth.sessions as session
    where session.id = (claims ->> 'session_id')::uuid and session.user_id = (claims ->> 'sub')::uuid
      and not private.is_session_over(session)
  ) then
    perform private.refuse('session_ended', 'PT401', 'session ended');
  end if;
end
$$;

comment on function private.check_request() is 'Refuses (PT401) a request whose session has ended. Visitors and the service role pass.';

create function public.check_request() returns void
language sql stable security definer
set search_path = ''
as $$ select private.check_request() $$;

comment on function public.check_request() is
'PostgREST calls this before every request (db_pre_request). Refuses (PT401) the tokens of ended sessions.';

grant execute on function public.check_request() to anon, authenticated, service_role;

do $$ begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'public.check_request';
    notify pgrst, 'reload config';
  end if;
end $$;

create function private.metadata_name(metadata jsonb, field text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  given text := nullif(btrim(metadata ->> field), '');
begin
  if given is not null and jsonb_typeof(metadata -> field) <> 'string' then
    perform private.refuse('not_a_text', '22023', format('%s must be a text', field), private.field_name(field));
  end if;
  if char_length(given) > 100 then
    perform private.refuse('too_long', '22001', format('%s is longer than 100 characters', field), private.field_name(field));
  end if;
  return given;
end
$$;

comment on function private.metadata_name(jsonb, text) is
'A trimmed name from the sign-up metadata, or null. Refuses other types and long texts.';

create function private.check_sign_up() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  metadata jsonb := coalesce(nullif(new.raw_user_meta_data, 'null'), '{}');
  account_type jsonb;
begin
  if jsonb_typeof(metadata) <> 'object' then
    perform private.refuse('metadata_invalid', '22023', 'The sign-up data must be an object');
  end if;
  account_type := nullif(metadata -> 'account_type', 'null');
  if account_type is not null and account_type not in ('"sales"', '"client"') then
    perform private.refuse('unknown_account_type', '22023', 'Unknown account type: choose sales or client', 'account_type');
  end if;
  perform private.metadata_name(metadata, 'first_name'), private.metadata_name(metadata, 'last_name');
  return new;
end
$$;

comment on function private.check_sign_up() is 'Trigger: refuses sign-up metadata that our forms do not send.';

create trigger check_sign_up before insert on auth.users
for each row execute function private.check_sign_up();

create function private.create_profile_and_role() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  metadata jsonb := coalesce(nullif(new.raw_user_meta_data, 'null'), '{}');
begin
  insert into public.profiles (user_id, first_name, last_name)
  values (new.id, private.metadata_name(metadata, 'first_name'), private.metadata_name(metadata, 'last_name'))
  on conflict (user_id) do nothing;

  -- An invitation gives its own role (see accept_invitation). A person with roles is already set up.
  if metadata ->> 'invitation_token' is not null
    or exists (select from public.user_roles as held where held.user_id = new.id) then
    return null;
  end if;
  if metadata ->> 'account_type' = 'sales' then
    insert into public.user_roles (user_id, role, status) values (new.id, 'sales', 'pending');
  elsif metadata ->> 'account_type' = 'client' then
    insert into public.user_roles (user_id, role, status) values (new.id, 'client', 'active');
  end if;
  return null;
end
$$;

comment on function private.create_profile_and_role() is 'Trigger: a confirmed account gets its profile and the role of its account type.';

create trigger create_profile after insert on auth.users
for each row when (new.email_confirmed_at is not null) execute function private.create_profile_and_role();

create trigger create_profile_on_confirmation after update of email_confirmed_at on auth.users
for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function private.create_profile_and_role();

create function private.require_confirmed_account() returns trigger
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if exists (
    select from auth.users as account
    where account.id = (to_jsonb(new) ->> tg_argv[0])::uuid and account.email_confirmed_at is null
  ) then
    perform private.refuse('email_unconfirmed', 'PT409', 'This person has not confirmed their email address yet');
  end if;
  return null;
end
$$;

comment on function private.require_confirmed_account() is
'Trigger: an account with an unconfirmed address is given nothing. The argument names the column with the account.';

create trigger require_confirmed_account after insert or update of user_id on public.user_roles
for each row execute function private.require_confirmed_account('user_id');

create type public.landing_domain_state as enum ('pending', 'verified', 'live', 'failed');

comment on type public.landing_domain_state is
'pending: not checked yet. verified: ownership is proven. live: verified, and the domain points here. failed: a record is missing or wrong.';

create function private.sync_custom_domain() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    update public.landing_pages as page set custom_domain = null
    where page.custom_domain = old.domain
      and (tg_op = 'DELETE' or page.id <> new.page_id or new.domain <> old.domain or new.state not in ('verified', 'live'));
  end if;
  if tg_op <> 'DELETE' and new.state in ('verified', 'live') then
    update public.landing_pages as page set custom_domain = new.domain
    where page.id = new.page_id and page.custom_domain is distinct from new.domain;
  end if;
  return null;
end
$$;

comment on function private.sync_custom_domain() is 'Trigger: keeps custom_domain equal to the page''s verified domain.';

create function private.refuse_unverified_domain() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Also covers pages that the audit log restores: the domain may belong to somebody else by now.
  if new.custom_domain is not null and not exists (
    select from public.landing_domains as own
    where own.page_id = new.id and own.domain = new.custom_domain and own.state in ('verified', 'live')
  ) then new.custom_domain := null; end if;
  return new;
end
$$;

comment on function private.refuse_unverified_domain() is 'Trigger: removes a custom_domain that is not verified for this page.';

create function public.remove_landing_domain(p_domain_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.landing_domains as gone where gone.id = p_domain_id;
end
$$;

comment on function public.remove_landing_domain(uuid) is 'Removes a domain from its page, which stops it immediately. Admins only.';

grant execute on function public.remove_landing_domain(uuid) to authenticated;

create function private.assign_landing_version() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.status = 'published' and new.version = 0 then new.version := 1; end if;
  return new;
end
$$;

comment on function private.assign_landing_version() is 'Trigger: a published page has a version number.';

create function private.create_landing_draft() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.landing_drafts (page_id, slug, title, description, hide_title, content, theme, custom_css, custom_js, published_revision, updated_by)
  values (new.id, new.slug, new.title, new.description, new.hide_title, new.content, new.theme, new.custom_css, new.custom_js,
    case when new.version > 0 then 1 end, (select account.id from auth.users as account where account.id = auth.uid()))
  on conflict (page_id) do nothing;
  if new.version > 0 then
    insert into public.landing_page_versions (page_id, number, slug, title, description, hide_title, content, theme, custom_css, custom_js, published_at)
    values (new.id, new.version, new.slug, new.title, new.description, new.hide_title, new.content, new.theme, new.custom_css, new.custom_js, new.updated_at)
    on conflict do nothing;
  end if;
  return null;
end
$$;

comment on function private.create_landing_draft() is
'Trigger: every new page gets a draft and, when it is published, a version, wherever it comes from (this product, demo data, the audit log).';

create type public.landing_page_status as enum ('draft', 'published');

comment on type public.landing_page_status is 'Whether a landing page is served.';

create table public.landing_pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (char_length(slug) <= 100 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  status public.landing_page_status not null default 'draft',
  custom_domain text unique check (
    char_length(custom_domain) <= 253
    and custom_domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$'
  ),
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  description text check (char_length(description) <= 1000),
  hide_title boolean not null default false,
  content text not null default '' check (char_length(content) <= 500000),
  theme text not null default 'default' check (theme ~ '^[a-z][a-z0-9-]{0,49}$'),
  custom_css text check (char_length(custom_css) <= 100000),
  custom_js text check (char_length(custom_js) <= 100000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An admin writes the draft. Publishing copies it here, which is what visitors see, and into a version.
  version integer not null default 0 check (version >= 0)
);

comment on table public.landing_pages is 'Public landing pages.';

comment on column public.landing_pages.id is 'The page.';

comment on column public.landing_pages.slug is 'Its name in /landing/{slug}.';

comment on column public.landing_pages.status is 'Only a published page is served.';

comment on column public.landing_pages.custom_domain is 'The verified host name that shows this page, in lower case.';

comment on column public.landing_pages.title is 'The heading and the document''s title.';

comment on column public.landing_pages.description is 'The text under the heading and the meta description.';

comment on column public.landing_pages.hide_title is 'Whether title and description are left out when the content has an h1 of its own.';

comment on column public.landing_pages.content is 'The page''s HTML.';

comment on column public.landing_pages.theme is 'The look that custom_css adds to.';

comment on column public.landing_pages.custom_css is 'The page''s own CSS.';

comment on column public.landing_pages.custom_js is 'The page''s own JavaScript.';

comment on column public.landing_pages.created_at is 'When the page was created.';

comment on column public.landing_pages.updated_at is 'When the row last changed.';

comment on column public.landing_pages.version is 'The version that is served; 0 when it was never published.';

create index landing_pages_status_created_at_idx on public.landing_pages (status, created_at desc);

create trigger touch_updated_at before update on public.landing_pages
for each row execute function private.touch_updated_at();

alter table public.landing_pages enable row level security;

call private.require_sufficient_sessions('public.landing_pages');

grant select, insert, update, delete on public.landing_pages to service_role;

grant select on public.landing_pages to anon, authenticated;

create policy "Everybody reads published landing pages" on public.landing_pages
for select to anon, authenticated using (status = 'published');

create table public.landing_previews (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

comment on table public.landing_previews is 'Links that show a draft until they expire or are revoked.';

comment on column public.landing_previews.id is 'The link.';

comment on column public.landing_previews.page_id is 'The page. The link shows the draft as it is when somebody looks.';

comment on column public.landing_previews.token_hash is 'SHA-256 of the token in the link; the token itself is not kept.';

comment on column public.landing_previews.expires_at is 'When it expires.';

comment on column public.landing_previews.revoked_at is 'When it was revoked.';

comment on column public.landing_previews.created_by is 'Who made it.';

comment on column public.landing_previews.created_at is 'When.';

create index landing_previews_page_id_idx on public.landing_previews (page_id, created_at desc);

create index landing_previews_created_by_idx on public.landing_previews (created_by);

alter table public.landing_previews enable row level security;

call private.require_sufficient_sessions('public.landing_previews');

grant select, insert, update, delete on public.landing_previews to service_role;

grant select (id, page_id, expires_at, revoked_at, created_by, created_at) on public.landing_previews to authenticated;

create policy "Admins read the preview links of landing pages" on public.landing_previews
for select to authenticated using ((select private.has_active_role('admin')));

create function public.create_landing_preview(p_page_id uuid, p_hours integer) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Two random ids have 244 random bits.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require_admin();
  if p_hours is null or p_hours not between 1 and 720 then
    perform private.refuse('duration_invalid', '22023', 'A preview link lasts between 1 and 720 hours', 'hours');
  end if;
  if not exists (select from public.landing_pages as page where page.id = p_page_id) then
    perform private.refuse('page_not_found', 'PT404', 'There is no such page: it was deleted');
  end if;
  insert into public.landing_previews (page_id, token_hash, expires_at, created_by)
  values (p_page_id, sha256(convert_to(token, 'UTF8')), now() + make_interval(hours => p_hours), auth.uid());
  return token;
end
$$;

comment on function public.create_landing_preview(uuid, integer) is
'Returns a token for /landing/{slug}?preview={token}, which shows the draft for so many hours. The token cannot be read again. Admins only. PT404: no such page. 22023: not 1 to 720 hours.';

create function public.revoke_landing_preview(p_preview_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.landing_previews as link set revoked_at = now() where link.id = p_preview_id and link.revoked_at is null;
  if not found and not exists (select from public.landing_previews as link where link.id = p_preview_id) then
    perform private.refuse('preview_not_found', 'PT404', 'There is no such link');
  end if;
end
$$;

comment on function public.revoke_landing_preview(uuid) is 'Revokes a preview link. Admins only. PT404: no such link.';

create function public.delete_landing_page(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.landing_pages;
begin
  perform private.require_admin();
  select held.* into page from public.landing_pages as held where held.id = p_page_id for update;
  if not found then return; end if;
  if page.status = 'published' then perform private.refuse('page_published', 'PT409', 'Unpublish the page first: visitors still see it'); end if;
  delete from public.landing_pages as gone where gone.id = p_page_id;
end
$$;

comment on function public.delete_landing_page(uuid) is
'Deletes an unpublished page with its versions, links and figures; its leads stay. Admins only. PT409: it is published.';

grant execute on function public.create_landing_preview(uuid, integer) to authenticated;

grant execute on function public.revoke_landing_preview(uuid) to authenticated;

grant execute on function public.delete_landing_page(uuid) to authenticated;

create function private.limit_landing_pages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then return null; end if;
  perform private.lock_quota('landing_pages_held', 'all');
  perform private.check_quota('landing_pages_held', (select count(*) from public.landing_pages));
  return null;
end
$$;

comment on function private.limit_landing_pages() is 'Trigger: limits the number of landing pages.';

create trigger count_quota_use after insert on public.landing_pages
for each statement execute function private.limit_landing_pages();

create function private.limit_landing_drafts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then return null; end if;
  if tg_op = 'UPDATE' then perform private.consume_quota('landing_saves', auth.uid()::text); end if;
  perform private.lock_quota('landing_draft_bytes', 'all');
  perform private.check_quota('landing_draft_bytes', (
    select sum(coalesce(pg_column_size(draft.content), 0) + coalesce(pg_column_size(draft.blocks), 0)
      + coalesce(pg_column_size(draft.custom_css), 0) + coalesce(pg_column_size(draft.custom_js), 0))::bigint
    from public.landing_drafts as draft
  ));
  return null;
end
$$;

comment on function private.limit_landing_drafts() is 'Trigger: limits how often a person saves, and the size of all drafts.';

create function private.limit_landing_history() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  versions bigint;
  bytes bigint;
begin
  if auth.uid() is null then return null; end if;
  perform private.lock_quota('landing_versions', new.page_id::text);
  select count(*), sum(coalesce(pg_column_size(past.content), 0) + coalesce(pg_column_size(past.blocks), 0)
    + coalesce(pg_column_size(past.custom_css), 0) + coalesce(pg_column_size(past.custom_js), 0))
  into versions, bytes from public.landing_page_versions as past where past.page_id = new.page_id;
  perform private.check_quota('landing_versions', versions);
  perform private.check_quota('landing_history_bytes', bytes);
  return null;
end
$$;

comment on function private.limit_landing_history() is 'Trigger: limits the number and size of a page''s versions.';

create function private.limit_landing_previews() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then return null; end if;
  perform private.lock_quota('landing_previews_open', new.page_id::text);
  perform private.check_quota('landing_previews_open', (
    select count(*) from public.landing_previews as link
    where link.page_id = new.page_id and link.revoked_at is null and link.expires_at > now()
  ));
  return null;
end
$$;

comment on function private.limit_landing_previews() is 'Trigger: limits the open preview links of a page.';

create trigger count_quota_use_of_page after insert on public.landing_previews
for each row execute function private.limit_landing_previews();

create table private.landing_cache_version (
  is_only boolean primary key default true check (is_only),
  stamp bigint not null default 1
);

comment on table private.landing_cache_version is
'Grows with every change of what is served. A row and not a sequence, so that a host that sees the new stamp also sees the change.';

insert into private.landing_cache_version default values;

alter table private.landing_cache_version enable row level security;

create function private.bump_landing_version() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.landing_cache_version as held set stamp = held.stamp + 1 where held.is_only;
  if not found then insert into private.landing_cache_version default values; end if;
  return null;
end
$$;

comment on function private.bump_landing_version() is 'Trigger: tells hosts to load landing pages again.';

create trigger bump_landing_version after insert or update or delete on public.landing_pages
for each statement execute function private.bump_landing_version();

create function public.landing_cache_version() returns bigint
language sql stable security definer
set search_path = ''
as $$ select coalesce((select held.stamp from private.landing_cache_version as held), 0) $$;

comment on function public.landing_cache_version() is 'A number that changes with every change of landing pages and their domains.';

create function public.landing_page_to_serve(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', page.id, 'slug', page.slug, 'version', page.version, 'title', page.title, 'description', page.description, 'hide_title', page.hide_title,
    'content', page.content, 'theme', page.theme, 'custom_css', page.custom_css, 'custom_js', page.custom_js,
    'custom_domain', page.custom_domain, 'updated_at', page.updated_at)
  from public.landing_pages as page where page.id = p_id and page.status = 'published'
$$;

comment on function public.landing_page_to_serve(uuid) is 'A published page as it is served; null when it is not published.';

grant execute on function public.landing_cache_version() to service_role;

grant execute on function public.landing_page_to_serve(uuid) to service_role;

create table public.landing_views (
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  day date not null,
  version integer not null,
  source text not null check (char_length(source) <= 255),
  views bigint not null default 0 check (views >= 0),
  visitors bigint not null default 0 check (visitors >= 0),
  primary key (page_id, day, version, source)
);

comment on table public.landing_views is 'Views and unique visitors of landing pages.';

comment on column public.landing_views.page_id is 'The page.';

comment on column public.landing_views.day is 'The day, in UTC.';

comment on column public.landing_views.version is 'The version that was shown.';

comment on column public.landing_views.source is 'utm_source, else the host that the visitor came from, else direct.';

comment on column public.landing_views.views is 'How often it was shown; bots are not counted.';

comment on column public.landing_views.visitors is 'Visitors whose first view of the page on that day this was.';

create table private.landing_visitors (
  day date not null,
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  -- Twenty digits for the IP address, the rest for the browser, so that visitors of one address are adjacent and can be
  -- limited.
  visitor text collate "C" not null check (char_length(visitor) <= 64),
  primary key (day, page_id, visitor)
);

comment on table private.landing_visitors is 'The visitors counted today. Rows of earlier days are deleted with their salt.';

create index landing_visitors_page_id_idx on private.landing_visitors (page_id);

alter table public.landing_views enable row level security;

call private.require_sufficient_sessions('public.landing_views');

alter table private.landing_visitors enable row level security;

grant select, insert, update, delete on public.landing_views to service_role;

grant select on public.landing_views to authenticated;

create policy "Admins read the views of landing pages" on public.landing_views
for select to authenticated using ((select private.has_active_role('admin')));

create function public.record_landing_views(p_views jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'UTC')::date;
  salt text := private.daily_ip_salt();
begin
  -- Deletes old visitors in small parts, so that the first views of a day do not wait.
  delete from private.landing_visitors as old
  where old.ctid = any (array(select past.ctid from private.landing_visitors as past where past.day < today limit 1000));
  with asked as (
    -- Ignores pages that were deleted since.
    select page.id as page_id, (entry.value ->> 'version')::integer as version, left(entry.value ->> 'source', 255) as named,
      (entry.value ->> 'views')::bigint as views, entry.value -> 'visitors' as visitors
    from jsonb_array_elements(p_views) as entry
    join public.landing_pages as page on page.id = (entry.value ->> 'page_id')::uuid
  ), held as (
    select counted.page_id, count(*) as ways, sum(counted.visitors) as visitors from public.landing_views as counted
    where counted.day = today and counted.page_id in (select asked.page_id from asked) group by 1
  ), seen as (
    -- Invented sources must not fill the table: after 500 a day, new ones count as other.
    select asked.page_id, asked.version, asked.views, asked.visitors,
      case when known.page_id is not null or coalesce(held.ways, 0)
          + row_number() over (partition by asked.page_id, known.page_id is null order by asked.named) <= 500
        then asked.named else 'other' end as source
    from asked left join held on held.page_id = asked.page_id
    left join public.landing_views as known
      on known.page_id = asked.page_id and known.day = today and known.version = asked.version and known.source = asked.named
  ), people as (
    select distinct on (seen.page_id, who.value) seen.page_id, seen.version, seen.source, digest.address,
      digest.address || right(digest.whole, 44) as visitor
    from seen cross join lateral jsonb_array_elements_text(seen.visitors) as who
    cross join lateral (
      select left(encode(sha256(convert_to(salt || split_part(who.value, E'\n', 1), 'UTF8')), 'hex'), 20) collate "C" as address,
        encode(sha256(convert_to(salt || who.value, 'UTF8')), 'hex') as whole
    ) as digest
    where who.value <> ''
    order by seen.page_id, who.value, seen.version desc, seen.source
  ), newcomers as (
    select people.page_id, people.address, people.visitor, row_number() over (partition by people.page_id) as of_page,
      row_number() over (partition by people.page_id, people.address) as of_address
    -- Written so that each is looked up by index. A join would compare all visitors of the day.
    from people where (
      select true from private.landing_visitors as known
      where known.day = today and known.page_id = people.page_id and known.visitor = people.visitor
    ) is null
  ), neighbours as (
    select each.page_id, each.address, (
      select count(*) from private.landing_visitors as known where known.day = today and known.page_id = each.page_id
        and known.visitor >= each.address and known.visitor < each.address || 'g'
    ) as held
    from (select distinct newcomers.page_id, newcomers.address from newcomers) as each
  ), fresh as (
    -- Limits visitors to 200 of one address and 50,000 of a page. Beyond that only the view counts.
    insert into private.landing_visitors (day, page_id, visitor)
    select today, newcomers.page_id, newcomers.visitor from newcomers
    join neighbours on neighbours.page_id = newcomers.page_id and neighbours.address = newcomers.address
    left join held on held.page_id = newcomers.page_id
    where neighbours.held + newcomers.of_address <= 200 and coalesce(held.visitors, 0) + newcomers.of_page <= 50000
    on conflict do nothing
    returning page_id, visitor
  ), added as (
    select people.page_id, people.version, people.source, count(*) as visitors
    from people join fresh on fresh.page_id = people.page_id and fresh.visitor = people.visitor
    group by 1, 2, 3
  )
  insert into public.landing_views as held (page_id, day, version, source, views, visitors)
  select seen.page_id, today, seen.version, seen.source, sum(seen.views), coalesce(max(added.visitors), 0)
  from seen left join added on added.page_id = seen.page_id and added.version = seen.version and added.source = seen.source
  group by 1, 2, 3, 4
  order by 1, 3, 4
  on conflict (page_id, day, version, source) do update
  set views = held.views + excluded.views, visitors = held.visitors + excluded.visitors;
end
$$;

comment on function public.record_landing_views(jsonb) is
'Adds views: a list of {page_id, version, source, views, visitors: [address, newline, browser]}. Visitors are hashed and counted once a day for each page, up to a limit.';

create function private.landing_rate(p_submissions numeric, p_visitors numeric) returns numeric
language sql immutable
set search_path = ''
as $$ select case when p_visitors > 0 then round(least(1, p_submissions / p_visitors), 4) end $$;

comment on function private.landing_rate(numeric, numeric) is 'Submissions divided by visitors, at most 1; null without visitors.';

create function public.landing_page_stats(p_page_id uuid, p_from date, p_to date)
returns table (by text, key text, views bigint, visitors bigint, submissions bigint, conversion numeric)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('period_invalid', '22023', 'Choose a first and a last day, at most three years apart');
  end if;
  return query
  with seen as (
    select held.day, held.source, held.version, held.views, held.visitors, 0::bigint as submissions
    from public.landing_views as held where held.page_id = p_page_id and held.day between p_from and p_to
    union all
    select (sent.created_at at time zone 'UTC')::date, sent.source, sent.version, 0, 0, 1
    from public.landing_submissions as sent
    where sent.page_id = p_page_id and not sent.is_spam
      and sent.created_at >= p_from::timestamp at time zone 'UTC' and sent.created_at < (p_to + 1)::timestamp at time zone 'UTC'
  ), grouped as (
    select case when grouping(seen.day) = 0 then 'day' when grouping(seen.source) = 0 then 'source'
        when grouping(seen.version) = 0 then 'version' else 'total' end as by,
      coalesce(seen.day::text, seen.source, seen.version::text, 'all') as key,
      sum(seen.views)::bigint as views, sum(seen.visitors)::bigint as visitors, sum(seen.submissions)::bigint as submissions
    from seen group by grouping sets ((), (seen.day), (seen.source), (seen.version))
  ), complete as (
    select grouped.* from grouped where grouped.views is not null
    union all
    -- Days without visits are listed too.
    select 'day', quiet.day::date::text, 0, 0, 0 from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') as quiet (day)
    where not exists (select from grouped where grouped.by = 'day' and grouped.key = quiet.day::date::text)
    union all
    select 'total', 'all', 0, 0, 0 where not exists (select from seen)
  )
  select complete.by, complete.key, complete.views, complete.visitors, complete.submissions,
    private.landing_rate(complete.submissions, complete.visitors)
  from complete
  order by complete.by, case when complete.by = 'day' then complete.key end, case when complete.by = 'version' then complete.key::integer end desc,
    complete.visitors desc, complete.key;
end
$$;

comment on function public.landing_page_stats(uuid, date, date) is
'A page''s figures between two days (UTC): one row for the total, each day (also without visits), each source and each version. Admins only.';

create function public.list_landing_pages()
returns table (
  id uuid, slug text, title text, status public.landing_page_status, version integer, has_changes boolean, domain_id uuid, domain text,
  domain_state public.landing_domain_state, views bigint, visitors bigint, submissions bigint, conversion numeric,
  updated_at timestamptz, updated_by text, published_at timestamptz
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  since date := (now() at time zone 'UTC')::date - 29;
begin
  perform private.require_admin();
  return query
  select page.id, draft.slug, draft.title, page.status, page.version, draft.revision is distinct from draft.published_revision,
    own.id, own.domain, own.state, seen.views, seen.visitors, sent.submissions, private.landing_rate(sent.submissions, seen.visitors),
    draft.updated_at, coalesce(private.person_name(draft.updated_by), 'Somebody'), live.published_at
  from public.landing_pages as page
  join public.landing_drafts as draft on draft.page_id = page.id
  left join public.landing_domains as own on own.page_id = page.id
  left join public.landing_page_versions as live on live.page_id = page.id and live.number = page.version
  cross join lateral (
    select coalesce(sum(held.views), 0)::bigint as views, coalesce(sum(held.visitors), 0)::bigint as visitors
    from public.landing_views as held where held.page_id = page.id and held.day >= since
  ) as seen
  cross join lateral (
    select count(*) as submissions from public.landing_submissions as form
    where form.page_id = page.id and not form.is_spam and form.created_at >= since::timestamp at time zone 'UTC'
  ) as sent
  order by draft.updated_at desc, page.id;
end
$$;

comment on function public.list_landing_pages() is
'Every landing page with the title and address of its draft, its domain, and its figures of 30 days (UTC, including today). Admins only.';

grant execute on function public.record_landing_views(jsonb) to service_role;

grant execute on function public.landing_page_stats(uuid, date, date) to authenticated;

grant execute on function public.list_landing_pages() to authenticated;

create function private.check_landing_text(p_label text, p_text text, p_max integer) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if char_length(p_text) > p_max then
    perform private.refuse(
      'too_long', '22023',
      format('%s has %s characters; %s are the most', p_label, ltrim(to_char(char_length(p_text), '999,999,999,999')), ltrim(to_char(p_max, '999,999,999,999'))),
      private.field_name(p_label)
    );
  end if;
end
$$;

comment on function private.check_landing_text(text, text, integer) is 'Refuses a long text and names both lengths.';

create function private.require_free_slug(p_page_id uuid, p_slug text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- Slugs are assigned one at a time, so that two pages never both see one as free.
  perform pg_advisory_xact_lock(hashtextextended('landing slugs', 0));
  if exists (select from public.landing_drafts as other where other.slug = p_slug and other.page_id <> p_page_id)
    or exists (select from public.landing_pages as other where other.slug = p_slug and other.id <> p_page_id) then
    perform private.refuse('slug_taken', 'PT409', format('Another page has the address /landing/%s', p_slug), 'slug');
  end if;
end
$$;

comment on function private.require_free_slug(uuid, text) is 'Refuses a slug that another page has or will have.';

create function public.unpublish_landing_page(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.landing_pages as page set status = 'draft' where page.id = p_page_id and page.status = 'published';
  if not found and not exists (select from public.landing_pages as page where page.id = p_page_id) then
    perform private.refuse('page_not_found', 'PT404', 'There is no such page: it was deleted');
  end if;
end
$$;

comment on function public.unpublish_landing_page(uuid) is
'Unpublishes a page and keeps everything else. Admins only. PT404: no such page.';

grant execute on function public.unpublish_landing_page(uuid) to authenticated;

create function public.list_admin_overview()
returns table (total_users bigint, pending_approvals bigint, total_leads bigint, companies bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select
    (select count(*) from public.profiles),
    (select count(*) from public.user_roles as held where held.status = 'pending'),
    (select coalesce(sum(counted.leads), 0)::bigint from private.lead_counts as counted where counted.kind = 'owner'),
    (select count(*) from private.lead_counts as counted where counted.kind = 'company' and counted.leads > 0);
end
$$;

comment on function public.list_admin_overview() is
'One row: people, pending sign-ups, live leads and their companies. Admins only (42501).';

grant execute on function public.list_admin_overview() to authenticated;

create function public.list_admin_emails() returns setof public.admin_emails
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select * from public.admin_emails as entry order by entry.email;
end
$$;

comment on function public.list_admin_emails() is 'All addresses that may become admins. Admins only.';

create function public.list_premium_overrides() returns setof public.premium_overrides
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select * from public.premium_overrides as gift order by gift.created_at desc, gift.email;
end
$$;

comment on function public.list_premium_overrides() is 'All addresses with free premium, newest first. Admins only.';

create function private.require_address(p_email text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  address text := lower(btrim(p_email));
begin
  if address is null or char_length(address) > 320 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'This is not an e-mail address');
  end if;
  return address;
end
$$;

comment on function private.require_address(text) is 'An email address in lower case. 22023: not an address.';

create function public.set_admin_email(p_email text, p_is_active boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.admin_emails (email, is_active) values (private.require_address(p_email), p_is_active)
  on conflict (email) do update set is_active = excluded.is_active where admin_emails.is_active <> excluded.is_active;
end
$$;

comment on function public.set_admin_email(text, boolean) is
'Sets whether the confirmed owner of an address may become an admin. An existing admin stays one until their role changes. Admins only.';

create function public.set_premium_override(p_email text, p_expires_at timestamptz default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_expires_at <= now() then perform private.refuse('gift_ended', '22023', 'The gift must end in the future', 'expires_at'); end if;
  insert into public.premium_overrides (email, expires_at) values (private.require_address(p_email), p_expires_at)
  on conflict (email) do update set expires_at = excluded.expires_at;
end
$$;

comment on function public.set_premium_override(text, timestamptz) is
'Gives an address free premium, until a date or forever. Admins only.';

create function public.delete_premium_override(p_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.premium_overrides as gift where gift.email = lower(btrim(p_email));
  if not found then perform private.refuse('gift_not_found', 'PT404', 'There is no such gift'); end if;
end
$$;

comment on function public.delete_premium_override(text) is 'Ends the free premium of an address. Admins only. PT404: it has none.';

create function public.search_email_log(
  p_query text default '', p_status text default null, p_limit integer default 50, p_offset integer default 0
) returns table (
  id uuid, recipient text, template text, subject text, status text, attempts integer, last_error text, created_at timestamptz,
  done_at timestamptz, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select job.id, job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject', job.status, job.attempts, job.last_error,
    job.created_at, job.done_at, count(*) over ()
  from private.outbox as job
  where job.kind = 'mail' and (p_status is null or job.status = p_status)
    and (coalesce(p_query, '') = '' or strpos(lower(concat_ws(' ', job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject')), lower(left(p_query, 200))) > 0)
  order by job.created_at desc, job.id
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0);
end
$$;

comment on function public.search_email_log(text, text, integer, integer) is
'The emails that are still kept (retention_settings), newest first, with the total of all matches. Without their texts, because links in them are secrets. Admins only.';

create function public.retry_email(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if exists (select from private.outbox as job where job.id = p_id and job.payload ? 'redacted') then
    perform private.refuse('link_ended', '22023', 'This email cannot be sent again: its link has ended');
  end if;
  update private.outbox as job
  set status = 'queued', run_at = now(), attempts = 0, locked_by = null, locked_until = null
  where job.id = p_id and job.kind = 'mail' and job.status = 'failed';
  if not found then perform private.refuse('email_not_failed', 'PT409', 'Only an e-mail that failed can be sent again'); end if;
end
$$;

comment on function public.retry_email(uuid) is
'Queues a failed email once more. Admins only. PT409: it did not fail. 22023: its link has ended.';

create table public.pipeline_stages (
  key text primary key check (key ~ '^[a-z][a-z_]{0,39}$'),
  label text not null check (btrim(label) <> '' and char_length(label) <= 40),
  position integer not null check (position between 1 and 20),
  is_fixed boolean not null default false,
  rots_after_days integer check (rots_after_days between 1 and 365),
  updated_at timestamptz not null default now(),
  unique (position) deferrable initially deferred
);

comment on table public.pipeline_stages is 'The stages of the pipeline, in order.';

comment on column public.pipeline_stages.key is 'What leads refer to; it never changes.';

comment on column public.pipeline_stages.label is 'What people read.';

comment on column public.pipeline_stages.position is 'Its place, from 1.';

comment on column public.pipeline_stages.is_fixed is 'New, Won and Lost keep their names and places.';

comment on column public.pipeline_stages.rots_after_days is
'After how many days without work a lead in it counts as stalled; null means never.';

comment on column public.pipeline_stages.updated_at is 'When the row last changed.';

insert into public.pipeline_stages (key, label, position, is_fixed, rots_after_days) values
('new', 'New', 1, true, 1), ('attempting', 'Attempting', 2, false, 3), ('connected', 'Connected', 3, false, 5),
('qualified', 'Qualified', 4, false, 7), ('call_booked', 'Call Booked', 5, false, 7), ('proposal', 'Proposal', 6, false, 10),
('won', 'Won', 7, true, null), ('lost', 'Lost', 8, true, null);

create table public.lost_reasons (
  id uuid primary key default gen_random_uuid(),
  label text not null check (btrim(label) <> '' and char_length(label) <= 60),
  position integer not null check (position between 1 and 100),
  is_active boolean not null default true,
  updated_at timestamptz not null default now()
);

comment on table public.lost_reasons is 'Reasons why leads are lost, to choose from.';

comment on column public.lost_reasons.id is 'The reason.';

comment on column public.lost_reasons.label is 'What people read.';

comment on column public.lost_reasons.position is 'Its place in the list.';

comment on column public.lost_reasons.is_active is 'False hides it from new choices; old ones keep it.';

comment on column public.lost_reasons.updated_at is 'When the row last changed.';

create unique index lost_reasons_label_idx on public.lost_reasons (lower(label));

insert into public.lost_reasons (label, position) values
('No budget', 1), ('No answer', 2), ('Went with somebody else', 3), ('Bad timing', 4), ('Not a fit', 5), ('Other', 6);

create trigger touch_updated_at before update on public.pipeline_stages for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.lost_reasons for each row execute function private.touch_updated_at();

create function private.protect_fixed_stages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.is_fixed and (new.label, new.position, new.is_fixed) <> (old.label, old.position, old.is_fixed) or new.key <> old.key then
    perform private.refuse('fixed_stage', 'PT409', 'New, Won and Lost keep their names and places');
  end if;
  return new;
end
$$;

comment on function private.protect_fixed_stages() is
'Trigger: New, Won and Lost keep their key, name and place, because the clock and the figures depend on them.';

create trigger protect_fixed_stages before update on public.pipeline_stages for each row execute function private.protect_fixed_stages();

alter table public.pipeline_stages enable row level security;

call private.require_sufficient_sessions('public.pipeline_stages');

alter table public.lost_reasons enable row level security;

call private.require_sufficient_sessions('public.lost_reasons');

grant select, insert, update, delete on public.pipeline_stages, public.lost_reasons to service_role;

grant select, update (label, rots_after_days) on public.pipeline_stages to authenticated;

grant select, insert (label, position, is_active), update (label, position, is_active) on public.lost_reasons to authenticated;

create policy "Sales people and admins read the stages" on public.pipeline_stages
for select to authenticated using ((select private.has_active_role('sales')) or (select private.has_active_role('admin')));

create policy "Admins change the stages" on public.pipeline_stages
for update to authenticated using ((select private.has_active_role('admin'))) with check ((select private.has_active_role('admin')));

create policy "Sales people and admins read the lost reasons" on public.lost_reasons
for select to authenticated using ((select private.has_active_role('sales')) or (select private.has_active_role('admin')));

create policy "Admins add lost reasons" on public.lost_reasons
for insert to authenticated with check ((select private.has_active_role('admin')));

create policy "Admins change lost reasons" on public.lost_reasons
for update to authenticated using ((select private.has_active_role('admin'))) with check ((select private.has_active_role('admin')));

grant execute on function public.set_admin_email(text, boolean) to authenticated;

grant execute on function public.set_premium_override(text, timestamptz) to authenticated;

grant execute on function public.delete_premium_override(text) to authenticated;

grant execute on function public.search_email_log(text, text, integer, integer) to authenticated;

grant execute on function public.retry_email(uuid) to authenticated;

grant execute on function public.list_admin_emails() to authenticated;

grant execute on function public.list_premium_overrides() to authenticated;

create table public.agency_settings (
  id boolean primary key default true check (id),
  agency_name text not null default 'Upfunnel' check (btrim(agency_name) <> '' and char_length(agency_name) <= 200),
  email text not null default 'hello@example.com' check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  phone text check (char_length(phone) <= 50),
  address text check (char_length(address) <= 1000),
  time_zone text not null default 'America/New_York' check (
    char_length(time_zone) <= 100 and (timestamptz '2000-01-01 00:00+00' at time zone time_zone) is not null
  ),
  working_hours jsonb not null default
  '{"mon": ["09:00", "18:00"], "tue": ["09:00", "18:00"], "wed": ["09:00", "18:00"], "thu": ["09:00", "18:00"], "fri": ["09:00", "18:00"]}'
  check (jsonb_typeof(working_hours) = 'object' and octet_length(working_hours::text) <= 2000),
  holidays date[] not null default '{}' check (cardinality(holidays) <= 500),
  speed_to_lead_minutes integer not null default 5 check (speed_to_lead_minutes between 1 and 1440),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  invoice_prefix text not null default 'INV-' check (char_length(invoice_prefix) <= 20),
  next_invoice_number integer not null default 1 check (next_invoice_number > 0),
  session_days integer not null default 30 check (session_days between 1 and 365),
  session_idle_days integer not null default 14 check (session_idle_days between 1 and 365),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  payment_days integer not null default 14 check (payment_days between 0 and 365),
  -- Second factors (spec §4, §7): a session without a required one can read and write nothing. The factors themselves are in
  -- auth.mfa_factors.
  require_factor_of_admins boolean not null default false,
  require_factor_of_sales boolean not null default false
);

comment on table public.agency_settings is 'The agency''s own details, in a single row.';

comment on column public.agency_settings.id is 'Always true: there is one row.';

comment on column public.agency_settings.agency_name is 'The name on invoices and emails.';

comment on column public.agency_settings.email is 'The address that clients write to.';

comment on column public.agency_settings.phone is 'The number that clients call.';

comment on column public.agency_settings.address is 'The postal address on invoices.';

comment on column public.agency_settings.time_zone is 'IANA name. It decides working hours, due dates and schedules.';

comment on column public.agency_settings.working_hours is 'From and to for each day (mon to sun), in local time; a missing day is free.';

comment on column public.agency_settings.holidays is 'Days without working hours.';

comment on column public.agency_settings.speed_to_lead_minutes is 'The promised response time for leads, in working minutes.';

comment on column public.agency_settings.currency is 'For new invoices: three letters, ISO 4217, in lower case.';

comment on column public.agency_settings.invoice_prefix is 'The beginning of invoice numbers.';

comment on column public.agency_settings.next_invoice_number is 'The number of the next invoice.';

comment on column public.agency_settings.session_days is 'How many days after sign-in a session ends.';

comment on column public.agency_settings.session_idle_days is 'After how many unused days a session ends.';

comment on column public.agency_settings.created_at is 'When the product was set up.';

comment on column public.agency_settings.updated_at is 'When the row last changed.';

comment on column public.agency_settings.payment_days is
'How many days clients have to pay an invoice that a retainer issues. The editor suggests it for other invoices.';

comment on column public.agency_settings.require_factor_of_admins is
'Whether admins need a second factor. Without one they reach only their security settings.';

comment on column public.agency_settings.require_factor_of_sales is
'Whether sales people need a second factor. Without one they reach only their security settings.';

insert into public.agency_settings default values;

create trigger touch_updated_at before update on public.agency_settings
for each row execute function private.touch_updated_at();

alter table public.agency_settings enable row level security;

call private.require_sufficient_sessions('public.agency_settings');

grant select, insert, update, delete on public.agency_settings to service_role;

grant select,
  update (
    agency_name, email, phone, address, time_zone, working_hours, holidays, speed_to_lead_minutes, currency,
    invoice_prefix, next_invoice_number, session_days, session_idle_days
  )
on public.agency_settings to authenticated;

create function private.agency_zone() returns text
language sql stable
set search_path = ''
as $$
  select coalesce((select settings.time_zone from public.agency_settings as settings), 'UTC')
$$;

comment on function private.agency_zone() is 'The agency''s time zone.';

create function private.agency_day(moment timestamptz default now()) returns date
language sql stable
set search_path = ''
as $$
  select (moment at time zone private.agency_zone())::date
$$;

comment on function private.agency_day(timestamptz) is 'The date in the agency''s time zone.';

create function private.day_start(p_day date) returns timestamptz
language sql stable
set search_path = ''
as $$
  select p_day::timestamp at time zone private.agency_zone()
$$;

comment on function private.day_start(date) is 'When a day begins in the agency''s time zone.';

create policy "Admins read the agency's settings" on public.agency_settings
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Admins change the agency's settings" on public.agency_settings
for update to authenticated
using ((select private.has_active_role('admin'))) with check ((select private.has_active_role('admin')));

create table public.audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_email text check (char_length(actor_email) <= 320),
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null check (char_length(table_name) <= 63),
  row_id text not null check (char_length(row_id) <= 500),
  subject text check (char_length(subject) <= 320),
  before jsonb check (octet_length(before::text) <= 20000000),
  after jsonb check (octet_length(after::text) <= 20000000)
);

comment on table public.audit_log is 'Every write of an admin and every change of a role. Rows are only added, by triggers.';

comment on column public.audit_log.id is 'In the order of writing.';

comment on column public.audit_log.happened_at is 'When.';

comment on column public.audit_log.actor_id is 'Who did it; null for the system. It stays when the account is deleted.';

comment on column public.audit_log.actor_email is 'Their address at that time.';

comment on column public.audit_log.action is 'insert, update or delete.';

comment on column public.audit_log.table_name is 'The table.';

comment on column public.audit_log.row_id is 'The row''s key; parts of a key are separated by a space.';

comment on column public.audit_log.subject is 'The address, at that time, of the person that the row is about.';

comment on column public.audit_log.before is 'The row before; null for an insert.';

comment on column public.audit_log.after is 'The row after; null for a delete.';

create index audit_log_table_row_idx on public.audit_log (table_name, row_id, id desc);

create index audit_log_actor_idx on public.audit_log (actor_id, id desc);

create index audit_log_happened_at_idx on public.audit_log (happened_at);

alter table public.audit_log enable row level security;

call private.require_sufficient_sessions('public.audit_log');

grant select on public.audit_log to authenticated, service_role;

create policy "Admins read the audit log" on public.audit_log
for select to authenticated using ((select private.has_active_role('admin')));

create function private.refuse_audit_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The purge removes entries that are older than the retention period (private.purge_audit_log).
  if tg_op = 'DELETE' and current_setting('app.purging_audit_log', true) = 'on' then return null; end if;
  if tg_op <> 'TRUNCATE' and private.is_erasing() then return null; end if;
  perform private.refuse('append_only', '42501', 'The audit log is only added to');
end
$$;

comment on function private.refuse_audit_change() is 'Trigger: refuses changes until the retention period is over or the person is erased.';

create trigger refuse_audit_change before update or delete or truncate on public.audit_log
for each statement execute function private.refuse_audit_change();

create function private.row_key(p_row jsonb, p_columns text[]) returns text
language sql immutable
set search_path = ''
as $$
  select string_agg(p_row ->> key.name, ' ' order by key.place) from unnest(p_columns) with ordinality as key (name, place)
$$;

comment on function private.row_key(jsonb, text[]) is 'A row''s key as one text.';

create function private.subject_of(p_row jsonb) returns text
language sql stable
set search_path = ''
as $$
  select account.email from auth.users as account
  where account.id = case
    when coalesce(p_row ->> 'user_id', p_row ->> 'client_id') ~ '^[0-9a-f]{8}-' then coalesce(p_row ->> 'user_id', p_row ->> 'client_id')::uuid
  end
$$;

comment on function private.subject_of(jsonb) is 'The address of the person that a row is about, if it names one.';

create function private.write_audit() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  caller_email text;
  kept_by_itself constant text[] := array[
    'updated_at', 'clock_due_at', 'response_seconds', 'answered_by', 'answer_target_seconds', 'last_activity_at', 'next_task_at', 'next_task_kind', 'next_task_title', 'version'
  ];
begin
  -- Records every change of a role, but of other tables only changes by admins.
  if tg_table_name <> 'user_roles' and not private.has_active_role('admin') then return null; end if;
  -- Copies would keep what has to be erased. The erasure writes one entry itself.
  if private.is_erasing() then return null; end if;
  select account.email into caller_email from auth.users as account where account.id = caller;
  if tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
    select caller, caller_email, 'insert', tg_table_name, private.row_key(added.row, tg_argv), private.subject_of(added.row), added.row
    from (select to_jsonb(new_row) as row from new_rows as new_row) as added;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before)
    select caller, caller_email, 'delete', tg_table_name, private.row_key(gone.row, tg_argv), private.subject_of(gone.row), gone.row
    from (select to_jsonb(old_row) as row from old_rows as old_row) as gone;
  else
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before, after)
    select caller, caller_email, 'update', tg_table_name, private.row_key(was.row, tg_argv), private.subject_of(became.row), was.row, became.row
    from (select to_jsonb(old_row) as row from old_rows as old_row) as was
    join (select to_jsonb(new_row) as row from new_rows as new_row) as became
      on private.row_key(became.row, tg_argv) = private.row_key(was.row, tg_argv)
    where was.row - kept_by_itself <> became.row - kept_by_itself;
  end if;
  return null;
end
$$;

comment on function private.write_audit() is 'Trigger: writes one entry for each row of a statement. Its arguments are the key columns.';

create procedure private.watch(p_table regclass, variadic p_key text[])
language plpgsql
set search_path = ''
as $$
declare
  key text := (select string_agg(quote_literal(part.name), ', ') from unnest(p_key) as part (name));
begin
  execute format('create trigger audit_insert after insert on %s referencing new table as new_rows for each statement execute function private.write_audit(%s)', p_table, key);
  execute format('create trigger audit_delete after delete on %s referencing old table as old_rows for each statement execute function private.write_audit(%s)', p_table, key);
  execute format('create trigger audit_update after update on %s referencing old table as old_rows new table as new_rows for each statement execute function private.write_audit(%s)', p_table, key);
end
$$;

comment on procedure private.watch(regclass, text[]) is 'Adds a table to the audit log. The arguments after the table are its key columns.';

call private.watch('public.user_roles', 'user_id', 'role');

call private.watch('public.profiles', 'user_id');

call private.watch('public.admin_emails', 'email');

call private.watch('public.premium_overrides', 'email');

call private.watch('public.agency_settings', 'id');

call private.watch('public.invoices', 'id');

call private.watch('public.payments', 'id');

call private.watch('public.retainers', 'id');

call private.watch('public.landing_pages', 'id');

create function public.restore_audit_entry(p_entry_id bigint) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  entry public.audit_log;
  target regclass;
  keys text[];
  columns text;
  now_is jsonb;
begin
  perform private.require_admin();
  select * into entry from public.audit_log as held where held.id = p_entry_id;
  if not found then perform private.refuse('entry_not_found', 'PT404', 'There is no such entry'); end if;
  -- Other tables cannot simply be restored: an invoice was sent, a payment made or a role granted.
  if entry.table_name not in ('client_dashboards', 'premium_overrides', 'agency_settings', 'retainers', 'landing_pages')
    or entry.action = 'insert' or entry.before is null then
    perform private.refuse('entry_not_restorable', 'PT409', 'This change cannot be taken back from here');
  end if;
  target := format('public.%I', entry.table_name)::regclass;
  select array_agg(part.attname::text order by place.number) into keys
  from pg_catalog.pg_index as idx
  cross join lateral unnest(idx.indkey) with ordinality as place (attnum, number)
  join pg_catalog.pg_attribute as part on part.attrelid = idx.indrelid and part.attnum = place.attnum
  where idx.indrelid = target and idx.indisprimary;
  select string_agg(format('%I', part.attname), ', ' order by part.attnum) into columns
  from pg_catalog.pg_attribute as part
  where part.attrelid = target and part.attnum > 0 and not part.attisdropped and part.attgenerated = '' and part.attname <> 'updated_at';
  execute format('select to_jsonb(held) from %s as held where private.row_key(to_jsonb(held), $1) = $2 for update', target)
  into now_is using keys, entry.row_id;
  if entry.action = 'delete' then
    if now_is is not null then perform private.refuse('entry_there_already', 'PT409', 'It is there already'); end if;
    execute format('insert into %s (%s) select %s from jsonb_populate_record(null::%s, $1)', target, columns, columns, target)
    using entry.before;
    return;
  end if;
  if now_is is null then perform private.refuse('entry_deleted_since', 'PT409', 'It was deleted since'); end if;
  if now_is - 'updated_at' <> entry.after - 'updated_at' then
    perform private.refuse('outdated', 'PT409', 'It was changed since: take back the later change first');
  end if;
  execute format(
    'update %s as held set (%s) = (select %s from jsonb_populate_record(null::%s, $1)) where private.row_key(to_jsonb(held), $2) = $3',
    target, columns, columns, target
  ) using entry.before, keys, entry.row_id;
end
$$;

comment on function public.restore_audit_entry(bigint) is
'Undoes a change, or restores a deleted row, from an entry, and writes an entry about that. Admins only. PT404: no such entry. PT409: not safe, because of the table, a later change, a later deletion or an existing row.';

grant execute on function public.restore_audit_entry(bigint) to authenticated;

create function private.is_team_account(p_account uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.user_roles as held where held.user_id = p_account and held.role in ('admin', 'sales'))
$$;

comment on function private.is_team_account(uuid) is 'Whether this account is or was on the team, or asked to be.';

create function private.require_person(p_kind text, p_id uuid) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  gone timestamptz;
begin
  if p_kind is null or p_kind not in ('lead', 'account') or p_id is null then
    perform private.refuse('person_required', '22023', 'A lead or an account is erased');
  end if;
  if p_kind = 'lead' then
    select lead.erased_at into gone from public.leads as lead where lead.id = p_id;
  else
    select profile.erased_at into gone from auth.users as account left join public.profiles as profile on profile.user_id = account.id
    where account.id = p_id;
  end if;
  if not found then perform private.refuse('person_not_found', 'PT404', 'There is no such person'); end if;
  if gone is not null then perform private.refuse('person_erased', 'PT409', 'This person was erased already'); end if;
end
$$;

comment on function private.require_person(text, uuid) is
'Refuses a missing person (PT404), an erased one (PT409), and other kinds than lead and account (22023).';

create function private.archive_billing_identities(p_accounts uuid[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into private.archived_billing_identities (account_id, name, company)
  select account.id, coalesce(private.name_or_email(profile.first_name, profile.last_name, account.email::text), 'Unknown'),
    nullif(btrim(profile.company), '')
  from auth.users as account left join public.profiles as profile on profile.user_id = account.id
  where account.id = any (p_accounts)
    and exists (select from public.invoices as invoice where invoice.client_id = account.id and invoice.status <> 'draft')
  on conflict (account_id) do nothing
$$;

comment on function private.archive_billing_identities(uuid[]) is
'Keeps the recipient of the invoices that stay: the name, or the address without one.';

create type private.erased_person as (
  leads uuid[], accounts uuid[], emails text[], phones text[], partners uuid[], pattern text, words text[]
);

comment on type private.erased_person is
'A person to erase: all their leads and accounts, their addresses in lower case, keys of phone numbers, leads that were merged with theirs by mistake, a pattern that finds copies of their data, and words that only their leads contain.';

create function private.pattern_of(p_needles text[]) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  -- ann@example.com must not match joann@example.com or ann@example.com.au. Ids need no such care.
  select string_agg(part.pattern, '|') from (
    select string_agg(escaped.needle, '|') as pattern
    from unnest(p_needles) as known (needle) cross join lateral (
      select regexp_replace(known.needle, '([^a-z0-9@])', '\\\1', 'g') as needle
    ) as escaped where strpos(known.needle, '@') = 0
    union all
    select '(?:^|[^a-z0-9._%+-])(?:' || string_agg(escaped.needle, '|') || ')(?:$|[^a-z0-9.-]|[.-]+(?:$|[^a-z0-9.-]))'
    from unnest(p_needles) as known (needle) cross join lateral (
      select regexp_replace(known.needle, '([^a-z0-9@])', '\\\1', 'g') as needle
    ) as escaped where strpos(known.needle, '@') > 0
  ) as part where part.pattern is not null
$$;

comment on function private.pattern_of(text[]) is
'A regular expression that finds these ids and addresses in a text in lower case; null for none.';

create function private.names_person(p_text text, p_person private.erased_person) returns boolean
language sql immutable parallel safe
-- No search_path of its own, so that the planner inlines it: it checks tens of thousands of texts.
as $$ select lower(p_text) ~ (p_person).pattern $$;

comment on function private.names_person(text, private.erased_person) is 'Whether a text contains an id or an address of the person.';

create function private.neutral_move(p_kind text, p_payload jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when p_kind = 'stage_change' then jsonb_strip_nulls(jsonb_build_object(
    'from', (select stage.key from public.pipeline_stages as stage where stage.key = p_payload ->> 'from'),
    'to', (select stage.key from public.pipeline_stages as stage where stage.key = p_payload ->> 'to'),
    'seconds', case when jsonb_typeof(p_payload -> 'seconds') = 'number' then p_payload -> 'seconds' end
  )) else '{}' end
$$;

comment on function private.neutral_move(text, jsonb) is 'The part of an activity that the figures of the stages need.';

create function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (private.names_person(held.payload::text || ' ' || held.dedupe_key, $1)
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or private.names_person(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text), $1)$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'When and by whom something was done stays; what it was about goes.'),
    -- Entries about others stay. Only the person's address goes.
    (21, 'public.audit_log', 'held.actor_id = any (($1).accounts)', 'cleared', '{"actor_email": "null"}', null, null),
    (30, 'private.lead_import_rows', $w$held.lead_id = any (($1).leads) or held.email_key = any (($1).emails)
      -- Offices share phone numbers, so a number alone does not identify a person.
      or held.lead_id is null and held.email_key is null and held.phone_key = any (($1).phones) and exists (
        select from public.leads as own where own.id = any (($1).leads)
          and lower(concat_ws(' ', own.first_name, own.last_name)) = lower(concat_ws(' ', held.fields ->> 'first_name', held.fields ->> 'last_name')))$w$, 'cleared',
      '{"fields": "''{}''", "email_key": "null", "phone_key": "null", "before": "null", "after": "null", "lead_id": "null", "problem": "case when held.outcome is null or held.problem is not null then ''Erased'' end"}',
      'Rows of imported files', null),
    (40, 'public.lead_batches', $w$exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id = any (($1).leads))
      and (held.kind = 'merge' or not exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id <> all (($1).leads)))$w$,
      'cleared', '{"changes": "''{}''", "undone_at": "coalesce(held.undone_at, now())"}', 'Changes that could be undone', null),
    (50, 'private.lead_batch_rows', $w$held.lead_id = any (($1).leads) or exists (
      select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
      where noted.batch_id = held.batch_id and batch.kind = 'merge' and noted.lead_id = any (($1).leads))$w$, 'deleted', '{}',
      'Copies for undo, merges included', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Their kind, time and author stay for the figures; every word goes.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Events of the response clock',
      'Their times stay for the response figures.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls under way', null),
    (110, 'private.pending_client_setups', 'held.lead_id = any (($1).leads) or held.email = any (($1).emails)', 'deleted', '{}', 'Wishes for a client account', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Notes of client setups', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and private.names_person(held.answers::text, $1)$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Forms of landing pages', 'That a form was sent stays for the figures of the page; every answer goes.'),
    -- When the last person of a company or campaign is erased, its name leaves earlier tombstones too.
    (155, 'public.leads', $w$held.erased_at is not null and held.company is not null
      and exists (select from public.leads as own where own.id = any (($1).leads) and own.company = held.company)$w$, 'cleared',
      '{"company": "private.neutral_company(held.company, $1)"}', null, null),
    (156, 'public.leads', $w$held.erased_at is not null and held.first_touch is not null and exists (select from public.leads as own
      where own.id = any (($1).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(held.first_touch ->> 'utm_campaign'))$w$, 'cleared',
      '{"first_touch": "private.neutral_touch(held.first_touch, $1)"}', null, null),
    (160, 'public.leads', 'held.id = any (($1).leads)', 'cleared',
      (
        select jsonb_object_agg(known.field, case known.kind when 'list' then '''{}''' else 'null' end)
        from private.lead_fields() as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, and a company or campaign that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words)', 'deleted', '{}', 'Words of the search that only this person has', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and their answers', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and private.names_person(asked.message, $1))$w$, 'cleared',
      '{"body": "''The person whom this was about was erased.''"}', 'Answers to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and private.names_person(held.message, $1)$w$, 'cleared',
      '{"message": "''The person whom this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or private.names_person(held.business_name, $1) then ''Erased'' else held.business_name end"}', 'Requests about the person by colleagues', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin entries of the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Premium gifts to the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings that hold the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email choices', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, those shared with the team included', null),
    (250, 'public.retainers', $w$held.client_id = any (($1).accounts) and held.status = 'pending'
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Drafts of retainers', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id and draft.client_id = any (($1).accounts)
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$held.client_id = any (($1).accounts) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Drafts of invoices', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, with the name and company of the client on them',
      'Tax law asks for them, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Lines of these invoices', 'They are part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Credits on these invoices', 'They are part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'What was done with these invoices', 'Tax law asks for the history of an invoice.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null}', 'Payments',
      'Tax law asks for them; the reference leads to the payment provider.'),
    (258, 'public.retainers', 'held.client_id = any (($1).accounts)', 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Retainers that ended',
      'The invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null}', null,
      'The recipient on the invoices, which tax law asks for.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Reference to the payment provider', 'It holds no name. Delete the customer at the provider as well, when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'private.names_person(held.key, $1)', 'deleted', '{}', 'Counters of requests', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Counters of quotas', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$private.names_person(held.payload::text, $1)
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-ins in the log of the auth service', null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "erased_at": "now()"}', 'Profiles', 'An empty one stays, so that people are still counted right.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Accounts', 'Its number stays without name, address and password: it shows as "Erased person" where it wrote about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Second factors' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;

comment on function private.erasure_rules() is
'For each table with rows of a person: which rows, whether they are deleted, cleared or kept, and the text for the screen.';

create function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everybody'),
    ('auth.users.role', 'the same word for everybody'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_totals', 'counts'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'the agency''s pages'),
    ('public.landing_drafts', 'the agency''s pages'),
    ('public.landing_page_versions', 'the agency''s pages'),
    ('public.landing_pages', 'the agency''s pages'),
    ('public.landing_previews', 'hashes of links to the agency''s pages'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own')
  ) as entry (column_name, reason)
$$;

comment on function private.impersonal_columns() is 'Columns with words that are about no person, and why.';

create function private.column_treatments() returns table (column_name text, treatment text)
language sql stable
set search_path = ''
as $$
  with recursive wordy as (
    select held.oid as table_id, format('%I.%I', space.nspname, held.relname) as table_name, part.attname::text as name
    from pg_catalog.pg_class as held join pg_catalog.pg_namespace as space on space.oid = held.relnamespace
    join pg_catalog.pg_attribute as part on part.attrelid = held.oid and part.attnum > 0 and not part.attisdropped and part.attgenerated = ''
    join pg_catalog.pg_type as kind on kind.oid = part.atttypid
    left join pg_catalog.pg_type as element on element.oid = kind.typelem and kind.typcategory = 'A'
    where held.relkind in ('r', 'p', 'm') and space.nspname in ('public', 'private', 'auth', 'storage')
      and (coalesce(element.typcategory, kind.typcategory) in ('S', 'I') or coalesce(element.typname, kind.typname) in ('json', 'jsonb', 'bytea', 'xml', 'tsvector', 'hstore'))
  ), rule as materialized (
    select * from private.erasure_rules()
  ), gone (table_id) as (
    select to_regclass(rule.table_name)::oid from rule where rule.treatment = 'deleted'
      and not exists (select from rule as other where other.table_name = rule.table_name and other.treatment <> 'deleted')
    union
    -- Tables whose rows are deleted by cascade.
    select link.conrelid from gone join pg_catalog.pg_constraint as link
      on link.confrelid = gone.table_id and link.contype = 'f' and link.confdeltype = 'c' and link.conrelid <> link.confrelid
  )
  select wordy.table_name || '.' || wordy.name, coalesce(
    (select min(rule.treatment) from rule where rule.table_name = wordy.table_name and rule.sets ? wordy.name),
    case when wordy.table_id in (select gone.table_id from gone) then 'deleted' end,
    (select 'impersonal' from private.impersonal_columns() as entry where entry.column_name in (wordy.table_name, wordy.table_name || '.' || wordy.name) limit 1)
  )
  from wordy
$$;

comment on function private.column_treatments() is
'What an erasure does with each column that can contain words: deleted, cleared, kept, impersonal, or null when no rule covers it.';

create table private.erasures (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('lead', 'account')),
  leads uuid[] not null default '{}' check (cardinality(leads) <= 10000),
  accounts uuid[] not null default '{}' check (cardinality(accounts) <= 10000),
  erased_by uuid not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);

comment on table private.erasures is
'Which leads and accounts were erased, when and by whom, without personal data. Only the transaction that is erasing sees a row without finished_at.';

create index erasures_unfinished_idx on private.erasures (id) where finished_at is null;

create index erasures_leads_idx on private.erasures using gin (leads);

create index erasures_accounts_idx on private.erasures using gin (accounts);

alter table private.erasures enable row level security;

create function private.is_erasing() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from private.erasures as open where open.finished_at is null)
$$;

comment on function private.is_erasing() is
'Whether the current transaction erases a person. Append-only tables allow changes then, and the audit log makes no copies.';

create function private.refuse_erased_lead() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_erased boolean;
begin
  -- Runs after the foreign key has waited for a running erasure, so that it sees the result. execute makes a new plan each
  -- time, because a plan for one row would be slow for thousands.
  execute $found$
    select exists (
      select from written join public.leads as lead on lead.id = written.lead_id where lead.erased_at is not null
    )
  $found$ into is_erased;
  if is_erased and not private.is_erasing() then
    perform private.refuse('person_erased', 'PT409', 'This person was erased');
  end if;
  return null;
end
$$;

comment on function private.refuse_erased_lead() is 'Trigger: refuses new data about an erased lead.';

create function private.refuse_erased_activity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_erased boolean;
begin
  -- Entries of the database itself, such as a new owner or the archive, contain no words.
  execute $found$
    select exists (
      select from written join public.leads as lead on lead.id = written.lead_id
      where lead.erased_at is not null and (written.body is not null or written.kind not in ('stage_change', 'assignment', 'archive', 'restore'))
    )
  $found$ into is_erased;
  if is_erased and not private.is_erasing() then
    perform private.refuse('person_erased', 'PT409', 'This person was erased');
  end if;
  return null;
end
$$;

comment on function private.refuse_erased_activity() is 'Trigger: refuses people''s entries in the history of an erased lead.';

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z][a-z_]{0,49}$'),
  dedupe_key text not null unique check (dedupe_key <> '' and char_length(dedupe_key) <= 500),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 256000),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  max_attempts integer not null default 8 check (max_attempts between 1 and 100),
  run_at timestamptz not null default now(),
  locked_until timestamptz,
  locked_by text check (char_length(locked_by) <= 200),
  last_error text check (char_length(last_error) <= 2000),
  result jsonb check (octet_length(result::text) <= 1000000),
  created_at timestamptz not null default now(),
  done_at timestamptz
);

comment on table private.outbox is 'Work that must happen later. It is also the local inbox and the email log.';

create index outbox_open_idx on private.outbox (run_at) where status in ('queued', 'running');

create index outbox_kind_created_at_idx on private.outbox (kind, created_at desc);

create index outbox_done_at_idx on private.outbox (done_at) where status = 'done';

create index outbox_failed_idx on private.outbox (created_at) where status = 'failed';

alter table private.outbox enable row level security;

create function private.outbox_key(p_dedupe_key text) returns text
language sql immutable
set search_path = ''
as $$
  select case when p_dedupe_key like 'auth:%'
    then 'auth:' || encode(sha256(convert_to(p_dedupe_key, 'UTF8')), 'hex') else p_dedupe_key end
$$;

comment on function private.outbox_key(text) is 'The key as it is stored. Keys of auth emails contain the token of their link, so only their hash is kept.';

create function private.without_content(p_payload jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select p_payload - 'data' || '{"redacted": true}'
$$;

comment on function private.without_content(jsonb) is
'The payload of an email without its content: links, codes and names. The log keeps recipient and template.';

create function public.enqueue_outbox(
  p_kind text, p_dedupe_key text, p_payload jsonb, p_run_at timestamptz default now(), p_max_attempts integer default 8
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  job_id uuid;
begin
  insert into private.outbox (kind, dedupe_key, payload, run_at, max_attempts)
  values (p_kind, private.outbox_key(p_dedupe_key), coalesce(p_payload, '{}'), coalesce(p_run_at, now()), coalesce(p_max_attempts, 8))
  on conflict (dedupe_key) do nothing
  returning id into job_id;
  if job_id is null then
    select job.id into job_id from private.outbox as job where job.dedupe_key = private.outbox_key(p_dedupe_key);
  end if;
  return job_id;
end
$$;

comment on function public.enqueue_outbox(text, text, jsonb, timestamptz, integer) is
'Adds a job and returns its id. A known dedupe key adds nothing and returns the existing id.';

create function public.claim_outbox(
  p_worker text, p_limit integer default 10, p_lease_seconds integer default 60, p_kinds text[] default null
) returns table (id uuid, kind text, dedupe_key text, payload jsonb, attempts integer, max_attempts integer)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- A job whose workers all died is not tried again.
  update private.outbox as job
  set status = 'failed', locked_by = null, locked_until = null, last_error = 'The last worker never came back'
  where job.id in (
    select stuck.id from private.outbox as stuck
    where stuck.status = 'running' and stuck.locked_until <= now() and stuck.attempts >= stuck.max_attempts
      and (p_kinds is null or stuck.kind = any (p_kinds))
    for update skip locked
  );
  return query
  with due as materialized (
    select waiting.id from private.outbox as waiting
    where waiting.status in ('queued', 'running') and waiting.run_at <= now()
      and (waiting.status = 'queued' or waiting.locked_until <= now())
      and (p_kinds is null or waiting.kind = any (p_kinds))
    order by waiting.run_at
    limit least(greatest(p_limit, 0), 1000)
    for update skip locked
  )
  update private.outbox as job
  set status = 'running', attempts = job.attempts + 1, locked_by = p_worker,
    locked_until = now() + make_interval(secs => greatest(p_lease_seconds, 1))
  from due where job.id = due.id
  returning job.id, job.kind, job.dedupe_key, job.payload, job.attempts, job.max_attempts;
end
$$;

comment on function public.claim_outbox(text, integer, integer, text[]) is
'Gives due jobs to one worker under a lease. A job that still runs when its lease ends may be claimed again.';

create function public.complete_outbox(p_id uuid, p_worker text, p_result jsonb default null) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update private.outbox as job
  set status = 'done', result = p_result, done_at = now(), locked_by = null, locked_until = null, last_error = null,
    -- A mailer has the email now. The content stays only for the local inbox, whose results have html.
    payload = case when job.kind = 'mail' and not coalesce(p_result ? 'html', false)
      then private.without_content(job.payload) else job.payload end
  where job.id = p_id and job.status = 'running' and job.locked_by = p_worker;
  return found;
end
$$;

comment on function public.complete_outbox(uuid, text, jsonb) is
'Marks the worker''s job as done. An email whose result has no html keeps no content. False when the job is no longer theirs.';

create function public.fail_outbox(p_id uuid, p_worker text, p_error text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update private.outbox as job
  set status = case when job.attempts >= job.max_attempts then 'failed' else 'queued' end,
    run_at = now() + least(interval '5 seconds' * power(2, least(job.attempts, 20) - 1), interval '1 hour'),
    last_error = left(p_error, 2000), locked_by = null, locked_until = null
  where job.id = p_id and job.status = 'running' and job.locked_by = p_worker;
  return found;
end
$$;

comment on function public.fail_outbox(uuid, text, text) is
'Records a failed try. The next one follows after 5 s, 10 s, 20 s … up to an hour, until max_attempts. False when the job is no longer theirs.';

create function public.list_outbox_messages(p_limit integer default 100)
returns table (
  id uuid, payload jsonb, result jsonb, status text, attempts integer, last_error text, created_at timestamptz, done_at timestamptz
)
language sql stable security definer
set search_path = ''
as $$
  select job.id, job.payload, job.result, job.status, job.attempts, job.last_error, job.created_at, job.done_at
  from private.outbox as job where job.kind = 'mail'
  order by job.created_at desc, job.id
  limit least(greatest(p_limit, 0), 1000)
$$;

comment on function public.list_outbox_messages(integer) is 'The emails, newest first.';

grant execute on function public.enqueue_outbox(text, text, jsonb, timestamptz, integer) to service_role;

grant execute on function public.claim_outbox(text, integer, integer, text[]) to service_role;

grant execute on function public.complete_outbox(uuid, text, jsonb) to service_role;

grant execute on function public.fail_outbox(uuid, text, text) to service_role;

grant execute on function public.list_outbox_messages(integer) to service_role;

create function private.may_purge(p_table text) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(to_regclass(p_table) is not null and has_table_privilege(to_regclass(p_table), 'select')
    and has_table_privilege(to_regclass(p_table), 'delete'), false)
$$;

comment on function private.may_purge(text) is 'Whether this table exists and its old rows may be deleted.';

create function private.purge_auth_log(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
begin
  if not private.may_purge('auth.audit_log_entries') then return 0; end if;
  return private.delete_batch('auth.audit_log_entries', $w$old.created_at < (select private.retention_cutoff('auth_log'))$w$, 'created_at', p_limit);
end
$$;

comment on function private.purge_auth_log(integer) is 'Purge: the auth service''s log.';

create function private.purge_sessions(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
begin
  if not private.may_purge('auth.sessions') then return 0; end if;
  -- Tokens are deleted with their session. refreshed_at is in UTC, without a time zone. The agency's settings decide when a
  -- session is over.
  return private.delete_batch('auth.sessions', $w$least(old.not_after, greatest(old.created_at, old.updated_at, old.refreshed_at at time zone 'UTC')) < (select private.retention_cutoff('sessions'))
    and private.is_session_over(old)$w$, 'created_at', p_limit);
end
$$;

comment on function private.purge_sessions(integer) is 'Purge: sessions that ended, or were last used, before the retention period.';

create function private.purge_refresh_tokens(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
begin
  if not private.may_purge('auth.refresh_tokens') then return 0; end if;
  -- A revoked token stays as long as it can reveal a theft. The latest token of a session is never revoked while the session
  -- lives.
  return private.delete_batch('auth.refresh_tokens', $w$old.revoked and old.updated_at < (select private.retention_cutoff('sessions'))$w$, 'updated_at', p_limit);
end
$$;

comment on function private.purge_refresh_tokens(integer) is 'Purge: refresh tokens that were replaced or revoked before the retention period.';

create function private.purge_flow_states(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
begin
  if not private.may_purge('auth.flow_state') then return 0; end if;
  return private.delete_batch('auth.flow_state', $w$old.created_at < now() - interval '1 day'$w$, 'created_at', p_limit);
end
$$;

comment on function private.purge_flow_states(integer) is 'Purge: sign-ins by code that were never finished. Codes live for minutes.';

do $$
begin
  if pg_has_role(current_user, (select owned.relowner from pg_catalog.pg_class as owned where owned.oid = to_regclass('auth.audit_log_entries')), 'usage') then
    create index if not exists audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
  end if;
  if pg_has_role(current_user, (select owned.relowner from pg_catalog.pg_class as owned where owned.oid = to_regclass('auth.refresh_tokens')), 'usage') then
    create index if not exists refresh_tokens_revoked_at_idx on auth.refresh_tokens (updated_at) where revoked;
  end if;
end
$$;

create table private.purges (
  name text primary key check (name ~ '^[a-z][a-z_]{0,49}$'),
  batch integer not null check (batch between 1 and 5000),
  run_every interval not null default interval '1 hour' check (run_every >= interval '1 minute'),
  next_run_at timestamptz not null default now(),
  last_run_at timestamptz,
  removed bigint not null default 0,
  last_error text check (char_length(last_error) <= 2000)
);

comment on table private.purges is
'What is deleted by itself. The function private.purge_<name>(limit) returns how many records it deleted.';

create index purges_next_run_at_idx on private.purges (next_run_at);

alter table private.purges enable row level security;

create function private.run_next_purge() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  due private.purges;
  gone integer := 0;
  failure text;
begin
  select purge.* into due from private.purges as purge where purge.next_run_at <= now()
  order by purge.next_run_at, purge.name limit 1 for update skip locked;
  if not found then return; end if;
  -- A failed purge runs again later and does not stop the others.
  begin
    execute format('select private.%I($1)', 'purge_' || due.name) into gone using due.batch;
  exception when others then
    failure := left(sqlerrm, 2000);
  end;
  update private.purges as done
  set last_run_at = now(), last_error = failure, removed = done.removed + gone,
    next_run_at = case when gone >= due.batch then now() else now() + done.run_every end
  where done.name = due.name;
end
$$;

comment on function private.run_next_purge() is 'Job: runs one batch of the purge that has waited longest.';

create function private.delete_batch(p_table text, p_old text, p_order text, p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  execute format(
    'delete from %1$s as gone where gone.ctid = any (array(select old.ctid from %1$s as old where %2$s order by old.%3$I limit $1))',
    p_table, p_old, p_order
  ) using p_limit;
  get diagnostics gone = row_count;
  return gone;
end
$$;

comment on function private.delete_batch(text, text, text, integer) is
'Deletes the first rows of a table that meet a condition on old, in the order of a column. Returns how many.';

create function private.purge_quota_uses(p_limit integer) returns integer
language sql volatile
set search_path = ''
as $$
  select private.delete_batch('private.quota_uses', 'old.resets_at < now()', 'resets_at', p_limit)
$$;

comment on function private.purge_quota_uses(integer) is 'Purge: counts whose period is over.';

create function private.purge_email_log(p_limit integer) returns integer
language sql volatile
set search_path = ''
as $$
  select private.delete_batch('private.outbox', $w$old.status = 'done' and old.done_at < (select private.retention_cutoff('email_log'))$w$, 'done_at', p_limit)
$$;

comment on function private.purge_email_log(integer) is 'Purge: finished jobs of the outbox, emails included.';

create function private.purge_failed_emails(p_limit integer) returns integer
language sql volatile
set search_path = ''
as $$
  select private.delete_batch('private.outbox', $w$old.status = 'failed' and old.created_at < (select private.retention_cutoff('failed_emails'))$w$, 'created_at', p_limit)
$$;

comment on function private.purge_failed_emails(integer) is 'Purge: failed jobs of the outbox, emails included.';

create function private.has_secret(p_payload jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(p_payload -> 'data' ?| array['link', 'code', 'token'], false)
$$;

comment on function private.has_secret(jsonb) is 'Whether an email contains a link, code or token that opens something.';

create index outbox_secrets_idx on private.outbox (coalesce(done_at, created_at))
where kind = 'mail' and status in ('done', 'failed') and private.has_secret(payload);

create function private.purge_email_secrets(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  cleaned integer;
begin
  -- The local inbox shows an email for a day. A failed one may be sent again while its link lives, which is a week for an
  -- invitation.
  update private.outbox as job
  set payload = private.without_content(job.payload), result = job.result - 'html' - 'text'
  where job.id = any (array(
    select old.id from private.outbox as old
    where old.kind = 'mail' and old.status in ('done', 'failed') and private.has_secret(old.payload)
      and coalesce(old.done_at, old.created_at) < now() - interval '1 day'
      and (old.status = 'done' or old.created_at < now() - interval '8 days')
    order by coalesce(old.done_at, old.created_at) limit p_limit
  ));
  get diagnostics cleaned = row_count;
  return cleaned;
end
$$;

comment on function private.purge_email_secrets(integer) is
'Purge: links and codes in emails that stay in the local inbox or could not be sent.';

create function private.purge_audit_log(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  perform set_config('app.purging_audit_log', 'on', true);
  gone := private.delete_batch('public.audit_log', $w$old.happened_at < (select private.retention_cutoff('audit_log'))$w$, 'happened_at', p_limit);
  perform set_config('app.purging_audit_log', '', true);
  return gone;
end
$$;

comment on function private.purge_audit_log(integer) is 'Purge: entries of the audit log. Nothing else deletes them.';

create function private.purge_import_rows(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  -- After its first row is deleted, an import can be neither started nor undone.
  update public.lead_imports as one set rows_purged_at = now(),
    status = case when one.status in ('staging', 'ready') then 'canceled' else one.status end,
    finished_at = case when one.status in ('staging', 'ready') then now() else one.finished_at end
  where one.id = any (array(
    select old.id from public.lead_imports as old
    where old.rows_purged_at is null and (
      (old.status in ('done', 'canceled', 'failed', 'undone')
        and coalesce(old.undone_at, old.finished_at, old.created_at) < (select private.retention_cutoff('import_rows')))
      -- Abandoned imports.
      or (old.status in ('staging', 'ready') and old.created_at < now() - interval '1 day')
    )
    order by old.created_at limit 20 for update skip locked
  ));
  gone := private.delete_batch('private.lead_import_rows', $w$old.import_id in (select one.id from public.lead_imports as one where one.rows_purged_at > now() - interval '30 days')$w$, 'import_id', p_limit);
  if gone < p_limit then
    -- Imports that a person canceled stay in the list. Imports that nobody started are deleted.
    delete from public.lead_imports as one
    where one.status = 'canceled' and one.started_at is null and one.finished_at = one.rows_purged_at;
  end if;
  return gone;
end
$$;

comment on function private.purge_import_rows(integer) is 'Purge: the rows of imports that are over, and imports that nobody started.';

create function private.purge_dashboard_imports(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  gone := private.delete_batch('private.dashboard_import_entries', $w$old.import_id in (select one.id from private.dashboard_imports as one where one.started_at < now() - interval '1 day')$w$, 'import_id', p_limit);
  if gone < p_limit then
    delete from private.dashboard_imports as one where one.started_at < now() - interval '1 day' and one.finished_at is null;
  end if;
  return gone;
end
$$;

comment on function private.purge_dashboard_imports(integer) is
'Purge: dashboard imports that are older than a day and were not finished, and their entries.';

create function private.purge_landing_visitors(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  delete from private.landing_visitors as old where old.ctid = any (array(
    select past.ctid from private.landing_visitors as past where past.day < (now() at time zone 'UTC')::date limit p_limit
  ));
  get diagnostics gone = row_count;
  delete from private.ip_salts as salt where salt.day < (now() at time zone 'UTC')::date;
  return gone;
end
$$;

comment on function private.purge_landing_visitors(integer) is 'Purge: visitor hashes of earlier days and the salts that made them.';

insert into private.purges (name, batch, run_every) values
('email_secrets', 100, interval '10 minutes'), ('email_log', 250, interval '1 hour'), ('failed_emails', 250, interval '1 hour'),
('audit_log', 200, interval '1 hour'), ('import_rows', 500, interval '1 hour'), ('dashboard_imports', 500, interval '1 hour'),
('landing_visitors', 1000, interval '1 hour'), ('quota_uses', 1000, interval '1 hour');

create function private.limit_invitations_to_one() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.consume_quota('invitations_to_one', private.address_key(one.email)) from added as one;
  end if;
  return null;
end
$$;

comment on function private.limit_invitations_to_one() is 'Trigger: limits the invitations to one address.';

create function private.limit_views() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  owner uuid;
begin
  for owner in select distinct kept.owner_id from added as kept order by 1 loop
    perform private.lock_quota('lead_views', owner::text);
    perform private.check_quota('lead_views', (select count(*) from public.lead_views as kept where kept.owner_id = owner));
  end loop;
  return null;
end
$$;

comment on function private.limit_views() is 'Trigger: limits how many views a person saves.';

create trigger count_quota_use after insert on public.lead_views
referencing new table as added for each statement execute function private.limit_views();

create function private.limit_lost_reasons() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then return null; end if;
  perform private.lock_quota('lost_reasons', 'all');
  perform private.check_quota('lost_reasons', (select count(*) from public.lost_reasons));
  return null;
end
$$;

comment on function private.limit_lost_reasons() is 'Trigger: limits the number of lost reasons.';

create trigger count_quota_use after insert on public.lost_reasons
for each statement execute function private.limit_lost_reasons();

create function private.limit_user_metadata() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Signed-in people write this themselves, and every answer about the account contains it.
  if octet_length(new.raw_user_meta_data::text) > 10000 then
    perform private.refuse('metadata_too_large', '22001', 'The details of an account can take 10,000 bytes');
  end if;
  return new;
end
$$;

comment on function private.limit_user_metadata() is 'Trigger: limits what people may write about their own account.';

create trigger limit_user_metadata before insert or update of raw_user_meta_data on auth.users
for each row execute function private.limit_user_metadata();

create table private.quotas (
  kind text primary key check (kind ~ '^[a-z][a-z_]{0,49}$'),
  max_count bigint not null check (max_count > 0),
  period interval check (period >= interval '1 minute'),
  message text not null check (message like '%\%s%' and char_length(message) <= 200),
  advice text check (char_length(advice) <= 200),
  check ((period is null) = (advice is not null))
);

comment on table private.quotas is 'The limits. With a period: how many in that time. Without: how many at once.';

comment on column private.quotas.kind is 'What is counted.';

comment on column private.quotas.max_count is 'The limit.';

comment on column private.quotas.period is 'How long a count lasts from its first use; null for a limit on what exists at once.';

comment on column private.quotas.message is 'The sentence that people read; %s is the limit.';

comment on column private.quotas.advice is 'What to do about a limit on what exists at once.';

create table private.quota_uses (
  kind text not null references private.quotas (kind) on delete cascade check (char_length(kind) <= 50),
  key text not null check (char_length(key) <= 400),
  used bigint not null check (used > 0),
  resets_at timestamptz not null,
  primary key (kind, key)
);

comment on table private.quota_uses is 'How much of a quota is used in its current period, by the id of a person or the hash of an address.';

create index quota_uses_resets_at_idx on private.quota_uses (resets_at);

alter table private.quotas enable row level security;

alter table private.quota_uses enable row level security;

create function private.wait_text(p_seconds numeric) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when p_seconds > 5400 then ceil(p_seconds / 3600) || ' hours'
    when p_seconds > 60 then ceil(p_seconds / 60) || ' minutes'
    else '1 minute'
  end
$$;

comment on function private.wait_text(numeric) is 'A waiting time as people read it, rounded up.';

create function private.refuse_over_quota(p_quota private.quotas, p_resets_at timestamptz) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  max_count constant text := ltrim(to_char(p_quota.max_count, '999,999,999,999,999'));
  wait constant numeric := extract(epoch from p_resets_at - clock_timestamp());
begin
  perform private.refuse(
    'quota_reached', 'PT429',
    format(p_quota.message, max_count) || ' ' || coalesce(p_quota.advice, format('Try again in %s.', private.wait_text(wait))),
    p_more => jsonb_build_object('quota', p_quota.kind, 'limit', p_quota.max_count, 'resets_at', p_resets_at)
  );
end
$$;

comment on function private.refuse_over_quota(private.quotas, timestamptz) is
'Refuses with PT429. The message names the limit and when it ends, and the hint is quota_reached.';

create function private.find_quota(p_kind text) returns private.quotas
language plpgsql stable
set search_path = ''
as $$
declare
  quota private.quotas;
begin
  select known.* into quota from private.quotas as known where known.kind = p_kind;
  if not found then perform private.refuse('unknown_quota', 'P0001', format('There is no quota %s', p_kind)); end if;
  return quota;
end
$$;

comment on function private.find_quota(text) is 'A quota by its name. Throws when there is none.';

create function private.consume_quota(p_kind text, p_key text, p_amount bigint default 1) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  quota constant private.quotas := private.find_quota(p_kind);
  counted private.quota_uses;
begin
  if p_key is null or p_amount is null or p_amount <= 0 then return; end if;
  -- One lock for all quotas of a key. Callers lock leads and pages before they count, never after, so that they cannot
  -- deadlock.
  perform pg_advisory_xact_lock(hashtextextended('quotas of ' || p_key, 0));
  insert into private.quota_uses as counter (kind, key, used, resets_at)
  values (p_kind, left(p_key, 400), p_amount, clock_timestamp() + quota.period)
  on conflict (kind, key) do update set
    used = case when counter.resets_at <= clock_timestamp() then excluded.used else counter.used + excluded.used end,
    resets_at = case when counter.resets_at <= clock_timestamp() then excluded.resets_at else counter.resets_at end
  returning counter.* into counted;
  if counted.used > quota.max_count then perform private.refuse_over_quota(quota, counted.resets_at); end if;
end
$$;

comment on function private.consume_quota(text, text, bigint) is
'Counts an amount against a quota with a period. PT429: over the limit. Refused work does not count, and a null key counts nothing.';

create function private.require_quota(p_kind text, p_key text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  quota constant private.quotas := private.find_quota(p_kind);
  counted private.quota_uses;
begin
  select counter.* into counted from private.quota_uses as counter
  where counter.kind = p_kind and counter.key = left(p_key, 400) and counter.resets_at > clock_timestamp();
  if counted.used >= quota.max_count then perform private.refuse_over_quota(quota, counted.resets_at); end if;
end
$$;

comment on function private.require_quota(text, text) is
'PT429 when a quota is already used up, which refuses a flood before the work is done. It neither locks nor counts; consume_quota decides.';

create function private.lock_quota(p_kind text, p_key text) returns void
language sql volatile
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended(format('quota %s of %s', p_kind, p_key), 0))
$$;

comment on function private.lock_quota(text, text) is
'Call it before counting what exists: others who add to it wait until this transaction ends.';

create function private.check_quota(p_kind text, p_held bigint) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  quota constant private.quotas := private.find_quota(p_kind);
begin
  if p_held > quota.max_count then perform private.refuse_over_quota(quota, null); end if;
end
$$;

comment on function private.check_quota(text, bigint) is 'PT429 when more exists than a quota allows. Call lock_quota before counting.';

create function private.address_key(p_email text) returns text
language sql immutable
set search_path = ''
as $$
  select 'address ' || encode(sha256(convert_to(lower(p_email), 'UTF8')), 'hex')
$$;

comment on function private.address_key(text) is 'The key of an email address: a hash, so that counts contain no address.';

create function private.count_quota_use() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  amount bigint;
begin
  if caller is null then return null; end if;
  execute format('select %s from added', coalesce(tg_argv[1], 'count(*)')) into amount;
  perform private.consume_quota(tg_argv[0], caller::text, amount);
  return null;
end
$$;

comment on function private.count_quota_use() is
'Trigger: counts the added rows against a quota of the caller. Arguments: the quota, and what to count when not every row counts.';

create procedure private.limit_inserts(p_table regclass, p_kind text, p_amount text default null)
language plpgsql
set search_path = ''
as $$
begin
  -- The name sorts last, so that triggers that lock a lead run before this one.
  execute format(
    'create trigger %I after insert on %s referencing new table as added for each statement execute function private.count_quota_use(%s)',
    'use_quota_' || p_kind, p_table, concat_ws(', ', quote_literal(p_kind), quote_literal(p_amount))
  );
end
$$;

comment on procedure private.limit_inserts(regclass, text, text) is 'Counts what people add to a table against a quota.';

create unlogged table private.rate_limits (
  key text primary key check (char_length(key) <= 500),
  hits integer not null,
  resets_at timestamptz not null
);

comment on table private.rate_limits is 'How often something happened in its current window.';

create index rate_limits_resets_at_idx on private.rate_limits (resets_at);

alter table private.rate_limits enable row level security;

create function public.hit_rate_limit(p_key text, p_limit integer, p_window_seconds integer)
returns table (allowed boolean, retry_after_seconds integer)
language sql volatile security definer
set search_path = ''
as $$
  insert into private.rate_limits as counter (key, hits, resets_at)
  values (p_key, 1, clock_timestamp() + make_interval(secs => p_window_seconds))
  on conflict (key) do update set
    hits = case when counter.resets_at <= clock_timestamp() then 1 else least(counter.hits, 1000000000) + 1 end,
    resets_at = case when counter.resets_at <= clock_timestamp() then excluded.resets_at else counter.resets_at end
  returning
    counter.hits <= p_limit,
    case when counter.hits <= p_limit then 0
      else greatest(1, ceil(extract(epoch from counter.resets_at - clock_timestamp())))::integer end
$$;

comment on function public.hit_rate_limit(text, integer, integer) is
'Counts one hit on the key. Allowed until the window has more than p_limit hits; after that it returns the seconds to wait.';

grant execute on function public.hit_rate_limit(text, integer, integer) to service_role;

create function private.refuse(
  p_code text, p_sqlstate text, p_message text, p_field text default null, p_more jsonb default null
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_field is null and p_more is null then
    raise exception using errcode = p_sqlstate, message = p_message, hint = p_code;
  end if;
  raise exception using errcode = p_sqlstate, message = p_message, hint = p_code, detail = coalesce(p_more::text, p_field);
end
$$;

comment on function private.refuse(text, text, text, text, jsonb) is
'Refuses. The hint is the code, one of domain/refusals.ts. The detail is the name of the wrong field, or facts as a JSON object.';

create function private.field_name(p_label text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select lower(replace(p_label, ' ', '_'))
$$;

comment on function private.field_name(text) is 'The name of the field with this label: business_name for Business name.';

create table public.retention_settings (
  kind text primary key check (kind ~ '^[a-z][a-z_]{0,49}$'),
  position integer not null unique,
  label text not null check (char_length(label) <= 60),
  holds text not null check (char_length(holds) <= 300),
  reason text not null check (char_length(reason) <= 300),
  keep_days integer not null,
  default_days integer not null,
  min_days integer not null check (min_days > 0),
  max_days integer not null,
  updated_at timestamptz not null default now(),
  check (keep_days between min_days and max_days),
  check (default_days between min_days and max_days)
);

comment on table public.retention_settings is 'For how many days each kind of record is kept.';

comment on column public.retention_settings.kind is 'The kind of record.';

comment on column public.retention_settings.position is 'Its place in the list.';

comment on column public.retention_settings.label is 'Its name on the screen.';

comment on column public.retention_settings.holds is 'What these records contain.';

comment on column public.retention_settings.reason is 'Why the default is what it is.';

comment on column public.retention_settings.keep_days is 'For how many days they are kept.';

comment on column public.retention_settings.default_days is 'The days in a new installation.';

comment on column public.retention_settings.min_days is 'The fewest days.';

comment on column public.retention_settings.max_days is 'The most days.';

comment on column public.retention_settings.updated_at is 'When the row last changed.';

insert into public.retention_settings (position, kind, label, holds, reason, default_days, keep_days, min_days, max_days) values
(1, 'audit_log', 'Audit log',
  'Every change an admin makes, with the values before and after.',
  'Two years answer questions about last year''s invoices and roles.', 730, 730, 90, 3650),
(2, 'auth_log', 'Sign-in log',
  'Sign-ups, sign-ins, sign-outs and password changes, with email and IP addresses.',
  'A break-in is usually noticed within three months.', 90, 90, 30, 730),
(3, 'sessions', 'Ended sessions',
  'Sessions that are over, and sign-in tokens that were replaced.',
  'A replaced token must stay as long as a session can live, so that a stolen copy is still recognized.', 30, 30, 14, 365),
(4, 'email_log', 'Email log',
  'Recipient, subject and time of delivered emails. Their content is removed on delivery.',
  'A month is enough to answer whether an email was sent.', 30, 30, 7, 365),
(5, 'failed_emails', 'Failed emails',
  'Emails that could not be delivered, with their content, so that you can send them again. Links in them end after 8 days.',
  'Three months leave time to repair a mailer that nobody watched.', 90, 90, 7, 365),
(6, 'import_rows', 'Rows of imported files',
  'The rows of finished imports. An import can be undone only while its rows are kept. The leads stay.',
  'Mistakes in a file show within a month.', 30, 30, 1, 365);

create trigger touch_updated_at before update on public.retention_settings
for each row execute function private.touch_updated_at();

alter table public.retention_settings enable row level security;

call private.require_sufficient_sessions('public.retention_settings');

grant select, insert, update, delete on public.retention_settings to service_role;

grant select, update (keep_days) on public.retention_settings to authenticated;

create policy "Admins read the retention settings" on public.retention_settings
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Admins change the retention settings" on public.retention_settings
for update to authenticated
using ((select private.has_active_role('admin'))) with check ((select private.has_active_role('admin')));

call private.watch('public.retention_settings', 'kind');

create function private.retention_cutoff(p_kind text) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  days integer;
begin
  select setting.keep_days into days from public.retention_settings as setting where setting.kind = p_kind;
  -- Without a setting nothing is deleted.
  if days is null then perform private.refuse('unknown_retention', 'P0001', format('There is no retention setting %s', p_kind)); end if;
  return now() - make_interval(days => days);
end
$$;

comment on function private.retention_cutoff(text) is 'Records of this kind from before this time are deleted.';

create table private.scheduled_jobs (
  name text primary key check (char_length(name) <= 100),
  job_function text not null check (job_function ~ '^[a-z_]{1,63}$'),
  run_every interval check (run_every >= interval '1 second'),
  daily_at time,
  next_run_at timestamptz not null default now(),
  last_run_at timestamptz,
  last_error text check (char_length(last_error) <= 2000),
  check (num_nonnulls(run_every, daily_at) = 1)
);

comment on table private.scheduled_jobs is 'Jobs that run at an interval, or daily at a time of the agency''s day.';

create index scheduled_jobs_next_run_at_idx on private.scheduled_jobs (next_run_at);

alter table private.scheduled_jobs enable row level security;

create function private.next_daily_run(daily_at time, time_zone text) returns timestamptz
language sql stable
set search_path = ''
as $$
  select (((now() at time zone time_zone)::date
    + case when (now() at time zone time_zone)::time >= daily_at then 1 else 0 end) + daily_at) at time zone time_zone
$$;

comment on function private.next_daily_run(time, text) is 'The next time at which clocks in this time zone show this time.';

create function public.run_scheduled_jobs() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  job private.scheduled_jobs;
  zone text := private.agency_zone();
  failure text;
  ran integer := 0;
begin
  for job in
    select due.* from private.scheduled_jobs as due where due.next_run_at <= now()
    order by due.next_run_at for update skip locked
  loop
    failure := null;
    -- A failed job rolls back only its own work, and runs again at its next time.
    begin
      execute format('select private.%I()', job.job_function);
    exception when others then
      failure := left(sqlerrm, 2000);
    end;
    update private.scheduled_jobs as done
    set last_run_at = now(), last_error = failure,
      next_run_at = case when job.run_every is not null then now() + job.run_every
        else private.next_daily_run(job.daily_at, zone) end
    where done.name = job.name;
    ran := ran + 1;
  end loop;
  return ran;
end
$$;

comment on function public.run_scheduled_jobs() is
'Runs every due job once and returns how many. Skips jobs that another caller is running.';

create function private.purge_rate_limits() returns void
language sql volatile
set search_path = ''
as $$
  delete from private.rate_limits as counter where counter.resets_at < now()
$$;

comment on function private.purge_rate_limits() is 'Job: deletes windows that are over.';

insert into private.scheduled_jobs (name, job_function, run_every) values ('purge rate limits', 'purge_rate_limits', interval '10 minutes');

grant execute on function public.run_scheduled_jobs() to service_role;

create function public.schema_version() returns text
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (select max(version) from supabase_migrations.schema_migrations);
end
$$;

comment on function public.schema_version() is 'The newest applied migration, for the host that starts against this database.';

revoke execute on function public.schema_version() from public;

grant execute on function public.schema_version() to service_role;

do $$
begin
  alter role anon set statement_timeout = '5s';
  alter role authenticated set statement_timeout = '15s';
exception
  -- A server whose roles belong to another administrator keeps that administrator's limits.
  when insufficient_privilege then raise notice 'The roles keep their statement timeouts';
end
$$;

create type public.change_request_type as enum (
  'dashboard_change', 'feature_request', 'technical_support', 'general_inquiry'
);

create type public.change_request_status as enum ('open', 'answered', 'closed');

comment on type public.change_request_type is 'What a request is about.';

comment on type public.change_request_status is 'The state of a request.';

create table public.change_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  user_email text not null check (char_length(user_email) <= 320 and user_email ~ '^[^@\s]+@[^@\s]+$'),
  business_name text not null check (btrim(business_name) <> '' and char_length(business_name) <= 200),
  request_type public.change_request_type not null default 'dashboard_change',
  message text not null check (btrim(message) <> '' and char_length(message) <= 10000),
  status public.change_request_status not null default 'open',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.change_requests is 'Service-change requests of clients.';

comment on column public.change_requests.id is 'The request.';

comment on column public.change_requests.user_id is 'The person who asks.';

comment on column public.change_requests.user_email is 'The confirmed address of the person who asks.';

comment on column public.change_requests.business_name is 'The business that it concerns.';

comment on column public.change_requests.request_type is 'What it is about.';

comment on column public.change_requests.message is 'The text of the request.';

comment on column public.change_requests.status is 'Stays open until somebody answers it.';

comment on column public.change_requests.created_at is 'When it was sent.';

comment on column public.change_requests.updated_at is 'When the row last changed.';

create index change_requests_user_id_idx on public.change_requests (user_id);

create index change_requests_created_at_idx on public.change_requests (created_at desc);

create trigger touch_updated_at before update on public.change_requests
for each row execute function private.touch_updated_at();

alter table public.change_requests enable row level security;

call private.require_sufficient_sessions('public.change_requests');

grant select, insert, update, delete on public.change_requests to service_role;

grant select, insert (user_id, user_email, business_name, request_type, message)
on public.change_requests to authenticated;

create policy "Admins read all change requests" on public.change_requests
for select to authenticated using ((select private.has_active_role('admin')));

create function public.record_dashboard_access(p_dashboard_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  if private.is_restricted_to_pending() or not exists (
    select from public.client_dashboards as dashboard
    where dashboard.id = p_dashboard_id and dashboard.owner_id = (select auth.uid())
  ) then
    perform private.refuse('dashboard_not_found', 'PT404', format('You have no dashboard with the id %s', p_dashboard_id));
  end if;
  -- One statement checks and counts. The second of two concurrent visits waits for the row and then finds it fresh.
  update public.client_dashboards as dashboard
  set access_count = dashboard.access_count + 1, last_accessed = now()
  where dashboard.id = p_dashboard_id and dashboard.owner_id = (select auth.uid())
    and (dashboard.last_accessed is null or dashboard.last_accessed <= now() - interval '1 minute');
end
$$;

comment on function public.record_dashboard_access(uuid) is
'Counts a visit of the caller to their own dashboard, at most one a minute. PT404: not theirs, or the account is restricted.';

grant execute on function public.record_dashboard_access(uuid) to authenticated;

create table private.dashboard_imports (
  id uuid primary key,
  admin_id uuid not null references auth.users (id) on delete cascade,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  imported integer
);

comment on table private.dashboard_imports is 'Imports of dashboards, waiting or done.';

create index dashboard_imports_admin_id_idx on private.dashboard_imports (admin_id);

create index dashboard_imports_started_at_idx on private.dashboard_imports (started_at);

create table private.dashboard_import_entries (
  import_id uuid not null references private.dashboard_imports (id) on delete cascade,
  "position" integer not null,
  user_id text not null check (char_length(user_id) <= 200),
  business_name text not null check (char_length(business_name) <= 200),
  notion_database_url text not null check (char_length(notion_database_url) <= 2048),
  dashboard_title text not null check (char_length(dashboard_title) <= 200),
  primary key (import_id, "position")
);

comment on table private.dashboard_import_entries is 'The entries of a waiting import, by their position in the file.';

alter table private.dashboard_imports enable row level security;

alter table private.dashboard_import_entries enable row level security;

create function private.lock_own_dashboard_import(p_import_id uuid) returns private.dashboard_imports
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_import private.dashboard_imports;
begin
  perform private.require_admin();
  select * into found_import from private.dashboard_imports as one
  where one.id = p_import_id and one.admin_id = (select auth.uid()) for update;
  if not found then
    perform private.refuse('import_not_found', 'PT404', format('No import with the id %s', p_import_id));
  end if;
  -- A job deletes the entries of imports that are older than a day, some before others.
  if found_import.finished_at is null and found_import.started_at < now() - interval '1 day' then
    perform private.refuse('import_expired', 'PT409', 'This import was left for a day. Choose the file again');
  end if;
  return found_import;
end
$$;

comment on function private.lock_own_dashboard_import(uuid) is
'Locks and returns the calling admin''s import. Errors: 42501, PT404, PT409 it was abandoned for a day.';

create function public.stage_dashboard_import(p_import_id uuid, p_entries jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  staged integer;
begin
  perform private.require_admin();
  if jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) > 2000 then
    perform private.refuse('rows_invalid', '22023', 'Entries come as an array of at most 2000');
  end if;
  -- Deletes imports that were abandoned for a day.
  delete from private.dashboard_imports as one where one.started_at < now() - interval '1 day' and one.finished_at is null;
  insert into private.dashboard_imports (id, admin_id) values (p_import_id, (select auth.uid())) on conflict do nothing;
  if (private.lock_own_dashboard_import(p_import_id)).finished_at is not null then
    return 0;
  end if;
  insert into private.dashboard_import_entries (import_id, "position", user_id, business_name, notion_database_url, dashboard_title)
  select p_import_id, entry."position", entry.user_id, entry.business_name, entry.notion_database_url, entry.dashboard_title
  from jsonb_to_recordset(p_entries) as entry (
    "position" integer, user_id text, business_name text, notion_database_url text, dashboard_title text
  )
  on conflict do nothing;
  get diagnostics staged = row_count;
  if (select count(*) from private.dashboard_import_entries as entry where entry.import_id = p_import_id) > 50000 then
    perform private.refuse('file_too_large', '22023', 'An import holds at most 50000 entries');
  end if;
  return staged;
end
$$;

comment on function public.stage_dashboard_import(uuid, jsonb) is
'Adds a batch of entries to an import. Nothing is imported yet. Known ids and positions change nothing. Admins only. Errors: 42501, PT404 another admin''s import, 22023.';

create function public.check_dashboard_import(p_import_id uuid) returns table ("position" integer, problem text)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.lock_own_dashboard_import(p_import_id);
  return query
  select warning."position", warning.problem from private.import_warnings(p_import_id) as warning
  order by warning."position";
end
$$;

comment on function public.check_dashboard_import(uuid) is
'What is unusual about the waiting entries: exists (the same dashboard is there), has_dashboard, or unknown_account (imported without an account, with the original user_id). Admins only. Errors: 42501, PT404.';

create function public.finish_dashboard_import(p_import_id uuid, p_left_out integer[] default '{}') returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import private.dashboard_imports := private.lock_own_dashboard_import(p_import_id);
  added integer;
begin
  if current_import.finished_at is not null then
    return current_import.imported;
  end if;
  delete from private.dashboard_import_entries as entry
  where entry.import_id = p_import_id and entry."position" = any (p_left_out);
  -- Each account gets its first dashboard. Other dashboards have no account and keep the user_id of the file.
  insert into public.client_dashboards (user_id, original_user_id, business_name, notion_database_url, dashboard_title)
  select coalesce(entry.taker::text, 'imported-user'),
    case when entry.taker is null and entry.user_id <> 'imported-user' then entry.user_id end,
    entry.business_name, entry.notion_database_url, entry.dashboard_title
  from (
    select waiting.*, case
      when owned.id is null and row_number() over (partition by person.id order by waiting."position") = 1 then person.id
    end as taker
    from private.dashboard_import_entries as waiting
    left join auth.users as person on person.id::text = lower(waiting.user_id) and person.email_confirmed_at is not null
    left join public.client_dashboards as owned on owned.owner_id = person.id
    where waiting.import_id = p_import_id
  ) as entry
  order by entry."position";
  get diagnostics added = row_count;
  delete from private.dashboard_import_entries as entry where entry.import_id = p_import_id;
  update private.dashboard_imports as one set finished_at = now(), imported = added where one.id = p_import_id;
  return added;
exception when unique_violation then
  perform private.refuse('dashboard_taken', 'PT409', 'An account was given a dashboard in the meantime');
end
$$;

comment on function public.finish_dashboard_import(uuid, integer[]) is
'Adds all waiting entries except those in p_left_out, or none, and returns how many. A second call returns the same number. A user_id without an account becomes imported-user and is kept as original_user_id. Admins only. Errors: 42501, PT404, PT409 an account got a dashboard meanwhile, 23514 an entry breaks a rule.';

create function public.discard_dashboard_import(p_import_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.dashboard_imports as one
  where one.id = p_import_id and one.admin_id = (select auth.uid()) and one.finished_at is null;
end
$$;

comment on function public.discard_dashboard_import(uuid) is 'Deletes a waiting import. Admins only (42501).';

grant execute on function public.stage_dashboard_import(uuid, jsonb) to authenticated;

grant execute on function public.check_dashboard_import(uuid) to authenticated;

grant execute on function public.finish_dashboard_import(uuid, integer[]) to authenticated;

grant execute on function public.discard_dashboard_import(uuid) to authenticated;

create function private.require_admin() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.has_active_role('admin') then
    perform private.refuse('admin_only', '42501', 'Only an admin may do this');
  end if;
end
$$;

comment on function private.require_admin() is 'Refuses everybody except active admins.';

create function private.require_name(given text, label text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  if coalesce(btrim(given), '') = '' then
    perform private.refuse('required', '22023', format('%s is required', label), private.field_name(label));
  end if;
  if char_length(btrim(given)) > 200 then
    perform private.refuse('too_long', '22001', format('%s is longer than 200 characters', label), private.field_name(label));
  end if;
  return btrim(given);
end
$$;

comment on function private.require_name(text, text) is 'The trimmed text. Refuses empty and long texts.';

create function private.require_https_url(given text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  url text := btrim(given);
  name constant text := '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
begin
  if coalesce(url, '') = '' then
    perform private.refuse('required', '22023', 'URL is required', 'url');
  end if;
  if char_length(url) > 2048 then
    perform private.refuse('too_long', '22001', 'The URL is longer than 2048 characters', 'url');
  end if;
  if url !~* '^https://' then
    perform private.refuse('url_not_https', '22023', 'The URL must start with https://', 'url');
  end if;
  if url ~ '^[^/]*//[^/?#]*@' then
    perform private.refuse('url_with_credentials', '22023', 'The URL must not carry a user name or password', 'url');
  end if;
  if url !~* ('^https://(' || name || '\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])(:[0-9]{1,5})?([/?#][^\s\\[:cntrl:]]*)?$') then
    perform private.refuse('url_invalid', '22023', 'The URL is not a valid web address', 'url');
  end if;
  return url;
end
$$;

comment on function private.require_https_url(text) is
'The trimmed address. Refuses everything except https with a domain name and without credentials.';

create function private.account_of_email(given text) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  select person.id into account from auth.users as person
  where lower(person.email) = lower(btrim(given))
  order by person.created_at limit 1;
  if account is null then
    perform private.refuse('account_not_found', 'PT404', format('No account with the e-mail %s', left(coalesce(given, ''), 320)), 'client_email');
  end if;
  return account;
end
$$;

comment on function private.account_of_email(text) is 'The account with this email address. Error: PT404.';

create function public.assign_client_dashboard(
  client_email text, business_name text, notion_url text, dashboard_title text default 'Lead Dashboard'
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  created uuid;
begin
  perform private.require_admin();
  insert into public.client_dashboards (user_id, business_name, notion_database_url, dashboard_title)
  values (
    private.account_of_email(assign_client_dashboard.client_email)::text,
    private.require_name(assign_client_dashboard.business_name, 'Business name'),
    private.require_https_url(assign_client_dashboard.notion_url),
    private.require_name(coalesce(assign_client_dashboard.dashboard_title, 'Lead Dashboard'), 'Dashboard title')
  )
  returning id into created;
  return created;
exception when unique_violation then
  perform private.refuse(
    'client_has_dashboard', '23505',
    format('The client %s already has a dashboard', left(assign_client_dashboard.client_email, 320)),
    'client_email'
  );
end
$$;

comment on function public.assign_client_dashboard(text, text, text, text) is
'Gives the account with this email address a dashboard and returns its id. Admins only. Errors: 42501, PT404 unknown address, PT409 unconfirmed address, 22023 bad input, 22001 too long, 23505 has one.';

create function public.delete_client_dashboard(dashboard_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.client_dashboards as dashboard where dashboard.id = dashboard_id;
  if not found then
    perform private.refuse('dashboard_not_found', 'PT404', format('No dashboard with the id %s', dashboard_id));
  end if;
end
$$;

comment on function public.delete_client_dashboard(uuid) is 'Deletes a dashboard. Admins only. Errors: 42501, PT404 unknown id.';

revoke execute on function private.account_of_email(text) from public;

grant execute on function public.assign_client_dashboard(text, text, text, text) to authenticated;

grant execute on function public.delete_client_dashboard(uuid) to authenticated;

create type public.dashboard_health as enum ('healthy', 'warning', 'error', 'unknown');

comment on type public.dashboard_health is 'What the last check of the address found (spec §4).';

create table public.client_dashboards (
  id uuid primary key default gen_random_uuid(),
  user_id text not null check (
    user_id = 'imported-user' or user_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  -- A foreign key that also works while an account is deleted. It is null without an account, so many such rows may exist.
  owner_id uuid unique references auth.users (id) on delete cascade
  generated always as (case when user_id = 'imported-user' then null else user_id::uuid end) stored,
  original_user_id text check (btrim(original_user_id) <> '' and char_length(original_user_id) <= 200),
  business_name text not null check (btrim(business_name) <> '' and char_length(business_name) <= 200),
  dashboard_title text not null default 'Lead Dashboard'
  check (btrim(dashboard_title) <> '' and char_length(dashboard_title) <= 200),
  notion_database_url text not null
  check (char_length(notion_database_url) <= 2048 and notion_database_url ~* '^https?://[^\s/?#@\\]+([/?#][^\s\\]*)?$'),
  health_status public.dashboard_health not null default 'unknown',
  access_count integer not null default 0 check (access_count >= 0),
  last_accessed timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.client_dashboards is 'The public Notion page that a client sees as their lead dashboard; at most one for each account.';

comment on column public.client_dashboards.id is 'The dashboard.';

comment on column public.client_dashboards.user_id is 'The client''s account id, or imported-user until an admin assigns it.';

comment on column public.client_dashboards.owner_id is 'user_id as an account id, null for imported-user.';

comment on column public.client_dashboards.original_user_id is
'The user_id in the imported file when no account here could take the dashboard: a hint for the admin who assigns it.';

comment on column public.client_dashboards.business_name is 'The client''s business.';

comment on column public.client_dashboards.dashboard_title is 'The title over the dashboard.';

comment on column public.client_dashboards.notion_database_url is 'The shared page.';

comment on column public.client_dashboards.health_status is 'What the last check of the address found.';

comment on column public.client_dashboards.access_count is 'How often the dashboard was opened.';

comment on column public.client_dashboards.last_accessed is 'When the dashboard was last opened.';

comment on column public.client_dashboards.created_at is 'When the dashboard was configured.';

comment on column public.client_dashboards.updated_at is 'When its configuration last changed; visits and checks do not count.';

create trigger require_confirmed_account after insert or update of user_id on public.client_dashboards
for each row execute function private.require_confirmed_account('owner_id');

alter table public.client_dashboards enable row level security;

call private.require_sufficient_sessions('public.client_dashboards');

grant select, insert, update, delete on public.client_dashboards to service_role;

grant select, delete,
  insert (user_id, business_name, notion_database_url, dashboard_title),
  update (user_id, business_name, notion_database_url, dashboard_title)
on public.client_dashboards to authenticated;

create policy "People read their own dashboard" on public.client_dashboards
for select to authenticated
using (owner_id = (select auth.uid()) and not (select private.is_restricted_to_pending()));

create policy "Admins read all dashboards" on public.client_dashboards
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Admins create dashboards" on public.client_dashboards
for insert to authenticated with check ((select private.has_active_role('admin')));

create policy "Admins change dashboards" on public.client_dashboards
for update to authenticated
using ((select private.has_active_role('admin'))) with check ((select private.has_active_role('admin')));

create policy "Admins delete dashboards" on public.client_dashboards
for delete to authenticated using ((select private.has_active_role('admin')));

create table public.change_request_answers (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.change_requests (id) on delete cascade,
  body text not null check (btrim(body) <> '' and char_length(body) <= 10000),
  author_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

comment on table public.change_request_answers is 'Answers of the agency to requests.';

comment on column public.change_request_answers.id is 'The answer.';

comment on column public.change_request_answers.request_id is 'The request.';

comment on column public.change_request_answers.body is 'The text that was sent.';

comment on column public.change_request_answers.author_id is 'The admin who wrote it.';

comment on column public.change_request_answers.created_at is 'When.';

create index change_request_answers_request_id_idx on public.change_request_answers (request_id, created_at);

create index change_request_answers_author_id_idx on public.change_request_answers (author_id);

create index change_requests_status_idx on public.change_requests (status, created_at desc);

alter table public.change_request_answers enable row level security;

call private.require_sufficient_sessions('public.change_request_answers');

grant select, insert on public.change_request_answers to service_role;

grant select (id, request_id, body, created_at) on public.change_request_answers to authenticated;

create policy "Clients read their own change requests" on public.change_requests
for select to authenticated using (user_id = (select auth.uid()) and (select private.has_active_role('client')));

create policy "Clients read the answers to their own requests" on public.change_request_answers
for select to authenticated
using (
  (select private.has_active_role('client')) and exists (
    select from public.change_requests as request where request.id = request_id and request.user_id = (select auth.uid())
  )
);

create policy "Admins read all answers" on public.change_request_answers
for select to authenticated using ((select private.has_active_role('admin')));

create function private.lock_request(p_request_id uuid, p_expected timestamptz) returns public.change_requests
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.change_requests;
begin
  select * into held from public.change_requests as request where request.id = p_request_id for update;
  if not found then perform private.refuse('request_not_found', 'PT404', 'There is no such request'); end if;
  perform private.refuse_outdated(p_expected, held.updated_at);
  return held;
end
$$;

comment on function private.lock_request(uuid, timestamptz) is 'Locks a request as the caller saw it.';

create function public.answer_change_request(
  p_request_id uuid, p_expected_updated_at timestamptz, p_answer text, p_answer_id uuid default gen_random_uuid()
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.change_requests;
  words text;
begin
  perform private.require_admin();
  -- A repeated request, because the answer was lost.
  if exists (select from public.change_request_answers as said where said.id = p_answer_id and said.request_id = p_request_id) then return; end if;
  words := private.require_text(p_answer, 'Answer', 10000);
  held := private.lock_request(p_request_id, p_expected_updated_at);
  insert into public.change_request_answers (id, request_id, body, author_id) values (p_answer_id, held.id, words, auth.uid());
  update public.change_requests as request set status = 'answered' where request.id = held.id;
  perform public.enqueue_outbox('mail', format('request:%s:answer:%s', held.id, p_answer_id), jsonb_build_object(
    -- Their current address, which may differ from the one in the request.
    'to', coalesce((select account.email from auth.users as account where account.id = held.user_id), held.user_email),
    'template', 'request-answered',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', (select profile.first_name from public.profiles as profile where profile.user_id = held.user_id),
      'question', left(held.message, 2000), 'answer', words
    ))
  ));
end
$$;

comment on function public.answer_change_request(uuid, timestamptz, text, uuid) is
'Answers a request, in the portal and by email, and marks it as answered. PT409: it changed since the caller read it.';

create function public.set_change_request_status(p_request_id uuid, p_expected_updated_at timestamptz, p_status public.change_request_status) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.change_requests;
begin
  perform private.require_admin();
  if p_status is null then perform private.refuse('required', '22023', 'Status is required', 'status'); end if;
  held := private.lock_request(p_request_id, p_expected_updated_at);
  update public.change_requests as request set status = p_status where request.id = held.id;
end
$$;

comment on function public.set_change_request_status(uuid, timestamptz, public.change_request_status) is
'Sets the status of a request, for example when it was answered by phone. PT409: it changed since the caller read it.';

create function public.search_change_requests(p_query text default '', p_status text default 'all', p_limit integer default 50, p_offset integer default 0)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words constant text[] := private.search_words(p_query);
  answer jsonb;
begin
  perform private.require_admin();
  if p_status not in ('all', 'open', 'answered', 'closed') then perform private.refuse('unknown_filter', '22023', 'There is no such filter'); end if;
  with found as materialized (
    select request.id, request.status::text as status, request.created_at
    from public.change_requests as request
    left join public.profiles as profile on profile.user_id = request.user_id
    where not exists (
      select from unnest(words) as word (pattern)
      where lower(request.message || ' ' || request.business_name || ' ') || private.client_text(profile.first_name, profile.last_name, profile.company, request.user_email)
        not like word.pattern
    )
  ), chosen as materialized (
    select * from found where p_status = 'all' or found.status = p_status
  ), page as (
    select request.*, profile.first_name, profile.last_name, profile.company, account.email
    from (
      -- Open requests come first, the oldest on top. The others follow, newest first.
      select chosen.id, row_number() over (
        order by chosen.status <> 'open', case when chosen.status = 'open' then chosen.created_at end, chosen.created_at desc, chosen.id
      ) as place from chosen order by place limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0)
    ) as placed
    join public.change_requests as request on request.id = placed.id
    join auth.users as account on account.id = request.user_id
    left join public.profiles as profile on profile.user_id = request.user_id
  )
  select jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', page.id, 'user_id', page.user_id, 'user_email', page.email, 'business_name', page.business_name, 'request_type', page.request_type,
        'message', page.message, 'status', page.status, 'created_at', page.created_at, 'updated_at', page.updated_at,
        'client_name', private.name_or_email(page.first_name, page.last_name, page.email), 'client_company', page.company,
        'answers', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', said.id, 'body', said.body, 'created_at', said.created_at,
            'author', private.full_name(author.first_name, author.last_name)
          ) order by said.created_at)
          from public.change_request_answers as said left join public.profiles as author on author.user_id = said.author_id
          where said.request_id = page.id
        ), '[]')
      ) order by page.status <> 'open', case when page.status = 'open' then page.created_at end, page.created_at desc, page.id) from page
    ), '[]'),
    'total', (select count(*) from chosen),
    'counts', (
      select jsonb_build_object(
        'all', count(*), 'open', count(*) filter (where found.status = 'open'), 'answered', count(*) filter (where found.status = 'answered'),
        'closed', count(*) filter (where found.status = 'closed')
      ) from found
    )
  ) into answer;
  return answer;
end
$$;

comment on function public.search_change_requests(text, text, integer, integer) is
'For admins: a page of requests with their answers, the open ones first: {rows, total, counts}. Status: all, open, answered, closed.';

grant execute on function public.answer_change_request(uuid, timestamptz, text, uuid) to authenticated;

grant execute on function public.set_change_request_status(uuid, timestamptz, public.change_request_status) to authenticated;

grant execute on function public.search_change_requests(text, text, integer, integer) to authenticated;

create index client_dashboards_created_at_id_idx on public.client_dashboards (created_at desc, id);

create index client_dashboards_business_name_idx on public.client_dashboards (lower(business_name), id);

create function public.search_client_dashboards(
  p_query text default '', p_sort text default 'newest', p_limit integer default 25, p_offset integer default 0
) returns table (
  id uuid, user_id text, original_user_id text, client_email text, business_name text, dashboard_title text, notion_database_url text,
  health_status public.dashboard_health, access_count integer, last_accessed timestamptz, created_at timestamptz,
  updated_at timestamptz, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted text := lower(btrim(left(coalesce(p_query, ''), 200)));
  rows_wanted integer := least(greatest(coalesce(p_limit, 25), 1), 100);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
begin
  perform private.require_admin();
  if p_sort is null or p_sort not in ('newest', 'oldest', 'name', 'name_desc', 'views', 'views_asc') then
    perform private.refuse('unknown_order', '22023', format('Unknown order %s', left(p_sort, 40)));
  end if;
  -- One pass finds and counts. The wide columns are read only for the page.
  return query
  with found as materialized (
    select dashboard.id, lower(dashboard.business_name) as name, dashboard.access_count as views, dashboard.created_at
    from public.client_dashboards as dashboard
    where wanted = '' or strpos(lower(dashboard.business_name), wanted) > 0
      or strpos(lower(dashboard.dashboard_title), wanted) > 0 or starts_with(dashboard.id::text, wanted)
      or starts_with(lower(dashboard.original_user_id), wanted)
      or dashboard.owner_id in (select person.id from auth.users as person where starts_with(lower(person.email), wanted))
  ), page as materialized (
    select found.id, row_number() over (
      order by case when p_sort = 'views' then found.views end desc, case when p_sort = 'views_asc' then found.views end,
        case when p_sort = 'name' then found.name end, case when p_sort = 'name_desc' then found.name end desc,
        case when p_sort = 'oldest' then found.created_at end, found.created_at desc, found.id
    ) as place
    from found order by place limit rows_wanted offset skipped
  )
  select shown.id, shown.user_id, shown.original_user_id, person.email::text, shown.business_name, shown.dashboard_title, shown.notion_database_url,
    shown.health_status, shown.access_count, shown.last_accessed, shown.created_at, shown.updated_at, (select count(*) from found)
  from page
  join public.client_dashboards as shown on shown.id = page.id
  left join auth.users as person on person.id = shown.owner_id
  order by page.place;
end
$$;

comment on function public.search_client_dashboards(text, text, integer, integer) is
'Dashboards whose business name or title contains the words, or whose id, original user_id or client email begins with them, with the total on each row. Admins only. Errors: 42501, 22023 unknown order.';

grant execute on function public.search_client_dashboards(text, text, integer, integer) to authenticated;

create index invoices_attention_idx on public.invoices (created_at desc) where needs_attention is not null;

create function private.matching_clients(p_pattern text) returns uuid[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(account.id), '{}')
  from auth.users as account left join public.profiles as profile on profile.user_id = account.id
  where private.client_text(profile.first_name, profile.last_name, profile.company, account.email::text) like p_pattern
$$;

comment on function private.matching_clients(text) is 'The accounts whose name, company or address matches a pattern.';

create function public.list_upcoming_charges(p_days integer default 31)
returns table (retainer_id uuid, retainer_name text, charge_date date, amount integer, currency text)
language sql stable security definer
set search_path = ''
as $$
  select retainer.id, retainer.retainer_name, charge.day, retainer.monthly_amount, retainer.currency
  from public.retainers as retainer
  cross join private.agency_day() as today (day)
  cross join lateral private.charge_dates(
    retainer.start_date, retainer.end_date, retainer.duration_months, today.day + 1, today.day + least(greatest(p_days, 1), 366)
  ) as charge (day)
  where retainer.status = 'active' and retainer.client_id = (select auth.uid()) and (select private.has_active_role('client'))
  order by charge.day, retainer.retainer_name
$$;

comment on function public.list_upcoming_charges(integer) is
'What the caller''s active retainers will charge in the next p_days days (1 to 366), soonest first. Amounts in the smallest unit.';

create function public.client_figures() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with own as (
    select invoice.*, ledger.net,
      private.shown_invoice_status(invoice.status, invoice.due_date, private.agency_day()) as shown
    from public.invoices as invoice
    left join lateral (
      -- Null for an invoice that was never paid through the provider.
      select sum(case entry.kind when 'refund' then -entry.amount else entry.amount end) as net
      from public.payments as entry where entry.invoice_id = invoice.id and entry.currency = invoice.currency
    ) as ledger on true
    where invoice.client_id = (select auth.uid()) and invoice.status <> 'draft' and (select private.has_active_role('client'))
  ), running as (
    select * from public.retainers as retainer
    where retainer.client_id = (select auth.uid()) and retainer.status = 'active' and (select private.has_active_role('client'))
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

comment on function public.client_figures() is
'The caller''s billing in figures: {paid: [{currency, amount}], paid_invoices, paid_since, invoices, by_status, active_retainers, monthly}. paid is what came in minus what went back (spec §2 Total Paid). Amounts in the smallest unit.';

create function public.agency_contact() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
    'currency', settings.currency)
  from public.agency_settings as settings
  where private.is_session_sufficient()
$$;

comment on function public.agency_contact() is
'Who sends the invoices and answers questions about them: {name, email, phone, address, currency}. For everybody who is signed in.';

insert into private.scheduled_jobs (name, job_function, daily_at, run_every) values
('announce retainer charges', 'announce_retainer_charges', '08:00', null),
('announce ending trials', 'announce_ending_trials', null, interval '15 minutes');

grant execute on function public.list_upcoming_charges(integer) to authenticated;

grant execute on function public.agency_contact() to authenticated;

grant execute on function public.client_figures() to authenticated;

create function private.close_checkouts(p_invoice_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  with closed as (
    update private.checkouts as tried set status = 'expired'
    where tried.invoice_id = p_invoice_id and tried.status in ('opening', 'open')
    returning tried.invoice_id, tried.attempt
  )
  select public.enqueue_outbox(
    'close_checkout', format('checkout:%s:%s:close', closed.invoice_id, closed.attempt),
    jsonb_build_object('invoiceId', closed.invoice_id, 'attempt', closed.attempt), now(), 12
  ) from closed
$$;

comment on function private.close_checkouts(uuid) is
'Ends every attempt to pay an invoice: no new page opens for it, and the provider is told to close the open one.';

create function public.checkout_to_close(p_invoice_id uuid, p_attempt integer)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, created_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select tried.invoice_id, tried.attempt, tried.session_id, plan.stripe_customer_id, tried.created_at
  from private.checkouts as tried
  join public.invoices as invoice on invoice.id = tried.invoice_id
  left join public.subscriptions as plan on plan.user_id = invoice.client_id
  where tried.invoice_id = p_invoice_id and tried.attempt = p_attempt
$$;

comment on function public.checkout_to_close(uuid, integer) is
'For the outbox: a payment attempt whose page has to be closed at the provider.';

grant execute on function public.checkout_to_close(uuid, integer) to service_role;

create function private.lock_sent_invoice(p_invoice_id uuid, p_expected timestamptz) returns public.invoices
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.invoices;
begin
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice'); end if;
  if held.status = 'draft' then perform private.refuse('invoice_is_draft', 'PT409', 'This invoice is still a draft'); end if;
  perform private.refuse_outdated(p_expected, held.updated_at);
  return held;
end
$$;

comment on function private.lock_sent_invoice(uuid, timestamptz) is
'Locks a sent invoice as the caller saw it. Refuses drafts and changed invoices.';

create function private.moment_on_day(p_day date) returns timestamptz
language sql stable
set search_path = ''
as $$
  select case
    when p_day = private.agency_day() then now()
    else (p_day + time '12:00') at time zone private.agency_zone()
  end
$$;

comment on function private.moment_on_day(date) is
'A time for something that happened on a day of the agency: now if it is today, else noon.';

create function private.record_manual_payment(p_invoice public.invoices, p_kind text, p_amount integer, p_on date, p_method text, p_note text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  entry uuid;
begin
  if p_on is null or p_on > private.agency_day() then
    perform private.refuse('date_in_future', '22023', 'The date cannot be in the future', 'paid_at');
  end if;
  if p_on < private.agency_day() - 3660 then perform private.refuse('date_too_old', '22023', 'The date is too long ago', 'paid_at'); end if;
  insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
  values (p_invoice.id, p_invoice.client_id, p_kind, p_amount, p_invoice.currency, 'manual:' || gen_random_uuid(), private.moment_on_day(p_on))
  returning id into entry;
  perform private.record_invoice_event(
    p_invoice.id, case p_kind when 'payment' then 'marked_paid' else 'refunded' end, p_note, private.require_text(p_method, 'Method', 50), p_amount, entry
  );
  perform private.settle_invoice(p_invoice.id);
end
$$;

comment on function private.record_manual_payment(public.invoices, text, integer, date, text, text) is
'Adds money that moved outside the provider to the ledger, with method and note, and updates the invoice''s state.';

create function public.mark_invoice_paid(p_invoice_id uuid, p_expected_updated_at timestamptz, p_paid_on date, p_method text, p_note text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
begin
  perform private.require_admin();
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if held.status not in ('pending', 'overdue') then
    perform private.refuse('invoice_not_open', 'PT409', 'Only an invoice that is open can be marked as paid');
  end if;
  if exists (
    select from private.checkouts as tried
    where tried.invoice_id = held.id and tried.status = 'complete' and tried.created_at > now() - interval '7 days'
  ) and held.received_amount <= held.refunded_amount then
    perform private.refuse(
      'payment_on_its_way', 'PT409',
      'The client has just paid by card, and the money is on its way. Wait for it: it is recorded by itself.'
    );
  end if;
  perform private.close_checkouts(held.id);
  perform private.record_manual_payment(
    held, 'payment', held.owed_amount, p_paid_on, p_method, private.require_text(p_note, 'Note', 1000)
  );
  perform private.enqueue_invoice_mail(held.id, 'payment-received', 'payment-received');
end
$$;

comment on function public.mark_invoice_paid(uuid, timestamptz, date, text, text) is
'Records that an open invoice was paid outside the provider, with a ledger row over what was owed. Closes open payment pages and thanks the client.';

create function public.void_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz, p_reason text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  reason text := private.require_text(p_reason, 'Reason', 1000);
begin
  perform private.require_admin();
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if held.status not in ('pending', 'overdue') then
    perform private.refuse('invoice_not_open', 'PT409', 'Only an invoice that is open can be canceled');
  end if;
  if held.received_amount > held.refunded_amount then
    perform private.refuse('invoice_partly_paid', 'PT409', 'Part of it was paid. Credit the rest instead, so that the payment has its invoice.');
  end if;
  perform private.close_checkouts(held.id);
  update public.invoices as invoice set status = 'void' where invoice.id = held.id;
  perform private.record_invoice_event(held.id, 'voided', reason, null, held.amount);
  perform private.enqueue_invoice_mail(held.id, 'invoice-canceled', 'canceled', jsonb_build_object('reason', reason));
end
$$;

comment on function public.void_invoice(uuid, timestamptz, text) is
'Cancels an open invoice that was not paid, closes its payment pages, and emails the client the reason.';

create function public.credit_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text, p_method text default null, p_on date default null
) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  reason text := private.require_text(p_reason, 'Reason', 1000);
  most integer;
  credit uuid;
begin
  perform private.require_admin();
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if p_amount is null or p_amount < 1 then perform private.refuse('amount_not_positive', '22023', 'The amount must be more than zero', 'amount'); end if;
  if held.status in ('pending', 'overdue') then
    most := held.owed_amount;
    if p_amount > most or (p_amount = most and held.received_amount <= held.refunded_amount) then
      perform private.refuse('amount_too_large', '22023', 'That is all that is owed or more. To take all of it back, cancel the invoice.', 'amount');
    end if;
    perform private.close_checkouts(held.id);
    insert into public.invoice_credits (invoice_id, amount, reason, created_by) values (held.id, p_amount, reason, auth.uid()) returning id into credit;
    perform private.record_invoice_event(held.id, 'credited', reason, null, p_amount);
    perform private.settle_invoice(held.id);
    perform private.enqueue_invoice_mail(held.id, 'invoice-credited', format('credited:%s', credit),
      jsonb_build_object('credited', p_amount::text, 'reason', reason));
    return 'credited';
  end if;
  if held.status = 'paid' and not exists (
    select from public.payments as entry where entry.invoice_id = held.id and entry.kind = 'payment'
  ) then
    -- The invoice was paid before the ledger existed, so its amount came in.
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
    values (
      held.id, held.client_id, 'payment', held.amount - held.credited_amount, held.currency, 'manual:' || gen_random_uuid(),
      private.moment_on_day(coalesce(held.paid_date, private.agency_day()))
    );
  end if;
  perform private.settle_invoice(held.id);
  select * into held from public.invoices as invoice where invoice.id = held.id;
  most := held.received_amount - held.refunded_amount;
  if held.status not in ('paid', 'void') or most < 1 then
    perform private.refuse('nothing_to_refund', 'PT409', 'There is nothing to send back for this invoice');
  end if;
  if p_amount > most then perform private.refuse('amount_too_large', '22023', 'That is more than was received for this invoice', 'amount'); end if;
  perform private.record_manual_payment(held, 'refund', p_amount, coalesce(p_on, private.agency_day()), p_method, reason);
  perform private.enqueue_invoice_mail(held.id, 'invoice-refunded', format('refunded:%s', gen_random_uuid()),
    jsonb_build_object('refunded', p_amount::text, 'reason', reason));
  return 'refunded';
end
$$;

comment on function public.credit_invoice(uuid, timestamptz, integer, text, text, date) is
'Takes part of an invoice back. While it is open, a credit note lowers what is owed (returns credited). After money has arrived, the ledger records money that was sent back outside the provider (returns refunded). The client reads the reason.';

grant execute on function public.mark_invoice_paid(uuid, timestamptz, date, text, text) to authenticated;

grant execute on function public.void_invoice(uuid, timestamptz, text) to authenticated;

grant execute on function public.credit_invoice(uuid, timestamptz, integer, text, text, date) to authenticated;

create function public.create_invoice(
  p_client_id uuid, p_description text, p_due_date date, p_currency text, p_lines jsonb, p_invoice_id uuid default gen_random_uuid()
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
begin
  perform private.require_admin();
  perform private.require_client(p_client_id);
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  insert into public.invoices (id, client_id, invoice_number, description, amount, currency, due_date)
  values (p_invoice_id, p_client_id, private.draft_number(p_invoice_id), nullif(btrim(p_description), ''), 0, private.require_currency(p_currency), p_due_date)
  on conflict (id) do nothing;
  if not found then
    -- A repeated request, because the answer was lost. The caller's own id names the existing invoice.
    select * into held from public.invoices as invoice where invoice.id = p_invoice_id;
    if held.client_id is distinct from p_client_id or not exists (
      select from public.invoice_events as event where event.invoice_id = p_invoice_id and event.kind = 'created' and event.actor_id = auth.uid()
    ) then
      perform private.refuse('id_taken', 'PT409', 'There is another invoice with this id', 'id');
    end if;
    return p_invoice_id;
  end if;
  perform private.write_invoice_lines(p_invoice_id, p_lines);
  perform private.record_invoice_event(p_invoice_id, 'created');
  return p_invoice_id;
end
$$;

comment on function public.create_invoice(uuid, text, date, text, jsonb, uuid) is
'Creates a draft for an active client from lines {description, quantity, unit_amount in the smallest unit} and returns its id. A repeated id creates nothing. Sending it draws its number.';

create function private.lock_draft(p_invoice_id uuid, p_expected timestamptz) returns public.invoices
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.invoices;
begin
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice'); end if;
  if held.status <> 'draft' then
    perform private.refuse('outdated', 'PT409', 'This invoice was sent already and is no longer a draft');
  end if;
  perform private.refuse_outdated(p_expected, held.updated_at);
  return held;
end
$$;

comment on function private.lock_draft(uuid, timestamptz) is 'Locks a draft as the caller saw it. Refuses sent, changed and deleted ones.';

create function public.send_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
begin
  perform private.require_admin();
  held := private.lock_draft(p_invoice_id, p_expected_updated_at);
  perform private.require_client(held.client_id);
  if held.amount < 1 then
    perform private.refuse('invoice_empty', '22023', 'An invoice over nothing cannot be sent: add a line with an amount', 'lines');
  end if;
  if held.due_date is null then perform private.refuse('required', '22023', 'Due date is required before it is sent', 'due_date'); end if;
  if held.due_date < private.agency_day() then
    perform private.refuse('due_date_passed', '22023', 'The due date has passed: choose a later one', 'due_date');
  end if;
  if held.invoice_number = private.draft_number(held.id) then
    held.invoice_number := private.next_invoice_number();
  end if;
  update public.invoices as invoice set invoice_number = held.invoice_number, status = 'pending' where invoice.id = p_invoice_id;
  perform private.record_invoice_event(p_invoice_id, 'sent', null, null, held.amount);
  return held.invoice_number;
end
$$;

comment on function public.send_invoice(uuid, timestamptz) is
'Sends a draft: draws its number, which it returns, makes it pending, and emails it to the client. It needs an amount and a due date that has not passed.';

grant execute on function public.create_invoice(uuid, text, date, text, jsonb, uuid) to authenticated;

grant execute on function public.send_invoice(uuid, timestamptz) to authenticated;

create table public.invoice_lines (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references public.invoices (id) on delete cascade,
  position integer not null check (position between 1 and 200),
  description text not null check (btrim(description) <> '' and char_length(description) <= 500),
  quantity integer not null default 1 check (quantity between 1 and 100000),
  unit_amount integer not null check (unit_amount between -1000000000 and 1000000000),
  amount integer not null generated always as (quantity * unit_amount) stored,
  unique (invoice_id, position) deferrable initially deferred
);

comment on table public.invoice_lines is 'The lines of an invoice. An invoice without lines has one line with its description and amount.';

comment on column public.invoice_lines.id is 'The line.';

comment on column public.invoice_lines.invoice_id is 'The invoice.';

comment on column public.invoice_lines.position is 'Its place, from 1.';

comment on column public.invoice_lines.description is 'What it is for.';

comment on column public.invoice_lines.quantity is 'How many.';

comment on column public.invoice_lines.unit_amount is 'The price of one, in the currency''s smallest unit; negative for a discount.';

comment on column public.invoice_lines.amount is 'Quantity times unit amount.';

alter table public.invoice_lines enable row level security;

call private.require_sufficient_sessions('public.invoice_lines');

grant select, insert, update, delete on public.invoice_lines to service_role;

grant select on public.invoice_lines to authenticated;

create policy "Clients read the lines of their own invoices" on public.invoice_lines
for select to authenticated
using (
  (select private.has_active_role('client')) and exists (
    select from public.invoices as invoice
    where invoice.id = invoice_id and invoice.client_id = (select auth.uid()) and invoice.status <> 'draft'
  )
);

create policy "Admins read all invoice lines" on public.invoice_lines
for select to authenticated using ((select private.has_active_role('admin')));

create function private.sync_invoice_amount() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  held uuid := coalesce(new.invoice_id, old.invoice_id);
  stands public.invoice_status;
begin
  if tg_op = 'UPDATE' and new.invoice_id <> old.invoice_id then
    perform private.refuse('line_moved', 'PT409', 'A line stays on its invoice');
  end if;
  select invoice.status into stands from public.invoices as invoice where invoice.id = held for update;
  -- The invoice is being deleted together with its lines.
  if not found then return null; end if;
  if stands <> 'draft' then
    perform private.refuse('invoice_not_draft', 'PT409', 'The lines of an invoice that was sent cannot be changed');
  end if;
  update public.invoices as invoice
  set amount = (select coalesce(sum(line.amount), 0) from public.invoice_lines as line where line.invoice_id = held)
  where invoice.id = held;
  return null;
end
$$;

comment on function private.sync_invoice_amount() is
'Trigger: keeps a draft''s amount equal to the sum of its lines, and refuses changes to the lines of sent invoices.';

create trigger sync_invoice_amount after insert or update or delete on public.invoice_lines
for each row execute function private.sync_invoice_amount();

create trigger issue_invoice before insert or update of status on public.invoices
for each row execute function private.issue_invoice();

create trigger announce_new_invoice after insert on public.invoices
for each row when (new.status = 'pending') execute function private.announce_invoice();

create trigger announce_sent_invoice after update of status on public.invoices
for each row when (old.status = 'draft' and new.status = 'pending') execute function private.announce_invoice();

create function public.invoice_document(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'number', case when invoice.invoice_number = private.draft_number(invoice.id) then 'Draft' else invoice.invoice_number end,
    'status', invoice.status, 'currency', invoice.currency,
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
      select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address)
      from public.agency_settings as settings
    ),
    'client', jsonb_build_object(
      'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text)),
      'company', coalesce(billed.company, profile.company), 'email', case when billed.account_id is null then account.email else '' end
    )
  )
  from public.invoices as invoice
  join auth.users as account on account.id = invoice.client_id
  left join private.archived_billing_identities as billed on billed.account_id = invoice.client_id
  left join public.profiles as profile on profile.user_id = invoice.client_id
  where invoice.id = p_invoice_id
$$;

comment on function public.invoice_document(uuid) is
'Everything that is printed on an invoice, or null. For our own functions only, which decide who gets it.';

grant execute on function public.invoice_document(uuid) to service_role;

create trigger refuse_used_invoice_number before update on public.agency_settings
for each row when (
  new.invoice_prefix <> old.invoice_prefix
  or new.next_invoice_number not in (old.next_invoice_number, old.next_invoice_number + 1)
)
execute function private.refuse_used_invoice_number();

create function public.agency_today() returns date
language sql stable security definer
set search_path = ''
as $$ select private.agency_day() $$;

comment on function public.agency_today() is 'Today in the agency''s time zone. An invoice is overdue when its due date is earlier.';

create function private.settle_invoice(p_invoice_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  invoice public.invoices;
  credited bigint;
  settled_at timestamptz;
  refunded bigint;
  duplicates bigint;
  received bigint;
  foreign_money boolean;
begin
  select * into strict invoice from public.invoices as held where held.id = p_invoice_id for update;
  select coalesce(sum(credit.amount), 0) into credited from public.invoice_credits as credit where credit.invoice_id = p_invoice_id;
  -- In the order of the provider's own clock. The invoice is paid when payments and credits, less refunds, first reach its
  -- amount. A later payment is too much. A refund takes back only what was received before it.
  with movements as (
    select entry.id, entry.kind, entry.occurred_at, entry.provider_ref as reference, entry.amount,
      case entry.kind when 'refund' then -entry.amount else entry.amount end as net, 0 as credit
    from public.payments as entry
    where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency
    union all
    select credit.id, 'credit', credit.created_at, credit.id::text, credit.amount, 0, credit.amount
    from public.invoice_credits as credit where credit.invoice_id = p_invoice_id
  ), summed as (
    select movement.*, sum(movement.net) over until_here as net_until_here, sum(movement.credit) over until_here as credited_until_here
    from movements as movement
    window until_here as (order by movement.occurred_at, movement.reference rows unbounded preceding)
  ), ordered as (
    select movement.id, movement.kind, movement.amount,
      movement.credited_until_here + movement.net_until_here - least(min(movement.net_until_here) over until_here, 0) as covered,
      max(movement.occurred_at) filter (where movement.kind = 'payment') over until_here as last_paid_at
    from summed as movement
    window until_here as (order by movement.occurred_at, movement.reference rows unbounded preceding)
  ), marked as (
    update public.payments as entry set is_duplicate = ordered.covered - ordered.amount >= invoice.amount
    from ordered
    where ordered.kind = 'payment' and entry.id = ordered.id
      and entry.is_duplicate <> (ordered.covered - ordered.amount >= invoice.amount)
  )
  select min(ordered.last_paid_at) into settled_at from ordered where ordered.covered >= invoice.amount;
  select coalesce(sum(case entry.kind when 'refund' then entry.amount when 'reversal' then -entry.amount end), 0),
    coalesce(sum(entry.amount) filter (where entry.kind = 'payment'), 0), count(*) filter (where entry.is_duplicate)
  into refunded, received, duplicates
  from public.payments as entry where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency;
  foreign_money := exists (
    select from public.payments as entry where entry.invoice_id = p_invoice_id and entry.currency <> invoice.currency
  );
  -- A canceled invoice stays canceled. Money that arrives later has to be sent back.
  if invoice.status = 'void' then settled_at := null; end if;
  update public.invoices as held
  set status = case
      when settled_at is not null then 'paid'
      -- A late report of a refund may show that the invoice was never paid.
      when held.status = 'paid' and received > 0 then 'pending'
      else held.status
    end,
    paid_date = case
      when settled_at is not null then private.agency_day(settled_at)
      when held.status = 'paid' and received > 0 then null
      else held.paid_date
    end,
    credited_amount = credited,
    received_amount = received,
    refunded_amount = greatest(refunded, 0),
    needs_attention = case
      when exists (select from private.checkouts as tried where tried.invoice_id = p_invoice_id and tried.disputed)
        then 'disputed'::public.invoice_attention
      when foreign_money then 'other_currency'
      when invoice.status = 'void' and received > refunded then 'paid_though_canceled'
      when settled_at is not null and received - refunded > invoice.amount - credited
        then case when duplicates > 0 then 'paid_twice'::public.invoice_attention else 'overpaid' end
      when invoice.status <> 'void' and settled_at is null and received > refunded then 'paid_in_part'
      when refunded > received then 'refunded_too_much'
    end
  where held.id = p_invoice_id;
end
$$;

comment on function private.settle_invoice(uuid) is
'The only function that makes an invoice paid. It derives the state from the ledger. The same rows give the same state in any order.';

create function public.open_invoice_checkout(p_invoice_id uuid, p_client_id uuid)
returns table (
  attempt integer, session_id text, url text, replaces text, amount integer, currency text, invoice_number text, description text, email text
)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  invoice public.invoices;
  latest private.checkouts;
  outdated text;
begin
  select * into invoice from public.invoices as held
  where held.id = p_invoice_id and held.client_id = p_client_id and held.status <> 'draft' for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice'); end if;
  if invoice.status = 'paid' then perform private.refuse('invoice_paid', 'PT409', 'This invoice is paid'); end if;
  if invoice.status not in ('pending', 'overdue') or invoice.owed_amount < 1 then
    perform private.refuse('invoice_not_payable', 'PT409', 'This invoice cannot be paid');
  end if;
  select * into latest from private.checkouts as tried
  where tried.invoice_id = p_invoice_id order by tried.attempt desc limit 1;
  if latest.status in ('opening', 'open') and (latest.amount, latest.currency) <> (invoice.owed_amount, invoice.currency) then
    outdated := latest.session_id;
    update private.checkouts as tried set status = 'expired' where tried.invoice_id = p_invoice_id and tried.attempt = latest.attempt;
    latest.status := 'expired';
  end if;
  if latest.status is null or latest.status in ('complete', 'expired')
    or (latest.status = 'open' and latest.expires_at < now() + interval '1 minute') then
    insert into private.checkouts (invoice_id, attempt, amount, currency)
    values (p_invoice_id, coalesce(latest.attempt, 0) + 1, invoice.owed_amount, invoice.currency)
    returning * into latest;
  end if;
  return query select latest.attempt, latest.session_id, latest.url, outdated, invoice.owed_amount, invoice.currency,
    invoice.invoice_number, coalesce(nullif(btrim(invoice.description), ''), 'Marketing services'),
    (select account.email::text from auth.users as account where account.id = p_client_id);
end
$$;

comment on function public.open_invoice_checkout(uuid, uuid) is
'Starts or resumes the caller''s own attempt to pay an invoice; `replaces` is a session for another amount. PT404: not the caller''s invoice, or none. PT409: it is paid or cannot be paid.';

create function public.save_checkout_session(
  p_invoice_id uuid, p_attempt integer, p_session_id text, p_url text, p_expires_at timestamptz
) returns void
language sql volatile security definer
set search_path = ''
as $$
  update private.checkouts as tried
  set session_id = p_session_id, url = p_url, expires_at = p_expires_at,
    status = case when tried.status = 'opening' then 'open' else tried.status end
  where tried.invoice_id = p_invoice_id and tried.attempt = p_attempt
$$;

comment on function public.save_checkout_session(uuid, integer, text, text, timestamptz) is
'Stores the provider''s session of a payment attempt.';

create function public.record_checkout(p_checkout jsonb) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invoice public.invoices;
  was_paid boolean;
  entry jsonb;
begin
  select * into invoice from public.invoices as held where held.id = (p_checkout ->> 'invoice_id')::uuid for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice'); end if;
  was_paid := invoice.status = 'paid';
  update private.checkouts as tried
  set status = p_checkout ->> 'status', checked_at = now(), session_id = coalesce(tried.session_id, p_checkout ->> 'session_id')
  where tried.invoice_id = invoice.id and tried.status <> 'complete'
    and (tried.session_id = p_checkout ->> 'session_id' or tried.attempt = (p_checkout ->> 'attempt')::integer);
  if (p_checkout ->> 'disputed')::boolean then
    update private.checkouts as tried set disputed = true
    where tried.invoice_id = invoice.id and tried.session_id = p_checkout ->> 'session_id' and not tried.disputed;
  end if;
  for entry in select * from jsonb_array_elements(p_checkout -> 'entries') loop
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
    values (
      invoice.id, invoice.client_id, entry ->> 'kind', (entry ->> 'amount')::integer, lower(entry ->> 'currency'),
      entry ->> 'ref', (entry ->> 'occurred_at')::timestamptz
    )
    on conflict (provider_ref) do nothing;
  end loop;
  perform private.settle_invoice(invoice.id);
  select * into invoice from public.invoices as held where held.id = invoice.id;
  if invoice.status = 'paid' and not was_paid then
    perform private.enqueue_invoice_mail(invoice.id, 'payment-received', 'payment-received');
  end if;
  return invoice.status;
end
$$;

comment on function public.record_checkout(jsonb) is
'Stores what the provider answered about one session ({session_id, invoice_id, attempt, status, disputed, entries: [{kind, amount, currency, ref, occurred_at}]}), updates the invoice''s state and returns it.';

create function private.mail_recipient(p_user_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('to', account.email, 'name', coalesce(profile.first_name, ''))
  from auth.users as account left join public.profiles as profile on profile.user_id = account.id
  where account.id = p_user_id
$$;

comment on function private.mail_recipient(uuid) is 'The email address and first name of a person.';

create function private.enqueue_invoice_mail(p_invoice_id uuid, p_template text, p_key text, p_extra jsonb default '{}') returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('invoice:%s:%s', invoice.id, p_key), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', p_template,
    -- Invoices, credits and receipts have the document attached; other emails do not need it.
    'attachInvoice', case when p_template in ('invoice-issued', 'payment-received', 'invoice-credited') then invoice.id end,
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'invoiceId', invoice.id, 'number', invoice.invoice_number,
      'description', coalesce(nullif(btrim(left(invoice.description, 500)), ''), 'Marketing services'),
      'amount', (invoice.amount - invoice.credited_amount)::text, 'currency', invoice.currency, 'due', invoice.due_date, 'paid', invoice.paid_date
    ) || p_extra
  )))
  from public.invoices as invoice cross join lateral private.mail_recipient(invoice.client_id) as person (row)
  where invoice.id = p_invoice_id
$$;

comment on function private.enqueue_invoice_mail(uuid, text, text, jsonb) is
'Queues an email about an invoice to its client, once for each key.';

create function public.list_stale_subscriptions(p_limit integer default 50) returns setof text
language sql stable security definer
set search_path = ''
as $$
  select plan.stripe_customer_id from public.subscriptions as plan
  where plan.subscribed and plan.stripe_customer_id is not null and plan.subscription_end < now()
    and plan.updated_at < now() - interval '10 minutes'
  order by plan.subscription_end
  limit least(greatest(p_limit, 1), 500)
$$;

comment on function public.list_stale_subscriptions(integer) is
'For the reconciler: customers whose paid period is over and about whom no message has come since.';

create function public.finish_payment_event(p_id text) returns void
language sql volatile security definer
set search_path = ''
as $$ update private.payment_events as event set handled_at = now() where event.id = p_id $$;

comment on function public.finish_payment_event(text) is 'Marks a message as handled.';

grant execute on function public.agency_today() to authenticated;

grant execute on function public.open_invoice_checkout(uuid, uuid) to service_role;

grant execute on function public.save_checkout_session(uuid, integer, text, text, timestamptz) to service_role;

grant execute on function public.record_checkout(jsonb) to service_role;

grant execute on function public.list_stale_subscriptions(integer) to service_role;

grant execute on function public.finish_payment_event(text) to service_role;

grant update (payment_days) on public.agency_settings to authenticated;

create table public.invoice_credits (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references public.invoices (id) on delete restrict,
  amount integer not null check (amount > 0),
  reason text not null check (btrim(reason) <> '' and char_length(reason) <= 1000),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

comment on table public.invoice_credits is 'Credit notes: what was taken off an invoice before it was paid. Rows are only added.';

comment on column public.invoice_credits.id is 'The credit.';

comment on column public.invoice_credits.invoice_id is 'The invoice that it reduces.';

comment on column public.invoice_credits.amount is 'The credited amount, in the invoice''s currency and its smallest unit.';

comment on column public.invoice_credits.reason is 'The reason, which the client reads.';

comment on column public.invoice_credits.created_by is 'The admin.';

comment on column public.invoice_credits.created_at is 'When.';

create index invoice_credits_invoice_id_idx on public.invoice_credits (invoice_id, created_at);

create index invoice_credits_created_by_idx on public.invoice_credits (created_by);

create table public.invoice_events (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references public.invoices (id) on delete cascade,
  kind text not null check (kind in ('created', 'sent', 'marked_paid', 'voided', 'credited', 'refunded', 'issued')),
  note text check (char_length(note) <= 1000),
  method text check (char_length(method) <= 50),
  amount integer,
  payment_id uuid references public.payments (id) on delete cascade,
  actor_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);

comment on table public.invoice_events is 'What admins and retainers did with an invoice. Rows are only added. For admins only.';

comment on column public.invoice_events.id is 'The event.';

comment on column public.invoice_events.invoice_id is 'The invoice.';

comment on column public.invoice_events.kind is 'What was done; issued comes from a retainer.';

comment on column public.invoice_events.note is 'Why, in the admin''s words.';

comment on column public.invoice_events.method is 'How money moved that was recorded by hand.';

comment on column public.invoice_events.amount is 'How much, in the invoice''s currency and its smallest unit.';

comment on column public.invoice_events.payment_id is 'The ledger row that it wrote.';

comment on column public.invoice_events.actor_id is 'The admin; null for a schedule.';

comment on column public.invoice_events.created_at is 'When.';

create index invoice_events_invoice_id_idx on public.invoice_events (invoice_id, created_at);

create index invoice_events_payment_id_idx on public.invoice_events (payment_id);

create index invoice_events_actor_id_idx on public.invoice_events (actor_id);

alter table public.invoice_credits enable row level security;

call private.require_sufficient_sessions('public.invoice_credits');

alter table public.invoice_events enable row level security;

call private.require_sufficient_sessions('public.invoice_events');

grant select, insert on public.invoice_credits, public.invoice_events to service_role;

grant select (id, invoice_id, amount, reason, created_at) on public.invoice_credits to authenticated;

grant select on public.invoice_events to authenticated;

create policy "Clients read the credits of their own invoices" on public.invoice_credits
for select to authenticated
using (
  (select private.has_active_role('client')) and exists (
    select from public.invoices as invoice
    where invoice.id = invoice_id and invoice.client_id = (select auth.uid()) and invoice.status <> 'draft'
  )
);

create policy "Admins read all invoice credits" on public.invoice_credits
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Admins read all invoice events" on public.invoice_events
for select to authenticated using ((select private.has_active_role('admin')));

create function private.record_invoice_event(
  p_invoice_id uuid, p_kind text, p_note text default null, p_method text default null, p_amount integer default null, p_payment_id uuid default null
) returns void
language sql volatile
set search_path = ''
as $$
  insert into public.invoice_events (invoice_id, kind, note, method, amount, payment_id, actor_id)
  values (p_invoice_id, p_kind, nullif(btrim(p_note), ''), nullif(btrim(p_method), ''), p_amount, p_payment_id, auth.uid())
$$;

comment on function private.record_invoice_event(uuid, text, text, text, integer, uuid) is 'Records what the caller did with an invoice.';

create trigger require_confirmed_account after insert or update of client_id on public.invoices
for each row execute function private.require_confirmed_account('client_id');

call private.require_sufficient_sessions('public.invoices');

create policy "Clients read their own invoices" on public.invoices
for select to authenticated
using (client_id = (select auth.uid()) and status <> 'draft' and (select private.has_active_role('client')));

create policy "Admins read all invoices" on public.invoices
for select to authenticated using ((select private.has_active_role('admin')));

create function private.mark_overdue_invoices() returns void
language sql volatile
set search_path = ''
as $$
  update public.invoices as invoice set status = 'overdue'
  where private.is_overdue(invoice.status, invoice.due_date, private.agency_day())
$$;

comment on function private.mark_overdue_invoices() is 'Job: stores which invoices are overdue.';

insert into private.scheduled_jobs (name, job_function, daily_at) values ('mark overdue invoices', 'mark_overdue_invoices', '00:01');

call private.require_sufficient_sessions('public.payments');

create policy "Clients read their own payments" on public.payments
for select to authenticated
using (client_id = (select auth.uid()) and (select private.has_active_role('client')));

create policy "Admins read all payments" on public.payments
for select to authenticated using ((select private.has_active_role('admin')));

insert into private.scheduled_jobs (name, job_function, daily_at) values ('purge payment events', 'purge_payment_events', '03:45');

create table public.retainer_charges (
  retainer_id uuid not null references public.retainers (id) on delete restrict,
  charge_date date not null,
  invoice_id uuid not null unique references public.invoices (id) on delete restrict deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (retainer_id, charge_date)
);

comment on table public.retainer_charges is 'Which invoice a retainer issued for which day, one for each.';

comment on column public.retainer_charges.retainer_id is 'The retainer.';

comment on column public.retainer_charges.charge_date is 'The first day of the charged month.';

comment on column public.retainer_charges.invoice_id is 'The invoice.';

comment on column public.retainer_charges.created_at is 'When it was issued.';

create index retainers_status_idx on public.retainers (status);

alter table public.retainer_charges enable row level security;

call private.require_sufficient_sessions('public.retainer_charges');

grant select on public.retainer_charges to service_role, authenticated;

create policy "Admins read all retainer charges" on public.retainer_charges
for select to authenticated using ((select private.has_active_role('admin')));

create function private.issue_charge(p_retainer public.retainers, p_day date) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  issued uuid := gen_random_uuid();
  period constant text := to_char(p_day, 'FMDD Mon YYYY') || ' – ' || to_char((p_day + interval '1 month')::date - 1, 'FMDD Mon YYYY');
begin
  -- The primary key decides. The second of two concurrent calls waits here and then finds the row.
  insert into public.retainer_charges (retainer_id, charge_date, invoice_id) values (p_retainer.id, p_day, issued)
  on conflict (retainer_id, charge_date) do nothing;
  if not found then return null; end if;
  insert into public.invoices (id, client_id, invoice_number, description, amount, currency, due_date)
  values (
    issued, p_retainer.client_id, private.next_invoice_number(), p_retainer.retainer_name || ', ' || period, 0, p_retainer.currency,
    -- Counts from today, so that a late invoice is not overdue on arrival.
    private.agency_day() + (select settings.payment_days from public.agency_settings as settings)
  );
  insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount)
  values (issued, 1, p_retainer.retainer_name || ', ' || period, 1, p_retainer.monthly_amount);
  update public.invoices as invoice set status = 'pending' where invoice.id = issued;
  insert into public.invoice_events (invoice_id, kind, note, amount) values (issued, 'issued', p_retainer.retainer_name, p_retainer.monthly_amount);
  return issued;
end
$$;

comment on function private.issue_charge(public.retainers, date) is
'Sends the invoice of one retainer for one day, once; null when it was already sent.';

create function private.due_charges(p_retainer public.retainers) returns setof date
language sql stable
set search_path = ''
as $$
  select charge.day
  from private.charge_dates(
    p_retainer.start_date, p_retainer.end_date, p_retainer.duration_months,
    greatest(p_retainer.charges_from, p_retainer.start_date), private.agency_day()
  ) as charge (day)
  where p_retainer.status = 'active' and p_retainer.monthly_amount > 0
    and not exists (
      select from public.retainer_charges as done where done.retainer_id = p_retainer.id and done.charge_date = charge.day
    )
    -- A client who cannot read invoices gets none. They follow when the client can again.
    and exists (
      select from public.user_roles as held where held.user_id = p_retainer.client_id and held.role = 'client' and held.status = 'active'
    )
  order by charge.day
$$;

comment on function private.due_charges(public.retainers) is 'The days up to today whose invoice a retainer has not issued yet.';

create function private.issue_due_charges(p_retainer_id uuid) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.retainers;
  day date;
  issued integer := 0;
begin
  -- Reads the row under a lock, because somebody may have just ended or changed the retainer.
  select * into held from public.retainers as retainer where retainer.id = p_retainer_id for update;
  for day in select * from private.due_charges(held) loop
    if private.issue_charge(held, day) is not null then issued := issued + 1; end if;
  end loop;
  return issued;
end
$$;

comment on function private.issue_due_charges(uuid) is 'Sends every invoice that a retainer has to issue by today; returns how many.';

insert into private.scheduled_jobs (name, job_function, run_every) values ('issue retainer invoices', 'issue_retainer_invoices', interval '15 minutes');

create function private.lock_retainer(p_retainer_id uuid, p_expected timestamptz) returns public.retainers
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.retainers;
begin
  select * into held from public.retainers as retainer where retainer.id = p_retainer_id for update;
  if not found then perform private.refuse('retainer_not_found', 'PT404', 'There is no such retainer'); end if;
  perform private.refuse_outdated(p_expected, held.updated_at);
  if held.status in ('completed', 'canceled') then perform private.refuse('retainer_ended', 'PT409', 'This retainer has ended'); end if;
  return held;
end
$$;

comment on function private.lock_retainer(uuid, timestamptz) is 'Locks a retainer as the caller saw it. Refuses changed and ended ones.';

create function public.update_retainer(
  p_retainer_id uuid, p_expected_updated_at timestamptz, p_name text, p_description text, p_monthly_amount integer, p_start_date date,
  p_duration_months integer, p_status public.retainer_status
) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
  changed_at timestamptz;
  moved boolean;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  perform private.require_retainer(p_monthly_amount, p_duration_months);
  if p_status not in ('pending', 'active', 'paused') then
    perform private.refuse('end_date_required', '22023', 'To end a retainer, name its last day', 'end_date');
  end if;
  if char_length(p_description) > 5000 then perform private.refuse('too_long', '22001', 'Description is longer than 5000 characters', 'description'); end if;
  moved := p_start_date is distinct from held.start_date;
  if moved and (
    p_start_date is null or held.start_date < private.agency_day()
    or exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)
  ) then
    perform private.refuse('retainer_begun', 'PT409', 'It has begun: its first day cannot be moved any more', 'start_date');
  end if;
  if moved and p_start_date not between private.agency_day() and private.agency_day() + 3660 then
    perform private.refuse('date_out_of_range', '22023', 'The start date is in the past or too far away', 'start_date');
  end if;
  update public.retainers as retainer
  set retainer_name = private.require_text(p_name, 'Name', 200), description = nullif(btrim(p_description), ''),
    monthly_amount = p_monthly_amount, start_date = p_start_date, duration_months = p_duration_months, status = p_status,
    end_date = case
      when moved or p_duration_months is distinct from held.duration_months
        then (p_start_date + make_interval(months => p_duration_months))::date - 1
      else held.end_date
    end,
    charges_from = case
      when moved then greatest(p_start_date, private.agency_day())
      -- A pause is never charged afterwards.
      when p_status = 'active' and held.status <> 'active' then greatest(held.charges_from, private.agency_day())
      else held.charges_from
    end
  where retainer.id = held.id
  returning retainer.updated_at into changed_at;
  perform private.issue_due_charges(held.id);
  return changed_at;
end
$$;

comment on function public.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status) is
'Changes, pauses or resumes a retainer and returns its new updated_at. Issued invoices stay. PT409: it changed since the caller read it, or has ended.';

create function public.end_retainer(p_retainer_id uuid, p_expected_updated_at timestamptz, p_last_day date) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.retainers;
begin
  perform private.require_admin();
  held := private.lock_retainer(p_retainer_id, p_expected_updated_at);
  if p_last_day is null or p_last_day < private.agency_day() then
    perform private.refuse('date_in_past', '22023', 'The last day cannot be in the past', 'end_date');
  end if;
  -- What is due by today is owed, even when today is the last day.
  perform private.issue_due_charges(held.id);
  update public.retainers as retainer
  set status = case when p_last_day < held.start_date then 'canceled' when p_last_day = private.agency_day() then 'completed' else held.status end,
    end_date = greatest(p_last_day, held.start_date)
  where retainer.id = held.id;
end
$$;

comment on function public.end_retainer(uuid, timestamptz, date) is
'Sets a retainer''s last day, today or later. No invoice is issued for a later day. A retainer that has not begun by then is canceled.';

grant execute on function public.update_retainer(uuid, timestamptz, text, text, integer, date, integer, public.retainer_status) to authenticated;

grant execute on function public.end_retainer(uuid, timestamptz, date) to authenticated;

create trigger require_confirmed_account after insert or update of client_id on public.retainers
for each row execute function private.require_confirmed_account('client_id');

call private.require_sufficient_sessions('public.retainers');

create policy "Clients read their own retainers" on public.retainers
for select to authenticated
using (client_id = (select auth.uid()) and (select private.has_active_role('client')));

create policy "Admins read all retainers" on public.retainers
for select to authenticated using ((select private.has_active_role('admin')));

create trigger require_confirmed_account after insert or update of user_id on public.subscriptions
for each row execute function private.require_confirmed_account('user_id');

call private.require_sufficient_sessions('public.subscriptions');

create policy "Active people read their own subscription" on public.subscriptions
for select to authenticated
using (user_id = (select auth.uid()) and (select private.has_any_active_role()));

create function private.week_bounds(p_from date, p_to date) returns timestamptz[]
language sql stable security definer
set search_path = ''
as $$
  select array_agg(bound.at order by bound.at) from (
    select private.day_start(day::date) as at
    from generate_series(date_trunc('week', p_from::timestamp), p_to::timestamp, interval '7 days') as day
    union
    select private.day_start(p_to + 1)
  ) as bound
$$;

comment on function private.week_bounds(date, date) is
'When each week of a period begins (Monday, in the agency''s time zone), and when its last day ends.';

create table private.stage_figures (
  stage text primary key references public.pipeline_stages (key) check (char_length(stage) <= 40),
  median_seconds bigint,
  entered bigint not null default 0,
  moved_on bigint not null default 0,
  as_of timestamptz not null default now()
);

comment on table private.stage_figures is
'Figures of the last 90 days: the median time that leads stayed in a stage, how many reached it, and how many of those went further.';

alter table private.stage_figures enable row level security;

insert into private.scheduled_jobs (name, job_function, run_every) values ('stage figures', 'refresh_stage_figures', interval '10 minutes');

create function public.crm_board_totals(p_scope text default 'all', p_filter jsonb default null)
returns table (stage text, leads bigint, value_cents bigint)
language sql stable security definer
set search_path = ''
as $$
  select total.stage, total.leads, total.value_cents from private.total_by_stage(p_scope, p_filter) as total
$$;

comment on function public.crm_board_totals(text, jsonb) is
'Exact count and value of each column. A stage without leads has no row. Parameters as in count_leads_matching.';

grant execute on function public.crm_board_totals(text, jsonb) to authenticated;

grant execute on function private.phone_key(text) to authenticated, service_role;

call private.require_sufficient_sessions('public.lead_batches');

create policy "The team reads its own batches" on public.lead_batches
for select to authenticated
using (
  actor_id = (select auth.uid())
  and ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
);

create policy "Admins read all batches" on public.lead_batches
for select to authenticated using ((select private.has_active_role('admin')));

create function private.may_see_lead(p_owner uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.has_active_role('admin') or (private.has_active_role('sales') and (p_owner is null or p_owner = auth.uid()))
$$;

comment on function private.may_see_lead(uuid) is 'Whether the caller may read and change a lead of this owner: reps their own and unowned ones, admins all.';

create function private.is_on_team(p_user_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.user_roles as held
    where held.user_id = p_user_id and held.role in ('sales', 'admin') and held.status = 'active'
  )
$$;

comment on function private.is_on_team(uuid) is 'Whether this is an active sales person or admin.';

create function private.changed_fields(p_row jsonb, p_other jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(p_row) as field
  where field.value is distinct from p_other -> field.key and field.key = any (private.undoable_columns())
$$;

comment on function private.changed_fields(jsonb, jsonb) is 'The fields of a lead that differ from another state of it.';

create trigger skip_unwanted_mail before insert on private.outbox
for each row when (
  new.kind = 'mail' and new.payload ->> 'template' in (
    'payment-received', 'retainer-renewing', 'trial-ending', 'sign-up-waiting', 'lead-arrived', 'lead-clock-warning', 'lead-clock-breached'
  )
) execute function private.skip_unwanted_mail();

create function private.active_users(p_role public.app_role) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(held.user_id order by held.user_id), '{}') from public.user_roles as held
  where held.role = p_role and held.status = 'active'
$$;

comment on function private.active_users(public.app_role) is 'All people with this active role.';

create function private.filter_fields() returns table (field text, kind text, expression text)
language sql immutable
set search_path = ''
as $$
  select known.field, known.kind, 'lead.' || known.field from private.lead_fields() as known where known.kind <> 'owner'
  union all
  values
    ('name', 'word', 'coalesce(private.full_name(lead.first_name, lead.last_name), '''')'),
    ('next_task_kind', 'text', 'lead.next_task_kind'),
    ('utm_source', 'text', '(lead.first_touch ->> ''utm_source'')'), ('utm_medium', 'text', '(lead.first_touch ->> ''utm_medium'')'),
    ('utm_campaign', 'text', '(lead.first_touch ->> ''utm_campaign'')'),
    ('owner', 'owner', 'lead.user_id'), ('answered_by', 'owner', 'lead.answered_by'), ('value', 'number', 'lead.value_cents'),
    ('response_seconds', 'number', 'lead.response_seconds'), ('reached', 'number', 'lead.reached'),
    -- In the agency's time zone, as in analytics.
    ('arrived_hour', 'number', 'extract(hour from lead.created_at at time zone (select private.agency_zone()))'),
    ('arrived', 'moment', 'lead.created_at'), ('created_at', 'moment', 'lead.created_at'), ('updated_at', 'moment', 'lead.updated_at'),
    ('stage_entered_at', 'moment', 'lead.stage_entered_at'), ('closed_at', 'moment', 'lead.closed_at'),
    ('last_activity_at', 'moment', 'lead.last_activity_at'), ('consent_at', 'moment', 'lead.consent_at'),
    ('next_task_at', 'coming', 'lead.next_task_at'), ('clock_due_at', 'coming', 'lead.clock_due_at'),
    ('unanswered', 'truth', '(lead.clock_due_at is not null)'), ('archived', 'truth', '(lead.archived_at is not null)'),
    ('is_spam', 'truth', 'lead.is_spam'), ('q', 'search', '')
$$;

comment on function private.filter_fields() is 'The fields that filters know: name, kind, and SQL expression on lead.';

create index outbox_recipient_idx on private.outbox (lower(payload ->> 'to'), created_at desc) where kind = 'mail';

create table public.lead_imports (
  id uuid primary key,
  actor_id uuid references auth.users (id) on delete set null,
  file_name text not null check (btrim(file_name) <> '' and char_length(file_name) <= 255),
  headers text[] not null check (cardinality(headers) between 1 and 500 and octet_length(headers::text) <= 60000),
  mapping jsonb not null check (jsonb_typeof(mapping) = 'array' and octet_length(mapping::text) <= 60000),
  duplicates text not null default 'skip' check (duplicates in ('skip', 'update', 'create')),
  owner_id uuid references auth.users (id) on delete set null,
  stage text not null default 'new' references public.pipeline_stages (key) check (char_length(stage) <= 40),
  source public.lead_source not null default 'other',
  status text not null default 'staging'
  check (status in ('staging', 'ready', 'running', 'done', 'canceled', 'failed', 'undoing', 'undone')),
  rows integer not null default 0 check (rows >= 0),
  wrong integer not null default 0,
  known integer not null default 0,
  repeated integer not null default 0,
  at_row integer not null default 0,
  handled integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  removed integer not null default 0,
  restored integer not null default 0,
  kept integer not null default 0,
  problem text check (char_length(problem) <= 1000),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by uuid references auth.users (id) on delete set null,
  rows_purged_at timestamptz
);

comment on table public.lead_imports is 'Imports of leads from files.';

comment on column public.lead_imports.id is 'An id that the caller makes, so that a request sent twice imports once.';

comment on column public.lead_imports.actor_id is 'The person who imports.';

comment on column public.lead_imports.file_name is 'The file.';

comment on column public.lead_imports.headers is 'The names of its columns.';

comment on column public.lead_imports.mapping is 'For each column the field of a lead that it fills, or null.';

comment on column public.lead_imports.duplicates is 'What happens to rows whose lead already exists: skip, update or create.';

comment on column public.lead_imports.owner_id is
'Owns new leads whose row names no owner. Null leaves them unowned, and so does an owner who is inactive when the import runs.';

comment on column public.lead_imports.stage is 'The stage of new leads whose row names none.';

comment on column public.lead_imports.source is 'The source of new leads whose row names none.';

comment on column public.lead_imports.status is 'The state of the import.';

comment on column public.lead_imports.rows is 'How many rows were received.';

comment on column public.lead_imports.wrong is 'How many rows break a rule.';

comment on column public.lead_imports.known is 'How many rows belong to leads that already exist.';

comment on column public.lead_imports.repeated is 'How many rows are about a person of an earlier row.';

comment on column public.lead_imports.at_row is
'The last row that was imported or, going backwards, undone. The next batch continues from here.';

comment on column public.lead_imports.handled is 'How many rows were imported or undone.';

comment on column public.lead_imports.created is 'How many leads it created.';

comment on column public.lead_imports.updated is 'How many leads it changed.';

comment on column public.lead_imports.skipped is 'How many rows it skipped because the lead exists.';

comment on column public.lead_imports.failed is 'How many rows could not be written.';

comment on column public.lead_imports.removed is 'Undo: how many created leads were deleted.';

comment on column public.lead_imports.restored is 'Undo: how many changed leads were put back.';

comment on column public.lead_imports.kept is 'Undo: how many leads stay because somebody worked with them since.';

comment on column public.lead_imports.problem is 'Why it failed.';

comment on column public.lead_imports.created_at is 'When the import was created.';

comment on column public.lead_imports.started_at is 'When it was started.';

comment on column public.lead_imports.finished_at is 'When its last row was imported.';

comment on column public.lead_imports.undone_at is 'When it was undone.';

comment on column public.lead_imports.undone_by is 'The person who undid it.';

comment on column public.lead_imports.rows_purged_at is
'When the rows of its file were deleted at the end of their retention period. After that it cannot be undone.';

create index lead_imports_actor_id_idx on public.lead_imports (actor_id, created_at desc);

create index lead_imports_created_at_idx on public.lead_imports (created_at desc);

create index lead_imports_owner_id_idx on public.lead_imports (owner_id);

create index lead_imports_undone_by_idx on public.lead_imports (undone_by);

create index lead_imports_stage_idx on public.lead_imports (stage);

create table private.lead_import_rows (
  import_id uuid not null references public.lead_imports (id) on delete cascade,
  row_no integer not null check (row_no > 0),
  fields jsonb not null check (octet_length(fields::text) <= 200000),
  email_key text check (char_length(email_key) <= 320),
  phone_key text check (char_length(phone_key) <= 15),
  problem text check (char_length(problem) <= 500),
  repeats integer,
  outcome text check (outcome in ('created', 'updated', 'skipped', 'failed')),
  -- The existing lead when the row was checked, then the lead that the row was written to. Not a foreign key, because deleting
  -- a lead would search all imports.
  lead_id uuid,
  version integer,
  before jsonb check (octet_length(before::text) <= 100000),
  after jsonb check (octet_length(after::text) <= 100000),
  primary key (import_id, row_no)
)
-- The outcome is written into the row later. Half of each page stays free, so that this update changes no index.
with (fillfactor = 50);

comment on table private.lead_import_rows is 'The rows of imports, their problems and their outcomes.';

create index lead_import_rows_email_idx on private.lead_import_rows (email_key, import_id) where email_key is not null;

create index lead_import_rows_phone_idx on private.lead_import_rows (phone_key, import_id) where phone_key is not null;

create index lead_import_rows_problem_idx on private.lead_import_rows (import_id, row_no) where problem is not null;

alter table public.lead_imports enable row level security;

call private.require_sufficient_sessions('public.lead_imports');

alter table private.lead_import_rows enable row level security;

grant select, insert, update, delete on public.lead_imports to service_role;

grant select on public.lead_imports to authenticated;

create policy "Sales people read their own imports" on public.lead_imports
for select to authenticated using (actor_id = (select auth.uid()) and (select private.has_active_role('sales')));

create policy "Admins read all imports" on public.lead_imports
for select to authenticated using ((select private.has_active_role('admin')));

create function private.lock_own_lead_import(p_import_id uuid) returns public.lead_imports
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  found_import public.lead_imports;
begin
  select one.* into found_import from public.lead_imports as one
  where one.id = p_import_id and (one.actor_id = caller or private.has_active_role('admin')) for update;
  if not found then perform private.refuse('import_not_found', 'PT404', 'There is no such import of yours'); end if;
  return found_import;
end
$$;

comment on function private.lock_own_lead_import(uuid) is
'Locks and returns the caller''s import; admins may use any. 42501: not on the team. PT404: none.';

create table private.lead_totals (
  -- '' for unclaimed leads.
  owner text not null check (char_length(owner) <= 36),
  stage text not null references public.pipeline_stages (key),
  leads bigint not null,
  value_cents bigint not null,
  primary key (owner, stage),
  constraint lead_totals_stage_length check (char_length(stage) <= 40)
);

comment on table private.lead_totals is 'Count and value of an owner''s live leads in a stage.';

alter table private.lead_totals enable row level security;

create table public.leads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  first_name text check (char_length(first_name) <= 100),
  last_name text check (char_length(last_name) <= 100),
  email text check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  company text check (char_length(company) <= 200),
  source public.lead_source not null default 'other',
  archived_at timestamptz,
  is_spam boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  phone text check (char_length(phone) <= 50),
  phone_key text generated always as (private.phone_key(phone)) stored,
  website text check (char_length(website) <= 2048),
  role text check (char_length(role) <= 100),
  job_title text check (char_length(job_title) <= 100),
  ad_spend text check (char_length(ad_spend) <= 100),
  target_clients text check (char_length(target_clients) <= 100),
  deal_size text check (char_length(deal_size) <= 100),
  timeline text check (char_length(timeline) <= 100),
  best_contact text check (char_length(best_contact) <= 100),
  goals text check (char_length(goals) <= 10000),
  tags text[] not null default '{}' check (cardinality(tags) <= 50 and octet_length(tags::text) <= 4000),
  tier_interest text[] not null default '{}' check (
    cardinality(tier_interest) <= 20 and octet_length(tier_interest::text) <= 2000
  ),
  stage text not null default 'new' references public.pipeline_stages (key),
  stage_entered_at timestamptz not null default now(),
  reached smallint not null default 1 check (reached between 1 and 20),
  value_cents bigint check (value_cents between 0 and 99999999999),
  lost_reason_id uuid references public.lost_reasons (id),
  lost_note text check (char_length(lost_note) <= 1000),
  closed_at timestamptz,
  first_touch jsonb check (jsonb_typeof(first_touch) = 'object' and octet_length(first_touch::text) <= 20000),
  last_touch jsonb check (jsonb_typeof(last_touch) = 'object' and octet_length(last_touch::text) <= 20000),
  consent_at timestamptz,
  consent_text text check (char_length(consent_text) <= 1000),
  merged_into uuid references public.leads (id) on delete set null,
  next_task_at timestamptz,
  next_task_kind text check (char_length(next_task_kind) <= 40),
  next_task_title text check (char_length(next_task_title) <= 200),
  last_activity_at timestamptz,
  clock_due_at timestamptz,
  response_seconds integer check (response_seconds >= 0),
  answered_by uuid references auth.users (id) on delete set null,
  answer_target_seconds integer check (answer_target_seconds > 0),
  version integer not null default 1,
  erased_at timestamptz,
  constraint leads_lost_for_a_reason check (stage <> 'lost' or lost_reason_id is not null),
  constraint leads_merged_are_put_away check (merged_into is null or archived_at is not null),
  constraint leads_stage_length check (char_length(stage) <= 40),
  constraint leads_phone_key_length check (char_length(phone_key) <= 15),
  -- An infinite time would break every page that shows it.
  constraint leads_moments check (
    created_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
    and closed_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
    and archived_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
  ),
  -- Nobody can write on a tombstone: neither a colleague with the page open nor the person's own session.
  constraint leads_erased_hold_nothing check (
  erased_at is null or (
    first_name = 'Erased' and last_name = 'person' and tags = '{}' and tier_interest = '{}' and num_nonnulls(
      email, phone, website, role, job_title, ad_spend, target_clients, deal_size, timeline, best_contact, goals, lost_note, last_touch,
      consent_at, consent_text, next_task_kind, next_task_title
    ) = 0
  )
)
);

create function private.is_live(p_lead public.leads) returns boolean
language sql immutable parallel safe
as $$
  select p_lead.archived_at is null and not p_lead.is_spam
$$;

comment on function private.is_live(public.leads) is 'Whether a lead is neither archived nor spam. Lists, counts and figures have live leads only.';

comment on table public.leads is 'People who may become clients.';

comment on column public.leads.id is 'The lead.';

comment on column public.leads.user_id is 'The sales person who owns it; null while unclaimed.';

comment on column public.leads.first_name is 'Given name.';

comment on column public.leads.last_name is 'Family name.';

comment on column public.leads.email is 'Their email address.';

comment on column public.leads.company is 'Their company; a blank one counts as No Company.';

comment on column public.leads.source is 'Where the lead comes from.';

comment on column public.leads.archived_at is 'When it was archived; counts leave it out.';

comment on column public.leads.is_spam is 'Whether it is spam; counts leave it out.';

comment on column public.leads.created_at is 'When the lead arrived.';

comment on column public.leads.updated_at is 'When the row last changed.';

create index leads_user_id_created_at_idx on public.leads (user_id, created_at desc);

create index leads_email_idx on public.leads (lower(email));

create trigger touch_updated_at before update on public.leads
for each row execute function private.touch_updated_at();

alter table public.leads enable row level security;

call private.require_sufficient_sessions('public.leads');

grant select, insert, update, delete on public.leads to service_role;

grant select,
  insert (user_id, first_name, last_name, email, company, source),
  update (user_id, first_name, last_name, email, company, source, archived_at, is_spam)
on public.leads to authenticated;

create policy "Sales people read their own and unowned leads" on public.leads
for select to authenticated
using ((user_id = (select auth.uid()) or user_id is null) and (select private.has_active_role('sales')));

create policy "Admins read all leads" on public.leads
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Sales people create leads that are theirs or nobody's" on public.leads
for insert to authenticated
with check ((user_id = (select auth.uid()) or user_id is null) and (select private.has_active_role('sales')));

create policy "Sales people change their own and unowned leads" on public.leads
for update to authenticated
using ((user_id = (select auth.uid()) or user_id is null) and (select private.has_active_role('sales')))
with check ((user_id = (select auth.uid()) or user_id is null) and (select private.has_active_role('sales')));

comment on column public.leads.phone is 'The phone number as they wrote it.';

comment on column public.leads.phone_key is 'The digits of the phone number, to find it however it is written.';

comment on column public.leads.website is 'Their website.';

comment on column public.leads.role is 'Their role in the company.';

comment on column public.leads.job_title is 'The title of their position.';

comment on column public.leads.ad_spend is 'What they spend on ads, in the words of the form.';

comment on column public.leads.target_clients is 'How many new clients a month they want.';

comment on column public.leads.deal_size is 'What a client brings them.';

comment on column public.leads.timeline is 'When they want to start.';

comment on column public.leads.best_contact is 'How they want to be contacted: Email, SMS or Phone.';

comment on column public.leads.goals is 'What they want, in their words.';

comment on column public.leads.tags is 'Labels that the team chooses.';

comment on column public.leads.tier_interest is 'The offers they asked about.';

comment on column public.leads.stage is 'Where in the pipeline they are.';

comment on column public.leads.stage_entered_at is 'Since when they are in this stage.';

comment on column public.leads.reached is 'The position of the furthest stage they ever reached; Lost does not count.';

comment on column public.leads.value_cents is
'What they would bring in the first year, in cents of the agency''s currency; null when unknown.';

comment on column public.leads.lost_reason_id is 'Why they were lost.';

comment on column public.leads.lost_note is 'More about why they were lost.';

comment on column public.leads.closed_at is 'When they were won or lost.';

comment on column public.leads.first_touch is 'How they first found us: utm_*, referrer, page and the raw address.';

comment on column public.leads.last_touch is 'How they came when they last wrote.';

comment on column public.leads.consent_at is 'When they agreed to receive email; null when unknown, as after a change of address.';

comment on column public.leads.consent_text is 'What they agreed to, and where.';

comment on column public.leads.merged_into is 'The lead that this one was merged into; it is archived then.';

comment on column public.leads.next_task_at is 'When its next open task is due. Triggers on tasks keep it.';

comment on column public.leads.next_task_kind is 'The kind of that task.';

comment on column public.leads.next_task_title is 'The title of that task.';

comment on column public.leads.last_activity_at is 'When a person last worked with it.';

comment on column public.leads.clock_due_at is 'When its running clock is due; null without one. The clock keeps it.';

comment on column public.leads.response_seconds is 'Working seconds until its first answer; null without one.';

comment on column public.leads.answered_by is 'Who gave the first answer; null also after that account was deleted.';

comment on column public.leads.answer_target_seconds is
'The promised response time of its first clock, in working seconds. The clock keeps it.';

comment on column public.leads.erased_at is 'When the person was erased. What is left is a tombstone that only counts.';

comment on column public.leads.version is 'Counts the changes that people make. A change that is based on an older version is refused.';

create index leads_phone_key_idx on public.leads (phone_key) where phone_key is not null;

create index leads_answered_by_idx on public.leads (answered_by) where answered_by is not null;

create index leads_merged_into_idx on public.leads (merged_into) where merged_into is not null;

create index leads_lost_reason_idx on public.leads (lost_reason_id) where lost_reason_id is not null;

create index leads_stage_idx on public.leads (stage, stage_entered_at desc, id) where archived_at is null and not is_spam;

create index leads_owner_stage_idx on public.leads (user_id, stage, stage_entered_at desc, id) where archived_at is null and not is_spam;

create index leads_next_task_at_idx on public.leads (next_task_at, id) where next_task_at is not null and archived_at is null and not is_spam;

create index leads_clock_due_at_idx on public.leads (clock_due_at, id) where clock_due_at is not null and archived_at is null and not is_spam;

create function private.derive_lead_fields() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  place smallint;
  was public.leads := old;
begin
  if tg_op = 'INSERT' or new.stage <> old.stage then
    select stage.position into place from public.pipeline_stages as stage where stage.key = new.stage;
    -- An undo restores stage_entered_at itself. Every other change of stage starts now.
    if tg_op = 'UPDATE' and new.stage_entered_at = old.stage_entered_at then new.stage_entered_at := now(); end if;
    if new.stage <> 'lost' then
      new.reached := greatest(new.reached, place);
      new.lost_reason_id := null;
      new.lost_note := null;
    end if;
    new.closed_at := case when new.stage in ('won', 'lost') then coalesce(
      case when tg_op = 'INSERT' or new.closed_at is distinct from old.closed_at then new.closed_at end, now()) end;
  end if;
  -- Consent is for one address. A new address has none, unless the same change records it.
  if tg_op = 'UPDATE' and btrim(old.email) <> '' and lower(btrim(new.email)) is distinct from lower(btrim(old.email))
    and (new.consent_at, new.consent_text) is not distinct from (old.consent_at, old.consent_text)
  then
    new.consent_at := null;
    new.consent_text := null;
  end if;
  if tg_op = 'UPDATE' then
    -- Columns that people do not write make no new version.
    was.created_at := new.created_at;
    was.updated_at := new.updated_at;
    was.phone_key := new.phone_key;
    was.stage_entered_at := new.stage_entered_at;
    was.reached := new.reached;
    was.closed_at := new.closed_at;
    was.first_touch := new.first_touch;
    was.last_touch := new.last_touch;
    was.consent_text := new.consent_text;
    was.next_task_at := new.next_task_at;
    was.next_task_kind := new.next_task_kind;
    was.next_task_title := new.next_task_title;
    was.last_activity_at := new.last_activity_at;
    was.clock_due_at := new.clock_due_at;
    was.response_seconds := new.response_seconds;
    was.answered_by := new.answered_by;
    was.answer_target_seconds := new.answer_target_seconds;
    was.version := new.version;
    was.erased_at := new.erased_at;
    if was is distinct from new then new.version := old.version + 1; end if;
  end if;
  return new;
end
$$;

comment on function private.derive_lead_fields() is
'Trigger: keeps stage_entered_at, reached, closed_at and version, and ends consent when the address changes.';

create trigger derive_lead_fields_on_insert before insert on public.leads for each row
when (new.stage <> 'new' or new.closed_at is not null or new.lost_reason_id is not null or new.lost_note is not null)
execute function private.derive_lead_fields();

create trigger derive_lead_fields before update on public.leads
for each row execute function private.derive_lead_fields();

create trigger write_lead_history after update on public.leads
referencing old table as old_leads new table as new_leads for each statement execute function private.write_lead_history();

create function private.latest_leads(
  p_by text, p_key text, p_before timestamptz, p_before_id uuid, p_limit integer
) returns setof public.leads
language plpgsql stable
set search_path = ''
as $$
begin
  if p_by = 'owner' then
    return query
    select lead.* from public.leads as lead
    where private.is_live(lead) and coalesce(lead.user_id::text, '') = p_key
      and (lead.created_at, lead.id) < (coalesce(p_before, 'infinity'), coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by lead.created_at desc, lead.id desc limit p_limit;
  else
    return query
    select lead.* from public.leads as lead
    where private.is_live(lead)
      and coalesce(nullif(btrim(lead.company), ''), 'No Company') = p_key
      and (lead.created_at, lead.id) < (coalesce(p_before, 'infinity'), coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by lead.created_at desc, lead.id desc limit p_limit;
  end if;
end
$$;

comment on function private.latest_leads(text, text, timestamptz, uuid, integer) is 'The newest leads of a group, before a given one.';

create index leads_live_arrived_idx on public.leads (created_at desc, id desc) where archived_at is null and not is_spam;

create index leads_live_name_idx on public.leads (
  lower(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')), id
) where archived_at is null and not is_spam;

create index leads_live_firm_idx on public.leads (nullif(lower(btrim(company)), ''), id) where archived_at is null and not is_spam;

create index leads_live_value_idx on public.leads (value_cents, id) where archived_at is null and not is_spam;

create index leads_live_activity_idx on public.leads (last_activity_at, id)
where last_activity_at is not null and archived_at is null and not is_spam;

create index leads_live_response_idx on public.leads (response_seconds, id)
where response_seconds is not null and archived_at is null and not is_spam;

create index leads_stage_next_idx on public.leads (stage, next_task_at, id)
where next_task_at is not null and archived_at is null and not is_spam;

create index leads_away_idx on public.leads (created_at desc, id desc) where archived_at is not null or is_spam;

create index leads_campaign_idx on public.leads (lower(first_touch ->> 'utm_campaign')) where lower(first_touch ->> 'utm_campaign') is not null;

create index leads_tags_idx on public.leads using gin (tags) where tags <> '{}';

create function private.merge_obstacle(p_batch public.lead_batches) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  kept public.leads;
  other public.leads;
begin
  if p_batch.actor_id is distinct from auth.uid() and not private.has_active_role('admin') then
    return 'Only who merged these leads, or an admin, takes them apart';
  end if;
  if p_batch.undone_at is not null then return 'These leads were taken apart already'; end if;
  select lead.* into kept from public.leads as lead where lead.id = (p_batch.changes ->> 'keep')::uuid;
  select lead.* into other from public.leads as lead where lead.id = (p_batch.changes ->> 'other')::uuid;
  if kept.id is null or other.id is null then return 'One of these leads is not there any more'; end if;
  if not (private.may_see_lead(kept.user_id) and private.may_see_lead(other.user_id)) then
    return 'One of these leads is a colleague''s by now: an admin can take them apart';
  end if;
  if other.merged_into = kept.id then return null; end if;
  if kept.merged_into is not null and other.merged_into = kept.merged_into then
    return 'What they became was merged into another lead since: take that merge apart first';
  end if;
  return 'These leads are not merged any more';
end
$$;

comment on function private.merge_obstacle(public.lead_batches) is
'Why the caller cannot undo this merge now, as people read it; null when they can.';

create function private.merge_json(p_batch_id uuid, p_other_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  batch public.lead_batches;
  other public.leads;
  seen boolean;
begin
  select found.* into batch from public.lead_batches as found where found.id = p_batch_id and found.kind = 'merge';
  select lead.* into other from public.leads as lead where lead.id = p_other_id;
  seen := coalesce(private.may_see_lead(other.user_id), false) and other.id is not null;
  return jsonb_build_object(
    'batch_id', batch.id, 'by', private.person_name(batch.actor_id), 'at', batch.created_at,
    'other_id', case when seen then other.id end,
    -- A colleague's lead shows its name only while it is part of the kept lead, whose history has the name anyway.
    'other_name', case when seen or batch.undone_at is null and other.id::text = batch.changes ->> 'other' and other.merged_into is not null
      then private.lead_title(other) end,
    'undone_at', batch.undone_at, 'obstacle', private.merge_obstacle(batch)
  );
end
$$;

comment on function private.merge_json(uuid, uuid) is
'A merge as pages show it: { batch_id, by, at, other_id, other_name, undone_at, obstacle }. other is the lead on the other side. Its id is null when the caller may not see it, and so is its name, unless it is part of this lead.';

create function private.lead_merge_json(p_lead public.leads) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if p_lead.merged_into is null then return null; end if;
  return coalesce((
    select private.merge_json(batch.id, p_lead.merged_into)
    from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
    where noted.lead_id = p_lead.id and batch.kind = 'merge' and batch.undone_at is null and batch.changes ->> 'other' = p_lead.id::text
    order by batch.created_at desc, batch.id limit 1
  ), private.merge_json(null, p_lead.merged_into) || jsonb_build_object('obstacle', 'Nobody knows any more how they were merged'));
end
$$;

comment on function private.lead_merge_json(public.leads) is 'The merge that made this lead part of another one; null when there was none.';

create function private.merged_lead(p_keep public.leads, p_other public.leads, p_fields jsonb) returns public.leads
language plpgsql stable
set search_path = ''
as $$
declare
  -- Lists are joined. The reason for a loss belongs to the stage.
  fields constant text[] := private.lead_facts_of_kind('word', 'text', 'number', 'choice') || array['stage', 'user_id'];
  keep jsonb := to_jsonb(p_keep);
  other jsonb := to_jsonb(p_other);
  taken jsonb;
  unknown text;
  merged public.leads;
begin
  select key into unknown from jsonb_each_text(p_fields) as chosen (key, side)
  where chosen.key <> all (fields) or chosen.side is null or chosen.side not in ('keep', 'other') limit 1;
  if unknown is not null then perform private.refuse('unknown_choice', '22023', format('Unknown choice for %s', left(unknown, 40))); end if;
  select coalesce(jsonb_object_agg(field, other -> field), '{}') into taken from unnest(fields) as field
  where coalesce(p_fields ->> field, case when btrim(coalesce(keep ->> field, '')) = '' then 'other' else 'keep' end) = 'other'
    and (p_fields ->> field = 'other' or other ->> field is not null);
  if taken ? 'stage' then
    -- The dates of the stage come along, so that a merge does not make an old lead look new or a win look recent.
    taken := taken || jsonb_build_object('lost_reason_id', p_other.lost_reason_id, 'lost_note', p_other.lost_note,
      'stage_entered_at', p_other.stage_entered_at, 'closed_at', p_other.closed_at);
  end if;
  merged := jsonb_populate_record(p_keep, taken);
  merged.tags := array(select distinct tag from unnest(p_keep.tags || p_other.tags) as tag order by tag);
  merged.tier_interest := array(select distinct tier from unnest(p_keep.tier_interest || p_other.tier_interest) as tier order by tier);
  -- Consent belongs to the address that stays.
  if lower(p_keep.email) <> lower(p_other.email) then
    if lower(merged.email) = lower(p_other.email) then
      merged.consent_at := p_other.consent_at;
      merged.consent_text := p_other.consent_text;
    end if;
  elsif p_keep.consent_at is null then
    merged.consent_at := p_other.consent_at;
    merged.consent_text := p_other.consent_text;
  end if;
  return merged;
end
$$;

comment on function private.merged_lead(public.leads, public.leads, jsonb) is
'The kept lead after the merge: for each field the chosen side, else its own value unless that is blank; tags and offers of both; the consent that belongs to its address.';

create function public.merge_leads(p_batch_id uuid, p_keep_id uuid, p_other_id uuid, p_fields jsonb default '{}') returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  known public.lead_batches;
  keep public.leads;
  other public.leads;
  merged public.leads;
  after_keep public.leads;
  after_other public.leads;
  done jsonb;
begin
  if p_batch_id is null then perform private.refuse('required', '22023', 'The merge needs an id', 'id'); end if;
  perform private.lock_lead_pair(p_keep_id, p_other_id);
  select batch.* into known from public.lead_batches as batch where batch.id = p_batch_id;
  if known.id is not null then
    if known.actor_id is distinct from caller or known.kind <> 'merge' then
      perform private.refuse('id_taken', '42501', 'This change belongs to somebody else');
    end if;
    return jsonb_build_object('batch_id', known.id, 'kept_id', known.changes ->> 'keep');
  end if;
  select lead.* into keep from public.leads as lead where lead.id = p_keep_id;
  select lead.* into other from public.leads as lead where lead.id = p_other_id;
  if keep.merged_into is not null or other.merged_into is not null then
    perform private.refuse('outdated', 'PT409', 'Somebody merged one of these leads meanwhile');
  end if;
  if keep.erased_at is not null or other.erased_at is not null then perform private.refuse('person_erased', 'PT409', 'This person was erased'); end if;
  if keep.archived_at is not null then perform private.refuse('lead_archived', 'PT409', 'The lead that is kept is archived: restore it first'); end if;
  merged := private.merged_lead(keep, other, coalesce(p_fields, '{}'));
  done := jsonb_build_object(
    'keep', p_keep_id, 'other', p_other_id, 'fields', coalesce(p_fields, '{}'),
    'clock', private.merge_open_clocks(p_keep_id, p_other_id, caller),
    'tasks', (select coalesce(jsonb_agg(task.id), '[]') from (
      select one.id from public.lead_tasks as one where one.lead_id = p_other_id order by one.due_at limit 1000) as task),
    'merged_before', (select coalesce(jsonb_agg(lead.id), '[]') from public.leads as lead where lead.merged_into = p_other_id)
  );
  insert into public.lead_batches (id, actor_id, kind, changes, leads) values (p_batch_id, caller, 'merge', done, 2);
  update public.lead_tasks as task set lead_id = p_keep_id where task.lead_id = p_other_id;
  update public.leads as lead set merged_into = p_keep_id where lead.merged_into = p_other_id;
  update public.leads as lead
  set merged_into = p_keep_id, archived_at = coalesce(lead.archived_at, now()) where lead.id = p_other_id
  returning lead.* into after_other;
  merged.reached := greatest(keep.reached, other.reached);
  merged.last_activity_at := greatest(keep.last_activity_at, other.last_activity_at);
  merged.first_touch := case when other.created_at < keep.created_at then coalesce(other.first_touch, keep.first_touch)
    else coalesce(keep.first_touch, other.first_touch) end;
  merged.last_touch := case when other.created_at > keep.created_at then coalesce(other.last_touch, keep.last_touch)
    else coalesce(keep.last_touch, other.last_touch) end;
  select written.* into after_keep from private.write_leads(array[merged]) as written;
  done := done || jsonb_build_object('answered', private.answer_merged_clock(p_keep_id));
  update public.lead_batches as batch set changes = done where batch.id = p_batch_id;
  perform private.sync_lead_clock(lead_id) from unnest(array[p_keep_id, p_other_id]) as lead_id;
  insert into private.lead_batch_rows (batch_id, lead_id, before, after) values
  (p_batch_id, p_keep_id,
    private.changed_fields(to_jsonb(keep), to_jsonb(after_keep)) || private.derived_fields(to_jsonb(keep), to_jsonb(after_keep)),
    private.changed_fields(to_jsonb(after_keep), to_jsonb(keep)) || private.derived_fields(to_jsonb(after_keep), to_jsonb(keep))),
  (p_batch_id, p_other_id, jsonb_build_object('archived_at', other.archived_at), jsonb_build_object('archived_at', after_other.archived_at));
  insert into public.lead_activities (lead_id, kind, actor_id, payload) values
  (p_keep_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'kept', 'lead_id', p_other_id)),
  (p_other_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'merged', 'lead_id', p_keep_id));
  return jsonb_build_object('batch_id', p_batch_id, 'kept_id', p_keep_id);
end
$$;

comment on function public.merge_leads(uuid, uuid, uuid, jsonb) is
'Makes two leads one: { batch_id, kept_id }. Fields: keep or other for each. The other lead is archived and points to the kept one. A known batch id changes nothing. 42501: not on the team. PT404: the caller may not see both leads. PT409: merged meanwhile. 22023: invalid choice.';

grant execute on function public.merge_leads(uuid, uuid, uuid, jsonb) to authenticated;

create function public.response_stats_today() returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer
)
language sql stable security definer
set search_path = ''
as $$
  select stats.* from public.response_stats(private.day_start(private.agency_day())) as stats
$$;

comment on function public.response_stats_today() is
'response_stats of leads that arrived today, by the agency''s day, as in crm_today. For the team only (42501).';

grant execute on function public.response_stats_today() to authenticated;

create function private.write_import_rows(p_import public.lead_imports, p_from integer, p_to integer) returns void
language plpgsql volatile security definer
set search_path = ''
-- Statistics are always out of date while a table grows by thousands of rows a second. These settings read rows by index and
-- each list once.
set enable_seqscan = off
set jit = off
set enable_nestloop = off
as $$
declare
  is_admin boolean := exists (
    select from public.user_roles as held where held.user_id = p_import.actor_id and held.role = 'admin' and held.status = 'active'
  );
  other_reason uuid := (select reason.id from public.lost_reasons as reason order by lower(reason.label) <> 'other', reason.position desc limit 1);
  emails text[];
  phones text[];
  columns text;
  new_values text;
  changed_values text;
  types text;
begin
  select
    string_agg(format('%I', known.field), ', '),
    string_agg(format(case
      when known.kind = 'list' then 'coalesce(field.%1$I, ''{}'')'
      when known.field = 'source' then 'coalesce(field.%1$I, ($1).source)'
      else 'field.%1$I' end, known.field), ', '),
    string_agg(format(case
      when known.kind = 'list' then '%1$I = case when field.%1$I is null then lead.%1$I
        else array(select distinct one from unnest(lead.%1$I || field.%1$I) as one order by one) end'
      else '%1$I = coalesce(field.%1$I, lead.%1$I)' end, known.field), ', '),
    string_agg(format('%I %s', known.field, case known.kind
      when 'list' then 'text[]' when 'number' then 'bigint' when 'choice' then 'public.lead_source' else 'text' end), ', ')
  into columns, new_values, changed_values, types
  from private.lead_fields() as known where known.is_fact;
  -- Nobody is signed in here. The import's entry in the history names its person, and the audit log stays out of it: it would
  -- copy every row, and the import itself is the record.
  select array_agg(distinct staged.email_key), array_agg(distinct staged.phone_key) into emails, phones
  from private.lead_import_rows as staged
  where staged.import_id = p_import.id and staged.row_no between p_from and p_to and staged.problem is null;
  -- Built from the list of fields and planned for these rows.
  execute format($write$
    with there as materialized (
      select found.* from private.find_leads($6, $7) as found where ($1).duplicates <> 'create'
    ), named as materialized (
      select names.kind, names.name, case names.kind when 'owner' then private.import_owner(names.name)::text else private.import_stage(names.name) end as found
      from (
        select distinct pair.kind, pair.name from private.lead_import_rows as staged
        cross join lateral (values ('owner', staged.fields ->> 'owner'), ('stage', staged.fields ->> 'stage')) as pair (kind, name)
        where staged.import_id = ($1).id and staged.row_no between $2 and $3 and pair.name is not null
      ) as names
    ), todo as materialized (
      select staged.row_no, staged.fields, gen_random_uuid() as new_id, owners.found::uuid as row_owner, stages.found as row_stage,
        coalesce(stages.found, ($1).stage) as new_stage,
        case when ($1).duplicates <> 'create' then coalesce(
          there_mail.lead_id, there_phone.lead_id,
          -- A batch ends before a row that would change the lead of an earlier row. Here such a row can only be skipped.
          case when staged.repeats >= $2 then '00000000-0000-0000-0000-000000000000'::uuid end
        ) end as match
      from private.lead_import_rows as staged
      left join named as owners on owners.kind = 'owner' and owners.name = staged.fields ->> 'owner'
      left join named as stages on stages.kind = 'stage' and stages.name = staged.fields ->> 'stage'
      left join there as there_mail on there_mail.email_key = staged.email_key
      left join there as there_phone on there_phone.phone_key = staged.phone_key
      where staged.import_id = ($1).id and staged.row_no between $2 and $3 and staged.problem is null and staged.outcome is null
    ), made as (
      insert into public.leads (id, user_id, stage, lost_reason_id, lost_note, created_at, closed_at, %1$s)
      select todo.new_id, coalesce(todo.row_owner, ($1).owner_id), todo.new_stage,
        case when todo.new_stage = 'lost' then coalesce(
          (select reason.id from public.lost_reasons as reason where lower(reason.label) = lower(btrim(field.lost_reason))), $5) end,
        case when todo.new_stage = 'lost' then coalesce(field.lost_reason, 'Imported without a reason') end,
        coalesce(field.created_at, now()), field.closed_at, %2$s
      from todo cross join lateral jsonb_to_record(todo.fields) as field (
        lost_reason text, created_at timestamptz, closed_at timestamptz, %4$s
      )
      where todo.match is null
      returning id, version
    ), was as materialized (
      select lead.*, todo.row_no, todo.fields, todo.row_owner, todo.row_stage
      from todo join public.leads as lead on lead.id = todo.match
      where ($1).duplicates = 'update' and lead.id = any (array(select wanted.match from todo as wanted))
        and ($4 or lead.user_id is null or lead.user_id = ($1).actor_id)
      order by lead.id for update of lead
    ), changed as (
      update public.leads as lead
      set %3$s,
        user_id = coalesce(was.row_owner, lead.user_id), stage = coalesce(was.row_stage, lead.stage),
        lost_reason_id = case when was.row_stage = 'lost' then coalesce(
          (select reason.id from public.lost_reasons as reason where lower(reason.label) = lower(btrim(field.lost_reason))),
          lead.lost_reason_id, $5) else lead.lost_reason_id end
      from was cross join lateral jsonb_to_record(was.fields) as field (
        lost_reason text, %4$s
      )
      where lead.id = was.id and lead.id = any (array(select wanted.match from todo as wanted))
      returning lead.id, was.row_no, was.version as old_version, lead.version,
        private.changed_fields(to_jsonb(was) - 'row_no' - 'fields' - 'row_owner' - 'row_stage', to_jsonb(lead)) as before,
        private.changed_fields(to_jsonb(lead), to_jsonb(was) - 'row_no' - 'fields' - 'row_owner' - 'row_stage') as after
    ), noted as (
      insert into public.lead_activities (lead_id, kind, body, actor_id, payload)
      select event.lead_id, 'import', todo.fields ->> 'note', ($1).actor_id,
        jsonb_build_object('import_id', ($1).id, 'file', ($1).file_name, 'row', todo.row_no, 'what', event.what)
      from (
        select made.id as lead_id, todo.row_no, 'created' as what from made join todo on todo.new_id = made.id
        union all select changed.id, changed.row_no, 'updated' from changed where changed.before <> '{}'
      ) as event join todo on todo.row_no = event.row_no
    )
    update private.lead_import_rows as staged
    set outcome = result.outcome, lead_id = result.lead_id, version = result.version, before = result.before, after = result.after
    from (
      select todo.row_no, made.id is null as there, coalesce(made.id, nullif(todo.match, '00000000-0000-0000-0000-000000000000')) as lead_id,
        coalesce(made.version, changed.version) as version, changed.before, changed.after,
        case when made.id is not null then 'created' when changed.before <> '{}' then 'updated' else 'skipped' end as outcome
      from todo left join made on made.id = todo.new_id left join changed on changed.row_no = todo.row_no
    ) as result
    where staged.import_id = ($1).id and staged.row_no = result.row_no and staged.row_no between $2 and $3
  $write$, columns, new_values, changed_values, types) using p_import, p_from, p_to, is_admin, other_reason, emails, phones;
end
$$;

comment on function private.write_import_rows(public.lead_imports, integer, integer) is
'Imports these rows with the settings of the import. Throws when a row cannot be written.';

create function private.run_import_batch(p_import public.lead_imports, p_limit integer) returns integer
language plpgsql volatile security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  first_row integer := p_import.at_row + 1;
  last_row integer := p_import.at_row + p_limit;
  breaks_at integer;
  one_row integer;
  broken text;
  done record;
begin
  select max(staged.row_no) into one_row from private.lead_import_rows as staged where staged.import_id = p_import.id and staged.row_no >= first_row;
  if one_row is null then
    update public.lead_imports as one set status = 'done', finished_at = now(), at_row = p_import.at_row where one.id = p_import.id;
    perform private.analyze_leads();
    return 0;
  end if;
  last_row := least(last_row, one_row);
  if p_import.duplicates = 'update' then
    -- A second row for the same lead belongs to a later batch.
    select min(staged.row_no) into breaks_at from (
      select held.row_no, held.repeats >= first_row
        or held.lead_id is not null and row_number() over (partition by held.lead_id order by held.row_no) > 1
        or held.repeats is not null and row_number() over (partition by held.repeats order by held.row_no) > 1 as is_second
      from private.lead_import_rows as held
      where held.import_id = p_import.id and held.row_no between first_row and last_row and held.problem is null
    ) as staged where staged.is_second;
    last_row := coalesce(breaks_at - 1, last_row);
  end if;
  begin
    perform private.write_import_rows(p_import, first_row, last_row);
  exception when others then
    -- One bad row fails the batch. Row by row, the others get through and the bad one is marked.
    for one_row in first_row .. last_row loop
      begin
        perform private.write_import_rows(p_import, one_row, one_row);
      exception when others then
        get stacked diagnostics broken = constraint_name;
        update private.lead_import_rows as staged
        set outcome = 'failed', problem = coalesce(
          (
            select format('%s: more than a lead can have, with those that are there', known.label)
            from private.lead_fields() as known where known.kind = 'list' and broken = format('leads_%s_check', known.field)
          ),
          left(sqlerrm, 500)
        )
        where staged.import_id = p_import.id and staged.row_no = one_row;
      end;
    end loop;
  end;
  select count(*) filter (where staged.outcome = 'created') as created, count(*) filter (where staged.outcome = 'updated') as updated,
    count(*) filter (where staged.outcome = 'skipped') as skipped, count(*) filter (where staged.outcome = 'failed') as failed
  into done from private.lead_import_rows as staged where staged.import_id = p_import.id and staged.row_no between first_row and last_row;
  update public.lead_imports as one
  set at_row = last_row, handled = one.handled + last_row - first_row + 1, created = one.created + done.created,
    updated = one.updated + done.updated, skipped = one.skipped + done.skipped, failed = one.failed + done.failed
  where one.id = p_import.id;
  return last_row - first_row + 1;
end
$$;

comment on function private.run_import_batch(public.lead_imports, integer) is
'Imports the next rows. Returns 0 when no rows are left and the import is done.';

create function public.start_lead_import(p_import_id uuid, p_duplicates text default 'skip') returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if p_duplicates is null or p_duplicates not in ('skip', 'update', 'create') then
    perform private.refuse('unknown_choice', '22023', 'Duplicates are skipped, updated or created', 'duplicates');
  end if;
  if current_import.status in ('running', 'done') then return; end if;
  if current_import.status <> 'ready' then perform private.refuse('import_started', 'PT409', 'This import cannot be started any more'); end if;
  update public.lead_imports as one set status = 'running', duplicates = p_duplicates, started_at = now(), handled = 0, at_row = 0
  where one.id = p_import_id;
  perform public.enqueue_outbox('lead_import', format('lead_import:%s:run', p_import_id), jsonb_build_object('importId', p_import_id));
end
$$;

comment on function public.start_lead_import(uuid, text) is
'Runs a checked import in the background. p_duplicates is skip, update or create. PT404: no such import. PT409: not checked yet, or over.';

create function public.cancel_lead_import(p_import_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if current_import.status not in ('staging', 'ready', 'running') then return; end if;
  update public.lead_imports as one set status = 'canceled', finished_at = now() where one.id = p_import_id;
end
$$;

comment on function public.cancel_lead_import(uuid) is 'Stops an import. Imported rows stay and can be undone.';

create function public.undo_lead_import(p_import_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if current_import.status in ('undoing', 'undone') then return; end if;
  if current_import.status not in ('done', 'canceled', 'failed') then
    perform private.refuse('import_running', 'PT409', 'An import that runs is canceled first');
  end if;
  if current_import.rows_purged_at is not null then
    perform private.refuse('import_purged', 'PT409', 'The rows of this import were removed, so it cannot be undone any more');
  end if;
  update public.lead_imports as one set status = 'undoing', handled = 0, undone_by = auth.uid() where one.id = p_import_id;
  -- Each try is a job with a key of its own, so that a failed undo can run again. The locked status allows one at a time.
  perform public.enqueue_outbox('lead_import', format('lead_import:%s:undo:%s', p_import_id, gen_random_uuid()), jsonb_build_object('importId', p_import_id));
end
$$;

comment on function public.undo_lead_import(uuid) is
'Undoes an import in the background. Created leads that nobody touched are deleted. Changed leads are restored if they are as the import left them and the caller may change them. The import then says how many were kept. PT404: no such import. PT409: it still runs, or its rows were deleted.';

grant execute on function public.start_lead_import(uuid, text) to authenticated;

grant execute on function public.cancel_lead_import(uuid) to authenticated;

grant execute on function public.undo_lead_import(uuid) to authenticated;

create function private.lead_search_words(p_lead public.leads) returns tsvector
language sql immutable parallel safe
as $$
  select to_tsvector('simple'::regconfig, translate(
    private.lead_text(p_lead.first_name, p_lead.last_name, p_lead.email, p_lead.company), '@._-+/', '      '
  ))
$$;

comment on function private.lead_search_words(public.leads) is
'The words that a search finds a lead by. Signs inside addresses separate words.';

create trigger index_inserted_words after insert on public.leads
referencing new table as new_leads for each statement execute function private.index_lead_words();

create trigger index_updated_words after update on public.leads
referencing old table as old_leads new table as new_leads for each statement execute function private.index_lead_words();

create index leads_phone_tail_idx on public.leads (reverse(phone_key)) where phone_key is not null;

create function private.import_stage(p_named text) returns text
language sql stable security definer
set search_path = ''
as $$
  select stage.key from public.pipeline_stages as stage
  where lower(stage.label) = lower(btrim(p_named)) or stage.key = replace(lower(btrim(p_named)), ' ', '_') limit 1
$$;

comment on function private.import_stage(text) is 'The stage with this name or key.';

create function public.stage_lead_import(p_import_id uuid, p_from_row integer, p_rows jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
-- Statistics are always out of date while a table grows by thousands of rows a second. These settings read rows by index and
-- each list once.
set enable_seqscan = off
set jit = off
set enable_nestloop = off
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
  added record;
  emails text[];
  phones text[];
begin
  if current_import.status <> 'staging' then perform private.refuse('import_checked', 'PT409', 'This import was checked already'); end if;
  if p_from_row is null or p_from_row < 1 or jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > 2000 then
    perform private.refuse('rows_invalid', '22023', 'Rows come as an array of at most 2,000', 'rows');
  end if;
  if p_from_row > 500000 then perform private.refuse('file_too_large', '22023', 'A file may have at most 500,000 rows'); end if;
  perform private.consume_quota('import_rows', auth.uid()::text, jsonb_array_length(p_rows));
  perform private.consume_quota('import_bytes', auth.uid()::text, pg_column_size(p_rows));
  select array_agg(distinct lower(item.fields ->> 'email')) filter (where item.fields ->> 'email' is not null),
    array_agg(distinct private.phone_key(item.fields ->> 'phone')) filter (where item.fields ->> 'phone' is not null)
  into emails, phones from jsonb_array_elements(p_rows) as item (fields);
  with given as materialized (
    select p_from_row + (item.place - 1)::integer as row_no, item.fields,
      case when jsonb_typeof(item.fields) = 'object' then private.import_problem(item.fields) else 'This is no row' end as problem
    from jsonb_array_elements(p_rows) with ordinality as item (fields, place)
  ), owners as materialized (
    select named.owner from (select distinct given.fields ->> 'owner' as owner from given) as named
    where named.owner is not null and private.import_owner(named.owner) is null
  ), stages as materialized (
    select named.stage from (select distinct given.fields ->> 'stage' as stage from given) as named
    where named.stage is not null and private.import_stage(named.stage) is null
  ), checked as materialized (
    select given.row_no, given.fields, coalesce(given.problem, case
      when owners.owner is not null then format('Owner: nobody active in the team is called %s', left(owners.owner, 80))
      when stages.stage is not null then format('Stage: there is none called %s', left(stages.stage, 80))
    end) as problem
    from given left join owners on owners.owner = given.fields ->> 'owner' left join stages on stages.stage = given.fields ->> 'stage'
  ), keyed as materialized (
    select checked.*, case when checked.problem is null then lower(checked.fields ->> 'email') end as email_key,
      case when checked.problem is null then private.phone_key(checked.fields ->> 'phone') end as phone_key
    from checked
  ), there as materialized (
    select known.* from private.find_leads(emails, phones) as known
  ), earlier as materialized (
    -- Written so that only the index on the keys fits. The index on the rows would read the whole import.
    select stored.email_key, null as phone_key, min(stored.row_no) as row_no from private.lead_import_rows as stored
    where stored.email_key = any (emails) and stored.import_id is not distinct from p_import_id and stored.row_no + 0 < p_from_row group by 1
    union all
    select null, stored.phone_key, min(stored.row_no) from private.lead_import_rows as stored
    where stored.phone_key = any (phones) and stored.import_id is not distinct from p_import_id and stored.row_no + 0 < p_from_row group by 2
  ), within as materialized (
    select keyed.*, min(keyed.row_no) over (partition by keyed.email_key) as first_email,
      min(keyed.row_no) over (partition by keyed.phone_key) as first_phone,
      coalesce(there_mail.lead_id, there_phone.lead_id) as lead_id,
      least(earlier_mail.row_no, earlier_phone.row_no) as repeats
    from keyed left join there as there_mail on there_mail.email_key = keyed.email_key
    left join there as there_phone on there_phone.phone_key = keyed.phone_key
    left join earlier as earlier_mail on earlier_mail.email_key = keyed.email_key
    left join earlier as earlier_phone on earlier_phone.phone_key = keyed.phone_key
  ), staged as (
    insert into private.lead_import_rows (import_id, row_no, fields, email_key, phone_key, problem, lead_id, repeats)
    select p_import_id, within.row_no,
      case when within.problem is null then within.fields - 'problem' else private.shortened_fields(within.fields) end, within.email_key, within.phone_key, within.problem, within.lead_id,
      least(
        within.repeats, case when within.email_key is not null then nullif(within.first_email, within.row_no) end,
        case when within.phone_key is not null then nullif(within.first_phone, within.row_no) end
      )
    from within
    on conflict (import_id, row_no) do nothing
    returning problem, lead_id, repeats
  )
  select count(*)::integer as rows, count(staged.problem)::integer as wrong,
    (count(*) filter (where staged.lead_id is not null))::integer as known,
    (count(*) filter (where staged.lead_id is null and staged.repeats is not null))::integer as repeated
  into added from staged;
  update public.lead_imports as one
  set rows = one.rows + added.rows, wrong = one.wrong + added.wrong, known = one.known + added.known, repeated = one.repeated + added.repeated
  where one.id = p_import_id returning one.* into current_import;
  return jsonb_build_object('rows', current_import.rows, 'wrong', current_import.wrong, 'known', current_import.known,
    'repeated', current_import.repeated);
end
$$;

comment on function public.stage_lead_import(uuid, integer, jsonb) is
'Adds rows from the given number on and checks them; nothing is imported yet. Known rows stay as they are. Each row is an object of fields, with problem when the browser could not read it. Returns the counts so far. PT404: no such import. PT409: already checked. 22023: invalid rows. PT429: a quota is used up.';

create function public.prepare_lead_import(p_import_id uuid, p_rows integer) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
begin
  if current_import.status <> 'staging' then return; end if;
  if current_import.rows <> p_rows or p_rows = 0 then
    perform private.refuse('rows_missing', 'PT409', 'Not every row of the file has arrived');
  end if;
  update public.lead_imports as one set status = 'ready' where one.id = p_import_id;
end
$$;

comment on function public.prepare_lead_import(uuid, integer) is 'Ends the upload of a file. PT409: rows are missing.';

grant execute on function public.stage_lead_import(uuid, integer, jsonb) to authenticated;

grant execute on function public.prepare_lead_import(uuid, integer) to authenticated;

create function private.leads_within(p_lead_id uuid) returns setof uuid
language sql stable
set search_path = ''
as $$
  with recursive within (id) as (
    select p_lead_id union select lead.id from within join public.leads as lead on lead.merged_into = within.id
  )
  select id from within
$$;

comment on function private.leads_within(uuid) is 'A lead and all leads that were merged into it.';

create table public.lead_tasks (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  kind text not null default 'call' check (kind in ('call', 'email', 'sms', 'meeting', 'other')),
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  due_at timestamptz not null,
  done_at timestamptz,
  done_by uuid references auth.users (id) on delete set null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint lead_tasks_moments check (
    due_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
    and done_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
  )
);

comment on table public.lead_tasks is 'The next steps with leads. The owner of a lead does them.';

comment on column public.lead_tasks.id is 'The task. Its writer makes the id, so that a request sent twice stores one task.';

comment on column public.lead_tasks.lead_id is 'The lead.';

comment on column public.lead_tasks.kind is 'call, email, sms, meeting or other.';

comment on column public.lead_tasks.title is 'What is to be done.';

comment on column public.lead_tasks.due_at is 'When it is due.';

comment on column public.lead_tasks.done_at is 'When it was done; null while it is open.';

comment on column public.lead_tasks.done_by is 'Who did it.';

comment on column public.lead_tasks.created_by is 'Who planned it.';

comment on column public.lead_tasks.created_at is 'When it was planned.';

comment on column public.lead_tasks.updated_at is 'When the row last changed.';

create index lead_tasks_lead_id_idx on public.lead_tasks (lead_id, due_at);

create index lead_tasks_open_idx on public.lead_tasks (due_at) where done_at is null;

create index lead_tasks_created_by_idx on public.lead_tasks (created_by);

create index lead_tasks_done_by_idx on public.lead_tasks (done_by);

create trigger touch_updated_at before update on public.lead_tasks for each row execute function private.touch_updated_at();

create trigger set_task_completion before update on public.lead_tasks
for each row when (new.done_at is distinct from old.done_at) execute function private.set_task_completion();

create function private.set_next_task(p_leads uuid[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  update public.leads as lead
  set next_task_at = next.due_at, next_task_kind = next.kind, next_task_title = next.title
  from unnest(p_leads) as changed (id)
  left join lateral (
    select task.due_at, task.kind, task.title from public.lead_tasks as task
    where task.lead_id = changed.id and task.done_at is null order by task.due_at, task.id limit 1
  ) as next on true
  where lead.id = changed.id
    and (lead.next_task_at, lead.next_task_kind, lead.next_task_title) is distinct from (next.due_at, next.kind, next.title)
$$;

comment on function private.set_next_task(uuid[]) is 'Copies the open task that is due first to its lead.';

create trigger sync_inserted_tasks after insert on public.lead_tasks
referencing new table as new_tasks for each statement execute function private.sync_next_task();

create trigger sync_updated_tasks after update on public.lead_tasks
referencing old table as old_tasks new table as new_tasks for each statement execute function private.sync_next_task();

create trigger sync_deleted_tasks after delete on public.lead_tasks
referencing old table as old_tasks for each statement execute function private.sync_next_task();

alter table public.lead_tasks enable row level security;

call private.require_sufficient_sessions('public.lead_tasks');

grant select, insert, update, delete on public.lead_tasks to service_role;

grant select, insert (id, lead_id, kind, title, due_at), update (kind, title, due_at, done_at), delete on public.lead_tasks
to authenticated;

create policy "The team reads the tasks of leads it sees" on public.lead_tasks
for select to authenticated
using (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "The team plans tasks for leads it sees" on public.lead_tasks
for insert to authenticated
with check (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "The team changes the tasks of leads it sees" on public.lead_tasks
for update to authenticated
using (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (select from public.leads as lead where lead.id = lead_id)
)
with check (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "The team deletes the tasks of leads it sees" on public.lead_tasks
for delete to authenticated
using (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create function public.list_team() returns table (user_id uuid, name text, role public.app_role)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
  select distinct on (held.user_id) held.user_id, private.owner_name(held.user_id::text), held.role
  from public.user_roles as held where held.status = 'active' and held.role in ('sales', 'admin')
  order by held.user_id, held.role;
end
$$;

comment on function public.list_team() is 'The active sales people and admins, by name. For the team only (42501).';

create trigger bump_crm_change after insert or update or delete on public.leads
for each statement execute function private.bump_crm_change();

create trigger bump_crm_change after insert or update or delete on public.lead_tasks
for each statement execute function private.bump_crm_change();

grant execute on function public.list_team() to authenticated;

create function public.lead_timeline(
  p_lead_id uuid, p_kinds text[] default null, p_before timestamptz default null, p_before_id text default null, p_limit integer default 30
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead public.leads := private.require_lead(p_lead_id);
  every uuid[] := array(select private.leads_within(lead.id));
  most integer := least(greatest(coalesce(p_limit, 30), 1), 100);
  answer jsonb;
begin
  select coalesce(jsonb_agg(private.event_json(event.id, event.lead_id, event.kind, event.body, event.at, event.actor_id, event.payload)
    || jsonb_build_object('pinned', exists (
      select from public.lead_pins as pin where pin.activity_id = private.parse_uuid(event.id)
    ), 'is_retracted', private.is_retracted(private.parse_uuid(event.id))) order by event.at desc, event.id desc), '[]')
  into answer
  from (
    select past.* from private.timeline_of(every, p_kinds, p_before, coalesce(p_before_id, ''), most + 1) as past
    order by past.at desc, past.id desc limit most + 1
  ) as event;
  return jsonb_build_object('rows', case when jsonb_array_length(answer) > most then answer - most else answer end,
    'more', jsonb_array_length(answer) > most)
    || case when p_before is not null then '{}'::jsonb else jsonb_build_object(
      'total', (select count(*) from public.lead_activities as activity where activity.lead_id = any (every) and (p_kinds is null or activity.kind = any (p_kinds))
          and (activity.kind <> 'merge' or not private.is_duplicate_merge_event(activity.payload, every)))
        + (select count(*) from public.lead_clock_events as event where event.lead_id = any (every) and (p_kinds is null or 'clock' = any (p_kinds))),
      'pinned', coalesce((
        select jsonb_agg(private.event_json(activity.id::text, activity.lead_id, activity.kind, activity.body, activity.occurred_at,
          activity.actor_id, activity.payload) || jsonb_build_object('pinned', true, 'pinned_by', private.person_name(pin.pinned_by),
          'is_retracted', private.is_retracted(activity.id))
          order by pin.created_at desc)
        from public.lead_pins as pin join public.lead_activities as activity on activity.id = pin.activity_id
        where pin.lead_id = any (every)
      ), '[]')) end;
end
$$;

comment on function public.lead_timeline(uuid, text[], timestamptz, text, integer) is
'A page of a lead''s history, newest first, with merged leads and the clock (kind clock): { rows, more } and, on the first page, { total, pinned }. For the next page, send at and id of the last row. PT404: no such lead, or not the caller''s.';

grant execute on function public.lead_timeline(uuid, text[], timestamptz, text, integer) to authenticated;

create index leads_owner_next_task_idx on public.leads (user_id, next_task_at, id)
where next_task_at is not null and archived_at is null and not is_spam;

create index leads_no_next_step_idx on public.leads (user_id, stage_entered_at, id)
where next_task_at is null and clock_due_at is null and archived_at is null and not is_spam and stage not in ('won', 'lost');

create function private.tomorrow() returns timestamptz
language sql stable
set search_path = ''
as $$
  select private.day_start(private.agency_day() + 1)
$$;

comment on function private.tomorrow() is 'When the agency''s day ends.';

create function public.crm_today(p_scope text default 'mine') returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := coalesce(p_scope, 'mine') = 'all' and private.has_active_role('admin');
  settings public.agency_settings;
  tomorrow timestamptz := private.tomorrow();
begin
  if coalesce(p_scope, 'mine') not in ('mine', 'all') then
    perform private.refuse('unknown_owner', '22023', 'There is no such scope');
  end if;
  select own.* into settings from public.agency_settings as own;
  return jsonb_build_object(
    'now', now(), 'target_seconds', settings.speed_to_lead_minutes * 60, 'zone', settings.time_zone, 'currency', settings.currency,
    'response', private.response_today(),
    'unanswered', private.queue_section('lead.clock_due_at is not null', 'clock_due_at', caller, everyone),
    -- Tasks of a lost lead are hidden until the lead comes back.
    'overdue', private.queue_section('lead.next_task_at < now() and lead.stage <> ''lost''', 'next_task_at', caller, everyone),
    'due_today', private.queue_section(
      format('lead.next_task_at >= now() and lead.next_task_at < %L and lead.stage <> ''lost''', tomorrow), 'next_task_at', caller, everyone
    ),
    'no_next_step', private.queue_section(
      'lead.next_task_at is null and lead.clock_due_at is null and lead.stage not in (''won'', ''lost'')',
      'stage_entered_at', caller, everyone
    )
  );
end
$$;

comment on function public.crm_today(text) is
'The day: { now, target_seconds, zone, currency, response, unanswered, overdue, due_today, no_next_step }; each section is { total, rows }. Scope mine: the caller''s own and unowned leads. Scope all: everybody''s, for admins. 42501: not on the team.';

grant execute on function public.crm_today(text) to authenticated;

create function private.undo_import_batch(p_import public.lead_imports, p_limit integer) returns integer
language plpgsql volatile security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  first_row integer := greatest(p_import.at_row - p_limit + 1, 1);
  is_admin boolean := exists (
    select from public.user_roles as held where held.user_id = p_import.undone_by and held.role = 'admin' and held.status = 'active'
  );
  written private.lead_import_rows;
  is_now public.leads;
  back public.leads;
  new_version integer;
  put_back integer := 0;
  gone integer := 0;
  written_rows integer;
  skipped_back integer := 0;
begin
  if p_import.at_row < 1 then
    update public.lead_imports as one set status = 'undone', undone_at = now() where one.id = p_import.id;
    return 0;
  end if;
  -- Locks first: somebody may be writing to one of the leads right now, and that counts as work.
  perform from public.leads as lead
  where lead.id = any (array(
    select staged.lead_id from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome in ('created', 'updated')
  ))
  order by lead.id for update;
  for written in
    select staged.* from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome = 'updated'
    order by staged.row_no desc
  loop
    select lead.* into is_now from public.leads as lead where lead.id = written.lead_id;
    if is_now.id is null or is_now.merged_into is not null or not private.is_unchanged_since(to_jsonb(is_now), written.after)
      or not private.can_undo_change(is_now, written.before, written.after, p_import.undone_by, is_admin, p_import.started_at)
    then
      skipped_back := skipped_back + 1;
      continue;
    end if;
    back := jsonb_populate_record(is_now, written.before);
    -- As in undo_lead_batch, the undone change leaves no trace in the figures.
    select written_lead.version into new_version from private.write_leads(array[back]) as written_lead;
    put_back := put_back + 1;
    -- When an earlier row of this import wrote the lead, it gets the restored version, so that its undo still finds the lead
    -- untouched. Not when somebody wrote in between, because that is why the lead is kept. The version is read again, because a
    -- later row of this batch may have just changed it.
    select staged.version into written.version from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no = written.row_no;
    if is_now.version = written.version then
      update private.lead_import_rows as maker set version = new_version
      where maker.import_id = p_import.id and maker.row_no < written.row_no and maker.lead_id = written.lead_id
        and maker.outcome in ('created', 'updated')
        and maker.row_no >= coalesce(written.repeats, written.row_no);
    end if;
  end loop;
  with untouched as materialized (
    select lead.id from private.lead_import_rows as staged join public.leads as lead on lead.id = staged.lead_id
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome = 'created'
      and lead.version = staged.version and lead.last_activity_at is null and lead.next_task_at is null and lead.merged_into is null
      and not exists (select from public.lead_activities as activity
        where activity.lead_id = lead.id and not (activity.kind in ('import', 'stage_change', 'assignment')))
      and not exists (select from public.lead_tasks as task where task.lead_id = lead.id)
      and not exists (select from public.lead_clocks as clock where clock.lead_id = lead.id)
      and not exists (select from public.leads as merged where merged.merged_into = lead.id)
  )
  delete from public.leads as lead using untouched where lead.id = untouched.id;
  get diagnostics gone = row_count;
  select count(*) filter (where staged.outcome = 'created') into written_rows from private.lead_import_rows as staged
  where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row;
  update public.lead_imports as one
  set at_row = first_row - 1, handled = one.handled + p_import.at_row - first_row + 1, removed = one.removed + gone,
    restored = one.restored + put_back, kept = one.kept + written_rows - gone + skipped_back
  where one.id = p_import.id;
  return p_import.at_row - first_row + 1;
end
$$;

comment on function private.undo_import_batch(public.lead_imports, integer) is 'Undoes the latest rows. Returns 0 when none are left.';

create function public.run_lead_import(p_import_id uuid, p_limit integer) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports;
  handled integer := 0;
begin
  select one.* into current_import from public.lead_imports as one where one.id = p_import_id for update;
  if not found or current_import.status not in ('running', 'undoing') then return jsonb_build_object('over', true, 'handled', 0); end if;
  if not private.is_on_team(case current_import.status when 'running' then current_import.actor_id else current_import.undone_by end) then
    update public.lead_imports as one set status = 'failed', finished_at = now(), problem = case current_import.status
      when 'running' then 'Whoever imports is not active in the team any more' else 'Whoever took it back is not active in the team any more' end
    where one.id = p_import_id;
    return jsonb_build_object('over', true, 'handled', 0);
  end if;
  -- The chosen owner may have left since the file was read. Then new leads are unowned.
  if not private.is_on_team(current_import.owner_id) then current_import.owner_id := null; end if;
  handled := case current_import.status
    when 'running' then private.run_import_batch(current_import, least(greatest(p_limit, 1), 5000))
    else private.undo_import_batch(current_import, least(greatest(p_limit, 1), 5000))
  end;
  return jsonb_build_object('over', handled = 0, 'handled', handled);
end
$$;

comment on function public.run_lead_import(uuid, integer) is
'Runs or undoes up to p_limit rows of an import in one transaction: { over, handled }. For the host''s timer only.';

revoke execute on function public.run_lead_import(uuid, integer) from public;

grant execute on function public.run_lead_import(uuid, integer) to service_role;

create function public.reopen_task(p_task_id uuid, p_planned uuid default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_team();
  select done.* into task from public.lead_tasks as done where done.id = p_task_id for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'There is no such task, or it is not yours'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as open set done_at = null where open.id = p_task_id and open.done_at is not null;
  delete from public.lead_tasks as next
  where next.id = p_planned and next.lead_id = task.lead_id and next.done_at is null and next.created_by = auth.uid()
    and next.updated_at = next.created_at;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

comment on function public.reopen_task(uuid, uuid) is
'Undoes finish_task: the task is open again, and the task that was planned with it is deleted unless somebody changed it. { restored, kept }. PT404: no such task, or its lead is not the caller''s.';

grant execute on function public.reopen_task(uuid, uuid) to authenticated;

create function private.upsert_lead(
  p_person jsonb, p_touch jsonb, p_consent text, p_is_spam boolean, p_activity jsonb, p_source public.lead_source default 'website_form'
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  sent public.leads := jsonb_populate_record(null::public.leads, p_person - 'id' - 'phone_key');
  lead_id uuid := private.find_lead(sent.email, sent.phone);
  is_new boolean := lead_id is null;
  sent_fields jsonb := to_jsonb(sent);
  filled public.leads;
  known jsonb;
  other_email text;
begin
  if is_new then
    insert into public.leads (email, source, is_spam) values (sent.email, p_source, p_is_spam) returning id into lead_id;
  elsif not p_is_spam then
    select sent.email into other_email from public.leads as lead where lead.id = lead_id and lower(lead.email) <> lower(sent.email);
  end if;
  if is_new or not p_is_spam then
    -- Fills only blank fields, so what the team wrote stays. A lead that writes again leaves the archive and the spam.
    select lead.* into filled from public.leads as lead where lead.id = lead_id;
    known := to_jsonb(filled);
    filled := jsonb_populate_record(filled, (
      select jsonb_object_agg(fact, coalesce(nullif(btrim(known ->> fact), ''), sent_fields ->> fact))
      from unnest(private.lead_facts_of_kind('word', 'text')) as fact
    ));
    filled.tier_interest := private.merged_offers(filled.tier_interest, sent.tier_interest);
    -- Consent is for one address. A lead that is found by phone and writes from another address agrees to that one, not to the
    -- known one.
    if other_email is null and filled.consent_at is null then filled.consent_text := p_consent; end if;
    if other_email is null then filled.consent_at := coalesce(filled.consent_at, now()); end if;
    filled.first_touch := coalesce(filled.first_touch, p_touch);
    filled.last_touch := p_touch;
    -- An archived lead keeps its owner, who may have left since.
    if not private.is_on_team(filled.user_id) then filled.user_id := null; end if;
    filled.archived_at := null;
    filled.is_spam := p_is_spam;
    perform private.write_leads(array[filled]);
  end if;
  insert into public.lead_activities (lead_id, kind, payload) values (lead_id, 'form', jsonb_strip_nulls(
    p_activity || jsonb_build_object('spam', nullif(p_is_spam, false), 'email', other_email)
  ));
  if not p_is_spam then
    perform private.start_lead_clock(lead_id, now(), p_source);
    perform private.notify_lead_arrival(lead_id, is_new, coalesce(p_activity ->> 'contact_id', p_activity ->> 'application_id', p_activity ->> 'submission_id'));
  end if;
  return lead_id;
end
$$;

comment on function private.upsert_lead(jsonb, jsonb, text, boolean, jsonb, public.lead_source) is
'Creates or updates the lead of this person and adds the form to its history. Spam does not change a known lead, starts no clock and sends no email.';

call private.require_sufficient_sessions('public.lead_views');

create policy "The team reads its own views and shared ones" on public.lead_views
for select to authenticated
using (
  (owner_id = (select auth.uid()) or is_shared)
  and ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
);

create policy "The team keeps views" on public.lead_views
for insert to authenticated
with check (
  owner_id = (select auth.uid())
  and ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
);

create policy "The team changes its own views" on public.lead_views
for update to authenticated
using (
  owner_id = (select auth.uid())
  and ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
)
with check (
  owner_id = (select auth.uid())
  and ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
);

create policy "The team deletes its own views" on public.lead_views
for delete to authenticated
using (
  owner_id = (select auth.uid())
  and ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
);

create policy "Admins delete shared views" on public.lead_views
for delete to authenticated using (is_shared and (select private.has_active_role('admin')));

create table private.pending_client_setups (
  batch_id uuid primary key references public.lead_batches (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 320),
  dashboard jsonb check (octet_length(dashboard::text) <= 10000),
  retainer jsonb check (octet_length(retainer::text) <= 10000),
  requested_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  fulfilled_at timestamptz,
  problem text check (char_length(problem) <= 1000)
);

comment on table private.pending_client_setups is 'What a client gets as soon as they have an account.';

create unique index pending_client_setups_open_idx on private.pending_client_setups (email) where fulfilled_at is null;

create index pending_client_setups_lead_id_idx on private.pending_client_setups (lead_id);

create index pending_client_setups_requested_by_idx on private.pending_client_setups (requested_by);

create table private.client_setups (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  batch_id uuid not null references public.lead_batches (id) on delete cascade,
  outcome text not null check (outcome in ('set_up', 'handed_over')),
  -- The draft that an existing client got immediately.
  retainer_id uuid references public.retainers (id) on delete set null,
  created_at timestamptz not null default now()
);

comment on table private.client_setups is
'Won leads whose client is set up or was handed over to the admins, once while the lead stays won.';

create index client_setups_batch_id_idx on private.client_setups (batch_id);

create index client_setups_retainer_id_idx on private.client_setups (retainer_id);

alter table private.pending_client_setups enable row level security;

alter table private.client_setups enable row level security;

create function private.apply_pending_client_setups() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  setup private.pending_client_setups;
begin
  for setup in select open.* from private.pending_client_setups as open where open.email = new.email and open.fulfilled_at is null for update loop
    begin
      perform private.apply_client_setup(new.accepted_by, setup.dashboard, setup.retainer);
      update private.pending_client_setups as done set fulfilled_at = now(), problem = null where done.batch_id = setup.batch_id;
    exception when others then
      update private.pending_client_setups as done set problem = left(sqlerrm, 1000) where done.batch_id = setup.batch_id;
    end;
  end loop;
  return null;
end
$$;

comment on function private.apply_pending_client_setups() is
'Trigger: a client who accepts an invitation gets the setup that waits for their address.';

create function private.record_client_setup(p_lead public.leads, p_batch_id uuid, p_outcome text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- A lead may be in Won before anybody sets up the client, so this records the setup itself. An admin may still set up a
  -- client that a sales person handed over.
  insert into private.client_setups (lead_id, batch_id, outcome) values (p_lead.id, p_batch_id, p_outcome)
  on conflict (lead_id) do update set batch_id = excluded.batch_id, outcome = excluded.outcome, created_at = now()
  where client_setups.outcome = 'handed_over' and excluded.outcome <> 'handed_over';
  if not found then
    perform private.refuse(
      'client_set_up', 'PT409',
      private.lead_title(p_lead) || case p_outcome when 'handed_over' then ' was handed over or set up as a client already'
      else ' was set up as a client already' end
    );
  end if;
end
$$;

comment on function private.record_client_setup(public.leads, uuid, text) is
'Records that the client of a won lead is set up or handed over to the admins. PT409: already done.';

create trigger cancel_client_setup after update of stage on public.leads
for each row when (old.stage = 'won' and new.stage <> 'won') execute function private.cancel_client_setup();

create function public.win_lead(
  p_batch_id uuid, p_lead_id uuid, p_value_cents bigint default null, p_account jsonb default null, p_dashboard jsonb default null,
  p_retainer jsonb default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  is_admin boolean := private.has_active_role('admin');
  address text := lower(btrim(p_account ->> 'email'));
  won public.leads;
  client uuid;
  outcome text := 'won';
begin
  select lead.* into won from public.leads as lead where lead.id = p_lead_id and private.may_see_lead(lead.user_id) for update;
  -- Checked behind the lock, so that the second of two equal requests finds what the first did.
  if exists (select from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller) then
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'known');
  end if;
  if won.id is null then perform private.refuse('lead_not_found', 'PT404', 'There is no such lead'); end if;
  if won.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another one'); end if;
  if won.stage = 'won' and p_account is null then
    perform private.refuse('lead_won', 'PT409', format('%s is won already', private.lead_title(won)));
  end if;
  perform public.change_leads(p_batch_id, array[p_lead_id],
    '{"stage": "won"}'::jsonb || case when p_value_cents is null then '{}' else jsonb_build_object('value_cents', p_value_cents) end);
  if p_account is null then return jsonb_build_object('batch_id', p_batch_id, 'outcome', outcome); end if;
  perform private.record_client_setup(won, p_batch_id, case when is_admin then 'set_up' else 'handed_over' end);
  if not is_admin then
    perform private.request_client_setup(won, caller);
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'handed_over');
  end if;
  perform private.validate_client_setup(p_dashboard, p_retainer);
  -- An unconfirmed account proves nothing, so the invitation replaces it.
  select account.id into client from auth.users as account
  where lower(account.email) = address and account.email_confirmed_at is not null;
  if client is not null then
    if not exists (
      select from public.user_roles as held where held.user_id = client and held.role = 'client' and held.status = 'active'
    ) then
      perform private.refuse('account_not_client', 'PT409', 'This address belongs to an account that is not a client''s');
    end if;
    update private.client_setups as done set retainer_id = private.apply_client_setup(client, p_dashboard, p_retainer)
    where done.lead_id = p_lead_id;
    return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'granted');
  end if;
  perform public.invite_user(address, 'client');
  insert into private.pending_client_setups (batch_id, lead_id, email, dashboard, retainer, requested_by)
  values (p_batch_id, p_lead_id, address, p_dashboard, p_retainer, caller)
  on conflict (email) where fulfilled_at is null do update
  set batch_id = excluded.batch_id, lead_id = excluded.lead_id, dashboard = excluded.dashboard, retainer = excluded.retainer,
    requested_by = excluded.requested_by, created_at = now(), problem = null;
  return jsonb_build_object('batch_id', p_batch_id, 'outcome', 'invited');
end
$$;

comment on function public.win_lead(uuid, uuid, bigint, jsonb, jsonb, jsonb) is
'Wins a lead and sets up the client, all or nothing: { batch_id, outcome }. account { email }, dashboard { business_name, notion_url }, retainer { name, monthly_amount, currency, start_date, duration_months }. Outcomes for an admin: invited (the rest waits for the account) or granted (the account exists and gets the rest now). For a sales person: handed_over to the admins. A known batch id does nothing. PT404: no such lead. PT409: the client is already set up, the lead is already won or merged, or the account with this address is not a client''s. 22023, 42501.';

grant execute on function public.win_lead(uuid, uuid, bigint, jsonb, jsonb, jsonb) to authenticated;

create function private.calendar_of(p_settings public.agency_settings) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('timeZone', p_settings.time_zone, 'hours', p_settings.working_hours, 'holidays', to_jsonb(p_settings.holidays))
$$;

comment on function private.calendar_of(public.agency_settings) is 'The calendar that these settings describe.';

create function private.working_calendar() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.calendar_of(settings) from public.agency_settings as settings
$$;

comment on function private.working_calendar() is 'The agency''s calendar.';

create function private.next_opening(p_at timestamptz, p_calendar jsonb default private.working_calendar()) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  today date := (p_at at time zone (p_calendar ->> 'timeZone'))::date;
  hours tstzrange;
begin
  for day in -1 .. 400 loop
    hours := private.working_range(today + day, p_calendar);
    if upper(hours) > p_at then return greatest(lower(hours), p_at); end if;
  end loop;
  return null;
end
$$;

comment on function private.next_opening(timestamptz, jsonb) is
'The first working moment at or after this one; null when there is none within 400 days.';

create function private.add_working_seconds(
  p_start timestamptz, p_seconds numeric, p_calendar jsonb default private.working_calendar()
) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  today date := (p_start at time zone (p_calendar ->> 'timeZone'))::date;
  remaining numeric := greatest(p_seconds, 0);
  hours tstzrange;
  begins timestamptz;
  open_for numeric;
begin
  for day in -1 .. 400 loop
    hours := private.working_range(today + day, p_calendar);
    continue when hours is null or upper(hours) <= p_start;
    begins := greatest(lower(hours), p_start);
    open_for := extract(epoch from upper(hours) - begins);
    -- Counts in seconds, because a day does not always have 24 hours.
    if open_for >= remaining then return begins + make_interval(secs => remaining::double precision); end if;
    remaining := remaining - open_for;
  end loop;
  return null;
end
$$;

comment on function private.add_working_seconds(timestamptz, numeric, jsonb) is
'The moment after so many working seconds: the closing time when they end with it, and the next opening for 0. Null when 400 days do not have enough.';

create function private.working_seconds_between(
  p_from timestamptz, p_to timestamptz, p_calendar jsonb default private.working_calendar()
) returns numeric
language plpgsql stable
set search_path = ''
as $$
declare
  last_day date := (p_to at time zone (p_calendar ->> 'timeZone'))::date + 1;
  day date := (p_from at time zone (p_calendar ->> 'timeZone'))::date - 1;
  hours tstzrange;
  total interval := interval '0';
begin
  while day <= last_day loop
    hours := private.working_range(day, p_calendar);
    if hours is not null and upper(hours) > p_from and lower(hours) < p_to then
      total := total + (least(upper(hours), p_to) - greatest(lower(hours), p_from));
    end if;
    day := day + 1;
  end loop;
  return extract(epoch from total);
end
$$;

comment on function private.working_seconds_between(timestamptz, timestamptz, jsonb) is
'Working seconds from one moment to another; 0 when the second is not later.';

call private.require_sufficient_sessions('public.admin_emails');

call private.require_sufficient_sessions('public.premium_overrides');

create function private.confirmed_email() returns text
language sql stable security definer
set search_path = ''
as $$
  select lower(account.email) from auth.users as account
  where account.id = (select auth.uid()) and account.email_confirmed_at is not null and private.is_session_sufficient()
$$;

comment on function private.confirmed_email() is
'The caller''s email address in lower case; null until it is confirmed, and while the session owes a second factor.';

create function private.is_setup_account() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from private.settings as setting
    where setting.key = 'admin_setup_email' and setting.value = (select private.confirmed_email())
      and not exists (select from private.used_admin_entitlements as used where used.email_hash = private.email_hash(setting.value))
  )
$$;

comment on function private.is_setup_account() is 'Whether the caller sees Admin Setup and has not used it yet.';

create function private.may_become_admin() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select (select private.is_setup_account()) or exists (
    select from public.admin_emails as entry
    where entry.is_active and entry.email = (select private.confirmed_email())
  )
$$;

comment on function private.may_become_admin() is 'Whether the caller''s confirmed address gives them the right to become an admin.';

create function public.can_set_up_admin() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select (select private.is_setup_account()) and not exists (
    select from public.user_roles as held where held.user_id = (select auth.uid()) and held.role = 'admin'
  )
$$;

comment on function public.can_set_up_admin() is 'Whether the caller should see the Admin Setup card (spec §6).';

create trigger use_admin_entitlement after insert on public.user_roles
for each row when (new.role = 'admin' and new.status = 'active') execute function private.use_admin_entitlement();

create trigger use_admin_entitlement_again after update on public.user_roles
for each row when (new.role = 'admin' and new.status = 'active' and (old.role <> 'admin' or old.status <> 'active'))
execute function private.use_admin_entitlement();

create trigger end_admin_entitlement after update on public.user_roles
for each row when (
  new.status = 'inactive' and old.status <> 'inactive'
  or old.role = 'admin' and old.status = 'active' and (new.role <> 'admin' or new.status <> 'active' or new.user_id <> old.user_id)
)
execute function private.end_admin_entitlement();

create trigger end_admin_entitlement_with_role after delete on public.user_roles
for each row when (old.role = 'admin' and old.status = 'active') execute function private.end_admin_entitlement();

grant execute on function private.confirmed_email() to authenticated;

grant execute on function private.may_become_admin() to authenticated;

grant execute on function public.can_set_up_admin() to authenticated;

create policy "People read the admin entry of their own confirmed address" on public.admin_emails
for select to authenticated using (email = (select private.confirmed_email()));

create policy "People read the premium override of their own confirmed address" on public.premium_overrides
for select to authenticated using (email = (select private.confirmed_email()));

create policy "Entitled people give themselves the admin role" on public.user_roles
for insert to authenticated
with check (
  user_id = (select auth.uid()) and role = 'admin' and status = 'active' and (select private.may_become_admin())
);

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  role public.app_role not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references auth.users (id) on delete set null
);

comment on table public.invitations is 'Invitations to a role.';

comment on column public.invitations.id is 'The invitation.';

comment on column public.invitations.email is 'The invited address, in lower case.';

comment on column public.invitations.role is 'The role that they get.';

comment on column public.invitations.token_hash is 'SHA-256 of the link''s token; the token itself is in the email only.';

comment on column public.invitations.invited_by is 'The admin who invited.';

comment on column public.invitations.created_at is 'When.';

comment on column public.invitations.expires_at is 'When the link expires.';

comment on column public.invitations.revoked_at is 'When it was revoked.';

comment on column public.invitations.accepted_at is 'When it was used.';

comment on column public.invitations.accepted_by is 'Who used it.';

create unique index invitations_open_email_idx on public.invitations (email) where accepted_at is null and revoked_at is null;

create index invitations_created_at_idx on public.invitations (created_at desc);

create index invitations_invited_by_idx on public.invitations (invited_by);

create index invitations_accepted_by_idx on public.invitations (accepted_by);

alter table public.invitations enable row level security;

call private.require_sufficient_sessions('public.invitations');

grant select, insert, update, delete on public.invitations to service_role;

grant select (id, email, role, invited_by, created_at, expires_at, revoked_at, accepted_at, accepted_by) on public.invitations to authenticated;

create policy "Admins read all invitations" on public.invitations
for select to authenticated using ((select private.has_active_role('admin')));

call private.watch('public.invitations', 'id');

create function public.invite_user(p_email text, p_role public.app_role) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  address text := lower(btrim(p_email));
  -- Three UUIDs have 366 random bits; their hash keeps 256 of them.
  token text := encode(sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')), 'hex');
  invited uuid;
begin
  perform private.require_admin();
  if address is null or char_length(address) > 320 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'This is not an e-mail address', 'email');
  end if;
  if exists (select from auth.users as account where lower(account.email) = address and account.email_confirmed_at is not null) then
    perform private.refuse('account_exists', 'PT409', 'This person has an account already: change their role instead', 'email');
  end if;
  perform private.remove_unconfirmed_account(address);
  -- A new invitation ends the earlier link.
  update public.invitations as earlier set revoked_at = now()
  where earlier.email = address and earlier.accepted_at is null and earlier.revoked_at is null;
  insert into public.invitations (email, role, token_hash, invited_by)
  values (address, p_role, sha256(convert_to(token, 'UTF8')), auth.uid()) returning id into invited;
  perform public.enqueue_outbox('mail', format('invitation:%s', invited), jsonb_build_object(
    'to', address, 'template', 'invitation', 'data', jsonb_build_object('token', token, 'role', p_role)
  ));
  return invited;
end
$$;

comment on function public.invite_user(text, public.app_role) is
'Sends an invitation that lasts seven days and replaces an earlier open one. Deletes an unconfirmed account with the address. Admins only. 22023: not an address. PT409: they already have an account.';

create function private.open_invitation(p_token text, p_email text default null) returns public.invitations
language sql stable security definer
set search_path = ''
as $$
  select invitation from public.invitations as invitation
  where invitation.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8'))
    and invitation.accepted_at is null and invitation.revoked_at is null and invitation.expires_at > now()
    and (p_email is null or invitation.email = lower(p_email))
$$;

comment on function private.open_invitation(text, text) is
'The open invitation of a token, and of an address if one is given; a row of nulls when there is none.';

create function public.find_invitation(p_token text) returns table (email text, role public.app_role)
language sql stable security definer
set search_path = ''
as $$
  select found.email, found.role from private.open_invitation(left(p_token, 200)) as found where found.id is not null
$$;

comment on function public.find_invitation(text) is
'The address and role of an invitation link; no row when it has ended. Everybody who has the link may ask.';

create function private.accept_invitation() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invitation public.invitations := private.open_invitation(new.raw_user_meta_data ->> 'invitation_token', new.email);
begin
  update public.invitations as held set accepted_at = now(), accepted_by = new.id
  where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null;
  if found then
    insert into public.user_roles (user_id, role, status) values (new.id, invitation.role, 'active')
    on conflict (user_id, role) do update set status = 'active';
  end if;
  return null;
end
$$;

comment on function private.accept_invitation() is
'Trigger: a confirmed address gets the role that it was invited to, once, if the invitation is still open.';

create trigger accept_invitation after insert or update of email_confirmed_at on auth.users
for each row when (new.email_confirmed_at is not null and new.raw_user_meta_data ->> 'invitation_token' is not null)
execute function private.accept_invitation();

grant execute on function public.invite_user(text, public.app_role) to authenticated;

grant execute on function public.find_invitation(text) to anon, authenticated;

create trigger protect_last_admin before update or delete on public.user_roles
for each row execute function private.protect_last_admin();

create trigger refuse_truncate before truncate on public.user_roles
for each statement execute function private.refuse_truncate();

create function private.person_name(p_user_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select case when p_user_id is not null then coalesce((
    select private.name_or_email(profile.first_name, profile.last_name, account.email::text)
    from auth.users as account left join public.profiles as profile on profile.user_id = account.id where account.id = p_user_id
  ), 'Unknown') end
$$;

comment on function private.person_name(uuid) is 'What the owner of an account is called; null for null.';

call private.require_sufficient_sessions('public.notification_choices');

create function private.enqueue_account_mail(p_user_id uuid, p_template text, p_key text, p_data jsonb default '{}') returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', p_key, jsonb_build_object(
    'to', person.row ->> 'to', 'template', p_template, 'data', jsonb_build_object('name', person.row ->> 'name') || p_data
  ))
  from private.mail_recipient(p_user_id) as person (row)
$$;

comment on function private.enqueue_account_mail(uuid, text, text, jsonb) is
'Queues an email to a person about their own account, once for each key.';

create trigger notify_role_decision after update of status on public.user_roles
for each row when (old.status = 'pending' and new.status in ('active', 'inactive')) execute function private.notify_role_decision();

create function public.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid default null, p_unassign boolean default false
) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer := 0;
begin
  perform private.require_admin();
  if not exists (select from auth.users as account where account.id = p_user_id) then
    perform private.refuse('person_not_found', 'PT404', 'There is no such person');
  end if;
  if p_user_id = auth.uid() and p_role <> 'admin' then
    perform private.refuse('own_account', 'PT409', 'You cannot take your own admin role away');
  end if;
  insert into public.user_roles as held (user_id, role, status) values (p_user_id, p_role, 'active')
  on conflict (user_id, role) do update set status = 'active' where held.status <> 'active';
  if p_role = 'client' then moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign); end if;
  if p_role <> 'admin' and exists (
    select from public.user_roles as held where held.user_id = p_user_id and held.role = 'admin'
  ) then
    perform private.end_access(p_user_id);
  end if;
  delete from public.user_roles as held where held.user_id = p_user_id and held.role <> p_role;
  return moved;
end
$$;

comment on function public.change_user_role(uuid, public.app_role, uuid, boolean) is
'Makes a person an active admin, sales person or client and nothing else. A new client hands over their open leads; returns how many. Admins only. PT404: no such person. PT409: oneself, the last active admin, or open leads without a new owner.';

grant execute on function public.change_user_role(uuid, public.app_role, uuid, boolean) to authenticated;

create function public.search_people(
  p_query text default '', p_role public.app_role default null, p_status public.role_status default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 50, p_offset integer default 0
) returns table (
  user_id uuid, first_name text, last_name text, email text, company text, roles jsonb, last_active timestamptz,
  open_leads bigint, created_at timestamptz, has_second_factor boolean, total bigint
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
  if p_sort not in ('name', 'email', 'company', 'role', 'status', 'active', 'leads', 'created') then
    perform private.refuse('unknown_order', '22023', format('People cannot be sorted by %s', left(p_sort, 50)));
  end if;
  return query
  with seen as (
    select session.user_id, max(session.updated_at) as at from auth.sessions as session group by session.user_id
  ), found as (
    select profile.user_id, profile.first_name, profile.last_name, account.email::text as email, profile.company,
      greatest(seen.at, account.last_sign_in_at) as last_active, coalesce(owned.leads, 0) as open_leads, profile.created_at,
      case p_sort
        when 'name' then lower(concat_ws(' ', profile.first_name, profile.last_name))
        when 'email' then account.email when 'company' then lower(profile.company)
        when 'role' then (select min(held.role)::text from public.user_roles as held where held.user_id = profile.user_id)
        when 'status' then (select min(held.status)::text from public.user_roles as held where held.user_id = profile.user_id)
      end as word,
      case p_sort when 'active' then greatest(seen.at, account.last_sign_in_at) when 'created' then profile.created_at end as moment,
      case p_sort when 'leads' then coalesce(owned.leads, 0) end as number
    from public.profiles as profile
    join auth.users as account on account.id = profile.user_id
    left join private.lead_counts as owned on owned.kind = 'owner' and owned.key = profile.user_id::text
    left join seen on seen.user_id = profile.user_id
    where profile.erased_at is null
      and (p_role is null and p_status is null or exists (
        select from public.user_roles as held
        where held.user_id = profile.user_id and (p_role is null or held.role = p_role) and (p_status is null or held.status = p_status)
      ))
      and (asked = '' or not exists (
        select from unnest(words) as word (text)
        where strpos(lower(concat_ws(' ', profile.first_name, profile.last_name, account.email, profile.company)), word.text) = 0
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
    page.total
  from page order by page.place;
end
$$;

comment on function public.search_people(text, public.app_role, public.role_status, text, boolean, integer, integer) is
'People whose name, email or company contains every word, with their roles ([{role, status, since}]), when they were last active, their open leads, whether they have a second factor, and the total of all matches. Admins only. Sort: name, email, company, role, status, active, leads, created.';

grant execute on function public.search_people(text, public.app_role, public.role_status, text, boolean, integer, integer) to authenticated;

call private.require_sufficient_sessions('public.user_roles');

call private.require_sufficient_sessions('public.profiles');

grant update (require_factor_of_admins, require_factor_of_sales) on public.agency_settings to authenticated;

create trigger check_factor_requirement before update on public.agency_settings
for each row when (
  (new.require_factor_of_admins and not old.require_factor_of_admins) or (new.require_factor_of_sales and not old.require_factor_of_sales)
)
execute function private.check_factor_requirement();

create function private.is_session_over(p_session auth.sessions) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(p_session.not_after <= now(), false)
    or p_session.created_at <= now() - make_interval(days => settings.session_days)
    -- A client in use refreshes at least every 15 minutes.
    or coalesce(p_session.refreshed_at at time zone 'utc', p_session.created_at) <= now() - make_interval(days => settings.session_idle_days)
  from public.agency_settings as settings
$$;

comment on function private.is_session_over(auth.sessions) is 'Whether a session is too old, or was unused for too long (agency_settings).';

create table public.landing_domains (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null unique references public.landing_pages (id) on delete cascade,
  domain text not null unique check (
    char_length(domain) <= 253 and domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$'
  ),
  token text not null default replace(gen_random_uuid()::text, '-', '') check (token ~ '^[0-9a-f]{32}$' and char_length(token) = 32),
  state public.landing_domain_state not null default 'pending',
  problem text check (char_length(problem) <= 1000),
  checked_at timestamptz,
  missing_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.landing_domains is 'Domains of landing pages, and how far their verification is.';

comment on column public.landing_domains.id is 'The domain.';

comment on column public.landing_domains.page_id is 'The page that it shows; a page has one.';

comment on column public.landing_domains.domain is 'The host name in lower case, as DNS has it.';

comment on column public.landing_domains.token is 'The TXT record at _upfunnel.<domain> has the value upfunnel-verify=<token>.';

comment on column public.landing_domains.state is 'The state of the verification.';

comment on column public.landing_domains.problem is 'Which record is wrong, and what it should be.';

comment on column public.landing_domains.checked_at is 'When DNS was last checked.';

comment on column public.landing_domains.missing_since is
'Since when a record is missing that was there before. After three days the domain stops.';

comment on column public.landing_domains.created_at is 'When it was added.';

comment on column public.landing_domains.updated_at is 'When the row last changed.';

create trigger touch_updated_at before update on public.landing_domains
for each row execute function private.touch_updated_at();

alter table public.landing_domains enable row level security;

call private.require_sufficient_sessions('public.landing_domains');

grant select, insert, update, delete on public.landing_domains to service_role;

grant select on public.landing_domains to authenticated;

create policy "Admins read the domains of landing pages" on public.landing_domains
for select to authenticated using ((select private.has_active_role('admin')));

call private.watch('public.landing_domains', 'id');

create trigger sync_custom_domain after insert or update or delete on public.landing_domains
for each row execute function private.sync_custom_domain();

create trigger refuse_unverified_domain before insert or update of custom_domain on public.landing_pages
for each row execute function private.refuse_unverified_domain();

create function public.add_landing_domain(p_page_id uuid, p_domain text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  name text := lower(regexp_replace(btrim(coalesce(p_domain, '')), '^https?://|[/?#].*$|\.$', '', 'gi'));
  known public.landing_domains;
  added uuid;
begin
  perform private.require_admin();
  name := rtrim(name, '.');
  if char_length(name) > 253 or name !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$' then
    perform private.refuse('domain_invalid', '22023', 'Write a domain such as offer.example.com, without a port or path', 'domain');
  end if;
  if not exists (select from public.landing_pages as page where page.id = p_page_id) then
    perform private.refuse('page_not_found', 'PT404', 'There is no such page: it was deleted');
  end if;
  select held.* into known from public.landing_domains as held where held.domain = name;
  if known.page_id = p_page_id then return known.id; end if;
  if known.id is not null then
    perform private.refuse(
      'domain_taken', 'PT409',
      format('This domain belongs to the page “%s”: remove it there first', (select draft.title from public.landing_drafts as draft where draft.page_id = known.page_id)),
      'domain'
    );
  end if;
  if exists (select from public.landing_domains as held where held.page_id = p_page_id) then
    perform private.refuse('page_has_domain', 'PT409', 'This page has a domain already: remove it first');
  end if;
  insert into public.landing_domains (page_id, domain) values (p_page_id, name) on conflict do nothing returning id into added;
  if added is null then perform private.refuse('domain_taken', 'PT409', 'Somebody added this domain just now', 'domain'); end if;
  return added;
end
$$;

comment on function public.add_landing_domain(uuid, text) is
'Starts to verify a domain for a page and returns its id. Admins only. 22023: not a domain. PT404: no such page. PT409: it belongs to another page, or the page already has one.';

create function private.notify_domain_status(p_domain public.landing_domains, p_template text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('%s:%s:%s', p_template, p_domain.id, p_domain.missing_since), jsonb_build_object(
    'to', (select settings.email from public.agency_settings as settings), 'template', p_template,
    'data', jsonb_build_object('domain', p_domain.domain, 'problem', p_domain.problem,
      'page', (select page.title from public.landing_pages as page where page.id = p_domain.page_id))));
end
$$;

comment on function private.notify_domain_status(public.landing_domains, text) is
'Emails the agency about a domain, once for each disappearance.';

create function public.record_landing_domain_check(p_domain_id uuid, p_txt text, p_points_here boolean, p_problem text)
returns public.landing_domain_state
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_domains;
  serving boolean;
begin
  select known.* into held from public.landing_domains as known where known.id = p_domain_id for update;
  if not found then return null; end if;
  serving := held.state in ('verified', 'live');
  held.checked_at := now();
  held.problem := left(p_problem, 1000);
  if p_txt = 'found' then
    held.missing_since := null;
    -- A check that could not find out where the domain points does not change a live one.
    held.state := case when p_points_here then 'live' when p_points_here is null and held.state = 'live' then 'live' else 'verified' end;
  elsif p_txt in ('missing', 'wrong') and not serving then
    held.state := 'failed';
  elsif p_txt in ('missing', 'wrong') then
    held.missing_since := coalesce(held.missing_since, now());
    if held.missing_since <= now() - interval '3 days' then
      held.state := 'failed';
      perform private.notify_domain_status(held, 'landing-domain-stopped');
    else
      perform private.notify_domain_status(held, 'landing-domain-missing');
    end if;
  end if;
  update public.landing_domains as noted
  set state = held.state, problem = held.problem, checked_at = held.checked_at, missing_since = held.missing_since
  where noted.id = held.id;
  return held.state;
end
$$;

comment on function public.record_landing_domain_check(uuid, text, boolean, text) is
'Records a DNS check: p_txt is found, missing, wrong or unknown (no answer, so nothing changes). A record that disappeared causes an email, and after three days the domain stops.';

create function private.recheck_landing_domains() returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('check_domain', format('check_domain:%s:%s', known.id, now()::date), jsonb_build_object('domainId', known.id))
  from public.landing_domains as known where known.state in ('verified', 'live')
$$;

comment on function private.recheck_landing_domains() is 'Job: checks the DNS of every domain that is served.';

insert into private.scheduled_jobs (name, job_function, daily_at) values ('recheck landing domains', 'recheck_landing_domains', '04:20');

grant execute on function public.add_landing_domain(uuid, text) to authenticated;

grant execute on function public.record_landing_domain_check(uuid, text, boolean, text) to service_role;

create table public.landing_drafts (
  page_id uuid primary key references public.landing_pages (id) on delete cascade,
  slug text not null unique check (char_length(slug) <= 100 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  description text check (char_length(description) <= 1000),
  hide_title boolean not null default false,
  content text not null default '' check (char_length(content) <= 500000),
  blocks jsonb check (jsonb_typeof(blocks) = 'array' and octet_length(blocks::text) <= 4000000),
  theme text not null default 'default' check (char_length(theme) <= 50 and theme ~ '^[a-z][a-z0-9-]{0,49}$'),
  custom_css text check (char_length(custom_css) <= 100000),
  custom_js text check (char_length(custom_js) <= 100000),
  revision integer not null default 1,
  published_revision integer,
  updated_by uuid references auth.users (id) on delete set null,
  updated_at timestamptz not null default now()
);

comment on table public.landing_drafts is 'Drafts of landing pages. Visitors never see them.';

comment on column public.landing_drafts.page_id is 'The page.';

comment on column public.landing_drafts.slug is 'Its name in /landing/{slug} after it is published.';

comment on column public.landing_drafts.title is 'The heading and the document''s title.';

comment on column public.landing_drafts.description is 'The text under the heading and the meta description.';

comment on column public.landing_drafts.hide_title is 'Whether title and description are left out when the content has an h1 of its own.';

comment on column public.landing_drafts.content is 'The page''s HTML, which is made from the blocks when there are any.';

comment on column public.landing_drafts.blocks is 'The blocks of the page; null when it is written as HTML.';

comment on column public.landing_drafts.theme is 'The look that custom_css adds to.';

comment on column public.landing_drafts.custom_css is 'The page''s own CSS.';

comment on column public.landing_drafts.custom_js is 'The page''s own JavaScript.';

comment on column public.landing_drafts.revision is 'Grows with each save. A save names the revision that its editor saw.';

comment on column public.landing_drafts.published_revision is 'The revision that was last published.';

comment on column public.landing_drafts.updated_by is 'Who saved last.';

comment on column public.landing_drafts.updated_at is 'When.';

create index landing_drafts_updated_by_idx on public.landing_drafts (updated_by);

create trigger touch_updated_at before update on public.landing_drafts
for each row execute function private.touch_updated_at();

create table public.landing_page_versions (
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  number integer not null check (number > 0),
  slug text not null check (char_length(slug) <= 100),
  title text not null check (char_length(title) <= 200),
  description text check (char_length(description) <= 1000),
  hide_title boolean not null default false,
  content text not null check (char_length(content) <= 500000),
  blocks jsonb check (octet_length(blocks::text) <= 4000000),
  theme text not null check (char_length(theme) <= 50),
  custom_css text check (char_length(custom_css) <= 100000),
  custom_js text check (char_length(custom_js) <= 100000),
  rolled_back_to integer,
  published_by uuid references auth.users (id) on delete set null,
  published_at timestamptz not null default now(),
  primary key (page_id, number)
);

comment on table public.landing_page_versions is 'Every published version, as it was. Rows are only added.';

comment on column public.landing_page_versions.page_id is 'The page.';

comment on column public.landing_page_versions.number is '1, 2, 3 … of this page.';

comment on column public.landing_page_versions.slug is 'Its name in the address then.';

comment on column public.landing_page_versions.title is 'Its title then.';

comment on column public.landing_page_versions.description is 'Its description then.';

comment on column public.landing_page_versions.hide_title is 'Whether title and description were left out then.';

comment on column public.landing_page_versions.content is 'Its HTML then.';

comment on column public.landing_page_versions.blocks is 'Its blocks then; null when it was HTML.';

comment on column public.landing_page_versions.theme is 'Its look then.';

comment on column public.landing_page_versions.custom_css is 'Its style then.';

comment on column public.landing_page_versions.custom_js is 'Its script then.';

comment on column public.landing_page_versions.rolled_back_to is 'The earlier version whose content it restored.';

comment on column public.landing_page_versions.published_by is 'Who published it; null for the product itself.';

comment on column public.landing_page_versions.published_at is 'When.';

create index landing_page_versions_published_by_idx on public.landing_page_versions (published_by);

alter table public.landing_drafts enable row level security;

call private.require_sufficient_sessions('public.landing_drafts');

alter table public.landing_page_versions enable row level security;

call private.require_sufficient_sessions('public.landing_page_versions');

grant select, insert, update, delete on public.landing_drafts to service_role;

grant select on public.landing_page_versions to service_role;

grant select on public.landing_drafts, public.landing_page_versions to authenticated;

create policy "Admins read landing drafts" on public.landing_drafts
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Admins read the versions of landing pages" on public.landing_page_versions
for select to authenticated using ((select private.has_active_role('admin')));

create trigger assign_landing_version before insert or update of status on public.landing_pages
for each row execute function private.assign_landing_version();

create trigger create_landing_draft after insert on public.landing_pages
for each row execute function private.create_landing_draft();

call private.watch('public.landing_previews', 'id');

create function public.duplicate_landing_page(p_page_id uuid, p_id uuid) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  free text;
begin
  perform private.require_admin();
  held := private.lock_landing_draft(p_page_id, null);
  if exists (select from public.landing_pages as page where page.id = p_id) then
    return (select known.slug from public.landing_drafts as known where known.page_id = p_id);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('landing slugs', 0));
  select candidate.slug into free from (
    select rtrim(left(held.slug, 90), '-') || '-copy' || case when round = 1 then '' else '-' || round end as slug, round
    from generate_series(1, 10000) as round
  ) as candidate
  where not exists (select from public.landing_drafts as other where other.slug = candidate.slug)
    and not exists (select from public.landing_pages as other where other.slug = candidate.slug)
  order by candidate.round limit 1;
  perform public.create_landing_page(p_id, free, jsonb_build_object(
    'title', left(held.title, 193) || ' (copy)', 'description', held.description, 'hide_title', held.hide_title, 'content', held.content, 'blocks', held.blocks,
    'theme', held.theme, 'custom_css', held.custom_css, 'custom_js', held.custom_js));
  return free;
end
$$;

comment on function public.duplicate_landing_page(uuid, uuid) is
'Creates an unpublished page with this id from another page''s draft and returns its slug. Admins only. PT404: no such page.';

grant execute on function public.duplicate_landing_page(uuid, uuid) to authenticated;

create trigger count_quota_use_of_saves after update on public.landing_drafts
for each row when (old.content is distinct from new.content or old.blocks is distinct from new.blocks
  or old.custom_css is distinct from new.custom_css or old.custom_js is distinct from new.custom_js or old.revision <> new.revision)
execute function private.limit_landing_drafts();

create trigger count_quota_use_of_drafts after insert on public.landing_drafts
for each row execute function private.limit_landing_drafts();

create trigger count_quota_use_of_history after insert on public.landing_page_versions
for each row execute function private.limit_landing_history();

create trigger bump_landing_version after insert or update or delete on public.landing_domains
for each statement execute function private.bump_landing_version();

create function public.landing_index() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'stamp', public.landing_cache_version(),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('id', page.id, 'slug', page.slug, 'domain', page.custom_domain))
      from public.landing_pages as page where page.status = 'published'), '[]'),
    'domains', coalesce((select jsonb_agg(known.domain) from public.landing_domains as known), '[]')
  )
$$;

comment on function public.landing_index() is 'The published pages by slug and domain, every domain that was added, and the current stamp.';

create function public.landing_preview_to_serve(p_token text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', draft.page_id, 'slug', draft.slug, 'version', 0, 'title', draft.title, 'description', draft.description, 'hide_title', draft.hide_title,
    'content', draft.content, 'theme', draft.theme, 'custom_css', draft.custom_css, 'custom_js', draft.custom_js)
  from public.landing_previews as link join public.landing_drafts as draft on draft.page_id = link.page_id
  where link.token_hash = sha256(convert_to(p_token, 'UTF8')) and link.revoked_at is null and link.expires_at > now()
$$;

comment on function public.landing_preview_to_serve(text) is
'The draft that a preview link shows; null for a link that is wrong, expired or revoked.';

grant execute on function public.landing_index() to service_role;

grant execute on function public.landing_preview_to_serve(text) to service_role;

create table public.landing_submissions (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  version integer not null,
  lead_id uuid references public.leads (id) on delete set null,
  answers jsonb not null check (jsonb_typeof(answers) = 'object' and octet_length(answers::text) <= 60000),
  utm jsonb not null default '{}' check (jsonb_typeof(utm) = 'object' and octet_length(utm::text) <= 10000),
  source text not null default 'direct' check (char_length(source) <= 255),
  referrer_url text check (char_length(referrer_url) <= 2048),
  submission_id uuid unique,
  ip_hash text check (char_length(ip_hash) <= 64),
  is_spam boolean not null default false,
  created_at timestamptz not null default now()
);

comment on table public.landing_submissions is 'Forms that visitors of landing pages sent.';

comment on column public.landing_submissions.id is 'The submission.';

comment on column public.landing_submissions.page_id is 'The page.';

comment on column public.landing_submissions.version is 'The version of the page that the visitor saw.';

comment on column public.landing_submissions.lead_id is 'The lead that it created or updated.';

comment on column public.landing_submissions.answers is 'Every answer by the name of its field.';

comment on column public.landing_submissions.utm is 'The campaign: utm_source, utm_medium, utm_campaign, utm_term, utm_content.';

comment on column public.landing_submissions.source is 'utm_source, else the host that the visitor came from, else direct.';

comment on column public.landing_submissions.referrer_url is 'The page that the visitor came from.';

comment on column public.landing_submissions.submission_id is 'An id that the form makes, so that a form sent twice is stored once.';

comment on column public.landing_submissions.ip_hash is 'A salted hash of the IP address, to detect floods within a day.';

comment on column public.landing_submissions.is_spam is 'Whether it looks like spam. Spam is kept, sends no email and is not counted.';

comment on column public.landing_submissions.created_at is 'When it was sent.';

create index landing_submissions_page_id_created_at_idx on public.landing_submissions (page_id, created_at desc);

create index landing_submissions_lead_id_idx on public.landing_submissions (lead_id);

alter table public.landing_submissions enable row level security;

call private.require_sufficient_sessions('public.landing_submissions');

grant select, insert, update, delete on public.landing_submissions to service_role;

grant select on public.landing_submissions to authenticated;

create policy "Admins read what visitors of landing pages sent" on public.landing_submissions
for select to authenticated using ((select private.has_active_role('admin')));

create function private.upsert_lead_from_landing_form(p_form jsonb, p_activity jsonb, p_is_spam boolean) returns uuid
language sql volatile security definer
set search_path = ''
as $$
  select private.upsert_lead(
    jsonb_build_object(
      'email', p_form ->> 'email', 'first_name', p_form ->> 'first_name', 'last_name', p_form ->> 'last_name',
      'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'goals', left(p_form ->> 'message', 10000)
    ),
    private.parse_touch('landing_page', coalesce(p_form -> 'utm', '{}') || jsonb_build_object(
      'referrer_url', p_form ->> 'referrer_url', 'landing_page', '/landing/' || (p_activity ->> 'slug')
    )),
    null, p_is_spam, p_activity, 'landing_page'
  )
$$;

comment on function private.upsert_lead_from_landing_form(jsonb, jsonb, boolean) is
'Creates or updates the lead of the person who sent the form, and adds the form to its history.';

create function public.submit_landing_form(p_form jsonb, p_address text default null, p_is_spam boolean default false) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.landing_pages;
  stored public.landing_submissions;
  told jsonb := coalesce(p_form -> 'answers', '{}');
begin
  select served.* into page from public.landing_pages as served
  where served.id = (p_form ->> 'page_id')::uuid and served.status = 'published';
  if not found then perform private.refuse('page_not_found', 'PT404', 'Page not found or not published'); end if;
  insert into public.landing_submissions (page_id, version, answers, utm, source, referrer_url, submission_id, ip_hash, is_spam)
  values (
    page.id,
    -- A visitor may have opened an earlier version, and answers that one.
    case when (p_form ->> 'version')::integer between 1 and page.version then (p_form ->> 'version')::integer else page.version end,
    told, coalesce(p_form -> 'utm', '{}'), coalesce(nullif(p_form ->> 'source', ''), 'direct'), p_form ->> 'referrer_url',
    (p_form ->> 'submission_id')::uuid, private.hash_ip(p_address), p_is_spam
  )
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (select known.id from public.landing_submissions as known where known.submission_id = (p_form ->> 'submission_id')::uuid);
  end if;
  update public.landing_submissions as sent
  set lead_id = private.upsert_lead_from_landing_form(p_form, jsonb_build_object(
    'form', 'landing_page', 'landing_page_id', page.id, 'page_title', page.title, 'slug', page.slug, 'version', stored.version,
    'submission_id', stored.id, 'source', stored.source, 'utm', nullif(stored.utm, '{}'::jsonb), 'referrer_url', left(stored.referrer_url, 500),
    -- The lead's history gets short answers. The submission keeps all of them.
    'answers', case when octet_length(told::text) <= 15000 then told else (
      select jsonb_object_agg(answer.key, left(answer.value, 200))
      from (select * from jsonb_each_text(told) order by key limit 20) as answer
    ) end
  ), p_is_spam)
  where sent.id = stored.id;
  if not p_is_spam then
    perform private.enqueue_form_mails('landing', stored.id, p_form ->> 'email', p_form ->> 'first_name', jsonb_build_object(
      'name', private.name_or_email(p_form ->> 'first_name', p_form ->> 'last_name', p_form ->> 'email'),
      'email', p_form ->> 'email', 'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'message', p_form ->> 'message',
      'page', page.title, 'source', stored.source, 'campaign', stored.utm ->> 'utm_campaign',
      'more', (
        select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key)
        from jsonb_each_text(told) as answer
        where answer.key not in ('email', 'name', 'first_name', 'last_name', 'company', 'phone', 'message')
      )));
  end if;
  return stored.id;
end
$$;

comment on function public.submit_landing_form(jsonb, text, boolean) is
'Stores a form of a published landing page, its lead and its emails. A known submission_id changes nothing. Returns the submission''s id. PT404: the page is not published.';

grant execute on function public.submit_landing_form(jsonb, text, boolean) to service_role;

create function private.parse_landing_draft(p_draft jsonb, p_held public.landing_drafts) returns public.landing_drafts
language plpgsql stable
set search_path = ''
as $$
declare
  draft public.landing_drafts := p_held;
begin
  if p_draft is null or jsonb_typeof(p_draft) <> 'object' then
    perform private.refuse('draft_invalid', '22023', 'A draft is an object of its fields');
  end if;
  -- Reads only the fields that people write. Missing fields stay as they are.
  draft.slug := case when p_draft ? 'slug' then btrim(p_draft ->> 'slug') else draft.slug end;
  draft.title := case when p_draft ? 'title' then btrim(p_draft ->> 'title') else draft.title end;
  draft.description := case when p_draft ? 'description' then nullif(btrim(p_draft ->> 'description'), '') else draft.description end;
  if p_draft ? 'hide_title' then
    if jsonb_typeof(p_draft -> 'hide_title') <> 'boolean' then
      perform private.refuse('draft_invalid', '22023', 'hide_title is true or false', 'hide_title');
    end if;
    draft.hide_title := (p_draft ->> 'hide_title')::boolean;
  end if;
  draft.content := case when p_draft ? 'content' then coalesce(p_draft ->> 'content', '') else coalesce(draft.content, '') end;
  draft.blocks := case when p_draft ? 'blocks' then nullif(p_draft -> 'blocks', 'null'::jsonb) else draft.blocks end;
  draft.theme := coalesce(case when p_draft ? 'theme' then p_draft ->> 'theme' else draft.theme end, 'default');
  draft.custom_css := case when p_draft ? 'custom_css' then nullif(p_draft ->> 'custom_css', '') else draft.custom_css end;
  draft.custom_js := case when p_draft ? 'custom_js' then nullif(p_draft ->> 'custom_js', '') else draft.custom_js end;
  if coalesce(draft.slug, '') !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then
    perform private.refuse(
      'slug_invalid', '22023',
      'The address takes small letters, digits and single hyphens between them, such as free-consultation',
      'slug'
    );
  end if;
  perform private.check_landing_text('The address', draft.slug, 100);
  if coalesce(draft.title, '') = '' then perform private.refuse('required', '22023', 'The page needs a title', 'title'); end if;
  perform private.check_landing_text('The title', draft.title, 200);
  perform private.check_landing_text('The description', draft.description, 1000);
  perform private.check_landing_text('The content', draft.content, 500000);
  perform private.check_landing_text('The CSS', draft.custom_css, 100000);
  perform private.check_landing_text('The JavaScript', draft.custom_js, 100000);
  if draft.blocks is not null and jsonb_typeof(draft.blocks) <> 'array' then
    perform private.refuse('draft_invalid', '22023', 'Blocks are a list', 'blocks');
  end if;
  if octet_length(draft.blocks::text) > 4000000 then perform private.refuse('blocks_too_large', '22023', 'The blocks are larger than 4 MB', 'blocks'); end if;
  if draft.theme !~ '^[a-z][a-z0-9-]{0,49}$' then perform private.refuse('unknown_theme', '22023', 'There is no such theme', 'theme'); end if;
  return draft;
end
$$;

comment on function private.parse_landing_draft(jsonb, public.landing_drafts) is
'The draft with the given fields, checked. 22023: what cannot be stored.';

create function private.lock_landing_draft(p_page_id uuid, p_seen_revision integer) returns public.landing_drafts
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.landing_drafts;
begin
  select draft.* into held from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  if not found then perform private.refuse('page_not_found', 'PT404', 'There is no such page: it was deleted'); end if;
  if p_seen_revision is not null and held.revision <> p_seen_revision then
    perform private.refuse(
      'outdated', 'PT409',
      format('%s saved this page meanwhile', coalesce(private.person_name(held.updated_by), 'Somebody')),
      p_more => jsonb_build_object('revision', held.revision, 'updated_at', held.updated_at)
    );
  end if;
  return held;
end
$$;

comment on function private.lock_landing_draft(uuid, integer) is
'Locks and returns the draft. PT404: no such page. PT409: names the person who saved since the given revision.';

create function public.create_landing_page(p_id uuid, p_slug text, p_draft jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  draft public.landing_drafts;
begin
  perform private.require_admin();
  if p_id is null then perform private.refuse('required', '22023', 'A page needs an id', 'id'); end if;
  draft := private.parse_landing_draft(coalesce(p_draft, '{}') || jsonb_build_object('slug', p_slug), null);
  -- Blocks start with a heading of their own.
  draft.hide_title := coalesce(draft.hide_title, draft.blocks is not null);
  -- A repeated request creates one page.
  if exists (select from public.landing_pages as page where page.id = p_id) then
    return (select known.revision from public.landing_drafts as known where known.page_id = p_id);
  end if;
  perform private.require_free_slug(p_id, draft.slug);
  insert into public.landing_pages (id, slug, title, theme) values (p_id, draft.slug, draft.title, draft.theme);
  update public.landing_drafts as begun
  set description = draft.description, hide_title = draft.hide_title, content = draft.content, blocks = draft.blocks, custom_css = draft.custom_css,
    custom_js = draft.custom_js, updated_by = auth.uid()
  where begun.page_id = p_id;
  return 1;
end
$$;

comment on function public.create_landing_page(uuid, text, jsonb) is
'Creates a page with this draft and returns the draft''s revision. A known id changes nothing. Admins only. PT409: another page has the slug. 22023: what cannot be stored.';

create function public.save_landing_draft(p_page_id uuid, p_seen_revision integer, p_draft jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  draft public.landing_drafts;
begin
  perform private.require_admin();
  held := private.lock_landing_draft(p_page_id, null);
  draft := private.parse_landing_draft(p_draft, held);
  -- A repeated request, or nothing changed: it is already saved.
  if draft = held then return held.revision; end if;
  perform private.lock_landing_draft(p_page_id, coalesce(p_seen_revision, -1));
  if draft.slug <> held.slug then
    perform private.require_free_slug(p_page_id, draft.slug);
    -- A page that was never published gives up its old slug.
    update public.landing_pages as page set slug = draft.slug where page.id = p_page_id and page.version = 0;
  end if;
  update public.landing_pages as page set title = draft.title where page.id = p_page_id and page.version = 0 and page.title <> draft.title;
  update public.landing_drafts as saved
  set slug = draft.slug, title = draft.title, description = draft.description, hide_title = draft.hide_title, content = draft.content, blocks = draft.blocks,
    theme = draft.theme, custom_css = draft.custom_css, custom_js = draft.custom_js, revision = held.revision + 1, updated_by = auth.uid()
  where saved.page_id = p_page_id;
  return held.revision + 1;
end
$$;

comment on function public.save_landing_draft(uuid, integer, jsonb) is
'Saves the given fields and returns the new revision. Without a change it saves nothing. Admins only. PT404: no such page. PT409: names the person who saved since, or the slug is taken. 22023: what cannot be stored.';

create function private.publish_landing_draft(p_draft public.landing_drafts, p_rolled_back_to integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  number integer;
begin
  perform private.require_free_slug(p_draft.page_id, p_draft.slug);
  update public.landing_pages as page
  set status = 'published', slug = p_draft.slug, title = p_draft.title, description = p_draft.description, hide_title = p_draft.hide_title, content = p_draft.content,
    theme = p_draft.theme, custom_css = p_draft.custom_css, custom_js = p_draft.custom_js,
    version = 1 + greatest(page.version,
      coalesce((select max(past.number) from public.landing_page_versions as past where past.page_id = page.id), 0))
  where page.id = p_draft.page_id
  returning page.version into number;
  insert into public.landing_page_versions (
    page_id, number, slug, title, description, hide_title, content, blocks, theme, custom_css, custom_js, rolled_back_to, published_by
  ) values (
    p_draft.page_id, number, p_draft.slug, p_draft.title, p_draft.description, p_draft.hide_title, p_draft.content, p_draft.blocks, p_draft.theme,
    p_draft.custom_css, p_draft.custom_js, p_rolled_back_to, auth.uid()
  );
  update public.landing_drafts as published set published_revision = p_draft.revision where published.page_id = p_draft.page_id;
  return number;
end
$$;

comment on function private.publish_landing_draft(public.landing_drafts, integer) is 'Publishes the draft as a new version.';

create function public.publish_landing_page(p_page_id uuid, p_seen_revision integer) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  live public.landing_pages;
begin
  perform private.require_admin();
  held := private.lock_landing_draft(p_page_id, coalesce(p_seen_revision, -1));
  select page.* into live from public.landing_pages as page where page.id = p_page_id;
  -- A repeated request: the page is already live.
  if live.status = 'published' and held.published_revision = held.revision then return live.version; end if;
  return private.publish_landing_draft(held, null);
end
$$;

comment on function public.publish_landing_page(uuid, integer) is
'Publishes the draft and returns its version. Admins only. PT404: no such page. PT409: names the person who saved since, or the slug is taken.';

create function public.roll_back_landing_page(p_page_id uuid, p_number integer) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  past public.landing_page_versions;
begin
  perform private.require_admin();
  held := private.lock_landing_draft(p_page_id, null);
  select version.* into past from public.landing_page_versions as version where version.page_id = p_page_id and version.number = p_number;
  if not found then perform private.refuse('version_not_found', 'PT404', format('There is no version %s', p_number)); end if;
  -- The slug stays, because restoring a text must not break links.
  update public.landing_drafts as restored
  set title = past.title, description = past.description, hide_title = past.hide_title, content = past.content, blocks = past.blocks, theme = past.theme,
    custom_css = past.custom_css, custom_js = past.custom_js, revision = held.revision + 1, updated_by = auth.uid()
  where restored.page_id = p_page_id
  returning restored.* into held;
  held.slug := (select page.slug from public.landing_pages as page where page.id = p_page_id);
  return private.publish_landing_draft(held, p_number);
end
$$;

comment on function public.roll_back_landing_page(uuid, integer) is
'Publishes the content of an earlier version as a new version and as the draft; the slug stays. Returns the version''s number. Admins only. PT404: no such page or version.';

grant execute on function public.create_landing_page(uuid, text, jsonb) to authenticated;

grant execute on function public.save_landing_draft(uuid, integer, jsonb) to authenticated;

grant execute on function public.publish_landing_page(uuid, integer) to authenticated;

grant execute on function public.roll_back_landing_page(uuid, integer) to authenticated;

call private.watch('public.pipeline_stages', 'key');

call private.watch('public.lost_reasons', 'id');

call private.watch('public.client_dashboards', 'id');

call private.watch('public.change_requests', 'id');

call private.watch('public.invoice_lines', 'id');

call private.watch('public.leads', 'id');

call private.watch('public.invoice_credits', 'id');

call private.watch('public.retainer_charges', 'retainer_id', 'charge_date');

call private.watch('public.change_request_answers', 'id');

create function private.lead_relatives(p_leads uuid[], p_emails text[]) returns uuid[]
language sql stable
set search_path = ''
as $$
  with recursive related (id) as (
    select lead.id from public.leads as lead
    where lead.erased_at is null and (lead.id = any (p_leads) or lower(lead.email) = any (p_emails))
    union
    select other.id from related join public.leads as one on one.id = related.id
    join public.leads as other on (other.merged_into = one.id or other.id = one.merged_into) and other.erased_at is null
  )
  select coalesce(array_agg(related.id order by related.id), '{}') from related
$$;

comment on function private.lead_relatives(uuid[], text[]) is
'These leads, leads with one of these addresses, and all leads that were merged with one of them.';

create function private.find_person(p_kind text, p_id uuid) returns private.erased_person
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person private.erased_person;
  known integer := -1;
begin
  person.leads := case when p_kind = 'lead' then array[p_id] else '{}' end;
  person.accounts := case when p_kind = 'account' then array[p_id] else '{}' end;
  person.emails := '{}';
  -- A lead leads to an account with its address, and that to more leads, until nothing new is found. Only a confirmed address
  -- counts. A member of the team is never erased through a lead.
  while known is distinct from cardinality(person.leads) + cardinality(person.accounts) + cardinality(person.emails) loop
    known := cardinality(person.leads) + cardinality(person.accounts) + cardinality(person.emails);
    person.leads := private.lead_relatives(person.leads, person.emails);
    person.accounts := array(
      select account.id from auth.users as account
      where account.id = any (person.accounts)
        or account.email_confirmed_at is not null and lower(account.email) = any (person.emails) and not private.is_team_account(account.id)
      order by 1
    );
    person.emails := array(
      select lower(btrim(lead.email)) from public.leads as lead where lead.id = any (person.leads) and btrim(lead.email) <> ''
      union
      select lower(account.email) from auth.users as account where account.id = any (person.accounts) and account.email_confirmed_at is not null
      order by 1
    );
  end loop;
  person.phones := array(select distinct lead.phone_key from public.leads as lead where lead.id = any (person.leads) and lead.phone_key is not null);
  return person;
end
$$;

comment on function private.find_person(text, uuid) is
'All leads and accounts of one person: merged leads, leads with the same address, and the account with that confirmed address.';

create function private.person_to_erase(p_kind text, p_id uuid) returns private.erased_person
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person private.erased_person := private.find_person(p_kind, p_id);
begin
  -- Leads that were merged with one of these and separated again. Copies of them may contain this person's data.
  person.partners := array(
    select distinct noted.lead_id from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
    where batch.kind = 'merge' and noted.lead_id <> all (person.leads) and batch.id in (
      select own.batch_id from private.lead_batch_rows as own where own.lead_id = any (person.leads)
    )
  );
  person.pattern := private.pattern_of(array(
    select distinct found.needle from (
      select unnest(person.emails || person.leads::text[])
      union all select lower(account.email) from auth.users as account where account.id = any (person.accounts)
      union all select lower(account.email_change) from auth.users as account where account.id = any (person.accounts)
      union all select unnest(array[lower(sent.email), sent.id::text]) from public.contacts as sent
        where sent.lead_id = any (person.leads) or lower(sent.email) = any (person.emails)
      union all select unnest(array[lower(sent.email), sent.id::text]) from public.applications as sent
        where sent.lead_id = any (person.leads) or lower(sent.email) = any (person.emails)
      union all select sent.id::text from public.landing_submissions as sent where sent.lead_id = any (person.leads)
      union all select clock.id::text from public.lead_clocks as clock where clock.lead_id = any (person.leads)
      union all select request.id::text from public.change_requests as request where request.user_id = any (person.accounts)
      union all select invoice.id::text from public.invoices as invoice where invoice.client_id = any (person.accounts)
      union all select lower(noted.side ->> 'email') from (
        select unnest(array[copy.before, copy.after]) as side from private.lead_batch_rows as copy where copy.lead_id = any (person.leads)
      ) as noted
    ) as found (needle) where btrim(found.needle) <> ''
  ));
  person.words := private.erased_words(person.leads);
  return person;
end
$$;

comment on function private.person_to_erase(text, uuid) is 'One person, with everything that finds copies of their data.';

create function private.erasure_obstacles(p_person private.erased_person) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', found.code, 'text', found.words, 'items', found.items) order by found.place), '[]')
  from (
    select 1 as place, 'self' as code, 'You cannot erase yourself: another admin can.' as words, '[]'::jsonb as items
    where auth.uid() = any ((p_person).accounts)
    union all
    select 2, 'last_admin', 'This is the last active admin: make somebody else an admin first.', '[]'
    where exists (
      select from public.user_roles as held
      where held.user_id = any ((p_person).accounts) and held.role = 'admin' and held.status = 'active'
    ) and not exists (
      select from public.user_roles as other
      where other.user_id <> all ((p_person).accounts) and other.role = 'admin' and other.status = 'active'
    )
    union all
    select 3, 'open_invoices', 'These invoices are open: collect, credit or void them first.', jsonb_agg(jsonb_build_object(
      'id', invoice.id, 'label', invoice.invoice_number, 'amount', invoice.owed_amount,
      'currency', invoice.currency
    ) order by invoice.created_at, invoice.id)
    from public.invoices as invoice
    where invoice.client_id = any ((p_person).accounts) and invoice.status in ('pending', 'overdue', 'active') having count(*) > 0
    union all
    select 4, 'running_retainers', 'These retainers still run: end them first.', jsonb_agg(jsonb_build_object(
      'id', retainer.id, 'label', retainer.retainer_name
    ) order by retainer.created_at, retainer.id)
    from public.retainers as retainer
    where retainer.client_id = any ((p_person).accounts) and retainer.status in ('active', 'paused') having count(*) > 0
    union all
    select 5, 'paid_plan', 'The premium plan still runs at the payment provider: cancel it there first.', '[]'
    where exists (
      select from public.subscriptions as plan
      where plan.user_id = any ((p_person).accounts) and plan.subscribed and plan.stripe_subscription_id is not null
    )
    union all
    select 6, 'open_leads', format('This person owns %s open %s: end their access first, which hands the leads over.',
      count(*), case count(*) when 1 then 'lead' else 'leads' end), '[]'
    from public.leads as lead
    where lead.user_id = any ((p_person).accounts) and lead.id <> all ((p_person).leads) and lead.archived_at is null
      and lead.erased_at is null and lead.stage not in ('won', 'lost') having count(*) > 0
  ) as found
$$;

comment on function private.erasure_obstacles(private.erased_person) is
'Why a person cannot be erased now: [{ code, text, items }]. Codes: self, last_admin, open_invoices, running_retainers, paid_plan, open_leads.';

create function private.count_erased(p_person private.erased_person) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  rule record;
  found_rows bigint;
  answer jsonb := '[]';
begin
  for rule in select * from private.erasure_rules() as each where each.label is not null order by each.place, each.table_name loop
    execute format('select count(*) from %s as held where %s', rule.table_name, rule.whose) into found_rows using p_person;
    if found_rows > 0 then
      answer := answer || jsonb_build_object(
        'table', rule.table_name, 'label', rule.label, 'count', found_rows, 'treatment', rule.treatment, 'reason', rule.reason
      );
    end if;
  end loop;
  return answer;
end
$$;

comment on function private.count_erased(private.erased_person) is 'The rows of a person by rule, as the dry run lists them.';

create function public.preview_erasure(p_kind text, p_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
set statement_timeout = '2min'
as $$
declare
  person private.erased_person;
begin
  perform private.require_admin();
  perform private.require_person(p_kind, p_id);
  person := private.person_to_erase(p_kind, p_id);
  return jsonb_build_object(
    'confirm_with', private.erasure_label(p_kind, p_id),
    'leads', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', lead.id, 'name', private.lead_title(lead), 'email', lead.email, 'merged', lead.merged_into is not null
      ) order by lead.created_at, lead.id), '[]') from public.leads as lead where lead.id = any (person.leads)
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'email', account.email) order by account.created_at, account.id), '[]')
      from auth.users as account where account.id = any (person.accounts)
    ),
    -- Accounts of the team with the same address stay.
    'team_accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'email', account.email) order by account.created_at, account.id), '[]')
      from auth.users as account
      where lower(account.email) = any (person.emails) and account.id <> all (person.accounts) and private.is_team_account(account.id)
    ),
    'obstacles', private.erasure_obstacles(person),
    'found', private.count_erased(person)
  );
end
$$;

comment on function public.preview_erasure(text, uuid) is
'What erase_person would do with a lead or an account: { confirm_with, leads, accounts, team_accounts, obstacles: [{ code, text, items }], found: [{ table, label, count, treatment, reason }] }. Changes nothing. Admins only (42501). PT404: no such person. PT409: already erased. 22023: no such kind.';

create function private.lock_person(p_person private.erased_person) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- A form sent at this moment comes before the erasure, or makes a new lead after it. Locks are taken in the same order as in
  -- private.find_lead.
  perform pg_advisory_xact_lock(wanted.lock) from (
    select distinct hashtextextended('lead of ' || named.name, 0) as lock
    from (select unnest((p_person).emails) union all select 'phone ' || unnest((p_person).phones)) as named (name) order by 1
  ) as wanted;
  perform from public.leads as lead where lead.id = any ((p_person).leads) order by lead.id for update;
  perform from auth.users as account where account.id = any ((p_person).accounts) order by account.id for update;
end
$$;

comment on function private.lock_person(private.erased_person) is 'Locks everything that new data of a person would refer to.';

create function private.apply_erasure_rules(p_person private.erased_person) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  rule record;
  assignments text;
begin
  for rule in select * from private.erasure_rules() as each where each.treatment <> 'kept' order by each.place, each.table_name loop
    if rule.treatment = 'deleted' then
      execute format('delete from %s as held where %s', rule.table_name, rule.whose) using p_person;
    else
      -- Hosted and embedded auth tables differ in a few columns.
      select string_agg(format('%I = %s', item.key, item.value), ', ') into assignments
      from jsonb_each_text(rule.sets) as item join pg_catalog.pg_attribute as part
        on part.attrelid = rule.table_name::regclass and part.attname = item.key and not part.attisdropped and part.attgenerated = '';
      execute format('update %s as held set %s where %s', rule.table_name, assignments, rule.whose) using p_person;
    end if;
  end loop;
end
$$;

comment on function private.apply_erasure_rules(private.erased_person) is 'Applies private.erasure_rules() one by one.';

create function public.erase_person(p_kind text, p_id uuid, p_confirmation text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
set statement_timeout = '2min'
as $$
declare
  person private.erased_person;
  obstacles jsonb;
  erasure uuid;
begin
  perform private.require_admin();
  -- Erasures take turns. A caller who waited may no longer be an admin, and the person may be gone.
  perform pg_advisory_xact_lock(hashtextextended('private.erase_person', 0));
  perform private.require_admin();
  perform private.require_person(p_kind, p_id);
  perform private.lock_person(private.find_person(p_kind, p_id));
  -- Read again behind the locks, because somebody may have merged a lead or changed an address meanwhile.
  person := private.person_to_erase(p_kind, p_id);
  perform private.lock_person(person);
  if lower(btrim(p_confirmation)) is distinct from lower(btrim(private.erasure_label(p_kind, p_id))) then
    perform private.refuse('confirmation_wrong', '22023', 'The confirmation is not the address or name of this person', 'confirmation');
  end if;
  obstacles := private.erasure_obstacles(person);
  if obstacles <> '[]' then
    perform private.refuse('erasure_blocked', 'PT409', obstacles -> 0 ->> 'text', p_more => jsonb_build_object('obstacles', obstacles));
  end if;
  insert into private.erasures (kind, leads, accounts, erased_by)
  values (p_kind, person.leads, person.accounts, auth.uid()) returning id into erasure;
  perform private.archive_billing_identities(person.accounts);
  perform private.apply_erasure_rules(person);
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, after)
  select auth.uid(), (select account.email from auth.users as account where account.id = auth.uid()), 'insert', 'erasures', erasure::text,
    jsonb_build_object('kind', p_kind, 'tombstone', p_id, 'leads', cardinality(person.leads), 'accounts', cardinality(person.accounts));
  update private.erasures as done set finished_at = now() where done.id = erasure;
  return jsonb_build_object('erasure_id', erasure, 'leads', cardinality(person.leads), 'accounts', cardinality(person.accounts));
end
$$;

comment on function public.erase_person(text, uuid, text) is
'Erases a lead or an account with everything that preview_erasure lists, for good and in one transaction: { erasure_id, leads, accounts }. The confirmation is confirm_with of the preview. Admins only (42501). PT404: no such person. PT409: already erased, or erasure_blocked with all obstacles. 22023: wrong confirmation or kind.';

grant execute on function public.preview_erasure(text, uuid) to authenticated;

grant execute on function public.erase_person(text, uuid, text) to authenticated;

create function private.neutral_company(p_company text, p_person private.erased_person) returns text
language sql stable
set search_path = ''
as $$
  select case
    when coalesce(btrim(p_company), '') = '' then null
    when exists (
      select from public.leads as other where other.company = p_company and other.erased_at is null and other.id <> all ((p_person).leads)
    ) then p_company
    else 'Erased company ' || left((
      select min(own.id::text) from public.leads as own where own.id = any ((p_person).leads) and btrim(own.company) = btrim(p_company)
    ), 8)
  end
$$;

comment on function private.neutral_company(text, private.erased_person) is
'The company of a tombstone, so that companies and their leads are still counted right: the name if other leads have it too, else a neutral one.';

create function private.neutral_touch(p_touch jsonb, p_person private.erased_person) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when coalesce(p_touch ->> 'utm_campaign', '') <> '' then jsonb_build_object('utm_campaign', case
    when exists (
      select from public.leads as other
      where lower(other.first_touch ->> 'utm_campaign') = lower(p_touch ->> 'utm_campaign') and other.erased_at is null
        and other.id <> all ((p_person).leads)
    ) then p_touch ->> 'utm_campaign'
    else 'erased-' || left((
      select min(own.id::text) from public.leads as own
      where own.id = any ((p_person).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(p_touch ->> 'utm_campaign')
    ), 8)
  end) end
$$;

comment on function private.neutral_touch(jsonb, private.erased_person) is
'The campaign of a tombstone, so that campaigns are still counted right: the name if other leads came from it too, else a neutral one.';

create function private.neutral_source(p_source text, p_page_id uuid, p_person private.erased_person) returns text
language sql stable
set search_path = ''
as $$
  select case when p_source = 'direct'
    or exists (select from public.landing_views as counted where counted.page_id = p_page_id and counted.source = p_source)
    or exists (
      select from public.landing_submissions as other
      where other.page_id = p_page_id and other.source = p_source and other.answers <> '{}' and other.lead_id <> all ((p_person).leads)
    ) then p_source else 'erased' end
$$;

comment on function private.neutral_source(text, uuid, private.erased_person) is
'The source of a form: unchanged if other visitors came from it too, else a neutral word.';

create function private.erasure_of(p_lead_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('at', done.finished_at, 'by', private.person_name(done.erased_by))
  from private.erasures as done where done.leads @> array[p_lead_id] and done.finished_at is not null limit 1
$$;

comment on function private.erasure_of(uuid) is 'When a lead was erased and by whom: { at, by }; null when it was not.';

create trigger refuse_erased_task after insert on public.lead_tasks
referencing new table as written for each statement execute function private.refuse_erased_lead();

create trigger refuse_erased_submission after insert on public.landing_submissions
referencing new table as written for each statement execute function private.refuse_erased_lead();

create trigger refuse_erased_client_setup after insert on private.pending_client_setups
referencing new table as written for each statement execute function private.refuse_erased_lead();

insert into private.purges (name, batch, run_every) values
-- Without an index (hosted) the search reads the whole log.
('auth_log', 250, interval '6 hours'), ('sessions', 50, interval '1 hour'), ('refresh_tokens', 250, interval '1 hour'),
('flow_states', 500, interval '1 hour');

insert into private.scheduled_jobs (name, job_function, run_every) values ('purge old records', 'run_next_purge', interval '15 seconds');

create index lead_imports_rows_purged_at_idx on public.lead_imports (rows_purged_at);

insert into private.quotas (kind, max_count, period, message) values
('service_requests', 20, interval '1 day', 'You can send %s service requests a day.'),
('request_answers', 500, interval '1 day', 'You can send %s answers a day.'),
('contact_messages', 20, interval '1 day', 'You can send %s contact messages a day.'),
('lead_emails', 200, interval '1 day', 'You can send %s emails to leads a day.'),
('lead_emails_to_one', 20, interval '1 day', 'One address gets at most %s emails a day.'),
('logged_activities', 2000, interval '1 day', 'You can log %s calls, notes and other activities a day.'),
('lead_history', 200000, interval '1 day', 'You can add %s entries to the history of leads a day.'),
('lead_tasks', 2000, interval '1 day', 'You can plan %s tasks a day.'),
('leads', 1000, interval '1 day', 'You can add %s leads a day by hand. Import a file to add more.'),
('lead_changes', 10000, interval '1 day', 'You can make %s changes to leads a day.'),
('changed_leads', 200000, interval '1 day', 'You can change %s leads a day.'),
('lead_imports', 100, interval '1 day', 'You can start %s imports a day.'),
('import_rows', 1000000, interval '1 day', 'You can hand over %s rows of files a day.'),
('import_bytes', 1000000000, interval '1 day', 'You can hand over %s bytes of files a day.'),
('client_dashboards', 100000, interval '1 day', 'You can add %s dashboards a day.'),
('dashboard_imports', 200, interval '1 day', 'You can start %s dashboard imports a day.'),
('dashboard_import_entries', 200000, interval '1 day', 'You can hand over %s dashboards of files a day.'),
('invitations', 200, interval '1 day', 'You can send %s invitations a day.'),
('invitations_to_one', 10, interval '1 day', 'One address gets at most %s invitations a day.'),
('invoices', 2000, interval '1 day', 'You can create %s invoices a day.'),
('invoice_credits', 500, interval '1 day', 'You can give %s credits a day.'),
('retainers', 1000, interval '1 day', 'You can create %s retainers a day.'),
('admin_emails', 500, interval '1 day', 'You can add %s admin addresses a day.'),
('premium_overrides', 1000, interval '1 day', 'You can give premium to %s addresses a day.'),
('landing_pages', 200, interval '1 day', 'You can create %s landing pages a day.'),
('landing_saves', 10000, interval '1 day', 'You can save drafts of landing pages %s times a day.'),
('landing_publishes', 300, interval '1 day', 'You can publish landing pages %s times a day.'),
('landing_previews', 200, interval '1 day', 'You can make %s preview links a day.'),
('landing_domains', 100, interval '1 day', 'You can add %s domains a day.'),
('audit_entries', 500000, interval '1 day', 'You can make %s changes a day.');

insert into private.quotas (kind, max_count, advice, message) values
('lead_views', 200, 'Delete one that you no longer need.', 'You can keep %s views.'),
('lost_reasons', 100, 'Rename one that you no longer need.', 'There can be %s lost reasons.'),
('landing_pages_held', 500, 'Delete one that you no longer need.', 'There can be %s landing pages.'),
('landing_draft_bytes', 500000000, 'Delete a page that you no longer need.', 'Drafts of landing pages can take %s bytes together.'),
('landing_versions', 1000, 'Duplicate the page and go on with the copy.', 'A page keeps %s versions.'),
('landing_history_bytes', 200000000, 'Duplicate the page and go on with the copy.', 'The versions of a page can take %s bytes together.'),
('landing_previews_open', 50, 'Revoke one that you no longer need.', 'A page can have %s preview links at once.');

call private.limit_inserts('public.change_requests', 'service_requests');

call private.limit_inserts('public.change_request_answers', 'request_answers');

call private.limit_inserts('public.lead_tasks', 'lead_tasks');

call private.limit_inserts('public.leads', 'leads');

call private.limit_inserts('public.lead_imports', 'lead_imports');

call private.limit_inserts('public.client_dashboards', 'client_dashboards');

call private.limit_inserts('private.dashboard_imports', 'dashboard_imports');

call private.limit_inserts('private.dashboard_import_entries', 'dashboard_import_entries');

call private.limit_inserts('public.invitations', 'invitations');

call private.limit_inserts('public.invoices', 'invoices');

call private.limit_inserts('public.invoice_credits', 'invoice_credits');

call private.limit_inserts('public.retainers', 'retainers');

call private.limit_inserts('public.admin_emails', 'admin_emails');

call private.limit_inserts('public.premium_overrides', 'premium_overrides');

call private.limit_inserts('public.landing_pages', 'landing_pages');

call private.limit_inserts('public.landing_page_versions', 'landing_publishes');

call private.limit_inserts('public.landing_previews', 'landing_previews');

call private.limit_inserts('public.landing_domains', 'landing_domains');

call private.limit_inserts('public.audit_log', 'audit_entries');

create trigger count_quota_use_of_address after insert on public.invitations
referencing new table as added for each statement execute function private.limit_invitations_to_one();

create policy "Clients send requests in their own name" on public.change_requests
for insert to authenticated
with check (
  user_id = (select auth.uid())
  and lower(user_email) = (select private.confirmed_email())
  and (select private.has_active_role('client'))
);

create policy "The team sends requests in its own name" on public.change_requests
for insert to authenticated
with check (
  user_id = (select auth.uid())
  and lower(user_email) = (select private.confirmed_email())
  and ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
);

create function private.import_warnings(p_import_id uuid) returns table ("position" integer, problem text)
language sql stable
set search_path = ''
as $$
  select odd."position", odd.problem
  from (
    select entry."position", case
      when exists (
        select from public.client_dashboards as same
        where same.notion_database_url = entry.notion_database_url and lower(same.business_name) = lower(entry.business_name)
      ) then 'exists'
      when owned.id is not null then 'has_dashboard'
      when person.id is null and entry.user_id <> 'imported-user' then 'unknown_account'
    end as problem
    from private.dashboard_import_entries as entry
    left join auth.users as person on person.id::text = lower(entry.user_id) and person.email_confirmed_at is not null
    left join public.client_dashboards as owned on owned.owner_id = person.id
    where entry.import_id = p_import_id
  ) as odd
  where odd.problem is not null
$$;

comment on function private.import_warnings(uuid) is 'The waiting entries that an admin should check, and why. All of them can be added.';

revoke execute on function private.lock_own_dashboard_import(uuid), private.import_warnings(uuid) from public;

create trigger touch_updated_at
before update of user_id, business_name, dashboard_title, notion_database_url on public.client_dashboards
for each row execute function private.touch_updated_at();

create function public.update_client_dashboard(
  dashboard_id uuid, new_business_name text, new_notion_url text, new_dashboard_title text,
  expected_updated_at timestamptz default null, new_client_email text default null
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.client_dashboards;
  client_email text := nullif(btrim(new_client_email), '');
begin
  perform private.require_admin();
  select dashboard.* into held from public.client_dashboards as dashboard
  where dashboard.id = dashboard_id for update;
  if not found then
    perform private.refuse('dashboard_not_found', 'PT404', format('No dashboard with the id %s', dashboard_id));
  end if;
  if held.updated_at <> expected_updated_at then
    perform private.refuse('outdated', 'PT409', 'The dashboard was changed in the meantime');
  end if;
  if client_email is not null and held.owner_id is not null then
    perform private.refuse('dashboard_has_account', '22023', 'The dashboard belongs to an account already', 'client_email');
  end if;
  update public.client_dashboards as dashboard
  set user_id = case when client_email is null then dashboard.user_id else private.account_of_email(client_email)::text end,
    business_name = private.require_name(new_business_name, 'Business name'),
    notion_database_url = private.require_https_url(new_notion_url),
    dashboard_title = private.require_name(new_dashboard_title, 'Dashboard title'),
    health_status = case when dashboard.notion_database_url = btrim(new_notion_url) then dashboard.health_status else 'unknown' end
  where dashboard.id = dashboard_id;
exception when unique_violation then
  perform private.refuse('client_has_dashboard', '23505', format('The client %s already has a dashboard', left(client_email, 320)), 'client_email');
end
$$;

comment on function public.update_client_dashboard(uuid, text, text, text, timestamptz, text) is
'Changes a dashboard; with expected_updated_at only if nobody changed it since. new_client_email assigns an imported dashboard to that account. Admins only. Errors: 42501, PT404 unknown id or address, PT409 changed meanwhile, 22023 bad input, 22001 too long, 23505 the client has one.';

grant execute on function public.update_client_dashboard(uuid, text, text, text, timestamptz, text) to authenticated;

create function private.announce_retainer_charges() returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('retainer:%s:renewing:%s', retainer.id, charge.day), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'retainer-renewing',
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'retainer', retainer.retainer_name, 'amount', retainer.monthly_amount::text,
      'currency', retainer.currency, 'charge', charge.day
    )
  ))
  from public.retainers as retainer
  cross join lateral private.charge_dates(
    retainer.start_date, retainer.end_date, retainer.duration_months, private.agency_day() + 1, private.agency_day() + 3
  ) as charge (day)
  cross join lateral private.mail_recipient(retainer.client_id) as person (row)
  where retainer.status = 'active' and charge.day > retainer.start_date
$$;

comment on function private.announce_retainer_charges() is 'Job: emails clients three days before a retainer renews, once for each charge.';

create function public.announce_trial_end(p_user_id uuid, p_trial_end timestamptz, p_run_at timestamptz default now()) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('trial-ending:%s:%s', plan.user_id, p_trial_end::date), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'trial-ending',
    'data', jsonb_build_object('name', person.row ->> 'name', 'ends', private.agency_day(p_trial_end), 'canceled', plan.cancel_at_period_end::text)
  ), p_run_at)
  from public.subscriptions as plan cross join lateral private.mail_recipient(plan.user_id) as person (row)
  where plan.user_id = p_user_id and plan.subscribed
$$;

comment on function public.announce_trial_end(uuid, timestamptz, timestamptz) is
'Emails a person that their free trial ends, once for each end date.';

create function private.announce_ending_trials() returns void
language sql volatile
set search_path = ''
as $$
  select public.announce_trial_end(plan.user_id, plan.trial_end)
  from public.subscriptions as plan
  where plan.subscribed and plan.trial_end > now() and plan.trial_end <= now() + interval '2 days'
$$;

comment on function private.announce_ending_trials() is 'Job: emails people two days before their free trial ends.';

grant execute on function public.announce_trial_end(uuid, timestamptz, timestamptz) to service_role;

create table public.lead_activities (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  body text check (char_length(body) <= 10000),
  actor_id uuid references auth.users (id) on delete set null,
  occurred_at timestamptz not null default now(),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 20000),
  created_at timestamptz not null default now(),
  constraint lead_activities_moments check (
    occurred_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
  )
);

comment on table public.lead_activities is 'The append-only history of a lead.';

comment on column public.lead_activities.id is 'The activity.';

comment on column public.lead_activities.lead_id is 'The lead.';

comment on column public.lead_activities.kind is 'What happened, such as form, call, email, sms, note, stage_change or assignment.';

comment on column public.lead_activities.body is 'What a person wrote about it.';

comment on column public.lead_activities.actor_id is 'Who did it; null for the product itself, or a deleted account.';

comment on column public.lead_activities.occurred_at is 'When it happened.';

comment on column public.lead_activities.payload is 'More facts, depending on the kind.';

comment on column public.lead_activities.created_at is 'When it was written down.';

create index lead_activities_lead_id_occurred_at_idx on public.lead_activities (lead_id, occurred_at desc);

create index lead_activities_actor_id_idx on public.lead_activities (actor_id, occurred_at desc);

alter table public.lead_activities enable row level security;

call private.require_sufficient_sessions('public.lead_activities');

grant select, insert on public.lead_activities to service_role;

grant select, insert (lead_id, kind, body, actor_id, occurred_at, payload) on public.lead_activities to authenticated;

create policy "Sales people read the activities of leads they see" on public.lead_activities
for select to authenticated
using ((select private.has_active_role('sales')) and exists (select from public.leads as lead where lead.id = lead_id));

create policy "Admins read all activities" on public.lead_activities
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Sales people log what they did with leads they see" on public.lead_activities
for insert to authenticated
with check (
  actor_id = (select auth.uid()) and kind in ('call', 'email', 'sms', 'meeting', 'note') and occurred_at <= now() + interval '1 minute'
  and (select private.has_active_role('sales'))
  -- An entry about a merged lead would show in the history of the kept lead, which may belong to somebody else.
  and exists (select from public.leads as lead where lead.id = lead_id and lead.merged_into is null)
);

create policy "Admins log what they did with any lead" on public.lead_activities
for insert to authenticated
with check (
  actor_id = (select auth.uid()) and kind in ('call', 'email', 'sms', 'meeting', 'note') and occurred_at <= now() + interval '1 minute'
  and (select private.has_active_role('admin'))
  and exists (select from public.leads as lead where lead.id = lead_id and lead.merged_into is null)
);

grant insert (id) on public.lead_activities to authenticated;

create trigger record_lead_activity after insert on public.lead_activities
referencing new table as new_activities for each statement execute function private.record_lead_activity();

create index lead_activities_stage_changes_idx on public.lead_activities (occurred_at) where kind = 'stage_change';

create table public.lead_pins (
  activity_id uuid primary key references public.lead_activities (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  pinned_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

comment on table public.lead_pins is 'Activities that stay on top of their lead''s history.';

comment on column public.lead_pins.activity_id is 'The activity.';

comment on column public.lead_pins.lead_id is 'Its lead.';

comment on column public.lead_pins.pinned_by is 'Who pinned it.';

comment on column public.lead_pins.created_at is 'When.';

create index lead_pins_lead_id_idx on public.lead_pins (lead_id);

create index lead_pins_pinned_by_idx on public.lead_pins (pinned_by);

alter table public.lead_pins enable row level security;

call private.require_sufficient_sessions('public.lead_pins');

grant select, insert, update, delete on public.lead_pins to service_role;

grant select, insert (activity_id, lead_id), delete on public.lead_pins to authenticated;

create policy "The team reads the pins of leads it sees" on public.lead_pins
for select to authenticated
using (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "The team pins activities of leads it sees" on public.lead_pins
for insert to authenticated
with check (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (
    select from public.lead_activities as activity where activity.id = activity_id and activity.lead_id = lead_pins.lead_id
  )
  -- The page of the kept lead shows a merged lead's history, so pinning needs access to the kept lead.
  and exists (
    select from public.leads as lead where lead.id = lead_pins.lead_id
      and (lead.merged_into is null or exists (select from public.leads as kept where kept.id = lead.merged_into))
  )
);

create policy "The team takes pins off leads it sees" on public.lead_pins
for delete to authenticated
using (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (
    select from public.leads as lead where lead.id = lead_pins.lead_id
      and (lead.merged_into is null or exists (select from public.leads as kept where kept.id = lead.merged_into))
  )
);

create table public.lead_retractions (
  activity_id uuid primary key references public.lead_activities (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  retracted_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

comment on table public.lead_retractions is
'Activities that were logged by mistake. They stay in the history and count nowhere. Only undo_log_activity writes here.';

comment on column public.lead_retractions.activity_id is 'The activity.';

comment on column public.lead_retractions.lead_id is 'Its lead.';

comment on column public.lead_retractions.retracted_by is 'The person who took it back, who is the person who logged it.';

comment on column public.lead_retractions.created_at is 'When.';

create index lead_retractions_lead_id_idx on public.lead_retractions (lead_id);

create index lead_retractions_retracted_by_idx on public.lead_retractions (retracted_by);

alter table public.lead_retractions enable row level security;

call private.require_sufficient_sessions('public.lead_retractions');

grant select, insert on public.lead_retractions to service_role;

grant select on public.lead_retractions to authenticated;

create policy "The team reads what was taken back of leads it sees" on public.lead_retractions
for select to authenticated
using (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create function private.is_retracted(p_activity_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from public.lead_retractions as taken where taken.activity_id = p_activity_id)
$$;

comment on function private.is_retracted(uuid) is 'Whether an activity was logged by mistake and counts nowhere.';

create index leads_closed_at_idx on public.leads (closed_at, stage) where closed_at is not null and archived_at is null and not is_spam;

create function private.analytics_leads(p_owners text[], p_source text) returns setof public.leads
language sql stable
as $$
  select lead.* from public.leads as lead
  where private.is_live(lead) and (p_owners is null or coalesce(lead.user_id::text, '') = any (p_owners))
    and (p_source is null or lead.source::text = p_source)
$$;

comment on function private.analytics_leads(text[], text) is
'The leads that analytics count: live ones of these owners (private.requested_owners) and this source; null is any.';

create table public.applications (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid unique,
  full_name text not null check (btrim(full_name) <> '' and char_length(full_name) <= 200),
  email text not null check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  company text not null check (btrim(company) <> '' and char_length(company) <= 200),
  website text check (char_length(website) <= 2048),
  role text check (char_length(role) <= 100),
  target_new_clients_per_month text not null check (
    btrim(target_new_clients_per_month) <> '' and char_length(target_new_clients_per_month) <= 100
  ),
  avg_deal_size text check (char_length(avg_deal_size) <= 100),
  timeline text check (char_length(timeline) <= 100),
  notes text check (char_length(notes) <= 10000),
  best_contact text check (char_length(best_contact) <= 100),
  phone text check (char_length(phone) <= 50),
  status public.submission_status not null default 'new',
  submitted_at timestamptz,
  page_url text check (char_length(page_url) <= 2048),
  referrer_url text check (char_length(referrer_url) <= 2048),
  utm_source text check (char_length(utm_source) <= 255),
  utm_medium text check (char_length(utm_medium) <= 255),
  utm_campaign text check (char_length(utm_campaign) <= 255),
  user_agent text check (char_length(user_agent) <= 1000),
  ip_hash text check (char_length(ip_hash) <= 128),
  created_at timestamptz not null default now(),
  lead_id uuid references public.leads (id) on delete set null,
  is_spam boolean not null default false
);

comment on table public.applications is 'Applications from the application form, as sent.';

comment on column public.applications.id is 'The application.';

comment on column public.applications.submission_id is 'An id that the form makes, so that a form sent twice is stored once.';

comment on column public.applications.full_name is 'The applicant''s name.';

comment on column public.applications.email is 'The email address to answer.';

comment on column public.applications.company is 'Their company.';

comment on column public.applications.website is 'The company''s website.';

comment on column public.applications.role is 'Their role in the company.';

comment on column public.applications.target_new_clients_per_month is 'How many new clients they want.';

comment on column public.applications.avg_deal_size is 'What a client brings them.';

comment on column public.applications.timeline is 'When they want to start.';

comment on column public.applications.notes is 'What else they wrote.';

comment on column public.applications.best_contact is 'Email, SMS or Phone.';

comment on column public.applications.phone is 'Their phone number.';

comment on column public.applications.status is 'Stays new until somebody reads it.';

comment on column public.applications.submitted_at is 'When the form was sent, by the sender''s clock.';

comment on column public.applications.page_url is 'The page with the form.';

comment on column public.applications.referrer_url is 'The page that led here.';

comment on column public.applications.utm_source is 'Campaign parameter.';

comment on column public.applications.utm_medium is 'Campaign parameter.';

comment on column public.applications.utm_campaign is 'Campaign parameter.';

comment on column public.applications.user_agent is 'The sender''s browser.';

comment on column public.applications.ip_hash is 'A salted hash of the IP address, to detect floods.';

comment on column public.applications.created_at is 'When it arrived.';

comment on column public.applications.lead_id is 'The lead that it created or updated.';

comment on column public.applications.is_spam is 'Whether it looks like spam. Spam is kept and sends no email.';

create index applications_created_at_idx on public.applications (created_at desc);

create index applications_email_idx on public.applications (lower(email));

alter table public.applications enable row level security;

call private.require_sufficient_sessions('public.applications');

grant select, insert, update, delete on public.applications to service_role;

grant select on public.applications to authenticated;

create policy "Admins read all applications" on public.applications
for select to authenticated using ((select private.has_active_role('admin')));

create table private.lead_batch_rows (
  batch_id uuid not null references public.lead_batches (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  before jsonb,
  after jsonb not null,
  primary key (batch_id, lead_id),
  constraint lead_batch_rows_before_length check (octet_length(before::text) <= 500000),
  constraint lead_batch_rows_after_length check (octet_length(after::text) <= 500000)
);

comment on table private.lead_batch_rows is 'The changed fields of each lead of a batch, before (null: it was new) and after.';

create index lead_batch_rows_lead_id_idx on private.lead_batch_rows (lead_id);

alter table private.lead_batch_rows enable row level security;

create function private.apply_changes(lead public.leads, p_changes jsonb) returns public.leads
language plpgsql stable
set search_path = ''
as $$
declare
  changed public.leads;
begin
  changed := jsonb_populate_record(lead, p_changes - array['archived', 'add_tags', 'remove_tags', 'consent']);
  if p_changes ? 'archived' then
    changed.archived_at := case when (p_changes ->> 'archived')::boolean then coalesce(lead.archived_at, now()) end;
  end if;
  if p_changes ? 'consent' then
    changed.consent_at := case when p_changes ->> 'consent' is not null then now() end;
    changed.consent_text := 'To be called and written to, as they said ' || btrim(p_changes ->> 'consent');
  end if;
  if p_changes ? 'add_tags' or p_changes ? 'remove_tags' then
    changed.tags := array(
      select tag from (
        select unnest(lead.tags) as tag
        union select btrim(added) from jsonb_array_elements_text(coalesce(p_changes -> 'add_tags', '[]')) as added where btrim(added) <> ''
      ) as every where tag not in (select jsonb_array_elements_text(coalesce(p_changes -> 'remove_tags', '[]')))
      order by tag
    );
  end if;
  return changed;
end
$$;

comment on function private.apply_changes(public.leads, jsonb) is 'The lead as it would be after these changes.';

create function private.can_undo_change(
  p_lead public.leads, p_before jsonb, p_after jsonb, p_actor uuid, p_is_admin boolean, p_since timestamptz
) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select (
    p_is_admin or p_lead.user_id is null or p_lead.user_id = p_actor
    -- Or the change gave the lead away, and nobody else has worked with it since.
    or p_after ? 'user_id' and coalesce(p_before ->> 'user_id', p_actor::text) = p_actor::text
      and not exists (
        select from public.lead_activities as activity
        where activity.lead_id = p_lead.id and activity.actor_id <> p_actor and activity.created_at >= p_since
      )
      and not exists (
        select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
        where noted.lead_id = p_lead.id and batch.actor_id <> p_actor and batch.created_at >= p_since
      )
      and not exists (
        select from public.lead_tasks as task
        where task.lead_id = p_lead.id and task.updated_at >= p_since and (task.created_by <> p_actor or task.done_by <> p_actor)
      )
  ) and (p_before ->> 'user_id' is null or private.is_on_team((p_before ->> 'user_id')::uuid))
$$;

comment on function private.can_undo_change(public.leads, jsonb, jsonb, uuid, boolean, timestamptz) is
'Whether a person may undo their change of a lead: they can see the lead now, or the change gave it away and nobody else has worked with it since. Never when the lead would go back to an inactive owner.';

create table private.calls_in_progress (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  begun_at timestamptz not null default now()
);

comment on table private.calls_in_progress is
'Who last began to call or write to a lead. An escalation does not take a lead away during a call.';

create index calls_in_progress_user_id_idx on private.calls_in_progress (user_id);

alter table private.calls_in_progress enable row level security;

create function private.is_call_in_progress(p_lead_id uuid, p_user_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from private.calls_in_progress as begun
    where begun.lead_id = p_lead_id and begun.user_id = p_user_id and begun.begun_at > now() - interval '10 minutes'
  )
$$;

comment on function private.is_call_in_progress(uuid, uuid) is 'Whether this person began to answer the lead in the last ten minutes.';

create table public.lead_clocks (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  arrived_at timestamptz not null,
  started_at timestamptz,
  target_seconds integer not null check (target_seconds > 0),
  warn_at timestamptz,
  due_at timestamptz,
  escalate_at timestamptz,
  state text not null default 'running' check (state in ('running', 'warned', 'breached', 'escalated', 'answered', 'dropped')),
  owner_id uuid references auth.users (id) on delete set null,
  escalated_to uuid references auth.users (id) on delete set null,
  answered_at timestamptz,
  answered_by uuid references auth.users (id) on delete set null,
  response_seconds integer check (response_seconds >= 0),
  source public.lead_source not null,
  created_at timestamptz not null default now(),
  check ((state = 'answered') = (answered_at is not null and response_seconds is not null))
);

comment on table public.lead_clocks is 'How long inbound leads wait for a person, in working time. A lead has at most one open clock.';

comment on column public.lead_clocks.id is 'The clock.';

comment on column public.lead_clocks.lead_id is 'The lead.';

comment on column public.lead_clocks.arrived_at is 'When they wrote.';

comment on column public.lead_clocks.started_at is
'When it starts to count: on arrival, or at the next opening. Null without working hours.';

comment on column public.lead_clocks.target_seconds is 'The response time in working seconds that was promised when they wrote.';

comment on column public.lead_clocks.warn_at is 'When 60 % of the target has passed.';

comment on column public.lead_clocks.due_at is 'When the target has passed.';

comment on column public.lead_clocks.escalate_at is 'When twice the target has passed.';

comment on column public.lead_clocks.state is
'What has happened so far. A clock is dropped when nobody has to answer any more (merged, spam, archived).';

comment on column public.lead_clocks.owner_id is 'The owner of the lead when it was answered, or the last one.';

comment on column public.lead_clocks.escalated_to is 'The sales person whom the escalation asked.';

comment on column public.lead_clocks.answered_at is 'When a person first responded.';

comment on column public.lead_clocks.answered_by is 'The person who responded.';

comment on column public.lead_clocks.response_seconds is 'Working seconds from arrival to response.';

comment on column public.lead_clocks.source is 'Where the lead came from.';

comment on column public.lead_clocks.created_at is 'When the row was written.';

create unique index lead_clocks_open_idx on public.lead_clocks (lead_id) where state not in ('answered', 'dropped');

create index lead_clocks_lead_id_idx on public.lead_clocks (lead_id, arrived_at desc);

create index lead_clocks_due_at_idx on public.lead_clocks (due_at, id) where state not in ('answered', 'dropped');

create index lead_clocks_arrived_at_idx on public.lead_clocks (arrived_at);

create index lead_clocks_owner_id_idx on public.lead_clocks (owner_id, arrived_at);

create index lead_clocks_escalated_to_idx on public.lead_clocks (escalated_to);

create index lead_clocks_answered_by_idx on public.lead_clocks (answered_by, answered_at);

create table public.lead_clock_events (
  id bigint generated always as identity primary key,
  clock_id uuid not null references public.lead_clocks (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  event text not null check (event in ('started', 'warned', 'breached', 'escalated', 'answered', 'corrected', 'moved', 'dropped')),
  happened_at timestamptz not null,
  actor_id uuid references auth.users (id) on delete set null,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 4000),
  created_at timestamptz not null default clock_timestamp()
);

comment on table public.lead_clock_events is 'Everything that happened to clocks. Rows are only added.';

comment on column public.lead_clock_events.id is 'In the order of writing.';

comment on column public.lead_clock_events.clock_id is 'The clock.';

comment on column public.lead_clock_events.lead_id is 'Its lead.';

comment on column public.lead_clock_events.event is
'What happened. moved: to other working hours or to another lead. corrected: an earlier answer was logged later.';

comment on column public.lead_clock_events.happened_at is 'When it happened.';

comment on column public.lead_clock_events.actor_id is 'Who did it; null for the product itself.';

comment on column public.lead_clock_events.payload is 'More facts, depending on the event.';

comment on column public.lead_clock_events.created_at is 'When it was written down.';

create unique index lead_clock_events_once_idx on public.lead_clock_events (clock_id, event)
where event in ('started', 'warned', 'breached', 'escalated', 'answered', 'dropped');

create index lead_clock_events_lead_id_idx on public.lead_clock_events (lead_id, happened_at desc);

create index lead_clock_events_actor_id_idx on public.lead_clock_events (actor_id);

create trigger refuse_ledger_change before update or delete on public.lead_clock_events
for each row execute function private.refuse_ledger_change();

alter table public.lead_clocks enable row level security;

call private.require_sufficient_sessions('public.lead_clocks');

alter table public.lead_clock_events enable row level security;

call private.require_sufficient_sessions('public.lead_clock_events');

grant select, insert, update, delete on public.lead_clocks to service_role;

grant select, insert on public.lead_clock_events to service_role;

grant select on public.lead_clocks, public.lead_clock_events to authenticated;

create policy "The team reads the clocks of leads it sees" on public.lead_clocks
for select to authenticated
using (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "The team reads what happened to the clocks of leads it sees" on public.lead_clock_events
for select to authenticated
using (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid unique,
  first_name text not null check (btrim(first_name) <> '' and char_length(first_name) <= 100),
  last_name text not null check (btrim(last_name) <> '' and char_length(last_name) <= 100),
  email text not null check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  company text check (char_length(company) <= 200),
  ad_spend text check (char_length(ad_spend) <= 100),
  goals text not null check (btrim(goals) <> '' and char_length(goals) <= 10000),
  interests text[] check (cardinality(interests) <= 20 and octet_length(interests::text) <= 2000),
  status public.submission_status not null default 'new',
  source text not null default 'website_form' check (source ~ '^[a-z][a-z_]{0,49}$'),
  utm_source text check (char_length(utm_source) <= 255),
  utm_medium text check (char_length(utm_medium) <= 255),
  utm_campaign text check (char_length(utm_campaign) <= 255),
  utm_term text check (char_length(utm_term) <= 255),
  utm_content text check (char_length(utm_content) <= 255),
  referrer_url text check (char_length(referrer_url) <= 2048),
  landing_page text check (char_length(landing_page) <= 2048),
  traffic_type public.traffic_type,
  session_id text check (char_length(session_id) <= 100),
  ip_hash text check (char_length(ip_hash) <= 128),
  created_at timestamptz not null default now(),
  -- A message, its lead and its emails are stored in one transaction. The remote functions call submit_contact and
  -- submit_application; a direct insert (spec §7 Fallback) follows the same rule.
  lead_id uuid references public.leads (id) on delete set null,
  is_spam boolean not null default false
);

comment on table public.contacts is 'Messages from the contact form, as sent.';

comment on column public.contacts.id is 'The message.';

comment on column public.contacts.submission_id is 'An id that the form makes, so that a form sent twice is stored once.';

comment on column public.contacts.first_name is 'Given name.';

comment on column public.contacts.last_name is 'Family name.';

comment on column public.contacts.email is 'The email address to answer.';

comment on column public.contacts.company is 'Their company.';

comment on column public.contacts.ad_spend is 'The chosen range of monthly ad spend.';

comment on column public.contacts.goals is 'What they want to reach.';

comment on column public.contacts.interests is 'The offers they ticked.';

comment on column public.contacts.status is 'Stays new until somebody reads it.';

comment on column public.contacts.source is 'The form that it came through.';

comment on column public.contacts.utm_source is 'Campaign parameter of the first page.';

comment on column public.contacts.utm_medium is 'Campaign parameter of the first page.';

comment on column public.contacts.utm_campaign is 'Campaign parameter of the first page.';

comment on column public.contacts.utm_term is 'Campaign parameter of the first page.';

comment on column public.contacts.utm_content is 'Campaign parameter of the first page.';

comment on column public.contacts.referrer_url is 'The page that led here.';

comment on column public.contacts.landing_page is 'The first page seen here.';

comment on column public.contacts.traffic_type is 'How the visitor came.';

comment on column public.contacts.session_id is 'The browser session.';

comment on column public.contacts.ip_hash is 'A salted hash of the IP address, to detect floods.';

comment on column public.contacts.created_at is 'When it arrived.';

comment on column public.contacts.lead_id is 'The lead that it created or updated.';

comment on column public.contacts.is_spam is 'Whether it looks like spam. Spam is kept and sends no email.';

create index contacts_created_at_idx on public.contacts (created_at desc);

create index contacts_email_idx on public.contacts (lower(email));

alter table public.contacts enable row level security;

call private.require_sufficient_sessions('public.contacts');

grant select, insert, update, delete on public.contacts to service_role;

grant insert (
  submission_id, first_name, last_name, email, company, ad_spend, goals, interests, status, source, utm_source,
  utm_medium, utm_campaign, utm_term, utm_content, referrer_url, landing_page, traffic_type, session_id
) on public.contacts to anon, authenticated;

create policy "Everybody sends a new message from the website" on public.contacts
for insert to anon, authenticated with check (status = 'new' and source = 'website_form');

create function private.refuse_known_lead(p_email text, p_phone text) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  known public.leads;
begin
  select lead.* into known from public.leads as lead
  where lead.merged_into is null and not lead.is_spam and (
    lower(lead.email) = lower(nullif(btrim(p_email), '')) or lead.phone_key = private.phone_key(p_phone)
  )
  order by lead.archived_at is not null, not private.may_see_lead(lead.user_id), lead.created_at desc limit 1;
  if known.id is null then return; end if;
  if not private.may_see_lead(known.user_id) then
    perform private.refuse(
      'lead_known', 'PT409',
      format('%s has a lead with this address or number already', private.owner_name(known.user_id::text))
    );
  end if;
  perform private.refuse(
    'lead_known', 'PT409',
    format('%s has this %s already%s', private.lead_title(known), case when lower(known.email) = lower(btrim(p_email)) then 'e-mail address' else 'phone number' end, case when known.archived_at is null then '' else ' (archived)' end),
    p_more => jsonb_build_object('lead_id', known.id)
  );
end
$$;

comment on function private.refuse_known_lead(text, text) is
'Refuses with PT409 (lead_known) when a lead already has this address or number. Names lead_id when the caller may see it.';

create function public.create_lead(p_id uuid, p_lead jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  fields jsonb;
  made public.leads;
  owner uuid;
  columns constant text[] := array(select known.field from private.lead_fields() as known);
begin
  if p_id is null or p_lead is null or jsonb_typeof(p_lead) <> 'object' then
    perform private.refuse('nothing_to_save', '22023', 'There is no lead to write down');
  end if;
  select lead.user_id into owner from public.leads as lead where lead.id = p_id;
  if found then
    if not private.may_see_lead(owner) then perform private.refuse('id_taken', '42501', 'This lead belongs to somebody else'); end if;
    return jsonb_build_object('id', p_id, 'created', false);
  end if;
  fields := private.parse_changes(p_lead - 'anyway');
  if fields ?| array['archived', 'is_spam', 'add_tags', 'remove_tags', 'consent'] then
    perform private.refuse('lead_fields_fixed', '22023', 'A new lead is neither archived nor spam, and has agreed to nothing yet');
  end if;
  select jsonb_object_agg(field.key, case when jsonb_typeof(field.value) = 'string' and btrim(field.value #>> '{}') = '' then 'null'::jsonb
    when jsonb_typeof(field.value) = 'string' then to_jsonb(btrim(field.value #>> '{}')) else field.value end)
  into fields from jsonb_each(fields) as field;
  if not private.identifies_lead(fields) then
    perform private.refuse('lead_unreachable', '22023', 'Give a name, an e-mail address, a phone number or a company');
  end if;
  if not coalesce((p_lead ->> 'anyway')::boolean, false) then
    perform private.refuse_known_lead(fields ->> 'email', fields ->> 'phone');
  end if;
  made := jsonb_populate_record(
    null::public.leads,
    jsonb_build_object('tags', '{}'::text[], 'tier_interest', '{}'::text[], 'stage', 'new', 'source', 'other') || jsonb_strip_nulls(fields)
      || jsonb_build_object('id', p_id, 'user_id', case when fields ? 'user_id' then fields ->> 'user_id' else caller::text end)
  );
  execute format(
    'insert into public.leads (id, %s) select ($1).id, %s',
    private.columns_sql(columns, '%1$I'), private.columns_sql(columns, '($1).%1$I')
  ) using made;
  insert into public.lead_activities (lead_id, kind, actor_id, payload)
  values (p_id, 'created', caller, jsonb_build_object('source', made.source));
  return jsonb_build_object('id', p_id, 'created', true);
end
$$;

comment on function public.create_lead(uuid, jsonb) is
'Adds a lead: { id, created }. The caller owns it unless user_id names somebody else. Fields as in change_leads. A known id creates nothing. PT409 (lead_known): a lead already has this email or phone; "anyway": true creates one all the same. 22023: what is wrong. 42501: not on the team.';

grant execute on function public.create_lead(uuid, jsonb) to authenticated;

create index leads_name_key_idx on public.leads (private.lead_name_key(first_name, last_name, company))
where merged_into is null;

create function public.lead_duplicates(p_lead_id uuid) returns table (
  id uuid, name text, company text, email text, phone text, stage text, owner_id uuid, owner_name text, created_at timestamptz,
  is_archived boolean, same text[], may_merge boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  lead public.leads;
begin
  perform private.require_team();
  select one.* into lead from public.leads as one where one.id = p_lead_id and private.may_see_lead(one.user_id);
  if lead.id is null then perform private.refuse('lead_not_found', 'PT404', 'There is no such lead'); end if;
  return query
  with found as materialized (
    select like_it.id, array_agg(like_it.why order by like_it.why)::text[] as same from (
      (select one.id, 'email' as why from public.leads as one
       where lower(one.email) = lower(lead.email) and one.id <> lead.id and one.merged_into is null limit 20)
      union all
      (select one.id, 'phone' from public.leads as one
       where one.phone_key = lead.phone_key and one.id <> lead.id and one.merged_into is null limit 20)
      union all
      (select one.id, 'name' from public.leads as one
       where private.lead_name_key(one.first_name, one.last_name, one.company)
           = private.lead_name_key(lead.first_name, lead.last_name, lead.company)
         and private.lead_name_key(one.first_name, one.last_name, one.company) is not null
         and one.id <> lead.id and one.merged_into is null limit 20)
    ) as like_it group by like_it.id
  )
  select one.id,
    case when seen.full_rights then private.full_name(one.first_name, one.last_name) end,
    case when seen.full_rights then one.company end, case when seen.full_rights then one.email end,
    case when seen.full_rights then one.phone end, case when seen.full_rights then one.stage end,
    one.user_id, case when one.user_id is null then null else private.owner_name(one.user_id::text) end,
    one.created_at, one.archived_at is not null, found.same, seen.full_rights and lead.merged_into is null
  from found join public.leads as one on one.id = found.id
  cross join lateral (select private.may_see_lead(one.user_id) as full_rights) as seen
  where not one.is_spam
  order by cardinality(found.same) desc, one.archived_at is not null, one.created_at, one.id limit 20;
end
$$;

comment on function public.lead_duplicates(uuid) is
'Leads that may be the same person, and why: email, phone or name. Of a colleague''s lead, reps see only the owner. 42501: not on the team. PT404: no such lead.';

grant execute on function public.lead_duplicates(uuid) to authenticated;

create trigger refuse_many_contacts after insert on public.contacts
referencing new table as added
for each statement when (current_user in ('anon', 'authenticated')) execute function private.refuse_many_contacts();

create function private.resolve_merged_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
set enable_nestloop = on
as $$
  with recursive chain (id, merged_into, depth) as (
    select lead.id, lead.merged_into, 0 from public.leads as lead where lead.id = p_lead_id
    union all
    select lead.id, lead.merged_into, chain.depth + 1
    from chain join public.leads as lead on lead.id = chain.merged_into where chain.depth < 20
  )
  select chain.id from chain order by chain.depth desc limit 1
$$;

comment on function private.resolve_merged_lead(uuid) is 'The lead itself, or the lead that it was merged into.';

create function private.find_leads(p_email_keys text[], p_phone_keys text[])
returns table (email_key text, phone_key text, lead_id uuid)
language sql stable security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  (select distinct on (lower(lead.email)) lower(lead.email), null::text,
    case when lead.merged_into is null then lead.id else private.resolve_merged_lead(lead.id) end
  from public.leads as lead where lower(lead.email) = any (p_email_keys)
  order by lower(lead.email), lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id)
  union all
  (select distinct on (lead.phone_key) null, lead.phone_key,
    case when lead.merged_into is null then lead.id else private.resolve_merged_lead(lead.id) end
  from public.leads as lead where lead.phone_key = any (p_phone_keys)
  order by lead.phone_key, lead.is_spam, lead.archived_at is not null, lead.created_at, lead.id)
$$;

comment on function private.find_leads(text[], text[]) is
'The leads with these email addresses (in lower case) and phone keys (private.phone_key); for merged leads, the kept one. Uses the indexes even when the planner believes that the table is small.';

create trigger count_added after insert on public.leads
referencing new table as new_leads for each statement execute function private.count_leads();

create trigger count_changed after update on public.leads
referencing old table as old_leads new table as new_leads for each statement execute function private.count_leads();

create trigger count_removed after delete on public.leads
referencing old table as old_leads for each statement execute function private.count_leads();

create trigger count_truncated after truncate on public.leads
for each statement execute function private.count_leads();

create function private.write_leads(p_leads public.leads[]) returns setof public.leads
language plpgsql volatile
set search_path = ''
as $$
begin
  return query execute format(
    'update public.leads as lead set %s from unnest($1) as wanted where lead.id = wanted.id returning lead.*',
    private.columns_sql(
      private.undoable_columns() || array['last_activity_at', 'first_touch', 'last_touch'], '%1$I = wanted.%1$I'
    )
  ) using p_leads;
end
$$;

comment on function private.write_leads(public.leads[]) is
'Writes leads as given: the fields that people write, how far the sale is, and where they came from. Lock the leads first, or a concurrent change is lost. Returns them as stored.';

create index leads_live_owner_idx on public.leads (
  coalesce(user_id::text, ''), created_at desc, id desc
) where archived_at is null and not is_spam;

create index leads_live_company_idx on public.leads (
  coalesce(nullif(btrim(company), ''), 'No Company'), created_at desc, id desc
) where archived_at is null and not is_spam;

create index leads_live_words_idx on public.leads using gin (
  to_tsvector('simple'::regconfig, translate(
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '')),
    '@._-+/', '      '
  ))
) where archived_at is null and not is_spam;

create function private.find_leads(p_by text, p_query text) returns table (id uuid, key text, created_at timestamptz)
language sql stable
set search_path = ''
as $$
  select lead.id,
    case p_by when 'owner' then coalesce(lead.user_id::text, '') else coalesce(nullif(btrim(lead.company), ''), 'No Company') end,
    lead.created_at
  from public.leads as lead
  where private.is_live(lead)
    and private.lead_search_words(lead) @@ private.words_query(p_query)
$$;

comment on function private.find_leads(text, text) is 'The leads that a search finds, each with its group.';

create function private.owner_name(p_key text) returns text
language sql stable
set search_path = ''
as $$
  select case when p_key = '' then 'Unassigned' else private.person_name(p_key::uuid) end
$$;

comment on function private.owner_name(text) is 'What a group of leads is called by its owner.';

create function private.admin_lead_json(lead public.leads) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', lead.id, 'first_name', lead.first_name, 'last_name', lead.last_name, 'email', lead.email, 'company', lead.company,
    'source', lead.source, 'created_at', lead.created_at, 'owner', private.owner_name(coalesce(lead.user_id::text, ''))
  )
$$;

comment on function private.admin_lead_json(public.leads) is 'A lead as the admin''s lists show it.';

create function private.require_lead(p_lead_id uuid) returns public.leads
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found_lead public.leads;
begin
  perform private.require_team();
  select lead.* into found_lead from public.leads as lead where lead.id = p_lead_id;
  -- Only the owner and admins may know whether a lead exists.
  if found_lead.id is null or not private.may_see_lead(found_lead.user_id) then
    perform private.refuse('lead_not_found', 'PT404', 'There is no such lead, or it is not yours');
  end if;
  return found_lead;
end
$$;

comment on function private.require_lead(uuid) is
'Returns a lead that the caller may see. PT404: there is none, or it belongs to somebody else.';

create function private.last_change(p_lead_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('by', private.person_name(batch.actor_id), 'by_id', batch.actor_id, 'at', batch.created_at,
    -- Without columns that only follow from the change.
    'fields', (
      select jsonb_agg(key order by key) from jsonb_object_keys(noted.after) as key
      where key not in (
        'consent_text', 'stage_entered_at', 'reached', 'closed_at', 'response_seconds', 'answered_by', 'answer_target_seconds', 'last_activity_at',
        'first_touch', 'last_touch'
      )
    ))
  from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
  where noted.lead_id = p_lead_id order by batch.created_at desc, batch.id limit 1
$$;

comment on function private.last_change(uuid) is 'Who last changed which fields of a lead, for a person whose own change was refused.';

create function public.lead_page(p_lead_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead public.leads := private.require_lead(p_lead_id);
begin
  return private.shown_lead(lead) || jsonb_build_object(
    'now', now(),
    'currency', (select settings.currency from public.agency_settings as settings),
    'zone', private.agency_zone(),
    'agency_name', (select settings.agency_name from public.agency_settings as settings),
    'lost_reason', (select reason.label from public.lost_reasons as reason where reason.id = lead.lost_reason_id),
    'clock', private.clock_json(lead.id),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'event', event.event, 'at', event.happened_at,
        'actor_name', private.person_name(event.actor_id), 'payload', event.payload) order by event.id)
      from (
        select latest.* from public.lead_clock_events as latest where latest.lead_id = lead.id order by latest.id desc limit 50
      ) as event
    ), '[]'),
    'tasks', coalesce((
      select jsonb_agg(jsonb_build_object('id', task.id, 'kind', task.kind, 'title', task.title, 'due_at', task.due_at) order by task.due_at, task.id)
      from (
        select open.* from public.lead_tasks as open where open.lead_id = lead.id and open.done_at is null order by open.due_at, open.id limit 20
      ) as task
    ), '[]'),
    'stage_history', coalesce((
      select jsonb_agg(jsonb_build_object('stage', moved.payload ->> 'from', 'seconds', moved.payload -> 'seconds', 'left_at', moved.occurred_at)
        order by moved.occurred_at)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'stage_change' order by activity.occurred_at desc limit 50
      ) as moved
    ), '[]'),
    'owner_history', coalesce((
      select jsonb_agg(jsonb_build_object('from', private.person_name(private.parse_uuid(given.payload ->> 'from')),
        'to', private.person_name(private.parse_uuid(given.payload ->> 'to')), 'by', private.person_name(given.actor_id), 'at', given.occurred_at)
        order by given.occurred_at desc)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'assignment' order by activity.occurred_at desc limit 20
      ) as given
    ), '[]'),
    'merge', private.lead_merge_json(lead), 'merges', private.lead_merges_json(lead.id), 'last_change', private.last_change(lead.id),
    'erasure', private.erasure_of(lead.id)
  );
end
$$;

comment on function public.lead_page(uuid) is
'Everything about one lead except its timeline. PT404: no such lead, or not the caller''s. 42501: not on the team.';

grant execute on function public.lead_page(uuid) to authenticated;

create function private.lead_title(p_lead public.leads) returns text
language sql stable
set search_path = ''
as $$
  select left(coalesce(
    private.full_name(p_lead.first_name, p_lead.last_name), nullif(btrim(p_lead.company), ''), p_lead.email, p_lead.phone,
    'A lead without a name'
  ), 200)
$$;

comment on function private.lead_title(public.leads) is 'What a lead is called: name, else company, email address or phone number.';

create trigger total_added after insert on public.leads
referencing new table as new_leads for each statement execute function private.total_leads();

create trigger total_changed after update on public.leads
referencing old table as old_leads new table as new_leads for each statement execute function private.total_leads();

create trigger total_removed after delete on public.leads
referencing old table as old_leads for each statement execute function private.total_leads();

create trigger total_truncated after truncate on public.leads
for each statement execute function private.total_leads();

create function private.open_clock_json(p_lead uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'started_at', clock.started_at, 'warn_at', clock.warn_at, 'due_at', clock.due_at, 'escalate_at', clock.escalate_at,
    'answered_at', clock.answered_at, 'response_seconds', clock.response_seconds, 'target_seconds', clock.target_seconds, 'state', clock.state
  )
  from public.lead_clocks as clock where clock.lead_id = p_lead and clock.state not in ('answered', 'dropped')
$$;

comment on function private.open_clock_json(uuid) is 'The running clock of a lead; null without one.';

create function private.lead_row_json(lead public.leads) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', lead.id, 'version', lead.version, 'first_name', lead.first_name, 'last_name', lead.last_name, 'email', lead.email,
    'phone', lead.phone, 'company', lead.company, 'source', lead.source, 'stage', lead.stage, 'stage_entered_at', lead.stage_entered_at, 'value_cents', lead.value_cents, 'owner_id', lead.user_id,
    'owner_name', case when lead.user_id is not null then private.owner_name(lead.user_id::text) end, 'tags', lead.tags,
    'created_at', lead.created_at, 'last_activity_at', lead.last_activity_at, 'next_task_at', lead.next_task_at,
    'next_task_kind', lead.next_task_kind, 'next_task_title', lead.next_task_title, 'response_seconds', lead.response_seconds,
    'answer_target_seconds', lead.answer_target_seconds,
    'archived_at', lead.archived_at,
    'clock', case when lead.clock_due_at is not null and lead.erased_at is null then private.open_clock_json(lead.id) end,
    'erased_at', lead.erased_at
  )
$$;

comment on function private.lead_row_json(public.leads) is 'A lead as the board and the table show it.';

create function private.complete_matching_task(p_lead_id uuid, p_kind text, p_happened timestamptz) returns public.lead_tasks
language sql volatile
set search_path = ''
as $$
  update public.lead_tasks as promised set done_at = now()
  where promised.id = (
    select due.id from public.lead_tasks as due
    where due.lead_id = p_lead_id and due.done_at is null and due.kind = p_kind and due.created_at <= p_happened
      and due.due_at < private.tomorrow()
    order by due.due_at, due.id limit 1 for update
  ) returning promised.*
$$;

comment on function private.complete_matching_task(uuid, text, timestamptz) is
'Finishes the next task of this kind that is due by the end of the day: a person who called has done the call that they planned.';

create function public.log_activity(
  p_id uuid, p_lead_id uuid, p_kind text, p_body text default null, p_outcome text default null, p_occurred_at timestamptz default null,
  p_claim boolean default false, p_next jsonb default null, p_seconds integer default null, p_stage text default null
) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  lead public.leads;
  happened timestamptz := least(coalesce(p_occurred_at, now()), now());
  known public.lead_activities;
  claims boolean;
  finished public.lead_tasks;
  planned uuid;
begin
  if p_id is null or not coalesce(private.is_human_activity(p_kind), false) then
    perform private.refuse('unknown_activity', '22023', 'Only calls, e-mails, texts, meetings and notes are logged', 'kind');
  end if;
  if p_outcome is not null and p_outcome !~ '^[a-z][a-z_]{0,39}$' then
    perform private.refuse('unknown_outcome', '22023', 'There is no such outcome', 'outcome');
  end if;
  if p_kind = 'note' and coalesce(btrim(p_body), '') = '' then
    perform private.refuse('note_required', '22023', 'Write a note first', 'body');
  end if;
  if char_length(p_body) > 10000 then perform private.refuse('too_long', '22023', 'At most 10,000 characters', 'body'); end if;
  if not isfinite(happened) or happened < '1970-01-01' then perform private.refuse('required', '22023', 'Say when it happened', 'occurred_at'); end if;
  if p_seconds not between 0 and 86400 then perform private.refuse('duration_invalid', '22023', 'A call takes at most a day', 'duration_seconds'); end if;
  -- Locks the lead, so that of two people who log at the same moment the second sees the first one's claim.
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  if lead.id is not null and p_claim and lead.user_id <> caller and not private.may_see_lead(lead.user_id) then
    perform private.refuse('lead_claimed', 'PT409', format('%s was faster and has this lead now', private.owner_name(lead.user_id::text)));
  end if;
  lead := private.require_lead(p_lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another one'); end if;
  select activity.* into known from public.lead_activities as activity where activity.id = p_id;
  if known.id is not null then
    if known.actor_id is distinct from caller or known.lead_id <> p_lead_id then
      perform private.refuse('id_taken', '42501', 'This was logged by somebody else');
    end if;
    return jsonb_build_object('id', p_id, 'claimed', lead.user_id = caller, 'finished', (
      select task.title from public.lead_tasks as task where task.id = private.parse_uuid(known.payload ->> 'finished')
    ), 'again', true);
  end if;
  claims := p_claim and lead.user_id is null;
  if claims then update public.leads as own set user_id = caller where own.id = lead.id; end if;
  finished := private.complete_matching_task(p_lead_id, p_kind, happened);
  if p_next is not null then planned := private.create_task(lead.id, p_next); end if;
  insert into public.lead_activities (id, lead_id, kind, body, actor_id, occurred_at, payload)
  values (p_id, lead.id, p_kind, nullif(btrim(p_body), ''), caller, happened, jsonb_strip_nulls(jsonb_build_object(
    'outcome', p_outcome, 'seconds', p_seconds, 'claimed', nullif(claims, false), 'finished', finished.id, 'planned', planned
  )));
  if p_stage is not null and p_stage <> lead.stage then
    perform public.change_leads(p_id, array[lead.id], jsonb_build_object('stage', p_stage));
  end if;
  return jsonb_build_object('id', p_id, 'claimed', claims or coalesce(lead.user_id = caller, false), 'finished', finished.title, 'again', false);
end
$$;

comment on function public.log_activity(uuid, uuid, text, text, text, timestamptz, boolean, jsonb, integer, text) is
'Logs what a person did: { id, claimed, finished, again }. It finishes the next task of the same kind that is due by the end of the day; finished is its title. p_claim gives an unowned lead to the caller; p_next { id?, kind, title, due_at } plans a task; p_stage moves the lead. undo_log_activity undoes all of it. A known id of the caller logs nothing. PT404: no such lead. PT409: somebody else claimed it. 22023: what is wrong.';

create function public.finish_task(p_task_id uuid, p_next jsonb default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_team();
  select open.* into task from public.lead_tasks as open where open.id = p_task_id for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'There is no such task, or it is not yours'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as done set done_at = now() where done.id = p_task_id and done.done_at is null;
  if p_next is not null then perform private.create_task(task.lead_id, p_next); end if;
  return jsonb_build_object('lead_id', task.lead_id, 'again', task.done_at is not null);
end
$$;

comment on function public.finish_task(uuid, jsonb) is
'Finishes a task and, with p_next { id?, kind, title, due_at }, plans the next one. PT404: no such task, or its lead is not the caller''s.';

create function public.send_lead_email(p_id uuid, p_lead_id uuid, p_subject text, p_body text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  lead public.leads;
  known public.lead_activities;
  claims boolean;
  settings public.agency_settings;
  finished public.lead_tasks;
begin
  perform private.require_lead(p_lead_id);
  select found.* into lead from public.leads as found where found.id = p_lead_id for update;
  claims := lead.user_id is null;
  if p_id is null or coalesce(btrim(p_subject), '') = '' or coalesce(btrim(p_body), '') = '' then
    perform private.refuse('required', '22023', 'An e-mail has a subject and a text');
  end if;
  if char_length(p_subject) > 200 or char_length(p_body) > 10000 then
    perform private.refuse('too_long', '22023', 'At most 200 characters of subject and 10,000 of text');
  end if;
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another one'); end if;
  if lead.email is null then perform private.refuse('lead_without_email', '22023', 'This lead has no e-mail address'); end if;
  if lead.consent_at is null then perform private.refuse('lead_without_consent', '22023', 'This lead has not agreed to be written to'); end if;
  select activity.* into known from public.lead_activities as activity where activity.id = p_id;
  if known.id is not null then
    if known.actor_id is distinct from caller then perform private.refuse('id_taken', '42501', 'This was sent by somebody else'); end if;
    return jsonb_build_object('id', p_id, 'again', true);
  end if;
  perform private.require_quota('lead_emails', caller::text), private.require_quota('lead_emails_to_one', private.address_key(lead.email));
  select own.* into settings from public.agency_settings as own;
  -- As a call does, an email claims the lead and moves it out of New.
  if claims then update public.leads as own set user_id = caller where own.id = lead.id; end if;
  finished := private.complete_matching_task(p_lead_id, 'email', now());
  insert into public.lead_activities (id, lead_id, kind, body, actor_id, payload)
  values (p_id, lead.id, 'email', btrim(p_body), caller, jsonb_strip_nulls(jsonb_build_object(
    'subject', btrim(p_subject), 'to', lead.email, 'outcome', 'sent', 'claimed', nullif(claims, false), 'finished', finished.id)));
  if lead.stage = 'new' and exists (select from public.pipeline_stages as stage where stage.key = 'attempting') then
    perform public.change_leads(p_id, array[lead.id], '{"stage": "attempting"}');
  end if;
  perform private.consume_quota('lead_emails', caller::text);
  perform private.consume_quota('lead_emails_to_one', private.address_key(lead.email));
  perform public.enqueue_outbox('mail', format('lead-message:%s', p_id), jsonb_build_object(
    'to', lead.email, 'template', 'lead-message',
    'data', jsonb_build_object('subject', btrim(p_subject), 'text', btrim(p_body), 'replyTo', settings.email)));
  return jsonb_build_object('id', p_id, 'again', false, 'claimed', claims, 'finished', finished.title);
end
$$;

comment on function public.send_lead_email(uuid, uuid, text, text) is
'Sends an email to a lead in the agency''s name and logs it, in one step: { id, again, claimed, finished }. It finishes the email task that is due today, gives an unowned lead to the caller and moves a new lead to Attempting. A known id sends nothing. 22023: no address, no consent, or nothing to say. PT404: no such lead, or not the caller''s. PT409: it was merged. PT429: a quota of emails is used up.';

grant execute on function public.log_activity(uuid, uuid, text, text, text, timestamptz, boolean, jsonb, integer, text) to authenticated;

grant execute on function public.finish_task(uuid, jsonb) to authenticated;

grant execute on function public.send_lead_email(uuid, uuid, text, text) to authenticated;

create function private.lead_merges_json(p_lead_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.merge_json(latest.id, latest.other_id) order by latest.created_at desc), '[]')
  from (
    select batch.id, batch.created_at, other.id as other_id
    from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
    join public.leads as other on other.id = (batch.changes ->> 'other')::uuid and other.merged_into = p_lead_id
    where noted.lead_id = p_lead_id and batch.kind = 'merge' and batch.undone_at is null and batch.changes ->> 'keep' = p_lead_id::text
    order by batch.created_at desc limit 20
  ) as latest
$$;

comment on function private.lead_merges_json(uuid) is
'The merges that made other leads part of this one and were not undone, the latest first, as private.merge_json.';

create function private.merge_open_clocks(p_keep uuid, p_other uuid, p_actor uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  kept public.lead_clocks;
  others public.lead_clocks;
begin
  select clock.* into kept from public.lead_clocks as clock
  where clock.lead_id = p_keep and clock.state not in ('answered', 'dropped') for update;
  select clock.* into others from public.lead_clocks as clock
  where clock.lead_id = p_other and clock.state not in ('answered', 'dropped') for update;
  if others.id is null then return '{}'; end if;
  -- The earlier clock goes on, so that a merge never hides a breach.
  if kept.id is not null and kept.arrived_at <= others.arrived_at then
    update public.lead_clocks as clock set state = 'dropped' where clock.id = others.id;
    insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
    values (others.id, p_other, 'dropped', now(), p_actor, jsonb_build_object('merged_into', p_keep)) on conflict do nothing;
    return jsonb_build_object('dropped', others.id, 'dropped_state', others.state);
  end if;
  if kept.id is not null then
    update public.lead_clocks as clock set state = 'dropped' where clock.id = kept.id;
    insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
    values (kept.id, p_keep, 'dropped', now(), p_actor, jsonb_build_object('replaced_by', others.id)) on conflict do nothing;
  end if;
  update public.lead_clocks as clock set lead_id = p_keep where clock.id = others.id;
  insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
  values (others.id, p_keep, 'moved', now(), p_actor, jsonb_build_object('from_lead', p_other));
  return jsonb_strip_nulls(jsonb_build_object('moved', others.id, 'dropped', kept.id, 'dropped_state', kept.state));
end
$$;

comment on function private.merge_open_clocks(uuid, uuid, uuid) is
'Keeps one clock for both leads, the one that has waited longer. Returns what it did, for the undo.';

create function private.team_medians() returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'user_id', member.user_id, 'name', private.owner_name(member.user_id::text), 'answered', today.answered,
    'median_seconds', today.median
  ) order by private.owner_name(member.user_id::text)), '[]')
  from (
    select held.user_id from public.user_roles as held where held.role = 'sales' and held.status = 'active' order by held.user_id limit 50
  ) as member
  cross join lateral (
    select count(*) as answered, round(percentile_cont(0.5) within group (order by clock.response_seconds)) as median
    from public.lead_clocks as clock
    where clock.answered_by = member.user_id and clock.answered_at >= (select private.day_start(private.agency_day()))
  ) as today
$$;

comment on function private.team_medians() is
'Active sales people, how many leads each answered today, and how fast; null without answers.';

create function private.import_owner(p_named text) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select held.user_id from public.user_roles as held join auth.users as account on account.id = held.user_id
  where held.status = 'active' and held.role in ('sales', 'admin')
    and (lower(account.email) = lower(btrim(p_named)) or lower(private.owner_name(held.user_id::text)) = lower(btrim(p_named)))
  order by lower(account.email) = lower(btrim(p_named)) desc, held.user_id limit 1
$$;

comment on function private.import_owner(text) is 'The active member of the team with this email address or name.';

revoke execute on function private.lock_own_lead_import(uuid), private.resolve_merged_lead(uuid), private.find_leads(text[], text[]),
  private.import_owner(text), private.import_stage(text), private.import_problem(jsonb), private.shortened_fields(jsonb) from public;

create function private.record_clock_event(
  p_clock public.lead_clocks, p_event text, p_at timestamptz, p_actor uuid default null, p_payload jsonb default '{}'
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
  values (p_clock.id, p_clock.lead_id, p_event, p_at, p_actor, jsonb_strip_nulls(p_payload)) on conflict do nothing;
  return found;
end
$$;

comment on function private.record_clock_event(public.lead_clocks, text, timestamptz, uuid, jsonb) is
'Adds an event to the ledger. False when the clock already has it.';

create function private.enqueue_clock_jobs(p_clock public.lead_clocks) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moves bigint := (select count(*) from public.lead_clock_events as noted where noted.clock_id = p_clock.id and noted.event = 'moved');
begin
  -- The key contains the number of moves, because a clock that moves there and back needs its first jobs again.
  perform public.enqueue_outbox('lead_clock', format('lead_clock:%s:%s:%s:%s', p_clock.id, planned.event, extract(epoch from planned.at), moves),
    jsonb_build_object('clockId', p_clock.id, 'event', planned.event), planned.at)
  from (values ('warned', p_clock.warn_at), ('breached', p_clock.due_at), ('escalated', p_clock.escalate_at)) as planned (event, at)
  where planned.at is not null
    and array_position(array['running', 'warned', 'breached', 'escalated'], planned.event)
      > array_position(array['running', 'warned', 'breached', 'escalated'], p_clock.state);
end
$$;

comment on function private.enqueue_clock_jobs(public.lead_clocks) is 'Queues the jobs for what can still happen to a clock.';

create function private.sync_lead_clock(p_lead_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  update public.leads as lead
  set clock_due_at = shown.due_at, response_seconds = shown.response_seconds, answered_by = shown.answered_by,
    answer_target_seconds = shown.target_seconds
  from (
    select open.due_at, first.response_seconds, first.answered_by, first.target_seconds
    from (values (1)) as one
    left join (
      select clock.due_at from public.lead_clocks as clock where clock.lead_id = p_lead_id and clock.state not in ('answered', 'dropped')
    ) as open on true
    left join (
      select clock.response_seconds, clock.answered_by, clock.target_seconds from public.lead_clocks as clock
      -- Includes merged leads: their first answer is this lead's first answer.
      where clock.lead_id in (select private.leads_within(p_lead_id)) and clock.state <> 'dropped'
      order by clock.arrived_at, clock.id limit 1
    ) as first on true
  ) as shown
  where lead.id = p_lead_id and (lead.clock_due_at, lead.response_seconds, lead.answered_by, lead.answer_target_seconds)
    is distinct from (shown.due_at, shown.response_seconds, shown.answered_by, shown.target_seconds)
$$;

comment on function private.sync_lead_clock(uuid) is
'Copies the due time of a lead''s open clock, and the response and target of its first one, to the lead.';

create function private.first_response(p_lead_id uuid, p_arrived_at timestamptz) returns public.lead_activities
language sql stable
set search_path = ''
as $$
  select activity.* from public.lead_activities as activity
  -- Includes merged leads: a call to one of them answers this lead.
  where activity.lead_id in (select private.leads_within(p_lead_id)) and activity.occurred_at >= p_arrived_at and activity.actor_id is not null
    and private.is_response(activity.kind, activity.payload) and not private.is_retracted(activity.id)
  order by activity.occurred_at, activity.id limit 1
$$;

comment on function private.first_response(uuid, timestamptz) is
'The earliest response of a person to a lead after a given time. Retracted activities do not count.';

create function private.answer_clock(p_clock_id uuid, p_again boolean default false) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
  response public.lead_activities;
  seconds integer;
begin
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id and found.state <> 'dropped' for update;
  if clock.id is null then return; end if;
  -- Read after the lock, so that of two answers at the same moment the second sees the first.
  response := private.first_response(clock.lead_id, clock.arrived_at);
  if response.id is null or (not p_again and response.occurred_at >= clock.answered_at) then return; end if;
  -- Counted from the due time, so that it agrees with the target even when the working hours changed meanwhile.
  seconds := greatest(0, floor(case
    when clock.due_at is null then private.working_seconds_between(clock.arrived_at, response.occurred_at)
    when response.occurred_at < clock.due_at
      then clock.target_seconds - private.working_seconds_between(response.occurred_at, clock.due_at)
    else clock.target_seconds + private.working_seconds_between(clock.due_at, response.occurred_at)
  end));
  update public.lead_clocks as answered
  set state = 'answered', answered_at = response.occurred_at, answered_by = response.actor_id, response_seconds = seconds,
    owner_id = (select lead.user_id from public.leads as lead where lead.id = answered.lead_id)
  where answered.id = clock.id;
  perform private.record_clock_event(clock, case clock.state when 'answered' then 'corrected' else 'answered' end, response.occurred_at,
    response.actor_id, jsonb_build_object('activity_id', response.id, 'kind', response.kind, 'seconds', seconds,
      'instead_of', clock.response_seconds));
  perform private.sync_lead_clock(clock.lead_id);
end
$$;

comment on function private.answer_clock(uuid, boolean) is
'Stops a clock with the earliest response of a person, whenever it was logged. p_again computes it anew after that response was retracted.';

create function private.start_lead_clock(p_lead_id uuid, p_arrived_at timestamptz, p_source public.lead_source) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  calendar jsonb := private.working_calendar();
  target integer := (select settings.speed_to_lead_minutes * 60 from public.agency_settings as settings);
  clock public.lead_clocks;
begin
  insert into public.lead_clocks (
    lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, owner_id, source
  )
  select lead.id, p_arrived_at, private.next_opening(p_arrived_at, calendar), target,
    private.add_working_seconds(p_arrived_at, target * 0.6, calendar), private.add_working_seconds(p_arrived_at, target, calendar),
    private.add_working_seconds(p_arrived_at, target * 2, calendar), lead.user_id, p_source
  from public.leads as lead where lead.id = p_lead_id and private.is_live(lead)
  on conflict (lead_id) where state not in ('answered', 'dropped') do nothing
  returning * into clock;
  if clock.id is null then return null; end if;
  perform private.record_clock_event(clock, 'started', p_arrived_at, null,
    jsonb_build_object('started_at', clock.started_at, 'due_at', clock.due_at, 'target_seconds', target));
  perform private.sync_lead_clock(p_lead_id);
  perform private.enqueue_clock_jobs(clock);
  perform private.answer_clock(clock.id);
  return clock.id;
end
$$;

comment on function private.start_lead_clock(uuid, timestamptz, public.lead_source) is
'Starts the clock of a lead that waits for an answer, and returns its id. Null when a clock is already open, or the lead is archived or spam.';

create trigger stop_clocks after insert on public.lead_activities
referencing new table as new_activities for each statement execute function private.stop_clocks();

create index contacts_lead_id_idx on public.contacts (lead_id);

create index applications_lead_id_idx on public.applications (lead_id);

create function private.upsert_lead_from_application(p_application public.applications, p_origin jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  whole_name text := btrim(regexp_replace(p_application.full_name, '\s+', ' ', 'g'));
begin
  update public.applications as sent
  set lead_id = private.upsert_lead(
    jsonb_build_object('email', p_application.email, 'first_name', left(split_part(whole_name, ' ', 1), 100),
      'last_name', nullif(left(substr(whole_name, strpos(whole_name || ' ', ' ') + 1), 100), ''), 'phone', p_application.phone,
      'company', p_application.company, 'website', p_application.website, 'role', p_application.role,
      'target_clients', p_application.target_new_clients_per_month, 'deal_size', p_application.avg_deal_size,
      'timeline', p_application.timeline, 'best_contact', p_application.best_contact, 'goals', p_application.notes),
    private.parse_touch('application', p_origin || jsonb_strip_nulls(to_jsonb(p_application))),
    'To be answered about the application, by the channel picked in it', p_application.is_spam,
    p_origin || jsonb_build_object('form', 'application', 'application_id', p_application.id))
  where sent.id = p_application.id;
  if not p_application.is_spam then
    perform private.enqueue_form_mails('application', p_application.id, p_application.email, split_part(whole_name, ' ', 1),
      jsonb_build_object(
        'name', whole_name, 'email', p_application.email, 'company', p_application.company, 'website', p_application.website,
        'role', p_application.role, 'target', p_application.target_new_clients_per_month,
        'dealSize', p_application.avg_deal_size, 'timeline', p_application.timeline, 'notes', p_application.notes,
        'bestContact', p_application.best_contact, 'phone', p_application.phone, 'page', p_application.page_url,
        'campaign', p_application.utm_campaign, 'utmSource', p_application.utm_source, 'traffic', p_origin ->> 'traffic_type'));
  end if;
end
$$;

comment on function private.upsert_lead_from_application(public.applications, jsonb) is
'Creates or updates the lead of an application and queues its emails.';

create function public.submit_application(
  p_application jsonb, p_origin jsonb default '{}', p_address text default null, p_is_spam boolean default false
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  stored public.applications;
begin
  insert into public.applications (
    submission_id, full_name, email, company, website, role, target_new_clients_per_month, avg_deal_size, timeline, notes,
    best_contact, phone, submitted_at, page_url, referrer_url, utm_source, utm_medium, utm_campaign, user_agent, ip_hash, is_spam
  )
  select
    sent.submission_id, sent.full_name, sent.email, sent.company, sent.website, sent.role, sent.target_new_clients_per_month,
    sent.avg_deal_size, sent.timeline, sent.notes, sent.best_contact, sent.phone, sent.submitted_at, sent.page_url,
    sent.referrer_url, sent.utm_source, sent.utm_medium, sent.utm_campaign, sent.user_agent, private.hash_ip(p_address),
    p_is_spam
  from jsonb_populate_record(null::public.applications, p_application) as sent
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (
      select known.id from public.applications as known where known.submission_id = (p_application ->> 'submission_id')::uuid
    );
  end if;
  perform private.upsert_lead_from_application(stored, coalesce(p_origin, '{}'));
  return stored.id;
end
$$;

comment on function public.submit_application(jsonb, jsonb, text, boolean) is
'Stores an application, its lead and its emails. A known submission_id changes nothing. Returns the application''s id.';

grant execute on function public.submit_application(jsonb, jsonb, text, boolean) to service_role;

create function private.upsert_lead_from_contact(p_contact public.contacts) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update public.contacts as sent
  set lead_id = private.upsert_lead(
    jsonb_build_object('email', p_contact.email, 'first_name', p_contact.first_name, 'last_name', p_contact.last_name,
      'company', p_contact.company, 'ad_spend', p_contact.ad_spend, 'goals', p_contact.goals, 'tier_interest', p_contact.interests),
    private.parse_touch('contact', to_jsonb(p_contact)), 'To be answered about the message sent with the contact form', p_contact.is_spam,
    jsonb_build_object('form', 'contact', 'contact_id', p_contact.id))
  where sent.id = p_contact.id;
  if not p_contact.is_spam then
    perform private.enqueue_form_mails('contact', p_contact.id, p_contact.email, p_contact.first_name, jsonb_build_object(
      'name', p_contact.first_name || ' ' || p_contact.last_name, 'email', p_contact.email, 'company', p_contact.company,
      'adSpend', p_contact.ad_spend, 'interests', array_to_string(p_contact.interests, ', '), 'goals', p_contact.goals,
      'traffic', p_contact.traffic_type, 'campaign', p_contact.utm_campaign, 'utmSource', p_contact.utm_source,
      'landingPage', p_contact.landing_page));
  end if;
end
$$;

comment on function private.upsert_lead_from_contact(public.contacts) is
'Creates or updates the lead of a contact message and queues its emails.';

create trigger process_direct_contact after insert on public.contacts
for each row when (current_user in ('anon', 'authenticated')) execute function private.process_direct_contact();

create function public.submit_contact(p_contact jsonb, p_address text default null, p_is_spam boolean default false) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  stored public.contacts;
begin
  insert into public.contacts (
    submission_id, first_name, last_name, email, company, ad_spend, goals, interests, utm_source, utm_medium, utm_campaign,
    utm_term, utm_content, referrer_url, landing_page, traffic_type, session_id, ip_hash, is_spam
  )
  select
    sent.submission_id, sent.first_name, sent.last_name, sent.email, sent.company, sent.ad_spend, sent.goals, sent.interests,
    sent.utm_source, sent.utm_medium, sent.utm_campaign, sent.utm_term, sent.utm_content, sent.referrer_url, sent.landing_page,
    sent.traffic_type, sent.session_id, private.hash_ip(p_address), p_is_spam
  from jsonb_populate_record(null::public.contacts, p_contact) as sent
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (select known.id from public.contacts as known where known.submission_id = (p_contact ->> 'submission_id')::uuid);
  end if;
  perform private.upsert_lead_from_contact(stored);
  return stored.id;
end
$$;

comment on function public.submit_contact(jsonb, text, boolean) is
'Stores a contact message, its lead and its emails. A known submission_id changes nothing. Returns the message''s id.';

grant execute on function public.submit_contact(jsonb, text, boolean) to service_role;

create function private.drop_clock(p_clock_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
begin
  update public.lead_clocks as open set state = 'dropped'
  where open.id = p_clock_id and open.state not in ('answered', 'dropped') returning * into clock;
  if clock.id is null then return; end if;
  perform private.record_clock_event(clock, 'dropped', now(), auth.uid());
  perform private.sync_lead_clock(clock.lead_id);
end
$$;

comment on function private.drop_clock(uuid) is 'Ends a clock without an answer.';

create function private.resume_clock(p_clock_id uuid, p_lead_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  dropped public.lead_clocks;
  clock public.lead_clocks;
begin
  select found.* into dropped from public.lead_clocks as found where found.id = p_clock_id;
  insert into public.lead_clocks (
    lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, state, owner_id, escalated_to, source
  )
  select lead.id, dropped.arrived_at, dropped.started_at, dropped.target_seconds, dropped.warn_at, dropped.due_at, dropped.escalate_at,
    -- Events that already happened do not happen again.
    coalesce((
      with recursive before (id) as (
        -- A clock may resume several times. The first events are recorded for the first clock.
        select dropped.id
        union
        select (noted.payload ->> 'resumes')::uuid from before join public.lead_clock_events as noted on noted.clock_id = before.id
        where noted.event = 'started' and noted.payload ? 'resumes'
      )
      select noted.event from public.lead_clock_events as noted
      where noted.clock_id in (select before.id from before) and noted.event in ('warned', 'breached', 'escalated')
      order by array_position(array['escalated', 'breached', 'warned'], noted.event) limit 1
    ), 'running'), lead.user_id, dropped.escalated_to, dropped.source
  from public.leads as lead where lead.id = p_lead_id and private.is_live(lead)
  on conflict (lead_id) where state not in ('answered', 'dropped') do nothing
  returning * into clock;
  if clock.id is null then return; end if;
  perform private.record_clock_event(clock, 'started', dropped.arrived_at, null,
    jsonb_build_object('started_at', clock.started_at, 'due_at', clock.due_at, 'target_seconds', clock.target_seconds, 'resumes', dropped.id));
  perform private.sync_lead_clock(p_lead_id);
  perform private.enqueue_clock_jobs(clock);
  perform private.answer_clock(clock.id);
end
$$;

comment on function private.resume_clock(uuid, uuid) is
'Continues a dropped clock as it stood, on this lead, unless a clock is open there.';

create function private.sync_clock_with_lead() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
begin
  select latest.* into clock from public.lead_clocks as latest where latest.lead_id = new.id
  order by latest.state in ('answered', 'dropped'), latest.arrived_at desc, latest.created_at desc limit 1;
  if clock.id is null or clock.state = 'answered' then return null; end if;
  if clock.state <> 'dropped' and private.is_live(new) then
    update public.lead_clocks as open set owner_id = new.user_id where open.id = clock.id;
  elsif clock.state <> 'dropped' then
    perform private.drop_clock(clock.id);
    -- A merged lead still waits, so its clock continues on the kept lead.
    if new.merged_into is not null then perform private.resume_clock(clock.id, new.merged_into); end if;
  elsif private.is_live(new) and not private.is_live(old) and exists (
    -- An archive or spam mark that is undone within a day was a mistake, so the lead still waits.
    select from public.lead_clock_events as noted
    where noted.clock_id = clock.id and noted.event = 'dropped' and noted.happened_at > now() - interval '1 day'
  ) then
    perform private.drop_clock(noted.clock_id) from public.lead_clock_events as noted
    where noted.event = 'started' and noted.payload ? 'resumes' and noted.payload ->> 'resumes' = clock.id::text;
    perform private.resume_clock(clock.id, new.id);
  end if;
  return null;
end
$$;

comment on function private.sync_clock_with_lead() is
'Trigger: copies the owner to the clock, drops the clock when the lead is archived, spam or merged, and continues it when that is undone.';

create index lead_clock_events_resumes_idx on public.lead_clock_events ((payload ->> 'resumes')) where event = 'started' and payload ? 'resumes';

create trigger sync_clock_with_lead after update of user_id, archived_at, is_spam on public.leads
for each row when (
  (old.user_id, old.archived_at is null, old.is_spam) is distinct from (new.user_id, new.archived_at is null, new.is_spam)
) execute function private.sync_clock_with_lead();

create function private.rescheduled_moment(p_moment timestamptz, p_part numeric, p_before jsonb, p_after jsonb) returns timestamptz
language sql volatile
set search_path = ''
as $$
  -- Times in the past stay. The remaining working time is counted with the new hours.
  select case when p_moment <= now() then p_moment else private.add_working_seconds(
    now(), coalesce(private.working_seconds_between(now(), p_moment, p_before), p_part), p_after
  ) end
$$;

comment on function private.rescheduled_moment(timestamptz, numeric, jsonb, jsonb) is
'When a moment of a clock comes with other hours. p_part is its share of the target, for clocks without moments.';

create function private.reschedule_clocks() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  before_calendar jsonb := private.calendar_of(old);
  clock public.lead_clocks;
  moved public.lead_clocks;
begin
  perform from public.leads as lead
  where lead.id in (select open.lead_id from public.lead_clocks as open where open.state not in ('answered', 'dropped'))
  order by lead.id for no key update;
  for clock in
    select open.* from public.lead_clocks as open where open.state not in ('answered', 'dropped') order by open.id for update
  loop
    update public.lead_clocks as open
    set started_at = private.rescheduled_moment(clock.started_at, 0, before_calendar, private.working_calendar()),
      warn_at = private.rescheduled_moment(clock.warn_at, clock.target_seconds * 0.6, before_calendar, private.working_calendar()),
      due_at = private.rescheduled_moment(clock.due_at, clock.target_seconds, before_calendar, private.working_calendar()),
      escalate_at = private.rescheduled_moment(clock.escalate_at, clock.target_seconds * 2, before_calendar, private.working_calendar())
    where open.id = clock.id returning * into moved;
    if (moved.started_at, moved.warn_at, moved.due_at, moved.escalate_at)
      is distinct from (clock.started_at, clock.warn_at, clock.due_at, clock.escalate_at)
    then
      perform private.record_clock_event(moved, 'moved', now(), auth.uid(), jsonb_build_object('from', clock.due_at, 'to', moved.due_at));
      perform private.enqueue_clock_jobs(moved);
      perform private.sync_lead_clock(moved.lead_id);
    end if;
  end loop;
  return null;
end
$$;

comment on function private.reschedule_clocks() is 'Trigger: moves the open clocks when working hours, holidays or the time zone change.';

create trigger reschedule_clocks after update of time_zone, working_hours, holidays on public.agency_settings
for each row when (
  (old.time_zone, old.working_hours, old.holidays) is distinct from (new.time_zone, new.working_hours, new.holidays)
) execute function private.reschedule_clocks();

create trigger bump_crm_change after insert on public.lead_activities
for each statement execute function private.bump_crm_change();

create trigger bump_crm_change after insert or update on public.lead_clocks
for each statement execute function private.bump_crm_change();

create function private.timeline_of(p_leads uuid[], p_kinds text[], p_before timestamptz, p_before_id text, p_limit integer)
returns table (
  id text, lead_id uuid, kind text, body text, at timestamptz, actor_id uuid, payload jsonb
)
language sql stable
set search_path = ''
as $$
  -- Each side reads at most one page from its index. The caller sorts both together.
  (
    select activity.id::text, activity.lead_id, activity.kind, activity.body, activity.occurred_at, activity.actor_id, activity.payload
    from public.lead_activities as activity
    where activity.lead_id = any (p_leads) and (p_kinds is null or activity.kind = any (p_kinds))
      and (activity.kind <> 'merge' or not private.is_duplicate_merge_event(activity.payload, p_leads))
      and (p_before is null or (activity.occurred_at, activity.id::text) < (p_before, p_before_id))
    order by activity.occurred_at desc, activity.id::text desc limit p_limit
  )
  union all
  (
    select 'clock-' || event.id, event.lead_id, 'clock', null, event.happened_at, event.actor_id,
      event.payload || jsonb_build_object('event', event.event, 'target_seconds', clock.target_seconds,
        'response_seconds', clock.response_seconds)
    from public.lead_clock_events as event join public.lead_clocks as clock on clock.id = event.clock_id
    where event.lead_id = any (p_leads) and (p_kinds is null or 'clock' = any (p_kinds))
      and (p_before is null or (event.happened_at, 'clock-' || event.id) < (p_before, p_before_id))
    order by event.happened_at desc, 'clock-' || event.id desc limit p_limit
  )
$$;

comment on function private.timeline_of(uuid[], text[], timestamptz, text, integer) is
'What happened with leads before a given time, unordered, at most two pages.';

create function private.event_json(p_id text, p_lead_id uuid, p_kind text, p_body text, p_at timestamptz, p_actor uuid, p_payload jsonb)
returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_id, 'lead_id', p_lead_id, 'kind', p_kind, 'body', p_body, 'at', p_at, 'actor_id', p_actor,
    'actor_name', private.person_name(p_actor),
    'payload', p_payload || case when p_kind = 'assignment' then jsonb_build_object(
      'from_name', private.person_name(private.parse_uuid(p_payload ->> 'from')),
      'to_name', private.person_name(private.parse_uuid(p_payload ->> 'to'))
    ) when p_kind = 'merge' then private.merge_json(
      private.parse_uuid(p_payload ->> 'batch_id'), private.parse_uuid(p_payload ->> 'lead_id')
    ) else '{}' end)
$$;

comment on function private.event_json(text, uuid, text, text, timestamptz, uuid, jsonb) is 'One entry of a timeline, with names for ids.';

create function private.clock_json(p_lead_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', clock.id, 'arrived_at', clock.arrived_at, 'started_at', clock.started_at, 'target_seconds', clock.target_seconds,
    'warn_at', clock.warn_at, 'due_at', clock.due_at, 'escalate_at', clock.escalate_at, 'state', clock.state,
    'answered_at', clock.answered_at, 'response_seconds', clock.response_seconds,
    'answered_by', private.person_name(clock.answered_by), 'escalated_to', private.person_name(clock.escalated_to)
  )
  from public.lead_clocks as clock
  where clock.lead_id = p_lead_id
    -- Includes merged leads: their clocks are shown when this lead has none.
    or clock.state <> 'dropped' and clock.lead_id in (select private.leads_within(p_lead_id))
  -- A resumed clock has the same arrival as the dropped one before it.
  order by clock.lead_id = p_lead_id desc, clock.arrived_at desc, clock.state = 'dropped', clock.created_at desc, clock.id limit 1
$$;

comment on function private.clock_json(uuid) is 'The latest clock of a lead, as pages show it; null when it never had one.';

create function private.shown_lead(lead public.leads) returns jsonb
language sql stable
set search_path = ''
as $$
  select to_jsonb(lead) - array['updated_at', 'phone_key', 'user_id', 'answered_by', 'answer_target_seconds']
    || jsonb_build_object('owner_id', lead.user_id, 'owner_name', private.person_name(lead.user_id))
$$;

comment on function private.shown_lead(public.leads) is 'The columns of a lead that its page and Today show.';

create function private.queue_lead_json(lead public.leads) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.shown_lead(lead) - array['first_touch', 'consent_text'] || jsonb_build_object(
    'next_task_id', (
      select task.id from public.lead_tasks as task
      where lead.next_task_at is not null and task.lead_id = lead.id and task.done_at is null order by task.due_at, task.id limit 1
    ), 'clock', private.clock_json(lead.id),
    'last', (
      select jsonb_build_object('kind', activity.kind, 'outcome', activity.payload ->> 'outcome', 'at', activity.occurred_at)
      from public.lead_activities as activity
      where activity.lead_id = lead.id and private.is_human_activity(activity.kind) and not private.is_retracted(activity.id)
      order by activity.occurred_at desc limit 1
    )
  )
$$;

comment on function private.queue_lead_json(public.leads) is 'A row of Today with everything that its preview shows.';

create function private.response_today() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'answered', count(clock.response_seconds),
    'median_seconds', round(percentile_cont(0.5) within group (order by clock.response_seconds)),
    'p90_seconds', round(percentile_cont(0.9) within group (order by clock.response_seconds)),
    'within', count(*) filter (where clock.response_seconds <= clock.target_seconds),
    -- A lead that still has time is neither within the target nor over it.
    'decided', count(*) filter (where clock.response_seconds is not null or clock.due_at < now())
  )
  from public.lead_clocks as clock where clock.arrived_at >= (select private.day_start(private.agency_day())) and clock.state <> 'dropped'
$$;

comment on function private.response_today() is
'How fast the team answered leads that arrived today, by the agency''s day. Median and p90 are null without answers.';

create function private.reopen_clock(p_clock_id uuid, p_activity_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
begin
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id for update;
  if (private.first_response(clock.lead_id, clock.arrived_at)).id is not null then
    perform private.answer_clock(clock.id, true);
    return;
  end if;
  -- The lead waits since the first time, even when it wrote again meanwhile.
  perform private.drop_clock(later.id) from public.lead_clocks as later
  where later.lead_id = clock.lead_id and later.state not in ('answered', 'dropped');
  update public.lead_clocks as reopened
  set state = 'dropped', answered_at = null, answered_by = null, response_seconds = null where reopened.id = clock.id;
  perform private.record_clock_event(clock, 'dropped', now(), auth.uid(), jsonb_build_object('is_retracted', p_activity_id));
  perform private.resume_clock(clock.id, clock.lead_id);
  perform private.sync_lead_clock(clock.lead_id);
end
$$;

comment on function private.reopen_clock(uuid, uuid) is
'Corrects a clock after the activity that answered it was retracted: the next response counts, else the clock goes on as if nobody had answered.';

create function private.clocks_answered_by(p_lead_id uuid, p_activity_id uuid) returns setof uuid
language sql stable
set search_path = ''
as $$
  select clock.id from public.lead_clocks as clock
  where clock.lead_id = p_lead_id and clock.state = 'answered' and p_activity_id::text = (
    select noted.payload ->> 'activity_id' from public.lead_clock_events as noted
    where noted.clock_id = clock.id and noted.event in ('answered', 'corrected') order by noted.id desc limit 1
  )
$$;

comment on function private.clocks_answered_by(uuid, uuid) is 'The clocks that this activity answered.';

create function public.undo_log_activity(p_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  logged public.lead_activities;
  lead public.leads;
begin
  select found.* into logged from public.lead_activities as found
  where found.id = p_id and found.actor_id = caller and private.is_human_activity(found.kind);
  if logged.id is null then perform private.refuse('activity_not_found', 'PT404', 'There is no such entry of yours'); end if;
  perform from public.leads as held where held.id = logged.lead_id for update;
  lead := private.require_lead(logged.lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another one'); end if;
  if logged.kind = 'email' and logged.payload ? 'to' then
    perform private.refuse('email_sent', '22023', 'An e-mail that was sent cannot be taken back');
  end if;
  insert into public.lead_retractions (activity_id, lead_id, retracted_by) values (p_id, lead.id, caller) on conflict do nothing;
  if not found then perform private.refuse('already_undone', 'PT409', 'This was taken back already'); end if;
  if logged.created_at < now() - interval '1 day' then
    perform private.refuse('too_late_to_undo', '22023', 'What was logged more than a day ago stays in the history');
  end if;
  perform private.reopen_clock(clock_id, p_id) from private.clocks_answered_by(lead.id, p_id) as clock_id;
  if exists (select from public.lead_batches as batch where batch.id = p_id and batch.actor_id = caller and batch.undone_at is null) then
    perform public.undo_lead_batch(p_id);
  end if;
  update public.lead_tasks as task set done_at = null
  where task.id = private.parse_uuid(logged.payload ->> 'finished') and task.lead_id = lead.id and task.done_by = caller;
  delete from public.lead_tasks as task
  where task.id = private.parse_uuid(logged.payload ->> 'planned') and task.lead_id = lead.id and task.done_at is null
    and task.created_by = caller and task.updated_at = task.created_at;
  update public.leads as held
  set last_activity_at = (
      select max(activity.occurred_at) from public.lead_activities as activity
      where activity.lead_id in (select private.leads_within(lead.id)) and activity.actor_id is not null
        and private.is_human_activity(activity.kind) and not private.is_retracted(activity.id)
    ),
    -- A caller who went on working with the lead keeps it.
    user_id = case when held.user_id = caller and logged.payload ? 'claimed' and not exists (
      select from public.lead_activities as later
      where later.lead_id = lead.id and later.created_at > logged.created_at and private.is_human_activity(later.kind)
        and not private.is_retracted(later.id)
    ) then null else held.user_id end
  where held.id = lead.id;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

comment on function public.undo_log_activity(uuid) is
'Undoes what the caller logged within the last day. The entry stays in the history, marked, and counts nowhere. A clock that it answered goes on. Claim, move, finished task and planned task are undone where nobody continued from there. { restored, kept }. PT404: no such entry of the caller, or the lead is no longer theirs. PT409: already undone, or merged. 22023: too long ago, or an email that was sent.';

grant execute on function public.undo_log_activity(uuid) to authenticated;

create function private.split_clocks(p_keep uuid, p_other uuid, p_done jsonb, p_answered uuid, p_actor uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved uuid := (p_done ->> 'moved')::uuid;
  dropped uuid := (p_done ->> 'dropped')::uuid;
  back public.lead_clocks;
begin
  -- A clock that the merge itself answered runs again on its own lead, unless that lead answered it too.
  if exists (select from public.lead_clocks as clock where clock.id = p_answered and clock.state = 'answered') then
    update public.lead_clocks as clock set lead_id = p_other where clock.id = p_answered and clock.id = moved;
    perform private.reopen_clock(p_answered, null);
    moved := null;
  end if;
  -- If an answer was retracted meanwhile, a resumed clock has taken this one's place.
  moved := coalesce((
    select going.id from public.lead_clocks as going join public.lead_clock_events as started on started.clock_id = going.id
    where started.event = 'started' and started.payload ->> 'resumes' = moved::text
      and going.lead_id = p_keep and going.state not in ('answered', 'dropped')
  ), moved);
  -- A clock that was answered meanwhile stays. One that still waits goes back to its lead.
  if moved is not null then
    update public.lead_clocks as clock set lead_id = p_other
    where clock.id = moved and clock.lead_id = p_keep and clock.state not in ('answered', 'dropped');
    if not found then return; end if;
    insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
    values (moved, p_other, 'moved', now(), p_actor, jsonb_build_object('from_lead', p_keep, 'undone', true));
  end if;
  if dropped is not null and not exists (
    select from public.lead_clocks as clock join public.lead_clocks as mine on mine.id = dropped
    where clock.lead_id = mine.lead_id and clock.state not in ('answered', 'dropped')
  ) then
    update public.lead_clocks as clock set state = p_done ->> 'dropped_state' where clock.id = dropped and clock.state = 'dropped'
    returning clock.* into back;
    if back.id is not null then
      insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
      values (back.id, back.lead_id, 'moved', now(), p_actor, jsonb_build_object('undone', true));
      -- Its jobs ran while it was dropped. After the move it gets new ones.
      perform private.enqueue_clock_jobs(back);
    end if;
  end if;
end
$$;

comment on function private.split_clocks(uuid, uuid, jsonb, uuid, uuid) is 'Gives two leads their clocks back as before the merge.';

create function public.undo_lead_merge(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  batch public.lead_batches;
  obstacle text;
  quiet constant text[] := array[
    'reached', 'last_activity_at', 'first_touch', 'last_touch', 'stage_entered_at', 'closed_at', 'consent_text'
  ];
  keep_id uuid;
  other_id uuid;
  noted private.lead_batch_rows;
  back jsonb;
  changed_since integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and found.kind = 'merge' and (found.actor_id = caller or private.has_active_role('admin'));
  -- Only people who may undo a merge learn that it exists.
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', private.merge_obstacle(null)); end if;
  obstacle := private.merge_obstacle(batch);
  if obstacle is not null then perform private.refuse('merge_not_undoable', 'PT409', obstacle); end if;
  keep_id := (batch.changes ->> 'keep')::uuid;
  other_id := (batch.changes ->> 'other')::uuid;
  perform private.lock_lead_pair(keep_id, other_id);
  select found.* into batch from public.lead_batches as found where found.id = p_batch_id for update;
  -- Checked again behind the lock.
  obstacle := private.merge_obstacle(batch);
  if obstacle is not null then perform private.refuse('merge_not_undoable', 'PT409', obstacle); end if;
  select row.* into noted from private.lead_batch_rows as row where row.batch_id = p_batch_id and row.lead_id = keep_id;
  -- Field by field: fields that somebody changed since stay.
  select coalesce(jsonb_object_agg(field.key, field.value) filter (where current_row.lead -> field.key is not distinct from noted.after -> field.key), '{}'),
    count(*) filter (where current_row.lead -> field.key is distinct from noted.after -> field.key and field.key <> all (quiet))
  into back, changed_since
  from jsonb_each(noted.before) as field, (select to_jsonb(lead) as lead from public.leads as lead where lead.id = keep_id) as current_row;
  back := private.restored_stage(keep_id, noted.before, back, batch.created_at);
  if back ->> 'user_id' is not null and not private.is_on_team((back ->> 'user_id')::uuid) then
    back := back - 'user_id';
    changed_since := changed_since + 1;
  end if;
  perform private.write_leads(array(
    select jsonb_populate_record(lead, back) from public.leads as lead where lead.id = keep_id
  ));
  select row.* into noted from private.lead_batch_rows as row where row.batch_id = p_batch_id and row.lead_id = other_id;
  update public.leads as lead set merged_into = null, archived_at = (noted.before ->> 'archived_at')::timestamptz where lead.id = other_id;
  update public.leads as lead set merged_into = other_id
  where lead.merged_into = keep_id and lead.id in (select id::uuid from jsonb_array_elements_text(batch.changes -> 'merged_before') as id);
  update public.lead_tasks as task set lead_id = other_id
  where task.lead_id = keep_id and task.id in (select id::uuid from jsonb_array_elements_text(batch.changes -> 'tasks') as id);
  perform private.split_clocks(keep_id, other_id, batch.changes -> 'clock', (batch.changes ->> 'answered')::uuid, caller);
  perform private.sync_lead_clock(lead_id) from unnest(array[keep_id, other_id]) as lead_id;
  insert into public.lead_activities (lead_id, kind, actor_id, payload) values
  (keep_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'undone', 'was', 'kept', 'lead_id', other_id)),
  (other_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'undone', 'was', 'merged', 'lead_id', keep_id));
  update public.lead_batches as done set undone_at = now() where done.id = p_batch_id;
  return jsonb_build_object('restored', 2, 'kept', changed_since);
end
$$;

comment on function public.undo_lead_merge(uuid) is
'Undoes a merge: { restored, kept }. kept is the number of fields that somebody changed since; they stay, and so does the owner when the former one is no longer active. PT404: no merge that the caller may undo; only the person who merged and admins may. PT409: why not (private.merge_obstacle).';

grant execute on function public.undo_lead_merge(uuid) to authenticated;

create trigger apply_pending_client_setups after update of accepted_at on public.invitations
for each row when (new.accepted_at is not null and old.accepted_at is null and new.role = 'client')
execute function private.apply_pending_client_setups();

create function private.request_client_setup(p_lead public.leads, p_caller uuid) returns void
language sql volatile
set search_path = ''
as $$
  insert into public.change_requests (user_id, user_email, business_name, request_type, message)
  select p_caller, person.email, coalesce(nullif(btrim(p_lead.company), ''), private.lead_title(p_lead)),
    'general_inquiry', format('Won: %s (%s). Please set up the client account, the dashboard and the retainer: /crm/leads/%s',
      private.lead_title(p_lead), coalesce(p_lead.email, 'no e-mail'), p_lead.id)
  from auth.users as person where person.id = p_caller
$$;

comment on function private.request_client_setup(public.leads, uuid) is 'Asks the admins to set up a client that a sales person won.';

create function public.list_own_sessions()
returns table (id uuid, created_at timestamptz, last_active timestamptz, user_agent text, is_current boolean)
language sql stable security definer
set search_path = ''
as $$
  select session.id, session.created_at, greatest(session.updated_at, session.created_at), left(session.user_agent, 500),
    session.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions as session
  where session.user_id = auth.uid() and not private.is_session_over(session) and (select private.is_session_sufficient())
  order by 5 desc, 3 desc
$$;

comment on function public.list_own_sessions() is 'The sessions of the caller: this one first, then the last active.';

grant execute on function public.list_own_sessions() to authenticated;

create function private.erased_words(p_leads uuid[]) returns text[]
language sql stable
set search_path = ''
as $$
  with said (words) as (
    select concat_ws(' ', lead.first_name, lead.last_name, lead.email, lead.company) from public.leads as lead where lead.id = any (p_leads)
    union all
    select concat_ws(' ', side.row ->> 'first_name', side.row ->> 'last_name', side.row ->> 'email', side.row ->> 'company')
    from private.lead_batch_rows as noted cross join lateral (values (noted.before), (noted.after)) as side (row)
    where noted.lead_id = any (p_leads)
    union all
    select concat_ws(' ', side.row ->> 'first_name', side.row ->> 'last_name', side.row ->> 'email', side.row ->> 'company')
    from public.audit_log as entry cross join lateral (values (entry.before), (entry.after)) as side (row)
    where entry.table_name = 'leads' and entry.row_id = any (p_leads::text[])
  ), word as materialized (
    select distinct made.word from said cross join lateral private.extract_words(said.words) as made (word)
  ), others as materialized (
    -- One scan of all leads for all words. Few leads match.
    select private.lead_text(other.first_name, other.last_name, other.email, other.company) as said
    from public.leads as other
    where other.id <> all (p_leads) and private.lead_text(other.first_name, other.last_name, other.email, other.company)
      ~ (select string_agg(word.word, '|') from word)
  )
  select coalesce(array_agg(word.word), '{}') from word
  where not exists (select from others where strpos(others.said, word.word) > 0)
$$;

comment on function private.erased_words(uuid[]) is 'The words that only these leads brought into the search, now or earlier.';

create function private.erasure_label(p_kind text, p_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case p_kind
    when 'lead' then (select coalesce(nullif(btrim(lead.email), ''), private.lead_title(lead)) from public.leads as lead where lead.id = p_id)
    else (select coalesce(account.email::text, account.id::text) from auth.users as account where account.id = p_id)
  end
$$;

comment on function private.erasure_label(text, uuid) is 'What an admin types to confirm: the email address of the person, or the name of a lead without one.';

create trigger refuse_erased_contact after insert on public.contacts
referencing new table as written for each statement execute function private.refuse_erased_lead();

create trigger refuse_erased_application after insert on public.applications
referencing new table as written for each statement execute function private.refuse_erased_lead();

create trigger refuse_erased_activity after insert on public.lead_activities
referencing new table as written for each statement execute function private.refuse_erased_activity();

call private.limit_inserts('public.contacts', 'contact_messages');

call private.limit_inserts('public.lead_activities', 'logged_activities', 'count(*) filter (where private.is_human_activity(added.kind))');

call private.limit_inserts('public.lead_activities', 'lead_history');

call private.limit_inserts('private.lead_batch_rows', 'changed_leads');

create index lead_clock_events_clock_id_idx on public.lead_clock_events (clock_id, event);

create function private.lead_mail_data(p_lead_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'leadId', lead.id,
    -- On one line, because it becomes the subject of an email.
    'who', regexp_replace(private.lead_title(lead), '\s+', ' ', 'g'),
    'company', nullif(btrim(lead.company), ''), 'email', lead.email, 'phone', lead.phone, 'source', lead.source,
    'owner', case when lead.user_id is not null then private.owner_name(lead.user_id::text) end
  ))
  from public.leads as lead where lead.id = p_lead_id
$$;

comment on function private.lead_mail_data(uuid) is 'A lead as emails to the team show it.';

create function private.next_available_rep(p_not uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select rep.id from unnest(private.active_users('sales')) as rep (id)
  where rep.id is distinct from p_not
  order by
    (
      select count(*) from public.lead_clocks as clock
      where clock.state not in ('answered', 'dropped') and coalesce(clock.owner_id, clock.escalated_to) = rep.id
    ),
    (select max(clock.escalate_at) from public.lead_clocks as clock where clock.escalated_to = rep.id) nulls first,
    rep.id
  limit 1
$$;

comment on function private.next_available_rep(uuid) is
'The active sales person with the fewest waiting leads; among equals, the one who was asked longest ago. Never the given one.';

create function private.escalate_clock(p_clock public.lead_clocks, p_lead public.leads) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- A person who is answering right now keeps the lead.
  answering boolean := private.is_call_in_progress(p_lead.id, p_lead.user_id);
  rep uuid := case when not answering then private.next_available_rep(p_lead.user_id) end;
  facts jsonb := private.lead_mail_data(p_lead.id) || jsonb_strip_nulls(jsonb_build_object(
    'target', p_clock.target_seconds::text, 'rep', case when rep is not null then private.owner_name(rep::text) end,
    'handedOver', case when rep is not null and p_lead.user_id is not null then 'true' end,
    'answering', case when answering then 'true' end
  ));
begin
  update public.lead_clocks as clock set escalated_to = rep where clock.id = p_clock.id;
  if rep is not null and p_lead.user_id is not null then
    update public.leads as lead set user_id = rep where lead.id = p_lead.id;
  end if;
  -- Each person gets one email. Its text is for the first of these parts that they have.
  perform private.notify_users(array[rep], 'lead-clock-escalated', p_clock.id::text, facts || '{"part": "rep"}');
  -- The owner may have left the team, and then may no longer read about the lead.
  if private.is_on_team(p_lead.user_id) then
    perform private.notify_users(array[p_lead.user_id], 'lead-clock-escalated', p_clock.id::text, facts || '{"part": "owner"}');
  end if;
  perform private.notify_users(private.active_users('admin'), 'lead-clock-escalated', p_clock.id::text, facts || '{"part": "admin"}');
end
$$;

comment on function private.escalate_clock(public.lead_clocks, public.leads) is
'Asks the next free rep, who also gets the lead when its owner let it wait, unless the owner is answering right now. Emails the former owner and the admins.';

create function public.run_clock_event(p_clock_id uuid, p_event text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
  lead public.leads;
  moment timestamptz;
  people uuid[];
begin
  if p_event not in ('warned', 'breached', 'escalated') then
    perform private.refuse('unknown_clock_event', '22023', 'A clock is warned, breached or escalated');
  end if;
  -- Escalations take turns, so that each one sees which rep the one before asked.
  if p_event = 'escalated' then perform pg_advisory_xact_lock(hashtextextended('next free rep', 0)); end if;
  select found.* into lead from public.leads as found
  where found.id = (select held.lead_id from public.lead_clocks as held where held.id = p_clock_id) for no key update;
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id for update;
  if clock.id is null or clock.state in ('answered', 'dropped') then return false; end if;
  moment := case p_event when 'warned' then clock.warn_at when 'breached' then clock.due_at else clock.escalate_at end;
  if moment is null or moment > now() then
    -- The working hours changed after the job was queued.
    perform private.enqueue_clock_jobs(clock);
    return false;
  end if;
  if not private.record_clock_event(clock, p_event, moment, null, jsonb_build_object(
    'owner', case when p_event = 'escalated' then lead.user_id end
  )) then return false; end if;
  update public.lead_clocks as held set state = p_event
  where held.id = clock.id and array_position(array['running', 'warned', 'breached', 'escalated'], held.state)
    < array_position(array['running', 'warned', 'breached', 'escalated'], p_event);
  -- An erased lead still counts in the figures, but nobody gets an email about it.
  if lead.erased_at is not null then return true; end if;
  if p_event = 'escalated' then
    perform private.escalate_clock(clock, lead);
  elsif p_event = 'breached' or clock.due_at > now() then
    -- A warning that runs after the breach, because no host ran meanwhile, is not worth an email.
    people := case
      when lead.user_id = any (private.active_users('sales') || private.active_users('admin')) then array[lead.user_id]
      else private.active_users('sales')
    end;
    perform private.notify_users(people, case p_event when 'warned' then 'lead-clock-warning' else 'lead-clock-breached' end, clock.id::text,
      private.lead_mail_data(lead.id) || jsonb_build_object('target', clock.target_seconds::text,
        'left', floor(private.working_seconds_between(now(), clock.due_at))::text));
  end if;
  return true;
end
$$;

comment on function public.run_clock_event(uuid, text) is
'Runs the job of a clock (warned, breached or escalated) once, if the lead still waits and the time has come. Returns whether it did.';

grant execute on function public.run_clock_event(uuid, text) to service_role;
