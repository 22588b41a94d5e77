-- Premium that comes back with a former client is announced, and the question before it says so.

create function private.premium_regained(p_user_id uuid) returns table (account_id uuid, name text)
language sql stable
set search_path = ''
as $$
  select account.id, account.name
  from public.account_members as member join public.accounts as account on account.id = member.account_id
  where member.user_id = p_user_id and account.archived_at is null
    and not exists (select from public.user_roles as held where held.user_id = p_user_id and held.role = 'client')
    and private.brings_premium(account.id, p_user_id, member.role)
  order by lower(account.name), account.id
$$;

comment on function private.premium_regained(uuid) is
'The open accounts on the free plan that have Premium again when this person, who left for the team, becomes a client again.';

create function private.announce_regained_plan(p_account uuid, p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('member-rejoined:%s:%s:%s:%s', account.id, p_user_id, owner.user_id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'member-joined', 'data', jsonb_build_object(
      'name', reader.row ->> 'name', 'who', private.person_name(p_user_id), 'role', joined.role, 'business', account.name, 'slug', account.slug,
      'rejoined', 'true', 'premium', 'true'
    )
  ), now() + interval '10 seconds')
  from public.accounts as account
  join private.client_members as joined on joined.account_id = account.id and joined.user_id = p_user_id
  join private.client_members as owner on owner.account_id = account.id and owner.role = 'owner' and owner.status = 'active' and owner.user_id <> p_user_id
  cross join lateral private.mail_recipient(owner.user_id) as reader (row)
  where account.id = p_account
$$;

comment on function private.announce_regained_plan(uuid, uuid) is
'Emails the other owners of an account that it has Premium again through a person who is a client again, once the admin is no longer offered to undo that.';

create or replace function private.count_billed_items(p_user_id uuid)
returns table (invoices bigint, agreed bigint, retainers bigint, has_plan boolean, premium text[], rejoins text[])
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select billed.*, array(
      select given.name from private.premium_through(p_user_id) as given
      union all select regained.name from private.premium_regained(p_user_id) as regained
    ),
    array(
      select account.name from public.account_members as member join public.accounts as account on account.id = member.account_id
      where member.user_id = p_user_id and account.archived_at is null
        and not exists (select from public.user_roles as held where held.user_id = p_user_id and held.role = 'client')
      order by lower(account.name), account.id
    )
  from private.billed_items(p_user_id) as billed;
end
$$;

create or replace function private.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid, p_unassign boolean
) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer := 0;
  was_client boolean;
  given jsonb;
  regained uuid[] := '{}';
begin
  perform private.require_admin();
  if not exists (select from auth.users as account where account.id = p_user_id) then
    perform private.refuse('person_not_found', 'PT404', 'Person not found');
  end if;
  if p_user_id = auth.uid() and p_role <> 'admin' then
    perform private.refuse('own_account', 'PT409', 'You can''t remove your own admin role');
  end if;
  -- An invoice or a retainer that names them at this moment comes before or after (private.require_client).
  perform from public.user_roles as held where held.user_id = p_user_id and held.role = 'client' for update;
  was_client := found and p_role <> 'client';
  if was_client then
    perform private.refuse_while_billed(p_user_id);
    select jsonb_object_agg(account.account_id, account.plan) into given from private.premium_through(p_user_id) as account;
  end if;
  if p_role = 'client' then regained := array(select account.account_id from private.premium_regained(p_user_id) as account); end if;
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
  if was_client then
    -- Undone right away, nobody hears that the account had Premium again.
    perform private.announce_lost_plan(private.parse_uuid(account.key), p_user_id, account.value) from jsonb_each(given) as account
    where private.withdraw_mail(format('member-rejoined:%s:%s', account.key, p_user_id)) is null;
    -- Their open leads in clients' accounts become nobody's, as when a person leaves an account.
    with freed as (
      update public.leads as lead set user_id = null
      where lead.user_id = p_user_id and lead.archived_at is null and lead.stage not in ('won', 'lost')
        and not private.is_on_team(p_user_id, lead.account_id)
      returning lead.is_spam
    )
    select moved + count(*) filter (where not freed.is_spam) into moved from freed;
  end if;
  -- Undone right away, nobody hears that the accounts were on the free plan.
  perform private.announce_regained_plan(account.id, p_user_id) from unnest(regained) as account (id)
  where private.withdraw_mail('premium-ended:' || account.id) is null;
  return moved;
end
$$;

comment on function public.count_billed_items(uuid) is
'How many open invoices, agreed invoices that can''t be paid yet (active), and running retainers name a person as the client, whether they pay for a plan, the names of the accounts that have Premium only through them, or have it again when someone who left for the team is a client again, and of the accounts that they rejoin then. Admins only.';
