-- The history of a lead: what people and the product did, with the ledger of its clock and the completed next steps, newest first.

create function private.told_tasks(p_leads uuid[]) returns setof public.lead_tasks
language sql stable
set search_path = ''
as $$
  select task.* from public.lead_tasks as task
  where task.lead_id = any (p_leads) and task.done_at is not null and task.removed_at is null and task.booking_id is null
    -- A log or a booking that finished a task says so itself.
    and (task.id::text, task.done_at) not in (
      select told.id, activity.created_at from public.lead_activities as activity cross join lateral (
        select activity.payload ->> 'finished' where jsonb_typeof(activity.payload -> 'finished') = 'string'
        union all
        select step.facts ->> 'id'
        from jsonb_array_elements(case when jsonb_typeof(activity.payload -> 'finished') = 'array' then activity.payload -> 'finished' end) as step (facts)
      ) as told (id)
      where activity.lead_id = any (p_leads) and activity.payload ? 'finished' and told.id is not null
    )
$$;

comment on function private.told_tasks(uuid[]) is
'The next steps of leads whose completion is an entry of the history. Deleted ones, calls, and those that a log or a booking finished are not.';

create function private.timeline_of(p_leads uuid[], p_kinds text[], p_before timestamptz, p_before_id text, p_limit integer)
returns table (
  id text, lead_id uuid, kind text, body text, at timestamptz, actor_id uuid, payload jsonb
)
language sql stable
set search_path = ''
as $$
  -- Each part is at most one page. The caller sorts them together.
  (
    select activity.id::text, activity.lead_id, activity.kind, activity.body, activity.occurred_at, activity.actor_id, activity.payload
    from public.lead_activities as activity
    where activity.lead_id = any (p_leads) and (p_kinds is null or activity.kind = any (p_kinds))
      and (activity.kind <> 'merge' or not private.is_duplicate_merge_event(activity.payload, p_leads))
      and (p_before is null or (activity.occurred_at, activity.id::text) < (p_before, p_before_id))
    order by activity.occurred_at desc, activity.id::text desc limit p_limit
  )
  union all
  (
    select 'clock-' || event.id, event.lead_id, 'clock', null, event.happened_at, event.actor_id,
      event.payload || jsonb_build_object('event', event.event, 'target_seconds', clock.target_seconds,
        'response_seconds', clock.response_seconds)
    from public.lead_clock_events as event join public.lead_clocks as clock on clock.id = event.clock_id
    where event.lead_id = any (p_leads) and (p_kinds is null or 'clock' = any (p_kinds))
      and (p_before is null or (event.happened_at, 'clock-' || event.id) < (p_before, p_before_id))
    order by event.happened_at desc, 'clock-' || event.id desc limit p_limit
  )
  union all
  (
    select 'task-' || task.id, task.lead_id, 'task', null, task.done_at, task.done_by, jsonb_build_object('kind', task.kind, 'title', task.title)
    from private.told_tasks(p_leads) as task
    where (p_kinds is null or 'task' = any (p_kinds)) and (p_before is null or (task.done_at, 'task-' || task.id) < (p_before, p_before_id))
    order by task.done_at desc, 'task-' || task.id desc limit p_limit
  )
$$;

comment on function private.timeline_of(uuid[], text[], timestamptz, text, integer) is
'What happened with leads before a given time, unordered, at most three pages.';

