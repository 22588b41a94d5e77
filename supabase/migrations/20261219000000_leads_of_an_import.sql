-- Leads can be filtered by the import that created or updated them.
create function private.leads_of_imports(p_import_ids uuid[]) returns setof uuid
language sql stable security definer
set search_path = ''
as $$
  select staged.lead_id
  from public.lead_imports as one
  join private.lead_import_rows as staged on staged.import_id = one.id
  where one.id = any (p_import_ids) and one.account_id = private.workspace() and staged.outcome in ('created', 'updated')
    and staged.lead_id is not null
$$;

comment on function private.leads_of_imports(uuid[]) is
'The leads that these imports of the workspace created or updated. None after the rows of a file were deleted.';

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
    ('is_spam', 'truth', 'lead.is_spam'), ('call', 'text', 'private.call_of_lead(lead.id)'),
    ('call_type', 'id', 'private.call_type_of_lead(lead.id)'), ('page', 'id', 'private.page_of_lead(lead.id)'), ('import', 'id', 'lead.id'),
    -- As in private.crm_responses.
    ('answer', 'text', '(case when lead.response_seconds is not null then ''answered'' when lead.clock_due_at is not null then ''waiting'' when lead.id in (select private.self_booked_leads((select private.workspace()))) then ''booked'' else ''none'' end)'),
    ('q', 'search', '')
$$;

create or replace function private.filter_rule_sql(p_rule jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  named text := p_rule ->> 'field';
  says text := p_rule ->> 'is';
  value jsonb := p_rule -> 'value';
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
      when says = 'contains' then format('(%sstrpos(lower(%s), %s) > 0)',
        case kind when 'word' then private.filter_within_sql(value #>> '{}') else '' end, what, listed)
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
