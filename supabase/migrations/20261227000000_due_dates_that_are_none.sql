-- A due date that is none is refused in words.

create function private.parse_moment(p_text text) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
begin
  return p_text::timestamptz;
exception when data_exception then
  return null;
end
$$;

comment on function private.parse_moment(text) is 'A moment from a text; null if it is none.';

create or replace function private.check_task(p_task jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  title text := btrim(coalesce(p_task ->> 'title', ''));
  due constant timestamptz := private.parse_moment(p_task ->> 'due_at');
begin
  if title = '' or char_length(title) > 200 then
    perform private.refuse('task_title_required', '22023', 'Enter a task of up to 200 characters', 'title');
  end if;
  if due is null or not due between '1970-01-01' and '2199-12-31' then
    perform private.refuse('required', '22023', 'Enter a due date', 'due_at');
  end if;
  if coalesce(p_task ->> 'kind', 'call') not in ('call', 'email', 'sms', 'meeting', 'other') then
    perform private.refuse('unknown_task_kind', '22023', 'Unknown task type', 'kind');
  end if;
end
$$;

comment on function private.check_task(jsonb) is 'Refuses a task { kind, title, due_at } that can''t be stored. 22023: what is wrong.';

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
      then 'This step is a booked call. Reschedule or cancel the call instead'
      else 'This step asks for the outcome of a call. Record the outcome to complete it' end);
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
  if (task.kind, task.title, task.due_at) is distinct from (p_seen ->> 'kind', p_seen ->> 'title', private.parse_moment(p_seen ->> 'due_at')) then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed this task');
  end if;
  update public.lead_tasks as held
  set kind = changed.kind, title = changed.title, due_at = changed.due_at,
    done_at = case when removes then now() end, removed_at = case when removes then now() end
  where held.id = task.id;
  return jsonb_build_object('lead_id', task.lead_id, 'again', false);
end
$$;
