-- A task could only be done. People move it, change it and delete it, and a booked call is completed by its outcome.

alter table public.lead_tasks add column removed_at timestamptz;
alter table public.lead_tasks add column was_due timestamptz[] not null default '{}';
alter table public.lead_tasks add constraint lead_tasks_removed check (removed_at is null or done_at is not null);
alter table public.lead_tasks add constraint lead_tasks_was_due_length check (cardinality(was_due) <= 20);

comment on column public.lead_tasks.done_at is 'When it was done or removed; null while it is open.';
comment on column public.lead_tasks.done_by is 'Who did or removed it.';
comment on column public.lead_tasks.removed_at is 'When someone deleted it. The row stays, so that Undo restores it exactly.';
comment on column public.lead_tasks.was_due is 'When it was due before, the last 20 times. Undo may return it to one of them.';

create function private.is_booked_call(p_booking_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.bookings as booking where booking.id = p_booking_id and booking.state = 'booked')
$$;

comment on function private.is_booked_call(uuid) is
'Whether this call is booked and has no outcome. Its task belongs to the call: it moves, ends and is completed with it.';

create function private.is_call_ahead(p_booking_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.bookings as booking where booking.id = p_booking_id and booking.state = 'booked' and booking.starts_at > now()
  )
$$;

comment on function private.is_call_ahead(uuid) is 'Whether this call is booked and has not begun, so that its task can''t be done yet.';

