-- Merges two leads of the same person.

create function private.lock_lead_pair(p_one uuid, p_other uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_count integer;
begin
  if p_one is null or p_other is null or p_one = p_other then
    perform private.refuse('same_lead', '22023', 'Choose two different leads to merge');
  end if;
  -- Locks in the order of ids, so that two people who merge the same pair in opposite directions cannot deadlock.
  perform from public.leads as lead where lead.id in (p_one, p_other) and lead.account_id = private.workspace() order by lead.id for update;
  select count(*) into found_count from public.leads as lead where lead.id in (p_one, p_other) and private.may_see_lead(lead);
  if found_count <> 2 then perform private.refuse('lead_not_found', 'PT404', 'Leads not found'); end if;
end
$$;

comment on function private.lock_lead_pair(uuid, uuid) is 'Locks two leads that the caller may see. PT404: the caller may not see both.';

create function private.merged_lead(p_keep public.leads, p_other public.leads, p_fields jsonb) returns public.leads
language plpgsql stable
set search_path = ''
as $$
declare
  -- Lists are joined. The reason for a loss belongs to the stage.
  fields constant text[] := private.lead_facts_of_kind('word', 'text', 'number', 'choice') || array['stage', 'user_id'];
  keep jsonb := to_jsonb(p_keep);
  other jsonb := to_jsonb(p_other);
  taken jsonb;
  unknown text;
  merged public.leads;
begin
  select key into unknown from jsonb_each_text(p_fields) as chosen (key, side)
  where chosen.key <> all (fields) or chosen.side is null or chosen.side not in ('keep', 'other') limit 1;
  if unknown is not null then perform private.refuse('unknown_choice', '22023', format('Unknown choice for %s', left(unknown, 40))); end if;
  select coalesce(jsonb_object_agg(field, other -> field), '{}') into taken from unnest(fields) as field
  where coalesce(p_fields ->> field, case when btrim(coalesce(keep ->> field, '')) = '' then 'other' else 'keep' end) = 'other'
    and (p_fields ->> field = 'other' or other ->> field is not null);
  if taken ? 'stage' then
    -- The dates of the stage come along, so that a merge does not make an old lead look new or a win look recent.
    taken := taken || jsonb_build_object('lost_reason_id', p_other.lost_reason_id, 'lost_note', p_other.lost_note,
      'stage_entered_at', p_other.stage_entered_at, 'closed_at', p_other.closed_at);
  end if;
  merged := jsonb_populate_record(p_keep, taken);
  merged.tags := array(select distinct tag from unnest(p_keep.tags || p_other.tags) as tag order by tag);
  merged.tier_interest := array(select distinct tier from unnest(p_keep.tier_interest || p_other.tier_interest) as tier order by tier);
  -- Consent belongs to the address that stays.
  if lower(p_keep.email) <> lower(p_other.email) then
    if lower(merged.email) = lower(p_other.email) then
      merged.consent_at := p_other.consent_at;
      merged.consent_text := p_other.consent_text;
    end if;
  elsif p_keep.consent_at is null then
    merged.consent_at := p_other.consent_at;
    merged.consent_text := p_other.consent_text;
  end if;
  return merged;
end
$$;

comment on function private.merged_lead(public.leads, public.leads, jsonb) is
'The kept lead after the merge: for each field the chosen side, else its own value unless that is blank; tags and offers of both; the consent that belongs to its address.';

create function private.merge_open_clocks(p_merged public.leads, p_other uuid, p_actor uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  keep constant uuid := p_merged.id;
  kept public.lead_clocks;
  others public.lead_clocks;
begin
  select clock.* into kept from public.lead_clocks as clock
  where clock.lead_id = keep and clock.state not in ('answered', 'dropped') for update;
  select clock.* into others from public.lead_clocks as clock
  where clock.lead_id = p_other and clock.state not in ('answered', 'dropped') for update;
  if others.id is null then return '{}'; end if;
  -- The earlier clock goes on, so that a merge never hides a breach. None goes on at a lead that was closed since.
  if kept.id is not null and kept.arrived_at <= others.arrived_at or not private.may_wait(p_merged, others.arrived_at) then
    update public.lead_clocks as clock set state = 'dropped' where clock.id = others.id;
    insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
    values (others.id, p_other, 'dropped', now(), p_actor, jsonb_build_object('merged_into', keep)) on conflict do nothing;
    return jsonb_build_object('dropped', others.id, 'dropped_state', others.state);
  end if;
  if kept.id is not null then
    update public.lead_clocks as clock set state = 'dropped' where clock.id = kept.id;
    insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
    values (kept.id, keep, 'dropped', now(), p_actor, jsonb_build_object('replaced_by', others.id)) on conflict do nothing;
  end if;
  update public.lead_clocks as clock set lead_id = keep where clock.id = others.id;
  insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
  values (others.id, keep, 'moved', now(), p_actor, jsonb_build_object('from_lead', p_other));
  return jsonb_strip_nulls(jsonb_build_object('moved', others.id, 'dropped', kept.id, 'dropped_state', kept.state));
end
$$;

comment on function private.merge_open_clocks(public.leads, uuid, uuid) is
'Keeps one clock for both leads, the one that has waited longer. Returns what it did, for the undo.';

create function private.answer_merged_clock(p_lead_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  waiting uuid := (select clock.id from public.lead_clocks as clock where clock.lead_id = p_lead_id and clock.state not in ('answered', 'dropped'));
begin
  if waiting is null then return null; end if;
  perform private.answer_clock(waiting);
  return (select clock.id from public.lead_clocks as clock where clock.id = waiting and clock.state = 'answered');
end
$$;

comment on function private.answer_merged_clock(uuid) is
'Stops a clock that the history of the other lead already answers. Returns it, for the undo.';

create function private.merge_leads(p_batch_id uuid, p_keep_id uuid, p_other_id uuid, p_fields jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
-- A merge has one entry in the history. What it copies from the other lead must not stay there when the merge is undone.
set upfunnel.merging = 'on'
as $$
declare
  caller uuid := private.require_premium();
  known public.lead_batches;
  keep public.leads;
  other public.leads;
  merged public.leads;
  after_keep public.leads;
  after_other public.leads;
  done jsonb;
begin
  if p_batch_id is null then perform private.refuse('required', '22023', 'The merge needs an id', 'id'); end if;
  perform private.lock_lead_pair(p_keep_id, p_other_id);
  select batch.* into known from public.lead_batches as batch where batch.id = p_batch_id;
  if known.id is not null then
    if known.actor_id is distinct from caller or known.kind <> 'merge' then
      perform private.refuse('id_taken', '42501', 'This change belongs to someone else');
    end if;
    return jsonb_build_object('batch_id', known.id, 'kept_id', known.changes ->> 'keep');
  end if;
  select lead.* into keep from public.leads as lead where lead.id = p_keep_id;
  select lead.* into other from public.leads as lead where lead.id = p_other_id;
  if keep.merged_into is not null or other.merged_into is not null then
    perform private.refuse('outdated', 'PT409', 'Someone else just merged one of these leads');
  end if;
  if keep.erased_at is not null or other.erased_at is not null then perform private.refuse('person_erased', 'PT409', 'This person was erased'); end if;
  if keep.archived_at is not null then perform private.refuse('lead_archived', 'PT409', 'The lead you''re keeping is archived. Restore it first.'); end if;
  merged := private.merged_lead(keep, other, coalesce(p_fields, '{}'));
  done := jsonb_build_object(
    'keep', p_keep_id, 'other', p_other_id, 'fields', coalesce(p_fields, '{}'),
    'clock', private.merge_open_clocks(merged, p_other_id, caller),
    'tasks', (select coalesce(jsonb_agg(task.id), '[]') from (
      select one.id from public.lead_tasks as one where one.lead_id = p_other_id order by one.due_at limit 1000) as task),
    'bookings', (select coalesce(jsonb_agg(booking.id), '[]') from (
      select one.id from public.bookings as one where one.lead_id = p_other_id order by one.starts_at desc limit 100) as booking),
    'merged_before', (select coalesce(jsonb_agg(lead.id), '[]') from public.leads as lead where lead.merged_into = p_other_id)
  );
  insert into public.lead_batches (id, actor_id, kind, changes, leads) values (p_batch_id, caller, 'merge', done, 2);
  update public.lead_tasks as task set lead_id = p_keep_id where task.lead_id = p_other_id;
  update public.bookings as booking set lead_id = p_keep_id where booking.lead_id = p_other_id;
  update public.leads as lead set merged_into = p_keep_id where lead.merged_into = p_other_id;
  update public.leads as lead
  set merged_into = p_keep_id, archived_at = coalesce(lead.archived_at, now()) where lead.id = p_other_id
  returning lead.* into after_other;
  merged.reached := greatest(keep.reached, other.reached);
  merged.last_activity_at := greatest(keep.last_activity_at, other.last_activity_at);
  merged.first_touch := case when other.created_at < keep.created_at then coalesce(other.first_touch, keep.first_touch)
    else coalesce(keep.first_touch, other.first_touch) end;
  merged.last_touch := case when other.created_at > keep.created_at then coalesce(other.last_touch, keep.last_touch)
    else coalesce(keep.last_touch, other.last_touch) end;
  select written.* into after_keep from private.write_leads(array[merged]) as written;
  done := done || jsonb_build_object('answered', private.answer_merged_clock(p_keep_id));
  update public.lead_batches as batch set changes = done where batch.id = p_batch_id;
  perform private.sync_lead_clock(lead_id) from unnest(array[p_keep_id, p_other_id]) as lead_id;
  insert into private.lead_batch_rows (batch_id, lead_id, before, after) values
  (p_batch_id, p_keep_id,
    private.changed_fields(to_jsonb(keep), to_jsonb(after_keep)) || private.derived_fields(to_jsonb(keep), to_jsonb(after_keep)),
    private.changed_fields(to_jsonb(after_keep), to_jsonb(keep)) || private.derived_fields(to_jsonb(after_keep), to_jsonb(keep))),
  (p_batch_id, p_other_id, jsonb_build_object('archived_at', other.archived_at), jsonb_build_object('archived_at', after_other.archived_at));
  insert into public.lead_activities (lead_id, kind, actor_id, payload) values
  (p_keep_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'kept', 'lead_id', p_other_id)),
  (p_other_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'merged', 'lead_id', p_keep_id));
  return jsonb_build_object('batch_id', p_batch_id, 'kept_id', p_keep_id);
end
$$;

create function public.merge_leads(p_batch_id uuid, p_keep_id uuid, p_other_id uuid, p_fields jsonb default '{}') returns jsonb
language sql volatile
set search_path = ''
return private.merge_leads(p_batch_id, p_keep_id, p_other_id, p_fields);

comment on function public.merge_leads(uuid, uuid, uuid, jsonb) is
'Makes two leads one: { batch_id, kept_id }. Fields: keep or other for each. The other lead is archived and points to the kept one. A known batch id changes nothing. 42501: not on the team. PT404: the caller may not see both leads. PT409: merged meanwhile. 22023: invalid choice.';

grant execute on function public.merge_leads(uuid, uuid, uuid, jsonb) to authenticated;
grant execute on function private.merge_leads(uuid, uuid, uuid, jsonb) to authenticated;
