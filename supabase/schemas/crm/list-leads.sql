create index leads_live_arrived_idx on public.leads (account_id, created_at desc, id desc) where archived_at is null and not is_spam;
create index leads_live_name_idx on public.leads (
  account_id, lower(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')), id
) where archived_at is null and not is_spam;
create index leads_live_firm_idx on public.leads (account_id, nullif(lower(btrim(company)), ''), id) where archived_at is null and not is_spam;
create index leads_live_value_idx on public.leads (account_id, value_cents, id) where archived_at is null and not is_spam;
create index leads_live_activity_idx on public.leads (account_id, last_activity_at, id)
where last_activity_at is not null and archived_at is null and not is_spam;
create index leads_live_response_idx on public.leads (account_id, response_seconds, id)
where response_seconds is not null and archived_at is null and not is_spam;
create index leads_stage_next_idx on public.leads (account_id, stage, next_task_at, id)
where next_task_at is not null and archived_at is null and not is_spam;
create index leads_away_idx on public.leads (account_id, created_at desc, id desc) where archived_at is not null or is_spam;
create index leads_campaign_idx on public.leads (account_id, lower(first_touch ->> 'utm_campaign')) where lower(first_touch ->> 'utm_campaign') is not null;
create index leads_tags_idx on public.leads using gin (tags) where tags <> '{}';

-- Sections are { condition, expression, type, direction, direction of the ids }.
create function private.page_sql(p_condition text, p_section text[], p_at integer, p_after jsonb, p_limit integer) returns text
language sql immutable
set search_path = ''
as $$
  select format(
    'select lead.id, %1$s, (%2$s)::text from public.leads as lead where %3$s and %4$s%5$s order by %2$s %6$s, lead.id %7$s limit %8$s',
    p_at, p_section[2], p_condition, p_section[1],
    case
      when p_after is null then ''
      -- The same direction for both: one row comparison, which the index can start from.
      when p_section[4] = p_section[5] then format(' and (%s, lead.id) %s (%L::%s, %L::uuid)', p_section[2],
        case p_section[4] when 'asc' then '>' else '<' end, p_after ->> 'k', p_section[3], p_after ->> 'id')
      else format(' and %1$s %2$s= %3$L::%4$s and (%1$s %2$s %3$L::%4$s or lead.id %5$s %6$L::uuid)', p_section[2],
        case p_section[4] when 'asc' then '>' else '<' end, p_after ->> 'k', p_section[3],
        case p_section[5] when 'asc' then '>' else '<' end, p_after ->> 'id')
    end,
    p_section[4], p_section[5], p_limit
  )
$$;

comment on function private.page_sql(text, text[], integer, jsonb, integer) is
'The statement that reads the next leads of a section after a cursor.';

create function private.page_of_leads(p_condition text, p_sections text[], p_after jsonb, p_limit integer)
returns table (id uuid, section integer, key text)
language plpgsql stable
set search_path = ''
as $$
declare
  first_section integer := greatest(coalesce((p_after ->> 's')::integer, 1), 1);
  still integer := p_limit;
  got integer;
begin
  for at in first_section .. array_length(p_sections, 1) loop
    exit when still = 0;
    return query execute private.page_sql(
      p_condition, array(select part from unnest(p_sections[at:at]) as part), at, case when at = first_section then p_after end, still
    );
    get diagnostics got = row_count;
    still := still - got;
  end loop;
end
$$;

comment on function private.page_of_leads(text, text[], jsonb, integer) is
'The next leads that meet a condition, section after section, after a cursor { s, k, id }.';

create function private.lead_name_sql() returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select $name$nullif(btrim(coalesce(lead.first_name, '') || ' ' || coalesce(lead.last_name, '')), '')$name$
$$;

comment on function private.lead_name_sql() is
'The name of public.leads as lead, as in leads_live_name_idx: private.full_name written out, because the planner inlines no function with a search_path.';

create function private.lead_order(p_sort text) returns text[]
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

comment on function private.lead_order(text) is
'The sections in which leads are read. Orders: arrived, name, company, value, stage, next_step, last_activity, response or clock; a leading - reverses them. 22023: no such order.';

create function private.open_clock_json(p_lead uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'started_at', clock.started_at, 'warn_at', clock.warn_at, 'due_at', clock.due_at, 'escalate_at', clock.escalate_at,
    'answered_at', clock.answered_at, 'response_seconds', clock.response_seconds, 'target_seconds', clock.target_seconds, 'state', clock.state
  )
  from public.lead_clocks as clock where clock.lead_id = p_lead and clock.state not in ('answered', 'dropped')
$$;

comment on function private.open_clock_json(uuid) is 'The running clock of a lead; null without one.';

create function private.lead_row_json(lead public.leads) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', lead.id, 'version', lead.version, 'first_name', lead.first_name, 'last_name', lead.last_name, 'email', lead.email,
    'phone', lead.phone, 'company', lead.company, 'source', lead.source, 'stage', lead.stage, 'stage_entered_at', lead.stage_entered_at, 'value_cents', lead.value_cents, 'owner_id', lead.user_id,
    'owner_name', case when lead.user_id is not null then private.owner_name(lead.user_id::text) end, 'tags', lead.tags,
    'created_at', lead.created_at, 'last_activity_at', lead.last_activity_at, 'next_task_at', lead.next_task_at,
    'next_task_kind', lead.next_task_kind, 'next_task_title', lead.next_task_title,
    'next_call_ends_at', case when lead.next_task_at is not null then (
      select booking.ends_at
      from (
        select task.booking_id from public.lead_tasks as task
        where task.lead_id = lead.id and task.done_at is null order by task.due_at, task.id limit 1
      ) as next
      join public.bookings as booking on booking.id = next.booking_id and booking.state = 'booked'
    ) end,
    'response_seconds', lead.response_seconds, 'answer_target_seconds', lead.answer_target_seconds,
    'archived_at', lead.archived_at, 'consent_at', lead.consent_at,
    'clock', case when lead.clock_due_at is not null and lead.erased_at is null then private.open_clock_json(lead.id) end,
    'erased_at', lead.erased_at
  )
