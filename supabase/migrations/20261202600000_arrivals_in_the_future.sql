-- A row of an import can't have arrived in the future: its lead would be new for days. The texts about days name their columns.

create or replace function private.import_problem(p_fields jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  names constant text[] := private.lead_facts_of_kind('word', 'text', 'list');
  longest constant integer[] := private.longest_of_kind('word', 'text', 'list');
  unread constant text := left(p_fields ->> 'problem', 500);
  day constant text := '^(19[7-9]|20\d|21\d)\d-\d\d-\d\d';
  created constant text := p_fields ->> 'created_at';
  said text;
  problems text[] := array[unread];
begin
  -- A row that the browser could not read has its cells as they are in the file: one name, and dates in any format.
  if unread is null and not private.identifies_lead(p_fields) then
    problems := problems || 'Add a name, email, phone or company'::text;
  end if;
  if p_fields ->> 'email' !~ '^[^@\s]+@[^@\s]+$' or char_length(p_fields ->> 'email') > 320 then
    problems := problems || format('Email: ''%s'' isn''t a valid address', left(p_fields ->> 'email', 40));
  end if;
  if btrim(p_fields ->> 'phone') <> '' and not private.is_phone_number(p_fields ->> 'phone') then
    problems := problems || format('Phone: ''%s'' isn''t a valid phone number', left(p_fields ->> 'phone', 40));
  end if;
  if unread is null and p_fields ->> 'source' <> all (enum_range(null::public.lead_source)::text[]) then
    problems := problems || format('Source: ''%s'' isn''t a source', left(p_fields ->> 'source', 40));
  end if;
  if unread is null and created ~ day and left(created, 10) >= to_char(now() at time zone 'UTC', 'YYYY-MM-DD') then
    begin
      -- The written day counts, too: a day without a time is noon in UTC, which is the next day in the easternmost zones.
      if created::timestamptz >= private.account_day_start(private.workspace(), 1)
        and left(created, 10)::date > (now() at time zone private.account_zone(private.workspace()))::date then
        problems := problems || format('Arrived on: %s is in the future', to_char(left(created, 10)::date, 'Mon FMDD, YYYY'));
      end if;
    exception when data_exception then
      -- Not a date at all. The row fails when it is written.
      null;
    end;
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
    case when unread is null
      and concat_ws(' ', created, p_fields ->> 'closed_at') ~ 'T\S*[+-](1[5-9]|[2-9]\d)(:?\d\d)?(\s|$)'
      then 'Arrived on or closed on: invalid time zone' end,
    case when unread is null and created !~ day
      then 'Arrived on: not a date between 1970 and 2199' end,
    case when unread is null and p_fields ->> 'closed_at' !~ day
      then 'Closed on: not a date between 1970 and 2199' end
  ], '; '), 500), '');
end
$$;