create function private.check_task(p_task jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  title text := btrim(coalesce(p_task ->> 'title', ''));
begin
  if title = '' or char_length(title) > 200 then
    perform private.refuse('task_title_required', '22023', 'Enter a task of up to 200 characters', 'title');
  end if;
  if p_task ->> 'due_at' is null or not (p_task ->> 'due_at')::timestamptz between '1970-01-01' and '2199-12-31' then
    perform private.refuse('required', '22023', 'Enter a due date', 'due_at');
  end if;
  if coalesce(p_task ->> 'kind', 'call') not in ('call', 'email', 'sms', 'meeting', 'other') then
    perform private.refuse('unknown_task_kind', '22023', 'Unknown task type', 'kind');
  end if;
end
$$;

comment on function private.check_task(jsonb) is 'Refuses a task { kind, title, due_at } that can''t be stored. 22023: what is wrong.';

create or replace function private.refuse_past_task() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.was_due := (old.was_due || old.due_at)[greatest(cardinality(old.was_due) - 18, 1):];
    -- Undo returns a task to a time that it had, which may have passed.
    if new.due_at = any (old.was_due) then return new; end if;
  end if;
  -- Imports and the product itself have no person. A booked call sets the time of its own tasks.
  if auth.uid() is not null and not private.is_booked_call(new.booking_id) and new.due_at < now() - interval '5 minutes'
    -- The table's own check refuses these.
    and new.due_at >= '1970-01-01' then
    perform private.refuse('due_in_past', '22023', 'Choose a later time', 'due_at');
  end if;
  return new;
end
$$;

comment on function private.refuse_past_task() is
'Trigger: a person plans a next step for the future, give or take five minutes for clocks that differ. An overdue one can be done, moved to a later time, and moved back to a time that it had.';

create or replace function private.create_task(p_lead_id uuid, p_task jsonb) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  task_id uuid := coalesce(private.parse_uuid(p_task ->> 'id'), gen_random_uuid());
  title text := btrim(coalesce(p_task ->> 'title', ''));
begin
  perform private.check_task(p_task);
  insert into public.lead_tasks (id, lead_id, kind, title, due_at, created_by)
  values (task_id, p_lead_id, coalesce(p_task ->> 'kind', 'call'), title, (p_task ->> 'due_at')::timestamptz, auth.uid())
  on conflict (id) do nothing;
  return task_id;
end
$$;

comment on function private.create_task(uuid, jsonb) is 'Plans { id?, kind, title, due_at } for a lead; a known id plans nothing.';

create or replace function private.complete_matching_task(p_lead_id uuid, p_kind text, p_happened timestamptz) returns public.lead_tasks
language sql volatile
set search_path = ''
as $$
  update public.lead_tasks as promised set done_at = now()
  where promised.id = (
    select due.id from public.lead_tasks as due
    where due.lead_id = p_lead_id and due.done_at is null and due.kind = p_kind and due.created_at <= p_happened
      and due.due_at < private.tomorrow()
      -- Its outcome completes a booked call.
      and not private.is_call_ahead(due.booking_id)
    order by due.due_at, due.id limit 1 for update
  ) returning promised.*
$$;

comment on function private.complete_matching_task(uuid, text, timestamptz) is
'Finishes the next task of this kind that is due by the end of the day: a person who called has done the call that they planned.';

create or replace function private.finish_task(p_task_id uuid, p_next jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
begin
  perform private.require_premium();
  select open.* into task from public.lead_tasks as open
  where open.id = p_task_id and open.account_id = private.workspace() for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  if task.done_at is null and private.is_call_ahead(task.booking_id) then
    perform private.refuse('call_ahead', '22023', 'This step is a booked call. The call''s outcome completes it');
  end if;
  update public.lead_tasks as done set done_at = now() where done.id = p_task_id and done.done_at is null;
  if p_next is not null then perform private.create_task(task.lead_id, p_next); end if;
  return jsonb_build_object('lead_id', task.lead_id, 'again', task.done_at is not null);
end
$$;

create or replace function private.reopen_task(p_task_id uuid, p_planned uuid) returns jsonb
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
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create or replace function private.require_lead(p_lead_id uuid) returns public.leads
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

create or replace function private.queue_lead_json(lead public.leads) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return private.shown_lead(lead) - array['first_touch', 'consent_text'] || jsonb_build_object(
    'next_task_id', (
      select task.id from public.lead_tasks as task
      where lead.next_task_at is not null and task.lead_id = lead.id and task.done_at is null order by task.due_at, task.id limit 1
    ), 'next_task_call_id', (
      select case when private.is_booked_call(task.booking_id) then task.booking_id end from public.lead_tasks as task
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

comment on function private.queue_lead_json(public.leads) is 'A row of Today with everything that its preview shows.';

comment on function public.finish_task(uuid, jsonb) is
'Finishes a task and, with p_next { id?, kind, title, due_at }, plans the next one. PT404: no such task, or its lead is not the caller''s. 22023: it is a booked call that has not begun, or what is wrong with the next one.';

drop policy "People change the tasks of leads they see" on public.lead_tasks;
create policy "People change the tasks of leads they see" on public.lead_tasks
for update to authenticated
using (
  account_id = (select private.workspace()) and (select private.is_premium_workspace()) and booking_id is null
  and exists (select from public.leads as lead where lead.id = lead_id)
)
with check (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

drop policy "People delete the tasks of leads they see" on public.lead_tasks;
create policy "People delete the tasks of leads they see" on public.lead_tasks
for delete to authenticated
using (
  account_id = (select private.workspace()) and (select private.is_premium_workspace()) and booking_id is null
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create function private.change_task(p_task_id uuid, p_changes jsonb, p_seen jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  task public.lead_tasks;
  changed public.lead_tasks;
  removes constant boolean := coalesce(p_changes ->> 'removed' = 'true', false);
  restores constant boolean := coalesce(p_changes ->> 'removed' = 'false', false);
begin
  perform private.require_premium();
  if jsonb_typeof(p_changes) is distinct from 'object' or p_changes - array['kind', 'title', 'due_at', 'removed'] <> '{}' then
    perform private.refuse('unknown_field', '22023', 'Unknown field of a task');
  end if;
  select held.* into task from public.lead_tasks as held
  where held.id = p_task_id and held.account_id = private.workspace() for update;
  if task.id is null then perform private.refuse('task_not_found', 'PT404', 'Task not found'); end if;
  perform private.require_lead(task.lead_id);
  changed := jsonb_populate_record(task, p_changes - 'removed');
  changed.title := btrim(coalesce(changed.title, ''));
  changed.kind := coalesce(changed.kind, 'call');
  perform private.check_task(to_jsonb(changed));
  if private.is_booked_call(task.booking_id) then
    perform private.refuse('call_task', '22023', 'This step is a booked call. Reschedule or cancel the call instead');
  end if;
  -- The same request again.
  if (task.kind, task.title, task.due_at) = (changed.kind, changed.title, changed.due_at)
    and (case when removes then task.removed_at is not null else task.done_at is null end) then
    return jsonb_build_object('lead_id', task.lead_id, 'again', true);
  end if;
  if task.removed_at is not null and not restores then
    perform private.refuse('outdated', 'PT409', 'Someone deleted this task');
  end if;
  if task.done_at is not null and task.removed_at is null then
    perform private.refuse('outdated', 'PT409', 'Someone already completed this task');
  end if;
  if (task.kind, task.title, task.due_at) is distinct from (p_seen ->> 'kind', p_seen ->> 'title', (p_seen ->> 'due_at')::timestamptz) then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed this task');
  end if;
  update public.lead_tasks as held
  set kind = changed.kind, title = changed.title, due_at = changed.due_at,
    done_at = case when removes then now() end, removed_at = case when removes then now() end
  where held.id = task.id;
  return jsonb_build_object('lead_id', task.lead_id, 'again', false);
end
$$;

create function public.change_task(p_task_id uuid, p_changes jsonb, p_seen jsonb) returns jsonb
language sql volatile
set search_path = ''
return private.change_task(p_task_id, p_changes, p_seen);

comment on function public.change_task(uuid, jsonb, jsonb) is
'Changes an open task: p_changes has any of { kind, title, due_at, removed }. removed true deletes it, and false restores it. p_seen is { kind, title, due_at } as the caller saw them. The same request again changes nothing: { lead_id, again }. PT404: no such task, or its lead is not the caller''s. PT409: someone else changed, completed or deleted it. 22023: what is wrong, a time that has passed (unless the task had it before), or the task of a booked call.';

grant execute on function public.change_task(uuid, jsonb, jsonb) to authenticated;
grant execute on function private.change_task(uuid, jsonb, jsonb) to authenticated;
