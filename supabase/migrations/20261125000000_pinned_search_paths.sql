-- Every function pins its search_path. The planner inlines no such function, so what has to be part of a plan becomes a view, an
-- expression of the statement, or is written out.

create view private.counted_leads with (security_invoker = true) as
select lead.id, lead.created_at, lead.user_id, coalesce(lead.user_id::text, '') as owner, lead.source, lead.stage, lead.reached, lead.value_cents,
  lead.first_touch, lead.stage_entered_at, lead.last_activity_at, lead.closed_at, lead.lost_reason_id, lead.clock_due_at,
  lead.response_seconds, lead.answered_by, lead.answer_target_seconds
from public.leads as lead
where lead.account_id = (select private.workspace()) and lead.archived_at is null and not lead.is_spam;

create view private.lead_fields with (security_invoker = true) as
select known.field, known.label, known.kind, known.max_length, known.is_fact
from (
  values
    ('first_name', 'First name', 'word', 100, true),
    ('last_name', 'Last name', 'word', 100, true),
    ('email', 'Email', 'word', 320, true),
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
    ('lost_note', 'Lost note', 'text', 1000, false)
) as known (field, label, kind, max_length, is_fact);

create function private.lead_name_sql() returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select $name$nullif(btrim(coalesce(lead.first_name, '') || ' ' || coalesce(lead.last_name, '')), '')$name$
$$;

create function private.lead_words_sql() returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select $words$(replace(' ' || strip(to_tsvector('simple'::regconfig, translate(
    lower(coalesce(lead.first_name, '') || ' ' || coalesce(lead.last_name, '') || ' ' || coalesce(lead.email, '') || ' ' || coalesce(lead.company, '')),
    '@._-+/', '      '
  )))::text, ' ''', ' ''' || right(lead.account_id::text, 12))::tsvector)$words$
$$;

comment on view private.counted_leads is
'The leads that analytics count: live ones of the workspace. owner is as in private.requested_owners. A view, because the planner inlines no function with a search_path.';

comment on view private.lead_fields is
'The fields that people write about a lead. Filters compare by kind: word and text are texts, and the search index has the words. max_length counts characters, and bytes for a list. A fact is about the lead; the other fields say how far the sale is.';

comment on function private.lead_name_sql() is
'The name of public.leads as lead, as in leads_live_name_idx: private.full_name written out, because the planner inlines no function with a search_path.';

comment on function private.lead_words_sql() is
'The expression of leads_live_words_idx on public.leads as lead: the words that a search finds a lead by, each after the key of its account. Signs inside addresses separate words.';

create or replace function private.visible_since() returns timestamptz
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if private.is_premium_workspace() then return '-infinity'; end if;
  return coalesce((
    select min(newest.created_at) from (
      select lead.created_at from public.leads as lead
      where lead.account_id = private.workspace() and lead.archived_at is null and not lead.is_spam order by lead.created_at desc, lead.id desc limit 50
    ) as newest
  ), '-infinity');
end
$$;

create or replace function private.matching_clients(p_pattern text) returns uuid[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(account.id), '{}')
  from auth.users as account left join public.profiles as profile on profile.user_id = account.id
  where lower(concat_ws(' ', profile.first_name, profile.last_name, profile.company, account.email)) like p_pattern
$$;

create or replace function private.is_overdue(p_status public.invoice_status, p_due_date date, p_today date) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return p_status = 'pending' and p_due_date < p_today;
end
$$;

create or replace function private.shown_invoice_status(p_status public.invoice_status, p_due_date date, p_today date) returns text
language plpgsql stable parallel safe
set search_path = ''
as $$
begin
  return case when private.is_overdue(p_status, p_due_date, p_today) then 'overdue' else p_status::text end;
end
$$;

