-- A refused change of a step names the colleague who changed, completed or deleted it.

alter table public.lead_tasks add column changed_by uuid references auth.users (id) on delete set null;
comment on column public.lead_tasks.changed_by is 'Who last changed its type, title or time; null if no one did.';
create index lead_tasks_changed_by_idx on public.lead_tasks (changed_by);

create function private.who_did(p_user_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select case when p_user_id = auth.uid() then 'You' else coalesce(private.person_name(p_user_id), 'Someone') end
$$;

comment on function private.who_did(uuid) is 'Who did something, at the beginning of a sentence to the caller: You, a name, or Someone.';

create function private.set_task_changer() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.changed_by := auth.uid();
  return new;
end
$$;

comment on function private.set_task_changer() is 'Trigger: records who changed a task.';

create or replace function private.change_task(p_task_id uuid, p_changes jsonb, p_seen jsonb) returns jsonb
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
  perform private.check_task(to_jsonb(task) || p_changes);
  changed := jsonb_populate_record(task, p_changes - 'removed');
  changed.title := btrim(coalesce(changed.title, ''));
  changed.kind := coalesce(changed.kind, 'call');
  if private.is_booked_call(task.booking_id) then
    perform private.refuse('call_task', '22023', case when private.is_call_ahead(task.booking_id)
      then 'This step is a booked call. Move or cancel the call instead'
      else 'This step asks for the outcome of a call. Record the outcome to complete it' end);
  end if;
  -- The same request again.
  if (task.kind, task.title, task.due_at) = (changed.kind, changed.title, changed.due_at)
    and (case when removes then task.removed_at is not null else task.done_at is null end) then
    return jsonb_build_object('lead_id', task.lead_id, 'again', true);
  end if;
  if task.removed_at is not null and not restores then
    perform private.refuse('outdated', 'PT409', format('%s deleted this task', private.who_did(task.done_by)));
  end if;
  if task.done_at is not null and task.removed_at is null then
    perform private.refuse('outdated', 'PT409', format('%s already completed this task', private.who_did(task.done_by)));
  end if;
  if (task.kind, task.title, task.due_at) is distinct from (p_seen ->> 'kind', p_seen ->> 'title', private.parse_moment(p_seen ->> 'due_at')) then
    perform private.refuse('outdated', 'PT409', format('%s just changed this task', private.who_did(task.changed_by)));
  end if;
  update public.lead_tasks as held
  set kind = changed.kind, title = changed.title, due_at = changed.due_at,
    done_at = case when removes then now() end, removed_at = case when removes then now() end
  where held.id = task.id;
  return jsonb_build_object('lead_id', task.lead_id, 'again', false);
end
$$;

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
  if task.removed_at is not null then perform private.refuse('outdated', 'PT409', format('%s deleted this task', private.who_did(task.done_by))); end if;
  if task.done_at is null and private.is_call_ahead(task.booking_id) then
    perform private.refuse('call_ahead', '22023', 'This step is a booked call. The call''s outcome completes it');
  end if;
  update public.lead_tasks as done set done_at = now() where done.id = p_task_id and done.done_at is null;
  if p_next is not null then perform private.create_task(task.lead_id, p_next); end if;
  return jsonb_build_object('lead_id', task.lead_id, 'again', task.done_at is not null);
end
$$;

create trigger set_task_changer before update on public.lead_tasks
for each row when ((new.kind, new.title, new.due_at) is distinct from (old.kind, old.title, old.due_at))
execute function private.set_task_changer();
