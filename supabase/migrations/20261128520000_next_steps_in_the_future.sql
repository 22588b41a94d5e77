-- A person cannot plan a next step for the past.

create or replace function private.refuse_past_task() returns trigger
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
