-- Taking an import back, latest row first, and the one function that the host's timer calls for both ways.

create function private.undo_import_batch(p_import public.lead_imports, p_limit integer) returns integer
language plpgsql volatile security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  first_row integer := greatest(p_import.at_row - p_limit + 1, 1);
  written private.lead_import_rows;
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
  for written in
    select staged.* from private.lead_import_rows as staged
    where staged.import_id = p_import.id and staged.row_no between first_row and p_import.at_row and staged.outcome = 'updated'
    order by staged.row_no desc
  loop
    update public.leads as lead
    set first_name = back.first_name, last_name = back.last_name, email = back.email, phone = back.phone, company = back.company,
      website = back.website, role = back.role, ad_spend = back.ad_spend, target_clients = back.target_clients,
      deal_size = back.deal_size, timeline = back.timeline, best_contact = back.best_contact, goals = back.goals, tags = back.tags,
      tier_interest = back.tier_interest, stage = back.stage, value_cents = back.value_cents, lost_reason_id = back.lost_reason_id,
      lost_note = back.lost_note, user_id = back.user_id, source = back.source
    from (
      select restored.* from public.leads as is_now cross join lateral jsonb_populate_record(is_now, written.before) as restored
      where is_now.id = written.lead_id and is_now.merged_into is null and to_jsonb(is_now) @> written.after
    ) as back
    where lead.id = back.id returning lead.version into new_version;
    if found then
      put_back := put_back + 1;
      -- The row that created it, if it was one of this import, knows it as it was put back.
      update private.lead_import_rows as maker set version = new_version
      where maker.import_id = p_import.id and maker.row_no < written.row_no and maker.lead_id = written.lead_id
        and maker.outcome in ('created', 'updated')
        and maker.row_no >= coalesce(written.repeats, written.row_no);
    else
      skipped_back := skipped_back + 1;
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
    order by lead.id for update of lead
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

comment on function private.undo_import_batch(public.lead_imports, integer) is 'Takes the latest rows back; 0 when there are none left.';

create function public.run_lead_import(p_import_id uuid, p_limit integer) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  current_import public.lead_imports;
  handled integer := 0;
begin
  select one.* into current_import from public.lead_imports as one where one.id = p_import_id for update;
  if not found or current_import.status not in ('running', 'undoing') then return jsonb_build_object('over', true, 'handled', 0); end if;
  if current_import.status = 'running' and not exists (
    select from public.user_roles as held
    where held.user_id = current_import.actor_id and held.role in ('sales', 'admin') and held.status = 'active'
  ) then
    update public.lead_imports as one set status = 'failed', problem = 'Whoever imports is not active in the team any more', finished_at = now()
    where one.id = p_import_id;
    return jsonb_build_object('over', true, 'handled', 0);
  end if;
  handled := case current_import.status
    when 'running' then private.run_import_batch(current_import, least(greatest(p_limit, 1), 5000))
    else private.undo_import_batch(current_import, least(greatest(p_limit, 1), 5000))
  end;
  return jsonb_build_object('over', handled = 0, 'handled', handled);
end
$$;

comment on function public.run_lead_import(uuid, integer) is
'Runs, or takes back, at most so many rows of an import in one transaction: { over, handled }. For the host''s timer only.';

revoke execute on function public.run_lead_import(uuid, integer) from public;
grant execute on function public.run_lead_import(uuid, integer) to service_role;
