-- Undo of a deactivation returns the leads that no one has worked with since.

drop function public.reactivate_user(uuid);

drop function private.reactivate_user(uuid);

create function private.return_leads(p_user_id uuid, out restored integer, out kept integer)
language plpgsql volatile
set search_path = ''
as $$
declare
  ended public.audit_log;
  moved uuid[];
begin
  -- What ended their access, with the leads that the same transaction gave to others.
  select entry.* into ended from public.audit_log as entry
  where entry.table_name = 'user_roles' and entry.row_id like p_user_id || ' %' and entry.action = 'update'
    and entry.before ->> 'status' <> 'inactive' and entry.after ->> 'status' = 'inactive'
  order by entry.id desc limit 1;
  moved := array(
    select private.parse_uuid(entry.row_id) from public.audit_log as entry
    where entry.write_id = ended.write_id and entry.table_name = 'leads' and entry.action = 'update'
      and entry.before ->> 'user_id' = p_user_id::text and not (entry.after ->> 'is_spam')::boolean
  );
  perform from public.leads as lead where lead.id = any (moved) order by lead.id for update;
  -- Leads that anyone worked with since stay where they are. Each change of a lead, its tasks and its history sets updated_at.
  update public.leads as lead set user_id = p_user_id
  where lead.id = any (moved) and lead.updated_at <= ended.happened_at and lead.archived_at is null and lead.merged_into is null
    and lead.user_id is distinct from p_user_id and private.is_on_team(p_user_id, lead.account_id)
    and not exists (select from public.lead_activities as activity where activity.lead_id = lead.id and activity.created_at > ended.happened_at)
    and not exists (select from public.lead_tasks as task where task.lead_id = lead.id and task.updated_at > ended.happened_at);
  get diagnostics restored = row_count;
  kept := cardinality(moved) - restored;
end
$$;

comment on function private.return_leads(uuid) is
'Gives a person the open leads back that went to others when their access ended, unless someone has worked with a lead since. Counts those that came back, and those that stay.';

create function private.reactivate_user(p_user_id uuid, p_with_leads boolean) returns table (restored integer, kept integer)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.user_roles as held set status = 'active' where held.user_id = p_user_id and held.status = 'inactive';
  if not found then perform private.refuse('not_inactive', 'PT409', 'This person isn''t inactive'); end if;
  if p_with_leads then return query select leads.* from private.return_leads(p_user_id) as leads;
  else return query select 0, 0;
  end if;
end
$$;

create function public.reactivate_user(p_user_id uuid, p_with_leads boolean default false) returns table (restored integer, kept integer)
language sql volatile
set search_path = ''
return private.reactivate_user(p_user_id, p_with_leads);

comment on function public.reactivate_user(uuid, boolean) is
'Restores the roles that were taken, and with p_with_leads the open leads that went to others then and that no one has worked with since. One row: how many came back and how many stay. Admins only. PT409: they are not inactive.';

grant execute on function public.reactivate_user(uuid, boolean) to authenticated;

grant execute on function private.reactivate_user(uuid, boolean) to authenticated;
