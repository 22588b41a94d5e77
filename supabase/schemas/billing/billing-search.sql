-- Admin lists of invoices, retainers and clients with exact totals, and one invoice with everything that belongs to it.

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

create function private.begins_words(p_text text, p_words text[]) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select not exists (
    select from unnest(p_words) as word (pattern)
    -- The second reading is for words within an address, such as "lee" in ann.lee@example.com.
    where concat(' ', p_text, ' ', regexp_replace(p_text, '[^[:alnum:]]+', ' ', 'g')) not like '% ' || substr(word.pattern, 2)
  )
$$;

comment on function private.begins_words(text, text[]) is
'Whether each of these patterns (private.search_words) begins a word of a folded text: "ember" begins one of Ember Coaching, and none of member@example.com.';

create index invoices_attention_idx on public.invoices (created_at desc) where needs_attention is not null;

create function private.matching_clients(p_pattern text) returns uuid[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(account.id), '{}')
  from auth.users as account left join public.profiles as profile on profile.user_id = account.id
  where lower(concat_ws(' ', profile.first_name, profile.last_name, account.email)) like p_pattern
    or lower(profile.company) like p_pattern and not exists (select from private.client_members as member where member.user_id = account.id)
$$;

comment on function private.matching_clients(text) is
'People whose name or address matches a pattern, and those without an account who named a company that does.';

create function private.matching_companies(p_pattern text) returns uuid[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(profile.user_id), '{}') from public.profiles as profile where lower(profile.company) like p_pattern
$$;

comment on function private.matching_companies(text) is 'People who named a company that matches a pattern.';

create function private.matching_accounts(p_pattern text) returns uuid[]
language sql stable
set search_path = ''
as $$
  select array(
    select account.id from public.accounts as account where account.kind = 'client' and lower(account.name) like p_pattern
    union
    select own.account_id from private.own_account_of_clients as own where own.user_id = any (private.matching_companies(p_pattern))
  )
$$;

comment on function private.matching_accounts(text) is
'Clients'' accounts whose name matches a pattern, or the company that someone named whose own account it is.';

create function private.name_of_client(p_client uuid) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(private.company_of(person.id), private.name_or_email(profile.first_name, profile.last_name, person.email::text))
  from auth.users as person left join public.profiles as profile on profile.user_id = person.id where person.id = p_client
  union all
  select account.name from public.accounts as account where account.id = p_client and account.kind = 'client'
$$;

comment on function private.name_of_client(uuid) is 'The company or name of a person, or the name of a client''s account. Null for anything else.';

create function private.search_invoices(
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
      ' and (held.search_text like %L or held.client_id = any (%L::uuid[]) or held.account_id = any (%L::uuid[]) or held.account_id is null and held.client_id = any (%L::uuid[]))',
      pattern, private.matching_clients(pattern), private.matching_accounts(pattern), private.matching_companies(pattern)
    );
  end loop;
  if p_client is not null then
    -- A person stands for the accounts that they belong to, whose invoices may name a colleague.
    searched := searched || format(' and (held.client_id = %L or held.account_id = any (%L::uuid[]))', p_client, (
      select array_agg(member.account_id) || p_client from private.client_members as member where member.user_id = p_client
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
    -- As private.billed_company, worked out once for each person.
    when 'client' then $order$coalesce(
      case
        when found.account_id is null then client.company
        when found.account_id = coalesce(client.account, found.account_id) then client.named
        else lower(prepared.name)
      end,
      client.name, lower(prepared.name)
    )$order$
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
          select found.id, found.shown from found %4$s where %3$s order by %5$s %6$s nulls last, found.invoice_number %6$s nulls last, found.id %6$s limit $2 offset $3
        ) as found
      ), page as (
        select held.*, profile.first_name, profile.last_name, private.billed_company(held.client_id, held.account_id) as company, account.email,
          prepared.name as account_name, picked.shown, picked.place
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
            'client_company', page.company, 'client_email', page.email, 'client_status', private.client_status(page.client_id),
            'reminded_at', (select max(event.created_at) from public.invoice_events as event where event.invoice_id = page.id and event.kind = 'reminded'),
            'account_id', page.account_id, 'created_at', page.created_at, 'updated_at', page.updated_at
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
      select account.id, lower(business.company) as company, lower(nullif(btrim(profile.company), '')) as named, lower(coalesce(profile.first_name, account.email::text)) as name,
        own.account_id as account
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.person_businesses as business on business.user_id = account.id
      left join private.own_account_of_clients as own on own.user_id = account.id
      offset 0
    ) as client on client.id = found.client_id $join$ else '' end,
    sorted, case when p_descending then 'desc' else 'asc' end
  ) into answer using today, least(greatest(p_limit, 1), 200), greatest(p_offset, 0), private.name_of_client(p_client);
  return answer;
