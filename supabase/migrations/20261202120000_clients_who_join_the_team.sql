-- A client who is still billed stays a client, and one who joins the team leaves no leads in clients' accounts behind.

create function private.refuse_while_billed(p_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  held text[];
begin
  select array_agg(found.words order by found.place) into held from (
    select 1 as place, format('%s open %s', count(*), case count(*) when 1 then 'invoice' else 'invoices' end) as words
    from public.invoices as invoice
    where invoice.client_id = p_user_id and invoice.status in ('pending', 'overdue', 'active') having count(*) > 0
    union all
    select 2, format('%s running %s', count(*), case count(*) when 1 then 'retainer' else 'retainers' end)
    from public.retainers as retainer where retainer.client_id = p_user_id and retainer.status in ('active', 'paused') having count(*) > 0
    union all
    select 3, 'a paid Premium plan' from public.subscriptions as plan
    where plan.user_id = p_user_id and plan.subscribed and plan.stripe_subscription_id is not null
  ) as found;
  if held is not null then
    perform private.refuse(
      'client_still_billed', 'PT409',
      format('They still have %s as a client. Settle or end this first.', regexp_replace(array_to_string(held, ', '), ', ([^,]*)$', ' and \1'))
    );
  end if;
end
$$;

comment on function private.refuse_while_billed(uuid) is
'Refuses to end someone''s time as a client while open invoices, running retainers or a paid plan name them: nobody could see or pay them.';

create or replace function private.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid, p_unassign boolean
) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer := 0;
  was_client boolean;
begin
  perform private.require_admin();
  if not exists (select from auth.users as account where account.id = p_user_id) then
    perform private.refuse('person_not_found', 'PT404', 'Person not found');
  end if;
  if p_user_id = auth.uid() and p_role <> 'admin' then
    perform private.refuse('own_account', 'PT409', 'You can''t remove your own admin role');
  end if;
  was_client := p_role <> 'client' and exists (
    select from public.user_roles as held where held.user_id = p_user_id and held.role = 'client'
  );
  if was_client then perform private.refuse_while_billed(p_user_id); end if;
  insert into public.user_roles as held (user_id, role, status) values (p_user_id, p_role, 'active')
  on conflict (user_id, role) do update set status = 'active' where held.status <> 'active';
  -- An admin or a sales rep may keep their leads. A client can't.
  if p_role = 'client' or p_reassign_to is not null or coalesce(p_unassign, false) then
    moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign);
  end if;
  if p_role <> 'admin' and exists (
    select from public.user_roles as held where held.user_id = p_user_id and held.role = 'admin'
  ) then
    perform private.end_access(p_user_id);
  end if;
  delete from public.user_roles as held where held.user_id = p_user_id and held.role <> p_role;
  -- Their open leads in clients' accounts become nobody's, as when a person leaves an account.
  if was_client then
    with freed as (
      update public.leads as lead set user_id = null
      where lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost')
        and not private.is_on_team(p_user_id, lead.account_id)
      returning lead.is_spam
    )
    select moved + count(*) filter (where not freed.is_spam) into moved from freed;
  end if;
  return moved;
end
$$;

comment on function public.change_user_role(uuid, public.app_role, uuid, boolean) is
'Makes a person an active admin, sales person or client and nothing else. A new client hands over their open leads, and others only when a new owner is named. Leads of accounts in which they no longer work become nobody''s. Returns how many. Admins only. PT404: no such person. PT409: oneself, the last active admin, open leads without a new owner, or a client who is still billed (client_still_billed).';
