-- People of a free account may withdraw a lead's consent, and undo that.

create function private.require_changer(p_changes jsonb) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- Someone who no longer agrees to be contacted is heard on every plan.
  return case when p_changes = '{"consent": null}' then private.require_team() else private.require_premium() end;
end
$$;

comment on function private.require_changer(jsonb) is
'Returns the caller''s id if they may make such changes of leads, or undo them: on the free plan they may only withdraw consent. 42501 as private.require_premium().';

create or replace function private.change_leads(p_batch_id uuid, p_lead_ids uuid[], p_changes jsonb, p_seen_version integer) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_changer(p_changes);
  changes jsonb := private.parse_changes(p_changes);
  known public.lead_batches;
  current_version integer;
  changed_count integer;
begin
  if p_batch_id is null or cardinality(p_lead_ids) not between 1 and 1000 then
    perform private.refuse('too_many_leads', '22023', 'You can change 1 to 1,000 leads at a time');
  end if;
  if changes ? 'consent' and cardinality(p_lead_ids) > 1 then
    perform private.refuse('consent_for_one_lead', '22023', 'Consent is recorded for one lead at a time');
  end if;
  insert into public.lead_batches (id, actor_id, kind, changes) values (p_batch_id, caller, 'change', changes)
  on conflict (id) do nothing returning * into known;
  if known.id is null then
    select batch.* into known from public.lead_batches as batch where batch.id = p_batch_id and batch.actor_id = caller and batch.account_id = private.workspace();
    if known.id is null then perform private.refuse('id_taken', '42501', 'This change belongs to someone else'); end if;
    return jsonb_build_object('batch_id', known.id, 'changed', known.leads, 'skipped', cardinality(p_lead_ids) - known.leads);
  end if;
  if p_seen_version is not null then
    -- Somebody else's lead gets the same answer as a missing one, because its version is private too.
    select lead.version into current_version from public.leads as lead
    where lead.id = p_lead_ids[1] and private.may_see_lead(lead) for update;
    if current_version is distinct from p_seen_version then
      perform private.refuse('outdated', 'PT409', 'Someone else just changed this lead');
    end if;
  end if;
  changed_count := private.apply_batch_changes(p_batch_id, p_lead_ids, changes);
  update public.lead_batches as batch set leads = changed_count where batch.id = p_batch_id;
  perform private.consume_quota('lead_changes', caller::text);
  return jsonb_build_object('batch_id', p_batch_id, 'changed', changed_count, 'skipped', cardinality(p_lead_ids) - changed_count);
end
$$;

comment on function public.change_leads(uuid, uuid[], jsonb, integer) is
'Changes up to 1,000 leads: { batch_id, changed, skipped }. Skipped leads are those that the caller may not change, that are merged or erased, or that already have the values; a consent on record stays as it is until it is taken back. Fields are columns of leads, and also archived (boolean), add_tags, remove_tags and, for one lead at a time, consent: how they agreed to receive email, or null to take that back. A known batch id changes nothing. PT409: the lead has another version than p_seen_version, or is not the caller''s. 22023: what is wrong with the changes. 42501: not on the team, or a free plan (premium_only), on which consent can only be taken back.';

create or replace function private.undo_lead_batch(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  is_admin boolean := private.sees_all_leads();
  batch public.lead_batches;
  restored integer;
  total integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and found.account_id = private.workspace() and (found.actor_id = caller or private.manages_workspace()) for update;
  perform private.require_changer(batch.changes);
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', 'Change not found'); end if;
  if batch.kind <> 'change' then perform private.refuse('not_undoable', '22023', 'This change can''t be undone here'); end if;
  if batch.undone_at is not null then perform private.refuse('already_undone', 'PT409', 'This was already undone'); end if;
  select count(*) into total from private.lead_batch_rows as noted where noted.batch_id = p_batch_id;
  -- Locks first, because somebody may be working with one of the leads right now.
  perform from public.leads as lead
  where lead.id = any (array(select noted.lead_id from private.lead_batch_rows as noted where noted.batch_id = p_batch_id))
  order by lead.id for update;
  -- Leads that somebody changed later stay as they are. write_leads also restores stage_entered_at, reached and closed_at, so
  -- that an undone mistake leaves no trace in the figures.
  select count(*) into restored from private.write_leads(array(
    select jsonb_populate_record(lead, noted.before)
    from private.lead_batch_rows as noted join public.leads as lead on lead.id = noted.lead_id
    where noted.batch_id = p_batch_id and noted.before is not null and lead.merged_into is null
      and private.is_unchanged_since(to_jsonb(lead), noted.after)
      and private.can_undo_change(lead, noted.before, noted.after, caller, is_admin, batch.created_at)
  ));
  update public.lead_batches as done set undone_at = now() where done.id = p_batch_id;
  return jsonb_strip_nulls(jsonb_build_object('restored', restored, 'kept', total - restored, 'accounts', case when private.has_active_role('admin') then (
    -- Its owner may have the invitation already, so the account of a lead that is no longer won stays.
    select jsonb_agg(jsonb_build_object('id', account.id, 'name', account.name, 'is_invited', exists (
      select from public.invitations as open
      where open.account_id = account.id and open.accepted_at is null and open.revoked_at is null and open.expires_at > now()
    )) order by account.name, account.id)
    from public.accounts as account where account.archived_at is null and account.id in (
      select lead.client_account_id from private.lead_batch_rows as noted join public.leads as lead on lead.id = noted.lead_id
      where noted.batch_id = p_batch_id and noted.after ->> 'stage' = 'won' and lead.stage <> 'won'
    )
  ) end));
end
$$;
