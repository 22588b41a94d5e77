-- Tasks are the next steps with a lead.

create table public.lead_tasks (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  kind text not null default 'call' check (kind in ('call', 'email', 'sms', 'meeting', 'other')),
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  due_at timestamptz not null,
  done_at timestamptz,
  done_by uuid references auth.users (id) on delete set null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  account_id uuid not null default private.agency_account() references public.accounts (id),
  booking_id uuid references public.bookings (id) on delete set null,
  removed_at timestamptz,
  was_due timestamptz[] not null default '{}',
  changed_by uuid references auth.users (id) on delete set null,
  constraint lead_tasks_moments check (
    due_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
    and done_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
  ),
  constraint lead_tasks_removed check (removed_at is null or done_at is not null),
  constraint lead_tasks_was_due_length check (cardinality(was_due) <= 20)
);

comment on table public.lead_tasks is 'The next steps with leads. The owner of a lead does them.';
comment on column public.lead_tasks.id is 'The task. Its writer makes the id, so that a request sent twice stores one task.';
comment on column public.lead_tasks.lead_id is 'The lead.';
comment on column public.lead_tasks.kind is 'call, email, sms, meeting or other.';
comment on column public.lead_tasks.title is 'What is to be done.';
comment on column public.lead_tasks.due_at is 'When it is due.';
comment on column public.lead_tasks.done_at is 'When it was done or removed; null while it is open.';
comment on column public.lead_tasks.done_by is 'Who did or removed it.';
comment on column public.lead_tasks.created_by is 'Who planned it.';
comment on column public.lead_tasks.created_at is 'When it was planned.';
comment on column public.lead_tasks.updated_at is 'When the row last changed.';
comment on column public.lead_tasks.account_id is 'The lead''s account.';
comment on column public.lead_tasks.booking_id is 'The booked call that it is about.';
comment on column public.lead_tasks.removed_at is 'When someone deleted it. The row stays, so that Undo restores it exactly.';
comment on column public.lead_tasks.was_due is 'When it was due before, the last 20 times. Undo may return it to one of them.';
comment on column public.lead_tasks.changed_by is 'Who last changed its type, title or time; null if no one did.';

create trigger take_account_of_lead before insert on public.lead_tasks
for each row execute function private.take_account_of_lead();

create index lead_tasks_lead_id_idx on public.lead_tasks (lead_id, due_at);
create index lead_tasks_open_idx on public.lead_tasks (account_id, due_at) where done_at is null;
create index lead_tasks_created_by_idx on public.lead_tasks (created_by);
create index lead_tasks_done_by_idx on public.lead_tasks (done_by);
create index lead_tasks_changed_by_idx on public.lead_tasks (changed_by);

create trigger touch_updated_at before update on public.lead_tasks for each row execute function private.touch_updated_at();

create function private.set_task_completion() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.done_by := case when new.done_at is null then null when old.done_at is null then auth.uid() else old.done_by end;
  return new;
end
$$;

comment on function private.set_task_completion() is 'Trigger: records who finished a task.';

create trigger set_task_completion before update on public.lead_tasks
for each row when (new.done_at is distinct from old.done_at) execute function private.set_task_completion();

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

create trigger set_task_changer before update on public.lead_tasks
for each row when ((new.kind, new.title, new.due_at) is distinct from (old.kind, old.title, old.due_at))
execute function private.set_task_changer();

create function private.refuse_past_task() returns trigger
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

create trigger refuse_past_task before insert on public.lead_tasks for each row execute function private.refuse_past_task();

create trigger refuse_past_time before update of due_at on public.lead_tasks
for each row when (new.due_at is distinct from old.due_at) execute function private.refuse_past_task();

create function private.set_next_task(p_leads uuid[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  update public.leads as lead
  set next_task_at = next.due_at, next_task_kind = next.kind, next_task_title = next.title
  from unnest(p_leads) as changed (id)
  left join lateral (
    select task.due_at, task.kind, task.title from public.lead_tasks as task
    where task.lead_id = changed.id and task.done_at is null order by task.due_at, task.id limit 1
  ) as next on true
  where lead.id = changed.id
    and (lead.next_task_at, lead.next_task_kind, lead.next_task_title) is distinct from (next.due_at, next.kind, next.title)
$$;

comment on function private.set_next_task(uuid[]) is 'Copies the open task that is due first to its lead.';

create function private.sync_next_task() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.set_next_task(array(select distinct changed.lead_id from new_tasks as changed));
  elsif tg_op = 'DELETE' then
    perform private.set_next_task(array(select distinct changed.lead_id from old_tasks as changed));
  else
    perform private.set_next_task(array(
      select changed.lead_id from new_tasks as changed union select changed.lead_id from old_tasks as changed
    ));
  end if;
  return null;
end
$$;

comment on function private.sync_next_task() is 'Trigger: keeps the next step of leads.';

create trigger sync_inserted_tasks after insert on public.lead_tasks
referencing new table as new_tasks for each statement execute function private.sync_next_task();

create trigger sync_updated_tasks after update on public.lead_tasks
referencing old table as old_tasks new table as new_tasks for each statement execute function private.sync_next_task();

create trigger sync_deleted_tasks after delete on public.lead_tasks
referencing old table as old_tasks for each statement execute function private.sync_next_task();

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

alter table public.lead_tasks enable row level security;

call private.require_sufficient_sessions('public.lead_tasks');

grant select, insert, update, delete on public.lead_tasks to service_role;
grant select, insert (id, lead_id, kind, title, due_at), update (kind, title, due_at, done_at), delete on public.lead_tasks
to authenticated;

-- These policies read public.leads, whose own policies decide which leads the caller sees.
-- The tasks of calls move and end with them, so only procedures change these.
create policy "People read the tasks of leads they see" on public.lead_tasks
for select to authenticated
using (
  account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "People plan tasks for leads they see" on public.lead_tasks
for insert to authenticated
with check (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

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

create function public.change_task(p_task_id uuid, p_changes jsonb, p_seen jsonb) returns jsonb
language sql volatile
set search_path = ''
return private.change_task(p_task_id, p_changes, p_seen);

comment on function public.change_task(uuid, jsonb, jsonb) is
'Changes an open task: p_changes has any of { kind, title, due_at, removed }. removed true deletes it, and false restores it. p_seen is { kind, title, due_at } as the caller saw them. The same request again changes nothing: { lead_id, again }. PT404: no such task, or its lead is not the caller''s. PT409: someone else changed, completed or deleted it. 22023: what is wrong, a time that has passed (unless the task had it before), or the task of a booked call.';

grant execute on function public.change_task(uuid, jsonb, jsonb) to authenticated;
grant execute on function private.change_task(uuid, jsonb, jsonb) to authenticated;
