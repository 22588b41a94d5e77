-- Merges as pages show them: who merged what, and whether it can still be undone.

create function private.merge_obstacle(p_batch public.lead_batches) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  kept public.leads;
  other public.leads;
begin
  if p_batch.actor_id is distinct from auth.uid() and not private.manages_workspace() then
    return 'Only an admin or the person who merged these leads can unmerge them';
  end if;
  if p_batch.undone_at is not null then return 'These leads were already unmerged'; end if;
  select lead.* into kept from public.leads as lead where lead.id = (p_batch.changes ->> 'keep')::uuid;
  select lead.* into other from public.leads as lead where lead.id = (p_batch.changes ->> 'other')::uuid;
  if kept.id is null or other.id is null then return 'One of these leads no longer exists'; end if;
  if not (private.may_see_lead(kept) and private.may_see_lead(other)) then
    return 'One of these leads now belongs to a colleague. An admin can unmerge them';
  end if;
  if other.merged_into = kept.id then return null; end if;
  if kept.merged_into is not null and other.merged_into = kept.merged_into then
    return 'The merged lead has since been merged into another lead. Undo that merge first';
  end if;
  return 'These leads are no longer merged';
end
$$;

comment on function private.merge_obstacle(public.lead_batches) is
'Why the caller cannot undo this merge now, as people read it; null when they can.';

create function private.merge_json(p_batch_id uuid, p_other_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  batch public.lead_batches;
  other public.leads;
  seen boolean;
begin
  select found.* into batch from public.lead_batches as found where found.id = p_batch_id and found.kind = 'merge';
  select lead.* into other from public.leads as lead where lead.id = p_other_id;
  seen := coalesce(private.may_see_lead(other), false) and other.id is not null;
  return jsonb_build_object(
    'batch_id', batch.id, 'by', private.person_name(batch.actor_id), 'at', batch.created_at,
    'other_id', case when seen then other.id end,
    -- A colleague's lead shows its name only while it is part of the kept lead, whose history has the name anyway.
    'other_name', case when seen or batch.undone_at is null and other.id::text = batch.changes ->> 'other' and other.merged_into is not null
      then private.lead_title(other) end,
    'undone_at', batch.undone_at, 'obstacle', private.merge_obstacle(batch)
  );
end
$$;

comment on function private.merge_json(uuid, uuid) is
'A merge as pages show it: { batch_id, by, at, other_id, other_name, undone_at, obstacle }. other is the lead on the other side. Its id is null when the caller may not see it, and so is its name, unless it is part of this lead.';

create function private.lead_merge_json(p_lead public.leads) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if p_lead.merged_into is null then return null; end if;
  return coalesce((
    select private.merge_json(batch.id, p_lead.merged_into)
    from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
    where noted.lead_id = p_lead.id and batch.kind = 'merge' and batch.undone_at is null and batch.changes ->> 'other' = p_lead.id::text
    order by batch.created_at desc, batch.id limit 1
  ), private.merge_json(null, p_lead.merged_into) || jsonb_build_object('obstacle', 'The details of this merge are no longer available'));
end
$$;

comment on function private.lead_merge_json(public.leads) is 'The merge that made this lead part of another one; null when there was none.';

create function private.lead_merges_json(p_lead_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.merge_json(latest.id, latest.other_id) order by latest.created_at desc), '[]')
  from (
    select batch.id, batch.created_at, other.id as other_id
    from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
    join public.leads as other on other.id = (batch.changes ->> 'other')::uuid and other.merged_into = p_lead_id
    where noted.lead_id = p_lead_id and batch.kind = 'merge' and batch.undone_at is null and batch.changes ->> 'keep' = p_lead_id::text
    order by batch.created_at desc limit 20
  ) as latest
$$;

comment on function private.lead_merges_json(uuid) is
'The merges that made other leads part of this one and were not undone, the latest first, as private.merge_json.';

create function private.is_duplicate_merge_event(p_payload jsonb, p_leads uuid[]) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(p_payload ->> 'was', p_payload ->> 'what') = 'merged' and (p_payload ->> 'lead_id')::uuid = any (p_leads)
$$;

comment on function private.is_duplicate_merge_event(jsonb, uuid[]) is
'Whether a merge entry is from the lead that was merged away, while the kept lead''s entry, which says the same, is shown too.';
