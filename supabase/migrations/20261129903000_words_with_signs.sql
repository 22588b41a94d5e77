-- No search found a word such as 12e3a: the index has it as a number and a letter, and the query wanted them side by side. A name
-- in angle brackets or after ~ was not in the index at all.

create function private.indexed_words(p_query text) returns tsquery
language sql immutable
set search_path = ''
as $$
  select replace(to_tsquery('simple'::regconfig, p_query)::text, '<->', '&')::tsquery
$$;

comment on function private.indexed_words(text) is
'Reads a query as the index of words reads texts. PostgreSQL takes the word 12e3a for the number 12e3 and the word a, side by side. The index knows no places, so both count anywhere.';

create or replace function private.words_query(p_query text) returns tsquery
language sql immutable
set search_path = ''
as $$
  select private.indexed_words(coalesce(string_agg('''' || word || ''':*', ' & '), ''))
  from regexp_split_to_table(lower(left(coalesce(p_query, ''), 200)), '[^[:alnum:]]+') as word where word <> ''
$$;

create or replace function private.similar_words_query(p_query text) returns tsquery
language sql stable
set search_path = ''
as $$
  select private.indexed_words(coalesce(string_agg(format('(''%s'':*%s)', asked.word, (
    select string_agg(format(' | ''%s''', similar_one.word), '') from private.similar_words(asked.word, 20) as similar_one (word)
  )), ' & '), ''))
  from (
    select word from regexp_split_to_table(lower(left(coalesce(p_query, ''), 100)), '[^[:alnum:]]+') as word where word <> '' limit 6
  ) as asked
$$;

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
    select split.word, split.place from regexp_split_to_table(lower(p_text), '[^[:alnum:]]+') with ordinality as split (word, place)
    where char_length(split.word) between 3 and 40 order by split.place limit 6
  loop
    holding := case when place = 1 then array(
      select known.word from private.lead_words as known
      where known.word like '%' || part || '%' and known.account_id is not distinct from account limit 101
    ) end;
    -- If many leads match, the first page fills quickly without the index.
    continue when cardinality(holding) > 100 or private.share_with_words(part || coalesce(holding, '{}')) > 0.01;
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

drop index public.leads_live_words_idx;

create index leads_live_words_idx on public.leads using gin (
  (replace(' ' || strip(to_tsvector('simple'::regconfig, translate(
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '')),
    '@._-+/<&~', '         '
  )))::text, ' ''', ' ''' || right(account_id::text, 12))::tsvector)
) where archived_at is null and not is_spam;

create or replace function private.lead_words_sql() returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select $words$(replace(' ' || strip(to_tsvector('simple'::regconfig, translate(
    lower(coalesce(lead.first_name, '') || ' ' || coalesce(lead.last_name, '') || ' ' || coalesce(lead.email, '') || ' ' || coalesce(lead.company, '')),
    '@._-+/<&~', '         '
  )))::text, ' ''', ' ''' || right(lead.account_id::text, 12))::tsvector)$words$
$$;

comment on function private.lead_words_sql() is
'The expression of leads_live_words_idx on public.leads as lead: the words that a search finds a lead by, each after the key of its account. Signs that PostgreSQL reads as parts of addresses, tags and paths separate words.';
