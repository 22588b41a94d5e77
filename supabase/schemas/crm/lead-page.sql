-- One lead with everything that its page shows.

create function private.require_lead(p_lead_id uuid) returns public.leads
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found_lead public.leads;
begin
  perform private.require_team();
  select lead.* into found_lead from public.leads as lead where lead.id = p_lead_id;
  -- Only the owner and admins may know whether a lead exists.
  if found_lead.id is null or not private.may_see_lead(found_lead) then
    perform private.refuse('lead_not_found', 'PT404', 'This lead was assigned to someone else or removed');
  end if;
  return found_lead;
end
$$;

comment on function private.require_lead(uuid) is
'Returns a lead that the caller may see. PT404: there is none, or it belongs to somebody else.';

create function private.last_change(p_lead_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('by', private.person_name(batch.actor_id), 'by_id', batch.actor_id, 'at', batch.created_at,
    -- Without columns that only follow from the change.
    'fields', (
      select jsonb_agg(key order by key) from jsonb_object_keys(noted.after) as key
      where key not in (
        'consent_text', 'stage_entered_at', 'reached', 'closed_at', 'response_seconds', 'answered_by', 'answer_target_seconds', 'last_activity_at',
        'first_touch', 'last_touch'
      )
    ))
  from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
  where noted.lead_id = p_lead_id order by batch.created_at desc, batch.id limit 1
$$;

comment on function private.last_change(uuid) is 'Who last changed which fields of a lead, for a person whose own change was refused.';

create function private.stage_stays(p_moves public.lead_activities[]) returns table (stage text, seconds numeric, left_at timestamptz)
language sql stable
set search_path = ''
as $$
  with moved as (
    select move.id, move.lead_id, move.payload ->> 'from' as stage, move.occurred_at as left_at,
      -- Older moves know only whole seconds. Half a second more never hides the move before.
      coalesce((move.payload ->> 'entered_at')::timestamptz,
        move.occurred_at - make_interval(secs => (move.payload ->> 'seconds')::float8 - 0.5)) as entered_at
    from unnest(p_moves) as move
    where jsonb_typeof(move.payload -> 'seconds') = 'number' and move.payload ->> 'from' is not null
  ), followed as (
    -- An undo restores when the lead entered its stage. So if a later stay began before a move, that move was undone.
    select moved.*, least(lead.stage_entered_at, min(moved.entered_at) over (
      partition by moved.lead_id order by moved.left_at desc, moved.id desc rows between unbounded preceding and 1 preceding
    )) as next_entered_at
    from moved join public.leads as lead on lead.id = moved.lead_id
  )
  select followed.stage, greatest(round(extract(epoch from followed.next_entered_at - followed.entered_at)), 0), followed.left_at
  from followed where followed.left_at <= followed.next_entered_at
$$;

comment on function private.stage_stays(public.lead_activities[]) is
'How long leads stayed in each stage that they left, from their latest changes of stage. Undone changes do not count, so the stays of a lead add up to the time since it arrived.';

create function private.activity_weeks(p_lead_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_agg(coalesce(held.amount, 0) order by week.ago desc)
  from generate_series(0, 11) as week (ago)
  left join (
    select floor(extract(epoch from now() - activity.occurred_at) / 604800)::integer as ago, count(*) as amount
    from public.lead_activities as activity
    where activity.lead_id in (select private.leads_within(p_lead_id))
      and activity.occurred_at > now() - interval '84 days' and activity.occurred_at <= now()
      and private.is_human_activity(activity.kind) and not private.is_retracted(activity.id)
    group by 1
  ) as held on held.ago = week.ago
$$;

comment on function private.activity_weeks(uuid) is
'How many calls, emails, texts, meetings and notes a lead had in each of the last twelve weeks, which end now, the oldest first. Those of leads that were merged into it count.';

create function private.lead_page(p_lead_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead public.leads := private.require_lead(p_lead_id);
begin
  return private.shown_lead(lead) || jsonb_build_object(
    'now', now(),
    'currency', private.account_currency(lead.account_id),
    'zone', private.account_zone(lead.account_id),
    'agency_name', (select account.name from public.accounts as account where account.id = lead.account_id),
    'lost_reason', (select reason.label from public.lost_reasons as reason where reason.id = lead.lost_reason_id),
    'clock', private.clock_json(lead.id),
    'calls', coalesce((
      select jsonb_agg(private.call_json(booking::public.bookings) order by booking.starts_at desc, booking.id)
      from (
        select held.* from public.bookings as held where held.lead_id in (select private.leads_within(lead.id))
        order by held.starts_at desc, held.id limit 10
      ) as booking
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'event', event.event, 'at', event.happened_at,
        'actor_name', private.person_name(event.actor_id), 'payload', event.payload || case when event.event in ('routed', 'offered') then jsonb_build_object(
          'person_name', private.person_name(private.parse_uuid(event.payload ->> 'person')),
          'after_name', private.person_name(private.parse_uuid(event.payload ->> 'after'))) else '{}' end) order by event.id)
      from (
        select latest.* from public.lead_clock_events as latest where latest.lead_id = lead.id order by latest.id desc limit 50
      ) as event
    ), '[]'),
    'tasks', coalesce((
      select jsonb_agg(jsonb_build_object('id', task.id, 'kind', task.kind, 'title', task.title, 'due_at', task.due_at,
        'call_id', case when private.is_booked_call(task.booking_id) then task.booking_id end) order by task.due_at, task.id)
      from (
        select open.* from public.lead_tasks as open where open.lead_id = lead.id and open.done_at is null order by open.due_at, open.id limit 20
      ) as task
    ), '[]'),
    'stage_history', coalesce((
      select jsonb_agg(jsonb_build_object('stage', stay.stage, 'seconds', stay.seconds, 'left_at', stay.left_at) order by stay.left_at)
      from private.stage_stays(array(
        select activity from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'stage_change' order by activity.occurred_at desc limit 50
      )) as stay
    ), '[]'),
    'owner_history', coalesce((
      select jsonb_agg(jsonb_build_object('from', private.person_name(private.parse_uuid(given.payload ->> 'from')),
        'to', private.person_name(private.parse_uuid(given.payload ->> 'to')), 'by', private.person_name(given.actor_id), 'at', given.occurred_at)
        order by given.occurred_at desc)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'assignment' order by activity.occurred_at desc limit 20
      ) as given
    ), '[]'),
    'merge', private.lead_merge_json(lead), 'merges', private.lead_merges_json(lead.id), 'last_change', private.last_change(lead.id),
    'erasure', private.erasure_of(lead.id), 'handoff', private.handoff_of(lead.id), 'activity_weeks', private.activity_weeks(lead.id)
  );
end
$$;

create function public.lead_page(p_lead_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.lead_page(p_lead_id);

comment on function public.lead_page(uuid) is
'Everything about one lead except its timeline. PT404: no such lead, or not the caller''s. 42501: not on the team.';

create function private.parse_uuid(p_text text) returns uuid
language sql immutable
set search_path = ''
as $$
  select case when p_text ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then p_text::uuid end
$$;

comment on function private.parse_uuid(text) is 'The text as an id; null when it is not one.';

create function private.stage_medians() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  return coalesce((
    select jsonb_object_agg(figure.stage, figure.median_seconds) from private.stage_figures as figure
    where figure.account_id = private.workspace() and figure.median_seconds is not null
  ), '{}');
end
$$;

create function public.stage_medians() returns jsonb
language sql stable
set search_path = ''
return private.stage_medians();

comment on function public.stage_medians() is
'The median seconds in each stage that the board shows (private.stage_figures). A stage that no lead has left is missing. 42501: not on the team.';

grant execute on function public.lead_page(uuid) to authenticated;
grant execute on function private.lead_page(uuid) to authenticated;
grant execute on function public.stage_medians() to authenticated;
grant execute on function private.stage_medians() to authenticated;
