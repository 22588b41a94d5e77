-- The board and the table know a lead's consent, and recording one never replaces another.
create or replace function private.lead_row_json(lead public.leads) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', lead.id, 'version', lead.version, 'first_name', lead.first_name, 'last_name', lead.last_name, 'email', lead.email,
    'phone', lead.phone, 'company', lead.company, 'source', lead.source, 'stage', lead.stage, 'stage_entered_at', lead.stage_entered_at, 'value_cents', lead.value_cents, 'owner_id', lead.user_id,
    'owner_name', case when lead.user_id is not null then private.owner_name(lead.user_id::text) end, 'tags', lead.tags,
    'created_at', lead.created_at, 'last_activity_at', lead.last_activity_at, 'next_task_at', lead.next_task_at,
    'next_task_kind', lead.next_task_kind, 'next_task_title', lead.next_task_title, 'response_seconds', lead.response_seconds,
    'answer_target_seconds', lead.answer_target_seconds,
    'archived_at', lead.archived_at, 'consent_at', lead.consent_at,
    'clock', case when lead.clock_due_at is not null and lead.erased_at is null then private.open_clock_json(lead.id) end,
    'erased_at', lead.erased_at
  )
$$;

create or replace function private.apply_changes(lead public.leads, p_changes jsonb) returns public.leads
language plpgsql stable
set search_path = ''
as $$
declare
  changed public.leads;
begin
  changed := jsonb_populate_record(lead, p_changes - array['archived', 'add_tags', 'remove_tags', 'consent']);
  if p_changes ? 'archived' then
    changed.archived_at := case when (p_changes ->> 'archived')::boolean then coalesce(lead.archived_at, now()) end;
  end if;
  -- A consent that is on record already, such as a form's, keeps its day and its words: they are the proof. It is for one address.
  if p_changes ? 'consent' and (
    p_changes ->> 'consent' is null or lead.consent_at is null or changed.email is distinct from lead.email
  ) then
    changed.consent_at := case when p_changes ->> 'consent' is not null then now() end;
    changed.consent_text := 'Agreed to calls and messages, given ' || btrim(p_changes ->> 'consent');
  end if;
  if p_changes ? 'add_tags' or p_changes ? 'remove_tags' then
    changed.tags := array(
      select tag from (
        select unnest(lead.tags) as tag
        union select added from jsonb_array_elements_text(coalesce(p_changes -> 'add_tags', '[]')) as added
      ) as every
      where private.tag_key(tag) not in (
        select private.tag_key(removed) from jsonb_array_elements_text(coalesce(p_changes -> 'remove_tags', '[]')) as removed
      )
      order by tag
    );
  end if;
  if cardinality(changed.tags) > 50 then
    perform private.refuse('too_many_tags', '22023', 'A lead can have up to 50 tags', 'tags');
  end if;
  return changed;
end
$$;

comment on function public.change_leads(uuid, uuid[], jsonb, integer) is
'Changes up to 1,000 leads: { batch_id, changed, skipped }. Skipped leads are those that the caller may not change, that are merged or erased, or that already have the values; a consent on record stays as it is until it is taken back. Fields are columns of leads, and also archived (boolean), add_tags, remove_tags and, for one lead at a time, consent: how they agreed to receive email, or null to take that back. A known batch id changes nothing. PT409: the lead has another version than p_seen_version, or is not the caller''s. 22023: what is wrong with the changes. 42501: not on the team.';
