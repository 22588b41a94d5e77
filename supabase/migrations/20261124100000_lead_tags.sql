-- The known tags, counted, and near-duplicates kept out of them.

create function private.tag_key(p_tag text) returns text
language sql immutable parallel safe
as $$
  select lower(btrim(regexp_replace(p_tag, '[\s\u00a0]+', ' ', 'g')))
$$;

comment on function private.tag_key(text) is
'Two tags with the same key are the same tag: case and spaces do not count. Same rule as tagKey in domain/lead-tags.ts.';

create table private.lead_tags (
  -- '' for unclaimed leads.
  owner text not null check (char_length(owner) <= 36),
  tag text not null check (octet_length(tag) <= 4000),
  leads bigint not null,
  key text not null generated always as (private.tag_key(tag)) stored check (octet_length(key) <= 4000),
  primary key (owner, tag)
);

comment on table private.lead_tags is 'How many live leads of an owner have a tag. A tag without leads has no row.';

alter table private.lead_tags enable row level security;

create index lead_tags_key_idx on private.lead_tags (key);
create index lead_tags_empty_idx on private.lead_tags (owner) where leads = 0;

create function private.spell_tags(p_tags text[]) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  one text;
  wanted text;
  known text;
  keys text[] := '{}';
  spelled text[] := '{}';
begin
  -- A loop, whose plans are kept. One statement for all tags would be planned again for each lead of an import.
  foreach one in array p_tags loop
    wanted := private.tag_key(one);
    continue when wanted is null or wanted = '' or wanted = any (keys);
    select kept.tag into known from private.lead_tags as kept where kept.key = wanted
    group by kept.tag order by sum(kept.leads) desc, kept.tag limit 1;
    keys := keys || wanted;
    spelled := spelled || coalesce(known, btrim(regexp_replace(one, '[\s\u00a0]+', ' ', 'g')));
  end loop;
  return spelled;
end
$$;

comment on function private.spell_tags(text[]) is
'Tags without blanks and repetitions, each spelled as most leads spell it. The order stays.';

create function private.spell_lead_tags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.tags := private.spell_tags(new.tags);
  return new;
end
$$;

comment on function private.spell_lead_tags() is 'Trigger: keeps near-duplicates out of the tags of leads.';

create trigger spell_tags_added before insert on public.leads
for each row when (new.tags <> '{}') execute function private.spell_lead_tags();

create trigger spell_tags_changed before update on public.leads
for each row when (new.tags is distinct from old.tags and new.tags <> '{}') execute function private.spell_lead_tags();

create function private.count_tags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  added constant text := 'select user_id, tags, 1 as change from new_leads where tags <> ''{}'' and private.is_live(new_leads)';
  removed constant text := 'select user_id, tags, -1 from old_leads where tags <> ''{}'' and private.is_live(old_leads)';
  counted bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_tags;
    return null;
  end if;
  -- Ordered by key, so that two statements that count the same tags cannot deadlock.
  execute format(
    $count$
      with lead (user_id, tags, change) as (%s)
      insert into private.lead_tags (owner, tag, leads)
      select coalesce(lead.user_id::text, ''), used.tag, sum(lead.change)
      from lead cross join lateral (select distinct one from unnest(lead.tags) as one) as used (tag)
      group by 1, 2 having sum(lead.change) <> 0 order by 1, 2
      on conflict (owner, tag) do update set leads = lead_tags.leads + excluded.leads
    $count$,
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end
  );
  get diagnostics counted = row_count;
  if counted > 0 then delete from private.lead_tags as kept where kept.leads = 0; end if;
  return null;
end
$$;

comment on function private.count_tags() is 'Trigger: keeps private.lead_tags.';

create trigger count_tags_added after insert on public.leads
referencing new table as new_leads for each statement execute function private.count_tags();

create trigger count_tags_changed after update on public.leads
referencing old table as old_leads new table as new_leads for each statement execute function private.count_tags();

create trigger count_tags_removed after delete on public.leads
referencing old table as old_leads for each statement execute function private.count_tags();

create trigger count_tags_truncated after truncate on public.leads
for each statement execute function private.count_tags();

create function private.tag_spellings(p_tags jsonb) returns text[]
language sql stable
set search_path = ''
as $$
  with given (tag) as (
    select jsonb_array_elements_text(case jsonb_typeof(p_tags) when 'array' then p_tags else jsonb_build_array(p_tags) end)
  )
  select array(
    select given.tag from given
    union select kept.tag from private.lead_tags as kept
    where kept.key = any (array(select private.tag_key(given.tag) from given))
  )
