-- Leads by sales person and by company (spec §2 Leads), the largest groups first, each with its count and its newest leads.

create index leads_live_owner_idx on public.leads (
  account_id, coalesce(user_id::text, ''), created_at desc, id desc
) where archived_at is null and not is_spam;
create index leads_live_company_idx on public.leads (
  account_id, coalesce(nullif(btrim(company), ''), 'No Company'), created_at desc, id desc
) where archived_at is null and not is_spam;

-- private.lead_words_sql has the same expression, so that the planner finds this index.
create index leads_live_words_idx on public.leads using gin (
  (replace(' ' || strip(to_tsvector('simple'::regconfig, translate(
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(company, '')),
    '@._-+/<&~', '         '
  )))::text, ' ''', ' ''' || right(account_id::text, 12))::tsvector)
) where archived_at is null and not is_spam;

create function private.indexed_words(p_query text) returns tsquery
language sql immutable
set search_path = ''
as $$
  select replace(to_tsquery('simple'::regconfig, p_query)::text, '<->', '&')::tsquery
$$;

comment on function private.indexed_words(text) is
'Reads a query as the index of words reads texts. PostgreSQL takes the word 12e3a for the number 12e3 and the word a, side by side. The index knows no places, so both count anywhere.';

create function private.words_query(p_query text) returns tsquery
language sql immutable
set search_path = ''
as $$
  select private.indexed_words(coalesce(string_agg('''' || word || ''':*', ' & '), ''))
  from regexp_split_to_table(lower(left(coalesce(p_query, ''), 200)), '[^[:alnum:]]+') as word where word <> ''
$$;

comment on function private.words_query(text) is 'Matches texts in which each of these words begins a word.';

create function private.within_account(p_account uuid, p_words tsquery) returns tsquery
language sql immutable
set search_path = ''
as $$
  select regexp_replace(p_words::text, '''([^'']+)''', '''' || private.account_key(p_account) || '\1''', 'g')::tsquery
$$;

comment on function private.within_account(uuid, tsquery) is
'These words in leads of this account. Each word in the index begins with the key of its account, so that the index reads no other account''s words.';

create function private.find_leads(p_account uuid, p_by text, p_query text) returns table (id uuid, key text, created_at timestamptz)
language plpgsql stable
set search_path = ''
as $$
begin
  return query execute format(
    $sql$
      select lead.id,
        case %L when 'owner' then coalesce(lead.user_id::text, '') else coalesce(nullif(btrim(lead.company), ''), 'No Company') end,
        lead.created_at
      from public.leads as lead
      where lead.account_id = %L and lead.archived_at is null and not lead.is_spam and %s @@ %L::tsquery
    $sql$, p_by, p_account, private.lead_words_sql(), private.within_account(p_account, private.words_query(p_query))::text
  );
end
$$;

comment on function private.find_leads(uuid, text, text) is 'The leads of an account that a search finds, each with its group.';

create function private.owner_name(p_key text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return case when p_key = '' then 'Unassigned' else private.person_name(p_key::uuid) end;
end
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
