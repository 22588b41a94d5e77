-- The history tells a consent that ended with its address from one that a person withdrew.

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
        jsonb_strip_nulls(jsonb_build_object(
          'given', now_row.consent_at is not null, 'text', now_row.consent_text,
          -- A new address ends the consent for the old one, and an undo brings a consent back with its day.
          'because', case when now_row.consent_at is null and lower(btrim(now_row.email)) is distinct from lower(btrim(was.email)) then 'email'
            when now_row.consent_at < now() then 'undone' end))),
      ('edit', %1$s, case when %1$s then private.edits_of(to_jsonb(was), to_jsonb(now_row)) end)
    ) as happened (kind, did, payload)
    where happened.did and (happened.kind <> 'edit' or happened.payload -> 'fields' <> '[]')
  $history$, edited);
  return null;
end
$$;

comment on function private.write_lead_history() is
'Trigger: writes changes of stage, owner, archive and consent, and people''s changes of facts, into the lead''s history.';