$$;

comment on function private.tag_spellings(jsonb) is
'The given tags, and every spelling of them that leads have. Tags from before near-duplicates were kept out may have several.';

create function public.list_lead_tags(p_query text default '', p_limit integer default 20) returns table (tag text, leads bigint)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := private.has_active_role('admin');
  asked text := private.tag_key(left(coalesce(p_query, ''), 100));
begin
  return query
  select (array_agg(used.tag order by used.leads desc, used.tag))[1], sum(used.leads)::bigint
  from (
    select kept.tag, kept.key, sum(kept.leads) as leads from private.lead_tags as kept
    where (everyone or kept.owner in (caller::text, '')) and (asked = '' or strpos(kept.key, asked) > 0)
    group by kept.tag, kept.key
  ) as used
  group by used.key
  order by used.key = asked desc, starts_with(used.key, asked) desc, sum(used.leads) desc, used.key
  limit least(greatest(coalesce(p_limit, 20), 1), 100);
end
$$;

comment on function public.list_lead_tags(text, integer) is
'The tags of the live leads that the caller sees, and how many leads have each: those that contain p_query, the same tag first, then those that begin with it, then the most used. Up to p_limit (100). 42501: not on the team.';

grant execute on function public.list_lead_tags(text, integer) to authenticated;

-- The leads that exist already. Their tags keep their spelling until someone changes them.
insert into private.lead_tags (owner, tag, leads)
select coalesce(lead.user_id::text, ''), used.tag, count(*)
from public.leads as lead cross join lateral (select distinct one from unnest(lead.tags) as one) as used (tag)
where lead.tags <> '{}' and private.is_live(lead)
group by 1, 2;

create or replace function private.parse_changes(p_changes jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  allowed constant text[] := array(select known.field from private.lead_fields() as known)
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
  if p_changes ? 'stage' and not exists (select from public.pipeline_stages as stage where stage.key = p_changes ->> 'stage') then
    perform private.refuse('unknown_stage', '22023', 'Stage not found', 'stage');
  end if;
  if p_changes ->> 'user_id' is not null and not private.is_on_team((p_changes ->> 'user_id')::uuid) then
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

create or replace function private.apply_changes(lead public.leads, p_changes jsonb) returns public.leads
language plpgsql stable
set search_path = ''
as $$
declare
  changed public.leads;
begin
  changed := jsonb_populate_record(lead, p_changes - array['archived', 'add_tags', 'remove_tags', 'consent']);
  if p_changes ? 'archived' then
    changed.archived_at := case when (p_changes ->> 'archived')::boolean then coalesce(lead.archived_at, now()) end;
  end if;
  if p_changes ? 'consent' then
    changed.consent_at := case when p_changes ->> 'consent' is not null then now() end;
    changed.consent_text := 'Agreed to calls and messages, given ' || btrim(p_changes ->> 'consent');
  end if;
  if p_changes ? 'add_tags' or p_changes ? 'remove_tags' then
    changed.tags := array(
      select tag from (
        select unnest(lead.tags) as tag
        union select added from jsonb_array_elements_text(coalesce(p_changes -> 'add_tags', '[]')) as added
      ) as every
      where private.tag_key(tag) not in (
        select private.tag_key(removed) from jsonb_array_elements_text(coalesce(p_changes -> 'remove_tags', '[]')) as removed
      )
      order by tag
    );
  end if;
  if cardinality(changed.tags) > 50 then
    perform private.refuse('too_many_tags', '22023', 'A lead can have up to 50 tags', 'tags');
  end if;
  return changed;
end
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
  if says in ('empty', 'filled') and kind not in ('search', 'truth') then
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

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.combined_checkouts.currency', 'a code'),
    ('private.combined_checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_tags', 'labels of the team with counts; a label ends with its last lead'),
    ('private.lead_totals', 'counts'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'the agency''s pages'),
    ('public.landing_drafts', 'the agency''s pages'),
    ('public.landing_page_versions', 'the agency''s pages'),
    ('public.landing_pages', 'the agency''s pages'),
    ('public.landing_previews', 'hashes of links to the agency''s pages'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own')
  ) as entry (column_name, reason)
$$;
