-- A client who owns open leads in their own account can be deactivated: only the agency's leads need a new owner.

create or replace function private.reassign_leads(p_from uuid, p_to uuid, p_unassign boolean) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  -- The leads of a client's account have no new owner to choose: they are nobody's, as when a person leaves the account.
  held bigint := (
    select count(*) from public.leads as lead
    where lead.user_id = p_from and lead.account_id = private.agency_account()
      and lead.archived_at is null and not lead.is_spam and lead.stage not in ('won', 'lost')
  );
begin
  if held > 0 and p_to is null and not coalesce(p_unassign, false) then
    perform private.refuse(
      'leads_unassigned', 'PT409',
      format('They have %s open leads. Choose a new owner, or leave the leads unassigned.', held),
      p_more => jsonb_build_object('leads', held)
    );
  end if;
  if p_to is not null and (p_to = p_from or not exists (
    select from public.user_roles as taker
    where taker.user_id = p_to and taker.status = 'active' and taker.role in ('sales', 'admin')
  )) then
    perform private.refuse('assignee_not_active', '22023', 'Leads can only be assigned to active sales reps and admins', 'reassign_to');
  end if;
  -- Spam does not count, but its owner leaves, too.
  -- A lead of a client's account goes to nobody when the new owner is not lent to it.
  update public.leads as lead set user_id = case when private.is_on_team(p_to, lead.account_id) then p_to end
  where lead.user_id = p_from and lead.archived_at is null and lead.stage not in ('won', 'lost');
  return held;
end
$$;

comment on function private.reassign_leads(uuid, uuid, boolean) is
'Gives a person''s open leads to another person or to nobody, and returns how many were the agency''s. Won and lost leads keep their owner.';
