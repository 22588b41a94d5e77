-- Search that forgives typos. Leads are found by the beginnings of words (leads_live_words_idx). A word that finds too little
-- is compared with the words that occur in leads. These are few, so their trigram index stays small and costs imports next to
-- nothing.

create schema if not exists extensions;

grant usage on schema extensions to anon, authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;

create table private.lead_words (
  account_id uuid not null,
  word text not null check (char_length(word) between 3 and 40),
  primary key (account_id, word)
);

comment on table private.lead_words is
'The words in the names, addresses and companies of an account''s leads. A word may outlive its last lead and its account.';

create index lead_words_trigrams_idx on private.lead_words using gin (word extensions.gin_trgm_ops);

-- The few words with accents, which a filter also finds without them.
create index lead_words_accents_idx on private.lead_words (account_id) where octet_length(word) <> char_length(word);

alter table private.lead_words enable row level security;

create function private.account_key(p_account uuid) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return right(p_account::text, 12);
end
$$;

comment on function private.account_key(uuid) is 'What the search words of an account''s leads begin with.';

-- The planner inlines no function with a search_path, so functions that read the index of words put its expression into their
-- statements.
create function private.lead_words_sql() returns text
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
-- A plan from a time with few words must not scan the table.
set enable_seqscan = off
set jit = off
as $$
declare
  whose constant text := case tg_op when 'INSERT' then 'select * from new_leads' else
    'select now_row.* from new_leads as now_row join old_leads as was on was.id = now_row.id
     where (now_row.first_name, now_row.last_name, now_row.email, now_row.company, now_row.account_id)
       is distinct from (was.first_name, was.last_name, was.email, was.company, was.account_id)' end;
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

create trigger index_inserted_words after insert on public.leads
referencing new table as new_leads for each statement execute function private.index_lead_words();

create trigger index_updated_words after update on public.leads
referencing old table as old_leads new table as new_leads for each statement execute function private.index_lead_words();

-- People read out the last digits of a number, so an index finds those too.
create index leads_phone_tail_idx on public.leads (account_id, reverse(phone_key)) where phone_key is not null;

-- The trigram index has the words of all accounts. An account with a few thousand leads has few words, which are read in a moment.
create function private.is_small_workspace() returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(sum(total.leads), 0) <= 3000 from private.lead_totals as total where total.account_id = (select private.workspace())
$$;

comment on function private.is_small_workspace() is
'Whether the words of the workspace''s leads are read faster than an index of the words of all accounts.';

create function private.similar_words(p_word text, p_limit integer) returns setof text
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

create function private.similar_words_query(p_query text) returns tsquery
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

comment on function private.similar_words_query(text) is
'Matches texts that have, for each of these words, a word that begins with it or is similar to it.';

-- Dynamic SQL, planned for these words. With a generic plan the planner starts from the owner's leads.
create function private.find_lead_ids(p_words tsquery, p_admin boolean, p_caller uuid, p_limit integer) returns setof uuid
language plpgsql stable
set search_path = ''
as $$
begin
  return query execute format(
    $sql$
      with found as materialized (
        select lead.id, lead.user_id from public.leads as lead
        where lead.account_id = %L and lead.archived_at is null and not lead.is_spam and %s @@ %L::tsquery limit %s
      )
      select found.id from found where %L or found.user_id is null or found.user_id = %L limit %s
    $sql$, private.workspace(), private.lead_words_sql(), private.within_account(private.workspace(), p_words)::text, case when p_admin then p_limit else 5000 end, p_admin, p_caller, p_limit
  );
end
$$;

comment on function private.find_lead_ids(tsquery, boolean, uuid, integer) is 'The leads of the workspace that match these words and that the caller sees.';

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
      where lead.account_id = account and lead.phone_key between digits and digits || nines and lead.archived_at is null and not lead.is_spam
      order by lead.phone_key limit most
    ) union all (
      select lead.id, lead.user_id from public.leads as lead
      where lead.account_id = account and lead.phone_key between '1' || digits and '1' || digits || nines and lead.archived_at is null and not lead.is_spam
      order by lead.phone_key limit most
    ) union all (
      select lead.id, lead.user_id from public.leads as lead
      where lead.account_id = account and lead.phone_key is not null and reverse(lead.phone_key) between reverse(digits) and reverse(digits) || nines
        and lead.archived_at is null and not lead.is_spam
      order by reverse(lead.phone_key) limit most
    )
  ) as found
  where p_admin or found.user_id is null or found.user_id = p_caller
  limit p_limit;
end
$$;

comment on function private.find_phone_ids(text, boolean, uuid, integer) is
'Leads whose phone number begins or ends with these digits. Each kind of match reads its own part of an index; joined by "or", they would read all leads.';

create function private.search_leads(p_query text, p_limit integer)
returns table (id uuid, name text, company text, email text, phone text, stage text, owner_name text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  caller uuid := private.require_team();
  is_admin boolean := private.sees_all_leads();
  since constant timestamptz := private.visible_since();
  wanted integer := least(greatest(coalesce(p_limit, 8), 1), 50);
  asked text := btrim(left(coalesce(p_query, ''), 100));
  patterns constant text[] := private.search_words(regexp_replace(private.fold_text(asked), '[^[:alnum:]]+', ' ', 'g'));
  found_ids uuid[];
  similar_ids uuid[] := '{}';
begin
  if asked !~ '[[:alnum:]]' then return; end if;
  found_ids := array(
    select private.find_phone_ids(asked, is_admin, caller, wanted)
    union select private.find_lead_ids(private.words_query(asked), is_admin, caller, 200)
  );
  if cardinality(found_ids) < wanted then
    similar_ids := array(select private.find_lead_ids(private.similar_words_query(asked), is_admin, caller, 200));
  end if;
  return query
  select lead.id, private.full_name(lead.first_name, lead.last_name), lead.company, lead.email,
    lead.phone, lead.stage, private.owner_name(coalesce(lead.user_id::text, ''))
  from public.leads as lead
  cross join lateral (select lower(concat_ws(' ', lead.first_name, lead.last_name, lead.email, lead.company)) as words) as known
  where lead.id = any (found_ids || similar_ids) and lead.created_at >= since
  order by case
      when private.begins_words(private.fold_text(concat_ws(' ', lead.first_name, lead.last_name)), patterns) then 1
      when private.begins_words(private.fold_text(concat_ws(' ', lead.first_name, lead.last_name, lead.company)), patterns) then 2
      when lead.id = any (found_ids) then 3
      else 4
    end,
    extensions.word_similarity(lower(asked), known.words) desc, lead.created_at desc, lead.id
  limit wanted;
end
$$;

create function public.search_leads(p_query text, p_limit integer default 8)
returns table (id uuid, name text, company text, email text, phone text, stage text, owner_name text)
language sql stable
set search_path = ''
return private.search_leads(p_query, p_limit);

comment on function public.search_leads(text, integer) is
'Leads by name, email, company or phone, up to p_limit (50). Those whose name has words that begin with all typed ones come first, in any order, then those that need the company, then the email or phone number, then similar words; within each, those that are most like the text. If very many leads match, only a few hundred of them are compared. For the team only (42501). Reps find their own and unowned leads.';

grant execute on function public.search_leads(text, integer) to authenticated;
grant execute on function private.search_leads(text, integer) to authenticated;
