-- Whoever removes a lent rep reads which meeting types nobody can book then. A dashboard without a person doesn't wait for an owner.

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
        ),
        -- An admin stays a host without the loan.
        'only_host_of', case when (loan.user_id = auth.uid() or private.manages_account(p_account_id)) and not exists (
          select from public.user_roles as held where held.user_id = loan.user_id and held.role = 'admin' and held.status = 'active'
        ) then private.only_host_of(loan.user_id, p_account_id) else '{}' end
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

comment on function public.account_people(uuid) is
'The people of an account: {may_manage, members: [{id, name, email, role, status (of their role as a client), since, plan, open_leads: how many they own, money, only_host_of: names of meeting types}], lent: [{id, name, email, since, is_active: whether they work for the agency now, only_host_of}], invitations: [{id, email, role, created_at, expires_at}]}. Invitations, and plans (private.plan_of_member), leads, money (private.money_of_member) and meeting types (private.only_host_of) of others, only for those who manage it. PT404: not an account of the caller.';

comment on column public.client_dashboards.account_id is 'The account that it belongs to; null for people without one. Without a person, it belongs to the account alone.';
