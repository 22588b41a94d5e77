-- A lead's page shows how often someone was in touch with it lately.

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

create or replace function private.lead_page(p_lead_id uuid) returns jsonb
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
      select jsonb_agg(jsonb_build_object('id', task.id, 'kind', task.kind, 'title', task.title, 'due_at', task.due_at) order by task.due_at, task.id)
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
