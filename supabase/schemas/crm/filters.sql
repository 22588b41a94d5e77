-- Turns the JSON filters of pages, links and saved views into a condition on public.leads as lead. Only expressions that are
-- listed here get into a statement. Values are always literals.

create function private.filter_fields() returns table (field text, kind text, expression text)
language sql immutable
set search_path = ''
as $$
  select known.field, known.kind, 'lead.' || known.field from private.lead_fields as known where known.kind <> 'owner'
  union all
  values
    ('name', 'word', format('coalesce(%s, '''')', private.lead_name_sql())),
    ('next_task_kind', 'text', 'lead.next_task_kind'),
    ('utm_source', 'text', '(lead.first_touch ->> ''utm_source'')'), ('utm_medium', 'text', '(lead.first_touch ->> ''utm_medium'')'),
    ('utm_campaign', 'text', '(lead.first_touch ->> ''utm_campaign'')'),
    ('owner', 'owner', 'lead.user_id'), ('answered_by', 'owner', 'lead.answered_by'), ('value', 'number', 'lead.value_cents'),
    ('response_seconds', 'number', 'lead.response_seconds'), ('reached', 'number', 'lead.reached'),
    -- In the account's time zone, as in analytics.
    ('arrived_hour', 'number', 'extract(hour from lead.created_at at time zone (select private.account_zone(private.workspace())))'),
    ('arrived', 'moment', 'lead.created_at'), ('created_at', 'moment', 'lead.created_at'), ('updated_at', 'moment', 'lead.updated_at'),
    ('stage_entered_at', 'moment', 'lead.stage_entered_at'), ('closed_at', 'moment', 'lead.closed_at'),
    ('last_activity_at', 'moment', 'lead.last_activity_at'), ('consent_at', 'moment', 'lead.consent_at'),
    ('next_task_at', 'coming', 'lead.next_task_at'), ('clock_due_at', 'coming', 'lead.clock_due_at'),
    ('unanswered', 'truth', '(lead.clock_due_at is not null)'), ('archived', 'truth', '(lead.archived_at is not null)'),
    ('is_spam', 'truth', 'lead.is_spam'), ('call', 'text', 'private.call_of_lead(lead.id)'),
    ('call_type', 'id', 'private.call_type_of_lead(lead.id)'), ('page', 'id', 'private.page_of_lead(lead.id)'), ('import', 'id', 'lead.id'),
    -- As in private.crm_responses.
    ('answer', 'text', '(case when lead.response_seconds is not null then ''answered'' when lead.clock_due_at is not null then ''waiting'' when lead.id in (select private.self_booked_leads((select private.workspace()))) then ''booked'' else ''none'' end)'),
    ('q', 'search', '')
$$;

comment on function private.filter_fields() is 'The fields that filters know: name, kind, and SQL expression on lead.';

create function private.filter_words_sql(p_words tsquery) returns text
language sql stable
set search_path = ''
as $$
  select format('%s @@ %L::tsquery', private.lead_words_sql(), private.within_account(private.workspace(), p_words)::text)
$$;

comment on function private.filter_words_sql(tsquery) is 'A condition that leads_live_words_idx answers.';

-- ANALYZE keeps the most common words of the index, but the planner does not use them for a partial index.
create function private.share_with_words(p_beginnings text[]) returns double precision
language sql stable
set search_path = ''
as $$
  select coalesce(sum(common.share), 0)
  from pg_catalog.pg_stats as kept
  cross join lateral unnest(kept.most_common_elems::text::text[], kept.most_common_elem_freqs[:cardinality(kept.most_common_elems::text::text[])])
    as common (word, share)
  where kept.schemaname = 'public' and kept.tablename = 'leads_live_words_idx'
    and exists (select from unnest(p_beginnings) as beginning where starts_with(common.word, (select private.account_key(private.workspace())) || beginning))
$$;

comment on function private.share_with_words(text[]) is
'The estimated share of all live leads that are the workspace''s and have a word with one of these beginnings; 0 for words that are not common.';

-- Searching for a text inside words would read every lead. Its parts after the first one begin a word. The first part may be
-- inside a word, so this looks for it among all known words, which are few. The word index then finds the leads.
create function private.filter_within_sql(p_text text) returns text
language plpgsql stable
set search_path = ''
-- A generic plan does not use the trigram index and reads all words.
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set jit = off
as $$
declare
  few constant integer := 1000;
  account constant uuid := private.workspace();
  part text;
  place bigint;
  holding text[];
  with_part tsquery;
  words tsquery;
  found uuid[];
begin
  -- The leads of a small workspace are read in a moment.
  if private.is_small_workspace() then return ''; end if;
  for part, place in
    select split.word, split.place from regexp_split_to_table(private.fold_text(p_text), '[^[:alnum:]]+') with ordinality as split (word, place)
    where char_length(split.word) between 3 and 40 order by split.place limit 6
  loop
    holding := array(
      select known.word from private.lead_words as known
      where place = 1 and known.word like '%' || part || '%' and known.account_id is not distinct from account limit 101
    ) || array(
      select known.word from private.lead_words as known
      where known.account_id = account and octet_length(known.word) <> char_length(known.word)
        and private.fold_text(known.word) like case place when 1 then '%' else '' end || part || '%'
      limit 101
    );
    -- If many leads match, the first page fills quickly without the index.
    continue when cardinality(holding) > 100 or private.share_with_words(part || holding) > 0.01;
    select private.indexed_words(concat(quote_literal(part), ':*', string_agg(concat(' | ', quote_literal(held.word)), '')))
    into with_part from unnest(holding) as held (word);
    -- to_tsquery may return an empty query.
    if with_part <> ''::tsquery then words := coalesce(words && with_part, with_part); end if;
  end loop;
  if words is null then return ''; end if;
  found := array(select private.find_lead_ids(words, true, null, few + 1));
  if cardinality(found) > few then return private.filter_words_sql(words) || ' and '; end if;
  return format('(lead.id = any (%L::uuid[]) or (lead.archived_at is not null or lead.is_spam) and %s) and ', found, private.filter_words_sql(words));
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

-- A few matches are listed by id, so that every sort order reads only them. With many matches, common words appear soon in any
-- order, and rare ones are looked up while reading. By name and company, all matches may be at the other end of the index, so
-- they are found first and then sorted.
create function private.filter_search_sql(p_text text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  few constant integer := 500;
  is_admin constant boolean := private.sees_all_leads();
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
    ids := format('select lead.id from public.leads as lead where lead.account_id = %L and lead.archived_at is null and not lead.is_spam and %s', private.workspace(), private.filter_words_sql(words));
    ways := ways || case
      when current_setting('upfunnel.leads_by', true) in ('name', 'company') then format('lead.id = any (array(%s))', ids)
      when common then private.filter_words_sql(words) else format('coalesce(lead.id in (%s), false)', ids) end;
    found := '{}';
  end if;
  if numbers || found <> '{}' or ways = '{}' then ways := ways || format('lead.id = any (%L::uuid[])', numbers || found); end if;
  -- The ids cover live leads only. Archived leads and spam are matched by words and numbers.
  return format('(%s or (lead.archived_at is not null or lead.is_spam) and (%s))', array_to_string(ways, ' or '), concat_ws(' or ',
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
  return format('(lead.id = any (%L::uuid[]) or (lead.archived_at is not null or lead.is_spam) and %s)', found, matches);
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
    -- Days begin at midnight in the account's time zone.
    return format('%L::timestamptz', private.workspace_day(p_value::date));
  elsif p_value ~ '^\d{4}-\d{2}-\d{2}[T ][0-9:.]{4,15}(Z|[+-]\d{2}(:?\d{2})?)$' then
    return format('%L::timestamptz', p_value::timestamptz);
  end if;
  perform private.refuse('day_invalid', '22023', format('Not a valid date: %s', left(p_value, 40)));
exception when datetime_field_overflow or invalid_datetime_format then
  perform private.refuse('day_invalid', '22023', format('Not a valid date: %s', left(p_value, 40)));
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
    perform private.refuse('filter_invalid', '22023', format('%s needs a value to compare with', p_field));
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
      perform private.refuse('filter_invalid', '22023', format('%s can''t be compared with %s', p_field, left(one::text, 40)));
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
  said constant text := case jsonb_typeof(value) when 'array' then value ->> 0 else value #>> '{}' end;
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
  if says in ('empty', 'filled') and kind not in ('search', 'truth') and named <> 'import' then
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
      perform private.refuse('filter_invalid', '22023', format('%s takes one value', named));
    end if;
    if named = 'tags' then literals := array(select format('%L', spelling) from unnest(private.tag_spellings(value)) as spelling); end if;
    listed := array_to_string(literals, ', ');
    if named = 'import' then listed := format('select private.leads_of_imports(array[%s]::uuid[])', listed); end if;
    return case
      when kind = 'list' then format('(%slead.%s <> ''{}'' and lead.%2$s && array[%s]::text[])', case says when 'not' then 'not ' || '(' else '' end, named, listed)
        || case says when 'not' then ')' else '' end
      when says in ('over', 'under') then format('(%s %s %s)', what, case says when 'over' then '>' else '<' end, listed)
      -- An index finds beginnings and ends of numbers, so contains means those.
      when says = 'contains' and named = 'phone' and digits ~ '^\d{4}' then private.filter_phone_sql(digits)
      -- Accents and the kind of apostrophe don't matter, as in a search. Only texts that are no ASCII are compared a second time.
      when says = 'contains' then format(
        '(%1$s(strpos(lower(%2$s), %3$L) > 0 or (%4$s) and strpos(private.fold_text(%2$s), %3$L) > 0))',
        case kind when 'word' then private.filter_within_sql(said) else '' end, what, private.fold_text(said), (
          -- The name is made of two columns, which are faster to look at.
          select string_agg(format('octet_length(%1$s) <> char_length(%1$s)', part), ' or ')
          from unnest(case named when 'name' then '{lead.first_name,lead.last_name}' else array[what] end) as part
        ))
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
  perform private.refuse('filter_invalid', '22023', format('%s doesn''t support %s', named, left(coalesce(says, 'anything'), 40)));
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
    perform private.refuse('filter_invalid', '22023', 'A filter must be a group of rules, with groups up to three levels deep');
  end if;
  for rule in select value from jsonb_array_elements(p_group -> 'rules') as value loop
    if jsonb_typeof(rule) <> 'object' then
      perform private.refuse('filter_invalid', '22023', 'A rule needs a field, an operator and a value');
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
    perform private.refuse('filter_too_long', '22023', 'A filter can have up to 50 rules');
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
  since constant timestamptz := private.visible_since();
begin
  if coalesce(p_scope, 'all') not in ('all', 'mine', 'unowned') then
    perform private.refuse('unknown_owner', '22023', 'The scope must be all, mine or unowned');
  end if;
  return concat_ws(' and ',
    format('lead.account_id = %L', private.workspace()),
    case when since > '-infinity' then format('lead.created_at >= %L', since) end,
    case when jsonb_path_exists(coalesce(p_filter, '{}'), '$.**.field ? (@ == "archived" || @ == "is_spam")') then 'lead.merged_into is null'
      else 'lead.archived_at is null and not lead.is_spam' end,
    case when p_scope = 'mine' then format('lead.user_id = %L', caller) when p_scope = 'unowned' then 'lead.user_id is null'
      when not private.sees_all_leads() then format('(lead.user_id = %L or lead.user_id is null)', caller) end,
    nullif(private.lead_filter_sql(p_filter), 'true')
  );
end
$$;

comment on function private.lead_scope_sql(text, jsonb) is
'The whole condition on public.leads as lead for the caller: the leads of the workspace that they may see, in scope all, mine or unowned, live unless the filter asks for archived leads or spam, and the filter. 42501: not on the team. 22023: invalid scope or filter.';
