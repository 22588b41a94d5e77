-- The question before a person leaves an account says which money stays in their name and which goes to whom.
drop function private.first_owner(uuid);

create function private.first_owner(p_account uuid, p_without uuid default null) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select member.user_id from public.account_members as member
  where member.account_id = p_account and member.role = 'owner' and member.user_id is distinct from p_without
  order by member.created_at, member.user_id limit 1
$$;

comment on function private.first_owner(uuid, uuid) is
'The person whom an account''s new invoices and retainers name; null until an owner has joined. With p_without, the one after this person leaves.';

create function private.money_of_member(p_account_id uuid, p_user_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'invoices', (
      select count(*) from private.shown_invoices as invoice
      where invoice.account_id = p_account_id and invoice.client_id = p_user_id and invoice.is_open
    ),
    'agreed', (
      select count(*) from public.invoices as invoice
      where invoice.account_id = p_account_id and invoice.client_id = p_user_id and invoice.status = 'active' and invoice.owed_amount > 0
    ),
    'retainers', (
      select count(*) from public.retainers as retainer
      where retainer.account_id = p_account_id and retainer.client_id = p_user_id and retainer.status in ('active', 'paused')
    ),
    -- Only the agency sees what isn't sent yet.
    'drafts', case when private.has_active_role('admin') then (
      select count(*) from public.invoices as draft
      where draft.account_id = p_account_id and draft.client_id = p_user_id and draft.status = 'draft'
        and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id)
    ) + (
      select count(*) from public.retainers as retainer
      where retainer.account_id = p_account_id and retainer.client_id = p_user_id and retainer.status = 'pending'
    ) else 0 end,
    'signs_in', exists (
      select from public.user_roles as held where held.user_id = p_user_id and held.role = 'client' and held.status = 'active'
    ),
    'heir', private.person_name(private.first_owner(p_account_id, p_user_id))
  )
$$;

comment on function private.money_of_member(uuid, uuid) is
'What of an account names a person, and what becomes of it when they leave (private.hand_over): {invoices (open), agreed (active invoices, which can''t be paid yet): stay in their name; retainers, drafts (for admins, 0 for others): name the heir then; signs_in: whether they see and pay what stays; heir: an owner who stays, or null}.';

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
        ) end,
        'money', case when member.user_id = auth.uid() or private.manages_account(p_account_id) then private.money_of_member(p_account_id, member.user_id) end
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
'The people of an account: {may_manage, members: [{id, name, email, role, since, plan, open_leads: how many they own, money}], lent: [{id, name, email, since, is_active: whether they work for the agency now}], invitations: [{id, email, role, created_at, expires_at}]}. Invitations, and plans (private.plan_of_member), leads and money (private.money_of_member) of others, only for those who manage it. PT404: not an account of the caller.';
