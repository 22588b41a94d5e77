-- Erasing a person takes their words out of the search of their own accounts only.

create or replace function private.erased_words(p_leads uuid[]) returns text[]
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
    where other.id <> all (p_leads) and other.account_id in (select lead.account_id from public.leads as lead where lead.id = any (p_leads))
      and private.lead_text(other.first_name, other.last_name, other.email, other.company)
      ~ (select string_agg(word.word, '|') from word)
  )
  select coalesce(array_agg(word.word), '{}') from word
  where not exists (select from others where strpos(others.said, word.word) > 0)
$$;

comment on function private.erased_words(uuid[]) is 'The words that only these leads brought into the search of their accounts, now or earlier.';
