-- A deactivation counts all open leads that it moves, and the new owner gets those with a booked call, too.

create function private.count_leads_to_reassign(p_user_id uuid, p_reassign_to uuid) returns table (to_owner bigint, to_others bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select count(*) filter (where lead.is_taken), count(*) filter (where not lead.is_taken) from (
    select coalesce(private.is_on_team(p_reassign_to, held.account_id), false) as is_taken from public.leads as held
    where held.user_id = p_user_id and held.archived_at is null and not held.is_spam and held.stage not in ('won', 'lost')
  ) as lead;
end
$$;

create function public.count_leads_to_reassign(p_user_id uuid, p_reassign_to uuid default null) returns table (to_owner bigint, to_others bigint)
language sql stable
set search_path = ''
return private.count_leads_to_reassign(p_user_id, p_reassign_to);

comment on function public.count_leads_to_reassign(uuid, uuid) is
'How many of a person''s open leads, in all accounts, the new owner would get, and how many they couldn''t: those go to the new host of their call or to nobody. Admins only.';

create or replace function private.reassign_leads(p_from uuid, p_to uuid, p_unassign boolean) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  moved integer;
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
  select leads.to_owner + leads.to_others into moved from private.count_leads_to_reassign(p_from, p_to) as leads;
  -- Spam does not count, but its owner leaves, too.
  -- A lead of a client's account goes to nobody when the new owner is not lent to it.
  update public.leads as lead set user_id = case when private.is_on_team(p_to, lead.account_id) then p_to end
  where lead.user_id = p_from and lead.archived_at is null and lead.stage not in ('won', 'lost');
  return moved;
end
$$;

comment on function private.reassign_leads(uuid, uuid, boolean) is
'Gives a person''s open leads to another person or to nobody, and returns how many. Only the agency''s need a choice. Won and lost leads keep their owner.';

create or replace function private.deactivate_user(p_user_id uuid, p_reassign_to uuid, p_unassign boolean) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer;
begin
  perform private.require_admin();
  if p_user_id = auth.uid() then perform private.refuse('own_account', 'PT409', 'You can''t deactivate yourself'); end if;
  perform from public.user_roles as held where held.user_id = p_user_id and held.status <> 'inactive' for update;
  if not found then perform private.refuse('already_inactive', 'PT409', 'This person has no active access'); end if;
  -- First, so that the new owner gets the leads with a booked call, too: a lead without an owner goes to the call's next host.
  moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign);
  update public.user_roles as held set status = 'inactive' where held.user_id = p_user_id and held.status <> 'inactive';
  perform private.end_access(p_user_id);
  return moved;
end
$$;

grant execute on function public.count_leads_to_reassign(uuid, uuid) to authenticated;
grant execute on function private.count_leads_to_reassign(uuid, uuid) to authenticated;