end
$$;

create function public.search_invoices(
  p_query text default '', p_status text default 'all', p_sort text default 'created', p_descending boolean default true,
  p_limit integer default 50, p_offset integer default 0, p_client uuid default null, p_from date default null, p_until date default null
) returns jsonb
language sql stable
set search_path = ''
return private.search_invoices(p_query, p_status, p_sort, p_descending, p_limit, p_offset, p_client, p_from, p_until);

comment on function public.search_invoices(text, text, text, boolean, integer, integer, uuid, date, date) is
'For admins: a page of invoices whose number, description, client or account matches every word, of the account p_client, or of the person p_client and their accounts, and sent from p_from to p_until in the agency''s time zone: {rows (with client_status: see private.client_status), client: the name of p_client, total, sums: [{currency, amount: billed, without credits, drafts and canceled invoices, received: less refunds, refunded, owed: of open invoices, later: of active ones, which can''t be paid yet, drafts}], counts, today}. A draft without a client has client_id null and the name of its account. Status: all, open, draft, pending, overdue, paid, refunded (also in part), void, active, attention. Sort: created, due, amount, number, client.';

create function private.search_retainers(p_query text, p_status text, p_limit integer, p_offset integer)
returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  words constant text[] := private.search_words(p_query);
  answer jsonb;
begin
  perform private.require_admin();
  if p_status not in ('all', 'active', 'draft', 'paused', 'ended') then perform private.refuse('unknown_filter', '22023', 'There is no such filter'); end if;
  with found as materialized (
    select held.*, profile.first_name, profile.last_name, billed.company, account.email::text as email, prepared.name as account_name,
      case when held.status in ('completed', 'canceled') then 'ended' when held.status = 'pending' then 'draft' else held.status::text end as kind
    from public.retainers as held
    left join auth.users as account on account.id = held.client_id
    left join public.profiles as profile on profile.user_id = held.client_id
    left join public.accounts as prepared on prepared.id = held.account_id
    cross join lateral (select private.billed_company(held.client_id, held.account_id) as company) as billed
    where not exists (
      select from unnest(words) as word (pattern)
      where lower(concat_ws(
        ' ', held.retainer_name, profile.first_name, profile.last_name, account.email, billed.company, prepared.name
      )) not like word.pattern
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
        'currency', page.currency, 'start_date', page.start_date, 'end_date', page.end_date, 'duration_months', page.duration_months, 'term_end', private.term_end(page.start_date, page.duration_months),
        'updated_at', page.updated_at, 'client_id', page.client_id, 'client_company', page.company, 'client_email', page.email,
        'client_status', private.client_status(page.client_id), 'is_archived', private.is_archived(page.account_id),
        'account_id', page.account_id, 'client_name', coalesce(private.name_or_email(page.first_name, page.last_name, page.email), page.account_name),
        'for_account', private.account_among_several(page.client_id, page.account_id),
        'next_charge', (
          select min(charge.day)
          from public.retainers as retainer
          cross join lateral private.open_charges(
            retainer, private.agency_day(), greatest(retainer.start_date, retainer.charges_from, private.agency_day()) + 40
          ) as charge (day)
          where retainer.id = page.id
        ),
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
        'all', count(*), 'active', count(*) filter (where found.kind = 'active'),
        'draft', count(*) filter (where found.kind = 'draft'), 'paused', count(*) filter (where found.kind = 'paused'),
        'ended', count(*) filter (where found.kind = 'ended')
      ) from found
    )
  ) into answer;
  return answer;
end
$$;

create function public.search_retainers(p_query text default '', p_status text default 'all', p_limit integer default 50, p_offset integer default 0)
returns jsonb
language sql stable
set search_path = ''
return private.search_retainers(p_query, p_status, p_limit, p_offset);

comment on function public.search_retainers(text, text, integer, integer) is
'For admins: a page of retainers, running ones first, with their next charge, which waits while their client isn''t active (client_status: see private.client_status): {rows, total, sums, counts}; sums are monthly, of running retainers. Status: all, active, draft (pending: it has not been started), paused, ended.';

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

