-- A meeting type has its own bookable hours: days, and times of the account. Existing types stay bookable whenever a host works.

alter table public.meeting_types
  add column bookable_days text[] not null default '{mon,tue,wed,thu,fri,sat,sun}' check (
    cardinality(bookable_days) between 1 and 7 and bookable_days <@ '{mon,tue,wed,thu,fri,sat,sun}'
  ),
  add column bookable_from time,
  add column bookable_until time,
  add constraint meeting_types_bookable_hours check (
    (bookable_from is null) = (bookable_until is null) and bookable_until - bookable_from >= make_interval(mins => minutes)
  );

comment on column public.meeting_types.bookable_days is 'The local days of the account on which it can be booked: mon to sun.';
comment on column public.meeting_types.bookable_from is 'The local time of the account at which its calls begin at the earliest; null for whenever a host works.';
comment on column public.meeting_types.bookable_until is 'The local time at which its calls have ended at the latest, without their buffers; null for whenever a host works.';

create function private.parse_bookable_hours(p_type jsonb, p_minutes integer, out days text[], out starts time, out ends time)
language plpgsql stable
set search_path = ''
as $$
declare
  all_days constant text[] := array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  wanted constant jsonb := coalesce(nullif(p_type -> 'bookable_days', 'null'), to_jsonb(all_days));
  from_text constant text := coalesce(btrim(p_type ->> 'bookable_from'), '');
  until_text constant text := coalesce(btrim(p_type ->> 'bookable_until'), '');
  time_of_day constant text := '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
begin
  if jsonb_typeof(wanted) <> 'array' or not wanted <@ to_jsonb(all_days) then
    perform private.refuse('day_invalid', '22023', 'Choose days from Monday to Sunday', 'bookable_days');
  end if;
  days := array(select day from unnest(all_days) with ordinality as known (day, place) where wanted ? day order by place);
  if days = '{}' then perform private.refuse('required', '22023', 'Choose at least one day', 'bookable_days'); end if;
  if p_type ->> 'bookable_from' is null and p_type ->> 'bookable_until' is null then return; end if;
  if from_text !~ time_of_day then perform private.refuse('hours_invalid', '22023', 'Enter a start time', 'bookable_from'); end if;
  if until_text !~ time_of_day then perform private.refuse('hours_invalid', '22023', 'Enter an end time', 'bookable_until'); end if;
  starts := from_text;
  ends := until_text;
  if starts >= ends then perform private.refuse('hours_invalid', '22023', 'The end must be after the start', 'bookable_until'); end if;
  if ends - starts < make_interval(mins => p_minutes) then
    perform private.refuse('hours_invalid', '22023', format('A call of %s minutes doesn''t fit between these times', p_minutes), 'bookable_until');
  end if;
end
$$;

comment on function private.parse_bookable_hours(jsonb, integer) is
'When a call of so many minutes can be booked, as a person wrote it: the days in order, and the times or nulls. Without days: on every day. 22023: what is wrong, with the field.';

create or replace function private.parse_meeting_type(p_type jsonb) returns public.meeting_types
language plpgsql stable security definer
set search_path = ''
as $$
declare
  type public.meeting_types;
  questions constant jsonb := coalesce(p_type -> 'questions', '[]');
