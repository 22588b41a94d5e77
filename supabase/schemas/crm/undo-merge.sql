-- Undoes a merge.

create function private.split_clocks(p_keep uuid, p_other uuid, p_done jsonb, p_answered uuid, p_actor uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved uuid := (p_done ->> 'moved')::uuid;
  dropped uuid := (p_done ->> 'dropped')::uuid;
  back public.lead_clocks;
begin
  -- A clock that the merge itself answered runs again on its own lead, unless that lead answered it too.
  if exists (select from public.lead_clocks as clock where clock.id = p_answered and clock.state = 'answered') then
    update public.lead_clocks as clock set lead_id = p_other where clock.id = p_answered and clock.id = moved;
    perform private.reopen_clock(p_answered, null);
    moved := null;
  end if;
  -- If an answer was retracted meanwhile, a resumed clock has taken this one's place.
  moved := coalesce((
    select going.id from public.lead_clocks as going join public.lead_clock_events as started on started.clock_id = going.id
    where started.event = 'started' and started.payload ->> 'resumes' = moved::text
      and going.lead_id = p_keep and going.state not in ('answered', 'dropped')
  ), moved);
  -- A clock that was answered meanwhile stays. One that still waits goes back to its lead.
  if moved is not null then
    update public.lead_clocks as clock set lead_id = p_other
    where clock.id = moved and clock.lead_id = p_keep and clock.state not in ('answered', 'dropped');
    if not found then return; end if;
    insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
    values (moved, p_other, 'moved', now(), p_actor, jsonb_build_object('from_lead', p_keep, 'undone', true));
  end if;
  if dropped is not null and not exists (
    select from public.lead_clocks as clock join public.lead_clocks as mine on mine.id = dropped
    where clock.lead_id = mine.lead_id and clock.state not in ('answered', 'dropped')
  ) then
    update public.lead_clocks as clock set state = p_done ->> 'dropped_state' where clock.id = dropped and clock.state = 'dropped'
    returning clock.* into back;
    if back.id is not null then
      insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
      values (back.id, back.lead_id, 'moved', now(), p_actor, jsonb_build_object('undone', true));
      -- Its jobs ran while it was dropped. After the move it gets new ones.
      perform private.enqueue_clock_jobs(back);
    end if;
  end if;
end
$$;

comment on function private.split_clocks(uuid, uuid, jsonb, uuid, uuid) is 'Gives two leads their clocks back as before the merge.';

create function private.restored_stage(p_keep_id uuid, p_before jsonb, p_back jsonb, p_since timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  own_way smallint;
begin
  if not (p_back ? 'stage') then
    p_back := p_back - array['lost_reason_id', 'lost_note', 'stage_entered_at', 'closed_at'];
  else
    -- The dates of the stage are restored with it, even when somebody moved the lead there and back meanwhile.
    p_back := p_back || coalesce((
      select jsonb_object_agg(field.key, field.value) from jsonb_each(p_before) as field where field.key in ('stage_entered_at', 'closed_at')
    ), '{}');
  end if;
  if not (p_before ? 'reached') then return p_back; end if;
  -- The progress of the other lead does not count, but moves since the merge do.
  select max(stage.position) into own_way from public.pipeline_stages as stage
  where stage.key <> 'lost' and stage.key in (
    select moved.payload ->> 'to' from public.lead_activities as moved
    where moved.lead_id = p_keep_id and moved.kind = 'stage_change' and moved.created_at > p_since
  );
  return p_back || jsonb_build_object('reached', greatest((p_before ->> 'reached')::smallint, own_way));
end
$$;

comment on function private.restored_stage(uuid, jsonb, jsonb, timestamptz) is
'The fields to restore on a kept lead, with stage_entered_at, reached and closed_at as if there had been no merge.';

create function private.undo_lead_merge(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
set upfunnel.merging = 'on'
as $$
declare
  caller uuid := private.require_premium();
  batch public.lead_batches;
  obstacle text;
  quiet constant text[] := array[
    'reached', 'last_activity_at', 'first_touch', 'last_touch', 'stage_entered_at', 'closed_at', 'consent_text'
  ];
  keep_id uuid;
  other_id uuid;
  noted private.lead_batch_rows;
  back jsonb;
  changed_since integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and found.account_id = private.workspace() and found.kind = 'merge'
    and (found.actor_id = caller or private.manages_workspace());
  -- Only people who may undo a merge learn that it exists.
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', private.merge_obstacle(null)); end if;
  obstacle := private.merge_obstacle(batch);
  if obstacle is not null then perform private.refuse('merge_not_undoable', 'PT409', obstacle); end if;
  keep_id := (batch.changes ->> 'keep')::uuid;
  other_id := (batch.changes ->> 'other')::uuid;
  perform private.lock_lead_pair(keep_id, other_id);
  select found.* into batch from public.lead_batches as found where found.id = p_batch_id for update;
  -- Checked again behind the lock.
  obstacle := private.merge_obstacle(batch);
  if obstacle is not null then perform private.refuse('merge_not_undoable', 'PT409', obstacle); end if;
  select row.* into noted from private.lead_batch_rows as row where row.batch_id = p_batch_id and row.lead_id = keep_id;
  -- Field by field: fields that somebody changed since stay.
  select coalesce(jsonb_object_agg(field.key, field.value) filter (where current_row.lead -> field.key is not distinct from noted.after -> field.key), '{}'),
    count(*) filter (where current_row.lead -> field.key is distinct from noted.after -> field.key and field.key <> all (quiet))
  into back, changed_since
  from jsonb_each(noted.before) as field, (select to_jsonb(lead) as lead from public.leads as lead where lead.id = keep_id) as current_row;
  back := private.restored_stage(keep_id, noted.before, back, batch.created_at);
  if back ->> 'user_id' is not null and not private.is_on_team((back ->> 'user_id')::uuid, batch.account_id) then
    back := back - 'user_id';
    changed_since := changed_since + 1;
  end if;
  perform private.write_leads(array(
    select jsonb_populate_record(lead, back) from public.leads as lead where lead.id = keep_id
  ));
  select row.* into noted from private.lead_batch_rows as row where row.batch_id = p_batch_id and row.lead_id = other_id;
  update public.leads as lead set merged_into = null, archived_at = (noted.before ->> 'archived_at')::timestamptz where lead.id = other_id;
  update public.leads as lead set merged_into = other_id
  where lead.merged_into = keep_id and lead.id in (select each.id::uuid from jsonb_array_elements_text(batch.changes -> 'merged_before') as each (id));
  update public.bookings as booking set lead_id = other_id
  where booking.lead_id = keep_id and booking.id in (select each.id::uuid from jsonb_array_elements_text(batch.changes -> 'bookings') as each (id));
  update public.lead_tasks as task set lead_id = other_id
  where task.lead_id = keep_id and (
    task.id in (select each.id::uuid from jsonb_array_elements_text(batch.changes -> 'tasks') as each (id))
    -- A call that was moved since has a new task.
    or task.booking_id in (select each.id::uuid from jsonb_array_elements_text(batch.changes -> 'bookings') as each (id))
  );
  perform private.split_clocks(keep_id, other_id, batch.changes -> 'clock', (batch.changes ->> 'answered')::uuid, caller);
  perform private.sync_lead_clock(lead_id) from unnest(array[keep_id, other_id]) as lead_id;
  insert into public.lead_activities (lead_id, kind, actor_id, payload) values
  (keep_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'undone', 'was', 'kept', 'lead_id', other_id)),
  (other_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'undone', 'was', 'merged', 'lead_id', keep_id));
  update public.lead_batches as done set undone_at = now() where done.id = p_batch_id;
  return jsonb_build_object('restored', 2, 'kept', changed_since);
end
$$;

create function public.undo_lead_merge(p_batch_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_lead_merge(p_batch_id);

comment on function public.undo_lead_merge(uuid) is
'Undoes a merge: { restored, kept }. kept is the number of fields that somebody changed since; they stay, and so does the owner when the former one is no longer active. PT404: no merge that the caller may undo; only the person who merged and admins may. PT409: why not (private.merge_obstacle).';

grant execute on function public.undo_lead_merge(uuid) to authenticated;
grant execute on function private.undo_lead_merge(uuid) to authenticated;
