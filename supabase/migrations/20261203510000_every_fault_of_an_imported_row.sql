-- A row with a fault that the browser found hides none of the others.

-- In plpgsql, because it runs for each row of a file and then reads the names and lengths of the fields only once.
create or replace function private.import_problem(p_fields jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  names constant text[] := private.lead_facts_of_kind('word', 'text', 'list');
  longest constant integer[] := private.longest_of_kind('word', 'text', 'list');
  unread constant text := left(p_fields ->> 'problem', 500);
  day constant text := '^(19[7-9]|20\d|21\d)\d-\d\d-\d\d';
  -- Of a row that the browser could not read, the dates that it could.
  created constant text := p_fields ->> case when unread is null then 'created_at' else 'read_created_at' end;
  closed constant text := p_fields ->> case when unread is null then 'closed_at' else 'read_closed_at' end;
  said text;
  problems text[] := array[unread];
begin
  -- A row that the browser could not read has its cells as they are in the file: one name, and dates in any format.
  if not private.identifies_lead(p_fields) and (unread is null or nullif(btrim(p_fields ->> 'name'), '') is null) then
    problems := problems || 'Add a name, email, phone or company'::text;
  end if;
  if p_fields ->> 'email' !~ '^[^@\s]+@[^@\s]+$' or char_length(p_fields ->> 'email') > 320 then
    problems := problems || format('Email: “%s” isn''t a valid address', left(p_fields ->> 'email', 40));
  end if;
  if btrim(p_fields ->> 'phone') <> '' and not private.is_phone_number(p_fields ->> 'phone') then
    problems := problems || format('Phone: “%s” isn''t a valid phone number', left(p_fields ->> 'phone', 40));
  end if;
  if unread is null and p_fields ->> 'source' <> all (enum_range(null::public.lead_source)::text[]) then
    problems := problems || format('Source: “%s” isn''t a source', left(p_fields ->> 'source', 40));
  end if;
  if created ~ day then problems := problems || private.future_day('Arrived on', created); end if;
  -- Other products keep the expected day of an open deal there. An open lead has no such day, so it's left out.
  if closed ~ day and coalesce(private.import_stage(p_fields ->> 'stage'), 'won') in ('won', 'lost') then
    problems := problems || private.future_day('Closed on', closed);
  end if;
  for place in 1 .. cardinality(names) loop
    said := p_fields ->> names[place];
    if octet_length(said) > longest[place] and names[place] <> 'email' then
      problems := problems || private.length_problem(names[place], said);
    end if;
  end loop;
  return nullif(left(array_to_string(problems || array[
    case when char_length(p_fields ->> 'note') > 10000 then 'Note: longer than 10,000 characters' end,
    case when char_length(p_fields ->> 'lost_reason') > 1000 then 'Lost reason: longer than 1,000 characters' end,
    case when concat_ws(' ', created, closed) ~ 'T\S*[+-](1[5-9]|[2-9]\d)(:?\d\d)?(\s|$)'
      then 'Arrived on or closed on: invalid time zone' end,
    case when created !~ day
      then 'Arrived on: not a date between 1970 and 2199' end,
    case when closed !~ day
      then 'Closed on: not a date between 1970 and 2199' end
  ], '; '), 500), '');
end
$$;

create or replace function private.shortened_fields(p_fields jsonb) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select case jsonb_typeof(p_fields) when 'object' then (
    select coalesce(jsonb_object_agg(field.key, case
      when octet_length(field.value::text) <= 1000 then field.value else to_jsonb(left(field.value #>> '{}', 1000)) end), '{}')
    from (select each.key, each.value from jsonb_each(p_fields) as each where each.key <> all ('{problem,read_created_at,read_closed_at}') limit 50) as field
  ) else '{}'::jsonb end
$$;

comment on function public.stage_lead_import(uuid, integer, jsonb) is
'Adds rows from the given number on and checks them; nothing is imported yet. Known rows stay as they are. Each row is an object of fields, with problem when the browser could not read it, and then with the dates that it could read as read_created_at and read_closed_at. Returns the counts so far. PT404: no such import. PT409: already checked. 22023: invalid rows. PT429: a quota is used up.';
