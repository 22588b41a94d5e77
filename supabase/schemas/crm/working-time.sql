-- Working time: the agency's hours, zone and holidays. The same rules as domain/working-time.ts, and a test compares them.
-- A calendar is {"timeZone": "Europe/Berlin", "hours": {"mon": ["09:00", "18:00"]}, "holidays": ["2026-12-25"]}.

create function private.calendar_of(p_settings public.agency_settings) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('timeZone', p_settings.time_zone, 'hours', p_settings.working_hours, 'holidays', to_jsonb(p_settings.holidays))
$$;

comment on function private.calendar_of(public.agency_settings) is 'The calendar that these settings describe.';

create function private.working_calendar() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.calendar_of(settings) from public.agency_settings as settings
$$;

comment on function private.working_calendar() is 'When the agency works.';

create function private.working_range(p_day date, p_calendar jsonb) returns tstzrange
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  time_of_day constant text := '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
  hours jsonb := p_calendar -> 'hours' -> (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[extract(isodow from p_day)::integer];
  opens timestamptz;
  closes timestamptz;
begin
  -- What is no pair of times counts as a free day: a slip in the settings never keeps a lead from being stored.
  if (hours ->> 0) !~ time_of_day or (hours ->> 1) !~ time_of_day or hours ->> 0 is null or hours ->> 1 is null
    or hours ->> 0 >= hours ->> 1 or p_calendar -> 'holidays' ? to_char(p_day, 'YYYY-MM-DD')
  then
    return null;
  end if;
  -- A local time that the change of clocks skips goes on by the old offset; of a repeated one the second counts.
  opens := (p_day + (hours ->> 0)::time) at time zone (p_calendar ->> 'timeZone');
  closes := (p_day + (hours ->> 1)::time) at time zone (p_calendar ->> 'timeZone');
  return case when opens < closes then tstzrange(opens, closes) end;
end
$$;

comment on function private.working_range(date, jsonb) is 'The opening hours of a local day; null when it is free.';

create function private.next_opening(p_at timestamptz, p_calendar jsonb default private.working_calendar()) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  today date := (p_at at time zone (p_calendar ->> 'timeZone'))::date;
  hours tstzrange;
begin
  for day in -1 .. 400 loop
    hours := private.working_range(today + day, p_calendar);
    if upper(hours) > p_at then return greatest(lower(hours), p_at); end if;
  end loop;
  return null;
end
$$;

comment on function private.next_opening(timestamptz, jsonb) is
'The first moment at or after this one in working hours; null when there is none within 400 days.';

create function private.add_working_seconds(
  p_start timestamptz, p_seconds numeric, p_calendar jsonb default private.working_calendar()
) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  today date := (p_start at time zone (p_calendar ->> 'timeZone'))::date;
  remaining numeric := greatest(p_seconds, 0);
  hours tstzrange;
  begins timestamptz;
  open_for numeric;
begin
  for day in -1 .. 400 loop
    hours := private.working_range(today + day, p_calendar);
    continue when hours is null or upper(hours) <= p_start;
    begins := greatest(lower(hours), p_start);
    open_for := extract(epoch from upper(hours) - begins);
    -- In seconds throughout: a day is not always 24 hours.
    if open_for >= remaining then return begins + make_interval(secs => remaining::double precision); end if;
    remaining := remaining - open_for;
  end loop;
  return null;
end
$$;

comment on function private.add_working_seconds(timestamptz, numeric, jsonb) is
'When so many working seconds are over: the closing itself when they end with it, the next opening for none. Null when 400 days do not hold them.';

create function private.working_seconds_between(
  p_from timestamptz, p_to timestamptz, p_calendar jsonb default private.working_calendar()
) returns numeric
language plpgsql stable
set search_path = ''
as $$
declare
  last_day date := (p_to at time zone (p_calendar ->> 'timeZone'))::date + 1;
  day date := (p_from at time zone (p_calendar ->> 'timeZone'))::date - 1;
  hours tstzrange;
  total interval := interval '0';
begin
  while day <= last_day loop
    hours := private.working_range(day, p_calendar);
    if hours is not null and upper(hours) > p_from and lower(hours) < p_to then
      total := total + (least(upper(hours), p_to) - greatest(lower(hours), p_from));
    end if;
    day := day + 1;
  end loop;
  return extract(epoch from total);
end
$$;

comment on function private.working_seconds_between(timestamptz, timestamptz, jsonb) is
'Working seconds from one moment to another; 0 when the second is not later.';

create function public.working_calendar() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  return private.working_calendar();
end
$$;

comment on function public.working_calendar() is
'When the agency works: { timeZone, hours, holidays }, as domain/working-time.ts takes it. For the team only (42501).';

grant execute on function public.working_calendar() to authenticated;
