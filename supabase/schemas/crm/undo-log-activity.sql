-- Undoes a log that was a mistake: the entry, the answer that it was, and everything else that it did.

create function private.reopen_clock(p_clock_id uuid, p_activity_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
begin
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id for update;
  if (private.first_response(clock.lead_id, clock.arrived_at)).id is not null then
    perform private.answer_clock(clock.id, true);
    return;
  end if;
  -- The lead waits since the first time, even when it wrote again meanwhile.
  perform private.drop_clock(later.id) from public.lead_clocks as later
  where later.lead_id = clock.lead_id and later.state not in ('answered', 'dropped');
  update public.lead_clocks as reopened
  set state = 'dropped', answered_at = null, answered_by = null, response_seconds = null,
    -- Without this response, the lead was closed while it waited.
    closed_at = (
      select lead.stage_entered_at from public.leads as lead
      where lead.id = clock.lead_id and lead.stage in ('won', 'lost') and not private.may_wait(lead, clock.arrived_at)
    )
  where reopened.id = clock.id;
  perform private.record_clock_event(clock, 'dropped', now(), auth.uid(), jsonb_build_object('is_retracted', p_activity_id));
  perform private.resume_clock(clock.id, clock.lead_id);
  perform private.sync_lead_clock(clock.lead_id);
end
$$;

comment on function private.reopen_clock(uuid, uuid) is
'Corrects a clock after the activity that answered it was retracted: the next response counts, else the clock goes on as if nobody had answered.';

create function private.clocks_answered_by(p_lead_id uuid, p_activity_id uuid) returns setof uuid
language sql stable
set search_path = ''
as $$
  select clock.id from public.lead_clocks as clock
  where clock.lead_id = p_lead_id and clock.state = 'answered' and p_activity_id::text = (
    select noted.payload ->> 'activity_id' from public.lead_clock_events as noted
    where noted.clock_id = clock.id and noted.event in ('answered', 'corrected') order by noted.id desc limit 1
  )
$$;

comment on function private.clocks_answered_by(uuid, uuid) is 'The clocks that this activity answered.';

create function private.undo_log_activity(p_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  logged public.lead_activities;
  lead public.leads;
begin
  select found.* into logged from public.lead_activities as found
  where found.id = p_id and found.actor_id = caller and private.is_human_activity(found.kind);
  if logged.id is null then perform private.refuse('activity_not_found', 'PT404', 'Entry not found'); end if;
  perform from public.leads as held where held.id = logged.lead_id and held.account_id = private.workspace() for update;
  lead := private.require_lead(logged.lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  insert into public.lead_retractions (activity_id, lead_id, retracted_by) values (p_id, lead.id, caller) on conflict do nothing;
  if not found then perform private.refuse('already_undone', 'PT409', 'This was already undone'); end if;
  if logged.kind = 'email' and logged.payload ? 'to' and private.withdraw_mail('lead-message:' || p_id) is null then
    perform private.refuse('email_sent', '22023', 'This email was already sent');
  end if;
  if logged.created_at < now() - interval '1 day' then
    perform private.refuse('too_late_to_undo', '22023', 'You can only undo entries for one day');
  end if;
  perform private.reopen_clock(clock_id, p_id) from private.clocks_answered_by(lead.id, p_id) as clock_id;
  if exists (select from public.lead_batches as batch where batch.id = p_id and batch.actor_id = caller and batch.undone_at is null) then
    perform public.undo_lead_batch(p_id);
  end if;
  update public.lead_tasks as task set done_at = null
  where task.id = private.parse_uuid(logged.payload ->> 'finished') and task.lead_id = lead.id and task.done_by = caller;
  delete from public.lead_tasks as task
  where task.id = private.parse_uuid(logged.payload ->> 'planned') and task.lead_id = lead.id and task.done_at is null
    and task.created_by = caller and task.updated_at = task.created_at;
  update public.leads as held
  set last_activity_at = (
      select max(activity.occurred_at) from public.lead_activities as activity
      where activity.lead_id in (select private.leads_within(lead.id)) and activity.actor_id is not null
        and private.is_human_activity(activity.kind) and not private.is_retracted(activity.id)
    ),
    -- A caller who went on working with the lead keeps it.
    user_id = case when held.user_id = caller and logged.payload ? 'claimed' and not exists (
      select from public.lead_activities as later
      where later.lead_id = lead.id and later.created_at > logged.created_at and private.is_human_activity(later.kind)
        and not private.is_retracted(later.id)
    ) then null else held.user_id end
  where held.id = lead.id;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create function public.undo_log_activity(p_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_log_activity(p_id);

comment on function public.undo_log_activity(uuid) is
'Undoes what the caller logged within the last day. The entry stays in the history, marked, and counts nowhere. A clock that it answered goes on. Claim, move, finished task and planned task are undone where nobody continued from there. { restored, kept }. PT404: no such entry of the caller, or the lead is no longer theirs. PT409: already undone, or merged. 22023: too long ago, or an email that has left.';

create function private.reopen_task(p_task_id uuid, p_planned uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_premium();
  select done.* into task from public.lead_tasks as done
  where done.id = p_task_id and done.account_id = private.workspace() for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  update public.lead_tasks as open set done_at = null where open.id = p_task_id and open.done_at is not null and open.removed_at is null;
  delete from public.lead_tasks as next
  where next.id = p_planned and next.lead_id = task.lead_id and next.done_at is null and next.created_by = auth.uid()
    and next.updated_at = next.created_at;
  return jsonb_build_object('restored', case when task.removed_at is null then 1 else 0 end, 'kept', case when task.removed_at is null then 0 else 1 end);
end
$$;

create function public.reopen_task(p_task_id uuid, p_planned uuid default null) returns jsonb
language sql volatile
set search_path = ''
return private.reopen_task(p_task_id, p_planned);

comment on function public.reopen_task(uuid, uuid) is
'Undoes finish_task: the task is open again, and the task that was planned with it is deleted unless somebody changed it. { restored, kept }. PT404: no such task, or its lead is not the caller''s.';

grant execute on function public.undo_log_activity(uuid) to authenticated;
grant execute on function private.undo_log_activity(uuid) to authenticated;
grant execute on function public.reopen_task(uuid, uuid) to authenticated;
grant execute on function private.reopen_task(uuid, uuid) to authenticated;