create or replace function private.refresh_stage_figures() returns void
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
  insert into private.stage_figures (account_id, stage, median_seconds, entered, moved_on, as_of)
  select account.id, stage.key, stayed.median, coalesce(came.entered, 0), coalesce(came.moved_on, 0), now()
  from public.accounts as account cross join public.pipeline_stages as stage
  left join (
    select activity.account_id, activity.payload ->> 'from' as stage,
      round(percentile_cont(0.5) within group (order by (activity.payload ->> 'seconds')::numeric))::bigint as median
    from public.lead_activities as activity
    where activity.kind = 'stage_change' and activity.occurred_at > now() - interval '90 days' group by 1, 2
  ) as stayed on stayed.account_id = account.id and stayed.stage = stage.key
  left join (
    select arrived.account_id, stage.key, sum(arrived.leads) filter (where arrived.reached >= stage.position) as entered,
      sum(arrived.leads) filter (where arrived.reached > stage.position) as moved_on
    from (
      select lead.account_id, lead.reached, count(*) as leads from public.leads as lead
      where lead.archived_at is null and not lead.is_spam and lead.created_at > now() - interval '90 days' group by lead.account_id, lead.reached
    ) as arrived cross join public.pipeline_stages as stage group by 1, 2
  ) as came on came.account_id = account.id and came.key = stage.key and stage.key <> 'lost'
  where stayed.account_id is not null or came.account_id is not null
    or exists (select from private.stage_figures as figure where figure.account_id = account.id)
  on conflict (account_id, stage) do update
  set median_seconds = excluded.median_seconds, entered = excluded.entered, moved_on = excluded.moved_on, as_of = excluded.as_of;
  update private.stage_figures_seen as seen set change = now_at;
  perform private.analyze_leads();
end
$$;

create or replace function private.parse_changes(p_changes jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  allowed constant text[] := array(select known.field from private.lead_fields as known)
    || array['archived', 'is_spam', 'add_tags', 'remove_tags', 'consent'];
  unknown text;
begin
  if p_changes is null or jsonb_typeof(p_changes) <> 'object' or p_changes = '{}' then
    perform private.refuse('nothing_to_change', '22023', 'Nothing to change');
  end if;
  select key into unknown from jsonb_object_keys(p_changes) as key where key <> all (allowed) limit 1;
  if unknown is not null then
    perform private.refuse('unknown_field', '22023', format('Unknown field %s', left(unknown, 40)));
  end if;
  if p_changes ->> 'stage' = 'lost' and p_changes ->> 'lost_reason_id' is null then
    perform private.refuse('lost_reason_required', '22023', 'Choose a lost reason', 'lost_reason_id');
  end if;
  if p_changes ->> 'lost_reason_id' is not null and not exists (
    select from public.lost_reasons as reason
    where reason.id = private.parse_uuid(p_changes ->> 'lost_reason_id') and reason.account_id = private.workspace()
  ) then
    perform private.refuse('unknown_choice', '22023', 'Lost reason not found', 'lost_reason_id');
  end if;
  if p_changes ? 'stage' and not exists (select from public.pipeline_stages as stage where stage.key = p_changes ->> 'stage') then
    perform private.refuse('unknown_stage', '22023', 'Stage not found', 'stage');
  end if;
  if p_changes ->> 'user_id' is not null and not private.is_on_team((p_changes ->> 'user_id')::uuid, private.workspace()) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active team members', 'user_id');
  end if;
  if btrim(p_changes ->> 'phone') <> '' and not private.is_phone_number(p_changes ->> 'phone') then
    perform private.refuse('phone_invalid', '22023', 'Enter a valid phone number, such as +1 503 555 0148', 'phone');
  end if;
  if exists (
    select from jsonb_array_elements_text(
      case jsonb_typeof(p_changes -> 'tags') when 'array' then p_changes -> 'tags' else '[]' end
      || case jsonb_typeof(p_changes -> 'add_tags') when 'array' then p_changes -> 'add_tags' else '[]' end
    ) as tag where char_length(btrim(tag)) > 40
  ) then
    perform private.refuse('tag_too_long', '22023', 'A tag can have up to 40 characters', 'tags');
  end if;
  if jsonb_typeof(p_changes -> 'consent') <> 'null' and not (
    jsonb_typeof(p_changes -> 'consent') = 'string' and char_length(btrim(p_changes ->> 'consent')) between 1 and 200
  ) then
    perform private.refuse('consent_unexplained', '22023', 'Describe how they agreed, in up to 200 characters');
  end if;
  return p_changes;
end
$$;

create or replace function private.filter_fields() returns table (field text, kind text, expression text)
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
    ('is_spam', 'truth', 'lead.is_spam'), ('q', 'search', '')
$$;

create or replace function private.filter_words_sql(p_words tsquery) returns text
language sql stable
set search_path = ''
as $$
  select format('%s @@ %L::tsquery', private.lead_words_sql(), private.within_account(private.workspace(), p_words)::text)
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
    select to_tsquery('simple'::regconfig, concat(quote_literal(part), ':*', string_agg(concat(' | ', quote_literal(held.word)), '')))
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

create or replace function private.filter_search_sql(p_text text) returns text
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

create or replace function private.filter_phone_sql(p_digits text) returns text
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

create or replace function private.lead_scope_sql(p_scope text, p_filter jsonb) returns text
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

create or replace function private.count_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select account_id, user_id, company, stage, 1 as change from new_leads where new_leads.archived_at is null and not new_leads.is_spam';
  removed constant text := 'select account_id, user_id, company, stage, -1 from old_leads where old_leads.archived_at is null and not old_leads.is_spam';
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_counts;
    return null;
  end if;
  -- Ordered by key, so that two statements that count the same groups cannot deadlock.
  execute format(
    $count$
      with lead (account_id, user_id, company, stage, change) as (%s)
      insert into private.lead_counts (account_id, kind, key, leads)
      select lead.account_id, grouped.kind, grouped.key, sum(grouped.change)
      from lead cross join lateral (values
        ('owner', coalesce(lead.user_id::text, ''), lead.change),
        ('open', coalesce(lead.user_id::text, ''), lead.change),
        ('company', coalesce(nullif(btrim(lead.company), ''), 'No Company'), lead.change)
      ) as grouped (kind, key, change)
      where grouped.kind <> 'open' or lead.stage not in ('won', 'lost')
      group by lead.account_id, grouped.kind, grouped.key having sum(grouped.change) <> 0
      order by lead.account_id, grouped.kind, grouped.key
      on conflict (account_id, kind, key) do update set leads = lead_counts.leads + excluded.leads
    $count$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  return null;
end
$$;

create or replace function private.lead_facts_of_kind(variadic p_kinds text[]) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(known.field), '{}') from private.lead_fields as known where known.is_fact and known.kind = any (p_kinds)
$$;

create or replace function private.longest_of_kind(variadic p_kinds text[]) returns integer[]
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(known.max_length), '{}') from private.lead_fields as known where known.is_fact and known.kind = any (p_kinds)
$$;