create function private.invoice_for_admin(p_invoice_id uuid) returns jsonb
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
    'client_status', private.client_status(held.client_id),
    'is_archived', private.is_archived(held.account_id),
    'has_left', held.account_id is not null and held.client_id is not null and not exists (
      select from private.client_members as member where member.account_id = held.account_id and member.user_id = held.client_id
    ),
    -- A draft of an account that nobody has joined yet names nobody.
    'client', (
      select jsonb_build_object(
        'id', account.id, 'account_id', held.account_id, 'email', account.email,
        'company', coalesce(billed.company, private.billed_company(held.client_id, held.account_id)),
        'has_account', held.account_id is not null, 'for_account', private.account_among_several(held.client_id, held.account_id),
        'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text))
      )
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.archived_billing_identities as billed on billed.account_id = account.id where account.id = held.client_id
      union all
      select jsonb_build_object('id', null, 'account_id', prepared.id, 'email', (
        select open.email from public.invitations as open
        where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
        order by open.created_at desc limit 1
      ), 'company', null, 'has_account', true, 'name', prepared.name)
      from public.accounts as prepared where prepared.id = held.account_id and held.client_id is null
    ),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', line.id, 'description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount, 'amount', line.amount,
        'is_discount', line.is_discount
      ) order by line.position) from public.invoice_lines as line where line.invoice_id = held.id
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', entry.id, 'kind', entry.kind, 'amount', entry.amount, 'currency', entry.currency, 'is_duplicate', entry.is_duplicate,
        'occurred_at', entry.occurred_at, 'by_hand', entry.provider_ref like 'manual:%', 'reference', split_part(entry.provider_ref, '/', 1),
        'method', event.method, 'card', case when entry.provider_ref not like 'manual:%' then entry.method end, 'note', event.note,
        'payer', case when entry.payer_id <> held.client_id then private.person_name(entry.payer_id) end,
        'removal', (
          select jsonb_build_object('of', split_part(removal.kind, '_', 1), 'at', removal.created_at, 'reason', removal.note, 'actor', private.full_name(profile.first_name, profile.last_name))
          from public.invoice_events as removal left join public.profiles as profile on profile.user_id = removal.actor_id
          where removal.payment_id = entry.id and removal.kind in ('payment_removed', 'refund_removed')
        )
      ) order by entry.occurred_at, entry.created_at)
      from public.payments as entry
      left join public.invoice_events as event on event.payment_id = entry.id and event.kind not in ('payment_removed', 'refund_removed')
      where entry.invoice_id = held.id
    ), '[]'),
    'credits', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', credit.id, 'amount', credit.amount, 'reason', credit.reason, 'created_at', credit.created_at,
        'removal', (
          select jsonb_build_object('of', split_part(removal.kind, '_', 1), 'at', removal.created_at, 'reason', removal.note, 'actor', private.full_name(profile.first_name, profile.last_name))
          from public.invoice_events as removal left join public.profiles as profile on profile.user_id = removal.actor_id
          where removal.credit_id = credit.id and removal.kind = 'credit_removed' and credit.removed_at is not null
          order by removal.created_at desc limit 1
        )
      ) order by credit.created_at, credit.id)
      from public.invoice_credits as credit where credit.invoice_id = held.id
    ), '[]'),
    'together', private.paid_together(held.id),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', event.id, 'kind', event.kind, 'note', event.note, 'method', event.method, 'amount', event.amount, 'created_at', event.created_at,
        'actor', private.full_name(profile.first_name, profile.last_name), 'restored', private.is_restored(event)
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

create function public.invoice_for_admin(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_for_admin(p_invoice_id);

comment on function public.invoice_for_admin(uuid) is
'For admins: an invoice with its client, client_status (see private.client_status), whether that client is no longer in the account that it bills (has_left), lines, ledger, credits, payments that paid others, too (together), events, the retainer that issued it, and whether a payment page is open; null when there is no such invoice.';

grant execute on function public.search_invoices(text, text, text, boolean, integer, integer, uuid, date, date) to authenticated;
grant execute on function private.search_invoices(text, text, text, boolean, integer, integer, uuid, date, date) to authenticated;
grant execute on function public.search_retainers(text, text, integer, integer) to authenticated;
grant execute on function private.search_retainers(text, text, integer, integer) to authenticated;
grant execute on function public.search_billable_clients(text, integer, boolean, boolean) to authenticated;
grant execute on function private.search_billable_clients(text, integer, boolean, boolean) to authenticated;
grant execute on function public.invoice_for_admin(uuid) to authenticated;
grant execute on function private.invoice_for_admin(uuid) to authenticated;
