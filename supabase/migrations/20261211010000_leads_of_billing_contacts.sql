-- A person who becomes a billing contact can't open the workspace anymore, so their open leads are nobody's, as when they leave. The
-- question before that says how many there are.

create or replace function private.release_leads(p_account uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  update public.leads as lead set user_id = null
  where lead.account_id = p_account and lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost')
$$;

comment on function private.release_leads(uuid, uuid) is
'Makes the open leads of a person who no longer works in an account nobody''s again, so that a colleague sees them.';

create or replace function private.set_member_role(p_account_id uuid, p_user_id uuid, p_role public.account_role) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  plan jsonb;
begin
  perform private.require_open_account(p_account_id);
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  if p_role = 'member' then
    plan := private.plan_of_member(p_account_id, p_user_id);
    perform private.refuse_payer(plan, p_user_id);
  end if;
  update public.account_members as member set role = p_role where member.account_id = p_account_id and member.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  if p_role = 'billing' then perform private.release_leads(p_account_id, p_user_id); end if;
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
end
$$;

comment on function public.set_member_role(uuid, uuid, public.account_role) is
'Changes what a member may do. A billing contact''s open leads become unowned. For owners and admins. PT404: no such account or member. PT409: the account would have no owner (last_owner), or the person pays for its plan (member_pays_for_plan).';

create or replace function private.remove_member(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  plan jsonb;
begin
  -- Everybody may leave by themselves.
  if p_user_id is distinct from auth.uid() or private.account_role_of_caller(p_account_id) is null then
    perform private.require_managed_account(p_account_id);
  end if;
  perform from public.accounts as account where account.id = p_account_id for no key update;
  perform private.refuse_unsettled(p_account_id, p_user_id);
  plan := private.plan_of_member(p_account_id, p_user_id);
  perform private.refuse_payer(plan, p_user_id);
  delete from public.account_members as member where member.account_id = p_account_id and member.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer in the account'); end if;
  perform private.release_leads(p_account_id, p_user_id);
  perform private.announce_lost_plan(p_account_id, p_user_id, plan);
end
$$;

create or replace function private.end_loan(p_account_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.account_loans as loan where loan.account_id = p_account_id and loan.user_id = p_user_id;
  if not found then perform private.refuse('person_not_found', 'PT404', 'This person is no longer lent to the account'); end if;
  perform private.release_leads(p_account_id, p_user_id);
end
$$;

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
        'id', member.user_id, 'name', private.person_name(member.user_id), 'email', person.email, 'role', member.role, 'since', member.created_at,
        'plan', case when member.user_id = auth.uid() or private.manages_account(p_account_id) then private.plan_of_member(p_account_id, member.user_id) end,
        'open_leads', case when member.user_id = auth.uid() or private.manages_account(p_account_id) then (
          select count(*) from public.leads as lead
          where lead.account_id = p_account_id and lead.user_id = member.user_id
            and lead.archived_at is null and not lead.is_spam and lead.stage not in ('won', 'lost')
        ) end
      ) order by member.role, member.created_at, member.user_id)
      from public.account_members as member join auth.users as person on person.id = member.user_id where member.account_id = p_account_id
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

comment on function public.account_people(uuid) is
'The people of an account: {may_manage, members: [{id, name, email, role, since, plan, open_leads: how many they own}], lent: [{id, name, email, since, is_active: whether they work for the agency now}], invitations: [{id, email, role, created_at, expires_at}]}. Invitations, and plans (private.plan_of_member) and leads of others, only for those who manage it. PT404: not an account of the caller.';