create or replace function private.undoable_columns() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array_agg(known.field) || array[
    'archived_at', 'is_spam', 'consent_at', 'consent_text', 'stage_entered_at', 'reached', 'closed_at'
  ] from private.lead_fields as known
$$;

create or replace function private.identifies_lead(p_fields jsonb) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return coalesce(p_fields ->> 'first_name', p_fields ->> 'last_name', p_fields ->> 'email', p_fields ->> 'phone', p_fields ->> 'company') is not null;
end
$$;

create or replace function private.find_leads(p_account uuid, p_by text, p_query text) returns table (id uuid, key text, created_at timestamptz)
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

create or replace function private.tag_key(p_tag text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return lower(btrim(regexp_replace(p_tag, '[\s\u00a0]+', ' ', 'g')));
end
$$;

create or replace function private.count_tags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select account_id, user_id, tags, 1 as change from new_leads where tags <> ''{}'' and new_leads.archived_at is null and not new_leads.is_spam';
  removed constant text := 'select account_id, user_id, tags, -1 from old_leads where tags <> ''{}'' and old_leads.archived_at is null and not old_leads.is_spam';
  counted bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_tags;
    return null;
  end if;
  -- Ordered by key, so that two statements that count the same tags cannot deadlock.
  execute format(
    $count$
      with lead (account_id, user_id, tags, change) as (%s)
      insert into private.lead_tags (account_id, owner, tag, leads)
      select lead.account_id, coalesce(lead.user_id::text, ''), used.tag, sum(lead.change)
      from lead cross join lateral (select distinct one from unnest(lead.tags) as one) as used (tag)
      group by 1, 2, 3 having sum(lead.change) <> 0 order by 1, 2, 3
      on conflict (account_id, owner, tag) do update set leads = lead_tags.leads + excluded.leads
    $count$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  get diagnostics counted = row_count;
  if counted > 0 then delete from private.lead_tags as kept where kept.leads = 0; end if;
  return null;
end
$$;

create or replace function private.total_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select account_id, user_id, stage, 1 as change, coalesce(value_cents, 0) as value from new_leads where new_leads.archived_at is null and not new_leads.is_spam';
  removed constant text := 'select account_id, user_id, stage, -1, -coalesce(value_cents, 0) from old_leads where old_leads.archived_at is null and not old_leads.is_spam';
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_totals;
    return null;
  end if;
  -- Ordered by key, so that two statements that change the same totals cannot deadlock.
  execute format(
    $total$
      with lead (account_id, user_id, stage, change, value) as (%s)
      insert into private.lead_totals (account_id, owner, stage, leads, value_cents)
      select lead.account_id, coalesce(lead.user_id::text, ''), lead.stage, sum(lead.change), sum(lead.value) from lead
      group by 1, 2, 3 having sum(lead.change) <> 0 or sum(lead.value) <> 0 order by 1, 2, 3
      on conflict (account_id, owner, stage) do update
      set leads = lead_totals.leads + excluded.leads, value_cents = lead_totals.value_cents + excluded.value_cents
    $total$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  return null;
end
$$;

create or replace function private.latest_leads(
  p_by text, p_key text, p_before timestamptz, p_before_id uuid, p_limit integer
) returns setof public.leads
language plpgsql stable
set search_path = ''
as $$
begin
  if p_by = 'owner' then
    return query
    select lead.* from public.leads as lead
    where lead.account_id = private.agency_account() and lead.archived_at is null and not lead.is_spam and coalesce(lead.user_id::text, '') = p_key
      and (lead.created_at, lead.id) < (coalesce(p_before, 'infinity'), coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by lead.created_at desc, lead.id desc limit p_limit;
  else
    return query
    select lead.* from public.leads as lead
    where lead.account_id = private.agency_account() and lead.archived_at is null and not lead.is_spam
      and coalesce(nullif(btrim(lead.company), ''), 'No Company') = p_key
      and (lead.created_at, lead.id) < (coalesce(p_before, 'infinity'), coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by lead.created_at desc, lead.id desc limit p_limit;
  end if;
end
$$;

create or replace function private.lead_order(p_sort text) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  direction constant text := case when p_sort like '-%' then 'desc' else 'asc' end;
  sorted_by constant text := ltrim(p_sort, '-');
  what constant text := case sorted_by
    when 'name' then format('lower(%s)', private.lead_name_sql())
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
  if what is null then perform private.refuse('unknown_order', '22023', format('Leads can''t be sorted by %s', left(sorted_by, 40))); end if;
  return array[[what || ' is not null', what, kind, direction, direction], [what || ' is null', 'lead.created_at', 'timestamptz', 'desc', 'desc']];
end
$$;

create or replace function private.notifications_of(p_user_id uuid, p_everyone boolean)
returns table (
  id bigint, event text, at timestamptz, lead_id uuid, first_name text, last_name text, email text, company text, new_owner_name text,
  account_id uuid
)
language sql stable security definer
set search_path = ''
as $$
  select event.id, event.event, event.happened_at, event.lead_id, lead.first_name, lead.last_name,
    case when seen.is_theirs then lead.email end, lead.company,
    -- An escalation may give the person's lead to a colleague. The person sees the event and the new owner, but not the lead.
    case when not seen.is_theirs then private.person_name(clock.escalated_to) end,
    event.account_id
  -- Reads only the latest events of the team. Older ones are in the history of each lead.
  from (
    select latest.* from unnest(private.today_accounts(private.workspace())) as account (id)
    cross join lateral (
      select own.* from public.lead_clock_events as own where own.account_id = account.id order by own.id desc limit 500
    ) as latest
    order by latest.id desc limit 500
  ) as event
  join public.leads as lead on lead.id = event.lead_id
  join public.lead_clocks as clock on clock.id = event.clock_id
  cross join lateral (values (p_everyone or lead.user_id is null or lead.user_id = p_user_id)) as seen (is_theirs)
  where event.event in ('started', 'breached', 'escalated') and lead.archived_at is null and not lead.is_spam and lead.erased_at is null
    and (seen.is_theirs or event.event = 'escalated' and event.payload ->> 'owner' = p_user_id::text and clock.escalated_to <> p_user_id)
  order by event.id desc limit 20
$$;

create or replace function private.write_import_rows(p_import public.lead_imports, p_from integer, p_to integer) returns void
language plpgsql volatile security definer
set search_path = ''
-- Statistics are always out of date while a table grows by thousands of rows a second. These settings read rows by index and
-- each list once.
set enable_seqscan = off
set jit = off
set enable_nestloop = off
-- The rows below have their account and the spelling of their tags, so the triggers that look them up for each row don't run.
set upfunnel.importing = 'on'
as $$
declare
  -- Sales people change their own and unowned leads only.
  is_admin boolean := not exists (
    select from public.user_roles as held where held.user_id = p_import.actor_id and held.role = 'sales' and held.status = 'active'
  ) or exists (
    select from public.user_roles as held where held.user_id = p_import.actor_id and held.role = 'admin' and held.status = 'active'
  );
  other_reason uuid := (select reason.id from public.lost_reasons as reason where reason.account_id = p_import.account_id order by lower(reason.label) <> 'other', reason.position desc limit 1);
  emails text[];
  phones text[];
  columns text;
  new_values text;
  changed_values text;
  types text;
  changing text := 'changed as (
      select null::uuid as id, 0 as row_no, 0 as version, null::jsonb as before, null::jsonb as after where false
    )';
begin
  select
    string_agg(format('%I', known.field), ', '),
    string_agg(format(case
      when known.field = 'tags' then 'coalesce(todo.row_tags, ''{}'')'
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
  from private.lead_fields as known where known.is_fact;
  -- Nobody is signed in here. The import's entry in the history names its person, and the audit log stays out of it: it would
  -- copy every row, and the import itself is the record.
  select array_agg(distinct staged.email_key), array_agg(distinct staged.phone_key) into emails, phones
  from private.lead_import_rows as staged
  where staged.import_id = p_import.id and staged.row_no between p_from and p_to and staged.problem is null;
  -- Only an import that updates leads has an update, because its triggers cost time even when no row changes.
  if p_import.duplicates = 'update' then
    changing := format($change$
      was as materialized (
        select lead.*, todo.row_no, todo.fields, todo.row_owner, todo.row_stage
        from todo join public.leads as lead on lead.id = todo.match
        where lead.id = any (array(select wanted.match from todo as wanted))
          and ($4 or lead.user_id is null or lead.user_id = ($1).actor_id)
        order by lead.id for update of lead
      ), changed as (
        update public.leads as lead
        set %1$s,
          user_id = coalesce(was.row_owner, lead.user_id), stage = coalesce(was.row_stage, lead.stage),
          lost_reason_id = case when was.row_stage = 'lost' then coalesce(
            (select reason.id from public.lost_reasons as reason where reason.account_id = ($1).account_id and lower(reason.label) = lower(btrim(field.lost_reason))),
            lead.lost_reason_id, $5) else lead.lost_reason_id end
        from was cross join lateral jsonb_to_record(was.fields) as field (
          lost_reason text, %2$s
        )
        where lead.id = was.id and lead.id = any (array(select wanted.match from todo as wanted))
        returning lead.id, was.row_no, was.version as old_version, lead.version,
          private.changed_fields(to_jsonb(was) - 'row_no' - 'fields' - 'row_owner' - 'row_stage', to_jsonb(lead)) as before,
          private.changed_fields(to_jsonb(lead), to_jsonb(was) - 'row_no' - 'fields' - 'row_owner' - 'row_stage') as after
      )
    $change$, changed_values, types);
  end if;
  -- Built from the list of fields and planned for these rows.
  execute format($write$
    with there as materialized (
      select found.* from private.find_leads(($1).account_id, $6, $7) as found where ($1).duplicates <> 'create'
    ), named as materialized (
      select names.kind, names.name, case names.kind
        when 'owner' then private.import_owner(($1).account_id, names.name)::text
        when 'stage' then private.import_stage(names.name)
        else private.spell_tags(($1).account_id, array(select jsonb_array_elements_text(names.name::jsonb)))::text end as found
      from (
        select distinct pair.kind, pair.name from private.lead_import_rows as staged
        cross join lateral (values
          ('owner', staged.fields ->> 'owner'), ('stage', staged.fields ->> 'stage'), ('tags', staged.fields ->> 'tags')
        ) as pair (kind, name)
        where staged.import_id = ($1).id and staged.row_no between $2 and $3 and staged.problem is null and pair.name is not null
      ) as names
    ), todo as materialized (
      select staged.row_no, staged.fields, gen_random_uuid() as new_id, owners.found::uuid as row_owner, stages.found as row_stage,
        tags.found::text[] as row_tags,
        coalesce(stages.found, ($1).stage) as new_stage,
        case when ($1).duplicates <> 'create' then coalesce(
          there_mail.lead_id, there_phone.lead_id,
          -- A batch ends before a row that would change the lead of an earlier row. Here such a row can only be skipped.
          case when staged.repeats >= $2 then '00000000-0000-0000-0000-000000000000'::uuid end
        ) end as match
      from private.lead_import_rows as staged
      left join named as owners on owners.kind = 'owner' and owners.name = staged.fields ->> 'owner'
      left join named as stages on stages.kind = 'stage' and stages.name = staged.fields ->> 'stage'
      left join named as tags on tags.kind = 'tags' and tags.name = staged.fields ->> 'tags'
      left join there as there_mail on there_mail.email_key = staged.email_key
      left join there as there_phone on there_phone.phone_key = staged.phone_key
      where staged.import_id = ($1).id and staged.row_no between $2 and $3 and staged.problem is null and staged.outcome is null
    ), made as (
      insert into public.leads (id, account_id, user_id, stage, lost_reason_id, lost_note, created_at, closed_at, %1$s)
      select todo.new_id, ($1).account_id, coalesce(todo.row_owner, ($1).owner_id), todo.new_stage,
        case when todo.new_stage = 'lost' then coalesce(
          (select reason.id from public.lost_reasons as reason where reason.account_id = ($1).account_id and lower(reason.label) = lower(btrim(field.lost_reason))), $5) end,
        case when todo.new_stage = 'lost' then coalesce(field.lost_reason, 'Imported without a reason') end,
        coalesce(field.created_at, now()), field.closed_at, %2$s
      from todo cross join lateral jsonb_to_record(todo.fields) as field (
        lost_reason text, created_at timestamptz, closed_at timestamptz, %3$s
      )
      where todo.match is null
      returning id, version
    ), %4$s, noted as (
      insert into public.lead_activities (lead_id, account_id, kind, body, actor_id, payload)
      select event.lead_id, ($1).account_id, 'import', todo.fields ->> 'note', ($1).actor_id,
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
  $write$, columns, new_values, types, changing) using p_import, p_from, p_to, is_admin, other_reason, emails, phones;
end
$$;

create or replace function private.run_import_batch(p_import public.lead_imports, p_limit integer) returns integer
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
            select format('%s: over the limit for one lead, including existing values', known.label)
            from private.lead_fields as known where known.kind = 'list' and broken = format('leads_%s_check', known.field)
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

create or replace function private.account_key(p_account uuid) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return right(p_account::text, 12);
end
$$;

create or replace function private.find_lead_ids(p_words tsquery, p_admin boolean, p_caller uuid, p_limit integer) returns setof uuid
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

create or replace function private.length_problem(p_field text, p_said text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select format(
    case known.kind when 'list' then '%s: more than %s characters' else '%s: longer than %s characters' end,
    known.label, to_char(known.max_length, 'FM999,999')
  )
  from private.lead_fields as known
  where known.field = p_field and (known.kind = 'list' or char_length(p_said) > known.max_length)
$$;

create or replace function private.start_lead_clock(p_lead_id uuid, p_arrived_at timestamptz, p_source public.lead_source) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := (select lead.account_id from public.leads as lead where lead.id = p_lead_id);
  calendar jsonb := private.calendar_of(account);
  target integer := private.account_target(account);
  clock public.lead_clocks;
begin
  if account is null then return null; end if;
  insert into public.lead_clocks (
    lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, owner_id, source
  )
  select lead.id, p_arrived_at, private.next_opening(p_arrived_at, calendar), target,
    private.add_working_seconds(p_arrived_at, target * 0.6, calendar), private.add_working_seconds(p_arrived_at, target, calendar),
    private.add_working_seconds(p_arrived_at, target * 2, calendar), lead.user_id, p_source
  from public.leads as lead where lead.id = p_lead_id and lead.archived_at is null and not lead.is_spam
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

create or replace function private.resume_clock(p_clock_id uuid, p_lead_id uuid) returns void
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
  from public.leads as lead where lead.id = p_lead_id and lead.archived_at is null and not lead.is_spam
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

create or replace function private.sync_clock_with_lead() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
begin
  select latest.* into clock from public.lead_clocks as latest where latest.lead_id = new.id
  order by latest.state in ('answered', 'dropped'), latest.arrived_at desc, latest.created_at desc limit 1;
  if clock.id is null or clock.state = 'answered' then return null; end if;
  if clock.state <> 'dropped' and new.archived_at is null and not new.is_spam then
    update public.lead_clocks as open set owner_id = new.user_id where open.id = clock.id;
  elsif clock.state <> 'dropped' then
    perform private.drop_clock(clock.id);
    -- A merged lead still waits, so its clock continues on the kept lead.
    if new.merged_into is not null then perform private.resume_clock(clock.id, new.merged_into); end if;
  elsif new.archived_at is null and not new.is_spam and (old.archived_at is not null or old.is_spam) and exists (
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

create or replace function private.queue_section(p_accounts uuid[], p_where text, p_order text, p_caller uuid, p_everyone boolean) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  -- One condition for each account, so that each reads the first rows of its own index.
  conditions constant text[] := array(
    select format(
      'lead.account_id = %L and lead.created_at >= %L and lead.archived_at is null and not lead.is_spam and lead.erased_at is null and %s%s', account.id,
      private.visible_since(), case when strpos(p_where, '%') = 0 then p_where else format(p_where, private.account_day_start(account.id, 1)) end,
      case when p_everyone then '' else ' and (lead.user_id = $1 or lead.user_id is null)' end
    )
    from unnest(p_accounts) with ordinality as account (id, place) order by account.place
  );
  answer jsonb;
begin
  execute format(
    $section$
      select jsonb_build_object(
        'total', %1$s,
        'rows', coalesce((
          select jsonb_agg(private.queue_lead_json(shown::public.leads) order by shown.%3$s, shown.id)
          from (select lead.* from (%2$s) as lead order by lead.%3$s, lead.id limit 100) as shown
        ), '[]')
      )
    $section$,
    (select string_agg(format('(select count(*) from public.leads as lead where %s)', one), ' + ') from unnest(conditions) as one),
    (
      select string_agg(
        format('(select lead.* from public.leads as lead where %s order by lead.%s, lead.id limit 100)', one, p_order), ' union all '
      )
      from unnest(conditions) as one
    ),
    p_order
  ) into answer using p_caller;
  return answer;
end
$$;

create or replace function private.full_name(p_first text, p_last text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return nullif(btrim(coalesce(p_first, '') || ' ' || coalesce(p_last, '')), '');
end
$$;

create or replace function private.name_or_email(p_first text, p_last text, p_email text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return coalesce(private.full_name(p_first, p_last), p_email);
end
$$;

create or replace function private.reassign_leads(p_from uuid, p_to uuid, p_unassign boolean) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  held bigint := (
    select count(*) from public.leads as lead
    where lead.user_id = p_from and lead.archived_at is null and not lead.is_spam and lead.stage not in ('won', 'lost')
  );
begin
  if held > 0 and p_to is null and not coalesce(p_unassign, false) then
    perform private.refuse(
      'leads_unassigned', 'PT409',
      format('They have %s open leads. Choose a new owner, or leave the leads unassigned.', held),
      p_more => jsonb_build_object('leads', held)
    );
  end if;
  if p_to is not null and (p_to = p_from or not exists (
    select from public.user_roles as taker
    where taker.user_id = p_to and taker.status = 'active' and taker.role in ('sales', 'admin')
  )) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active sales reps and admins', 'reassign_to');
  end if;
  -- Spam does not count, but its owner leaves, too.
  -- A lead of a client's account goes to nobody when the new owner is not lent to it.
  update public.leads as lead set user_id = case when private.is_on_team(p_to, lead.account_id) then p_to end
  where lead.user_id = p_from and lead.archived_at is null and lead.stage not in ('won', 'lost');
  return held;
end
$$;

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
    select lower(concat_ws(' ', other.first_name, other.last_name, other.email, other.company)) as said
    from public.leads as other
    where other.id <> all (p_leads) and other.account_id in (select lead.account_id from public.leads as lead where lead.id = any (p_leads))
      and lower(concat_ws(' ', other.first_name, other.last_name, other.email, other.company))
      ~ (select string_agg(word.word, '|') from word)
  )
  select coalesce(array_agg(word.word), '{}') from word
  where not exists (select from others where strpos(others.said, word.word) > 0)
$$;

create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (lower(held.payload::text || ' ' || held.dedupe_key) ~ ($1).pattern
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or held.table_name = 'accounts' and private.is_workspace_of(private.parse_uuid(held.row_id), $1)
      -- What was prepared for their account named nobody.
      or held.table_name in ('client_dashboards', 'invoices', 'retainers')
        and private.is_workspace_of(private.parse_uuid(coalesce(held.before, held.after) ->> 'account_id'), $1)
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or lower(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text)) ~ ($1).pattern$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'Entries stay with their time and author. Their content is removed.'),
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
      'Undo copies, including merges', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and lower(held.answers::text) ~ ($1).pattern$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Landing page submissions', 'The submission still counts in page reports. All answers are removed.'),
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
        from private.lead_fields as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words) and held.account_id in (select lead.account_id from public.leads as lead where lead.id = any (($1).leads))', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or lower(asked.message) ~ ($1).pattern)))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (196, 'storage.objects', $w$held.bucket_id = 'brand' and private.is_workspace_of(private.folder_id(held.name), $1)$w$, 'deleted', '{}', 'Logos of such workspaces', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and lower(asked.message) ~ ($1).pattern)$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Replies to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and lower(held.message) ~ ($1).pattern$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or lower(held.business_name) ~ ($1).pattern then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts) or held.owner_id is null and private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (242, 'private.recovery_codes', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    -- Drafts that were prepared for an account name nobody yet.
    (250, 'public.retainers', $w$(held.client_id = any (($1).accounts) and held.status = 'pending' or held.client_id is null and private.is_workspace_of(held.account_id, $1))
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id
      and (draft.client_id = any (($1).accounts) or draft.client_id is null and private.is_workspace_of(draft.account_id, $1))
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$(held.client_id = any (($1).accounts) or held.client_id is null and private.is_workspace_of(held.account_id, $1)) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Invoice drafts', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, including the client''s name and company',
      'Required by tax law, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Invoice lines', 'Part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Invoice credits', 'Part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'Invoice history', 'Required by tax law.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', 'held.client_id = any (($1).accounts)', 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
      'Invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null, "address": null, "tax_id": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (262, 'private.combined_checkouts', 'held.client_id = any (($1).accounts)', 'cleared', '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'lower(held.key) ~ ($1).pattern', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$lower(held.payload::text) ~ ($1).pattern
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    -- The leads of the account are other people's. They stay, in an archived account without a name.
    (320, 'public.accounts', 'private.is_workspace_of(held.id, $1)', 'cleared',
      '{"name": "''Erased account''", "slug": "''erased-'' || held.id", "archived_at": "coalesce(held.archived_at, now())", "logo": "null", "logo_width": "null", "logo_height": "null"}',
      'Workspaces of this person alone', 'The workspace is archived without its name. Its leads are other people.'),
    (325, 'public.account_members', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Memberships', null),
    (326, 'public.account_loans', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "billing_address": "null", "tax_id": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Accounts', 'The account ID stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;
