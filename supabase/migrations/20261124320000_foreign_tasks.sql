-- A task of another account is not there, and a call about it locks nothing.

create or replace function public.finish_task(p_task_id uuid, p_next jsonb default null) returns jsonb
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
  update public.lead_tasks as done set done_at = now() where done.id = p_task_id and done.done_at is null;
  if p_next is not null then perform private.create_task(task.lead_id, p_next); end if;
  return jsonb_build_object('lead_id', task.lead_id, 'again', task.done_at is not null);
end
$$;

create or replace function public.reopen_task(p_task_id uuid, p_planned uuid default null) returns jsonb
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
  update public.lead_tasks as open set done_at = null where open.id = p_task_id and open.done_at is not null;
  delete from public.lead_tasks as next
  where next.id = p_planned and next.lead_id = task.lead_id and next.done_at is null and next.created_by = auth.uid()
    and next.updated_at = next.created_at;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;
