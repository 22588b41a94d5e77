-- Who removes a person from an account or the team reads which meeting types nobody can book then.

create function private.only_host_of(p_user_id uuid, p_account_id uuid default null) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array(
    select type.name
    from public.meeting_hosts as host join public.meeting_types as type on type.id = host.meeting_type_id
    where host.user_id = p_user_id and type.is_active and type.account_id = coalesce(p_account_id, type.account_id)
      and private.hosts_of(type) = array[p_user_id]
    order by type.name, type.id
  )
$$;

comment on function private.only_host_of(uuid, uuid) is
'The names of the meeting types, of one account or of all, that nobody can book once this person leaves: they have no other host.';

create or replace function private.account_people(p_account_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not (
    private.has_active_role('admin') or private.account_role_of_caller(p_account_id) is not null and private.has_active_role('client')
    or p_account_id <> private.agency_account() and private.may_enter(p_account_id)
  ) then
    perform private.refuse('account_not_found', 'PT404', 'Account not found');
  end if;
  return jsonb_build_object(
    'may_manage', private.manages_account(p_account_id),
    'members', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', member.user_id, 'name', private.person_name(member.user_id), 'email', person.email, 'role', member.role, 'status', member.status, 'since', member.created_at,
        'plan', case when member.user_id = auth.uid() or private.manages_account(p_account_id) then private.plan_of_member(p_account_id, member.user_id) end,
        'open_leads', case when member.user_id = auth.uid() or private.manages_account(p_account_id) then (
          select count(*) from public.leads as lead
          where lead.account_id = p_account_id and lead.user_id = member.user_id
            and lead.archived_at is null and not lead.is_spam and lead.stage not in ('won', 'lost')
        ) end,
        'money', case when member.user_id = auth.uid() or private.manages_account(p_account_id) then private.money_of_member(p_account_id, member.user_id) end,
        'only_host_of', case when member.user_id = auth.uid() or private.manages_account(p_account_id)
          then private.only_host_of(member.user_id, p_account_id) else '{}' end
      ) order by member.role, member.created_at, member.user_id)
      from private.client_members as member join auth.users as person on person.id = member.user_id where member.account_id = p_account_id
    ), '[]'),
    'lent', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', loan.user_id, 'name', private.person_name(loan.user_id), 'email', person.email, 'since', loan.created_at,
        'is_active', exists (
          select from public.user_roles as held where held.user_id = loan.user_id and held.role in ('sales', 'admin') and held.status = 'active'
        )
      ) order by loan.created_at, loan.user_id)
      from public.account_loans as loan join auth.users as person on person.id = loan.user_id where loan.account_id = p_account_id
    ), '[]'),
    'invitations', case when private.manages_account(p_account_id) then coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', open.id, 'email', open.email, 'role', open.account_role, 'created_at', open.created_at, 'expires_at', open.expires_at
      ) order by open.created_at desc)
      from public.invitations as open where open.account_id = p_account_id and open.accepted_at is null and open.revoked_at is null
    ), '[]') else '[]' end
  );
end
$$;

drop function public.count_open_work(uuid);
drop function private.count_open_work(uuid);

create function private.count_open_work(p_user_id uuid) returns table (calls bigint, tasks bigint, requests bigint, meeting_types text[])
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select
    (
      select count(*) from public.booking_hosts as host join public.bookings as booking on booking.id = host.booking_id
      where host.user_id = p_user_id and booking.state = 'booked' and booking.ends_at > now()
    ),
    (
      select count(*) from public.lead_tasks as task join public.leads as lead on lead.id = task.lead_id
      where lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost') and task.done_at is null
        -- The task of a call goes where the call goes.
        and task.booking_id is null
    ),
    (
      select count(*) from public.request_assignments as assigned join public.change_requests as request on request.id = assigned.request_id
      where assigned.user_id = p_user_id and request.status <> 'closed'
    ),
    private.only_host_of(p_user_id);
end
$$;

create function public.count_open_work(p_user_id uuid) returns table (calls bigint, tasks bigint, requests bigint, meeting_types text[])
language sql stable
set search_path = ''
return private.count_open_work(p_user_id);

comment on function public.count_open_work(uuid) is
'What a person has beside their leads: booked calls ahead, open tasks of their open leads, open requests assigned to them, and the meeting types without another host. Admins only.';

grant execute on function public.count_open_work(uuid) to authenticated;
grant execute on function private.count_open_work(uuid) to authenticated;

comment on function public.account_people(uuid) is
'The people of an account: {may_manage, members: [{id, name, email, role, status (of their role as a client), since, plan, open_leads: how many they own, money, only_host_of: names of meeting types}], lent: [{id, name, email, since, is_active: whether they work for the agency now}], invitations: [{id, email, role, created_at, expires_at}]}. Invitations, and plans (private.plan_of_member), leads, money (private.money_of_member) and meeting types (private.only_host_of) of others, only for those who manage it. PT404: not an account of the caller.';
