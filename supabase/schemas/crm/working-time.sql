-- Working time follows the account's hours, time zone and holidays. domain/working-time.ts has the same rules, and a test
-- compares both. A calendar is {"timeZone": "Europe/Berlin", "hours": {"mon": ["09:00", "18:00"]}, "holidays": ["2026-12-25"]}.

create function private.calendar_of(p_account public.accounts) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('timeZone', p_account.time_zone, 'hours', p_account.working_hours, 'holidays', to_jsonb(p_account.holidays))
$$;

comment on function private.calendar_of(public.accounts) is 'The calendar of an account.';

create function private.calendar_of(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.calendar_of(account) from public.accounts as account where account.id = p_account_id
$$;

comment on function private.calendar_of(uuid) is 'The calendar of the account with this id.';

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
  -- A day without a valid pair of times is free. A mistake in the settings must not keep a lead from being stored.
  if (hours ->> 0) !~ time_of_day or (hours ->> 1) !~ time_of_day or hours ->> 0 is null or hours ->> 1 is null
    or hours ->> 0 >= hours ->> 1 or p_calendar -> 'holidays' ? to_char(p_day, 'YYYY-MM-DD')
  then
    return null;
  end if;
  -- A local time that a clock change skips uses the earlier offset. Of a repeated time the second counts.
  opens := (p_day + (hours ->> 0)::time) at time zone (p_calendar ->> 'timeZone');
  closes := (p_day + (hours ->> 1)::time) at time zone (p_calendar ->> 'timeZone');
  return case when opens < closes then tstzrange(opens, closes) end;
end
$$;

comment on function private.working_range(date, jsonb) is 'The opening hours of a local day; null on a free day.';

create function private.next_opening(p_at timestamptz, p_calendar jsonb default private.calendar_of(private.agency_account())) returns timestamptz
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
'The first working moment at or after this one; null when there is none within 400 days.';

create function private.add_working_seconds(
  p_start timestamptz, p_seconds numeric, p_calendar jsonb default private.calendar_of(private.agency_account())
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
    -- Counts in seconds, because a day does not always have 24 hours.
    if open_for >= remaining then return begins + make_interval(secs => remaining::double precision); end if;
    remaining := remaining - open_for;
  end loop;
  return null;
end
$$;

comment on function private.add_working_seconds(timestamptz, numeric, jsonb) is
'The moment after so many working seconds: the closing time when they end with it, and the next opening for 0. Null when 400 days do not have enough.';

create function private.working_seconds_between(
  p_from timestamptz, p_to timestamptz, p_calendar jsonb default private.calendar_of(private.agency_account())
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

create function private.working_calendar() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  return private.calendar_of(private.workspace());
end
$$;

create function public.working_calendar() returns jsonb
language sql stable
set search_path = ''
return private.working_calendar();

comment on function public.working_calendar() is
'The calendar of the workspace: { timeZone, hours, holidays }, as in domain/working-time.ts. For the team only (42501).';

grant execute on function public.working_calendar() to authenticated;
grant execute on function private.working_calendar() to authenticated;
