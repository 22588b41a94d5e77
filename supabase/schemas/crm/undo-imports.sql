-- Undoes an import, the latest row first. The host's timer calls run_lead_import to run and to undo imports.

create function private.undo_import_batch(p_import public.lead_imports, p_limit integer) returns integer
language plpgsql volatile security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  first_row integer := greatest(p_import.at_row - p_limit + 1, 1);
  is_admin boolean := not exists (
    select from public.user_roles as held where held.user_id = p_import.undone_by and held.role = 'sales' and held.status = 'active'
  ) or exists (
    select from public.user_roles as held where held.user_id = p_import.undone_by and held.role = 'admin' and held.status = 'active'
  );
  written private.lead_import_rows;
  is_now public.leads;
  back public.leads;
  new_version integer;
  put_back integer := 0;
  gone integer := 0;
  written_rows integer;
  skipped_back integer := 0;
begin
  if p_import.at_row < 1 then
    update public.lead_imports as one set status = 'undone', undone_at = now() where one.id = p_import.id;
    return 0;
  end if;
  -- Locks first: somebody may be writing to one of the leads right now, and that counts as work.
  perform from public.leads as lead
  where lead.id = any (array(
    select staged.lead_id from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome in ('created', 'updated')
  ))
  order by lead.id for update;
  for written in
    select staged.* from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome = 'updated'
    order by staged.row_no desc
  loop
    select lead.* into is_now from public.leads as lead where lead.id = written.lead_id;
    if is_now.id is null or is_now.merged_into is not null or not private.is_unchanged_since(to_jsonb(is_now), written.after)
      or not private.can_undo_change(is_now, written.before, written.after, p_import.undone_by, is_admin, p_import.started_at)
    then
      skipped_back := skipped_back + 1;
      continue;
    end if;
    back := jsonb_populate_record(is_now, written.before);
    -- As in undo_lead_batch, the undone change leaves no trace in the figures.
    select written_lead.version into new_version from private.write_leads(array[back]) as written_lead;
    put_back := put_back + 1;
    -- The history shows that the entry was undone, as it does of an activity.
    insert into public.lead_retractions (activity_id, lead_id, retracted_by)
    select activity.id, activity.lead_id, p_import.undone_by from public.lead_activities as activity
    where activity.lead_id = written.lead_id and activity.kind = 'import'
      and activity.payload ->> 'import_id' = p_import.id::text and activity.payload ->> 'row' = written.row_no::text
    on conflict do nothing;
    -- When an earlier row of this import wrote the lead, it gets the restored version, so that its undo still finds the lead
    -- untouched. Not when somebody wrote in between, because that is why the lead is kept. The version is read again, because a
    -- later row of this batch may have just changed it.
    select staged.version into written.version from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no = written.row_no;
    if is_now.version = written.version then
      update private.lead_import_rows as maker set version = new_version
      where maker.import_id = p_import.id and maker.row_no < written.row_no and maker.lead_id = written.lead_id
        and maker.outcome in ('created', 'updated')
        and maker.row_no >= coalesce(written.repeats, written.row_no);
    end if;
  end loop;
  with untouched as materialized (
    select lead.id from private.lead_import_rows as staged join public.leads as lead on lead.id = staged.lead_id
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome = 'created'
      and lead.version = staged.version and lead.last_activity_at is null and lead.next_task_at is null and lead.merged_into is null
      and not exists (select from public.lead_activities as activity
        where activity.lead_id = lead.id and not (activity.kind in ('import', 'stage_change', 'assignment')))
      and not exists (select from public.lead_tasks as task where task.lead_id = lead.id)
      and not exists (select from public.lead_clocks as clock where clock.lead_id = lead.id)
      and not exists (select from public.leads as merged where merged.merged_into = lead.id)
  )
  delete from public.leads as lead using untouched where lead.id = untouched.id;
  get diagnostics gone = row_count;
  select count(*) filter (where staged.outcome = 'created') into written_rows from private.lead_import_rows as staged
  where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row;
  update public.lead_imports as one
  set at_row = first_row - 1, handled = one.handled + p_import.at_row - first_row + 1, removed = one.removed + gone,
    restored = one.restored + put_back, kept = one.kept + written_rows - gone + skipped_back
  where one.id = p_import.id;
  return p_import.at_row - first_row + 1;
end
$$;

comment on function private.undo_import_batch(public.lead_imports, integer) is 'Undoes the latest rows. Returns 0 when none are left.';

create function private.run_lead_import(p_import_id uuid, p_limit integer) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports;
  handled integer := 0;
begin
  select one.* into current_import from public.lead_imports as one where one.id = p_import_id for update;
  -- After the last row, so that nobody waits for the statistics to see that an import is done.
  if current_import.status = 'done' then perform private.analyze_leads(); end if;
  if not found or current_import.status not in ('running', 'undoing') then return jsonb_build_object('over', true, 'handled', 0); end if;
  if not private.is_on_team(case current_import.status when 'running' then current_import.actor_id else current_import.undone_by end, current_import.account_id) then
    update public.lead_imports as one set status = 'failed', finished_at = now(), problem = case current_import.status
      when 'running' then 'The person who started this import is no longer active' else 'The person who undid this import is no longer active' end
    where one.id = p_import_id;
    return jsonb_build_object('over', true, 'handled', 0);
  end if;
  -- The chosen owner may have left since the file was read. Then new leads are unowned.
  if not private.is_on_team(current_import.owner_id, current_import.account_id) then current_import.owner_id := null; end if;
  handled := case current_import.status
    when 'running' then private.run_import_batch(current_import, least(greatest(p_limit, 1), 5000))
    else private.undo_import_batch(current_import, least(greatest(p_limit, 1), 5000))
  end;
  return jsonb_build_object('over', handled = 0 and current_import.status = 'undoing', 'handled', handled);
end
$$;

create function public.run_lead_import(p_import_id uuid, p_limit integer) returns jsonb
language sql volatile
set search_path = ''
return private.run_lead_import(p_import_id, p_limit);

comment on function public.run_lead_import(uuid, integer) is
'Runs or undoes up to p_limit rows of an import in one transaction: { over, handled }. For the host''s timer only.';

revoke execute on function public.run_lead_import(uuid, integer) from public;

grant execute on function public.run_lead_import(uuid, integer) to service_role;
grant execute on function private.run_lead_import(uuid, integer) to service_role;
