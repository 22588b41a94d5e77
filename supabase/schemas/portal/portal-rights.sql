-- What the portal shows to one person of an account, beside the rows that name them.

create function private.portal_rights(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with mine as (
    select member.account_id, member.user_id, member.role, account.name, account.slug,
      exists (select from private.client_members as other where other.account_id = member.account_id and other.user_id <> member.user_id)
      or exists (select from public.invoices as invoice where invoice.account_id = member.account_id and invoice.client_id <> member.user_id)
      or exists (select from public.retainers as retainer where retainer.account_id = member.account_id and retainer.client_id <> member.user_id)
      or exists (
        select from public.change_requests as request
        where request.account_id = member.account_id and request.user_id <> member.user_id and not request.is_deletion
      )
      or exists (
        select from public.client_dashboards as board
        where board.account_id = member.account_id and board.owner_id is distinct from member.user_id
      ) as is_shared
    from private.client_members as member join public.accounts as account on account.id = member.account_id
    where member.user_id = (select private.portal_client(p_client_id)) and account.archived_at is null
  )
  select jsonb_build_object(
    'accounts', coalesce(jsonb_agg(jsonb_build_object('id', mine.account_id, 'name', mine.name, 'slug', mine.slug, 'role', mine.role)
      order by lower(mine.name), mine.account_id), '[]'),
    'sees_money', coalesce(bool_or(mine.role in ('owner', 'billing')), true),
    'sees_work', coalesce(bool_or(mine.role in ('owner', 'member')), true),
    'money', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'billing')), '[]'),
    'work', coalesce(jsonb_agg(mine.account_id order by mine.account_id) filter (where mine.is_shared and mine.role in ('owner', 'member')), '[]'),
    'is_billed', coalesce(bool_or(mine.user_id = private.first_owner(mine.account_id)), false) or exists (
      select from public.invoices as invoice
      where invoice.client_id = (select private.portal_client(p_client_id)) and invoice.status in ('pending', 'overdue', 'active')
    ) or exists (
      select from public.retainers as retainer
      where retainer.client_id = (select private.portal_client(p_client_id)) and retainer.status in ('pending', 'active', 'paused')
    ),
    'billed_to', coalesce((
      select jsonb_agg(jsonb_build_object('id', billed.id, 'name', private.person_name(billed.id)) order by lower(private.person_name(billed.id)), billed.id)
      from (
        select invoice.client_id as id from public.invoices as invoice
        where invoice.status <> 'draft' and (
          invoice.client_id = (select private.portal_client(p_client_id))
          or invoice.account_id in (select one.account_id from mine as one where one.role in ('owner', 'billing'))
        )
        union
        select private.first_owner(one.account_id) from mine as one where one.role in ('owner', 'billing')
      ) as billed
      where billed.id is not null and not exists (select from private.archived_billing_identities as gone where gone.account_id = billed.id)
    ), '[]'),
    'has_plan', exists (
      select from public.subscriptions as plan where plan.user_id = (select private.portal_client(p_client_id)) and plan.subscribed
    ),
    'owners', coalesce((
      select jsonb_agg(jsonb_build_object('name', private.person_name(owner.id), 'email', person.email, 'accounts', owner.accounts)
        order by owner.since, owner.id)
      from (
        select found.user_id as id, min(found.created_at) as since, jsonb_agg(found.account_id order by found.account_id) as accounts
        from private.client_members as found
        where found.role = 'owner' and found.status = 'active' and found.user_id <> (select private.portal_client(p_client_id))
          and found.account_id in (select one.account_id from mine as one)
        group by found.user_id
      ) as owner join auth.users as person on person.id = owner.id
    ), '[]'),
    'senders', coalesce((
      select jsonb_object_agg(sent.user_id, private.person_name(sent.user_id)) from (
        select distinct request.user_id from public.change_requests as request
        where request.user_id <> (select private.portal_client(p_client_id)) and not request.is_deletion
          and request.account_id in (select one.account_id from mine as one where one.role in ('owner', 'member'))
      ) as sent
    ), '{}'),
    'senders_left', coalesce((
      select jsonb_agg(jsonb_build_object('account_id', sent.account_id, 'user_id', sent.user_id) order by sent.account_id, sent.user_id) from (
        select distinct request.account_id, request.user_id from public.change_requests as request
        where request.account_id in (select one.account_id from mine as one where one.role in ('owner', 'member')) and private.sender_left(request)
      ) as sent
    ), '[]'),
    'left', coalesce((
      select jsonb_agg(jsonb_build_object('id', account.id, 'name', account.name) order by lower(account.name), account.id)
      from public.accounts as account where account.id in (
        select request.account_id from public.change_requests as request
        where request.user_id = (select private.portal_client(p_client_id)) and private.sender_left(request)
      )
    ), '[]')
  )
  from mine
  having private.is_session_sufficient()
$$;

create function public.portal_rights(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.portal_rights(p_client_id);

comment on function public.portal_rights(uuid) is
'What the portal of the caller, or for an admin of the named client, shows beside the rows that name them: {accounts: [{id, name, slug, role}], sees_money, sees_work, money: [accounts that they share and whose invoices and retainers they see], work: [accounts that they share and whose requests and dashboard they see], is_billed: whether invoices and retainers name them, now or when the next one is made, billed_to: [{id, name}] of the people whose company, address and tax ID the invoices print that they see, has_plan: whether they subscribed, owners: [{name, email, accounts: those that they own}] whom they can ask, senders: {user: name} of the requests that others sent and they see, senders_left: [{account_id, user_id}] of those who are no longer in the account, left: [{id, name}] of the accounts of their own requests that they no longer belong to}. A person without an account sees what names them.';

grant execute on function public.portal_rights(uuid) to authenticated;
grant execute on function private.portal_rights(uuid) to authenticated;
