-- A pool without people would give its leads to nobody.
create or replace function private.checked_routing(p_account uuid, p_routing jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lists constant text[] := array['source', 'tier', 'page', 'campaign', 'language', 'area'];
  team constant uuid[] := private.team_of(p_account);
  pools jsonb := coalesce(p_routing -> 'pools', '[]');
  rules jsonb := coalesce(p_routing -> 'rules', '[]');
  one record;
  part record;
  kept jsonb := '[]';
  field text;
begin
  if jsonb_typeof(pools) <> 'array' or jsonb_typeof(rules) <> 'array' or jsonb_array_length(pools) > 20 or jsonb_array_length(rules) > 50
    or octet_length(p_routing::text) > 60000
  then
    perform private.refuse('routing_invalid', '22023', 'An account has at most 20 pools and 50 rules');
  end if;
  for one in select * from jsonb_array_elements(pools) with ordinality as pool (body, place) loop
    field := format('pools.%s', one.place - 1);
    if private.parse_uuid(one.body ->> 'id') is null or coalesce(jsonb_typeof(one.body -> 'people'), '') <> 'array'
      or jsonb_array_length(one.body -> 'people') > 200
    then
      perform private.refuse('routing_invalid', '22023', 'A pool has an id, a name and up to 200 people', field);
    end if;
    if btrim(coalesce(one.body ->> 'name', '')) = '' or char_length(one.body ->> 'name') > 60 then
      perform private.refuse('required', '22023', 'Name each pool in up to 60 characters', field);
    end if;
    if exists (
      select from jsonb_array_elements(kept) as before (body)
      where lower(before.body ->> 'name') = lower(btrim(one.body ->> 'name')) or before.body ->> 'id' = one.body ->> 'id'
    ) then
      perform private.refuse('name_taken', '22023', 'Give each pool a different name', field);
    end if;
    -- Someone who left the team meanwhile is left out, so that the rest can be saved.
    kept := kept || jsonb_build_array(jsonb_build_object('id', one.body -> 'id', 'name', btrim(one.body ->> 'name'), 'people', (
      select coalesce(jsonb_agg(person.id order by person.place), '[]') from (
        select given.id, min(given.place) as place from jsonb_array_elements_text(one.body -> 'people') with ordinality as given (id, place)
        where private.parse_uuid(given.id) = any (team) group by given.id
      ) as person
    )));
    -- Its leads would be nobody's, although a rule or a form gives them to someone.
    if kept -> -1 -> 'people' = '[]' then
      perform private.refuse('required', '22023', 'Choose at least one person for each pool', field);
    end if;
  end loop;
  pools := kept;
  kept := '[]';
  for one in select * from jsonb_array_elements(rules) with ordinality as rule (body, place) loop
    field := format('rules.%s', one.place - 1);
    if private.parse_uuid(one.body ->> 'id') is null or jsonb_typeof(coalesce(one.body -> 'when', '{}')) <> 'object' then
      perform private.refuse('routing_invalid', '22023', 'A rule has an id, conditions and a pool or a person', field);
    end if;
    for part in select * from jsonb_each(coalesce(one.body -> 'when', '{}')) as each (name, value) loop
      if part.name = any (lists) then
        if jsonb_typeof(part.value) <> 'array' or jsonb_array_length(part.value) > 20 or exists (
          select from jsonb_array_elements(part.value) as word (value)
          where jsonb_typeof(word.value) <> 'string' or btrim(word.value #>> '{}') = '' or char_length(word.value #>> '{}') > 200
            or part.name = 'area' and word.value #>> '{}' !~ '^\+?[\d \-()]{1,20}$'
        ) then
          perform private.refuse('routing_invalid', '22023', case part.name when 'area' then 'Enter area codes such as 503 or +49 30'
            else 'Each condition has up to 20 words' end, field);
        end if;
      elsif part.name not in ('value_from', 'value_to') or part.value::text !~ '^\d{1,13}$' then
        perform private.refuse('routing_invalid', '22023', 'Unknown condition', field);
      end if;
    end loop;
    if (one.body -> 'when' ->> 'value_from')::bigint > (one.body -> 'when' ->> 'value_to')::bigint then
      perform private.refuse('routing_invalid', '22023', 'The lowest value is above the highest', field);
    end if;
    if private.pool_of(pools, one.body -> 'to' ->> 'pool') is null
      and not coalesce(private.parse_uuid(one.body -> 'to' ->> 'person') = any (team), false)
    then
      perform private.refuse('unknown_choice', '22023', 'Choose a pool or a person of the team', field);
    end if;
    kept := kept || jsonb_build_array(jsonb_build_object('id', one.body -> 'id', 'when', coalesce(one.body -> 'when', '{}'), 'to',
      case when one.body -> 'to' ? 'pool' then jsonb_build_object('pool', one.body -> 'to' -> 'pool')
        else jsonb_build_object('person', one.body -> 'to' -> 'person') end));
  end loop;
  if coalesce(p_routing ->> 'offer_percent', '10') !~ '^\d{1,3}$' or coalesce((p_routing ->> 'offer_percent')::integer, 10) not between 10 and 150 then
    perform private.refuse('number_out_of_range', '22023', 'Enter a share from 10 to 150 percent', 'offer_percent');
  end if;
  return jsonb_build_object('pools', pools, 'rules', kept, 'offer_percent', p_routing -> 'offer_percent');
end
$$;
