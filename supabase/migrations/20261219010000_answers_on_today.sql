-- Today's preview shows what a lead answered in a form.
create or replace function private.queue_lead_json(lead public.leads) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return private.shown_lead(lead) - array['first_touch', 'consent_text'] || jsonb_build_object(
    'next_task_id', (
      select task.id from public.lead_tasks as task
      where lead.next_task_at is not null and task.lead_id = lead.id and task.done_at is null order by task.due_at, task.id limit 1
    ), 'clock', private.clock_json(lead.id), 'call', private.next_call(lead.id),
    'last', (
      select jsonb_build_object('kind', activity.kind, 'outcome', activity.payload ->> 'outcome', 'at', activity.occurred_at)
      from public.lead_activities as activity
      where activity.lead_id = lead.id and private.is_human_activity(activity.kind) and not private.is_retracted(activity.id)
      order by activity.occurred_at desc limit 1
    ), 'answers', (
      select private.answers_text(entry.payload) from public.lead_activities as entry
      where entry.lead_id = lead.id and entry.kind = 'form' and entry.payload ? 'answers'
      order by entry.occurred_at desc, entry.id limit 1
    )
  );
end
$$;