$$;

comment on function private.lead_row_json(public.leads) is 'A lead as the board and the table show it.';

create function private.lead_page_json(p_condition text, p_sections text[], p_after jsonb, p_limit integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  ids uuid[];
  last_one jsonb;
begin
  select array_agg(page.id order by page.at),
    (array_agg(jsonb_build_object('s', page.section, 'k', page.key, 'id', page.id) order by page.at desc))[1]
  into ids, last_one
  from (select *, row_number() over () as at from private.page_of_leads(p_condition, p_sections, p_after, p_limit)) as page;
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.lead_row_json(lead) order by wanted.at), '[]')
      from unnest(ids) with ordinality as wanted (id, at) join public.leads as lead on lead.id = wanted.id
    ),
    'next', case when cardinality(ids) = p_limit then last_one end
  );
end
$$;

comment on function private.lead_page_json(text, text[], jsonb, integer) is
'A page of leads: { rows, next }. next is the cursor of the next page, null at the end.';

create function private.list_leads(p_scope text, p_filter jsonb, p_sort text, p_after jsonb, p_limit integer) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- private.filter_search_sql needs to know the order.
  perform set_config('upfunnel.leads_by', ltrim(coalesce(p_sort, ''), '-'), true);
  return private.lead_page_json(
    private.lead_scope_sql(p_scope, p_filter), private.lead_order(coalesce(p_sort, '-arrived')), nullif(p_after, 'null'),
    least(greatest(coalesce(p_limit, 50), 1), 200)
  ) || jsonb_build_object('currency', private.account_currency(private.workspace()));
end
$$;

create function public.list_leads(
  p_scope text default 'all', p_filter jsonb default null, p_sort text default '-arrived', p_after jsonb default null,
  p_limit integer default 50
) returns jsonb
language sql stable
set search_path = ''
return private.list_leads(p_scope, p_filter, p_sort, p_after, p_limit);

comment on function public.list_leads(text, jsonb, text, jsonb, integer) is
'Leads a page at a time: { rows, next, currency }. Scope all, mine or unowned; filter as in docs/crm.md; p_after is next of the page before. Leads without the value that is sorted by come last. Reps see their own and unowned leads. 42501, 22023.';

create function private.has_kept_totals(p_filter jsonb) returns boolean
language sql stable
set search_path = ''
as $$
  select not exists (
    select from jsonb_path_query(coalesce(p_filter, '{}'), '$.**.field') as field where field #>> '{}' not in ('stage', 'owner')
  )
$$;

comment on function private.has_kept_totals(jsonb) is 'Whether private.lead_totals can count the leads of a filter.';

create function private.total_by_stage(p_scope text, p_filter jsonb) returns table (stage text, leads bigint, value_cents bigint)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  condition text := private.lead_scope_sql(p_scope, p_filter);
begin
  return query execute case when private.has_kept_totals(p_filter) then
    -- Each total acts as one live lead with its owner and stage. The condition reads nothing else.
    'select kept.stage, sum(kept.leads)::bigint, sum(kept.value_cents)::bigint from private.lead_totals as kept
    cross join lateral jsonb_populate_record(
      null::public.leads, jsonb_build_object(''account_id'', kept.account_id, ''user_id'', nullif(kept.owner, ''''), ''stage'', kept.stage,
        ''is_spam'', false, ''created_at'', now())
    ) as lead where kept.account_id = (select private.workspace()) and ' || condition || ' group by kept.stage'
  else
    'select lead.stage, count(*), coalesce(sum(lead.value_cents), 0)::bigint from public.leads as lead where ' || condition || ' group by lead.stage'
  end;
end
$$;

comment on function private.total_by_stage(text, jsonb) is
'Count and value of the leads that match a filter, by stage, from private.lead_totals where possible.';

create function private.count_leads_matching(p_scope text, p_filter jsonb)
returns table (leads bigint, value_cents bigint)
language sql stable security definer
set search_path = ''
as $$
  select coalesce(sum(total.leads), 0)::bigint, coalesce(sum(total.value_cents), 0)::bigint
  from private.total_by_stage(p_scope, p_filter) as total
$$;

create function public.count_leads_matching(p_scope text default 'all', p_filter jsonb default null)
returns table (leads bigint, value_cents bigint)
language sql stable
set search_path = ''
return private.count_leads_matching(p_scope, p_filter);

comment on function public.count_leads_matching(text, jsonb) is
'How many leads match a filter, exactly, and their value in cents. Scope and filter as in list_leads. 42501, 22023.';

grant execute on function public.list_leads(text, jsonb, text, jsonb, integer) to authenticated;
grant execute on function private.list_leads(text, jsonb, text, jsonb, integer) to authenticated;
grant execute on function public.count_leads_matching(text, jsonb) to authenticated;
grant execute on function private.count_leads_matching(text, jsonb) to authenticated;
