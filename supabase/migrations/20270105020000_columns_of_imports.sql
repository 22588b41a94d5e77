-- Errors of an import name a column as the file does.

drop function private.import_problem(jsonb, text);

drop function private.length_problem(text, text);

create function private.import_names(p_headers text[], p_mapping jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  with own (field, label) as (
    select case known.field when 'user_id' then 'owner' else known.field end, known.label from private.lead_fields as known
    union all
    values ('name', 'Full name'), ('note', 'Timeline note'), ('lost_reason', 'Lost reason'), ('created_at', 'Arrived on'), ('closed_at', 'Closed on')
  ), named as (
    select own.field, case
        when strpos(said.short, ours.short) > 0 or strpos(ours.short, said.short) > 0 or file.header like '%)' then file.header
        else format('%s (%s)', file.header, own.label)
      end as name
    from unnest(p_headers) with ordinality as file (header, place)
    join jsonb_array_elements_text(p_mapping) with ordinality as filled (field, place) on filled.place = file.place
    join own on own.field = filled.field
    cross join lateral (select regexp_replace(lower(file.header), '[^[:alnum:]]', '', 'g') as short) as said
    cross join lateral (select regexp_replace(lower(own.label), '[^[:alnum:]]', '', 'g') as short) as ours
  )
  -- A full name fills both of its parts.
  select coalesce((select jsonb_build_object('first_name', named.name, 'last_name', named.name) from named where named.field = 'name'), '{}')
    || coalesce((select jsonb_object_agg(named.field, named.name) from named), '{}')
$$;

comment on function private.import_names(text[], jsonb) is
'What the columns of a file are called in its errors, by field: as in the file, with our name behind it when it is another one: ''Erstellt (Arrived on)''.';

create function private.length_problem(p_field text, p_said text, p_names jsonb) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select format(
    case known.kind when 'list' then '%s: more than %s characters' else '%s: longer than %s characters' end,
    coalesce(p_names ->> p_field, known.label), to_char(known.max_length, 'FM999,999')
  )
  from private.lead_fields as known
  where known.field = p_field and (known.kind = 'list' or char_length(p_said) > known.max_length)
$$;

comment on function private.length_problem(text, text, jsonb) is
'The problem of a field that has more bytes than its limit; null when it does not have too many characters.';

create function private.import_problem(p_fields jsonb, p_stage text, p_names jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  names constant text[] := private.lead_facts_of_kind('word', 'text', 'list');
  longest constant integer[] := private.longest_of_kind('word', 'text', 'list');
  unread constant text := left(p_fields ->> 'problem', 500);
  day constant text := '^(19[7-9]|20\d|21\d)\d-\d\d-\d\d';
  wrong_zone constant text := 'T\S*[+-](1[5-9]|[2-9]\d)(:?\d\d)?(\s|$)';
  -- Of a row that the browser could not read, the dates that it could.
  created constant text := p_fields ->> case when unread is null then 'created_at' else 'read_created_at' end;
  closed constant text := p_fields ->> case when unread is null then 'closed_at' else 'read_closed_at' end;
  arrived_on constant text := coalesce(p_names ->> 'created_at', 'Arrived on');
  closed_on constant text := coalesce(p_names ->> 'closed_at', 'Closed on');
  said text;
  problems text[] := array[unread];
begin
  -- A row that the browser could not read has its cells as they are in the file: one name, and dates in any format.
  if not private.identifies_lead(p_fields) and (unread is null or nullif(btrim(p_fields ->> 'name'), '') is null) then
    problems := problems || 'Add a name, email, phone or company'::text;
  end if;
  if not private.is_email(p_fields ->> 'email') then
    problems := problems || format('%s: “%s” isn''t a valid address', coalesce(p_names ->> 'email', 'Email'), left(p_fields ->> 'email', 40));
  end if;
  if btrim(p_fields ->> 'phone') <> '' and not private.is_phone_number(p_fields ->> 'phone') then
    problems := problems || format('%s: “%s” isn''t a valid phone number', coalesce(p_names ->> 'phone', 'Phone'), left(p_fields ->> 'phone', 40));
  end if;
  if unread is null and p_fields ->> 'source' <> all (enum_range(null::public.lead_source)::text[]) then
    problems := problems || format('%s: “%s” isn''t a source', coalesce(p_names ->> 'source', 'Source'), left(p_fields ->> 'source', 40));
  end if;
  if created ~ day then problems := problems || private.future_day(arrived_on, created); end if;
  -- Other products keep the expected day of an open deal there. An open lead has no such day, so it's left out.
  if closed ~ day and (
    case when p_fields ->> 'stage' is null then p_stage else private.import_stage(p_fields ->> 'stage') end
  ) in ('won', 'lost') then
    problems := problems || private.future_day(closed_on, closed);
  end if;
  for place in 1 .. cardinality(names) loop
    said := p_fields ->> names[place];
    if octet_length(said) > longest[place] and names[place] <> 'email' then
      problems := problems || private.length_problem(names[place], said, p_names);
    end if;
  end loop;
  return nullif(left(array_to_string(problems || array[
    case when char_length(p_fields ->> 'note') > 10000
      then coalesce(p_names ->> 'note', 'Timeline note') || ': longer than 10,000 characters' end,
    case when char_length(p_fields ->> 'lost_reason') > 1000
      then coalesce(p_names ->> 'lost_reason', 'Lost reason') || ': longer than 1,000 characters' end,
    case when created ~ wrong_zone then arrived_on || ': invalid time zone' end,
    case when closed ~ wrong_zone then closed_on || ': invalid time zone' end,
    case when created !~ day then arrived_on || ': not a date between 1970 and 2199' end,
    case when closed !~ day then closed_on || ': not a date between 1970 and 2199' end
  ], '; '), 500), '');
end
$$;

comment on function private.import_problem(jsonb, text, jsonb) is
'Everything that is wrong with a row by itself, as people read it, separated by semicolons; null when nothing is. p_stage: the stage of a row without one. p_names: import_names of its file.';

create or replace function private.stage_lead_import(p_import_id uuid, p_from_row integer, p_rows jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
-- Statistics are always out of date while a table grows by thousands of rows a second. These settings read rows by index and
-- each list once.
set enable_seqscan = off
set jit = off
set enable_nestloop = off
as $$
declare
  current_import public.lead_imports := private.lock_own_lead_import(p_import_id);
  names constant jsonb := private.import_names(current_import.headers, current_import.mapping);
  added record;
  emails text[];
  phones text[];
begin
  if current_import.status <> 'staging' then perform private.refuse('import_checked', 'PT409', 'This import was already checked'); end if;
  if p_from_row is null or p_from_row < 1 or jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > 2000 then
    perform private.refuse('rows_invalid', '22023', 'Rows come as an array of at most 2,000', 'rows');
  end if;
  if p_from_row > 500000 then perform private.refuse('file_too_large', '22023', 'A file can have up to 500,000 rows'); end if;
  perform private.consume_quota('import_rows', auth.uid()::text, jsonb_array_length(p_rows));
  perform private.consume_quota('import_bytes', auth.uid()::text, pg_column_size(p_rows));
  select array_agg(distinct lower(item.fields ->> 'email')) filter (where item.fields ->> 'email' is not null),
    array_agg(distinct private.phone_key(item.fields ->> 'phone')) filter (where item.fields ->> 'phone' is not null)
  into emails, phones from jsonb_array_elements(p_rows) as item (fields);
  with given as materialized (
    select p_from_row + (item.place - 1)::integer as row_no,
      case when jsonb_typeof(item.fields) = 'object' then item.fields - 'row' else item.fields end as fields,
      case when item.fields ->> 'row' ~ '^[1-9]\d{0,8}$' then (item.fields ->> 'row')::integer end as file_row,
      case when jsonb_typeof(item.fields) = 'object' then private.import_problem(item.fields, current_import.stage, names) else 'Not a valid row' end as problem
    from jsonb_array_elements(p_rows) with ordinality as item (fields, place)
  ), owners as materialized (
    select named.owner from (select distinct given.fields ->> 'owner' as owner from given) as named
    where named.owner is not null and private.import_owner(current_import.account_id, named.owner) is null
  ), stages as materialized (
    select named.stage from (select distinct given.fields ->> 'stage' as stage from given) as named
    where named.stage is not null and private.import_stage(named.stage) is null
  ), checked as materialized (
    select given.row_no, given.file_row, given.fields, nullif(left(concat_ws('; ', given.problem,
      case when owners.owner is not null then format('%s: no active team member is named %s', coalesce(names ->> 'owner', 'Owner'), left(owners.owner, 80)) end,
      case when stages.stage is not null then format('%s: no stage is named %s', coalesce(names ->> 'stage', 'Stage'), left(stages.stage, 80)) end
    ), 500), '') as problem
    from given left join owners on owners.owner = given.fields ->> 'owner' left join stages on stages.stage = given.fields ->> 'stage'
  ), keyed as materialized (
    select checked.*, case when checked.problem is null then lower(checked.fields ->> 'email') end as email_key,
      case when checked.problem is null then private.phone_key(checked.fields ->> 'phone') end as phone_key
    from checked
  ), there as materialized (
    select known.* from private.find_leads(current_import.account_id, emails, phones) as known
  ), earlier as materialized (
    -- Written so that only the index on the keys fits. The index on the rows would read the whole import.
    select stored.email_key, null as phone_key, min(stored.row_no) as row_no from private.lead_import_rows as stored
    where stored.email_key = any (emails) and stored.import_id is not distinct from p_import_id and stored.row_no + 0 < p_from_row group by 1
    union all
    select null, stored.phone_key, min(stored.row_no) from private.lead_import_rows as stored
    where stored.phone_key = any (phones) and stored.import_id is not distinct from p_import_id and stored.row_no + 0 < p_from_row group by 2
  ), within as materialized (
    select keyed.*, min(keyed.row_no) over (partition by keyed.email_key) as first_email,
      min(keyed.row_no) over (partition by keyed.phone_key) as first_phone,
      coalesce(there_mail.lead_id, there_phone.lead_id) as lead_id,
      least(earlier_mail.row_no, earlier_phone.row_no) as repeats
    from keyed left join there as there_mail on there_mail.email_key = keyed.email_key
    left join there as there_phone on there_phone.phone_key = keyed.phone_key
    left join earlier as earlier_mail on earlier_mail.email_key = keyed.email_key
    left join earlier as earlier_phone on earlier_phone.phone_key = keyed.phone_key
  ), staged as (
    insert into private.lead_import_rows (import_id, row_no, file_row, fields, email_key, phone_key, problem, lead_id, repeats)
    select p_import_id, within.row_no, within.file_row,
      case when within.problem is null then within.fields - 'problem' else private.shortened_fields(within.fields) end, within.email_key, within.phone_key, within.problem, within.lead_id,
      least(
        within.repeats, case when within.email_key is not null then nullif(within.first_email, within.row_no) end,
        case when within.phone_key is not null then nullif(within.first_phone, within.row_no) end
      )
    from within
    on conflict (import_id, row_no) do nothing
    returning problem, lead_id, repeats
  )
  select count(*)::integer as rows, count(staged.problem)::integer as wrong,
    (count(*) filter (where staged.lead_id is not null))::integer as known,
    (count(*) filter (where staged.lead_id is null and staged.repeats is not null))::integer as repeated
  into added from staged;
  update public.lead_imports as one
  set rows = one.rows + added.rows, wrong = one.wrong + added.wrong, known = one.known + added.known, repeated = one.repeated + added.repeated
  where one.id = p_import_id returning one.* into current_import;
  return jsonb_build_object('rows', current_import.rows, 'wrong', current_import.wrong, 'known', current_import.known,
    'repeated', current_import.repeated);
end
$$;

revoke execute on function private.import_problem(jsonb, text, jsonb) from public;