begin
  if jsonb_typeof(p_type) is distinct from 'object' then perform private.refuse('required', '22023', 'Enter a name', 'name'); end if;
  if coalesce(btrim(p_type ->> 'name'), '') = '' then perform private.refuse('required', '22023', 'Enter a name', 'name'); end if;
  if char_length(btrim(p_type ->> 'name')) > 100 then perform private.refuse('too_long', '22023', 'Use up to 100 characters', 'name'); end if;
  if coalesce(p_type ->> 'slug', '') !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or char_length(p_type ->> 'slug') > 60 then
    perform private.refuse('slug_invalid', '22023', 'Use lowercase letters, digits and hyphens, up to 60 characters', 'slug');
  end if;
  if char_length(p_type ->> 'description') > 2000 then perform private.refuse('too_long', '22023', 'Use up to 2,000 characters', 'description'); end if;
  if char_length(p_type ->> 'location_details') > 500 then perform private.refuse('too_long', '22023', 'Use up to 500 characters', 'location_details'); end if;
  if p_type ->> 'location' = 'video' and coalesce(p_type ->> 'location_details', '') !~ '^https://[^\s]+$' then
    perform private.refuse('url_invalid', '22023', 'Enter the link of the video call, starting with https://', 'location_details');
  end if;
  if p_type ->> 'location' = 'place' and coalesce(btrim(p_type ->> 'location_details'), '') = '' then
    perform private.refuse('required', '22023', 'Enter the address', 'location_details');
  end if;
  if jsonb_typeof(questions) <> 'array' or jsonb_array_length(questions) > 20 or octet_length(questions::text) > 20000
    or exists (select from jsonb_array_elements(questions) as question where not private.check_question(question))
    or (select count(*) <> count(distinct lower(btrim(question ->> 'label'))) or count(*) <> count(distinct question ->> 'id')
      from jsonb_array_elements(questions) as question)
  then
    perform private.refuse('questions_invalid', '22023', 'Give each question its own label, and each dropdown its options', 'questions');
  end if;
  begin
    type := jsonb_populate_record(null::public.meeting_types, p_type - array[
      'id', 'account_id', 'created_at', 'updated_at', 'questions', 'reminders', 'bookable_days', 'bookable_from', 'bookable_until'
    ]);
    type.reminders := array(
      select distinct each.value::integer from jsonb_array_elements_text(coalesce(p_type -> 'reminders', '[]')) as each order by 1 desc
    );
  exception when data_exception or invalid_text_representation then
    perform private.refuse('number_invalid', '22023', 'Enter whole numbers');
  end;
  type.name := btrim(type.name);
  type.questions := questions;
  type.description := coalesce(type.description, '');
  type.location := coalesce(type.location, 'phone');
  type.location_details := coalesce(btrim(type.location_details), '');
  type.assignment := coalesce(type.assignment, 'pool');
  type.is_active := coalesce(type.is_active, true);
  if coalesce(type.minutes, 0) not between 5 and 480 then perform private.refuse('number_invalid', '22023', 'A call takes 5 to 480 minutes', 'minutes'); end if;
  if coalesce(type.buffer_before, -1) not between 0 and 240 then perform private.refuse('number_invalid', '22023', 'Enter 0 to 240 minutes', 'buffer_before'); end if;
  if coalesce(type.buffer_after, -1) not between 0 and 240 then perform private.refuse('number_invalid', '22023', 'Enter 0 to 240 minutes', 'buffer_after'); end if;
  if coalesce(type.step_minutes, 0) not in (5, 10, 15, 20, 30, 60) then perform private.refuse('number_invalid', '22023', 'Choose how often calls can begin', 'step_minutes'); end if;
  if coalesce(type.notice_minutes, -1) not between 0 and 43200 then perform private.refuse('number_invalid', '22023', 'Enter up to 30 days', 'notice_minutes'); end if;
  if coalesce(type.horizon_days, 0) not between 1 and 365 then perform private.refuse('number_invalid', '22023', 'Enter 1 to 365 days', 'horizon_days'); end if;
  if type.daily_limit not between 1 and 100 then perform private.refuse('number_invalid', '22023', 'Enter 1 to 100 calls, or nothing', 'daily_limit'); end if;
  select hours.days, hours.starts, hours.ends into type.bookable_days, type.bookable_from, type.bookable_until
  from private.parse_bookable_hours(p_type, type.minutes) as hours;
  if cardinality(type.reminders) > 10 or not (5 <= all (type.reminders) and 20160 >= all (type.reminders)) then
    perform private.refuse('number_invalid', '22023', 'Choose up to 10 reminders, 5 minutes to 14 days ahead', 'reminders');
  end if;
  return type;
end
$$;

