-- The filter "contains" forgives accents and apostrophes, as a search does.

create index lead_words_accents_idx on private.lead_words (account_id) where octet_length(word) <> char_length(word);

create or replace function private.filter_within_sql(p_text text) returns text
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

create or replace function private.filter_rule_sql(p_rule jsonb) returns text
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