create function private.event_json(p_id text, p_lead_id uuid, p_kind text, p_body text, p_at timestamptz, p_actor uuid, p_payload jsonb)
returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_id, 'lead_id', p_lead_id, 'kind', p_kind, 'body', p_body, 'at', p_at, 'actor_id', p_actor,
    'actor_name', private.person_name(p_actor),
    'payload', p_payload || case when p_kind = 'assignment' then jsonb_build_object(
      'from_name', private.person_name(private.parse_uuid(p_payload ->> 'from')),
      'to_name', private.person_name(private.parse_uuid(p_payload ->> 'to'))
    ) when p_kind = 'clock' and p_payload ->> 'event' in ('routed', 'offered') then jsonb_build_object(
      'person_name', private.person_name(private.parse_uuid(p_payload ->> 'person')),
      'after_name', private.person_name(private.parse_uuid(p_payload ->> 'after'))
    ) when p_kind = 'booking' and p_payload ? 'host' then jsonb_build_object(
      'host_name', private.person_name(private.parse_uuid(p_payload ->> 'host')),
      'from_name', private.person_name(private.parse_uuid(p_payload ->> 'from'))
    ) when jsonb_typeof(p_payload -> 'finished') = 'string' then jsonb_build_object('finished_title', (
      select task.title from public.lead_tasks as task where task.id = private.parse_uuid(p_payload ->> 'finished')
    )) when p_kind = 'merge' then private.merge_json(
      private.parse_uuid(p_payload ->> 'batch_id'), private.parse_uuid(p_payload ->> 'lead_id')
    ) else '{}' end)
$$;

comment on function private.event_json(text, uuid, text, text, timestamptz, uuid, jsonb) is 'One entry of a timeline, with names for ids.';

create function private.lead_timeline(
  p_lead_id uuid, p_kinds text[], p_before timestamptz, p_before_id text, p_limit integer
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead public.leads := private.require_lead(p_lead_id);
  every uuid[] := array(select private.leads_within(lead.id));
  most integer := least(greatest(coalesce(p_limit, 30), 1), 100);
  answer jsonb;
begin
  select coalesce(jsonb_agg(private.event_json(event.id, event.lead_id, event.kind, event.body, event.at, event.actor_id, event.payload)
    || jsonb_build_object('pinned', exists (
      select from public.lead_pins as pin where pin.activity_id = private.parse_uuid(event.id)
    ), 'is_retracted', private.is_retracted(private.parse_uuid(event.id))) order by event.at desc, event.id desc), '[]')
  into answer
  from (
    select past.* from private.timeline_of(every, p_kinds, p_before, coalesce(p_before_id, ''), most + 1) as past
    order by past.at desc, past.id desc limit most + 1
  ) as event;
  return jsonb_build_object('rows', case when jsonb_array_length(answer) > most then answer - most else answer end,
    'more', jsonb_array_length(answer) > most)
    || case when p_before is not null then '{}'::jsonb else jsonb_build_object(
      'total', (select count(*) from public.lead_activities as activity where activity.lead_id = any (every) and (p_kinds is null or activity.kind = any (p_kinds))
          and (activity.kind <> 'merge' or not private.is_duplicate_merge_event(activity.payload, every)))
        + (select count(*) from public.lead_clock_events as event where event.lead_id = any (every) and (p_kinds is null or 'clock' = any (p_kinds)))
        + (select count(*) from private.told_tasks(every) where p_kinds is null or 'task' = any (p_kinds)),
      'pinned', coalesce((
        select jsonb_agg(private.event_json(activity.id::text, activity.lead_id, activity.kind, activity.body, activity.occurred_at,
          activity.actor_id, activity.payload) || jsonb_build_object('pinned', true, 'pinned_by', private.person_name(pin.pinned_by),
          'is_retracted', private.is_retracted(activity.id))
          order by pin.created_at desc)
        from public.lead_pins as pin join public.lead_activities as activity on activity.id = pin.activity_id
        where pin.lead_id = any (every)
      ), '[]')) end;
end
$$;

create function public.lead_timeline(
  p_lead_id uuid, p_kinds text[] default null, p_before timestamptz default null, p_before_id text default null, p_limit integer default 30
) returns jsonb
language sql stable
set search_path = ''
return private.lead_timeline(p_lead_id, p_kinds, p_before, p_before_id, p_limit);

comment on function public.lead_timeline(uuid, text[], timestamptz, text, integer) is
'A page of a lead''s history, newest first, with merged leads, the clock (kind clock) and completed next steps (kind task): { rows, more } and, on the first page, { total, pinned }. For the next page, send at and id of the last row. PT404: no such lead, or not the caller''s.';

grant execute on function public.lead_timeline(uuid, text[], timestamptz, text, integer) to authenticated;
grant execute on function private.lead_timeline(uuid, text[], timestamptz, text, integer) to authenticated;