create or replace function private.save_meeting_type(p_id uuid, p_type jsonb, p_hosts uuid[], p_updated_at timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  type public.meeting_types;
  known public.meeting_types;
  account constant uuid := private.workspace();
  hosts constant uuid[] := array(select distinct host.id from unnest(p_hosts) as host (id) where host.id is not null);
  saved timestamptz;
begin
  perform private.require_premium(), private.require_leader();
  type := private.parse_meeting_type(p_type);
  if cardinality(hosts) = 0 then perform private.refuse('required', '22023', 'Choose who takes the calls', 'hosts'); end if;
  if type.assignment = 'person' and cardinality(hosts) <> 1 then
    perform private.refuse('required', '22023', 'Choose one person', 'hosts');
  end if;
  if cardinality(hosts) > 50 then perform private.refuse('too_long', '22023', 'Choose up to 50 people', 'hosts'); end if;
  -- Another account's row is never locked.
  if exists (select from public.meeting_types as held where held.id = p_id and held.account_id <> account) then
    perform private.refuse('id_taken', '42501', 'This belongs to someone else');
  end if;
  select held.* into known from public.meeting_types as held where held.id = p_id and held.account_id = account for update;
  -- A host who left the team meanwhile stays until a leader removes them: they get no new calls anyway.
  if exists (
    select from unnest(hosts) as host (id) where not private.is_on_team(host.id, account) and not exists (
      select from public.meeting_hosts as kept where kept.meeting_type_id = p_id and kept.user_id = host.id
    )
  ) then
    perform private.refuse('assignee_not_active', '22023', 'Only active team members can take calls', 'hosts');
  end if;
  if known.id is null and p_updated_at is not null then perform private.refuse('meeting_type_not_found', 'PT404', 'Meeting type not found'); end if;
  if known.id is not null and known.updated_at is distinct from p_updated_at then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed this meeting type');
  end if;
  begin
    insert into public.meeting_types (
      id, account_id, slug, name, description, minutes, buffer_before, buffer_after, step_minutes, notice_minutes, horizon_days, daily_limit,
      bookable_days, bookable_from, bookable_until, location, location_details, questions, assignment, reminders, is_active
    ) values (
      p_id, account, type.slug, type.name, type.description, type.minutes, type.buffer_before, type.buffer_after, type.step_minutes,
      type.notice_minutes, type.horizon_days, type.daily_limit, type.bookable_days, type.bookable_from, type.bookable_until, type.location,
      type.location_details, type.questions, type.assignment, type.reminders, type.is_active
    ) on conflict (id) do update set
      slug = excluded.slug, name = excluded.name, description = excluded.description, minutes = excluded.minutes,
      buffer_before = excluded.buffer_before, buffer_after = excluded.buffer_after, step_minutes = excluded.step_minutes,
      notice_minutes = excluded.notice_minutes, horizon_days = excluded.horizon_days, daily_limit = excluded.daily_limit,
      bookable_days = excluded.bookable_days, bookable_from = excluded.bookable_from, bookable_until = excluded.bookable_until,
      location = excluded.location, location_details = excluded.location_details, questions = excluded.questions,
      assignment = excluded.assignment, reminders = excluded.reminders, is_active = excluded.is_active
    returning updated_at into saved;
  exception when unique_violation then
    perform private.refuse('slug_taken', 'PT409', 'Another meeting type has this address', 'slug');
  end;
  delete from public.meeting_hosts as gone where gone.meeting_type_id = p_id and gone.user_id <> all (hosts);
  insert into public.meeting_hosts (meeting_type_id, user_id, account_id) select p_id, host.id, account from unnest(hosts) as host (id)
  on conflict do nothing;
  return saved;
end
$$;

create or replace function private.list_meeting_types() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.workspace();
begin
  perform private.require_team();
  return jsonb_build_object(
    'account_slug', (select held.slug from public.accounts as held where held.id = account),
    'zone', private.account_zone(account),
    'may_manage', private.manages_workspace(),
    'types', coalesce((
      select jsonb_agg(to_jsonb(type) - array['account_id'] || jsonb_build_object(
        'bookable_from', to_char(type.bookable_from, 'HH24:MI'), 'bookable_until', to_char(type.bookable_until, 'HH24:MI'),
        'hosts', coalesce((
          select jsonb_agg(jsonb_build_object('id', host.user_id, 'name', private.owner_name(host.user_id::text),
            'is_active', private.is_on_team(host.user_id, account)) order by private.owner_name(host.user_id::text), host.user_id)
          from public.meeting_hosts as host where host.meeting_type_id = type.id
        ), '[]'),
        'ahead', (
          select count(*) from public.bookings as booking
          where booking.meeting_type_id = type.id and booking.state = 'booked' and booking.starts_at > now()
        )
      ) order by not type.is_active, type.name, type.id)
      from public.meeting_types as type where type.account_id = account
    ), '[]')
  );
end
$$;

comment on function public.list_meeting_types() is
'The meeting types of the workspace with their hosts and how many calls are ahead: { account_slug, zone, may_manage, types }. 42501: not on the team.';

create function private.bookable_hours(
  p_type public.meeting_types, p_zone text, p_from timestamptz, p_to timestamptz
) returns tstzmultirange
language sql stable
set search_path = ''
as $$
  select case when p_type.bookable_from is not null or not p_type.bookable_days @> '{mon,tue,wed,thu,fri,sat,sun}' then coalesce((
    -- As in private.shifts: a skipped local time uses the earlier offset, and of a repeated one the second counts.
    select range_agg(tstzrange(hours.starts, hours.ends))
    from (
      select (day.at + coalesce(p_type.bookable_from, '00:00')) at time zone p_zone as starts,
        (day.at + coalesce(p_type.bookable_until, '24:00')) at time zone p_zone as ends
      from (
        select (p_from at time zone p_zone)::date + number as at
        from generate_series(-1, (p_to at time zone p_zone)::date - (p_from at time zone p_zone)::date + 1) as number
      ) as day
      where (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[extract(isodow from day.at)::integer] = any (p_type.bookable_days)
    ) as hours where hours.starts < hours.ends
  ), '{}') end
$$;

comment on function private.bookable_hours(public.meeting_types, text, timestamptz, timestamptz) is
'When calls of this type take place, in and around a period: its days and times in the account''s zone. Null: whenever a host works.';

create or replace function private.free_times(
  p_type uuid, p_from timestamptz, p_to timestamptz, p_now timestamptz default now(), p_moved uuid default null
) returns table (starts_at timestamptz, hosts uuid[])
language plpgsql stable security definer
set search_path = ''
-- As in private.shifts.
set jit = off
as $$
declare
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = p_type);
  zone constant text := private.account_zone(type.account_id);
  step constant interval := make_interval(mins => type.step_minutes);
  before constant interval := make_interval(mins => type.buffer_before);
  after constant interval := make_interval(mins => type.minutes + type.buffer_after);
  earliest constant timestamptz := greatest(p_from, p_now + make_interval(mins => type.notice_minutes));
  latest constant timestamptz := least(p_to, p_now + make_interval(hours => 24 * type.horizon_days) + interval '1 microsecond');
  call constant interval := make_interval(mins => type.minutes);
  bookable tstzmultirange;
  -- The bookable hours with the buffers of their first and last call.
  reach tstzmultirange := '{(,)}';
  people uuid[];
  needed integer := 1;
  -- The grid is local: minutes after the hour of the account's zone.
  is_even boolean;
  grid interval;
begin
  if type.id is null or exists (select from public.accounts as account where account.id = type.account_id and account.archived_at is not null)
    or not isfinite(earliest) or not isfinite(latest) or earliest >= latest then return; end if;
  if p_moved is not null then
    -- Who was promised stays promised.
    people := array(select host.user_id from public.booking_hosts as host where host.booking_id = p_moved order by host.user_id);
  elsif not type.is_active then
    return;
  else
    people := private.hosts_of(type);
  end if;
  bookable := private.bookable_hours(type, zone, earliest, latest);
  if bookable is not null then
    reach := (select coalesce(range_agg(tstzrange(lower(hours.during) - before, upper(hours.during) - call + after)), '{}') from unnest(bookable) as hours (during));
  end if;
  if p_moved is not null or type.assignment = 'together' then needed := greatest(cardinality(people), 1); end if;
  -- In most zones a multiple of the step after a local hour is one after an hour of UTC, too. Others (Kathmandu, Lord Howe) have
  -- quarters of an hour between, so each quarter is looked at there.
  is_even := not exists (
    select from generate_series(earliest - interval '24 hours', latest + interval '24 hours', interval '24 hours') as day (at)
    where extract(epoch from day.at at time zone zone)::bigint % (60 * type.step_minutes) <> extract(epoch from day.at at time zone 'UTC')::bigint % (60 * type.step_minutes)
  );
  grid := case when is_even then step when type.step_minutes % 15 = 0 then interval '15 minutes' else interval '5 minutes' end;
  return query
  with full_days as materialized (
    select host.user_id, (booking.starts_at at time zone zone)::date as day
    from public.bookings as booking join public.booking_hosts as host on host.booking_id = booking.id
    where type.daily_limit is not null and booking.meeting_type_id = type.id and booking.state <> 'cancelled' and booking.id is distinct from p_moved
      and booking.starts_at between earliest - interval '48 hours' and latest + interval '48 hours' and host.user_id = any (people)
    group by 1, 2 having count(*) >= type.daily_limit
  )
  select slot.at, array_agg(host.user_id order by host.user_id)
  from private.openings(type.account_id, people, earliest - before, latest + after, p_moved) as host
  cross join lateral unnest(host.during * reach) as piece (open)
  cross join lateral generate_series(
    date_bin(grid, lower(piece.open) + before + grid - interval '1 microsecond', timestamptz '2000-01-01 00:00Z'), upper(piece.open) - after, grid
  ) as slot (at)
  where slot.at >= earliest and slot.at < latest
    and (bookable is null or bookable @> tstzrange(slot.at, slot.at + call))
    and (is_even or extract(minute from slot.at at time zone zone)::integer % type.step_minutes = 0)
    and (type.daily_limit is null or (host.user_id, (slot.at at time zone zone)::date) not in (select one.user_id, one.day from full_days as one))
  group by slot.at having count(*) >= needed
  order by slot.at;
end
$$;

comment on function private.free_times(uuid, timestamptz, timestamptz, timestamptz, uuid) is
'When a call of this type can begin within [from, to), and which of its hosts are free then; with all of them for a call together. The whole call is within the bookable hours. With p_moved: when this booking can be moved to, with the hosts that it has.';

create or replace function private.booking_account_json(p_account uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'slug', account.slug, 'name', account.name, 'time_zone', account.time_zone, 'is_agency', account.kind = 'agency', 'accent', account.accent,
    'logo', case when account.kind = 'agency' then (
      select jsonb_build_object('name', own.logo, 'width', own.logo_width, 'height', own.logo_height, 'plate', own.logo_plate)
      from public.agency_settings as own where own.logo is not null
    ) else private.logo_json(account) end,
    'privacy_url', (select brand.privacy_url from public.landing_brands as brand where brand.account_id = account.id)
  )
  from public.accounts as account where account.id = p_account
$$;
