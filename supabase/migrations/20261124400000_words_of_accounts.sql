-- Each account's leads are searched by words of its own, so that a search reads no other account's words.

drop index public.leads_live_words_idx;

drop table private.lead_words;

create table private.lead_words (
  account_id uuid not null,
  word text not null check (char_length(word) between 3 and 40),
  primary key (account_id, word)
);

comment on table private.lead_words is
'The words in the names, addresses and companies of an account''s leads. A word may outlive its last lead and its account.';

create index lead_words_trigrams_idx on private.lead_words using gin (word extensions.gin_trgm_ops);

alter table private.lead_words enable row level security;

create or replace function private.account_key(p_account uuid) returns text
language sql immutable parallel safe
as $$
  select right(p_account::text, 12)
$$;

comment on function private.account_key(uuid) is 'What the search words of an account''s leads begin with.';

create or replace function private.lead_search_words(p_lead public.leads) returns tsvector
language sql immutable parallel safe
as $$
  select replace(' ' || strip(to_tsvector('simple'::regconfig, translate(
    private.lead_text(p_lead.first_name, p_lead.last_name, p_lead.email, p_lead.company), '@._-+/', '      '
  )))::text, ' ''', ' ''' || private.account_key(p_lead.account_id))::tsvector
$$;

comment on function private.lead_search_words(public.leads) is
'The words that a search finds a lead by, each after the key of its account. Signs inside addresses separate words.';

create or replace function private.index_lead_words() returns trigger
language plpgsql security definer
set search_path = ''
-- A plan from a time with few words must not scan the table.
set enable_seqscan = off
set jit = off
as $$
declare
  whose constant text := case tg_op when 'INSERT' then 'select * from new_leads' else
    'select now_row.* from new_leads as now_row join old_leads as was on was.id = now_row.id
     where (now_row.first_name, now_row.last_name, now_row.email, now_row.company)
       is distinct from (was.first_name, was.last_name, was.email, was.company)' end;
begin
  execute format($words$
    insert into private.lead_words (account_id, word)
    select told.account_id, made.word from (
      select lead.account_id, string_agg(concat_ws(' ', lead.first_name, lead.last_name, lead.email, lead.company), ' ') as words
      from (%s) as lead group by lead.account_id
    ) as told cross join lateral private.extract_words(told.words) as made (word)
    -- A subquery for each word uses the index. A join would read all known words at every insert.
    where (select known.word from private.lead_words as known where known.account_id = told.account_id and known.word = made.word) is null
    -- Ordered, so that two statements that add the same words cannot deadlock.
    order by told.account_id, made.word
    on conflict do nothing
  $words$, whose);
  return null;
end
$$;

comment on function private.index_lead_words() is 'Trigger: keeps private.lead_words.';

create index leads_live_words_idx on public.leads using gin (
  (replace(' ' || strip(to_tsvector('simple'::regconfig, translate(
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '')),
    '@._-+/', '      '
  )))::text, ' ''', ' ''' || right(account_id::text, 12))::tsvector)
) where archived_at is null and not is_spam;

insert into private.lead_words (account_id, word)
select told.account_id, made.word from (
  select lead.account_id, string_agg(concat_ws(' ', lead.first_name, lead.last_name, lead.email, lead.company), ' ') as words
  from public.leads as lead group by lead.account_id
) as told cross join lateral private.extract_words(told.words) as made (word);

create or replace function private.is_small_workspace() returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(sum(total.leads), 0) <= 3000 from private.lead_totals as total where total.account_id = (select private.workspace())
$$;

comment on function private.is_small_workspace() is
'Whether the words of the workspace''s leads are read faster than an index of the words of all accounts.';

create or replace function private.similar_words(p_word text, p_limit integer) returns setof text
language plpgsql stable
set search_path = ''
set pg_trgm.similarity_threshold = 0.25
set enable_seqscan = off
set jit = off
as $$
declare
  account constant uuid := private.workspace();
begin
  -- Words of up to three letters have too few trigrams to compare.
  if char_length(p_word) <= 3 then return; end if;
  if private.is_small_workspace() then
    return query select known.word from private.lead_words as known
    where known.account_id = account and extensions.similarity(known.word, p_word) >= 0.25
    order by extensions.similarity(known.word, p_word) desc, known.word limit p_limit;
  else
    -- Written so that only the trigram index fits.
    return query select known.word from private.lead_words as known
    where known.word operator(extensions.%) p_word and known.account_id is not distinct from account
    order by extensions.similarity(known.word, p_word) desc, known.word limit p_limit;
  end if;
end
$$;

comment on function private.similar_words(text, integer) is 'The words of the workspace''s leads that are spelled most like this one.';

create or replace function private.similar_words_query(p_query text) returns tsquery
language sql stable
set search_path = ''
as $$
  select to_tsquery('simple'::regconfig, coalesce(string_agg(format('(''%s'':*%s)', asked.word, (
    select string_agg(format(' | ''%s''', similar_one.word), '') from private.similar_words(asked.word, 20) as similar_one (word)
  )), ' & '), ''))
  from (
    select word from regexp_split_to_table(lower(left(coalesce(p_query, ''), 100)), '[^[:alnum:]]+') as word where word <> '' limit 6
  ) as asked
$$;

comment on function private.similar_words_query(text) is
'Matches texts that have, for each of these words, a word that begins with it or is similar to it.';

create or replace function private.within_account(p_account uuid, p_words tsquery) returns tsquery
language sql immutable
set search_path = ''
as $$
  select regexp_replace(p_words::text, '''([^'']+)''', '''' || private.account_key(p_account) || '\1''', 'g')::tsquery
$$;

comment on function private.within_account(uuid, tsquery) is
'These words in leads of this account. Each word in the index begins with the key of its account, so that the index reads no other account''s words.';

create or replace function private.find_phone_ids(p_query text, p_admin boolean, p_caller uuid, p_limit integer) returns setof uuid
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
-- A plan that must scan a small table has an enormous cost, for which PostgreSQL would compile it.
set jit = off
as $$
declare
  digits text := private.searched_digits(p_query);
  nines constant text := '999999999999999';
  most constant integer := case when p_admin then p_limit else 5000 end;
  account constant uuid := private.workspace();
begin
  if digits is null then return; end if;
  return query
  select distinct found.id from (
    (
      select lead.id, lead.user_id from public.leads as lead
      where lead.account_id = account and lead.phone_key between digits and digits || nines and private.is_live(lead)
      order by lead.phone_key limit most
    ) union all (
      select lead.id, lead.user_id from public.leads as lead
      where lead.account_id = account and lead.phone_key between '1' || digits and '1' || digits || nines and private.is_live(lead)
      order by lead.phone_key limit most
    ) union all (
      select lead.id, lead.user_id from public.leads as lead
      where lead.account_id = account and lead.phone_key is not null and reverse(lead.phone_key) between reverse(digits) and reverse(digits) || nines
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

create or replace function private.share_with_words(p_beginnings text[]) returns double precision
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
