-- The leaders of an account write its meeting types. Everybody of the account reads them.

create function private.check_question(p_question jsonb) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(p_question) = 'object' and p_question ->> 'id' ~ '^[a-z0-9_-]{1,40}$'
    and btrim(p_question ->> 'label') <> '' and char_length(p_question ->> 'label') <= 200
    and p_question ->> 'kind' in ('text', 'textarea', 'select') and jsonb_typeof(p_question -> 'required') = 'boolean'
    and (p_question ->> 'kind' <> 'select' or jsonb_typeof(p_question -> 'options') = 'array'
      and jsonb_array_length(p_question -> 'options') between 1 and 50
      and not exists (
        select from jsonb_array_elements(p_question -> 'options') as choice
        where jsonb_typeof(choice) <> 'string' or btrim(choice #>> '{}') = '' or char_length(choice #>> '{}') > 200
      )), false)
$$;

comment on function private.check_question(jsonb) is 'Whether this is a question of a meeting type: id, label, kind, required and, for a select, options.';

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

create function private.parse_meeting_type(p_type jsonb) returns public.meeting_types
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
  if coalesce(p_type ->> 'slug', '') = '' then perform private.refuse('slug_invalid', '22023', 'Enter a link', 'slug'); end if;
  if p_type ->> 'slug' !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or char_length(p_type ->> 'slug') > 60 then
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
  if type.daily_limit not between 1 and 100 then perform private.refuse('number_invalid', '22023', 'Enter 1 to 100 calls, or leave it blank', 'daily_limit'); end if;
  select hours.days, hours.starts, hours.ends into type.bookable_days, type.bookable_from, type.bookable_until
  from private.parse_bookable_hours(p_type, type.minutes) as hours;
  if cardinality(type.reminders) > 10 or not (5 <= all (type.reminders) and 20160 >= all (type.reminders)) then
    perform private.refuse('number_invalid', '22023', 'Choose up to 10 reminders, 5 minutes to 14 days ahead', 'reminders');
  end if;
  return type;
end
$$;

comment on function private.parse_meeting_type(jsonb) is 'A meeting type as a person wrote it. 22023: what is wrong, with the field.';

create function private.save_meeting_type(p_id uuid, p_type jsonb, p_hosts uuid[], p_updated_at timestamptz) returns timestamptz
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

create function public.save_meeting_type(p_id uuid, p_type jsonb, p_hosts uuid[], p_updated_at timestamptz default null) returns timestamptz
language sql volatile
set search_path = ''
return private.save_meeting_type(p_id, p_type, p_hosts, p_updated_at);

comment on function public.save_meeting_type(uuid, jsonb, uuid[], timestamptz) is
'Creates a meeting type of the workspace, or changes the one that the caller saw at p_updated_at, with its hosts; returns its updated_at. Booked calls keep their time, length and place. Leaders only. 22023: what is wrong. PT404: it was deleted. PT409: outdated, or slug_taken. 42501: not a leader, or a free plan.';

create function private.preview_meeting_type(p_id uuid, p_type jsonb, p_hosts uuid[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.workspace();
  type public.meeting_types;
  zone constant text := private.account_zone(account);
  hosts uuid[];
  free timestamptz[];
begin
  perform private.require_premium(), private.require_leader();
  begin
    type := private.parse_meeting_type(p_type);
  exception when invalid_parameter_value then
    -- Someone is still typing.
    return jsonb_build_object('zone', zone, 'times', '[]'::jsonb, 'problem', sqlerrm);
  end;
  type.account_id := account;
  -- Only its own calls count for the daily limit.
  type.id := (select held.id from public.meeting_types as held where held.id = p_id and held.account_id = account);
  -- As for a save, so that nobody learns when people of other accounts work.
  hosts := private.hosts_among(type, array(
    select distinct host.id from unnest(p_hosts) as host (id) where private.is_on_team(host.id, account) or exists (
      select from public.meeting_hosts as kept where kept.meeting_type_id = type.id and kept.user_id = host.id
    ) limit 50
  ));
  -- A week is quick. Only without a free time in it, all days are looked at.
  for days in 1..2 loop
    free := array(
      select slot.starts_at from private.free_times_among(
        hosts, type, now(), now() + make_interval(days => case days when 1 then 7 else type.horizon_days end), now(), null
      ) as slot order by slot.starts_at limit 60
    );
    exit when free <> '{}';
  end loop;
  return jsonb_build_object(
    'zone', zone, 'problem', null,
    'times', (select coalesce(jsonb_agg(extract(epoch from one.at)::bigint order by one.at), '[]') from unnest(free) as one (at))
  );
end
$$;

create function public.preview_meeting_type(p_id uuid, p_type jsonb, p_hosts uuid[]) returns jsonb
language sql stable
set search_path = ''
return private.preview_meeting_type(p_id, p_type, p_hosts);

comment on function public.preview_meeting_type(uuid, jsonb, uuid[]) is
'When visitors could book a meeting type as it is typed, without saving it: { zone, times, problem }, the next times in seconds since 1970, or what is still wrong with it. Leaders only. 42501: not a leader, or a free plan.';

create function private.delete_meeting_type(p_id uuid) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  ahead integer;
begin
  perform private.require_premium(), private.require_leader();
  perform from public.meeting_types as held where held.id = p_id and held.account_id = private.workspace() for update;
  if not found then perform private.refuse('meeting_type_not_found', 'PT404', 'Meeting type not found'); end if;
  select count(*) into ahead from public.bookings as booking
  where booking.meeting_type_id = p_id and booking.state = 'booked' and booking.starts_at > now();
  delete from public.meeting_types as gone where gone.id = p_id;
  return ahead;
end
$$;

create function public.delete_meeting_type(p_id uuid) returns integer
language sql volatile
set search_path = ''
return private.delete_meeting_type(p_id);

comment on function public.delete_meeting_type(uuid) is
'Deletes a meeting type. Its calls stay booked with their name, length and place; returns how many are ahead. Leaders only. PT404: no such meeting type.';

create function private.list_meeting_types() returns jsonb
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

create function public.list_meeting_types() returns jsonb
language sql stable
set search_path = ''
return private.list_meeting_types();

comment on function public.list_meeting_types() is
'The meeting types of the workspace with their hosts and how many calls are ahead: { account_slug, zone, may_manage, types }. 42501: not on the team.';

grant execute on function public.preview_meeting_type(uuid, jsonb, uuid[]) to authenticated;
grant execute on function private.preview_meeting_type(uuid, jsonb, uuid[]) to authenticated;
grant execute on function public.save_meeting_type(uuid, jsonb, uuid[], timestamptz) to authenticated;
grant execute on function private.save_meeting_type(uuid, jsonb, uuid[], timestamptz) to authenticated;
grant execute on function public.delete_meeting_type(uuid) to authenticated;
grant execute on function private.delete_meeting_type(uuid) to authenticated;
grant execute on function public.list_meeting_types() to authenticated;
grant execute on function private.list_meeting_types() to authenticated;
