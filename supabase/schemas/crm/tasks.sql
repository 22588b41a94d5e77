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
  constraint lead_tasks_moments check (
    due_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
    and done_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
  )
);

comment on table public.lead_tasks is 'The next steps with leads. The owner of a lead does them.';
comment on column public.lead_tasks.id is 'The task. Its writer makes the id, so that a request sent twice stores one task.';
comment on column public.lead_tasks.lead_id is 'The lead.';
comment on column public.lead_tasks.kind is 'call, email, sms, meeting or other.';
comment on column public.lead_tasks.title is 'What is to be done.';
comment on column public.lead_tasks.due_at is 'When it is due.';
comment on column public.lead_tasks.done_at is 'When it was done; null while it is open.';
comment on column public.lead_tasks.done_by is 'Who did it.';
comment on column public.lead_tasks.created_by is 'Who planned it.';
comment on column public.lead_tasks.created_at is 'When it was planned.';
comment on column public.lead_tasks.updated_at is 'When the row last changed.';
comment on column public.lead_tasks.account_id is 'The lead''s account.';
comment on column public.lead_tasks.booking_id is 'The booked call that it is about.';

create trigger take_account_of_lead before insert on public.lead_tasks
for each row execute function private.take_account_of_lead();

create index lead_tasks_lead_id_idx on public.lead_tasks (lead_id, due_at);
create index lead_tasks_open_idx on public.lead_tasks (account_id, due_at) where done_at is null;
create index lead_tasks_created_by_idx on public.lead_tasks (created_by);
create index lead_tasks_done_by_idx on public.lead_tasks (done_by);

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

create function private.refuse_past_task() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Imports and the product itself have no person. A booked call sets the time of its own tasks.
  if auth.uid() is not null and new.booking_id is null and new.due_at < now() - interval '5 minutes'
    -- The table's own check refuses these.
    and new.due_at >= '1970-01-01' then
    perform private.refuse('due_in_past', '22023', 'Choose a later time', 'due_at');
  end if;
  return new;
end
$$;

comment on function private.refuse_past_task() is
'Trigger: a person plans a next step for the future, give or take five minutes for clocks that differ. An overdue one can be done, and moved to a later time.';

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

alter table public.lead_tasks enable row level security;

call private.require_sufficient_sessions('public.lead_tasks');

grant select, insert, update, delete on public.lead_tasks to service_role;
grant select, insert (id, lead_id, kind, title, due_at), update (kind, title, due_at, done_at), delete on public.lead_tasks
to authenticated;

-- These policies read public.leads, whose own policies decide which leads the caller sees.
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
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
)
with check (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "People delete the tasks of leads they see" on public.lead_tasks
for delete to authenticated
using (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);
