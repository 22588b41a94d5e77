-- Undo of a won deal names the client's account that stays.

create or replace function private.undo_lead_batch(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  is_admin boolean := private.sees_all_leads();
  batch public.lead_batches;
  restored integer;
  total integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and found.account_id = private.workspace() and (found.actor_id = caller or private.manages_workspace()) for update;
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', 'Change not found'); end if;
  if batch.kind <> 'change' then perform private.refuse('not_undoable', '22023', 'This change has to be undone in another way'); end if;
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


comment on function public.undo_lead_batch(uuid) is
'Undoes a change: { restored, kept, accounts }. accounts are, for admins, those of leads that are no longer won, if there are any: { id, name, is_invited }; they stay. Kept leads are those that somebody changed since, that belong to somebody else now, or whose former owner is no longer active. PT404: no such change of the caller. PT409: already undone.';
