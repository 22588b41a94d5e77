-- A search of the audit log by text. One box finds entries by their author, by the name of what changed, and by the changed values.

-- In PL/pgSQL, which plans them once for each session. Each write runs them, and nested functions in SQL are planned at each call.

create function private.fold_text(p_text text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return (select case
    -- Most texts are ASCII, which has no accents.
    when octet_length(p_text) = char_length(p_text) then lower(p_text)
    else lower(translate(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g'), '’“”', ''''))
  end);
end
$$;

comment on function private.fold_text(text) is 'A text as a search compares it: without case, accents and the quotation marks that sentences put around names.';

create function private.audit_values(p_row jsonb, p_other jsonb) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  -- The cheap conditions come first, so that few values meet a regular expression.
  return (select string_agg(concat_ws(E'\n',
    left(held.value, 300),
    -- A stored keyword such as 'dashboard_change', as it is shown.
    case when strpos(held.value, '_') > 0 and held.value ~ '^[a-z]+(_[a-z]+)+$' then replace(held.value, '_', ' ') end,
    case when held.key like '%amount' and held.value ~ '^-?[0-9]{1,15}$' then to_char(held.value::bigint / 100.0, 'FM999999999999990.00') end,
    case when held.value like '____-__-__%' and held.value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}($|[T ])' then concat_ws(' ',
      ('{january,february,march,april,may,june,july,august,september,october,november,december}'::text[])[substr(held.value, 6, 2)::integer],
      ltrim(substr(held.value, 9, 2), '0'), left(held.value, 4)
    ) end
  ), E'\n' order by held.key)
  from jsonb_each_text(case when jsonb_typeof(p_row) = 'object' then p_row end) as held
  where held.value <> '' and held.key not in ('updated_at', 'token_hash', 'version', 'search_text')
    -- An id is found by the name that it stands for, and nobody searches for code.
    and held.value not like '________-____-____-____-____________'
    and (strpos(left(held.value, 2000), '<') = 0 or left(held.value, 2000) !~ '<[/!]?[a-zA-Z]')
    -- Of a change: what changed, and the fields that name the row.
    and (p_other is null or p_row -> held.key is distinct from p_other -> held.key or held.key in (
      'name', 'title', 'slug', 'label', 'business_name', 'dashboard_title', 'retainer_name', 'invoice_number', 'email', 'user_email',
      'first_name', 'last_name', 'company', 'description', 'alt', 'domain', 'role'
    )));
end
$$;

comment on function private.audit_values(jsonb, jsonb) is
'The values of a row that a search of the audit log finds it by, one a line. With another copy of the row: what differs, and what names the row.';

create function private.audit_text(p_actor text, p_subject text, p_before jsonb, p_after jsonb) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return left(E'\n' || private.fold_text(concat_ws(E'\n', p_actor, p_subject,
    case when p_after is not null then private.audit_values(p_after, p_before) end,
    case when p_before is not null then private.audit_values(p_before, p_after) end
  )), 19998) || E'\n';
end
$$;

comment on function private.audit_text(text, text, jsonb, jsonb) is 'The text that a search finds an entry of the audit log by, with a line for each value.';

create function private.audit_ids(p_row_id text, p_actor uuid, p_account uuid, p_before jsonb, p_after jsonb) returns uuid[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array(
    select distinct named.id::uuid
    from (
      select split_part(p_row_id, ' ', 1) union all select p_actor::text union all select p_account::text
      union all select held.value from jsonb_each_text(case when jsonb_typeof(p_before) = 'object' then p_before end) as held
      union all select held.value from jsonb_each_text(case when jsonb_typeof(p_after) = 'object' then p_after end) as held
    ) as named (id)
    where char_length(named.id) = 36 and named.id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    limit 500
  );
end
$$;

comment on function private.audit_ids(text, uuid, uuid, jsonb, jsonb) is
'Everything that an entry of the audit log refers to: its row, its author, its account, and the ids in its values.';

-- Not an update: nobody changes an entry, and the new columns follow from the others.
alter table public.audit_log
add column search_text text generated always as (private.audit_text(actor_email, subject, before, after)) stored check (char_length(search_text) <= 20000),
add column named_ids uuid[] generated always as (private.audit_ids(row_id, actor_id, account_id, before, after)) stored check (cardinality(named_ids) <= 500);

comment on column public.audit_log.search_text is 'The text that a search finds the entry by.';
comment on column public.audit_log.named_ids is 'Everything that the entry refers to. A search finds it by their names.';

create index audit_log_search_idx on public.audit_log using gin (search_text extensions.gin_trgm_ops, named_ids);

create function private.audit_word_sql(p_pattern text) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  word constant text := p_pattern;
  money constant text := regexp_replace(regexp_replace(
    substring(p_pattern from '^%[$€£¥]?([0-9]{1,3}(?:[.,]?[0-9]{3})*(?:[.,][0-9]{2})?)[$€£¥]?%$'), '[.,]([0-9]{2})$', '#\1'
  ), '[.,]', '', 'g');
  texts text[] := array[word];
  ids uuid[];
  emails text[];
begin
  -- An amount is stored without the signs that make it readable.
  if money is not null then texts := texts || concat('%', E'\n', replace(money, '#', '.'), '%'); end if;
  texts := texts || array(
    select concat('%', E'\n', private.fold_text(replace(stage.key, '_', '\_')), E'\n%') from public.pipeline_stages as stage
    where private.fold_text(stage.label) like word
  );
  select array_agg(named.id), array_agg(named.email) filter (where named.email is not null) into ids, emails
  from (
    select profile.user_id as id, account.email::text as email
    from public.profiles as profile join auth.users as account on account.id = profile.user_id
    where private.fold_text(concat_ws(' ', profile.first_name, profile.last_name, account.email)) like word
    union all
    select account.id, null from public.accounts as account where account.kind = 'client' and private.fold_text(account.name) like word
    union all
    select request.id, null from public.change_requests as request where private.fold_text(request.business_name) like word
    union all
    select page.id, null from public.landing_pages as page where private.fold_text(concat_ws(' ', page.title, page.slug)) like word
    union all
    -- A number has digits. A word without any does not read all invoices.
    select invoice.id, null from public.invoices as invoice where word ~ '[0-9]' and lower(invoice.invoice_number) like word
  ) as named;
  return format('(%s%s%s)',
    (select string_agg(format('entry.search_text like %L', text), ' or ') from unnest(texts) as text),
    case when ids is not null then format(' or entry.named_ids && %L::uuid[]', ids) end,
    case when emails is not null then format(' or entry.subject = any (%L::text[])', emails) end
  );
end
$$;

comment on function private.audit_word_sql(text) is
'A condition on public.audit_log as entry: its text matches a pattern, or it refers to something whose name does.';

create function private.search_audit_log(
  p_query text, p_table text, p_action text, p_actor uuid, p_from timestamptz, p_until timestamptz, p_subject text, p_accounts uuid[],
  p_below bigint, p_write bigint, p_limit integer
) returns table (
  id bigint, happened_at timestamptz, actor_id uuid, actor_email text, action text, table_name text, row_id text, subject text,
  before jsonb, after jsonb, account_id uuid, write_id bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern text;
  wanted text[] := array['true'];
begin
  perform private.require_admin();
  -- Signs that separate words in a sentence belong to none of them.
  foreach pattern in array private.search_words(regexp_replace(private.fold_text(left(p_query, 1000)), '[,;:.]+(\s|$)', ' ', 'g')) loop
    wanted := wanted || private.audit_word_sql(pattern);
  end loop;
  if p_table <> '' then wanted := wanted || format('entry.table_name = %L', p_table); end if;
  if p_action <> '' then wanted := wanted || format('entry.action = %L', p_action); end if;
  if p_actor is not null then wanted := wanted || format('entry.actor_id = %L', p_actor); end if;
  if p_from is not null then wanted := wanted || format('entry.happened_at >= %L', p_from); end if;
  if p_until is not null then wanted := wanted || format('entry.happened_at < %L', p_until); end if;
  if p_below is not null then wanted := wanted || format('entry.id < %L', p_below); end if;
  if p_write is not null then wanted := wanted || format('entry.write_id = %L', p_write); end if;
  if p_accounts is null then
    if p_subject <> '' then wanted := wanted || format('entry.subject = %L', p_subject); end if;
  else
    -- Without parts of what another entry of the same write says, and leads, which have a history of their own.
    wanted := wanted || format(
      $w$(entry.subject = %L or entry.account_id = any (%L)) and entry.table_name not in ('invoice_lines', 'invoice_credits', 'retainer_charges', 'leads')$w$,
      nullif(p_subject, ''), p_accounts
    );
  end if;
  return query execute format(
    $sql$
      select entry.id, entry.happened_at, entry.actor_id, entry.actor_email, entry.action, entry.table_name, entry.row_id, entry.subject,
        entry.before, entry.after, entry.account_id, entry.write_id
      from public.audit_log as entry where %s order by entry.id desc limit %s
    $sql$,
    array_to_string(wanted, ' and '), least(greatest(coalesce(p_limit, 50), 1), 1000)
  );
end
$$;

create function public.search_audit_log(
  p_query text default '', p_table text default '', p_action text default '', p_actor uuid default null, p_from timestamptz default null,
  p_until timestamptz default null, p_subject text default '', p_accounts uuid[] default null, p_below bigint default null,
  p_write bigint default null, p_limit integer default 50
) returns table (
  id bigint, happened_at timestamptz, actor_id uuid, actor_email text, action text, table_name text, row_id text, subject text,
  before jsonb, after jsonb, account_id uuid, write_id bigint
)
language sql stable
set search_path = ''
return private.search_audit_log(p_query, p_table, p_action, p_actor, p_from, p_until, p_subject, p_accounts, p_below, p_write, p_limit);

comment on function public.search_audit_log(text, text, text, uuid, timestamptz, timestamptz, text, uuid[], bigint, bigint, integer) is
'Admins only. Entries of the audit log with ids below p_below, newest first, that contain every word in their values or in the name of something that they refer to: people, accounts, invoices, requests, landing pages. From p_from until before p_until. p_subject: the address of the person whom they are about; with p_accounts also entries of these accounts. p_write: only of this write.';

grant execute on function public.search_audit_log(text, text, text, uuid, timestamptz, timestamptz, text, uuid[], bigint, bigint, integer) to authenticated;
grant execute on function private.search_audit_log(text, text, text, uuid, timestamptz, timestamptz, text, uuid[], bigint, bigint, integer) to authenticated;
