-- The board and the table show a call that takes place now as such, not as late.

create or replace function private.lead_row_json(lead public.leads) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', lead.id, 'version', lead.version, 'first_name', lead.first_name, 'last_name', lead.last_name, 'email', lead.email,
    'phone', lead.phone, 'company', lead.company, 'source', lead.source, 'stage', lead.stage, 'stage_entered_at', lead.stage_entered_at, 'value_cents', lead.value_cents, 'owner_id', lead.user_id,
    'owner_name', case when lead.user_id is not null then private.owner_name(lead.user_id::text) end, 'tags', lead.tags,
    'created_at', lead.created_at, 'last_activity_at', lead.last_activity_at, 'next_task_at', lead.next_task_at,
    'next_task_kind', lead.next_task_kind, 'next_task_title', lead.next_task_title,
    'next_call_ends_at', case when lead.next_task_at is not null then (
      select booking.ends_at
      from (
        select task.booking_id from public.lead_tasks as task
        where task.lead_id = lead.id and task.done_at is null order by task.due_at, task.id limit 1
      ) as next
      join public.bookings as booking on booking.id = next.booking_id and booking.state = 'booked'
    ) end,
    'response_seconds', lead.response_seconds, 'answer_target_seconds', lead.answer_target_seconds,
    'archived_at', lead.archived_at, 'consent_at', lead.consent_at,
    'clock', case when lead.clock_due_at is not null and lead.erased_at is null then private.open_clock_json(lead.id) end,
    'erased_at', lead.erased_at
  )
$$;

comment on function private.lead_row_json(public.leads) is 'A lead as the board and the table show it.';
