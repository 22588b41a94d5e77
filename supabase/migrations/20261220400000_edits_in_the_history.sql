-- The history of a lead shows who changed which fact, from what to what.

create function private.short_fact(p_kind text, p_value jsonb, p_other jsonb) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when p_kind = 'list' then (
      select jsonb_agg(part.value order by part.place)
      from (
        select had.value, had.place from jsonb_array_elements(p_value) with ordinality as had (value, place)
        where not coalesce(p_other, '[]') @> jsonb_build_array(had.value) order by had.place limit 10
      ) as part
    )
    when jsonb_typeof(p_value) = 'string' then to_jsonb(
      case when char_length(p_value #>> '{}') > 120 then left(p_value #>> '{}', 119) || '…' else nullif(p_value #>> '{}', '') end
    )
    when p_value <> 'null' then p_value
  end
$$;

comment on function private.short_fact(text, jsonb, jsonb) is
'A fact as the history of a lead keeps it: a text of at most 120 characters, or of a list at most 10 elements that the other state lacks. Null without a value.';

create function private.edits_of(p_before jsonb, p_after jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('fields', coalesce(jsonb_agg(jsonb_build_object('field', known.field, 'from', was.short, 'to', now_is.short) order by known.field), '[]'))
  from private.lead_fields as known
  cross join lateral private.short_fact(known.kind, p_before -> known.field, p_after -> known.field) as was (short)
  cross join lateral private.short_fact(known.kind, p_after -> known.field, p_before -> known.field) as now_is (short)
  where known.is_fact and p_before -> known.field is distinct from p_after -> known.field
$$;

comment on function private.edits_of(jsonb, jsonb) is
'The facts of a lead that differ between two states, as its history keeps them: { fields: [{ field, from, to }] }. Of a list, from has what was removed and to what was added.';

create or replace function private.write_lead_history() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed boolean;
  facts constant text[] := private.lead_facts_of_kind('word', 'text', 'list', 'number', 'choice');
  -- Merges and the product's own changes, such as those of a form or an import, have entries of their own.
  edited constant text := case when auth.uid() is null or current_setting('upfunnel.merging', true) = 'on' then 'false' else format(
    'now_row.erased_at is null and (%s) is distinct from (%s)', private.columns_sql(facts, 'now_row.%1$I'), private.columns_sql(facts, 'was.%1$I')
  ) end;
begin
  -- execute makes a new plan for each statement. A plan for one lead would compare ten thousand with each other.
  execute format($found$
    select exists (
      select from new_leads as now_row join old_leads as was on was.id = now_row.id
      where (now_row.stage, now_row.user_id, now_row.archived_at, now_row.consent_at)
        is distinct from (was.stage, was.user_id, was.archived_at, was.consent_at) or (%s)
    )
  $found$, edited) into changed;
  -- Statement triggers also run without rows. Without this line, this trigger and the one on the history would call each other
  -- forever.
  if not changed then return null; end if;
  execute format($history$
    insert into public.lead_activities (lead_id, kind, actor_id, payload)
    select now_row.id, happened.kind, auth.uid(), happened.payload
    from new_leads as now_row join old_leads as was on was.id = now_row.id
    cross join lateral (values
      ('stage_change', now_row.stage <> was.stage, jsonb_build_object(
        'from', was.stage, 'to', now_row.stage, 'seconds', round(extract(epoch from now() - was.stage_entered_at)),
        'entered_at', was.stage_entered_at)),
      ('assignment', now_row.user_id is distinct from was.user_id, jsonb_build_object('from', was.user_id, 'to', now_row.user_id)),
      ('archive', was.archived_at is null and now_row.archived_at is not null and now_row.merged_into is null, '{}'),
      ('restore', was.archived_at is not null and now_row.archived_at is null, '{}'),
      -- The entry of a form already records the consent that it gave.
      ('consent', auth.uid() is not null and now_row.consent_at is distinct from was.consent_at,
        jsonb_strip_nulls(jsonb_build_object('given', now_row.consent_at is not null, 'text', now_row.consent_text))),
      ('edit', %1$s, case when %1$s then private.edits_of(to_jsonb(was), to_jsonb(now_row)) end)
    ) as happened (kind, did, payload)
    where happened.did
  $history$, edited);
  return null;
end
$$;

comment on function private.write_lead_history() is
'Trigger: writes changes of stage, owner, archive and consent, and people''s changes of facts, into the lead''s history.';

create or replace function private.undo_book_call(p_booking_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  made constant public.booking_events := (
    select noted from public.booking_events as noted
    where noted.booking_id = p_booking_id and noted.event = 'booked' and noted.account_id = private.workspace() order by noted.id limit 1
  );
  booking public.bookings;
  is_forgotten boolean;
begin
  -- An earlier undo may have removed it.
  if made.id is null then return jsonb_build_object('restored', 0, 'kept', 0); end if;
  if made.actor_id is distinct from caller then
    perform private.refuse('change_not_found', 'PT404', 'Only the person who booked this call can undo it');
  end if;
  booking := private.lock_booking(p_booking_id);
  if booking.state = 'cancelled' then return jsonb_build_object('restored', 0, 'kept', 0); end if;
  if booking.sequence > 0 or booking.state <> 'booked' or booking.starts_at <= now() then
    perform private.refuse('outdated', 'PT409', 'This call has changed since then');
  end if;
  booking.lead_id := private.kept_lead(booking.lead_id);
  is_forgotten := private.forget_booking(booking);
  if not is_forgotten then
    perform private.cancel_booking(booking.id, caller, true);
    perform private.withdraw_booking_mails(booking.id, 0, 1);
  end if;
  -- The stage and the owner go back as far as nobody changed them or worked with the lead since.
  perform private.restore_stage(held.id, made.payload) from public.leads as held
  where held.id = booking.lead_id and held.stage = 'call_booked' and held.erased_at is null and exists (
    select from public.pipeline_stages as earlier join public.pipeline_stages as booked on booked.key = 'call_booked'
    where earlier.key = made.payload ->> 'stage_from' and earlier.position < booked.position
  );
  update public.leads as back set user_id = null
  where back.id = booking.lead_id and back.erased_at is null and back.user_id = caller and not made.payload ? 'owner_from' and not exists (
    select from public.lead_activities as later
    where later.lead_id = back.id and later.created_at > booking.created_at and private.is_human_activity(later.kind) and not private.is_retracted(later.id)
  );
  -- The response that was logged with it, as long as a log can be undone.
  perform private.undo_log_activity(logged.id) from public.lead_activities as logged
  where logged.id = booking.id and logged.actor_id = caller and private.is_human_activity(logged.kind)
    and not private.is_retracted(logged.id) and logged.created_at >= now() - interval '1 day'
    and private.may_see_lead((select held from public.leads as held where held.id = logged.lead_id and held.merged_into is null));
  -- What they entered for the booking goes with it. Where an email was sent, it's true.
  if is_forgotten and made.payload ?| array['fills_email', 'fills_phone'] then
    update public.leads as back set
      email = case when made.payload ? 'fills_email' and back.email = booking.email then null else back.email end,
      phone = case when made.payload ? 'fills_phone' and back.phone = booking.phone then null else back.phone end
    where back.id = booking.lead_id and back.erased_at is null;
  end if;
  -- The stage and the owner went there and back, so their history begins where it was.
  if is_forgotten then
    delete from public.lead_activities as noted
    where noted.lead_id = booking.lead_id and noted.actor_id = caller and noted.kind in ('stage_change', 'assignment', 'edit')
      and noted.created_at in (booking.created_at, now()) and exists (
        select from public.lead_activities as undone
        where undone.lead_id = noted.lead_id and undone.kind = noted.kind and undone.actor_id = caller and undone.created_at = now()
      );
  end if;
  return jsonb_strip_nulls(jsonb_build_object('restored', 1, 'kept', 0, 'was_told', case when not is_forgotten then true end));
end
$$;

create or replace function private.merge_leads(p_batch_id uuid, p_keep_id uuid, p_other_id uuid, p_fields jsonb) returns jsonb
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

create or replace function private.undo_lead_merge(p_batch_id uuid) returns jsonb
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
